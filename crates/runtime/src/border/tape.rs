//! What was written for the answer of an asynchronous host function: the uses of the cursor, in order, as
//! bytes. Knows no cursor: `play.rs` uses one again as a tape says.

use super::scalars::Scalar;
use super::types::HostType;
use crate::native::{Answer, Stop};
use crate::trap::TrapKind;

/// A recorded answer.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub(crate) struct Tape {
    pub(super) ops: Vec<u8>,
    pub(super) end: End,
}

/// How the writing of an answer ended.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub(crate) enum End {
    /// All is written.
    #[default]
    Done,
    Yield,
    Leave,
    /// The run ended.
    Trap(TrapKind, String),
}

/// The uses of a cursor. Where a value follows, its own uses do.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Op<'a> {
    /// The end of a structure, list or map.
    End,
    Struct,
    /// The field of this number follows.
    Field(u64),
    /// The field of this name follows, in a packed structure.
    Named(&'a str),
    /// A list of so many elements.
    Slice(u64),
    Element,
    Map(u64),
    /// A key follows, and a value.
    Entry,
    Some,
    None,
    /// A number of a kind, as a word.
    Scalar(u8, u64),
    Str(&'a str),
    /// Numbers of a kind in a row.
    Scalars(u8, &'a [u8]),
    /// The only result follows.
    Only,
    /// The results before the error follow.
    WithoutError,
    /// An error with this text.
    Failed(&'a str),
}

/// The kinds of numbers, and bytes of each.
const KINDS: [(HostType, usize); 11] = [
    (HostType::Bool, 1),
    (HostType::Int(1, true), 1),
    (HostType::Int(1, false), 1),
    (HostType::Int(2, true), 2),
    (HostType::Int(2, false), 2),
    (HostType::Int(4, true), 4),
    (HostType::Int(4, false), 4),
    (HostType::Int(8, true), 8),
    (HostType::Int(8, false), 8),
    (HostType::F32, 4),
    (HostType::F64, 8),
];

fn kind_of<T: Scalar>() -> u8 {
    KINDS.iter().position(|(ty, _)| *ty == T::TYPE).unwrap_or(KINDS.len()) as u8
}

/// Appends a number in groups of seven bits, the lowest first.
pub(super) fn put_number(out: &mut Vec<u8>, mut n: u64) {
    while n >= 0x80 {
        out.push(n as u8 | 0x80);
        n >>= 7;
    }
    out.push(n as u8);
}

/// Takes a number of [`put_number`] off the front.
pub(super) fn take_number(from: &mut &[u8]) -> Option<u64> {
    let mut n = 0;
    for shift in (0..64).step_by(7) {
        let (byte, rest) = from.split_first()?;
        *from = rest;
        let bits = u64::from(byte & 0x7f);
        if bits << shift >> shift != bits {
            return None;
        }
        n |= bits << shift;
        if byte & 0x80 == 0 {
            return Some(n);
        }
    }
    None
}

pub(super) fn put_bytes(out: &mut Vec<u8>, bytes: &[u8]) {
    put_number(out, bytes.len() as u64);
    out.extend_from_slice(bytes);
}

pub(super) fn take_bytes<'a>(from: &mut &'a [u8]) -> Option<&'a [u8]> {
    let len = usize::try_from(take_number(from)?).ok()?;
    let (bytes, rest) = from.split_at_checked(len)?;
    *from = rest;
    Some(bytes)
}

pub(super) fn take_text<'a>(from: &mut &'a [u8]) -> Option<&'a str> {
    std::str::from_utf8(take_bytes(from)?).ok()
}

impl<'a> Op<'a> {
    fn put(self, out: &mut Vec<u8>) {
        let (tag, number) = match self {
            Op::End => (0, None),
            Op::Struct => (1, None),
            Op::Field(n) => (2, Some(n)),
            Op::Slice(n) => (3, Some(n)),
            Op::Element => (4, None),
            Op::Map(n) => (5, Some(n)),
            Op::Entry => (6, None),
            Op::Some => (7, None),
            Op::None => (8, None),
            Op::Scalar(kind, word) => {
                out.extend([9, kind]);
                out.extend(word.to_le_bytes());
                return;
            }
            Op::Str(text) => {
                out.push(10);
                return put_bytes(out, text.as_bytes());
            }
            Op::Scalars(kind, bytes) => {
                out.extend([11, kind]);
                return put_bytes(out, bytes);
            }
            Op::Only => (12, None),
            Op::WithoutError => (13, None),
            Op::Failed(text) => {
                out.push(14);
                return put_bytes(out, text.as_bytes());
            }
            Op::Named(name) => {
                out.push(15);
                return put_bytes(out, name.as_bytes());
            }
        };
        out.push(tag);
        if let Some(number) = number {
            put_number(out, number);
        }
    }

    /// The op at the front; `None` if there is none.
    pub(super) fn take(from: &mut &'a [u8]) -> Option<Op<'a>> {
        let byte = |from: &mut &'a [u8]| {
            let (byte, rest) = from.split_first()?;
            *from = rest;
            Some(*byte)
        };
        Some(match byte(from)? {
            0 => Op::End,
            1 => Op::Struct,
            2 => Op::Field(take_number(from)?),
            3 => Op::Slice(take_number(from)?),
            4 => Op::Element,
            5 => Op::Map(take_number(from)?),
            6 => Op::Entry,
            7 => Op::Some,
            8 => Op::None,
            9 => {
                let kind = byte(from).filter(|kind| usize::from(*kind) < KINDS.len())?;
                let (word, rest) = from.split_first_chunk()?;
                *from = rest;
                Op::Scalar(kind, u64::from_le_bytes(*word))
            }
            10 => Op::Str(take_text(from)?),
            11 => {
                let size = KINDS.get(usize::from(*from.first()?))?.1;
                let kind = byte(from)?;
                Op::Scalars(kind, take_bytes(from).filter(|bytes| bytes.len().is_multiple_of(size))?)
            }
            12 => Op::Only,
            13 => Op::WithoutError,
            14 => Op::Failed(take_text(from)?),
            15 => Op::Named(take_text(from)?),
            _ => return None,
        })
    }
}

impl Tape {
    pub(crate) fn note(&mut self, op: Op<'_>) {
        op.put(&mut self.ops);
    }

    /// A number or boolean.
    pub(crate) fn scalar<T: Scalar>(&mut self, value: T) {
        self.note(Op::Scalar(kind_of::<T>(), value.to_word()));
    }

    pub(crate) fn scalars<T: Scalar>(&mut self, values: &[T]) {
        let size = size_of::<T>();
        let bytes: Vec<u8> =
            values.iter().flat_map(|v| v.to_word().to_le_bytes().into_iter().take(size)).collect();
        self.note(Op::Scalars(kind_of::<T>(), &bytes));
    }

    /// The tape of an answer that was written.
    pub(super) fn ended(mut self, written: &Answer) -> Tape {
        self.end = match written {
            Ok(()) => End::Done,
            Err(Stop::Yield) => End::Yield,
            Err(Stop::Leave) => End::Leave,
            Err(Stop::End(trap)) => End::Trap(trap.kind, trap.message.clone()),
            Err(Stop::Raise | Stop::Park) => End::Trap(TrapKind::Host, "an odd answer".into()),
        };
        self
    }

    /// Whether all of it can be read.
    pub(super) fn is_whole(&self) -> bool {
        let mut ops = &self.ops[..];
        while !ops.is_empty() {
            if Op::take(&mut ops).is_none() {
                return false;
            }
        }
        true
    }

    /// The ops, for tests.
    #[cfg(test)]
    pub(super) fn count(&self) -> usize {
        let mut ops = &self.ops[..];
        std::iter::from_fn(|| Op::take(&mut ops).map(|_| ())).count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ops_are_read_as_they_were_written() {
        let all = [
            Op::Struct,
            Op::Field(3),
            Op::Slice(u64::MAX),
            Op::Element,
            Op::Map(300),
            Op::Entry,
            Op::Some,
            Op::None,
            Op::Scalar(10, u64::MAX - 5),
            Op::Str("text"),
            Op::Scalars(3, &[1, 2, 3, 4]),
            Op::Only,
            Op::WithoutError,
            Op::Failed("why"),
            Op::Named("name"),
            Op::End,
        ];
        let mut tape = Tape::default();
        all.iter().for_each(|op| tape.note(*op));
        assert!(tape.is_whole() && tape.count() == all.len());
        let mut ops = &tape.ops[..];
        for op in all {
            assert_eq!(Op::take(&mut ops), Some(op));
        }
        assert_eq!(Op::take(&mut ops), None);
        for len in 1..tape.ops.len() {
            // A part is whole where it ends between two.
            let _ = Tape { ops: tape.ops[..len].to_vec(), end: End::Done }.is_whole();
        }
        for odd in [&[9, 11, 0, 0, 0, 0, 0, 0, 0, 0][..], &[11, 3, 1, 0], &[10, 1, 0xff], &[16], &[2, 0x80]] {
            assert!(!Tape { ops: odd.to_vec(), end: End::Done }.is_whole(), "{odd:?}");
        }
    }

    #[test]
    fn numbers_of_any_size() {
        for n in [0, 1, 127, 128, 300, u64::from(u32::MAX), u64::MAX] {
            let mut out = Vec::new();
            put_number(&mut out, n);
            let mut from = &out[..];
            assert_eq!((take_number(&mut from), from), (Some(n), &[][..]));
        }
        assert_eq!(take_number(&mut &[0xff; 9][..]), None);
        assert_eq!(take_number(&mut &[0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 2][..]), None);
    }
}
