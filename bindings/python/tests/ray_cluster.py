"""A cluster of Ray on this machine for tests and figures, and the death of its workers."""

from __future__ import annotations

import contextlib
import importlib
import logging
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

try:
    ray: Any = importlib.import_module("ray")
    data: Any = importlib.import_module("ray.data")
except ImportError:
    ray = data = None


@contextlib.contextmanager
def cluster(cpus: int) -> Iterator[None]:
    """Ray with so many processors, which it does not compare with those of the machine."""
    os.environ.setdefault("RAY_AUTH_MODE", "disabled")
    options = {"include_dashboard": False, "log_to_driver": False, "logging_level": logging.ERROR}
    ray.init(num_cpus=cpus, object_store_memory=1 << 30, **options)
    context = data.DataContext.get_current()
    context.enable_progress_bars = False
    context.print_on_execution_start = False
    for name in ("ray.data", "ray"):
        logging.getLogger(name).setLevel(logging.CRITICAL)
    try:
        yield
    finally:
        ray.shutdown()


def _parents() -> dict[int, tuple[int, bytes]]:
    """The parent and the title of each process."""
    found = {}
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            with contextlib.suppress(OSError):
                parent = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
                found[int(folder.name)] = (parent, (folder / "cmdline").read_bytes())
    return found


def actors(title: str) -> list[int]:
    """The processes of actors of this title that descend from this process, and from no other cluster."""
    all_of_them = _parents()

    def is_ours(pid: int) -> bool:
        while pid in all_of_them:
            pid = all_of_them[pid][0]
            if pid == os.getpid():
                return True
        return False

    prefix = f"ray::{title}".encode()
    return [pid for pid, (_, line) in all_of_them.items() if line.startswith(prefix) and is_ours(pid)]


class Killer:
    """Kills a worker every so many seconds while the block runs, one after the other."""

    def __init__(self, title: str, seconds: float, most: int = 1 << 30) -> None:
        self.kills = 0
        self._title, self._seconds, self._most = title, seconds, most
        self._done = threading.Event()
        self._thread = threading.Thread(target=self._work)

    def _work(self) -> None:
        while not self._done.wait(self._seconds) and self.kills < self._most:
            pids = sorted(actors(self._title))
            if pids:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pids[self.kills % len(pids)], signal.SIGKILL)
                    self.kills += 1

    def __enter__(self) -> Killer:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._done.set()
        self._thread.join()


def seconds(work: Callable[[], object]) -> float:
    """How long it takes by the clock."""
    begun = time.perf_counter()
    work()
    return time.perf_counter() - begun
