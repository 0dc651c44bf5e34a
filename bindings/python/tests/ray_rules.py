"""Rules and accounts of purlin.ray without a cluster: what a rule does to a table, and how accounts count."""

from __future__ import annotations

import pickle
import random
import subprocess
import sys
import unittest
from typing import Any
from unittest import mock

import purlin
import purlin.ray
from purlin import _accounts, _warm

try:
    import pyarrow
except ImportError:
    pyarrow = None

TEXT = """package main

import (
	"errors"
	"fmt"
)

var calls int64

func Price(n, cents int64) (int64, error) {
	if n < 0 {
		return 0, errors.New("how many?")
	}
	return n * cents, nil
}
func Split(s string) (string, int64) { return s[:1], int64(len(s)) }
func Later(ms int64) int64           { return ms + 1000 }
func Count(n int64) int64            { calls++; return calls }
func Print(n int64) int64            { fmt.Println("a line of the rule's"); return n }
func Spin(n int64) int64             { for {} }
func main()                          {}
"""

GAS = purlin.Limits(gas=1_000_000)


@unittest.skipIf(pyarrow is None, "pyarrow is not installed")
class Rules(unittest.TestCase):
    def rule(self, function: str = "Price", **options: Any) -> purlin.ray.Rule:
        return purlin.ray.Rule(TEXT, function, **{"limits": GAS, **options})

    def test_columns_come_and_stay(self) -> None:
        table = pyarrow.table({"cents": [120, 30], "id": ["a", "b"], "n": [1, 2]})
        priced = self.rule(columns=["n", "cents"], output="total", keep=["id"])(table)
        self.assertEqual(priced.to_pydict(), {"id": ["a", "b"], "total": [120, 60]})
        priced = self.rule(columns=["n", "cents"], output="n")(table)
        self.assertEqual(priced.column_names, ["cents", "id", "n"])
        self.assertEqual(priced.column("n").to_pylist(), [120, 60])
        both = self.rule("Split", output=["first", "length"])(pyarrow.table({"s": ["pen", "ink"]}))
        self.assertEqual(both.to_pydict(), {"s": ["pen", "ink"], "first": ["p", "i"], "length": [3, 3]})

    def test_parts_of_tables_and_tables_of_parts(self) -> None:
        rule = self.rule(columns=["n", "cents"], keep=[])
        parts = pyarrow.concat_tables([pyarrow.table({"n": [n], "cents": [n]}) for n in range(5)])
        self.assertEqual(rule(parts).to_pydict(), {"result": [0, 1, 4, 9, 16]})
        self.assertEqual(rule(parts.slice(1, 3)).to_pydict(), {"result": [1, 4, 9]})
        self.assertEqual(rule(parts.slice(5)).to_pydict(), {"result": []})

    def test_bad_rows(self) -> None:
        table = pyarrow.table({"n": [1, -2], "cents": [5, 5]})
        with self.assertRaisesRegex(purlin.RowError, "row 1: how many?"):
            self.rule()(table)
        self.assertEqual(self.rule(bad_rows="null", keep=[])(table).to_pydict(), {"result": [5, None]})
        collected = self.rule(bad_rows="collect", keep=[], errors="why")(table)
        self.assertEqual(collected.to_pydict(), {"result": [5, None], "why": [None, "how many?"]})

    def test_results_of_another_type(self) -> None:
        rule = self.rule("Later", results=[pyarrow.timestamp("ms")])
        self.assertEqual(rule(pyarrow.table({"ms": [1]})).column("result").type, pyarrow.timestamp("ms"))

    def test_no_batch_sees_another(self) -> None:
        rule, table = self.rule("Count", keep=[]), pyarrow.table({"n": [0, 0]})
        for _ in range(3):
            self.assertEqual(rule(table).to_pydict(), {"result": [1, 2]})

    def test_each_batch_has_all_of_its_limits(self) -> None:
        table = pyarrow.table({"n": [0] * 40})
        rule = self.rule("Print", limits=purlin.Limits(gas=100_000_000, output_bytes=1_000, time_ms=60_000))
        for _ in range(5):
            rule(table)
        with self.assertRaises(purlin.OutputLimit):
            rule(pyarrow.table({"n": [0] * 60}))
        many = pyarrow.table({"n": [0] * 100_000})
        with self.assertRaises(purlin.OutputLimit):
            self.rule("Print", limits=purlin.Limits(gas=1 << 40))(many)
        spin = self.rule("Spin", limits=purlin.Limits(time_ms=50))
        for _ in range(2):
            with self.assertRaises(purlin.Deadline):
                spin(table)
        rule(table)

    def test_what_is_refused(self) -> None:
        with self.assertRaisesRegex(ValueError, "neither gas nor time_ms"):
            self.rule(limits=purlin.Limits(heap_bytes=1 << 20))
        with self.assertRaisesRegex(ValueError, "has 2 results, and output has 1"):
            self.rule("Split")
        with self.assertRaisesRegex(ValueError, "fail, null or collect"):
            self.rule(bad_rows="other")
        with self.assertRaisesRegex(ValueError, "Missing"):
            self.rule("Missing")
        with self.assertRaises(purlin.CompileError):
            purlin.ray.Rule("package main", "F", limits=GAS)

    def test_a_rule_travels_as_text(self) -> None:
        rule = self.rule(columns=["n", "cents"], keep=[])
        sent = pickle.dumps(rule)
        self.assertIn(TEXT.encode(), sent)
        self.assertLess(len(sent), len(TEXT) + 1_000)
        came = pickle.loads(sent)
        self.assertEqual(came(pyarrow.table({"n": [2], "cents": [4]})).to_pydict(), {"result": [8]})

    def test_another_text_or_version_is_refused(self) -> None:
        rule = self.rule()
        rule.files = {"main.go": TEXT.replace("n * cents", "n + cents")}
        rule.digest = "0" * 64
        with self.assertRaisesRegex(ValueError, "is not the one that its digest says"):
            rule(pyarrow.table({"n": [2], "cents": [4]}))
        rule = self.rule()
        rule.version = "0.0.0"
        with self.assertRaisesRegex(RuntimeError, "purlin 0.0.0 came to a worker with"):
            rule(pyarrow.table({"n": [2], "cents": [4]}))

    def test_a_process_keeps_so_many_modules(self) -> None:
        for n in range(_warm.MODULES + 3):
            text = f"package main\nfunc F(n int64) int64 {{ return n + {n} }}\nfunc main() {{}}"
            rule = purlin.ray.Rule(text, "F", limits=GAS, keep=[])
            self.assertEqual(rule(pyarrow.table({"n": [1]})).to_pydict(), {"result": [n + 1]})
        self.assertEqual(len(_warm._modules), _warm.MODULES)


class Digests(unittest.TestCase):
    def test_names_and_texts_count(self) -> None:
        programs = [{"a": "bc"}, {"ab": "c"}, {"a": "b", "c": ""}, {"a": "", "bc": ""}, {"a": "b"}, {}]
        self.assertEqual(len({_warm.digest_of(files) for files in programs}), len(programs))
        self.assertEqual(_warm.digest_of({"a": "1", "b": "2"}), _warm.digest_of({"b": "2", "a": "1"}))


class Ledgers(unittest.TestCase):
    def test_a_block_counts_once(self) -> None:
        ledger = _accounts.Ledger({})
        ledger.open("prices", "acme", None)
        for _ in range(3):
            self.assertIsNone(ledger.post("prices", b"1", 10, 2))
        ledger.post("prices", b"2", 5, 1)
        spent = purlin.ray.Spent(gas=15, blocks=2, rows=3, again=2)
        self.assertEqual(ledger.spent("prices", None), spent)
        self.assertEqual(ledger.spent(None, "acme"), spent)
        ledger.post("prices", b"2", 6, 1)
        self.assertEqual(ledger.spent(None, None), purlin.ray.Spent(gas=15, blocks=2, rows=3, again=3, differing=1))
        self.assertEqual(ledger.spent("other", None), purlin.ray.Spent())

    def test_the_same_block_of_two_jobs_counts_for_both(self) -> None:
        ledger = _accounts.Ledger({})
        for job, tenant in (("a", "acme"), ("b", "acme"), ("c", "else")):
            ledger.open(job, tenant, None)
            ledger.post(job, b"1", 10, 1)
        self.assertEqual([ledger.spent(None, tenant).gas for tenant in ("acme", "else", None)], [20, 10, 30])

    def test_a_budget_is_exact_in_any_order(self) -> None:
        blocks = {bytes([n]): n * n for n in range(1, 20)}
        total = sum(blocks.values())
        for budget, ends in ((total, False), (total - 1, True), (None, False)):
            for seed in range(20):
                ledger = _accounts.Ledger({"acme": total if seed % 2 else 1 << 60})
                ledger.open("prices", "acme", budget)
                order = [*blocks, *blocks][: len(blocks) + seed]
                random.Random(seed).shuffle(order)
                ended = False
                for block in order:
                    allowed = ledger.allow("prices", block)
                    if allowed is not None and allowed < blocks[block]:
                        ended = True
                        break
                    ended = ended or ledger.post("prices", block, blocks[block], 1) is not None
                if set(order) == set(blocks):
                    self.assertEqual(ended, ends, (budget, seed))

    def test_a_verdict_names_the_budget(self) -> None:
        ledger = _accounts.Ledger({"acme": 100})
        ledger.open("a", "acme", 30)
        ledger.open("b", "acme", None)
        self.assertEqual(ledger.post("a", b"1", 31, 1), ("job a", 31, 30))
        self.assertEqual(ledger.allow("a", b"2"), 0)
        self.assertEqual(ledger.allow("b", b"1"), 69)
        self.assertEqual(ledger.post("b", b"1", 70, 1), ("tenant acme", 101, 100))

    def test_a_job_has_one_tenant(self) -> None:
        ledger = _accounts.Ledger({})
        ledger.open("a", "acme", None)
        with self.assertRaisesRegex(ValueError, "is one of tenant 'acme', not 'else'"):
            ledger.open("a", "else", None)

    def test_exceptions_travel(self) -> None:
        error = purlin.ray.BudgetSpent("all of it")
        error.job, error.spent, error.budget = "prices", 31, 30
        came = pickle.loads(pickle.dumps(error))
        self.assertIsInstance(came, purlin.Error)
        self.assertEqual((came.kind, came.job, came.spent, came.budget, str(came)), ("Budget", "prices", 31, 30, "all of it"))
        with self.assertRaises(purlin.CompileError) as raised:
            purlin.Engine().compile("package main")
        came = pickle.loads(pickle.dumps(raised.exception))
        self.assertEqual((type(came), came.report), (purlin.CompileError, raised.exception.report))


class Missing(unittest.TestCase):
    def test_ray_is_missing(self) -> None:
        with mock.patch.dict(sys.modules, {"ray": None}):
            for use in (lambda: purlin.ray.Accounts(), lambda: purlin.ray.Pool(TEXT, limits=GAS)):
                with self.assertRaisesRegex(ImportError, r"pip install 'ray\[data\]'"):
                    use()

    def test_nothing_is_imported_before_it_is_needed(self) -> None:
        program = "import sys, purlin.ray; sys.exit(any(name in sys.modules for name in ('ray', 'pyarrow')))"
        self.assertEqual(subprocess.run([sys.executable, "-c", program]).returncode, 0)


if __name__ == "__main__":
    if pyarrow is None:
        print("ray_rules: rules SKIPPED, pyarrow is not installed", file=sys.stderr)
    program = unittest.main(exit=False, verbosity=0)
    sys.exit(not program.result.wasSuccessful())
