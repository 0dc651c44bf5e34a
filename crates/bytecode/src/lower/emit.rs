//! Writes the words: fields, moves on edges, jumps, and the tables beside the code.
//!
//! Gas that a block takes first is taken on the ways to it, where instructions stand anyway, and what it
//! takes last on the ways out of it; nothing that could tell stands between. Some neighbours become one
//! instruction; see [`fuse`].

use purlin_base::{EntityRef as _, SecondaryMap};
use purlin_ir::{Block, FrameStateId, FuncId, Function, InstData, LocId, Module, Opcode};

use crate::func::{Func, FuncLoc, State};
use crate::lower::assign::Slots;
use crate::lower::fuse;
use crate::lower::moves;
use crate::lower::ranges::Ranges;
use crate::lower::select::{Code, Edge, Reg, Regs, Role, VInst, is_quiet};
use crate::lower::{MAX_SLOTS, Options};
use crate::table::{ArithmeticJump, BranchGas, Format, Op, encode, encode_imm};

/// Why it could not be written.
pub(super) enum Stop {
    /// A jump of 16 bits is too short; all of them have to be written long.
    FarJump,
    TooManySlots(u64),
}

/// The most arguments that a tail call of the function passes.
fn tail_arguments(body: &Function) -> usize {
    let passed = |inst: &InstData| match inst.op {
        Opcode::TailCall => inst.args.len(),
        Opcode::TailCallIndirect => inst.args.len() - 1,
        // wildcard: no other op puts arguments into the frame's first slots.
        _ => 0,
    };
    body.layout
        .iter()
        .flat_map(|block| &body.blocks[*block].insts)
        .map(|inst| passed(&body.insts[*inst]))
        .max()
        .unwrap_or(0)
}

/// Cases of a switch per entry of a dense table, at least one in so many.
const DENSITY: i64 = 4;

pub(super) fn emit(
    module: &Module,
    id: FuncId,
    body: &Function,
    code: &Code,
    slots: &Slots,
    ranges: &Ranges,
    options: Options,
    long: bool,
) -> Result<Func, Stop> {
    let decl = &module.funcs[id];
    let sig = &module.sigs[decl.sig];
    // Results and arguments of tail calls are put into slots 0.., and one slot breaks cycles of moves.
    let passed = sig.results.len().max(sig.params.len()).max(tail_arguments(body));
    let used = slots.used.max(passed as u32);
    if used >= MAX_SLOTS {
        return Err(Stop::TooManySlots(u64::from(used) + 1));
    }
    let mut emitter = Emitter::new(body, code, slots, ranges, options, long, used);
    emitter.prepare();
    if !long {
        emitter.carry(body);
    }
    for n in 0..code.order.len() {
        emitter.block(n);
    }
    emitter.finish_stubs();
    emitter.fix()?;
    let handler = body.handler.map(|b| emitter.labels[emitter.block_label[b] as usize]);
    let locs = body.locs.values().map(|loc| FuncLoc {
        func: loc.func.as_u32(),
        pos: loc.pos,
        wrapper: module.funcs.get(loc.func).is_some_and(|f| f.wrapper),
        inlined_at: loc.inlined_at.map(LocId::as_u32),
    });
    emitter.polls.sort_unstable();
    Ok(Func {
        id: id.as_u32(),
        name: decl.name.to_string(),
        wrapper: decl.wrapper,
        frame_slots: used + 1,
        params: sig.params.len() as u32,
        results: sig.results.len() as u32,
        memory: (code.memory_slots > 0).then_some((slots.memory as u16, code.memory_slots)),
        handler,
        locs: locs.collect(),
        code: emitter.words.into_boxed_slice(),
        states: emitter.states,
        polls: emitter.polls,
        positions: emitter.positions,
    })
}

/// Where a jump's distance goes.
#[derive(Clone, Copy)]
enum Field {
    /// `c`
    Short,
    /// `b` and `c`
    Long,
    /// The upper half of the word.
    High,
    /// The word itself.
    Word,
}

struct Fixup {
    at: u32,
    /// What the distance is counted from.
    from: u32,
    field: Field,
    label: u32,
}

/// Moves of an edge that stand apart from both of its blocks.
struct Stub {
    label: u32,
    edge: Edge,
    /// Gas of the block that it comes from.
    deferred: i64,
    loc: LocId,
}

/// Units that an edge takes for either of its blocks, at most: for both they fit 16 bits.
const MAX_BRANCH_GAS: i64 = i16::MAX as i64;

struct Emitter<'a> {
    code: &'a Code,
    slots: &'a Slots,
    ranges: &'a Ranges,
    options: Options,
    long: bool,
    temp: u32,
    words: Vec<u64>,
    /// Code offsets by label.
    labels: Vec<u32>,
    block_label: SecondaryMap<Block, u32>,
    /// After the poll that a block begins with, plus one; 0 if it does not.
    poll_label: SecondaryMap<Block, u32>,
    /// Moves that a block with a single way in begins with.
    head_moves: SecondaryMap<Block, Vec<(u32, u32)>>,
    preds: SecondaryMap<Block, u32>,
    /// Frame state and live values of the guard that leads to a block.
    guards: SecondaryMap<Block, Option<(FrameStateId, Regs)>>,
    fixups: Vec<Fixup>,
    stubs: Vec<Stub>,
    states: Vec<State>,
    polls: Vec<(u32, u32)>,
    positions: Vec<(u32, u32)>,
    /// Of the instruction that is being written, as in `Ranges`.
    number: u32,
    /// Gas of this block that the ways out of it take.
    deferred: i64,
    /// Gas that each block begins with and that the ways to it take.
    carried: SecondaryMap<Block, i64>,
    /// The last instruction, if the next may become one with it.
    last: Option<u32>,
}

impl<'a> Emitter<'a> {
    fn new(
        body: &Function,
        code: &'a Code,
        slots: &'a Slots,
        ranges: &'a Ranges,
        options: Options,
        long: bool,
        temp: u32,
    ) -> Emitter<'a> {
        Emitter {
            code,
            slots,
            ranges,
            options,
            long,
            temp,
            words: Vec::new(),
            labels: Vec::new(),
            block_label: SecondaryMap::new(),
            poll_label: SecondaryMap::new(),
            head_moves: SecondaryMap::new(),
            preds: SecondaryMap::new(),
            guards: SecondaryMap::new(),
            fixups: Vec::new(),
            stubs: Vec::new(),
            states: vec![
                State { pc: u32::MAX, slots: Vec::new(), constants: Vec::new() };
                body.frame_states.len()
            ],
            polls: Vec::new(),
            positions: Vec::new(),
            number: 0,
            deferred: 0,
            carried: SecondaryMap::new(),
            last: None,
        }
    }

    fn prepare(&mut self) {
        let code = self.code;
        for block in &code.order {
            self.block_label[*block] = self.label();
            for edge in ends(&code.blocks[*block]) {
                self.preds[edge.to] += 1;
            }
        }
        for block in &code.order {
            let Some(last) = code.blocks[*block].last() else { continue };
            for edge in ends(&code.blocks[*block]).iter().filter(|e| self.preds[e.to] == 1) {
                self.head_moves[edge.to] = self.edge_moves(edge);
            }
            if let Role::Branch { edges, guard: Some(state) } = &last.kind {
                self.guards[edges[1].to] = Some((*state, last.keeps.clone()));
            }
        }
        for block in &code.order {
            let polls = code.blocks[*block].first().is_some_and(|i| i.op == Op::Poll);
            if polls && self.head_moves[*block].is_empty() {
                self.poll_label[*block] = self.label() + 1;
            }
        }
    }

    /// Finds the blocks whose first gas is taken on the ways to them: all of those are branches, and nothing
    /// else leads there.
    fn carry(&mut self, body: &Function) {
        let code = self.code;
        for block in &code.order {
            let Some(first) = code.blocks[*block].first() else { continue };
            let fits = first.op == Op::Charge && (1..=MAX_BRANCH_GAS).contains(&first.imm);
            if fits && *block != body.entry() && body.handler != Some(*block) && self.guards[*block].is_none()
            {
                self.carried[*block] = first.imm;
            }
        }
        for block in &code.order {
            if let Some(VInst { kind: Role::Switch { edges, .. }, .. }) = code.blocks[*block].last() {
                edges.iter().for_each(|edge| self.carried[edge.to] = 0);
            }
        }
    }

    fn label(&mut self) -> u32 {
        self.labels.push(0);
        self.labels.len() as u32 - 1
    }

    fn here(&self) -> u32 {
        self.words.len() as u32
    }

    fn slot(&self, reg: Reg) -> u16 {
        self.slots.of[reg as usize] as u16
    }

    fn edge_moves(&self, edge: &Edge) -> Vec<(u32, u32)> {
        let params = &self.code.params[edge.to];
        let pair = |(p, a): (&Reg, &Reg)| (u32::from(self.slot(*p)), u32::from(self.slot(*a)));
        moves::sequence(params.iter().zip(&edge.args).map(pair), self.temp)
    }

    /// The moves of an edge that are not at the head of its target.
    fn own_moves(&self, edge: &Edge) -> Vec<(u32, u32)> {
        if self.preds[edge.to] == 1 { Vec::new() } else { self.edge_moves(edge) }
    }

    fn moves(&mut self, list: &[(u32, u32)]) {
        for (to, from) in list {
            self.push(encode(Op::Mov, *to as u16, *from as u16, 0), None);
        }
    }

    /// Writes an instruction that only falls through, or makes one of it and the last.
    fn push(&mut self, first: u64, second: Option<u64>) {
        let last = self.last.filter(|at| fuse::is_last(&self.words, *at));
        if second.is_none() && last.is_some_and(|at| fuse::join(&mut self.words, at, first)) {
            return;
        }
        self.last = Some(self.here());
        self.words.push(first);
        self.words.extend(second);
    }

    fn at(&mut self, loc: LocId) {
        if self.positions.last().map(|p| p.1) != Some(loc.as_u32()) {
            self.positions.push((self.here(), loc.as_u32()));
        }
    }

    fn block(&mut self, n: usize) {
        let (code, block) = (self.code, self.code.order[n]);
        let next = code.order.get(n + 1).copied();
        self.labels[self.block_label[block] as usize] = self.here();
        self.last = None;
        let insts = &code.blocks[block];
        if let Some(first) = insts.first() {
            self.at(first.loc);
        }
        let head = std::mem::take(&mut self.head_moves[block]);
        self.moves(&head);
        if let Some((state, values)) = self.guards[block].take() {
            let slots = values.iter().chain(&code.params[block]).map(|r| self.slot(*r)).collect();
            let constants = self.constants(2 * self.ranges.starts[block] + 1);
            self.states[state.index()] = State { pc: self.here(), slots, constants };
            self.last = None;
        }
        let carried = usize::from(self.carried[block] > 0);
        let deferred = self.deferrable(insts, next).filter(|n| *n >= carried);
        self.deferred = deferred.map_or(0, |n| insts[n].imm);
        for (k, inst) in insts.iter().enumerate().skip(carried).filter(|(k, _)| Some(*k) != deferred) {
            self.number = self.ranges.starts[block] + 1 + k as u32;
            self.at(inst.loc);
            self.inst(block, inst, next);
        }
    }

    /// The block's last charge, if the ways out of the block can take it instead.
    fn deferrable(&self, insts: &[VInst], next: Option<Block>) -> Option<usize> {
        let (last, rest) = insts.split_last()?;
        let Role::Branch { edges, .. } = &last.kind else { return None };
        let pays = match &edges[..] {
            [edge] => {
                let (polled, carried) = (self.poll_label[edge.to] != 0, self.carried[edge.to] > 0);
                next != Some(edge.to) || polled || carried
            }
            _ => !self.long,
        };
        let n = rest.iter().rposition(|i| !is_quiet(i.op) || i.op == Op::Charge)?;
        let fits = rest[n].op == Op::Charge && (1..=MAX_BRANCH_GAS).contains(&rest[n].imm);
        (fits && pays).then_some(n)
    }

    fn inst(&mut self, block: Block, inst: &VInst, next: Option<Block>) {
        match &inst.kind {
            Role::Plain => self.plain(inst),
            Role::Poll { state } => self.poll(block, inst, *state),
            Role::Call { callee, results } => self.call(inst, *callee, results),
            Role::Tail { callee } => {
                let callee = self.arguments(&inst.uses, *callee, 0);
                match callee {
                    Some(slot) => self.words.push(encode(inst.op, slot, 0, 0)),
                    None => self.words.push(encode_imm(inst.op, 0, inst.imm as i32)),
                }
            }
            Role::Return => {
                self.arguments(&inst.uses, None, 0);
                self.words.push(encode(inst.op, 0, 0, 0));
            }
            Role::Branch { edges, .. } => match &edges[..] {
                [edge] => self.jump(edge, next),
                [yes, no] if inst.def.is_some() => self.computing_branch(inst, yes, no, next),
                [yes, no] => self.branch(inst, yes, no, next),
                _ => {}
            },
            Role::Switch { cases, edges } => self.switch(inst, cases, edges),
        }
    }

    fn plain(&mut self, inst: &VInst) {
        let mut regs = inst.def.iter().chain(&inst.uses).map(|r| self.slot(*r));
        let mut reg = || regs.next().unwrap_or(0);
        let (op, imm) = (inst.op, inst.imm as i32);
        let (first, second) = match op.format() {
            Format::N | Format::A | Format::Ab | Format::Abc => (encode(op, reg(), reg(), reg()), None),
            Format::Abi => (encode(op, reg(), reg(), imm as u16), None),
            Format::Ai if op == Op::Frame => (encode_imm(op, self.slots.memory as u16, imm), None),
            Format::Ai | Format::Ag | Format::I => (encode_imm(op, reg(), imm), None),
            Format::Aw | Format::Abw | Format::Abg | Format::W | Format::Abcs => {
                (encode(op, reg(), reg(), reg()), Some(inst.word))
            }
            Format::Abcd => (encode(op, reg(), reg(), reg()), Some(u64::from(reg()))),
            // Block ends and what others become, written elsewhere.
            Format::Abj | Format::Aij | Format::Aj | Format::J | Format::Uj => return,
            Format::Abjt | Format::Aijt | Format::Ajt | Format::Dense | Format::Sparse => return,
            Format::Abcdef | Format::Abid | Format::Abiw => return,
            Format::Abcjt | Format::Abijt | Format::Absjt => return,
        };
        self.push(first, second);
    }

    fn poll(&mut self, block: Block, inst: &VInst, state: FrameStateId) {
        self.polls.push((self.here(), state.as_u32()));
        self.words.push(encode_imm(Op::Poll, 0, inst.imm as i32));
        let label = self.poll_label[block];
        let is_head = self.code.blocks[block].first().is_some_and(|first| std::ptr::eq(first, inst));
        if label != 0 && is_head {
            self.labels[label as usize - 1] = self.here();
        }
        if self.options.ask {
            self.polls.push((self.here(), state.as_u32()));
            self.words.push(encode(Op::Ask, 0, 0, 0));
        }
        let slots = inst.keeps.iter().map(|r| self.slot(*r)).collect();
        let constants = self.constants(2 * self.number + 1);
        self.states[state.index()] = State { pc: self.here(), slots, constants };
        self.last = None;
    }

    /// The constants that were moved out of loops and are in their slots at a time.
    fn constants(&self, time: u32) -> Vec<(u16, u64)> {
        let live = self.code.hoisted.iter().filter(|(reg, _)| self.ranges.is_live(*reg, time));
        live.map(|(reg, bits)| (self.slot(*reg), *bits)).collect()
    }

    /// Moves arguments to where the callee expects them; the slot of the callee's number, out of their way.
    fn arguments(&mut self, args: &[Reg], callee: Option<Reg>, window: u32) -> Option<u16> {
        let count = args.len() as u32;
        let mut wanted: Vec<(u32, u32)> =
            args.iter().zip(window..).map(|(arg, to)| (to, u32::from(self.slot(*arg)))).collect();
        let callee = callee.map(|reg| {
            let slot = u32::from(self.slot(reg));
            if (window..window + count).contains(&slot) {
                wanted.push((window + count, slot));
                window + count
            } else {
                slot
            }
        });
        let list = moves::sequence(wanted, self.temp);
        self.moves(&list);
        callee.map(|slot| slot as u16)
    }

    fn call(&mut self, inst: &VInst, callee: Option<Reg>, results: &[Reg]) {
        let window = self.slots.window(self.number);
        let callee = self.arguments(&inst.uses, callee, window);
        match callee {
            Some(slot) => self.words.push(encode(inst.op, window as u16, slot, 0)),
            None => self.push(encode_imm(inst.op, window as u16, inst.imm as i32), None),
        }
        if inst.op.format() == Format::Abw {
            self.words.push(inst.word);
        }
        let wanted = results.iter().zip(window..).map(|(reg, from)| (u32::from(self.slot(*reg)), from));
        let list = moves::sequence(wanted, self.temp);
        self.moves(&list);
    }

    // --- jumps

    fn push_jump(&mut self, word: u64, field: Field, label: u32) {
        let at = self.here();
        self.words.push(word);
        self.fixups.push(Fixup { at, from: at + 1, field, label });
    }

    /// Continues at an edge's target, its moves done. `next` is the block that follows.
    fn jump(&mut self, edge: &Edge, next: Option<Block>) {
        let list = self.own_moves(edge);
        self.moves(&list);
        let charge = std::mem::take(&mut self.deferred) + self.carried[edge.to];
        self.jump_taking(edge, next, charge);
    }

    fn jump_taking(&mut self, edge: &Edge, next: Option<Block>, charge: i64) {
        let poll = &self.code.blocks[edge.to];
        let label = self.poll_label[edge.to];
        let falls = next == Some(edge.to);
        if label != 0 && !(falls && charge == 0) {
            let units = charge + poll[0].imm;
            if let (Ok(units), Role::Poll { state }) = (u16::try_from(units), &poll[0].kind) {
                // The poll is where it stands in the source, wherever the jump to it is.
                self.at(poll[0].loc);
                self.polls.push((self.here(), state.as_u32()));
                return self.push_jump(encode(Op::PollJump, units, 0, 0), Field::Long, label - 1);
            }
        }
        let to = self.block_label[edge.to];
        match (falls, charge > 0) {
            (true, true) => self.words.push(encode_imm(Op::Charge, 0, charge as i32)),
            (true, false) => {}
            (false, true) => self.push_jump(encode(Op::ChargeJump, charge as u16, 0, 0), Field::Long, to),
            (false, false) => self.push_jump(encode(Op::Jump, 0, 0, 0), Field::Long, to),
        }
    }

    /// Where a jump to an edge goes: its target, or a stub with its moves, which takes the gas of both
    /// blocks.
    fn edge_label(&mut self, edge: &Edge, deferred: i64, loc: LocId) -> u32 {
        if self.own_moves(edge).is_empty() {
            return self.block_label[edge.to];
        }
        let label = self.label();
        self.stubs.push(Stub { label, edge: edge.clone(), deferred, loc });
        label
    }

    fn branch(&mut self, inst: &VInst, yes: &Edge, no: &Edge, next: Option<Block>) {
        let mut regs: Vec<u16> = inst.uses.iter().map(|r| self.slot(*r)).collect();
        regs.resize(2, 0);
        let (a, b) = (regs[0], regs[1]);
        let moves_on = |edge: &Edge| !self.own_moves(edge).is_empty();
        let invert = !moves_on(no) && (moves_on(yes) || next == Some(yes.to));
        let (taken, other) = if invert { (no, yes) } else { (yes, no) };
        let (op, swap) = if invert { inverse(inst.op) } else { (inst.op, false) };
        let (a, b) = if swap { (b, a) } else { (a, b) };
        let (direct, falls) = (!moves_on(taken), next == Some(other.to));
        let deferred = std::mem::take(&mut self.deferred);
        let mut gas = BranchGas::default();
        if falls {
            gas.other = (deferred + self.carried[other.to]) as u16;
        }
        if direct {
            gas.taken = (deferred + self.carried[taken.to]) as u16;
        }
        if !(direct && self.end_loop(op, a, b, inst.imm, gas, taken)) {
            let label = self.edge_label(taken, deferred, inst.loc);
            self.conditional(op, a, b, inst.imm, gas, label);
        }
        let list = self.own_moves(other);
        self.moves(&list);
        let charge = if falls { 0 } else { deferred + self.carried[other.to] };
        self.jump_taking(other, next, charge);
    }

    /// Arithmetic whose result is there on one edge only, or a look-up that finds the function it expects:
    /// the other edge jumps, as the last word says.
    fn computing_branch(&mut self, inst: &VInst, yes: &Edge, no: &Edge, next: Option<Block>) {
        let mut regs = inst.def.iter().chain(&inst.uses).map(|r| self.slot(*r));
        let (a, b) = (regs.next().unwrap_or(0), regs.next().unwrap_or(0));
        let c = regs.next().unwrap_or(inst.imm as u16);
        let deferred = std::mem::take(&mut self.deferred);
        let falls = next == Some(yes.to);
        let mut jump = ArithmeticJump::default();
        if falls {
            jump.other = (deferred + self.carried[yes.to]) as u16;
        }
        if self.own_moves(no).is_empty() {
            jump.taken = (deferred + self.carried[no.to]) as u16;
        }
        let op = if jump == ArithmeticJump::default() { inst.op } else { fuse::with_gas(inst.op) };
        let label = self.edge_label(no, deferred, inst.loc);
        self.words.push(encode(op, a, b, c));
        let from = self.here();
        self.words.extend((inst.op.format() == Format::Absjt).then_some(inst.word));
        let at = self.here();
        self.words.push(jump.word());
        self.fixups.push(Fixup { at, from, field: Field::High, label });
        let list = self.own_moves(yes);
        self.moves(&list);
        let charge = if falls { 0 } else { deferred + self.carried[yes.to] };
        self.jump_taking(yes, next, charge);
    }

    /// Branches to after the poll of a loop's first block and does that poll, and the step before, if there
    /// is an instruction for it.
    fn end_loop(&mut self, op: Op, a: u16, b: u16, imm: i64, mut gas: BranchGas, edge: &Edge) -> bool {
        let (label, first) = (self.poll_label[edge.to], &self.code.blocks[edge.to].first());
        let (Some(op), Some(poll)) = (fuse::end_of_loop(op), first) else { return false };
        let (Role::Poll { state }, Ok(units)) = (&poll.kind, u16::try_from(i64::from(gas.taken) + poll.imm))
        else {
            return false;
        };
        if label == 0 || self.long {
            return false;
        }
        gas.taken = units;
        if let Some(step) = self.last.and_then(|at| fuse::step(&self.words, at, a)) {
            gas.step = step;
            self.words.pop();
            let here = self.here();
            self.positions.iter_mut().rev().take_while(|p| p.0 > here).for_each(|p| p.0 = here);
        }
        self.at(poll.loc);
        self.polls.push((self.here(), state.as_u32()));
        let second = if op.format() == Format::Aijt { imm as u16 } else { b };
        self.push_jump(encode(op, a, second, 0), Field::Short, label - 1);
        self.words.push(gas.word());
        true
    }

    fn conditional(&mut self, op: Op, a: u16, b: u16, imm: i64, gas: BranchGas, label: u32) {
        let op = if gas == BranchGas::default() { op } else { fuse::with_gas(op) };
        let field = if op.format() == Format::Ajt { Field::Long } else { Field::Short };
        let with_gas = match op.format() {
            Format::Abjt => Some(encode(op, a, b, 0)),
            Format::Aijt => Some(encode(op, a, imm as u16, 0)),
            Format::Ajt => Some(encode(op, a, 0, 0)),
            _ => None,
        };
        if let Some(word) = with_gas {
            self.push_jump(word, field, label);
            return self.words.push(gas.word());
        }
        let short = match op.format() {
            Format::Abj => encode(op, a, b, 0),
            Format::Aij => encode(op, a, imm as u16, 0),
            _ => return self.push_jump(encode(op, a, 0, 0), Field::Long, label),
        };
        if self.long {
            // Over the jump that skips the long one.
            self.words.push(short | 1 << 48);
            self.words.push(encode_imm(Op::Jump, 0, 1));
            self.push_jump(encode(Op::Jump, 0, 0, 0), Field::Long, label);
        } else {
            self.push_jump(short, Field::Short, label);
        }
    }

    fn switch(&mut self, inst: &VInst, cases: &[i64], edges: &[Edge]) {
        let labels: Vec<u32> = edges.iter().map(|e| self.edge_label(e, 0, inst.loc)).collect();
        let slot = self.slot(inst.uses[0]);
        let from = self.here() + 1;
        let count = cases.len();
        let span = match cases {
            [first, .., last] => last.checked_sub(*first).filter(|s| *s < DENSITY * count as i64 + 8),
            _ => None,
        };
        let jump = |emitter: &mut Self, label| {
            let at = emitter.here();
            emitter.fixups.push(Fixup { at, from, field: Field::Word, label });
            emitter.words.push(0);
        };
        match span {
            Some(span) => {
                self.words.push(encode_imm(Op::SwitchDense, slot, span as i32 + 1));
                self.words.push(cases[0] as u64);
                let mut n = 0;
                for case in cases[0]..=cases[0] + span {
                    let hit = cases[n] == case;
                    jump(self, if hit { labels[n] } else { labels[count] });
                    n += usize::from(hit);
                }
            }
            None => {
                self.words.push(encode_imm(Op::SwitchSparse, slot, count as i32));
                for (case, label) in cases.iter().zip(&labels) {
                    self.words.push(*case as u64);
                    jump(self, *label);
                }
            }
        }
        jump(self, labels[count]);
    }

    fn finish_stubs(&mut self) {
        for stub in std::mem::take(&mut self.stubs) {
            self.labels[stub.label as usize] = self.here();
            self.last = None;
            self.at(stub.loc);
            self.deferred = stub.deferred;
            self.jump(&stub.edge, None);
        }
    }

    fn fix(&mut self) -> Result<(), Stop> {
        for fixup in &self.fixups {
            let distance = i64::from(self.labels[fixup.label as usize]) - i64::from(fixup.from);
            let word = &mut self.words[fixup.at as usize];
            match fixup.field {
                Field::Short => match i16::try_from(distance) {
                    Ok(short) => *word |= (short as u16 as u64) << 48,
                    Err(_) => return Err(Stop::FarJump),
                },
                Field::Long | Field::High => match i32::try_from(distance) {
                    Ok(long) => *word |= (long as u32 as u64) << 32,
                    Err(_) => return Err(Stop::FarJump),
                },
                Field::Word => *word = distance as u64,
            }
        }
        Ok(())
    }
}

/// The ways out of a block.
fn ends(insts: &[VInst]) -> &[Edge] {
    match insts.last().map(|i| &i.kind) {
        Some(Role::Branch { edges, .. }) => edges,
        Some(Role::Switch { edges, .. }) => edges,
        Some(Role::Plain | Role::Call { .. } | Role::Tail { .. } | Role::Poll { .. } | Role::Return) => &[],
        None => &[],
    }
}

/// The branch that is taken when `op` is not; whether its registers change places.
fn inverse(op: Op) -> (Op, bool) {
    const PAIRS: [(Op, Op, bool); 12] = [
        (Op::Jnz, Op::Jz, false),
        (Op::JEq, Op::JNe, false),
        (Op::JEqI, Op::JNeI, false),
        (Op::JSltI, Op::JSgeI, false),
        (Op::JSleI, Op::JSgtI, false),
        (Op::JSlt, Op::JSle, true),
        (Op::JUlt, Op::JUle, true),
        (Op::JFeq, Op::JFne, false),
        (Op::JFlt, Op::JFnlt, false),
        (Op::JFle, Op::JFnle, false),
        (Op::JInts, Op::JNotInts, false),
        (Op::JFloats, Op::JNotFloats, false),
    ];
    let found =
        PAIRS.iter().find_map(
            |(x, y, swap)| {
                if *x == op { Some((*y, *swap)) } else { (*y == op).then_some((*x, *swap)) }
            },
        );
    found.unwrap_or((op, false))
}
