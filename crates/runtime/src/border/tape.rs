//! What was written for the answer of an asynchronous host function: the uses of the cursor, in order, as
//! bytes. Played again they write the same values, and take the same gas and memory. Knows no types of the
//! guest's: playing goes through a cursor, which refuses what does not fit.

use super::data::sealed::{Token, TypeList, Words};
use super::error::DataError;
use super::lists::HostAnswer;
use super::scalars::Scalar;
use super::types::HostType;
use super::write::{Writer, Written};
use crate::native::{Answer, Stop};
use crate::trap::{Trap, TrapKind};

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
        };
        out.push(tag);
        if let Some(number) = number {
            put_number(out, number);
        }
    }

    /// The op at the front; `None` if there is none.
    fn take(from: &mut &'a [u8]) -> Option<Op<'a>> {
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

/// How deep values of a tape may be nested: beyond what a cursor allows.
const DEEPEST: u32 = 1_000;

/// A tape that is played.
struct Player<'a> {
    ops: &'a [u8],
    depth: u32,
}

impl<'a> Player<'a> {
    fn next(&mut self) -> Result<Op<'a>, DataError> {
        Op::take(&mut self.ops).ok_or_else(|| DataError::new("a value is missing"))
    }

    /// Writes the value that follows.
    fn value(&mut self, to: Writer<'_>) -> Result<Written, DataError> {
        if self.depth >= DEEPEST {
            return Err(DataError::new("values are nested too deep"));
        }
        self.depth += 1;
        let written = self.value_here(to);
        self.depth -= 1;
        written
    }

    fn value_here(&mut self, mut to: Writer<'_>) -> Result<Written, DataError> {
        match self.next()? {
            Op::Only => self.value(to.only()?),
            Op::WithoutError => self.value(to.without_error()),
            Op::Failed(text) => to.failed(text),
            Op::Scalar(kind, word) => scalar(kind, word, to),
            Op::Scalars(kind, bytes) => scalars(kind, bytes, to),
            Op::Str(text) => to.str(text),
            Op::None => to.none(),
            Op::Some => to.some(|to| self.value(to)),
            Op::Struct => {
                let mut fields = to.structure()?;
                loop {
                    match self.next()? {
                        Op::Field(n) => fields.field_at(n, |to| self.value(to))?,
                        Op::End => return fields.end_of_named(),
                        _ => return Err(misplaced()),
                    }
                }
            }
            Op::Slice(len) => {
                let mut elements = to.slice(usize::try_from(len).unwrap_or(usize::MAX))?;
                loop {
                    match self.next()? {
                        Op::Element => elements.element(|to| self.value(to))?,
                        Op::End => return elements.end(),
                        _ => return Err(misplaced()),
                    }
                }
            }
            Op::Map(len) => self.map(len, to),
            Op::End | Op::Field(_) | Op::Element | Op::Entry => Err(misplaced()),
        }
    }

    fn map(&mut self, len: u64, to: Writer<'_>) -> Result<Written, DataError> {
        let mut entries = to.map(usize::try_from(len).unwrap_or(usize::MAX))?;
        loop {
            match self.next()? {
                Op::Entry => {
                    let player = std::cell::RefCell::new(&mut *self);
                    let part = |to: Writer<'_>| player.borrow_mut().value(to);
                    entries.entry(part, part)?;
                }
                Op::End => return entries.end(),
                _ => return Err(misplaced()),
            }
        }
    }
}

fn misplaced() -> DataError {
    DataError::new("its values are in no order")
}

/// Calls a function of one type parameter by the kind of numbers.
macro_rules! by_kind {
    ($kind:expr, $f:ident($($argument:expr),*)) => {
        match $kind {
            0 => $f::<bool>($($argument),*),
            1 => $f::<i8>($($argument),*),
            2 => $f::<u8>($($argument),*),
            3 => $f::<i16>($($argument),*),
            4 => $f::<u16>($($argument),*),
            5 => $f::<i32>($($argument),*),
            6 => $f::<u32>($($argument),*),
            7 => $f::<i64>($($argument),*),
            8 => $f::<u64>($($argument),*),
            9 => $f::<f32>($($argument),*),
            10 => $f::<f64>($($argument),*),
            _ => Err(misplaced()),
        }
    };
}

fn scalar(kind: u8, word: u64, to: Writer<'_>) -> Result<Written, DataError> {
    fn of<T: Scalar>(word: u64, to: Writer<'_>) -> Result<Written, DataError> {
        to.scalar(T::from_word(word))
    }
    by_kind!(kind, of(word, to))
}

fn scalars(kind: u8, bytes: &[u8], to: Writer<'_>) -> Result<Written, DataError> {
    fn of<T: Scalar>(bytes: &[u8], to: Writer<'_>) -> Result<Written, DataError> {
        let value = |bytes: &[u8]| {
            let mut word = [0; 8];
            word[..bytes.len()].copy_from_slice(bytes);
            T::from_word(u64::from_le_bytes(word))
        };
        let values: Vec<T> = bytes.chunks_exact(size_of::<T>()).map(value).collect();
        to.scalars(&values)
    }
    by_kind!(kind, of(bytes, to))
}

/// A recorded answer in place of one of the host's.
pub(super) struct Replayed(pub(super) Tape);

impl HostAnswer for Replayed {
    const WORDS: Words = Words::NONE;

    fn types(_: Token) -> TypeList {
        TypeList { types: Vec::new(), tuple: true }
    }

    fn write_list(self, to: Writer<'_>, _: bool, _: Token) -> Result<Written, DataError> {
        let Tape { ops, end } = self.0;
        let mut player = Player { ops: &ops, depth: 0 };
        let stop = match end {
            End::Done => {
                let written = player.value(to).map_err(|error| match error.text() {
                    Some(text) => DataError::new(format!("the recording does not fit: {text}")),
                    None => error,
                })?;
                return match player.ops {
                    [] => Ok(written),
                    _ => Err(DataError::new("the recording does not fit: more values were recorded")),
                };
            }
            End::Yield => Stop::Yield,
            End::Leave => Stop::Leave,
            End::Trap(kind, message) => Stop::End(Trap::new(kind, message)),
        };
        // What was written before counts, whatever became of it.
        if !player.ops.is_empty() {
            let error = player.value(to).err().and_then(DataError::into_stop);
            if let Some(Stop::End(trap)) = error {
                return Err(Stop::End(trap).into());
            }
        }
        Err(stop.into())
    }

    fn put_list(self, _: &mut [u64], _: Token) -> Result<(), Stop> {
        Ok(())
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
        for odd in [&[9, 11, 0, 0, 0, 0, 0, 0, 0, 0][..], &[11, 3, 1, 0], &[10, 1, 0xff], &[15], &[2, 0x80]] {
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
