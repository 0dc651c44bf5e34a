//! Go's run time, as far as it is Go's own: how panics are worded and recovered from, how slices grow, how
//! types are ordered. What any statically typed language needs is in `purlin_runtime`.

mod data;
mod growth;
mod order;
mod raises;
mod slices;
mod trap_text;
mod words;

pub use data::covered;
pub(crate) use data::{ErrorTypes, GoData, RuntimeFunc, Symbols};
pub(crate) use growth::grow_array_capacity;
pub(crate) use order::by_type;
pub(crate) use raises::{
    CAUGHT, DEFERRED_RECOVER, NO_FUNCTION, PANIC, PANIC_ASSERT, PANIC_RANGE, PANIC_SLICE, PANIC_TEXT,
    RAISE_AGAIN, RAISES, RECOVER, RECOVERED, SET_DEFERRING, SPAWN, TAKE_DEFERRING, UNSIGNED_BOUND,
    has_method, method_name,
};
pub(crate) use slices::{GROW, SLICES};
pub(crate) use trap_text::trap_text;
pub use words::WORDS;
