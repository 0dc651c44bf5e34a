//! `cargo xtask perf bisect GOOD BAD --benchmark B --tier T --counter C`: the commit that changed a counter,
//! and the pass without which it would not have.
//!
//! Knows nothing of why; it prints what a person can begin with.

use std::path::Path;

use super::build::{self, Scratch};
use super::harness::{Harness, TIERS};
use super::reference::Row;
use super::registry::{BENCHMARKS, Benchmark};
use crate::Outcome;

/// What is asked.
struct Question {
    good: String,
    bad: String,
    benchmark: &'static Benchmark,
    tier: &'static str,
    counter: String,
}

pub fn run(root: &Path, args: &[String]) -> Outcome {
    let question = read(args)?;
    let commits = commits(root, &question)?;
    let (good, bad) = (value_at(root, &question, &question.good)?, value_at(root, &question, &question.bad)?);
    if good == bad {
        return Err(format!("{} is {good} in both: nothing to look for", question.counter));
    }
    println!(
        "{} of {} in {}: {good} -> {bad}, {} commits",
        question.counter,
        question.benchmark.name,
        question.tier,
        commits.len()
    );
    let at = search(commits.len(), |n| is_bad(root, &question, &commits[n], good, bad))?;
    let culprit = &commits[at];
    println!("{}", paragraph(root, &question, culprit, good, bad)?);
    Ok(())
}

fn read(args: &[String]) -> Result<Question, String> {
    let [good, bad, rest @ ..] = args else { return Err("bisect wants GOOD and BAD".into()) };
    let (mut benchmark, mut tier, mut counter) = (None, "native", "slope".to_owned());
    let mut rest = rest.iter();
    while let Some(arg) = rest.next() {
        let value = rest.next().ok_or(format!("{arg} needs a value"))?;
        match arg.as_str() {
            "--benchmark" => benchmark = BENCHMARKS.iter().find(|b| b.name == value),
            "--tier" => tier = TIERS.into_iter().find(|t| t == value).ok_or(format!("no tier `{value}`"))?,
            "--counter" => counter = value.clone(),
            other => return Err(format!("bisect does not know `{other}`")),
        }
    }
    let benchmark = benchmark.ok_or("bisect wants --benchmark with the name of one")?;
    Ok(Question { good: good.clone(), bad: bad.clone(), benchmark, tier, counter })
}

/// The commits after the good one, up to the bad one, oldest first.
fn commits(root: &Path, question: &Question) -> Result<Vec<String>, String> {
    let range = format!("{}..{}", question.good, question.bad);
    let list = build::git(root, &["rev-list", "--first-parent", "--reverse", &range])?;
    let list: Vec<String> = list.lines().map(str::to_owned).collect();
    if list.is_empty() { Err(format!("{range} has no commit")) } else { Ok(list) }
}

/// The first of `count` for which `is_bad` holds; the last one does. Answers of those that cannot be asked
/// (`None`) are taken from the next one that can.
fn search(count: usize, mut is_bad: impl FnMut(usize) -> Option<bool>) -> Result<usize, String> {
    let (mut low, mut high) = (0, count.checked_sub(1).ok_or("there is no commit")?);
    while low < high {
        let middle = (low + high) / 2;
        let answer = (middle..high).find_map(|n| Some((n, is_bad(n)?)));
        match answer {
            Some((n, false)) => low = n + 1,
            Some((_, true)) | None => high = middle,
        }
    }
    Ok(low)
}

/// Whether a commit has the bad value, or one that is nearer to it; `None` if it does not build.
fn is_bad(root: &Path, question: &Question, commit: &str, good: f64, bad: f64) -> Option<bool> {
    let value = value_at(root, question, commit);
    println!(
        "  {} {}",
        &commit[..commit.len().min(12)],
        value.as_ref().map_or("cannot be measured".to_owned(), f64::to_string)
    );
    value.ok().map(|value| (value - bad).abs() < (value - good).abs())
}

fn value_at(root: &Path, question: &Question, revision: &str) -> Result<f64, String> {
    let program = build::of_revision(root, revision)?;
    value(&Harness::new(program, root), question)
}

/// The counter in one build.
fn value(harness: &Harness, question: &Question) -> Result<f64, String> {
    let mut measured = harness.counters(&[question.benchmark], question.tier)?;
    let instructions = matches!(question.counter.as_str(), "slope" | "intercept");
    if instructions {
        harness.instructions(&mut measured, question.tier)?;
    }
    let row = Row::of(&measured[0]);
    let found = match question.counter.as_str() {
        "slope" => row.slope(),
        "intercept" => row.intercept(),
        name => row.counters.get(name).map(|n| *n as f64),
    };
    found.ok_or(format!("there is no counter `{}`", question.counter))
}

/// What is known of the culprit.
fn paragraph(root: &Path, question: &Question, commit: &str, good: f64, bad: f64) -> Result<String, String> {
    let title = build::git(root, &["show", "--no-patch", "--format=%h %s (%an, %as)", commit])?;
    let files = build::git(root, &["show", "--stat=80", "--format=", commit])?;
    let parent = format!("{commit}~1");
    let [new, old] = [build::of_revision(root, commit)?, build::of_revision(root, &parent)?];
    let passes = passes(&Scratch::new(root, commit)?.tree);
    let mut equal = Vec::new();
    for pass in passes {
        let without = |program: &Path| {
            let harness = Harness { disabled: vec![pass.clone()], ..Harness::new(program.to_owned(), root) };
            value(&harness, question)
        };
        if let (Ok(new), Ok(old)) = (without(&new), without(&old))
            && (new - old).abs() < (bad - good).abs() / 10.0
        {
            equal.push(pass);
        }
    }
    let pass = match equal.as_slice() {
        [] => {
            "No single pass of the mid-end explains it: with any of them off the difference stays.".to_owned()
        }
        some => format!("The difference disappears without the pass {}.", some.join(", or ")),
    };
    Ok(format!(
        "\n{title} changed {} of {} in {} from {good} to {bad} (x{:.4}). {pass} It touched:\n{files}",
        question.counter,
        question.benchmark.name,
        question.tier,
        bad / good
    ))
}

/// The passes that can be left out, from the source of a tree.
fn passes(tree: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(tree.join("crates/opt/src/passes.rs")).unwrap_or_default();
    let rows = text.split("Pass {").skip(1).filter(|row| row.contains("optional: true"));
    rows.filter_map(|row| Some(row.split_once("name: \"")?.1.split_once('"')?.0.to_owned())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_bad_one_is_found() {
        for first in 0..20 {
            assert_eq!(search(20, |n| Some(n >= first)), Ok(first.min(19)));
            // Every third cannot be asked, but for the last.
            let found = search(20, |n| (n % 3 != 1 || n == 19).then_some(n >= first)).unwrap();
            assert!(found <= first && first - found <= 1, "{first}: {found}");
        }
        assert!(search(0, |_| None).is_err());
    }

    #[test]
    fn the_passes_are_read_from_the_source() {
        let passes = passes(&crate::root());
        assert!(passes.iter().any(|p| p == "licm") && passes.len() > 10, "{passes:?}");
    }
}
