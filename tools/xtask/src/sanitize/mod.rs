//! `cargo xtask sanitize`: the tests of what has `unsafe` code and the corpus under AddressSanitizer, and
//! those of what threads share under ThreadSanitizer. `--seeded` puts defects in and demands that they are
//! reported. `docs/sanitizers.md` says what is seen and what is not. Knows nothing of the crates' code.

mod reports;
mod seeded;
mod std_locks;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use crate::{Outcome, bars, toolchain};
use reports::Reports;

/// One of the sanitizers whose run-time library comes with stable Rust.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Sanitizer {
    Address,
    Thread,
}

impl Sanitizer {
    const ALL: [Sanitizer; 2] = [Sanitizer::Address, Sanitizer::Thread];

    fn name(self) -> &'static str {
        match self {
            Sanitizer::Address => "address",
            Sanitizer::Thread => "thread",
        }
    }

    fn parse(name: &str) -> Option<Sanitizer> {
        Sanitizer::ALL.into_iter().find(|s| s.name() == name)
    }

    fn rust_flags(self) -> Result<String, String> {
        Ok(match self {
            Sanitizer::Address => "-Zsanitizer=address --cfg purlin_asan".to_owned(),
            // The standard library comes without instrumentation, which ThreadSanitizer's flag calls
            // another ABI; what it then does not see of locks is put in by the linker.
            Sanitizer::Thread => format!(
                "-Zsanitizer=thread -Cunsafe-allow-abi-mismatch=sanitizer --cfg purlin_tsan {}",
                std_locks::link_args()?
            ),
        })
    }

    /// The variable that its run-time library reads, and what it says beside where reports go.
    fn options(self, root: &Path) -> (&'static str, String) {
        match self {
            // Leaks: memory that only guest stacks and the guest heap refer to would count as lost.
            // Fake stacks: the collector would not find what only they refer to.
            Sanitizer::Address => (
                "ASAN_OPTIONS",
                "detect_leaks=0:detect_stack_use_after_return=0:allocator_may_return_null=1:\
                 allow_user_poisoning=1:abort_on_error=0:exitcode=86"
                    .to_owned(),
            ),
            Sanitizer::Thread => (
                "TSAN_OPTIONS",
                format!(
                    "halt_on_error=0:exitcode=86:history_size=4:suppressions={}",
                    root.join(SUPPRESSIONS).display()
                ),
            ),
        }
    }
}

/// Races that are none, seen because the standard library is not instrumented. Names nothing else; a test
/// holds that.
const SUPPRESSIONS: &str = "tests/sanitize/thread-suppressions.txt";

/// What is run under a sanitizer.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Suite {
    /// `cargo test` with these arguments.
    Tests(&'static [&'static str]),
    /// The corpus in tier interp.
    Corpus,
    /// The small hosts whose names contain one of these.
    Hosts(&'static [&'static str]),
}

/// What each sanitizer runs. Machine code is not instrumented, so AddressSanitizer sees tier interp.
const SUITES: &[(Sanitizer, &str, Suite)] = &[
    (Sanitizer::Address, "heap, maps, natives", Suite::Tests(&["--package", "purlin-runtime", "--lib"])),
    (Sanitizer::Address, "interpreter", Suite::Tests(&["--package", "purlin-interp", "--tests"])),
    (
        Sanitizer::Address,
        "json",
        Suite::Tests(&["--package", "purlin-json", "--features", "serde", "--tests"]),
    ),
    (Sanitizer::Address, "corpus", Suite::Corpus),
    (
        Sanitizer::Thread,
        "a module shared by threads",
        Suite::Tests(&["--package", "purlin", "--test", "shared_by_threads"]),
    ),
    (
        Sanitizer::Thread,
        "the runner of tests",
        Suite::Tests(&[
            "--package",
            "purlin",
            "--test",
            "suite",
            "--",
            "number_of_workers",
            "can_be_ended",
            "golden",
        ]),
    ),
    (Sanitizer::Address, "hosts", Suite::Hosts(&[""])),
    (Sanitizer::Thread, "hosts with threads", Suite::Hosts(&["thread", "cancelled", "dropped"])),
];

struct Options {
    seeded: bool,
    sanitizer: Option<Sanitizer>,
    filter: String,
}

fn options(args: &[String]) -> Result<Options, String> {
    let mut options = Options { seeded: false, sanitizer: None, filter: String::new() };
    let mut args = args.iter();
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--seeded" => options.seeded = true,
            "--filter" => options.filter = args.next().ok_or("--filter needs a value")?.clone(),
            name => match Sanitizer::parse(name) {
                Some(sanitizer) => options.sanitizer = Some(sanitizer),
                None => return Err(format!("sanitize: unknown option `{name}`")),
            },
        }
    }
    Ok(options)
}

pub fn run(root: &Path, args: &[String]) -> Outcome {
    let options = options(args)?;
    if options.seeded {
        return seeded::run(root, &options.filter);
    }
    let began = Instant::now();
    let mut failures = Vec::new();
    for (sanitizer, name, suite) in SUITES {
        let wanted = options.sanitizer.is_none_or(|only| only == *sanitizer);
        if !wanted || !name.contains(&options.filter) {
            continue;
        }
        let tree = Tree::of(root)?;
        let start = Instant::now();
        let outcome = tree.run(*sanitizer, suite);
        let seconds = start.elapsed().as_secs();
        match outcome {
            Ok(count) => println!("sanitize: {:7} {name}: {count}, no report, {seconds} s", sanitizer.name()),
            Err(why) => {
                println!("sanitize: {:7} {name}: FAILED after {seconds} s\n{why}", sanitizer.name());
                failures.push(format!("{}: {name}", sanitizer.name()));
            }
        }
    }
    let took = began.elapsed();
    if !failures.is_empty() {
        return Err(format!("{} failed: {}", failures.len(), failures.join(", ")));
    }
    if took > bars::SANITIZERS {
        return Err(format!("took {} s, more than {}", took.as_secs(), bars::SANITIZERS.as_secs()));
    }
    println!("sanitize: all of it in {} s", took.as_secs());
    Ok(())
}

/// A checkout, and where what is built of it goes.
struct Tree {
    root: PathBuf,
    target: PathBuf,
    /// The machine's own target triple: naming it keeps build scripts and macros free of the flags.
    triple: String,
}

impl Tree {
    fn of(root: &Path) -> Result<Tree, String> {
        Ok(Tree { root: root.to_path_buf(), target: toolchain::target_dir(root), triple: host_triple()? })
    }

    fn target(&self, sanitizer: Sanitizer) -> PathBuf {
        self.target.join(format!("sanitize-{}", sanitizer.name()))
    }

    /// Runs a suite; what was run, counted, or what is wrong.
    fn run(&self, sanitizer: Sanitizer, suite: &Suite) -> Result<String, String> {
        let reports = Reports::begin(&self.target(sanitizer).join("reports"))?;
        let (variable, options) = sanitizer.options(&self.root);
        let options = format!("{options}:log_path={}", reports.path().display());
        let outcome = match suite {
            Suite::Tests(args) => self.tests(sanitizer, args, variable, &options),
            Suite::Corpus => self.corpus(sanitizer, variable, &options),
            Suite::Hosts(names) => self.hosts(sanitizer, names, variable, &options),
        };
        let found = reports.read()?;
        if found.is_empty() {
            return outcome;
        }
        Err(format!("{}{}", reports::shown(&found), outcome.err().unwrap_or_default()))
    }

    fn cargo(&self, sanitizer: Sanitizer) -> Result<Command, String> {
        let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
        command
            .current_dir(&self.root)
            .env("RUSTC_BOOTSTRAP", "1")
            .env("RUSTFLAGS", sanitizer.rust_flags()?)
            .env("CARGO_TARGET_DIR", self.target(sanitizer))
            .env_remove("CARGO_ENCODED_RUSTFLAGS");
        Ok(command)
    }

    fn tests(
        &self,
        sanitizer: Sanitizer,
        args: &[&str],
        variable: &str,
        options: &str,
    ) -> Result<String, String> {
        let mut command = self.cargo(sanitizer)?;
        command.args(["test", "--target", &self.triple]).args(args).env(variable, options);
        let output = command.output().map_err(|e| format!("cannot run cargo: {e}"))?;
        let stdout = String::from_utf8_lossy(&output.stdout);
        if !output.status.success() {
            let stderr = String::from_utf8_lossy(&output.stderr);
            return Err(format!("cargo test {}\n{}{}", args.join(" "), tail(&stdout), tail(&stderr)));
        }
        match passed(&stdout) {
            0 => Err(format!("cargo test {}: no test ran", args.join(" "))),
            count => Ok(format!("{count} tests")),
        }
    }

    /// Builds the command and the small hosts, at once, so that both are of the same crates.
    fn programs(&self, sanitizer: Sanitizer) -> Outcome {
        let mut command = self.cargo(sanitizer)?;
        command.args(["build", "--quiet", "--target", &self.triple, "--package", "purlin-hosts"]);
        if sanitizer == Sanitizer::Address {
            // AddressSanitizer does not see machine code, and nothing that another allocator gives.
            command.args(["--package", "purlin-cli", "--no-default-features"]);
            command.arg("--features=purlin-cli/go,purlin-cli/interrupts");
        }
        let status = command.status().map_err(|e| format!("cannot run cargo: {e}"))?;
        if status.success() { Ok(()) } else { Err("the command and the hosts do not build".into()) }
    }

    /// A program that was built.
    fn program(&self, sanitizer: Sanitizer, name: &str) -> PathBuf {
        self.target(sanitizer).join(&self.triple).join("debug").join(name)
    }

    /// Builds the small hosts and runs those with these names.
    fn hosts(
        &self,
        sanitizer: Sanitizer,
        names: &[&str],
        variable: &str,
        options: &str,
    ) -> Result<String, String> {
        self.programs(sanitizer)?;
        let program = self.program(sanitizer, "purlin-hosts");
        let mut count = 0;
        for name in names {
            let output = Command::new(&program)
                .args(["--slow", "8", "--filter", name])
                .env(variable, options)
                .output()
                .map_err(|e| format!("cannot run the hosts: {e}"))?;
            let stdout = String::from_utf8_lossy(&output.stdout);
            if !output.status.success() {
                return Err(tail(&stdout));
            }
            count += stdout.lines().filter(|line| line.starts_with("ok ")).count();
        }
        if count == 0 { Err("no host ran".into()) } else { Ok(format!("{count} hosts")) }
    }

    /// Builds the command and has `cargo xtask test` run the corpus with it.
    fn corpus(&self, sanitizer: Sanitizer, variable: &str, options: &str) -> Result<String, String> {
        self.programs(sanitizer)?;
        let purlin = self.program(sanitizer, "purlin");
        let xtask = std::env::current_exe().map_err(|e| e.to_string())?;
        let output = Command::new(xtask)
            .args(["test", "--corpus", "--tier", "interp", "--purlin"])
            .arg(purlin)
            .env(variable, options)
            .output()
            .map_err(|e| format!("cannot run the corpus: {e}"))?;
        let stdout = String::from_utf8_lossy(&output.stdout);
        if !output.status.success() {
            return Err(tail(&stdout));
        }
        match stdout.lines().filter_map(programs).next_back() {
            None | Some(0) => Err("no program of the corpus ran".into()),
            Some(count) => Ok(format!("{count} programs")),
        }
    }
}

/// The suites of hosts alone, of all sanitizers or of one.
pub fn hosts(root: &Path, args: &[String]) -> Outcome {
    run(root, &[args, &["--filter".to_owned(), "hosts".to_owned()]].concat())
}

fn host_triple() -> Result<String, String> {
    let output = Command::new("rustc").arg("-vV").output().map_err(|e| format!("cannot run rustc: {e}"))?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let host = text.lines().find_map(|line| line.strip_prefix("host: "));
    host.map(str::to_owned).ok_or("rustc does not name its host".into())
}

/// How many programs of the corpus passed, in a line that says so: the last of them is of all.
fn programs(line: &str) -> Option<usize> {
    let (count, rest) = line.split_once(' ')?;
    count.parse().ok().filter(|_| rest.starts_with("passed,"))
}

/// How many tests passed, by the lines with which each test program ends.
fn passed(output: &str) -> usize {
    let counts = output.lines().filter_map(|line| {
        let rest = line.trim_start().strip_prefix("test result: ok. ")?;
        rest.split(' ').next()?.parse::<usize>().ok()
    });
    counts.sum()
}

fn tail(text: &str) -> String {
    let lines: Vec<&str> = text.lines().collect();
    lines[lines.len().saturating_sub(60)..].iter().map(|line| format!("    {line}\n")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tests_are_counted() {
        let output = "running 2 tests\ntest result: ok. 2 passed; 0 failed\n\n\
                      test result: ok. 40 passed; 0 failed; 1 ignored\n";
        assert_eq!(passed(output), 42);
        assert_eq!(passed("test result: FAILED. 3 passed; 1 failed"), 0);
    }

    #[test]
    fn programs_of_the_corpus_are_counted() {
        let output = "486 passed, 0 failed\n58 s for all in 1 modes\n516 passed, 0 failed\n\
                      corpus: the longest process took 0.1 s of CPU, and may take 30\n";
        assert_eq!(output.lines().filter_map(programs).next_back(), Some(516));
        assert_eq!("corpus: 3 passed".lines().filter_map(programs).next_back(), None);
    }

    #[test]
    fn options_are_refused_loudly() {
        let parse = |args: &[&str]| options(&args.iter().map(|a| a.to_string()).collect::<Vec<_>>());
        assert_eq!(parse(&["thread"]).map(|o| o.sanitizer), Ok(Some(Sanitizer::Thread)));
        assert!(parse(&["--seeded"]).is_ok_and(|o| o.seeded));
        assert!(parse(&["memory"]).is_err());
        assert!(parse(&["--filter"]).is_err());
    }

    /// What is suppressed is code of Rust's own libraries, and each line has its reason above it.
    #[test]
    fn suppressions_name_the_standard_library_only() {
        let text = std::fs::read_to_string(crate::root().join(SUPPRESSIONS)).expect("the list is there");
        let mut explained = false;
        for line in text.lines().filter(|line| !line.trim().is_empty()) {
            if line.starts_with('#') {
                explained = true;
                continue;
            }
            let what = line.split_once(':').map(|(_, what)| what).unwrap_or("");
            assert!(["std::", "core::", "alloc::"].iter().any(|p| what.starts_with(p)), "{line}");
            assert!(explained, "{line}: no reason above it");
        }
    }
}
