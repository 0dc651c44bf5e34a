"""Jobs of purlin.ray on a cluster of Ray: equal on any number of workers, and when workers die; budgets; tenants;
rules that are hostile. Runs by itself in an environment with the package and `ray[data]`."""

from __future__ import annotations

import contextlib
import doctest
import os
import signal
import sys
import tempfile
import threading
import unittest
from pathlib import Path
from typing import Any

import purlin
import purlin.ray
from ray_cluster import Killer, cluster, data, ray

if ray is None:
    print("ray_jobs: SKIPPED, ray is not installed", file=sys.stderr)
    sys.exit(0)

import pyarrow

TEXT = """package main

import (
	"errors"
	"strings"
)

func Price(sku string, n int64, discount *int64) (int64, string, error) {
	if n%97 == 13 {
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

// Work takes some tenths of a millisecond a row.
func Work(id int64) (s int64) {
	for i := range 100_000 + id%7 {
		s += i ^ id
	}
	return
}
func Twice(n int64) int64 { return 2 * n }
func Slow(n int64) int64 {
	for i := range int64(20_000_000) {
		n += i & 1
	}
	return n
}
func Odd(n int64) (int64, error) {
	if n%2 != 0 {
		return 0, errors.New("odd")
	}
	return n, nil
}
func main() {}
"""

HOSTILE = """package main

import (
	"fmt"
	"os"
)

var kept [][]byte

func Spin(id int64) int64 { for {} }
func Hoard(id int64) int64 {
	for {
		kept = append(kept, make([]byte, 1<<20))
	}
}
func Panic(id int64) int64 { return 1 / (id - 13) }
func Exit(id int64) int64 { os.Exit(3); return 0 }
func Deep(id int64) int64 { return Deep(id+1) + 1 }
func Shout(id int64) int64 {
	for {
		fmt.Println("a line of a rule that never ends")
	}
}
func Wait(id int64) int64 { <-make(chan int); return 0 }
func main()               {}
"""

GAS = purlin.Limits(gas=1 << 40, heap_bytes=256 << 20)


def orders(blocks: int, rows: int) -> list[Any]:
    """Tables of orders, whose ids are numbers from 0."""
    tables = []
    for block in range(blocks):
        ids = range(block * rows, (block + 1) * rows)
        columns = {
            "id": pyarrow.array(ids),
            "sku": pyarrow.array([("BULK-%d" if n % 3 else "ITEM-%d") % n for n in ids]),
            "n": pyarrow.array([n * 7 % 1000 if n % 11 else None for n in ids]),
            "discount": pyarrow.array([n % 5 if n % 2 else None for n in ids]),
        }
        tables.append(pyarrow.table(columns))
    return tables


def rows_of(dataset: Any) -> list[dict[str, Any]]:
    """The rows of a data set in the order of their ids."""
    return sorted(dataset.take_all(), key=lambda row: int(row["id"]))


def gas_here(rule: purlin.ray.Rule, tables: list[Any]) -> int:
    """What a rule takes for these batches, counted without Ray and without accounts."""
    module = purlin.Engine().compile(rule.files)
    columnar, total = module.columnar(rule.function), 0
    for table in tables:
        arrays = [table.column(name).combine_chunks() for name in rule.columns or table.column_names]
        total += columnar(module.isolate(rule.limits), *arrays, bad_rows=rule.bad_rows).gas
    return total


def price() -> purlin.ray.Rule:
    return purlin.ray.Rule(
        TEXT, "Price", columns=["sku", "n", "discount"], output=["total", "kind"], bad_rows="collect", limits=GAS
    )


def work(limits: purlin.Limits = GAS) -> purlin.ray.Rule:
    return purlin.ray.Rule(TEXT, "Work", columns=["id"], output="sum", keep=["id"], limits=limits)


class Dying(purlin.ray._Worker):
    """A worker that dies once, after a block was counted and before its result is given."""

    def __init__(self, rule: purlin.ray.Rule, job: purlin.ray.Job, mark: str, at: int) -> None:
        super().__init__(rule, job)
        self.mark, self.left = Path(mark), at

    def __call__(self, table: Any) -> Any:
        result = super().__call__(table)
        self.left -= 1
        if self.left == 0 and not self.mark.exists():
            self.mark.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return result


class Jobs(unittest.TestCase):
    def setUp(self) -> None:
        self.accounts = purlin.ray.Accounts()

    def job(self, **options: Any) -> purlin.ray.Job:
        return self.accounts.job(self.id(), **options)

    def test_output_and_gas_are_equal_with_any_number_of_workers(self) -> None:
        tables, rule = orders(24, 500), price()
        expected = [row for table in tables for row in rule(table).to_pylist()]
        gas = gas_here(rule, tables)
        self.assertIn("how many?", {row["error"] for row in expected})
        for workers in (1, 2, 4):
            job = self.accounts.job(f"{workers} workers")
            priced = rule.map_batches(data.from_arrow(tables), workers, job=job)
            self.assertEqual(rows_of(priced), expected)
            spent = purlin.ray.Spent(gas=gas, blocks=24, rows=12_000)
            self.assertEqual(job.spent(), spent)
        self.assertEqual(self.accounts.spent().gas, 3 * gas)

    def test_equal_blocks_are_all_counted(self) -> None:
        tables, rule, job = [orders(1, 500)[0]] * 8, price(), self.job()
        rule.map_batches(data.from_arrow(tables), 2, job=job).materialize()
        self.assertEqual(job.spent(), purlin.ray.Spent(gas=gas_here(rule, tables), blocks=8, rows=4_000))

    def test_parts_of_blocks(self) -> None:
        tables, rule, job = orders(6, 500), price(), self.job()
        priced = rule.map_batches(data.from_arrow(tables), 2, job=job, batch_size=100)
        self.assertEqual(rows_of(priced), [row for table in tables for row in rule(table).to_pylist()])
        parts = [table.slice(at, 100) for table in tables for at in range(0, 500, 100)]
        self.assertEqual(job.spent(), purlin.ray.Spent(gas=gas_here(rule, parts), blocks=30, rows=3_000))

    def test_workers_are_killed(self) -> None:
        tables, rule = orders(40, 1000), work()
        expected = [row for table in tables for row in rule(table).to_pylist()]
        gas = gas_here(rule, tables)
        for workers in (1, 2, 4):
            job = self.accounts.job(f"{workers} workers that die")
            with Killer("MapWorker", 1.5, most=4) as killer:
                rows = rows_of(rule.map_batches(data.from_arrow(tables), workers, job=job))
            self.assertEqual(rows, expected)
            spent = job.spent()
            self.assertEqual((spent.gas, spent.blocks, spent.rows), (gas, 40, 40_000))
            self.assertEqual(spent.differing, 0)
            self.assertGreaterEqual(killer.kills, 2)
            print(f"{workers} workers, {killer.kills} killed: {spent.again} blocks came again", file=sys.stderr)

    def test_a_worker_dies_after_a_block_was_counted(self) -> None:
        tables, rule = orders(6, 500), price()
        expected = [row for table in tables for row in rule(table).to_pylist()]
        for batch_size, at, again in ((None, 2, 1), (100, 3, 3)):
            job = self.accounts.job(f"dies at {at}")
            with tempfile.TemporaryDirectory() as folder:
                arguments = rule.actors(1, job=job)
                arguments["fn"] = Dying
                arguments["fn_constructor_args"] = (rule, job, f"{folder}/died", at)
                dataset = data.from_arrow(tables).map_batches(**arguments, batch_size=batch_size)
                self.assertEqual(rows_of(dataset), expected)
                self.assertTrue(Path(f"{folder}/died").exists())
            parts = [table.slice(start, batch_size or 500) for table in tables for start in range(0, 500, batch_size or 500)]
            spent = purlin.ray.Spent(gas=gas_here(rule, parts), blocks=len(parts), rows=3_000, again=again)
            self.assertEqual(job.spent(), spent)

    def test_a_rule_is_a_function_for_tasks_too(self) -> None:
        tables, rule = orders(4, 100), price()
        priced = data.from_arrow(tables).map_batches(rule, batch_format="pyarrow")
        self.assertEqual(rows_of(priced), [row for table in tables for row in rule(table).to_pylist()])

    def test_a_compiled_rule_is_not_what_travels(self) -> None:
        module = purlin.Engine().compile(TEXT)
        for thing in (module, module.isolate(), module.columnar("Price")):
            with self.assertRaises(Exception):
                ray.put(thing)


class Budgets(unittest.TestCase):
    tables: list[Any] = orders(8, 100)

    def total(self) -> int:
        return gas_here(work(), self.tables)

    def run_job(self, job: purlin.ray.Job, workers: int = 2) -> None:
        work().map_batches(data.from_arrow(self.tables), workers, job=job).materialize()

    def test_a_budget_ends_its_job_exactly_if_it_is_exceeded(self) -> None:
        accounts, total = purlin.ray.Accounts(), self.total()
        for workers in (1, 4):
            self.run_job(accounts.job(f"enough {workers}", budget=total), workers)
            short = accounts.job(f"short {workers}", budget=total - 1)
            with self.assertRaises(purlin.ray.BudgetSpent) as raised:
                self.run_job(short, workers)
            self.assertEqual((raised.exception.kind, raised.exception.job), ("Budget", short.name))
            self.assertEqual(raised.exception.budget, total - 1)
            self.assertIn(f"job short {workers} has spent", str(raised.exception))

    def test_a_budget_stops_a_job_early(self) -> None:
        accounts, total = purlin.ray.Accounts(), self.total()
        job = accounts.job("early", budget=total // 4)
        with self.assertRaises(purlin.ray.BudgetSpent):
            self.run_job(job, 1)
        self.assertLess(job.spent().gas, total // 4 + total // 8 + 1)

    def test_a_tenant_has_a_budget_for_all_its_jobs(self) -> None:
        total = self.total()
        accounts = purlin.ray.Accounts(budgets={"acme": total * 3 // 2})
        self.run_job(accounts.job("first", tenant="acme"))
        with self.assertRaises(purlin.ray.BudgetSpent) as raised:
            self.run_job(accounts.job("second", tenant="acme"))
        self.assertIn("tenant acme has spent", str(raised.exception))
        other = accounts.job("third", tenant="else")
        self.run_job(other)
        self.assertEqual(accounts.spent(tenant="else").gas, total)
        self.assertEqual(accounts.spent(job="first").gas, total)
        sums = [accounts.spent(job=name).gas for name in ("first", "second")]
        self.assertEqual(accounts.spent(tenant="acme").gas, sum(sums))
        self.assertEqual(accounts.spent().gas, sum(sums) + total)

    def test_lost_accounts_end_the_job(self) -> None:
        accounts = purlin.ray.Accounts()
        job = accounts.job("lost")
        ray.kill(accounts._ledger)
        with self.assertRaises(purlin.ray.AccountsLost):
            self.run_job(job)
        with self.assertRaises(purlin.ray.AccountsLost):
            job.spent()


class Hostile(unittest.TestCase):
    def test_hostile_rules_fail_their_job_and_no_other(self) -> None:
        tables, rule = orders(60, 1000), work()
        expected = [row for table in tables for row in rule(table).to_pylist()]
        accounts = purlin.ray.Accounts()
        good = accounts.job("good", tenant="good")
        rows: list[Any] = []

        def run_good() -> None:
            rows.extend(rows_of(rule.map_batches(data.from_arrow(tables), 2, job=good)))

        thread = threading.Thread(target=run_good)
        thread.start()
        self.addCleanup(thread.join)
        limits = purlin.Limits(gas=200_000_000, heap_bytes=64 << 20, stack_bytes=1 << 20)
        endings = {
            "Spin": (purlin.OutOfGas, "out of gas"),
            "Hoard": (purlin.OutOfMemory, "out of memory"),
            "Panic": (purlin.RowError, "row 13: .*integer divide by zero"),
            "Exit": (purlin.Exit, "exit"),
            "Deep": (purlin.StackOverflow, "stack"),
            "Shout": (purlin.OutputLimit, "wrote more than it may"),
            "Wait": (purlin.Deadlock, "deadlock"),
        }
        for name, (ending, message) in endings.items():
            job = accounts.job(name, tenant="bad")
            bad = purlin.ray.Rule(HOSTILE, name, columns=["id"], limits=limits)
            with self.assertRaisesRegex(ending, f"(?s).*purlin\\.{ending.__name__}: .*{message}") as raised:
                bad.map_batches(data.from_arrow(tables[:2]), 1, job=job).materialize()
            self.assertEqual(raised.exception.kind, ending.kind)
            self.assertIs(type(getattr(raised.exception, "cause")), ending)
            self.assertIn(f"main.{name}", raised.exception.report)
            self.assertGreater(job.spent().gas, 0)
            if isinstance(raised.exception, purlin.RowError):
                self.assertEqual(raised.exception.row, 13)
            if isinstance(raised.exception, purlin.Exit):
                self.assertEqual(raised.exception.exit_code, 3)
        thread.join()
        self.assertEqual(rows, expected)
        self.assertEqual(good.spent().gas, gas_here(rule, tables))

    def test_a_loop_without_gas_ends_at_its_deadline(self) -> None:
        bad = purlin.ray.Rule(HOSTILE, "Spin", columns=["id"], limits=purlin.Limits(time_ms=200))
        with self.assertRaises(purlin.Deadline):
            bad.map_batches(data.from_arrow(orders(1, 10)), 1).materialize()


class Pools(unittest.TestCase):
    def test_calls(self) -> None:
        with purlin.ray.Pool(TEXT, limits=GAS, workers=2) as pool:
            self.assertEqual(pool.call("Twice", 21), 42)
            self.assertEqual(ray.get([pool.submit("Twice", n) for n in range(5)]), [0, 2, 4, 6, 8])
            self.assertEqual(list(pool.map("Twice", ((n,) for n in range(1_000)), chunk=7)), list(range(0, 2_000, 2)))
            self.assertEqual(list(pool.map("Twice", [])), [])
            self.assertEqual(pool.call("Price", "BULK-1", 10, None), (1080, "BULK"))

    def test_errors(self) -> None:
        with purlin.ray.Pool(TEXT, limits=purlin.Limits(gas=100_000)) as pool:
            with self.assertRaises(purlin.GuestError) as raised:
                pool.call("Odd", 1)
            self.assertIs(type(raised.exception), purlin.GuestError)
            with self.assertRaises(purlin.OutOfGas) as ended:
                pool.call("Slow", 1)
            self.assertIn("main.Slow", ended.exception.traceback)
            seen = []
            with self.assertRaisesRegex(purlin.GuestError, "odd"):
                for result in pool.map("Odd", [(0,), (2,), (3,), (4,)]):
                    seen.append(result)
            self.assertEqual(seen, [0, 2])
        with self.assertRaises(purlin.CompileError):
            purlin.ray.Pool("package main", limits=GAS)

    def test_workers_are_killed(self) -> None:
        accounts, calls = purlin.ray.Accounts(), 120
        isolate = purlin.Engine().compile(TEXT).isolate(GAS)
        expected = isolate.call("Slow", 0)
        gas = isolate.stats().gas
        for workers in (1, 2):
            job = accounts.job(f"{workers} workers", budget=calls * gas)
            with purlin.ray.Pool(TEXT, limits=GAS, workers=workers, job=job) as pool:
                list(pool.map("Twice", []))
                with Killer("_Caller", 0.7, most=3) as killer:
                    results = list(pool.map("Slow", ((n,) for n in range(calls)), chunk=4))
            self.assertEqual(results, [expected + n for n in range(calls)])
            self.assertGreaterEqual(killer.kills, 1)
            spent = job.spent()
            self.assertEqual((spent.gas, spent.blocks, spent.differing), (calls * gas, calls, 0))
            print(f"{workers} callers, {killer.kills} killed: {spent.again} calls came again", file=sys.stderr)

    def test_a_budget(self) -> None:
        job = purlin.ray.Accounts().job("calls", budget=1_000_000)
        with purlin.ray.Pool(TEXT, limits=GAS, job=job) as pool:
            self.assertEqual(pool.call("Twice", 1), 2)
            with self.assertRaises(purlin.ray.BudgetSpent):
                pool.call("Slow", 1)
            with self.assertRaises(purlin.ray.BudgetSpent):
                pool.call("Twice", 1)


class Documents(unittest.TestCase):
    def test_examples_of_docstrings(self) -> None:
        runner = doctest.DocTestRunner()
        for test in doctest.DocTestFinder().find(purlin.ray, "purlin.ray", globs={"purlin": purlin}):
            runner.run(test)
        self.assertGreater(runner.tries, 10)
        self.assertEqual(runner.failures, 0)


if __name__ == "__main__":
    with contextlib.ExitStack() as stack:
        stack.enter_context(cluster(8))
        program = unittest.main(exit=False, verbosity=2)
    sys.exit(not program.result.wasSuccessful())
