//! `purlin inspect`: a program at one of its stages.

use purlin::inspect::{Stage, Target, after_pass, inspect};
use purlin::{Dispatch, Engine, Limits, Streams};

use crate::exit::{self, Failure, Outcome};
use crate::load::{Loaded, compile_failure};
use crate::sites::Shown;
use crate::terminal::MAX_ERRORS;
use crate::{options, sites, terminal};

pub(crate) const EXAMPLES: &str = "\
Examples:
  purlin inspect --stage=ir hello.EXT
  purlin inspect --stage=asm --func=fib fib.EXT
  purlin inspect --stage=asm --target=aarch64 fib.EXT
  purlin inspect --stage=ir-opt --disable-pass=gvn fib.EXT
  purlin inspect --stage=ir-opt --after=inline --func=fib fib.EXT
  purlin inspect --stage=sites --dispatch=mono-site words.EXT
  purlin inspect --declarations

Parts of the list of passes are repeated on a function while they change it. `--after` shows a function as it is after
the last application of the pass; the passes after it in the list have been applied one time fewer.";

/// Arguments of `purlin inspect`.
#[derive(clap::Args)]
pub(crate) struct Inspect {
    /// Source files, one folder, or `-` for standard input
    #[arg(required_unless_present = "declarations", value_name = "FILE")]
    files: Vec<String>,
    /// Instead of a program: what it may import from this host, in the language of `--lang` or in the first
    /// one; all packages, or the one that is named
    #[arg(
        long,
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "",
        value_name = "PACKAGE",
        conflicts_with_all = ["files", "stage", "dispatch", "target", "func", "after"]
    )]
    declarations: Option<String>,
    /// ast, ir, ir-opt, bytecode, clif or asm; or sites: what the sends of a dynamic language did in a run,
    /// whose output is dropped
    #[arg(long, default_value = "ir-opt", value_name = "STAGE")]
    stage: Shown,
    /// With --stage=sites: what sends keep of earlier ones, as of `purlin run`
    #[arg(long, default_value = "poly", value_name = "RUNG")]
    dispatch: Dispatch,
    /// Code for that machine: host, x86_64 or aarch64 (with --stage=clif and asm)
    #[arg(long, value_name = "TARGET")]
    target: Option<Target>,
    /// Only functions whose name contains this
    #[arg(long, value_name = "NAME")]
    func: Option<String>,
    /// With --stage=ir-opt: as it is after the last application of that pass of the optimiser
    #[arg(long, value_name = "PASS")]
    after: Option<String>,
    #[command(flatten)]
    compile: options::Compile,
}

impl Inspect {
    pub(crate) fn execute(self, engine: Engine) -> Outcome {
        if let Some(path) = &self.declarations {
            return self.declarations(&engine, path);
        }
        let Shown::Stage(shown) = self.stage else { return self.sites(engine) };
        let stage = match self.target {
            Some(target) => shown.on(target),
            None => Some(shown),
        };
        let Some(stage) = stage else {
            return Err(Failure::usage("--target goes with --stage=clif and --stage=asm only"));
        };
        if self.after.is_some() && shown != Stage::IrOpt {
            return Err(Failure::usage("--after goes with --stage=ir-opt only"));
        }
        let loaded = Loaded::open(&self.files, &[], &self.compile, engine, |_| ())?;
        let (engine, program, func) = (&loaded.engine, loaded.program(), self.func.as_deref());
        let text = match &self.after {
            Some(pass) => after_pass(engine, program, pass, func),
            None => inspect(engine, program, stage, func),
        };
        terminal::print(&text.map_err(|error| compile_failure(&error, MAX_ERRORS))?);
        Ok(exit::OK)
    }

    /// Runs the program, and prints what its sites did.
    fn sites(&self, engine: Engine) -> Outcome {
        if self.target.is_some() || self.after.is_some() {
            return Err(Failure::usage("--target and --after do not go with --stage=sites"));
        }
        let loaded = Loaded::open(&self.files, &[], &self.compile, engine, |_| ())?;
        let compiled = loaded.engine.compile(loaded.program());
        let module = compiled.map_err(|error| compile_failure(&error, MAX_ERRORS))?;
        let limits = Limits { heap_bytes: self.compile.memory, ..Limits::default() };
        let isolate = module.isolate((), limits, Streams::default());
        let mut isolate = isolate.map_err(|e| Failure::new(exit::INTERNAL, format!("purlin: {e}")))?;
        isolate.set_args(self.files.clone());
        isolate.set_dispatch(self.dispatch);
        isolate.count_sends(true);
        let ended = isolate.run();
        terminal::print(&sites::table(&isolate, self.func.as_deref()));
        match ended {
            Ok(()) => Ok(exit::OK),
            Err(trap) => {
                Err(Failure::new(exit::PANIC, format!("the run ended: {}", isolate.headline(&trap))))
            }
        }
    }

    /// Prints the declarations of the host package with this path, or of all.
    fn declarations(&self, engine: &Engine, path: &str) -> Outcome {
        let paths: Vec<&str> = engine.host_packages().iter().map(|package| package.path.as_str()).collect();
        if paths.is_empty() {
            return Err(Failure::usage("this command has no host packages"));
        }
        if !path.is_empty() && !paths.contains(&path) {
            let message = format!("there is no host package {path} (there are {})", paths.join(", "));
            return Err(Failure::usage(message));
        }
        let first = engine.guests().next().map_or("", |guest| guest.name());
        let language = self.compile.lang.as_deref().unwrap_or(first);
        let text = |path: &str| {
            let text = engine.declarations(language, path);
            text.map_err(|error| compile_failure(&error, MAX_ERRORS))
        };
        if !path.is_empty() {
            terminal::print(&text(path)?);
            return Ok(exit::OK);
        }
        let texts: Result<Vec<String>, Failure> =
            paths.iter().map(|path| Ok(format!("{path}:\n\n{}", text(path)?))).collect();
        terminal::print(&texts?.join("\n"));
        Ok(exit::OK)
    }
}
