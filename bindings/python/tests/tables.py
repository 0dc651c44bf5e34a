"""Tables: sequences as batches of columns, arguments of Python's, endings, limits, what is refused."""

from __future__ import annotations

import sys
import threading
import unittest
from typing import Any

import purlin

try:
    import pyarrow
except ImportError:
    pyarrow = None

TEXT = """package main

import (
	"errors"
	"iter"
	"strings"
)

type Word struct {
	Text   string
	At     int64
	Before *int64
}

func Words(text string) iter.Seq[Word] {
	return func(yield func(Word) bool) {
		var before *int64
		for n, word := range strings.Fields(text) {
			at := int64(n)
			if !yield(Word{word, at, before}) {
				return
			}
			before = &at
		}
	}
}

// Numbers has no end.
func Numbers(from int64) func(yield func(int64) bool) {
	return func(yield func(int64) bool) {
		for n := from; yield(n); n++ {
		}
	}
}

var calls int64

func Checked(what string, n *int64) (iter.Seq[int64], error) {
	calls++
	if what == "error" {
		return nil, errors.New("not this one")
	}
	return func(yield func(int64) bool) {
		yield(calls)
		if what == "panic" {
			panic("in the middle")
		}
		if n != nil {
			yield(*n)
		}
	}, nil
}

type All struct {
	Yes   bool
	Half  float64
	Raw   []byte
	Small int32
}

func Same(yes bool, half float64, raw []byte, small int32) iter.Seq[All] {
	return func(yield func(All) bool) { yield(All{yes, half, raw, small}) }
}

func Hungry(n int64) iter.Seq[string] {
	return func(yield func(string) bool) {
		for yield(strings.Repeat("x", int(n))) {
		}
	}
}

func Spin() iter.Seq[int64] {
	return func(yield func(int64) bool) { for {} }
}
func Plain(n int64) int64             { return n }
func Maps() iter.Seq[map[string]bool] { return nil }
func main()                           {}
"""


@unittest.skipIf(pyarrow is None, "pyarrow is not installed")
class Tables(unittest.TestCase):
    module = purlin.Engine().compile(TEXT)

    def setUp(self) -> None:
        self.isolate = self.module.isolate(purlin.Limits(gas=10_000_000, heap_bytes=64 << 20))

    def open(self, name: str, *arguments: Any, **options: Any) -> purlin.Rows:
        return self.module.table(name)(self.isolate, *arguments, **options)

    @staticmethod
    def lists(rows: purlin.Rows) -> list[list[list[Any]]]:
        """The columns of each batch."""
        return [[pyarrow.array(column).to_pylist() for column in batch.columns] for batch in rows]

    def test_fields_of_rows_are_columns(self) -> None:
        words = self.module.table("Words")
        self.assertEqual(words.columns, ["Text", "At", "Before"])
        rows = words(self.isolate, pyarrow.array(["to be or not be"]), batch_rows=2)
        self.assertEqual(rows.num_rows, 5)
        batches = [[["to", "be"], [0, 1], [None, 0]], [["or", "not"], [2, 3], [1, 2]], [["be"], [4], [3]]]
        self.assertEqual(self.lists(rows), batches)
        self.assertEqual((self.lists(rows), rows.num_rows), ([], 5))
        self.assertEqual(self.lists(words(self.isolate, "")), [])

    def test_the_schema_fits_the_batches(self) -> None:
        words = self.module.table("Words")
        schema = pyarrow.schema(words)
        self.assertEqual((schema.names, schema.field("Before").nullable), (words.columns, True))
        self.assertFalse(schema.field("At").nullable)
        (batch,) = words(self.isolate, "to be")
        self.assertEqual((len(batch.columns), batch.errors), (3, []))
        columns = [pyarrow.array(column) for column in batch.columns]
        record = pyarrow.RecordBatch.from_arrays(columns, schema=schema)
        self.assertEqual(record.to_pylist()[1], {"Text": "be", "At": 1, "Before": 0})

    def test_a_sequence_without_end_gives_the_most_rows(self) -> None:
        self.assertEqual(self.module.table("Numbers").columns, ["value"])
        self.assertEqual(self.lists(self.open("Numbers", 10, most=3)), [[[10, 11, 12]]])
        self.assertEqual(self.lists(self.open("Numbers", 10, most=0)), [])
        sizes = [len(batch.columns[0]) for batch in self.open("Numbers", 10, most=2500)]
        self.assertEqual(sizes, [1024, 1024, 452])
        with self.assertRaises(purlin.OutOfGas):
            self.open("Numbers", 10)
        self.assertEqual(self.open("Words", "a b").num_rows, 2)

    def test_arguments_are_arrays_or_scalars(self) -> None:
        small = pyarrow.array([7], pyarrow.int32())
        self.assertEqual(self.lists(self.open("Same", True, 0.5, b"x\0", small)), [[[True], [0.5], [b"x\0"], [7]]])
        self.assertEqual(self.lists(self.open("Same", False, -1.0, b"", small))[0][2], [b""])
        self.assertEqual(self.lists(self.open("Numbers", -(1 << 63), most=1)), [[[-(1 << 63)]]])
        others: list[Any] = [None, 1 << 63, [1], {}]
        for wrong in others:
            with self.assertRaisesRegex(TypeError, "argument 2: what is no bool"):
                self.open("Checked", "x", wrong)
        with self.assertRaises(TypeError):
            self.open("Checked", "x", object())
        with self.assertRaises(TypeError):
            self.open("Checked", "x", pyarrow.scalar(1))

    def test_arguments_may_be_null(self) -> None:
        null = pyarrow.array([None], pyarrow.int64())
        self.assertEqual(self.lists(self.open("Checked", "x", null)), [[[1]]])
        self.assertEqual(self.lists(self.open("Checked", "x", 9)), [[[1, 9]]])
        rows = self.open("Checked", pyarrow.array([None], pyarrow.string()), 9)
        self.assertEqual((self.lists(rows), rows.num_rows), ([], 0))

    def test_errors_and_panics_are_those_of_row_0(self) -> None:
        with self.assertRaises(purlin.RowError) as raised:
            self.open("Checked", "error", 1)
        self.assertEqual((raised.exception.row, str(raised.exception)), (0, "row 0: not this one"))
        with self.assertRaises(purlin.RowError) as raised:
            self.open("Checked", "panic", 1)
        self.assertIn("in the middle", raised.exception.message)
        self.assertIn("main.go:", raised.exception.traceback)

    def test_gas_counts_from_opening(self) -> None:
        rows = self.open("Words", "to be or not", batch_rows=3)
        opened = rows.gas
        self.assertEqual(opened, self.isolate.stats().gas)
        gas = [batch.gas for batch in rows]
        self.assertTrue(opened > 0 and all(units > 0 for units in gas))
        self.assertEqual((opened + sum(gas), rows.gas), (rows.gas, self.isolate.stats().gas))

    def test_rows_that_a_limit_has_kept_are_given_later(self) -> None:
        rows = self.open("Numbers", 0, most=2000, batch_rows=2000)
        self.isolate.set_limits(gas=10)
        for _ in range(2):
            with self.assertRaises(purlin.OutOfGas):
                next(rows)
        self.isolate.refuel(1_000_000)
        self.assertEqual(self.lists(rows), [[list(range(2000))]])

    def test_rows_count_against_memory(self) -> None:
        self.isolate = self.module.isolate(purlin.Limits(gas=10_000_000_000, heap_bytes=64 << 20))
        with self.assertRaises(purlin.OutOfMemory):
            self.open("Hungry", 1 << 20)
        self.assertEqual(self.open("Hungry", 1 << 20, most=10).num_rows, 10)
        # What is released, or was given to the last batch, is there no longer.
        for _ in range(5):
            rows = self.open("Hungry", 1 << 20, most=20, keep_state=True, batch_rows=5)
            self.assertEqual(len(next(rows).columns[0]), 5)
            rows.release()
            self.assertEqual((list(rows), rows.num_rows), ([], 20))
        for _ in range(5):
            rows = self.open("Hungry", 1 << 20, most=20, keep_state=True, batch_rows=5)
            self.assertEqual(len(list(rows)), 4)

    def test_state(self) -> None:
        for _ in range(2):
            self.assertEqual(self.lists(self.open("Checked", "x", 0)), [[[1, 0]]])
        second = self.open("Checked", "x", 7, keep_state=True)
        third = self.open("Checked", "x", 8, keep_state=True)
        self.assertEqual((self.lists(third), self.lists(second)), ([[[3, 8]]], [[[2, 7]]]))

    def test_rows_are_gone_after_a_reset(self) -> None:
        first = self.open("Numbers", 0, most=5, batch_rows=2)
        next(first)
        second = self.open("Numbers", 100, most=2)
        for _ in range(2):
            with self.assertRaisesRegex(purlin.HostError, "reset"):
                next(first)
        first.release()
        self.assertEqual(self.lists(second), [[[100, 101]]])
        third = self.open("Numbers", 0, most=5)
        self.isolate.reset()
        with self.assertRaisesRegex(purlin.HostError, "reset"):
            next(third)
        self.assertEqual(third.num_rows, 5)

    def test_batches_outlive_the_isolate_and_rows_keep_it(self) -> None:
        module = purlin.Engine().compile(TEXT)
        rows = module.table("Words")(module.isolate(), "to be or not", batch_rows=2)
        del module
        batches = list(rows)
        del rows
        self.assertEqual(pyarrow.array(batches[1].columns[0]).to_pylist(), ["or", "not"])

    def test_what_is_refused(self) -> None:
        for name in ("Plain", "Missing"):
            with self.assertRaisesRegex(ValueError, f"{name} is no exported function"):
                self.module.table(name)
        with self.assertRaisesRegex(ValueError, "which is no column"):
            self.module.table("Maps")
        with self.assertRaisesRegex(ValueError, "there are 1 results, not 2"):
            self.module.table("Numbers", columns=[pyarrow.int64(), pyarrow.int64()])
        with self.assertRaisesRegex(ValueError, "batch_rows is 1 or more"):
            self.open("Words", "a", batch_rows=0)
        for arguments, why in (
            ((), "takes 1 arguments and was called with 0"),
            (("a", "b"), "takes 1 arguments and was called with 2"),
            ((pyarrow.array(["a", "b"]),), "argument 1 of Words has 2 rows, and not one"),
            ((1,), "Int64 where the function takes Utf8"),
        ):
            with self.assertRaisesRegex(purlin.ColumnsError, why):
                self.open("Words", *arguments)
        with self.assertRaises(purlin.Error):
            purlin.Engine().compile(TEXT).table("Words")(self.isolate, "a")
        with self.assertRaises(OverflowError):
            self.open("Numbers", 0, most=-1)

    def test_a_call_is_cancelled_from_another_thread(self) -> None:
        isolate, done = self.module.isolate(), threading.Event()

        def cancel() -> None:
            # What is cancelled before the call has begun is forgotten, as the call resets the isolate.
            while not done.wait(0.05):
                isolate.cancel()

        thread = threading.Thread(target=cancel)
        thread.start()
        with self.assertRaises(purlin.Cancelled):
            self.module.table("Spin")(isolate)
        done.set()
        thread.join()
        self.assertEqual(self.lists(self.module.table("Words")(isolate, "a b"))[0][0], ["a", "b"])

    def test_rows_are_refused_while_their_isolate_is_in_use(self) -> None:
        engine = purlin.Engine()
        seen: list[Any] = []

        @engine.function("host/test")
        def look() -> None:
            seen.append((rows.num_rows, rows.gas > 0))
            with self.assertRaises(purlin.Busy):
                next(rows)

        text = TEXT.replace('"errors"', '"errors"\n\t"host/test"').replace("return n }", "test.Look(); return n }")
        module = engine.compile(text)
        isolate = module.isolate()
        rows = module.table("Words")(isolate, "a b")
        isolate.call("Plain", 1)
        self.assertEqual((seen, self.lists(rows)[0][1]), ([(2, True)], [0, 1]))

    def test_threads(self) -> None:
        numbers, results = self.module.table("Numbers"), []

        def work() -> None:
            isolate = self.module.isolate()
            for _ in range(20):
                batches = list(numbers(isolate, 1, most=300, batch_rows=100))
                results.append(pyarrow.array(batches[2].columns[0])[99].as_py())

        threads = [threading.Thread(target=work) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(results, [300] * 80)


if __name__ == "__main__":
    if pyarrow is None:
        print("tables: SKIPPED, pyarrow is not installed", file=sys.stderr)
    program = unittest.main(exit=False, verbosity=0)
    sys.exit(not program.result.wasSuccessful())
