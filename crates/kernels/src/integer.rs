//! Integers as text, in bases from 2 to 36.

/// Bytes that the text of any integer of 64 bits fits: 64 binary digits and a sign.
pub const LONGEST: usize = 65;

/// The digits of an integer, lower case from 10 on, after `-` if it is negative; at the end of `buffer`.
/// `value` is read as unsigned unless `signed`; bases outside of 2 to 36 count as the nearest of these.
#[inline]
pub fn digits(buffer: &mut [u8; LONGEST], value: i64, signed: bool, base: u64) -> &[u8] {
    let negative = signed && value < 0;
    let mut rest = if negative { value.unsigned_abs() } else { value as u64 };
    let base = base.clamp(2, 36);
    let mut at = buffer.len();
    // Division by a constant is a multiplication.
    while base == 10 && rest >= 10 {
        at -= 1;
        buffer[at] = b'0' + (rest % 10) as u8;
        rest /= 10;
    }
    loop {
        at -= 1;
        buffer[at] = b"0123456789abcdefghijklmnopqrstuvwxyz"[(rest % base) as usize];
        rest /= base;
        if rest == 0 {
            break;
        }
    }
    if negative {
        at -= 1;
        buffer[at] = b'-';
    }
    &buffer[at..]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(value: i64, signed: bool, base: u64) -> String {
        String::from_utf8(digits(&mut [0; LONGEST], value, signed, base).to_vec()).unwrap()
    }

    #[test]
    fn decimal() {
        for value in [0, 1, 9, 10, 99, 100, 12345, i64::MAX, -1, -10, i64::MIN] {
            assert_eq!(text(value, true, 10), value.to_string());
            assert_eq!(text(value, false, 10), (value as u64).to_string());
        }
    }

    #[test]
    fn other_bases() {
        assert_eq!(text(i64::MIN, true, 2), format!("-1{}", "0".repeat(63)));
        assert_eq!(text(-1, false, 2), "1".repeat(64));
        assert_eq!(text(255, true, 16), "ff");
        assert_eq!(text(35, true, 36), "z");
        assert_eq!(text(-37, true, 99), "-11");
        for base in 2..=36 {
            let value = 0x7edc_ba98_7654_3210;
            assert_eq!(i64::from_str_radix(&text(value, true, base), base as u32), Ok(value));
        }
    }
}
