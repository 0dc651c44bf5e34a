//! The inside of strings: what ends one, whether its escapes are escapes, and what it says. Knows bytes
//! between quotes only.

use std::borrow::Cow;

use crate::error::ErrorKind;

/// A string or key as it stands in the text, checked: UTF-8, and every escape is one.
///
/// ```
/// use purlin_json::{Event, ReadOptions, Reader};
///
/// let mut reader = Reader::new(ReadOptions::default());
/// let mut feed = reader.finish(br#""a\tb""#);
/// let Some(Event::String(text)) = feed.next()? else { unreachable!() };
/// assert!(text.is_escaped());
/// assert_eq!((text.raw(), &*text.decode()), (r"a\tb", "a\tb"));
/// let mut line = String::from("> ");
/// text.decode_onto(&mut line);
/// assert_eq!(line, "> a\tb");
/// # Ok::<(), purlin_json::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Text<'a> {
    raw: &'a str,
    escaped: bool,
}

impl<'a> Text<'a> {
    pub(crate) fn new(raw: &'a str, escaped: bool) -> Text<'a> {
        Text { raw, escaped }
    }

    /// Between the quotes, escapes and all.
    pub fn raw(&self) -> &'a str {
        self.raw
    }

    /// Whether it says something else than what stands there.
    pub fn is_escaped(&self) -> bool {
        self.escaped
    }

    /// What it says. Allocates only for a string with escapes.
    pub fn decode(&self) -> Cow<'a, str> {
        if !self.escaped {
            return Cow::Borrowed(self.raw);
        }
        let mut out = String::new();
        self.decode_onto(&mut out);
        Cow::Owned(out)
    }

    /// Appends what it says.
    pub fn decode_onto(&self, out: &mut String) {
        let mut rest = self.raw;
        while let Some(at) = memchr::memchr(b'\\', rest.as_bytes()) {
            out.push_str(&rest[..at]);
            let Ok((char, length)) = escape(&rest.as_bytes()[at..]) else { return };
            out.push(char);
            rest = &rest[at + length..];
        }
        out.push_str(rest);
    }
}

/// The escape at the start of `bytes`: its character and length, or what is wrong and where.
pub(crate) fn escape(bytes: &[u8]) -> Result<(char, usize), (ErrorKind, usize)> {
    let char = match bytes.get(1) {
        Some(b'"') => '"',
        Some(b'\\') => '\\',
        Some(b'/') => '/',
        Some(b'b') => '\u{8}',
        Some(b'f') => '\u{c}',
        Some(b'n') => '\n',
        Some(b'r') => '\r',
        Some(b't') => '\t',
        Some(b'u') => return unicode(bytes),
        _ => return Err((ErrorKind::Escape, 0)),
    };
    Ok((char, 2))
}

fn unicode(bytes: &[u8]) -> Result<(char, usize), (ErrorKind, usize)> {
    let first = hex4(bytes.get(2..6)).ok_or((ErrorKind::Escape, 0))?;
    match first {
        0xD800..=0xDBFF => {
            let second = match bytes.get(6..8) {
                Some(b"\\u") => hex4(bytes.get(8..12)).ok_or((ErrorKind::Escape, 6))?,
                _ => return Err((ErrorKind::LoneSurrogate, 0)),
            };
            if !(0xDC00..=0xDFFF).contains(&second) {
                return Err((ErrorKind::LoneSurrogate, 0));
            }
            let code = 0x1_0000 + ((first - 0xD800) << 10) + (second - 0xDC00);
            char::from_u32(code).map(|c| (c, 12)).ok_or((ErrorKind::LoneSurrogate, 0))
        }
        _ => char::from_u32(first).map(|c| (c, 6)).ok_or((ErrorKind::LoneSurrogate, 0)),
    }
}

/// A hexadecimal digit's value; 0xFF for what is none.
const fn hex_table() -> [u8; 256] {
    let mut table = [0xFF; 256];
    let mut i = 0;
    while i < 10 {
        table[b'0' as usize + i] = i as u8;
        i += 1;
    }
    i = 0;
    while i < 6 {
        table[b'a' as usize + i] = 10 + i as u8;
        table[b'A' as usize + i] = 10 + i as u8;
        i += 1;
    }
    table
}

static HEX: [u8; 256] = hex_table();

#[inline(always)]
pub(crate) fn hex4(bytes: Option<&[u8]>) -> Option<u32> {
    let [a, b, c, d] = bytes? else { return None };
    let of = |byte: &u8| HEX[*byte as usize] as u32;
    let value = of(a) << 12 | of(b) << 8 | of(c) << 4 | of(d);
    // A digit that is none has ones above its four bits, which only the highest keeps to itself.
    ((of(a) | of(b) | of(c) | of(d)) <= 0xF).then_some(value)
}

/// Whether all escapes of a string's inside are escapes; else what is wrong, and at which byte.
pub(crate) fn check_escapes(inside: &[u8]) -> Result<(), (ErrorKind, usize)> {
    let mut at = 0;
    while let Some(next) = memchr::memchr(b'\\', &inside[at..]) {
        at += next;
        match escape(&inside[at..]) {
            Ok((_, length)) => at += length,
            Err((kind, within)) => return Err((kind, at + within)),
        }
    }
    Ok(())
}

/// The first byte from `from` on that is `"`, `\` or below 0x20, and whether any before it is not ASCII.
#[inline(always)]
pub(crate) fn span(bytes: &[u8], from: usize) -> (usize, bool) {
    const ONES: u64 = 0x0101_0101_0101_0101;
    const TOPS: u64 = 0x8080_8080_8080_8080;
    #[cfg(target_arch = "x86_64")]
    let (mut at, beyond) = span_sse2(bytes, from);
    #[cfg(not(target_arch = "x86_64"))]
    let (mut at, beyond) = (from, false);
    let mut high = beyond as u64 * TOPS;
    while let Some(chunk) = bytes.get(at..at + 8) {
        let v = u64::from_le_bytes(chunk.try_into().unwrap_or([0; 8]));
        // With the second bit flipped, `"` is 0x20: one comparison with 0x21 finds it and the control
        // characters.
        let flipped = v ^ (ONES * 2);
        let low = flipped.wrapping_sub(ONES * 0x21) & !flipped;
        let slash = v ^ (ONES * b'\\' as u64);
        let marks = (low | slash.wrapping_sub(ONES) & !slash) & TOPS & !(v & TOPS);
        if marks != 0 {
            // Borrows spread upwards only, so the lowest mark is true.
            let count = marks.trailing_zeros() >> 3;
            high |= v & !(u64::MAX << (8 * count));
            return (at + count as usize, high & TOPS != 0);
        }
        high |= v;
        at += 8;
    }
    while let Some(byte) = bytes.get(at) {
        if *byte < 0x20 || matches!(byte, b'"' | b'\\') {
            break;
        }
        high |= *byte as u64;
        at += 1;
    }
    (at, high & TOPS != 0)
}

/// [`span`] for as long as 16 bytes are left: where it stopped, and whether it met bytes beyond ASCII.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn span_sse2(bytes: &[u8], from: usize) -> (usize, bool) {
    use std::arch::x86_64::*;
    let mut at = from;
    let mut high = 0u32;
    while at + 16 <= bytes.len() {
        // SAFETY: 16 bytes are left, and every x86-64 has SSE2.
        let (marks, tops) = unsafe {
            let v = _mm_loadu_si128(bytes.as_ptr().add(at).cast());
            let flipped = _mm_xor_si128(v, _mm_set1_epi8(2));
            let low = _mm_cmpeq_epi8(_mm_min_epu8(flipped, _mm_set1_epi8(0x20)), flipped);
            let marks = _mm_or_si128(low, _mm_cmpeq_epi8(v, _mm_set1_epi8(b'\\' as i8)));
            (_mm_movemask_epi8(marks) as u32, _mm_movemask_epi8(v) as u32)
        };
        if marks != 0 {
            let count = marks.trailing_zeros();
            high |= tops & !(u32::MAX << count);
            return (at + count as usize, high != 0);
        }
        high |= tops;
        at += 16;
    }
    (at, high != 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_say_what_they_should() {
        let of =
            |raw: &str| check_escapes(raw.as_bytes()).map(|()| Text::new(raw, true).decode().into_owned());
        assert_eq!(of(r#"a\"\\\/\b\f\n\r\tz"#).unwrap(), "a\"\\/\u{8}\u{c}\n\r\tz");
        assert_eq!(of(r"\u00e9\u6F22\ud83d\ude00").unwrap(), "é漢😀");
        assert_eq!(of(r"ab\x"), Err((ErrorKind::Escape, 2)));
        assert_eq!(of(r"ab\u12g4"), Err((ErrorKind::Escape, 2)));
        assert_eq!(of(r"ab\ud800"), Err((ErrorKind::LoneSurrogate, 2)));
        assert_eq!(of(r"\ud800\u0041"), Err((ErrorKind::LoneSurrogate, 0)));
        assert_eq!(of(r"\udc00"), Err((ErrorKind::LoneSurrogate, 0)));
        assert_eq!(of(r"\ud800\u00"), Err((ErrorKind::Escape, 6)));
        assert_eq!(of("\\"), Err((ErrorKind::Escape, 0)));
    }

    #[test]
    fn spans_end_where_they_should() {
        for length in 0..80 {
            for special in [b'"', b'\\', 0, 0x1F] {
                for other in [b' ', b'!', b'#', 0x7F, 0xC3] {
                    let mut bytes = vec![other; length];
                    assert_eq!(span(&bytes, 0), (length, other > 0x7F && length > 0));
                    bytes.push(special);
                    bytes.extend([0x80; 20]);
                    assert_eq!(
                        span(&bytes, 0),
                        (length, other > 0x7F && length > 0),
                        "{length} {special} {other}"
                    );
                }
            }
        }
    }
}
