//! `purlin test -cpuprofile -memprofile -trace`: what is watched of the program of a package, and the files
//! that it is written to.

use std::path::{Path, PathBuf};

use purlin::guest::Package;
use purlin::profile::{Measure, Profile, Profiling};
use purlin::test::{Options, PackageReport};

use crate::exit::{self, Failure};

/// Flags of profiles. As in Go, they are for one package.
#[derive(clap::Args, Clone, Debug, Default)]
pub(crate) struct ProfileFlags {
    /// Write a profile of the package by gas, which is the same from every run: for pprof, or what the file's
    /// ending says (.json, .svg, .folded)
    #[arg(long, value_name = "FILE", conflicts_with = "memprofile")]
    cpuprofile: Option<PathBuf>,
    /// Write a profile of the bytes that the package allocates, and of those in use at the end
    #[arg(long, value_name = "FILE")]
    memprofile: Option<PathBuf>,
    /// Write a timeline of the package for Perfetto or Chrome
    #[arg(long, value_name = "FILE")]
    trace: Option<PathBuf>,
}

impl ProfileFlags {
    /// Whether anything is watched, so that results from before will not do.
    pub(super) fn watch(&self) -> bool {
        self.profiling().is_some() || self.trace.is_some()
    }

    fn profiling(&self) -> Option<Profiling> {
        let measure = match (&self.cpuprofile, &self.memprofile) {
            (Some(_), _) => Measure::Gas,
            (None, Some(_)) => Measure::Memory,
            (None, None) => return None,
        };
        Some(Profiling { measure, ..Profiling::default() })
    }

    /// Puts what is watched into the options.
    pub(super) fn apply(&self, options: &mut Options) {
        options.profiling = self.profiling();
        options.timeline = self.trace.is_some();
    }

    /// Refuses more than one package, as files have room for one.
    pub(super) fn check(&self, packages: &[Package]) -> Result<(), String> {
        let given =
            [("cpuprofile", &self.cpuprofile), ("memprofile", &self.memprofile), ("trace", &self.trace)];
        match given.into_iter().find(|(_, file)| file.is_some()) {
            Some((flag, _)) if packages.len() > 1 => {
                Err(format!("cannot use -{flag} flag with multiple packages"))
            }
            Some((flag, _)) if packages.iter().any(|package| package.file.is_some()) => {
                Err(format!("-{flag} is for packages with tests, not for golden files"))
            }
            _ => Ok(()),
        }
    }

    /// Writes the files that were asked for.
    pub(super) fn write(&self, report: &PackageReport) -> Result<(), Failure> {
        let file = self.cpuprofile.as_ref().or(self.memprofile.as_ref());
        if let Some((path, profile)) = file.zip(report.profile.as_ref()) {
            store(path, &bytes(profile, path))?;
        }
        match self.trace.as_ref().zip(report.timeline.as_ref()) {
            Some((path, timeline)) => store(path, timeline.as_bytes()),
            None => Ok(()),
        }
    }
}

/// In the format of the file's ending. Files for pprof have any, as `cpu.out`.
fn bytes(profile: &Profile, path: &Path) -> Vec<u8> {
    profile.format_for(&path.to_string_lossy()).unwrap_or_else(|_| profile.pprof())
}

fn store(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let failed = |e| Failure::new(exit::COMPILE, format!("purlin: {}: {e}", path.display()));
    std::fs::write(path, bytes).map_err(failed)
}
