//! Text in quotes, with the escapes of Go's literals: what is not printable becomes `\n`, `\x`, `\u` and the
//! like.

use crate::unicode::{is_graphic, is_print};
use crate::utf8::{REPLACEMENT, decode};

/// How text is quoted.
#[derive(Clone, Copy, Debug)]
pub struct Quoting {
    /// The ASCII character around the text, which is escaped inside of it.
    pub quote: u8,
    /// Whether everything that is not ASCII is escaped.
    pub ascii: bool,
    /// Whether spaces other than the ASCII one stay as they are.
    pub graphic: bool,
}

impl Quoting {
    /// Gives the quoted text to `put`, piece by piece. Bytes that are no UTF-8 become `\x` and two digits.
    pub fn write(&self, text: &[u8], put: &mut impl FnMut(&[u8])) {
        put(&[self.quote]);
        let mut rest = text;
        while !rest.is_empty() {
            let (rune, len) = decode(rest);
            if rune == REPLACEMENT && len == 1 {
                put(format!("\\x{:02x}", rest[0]).as_bytes());
            } else {
                self.one(rune, &rest[..len], put);
            }
            rest = &rest[len..];
        }
        put(&[self.quote]);
    }

    fn one(&self, rune: u32, encoded: &[u8], put: &mut impl FnMut(&[u8])) {
        if rune == u32::from(self.quote) || rune == u32::from(b'\\') {
            return put(&[b'\\', rune as u8]);
        }
        let printable = if self.ascii {
            rune < 0x7f && is_print(rune)
        } else {
            is_print(rune) || self.graphic && is_graphic(rune)
        };
        if printable {
            return put(encoded);
        }
        let escape = match rune {
            7 => b'a',
            8 => b'b',
            9 => b't',
            10 => b'n',
            11 => b'v',
            12 => b'f',
            13 => b'r',
            0..0x20 | 0x7f => return put(format!("\\x{rune:02x}").as_bytes()),
            0x80..0x10000 => return put(format!("\\u{rune:04x}").as_bytes()),
            _ => return put(format!("\\U{rune:08x}").as_bytes()),
        };
        put(&[b'\\', escape]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn quoted(how: Quoting, text: &[u8]) -> String {
        let mut out = Vec::new();
        how.write(text, &mut |piece| out.extend_from_slice(piece));
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn escapes() {
        let plain = Quoting { quote: b'"', ascii: false, graphic: false };
        assert_eq!(quoted(plain, b"a\"b'\\\n\x7f\x00"), r#""a\"b'\\\n\x7f\x00""#);
        assert_eq!(quoted(plain, "ß\u{a0}\u{200b}\u{e0001}".as_bytes()), r#""ß\u00a0\u200b\U000e0001""#);
        assert_eq!(quoted(plain, b"\xff\xef\xbf\xbd"), "\"\\xff\u{fffd}\"");
        assert_eq!(quoted(Quoting { graphic: true, ..plain }, "\u{a0}".as_bytes()), "\"\u{a0}\"");
        assert_eq!(
            quoted(Quoting { quote: b'\'', ascii: true, graphic: false }, "'ß".as_bytes()),
            r"'\'\u00df'"
        );
    }
}
