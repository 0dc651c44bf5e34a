//! Searching bytes, with the machine's vectors where it has them (by the crate memchr).

/// Where `byte` first occurs.
#[inline]
pub fn find_byte(text: &[u8], byte: u8) -> Option<usize> {
    memchr::memchr(byte, text)
}

/// Where `byte` last occurs.
#[inline]
pub fn rfind_byte(text: &[u8], byte: u8) -> Option<usize> {
    memchr::memrchr(byte, text)
}

/// How often `byte` occurs.
#[inline]
pub fn count_byte(text: &[u8], byte: u8) -> usize {
    memchr::memchr_iter(byte, text).count()
}

/// Where `part` first occurs; at 0 if it is empty.
#[inline]
pub fn find(text: &[u8], part: &[u8]) -> Option<usize> {
    match part {
        [byte] => memchr::memchr(*byte, text),
        _ if part.len() > text.len() => None,
        _ => memchr::memmem::find(text, part),
    }
}

/// Where `part` last occurs; at the end if it is empty.
#[inline]
pub fn rfind(text: &[u8], part: &[u8]) -> Option<usize> {
    if part.len() > text.len() { None } else { memchr::memmem::rfind(text, part) }
}

/// How often `part` occurs without overlapping; one more than there are bytes if it is empty.
#[inline]
pub fn count(text: &[u8], part: &[u8]) -> usize {
    match part {
        [byte] => memchr::memchr_iter(*byte, text).count(),
        _ => memchr::memmem::find_iter(text, part).count(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_and_counts() {
        let text = b"abcabcab";
        assert_eq!(
            (find_byte(text, b'c'), rfind_byte(text, b'c'), count_byte(text, b'c')),
            (Some(2), Some(5), 2)
        );
        assert_eq!((find(text, b"cab"), rfind(text, b"cab"), count(text, b"cab")), (Some(2), Some(5), 2));
        assert_eq!((find(text, b"b"), rfind(text, b"b"), count(text, b"b")), (Some(1), Some(7), 3));
        assert_eq!((find(text, b""), rfind(text, b""), count(text, b"")), (Some(0), Some(8), 9));
        assert_eq!((find(b"a", b"aa"), rfind(b"a", b"aa"), count(b"a", b"aa")), (None, None, 0));
        assert_eq!(count(b"aaaa", b"aa"), 2);
    }
}
