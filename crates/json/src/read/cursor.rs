//! A walk by hand over a text that was checked: its caller says what it expects where, and gets no events.

use super::number::{Scanned, scan};
use super::text::{escape, span};

/// A place in a text that is JSON. For those who know what the text is for and put values where they belong
/// at once. No method panics or reads beyond the text if it is no JSON after all; they then answer `None`.
///
/// ```
/// use purlin_json::Cursor;
///
/// let mut cursor = Cursor::new(br#" {"sizes": [1, 2.5]} "#, 0);
/// assert_eq!((cursor.look(), cursor.open()), (b'{', Some(true)));
/// assert_eq!(cursor.key(), Some(&b"sizes"[..]));
/// assert_eq!((cursor.look(), cursor.open()), (b'[', Some(true)));
/// assert_eq!((cursor.int(), cursor.more()), (Some(1), Some(true)));
/// assert_eq!(cursor.look(), b'2');
/// assert_eq!((cursor.float(), cursor.more(), cursor.more()), (Some(2.5), Some(false), Some(false)));
/// assert_eq!(cursor.look(), 0);
///
/// let mut cursor = Cursor::new(br#"["a\u0062", 7, 1e3, null, {"x": []}]"#, 1);
/// assert_eq!(cursor.string(), Some(&b"ab"[..]));
/// assert_eq!(cursor.at(), 10);
/// assert_eq!((cursor.more(), cursor.look()), (Some(true), b'7'));
/// assert_eq!((cursor.uint(), cursor.more(), cursor.look()), (Some(7), Some(true), b'1'));
/// assert_eq!((cursor.number_text(), cursor.more(), cursor.look()), (Some(&b"1e3"[..]), Some(true), b'n'));
/// assert_eq!((cursor.word(), cursor.more(), cursor.look()), (Some(()), Some(true), b'{'));
/// assert_eq!((cursor.skip(), cursor.more()), (Some(()), Some(false)));
/// cursor.go(1);
/// assert_eq!(cursor.look(), b'"');
/// ```
pub struct Cursor<'t> {
    text: &'t [u8],
    at: usize,
    /// What a string with escapes says.
    said: Vec<u8>,
}

impl<'t> Cursor<'t> {
    /// A cursor at a place in a text.
    pub fn new(text: &'t [u8], at: usize) -> Cursor<'t> {
        Cursor { text, at, said: Vec::new() }
    }

    /// The place in the text.
    #[inline(always)]
    pub fn at(&self) -> usize {
        self.at
    }

    /// Goes to another place.
    #[inline(always)]
    pub fn go(&mut self, at: usize) {
        self.at = at;
    }

    /// The next byte after white space, which is passed; 0 at the end.
    #[inline(always)]
    pub fn look(&mut self) -> u8 {
        loop {
            match self.text.get(self.at) {
                Some(b' ' | b'\n' | b'\r' | b'\t') => self.at += 1,
                Some(byte) => return *byte,
                None => return 0,
            }
        }
    }

    /// Goes into the array or object that begins here: false if it is empty, which is passed.
    #[inline(always)]
    pub fn open(&mut self) -> Option<bool> {
        let closing = self.text.get(self.at)?.wrapping_add(2);
        self.at += 1;
        if self.look() == closing {
            self.at += 1;
            return Some(false);
        }
        Some(true)
    }

    /// Passes what stands after a value: whether it is a comma, or else the end of what the value is part of.
    #[inline(always)]
    pub fn more(&mut self) -> Option<bool> {
        match self.look() {
            b',' => {
                self.at += 1;
                Some(true)
            }
            b']' | b'}' => {
                self.at += 1;
                Some(false)
            }
            _ => None,
        }
    }

    /// Passes a key with its colon.
    #[inline(always)]
    pub fn key(&mut self) -> Option<&[u8]> {
        if self.look() != b'"' {
            return None;
        }
        let (from, to) = self.inside()?;
        if self.look() != b':' {
            return None;
        }
        self.at += 1;
        Some(if to > 0 { &self.text[from..to] } else { &self.said })
    }

    /// Passes the string that begins here.
    #[inline(always)]
    pub fn string(&mut self) -> Option<&[u8]> {
        let (from, to) = self.inside()?;
        Some(if to > 0 { &self.text[from..to] } else { &self.said })
    }

    /// Passes a string: where its inside is, or (0, 0) if it has escapes and `said` is what it says.
    #[inline(always)]
    fn inside(&mut self) -> Option<(usize, usize)> {
        let from = self.at + 1;
        let (end, _) = span(self.text, from);
        if *self.text.get(end)? == b'"' {
            self.at = end + 1;
            return Some((from, end));
        }
        self.escaped(from, end)
    }

    #[cold]
    fn escaped(&mut self, from: usize, mut end: usize) -> Option<(usize, usize)> {
        self.said.clear();
        self.said.extend_from_slice(&self.text[from..end]);
        while *self.text.get(end)? == b'\\' {
            let (said, length) = escape(&self.text[end..]).ok()?;
            self.said.extend_from_slice(said.encode_utf8(&mut [0; 4]).as_bytes());
            let start = end + length;
            (end, _) = span(self.text, start);
            self.said.extend_from_slice(self.text.get(start..end)?);
        }
        if self.text[end] != b'"' {
            return None;
        }
        self.at = end + 1;
        Some((0, 0))
    }

    #[inline(always)]
    fn number(&mut self) -> Option<(Scanned, usize)> {
        scan(self.text, self.at)
    }

    /// Passes a number without point and exponent that `i64` holds; stays where it is at any other.
    #[inline(always)]
    pub fn int(&mut self) -> Option<i64> {
        let (Scanned::Signed(value), end) = self.number()? else { return None };
        self.at = end;
        Some(value)
    }

    /// Passes a number without point and exponent that `u64` holds; stays where it is at any other.
    #[inline(always)]
    pub fn uint(&mut self) -> Option<u64> {
        let (scanned, end) = self.number()?;
        let value = match scanned {
            Scanned::Signed(value) => u64::try_from(value).ok()?,
            Scanned::Unsigned(value) => value,
            Scanned::Float(_) | Scanned::BigInteger | Scanned::Overflow(_) => return None,
        };
        self.at = end;
        Some(value)
    }

    /// Passes a number; stays where it is at one beyond the range.
    #[inline(always)]
    pub fn float(&mut self) -> Option<f64> {
        let (scanned, end) = self.number()?;
        let value = match scanned {
            Scanned::Signed(value) => value as f64,
            Scanned::Unsigned(value) => value as f64,
            Scanned::Float(value) => value,
            Scanned::BigInteger => purlin_kernels::float::parse::decimal(&self.text[self.at..end])?,
            Scanned::Overflow(_) => return None,
        };
        if !value.is_finite() {
            return None;
        }
        self.at = end;
        Some(value)
    }

    /// Passes a number: its text.
    pub fn number_text(&mut self) -> Option<&'t [u8]> {
        let (_, end) = self.number()?;
        let text = &self.text[self.at..end];
        self.at = end;
        Some(text)
    }

    /// Passes `true`, `false` or `null`, of which the first byte is known.
    #[inline(always)]
    pub fn word(&mut self) -> Option<()> {
        let long = *self.text.get(self.at)? == b'f';
        self.at = (self.at + 4 + long as usize).min(self.text.len());
        Some(())
    }

    /// Passes a value.
    pub fn skip(&mut self) -> Option<()> {
        let mut depth = 0usize;
        loop {
            match self.look() {
                b'"' => self.skip_string()?,
                b'{' | b'[' => {
                    depth += 1;
                    self.at += 1;
                }
                b'}' | b']' => {
                    depth = depth.checked_sub(1)?;
                    self.at += 1;
                }
                b',' | b':' => self.at += 1,
                b't' | b'f' | b'n' => self.word()?,
                _ => self.number_text().map(|_| ())?,
            }
            if depth == 0 {
                return Some(());
            }
        }
    }

    #[inline(always)]
    fn skip_string(&mut self) -> Option<()> {
        let mut at = self.at + 1;
        loop {
            let (end, _) = span(self.text, at);
            match *self.text.get(end)? {
                b'"' => {
                    self.at = end + 1;
                    return Some(());
                }
                b'\\' => at = end + 2,
                _ => return None,
            }
        }
    }
}
