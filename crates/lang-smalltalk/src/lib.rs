//! The guest language Smalltalk: source to IR, and the class library.
//!
//! Reads SOM's class files, Smalltalk-80 in bracket syntax, and Tonel (`docs/smalltalk.md`). Stages in
//! order: lex and parse (text to syntax), resolve (what names mean, which blocks are control structures),
//! lower (to IR, by what `purlin-dynamic` offers to all dynamic guests). The library below `lib` is written
//! in Smalltalk and lowered when Purlin is built (`prepared`); what it cannot say itself are primitives, in
//! IR or as natives. Programs may mean harm: they reach the library's objects by messages only, and the
//! class files of SOM's, which name primitives, find each of them checking its receiver and arguments. The
//! crate knows nothing of tiers, of bytecode or of native code.

#![forbid(unsafe_code)]
#![deny(unreachable_pub)]

pub mod ast;
pub mod classpath;
mod host;
mod lex;
pub mod library;
mod lower;
mod natives;
mod parse;
mod prepared;
pub mod primitives;
pub mod resolve;
mod session;

pub use host::{HostClass, HostFunction};
pub use lower::{Exported, START, lower_som};
pub use natives::NATIVES;
pub use parse::{Syntax, parse_file};
pub use prepared::{Library, Lowering};
pub use session::{Session, SessionProgram};
