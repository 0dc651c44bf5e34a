//! `purlin-fuzz calls`: random calls to the functions of a package of the library, as compiled Go answers them and
//! as Purlin does.
//!
//! A table `calls/PACKAGE.txt` has a line a function; `calls/table.rs` says how it is read, `calls/values.rs` what
//! arguments there are. Each line becomes a Go function that has its arguments in slices and calls in a loop, so that
//! hundreds of calls a line cost little to compile. It knows nothing of what the functions mean.

mod table;
mod values;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use crate::child::{Ending, say};
use crate::oracle::{Oracle, Result1};
use crate::rng::Rng;
use table::{Line, Piece, Table};
use values::Row;

/// What to call, how often, and where to keep what differs.
pub struct Calls {
    pub oracle: Oracle,
    pub package: String,
    pub seed: u64,
    /// Calls a line of the table.
    pub rows: usize,
    /// Only lines that contain this.
    pub only: Option<String>,
    /// Lines that contain one of these are left out.
    pub skip: Vec<String>,
    /// Print the program instead of running it.
    pub print: bool,
    pub out: PathBuf,
}

impl Calls {
    /// Runs the program everywhere; answers how many lines of the table differ.
    pub fn run(&self) -> Result<usize, String> {
        let text = table::text(&self.package).ok_or_else(|| {
            format!("no table of package {:?}; there are: {}", self.package, table::names().join(", "))
        })?;
        let mut table = Table::parse(text)?;
        table.lines.retain(|line| {
            self.only.as_ref().is_none_or(|only| line.text.contains(only.as_str()))
                && !self.skip.iter().any(|skip| line.text.contains(skip.as_str()))
        });
        let program = program(&table, self.seed, self.rows)?;
        if self.print {
            print!("{program}");
            return Ok(0);
        }
        let text = |e: std::io::Error| e.to_string();
        std::fs::create_dir_all(&self.out).map_err(text)?;
        std::fs::create_dir_all(&self.oracle.scratch).map_err(text)?;
        let source = self.oracle.scratch.join("program.go");
        std::fs::write(&source, &program).map_err(text)?;
        let Some(go) = &self.oracle.go else {
            say("SKIPPED: without Go there is nothing to compare with");
            return Ok(0);
        };
        let expected =
            self.oracle.run_go(go, &source).map_err(text)?.map_err(|e| format!("Go refuses: {e}"))?;
        let mut different = 0;
        for mode in &self.oracle.modes {
            let got = self.oracle.run_mode(mode, &source).map_err(text)?;
            different += report(&table, &expected, &got);
        }
        if different > 0 {
            let kept = self.out.join(format!("calls-{}-{}.go", self.package.replace('/', "-"), self.seed));
            std::fs::write(&kept, &program).map_err(text)?;
            say(&format!("kept as {}", kept.display()));
        }
        let calls = table.lines.len() * self.rows;
        say(&format!(
            "{}: {} lines, {calls} calls, {different} lines differ",
            self.package,
            table.lines.len()
        ));
        Ok(different)
    }
}

/// The answers of a run by the number of the line and of the call; a call may have several.
fn answers(stdout: &str) -> BTreeMap<(usize, usize), String> {
    let mut all: BTreeMap<_, String> = BTreeMap::new();
    for line in stdout.lines() {
        let Some((place, answer)) = line.split_once(':') else { continue };
        let Some((number, row)) = place.split_once('.') else { continue };
        if let (Ok(number), Ok(row)) = (number.parse(), row.parse()) {
            let answers: &mut String = all.entry((number, row)).or_default();
            answers.push_str(if answers.is_empty() { "" } else { " ;" });
            answers.push_str(answer);
        }
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
        function(&mut body, line, &mut Rng::part(seed, line.number as u64), rows)?;
    }
    let mut out = String::from("package main\n\nimport (\n");
    for import in &table.imports {
        let name = import.rsplit('/').find(|part| *part != "v2").unwrap_or(import);
        if body.contains(&format!("{name}.")) {
            let _ = writeln!(out, "\t{import:?}");
        }
    }
    out.push_str(")\n\n");
    out.push_str(&body);
    Ok(out)
}

/// The function of a line: its arguments, each a slice, and the loop.
fn function(out: &mut String, line: &Line, rng: &mut Rng, rows: usize) -> Result<(), String> {
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
        let mut row = Row::new(rng);
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
pub fn packages(package: &str) -> Vec<String> {
    match package {
        "all" => table::names().into_iter().map(str::to_string).collect(),
        _ => vec![package.to_string()],
    }
}

/// Where the oracle of a package works.
pub fn scratch(out: &Path, package: &str) -> PathBuf {
    out.join(format!("calls-{}", package.replace('/', "-")))
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
}
