//! Packed values: what guests without static types have where data crosses. A packed value is bytes in guest
//! memory that say themselves what they are; code of the guest's makes and reads them. Knows no cursor.
//!
//! | first byte | what follows | value |
//! |---|---|---|
//! | `n` | | nothing |
//! | `t`, `f` | | true, false |
//! | `i` | decimal digits, perhaps after a minus sign, and `;` | an integer |
//! | `d` | a number with its shortest digits, `inf`, `-inf` or `nan`, and `;` | a float |
//! | `s` | how many bytes, `:`, the bytes | text |
//! | `b` | how many bytes, `:`, the bytes | bytes |
//! | `[` | values, and `]` | a list |
//! | `{` | keys and values in turn, and `}` | a map |
//! | `(` | names (text) and values in turn, and `)` | a structure; names may be empty |
//! | `x` | how many bytes, `:`, the bytes | an error with that text |
//!
//! No bytes at all are nothing.

use super::error::DataError;
use super::scalars::{exact_float, int_word};
use super::types::HostType;

/// One value; of what is made of values, these as bytes.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Packed<'a> {
    Nothing,
    Bool(bool),
    Int(i128),
    Float(f64),
    Text(&'a [u8]),
    Bytes(&'a [u8]),
    List(&'a [u8]),
    Map(&'a [u8]),
    Struct(&'a [u8]),
    Error(&'a [u8]),
}

fn malformed() -> DataError {
    DataError::new("bytes cross that are no packed value")
}

/// What is before the next byte of this kind, which is taken off too.
fn until<'a>(from: &mut &'a [u8], end: u8) -> Result<&'a str, DataError> {
    let at = from.iter().position(|byte| *byte == end).ok_or_else(malformed)?;
    let (text, rest) = from.split_at(at);
    *from = &rest[1..];
    std::str::from_utf8(text).map_err(|_| malformed())
}

/// Bytes after their count.
fn counted<'a>(from: &mut &'a [u8]) -> Result<&'a [u8], DataError> {
    let len = until(from, b':')?.parse().map_err(|_| malformed())?;
    let (bytes, rest) = from.split_at_checked(len).ok_or_else(malformed)?;
    *from = rest;
    Ok(bytes)
}

fn integer(text: &str) -> Result<i128, DataError> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    text.parse().map_err(|_| match digits.bytes().all(|b| b.is_ascii_digit()) && !digits.is_empty() {
        true => {
            let count = digits.len();
            DataError::new(format!("an integer of {count} digits crosses, which no type holds"))
        }
        false => malformed(),
    })
}

fn float(text: &str) -> Option<f64> {
    match text {
        "inf" => Some(f64::INFINITY),
        "-inf" => Some(f64::NEG_INFINITY),
        "nan" => Some(f64::NAN),
        number => number.parse().ok().filter(|x: &f64| x.is_finite()),
    }
}

/// What begins with this byte and ends before the bracket that closes it.
fn inside<'a>(from: &mut &'a [u8]) -> Result<&'a [u8], DataError> {
    let all = *from;
    let mut open = 1_usize;
    loop {
        let at = all.len() - from.len();
        let (tag, rest) = from.split_first().ok_or_else(malformed)?;
        *from = rest;
        match tag {
            b'[' | b'{' | b'(' => open += 1,
            b']' | b'}' | b')' => open -= 1,
            b'n' | b't' | b'f' => {}
            b'i' | b'd' => drop(until(from, b';')?),
            b's' | b'b' | b'x' => drop(counted(from)?),
            _ => return Err(malformed()),
        }
        if open == 0 {
            return Ok(&all[..at]);
        }
    }
}

impl<'a> Packed<'a> {
    /// The value at the front, which is taken off.
    pub(super) fn take(from: &mut &'a [u8]) -> Result<Packed<'a>, DataError> {
        let Some((tag, rest)) = from.split_first() else { return Ok(Packed::Nothing) };
        *from = rest;
        Ok(match tag {
            b'n' => Packed::Nothing,
            b't' => Packed::Bool(true),
            b'f' => Packed::Bool(false),
            b'i' => Packed::Int(integer(until(from, b';')?)?),
            b'd' => Packed::Float(float(until(from, b';')?).ok_or_else(malformed)?),
            b's' => Packed::Text(counted(from)?),
            b'b' => Packed::Bytes(counted(from)?),
            b'[' => Packed::List(inside(from)?),
            b'{' => Packed::Map(inside(from)?),
            b'(' => Packed::Struct(inside(from)?),
            b'x' => Packed::Error(counted(from)?),
            _ => return Err(malformed()),
        })
    }

    /// The value that bytes are, all of them.
    pub(super) fn of(mut bytes: &'a [u8]) -> Result<Packed<'a>, DataError> {
        let value = Packed::take(&mut bytes)?;
        if bytes.is_empty() { Ok(value) } else { Err(malformed()) }
    }

    /// What it is, in a word.
    pub(super) fn kind(self) -> &'static str {
        match self {
            Packed::Nothing => "nothing",
            Packed::Bool(_) => "a boolean",
            Packed::Int(_) => "an integer",
            Packed::Float(_) => "a float",
            Packed::Text(_) => "text",
            Packed::Bytes(_) => "bytes",
            Packed::List(_) => "a list",
            Packed::Map(_) => "a map",
            Packed::Struct(_) => "a structure",
            Packed::Error(_) => "an error",
        }
    }

    /// The word in which a number or boolean of this type crosses.
    ///
    /// # Errors
    /// The value is none of the type's.
    pub(super) fn to_word(self, ty: &HostType) -> Result<u64, DataError> {
        let float = match self {
            Packed::Float(x) => Some(x),
            Packed::Int(n) => exact_float(n),
            _ => None,
        };
        let word = match (ty, self) {
            (HostType::Bool, Packed::Bool(value)) => Some(u64::from(value)),
            (HostType::Int(bytes, signed), Packed::Int(n)) => int_word(n, *bytes, *signed),
            (HostType::F32, _) => float.map(|x| u64::from((x as f32).to_bits())),
            (HostType::F64, _) => float.map(f64::to_bits),
            _ => None,
        };
        word.ok_or_else(|| match self {
            Packed::Int(n) if *ty != HostType::Bool => DataError::new(format!("{n} is no {ty}")),
            _ => DataError::new(format!("{} crosses where the host has {ty}", self.kind())),
        })
    }
}

/// The bytes of the value at the front, which are taken off; `None` if nothing is left.
pub(super) fn next<'a>(from: &mut &'a [u8]) -> Result<Option<&'a [u8]>, DataError> {
    if from.is_empty() {
        return Ok(None);
    }
    let all = *from;
    Packed::take(from)?;
    Ok(Some(&all[..all.len() - from.len()]))
}

/// How many values bytes are.
pub(super) fn count(mut from: &[u8]) -> Result<u64, DataError> {
    let mut n = 0;
    while next(&mut from)?.is_some() {
        n += 1;
    }
    Ok(n)
}

/// A float that is a number, always with a point, by which it can be told from an integer.
fn float_text(x: f64) -> String {
    let text = match x {
        x if x.is_nan() => "nan".to_owned(),
        x if x.is_infinite() => if x > 0.0 { "inf" } else { "-inf" }.to_owned(),
        x => format!("{x:?}"),
    };
    match text.split_once('e') {
        Some((digits, exponent)) if !digits.contains('.') => format!("d{digits}.0e{exponent};"),
        _ => format!("d{text};"),
    }
}

/// Appends a number or boolean of this type, which crosses as this word.
pub(super) fn put_scalar(out: &mut Vec<u8>, word: u64, ty: &HostType) {
    let text = match ty {
        HostType::Bool => if word != 0 { "t" } else { "f" }.to_owned(),
        HostType::F32 => float_text(f64::from(f32::from_bits(word as u32))),
        HostType::F64 => float_text(f64::from_bits(word)),
        HostType::Int(_, true) => format!("i{};", word as i64),
        _ => format!("i{word};"),
    };
    out.extend_from_slice(text.as_bytes());
}

/// Appends text, bytes, or an error.
pub(super) fn put_counted(out: &mut Vec<u8>, tag: u8, bytes: &[u8]) {
    out.push(tag);
    out.extend_from_slice(bytes.len().to_string().as_bytes());
    out.push(b':');
    out.extend_from_slice(bytes);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_taken_apart() {
        let all: &[(&str, Packed)] = &[
            ("", Packed::Nothing),
            ("n", Packed::Nothing),
            ("t", Packed::Bool(true)),
            ("i-42;", Packed::Int(-42)),
            ("d1.5e300;", Packed::Float(1.5e300)),
            ("d-inf;", Packed::Float(f64::NEG_INFINITY)),
            ("s3:a]b", Packed::Text(b"a]b")),
            ("b1:;", Packed::Bytes(b";")),
            ("[i1;[s1:]]]", Packed::List(b"i1;[s1:]]")),
            ("{s1:ai1;}", Packed::Map(b"s1:ai1;")),
            ("(s1:a[])", Packed::Struct(b"s1:a[]")),
            ("x2:no", Packed::Error(b"no")),
        ];
        for (text, value) in all {
            assert_eq!(Packed::of(text.as_bytes()).unwrap(), *value, "{text}");
        }
        assert_eq!(count(b"i1;[nn]s2:[[").unwrap(), 3);
        let mut rest = &b"[tf]n"[..];
        assert_eq!((next(&mut rest).unwrap(), rest), (Some(&b"[tf]"[..]), &b"n"[..]));
    }

    #[test]
    fn other_bytes_are_refused() {
        let odd = ["z", "i1", "i;", "ix;", "d1e999;", "dx;", "s3:ab", "sx:", "[", "[n", "[z]", "nn", "]"];
        for text in odd {
            assert!(Packed::of(text.as_bytes()).is_err(), "{text}");
        }
        let deep = "[".repeat(100_000);
        assert!(Packed::of(deep.as_bytes()).is_err());
        let closed = format!("{deep}{}", "]".repeat(100_000));
        assert!(Packed::of(closed.as_bytes()).is_ok());
    }

    #[test]
    fn numbers_are_put_as_they_are_taken() {
        let ints = [
            (0, HostType::Int(8, true)),
            (u64::MAX, HostType::Int(8, true)),
            (u64::MAX, HostType::Int(8, false)),
        ];
        let floats =
            [0.1, -0.0, 1e300, f64::INFINITY, f64::MIN_POSITIVE].map(|x: f64| (x.to_bits(), HostType::F64));
        for (word, ty) in ints.into_iter().chain(floats).chain([(1, HostType::Bool), (0, HostType::Bool)]) {
            let mut out = Vec::new();
            put_scalar(&mut out, word, &ty);
            assert_eq!(Packed::of(&out).unwrap().to_word(&ty).unwrap(), word, "{ty}");
        }
        let wrong =
            [(Packed::Int(300), HostType::Int(1, false)), (Packed::Text(b"1"), HostType::Int(8, true))];
        for (value, ty) in wrong {
            assert!(value.to_word(&ty).is_err(), "{ty}");
        }
        let error = Packed::Int((1 << 70) + 1).to_word(&HostType::F64).unwrap_err();
        assert_eq!(error.to_string(), "1180591620717411303425 is no f64");
        assert_eq!(Packed::Int(1 << 70).to_word(&HostType::F64).unwrap(), 2f64.powi(70).to_bits());
        let digits = format!("i1{};", "0".repeat(50));
        let error = Packed::of(digits.as_bytes()).unwrap_err();
        assert_eq!(error.to_string(), "an integer of 51 digits crosses, which no type holds");
    }
}
