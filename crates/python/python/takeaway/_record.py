"""Answers as records: plain data with names, which can be compared, pickled and looked at."""

from __future__ import annotations

import types
import typing
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any, TypeVar, get_args, get_origin

from . import _core

T = TypeVar("T")


def build(form: type[T], data: Any) -> T:
    """Plain objects of the core as a record of this class: lists become tuples, and numbers that are written as text, ints.

    What the class does not know is a fault of ours, and told.
    """
    made = _made(form, data)
    assert isinstance(made, form)
    return made


def _made(form: Any, data: Any) -> Any:
    if isinstance(form, type) and is_dataclass(form):
        hints = _hints(form)
        unknown = data.keys() - hints.keys()
        if unknown:
            raise TypeError(f"{form.__name__} does not know {', '.join(sorted(unknown))}")
        return form(**{name: _made(hints[name], value) for name, value in data.items()})
    origin = get_origin(form)
    if origin in (types.UnionType, typing.Union):
        if data is None:
            return None
        (inner,) = (choice for choice in get_args(form) if choice is not type(None))
        return _made(inner, data)
    if origin is tuple:
        inner = get_args(form)[0]
        return tuple(_made(inner, item) for item in data)
    if origin is dict:
        inner = get_args(form)[1]
        return {key: _made(inner, value) for key, value in data.items()}
    if form is int and isinstance(data, str):
        return _core.integer(data)
    if form is float and isinstance(data, str):
        return float(data)
    return data


@cache
def _hints(form: type) -> dict[str, Any]:
    hints = typing.get_type_hints(form)
    assert is_dataclass(form)
    return {field.name: hints[field.name] for field in fields(form)}
