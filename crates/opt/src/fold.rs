//! Constant folding and algebraic identities, one walk over the blocks.
//!
//! Operands are looked at one or two definitions deep (their known bits and `sums` some more); nothing is
//! reordered, and no instruction is added but constants. A branch on a constant becomes a jump. Traps stay
//! unless they cannot happen. Knows nothing of loops.

mod words;

use purlin_base::SecondaryMap;
use purlin_ir::{FuncId, Function, Imm, Inst, InstData, Module, Opcode, Type, Value, Values, Yield, cfg};
use smallvec::{SmallVec, smallvec};

use crate::counts::{self, Rewrite};
use crate::eval::{Const, const_of, eval};
use crate::sums::Sum;
use crate::{bits, devirtualise};

/// What an instruction can become.
enum Simpler {
    /// No simpler form is known.
    No,
    Const(Const),
    /// The result is that value.
    Value(Value),
    /// A cheaper op with the same result.
    Op(New),
    /// An op of a value and a constant of that type.
    WithConst(Opcode, Value, Type, i64),
    /// An op of that constant, an `i64` or `f64`.
    OfConst(Opcode, Const),
    /// The instruction does nothing.
    Nothing,
    /// A block end that always takes that target.
    Goes(usize),
    /// A `brif` on another condition; with its targets swapped if that is the opposite.
    Branch(Value, bool),
}

/// A cheaper op.
struct New {
    op: Opcode,
    ty: Type,
    args: Values,
    imm: Imm,
}

/// The farthest that offsets are added up to: every tier can encode it.
const MAX_OFFSET: i64 = i32::MAX as i64;

/// Sums of known words in a row that are folded at once: the slow path of each joins before the next.
const MOST_SUMS: usize = 32;

/// Folds a function.
pub(crate) fn run(func: &mut Function, module: &Module, _: FuncId) -> bool {
    let mut changed = false;
    for _ in 0..MOST_SUMS {
        let folder = once(func, module);
        changed |= folder.changed;
        if !(folder.sums && cfg::simplify_params(func)) {
            break;
        }
    }
    changed
}

/// Folds what is constant without what follows from branches that are folded.
fn once(func: &mut Function, module: &Module) -> Folder {
    let to = purlin_base::filled(func.values.len());
    let mut folder = Folder { to, changed: false, branches: false, sums: false, constant: None };
    for block in cfg::reverse_postorder(func) {
        let insts = std::mem::take(&mut func.blocks[block].insts);
        let mut kept = Vec::with_capacity(insts.len());
        for inst in insts {
            let stays = folder.inst(func, module, inst);
            kept.extend(folder.constant.take());
            kept.extend(stays.then_some(inst));
        }
        func.blocks[block].insts = kept;
    }
    if folder.changed {
        func.replace_uses(std::mem::take(&mut folder.to));
    }
    if folder.branches {
        cfg::remove_unreachable(func);
    }
    folder
}

struct Folder {
    /// What reads a value shall read instead.
    to: SecondaryMap<Value, Option<Value>>,
    changed: bool,
    /// Whether a branch became a jump.
    branches: bool,
    /// Whether arithmetic on known words was folded.
    sums: bool,
    /// A constant that the instruction at hand reads now, to stand before it.
    constant: Option<Inst>,
}

impl Folder {
    /// Folds one instruction; false if it goes.
    fn inst(&mut self, func: &mut Function, module: &Module, inst: Inst) -> bool {
        // Operands are defined on the way here. What comes around a loop follows at the end.
        for arg in &mut func.insts[inst].args {
            *arg = self.to[*arg].unwrap_or(*arg);
        }
        // A new form may allow the next; a few repetitions settle all but contrived cases.
        for _ in 0..4 {
            let simpler = simplify(func, module, inst);
            let data = &mut func.insts[inst];
            self.changed |= !matches!(simpler, Simpler::No);
            match simpler {
                Simpler::No => return true,
                Simpler::Nothing => return false,
                Simpler::Value(value) => {
                    self.to[data.results[0]] = Some(value);
                    return false;
                }
                Simpler::Const(c) => {
                    become_constant(data, c);
                    return true;
                }
                Simpler::Goes(n) => {
                    become_jump(data, n);
                    self.branches = true;
                    return true;
                }
                Simpler::Op(new) => {
                    (data.op, data.ty, data.args) = (new.op, new.ty, new.args);
                    data.imm = new.imm;
                }
                Simpler::WithConst(op, first, ty, imm) => {
                    data.op = op;
                    let loc = data.loc;
                    let (constant, value) = func.add_iconst(ty, imm, loc);
                    func.insts[inst].args = smallvec![first, value];
                    self.constant = Some(constant);
                    return true;
                }
                Simpler::OfConst(op, of) => {
                    self.sums = true;
                    let mut constant = InstData::new(data.op, data.ty, &[], data.loc);
                    become_constant(&mut constant, of);
                    (data.op, data.ty, data.imm) = (op, Type::I64, Imm::None);
                    let constant = func.add_inst(constant, &[of.ty]);
                    func.insts[inst].args = smallvec![func.insts[constant].results[0]];
                    self.constant = Some(constant);
                    return true;
                }
                Simpler::Branch(cond, opposite) => {
                    data.args[0] = cond;
                    if opposite {
                        data.targets.swap(0, 1);
                    }
                }
            }
        }
        true
    }
}

fn become_constant(data: &mut InstData, c: Const) {
    (data.op, data.ty, data.imm) = match c.ty {
        Type::I8 | Type::I16 | Type::I32 | Type::I64 => (Opcode::Iconst, c.ty, Imm::Int(c.bits)),
        Type::F32 | Type::F64 => (Opcode::Fconst, c.ty, Imm::Float(c.bits as u64)),
        Type::Ref | Type::Dyn => (Opcode::Null, Type::I64, Imm::None),
    };
    data.args.clear();
}

fn become_jump(data: &mut InstData, n: usize) {
    let target = data.targets.swap_remove(n);
    (data.op, data.ty, data.imm) = (Opcode::Jump, Type::I64, Imm::None);
    data.args.clear();
    data.targets = vec![target];
}

/// Operands of one instruction, with what is known of them.
struct View<'a> {
    func: &'a Function,
    data: &'a InstData,
}

impl View<'_> {
    fn arg(&self, n: usize) -> Value {
        self.data.args[n]
    }

    fn constant(&self, n: usize) -> Option<Const> {
        const_of(self.func, self.arg(n))
    }

    /// The n-th operand, if it is an integer constant.
    fn int(&self, n: usize) -> Option<i64> {
        self.func.as_iconst(self.arg(n))
    }

    /// Whether the two operands are the same value.
    fn same(&self) -> bool {
        self.arg(0) == self.arg(1)
    }

    /// The instruction that computes a value.
    fn def(&self, value: Value) -> Option<&InstData> {
        self.func.made_by(value)
    }

    /// The operand of an operand that is of this op too, for ops that undo themselves.
    fn undone(&self, by: Opcode) -> Option<Value> {
        self.def(self.arg(0)).filter(|d| d.op == by).map(|d| d.args[0])
    }

    fn ty(&self) -> Type {
        self.data.ty
    }

    /// Says which rule applies.
    fn by(&self, rule: Rewrite) -> &Self {
        counts::hit(rule);
        self
    }

    fn value(&self, value: Value) -> Simpler {
        Simpler::Value(value)
    }

    fn truth(&self, truth: bool) -> Simpler {
        Simpler::Const(Const::bool(truth))
    }

    fn int_of(&self, value: i64) -> Simpler {
        Simpler::Const(Const::int(self.ty(), value))
    }

    fn op(&self, op: Opcode, ty: Type, args: Values) -> Simpler {
        Simpler::Op(New { op, ty, args, imm: Imm::None })
    }
}

fn simplify(func: &Function, module: &Module, inst: Inst) -> Simpler {
    let data = &func.insts[inst];
    let view = View { func, data };
    if let Some(c) = constant(&view) {
        counts::hit(Rewrite::FoldConstant);
        return Simpler::Const(c);
    }
    if let Some(swapped) = constant_last(&view) {
        return swapped;
    }
    match data.op {
        Opcode::Iadd | Opcode::Isub | Opcode::Imul => arithmetic(&view),
        Opcode::Iand | Opcode::Ior | Opcode::Ixor => bitwise(&view),
        Opcode::Ineg | Opcode::Inot | Opcode::Bswap => {
            view.undone(data.op).map_or(Simpler::No, |v| view.by(Rewrite::FoldTwice).value(v))
        }
        Opcode::Sdiv | Opcode::Udiv | Opcode::Srem | Opcode::Urem => division(&view),
        Opcode::Shl | Opcode::Sshr | Opcode::Ushr => shift(&view),
        Opcode::SaddOvf | Opcode::SsubOvf | Opcode::SmulOvf => overflow(&view),
        Opcode::Ieq | Opcode::Ine => equality(&view),
        Opcode::Slt | Opcode::Sgt | Opcode::Ult | Opcode::Ugt => order(&view, false),
        Opcode::Sle | Opcode::Sge | Opcode::Ule | Opcode::Uge => order(&view, true),
        Opcode::Sext | Opcode::Zext | Opcode::Itrunc => resize(&view),
        Opcode::Bitcast => bitcast(&view),
        Opcode::Select => select(&view),
        Opcode::FieldAddr | Opcode::ElemAddr | Opcode::Load | Opcode::Store => address(&view, module),
        Opcode::NilCheck | Opcode::Bounds | Opcode::TrapIf => check(&view),
        Opcode::DynIsInt | Opcode::DynToInt | Opcode::DynInts => words::asked(&view),
        Opcode::DynIsFloat | Opcode::DynFromFloat | Opcode::DynToFloat | Opcode::DynFloatFits => Simpler::No,
        Opcode::DynIsRef | Opcode::DynFromImm | Opcode::DynIsImm | Opcode::DynToImm => Simpler::No,
        Opcode::DynAddOk | Opcode::DynSubOk | Opcode::DynMulOk | Opcode::DynAdd => words::integers(&view),
        Opcode::DynSub | Opcode::DynMul => words::integers(&view),
        Opcode::DynLt | Opcode::DynLe | Opcode::DynGt | Opcode::DynGe => words::integers(&view),
        Opcode::DynFaddOk | Opcode::DynFsubOk | Opcode::DynFmulOk => words::floats(&view),
        Opcode::DynFdivOk | Opcode::DynFdiv => words::floats(&view),
        Opcode::DynFadd | Opcode::DynFsub | Opcode::DynFmul => words::floats(&view),
        Opcode::Brif | Opcode::Switch | Opcode::Guard => branch(&view),
        Opcode::Feq | Opcode::Fne | Opcode::Flt | Opcode::Fle | Opcode::Fgt | Opcode::Fge => Simpler::No,
        Opcode::Fadd | Opcode::Fmul | Opcode::Fdiv => float(&view),
        Opcode::Popcnt | Opcode::Clz | Opcode::Ctz | Opcode::UmulHigh | Opcode::Fsub => Simpler::No,
        Opcode::Fsqrt | Opcode::Ffloor | Opcode::Fceil | Opcode::Ftrunc | Opcode::Fround => Simpler::No,
        Opcode::Fcopysign | Opcode::SintToFloat | Opcode::UintToFloat => Simpler::No,
        Opcode::FloatToSint | Opcode::FloatToUint | Opcode::Fpromote | Opcode::Fdemote => Simpler::No,
        Opcode::Iconst | Opcode::Fconst | Opcode::Null | Opcode::FuncRef | Opcode::DataAddr => Simpler::No,
        Opcode::GlobalAddr | Opcode::StackAddr | Opcode::Fneg | Opcode::Fabs => Simpler::No,
        Opcode::Copy | Opcode::Zero | Opcode::Alloc | Opcode::AllocArray => Simpler::No,
        Opcode::IfaceMethod => {
            let number = |method: FuncId| Const::int(Type::I64, i64::from(method.as_u32()));
            devirtualise::method(func, module, data)
                .inspect(|_| counts::hit(Rewrite::FoldMethod))
                .map_or(Simpler::No, |method| Simpler::Const(number(method)))
        }
        Opcode::CallIndirect => by_name(&view, module, Opcode::Call),
        Opcode::TailCallIndirect => by_name(&view, module, Opcode::TailCall),
        Opcode::Call | Opcode::CallNative | Opcode::AssumeLe => Simpler::No,
        Opcode::Implements | Opcode::DynFromInt | Opcode::DynFits => Simpler::No,
        Opcode::Charge | Opcode::Probe | Opcode::Poll | Opcode::Jump | Opcode::Return => Simpler::No,
        Opcode::DynFloats | Opcode::ClassOf | Opcode::Find | Opcode::TailCall | Opcode::Trap => Simpler::No,
    }
}

/// The result, if all operands are constants and the op has no effect then.
fn constant(view: &View<'_>) -> Option<Const> {
    if view.data.results.len() != 1 || view.data.args.is_empty() {
        return None;
    }
    let args: Option<SmallVec<[Const; 3]>> =
        view.data.args.iter().take(3).map(|a| const_of(view.func, *a)).collect();
    eval(view.data.op, view.ty(), &args?)
}

/// A constant operand goes last, so that the rules (and later passes) look there only.
fn constant_last(view: &View<'_>) -> Option<Simpler> {
    let swap = view.data.op.row().swap?;
    let first = view.constant(0).is_some() && view.constant(1).is_none();
    first.then(|| view.by(Rewrite::FoldConstantLast).op(swap, view.ty(), smallvec![view.arg(1), view.arg(0)]))
}

fn arithmetic(view: &View<'_>) -> Simpler {
    let op = view.data.op;
    match view.int(1) {
        Some(0) if op == Opcode::Imul => view.by(Rewrite::FoldMulZero).int_of(0),
        Some(0) => view.by(Rewrite::FoldAddZero).value(view.arg(0)),
        Some(1) if op == Opcode::Imul => view.by(Rewrite::FoldMulOne).value(view.arg(0)),
        Some(-1) if op == Opcode::Imul => {
            view.by(Rewrite::FoldMulMinusOne).op(Opcode::Ineg, view.ty(), smallvec![view.arg(0)])
        }
        None if op == Opcode::Isub && view.same() => view.by(Rewrite::FoldSubSelf).int_of(0),
        None if op == Opcode::Isub && view.int(0) == Some(0) => {
            view.by(Rewrite::FoldZeroMinus).op(Opcode::Ineg, view.ty(), smallvec![view.arg(1)])
        }
        // wildcard: no identity of a product is left.
        _ if op == Opcode::Imul => Simpler::No,
        // wildcard: a sum or a difference, which folds as one.
        _ => sum(view),
    }
}

/// A sum in which something cancels out, if one op says what is left.
fn sum(view: &View<'_>) -> Simpler {
    let Some(sum) = Sum::simplified(view.func, view.data) else { return Simpler::No };
    let ty = view.ty();
    let rule = if sum.cancelled { Rewrite::FoldSumCancels } else { Rewrite::FoldSumTwice };
    match (&sum.plus[..], &sum.minus[..], sum.constant) {
        ([], [], all) => view.by(rule).int_of(all),
        ([x], [], 0) => view.by(rule).value(*x),
        ([x], [], by) => {
            view.by(rule);
            // The way round that has a positive constant; the least number has no opposite.
            match Const::int(ty, by.wrapping_neg()).bits {
                less @ 1.. => Simpler::WithConst(Opcode::Isub, *x, ty, less),
                _ => Simpler::WithConst(Opcode::Iadd, *x, ty, by),
            }
        }
        ([], [x], 0) => view.by(rule).op(Opcode::Ineg, ty, smallvec![*x]),
        ([x, y], [], 0) => view.by(rule).op(Opcode::Iadd, ty, smallvec![*x, *y]),
        ([x], [y], 0) => view.by(rule).op(Opcode::Isub, ty, smallvec![*x, *y]),
        _ => Simpler::No,
    }
}

/// Few identities of floats are exact: signs of zero, NaNs. Constants go last, where machines take them from
/// memory; doubling is an addition.
fn float(view: &View<'_>) -> Simpler {
    let (op, ty) = (view.data.op, view.ty());
    let number = |n: usize| {
        let c = view.constant(n)?;
        Some(if ty == Type::F32 {
            f64::from(f32::from_bits(c.bits as u32))
        } else {
            f64::from_bits(c.bits as u64)
        })
    };
    match (number(0), number(1)) {
        (Some(a), None) if op != Opcode::Fdiv && !a.is_nan() => {
            view.by(Rewrite::FoldFloatConstantLast).op(op, ty, smallvec![view.arg(1), view.arg(0)])
        }
        (None, Some(2.0)) if op == Opcode::Fmul => {
            view.by(Rewrite::FoldDouble).op(Opcode::Fadd, ty, smallvec![view.arg(0), view.arg(0)])
        }
        // wildcard: no identity of these two operands.
        _ => Simpler::No,
    }
}

fn bitwise(view: &View<'_>) -> Simpler {
    let op = view.data.op;
    if view.same() {
        return match op {
            Opcode::Ixor => view.by(Rewrite::FoldXorSelf).int_of(0),
            // wildcard: `iand` and `ior`, the only other ops that come here.
            _ => view.by(Rewrite::FoldAndOrSelf).value(view.arg(0)),
        };
    }
    match view.int(1) {
        Some(0) if op == Opcode::Iand => view.by(Rewrite::FoldAndZero).int_of(0),
        Some(0) => view.by(Rewrite::FoldOrXorZero).value(view.arg(0)),
        Some(-1) if op == Opcode::Iand => view.by(Rewrite::FoldAndOnes).value(view.arg(0)),
        Some(-1) if op == Opcode::Ior => view.by(Rewrite::FoldOrOnes).int_of(-1),
        Some(-1) => view.by(Rewrite::FoldXorOnes).op(Opcode::Inot, view.ty(), smallvec![view.arg(0)]),
        // `b ^ 1` of a comparison is its opposite.
        Some(1) if op == Opcode::Ixor && view.ty() == Type::I8 => negated(view).unwrap_or(Simpler::No),
        Some(_) | None => Simpler::No,
    }
}

/// The comparison that is the opposite of the first operand, if that is a comparison with an opposite.
fn negated(view: &View<'_>) -> Option<Simpler> {
    let inner = view.def(view.arg(0))?;
    let op = inner.op.row().negation?;
    Some(view.by(Rewrite::FoldNegated).op(op, inner.ty, inner.args.clone()))
}

fn division(view: &View<'_>) -> Simpler {
    let op = view.data.op;
    let remainder = matches!(op, Opcode::Srem | Opcode::Urem);
    let signed = matches!(op, Opcode::Sdiv | Opcode::Srem);
    match view.int(1) {
        Some(1) if remainder => view.by(Rewrite::FoldRemOne).int_of(0),
        Some(1) => view.by(Rewrite::FoldDivOne).value(view.arg(0)),
        // MIN / -1 is MIN, and so is -MIN.
        Some(-1) if signed && remainder => view.by(Rewrite::FoldRemOne).int_of(0),
        Some(-1) if signed => {
            view.by(Rewrite::FoldDivMinusOne).op(Opcode::Ineg, view.ty(), smallvec![view.arg(0)])
        }
        Some(by) if by > 0 && by & (by - 1) == 0 => exact_division(view, by.trailing_zeros(), remainder),
        Some(_) | None => Simpler::No,
    }
}

/// Division by `1 << by` of what has that many zeros at its end: nothing is rounded, so the sign needs no
/// care.
fn exact_division(view: &View<'_>, by: u32, remainder: bool) -> Simpler {
    if bits::low_zeros(view.func, view.arg(0)) < by {
        Simpler::No
    } else if remainder {
        view.by(Rewrite::FoldRemExact).int_of(0)
    } else {
        let view = view.by(Rewrite::FoldDivExact);
        let op = if view.data.op == Opcode::Sdiv { Opcode::Sshr } else { Opcode::Ushr };
        Simpler::WithConst(op, view.arg(0), Type::I64, i64::from(by))
    }
}

fn shift(view: &View<'_>) -> Simpler {
    match view.int(1) {
        Some(0) => view.by(Rewrite::FoldShiftZero).value(view.arg(0)),
        Some(n) if view.data.op != Opcode::Sshr && n as u64 >= u64::from(view.ty().bits()) => {
            view.by(Rewrite::FoldShiftPast).int_of(0)
        }
        Some(_) => Simpler::No,
        None if view.int(0) == Some(0) => view.by(Rewrite::FoldShiftOfZero).int_of(0),
        None => Simpler::No,
    }
}

fn overflow(view: &View<'_>) -> Simpler {
    let op = view.data.op;
    let never = match view.int(1) {
        Some(0) => true,
        Some(1) => op == Opcode::SmulOvf,
        Some(_) => false,
        None => op == Opcode::SsubOvf && view.same(),
    };
    if never { view.by(Rewrite::FoldNoOverflow).truth(false) } else { Simpler::No }
}

fn equality(view: &View<'_>) -> Simpler {
    let equal = view.data.op == Opcode::Ieq;
    if view.same() {
        return view.by(Rewrite::FoldEqualSelf).truth(equal);
    }
    if view.ty() != Type::I8 || view.int(1) != Some(0) {
        return Simpler::No;
    }
    // `b == 0` is the opposite of the comparison b; `b != 0` is b.
    if equal {
        negated(view).unwrap_or(Simpler::No)
    } else if is_bool(view, view.arg(0)) {
        view.by(Rewrite::FoldBoolNotZero).value(view.arg(0))
    } else {
        Simpler::No
    }
}

/// Whether a value is known to be 0 or 1: every op whose row says `i8` answers a question.
fn is_bool(view: &View<'_>, value: Value) -> bool {
    view.def(value).is_some_and(|d| d.op.row().yields == Yield::Is(Type::I8))
}

fn order(view: &View<'_>, or_equal: bool) -> Simpler {
    if view.same() {
        return view.by(Rewrite::FoldOrderSelf).truth(or_equal);
    }
    let against_zero = view.int(1) == Some(0);
    match (against_zero, view.data.op == Opcode::Ult, view.data.op == Opcode::Uge) {
        (true, true, _) => view.by(Rewrite::FoldUnsignedZero).truth(false),
        (true, _, true) => view.by(Rewrite::FoldUnsignedZero).truth(true),
        (true, false, false) | (false, _, _) => Simpler::No,
    }
}

/// Conversions of conversions.
fn resize(view: &View<'_>) -> Simpler {
    let (op, ty) = (view.data.op, view.ty());
    let Some(inner) = view.def(view.arg(0)) else { return Simpler::No };
    let Some(source) = inner.args.first().copied() else { return Simpler::No };
    let from = view.func.ty(source);
    let extends = matches!(inner.op, Opcode::Sext | Opcode::Zext);
    if op == Opcode::Itrunc && extends {
        counts::hit(Rewrite::FoldTruncExtended);
        return match ty.bytes().cmp(&from.bytes()) {
            std::cmp::Ordering::Equal => Simpler::Value(source),
            std::cmp::Ordering::Less => view.op(Opcode::Itrunc, ty, smallvec![source]),
            std::cmp::Ordering::Greater => view.op(inner.op, ty, smallvec![source]),
        };
    }
    let again = op == inner.op;
    // What was zero-extended has a zero sign.
    let zero_sign = op == Opcode::Sext && inner.op == Opcode::Zext;
    if again || zero_sign {
        view.by(Rewrite::FoldExtendTwice).op(inner.op, ty, smallvec![source])
    } else {
        Simpler::No
    }
}

fn bitcast(view: &View<'_>) -> Simpler {
    let source = view.arg(0);
    if view.func.ty(source) == view.ty() {
        return view.by(Rewrite::FoldBitcast).value(source);
    }
    // There and back, unless a float becomes an integer on the way: that changes the machine's NaN.
    let exact = |from: Type, to: Type| !(from.is_float() && to.is_int());
    let (between, back) = (view.func.ty(source), view.ty());
    match view.undone(Opcode::Bitcast) {
        Some(inner) if view.func.ty(inner) == back && exact(back, between) && exact(between, back) => {
            view.by(Rewrite::FoldBitcast).value(inner)
        }
        Some(_) | None => Simpler::No,
    }
}

fn select(view: &View<'_>) -> Simpler {
    let (cond, yes, no) = (view.arg(0), view.arg(1), view.arg(2));
    match view.int(0) {
        Some(0) => return view.by(Rewrite::FoldSelectKnown).value(no),
        Some(_) => return view.by(Rewrite::FoldSelectKnown).value(yes),
        None if yes == no => return view.by(Rewrite::FoldSelectKnown).value(yes),
        None => {}
    }
    if view.ty() == Type::I8 && is_bool(view, cond) {
        match (view.int(1), view.int(2)) {
            (Some(1), Some(0)) => return view.by(Rewrite::FoldSelectBool).value(cond),
            (Some(0), Some(1)) => return negated(view).unwrap_or(Simpler::No),
            _ => {}
        }
    }
    Simpler::No
}

/// Offsets move into what uses the address.
fn address(view: &View<'_>, module: &Module) -> Simpler {
    let data = view.data;
    let fits = |offset: Option<i64>| offset.filter(|o| (0..=MAX_OFFSET).contains(o));
    if data.op == Opcode::ElemAddr
        && let Some(index) = view.int(1)
        && let Some(offset) =
            fits(index.checked_mul(i64::from(data.scale())).and_then(|o| o.checked_add(data.offset())))
    {
        counts::hit(Rewrite::FoldElemConstant);
        let (op, args) = (Opcode::FieldAddr, smallvec![view.arg(0)]);
        return Simpler::Op(New { op, ty: Type::I64, args, imm: Imm::Offset(offset) });
    }
    if data.op == Opcode::FieldAddr && data.offset() == 0 {
        return view.by(Rewrite::FoldFieldZero).value(view.arg(0));
    }
    if data.op == Opcode::Load
        && let Some(bits) = devirtualise::loaded(view.func, module, data)
    {
        counts::hit(Rewrite::FoldLoadData);
        return Simpler::Const(Const { ty: data.ty, bits });
    }
    let Some(base) = view.def(view.arg(0)) else { return Simpler::No };
    let Some(start) = base.imm.as_offset() else { return Simpler::No };
    let Some(offset) = fits(start.checked_add(data.offset())) else { return Simpler::No };
    if base.op == Opcode::FieldAddr {
        let mut args = data.args.clone();
        args[0] = base.args[0];
        counts::hit(Rewrite::FoldOffset);
        return Simpler::Op(New { op: data.op, ty: data.ty, args, imm: data.imm.with_offset(offset) });
    }
    let inside = (base.op == Opcode::GlobalAddr && offset <= i64::from(module.globals[base.global()].size))
        || (base.op == Opcode::DataAddr && offset <= module.data[base.bytes()].bytes.len() as i64);
    if data.op == Opcode::FieldAddr && inside {
        counts::hit(Rewrite::FoldOffsetStatic);
        return Simpler::Op(New {
            op: base.op,
            ty: base.ty,
            args: Values::new(),
            imm: base.imm.with_offset(offset),
        });
    }
    Simpler::No
}

/// A call by number of a function that is known.
fn by_name(view: &View<'_>, module: &Module, op: Opcode) -> Simpler {
    let Some(callee) = devirtualise::callee(view.func, module, view.data) else { return Simpler::No };
    let args = view.data.args.iter().skip(1).copied().collect();
    counts::hit(Rewrite::FoldByName);
    Simpler::Op(New { op, ty: Type::I64, args, imm: Imm::Func(callee) })
}

/// Checks that cannot fail.
fn check(view: &View<'_>) -> Simpler {
    let op = view.data.op;
    let never_nil = |d: &InstData| {
        let inside = d.op == Opcode::ElemAddr || d.op == Opcode::FieldAddr && d.offset() != 0;
        inside || matches!(d.op, Opcode::Alloc | Opcode::StackAddr | Opcode::GlobalAddr | Opcode::DataAddr)
    };
    let (rule, passes) = if op == Opcode::NilCheck {
        (Rewrite::FoldNilCheck, view.def(view.arg(0)).is_some_and(never_nil))
    } else if op == Opcode::Bounds {
        (Rewrite::FoldBounds, view.int(0).zip(view.int(1)).is_some_and(|(i, n)| 0 <= i && i < n))
    } else {
        (Rewrite::FoldTrapIf, view.int(0) == Some(0))
    };
    if !passes {
        return Simpler::No;
    }
    counts::hit(rule);
    Simpler::Nothing
}

fn branch(view: &View<'_>) -> Simpler {
    let data = view.data;
    if let Some(value) = view.int(0) {
        if data.op != Opcode::Switch {
            counts::hit(Rewrite::FoldBranch);
            return Simpler::Goes(usize::from(value == 0));
        }
        let cases = &view.func.switches[data.switch()];
        counts::hit(Rewrite::FoldSwitch);
        return Simpler::Goes(cases.iter().position(|c| *c == value).map_or(0, |n| n + 1));
    }
    if data.op != Opcode::Brif {
        return Simpler::No;
    }
    let Some(cond) = view.def(view.arg(0)) else { return Simpler::No };
    let against_zero = matches!(cond.op, Opcode::Ieq | Opcode::Ine)
        && cond.ty == Type::I8
        && view.func.as_iconst(cond.args[1]) == Some(0);
    if !against_zero {
        return Simpler::No;
    }
    counts::hit(Rewrite::FoldBranchOnBool);
    Simpler::Branch(cond.args[0], cond.op == Opcode::Ieq)
}
