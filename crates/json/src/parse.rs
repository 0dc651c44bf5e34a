//! A document from a text: the reader's walk over it fills a tape, from which duplicate keys are then
//! removed.

use crate::builder::Builder;
use crate::document::Document;
use crate::duplicates;
use crate::error::Error;
use crate::options::{DuplicateKeys, ReadOptions};
use crate::read::fast;

/// Deeper trees are not made, whatever the options say.
const MAX_TREE_DEPTH: usize = 1 << 24;

impl<'t> Document<'t> {
    /// The one value of a text, by JSON's own rules, as in the example of [`Document`].
    ///
    /// # Errors
    /// What is wrong with the text, and where.
    pub fn parse(text: &'t [u8]) -> Result<Document<'t>, Error> {
        Document::parse_with(text, &ReadOptions::default())
    }

    /// The one value of a text. (`options.many` is not looked at; see [`documents`](crate::documents) for
    /// several.) No text of 4 GiB becomes a tree, and none that is nested deeper than 2^24, whatever
    /// `options.depth` is. The example of [`ReadOptions`] reads another dialect.
    ///
    /// # Errors
    /// What is wrong with the text, and where.
    pub fn parse_with(text: &'t [u8], options: &ReadOptions) -> Result<Document<'t>, Error> {
        if text.len() >= u32::MAX as usize {
            return Err(fast::too_long());
        }
        if options.depth > MAX_TREE_DEPTH {
            return Document::parse_with(text, &ReadOptions { depth: MAX_TREE_DEPTH, ..options.clone() });
        }
        let mut builder = Builder::for_text(text);
        fast::walk(text, options, &mut builder)?;
        let mut document = Document { tape: builder.into_tape() };
        match options.duplicate_keys {
            // An error has been found by the reader, which knows its place.
            DuplicateKeys::Keep | DuplicateKeys::Error => {}
            DuplicateKeys::Last => duplicates::remove(&mut document.tape, true),
            DuplicateKeys::First => duplicates::remove(&mut document.tape, false),
        }
        Ok(document)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ErrorKind;

    #[test]
    fn duplicates_go_where_asked() {
        let text = br#"{"a":1,"b":{"x":1,"x":[2,{"y":1,"y":2}]},"a":{"c":3},"b2":[],"a":[7,8]}"#;
        let of = |duplicate_keys| {
            let options = ReadOptions { duplicate_keys, ..ReadOptions::default() };
            Document::parse_with(text, &options).map(|d| d.to_text().unwrap())
        };
        assert_eq!(of(DuplicateKeys::Keep).unwrap().as_bytes(), text);
        assert_eq!(of(DuplicateKeys::Last).unwrap(), r#"{"a":[7,8],"b":{"x":[2,{"y":2}]},"b2":[]}"#);
        assert_eq!(of(DuplicateKeys::First).unwrap(), r#"{"a":1,"b":{"x":1},"b2":[]}"#);
        let error = of(DuplicateKeys::Error).unwrap_err();
        assert_eq!((error.kind, error.offset), (ErrorKind::DuplicateKey, 18));
    }
}
