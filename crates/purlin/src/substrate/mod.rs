//! What guests are built with: the IR, the run-time side of natives, and what every front
//! end would otherwise write again: literals, the forms of numbers, printing.

pub use purlin_base as base;
pub use purlin_ir as ir;

/// Literals as most languages write them.
///
/// ```
/// use purlin::substrate::literal::{Number, number};
///
/// assert_eq!(number("1_000;"), (Number::Int(1000), 5));
/// ```
pub use purlin_base::literal;

/// The run-time side: natives, types, traps. Nothing here reaches into an isolate but through a native's
/// caller.
pub mod runtime {
    pub use purlin_runtime::{native, natives, trap, types};
}

pub mod text;
