"""What happened, one record at a time, with who may hear it: made when it happens, never rewritten."""

from __future__ import annotations

from attrs import frozen

EVERYONE = -1
"""The mask of all players and the audience."""


@frozen
class Event:
    """One thing that happened.

    `kind` is `says`, `announces`, `shows`, `reveals`, `moves`, `turns`, `shuffles`, `takes`, `chance`, `turn`,
    `phase`, `score`, `over`. `to` is a bit mask of the seats that get `text`; the others get `public` (empty:
    nothing at all). The audience is the bit behind the last seat; `EVERYONE` is all.
    """

    kind: str
    actor: int
    text: str
    to: int = EVERYONE
    public: str = ""
    fleeting: bool = False
    """Heard or seen once: with `notes: forbidden` it stands in no log that a seat reads."""
    by: int | None = None
    """In a joint decision, in whose part it happened: that seat hears it at once, the others when the block ends."""

    def for_seat(self, seat: int) -> str:
        """Return what an observer gets of it (the audience is the number of players); empty for nothing."""
        return self.text if self.to >> seat & 1 else self.public
