//! From values to text: a streaming writer, the walk over a document, and the kernels both stand on.

pub(crate) mod escape;
pub(crate) mod generate;
mod kernels;
pub(crate) mod number;
mod scalars;
#[cfg(feature = "kernel-variants")]
pub mod variants;
#[cfg(target_arch = "aarch64")]
mod vectors_neon;
#[cfg(target_arch = "x86_64")]
mod vectors_x86;
pub(crate) mod writer;

pub use scalars::Scalars;
pub use writer::{Blocks, Memory, Sink, Writer};
