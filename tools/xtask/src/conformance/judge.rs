//! What a test of Go's own comes to: `pass`, or the reason, which is the shortest text of what the runner of
//! tests says that tells one failure from another. Runs nothing.

use std::fs;
use std::path::{Path, PathBuf};

use super::recipe::{self, Recipe};

pub const TIERS: &[&str] = &["interp", "native", "auto"];
pub const PASS: &str = "pass";

/// The parts that all runs share.
pub struct Bench {
    pub purlin: PathBuf,
    /// Go's folder of tests.
    pub tests: PathBuf,
    pub tiers: Vec<&'static str>,
}

/// How a test went: by tier, or for all at once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    Same(String),
    ByTier(Vec<(&'static str, String)>),
}

impl Verdict {
    pub fn passed(&self) -> bool {
        matches!(self, Verdict::Same(r) if r == PASS)
    }

    pub fn of(results: Vec<(&'static str, String)>) -> Verdict {
        match results.first() {
            Some((_, first)) if results.iter().all(|(_, r)| r == first) => Verdict::Same(first.clone()),
            _ => Verdict::ByTier(results),
        }
    }
}

/// Why a test is not run, if it is not.
pub fn left_out(text: &str, recipe: &Recipe) -> Option<String> {
    if !recipe::constraints_hold(text) {
        return Some("not for linux/amd64 without cgo".to_owned());
    }
    if let Some(flag) = recipe.flags.iter().find(|f| about_gc(&recipe.kind, f)) {
        return Some(format!("flag {flag} is about Go's own compiler"));
    }
    let why = match recipe.kind.as_str() {
        "asmcheck" => "looks at Go's own machine code",
        "builddir" | "buildrundir" => "needs Go's assembler",
        "skip" => "skipped by Go too",
        "errorcheckwithauto" => "errorcheckwithauto is not supported",
        _ => return None,
    };
    Some(why.to_owned())
}

/// Whether Go's driver expects Go's own compiler to fail this test.
pub fn go_fails(tests: &Path, name: &str) -> bool {
    let driver = tests.join("../src/cmd/internal/testdir/testdir_test.go");
    let text = fs::read_to_string(driver).unwrap_or_default();
    let list = text.split_once("types2Failures = setOf(").and_then(|(_, rest)| rest.split_once("\n)"));
    list.is_some_and(|(list, _)| list.contains(&format!("\"{name}\"")))
}

/// Whether a switch asks for something that only Go's compiler has.
fn about_gc(kind: &str, flag: &str) -> bool {
    if kind.starts_with("run") || kind.starts_with("build") {
        // How Go generates code makes no difference to a program's output.
        return flag.starts_with("-race") || flag.starts_with("-goexperiment");
    }
    // What a compiler adds for the race detector makes no difference to what it accepts.
    !matches!(flag, "-race" | "-0" | "-1" | "-e" | "-s" | "-d=panic" | "-N" | "-l" | "-C" | "-complete")
        && !flag.starts_with("-t ")
        && !flag.starts_with("-c=")
        && !flag.starts_with("-lang=")
}

/// The reason of a test that ends badly and asks for finalizers or cleanups, which never run: what is
/// unreachable differs between tiers (`docs/go-concurrency.md`).
pub fn waits_for_finalizers(text: &str, result: &str) -> Option<String> {
    let asks = ["runtime.SetFinalizer(", "runtime.AddCleanup("].iter().any(|call| text.contains(call));
    (asks && result.starts_with("exit ")).then(|| format!("waits for finalizers: {result}"))
}

/// The reason that the log of a golden file gives.
pub fn reason(log: &str) -> String {
    // That a program ends otherwise than well says more than that it prints something else.
    let ends = ["it does not compile:", "it has ended with code "];
    let at = ends.iter().find_map(|start| log.find(start)).unwrap_or(0);
    let mut lines = log[at..].lines().map(str::trim_end).filter(|l| !l.is_empty());
    let first = lines.next().unwrap_or("did not run to its end");
    let second = || lines.clone().next().unwrap_or_default();
    if first.starts_with("it does not compile") {
        return not_compiled(second());
    }
    if let Some(code) = first.strip_prefix("it has ended with code ") {
        let is_telling = |l: &&str| {
            ["panic:", "fatal error:", "purlin:"].iter().any(|start| l.trim_start().starts_with(start))
        };
        let telling = lines.clone().find(is_telling).unwrap_or(second());
        return format!("exit {} {}", code, short(telling));
    }
    if first.starts_with("Printed:") {
        let is_found = |l: &&str| l.starts_with('+') && !l.starts_with("+++");
        let found = lines.clone().find(is_found).map_or("(none)", |l| &l[1..]);
        return format!("wrong output: {}", short(found));
    }
    if first.starts_with("TypeCheckError:") {
        let is_found = |l: &&str| l.starts_with('+') && !l.starts_with("+++");
        return not_compiled(lines.clone().find(is_found).map_or(first, |l| &l[1..]));
    }
    match first.ends_with("expected") || first.ends_with("match") {
        true => short(&format!("{first}: {}", second())),
        false => short(first),
    }
}

fn not_compiled(error: &str) -> String {
    for (before, after) in [("package ", " is not in std"), ("could not import ", " (no such package")] {
        let found = error.split_once(before).and_then(|(_, rest)| rest.split_once(after));
        if let Some((package, _)) = found {
            return format!("needs package {package}");
        }
    }
    let path = error.split(':').next().unwrap_or_default();
    format!("compile error: {}", short(&error[path.rfind('/').map_or(0, |n| n + 1)..]))
}

pub fn short(text: &str) -> String {
    let mut text = text.trim().to_owned();
    if let Some((at, _)) = text.char_indices().nth(160) {
        text.truncate(at);
        text.push('…');
    }
    text
}

pub fn copy(from: &Path, to: &Path) -> Result<(), String> {
    fs::create_dir_all(to).map_err(|e| e.to_string())?;
    for entry in fs::read_dir(from).map_err(|e| format!("{}: {e}", from.display()))? {
        let path = entry.map_err(|e| e.to_string())?.path();
        let target = to.join(path.file_name().unwrap_or_default());
        if path.is_dir() {
            copy(&path, &target)?;
        } else {
            fs::copy(&path, &target).map_err(|e| e.to_string())?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logs_become_reasons() {
        let of = |log: &str| reason(log);
        assert_eq!(of("it does not compile:\nd/x.go:3:1: oh\n"), "compile error: x.go:3:1: oh");
        assert_eq!(of("it does not compile:\nx.go:3:8: package a/b is not in std\n"), "needs package a/b");
        assert_eq!(of("it has ended with code 2:\n\npanic: no\n\ngoroutine 1"), "exit 2: panic: no");
        assert_eq!(of("Printed:\n--- expected\n+++ found\n@@ -1 +1 @@\n-a\n+b\n"), "wrong output: b");
        assert_eq!(of("line 3: no error\n"), "line 3: no error");
        assert_eq!(of("line 3: not expected\n7: oh\n"), "line 3: not expected: 7: oh");
    }

    #[test]
    fn tests_of_finalizers_have_a_reason_of_their_own() {
        let text = "func main() { runtime.SetFinalizer(x, f); runtime.GC() }";
        let reason = waits_for_finalizers(text, "exit 2: panic: never called");
        assert_eq!(reason.as_deref(), Some("waits for finalizers: exit 2: panic: never called"));
        assert_eq!(waits_for_finalizers(text, PASS), None);
        assert_eq!(waits_for_finalizers("func main() {}", "exit 2: panic: oh"), None);
    }

    #[test]
    fn switches_of_gos_compiler_are_left_out() {
        let of = |text: &str| left_out(text, &recipe::recipe(text).expect("a recipe"));
        assert_eq!(of("// errorcheck -0 -m\n").as_deref(), Some("flag -m is about Go's own compiler"));
        assert_eq!(of("// run -gcflags=-l\n"), None);
        assert_eq!(of("// skip\n").as_deref(), Some("skipped by Go too"));
    }
}
