"""Question, terminal -> answer: numbered options, actions part by part, several members by their numbers."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from attrs import define, evolve, field

from rulewright.cli.columns import clean, flow, pad, width, wrap
from rulewright.cli.output import paint
from rulewright.cli.play.terminal import Terminal
from rulewright.cli.words import word
from rulewright.interpreter.game import State
from rulewright.interpreter.questions import Answer, Asked, part_prompt
from rulewright.interpreter.why_not import why_not

LISTED = 9
"""Up to how many options of several members are listed one by one."""

ABOUT = 2
"""How many lines tell what an action does; `?` tells all."""

SHORT = 24
"""Up to how many columns an option may have to stand beside others."""


FIXED = ("nothing", "stay quiet")
"""The texts of options that decline, where the ruleset doesn't give them."""


class Key(Exception):
    """A key for the screen was typed in place of an answer."""

    def __init__(self, key: str) -> None:
        super().__init__(key)
        self.key = key


KEYS = ("?", "q", "t", "l", "u", "b")


@define(eq=False)
class Prompter:
    """Asks one person one question at a time; `on_key` does what a key asks for."""

    terminal: Terminal
    language: str
    on_key: Callable[[str, Asked], None]
    path: list[str] = field(factory=list)
    """The parts of an action that are settled."""
    refused: list[str] = field(factory=list)
    """What isn't offered, shown so that nobody looks for it."""

    def ask(self, state: State, asked: Asked) -> int:
        """Return the place of the chosen option. `Key` is raised for what ends the question."""
        self.path = []
        asked = self.in_words(asked)
        self.refused = [refusal.label for refusal in why_not(state, asked.player)]
        if len(asked.answers) == 1 and asked.form != "race":
            return self.only(asked)
        match asked.form:
            case "action":
                return self.action(state, asked)
            case "set" if len(asked.answers) > LISTED:
                return self.members(asked)
            case "race":
                return self.race(asked)
            case _:
                return self.listed(asked, asked.prompt, asked.answers)

    def in_words(self, asked: Asked) -> Asked:
        """Return a question with the answer that declines in the language of play."""
        return evolve(
            asked,
            answers=tuple(
                evolve(answer, text=text, parts=(text,))
                if answer.place == asked.declines and (text := self.declining(answer.text)) != answer.text
                else answer
                for answer in asked.answers
            ),
        )

    def declining(self, text: str) -> str:
        """Return a fixed text of an option in the language of play."""
        return word(self.language, text) if text in FIXED else text

    # -- one list ---------------------------------------------------------------------------------

    def only(self, asked: Asked) -> int:
        """Show the one thing that is possible."""
        self.heading(asked.prompt)
        self.terminal.write(self.wrapped("  " + word(self.language, "only", clean(asked.answers[0].text))))
        self.not_now()
        while True:
            typed = self.terminal.read(f"{word(self.language, 'ready')} > ")
            if typed in KEYS and typed != "b":
                self.on_key(typed, asked)
                continue
            return asked.answers[0].place

    def listed(self, asked: Asked, prompt: str, answers: Sequence[Answer], *, back: bool = False) -> int:
        """Let the person choose one of some options by number or by its text."""
        texts = [clean(answer.text) for answer in answers]
        number = self.number(asked, prompt, texts, {}, back=back)
        return answers[number].place

    def number(
        self,
        asked: Asked,
        prompt: str,
        texts: Sequence[str],
        about: dict[str, str],
        *,
        back: bool,
    ) -> int:
        """Return the index of one of some texts."""
        self.show(prompt, texts, about)
        while True:
            typed = self.key(asked, word(self.language, "keys action" if back else "keys list"))
            if typed is None:
                self.show(prompt, texts, about)
                continue
            found = chosen(typed, texts)
            if found is not None:
                return found
            problem = "no number" if typed.isdigit() else "not a key"
            ends = (texts[0], texts[-1]) if figures(texts) else (1, len(texts))
            self.terminal.write([word(self.language, problem, *ends)])

    def show(self, prompt: str, texts: Sequence[str], about: dict[str, str]) -> None:
        """Write a prompt and its numbered options."""
        self.heading(prompt or word(self.language, "which"))
        size = len(str(len(texts)))
        numbered = numbers(texts)
        columns = self.terminal.columns
        if figures(texts):
            lines = flow(texts, columns - 2, between="   ")
            self.terminal.write(["  " + line for line in lines])
        elif about:
            label = min(max(width(item) for item in numbered), columns // 2)
            for item, text in zip(numbered, texts, strict=True):
                body = wrap(clean(about.get(text, "")), max(columns - label - 5, 20))
                body = body if len(body) <= ABOUT else [*body[: ABOUT - 1], f"{body[ABOUT - 1]} …"]
                dim = [paint(line, "dim", on=self.terminal.colour) for line in body]
                first, *rest = dim
                self.terminal.write([f"  {pad(item, label)}  {first}".rstrip()])
                self.terminal.write([" " * (label + 4) + line for line in rest])
        elif len(texts) > 3 and all(width(item) <= SHORT for item in numbered):
            column = max(width(item) for item in numbered)
            lines = flow((pad(item, column) for item in numbered), columns - 2, between="   ")
            self.terminal.write(["  " + line.rstrip() for line in lines])
        else:
            for item in numbered:
                self.terminal.write(self.wrapped("  " + item, "  " + " " * (size + 1)))
        self.not_now()

    def not_now(self) -> None:
        """Name what isn't offered."""
        if self.refused and not self.path:
            text = word(self.language, "not now", ", ".join(clean(label) for label in self.refused))
            lines = self.wrapped(f"  {text}", "    ")
            self.terminal.write([paint(line, "dim", on=self.terminal.colour) for line in lines])

    def heading(self, prompt: str) -> None:
        """Write the question."""
        if prompt:
            trail = " · ".join(clean(part) for part in self.path)
            text = word(self.language, "of", trail, clean(prompt)) if trail else clean(prompt)
            self.terminal.write([paint(line, "bold", on=self.terminal.colour) for line in self.wrapped(text)])

    def wrapped(self, text: str, indent: str = "    ") -> list[str]:
        """Return a text in lines of the terminal."""
        return wrap(text, self.terminal.columns, indent)

    def key(self, asked: Asked, hint: str) -> str | None:
        """Return what is typed; None after a key of the screen was served."""
        typed = self.terminal.read(paint(f"({hint})", "dim", on=self.terminal.colour) + " > ")
        if typed == "b":
            raise Key("b")
        if typed in KEYS:
            self.on_key(typed, asked)
            return None
        return typed

    # -- parts ------------------------------------------------------------------------------------

    def action(self, state: State, asked: Asked) -> int:
        """Ask for an action and then for each of its parts; `b` goes a step back."""
        self.path = []
        steps: list[int] = []
        """How many parts were settled before each question."""
        while True:
            answers = [a for a in asked.answers if a.parts[: len(self.path)] == tuple(self.path)]
            level = len(self.path)
            done = [a for a in answers if len(a.parts) == level]
            if done and len(answers) == 1:
                self.path = []
                return answers[0].place
            if done:
                place = self.twins(asked, answers, steps)
                if place is not None:
                    return place
                continue
            choices = list(dict.fromkeys(a.parts[level] for a in answers))
            if len(choices) == 1:
                self.path.append(choices[0])
                continue
            prompt = asked.prompt if not level else part_prompt(state, asked.player, answers[0].place, level)
            about = asked.about if not level else {}
            try:
                number = self.number(asked, prompt, [clean(c) for c in choices], about, back=bool(steps))
            except Key as key:
                if key.key != "b":
                    self.path = []
                    raise
                self.path = self.path[: steps.pop()] if steps else []
                continue
            steps.append(level)
            self.path.append(choices[number])

    def twins(self, asked: Asked, answers: Sequence[Answer], steps: list[int]) -> int | None:
        """Let the person choose between answers that read the same; None for a step back."""
        try:
            place = self.listed(asked, asked.prompt, answers, back=True)
        except Key as key:
            if key.key != "b":
                raise
            self.path = self.path[: steps.pop()] if steps else []
            return None
        self.path = []
        return place

    def members(self, asked: Asked) -> int:
        """Let the person choose several members by their numbers."""
        members = list(dict.fromkeys(part for answer in asked.answers for part in answer.parts))
        most = {part: max(answer.parts.count(part) for answer in asked.answers) for part in members}
        texts = [clean(part) for part in members for _ in range(most[part])]
        flat = [part for part in members for _ in range(most[part])]
        by_parts = {tuple(sorted(answer.parts)): answer.place for answer in reversed(asked.answers)}
        empty = next((a.place for a in asked.answers if not a.parts or a.place == asked.declines), None)
        sizes = [len(answer.parts) for answer in asked.answers if answer.place != empty] or [0]
        least, most_of_all = min(sizes), max(sizes)
        many = str(least) if least == most_of_all else f"{least}-{most_of_all}"
        prompt = f"{asked.prompt} ({many})"
        self.show(prompt, texts, {})
        while True:
            hint = word(self.language, "keys set")
            if empty is not None:
                hint = f"{word(self.language, 'none key')} · {hint}"
            typed = self.key(asked, hint)
            if typed is None:
                self.show(prompt, texts, {})
                continue
            if typed == "0" and empty is not None:
                return empty
            numbers = typed.replace(",", " ").split()
            if not numbers or not all(n.isdigit() and 1 <= int(n) <= len(flat) for n in numbers):
                self.terminal.write([word(self.language, "no number", 1, len(flat))])
                continue
            wanted = tuple(sorted(flat[int(n) - 1] for n in dict.fromkeys(numbers)))
            if wanted in by_parts:
                return by_parts[wanted]
            problem = "not together" if len(wanted) in sizes else "how many"
            self.terminal.write([word(self.language, problem, many, len(wanted))])

    def race(self, asked: Asked) -> int:
        """Ask whether somebody reacts; Enter stays quiet."""
        quiet = asked.answers[-1]
        texts = [clean(answer.text).rstrip("?？") for answer in asked.answers]
        self.show(asked.prompt, texts, {})
        while True:
            typed = self.key(asked, word(self.language, "keys race", clean(quiet.text)))
            if typed is None:
                self.show(asked.prompt, texts, {})
                continue
            found = chosen(typed, texts) if typed else len(texts) - 1
            if found is not None:
                return asked.answers[found].place
            self.terminal.write([word(self.language, "not a key")])


def figures(texts: Sequence[str]) -> bool:
    """Tell whether all texts are whole numbers from nought up, in order: then they are typed as they stand."""
    return all(text.isdecimal() for text in texts) and list(texts) == sorted(set(texts), key=int)


def numbers(texts: Sequence[str]) -> list[str]:
    """Return texts with their numbers; a point behind these where a text itself begins with a digit."""
    size = len(str(len(texts)))
    point = "." if any(text[:1].isdigit() for text in texts) else ""
    return [f"{n:>{size}}{point} {text}" for n, text in enumerate(texts, 1)]


def chosen(typed: str, texts: Sequence[str]) -> int | None:
    """Return which text is meant: by its number, or by how it begins if that is clear."""
    if figures(texts):
        return texts.index(typed) if typed in texts else None
    if typed.isdigit():
        return int(typed) - 1 if 1 <= int(typed) <= len(texts) else None
    if not typed:
        return None
    wanted = typed.casefold()
    exact = [n for n, text in enumerate(texts) if text.casefold() == wanted]
    begins = [n for n, text in enumerate(texts) if text.casefold().startswith(wanted)]
    found = exact or begins
    return found[0] if len(found) == 1 else None
