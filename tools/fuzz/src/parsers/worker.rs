//! The process that runs the program of one parser: it draws damaged inputs, runs each in an isolate of its
//! own limits, and has compiled Go answer the same inputs batch by batch.

use std::io::{Cursor, Write as _};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};
use std::{collections::BTreeMap, fs, io};

use purlin::{Config, Engine, Isolate, Limits, SourceFile, Streams, Tier};

use crate::child::{self, Ending};
use crate::damage::{LARGE, Samples};
use crate::rng::Rng;
use crate::written::Written;

/// The limits of a run and of the campaign.
#[derive(Clone)]
pub struct Worker {
    pub name: String,
    pub seed: u64,
    pub seconds: u64,
    pub tier: String,
    /// The heap's limit, in MiB, and what the process may take besides.
    pub memory: u64,
    pub slack: u64,
    pub gas: u64,
    /// The wall time after which an input counts as hanging, in seconds.
    pub limit: u64,
    /// The most nanoseconds of CPU for a unit of gas.
    pub price: u64,
    pub go: Option<String>,
    pub out: PathBuf,
}

/// Runs that take less CPU say nothing about its price: starting is a part of them.
const WORTH: u64 = 10_000_000;
const BATCH: usize = 200;
/// Mismatches of one kind after which no more are kept.
const KEPT: usize = 20;

/// How a run ended.
struct Run {
    ending: String,
    output: String,
    gas: u64,
    /// Nanoseconds.
    cpu: u64,
}

#[derive(Default)]
struct Tally {
    inputs: usize,
    endings: BTreeMap<String, usize>,
    faults: usize,
    /// The largest price seen, in nanoseconds a unit.
    price: f64,
    longest: Duration,
    compared: usize,
}

impl Worker {
    #[cfg(test)]
    pub fn small(name: &str) -> Worker {
        Worker {
            name: name.to_string(),
            seed: 1,
            seconds: 0,
            tier: "interp".to_string(),
            memory: 64,
            slack: 64,
            gas: 1_000_000_000,
            limit: 60,
            price: 50,
            go: None,
            out: PathBuf::new(),
        }
    }

    /// Runs the seeds as they are; answers how many there are.
    #[cfg(test)]
    pub fn seeds_are_read(&self, text: &str) -> Result<usize, String> {
        let mut isolate = self.isolate(text)?;
        let samples = self.samples(&mut isolate)?;
        for (n, seed) in samples.whole.iter().enumerate() {
            let run = self.one(&mut isolate, &["one"], seed);
            if run.ending != "done" || run.output.starts_with("\"panic") {
                return Err(format!("seed {n}: {} {}", run.ending, run.output));
            }
        }
        Ok(samples.whole.len())
    }

    /// Answers how many rules were broken.
    pub fn run(&self) -> Result<usize, String> {
        let text = super::program(&self.name).ok_or_else(|| format!("no parser {:?}", self.name))?;
        let begun = Instant::now();
        let mut isolate = self.isolate(&text)?;
        let samples = self.samples(&mut isolate)?;
        let go = self.built(&text)?;
        for seed in &samples.whole {
            self.one(&mut isolate, &["one"], seed);
        }
        let base = peak();
        let clock = Arc::new(AtomicU64::new(0));
        self.watch(clock.clone(), begun);
        let mut tally = Tally::default();
        let (mut rng, from) = (Rng::new(self.seed), Instant::now());
        while from.elapsed() < Duration::from_secs(self.seconds) {
            let inputs: Vec<Vec<u8>> = (0..BATCH).map(|_| samples.draw(&mut rng, LARGE)).collect();
            let mut answers = Vec::with_capacity(BATCH);
            for input in &inputs {
                fs::write(self.out.join(format!("{}.current", self.name)), input)
                    .map_err(|e| e.to_string())?;
                clock.store(begun.elapsed().as_millis() as u64 + 1, Ordering::Relaxed);
                answers.push(self.judged(&mut isolate, input, &mut tally));
                clock.store(0, Ordering::Relaxed);
            }
            if let Some(go) = &go {
                self.compare(go, &inputs, &answers, &mut tally)?;
            }
        }
        let above = peak().saturating_sub(base) >> 20;
        if above > self.memory + self.slack {
            tally.faults += 1;
            println!("{}: the process grew by {above} MiB under a limit of {} MiB", self.name, self.memory);
        }
        println!(
            "{:<13} {:>4} s {:>7} inputs {:>7} compared {:>3} faults; at most {:.1} ns a unit, {} ms an input, {above} MiB above {} MiB; {:?}",
            self.name,
            from.elapsed().as_secs(),
            tally.inputs,
            tally.compared,
            tally.faults,
            tally.price,
            tally.longest.as_millis(),
            base >> 20,
            tally.endings
        );
        Ok(tally.faults)
    }

    fn isolate(&self, text: &str) -> Result<Isolate<()>, String> {
        let tier: Tier = self.tier.parse()?;
        let engine = Engine::new(Config { tier, ..Config::default() });
        let file = [SourceFile { name: "parser.go".into(), text: text.into() }];
        let module = engine.compile(&file).map_err(|e| e.to_string())?;
        let limits = Limits {
            heap_bytes: (self.memory as usize) << 20,
            stack_bytes: 16 << 20,
            output_bytes: Some(4 << 20),
            ..Limits::default()
        };
        module.isolate((), limits, Streams::default()).map_err(|e| e.to_string())
    }

    fn samples(&self, isolate: &mut Isolate<()>) -> Result<Samples, String> {
        let run = self.one(isolate, &["seeds"], b"");
        if run.ending != "done" {
            return Err(format!("{}: its seeds: {}", self.name, run.ending));
        }
        let mut samples = Samples::default();
        for line in run.output.lines() {
            let (kind, digits) = line.split_once(' ').unwrap_or((line, ""));
            let digit = |at: usize| digits.get(at..at + 2).and_then(|d| u8::from_str_radix(d, 16).ok());
            let bytes = (0..digits.len()).step_by(2).map_while(digit).collect();
            if kind == "seed" { samples.whole.push(bytes) } else { samples.tokens.push(bytes) }
        }
        Ok(samples)
    }

    fn one(&self, isolate: &mut Isolate<()>, args: &[&str], input: &[u8]) -> Run {
        let (output, errors) = (Written::default(), Written::default());
        isolate.set_streams(Streams {
            input: Box::new(Cursor::new(input.to_vec())),
            output: Box::new(output.clone()),
            errors: Box::new(errors),
        });
        let args = std::iter::once("parser").chain(args.iter().copied()).map(str::to_string).collect();
        isolate.set_args(args);
        isolate.set_gas(Some(self.gas));
        isolate.reset();
        let before = cpu();
        let result = isolate.run();
        let cpu = cpu().saturating_sub(before);
        let ending = match &result {
            Ok(()) => "done".to_string(),
            Err(trap) => trap.kind.name().to_string(),
        };
        Run { ending, output: output.text(), gas: isolate.stats().gas, cpu }
    }

    /// Runs an input and looks at what it cost; answers what it printed, if it came to its end.
    fn judged(&self, isolate: &mut Isolate<()>, input: &[u8], tally: &mut Tally) -> Option<String> {
        let begun = Instant::now();
        tally.inputs += 1;
        let guarded = catch_unwind(AssertUnwindSafe(|| self.one(isolate, &["one"], input)));
        let Ok(run) = guarded else {
            self.fault(tally, input, "Rust panicked");
            return None;
        };
        tally.longest = tally.longest.max(begun.elapsed());
        *tally.endings.entry(run.ending.clone()).or_default() += 1;
        if run.cpu >= WORTH {
            // Compiling belongs to the first run that needs the code.
            let again = self.one(isolate, &["one"], input);
            let price = run.cpu.min(again.cpu) as f64 / run.gas.max(1) as f64;
            if again.cpu >= WORTH {
                tally.price = tally.price.max(price);
                if price > self.price as f64 {
                    self.fault(tally, input, &format!("{price:.1} ns of CPU for a unit of gas"));
                }
            }
        }
        match run.ending.as_str() {
            "done" => Some(run.output),
            "OutOfGas" | "OutOfMemory" | "StackOverflow" | "OutputLimit" => None,
            other => {
                self.fault(tally, input, &format!("ends in {other}"));
                None
            }
        }
    }

    fn fault(&self, tally: &mut Tally, input: &[u8], what: &str) {
        tally.faults += 1;
        if tally.faults <= KEPT {
            let kept = self.out.join(format!("{}-{}-{}.bin", self.name, self.seed, tally.faults));
            let note =
                fs::write(&kept, input).map_or_else(|e| e.to_string(), |()| kept.display().to_string());
            println!("{}: {what}: {note}", self.name);
        }
    }

    /// Ends the process when an input takes too long: what hangs does not look at a limit.
    fn watch(&self, clock: Arc<AtomicU64>, begun: Instant) {
        let limit = self.limit * 1000;
        std::thread::spawn(move || {
            loop {
                std::thread::sleep(Duration::from_millis(200));
                let since = clock.load(Ordering::Relaxed);
                if since > 0 && begun.elapsed().as_millis() as u64 > since + limit {
                    eprintln!("an input takes more than {limit} ms");
                    std::process::exit(3);
                }
            }
        });
    }

    fn built(&self, text: &str) -> Result<Option<PathBuf>, String> {
        let Some(go) = &self.go else { return Ok(None) };
        let folder = self.out.join(format!("{}-go", self.name));
        fs::create_dir_all(&folder).map_err(|e| e.to_string())?;
        fs::write(folder.join("parser.go"), text).map_err(|e| e.to_string())?;
        let output = Command::new(go)
            .args(["build", "-o", "parser.bin", "parser.go"])
            .current_dir(&folder)
            .envs([("GOFLAGS", ""), ("GOWORK", "off"), ("GOTOOLCHAIN", "local")])
            .output()
            .map_err(|e| e.to_string())?;
        match output.status.success() {
            true => Ok(Some(folder.join("parser.bin"))),
            false => Err(format!("Go refuses: {}", String::from_utf8_lossy(&output.stderr))),
        }
    }

    fn compare(
        &self,
        go: &PathBuf,
        inputs: &[Vec<u8>],
        answers: &[Option<String>],
        tally: &mut Tally,
    ) -> Result<(), String> {
        let path = self.out.join(format!("{}.batch", self.name));
        let mut file = io::BufWriter::new(fs::File::create(&path).map_err(|e| e.to_string())?);
        let there =
            || inputs.iter().zip(answers).filter_map(|(input, answer)| Some((input, answer.as_ref()?)));
        for (input, _) in there() {
            let digits: String = input.iter().map(|byte| format!("{byte:02x}")).collect();
            writeln!(file, "{digits}").map_err(|e| e.to_string())?;
        }
        drop(file);
        let input = fs::File::open(&path).map_err(|e| e.to_string())?;
        let mut command = Command::new(go);
        command.arg("many").env("TZ", "").env("GOMEMLIMIT", "1GiB");
        let outcome = child::run_reading(&mut command, input.into(), Duration::from_secs(120))
            .map_err(|e| e.to_string())?;
        if outcome.ending != Ending::Exit(0) {
            println!("{}: compiled Go: {:?} {:.300}", self.name, outcome.ending, outcome.stderr_text());
        }
        let expected = String::from_utf8_lossy(&outcome.stdout).into_owned();
        let mut lines = expected.lines();
        for (input, answer) in there() {
            let Some(line) = lines.next() else { break };
            tally.compared += 1;
            let got = answer.trim_end_matches('\n');
            // Where Go's own parser fails there is no answer to compare with.
            if line != got && line != "panic: runtime error" {
                let what = format!("another answer\n    go     {line:.700}\n    purlin {got:.700}\n   ");
                self.fault(tally, input, &what);
            }
        }
        Ok(())
    }
}

/// The CPU time of this thread, in nanoseconds, where the system tells it.
fn cpu() -> u64 {
    let text = fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    text.split_whitespace().next().and_then(|n| n.parse().ok()).unwrap_or_default()
}

/// The largest resident size of this process so far, in bytes.
fn peak() -> u64 {
    let text = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|l| l.trim().trim_end_matches(" kB").trim().parse::<u64>().ok()).unwrap_or_default() << 10
}
