//! The immediate of an instruction: what it carries besides operands and targets, typed by the op's [`Attr`].
//!
//! Knows nothing of what the numbers stand for: whether an id exists is for the verifier to say.

use purlin_base::TrapCode;

use crate::ids::{
    ClassId, DataId, FrameStateId, FuncId, GlobalId, InterfaceId, NativeId, SelectorId, SigId, SlotId,
    SwitchId,
};
use crate::op::{Attr, Opcode};

/// An immediate. [`Imm::fits`] says which variant an op's instructions have.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Imm {
    /// Nothing, or targets only.
    None,
    /// An integer, sign-extended from the controlling type.
    Int(i64),
    /// The bits of a float; those of an `f32` are the low ones.
    Float(u64),
    /// A byte offset and an alias region.
    Mem {
        offset: i64,
        region: u32,
    },
    /// A byte offset.
    Offset(i64),
    /// A byte offset and the bytes of an element.
    Scaled {
        scale: u32,
        offset: i64,
    },
    /// Gas units.
    Units(i64),
    /// The number of a probe in its function.
    Probe(u32),
    Func(FuncId),
    Sig(SigId),
    Native(NativeId),
    Class(ClassId),
    Slot(SlotId),
    /// A global and a byte offset in it.
    Global {
        global: GlobalId,
        offset: i64,
    },
    /// A piece of data and a byte offset in it.
    Data {
        data: DataId,
        offset: i64,
    },
    Trap(TrapCode),
    Selector(SelectorId),
    Interface(InterfaceId),
    /// The frame state of a poll or a guard.
    State(FrameStateId),
    Switch(SwitchId),
}

impl Imm {
    /// Whether instructions of ops with this attribute carry such an immediate.
    pub fn fits(self, attr: Attr) -> bool {
        match self {
            Imm::None => matches!(attr, Attr::None | Attr::Targets),
            Imm::Int(_) => attr == Attr::Int,
            Imm::Float(_) => attr == Attr::Float,
            Imm::Mem { .. } => attr == Attr::Mem,
            Imm::Offset(_) => attr == Attr::Offset,
            Imm::Scaled { .. } => attr == Attr::Scaled,
            Imm::Units(_) => attr == Attr::Units,
            Imm::Probe(_) => attr == Attr::Probe,
            Imm::Func(_) => attr == Attr::Func,
            Imm::Sig(_) => attr == Attr::Sig,
            Imm::Native(_) => attr == Attr::Native,
            Imm::Class(_) => attr == Attr::Class,
            Imm::Slot(_) => attr == Attr::Slot,
            Imm::Global { .. } => attr == Attr::Global,
            Imm::Data { .. } => attr == Attr::Data,
            Imm::Trap(_) => attr == Attr::Trap,
            Imm::Selector(_) => attr == Attr::Selector,
            Imm::Interface(_) => attr == Attr::Interface,
            Imm::State(_) => matches!(attr, Attr::Frame | Attr::Guard),
            Imm::Switch(_) => attr == Attr::Switch,
        }
    }

    /// What the zero constant of a type carries: an `iconst`, an `fconst` or a `null`.
    pub fn zero(op: Opcode) -> Imm {
        match op.row().attr {
            Attr::Int => Imm::Int(0),
            Attr::Float => Imm::Float(0),
            _ => Imm::None,
        }
    }

    /// An address's byte offset, where the immediate has one.
    pub fn as_offset(self) -> Option<i64> {
        match self {
            Imm::Mem { offset, .. } | Imm::Offset(offset) | Imm::Scaled { offset, .. } => Some(offset),
            Imm::Global { offset, .. } | Imm::Data { offset, .. } => Some(offset),
            Imm::None | Imm::Int(_) | Imm::Float(_) | Imm::Units(_) | Imm::Func(_) | Imm::Sig(_) => None,
            Imm::Native(_) | Imm::Class(_) | Imm::Slot(_) | Imm::Trap(_) | Imm::Selector(_) => None,
            Imm::Interface(_) | Imm::State(_) | Imm::Switch(_) | Imm::Probe(_) => None,
        }
    }

    /// This immediate with another byte offset. Panics where there is none.
    #[track_caller]
    pub fn with_offset(mut self, to: i64) -> Imm {
        match &mut self {
            Imm::Mem { offset, .. } | Imm::Offset(offset) | Imm::Scaled { offset, .. } => *offset = to,
            Imm::Global { offset, .. } | Imm::Data { offset, .. } => *offset = to,
            Imm::None | Imm::Int(_) | Imm::Float(_) | Imm::Units(_) | Imm::Func(_) | Imm::Sig(_) => {
                wrong(self, "a byte offset")
            }
            Imm::Native(_) | Imm::Class(_) | Imm::Slot(_) | Imm::Trap(_) | Imm::Selector(_) => {
                wrong(self, "a byte offset")
            }
            Imm::Interface(_) | Imm::State(_) | Imm::Switch(_) | Imm::Probe(_) => {
                wrong(self, "a byte offset")
            }
        }
        self
    }
}

#[cold]
#[inline(never)]
#[track_caller]
pub(crate) fn wrong(imm: Imm, wanted: &str) -> ! {
    panic!("an instruction carries {imm:?} where {wanted} is asked for")
}
