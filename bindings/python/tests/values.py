"""What the shared cases cannot say: dataclasses, numpy, causes of exceptions, awaiting, other threads."""

from __future__ import annotations

import asyncio
import gc
import sys
import threading
import unittest
from dataclasses import dataclass, field

import purlin

try:
    import numpy
except ImportError:
    numpy = None  # type: ignore[assignment]

TEXT = """package main

import "errors"

type Line struct {
	Item      string
	UnitPrice int64
}
type Point struct{ X, Y int64 }

func Total(lines []Line) (t int64) {
	for _, l := range lines {
		t += l.UnitPrice
	}
	return
}
func First(lines []Line) Line { return lines[0] }
func Grid() map[Point]string  { return map[Point]string{{1, 2}: "a"} }
func Sum(l []float64) (s float64) {
	for _, f := range l {
		s += f
	}
	return
}
func Size(b []byte) int        { return len(b) }
func Same(n int64) int64       { return n }
func Count(n int64) (c int64) {
	for range n {
		c++
	}
	return
}
func Narrow(n uint8, b bool) uint8 { return n }
func Half(f float64) float64   { return f / 2 }
func Odd(n int64) error {
	if n%2 != 0 {
		return errors.New("odd")
	}
	return nil
}
func Spin() {
	for {
	}
}
func main() {}
"""


@dataclass
class Line:
    item: str
    unit_price: int
    tags: list[str] = field(default_factory=list, init=False)


@dataclass
class Plain:
    item: str
    unit_price: int


class Values(unittest.TestCase):
    def setUp(self) -> None:
        self.isolate = purlin.Engine().compile(TEXT).isolate()

    def test_dataclasses_cross_and_come_back(self) -> None:
        lines = [Plain("pen", 120), Plain("ink", 3)]
        self.assertEqual(self.isolate.call("Total", lines), 123)
        first = self.isolate.call("First", lines)
        self.assertEqual((first.item, first.unit_price, first["UnitPrice"]), ("pen", 120, 120))
        self.assertEqual(purlin.fit(first, Plain), lines[0])
        with self.assertRaisesRegex(AttributeError, "no field colour"):
            first.colour

    def test_a_dataclass_with_another_field_does_not_cross(self) -> None:
        with self.assertRaisesRegex(purlin.HostError, "no field for tags"):
            self.isolate.call("Total", [Line("pen", 1)])

    def test_structures_as_keys_are_tuples(self) -> None:
        self.assertEqual(self.isolate.call("Grid"), {(1, 2): "a"})

    def test_bytes_of_all_kinds(self) -> None:
        for given in (b"abc", bytearray(b"abc"), memoryview(b"abc")):
            self.assertEqual(self.isolate.call("Size", given), 3)

    def test_what_does_not_cross(self) -> None:
        with self.assertRaisesRegex(TypeError, "object of type object"):
            self.isolate.call("Same", object())
        with self.assertRaises(OverflowError):
            self.isolate.call("Same", 1 << 64)
        circle: list[object] = []
        circle.append(circle)
        with self.assertRaisesRegex(ValueError, "nested deeper"):
            self.isolate.call("Same", circle)
        with self.assertRaises(UnicodeEncodeError):
            self.isolate.call("Same", "\ud800")

    def test_words_are_checked_as_values_are(self) -> None:
        narrow, same = self.isolate.function("Narrow"), self.isolate.function("Same")
        self.assertEqual(narrow(255, True), 255)
        for wrong in [(256, True), (-1, True), (1.0, True), (1, 1), ("1", True)]:
            with self.assertRaises(purlin.HostError):
                narrow(*wrong)
        for args in [(), (1, 2)]:
            with self.assertRaisesRegex(purlin.HostError, "takes 1 argument"):
                same(*args)
        with self.assertRaises(TypeError):
            same(n=1)  # type: ignore[call-arg]
        with self.assertRaises(purlin.HostError):
            same(True)

    @unittest.skipIf(numpy is None, "there is no numpy")
    def test_numpy(self) -> None:
        self.assertEqual(self.isolate.function("Same")(numpy.int32(7)), 7)
        self.assertEqual(self.isolate.function("Half")(numpy.float64(3)), 1.5)
        self.assertEqual(self.isolate.function("Half")(numpy.float32(3)), 1.5)
        self.assertEqual(self.isolate.function("Narrow")(numpy.uint8(7), numpy.bool_(True)), 7)
        self.assertEqual(self.isolate.call("Sum", numpy.array([0.5, 1.0])), 1.5)

    def test_an_error_of_the_guest_by_a_bound_function(self) -> None:
        odd = self.isolate.function("Odd")
        self.assertIsNone(odd(2))
        with self.assertRaisesRegex(purlin.GuestError, "odd"):
            odd(1)

    def test_a_bound_function_resumes_where_its_gas_ended(self) -> None:
        isolate = purlin.Engine().compile(TEXT).isolate(purlin.Limits(gas=1_000))
        with self.assertRaises(purlin.OutOfGas):
            isolate.function("Count")(10_000)
        isolate.refuel(1_000_000)
        self.assertEqual(isolate.resume(), 10_000)

    def test_functions_outlive_what_made_them(self) -> None:
        same = purlin.Engine().compile(TEXT).isolate().function("Same")
        gc.collect()
        self.assertEqual(same(3), 3)
        self.assertEqual((same.__name__, same.signature), ("Same", "func(int64) int64"))


class Hosts(unittest.TestCase):
    def test_an_exception_is_the_cause(self) -> None:
        engine = purlin.Engine()

        @engine.function("host/x")
        def fail() -> None:
            raise KeyError("price")

        text = 'package main\nimport "host/x"\nfunc F() { x.Fail() }\nfunc main() {}'
        with self.assertRaisesRegex(purlin.HostError, "KeyError: 'price'") as raised:
            engine.compile(text).isolate().call("F")
        self.assertIsInstance(raised.exception.__cause__, KeyError)
        self.assertIn("main.F", raised.exception.traceback)

    def test_a_host_function_may_use_other_isolates_and_charges_its_own(self) -> None:
        engine = purlin.Engine()
        other = purlin.Engine().compile(TEXT).isolate()

        @engine.function("host/x")
        def ask(n: int) -> int:
            purlin.charge(1_000_000)
            return int(other.call("Same", n))

        text = 'package main\nimport "host/x"\nfunc F() int64 { return x.Ask(5) }\nfunc main() {}'
        isolate = engine.compile(text).isolate(purlin.Limits(gas=5_000_000))
        self.assertEqual(isolate.call("F"), 5)
        self.assertGreater(isolate.stats().gas, 1_000_000)
        self.assertLess(other.stats().gas, 100_000)

    def test_signatures(self) -> None:
        engine = purlin.Engine()
        with self.assertRaisesRegex(TypeError, "no annotation"):
            engine.function("host/x")(lambda a: a)
        with self.assertRaisesRegex(ValueError, "signature, byte"):
            engine.function("host/x", "(i64")(lambda a: a)


class Awaiting(unittest.TestCase):
    def setUp(self) -> None:
        self.module = purlin.Engine().compile(TEXT)

    def test_the_loop_goes_on(self) -> None:
        isolate = self.module.isolate()
        turns = 0

        async def main() -> None:
            nonlocal turns
            spinning = asyncio.create_task(isolate.call_async("Spin"))
            for turns in range(20):
                await asyncio.sleep(0)
            with self.assertRaises(purlin.Busy):
                isolate.call("Same", 1)
            isolate.cancel()
            with self.assertRaises(purlin.Cancelled):
                await spinning

        asyncio.run(main())
        self.assertEqual(turns, 19)
        isolate.clear_cancellation()
        self.assertEqual(isolate.call("Same", 1), 1)

    def test_a_task_that_is_cancelled_gives_the_isolate_back(self) -> None:
        isolate = self.module.isolate()

        async def main() -> None:
            with self.assertRaises(asyncio.TimeoutError):
                await asyncio.wait_for(isolate.call_async("Spin"), 0.05)

        asyncio.run(main())
        self.assertEqual(isolate.call("Same", 1), 1)

    def test_a_coroutine_that_never_began_gives_the_isolate_back(self) -> None:
        isolate = self.module.isolate()
        isolate.call_async("Same", 1).close()
        gc.collect()
        self.assertEqual(isolate.call("Same", 1), 1)

    def test_a_coroutine_that_is_not_wanted_is_cancelled(self) -> None:
        engine = purlin.Engine()
        cancelled = False

        @engine.function("host/x")
        async def wait() -> None:
            nonlocal cancelled
            try:
                await asyncio.sleep(3600)
            except asyncio.CancelledError:
                cancelled = True
                raise

        text = 'package main\nimport "host/x"\nfunc F() { x.Wait() }\nfunc main() {}'
        isolate = engine.compile(text).isolate()

        async def main() -> None:
            with self.assertRaises(asyncio.TimeoutError):
                await asyncio.wait_for(isolate.call_async("F"), 0.05)
            await asyncio.sleep(0.01)

        asyncio.run(main())
        self.assertTrue(cancelled)

    def test_an_exception_of_a_coroutine(self) -> None:
        engine = purlin.Engine()

        @engine.function("host/x")
        async def fail(n: int) -> int:
            await asyncio.sleep(0)
            raise RuntimeError("late")

        text = 'package main\nimport "host/x"\nfunc F() int64 { return x.Fail(1) }\nfunc main() {}'
        isolate = engine.compile(text).isolate()
        with self.assertRaisesRegex(purlin.HostError, "RuntimeError: late"):
            asyncio.run(isolate.call_async("F"))
        with self.assertRaisesRegex(purlin.HostError, "RuntimeError: late"):
            isolate.call("F")


class Threads(unittest.TestCase):
    def test_other_threads_run_meanwhile_and_may_cancel(self) -> None:
        isolate = purlin.Engine().compile(TEXT).isolate()
        seen: list[str] = []

        def watch() -> None:
            try:
                while True:
                    isolate.call("Same", 1)
            except purlin.Busy as busy:
                seen.append(busy.kind)
            isolate.cancel()

        thread = threading.Thread(target=watch)
        thread.start()
        while thread.is_alive():
            try:
                isolate.call("Spin")
            except purlin.Cancelled:
                break
            except purlin.Busy:
                continue
        thread.join()
        self.assertEqual(seen, ["Busy"])

    def test_many_threads_await_and_call(self) -> None:
        module = purlin.Engine().compile(TEXT)
        wrong: list[object] = []

        def work() -> None:
            isolate = module.isolate()
            for n in range(50):
                if isolate.call("Same", n) != n or asyncio.run(isolate.call_async("Same", n)) != n:
                    wrong.append(n)

        threads = [threading.Thread(target=work) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(wrong, [])


if __name__ == "__main__":
    if numpy is None:
        print("values: numpy SKIPPED, it is not installed", file=sys.stderr)
    unittest.main()
