//! Hexadecimal digits: two for each byte.

use std::cell::Cell;

/// The digits of a byte, lower case.
#[inline]
fn digits(byte: u8) -> [u8; 2] {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    [DIGITS[usize::from(byte >> 4)], DIGITS[usize::from(byte & 15)]]
}

#[inline]
fn value(digit: u8) -> Option<u8> {
    char::from(digit).to_digit(16).map(|d| d as u8)
}

/// Writes the digits of each byte of `src`, lower case, as far as `dst` has room for two.
pub fn encode(dst: &[Cell<u8>], src: &[Cell<u8>]) {
    for (to, byte) in dst.as_chunks::<2>().0.iter().zip(src) {
        let [high, low] = digits(byte.get());
        to[0].set(high);
        to[1].set(low);
    }
}

/// Decodes pairs of digits of either case: how many bytes were written before the first pair that is none, or
/// the end of `dst` or `src`. `dst` may start where `src` does.
pub fn decode(dst: &[Cell<u8>], src: &[Cell<u8>]) -> usize {
    let mut n = 0;
    for (to, pair) in dst.iter().zip(src.as_chunks::<2>().0) {
        let Some((high, low)) = value(pair[0].get()).zip(value(pair[1].get())) else { break };
        to.set(high << 4 | low);
        n += 1;
    }
    n
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cells(bytes: &mut [u8]) -> &[Cell<u8>] {
        Cell::from_mut(bytes).as_slice_of_cells()
    }

    #[test]
    fn there_and_back() {
        let (mut bytes, mut text) = (*b"\x00\x9f\xff", [0; 6]);
        encode(cells(&mut text), cells(&mut bytes));
        assert_eq!(text, *b"009fff");
        let memory = cells(&mut text);
        assert_eq!(decode(memory, memory), 3);
        assert_eq!(text, *b"\x00\x9f\xfffff");
    }

    #[test]
    fn where_it_ends() {
        let (mut text, mut bytes) = (*b"aBx0", [0; 2]);
        assert_eq!(decode(cells(&mut bytes), cells(&mut text)), 1);
        assert_eq!(bytes, [0xab, 0]);
        assert_eq!(decode(cells(&mut bytes[..0]), cells(&mut text)), 0);
        assert_eq!(decode(cells(&mut bytes), cells(&mut text[..1])), 0);
    }
}
