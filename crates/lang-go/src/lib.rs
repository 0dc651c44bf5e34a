//! The guest language Go: source to IR.
//!
//! Rooms in order: lex and parse (text to [`ast`]), check (types and constants), lower (IR). Knows nothing of
//! bytecode or native code.

#![forbid(unsafe_code)]

pub mod ast;
pub mod budget;
pub mod check;
pub mod compile;
pub mod constant;
pub mod lex;
pub mod library;
pub mod lower;
pub mod module;
pub mod natives;
pub mod parse;
pub mod types;
pub mod universe;

pub use compile::{Export, HostKind, HostSource, Output, Program, compile, dump_ast};
