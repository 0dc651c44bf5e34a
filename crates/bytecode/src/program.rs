//! A module's bytecode, lowered function by function when first needed. Shared by all isolates.

use std::sync::{Arc, OnceLock};

use purlin_base::EntityRef as _;
use purlin_base::grow::{Full, GrowingList};
use purlin_ir::layout::Layout;
use purlin_ir::{FuncId, LazyModule};

use crate::func::Func;
use crate::lower::{Error, Options, lower_body};

type Lowered = OnceLock<Result<Box<Func>, Error>>;

/// A module's functions as bytecode.
pub struct Program {
    module: Arc<LazyModule>,
    layout: Arc<Layout>,
    options: Options,
    funcs: GrowingList<Lowered>,
}

impl Program {
    /// Lowers nothing yet. What the module gives has been verified.
    pub fn new(module: Arc<LazyModule>, layout: Arc<Layout>, options: Options) -> Program {
        let funcs = module.funcs.keys().map(|_| OnceLock::new()).collect();
        Program { module, layout, options, funcs }
    }

    /// Takes in the functions that the module has gained. The caller makes sure that there is only one such
    /// call at a time.
    ///
    /// # Errors
    /// No function can be added any more.
    pub fn grow(&self) -> Result<(), Full> {
        (self.funcs.len()..self.module.funcs.len())
            .try_for_each(|_| self.funcs.push(OnceLock::new()).map(drop))
    }

    /// The number of functions.
    pub fn len(&self) -> usize {
        self.funcs.len()
    }

    pub fn is_empty(&self) -> bool {
        self.funcs.is_empty()
    }

    pub fn module(&self) -> &Arc<LazyModule> {
        &self.module
    }

    /// The functions that have been lowered.
    pub fn lowered(&self) -> impl Iterator<Item = &Func> {
        self.funcs.iter().filter_map(|cell| cell.get()?.as_deref().ok())
    }

    /// A function, lowered now if this is the first call for it. `None` if there is no such function.
    pub fn func(&self, id: u32) -> Option<Result<&Func, &Error>> {
        let cell = self.funcs.get(id as usize)?;
        let lower = || {
            let id = FuncId::new(id as usize);
            let missing = |why| Error::NoBody { func: self.module.funcs[id].name.clone(), why };
            let body = self.module.body(id).map_err(missing)?;
            lower_body(self.module.view(id), &self.layout, id, body, self.options).map(Box::new)
        };
        Some(cell.get_or_init(lower).as_ref().map(|f| &**f))
    }
}
