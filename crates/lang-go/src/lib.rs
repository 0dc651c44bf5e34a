//! The guest language Go: source to IR.
//!
//! Stages in order: lex, parse and load (text to syntax), check (types and constants), lower (IR); `driver`
//! leads a program through them. Knows nothing of bytecode or native code.

#![forbid(unsafe_code)]
#![deny(unreachable_pub)]

// The tree has the positions of everything, whether or not a stage asks for them.
#[allow(dead_code)]
mod ast;
pub mod budget;
mod check;
mod compile;
mod constant;
mod cover;
mod declare;
mod driver;
mod embed;
mod ids;
mod language;
mod lex;
mod library;
mod load;
mod lower;
mod module;
mod natives;
mod parse;
mod prepared;
mod races;
mod rt;
pub mod saved;
mod syntax;
mod testing;
mod types;
mod universe;
mod vet;

pub use compile::{Export, HostCall, HostSource, Output, Program, compile, dump_ast, prepare, vet};
pub use declare::{HostInterface, HostObject, HostSignature, declare};
pub use library::is_usual;
pub use lower::Finish;
pub use module::imports::dependencies;
pub use module::patterns::{TestedPackage, packages};
pub use natives::all as natives;
pub use prepared::{RecordedPackage, Source as PreparedSource};
pub use races::RACES;
pub use rt::{WORDS, covered};
