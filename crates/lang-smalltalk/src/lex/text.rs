//! Strings, characters and symbols: where they end, and their values.

use std::borrow::Cow;

use super::Dialect;

/// The bytes up to and with the closing quote, from after the opening one.
pub(super) fn string_end(rest: &str, dialect: Dialect) -> Option<usize> {
    let bytes = rest.as_bytes();
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'\\' if dialect == Dialect::Som => at += 2,
            b'\'' if dialect == Dialect::Smalltalk80 && bytes.get(at + 1) == Some(&b'\'') => at += 2,
            b'\'' => return Some(at + 1),
            _ => at += 1,
        }
    }
    None
}

/// The value of a string token; a wrong escape is an error at its offset in the token.
pub(crate) fn string(token: &str, dialect: Dialect) -> Result<String, (usize, String)> {
    let inside = token.strip_prefix('\'').unwrap_or(token);
    let inside = inside.strip_suffix('\'').unwrap_or(inside);
    match dialect {
        Dialect::Smalltalk80 => Ok(inside.replace("''", "'")),
        Dialect::Som => unescape(inside),
    }
}

fn unescape(inside: &str) -> Result<String, (usize, String)> {
    let mut value = String::with_capacity(inside.len());
    let mut chars = inside.char_indices();
    while let Some((at, c)) = chars.next() {
        if c != '\\' {
            value.push(c);
            continue;
        }
        value.push(match chars.next() {
            Some((_, 't')) => '\t',
            Some((_, 'b')) => '\u{8}',
            Some((_, 'n')) => '\n',
            Some((_, 'r')) => '\r',
            Some((_, 'f')) => '\u{c}',
            Some((_, '0')) => '\0',
            Some((_, c @ ('\'' | '\\'))) => c,
            Some((_, c)) => return Err((at + 1, format!("there is no escape sequence \\{c}"))),
            None => return Err((at + 1, "an escape sequence is not complete".into())),
        });
    }
    Ok(value)
}

/// The length of `<65>` at the beginning of the text.
pub(super) fn numbered_char(rest: &str) -> Option<usize> {
    let digits = rest.strip_prefix('<')?;
    let length = digits.find(|c: char| !c.is_ascii_alphanumeric()).filter(|n| *n > 0)?;
    let is_number = digits.as_bytes()[0].is_ascii_digit() && digits[length..].starts_with('>');
    is_number.then_some(length + 2)
}

/// The value of a character token: `$a`, or `$<65>` and `$<16r41>`.
pub(crate) fn character(token: &str) -> Result<char, String> {
    let inside = token.strip_prefix('$').unwrap_or(token);
    let mut chars = inside.chars();
    let first = chars.next();
    if chars.next().is_none() {
        return first.ok_or_else(|| "a character is missing after $".into());
    }
    let number = inside.trim_start_matches('<').trim_end_matches('>');
    let code = match number.split_once('r') {
        Some((radix, digits)) => radix
            .parse()
            .ok()
            .filter(|radix| (2..=36).contains(radix))
            .and_then(|radix| u32::from_str_radix(digits, radix).ok()),
        None => number.parse().ok(),
    };
    code.and_then(char::from_u32).ok_or_else(|| format!("there is no character {number}"))
}

/// The text of a symbol token.
pub(crate) fn symbol(token: &str, dialect: Dialect) -> Result<Cow<'_, str>, (usize, String)> {
    let inside = token.trim_start_matches('#');
    if inside.starts_with('\'') {
        let skipped = token.len() - inside.len();
        return string(inside, dialect).map(Cow::Owned).map_err(|(at, e)| (at + skipped, e));
    }
    Ok(Cow::Borrowed(inside))
}
