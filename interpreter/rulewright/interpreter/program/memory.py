"""The words behind the state, and the tables that routines read."""

from __future__ import annotations

from rulewright.dsl import graph as g
from rulewright.dsl.cells import (
    ANSWERS,
    BEHIND,
    CHANCE,
    CURTAIN,
    DECISION,
    FIRST,
    JOINT,
    KIND,
    MASK,
    NONE,
    OVER,
    PC,
    RACE,
    READY,
    RUNNING,
    STEPS,
    STOPS,
)
from rulewright.interpreter.engines.reference.sight import BOXED
from rulewright.interpreter.program.choices import MOST_OPTIONS, width_of
from rulewright.interpreter.program.context import Lowering
from rulewright.interpreter.series import GAMES

SLOTS = 16
"""How many states a program can keep beside the one that is played."""


def name_memory(work: Lowering) -> None:
    """Reserve the words behind the state."""
    load, cells = work.load, work.cells
    count = len(load.cards)
    work.numbers |= {
        "NONE": NONE,
        "BOXED": BOXED,
        "PLAYERS": load.players,
        "COMPONENTS": count,
        "MOST_OPTIONS": MOST_OPTIONS,
        "SPOT_OF": cells.spot_of,
        "FACING": cells.facing,
        "ARMED": cells.armed,
        "BOX": cells.spots[0] + cells.heads[0],
        "BOX_ROOM": cells.rooms[0],
        "RESULT_WIDTH": 4 + 2 * load.players,
    }
    work.numbers |= {
        "ANSWERS": ANSWERS,
        "BEHIND": BEHIND,
        "CHANCE": CHANCE,
        "CURTAIN": CURTAIN,
        "DECISION": DECISION,
        "FIRST": FIRST,
        "KIND": KIND,
        "MASK": MASK,
        "OVER": OVER,
        "PC": PC,
        "RACE": RACE,
        "READY": READY,
        "JOINT": JOINT,
        "RUNNING": RUNNING,
        "STEPS": STEPS,
        "STOPS": STOPS,
    }
    for name in (
        "AUTO",
        "REAL",
        "WIDTH",
        "LISTED",
        "LISTED_FOR",
        "JOINED",
        "TOTAL",
        "DRAWN",
        "UNORDERED",
        "GAME",
        "WINNERS",
        "WORTH",
    ):
        work.numbers[name] = work.scratch(1)
    work.numbers["TOTALS"], work.numbers["RETURNS"] = work.scratch(load.players), work.scratch(load.players)
    for name in ("MARKS", "WEIGHTS", "LEADERS"):
        work.numbers[name] = work.scratch(count)
    work.numbers["SWAP"] = work.scratch(2 * count + 2)
    work.numbers["RESULTS"] = work.scratch(GAMES * work.numbers["RESULT_WIDTH"])
    numbers_of_states(work)
    joint = [width_of(work, i.stop) for i in work.graph.code if isinstance(i, g.JointChoice)]
    work.numbers["KEPT_WIDTH"] = max(joint, default=0)
    work.numbers["KEPT"] = work.scratch(load.players * work.numbers["KEPT_WIDTH"])
    stops = [i.stop if isinstance(i, g.JointChoice) else i for i in work.graph.code]
    most = max((width_of(work, s) for s in stops if isinstance(s, g.Choose | g.Take)), default=1)
    work.numbers["OPTIONS"] = work.scratch(MOST_OPTIONS * max(most, 2))


def numbers_of_states(work: Lowering) -> None:
    """Reserve room for kept states."""
    work.numbers["STATE"] = work.cells.size
    work.numbers["BANK"] = work.scratch(SLOTS * work.cells.size)


def name_tables(work: Lowering) -> None:
    """Enter the tables that routines read."""
    places, load = work.places, work.load
    machine = work.machine
    when = {"": 0, "empty": 1, "needed": 2}
    sources_ = [
        machine.effects.source_of(s.number) if s.zone.refill_from is not None else 0 for s in load.spots
    ]
    work.program.tables |= {
        "FRESH": tuple(machine.fresh()),
        "BASE": tuple(work.cells.spots),
        "HEAD": tuple(work.cells.heads),
        "LAZY": tuple(int(x) for x in places.lazy),
        "SETS": tuple(int(f == "set") for f in places.forms),
        "PILE": tuple(int(f == "pile") for f in places.forms),
        "ROW": tuple(int(f == "row") for f in places.forms),
        "OWNER": tuple(places.owners),
        "OWNED": tuple(NONE if card.owner is None else card.owner for card in load.cards) or (0,),
        "REFILLS": tuple(when.get(s.zone.refill_when, 0) if s.zone.refill_from else 0 for s in load.spots),
        "REFILL": tuple(sources_),
        "FACE": tuple(work.faces) or (0,),
        "FIXED": tuple(work.fixed) or (0,),
        "LOWEST": tuple(max(0, (mask & -mask).bit_length() - 1) for mask in range(256)),
    }
