//! Places of memory, and which of them do not alias: an access reaches `bytes` at root + index * scale +
//! offset, whatever chain of `field`, `elem` and sums with constants leads there.
//!
//! Two places do not alias if they have one root and offsets that leave no overlap, whatever the indices are;
//! nor do places in two allocations, globals or frame slots, in an object of before this call and one that
//! this call made; and values of different types at roots of which nothing is known: an object's word has one
//! type, unless it is accessed as bytes. Where two roots are two values they may still be the same object.
//! Knows nothing of when an access runs; what changes from iteration to iteration is told by [`Iterations`].

use purlin_base::map::HashMap;
use purlin_ir::cfg::Predecessors;
use purlin_ir::{Block, DataId, Def, Function, GlobalId, InstData, Opcode, SlotId, Type, Value, region};

use crate::loops::Loop;

/// So many instructions back an address is looked through.
const STEPS: usize = 12;
/// Offsets and constants beyond this are not looked through, so that no sum wraps.
const FAR: u64 = 1 << 31;

/// What a place is reached from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Root {
    Global(GlobalId),
    Slot(SlotId),
    Data(DataId),
    Value(Value),
}

/// Where an access goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct MemoryLocation {
    pub root: Root,
    /// What it is times, in bytes.
    pub index: Option<(Value, u32)>,
    pub offset: i64,
    pub ty: Type,
    /// Whether it is accessed as bytes ([`region::BYTES`]): as which type others access them is not known.
    pub is_bytes: bool,
}

impl MemoryLocation {
    /// The place of a load or store.
    pub(crate) fn of(func: &Function, access: &InstData) -> MemoryLocation {
        let ty = if access.op == Opcode::Store { func.ty(access.args[1]) } else { access.ty };
        let is_bytes = access.region() == region::BYTES;
        MemoryLocation { is_bytes, ..MemoryLocation::at(func, access.args[0], access.offset(), ty) }
    }

    fn at(func: &Function, address: Value, offset: i64, ty: Type) -> MemoryLocation {
        let root = Root::Value(address);
        let mut place = MemoryLocation { root, index: None, offset, ty, is_bytes: false };
        for _ in 0..STEPS {
            let Root::Value(at) = place.root else { break };
            let Def::Result(def, _) = func.values[at].def else { break };
            let data = &func.insts[def];
            let Some(sum) = sum(place.offset, data.imm.as_offset().unwrap_or(0)) else { break };
            match data.op {
                Opcode::FieldAddr => (place.root, place.offset) = (Root::Value(data.args[0]), sum),
                Opcode::GlobalAddr => (place.root, place.offset) = (Root::Global(data.global()), sum),
                Opcode::DataAddr => (place.root, place.offset) = (Root::Data(data.bytes()), sum),
                Opcode::StackAddr => place.root = Root::Slot(data.slot()),
                Opcode::ElemAddr if place.index.is_none() => {
                    let (index, more) = linear(func, data.args[1]);
                    let constant = func.as_iconst(index);
                    let more = more.checked_add(constant.unwrap_or(0));
                    let more = more.and_then(|more| more.checked_mul(i64::from(data.scale())));
                    let Some(offset) = more.and_then(|more| self::sum(sum, more)) else { break };
                    place.index = constant.is_none().then_some((index, data.scale()));
                    (place.root, place.offset) = (Root::Value(data.args[0]), offset);
                }
                // wildcard: the address of other ops is a root.
                _ => break,
            }
        }
        place
    }

    fn bytes(&self) -> i64 {
        i64::from(self.ty.bytes())
    }

    /// Whether two accesses, each as often as it likes with the values of one moment, never reach the same
    /// byte.
    pub(crate) fn no_alias(&self, other: &MemoryLocation, func: &Function) -> bool {
        if self.root != other.root {
            return are_two_objects(func, self.root, other.root) || self.types_are_apart(other);
        }
        let Some(between) = other.offset.checked_sub(self.offset) else { return false };
        match (self.index, other.index) {
            (Some(one), Some(two)) if one == two => is_clear(between, self.bytes(), other.bytes()),
            (None, None) => is_clear(between, self.bytes(), other.bytes()),
            (one, two) => {
                let scale = |index: Option<(Value, u32)>| index.map_or(0, |(_, scale)| i64::from(scale));
                let stride = common(scale(one), scale(two));
                let between = if stride > 0 { between.rem_euclid(stride) } else { 0 };
                between >= self.bytes() && stride - between >= other.bytes()
            }
        }
    }

    /// Of frame slots only their own accesses are known: where functions are inlined they are cleared by
    /// words.
    fn types_are_apart(&self, other: &MemoryLocation) -> bool {
        let is_slot = |root| matches!(root, Root::Slot(_));
        let known = !self.is_bytes && !other.is_bytes;
        known && self.ty != other.ty && !is_slot(self.root) && !is_slot(other.root)
    }
}

/// Whether something of `bytes` does not reach to what begins `between` bytes after it, nor that to it.
fn is_clear(between: i64, bytes: i64, other: i64) -> bool {
    between >= bytes || between <= -other
}

fn sum(a: i64, b: i64) -> Option<i64> {
    a.checked_add(b).filter(|sum| sum.unsigned_abs() < FAR)
}

/// The greatest common divisor, by Euclid.
fn common(mut a: i64, mut b: i64) -> i64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// A value and a constant not far from 0 that add up to a value. An index that is used is below 2^48, so none
/// of the sums on the way to it wraps.
pub(crate) fn linear(func: &Function, value: Value) -> (Value, i64) {
    let (mut value, mut offset) = (value, 0);
    for _ in 0..STEPS {
        let Def::Result(def, _) = func.values[value].def else { break };
        let data = &func.insts[def];
        let by = match data.op {
            Opcode::Iadd => func.as_iconst(data.args[1]),
            Opcode::Isub => func.as_iconst(data.args[1]).and_then(i64::checked_neg),
            // wildcard: other ops add no constant.
            _ => None,
        };
        let Some(more) = by.and_then(|by| sum(offset, by)) else { break };
        (value, offset) = (data.args[0], more);
    }
    (value, offset)
}

/// Whether two different roots are different objects for sure.
fn are_two_objects(func: &Function, a: Root, b: Root) -> bool {
    #[derive(PartialEq)]
    enum Age {
        /// Named, or made in this activation.
        Own,
        /// There before this activation: neither what it makes nor its slots.
        Before,
        Any,
    }
    let age = |root| match root {
        Root::Global(_) | Root::Data(_) | Root::Slot(_) => Age::Own,
        Root::Value(value) => match func.values[value].def {
            Def::Param(block, _) if block == func.entry() => Age::Before,
            Def::Result(def, _) if matches!(func.insts[def].op, Opcode::Alloc | Opcode::AllocArray) => {
                Age::Own
            }
            Def::Param(..) | Def::Result(..) => Age::Any,
        },
    };
    let is_static = |root| matches!(root, Root::Global(_) | Root::Data(_));
    match (age(a), age(b)) {
        (Age::Own, Age::Own) => true,
        (Age::Own, Age::Before) => !is_static(a),
        (Age::Before, Age::Own) => !is_static(b),
        (Age::Any, _) | (_, Age::Any) | (Age::Before, Age::Before) => false,
    }
}

/// How the counters of a loop move.
pub(crate) struct Iterations {
    /// What is always so much above what, by at least so much: a counter that starts there and goes up by
    /// one.
    above: HashMap<Value, (Value, i64)>,
}

impl Iterations {
    /// What is known of the parameters of a loop's header.
    pub(crate) fn new(func: &Function, preds: &Predecessors, of: &Loop) -> Iterations {
        let mut above = HashMap::default();
        for (n, param) in func.blocks[of.header].params.iter().enumerate() {
            let goes_up = func.ty(*param) == Type::I64
                && of.latches.iter().all(|latch| counts_up(func, *latch, of.header, n, *param));
            if !goes_up {
                continue;
            }
            let outside = preds[of.header].iter().filter(|pred| !of.latches.contains(pred));
            let mut starts = outside.map(|pred| {
                let start = passed(func, *pred, of.header, n)?;
                Some(linear(func, origin(func, preds, start)))
            });
            if let Some(Some(start)) = starts.next()
                && starts.all(|other| other == Some(start))
            {
                above.insert(*param, start);
            }
        }
        Iterations { above }
    }

    /// Whether a place that stays where it is never is where another one goes, in any iteration of the loop.
    pub(crate) fn no_alias(&self, func: &Function, stays: &MemoryLocation, goes: &MemoryLocation) -> bool {
        if stays.no_alias(goes, func) {
            return true;
        }
        let (Some((fixed, scale)), Some((counter, other))) = (stays.index, goes.index) else { return false };
        let Some((start, by)) = self.above.get(&counter) else { return false };
        let distance =
            by.checked_mul(i64::from(scale)).and_then(|by| sum(by, goes.offset.checked_sub(stays.offset)?));
        stays.root == goes.root
            && scale == other
            && *start == fixed
            && distance.is_some_and(|distance| distance >= stays.bytes())
    }
}

/// What a block passes for the n-th parameter of another; nothing if it branches there on two ways.
fn passed(func: &Function, from: Block, to: Block, n: usize) -> Option<Value> {
    let mut edges = func.end(from)?.targets.iter().filter(|target| target.block == to);
    let arg = edges.next()?.args.get(n).copied();
    arg.filter(|_| edges.next().is_none())
}

/// What a parameter of blocks with one way in stands for.
fn origin(func: &Function, preds: &Predecessors, mut value: Value) -> Value {
    for _ in 0..STEPS {
        let Def::Param(block, n) = func.values[value].def else { break };
        let &[pred] = &preds[block] else { break };
        let Some(arg) = passed(func, pred, block, n as usize) else { break };
        value = arg;
    }
    value
}

/// Whether each edge from a latch goes back with the counter one higher, and below something: so it does not
/// wrap.
fn counts_up(func: &Function, latch: Block, header: Block, n: usize, counter: Value) -> bool {
    let Some(end) = func.end(latch) else { return false };
    let mut edges = end.targets.iter().enumerate().filter(|(_, target)| target.block == header);
    end.op == Opcode::Brif
        && edges.all(|(edge, target)| {
            let next = target.args[n];
            let Def::Result(def, _) = func.values[end.args[0]].def else { return false };
            let test = &func.insts[def];
            let is_below = match (test.op, edge) {
                (Opcode::Slt, 0) | (Opcode::Sge, 1) => test.args[0] == next,
                (Opcode::Sgt, 0) | (Opcode::Sle, 1) => test.args[1] == next,
                // wildcard: other comparisons do not bound the counter from above.
                _ => false,
            };
            is_below && linear(func, next) == (counter, 1)
        })
}
