//! `cargo xtask gas`: no program of the corpus, natives included, may spend more than 50 ns of CPU per unit of gas, or
//! metering would not bound time. What compiling and starting cost is taken off: they are bounded by the source.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use crate::Outcome;
use crate::corpus;
use crate::toolchain::{ScratchDir, measure};

/// Nanoseconds of CPU per unit.
const MOST: f64 = 50.0;
/// Less than this cannot be told from noise.
const NOISE: Duration = Duration::from_millis(8);
const LIMIT: Duration = Duration::from_secs(60);

pub fn run(root: &Path, args: &[String]) -> Outcome {
    let value = |name: &str| args.iter().position(|a| a == name).and_then(|i| args.get(i + 1));
    let filter = value("--filter").cloned().unwrap_or_default();
    let purlin = match value("--purlin") {
        Some(path) => std::path::absolute(path).map_err(|e| e.to_string())?,
        None => crate::conformance::build(root)?,
    };
    let scratch = ScratchDir::new("gas")?;
    let (mut worst, mut over, mut programs) = (Vec::new(), Vec::new(), 0);
    for source in sources(root)? {
        let name = source.strip_prefix(root).unwrap_or(&source).display().to_string();
        if !name.contains(&filter) {
            continue;
        }
        programs += 1;
        for tier in ["interp", "auto"] {
            let Some((gas, spent)) = price(root, &purlin, &source, tier, scratch.path())? else { continue };
            let each = spent.as_nanos() as f64 / gas.max(1) as f64;
            if spent > NOISE {
                worst.push((each, format!("{name} ({tier}): {each:.1} ns a unit, {gas} units")));
                if each > MOST {
                    over.push(format!("{name} ({tier}): {each:.1} ns a unit, {spent:.1?} for {gas} units"));
                }
            }
        }
    }
    worst.sort_by(|a, b| b.0.total_cmp(&a.0));
    worst.iter().take(10).for_each(|(_, line)| println!("{line}"));
    println!("{programs} programs, {} with more than {} ms to measure", worst.len(), NOISE.as_millis());
    if over.is_empty() { Ok(()) } else { Err(format!("dearer than {MOST} ns a unit:\n{}", over.join("\n"))) }
}

/// The programs of tests/go that run, those of limits included: they burn the most.
fn sources(root: &Path) -> Result<Vec<PathBuf>, String> {
    let dir = root.join("tests/go");
    let mut all = Vec::new();
    for path in corpus::go_files(&dir)? {
        let parent = path.parent().unwrap_or(&dir);
        let part = parent.strip_prefix(&dir).unwrap_or(parent);
        let is_folder_program = parent != dir && parent.join("main.go").exists();
        if part.starts_with("errors") || (is_folder_program && !path.ends_with("main.go")) {
            continue;
        }
        all.push(path);
    }
    Ok(all)
}

/// Gas, and the CPU time beyond that of compiling: the least of two runs each.
fn price(
    root: &Path,
    purlin: &Path,
    source: &Path,
    tier: &str,
    scratch: &Path,
) -> Result<Option<(u64, Duration)>, String> {
    let text = std::fs::read_to_string(source).map_err(|e| e.to_string())?;
    let expected = corpus::parse(&text)?.expected;
    let program = if source.ends_with("main.go") { source.parent().unwrap_or(source) } else { source };
    let [input, out, err] = ["in", "out", "err"].map(|n| scratch.join(n));
    std::fs::write(&input, expected.stdin.iter().map(|l| format!("{l}\n")).collect::<String>())
        .map_err(|e| e.to_string())?;
    let cpu = |command: &mut Command| {
        command.current_dir(root).env_remove("PURLIN_STRESS");
        measure(command, Some(&input), &out, &err, LIMIT).map(|u| u.cpu).map_err(|e| e.to_string())
    };
    let run = || {
        cpu(Command::new(purlin)
            .args(["run", "--stats", "--json", "--tier", tier])
            .args(&expected.flags)
            .arg(program)
            .args(&expected.args))
    };
    let first = run()?;
    // Most programs are done at once: then there is nothing to measure.
    let all = if first > NOISE { first.min(run()?) } else { first };
    let stats = std::fs::read_to_string(&err).map_err(|e| e.to_string())?;
    let stats = stats.lines().last().and_then(|l| serde_json::from_str::<serde_json::Value>(l).ok());
    let Some(gas) = stats.and_then(|s| s["gas"].as_u64()) else { return Ok(None) };
    if all <= NOISE {
        return Ok(Some((gas, Duration::ZERO)));
    }
    let check = || cpu(Command::new(purlin).args(["check", "--tier", tier]).arg(program));
    let compile = check()?.min(check()?);
    Ok(Some((gas, all.saturating_sub(compile))))
}
