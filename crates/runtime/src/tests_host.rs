//! What a host that runs a guest's tests is told, and asked, while they run. Guests have natives for it; to
//! an isolate whose host is another one they do nothing.

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
}

impl CoverMode {
    /// All modes.
    pub const ALL: [CoverMode; 3] = [CoverMode::Set, CoverMode::Count, CoverMode::Atomic];

    /// The name, as profiles begin with.
    pub fn name(self) -> &'static str {
        match self {
            CoverMode::Set => "set",
            CoverMode::Count => "count",
            CoverMode::Atomic => "atomic",
        }
    }

    /// The place in [`CoverMode::ALL`].
    pub fn number(self) -> u32 {
        self as u32
    }

    /// The mode with a number.
    pub fn from_number(number: u32) -> Option<CoverMode> {
        CoverMode::ALL.get(number as usize).copied()
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
}

/// The state of an isolate whose tests a host runs: a native finds it by this type.
pub struct RunsTests(pub Box<dyn TestsHost>);
