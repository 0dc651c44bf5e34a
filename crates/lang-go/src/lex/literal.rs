//! Character and string literals: reading them, and their values.

use super::number::base_name;
use super::{Lexer, LitTok, Tok, code_point, quoted};

impl Lexer<'_> {
    pub(super) fn string(&mut self) {
        self.at += 1;
        let mut good = true;
        loop {
            match self.peek() {
                Some(b'"') => {
                    self.at += 1;
                    break;
                }
                Some(b'\\') => {
                    self.at += 1;
                    good &= self.escape(b'"');
                }
                Some(b'\n') => {
                    self.error(self.at, "newline in string");
                    good = false;
                    break;
                }
                None => {
                    self.error(self.start, "string not terminated");
                    good = false;
                    break;
                }
                Some(_) => self.at += 1,
            }
        }
        self.literal(LitTok::String, good);
    }

    pub(super) fn raw_string(&mut self) {
        self.at += 1;
        let rest = &self.src[self.at..];
        let end = rest.iter().position(|b| *b == b'`');
        self.at += end.map_or(rest.len(), |len| len + 1);
        if end.is_none() {
            self.error(self.start, "string not terminated");
        }
        self.literal(LitTok::String, end.is_some());
    }

    pub(super) fn character(&mut self) {
        self.at += 1;
        let mut good = true;
        let mut count = 0;
        let mut complain = |lexer: &mut Self, offset: usize, message: &str| {
            if std::mem::take(&mut good) {
                lexer.error(offset, message);
            }
        };
        let mut escapes = true;
        loop {
            match self.peek() {
                Some(b'\'') => {
                    if escapes && count == 0 {
                        complain(self, self.at, "empty rune literal or unescaped '");
                    } else if escapes && count != 1 {
                        complain(self, self.start, "more than one character in rune literal");
                    }
                    self.at += 1;
                    break;
                }
                Some(b'\\') => {
                    self.at += 1;
                    escapes &= self.escape(b'\'');
                }
                Some(b'\n') if escapes => {
                    complain(self, self.at, "newline in rune literal");
                    break;
                }
                None if escapes => {
                    complain(self, self.start, "rune literal not terminated");
                    break;
                }
                Some(b'\n') | None => break,
                Some(_) => self.skip_char(),
            }
            count += 1;
        }
        self.literal(LitTok::Char, good && escapes);
    }

    fn literal(&mut self, kind: LitTok, good: bool) {
        self.tok = Tok::Literal;
        self.lit = kind;
        self.bad = !good;
        self.newline_ends = true;
    }

    /// Reads an escape after its backslash; false if a complaint was made. The end of the text is for the
    /// caller to complain about.
    fn escape(&mut self, quote: u8) -> bool {
        let Some(byte) = self.peek() else { return true };
        let (digits, base, max) = match byte {
            b'a' | b'b' | b'f' | b'n' | b'r' | b't' | b'v' | b'\\' => {
                self.at += 1;
                return true;
            }
            _ if byte == quote => {
                self.at += 1;
                return true;
            }
            b'0'..=b'7' => (3, 8, 255),
            b'x' => (2, 16, 255),
            b'u' => (4, 16, 0x10ffff),
            b'U' => (8, 16, 0x10ffff),
            _ => {
                self.error(self.at, "unknown escape");
                return false;
            }
        };
        self.at += usize::from(base == 16);
        let mut value = 0u32;
        for _ in 0..digits {
            let Some(c) = self.peek_char() else { return true };
            let Some(digit) = c.to_digit(base) else {
                let message = format!("invalid character {} in {} escape", quoted(c), base_name(base as u8));
                self.error(self.at, message);
                return false;
            };
            value = value.wrapping_mul(base) + digit;
            self.at += 1;
        }
        if base == 8 && value > max {
            self.error(self.at, format!("octal escape value {value} > 255"));
            return false;
        }
        if value > max || (digits > 3 && char::from_u32(value).is_none()) {
            let shown = char::from_u32(value).map_or_else(|| format!("U+{value:04X}"), code_point);
            self.error(self.at, format!("escape is invalid Unicode code point {shown}"));
            return false;
        }
        true
    }
}

/// The bytes that a good string literal stands for.
pub(crate) fn string_value(text: &[u8]) -> Vec<u8> {
    let inner = &text[1..text.len() - 1];
    if text[0] == b'`' {
        return inner.iter().copied().filter(|b| *b != b'\r').collect();
    }
    let mut out = Vec::with_capacity(inner.len());
    let mut rest = inner;
    while let Some(at) = rest.iter().position(|b| *b == b'\\') {
        out.extend_from_slice(&rest[..at]);
        let (value, is_byte, len) = escape_value(&rest[at + 1..]);
        match char::from_u32(value) {
            Some(c) if !is_byte => out.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes()),
            _ => out.push(value as u8),
        }
        rest = &rest[at + 1 + len..];
    }
    out.extend_from_slice(rest);
    out
}

/// The code point that a good character literal stands for.
pub(crate) fn char_value(text: &[u8]) -> u32 {
    let inner = &text[1..text.len() - 1];
    if inner[0] == b'\\' {
        return escape_value(&inner[1..]).0;
    }
    String::from_utf8_lossy(inner).chars().next().map_or(0, |c| c as u32)
}

/// What a good escape stands for, after its backslash: the value, whether it is one byte rather than a code
/// point, and how many bytes were read.
fn escape_value(text: &[u8]) -> (u32, bool, usize) {
    let number = |from: usize, len: usize, base: u32| {
        text[from..from + len].iter().fold(0, |n, b| n * base + (*b as char).to_digit(base).unwrap_or(0))
    };
    match text[0] {
        b'a' => (7, true, 1),
        b'b' => (8, true, 1),
        b'f' => (12, true, 1),
        b'n' => (10, true, 1),
        b'r' => (13, true, 1),
        b't' => (9, true, 1),
        b'v' => (11, true, 1),
        b'0'..=b'7' => (number(0, 3, 8), true, 3),
        b'x' => (number(1, 2, 16), true, 3),
        b'u' => (number(1, 4, 16), false, 5),
        b'U' => (number(1, 8, 16), false, 9),
        other => (other as u32, true, 1),
    }
}
