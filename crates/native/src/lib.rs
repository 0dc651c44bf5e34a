//! The native tier: IR to machine code by way of Cranelift, of which this crate is the only user. Its own
//! arena and linking; `docs/tiers.md` tells how it meets the interpreter and the runtime.
//!
//! Knows nothing of guests, of bytecode, or of when something is worth compiling.

#![warn(unreachable_pub)]

mod arch;
mod arena;
mod code_map;
mod compiler;
mod config;
mod crossing;
mod disassemble;
mod emit;
mod error;
pub mod jitdump;
mod link;
mod lower;
mod peephole;
mod schedule;
mod split;

pub use arch::{SUPPORTED, Target, enter};
pub use compiler::{CodeKind, CodeRef, Compiler, Generator, PieceStats, RestoreError, Stats};
pub use config::Config;
pub use error::CompileError;
pub use lower::{NO_SLOT, shape};
