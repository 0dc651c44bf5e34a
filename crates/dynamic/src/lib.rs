//! What the front ends of dynamic languages share: tokens, operators, names and captures; arithmetic and
//! comparisons of words, conditions, sends, functions and objects; what natives see of values, and natives of
//! numbers and texts. `docs/dynamic.md` is its reference.
//!
//! Most of it emits IR through a `FuncBuilder`. What has a slow path leaves the builder in that path, where
//! the front end emits its own code, and joins both when the front end has its value. The crate knows no
//! language, no tier and no bit of a word.

#![forbid(unsafe_code)]
#![warn(unreachable_pub)]

pub mod arith;
pub mod condition;
pub mod function;
pub mod leave;
pub mod lookup;
pub mod names;
pub mod natives;
pub mod number;
pub mod object;
pub mod operators;
pub mod prices;
pub mod send;
pub mod tokens;
pub mod value;
pub mod word;
