//! `parsers`: programs that read damaged data of a format, each thousands of times. No data may lead to a Rust
//! panic, a signal, a hang, more memory than the limit, more CPU than the gas stands for, or another answer
//! than compiled Go gives. This module knows no format: each program makes its own seeds.

mod worker;

use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;

use crate::child::{self, Ending, say};
pub use worker::Worker;

macro_rules! programs {
    ($($name:literal),* $(,)?) => {
        &[$(($name, include_str!(concat!("parsers/", $name, ".go.txt")))),*]
    };
}

const PROGRAMS: &[(&str, &str)] = programs![
    "asn1",
    "bzip2",
    "csv",
    "flate",
    "gob",
    "gosource",
    "gzip",
    "htmltemplate",
    "http",
    "json",
    "lzw",
    "mail",
    "multipart",
    "pem",
    "regexp",
    "tar",
    "template",
    "url",
    "xml",
    "zip",
];

pub fn names() -> Vec<&'static str> {
    PROGRAMS.iter().map(|(name, _)| *name).collect()
}

/// The program of a parser: the part that all have, and its own.
fn program(name: &str) -> Option<String> {
    let (_, own) = PROGRAMS.iter().find(|(n, _)| *n == name)?;
    let (imports, body) = own.split_once("---\n")?;
    let imports: String = imports.lines().map(|path| format!("\t{path:?}\n")).collect();
    Some(format!(
        "package main\n\nimport (\n{imports})\n\n{}\n{body}",
        include_str!("parsers/prelude.go.txt")
    ))
}

/// What to run, and how long.
pub struct Parsers {
    pub names: Vec<String>,
    pub seconds: u64,
    pub out: PathBuf,
    /// What the workers are called with besides the name and the time.
    pub arguments: Vec<String>,
}

impl Parsers {
    /// Runs a worker process for each parser; answers how many broke a rule.
    pub fn run(&self) -> std::io::Result<usize> {
        std::fs::create_dir_all(&self.out)?;
        let mut broken = 0;
        for name in &self.names {
            let mut command = Command::new(std::env::current_exe()?);
            command.args(["parsers-worker", name, "--seconds", &self.seconds.to_string()]);
            command.arg("--out").arg(&self.out).args(&self.arguments);
            // Compiling and the comparison of the last batch come on top.
            let outcome = child::run(&mut command, Duration::from_secs(self.seconds + 600))?;
            print!("{}", String::from_utf8_lossy(&outcome.stdout));
            if outcome.ending != Ending::Exit(0) {
                broken += 1;
            }
            if !matches!(outcome.ending, Ending::Exit(0 | 1)) {
                let kept = self.out.join(format!("{name}.current"));
                say(&format!("{name}: {:?}; its input is {}", outcome.ending, kept.display()));
                outcome.stderr_text().lines().take(40).for_each(say);
            }
        }
        Ok(broken)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_parser_reads_its_seeds() {
        for name in names() {
            let worker = Worker::small(name);
            let text = program(name).expect(name);
            let ran = worker.seeds_are_read(&text);
            assert!(ran.as_ref().is_ok_and(|seeds| *seeds > 0), "{name}: {ran:?}");
        }
    }
}
