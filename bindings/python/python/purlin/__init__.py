"""Runs other people's source code inside your program: metered, bounded, deterministic, near native speed.

>>> text = "package main\\nfunc Add(a, b int64) int64 { return a + b }\\nfunc main() {}"
>>> module = purlin.Engine().compile(text)
>>> isolate = module.isolate(purlin.Limits(gas=1_000_000))
>>> isolate.call("Add", 40, 2)
42

An `Engine` holds what is configured once, a `Module` is a compiled program, an `Isolate` is one running instance
of it. The guide is `docs/embedding.md` in the repository.
"""

from ._engine import Engine
from ._errors import (
    AllocBytes,
    Busy,
    CallDepth,
    Cancelled,
    ColumnsError,
    CompileError,
    Deadline,
    Deadlock,
    Error,
    Exit,
    GuestError,
    HostError,
    HostObjects,
    InternalError,
    OutOfGas,
    OutOfMemory,
    OutputLimit,
    RowError,
    StackOverflow,
    StreamError,
    Trap,
    Uncaught,
)
from ._purlin import Aggregate, Batch, Column, Columnar, Function, Isolate, Module, Rows, States, Table, charge
from ._values import Limits, Stats, Struct, fit

__all__ = [
    "Aggregate",
    "AllocBytes",
    "Batch",
    "Busy",
    "CallDepth",
    "Cancelled",
    "Column",
    "Columnar",
    "ColumnsError",
    "CompileError",
    "Deadline",
    "Deadlock",
    "Engine",
    "Error",
    "Exit",
    "Function",
    "GuestError",
    "HostError",
    "HostObjects",
    "InternalError",
    "Isolate",
    "Limits",
    "Module",
    "OutOfGas",
    "OutOfMemory",
    "OutputLimit",
    "RowError",
    "Rows",
    "StackOverflow",
    "States",
    "Stats",
    "StreamError",
    "Struct",
    "Table",
    "Trap",
    "Uncaught",
    "charge",
    "fit",
]
