//! Runs a golden file, and says how it went. What files expect is the business of `golden`.

use std::hash::{DefaultHasher, Hasher as _};
use std::io;
use std::path::Path;
use std::time::{Duration, Instant};

use purlin_runtime::grants::Grants;
use purlin_runtime::trap::{Trap, TrapKind};
use purlin_runtime::vm::{Limits, Streams};

use super::golden::{self, Directive, Name, Seen};
use super::output::{Output, Stream};
use super::report::{Ending, Outcome, PackageReport, TestReport};
use super::{Options, Shared, Suite, golden_errors, leftovers, project};
use crate::guest::{Package, SourceFile};
use crate::isolate::Isolate;
use crate::program::Program;
use crate::timings::Timings;

/// Switches that ask for an empty folder to write in, which the variable `TMPDIR` names.
const FOLDER: [&str; 2] = ["--allow-write=TMPDIR", "--allow-env=TMPDIR"];
/// Endings whose kind is the same in every tier, but not their moment.
const MOMENTARY: [&str; 4] = ["OutOfMemory", "StackOverflow", "Deadline", "Cancelled"];
/// The code of a program that a panic has ended, and of one that a limit has.
const PANICKED: i32 = 2;
const LIMITED: i32 = 3;

/// Runs one golden file of a suite.
pub(super) fn run(
    suite: &Suite<'_>,
    package: &Package,
    file: &str,
    options: &Options,
    shared: &Shared<'_>,
    number: usize,
) -> PackageReport {
    let mut report = PackageReport::new(package, Outcome::Passed);
    report.output = Output::new(&shared.memory);
    report.ending = Some(Ending::Exit(0));
    let name = file.rsplit('/').next().unwrap_or(file);
    let golden = Golden { suite, package, file, name, options, shared, number };
    let checked = if golden.is_left_out() { Ok((vec![], 0)) } else { golden.check(&mut report) };
    let (problems, printed) = checked.unwrap_or_else(|error| (vec![error], 0));
    let outcome = match problems.is_empty() {
        true if golden.is_left_out() => Outcome::Skipped,
        true => Outcome::Passed,
        false => Outcome::Failed,
    };
    if outcome.is_failure() {
        report.outcome = outcome;
        report.ending = Some(Ending::Exit(1));
    }
    let log: String = problems.iter().map(|text| format!("{}\n", text.trim_end())).collect();
    let test = TestReport { name: name.to_string(), outcome, log, elapsed: report.elapsed, printed };
    // The file may be on a full disk; then the report says so all the same.
    let _ = report.output.add(Stream::Output, golden.lines(&test).as_bytes());
    report.tests.push(test);
    report
}

struct Golden<'a> {
    suite: &'a Suite<'a>,
    package: &'a Package,
    file: &'a str,
    name: &'a str,
    options: &'a Options,
    shared: &'a Shared<'a>,
    /// The place of the file among all that run.
    number: usize,
}

impl Golden<'_> {
    /// Whether the run is to take little time, and the file's name says that it takes much.
    fn is_left_out(&self) -> bool {
        let stem = self.name.rsplit_once('.').map_or(self.name, |(stem, _)| stem);
        stem.ends_with("_long") && self.options.args.iter().any(|arg| arg == "-test.short=true")
    }

    /// Runs the file: how it differs from what it expects, and a digest of what it has printed.
    fn check(&self, report: &mut PackageReport) -> Result<(Vec<String>, u64), String> {
        let tree = self.suite.tree_for_one();
        let text = tree.read(self.file).map_err(|e| purlin_base::read_error(self.file, &e))?;
        let source = [SourceFile { name: tree.name(self.file), text: text.clone() }];
        let parts = self.suite.parts(self.file);
        let (suite, dir) = (self.suite, &*self.package.dir);
        let (language, build) = (suite.language, Some(&suite.build));
        // Without files the folder is the program.
        let files = if parts.is_empty() { &source[..] } else { &[] };
        let program = Program { files, tree: Some(&*tree), dir, language, tests: false, build };
        let guest = suite.engine.guest_for(program).map_err(|e| e.to_string())?;
        let mark = guest.line_comment().ok_or_else(|| format!("{} has no line comments", guest.title()))?;
        let folder = project::around(&*tree, dir, guest.project().map(|project| project.marker));
        let own = project::Below { tree: &*tree, folder };
        let program = Program { tree: Some(&own), dir: project::inside(dir, folder), ..program };
        let directives = golden::directives(&text, mark);
        let seen = self.seen(program, &directives, report)?;
        let mut directives = directives;
        let has_ended = seen.trap.is_none() || directives.iter().any(|d| d.name == Name::Trap);
        let updates = self.options.update && has_ended && !self.shared.stop.is_set();
        if updates
            && let Some(folder) = self.suite.folder()
            && let Some(new) = golden::updated(&text, mark, &seen)
        {
            directives = golden::directives(&new, mark);
            report.updates.push((folder.join(self.file), new));
        }
        let (mut wanted, mut names) = (golden_errors::Expected::new(), Vec::new());
        for file in [self.file].into_iter().chain(parts.iter().map(String::as_str)) {
            let text = tree.read(file).map_err(|e| purlin_base::read_error(file, &e))?;
            names.push(tree.name(file));
            wanted.extend(golden_errors::expected(&tree.name(file), &text, mark));
        }
        if wanted.is_empty() {
            return Ok((golden::differences(&directives, &seen), seen.printed));
        }
        let errors = seen.error.as_deref().filter(|_| !seen.compiles);
        Ok((golden_errors::differences(&wanted, errors, &names), 0))
    }

    /// What the program prints, and how it ends.
    fn seen(
        &self,
        program: Program<'_>,
        directives: &[Directive],
        report: &mut PackageReport,
    ) -> Result<Seen, String> {
        let value = |name: Name| directives.iter().find(|d| d.name == name).map(|d| &*d.content);
        let module = match &self.options.cache {
            Some(cache) => {
                let cached = self.suite.engine.compile_cached(program, cache, &mut Timings::default());
                cached.map(|cached| cached.module().clone())
            }
            None => self.suite.engine.compile(program),
        };
        let module = match module {
            Ok(module) => module,
            Err(error) => {
                let text = error.lines().join("\n");
                return Ok(Seen { error: Some(text), exit: 1, ..Seen::default() });
            }
        };
        if !module.has_main() && directives.iter().any(|d| d.name == Name::TypeCheckError) {
            // Whether it compiles is all that there is to say of it.
            return Ok(Seen { compiles: true, ..Seen::default() });
        }
        if !module.has_main() {
            return Err(module.guest().nothing_to_run(self.name));
        }
        let output = Output::new(&self.shared.memory);
        let input = value(Name::Stdin).unwrap_or_default().as_bytes().to_vec();
        let streams = Streams {
            input: Box::new(io::Cursor::new(input)),
            output: output.writer(Stream::Output),
            errors: output.writer(Stream::Errors),
        };
        let wishes = self.wishes(directives)?;
        let folder = wishes.writes.then(|| leftovers::temporary(self.number)).transpose();
        let folder = folder.map_err(|e| e.to_string())?;
        let mut isolate = module.isolate((), wishes.limits, streams).map_err(|e| e.to_string())?;
        let words = value(Name::Args).unwrap_or_default().split_whitespace().map(str::to_string);
        isolate.set_args([self.name.to_string()].into_iter().chain(words).collect());
        isolate.set_schedule(self.options.schedules.map(|(seed, _)| seed));
        let temporary = folder.as_ref().map(leftovers::Folder::path);
        isolate.set_grants(self.grants(temporary).map_err(|e| e.to_string())?);
        let result = self.shared.stop.while_running(isolate.canceller(), || isolate.run());
        report.gas = isolate.stats().gas;
        report.elapsed = isolate.elapsed();
        let mut seen = Seen { compiles: true, gas: report.gas, ..Seen::default() };
        if let Err(trap) = result {
            ended(&isolate, &trap, &mut seen);
        }
        let ending = seen.trap.as_deref().unwrap_or_default();
        if MOMENTARY.contains(&ending) {
            (report.gas, report.elapsed) = (0, Duration::ZERO);
        }
        seen.printed = digest(&output, ending);
        printed(&output, &mut seen).map_err(|e| e.to_string())?;
        Ok(seen)
    }

    /// The limits of the run, those of the options and what the file says, and whether it wants a folder.
    fn wishes(&self, directives: &[Directive]) -> Result<Wishes, String> {
        let mut wishes = Wishes { limits: self.options.limits_from_now(), writes: false };
        let limits = &mut wishes.limits;
        for directive in directives {
            match directive.name {
                Name::GasLimit => limits.gas = Some(number(&directive.content, false)?),
                Name::MaxAlloc => limits.alloc_bytes = Some(number(&directive.content, true)?),
                Name::Flags => {
                    for flag in directive.content.split_whitespace() {
                        wishes.writes |= self.flag(flag, limits)?;
                    }
                }
                Name::Output | Name::Error | Name::TypeCheckError | Name::Printed => {}
                Name::Stderr | Name::Stdin => {}
                Name::Gas | Name::Exit | Name::Trap | Name::Args => {}
            }
        }
        Ok(wishes)
    }

    /// Does what one switch says; whether it asks for a folder to write in.
    fn flag(&self, flag: &str, limits: &mut Limits) -> Result<bool, String> {
        if FOLDER.contains(&flag) {
            return Ok(true);
        }
        let (name, value) = flag.split_once('=').unwrap_or((flag, ""));
        match name {
            "--gas" => limits.gas = Some(number(value, false)?),
            "--call-depth" => limits.call_depth = Some(number(value, false)?),
            "--alloc" => limits.alloc_bytes = Some(number(value, true)?),
            "--memory" => limits.heap_bytes = number(value, true)? as usize,
            "--stack" => limits.stack_bytes = number(value, true)? as usize,
            "--output" => limits.output_bytes = Some(number(value, true)?),
            "--timeout" => {
                let millis = value.strip_suffix("ms").and_then(|n| n.parse().ok());
                let millis =
                    millis.or_else(|| value.strip_suffix('s')?.parse::<u64>().ok()?.checked_mul(1000));
                let millis = millis.ok_or_else(|| format!("{value:?} is no time (100ms, 2s)"))?;
                limits.deadline = Some(Instant::now() + Duration::from_millis(millis));
            }
            _ => return Err(format!("Flags: {name} is none for golden files")),
        }
        Ok(false)
    }

    /// A program may read its project, and begins in its folder.
    fn grants(&self, temporary: Option<&Path>) -> io::Result<Grants> {
        let Some(folder) = self.suite.folder() else { return Ok(Grants::none()) };
        let mut grants = Grants::none().allow_read(folder)?;
        if let Some(temporary) = temporary {
            grants =
                grants.allow_write(temporary)?.set_env(leftovers::TEMPORARY, &temporary.to_string_lossy());
        }
        for more in &self.options.allow_read {
            grants = grants.allow_read(more)?;
        }
        for more in &self.options.allow_write {
            grants = grants.allow_write(more)?;
        }
        grants.set_working_folder(folder.join(&self.package.dir))
    }

    /// What is printed of the test, as of one of Go's.
    fn lines(&self, test: &TestReport) -> String {
        let has = |arg: &str| self.options.args.iter().any(|a| a == arg);
        let (events, verbose) = (has("-test.v=test2json"), has("-test.v=true"));
        let mark = if events { "\x16" } else { "" };
        let mut out = String::new();
        if events || verbose {
            out += &format!("{mark}=== RUN   {}\n", test.name);
        }
        let word = match test.outcome {
            Outcome::Passed => "PASS",
            Outcome::Skipped => "SKIP",
            Outcome::Failed | Outcome::NotBuilt => "FAIL",
        };
        if events || verbose || test.outcome.is_failure() {
            out += &format!("{mark}--- {word}: {} ({:.2}s)\n", test.name, test.elapsed.as_secs_f64());
            test.log.lines().for_each(|line| out += &format!("{}\n", format!("    {line}").trim_end()));
        }
        out
    }
}

/// What a golden file asks for.
struct Wishes {
    limits: Limits,
    /// A folder of its own, to write in.
    writes: bool,
}

/// Notes what a program has printed, before what is told of its ending.
fn printed(output: &Output, seen: &mut Seen) -> io::Result<()> {
    let (mut out, mut err, mut both) = (Vec::new(), Vec::new(), Vec::new());
    output.read(|stream, bytes| {
        both.extend_from_slice(bytes);
        match stream {
            Stream::Output => out.extend_from_slice(bytes),
            Stream::Errors => err.extend_from_slice(bytes),
        }
        Ok(())
    })?;
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    seen.output = text(&out);
    seen.both = text(&both) + &seen.errors;
    seen.errors = text(&err) + &seen.errors;
    Ok(())
}

/// A digest of what a program has printed on each stream, and of its ending.
fn digest(output: &Output, ending: &str) -> u64 {
    let (mut out, mut err) = (DefaultHasher::new(), DefaultHasher::new());
    let read = output.read(|stream, bytes| {
        match stream {
            Stream::Output => out.write(bytes),
            Stream::Errors => err.write(bytes),
        }
        Ok(())
    });
    // What cannot be read is not the same in all tiers either. Where memory or time ends a program, it may
    // have printed more or less by then.
    let is_exact = !MOMENTARY.contains(&ending);
    if is_exact { out.finish().rotate_left(1) ^ err.finish() ^ u64::from(read.is_err()) } else { 0 }
}

fn number(text: &str, has_bytes: bool) -> Result<u64, String> {
    amount(text, has_bytes).ok_or_else(|| format!("{text:?} is not a number (1000, 64K, 5M, 2G)"))
}

/// Reads `1000`, `1_000`, `64K`, `5M`, `2G`; a K is 1024 of something that has bytes, and else 1000.
fn amount(text: &str, has_bytes: bool) -> Option<u64> {
    let step: u64 = if has_bytes { 1024 } else { 1000 };
    let (digits, unit) = match text.char_indices().last()? {
        (at, 'k' | 'K') => (&text[..at], step),
        (at, 'M') => (&text[..at], step * step),
        (at, 'G') => (&text[..at], step * step * step),
        _ => (text, 1),
    };
    digits.replace('_', "").parse::<u64>().ok()?.checked_mul(unit)
}

/// Notes how a program has ended otherwise than well.
fn ended(isolate: &Isolate<()>, trap: &Trap, seen: &mut Seen) {
    if let TrapKind::Exit(code) = trap.kind {
        seen.exit = code;
        return;
    }
    let of_guest = matches!(trap.kind, TrapKind::Uncaught | TrapKind::Deadlock);
    let headline = if of_guest { isolate.headline(trap) } else { trap.message.clone() };
    seen.errors = isolate.report(&headline, trap);
    let error = headline.strip_prefix("panic: ").or_else(|| headline.strip_prefix("fatal error: "));
    seen.error = Some(error.unwrap_or(&headline).to_string());
    seen.exit = if of_guest { PANICKED } else { LIMITED };
    seen.trap = (!of_guest).then(|| trap.kind.name().to_string());
}

#[cfg(test)]
mod tests {
    use super::amount;

    #[test]
    fn amounts_have_units() {
        assert_eq!(
            (amount("100_000", false), amount("20k", false), amount("2G", false)),
            (Some(100_000), Some(20_000), Some(2_000_000_000))
        );
        assert_eq!((amount("64K", true), amount("1M", true)), (Some(64 << 10), Some(1 << 20)));
        assert!(["", "k", "x", "-1", "1T", "99999999999G"].iter().all(|text| amount(text, true).is_none()));
    }
}
