"""Class of attrs -> the same class, pickled by what `__init__` takes: faster, and smaller, than by its slots."""

from __future__ import annotations

from copyreg import pickle
from operator import attrgetter
from typing import TypeVar

import attrs

T = TypeVar("T")


def by_fields(record: type[T]) -> type[T]:
    """Have instances pickled by the fields that `__init__` takes; nothing in one may lead back to it."""
    names = [one.name for one in attrs.fields(record) if one.init]  # type: ignore[arg-type]
    if len(names) > 1:
        values = attrgetter(*names)
        pickle(record, lambda one: (record, values(one)))
    return record
