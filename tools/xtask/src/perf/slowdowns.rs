//! `cargo xtask perf slowdowns`: defects that make Purlin slower, each a patch under `tests/slowdowns`, are
//! put into a tree of their own one after the other, built, and looked for. The table of what caught them is
//! in `docs/alarm.md`.
//!
//! Knows nothing of what the patches do but what their first lines say.

use std::path::{Path, PathBuf};

use super::build;
use super::harness::{Harness, TIERS};
use super::judge::Finding;
use super::registry::{BENCHMARKS, Benchmark};
use super::{Options, cpu, judged, measure, reference};
use crate::Outcome;

const FOLDER: &str = "tests/slowdowns";
const DOCUMENT: &str = "docs/alarm.md";
const BEGIN: &str = "<!-- slowdowns: written by cargo xtask perf slowdowns --write -->";
/// Rounds of both builds for the factor by which a benchmark is slower.
const ROUNDS: usize = 12;
/// How much more work they have then.
const LONGER: u64 = 6;
const END: &str = "<!-- end of slowdowns -->";

/// A patch, and what it says of itself.
struct Slowdown {
    name: String,
    path: PathBuf,
    /// What it does.
    what: String,
    /// The benchmark that it aims at, `GUEST/NAME TIER`.
    aim: String,
    /// The counters of which one is to name it.
    counters: Vec<String>,
    /// The crate whose files it changes first.
    crate_name: String,
}

/// What was found of one.
struct Row {
    slowdown: Slowdown,
    /// How much longer the benchmark takes that it aims at.
    factor: Option<f64>,
    quick: Found,
    full: Found,
}

/// What one form found.
#[derive(Default)]
struct Found {
    /// The finding that names the benchmark and one of the counters that the slowdown aims at.
    right: Option<Finding>,
    /// The greatest of the others.
    other: Option<Finding>,
}

impl Found {
    fn of(slowdown: &Slowdown, benchmark: &Benchmark, findings: Vec<Finding>) -> Found {
        let aim = benchmark.key();
        let (right, other): (Vec<Finding>, Vec<Finding>) =
            findings.into_iter().partition(|f| f.benchmark == aim && slowdown.counters.contains(&f.counter));
        Found { right: right.into_iter().next(), other: other.into_iter().next() }
    }
}

pub fn run(root: &Path, args: &[String]) -> Outcome {
    let (mut filter, mut write, mut kept, mut build) = (String::new(), false, false, false);
    let mut args = args.iter();
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--filter" => filter = args.next().cloned().ok_or("--filter needs a value")?,
            "--write" => write = true,
            "--kept" => kept = true,
            "--build" => build = true,
            other => return Err(format!("perf slowdowns does not know `{other}`")),
        }
    }
    if write && (build || kept || !filter.is_empty()) {
        return Err("the table is of all slowdowns: --write takes no --filter, --kept or --build".into());
    }
    let mut slowdowns = slowdowns(root)?;
    slowdowns.retain(|s| s.name.contains(&filter));
    if kept {
        let has = |s: &Slowdown| Ok::<_, String>(build::is_kept(root, &name(root, Some(s))?));
        let found = slowdowns.iter().map(has).collect::<Result<Vec<_>, _>>()?;
        let mut found = found.into_iter();
        slowdowns.retain(|_| found.next() == Some(true));
    }
    let base = Harness::new(built(root, None)?, root);
    if build {
        return slowdowns.iter().try_for_each(|s| built(root, Some(s)).map(drop));
    }
    let (mut rows, mut broken) = (Vec::new(), Vec::new());
    for slowdown in slowdowns {
        match look_for(root, &base, slowdown) {
            Ok(row) => {
                println!("{}", line(&row));
                rows.push(row);
            }
            Err(why) => {
                println!("{why}");
                broken.push(why);
            }
        }
    }
    rows.sort_by(|a, b| a.slowdown.name.cmp(&b.slowdown.name));
    println!("{}", summary(&rows));
    if write {
        document(root, &rows)?;
    }
    if broken.is_empty() { Ok(()) } else { Err(broken.join("\n")) }
}

/// What the rows come to, as sentences.
fn summary(rows: &[Row]) -> String {
    let count = |holds: fn(&Row) -> bool| rows.iter().filter(|row| holds(row)).count();
    let within = |row: &Row, most: f64| row.factor.is_some_and(|f| (1.05..=most).contains(&f));
    let in_range = rows.iter().filter(|row| within(row, 1.5)).count();
    let small = rows.iter().filter(|row| within(row, 1.25)).count();
    format!(
        "Of {} the quick form names {} with benchmark and counter, the full form {}; {in_range} make the \
         benchmark that they aim at slower by 1.05 to 1.5, {small} by less than 1.25.",
        rows.len(),
        count(|row| row.quick.right.is_some()),
        count(|row| row.quick.right.is_some() || row.full.right.is_some()),
    )
}

fn slowdowns(root: &Path) -> Result<Vec<Slowdown>, String> {
    let entries = std::fs::read_dir(root.join(FOLDER)).map_err(|e| format!("{FOLDER}: {e}"))?;
    let mut paths: Vec<PathBuf> = entries.filter_map(|e| Some(e.ok()?.path())).collect();
    paths.retain(|p| p.extension().is_some_and(|e| e == "patch"));
    let mut all = paths.into_iter().map(read).collect::<Result<Vec<_>, _>>()?;
    // Those of one crate follow each other, as taking one out and putting the next one in is one build then.
    all.sort_by(|a, b| (&a.crate_name, &a.name).cmp(&(&b.crate_name, &b.name)));
    Ok(all)
}

/// Reads the lines before the patch: what it does, `Aims at:`, `Counters:`.
fn read(path: PathBuf) -> Result<Slowdown, String> {
    let text = std::fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
    let head = text.split("\ndiff --git").next().unwrap_or_default();
    let after =
        |mark: &str| head.lines().find_map(|line| line.strip_prefix(mark)).map(|t| t.trim().to_owned());
    let missing = |mark: &str| format!("{}: no line `{mark}`", path.display());
    Ok(Slowdown {
        name: path.file_stem().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default(),
        what: head.lines().next().unwrap_or_default().to_owned(),
        aim: after("Aims at:").ok_or_else(|| missing("Aims at:"))?,
        counters: after("Counters:")
            .ok_or_else(|| missing("Counters:"))?
            .split(',')
            .map(|c| c.trim().to_owned())
            .collect(),
        crate_name: text
            .split_once("diff --git a/crates/")
            .and_then(|(_, rest)| rest.split('/').next())
            .unwrap_or_default()
            .to_owned(),
        path,
    })
}

/// Puts one in, and looks for it as the quick form does: counters of everything in all tiers first, which
/// take seconds, and if those do not name it, instructions of the tier that it aims at. If it is still not
/// named, it is looked for in the times of both builds, as the full form does.
fn look_for(root: &Path, base: &Harness, slowdown: Slowdown) -> Result<Row, String> {
    let harness = Harness::new(built(root, Some(&slowdown))?, root);
    let (benchmark, tier) = aim(&slowdown)?;
    let counts = Options { no_instructions: true, no_times: true, ..Options::default() };
    let findings = judged(root, &harness, &counts, &measure(&harness, &counts)?)?;
    let mut quick = Found::of(&slowdown, benchmark, findings);
    if quick.right.is_none() {
        let all = Options { tier: Some(tier.to_owned()), no_times: true, ..Options::default() };
        quick = Found::of(&slowdown, benchmark, judged(root, &harness, &all, &measure(&harness, &all)?)?);
    }
    let mut full = Found::default();
    if quick.right.is_none() {
        let pairs = cpu::alternate(base, &harness, &Options::default().benchmarks(), tier)?;
        full = Found::of(&slowdown, benchmark, cpu::beyond(&pairs)?);
    }
    let pairs = cpu::turns(base, &harness, &[longer(benchmark)], tier, ROUNDS)?;
    let factor = pairs.first().map(cpu::Pair::ratio);
    Ok(Row { factor, quick, full, slowdown })
}

/// The name that a harness is kept by.
fn name(root: &Path, slowdown: Option<&Slowdown>) -> Result<String, String> {
    let sources = build::sources(root, "HEAD")?;
    let Some(slowdown) = slowdown else { return Ok(sources) };
    let hash = build::git(root, &["hash-object", &slowdown.path.display().to_string()])?;
    Ok(format!("{sources}-{}-{}", slowdown.name, &hash[..8]))
}

/// The harness of what is checked out, with a slowdown or without: from the cache or built. The name that it
/// is kept by tells what it was made of.
fn built(root: &Path, slowdown: Option<&Slowdown>) -> Result<PathBuf, String> {
    let patch = slowdown.map(|s| s.path.display().to_string());
    build::kept_as(root, &name(root, slowdown)?, "HEAD", |tree| match &patch {
        None => Ok(()),
        Some(patch) => {
            build::git(tree, &["apply", patch]).map(drop).map_err(|e| format!("{patch} does not apply: {e}"))
        }
    })
}

/// The benchmark with so much work that start and the clock's steps do not matter.
fn longer(benchmark: &Benchmark) -> &'static Benchmark {
    let more = |[small, large]: [u64; 2]| [small, large * LONGER];
    let longer =
        Benchmark { sizes: more(benchmark.sizes), interpreted: more(benchmark.interpreted), ..*benchmark };
    // A few for each run of the command.
    Box::leak(Box::new(longer))
}

/// The benchmark and the tier that a slowdown aims at.
fn aim(slowdown: &Slowdown) -> Result<(&'static Benchmark, &'static str), String> {
    let wrong = || format!("{}: `{}` is not GUEST/BENCHMARK TIER", slowdown.name, slowdown.aim);
    let (key, tier) = slowdown.aim.split_once(' ').ok_or_else(wrong)?;
    let benchmark = BENCHMARKS.iter().find(|b| key.split_once('/') == Some((b.guest, b.name)));
    let tier = TIERS.into_iter().find(|t| *t == tier);
    benchmark.zip(tier).ok_or_else(wrong)
}

fn line(row: &Row) -> String {
    let by = |found: &Found| {
        let text = |f: &Finding| {
            format!("{} of {} in {}, {} → {}", f.counter, f.benchmark, f.tier, brief(f.was), brief(f.is))
        };
        match (&found.right, &found.other) {
            (Some(right), _) => text(right),
            (None, Some(other)) => format!("not named; {}", text(other)),
            (None, None) => "–".to_owned(),
        }
    };
    format!(
        "| {} | {} | {} | {} | {} | {} |",
        row.slowdown.name,
        row.slowdown.what,
        row.slowdown.aim,
        row.factor.map_or("–".to_owned(), |f| format!("{f:.2}")),
        by(&row.quick),
        by(&row.full)
    )
}

fn brief(n: f64) -> String {
    if n.abs() >= 10_000.0 {
        format!("{:.1}k", n / 1000.0)
    } else {
        format!("{n:.1}").trim_end_matches(".0").to_owned()
    }
}

/// Replaces the table in the document.
fn document(root: &Path, rows: &[Row]) -> Outcome {
    let path = root.join(DOCUMENT);
    let text = std::fs::read_to_string(&path).map_err(|e| format!("{DOCUMENT}: {e}"))?;
    let (before, rest) = text.split_once(BEGIN).ok_or(format!("{DOCUMENT} has no mark of the table"))?;
    let (_, after) = rest.split_once(END).ok_or(format!("{DOCUMENT} has no mark of the table's end"))?;
    let lines: Vec<String> = rows.iter().map(line).collect();
    let head =
        "| patch | what it does | aims at | slower by | quick form | full form |\n|---|---|---|---|---|---|";
    let commit = build::git(root, &["rev-parse", "--short=12", "HEAD"])?;
    let table = format!(
        "{BEGIN}\n{head}\n{}\n\n{} Commit {commit}, load {}.\n{END}",
        lines.join("\n"),
        summary(rows),
        reference::load()
    );
    std::fs::write(&path, format!("{before}{table}{after}")).map_err(|e| format!("{DOCUMENT}: {e}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_patch_applies_and_aims_at_a_benchmark() {
        let root = crate::root();
        let all = slowdowns(&root).unwrap();
        assert!(all.len() >= 18, "{} slowdowns", all.len());
        for slowdown in all {
            aim(&slowdown).unwrap();
            let path = slowdown.path.display().to_string();
            build::git(&root, &["apply", "--check", &path]).unwrap_or_else(|why| panic!("{path}: {why}"));
        }
    }
}
