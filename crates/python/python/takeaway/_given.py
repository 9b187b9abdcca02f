"""Numbers that are given as options."""

from __future__ import annotations

import operator
from typing import SupportsIndex

from ._errors import InputError

__all__ = ["count", "maybe_count"]


def count(value: SupportsIndex, name: str, *, least: int = 0, below: int = 2**63) -> int:
    """How many of something: anything with ``__index__``.

    >>> count(True, "rows")
    1
    >>> count(-1, "rows")
    Traceback (most recent call last):
    takeaway._errors.InputError: rows cannot be -1
    >>> count("7", "rows")
    Traceback (most recent call last):
    TypeError: rows: 'str' object cannot be interpreted as an integer
    """
    try:
        number = operator.index(value)
    except TypeError as error:
        raise TypeError(f"{name}: {error}") from None
    if not least <= number < below:
        raise InputError(f"{name} cannot be {number}")
    return number


def maybe_count(value: SupportsIndex | None, name: str, *, least: int = 0, below: int = 2**63) -> int | None:
    """The same, where nothing need be given."""
    return None if value is None else count(value, name, least=least, below=below)
