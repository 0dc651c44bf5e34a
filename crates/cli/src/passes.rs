//! `purlin passes`: the passes of the optimiser and what they rewrite, for people and for tools.

use std::fmt::Write as _;
use std::io::Write as _;

use purlin::{PASSES, Pass, Rewrite};

use crate::exit;

pub const EXAMPLES: &str = "\
Examples:
  purlin passes
  purlin passes --rewrites
  purlin run --disable-pass=ranges fib.go
  purlin run --stats --counts fib.go         how often each rewrite was made";

/// Arguments of `purlin passes`.
#[derive(clap::Args)]
pub struct Passes {
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
    pub fn execute(self) -> u8 {
        let text = if self.json { json() } else { self.table() };
        // A closed pipe is no reason to complain.
        let _ = std::io::stdout().write_all(text.as_bytes());
        exit::OK
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

fn json() -> String {
    let quoted = |text: &str| format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""));
    let list = |items: Vec<String>| format!("[{}]", items.join(","));
    let passes = PASSES.iter().map(|pass| {
        let of = rewrites(pass)
            .map(|r| format!("{{\"name\":{},\"doc\":{}}}", quoted(r.name()), quoted(r.doc())))
            .collect();
        format!(
            "{{\"name\":{},\"doc\":{},\"optional\":{},\"rewrites\":{}}}",
            quoted(pass.name),
            quoted(pass.doc),
            pass.optional,
            list(of)
        )
    });
    format!("{}\n", list(passes.collect()))
}
