//! Arguments of fuzz tests, as they cross between guest and host (`purlin_runtime::tests_host::FuzzStep`).

/// The kind of an argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum InputKind {
    Bytes,
    Text,
    Bool,
    /// A number with a fraction, of so many bits.
    Float(u32),
    /// A whole number of so many bits, with a sign or without.
    Integer {
        bits: u32,
        signed: bool,
    },
}

impl InputKind {
    /// The kind with a number, as [`purlin_runtime::tests_host::Fuzzer::begins`] lists them.
    pub(super) fn from_number(number: u8) -> Option<InputKind> {
        Some(match number {
            1 => InputKind::Bytes,
            2 => InputKind::Text,
            3 => InputKind::Bool,
            4 => InputKind::Float(32),
            5 => InputKind::Float(64),
            6..=9 => InputKind::Integer { bits: 8 << (number - 6), signed: true },
            10..=13 => InputKind::Integer { bits: 8 << (number - 10), signed: false },
            _ => return None,
        })
    }

    /// The value that is least in a sense: no bytes, false, zero.
    pub(super) fn least(self) -> Value {
        match self {
            InputKind::Bytes | InputKind::Text => Value::Bytes(Vec::new()),
            InputKind::Bool | InputKind::Float(_) | InputKind::Integer { .. } => Value::Word(0),
        }
    }

    /// A word as a value of the kind has it: sign-extended, or cut off.
    pub(super) fn fitted(self, word: u64) -> u64 {
        match self {
            InputKind::Bytes | InputKind::Text | InputKind::Float(64) => word,
            InputKind::Bool => word & 1,
            InputKind::Float(_) => word & 0xffff_ffff,
            InputKind::Integer { bits, signed: true } => ((word << (64 - bits)) as i64 >> (64 - bits)) as u64,
            InputKind::Integer { bits, signed: false } => word & (u64::MAX >> (64 - bits)),
        }
    }
}

/// An argument.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Value {
    Bytes(Vec<u8>),
    /// The bits of anything else.
    Word(u64),
}

/// The arguments of one run.
pub(super) type Input = Vec<Value>;

/// An input as the guest reads it.
pub(super) fn packed(input: &[Value]) -> Vec<u8> {
    let mut out = Vec::new();
    for value in input {
        match value {
            Value::Bytes(bytes) => {
                out.extend_from_slice(&(bytes.len() as u32).to_le_bytes());
                out.extend_from_slice(bytes);
            }
            Value::Word(word) => out.extend_from_slice(&word.to_le_bytes()),
        }
    }
    out
}

/// Takes bytes with their length before them.
fn take_bytes<'a>(from: &mut &'a [u8]) -> Option<&'a [u8]> {
    let (length, rest) = from.split_first_chunk::<4>()?;
    let (bytes, rest) = rest.split_at_checked(u32::from_le_bytes(*length) as usize)?;
    *from = rest;
    Some(bytes)
}

/// Takes one input of some kinds.
fn take_input(kinds: &[InputKind], from: &mut &[u8]) -> Option<Input> {
    let value = |kind: &InputKind| match kind {
        InputKind::Bytes | InputKind::Text => take_bytes(from).map(|bytes| Value::Bytes(bytes.to_vec())),
        InputKind::Bool | InputKind::Float(_) | InputKind::Integer { .. } => {
            let (word, rest) = from.split_first_chunk::<8>()?;
            *from = rest;
            Some(Value::Word(u64::from_le_bytes(*word)))
        }
    };
    kinds.iter().map(value).collect()
}

/// The seeds that a guest hands over, each with its name. What is malformed ends the list.
pub(super) fn seeds(kinds: &[InputKind], mut from: &[u8]) -> Vec<(String, Input)> {
    let mut all = Vec::new();
    while let Some(name) = take_bytes(&mut from) {
        let Some(input) = take_input(kinds, &mut from) else { break };
        all.push((String::from_utf8_lossy(name).into_owned(), input));
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inputs_come_back() {
        let kinds: Vec<InputKind> = [1, 2, 7, 13].into_iter().filter_map(InputKind::from_number).collect();
        assert_eq!(kinds[2], InputKind::Integer { bits: 16, signed: true });
        let input =
            vec![Value::Bytes(vec![1, 2]), Value::Bytes(vec![]), Value::Word(u64::MAX), Value::Word(7)];
        let mut bytes = vec![2, 0, 0, 0, b'a', b'b'];
        bytes.extend(packed(&input));
        assert_eq!(seeds(&kinds, &bytes), [("ab".to_string(), input)]);
        bytes.pop();
        assert!(seeds(&kinds, &bytes).is_empty());
    }

    #[test]
    fn words_fit_their_kinds() {
        let int8 = InputKind::Integer { bits: 8, signed: true };
        assert_eq!((int8.fitted(0x1ff), int8.fitted(0x7f)), (u64::MAX, 0x7f));
        assert_eq!(InputKind::Integer { bits: 16, signed: false }.fitted(0x1_ffff), 0xffff);
        assert_eq!((InputKind::Bool.fitted(6), InputKind::Float(32).fitted(u64::MAX)), (0, 0xffff_ffff));
    }
}
