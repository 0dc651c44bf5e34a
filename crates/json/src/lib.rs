//! JSON at memory speed: a reader that takes text in chunks of any size, a walk over whole texts, a tree on a
//! tape of 32-bit words, and a streaming writer. Knows nothing of guests, hosts or the rest of the project:
//! it works on borrowed bytes and writes into what its caller owns.
//!
//! ```
//! use purlin_json::{Document, WriteOptions, Writer};
//!
//! let document = Document::parse(br#"{"name": "purlin", "sizes": [1, 2.5]}"#).unwrap();
//! assert_eq!(document.root().get("name").unwrap().as_str(), Some("purlin"));
//! assert_eq!(document.to_text().unwrap(), r#"{"name":"purlin","sizes":[1,2.5]}"#);
//!
//! let mut writer = Writer::new(WriteOptions::compact());
//! writer.begin_array().unwrap();
//! writer.string("a \"quoted\" word").unwrap();
//! writer.end_array().unwrap();
//! assert_eq!(writer.finish().unwrap(), br#"["a \"quoted\" word"]"#);
//! ```

#![warn(missing_docs)]
#![warn(unreachable_pub)]

mod builder;
mod document;
mod duplicates;
mod error;
mod level;
mod options;
mod parse;
mod read;
mod tape;
#[cfg(feature = "serde")]
pub mod typed;
mod write;

pub use builder::Builder;
pub use document::{Document, Elements, Kind, Members, Value};
pub use error::{Error, ErrorKind, WriteError};
pub use level::Level;
pub use options::{
    BigNumbers, DEFAULT_DEPTH, DuplicateKeys, FloatLayout, NonFinite, ReadOptions, WriteOptions,
};
pub use read::{
    Cursor, Documents, Event, Feed, Handler, Number, NumberText, Reader, Text, check, documents, read,
    squeeze,
};
#[cfg(feature = "kernel-variants")]
pub use write::variants;
pub use write::{Blocks, Memory, Scalars, Sink, Writer};
