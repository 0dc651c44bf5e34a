"""What jobs of purlin.ray cost on this machine: two workers beside one, workers that are killed, and what a worker
takes, from which a table for larger clusters is computed. Runs by itself in an environment with the package and
`ray[data]`; `--short` is a rehearsal of half a minute, whose figures say
nothing; `--process` is only what needs no cluster."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time
from typing import Any

import purlin
import purlin.ray
from ray_cluster import Killer, cluster, data, ray, seconds

if ray is None:
    print("ray_figures: SKIPPED, ray is not installed", file=sys.stderr)
    sys.exit(0)

import pyarrow

SHORT = "--short" in sys.argv

TEXT = """package main

import (
	"errors"
	"strings"
)

func Price(sku string, n int64, discount *int64) (int64, error) {
	if n <= 0 {
		return 0, errors.New("how many?")
	}
	total := 120 * n
	if strings.HasPrefix(sku, "BULK-") && n >= 10 {
		total -= total / 10
	}
	if discount != nil {
		total -= *discount
	}
	return total, nil
}
func Work(id int64) (s int64) {
	for i := range 1_000_000 + id%7 {
		s = s*31 ^ i
	}
	return s + id
}
func main() {}
"""

LIMITS = purlin.Limits(gas=1 << 50, heap_bytes=256 << 20)

#: What a process prints that has only just begun: milliseconds of processor time, and KiB.
FRESH = """
import time
begun = time.process_time()
import os, sys
def resident():
    return int(open("/proc/self/statm").read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1024
bare = resident()
begun = time.process_time()
import purlin, purlin.ray
imported = time.process_time()
engine = purlin.Engine()
made = time.process_time()
module = engine.compile(sys.stdin.read())
compiled = time.process_time()
price = module.columnar("Price")
columnar = time.process_time()
import pyarrow as pa
columns = [pa.array(["BULK-1"] * 1024), pa.array(range(1, 1025)), pa.array([1] * 1024)]
ready = time.process_time()
before = resident()
limits = purlin.Limits(gas=1 << 40)
isolate = module.isolate(limits)
price(isolate, *columns)
first = time.process_time()
one = resident()
isolates = [module.isolate(limits) for _ in range(100)]
many = time.process_time()
for each in isolates:
    price(each, *columns)
print(1e3 * (imported - begun), 1e3 * (made - imported), 1e3 * (compiled - made), 1e3 * (columnar - compiled),
      1e3 * (first - ready), 1e3 * (many - first) / 100, one - bare, (resident() - one) / 100)
"""

NAMES = [
    "import of the package, CPU ms",
    "an engine, CPU ms",
    "compilation of the module, CPU ms",
    "the loop over columns, CPU ms",
    "first isolate and batch of 1,024 rows, CPU ms",
    "a further isolate, CPU ms",
    "resident memory of the process after that batch, with pyarrow, KiB above an empty one",
    "resident memory of a further isolate that has run a batch, KiB",
]


def fresh(times: int) -> list[float]:
    """The medians of what a fresh process takes."""
    runs = []
    for _ in range(times):
        printed = subprocess.run([sys.executable, "-c", FRESH], input=TEXT, capture_output=True, text=True, check=True)
        runs.append([float(word) for word in printed.stdout.split()])
    return [statistics.median(run[at] for run in runs) for at in range(len(NAMES))]


def blocks(count: int, rows: int) -> list[Any]:
    return [pyarrow.table({"id": range(at * rows, (at + 1) * rows)}) for at in range(count)]


def rule() -> purlin.ray.Rule:
    return purlin.ray.Rule(TEXT, "Work", columns=["id"], output="sum", limits=LIMITS)


class Timed(purlin.ray._Worker):
    """A worker that says when it ran each block."""

    def __call__(self, table: Any) -> Any:
        begun = time.time()
        result = super().__call__(table)
        times = {"begun": [begun] * table.num_rows, "ended": [time.time()] * table.num_rows}
        for name, values in times.items():
            result = result.append_column(name, pyarrow.array(values))
        return result


def run(tables: list[Any], workers: int, job: purlin.ray.Job) -> tuple[list[Any], float, float, float]:
    """The rows of a job, how long it took with the start of its workers, how long from the begin of the first
    block to the end of the last one, and the median time of a block."""
    arguments = rule().actors(workers, job=job)
    arguments["fn"] = Timed
    begun = time.perf_counter()
    rows = data.from_arrow(tables).map_batches(**arguments).take_all()
    whole = time.perf_counter() - begun
    spans = {(row["begun"], row["ended"]) for row in rows}
    span = max(end for _, end in spans) - min(begin for begin, _ in spans)
    results = sorted((int(row["id"]), int(row["sum"])) for row in rows)
    return results, whole, span, statistics.median(end - begin for begin, end in spans)


def right(results: list[Any], tables: list[Any], expected: dict[int, int]) -> str:
    ids = [row[0] for row in results]
    assert ids == list(range(sum(table.num_rows for table in tables))), "rows are missing, or there twice"
    assert all(total == expected[number] for number, total in results), "a row is wrong"
    return f"{len(ids)} rows, all right, none twice"


def here(tables: list[Any]) -> dict[int, int]:
    """The results as one isolate gives them, without Ray: those of seven rows say those of all others."""
    first = rule()(pyarrow.table({"id": range(7)})).column("sum").to_pylist()
    ids = range(sum(table.num_rows for table in tables))
    sums = {number: first[number % 7] - number % 7 + number for number in ids}
    return {number: (total + (1 << 63)) % (1 << 64) - (1 << 63) for number, total in sums.items()}


def rows_for(wanted: float) -> int:
    """How many rows take so many seconds."""
    table = blocks(1, 64)[0]
    each = rule()
    each(table)
    return max(1, int(64 * wanted / min(seconds(lambda: each(table)) for _ in range(5))))


def scaling(tables: list[Any], accounts: purlin.ray.Accounts, expected: dict[int, int]) -> None:
    """Two workers beside one, alternating."""
    ratios, gas = [], set()
    for attempt in range(1 if SHORT else 3):
        spans = {}
        for workers in (1, 2):
            job = accounts.job(f"scaling {attempt} {workers}")
            results, whole, span, block = run(tables, workers, job)
            right(results, tables, expected)
            gas.add(job.spent().gas)
            spans[workers] = span
            print(f"{workers} workers: {len(tables)} blocks of {block:.2f} s in {span:.1f} s, {whole:.1f} s with their start")
        ratios.append(spans[1] / spans[2])
    assert len(gas) == 1, gas
    print(f"two workers have {', '.join(f'{ratio:.2f}' for ratio in ratios)} of the throughput of one (at least 1.6 is wanted)")


def killed(tables: list[Any], accounts: purlin.ray.Accounts, expected: dict[int, int]) -> None:
    """Two workers, one of which is killed every ten seconds, beside the same job without."""
    every = 2.0 if SHORT else 10.0
    calm, restless = accounts.job("calm"), accounts.job("restless")
    results, _, span, block = run(tables, 2, calm)
    print(f"without kills: {len(tables)} blocks of {block:.2f} s in {span:.0f} s; {right(results, tables, expected)}")
    with Killer("MapWorker", every) as killer:
        results, _, span, _ = run(tables, 2, restless)
    print(f"a worker killed every {every:.0f} s: {killer.kills} kills in {span:.0f} s; {right(results, tables, expected)}")
    one, other = calm.spent(), restless.spent()
    assert (one.gas, one.blocks, one.rows) == (other.gas, other.blocks, other.rows), (one, other)
    print(f"gas {one.gas} in both; {other.again} blocks came again after they were counted, {other.differing} differing")


def starts(count: int) -> float:
    """Seconds until a further worker of a pool has made its first call, one after the other."""
    times = []
    for _ in range(count):
        pool = purlin.ray.Pool(TEXT, limits=LIMITS)
        times.append(seconds(lambda: pool.call("Price", "BULK-1", 10, None)))
        pool.close()
    return statistics.median(times)


def posts() -> float:
    """Posts a second that the actor with the accounts takes from four workers that do nothing else."""
    accounts = purlin.ray.Accounts()
    job = accounts.job("posts", budget=1 << 60)

    def work(job: purlin.ray.Job, worker: int, count: int) -> None:
        for number in range(count):
            job._post(bytes([worker]) * 24 + number.to_bytes(4, "big"), 1, 1)

    post = ray.remote(work).options(num_cpus=0)
    ray.get([post.remote(job, worker, 1) for worker in range(4)])
    count = 200 if SHORT else 2_000
    spent = seconds(lambda: ray.get([post.remote(job, worker, count) for worker in range(4)]))
    return 4 * count / spent


def calls() -> float:
    """Microseconds of a call by a pool's map, with one worker."""
    with purlin.ray.Pool(TEXT, limits=LIMITS) as pool:
        arguments = [("BULK-1", 10, None)] * (2_000 if SHORT else 20_000)
        list(pool.map("Price", arguments[:100]))
        return 1e6 * seconds(lambda: list(pool.map("Price", arguments))) / len(arguments)


def entry_bytes() -> float:
    """Bytes that the accounts take for a block."""
    from purlin._accounts import Ledger

    ledger, count = Ledger({}), 200_000
    ledger.open("a", "", None)
    before = resident()
    for number in range(count):
        ledger.post("a", number.to_bytes(28, "big"), 10**9 + number, 1)
    return (resident() - before) / count


def resident() -> int:
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def sizing(costs: list[float], start: float, rate: float, entry: float) -> None:
    """A table for larger clusters, computed and not measured: what a worker takes, so many times."""
    compile_ms = costs[1] + costs[2] + costs[3]
    source = len(TEXT.encode())
    print("\n| workers | seconds of starts | of which compilation | text sent, KB | memory of the package, MB | shortest blocks, s | accounts an hour, MB |")
    print("|---|---|---|---|---|---|---|")
    for workers in (1, 10, 100, 1_000):
        memory = workers * costs[6] / 1024
        shortest = 2 * workers / rate
        hourly = 3600 / max(1.0, shortest) * workers * entry / 1e6
        print(
            f"| {workers:,} | {workers * start:,.0f} | {workers * compile_ms / 1e3:,.2f} | {workers * source / 1e3:,.0f} |"
            f" {memory:,.0f} | {shortest:.3f} | {hourly:,.1f} |"
        )


def main() -> None:
    print(f"load average {os.getloadavg()[0]:.1f} of {os.cpu_count()} processors before\n")
    costs = fresh(2 if SHORT else 9)
    for name, cost in zip(NAMES, costs, strict=True):
        print(f"{name}: {cost:,.2f}")
    entry = entry_bytes()
    print(f"memory of the accounts for a block, bytes: {entry:.0f}")
    if "--process" in sys.argv:
        return
    with cluster(4):
        print(f"source text of the module, bytes: {len(TEXT.encode())}")
        start, rate = starts(2 if SHORT else 5), posts()
        print(f"a worker from its begin to its first result, s: {start:.2f}")
        print(f"posts to the accounts a second, from four workers: {rate:,.0f}")
        print(f"a call by Pool.map, one worker, us: {calls():.1f}")
        rows = rows_for(0.2 if SHORT else 1.5)
        count = 16 if SHORT else 170
        tables, accounts = blocks(count, rows), purlin.ray.Accounts()
        expected = here(tables)
        scaling(tables[: 8 if SHORT else 24], accounts, expected)
        killed(tables, accounts, expected)
    sizing(costs, start, rate, entry)
    print(f"\nload average {os.getloadavg()[0]:.1f} after")


if __name__ == "__main__":
    main()
