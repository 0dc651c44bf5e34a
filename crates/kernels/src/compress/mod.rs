//! DEFLATE (RFC 1951), both ways, over slices. All state lies in memory of the caller, one slice of bytes
//! with a layout that is stated here, so that limits and snapshots of that memory cover the codec. Knows
//! neither streams nor containers: the headers of blocks, their errors and checksums are the caller's.

pub mod deflate;
mod huffman;
pub mod inflate;

/// A length of 3 to 258 as its symbol, and how many extra bits follow.
fn length_symbol(length: usize) -> (usize, u32) {
    match length - 3 {
        255 => (285, 0),
        l @ 0..4 => (257 + l, 0),
        l => {
            let n = l.ilog2();
            (253 + 4 * n as usize + (l >> (n - 2) & 3), n - 2)
        }
    }
}

/// A distance of 1 to 32,768 as its symbol, and how many extra bits follow.
fn distance_symbol(distance: usize) -> (usize, u32) {
    match distance - 1 {
        d @ 0..4 => (d, 0),
        d => {
            let n = d.ilog2();
            (2 * n as usize + (d >> (n - 1) & 1), n - 1)
        }
    }
}

/// The least length of a symbol from 257 to 285, and its extra bits.
const fn length_base(symbol: usize) -> (u32, u32) {
    match symbol - 257 {
        28 => (258, 0),
        s @ 0..8 => (3 + s as u32, 0),
        s => {
            let extra = (s / 4 - 1) as u32;
            (3 + ((4 + s as u32 % 4) << extra), extra)
        }
    }
}

/// The least distance of a symbol below 30, and its extra bits.
const fn distance_base(symbol: usize) -> (u32, u32) {
    match symbol {
        0..4 => (1 + symbol as u32, 0),
        _ => {
            let extra = (symbol / 2 - 1) as u32;
            (1 + ((2 + symbol as u32 % 2) << extra), extra)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symbols_and_bases_agree() {
        for length in 3..=258 {
            let (symbol, extra) = length_symbol(length);
            let (base, bits) = length_base(symbol);
            assert_eq!(bits, extra);
            assert!((base as usize..=base as usize + (1 << extra) - 1).contains(&length), "{length}");
        }
        for distance in 1..=32_768 {
            let (symbol, extra) = distance_symbol(distance);
            let (base, bits) = distance_base(symbol);
            assert_eq!(bits, extra);
            assert!((base as usize..base as usize + (1 << extra)).contains(&distance), "{distance}");
        }
    }
}
