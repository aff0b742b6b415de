"""Steps of a test -> answers at stops: what a step doesn't name is declined, forced, or luck."""

from __future__ import annotations

from collections.abc import Callable

from attrs import define, field

from rulewright.dsl import tree
from rulewright.dsl.cells import NONE, PC
from rulewright.interpreter.engines.reference.options import Option
from rulewright.interpreter.events import Event
from rulewright.interpreter.faults import Fault
from rulewright.interpreter.game import Chance, Decision, Joint, Race, State, Terminal
from rulewright.interpreter.scenarios.answers import choose
from rulewright.interpreter.scenarios.model import Step, Wrong, scalar, words
from rulewright.interpreter.scenarios.naming import Tokens, item, tokens
from rulewright.interpreter.scenarios.table import Table

Luck = Callable[[State, list[Option]], int]


class Failed(Exception):
    """A test doesn't hold."""


@define(eq=False)
class Play:
    """Plays the steps of one test on its table."""

    table: Table
    luck: Luck
    scripted: dict[str, list[Tokens]] = field(factory=dict)
    """By zone: the cards a shuffle brings, top first."""
    said: list[Tokens] = field(factory=list)
    """What chance is told to choose next."""
    drawn: dict[str, None] = field(factory=dict)
    """The zones of which a scripted card was drawn."""
    lucky: dict[str, None] = field(factory=dict)
    """The chance points that were left to luck."""
    mark: int = 0
    """Where the log stood before the last step."""
    step: int = 0
    at_once: tuple[str, ...] = ()
    """The seats of the step being played."""
    open: int = -1
    """The joint decision in which a step has answered: its place in the code."""

    @property
    def state(self) -> State:
        """The state being played."""
        return self.table.state

    # -- steps ------------------------------------------------------------------------------------

    def answer_step(self, step: Step) -> None:
        """Play `SEAT: answers`, `chance: outcomes` or `shuffle ZONE: cards`."""
        answers = words(step.content) or [scalar(step.content)]
        if step.who == "chance":
            for answer in answers:
                self.said += self.several(answer)
                self.take_said()
            return
        if step.who.startswith("shuffle "):
            cards = [self.table.names.expand(tokens(a)) for a in answers if a.strip() not in ("...", "…")]
            self.scripted.setdefault(step.who.removeprefix("shuffle ").strip(), []).extend(cards)
            return
        seat = self.seat(step.who, step)
        self.at_once = step.at_once
        for answer in answers:
            self.answer(seat, answer)

    def seat(self, name: str, step: Step) -> int:
        """Return the seat of a step."""
        found = self.table.seat(name)
        if found is None:
            raise Wrong(f"`{name}` is no seat; a step is `SEAT: answer`", step.span)
        return found

    def several(self, answer: str) -> list[Tokens]:
        """Read what chance chooses: `red`, or for several draws `red and 2 of blue`."""
        found = []
        for part in answer.split(" and "):
            entry = item(part)
            found += [self.table.names.expand(entry.words)] * entry.count
        return found

    def begin(self) -> None:
        """Remember where the log stands: `heard` counts from here."""
        self.mark = len(self.state.log or [])

    def take_said(self) -> None:
        """Go on until chance is asked, and let it choose what it was told."""
        for _ in range(10_000):
            stop = self.state.stop
            if isinstance(stop, Chance):
                self.chance()
                if not self.said:
                    return
            elif not self.yielding():
                raise Failed(f"chance isn't asked here: {self.where()}")

    def answer(self, seat: int, answer: str) -> None:
        """Bring play to where a seat can give an answer, and give it."""
        for _ in range(100_000):
            stop = self.state.stop
            if isinstance(stop, Terminal):
                raise Failed(f"{self.name(seat)} can't answer `{answer}`: the game is over")
            if isinstance(stop, Chance):
                self.chance()
                continue
            if seat in asked(stop):
                options = self.state.options(seat)
                found = choose(self.table.names, self.state.cells, options, answer)
                if found:
                    self.give(stop, seat, found, options, answer)
                    return
            at_any_time = self.state.anytime(seat)
            found = choose(self.table.names, self.state.cells, at_any_time, answer)
            if found:
                self.state.hand_in(seat, found[0])
                return
            if not self.yielding():
                raise Failed(self.refusal(seat, answer))
        raise Failed(f"play never comes to `{answer}`")

    def give(self, stop: object, seat: int, found: list[int], options: list[Option], answer: str) -> None:
        """Take the option that is meant; several that fit must be one and the same for the eye."""
        if len(found) > 1 and len({options[n].text for n in found}) > 1:
            several = ", ".join(options[n].text for n in found[:6])
            raise Failed(f"`{answer}` can mean several options: {several}")
        self.open = self.state.cells[PC] if isinstance(stop, Joint) else -1
        self.state.apply(seat, found[0])
        if isinstance(stop, Race) and options[found[0]].form == "react":
            self.quiet()

    def quiet(self) -> None:
        """Let everybody else in the race stay quiet."""
        stop = self.state.stop
        for player in stop.players if isinstance(stop, Race) else ():
            if self.name(player) not in self.at_once:
                self.state.apply(player, 1)

    def yielding(self) -> bool:
        """Answer one question that the next step doesn't: a single option, an optional question, a race.

        Returns False when a question must be answered by the test.
        """
        stop = self.state.stop
        if isinstance(stop, Race):
            player = stop.players[0]
            self.state.apply(player, 1)
            return True
        if not isinstance(stop, Decision | Joint):
            return False
        for player in asked(stop):
            options = self.state.options(player)
            if len(options) == 1:
                self.state.apply(player, 0)
                return True
        for player in asked(stop):
            options = self.state.options(player)
            declined = next(
                (
                    n
                    for n, o in enumerate(options)
                    if o.form in ("nothing", "no") or (o.value == [] and o.form == "set")
                ),
                None,
            )
            if declined is not None:
                self.state.apply(player, declined)
                return True
        return False

    def finish(self) -> None:
        """After the last step: let chance and single options run on to the next real question."""
        for _ in range(100_000):
            stop = self.state.stop
            if isinstance(stop, Chance):
                self.chance()
            else:
                return

    def unused_script(self) -> list[str]:
        """Return what a test says of shuffles that never came to a draw."""
        return [
            f"`{zone}` isn't shuffled here: none of the cards that `shuffle {zone}` names was drawn"
            for zone, cards in self.scripted.items()
            if cards and zone not in self.drawn
        ]

    def settle(self, *, races: bool) -> None:
        """Let a joint decision in which somebody has answered come to its end where the others have no choice; at
        the end of a test a race that nobody mentions is nobody's."""
        self.finish()
        while True:
            stop = self.state.stop
            if isinstance(stop, Race) and races:
                self.state.apply(stop.players[0], 1)
            elif isinstance(stop, Joint) and self.state.cells[PC] == self.open:
                forced = [p for p in stop.players if len(self.state.options(p)) == 1]
                if not forced:
                    return
                self.state.apply(forced[0], 0)
            else:
                return
            self.finish()

    # -- chance -----------------------------------------------------------------------------------

    def chance(self) -> None:
        """Answer for chance: as scripted, else by luck."""
        state = self.state
        stop = state.stop
        assert isinstance(stop, Chance)
        outcomes = state.outcomes()
        if stop.point.startswith("shuffle "):
            script = self.scripted.get(stop.point.removeprefix("shuffle "))
            if script:
                self.scripted_card(script, outcomes)
                return
        if self.said:
            words_ = self.said[0]
            found = [n for n, o in enumerate(outcomes) if self.means(o, words_)]
            if found:
                self.said.pop(0)
                state.choose(found[0])
                return
            shown = ", ".join(o.text for o in outcomes[:12])
            raise Failed(f"chance can't choose `{' '.join(words_)}` here; it can choose {shown}")
        self.lucky[stop.point] = None
        state.choose(self.luck(state, outcomes))

    def means(self, outcome: Option, words_: Tokens) -> bool:
        """Tell whether words name an outcome."""
        names, s = self.table.names, self.state.cells
        if outcome.name.isdigit() and outcome.types and outcome.types[0].__class__.__name__ == "Thing":
            return names.fits(s, int(outcome.name), words_)
        ends = names.consume(s, outcome.types[0], outcome.value, words_, 0)
        return len(words_) in ends

    def scripted_card(self, script: list[Tokens], outcomes: list[Option]) -> None:
        """Draw the next card a test named for a shuffle."""
        for n, outcome in enumerate(outcomes):
            if self.table.names.fits(self.state.cells, int(outcome.name), script[0]):
                script.pop(0)
                stop = self.state.stop
                if isinstance(stop, Chance):
                    self.drawn[stop.point.removeprefix("shuffle ")] = None
                self.state.choose(n)
                return
        raise Failed(f"`{' '.join(script[0])}` isn't among the cards that were shuffled")

    # -- words ------------------------------------------------------------------------------------

    def name(self, seat: int) -> str:
        """Return a seat's name."""
        return self.table.game.seat(seat)

    def where(self) -> str:
        """Say what the machine waits for."""
        stop = self.state.stop
        if isinstance(stop, Terminal):
            return "the game is over"
        if isinstance(stop, Chance):
            return f"chance is asked ({stop.point})"
        names = ", ".join(self.name(p) for p in asked(stop))
        return f"{names} {'is' if len(asked(stop)) == 1 else 'are'} asked ({stop.question})"

    def listed(self, seat: int) -> str:
        """List a seat's options."""
        options = self.state.options(seat)
        shown = ", ".join(o.text for o in options[:20])
        return shown + (f", … ({len(options)} in all)" if len(options) > 20 else "")

    def refusal(self, seat: int, answer: str) -> str:
        """Say why an answer can't be given."""
        stop = self.state.stop
        assert not isinstance(stop, Chance | Terminal)
        if seat in asked(stop):
            return f"{self.name(seat)} can't answer `{answer}` here ({stop.question}); possible: {self.listed(seat)}"
        other = asked(stop)[0]
        return f"{self.name(seat)} isn't asked: {self.where()}; {self.name(other)} can answer {self.listed(other)}"

    def heard(self) -> list[str]:
        """Return what was said or announced since the last step, as everyone could hear it."""
        return [
            self.spoken(e) for e in (self.state.log or [])[self.mark :] if e.kind in ("says", "announces")
        ]

    def spoken(self, event: Event) -> str:
        """Return a spoken line with its speaker."""
        return event.text if event.actor == NONE else f"{self.name(event.actor)}: {event.text}"


def asked(stop: object) -> tuple[int, ...]:
    """Return the players who are asked at a stop."""
    if isinstance(stop, Decision):
        return (stop.player,)
    if isinstance(stop, Joint | Race):
        return stop.players
    return ()


def refused(play: Play, step: Step) -> None:
    """Play `refused: {SEAT: answer}`: it must be impossible here."""
    if not isinstance(step.content, tree.Mapping):
        raise Wrong("`refused` is a mapping: SEAT → answer", step.span)
    for key, data in step.content.pairs:
        seat = play.table.seat(key.text)
        if seat is None and key.text != "chance":
            raise Wrong(f"`{key.text}` is no seat", key.span)
        for answer in words(data):
            trial = play.state.clone()
            before, scripted, said = (
                play.table.state,
                {k: list(v) for k, v in play.scripted.items()},
                list(play.said),
            )
            play.table.state = trial
            try:
                if seat is None:
                    play.said = play.several(answer)
                    play.take_said()
                else:
                    play.answer(seat, answer)
            except (Failed, Fault):
                continue
            finally:
                play.table.state, play.scripted, play.said = before, scripted, said
            raise Failed(f"{key.text} can answer `{answer}`, which should be impossible")
