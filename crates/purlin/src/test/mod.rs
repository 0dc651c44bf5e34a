//! Runs tests that guests have: the packages of a project, each in isolates of its own, on several threads.
//!
//! ```text
//! Suite ──packages──> Package ──run──> Event, … ──> PackageReport
//! ```
//!
//! Isolates share nothing that changes, so what a test does and prints does not depend on how many workers
//! there are. Reports come in the order of the packages, whichever is ready first; times in them are virtual,
//! so that two runs say the same. `docs/testing.md` in the repository describes the command that is built on
//! this.
//!
//! Imports lead one way: `output`, `leftovers` and `whole` know nothing of tests; `report` is what comes of
//! them; `watch` is told by a running isolate, and `fuzz` tells one what to try; `package` runs the tests of
//! one package, `explore` its fuzz test, `again` what has failed, `program` a golden file, whose directives
//! are the business of `golden` and `golden_errors`, and its project that of `project`; this file hands
//! packages and files to workers.

mod again;
mod coverage;
mod coverage_page;
mod events;
mod explore;
mod fuzz;
mod golden;
mod golden_errors;
mod leftovers;
mod output;
mod package;
mod profiled;
mod program;
mod project;
mod report;
mod results;
mod watch;
mod whole;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, mpsc};
use std::time::{Duration, Instant};

use purlin_base::{SourceTree, on_deep_stack};
use purlin_runtime::vm::{Canceller, Limits};

use crate::cache::Cache;
use crate::engine::Engine;
use crate::error::CompileError;
use crate::guest::{Build, Guest, Package};
use crate::profile::Profiling;
use crate::program::{DiskTree, Program};
pub use coverage::CoverageReport;
pub use events::{Converter, TestEvent};
pub use fuzz::{Effort, FoundInput, Fuzz};
pub use output::{Live, Output, Stream};
use purlin_runtime::tests_host::Coverage;
pub use purlin_runtime::tests_host::{CoverMode, CoveredBlock, CoveredFile};
pub use report::{Ending, Outcome, PackageReport, TestReport};

/// How tests are run.
///
/// ```
/// use purlin::test::Options;
///
/// let options = Options { workers: 2, ..Options::default() };
/// assert!(!options.fail_fast);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Threads that run packages; 0 for as many as the machine has processors.
    pub workers: usize,
    /// Arguments of the programs of tests. Go's begin with `-test.`.
    pub args: Vec<String>,
    /// What each isolate may take. Time is bounded by gas, a unit of which takes a nanosecond of virtual
    /// time.
    pub limits: Limits,
    /// Time by the clock that each isolate may take. Results then depend on the machine.
    pub clock: Option<Duration>,
    /// Folders that tests may read, besides that of their project.
    pub allow_read: Vec<PathBuf>,
    /// Folders that tests may read and write to, besides one for temporary files. Results of packages that
    /// may are not kept.
    pub allow_write: Vec<PathBuf>,
    /// Whether each test that is not part of another one has an isolate of its own.
    pub isolate_tests: bool,
    /// A seed by which chance decides whose turn it is
    /// ([`Isolate::set_schedule`](crate::Isolate::set_schedule)), and how many seeds from that on are tried,
    /// each in isolates of their own, until one fails. The report is on that one, or on the last.
    pub schedules: Option<(u64, u32)>,
    /// How often tests that have failed are run again, each in an isolate of its own, and with seeds for
    /// schedules the next seed. A package all of whose failed tests pass then has passed;
    /// [`PackageReport::flaky`] names them.
    pub reruns: u32,
    /// How a fuzz test is run on inputs that are made for it. Go's tests want `-test.fuzz` among the
    /// arguments too. The suite must be built so that blocks are counted, with
    /// [`CoverMode::Guide`], or inputs are made blindly.
    pub fuzz: Option<Fuzz>,
    /// What is told at once of all that packages print.
    pub live: Option<Live>,
    /// Whether no package is begun once one has failed.
    pub fail_fast: bool,
    /// Whether golden files are changed to what their programs print.
    pub update: bool,
    /// Where compiled programs are kept.
    pub cache: Option<Cache>,
    /// How the programs of packages are profiled; [`PackageReport::profile`] has what comes of it.
    pub profiling: Option<Profiling>,
    /// Whether a timeline of each program is kept; [`PackageReport::timeline`] has it.
    pub timeline: bool,
    /// Whether a package that has passed is not run again as long as nothing is different that its tests have
    /// used: sources, options, files that they asked for. What it came to is kept in the cache. Packages that
    /// are covered, and those whose time is bounded by the clock, are run all the same.
    pub cached_results: bool,
}

impl Options {
    /// What an isolate may take that begins now.
    fn limits_from_now(&self) -> Limits {
        let mut limits = self.limits.clone();
        limits.deadline = self.clock.map(|time| Instant::now() + time).or(limits.deadline);
        limits
    }
}

/// What happens while tests run, in the order in which it happens but for [`Event::PackageDone`], which comes
/// in the order of the packages.
#[derive(Debug)]
pub enum Event<'a> {
    /// A worker has begun with a package.
    PackageBegins(&'a Package),
    /// A package is done, as are all before it. The golden files of a folder are one package.
    PackageDone(&'a PackageReport),
    /// A golden file was changed, or could not be.
    Updated(&'a Path, std::io::Result<()>),
}

/// The tests of a project.
///
#[cfg_attr(feature = "go", doc = "```")]
#[cfg_attr(not(feature = "go"), doc = "```ignore")]
/// use purlin::test::{Event, Options, Outcome, Suite};
/// use purlin::{Config, Engine, MemoryTree};
///
/// let tree = MemoryTree::new()
///     .with("go.mod", "module rules\n")
///     .with("price.go", "package rules\nfunc Price(n int) int { return 3 * n }")
///     .with(
///         "price_test.go",
///         "package rules\nimport \"testing\"\n\
///          func TestPrice(t *testing.T) { if Price(2) != 5 { t.Error(\"wrong price\") } }",
///     );
/// let engine = Engine::new(Config::default());
/// let suite = Suite::in_tree(&engine, &tree);
/// let packages = suite.packages("", &["./..."])?;
/// let mut failed = Vec::new();
/// let passed = suite.run(&packages, &Options::default(), |event| {
///     if let Event::PackageDone(report) = event {
///         assert_eq!(report.outcome, Outcome::Failed);
///         failed.extend(report.tests.iter().map(|test| (test.name.clone(), test.log.clone())));
///     }
/// });
/// assert!(!passed);
/// assert_eq!(failed[0].0, "TestPrice");
/// assert!(failed[0].1.contains("wrong price"));
/// # Ok::<(), String>(())
/// ```
pub struct Suite<'a> {
    engine: &'a Engine,
    sources: Sources<'a>,
    language: Option<&'a str>,
    build: Build,
}

/// A tree of the host's.
struct Borrowed<'a>(&'a dyn SourceTree);

impl SourceTree for Borrowed<'_> {
    fn files(&self, dir: &str) -> Option<Vec<String>> {
        self.0.files(dir)
    }

    fn has_file(&self, path: &str) -> bool {
        self.0.has_file(path)
    }

    fn read(&self, path: &str) -> Result<Arc<str>, String> {
        self.0.read(path)
    }

    fn folders(&self, dir: &str) -> Vec<String> {
        self.0.folders(dir)
    }

    fn bytes(&self, path: &str) -> Result<Arc<[u8]>, String> {
        self.0.bytes(path)
    }

    fn name(&self, path: &str) -> String {
        self.0.name(path)
    }
}

enum Sources<'a> {
    Tree(&'a dyn SourceTree),
    Disk(DiskTree),
}

impl<'a> Suite<'a> {
    /// The tests in a tree, which have no folder to run in: they can read no files.
    ///
    /// The example of [`Suite`] runs some.
    pub fn in_tree(engine: &'a Engine, tree: &'a dyn SourceTree) -> Suite<'a> {
        Suite { engine, sources: Sources::Tree(tree), language: None, build: Build::default() }
    }

    /// The tests in a project on disk, which are run in the folders of their packages. They may read the
    /// project, and write in a folder of their own that is gone afterwards.
    ///
    #[cfg_attr(feature = "go", doc = "```")]
    #[cfg_attr(not(feature = "go"), doc = "```ignore")]
    /// use purlin::test::{Options, Suite};
    /// use purlin::{Config, DiskTree, Engine};
    ///
    /// # let folder = std::env::temp_dir().join(format!("purlin-doc-suite-{}", std::process::id()));
    /// # std::fs::create_dir_all(&folder)?;
    /// # std::fs::write(folder.join("go.mod"), "module example.com/m\n")?;
    /// let text = "package m\nimport (\"os\"; \"testing\")\n\
    ///             func TestA(t *testing.T) { if _, err := os.Stat(\"go.mod\"); err != nil { t.Fail() } }";
    /// std::fs::write(folder.join("m_test.go"), text)?;
    /// let (tree, dir) = DiskTree::around(&folder, Some("go.mod"))?;
    /// let engine = Engine::new(Config::default());
    /// let suite = Suite::on_disk(&engine, tree).in_language("go");
    /// assert!(suite.run(&suite.packages(&dir, &["./..."])?, &Options::default(), |_| {}));
    /// # std::fs::remove_dir_all(&folder)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn on_disk(engine: &'a Engine, tree: DiskTree) -> Suite<'a> {
        Suite { engine, sources: Sources::Disk(tree), language: None, build: Build::default() }
    }

    /// The suite of the guest of that name. Without one, files decide.
    ///
    /// The example of [`Suite::on_disk`] names one.
    pub fn in_language(self, name: &'a str) -> Suite<'a> {
        Suite { language: Some(name), ..self }
    }

    /// The suite, compiled in a variant: with build tags, or so that what runs is counted.
    ///
    /// The example of [`CoverageReport`] counts.
    pub fn built_as(self, build: Build) -> Suite<'a> {
        Suite { build, ..self }
    }

    fn tree(&self) -> &dyn SourceTree {
        match &self.sources {
            Sources::Tree(tree) => *tree,
            Sources::Disk(tree) => tree,
        }
    }

    /// The tree for one compilation, with its own bound on what is read.
    fn tree_for_one(&self) -> Box<dyn SourceTree + '_> {
        match &self.sources {
            Sources::Tree(tree) => Box::new(Borrowed(*tree)),
            Sources::Disk(tree) => Box::new(tree.clone().at_most(u64::MAX)),
        }
    }

    /// What is covered and told of.
    fn coverage(&self) -> Option<&Coverage> {
        self.build.coverage.as_ref().filter(|coverage| coverage.mode != CoverMode::Guide)
    }

    /// The folder where the project is, if it is on disk.
    fn folder(&self) -> Option<&Path> {
        match &self.sources {
            Sources::Tree(_) => None,
            Sources::Disk(tree) => Some(tree.root()),
        }
    }

    /// The packages that patterns name, seen from a folder of the tree, each once. A pattern for one package
    /// that is not there gives one that is [missing](Package::missing), with which a run fails; others may
    /// give none.
    ///
    /// # Errors
    /// What is wrong with the project.
    pub fn packages(&self, dir: &str, patterns: &[impl AsRef<str>]) -> Result<Vec<Package>, String> {
        let program = Program { language: self.language, ..Program::in_tree(self.tree(), dir) };
        let (mut found, mut known) = (Vec::new(), BTreeSet::new());
        for pattern in patterns {
            let goldens = self.goldens(dir, pattern.as_ref());
            let mut packages = match self.matching(&program, pattern.as_ref()) {
                Ok(packages) => packages,
                Err(_) if !goldens.is_empty() => Vec::new(),
                Err(error) => return Err(error),
            };
            // A folder of golden files is no package without tests.
            let folders: BTreeSet<String> = goldens.iter().map(|golden| golden.dir.clone()).collect();
            packages.retain(|package| match package.missing {
                Some(_) => goldens.is_empty(),
                None => package.has_tests || !folders.contains(&package.dir),
            });
            let is_new = |p: &Package| known.insert((p.dir.clone(), p.file.clone(), p.missing.clone()));
            found.extend(packages.into_iter().chain(goldens).filter(is_new));
        }
        Ok(together(found))
    }

    /// The paths of packages of the project, and of what they need of it to be compiled without their tests.
    ///
    #[cfg_attr(feature = "go", doc = "```")]
    #[cfg_attr(not(feature = "go"), doc = "```ignore")]
    /// use purlin::test::Suite;
    /// use purlin::{Config, Engine, MemoryTree};
    ///
    /// let tree = MemoryTree::new()
    ///     .with("go.mod", "module m\n")
    ///     .with("a/a.go", "package a\nimport _ \"m/b\"\n")
    ///     .with("b/b.go", "package b\n");
    /// let engine = Engine::new(Config::default());
    /// let suite = Suite::in_tree(&engine, &tree);
    /// let packages = suite.packages("", &["./a"])?;
    /// assert!(suite.dependencies(&packages)?.iter().eq(["m/a", "m/b"]));
    /// # Ok::<(), String>(())
    /// ```
    ///
    /// # Errors
    /// What is wrong with the project.
    pub fn dependencies(&self, packages: &[Package]) -> Result<BTreeSet<String>, String> {
        let there = packages.iter().filter(|package| package.missing.is_none());
        let paths: Vec<String> = there.map(|package| package.path.clone()).collect();
        let program = Program { language: self.language, ..Program::in_tree(self.tree(), "") };
        self.guest(&program)?.dependencies(self.tree(), &paths, &self.build)
    }

    /// The golden files that a pattern names: a file, whatever it says, or those of a folder, and with `/...`
    /// also below, that say what they expect.
    fn goldens(&self, dir: &str, pattern: &str) -> Vec<Package> {
        let tree = self.tree();
        let (pattern, below) = match pattern.strip_suffix("...") {
            Some(folder) => (folder.trim_end_matches('/'), true),
            None => (pattern, false),
        };
        let mut parts: Vec<&str> = dir.split('/').filter(|part| !part.is_empty()).collect();
        for part in pattern.split('/') {
            match part {
                "" | "." => {}
                ".." if parts.pop().is_none() => return Vec::new(),
                ".." => {}
                part => parts.push(part),
            }
        }
        let path = parts.join("/");
        let (folder, name) = path.rsplit_once('/').unwrap_or(("", &path));
        let is_file = !below && tree.has_file(&path);
        if is_file {
            let named = self.mark(name).is_some() && !name.ends_with("_test.go");
            return if named { vec![self.golden(folder, &path)] } else { Vec::new() };
        }
        let mut found = Vec::new();
        self.goldens_in(&path, below, &mut found);
        found
    }

    /// Adds the golden files of a folder, and of those below it.
    fn goldens_in(&self, folder: &str, below: bool, found: &mut Vec<Package>) {
        let tree = self.tree();
        let join = |name: &str| if folder.is_empty() { name.to_string() } else { format!("{folder}/{name}") };
        let mut names = tree.files(folder).unwrap_or_default();
        names.sort();
        for name in names.iter().filter(|name| !name.starts_with(['.', '_']) && !name.ends_with("_test.go")) {
            let Some(mark) = self.mark(name) else { continue };
            let path = join(name);
            let Ok(text) = tree.read(&path) else { continue };
            let says = golden::is_golden(&text, mark);
            if says || golden_errors::is_expecting(&text, mark) && !self.is_part(&path) {
                found.push(self.golden(folder, &path));
            }
        }
        let mut folders = if below { tree.folders(folder) } else { Vec::new() };
        folders.sort();
        let is_searched =
            |name: &&String| !name.starts_with(['.', '_']) && !matches!(&***name, "testdata" | "vendor");
        folders.iter().filter(is_searched).for_each(|name| self.goldens_in(&join(name), true, found));
    }

    /// The other files of a program whose golden file is this one: it is called `main`, and beside it are
    /// files of its language that are neither golden nor tests. Most golden files are alone.
    fn parts(&self, file: &str) -> Vec<String> {
        let (folder, name) = file.rsplit_once('/').unwrap_or(("", file));
        let Some(("main", extension)) = name.rsplit_once('.') else { return Vec::new() };
        let tree = self.tree();
        let part = |other: String| {
            let stem = other.strip_suffix(extension)?.strip_suffix('.')?;
            let mark = self.mark(&other).filter(|_| stem != "main" && !stem.ends_with("_test"))?;
            let path = if folder.is_empty() { other.clone() } else { format!("{folder}/{other}") };
            let is_golden = tree.read(&path).is_ok_and(|text| golden::is_golden(&text, mark));
            (!is_golden).then_some(path)
        };
        let mut parts: Vec<String> =
            tree.files(folder).unwrap_or_default().into_iter().filter_map(part).collect();
        parts.sort();
        parts
    }

    /// Whether a file without directives, whose lines expect errors, is one of a program whose golden file is
    /// another one.
    fn is_part(&self, file: &str) -> bool {
        let (folder, name) = file.rsplit_once('/').unwrap_or(("", file));
        let Some((stem, extension)) = name.rsplit_once('.') else { return false };
        let main = format!("main.{extension}");
        let main = if folder.is_empty() { main } else { format!("{folder}/{main}") };
        let (tree, mark) = (self.tree(), self.mark(name));
        let is_golden =
            |text: &str, mark| golden::is_golden(text, mark) || golden_errors::is_expecting(text, mark);
        stem != "main"
            && tree.has_file(&main)
            && mark.is_some_and(|mark| tree.read(&main).is_ok_and(|text| is_golden(&text, mark)))
    }

    /// What begins a comment in a file of this name, if a guest takes it.
    fn mark(&self, name: &str) -> Option<&'static str> {
        let extension = name.rsplit_once('.')?.1;
        let mut guests = self.engine.guests();
        guests.find(|guest| guest.extensions().contains(&extension)).and_then(|guest| guest.line_comment())
    }

    fn golden(&self, folder: &str, file: &str) -> Package {
        let shown = self.tree().name(folder);
        let path = if shown.is_empty() { ".".to_string() } else { shown };
        Package {
            dir: folder.to_string(),
            path,
            has_tests: true,
            file: Some(file.to_string()),
            missing: None,
        }
    }

    /// The packages that one pattern names: of the guest that takes the folder, or else of the first that has
    /// packages.
    fn matching(&self, program: &Program<'_>, pattern: &str) -> Result<Vec<Package>, String> {
        self.guest(program)?.packages(self.tree(), program.dir, pattern, &self.build)
    }

    fn guest(&self, program: &Program<'_>) -> Result<&dyn Guest, String> {
        let message = |e: CompileError| e.to_string().trim_end().to_string();
        self.engine.guest_for(*program).or_else(|error| {
            let mut guests = self.engine.guests();
            let has_projects = guests.find(|guest| guest.project().is_some());
            has_projects.filter(|_| self.language.is_none()).ok_or_else(|| message(error))
        })
    }

    /// Runs the tests of packages; whether none has failed. `tell` is called on this thread.
    pub fn run(&self, packages: &[Package], options: &Options, tell: impl FnMut(Event<'_>)) -> bool {
        self.run_until(packages, options, &Stop::default(), tell)
    }

    /// [`Suite::run`], which another thread may end: what runs then ends at its next poll, and nothing else
    /// begins.
    ///
    /// The example of [`Stop`] ends one.
    pub fn run_until(
        &self,
        packages: &[Package],
        options: &Options,
        stop: &Stop,
        mut tell: impl FnMut(Event<'_>),
    ) -> bool {
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        let workers = if options.workers == 0 { processors } else { options.workers };
        let live = options.live.clone();
        let shared = Shared { next: AtomicUsize::new(0), stop, memory: Arc::default(), live };
        leftovers::remove(&std::env::temp_dir(), leftovers::TESTS);
        let mut passed = true;
        std::thread::scope(|scope| {
            let (done, results) = mpsc::channel();
            for number in 0..workers.min(packages.len()) {
                let (shared, done) = (&shared, done.clone());
                let work = move || on_deep_stack(|| self.work(packages, options, shared, &done));
                let worker = std::thread::Builder::new().name(format!("tests {number}"));
                worker.spawn_scoped(scope, work).expect("the system gives a thread");
            }
            drop(done);
            let (mut waiting, mut next) = (BTreeMap::new(), 0);
            let mut group = Group::default();
            for progress in results {
                let (index, report) = match progress {
                    Progress::Begins(index) => {
                        tell(Event::PackageBegins(&packages[index]));
                        continue;
                    }
                    Progress::Done(index, report) => (index, report),
                };
                waiting.insert(index, report);
                while let Some(report) = waiting.remove(&next) {
                    passed &= !report.outcome.is_failure();
                    next += 1;
                    let is_last = packages.get(next).is_none_or(|next| !next.is_beside(&report.package));
                    group.add(*report, is_last, &mut tell);
                }
            }
            group.flush(&mut tell);
        });
        passed
    }

    /// Runs packages until none is left.
    fn work(
        &self,
        packages: &[Package],
        options: &Options,
        shared: &Shared<'_>,
        done: &mpsc::Sender<Progress>,
    ) {
        while !shared.stop.is_set() {
            let index = shared.next.fetch_add(1, Ordering::Relaxed);
            let Some(package) = packages.get(index) else { return };
            // Who listens does so until all workers are done.
            let _ = done.send(Progress::Begins(index));
            let report = package::run(self, package, options, shared, index);
            if options.fail_fast && report.outcome.is_failure() {
                shared.stop.begin_nothing();
            }
            let _ = done.send(Progress::Done(index, Box::new(report)));
        }
    }
}

enum Progress {
    Begins(usize),
    Done(usize, Box<PackageReport>),
}

/// Reports on golden files of one folder, which are told as one.
#[derive(Default)]
struct Group(Option<PackageReport>);

impl Group {
    /// Adds a report; the last of its folder is told with those before it.
    fn add(&mut self, mut report: PackageReport, is_last: bool, tell: &mut impl FnMut(Event<'_>)) {
        for (path, text) in std::mem::take(&mut report.updates) {
            let result = whole::replace(&path, &text);
            tell(Event::Updated(&path, result));
        }
        match &mut self.0 {
            None => self.0 = Some(report),
            Some(group) => {
                if let Err(error) = group.merge(report) {
                    group.outcome = Outcome::Failed;
                    group.ending = Some(Ending::Trap(error.to_string()));
                }
            }
        }
        if is_last {
            self.flush(tell);
        }
    }

    fn flush(&mut self, tell: &mut impl FnMut(Event<'_>)) {
        if let Some(report) = self.0.take() {
            tell(Event::PackageDone(&report));
        }
    }
}

impl Package {
    /// Whether both are golden files of one folder.
    fn is_beside(&self, other: &Package) -> bool {
        self.file.is_some() && other.file.is_some() && self.dir == other.dir
    }
}

/// Brings golden files of one folder to the place of the first of them, since they are told as one.
fn together(packages: Vec<Package>) -> Vec<Package> {
    let mut first = BTreeMap::new();
    let place = |(n, package): (usize, Package)| match package.file {
        Some(_) => (*first.entry(package.dir.clone()).or_insert(n), package),
        None => (n, package),
    };
    let mut placed: Vec<(usize, Package)> = packages.into_iter().enumerate().map(place).collect();
    placed.sort_by_key(|(place, _)| *place);
    placed.into_iter().map(|(_, package)| package).collect()
}

/// What workers have in common.
struct Shared<'a> {
    next: AtomicUsize,
    stop: &'a Stop,
    /// Bytes of output in memory.
    memory: Arc<AtomicUsize>,
    live: Option<Live>,
}

/// Ends a run of tests from another thread.
///
#[cfg_attr(feature = "go", doc = "```")]
#[cfg_attr(not(feature = "go"), doc = "```ignore")]
/// use purlin::test::{Event, Options, Stop, Suite};
/// use purlin::{Config, Engine, MemoryTree};
///
/// let text = "package m\nimport \"testing\"\nfunc TestA(t *testing.T) { for {} }";
/// let tree = MemoryTree::new().with("go.mod", "module m\n").with("m_test.go", text);
/// let engine = Engine::new(Config::default());
/// let suite = Suite::in_tree(&engine, &tree);
/// let (packages, stop) = (suite.packages("", &["."])?, Stop::default());
/// let passed = suite.run_until(&packages, &Options::default(), &stop, |event| {
///     if let Event::PackageBegins(_) = event {
///         stop.now();
///     }
/// });
/// assert!(!passed && stop.is_set() && stop.was_cancelled());
/// # Ok::<(), String>(())
/// ```
#[derive(Debug, Default)]
pub struct Stop {
    set: AtomicBool,
    running: std::sync::Mutex<Running>,
}

/// The isolates that run now, by a number, and the number of the next.
#[derive(Default)]
struct Running {
    isolates: BTreeMap<u64, Canceller>,
    next: u64,
    cancelled: bool,
}

impl std::fmt::Debug for Running {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} isolates", self.isolates.len())
    }
}

impl Stop {
    /// Ends the run.
    pub fn now(&self) {
        self.begin_nothing();
        let mut running = self.running();
        running.cancelled = true;
        running.isolates.values().for_each(Canceller::cancel);
    }

    /// Whether nothing more is to begin.
    pub fn is_set(&self) -> bool {
        self.set.load(Ordering::Relaxed)
    }

    /// Whether [`Stop::now`] has ended the run.
    pub fn was_cancelled(&self) -> bool {
        self.running().cancelled
    }

    fn begin_nothing(&self) {
        self.set.store(true, Ordering::Relaxed);
    }

    fn running(&self) -> std::sync::MutexGuard<'_, Running> {
        self.running.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    /// Cancels an isolate if the run is ended while `f` runs.
    fn while_running<T>(&self, canceller: Canceller, f: impl FnOnce() -> T) -> T {
        let number = {
            let mut running = self.running();
            if running.cancelled {
                canceller.cancel();
            }
            running.next += 1;
            let number = running.next;
            running.isolates.insert(number, canceller);
            number
        };
        let result = f();
        self.running().isolates.remove(&number);
        result
    }
}
