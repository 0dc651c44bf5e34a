//! An instruction: its op, operands and targets, and one typed accessor for each immediate.

use purlin_base::TrapCode;
use smallvec::SmallVec;

use crate::ids::{
    Block, ClassId, DataId, FrameStateId, FuncId, GlobalId, InterfaceId, LocId, NativeId, SelectorId, SigId,
    SlotId, SwitchId, Value,
};
use crate::imm::{Imm, wrong};
use crate::op::{Attr, Opcode};
use crate::types::Type;

/// Values in a row.
pub type Values = SmallVec<[Value; 4]>;

/// A block and the arguments for its parameters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    pub block: Block,
    pub args: Values,
}

/// One instruction. What [`Imm`] it carries is said by the op's [`Attr`].
#[derive(Debug)]
pub struct InstData {
    pub op: Opcode,
    /// The controlling type; `I64` where the op has none.
    pub ty: Type,
    pub args: Values,
    pub results: SmallVec<[Value; 2]>,
    /// Read through the typed accessors below.
    pub imm: Imm,
    pub targets: Vec<Target>,
    pub loc: LocId,
}

impl InstData {
    /// An instruction without results, immediate and targets: they are set where there are some.
    pub fn new(op: Opcode, ty: Type, args: &[Value], loc: LocId) -> InstData {
        InstData {
            op,
            ty,
            args: SmallVec::from_slice(args),
            results: SmallVec::new(),
            imm: Imm::None,
            targets: Vec::new(),
            loc,
        }
    }

    /// The instruction with that immediate, which is one of its op's.
    pub fn with(mut self, imm: Imm) -> InstData {
        debug_assert!(imm.fits(self.op.row().attr), "{} carries {imm:?}", self.op.row().text);
        self.imm = imm;
        self
    }

    /// The instruction with those targets.
    pub fn to(mut self, targets: Vec<Target>) -> InstData {
        self.targets = targets;
        self
    }
}

impl Clone for InstData {
    // Functions are copied for the mid-end, and the derived form copies lists value by value.
    fn clone(&self) -> InstData {
        InstData {
            op: self.op,
            ty: self.ty,
            args: SmallVec::from_slice(&self.args),
            results: SmallVec::from_slice(&self.results),
            imm: self.imm,
            targets: self.targets.clone(),
            loc: self.loc,
        }
    }
}

impl InstData {
    /// Every value the instruction reads, those passed to targets included.
    pub fn uses(&self) -> impl Iterator<Item = Value> + '_ {
        self.args.iter().copied().chain(self.targets.iter().flat_map(|t| t.args.iter().copied()))
    }

    /// Renames what the instruction reads and where it leads; not its results.
    pub fn rename(&mut self, value: impl Fn(Value) -> Value, block: impl Fn(Block) -> Block) {
        self.args.iter_mut().for_each(|v| *v = value(*v));
        for target in &mut self.targets {
            target.block = block(target.block);
            target.args.iter_mut().for_each(|v| *v = value(*v));
        }
    }

    /// The frame state of a poll or guard, and its values.
    pub fn frame_state(&self) -> Option<(FrameStateId, &[Value])> {
        let Imm::State(state) = self.imm else { return None };
        let skip = usize::from(self.op.row().attr == Attr::Guard);
        Some((state, &self.args[skip..]))
    }
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
    /// The number of a probe.
    probe -> u32, "a probe": Imm::Probe(number) => number;
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
