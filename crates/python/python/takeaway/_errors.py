"""What can go wrong: the question is at fault, or a limit was reached."""

from __future__ import annotations


class Error(Exception):
    """The base of all errors of this package."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message

    def __str__(self) -> str:
        return self.message


class InputError(Error, ValueError):
    """What was asked is at fault; the text says where, and what to write instead.

    >>> import takeaway
    >>> try:
    ...     takeaway.Game(text="game skip\\npiles n\\nmove take: m - n' in {1, 2}")
    ... except takeaway.InputError as error:
    ...     error.line, error.column
    (3, 12)
    """

    #: The line of the first fault in a text, from 1, where there is one.
    line: int | None
    #: Its column, in characters, from 1.
    column: int | None

    def __init__(self, message: str, line: int | None = None, column: int | None = None) -> None:
        super().__init__(message)
        self.args = (message, line, column)
        self.line = line
        self.column = column


class LimitError(Error, RuntimeError):
    """A limit was reached: of time, of memory, or of what is known here. Nothing is wrong with the question.

    >>> import takeaway
    >>> takeaway.Game("nim").outcome((10**20, 1, 2), strategy="search", memory_limit=10**6)
    Traceback (most recent call last):
    ...
    takeaway._errors.LimitError: ...
    """


class InternalError(Error):
    """A fault of the program itself, which should never be seen: please report it."""
