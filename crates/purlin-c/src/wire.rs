//! Values as bytes, for languages in which one call of C costs more than the bytes: a tag, then what the kind
//! has. Numbers are little-endian; lengths and counts have 8 bytes.
//!
//! | tag | value | then |
//! |---|---|---|
//! | 0 | null | |
//! | 1, 2 | false, true | |
//! | 3, 4 | integer, integer above 2^63 | 8 bytes |
//! | 5 | float | its 8 bytes |
//! | 6, 7 | text, bytes | length, bytes |
//! | 8 | list | count, values |
//! | 9 | map | count, keys and values in turns |
//! | 10 | structure | count, for each field length and bytes of the name, and the value |

use purlin::Value;

/// How deep values may be nested in bytes that come from a host.
const DEEPEST: usize = 1000;

/// Appends a value.
pub(crate) fn encode(value: &Value, out: &mut Vec<u8>) {
    fn bytes(tag: u8, bytes: &[u8], out: &mut Vec<u8>) {
        out.push(tag);
        count(bytes.len(), out);
        out.extend_from_slice(bytes);
    }
    match value {
        Value::Null => out.push(0),
        Value::Bool(value) => out.push(1 + u8::from(*value)),
        Value::Int(value) => word(3, *value as u64, out),
        Value::Uint(value) => word(4, *value, out),
        Value::Float(value) => word(5, value.to_bits(), out),
        Value::Str(text) => bytes(6, text.as_bytes(), out),
        Value::Bytes(all) => bytes(7, all, out),
        Value::List(values) => {
            word(8, values.len() as u64, out);
            values.iter().for_each(|value| encode(value, out));
        }
        Value::Map(entries) => {
            word(9, entries.len() as u64, out);
            for (key, value) in entries {
                encode(key, out);
                encode(value, out);
            }
        }
        Value::Struct(fields) => {
            word(10, fields.len() as u64, out);
            for (name, value) in fields {
                count(name.len(), out);
                out.extend_from_slice(name.as_bytes());
                encode(value, out);
            }
        }
    }
}

fn word(tag: u8, word: u64, out: &mut Vec<u8>) {
    out.push(tag);
    out.extend_from_slice(&word.to_le_bytes());
}

fn count(n: usize, out: &mut Vec<u8>) {
    out.extend_from_slice(&(n as u64).to_le_bytes());
}

/// The value that bytes are, all of them.
pub(crate) fn decode(bytes: &[u8]) -> Result<Value, String> {
    let mut from = Bytes { rest: bytes };
    let value = from.value(0)?;
    match from.rest.len() {
        0 => Ok(value),
        more => Err(format!("{more} bytes follow the value")),
    }
}

struct Bytes<'a> {
    rest: &'a [u8],
}

impl<'a> Bytes<'a> {
    fn take(&mut self, n: usize) -> Result<&'a [u8], String> {
        let (taken, rest) = self.rest.split_at_checked(n).ok_or("the bytes of a value end too early")?;
        self.rest = rest;
        Ok(taken)
    }

    fn word(&mut self) -> Result<u64, String> {
        let bytes = self.take(8)?;
        Ok(u64::from_le_bytes(bytes.try_into().map_err(|_| "a word has 8 bytes")?))
    }

    fn run(&mut self) -> Result<&'a [u8], String> {
        let len = usize::try_from(self.word()?).map_err(|_| "the bytes of a value end too early")?;
        self.take(len)
    }

    fn text(&mut self) -> Result<String, String> {
        let text = std::str::from_utf8(self.run()?).map_err(|_| "text of a value is no UTF-8")?;
        Ok(text.to_string())
    }

    /// A number of parts, each of which has a byte at least.
    fn count(&mut self) -> Result<usize, String> {
        let n = self.word()?;
        usize::try_from(n)
            .ok()
            .filter(|n| *n <= self.rest.len())
            .ok_or("a value has fewer parts than it says".into())
    }

    fn value(&mut self, depth: usize) -> Result<Value, String> {
        if depth > DEEPEST {
            return Err(format!("values are nested deeper than {DEEPEST}"));
        }
        let inner = depth + 1;
        Ok(match self.take(1)?[0] {
            0 => Value::Null,
            tag @ (1 | 2) => Value::Bool(tag == 2),
            3 => Value::Int(self.word()? as i64),
            4 => Value::Uint(self.word()?),
            5 => Value::Float(f64::from_bits(self.word()?)),
            6 => Value::Str(self.text()?),
            7 => Value::Bytes(self.run()?.to_vec()),
            8 => {
                let n = self.count()?;
                Value::List((0..n).map(|_| self.value(inner)).collect::<Result<_, _>>()?)
            }
            9 => {
                let n = self.count()?;
                let entry = |_| Ok((self.value(inner)?, self.value(inner)?));
                Value::Map((0..n).map(entry).collect::<Result<_, String>>()?)
            }
            10 => {
                let n = self.count()?;
                let field = |_| Ok((self.text()?, self.value(inner)?));
                Value::Struct((0..n).map(field).collect::<Result<_, String>>()?)
            }
            tag => return Err(format!("there is no value with tag {tag}")),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> Value {
        let text = |text: &str| Value::Str(text.into());
        Value::List(vec![
            Value::Null,
            Value::Bool(true),
            Value::Int(-1),
            Value::Uint(u64::MAX),
            Value::Float(-0.5),
            text("zwölf"),
            Value::Bytes(vec![0, 255]),
            Value::Map(vec![(text("a"), Value::Int(1))]),
            Value::Struct(vec![("F".into(), Value::List(vec![]))]),
        ])
    }

    #[test]
    fn values_survive_the_way_through_bytes() {
        let mut bytes = Vec::new();
        encode(&sample(), &mut bytes);
        assert_eq!(decode(&bytes), Ok(sample()));
    }

    #[test]
    fn damaged_bytes_are_refused_and_take_no_memory() {
        let mut bytes = Vec::new();
        encode(&sample(), &mut bytes);
        for len in 0..bytes.len() {
            assert!(decode(&bytes[..len]).is_err(), "{len}");
        }
        for at in 0..bytes.len() {
            for bit in 0..8 {
                let mut damaged = bytes.clone();
                damaged[at] ^= 1 << bit;
                let _ = decode(&damaged);
            }
        }
        let huge = [8, 255, 255, 255, 255, 255, 255, 255, 127];
        assert!(decode(&huge).is_err());
        let deep: Vec<u8> = [8, 1, 0, 0, 0, 0, 0, 0, 0].repeat(100_000);
        assert_eq!(decode(&deep), Err("values are nested deeper than 1000".into()));
    }
}
