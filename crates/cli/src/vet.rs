//! `purlin vet`: what is wrong with a program although it compiles.

use purlin::Engine;

use crate::exit::{self, Outcome};
use crate::load::{Loaded, compile_failure};
use crate::terminal::MAX_ERRORS;
use crate::{check, options, terminal};

pub(crate) const EXAMPLES: &str = "\
Examples:
  purlin vet hello.EXT
  purlin vet ./service             a package, with MARKER in its folder or above it
  purlin vet --json hello.EXT       one line of JSON a finding: file, line, column, message

What is reported is wrong whatever the program does. The exit code is 1 if anything is, or if the program does not
compile.";

/// Arguments of `purlin vet`.
#[derive(clap::Args)]
pub(crate) struct Vet {
    /// Source files, one folder, or `-` for standard input
    #[arg(default_value = ".", value_name = "FILE")]
    files: Vec<String>,
    /// Print each finding as one line of JSON, on standard output
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    compile: options::Compile,
}

impl Vet {
    pub(crate) fn execute(self, engine: Engine) -> Outcome {
        let loaded = Loaded::open(&self.files, &[], &self.compile, engine, |_| ())?;
        let vetted = loaded.engine.vet(loaded.program());
        let found = vetted.map_err(|error| compile_failure(&error, MAX_ERRORS))?;
        if self.json {
            terminal::print(&check::lines(&found.diagnostics, &found.sources));
        } else if terminal::colours() {
            terminal::tell(&terminal::diagnostics(&found.diagnostics, &found.sources));
        } else {
            terminal::tell(&found.render());
        }
        Ok(if found.diagnostics.is_empty() { exit::OK } else { exit::COMPILE })
    }
}
