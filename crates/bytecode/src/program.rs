//! A module's bytecode, lowered function by function when first needed. Shared by all isolates.

use std::sync::{Arc, OnceLock};

use purlin_base::EntityRef as _;
use purlin_base::grow::{Full, GrowingList};
use purlin_base::wire::{PackedList, Wire as _, Writer};
use purlin_ir::layout::Layout;
use purlin_ir::{FuncId, LazyModule, Prepared};

use crate::func::Func;
use crate::lower::{Error, Options, lower_body};
use crate::relocate::{Moves, relocate};

// There is one for each function, and few of them are ever made.
type Lowered = OnceLock<Result<Box<Func>, Box<Error>>>;

/// A module's functions as bytecode.
pub struct Program {
    module: Arc<LazyModule>,
    layout: Arc<Layout>,
    options: Options,
    funcs: GrowingList<Lowered>,
    /// Functions that were read with a compiled module, and are decoded when they are first needed.
    kept: PackedList,
    /// Functions that were lowered when Purlin was built, and how far globals lie from where they were then.
    prepared: (PackedList, Moves),
}

impl Program {
    /// Lowers nothing yet. What the module gives has been verified.
    pub fn new(module: Arc<LazyModule>, layout: Arc<Layout>, options: Options) -> Program {
        Program::restored(module, layout, options, PackedList::default())
    }

    /// The program of a module that was read, with what it was written with ([`Program::put_lowered`]).
    pub fn restored(
        module: Arc<LazyModule>,
        layout: Arc<Layout>,
        options: Options,
        kept: PackedList,
    ) -> Program {
        let funcs = module.funcs.keys().map(|_| OnceLock::new()).collect();
        Program { module, layout, options, funcs, kept, prepared: Default::default() }
    }

    /// Takes functions that were lowered when Purlin was built instead of lowering them, if they would be
    /// lowered with usual options.
    pub fn with_prepared(mut self, prepared: &Prepared) -> Program {
        if self.options == Options::default() && !prepared.bytecode.is_empty() {
            self.prepared = (prepared.bytecode.clone(), Moves::new(&prepared.globals, &self.layout));
        }
        self
    }

    /// How many functions are lowered and were not prepared, those included that were so when the program was
    /// read.
    pub fn lowered_count(&self) -> usize {
        let kept = |n: usize| self.kept.get(n).is_some();
        let made =
            |n: usize, cell: &Lowered| cell.get().is_some_and(Result::is_ok) && !self.is_prepared(n as u32);
        let lowered = |(n, cell): &(usize, &Lowered)| kept(*n) || made(*n, cell);
        self.funcs.iter().enumerate().filter(lowered).count()
    }

    /// Writes each function that is lowered and was not prepared, as a [`PackedList`].
    pub fn put_lowered(&self, out: &mut Writer) {
        out.packed_list(self.funcs.len(), |n, out| {
            let anew = self.funcs.get(n).filter(|_| !self.is_prepared(n as u32));
            let made = anew.and_then(|cell| cell.get()?.as_deref().ok());
            match (self.kept.get(n), made) {
                (Some(kept), _) => out.again(&kept),
                (None, Some(made)) => made.put(out),
                (None, None) => (),
            }
        });
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

    /// Whether a function was lowered when Purlin was built.
    pub fn is_prepared(&self, id: u32) -> bool {
        self.prepared.0.get(id as usize).is_some()
    }

    /// A function that was lowered when Purlin was built.
    fn prepared(&self, id: u32) -> Option<Func> {
        let (list, moves) = &self.prepared;
        let mut func = list.get(id as usize)?.decode::<Func>().ok()?;
        relocate(&mut func, moves)?;
        Some(func)
    }

    /// A function, lowered now if this is the first call for it. `None` if there is no such function.
    pub fn func(&self, id: u32) -> Option<Result<&Func, &Error>> {
        let cell = self.funcs.get(id as usize)?;
        let kept = || self.kept.get(id as usize)?.decode::<Func>().ok();
        let lower = || {
            let id = FuncId::new(id as usize);
            let missing = |why| Box::new(Error::NoBody { func: self.module.funcs[id].name.to_string(), why });
            let body = self.module.body(id).map_err(missing)?;
            let lowered = lower_body(self.module.view(id), &self.layout, id, body, self.options);
            lowered.map(Box::new).map_err(Box::new)
        };
        let made = || kept().or_else(|| self.prepared(id)).map_or_else(lower, |made| Ok(Box::new(made)));
        Some(cell.get_or_init(made).as_deref().map_err(|why| &**why))
    }
}
