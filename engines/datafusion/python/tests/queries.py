"""Queries of DataFusion's own Python package with functions in Go."""

from __future__ import annotations

import doctest
import unittest

import pyarrow as pa
import purlin_datafusion
from datafusion import SessionConfig, SessionContext, col, udaf, udf, udtf
from purlin_datafusion import Aggregate, Function, Table

MEAN = """
type Mean struct { Sum, N int64 }
func (m *Mean) Update(n int64)    { m.Sum += n; m.N++ }
func (m *Mean) Merge(other *Mean) { m.Sum += other.Sum; m.N += other.N }
func (m *Mean) Result() float64   { return float64(m.Sum) / float64(m.N) }
"""

STEPS = """
import "iter"
import "strings"
type Step struct {
	N    int64
	Name string
}
func Steps(most int64) iter.Seq[Step] {
	return func(yield func(Step) bool) {
		for n := range most {
			if !yield(Step{n, strings.Repeat("x", int(n))}) {
				return
			}
		}
	}
}
"""


def context(partitions: int = 3) -> SessionContext:
    """A context with a table of 3,000 rows, a tenth of which has no number, in so many partitions."""
    made = SessionContext(SessionConfig().with_target_partitions(partitions))
    parts = []
    for part in range(partitions):
        numbers = range(part, 3_000, partitions)
        columns = {"g": [n % 7 for n in numbers], "n": [n if n % 10 else None for n in numbers]}
        parts.append([pa.RecordBatch.from_pydict(columns)])
    made.register_record_batches("t", parts)
    return made


class Queries(unittest.TestCase):
    def test_rows_are_those_of_the_function(self) -> None:
        session = context()
        square = Function("square", {"n": pa.int64()}, pa.int64(), "return n * n")
        session.register_udf(udf(square))
        wrong = session.sql("SELECT count(*) AS c FROM t WHERE square(n) <> n * n OR (square(n) IS NULL) <> (n IS NULL)")
        self.assertEqual(wrong.to_pydict(), {"c": [0]})
        self.assertEqual(square.account.rows % 3_000, 0)
        self.assertGreater(square.account.gas, 3_000)
        again = session.table("t").filter(col("n") == 4 + 0 * col("g")).select(udf(square)(col("n")).alias("s"))
        self.assertEqual(again.to_pydict(), {"s": [16]})

    def test_aggregates_are_merged_from_partitions(self) -> None:
        session = context()
        mean = Aggregate("mean", {"n": pa.int64()}, pa.float64(), MEAN)
        session.register_udaf(udaf(mean))
        both = session.sql("SELECT g, mean(n) AS ours, avg(n) AS theirs FROM t GROUP BY g ORDER BY g").to_pydict()
        self.assertEqual(both["ours"], both["theirs"])
        self.assertEqual(len(both["g"]), 7)
        whole = session.sql("SELECT mean(n) AS ours, avg(n) AS theirs FROM t").to_pydict()
        self.assertEqual(whole["ours"], whole["theirs"])
        self.assertGreaterEqual(mean.account.rows, 2 * 2_700)

    def test_rows_of_a_sequence_are_a_table(self) -> None:
        session = context()
        params, columns = {"most": pa.int64()}, {"n": pa.int64(), "name": pa.string()}
        steps = Table("steps", params, columns, STEPS, gas=10_000_000)
        session.register_udtf(udtf(steps, "steps"))
        both = session.sql("SELECT name, s.n * 2 AS m FROM steps(3) s ORDER BY m DESC").to_pydict()
        self.assertEqual(both, {"name": ["xx", "x", ""], "m": [4, 2, 0]})
        few = session.sql("SELECT count(*) AS c FROM (SELECT n FROM steps(1000000000) LIMIT 5)").to_pydict()
        self.assertEqual(few, {"c": [5]})
        with self.assertRaisesRegex(Exception, "function steps: .*OutOfGas"):
            session.sql("SELECT max(n) FROM steps(1000000000)").collect()
        joined = session.sql("SELECT count(*) AS c FROM t JOIN steps(4) s ON t.g = s.n").to_pydict()
        self.assertEqual(joined, {"c": [sum(n % 7 < 4 for n in range(3_000))]})
        self.assertGreaterEqual(steps.account.rows, 12)

    def test_limits_end_the_query_alone(self) -> None:
        session = context()
        forever = {
            "spins": ("for { n++ }", "OutOfGas"),
            "eats": ("var kept [][]byte; for { kept = append(kept, make([]byte, 1<<20)) }", "OutOfMemory"),
            "digs": ("var dig func(int64) int64; dig = func(m int64) int64 { return dig(m+1) + 1 }; return dig(n)", "StackOverflow"),
            "panics": ('panic("no")', "panic: no"),
        }
        for name, (body, ending) in forever.items():
            guilty = Function(name, {"n": pa.int64()}, pa.int64(), body, gas=50_000_000, memory=16 << 20)
            session.register_udf(udf(guilty))
            with self.assertRaises(Exception) as caught:
                session.sql(f"SELECT {name}(n) FROM t").collect()
            self.assertIn(f"function {name}: ", str(caught.exception))
            self.assertIn(ending, str(caught.exception))
        self.assertEqual(session.sql("SELECT count(n) AS c FROM t").to_pydict(), {"c": [2_700]})

    def test_its_own_limits_may_be_wider_than_the_defaults(self) -> None:
        session = context(1)
        body = "s := make([]byte, 128<<20); return int64(len(s)) + n"
        for memory, fits in [(64 << 20, False), (256 << 20, True)]:
            large = Function(f"large{memory}", {"n": pa.int64()}, pa.int64(), body, memory=memory)
            session.register_udf(udf(large))
            query = session.sql(f"SELECT large{memory}(n) AS s FROM t WHERE n = 1")
            if fits:
                self.assertEqual(query.to_pydict(), {"s": [(128 << 20) + 1]})
            else:
                self.assertRaisesRegex(Exception, "OutOfMemory", query.collect)

    def test_bad_rows_are_null_where_that_is_said(self) -> None:
        session = context()
        odd = Function("odd", {"n": pa.int64()}, pa.int64(), "return 1 / (n % 2)", bad_rows="null")
        session.register_udf(udf(odd))
        self.assertEqual(session.sql("SELECT count(odd(n)) AS c FROM t").to_pydict(), {"c": [1_500]})

    def test_what_is_wrong_is_said_when_it_is_made(self) -> None:
        number, text = pa.int64(), pa.string()
        wrong = [
            (lambda: Function("f", {"n": number}, number, "return m"), "undefined: m"),
            (lambda: Function("f", {"n": number}, text, "\nfunc F(n int64) int64 { return n }"), "result 1 is Int64"),
            (lambda: Function("f", {}, number, "return 1"), "no arguments"),
            (lambda: Function("f", {"n": number}, number, "return n", bad_rows="ignore"), "fail or null"),
            (lambda: Function("f", {"n": number}, number, "return n", volatility="often"), "volatility is"),
            (lambda: Aggregate("f", {"n": number}, number, "return n"), "declares a function"),
            (lambda: Table("steps", {"most": number}, {"n": number}, STEPS), "2 results, not 1"),
        ]
        for make, why in wrong:
            self.assertRaisesRegex(ValueError, why, make)
        with self.assertRaisesRegex(TypeError, "^n: "):
            Function("f", {"n": 7}, number, "return n")


def load_tests(_loader: unittest.TestLoader, tests: unittest.TestSuite, _pattern: object) -> unittest.TestSuite:
    tests.addTests(doctest.DocTestSuite(purlin_datafusion))
    return tests


if __name__ == "__main__":
    unittest.main()
