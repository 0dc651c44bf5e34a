//! What operations of a dynamic guest's source cost, in units of gas.
//!
//! Prices are of the source and not of the IR that it becomes, so that no better lowering changes what a
//! program pays (decision 0058). A unit stands for at most 50 ns, in the slowest rung and tier. Changing one
//! changes every program's result.

/// Arithmetic or a comparison of two words that needs no call: integers, and floats whether they are boxed or
/// not.
pub const ARITHMETIC: i64 = 2;
/// Reading or writing a variable, a field or an element.
pub const ACCESS: i64 = 1;
/// A literal.
pub const LITERAL: i64 = 1;
/// A branch, or an iteration of a loop.
pub const BRANCH: i64 = 1;
/// A send, the lookup through up to 16 behaviours included.
pub const SEND: i64 = 6;
/// A call of a function that is known, or of a closure.
pub const CALL: i64 = 4;
/// Making a closure or a cell, besides its bytes.
pub const CLOSURE: i64 = 6;
/// Behaviours of a lookup that a send's price covers; each further one is a unit.
pub const FREE_DEPTH: i64 = 16;
