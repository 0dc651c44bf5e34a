//! The bits of a NaN where a program can see them: one rule for all tiers and machines.
//!
//! Invalid arithmetic makes a NaN whose sign is the machine's choice: set on amd64. Programs see it positive.
//! Knows nothing of ops, nor of other NaNs, which keep their bits (`docs/decisions/0006-nan.md`).

/// What invalid `f64` arithmetic makes on amd64.
pub const MADE_64: u64 = 0xfff8_0000_0000_0000;
/// What programs see instead.
pub const SEEN_64: u64 = 0x7ff8_0000_0000_0000;
/// What invalid `f32` arithmetic makes on amd64.
pub const MADE_32: u32 = 0xffc0_0000;
/// What programs see instead.
pub const SEEN_32: u32 = 0x7fc0_0000;

/// The bits of an `f64` as programs see them.
#[inline(always)]
pub const fn seen_64(bits: u64) -> u64 {
    if bits == MADE_64 { SEEN_64 } else { bits }
}

/// The bits of an `f32` as programs see them.
#[inline(always)]
pub const fn seen_32(bits: u32) -> u32 {
    if bits == MADE_32 { SEEN_32 } else { bits }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_machines_own_nan_changes() {
        assert_eq!(seen_64(MADE_64), f64::NAN.to_bits());
        assert_eq!(seen_32(MADE_32), f32::NAN.to_bits());
        for bits in [0, 1, SEEN_64, MADE_64 + 1, MADE_64 - 1, u64::MAX, f64::NEG_INFINITY.to_bits()] {
            assert_eq!(seen_64(bits), bits);
        }
        for bits in [0, 1, SEEN_32, MADE_32 + 1, MADE_32 - 1, u32::MAX] {
            assert_eq!(seen_32(bits), bits);
        }
    }
}
