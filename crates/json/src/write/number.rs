//! Numbers as text: integers two digits at a time, floats by their shortest digits (zmij) in the layout that is asked for.

use crate::options::FloatLayout;

/// Room for any number this module writes.
pub(crate) const LONGEST: usize = 40;

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
    let mut buffer = zmij::Buffer::new();
    let text = buffer.format_finite(value);
    if layout == FloatLayout::Rust {
        // SAFETY: shorter than `LONGEST`.
        unsafe { copy_short(text.as_ptr(), dst, text.len()) };
        return text.len();
    }
    let text = lay_out(text, layout);
    // SAFETY: shorter than `LONGEST`.
    unsafe { copy_short(text.as_bytes().as_ptr(), dst, text.as_bytes().len()) };
    text.length
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

/// A number's text in a buffer of its own.
struct Laid {
    bytes: [u8; LONGEST],
    length: usize,
}

impl Laid {
    fn push(&mut self, bytes: &[u8]) {
        if let Some(room) = self.bytes.get_mut(self.length..self.length + bytes.len()) {
            room.copy_from_slice(bytes);
            self.length += bytes.len();
        }
    }

    fn zeros(&mut self, count: usize) {
        for _ in 0..count {
            self.push(b"0");
        }
    }

    fn as_bytes(&self) -> &[u8] {
        &self.bytes[..self.length]
    }
}

/// The shortest digits in `text`, however they are laid out there, as `layout` wants them.
fn lay_out(text: &str, layout: FloatLayout) -> Laid {
    let mut out = Laid { bytes: [0; LONGEST], length: 0 };
    let (negative, text) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text),
    };
    let (mantissa, exponent) = text.split_once('e').unwrap_or((text, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let mut digits = [0u8; LONGEST];
    let mut count = 0;
    for digit in whole.bytes().chain(fraction.bytes()) {
        if count < digits.len() {
            digits[count] = digit;
            count += 1;
        }
    }
    let leading = digits[..count].iter().take_while(|d| **d == b'0').count();
    let mut digits = &digits[leading..count];
    while let [rest @ .., b'0'] = digits {
        digits = rest;
    }
    if digits.is_empty() {
        if negative && layout != FloatLayout::EcmaScript {
            out.push(b"-");
        }
        out.push(if layout == FloatLayout::Smalltalk { b"0.0" } else { b"0" });
        return out;
    }
    if negative {
        out.push(b"-");
    }
    // The place of the point behind the first digit that is not 0, as a power of ten.
    let exponent = exponent.parse::<i32>().unwrap_or(0) + whole.len() as i32 - leading as i32 - 1;
    let point = layout == FloatLayout::Smalltalk;
    let plain = if point { (-3..=5).contains(&exponent) } else { (-6..=20).contains(&exponent) };
    if plain {
        fixed(&mut out, digits, exponent, point);
    } else {
        scientific(&mut out, digits, exponent, point);
    }
    out
}

fn fixed(out: &mut Laid, digits: &[u8], exponent: i32, point: bool) {
    if exponent < 0 {
        out.push(b"0.");
        out.zeros((-exponent - 1) as usize);
        out.push(digits);
        return;
    }
    let whole = exponent as usize + 1;
    if digits.len() <= whole {
        out.push(digits);
        out.zeros(whole - digits.len());
        if point {
            out.push(b".0");
        }
        return;
    }
    out.push(&digits[..whole]);
    out.push(b".");
    out.push(&digits[whole..]);
}

fn scientific(out: &mut Laid, digits: &[u8], exponent: i32, point: bool) {
    out.push(&digits[..1]);
    if digits.len() > 1 {
        out.push(b".");
        out.push(&digits[1..]);
    } else if point {
        out.push(b".0");
    }
    out.push(match (exponent < 0, point) {
        (true, _) => b"e-",
        (false, true) => b"e",
        (false, false) => b"e+",
    });
    let mut text = [0; 20];
    // SAFETY: room for 20 digits.
    let count = unsafe { unsigned(text.as_mut_ptr(), exponent.unsigned_abs() as u64) };
    out.push(&text[..count]);
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
    fn floats_in_the_layouts_of_four_languages() {
        use FloatLayout::*;
        let rows = [
            (0.0, ["0.0", "0", "0", "0.0"]),
            (-0.0, ["-0.0", "-0", "0", "-0.0"]),
            (1.0, ["1.0", "1", "1", "1.0"]),
            (-1.5, ["-1.5", "-1.5", "-1.5", "-1.5"]),
            (0.1, ["0.1", "0.1", "0.1", "0.1"]),
            (123456.0, ["123456.0", "123456", "123456", "123456.0"]),
            (1234567.5, ["1234567.5", "1234567.5", "1234567.5", "1.2345675e6"]),
            (1e6, ["1000000.0", "1000000", "1000000", "1.0e6"]),
            (1e20, ["1e+20", "100000000000000000000", "100000000000000000000", "1.0e20"]),
            (1e21, ["1e+21", "1e+21", "1e+21", "1.0e21"]),
            (1.5e300, ["1.5e+300", "1.5e+300", "1.5e+300", "1.5e300"]),
            (0.001, ["0.001", "0.001", "0.001", "0.001"]),
            (0.0001, ["0.0001", "0.0001", "0.0001", "1.0e-4"]),
            (0.000001, ["1e-6", "0.000001", "0.000001", "1.0e-6"]),
            (1.25e-7, ["1.25e-7", "1.25e-7", "1.25e-7", "1.25e-7"]),
            (5e-324, ["5e-324", "5e-324", "5e-324", "5.0e-324"]),
            (
                f64::MAX,
                [
                    "1.7976931348623157e+308",
                    "1.7976931348623157e+308",
                    "1.7976931348623157e+308",
                    "1.7976931348623157e308",
                ],
            ),
        ];
        for (value, texts) in rows {
            // What serde_json writes is what the layout is named after.
            assert_eq!(laid(value, Rust), serde_json::to_string(&value).unwrap());
            for (layout, text) in [Rust, Go, EcmaScript, Smalltalk].into_iter().zip(texts) {
                assert_eq!(laid(value, layout), text, "{value:e} {layout:?}");
                assert_eq!(laid(value, layout).parse::<f64>().unwrap(), value);
            }
        }
    }
}
