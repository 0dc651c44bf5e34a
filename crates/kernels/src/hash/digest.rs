//! Block functions of digests, and the padding at the end of what is digested. Buffering and the order of
//! bytes in the result are the caller's.

use sha2::digest::block_buffer::EagerBuffer;
use sha2::digest::consts::{U64, U128};

/// Updates the state of MD5 (RFC 1321) by whole blocks. The crate md-5 does not offer its block function.
pub fn md5(state: &mut [u32; 4], blocks: &[[u8; 64]]) {
    const SHIFTS: [[u32; 4]; 4] = [[7, 12, 17, 22], [5, 9, 14, 20], [4, 11, 16, 23], [6, 10, 15, 21]];
    static SINES: std::sync::LazyLock<[u32; 64]> = std::sync::LazyLock::new(|| {
        std::array::from_fn(|i| (libm::sin((i + 1) as f64).abs() * (1u64 << 32) as f64) as u32)
    });
    let sines = &*SINES;
    for block in blocks {
        let (parts, _) = block.as_chunks::<4>();
        let [mut a, mut b, mut c, mut d] = *state;
        for i in 0..64 {
            let (mixed, word) = match i / 16 {
                0 => (b & c | !b & d, i),
                1 => (b & d | c & !d, 5 * i + 1),
                2 => (b ^ c ^ d, 3 * i + 5),
                _ => (c ^ (b | !d), 7 * i),
            };
            let sum = a
                .wrapping_add(mixed)
                .wrapping_add(sines[i])
                .wrapping_add(u32::from_le_bytes(parts[word % 16]));
            (a, d, c) = (d, c, b);
            b = b.wrapping_add(sum.rotate_left(SHIFTS[i / 16][i % 4]));
        }
        for (word, add) in state.iter_mut().zip([a, b, c, d]) {
            *word = word.wrapping_add(add);
        }
    }
}

/// Updates the state of SHA-1 (FIPS 180-4) by whole blocks.
pub fn sha1(state: &mut [u32; 5], blocks: &[[u8; 64]]) {
    EagerBuffer::<U64>::default()
        .digest_blocks(blocks.as_flattened(), |blocks| ::sha1::compress(state, blocks));
}

/// Updates the state of SHA-224 or SHA-256 (FIPS 180-4) by whole blocks.
pub fn sha256(state: &mut [u32; 8], blocks: &[[u8; 64]]) {
    EagerBuffer::<U64>::default()
        .digest_blocks(blocks.as_flattened(), |blocks| sha2::compress256(state, blocks));
}

/// Updates the state of SHA-384 or SHA-512 (FIPS 180-4) by whole blocks.
pub fn sha512(state: &mut [u64; 8], blocks: &[[u8; 128]]) {
    EagerBuffer::<U128>::default()
        .digest_blocks(blocks.as_flattened(), |blocks| sha2::compress512(state, blocks));
}

/// Gives the last bytes of a message as whole blocks of `B` bytes to a block function: as they are, then
/// padded with the length of the whole message, whose bytes are in `little` or big-endian order.
#[inline(always)]
pub fn last_blocks<const B: usize>(
    bytes: &[u8],
    length: u64,
    little: bool,
    mut compress: impl FnMut(&[[u8; B]]),
) {
    let (whole, rest) = bytes.as_chunks::<B>();
    if !whole.is_empty() {
        compress(whole);
    }
    let mut last = [[0; B]; 2];
    last[0][..rest.len()].copy_from_slice(rest);
    last[0][rest.len()] = 0x80;
    // The length takes an eighth of a block.
    let blocks = if rest.len() + 1 + B / 8 > B { 2 } else { 1 };
    let end = &mut last[blocks - 1];
    let bits = length << 3;
    end[B - 8..].copy_from_slice(&if little { bits.to_le_bytes() } else { bits.to_be_bytes() });
    if B == 128 {
        end[B - 9] = (length >> 61) as u8;
    }
    compress(&last[..blocks]);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The padded block of the text `abc`, with the length in bits at its end in either order of bytes.
    fn abc<const N: usize>(little: bool) -> [u8; N] {
        let mut block = [0; N];
        block[..4].copy_from_slice(b"abc\x80");
        block[if little { N - 8 } else { N - 1 }] = 24;
        block
    }

    /// The digests of `abc` in the standards.
    #[test]
    fn standards() {
        let mut state = [0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476];
        md5(&mut state, &[abc(true)]);
        assert_eq!(state.map(u32::swap_bytes), [0x9001_5098, 0x3cd2_4fb0, 0xd696_3f7d, 0x28e1_7f72]);
        let mut state = [0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476, 0xc3d2_e1f0];
        sha1(&mut state, &[abc(false)]);
        assert_eq!(state, [0xa999_3e36, 0x4706_816a, 0xba3e_2571, 0x7850_c26c, 0x9cd0_d89d]);
        let mut state = [
            0x6a09_e667,
            0xbb67_ae85,
            0x3c6e_f372,
            0xa54f_f53a,
            0x510e_527f,
            0x9b05_688c,
            0x1f83_d9ab,
            0x5be0_cd19,
        ];
        sha256(&mut state, &[abc(false)]);
        assert_eq!(state[..2], [0xba78_16bf, 0x8f01_cfea]);
        let mut state = [
            0x6a09_e667_f3bc_c908,
            0xbb67_ae85_84ca_a73b,
            0x3c6e_f372_fe94_f82b,
            0xa54f_f53a_5f1d_36f1,
            0x510e_527f_ade6_82d1,
            0x9b05_688c_2b3e_6c1f,
            0x1f83_d9ab_fb41_bd6b,
            0x5be0_cd19_137e_2179,
        ];
        sha512(&mut state, &[abc(false)]);
        assert_eq!(state[..2], [0xddaf_35a1_9361_7aba, 0xcc41_7349_ae20_4131]);
    }
    /// The SHA-256 of many lengths is the one that the crate sha2 computes by its own buffering.
    #[test]
    fn every_length_of_the_last_block() {
        use sha2::Digest;
        let start = [
            0x6a09_e667,
            0xbb67_ae85,
            0x3c6e_f372,
            0xa54f_f53a,
            0x510e_527f,
            0x9b05_688c,
            0x1f83_d9ab,
            0x5be0_cd19,
        ];
        let data: Vec<u8> = (0..300_u32).map(|n| (n * 7) as u8).collect();
        for len in 0..data.len() {
            let mut state = start;
            last_blocks(&data[..len], len as u64, false, |blocks| sha256(&mut state, blocks));
            let digest: Vec<u8> = state.iter().flat_map(|word| word.to_be_bytes()).collect();
            assert_eq!(digest[..], sha2::Sha256::digest(&data[..len])[..], "{len}");
        }
    }
}
