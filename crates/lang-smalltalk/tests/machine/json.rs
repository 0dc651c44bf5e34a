//! The primitives for JSON: what the natives do, without what is paid for it.

use num_bigint::BigInt;
use purlin_json::{BigNumbers, Cursor, ReadOptions, Scalars, check};

use super::Machine;
use super::objects::Value;

impl Machine {
    /// A primitive whose name begins with `json`.
    pub(super) fn on_json(&mut self, name: &str, text: &[u8], arguments: &[Value]) -> Option<Value> {
        if name == "Quote" {
            let mut out = Vec::new();
            return Scalars::new(false)
                .string_of_bytes(&mut out, text)
                .then(|| self.string(&String::from_utf8_lossy(&out)));
        }
        let at = usize::try_from(arguments[0].as_small()?).ok().filter(|at| *at <= text.len())?;
        let place = |at: usize| Some(Value::Small(at as i64));
        let mut cursor = Cursor::new(text, at);
        match name {
            "Check" => {
                cursor.look();
                let end = cursor.skip().map_or(text.len(), |()| cursor.at());
                let options =
                    ReadOptions { depth: 500, big_numbers: BigNumbers::Infinity, ..ReadOptions::default() };
                match check(&text[at..end], &options) {
                    Ok(()) => place(end),
                    Err(error) => Some(self.string(error.to_string().lines().next().unwrap_or_default())),
                }
            }
            "Look" => {
                let byte = cursor.look();
                place(cursor.at() << 8 | usize::from(byte))
            }
            "String" => {
                let said = cursor.string().map(<[u8]>::to_vec)?;
                Some(self.string(&String::from_utf8_lossy(&said)))
            }
            "Number" => {
                let digits = std::str::from_utf8(cursor.number_text()?).ok()?;
                match digits.contains(['.', 'e', 'E']) {
                    true => digits.parse().ok().map(Value::Float),
                    false => digits.parse::<BigInt>().ok().map(Value::int),
                }
            }
            "End" => {
                cursor.skip()?;
                place(cursor.at())
            }
            _ => panic!("the machine has no primitive json{name}"),
        }
    }
}
