//! `many`: small programs by the ten thousand, each run in every tier and stress mode inside worker
//! processes, and what they exercise counted. Knows how workers are started, watched and replaced;
//! `worker.rs` is what one does.

mod batch;
mod code;
mod go;
mod ir;
mod kept;
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
    /// How many programs are one source; 1 where they never are.
    pub batch: u64,
}

/// How a worker ended.
enum Left {
    Well,
    /// While it was at this place.
    At(Place, String),
}

/// Where a worker is.
#[derive(Default)]
struct Place {
    /// The program that it runs alone.
    seed: Option<u64>,
    /// The batch that it has not finished.
    batch: Option<Range<u64>>,
    /// The programs of it that it runs as one source.
    together: Vec<u64>,
}

impl Place {
    /// Moves on where a line says so.
    fn heard(&mut self, line: &str) {
        let (what, rest) = line.split_once(' ').unwrap_or((line, ""));
        match what {
            "at" => self.seed = rest.parse().ok(),
            "batch" => {
                let ends = rest.split_once(' ').and_then(|(a, b)| Some(a.parse().ok()?..b.parse().ok()?));
                (self.batch, self.together) = (ends, Vec::new());
            }
            "together" => self.together = rest.split(',').filter_map(|seed| seed.parse().ok()).collect(),
            "tally" => self.batch = None,
            _ => {}
        }
    }
}

#[derive(Default)]
struct Sum {
    tally: Tally,
    cpu: Duration,
    found: Vec<String>,
    error: Option<String>,
}

impl Sum {
    /// Counts what the parent process found.
    fn found(&mut self, line: String) {
        self.tally.mismatches += 1;
        say(&format!("seed {line}"));
        self.found.push(line);
    }
}

impl Many {
    /// Runs them all and prints what came of it; whether nothing was found.
    pub fn run(&self) -> Result<bool, String> {
        let start = Instant::now();
        let end = self.seed + self.programs;
        let (next, sum) = (AtomicU64::new(self.seed), Mutex::new(Sum::default()));
        // A worker takes whole batches.
        let chunk = CHUNK.next_multiple_of(self.batch).min(self.programs.div_ceil(self.jobs as u64)).max(1);
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
                        self.range(from..(from + chunk).min(end), self.batch, &sum);
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

    /// Runs a range; where a worker dies, another continues after the seed that killed it. Programs that were
    /// with it in a batch have to be run one by one first.
    fn range(&self, seeds: Range<u64>, batch: u64, sum: &Mutex<Sum>) {
        let mut from = seeds.start;
        while from < seeds.end {
            let left = match self.worker(from..seeds.end, batch, sum) {
                Ok(left) => left,
                Err(error) => {
                    if let Ok(mut sum) = sum.lock() {
                        sum.error = Some(error.to_string());
                    }
                    return;
                }
            };
            let Left::At(place, how) = left else {
                self.progress(&seeds, sum);
                return;
            };
            if let Some(batch) = place.batch.clone() {
                from = batch.end;
                self.one_by_one(batch, &place, &how, sum);
                continue;
            }
            let Ok(mut sum) = sum.lock() else { return };
            let Some(seed) = place.seed else {
                sum.tally.mismatches += 1;
                sum.error = Some(format!("a worker {how} before its first program"));
                return;
            };
            let kept = kept::keep(&self.out, seed, self.language);
            sum.found(format!("{seed}: the worker {how} ({kept})"));
            from = seed + 1;
        }
    }

    /// Runs the programs of a batch in which a worker died one by one. If nothing is found about any of them,
    /// it is the batch that killed it.
    fn one_by_one(&self, batch: Range<u64>, place: &Place, how: &str, sum: &Mutex<Sum>) {
        self.range(batch.clone(), 1, sum);
        let Ok(mut sum) = sum.lock() else { return };
        if sum.found.iter().any(|line| first_seed(line).is_some_and(|seed| batch.contains(&seed))) {
            return;
        }
        let seeds = if place.together.is_empty() { batch.collect() } else { place.together.clone() };
        let kept = kept::keep_together(&self.out, &seeds);
        sum.found(format!("{}, together: the worker {how} ({kept})", kept::range_of(&seeds)));
    }

    fn progress(&self, seeds: &Range<u64>, sum: &Mutex<Sum>) {
        let Ok(sum) = sum.lock() else { return };
        let (tally, cpu) = (&sum.tally, sum.cpu.as_secs());
        let (programs, found) = (tally.programs, tally.mismatches);
        say(&format!("{programs} programs, up to seed {}, {found} mismatches, {cpu} s of CPU", seeds.end));
    }

    fn worker(&self, seeds: Range<u64>, batch: u64, sum: &Mutex<Sum>) -> std::io::Result<Left> {
        let mut command = Command::new(std::env::current_exe()?);
        command
            .arg("many-worker")
            .arg(seeds.start.to_string())
            .arg(seeds.end.to_string())
            .arg(format!("--batch={batch}"))
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
        let (mut at, mut silent) = (Place::default(), false);
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

    fn heard(&self, line: &str, at: &mut Place, sum: &Mutex<Sum>) {
        at.heard(line);
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

/// The seed that a line of what was found begins with, or the first one of its range.
fn first_seed(line: &str) -> Option<u64> {
    line.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
}

/// Prints the program of a seed.
pub fn print_program(seed: u64, language: Language) {
    print!("{}", language.text(seed).0);
}

/// A scratch folder for a worker, which it removes when it is done.
pub fn scratch(out: &Path) -> PathBuf {
    out.join("scratch").join(format!("many{}", std::process::id()))
}

#[cfg(test)]
mod tests {
    use super::{Place, first_seed};

    #[test]
    fn what_was_found_begins_with_a_seed() {
        assert_eq!(first_seed("7: native against interp: gas: 1 | 2"), Some(7));
        assert_eq!(first_seed("33-96, together: the worker died"), Some(33));
    }

    #[test]
    fn a_place_is_what_was_heard_last() {
        let mut place = Place::default();
        ["batch 33 65", "at 33", "at 34", "together 33,34,36"].iter().for_each(|line| place.heard(line));
        assert_eq!((place.seed, place.batch.clone()), (Some(34), Some(33..65)));
        assert_eq!(place.together, [33, 34, 36]);
        place.heard("tally 32 0 80 0 0 0");
        assert_eq!(place.batch, None);
    }
}
