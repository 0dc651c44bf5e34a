//! `purlin inspect`: a program at one of its stages.

use std::io::Write as _;

use purlin::Engine;
use purlin::inspect::{Stage, Target, after_pass, inspect};

use crate::{exit, files, options, terminal};

pub const EXAMPLES: &str = "\
Examples:
  purlin inspect --stage=ir hello.go
  purlin inspect --stage=asm --func=main.fib fib.go
  purlin inspect --stage=asm --target=aarch64 fib.go
  purlin inspect --stage=ir-opt --disable-pass=gvn fib.go
  purlin inspect --stage=ir-opt --after=inline --func=main.fib fib.go

Parts of the list of passes have several turns on a function in which they find something to do. `--after` shows a
function as it is after the last turn of the pass; what stands behind it in the list has had all its turns but that one.";

/// Arguments of `purlin inspect`.
#[derive(clap::Args)]
pub struct Inspect {
    /// Source files, or one folder
    #[arg(required = true, value_name = "FILE")]
    files: Vec<String>,
    /// ast, ir, ir-opt, bytecode, clif or asm
    #[arg(long, default_value = "ir-opt", value_name = "STAGE")]
    stage: Stage,
    /// Code for that machine: host, x86_64 or aarch64 (with --stage=clif and asm)
    #[arg(long, value_name = "TARGET")]
    target: Option<Target>,
    /// Only functions whose name contains this
    #[arg(long, value_name = "NAME")]
    func: Option<String>,
    /// With --stage=ir-opt: as it is after the last turn of that pass of the optimiser
    #[arg(long, value_name = "PASS")]
    after: Option<String>,
    #[command(flatten)]
    compile: options::Compile,
}

impl Inspect {
    pub fn execute(self) -> u8 {
        let stage = match self.target {
            Some(target) => self.stage.on(target),
            None => Some(self.stage),
        };
        let Some(stage) = stage else {
            say!("purlin: --target goes with --stage=clif and --stage=asm only");
            return exit::USAGE;
        };
        if self.after.is_some() && self.stage != Stage::IrOpt {
            say!("purlin: --after goes with --stage=ir-opt only");
            return exit::USAGE;
        }
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
        let (engine, program, func) = (Engine::new(config), sources.program(), self.func.as_deref());
        let text = match &self.after {
            Some(pass) => after_pass(&engine, program, pass, func),
            None => inspect(&engine, program, stage, func),
        };
        match text {
            Ok(text) => {
                // A closed pipe is no reason to complain.
                let _ = std::io::stdout().write_all(text.as_bytes());
                exit::OK
            }
            Err(error) => {
                terminal::tell(&terminal::errors(&error, 10, terminal::colours()));
                exit::COMPILE
            }
        }
    }
}
