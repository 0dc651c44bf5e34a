//! `run`: many programs from consecutive seeds, each through the oracle; what differs is cut down to one
//! function and kept. Seeds that are done are noted, so that a run can be continued.

use std::collections::BTreeSet;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::child::say;
use crate::generator::{self, Config};
use crate::oracle::{Difference, Mismatch, Mode, Oracle, is_test_name};
use crate::reduce;

pub struct Campaign {
    pub oracle: Oracle,
    pub config: Config,
    /// How many of the modes with stress a program runs in; all of them if `None`.
    pub stress_share: Option<usize>,
    pub programs: u64,
    pub jobs: usize,
    pub out: PathBuf,
    pub reduce: bool,
    /// Stop after so many programs with mismatches.
    pub most_failures: usize,
    /// Say nothing of programs that agree, keep nothing.
    pub quiet: bool,
}

#[derive(Default)]
struct Tally {
    done: usize,
    failed: usize,
    /// Why programs could not be run at all.
    errors: Vec<String>,
    summary: Vec<String>,
}

impl Campaign {
    /// Runs all seeds; answers how many programs had a mismatch. An error if some could not be run.
    pub fn run(&self) -> std::io::Result<usize> {
        fs::create_dir_all(&self.out)?;
        let journal = self.out.join("done.txt");
        let done = if self.quiet { BTreeSet::new() } else { read_journal(&journal, &self.journal_key()) };
        let seeds: Vec<u64> = (self.config.seed..self.config.seed + self.programs)
            .filter(|seed| !done.contains(seed))
            .collect();
        if seeds.len() < self.programs as usize {
            say(&format!(
                "{} of {} seeds are done already",
                self.programs as usize - seeds.len(),
                self.programs
            ));
        }
        let next = AtomicUsize::new(0);
        let tally = Mutex::new(Tally::default());
        std::thread::scope(|scope| {
            for worker in 0..self.jobs.max(1) {
                let (next, tally, seeds, journal) = (&next, &tally, &seeds, &journal);
                scope.spawn(move || {
                    while let Some(seed) = seeds.get(next.fetch_add(1, Ordering::Relaxed)) {
                        if tally.lock().is_ok_and(|t| t.failed >= self.most_failures || t.errors.len() > 3) {
                            break;
                        }
                        self.one(*seed, worker, journal, tally);
                    }
                });
            }
        });
        let tally = tally.into_inner().unwrap_or_default();
        say(&format!(
            "{} programs of {} functions, {} with mismatches",
            tally.done, self.config.functions, tally.failed
        ));
        for line in &tally.summary {
            say(line);
        }
        match tally.errors.first() {
            Some(error) => Err(std::io::Error::other(error.clone())),
            None => Ok(tally.failed),
        }
    }

    /// What a note in the journal is good for: the same texts through the same modes.
    fn journal_key(&self) -> String {
        let modes: Vec<&str> = self.oracle.modes.iter().map(|m| m.name.as_str()).collect();
        format!(
            "f{} s{} n{} go{} {}{} -{}",
            self.config.functions,
            self.config.steps,
            self.config.size,
            u8::from(self.oracle.go.is_some()),
            modes.join(","),
            self.stress_share.map_or_else(String::new, |n| format!(" {n} with stress")),
            self.config.without.iter().cloned().collect::<Vec<_>>().join(",")
        )
    }

    fn one(&self, seed: u64, worker: usize, journal: &Path, tally: &Mutex<Tally>) {
        let mut oracle = self.oracle.clone();
        oracle.modes = self.modes_for(seed);
        oracle.scratch = self.oracle.scratch.join(format!("worker{worker}"));
        let config = Config { seed, ..self.config.clone() };
        let text = generator::program(&config).text;
        let verdict = oracle.check(&text);
        let mut lines = Vec::new();
        match verdict {
            Err(error) => {
                if let Ok(mut t) = tally.lock() {
                    t.errors.push(format!("seed {seed}: cannot run: {error}"));
                }
                return;
            }
            Ok(Err(message)) => {
                lines.push(format!(
                    "seed {seed}: Go refuses the program (a fault of the generator): {message}"
                ));
                lines.extend(self.keep(&format!("seed{seed}-refused-by-go.go"), &text));
            }
            Ok(Ok(mismatches)) if mismatches.is_empty() => {
                self.note(journal, seed);
                if let Ok(mut t) = tally.lock() {
                    t.done += 1;
                    if !self.quiet && t.done.is_multiple_of(10) {
                        say(&format!("{} programs, {} with mismatches, at seed {seed}", t.done, t.failed));
                    }
                }
                return;
            }
            Ok(Ok(mismatches)) => {
                lines = self.investigate(&oracle, &config, &text, &mismatches);
                if oracle.check(&text).is_ok_and(|again| again.is_ok_and(|m| m.is_empty())) {
                    lines.push(format!("seed {seed}: all agree when it is run once more"));
                }
            }
        }
        for line in &lines {
            say(line);
        }
        if let Ok(mut t) = tally.lock() {
            t.done += 1;
            t.failed += 1;
            t.summary.extend(lines.into_iter().filter(|l| l.starts_with("seed")));
        }
    }

    /// All modes, or those without stress and some of the others, which alternate from seed to seed.
    fn modes_for(&self, seed: u64) -> Vec<Mode> {
        let Some(share) = self.stress_share else { return self.oracle.modes.clone() };
        let (plain, stressed): (Vec<Mode>, Vec<Mode>) =
            self.oracle.modes.iter().cloned().partition(|m| m.stress.is_empty());
        let from = (seed as usize).wrapping_mul(share) % stressed.len().max(1);
        let turn = stressed.iter().cycle().skip(from).take(share.min(stressed.len()));
        plain.into_iter().chain(turn.cloned()).collect()
    }

    fn note(&self, journal: &Path, seed: u64) {
        if self.quiet {
            return;
        }
        let line = format!("{}\t{seed}\n", self.journal_key());
        let file = fs::OpenOptions::new().create(true).append(true).open(journal);
        if let Err(error) = file.and_then(|mut f| f.write_all(line.as_bytes())) {
            say(&format!("cannot note seed {seed} in {}: {error}", journal.display()));
        }
    }

    fn keep(&self, name: &str, text: &str) -> Option<String> {
        if self.quiet {
            return None;
        }
        let path = self.out.join(name);
        match fs::write(&path, text) {
            Ok(()) => Some(format!("  kept {}", path.display())),
            Err(error) => Some(format!("  cannot keep {}: {error}", path.display())),
        }
    }

    /// Says what differs, and finds the functions to blame by running them alone.
    fn investigate(
        &self,
        oracle: &Oracle,
        config: &Config,
        text: &str,
        mismatches: &[Mismatch],
    ) -> Vec<String> {
        let seed = config.seed;
        let mut lines = Vec::new();
        let mut suspects: BTreeSet<String> = BTreeSet::new();
        for m in mismatches {
            let mut functions = m.functions.clone();
            functions.extend(function_at(text, &m.detail));
            lines.push(format!(
                "seed {seed}: {} against {}: {:?} [{}] {}",
                m.mode,
                m.against,
                m.kind,
                functions.join(" "),
                m.detail
            ));
            suspects.extend(functions);
        }
        if self.quiet {
            return lines;
        }
        lines.extend(self.keep(&format!("seed{seed}.go"), text));
        if suspects.is_empty() {
            suspects = (0..config.functions).map(|n| format!("t{n:04}")).collect();
        }
        let modes: Vec<Mode> = oracle
            .modes
            .iter()
            .filter(|mode| mismatches.iter().any(|m| m.mode == mode.name || m.against == mode.name))
            .cloned()
            .collect();
        let with_go = mismatches.iter().any(|m| m.against == "go" && m.kind <= Difference::Exit);
        let mut confirmed = 0;
        for suspect in suspects {
            if confirmed >= 4 {
                break;
            }
            if self.alone(oracle, config, &suspect, &modes, with_go, &mut lines) {
                confirmed += 1;
            }
        }
        if confirmed == 0 {
            lines.push("  no function alone shows it: the whole program is needed".to_string());
        }
        lines
    }

    /// Runs one function alone; if it still differs, keeps it.
    fn alone(
        &self,
        oracle: &Oracle,
        config: &Config,
        name: &str,
        modes: &[Mode],
        with_go: bool,
        lines: &mut Vec<String>,
    ) -> bool {
        let mut single = config.clone();
        single.only = name[1..].parse().ok();
        for ending in ["end_exit", "end_panic", "end_runtime_panic", "end_deadlock"] {
            single.without.insert(ending.to_string());
        }
        let text = generator::program(&single).text;
        let Ok(Ok(found)) = oracle.check_modes(&text, modes, with_go) else { return false };
        let Some(first) = found.first() else { return false };
        lines.push(format!(
            "  {name} alone: {} against {}: {:?} {}",
            first.mode, first.against, first.kind, first.detail
        ));
        lines.extend(self.keep(&format!("seed{}-{name}.go", config.seed), &text));
        if self.reduce {
            let mut small = oracle.clone();
            small.modes = modes.to_vec();
            if !with_go {
                small.go = None;
            }
            if let Ok(Some(reduced)) = reduce::reduce(&small, &text, 400) {
                lines.extend(self.keep(&format!("seed{}-{name}-reduced.go", config.seed), &reduced));
            }
        }
        true
    }
}

fn read_journal(path: &Path, key: &str) -> BTreeSet<u64> {
    let text = fs::read_to_string(path).unwrap_or_default();
    text.lines()
        .filter_map(|line| line.split_once('\t'))
        .filter(|(k, _)| *k == key)
        .filter_map(|(_, seed)| seed.parse().ok())
        .collect()
}

/// The test function to which the first `file.go:LINE:` of a diagnostic belongs.
fn function_at(text: &str, diagnostic: &str) -> Option<String> {
    let at = diagnostic.find(".go:")? + 4;
    let digits: String = diagnostic[at..].chars().take_while(char::is_ascii_digit).collect();
    let line: usize = digits.parse().ok()?;
    text.lines().skip(line.saturating_sub(1)).find_map(|l| {
        let name = l.strip_prefix("func ")?.get(..5)?;
        is_test_name(name).then(|| name.to_string())
    })
}
