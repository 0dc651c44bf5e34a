"""Rules over data sets and calls on clusters, with [Ray](https://www.ray.io).

A `Rule` is a function over columns that runs in the workers of Ray Data; a `Pool` has workers for single calls; and
`Accounts` sum the gas of jobs and tenants, with budgets. What travels is source text, its digest and limits: workers
compile it themselves, once, and nothing else of a program is ever loaded. Ray is imported when it is first needed.

>>> import pyarrow as pa
>>> import purlin.ray
>>> text = '''
... package main
... func Price(n int64, cents int64) int64 { return n * cents }
... func main() {}
... '''
>>> price = purlin.ray.Rule(text, "Price", columns=["n", "cents"], output="total", limits=purlin.Limits(gas=10**6))
>>> price(pa.table({"n": [1, 2], "cents": [120, 30]})).to_pydict()
{'n': [1, 2], 'cents': [120, 30], 'total': [120, 60]}

Over a data set, with two workers, it is `price.map_batches(dataset, workers=2)`. The guide is `docs/clusters.md` in the
repository.
"""

from __future__ import annotations

import collections
import importlib
import itertools
import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal

from . import _accounts, _warm
from ._accounts import AccountsLost, BudgetSpent, Job, Spent
from ._cluster import Blocks, ray
from ._errors import Error
from ._purlin import Batch, Columnar, Isolate
from ._values import Limits

__all__ = ["Accounts", "AccountsLost", "BudgetSpent", "Job", "Pool", "Rule", "Spent"]


class _Ready:
    """A rule as a process runs it: compiled, with its warm isolates."""

    def __init__(self, rule: Rule) -> None:
        if rule.version != _warm.version():
            raise RuntimeError(f"a rule of purlin {rule.version} came to a worker with purlin {_warm.version()}")
        module = _warm.module_of(rule.digest, rule.files)
        self.columnar: Columnar = module.columnar(rule.function, results=rule.results)
        self.isolates = _warm.Isolates(module, rule.limits)

    def run(self, rule: Rule, table: Any, job: Job | None, blocks: Blocks) -> Any:
        """The table with the columns of the results."""
        names = table.column_names if rule.columns is None else rule.columns
        arrays = [_array(table.column(name)) for name in names]

        def work(isolate: Isolate) -> Batch:
            return self.columnar(isolate, *arrays, bad_rows=rule.bad_rows, keep_state=True)

        block = b"" if job is None else blocks.next()
        return rule.joined(table, _accounts.run(job, block, table.num_rows, self.isolates, work))


_lock = threading.Lock()
_ready: collections.OrderedDict[tuple[object, ...], _Ready] = collections.OrderedDict()


def _ready_of(rule: Rule) -> _Ready:
    """The rule as this process runs it, which is made if the process has not met it lately."""
    with _lock:
        ready = _ready.get(rule.identity)
        if ready is not None:
            _ready.move_to_end(rule.identity)
            return ready
    ready = _Ready(rule)
    with _lock:
        _ready[rule.identity] = ready
        while len(_ready) > _warm.MODULES:
            _ready.popitem(last=False)
    return ready


class Rule:
    """An exported function over columns, to be run over the batches of a data set.

    It is a function from a table of pyarrow to one with more columns, here or in any worker. Each batch has a fresh
    isolate, so no batch sees what another one has left; within a batch, rows see what earlier rows have left.

    >>> import pyarrow as pa
    >>> text = '''
    ... package main
    ... import "errors"
    ... func Half(n int64) (int64, error) {
    ...     if n%2 != 0 { return 0, errors.New("odd") }
    ...     return n / 2, nil
    ... }
    ... func main() {}
    ... '''
    >>> half = purlin.ray.Rule(text, "Half", bad_rows="collect", limits=purlin.Limits(gas=10**6))
    >>> half(pa.table({"n": [4, 5]})).to_pydict()
    {'n': [4, 5], 'result': [2, None], 'error': [None, 'odd']}
    """

    def __init__(
        self,
        source: str | Mapping[str, str],
        function: str,
        *,
        limits: Limits,
        columns: Sequence[str] | None = None,
        output: str | Sequence[str] = "result",
        keep: Sequence[str] | None = None,
        bad_rows: Literal["fail", "null", "collect"] = "fail",
        errors: str = "error",
        results: Sequence[Any] | None = None,
    ) -> None:
        """Compiles the program, so that what is wrong with it is an exception here and not in a worker.

        `limits` are those of each batch, and have `gas` or `time_ms`; with `time_ms` what comes depends on the clock.
        `columns` names the columns for the parameters, in their order; without it they are all those of the table.
        `output` names the columns of the results, and `keep` the columns of the table that stay, all without it. If
        bad rows are collected, what they say is the column `errors`. `results` is as for `Module.columnar`.
        """
        self.files = _warm.files_of(source)
        self.digest = _warm.digest_of(self.files)
        self.version = _warm.version()
        self.function = function
        self.limits = _warm.checked(limits)
        self.columns = None if columns is None else list(columns)
        self.output = [output] if isinstance(output, str) else list(output)
        self.keep = None if keep is None else list(keep)
        self.bad_rows: Literal["fail", "null", "collect"] = bad_rows
        self.errors = errors
        self.results = None if results is None else list(results)
        if bad_rows not in ("fail", "null", "collect"):
            raise ValueError(f"bad_rows is fail, null or collect, not {bad_rows!r}")
        given = len(_ready_of(self).columnar)
        if given != len(self.output):
            raise ValueError(f"{function} has {given} results, and output has {len(self.output)} names")

    @property
    def identity(self) -> tuple[object, ...]:
        """What two rules have in common that a process compiles once."""
        return self.digest, self.version, self.function, self.limits, str(self.results)

    def __call__(self, table: Any) -> Any:
        """The table with the columns of the results, run in this process."""
        return _ready_of(self).run(self, table, None, Blocks())

    def joined(self, table: Any, batch: Batch) -> Any:
        """The columns of the table that stay, with those of the batch."""
        pa = importlib.import_module("pyarrow")
        names = table.column_names if self.keep is None else self.keep
        columns = {name: table.column(name) for name in names}
        columns.update(zip(self.output, (pa.array(column) for column in batch.columns), strict=True))
        if self.bad_rows == "collect":
            said: list[str | None] = [None] * table.num_rows
            for row, message in batch.errors:
                said[row] = message
            columns[self.errors] = pa.array(said, pa.string())
        return pa.table(columns)

    def actors(self, workers: int | tuple[int, int] = 1, *, job: Job | None = None) -> dict[str, Any]:
        """The arguments with which `Dataset.map_batches` runs the rule in a pool of so many actors, or of a number
        between two. Gas goes to the account of the job."""
        least, most = (workers, workers) if isinstance(workers, int) else workers
        # With a thread of its own for the function, as is usual, Ray does not tell it which task it is in. An actor
        # has one call at a time all the same.
        strategy = ray().data.ActorPoolStrategy(min_size=least, max_size=most, enable_true_multi_threading=True)
        return {
            "fn": _Worker,
            "fn_constructor_args": (self, job),
            "batch_format": "pyarrow",
            "compute": strategy,
            "udf_modifying_row_count": False,
        }

    def map_batches(
        self,
        dataset: Any,
        workers: int | tuple[int, int] = 1,
        *,
        job: Job | None = None,
        batch_size: int | None = None,
        **options: Any,
    ) -> Any:
        """The data set with the columns of the results, by a pool of so many actors, or of a number between two.

        A batch is a block of the data set, or as many rows as `batch_size` says. `options` are those of
        `Dataset.map_batches`, such as `num_cpus`. What ends a batch ends the job: the exception is one of Purlin's,
        such as `OutOfGas`, and one of Ray's.
        """
        mapped = dataset.map_batches(**self.actors(workers, job=job), batch_size=batch_size, **options)
        # Without this Ray Data says that a function has failed, and gives its exception as text.
        mapped.context.raise_original_map_exception = True
        return mapped


class _Worker:
    """A rule in an actor of Ray Data."""

    def __init__(self, rule: Rule, job: Job | None) -> None:
        self._rule, self._job = rule, job
        self._ready = _ready_of(rule)
        self._blocks = Blocks()

    def __call__(self, table: Any) -> Any:
        return self._ready.run(self._rule, table, self._job, self._blocks)


class Accounts:
    """Accounts of gas in an actor of their own, by job and tenant; for as long as it or one of its jobs is there.

    A block that Ray runs again, because its worker has died, is counted once. A budget ends a job with a `BudgetSpent`
    exactly if its blocks take more gas than that, in whatever order and on however many workers they run; blocks that
    run at that time may be counted beyond it.

    >>> accounts = purlin.ray.Accounts(budgets={"acme": 10**9})
    >>> job = accounts.job("prices", tenant="acme", budget=10**6)
    >>> text = "package main\\nfunc Twice(n int64) int64 { return 2 * n }\\nfunc main() {}"
    >>> with purlin.ray.Pool(text, limits=purlin.Limits(gas=1_000), job=job) as pool:
    ...     pool.call("Twice", 21)
    42
    >>> job.spent() == accounts.spent(tenant="acme"), job.spent().blocks
    (True, 1)
    """

    def __init__(self, *, budgets: Mapping[str, int] | None = None) -> None:
        """Takes the units of gas that tenants may spend in all."""
        actor = ray().remote(_accounts.Ledger).options(num_cpus=0, max_restarts=0)
        self._ledger = actor.remote(dict(budgets or {}))

    def job(self, name: str, *, tenant: str = "", budget: int | None = None) -> Job:
        """A job that may spend so many units of gas, or as many as its tenant may. One that is there is continued."""
        _accounts.ask(self._ledger.open, name, tenant, budget)
        return Job(self._ledger, name, tenant)

    def spent(self, *, job: str | None = None, tenant: str | None = None) -> Spent:
        """What a job, a tenant, or without both everything has spent until now."""
        spent: Spent = _accounts.ask(self._ledger.spent, job, tenant)
        return spent


class _Caller:
    """The worker of a pool."""

    def __init__(self, files: dict[str, str], digest: str, version: str, limits: Limits, job: Job | None) -> None:
        if version != _warm.version():
            raise RuntimeError(f"a pool of purlin {version} has a worker with purlin {_warm.version()}")
        self._isolates = _warm.Isolates(_warm.module_of(digest, files), limits)
        self._job = job
        self._blocks = Blocks()

    def call(self, name: str, args: tuple[Any, ...]) -> Any:
        """What the function returns."""
        block = b"" if self._job is None else self._blocks.next()
        return _accounts.run(self._job, block, 1, self._isolates, lambda isolate: isolate.call(name, *args))

    def calls(self, name: str, all_args: list[tuple[Any, ...]]) -> tuple[list[Any], Error | None]:
        """What the function returns for each of the arguments, up to the first that has no result."""
        results: list[Any] = []
        for args in all_args:
            try:
                results.append(self.call(name, args))
            except Error as error:
                return results, error
        return results, None


class Pool:
    """Workers for calls of a program's exported functions, each in a fresh isolate. A worker that dies is begun anew,
    and its calls with it.

    >>> text = "package main\\nfunc Twice(n int64) int64 { return 2 * n }\\nfunc main() {}"
    >>> with purlin.ray.Pool(text, limits=purlin.Limits(gas=1_000), workers=2) as pool:
    ...     pool.call("Twice", 21), list(pool.map("Twice", [(1,), (2,), (3,)]))
    (42, [2, 4, 6])
    """

    def __init__(
        self,
        source: str | Mapping[str, str],
        *,
        limits: Limits,
        workers: int = 1,
        job: Job | None = None,
        num_cpus: float = 1,
    ) -> None:
        """Compiles the program here, and begins so many workers. `limits` are those of each call, and have `gas` or
        `time_ms`. Gas goes to the account of the job."""
        files = _warm.files_of(source)
        digest = _warm.digest_of(files)
        _warm.module_of(digest, files)
        options = {"num_cpus": num_cpus, "max_restarts": -1, "max_task_retries": -1}
        actor = ray().remote(_Caller).options(**options)
        args = (files, digest, _warm.version(), _warm.checked(limits), job)
        self._workers = [actor.remote(*args) for _ in range(workers)]
        self._next = itertools.cycle(self._workers)

    def submit(self, name: str, *args: Any) -> Any:
        """Begins a call, and returns a reference to its result, for `ray.get`."""
        return next(self._next).call.remote(name, args)

    def call(self, name: str, *args: Any) -> Any:
        """Calls a function, and returns its result. Several are a tuple."""
        return self._got(self.submit(name, *args))

    def map(self, name: str, calls: Iterable[Sequence[Any]], *, chunk: int = 64) -> Iterator[Any]:
        """The results of calls with these arguments, in their order. A worker gets so many calls at once."""
        waiting: collections.deque[Any] = collections.deque()
        rest = iter(calls)
        while True:
            while len(waiting) < 2 * len(self._workers):
                some = [tuple(args) for args in itertools.islice(rest, chunk)]
                if not some:
                    break
                waiting.append(next(self._next).calls.remote(name, some))
            if not waiting:
                return
            results, error = self._got(waiting.popleft())
            yield from results
            if error is not None:
                raise error

    def close(self) -> None:
        """Ends the workers, and calls that they have not ended."""
        for worker in self._workers:
            ray().kill(worker)
        self._workers = []

    def __enter__(self) -> Pool:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @staticmethod
    def _got(reference: Any) -> Any:
        """A result, or the exception itself, and not what Ray makes of it."""
        try:
            return ray().get(reference)
        except ray().exceptions.RayTaskError as error:
            raise error.cause from None


def _array(column: Any) -> Any:
    """The array of a column of a table, whose parts are put together if it has several."""
    return column.chunk(0) if column.num_chunks == 1 else column.combine_chunks()
