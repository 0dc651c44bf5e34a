"""Runs the cases of tests/bindings: see the README there. Knows no case."""

from __future__ import annotations

import asyncio
import json
import math
import sys
import threading
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import purlin


ROOT = Path(__file__).resolve().parents[3]


class Current(threading.local):
    """The isolate of this thread, and the function that it runs."""

    isolate: purlin.Isolate
    called: str


current = Current()


@dataclass
class Line:
    item: str
    n: int


def add_host(engine: purlin.Engine) -> None:
    host = "host/test"

    @engine.function(host)
    def add(a: int, b: int) -> int:
        purlin.charge(1)
        return a + b

    @engine.function(host, fails=True)
    def fail(text: str) -> int:
        raise purlin.GuestError(text)

    @engine.function(host)
    def end(text: str) -> None:
        raise ValueError(text)

    @engine.function(host)
    def echo(text: str) -> str:
        return text

    @engine.function(host)
    def same(data: bytes) -> bytes:
        return data

    @engine.function(host)
    def sum(numbers: list[float]) -> float:
        return math.fsum(numbers)

    @engine.function(host)
    def total(counts: dict[str, int]) -> int:
        return int(math.fsum(counts.values()))

    @engine.function(host)
    def maybe(n: int | None) -> int | None:
        return None if n is None else n + 1

    @engine.function(host)
    def pair(n: int) -> tuple[int, str]:
        return n, str(n)

    @engine.function(host)
    def bump(line: Line) -> Line:
        return Line(line.item, line.n + 1)

    @engine.function(host)
    def cancel() -> None:
        current.isolate.cancel()

    @engine.function(host)
    def reenter() -> str:
        try:
            current.isolate.call(current.called)
        except purlin.Error as error:
            return error.kind
        return "nothing"

    engine.function(host, "() -> i64", name="Wrong")(lambda: "no integer")

    @engine.function(host)
    async def later(n: int) -> int:
        await asyncio.sleep(0.001)
        return 2 * n

    @engine.function(host)
    async def never() -> int:
        await asyncio.sleep(3600)
        return 0


def value_of(data: Any) -> Any:
    """A value as the list of cases writes it."""
    if isinstance(data, list):
        return [value_of(part) for part in data]
    if not isinstance(data, dict):
        return data
    ((tag, content),) = data.items()
    if tag == "uint":
        return int(content)
    if tag == "float":
        return float(content)
    if tag == "bytes":
        return bytes.fromhex(content)
    if tag == "zeros":
        return bytes(content)
    if tag == "map":
        return {key: value_of(part) for key, part in content}
    assert tag == "struct", tag
    return purlin.Struct({name: value_of(part) for name, part in content})


def equal(a: Any, b: Any) -> bool:
    """Whether values are equal with their types, and NaN is NaN."""
    if isinstance(a, tuple):
        a = list(a)
    if type(a) is not type(b):
        return False
    if isinstance(a, list):
        return len(a) == len(b) and all(map(equal, a, b))
    if isinstance(a, dict):
        return a.keys() == b.keys() and all(equal(a[key], b[key]) for key in a)
    return bool(a == b or (a != a and b != b))


class Case:
    def __init__(self, data: dict[str, Any]) -> None:
        self.data = data
        self.failures: list[str] = []
        self.gas: int | None = None

    def wrong(self, step: Any, text: str) -> None:
        self.failures.append(f"{self.data['name']}: {json.dumps(step)[:200]}: {text}")

    def run(self) -> None:
        engine = purlin.Engine(tier=self.data.get("tier", "auto"))
        add_host(engine)
        expected = self.data.get("error")
        try:
            self.module = engine.compile(self.data["source"])
        except purlin.CompileError as error:
            if expected is None or expected not in error.message:
                self.wrong("compilation", error.report)
            return
        if expected is not None:
            self.wrong("compilation", "it compiles")
        self.fresh()
        for step in self.data["steps"]:
            self.step(step)

    def fresh(self) -> None:
        isolate = self.module.isolate(purlin.Limits(**self.data.get("limits", {})))
        current.isolate = isolate
        if "input" in self.data:
            isolate.set_input(self.data["input"].encode())
        if "args" in self.data:
            isolate.set_args(self.data["args"])
        for name, value in self.data.get("env", {}).items():
            isolate.set_env(name, value)
        if "folder" in self.data:
            folder = ROOT / self.data["folder"]
            isolate.allow_folder(folder)
            isolate.set_env("FOLDER", str(folder))

    def step(self, step: dict[str, Any]) -> None:
        isolate, what = current.isolate, step["do"]
        if what == "call":
            current.called = step["function"]
            self.outcome(step, lambda: self.call(step))
        elif what == "run":
            self.outcome(step, isolate.run)
        elif what == "resume":
            self.outcome(step, isolate.resume)
        elif what == "refuel":
            isolate.refuel(step["units"])
        elif what == "set_limits":
            isolate.set_limits(gas=step.get("gas"))
        elif what == "reset":
            isolate.reset()
        elif what == "fresh":
            self.fresh()
        elif what == "cancel":
            isolate.cancel()
        elif what == "clear":
            isolate.clear_cancellation()
        elif what in ("output", "errors"):
            written = isolate.take_output() if what == "output" else isolate.take_errors()
            if written.decode() != step["text"]:
                self.wrong(step, f"found {written!r}")
        elif what == "gas":
            used = isolate.stats().gas
            if used == 0 or self.gas not in (None, used):
                self.wrong(step, f"{self.gas} and {used}")
            self.gas = used
        elif what == "repeat":
            function = isolate.function(step["function"])
            for _ in range(step["times"]):
                last = function()
            if last != step["last"]:
                self.wrong(step, f"found {last}")
        elif what == "threads":
            self.threads(step)
        else:
            raise ValueError(what)

    def call(self, step: dict[str, Any]) -> Any:
        isolate, name = current.isolate, step["function"]
        args = [value_of(arg) for arg in step["args"]]
        timer = threading.Timer(step.get("cancel_after_ms", 0) / 1000, isolate.cancel)
        if "cancel_after_ms" in step:
            timer.start()

        async def awaited() -> Any:
            return await isolate.call_async(name, *args)

        if step.get("async"):
            return asyncio.run(awaited())
        # As a function that is bound, or by name.
        return isolate.function(name)(*args) if len(args) % 2 == 0 else isolate.call(name, *args)

    def outcome(self, step: dict[str, Any], run: Any) -> None:
        try:
            result = run()
        except purlin.Error as error:
            if error.kind != step.get("kind"):
                self.wrong(step, f"{error.kind}: {error.report}")
            elif step.get("text", "") not in error.message or step.get("traceback", "") not in error.traceback:
                self.wrong(step, f"{error.message}\n{error.traceback}")
            elif isinstance(error, purlin.Exit) and error.exit_code != step["exit"]:
                self.wrong(step, f"exit code {error.exit_code}")
            return
        if "kind" in step:
            self.wrong(step, f"no error, and the result {result!r}")
        elif not equal(result, value_of(step.get("result"))):
            self.wrong(step, f"the result {result!r}")

    def threads(self, step: dict[str, Any]) -> None:
        results: list[Any] = []

        def work() -> None:
            isolate = self.module.isolate()
            current.isolate = isolate
            args = [value_of(arg) for arg in step["args"]]
            results.extend(isolate.call(step["function"], *args) for _ in range(step["calls"]))

        threads = [threading.Thread(target=work) for _ in range(step["threads"])]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        if results != [step["result"]] * (step["threads"] * step["calls"]):
            self.wrong(step, "wrong results")


def main() -> int:
    text = (ROOT / "tests/bindings/cases.json").read_text(encoding="utf-8")
    cases = [Case(data) for data in json.loads(text)]
    started = time.monotonic()
    for case in cases:
        case.run()
    failures = [failure for case in cases for failure in case.failures]
    print("\n".join(failures), end="\n" if failures else "")
    print(f"Python: {len(cases)} cases, {len(failures)} failures, {time.monotonic() - started:.1f} s")
    return int(bool(failures) or not cases)


if __name__ == "__main__":
    sys.exit(main())
