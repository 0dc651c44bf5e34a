//! Calls of methods that few types have become a choice between calls by name, which may then be inlined.
//!
//! All types of a module are known when it is optimised, and `iface_method` is only reached with a type that
//! has the method: the last of the choices needs no comparison. (In a module with open types it has one, and
//! the call by number stays after that.) Only in loops, where a call costs more than a
//! comparison or two for each of the types, and only where the inliner would take at least half of the
//! methods. Knows nothing of how often each type comes.

use purlin_ir::{
    Block, Def, FuncId, Function, Imm, Inst, InstData, LocId, Module, Opcode, SelectorId, Target, Type,
    Value, cfg,
};
use smallvec::SmallVec;

use crate::asked;
use crate::counts::{self, Rewrite};
use crate::inline_cost;

/// The most types that may have the method.
const MAX_TARGETS: usize = 4;

/// Splits the calls that are worth it into direct ones; true if there was one.
pub(crate) fn run(func: &mut Function, module: &Module) -> bool {
    let mut changed = false;
    let looped = cfg::in_loops(func);
    for block in func.layout.clone() {
        if !looped[block] || func.blocks[block].cold {
            continue;
        }
        // What stands after a call is in a new block then, with its further calls.
        let mut rest = block;
        while let Some((at, choices)) = next_site(func, module, rest) {
            rest = Site { func, choices, open: module.open_types }.split_call(rest, at);
            changed = true;
        }
    }
    changed
}

/// A type's number, and the method that it has.
pub(crate) type Choice = (u32, FuncId);

/// The first call in a block that is worth splitting: its index and what it may call.
fn next_site(func: &Function, module: &Module, block: Block) -> Option<(usize, Vec<Choice>)> {
    if func.insts.len() > inline_cost::LARGE {
        return None;
    }
    let insts = func.blocks[block].insts.iter().enumerate();
    insts.filter_map(|(at, inst)| Some((at, worth(func, module, &func.insts[*inst])?))).next()
}

/// The possible targets of a call, if it is worth choosing.
fn worth(func: &Function, module: &Module, call: &InstData) -> Option<Vec<Choice>> {
    if call.op != Opcode::CallIndirect {
        return None;
    }
    let Def::Result(method, _) = func.values[call.args[0]].def else { return None };
    let method = &func.insts[method];
    if method.op != Opcode::IfaceMethod {
        return None;
    }
    asked::about(method.selector());
    let choices = few(module, method.selector())?;
    let fits = |(_, callee): &Choice| module.funcs[*callee].sig == call.sig();
    choices.iter().all(fits).then(|| choices.clone())
}

/// The methods that a selector may stand for, if a choice between them is worth it.
pub(crate) fn few(module: &Module, selector: SelectorId) -> Option<&Vec<Choice>> {
    let choices = &module.selectors.get(selector)?.methods;
    if choices.is_empty() || choices.len() > MAX_TARGETS {
        return None;
    }
    let mut small = 0;
    for (_, callee) in choices {
        let body = module.funcs.get(*callee)?.body.as_ref()?;
        small += usize::from(inline_cost::fits_in_loops(body, module));
    }
    (2 * small >= choices.len()).then_some(choices)
}

/// One call that is being split.
struct Site<'a> {
    func: &'a mut Function,
    choices: Vec<Choice>,
    /// Types may come that are none of the choices.
    open: bool,
}

impl Site<'_> {
    /// Splits the call at index `at` of a block; the block with what stood after it.
    fn split_call(mut self, block: Block, at: usize) -> Block {
        counts::hit(Rewrite::DevirtualiseChoice);
        let mut tail = self.func.blocks[block].insts.split_off(at);
        let call = self.func.insts[tail.remove(0)].clone();
        let Def::Result(method, _) = self.func.values[call.args[0]].def else {
            unreachable!("a site calls what `iface_method` found")
        };
        let ty = self.func.insts[method].args[0];
        let rest = self.func.blocks.push(Default::default());
        self.func.blocks[rest].insts = tail;
        for (n, result) in call.results.iter().enumerate() {
            self.func.values[*result].def = Def::Param(rest, n as u32);
            self.func.blocks[rest].params.push(*result);
        }
        let mut made = Vec::new();
        let mut from = block;
        let choices = std::mem::take(&mut self.choices);
        let (last, tested) = choices.split_last().expect("some type has the method");
        let tested = if self.open { &choices } else { tested };
        for (number, callee) in tested {
            let (hit, miss) =
                (self.func.blocks.push(Default::default()), self.func.blocks.push(Default::default()));
            self.compare(from, ty, *number, [hit, miss], call.loc);
            self.call(hit, *callee, &call, rest);
            made.extend([hit, miss]);
            from = miss;
        }
        if self.open {
            // Cold blocks are left as they are when the pass comes again.
            self.func.blocks[from].cold = true;
            self.go_on(from, Opcode::CallIndirect, &call.args, call.imm, &call, rest);
        } else {
            self.call(from, last.1, &call, rest);
        }
        made.push(rest);
        let after = 1 + self.func.layout.iter().position(|b| *b == block).expect("it is in the layout");
        self.func.layout.splice(after..after, made);
        rest
    }

    /// Ends a block: is the type that one?
    fn compare(&mut self, block: Block, ty: Value, number: u32, to: [Block; 2], loc: LocId) {
        let (inst, number) = self.func.add_iconst(Type::I64, i64::from(number), loc);
        self.func.blocks[block].insts.push(inst);
        let same = self.push(block, Opcode::Ieq, &[ty, number], &[], Imm::None, loc, &[Type::I8]);
        let same = self.func.insts[same].results[0];
        let to = to.map(|block| Target { block, args: Default::default() });
        self.push(block, Opcode::Brif, &[same], &to, Imm::None, loc, &[]);
    }

    /// Ends a block with the call by name.
    fn call(&mut self, block: Block, callee: FuncId, call: &InstData, rest: Block) {
        self.go_on(block, Opcode::Call, &call.args[1..], Imm::Func(callee), call, rest);
    }

    /// Ends a block with a call in the place of `call`, and the jump to what stood after that.
    fn go_on(&mut self, block: Block, op: Opcode, args: &[Value], imm: Imm, call: &InstData, rest: Block) {
        let types: SmallVec<[Type; 4]> = call.results.iter().map(|v| self.func.ty(*v)).collect();
        let made = self.push(block, op, args, &[], imm, call.loc, &types);
        let args = self.func.insts[made].results.iter().copied().collect();
        self.push(block, Opcode::Jump, &[], &[Target { block: rest, args }], Imm::None, call.loc, &[]);
    }

    #[allow(clippy::too_many_arguments)]
    fn push(
        &mut self,
        block: Block,
        op: Opcode,
        args: &[Value],
        targets: &[Target],
        imm: Imm,
        loc: LocId,
        results: &[Type],
    ) -> Inst {
        let data = InstData::new(op, Type::I64, args, loc).with(imm).to(targets.to_vec());
        let inst = self.func.add_inst(data, results);
        self.func.blocks[block].insts.push(inst);
        inst
    }
}
