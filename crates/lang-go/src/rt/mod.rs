//! Go's run time, as far as it is Go's own: how panics are worded and recovered from, how slices grow, how
//! types are ordered. What any statically typed language needs is in `purlin_runtime`.

mod growth;
mod order;
mod raises;
mod slices;
mod words;

use purlin_runtime::types::TypeNo;

pub(crate) use order::by_type;
pub(crate) use raises::{
    CAUGHT, PANIC, PANIC_ASSERT, PANIC_RANGE, PANIC_SLICE, PANIC_TEXT, RAISE_AGAIN, RAISES, RECOVER,
    RECOVERED, SET_DEFERRING, SPAWN, TAKE_DEFERRING,
};
pub(crate) use slices::{GROW, SLICES};
pub use words::WORDS;
pub(crate) use words::trap as trap_text;

use crate::natives::Symbols;

/// What Go's natives find at run time, attached to each module.
pub(crate) struct GoData {
    /// The type of run-time errors; a boxed string. 0 if the program has none.
    pub(crate) error_type: TypeNo,
    /// The types of assertions that do not hold, and of panics with nil: pointers to a string, or 0 in
    /// programs without.
    pub(crate) assertion_type: TypeNo,
    pub(crate) nil_panic_type: TypeNo,
    /// Names and places, if the program asks where it is.
    pub(crate) symbols: Option<Symbols>,
}
