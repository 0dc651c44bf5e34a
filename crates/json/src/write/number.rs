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
    // SAFETY: numbers below 100 write their digits; of others each piece writes 8 bytes, after at most 12.
    unsafe {
        if value < 100 {
            if value < 10 {
                *dst = b'0' + value as u8;
                return 1;
            }
            pair(dst, value as usize);
            return 2;
        }
        if value < EIGHT {
            return leading(dst, value);
        }
        let (high, low) = (value / EIGHT, value % EIGHT);
        let count = if high < 10 {
            *dst = b'0' + high as u8;
            1
        } else if high < EIGHT {
            leading(dst, high)
        } else {
            let count = leading(dst, high / EIGHT);
            all_eight(dst.add(count), high % EIGHT);
            count + 8
        };
        all_eight(dst.add(count), low);
        count + 8
    }
}

/// Numbers below have at most eight digits.
const EIGHT: u64 = 100_000_000;

const ASCII_ZEROS: u64 = 0x3030_3030_3030_3030;

/// The eight digits of a number below [`EIGHT`] as numbers, the first in the lowest byte. The number is cut
/// into
/// halves three times, all pieces at once; the products divide exactly what fits a piece.
#[inline(always)]
fn eight_digits(value: u64) -> u64 {
    let fours = (value / 10_000) | ((value % 10_000) << 32);
    let hundreds = ((fours * 10_486) >> 20) & 0x0000_007F_0000_007F;
    let twos = hundreds | ((fours - hundreds * 100) << 16);
    let tens = ((twos * 103) >> 10) & 0x000F_000F_000F_000F;
    tens | ((twos - tens * 10) << 8)
}

/// A number from 1 to below [`EIGHT`] without leading zeros; the count of its digits.
///
/// # Safety
/// `dst` is writable for 8 bytes, however short the number is.
#[inline(always)]
unsafe fn leading(dst: *mut u8, value: u64) -> usize {
    let digits = eight_digits(value);
    let zeros = (digits | 1 << 56).trailing_zeros() as usize / 8;
    let text = (digits | ASCII_ZEROS) >> (8 * zeros);
    // SAFETY: by the caller.
    unsafe { dst.cast::<u64>().write_unaligned(text.to_le()) };
    8 - zeros
}

/// A number below [`EIGHT`] as eight digits.
///
/// # Safety
/// `dst` is writable for 8 bytes.
#[inline(always)]
unsafe fn all_eight(dst: *mut u8, value: u64) {
    // SAFETY: by the caller.
    unsafe { dst.cast::<u64>().write_unaligned((eight_digits(value) | ASCII_ZEROS).to_le()) };
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
    if layout == FloatLayout::Rust {
        // SAFETY: by the caller.
        return unsafe { shortest(dst, value) };
    }
    let mut buffer = Shortest::new();
    let text = lay_out(buffer.double(value), layout);
    // SAFETY: shorter than `LONGEST`.
    unsafe { copy_short(text.as_bytes().as_ptr(), dst, text.as_bytes().len()) };
    text.as_bytes().len()
}

/// A finite float as its shortest digits are made, in the layout [`FloatLayout::Rust`]. They are made where
/// they
/// belong: a processor waits for a copy that reads them in other pieces than they were written in.
///
/// # Safety
/// `dst` is writable for `LONGEST` bytes.
#[inline(always)]
unsafe fn shortest(dst: *mut u8, value: f64) -> usize {
    const { assert!(size_of::<Shortest>() <= LONGEST && align_of::<Shortest>() == 1) };
    // SAFETY: the room is large enough for the buffer, which needs no alignment, and nothing else uses it.
    // The
    // text lies in it, so a copy to its start stays inside.
    unsafe {
        let place = dst.cast::<Shortest>();
        place.write(Shortest::new());
        let text = (*place).double(value);
        let (from, len) = (text.as_ptr(), text.len());
        if !std::ptr::eq(from, dst) {
            std::ptr::copy(from, dst, len);
        }
        len
    }
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
