//! `cargo xtask bench wide`: programs and `Benchmark` functions that others wrote, as they are: those of Go's
//! packages, of public libraries, and of Go's own tests. Each runs as compiled Go and under `purlin` in tier
//! auto from cold, alternating; CPU time of whole processes, the least of several.
//!
//! The set stands in `bench/wide.txt` and is never pruned because of a result. Half of it is told by name,
//! the other half only as a part of the distribution, so that work goes into causes. With `--causes` valgrind
//! counts what the worst of the open half do on both sides.

mod causes;
mod items;
mod report;
mod sides;

use std::fs;
use std::path::{Path, PathBuf};

use crate::conformance::suites::{self, Task};
use crate::toolchain::{self, ScratchDir};
use crate::{Outcome, release};

use items::{From, Item};
use report::Row;
use sides::Package;

/// Of so many iterations that were timed, valgrind counts one, which takes it fifty times as long.
const COUNTED: u64 = 50;

/// The file of the set, in the repository.
const LIST: &str = "bench/wide.txt";

struct Options {
    filter: String,
    runs: u32,
    share: u64,
    tier: String,
    list: bool,
    causes: bool,
    json: Option<PathBuf>,
    purlin: Option<PathBuf>,
    scratch: Option<PathBuf>,
}

fn options(args: &[String]) -> Result<Options, String> {
    let mut o = Options {
        filter: String::new(),
        runs: 3,
        share: 8,
        tier: "auto".into(),
        list: false,
        causes: false,
        json: None,
        purlin: None,
        scratch: None,
    };
    let mut args = args.iter();
    while let Some(arg) = args.next() {
        let mut value = || args.next().cloned().ok_or(format!("{arg} needs a value"));
        let number = |text: String| text.parse::<u64>().map_err(|_| format!("{arg} needs a number"));
        match arg.as_str() {
            "--filter" => o.filter = value()?,
            "--runs" => o.runs = number(value()?)?.max(1) as u32,
            "--share" => o.share = number(value()?)?.max(1),
            "--all" => o.share = 1,
            "--tier" => o.tier = value()?,
            "--list" => o.list = true,
            "--causes" => o.causes = true,
            "--json" => o.json = Some(value()?.into()),
            "--purlin" => o.purlin = Some(value()?.into()),
            "--scratch" => o.scratch = Some(value()?.into()),
            other => return Err(format!("bench wide does not know `{other}`")),
        }
    }
    Ok(o)
}

pub fn run(root: &Path, args: &[String]) -> Outcome {
    let options = options(args)?;
    let Some(go) = toolchain::go_version() else {
        println!("bench wide: SKIPPED: no Go on the path, nothing to compare with");
        return Ok(());
    };
    let purlin = release::purlin(root, options.purlin.as_deref())?;
    let purlin = fs::canonicalize(&purlin).map_err(|e| format!("{}: {e}", purlin.display()))?;
    let temporary = ScratchDir::new("wide")?;
    let scratch = match &options.scratch {
        None => temporary.path().to_owned(),
        Some(path) => {
            fs::create_dir_all(path).map_err(|e| format!("{}: {e}", path.display()))?;
            fs::canonicalize(path).map_err(|e| e.to_string())?
        }
    };
    let bench = Bench { root, options, purlin, scratch };
    if bench.options.list {
        return bench.write_list();
    }
    println!("peer: {go}, the faster of GOAMD64=v1 and v3; tier {} from cold", bench.options.tier);
    let text = fs::read_to_string(root.join(LIST)).map_err(|e| format!("{LIST}: {e}"))?;
    let mut items = items::read(&text)?;
    let all = items.len();
    items.retain(|item| item.is_taken(bench.options.share) && item.name().contains(&bench.options.filter));
    println!("{} of {all} programs and benchmarks", items.len());
    let rows = bench.measure(&items)?;
    if let Some(path) = &bench.options.json {
        fs::write(path, report::json(&rows)).map_err(|e| format!("{}: {e}", path.display()))?;
    }
    print!("{}", report::text(&rows));
    if bench.options.causes { bench.tell_causes(&report::worst(&rows)) } else { Ok(()) }
}

struct Bench<'a> {
    root: &'a Path,
    options: Options,
    purlin: PathBuf,
    scratch: PathBuf,
}

impl Bench<'_> {
    /// The packages that may have benchmarks.
    fn tasks(&self, filter: &str) -> Result<(suites::Harness, Vec<Task>), String> {
        let harness = suites::Harness::new(self.purlin.clone(), vec!["auto"], &self.scratch)?;
        let (mut tasks, _) = suites::packages(self.root, &self.scratch)?;
        tasks.extend(suites::libraries(self.root, &self.scratch, &harness, filter)?.0);
        Ok((harness, tasks))
    }

    /// Finds the set, and writes it.
    fn write_list(&self) -> Outcome {
        let (harness, tasks) = self.tasks("")?;
        let mut all = Vec::new();
        for task in &tasks {
            match self.package(task, &harness).and_then(|package| package.benchmarks()) {
                Ok(names) => {
                    let from = if task.is_of_go() { From::Std } else { From::Library };
                    all.extend(names.into_iter().map(|name| Item::new(from, &task.name, &name)));
                }
                Err(why) => println!("left out: {}: {why}", task.name),
            }
        }
        all.extend(sides::long_tests(&self.scratch)?);
        println!("{} programs and benchmarks", all.len());
        fs::write(self.root.join(LIST), items::print(&all)).map_err(|e| format!("{LIST}: {e}"))
    }

    fn package(&self, task: &Task, harness: &suites::Harness) -> Result<Package, String> {
        let notes = self.scratch.join("wide").join(task.name.replace(['/', '@'], "+"));
        let program = suites::laid_out(task, harness, &notes)?;
        Package::new(program, self.purlin.clone(), harness.go_root())
    }

    fn measure(&self, items: &[Item]) -> Result<Vec<Row>, String> {
        let mut rows = Vec::new();
        let (harness, tasks) = self.tasks(&self.options.filter)?;
        for task in &tasks {
            let mine: Vec<&Item> = items.iter().filter(|item| item.package == task.name).collect();
            if mine.is_empty() {
                continue;
            }
            let package = self.package(task, &harness).and_then(|package| package.built(&harness));
            for item in mine {
                let row = match &package {
                    Ok(package) => package.compare(item, &self.options.tier, self.options.runs),
                    Err(why) => Err(why.clone()),
                };
                rows.push(Row::told(item, row));
            }
            // Trees of libraries with all that they need are large.
            if let Ok(package) = &package {
                package.remove();
            }
        }
        for item in items.iter().filter(|item| item.from == From::Test) {
            let row =
                sides::compare_test(item, &self.purlin, &self.options.tier, self.options.runs, &self.scratch);
            rows.push(Row::told(item, row));
        }
        Ok(rows)
    }

    /// Counts what benchmarks do, and prints it: programs run from start to end and have no iterations.
    fn tell_causes(&self, worst: &[(&Item, report::Measured)]) -> Outcome {
        println!("\n{}", causes::TITLES);
        let (harness, tasks) = self.tasks(&self.options.filter)?;
        for (item, measured) in worst.iter().filter(|(item, _)| item.from != From::Test) {
            let Some(task) = tasks.iter().find(|task| task.name == item.package) else { continue };
            let package = self.package(task, &harness).and_then(|package| package.built(&harness));
            let counted =
                package.and_then(|package| package.causes(item, (measured.iterations / COUNTED).max(1)));
            match counted {
                Ok(causes) => println!("{}  {}", causes.text(), item.name()),
                Err(why) => println!("-  {}: {why}", item.name()),
            }
        }
        Ok(())
    }
}
