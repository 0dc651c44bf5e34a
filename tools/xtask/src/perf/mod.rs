//! `cargo xtask perf`: has anything become slower, or faster, than its references say? Counters are exact,
//! instructions have budgets, CPU time is compared between builds that take turns. `docs/alarm.md` tells how
//! it is used.
//!
//! Knows the options and the order of things; each thing has a file.

mod accumulate;
mod against;
mod bisect;
mod build;
mod change_points;
mod cpu;
mod harness;
mod history;
mod judge;
mod pages;
mod reference;
mod registry;
mod report;
mod slowdowns;
mod specificity;
pub mod thresholds;
mod workers;

use std::path::{Path, PathBuf};
use std::time::Instant;

use harness::{Harness, Measured, TIERS};
use judge::Finding;
use registry::{BENCHMARKS, Benchmark, GUESTS, Guest};

use crate::Outcome;

pub use registry::missing;

/// What is asked of the command.
#[derive(Clone, Debug, Default)]
struct Options {
    full: bool,
    guest: Option<String>,
    benchmark: Option<String>,
    tier: Option<String>,
    update: bool,
    why: Option<String>,
    /// Instead of building one.
    harness: Option<PathBuf>,
    no_instructions: bool,
    no_times: bool,
    against: Option<String>,
    report: Option<PathBuf>,
}

fn options(args: &[String]) -> Result<Options, String> {
    let mut o = Options::default();
    let mut args = args.iter();
    while let Some(arg) = args.next() {
        let mut value = || args.next().cloned().ok_or(format!("{arg} needs a value"));
        match arg.as_str() {
            "--quick" => o.full = false,
            "--full" => o.full = true,
            "--guest" => o.guest = Some(value()?),
            "--benchmark" => o.benchmark = Some(value()?),
            "--tier" => o.tier = Some(value()?),
            "--update" => o.update = true,
            "--why" => o.why = Some(value()?),
            "--harness" => o.harness = Some(value()?.into()),
            "--no-instructions" => o.no_instructions = true,
            "--against" => o.against = Some(value()?),
            "--report" => o.report = Some(value()?.into()),
            "--no-times" => o.no_times = true,
            other => return Err(format!("perf does not know `{other}`")),
        }
    }
    if o.update && o.why.as_deref().is_none_or(|why| why.trim().len() < 10) {
        return Err("--update wants --why with a reason that a reader of the history understands".into());
    }
    if let Some(guest) = o.guest.as_ref().filter(|g| registry::extension(g).is_none()) {
        return Err(format!("no guest `{guest}` has benchmarks"));
    }
    if let Some(tier) = o.tier.as_ref().filter(|t| !TIERS.contains(&t.as_str())) {
        return Err(format!("no tier `{tier}`: interp, native or auto"));
    }
    Ok(o)
}

impl Options {
    fn benchmarks(&self) -> Vec<&'static Benchmark> {
        let wanted = |wish: &Option<String>, name: &str| wish.as_ref().is_none_or(|w| w == name);
        let taken = BENCHMARKS.iter().filter(|b| wanted(&self.guest, b.guest));
        taken.filter(|b| wanted(&self.benchmark, b.name)).collect()
    }

    fn tiers(&self) -> Vec<&'static str> {
        TIERS.into_iter().filter(|t| self.tier.as_deref().is_none_or(|wish| wish == *t)).collect()
    }

    /// Whether everything is measured, so that it can become the references.
    fn all(&self) -> bool {
        self.guest.is_none() && self.benchmark.is_none() && self.tier.is_none() && !self.no_instructions
    }
}

pub fn run(root: &Path, args: &[String]) -> Outcome {
    match args.first().map(String::as_str) {
        Some("slowdowns") => slowdowns::run(root, &args[1..]),
        Some("pages") => pages::run(root, &args[1..]),
        Some("specificity") => specificity::run(root, &args[1..]),
        Some("bisect") => bisect::run(root, &args[1..]),
        _ => {
            let options = options(args)?;
            match (&options.report, &options.against) {
                (Some(folder), _) => report::write(root, folder),
                (None, Some(revision)) => against(root, &options, revision),
                (None, None) => check(root, &options),
            }
        }
    }
}

fn check(root: &Path, options: &Options) -> Outcome {
    let wrong = crate::limits::wrong()?;
    if !wrong.is_empty() {
        return Err(wrong.join("\n"));
    }
    let harness = harness(root, options)?;
    let start = Instant::now();
    println!("perf: load {}", reference::load());
    let measured = measure(&harness, options)?;
    let found = judged(root, &harness, options, &measured)?;
    println!("perf: {} rows in {:.0} s", measured.len(), start.elapsed().as_secs_f64());
    if options.update {
        return update(root, options, &measured, &found);
    }
    if options.full {
        drifts(root)?;
        let wrong = accumulate::check(&harness)?;
        if !wrong.is_empty() {
            judge::print(&found);
            return Err(wrong.join("\n"));
        }
    }
    if found.is_empty() {
        println!("perf: no number has changed beyond its budget");
        return Ok(());
    }
    judge::print(&found);
    Err(format!(
        "{} numbers differ from bench/perf/counts.json; if that is meant: cargo xtask perf --update --why TEXT",
        found.len()
    ))
}

fn harness(root: &Path, options: &Options) -> Result<Harness, String> {
    let program = match &options.harness {
        Some(path) => std::path::absolute(path).map_err(|e| e.to_string())?,
        None => build::here(root)?,
    };
    Ok(Harness::new(program, root))
}

fn against(root: &Path, options: &Options, revision: &str) -> Outcome {
    let new = harness(root, options)?;
    let old = Harness { program: build::of_revision(root, revision)?, ..new.clone() };
    against::compare(&old, &new, revision)
}

/// Tells of changes in the history that were accepted one by one, and of drifts below the budgets.
fn drifts(root: &Path) -> Outcome {
    let (significance, least) =
        (thresholds::number("change_points", "significance")?, thresholds::number("change_points", "least")?);
    for (name, series) in history::slopes(root, &reference::toolchain())? {
        for change in change_points::change_points(&series, significance, least) {
            println!(
                "perf: history: the slope of {name} changed by x{:.3} at entry {}",
                change.ratio(),
                change.at
            );
        }
    }
    Ok(())
}

/// Counters of all tiers, and instructions where valgrind is there.
fn measure(harness: &Harness, options: &Options) -> Result<Vec<Measured>, String> {
    let valgrind = !options.no_instructions && harness::has_valgrind();
    if !valgrind && !options.no_instructions {
        println!("NO VALGRIND: instructions are not counted, so most slowdowns below a third pass unseen");
    }
    let benchmarks = options.benchmarks();
    // What counts instructions takes longest, and begins first.
    let mut parts: Vec<(&'static Guest, &'static str)> =
        GUESTS.iter().flat_map(|guest| options.tiers().into_iter().map(move |tier| (guest, tier))).collect();
    parts.sort_by_key(|(guest, tier)| !guest.instructions.contains(tier));
    let parts = workers::side_by_side(parts, |part| one_part(harness, &benchmarks, part, valgrind))?;
    Ok(parts.concat())
}

/// What is measured of one guest in one tier.
fn one_part(
    harness: &Harness,
    benchmarks: &[&'static Benchmark],
    (guest, tier): (&'static Guest, &'static str),
    valgrind: bool,
) -> Result<Vec<Measured>, String> {
    let benchmarks: Vec<_> = benchmarks.iter().copied().filter(|b| b.guest == guest.name).collect();
    let mut measured = match benchmarks.is_empty() {
        true => Vec::new(),
        false => harness.counters(&benchmarks, tier)?,
    };
    if valgrind && guest.instructions.contains(&tier) && !measured.is_empty() {
        harness.instructions(&mut measured, tier)?;
    }
    Ok(measured)
}

/// Everything that is beyond what is allowed.
fn judged(
    root: &Path,
    harness: &Harness,
    options: &Options,
    measured: &[Measured],
) -> Result<Vec<Finding>, String> {
    let toolchain = reference::toolchain();
    let Some((here, reference)) = reference::read(root, &toolchain)? else {
        println!("NO REFERENCES: nothing is compared");
        return Ok(Vec::new());
    };
    if !here {
        println!("NO REFERENCES OF {toolchain}: only what is equal everywhere is compared, no instructions");
    }
    let mut found = judge::compare(&reference::rows(measured), &reference, here)?;
    let old = match options.full {
        _ if options.no_times => return Ok(found),
        true => Some(build::of_revision(root, &reference.commit)?),
        false => build::cached(root, &reference.commit),
    };
    match old {
        Some(old) => {
            let old = Harness { program: old, ..harness.clone() };
            // The sides take turns within a tier, so what runs beside them disturbs both.
            let compared = workers::side_by_side(options.tiers(), |tier| {
                let pairs = cpu::alternate(&old, harness, &options.benchmarks(), tier)?;
                println!("perf: CPU time in {tier}: x{:.3} of the reference's", cpu::geomean(&pairs));
                cpu::beyond(&pairs)
            })?;
            found.extend(compared.into_iter().flatten());
        }
        None => println!(
            "perf: no build of the references is kept, so CPU time is not compared (--full builds it)"
        ),
    }
    Ok(found)
}

/// Makes what was measured the references, and says what was and is.
fn update(root: &Path, options: &Options, measured: &[Measured], found: &[Finding]) -> Outcome {
    if !options.all() {
        return Err("references are of everything: --update takes no part of it".into());
    }
    if !harness::has_valgrind() {
        return Err("references have instructions: valgrind is needed".into());
    }
    judge::print(found);
    let why = options.why.as_deref().unwrap_or_default();
    reference::write(root, &reference::toolchain(), &reference::rows(measured), why)?;
    println!("perf: {} numbers are new; the reason is in {}", found.len(), reference::HISTORY);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<Options, String> {
        options(&text.split(' ').filter(|w| !w.is_empty()).map(str::to_owned).collect::<Vec<_>>())
    }

    #[test]
    fn an_update_has_a_reason_and_is_of_everything() {
        assert!(parse("--update").is_err());
        assert!(parse("--update --why short").is_err());
        assert!(parse("--update --why a_long_enough_reason").unwrap().all());
        assert!(!parse("--tier native").unwrap().all());
        assert_eq!(parse("--tier native").unwrap().tiers(), ["native"]);
        let go = parse("--guest go").unwrap().benchmarks().len();
        assert!(go > 0 && go < BENCHMARKS.len());
        assert!(parse("--guest logo").is_err() && parse("--tier warp").is_err() && parse("--fast").is_err());
    }
}
