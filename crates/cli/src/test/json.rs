//! `purlin test -json`: events as lines of JSON, with the names of those of `go test -json`.

use std::io::{self, Write};
use std::time::Duration;

use purlin::json::{Memory, WriteError, Writer};
use purlin::test::{Converter, Outcome, PackageReport, TestEvent};

use super::text;
use crate::terminal;

/// Where virtual time begins, in seconds since 1970: 2009-11-10 23:00:00 UTC, as programs see it.
const EPOCH: u64 = 1_257_894_000;

/// The time of an event: that of the package's own clock, so that two runs print the same.
fn time(since: Duration) -> String {
    let at = Duration::from_secs(EPOCH) + since;
    let of_day = at.as_secs() % 86_400;
    let (hour, minute, second) = (of_day / 3600, of_day / 60 % 60, of_day % 60);
    let (year, month, day) = date(at.as_secs() / 86_400);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{:09}Z", at.subsec_nanos())
}

/// Year, month and day of a day since 1970, by the proleptic Gregorian calendar.
fn date(days: u64) -> (u64, u64, u64) {
    let is_leap =
        |year: u64| year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    let (mut year, mut left) = (1970, days);
    while left >= 365 + u64::from(is_leap(year)) {
        left -= 365 + u64::from(is_leap(year));
        year += 1;
    }
    let lengths = [31, 28 + u64::from(is_leap(year)), 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    let mut month = 0;
    while left >= lengths[month] {
        left -= lengths[month];
        month += 1;
    }
    (year, month as u64 + 1, left + 1)
}

/// One event as a line. Characters that mean something in HTML are escaped, as Go does.
fn line(package: &str, at: Duration, event: &TestEvent, failed_build: &str) -> String {
    let text = |w: &mut Writer<Memory>, name: &str, value: &str| -> Result<(), WriteError> {
        w.key(name)?;
        w.string(value)
    };
    let unless_empty = |w: &mut Writer<Memory>, name: &str, value: &str| {
        if value.is_empty() { Ok(()) } else { text(w, name, value) }
    };
    let line = terminal::json(|w| {
        w.begin_object()?;
        text(w, "Time", &time(at))?;
        text(w, "Action", &event.action)?;
        text(w, "Package", package)?;
        unless_empty(w, "Test", &event.test)?;
        if let Some(seconds) = event.elapsed {
            w.key("Elapsed")?;
            if seconds.fract() == 0.0 { w.u64(seconds as u64)? } else { w.f64(seconds)? }
        }
        if let Some(output) = &event.output {
            text(w, "Output", output)?;
        }
        unless_empty(w, "FailedBuild", failed_build)?;
        if let Some((key, value)) = &event.attribute {
            unless_empty(w, "Key", key)?;
            unless_empty(w, "Value", value)?;
        }
        unless_empty(w, "Path", event.path.as_deref().unwrap_or_default())?;
        w.end_object()
    });
    line.replace('<', "\\u003c").replace('>', "\\u003e").replace('&', "\\u0026")
}

/// An event of building a package, as a line.
fn build_line(name: &str, action: &str, output: Option<&str>) -> String {
    let line = terminal::json(|w| {
        w.begin_object()?;
        w.key("ImportPath")?;
        w.string(name)?;
        w.key("Action")?;
        w.string(action)?;
        if let Some(output) = output {
            w.key("Output")?;
            w.string(output)?;
        }
        w.end_object()
    });
    line.replace('<', "\\u003c").replace('>', "\\u003e").replace('&', "\\u0026")
}

/// Prints the events of a package.
pub(super) fn package(report: &PackageReport) -> io::Result<()> {
    let path = &report.package.path;
    let mut out = io::BufWriter::new(io::stdout().lock());
    let mut failed_build = String::new();
    if report.outcome == Outcome::NotBuilt {
        failed_build = text::failed_build(report);
        build(&mut out, report, &failed_build)?;
    }
    let mut result = Ok(());
    let mut passed = Duration::ZERO;
    let mut converter = Converter::new(|event: TestEvent| {
        let is_end = matches!(&*event.action, "pass" | "fail" | "skip");
        let seconds = Duration::from_secs_f64(event.elapsed.unwrap_or(0.0).max(0.0));
        if is_end && event.test.is_empty() {
            passed = report.elapsed;
        } else if is_end && !event.test.contains('/') {
            passed += seconds;
        }
        let is_last = is_end && event.test.is_empty() && event.action == "fail";
        let failed_build = if is_last { &*failed_build } else { "" };
        if result.is_ok() {
            result = out.write_all(line(path, passed, &event, failed_build).as_bytes());
        }
    });
    report.output.read(|_, bytes| {
        converter.write(bytes);
        Ok(())
    })?;
    let verdict = text::verdict(report)?;
    // What a test has begun to print is not of it.
    if verdict.starts_with("FAIL") {
        converter.write(b"\x16");
    }
    converter.write(verdict.as_bytes());
    converter.finish(!report.outcome.is_failure(), report.elapsed);
    result?;
    out.flush()
}

/// Prints why a package does not compile.
fn build(out: &mut impl Write, report: &PackageReport, name: &str) -> io::Result<()> {
    let mut lines = vec![format!("# {}", text::build_name(report))];
    lines.extend(report.error.iter().flat_map(|error| error.lines()));
    for text in lines.iter().flat_map(|text| text.lines()) {
        out.write_all(build_line(name, "build-output", Some(&format!("{text}\n"))).as_bytes())?;
    }
    out.write_all(build_line(name, "build-fail", None).as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_dates_of_the_calendar() {
        assert_eq!(time(Duration::ZERO), "2009-11-10T23:00:00.000000000Z");
        assert_eq!(time(Duration::new(3600 + 59, 5)), "2009-11-11T00:00:59.000000005Z");
        assert_eq!(date(11_016), (2000, 2, 29));
    }

    #[test]
    fn events_are_lines() {
        let output = Some("a<b\n".to_string());
        let event =
            TestEvent { action: "output".into(), test: "TestA".into(), output, ..TestEvent::default() };
        let text = line("m", Duration::ZERO, &event, "");
        let expected = "{\"Time\":\"2009-11-10T23:00:00.000000000Z\",\"Action\":\"output\",\
                        \"Package\":\"m\",\"Test\":\"TestA\",\"Output\":\"a\\u003cb\\n\"}\n";
        assert_eq!(text, expected);
    }
}
