//! Has `purlin test` run Go's own tests, which are golden files once `layout` has laid them out, all of them
//! at once, and says how each went.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::Value;

use super::Test;
use super::judge::{self, Bench, PASS, Verdict};
use super::layout::{Laid, Layout};
use crate::limits;

/// The suite whose limit one test has, by the clock.
const SUITE: &str = "conformance.go";

/// How golden files went in one tier, by their paths: `None` if one passed, else what was said of it.
type Results = BTreeMap<String, Option<String>>;

/// How tests went, by name.
pub type Verdicts = BTreeMap<String, Verdict>;

/// Runs tests below a folder.
pub fn run(tests: &[Test], bench: &Bench, dir: &Path, jobs: usize) -> Result<Verdicts, String> {
    let layout = Layout { bench, dir };
    let laid = lay_out_all(tests, &layout, jobs)?;
    let has = |runs: bool| laid.values().flatten().any(|laid| laid.runs == runs);
    let first = bench.tiers.first().copied().unwrap_or("auto");
    let compiled = if has(false) { in_tier(&layout, false, first, jobs)? } else { Results::new() };
    let mut ran = Vec::new();
    for tier in bench.tiers.iter().filter(|_| has(true)) {
        ran.push((*tier, in_tier(&layout, true, tier, jobs)?));
    }
    let (goldens, count) = (laid.values().flatten().map(|l| l.goldens.len()).sum::<usize>(), laid.len());
    println!(
        "{count} tests are {goldens} golden files, and {} are not run",
        laid.values().filter(|l| l.is_err()).count()
    );
    let texts: BTreeMap<&str, &str> = tests.iter().map(|test| (&*test.name, &*test.text)).collect();
    let verdict = |(name, laid): (&str, Result<Laid, String>)| {
        let text = texts.get(name).copied().unwrap_or_default();
        let verdict = match laid {
            Err(why) => Verdict::Same(why),
            Ok(laid) if laid.runs => {
                let named = |result: String| judge::waits_for_finalizers(text, &result).unwrap_or(result);
                let of = |(tier, results): &(&'static str, Results)| (*tier, named(result(&laid, results)));
                Verdict::of(ran.iter().map(of).collect())
            }
            Ok(laid) => Verdict::Same(result(&laid, &compiled)),
        };
        (name.to_owned(), verdict)
    };
    Ok(laid.into_iter().map(verdict).collect())
}

/// Lays tests out, several at a time, since some are printed by programs.
fn lay_out_all<'t>(
    tests: &'t [Test],
    layout: &Layout<'_>,
    jobs: usize,
) -> Result<BTreeMap<&'t str, Result<Laid, String>>, String> {
    let (next, all) = (AtomicUsize::new(0), Mutex::new(BTreeMap::new()));
    std::thread::scope(|scope| {
        for _ in 0..jobs.max(1) {
            scope.spawn(|| {
                while let Some(test) = tests.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let laid = match judge::left_out(&test.text, &test.recipe) {
                        Some(why) => Err(why),
                        None => layout.lay_out(test),
                    };
                    if let Ok(mut all) = all.lock() {
                        all.insert(&*test.name, laid);
                    }
                }
            });
        }
    });
    all.into_inner().map_err(|e| e.to_string())
}

/// `pass`, or why a test does not pass: the first of its golden files that does not says so.
fn result(laid: &Laid, results: &Results) -> String {
    let of = |name: &String| match results.get(name) {
        None => Some("did not run".to_owned()),
        Some(None) => None,
        Some(Some(log)) => Some(judge::reason(log)),
    };
    laid.goldens.iter().find_map(of).unwrap_or_else(|| PASS.to_owned())
}

/// Runs all golden files of one folder in one tier.
fn in_tier(layout: &Layout<'_>, runs: bool, tier: &str, jobs: usize) -> Result<Results, String> {
    let (workers, tier) = (format!("-j={jobs}"), format!("-tier={tier}"));
    let clock = format!("-clock={}s", limits::by_the_clock(SUITE)?.as_secs());
    let purlin = &layout.bench.purlin;
    let output = Command::new(purlin)
        .args(["test", "-json", "-count=1", "-cache=off", "-memory=512M", &clock, &workers, &tier, "./..."])
        .current_dir(layout.place(runs))
        .env_remove("PURLIN_STRESS")
        .stdin(Stdio::null())
        .output()
        .map_err(|e| format!("cannot run {}: {e}", purlin.display()))?;
    if !matches!(output.status.code(), Some(0 | 1)) {
        let said = String::from_utf8_lossy(&output.stderr);
        println!("purlin test: {}: {}", output.status, judge::short(said.lines().last().unwrap_or_default()));
    }
    Ok(results(&String::from_utf8_lossy(&output.stdout)))
}

/// What lines of events say of golden files. If the process has ended early, the last line may be cut off.
fn results(events: &str) -> Results {
    let (mut results, mut logs) = (Results::new(), BTreeMap::<String, String>::new());
    for line in events.lines() {
        let Ok(event) = serde_json::from_str::<Value>(line) else { continue };
        let (Some(package), Some(test)) = (event["Package"].as_str(), event["Test"].as_str()) else {
            continue;
        };
        let name = if package == "." { test.to_owned() } else { format!("{package}/{test}") };
        match event["Action"].as_str() {
            Some("output") => {
                let text = event["Output"].as_str().unwrap_or_default();
                // Lines of the frame are not those of a log.
                if let Some(text) = text.strip_prefix("    ") {
                    logs.entry(name).or_default().push_str(text);
                }
            }
            Some("pass") => _ = results.insert(name, None),
            Some("fail") => {
                let log = logs.remove(&name).unwrap_or_default();
                results.insert(name, Some(log));
            }
            Some(_) | None => {}
        }
    }
    results
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_are_results() {
        let event = |action: &str, test: &str, output: &str| {
            let event = serde_json::json!({
                "Action": action, "Package": "a/b", "Test": test, "Output": output,
            });
            format!("{event}\n")
        };
        let text = event("run", "x.go", "")
            + &event("output", "x.go", "--- FAIL: x.go (0.00s)\n")
            + &event("output", "x.go", "    line 1: no error\n")
            + &event("fail", "x.go", "")
            + &event("pass", "y.go", "");
        let all = results(&(text + "{\"Action\":"));
        let of = |names: &[&str]| {
            let goldens = names.iter().map(|name| format!("a/b/{name}")).collect();
            result(&Laid { goldens, runs: false }, &all)
        };
        assert_eq!(of(&["y.go"]), PASS);
        assert_eq!(of(&["y.go", "x.go"]), "line 1: no error");
        assert_eq!(of(&["z.go"]), "did not run");
    }
}
