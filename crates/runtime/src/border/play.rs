//! Recorded answers, written again: a cursor is used as it was when the answer was recorded, so that the same
//! values are written, and the same gas and memory taken. A tape is trusted with nothing, as the cursor
//! refuses what does not fit.

use super::data::needs_cursor;
use super::data::sealed::{SlotWriter, Token, TypeList, Words};
use super::error::DataError;
use super::lists::HostAnswer;
use super::scalars::Scalar;
use super::tape::{End, Op, Tape};
use super::write::{Writer, Written};
use crate::native::Stop;
use crate::trap::Trap;

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

    /// Whether another part of a list or map follows; else its end does.
    fn has_part(&mut self, part: Op<'_>) -> Result<bool, DataError> {
        let op = self.next()?;
        if op != part && op != Op::End {
            return Err(misplaced());
        }
        Ok(op == part)
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
                    let op = self.next()?;
                    match op {
                        Op::Field(n) => fields.field_at(n, |to| self.value(to))?,
                        Op::Named(name) => fields.named(name, |to| self.value(to))?,
                        Op::End => return fields.end_of_named(),
                        _ => return Err(misplaced()),
                    }
                }
            }
            Op::Slice(len) => {
                let mut elements = to.slice(usize::try_from(len).unwrap_or(usize::MAX))?;
                while self.has_part(Op::Element)? {
                    elements.element(|to| self.value(to))?;
                }
                elements.end()
            }
            Op::Map(len) => self.map(len, to),
            Op::End | Op::Field(_) | Op::Named(_) | Op::Element | Op::Entry => Err(misplaced()),
        }
    }

    fn map(&mut self, len: u64, to: Writer<'_>) -> Result<Written, DataError> {
        let mut entries = to.map(usize::try_from(len).unwrap_or(usize::MAX))?;
        while self.has_part(Op::Entry)? {
            let player = std::cell::RefCell::new(&mut *self);
            let part = |to: Writer<'_>| player.borrow_mut().value(to);
            entries.entry(part, part)?;
        }
        entries.end()
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
            End::Trap(kind, message) => Stop::end(Trap::new(kind, message)),
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

    fn put_list(self, _: SlotWriter<'_>, _: Token) -> Result<(), DataError> {
        Err(needs_cursor())
    }
}
