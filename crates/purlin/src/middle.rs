//! The mid-end of one module: all of it at once, or each function when it is first used. Knows nothing of how
//! functions are linked or run.

use std::sync::{Arc, Mutex, PoisonError};

use purlin_base::map::HashMap;
use purlin_base::wire::PackedList;
use purlin_ir as ir;
use purlin_opt::{any_program, passes, probes};
use purlin_runtime::cpu::thread_time;

use crate::config::Config;
use crate::error::CompileError;
use crate::guest::Guest;
use crate::measure::Ledger;
use crate::timings::Timings;

/// What the probes and polls of each function look at, for a form that is profiled.
#[derive(Default)]
pub(crate) struct SightTable(Mutex<HashMap<ir::FuncId, Arc<probes::Sights>>>);

impl SightTable {
    /// What the probes and polls of a function look at, if it has its final form.
    pub(crate) fn of(&self, func: ir::FuncId) -> Option<Arc<probes::Sights>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get(&func).cloned()
    }
}

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
    pub(crate) fn new(config: &Config, guest: &dyn Guest) -> When {
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
pub(crate) fn whole(
    options: &passes::Options,
    module: &mut ir::Module,
    timings: &mut Timings,
) -> Result<passes::Report, CompileError> {
    timings.time("verify", || ir::verify::module(module)).map_err(internal)?;
    let report = timings.time("optimise", || passes::optimise(module, options)).map_err(internal)?;
    timings.passes.clone_from(&report.times);
    Ok(report)
}

/// Whether a module takes what was made of its functions when Purlin was built: it has those that its front
/// end made, and all passes of the mid-end run on each at its first use.
pub(crate) fn takes_prepared(config: &Config, when: When) -> bool {
    when != When::AllFirst && config.disabled_passes.is_empty() && !config.unmetered && !config.races
}

/// A module whose functions are verified and optimised when `when` says, but for those whose final form is
/// among `forms`: they are taken unless all are optimised first.
pub(crate) fn lazy(
    config: &Config,
    when: When,
    (mut module, forms): (ir::Module, PackedList),
    ledger: &Arc<Ledger>,
    sights: Option<&Arc<SightTable>>,
    timings: &mut Timings,
) -> Result<ir::LazyModule, CompileError> {
    let options = options(config)?;
    let finish = finish(config, when, options.clone(), ledger, sights.cloned());
    match when {
        When::AllFirst => {
            ledger.add(&whole(&options, &mut module, timings)?);
            Ok(())
        }
        When::AllVerifiedFirst => timings.time("verify", || ir::verify::module(&module)),
        When::FirstUse => timings.time("verify", || ir::verify::tables(&module)),
    }
    .map_err(internal)?;
    Ok(match when {
        When::AllFirst => ir::LazyModule::with_final_bodies(module, Some(finish)),
        When::AllVerifiedFirst | When::FirstUse => ir::LazyModule::restored(module, forms, finish),
    })
}

/// A module that was read, with the final forms that it was written with.
pub(crate) fn restored(
    config: &Config,
    when: When,
    module: ir::Module,
    kept: PackedList,
    ledger: &Arc<Ledger>,
) -> Result<ir::LazyModule, CompileError> {
    let finish = finish(config, when, options(config)?, ledger, None);
    Ok(ir::LazyModule::restored(module, kept, finish))
}

/// What gives one function its final form: the one that was prepared, or else it is verified and optimised.
fn finish(
    config: &Config,
    when: When,
    options: passes::Options,
    ledger: &Arc<Ledger>,
    sights: Option<Arc<SightTable>>,
) -> ir::lazy::Finish {
    let (ledger, measure) = (ledger.clone(), config.measure);
    let takes_forms = takes_prepared(config, when);
    Box::new(move |module: &ir::Module, id: ir::FuncId, body: &ir::Body| {
        let start = measure.then(thread_time);
        let form = if takes_forms { body.prepared_form() } else { None };
        let mut body = match form.filter(|form| any_program::is_final(module, &form.asked)) {
            Some(form) => form.function,
            None => {
                let mut report = passes::Report::default();
                let made = optimised(module, id, body, when == When::FirstUse, &options, &mut report)?;
                ledger.add(&report);
                made
            }
        };
        if let Some(sights) = &sights {
            let seen = probes::place(&mut body);
            sights.0.lock().unwrap_or_else(PoisonError::into_inner).insert(id, Arc::new(seen));
        }
        if let Some(start) = start {
            ledger.took(id, thread_time() - start);
        }
        Ok(body)
    })
}

/// What the mid-end makes of a function.
fn optimised(
    module: &ir::Module,
    id: ir::FuncId,
    body: &ir::Function,
    verify: bool,
    options: &passes::Options,
    report: &mut passes::Report,
) -> Result<ir::Function, String> {
    if verify {
        ir::verify::body(module, id, body).map_err(|e| e.to_string())?;
    }
    let mut body = body.clone();
    passes::function(module, id, &mut body, options, report).map_err(|e| e.to_string())?;
    Ok(body)
}
