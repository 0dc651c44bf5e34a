//! Literals as most languages write them, for lexers: numbers with `_` between digits, a fraction and an
//! exponent, and strings in double quotes on one line. Knows no tokens.

/// A number in a source.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Number {
    /// Without fraction and exponent, at most 2^63 - 1.
    Int(i64),
    /// An integer that does not fit 64 bits.
    TooLarge,
    /// With a fraction or an exponent; infinite if too large.
    Float(f64),
}

/// The number at the start of `text`, which begins with a digit, and its length in bytes.
///
/// ```
/// use purlin_base::literal::{Number, number};
///
/// assert_eq!(number("1_000;"), (Number::Int(1000), 5));
/// assert_eq!(number("2.5e3"), (Number::Float(2500.0), 5));
/// ```
pub fn number(text: &str) -> (Number, usize) {
    let bytes = text.as_bytes();
    let is_digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
    let digits = |from: usize| (from..).take_while(|at| is_digit(*at)).count();
    let whole = bytes.iter().take_while(|b| b.is_ascii_digit() || **b == b'_').count();
    let mut len = whole;
    if bytes.get(len) == Some(&b'.') && is_digit(len + 1) {
        len += 1 + digits(len + 1);
    }
    if matches!(bytes.get(len), Some(b'e' | b'E')) {
        let sign = usize::from(matches!(bytes.get(len + 1), Some(b'+' | b'-')));
        if is_digit(len + 1 + sign) {
            len += 1 + sign + digits(len + 1 + sign);
        }
    }
    let plain: String = text[..len].chars().filter(|c| *c != '_').collect();
    let number = match plain.parse() {
        _ if len > whole => Number::Float(plain.parse().unwrap_or(f64::INFINITY)),
        Ok(n) => Number::Int(n),
        Err(_) => Number::TooLarge,
    };
    (number, len)
}

/// A string in a source.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Quoted {
    /// The value, with its escapes replaced.
    pub value: String,
    /// The length of the literal in bytes, with its quotes.
    pub len: usize,
    /// What is wrong with the literal, each with its offset.
    pub errors: Vec<(usize, &'static str)>,
}

/// The string at the start of `text`, which begins with a quote. The escapes are `\n`, `\t`, `\\` and `\"`.
///
/// ```
/// use purlin_base::literal::{Quoted, string};
///
/// let quoted: Quoted = string(r#""a\n" + b"#);
/// assert_eq!((&*quoted.value, quoted.len), ("a\n", 5));
/// assert_eq!(string("\"open").errors[0].1, "the string does not end on its line");
/// ```
pub fn string(text: &str) -> Quoted {
    let mut quoted = Quoted::default();
    let mut chars = text.char_indices().skip(1).peekable();
    while let Some((at, c)) = chars.next() {
        quoted.len = at + c.len_utf8();
        match (c, chars.peek()) {
            ('"', _) => return quoted,
            ('\n', _) => {
                quoted.len = at;
                break;
            }
            ('\\', Some((next, escape))) if "nt\\\"".contains(*escape) => {
                quoted.len = next + 1;
                quoted.value.push(match escape {
                    'n' => '\n',
                    't' => '\t',
                    other => *other,
                });
                chars.next();
            }
            ('\\', _) => quoted.errors.push((at, "unknown escape (there are \\n \\t \\\\ \\\")")),
            (c, _) => quoted.value.push(c),
        }
    }
    quoted.len = quoted.len.max(1);
    quoted.errors.push((0, "the string does not end on its line"));
    quoted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers() {
        for (text, expected) in [
            ("12)", (Number::Int(12), 2)),
            ("1_000 ", (Number::Int(1000), 5)),
            ("1.5e-3x", (Number::Float(1.5e-3), 6)),
            ("2e9", (Number::Float(2e9), 3)),
            ("3.abs", (Number::Int(3), 1)),
            ("4e", (Number::Int(4), 1)),
            ("9223372036854775808", (Number::TooLarge, 19)),
            ("1e999", (Number::Float(f64::INFINITY), 5)),
        ] {
            assert_eq!(number(text), expected, "{text}");
        }
    }

    #[test]
    fn strings() {
        let good = |value: &str, len| Quoted { value: value.into(), len, errors: Vec::new() };
        assert_eq!(string(r#""a\n\"é" x"#), good("a\n\"é", 9));
        assert_eq!(string("\"\""), good("", 2));
        let open = string("\"ab\ncd");
        assert_eq!((open.value.as_str(), open.len, open.errors[0].0), ("ab", 3, 0));
        let wrong = string(r#""\q""#);
        assert_eq!((wrong.value.as_str(), wrong.len, wrong.errors[0].0), ("q", 4, 1));
        assert_eq!((string("\"").len, string("\"\\").errors.len()), (1, 2));
    }
}
