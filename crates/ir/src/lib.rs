//! The IR: what can be said. Typed SSA with block parameters, one op table, a text form that prints and
//! parses back, and a verifier whose header is the specification.
//!
//! Knows nothing of guests, of bytecode, of machine code, or of how a heap works.

#![forbid(unsafe_code)]
#![warn(unreachable_pub)]

mod body;
pub mod builder;
pub mod cfg;
pub mod final_form;
pub mod floats;
pub mod frame_state;
pub mod func;
pub mod ids;
pub mod imm;
pub mod inst;
pub mod ints;
pub mod layout;
pub mod lazy;
pub mod linked;
pub mod loops;
pub mod measure;
pub mod meter;
pub mod module;
pub mod natives;
pub mod op;
pub mod parse;
mod prepared;
pub mod print;
pub mod races;
mod shape;
pub mod template;
pub mod types;
pub mod verify;
mod wire;

pub use body::Body;
pub use builder::FuncBuilder;
pub use func::*;
pub use ids::*;
pub use imm::Imm;
pub use inst::*;
pub use lazy::LazyModule;
pub use module::*;
pub use op::{Attr, Effects, Family, GasClass, Opcode, Operand, TypeClass, Yield, region};
pub use prepared::Prepared;
pub use types::{Signature, Type};
