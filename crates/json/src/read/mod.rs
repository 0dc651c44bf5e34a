//! From text to values: a pull reader for chunks of any size, and a faster walk over whole texts.

mod check;
mod cursor;
pub(crate) mod fast;
mod index;
mod number;
pub(crate) mod reader;
mod squeeze;
mod text;

pub use check::check;
pub use cursor::Cursor;
pub use fast::{Documents, Handler, documents, read};
pub use reader::{Event, Feed, Number, NumberText, Reader};
pub use squeeze::squeeze;
pub use text::Text;
