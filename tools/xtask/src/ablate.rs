//! `cargo xtask bench --ablate`: what each pass of the mid-end is worth, kernel by kernel, written to
//! docs/passes.md. The worth of a pass is what a kernel takes more when the pass is switched off:
//! instructions, counted by valgrind, which do not vary from run to run, and CPU time. The passes are those
//! that `purlin passes` names; only what was expected of them stands here.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::Value;

use crate::Outcome;
use crate::bench::{self, Side};
use crate::kernels::{Input, KERNELS, Kernel, Size};
use crate::release;
use crate::toolchain::{self, ScratchDir, measure};

const DOCUMENT: &str = "docs/passes.md";
/// A pass that is worth less on every program goes, or says why not.
const WORTH: f64 = 0.03;
/// The suite whose limit a process has here.
const SUITE: &str = "ablate";

/// The expectation of a pass before it was measured: where it helps most, by how much of that kernel's
/// instructions, and why.
struct Prediction {
    pass: &'static str,
    program: &'static str,
    percent: u32,
    why: &'static str,
}

const fn predict(pass: &'static str, program: &'static str, percent: u32, why: &'static str) -> Prediction {
    Prediction { pass, program, percent, why }
}

const PREDICTIONS: &[Prediction] = &[
    predict(
        "inline",
        "pair_throughput",
        60,
        "a call costs some ten instructions, the callee of a leaf not many more",
    ),
    predict("fold", "fannkuch_redux", 5, "offsets move into loads and stores; Cranelift folds what is left"),
    predict("clean", "sort", 5, "fewer jumps; the other passes see longer blocks, and charges become one"),
    predict("gvn", "n_body", 20, "each body's fields are checked and loaded again for each coordinate"),
    predict(
        "devirtualise",
        "interface_calls",
        50,
        "methods of few types are called by name, and then inlined",
    ),
    predict(
        "scalars",
        "pair_swap",
        30,
        "an iterator, a closure's variables, a result that is taken apart at once",
    ),
    predict("ranges", "nsieve", 30, "the check of an index is two instructions of a loop of five"),
    predict(
        "frames",
        "defer_calls",
        5,
        "the variable that a deferred function changes is no object of its own",
    ),
    predict("strings", "fasta", 0, "no kernel compares strings with constants in a loop that is hot"),
    predict("thread", "fannkuch_redux", 1, "conditions of several parts branch once and not twice"),
    predict(
        "kinds",
        "n_body",
        0,
        "no kernel of Go has words that say what they are: a dynamic guest's floats",
    ),
    predict(
        "versions",
        "n_body",
        0,
        "no kernel of Go has words that say what they are: a dynamic guest's integers",
    ),
    predict("dce", "spectral_norm", 1, "Cranelift drops dead code too; the interpreter does not"),
    predict("licm", "n_body", 15, "addresses and fields that a loop does not change are computed before it"),
    predict(
        "unroll",
        "n_body_best",
        20,
        "pairs of bodies in a frame slot become values, and no counter counts",
    ),
    predict(
        "polls",
        "closures",
        8,
        "the iterations of a loop that was unrolled, and functions that were inlined, do not poll",
    ),
    predict("promote", "n_body", 5, "what a body's speed is changed by is added up in registers"),
    predict("strength", "window_match", 0, "one product less to wait for, which is time and no instructions"),
    predict(
        "pipeline",
        "fasta",
        0,
        "no instruction less: the next draw is made while the letter of this one is looked for",
    ),
    predict(
        "bytes",
        "reverse_complement",
        0,
        "no kernel puts numbers together from bytes, as hashes and decoders do",
    ),
    predict("lookups", "k_nucleotide", 20, "a count goes up by one search instead of two"),
    predict(
        "idioms",
        "reverse_complement",
        30,
        "every second byte is passed in the search for the next header",
    ),
    predict(
        "charges",
        "closures",
        5,
        "a loop that polls and then does something pays once each time around, not twice",
    ),
];

/// Why a pass stays that is worth little on every kernel.
const KEPT: &[(&str, &str)] = &[
    (
        "strength",
        "it takes instructions to save time: without it window_match takes a fifth more CPU (decision 0028)",
    ),
    ("pipeline", "it takes instructions to save time: with it fasta takes 0.74 of the CPU (decision 0033)"),
    (
        "lookups",
        "how many instructions a map takes differs from process to process by a fifth, as hashes do; k_nucleotide takes 0.7 of the \
         CPU with it (decision 0031)",
    ),
    ("clean", "others look at one block at a time, and compilation takes longer without it"),
    ("dce", "what is dead costs the interpreter its time, and native compilation more than the pass takes"),
    ("devirtualise", "the inliner depends on it where a callee is known only after other passes"),
];

struct Options {
    kernels: Vec<String>,
    runs: u32,
    instructions: bool,
    write: bool,
    purlin: Option<PathBuf>,
}

fn options(args: &[String]) -> Result<Options, String> {
    let mut o = Options { kernels: vec![], runs: 3, instructions: true, write: false, purlin: None };
    let mut args = args.iter();
    while let Some(arg) = args.next() {
        let mut value = || args.next().cloned().ok_or(format!("{arg} needs a value"));
        match arg.as_str() {
            "--ablate" => {}
            "--kernel" => o.kernels.push(value()?),
            "--runs" => o.runs = value()?.parse().map_err(|_| "--runs needs a number")?,
            "--no-instructions" => o.instructions = false,
            "--no-cpu" => o.runs = 0,
            "--write" => o.write = true,
            "--purlin" => o.purlin = Some(value()?.into()),
            other => return Err(format!("bench --ablate does not know `{other}`")),
        }
    }
    Ok(o)
}

/// A pass of the optimiser, as `purlin passes --json` tells of it.
struct Pass {
    name: String,
    doc: String,
}

fn passes(purlin: &Path) -> Result<Vec<Pass>, String> {
    let output = Command::new(purlin)
        .args(["passes", "--json"])
        .output()
        .map_err(|e| format!("cannot run {}: {e}", purlin.display()))?;
    let list: Value = serde_json::from_slice(&output.stdout).map_err(|e| format!("purlin passes: {e}"))?;
    let optional = list.as_array().into_iter().flatten().filter(|p| p["optional"] == true);
    let text = |v: &Value| v.as_str().unwrap_or_default().to_owned();
    Ok(optional.map(|p| Pass { name: text(&p["name"]), doc: text(&p["doc"]) }).collect())
}

/// The cost of one program with every pass, and without each.
struct Row {
    program: &'static str,
    /// Instructions of the steady state, in the order of the passes; `None` where valgrind is not there.
    whole: Option<u64>,
    without: Vec<Option<u64>>,
    cpu: f64,
    cpu_without: Vec<f64>,
}

impl Row {
    /// How much more instructions it takes without a pass.
    fn worth(&self, pass: usize) -> Option<f64> {
        Some(self.without[pass]? as f64 / self.whole? as f64 - 1.0)
    }

    fn cpu_worth(&self, pass: usize) -> Option<f64> {
        (self.cpu > 0.0).then(|| self.cpu_without[pass] / self.cpu - 1.0)
    }
}

pub fn run(root: &Path, args: &[String]) -> Outcome {
    let options = options(args)?;
    let purlin = match &options.purlin {
        Some(path) => std::path::absolute(path).map_err(|e| e.to_string())?,
        None => release::program(root, "purlin")?,
    };
    let valgrind = version("valgrind").filter(|_| options.instructions);
    if valgrind.is_none() {
        println!("NO VALGRIND: instructions are not counted, CPU time alone decides");
    }
    let passes = passes(&purlin)?;
    let scratch = ScratchDir::new("ablate")?;
    let bench = Ablation { root, purlin: &purlin, dir: scratch.path(), runs: options.runs };
    let mut rows = Vec::new();
    for source in sources() {
        if !options.kernels.is_empty() && !options.kernels.iter().any(|name| name == source.program) {
            continue;
        }
        let row = bench.row(source, &passes, valgrind.is_some())?;
        println!("{}", progress(&row, &passes));
        rows.push(row);
    }
    let text = document(&rows, &passes, &head(root, valgrind.as_deref(), &options));
    if !options.kernels.is_empty() && !options.write {
        println!("\n{text}");
        return Ok(());
    }
    let path = root.join(DOCUMENT);
    std::fs::write(&path, text).map_err(|e| format!("cannot write {}: {e}", path.display()))?;
    println!("{DOCUMENT} is written");
    Ok(())
}

/// A program, and the kernel whose work it does.
#[derive(Clone, Copy)]
struct Source {
    kernel: &'static Kernel,
    program: &'static str,
}

fn sources() -> impl Iterator<Item = Source> {
    let kernels = KERNELS.iter().filter(|k| k.name == k.program);
    kernels.flat_map(|kernel| kernel.sources().map(move |program| Source { kernel, program }))
}

/// The first line of what a tool says to `--version`, if it is there.
fn version(tool: &str) -> Option<String> {
    let output = Command::new(tool).arg("--version").output().ok().filter(|o| o.status.success())?;
    String::from_utf8_lossy(&output.stdout).lines().next().map(str::to_owned)
}

struct Ablation<'a> {
    root: &'a Path,
    purlin: &'a Path,
    dir: &'a Path,
    runs: u32,
}

impl Ablation<'_> {
    fn row(&self, source: Source, passes: &[Pass], count: bool) -> Result<Row, String> {
        let (whole, without) = if count {
            let mut counts = self.counts(source, passes)?.into_iter().map(Some);
            (counts.next().flatten(), counts.collect())
        } else {
            (None, vec![None; passes.len()])
        };
        let (args, input) = self.arguments(source.kernel, Size::Second)?;
        let mut sides: Vec<Side> = std::iter::once(None)
            .chain(passes.iter().map(Some))
            .map(|p| {
                let label = p.map_or("all", |p| p.name.as_str());
                Side::new(label, self.purlin.to_owned(), self.command(source, p))
            })
            .collect();
        for _ in 0..self.runs {
            for side in &mut sides {
                side.run(&args, input.as_deref(), self.dir)
                    .map_err(|e| format!("{}: {e}", source.program))?;
            }
        }
        let mut cpu = sides.iter().map(|s| s.best().map_or(0.0, |u| u.cpu.as_secs_f64()));
        Ok(Row {
            program: source.program,
            whole,
            without,
            cpu: cpu.next().unwrap_or_default(),
            cpu_without: cpu.collect(),
        })
    }

    fn command(&self, source: Source, without: Option<&Pass>) -> Vec<String> {
        let mut words = vec!["run".to_owned(), "--tier=native".to_owned()];
        words.extend(without.map(|p| format!("--disable-pass={}", p.name)));
        words.push(bench::path_text(self.root, source.program));
        words
    }

    fn arguments(&self, kernel: &Kernel, size: Size) -> Result<(Vec<String>, Option<PathBuf>), String> {
        let input = match kernel.input {
            Input::None => None,
            Input::Fasta(sizes) => {
                let n = sizes[size as usize];
                let go = toolchain::go_version().is_some();
                Some(bench::fasta(self.root, n, go, self.purlin, self.dir)?)
            }
        };
        Ok((bench::words(kernel.args(size)), input))
    }

    /// Instructions with all passes, and without each. Counts do not depend on what else runs, so all
    /// processors count.
    fn counts(&self, source: Source, passes: &[Pass]) -> Result<Vec<u64>, String> {
        let jobs: Vec<Option<&Pass>> = std::iter::once(None).chain(passes.iter().map(Some)).collect();
        // Inputs are made once, before any process reads them.
        for size in [Size::Quick, Size::Tiny] {
            self.arguments(source.kernel, size)?;
        }
        let next = AtomicUsize::new(0);
        let found: Vec<OnceLock<Result<u64, String>>> = jobs.iter().map(|_| OnceLock::new()).collect();
        std::thread::scope(|scope| {
            for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
                scope.spawn(|| {
                    while let Some((n, job)) =
                        Some(next.fetch_add(1, Ordering::Relaxed)).and_then(|n| Some((n, jobs.get(n)?)))
                    {
                        let _ = found[n].set(self.steady(source, *job));
                    }
                });
            }
        });
        let all = found.into_iter().map(|one| one.into_inner().expect("each has been counted"));
        all.collect::<Result<_, _>>().map_err(|e| format!("{}: {e}", source.program))
    }

    /// Instructions of the steady state: what a larger size takes more than a small one. Both include
    /// start-up and compilation.
    fn steady(&self, source: Source, without: Option<&Pass>) -> Result<u64, String> {
        let small = self.count(source, without, Size::Quick)?;
        Ok(self.count(source, without, Size::Tiny)?.saturating_sub(small))
    }

    fn count(&self, source: Source, without: Option<&Pass>, size: Size) -> Result<u64, String> {
        let (args, input) = self.arguments(source.kernel, size)?;
        let own = without.map_or("all", |p| p.name.as_str());
        let [out, err, profile] = ["out", "err", "profile"].map(|n| self.dir.join(format!("{n}.{own}")));
        let mut command = Command::new("valgrind");
        command.arg("--tool=callgrind").arg(format!("--callgrind-out-file={}", profile.display()));
        command.arg(self.purlin).args(self.command(source, without)).args(args);
        let usage = measure(&mut command, input.as_deref(), &out, &err, SUITE)
            .map_err(|e| format!("valgrind: {e}"))?;
        let text = std::fs::read_to_string(&err).map_err(|e| e.to_string())?;
        let collected = text.lines().find_map(|l| l.split_once("Collected : ")?.1.trim().parse().ok());
        match (usage.exit, collected) {
            (Some(0), Some(count)) => Ok(count),
            _ => Err(format!("no count: {}", text.lines().last().unwrap_or("no message"))),
        }
    }
}

fn percent(share: Option<f64>) -> String {
    share.map_or("–".to_owned(), |s| format!("{:+.1}", s * 100.0))
}

fn progress(row: &Row, passes: &[Pass]) -> String {
    let each = passes.iter().enumerate().map(|(n, p)| {
        let share = row.worth(n).or(row.cpu_worth(n));
        format!("{} {}", p.name, percent(share))
    });
    format!("{:<20} {}", row.program, each.collect::<Vec<_>>().join("  "))
}

/// How it was measured.
fn head(root: &Path, valgrind: Option<&str>, options: &Options) -> String {
    let git = |args: &[&str]| {
        let output = Command::new("git").arg("-C").arg(root).args(args).output().ok()?;
        Some(String::from_utf8_lossy(&output.stdout).trim().to_owned())
    };
    let commit = git(&["log", "-1", "--format=%h of %cs"]).unwrap_or_else(|| "an unknown commit".into());
    let rust = version("rustc").unwrap_or_else(|| "an unknown Rust".into());
    let counted = match valgrind {
        Some(version) => format!(
            "Instructions are counted by {version} (callgrind): those of a larger size less those of a small one, so that start \
             and compilation are in neither; they are the same in every run."
        ),
        None => "There was no valgrind, so instructions are not counted.".to_owned(),
    };
    let timed = match options.runs {
        0 => "CPU time was not measured.".to_owned(),
        runs => format!(
            "CPU time is user plus system, the least of {runs} runs of each, alternating, at sizes of about a second; a few per cent of \
             it are noise."
        ),
    };
    format!("Made of {commit}, built by {rust}, tier `native`, {}. {counted} {timed}", std::env::consts::ARCH)
}

fn document(rows: &[Row], passes: &[Pass], head: &str) -> String {
    let mut out = format!(
        "# What each pass is worth\n\n<!-- Written by `cargo xtask bench --ablate`; what is expected stands in tools/xtask/src/ablate.rs. -->\n\n\
         A pass is worth what a kernel of bench/go takes more when it is switched off (`--disable-pass`). One that is worth less than \
         {:.0} % on every kernel goes, or says why it stays.\n\n{head}\n\n\
         | pass | what it does | predicted | measured | |\n|---|---|---|---|---|\n",
        WORTH * 100.0
    );
    for (n, pass) in passes.iter().enumerate() {
        let predicted = PREDICTIONS.iter().find(|p| p.pass == pass.name);
        let expected =
            predicted.map_or("nothing".to_owned(), |p| format!("{} {} %: {}", p.program, p.percent, p.why));
        let share = |row: &Row| row.worth(n).or(row.cpu_worth(n)).unwrap_or_default();
        let best = rows.iter().max_by(|a, b| share(a).total_cmp(&share(b)));
        let there = predicted.and_then(|p| rows.iter().find(|r| r.program == p.program));
        let mut measured = there.map_or(String::new(), |r| format!("there {} %; ", percent(Some(share(r)))));
        let most = best.map_or(0.0, share);
        if let Some(best) = best {
            let _ = write!(measured, "most: {} {} %", best.program, percent(Some(most)));
        }
        let verdict = match KEPT.iter().find(|(name, _)| *name == pass.name) {
            _ if most >= WORTH => "stays".to_owned(),
            Some((_, why)) => format!("worth little, but stays: {why}"),
            None => "**worth less than it should: goes, or needs a reason**".to_owned(),
        };
        let _ = writeln!(out, "| {} | {} | {expected} | {measured} | {verdict} |", pass.name, pass.doc);
    }
    if rows.iter().any(|row| row.whole.is_some()) {
        out.push_str("\n## Instructions more without it, in per cent\n\n");
        table(&mut out, rows, passes, |row, n| row.worth(n));
    }
    if rows.iter().any(|row| row.cpu > 0.0) {
        out.push_str("\n## CPU time more without it, in per cent\n\n");
        table(&mut out, rows, passes, |row, n| row.cpu_worth(n));
    }
    out
}

fn table(out: &mut String, rows: &[Row], passes: &[Pass], worth: impl Fn(&Row, usize) -> Option<f64>) {
    let names: Vec<&str> = passes.iter().map(|p| p.name.as_str()).collect();
    let _ = writeln!(out, "| kernel | {} |\n|---|{}", names.join(" | "), "---|".repeat(names.len()));
    for row in rows {
        let cells: Vec<String> = (0..passes.len()).map(|n| percent(worth(row, n))).collect();
        let _ = writeln!(out, "| {} | {} |", row.program, cells.join(" | "));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pass(name: &str) -> Pass {
        Pass { name: name.into(), doc: "does".into() }
    }

    #[test]
    fn the_document_judges() {
        let rows = [Row {
            program: "nsieve",
            whole: Some(1000),
            without: vec![Some(1300), Some(1010), Some(1000)],
            cpu: 1.0,
            cpu_without: vec![1.2, 1.0, 1.0],
        }];
        let text = document(&rows, &[pass("ranges"), pass("dce"), pass("new")], "How.");
        assert!(text.contains("there +30.0 %; most: nsieve +30.0 % | stays |"), "{text}");
        assert!(text.contains("worth little, but stays: what is dead"), "{text}");
        assert!(text.contains("| new | does | nothing | most: nsieve +0.0 % | **worth less"), "{text}");
        assert!(text.contains("| nsieve | +20.0 | +0.0 | +0.0 |"), "{text}");
    }

    #[test]
    fn predictions_are_of_programs() {
        for p in PREDICTIONS {
            assert!(sources().any(|s| s.program == p.program), "{}: no program {}", p.pass, p.program);
        }
    }
}
