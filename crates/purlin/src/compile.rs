//! From a front end's output to a module that isolates can be made of. `purlin inspect` prints a program
//! between these stages.
//!
//! source ──guest──> ir::Module ──link──> Module ──verify──> ──optimise──> ──tiers──> bytecode, machine code
//!
//! What follows `link` happens to each function when it is first used.

use std::sync::Arc;

use purlin_base::{Diagnostic, SourceMap};
use purlin_ir as ir;
use purlin_opt::passes;
use purlin_runtime::cpu::thread_time;

use crate::config::Config;
use crate::error::CompileError;
use crate::form::{Forms, Recipe};
use crate::guest::{Compiled, Guest};
use crate::host::HostPackage;
use crate::link;
use crate::measure::Ledger;
use crate::module::{Module, ModuleInner};
use crate::timings::Timings;

/// When functions are verified and optimised.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum When {
    /// All before any runs.
    AllFirst,
    /// All are verified before any runs, so that the author of the IR hears of errors; each is optimised at
    /// its first use.
    AllVerifiedFirst,
    /// Each at its first use.
    FirstUse,
}

impl When {
    fn new(config: &Config, guest: &dyn Guest) -> When {
        match guest.verifies_late() {
            _ if config.eager || config.verify => When::AllFirst,
            true if !cfg!(debug_assertions) => When::FirstUse,
            _ => When::AllVerifiedFirst,
        }
    }
}

fn internal(what: impl ToString) -> CompileError {
    CompileError::message(format!("internal error: {}", what.to_string()))
}

pub(crate) fn options(config: &Config) -> Result<passes::Options, CompileError> {
    let mut options = passes::Options::default();
    for pass in &config.disabled_passes {
        options.disable(pass).map_err(|e| CompileError::message(e.to_string()))?;
    }
    options.verify_each |= config.verify;
    Ok(options)
}

/// Verifies and optimises a whole module.
pub(crate) fn middle(
    options: &passes::Options,
    module: &mut ir::Module,
    timings: &mut Timings,
) -> Result<passes::Report, CompileError> {
    timings.time("verify", || ir::verify::module(module)).map_err(internal)?;
    let report = timings.time("optimise", || passes::optimise(module, options)).map_err(internal)?;
    timings.passes.clone_from(&report.times);
    Ok(report)
}

/// A module whose functions are verified and optimised when `when` says.
pub(crate) fn lazy_middle(
    config: &Config,
    when: When,
    mut module: ir::Module,
    ledger: &Arc<Ledger>,
    timings: &mut Timings,
) -> Result<ir::LazyModule, CompileError> {
    let options = options(config)?;
    match when {
        When::AllFirst => {
            ledger.add(&middle(&options, &mut module, timings)?);
            return Ok(module.into());
        }
        When::AllVerifiedFirst => timings.time("verify", || ir::verify::module(&module)),
        When::FirstUse => timings.time("verify", || ir::verify::tables(&module)),
    }
    .map_err(internal)?;
    let (ledger, measure) = (ledger.clone(), config.measure);
    let finish = move |module: &ir::Module, id: ir::FuncId, body: &ir::Function| {
        let start = measure.then(thread_time);
        if when == When::FirstUse {
            ir::verify::body(module, id, body).map_err(|e| e.to_string())?;
        }
        let mut body = body.clone();
        let mut report = passes::Report::default();
        passes::function(module, id, &mut body, &options, &mut report).map_err(|e| e.to_string())?;
        ledger.add(&report);
        if let Some(start) = start {
            ledger.took(id, thread_time() - start);
        }
        Ok(body)
    };
    Ok(ir::LazyModule::new(module, Box::new(finish)))
}

/// Links a front end's output and prepares its tiers.
pub(crate) fn module(
    config: &Config,
    guest: Arc<dyn Guest>,
    sources: SourceMap,
    compiled: Compiled,
    host: &[HostPackage],
    timings: &mut Timings,
) -> Result<Module, CompileError> {
    let Compiled { module, tables, exports, uncallable, init } = compiled;
    exports.iter().try_for_each(|export| link::compare_export(&module, export))?;
    let ledger = Arc::new(Ledger::default());
    let when = When::new(config, &*guest);
    let source = (when == When::AllFirst).then(|| module.clone());
    let ir = Arc::new(lazy_middle(config, when, module, &ledger, timings)?);
    let layout = Arc::new(ir::layout::Layout::new(&ir));
    let parts = timings.time("link", || link::link(&ir, tables, host, &layout))?;
    let recipe = Recipe { config: config.clone(), when, layout, parts, source };
    let plain = recipe.form(ir, ledger);
    if let Some((func, why)) = plain.tiers.unlowerable() {
        let body = plain.ir.funcs[func].body.as_ref();
        let pos = body.and_then(|b| b.locs.values().map(|l| l.pos).filter(|p| p.is_some()).min());
        return Err(CompileError::new(sources, vec![Diagnostic::error(pos.unwrap_or_default(), why)]));
    }
    let exports = exports.into_iter().map(|e| (e.name.clone(), e)).collect();
    let uncallable = uncallable.into_iter().collect();
    let forms = Forms::new(plain, recipe);
    Ok(Module(Arc::new(ModuleInner { guest, sources, forms, exports, uncallable, init })))
}
