//! `purlin check`: is it a program?

use purlin::{Diagnostic, Engine, SourceMap};

use crate::exit::{self, Outcome};
use crate::load::{Loaded, compile_failure};
use crate::{options, terminal};

pub(crate) const EXAMPLES: &str = "\
Examples:
  purlin check hello.EXT
  purlin check ./service          a package, with MARKER in its folder or above it
  purlin check --json hello.EXT    one line of JSON an error: file, line, column, message";

/// Arguments of `purlin check`.
#[derive(clap::Args)]
pub(crate) struct Check {
    /// Source files, one folder, or `-` for standard input
    #[arg(default_value = ".", value_name = "FILE")]
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
    pub(crate) fn execute(self, engine: Engine) -> Outcome {
        let loaded = Loaded::open(&self.files, &[], &self.compile, engine, |_| ())?;
        match loaded.engine.compile(loaded.program()) {
            Ok(_) => Ok(exit::OK),
            Err(error) if self.json => {
                let shown = Diagnostic::select(&error.diagnostics, self.max_errors).0;
                terminal::print(&lines(shown, &error.sources));
                Ok(exit::COMPILE)
            }
            Err(error) => Err(compile_failure(&error, self.max_errors)),
        }
    }
}

/// Diagnostics as lines of JSON; one without a place has no file.
pub(crate) fn lines<'a>(
    diagnostics: impl IntoIterator<Item = &'a Diagnostic>,
    sources: &SourceMap,
) -> String {
    let line = |d: &Diagnostic| {
        terminal::json(|w| {
            w.begin_object()?;
            if let Some(at) = sources.line_col(d.pos) {
                w.key("column")?;
                w.u64(at.col.into())?;
                w.key("file")?;
                w.string(&at.file)?;
                w.key("line")?;
                w.u64(at.line.into())?;
            }
            w.key("message")?;
            w.string(&d.message)?;
            w.end_object()
        })
    };
    diagnostics.into_iter().map(line).collect()
}
