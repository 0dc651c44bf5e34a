//! Letters of 6 bits by any alphabet: four for each three bytes.

use std::cell::Cell;

/// Writes the letters of each three bytes of `src`, as far as `dst` has room for four.
pub fn encode(dst: &[Cell<u8>], src: &[Cell<u8>], alphabet: &[u8; 64]) {
    for (to, group) in dst.as_chunks::<4>().0.iter().zip(src.as_chunks::<3>().0) {
        let [a, b, c] = [0, 1, 2].map(|i| usize::from(group[i].get()));
        let value = a << 16 | b << 8 | c;
        let letters = [18, 12, 6, 0].map(|shift| alphabet[value >> shift & 63]);
        to.iter().zip(letters).for_each(|(to, letter)| to.set(letter));
    }
}

/// Decodes groups of four letters: how many there were before the first that has another byte, or the end of
/// `dst` or `src`. `values` has the value of each byte that is a letter, and 0xff for all others.
pub fn decode(dst: &[Cell<u8>], src: &[Cell<u8>], values: &[u8; 256]) -> usize {
    let mut n = 0;
    for (to, letters) in dst.as_chunks::<3>().0.iter().zip(src.as_chunks::<4>().0) {
        let [a, b, c, d] = [0, 1, 2, 3].map(|i| values[usize::from(letters[i].get())]);
        if a | b | c | d == 0xff {
            break;
        }
        let group = [a << 2 | b >> 4, b << 4 | c >> 2, c << 6 | d];
        to.iter().zip(group).for_each(|(to, byte)| to.set(byte));
        n += 1;
    }
    n
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

    fn cells(bytes: &mut [u8]) -> &[Cell<u8>] {
        Cell::from_mut(bytes).as_slice_of_cells()
    }

    #[test]
    fn there_and_back() {
        let (mut bytes, mut text) = (*b"foobar\xff\xfe\xfd?", [0; 13]);
        encode(cells(&mut text), cells(&mut bytes), ALPHABET);
        assert_eq!(text, *b"Zm9vYmFy//79\0");
        let mut values = [0xff; 256];
        (0u8..).zip(ALPHABET).for_each(|(value, letter)| values[usize::from(*letter)] = value);
        let memory = cells(&mut text);
        assert_eq!(decode(memory, memory, &values), 3);
        assert_eq!(text[..9], bytes[..9]);
        let mut text = *b"Zm9vYm=y";
        assert_eq!(decode(cells(&mut bytes), cells(&mut text), &values), 1);
    }
}
