//! Texts that are looked at and nothing else.

use super::fast::{Handler, read};
use super::reader::Number;
use crate::error::Error;
use crate::options::ReadOptions;

/// Takes what a text tells, and does nothing.
struct Nothing;

impl Handler for Nothing {
    fn begin_object(&mut self) {}
    fn end_object(&mut self) {}
    fn begin_array(&mut self) {}
    fn end_array(&mut self) {}
    fn key(&mut self, _: &str) {}
    fn string(&mut self, _: &str) {}
    fn number(&mut self, _: Number<'_>) {}
    fn bool(&mut self, _: bool) {}
    fn null(&mut self) {}
    fn restart(&mut self) {}
}

/// Looks whether a text is one value of JSON; a [`Cursor`](crate::Cursor) can walk over it then.
/// `options.many` is not looked at. Takes no memory that grows with the text.
///
/// ```
/// use purlin_json::{ReadOptions, check};
///
/// assert!(check(b"[1, 2]", &ReadOptions::default()).is_ok());
/// assert_eq!(check(b"[1, 2", &ReadOptions::default()).unwrap_err().offset, 5);
/// ```
///
/// # Errors
/// What is wrong with the text, and where.
pub fn check(text: &[u8], options: &ReadOptions) -> Result<(), Error> {
    read(text, options, &mut Nothing)
}
