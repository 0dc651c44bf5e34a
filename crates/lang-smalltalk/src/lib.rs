//! The guest language Smalltalk: source to IR, and the class library.
//!
//! Reads SOM's class files, Smalltalk-80 in bracket syntax, and Tonel (`docs/smalltalk.md`). Stages in
//! order: lex and parse (text to syntax), resolve (what names mean, which blocks are control structures),
//! lower (bracket syntax and Tonel; programs of SOM run only on the machine of the tests). The guest is an
//! experiment for trusted programs: its lowering has not been reviewed for memory safety. The crate knows
//! nothing of bytecode or native code.

#![forbid(unsafe_code)]
#![deny(unreachable_pub)]

pub mod ast;
pub mod classpath;
mod lex;
pub mod library;
mod lower;
mod natives;
mod parse;
mod prepared;
pub mod primitives;
pub mod resolve;
mod session;

pub use lower::{START, lower_som};
pub use natives::NATIVES;
pub use parse::{Syntax, parse_file};
pub use prepared::Library;
pub use session::{Session, SessionProgram};
