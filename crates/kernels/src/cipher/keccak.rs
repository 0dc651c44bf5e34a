//! The sponge of SHA-3 and SHAKE (FIPS 202): its permutation, and whole blocks that go in.

/// A sponge.
pub type State = [u64; 25];

/// Permutes the state.
pub fn permute(state: &mut State) {
    ::keccak::f1600(state);
}

/// Takes in blocks of `rate` bytes, a multiple of 8 up to 200; what is left of the data is not looked at.
pub fn absorb(state: &mut State, rate: usize, data: &[u8]) {
    if rate == 0 || rate > 200 {
        return;
    }
    for block in data.chunks_exact(rate) {
        for (word, bytes) in state.iter_mut().zip(block.as_chunks().0) {
            *word ^= u64::from_le_bytes(*bytes);
        }
        permute(state);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// SHA3-256 of nothing.
    #[test]
    fn standard() {
        let mut block = [0; 136];
        (block[0], block[135]) = (6, 0x80);
        let mut state = [0; 25];
        absorb(&mut state, 136, &block);
        assert_eq!(state[0].to_le_bytes(), [0xa7, 0xff, 0xc6, 0xf8, 0xbf, 0x1e, 0xd7, 0x66]);
    }
}
