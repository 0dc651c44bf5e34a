//! What a host that runs a guest's tests is told, and asked, while they run. Guests have natives for it; to
//! an isolate whose host is another one they do nothing.

use std::sync::{Arc, Mutex};

/// A moment in the life of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    /// The test begins; a parallel test begins when it no longer waits.
    Begin,
    /// The test has stopped, to run on beside others later.
    Pause,
    /// The test has passed.
    Pass,
    /// The test was skipped.
    Skip,
    /// The test has failed.
    Fail,
    /// The test is not part of another one, and is going to run.
    Planned,
}

impl Moment {
    /// The moment with a number, as guests give it.
    pub fn from_number(number: i64) -> Option<Moment> {
        use Moment::{Begin, Fail, Pass, Pause, Planned, Skip};
        [Begin, Pause, Pass, Skip, Fail, Planned].get(usize::try_from(number).ok()?).copied()
    }
}

/// How coverage counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CoverMode {
    /// Whether a block has run.
    #[default]
    Set,
    /// How often it has run.
    Count,
    /// How often it has run, also where threads run at once. Fibers of an isolate do not.
    Atomic,
    /// How often it has run, for a [`Fuzzer`] alone: neither the tests nor the host are told as of coverage.
    Guide,
}

impl CoverMode {
    /// The modes that profiles have.
    pub const ALL: [CoverMode; 3] = [CoverMode::Set, CoverMode::Count, CoverMode::Atomic];

    /// The name, as profiles begin with; no profile is made in [`CoverMode::Guide`].
    pub fn name(self) -> &'static str {
        match self {
            CoverMode::Set => "set",
            CoverMode::Count => "count",
            CoverMode::Atomic => "atomic",
            CoverMode::Guide => "",
        }
    }

    /// A number for the mode.
    pub fn number(self) -> u32 {
        self as u32
    }

    /// The mode with a number.
    pub fn from_number(number: u32) -> Option<CoverMode> {
        use CoverMode::{Atomic, Count, Guide, Set};
        [Set, Count, Atomic, Guide].get(number as usize).copied()
    }
}

/// What counts how often it runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Coverage {
    /// How it counts.
    pub mode: CoverMode,
    /// The packages, by their paths; none stands for the package under test.
    pub packages: Vec<String>,
    /// What is said of them where a share of their statements is told, as ` in ./...`.
    pub note: String,
}

/// A block of statements that run together, and how often they have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CoveredBlock {
    /// The line and column where it begins, from 1.
    pub from: (u32, u32),
    /// The line and column before which it ends.
    pub to: (u32, u32),
    pub statements: u32,
    pub count: u32,
}

/// What has run of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CoveredFile {
    /// The path of its package, and its name.
    pub name: String,
    /// What the file is called in messages.
    pub source: String,
    /// The blocks, in no particular order.
    pub blocks: Vec<CoveredBlock>,
}

/// Something that a program compares its inputs with, as far as its source tells.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Hint {
    /// A whole number, or a character.
    Number(u64),
    /// A text.
    Bytes(Vec<u8>),
}

/// A host that runs tests.
pub trait TestsHost: Send {
    /// Whether a test, which is not part of another one, is to run in this isolate.
    fn admits(&mut self, name: &str) -> bool;

    /// Something has happened to a test: what it has logged by then, if that is asked for, and how many
    /// virtual nanoseconds it has taken.
    fn told(&mut self, moment: Moment, name: &str, log: &str, nanos: i64);

    /// How the isolate's tests went as a whole. The answer is whether they are to print that.
    fn verdict(&mut self, passed: bool) -> bool;

    /// Nanoseconds of CPU that the tests have taken, for benchmarks; any beginning will do.
    fn cpu_time(&mut self) -> i64;

    /// The tests are done, and this has run meanwhile of what coverage counts.
    fn covered(&mut self, files: Vec<CoveredFile>);

    /// What makes inputs for a fuzz test, if that was asked for.
    fn fuzzer(&mut self) -> Option<Arc<Mutex<dyn Fuzzer>>>;
}

/// What a guest that runs a fuzz test is to do next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FuzzStep {
    /// Nothing more: no input has failed.
    Stop,
    /// Run the test on this input. An input is its arguments one after the other: texts and bytes as their
    /// length in 4 bytes and themselves, everything else as 8 bytes, little-endian, numbers sign-extended.
    Run(Vec<u8>),
    /// Write this input in the guest's own format for files, and hand it to [`Fuzzer::described`].
    Describe(Vec<u8>),
    /// An input has failed; the text says how.
    Report(String),
}

impl FuzzStep {
    /// A number for the kind of step, as guests are given it.
    pub fn number(&self) -> i64 {
        match self {
            FuzzStep::Stop => 0,
            FuzzStep::Run(_) => 1,
            FuzzStep::Describe(_) => 2,
            FuzzStep::Report(_) => 3,
        }
    }

    /// What belongs to the step.
    pub fn bytes(&self) -> &[u8] {
        match self {
            FuzzStep::Stop => &[],
            FuzzStep::Run(input) | FuzzStep::Describe(input) => input,
            FuzzStep::Report(text) => text.as_bytes(),
        }
    }
}

/// How an input went that a fuzz test was run on.
#[derive(Clone, Copy, Debug)]
pub struct Tried<'a> {
    /// Whether the test has failed.
    pub failed: bool,
    /// What it has printed, if it has failed.
    pub log: &'a str,
    /// Virtual nanoseconds since the isolate has begun to fuzz.
    pub nanos: i64,
}

/// Makes inputs for a fuzz test, guided by what they make run. Several isolates may take part, one after the
/// other: an input may end one.
pub trait Fuzzer: Send {
    /// An isolate begins: the test, the kinds of its arguments as below, and the
    /// seeds: of each a name and its arguments, all as in [`FuzzStep::Run`].
    ///
    /// The kinds are 1 for bytes, 2 for text, 3 for a truth value, 4 and 5 for numbers with fractions of 32
    /// and 64 bits by their bits, 6 to 9 for numbers of 8, 16, 32 and 64 bits with a sign, and 10 to 13
    /// without.
    fn begins(&mut self, test: &str, kinds: &[u8], seeds: &[u8]);

    /// Literals of the program, in an order that depends on nothing else; told before [`Fuzzer::begins`].
    fn hints(&mut self, hints: &[Hint]);

    /// Room for how often each counted block has run, for [`Fuzzer::begins`] and [`Fuzzer::next`]; the
    /// caller of these fills it before.
    fn counters(&mut self) -> &mut Vec<u32>;

    /// What to do next; an input that was handed over before has been tried.
    fn next(&mut self, tried: Tried<'_>) -> FuzzStep;

    /// An input in the guest's format for files; where it was written, if it was.
    fn described(&mut self, text: &str) -> String;
}

/// The state of an isolate whose tests a host runs: a native finds it by this type.
pub struct RunsTests(pub Box<dyn TestsHost>);
