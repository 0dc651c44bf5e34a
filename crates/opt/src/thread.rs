//! Jump threading: an edge that decides the branch it leads to goes where that branch goes.
//!
//! What `x && y`, functions that give a truth value and tests of a dynamic guest's words leave: blocks that
//! only branch on what they are passed, and to which constants are passed on some edges. Such an edge pays
//! what it goes past. Headers of loops stay on their edges. The pass comes after those that move polls, which
//! are asked how far the last one is. Knows nothing of values that are not passed.

use purlin_base::{SecondaryMap, word};
use purlin_ir::measure::asks_sites;
use purlin_ir::{
    Block, BlockData, Def, FuncId, Function, Inst, InstData, Module, Opcode, Target, Type, Value, Values, cfg,
};

use crate::clean;
use crate::copies::forget_states;
use crate::counts::{self, Rewrite};
use crate::loops::jump;
use crate::scalars;

/// So many blocks in a row an edge is led past; longer chains would make this quadratic.
const MAX_HOPS: usize = 8;

/// Threads edges.
pub(crate) fn run(func: &mut Function, module: &Module, id: FuncId) -> bool {
    let mut passable = Passable::find(func);
    if passable.is_empty() {
        return false;
    }
    let mut changed = false;
    for block in func.layout.clone() {
        let Some(end) = func.blocks[block].insts.last().copied() else { continue };
        for n in 0..func.insts[end].targets.len() {
            // Native code leaves at a guard's second target, which must have no other way in.
            let is_left = func.insts[end].op == Opcode::Guard && n == 1;
            if !is_left
                && let Some((mut to, charges)) = destination(func, &passable, &func.insts[end].targets[n])
            {
                counts::hit(Rewrite::ThreadEdge);
                passable.bring_constants(func, block, &mut to);
                let args = to.args.clone();
                let from = lead(func, block, n, to, charges);
                args.iter().for_each(|value| passable.note(func, *value, from));
                changed = true;
            }
        }
    }
    if changed {
        // What is live at polls is found anew after the passes.
        forget_states(func);
        cfg::remove_unreachable(func);
        clean::run(func, module, id);
        if asks_sites(func) {
            // What only slow paths still reach, and objects that only they asked for.
            cfg::spread_cold(func);
            if scalars::allocates(func) {
                scalars::run(func, module, id);
            }
        }
    }
    changed
}

/// The blocks that an edge may be led past.
struct Passable {
    blocks: SecondaryMap<Block, bool>,
    /// Where an instruction of these blocks is.
    homes: SecondaryMap<Inst, Option<Block>>,
    /// The other blocks that read what is defined in each of them.
    readers: SecondaryMap<Block, Vec<Block>>,
}

impl Passable {
    /// Blocks that charge and branch on one of their parameters, which only that branch reads; and those that
    /// charge and branch on whether two words are one.
    fn find(func: &mut Function) -> Passable {
        let mut found = Passable {
            blocks: purlin_base::filled(func.blocks.len()),
            homes: SecondaryMap::new(),
            readers: SecondaryMap::new(),
        };
        let mut compares: SecondaryMap<Block, bool> = SecondaryMap::new();
        for block in func.layout.iter().skip(1).filter(|b| Some(**b) != func.handler) {
            let Some(end) = func.end(*block).filter(|end| end.op == Opcode::Brif) else { continue };
            let insts = &func.blocks[*block].insts;
            let only = |may: fn(&InstData, &Function) -> bool| {
                insts[..insts.len() - 1].iter().all(|inst| may(&func.insts[*inst], func))
            };
            let is_own = matches!(func.values[end.args[0]].def, Def::Param(home, _) if home == *block);
            let is_plain = is_own && only(|data, _| data.op == Opcode::Charge);
            compares[*block] = !is_plain && compares_words(func, end.args[0]) && only(may_be_passed);
            found.blocks[*block] = is_plain || compares[*block];
        }
        if found.is_empty() {
            return found;
        }
        for (block, is_header) in cfg::loop_headers(func).iter() {
            found.blocks[block] &= !*is_header;
        }
        for block in func.layout.iter().filter(|block| found.blocks[**block]) {
            func.blocks[*block].insts.iter().for_each(|inst| found.homes[*inst] = Some(*block));
        }
        found.own_constants(func);
        for block in &func.layout {
            for inst in &func.blocks[*block].insts {
                let data = &func.insts[*inst];
                // What a poll names is found anew after the passes.
                if data.op != Opcode::Poll {
                    data.uses().for_each(|value| found.note(func, value, *block));
                }
            }
        }
        for block in &func.layout {
            // Handlers are entered from everywhere.
            let is_simple = compares[*block] && func.handler.is_none();
            found.blocks[*block] &= is_simple || found.readers[*block].is_empty();
        }
        found
    }

    /// Gives other blocks constants of their own that these blocks make: no edge is kept for a constant.
    fn own_constants(&mut self, func: &mut Function) {
        for block in func.layout.clone() {
            let is_foreign = |func: &Function, value: Value| {
                self.home(func, value).is_some_and(|home| home != block) && is_constant(func, value)
            };
            let insts = func.blocks[block].insts.iter();
            let uses = |inst: &Inst| func.insts[*inst].uses().any(|value| is_foreign(func, value));
            if !insts.clone().any(uses) {
                continue;
            }
            let mut code = Vec::with_capacity(insts.len() + 4);
            let mut own: Vec<(Value, Value)> = Vec::new();
            for inst in std::mem::take(&mut func.blocks[block].insts) {
                let data = &func.insts[inst];
                if data.op != Opcode::Poll {
                    let foreign: Values = data.uses().filter(|value| is_foreign(func, *value)).collect();
                    for value in foreign {
                        if own.iter().all(|(known, _)| *known != value) {
                            own.push((value, remake(func, value, &mut code)));
                        }
                    }
                    let renamed =
                        |value| own.iter().find(|(known, _)| *known == value).map_or(value, |own| own.1);
                    func.insts[inst].rename(renamed, |block| block);
                }
                code.push(inst);
            }
            if self.has(block) {
                code.iter().for_each(|inst| self.homes[*inst] = Some(block));
            }
            func.blocks[block].insts = code;
        }
    }

    /// Makes the constants that an edge passes in the block that it comes from, where they were made on the
    /// way.
    fn bring_constants(&mut self, func: &mut Function, from: Block, to: &mut Target) {
        let mut code = Vec::new();
        for arg in &mut to.args {
            let is_elsewhere = self.home(func, *arg).is_some_and(|home| home != from);
            if is_elsewhere && is_constant(func, *arg) {
                *arg = remake(func, *arg, &mut code);
            }
        }
        if self.has(from) {
            code.iter().for_each(|inst| self.homes[*inst] = Some(from));
        }
        let insts = &mut func.blocks[from].insts;
        let at = insts.len() - 1;
        insts.splice(at..at, code);
    }

    fn is_empty(&self) -> bool {
        self.blocks.values().all(|may| !*may)
    }

    /// Blocks that the pass makes are none of them.
    fn has(&self, block: Block) -> bool {
        self.blocks.get(block).is_some_and(|may| *may)
    }

    /// The block of these that a value is defined in.
    fn home(&self, func: &Function, value: Value) -> Option<Block> {
        match func.values[value].def {
            Def::Param(home, _) => Some(home).filter(|home| self.has(*home)),
            Def::Result(inst, _) => self.homes[inst],
        }
    }

    /// Notes that a block reads a value.
    fn note(&mut self, func: &Function, value: Value, reader: Block) {
        if let Some(home) = self.home(func, value).filter(|home| *home != reader)
            && self.readers[home].last() != Some(&reader)
        {
            self.readers[home].push(reader);
        }
    }

    /// Whether what a block defines is read where a path from `to` comes that does not lead through it.
    fn is_missed(&self, func: &Function, home: Block, to: Block) -> bool {
        let readers = &self.readers[home];
        if readers.is_empty() {
            return false;
        }
        let mut seen: SecondaryMap<Block, bool> = SecondaryMap::new();
        let mut work = vec![to];
        seen[home] = true;
        while let Some(block) = work.pop() {
            if std::mem::replace(&mut seen[block], true) {
                continue;
            }
            if readers.contains(&block) {
                return true;
            }
            work.extend(func.successors(block));
        }
        false
    }
}

/// Whether a truth value says that two words are one.
fn compares_words(func: &Function, truth: Value) -> bool {
    func.made_by(truth).is_some_and(|made| made.op == Opcode::Ieq && func.ty(made.args[0]) == Type::Dyn)
}

/// Whether an instruction before a comparison of words need not be executed where the answer is known.
fn may_be_passed(data: &InstData, func: &Function) -> bool {
    match data.op {
        Opcode::Charge | Opcode::Iconst | Opcode::Null | Opcode::Bitcast => true,
        Opcode::DynFromInt | Opcode::DynFromImm => true,
        Opcode::Ieq => func.ty(data.args[0]) == Type::Dyn,
        // wildcard: other ops compute what the branch does not ask for.
        _ => false,
    }
}

/// Whether a value is made of nothing but constants.
fn is_constant(func: &Function, value: Value) -> bool {
    func.made_by(value).is_some_and(|made| match made.op {
        Opcode::Iconst | Opcode::Null => true,
        Opcode::Bitcast | Opcode::DynFromInt | Opcode::DynFromImm => is_constant(func, made.args[0]),
        // wildcard: other ops compute.
        _ => false,
    })
}

/// Makes a constant once more, at the end of the code.
fn remake(func: &mut Function, value: Value, code: &mut Vec<Inst>) -> Value {
    let mut data = func.made_by(value).expect("constants are made").clone();
    for arg in &mut data.args {
        *arg = remake(func, *arg, code);
    }
    let inst = func.add_inst(data, &[func.ty(value)]);
    code.push(inst);
    func.insts[inst].results[0]
}

/// What is known of a word.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Word {
    Constant(u64),
    /// An integer or a float.
    Number,
    /// A reference that is not null.
    Object,
}

impl Word {
    fn of(func: &Function, value: Value) -> Option<Word> {
        let made = func.made_by(value)?;
        let constant = || func.as_iconst(made.args[0]);
        match made.op {
            Opcode::DynFromInt => {
                Some(constant().map_or(Word::Number, |n| Word::Constant(word::from_int(n))))
            }
            Opcode::DynFromImm => constant().map(|n| Word::Constant(word::from_imm(made.int(), n))),
            Opcode::DynAdd | Opcode::DynSub | Opcode::DynMul => Some(Word::Number),
            Opcode::DynFadd | Opcode::DynFsub | Opcode::DynFmul | Opcode::DynFdiv => Some(Word::Number),
            Opcode::DynFromFloat => Some(Word::Number),
            Opcode::Bitcast => match func.made_by(made.args[0])?.op {
                Opcode::Null => Some(Word::Constant(0)),
                Opcode::Alloc | Opcode::DataAddr => Some(Word::Object),
                // wildcard: what other references are is not known.
                _ => None,
            },
            // wildcard: what other ops give is not known.
            _ => None,
        }
    }

    fn is_number(self) -> bool {
        match self {
            Word::Constant(bits) => word::is_int(bits) || word::is_float(bits),
            Word::Number => true,
            Word::Object => false,
        }
    }

    fn is_object(self) -> bool {
        match self {
            Word::Constant(bits) => bits != 0 && word::is_ref(bits),
            Word::Number => false,
            Word::Object => true,
        }
    }

    /// Whether two words are one, if that is known.
    fn is(self, other: Word) -> Option<bool> {
        if let (Word::Constant(a), Word::Constant(b)) = (self, other) {
            return Some(a == b);
        }
        let differ = self.is_number() != other.is_number() || self.is_object() != other.is_object();
        differ.then_some(false)
    }
}

/// A walk along blocks whose branches are decided.
struct Walk<'a> {
    func: &'a Function,
    passable: &'a Passable,
    /// The blocks, the one that is looked at included.
    hops: Vec<Block>,
    /// Parameters of these blocks, with what they are passed.
    passed: Vec<(Value, Value)>,
}

impl Walk<'_> {
    fn resolved(&self, value: Value) -> Value {
        self.passed.iter().rev().find(|(param, _)| *param == value).map_or(value, |(_, passed)| *passed)
    }

    /// What a truth value is, if that is known.
    fn truth(&self, value: Value) -> Option<bool> {
        let value = self.resolved(value);
        if let Some(truth) = self.func.as_iconst(value) {
            return Some(truth != 0);
        }
        if !compares_words(self.func, value) {
            return None;
        }
        let made = self.func.made_by(value)?;
        // What was compared before the walk is what the parameters were then.
        let is_here = self.passable.home(self.func, value).is_some_and(|home| self.hops.contains(&home));
        let word = |n: usize| {
            let arg = made.args[n];
            Word::of(self.func, if is_here { self.resolved(arg) } else { arg })
        };
        word(0)?.is(word(1)?)
    }
}

/// Where an edge ends that decides branches, and the charges that it passes on the way.
fn destination(func: &Function, passable: &Passable, edge: &Target) -> Option<(Target, Vec<Inst>)> {
    let mut walk = Walk { func, passable, hops: Vec::new(), passed: Vec::new() };
    let (mut to, mut charges, mut best) = (edge.clone(), Vec::new(), None);
    while walk.hops.len() < MAX_HOPS && passable.has(to.block) {
        let here = to.block;
        walk.hops.push(here);
        let params = func.blocks[here].params.iter().copied();
        walk.passed.extend(params.zip(to.args.iter().copied()));
        let Some(end) = func.end(here) else { break };
        let Some(truth) = walk.truth(end.args[0]) else { break };
        let next = &end.targets[usize::from(!truth)];
        let args: Values = next.args.iter().map(|value| walk.resolved(*value)).collect();
        // What is computed on the way is not there, but for constants.
        let is_computed = |value: &Value| {
            passable.home(func, *value).is_some_and(|home| walk.hops.contains(&home))
                && !is_constant(func, *value)
        };
        if args.iter().any(is_computed) {
            break;
        }
        let insts = func.blocks[here].insts.iter();
        charges.extend(insts.filter(|inst| func.insts[**inst].op == Opcode::Charge));
        to = Target { block: next.block, args };
        if to.block != edge.block && walk.hops.iter().all(|hop| !passable.is_missed(func, *hop, to.block)) {
            best = Some((to.clone(), charges.clone()));
        }
    }
    best
}

/// Leads an edge there; what it goes past is charged before, in a block of its own where the edge is one of
/// several. The block that the edge comes from then.
fn lead(func: &mut Function, block: Block, n: usize, to: Target, charges: Vec<Inst>) -> Block {
    let end = *func.blocks[block].insts.last().expect("an edge begins at an end");
    let copies: Vec<Inst> = charges
        .into_iter()
        .map(|charge| {
            let data = func.insts[charge].clone();
            func.add_inst(data, &[])
        })
        .collect();
    if copies.is_empty() {
        func.insts[end].targets[n] = to;
        return block;
    }
    if func.insts[end].op == Opcode::Jump {
        let insts = &mut func.blocks[block].insts;
        let at = insts.len() - 1;
        insts.splice(at..at, copies);
        func.insts[end].targets[n] = to;
        return block;
    }
    let cold = func.blocks[block].cold || func.blocks[to.block].cold;
    let between = func.blocks.push(BlockData { cold, ..BlockData::default() });
    let on = func.add_inst(jump(to, func.insts[end].loc), &[]);
    func.blocks[between].insts.extend(copies.into_iter().chain([on]));
    func.insts[end].targets[n] = Target { block: between, args: Values::new() };
    let after = 1 + func.layout.iter().position(|b| *b == block).expect("it is in the layout");
    func.layout.insert(after, between);
    between
}
