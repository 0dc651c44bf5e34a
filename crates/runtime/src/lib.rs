//! What exists while a guest program runs: heap, maps, fibers, channels, gas, limits, traps, natives' ABI.
//!
//! Knows nothing of source, IR, bytecode or machine code; the tiers plug in through [`hooks`].

#![warn(unreachable_pub)]

pub mod abi;
pub mod arch;
pub mod border;
pub mod build;
mod bytes;
pub mod cache;
pub mod cpu;
pub mod dynamic;
pub mod fiber;
pub mod files;
pub mod grants;
pub mod heap;
pub mod helpers;
pub mod hooks;
pub mod map;
pub mod native;
pub mod natives;
pub mod place;
pub mod process;
pub mod profile;
mod queue;
pub mod races;
pub mod reflect;
pub mod slots;
pub mod stack;
pub mod table;
pub mod tables;
pub mod tests_host;
pub mod timeline;
mod translate;
pub mod trap;
pub mod trusted;
pub mod types;
pub mod vm;
pub mod vmctx;
mod wire;
pub mod words;

pub use vm::{Limits, Vm};
pub use vmctx::VmCtx;
