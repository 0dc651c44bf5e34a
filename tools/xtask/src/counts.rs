//! `cargo xtask counts`: how often each rewrite of the mid-end, each op of the IR and each instruction of the
//! bytecode occurs in the programs of the corpus and in generated ones. What hardly occurs is hardly tested.
//! Knows the names from the output of `purlin run --stats --json --counts`.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::Value;

use crate::Outcome;
use crate::corpus::Expectation;
use crate::gas::{self, Job};
use crate::release;
use crate::toolchain::{ScratchDir, measure};

/// The suite whose limit a process has here.
const SUITE: &str = "counts";

/// The tables, as `purlin` calls them.
const TABLES: [(&str, &str); 3] =
    [("rewrites", "rewrites made"), ("ir_ops", "ops of IR lowered"), ("bytecode_ops", "bytecode lowered")];

/// Names that need not occur in programs of Go, and why. A `*` at the end stands for any rest.
const EXCUSED: &[(&str, &str)] = &[
    ("dyn_*", DYNAMIC),
    ("fold.dyn-*", DYNAMIC),
    ("guard", DYNAMIC),
    ("sadd_ovf*", DYNAMIC),
    ("ssub_ovf*", DYNAMIC),
    ("smul_ovf*", DYNAMIC),
    ("fold.no-overflow", DYNAMIC),
    ("fold.select-bool", "Go's conditions become branches; the texts of IR have it"),
    ("fold.by-name", "inline and devirtualise make such calls direct before; the texts of IR have it"),
    ("charge_wide", "for blocks that cost more than two thousand million units"),
    ("fabs32", NO_F32),
    ("fceil32", NO_F32),
    ("ffloor32", NO_F32),
    ("ftrunc32", NO_F32),
    ("fround*", NO_F32),
    ("fsqrt32", NO_F32),
    ("fcopysign*", NO_F32),
    ("exit", PLACED),
    ("far_return", PLACED),
    ("lower", PLACED),
    ("native", PLACED),
    ("ask", PLACED),
];

const DYNAMIC: &str = "for dynamic guests: examples/guest-calc and the texts of IR have it";
const NO_F32: &str = "Go's math has it for float64 only, in few places";
const PLACED: &str = "the interpreter places it itself, in every run";

struct Options {
    programs: u64,
    least: u64,
    filter: String,
    strict: bool,
    purlin: Option<PathBuf>,
    fuzz: Option<PathBuf>,
}

fn options(args: &[String]) -> Result<Options, String> {
    let mut o = Options {
        programs: 100,
        least: 1000,
        filter: String::new(),
        strict: false,
        purlin: None,
        fuzz: None,
    };
    let mut args = args.iter();
    while let Some(arg) = args.next() {
        let mut value = || args.next().cloned().ok_or(format!("{arg} needs a value"));
        let number = |text: String| text.parse().map_err(|_| format!("{arg} needs a number"));
        match arg.as_str() {
            "--programs" => o.programs = number(value()?)?,
            "--least" => o.least = number(value()?)?,
            "--filter" => o.filter = value()?,
            "--strict" => o.strict = true,
            "--purlin" => o.purlin = Some(value()?.into()),
            "--fuzz" => o.fuzz = Some(value()?.into()),
            other => return Err(format!("counts does not know `{other}`")),
        }
    }
    Ok(o)
}

/// Counts by table and name, in the order in which they are printed.
#[derive(Default)]
struct Tally {
    tables: BTreeMap<&'static str, Vec<(String, u64)>>,
    programs: usize,
    silent: usize,
}

impl Tally {
    /// Adds what a run printed last; a run that ended without statistics says nothing.
    fn add(&mut self, stderr: &str) {
        self.programs += 1;
        let stats = stderr.lines().last().and_then(|l| serde_json::from_str::<Value>(l).ok());
        let Some(stats) = stats.filter(|s| s["rewrites"].is_object()) else {
            self.silent += 1;
            return;
        };
        for (table, _) in TABLES {
            let sums = self.tables.entry(table).or_default();
            for (name, count) in stats[table].as_object().into_iter().flatten() {
                let count = count.as_u64().unwrap_or_default();
                match sums.iter_mut().find(|(known, _)| known == name) {
                    Some((_, sum)) => *sum += count,
                    None => sums.push((name.clone(), count)),
                }
            }
        }
    }
}

pub fn run(root: &Path, args: &[String]) -> Outcome {
    let options = options(args)?;
    let absolute = |path: &PathBuf| std::path::absolute(path).map_err(|e| e.to_string());
    let purlin = match &options.purlin {
        Some(path) => absolute(path)?,
        None => release::program(root, "purlin")?,
    };
    let fuzz = match &options.fuzz {
        Some(path) => absolute(path)?,
        None => release::program(root, "purlin-fuzz")?,
    };
    let scratch = ScratchDir::new("counts")?;
    let jobs: Vec<Job> = gas::jobs(root)?.into_iter().filter(|j| j.name.contains(&options.filter)).collect();
    let (next, tally) = (AtomicUsize::new(0), Mutex::new(Tally::default()));
    let all = jobs.len() + options.programs as usize;
    let workers = std::thread::available_parallelism().map_or(2, |n| n.get());
    let failed: Vec<String> = std::thread::scope(|scope| {
        let work = |worker: usize| {
            let folder = scratch.path().join(format!("worker{worker}"));
            let (next, tally, jobs, purlin, fuzz) = (&next, &tally, &jobs, &purlin, &fuzz);
            scope.spawn(move || -> Outcome {
                std::fs::create_dir_all(&folder).map_err(|e| e.to_string())?;
                loop {
                    let n = next.fetch_add(1, Ordering::Relaxed);
                    let text = match jobs.get(n) {
                        Some(job) => count(root, purlin, &job.program, &job.expected, &folder)?,
                        None if n < all => {
                            let program = generate(fuzz, n - jobs.len() + 1, &folder)?;
                            count(root, purlin, &program, &Expectation::default(), &folder)?
                        }
                        None => return Ok(()),
                    };
                    tally.lock().expect("no worker panics").add(&text);
                }
            })
        };
        let workers: Vec<_> = (0..workers).map(work).collect();
        workers.into_iter().filter_map(|w| w.join().expect("no worker panics").err()).collect()
    });
    if let Some(why) = failed.into_iter().next() {
        return Err(why);
    }
    report(&tally.into_inner().expect("no worker panics"), &options)
}

/// Runs a program in the interpreter, which lowers both to IR and to bytecode; its standard error.
fn count(
    root: &Path,
    purlin: &Path,
    program: &Path,
    expected: &Expectation,
    folder: &Path,
) -> Result<String, String> {
    let [input, out, err] = ["in", "out", "err"].map(|n| folder.join(n));
    let stdin: String = expected.stdin.iter().map(|l| format!("{l}\n")).collect();
    std::fs::write(&input, stdin).map_err(|e| e.to_string())?;
    let mut command = Command::new(purlin);
    command.args(["run", "--stats", "--json", "--counts", "--tier=interp"]).args(&expected.flags);
    command.arg(program).args(&expected.args).current_dir(root).env_remove("PURLIN_STRESS");
    measure(&mut command, Some(&input), &out, &err, SUITE)?;
    // What a program prints there need not be text.
    std::fs::read(&err).map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).map_err(|e| e.to_string())
}

fn generate(fuzz: &Path, seed: usize, folder: &Path) -> Result<PathBuf, String> {
    let output = Command::new(fuzz)
        .args(["gen", "--seed", &seed.to_string(), "--out"])
        .arg(folder)
        .output()
        .map_err(|e| format!("cannot run {}: {e}", fuzz.display()))?;
    match output.status.success() {
        true => Ok(PathBuf::from(String::from_utf8_lossy(&output.stdout).trim())),
        false => Err(format!("no program {seed}: {}", String::from_utf8_lossy(&output.stderr))),
    }
}

fn excuse(name: &str) -> Option<&'static str> {
    let matches = |pattern: &str| match pattern.strip_suffix('*') {
        Some(start) => name.starts_with(start),
        None => name == pattern,
    };
    EXCUSED.iter().find(|(pattern, _)| matches(pattern)).map(|(_, why)| *why)
}

fn report(tally: &Tally, options: &Options) -> Outcome {
    println!("{} programs; {} of them ended without statistics", tally.programs, tally.silent);
    let mut rare = 0;
    for (table, title) in TABLES {
        let mut rows: Vec<&(String, u64)> = tally.tables.get(table).into_iter().flatten().collect();
        rows.sort_by_key(|(_, count)| *count);
        println!("\n{title}: {} kinds", rows.len());
        for (name, count) in rows {
            let mark = match excuse(name) {
                _ if *count >= options.least => String::new(),
                Some(why) => format!("  ({why})"),
                None => {
                    rare += 1;
                    format!("  fewer than {}", options.least)
                }
            };
            println!("  {name:26} {count:>12}{mark}");
        }
    }
    println!("\n{rare} kinds occur fewer than {} times", options.least);
    if rare > 0 && options.strict { Err(format!("{rare} kinds are rare")) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_runs_print_is_summed() {
        let line = r#"{"gas":1,"rewrites":{"b":2,"a":0},"ir_ops":{"iadd":5},"bytecode_ops":{}}"#;
        let mut tally = Tally::default();
        tally.add(&format!("panic: no\n{line}\n"));
        tally.add(line);
        tally.add("exit status 2");
        assert_eq!((tally.programs, tally.silent), (3, 1));
        assert_eq!(tally.tables["ir_ops"], [("iadd".to_owned(), 10)]);
        let rewrites: BTreeMap<_, _> = tally.tables["rewrites"].iter().cloned().collect();
        assert_eq!((rewrites["a"], rewrites["b"]), (0, 4));
    }
}
