//! The profiles of `purlin run`: what is asked for, and the files that they are written to.

use std::path::Path;

use purlin::Isolate;
use purlin::profile::{JitDump, Measure, Profiling, Run};

use crate::exit::{self, Failure};

/// Reads what a profile is of.
pub(crate) fn measure(text: &str) -> Result<Measure, String> {
    match text {
        "gas" => Ok(Measure::Gas),
        "time" => Ok(Measure::Time),
        "memory" => Ok(Measure::Memory),
        other => Err(format!("{other:?} is not gas, time or memory")),
    }
}

/// How a run is profiled whose samples are so far apart.
pub(crate) fn profiling(measure: Measure, every: Option<u64>) -> Profiling {
    let default = Profiling { measure, ..Profiling::default() };
    match (measure, every) {
        (_, None) => default,
        (Measure::Gas, Some(units)) => Profiling { units, ..default },
        (Measure::Time, Some(micros)) => Profiling { nanos: micros.max(1).saturating_mul(1000), ..default },
        (Measure::Memory, Some(bytes)) => Profiling { bytes: bytes.max(1), ..default },
    }
}

/// Writes the profile of an isolate in the format of the file's ending.
pub(crate) fn write(isolate: &Isolate<()>, file: &str) -> Result<(), Failure> {
    let Some(profile) = isolate.profile() else { return Ok(()) };
    let bytes = profile.format_for(file).map_err(Failure::usage)?;
    store(file, &bytes)
}

/// Writes a page about a run of that name and ending, which took so many nanoseconds.
pub(crate) fn report(
    isolate: &Isolate<()>,
    file: &str,
    (title, ending): (&str, &str),
    cpu: u64,
) -> Result<(), Failure> {
    let Some(profile) = isolate.profile() else { return Ok(()) };
    let (stats, compilation) = (isolate.stats(), isolate.compilation());
    let timeline = isolate.timeline_picture();
    let run =
        Run { title, ending, stats: &stats, cpu, compilation: &compilation, timeline: timeline.as_deref() };
    store(file, profile.report(&run).as_bytes())
}

/// Begins a file that describes machine code, before any is made.
pub(crate) fn begin_dump(folder: &Path) -> Result<JitDump, Failure> {
    JitDump::begin(folder).map_err(|error| {
        Failure::new(exit::USAGE, format!("purlin: --jitdump={}: {error}", folder.display()))
    })
}

/// Writes what profilers of the system read to name machine code.
pub(crate) fn write_code(isolate: &Isolate<()>, map: bool, dump: Option<JitDump>) -> Result<(), Failure> {
    if map {
        let file = format!("/tmp/perf-{}.map", std::process::id());
        store(&file, isolate.compilation().perf_map().as_bytes())?;
    }
    match dump.map(|dump| dump.complete(isolate)) {
        Some(Err(error)) => Err(Failure::new(exit::USAGE, format!("purlin: --jitdump: {error}"))),
        Some(Ok(_)) | None => Ok(()),
    }
}

/// Writes a file.
pub(crate) fn store(file: &str, bytes: &[u8]) -> Result<(), Failure> {
    std::fs::write(file, bytes).map_err(|error| Failure::new(exit::USAGE, format!("purlin: {file}: {error}")))
}
