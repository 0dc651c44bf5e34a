//! The forms of a compiled program. Isolates that limit nested calls or allocated bytes run a *counting*
//! form, whose code counts what the front end made, before the passes: the count is the same in every tier.
//! All others run the *plain* form, which pays nothing for it.
//!
//! Counting forms are made when the first isolate needs one, and kept. All forms number functions, natives,
//! types and data alike.

use std::io;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use purlin_base::grow::Full;
use purlin_base::wire::PackedList;
use purlin_ir as ir;
use purlin_opt::{count_calls, probes};
use purlin_runtime::vm::{Limits, Shared};

use crate::config::Config;
use crate::error::CompileError;
use crate::guest::HostDeclaration;
use crate::link::{self, LinkParts};
use crate::measure::Ledger;
use crate::middle::{self, SightTable, When};
use crate::tiers::{Kept, Tiers};
use crate::timings::Timings;

/// One form: its IR, the tiers that run it, and what isolates share of it.
pub(crate) struct Form {
    pub ir: Arc<ir::LazyModule>,
    pub tiers: Arc<Tiers>,
    pub shared: Shared,
    pub ledger: Arc<Ledger>,
    /// What probes and polls look at, by function; empty where the form is not profiled.
    pub sights: Arc<SightTable>,
}

/// What all forms of a program are made from.
pub(crate) struct Recipe {
    pub config: Config,
    pub when: When,
    pub layout: Arc<ir::layout::Layout>,
    pub parts: LinkParts,
    /// The functions of host packages that the program calls.
    pub host_functions: Vec<HostDeclaration>,
    /// What was made of the plain form's functions when Purlin was built.
    pub prepared: ir::Prepared,
}

impl Recipe {
    /// The form of a module whose functions get their final form as `ir` says. Its tiers begin with what is
    /// in `kept`.
    pub(crate) fn form(
        &self,
        ir: Arc<ir::LazyModule>,
        ledger: Arc<Ledger>,
        kept: Kept,
    ) -> Result<Form, CompileError> {
        let tiers = Tiers::new(&self.config, &ir, &self.layout, &self.parts, kept)?;
        let shared = tiers.share(self.parts.clone(), &ir, self.config.stress)?;
        Ok(Form { ir, tiers, shared, ledger, sights: Arc::default() })
    }
}

/// What additions to a module change besides its forms.
pub(crate) struct Growth {
    /// What the front end made and what was added, where the plain form no longer has it.
    pub source: Option<ir::Module>,
    /// An addition has failed halfway.
    pub failed: bool,
}

/// Lets the code of a module count.
fn count(module: &mut ir::Module, counted: ir::Counted) {
    module.counted = counted;
    if counted.calls {
        count_calls::module(module);
    }
    if counted.gas {
        probes::split(module);
    }
}

impl Form {
    /// Adds the functions of `module`, which has all that were there before, as the front end built them.
    /// `natives` are the addresses of the register forms of all natives.
    pub(crate) fn grow(&self, mut module: ir::Module, natives: &[usize]) -> Result<(), CompileError> {
        count(&mut module, self.ir.counted);
        let full = |full: Full| CompileError::message(full.to_string());
        for decl in module.funcs.values().skip(self.ir.funcs.len()) {
            self.shared.shapes.push(link::shape(&module, decl)).map_err(full)?;
        }
        self.ir.extend(module).map_err(full)?;
        self.tiers.grow(natives)
    }
}

/// The forms of a program that exist.
pub(crate) struct Forms {
    pub plain: Form,
    pub recipe: Recipe,
    /// Taken by who adds to the module, and by who makes a form of it.
    pub growth: Mutex<Growth>,
    /// By what is counted; the first stays empty.
    counting: [OnceLock<Result<Form, CompileError>>; 8],
}

impl Forms {
    pub(crate) fn new(plain: Form, recipe: Recipe, source: Option<ir::Module>) -> Forms {
        let growth = Mutex::new(Growth { source, failed: false });
        Forms { plain, recipe, growth, counting: Default::default() }
    }

    /// The form for isolates with these limits, which may be `profiled`.
    ///
    /// # Errors
    /// A function of a counting form may be too large for a frame when the plain one was just small enough.
    pub(crate) fn for_limits(&self, limits: &Limits, profiled: bool) -> io::Result<&Form> {
        let counted = ir::Counted {
            calls: limits.call_depth.is_some(),
            allocations: limits.alloc_bytes.is_some(),
            gas: profiled,
        };
        if counted == ir::Counted::default() {
            return Ok(&self.plain);
        }
        let bits = [counted.calls, counted.allocations, counted.gas];
        let cell = &self.counting[bits.iter().fold(0, |sum, bit| 2 * sum + usize::from(*bit))];
        if cell.get().is_none() {
            // An addition must find every form that exists, and a new form has all additions.
            let growth = self.growth.lock().unwrap_or_else(PoisonError::into_inner);
            cell.get_or_init(|| self.make(counted, &growth));
        }
        let made = cell.get().ok_or_else(|| io::Error::other("the form is missing"))?;
        made.as_ref().map_err(|e| io::Error::other(e.to_string()))
    }

    fn make(&self, counted: ir::Counted, growth: &Growth) -> Result<Form, CompileError> {
        let Recipe { config, when, .. } = &self.recipe;
        let mut module = growth.source.as_ref().unwrap_or(&self.plain.ir).clone();
        count(&mut module, counted);
        let ledger = Arc::new(Ledger::default());
        let sights = Arc::new(SightTable::default());
        let table = counted.gas.then_some(&sights);
        // Probes are placed when a function gets its final form.
        let when = if counted.gas && *when == When::AllFirst { When::AllVerifiedFirst } else { *when };
        let module = (module, PackedList::default());
        let ir = middle::lazy(config, when, module, &ledger, table, &mut Timings::default())?;
        let form = Form { sights, ..self.recipe.form(Arc::new(ir), ledger, Kept::default())? };
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
