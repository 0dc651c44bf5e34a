"""Modules and isolates that a process keeps, so that a program is compiled once. Knows nothing of Ray."""

from __future__ import annotations

import collections
import contextlib
import dataclasses
import hashlib
import importlib.metadata
import threading
from collections.abc import Iterator, Mapping

from ._engine import Engine
from ._purlin import Isolate, Module
from ._values import Limits

#: How many modules a process keeps; the one that was used least recently goes first.
MODULES = 64

#: Bytes that a run may print where the limits say nothing: what is printed is dropped, but lies in memory until then.
OUTPUT_BYTES = 1 << 20

_lock = threading.Lock()
_modules: collections.OrderedDict[str, Module] = collections.OrderedDict()


def version() -> str:
    """The version of the package, on which gas depends; "unknown" where the package is not installed as one."""
    try:
        return importlib.metadata.version("purlin")
    except importlib.metadata.PackageNotFoundError:
        return "unknown"


def files_of(source: str | Mapping[str, str]) -> dict[str, str]:
    """A program as files by name."""
    return {"main.go": source} if isinstance(source, str) else dict(source)


def digest_of(files: Mapping[str, str]) -> str:
    """The SHA-256 of a program: of the names and texts of its files, each with its length, in the order of names."""
    digest = hashlib.sha256()
    for name in sorted(files):
        for part in (name.encode(), files[name].encode()):
            digest.update(len(part).to_bytes(8, "little"))
            digest.update(part)
    return digest.hexdigest()


def module_of(digest: str, files: Mapping[str, str]) -> Module:
    """The module of a program, which is compiled if the process does not have it."""
    with _lock:
        if digest in _modules:
            _modules.move_to_end(digest)
            return _modules[digest]
    if digest_of(files) != digest:
        raise ValueError("the source text is not the one that its digest says")
    module = Engine().compile(files)
    with _lock:
        _modules[digest] = module
        while len(_modules) > MODULES:
            _modules.popitem(last=False)
    return module


def checked(limits: Limits) -> Limits:
    """Limits under which every run ends, and prints a bounded amount."""
    if limits.gas is None and limits.time_ms is None:
        raise ValueError("the limits have neither gas nor time_ms: a loop without end would hold its worker for ever")
    return limits if limits.output_bytes is not None else dataclasses.replace(limits, output_bytes=OUTPUT_BYTES)


class Isolates:
    """Isolates of one module with the same limits. One that was used is kept for the next run, unless its run failed."""

    def __init__(self, module: Module, limits: Limits) -> None:
        self.limits = limits
        self._module = module
        self._idle: list[Isolate] = []

    @contextlib.contextmanager
    def fresh(self, gas: int | None) -> Iterator[Isolate]:
        """An isolate in the state of a new one, with this limit of gas, and all of the time from now on."""
        try:
            isolate = self._idle.pop()
        except IndexError:
            isolate = self._module.isolate(self.limits)
        else:
            isolate.reset()
        isolate.set_limits(gas=gas, output_bytes=self.limits.output_bytes, time_ms=self.limits.time_ms)
        yield isolate
        isolate.take_output(), isolate.take_errors()
        self._idle.append(isolate)
