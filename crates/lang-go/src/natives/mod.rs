//! The natives behind our Go library in `std/`: what Go source cannot do, or not fast enough.
//!
//! A function without body in package `p` is the native `p.Func`; its arguments are the components of its
//! parameters (`docs/go-lowering.md`). Knows nothing of the checker or of lowering.

mod beneath;
mod big;
mod callers;
mod codec;
mod encoding;
mod entropy;
mod hash;
mod html;
mod json;
mod math;
mod os;
mod rand;
mod raw;
mod regexp;
mod rt;
mod runtime;
mod strconv;
mod sync;
mod testing;
mod text;
mod time;
mod unicode;
mod unicode_tables;

use purlin_runtime::native::Row;

pub(crate) use callers::symbols_wanted_by;

/// The rows that lowering names for `print` and `println`.
pub(crate) mod prints {
    pub(crate) use super::runtime::{
        PRINT_BOOL, PRINT_COMPLEX, PRINT_COMPLEX64, PRINT_FLOAT, PRINT_FLOAT32, PRINT_INT, PRINT_NEWLINE,
        PRINT_POINTER, PRINT_SPACE, PRINT_STRING, PRINT_UINT,
    };
}

const TABLES: &[&[Row]] = &[
    crate::rt::RAISES,
    crate::rt::SLICES,
    big::BIG,
    callers::CALLERS,
    callers::PROFILE,
    entropy::ENTROPY,
    html::HTML,
    json::JSON,
    os::STDIO,
    os::OS,
    rand::RAND,
    rand::ZIGGURAT,
    rand::RAND_V2,
    regexp::REGEXP,
    raw::RAW,
    rt::RT,
    runtime::DEBUG,
    runtime::RUNTIME,
    strconv::STRCONV,
    sync::FATAL,
    sync::SYNC,
    sync::SYNCTEST,
    sync::CLOCK,
    testing::TESTING,
    text::TEXT,
    time::TIME,
    unicode::UNICODE,
    unicode_tables::UNICODE_TABLES,
    math::MATH,
];

/// All of them, by package.
pub fn all() -> impl Iterator<Item = &'static Row> {
    let families = TABLES.iter().chain(&encoding::ENCODINGS).chain(&hash::HASHES).chain(&codec::CODECS);
    families.flat_map(|table| table.iter())
}

/// The native with this name, if there is one.
pub(crate) fn lookup(name: &str) -> Option<&'static Row> {
    all().find(|row| row.name() == name)
}
