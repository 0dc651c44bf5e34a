//! Generators of random words, and the tables that make other distributions of them. Their state is the
//! caller's.

mod cooked;
#[cfg(feature = "math")]
pub mod ziggurat;

/// Words of the state of [`seed_lagged`].
pub const LAGGED_WORDS: usize = 607;

/// The next number of Park and Miller's generator, by Schrage's method: 48271 x modulo 2^31 - 1.
fn park_miller(x: i32) -> i32 {
    let next = 48271 * (x % 44488) - 3399 * (x / 44488);
    if next < 0 { next + i32::MAX } else { next }
}

/// Sets the state of Go's additive lagged Fibonacci generator (package `math/rand`) from a seed. The state is
/// written in place, so that no copy of it takes room on a small stack.
pub fn seed_lagged(state: &mut [i64; LAGGED_WORDS], seed: i64) {
    let mut x = match seed.rem_euclid(i64::from(i32::MAX)) as i32 {
        0 => 89_482_311,
        x => x,
    };
    (0..20).for_each(|_| x = park_miller(x));
    for (word, cooked) in state.iter_mut().zip(&cooked::COOKED) {
        let mut value = 0;
        for shift in [40, 20, 0] {
            x = park_miller(x);
            value ^= i64::from(x) << shift;
        }
        *word = value ^ cooked;
    }
}

/// Four interlaced blocks of ChaCha8 (c2sp.org/chacha8rand): word `i` of block `counter + n` is in row `i`
/// and column `n`.
pub fn chacha8_block(seed: &[u32; 8], counter: u32) -> [[u32; 4]; 16] {
    let mut out = [[0u32; 4]; 16];
    for lane in 0..4u32 {
        let mut b = [0u32; 16];
        b[..4].copy_from_slice(&[0x6170_7865, 0x3320_646e, 0x7962_2d32, 0x6b20_6574]);
        b[4..12].copy_from_slice(seed);
        b[12] = counter.wrapping_add(lane);
        let key = b;
        for _ in 0..4 {
            for i in 0..4 {
                quarter(&mut b, [i, 4 + i, 8 + i, 12 + i]);
            }
            for i in 0..4 {
                quarter(&mut b, [i, 4 + (i + 1) % 4, 8 + (i + 2) % 4, 12 + (i + 3) % 4]);
            }
        }
        for (i, row) in out.iter_mut().enumerate() {
            row[lane as usize] = if (4..12).contains(&i) { b[i].wrapping_add(key[i]) } else { b[i] };
        }
    }
    out
}

fn quarter(x: &mut [u32; 16], [a, b, c, d]: [usize; 4]) {
    for (left, right) in [(16, 12), (8, 7)] {
        x[a] = x[a].wrapping_add(x[b]);
        x[d] = (x[d] ^ x[a]).rotate_left(left);
        x[c] = x[c].wrapping_add(x[d]);
        x[b] = (x[b] ^ x[c]).rotate_left(right);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first numbers of Go's `rand.New(rand.NewSource(1)).Uint64()`: the sum of two words of the state
    /// each.
    #[test]
    fn lagged() {
        let seeded = |seed: i64| {
            let mut state = [0; LAGGED_WORDS];
            seed_lagged(&mut state, seed);
            state
        };
        let state = seeded(1);
        let sum = |n: usize| state[333 - n].wrapping_add(state[606 - n]) as u64;
        assert_eq!([sum(0), sum(1)], [5577006791947779410, 8674665223082153551]);
        assert_eq!(seeded(0), seeded(i64::from(i32::MAX)));
    }

    /// The first words of Go's `NewChaCha8` with this seed.
    #[test]
    fn chacha8() {
        let seed = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ123456".as_chunks::<4>().0;
        let seed = std::array::from_fn(|i| u32::from_le_bytes(seed[i]));
        let (first, next) = (chacha8_block(&seed, 0), chacha8_block(&seed, 1));
        let words = first[0].map(u64::from);
        assert_eq!(
            [words[0] | words[1] << 32, words[2] | words[3] << 32],
            [0xb773b6063d4616a5, 0x1160af22a66abc3c]
        );
        // Columns are blocks, so those of neighbouring counters are the same but for one.
        for (row, next) in first.iter().zip(&next) {
            assert_eq!(row[1..], next[..3]);
        }
    }
}
