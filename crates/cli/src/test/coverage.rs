//! `purlin test -cover`: which packages are counted, and where what has run is written.

use std::path::{Path, PathBuf};

use purlin::guest::{Build, Coverage, Package};
use purlin::test::{CoverageReport, PackageReport, Suite};

use super::flags::{Flags, Vet};
use crate::exit::{self, Failure};

/// The variant in which tests are compiled.
///
/// # Errors
/// What is wrong with a pattern.
pub(super) fn build(
    suite: &Suite<'_>,
    tested: &[Package],
    dir: &str,
    flags: &Flags,
) -> Result<Build, String> {
    let mut packages = Vec::new();
    let mut note = String::new();
    if !flags.coverpkg.is_empty() {
        let mut found = suite.packages(dir, &flags.coverpkg)?;
        // As in Go, what no test needs is not counted.
        let needed = suite.dependencies(tested)?;
        found.retain(|p| p.file.is_none() && p.missing.is_none() && needed.contains(&p.path));
        packages.extend(found.into_iter().map(|package| package.path));
        note = format!(" in {}", flags.coverpkg.join(", "));
    }
    let mode = flags.covermode.unwrap_or_default();
    let coverage = match flags.counts() {
        true => Some(Coverage { mode, packages, note }),
        false => flags.fuzzing.coverage(suite, tested)?,
    };
    Ok(Build { tags: flags.tags(), coverage, vetted: flags.vet == Vet::On, ..Build::default() })
}

/// What has run in all packages so far.
#[derive(Default)]
pub(super) struct Profile {
    /// The lines of the packages one after the other, as `go test` writes them.
    lines: String,
    /// What has run in all of them, each file once.
    merged: Option<CoverageReport>,
}

impl Profile {
    pub(super) fn add(&mut self, report: &PackageReport) {
        let Some(coverage) = &report.coverage else { return };
        self.lines += &coverage.profile_lines();
        match &mut self.merged {
            Some(merged) => merged.merge(coverage),
            None => self.merged = Some(coverage.clone()),
        }
    }

    /// Writes a file in the format that its name says. Sources have names as seen from this folder.
    fn write(&self, path: &Path, flags: &Flags) -> std::io::Result<()> {
        let none = CoverageReport::new(
            &Coverage {
                mode: flags.covermode.unwrap_or_default(),
                packages: Vec::new(),
                note: String::new(),
            },
            Vec::new(),
        );
        let merged = self.merged.as_ref().unwrap_or(&none);
        let text = match path.extension().and_then(|ending| ending.to_str()) {
            Some("info" | "lcov") => merged.lcov(),
            Some("html") => merged.html(|file| std::fs::read_to_string(file).ok()),
            Some(_) | None => format!("mode: {}\n{}", merged.mode.name(), self.lines),
        };
        std::fs::write(path, text)
    }

    /// Writes the files that were asked for.
    pub(super) fn write_all(&self, flags: &Flags) -> Result<(), Failure> {
        let failed =
            |path: &PathBuf, e| Failure::new(exit::COMPILE, format!("purlin: {}: {e}", path.display()));
        flags.coverprofile.iter().try_for_each(|path| self.write(path, flags).map_err(|e| failed(path, e)))
    }
}
