//! Number literals: all bases, separators, exponents, `i`.

use super::{Lexer, LitTok, Tok, quoted};

/// What a run of digits held.
#[derive(Default, Clone, Copy)]
struct Digits {
    any: bool,
    separators: bool,
}

impl Lexer<'_> {
    /// Reads a number; with `after_point` its leading dot has been read.
    pub(super) fn number(&mut self, after_point: bool) {
        let mut problem: Option<(usize, String)> = None;
        let (mut base, mut prefix) = (10, 0);
        let mut digits = Digits::default();
        let mut invalid = None;
        let mut point = after_point;
        if !after_point {
            if self.eat(b'0') {
                (base, prefix) = match self.peek().map(|b| b | 0x20) {
                    Some(b'x') => (16, b'x'),
                    Some(b'o') => (8, b'o'),
                    Some(b'b') => (2, b'b'),
                    _ => (8, b'0'),
                };
                self.at += usize::from(prefix != b'0');
                digits.any = prefix == b'0';
            }
            digits = self.digits(base, digits, &mut invalid);
            point = self.peek() == Some(b'.');
            if point {
                if matches!(prefix, b'o' | b'b') {
                    let message = format!("invalid radix point in {} literal", base_name(base));
                    problem = Some((self.at, message));
                }
                self.at += 1;
            }
        }
        self.lit = LitTok::Int;
        if point {
            self.lit = LitTok::Float;
            digits = self.digits(base, digits, &mut invalid);
        }
        if !digits.any {
            problem = problem.or(Some((self.at, format!("{} literal has no digits", base_name(base)))));
        }
        let exponent = self.exponent(prefix, &mut digits);
        if let Err(message) = exponent {
            problem = problem.or(Some(message));
        }
        if self.eat(b'i') {
            self.lit = LitTok::Imag;
        }
        if let (None, LitTok::Int, Some(at)) = (&problem, self.lit, invalid) {
            let digit = quoted(self.src[at] as char);
            problem = Some((at, format!("invalid digit {digit} in {} literal", base_name(base))));
        }
        if problem.is_none() && digits.separators {
            let at = misplaced_separator(&self.src[self.start..self.at]);
            problem = at.map(|i| (self.start + i, "'_' must separate successive digits".into()));
        }
        self.tok = Tok::Literal;
        self.newline_ends = true;
        self.bad = problem.is_some();
        if let Some((offset, message)) = problem {
            self.error(offset, message);
        }
    }

    /// An exponent, if one comes, and what is wrong with it or with its absence.
    fn exponent(&mut self, prefix: u8, digits: &mut Digits) -> Result<(), (usize, String)> {
        let letter = self.peek().unwrap_or(0);
        if !matches!(letter | 0x20, b'e' | b'p') {
            let incomplete = prefix == b'x' && self.lit == LitTok::Float;
            let message = || (self.at, "hexadecimal mantissa requires a 'p' exponent".into());
            return if incomplete { Err(message()) } else { Ok(()) };
        }
        let requires = |kind: &str| format!("{} exponent requires {kind} mantissa", quoted(letter as char));
        let mut result = match letter | 0x20 {
            b'e' if !matches!(prefix, 0 | b'0') => Err((self.at, requires("decimal"))),
            b'p' if prefix != b'x' => Err((self.at, requires("hexadecimal"))),
            _ => Ok(()),
        };
        self.at += 1;
        self.lit = LitTok::Float;
        if matches!(self.peek(), Some(b'+' | b'-')) {
            self.at += 1;
        }
        let read = self.digits(10, Digits::default(), &mut None);
        digits.separators |= read.separators;
        if !read.any && result.is_ok() {
            result = Err((self.at, "exponent has no digits".into()));
        }
        result
    }

    /// Reads digits and separators. Up to base 10 any decimal digit is taken, and the first that does not
    /// belong to `base` is remembered in `invalid`.
    fn digits(&mut self, base: u8, mut seen: Digits, invalid: &mut Option<usize>) -> Digits {
        while let Some(byte) = self.peek() {
            match byte {
                b'_' => seen.separators = true,
                b'0'..=b'9' => {
                    if byte - b'0' >= base && invalid.is_none() {
                        *invalid = Some(self.at);
                    }
                    seen.any = true;
                }
                b'a'..=b'f' | b'A'..=b'F' if base == 16 => seen.any = true,
                _ => break,
            }
            self.at += 1;
        }
        seen
    }
}

pub(super) fn base_name(base: u8) -> &'static str {
    match base {
        2 => "binary",
        8 => "octal",
        10 => "decimal",
        _ => "hexadecimal",
    }
}

/// The index of the first `_` that does not stand between digits; a prefix such as `0x` counts as a digit.
fn misplaced_separator(text: &[u8]) -> Option<usize> {
    let prefix = if text.len() >= 2 && text[0] == b'0' { text[1] | 0x20 } else { 0 };
    let prefixed = matches!(prefix, b'x' | b'o' | b'b');
    let is_digit = |b: u8| b.is_ascii_digit() || prefix == b'x' && b.is_ascii_hexdigit();
    let from = if prefixed { 2 } else { 0 };
    (from..text.len()).filter(|i| text[*i] == b'_').find(|&i| {
        let before = (prefixed && i == 2) || i > 0 && is_digit(text[i - 1]);
        // Of two in a row the second is wrong.
        let after = text.get(i + 1).is_some_and(|b| is_digit(*b) || *b == b'_');
        !(before && after)
    })
}
