"""What calls cost: the least of many rounds, in nanoseconds."""

from __future__ import annotations

import threading
import time
import timeit

import purlin

TEXT = """package main
func Add(a, b int64) int64 { return a + b }
func Half(f float64) float64 { return f / 2 }
func Greet(name string) string { return "hello, " + name }
func Gcd(a, b int64) int64 { for b != 0 { a, b = b, a%b }; return a }
func Work(n int64) (s int64) { for i := range n { s += Gcd(i+1, 1_000_003) }; return }
func main() {}
"""


def least(statement: str, names: dict[str, object], number: int = 20_000, repeat: int = 60) -> float:
    return min(timeit.repeat(statement, globals=names, number=number, repeat=repeat)) / number * 1e9


def call_ns() -> float:
    """A call of a compiled function of two integers."""
    isolate = purlin.Engine(tier="native").compile(TEXT).isolate(purlin.Limits(gas=1 << 60))
    return least("add(40, 2)", {"add": isolate.function("Add")})


def scaling(threads: int, seconds: float) -> tuple[float, float, float]:
    """How much more threads do than one with calls of more than 100 us; the microseconds of a call; and what a call
    takes of processor time with the threads, in parts of what it takes alone."""
    module = purlin.Engine(tier="native").compile(TEXT)

    def rate(count: int) -> tuple[float, float]:
        before = time.process_time()
        done = [0] * count
        stop = time.monotonic() + seconds

        def work(at: int) -> None:
            function = module.isolate().function("Work")
            while time.monotonic() < stop:
                function(2_400)
                done[at] += 1

        workers = [threading.Thread(target=work, args=(at,)) for at in range(count)]
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()
        return sum(done) / seconds, (time.process_time() - before) / sum(done)

    (one, one_cost), (many, cost) = rate(1), rate(threads)
    return many / one, 1e6 * one_cost, cost / one_cost


def main() -> None:
    isolate = purlin.Engine(tier="native").compile(TEXT).isolate()
    names: dict[str, object] = {"isolate": isolate, "py": lambda a, b: a + b}
    names.update({name.lower(): isolate.function(name) for name in ("Half", "Greet")})
    others = {
        "a float, bound": "half(1.5)",
        "a string, bound": "greet('you')",
        "two integers, by name": "isolate.call('Add', 40, 2)",
        "a lambda of Python's": "py(40, 2)",
    }
    print(f"{'two integers, bound':24}{call_ns():7.1f} ns")
    for what, statement in others.items():
        print(f"{what:24}{least(statement, names):7.1f} ns")
    for _ in range(3):
        factor, one, cost = scaling(8, 2.0)
        print(f"eight threads, calls of {one:.0f} us: {factor:.2f} of one thread, at {cost:.2f} of the processor time")


if __name__ == "__main__":
    main()
