//! From a front end's output to a module that isolates can be made of. `purlin inspect` prints a program
//! between these stages.
//!
//! source ──guest──> ir::Module ──link──> Module ──verify──> ──optimise──> ──tiers──> bytecode, machine code
//!
//! What follows `link` happens to each function when it is first used (`middle.rs`).

use std::sync::Arc;

use purlin_base::{Diagnostic, SourceMap};
use purlin_ir as ir;
use purlin_runtime::border::{Callee, Export};

use crate::config::Config;
use crate::error::CompileError;
use crate::form::{Forms, Recipe};
use crate::guest::{Compiled, Guest, GuestTables};
use crate::host::HostPackage;
use crate::link;
use crate::measure::Ledger;
use crate::middle::{self, When};
use crate::module::{Module, ModuleInner};
use crate::tiers::Kept;
use crate::timings::Timings;

/// Links a front end's output and prepares its tiers.
pub(crate) fn module(
    config: &Config,
    guest: Arc<dyn Guest>,
    sources: SourceMap,
    compiled: Compiled,
    host: &[HostPackage],
    timings: &mut Timings,
) -> Result<Module, CompileError> {
    let Compiled { module, tables, exports, uncallable, init, prepared } = compiled;
    exports.iter().try_for_each(|export| link::compare_export(&module, &tables.types, export))?;
    let ledger = Arc::new(Ledger::default());
    let when = When::new(config, &*guest);
    let source = (when == When::AllFirst).then(|| module.clone());
    let prepared = if middle::takes_prepared(config, when) { prepared } else { Default::default() };
    let forms = prepared.forms.clone();
    let ir = Arc::new(middle::lazy(config, when, (module, forms), &ledger, None, timings)?);
    let kept = Kept { prepared, ..Kept::default() };
    let parts = Parts { guest, sources, ir, ledger, when, tables, exports, uncallable, init, source, kept };
    let made = timings.time("link", || assemble(config, parts, host))?;
    let plain = &made.forms.plain;
    if let Some((func, why)) = plain.tiers.unlowerable() {
        let body = plain.ir.funcs[func].body.as_ref();
        let pos = body.and_then(|b| b.locs.values().map(|l| l.pos).filter(|p| p.is_some()).min());
        return Err(CompileError::new(made.sources, vec![Diagnostic::error(pos.unwrap_or_default(), why)]));
    }
    Ok(Module(Arc::new(made)))
}

/// What a module is put together from: fresh from a front end, or as it was read.
pub(crate) struct Parts {
    pub guest: Arc<dyn Guest>,
    pub sources: SourceMap,
    pub ir: Arc<ir::LazyModule>,
    pub ledger: Arc<Ledger>,
    pub when: When,
    pub tables: GuestTables,
    pub exports: Vec<Export>,
    pub uncallable: Vec<(String, String)>,
    pub init: Option<ir::FuncId>,
    pub source: Option<ir::Module>,
    pub kept: Kept,
}

/// Links a module and prepares its tiers.
pub(crate) fn assemble(
    config: &Config,
    parts: Parts,
    host: &[HostPackage],
) -> Result<ModuleInner, CompileError> {
    let Parts { guest, sources, ir, ledger, when, tables, exports, uncallable, init, source, kept } = parts;
    let layout = Arc::new(ir::layout::Layout::new(&ir));
    let host_functions = tables.host_functions.clone();
    let parts = link::link(&ir, tables, host, &layout)?;
    let prepared = kept.prepared.clone();
    let recipe = Recipe { config: config.clone(), when, layout, parts, host_functions, prepared };
    let plain = recipe.form(ir, ledger, kept)?;
    let types = recipe.parts.types.clone();
    let callee = |export: Export| {
        let name = export.name.clone();
        (name, Arc::new(Callee::new(export, init.map(|init| init.as_u32()), &types)))
    };
    let exports = exports.into_iter().map(callee).collect();
    let uncallable = uncallable.into_iter().collect();
    let forms = Forms::new(plain, recipe, source);
    Ok(ModuleInner {
        guest,
        sources,
        forms,
        exports,
        uncallable,
        init,
        #[cfg(feature = "arrow")]
        columns: Default::default(),
    })
}
