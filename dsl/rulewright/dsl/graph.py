"""The control graph: what every engine runs. Expressions in it are still typed trees; locals have slots.

One class an instruction: a catalogue, longer than other modules.
"""

from __future__ import annotations

from attrs import define, field, frozen

from rulewright.dsl import typed
from rulewright.dsl.cells import Cells, Slot
from rulewright.dsl.source import Span


@define(eq=False, repr=False)
class Label:
    """A place in the code, settled when the code around it is written."""

    at: int = -1


@frozen(eq=False, repr=False)
class Instruction:
    """One step. Without a jump the next one follows."""

    span: Span


@frozen(eq=False, repr=False)
class Bind(Instruction):
    """Give a local its value."""

    slot: Slot
    value: typed.Expr


@frozen(eq=False, repr=False)
class Store(Instruction):
    """Assign to a variable or attribute."""

    target: typed.VariableRef | typed.AttributeRef
    value: typed.Expr


@frozen(eq=False, repr=False)
class Jump(Instruction):
    """Go on elsewhere."""

    to: Label


@frozen(eq=False, repr=False)
class Test(Instruction):
    """Go on elsewhere unless the condition holds."""

    condition: typed.Expr
    otherwise: Label


@frozen(eq=False, repr=False)
class Tick(Instruction):
    """Count one step of a loop or call; passing the limit is a fault. With `round_`, a round of play too."""

    round_: bool


@frozen(eq=False, repr=False)
class Clear(Instruction):
    """Forget the locals of a stretch of cells."""

    start: int
    end: int


@frozen(eq=False, repr=False)
class ForStart(Instruction):
    """Take a snapshot of all members, in order: cells `count, next, members…`."""

    cell: int
    binders: tuple[tuple[typed.Local, typed.Expr], ...]
    where: typed.Expr | None
    order: typed.Order | None
    room: int


@frozen(eq=False, repr=False)
class ForNext(Instruction):
    """Bind the next member, or leave."""

    cell: int
    slots: tuple[Slot, ...]
    done: Label


@frozen(eq=False, repr=False)
class TimesStart(Instruction):
    """Count how often."""

    cell: int
    value: typed.Expr


@frozen(eq=False, repr=False)
class TimesNext(Instruction):
    """Once less, or leave."""

    cell: int
    done: Label


@frozen(eq=False, repr=False)
class Ready(Instruction):
    """Have that many cards at an end of a lazy pile decided (chance), refilling first where wanted."""

    place: typed.Place
    top: bool
    count: typed.Expr | None
    """None: one."""


@frozen(eq=False, repr=False)
class MoveStart(Instruction):
    """Take down what will move and where to: cells `target, at, count, next, ids…`."""

    cell: int
    what: typed.Selection
    to: typed.Place
    at: typed.Expr | None


@frozen(eq=False, repr=False)
class MoveNext(Instruction):
    """Move the next one, or leave. `followed`: everyone can tell which one it is."""

    cell: int
    move: typed.Move
    done: Label


@frozen(eq=False, repr=False)
class EndsStart(Instruction):
    """Take down from which pile how many cards go where: cells `target, at, left, from`."""

    cell: int
    place: typed.Place
    count: typed.Expr | None
    to: typed.Place
    at: typed.Expr | None


@frozen(eq=False, repr=False)
class EndsReady(Instruction):
    """Have the next card of that pile decided (chance); leave when none is left or wanted."""

    cell: int
    top: bool
    done: Label


@frozen(eq=False, repr=False)
class EndsNext(Instruction):
    """Move the card at the end of that pile."""

    cell: int
    top: bool
    move: typed.Move


@frozen(eq=False, repr=False)
class SwapPlaces(Instruction):
    """Exchange the contents of two zones."""

    left: typed.Place
    right: typed.Place


@frozen(eq=False, repr=False)
class SwapValues(Instruction):
    """Exchange two values."""

    left: typed.VariableRef | typed.AttributeRef
    right: typed.VariableRef | typed.AttributeRef


@frozen(eq=False, repr=False)
class Shuffle(Instruction):
    """Shuffle a pile: a lazy one becomes undecided; another is decided card by card (chance). `cell` counts."""

    place: typed.Place
    cell: int


@frozen(eq=False, repr=False)
class Turn(Instruction):
    """Turn components."""

    what: typed.Selection
    up: bool


@frozen(eq=False, repr=False)
class Write(Instruction):
    """Write a slip."""

    write: typed.Write


@frozen(eq=False, repr=False)
class Show(Instruction):
    """A private look."""

    what: typed.Selection
    to: typed.Expr


@frozen(eq=False, repr=False)
class Announce(Instruction):
    """The game says it."""

    text: typed.Words


@frozen(eq=False, repr=False)
class Say(Instruction):
    """A player says it."""

    who: typed.Expr
    text: typed.Words
    to: typed.Expr | None


@frozen(eq=False, repr=False)
class Told(Instruction):
    """Tell everyone the values a condition or `let` reveals; `value` is the whole of it."""

    value: typed.Expr


@define(eq=False, repr=False)
class Frame:
    """The static frame of a procedure or action: where to go on, and its arguments."""

    name: str
    back: int
    arguments: tuple[Slot, ...]
    entry: Label
    start: int = 0
    end: int = 0
    when: typed.Expr | None = None
    on_turn: typed.Expr | None = None


@frozen(eq=False, repr=False)
class Call(Instruction):
    """Carry out a procedure: one frame for each that it may be, the one named by `through` if several."""

    frames: tuple[Frame, ...]
    deeds: tuple[typed.Procedure, ...]
    through: typed.AttributeRef | None
    arguments: tuple[typed.Expr, ...]


@frozen(eq=False, repr=False)
class Guard(Instruction):
    """Refuse a procedure that may not be done now."""

    frame: Frame


@frozen(eq=False, repr=False)
class Return(Instruction):
    """Go back to where the procedure was called."""

    frame: Frame


@frozen(eq=False, repr=False)
class Goto(Instruction):
    """Go where a cell of the head says (`end turn`, `end phase`)."""

    cell: int


@frozen(eq=False, repr=False)
class Finish(Instruction):
    """The game is over; `winner` has won alone, if given."""

    winner: typed.Expr | None


@frozen(eq=False, repr=False)
class SetUp(Instruction):
    """Set-up is over: piles refill from now on, the box is closed."""


@frozen(eq=False, repr=False)
class FirstPlayer(Instruction):
    """Ask chance who is first, unless it was said at the start."""


@define(eq=False, repr=False)
class PhaseFrame:
    """The frame of a phase: cells `old turn end, old phase end, old actor, next, round, rounds, over, order…`."""

    phase: typed.Phase
    cell: int
    me: Slot | None
    entry: Label
    back: int
    turn_end: Label = field(factory=Label)
    phase_end: Label = field(factory=Label)
    locals: tuple[int, int] = (0, 0)


@frozen(eq=False, repr=False)
class PhaseStart(Instruction):
    """Begin a phase: order and rounds are read now."""

    frame: PhaseFrame


@frozen(eq=False, repr=False)
class TurnStart(Instruction):
    """Begin the next turn, or leave the phase."""

    frame: PhaseFrame


@frozen(eq=False, repr=False)
class TurnClose(Instruction):
    """A turn is over."""

    frame: PhaseFrame


@frozen(eq=False, repr=False)
class PhaseClose(Instruction):
    """The phase is over: what surrounded it is in force again."""

    frame: PhaseFrame


@frozen(eq=False, repr=False)
class PhaseReturn(Instruction):
    """Go back to where the phase was called."""

    frame: PhaseFrame


@frozen(eq=False, repr=False)
class CallPhase(Instruction):
    """Carry out a phase."""

    frame: PhaseFrame


# -- stops ----------------------------------------------------------------------------------------


@frozen(eq=False, repr=False)
class Stop(Instruction):
    """Where the machine waits. `name` is the rule's path: the public name of the question."""

    name: str


@frozen(eq=False, repr=False)
class Choose(Stop):
    """A player chooses; the slot is bound."""

    choose: typed.Choose
    slot: Slot


@frozen(eq=False, repr=False)
class Draw(Stop):
    """Chance chooses. With several, `cell` counts the draws left and the slot fills one by one."""

    choose: typed.Choose
    slot: Slot
    cell: int | None
    counter: int


@frozen(eq=False, repr=False)
class Take(Stop):
    """A player takes an action."""

    take: typed.Take
    frames: tuple[Frame, ...]


@frozen(eq=False, repr=False)
class Menu(Stop):
    """A player chooses a case."""

    menu: typed.Menu
    cases: tuple[Label, ...]
    done: Label


@frozen(eq=False, repr=False)
class Offer(Stop):
    """A player says yes or no."""

    offer: typed.Offer
    otherwise: Label


@frozen(eq=False, repr=False)
class Race(Stop):
    """Who reacts first. `cell` holds the order of the candidates: `count, seats…`."""

    race: typed.Race
    slot: Slot
    cell: int


@define(eq=False, repr=False)
class JointFrame:
    """A joint decision: cells `member, segment, count, members…`, then each player's place and state.

    A player's state is 0 (not a member), 1 (running), 2 (waits at the choice), 3 (waits behind it), 4 (done).
    """

    cell: int
    players: int
    together: typed.Together
    member: Slot | None = None
    choices: int = 0
    start: Label = field(factory=Label)
    done: Label = field(factory=Label)
    next: Label = field(factory=Label)
    locals: tuple[int, int] = (0, 0)


@frozen(eq=False, repr=False)
class JointStart(Instruction):
    """Fix the members and begin the first segment."""

    frame: JointFrame


@frozen(eq=False, repr=False)
class JointNext(Stop):
    """Let the next member run; when none can, wait for those at the choice, or end."""

    frame: JointFrame


@frozen(eq=False, repr=False)
class JointChoice(Instruction):
    """A member's choice of this number: `stop` says what, and what follows."""

    frame: JointFrame
    number: int
    stop: Stop


@frozen(eq=False, repr=False)
class Barrier(Instruction):
    """A member that didn't come by a choice waits here until the others have made it."""

    frame: JointFrame
    number: int


@frozen(eq=False, repr=False)
class JointDone(Instruction):
    """A member has carried out the block."""

    frame: JointFrame


@frozen(eq=False, repr=False)
class JointClose(Instruction):
    """All have: what was said is heard now."""

    frame: JointFrame


@define(eq=False, repr=False)
class Graph:
    """The code of one load."""

    cells: Cells
    code: list[Instruction] = field(factory=list)
    slots: dict[typed.Local, Slot] = field(factory=dict)
    actions: dict[str, Frame] = field(factory=dict)
    procedures: dict[str, Frame] = field(factory=dict)
    phases: dict[str, PhaseFrame] = field(factory=dict)
    points: tuple[str, ...] = ()
    """The names of the chance points, in the order of their counters."""
    rules: list[str] = field(factory=list)
    """For each instruction the path of the rule it comes from."""
