//! Profiles and timelines of the programs of packages. Knows nothing of files and flags.

use std::io;

use purlin_runtime::tests_host::RunsTests;
use purlin_runtime::vm::Streams;

use super::PackageReport;
use super::package::Run;
use crate::isolate::Isolate;

/// A fresh isolate for the program of a package, which is watched as the options say.
pub(super) fn isolate(run: &Run<'_>, host: RunsTests, streams: Streams) -> io::Result<Isolate<RunsTests>> {
    let limits = run.options.limits_from_now();
    let mut isolate = match run.options.profiling {
        Some(profiling) => run.module.profiled_isolate(profiling, host, limits, streams)?,
        None => run.module.isolate(host, limits, streams)?,
    };
    if run.options.timeline {
        isolate.keep_timeline();
    }
    Ok(isolate)
}

/// Adds what was seen of an isolate to the report.
pub(super) fn note(report: &mut PackageReport, isolate: &Isolate<RunsTests>) {
    match (&mut report.profile, isolate.profile()) {
        (Some(all), Some(more)) => all.merge(more),
        (all @ None, Some(first)) => *all = Some(first),
        (_, None) => {}
    }
    report.timeline = isolate.timeline().or(report.timeline.take());
}
