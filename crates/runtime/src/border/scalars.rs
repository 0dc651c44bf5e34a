//! Numbers and booleans, which cross as words: in a slot each, without a cursor.

use super::plan::Shape;
use super::types::HostType;

/// A number or boolean. No other crate can implement it, as the name is not public.
pub(crate) trait Scalar: Copy + 'static {
    const TYPE: HostType;

    /// The word in a slot, in the form that slots have.
    fn to_word(self) -> u64;
    fn from_word(word: u64) -> Self;

    /// Whether the shape is this type's.
    fn fits(shape: &Shape) -> bool {
        match (shape, Self::TYPE) {
            (Shape::Bool, HostType::Bool) | (Shape::F32, HostType::F32) | (Shape::F64, HostType::F64) => true,
            (Shape::Int(bytes, signed), HostType::Int(b, s)) => (*bytes, *signed) == (b, s),
            _ => false,
        }
    }
}

macro_rules! scalars {
    ($($t:ty: $type:expr, |$value:ident| $to:expr, |$word:ident| $from:expr;)*) => { $(
        impl Scalar for $t {
            const TYPE: HostType = $type;

            #[inline(always)]
            fn to_word(self) -> u64 {
                let $value = self;
                $to
            }

            #[inline(always)]
            fn from_word($word: u64) -> $t {
                $from
            }
        }
    )* };
}

// Narrow integers are sign-extended in slots.
scalars! {
    bool: HostType::Bool, |value| u64::from(value), |word| word & 0xff != 0;
    i8: HostType::Int(1, true), |value| value as u64, |word| word as i8;
    u8: HostType::Int(1, false), |value| value as i8 as u64, |word| word as u8;
    i16: HostType::Int(2, true), |value| value as u64, |word| word as i16;
    u16: HostType::Int(2, false), |value| value as i16 as u64, |word| word as u16;
    i32: HostType::Int(4, true), |value| value as u64, |word| word as i32;
    u32: HostType::Int(4, false), |value| value as i32 as u64, |word| word as u32;
    i64: HostType::Int(8, true), |value| value as u64, |word| word as i64;
    u64: HostType::Int(8, false), |value| value, |word| word;
    isize: HostType::Int(8, true), |value| value as u64, |word| word as isize;
    usize: HostType::Int(8, false), |value| value as u64, |word| word as usize;
    f32: HostType::F32, |value| u64::from(value.to_bits()), |word| f32::from_bits(word as u32);
    f64: HostType::F64, |value| value.to_bits(), |word| f64::from_bits(word);
}

/// The word of an integer in a type of so many bytes, if it is one of the type's: extended to 64 bits.
pub(super) fn int_word(value: i128, bytes: u8, signed: bool) -> Option<u64> {
    let bits = u32::from(bytes) * 8;
    let (least, most) = match signed {
        true => (-(1i128 << (bits - 1)), (1i128 << (bits - 1)) - 1),
        false => (0, (1i128 << bits) - 1),
    };
    (least..=most).contains(&value).then_some(value as u64)
}

/// The float that an integer is, if there is one.
pub(super) fn exact_float(value: i128) -> Option<f64> {
    Some(value as f64).filter(|float| *float as i128 == value)
}
