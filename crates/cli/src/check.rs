//! `purlin check`: is it a program?

use std::io::Write as _;

use purlin::{CompileError, Engine};
use serde_json::json;

use crate::{exit, files, options, terminal};

pub const EXAMPLES: &str = "\
Examples:
  purlin check hello.go
  purlin check ./service          a package, with go.mod in its folder or above it
  purlin check --json hello.go    one line of JSON an error: file, line, column, message";

/// Arguments of `purlin check`.
#[derive(clap::Args)]
pub struct Check {
    /// Source files, or one folder
    #[arg(required = true, value_name = "FILE")]
    files: Vec<String>,
    /// Errors to print, at most
    #[arg(long, default_value_t = 10, value_name = "N")]
    max_errors: usize,
    /// Print each error as one line of JSON, on standard output
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    compile: options::Compile,
}

impl Check {
    pub fn execute(self) -> u8 {
        let sources = match files::read(&self.files, self.compile.source_bytes()) {
            Ok(sources) => sources,
            Err(error) => {
                say!("{error}");
                return exit::COMPILE;
            }
        };
        let config = match self.compile.config() {
            Ok(config) => config,
            Err(error) => {
                say!("purlin: {error}");
                return exit::USAGE;
            }
        };
        match Engine::new(config).compile(sources.program()) {
            Ok(_) => exit::OK,
            Err(error) if self.json => {
                // A closed pipe is no reason to complain.
                let _ = std::io::stdout().write_all(lines(&error, self.max_errors).as_bytes());
                exit::COMPILE
            }
            Err(error) => {
                terminal::tell(&terminal::errors(&error, self.max_errors, terminal::colours()));
                exit::COMPILE
            }
        }
    }
}

/// The errors as lines of JSON; one without a place has no file.
fn lines(error: &CompileError, max: usize) -> String {
    let line = |d: &purlin::Diagnostic| match error.sources.line_col(d.pos) {
        Some(at) => json!({ "file": &*at.file, "line": at.line, "column": at.col, "message": d.message }),
        None => json!({ "message": d.message }),
    };
    error.diagnostics.iter().take(max).map(|d| format!("{}\n", line(d))).collect()
}
