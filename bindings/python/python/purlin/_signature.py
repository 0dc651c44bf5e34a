"""Signatures of host functions from annotations. Knows nothing of engines."""

from __future__ import annotations

import dataclasses
import inspect
import types
import typing
from collections.abc import Callable
from typing import Any

_PLAIN = {bool: "bool", int: "i64", float: "f64", str: "String", bytes: "Vec<u8>"}


def signature_of(function: Callable[..., Any], fails: bool) -> str:
    """The signature that the annotations of a function say: `(item: String, n: i64) -> f64`."""
    hints = typing.get_type_hints(function)
    params = []
    for name in inspect.signature(function).parameters:
        if name not in hints:
            raise TypeError(f"parameter {name} of {function.__name__} has no annotation")
        params.append(f"{name}: {_type(hints[name])}")
    result = _results(hints.get("return", type(None)))
    if fails:
        result = f"Result<{result or '()'}, Error>"
    return f"({', '.join(params)})" + (f" -> {result}" if result else "")


def hints_of(function: Callable[..., Any]) -> list[Any]:
    """The annotations of the parameters that hold dataclasses, which values are fitted to; None for others."""
    hints = typing.get_type_hints(function)
    params = [hints.get(name) for name in inspect.signature(function).parameters]
    return [hint if _has_dataclass(hint) else None for hint in params]


def _has_dataclass(hint: Any) -> bool:
    return dataclasses.is_dataclass(hint) or any(_has_dataclass(arg) for arg in typing.get_args(hint))


def _results(hint: Any) -> str:
    if hint is None or hint is type(None):
        return ""
    if typing.get_origin(hint) is tuple:
        return f"({', '.join(_type(arg) for arg in typing.get_args(hint))})"
    return _type(hint)


def _type(hint: Any) -> str:
    if hint in _PLAIN:
        return _PLAIN[hint]
    if dataclasses.is_dataclass(hint) and isinstance(hint, type):
        hints = typing.get_type_hints(hint)
        fields = ", ".join(f"{f.name}: {_type(hints[f.name])}" for f in dataclasses.fields(hint))
        return f"{hint.__name__}{{{fields}}}"
    origin, args = typing.get_origin(hint), typing.get_args(hint)
    if origin is list:
        return f"Vec<{_type(args[0])}>"
    if origin is dict:
        return f"HashMap<{_type(args[0])}, {_type(args[1])}>"
    if origin is typing.Union or origin is types.UnionType:
        others = [arg for arg in args if arg is not type(None)]
        if len(others) == 1 and len(args) == 2:
            return f"Option<{_type(others[0])}>"
    raise TypeError(f"{hint!r} is no type that crosses: give the signature")
