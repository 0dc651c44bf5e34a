//! Results of tests that need not run again: an entry of the cache for each package that has passed, named by
//! all that shapes what its tests do, with the files that they asked for and what was there. A package whose
//! entry still holds is not run.

use std::io;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use purlin_base::wire::{self, Packed, Wire as _, Writer};
use sha2::{Digest as _, Sha256};

use super::output::Stream;
use super::report::{Ending, Outcome, PackageReport, TestReport};
use crate::cache::Cache;

const MAGIC: &[u8; 8] = b"purlin\0t";

type Sum = [u8; 32];

/// The name of an entry.
pub(super) struct Key(String);

impl Key {
    /// For a program, by [`Cached::key`](crate::Cached::key), and how it is run.
    pub(super) fn new(program: &[u8], how: &str) -> Key {
        let mut sum = Sha256::new();
        for part in [program, how.as_bytes()] {
            sum.update((part.len() as u64).to_le_bytes());
            sum.update(part);
        }
        Key(sum.finalize().iter().take(20).map(|byte| format!("{byte:02x}")).collect())
    }
}

/// What a path leads to, as far as a program can see.
fn state(path: &Path) -> Sum {
    let mut sum = Sha256::new();
    let canonical = path.canonicalize();
    match canonical.as_ref().map(|path| (path, path.metadata())) {
        Ok((at, Ok(meta))) => {
            sum.update(at.as_os_str().as_encoded_bytes());
            sum.update(format!("{:?}", meta.permissions()));
            if meta.is_dir() {
                for (name, kind) in entries(at) {
                    sum.update([0]);
                    sum.update(name.as_encoded_bytes());
                    sum.update(kind);
                }
            } else if let Ok(bytes) = std::fs::read(at) {
                sum.update((bytes.len() as u64).to_le_bytes());
                sum.update(bytes);
            }
        }
        Ok((_, Err(error))) => sum.update(error.kind().to_string()),
        Err(error) => sum.update(error.kind().to_string()),
    }
    // A link at the end may be asked for by itself.
    if let Ok(link) = std::fs::read_link(path) {
        sum.update(link.as_os_str().as_encoded_bytes());
    }
    sum.finalize().into()
}

/// The names in a folder in order, each with what it is and how long.
fn entries(folder: &Path) -> Vec<(std::ffi::OsString, String)> {
    let mut found: Vec<_> = std::fs::read_dir(folder)
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| {
            let about = entry.metadata().map(|meta| {
                let length = if meta.is_file() { meta.len() } else { 0 };
                format!("{:?} {:?} {length}", meta.file_type(), meta.permissions())
            });
            (entry.file_name(), about.unwrap_or_default())
        })
        .collect();
    found.sort();
    found
}

/// The report of an entry that still holds.
pub(super) fn load(cache: &Cache, key: &Key, mut report: PackageReport) -> Option<PackageReport> {
    let entry = cache.folder().load(&key.0)?;
    let (magic, rest) = entry.bytes().split_first_chunk::<8>()?;
    let (digest, rest) = rest.split_first_chunk::<8>()?;
    if magic != MAGIC || wire::digest(rest) != u64::from_le_bytes(*digest) {
        return None;
    }
    let body = Packed::all(Arc::new(rest.to_vec()), 0);
    let from = &mut body.reader();
    for _ in 0..usize::take(from).ok()? {
        let path = String::take(from).ok()?;
        if from.raw(32).ok()? != state(Path::new(&path)) {
            return None;
        }
    }
    for _ in 0..usize::take(from).ok()? {
        let stream = if bool::take(from).ok()? { Stream::Errors } else { Stream::Output };
        let len = usize::take(from).ok()?;
        report.output.add(stream, from.raw(len).ok()?).ok()?;
    }
    for _ in 0..usize::take(from).ok()? {
        let (name, log) = (String::take(from).ok()?, String::take(from).ok()?);
        let outcome = if bool::take(from).ok()? { Outcome::Skipped } else { Outcome::Passed };
        let elapsed = Duration::from_nanos(u64::take(from).ok()?);
        report.tests.push(TestReport { name, outcome, log, elapsed, printed: 0 });
    }
    (report.gas, report.elapsed) = (u64::take(from).ok()?, Duration::from_nanos(u64::take(from).ok()?));
    (report.ending, report.cached) = (Some(Ending::Exit(0)), true);
    Some(report)
}

/// Keeps the report of a package that has passed, and what was there that its tests have asked for.
pub(super) fn store<'p>(
    cache: &Cache,
    key: &Key,
    report: &PackageReport,
    asked: impl ExactSizeIterator<Item = &'p Path>,
) -> io::Result<()> {
    let mut out = Writer::new();
    asked.len().put(&mut out);
    for path in asked {
        let Some(text) = path.to_str() else { return Ok(()) };
        text.to_string().put(&mut out);
        out.raw(&state(path));
    }
    let mut pieces = Vec::new();
    report.output.read(|stream, bytes| {
        pieces.push((stream == Stream::Errors, bytes.to_vec()));
        Ok(())
    })?;
    pieces.len().put(&mut out);
    for (errors, bytes) in &pieces {
        errors.put(&mut out);
        bytes.len().put(&mut out);
        out.raw(bytes);
    }
    report.tests.len().put(&mut out);
    for TestReport { name, outcome, log, elapsed, printed: _ } in &report.tests {
        name.put(&mut out);
        log.put(&mut out);
        (*outcome == Outcome::Skipped).put(&mut out);
        (elapsed.as_nanos() as u64).put(&mut out);
    }
    report.gas.put(&mut out);
    (report.elapsed.as_nanos() as u64).put(&mut out);
    let body = out.into_bytes();
    let entry = [MAGIC.as_slice(), &wire::digest(&body).to_le_bytes(), &body].concat();
    cache.folder().store(&key.0, &entry)
}
