//! What guests are built with: the IR, the run-time side of natives, and what every front
//! end would otherwise write again: literals, the forms of numbers, printing.

pub use purlin_base as base;
pub use purlin_ir as ir;
pub use purlin_runtime as runtime;

pub mod literal;
pub mod text;
