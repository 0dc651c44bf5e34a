"""Functions in Go for DataFusion, from source text: metered, bounded, and without authority.

>>> import pyarrow as pa
>>> from datafusion import SessionContext, udf
>>> price = Function("price", {"sku": pa.string(), "n": pa.int64()}, pa.int64(), '''
...     import "strings"
...     if strings.HasPrefix(sku, "BULK-") { return 9 * n }
...     return 10 * n
... ''')
>>> context = SessionContext()
>>> context.register_udf(udf(price))
>>> rows = context.sql("SELECT price(sku, n) AS p FROM (VALUES ('BULK-7', 20), ('A1', 3)) AS t(sku, n)")
>>> rows.to_pydict()
{'p': [180, 30]}
>>> price.account.rows, price.account.gas > 0
(2, True)
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from ._purlin_datafusion import CoreAggregate, CoreFunction, CoreTable

__all__ = ["Account", "Aggregate", "Function", "Table"]


class Account(NamedTuple):
    """What a function has used since it was made, in all queries."""

    rows: int
    """Rows of batches that ended well; of an aggregate also the intermediate states that it merged."""
    batches: int
    """Batches, also those that failed."""
    gas: int
    """Units of gas of all batches."""


def _limits(gas: int | None, memory: int | None, time_ms: int | None, bad_rows: str | None) -> dict[str, object]:
    return {"gas": gas, "memory": memory, "time_ms": time_ms, "bad_rows": bad_rows}


class Function(CoreFunction):
    """A scalar function, which `datafusion.udf` takes.

    The body is the statements of the function, or declarations that have it in its exported form (`unit_price` is
    `UnitPrice`), or a file. `params` are the names of the arguments and their types in Arrow. A batch has at most
    `gas` units (0: as many as it takes; default 10,000,000,000), `memory` bytes (default 64 MiB) and `time_ms`
    milliseconds (0, the default: as many as it takes). A row that panics or returns an error fails its query, or is
    null where `bad_rows` is "null". What is wrong with the body or with a type is a `ValueError`.
    """

    def __new__(
        cls,
        name: str,
        params: Mapping[str, object],
        result: object,
        body: str,
        *,
        volatility: str = "immutable",
        gas: int | None = None,
        memory: int | None = None,
        time_ms: int | None = None,
        bad_rows: str | None = None,
    ) -> Function:
        limits = _limits(gas, memory, time_ms, bad_rows)
        return super().__new__(cls, name, dict(params), result, body, volatility, limits)

    @property
    def account(self) -> Account:
        """What the function has used."""
        return Account(*super().account)


class Aggregate(CoreAggregate):
    """An aggregate, which `datafusion.udaf` takes: a type with the methods `Update`, `Merge` and `Result`.

    The body declares the type in its exported form (`geo_mean` is `GeoMean`). The limits are those of `Function`;
    memory holds for the states of one accumulator.

    >>> import pyarrow as pa
    >>> from datafusion import SessionContext, udaf
    >>> mean = Aggregate("mean", {"n": pa.int64()}, pa.float64(), '''
    ... type Mean struct { Sum, N int64 }
    ... func (m *Mean) Update(n int64)    { m.Sum += n; m.N++ }
    ... func (m *Mean) Merge(other *Mean) { m.Sum += other.Sum; m.N += other.N }
    ... func (m *Mean) Result() float64   { return float64(m.Sum) / float64(m.N) }
    ... ''')
    >>> context = SessionContext()
    >>> context.register_udaf(udaf(mean))
    >>> context.sql("SELECT mean(n) AS m FROM (VALUES (1), (2), (6)) AS t(n)").to_pydict()
    {'m': [3.0]}
    """

    def __new__(
        cls,
        name: str,
        params: Mapping[str, object],
        result: object,
        body: str,
        *,
        volatility: str = "immutable",
        gas: int | None = None,
        memory: int | None = None,
        time_ms: int | None = None,
        bad_rows: str | None = None,
    ) -> Aggregate:
        limits = _limits(gas, memory, time_ms, bad_rows)
        return super().__new__(cls, name, dict(params), result, body, volatility, limits)

    @property
    def account(self) -> Account:
        """What the aggregate has used."""
        return Account(*super().account)


class Table(CoreTable):
    """A table function, which `datafusion.udtf` takes: a function that returns an `iter.Seq`.

    The body declares the function in its exported form (`log_lines` is `LogLines`). `columns` are the names of the
    columns and their types in Arrow, in the order of the fields of a row, or of the one value that a row is. The
    arguments of a call are constants. The limits are those of `Function`, for all rows of a call.

    >>> import pyarrow as pa
    >>> from datafusion import SessionContext, udtf
    >>> words = Table("words", {"s": pa.string()}, {"word": pa.string()}, '''
    ... import "iter"
    ... import "strings"
    ... func Words(s string) iter.Seq[string] { return strings.FieldsSeq(s) }
    ... ''')
    >>> context = SessionContext()
    >>> context.register_udtf(udtf(words, "words"))
    >>> context.sql("SELECT word FROM words('to be or not') WHERE word > 'n' ORDER BY word").to_pydict()
    {'word': ['not', 'or', 'to']}
    """

    def __new__(
        cls,
        name: str,
        params: Mapping[str, object],
        columns: Mapping[str, object],
        body: str,
        *,
        gas: int | None = None,
        memory: int | None = None,
        time_ms: int | None = None,
    ) -> Table:
        limits = _limits(gas, memory, time_ms, None)
        return super().__new__(cls, name, dict(params), dict(columns), body, limits)

    @property
    def account(self) -> Account:
        """What the table function has used."""
        return Account(*super().account)
