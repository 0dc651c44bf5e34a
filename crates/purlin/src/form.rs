//! The forms of a compiled program. What runs where nothing is limited but gas and memory is the *plain* form.
//! Isolates that limit nested calls or allocated bytes run a *counting* form, whose code counts what the front
//! end made, before the passes: the count is the same in every tier, and the plain form pays nothing for it.
//!
//! Counting forms are made when the first isolate needs one, and kept. All forms number functions, natives,
//! types and data alike.

use std::io;
use std::sync::{Arc, OnceLock};

use purlin_ir as ir;
use purlin_opt::count_calls;
use purlin_runtime::vm::{Limits, Shared};

use crate::compile::{self, When};
use crate::config::Config;
use crate::error::CompileError;
use crate::link::LinkParts;
use crate::measure::Ledger;
use crate::tiers::Tiers;
use crate::timings::Timings;

/// One form: its IR, the tiers that run it, and what isolates share of it.
pub(crate) struct Form {
    pub ir: Arc<ir::LazyModule>,
    pub tiers: Arc<Tiers>,
    pub shared: Shared,
    pub ledger: Arc<Ledger>,
}

/// What all forms of a program are made from.
pub(crate) struct Recipe {
    pub config: Config,
    pub when: When,
    pub layout: Arc<ir::layout::Layout>,
    pub parts: LinkParts,
    /// What the front end made, where the plain form no longer has it.
    pub source: Option<ir::Module>,
}

impl Recipe {
    /// The form of a module whose functions get their final form as `ir` says.
    pub(crate) fn form(&self, ir: Arc<ir::LazyModule>, ledger: Arc<Ledger>) -> Form {
        let tiers = Tiers::new(&self.config, &ir, &self.layout, &self.parts);
        let shared = tiers.share(self.parts.clone(), &ir, self.config.stress);
        Form { ir, tiers, shared, ledger }
    }
}

/// The forms of a program that exist.
pub(crate) struct Forms {
    pub plain: Form,
    recipe: Recipe,
    /// By what is counted; the first stays empty.
    counting: [OnceLock<Result<Form, CompileError>>; 4],
}

impl Forms {
    pub(crate) fn new(plain: Form, recipe: Recipe) -> Forms {
        Forms { plain, recipe, counting: Default::default() }
    }

    /// The form for isolates with these limits.
    ///
    /// # Errors
    /// A function of a counting form may be too large for a frame when the plain one was just small enough.
    pub(crate) fn for_limits(&self, limits: &Limits) -> io::Result<&Form> {
        let counted =
            ir::Counted { calls: limits.call_depth.is_some(), allocations: limits.alloc_bytes.is_some() };
        if counted == ir::Counted::default() {
            return Ok(&self.plain);
        }
        let cell = &self.counting[usize::from(counted.calls) * 2 + usize::from(counted.allocations)];
        cell.get_or_init(|| self.make(counted)).as_ref().map_err(|e| io::Error::other(e.to_string()))
    }

    fn make(&self, counted: ir::Counted) -> Result<Form, CompileError> {
        let Recipe { config, when, source, .. } = &self.recipe;
        let mut module = source.as_ref().unwrap_or(&self.plain.ir).clone();
        module.counted = counted;
        if counted.calls {
            count_calls::module(&mut module);
        }
        let ledger = Arc::new(Ledger::default());
        let ir = compile::lazy_middle(config, *when, module, &ledger, &mut Timings::default())?;
        let form = self.recipe.form(Arc::new(ir), ledger);
        match form.tiers.unlowerable() {
            Some((func, why)) => {
                let name = &form.ir.funcs[func].name;
                Err(CompileError::message(format!("{name}, where calls are counted: {why}")))
            }
            None => Ok(form),
        }
    }

    /// All that exist, the plain one first.
    pub(crate) fn all(&self) -> impl Iterator<Item = &Form> {
        let counting = self.counting.iter().filter_map(|cell| cell.get()?.as_ref().ok());
        std::iter::once(&self.plain).chain(counting)
    }
}
