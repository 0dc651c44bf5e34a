//! Values one by one, for those who write the rest of a text themselves.

use super::escape::{Dialect, Kernels, STANDARD};
use super::kernels::kernels;
use super::number;
use crate::level::Level;
use purlin_kernels::float::shortest::{FloatLayout, Shortest, lay_out};

/// Writes strings and numbers as Go's `encoding/json` does: U+2028 and U+2029 are escaped.
///
/// ```
/// let (mut out, scalars) = (Vec::new(), purlin_json::Scalars::new(true));
/// scalars.string(&mut out, "<é>\n");
/// scalars.int(&mut out, -5);
/// assert!(scalars.float(&mut out, 1e21) && !scalars.float(&mut out, f64::NAN));
/// assert_eq!(out, "\"\\u003cé\\u003e\\n\"-51e+21".as_bytes());
///
/// out.clear();
/// assert!(scalars.string_of_bytes(&mut out, b"a") && !scalars.string_of_bytes(&mut out, b"\xff"));
/// scalars.uint(&mut out, u64::MAX);
/// assert!(scalars.single(&mut out, 0.1));
/// assert_eq!(out, b"\"a\"184467440737095516150.1");
/// ```
pub struct Scalars {
    dialect: Dialect,
    kernels: Kernels,
}

impl Scalars {
    /// With `html`, `<`, `>` and `&` are escaped too.
    pub fn new(html: bool) -> Scalars {
        let mut dialect = Dialect::new(false, false, html);
        if !html {
            dialect = Dialect { looked_at: STANDARD.looked_at, line_separators: true, ..dialect };
            dialect.looked_at[4] = 0xE2;
        }
        let kernels = kernels(Level::get(), &dialect);
        Scalars { dialect, kernels }
    }

    /// Appends a string in quotes.
    #[inline]
    pub fn string(&self, out: &mut Vec<u8>, text: &str) {
        self.kernels.quote(out, text.as_bytes(), &self.dialect);
    }

    /// Appends a string in quotes, if it is UTF-8: nothing, and false, if not.
    #[inline]
    pub fn string_of_bytes(&self, out: &mut Vec<u8>, bytes: &[u8]) -> bool {
        // Most strings are short, and ASCII; this check is cheaper than the validation of UTF-8.
        let sound = bytes.is_ascii() || simdutf8::basic::from_utf8(bytes).is_ok();
        if sound {
            self.kernels.quote(out, bytes, &self.dialect);
        }
        sound
    }

    /// Appends an integer.
    #[inline]
    pub fn int(&self, out: &mut Vec<u8>, value: i64) {
        append(out, |dst| {
            // SAFETY: room for the longest number.
            unsafe { number::signed(dst, value) }
        });
    }

    /// Appends an integer.
    #[inline]
    pub fn uint(&self, out: &mut Vec<u8>, value: u64) {
        append(out, |dst| {
            // SAFETY: room for the longest number.
            unsafe { number::unsigned(dst, value) }
        });
    }

    /// Appends a float; nothing, and false, for one that is not finite.
    #[inline]
    pub fn float(&self, out: &mut Vec<u8>, value: f64) -> bool {
        // The text of a whole number that integers of 53 bits reach is that of the integer.
        let whole = value as i64;
        if whole as f64 == value && whole.unsigned_abs() < 1 << 53 && (whole != 0 || value.is_sign_positive())
        {
            self.int(out, whole);
            return true;
        }
        // Where neither layout has an exponent, they differ by the `.0` of whole numbers.
        let plain = (1e-5..1e16).contains(&value.abs()) || value == 0.0;
        let layout = if plain { FloatLayout::Rust } else { FloatLayout::Go };
        if value.is_finite() {
            append(out, |dst| {
                // SAFETY: room for the longest number, and it is finite.
                unsafe { number::float(dst, value, layout) }
            });
            let maybe_whole = value == 0.0 || value.abs() >= (1_u64 << 53) as f64;
            if plain && maybe_whole && out.ends_with(b".0") {
                out.truncate(out.len() - 2);
            }
        }
        value.is_finite()
    }

    /// Appends a float of 32 bits by the digits that tell it from others of that size.
    pub fn single(&self, out: &mut Vec<u8>, value: f32) -> bool {
        if value.is_finite() {
            out.extend_from_slice(lay_out(Shortest::new().single(value), FloatLayout::Go).as_bytes());
        }
        value.is_finite()
    }
}

/// Lets `write` append up to `LONGEST` bytes.
#[inline(always)]
fn append(out: &mut Vec<u8>, write: impl FnOnce(*mut u8) -> usize) {
    out.reserve(number::LONGEST);
    let len = out.len();
    // SAFETY: there is room, and so many bytes were written.
    unsafe {
        let written = write(out.as_mut_ptr().add(len));
        out.set_len(len + written);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floats_are_laid_out_as_in_go() {
        let scalars = Scalars::new(false);
        let mut values = vec![0.0, -0.0, 0.5, 1e-5, 9.9e-6, 1e15, 1e16, 1e20, 1e21, 1e22, f64::MAX, 5e-324];
        for bits in 0..64 {
            let power = (1_u64 << bits) as f64;
            values.extend([-1.5, -1.0, -0.5, 0.0, 0.5, 1.0, 2.0].map(|add| power + add));
        }
        values.extend((1..5000).map(|n| f64::from(n) * 1234.5));
        values.extend((1..5000_u64).map(|n| f64::from_bits(n.wrapping_mul(0x9e37_79b9_7f4a_7c15))));
        for value in values.into_iter().filter(|value| value.is_finite()) {
            for value in [value, -value] {
                let mut out = Vec::new();
                assert!(scalars.float(&mut out, value));
                let mut buffer = Shortest::new();
                let expected = lay_out(buffer.double(value), FloatLayout::Go);
                assert_eq!(out.escape_ascii().to_string(), expected.as_bytes().escape_ascii().to_string());
            }
        }
    }
}
