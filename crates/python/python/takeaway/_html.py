"""Small pieces of HTML for notebooks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape


def cell(value: object) -> str:
    """A value for a reader, with long numbers cut.

    >>> cell(10**50)
    '100000…000000 (51 digits)'
    >>> cell((3, 5))
    '(3, 5)'
    """
    if isinstance(value, bool) or value is None:
        return "" if value is None else "yes" if value else "no"
    if isinstance(value, int):
        return number(value)
    if isinstance(value, tuple):
        return "(" + ", ".join(cell(item) for item in value) + ")"
    return str(value)


def number(value: int) -> str:
    """An integer for a reader; a long one by its first and last digits, without writing it out in decimal.

    >>> number(-7)
    '-7'
    """
    if value.bit_length() <= 64:
        return str(value)
    from . import _core

    return _core.shown(value)


def table(heads: Sequence[str], rows: Iterable[Sequence[object]], caption: str = "") -> str:
    """A table.

    >>> table(["n", "A"], [(1, 2)])
    '<table><thead><tr><th>n</th><th>A</th></tr></thead><tbody><tr><td>1</td><td>2</td></tr></tbody></table>'
    """
    head = "".join(f"<th>{escape(text)}</th>" for text in heads)
    body = "".join(
        "<tr>" + "".join(f"<td>{escape(cell(value))}</td>" for value in row) + "</tr>" for row in rows
    )
    above = f"<caption>{escape(caption)}</caption>" if caption else ""
    return f"<table>{above}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def paragraph(text: str) -> str:
    """A paragraph of plain text."""
    return f"<p>{escape(text)}</p>"


def code(text: str) -> str:
    """Text as it is written in a file."""
    return f"<pre>{escape(text)}</pre>"
