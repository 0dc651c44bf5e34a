//! Values that cross in slots as guests have them, without a cursor: numbers, booleans, strings, and bytes
//! that are lent. Which types of a guest they fit is compared when a function is linked or looked up.

use std::borrow::Cow;

use super::error::DataError;
use super::plan::{DataNo, GuestTypes, Plan, Shape};
use super::read::{Account, decode};
use super::scalars::Scalar;
use crate::vm::{KEPT_SLOTS, Vm};

/// Slots of parameters, or of results, that cross without a cursor: at most.
pub(crate) const SLOTS: usize = KEPT_SLOTS;

/// What a value is that crosses in slots.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SlotKind {
    /// A number or boolean: one slot.
    Word,
    /// A string: address and length.
    Text,
    /// A slice of bytes: address, length and capacity.
    Bytes,
}

/// What values of a type of the host's, or several in a row, are in slots; or that they are none.
#[derive(Clone, Copy, Debug)]
pub struct Words {
    kinds: [SlotKind; SLOTS],
    len: usize,
    /// Slots of all of them; more than there can be where they do not cross in slots.
    slots: usize,
}

impl Words {
    /// Values that need a cursor.
    pub(crate) const NONE: Words = Words { kinds: [SlotKind::Word; SLOTS], len: 0, slots: SLOTS + 1 };
    /// No values.
    pub(crate) const EMPTY: Words = Words { kinds: [SlotKind::Word; SLOTS], len: 0, slots: 0 };

    pub(crate) const fn of(kind: SlotKind) -> Words {
        let slots = match kind {
            SlotKind::Word => 1,
            SlotKind::Text => 2,
            SlotKind::Bytes => 3,
        };
        Words { kinds: [kind; SLOTS], len: 1, slots }
    }

    /// Two in a row.
    pub(crate) const fn and(mut self, other: Words) -> Words {
        if self.slots + other.slots > SLOTS {
            return Words::NONE;
        }
        let mut n = 0;
        while n < other.len {
            self.kinds[self.len + n] = other.kinds[n];
            n += 1;
        }
        self.len += other.len;
        self.slots += other.slots;
        self
    }

    /// How many slots they are.
    pub(crate) const fn slots(self) -> usize {
        self.slots
    }

    /// Whether there is more than numbers and booleans among them.
    pub(crate) const fn has_references(self) -> bool {
        self.len < self.slots
    }

    /// Whether the guest has the same in the slots of a plan.
    pub(crate) fn fit(self, plan: &Plan, types: &GuestTypes) -> bool {
        self.fit_after(0, plan, types)
    }

    /// [`Words::fit`] for what comes after the first `skipped` values of a plan, which have a slot each.
    pub(crate) fn fit_after(self, skipped: usize, plan: &Plan, types: &GuestTypes) -> bool {
        if plan.by_address || plan.slots != skipped + self.slots || self.slots > SLOTS {
            return false;
        }
        let mut kinds = self.kinds[..self.len].iter().copied();
        let mut items = plan.items.iter().skip(skipped);
        items.all(|item| has(types, item.no, &mut kinds)) && kinds.next().is_none()
    }
}

/// Whether values of a type of the guest's consist of the next kinds.
fn has(types: &GuestTypes, no: DataNo, kinds: &mut impl Iterator<Item = SlotKind>) -> bool {
    match &types.get(no).shape {
        Shape::Bool | Shape::Int(..) | Shape::F32 | Shape::F64 => kinds.next() == Some(SlotKind::Word),
        Shape::Str => kinds.next() == Some(SlotKind::Text),
        Shape::Slice { element, .. } => {
            u8::fits(&types.get(*element).shape) && kinds.next() == Some(SlotKind::Bytes)
        }
        Shape::Struct(fields) => fields.iter().all(|field| has(types, field.ty, kinds)),
        Shape::Array { .. }
        | Shape::Pointer { .. }
        | Shape::Map { .. }
        | Shape::Error { .. }
        | Shape::ErrorText
        | Shape::Packed
        | Shape::Unfinished => false,
    }
}

/// Reads values from slots.
#[derive(Clone, Copy)]
pub struct SlotReader<'a> {
    slots: &'a [u64],
    account: &'a Account,
}

impl<'a> SlotReader<'a> {
    /// # Safety
    /// The slots hold live values that [`Words`] fit which say what is read from them. As long as the reader
    /// is used, what they lead to is not collected, and none of it is written; as long as the lifetime lasts,
    /// unless the account copies what is lent.
    #[inline(always)]
    pub(crate) unsafe fn new(slots: &'a [u64], account: &'a Account) -> SlotReader<'a> {
        SlotReader { slots, account }
    }

    /// The values after so many slots.
    #[inline(always)]
    pub(crate) fn after(self, slots: usize) -> SlotReader<'a> {
        SlotReader { slots: &self.slots[slots..], ..self }
    }

    /// A number or boolean.
    #[inline(always)]
    pub(crate) fn word(self) -> u64 {
        self.slots[0]
    }

    /// The bytes of a string or slice, which count as read.
    #[inline(always)]
    fn bytes(self) -> Result<&'a [u8], DataError> {
        let (at, len) = (self.slots[0], self.slots[1]);
        self.account.bytes(len)?;
        if len == 0 {
            return Ok(&[]);
        }
        // SAFETY: the address and the length of live bytes, which nothing writes, by the promise of `new`.
        Ok(unsafe { std::slice::from_raw_parts(at as *const u8, len as usize) })
    }

    /// A string. What is not UTF-8 becomes U+FFFD.
    #[inline(always)]
    pub(crate) fn text(self) -> Result<Cow<'a, str>, DataError> {
        Ok(decode(self.bytes()?))
    }

    /// A string that is lent.
    #[inline(always)]
    pub(crate) fn lent_text(self) -> Result<&'a str, DataError> {
        Ok(self.account.lend_text(self.bytes()?))
    }

    /// A slice of bytes that is lent.
    #[inline(always)]
    pub(crate) fn lent_bytes(self) -> Result<&'a [u8], DataError> {
        Ok(self.account.lend(self.bytes()?))
    }
}

/// Puts values into slots. What it allocates is among the handles of the isolate.
pub struct SlotWriter<'a> {
    vm: &'a mut Vm,
    slots: &'a mut [u64],
}

impl<'a> SlotWriter<'a> {
    #[inline(always)]
    pub(crate) fn new(vm: &'a mut Vm, slots: &'a mut [u64]) -> SlotWriter<'a> {
        SlotWriter { vm, slots }
    }

    /// The values after so many slots.
    #[inline(always)]
    pub(crate) fn after(&mut self, slots: usize) -> SlotWriter<'_> {
        SlotWriter { vm: self.vm, slots: &mut self.slots[slots..] }
    }

    /// A number or boolean, in the form that slots have.
    #[inline(always)]
    pub(crate) fn word(&mut self, word: u64) {
        self.slots[0] = word;
    }

    /// A string, in fresh memory.
    #[inline(always)]
    pub(crate) fn text(&mut self, text: &str) -> Result<(), DataError> {
        let at = self.vm.new_bytes(text.as_bytes())? as u64;
        self.vm.roots.handles.push(at);
        (self.slots[0], self.slots[1]) = (at, text.len() as u64);
        Ok(())
    }
}
