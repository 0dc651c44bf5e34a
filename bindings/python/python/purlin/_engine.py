"""Engines: what is configured once, host functions, compilation."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Mapping
from typing import Any, Literal, TypeVar

from . import _asyncio
from ._purlin import CoreEngine, Module
from ._signature import hints_of, signature_of
from ._values import _fit

F = TypeVar("F", bound=Callable[..., Any])


class Engine:
    """Compiles programs, and holds the functions that they get from the host.

    >>> engine = purlin.Engine()
    >>> @engine.function("host/stock")
    ... def price(item: str, n: int) -> float:
    ...     return n * 0.5
    >>> module = engine.compile('''
    ... package main
    ... import "host/stock"
    ... func Quote(item string) float64 { return stock.Price(item, 3) }
    ... func main() {}
    ... ''')
    >>> module.isolate().call("Quote", "pen")
    1.5
    """

    def __init__(
        self,
        *,
        tier: Literal["auto", "interp", "native"] = "auto",
        races: bool = False,
        compile_bytes: int | None = None,
    ) -> None:
        """Takes the tier, whether data races are looked for, and how many bytes a compilation may take."""
        self._core = CoreEngine(tier, races, compile_bytes)

    def compile(self, source: str | Mapping[str, str], name: str = "main.go") -> Module:
        """Compiles a program: a text, or files by name. The ending of the name tells the language.

        >>> purlin.Engine().compile({
        ...     "go.mod": "module example.com/m\\n",
        ...     "main.go": 'package main\\nimport "example.com/m/two"\\nfunc F() int { return two.Two }\\nfunc main() {}',
        ...     "two/two.go": "package two\\nconst Two = 2",
        ... }).isolate().call("F")
        2
        """
        files = [(name, source)] if isinstance(source, str) else list(source.items())
        return self._core.compile(files)

    def function(
        self, package: str, signature: str | None = None, *, name: str | None = None, fails: bool = False
    ) -> Callable[[F], F]:
        """Makes a Python function one of a host package, which guests import; coroutine functions too.

        Types come from the annotations, or from a signature such as `(item: String, n: i64) -> Result<f64, Error>`.
        The guest's name is that of the function, as `UnitPrice` for `unit_price`, or the one that is given. A function
        that `fails` has an error as its last result, which raising a `GuestError` gives; any other exception
        ends the guest's run with a `HostError` whose cause it is.

        >>> engine = purlin.Engine()
        >>> @engine.function("host/stock", fails=True)
        ... def count(item: str) -> int:
        ...     raise purlin.GuestError(f"no {item}")
        >>> text = 'package main\\nimport "host/stock"\\nfunc F() (int64, error) { return stock.Count("ink") }\\nfunc main() {}'
        >>> engine.compile(text).isolate().call("F")
        Traceback (most recent call last):
        ...
        purlin.GuestError: no ink
        """

        def add(function: F) -> F:
            types = signature or signature_of(function, fails)
            guest_name = name or "".join(part[:1].upper() + part[1:] for part in function.__name__.split("_"))
            fitted = _fitted(function) if signature is None else function
            is_async = inspect.iscoroutinefunction(function)
            callable_ = _asyncio.starter(fitted) if is_async else fitted
            self._core.add_function(package, guest_name, types, callable_, is_async)
            return function

        return add


def _fitted(function: Callable[..., Any]) -> Callable[..., Any]:
    """The function, with dataclasses where its annotations have them."""
    hints = hints_of(function)
    if not any(hints):
        return function

    @functools.wraps(function)
    def call(*args: Any) -> Any:
        return function(*[arg if hint is None else _fit(arg, hint) for arg, hint in zip(args, hints, strict=True)])

    return call


Engine.__module__ = "purlin"
