"""Aggregates over columns: rows by groups, states that leave as columns and are merged, limits, what is refused."""

from __future__ import annotations

import gc
import sys
import unittest
from typing import Any

import purlin

try:
    import pyarrow
except ImportError:
    pyarrow = None

TEXT = """package main

import "errors"

type Best struct {
	Name  string
	Score int64
}

func (b *Best) Update(name string, score int64) error {
	if score < 0 {
		return errors.New("no score")
	}
	if score > b.Score {
		b.Name, b.Score = name, score
	}
	return nil
}
func (b *Best) Merge(other *Best) error { return b.Update(other.Name, other.Score) }
func (b *Best) Result() *int64 {
	if b.Name == "" {
		return nil
	}
	return &b.Score
}

type Mean struct{ sum, n int64 }

func (m *Mean) Update(x int64)          { m.sum += x; m.n++ }
func (m *Mean) Merge(other *Mean)       { m.sum += other.sum; m.n += other.n }
func (m *Mean) Result() (int64, error) {
	if m.n == 0 {
		return 0, errors.New("of nothing")
	}
	return m.sum / m.n, nil
}

type Seen struct{ names map[string]bool }

func (s *Seen) Update(name string) {
	if s.names == nil {
		s.names = map[string]bool{}
	}
	s.names[name] = true
}
func (s *Seen) Merge(other *Seen) {}
func (s *Seen) Result() int64     { return int64(len(s.names)) }

type Hungry struct{ bytes []byte }

func (h *Hungry) Update(n int64)      { h.bytes = make([]byte, n) }
func (h *Hungry) Merge(other *Hungry) {}
func (h *Hungry) Result() int64       { return int64(len(h.bytes)) }

type Half struct{}

func (h *Half) Update(n int64) {}
func main()                    {}
"""


@unittest.skipIf(pyarrow is None, "pyarrow is not installed")
class Aggregates(unittest.TestCase):
    module = purlin.Engine().compile(TEXT)

    def isolate(self) -> purlin.Isolate:
        return self.module.isolate(purlin.Limits(gas=10_000_000, heap_bytes=64 << 20))

    @staticmethod
    def list(batch: purlin.Batch, at: int = 0) -> Any:
        return pyarrow.array(batch.columns[at]).to_pylist()

    def test_rows_go_to_their_groups(self) -> None:
        best = self.module.aggregate("Best")
        states = best.begin(self.isolate())
        names, scores = pyarrow.array(["ann", "bob", None, "joe"]), pyarrow.array([3, 7, 50, 6])
        batch = states.update(pyarrow.array([0, 2, 0, 2], pyarrow.uint32()), names, scores)
        self.assertEqual((batch.columns, batch.errors, len(states), len(best)), ([], [], 3, 1))
        self.assertEqual(self.list(states.results()), [3, None, 7])
        states.update(pyarrow.array([1]), pyarrow.array(["eve"]), pyarrow.array([1]))
        self.assertEqual(self.list(states.results()), [3, 1, 7])

    def test_groups_of_any_integers(self) -> None:
        for integers in (pyarrow.uint32(), pyarrow.int32(), pyarrow.int64(), pyarrow.uint64()):
            states = self.module.aggregate("Mean").begin(self.isolate())
            states.update(pyarrow.array([9, 1, 0, 9], integers).slice(1), pyarrow.array([4, 6, 8]))
            self.assertEqual(states.results(bad_rows="collect").errors, [(n, "of nothing") for n in range(2, 9)])
            self.assertEqual(self.list(states.results(bad_rows="null"))[:2], [6, 4])

    def test_states_leave_and_are_merged(self) -> None:
        best = self.module.aggregate("Best")
        self.assertEqual(best.state_names, ["Name", "Score"])
        one, other = best.begin(self.isolate()), best.begin(self.isolate())
        one.update(pyarrow.array([0, 1]), pyarrow.array(["ann", "bob"]), pyarrow.array([3, 7]))
        other.update(pyarrow.array([0, 1]), pyarrow.array(["eve", "joe"]), pyarrow.array([5, 6]))
        partial = other.state()
        del other
        gc.collect()
        self.assertEqual([self.list(partial, at) for at in (0, 1)], [["eve", "joe"], [5, 6]])
        one.merge(pyarrow.array([0, 1]), *partial.columns)
        self.assertEqual([self.list(one.state(), at) for at in (0, 1)], [["eve", "bob"], [5, 7]])
        mean = self.module.aggregate("Mean")
        self.assertEqual(mean.state_names, ["sum", "n"])

    def test_groups_come_and_go(self) -> None:
        states = self.module.aggregate("Best").begin(self.isolate())
        self.assertEqual(len(states), 0)
        states.grow(3)
        states.update(pyarrow.array([2]), pyarrow.array(["ann"]), pyarrow.array([3]))
        self.assertEqual(self.list(states.results()), [None, None, 3])
        states.drop_first(2)
        self.assertEqual((len(states), self.list(states.results())), (1, [3]))
        states.release()
        for use in (states.results, states.state, states.__len__, lambda: states.grow(1)):
            with self.assertRaises(purlin.ColumnsError):
                use()

    def test_a_reset_drops_states(self) -> None:
        isolate = self.isolate()
        states = self.module.aggregate("Best").begin(isolate)
        states.grow(1)
        isolate.reset()
        with self.assertRaises(purlin.ColumnsError):
            states.results()

    def test_bad_rows(self) -> None:
        states = self.module.aggregate("Best").begin(self.isolate())
        columns = [pyarrow.array(["ann", "bob", "eve"]), pyarrow.array([3, -1, 4])]
        groups = pyarrow.array([0, 0, 0])
        with self.assertRaises(purlin.RowError) as raised:
            states.update(groups, *columns)
        self.assertEqual((raised.exception.row, str(raised.exception)), (1, "row 1: no score"))
        self.assertEqual(self.list(states.results()), [3])
        self.assertEqual(states.update(groups, *columns, bad_rows="collect").errors, [(1, "no score")])
        self.assertEqual(self.list(states.results()), [4])
        with self.assertRaisesRegex(ValueError, "fail, null or collect"):
            states.update(groups, *columns, bad_rows="other")  # type: ignore[arg-type]

    def test_results_of_another_type(self) -> None:
        mean = self.module.aggregate("Mean", results=[pyarrow.duration("ms")])
        states = mean.begin(self.isolate())
        states.update(pyarrow.array([0]), pyarrow.array([1500]))
        self.assertEqual(pyarrow.array(states.results().columns[0]).type, pyarrow.duration("ms"))
        with self.assertRaisesRegex(ValueError, "which is no Utf8"):
            self.module.aggregate("Mean", results=[pyarrow.string()])

    def test_gas_begins_anew_unless_it_is_kept(self) -> None:
        states = self.module.aggregate("Mean").begin(self.module.isolate(purlin.Limits(gas=20_000)))
        rows = 200
        groups, values = pyarrow.array([0] * rows), pyarrow.array([1] * rows)
        gas = [states.update(groups, values).gas for _ in range(300)]
        self.assertGreater(sum(gas), 20_000)
        with self.assertRaises(purlin.OutOfGas):
            for _ in range(300):
                states.update(groups, values, keep_state=True)

    def test_states_count_against_memory(self) -> None:
        limits = purlin.Limits(gas=1 << 40, heap_bytes=64 << 20)
        states = self.module.aggregate("Hungry").begin(self.module.isolate(limits))
        with self.assertRaises(purlin.OutOfMemory):
            states.update(pyarrow.array(range(100)), pyarrow.array([1 << 20] * 100))
        with self.assertRaises(purlin.OutOfMemory):
            states.grow(100_000_000)

    def test_what_is_refused(self) -> None:
        for name, why in (("Half", "Half is no exported type with the methods Update, Merge and Result"), ("Missing", "Missing")):
            with self.assertRaisesRegex(ValueError, why):
                self.module.aggregate(name)
        best = self.module.aggregate("Best")
        states = best.begin(self.isolate())
        names, scores = pyarrow.array(["ann"]), pyarrow.array([3])
        for groups, why in ((pyarrow.array([-1]), "-1 is no group"), (pyarrow.array([1 << 32]), "is no group")):
            with self.assertRaisesRegex(purlin.ColumnsError, why):
                states.update(groups, names, scores)
        with self.assertRaisesRegex(purlin.ColumnsError, "a null for its group"):
            states.update(pyarrow.array([None], pyarrow.int64()), names, scores)
        with self.assertRaisesRegex(TypeError, "groups are integers of 32 or 64 bits, not Float64"):
            states.update(pyarrow.array([0.0]), names, scores)
        with self.assertRaisesRegex(TypeError, "groups: "):
            states.update([0], names, scores)  # type: ignore[arg-type]
        for wrong in ((names,), (scores, names), (pyarrow.array(["a", "b"]), scores)):
            with self.assertRaises(purlin.ColumnsError):
                states.update(pyarrow.array([0]), *wrong)
        self.assertEqual([row for row in self.list(states.results()) if row is not None], [])

    def test_states_of_another_module_or_with_fields_that_are_no_columns(self) -> None:
        seen = self.module.aggregate("Seen")
        states = seen.begin(self.isolate())
        states.update(pyarrow.array([0, 0, 0]), pyarrow.array(["a", "b", "a"]))
        self.assertEqual(self.list(states.results()), [2])
        with self.assertRaisesRegex(ValueError, "no column"):
            print(seen.state_names)
        with self.assertRaisesRegex(purlin.Error, "no column"):
            states.state()
        other = purlin.Engine().compile(TEXT).aggregate("Best").begin(self.isolate())
        with self.assertRaises(purlin.Error):
            other.update(pyarrow.array([0]), pyarrow.array(["ann"]), pyarrow.array([3]))


if __name__ == "__main__":
    if pyarrow is None:
        print("aggregates: SKIPPED, pyarrow is not installed", file=sys.stderr)
    program = unittest.main(exit=False, verbosity=0)
    sys.exit(not program.result.wasSuccessful())
