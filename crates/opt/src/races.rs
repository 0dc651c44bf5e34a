//! Lets code tell of its accesses to memory, and of how fibers synchronise, for isolates that look for data
//! races: calls of natives are added before each access to memory that another fiber may reach. What is
//! frame slots, constants, words that are written once, or an object that does not escape, needs none.
//!
//! Charges and polls stay as they are, and the natives charge nothing, so a program uses the gas and takes
//! the turns that it does without. The natives are called for their effects, so no pass moves them or what
//! they tell of.
//!
//! Not in the list of passes, because it needs the guest's [`Rules`] and the whole module. It is applied to
//! what a front end made, before the passes. `tests/text/races.ir` shows what it does.

use purlin_base::map::{HashMap, HashSet};
use purlin_ir::races::{Accesses, Bytes, Event, NativeAccess, Operand, Rule, Rules, Step, When};
use purlin_ir::types::Type;
use purlin_ir::{FuncId, Function, Imm, Inst, InstData, LocId, Module, NativeId, Opcode, Value, region};

use crate::escapes::{Callees, Sees, sees};

/// Bytes at the beginning of a map that stand for it as a whole: how many entries it has.
const MAP: Bytes = Bytes::Is(8);

/// An access of a native to what a parameter points to.
const fn access(native: &'static str, at: usize, bytes: Bytes, writes: bool) -> NativeAccess {
    NativeAccess { native, at, offset: 0, bytes, writes }
}

/// What the natives of every guest access.
const NATIVES: &[NativeAccess] = &[
    access("rt.map_find", 1, MAP, false),
    access("rt.map_find_word", 1, MAP, false),
    access("rt.map_assign", 1, MAP, true),
    access("rt.map_assign_word", 1, MAP, true),
    access("rt.map_delete", 1, MAP, true),
    access("rt.map_clear", 1, MAP, true),
    access("rt.map_iter", 2, MAP, false),
    access("rt.bytes_to_string", 0, Bytes::Elements { count: 1, each: 1 }, false),
    access("rt.runes_to_string", 0, Bytes::Elements { count: 1, each: 4 }, false),
];
/// The native that continues an iteration, whose first parameter points to the map.
const MAP_NEXT: &str = "rt.map_next";

/// Lets the functions of a verified module tell, from a number on: those before it do already.
pub fn module(module: &mut Module, rules: &Rules, from: usize) {
    let natives = Natives::new(module, rules);
    let bodies = module.funcs.values().skip(from).map(|decl| decl.body.as_deref());
    let own: Vec<HashSet<Value>> =
        bodies.map(|body| body.map_or_else(HashSet::default, |f| own(module, f))).collect();
    let mut names: HashMap<String, FuncId> = HashMap::default();
    for (id, decl) in module.funcs.iter() {
        names.entry(decl.name.to_string()).or_insert(id);
    }
    let ids: Vec<FuncId> = module.funcs.keys().skip(from).collect();
    for (id, own) in ids.into_iter().zip(own) {
        let rule = (rules.rule)(&module.funcs[id].name);
        let called = rule.calls.and_then(|name| names.get(name));
        let called = called.map(|callee| (*callee, module.func_sig(*callee).params.len()));
        let Some(mut body) = module.funcs[id].body.take() else { continue };
        let (func, out, told) = (&mut *body, Vec::new(), HashSet::default());
        Telling { func, module, natives: &natives, own: &own, out, told }.function(rule, called);
        module.funcs[id].body = Some(body);
    }
}

/// The natives that are told, and those that access memory.
struct Natives {
    told: [NativeId; Event::ALL.len()],
    accesses: HashMap<NativeId, Vec<NativeAccess>>,
    next: Option<NativeId>,
}

impl Natives {
    fn new(module: &mut Module, rules: &Rules) -> Natives {
        let told = Event::ALL.map(|event| event.declare(module));
        let named = |name: &str| module.natives.iter().find(|(_, decl)| decl.name == name).map(|(id, _)| id);
        let mut accesses: HashMap<NativeId, Vec<NativeAccess>> = HashMap::default();
        for access in NATIVES.iter().chain(rules.natives) {
            if let Some(id) = named(access.native) {
                accesses.entry(id).or_default().push(*access);
            }
        }
        Natives { told, accesses, next: named(MAP_NEXT) }
    }
}

/// The addresses in a function that lead to memory which no other fiber accesses, or which is never written.
fn own(module: &Module, func: &Function) -> HashSet<Value> {
    let mut uses: HashMap<Value, Vec<(Inst, usize)>> = HashMap::default();
    let (mut fixed, mut objects) = (Vec::new(), Vec::new());
    for inst in func.layout.iter().flat_map(|block| &func.blocks[*block].insts) {
        let data = &func.insts[*inst];
        for (n, value) in data.uses().enumerate().filter(|(_, value)| func.ty(*value) == Type::Ref) {
            uses.entry(value).or_default().push((*inst, n));
        }
        match data.op {
            Opcode::StackAddr | Opcode::DataAddr => fixed.push(data.results[0]),
            Opcode::Alloc | Opcode::AllocArray => objects.push(data.results[0]),
            // wildcard: no other op yields an address of memory that is known to be the function's own.
            _ => {}
        }
    }
    let mut own = HashSet::default();
    let mut callees = Callees::new(module);
    for address in fixed {
        let (addresses, _) = addresses(func, &uses, address, &mut callees);
        own.extend(addresses);
    }
    for object in objects {
        let (addresses, escapes) = addresses(func, &uses, object, &mut callees);
        if !escapes {
            own.extend(addresses);
        }
    }
    own
}

/// The addresses in the object that `first` is an address in, as far as they are no parameters of blocks, and
/// whether it escapes.
fn addresses(
    func: &Function,
    uses: &HashMap<Value, Vec<(Inst, usize)>>,
    first: Value,
    callees: &mut Callees<'_>,
) -> (Vec<Value>, bool) {
    let (mut found, mut next, mut escapes) = (vec![first], 0, false);
    while let Some(address) = found.get(next) {
        next += 1;
        for (inst, n) in uses.get(address).into_iter().flatten() {
            let data = &func.insts[*inst];
            match sees(data, *n) {
                Sees::Nothing => {}
                Sees::Address => found.push(data.results[0]),
                Sees::Callee(callee, param) => escapes = escapes || callees.keep(callee, param),
                Sees::Target | Sees::All => escapes = true,
            }
        }
    }
    (found, escapes)
}

/// Adds what one function tells.
struct Telling<'a> {
    func: &'a mut Function,
    module: &'a Module,
    natives: &'a Natives,
    own: &'a HashSet<Value>,
    /// The instructions of the block so far.
    out: Vec<Inst>,
    /// What was told in the block since the last call: another fiber may have run there.
    told: HashSet<(Event, Value, i64, Type)>,
}

impl Telling<'_> {
    fn function(mut self, rule: Rule, called: Option<(FuncId, usize)>) {
        let entry = self.func.entry();
        for block in self.func.layout.clone() {
            let insts = std::mem::take(&mut self.func.blocks[block].insts);
            self.told.clear();
            // After the charge and the poll that begin a function, which passes look for there.
            let is_metering =
                |inst: &Inst| matches!(self.func.insts[*inst].op, Opcode::Charge | Opcode::Poll);
            let body =
                if block == entry { insts.iter().take_while(|inst| is_metering(inst)).count() } else { 0 };
            for (n, inst) in insts.iter().enumerate() {
                if block == entry && n == body {
                    self.begin(rule, called, *inst);
                }
                if self.func.insts[*inst].op == Opcode::Return {
                    let loc = self.func.insts[*inst].loc;
                    rule.leave.iter().for_each(|step| self.step(step, Some(*inst), loc));
                }
                let is_native = self.func.insts[*inst].op == Opcode::CallNative;
                match rule.accesses {
                    Accesses::All => self.instruction(*inst),
                    Accesses::Natives if is_native => self.instruction(*inst),
                    Accesses::Natives | Accesses::None => {}
                }
                self.out.push(*inst);
            }
            self.func.blocks[block].insts = std::mem::take(&mut self.out);
        }
    }

    /// What is told, and called, where a function begins.
    fn begin(&mut self, rule: Rule, called: Option<(FuncId, usize)>, first: Inst) {
        let loc = self.func.insts[first].loc;
        rule.enter.iter().for_each(|step| self.step(step, None, loc));
        if let Some((callee, count)) = called {
            let params = self.func.blocks[self.func.entry()].params[..count].to_vec();
            let call = InstData::new(Opcode::Call, Type::I64, &params, loc).with(Imm::Func(callee));
            self.add(call, &[]);
        }
    }

    fn add(&mut self, data: InstData, results: &[Type]) -> Option<Value> {
        let inst = self.func.add_inst(data, results);
        self.out.push(inst);
        self.func.insts[inst].results.first().copied()
    }

    fn constant(&mut self, number: i64, loc: LocId) -> Value {
        let (inst, value) = self.func.add_iconst(Type::I64, number, loc);
        self.out.push(inst);
        value
    }

    fn op(&mut self, op: Opcode, (ty, result): (Type, Type), args: &[Value], loc: LocId) -> Value {
        let data = InstData::new(op, ty, args, loc);
        self.add(data, &[result]).expect("the op has a result")
    }

    /// Tells an event of `bytes` bytes at an address.
    fn tell(&mut self, event: Event, (at, offset): (Value, i64), bytes: Value, loc: LocId) {
        let offset = self.constant(offset, loc);
        let call = InstData::new(Opcode::CallNative, Type::I64, &[at, offset, bytes], loc);
        self.add(call.with(Imm::Native(self.natives.told[event as usize])), &[]);
    }

    /// What an instruction accesses.
    fn instruction(&mut self, inst: Inst) {
        let data = &self.func.insts[inst];
        let (loc, args) = (data.loc, data.args.clone());
        match data.op {
            Opcode::Load | Opcode::Store => self.load_or_store(inst),
            Opcode::Copy => {
                self.range(Event::Read, args[1], args[2], loc);
                self.range(Event::Write, args[0], args[2], loc);
            }
            Opcode::Zero => self.range(Event::Write, args[0], args[1], loc),
            Opcode::CallNative => {
                let native = data.native();
                self.native(native, &args, loc);
                self.told.clear();
            }
            Opcode::Call | Opcode::CallIndirect | Opcode::Poll => self.told.clear(),
            // wildcard: no other op accesses memory that is shared, or lets other fibers run.
            _ => {}
        }
    }

    fn load_or_store(&mut self, inst: Inst) {
        let data = &self.func.insts[inst];
        let (at, ty, loc, offset, place) = (data.args[0], data.ty, data.loc, data.offset(), data.region());
        let event = match (data.op, place) {
            (Opcode::Load, region::SHARED) => Event::Load,
            (_, region::SHARED) => Event::Store,
            (Opcode::Load, _) => Event::Read,
            // wildcard: the caller has a load or a store.
            _ => Event::Write,
        };
        if place == region::FIXED || self.own.contains(&at) {
            return;
        }
        if place == region::SHARED {
            self.told.clear();
        } else if self.told.contains(&(Event::Write, at, offset, ty))
            || !self.told.insert((event, at, offset, ty))
        {
            return;
        }
        let bytes = self.constant(i64::from(ty.bytes()), loc);
        self.tell(event, (at, offset), bytes, loc);
    }

    /// Bytes in a row, of which there may be none.
    fn range(&mut self, event: Event, at: Value, bytes: Value, loc: LocId) {
        if !self.own.contains(&at) {
            self.tell(event, (at, 0), bytes, loc);
        }
    }

    /// What a native accesses.
    fn native(&mut self, native: NativeId, args: &[Value], loc: LocId) {
        if self.natives.next == Some(native) {
            let load = InstData::new(Opcode::Load, Type::Ref, &args[..1], loc);
            let map = self.add(load.with(Imm::Mem { offset: 0, region: 0 }), &[Type::Ref]);
            let bytes = self.constant(8, loc);
            self.tell(Event::Read, (map.expect("a load has a result"), 0), bytes, loc);
        }
        let natives = self.natives;
        for access in natives.accesses.get(&native).into_iter().flatten() {
            let Some(bytes) = self.bytes(access.bytes, args, loc) else { continue };
            let event = if access.writes { Event::Write } else { Event::Read };
            if !self.own.contains(&args[access.at]) {
                self.tell(event, (args[access.at], access.offset), bytes, loc);
            }
        }
    }

    /// How many bytes a native accesses, which has these arguments.
    fn bytes(&mut self, bytes: Bytes, args: &[Value], loc: LocId) -> Option<Value> {
        let (count, each) = match bytes {
            Bytes::Is(bytes) => return Some(self.constant(bytes, loc)),
            Bytes::Elements { count, each } => (args[count], each),
            Bytes::Objects { count, class } => {
                let class = self.func.as_iconst(args[class])?;
                let known = self.module.classes.values().nth(usize::try_from(class).ok()?)?;
                (args[count], i64::from(known.size))
            }
        };
        if each == 1 {
            return Some(count);
        }
        let each = self.constant(each, loc);
        Some(self.op(Opcode::Imul, (Type::I64, Type::I64), &[count, each], loc))
    }

    /// The value that a step names; `end` is the return that follows, if one does.
    fn operand(&self, operand: Operand, end: Option<Inst>) -> Option<Value> {
        match operand {
            Operand::Param(n) => self.func.blocks[self.func.entry()].params.get(n).copied(),
            Operand::Result(n) => self.func.insts[end?].args.get(n).copied(),
        }
    }

    fn step(&mut self, step: &Step, end: Option<Inst>, loc: LocId) {
        if !step.event.has_place() {
            let at = self.null(loc);
            let bytes = self.constant(0, loc);
            return self.tell(step.event, (at, 0), bytes, loc);
        }
        let Some(at) = self.operand(step.at, end) else { return };
        let holds = match step.when {
            When::Always => None,
            When::NotZero(operand) => {
                self.operand(operand, end).map(|value| self.compare(Opcode::Ine, value, loc))
            }
            When::Negative(operand) => {
                self.operand(operand, end).map(|value| self.compare(Opcode::Slt, value, loc))
            }
            When::WordIsZero(param, offset) => self.word(Opcode::Ieq, param, offset, loc),
            When::WordIsNotZero(param, offset) => self.word(Opcode::Ine, param, offset, loc),
        };
        let at = match holds {
            None => at,
            Some(holds) => {
                // A null address tells nothing.
                let nothing = self.null(loc);
                self.op(Opcode::Select, (Type::Ref, Type::Ref), &[holds, at, nothing], loc)
            }
        };
        let bytes = self.constant(1, loc);
        self.tell(step.event, (at, step.offset), bytes, loc);
    }

    fn null(&mut self, loc: LocId) -> Value {
        let null = self.add(InstData::new(Opcode::Null, Type::I64, &[], loc), &[Type::Ref]);
        null.expect("a null is a value")
    }

    /// Compares a word in memory with zero.
    fn word(&mut self, op: Opcode, param: usize, offset: i64, loc: LocId) -> Option<Value> {
        let address = self.operand(Operand::Param(param), None)?;
        let load = InstData::new(Opcode::Load, Type::I64, &[address], loc);
        let word = self.add(load.with(Imm::Mem { offset, region: 0 }), &[Type::I64])?;
        Some(self.compare(op, word, loc))
    }

    /// Compares a value with zero.
    fn compare(&mut self, op: Opcode, value: Value, loc: LocId) -> Value {
        let ty = self.func.ty(value);
        let (inst, zero) = self.func.add_iconst(ty, 0, loc);
        self.out.push(inst);
        self.op(op, (ty, Type::I8), &[value, zero], loc)
    }
}
