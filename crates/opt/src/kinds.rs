//! Numbers of the likely kind first: arithmetic on words asks whether both are integers, and then whether
//! both are floats. Where the operands are floats, as far as one can tell, the questions change places, and
//! with them what is cold. No value is both, so nothing else changes.

use purlin_base::SecondaryMap;
use purlin_ir::floats::likely;
use purlin_ir::{Block, FuncId, Function, Inst, Module, Opcode, Value, cfg};

use crate::counts::{self, Rewrite};

/// The question about floats that goes with one about integers.
fn of_floats(question: Opcode) -> Option<Opcode> {
    match question {
        Opcode::DynAddOk => Some(Opcode::DynFaddOk),
        Opcode::DynSubOk => Some(Opcode::DynFsubOk),
        Opcode::DynMulOk => Some(Opcode::DynFmulOk),
        // wildcard: no other op asks about two integers and has such a counterpart.
        _ => None,
    }
}

/// Lets floats come first where they are likely.
pub(crate) fn run(func: &mut Function, _: &Module, _: FuncId) -> bool {
    let Some(likely) = likely(func) else { return false };
    let preds = cfg::predecessors(func);
    let mut uses: SecondaryMap<Value, u32> = purlin_base::filled(func.values.len());
    for inst in func.layout.iter().flat_map(|block| &func.blocks[*block].insts) {
        func.insts[*inst].uses().for_each(|value| uses[value] += 1);
    }
    let is_only = |value: Value| uses[value] == 1;
    let mut found = Vec::new();
    for block in func.layout.iter().copied() {
        let Some((ints, end)) =
            question(func, block).filter(|(inst, _)| is_only(func.insts[*inst].results[0]))
        else {
            continue;
        };
        let data = &func.insts[ints];
        let Some(wanted) = of_floats(data.op).filter(|_| data.args.iter().all(|arg| likely[*arg])) else {
            continue;
        };
        let [good, rest] = [0, 1].map(|n| &func.insts[end].targets[n]);
        if !rest.args.is_empty() || !good.args.is_empty() || preds[rest.block].len() != 1 {
            continue;
        }
        let Some((floats, next)) = question(func, rest.block) else { continue };
        let other = &func.insts[floats];
        let is_pair = other.op == wanted && other.args == data.args && is_only(other.results[0]);
        let hit = &func.insts[next].targets[0];
        let is_alone = func.blocks[rest.block].insts.len() == 2;
        if is_pair
            && is_alone
            && hit.args.is_empty()
            && [good, hit].iter().all(|to| preds[to.block].len() == 1)
        {
            found.push(Pair { ints, end, floats, next });
        }
    }
    for pair in &found {
        pair.exchange(func);
        counts::hit(Rewrite::FloatsFirst);
    }
    !found.is_empty()
}

/// The question that the last instruction of a block branches by, if it is the one before it.
fn question(func: &Function, block: Block) -> Option<(Inst, Inst)> {
    let [.., asked, end] = func.blocks[block].insts[..] else { return None };
    let (question, branch) = (&func.insts[asked], &func.insts[end]);
    let is_it = branch.op == Opcode::Brif && question.results.first() == branch.args.first();
    is_it.then_some((asked, end))
}

/// Two questions with the branches that ask them.
struct Pair {
    ints: Inst,
    end: Inst,
    floats: Inst,
    next: Inst,
}

impl Pair {
    fn exchange(&self, func: &mut Function) {
        let (first, second) = (func.insts[self.ints].op, func.insts[self.floats].op);
        func.insts[self.ints].op = second;
        func.insts[self.floats].op = first;
        let (good, hit) = (func.insts[self.end].targets[0].clone(), func.insts[self.next].targets[0].clone());
        func.blocks[hit.block].cold = func.blocks[good.block].cold;
        func.blocks[good.block].cold = true;
        func.insts[self.end].targets[0] = hit;
        func.insts[self.next].targets[0] = good;
    }
}
