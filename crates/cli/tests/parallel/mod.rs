//! What is compared of the output of parallel tests. Go's scheduler decides which of them continues first,
//! so two runs of `go test` may differ in the order in which lines of different parallel tests come; nothing
//! else may. The order is made one here: lines of parallel siblings that come in a row are sorted by test.
//! The lines of one test keep their order, and so does everything that is not parallel: what a test prints
//! until it pauses, what comes before a row of parallel tests and after it.

use std::collections::HashSet;

/// Lines that belong to one test.
struct Block {
    test: String,
    lines: Vec<String>,
    /// For the test around it at each depth, and itself: whether it had continued in parallel by then.
    parallel: Vec<bool>,
}

impl Block {
    fn new(test: &str, line: &str, resumed: &HashSet<String>) -> Block {
        let parallel = (1..=depth(test)).map(|n| resumed.contains(prefix(test, n))).collect();
        Block { test: test.to_string(), lines: vec![line.to_string()], parallel }
    }
}

fn depth(test: &str) -> usize {
    if test.is_empty() { 0 } else { test.matches('/').count() + 1 }
}

/// The name of the test around a test, so many parts long.
fn prefix(test: &str, parts: usize) -> &str {
    test.match_indices('/').nth(parts - 1).map_or(test, |(at, _)| &test[..at])
}

/// The lines of `go test -v` in an order that does not depend on that of parallel tests. A line that only
/// says whose the next lines are (`=== NAME`) is left out where tests are parallel: whether there is one
/// depends on the order too.
pub fn in_one_order(lines: &[String]) -> Vec<String> {
    let mut resumed = HashSet::new();
    let mut blocks: Vec<Block> = Vec::new();
    for line in lines {
        let told = line.trim_start_matches(' ').split_once(' ').and_then(|(mark, rest)| match mark {
            "===" | "---" => rest.trim_start().split_once([' ', ':']),
            _ => None,
        });
        let Some((word, rest)) = told else {
            match blocks.last_mut() {
                Some(block) if !ends_tests(line) => block.lines.push(line.clone()),
                _ => blocks.push(Block::new("", line, &resumed)),
            }
            continue;
        };
        let test = rest.trim_start().split(' ').next().unwrap_or_default();
        if word == "CONT" {
            resumed.insert(test.to_string());
        }
        let mut block = Block::new(test, line, &resumed);
        if word == "NAME" && !resumed.is_empty() {
            block.lines.clear();
        }
        blocks.push(block);
    }
    arrange(&mut blocks, 1);
    blocks.into_iter().flat_map(|block| block.lines).collect()
}

/// Whether a line is of the package and not of the test that printed last.
fn ends_tests(line: &str) -> bool {
    matches!(line, "PASS" | "FAIL")
        || ["ok  \t", "FAIL\t", "exit status "].iter().any(|s| line.starts_with(s))
}

/// The events of `go test -json`, package by package, in an order that does not depend on that of parallel
/// packages and tests.
pub fn events_in_one_order(lines: &[String]) -> Vec<String> {
    let mut resumed = HashSet::new();
    let mut packages: Vec<(String, Vec<Block>)> = Vec::new();
    for line in lines {
        let package = value(line, "Package").or(value(line, "ImportPath")).unwrap_or_default();
        let test = value(line, "Test").unwrap_or_default();
        let known = format!("{package} ");
        if value(line, "Action") == Some("cont") {
            resumed.insert(known.clone() + test);
        }
        let of_package = resumed.iter().filter_map(|name| name.strip_prefix(&known).map(str::to_string));
        let block = Block::new(test, line, &of_package.collect());
        match packages.iter_mut().find(|(name, _)| name == package) {
            Some((_, blocks)) => blocks.push(block),
            None => packages.push((package.to_string(), vec![block])),
        }
    }
    packages.sort_by(|a, b| a.0.cmp(&b.0));
    packages.iter_mut().for_each(|(_, blocks)| arrange(blocks, 1));
    packages.into_iter().flat_map(|(_, blocks)| blocks).flat_map(|block| block.lines).collect()
}

/// The text of a field of an event.
fn value<'a>(line: &'a str, name: &str) -> Option<&'a str> {
    line.split_once(&format!("\"{name}\":\""))?.1.split_once('"').map(|(value, _)| value)
}

/// Sorts rows of parallel siblings, whose names have so many parts, and those inside them.
fn arrange(blocks: &mut [Block], parts: usize) {
    let mut rest = blocks;
    while let Some(first) = rest.first() {
        if depth(&first.test) < parts {
            rest = &mut rest[1..];
            continue;
        }
        let is_parallel = first.parallel[parts - 1];
        let name = prefix(&first.test, parts).to_string();
        let is_of_row = |block: &Block| {
            block.parallel.get(parts - 1) == Some(&is_parallel)
                && (is_parallel || prefix(&block.test, parts) == name)
        };
        let length = rest.iter().position(|block| !is_of_row(block)).unwrap_or(rest.len());
        let (row, after) = rest.split_at_mut(length);
        if is_parallel {
            row.sort_by(|a, b| prefix(&a.test, parts).cmp(prefix(&b.test, parts)));
        }
        for same in row.chunk_by_mut(|a, b| prefix(&a.test, parts) == prefix(&b.test, parts)) {
            arrange(same, parts + 1);
        }
        rest = after;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ordered(text: &str) -> String {
        in_one_order(&text.lines().map(str::to_string).collect::<Vec<_>>()).join("\n")
    }

    const BEGINS: &str = "=== RUN   T\n=== RUN   T/a\n=== PAUSE T/a\n=== RUN   T/b\n=== PAUSE T/b\n";

    #[test]
    fn parallel_tests_may_run_in_any_order() {
        let one = "=== CONT  T/a\n=== CONT  T/b\n    x.go:2: in b\n=== NAME  T/a\n    x.go:1: in a\n\
                   --- PASS: T (0.0s)\n    --- PASS: T/b (0.0s)\n    --- PASS: T/a (0.0s)\nPASS\nok  \tx";
        let other = "=== CONT  T/a\n    x.go:1: in a\n=== CONT  T/b\n    x.go:2: in b\n\
                     --- PASS: T (0.0s)\n    --- PASS: T/a (0.0s)\n    --- PASS: T/b (0.0s)\nPASS\nok  \tx";
        assert_eq!(ordered(&format!("{BEGINS}{one}")), ordered(&format!("{BEGINS}{other}")));
        assert_eq!(ordered(&format!("{BEGINS}{other}")), format!("{BEGINS}{other}"));
    }

    #[test]
    fn all_else_is_seen() {
        let text = |more: &str| ordered(&format!("{BEGINS}=== CONT  T/a\n{more}--- PASS: T (0.0s)"));
        // The lines of one test, a line of another test, a line less.
        let lines = text("    x.go:1: one\n    x.go:2: two\n=== CONT  T/b\n");
        assert_ne!(lines, text("    x.go:2: two\n    x.go:1: one\n=== CONT  T/b\n"));
        assert_ne!(lines, text("    x.go:1: one\n=== CONT  T/b\n    x.go:2: two\n"));
        assert_ne!(lines, text("    x.go:1: one\n=== CONT  T/b\n"));
        // The order in which tests are begun, and of those that are not parallel.
        assert_ne!(
            ordered("=== RUN   T/b\n=== PAUSE T/b\n=== RUN   T/a"),
            ordered("=== RUN   T/a\n=== RUN   T/b\n=== PAUSE T/b")
        );
        assert_ne!(
            ordered("--- PASS: T\n    --- PASS: T/a\n    --- PASS: T/b"),
            ordered("--- PASS: T\n    --- PASS: T/b\n    --- PASS: T/a")
        );
        let named = "=== NAME  T\n    x.go:1: cleaned up";
        assert_eq!(ordered(named), named);
    }

    #[test]
    fn parallel_tests_inside_parallel_tests_are_sorted_too() {
        let begun = "=== RUN   S\n=== PAUSE S\n=== RUN   T\n=== PAUSE T\n=== CONT  T\n=== RUN   T/a\n=== PAUSE T/a\n\
                     === RUN   T/b\n=== PAUSE T/b\n";
        let one = "=== CONT  T/b\n=== CONT  S\n=== CONT  T/a\n--- PASS: T\n    --- PASS: T/b\n        x.go:1: b\n    \
                   --- PASS: T/a\n--- PASS: S\nPASS";
        let other = "=== CONT  S\n--- PASS: S\n=== CONT  T/a\n=== CONT  T/b\n--- PASS: T\n    --- PASS: T/a\n    \
                     --- PASS: T/b\n        x.go:1: b\nPASS";
        assert_eq!(ordered(&format!("{begun}{one}")), ordered(&format!("{begun}{other}")));
    }

    #[test]
    fn events_are_sorted_by_package_and_parallel_test() {
        let event = |package: &str, action: &str, test: &str| {
            format!("{{\"Action\":\"{action}\",\"Package\":\"{package}\",\"Test\":\"{test}\"}}")
        };
        let begun = [event("p", "pause", "T/a"), event("p", "pause", "T/b")];
        let a = [event("p", "cont", "T/a"), event("p", "output", "T/a")];
        let b = [event("p", "cont", "T/b"), event("p", "output", "T/b")];
        let (q, end) = ([event("q", "run", "T")], [event("p", "pass", "T")]);
        let one = events_in_one_order(&[&begun[..], &a, &q, &b, &end].concat());
        assert_eq!(one, events_in_one_order(&[&begun[..], &b, &a, &end, &q].concat()));
        assert_eq!(one, [&begun[..], &a, &b, &end, &q].concat());
        let swapped = [begun[1].clone(), begun[0].clone()];
        assert_ne!(one, events_in_one_order(&[&swapped[..], &a, &b, &end, &q].concat()));
    }
}
