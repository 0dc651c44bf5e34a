//! Bytecode: the table of instructions, what a lowered function is, lowering from IR, listings.
//!
//! Knows nothing of how it is run: no heap, no fibers, no machine code.

#![forbid(unsafe_code)]
#![warn(unreachable_pub)]

mod disassemble;
pub mod func;
pub mod lower;
pub mod program;
pub mod relocate;
pub mod table;
mod wire;

pub use disassemble::disassemble;
pub use func::{Func, FuncLoc, State};
pub use lower::{Error, Options, lower_function};
pub use program::Program;
pub use table::{Format, Op};
