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
}

/// The state of an isolate whose tests a host runs: a native finds it by this type.
pub struct RunsTests(pub Box<dyn TestsHost>);
