//! Coverage-guided fuzzing of one test: which inputs it is run on, in which order, and what becomes of one
//! that fails. The guest runs them and tells how often each block of the program has run (`Fuzzer`).
//!
//! All of it is decided by one seed, by what the test does and by the inputs that were kept from earlier
//! runs, so a run can be repeated. An input may end its isolate; the host of the isolate then says so, and
//! continues in a fresh one. `value` is about arguments, `mutate` changes them by chance, `guide` knows
//! what has run, `minimise` makes what has failed smaller, `kept` keeps what is interesting.

mod guide;
mod kept;
mod minimise;
mod mutate;
mod value;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use purlin_runtime::tests_host::{FuzzStep, Fuzzer, Hint, Tried};
use sha2::{Digest as _, Sha256};

use super::output::{Output, Stream};
use super::whole::write_whole;
use guide::Guide;
pub(super) use kept::Kept;
use minimise::Minimiser;
use mutate::{Chance, Hints, mutate};
use value::{Input, InputKind, packed, seeds};

/// A line says how far it is after so much virtual time.
const LINE_EVERY: Duration = Duration::from_secs(3);
/// Where inputs that have failed are written, in the folder of their package.
const FOLDER: &str = "testdata/fuzz";

/// How much is done for something: so much virtual time, or so many runs.
///
/// The example of [`Fuzz`] has one of each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// As much as it takes.
    Unbounded,
    /// So much virtual time.
    Time(Duration),
    /// So many runs of the test.
    Runs(u64),
}

impl Effort {
    /// Whether it is used up.
    fn is_spent(self, time: Duration, runs: u64) -> bool {
        match self {
            Effort::Unbounded => false,
            Effort::Time(most) => time >= most,
            Effort::Runs(most) => runs >= most,
        }
    }
}

/// How the fuzz test that `-test.fuzz` names is fuzzed.
///
/// ```
/// use std::time::Duration;
///
/// use purlin::test::{Effort, Fuzz};
///
/// let fuzz = Fuzz { effort: Effort::Time(Duration::from_secs(10)), ..Fuzz::default() };
/// assert_eq!((fuzz.seed, fuzz.minimise), (1, Effort::Time(Duration::from_secs(60))));
/// assert_eq!(Fuzz { minimise: Effort::Runs(0), ..fuzz }.minimise, Effort::Runs(0));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fuzz {
    /// How long inputs are made.
    pub effort: Effort,
    /// How long one that has failed is made smaller.
    pub minimise: Effort,
    /// What decides by chance; a seed repeats a run.
    pub seed: u64,
}

impl Default for Fuzz {
    fn default() -> Fuzz {
        Fuzz { effort: Effort::Unbounded, minimise: Effort::Time(Duration::from_secs(60)), seed: 1 }
    }
}

/// An input with which a fuzz test has failed.
///
/// ```
/// use purlin::test::FoundInput;
///
/// let path = "testdata/fuzz/FuzzA/b303025052753c0f".into();
/// let text = "go test fuzz v1\n[]byte(\"x00\")\n".into();
/// let found = FoundInput { test: "FuzzA".into(), path, text };
/// assert!(found.path.starts_with("testdata/fuzz"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundInput {
    /// The fuzz test.
    pub test: String,
    /// Where the input belongs, as seen from the folder of the package. It is written there unless the tests
    /// have no folder to run in.
    pub path: PathBuf,
    /// The input, in the guest's format for such files.
    pub text: String,
}

/// What is done with an input.
#[derive(Debug)]
enum Phase {
    /// Finds out what runs with the seeds.
    Baseline {
        next: usize,
    },
    /// Tries inputs that chance has made.
    Search,
    /// An input has failed: the guest is asked how it is written.
    Measure,
    Minimise {
        minimiser: Box<Minimiser>,
        since: Duration,
        runs: u64,
    },
    /// The smallest input that fails is written.
    Write,
    Report,
    Done,
}

/// The state of a run.
pub(super) struct Fuzzing {
    options: Fuzz,
    /// The folder of the package, if there is one.
    folder: Option<PathBuf>,
    output: Output,
    /// Whether what the test prints is dropped: while it runs on inputs.
    pub muted: Arc<AtomicBool>,
    test: String,
    kinds: Vec<InputKind>,
    seeds: Vec<(String, Input)>,
    /// Where interesting inputs are kept, and those that were.
    kept: Option<Kept>,
    old: Vec<Input>,
    hints: Hints,
    chance: Chance,
    guide: Guide,
    counters: Vec<u32>,
    /// Inputs that have made something new run, the seeds first, then those that were kept before.
    corpus: Vec<Input>,
    /// How many of these an earlier run has found, and how many are kept by now; all where it is not known
    /// yet what to keep.
    found_before: usize,
    stored: usize,
    phase: Phase,
    running: Option<Input>,
    /// What has failed, and how.
    failure: Option<(Input, String)>,
    execs: u64,
    /// Virtual time of isolates that have ended, and of this one.
    before: Duration,
    now: Duration,
    last_line: (Duration, u64),
    /// The input that was found, once it is described.
    pub found: Option<FoundInput>,
}

impl Fuzzing {
    /// A run whose lines go to an output.
    pub(super) fn new(
        options: &Fuzz,
        folder: Option<PathBuf>,
        output: Output,
        kept: Option<Kept>,
    ) -> Fuzzing {
        Fuzzing {
            options: options.clone(),
            folder,
            output,
            muted: Arc::default(),
            test: String::new(),
            kinds: Vec::new(),
            seeds: Vec::new(),
            kept,
            old: Vec::new(),
            hints: Hints::default(),
            chance: Chance::new(options.seed),
            guide: Guide::default(),
            counters: Vec::new(),
            corpus: Vec::new(),
            found_before: 0,
            stored: usize::MAX,
            phase: Phase::Baseline { next: 0 },
            running: None,
            failure: None,
            execs: 0,
            before: Duration::ZERO,
            now: Duration::ZERO,
            last_line: (Duration::ZERO, 0),
            found: None,
        }
    }

    /// The isolate has ended by what it ran; whether that was an input. If so, another isolate continues.
    /// The text of a panic is reported as it is.
    pub(super) fn ended_by(&mut self, why: &str, is_panic: bool) -> bool {
        self.muted.store(false, Ordering::Relaxed);
        let was_running = self.running.is_some();
        if was_running {
            let prefix = if is_panic { "" } else { "fuzzing process hung or terminated unexpectedly: " };
            self.judge(true, &format!("{prefix}{}\n", why.trim_end()), false);
        }
        (self.before, self.now) = (self.elapsed(), Duration::ZERO);
        was_running
    }

    /// The run was ended from outside; whether it was one.
    pub(super) fn was_stopped(&mut self) -> bool {
        self.muted.store(false, Ordering::Relaxed);
        let is_running = !self.test.is_empty() && !matches!(self.phase, Phase::Done);
        if is_running {
            self.progress();
        }
        is_running
    }

    fn elapsed(&self) -> Duration {
        self.before + self.now
    }

    fn say(&self, text: &str) {
        let line = format!("fuzz: {text}\n");
        // The output may be on a full disk; then the report says so.
        let _ = self.output.add(Stream::Errors, line.as_bytes());
    }

    /// A line that says how far it is.
    fn progress(&mut self) {
        let (at, execs) = self.last_line;
        let elapsed = self.elapsed();
        let seconds = elapsed.saturating_sub(at).as_secs_f64();
        let rate = if seconds > 0.0 { (self.execs - execs) as f64 / seconds } else { 0.0 };
        let time = shown(elapsed);
        match &self.phase {
            Phase::Baseline { next } => {
                let all = self.seeds.len() + self.old.len();
                self.say(&format!("elapsed: {time}, gathering baseline coverage: {next}/{all} completed"));
            }
            Phase::Minimise { .. } => self.say(&format!("elapsed: {time}, minimizing")),
            Phase::Search | Phase::Measure | Phase::Write | Phase::Report | Phase::Done => {
                let new = self.corpus.len().saturating_sub(self.seeds.len() + self.found_before);
                let total = self.corpus.len();
                self.say(&format!(
                    "elapsed: {time}, execs: {} ({rate:.0}/sec), new interesting: {new} (total: {total})",
                    self.execs
                ));
            }
        }
        self.last_line = (elapsed, self.execs);
        self.keep();
    }

    /// Keeps what is interesting, if there is more of it than when that was done last.
    fn keep(&mut self) {
        if let Some(kept) = self.kept.as_ref().filter(|_| self.corpus.len() > self.stored) {
            kept.store(&self.test, &self.kinds, self.corpus[self.seeds.len()..].iter());
            self.stored = self.corpus.len();
        }
    }

    /// An input has been tried: what it means for the phase. Without `counted`, nothing is known of what ran.
    fn judge(&mut self, failed: bool, log: &str, counted: bool) {
        let Some(input) = self.running.take() else { return };
        self.execs += 1;
        let is_new = counted && self.guide.look(&self.counters);
        if let Phase::Minimise { minimiser, runs, .. } = &mut self.phase {
            *runs += 1;
            minimiser.judge(failed);
            if failed {
                self.failure = Some((input, log.to_string()));
            }
            return;
        }
        if !failed {
            match &mut self.phase {
                Phase::Baseline { next } => {
                    // What an earlier run has found need not be new any longer.
                    if *next < self.seeds.len() || is_new {
                        self.corpus.push(input);
                    }
                    *next += 1;
                }
                _ if is_new => self.corpus.push(input),
                _ => {}
            }
            return;
        }
        match self.phase {
            Phase::Baseline { next } if next < self.seeds.len() => {
                let name = self.seeds.get(next).map_or("", |(name, _)| name);
                let line = format!("failure while testing seed corpus entry: {}/{name}\n", self.test);
                let _ = self.output.add(Stream::Errors, line.as_bytes());
                self.progress();
                let log = log.to_string();
                (self.failure, self.phase) = (Some((input, log)), Phase::Report);
            }
            _ => (self.failure, self.phase) = (Some((input, log.to_string())), Phase::Measure),
        }
    }

    /// The next step, in whichever phase it is.
    fn step(&mut self) -> FuzzStep {
        let (elapsed, searched) = (self.elapsed(), self.searched());
        loop {
            match &mut self.phase {
                Phase::Baseline { next } => {
                    let mut all = self.seeds.iter().map(|(_, input)| input).chain(&self.old);
                    match all.nth(*next).cloned() {
                        Some(input) => return self.run(input),
                        None => self.begin_search(),
                    }
                }
                Phase::Search if self.options.effort.is_spent(elapsed, searched) => {
                    self.progress();
                    self.phase = Phase::Done;
                }
                Phase::Search => return self.explore(),
                Phase::Measure | Phase::Write => {
                    let input = self.failure.as_ref().map(|(input, _)| packed(input)).unwrap_or_default();
                    return FuzzStep::Describe(input);
                }
                Phase::Minimise { minimiser, since, runs } => {
                    let spent = elapsed.saturating_sub(*since);
                    let more = !self.options.minimise.is_spent(spent, *runs);
                    if let Some(input) = minimiser.propose().filter(|_| more).cloned() {
                        return self.run(input);
                    }
                    self.progress();
                    self.phase = Phase::Write;
                }
                Phase::Report => {
                    self.phase = Phase::Done;
                    let log = self.failure.as_ref().map_or("", |(_, log)| log);
                    return FuzzStep::Report(log.to_string());
                }
                Phase::Done => return FuzzStep::Stop,
            }
        }
    }

    /// Inputs that chance has made so far.
    fn searched(&self) -> u64 {
        self.execs.saturating_sub((self.seeds.len() + self.old.len()) as u64)
    }

    fn begin_search(&mut self) {
        let all = self.seeds.len() + self.old.len();
        let time = shown(self.elapsed());
        self.say(&format!(
            "elapsed: {time}, gathering baseline coverage: {all}/{all} completed, now fuzzing with 1 workers"
        ));
        self.last_line = (self.elapsed(), self.execs);
        self.found_before = self.corpus.len() - self.seeds.len();
        self.stored = self.corpus.len();
        self.phase = Phase::Search;
    }

    /// Changes an input that has proved interesting; the latest are taken as often as all others together.
    fn explore(&mut self) -> FuzzStep {
        let count = self.corpus.len();
        let latest = count.min(8);
        let pick = if self.chance.below(2) == 0 {
            count - 1 - self.chance.place(latest)
        } else {
            self.chance.place(count)
        };
        let other = self.chance.place(count);
        let mut input = self.corpus[pick].clone();
        mutate(&mut input, &self.kinds, &self.corpus[other], &self.hints, &mut self.chance);
        self.run(input)
    }

    fn run(&mut self, input: Input) -> FuzzStep {
        self.muted.store(true, Ordering::Relaxed);
        let step = FuzzStep::Run(packed(&input));
        self.running = Some(input);
        step
    }

    /// Writes the input that has failed, if there is a folder; the path as seen from the package's.
    fn write(&mut self, text: &str) -> String {
        self.keep();
        let digest = Sha256::digest(text.as_bytes());
        let name: String = digest.iter().take(8).map(|byte| format!("{byte:02x}")).collect();
        let path = Path::new(FOLDER).join(&self.test).join(name);
        if let Some(folder) = &self.folder
            && let Err(error) = write_whole(&folder.join(&path), text)
        {
            self.say(&format!("cannot write {}: {error}", path.display()));
        }
        let found = FoundInput { test: self.test.clone(), path: path.clone(), text: text.to_string() };
        self.found = Some(found);
        path.display().to_string()
    }
}

impl Fuzzer for Fuzzing {
    fn begins(&mut self, test: &str, kinds: &[u8], packed_seeds: &[u8]) {
        self.guide.begin(&self.counters);
        if !self.test.is_empty() {
            // Another isolate has begun with it.
            return;
        }
        self.test = test.to_string();
        self.kinds = kinds.iter().filter_map(|kind| InputKind::from_number(*kind)).collect();
        self.seeds = seeds(&self.kinds, packed_seeds);
        if self.seeds.is_empty() {
            self.seeds.push((String::new(), self.kinds.iter().map(|kind| kind.least()).collect()));
        }
        if let Some(kept) = &self.kept {
            self.old = kept.load(&self.test, &self.kinds);
        }
        self.progress();
    }

    fn hints(&mut self, hints: &[Hint]) {
        self.hints = Hints::new(hints);
    }

    fn counters(&mut self) -> &mut Vec<u32> {
        &mut self.counters
    }

    fn next(&mut self, tried: Tried<'_>) -> FuzzStep {
        self.now = Duration::from_nanos(u64::try_from(tried.nanos).unwrap_or(0));
        self.judge(tried.failed, tried.log, true);
        if self.elapsed() >= self.last_line.0 + LINE_EVERY {
            self.progress();
        }
        let step = self.step();
        if !matches!(step, FuzzStep::Run(_)) {
            self.muted.store(false, Ordering::Relaxed);
        }
        step
    }

    fn described(&mut self, text: &str) -> String {
        let since = self.elapsed();
        if matches!(self.phase, Phase::Measure) && self.options.minimise != Effort::Runs(0) {
            let input = self.failure.as_ref().map(|(input, _)| input.clone()).unwrap_or_default();
            self.say(&format!("minimizing {}-byte failing input file", text.len()));
            let minimiser = Box::new(Minimiser::new(&self.kinds, input));
            self.phase = Phase::Minimise { minimiser, since, runs: 0 };
            return String::new();
        }
        self.phase = Phase::Report;
        self.write(text)
    }
}

/// Whole seconds, as durations are written: `5s`, `1m5s`.
fn shown(time: Duration) -> String {
    let seconds = (time.as_secs_f64()).round() as u64;
    match (seconds / 3600, seconds / 60 % 60, seconds % 60) {
        (0, 0, s) => format!("{s}s"),
        (0, m, s) => format!("{m}m{s}s"),
        (h, m, s) => format!("{h}h{m}m{s}s"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_written_as_durations() {
        let of = |seconds| shown(Duration::from_secs(seconds));
        assert_eq!((of(0), of(65), of(3600)), ("0s".into(), "1m5s".into(), "1h0m0s".into()));
    }

    /// What the test of a run does with an input on which it fails.
    #[derive(Clone, Copy, PartialEq, Eq)]
    enum Fails {
        Never,
        Tells,
        Crashes,
    }

    /// Drives a run as a guest does whose test fails on bytes with `!` once it has run block 1, which `?`
    /// leads to.
    fn drive(options: &Fuzz, fails: Fails) -> (Vec<Vec<u8>>, Option<FoundInput>, String) {
        let output = Output::default();
        let mut fuzzing = Fuzzing::new(options, None, output.clone(), None);
        fuzzing.counters().clear();
        fuzzing.counters().extend([0, 0]);
        fuzzing.begins("FuzzA", &[1], &[1, 0, 0, 0, b's', 0, 0, 0, 0]);
        let (mut inputs, mut counts, mut failed) = (Vec::new(), [0, 0], false);
        for nanos in 0.. {
            *fuzzing.counters() = counts.to_vec();
            match fuzzing.next(Tried { failed, log: "bad", nanos: nanos * 1000 }) {
                FuzzStep::Run(input) => {
                    let has = |byte| input[4..].contains(&byte);
                    counts = [counts[0] + 1, counts[1] + u32::from(has(b'?'))];
                    failed = has(b'?') && has(b'!') && fails != Fails::Never;
                    if failed && fails == Fails::Crashes {
                        assert!(fuzzing.ended_by("panic: bad", true));
                        (counts, failed) = ([0, 0], false);
                        *fuzzing.counters() = counts.to_vec();
                        fuzzing.begins("FuzzA", &[1], &[]);
                    }
                    inputs.push(input);
                }
                FuzzStep::Describe(input) => {
                    failed = false;
                    fuzzing.described(&String::from_utf8_lossy(&input[4..]));
                }
                FuzzStep::Report(_) | FuzzStep::Stop => break,
            }
        }
        let text = String::from_utf8_lossy(&output.to_bytes().unwrap()).into_owned();
        (inputs, fuzzing.found, text)
    }

    #[test]
    fn what_fails_is_found_and_made_small_and_the_same_each_time() {
        for fails in [Fails::Tells, Fails::Crashes] {
            let options = Fuzz { effort: Effort::Runs(200_000), ..Fuzz::default() };
            let (inputs, found, text) = drive(&options, fails);
            let found = found.unwrap();
            assert!(matches!(&*found.text, "?!" | "!?"), "{found:?}");
            assert!(found.path.starts_with("testdata/fuzz/FuzzA"), "{found:?}");
            assert!(
                text.starts_with("fuzz: elapsed: 0s, gathering baseline coverage: 0/1 completed\n"),
                "{text}"
            );
            assert!(text.contains("-byte failing input file\n"), "{text}");
            let again = drive(&options, fails);
            assert!(again.0 == inputs && again.2 == text);
            assert!(drive(&Fuzz { seed: 2, ..options }, fails).0 != inputs);
        }
    }

    #[test]
    fn runs_and_time_are_bounded() {
        let runs = |effort| drive(&Fuzz { effort, seed: 3, ..Fuzz::default() }, Fails::Never).0.len();
        assert_eq!(runs(Effort::Runs(5)), 6, "the seed and five more");
        assert_eq!(runs(Effort::Time(Duration::from_micros(10))), 10);
    }
}
