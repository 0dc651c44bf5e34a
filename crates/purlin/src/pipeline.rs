//! The walk of a program through the rooms, on one screen. `purlin inspect` prints at these joints.
//!
//! source ──guest──> ir::Module ──link──> Module ──verify──> ──optimise──> ──tiers──> bytecode, machine code
//!
//! What follows `link` happens to each function when it is first used.

use std::sync::Arc;
use std::time::{Duration, Instant};

use purlin_base::{Diagnostic, SourceMap};
use purlin_ir as ir;
use purlin_opt::passes;
use purlin_runtime::cpu::thread_time;

use crate::engine::{Config, Module, ModuleInner, link};
use crate::error::CompileError;
use crate::guest::{Compiled, SourceFile};
use crate::host::HostPackage;
use crate::measure::Ledger;
use crate::tiers::Tiers;

/// How long things took, in order.
#[derive(Clone, Debug, Default)]
pub struct Timings {
    pub stages: Vec<(&'static str, Duration)>,
    /// The passes of the stage `optimise`, where that is done at once ([`Config::eager`]).
    pub passes: Vec<(&'static str, Duration)>,
}

impl Timings {
    pub(crate) fn time<R>(&mut self, stage: &'static str, f: impl FnOnce() -> R) -> R {
        let start = Instant::now();
        let result = f();
        self.stages.push((stage, start.elapsed()));
        result
    }
}

/// IR text as a program of its own.
pub(crate) fn read_ir(file: &SourceFile) -> Result<Compiled, CompileError> {
    let module = ir::parse::module(&file.text).map_err(|e| {
        let mut sources = SourceMap::new();
        let lines = file.text.split_inclusive('\n').take(e.line.saturating_sub(1) as usize);
        let offset: usize = lines.map(str::len).sum::<usize>() + e.col.saturating_sub(1) as usize;
        match sources.add(file.name.as_str(), file.text.clone()) {
            Ok(id) => {
                let pos = sources.pos(id, offset.min(file.text.len()));
                CompileError::new(sources, vec![Diagnostic::error(pos, e.message)])
            }
            Err(_) => CompileError::message("too much source"),
        }
    })?;
    Ok(Compiled {
        module,
        types: Default::default(),
        natives: Vec::new(),
        guest: Arc::new(()),
        exports: Vec::new(),
        init: None,
    })
}

/// When functions go through the mid-end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum When {
    /// All before any runs.
    Before,
    /// Verified before any runs, so that who wrote the IR hears of it; optimised before it first runs.
    VerifiedBefore,
    /// Before it first runs.
    FirstUse,
}

impl When {
    pub fn new(config: &Config, own_front_end: bool) -> When {
        match own_front_end {
            _ if config.eager || config.verify => When::Before,
            true if !cfg!(debug_assertions) => When::FirstUse,
            _ => When::VerifiedBefore,
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

/// Leaves charges only where a poll needs one to be reached some time: one unit.
pub(crate) fn leave_out_charges(module: &mut ir::Module) {
    for body in module.funcs.values_mut().filter_map(|f| f.body.as_mut()) {
        for block in body.layout.clone() {
            let before = std::mem::take(&mut body.blocks[block].insts);
            let mut kept = Vec::with_capacity(before.len());
            for (n, inst) in before.iter().enumerate() {
                let op = |inst: &ir::Inst| body.insts[*inst].op;
                if op(inst) != ir::Opcode::Charge {
                    kept.push(*inst);
                } else if before.get(n + 1).is_some_and(|next| op(next) == ir::Opcode::Poll) {
                    body.insts[*inst].imm = ir::Imm::Units(1);
                    kept.push(*inst);
                }
            }
            body.blocks[block].insts = kept;
        }
    }
}

/// Verifies and optimises.
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

/// The same, of each function when it is first asked for, as far as `when` allows.
fn lazy_middle(
    config: &Config,
    when: When,
    mut module: ir::Module,
    ledger: &Arc<Ledger>,
    timings: &mut Timings,
) -> Result<ir::LazyModule, CompileError> {
    let options = options(config)?;
    match when {
        When::Before => {
            ledger.add(&middle(&options, &mut module, timings)?);
            return Ok(module.into());
        }
        When::VerifiedBefore => timings.time("verify", || ir::verify::module(&module)),
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

/// The rest of the way, to something that isolates can be made of.
pub(crate) fn module(
    config: &Config,
    when: When,
    sources: SourceMap,
    compiled: Compiled,
    host: &[HostPackage],
    timings: &mut Timings,
) -> Result<Module, CompileError> {
    let Compiled { module, types, natives, guest, exports, init } = compiled;
    let ledger = Arc::new(Ledger::default());
    let module = Arc::new(lazy_middle(config, when, module, &ledger, timings)?);
    let layout = Arc::new(ir::layout::Layout::new(&module));
    let parts = timings.time("link", || link(&module, types, guest, natives, host, &layout))?;
    let tiers = Tiers::new(config, &module, &layout, &parts)?;
    if let Some((func, why)) = tiers.unlowerable() {
        let body = module.funcs[func].body.as_ref();
        let pos = body.and_then(|b| b.locs.values().map(|l| l.pos).filter(|p| p.is_some()).min());
        return Err(CompileError::new(sources, vec![Diagnostic::error(pos.unwrap_or_default(), why)]));
    }
    let shared = tiers.share(parts, config.stress);
    let exports = exports.into_iter().map(|e| (e.name.clone(), e)).collect();
    Ok(Module(Arc::new(ModuleInner { ir: module, sources, shared, tiers, exports, init, ledger })))
}
