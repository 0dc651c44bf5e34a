"""What is asked of Ray itself. It is imported when it is needed, and nothing of it is named in types."""

from __future__ import annotations

import importlib
import threading
from typing import Any


def ray() -> Any:
    """The package `ray`."""
    try:
        return importlib.import_module("ray")
    except ImportError as error:
        raise ImportError("purlin.ray needs Ray, which is not installed: pip install 'ray[data]'") from error


class Blocks:
    """The ids of the blocks that a worker runs: the task that Ray runs them in, and their number there.

    Ray gives a task that it runs again, after its worker has died, the id that it had before, and the same input: a
    block that comes again has its id again.
    """

    def __init__(self) -> None:
        self._task = ""
        self._number = 0

    def next(self) -> bytes:
        """The id of the block that comes now."""
        if threading.current_thread() is not threading.main_thread():
            raise RuntimeError("accounts need blocks in the worker's main thread, where Ray tells the task's id")
        task = ray().get_runtime_context().get_task_id()
        if task is None:
            raise RuntimeError("accounts need blocks of tasks of Ray")
        if task != self._task:
            self._task, self._number = task, 0
        self._number += 1
        return bytes.fromhex(task) + self._number.to_bytes(4, "big")
