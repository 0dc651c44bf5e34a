//! Live ranges, split before loops without calls.
//!
//! A value that lives through calls is kept on the stack or moved about by the register allocator, and where
//! it splits such a value's range is often inside the loop that uses it most: it is loaded, or moved, each
//! time around. So what a loop without calls uses from outside, and what also lives around it, gets a name of
//! its own there: a copy made on the way in. The outer name is then not used in the loop at all, and may well
//! spend it on the stack. Of loops in loops without calls that is the outermost one or, where that uses too
//! much from outside, each innermost one. What such a loop computes and is used after it gets another name
//! there, or else the allocator would store it where it is computed.

use cranelift_codegen::Context;
use cranelift_codegen::cursor::{Cursor as _, FuncCursor};
use cranelift_codegen::entity::EntitySet;
use cranelift_codegen::ir::{
    Block, BlockCall, Function, Inst, InstBuilder as _, Opcode, Value, ValueDef, types,
};
use cranelift_codegen::loop_analysis::Loop;
use cranelift_entity::SecondaryMap;

/// Loops that keep more integers than this alive leave no register to a second name.
const MAX_INTEGERS: usize = 11;

/// Splits what can be split. In functions that ask what words are, which call on many slow paths, that is the
/// context, too.
pub(crate) fn at_loops(context: &mut Context, has_words: bool) {
    context.compute_loop_analysis();
    let loops: Vec<Loop> = context.loop_analysis.loops().collect();
    if loops.is_empty() {
        return;
    }
    let calls = with_calls(context);
    let used = Used::new(context, &calls);
    let mut changed = false;
    let mut has_inner: SecondaryMap<Loop, bool> = SecondaryMap::new();
    for around in loops.iter().filter_map(|of| context.loop_analysis.loop_parent(*of)) {
        has_inner[around] = true;
    }
    let quiet: Vec<Loop> = loops.into_iter().filter(|of| !calls[*of]).collect();
    let (outer, within): (Vec<Loop>, Vec<Loop>) =
        quiet.into_iter().partition(|of| outermost(context, &calls, *of) == *of);
    if calls_anybody(context) {
        for of in &outer {
            changed |= split_behind(context, *of);
        }
    }
    // A loop that is entered often and goes around a few times would pay for copies of copies.
    let mut whole: SecondaryMap<Loop, bool> = SecondaryMap::new();
    for of in outer {
        whole[of] = split(context, of, &used, has_words);
        changed |= whole[of];
    }
    for of in within.into_iter().filter(|of| !has_inner[*of]) {
        if !whole[outermost(context, &calls, of)] {
            changed |= split(context, of, &used, has_words);
        }
    }
    if changed {
        context.compute_cfg();
        context.compute_domtree();
    }
}

/// The loops with a call on a path that is not cold.
fn with_calls(context: &Context) -> SecondaryMap<Loop, bool> {
    let (func, loops) = (&context.func, &context.loop_analysis);
    let mut calls: SecondaryMap<Loop, bool> = SecondaryMap::new();
    for block in func.layout.blocks().filter(|b| !func.layout.is_cold(*b)) {
        if func.layout.block_insts(block).any(|inst| func.dfg.insts[inst].opcode().is_call()) {
            let mut around = loops.innermost_loop(block);
            while let Some(of) = around {
                calls[of] = true;
                around = loops.loop_parent(of);
            }
        }
    }
    calls
}

/// Whether anything is called on a way that is not cold.
fn calls_anybody(context: &Context) -> bool {
    let func = &context.func;
    let mut warm =
        func.layout.blocks().filter(|b| !func.layout.is_cold(*b)).flat_map(|b| func.layout.block_insts(b));
    warm.any(|inst| func.dfg.insts[inst].opcode().is_call())
}

/// The outermost loop without calls around one.
fn outermost(context: &Context, calls: &SecondaryMap<Loop, bool>, mut of: Loop) -> Loop {
    while let Some(around) = context.loop_analysis.loop_parent(of).filter(|around| !calls[*around]) {
        of = around;
    }
    of
}

/// In which outermost loop without calls each value is used: that one, none, or several places.
struct Used(SecondaryMap<Value, Option<UseLoop>>);

#[derive(Clone, Copy, PartialEq, Eq)]
enum UseLoop {
    In(Option<Loop>),
    Several,
}

impl Used {
    fn new(context: &Context, calls: &SecondaryMap<Loop, bool>) -> Used {
        let func = &context.func;
        let mut used: SecondaryMap<Value, Option<UseLoop>> = SecondaryMap::new();
        for block in func.layout.blocks() {
            let innermost = context.loop_analysis.innermost_loop(block).filter(|of| !calls[*of]);
            let here = UseLoop::In(innermost.map(|of| outermost(context, calls, of)));
            for value in func.layout.block_insts(block).flat_map(|i| func.dfg.inst_values(i)) {
                used[value] = match used[value] {
                    None => Some(here),
                    Some(place) if place == here => Some(here),
                    Some(_) => Some(UseLoop::Several),
                };
            }
        }
        Used(used)
    }
}

fn split(context: &mut Context, of: Loop, used: &Used, has_words: bool) -> bool {
    let header = context.loop_analysis.loop_header(of);
    let Some(entry) = way_in(context, of, header) else { return false };
    let blocks: Vec<Block> = {
        let inside = |b: &Block| context.loop_analysis.is_in_loop(*b, of);
        context.func.layout.blocks().filter(inside).collect()
    };
    let nested = context.loop_analysis.loop_parent(of).is_some();
    let func = &mut context.func;
    let Some(values) = wanted(func, header, &blocks, has_words && !nested) else { return false };
    let values: Vec<Value> =
        values.into_iter().filter(|v| nested || used.0[*v] == Some(UseLoop::Several)).collect();
    if values.is_empty() {
        return false;
    }
    let at = in_front(func, entry, header);
    let mut copies: SecondaryMap<Value, Option<Value>> = SecondaryMap::new();
    let mut cursor = FuncCursor::new(func).at_inst(at);
    cursor.set_srcloc(cursor.func.srcloc(at));
    for value in values {
        // Selection sees through sums, but not through this; and unlike an `or` on x86-64 it goes to any
        // register.
        copies[value] = Some(cursor.ins().imul_imm_s(value, 1));
    }
    for block in blocks {
        let insts: Vec<Inst> = func.layout.block_insts(block).collect();
        for inst in insts {
            func.dfg.map_inst_values(inst, |value| copies[value].unwrap_or(value));
        }
    }
    true
}

/// Gives what a loop computes another name after it, if there is one way out that is not cold and nothing
/// else comes in there; and what it begins with another name before it, as what goes around outside becomes
/// one range otherwise.
fn split_behind(context: &mut Context, of: Loop) -> bool {
    let header = context.loop_analysis.loop_header(of);
    let Some((entry, (out, after))) = way_in(context, of, header).zip(way_out(context, of)) else {
        return false;
    };
    let made = made_in(context, of);
    let mut at = context.func.layout.first_inst(after);
    let users: Vec<Inst> = if context.cfg.pred_iter(after).count() == 1 {
        let reached = context.func.layout.blocks().filter(|b| context.domtree.block_dominates(after, *b));
        reached.flat_map(|b| context.func.layout.block_insts(b)).collect()
    } else if passes_any(&context.func, out, after, &made) {
        let jump = block_on_edge(&mut context.func, out, after);
        at = Some(jump);
        vec![jump]
    } else {
        return false;
    };
    let func = &context.func;
    let mut wanted: Vec<Value> = users.iter().flat_map(|i| func.dfg.inst_values(*i)).collect();
    wanted.retain(|v| made.contains(*v));
    wanted.sort_unstable();
    wanted.dedup();
    let Some(first) = at.filter(|_| !wanted.is_empty()) else { return false };
    let func = &mut context.func;
    let mut copies: SecondaryMap<Value, Option<Value>> = SecondaryMap::new();
    let mut cursor = FuncCursor::new(func).at_inst(first);
    cursor.set_srcloc(cursor.func.srcloc(first));
    for value in wanted {
        copies[value] = Some(another_name(&mut cursor, value));
    }
    for inst in users {
        func.dfg.map_inst_values(inst, |value| copies[value].unwrap_or(value));
    }
    let jump = in_front(func, entry, header);
    let mut cursor = FuncCursor::new(func).at_inst(jump);
    cursor.set_srcloc(cursor.func.srcloc(jump));
    let mut begins: Vec<Value> = cursor.func.dfg.inst_values(jump).collect();
    begins.retain(|v| is_split(cursor.func, *v));
    for value in begins {
        let copy = another_name(&mut cursor, value);
        cursor.func.dfg.map_inst_values(jump, |v| if v == value { copy } else { v });
    }
    context.compute_cfg();
    true
}

/// A copy. Unlike an `or` of integers, a sum goes to any register, so that the allocator does not make the
/// two names one again.
fn another_name(cursor: &mut FuncCursor<'_>, value: Value) -> Value {
    if cursor.func.dfg.value_type(value).is_float() {
        return cursor.ins().bor(value, value);
    }
    cursor.ins().iadd_imm_s(value, 0)
}

/// Whether a value is one to make names of.
fn is_split(func: &Function, value: Value) -> bool {
    let ty = func.dfg.value_type(value);
    (ty.is_int() || ty == types::F32 || ty == types::F64) && !is_constant(func, value)
}

/// Whether what a loop computes is passed along an edge out of it.
fn passes_any(func: &Function, out: Inst, after: Block, made: &EntitySet<Value>) -> bool {
    let dfg = &func.dfg;
    let targets = dfg.insts[out].branch_destination(&dfg.jump_tables, &dfg.exception_tables);
    let edge = targets.iter().filter(|t| t.block(&dfg.value_lists) == after);
    edge.flat_map(|t| t.args(&dfg.value_lists)).any(|arg| arg.as_value().is_some_and(|v| made.contains(v)))
}

/// The only edge out of a loop to a block that is not cold: its branch, and where it leads.
fn way_out(context: &Context, of: Loop) -> Option<(Inst, Block)> {
    let (loops, func) = (&context.loop_analysis, &context.func);
    let outside = |block: Block| !loops.is_in_loop(block, of);
    let inside = func.layout.blocks().filter(|b| !outside(*b));
    let mut out = inside
        .flat_map(|b| context.cfg.succ_iter(b).map(move |to| (b, to)))
        .filter(|(_, to)| outside(*to) && !func.layout.is_cold(*to));
    let (from, after) = out.next().filter(|_| out.next().is_none())?;
    let branch = func.layout.last_inst(from)?;
    matches!(func.dfg.insts[branch].opcode(), Opcode::Jump | Opcode::Brif).then_some((branch, after))
}

/// What a loop computes.
fn made_in(context: &Context, of: Loop) -> EntitySet<Value> {
    let func = &context.func;
    let mut made: EntitySet<Value> = EntitySet::new();
    for block in func.layout.blocks().filter(|b| context.loop_analysis.is_in_loop(*b, of)) {
        let results = func.layout.block_insts(block).flat_map(|i| func.dfg.inst_results(i));
        for value in func.dfg.block_params(block).iter().chain(results).filter(|v| is_split(func, **v)) {
            made.insert(*value);
        }
    }
    made
}

/// The only branch into a loop from outside.
fn way_in(context: &Context, of: Loop, header: Block) -> Option<Inst> {
    let outside = |block: Block| !context.loop_analysis.is_in_loop(block, of);
    let mut ways = context.cfg.pred_iter(header).filter(|pred| outside(pred.block));
    let only = ways.next().filter(|_| ways.next().is_none())?.inst;
    let func = &context.func;
    let data = &func.dfg.insts[only];
    let targets = data.branch_destination(&func.dfg.jump_tables, &func.dfg.exception_tables);
    let known = matches!(data.opcode(), Opcode::Jump | Opcode::Brif);
    let once = targets.iter().filter(|t| t.block(&func.dfg.value_lists) == header).count() == 1;
    (known && once).then_some(only)
}

/// The integers from outside that a loop uses, or nothing if there are too many.
fn wanted(func: &Function, header: Block, blocks: &[Block], with_context: bool) -> Option<Vec<Value>> {
    let is_word = |value: Value| func.dfg.value_type(value) == types::I64;
    let home = |value: Value| match func.dfg.value_def(value) {
        ValueDef::Result(inst, _) => func.layout.inst_block(inst),
        ValueDef::Param(block, _) => Some(block),
        ValueDef::Union(..) => None,
    };
    let mut seen: EntitySet<Value> = EntitySet::new();
    let mut values = Vec::new();
    for block in blocks.iter().filter(|b| !func.layout.is_cold(**b)) {
        for inst in func.layout.block_insts(*block) {
            for value in func.dfg.inst_values(inst).filter(|v| is_word(*v)) {
                let from_outside = home(value).is_some_and(|home| !blocks.contains(&home));
                if from_outside && !is_constant(func, value) && seen.insert(value) {
                    values.push(value);
                }
            }
        }
    }
    // The context is in the register that slow paths want it in, or else it is moved about between them. A
    // loop in another one would pay for that each time.
    let context = func.layout.entry_block().and_then(|entry| func.dfg.block_params(entry).first().copied());
    let mut slow =
        blocks.iter().filter(|b| func.layout.is_cold(**b)).flat_map(|b| func.layout.block_insts(*b));
    let is_missing = |context: &Value| with_context && !seen.contains(*context);
    let mut is_passed = |context: Value| slow.any(|inst| func.dfg.inst_values(inst).any(|v| v == context));
    values.extend(context.filter(is_missing).filter(|context| is_passed(*context)));
    let params = func.dfg.block_params(header).iter().filter(|p| is_word(**p)).count();
    (values.len() + params <= MAX_INTEGERS).then_some(values)
}

fn is_constant(func: &Function, value: Value) -> bool {
    let def = func.dfg.value_def(value).inst();
    def.is_some_and(|inst| {
        matches!(func.dfg.insts[inst].opcode(), Opcode::Iconst | Opcode::F32const | Opcode::F64const)
    })
}

/// The jump into a loop, made if the only way in is a branch.
fn in_front(func: &mut Function, entry: Inst, header: Block) -> Inst {
    if func.dfg.insts[entry].opcode() == Opcode::Jump { entry } else { block_on_edge(func, entry, header) }
}

/// Puts a block between a branch and the one of its targets that is `header`; the jump at its end.
fn block_on_edge(func: &mut Function, branch: Inst, header: Block) -> Inst {
    let dfg = &mut func.dfg;
    let made = dfg.make_block();
    let empty = BlockCall::new(made, [], &mut dfg.value_lists);
    let targets = dfg.insts[branch].branch_destination_mut(&mut dfg.jump_tables, &mut dfg.exception_tables);
    let edge = targets.iter_mut().find(|t| t.block(&dfg.value_lists) == header);
    let edge = std::mem::replace(edge.expect("the branch leads to the header"), empty);
    let args: Vec<_> = edge.args(&func.dfg.value_lists).collect();
    func.layout.insert_block(made, header);
    let loc = func.srcloc(branch);
    let mut cursor = FuncCursor::new(func).at_bottom(made);
    cursor.set_srcloc(loc);
    cursor.ins().jump(header, &args)
}
