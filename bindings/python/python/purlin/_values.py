"""Limits, counters, and structures of the guest's. Knows nothing of isolates."""

from __future__ import annotations

import dataclasses
import types
import typing
from typing import Any, TypeVar

T = TypeVar("T")


@dataclasses.dataclass(frozen=True, kw_only=True)
class Limits:
    """What an isolate may use. None is no limit, but for the sizes of memory and stack, where it is the default.

    >>> purlin.Limits(gas=1_000_000).gas
    1000000
    """

    #: Units of gas.
    gas: int | None = None
    #: Bytes ever allocated.
    alloc_bytes: int | None = None
    #: Bytes of memory at once, stacks included; 1 GiB by default.
    heap_bytes: int | None = None
    #: Bytes of stack of one goroutine; 256 MiB by default.
    stack_bytes: int | None = None
    #: Calls that may be nested.
    call_depth: int | None = None
    #: Bytes of output.
    output_bytes: int | None = None
    #: Milliseconds by the clock, from when the isolate is made.
    time_ms: int | None = None


@dataclasses.dataclass(frozen=True, kw_only=True)
class Stats:
    """What an isolate has used since it was made or reset."""

    #: Units of gas.
    gas: int
    #: Bytes allocated in all.
    alloc_bytes: int
    #: Bytes written.
    output_bytes: int
    #: Goroutines started.
    fibers: int


class Struct(dict[str, Any]):
    """A structure of the guest's: a dict of its fields, which are attributes too, in the guest's style or Python's.

    >>> line = purlin.Struct(Item="pen", UnitPrice=120)
    >>> line["UnitPrice"], line.unit_price
    (120, 120)
    """

    def __getattr__(self, name: str) -> Any:
        if name in self:
            return self[name]
        wanted = _plain(name)
        for field, value in self.items():
            if _plain(field) == wanted:
                return value
        raise AttributeError(f"the structure has no field {name} (it has {', '.join(self)})")


def _plain(name: str) -> str:
    return name.replace("_", "").lower()


def fit(value: Any, to: type[T]) -> T:
    """A value of the guest's as a type of Python's: dataclasses, and lists, tuples, dicts and optionals of them.

    >>> from dataclasses import dataclass
    >>> @dataclass
    ... class Line:
    ...     item: str
    ...     unit_price: int
    >>> fit(purlin.Struct(Item="pen", UnitPrice=120), Line)
    Line(item='pen', unit_price=120)
    """
    return typing.cast(T, _fit(value, to))


def _fit(value: Any, to: Any) -> Any:
    if dataclasses.is_dataclass(to) and isinstance(to, type):
        if not isinstance(value, Struct):
            raise TypeError(f"{value!r} is no structure for {to.__name__}")
        hints = typing.get_type_hints(to)
        names = [field.name for field in dataclasses.fields(to) if field.init]
        return to(**{name: _fit(getattr(value, name), hints[name]) for name in names})
    origin, args = typing.get_origin(to), typing.get_args(to)
    if value is None or not args:
        return value
    if origin is list:
        return [_fit(part, args[0]) for part in value]
    if origin is tuple:
        return tuple(_fit(part, arg) for part, arg in zip(value, args, strict=True))
    if origin is dict:
        return {_fit(key, args[0]): _fit(part, args[1]) for key, part in value.items()}
    if origin is typing.Union or origin is types.UnionType:
        return _fit(value, next(arg for arg in args if arg is not type(None)))
    return value


for _class in (Limits, Stats, Struct):
    _class.__module__ = "purlin"
