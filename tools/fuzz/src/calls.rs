//! `purlin-fuzz calls`: random calls to the functions of packages of the library, whose results are compared
//! between compiled Go and Purlin.
//!
//! A table `calls/PACKAGE.txt` has a line a function; `calls/table.rs` says how it is read, `calls/values.rs`
//! and `calls/kinds.rs` what arguments there are. Each line becomes a Go function that has its arguments in
//! slices and calls in a loop, so that hundreds of calls a line cost little to compile. `calls/coverage.rs`
//! compares the tables with what the packages export. This module knows nothing of what the functions mean.

mod coverage;
mod formats;
mod kinds;
mod samples;
mod table;
mod values;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::PathBuf;
use std::time::Duration;

use crate::child::{Ending, say};
use crate::oracle::{Mode, Oracle, Result1};
use crate::rng::Rng;
use coverage::Coverage;
use table::{Line, Piece, Table};
use values::Row;

/// The work to do with the programs.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Work {
    Print,
    Coverage,
    Compare,
}

/// The functions to call, how often, and where to keep what differs.
pub struct Calls {
    pub go: Option<String>,
    pub purlin: PathBuf,
    pub modes: Vec<Mode>,
    pub limit: Duration,
    pub packages: Vec<String>,
    pub seed: u64,
    /// Calls a line of the table.
    pub rows: usize,
    /// Only lines that contain this.
    pub only: Option<String>,
    /// Lines that contain one of these are left out.
    pub skip: Vec<String>,
    /// A folder whose tables are read instead of those that were built in.
    pub tables: Option<PathBuf>,
    pub work: Work,
    pub out: PathBuf,
}

/// A table and its program.
struct Job {
    package: String,
    table: Table,
    program: String,
    scratch: PathBuf,
}

impl Calls {
    /// Answers how many lines of the tables differ, and functions without a line.
    pub fn run(&self) -> Result<usize, String> {
        let jobs = self.packages.iter().map(|package| self.job(package)).collect::<Result<Vec<_>, _>>()?;
        if self.work == Work::Print {
            jobs.iter().for_each(|job| print!("{}", job.program));
            return Ok(0);
        }
        let Some(go) = &self.go else {
            say("SKIPPED: without Go there is nothing to compare with");
            return Ok(0);
        };
        for job in &jobs {
            let text = |e: std::io::Error| e.to_string();
            std::fs::create_dir_all(&job.scratch).map_err(text)?;
            std::fs::write(job.scratch.join("program.go"), &job.program).map_err(text)?;
        }
        let whole = self.only.is_none() && self.skip.is_empty();
        let coverage = match whole {
            true => {
                let programs =
                    jobs.iter().map(|job| (&job.table, job.scratch.join("program.go"))).collect::<Vec<_>>();
                Some(Coverage::of(go, &self.out.join("calls-coverage"), &programs)?)
            }
            false => None,
        };
        let mut wrong = 0;
        let mut summary =
            format!("{:<12} {:>9} {:>9} {:>10}\n", "package", "functions", "calls", "mismatches");
        for job in &jobs {
            let different = if self.work == Work::Compare { self.compare(go, job)? } else { 0 };
            let functions = coverage.as_ref().map(|c| c.functions(&job.table.package)).unwrap_or_default();
            let calls = job.table.lines.len() * self.rows * usize::from(self.work == Work::Compare);
            let name = if job.table.package.is_empty() { &job.package } else { &job.table.package };
            let _ = writeln!(summary, "{name:<12} {functions:>9} {calls:>9} {different:>10}");
            wrong += different;
        }
        print!("{summary}");
        if let Some(coverage) = coverage {
            wrong += coverage.report();
        }
        Ok(wrong)
    }

    fn job(&self, package: &str) -> Result<Job, String> {
        let text = match &self.tables {
            Some(folder) => {
                let path = folder.join(format!("{package}.txt"));
                std::fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?
            }
            None => table::text(package).map(str::to_string).ok_or_else(|| {
                format!("no table of package {package:?}; there are: {}", table::names().join(", "))
            })?,
        };
        let mut table = Table::parse(&text).map_err(|e| format!("{package}: {e}"))?;
        table.lines.retain(|line| {
            self.only.as_ref().is_none_or(|only| line.text.contains(only.as_str()))
                && !self.skip.iter().any(|skip| line.text.contains(skip.as_str()))
        });
        let program = program(&table, self.seed, self.rows).map_err(|e| format!("{package}: {e}"))?;
        let scratch = self.out.join(format!("calls-{package}"));
        Ok(Job { package: package.to_string(), table, program, scratch })
    }

    /// Runs a program everywhere; answers how many lines of its table differ.
    fn compare(&self, go: &str, job: &Job) -> Result<usize, String> {
        let text = |e: std::io::Error| e.to_string();
        if !self.purlin.is_file() {
            return Err(format!("no purlin at {}: build it or give --purlin", self.purlin.display()));
        }
        let input = match &job.table.stdin {
            Some(kind) => {
                let path = job.scratch.join("stdin.txt");
                let mut rng = Rng::part(self.seed, 0);
                std::fs::write(&path, values::input(&mut rng, kind, self.rows * job.table.lines.len())?)
                    .map_err(text)?;
                Some(path)
            }
            None => None,
        };
        let oracle = Oracle {
            purlin: self.purlin.clone(),
            modes: self.modes.clone(),
            go: Some(go.to_string()),
            limit: self.limit,
            scratch: job.scratch.clone(),
            input,
        };
        let source = job.scratch.join("program.go");
        let expected = oracle.run_go(go, &source).map_err(text)?.map_err(|e| format!("Go refuses: {e}"))?;
        let mut different = 0;
        for mode in &oracle.modes {
            let got = oracle.run_mode(mode, &source).map_err(text)?;
            different += report(&job.table, &expected, &got);
        }
        if different > 0 {
            let kept = self.out.join(format!("calls-{}-{}.go", job.package, self.seed));
            std::fs::write(&kept, &job.program).map_err(text)?;
            say(&format!("kept as {}", kept.display()));
        }
        Ok(different)
    }
}

/// The answers of a run by the number of the line and of the call; a call may have several, and a line of
/// output that does not say where it belongs continues the one before it.
fn answers(stdout: &str) -> BTreeMap<(usize, usize), String> {
    let mut all: BTreeMap<_, String> = BTreeMap::new();
    let mut last = (0, 0);
    for line in stdout.lines() {
        let place = line.split_once(':').and_then(|(place, answer)| {
            let (number, row) = place.split_once('.')?;
            Some(((number.parse().ok()?, row.parse().ok()?), answer))
        });
        let (place, answer) = place.unwrap_or((last, line));
        last = place;
        let answers: &mut String = all.entry(place).or_default();
        answers.push_str(if answers.is_empty() { "" } else { " ;" });
        answers.push_str(answer);
    }
    all
}

/// How many answers of a line are shown.
const EXAMPLES: usize = 3;

/// Says what differs, with the first answers of each line that does; answers how many lines.
fn report(table: &Table, expected: &Result1, got: &Result1) -> usize {
    let (want, have) = (answers(&expected.stdout), answers(&got.stdout));
    let mut different: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (place, answer) in &want {
        if have.get(place) != Some(answer) {
            different.entry(place.0).or_default().push(place.1);
        }
    }
    for place in have.keys().filter(|place| !want.contains_key(place)) {
        different.entry(place.0).or_default().push(place.1);
    }
    for (number, rows) in &different {
        let text = table.lines.iter().find(|l| l.number == *number).map_or("", |l| l.text.as_str());
        say(&format!("{} line {number}: {text}\n    {} calls differ", got.name, rows.len()));
        for row in rows.iter().take(EXAMPLES) {
            let answer = |of: &BTreeMap<_, String>| of.get(&(*number, *row)).cloned().unwrap_or_default();
            say(&format!("  call {row}\n    go     {}\n    purlin {}", answer(&want), answer(&have)));
        }
    }
    if got.ending != expected.ending {
        let how: String = got.stderr.lines().take(12).collect::<Vec<_>>().join("\n");
        say(&format!("{}: {:?} instead of {:?}: {how}", got.name, got.ending, expected.ending));
    }
    let ended = usize::from(got.ending != Ending::Exit(0) && different.is_empty());
    different.len() + ended
}

/// The program that makes the calls.
fn program(table: &Table, seed: u64, rows: usize) -> Result<String, String> {
    let mut body = String::from(include_str!("calls/prelude.go.txt"));
    for declaration in &table.declarations {
        body.push_str(declaration);
        body.push('\n');
    }
    body.push_str("\nfunc main() {\n");
    for line in &table.lines {
        let _ = writeln!(body, "\tline{}()", line.number);
    }
    body.push_str("}\n");
    for line in &table.lines {
        function(&mut body, (table, line), &mut Rng::part(seed, line.number as u64), rows)?;
    }
    let mut out = String::from("package main\n\nimport (\n");
    for import in &table.imports {
        let name = import.rsplit('/').find(|part| *part != "v2").unwrap_or(import);
        if uses(&body, name) {
            let _ = writeln!(out, "\t{import:?}");
        }
    }
    out.push_str(")\n\n");
    out.push_str(&body);
    Ok(out)
}

/// Whether a package's name occurs before a dot, and not as the end of another name.
fn uses(body: &str, name: &str) -> bool {
    body.match_indices(&format!("{name}.")).any(|(at, _)| {
        let before = body[..at].chars().next_back();
        before.is_none_or(|c| !c.is_alphanumeric() && c != '_' && c != '.')
    })
}

/// The function of a line: its arguments, each a slice, and the loop.
fn function(
    out: &mut String,
    (table, line): (&Table, &Line),
    rng: &mut Rng,
    rows: usize,
) -> Result<(), String> {
    let wanted: Vec<&String> = line
        .pieces
        .iter()
        .filter_map(|piece| match piece {
            Piece::Argument(name) => Some(name),
            Piece::Text(_) => None,
        })
        .collect();
    let mut columns = vec![(String::new(), Vec::with_capacity(rows)); wanted.len()];
    for _ in 0..rows {
        let mut row = Row::new(rng, &table.samples);
        for (name, column) in wanted.iter().zip(&mut columns) {
            let value =
                row.value(name).ok_or_else(|| format!("line {}: no argument {name:?}", line.number))?;
            column.0 = value.ty;
            column.1.push(value.text);
        }
    }
    let _ = writeln!(out, "\n// {}\nfunc line{}() {{", line.text, line.number);
    for (n, (ty, values)) in columns.iter().enumerate() {
        let _ = writeln!(out, "\ta{n} := []{ty}{{\n\t\t{},\n\t}}", values.join(",\n\t\t"));
    }
    let _ = writeln!(out, "\tfor i := 0; i < {rows}; i++ {{\n\t\trow({}, i, func() {{", line.number);
    let mut body = String::new();
    let mut n = 0;
    for piece in &line.pieces {
        match piece {
            Piece::Text(text) => body.push_str(text),
            Piece::Argument(_) => {
                let _ = write!(body, "a{n}[i]");
                n += 1;
            }
        }
    }
    match line.statements {
        true => {
            let _ = writeln!(out, "\t\t\t{body}");
        }
        false => {
            let _ = writeln!(out, "\t\t\tshow({body})");
        }
    }
    out.push_str("\t\t})\n\t}\n}\n");
    Ok(())
}

/// The packages that have a table, if all are meant.
pub fn packages(packages: &[String]) -> Vec<String> {
    match packages {
        [all] if all == "all" => table::names().into_iter().map(str::to_string).collect(),
        _ => packages.to_vec(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_table_makes_a_program() {
        for name in table::names() {
            let table = Table::parse(table::text(name).unwrap_or_default()).expect(name);
            let text = program(&table, 1, 3).expect(name);
            assert!(text.contains("func main()"), "{name}");
            assert_eq!(text, program(&table, 1, 3).expect(name), "{name}: not the same again");
        }
    }

    /// Needs Go, which knows what packages export.
    #[test]
    fn every_exported_function_is_called() {
        let there =
            std::process::Command::new("go").arg("version").output().is_ok_and(|o| o.status.success());
        if !there {
            say("SKIPPED: calls: there is no installed Go whose packages the tables are held against");
            return;
        }
        let calls = Calls {
            go: Some("go".to_string()),
            purlin: PathBuf::new(),
            modes: vec![],
            limit: Duration::from_secs(60),
            packages: packages(&["all".to_string()]),
            seed: 1,
            rows: 100,
            only: None,
            skip: vec![],
            tables: None,
            work: Work::Coverage,
            out: std::env::temp_dir().join(format!("purlin-calls-{}", std::process::id())),
        };
        let missing = calls.run();
        let _ = std::fs::remove_dir_all(&calls.out);
        assert_eq!(missing, Ok(0));
    }
}
