//! The natives behind our Go library in `std/`: what Go source cannot do, or not fast enough.
//!
//! A function without body in package `p` is the native `p.Func`; its arguments are the components of its
//! parameters (`docs/go-lowering.md`). Knows nothing of the checker or of lowering.

mod big;
mod callers;
mod encoding;
mod hash;
mod html;
mod math;
mod os;
mod rand;
mod regexp;
mod rt;
mod runtime;
mod strconv;
mod sync;
mod text;
mod time;
mod unicode;
mod unicode_tables;

pub use callers::Symbols;
use purlin_runtime::native::Native;

type Table = &'static [(&'static str, Native)];

const TABLES: &[Table] = &[
    big::NATIVES,
    callers::NATIVES,
    encoding::NATIVES,
    hash::NATIVES,
    html::NATIVES,
    os::NATIVES,
    rand::NATIVES,
    regexp::NATIVES,
    rt::NATIVES,
    runtime::NATIVES,
    strconv::NATIVES,
    sync::NATIVES,
    text::NATIVES,
    time::NATIVES,
    unicode::NATIVES,
    unicode_tables::NATIVES,
    math::NATIVES,
];

/// The native with this name, if there is one.
pub fn lookup(name: &str) -> Option<Native> {
    TABLES.iter().flat_map(|t| t.iter()).find(|(n, _)| *n == name).map(|(_, native)| native.clone())
}

/// The names of all of them.
pub fn names() -> impl Iterator<Item = &'static str> {
    TABLES.iter().flat_map(|t| t.iter()).map(|(name, _)| *name)
}
