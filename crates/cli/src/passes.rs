//! `purlin passes`: the passes of the optimiser and what they rewrite, for people and for tools.

use std::fmt::Write as _;

use purlin::{PASSES, Pass, Rewrite};

use crate::exit::{self, Outcome};
use crate::terminal;

pub(crate) const EXAMPLES: &str = "\
Examples:
  purlin passes
  purlin passes --rewrites
  purlin run --disable-pass=ranges fib.EXT
  purlin run --stats --counts fib.EXT         how often each rewrite was made";

/// Arguments of `purlin passes`.
#[derive(clap::Args)]
pub(crate) struct Passes {
    /// Also list what each pass rewrites
    #[arg(long)]
    rewrites: bool,
    /// Print everything as one line of JSON
    #[arg(long)]
    json: bool,
}

fn rewrites(pass: &Pass) -> impl Iterator<Item = &'static Rewrite> {
    let prefix = format!("{}.", pass.name);
    Rewrite::ALL.iter().filter(move |r| r.name().starts_with(&prefix))
}

impl Passes {
    pub(crate) fn execute(self) -> Outcome {
        terminal::print(&if self.json { json() } else { self.table() });
        Ok(exit::OK)
    }

    fn table(&self) -> String {
        let mut out = String::new();
        for pass in PASSES {
            let always = if pass.optional { "" } else { " (always)" };
            let _ = writeln!(out, "{:14} {}{always}", pass.name, pass.doc);
            for rewrite in rewrites(pass).filter(|_| self.rewrites) {
                let _ = writeln!(out, "  {:24} {}", rewrite.name(), rewrite.doc());
            }
        }
        out
    }
}

/// All passes as an array of objects.
fn json() -> String {
    terminal::json(|w| {
        w.begin_array()?;
        for pass in PASSES {
            w.begin_object()?;
            w.key("name")?;
            w.string(pass.name)?;
            w.key("doc")?;
            w.string(pass.doc)?;
            w.key("optional")?;
            w.bool(pass.optional)?;
            w.key("rewrites")?;
            w.begin_array()?;
            for rewrite in rewrites(pass) {
                w.begin_object()?;
                w.key("name")?;
                w.string(rewrite.name())?;
                w.key("doc")?;
                w.string(rewrite.doc())?;
                w.end_object()?;
            }
            w.end_array()?;
            w.end_object()?;
        }
        w.end_array()
    })
}
