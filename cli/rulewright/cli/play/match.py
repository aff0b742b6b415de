"""A game in progress with its seats: chance and bots answer by themselves, people are waited for."""

from __future__ import annotations

from collections.abc import Callable

from attrs import define, field

from rulewright.cli.play.luck import drawn_event
from rulewright.interpreter.bots import BOTS, Bot, question
from rulewright.interpreter.chance import below, point_key
from rulewright.interpreter.game import Chance, Decision, Game, Joint, Race, State, Terminal

HUMAN = "human"
PLAYERS = (HUMAN, *BOTS)
"""Who can take a seat."""

LARGEST_SEED = 1 << 63


@define(eq=False)
class Match:
    """A state, and who sits where. `answered` is called after every answer, chance's too."""

    game: Game
    seed: int
    seats: list[str]
    """`human` or a bot's name, for each seat."""
    state: State
    answered: Callable[[Match], None] = field(default=lambda match: None)
    at_table: bool = False
    """Whether chance happens on a real table: then a person says what came out."""
    drawn: list[int] = field(factory=list)
    """At a real table: which answers of chance the program drew, by their place among all answers."""
    bots: list[Bot | None] = field(init=False)
    turns: list[int] = field(init=False)
    """How often each seat has answered."""

    def __attrs_post_init__(self) -> None:
        luck = below(self.seed, point_key("bots"), 0, LARGEST_SEED)
        self.bots = [BOTS[kind](luck) if kind in BOTS else None for kind in self.seats]
        self.turns = [0] * len(self.seats)

    @property
    def people(self) -> list[int]:
        """The seats of people."""
        return [seat for seat, kind in enumerate(self.seats) if kind == HUMAN]

    def step(self) -> bool:
        """Let chance or a bot answer once; False when a person is asked or the game is over."""
        stop = self.state.stop
        match stop:
            case Chance():
                if self.at_table and len(self.state.outcomes()) > 1:
                    return False
                self.state.draw()
            case Decision() | Joint() | Race():
                seat = next((p for p in asked(stop) if self.bots[p] is not None), None)
                if seat is None:
                    return False
                bot = self.bots[seat]
                assert bot is not None
                self.answer(seat, bot.choose(question(self.state, seat, self.turns[seat])))
                return True
            case Terminal():
                return False
        self.answered(self)
        return True

    def waiting(self) -> list[int]:
        """Return the people who are asked now."""
        stop = self.state.stop
        if isinstance(stop, Chance | Terminal):
            return []
        return [seat for seat in asked(stop) if self.bots[seat] is None]

    def answer(self, seat: int, place: int) -> None:
        """Give a seat's answer."""
        self.state.apply(seat, place)
        self.turns[seat] += 1
        self.answered(self)

    def draw(self, place: int | None = None) -> None:
        """At a real table answer for chance: by what came out, or let the program draw, which the log says."""
        if place is not None:
            self.state.choose(place)
        else:
            self.drawn.append(len(self.state.answers))
            if self.state.log is not None:
                self.state.log.append(drawn_event(self.state))
            self.state.draw()
        self.answered(self)

    def go_back(self, state: State) -> None:
        """Take the match back to an earlier state of it."""
        self.state = state
        self.drawn = [number for number in self.drawn if number < len(state.answers)]
        self.turns = [sum(player == seat for player, _ in state.answers) for seat in range(len(self.seats))]
        self.answered(self)


def asked(stop: Decision | Joint | Race) -> tuple[int, ...]:
    """Return who is asked at a stop."""
    return (stop.player,) if isinstance(stop, Decision) else stop.players
