//! The mid-end: passes over the IR that every tier runs after. `passes.rs` has the ordered list.
//!
//! Knows nothing of guests, of bytecode, of machine code. Gas is not its business either: what was charged
//! on a way through a function before a pass is charged on that way after it, before the same effects.

#![forbid(unsafe_code)]
#![warn(unreachable_pub)]

pub mod any_program;
mod asked;
mod bits;
mod bytes;
mod charges;
mod clean;
mod copies;
pub mod count_calls;
pub mod counts;
mod dce;
mod devirtualise;
mod dispatch;
mod escapes;
mod eval;
mod fold;
mod frames;
mod gvn;
mod idioms;
mod inline;
mod inline_cost;
mod kinds;
mod licm;
mod lookups;
mod loops;
pub mod passes;
mod pipeline;
mod places;
pub mod polls;
pub mod probes;
mod promote;
pub mod races;
mod ranges;
mod scalars;
mod strength;
mod strings;
mod sums;
mod thread;
pub mod unmeter;
mod unroll;
mod versions;

pub use counts::{Counts, Rewrite};
pub use passes::{Options, PASSES, Pass, PassError, Report, optimise};
