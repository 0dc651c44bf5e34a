//! `purlin test`: runs the tests of packages, as `go test` does. The work is that of `purlin::test`; here are
//! the flags (`flags`, `values`) and what is printed: in the words of `go test` (`text`), as its events
//! (`json`), for build servers (`junit`), and beside the results (`summary`); several tiers are compared
//! (`tiers`), a test is fuzzed (`fuzz`), everything is run again when files change (`watching`).

mod coverage;
mod flags;
mod fuzz;
mod json;
mod junit;
mod profiles;
mod summary;
mod text;
mod tiers;
mod values;
mod watching;

use std::path::Path;
use std::sync::Arc;

use purlin::guest::{Build, Package};
use purlin::test::{Event, Options, Outcome, PackageReport, Stop, Suite};
use purlin::{Config, DiskTree, Engine, Limits};

use crate::exit::Failure;
use crate::interrupt::Interrupts;
use crate::options::{COMPILER_BYTES, size};
use crate::{cache, exit};
use coverage::Profile;
pub(crate) use flags::{Flags, normalised};
use flags::{Isolate, Schedule};
use junit::Junit;
use summary::Summary;
use text::Shown;
use tiers::{Compared, Mode};
use values::random;
use watching::Watched;

/// The code for wrong usage, as of `go test`, and for packages that do not compile.
pub(crate) const USAGE: u8 = 2;

pub(crate) const EXAMPLES: &str = "\
Examples:
  purlin test                     the package in this folder
  purlin test ./...               all packages below, on all processors
  purlin test -run 'Price/large' -v ./rules
  purlin test -bench . -benchmem ./rules
  purlin test -fuzz FuzzParse -fuzztime 30s ./parse
  purlin test -watch ./...        again and again, what is concerned by changes of files
  purlin test -update ./golden/...     golden files: programs that say in comments what they print
  purlin test -json ./... | gotestsum --raw-command -- cat

Flags may have one dash or two. Tests read their module, and write below t.TempDir(); nothing else of the
machine is there for them. Their time is virtual: a unit of gas takes a nanosecond, so a busy machine fails no
test. What is printed is in the order of the packages, and the same whatever -j is.

Exit codes: 0 all is well; 1 a test has failed; 2 wrong usage, or a package does not compile; 130 interrupted.";

/// Arguments of `purlin test`.
#[derive(clap::Args)]
pub(crate) struct Test {
    #[command(flatten)]
    flags: Flags,
}

/// The code for the run, which only gets worse.
struct Code(u8);

impl Code {
    fn add(&mut self, report: &PackageReport) {
        let code = match report.outcome {
            Outcome::Passed | Outcome::Skipped => exit::OK,
            Outcome::Failed => exit::COMPILE,
            Outcome::NotBuilt => USAGE,
        };
        self.0 = self.0.max(code);
    }
}

impl Test {
    pub(crate) fn execute(self, engine: Engine) -> exit::Outcome {
        let flags = self.flags;
        let io = |e: std::io::Error| usage(format!(".: {e}"));
        let markers: Vec<&str> = engine.guests().filter_map(|g| g.project()).map(|p| p.marker).collect();
        let (tree, dir) = DiskTree::around(Path::new(""), markers.first().copied()).map_err(io)?;
        let session = Session { tree, dir, flags, interrupts: Interrupts::listen_to_all() };
        if session.flags.watch {
            return session.watch(engine);
        }
        session.run(engine, &Arc::default(), false).1
    }
}

fn usage(message: String) -> Failure {
    Failure::new(USAGE, format!("purlin: {message}"))
}

/// A command line, and the project that it is for.
struct Session {
    tree: DiskTree,
    dir: String,
    flags: Flags,
    interrupts: Interrupts,
}

impl Session {
    /// Runs everything, and again what is concerned whenever files change, until interrupted.
    fn watch(&self, mut engine: Engine) -> exit::Outcome {
        let mut folders = vec![self.tree.root().to_path_buf()];
        folders.extend(self.flags.allow_read.iter().cloned());
        let written = self.flags.junit.iter().chain(&self.flags.coverprofile);
        let mut watched = Watched::new(folders, written);
        let mut again = false;
        loop {
            let stop = Arc::new(Stop::default());
            let outcome;
            (engine, outcome) = self.run(engine, &stop, again);
            // What is wrong with a project now may be put right later.
            outcome.err().map(Failure::tell);
            say!("purlin: waiting for changes");
            if !watched.wait(|| stop.was_cancelled()) {
                return Ok(exit::INTERRUPTED);
            }
            again = true;
        }
    }

    /// Runs everything once, in each tier that is asked for. What is known from before is not printed
    /// `again`.
    fn run(&self, mut engine: Engine, stop: &Arc<Stop>, again: bool) -> (Engine, exit::Outcome) {
        self.interrupts.stop(stop.clone());
        let mut compared = Compared::default();
        let mut code = exit::OK;
        for (n, mode) in self.flags.tier.0.iter().enumerate() {
            let ran = config(&self.flags, mode).map_err(usage).and_then(|config| {
                let set = std::mem::replace(&mut engine, Engine::bare(Config::default()));
                engine = set.with_config(config);
                let printed = (n == 0).then_some(again);
                self.in_tier(&engine, mode, printed, stop, &mut compared)
            });
            match ran {
                Ok(more) => code = code.max(more),
                Err(failure) => return (engine, Err(failure)),
            }
        }
        let code = if stop.was_cancelled() { exit::INTERRUPTED } else { code };
        (engine, Ok(code))
    }

    /// Runs everything in one tier. In the first, which is printed, `printed` is whether it was before;
    /// others are compared with it.
    fn in_tier(
        &self,
        engine: &Engine,
        mode: &Mode,
        printed: Option<bool>,
        stop: &Stop,
        compared: &mut Compared,
    ) -> exit::Outcome {
        let flags = &self.flags;
        let plain = Build { tags: flags.tags(), ..Build::default() };
        let suite = suite_of(engine, &self.tree, flags, plain);
        let here = [".".to_string()];
        let patterns = if flags.patterns.is_empty() { &here[..] } else { &flags.patterns };
        let packages = suite.packages(&self.dir, patterns).map_err(usage)?;
        if packages.is_empty() {
            if printed.is_some() {
                say!("purlin: {} matched no packages", patterns.join(" "));
            }
            return Ok(exit::COMPILE);
        }
        let packages = part(chosen(packages, flags).map_err(usage)?, flags.partition);
        flags.fuzzing.check(&packages).map_err(usage)?;
        flags.profiles.check(&packages).map_err(usage)?;
        let build = coverage::build(&suite, &packages, &self.dir, flags).map_err(usage)?;
        let suite = suite.built_as(build);
        let options = options(flags).map_err(usage)?;
        let Some(again) = printed else {
            // What the first tier has changed is not changed again.
            let options = Options { update: false, live: None, ..options };
            let same = compare(&suite, &packages, &options, stop, mode, compared);
            return Ok(if same { exit::OK } else { exit::COMPILE });
        };
        run(&suite, &packages, flags, &options, stop, (mode, compared), again)
    }
}

fn suite_of<'a>(engine: &'a Engine, tree: &DiskTree, flags: &'a Flags, build: Build) -> Suite<'a> {
    let suite = Suite::on_disk(engine, tree.clone()).built_as(build);
    match &flags.lang {
        Some(name) => suite.in_language(name),
        None => suite,
    }
}

/// Runs the packages in another tier; whether all is as in the first. Prints what is not.
fn compare(
    suite: &Suite<'_>,
    packages: &[Package],
    options: &Options,
    stop: &Stop,
    mode: &Mode,
    compared: &mut Compared,
) -> bool {
    let mut same = true;
    suite.run_until(packages, options, stop, |event| {
        if let Event::PackageDone(report) = event {
            let differences = compared.add(mode, report);
            differences.iter().for_each(|text| say!("purlin: {text}"));
            same &= differences.is_empty();
        }
    });
    same
}

/// Runs the packages and prints what comes of them; the exit code.
fn run(
    suite: &Suite<'_>,
    packages: &[Package],
    flags: &Flags,
    options: &Options,
    stop: &Stop,
    (mode, compared): (&Mode, &mut Compared),
    again: bool,
) -> exit::Outcome {
    let implicit = flags.patterns.is_empty();
    let streams = implicit || flags.bench.is_some() || flags.fuzzing.fuzz.is_some();
    let shown = Shown {
        all: streams || flags.v || flags.list.is_some(),
        codes: streams,
        live: options.live.is_some(),
    };
    let mut code = Code(exit::OK);
    let mut junit = flags.junit.as_ref().map(|_| Junit::default());
    let mut summary = Summary::new(packages.len(), flags.slowest, flags.json);
    let mut profile = Profile::default();
    let mut printed = Ok(());
    let mut written = Ok(());
    suite.run_until(packages, options, stop, |event| match event {
        Event::PackageBegins(package) => summary.begins(&package.path),
        Event::Updated(path, result) => {
            summary.clear();
            code.0 = code.0.max(updated(path, result));
        }
        Event::PackageDone(report) => {
            summary.clear();
            summary.ends(report);
            // This is the first tier, which nothing differs from.
            let _ = compared.add(mode, report);
            code.add(report);
            profile.add(report);
            written = flags.profiles.write(report);
            if let Some(junit) = &mut junit {
                junit.add(report);
            }
            let result = print(report, flags, shown, again);
            if result.is_err() {
                // The output has no reader any longer.
                stop.now();
                printed = result;
            }
        }
    });
    if let Err(error) = printed {
        return without_reader(&error);
    }
    if code.0 != exit::OK && !implicit && !flags.json {
        crate::terminal::print("FAIL\n");
    }
    summary.tell();
    written?;
    profile.write_all(flags)?;
    write_junit(junit.as_ref(), flags)?;
    Ok(code.0)
}

/// Prints what came of a package.
fn print(report: &PackageReport, flags: &Flags, shown: Shown, again: bool) -> std::io::Result<()> {
    match report {
        known if again && known.cached => Ok(()),
        report if flags.json => json::package(report),
        report => text::package(report, shown),
    }
}

/// What a run comes to whose output could not be printed.
fn without_reader(error: &std::io::Error) -> exit::Outcome {
    match error.kind() {
        std::io::ErrorKind::BrokenPipe => Ok(exit::PIPE),
        _ => Err(Failure::new(exit::INTERNAL, format!("purlin: {error}"))),
    }
}

/// Writes the file for build servers, if one was asked for.
fn write_junit(junit: Option<&Junit>, flags: &Flags) -> Result<(), Failure> {
    let Some((junit, path)) = junit.zip(flags.junit.as_ref()) else { return Ok(()) };
    let failed = |e| Failure::new(exit::COMPILE, format!("purlin: {}: {e}", path.display()));
    junit.write(path).map_err(failed)
}

/// Says that a golden file was changed, or why not; a code for the run.
fn updated(path: &Path, result: std::io::Result<()>) -> u8 {
    match result {
        Ok(()) => {
            say!("updated {}", from_here(path));
            exit::OK
        }
        Err(error) => {
            say!("purlin: {}: {error}", from_here(path));
            exit::COMPILE
        }
    }
}

/// A path as seen from the current folder.
fn from_here(path: &Path) -> String {
    let here = std::env::current_dir().and_then(|here| here.canonicalize()).unwrap_or_default();
    path.strip_prefix(&here).unwrap_or(path).display().to_string()
}

/// The packages without golden files that `-run` and `-skip` leave out. Tests of packages do that themselves.
fn chosen(packages: Vec<Package>, flags: &Flags) -> Result<Vec<Package>, String> {
    // A file has no parts, so only what stands before the first slash says something of it.
    let expression = |text: &Option<String>| {
        let first = text.as_ref().and_then(|text| text.split('/').next());
        let made = first.map(regex_lite::Regex::new).transpose();
        made.map_err(|e| format!("{} is no expression for golden files: {e}", first.unwrap_or_default()))
    };
    if packages.iter().all(|package| package.file.is_none()) {
        return Ok(packages);
    }
    let (run, skip) = (expression(&flags.run)?, expression(&flags.skip)?);
    let is_chosen = |package: &Package| {
        let Some(file) = &package.file else { return true };
        let name = file.rsplit('/').next().unwrap_or(file);
        run.as_ref().is_none_or(|run| run.is_match(name)) && !skip.as_ref().is_some_and(|s| s.is_match(name))
    };
    Ok(packages.into_iter().filter(is_chosen).collect())
}

/// Every Nth package, beginning with the Kth.
fn part(packages: Vec<Package>, partition: Option<(usize, usize)>) -> Vec<Package> {
    match partition {
        Some((k, n)) => packages.into_iter().skip(k - 1).step_by(n).collect(),
        None => packages,
    }
}

fn config(flags: &Flags, mode: &Mode) -> Result<Config, String> {
    let stress = match mode.stress.or(flags.stress) {
        Some(stress) => stress,
        None => crate::options::stress_of_environment()?,
    };
    Ok(Config {
        tier: mode.tier,
        stress,
        compile_bytes: Some(flags.memory as u64 + COMPILER_BYTES),
        races: flags.race,
        ..Config::default()
    })
}

fn options(flags: &Flags) -> Result<Options, String> {
    let limits =
        Limits { gas: flags.gas, heap_bytes: flags.memory, stack_bytes: size("256M")?, ..Limits::default() };
    let mut options = Options {
        workers: flags.j,
        args: arguments(flags),
        limits,
        clock: flags.clock,
        allow_read: flags.allow_read.clone(),
        allow_write: flags.allow_write.clone(),
        isolate_tests: flags.isolate == Isolate::Test,
        schedules: schedules(flags),
        reruns: flags.rerun_fails.unwrap_or(0),
        fuzz: flags.fuzzing.options(),
        live: flags.fuzzing.fuzz.as_ref().filter(|_| !flags.json).map(|_| fuzz::live()),
        fail_fast: flags.failfast,
        update: flags.update,
        cache: cache::open(flags.cache.as_deref()),
        // As in Go: a package that is not named by a pattern is run, and so is what is to be run so often.
        cached_results: (flags.watch || !flags.patterns.is_empty())
            && flags.count.is_none()
            && flags.bench.is_none()
            && !flags.profiles.watch(),
        ..Options::default()
    };
    flags.profiles.apply(&mut options);
    Ok(options)
}

/// The first seed for schedules, and how many are tried.
fn schedules(flags: &Flags) -> Option<(u64, u32)> {
    let seed = match flags.schedule {
        Schedule::InTurn => return None,
        Schedule::Random => random() % 1_000_000_000,
        Schedule::Seed(seed) => seed,
    };
    Some((seed, flags.count.unwrap_or(1)))
}

/// The arguments of the programs of tests.
fn arguments(flags: &Flags) -> Vec<String> {
    let mut args = Vec::new();
    let verbose = if flags.json { Some("test2json") } else { flags.v.then_some("true") };
    let seed = match &*flags.shuffle {
        // Programs have a clock that always begins at the same time.
        "on" => (random() as i64).to_string(),
        seed => seed.to_string(),
    };
    // Names of files are relative to the folder that the command was started in.
    let root = std::env::current_dir().ok().filter(|_| flags.fullpath);
    let given = [
        ("v", verbose.map(str::to_string)),
        ("run", flags.run.clone()),
        ("skip", flags.skip.clone()),
        ("failfast", flags.failfast.then(|| "true".to_string())),
        ("short", flags.short.then(|| "true".to_string())),
        // Each run with another schedule is in an isolate of its own.
        ("count", flags.count.filter(|_| flags.schedule == Schedule::InTurn).map(|n| n.to_string())),
        ("shuffle", (seed != "off").then_some(seed)),
        ("parallel", flags.parallel.map(|n| n.to_string())),
        ("timeout", Some(flags.timeout.clone())),
        ("bench", flags.bench.clone()),
        ("benchtime", flags.benchtime.clone()),
        ("benchmem", flags.benchmem.then(|| "true".to_string())),
        ("list", flags.list.clone()),
        ("fuzz", flags.fuzzing.fuzz.clone()),
        ("fullpath", flags.fullpath.then(|| "true".to_string())),
        ("root", root.map(|path| path.to_string_lossy().into_owned())),
    ];
    for (name, value) in given {
        args.extend(value.map(|value| format!("-test.{name}={value}")));
    }
    args.extend(flags.args.iter().cloned());
    args
}
