//! The mid-end: passes over the IR that every tier runs after. `passes.rs` has the ordered list.
//!
//! Knows nothing of guests, of bytecode, of machine code. Gas is not its business either: what was charged
//! on a way through a function before a pass is charged on that way after it, in front of the same effects.

#![forbid(unsafe_code)]

pub mod bits;
pub mod charges;
mod clean;
mod copies;
pub mod counts;
pub mod dce;
pub mod devirtualise;
mod dispatch;
mod escapes;
pub mod eval;
pub mod fold;
pub mod frames;
pub mod gvn;
pub mod idioms;
pub mod inline;
pub mod licm;
pub mod lookups;
pub mod loops;
pub mod passes;
pub mod pipeline;
pub mod places;
pub mod polls;
pub mod promote;
pub mod ranges;
pub mod scalars;
pub mod strength;
mod sums;
pub mod unmeter;
pub mod unroll;

pub use counts::{Counts, Rewrite};
pub use passes::{Options, PASSES, Pass, PassError, Report, optimise};
