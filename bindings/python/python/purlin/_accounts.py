"""Accounts of gas: what blocks took, by job and tenant, each block once. Knows nothing of what blocks run."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any, TypeVar

from ._cluster import ray
from ._errors import Error, OutOfGas
from ._purlin import Isolate
from ._warm import Isolates

T = TypeVar("T")


class BudgetSpent(Error):
    """The gas of a job, or of all jobs of its tenant, has reached the budget. It ends the job."""

    kind = "Budget"
    #: The job whose block was not run, or was the last one.
    job: str
    #: Its tenant.
    tenant: str
    #: Units of gas that were spent.
    spent: int
    #: Units of gas that there were.
    budget: int

    def __init__(self, message: str = "", traceback: str = "", report: str = "") -> None:
        super().__init__(message, traceback, report)
        # Not of the class: Ray's exceptions ask their cause only for what their classes do not have.
        self.job, self.tenant, self.spent, self.budget = "", "", 0, 0


class AccountsLost(Error):
    """The actor with the accounts has died, and what was spent is not known any more. It ends the job."""

    kind = "Accounts"


@dataclasses.dataclass(frozen=True, kw_only=True)
class Spent:
    """What was spent, each block counted once."""

    #: Units of gas.
    gas: int = 0
    #: Blocks that have run, those included that failed.
    blocks: int = 0
    #: Rows, or calls, of these blocks.
    rows: int = 0
    #: How often a block came again, because its worker had died after it was counted.
    again: int = 0
    #: How often a block that came again had taken other gas: its input was another one, or a deadline ended it.
    differing: int = 0


@dataclasses.dataclass
class _Sum:
    """An account of a job or a tenant."""

    budget: int | None = None
    gas: int = 0
    blocks: int = 0
    rows: int = 0
    again: int = 0
    differing: int = 0

    def left(self) -> int | None:
        return None if self.budget is None else self.budget - self.gas

    def add(self, gas: int, rows: int) -> None:
        self.gas, self.blocks, self.rows = self.gas + gas, self.blocks + 1, self.rows + rows

    def repeat(self, differs: bool) -> None:
        self.again, self.differing = self.again + 1, self.differing + differs

    def spent(self) -> Spent:
        return Spent(
            gas=self.gas, blocks=self.blocks, rows=self.rows, again=self.again, differing=self.differing
        )


@dataclasses.dataclass
class _JobSum(_Sum):
    tenant: str = ""
    #: The gas of each block.
    entries: dict[bytes, int] = dataclasses.field(default_factory=dict)


#: Who has spent a budget, how much, and the budget.
Verdict = tuple[str, int, int]


class Ledger:
    """The accounts themselves, in one actor."""

    def __init__(self, budgets: dict[str, int]) -> None:
        self._tenants = {tenant: _Sum(budget=budget) for tenant, budget in budgets.items()}
        self._jobs: dict[str, _JobSum] = {}

    def open(self, job: str, tenant: str, budget: int | None) -> None:
        """Begins a job, or continues one of the same tenant, with its budget from now on."""
        there = self._jobs.setdefault(job, _JobSum(tenant=tenant))
        if there.tenant != tenant:
            raise ValueError(f"job {job} is one of tenant {there.tenant!r}, not {tenant!r}")
        there.budget = budget
        self._tenants.setdefault(tenant, _Sum())

    def allow(self, job: str, block: bytes) -> int | None:
        """How much gas a block may take. What it took before, if it comes again, is not missing from that."""
        there = self._jobs[job]
        left = [left for left in (there.left(), self._tenants[there.tenant].left()) if left is not None]
        return max(0, min(left) + there.entries.get(block, 0)) if left else None

    def post(self, job: str, block: bytes, gas: int, rows: int) -> Verdict | None:
        """Counts a block, unless it was counted before. A verdict if more was spent than there was."""
        there = self._jobs[job]
        before = there.entries.get(block)
        for account in (there, self._tenants[there.tenant]):
            if before is None:
                account.add(gas, rows)
            else:
                account.repeat(before != gas)
        there.entries.setdefault(block, gas)
        return self.verdict(job, 0)

    def verdict(self, job: str, least: int) -> Verdict | None:
        """Which budget has less left than `least`, if one has."""
        there = self._jobs[job]
        tenant = self._tenants[there.tenant]
        for who, account in ((f"job {job}", there), (f"tenant {there.tenant}", tenant)):
            if account.budget is not None and account.budget - account.gas < least:
                return who, account.gas, account.budget
        return None

    def spent(self, job: str | None, tenant: str | None) -> Spent:
        """What a job has spent, or a tenant, or all."""
        if job is not None:
            return self._jobs[job].spent() if job in self._jobs else Spent()
        if tenant is not None:
            return self._tenants[tenant].spent() if tenant in self._tenants else Spent()
        fields = [dataclasses.asdict(account.spent()) for account in self._tenants.values()]
        return Spent(**{name: sum(each[name] for each in fields) for name in dataclasses.asdict(Spent())})


def ask(method: Any, *args: Any) -> Any:
    """The answer of the actor with the accounts."""
    exceptions = ray().exceptions
    try:
        return ray().get(method.remote(*args))
    except exceptions.RayActorError as error:
        raise AccountsLost("the actor with the accounts has died, and what was spent with it") from error
    except exceptions.RayTaskError as error:
        raise error.cause from None


class Job:
    """A job of a tenant, to whose account workers post. Made by `Accounts.job`."""

    def __init__(self, ledger: Any, name: str, tenant: str) -> None:
        self._ledger = ledger
        #: The job's name.
        self.name = name
        #: The name of its tenant; empty if it has none.
        self.tenant = tenant

    def spent(self) -> Spent:
        """What the job has spent until now."""
        spent: Spent = ask(self._ledger.spent, self.name, None)
        return spent

    def _allow(self, block: bytes) -> int | None:
        allowed: int | None = ask(self._ledger.allow, self.name, block)
        if allowed == 0:
            self._raise(ask(self._ledger.verdict, self.name, 1))
        return allowed

    def _post(self, block: bytes, gas: int, rows: int) -> None:
        self._raise(ask(self._ledger.post, self.name, block, gas, rows))

    def _raise(self, verdict: Verdict | None) -> None:
        if verdict is None:
            return
        who, spent, budget = verdict
        error = BudgetSpent(f"{who} has spent {spent} units of gas of a budget of {budget}")
        error.job, error.tenant, error.spent, error.budget = self.name, self.tenant, spent, budget
        raise error


def run(job: Job | None, block: bytes, rows: int, isolates: Isolates, work: Callable[[Isolate], T]) -> T:
    """Runs what a block is, in a fresh isolate, with the gas that its limits and the job's budget leave it.

    What it took is posted before there is a result. A block that runs out of gas because of the budget alone ends
    with a `BudgetSpent`: a job whose blocks take no more than the budget never does, in whatever order they run.
    """
    allowed = None if job is None else job._allow(block)
    limit = isolates.limits.gas
    gas = limit if allowed is None else allowed if limit is None else min(limit, allowed)
    with isolates.fresh(gas) as isolate:
        try:
            result = work(isolate)
        except Error as error:
            if job is not None:
                job._post(block, isolate.stats().gas, rows)
                if isinstance(error, OutOfGas) and gas != limit:
                    job._raise(ask(job._ledger.verdict, job.name, limit or (1 << 62)))
            raise
        used = isolate.stats().gas
    if job is not None:
        job._post(block, used, rows)
    return result
