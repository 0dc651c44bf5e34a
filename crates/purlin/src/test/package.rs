//! Runs the tests of one package: compiles their program, and runs it in an isolate, and again in a fresh one
//! for what is left when time has run out. Knows nothing of other packages.

use std::collections::BTreeSet;
use std::io;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use purlin_runtime::grants::Grants;
use purlin_runtime::tests_host::{Coverage, CoveredFile, RunsTests};
use purlin_runtime::trap::{Trap, TrapKind};
use purlin_runtime::vm::Streams;

use super::output::{Output, Stream};
use super::report::{Ending, Outcome, PackageReport, TestReport};
use super::watch::{Seen, Watch};
use super::{CoverageReport, Options, Shared, Suite, leftovers, profiled, program, results};
use crate::cache::Cached;
use crate::error::CompileError;
use crate::guest::{Package, TestWords};
use crate::module::Module;
use crate::program::Program;
use crate::timings::Timings;

/// The code of a run that something has ended, as of a process that Go's panics end.
const TRAPPED: i32 = 2;

/// Runs the tests of a package.
pub(super) fn run(
    suite: &Suite<'_>,
    package: &Package,
    options: &Options,
    shared: &Shared<'_>,
    number: usize,
) -> PackageReport {
    if let Some(file) = &package.file {
        return program::run(suite, package, file, options, shared, number);
    }
    if let Some(why) = &package.missing {
        let report = PackageReport::new(package, Outcome::NotBuilt);
        return not_built(report, CompileError::message(why.as_str()));
    }
    let told = suite.coverage();
    if !package.has_tests && told.is_none() {
        return PackageReport::new(package, Outcome::Skipped);
    }
    let mut report = passed(package, shared);
    let (module, cached) = match compile(suite, package, options) {
        Ok(compiled) => compiled,
        Err(error) => return not_built(report, error),
    };
    if let Some(coverage) = told.filter(|_| !package.has_tests) {
        report.outcome = Outcome::Skipped;
        let mut files = module.covered();
        let is_own =
            |file: &CoveredFile| file.name.rsplit_once('/').is_some_and(|(dir, _)| dir == package.path);
        files.retain(is_own);
        // No tests have run that were to cover more.
        let coverage = Coverage { note: String::new(), ..coverage.clone() };
        report.coverage = Some(CoverageReport::new(&coverage, files));
        return report;
    }
    let kept = options.cache.as_ref().filter(|_| has_kept_results(suite, options)).zip(cached.as_ref());
    let key = |cached: &Cached| results::Key::new(&cached.key(), &how(suite, package, options));
    let kept = kept.map(|(cache, cached)| (cache, key(cached)));
    if let Some(known) =
        kept.as_ref().and_then(|(cache, key)| results::load(cache, key, passed(package, shared)))
    {
        return known;
    }
    let asked = Mutex::new(Some(BTreeSet::new()));
    let make = |schedule, report| {
        let (module, watch, asked) = (module.clone(), Watch::default(), &asked);
        Run { suite, package, options, shared, number, module, schedule, report, watch, asked }
    };
    let report = each_schedule(make, report);
    let asked = asked.into_inner().ok().flatten().filter(|_| report.outcome == Outcome::Passed);
    if let Some(((cache, key), asked)) = kept.zip(asked) {
        // The next run runs again what could not be kept.
        let _ = results::store(cache, &key, &report, asked.iter().map(PathBuf::as_path));
    }
    if let Some(cached) = cached {
        // The next run compiles again what could not be kept.
        let _ = cached.store();
    }
    report
}

/// The report on a package that cannot be compiled.
fn not_built(report: PackageReport, error: CompileError) -> PackageReport {
    PackageReport { outcome: Outcome::NotBuilt, error: Some(error), ..report }
}

/// The report on a package of whose tests none has failed yet.
fn passed(package: &Package, shared: &Shared<'_>) -> PackageReport {
    let output = Output::new(&shared.memory);
    output.set_live(shared.live.clone());
    PackageReport { output, ..PackageReport::new(package, Outcome::Passed) }
}

/// Whether results are kept: what tests do must not depend on the clock, and coverage and inputs are wanted
/// anew.
fn has_kept_results(suite: &Suite<'_>, options: &Options) -> bool {
    let bounded = options.clock.is_some() || options.limits.deadline.is_some() || options.fuzz.is_some();
    let watched = options.profiling.is_some() || options.timeline;
    options.cached_results
        && !bounded
        && !watched
        && suite.build.coverage.is_none()
        && options.allow_write.is_empty()
        && suite.folder().is_some()
}

/// All that shapes what the tests of a package do, besides their program.
fn how(suite: &Suite<'_>, package: &Package, options: &Options) -> String {
    let Options { args, limits, allow_read, isolate_tests, schedules, reruns, .. } = options;
    let stress = suite.engine.config().stress;
    format!(
        "{package:?} {args:?} {limits:?} {allow_read:?} {isolate_tests} {schedules:?} {reruns} {stress:?}"
    )
}

/// Runs the tests with each seed until they fail.
fn each_schedule<'a>(
    make: impl Fn(Option<u64>, PackageReport) -> Run<'a>,
    first: PackageReport,
) -> PackageReport {
    let empty = make(None, first);
    let (options, package, shared) = (empty.options, empty.package, empty.shared);
    let Some((seed, count)) = options.schedules else { return empty.finished() };
    let (mut gas, mut elapsed) = (0, Duration::ZERO);
    let mut last = empty.report;
    for n in 0..u64::from(count.max(1)) {
        let mut report = passed(package, shared);
        let seed = seed.wrapping_add(n);
        report.schedule = Some(seed);
        last = make(Some(seed), report).finished();
        (gas, elapsed) = (gas + last.gas, elapsed + last.elapsed);
        if last.outcome.is_failure() || shared.stop.is_set() {
            break;
        }
    }
    (last.gas, last.elapsed) = (gas, elapsed);
    last
}

fn compile(
    suite: &Suite<'_>,
    package: &Package,
    options: &Options,
) -> Result<(Module, Option<Cached>), CompileError> {
    let tree = suite.tree_for_one();
    let program = Program {
        tests: true,
        build: Some(&suite.build),
        language: suite.language,
        ..Program::in_tree(&*tree, &package.dir)
    };
    match &options.cache {
        Some(cache) => {
            let cached = suite.engine.compile_cached(program, cache, &mut Timings::default())?;
            Ok((cached.module().clone(), Some(cached)))
        }
        None => Ok((suite.engine.compile(program)?, None)),
    }
}

pub(super) struct Run<'a> {
    pub(super) suite: &'a Suite<'a>,
    pub(super) package: &'a Package,
    pub(super) options: &'a Options,
    pub(super) shared: &'a Shared<'a>,
    /// The place of the package among those of the run.
    number: usize,
    module: Module,
    /// A seed for whose turn it is.
    pub(super) schedule: Option<u64>,
    pub(super) report: PackageReport,
    pub(super) watch: Watch,
    /// The paths that tests have asked for; `None` if paths do not tell all of it.
    asked: &'a Mutex<Option<BTreeSet<PathBuf>>>,
}

/// How the program of the tests has ended in an isolate.
pub(super) enum Ended {
    /// By itself, with a code.
    Exit(i32),
    Trap(Trapped),
}

/// What has ended a program.
pub(super) struct Trapped {
    pub kind: TrapKind,
    headline: String,
    /// All that is said of it.
    pub text: String,
    timed_out: bool,
}

impl Run<'_> {
    /// Runs the tests, and reports.
    fn finished(mut self) -> PackageReport {
        if let Err(error) = self.all() {
            let text = format!("{}: {error}\n", self.package.path);
            // The error may be that of the file which output goes to.
            let _ = self.report.output.add(Stream::Errors, text.as_bytes());
            self.fail(Ending::Trap(error.to_string()));
        }
        self.finish()
    }

    /// Runs everything that was asked for.
    fn all(&mut self) -> io::Result<()> {
        match (&self.options.fuzz, self.options.reruns) {
            (Some(fuzz), _) => self.explore(fuzz),
            (None, 0) => self.all_once(),
            (None, reruns) => self.all_and_again(reruns),
        }
    }

    /// Runs everything, in as many isolates as it takes.
    pub(super) fn all_once(&mut self) -> io::Result<()> {
        if self.options.isolate_tests {
            return self.each_apart();
        }
        loop {
            let timed_out = self.once()?;
            let mut seen = self.watch.seen();
            let begun = seen.begun.clone();
            let before = seen.skipped.len();
            seen.skipped.extend(begun);
            let is_left = seen.planned.iter().any(|name| !seen.skipped.contains(name));
            let more = seen.skipped.len() > before && is_left;
            if !timed_out || !more || self.shared.stop.is_set() {
                return Ok(());
            }
        }
    }

    /// Runs each test in an isolate of its own, once a first isolate has said which there are.
    fn each_apart(&mut self) -> io::Result<()> {
        self.watch.seen().only = Some(String::new());
        self.once()?;
        if self.report.outcome.is_failure() {
            return Ok(());
        }
        let planned = self.watch.seen().planned.clone();
        self.report.output = passed(self.package, self.shared).output;
        for name in planned {
            if self.shared.stop.is_set() {
                break;
            }
            if self.options.fail_fast && self.report.outcome.is_failure() {
                break;
            }
            self.watch.seen().only = Some(name);
            self.once()?;
        }
        if self.options.reruns == 0 { self.conclude() } else { Ok(()) }
    }

    /// Says how everything went, and how much of the code has run.
    pub(super) fn conclude(&mut self) -> io::Result<()> {
        let verdict = if self.report.outcome.is_failure() { "FAIL" } else { "PASS" };
        let seen = self.watch.seen();
        let coverage = self.suite.coverage().zip(seen.covered.clone());
        let covered = coverage.map_or(String::new(), |(of, files)| CoverageReport::new(of, files).line());
        let text = format!("{}{verdict}\n{covered}", self.mark());
        self.report.output.add(Stream::Output, text.as_bytes())
    }

    /// What lines begin with that say something of tests.
    pub(super) fn mark(&self) -> &'static str {
        if self.options.args.iter().any(|arg| arg == "-test.v=test2json") { "\x16" } else { "" }
    }

    /// Runs the program in a fresh isolate; whether it ended since its time was up.
    fn once(&mut self) -> io::Result<bool> {
        let ended = self.isolate(&Arc::default())?;
        self.after(ended)
    }

    /// Notes how an isolate has ended; whether its time was up.
    pub(super) fn after(&mut self, ended: Ended) -> io::Result<bool> {
        match ended {
            Ended::Exit(code) => {
                self.ended(code);
                Ok(false)
            }
            Ended::Trap(trap) => {
                self.report.output.add(Stream::Output, format!("{}\n", trap.text.trim_end()).as_bytes())?;
                self.fail(Ending::Trap(trap.headline));
                Ok(trap.timed_out)
            }
        }
    }

    /// Runs the program in a fresh isolate. What it prints is dropped while `muted` is set.
    pub(super) fn isolate(&mut self, muted: &Arc<AtomicBool>) -> io::Result<Ended> {
        let temporary = leftovers::temporary(self.number)?;
        let streams = Streams {
            input: Box::new(io::empty()),
            output: self.report.output.writer_unless(Stream::Output, muted),
            errors: self.report.output.writer_unless(Stream::Errors, muted),
        };
        let host = RunsTests(Box::new(self.watch.clone()));
        let mut isolate = profiled::isolate(&self.module, self.options, host, streams)?;
        isolate.set_schedule(self.schedule);
        let name = self.package.path.rsplit('/').next().unwrap_or_default();
        let program = format!("{name}.test");
        isolate.set_args([program].into_iter().chain(self.options.args.iter().cloned()).collect());
        let grants = self.grants(temporary.path())?.note_asked();
        isolate.set_grants(grants.clone());
        let result = self.shared.stop.while_running(isolate.canceller(), || isolate.run());
        if let Ok(mut asked) = self.asked.lock() {
            *asked = asked.take().zip(grants.asked()).map(|(mut all, more)| {
                all.extend(more);
                all
            });
        }
        profiled::note(&mut self.report, &isolate);
        self.report.gas += isolate.stats().gas;
        self.report.elapsed += isolate.elapsed();
        let races = isolate.races_outside_tests();
        let is_well = result.as_ref().err().is_none_or(|trap| trap.kind == TrapKind::Exit(0));
        let left = if is_well { self.left_running() } else { String::new() };
        if !left.is_empty() {
            let headline = self.words().left.to_string();
            let (kind, text) = (TrapKind::Exit(0), format!("{left}{headline}"));
            return Ok(Ended::Trap(Trapped { kind, headline, text, timed_out: false }));
        }
        let trap = match result {
            Ok(()) => return Ok(Ended::Exit(self.code_with_races(0, races)?)),
            Err(trap) => trap,
        };
        if let TrapKind::Exit(code) = trap.kind {
            return Ok(Ended::Exit(self.code_with_races(code, races)?));
        }
        let headline = self.headline(&isolate.headline(&trap), &trap);
        let text = isolate.report(&headline, &trap);
        let timed_out = trap.kind == TrapKind::Uncaught && trap.message.starts_with(self.words().timed_out);
        Ok(Ended::Trap(Trapped { kind: trap.kind, headline, text, timed_out }))
    }

    /// The guest's words for how programs of tests end.
    fn words(&self) -> TestWords {
        self.module.guest().test_words()
    }

    /// The lines that say of what runs that it has failed, the outermost first.
    fn left_running(&self) -> String {
        let line = |name: &String| {
            let indent = "    ".repeat(name.matches('/').count());
            format!("{}{indent}--- FAIL: {name} (0.00s)\n", self.mark())
        };
        self.watch.seen().running.iter().map(line).collect()
    }

    fn headline(&self, of_guest: &str, trap: &Trap) -> String {
        match trap.kind {
            TrapKind::Uncaught | TrapKind::Deadlock => of_guest.to_string(),
            _ => format!("purlin: {} ({})", trap.message, trap.kind.name()),
        }
    }

    /// What the tests may see: their project, and a folder to write in. They run where their package is.
    fn grants(&self, temporary: &std::path::Path) -> io::Result<Grants> {
        let Some(folder) = self.suite.folder() else { return Ok(Grants::none()) };
        let mut grants = Grants::none().allow_read(folder)?.allow_write(temporary)?;
        for more in &self.options.allow_read {
            grants = grants.allow_read(more)?;
        }
        for more in &self.options.allow_write {
            grants = grants.allow_write(more)?;
        }
        let here = folder.join(&self.package.dir);
        let grants = grants.set_env(leftovers::TEMPORARY, &temporary.to_string_lossy());
        let grants = grants.set_env("PWD", &here.to_string_lossy());
        grants.set_working_folder(here)
    }

    /// The code of a program that has ended by itself, with so many data races that are no test's: these make
    /// it fail, and are told of.
    fn code_with_races(&mut self, code: i32, races: u64) -> io::Result<i32> {
        // A run that only says which tests there are decides nothing.
        let lists = self.watch.seen().only.as_deref() == Some("");
        if races == 0 || lists || code != 0 {
            return Ok(code);
        }
        let text = format!("{}\n", self.words().raced);
        self.report.output.add(Stream::Output, text.as_bytes())?;
        Ok(1)
    }

    /// The program has ended by itself.
    pub(super) fn ended(&mut self, code: i32) {
        let before = matches!(self.report.ending, Some(Ending::Trap(_)));
        if !before {
            self.report.ending = Some(Ending::Exit(code));
        }
        if code != 0 {
            self.report.outcome = Outcome::Failed;
        }
    }

    /// Something has ended the program: what runs has failed.
    fn fail(&mut self, ending: Ending) {
        self.report.outcome = Outcome::Failed;
        let Ending::Trap(why) = &ending else { return };
        let mut seen = self.watch.seen();
        seen.has_failed = true;
        let Seen { running, tests, .. } = &mut *seen;
        for name in std::mem::take(running).into_iter().rev() {
            let failed = TestReport {
                name,
                outcome: Outcome::Failed,
                log: format!("{why}\n"),
                elapsed: Duration::ZERO,
                printed: 0,
            };
            tests.push(failed);
        }
        self.report.ending = Some(ending);
    }

    fn finish(self) -> PackageReport {
        let Run { mut report, watch, suite, .. } = self;
        let mut seen = watch.seen();
        report.tests = std::mem::take(&mut seen.tests);
        let (coverage, covered) = (suite.coverage(), seen.covered.take());
        report.coverage = coverage.zip(covered).map(|(of, files)| CoverageReport::new(of, files));
        let is_left = |name: &&String| !seen.begun.contains(*name);
        report.not_run = seen.planned.iter().filter(is_left).cloned().collect();
        report
    }
}

impl Ending {
    /// The code that a process would end with.
    ///
    /// The example of [`PackageReport`] calls it.
    pub fn code(&self) -> i32 {
        match self {
            Ending::Exit(code) => *code,
            Ending::Trap(_) => TRAPPED,
        }
    }
}
