//! UTF-8 that may be wrong: code points from bytes, where a byte that begins no encoding counts as U+FFFD of
//! length 1. Knows no properties of code points.

/// The code point that stands for bytes which are no UTF-8.
pub const REPLACEMENT: u32 = 0xfffd;

/// The code point at the start of `bytes`, and the length of its encoding, 1 to 4; [`REPLACEMENT`] with
/// length 1 where no valid encoding begins (surrogates, overlong forms, cut sequences).
///
/// # Panics
/// If `bytes` is empty.
#[inline]
pub fn decode(bytes: &[u8]) -> (u32, usize) {
    let first = u32::from(bytes[0]);
    let continuation = |i: usize, low: u8, high: u8| match bytes.get(i) {
        Some(b) if (low..=high).contains(b) => Some(u32::from(b & 0x3f)),
        Some(_) | None => None,
    };
    let decoded = match first {
        0..=0x7f => return (first, 1),
        0xc2..=0xdf => continuation(1, 0x80, 0xbf).map(|b| ((first & 0x1f) << 6 | b, 2)),
        0xe0..=0xef => {
            let (low, high) = match first {
                0xe0 => (0xa0, 0xbf),
                0xed => (0x80, 0x9f),
                _ => (0x80, 0xbf),
            };
            continuation(1, low, high)
                .zip(continuation(2, 0x80, 0xbf))
                .map(|(b, c)| ((first & 0x0f) << 12 | b << 6 | c, 3))
        }
        0xf0..=0xf4 => {
            let (low, high) = match first {
                0xf0 => (0x90, 0xbf),
                0xf4 => (0x80, 0x8f),
                _ => (0x80, 0xbf),
            };
            continuation(1, low, high)
                .zip(continuation(2, 0x80, 0xbf))
                .zip(continuation(3, 0x80, 0xbf))
                .map(|((b, c), d)| ((first & 0x07) << 18 | b << 12 | c << 6 | d, 4))
        }
        _ => None,
    };
    decoded.unwrap_or((REPLACEMENT, 1))
}

/// How many code points `text` has; each byte that begins no valid encoding counts as one.
pub fn count(text: &[u8]) -> usize {
    match std::str::from_utf8(text) {
        Ok(text) => text.chars().count(),
        Err(_) => {
            let (mut rest, mut n) = (text, 0);
            while !rest.is_empty() {
                rest = &rest[decode(rest).1..];
                n += 1;
            }
            n
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_point_and_nothing_else() {
        for c in '\0'..=char::MAX {
            let mut buffer = [0; 4];
            let text = c.encode_utf8(&mut buffer).as_bytes();
            assert_eq!(decode(text), (u32::from(c), text.len()));
            if text.len() > 1 {
                assert_eq!(decode(&text[..text.len() - 1]), (REPLACEMENT, 1), "{c:?} cut");
                assert_eq!(decode(&text[1..]), (REPLACEMENT, 1), "{c:?} without its first byte");
            }
        }
        for wrong in [&b"\xc0\x80"[..], b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\xe0\x80\x80", b"\xff"] {
            assert_eq!(decode(wrong), (REPLACEMENT, 1), "{wrong:x?}");
        }
    }

    #[test]
    fn counting() {
        assert_eq!(count(b""), 0);
        assert_eq!(count("aß語😀".as_bytes()), 4);
        assert_eq!(count(b"a\xff\xe8\xaa"), 4);
    }
}
