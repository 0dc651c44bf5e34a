//! What came of tests.

use std::path::PathBuf;
use std::time::Duration;

use super::{CoverageReport, FoundInput, Output};
use crate::error::CompileError;
use crate::guest::Package;
use crate::profile::Profile;

/// How a package, or a test, went.
///
/// The example of [`PackageReport`] looks at one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// All is well.
    Passed,
    /// There was nothing to run, or a test said that it is not for this run.
    Skipped,
    /// A test has failed, or a limit or a panic has ended the package.
    Failed,
    /// The program of the tests does not compile.
    NotBuilt,
}

impl Outcome {
    /// Whether the run as a whole fails with it.
    ///
    /// ```
    /// use purlin::test::Outcome;
    ///
    /// assert!(Outcome::NotBuilt.is_failure() && !Outcome::Skipped.is_failure());
    /// ```
    pub fn is_failure(self) -> bool {
        match self {
            Outcome::Failed | Outcome::NotBuilt => true,
            Outcome::Passed | Outcome::Skipped => false,
        }
    }
}

/// How the program of a package's tests ended.
///
/// The example of [`PackageReport`] looks at one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The program has ended by itself, with a code.
    Exit(i32),
    /// A panic, a limit, or something else has ended it, as a sentence says.
    Trap(String),
}

/// What came of a test.
///
/// The example of [`PackageReport`] looks at one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TestReport {
    /// The name of the test, after those of the tests that it is part of, each with a slash.
    pub name: String,
    /// How it went.
    pub outcome: Outcome,
    /// What it has logged, if it has failed or was skipped.
    pub log: String,
    /// The virtual time that it took.
    pub elapsed: Duration,
    /// A digest of what a golden file has printed and of how it ended; 0 for all other tests.
    pub printed: u64,
}

/// What came of the tests of a package.
///
#[cfg_attr(feature = "go", doc = "```")]
#[cfg_attr(not(feature = "go"), doc = "```ignore")]
/// use purlin::test::{Ending, Event, Options, Outcome, PackageReport, Stream, Suite, TestReport};
/// use purlin::{Config, Engine, MemoryTree};
///
/// let text = "package m\nimport \"testing\"\n\
///             func TestA(t *testing.T) { println(1) }\nfunc TestB(t *testing.T) { panic(2) }";
/// let tree = MemoryTree::new().with("go.mod", "module m\n").with("m_test.go", text);
/// let engine = Engine::new(Config::default());
/// let suite = Suite::in_tree(&engine, &tree);
/// let look = |report: &PackageReport| {
///     let [a, b]: &[TestReport; 2] = report.tests[..].try_into().expect("two tests");
///     assert_eq!((a.outcome, b.outcome), (Outcome::Passed, Outcome::Failed));
///     let ending = report.ending.as_ref().expect("it has run");
///     assert!(matches!(ending, Ending::Trap(_)) && ending.code() == 2);
///     assert!(!report.output.is_empty() && report.output.len() > 2);
///     let mut errors = Vec::new();
///     let read = report.output.read(|stream, bytes| {
///         if stream == Stream::Errors {
///             errors.extend_from_slice(bytes);
///         }
///         Ok(())
///     });
///     assert!(read.is_ok() && errors == b"1\n");
/// };
/// suite.run(&suite.packages("", &["."])?, &Options::default(), |event| {
///     if let Event::PackageDone(report) = event {
///         look(report);
///     }
/// });
/// # Ok::<(), String>(())
/// ```
#[derive(Debug)]
pub struct PackageReport {
    /// The package.
    pub package: Package,
    /// How it went as a whole.
    pub outcome: Outcome,
    /// What is wrong with it, if it does not compile.
    pub error: Option<CompileError>,
    /// What its tests have printed.
    pub output: Output,
    /// The tests and their parts, in the order in which they have ended. A test that was run several times is
    /// there several times.
    pub tests: Vec<TestReport>,
    /// Tests that did not run because something has ended the program before.
    pub not_run: Vec<String>,
    /// How its program ended, if there was one.
    pub ending: Option<Ending>,
    /// The virtual time that the program took.
    pub elapsed: Duration,
    /// Units of gas that the program used.
    pub gas: u64,
    /// The seed of [`Options::schedules`](super::Options::schedules) with which it ran.
    pub schedule: Option<u64>,
    /// Whether nothing was run, as it is known what comes of it
    /// ([`Options::cached_results`](super::Options::cached_results)).
    pub cached: bool,
    /// Tests that have failed and passed when they were run again
    /// ([`Options::reruns`](super::Options::reruns)), without their parts.
    pub flaky: Vec<String>,
    /// The input with which a fuzz test has failed.
    pub found: Option<FoundInput>,
    /// What has run of what coverage counts, if it does and the tests came to their end.
    pub coverage: Option<CoverageReport>,
    /// Where the gas or the memory of its program went, of all isolates that it took
    /// ([`Options::profiling`](super::Options::profiling)).
    pub profile: Option<Profile>,
    /// The timeline of its program, for Perfetto; of the last isolate, if it took several
    /// ([`Options::timeline`](super::Options::timeline)).
    pub timeline: Option<String>,
    /// Golden files that the run has changed, with their new texts.
    pub updates: Vec<(PathBuf, String)>,
}

impl PackageReport {
    /// Takes in the report on another file of the same folder.
    pub(super) fn merge(&mut self, other: PackageReport) -> std::io::Result<()> {
        if other.outcome.is_failure() {
            (self.outcome, self.ending) = (other.outcome, other.ending);
        }
        self.tests.extend(other.tests);
        self.updates.extend(other.updates);
        (self.elapsed, self.gas) = (self.elapsed + other.elapsed, self.gas + other.gas);
        other.output.read(|stream, bytes| self.output.add(stream, bytes))
    }

    /// Whether a test has failed and counts as passed all the same: it, or what it is part of, is flaky.
    ///
    #[cfg_attr(feature = "go", doc = "```")]
    #[cfg_attr(not(feature = "go"), doc = "```ignore")]
    /// use purlin::test::{Event, Options, Suite};
    /// use purlin::{Config, Engine, MemoryTree};
    ///
    /// let text = "package m\nimport \"testing\"\nvar n int\n\
    ///             func TestA(t *testing.T) { n++ }\n\
    ///             func TestB(t *testing.T) { if n > 0 { t.Error(\"not alone\") } }";
    /// let tree = MemoryTree::new().with("go.mod", "module m\n").with("m_test.go", text);
    /// let engine = Engine::new(Config::default());
    /// let suite = Suite::in_tree(&engine, &tree);
    /// let options = Options { reruns: 1, ..Options::default() };
    /// let passed = suite.run(&suite.packages("", &["."])?, &options, |event| {
    ///     if let Event::PackageDone(report) = event {
    ///         assert!(report.is_flaky("TestB") && !report.is_flaky("TestA"));
    ///     }
    /// });
    /// assert!(passed);
    /// # Ok::<(), String>(())
    /// ```
    pub fn is_flaky(&self, test: &str) -> bool {
        let whole = test.split('/').next().unwrap_or(test);
        self.flaky.iter().any(|name| name == whole)
    }

    /// The report on a package of which nothing has run.
    pub(super) fn new(package: &Package, outcome: Outcome) -> PackageReport {
        PackageReport {
            profile: None,
            timeline: None,
            package: package.clone(),
            outcome,
            error: None,
            output: Output::default(),
            tests: Vec::new(),
            not_run: Vec::new(),
            ending: None,
            elapsed: Duration::ZERO,
            gas: 0,
            schedule: None,
            cached: false,
            flaky: Vec::new(),
            found: None,
            coverage: None,
            updates: Vec::new(),
        }
    }
}
