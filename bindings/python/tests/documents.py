"""Runs the examples of docstrings, of the README and of docs/embedding.md."""

from __future__ import annotations

import doctest
import re
import sys
from pathlib import Path

import purlin
import purlin.ray

ROOT = Path(__file__).resolve().parents[3]


def docstrings() -> tuple[int, int]:
    finder, runner = doctest.DocTestFinder(), doctest.DocTestRunner()
    names = {name: getattr(purlin, name) for name in purlin.__all__}
    found = finder.find(purlin, "purlin", module=False, globs={"purlin": purlin, "fit": purlin.fit})
    for name, thing in names.items():
        found += finder.find(thing, name, module=False, globs={"purlin": purlin, "fit": purlin.fit})
    # Those of what needs a cluster are run by ray_jobs.py.
    for name, thing in (("purlin.ray", purlin.ray.__doc__), ("Rule", purlin.ray.Rule)):
        found += finder.find(thing, name, module=False, globs={"purlin": purlin})
    for test in found:
        runner.run(test)
    return runner.tries, runner.failures


def documents() -> int:
    readme = (ROOT / "bindings/python/README.md").read_text()
    (example,) = re.findall(r"```python\n(.*?)```", readme, re.S)
    lines = [line for line in example.splitlines() if line.strip()]
    assert len(lines) <= 10, f"the README's example has {len(lines)} lines; ten are the most"
    programs = [example, *re.findall(r"```python\n(.*?)```", (ROOT / "docs/embedding.md").read_text(), re.S)]
    for program in programs:
        exec(compile(program, "document", "exec"), {"__name__": "__main__"})
    return len(programs)


def main() -> int:
    tries, failures = docstrings()
    undocumented = [name for name in purlin.__all__ if not getattr(purlin, name).__doc__]
    print(f"Python: {tries} examples of docstrings, {failures} failures; {documents()} programs of documents")
    assert not undocumented, undocumented
    assert tries > 20, tries
    return int(failures > 0)


if __name__ == "__main__":
    sys.exit(main())
