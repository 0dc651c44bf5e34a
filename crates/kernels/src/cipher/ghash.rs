//! GHASH, the universal hash of Galois/Counter Mode (NIST SP 800-38D).

use ::ghash::GHash;
use ::ghash::universal_hash::{KeyInit, UniversalHash};

/// Continues a hash over data, whose last block is filled up with zeros.
pub fn update(key: &[u8; 16], state: &mut [u8; 16], data: &[u8]) {
    if data.is_empty() {
        return;
    }
    // The state is added to the first block: the crate's backends do not agree on a first block of their own.
    let (first, rest) = data.split_at(data.len().min(16));
    state.iter_mut().zip(first).for_each(|(s, d)| *s ^= d);
    let mut hash = GHash::new(key.into());
    hash.update_padded(&*state);
    hash.update_padded(rest);
    *state = hash.finalize().into();
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Test case 2 of the specification of GCM.
    #[test]
    fn standard_in_parts() {
        let key = 0x66e9_4bd4_ef8a_2c3b_884c_fa59_ca34_2b2e_u128.to_be_bytes();
        let text = 0x0388_dace_60b6_a392_f328_c2b9_71b2_fe78_u128.to_be_bytes();
        let mut state = [0; 16];
        update(&key, &mut state, &text);
        assert_eq!(u128::from_be_bytes(state), 0x5e2e_c746_9170_6288_2c85_b068_5353_deb7);
        update(&key, &mut state, &128u128.to_be_bytes());
        assert_eq!(u128::from_be_bytes(state), 0xf38c_bb1a_d692_23dc_c345_7ae5_b6b0_f885);
    }
}
