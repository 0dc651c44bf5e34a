//! The specification of the IR, as a check.
//!
//! A module is well formed if:
//! - Every function with a body has an entry block, which nothing jumps to and whose parameters are the
//!   parameters of its signature.
//! - Every block in the layout ends with one block end, its last instruction, and has no other.
//! - Every target is a block of the layout and gets one argument of the right type for each parameter.
//! - Every operand has the type that the op's row asks for; a call's operands are its callee's parameters,
//!   `return` and tail calls agree with the function's results, `sext`, `zext` widen, `itrunc` narrows,
//!   `float_to_*` yields `i64`, `bitcast` keeps the size.
//! - Every use of a value is dominated by its definition; values are defined once.
//! - Every number (function, signature, native, class, slot, global, data, trap, selector, interface, frame
//!   state, switch) exists; offsets into globals and data stay inside them.
//! - The handler, if any, has no parameters, and what it and its successors use is defined there, not in
//!   the code that raises: they share frame slots only.
//! - Every cycle passes a block that begins with a `poll` (only `charge`s and polls before it), and every way
//!   from the entry or the handler to a call of guest code passes a `poll`, unless the entry is such a block.
//! - An integer constant is kept sign-extended from its type, and so are the cases of a switch, which are
//!   distinct. The rows of a selector and of an interface are sorted by type, each type once.
//! - Each frame state belongs to one `poll` or `guard`.
//! - A guard's second target is not its first, and has no other predecessors: native code may leave there.
//!
//! Not checked, and therefore trusted of the front end: that an address is inside a live object, that a
//! number given to `call_indirect` is a function of that signature, that a type number has the selector, that
//! the second operand of a `bounds` that runs is a length (0 to 2^48), that what `assume_le` says is so, that
//! words of the region `FIXED` are stored right after their object was allocated, once, and accessed in that
//! region only, that words of other objects than frame slots are accessed as values of one type, at addresses
//! that are aligned for it, unless they are accessed in the region `BYTES`, and that what fibers synchronise
//! through without a call is accessed in the region `SHARED`. IR text is trusted as a native plugin is;
//! guests' source is not.

use std::fmt;

use purlin_base::{SecondaryMap, word};

use crate::builder::truncate;
use crate::cfg::{self, Dominators};
use crate::func::*;
use crate::ids::*;
use crate::imm::Imm;
use crate::inst::*;
use crate::meter;
use crate::module::*;
use crate::op::{Attr, Opcode, Operand, Yield};
use crate::types::{Signature, Type};

/// What is wrong, and in which function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VerifyError {
    pub func: String,
    pub message: String,
}

impl fmt::Display for VerifyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.func, self.message)
    }
}

impl std::error::Error for VerifyError {}

/// Checks a whole module.
pub fn module(module: &Module) -> Result<(), VerifyError> {
    for id in module.funcs.keys() {
        function(module, id)?;
    }
    tables(module)
}

/// Checks what does not belong to one function.
pub fn tables(module: &Module) -> Result<(), VerifyError> {
    let check = |ok: bool, message: &str| {
        if ok { Ok(()) } else { Err(VerifyError { func: "module".into(), message: message.into() }) }
    };
    if let Some(main) = module.main {
        check(module.funcs.is_valid(main), "main is not a function")?;
        let count: &[Type] = if module.counted.calls { &[Type::I64] } else { &[] };
        let plain = Signature::new(count, []);
        check(*module.func_sig(main) == plain, "main takes or returns something")?;
    }
    for selector in module.selectors.values() {
        let sorted = selector.methods.windows(2).all(|w| w[0].0 < w[1].0);
        check(sorted, "a selector's types are not sorted")?;
        let known = selector.methods.iter().all(|(t, f)| module.is_type(*t) && module.funcs.is_valid(*f));
        check(known, "a selector names an unknown type or function")?;
    }
    let sorted = module.interfaces.values().all(|i| i.types.windows(2).all(|w| w[0] < w[1]));
    check(sorted, "an interface's types are not sorted")?;
    let types = module.interfaces.values().flat_map(|i| &i.types).all(|t| module.is_type(*t));
    check(types, "an interface names an unknown type")
}

/// Checks one function, if it has a body.
pub fn function(module: &Module, id: FuncId) -> Result<(), VerifyError> {
    module.funcs[id].body.as_deref().map_or(Ok(()), |func| body(module, id, func))
}

/// Checks `func` as the body of a function.
pub fn body(module: &Module, id: FuncId, func: &Function) -> Result<(), VerifyError> {
    let decl = &module.funcs[id];
    let checker = Checker { module, func, sig: &module.sigs[decl.sig] };
    checker.run().map_err(|message| VerifyError { func: format!("{id} {}", decl.name), message })
}

struct Checker<'a> {
    module: &'a Module,
    func: &'a Function,
    sig: &'a Signature,
}

type Check = Result<(), String>;

fn ensure(ok: bool, message: impl FnOnce() -> String) -> Check {
    if ok { Ok(()) } else { Err(message()) }
}

impl Checker<'_> {
    fn run(&self) -> Check {
        ensure(!self.func.layout.is_empty(), || "no blocks".into())?;
        let mut placed: SecondaryMap<Block, bool> = SecondaryMap::new();
        for block in &self.func.layout {
            ensure(self.func.blocks.is_valid(*block), || format!("{block} does not exist"))?;
            ensure(!std::mem::replace(&mut placed[*block], true), || format!("{block} is placed twice"))?;
        }
        self.entry()?;
        for block in &self.func.layout {
            self.block(*block, &placed)?;
        }
        if let Some(handler) = self.func.handler {
            ensure(placed[handler], || format!("handler {handler} is not in the layout"))?;
            ensure(self.func.blocks[handler].params.is_empty(), || "the handler has parameters".into())?;
            ensure(handler != self.func.entry(), || "the handler is the entry".into())?;
        }
        self.dominance()?;
        self.metering()?;
        self.frame_states()
    }

    fn entry(&self) -> Check {
        let params = &self.func.blocks[self.func.entry()].params;
        let same = params.iter().map(|p| self.func.ty(*p)).eq(self.sig.params.iter().copied());
        ensure(same, || format!("the entry's parameters are not those of {}", self.sig))
    }

    fn block(&self, block: Block, placed: &SecondaryMap<Block, bool>) -> Check {
        let data = &self.func.blocks[block];
        for (n, param) in data.params.iter().enumerate() {
            let def = Def::Param(block, n as u32);
            ensure(self.func.values[*param].def == def, || format!("{param} is not {def:?}"))?;
        }
        ensure(!data.insts.is_empty(), || format!("{block} is empty"))?;
        for (n, inst) in data.insts.iter().enumerate() {
            let is_last = n + 1 == data.insts.len();
            let end = self.func.insts[*inst].op.is_end();
            ensure(end == is_last, || {
                format!("{block}: a block end is its last instruction, and only that")
            })?;
            self.inst(*inst, placed).map_err(|why| format!("{block}: `{}`: {why}", self.text(*inst)))?;
        }
        Ok(())
    }

    fn text(&self, inst: Inst) -> String {
        let data = &self.func.insts[inst];
        let args = data.args.iter().map(|a| a.to_string()).collect::<Vec<_>>().join(", ");
        let results = data.results.iter().map(|a| format!("{a} ")).collect::<String>();
        format!("{results}= {}.{} {args}", data.op.row().text, data.ty)
    }

    fn inst(&self, inst: Inst, placed: &SecondaryMap<Block, bool>) -> Check {
        let data = &self.func.insts[inst];
        let row = data.op.row();
        ensure(row.class.allows(data.ty), || format!("not defined on {}", data.ty))?;
        for value in data.uses() {
            ensure(self.func.values.is_valid(value), || format!("{value} does not exist"))?;
        }
        self.numbers(data)?;
        self.operands(data)?;
        self.results(inst, data)?;
        self.widths(data)?;
        self.targets(data, placed)
    }

    fn operands(&self, data: &InstData) -> Check {
        let row = data.op.row();
        let fixed = row.operands.iter().filter(|o| **o != Operand::Rest).count();
        let open = row.operands.last() == Some(&Operand::Rest);
        let count = data.args.len();
        let enough = if open { count >= fixed } else { count == fixed };
        ensure(enough, || format!("{count} operands for {fixed}"))?;
        for (arg, operand) in data.args.iter().zip(row.operands) {
            let ty = self.func.ty(*arg);
            let ok = match operand {
                Operand::T => ty == data.ty,
                Operand::Is(t) => ty == *t,
                Operand::AnyInt => ty.is_int(),
                Operand::AnyFloat => ty.is_float(),
                Operand::Any | Operand::Rest => true,
            };
            ensure(ok, || format!("{arg} is {ty}, not {operand:?}"))?;
        }
        if open && row.attr != Attr::Frame && row.attr != Attr::Guard {
            let rest: Vec<Type> = data.args[fixed..].iter().map(|a| self.func.ty(*a)).collect();
            let want = self.rest_types(data);
            ensure(rest == want, || format!("operands are {rest:?}, not {want:?}"))?;
        }
        Ok(())
    }

    /// What the open-ended operands must be.
    fn rest_types(&self, data: &InstData) -> &[Type] {
        match self.callee(data) {
            Some(sig) => &sig.params,
            None => &self.sig.results,
        }
    }

    fn callee(&self, data: &InstData) -> Option<&Signature> {
        Some(&self.module.sigs[self.module.callee_sig(data.imm)?])
    }

    fn results(&self, inst: Inst, data: &InstData) -> Check {
        let want: Vec<Type> = match data.op.row().yields {
            Yield::Nothing => vec![],
            Yield::T => vec![data.ty],
            Yield::Is(t) => vec![t],
            Yield::Callee => self.callee(data).map(|s| s.results.clone()).unwrap_or_default(),
        };
        let have: Vec<Type> = data.results.iter().map(|r| self.func.ty(*r)).collect();
        ensure(have == want, || format!("results are {have:?}, not {want:?}"))?;
        for (n, result) in data.results.iter().enumerate() {
            let def = Def::Result(inst, n as u32);
            ensure(self.func.values[*result].def == def, || format!("{result} is defined elsewhere"))?;
        }
        let tail = matches!(data.op, Opcode::TailCall | Opcode::TailCallIndirect);
        if tail {
            let same = self.callee(data).is_some_and(|s| s.results == self.sig.results);
            ensure(same, || "a tail call with other results".into())?;
        }
        Ok(())
    }

    fn widths(&self, data: &InstData) -> Check {
        let Some(from) = data.args.first().map(|a| self.func.ty(*a)) else { return Ok(()) };
        let (a, b) = (from.bytes(), data.ty.bytes());
        let ok = if matches!(data.op, Opcode::Sext | Opcode::Zext) {
            a < b
        } else if data.op == Opcode::Itrunc {
            a > b
        } else if data.op == Opcode::Bitcast {
            a == b
        } else if matches!(data.op, Opcode::FloatToSint | Opcode::FloatToUint) {
            data.ty == Type::I64
        } else {
            true
        };
        ensure(ok, || format!("{from} to {}", data.ty))
    }

    fn numbers(&self, data: &InstData) -> Check {
        let (m, f) = (self.module, self.func);
        ensure(data.imm.fits(data.op.row().attr), || format!("carries {:?}", data.imm))?;
        let inside = |offset: i64, size: usize| offset >= 0 && offset as u64 <= size as u64;
        let ok = match data.imm {
            Imm::None | Imm::Float(_) | Imm::Mem { .. } | Imm::Offset(_) | Imm::Scaled { .. } => true,
            Imm::Trap(_) | Imm::Probe(_) => true,
            Imm::Int(value) => {
                let is_kind = data.op == Opcode::Iconst || (0..word::KINDS).contains(&value);
                ensure(is_kind, || format!("{value} is no kind of immediate"))?;
                let kept = truncate(data.ty, value) == value;
                return ensure(kept, || format!("{value} is not an {}", data.ty));
            }
            Imm::Units(units) => units > i64::MIN,
            Imm::Func(func) => m.funcs.is_valid(func),
            Imm::Sig(sig) => m.sigs.is_valid(sig),
            Imm::Native(native) => m.natives.is_valid(native),
            Imm::Class(class) => m.classes.is_valid(class),
            Imm::Slot(slot) => f.slots.is_valid(slot),
            Imm::Global { global, offset } => {
                m.globals.get(global).is_some_and(|g| inside(offset, g.size as usize))
            }
            Imm::Data { data, offset } => m.data.get(data).is_some_and(|d| inside(offset, d.bytes.len())),
            Imm::Selector(selector) => m.selectors.is_valid(selector),
            Imm::Interface(interface) => m.interfaces.is_valid(interface),
            Imm::State(state) => f.frame_states.is_valid(state),
            Imm::Switch(switch) => f.switches.is_valid(switch),
        };
        ensure(ok, || format!("a number or offset that does not exist: {:?}", data.imm))
    }

    fn targets(&self, data: &InstData, placed: &SecondaryMap<Block, bool>) -> Check {
        let count = match data.op.row().attr {
            Attr::Targets if data.op == Opcode::Jump => 1,
            Attr::Targets | Attr::Guard => 2,
            Attr::Switch => 1 + self.func.switches[data.switch()].len(),
            Attr::None | Attr::Int | Attr::Float | Attr::Mem | Attr::Offset | Attr::Scaled | Attr::Units => 0,
            Attr::Func | Attr::Sig | Attr::Native | Attr::Class | Attr::Slot | Attr::Global | Attr::Data => 0,
            Attr::Trap | Attr::Selector | Attr::Interface | Attr::Frame | Attr::Probe => 0,
        };
        if data.op == Opcode::Switch {
            let mut cases = self.func.switches[data.switch()].clone();
            cases.sort_unstable();
            ensure(cases.windows(2).all(|w| w[0] != w[1]), || "two cases are equal".into())?;
            let fit = cases.iter().all(|c| truncate(data.ty, *c) == *c);
            ensure(fit, || format!("a case is not an {}", data.ty))?;
        }
        ensure(data.targets.len() == count, || format!("{} targets, not {count}", data.targets.len()))?;
        for target in &data.targets {
            let block = target.block;
            ensure(placed[block], || format!("{block} is not in the layout"))?;
            ensure(block != self.func.entry(), || "a jump to the entry".into())?;
            ensure(Some(block) != self.func.handler, || "a jump to the handler".into())?;
            let params = self.func.blocks[block].params.iter().map(|p| self.func.ty(*p));
            let same = params.eq(target.args.iter().map(|a| self.func.ty(*a)));
            ensure(same, || format!("arguments are not {block}'s parameters"))?;
        }
        Ok(())
    }

    fn dominance(&self) -> Check {
        let dom = Dominators::new(self.func);
        let mut place: SecondaryMap<Inst, Option<(Block, u32)>> = SecondaryMap::new();
        for block in &self.func.layout {
            ensure(dom.is_reachable(*block), || format!("{block} is unreachable"))?;
            for (n, inst) in self.func.blocks[*block].insts.iter().enumerate() {
                ensure(place[*inst].is_none(), || format!("{inst} is placed twice"))?;
                place[*inst] = Some((*block, n as u32));
            }
        }
        for block in &self.func.layout {
            for (n, inst) in self.func.blocks[*block].insts.iter().enumerate() {
                for value in self.func.insts[*inst].uses() {
                    let ok = match self.func.values[value].def {
                        Def::Param(at, k) => {
                            self.func.blocks[at].params.get(k as usize) == Some(&value)
                                && dom.dominates(at, *block)
                        }
                        Def::Result(def, _) => match place[def] {
                            Some((at, k)) if at == *block => (k as usize) < n,
                            Some((at, _)) => dom.dominates(at, *block),
                            None => false,
                        },
                    };
                    ensure(ok, || format!("{block}: {value} is not defined on every way to its use"))?;
                }
            }
        }
        Ok(())
    }

    fn metering(&self) -> Check {
        let mut polls: SecondaryMap<Block, bool> = purlin_base::filled(self.func.blocks.len());
        for block in &self.func.layout {
            let head = self.func.blocks[*block].insts.iter().map(|i| self.func.insts[*i].op);
            polls[*block] = head
                .take_while(|op| matches!(op, Opcode::Charge | Opcode::Poll))
                .any(|op| op == Opcode::Poll);
        }
        ensure(polls[self.func.entry()] || self.polls_before_calls(), || {
            "calls guest code where it may not have polled".into()
        })?;
        match cfg::cycle_outside(self.func, &polls) {
            Some(block) => Err(format!("{block} is on a cycle without a poll")),
            None => Ok(()),
        }
    }

    /// Whether there is a poll on each way from the entry to a call of guest code.
    fn polls_before_calls(&self) -> bool {
        let preds = cfg::predecessors(self.func);
        let ops = |block: Block| self.func.blocks[block].insts.iter().map(|i| self.func.insts[*i].op);
        let has_poll = |block: Block| ops(block).any(|op| op == Opcode::Poll);
        let mut polled: SecondaryMap<Block, bool> = purlin_base::filled(self.func.blocks.len());
        self.func.layout.iter().for_each(|block| polled[*block] = true);
        let enters = |polled: &SecondaryMap<Block, bool>, block: Block| {
            let begins = block == self.func.entry() || Some(block) == self.func.handler;
            !begins && preds[block].iter().all(|from| polled[*from])
        };
        loop {
            let mut changed = false;
            for block in &self.func.layout {
                let leaves = enters(&polled, *block) || has_poll(*block);
                changed |= std::mem::replace(&mut polled[*block], leaves) != leaves;
            }
            if !changed {
                break;
            }
        }
        self.func.layout.iter().all(|block| {
            let before = ops(*block).take_while(|op| *op != Opcode::Poll);
            enters(&polled, *block) || !before.into_iter().any(meter::calls_guest)
        })
    }

    fn frame_states(&self) -> Check {
        let mut seen: SecondaryMap<FrameStateId, bool> = SecondaryMap::new();
        let preds = cfg::predecessors(self.func);
        for block in &self.func.layout {
            for inst in &self.func.blocks[*block].insts {
                let data = &self.func.insts[*inst];
                let Some((fs, _)) = data.frame_state() else { continue };
                ensure(!std::mem::replace(&mut seen[fs], true), || format!("{fs} is used twice"))?;
                if data.op == Opcode::Guard {
                    let cold = data.targets[1].block;
                    ensure(preds[cold].len() == 1, || {
                        format!("{cold}: a guard's second target has other ways in")
                    })?;
                }
            }
        }
        Ok(())
    }
}
