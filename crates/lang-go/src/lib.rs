//! The guest language Go: source to IR.
//!
//! Stages in order: lex, parse and load (text to syntax), check (types and constants), lower (IR); `driver` leads a
//! program through them. Knows nothing of bytecode or native code.

#![forbid(unsafe_code)]
#![deny(unreachable_pub)]

// The tree has the positions of everything, whether or not a stage asks for them.
#[allow(dead_code)]
mod ast;
pub mod budget;
mod check;
mod compile;
mod constant;
pub mod deep;
mod driver;
mod ids;
mod lex;
mod library;
mod load;
mod lower;
mod module;
// Its visibilities are its own business still, and a test asks it for all names.
#[allow(unreachable_pub)]
#[cfg_attr(not(test), allow(dead_code))]
mod natives;
mod parse;
mod syntax;
mod types;
mod universe;

pub use compile::{Export, HostKind, HostSource, Output, Program, compile, dump_ast};
