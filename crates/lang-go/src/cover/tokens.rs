//! Where the tokens of a text are: the tree says where nodes begin, and coverage where they end.

use crate::lex::{Lexer, Tok};

/// The tokens of a text by their offsets, without semicolons.
pub(super) struct Tokens {
    /// The first byte of each, and the byte after it.
    places: Vec<(u32, u32)>,
}

impl Tokens {
    pub(super) fn of(text: &str) -> Tokens {
        let mut lexer = Lexer::new(text.as_bytes());
        let mut places = Vec::new();
        loop {
            lexer.next();
            match lexer.tok {
                Tok::Eof => return Tokens { places },
                Tok::Semi => {}
                _ => places.push((lexer.start as u32, lexer.end as u32)),
            }
        }
    }

    /// The end of the last token that begins before an offset; 0 if none does.
    pub(super) fn end_before(&self, offset: u32) -> u32 {
        let at = self.places.partition_point(|(start, _)| *start < offset);
        at.checked_sub(1).map_or(0, |at| self.places[at].1)
    }

    /// The beginning of the last token that begins before an offset; 0 if none does.
    pub(super) fn start_before(&self, offset: u32) -> u32 {
        let at = self.places.partition_point(|(start, _)| *start < offset);
        at.checked_sub(1).map_or(0, |at| self.places[at].0)
    }

    /// The end of the first token that begins at an offset or after it.
    pub(super) fn end_from(&self, offset: u32) -> u32 {
        let at = self.places.partition_point(|(start, _)| *start < offset);
        self.places.get(at).map_or(offset, |place| place.1)
    }
}
