//! Rust's own types from text and to text, by serde: a deserializer over the reader's events and a serializer
//! over the writer, with no tree between. Behind the feature `serde`. The shapes are serde_json's: an
//! `Option` is its value or null, an enum's variant a string or an object with one key, a map's key a string.
//!
//! ```
//! use std::collections::BTreeMap;
//! use purlin_json::typed;
//!
//! let sizes: BTreeMap<&str, Vec<f64>> = typed::from_text(br#"{"a": [1, 2.5], "b": []}"#).unwrap();
//! assert_eq!(sizes["a"], [1.0, 2.5]);
//! assert_eq!(typed::to_text(&sizes).unwrap(), r#"{"a":[1.0,2.5],"b":[]}"#);
//! ```

mod from;
mod to;

use serde::de::Deserialize;
use serde::ser::Serialize;

pub use from::{Deserializer, Values};
pub use to::Serializer;

use crate::error::{Error, WriteError};
use crate::options::{NonFinite, ReadOptions, WriteOptions};
use crate::write::{Sink, Writer};

/// The one value of a text. Strings without escapes may be borrowed from it.
///
/// # Errors
/// What is wrong with the text, and where; [`ErrorKind::Type`](crate::ErrorKind::Type) if the type does
/// not take the value.
pub fn from_text<'t, T: Deserialize<'t>>(text: &'t [u8]) -> Result<T, Error> {
    from_text_with(text, &ReadOptions::default())
}

/// [`from_text`], of another dialect.
///
/// # Errors
/// As from [`from_text`].
///
/// ```
/// use purlin_json::{ReadOptions, typed};
///
/// let options = ReadOptions { trailing_comma: true, ..ReadOptions::default() };
/// let list: Vec<i64> = typed::from_text_with(b"[1, 2,]", &options)?;
/// assert_eq!(list, [1, 2]);
/// assert!(typed::from_text_with::<Vec<u8>>(b"[1, 256]", &options).is_err());
/// # Ok::<(), purlin_json::Error>(())
/// ```
pub fn from_text_with<'t, T: Deserialize<'t>>(text: &'t [u8], options: &ReadOptions) -> Result<T, Error> {
    let mut reader = Deserializer::reader(options, false);
    Deserializer::new(&mut reader, text, options).only_value()
}

/// The values of a text that follow each other (JSON Lines, concatenated JSON). Ends after the first error.
///
/// ```
/// use purlin_json::{ReadOptions, typed};
///
/// let lines = typed::values::<(i64, &str)>(b"[1, \"a\"]\n[2, \"b\"]\n", &ReadOptions::default());
/// assert_eq!(lines.collect::<Result<Vec<_>, _>>()?, [(1, "a"), (2, "b")]);
/// # Ok::<(), purlin_json::Error>(())
/// ```
pub fn values<'t, T: Deserialize<'t>>(text: &'t [u8], options: &ReadOptions) -> Values<'t, T> {
    Values::new(text, options)
}

/// A value as text, compact. NaN and the infinities become null, as serde_json writes them.
///
/// # Errors
/// What of the value cannot be written, such as a map whose keys are no strings.
pub fn to_text<T: Serialize + ?Sized>(value: &T) -> Result<String, WriteError> {
    to_text_with(value, WriteOptions { non_finite: NonFinite::Null, ..WriteOptions::compact() })
}

/// A value as text.
///
/// # Errors
/// What of the value cannot be written, or the options do not allow.
///
/// ```
/// use purlin_json::{WriteOptions, typed};
///
/// assert_eq!(typed::to_text_with(&(1, "a"), WriteOptions::pretty())?, "[\n  1,\n  \"a\"\n]");
/// assert!(typed::to_text_with(&f64::NAN, WriteOptions::compact()).is_err());
/// # Ok::<(), purlin_json::WriteError>(())
/// ```
pub fn to_text_with<T: Serialize + ?Sized>(value: &T, options: WriteOptions) -> Result<String, WriteError> {
    let mut writer = Writer::new(options);
    writer.value(value)?;
    let bytes = writer.finish()?;
    // SAFETY: the writer writes strings, which are UTF-8, and ASCII.
    Ok(unsafe { String::from_utf8_unchecked(bytes) })
}

impl<S: Sink> Writer<S> {
    /// A value of any type that serde knows.
    ///
    /// # Errors
    /// No value may stand here; else as from [`to_text_with`].
    ///
    /// ```
    /// use purlin_json::{WriteOptions, Writer};
    ///
    /// let mut writer = Writer::new(WriteOptions::compact());
    /// writer.begin_array()?;
    /// writer.value(&Some("x"))?;
    /// writer.value(&[1.5, 2.0])?;
    /// writer.end_array()?;
    /// assert_eq!(writer.finish()?, br#"["x",[1.5,2.0]]"#);
    /// # Ok::<(), purlin_json::WriteError>(())
    /// ```
    pub fn value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), WriteError> {
        value.serialize(Serializer::new(self))
    }
}
