"""Awaiting: calls that an event loop polls, and host functions that are coroutines."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Coroutine
from typing import Any

from ._purlin import Answer, Running


class _Polling(threading.local):
    """The event loop whose poll of a call this thread is in."""

    loop: asyncio.AbstractEventLoop | None = None


_polling = _Polling()
_lock = threading.Lock()
_background: asyncio.AbstractEventLoop | None = None


def drive(running: Running) -> Coroutine[Any, Any, Any]:
    """A coroutine that polls a call to its end. Dropping it before it has begun gives the isolate back too."""
    return _drive(running)


async def _drive(running: Running) -> Any:
    loop = asyncio.get_running_loop()
    try:
        while True:
            woken = asyncio.Event()
            _polling.loop = loop
            try:
                result = running.poll(lambda: loop.call_soon_threadsafe(woken.set))
            finally:
                _polling.loop = None
            if result is not None:
                return result[0]
            await woken.wait()
    finally:
        running.close()


def _loop() -> asyncio.AbstractEventLoop:
    """The event loop for coroutines of guests whose calls are not awaited: a thread's of its own."""
    global _background
    with _lock:
        if _background is None:
            _background = asyncio.new_event_loop()
            threading.Thread(target=_background.run_forever, name="purlin", daemon=True).start()
        return _background


def starter(function: Callable[..., Any]) -> Callable[..., Callable[[], object]]:
    """What begins a coroutine function for a guest, and returns what gives the coroutine up."""

    def start(answer: Answer, *args: Any) -> Callable[[], object]:
        async def work() -> None:
            try:
                result = await function(*args)
            except asyncio.CancelledError:
                raise
            except BaseException as error:
                answer.fail(error)
            else:
                answer.give(result)

        loop = _polling.loop
        if loop is None:
            return asyncio.run_coroutine_threadsafe(work(), _loop()).cancel
        task = loop.create_task(work())
        return lambda: loop.call_soon_threadsafe(task.cancel)

    return start
