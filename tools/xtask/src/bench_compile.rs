//! `cargo xtask bench compile`: how long native compilation takes, over the programs of the corpus and one of
//! ten thousand lines, compared with its bars. Everything is compiled before it first runs (tier `native`),
//! and times are CPU times, as `purlin run --stats --json --counts` prints them.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use crate::corpus::Expectation;
use crate::toolchain::{ScratchDir, measure};
use crate::{Outcome, bars, gas, release};

/// The suite whose limit a process has here.
const SUITE: &str = "bench.compile";
/// Nanoseconds an op of IR may take, after inlining.
const PER_OP: f64 = 2_000.0;
/// Milliseconds that 95 of 100 functions may take.
const P95: f64 = 5.0;
/// Seconds that all functions of ten thousand lines may take.
const LARGE: f64 = 1.5;
const LINES: usize = 10_000;
/// The program of that many lines comes from this seed.
const SEED: &str = "7";

/// A function that was compiled.
struct Piece {
    name: String,
    ops: u64,
    optimising: u64,
    generating: u64,
}

impl Piece {
    fn time(&self) -> u64 {
        self.optimising + self.generating
    }
}

pub fn run(root: &Path, args: &[String]) -> Outcome {
    let (mut purlin, mut fuzz, mut filter, mut strict) = (None, None, String::new(), false);
    let mut args = args.iter();
    while let Some(arg) = args.next() {
        let mut value = || args.next().cloned().ok_or(format!("{arg} needs a value"));
        match arg.as_str() {
            "--purlin" => purlin = Some(PathBuf::from(value()?)),
            "--fuzz" => fuzz = Some(PathBuf::from(value()?)),
            "--filter" => filter = value()?,
            "--strict" => strict = true,
            other => return Err(format!("bench compile does not know `{other}`")),
        }
    }
    let tool = |given: Option<PathBuf>, name: &str| match given {
        Some(path) => std::path::absolute(path).map_err(|e| e.to_string()),
        None => release::program(root, name),
    };
    let (purlin, fuzz) = (tool(purlin, "purlin")?, tool(fuzz, "purlin-fuzz")?);
    let scratch = ScratchDir::new("compile")?;
    let run = Run { root, purlin: &purlin, dir: scratch.path() };
    let (mut pieces, mut repeated, mut programs, mut silent) = (Vec::new(), 0, 0, 0);
    for job in gas::jobs(root)?.into_iter().filter(|j| j.name.contains(&filter)) {
        programs += 1;
        match run.compile(&job.program, &job.expected)? {
            Some(found) => {
                repeated += found.repeated;
                pieces.extend(
                    found
                        .pieces
                        .into_iter()
                        .map(|p| Piece { name: format!("{} ({})", p.name, job.name), ..p }),
                );
            }
            None => silent += 1,
        }
    }
    println!("corpus: {programs} programs, {silent} of them without statistics");
    let mut missed = judge(&pieces, repeated);
    let (program, lines) = large(&fuzz, scratch.path())?;
    let found =
        run.compile(&program, &Expectation::default())?.ok_or("the large program has no statistics")?;
    println!("\na generated program of {lines} lines:");
    missed += judge(&found.pieces, found.repeated);
    let seconds = found.pieces.iter().map(Piece::time).sum::<u64>() as f64 / 1e9;
    // A few lines more or less are as they come.
    let scaled = seconds * LINES as f64 / lines as f64;
    missed += usize::from(scaled > LARGE);
    println!("  all of it            {scaled:9.2} s for {LINES} lines   {}", bars::verdict(scaled, LARGE));
    match missed {
        0 => Ok(()),
        n if strict => Err(format!("{n} bars are missed")),
        _ => Ok(()),
    }
}

/// The functions that one program compiled.
struct Found {
    pieces: Vec<Piece>,
    repeated: u64,
}

struct Run<'a> {
    root: &'a Path,
    purlin: &'a Path,
    dir: &'a Path,
}

impl Run<'_> {
    /// Runs a program; `None` if it ended before it could say anything.
    fn compile(&self, program: &Path, expected: &Expectation) -> Result<Option<Found>, String> {
        let [input, out, err] = ["in", "out", "err"].map(|n| self.dir.join(n));
        let stdin: String = expected.stdin.iter().map(|l| format!("{l}\n")).collect();
        std::fs::write(&input, stdin).map_err(|e| e.to_string())?;
        let mut command = Command::new(self.purlin);
        command.args(["run", "--stats", "--json", "--counts", "--tier=native"]).args(&expected.flags);
        command.arg(program).args(&expected.args).current_dir(self.root).env_remove("PURLIN_STRESS");
        measure(&mut command, Some(&input), &out, &err, SUITE)?;
        let text = std::fs::read(&err).map_err(|e| e.to_string())?;
        let text = String::from_utf8_lossy(&text);
        let stats = text.lines().last().and_then(|l| serde_json::from_str::<Value>(l).ok());
        Ok(stats.filter(|s| s["gas"].is_u64()).map(|s| found(&s)))
    }
}

fn found(stats: &Value) -> Found {
    let number = |v: &Value| v.as_u64().unwrap_or_default();
    let piece = |v: &Value| Piece {
        name: v[0].as_str().unwrap_or_default().to_owned(),
        ops: number(&v[1]),
        optimising: number(&v[2]),
        generating: number(&v[3]),
    };
    let pieces: Vec<Piece> = stats["functions"].as_array().into_iter().flatten().map(piece).collect();
    Found { pieces, repeated: number(&stats["compiled_twice"]) }
}

/// Prints what the pieces took; how many bars they miss.
fn judge(pieces: &[Piece], repeated: u64) -> usize {
    let sum = |f: fn(&Piece) -> u64| pieces.iter().map(f).sum::<u64>() as f64;
    let ops = sum(|p| p.ops).max(1.0);
    let per_op = sum(Piece::time) / ops;
    let mut times: Vec<u64> = pieces.iter().map(Piece::time).collect();
    times.sort_unstable();
    let p95 = (times.len() * 95).div_ceil(100).checked_sub(1).map_or(0.0, |n| times[n] as f64 / 1e6);
    println!("  functions            {:9}", pieces.len());
    println!("  ops after inlining   {ops:9}");
    println!(
        "  time an op           {:9.2} us   {}   (optimising {:.2}, generating {:.2})",
        per_op / 1e3,
        bars::verdict(per_op / 1e3, PER_OP / 1e3),
        sum(|p| p.optimising) / ops / 1e3,
        sum(|p| p.generating) / ops / 1e3
    );
    println!("  95 of 100 functions  {p95:9.2} ms   {}", bars::verdict(p95, P95));
    println!("  made more than once  {repeated:9}      {}", bars::verdict(repeated as f64, 0.0));
    let mut slowest: Vec<&Piece> = pieces.iter().collect();
    slowest.sort_by_key(|p| std::cmp::Reverse(p.time()));
    for piece in slowest.iter().take(5) {
        println!(
            "  slow: {:9.2} ms, {:6} ops, {:5.2} us an op  {}",
            piece.time() as f64 / 1e6,
            piece.ops,
            piece.time() as f64 / piece.ops.max(1) as f64 / 1e3,
            piece.name
        );
    }
    usize::from(per_op > PER_OP) + usize::from(p95 > P95) + usize::from(repeated > 0)
}

/// A generated program of about ten thousand lines, and how many it has.
fn large(fuzz: &Path, dir: &Path) -> Result<(PathBuf, usize), String> {
    let generate = |functions: usize| -> Result<(PathBuf, usize), String> {
        let folder = dir.join("large");
        let output = Command::new(fuzz)
            .args(["gen", "--seed", SEED, "--functions", &functions.to_string(), "--out"])
            .arg(&folder)
            .output()
            .map_err(|e| format!("cannot run {}: {e}", fuzz.display()))?;
        let path = PathBuf::from(String::from_utf8_lossy(&output.stdout).trim());
        let mut lines = 0;
        let files = if path.is_dir() { crate::corpus::go_files(&path)? } else { vec![path.clone()] };
        for file in files {
            lines += std::fs::read_to_string(&file).map_err(|e| e.to_string())?.lines().count();
        }
        Ok((path, lines))
    };
    let (_, lines) = generate(20)?;
    generate((20 * LINES / lines.max(1)).max(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_are_read() {
        let text = r#"{"compiled_twice":1,"functions":[["f",10,100,200],["f (loop)",5,0,7]]}"#;
        let found = found(&serde_json::from_str(text).unwrap());
        assert_eq!((found.pieces.len(), found.repeated), (2, 1));
        assert_eq!(found.pieces[0].time(), 300);
    }

    #[test]
    fn bars_are_judged() {
        let piece = |ops, time| Piece { name: "f".into(), ops, optimising: 0, generating: time };
        assert_eq!(judge(&[piece(1000, 1_000_000)], 0), 0);
        assert_eq!(judge(&[piece(1000, 9_000_000)], 2), 3);
    }
}
