"""The exceptions, by the kind of ending. Knows nothing of what ended."""

from __future__ import annotations


class Error(Exception):
    """What every exception of Purlin's is.

    >>> try:
    ...     purlin.Engine().compile("package main\\nfunc main() { missing() }")
    ... except purlin.Error as error:
    ...     print(error.kind, error, sep=": ")
    Compile: main.go:2:15: undefined: missing
    """

    #: The kind as a word.
    kind = "Error"
    #: What happened.
    message: str
    #: The guest's frames, innermost first; empty where no guest code ran.
    traceback: str
    #: All of it as a person reads it, with frames, or with lines and carets of a compilation.
    report: str

    def __init__(self, message: str = "", traceback: str = "", report: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.traceback = traceback
        self.report = report or message


class CompileError(Error):
    """The program does not compile: a line for each thing that is wrong."""

    kind = "Compile"


class GuestError(Error):
    """The guest's function returned an error. Raised by a host function, the guest gets it as an error."""

    kind = "GuestError"


class Busy(Error):
    """The isolate is in use: by another thread, by a call that is awaited, or by the host function's own caller."""

    kind = "Busy"


class Trap(Error):
    """An ending of a run that is no result."""

    kind = "Trap"


class Uncaught(Trap):
    """The guest panicked, and nothing recovered."""

    kind = "Uncaught"


class Exit(Trap):
    """The guest ended the program."""

    kind = "Exit"
    #: The code that the guest gave.
    exit_code: int

    def __init__(self, message: str = "", traceback: str = "", report: str = "") -> None:
        super().__init__(message, traceback, report)
        # Not of the class: exceptions of Ray's ask their cause only for what their classes do not have.
        self.exit_code = 0


class Deadlock(Trap):
    """No goroutine can ever run again."""

    kind = "Deadlock"


class OutOfGas(Trap):
    """The gas is used up: `refuel` and `resume`."""

    kind = "OutOfGas"


class AllocBytes(Trap):
    """The limit of bytes allocated in all is reached."""

    kind = "AllocBytes"


class CallDepth(Trap):
    """The limit of nested calls is reached."""

    kind = "CallDepth"


class OutOfMemory(Trap):
    """The memory limit is reached."""

    kind = "OutOfMemory"


class StackOverflow(Trap):
    """The limit of stack is reached."""

    kind = "StackOverflow"


class OutputLimit(Trap):
    """The limit of output is reached."""

    kind = "OutputLimit"


class Deadline(Trap):
    """The deadline has passed."""

    kind = "Deadline"


class Cancelled(Trap):
    """The host cancelled the isolate."""

    kind = "Cancelled"


class HostObjects(Trap):
    """The limit of the host's objects is reached."""

    kind = "HostObjects"


class HostError(Trap):
    """A host function failed, with its exception as the cause; or a value could not cross; or the call was wrong."""

    kind = "Host"


class StreamError(Trap):
    """A stream of the host's failed."""

    kind = "Io"


class InternalError(Trap):
    """A defect of Purlin."""

    kind = "Internal"


class RowError(Error):
    """A row of a batch failed: the guest panicked, or its function returned an error."""

    kind = "Row"
    #: The number of the row, from 0.
    row: int

    def __init__(self, message: str = "", traceback: str = "", report: str = "") -> None:
        super().__init__(message, traceback, report)
        self.row = 0


class ColumnsError(Error):
    """The columns are not what the function takes."""

    kind = "Columns"


_ENDINGS: list[type[Error]] = [CompileError, GuestError, Busy, RowError, ColumnsError]
_ENDINGS.extend(Trap.__subclasses__())
_KINDS: dict[str, type[Error]] = {ending.kind: ending for ending in _ENDINGS}

# So that they are reported by the names that programs use.
for _ending in [Error, Trap, *_ENDINGS]:
    _ending.__module__ = "purlin"


def make(kind: str, message: str, traceback: str, report: str, number: int) -> Error:
    """The exception of an ending."""
    error = _KINDS.get(kind, InternalError)(message, traceback, report)
    if isinstance(error, Exit):
        error.exit_code = number
    if isinstance(error, RowError):
        error.row = number
    return error
