//! Profiles and timelines of the programs of packages. Knows nothing of files and flags.

use std::io;

use purlin_runtime::tests_host::RunsTests;
use purlin_runtime::vm::Streams;

use super::{Options, PackageReport};
use crate::isolate::Isolate;
use crate::module::Module;

/// A fresh isolate for the program of a package, which is watched as the options say.
pub(super) fn isolate(
    module: &Module,
    options: &Options,
    host: RunsTests,
    streams: Streams,
) -> io::Result<Isolate<RunsTests>> {
    let limits = options.limits_from_now();
    let mut isolate = match options.profiling {
        Some(profiling) => module.profiled_isolate(profiling, host, limits, streams)?,
        None => module.isolate(host, limits, streams)?,
    };
    if options.timeline {
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
