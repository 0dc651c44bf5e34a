//! What `purlin test` prints of packages, in the words of `go test`.

use std::io::{self, Write};

use purlin::test::{Ending, Outcome, PackageReport, Stream};
use purlin::{Diagnostic, Severity};

use crate::terminal;

/// What tests print if none matches.
const NO_TESTS: &[u8] = b"testing: warning: no tests to run\n";

/// Which of what tests print is shown.
#[derive(Clone, Copy)]
pub(super) struct Shown {
    /// Also that of packages that pass.
    pub(super) all: bool,
    /// The codes that programs of tests end with.
    pub(super) codes: bool,
    /// Nothing, since it was printed as it came.
    pub(super) live: bool,
}

/// Whether a package could not even be read, so that nothing was compiled.
pub(super) fn is_setup(report: &PackageReport) -> bool {
    let not_read = |d: &Diagnostic| !d.pos.is_some() || d.severity == Severity::Unread;
    report.error.as_ref().is_some_and(|error| error.diagnostics.iter().all(not_read))
}

/// What a package that does not compile is called in messages.
pub(super) fn build_name(report: &PackageReport) -> String {
    let path = &report.package.path;
    if is_setup(report) { path.clone() } else { format!("{path} [{path}.test]") }
}

/// What events call a build that has failed: that of the package, or of what is missing, which is what the
/// source has in quotes there.
pub(super) fn failed_build(report: &PackageReport) -> String {
    let name = build_name(report);
    if !is_setup(report) || report.package.missing.is_some() {
        return name;
    }
    let Some((error, first)) = report.error.as_ref().and_then(|e| Some((e, e.diagnostics.first()?))) else {
        return name;
    };
    if first.severity == Severity::Unread && !first.pos.is_some() {
        return name;
    }
    let quoted = error.sources.file_of(first.pos).and_then(|file| {
        let at = (first.pos.0 - error.sources.pos(file, 0).0) as usize;
        let rest = error.sources.text(file).get(at..)?.strip_prefix(['"', '`'])?;
        rest.split(['"', '`']).next().filter(|path| first.message.contains(path))
    });
    quoted.map_or_else(|| format!("{name}.test"), str::to_string)
}

/// The time that tests took, as results show it.
pub(super) fn seconds(report: &PackageReport) -> String {
    format!("{:.3}s", report.elapsed.as_secs_f64())
}

/// Prints what came of a package.
pub(super) fn package(report: &PackageReport, shown: Shown) -> io::Result<()> {
    let path = &report.package.path;
    if report.outcome == Outcome::NotBuilt {
        let error = report.error.as_ref();
        let text =
            error.map_or(String::new(), |e| terminal::errors(e, terminal::MAX_ERRORS, terminal::colours()));
        terminal::tell(&format!("# {}\n{text}", build_name(report)));
    }
    let failed = report.outcome.is_failure();
    if (failed || shown.all || !report.flaky.is_empty()) && !shown.live {
        output(report)?;
    }
    let mut out = io::stdout().lock();
    if let Some(ending) =
        report.ending.as_ref().filter(|_| failed && (shown.codes || report.output.is_empty()))
    {
        writeln!(out, "exit status {}", ending.code())?;
    }
    out.write_all(verdict(report)?.as_bytes())?;
    out.flush()?;
    if let Some(seed) = report.schedule.filter(|_| failed) {
        say!("purlin: {path}: -schedule={seed} repeats this");
    }
    if !report.flaky.is_empty() {
        say!("purlin: {path}: flaky: {}", report.flaky.join(", "));
    }
    if let (Some(Ending::Trap(_)), [_, ..]) = (&report.ending, &report.not_run[..]) {
        say!("purlin: {path}: did not run after that: {}", report.not_run.join(", "));
    }
    Ok(())
}

/// Why a package has failed of which no test has.
pub(super) fn reason(report: &PackageReport) -> String {
    match &report.ending {
        Some(Ending::Trap(why)) => why.clone(),
        Some(Ending::Exit(code)) => format!("exit status {code}"),
        None => "nothing has run".to_string(),
    }
}

/// The line that says how a package went as a whole.
pub(super) fn verdict(report: &PackageReport) -> io::Result<String> {
    let path = &report.package.path;
    Ok(match report.outcome {
        Outcome::NotBuilt => {
            let what = if is_setup(report) { "setup" } else { "build" };
            format!("FAIL\t{path} [{what} failed]\n")
        }
        Outcome::Skipped => match &report.coverage {
            Some(coverage) if coverage.statements().1 > 0 => format!("\t{path}\t\t{}", coverage.line()),
            Some(_) | None => format!("?   \t{path}\t[no test files]\n"),
        },
        Outcome::Failed => format!("FAIL\t{path}\t{}\n", seconds(report)),
        Outcome::Passed => {
            let note = if has_no_tests(report)? { " [no tests to run]" } else { "" };
            let line = report.coverage.as_ref().map(|coverage| coverage.line());
            let share = line.map_or(String::new(), |line| format!("\t{}", line.trim_end()));
            let time = if report.cached { "(cached)".to_string() } else { seconds(report) };
            format!("ok  \t{path}\t{time}{share}{note}\n")
        }
    })
}

/// Prints what tests have printed, each stream on its own.
fn output(report: &PackageReport) -> io::Result<()> {
    let (mut out, mut errors) = (io::stdout().lock(), io::stderr().lock());
    let mut ends_line = true;
    report.output.read(|stream, bytes| match stream {
        Stream::Output => {
            ends_line = bytes.last().is_none_or(|b| *b == b'\n');
            out.write_all(bytes)
        }
        Stream::Errors => {
            // The streams may lead to one terminal.
            out.flush()?;
            errors.write_all(bytes)
        }
    })?;
    if !ends_line {
        out.write_all(b"\n")?;
    }
    out.flush()
}

/// Whether no test was there to be run, as a line of what was printed says.
fn has_no_tests(report: &PackageReport) -> io::Result<bool> {
    if !report.tests.is_empty() {
        return Ok(false);
    }
    let mut found = false;
    report.output.read(|_, bytes| {
        found |= bytes.split_inclusive(|b| *b == b'\n').any(|line| line == NO_TESTS);
        Ok(())
    })?;
    Ok(found)
}
