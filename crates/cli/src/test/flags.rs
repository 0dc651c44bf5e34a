//! The flags of `purlin test`, with one dash or two as those of `go test`.

use std::path::PathBuf;
use std::time::Duration;

use purlin::Stress;
use purlin::test::CoverMode;

use super::fuzz::FuzzFlags;
use super::profiles::ProfileFlags;
use super::tiers::{Tiers, tiers};
use super::values::{bench_time, go_duration, pattern};
use crate::options;

/// Arguments of `purlin test`.
#[derive(clap::Args, Clone, Debug)]
pub(crate) struct Flags {
    /// Packages: folders (`.`, `./a`), import paths, and either with `...` for all that match; golden files
    #[arg(value_name = "PATTERN")]
    pub(super) patterns: Vec<String>,
    /// Packages that are run at once, each by a thread; 0 for as many as there are processors
    #[arg(long, short, default_value = "0", value_name = "N", value_parser = workers, allow_negative_numbers = true)]
    pub(super) j: usize,
    /// Run only what matches: expressions for names, with a slash between those of a test and its parts
    #[arg(long, value_name = "RE", value_parser = pattern)]
    pub(super) run: Option<String>,
    /// Leave out what matches
    #[arg(long, value_name = "RE", value_parser = pattern)]
    pub(super) skip: Option<String>,
    /// Print names and all that is logged
    #[arg(long, short, num_args = 0..=1, require_equals = true, default_value_t, default_missing_value = "true", value_name = "BOOL")]
    pub(super) v: bool,
    /// Begin nothing once a test has failed
    #[arg(long, num_args = 0..=1, require_equals = true, default_value_t, default_missing_value = "true", value_name = "BOOL")]
    pub(super) failfast: bool,
    /// Tell tests that they should take less time
    #[arg(long, num_args = 0..=1, require_equals = true, default_value_t, default_missing_value = "true", value_name = "BOOL")]
    pub(super) short: bool,
    /// Run each test so often [default: 1]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub(super) count: Option<u32>,
    /// Order of tests: off, on, or a seed
    #[arg(long, default_value = "off", value_name = "SEED", value_parser = shuffle, allow_negative_numbers = true)]
    pub(super) shuffle: String,
    /// Let chance decide whose turn it is: off, random, or a seed. With -count N, N seeds are tried until one
    /// fails
    #[arg(long, default_value = "off", value_name = "SEED", value_parser = schedule)]
    pub(super) schedule: Schedule,
    /// Parallel tests of a package that run at once
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..), allow_negative_numbers = true)]
    pub(super) parallel: Option<u32>,
    /// Look for data races: a test that has one fails
    #[arg(long, num_args = 0..=1, require_equals = true, default_value_t, default_missing_value = "true", value_name = "BOOL")]
    pub(super) race: bool,
    /// Time for the tests of a package, 0 for any: a nanosecond a unit of gas, and what they sleep
    #[arg(long, default_value = "10m", value_name = "DURATION", value_parser = go_duration)]
    pub(super) timeout: String,
    /// Time by the clock for the tests of a package [default: no limit]
    #[arg(long, value_name = "DURATION", value_parser = options::duration)]
    pub(super) clock: Option<Duration>,
    /// Units of gas for the tests of a package [default: no limit]
    #[arg(long, value_name = "UNITS", value_parser = options::count)]
    pub(super) gas: Option<u64>,
    /// Memory for the tests of a package, and for compiling them
    #[arg(long, default_value = "1G", value_name = "SIZE", value_parser = options::size)]
    pub(super) memory: usize,
    /// Where code runs: interp, native, auto, or several with commas between (all: all three), one after the
    /// other, which have to agree; stress after pluses (native+gc+poison)
    #[arg(long, default_value = "auto", value_name = "TIER", value_parser = tiers)]
    pub(super) tier: Tiers,
    /// Stress modes, with commas between
    #[arg(long, value_name = "MODE", value_parser = stress)]
    pub(super) stress: Option<Stress>,
    /// What has an isolate of its own: a package, or each test
    #[arg(long, default_value = "package", value_name = "WHAT")]
    pub(super) isolate: Isolate,
    /// Folder that tests may read, besides their module; may be repeated
    #[arg(long, value_name = "DIR")]
    pub(super) allow_read: Vec<PathBuf>,
    /// Folder that tests may read and write to, besides temporary ones; may be repeated
    #[arg(long, value_name = "DIR")]
    pub(super) allow_write: Vec<PathBuf>,
    /// Change golden files to what their programs print
    #[arg(long, num_args = 0..=1, require_equals = true, default_value_t, default_missing_value = "true", value_name = "BOOL")]
    pub(super) update: bool,
    /// Run benchmarks that match
    #[arg(long, value_name = "RE", value_parser = pattern)]
    pub(super) bench: Option<String>,
    /// How long a benchmark is to run in virtual time, or how often, as in 100x
    #[arg(long, value_name = "DURATION", value_parser = bench_time, allow_negative_numbers = true)]
    pub(super) benchtime: Option<String>,
    /// Print what benchmarks allocate
    #[arg(long, num_args = 0..=1, require_equals = true, default_value_t, default_missing_value = "true", value_name = "BOOL")]
    pub(super) benchmem: bool,
    /// Print the names that match, and run nothing
    #[arg(long, value_name = "RE", value_parser = pattern)]
    pub(super) list: Option<String>,
    /// Print whole paths of files
    #[arg(long, num_args = 0..=1, require_equals = true, default_value_t, default_missing_value = "true", value_name = "BOOL")]
    pub(super) fullpath: bool,
    /// Build tags that are set besides those of all programs, with commas between
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    pub(super) tags: Vec<String>,
    /// Count which statements run, and say how many
    #[arg(long, num_args = 0..=1, require_equals = true, default_value_t, default_missing_value = "true", value_name = "BOOL")]
    pub(super) cover: bool,
    /// Count whether a block runs (set), or how often (count, atomic) [default: set]
    #[arg(long, value_name = "MODE", value_parser = cover_mode)]
    pub(super) covermode: Option<CoverMode>,
    /// Packages that are counted, with commas between [default: each package by its own tests]
    #[arg(long, value_name = "PATTERNS", value_delimiter = ',')]
    pub(super) coverpkg: Vec<String>,
    /// Write what has run: as lcov where the name ends in .info or .lcov, as a page in .html, else in Go's
    /// format; may be repeated
    #[arg(long, value_name = "FILE")]
    pub(super) coverprofile: Vec<PathBuf>,
    /// Print events as lines of JSON, as `go test -json` does
    #[arg(long, num_args = 0..=1, require_equals = true, default_value_t, default_missing_value = "true", value_name = "BOOL")]
    pub(super) json: bool,
    /// Write results in JUnit's format
    #[arg(long, value_name = "FILE")]
    pub(super) junit: Option<PathBuf>,
    /// Print the slowest tests at the end
    #[arg(long, value_name = "N")]
    pub(super) slowest: Option<usize>,
    /// Run tests that have failed again, so often at most, each in an isolate of its own; what passes then is
    /// flaky
    #[arg(long, num_args = 0..=1, require_equals = true, default_missing_value = "2", value_name = "N")]
    pub(super) rerun_fails: Option<u32>,
    /// Run again what is concerned whenever files change
    #[arg(long, num_args = 0..=1, require_equals = true, default_value_t, default_missing_value = "true", value_name = "BOOL")]
    pub(super) watch: bool,
    /// Whether tests are refused in which something is wrong whatever they do: on, off
    #[arg(long, default_value = "on", value_name = "WHETHER")]
    pub(super) vet: Vet,
    #[command(flatten)]
    pub(super) profiles: ProfileFlags,
    #[command(flatten)]
    pub(super) fuzzing: FuzzFlags,
    /// Run only the Kth of N parts of the packages
    #[arg(long, value_name = "K/N", value_parser = partition)]
    pub(super) partition: Option<(usize, usize)>,
    /// Folder where compiled programs are kept, or `off` [default: purlin in the user's folder for caches]
    #[arg(long, value_name = "DIR")]
    pub(super) cache: Option<String>,
    /// Language of the packages [default: by the extension of their files]
    #[arg(long, value_name = "NAME")]
    pub(super) lang: Option<String>,
    /// The rest of the command line is for the tests
    #[arg(last = true, value_name = "ARG")]
    pub(super) args: Vec<String>,
}

/// What tests share an isolate.
#[derive(clap::ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Isolate {
    Package,
    Test,
}

/// Whether something is done.
#[derive(clap::ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Vet {
    On,
    Off,
}

/// More workers than this are a slip.
const MOST_WORKERS: usize = 1024;

fn workers(text: &str) -> Result<usize, String> {
    let number = text.parse().ok().filter(|n| *n <= MOST_WORKERS);
    number.ok_or_else(|| format!("{text:?} is not a number of workers (0 to {MOST_WORKERS})"))
}

fn shuffle(text: &str) -> Result<String, String> {
    let is_seed = || text.parse::<i64>().is_ok();
    if matches!(text, "on" | "off") || is_seed() {
        return Ok(text.to_string());
    }
    Err(format!("{text:?} is not off, on, or a seed"))
}

fn cover_mode(text: &str) -> Result<CoverMode, String> {
    let found = CoverMode::ALL.into_iter().find(|mode| mode.name() == text);
    found.ok_or_else(|| format!("{text:?} is not set, count or atomic"))
}

impl Flags {
    /// The build tags, with the one that says that data races are looked for.
    pub(super) fn tags(&self) -> Vec<String> {
        let race = self.race.then(|| "race".to_string());
        self.tags.iter().cloned().chain(race).collect()
    }

    /// Whether statements are counted: that is asked for, or something that needs it.
    pub(super) fn counts(&self) -> bool {
        self.cover || self.covermode.is_some() || !self.coverpkg.is_empty() || !self.coverprofile.is_empty()
    }
}

/// How goroutines take turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Schedule {
    InTurn,
    Random,
    Seed(u64),
}

fn schedule(text: &str) -> Result<Schedule, String> {
    match text {
        "off" => Ok(Schedule::InTurn),
        "random" => Ok(Schedule::Random),
        seed => {
            let seed = seed.parse().map_err(|_| format!("{text:?} is not off, random, or a seed"))?;
            Ok(Schedule::Seed(seed))
        }
    }
}

fn stress(text: &str) -> Result<Stress, String> {
    Stress::parse(text).map_err(|e| e.to_string())
}

fn partition(text: &str) -> Result<(usize, usize), String> {
    let parts = text.split_once('/').and_then(|(k, n)| Some((k.parse().ok()?, n.parse().ok()?)));
    let parts = parts.filter(|(k, n): &(usize, usize)| (1..=*n).contains(k));
    parts.ok_or_else(|| format!("{text:?} is not a part (1/3, 2/3, 3/3)"))
}

/// The command line as the parser of options reads it: names with one dash get a second one, and what follows
/// `-args` is for the tests.
pub(crate) fn normalised(args: impl Iterator<Item = std::ffi::OsString>) -> Vec<std::ffi::OsString> {
    let mut all: Vec<_> = args.collect();
    if all.get(1).is_none_or(|command| command != "test") {
        return all;
    }
    for arg in all.iter_mut().skip(2) {
        let Some(text) = arg.to_str() else { continue };
        match text {
            "--" => break,
            "-args" | "--args" => {
                *arg = "--".into();
                break;
            }
            // `-j4` is `-j 4`.
            _ if text.strip_prefix("-j").is_some_and(|n| n.starts_with(|c: char| c.is_ascii_digit())) => {}
            _ => {
                let is_name =
                    |rest: &&str| rest.len() > 1 && rest.starts_with(|c: char| c.is_ascii_alphabetic());
                if let Some(rest) = text.strip_prefix('-').filter(is_name) {
                    let longer = format!("--{rest}");
                    *arg = longer.into();
                }
            }
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_dash_is_as_good_as_two() {
        let of = |line: &str| {
            let all = normalised(line.split(' ').map(Into::into));
            all.iter().map(|a| a.to_str().unwrap()).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(of("purlin test -run X -v -j4 -j 2 ./..."), "purlin test --run X -v -j4 -j 2 ./...");
        assert_eq!(
            of("purlin test -v=false --count=1 -args -x -run"),
            "purlin test --v=false --count=1 -- -x -run"
        );
        assert_eq!(of("purlin test -j -1"), "purlin test -j -1");
        assert_eq!(of("purlin run -x"), "purlin run -x");
    }

    #[test]
    fn bad_values_are_refused() {
        assert_eq!(partition("2/3"), Ok((2, 3)));
        assert!(["0/3", "4/3", "1", "a/b"].iter().all(|p| partition(p).is_err()));
        assert!(["-1", "x", "100000"].iter().all(|j| workers(j).is_err()));
        assert!(shuffle("yes").is_err() && shuffle("-7").is_ok());
    }
}
