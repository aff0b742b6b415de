"""A person who chooses by what the screen shows: finds a line's number, types it, reads what came of it."""

from __future__ import annotations

import re

from cli.pseudo import SCREEN, Person

QUESTION = (
    r"(?:q quit\)|Enter when ready|Enter clears it|-- Enter for more --|\(Enter keeps [^)]*\)) ?(?:> )?$"
)
"""What stands behind a question; nothing follows it until something is typed."""


class AtScreen:
    """Plays at a pseudo-terminal. `text` is what was written since the last answer."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self.text = ""
        self.asked = ""
        """The last question with its options."""

    def look(self) -> str:
        """Read on to the next question, past pages and what only has to be confirmed."""
        self.text = ""
        while True:
            piece = SCREEN.sub("", self.person.wait_for(QUESTION, "plays this game again")).replace("\r", "")
            self.text += piece
            if not re.search(r"(?:ready|clears it|more --|keeps [^)]*\)) ?(?:> )?$", piece):
                self.asked = self.question() or self.asked
                return self.text
            self.person.type("")

    def question(self) -> str:
        """Return the last question on the screen with its options: all from the last line that isn't indented."""
        lines = self.text.splitlines()[:-1]
        start = next((n for n in range(len(lines) - 1, -1, -1) if lines[n][:1].strip()), 0)
        found = lines[start:]
        return "\n".join(found) if len(found) > 1 else ""

    def number(self, wanted: str) -> str | None:
        """Return the number before an option that begins with a pattern, if there is one."""
        found = re.search(rf"(?:^|\s)(\d+)\.? +(?:{wanted})", self.asked)
        return found.group(1) if found else None

    def choose(self, *wanted: str) -> str:
        """Choose one option after the other by what the screen shows, and return what came of it."""
        for one in wanted:
            number = self.number(one)
            assert number is not None, f"no `{one}` in: {self.asked}"
            self.person.type(number)
            self.look()
        return self.text

    def several(self, *wanted: str) -> str:
        """Choose several members of a list at once."""
        numbers = [self.number(one) for one in wanted]
        assert all(numbers), f"not all of {wanted} in: {self.asked}"
        self.person.type(" ".join(number for number in numbers if number))
        return self.look()

    def first_until(self, question: str, most: int = 30) -> str:
        """Choose the first option of each question until one is asked; return all that was written."""
        heard = self.text
        for _ in range(most):
            if re.search(question, self.asked, re.MULTILINE):
                return heard
            self.person.type("1")
            heard += self.look()
        raise AssertionError(f"`{question}` is never asked: {self.text}")
