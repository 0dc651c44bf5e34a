"""Functions over columns: arrays in and out by Arrow's C data interface."""

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
	"strings"
)

type Line struct {
	Item      string
	UnitPrice int64
}

var calls int64

func Price(sku string, n int64, discount *int64) (int64, string, error) {
	if n <= 0 {
		return 0, "", errors.New("how many?")
	}
	total := 120 * n
	if strings.HasPrefix(sku, "BULK-") {
		total -= total / 10
	}
	if discount != nil {
		total -= *discount
	}
	return total, sku[:4], nil
}
func Total(line Line, n int64) int64  { return line.UnitPrice * n }
func Sum(list []float64) (s float64) {
	for _, x := range list {
		s += x
	}
	return
}
func Upper(s string) string           { return strings.ToUpper(s) }
func Raw(b []byte) []byte             { return append(b, 0) }
func Both(a, b bool) bool             { return a && b }
func Count(n int64) int64             { calls++; return calls + n }
func Spin(n int64) int64              { for {} }
func Take(m map[string]bool) int64    { return 0 }
func Deep(n int64) int64              { return Deep(n + 1) }
func main()                           {}
"""


@unittest.skipIf(pyarrow is None, "pyarrow is not installed")
class Columns(unittest.TestCase):
    module = purlin.Engine().compile(TEXT)

    def setUp(self) -> None:
        limits = purlin.Limits(gas=10_000_000, heap_bytes=64 << 20, stack_bytes=1 << 20)
        self.isolate = self.module.isolate(limits)

    def call(self, name: str, *columns: Any, **options: Any) -> Any:
        batch = self.module.columnar(name)(self.isolate, *(pyarrow.array(c) for c in columns), **options)
        lists = [pyarrow.array(column).to_pylist() for column in batch.columns]
        return lists[0] if len(lists) == 1 else lists

    def test_types(self) -> None:
        self.assertEqual(self.call("Upper", ["a", None, "ä€😀"]), ["A", None, "Ä€😀"])
        self.assertEqual(self.call("Raw", [b"x", b"", None]), [b"x\0", b"\0", None])
        self.assertEqual(self.call("Both", [True, True, None], [True, False, True]), [True, False, None])
        self.assertEqual(self.call("Sum", [[1.5, 2.5], [], None]), [4.0, 0.0, None])
        lines = [{"item": "pen", "unit_price": 3}, {"item": "ink", "unit_price": 5}]
        self.assertEqual(self.call("Total", lines, [2, 10]), [6, 50])

    def test_bad_rows(self) -> None:
        price = self.module.columnar("Price")
        self.assertEqual(len(price), 2)
        columns = [pyarrow.array(c) for c in (["BULK-1", "ITEM", "ITEM", "X"], [10, None, 0, 1])]
        columns.append(pyarrow.array([80, None, None, None], pyarrow.int64()))
        batch = price(self.isolate, *columns, bad_rows="collect")
        self.assertEqual(pyarrow.array(batch.columns[0]).to_pylist(), [1000, None, None, None])
        self.assertEqual(pyarrow.array(batch.columns[1]).to_pylist(), ["BULK", None, None, None])
        self.assertEqual(batch.errors[0], (2, "how many?"))
        self.assertIn("slice bounds out of range", batch.errors[1][1])
        self.assertEqual(price(self.isolate, *columns, bad_rows="null").errors, [])
        with self.assertRaises(purlin.RowError) as raised:
            price(self.isolate, *columns)
        self.assertEqual((raised.exception.row, str(raised.exception)), (2, "row 2: how many?"))
        with self.assertRaises(purlin.RowError) as raised:
            price(self.isolate, *(column.slice(3) for column in columns))
        self.assertEqual(raised.exception.row, 0)
        self.assertIn("main.Price(...)\n\tmain.go:", raised.exception.traceback)

    def test_results_outlive_the_isolate(self) -> None:
        module = purlin.Engine().compile(TEXT)
        (column,) = module.columnar("Upper")(module.isolate(), pyarrow.array(["abc"] * 1000)).columns
        del module
        self.assertEqual(len(column), 1000)
        self.assertEqual(pyarrow.array(column).to_pylist(), ["ABC"] * 1000)
        self.assertEqual(pyarrow.array(column, pyarrow.large_string()).type, pyarrow.large_string())

    def test_parts_of_arrays(self) -> None:
        whole = pyarrow.array(["no", "a", "b", "no"])
        batch = self.module.columnar("Upper")(self.isolate, whole.slice(1, 2))
        self.assertEqual(pyarrow.array(batch.columns[0]).to_pylist(), ["A", "B"])
        self.assertEqual(self.call("Upper", pyarrow.array([], pyarrow.string())), [])

    def test_state(self) -> None:
        self.assertEqual(self.call("Count", [0, 0]), [1, 2])
        self.assertEqual(self.call("Count", [0, 0]), [1, 2])
        self.assertEqual(self.call("Count", [0, 0], keep_state=True), [3, 4])

    def test_what_is_refused(self) -> None:
        with self.assertRaisesRegex(ValueError, "which is no column"):
            self.module.columnar("Take")
        with self.assertRaisesRegex(ValueError, "Missing"):
            self.module.columnar("Missing")
        with self.assertRaisesRegex(ValueError, "fail, null or collect"):
            self.call("Upper", ["a"], bad_rows="other")
        with self.assertRaisesRegex(purlin.ColumnsError, "takes 1 columns"):
            self.call("Upper", ["a"], ["b"])
        with self.assertRaisesRegex(purlin.ColumnsError, "Int64"):
            self.call("Upper", [1])
        with self.assertRaisesRegex(TypeError, "column 1: "):
            self.module.columnar("Upper")(self.isolate, ["a"])  # type: ignore[arg-type]
        other = purlin.Engine().compile(TEXT).columnar("Upper")
        with self.assertRaises(purlin.Error):
            other(self.isolate, pyarrow.array(["a"]))

    def test_endings(self) -> None:
        for name, ending in (("Spin", purlin.OutOfGas), ("Deep", purlin.StackOverflow)):
            with self.assertRaises(ending):
                self.call(name, [1])
        self.assertEqual(self.call("Upper", ["a"]), ["A"])

    def test_a_batch_is_cancelled_from_another_thread(self) -> None:
        isolate, spin, column = self.module.isolate(), self.module.columnar("Spin"), pyarrow.array([1])
        done = threading.Event()

        def cancel() -> None:
            # What is cancelled before the batch has begun is forgotten, as the batch resets the isolate.
            while not done.wait(0.05):
                isolate.cancel()

        thread = threading.Thread(target=cancel)
        thread.start()
        with self.assertRaises(purlin.Cancelled):
            spin(isolate, column)
        done.set()
        thread.join()
        batch = self.module.columnar("Upper")(isolate, pyarrow.array(["a"]))
        self.assertEqual(pyarrow.array(batch.columns[0]).to_pylist(), ["A"])

    def test_gas_is_that_of_the_isolate(self) -> None:
        batch = self.module.columnar("Upper")(self.isolate, pyarrow.array(["a", "b"]))
        self.assertEqual(batch.gas, self.isolate.stats().gas)
        self.assertGreater(batch.gas, 0)

    def test_threads(self) -> None:
        upper, results = self.module.columnar("Upper"), []

        def work() -> None:
            isolate = self.module.isolate()
            for _ in range(50):
                (column,) = upper(isolate, pyarrow.array(["a"] * 100)).columns
                results.append(pyarrow.array(column)[99].as_py())

        threads = [threading.Thread(target=work) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(results, ["A"] * 200)


if __name__ == "__main__":
    if pyarrow is None:
        print("columns: SKIPPED, pyarrow is not installed", file=sys.stderr)
    program = unittest.main(exit=False, verbosity=0)
    sys.exit(not program.result.wasSuccessful())
