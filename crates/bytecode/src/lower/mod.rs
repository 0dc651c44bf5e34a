//! Lowering of one IR function to bytecode, in steps: instructions are chosen (with what folds into them),
//! constants moved out of loops, live ranges found, slots assigned, words emitted.

mod assign;
mod emit;
mod fuse;
mod hoist;
mod moves;
mod ranges;
mod select;

use std::fmt;

use purlin_ir::layout::Layout;
use purlin_ir::lazy::BodyError;
use purlin_ir::{FuncId, Function, Module};

use crate::func::Func;

/// Slots that a frame may have.
pub const MAX_SLOTS: u32 = 65_000;

/// How to lower.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// Put an `ask` after every poll (stress mode `osr`).
    pub ask: bool,
}

/// Why a function has no bytecode.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Error {
    /// The function was only declared, or it is not well formed.
    NoBody { func: String, why: BodyError },
    /// The function needs more slots than instructions can name.
    TooManySlots { func: String, slots: u64 },
    /// An offset does not fit its instruction.
    TooLarge { func: String, what: &'static str },
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::NoBody { func, why } => write!(f, "{func}: {why}"),
            Error::TooManySlots { func, slots } => {
                write!(f, "{func} needs {slots} slots in its frame; at most {MAX_SLOTS} are supported")
            }
            Error::TooLarge { func, what } => write!(f, "{func} is too large: {what}"),
        }
    }
}

impl std::error::Error for Error {}

/// Lowers a function of a verified module.
pub fn lower_function(module: &Module, layout: &Layout, id: FuncId, options: Options) -> Result<Func, Error> {
    let decl = &module.funcs[id];
    let missing = || Error::NoBody { func: decl.name.to_string(), why: BodyError::Missing };
    lower_body(module, layout, id, decl.body.as_deref().ok_or_else(missing)?, options)
}

/// Lowers `body`, the final form of that of a function.
pub fn lower_body(
    module: &Module,
    layout: &Layout,
    id: FuncId,
    body: &Function,
    options: Options,
) -> Result<Func, Error> {
    let name = || module.funcs[id].name.to_string();
    let mut code = select::select(layout, body).map_err(|what| Error::TooLarge { func: name(), what })?;
    code.hoisted = hoist::hoist(body, &mut code);
    let ranges = ranges::Ranges::new(body, &code);
    let too_many = |slots| Error::TooManySlots { func: name(), slots };
    let slots = assign::assign(body, &code, &ranges, true)
        .or_else(|_| assign::assign(body, &code, &ranges, false))
        .map_err(too_many)?;
    let short = emit::emit(module, id, body, &code, &slots, &ranges, options, false);
    let func = match short {
        Err(emit::Stop::FarJump) => emit::emit(module, id, body, &code, &slots, &ranges, options, true),
        other => other,
    };
    func.map_err(|stop| match stop {
        emit::Stop::FarJump => Error::TooLarge { func: name(), what: "a jump over 2 GiB of code" },
        emit::Stop::TooManySlots(slots) => too_many(slots),
    })
}
