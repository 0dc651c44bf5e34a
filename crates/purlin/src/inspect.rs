//! A program at one of the stages of compilation, as text.

use std::fmt::Write as _;
use std::sync::Arc;

use purlin_ir as ir;
use purlin_opt::passes;

use crate::engine::Engine;
use crate::error::CompileError;
use crate::link;
use crate::middle;
use crate::program::Program;
use crate::tiers;
use crate::timings::Timings;

pub use crate::stage::{Stage, Target};

/// The program at that stage; only functions whose name contains `filter`, if there is one.
///
/// # Errors
/// Why the program does not compile, or a pass does not exist that
/// [`Config::disabled_passes`](crate::Config::disabled_passes) names. What a single function lacks is a
/// comment in the text.
///
#[cfg_attr(feature = "go", doc = "```")]
#[cfg_attr(not(feature = "go"), doc = "```ignore")]
/// use purlin::{Config, Engine, SourceFile};
/// use purlin::inspect::{Stage, inspect};
///
/// let text = "package main\nfunc Twice(n int) int { return 2 * n }\nfunc main() {}";
/// let program = [SourceFile { name: "main.go".into(), text: text.into() }];
/// let ir = inspect(&Engine::new(Config::default()), &program, Stage::IrOpt, Some("Twice"))?;
/// assert!(ir.contains("main.Twice"));
/// # Ok::<(), purlin::CompileError>(())
/// ```
pub fn inspect<'a>(
    engine: &Engine,
    program: impl Into<Program<'a>>,
    stage: Stage,
    filter: Option<&str>,
) -> Result<String, CompileError> {
    if stage == Stage::Ast {
        return engine.dump_ast(program);
    }
    let options = middle::options(engine.config())?;
    at(engine, program, stage, filter, &options)
}

/// The program's IR as the mid-end leaves it after the last application of a pass.
///
/// # Errors
/// There is no pass of that name; else as from [`inspect`].
///
#[cfg_attr(feature = "go", doc = "```")]
#[cfg_attr(not(feature = "go"), doc = "```ignore")]
/// use purlin::inspect::after_pass;
/// use purlin::{Config, Engine, SourceFile};
///
/// let text = "package main\nfunc Twice(n int) int { return 2 * n }\nfunc main() {}";
/// let program = [SourceFile { name: "main.go".into(), text: text.into() }];
/// let engine = Engine::new(Config::default());
/// assert!(after_pass(&engine, &program, "fold", Some("Twice"))?.contains("main.Twice"));
/// assert!(after_pass(&engine, &program, "no such pass", None).is_err());
/// # Ok::<(), purlin::CompileError>(())
/// ```
pub fn after_pass<'a>(
    engine: &Engine,
    program: impl Into<Program<'a>>,
    pass: &str,
    filter: Option<&str>,
) -> Result<String, CompileError> {
    let mut options = middle::options(engine.config())?;
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
    let compiled = engine.front_end(&program.into(), &mut timings)?.compiled;
    let mut module = compiled.module;
    if stage != Stage::Ir {
        middle::whole(options, &mut module, &mut timings)?;
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
    let natives = link::bind_natives(
        &module,
        &compiled.tables.natives,
        &compiled.tables.host_functions,
        engine.host_packages(),
        &Arc::new(compiled.tables.types.clone()),
    )?;
    let module = Arc::new(ir::LazyModule::from(module));
    let mut out = String::new();
    for id in wanted {
        let text = tiers::print_function(&module, &natives, id, stage);
        let name = &module.funcs[id].name;
        let _ = writeln!(out, "; {id} {name}\n{}", text.unwrap_or_else(|e| format!("; {e}\n")));
    }
    Ok(out)
}
