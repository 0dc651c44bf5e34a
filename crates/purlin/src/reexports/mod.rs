//! Items of other crates that hosts and guests use by this one, with what only this crate can show: examples
//! in which programs run. Knows nothing that its parts do not say.

mod compiling;
mod data;
mod functions;
mod running;
mod values;

pub use compiling::*;
pub use data::*;
pub use functions::*;
pub use running::*;
pub use values::*;
