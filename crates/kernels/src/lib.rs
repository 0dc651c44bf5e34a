//! Kernels of library code: what the standard packages of a guest language compute, as functions over slices,
//! numbers and plain Rust types. Knows no guest, no run time, no gas, and no crate of the workspace.
//!
//! Where the results of several languages could differ, the module says whose it follows and from which
//! source. Memory that may overlap, as slices of a guest may, is taken as slices of cells.

#![forbid(unsafe_code)]
#![warn(missing_docs)]
#![warn(unreachable_pub)]

pub mod big;
#[cfg(feature = "cipher")]
pub mod cipher;
pub mod compress;
pub mod encoding;
pub mod files;
pub mod float;
#[cfg(feature = "hash")]
pub mod hash;
pub mod html;
pub mod integer;
#[cfg(feature = "math")]
pub mod math;
#[cfg(feature = "unicode")]
pub mod quote;
pub mod random;
#[cfg(feature = "regexp")]
pub mod regexp;
#[cfg(feature = "search")]
pub mod search;
pub mod time;
#[cfg(feature = "unicode")]
pub mod unicode;
pub mod utf8;
