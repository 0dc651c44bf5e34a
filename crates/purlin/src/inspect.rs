//! A program at one of the joints of the pipeline, as text.

use std::fmt::Write as _;
use std::str::FromStr;
use std::sync::Arc;

use purlin_base::EntityRef as _;
use purlin_ir as ir;
use purlin_opt::passes;

use crate::engine::Engine;
use crate::error::CompileError;
use crate::pipeline::{self, Timings};
use crate::program::Program;

/// A joint of the pipeline.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    Ast,
    /// As the front end made it.
    Ir,
    /// After the mid-end.
    IrOpt,
    Bytecode,
    /// Cranelift's input.
    Clif(Target),
    /// Machine code.
    Asm(Target),
}

/// What machine code is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Target {
    /// This machine.
    Host,
    X86_64,
    Aarch64,
}

impl FromStr for Target {
    type Err = String;

    fn from_str(text: &str) -> Result<Target, String> {
        match text {
            "host" => Ok(Target::Host),
            "x86_64" => Ok(Target::X86_64),
            "aarch64" => Ok(Target::Aarch64),
            other => Err(format!("unknown target {other:?} (there are host, x86_64, aarch64)")),
        }
    }
}

impl Stage {
    /// The same stage of code for `target`; `None` if it is of no machine.
    pub fn on(self, target: Target) -> Option<Stage> {
        match self {
            Stage::Clif(_) => Some(Stage::Clif(target)),
            Stage::Asm(_) => Some(Stage::Asm(target)),
            Stage::Ast | Stage::Ir | Stage::IrOpt | Stage::Bytecode => None,
        }
    }
}

impl FromStr for Stage {
    type Err = String;

    fn from_str(text: &str) -> Result<Stage, String> {
        match text {
            "ast" => Ok(Stage::Ast),
            "ir" => Ok(Stage::Ir),
            "ir-opt" => Ok(Stage::IrOpt),
            "bytecode" => Ok(Stage::Bytecode),
            "clif" => Ok(Stage::Clif(Target::Host)),
            "asm" => Ok(Stage::Asm(Target::Host)),
            other => Err(format!("unknown stage {other:?} (there are ast, ir, ir-opt, bytecode, clif, asm)")),
        }
    }
}

/// The program at that joint; only functions whose name contains `filter`, if there is one.
pub fn inspect<'a>(
    engine: &Engine,
    program: impl Into<Program<'a>>,
    stage: Stage,
    filter: Option<&str>,
) -> Result<String, CompileError> {
    if stage == Stage::Ast {
        return engine.dump_ast(program);
    }
    let options = pipeline::options(engine.config())?;
    at(engine, program, stage, filter, &options)
}

/// The program's IR as the mid-end leaves it after the last turn of a pass.
pub fn after_pass<'a>(
    engine: &Engine,
    program: impl Into<Program<'a>>,
    pass: &str,
    filter: Option<&str>,
) -> Result<String, CompileError> {
    let mut options = pipeline::options(engine.config())?;
    options.stop_after(pass).map_err(|e| CompileError::message(e.to_string()))?;
    at(engine, program, Stage::IrOpt, filter, &options)
}

fn at<'a>(
    engine: &Engine,
    program: impl Into<Program<'a>>,
    stage: Stage,
    filter: Option<&str>,
    options: &passes::Options,
) -> Result<String, CompileError> {
    let mut timings = Timings::default();
    let (_, compiled) = engine.front_end(&program.into(), &mut timings)?;
    let mut module = compiled.module;
    if stage != Stage::Ir {
        pipeline::middle(options, &mut module, &mut timings)?;
    }
    let wanted: Vec<ir::FuncId> = module
        .funcs
        .iter()
        .filter(|(_, f)| f.body.is_some() && filter.is_none_or(|text| f.name.contains(text)))
        .map(|(id, _)| id)
        .collect();
    if matches!(stage, Stage::Ir | Stage::IrOpt) {
        if filter.is_none() {
            return Ok(ir::print::module(&module));
        }
        return Ok(wanted
            .into_iter()
            .map(|id| ir::print::function(&module, id))
            .collect::<Vec<_>>()
            .join("\n"));
    }
    let natives = crate::engine::bind_natives(&module, &compiled.natives, engine.host_packages())?;
    let module = Arc::new(ir::LazyModule::from(module));
    let mut out = String::new();
    for id in wanted {
        let text = crate::tiers::print_function(&module, &natives, id, stage);
        let name = &module.funcs[id].name;
        let _ = writeln!(out, "; {id} {name}\n{}", text.unwrap_or_else(|e| format!("; {e}\n")));
        debug_assert!(id.index() < module.funcs.len());
    }
    Ok(out)
}
