//! Division by constants: the multipliers and shifts that stand for it.
//!
//! Warren, *Hacker's Delight*, chapter 10; for numbers known to be small, Drane, Cheung and Constantinides,
//! *Correctly rounded constant integer division via multiply-add*. Knows nothing of code.

/// `x / d` for signed `x`: the high half of `x * multiplier`, with `x` added or taken away once, shifted
/// right, and 1 added if that is negative.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Signed {
    pub multiplier: i64,
    /// 1, 0 or -1 times `x` is added to the high half.
    pub add: i64,
    pub shift: u32,
}

/// `d` is none of -1, 0, 1.
pub(super) fn signed(d: i64) -> Signed {
    let size = u128::from(d.unsigned_abs());
    // The largest dividend of the sign that matters, up to which the quotient must be right.
    let most = (1u128 << 63) - 1 + u128::from(d < 0);
    let most = most - (most + 1) % size;
    let power = (64..127).find(|p| (1u128 << p) > most * (size - (1u128 << p) % size)).unwrap_or(127);
    let multiplier = ((1u128 << power) / size + 1) as u64 as i64;
    let multiplier = if d < 0 { multiplier.wrapping_neg() } else { multiplier };
    let add = i64::from(d > 0 && multiplier < 0) - i64::from(d < 0 && multiplier > 0);
    Signed { multiplier, add, shift: power - 64 }
}

/// `x / d` for unsigned `x`: `x` shifted right by `before`, the high half of that times `multiplier`, shifted
/// right by `after`. If `fixed`, the multiplier has a 65th bit: half of what `x` exceeds the high half by is
/// added before the last shift, which is by one less.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Unsigned {
    pub before: u32,
    pub multiplier: u64,
    pub fixed: bool,
    pub after: u32,
}

/// `d` is no power of two, and not 0; the dividends have so many bits.
pub(super) fn unsigned(d: u64, bits: u32) -> Unsigned {
    if let Some((multiplier, after)) = short_multiplier(d, bits) {
        return Unsigned { before: 0, multiplier, fixed: false, after };
    }
    let before = d.trailing_zeros();
    if before > 0
        && let Some((multiplier, after)) = short_multiplier(d >> before, bits - before)
    {
        return Unsigned { before, multiplier, fixed: false, after };
    }
    let after = 64 - d.leading_zeros();
    let multiplier = ((1u128 << 64) * ((1u128 << after) - u128::from(d)) / u128::from(d) + 1) as u64;
    Unsigned { before: 0, multiplier, fixed: true, after }
}

/// A multiplier of 64 bits and the shift after the high half, right for dividends of so many bits; if there
/// is one.
fn short_multiplier(d: u64, bits: u32) -> Option<(u64, u32)> {
    (0..64).find_map(|shift| {
        let power = 1u128 << (64 + shift);
        let multiplier = power.div_ceil(u128::from(d));
        let excess = multiplier * u128::from(d) - power;
        let right = excess <= 1u128 << (64 + shift - bits);
        let multiplier = u64::try_from(multiplier).ok()?;
        right.then_some((multiplier, shift))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn divided(x: i64, by: Signed) -> i64 {
        let Signed { multiplier, add, shift } = by;
        let high = ((i128::from(x) * i128::from(multiplier)) >> 64) as i64;
        let shifted = high.wrapping_add(x.wrapping_mul(add)) >> shift;
        shifted + ((shifted as u64) >> 63) as i64
    }

    fn divided_unsigned(x: u64, by: Unsigned) -> u64 {
        let Unsigned { before, multiplier, fixed, after } = by;
        let high = ((u128::from(x >> before) * u128::from(multiplier)) >> 64) as u64;
        if fixed { (((x - high) >> 1) + high) >> (after - 1) } else { high >> after }
    }

    /// Edges, and numbers of every length.
    fn numbers() -> Vec<u64> {
        let mut numbers: Vec<u64> = (0..70).collect();
        let mut seed = 1u64;
        for bit in 2..64 {
            for near in -3i64..4 {
                numbers.push((1u64 << bit).wrapping_add(near as u64));
            }
            for _ in 0..12 {
                seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                numbers.push(seed.rotate_left(bit) >> (63 - bit));
            }
        }
        let negative: Vec<u64> = numbers.iter().map(|n| n.wrapping_neg()).collect();
        numbers.extend(negative);
        numbers
    }

    #[test]
    fn products_are_quotients() {
        let numbers = numbers();
        for by in numbers.iter().copied() {
            let times = (!matches!(by as i64, -1..=1)).then(|| signed(by as i64));
            let wide = (by > 1 && !by.is_power_of_two()).then(|| unsigned(by, 64));
            let narrow = wide.filter(|_| by < 1 << 32).map(|_| unsigned(by, 32));
            assert!(narrow.is_none_or(|n| n.before == 0 && !n.fixed));
            for x in numbers.iter().copied() {
                if let Some(times) = times {
                    assert_eq!(divided(x as i64, times), (x as i64).wrapping_div(by as i64), "{x} / {by}");
                }
                if let Some(times) = wide {
                    // The multiples are where a quotient would be one off first.
                    for x in [x, x - x % by, (x - x % by).wrapping_sub(1)] {
                        assert_eq!(divided_unsigned(x, times), x / by, "{x} / {by}");
                    }
                }
                if let Some(times) = narrow {
                    let x = x & 0xffff_ffff;
                    assert_eq!(divided_unsigned(x, times), x / by, "{x} / {by}");
                }
            }
        }
    }
}
