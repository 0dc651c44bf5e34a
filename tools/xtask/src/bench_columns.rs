//! `cargo xtask bench columns`: what a row of a batch takes of the same function's time in Rust. Knows of the
//! functions only the rows of the example `columns_bench` of the crate `purlin`.

use std::path::Path;
use std::process::Command;

use crate::{Outcome, bars};

pub fn run(root: &Path, args: &[String]) -> Outcome {
    let (mut strict, mut batches) = (false, None);
    let mut args = args.iter();
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--strict" => strict = true,
            "--batches" => batches = Some(args.next().ok_or("--batches needs a number")?.clone()),
            other => return Err(format!("bench columns takes --batches N and --strict, not `{other}`")),
        }
    }
    let mut command = Command::new("cargo");
    command.args(["run", "--release", "--quiet", "-p", "purlin", "--features", "arrow"]);
    command.args(["--example", "columns_bench", "--"]).args(batches).current_dir(root);
    let output = command.output().map_err(|e| format!("cargo: {e}"))?;
    if !output.status.success() {
        return Err(format!("columns_bench: {}", String::from_utf8_lossy(&output.stderr)));
    }
    let rows = rows(&String::from_utf8_lossy(&output.stdout))?;
    println!("{:<8} {:>14} {:>12} {:>6}  bar", "function", "Purlin, ns/row", "Rust, ns/row", "ratio");
    let mut missed = Vec::new();
    for Row { name, ours, theirs } in &rows {
        let (ratio, bar) = (ours / theirs, bar(name));
        let verdict = bar.map_or(String::new(), |bar| bars::verdict(ratio, bar));
        println!("{name:<8} {ours:>14.2} {theirs:>12.2} {ratio:>6.2}  {verdict}");
        if bar.is_some_and(|bar| ratio > bar) {
            missed.push(name.as_str());
        }
    }
    match strict && !missed.is_empty() {
        true => Err(format!("over the bar: {}", missed.join(", "))),
        false => Ok(()),
    }
}

/// What is asked of a function.
fn bar(name: &str) -> Option<f64> {
    ["Gcd", "Price"].contains(&name).then_some(bars::COLUMNS)
}

/// Nanoseconds a row.
struct Row {
    name: String,
    ours: f64,
    theirs: f64,
}

fn rows(text: &str) -> Result<Vec<Row>, String> {
    let row = |line: &str| {
        let wrong = || format!("columns_bench says `{line}`");
        let [name, ours, theirs] = line.split('\t').collect::<Vec<_>>()[..] else { return Err(wrong()) };
        let number = |text: &str| text.parse().map_err(|_| wrong());
        Ok(Row { name: name.to_owned(), ours: number(ours)?, theirs: number(theirs)? })
    };
    text.lines().map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_read_or_refused() {
        let read = rows("Gcd\t150.25\t100.5\n").unwrap();
        assert_eq!((read[0].name.as_str(), read[0].ours, read[0].theirs), ("Gcd", 150.25, 100.5));
        assert!(rows("Gcd\t150.25").is_err() && rows("Gcd\t1\tx").is_err());
        assert_eq!((bar("Price"), bar("Add")), (Some(bars::COLUMNS), None));
    }
}
