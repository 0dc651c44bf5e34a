//! Numbers as text: integers two digits at a time, floats by their shortest digits in the layout that is
//! asked for, both from the kernels.

use purlin_kernels::float::shortest::{Shortest, lay_out};

use crate::error::WriteError;
use crate::options::{FloatLayout, NonFinite};

/// Room for any number this module writes.
pub(crate) use purlin_kernels::float::shortest::LONGEST;

static PAIRS: [u8; 200] = {
    let mut pairs = [0; 200];
    let mut i = 0;
    while i < 100 {
        pairs[2 * i] = b'0' + (i / 10) as u8;
        pairs[2 * i + 1] = b'0' + (i % 10) as u8;
        i += 1;
    }
    pairs
};

/// # Safety
/// `dst` is writable for two bytes; `value < 100`.
#[inline(always)]
unsafe fn pair(dst: *mut u8, value: usize) {
    // SAFETY: by the caller.
    unsafe { std::ptr::copy_nonoverlapping(PAIRS.as_ptr().add(2 * value), dst, 2) };
}

/// The digits of a number; their count.
///
/// # Safety
/// `dst` is writable for 20 bytes.
#[inline(always)]
pub(crate) unsafe fn unsigned(dst: *mut u8, value: u64) -> usize {
    // SAFETY: each branch writes as many bytes as the number has digits.
    unsafe {
        if value < 100 {
            if value < 10 {
                *dst = b'0' + value as u8;
                return 1;
            }
            pair(dst, value as usize);
            return 2;
        }
        let count = digit_count(value);
        let mut rest = value;
        let mut at = count;
        while rest >= 10_000 {
            let four = (rest % 10_000) as usize;
            rest /= 10_000;
            at -= 4;
            pair(dst.add(at), four / 100);
            pair(dst.add(at + 2), four % 100);
        }
        let mut rest = rest as usize;
        if rest >= 100 {
            at -= 2;
            pair(dst.add(at), rest % 100);
            rest /= 100;
        }
        if rest >= 10 {
            pair(dst, rest);
        } else {
            *dst = b'0' + rest as u8;
        }
        count
    }
}

/// How many digits a number of at least 1 has.
#[inline(always)]
fn digit_count(value: u64) -> usize {
    const POWERS: [u64; 20] = {
        let mut powers = [0; 20];
        let mut i = 1;
        let mut power = 1u64;
        while i < 20 {
            power *= 10;
            powers[i] = power;
            i += 1;
        }
        powers
    };
    let bits = 64 - (value | 1).leading_zeros() as usize;
    // 1233 / 4096 is close enough to log10(2).
    let guess = (bits * 1233) >> 12;
    guess + (value >= POWERS[guess]) as usize
}

/// # Safety
/// `dst` is writable for 20 bytes.
#[inline(always)]
pub(crate) unsafe fn signed(dst: *mut u8, value: i64) -> usize {
    let negative = (value < 0) as usize;
    // SAFETY: one byte and at most 19 digits.
    unsafe {
        *dst = b'-';
        negative + unsigned(dst.add(negative), value.unsigned_abs())
    }
}

/// A finite float.
///
/// # Safety
/// `dst` is writable for `LONGEST` bytes.
#[inline(always)]
pub(crate) unsafe fn float(dst: *mut u8, value: f64, layout: FloatLayout) -> usize {
    let mut buffer = Shortest::new();
    let text = buffer.double(value);
    if layout == FloatLayout::Rust {
        // SAFETY: shorter than `LONGEST`.
        unsafe { copy_short(text.as_ptr(), dst, text.len()) };
        return text.len();
    }
    let text = lay_out(text, layout);
    // SAFETY: shorter than `LONGEST`.
    unsafe { copy_short(text.as_bytes().as_ptr(), dst, text.as_bytes().len()) };
    text.as_bytes().len()
}

/// Copies 1 to 32 bytes by copies of constant size that overlap; longer ones as usual.
///
/// # Safety
/// `n` readable and writable bytes that do not overlap.
#[inline(always)]
unsafe fn copy_short(src: *const u8, dst: *mut u8, n: usize) {
    // SAFETY: all accesses are within `n`.
    unsafe {
        if (16..=32).contains(&n) {
            let (head, tail) =
                (src.cast::<u128>().read_unaligned(), src.add(n - 16).cast::<u128>().read_unaligned());
            dst.cast::<u128>().write_unaligned(head);
            dst.add(n - 16).cast::<u128>().write_unaligned(tail);
        } else if (8..16).contains(&n) {
            let (head, tail) =
                (src.cast::<u64>().read_unaligned(), src.add(n - 8).cast::<u64>().read_unaligned());
            dst.cast::<u64>().write_unaligned(head);
            dst.add(n - 8).cast::<u64>().write_unaligned(tail);
        } else {
            for i in 0..n {
                *dst.add(i) = *src.add(i);
            }
        }
    }
}

/// What stands for NaN or an infinity.
pub(super) fn non_finite(value: f64, policy: NonFinite) -> Result<&'static str, WriteError> {
    match policy {
        NonFinite::Error => Err(WriteError::NonFinite),
        NonFinite::Null => Ok("null"),
        NonFinite::Literal if value.is_nan() => Ok("NaN"),
        NonFinite::Literal if value > 0.0 => Ok("Infinity"),
        NonFinite::Literal => Ok("-Infinity"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn laid(value: f64, layout: FloatLayout) -> String {
        let mut out = [0; LONGEST];
        // SAFETY: the room that is asked for.
        let count = unsafe { float(out.as_mut_ptr(), value, layout) };
        String::from_utf8(out[..count].to_vec()).unwrap()
    }

    #[test]
    fn integers() {
        let mut values = vec![0, 1, 9, 10, 11, 99, 100, 101, 12345, u64::MAX, i64::MAX as u64];
        for power in 0..20 {
            let ten = 10u64.pow(power);
            values.extend([ten - 1, ten, ten + 1, ten.wrapping_mul(7)]);
        }
        for value in values {
            let mut out = [0; 20];
            // SAFETY: room for 20 bytes.
            let count = unsafe { unsigned(out.as_mut_ptr(), value) };
            assert_eq!(out[..count], *value.to_string().as_bytes());
            for value in [value as i64, (value as i64).wrapping_neg()] {
                // SAFETY: room for 20 bytes.
                let count = unsafe { signed(out.as_mut_ptr(), value) };
                assert_eq!(out[..count], *value.to_string().as_bytes());
            }
        }
    }

    #[test]
    fn floats_are_in_the_layout_that_is_asked_for() {
        use FloatLayout::*;
        for value in [0.0, -0.0, 1.0, -1.5, 0.1, 1e20, 5e-324, f64::MAX, f64::MIN] {
            // What serde_json writes is what the layout is named after.
            assert_eq!(laid(value, Rust), serde_json::to_string(&value).unwrap());
            for layout in [Go, EcmaScript, Smalltalk] {
                let mut buffer = Shortest::new();
                assert_eq!(laid(value, layout).as_bytes(), lay_out(buffer.double(value), layout).as_bytes());
            }
        }
    }
}
