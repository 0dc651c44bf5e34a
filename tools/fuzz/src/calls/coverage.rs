//! The exported functions and methods of the packages that the tables call. Go's own type checker tells, in a
//! program (`coverage.go.txt`) that looks at the generated ones.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::table::Table;
use crate::child::say;

/// By package, its functions: those that are called or excused, and those that are neither.
pub struct Coverage {
    called: BTreeMap<String, usize>,
    wrong: Vec<String>,
}

impl Coverage {
    /// Looks at programs and their tables.
    pub fn of(go: &str, scratch: &Path, programs: &[(&Table, PathBuf)]) -> Result<Coverage, String> {
        let text = |e: std::io::Error| e.to_string();
        std::fs::create_dir_all(scratch).map_err(text)?;
        std::fs::write(scratch.join("main.go"), include_str!("coverage.go.txt")).map_err(text)?;
        std::fs::write(scratch.join("go.mod"), "module coverage\n\ngo 1.26\n").map_err(text)?;
        let held = programs.iter().filter(|(table, _)| !table.package.is_empty());
        let output = Command::new(go)
            .args(["run", "."])
            .args(held.clone().map(|(table, program)| format!("{}={}", table.package, program.display())))
            .current_dir(scratch)
            .env("GOFLAGS", "")
            .env("GOWORK", "off")
            .env("GOTOOLCHAIN", "local")
            .output()
            .map_err(text)?;
        if !output.status.success() {
            return Err(format!("coverage: {}", String::from_utf8_lossy(&output.stderr)));
        }
        let output = String::from_utf8_lossy(&output.stdout);
        let mut coverage = Coverage { called: BTreeMap::new(), wrong: vec![] };
        for (table, _) in held {
            let prefix = format!("{} ", table.package);
            let functions = output.lines().filter_map(|line| line.strip_prefix(&prefix));
            coverage.hold(table, functions);
        }
        Ok(coverage)
    }

    /// Holds a table against the functions of its package: a name and the lines that call it, each.
    fn hold<'a>(&mut self, table: &Table, functions: impl Iterator<Item = &'a str>) {
        let mut excuses: BTreeMap<&str, &str> =
            table.except.iter().map(|(name, reason)| (name.as_str(), reason.as_str())).collect();
        for function in functions {
            let (name, lines) = function.split_once(' ').unwrap_or((function, ""));
            match (lines.is_empty(), excuses.remove(name)) {
                (false, None) => *self.called.entry(table.package.clone()).or_default() += 1,
                (true, None) => self.wrong.push(format!("{}.{name} is not called", table.package)),
                (false, Some(_)) => {
                    self.wrong.push(format!("{}.{name} is excused and called", table.package))
                }
                (true, Some(reason)) => say(&format!("{}.{name} is left out: {reason}", table.package)),
            }
        }
        for name in excuses.keys() {
            self.wrong.push(format!("{}.{name} is excused and does not exist", table.package));
        }
    }

    /// How many functions of a package are called.
    pub fn functions(&self, package: &str) -> usize {
        self.called.get(package).copied().unwrap_or_default()
    }

    /// Says what is wrong; answers how much.
    pub fn report(&self) -> usize {
        self.wrong.iter().for_each(|wrong| say(wrong));
        self.wrong.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_missing_is_told() {
        let table = Table::parse("package p\nexcept Late: blocks\nexcept Gone: old\nexcept Used: no")
            .expect("a table");
        let mut coverage = Coverage { called: BTreeMap::new(), wrong: vec![] };
        coverage.hold(&table, ["Early line1 line2", "Late ", "T.Never ", "Used line1"].into_iter());
        assert_eq!(coverage.functions("p"), 1);
        assert_eq!(
            coverage.wrong,
            [
                "p.T.Never is not called",
                "p.Used is excused and called",
                "p.Gone is excused and does not exist"
            ]
        );
    }
}
