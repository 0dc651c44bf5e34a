//! Hashes over bytes: for tables here, checksums in [`checksum`], digests in [`digest`]. States are the
//! caller's.

pub mod checksum;
pub mod digest;

/// FNV of 32 bits continued from `hash`; FNV-1a, where the byte comes before the product, if `byte_first`.
pub fn fnv32(hash: u32, bytes: &[u8], byte_first: bool) -> u32 {
    const PRIME: u32 = 0x0100_0193;
    bytes.iter().fold(hash, |h, b| match byte_first {
        true => (h ^ u32::from(*b)).wrapping_mul(PRIME),
        false => h.wrapping_mul(PRIME) ^ u32::from(*b),
    })
}

/// FNV of 64 bits continued from `hash`; FNV-1a if `byte_first`.
pub fn fnv64(hash: u64, bytes: &[u8], byte_first: bool) -> u64 {
    const PRIME: u64 = 0x100_0000_01b3;
    bytes.iter().fold(hash, |h, b| match byte_first {
        true => (h ^ u64::from(*b)).wrapping_mul(PRIME),
        false => h.wrapping_mul(PRIME) ^ u64::from(*b),
    })
}

/// FNV of 128 bits continued from `hash`; FNV-1a if `byte_first`.
pub fn fnv128(hash: u128, bytes: &[u8], byte_first: bool) -> u128 {
    const PRIME: u128 = 1 << 88 | 0x13b;
    bytes.iter().fold(hash, |h, b| match byte_first {
        true => (h ^ u128::from(*b)).wrapping_mul(PRIME),
        false => h.wrapping_mul(PRIME) ^ u128::from(*b),
    })
}

/// A quick hash by folded products of 8 bytes at a time, the rest with the length last. Its values may change
/// between versions, and resist no attacker who knows the seed.
pub fn mix(seed: u64, bytes: &[u8]) -> u64 {
    fn fold(a: u64, b: u64) -> u64 {
        let product = u128::from(a ^ 0x9e37_79b9_7f4a_7c15) * u128::from(b ^ 0xd1b5_4a32_d192_ed03);
        product as u64 ^ (product >> 64) as u64
    }
    let (words, rest) = bytes.as_chunks::<8>();
    let hash = words.iter().fold(seed, |h, w| fold(h, u64::from_le_bytes(*w)));
    let mut last = [0; 8];
    last[..rest.len()].copy_from_slice(rest);
    fold(fold(hash, u64::from_le_bytes(last)), bytes.len() as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Vectors of the authors of FNV.
    #[test]
    fn fnv() {
        assert_eq!(fnv32(0x811c_9dc5, b"foobar", true), 0xbf9c_f968);
        assert_eq!(fnv32(0x811c_9dc5, b"foobar", false), 0x31f0_b262);
        assert_eq!(fnv64(0xcbf2_9ce4_8422_2325, b"foobar", true), 0x8594_4171_f739_67e8);
        assert_eq!(fnv64(0xcbf2_9ce4_8422_2325, b"foobar", false), 0x340d_8765_a4dd_a9c2);
        let offset = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d;
        assert_eq!(fnv128(offset, b"a", true), 0xd228_cb69_6f1a_8caf_7891_2b70_4e4a_8964);
    }

    #[test]
    fn mixing_sees_length_and_seed() {
        assert_ne!(mix(1, b""), mix(1, b"\0"));
        assert_ne!(mix(1, &[0; 8]), mix(1, &[0; 16]));
        assert_ne!(mix(1, b"text"), mix(2, b"text"));
    }
}
