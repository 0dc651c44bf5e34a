//! The machine-level types of values; `purlin_base` has them, as signatures of natives name them too.

pub use purlin_base::machine::{Signature, Type};
