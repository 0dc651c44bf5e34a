//! `purlin-fuzz` compares random programs between the tiers, the stress modes and Go, runs damaged programs
//! under limits, and runs the tests on a VM with known errors. `README.md` beside `src/` says how each is
//! used.

mod calls;
mod campaign;
mod child;
mod damage;
mod generator;
mod hostile;
mod many;
mod miscompiles;
mod mutate;
mod oracle;
mod parsers;
mod reduce;
mod rng;
mod smalltalk;
mod stats;
mod written;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::Duration;

use clap::{Args, Parser, Subcommand};

use campaign::Campaign;
use child::say;
use generator::Config;
use miscompiles::Miscompiles;
use mutate::Mutation;
use oracle::{MODES, Mode, Oracle};

/// The one that the `purlin` command has.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

#[derive(Parser)]
#[command(name = "purlin-fuzz", about = "Differential testing of Purlin with random and damaged Go programs")]
struct Cli {
    #[command(subcommand)]
    command: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Print one random program.
    Gen {
        #[command(flatten)]
        shape: Shape,
        /// Only this function of the program.
        #[arg(long)]
        only: Option<usize>,
        /// Write it into this folder, as files that can be run, and print where it begins.
        #[arg(long)]
        out: Option<PathBuf>,
    },
    /// Count the constructs that programs contain and execute.
    Stats {
        #[command(flatten)]
        shape: Shape,
        #[arg(long, default_value_t = 10)]
        programs: u64,
        #[arg(long)]
        no_go: bool,
    },
    /// Run random programs in every mode and as compiled Go, and compare.
    Run(RunOptions),
    /// Make a program that shows a mismatch smaller; prints the smaller one.
    Reduce {
        file: PathBuf,
        #[command(flatten)]
        against: Against,
        /// Runs of the oracle, at most.
        #[arg(long, default_value_t = 3000)]
        tries: usize,
    },
    /// Run damaged programs: each must end in a diagnostic, a trap or a normal exit.
    Mutate(MutateOptions),
    /// Write the sources that are written to hurt into folders.
    Hostile {
        dir: PathBuf,
        /// Only those whose name contains this.
        #[arg(default_value = "")]
        filter: String,
    },
    /// Call the functions of library packages with random arguments, and compare with compiled Go.
    Calls(CallsOptions),
    /// Run small programs by the ten thousand in every mode, and count the ops and rewrites in them.
    Many(ManyOptions),
    /// What `many` starts.
    #[command(hide = true)]
    ManyWorker {
        from: u64,
        to: u64,
        #[command(flatten)]
        with: ManyWith,
    },
    /// Run programs that read damaged data of many formats, under limits, and compare with compiled Go.
    Parsers(ParsersOptions),
    /// What `parsers` starts.
    #[command(hide = true)]
    ParsersWorker {
        name: String,
        #[command(flatten)]
        with: ParsersWith,
    },
    /// Put known errors into the VM and report whether the tests and the generated programs detect them.
    Miscompiles(MiscompilesOptions),
}

/// Options of `run`.
#[derive(Args)]
struct RunOptions {
    #[command(flatten)]
    shape: Shape,
    #[command(flatten)]
    against: Against,
    #[arg(long, default_value_t = 100)]
    programs: u64,
    /// Programs at a time.
    #[arg(long, default_value_t = 2)]
    jobs: usize,
    /// Reduce each function that differs.
    #[arg(long)]
    reduce: bool,
    /// Stop after this many programs with mismatches.
    #[arg(long, default_value_t = 20)]
    most_failures: usize,
    /// Of the modes with stress, run each program in this many, in turn; without it in all
    #[arg(long)]
    stress_share: Option<usize>,
}

/// Options of `mutate`.
#[derive(Args)]
struct MutateOptions {
    /// Files and folders with Go programs.
    #[arg(default_values = ["tests/go", "tests/cli/programs", "bench/go", "examples/go"])]
    corpus: Vec<PathBuf>,
    #[arg(long)]
    purlin: Option<PathBuf>,
    #[arg(long, default_value_t = 1)]
    seed: u64,
    #[arg(long, default_value_t = 10_000)]
    mutants: usize,
    #[arg(long, default_value_t = 2)]
    jobs: usize,
    /// Arguments of purlin before the file, without the memory limit.
    #[arg(long, default_value = "run --gas=50000000 --timeout=5s")]
    arguments: String,
    /// Memory limits in MiB, comma-separated; a mutant runs under one, a hostile source under all.
    #[arg(long, default_value = "8,64,512", value_delimiter = ',')]
    memory: Vec<u64>,
    /// Seconds after which a program hangs.
    #[arg(long, default_value_t = 20)]
    limit: u64,
    /// MiB that the process may take above its memory limit and above hello.
    #[arg(long, default_value_t = 16)]
    slack: u64,
    /// Of the sources written to hurt, only those whose name contains this.
    #[arg(long, default_value = "")]
    hostile: String,
    /// Only mutants, nothing written to hurt.
    #[arg(long)]
    no_hostile: bool,
    /// So many files of the corpus must yield a mutant that compiles and runs.
    #[arg(long, default_value_t = 0)]
    least_files: usize,
    #[arg(long, default_value = "target/fuzz/mutants")]
    out: PathBuf,
}

/// Options of `calls`.
#[derive(Args)]
struct CallsOptions {
    /// The package; again for more.
    #[arg(long, required_unless_present = "all")]
    package: Vec<String>,
    /// All packages that have a table.
    #[arg(long)]
    all: bool,
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Calls of each line of a table, so of each function at least as many.
    #[arg(long, alias = "rows", default_value_t = 200)]
    calls: usize,
    /// A few calls of each, in the interpreter.
    #[arg(long)]
    quick: bool,
    /// Only say which exported functions no line calls.
    #[arg(long)]
    coverage: bool,
    /// Only lines of the table that contain this.
    #[arg(long)]
    only: Option<String>,
    /// Leave out lines that contain this; may be given again.
    #[arg(long)]
    skip: Vec<String>,
    /// Read the tables from this folder; without it, those that were built in.
    #[arg(long)]
    tables: Option<PathBuf>,
    /// Print the program instead of running it.
    #[arg(long)]
    print: bool,
    #[arg(long)]
    purlin: Option<PathBuf>,
    #[arg(long, default_value = "interp,native")]
    modes: String,
    #[arg(long, default_value_t = 120)]
    limit: u64,
    #[arg(long, default_value = "target/fuzz")]
    out: PathBuf,
}

/// Options of `parsers`.
#[derive(Args)]
struct ParsersOptions {
    /// The parser; again for more. Without it all.
    #[arg(long)]
    parser: Vec<String>,
    #[command(flatten)]
    with: ParsersWith,
}

/// What each worker of `parsers` is told too.
#[derive(Args)]
struct ParsersWith {
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How long each parser is run.
    #[arg(long, default_value_t = 60)]
    seconds: u64,
    #[arg(long, default_value = "auto")]
    tier: String,
    /// The heap of a run, in MiB.
    #[arg(long, default_value_t = 64)]
    memory: u64,
    /// What the process may take besides the heap, in MiB.
    #[arg(long, default_value_t = 64)]
    slack: u64,
    /// The gas of a run.
    #[arg(long, default_value_t = 100_000_000)]
    gas: u64,
    /// The wall time of a run after which it counts as hanging, in seconds.
    #[arg(long, default_value_t = 60)]
    limit: u64,
    /// The most nanoseconds of CPU for a unit of gas.
    #[arg(long, default_value_t = 50)]
    price: u64,
    #[arg(long, default_value = "go")]
    go: String,
    /// Do not compare with compiled Go.
    #[arg(long)]
    no_go: bool,
    #[arg(long, default_value = "target/fuzz/parsers")]
    out: PathBuf,
}

/// Options of `many`.
#[derive(Args)]
struct ManyOptions {
    #[arg(long, default_value_t = 1)]
    seed: u64,
    #[arg(long, default_value_t = 50_000)]
    programs: u64,
    /// Worker processes at a time.
    #[arg(long, default_value_t = 2)]
    jobs: usize,
    #[command(flatten)]
    with: ManyWith,
    /// Hand out no more programs after so many minutes.
    #[arg(long)]
    minutes: Option<u64>,
    /// Seconds that a worker may be silent.
    #[arg(long, default_value_t = 120)]
    limit: u64,
    /// Stop after this many mismatches.
    #[arg(long, default_value_t = 50)]
    most_failures: u64,
    /// What occurs less often is listed as rare.
    #[arg(long, default_value_t = 1000)]
    least: u64,
    /// Fail if anything is rare.
    #[arg(long)]
    strict: bool,
    /// Print the program of the seed instead.
    #[arg(long)]
    print: bool,
}

/// Options of `miscompiles`.
#[derive(Args)]
struct MiscompilesOptions {
    #[arg(long, default_value = "tools/fuzz/miscompiles/list.txt")]
    list: PathBuf,
    #[arg(long)]
    only: Option<String>,
    /// Only check that each entry applies.
    #[arg(long)]
    check: bool,
    #[arg(long, default_value = "target/miscompiles")]
    scratch: PathBuf,
    #[arg(long, default_value = "cargo build --release --quiet -p purlin-cli")]
    build: String,
    #[arg(
        long,
        default_value = "cargo test --release --quiet -p purlin-opt -p purlin-runtime && cargo run --release --quiet -p xtask -- test --corpus --fail-fast && cargo test --release --quiet -p guest-calc -p purlin"
    )]
    corpus: String,
    #[arg(long, default_value_t = 6)]
    programs: u64,
    /// Seconds that one run of a generated program may take.
    #[arg(long, default_value_t = 120)]
    limit: u64,
    #[command(flatten)]
    shape: Shape,
    #[arg(long, default_value = MODES)]
    modes: String,
    #[arg(long)]
    no_go: bool,
}

/// What programs look like.
#[derive(Args, Clone)]
struct Shape {
    #[arg(long, default_value_t = 1)]
    seed: u64,
    #[arg(long, default_value_t = 200)]
    functions: usize,
    /// Statements at the top of a function, on average.
    #[arg(long, default_value_t = 8)]
    size: usize,
    /// Steps that a function may take, about.
    #[arg(long, default_value_t = 100_000)]
    steps: u64,
    /// Constructs to leave out, comma-separated, by the names that `stats` prints.
    #[arg(long, default_value = "")]
    without: String,
}

/// What programs are run with.
#[derive(Args, Clone)]
struct Against {
    /// The purlin command; by default the release build of this workspace.
    #[arg(long)]
    purlin: Option<PathBuf>,
    #[arg(long, default_value = "go")]
    go: String,
    /// Compare the tiers and stress modes with each other only.
    #[arg(long)]
    no_go: bool,
    /// Modes, comma-separated: a tier, then stress modes after `+`.
    #[arg(long, default_value = MODES)]
    modes: String,
    /// Seconds that one run of a program may take.
    #[arg(long, default_value_t = 60)]
    limit: u64,
    #[arg(long, default_value = "target/fuzz")]
    out: PathBuf,
}

/// The options of workers of `many`.
#[derive(Args, Clone)]
struct ManyWith {
    /// Modes, comma-separated: a tier, then stress modes after `+`.
    #[arg(long, default_value = many::MODES)]
    modes: String,
    /// Of the modes whose code is under stress (osr, deopt, eager), run each program in this many, in turn; 0
    /// for all.
    #[arg(long, default_value_t = 2)]
    stress_share: usize,
    /// One of so many programs is also compared with compiled Go; 0 for none.
    #[arg(long, default_value_t = 25)]
    go_share: u64,
    #[arg(long, default_value = "go")]
    go: String,
    #[arg(long, default_value = "target/fuzz/many")]
    out: PathBuf,
    /// What the programs are written in; those of Go are in IR as well.
    #[arg(long, value_enum, default_value_t = many::Language::Go)]
    language: many::Language,
    /// Programs of Smalltalk that are compiled and run as one source; 1 runs each by itself, in more modes.
    #[arg(long, default_value_t = 64)]
    batch: u64,
}

impl ManyWith {
    /// How many programs are one source.
    fn batch(&self) -> u64 {
        if self.language == many::Language::Smalltalk { self.batch.max(1) } else { 1 }
    }

    /// The options as arguments of a worker, but for the batch; without Go if there is none.
    fn arguments(&self) -> Vec<String> {
        let share = found_go(&self.go, self.go_share == 0).map_or(0, |_| self.go_share);
        let out = self.out.display().to_string();
        let language = format!("{:?}", self.language).to_lowercase();
        let pairs = [
            ("--modes", self.modes.clone()),
            ("--stress-share", self.stress_share.to_string()),
            ("--go-share", share.to_string()),
            ("--go", self.go.clone()),
            ("--out", out),
            ("--language", language),
        ];
        pairs.into_iter().flat_map(|(name, value)| [name.to_string(), value]).collect()
    }

    /// Does what a worker does.
    fn work(&self, seeds: std::ops::Range<u64>) -> Result<(), String> {
        let scratch = many::scratch(&absolute(&self.out)?);
        let worker = many::Worker {
            modes: Mode::parse_list(&self.modes)?,
            stress_share: (self.stress_share > 0).then_some(self.stress_share),
            out: self.out.clone(),
            go: (self.go_share > 0).then(|| (self.go.clone(), self.go_share)),
            scratch: scratch.clone(),
            language: self.language,
            batch: self.batch(),
        };
        let done = worker.run(seeds);
        if scratch.exists() {
            std::fs::remove_dir_all(&scratch).map_err(|e| e.to_string())?;
        }
        done
    }
}

impl Shape {
    fn config(&self) -> Config {
        let without: BTreeSet<String> =
            self.without.split(',').map(str::trim).filter(|w| !w.is_empty()).map(str::to_string).collect();
        Config {
            seed: self.seed,
            functions: self.functions,
            only: None,
            size: self.size.max(1),
            steps: self.steps,
            without,
            instrument: false,
            small: false,
        }
    }
}

impl RunOptions {
    fn run(self) -> Result<bool, String> {
        let RunOptions { shape, against, programs, jobs, reduce, most_failures, stress_share } = self;
        let campaign = Campaign {
            oracle: against.oracle()?,
            config: shape.config(),
            stress_share,
            programs,
            jobs: jobs.min(2),
            out: against.out.clone(),
            reduce,
            most_failures,
            quiet: false,
        };
        Ok(campaign.run().map_err(|e| e.to_string())? == 0)
    }
}

impl MutateOptions {
    fn run(self) -> Result<bool, String> {
        let MutateOptions {
            corpus,
            purlin,
            seed,
            mutants,
            jobs,
            arguments,
            memory,
            limit,
            slack,
            hostile,
            no_hostile,
            least_files,
            out,
        } = self;
        if memory.is_empty() {
            return Err("--memory needs a limit".to_string());
        }
        let mutation = Mutation {
            purlin: absolute(&purlin.unwrap_or_else(default_purlin))?,
            corpus: corpus.into_iter().filter(|c| c.exists()).collect(),
            seed,
            mutants,
            jobs: jobs.min(2),
            arguments: arguments.split_whitespace().map(str::to_string).collect(),
            memories: memory,
            limit: Duration::from_secs(limit),
            slack: slack << 20,
            hostile: (!no_hostile).then_some(hostile),
            least_files,
            out,
        };
        Ok(mutation.run().map_err(|e| e.to_string())? == 0)
    }
}

impl CallsOptions {
    fn run(self) -> Result<bool, String> {
        let CallsOptions {
            package,
            all,
            seed,
            calls,
            quick,
            coverage,
            only,
            skip,
            tables,
            print,
            purlin,
            modes,
            limit,
            out,
        } = self;
        let packages = if all { vec!["all".to_string()] } else { package };
        let work = match (print, coverage) {
            (true, _) => calls::Work::Print,
            (_, true) => calls::Work::Coverage,
            _ => calls::Work::Compare,
        };
        let modes = if quick { "interp".to_string() } else { modes };
        let calls = calls::Calls {
            go: found_go("go", print),
            purlin: absolute(&purlin.unwrap_or_else(default_purlin))?,
            modes: Mode::parse_list(&modes)?,
            limit: Duration::from_secs(limit),
            packages: calls::packages(&packages),
            seed,
            rows: if quick { calls.min(5) } else { calls },
            only,
            skip,
            tables,
            work,
            out: absolute(&out)?,
        };
        Ok(calls.run()? == 0)
    }
}

impl ParsersOptions {
    fn run(self) -> Result<bool, String> {
        let known = parsers::names();
        if let Some(name) = self.parser.iter().find(|name| !known.contains(&name.as_str())) {
            return Err(format!("no parser {name:?}; there are: {}", known.join(", ")));
        }
        let names = match self.parser.is_empty() {
            true => known.into_iter().map(str::to_string).collect(),
            false => self.parser,
        };
        let ParsersWith { seed, seconds, tier, memory, slack, gas, limit, price, go, no_go, out } = self.with;
        let mut arguments = vec![format!("--tier={tier}"), format!("--go={go}")];
        let numbers = [
            ("seed", seed),
            ("memory", memory),
            ("slack", slack),
            ("gas", gas),
            ("limit", limit),
            ("price", price),
        ];
        arguments.extend(numbers.map(|(name, number)| format!("--{name}={number}")));
        if found_go(&go, no_go).is_none() {
            arguments.push("--no-go".to_string());
        }
        let parsers = parsers::Parsers { names, seconds, out: absolute(&out)?, arguments };
        Ok(parsers.run().map_err(|e| e.to_string())? == 0)
    }
}

impl ParsersWith {
    fn worker(self, name: String) -> parsers::Worker {
        let ParsersWith { seed, seconds, tier, memory, slack, gas, limit, price, go, no_go, out } = self;
        let go = (!no_go).then_some(go);
        parsers::Worker { name, seed, seconds, tier, memory, slack, gas, limit, price, go, out }
    }
}

impl ManyOptions {
    fn run(self) -> Result<bool, String> {
        let ManyOptions { seed, programs, jobs, with, minutes, limit, most_failures, least, strict, print } =
            self;
        if print {
            many::print_program(seed, with.language);
            return Ok(true);
        }
        let many = many::Many {
            seed,
            programs,
            jobs: jobs.max(1),
            arguments: with.arguments(),
            patience: Duration::from_secs(limit),
            most_time: minutes.map(|m| Duration::from_secs(m * 60)),
            most_failures,
            least,
            strict,
            batch: with.batch(),
            out: with.out,
            language: with.language,
        };
        many.run()
    }
}

impl MiscompilesOptions {
    fn run(self) -> Result<bool, String> {
        let MiscompilesOptions {
            list,
            only,
            check,
            scratch,
            build,
            corpus,
            programs,
            limit,
            shape,
            modes,
            no_go,
        } = self;
        let scratch = absolute(&scratch)?;
        let (modes, go) = (Mode::parse_list(&modes)?, found_go("go", no_go));
        let miscompiles = Miscompiles {
            repository: absolute(Path::new("."))?,
            list,
            only,
            scratch: scratch.clone(),
            build,
            corpus,
            limit: Duration::from_secs(1800),
            check_only: check,
        };
        let config = shape.config();
        let campaign = |purlin: &Path| Campaign {
            oracle: Oracle {
                purlin: purlin.to_path_buf(),
                modes: modes.clone(),
                go: go.clone(),
                limit: Duration::from_secs(limit),
                scratch: scratch.join("programs"),
                input: None,
            },
            config: config.clone(),
            stress_share: None,
            programs,
            jobs: 2,
            out: scratch.join("found"),
            reduce: false,
            most_failures: 1,
            quiet: true,
        };
        Ok(miscompiles.run(campaign).map_err(|e| e.to_string())? == 0)
    }
}

fn default_purlin() -> PathBuf {
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| PathBuf::from("target"), PathBuf::from);
    target.join("release/purlin")
}

/// The Go command if it is wanted and there; says so loudly if it is missing.
fn found_go(go: &str, no_go: bool) -> Option<String> {
    if no_go {
        return None;
    }
    let there = Command::new(go).arg("version").output().is_ok_and(|o| o.status.success());
    if !there {
        say(&format!("SKIPPED: there is no {go} here, so the tiers are compared with each other only"));
    }
    there.then(|| go.to_string())
}

impl Against {
    fn oracle(&self) -> Result<Oracle, String> {
        let purlin = absolute(&self.purlin.clone().unwrap_or_else(default_purlin))?;
        if !purlin.is_file() {
            return Err(format!(
                "no purlin at {}: build it (cargo build --release) or give --purlin",
                purlin.display()
            ));
        }
        Ok(Oracle {
            purlin,
            modes: Mode::parse_list(&self.modes)?,
            go: found_go(&self.go, self.no_go),
            limit: Duration::from_secs(self.limit),
            scratch: absolute(&self.out.join("scratch"))?,
            input: None,
        })
    }
}

fn absolute(path: &Path) -> Result<PathBuf, String> {
    std::path::absolute(path).map_err(|e| format!("{}: {e}", path.display()))
}

fn main() -> ExitCode {
    match work(Cli::parse().command) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(message) => {
            say(&format!("purlin-fuzz: {message}"));
            ExitCode::from(2)
        }
    }
}

/// Does one task; false if something was found.
fn work(task: Task) -> Result<bool, String> {
    let text = |e: std::io::Error| e.to_string();
    match task {
        Task::Gen { shape, only, out } => {
            let program = generator::program(&Config { only, ..shape.config() });
            match out {
                None => print!("{}", program.text),
                Some(folder) => {
                    std::fs::create_dir_all(&folder).map_err(text)?;
                    println!("{}", oracle::lay_out(&folder, &program.text).map_err(text)?.display());
                }
            }
            Ok(true)
        }
        Task::Stats { shape, programs, no_go } => {
            let scratch = absolute(Path::new("target/fuzz/scratch"))?;
            stats::print(&shape.config(), programs, found_go("go", no_go).as_deref(), &scratch)
                .map_err(text)?;
            Ok(true)
        }
        Task::Run(options) => options.run(),
        Task::Reduce { file, against, tries } => {
            let source = std::fs::read_to_string(&file).map_err(|e| format!("{}: {e}", file.display()))?;
            match reduce::reduce(&against.oracle()?, &source, tries).map_err(text)? {
                Some(smaller) => print!("{smaller}"),
                None => return Err("the program shows no mismatch".to_string()),
            }
            Ok(true)
        }
        Task::Mutate(options) => options.run(),
        Task::Hostile { dir, filter } => {
            mutate::write_hostile(&dir, &filter).map_err(text)?;
            Ok(true)
        }
        Task::Calls(options) => options.run(),
        Task::Many(options) => options.run(),
        Task::Parsers(options) => options.run(),
        Task::ParsersWorker { name, with } => with.worker(name).run().map(|faults| faults == 0),
        Task::ManyWorker { from, to, with } => with.work(from..to).map(|()| true),
        Task::Miscompiles(options) => options.run(),
    }
}
