//! What the front ends of dynamic languages share: arithmetic and comparisons of words, conditions, prices of
//! source operations. `docs/dynamic.md` is its reference.
//!
//! All of it emits IR through a `FuncBuilder`. What has a slow path leaves the builder in that path, where the
//! front end emits its own code, and joins both when the front end has its value. The crate knows no language, no
//! tier and no bit of a word.

#![forbid(unsafe_code)]
#![warn(unreachable_pub)]

pub mod arith;
pub mod condition;
pub mod leave;
pub mod prices;
pub mod send;
pub mod word;
