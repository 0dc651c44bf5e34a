//! The shortest digits that read back as the same float (by the crate zmij), and the layouts in which
//! languages write them.

use crate::integer;

/// Bytes that any text of [`Shortest`] or [`Laid`] fits.
pub const LONGEST: usize = 40;

/// Room for the shortest text of a float.
pub struct Shortest(zmij::Buffer);

impl Default for Shortest {
    fn default() -> Shortest {
        Shortest::new()
    }
}

impl Shortest {
    /// Room that has not been written to.
    #[inline(always)]
    pub fn new() -> Shortest {
        Shortest(zmij::Buffer::new())
    }

    /// The text of a float that is finite, in the layout [`FloatLayout::Rust`].
    #[inline(always)]
    pub fn double(&mut self, value: f64) -> &str {
        self.0.format_finite(value)
    }

    /// The text of a float of 32 bits that is finite, in the layout [`FloatLayout::Rust`].
    #[inline(always)]
    pub fn single(&mut self, value: f32) -> &str {
        self.0.format_finite(value)
    }
}

/// Significant digits without zeros at either end, and where the point is, counted from their start. Zero has
/// no digit and its point at 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Digits<'a> {
    /// ASCII digits.
    pub digits: &'a [u8],
    /// How many of the digits are before the point; negative for zeros that follow the point.
    pub point: i64,
}

impl<'a> Digits<'a> {
    /// The digits of a number like `12.5` or `1.25e-7`, without a sign.
    ///
    /// # Panics
    /// If `room` is shorter than the text.
    #[inline]
    pub fn of(text: &str, room: &'a mut [u8]) -> Digits<'a> {
        let (number, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
        let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
        let count = whole.len() + fraction.len();
        room[..whole.len()].copy_from_slice(whole.as_bytes());
        room[whole.len()..count].copy_from_slice(fraction.as_bytes());
        let room: &'a [u8] = room;
        let zeros = room[..count].iter().take_while(|d| **d == b'0').count();
        let mut digits = &room[zeros..count];
        while let [rest @ .., b'0'] = digits {
            digits = rest;
        }
        let point = whole.len() as i64 + exponent.parse::<i64>().unwrap_or(0) - zeros as i64;
        Digits { digits, point: if digits.is_empty() { 0 } else { point } }
    }
}

/// How a float's shortest digits are laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FloatLayout {
    /// Rust's serde_json: always a point or an exponent (`1.0`, `1e+16`, `1e-7`).
    Rust,
    /// Go's `encoding/json`: plain from 1e-6 up to 1e21 (`1`, `1e+21`, `1e-7`, `-0`).
    Go,
    /// ECMAScript's `Number::toString`: Go's layout, but zero has no sign.
    EcmaScript,
    /// Squeak's and Pharo's `printString`: always a point, plain from 1e-3 up to 1e6 (`1.0`, `1.0e6`,
    /// `1.0e-4`).
    Smalltalk,
}

/// A number's text in a buffer of its own.
pub struct Laid {
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

    /// The text.
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes[..self.length]
    }
}

/// The shortest text of a float, as [`Shortest`] gives it, in another layout.
pub fn lay_out(text: &str, layout: FloatLayout) -> Laid {
    let mut out = Laid { bytes: [0; LONGEST], length: 0 };
    if layout == FloatLayout::Rust {
        out.push(text.as_bytes());
        return out;
    }
    let (negative, text) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text),
    };
    let mut room = [0u8; LONGEST];
    let Digits { digits, point } = Digits::of(text, &mut room);
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
    // The place of the point after the first digit, as a power of ten.
    let exponent = point as i32 - 1;
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
    let mut text = [0; integer::LONGEST];
    out.push(integer::digits(&mut text, i64::from(exponent.unsigned_abs()), false, 10));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn laid(value: f64, layout: FloatLayout) -> String {
        String::from_utf8(lay_out(Shortest::new().double(value), layout).as_bytes().to_vec()).unwrap()
    }

    #[test]
    fn digits_and_point() {
        for (text, digits, point) in [
            ("12.5", "125", 2),
            ("1.25e-7", "125", -6),
            ("100.0", "1", 3),
            ("0.001", "1", -2),
            ("0.0", "", 0),
            ("5e-324", "5", -323),
            ("1.000e+02", "1", 3),
        ] {
            let mut room = [0; LONGEST];
            assert_eq!(Digits::of(text, &mut room), Digits { digits: digits.as_bytes(), point }, "{text}");
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
            for (layout, text) in [Rust, Go, EcmaScript, Smalltalk].into_iter().zip(texts) {
                assert_eq!(laid(value, layout), text, "{value:e} {layout:?}");
                assert_eq!(laid(value, layout).parse::<f64>().unwrap(), value);
            }
        }
    }
}
