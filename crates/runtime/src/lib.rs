//! What exists while a guest program runs: its heap, and the maps in it.
//!
//! Knows nothing of source, IR or tiers.

pub mod heap;
pub mod map;
