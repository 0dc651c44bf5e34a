//! The immediate of an instruction: what it carries besides operands and targets, typed by the op's [`Attr`].
//!
//! Knows nothing of what the numbers stand for: whether an id exists is for the verifier to say.

use purlin_base::TrapCode;

use crate::func::{FrameStateId, InstData, SlotId, SwitchId};
use crate::module::{ClassId, DataId, FuncId, GlobalId, InterfaceId, NativeId, SelectorId, SigId};
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
            Imm::Interface(_) | Imm::State(_) | Imm::Switch(_) => None,
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
            Imm::Interface(_) | Imm::State(_) | Imm::Switch(_) => wrong(self, "a byte offset"),
        }
        self
    }
}

#[cold]
#[inline(never)]
#[track_caller]
fn wrong(imm: Imm, wanted: &str) -> ! {
    panic!("an instruction carries {imm:?} where {wanted} is asked for")
}

/// One accessor for each thing that an instruction can carry; all of them panic on instructions of another
/// format.
macro_rules! accessors {
    ($( $(#[$doc:meta])* $name:ident -> $type:ty, $wanted:literal: $pattern:pat => $value:expr; )*) => {
        impl InstData {
            $(
                $(#[$doc])*
                #[inline]
                #[track_caller]
                pub fn $name(&self) -> $type {
                    if let $pattern = self.imm { $value } else { wrong(self.imm, $wanted) }
                }
            )*
        }
    };
}

accessors! {
    /// The integer of an `iconst`.
    int -> i64, "an integer": Imm::Int(value) => value;
    /// The bits of an `fconst`.
    float_bits -> u64, "a float": Imm::Float(bits) => bits;
    /// The alias region of an access.
    region -> u32, "a region": Imm::Mem { region, .. } => region;
    /// The bytes of an element.
    scale -> u32, "a scale": Imm::Scaled { scale, .. } => scale;
    /// The gas of a charge.
    units -> i64, "units of gas": Imm::Units(units) => units;
    func -> FuncId, "a function": Imm::Func(func) => func;
    sig -> SigId, "a signature": Imm::Sig(sig) => sig;
    native -> NativeId, "a native": Imm::Native(native) => native;
    class -> ClassId, "a class": Imm::Class(class) => class;
    slot -> SlotId, "a frame slot": Imm::Slot(slot) => slot;
    global -> GlobalId, "a global": Imm::Global { global, .. } => global;
    /// The piece of data that a `data` is the address of.
    bytes -> DataId, "a piece of data": Imm::Data { data, .. } => data;
    trap_code -> TrapCode, "a trap": Imm::Trap(code) => code;
    selector -> SelectorId, "a selector": Imm::Selector(selector) => selector;
    interface -> InterfaceId, "an interface": Imm::Interface(interface) => interface;
    /// The frame state of a poll or a guard.
    state -> FrameStateId, "a frame state": Imm::State(state) => state;
    /// The cases of a switch.
    switch -> SwitchId, "a switch": Imm::Switch(switch) => switch;
}

impl InstData {
    /// The byte offset of an access or an address.
    #[inline]
    #[track_caller]
    pub fn offset(&self) -> i64 {
        self.imm.as_offset().unwrap_or_else(|| wrong(self.imm, "a byte offset"))
    }

    /// The bits of an `iconst`, sign-extended, or of an `fconst`.
    #[inline]
    #[track_caller]
    pub fn const_bits(&self) -> i64 {
        match self.imm {
            Imm::Float(bits) => bits as i64,
            _ => self.int(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::func::LocId;
    use crate::types::Type;
    use purlin_base::EntityRef as _;

    fn call() -> InstData {
        InstData::new(Opcode::Call, Type::I64, &[], LocId::new(0)).with(Imm::Func(FuncId::new(3)))
    }

    #[test]
    fn an_accessor_yields_what_the_instruction_carries() {
        assert_eq!(call().func(), FuncId::new(3));
        let mem = Imm::Mem { offset: 8, region: 2 };
        assert_eq!((mem.as_offset(), mem.with_offset(16)), (Some(8), Imm::Mem { offset: 16, region: 2 }));
    }

    #[test]
    #[should_panic(expected = "where a class is asked for")]
    fn an_accessor_of_another_format_panics() {
        call().class();
    }

    #[test]
    #[cfg(debug_assertions)]
    #[should_panic(expected = "call carries")]
    fn an_immediate_of_another_format_panics() {
        call().with(Imm::Int(3));
    }

    #[test]
    fn an_instruction_stays_small() {
        assert!(size_of::<Imm>() <= 16);
        assert!(size_of::<InstData>() <= 104, "{}", size_of::<InstData>());
    }
}
