//! `purlin test -fuzz`: which test is fuzzed, for how long, and the variant that the package is compiled in.

use std::io::Write as _;

use purlin::guest::{Coverage, Package};
use purlin::test::{CoverMode, Effort, Fuzz, Live, Stream, Suite};

use super::values::{go_time, pattern, random};

/// The seed where none is given.
const SEED: &str = "1";

/// Flags of fuzzing.
#[derive(clap::Args, Clone, Debug)]
pub(crate) struct FuzzFlags {
    /// Run the fuzz test that matches on inputs that are made for it, guided by what they make run
    #[arg(long, value_name = "RE", value_parser = pattern)]
    pub(super) fuzz: Option<String>,
    /// How long to fuzz in virtual time, or how many inputs, as in 1000x [default: until interrupted]
    #[arg(long, value_name = "DURATION", value_parser = effort)]
    pub(super) fuzztime: Option<Effort>,
    /// How long to make an input smaller that fails, or how many times to try
    #[arg(long, default_value = "60s", value_name = "DURATION", value_parser = effort)]
    pub(super) fuzzminimizetime: Effort,
    /// Which inputs chance makes: random, or a seed, which repeats a run
    #[arg(long, default_value = SEED, value_name = "SEED", value_parser = seed)]
    pub(super) fuzzseed: u64,
}

/// Reads a duration, or a number of times as in `100x`. Nothing at all is none.
fn effort(text: &str) -> Result<Effort, String> {
    if let Some(runs) = text.strip_suffix('x') {
        return runs
            .parse()
            .map(Effort::Runs)
            .map_err(|_| format!("{text:?} is not a number of times (100x)"));
    }
    let time = go_time(text)?;
    Ok(if time.is_zero() { Effort::Runs(0) } else { Effort::Time(time) })
}

fn seed(text: &str) -> Result<u64, String> {
    if text == "random" {
        return Ok(random() % 1_000_000_000);
    }
    text.parse().map_err(|_| format!("{text:?} is not random or a seed"))
}

impl FuzzFlags {
    /// How the fuzz test is fuzzed, if one is.
    pub(super) fn options(&self) -> Option<Fuzz> {
        let effort = self.fuzztime.unwrap_or(Effort::Unbounded);
        self.fuzz.as_ref().map(|_| Fuzz { effort, minimise: self.fuzzminimizetime, seed: self.fuzzseed })
    }

    /// Refuses what cannot be fuzzed.
    pub(super) fn check(&self, packages: &[Package]) -> Result<(), String> {
        match packages {
            [package] if package.file.is_none() => Ok(()),
            _ if self.fuzz.is_none() => Ok(()),
            _ => Err("cannot use -fuzz flag with multiple packages".to_string()),
        }
    }

    /// What is counted to guide inputs: the package, and what it needs of the project.
    pub(super) fn coverage(&self, suite: &Suite<'_>, tested: &[Package]) -> Result<Option<Coverage>, String> {
        if self.fuzz.is_none() {
            return Ok(None);
        }
        let needed = suite.dependencies(tested)?;
        let own = suite.packages("", &["./..."])?;
        let own = own.into_iter().filter(|package| package.file.is_none() && needed.contains(&package.path));
        let packages = own.map(|package| package.path).collect();
        Ok(Some(Coverage { mode: CoverMode::Guide, packages, note: String::new() }))
    }
}

/// What prints everything at once, as it may take long until a fuzz test ends.
pub(super) fn live() -> Live {
    Live::new(|stream, bytes| {
        // Without a reader the run ends when the package does.
        let _ = match stream {
            Stream::Output => {
                let mut out = std::io::stdout().lock();
                out.write_all(bytes).and_then(|()| out.flush())
            }
            Stream::Errors => std::io::stderr().lock().write_all(bytes),
        };
    })
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn efforts_are_durations_or_counts() {
        assert_eq!(effort("1m30s"), Ok(Effort::Time(Duration::from_secs(90))));
        assert_eq!(
            (effort("100x"), effort("0"), effort("0s")),
            (Ok(Effort::Runs(100)), Ok(Effort::Runs(0)), Ok(Effort::Runs(0)))
        );
        assert!(["", "x", "-1x", "1", "s"].iter().all(|text| effort(text).is_err()));
        assert!(seed("random").is_ok() && seed("7") == Ok(7) && seed("often").is_err());
    }
}
