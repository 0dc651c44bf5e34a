//! The weights of what only Go has, beside those that all front ends share. The library's own sources are not
//! counted.

pub use purlin_base::budget::{Budget, SOURCE_BYTE, TOKEN, function};

/// Bytes for each instance of a generic function.
pub const INSTANCE: u64 = 5_000;
/// Bytes for each method that an interface has from another one that it embeds.
pub const EMBEDDED_METHOD: u64 = 100;
/// Bytes for each function that the order of initialisation visits for one package variable: more for the
/// time that a visit takes than for its memory.
pub const INIT_STEP: u64 = 16;
