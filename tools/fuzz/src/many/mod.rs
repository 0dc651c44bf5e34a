//! `many`: small programs by the ten thousand, each run in every tier and stress mode inside worker
//! processes, and what they exercise counted. Knows how workers are started, watched and replaced;
//! `worker.rs` is what one does.

mod code;
mod go;
mod ir;
mod machine;
mod plan;
mod smalltalk;
mod tally;
mod worker;

use std::io::{BufRead as _, BufReader};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use wait4::Wait4 as _;

use crate::child::say;
use plan::Plan;
use tally::{Table, Tally, excuse};
pub use worker::Worker;

/// The modes of the corpus: what `xtask test` runs each program in.
pub const MODES: &str = "interp,native,auto,interp+gc+poison,native+gc+poison,auto+osr,auto+osr+deopt,native+deopt,\
                         auto+eager,auto+gc+poison+osr+deopt+eager";

/// Programs that a worker process takes before another replaces it.
const CHUNK: u64 = 250;

/// What the programs are written in.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub enum Language {
    Go,
    Smalltalk,
}

impl Language {
    /// The program of a seed, and how the name of such a file ends.
    fn text(self, seed: u64) -> (String, &'static str) {
        match self {
            Language::Go => Plan::of(seed).text(seed),
            Language::Smalltalk => (smalltalk::program(seed), "st"),
        }
    }
}

pub struct Many {
    pub seed: u64,
    pub programs: u64,
    pub jobs: usize,
    /// What workers are started with besides their range.
    pub arguments: Vec<String>,
    /// How long a worker may be silent.
    pub patience: Duration,
    /// Hand out no more programs after this time.
    pub most_time: Option<Duration>,
    /// Stop after so many mismatches.
    pub most_failures: u64,
    pub least: u64,
    pub strict: bool,
    pub out: PathBuf,
    pub language: Language,
}

/// How a worker ended.
enum Left {
    Well,
    /// While it was at this seed.
    At(Option<u64>, String),
}

#[derive(Default)]
struct Sum {
    tally: Tally,
    cpu: Duration,
    found: Vec<String>,
    error: Option<String>,
}

impl Many {
    /// Runs them all and prints what came of it; whether nothing was found.
    pub fn run(&self) -> Result<bool, String> {
        let start = Instant::now();
        let end = self.seed + self.programs;
        let (next, sum) = (AtomicU64::new(self.seed), Mutex::new(Sum::default()));
        let chunk = CHUNK.min(self.programs.div_ceil(self.jobs as u64)).max(1);
        std::thread::scope(|scope| {
            for _ in 0..self.jobs.max(1) {
                scope.spawn(|| {
                    loop {
                        let from = next.fetch_add(chunk, Ordering::Relaxed);
                        let late = self.most_time.is_some_and(|most| start.elapsed() > most);
                        let enough = |s: &Sum| s.error.is_some() || s.tally.mismatches >= self.most_failures;
                        let enough = late || sum.lock().map_or(true, |s| enough(&s));
                        if from >= end || enough {
                            break;
                        }
                        self.range(from..(from + chunk).min(end), &sum);
                    }
                });
            }
        });
        let sum = sum.into_inner().map_err(|e| e.to_string())?;
        if let Some(error) = sum.error {
            return Err(error);
        }
        self.print(&sum, start.elapsed());
        let rare = sum.tally.rare(self.least).len();
        Ok(sum.tally.mismatches == 0 && (rare == 0 || !self.strict))
    }

    /// Runs a range; where a worker dies, another continues after the seed that killed it.
    fn range(&self, seeds: Range<u64>, sum: &Mutex<Sum>) {
        let mut from = seeds.start;
        while from < seeds.end {
            let left = match self.worker(from..seeds.end, sum) {
                Ok(left) => left,
                Err(error) => {
                    if let Ok(mut sum) = sum.lock() {
                        sum.error = Some(error.to_string());
                    }
                    return;
                }
            };
            let Left::At(seed, how) = left else {
                self.progress(&seeds, sum);
                return;
            };
            let Ok(mut sum) = sum.lock() else { return };
            sum.tally.mismatches += 1;
            let Some(seed) = seed else {
                sum.error = Some(format!("a worker {how} before its first program"));
                return;
            };
            let kept = worker::keep(&self.out, seed, self.language);
            let kept = kept.map_or_else(|e| format!("not kept: {e}"), |p| p.display().to_string());
            let line = format!("{seed}: the worker {how} ({kept})");
            say(&format!("seed {line}"));
            sum.found.push(line);
            from = seed + 1;
        }
    }

    fn progress(&self, seeds: &Range<u64>, sum: &Mutex<Sum>) {
        let Ok(sum) = sum.lock() else { return };
        let (tally, cpu) = (&sum.tally, sum.cpu.as_secs());
        let (programs, found) = (tally.programs, tally.mismatches);
        say(&format!("{programs} programs, up to seed {}, {found} mismatches, {cpu} s of CPU", seeds.end));
    }

    fn worker(&self, seeds: Range<u64>, sum: &Mutex<Sum>) -> std::io::Result<Left> {
        let mut command = Command::new(std::env::current_exe()?);
        command
            .arg("many-worker")
            .arg(seeds.start.to_string())
            .arg(seeds.end.to_string())
            .args(&self.arguments);
        let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).spawn()?;
        let pipe = child.stdout.take();
        let (sender, lines) = channel();
        let reader = std::thread::spawn(move || {
            for line in pipe.into_iter().flat_map(|p| BufReader::new(p).lines()).map_while(Result::ok) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        let (mut at, mut silent) = (None, false);
        loop {
            match lines.recv_timeout(self.patience) {
                Ok(line) => self.heard(&line, &mut at, sum),
                Err(RecvTimeoutError::Disconnected) => break,
                Err(RecvTimeoutError::Timeout) => {
                    silent = true;
                    child.kill()?;
                    break;
                }
            }
        }
        let ended = child.wait4()?;
        // Another process may still hold the pipe; it is not waited for.
        drop(lines);
        drop(reader);
        if let Ok(mut sum) = sum.lock() {
            sum.cpu += ended.rusage.utime + ended.rusage.stime;
        }
        Ok(match ended.status.success() {
            true => Left::Well,
            false if silent => Left::At(at, format!("did not end within {} s", self.patience.as_secs())),
            false => Left::At(at, format!("died: {}", ended.status)),
        })
    }

    fn heard(&self, line: &str, at: &mut Option<u64>, sum: &Mutex<Sum>) {
        if let Some(seed) = line.strip_prefix("at ") {
            *at = seed.parse().ok();
        }
        let Ok(mut sum) = sum.lock() else { return };
        if let Some(found) = line.strip_prefix("differs ") {
            say(&format!("seed {found}"));
            sum.found.push(found.to_string());
        } else if let Some(tally) = Tally::read(line) {
            sum.tally.merge(&tally);
        }
    }

    fn print(&self, sum: &Sum, took: Duration) {
        let tally = &sum.tally;
        for table in Table::ALL {
            let rows = tally.rows(table);
            println!("{}: {} kinds", table.title(), rows.len());
            for (name, n) in rows {
                let mark = match excuse(name) {
                    _ if n >= self.least => String::new(),
                    Some(why) => format!("  ({why})"),
                    None => format!("  fewer than {}", self.least),
                };
                println!("  {name:26} {n:>12}{mark}");
            }
            println!();
        }
        let rare = tally.rare(self.least);
        for (table, name, n) in &rare {
            println!("fewer than {}: {} {name} {n}", self.least, table.name());
        }
        let each = sum.cpu.as_secs_f64() * 1e3 / tally.programs.max(1) as f64;
        println!(
            "{} programs ({} in IR), {} runs, {} with mismatches, {} ended by the machine's limits, {} also as compiled Go",
            tally.programs, tally.in_ir, tally.runs, tally.mismatches, tally.ended, tally.with_go
        );
        println!(
            "{:.0} s of CPU, {each:.1} ms a program, {:.0} s by the clock; {} kinds below {}",
            sum.cpu.as_secs_f64(),
            took.as_secs_f64(),
            rare.len(),
            self.least
        );
        sum.found.iter().for_each(|line| println!("seed {line}"));
    }
}

/// Prints the program of a seed.
pub fn print_program(seed: u64, language: Language) {
    print!("{}", language.text(seed).0);
}

/// A scratch folder for a worker, which it removes when it is done.
pub fn scratch(out: &Path) -> PathBuf {
    out.join("scratch").join(format!("many{}", std::process::id()))
}
