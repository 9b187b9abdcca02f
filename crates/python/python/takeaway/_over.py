"""What a search goes over: parameters with their values, as the command line has them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set
from typing import SupportsIndex, TypeAlias, Union

from ._errors import InputError

__all__ = ["Over", "Values", "over_text"]

#: One value of a parameter: a number, a set of numbers, or anything as it is typed.
Value: TypeAlias = Union[str, SupportsIndex, Set[SupportsIndex]]
#: The values of a parameter.
Values: TypeAlias = Union[Value, range, Iterable[Union[Value, range]]]
#: Parameters with their values.
Over: TypeAlias = Union[str, Mapping[str, Values]]


def over_text(over: Over) -> str:
    """Parameters with their values as they are typed.

    >>> over_text({"a": range(1, 4), "S": [{1, 2}, {3}], "way": "both,none"})
    'a=1..3, S={1,2},{3}, way=both,none'
    >>> over_text("a=1..3")
    'a=1..3'
    """
    if isinstance(over, str):
        return over
    return ", ".join(f"{name}={_values(name, values)}" for name, values in over.items())


def _values(name: str, values: Values) -> str:
    if isinstance(values, (str, range, Set, SupportsIndex)):
        texts = [_one(name, values)]
    else:
        texts = [_one(name, value) for value in values]
    if not texts:
        raise InputError(f"there is no value of {name}")
    return ",".join(texts)


def _one(name: str, value: Value | range) -> str:
    match value:
        case str():
            return value
        case range():
            if not value:
                raise InputError(f"there is no value of {name} in {value}")
            if value.step == 1:
                return f"{value[0]}..{value[-1]}"
            return ",".join(map(str, value))
        case Set():
            return "{" + ",".join(str(number) for number in sorted(map(_index, value))) + "}"
        case _:
            return str(_index(value))


def _index(value: SupportsIndex) -> int:
    try:
        return value.__index__()
    except AttributeError:
        raise InputError(f"{value!r} is no value of a parameter: give numbers, sets of numbers, or text") from None
