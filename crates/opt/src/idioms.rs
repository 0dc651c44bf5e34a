//! Loop idioms: a loop that stores one value in a row of elements, passes bytes until there is one that it
//! looks for, or stores what a table has for each byte does many iterations at once by a native
//! (`purlin_ir::natives`).
//!
//! Such a loop is a chain of blocks without effects but the one access, or the three of a translation. Its
//! counter goes up by one, and what ends it is a bound that does not change, or a comparison of the byte. The
//! native charges what an iteration charges, and does no more iterations than leave the next poll nothing to
//! do; so gas, and where the program may be stopped, are what they were. An iteration that ends the loop is
//! never among them:
//!
//! ```text
//!   many(i):  i within the bounds? else one(i)
//!   bulk:     n = native(address of element i, iterations up to the bounds, value, units of one); one(i + n)
//!   one(i):   the loop's body once; where it would go around it goes to many
//! ```
//!
//! A call costs as much as a dozen iterations. A loop that fills or translates asks once how far it goes; one
//! that looks for a byte cannot know, and goes around [`WARM`] times before. Knows nothing of what the values
//! are for.

use purlin_base::SecondaryMap;
use purlin_ir::cfg::{self, Dominators};
use purlin_ir::{
    Block, BlockData, FuncId, Function, Imm, Inst, InstData, LocId, Module, NativeId, Opcode, Target, Type,
    Value, Values, Yield, natives, region,
};
use smallvec::{SmallVec, smallvec};

use crate::copies::{self, Copies, redirect_edges};
use crate::counts::{self, Rewrite};
use crate::eval::const_of;
use crate::loops::{self, Loop, jump};
use crate::places;

/// Blocks of the longest loop that is looked at.
const BLOCKS: usize = 4;
/// Entries of a table of bytes.
const ENTRIES: i64 = 256;
/// Iterations from which on a native is worth it.
const WARM: i64 = 16;

/// Lets natives do what loops do.
pub(crate) fn run(func: &mut Function, module: &Module, _: FuncId) -> bool {
    if !cfg::may_loop(func)
        || !cfg::loop_headers(func).iter().any(|(_, is)| *is)
        || natives::bulk(module, natives::FIND).is_none()
    {
        return false;
    }
    let dominators = Dominators::new(func);
    let homes = cfg::homes(func);
    let mut found = loops::find(func, &dominators);
    found.retain(|of| of.blocks.len() <= BLOCKS && of.latches.len() == 1);
    let plans: Vec<Plan> = found
        .into_iter()
        .filter_map(|of| IdiomSearch { func, homes: &homes, of: &of }.plan(module))
        .collect();
    if plans.is_empty() {
        return false;
    }
    copies::forget_states(func);
    // Later loops come first, so what a plan names still has that name: only what a loop leaves after it gets
    // others.
    for plan in plans {
        counts::hit(plan.work.rewrite());
        plan.carry_out(func);
    }
    true
}

/// What a loop does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Work {
    Fill,
    Find,
    Skip,
    Translate,
}

impl Work {
    fn rewrite(self) -> Rewrite {
        match self {
            Work::Fill => Rewrite::IdiomsFill,
            Work::Find => Rewrite::IdiomsFind,
            Work::Skip => Rewrite::IdiomsSkip,
            Work::Translate => Rewrite::IdiomsTranslate,
        }
    }
}

/// An iteration leads to the next only if the sum of the counter and `offset` is below `limit`.
#[derive(Clone, Copy)]
struct Bound {
    /// `slt` or `ult`.
    below: Opcode,
    /// Nor may it be negative.
    checked: bool,
    offset: i64,
    limit: Value,
}

/// A loop that a native can do.
struct Plan {
    blocks: Vec<Block>,
    latch: Block,
    work: Work,
    native: NativeId,
    bounds: SmallVec<[Bound; 2]>,
    row: Row,
    /// Where a translation's bytes come from, and its table.
    from: Option<(Row, Table)>,
    /// What is stored or looked for; 0 without one.
    value: Option<Value>,
    /// What an iteration costs.
    units: i64,
    loc: LocId,
}

/// Elements that the loop passes one by one.
#[derive(Clone, Copy)]
struct Row {
    root: Value,
    /// Bytes of an element.
    size: u32,
    /// What is added to the counter and to the address.
    index: i64,
    offset: i64,
}

/// A table of 256 bytes.
#[derive(Clone, Copy)]
struct Table {
    root: Value,
    offset: i64,
}

/// What a branch of the loop asks, as what holds where the loop continues.
#[derive(Clone, Copy)]
struct Test {
    op: Opcode,
    a: Value,
    b: Option<Value>,
}

struct IdiomSearch<'a> {
    func: &'a Function,
    homes: &'a SecondaryMap<Value, Option<Block>>,
    of: &'a Loop,
}

impl IdiomSearch<'_> {
    fn plan(&self, module: &Module) -> Option<Plan> {
        let (func, header) = (self.func, self.of.header);
        let [counter] = func.blocks[header].params[..] else { return None };
        let (blocks, tests) = self.chain()?;
        let latch = *blocks.last()?;
        let back = func.end(latch)?.targets.iter().find(|t| t.block == header)?;
        if func.ty(counter) != Type::I64 || places::linear(func, back.args[0]) != (counter, 1) {
            return None;
        }
        let (mut units, mut accesses, mut bounds) = (0, SmallVec::<[Inst; 3]>::new(), SmallVec::new());
        for inst in blocks.iter().flat_map(|b| &func.blocks[*b].insts) {
            let data = &func.insts[*inst];
            match data.op {
                Opcode::Charge => units += data.units(),
                Opcode::Load | Opcode::Store if accesses.len() < 3 && data.region() != region::SHARED => {
                    accesses.push(*inst);
                }
                Opcode::Bounds => {
                    let bound = self.bound(Opcode::Slt, data.args[0], data.args[1], counter)?;
                    bounds.push(Bound { checked: true, ..bound });
                }
                Opcode::Poll | Opcode::Jump | Opcode::Brif => {}
                // wildcard: ops without effects; the value of the replaced code is what counts.
                op if op.is_pure() => {}
                // wildcard: what else has effects a native cannot do many of.
                _ => return None,
            }
        }
        let mut asked = None;
        for test in tests {
            match self.range(test, counter) {
                Some(bound) => bounds.push(bound),
                None if asked.is_none() => asked = Some(test),
                None => return None,
            }
        }
        if units <= 0 || bounds.is_empty() || bounds.len() > 2 {
            return None;
        }
        let loc = func.insts[*accesses.last()?].loc;
        let (work, value, row, from) = match (&accesses[..], asked) {
            ([load, entry, store], None) => {
                let table = self.table(module, [*load, *entry, *store])?;
                let (row, from) = (self.row(*store, counter)?, self.row(*load, counter)?);
                (Work::Translate, None, row, Some((from, table)))
            }
            ([access], asked) => {
                let (work, value) = self.work(*access, asked)?;
                (work, value, self.row(*access, counter)?, None)
            }
            _ => return None,
        };
        let native = native(module, work, row.size)?;
        Some(Plan { blocks, latch, work, native, bounds, row, from, value, units, loc })
    }

    /// The row that an access passes.
    fn row(&self, access: Inst, counter: Value) -> Option<Row> {
        let data = &self.func.insts[access];
        let (elem, size) = (self.func.made_by(data.args[0])?, data.ty.bytes());
        let is_row = elem.op == Opcode::ElemAddr && elem.scale() == size && self.is_outside(elem.args[0]);
        let (root, index) = places::linear(self.func, *elem.args.get(1).filter(|_| is_row)?);
        (root == counter).then_some(Row {
            root: elem.args[0],
            size,
            index,
            offset: elem.offset() + data.offset(),
        })
    }

    /// The table that a byte is looked up in, if the entry is what is stored.
    fn table(&self, module: &Module, [load, entry, store]: [Inst; 3]) -> Option<Table> {
        let [load, entry, store] = [load, entry, store].map(|inst| &self.func.insts[inst]);
        let bytes = [load, entry, store].iter().all(|data| data.ty == Type::I8);
        let ops = [load.op, entry.op, store.op] == [Opcode::Load, Opcode::Load, Opcode::Store];
        if !bytes || !ops || store.args[1] != entry.results[0] {
            return None;
        }
        let elem = self
            .func
            .made_by(entry.args[0])
            .filter(|elem| elem.op == Opcode::ElemAddr && elem.scale() == 1)?;
        let index = self.func.made_by(elem.args[1])?;
        let is_byte = index.op == Opcode::Zext && index.args[0] == load.results[0];
        let (root, offset) = (elem.args[0], elem.offset() + entry.offset());
        // What is looked up many at a time is read as a whole.
        let whole = offset >= 0 && offset + ENTRIES <= self.room(module, root)?;
        (is_byte && whole && self.is_outside(root)).then_some(Table { root, offset })
    }

    /// Bytes from an address to the end of what it points into, where that is known.
    fn room(&self, module: &Module, address: Value) -> Option<i64> {
        let data = self.func.made_by(address)?;
        let size = match data.op {
            Opcode::GlobalAddr => i64::from(module.globals.get(data.global())?.size),
            Opcode::DataAddr => module.data.get(data.bytes())?.bytes.len() as i64,
            Opcode::StackAddr => i64::from(self.func.slots.get(data.slot())?.size),
            Opcode::Alloc => i64::from(module.classes.get(data.class())?.size),
            // wildcard: the size of what other addresses point into is not known.
            _ => return None,
        };
        Some(size - data.imm.as_offset().unwrap_or(0))
    }

    /// The loop's blocks in the order in which an iteration passes them, if each leads to one other, and what
    /// their branches ask.
    fn chain(&self) -> Option<(Vec<Block>, SmallVec<[Test; 4]>)> {
        let (mut blocks, mut tests) = (Vec::new(), SmallVec::new());
        let mut block = self.of.header;
        loop {
            blocks.push(block);
            let end = self.func.end(block)?;
            let inside = |t: &&Target| self.of.blocks.contains(&t.block);
            let next = end.targets.iter().find(inside)?;
            match end.op {
                Opcode::Jump => {}
                Opcode::Brif if end.targets.iter().filter(inside).count() == 1 => {
                    tests.push(self.test(end.args[0], next.block == end.targets[0].block));
                }
                // wildcard: a loop with other ends is no chain.
                _ => return None,
            }
            if next.block == self.of.header {
                return (blocks.len() == self.of.blocks.len()).then_some((blocks, tests));
            }
            if !next.args.is_empty() {
                return None;
            }
            block = next.block;
        }
    }

    /// What holds if `condition` does, or if it does not.
    fn test(&self, condition: Value, holds: bool) -> Test {
        if let Some(data) = self.func.made_by(condition) {
            let op = if holds { Some(data.op) } else { data.op.row().negation };
            if let (Some(op), [a, b]) = (op.filter(|op| op.row().negation.is_some()), &data.args[..]) {
                return Test { op, a: *a, b: Some(*b) };
            }
        }
        // Compared with 0.
        Test { op: if holds { Opcode::Ine } else { Opcode::Ieq }, a: condition, b: None }
    }

    /// Whether a test is a bound of the counter.
    fn range(&self, test: Test, counter: Value) -> Option<Bound> {
        match test.op {
            Opcode::Slt | Opcode::Ult => self.bound(test.op, test.a, test.b?, counter),
            Opcode::Sgt => self.bound(Opcode::Slt, test.b?, test.a, counter),
            Opcode::Ugt => self.bound(Opcode::Ult, test.b?, test.a, counter),
            // wildcard: other comparisons bound nothing from above.
            _ => None,
        }
    }

    fn bound(&self, below: Opcode, index: Value, limit: Value, counter: Value) -> Option<Bound> {
        let (root, offset) = places::linear(self.func, index);
        let fits = root == counter && self.func.ty(limit) == Type::I64 && self.is_outside(limit);
        fits.then_some(Bound { below, checked: false, offset, limit })
    }

    /// What the loop does with its access, given what it asks besides.
    fn work(&self, access: Inst, asked: Option<Test>) -> Option<(Work, Option<Value>)> {
        let data = &self.func.insts[access];
        match (data.op, asked) {
            (Opcode::Store, None) => {
                let value = data.args[1];
                (self.is_outside(value) && is_word(self.func, value)).then_some((Work::Fill, Some(value)))
            }
            (Opcode::Load, Some(test)) if data.ty == Type::I8 => {
                let byte = data.results[0];
                let work = match test.op {
                    Opcode::Ine => Work::Find,
                    Opcode::Ieq => Work::Skip,
                    // wildcard: a search asks for equality.
                    _ => return None,
                };
                let other = match test.b {
                    Some(b) if test.a == byte => Some(b),
                    Some(b) if b == byte => Some(test.a),
                    Some(_) => return None,
                    None => None,
                };
                let fits = other.map_or(test.a == byte, |other| self.is_outside(other));
                fits.then_some((work, other))
            }
            // wildcard: other accesses are no idiom.
            _ => None,
        }
    }

    /// Whether a value is the same on every iteration and can be had before the loop.
    fn is_outside(&self, value: Value) -> bool {
        constant(self.func, value).is_some()
            || self.homes[value].is_some_and(|home| !self.of.blocks.contains(&home))
    }
}

/// What makes a value, if that takes nothing and can be done again anywhere.
fn constant(func: &Function, value: Value) -> Option<&InstData> {
    func.made_by(value).filter(|data| data.op.is_pure() && data.args.is_empty())
}

/// Whether a value can be had as an integer: floats would lose what NaNs they are, and references are none.
fn is_word(func: &Function, value: Value) -> bool {
    match func.ty(value) {
        Type::I8 | Type::I16 | Type::I32 | Type::I64 => true,
        Type::F32 | Type::F64 | Type::Ref | Type::Dyn => {
            constant(func, value).is_some_and(|data| matches!(data.op, Opcode::Fconst | Opcode::Null))
        }
    }
}

fn native(module: &Module, work: Work, size: u32) -> Option<NativeId> {
    match work {
        Work::Fill => {
            let (_, name) = natives::FILLS.iter().find(|(bytes, _)| *bytes == size)?;
            natives::bulk(module, name)
        }
        Work::Find => natives::bulk(module, natives::FIND),
        Work::Skip => natives::bulk(module, natives::SKIP),
        Work::Translate => natives::translate(module),
    }
}

// --- the native in the loop's place

impl Plan {
    fn carry_out(self, func: &mut Function) {
        let header = self.blocks[0];
        let mut copies = Copies::new(func, self.blocks.clone());
        let once = copies.copy();
        let mut maker = InstBuilder { func: &mut *copies.func, at: header, loc: self.loc };
        let mut placed = vec![];
        let many = maker.block();
        let front = match self.work {
            Work::Fill | Work::Translate => self.front_of_fill(&mut maker, many),
            Work::Find | Work::Skip => self.front_of_search(&mut maker, many, &mut placed),
        };
        self.many(&mut maker, many, once[&header], &mut placed);
        placed.extend(self.blocks.iter().map(|block| once[block]));
        copies.redirect(once[&self.latch], once[&header], many);
        let at = copies.end_in_layout();
        copies.func.layout.splice(at..at, placed);
        let at = copies.func.layout.iter().position(|b| *b == header).unwrap_or(at);
        copies.func.layout.insert(at, front);
        copies.repair();
    }

    /// Asks how far the loop goes, before it begins.
    fn front_of_fill(&self, maker: &mut InstBuilder<'_>, many: Block) -> Block {
        let front = self.take_ways_in(maker);
        let counter = maker.func.blocks[front].params[0];
        let count = self.count(maker, counter, &self.bounds[0]);
        let least = maker.constant(WARM);
        let worth = maker.op(Opcode::Ugt, Type::I64, &[count, least]);
        maker.branch(worth, (many, counter), (self.blocks[0], counter));
        front
    }

    /// The loop goes around some times before a native is worth it.
    fn front_of_search(&self, maker: &mut InstBuilder<'_>, many: Block, made: &mut Vec<Block>) -> Block {
        let header = self.blocks[0];
        let front = self.take_ways_in(maker);
        let counter = maker.func.blocks[front].params[0];
        let warm = maker.plus(counter, WARM);
        maker.jump(header, counter);
        let again = maker.block();
        made.push(again);
        let counter = maker.func.blocks[again].params[0];
        let cold = maker.op(Opcode::Slt, Type::I64, &[counter, warm]);
        maker.branch(cold, (header, counter), (many, counter));
        redirect_edges(maker.func, self.latch, header, again);
        front
    }

    /// A block that all ways into the loop lead to.
    fn take_ways_in(&self, maker: &mut InstBuilder<'_>) -> Block {
        let header = self.blocks[0];
        let front = maker.block();
        for block in maker.func.layout.clone() {
            if block != self.latch {
                redirect_edges(maker.func, block, header, front);
            }
        }
        front
    }

    /// As many iterations as can be done, and one more by the copy of the loop.
    fn many(&self, maker: &mut InstBuilder<'_>, many: Block, once: Block, made: &mut Vec<Block>) {
        made.push(many);
        maker.at = many;
        let counter = maker.func.blocks[many].params[0];
        for bound in &self.bounds {
            let limit = maker.rematerialise(bound.limit);
            let index = maker.plus(counter, bound.offset);
            self.only_if(maker, bound.below, [index, limit], (once, counter), made);
            if bound.checked {
                let zero = maker.constant(0);
                self.only_if(maker, Opcode::Sge, [index, zero], (once, counter), made);
            }
        }
        let mut count = self.count(maker, counter, &self.bounds[0]);
        for bound in &self.bounds[1..] {
            let other = self.count(maker, counter, bound);
            let less = maker.op(Opcode::Ult, Type::I64, &[other, count]);
            count = maker.op(Opcode::Select, Type::I64, &[less, other, count]);
        }
        let address = maker.element(&self.row, counter);
        let mut args: SmallVec<[Value; 5]> = smallvec![address, count];
        match &self.from {
            Some((from, table)) => {
                let root = maker.rematerialise(table.root);
                let table = maker.data(Opcode::FieldAddr, Type::I64, &[root]).with(Imm::Offset(table.offset));
                args.extend([maker.element(from, counter), maker.push(table, Type::Ref)]);
            }
            None => args.push(self.word(maker)),
        }
        args.push(maker.constant(self.units));
        let call = maker.data(Opcode::CallNative, Type::I64, &args).with(Imm::Native(self.native));
        let done = maker.push(call, Type::I64);
        let next = maker.op(Opcode::Iadd, Type::I64, &[counter, done]);
        maker.jump(once, next);
    }

    /// Continues in a new block if a comparison holds.
    fn only_if(
        &self,
        maker: &mut InstBuilder<'_>,
        op: Opcode,
        args: [Value; 2],
        otherwise: (Block, Value),
        made: &mut Vec<Block>,
    ) {
        let holds = maker.op(op, Type::I64, &args);
        let next = maker.func.blocks.push(BlockData::default());
        let targets = vec![
            Target { block: next, args: Values::new() },
            Target { block: otherwise.0, args: smallvec![otherwise.1] },
        ];
        let branch = InstData { targets, ..maker.data(Opcode::Brif, Type::I64, &[holds]) };
        maker.end(branch);
        made.push(next);
        maker.at = next;
    }

    /// Iterations up to a bound, unsigned; none of this if the counter is not below it.
    fn count(&self, maker: &mut InstBuilder<'_>, counter: Value, bound: &Bound) -> Value {
        let limit = maker.rematerialise(bound.limit);
        let index = maker.plus(counter, bound.offset);
        maker.op(Opcode::Isub, Type::I64, &[limit, index])
    }

    /// The value as natives take it.
    fn word(&self, maker: &mut InstBuilder<'_>) -> Value {
        let Some(value) = self.value else { return maker.constant(0) };
        if let Some(known) = const_of(maker.func, value) {
            return maker.constant(known.bits);
        }
        match maker.func.ty(value) {
            Type::I64 => maker.rematerialise(value),
            _ => maker.op(Opcode::Zext, Type::I64, &[value]),
        }
    }
}

/// Writes instructions at the end of a block.
struct InstBuilder<'a> {
    func: &'a mut Function,
    at: Block,
    loc: LocId,
}

impl InstBuilder<'_> {
    /// A block with a counter as its parameter, which is current then.
    fn block(&mut self) -> Block {
        self.at = self.func.blocks.push(BlockData::default());
        self.func.add_param(self.at, Type::I64);
        self.at
    }

    fn data(&self, op: Opcode, ty: Type, args: &[Value]) -> InstData {
        InstData::new(op, ty, args, self.loc)
    }

    fn push(&mut self, data: InstData, result: Type) -> Value {
        let inst = self.func.add_inst(data, &[result]);
        self.func.blocks[self.at].insts.push(inst);
        self.func.insts[inst].results[0]
    }

    fn op(&mut self, op: Opcode, ty: Type, args: &[Value]) -> Value {
        let result = match op.row().yields {
            Yield::Is(ty) => ty,
            Yield::T | Yield::Nothing | Yield::Callee => ty,
        };
        self.push(self.data(op, ty, args), result)
    }

    fn constant(&mut self, imm: i64) -> Value {
        let (inst, value) = self.func.add_iconst(Type::I64, imm, self.loc);
        self.func.blocks[self.at].insts.push(inst);
        value
    }

    fn plus(&mut self, value: Value, by: i64) -> Value {
        if by == 0 {
            return value;
        }
        let by = self.constant(by);
        self.op(Opcode::Iadd, Type::I64, &[value, by])
    }

    /// The address of the element of a row that an iteration passes.
    fn element(&mut self, row: &Row, counter: Value) -> Value {
        let (root, index) = (self.rematerialise(row.root), self.plus(counter, row.index));
        let address = self.data(Opcode::ElemAddr, Type::I64, &[root, index]);
        self.push(address.with(Imm::Scaled { scale: row.size, offset: row.offset }), Type::Ref)
    }

    /// A value from outside the loop, or a constant of the loop once more.
    fn rematerialise(&mut self, value: Value) -> Value {
        match constant(self.func, value).cloned() {
            Some(data) => self.push(data, self.func.ty(value)),
            None => value,
        }
    }

    fn branch(&mut self, condition: Value, then: (Block, Value), otherwise: (Block, Value)) {
        let to = |(block, arg): (Block, Value)| Target { block, args: smallvec![arg] };
        let targets = vec![to(then), to(otherwise)];
        let branch = InstData { targets, ..self.data(Opcode::Brif, Type::I64, &[condition]) };
        self.end(branch);
    }

    fn jump(&mut self, block: Block, arg: Value) {
        let end = jump(Target { block, args: smallvec![arg] }, self.loc);
        self.end(end);
    }

    fn end(&mut self, data: InstData) {
        let inst = self.func.add_inst(data, &[]);
        self.func.blocks[self.at].insts.push(inst);
    }
}
