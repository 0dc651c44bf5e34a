//! The guest language Smalltalk: source to syntax trees.
//!
//! Reads SOM's class files, Smalltalk-80 in bracket syntax, and Tonel (`docs/smalltalk.md`). Stages in
//! order: lex and parse (text to syntax), resolve (what names mean, which blocks are control structures).
//! Knows nothing of bytecode or native code.

#![forbid(unsafe_code)]
#![deny(unreachable_pub)]

pub mod ast;
mod lex;
mod parse;
pub mod resolve;

pub use parse::{Syntax, parse_file};
