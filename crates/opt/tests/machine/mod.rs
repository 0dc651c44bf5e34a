//! A tiny evaluator of IR, for comparing a function with itself before and after a pass: integers, refs and
//! tagged words, and what an outside observer can see (calls of natives, polls, traps, each with the gas
//! used).
//!
//! It is stricter than any tier: at a poll it forgets every value that the frame state does not name, and so
//! it does when a guard gives up.

use std::collections::HashMap;

use purlin_base::{EntityRef as _, TrapCode, word};
use purlin_ir::{Block, FrameStateId, FuncId, Function, Inst, Module, Opcode, Type, Value};

/// What can be seen from outside.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    Native { args: Vec<i64>, gas: i64 },
    Poll { state: FrameStateId, func: FuncId, gas: i64 },
    Raise { code: TrapCode, gas: i64 },
    OutOfGas { gas: i64 },
}

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    Returned(Vec<i64>),
    Raised(TrapCode),
    OutOfGas,
}

/// A whole run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    pub end: End,
    pub gas: i64,
    pub events: Vec<Event>,
    pub globals: Vec<Vec<u8>>,
}

impl Event {
    pub fn gas(&self) -> i64 {
        match self {
            Event::Native { gas, .. } | Event::Poll { gas, .. } => *gas,
            Event::Raise { gas, .. } | Event::OutOfGas { gas } => *gas,
        }
    }
}

impl Run {
    /// Whether `other` is the same run, but for polls that came at most `near` units after another. What ends
    /// at one of those may continue to the next.
    pub fn is_but_for_polls(&self, other: &Run, near: i64) -> bool {
        let mut kept = other.events.iter().peekable();
        let mut last = None;
        for (n, event) in self.events.iter().enumerate() {
            if kept.next_if_eq(&event).is_some() {
                last = matches!(event, Event::Poll { .. }).then_some(event.gas());
                continue;
            }
            let is_near = last.is_some_and(|last| event.gas() - last <= near);
            let ends = self.end == End::OutOfGas && n + 2 >= self.events.len();
            match event {
                Event::Poll { .. } if is_near => {}
                Event::OutOfGas { .. } if ends => return true,
                _ => return false,
            }
        }
        kept.next().is_none()
            && self.end == other.end
            && self.gas == other.gas
            && self.globals == other.globals
    }
}

/// Gas after which a poll stops the program.
const LIMIT: i64 = 20_000;

/// Events after which it does, too.
const MAX_EVENTS: usize = 2000;

/// Raises that one activation's handler takes before they go to its caller (so that runs end).
const MAX_HANDLED: u32 = 3;

/// Runs a function.
pub fn run(module: &Module, func: FuncId, args: &[i64]) -> Run {
    let globals = module.globals.values().map(|g| vec![0; g.size as usize]).collect();
    let mut machine = Machine { module, gas: 0, natives: 0, events: Vec::new(), objects: globals };
    let end = match machine.call(func, args.to_vec()) {
        Ok(values) => End::Returned(values),
        Err(Stop::Raise(code)) => End::Raised(code),
        Err(Stop::OutOfGas) => End::OutOfGas,
    };
    // What a program that was stopped has left in memory is not compared: loops may not have stored yet.
    let left = if end == End::OutOfGas { 0 } else { module.globals.len() };
    let globals = machine.objects[..left].to_vec();
    Run { end, gas: machine.gas, events: machine.events, globals }
}

enum Stop {
    Raise(TrapCode),
    OutOfGas,
}

/// Where an activation continues.
enum Next {
    Block(Block),
    Return(Vec<i64>),
    Tail(FuncId, Vec<i64>),
}

struct Machine<'m> {
    module: &'m Module,
    gas: i64,
    /// Calls of natives so far.
    natives: i64,
    events: Vec<Event>,
    /// Globals first. A ref is the object's number plus one, times 2^32, plus the offset.
    objects: Vec<Vec<u8>>,
}

struct Frame<'m> {
    id: FuncId,
    func: &'m Function,
    values: HashMap<Value, i64>,
    /// Object numbers of the slots.
    slots: Vec<usize>,
}

impl Frame<'_> {
    fn get(&self, value: Value) -> i64 {
        *self.values.get(&value).unwrap_or_else(|| panic!("{value} is not known here"))
    }

    /// Forgets what is not among these.
    fn keep(&mut self, values: &[Value]) {
        let kept = values.iter().map(|v| (*v, self.get(*v))).collect();
        self.values = kept;
    }
}

fn wrap(ty: Type, value: i128) -> i64 {
    match ty.bits() {
        8 => i64::from(value as i8),
        16 => i64::from(value as i16),
        32 => i64::from(value as i32),
        _ => value as i64,
    }
}

fn unsigned(ty: Type, value: i64) -> i128 {
    i128::from(value).rem_euclid(1 << ty.bits())
}

impl<'m> Machine<'m> {
    fn new_object(&mut self, size: u32) -> usize {
        self.objects.push(vec![0; size as usize]);
        self.objects.len() - 1
    }

    fn call(&mut self, mut id: FuncId, mut args: Vec<i64>) -> Result<Vec<i64>, Stop> {
        loop {
            match self.activation(id, &args)? {
                Next::Return(values) => return Ok(values),
                Next::Tail(func, values) => (id, args) = (func, values),
                Next::Block(_) => unreachable!("an activation runs its blocks itself"),
            }
        }
    }

    fn activation(&mut self, id: FuncId, args: &[i64]) -> Result<Next, Stop> {
        let func = self.module.funcs[id].body.as_deref().expect("a body");
        let slots = func.slots.values().map(|s| self.new_object(s.size)).collect();
        let mut frame = Frame { id, func, values: HashMap::new(), slots };
        let entry = func.entry();
        frame.values.extend(func.blocks[entry].params.iter().copied().zip(args.iter().copied()));
        let (mut block, mut handled) = (entry, 0);
        loop {
            let next = self.block(&mut frame, block);
            match (next, func.handler) {
                (Ok(Next::Block(next)), _) => block = next,
                (Ok(other), _) => return Ok(other),
                (Err(Stop::Raise(_)), Some(handler)) if handled < MAX_HANDLED => {
                    handled += 1;
                    frame.values.clear();
                    block = handler;
                }
                (Err(stop), _) => return Err(stop),
            }
        }
    }

    fn block(&mut self, frame: &mut Frame<'m>, block: Block) -> Result<Next, Stop> {
        for inst in &frame.func.blocks[block].insts {
            if frame.func.insts[*inst].op.is_end() {
                return self.end(frame, *inst);
            }
            let results = self.inst(frame, *inst)?;
            let values = &frame.func.insts[*inst].results;
            assert_eq!(values.len(), results.len());
            frame.values.extend(values.iter().copied().zip(results));
        }
        unreachable!("a block has an end")
    }

    fn raise(&mut self, code: TrapCode) -> Stop {
        self.events.push(Event::Raise { code, gas: self.gas });
        Stop::Raise(code)
    }

    fn go(&mut self, frame: &mut Frame<'m>, inst: Inst, n: usize) -> Next {
        let target = &frame.func.insts[inst].targets[n];
        let args: Vec<i64> = target.args.iter().map(|a| frame.get(*a)).collect();
        frame.values.extend(frame.func.blocks[target.block].params.iter().copied().zip(args));
        Next::Block(target.block)
    }

    fn end(&mut self, frame: &mut Frame<'m>, inst: Inst) -> Result<Next, Stop> {
        let data = &frame.func.insts[inst];
        let args: Vec<i64> = data.args.iter().map(|a| frame.get(*a)).collect();
        match data.op {
            Opcode::Jump => Ok(self.go(frame, inst, 0)),
            Opcode::Brif => Ok(self.go(frame, inst, usize::from(args[0] == 0))),
            Opcode::Guard if args[0] != 0 => Ok(self.go(frame, inst, 0)),
            Opcode::Guard => {
                let target = &data.targets[1];
                let passed: Vec<i64> = target.args.iter().map(|a| frame.get(*a)).collect();
                frame.keep(&data.args[1..]);
                frame.values.extend(frame.func.blocks[target.block].params.iter().copied().zip(passed));
                Ok(Next::Block(target.block))
            }
            Opcode::Switch => {
                let cases = &frame.func.switches[data.switch()];
                let n = cases.iter().position(|c| *c == args[0]).map_or(0, |n| n + 1);
                Ok(self.go(frame, inst, n))
            }
            Opcode::Return => Ok(Next::Return(args)),
            Opcode::TailCall => Ok(Next::Tail(data.func(), args)),
            Opcode::TailCallIndirect => Ok(Next::Tail(FuncId::from_u32(args[0] as u32), args[1..].to_vec())),
            Opcode::Trap => Err(self.raise(data.trap_code())),
            other => unreachable!("{other:?} is no end"),
        }
    }

    fn at(&mut self, addr: i64, len: usize) -> &mut [u8] {
        let object = (addr >> 32) as usize - 1;
        let offset = addr as u32 as usize;
        &mut self.objects[object][offset..offset + len]
    }

    fn inst(&mut self, frame: &mut Frame<'m>, inst: Inst) -> Result<Vec<i64>, Stop> {
        let data = &frame.func.insts[inst];
        let args: Vec<i64> = data.args.iter().map(|a| frame.get(*a)).collect();
        let ty = data.ty;
        let len = ty.bytes() as usize;
        let address = |object: usize, offset: i64| vec![((object as i64 + 1) << 32) + offset];
        Ok(match data.op {
            Opcode::GlobalAddr => address(data.global().index(), data.offset()),
            Opcode::DataAddr => unreachable!("{} is not evaluated", data.bytes()),
            Opcode::StackAddr => address(frame.slots[data.slot().index()], 0),
            Opcode::Iconst => vec![data.int()],
            Opcode::FuncRef => vec![i64::from(data.func().as_u32())],
            Opcode::Alloc => {
                let size = self.module.classes[data.class()].size;
                address(self.new_object(size), 0)
            }
            Opcode::FieldAddr => vec![args[0] + data.offset()],
            Opcode::ElemAddr => vec![args[0] + args[1] * i64::from(data.scale()) + data.offset()],
            Opcode::Load => {
                let mut bytes = [0; 16];
                bytes[..len].copy_from_slice(self.at(args[0] + data.offset(), len));
                vec![wrap(ty, i128::from_le_bytes(bytes))]
            }
            Opcode::Store => {
                self.at(args[0] + data.offset(), len).copy_from_slice(&args[1].to_le_bytes()[..len]);
                vec![]
            }
            Opcode::Zero => {
                self.gas += purlin_base::gas::bytes_touched(args[1] as u64);
                self.at(args[0], args[1] as usize).fill(0);
                vec![]
            }
            Opcode::NilCheck if args[0] == 0 => return Err(self.raise(TrapCode::NilDereference)),
            Opcode::Bounds if !(0..args[1]).contains(&args[0]) => {
                return Err(self.raise(TrapCode::IndexOutOfRange));
            }
            Opcode::TrapIf if args[0] != 0 => {
                return Err(self.raise(data.trap_code()));
            }
            Opcode::AssumeLe => {
                assert!((0..=args[1]).contains(&args[0]), "{} is not from 0 to {}", args[0], args[1]);
                vec![]
            }
            Opcode::NilCheck | Opcode::Bounds | Opcode::TrapIf => vec![],
            Opcode::Charge => {
                self.gas += data.units();
                vec![]
            }
            Opcode::Probe => vec![],
            Opcode::Poll => {
                // Copies of a poll are that poll.
                let state = frame.func.frame_states[data.state()].origin;
                self.events.push(Event::Poll { state, func: frame.id, gas: self.gas });
                frame.keep(&data.args);
                if self.gas > LIMIT || self.events.len() > MAX_EVENTS {
                    self.events.push(Event::OutOfGas { gas: self.gas });
                    return Err(Stop::OutOfGas);
                }
                vec![]
            }
            Opcode::Call => self.call(data.func(), args)?,
            Opcode::CallIndirect => self.call(FuncId::from_u32(args[0] as u32), args[1..].to_vec())?,
            Opcode::CallNative => {
                assert_eq!(data.native().index(), 0);
                self.natives += 1;
                self.events.push(Event::Native { args: args.clone(), gas: self.gas });
                vec![args[0].rotate_left(7) ^ self.natives]
            }
            Opcode::Sdiv | Opcode::Udiv | Opcode::Srem | Opcode::Urem if args[1] == 0 => {
                return Err(self.raise(TrapCode::DivideByZero));
            }
            _ => {
                vec![pure(data.op, ty, &args, frame.func.insts[inst].args.first().map(|a| frame.func.ty(*a)))]
            }
        })
    }
}

/// Ops without effects. The arithmetic is done in 128 bits, other than the tiers and the optimiser do it.
fn pure(op: Opcode, ty: Type, args: &[i64], from: Option<Type>) -> i64 {
    let wide = |n: usize| args.get(n).map_or(0, |x| i128::from(*x));
    let plain = |n: usize| args.get(n).map_or(0, |x| unsigned(ty, *x));
    let (x, y, ux, uy) = (wide(0), wide(1), plain(0), plain(1));
    let count = args.get(1).map_or(0, |n| (*n as u64).min(127) as u32);
    let exact = |value: i128| i128::from(wrap(ty, value)) != value;
    let truth = |b: bool| i128::from(b);
    let value = match op {
        Opcode::Null => 0,
        Opcode::Iadd => x + y,
        Opcode::Isub => x - y,
        Opcode::Imul => x * y,
        Opcode::Iand => x & y,
        Opcode::Ior => x | y,
        Opcode::Ixor => x ^ y,
        Opcode::Ineg => -x,
        Opcode::Inot => -x - 1,
        Opcode::Popcnt => ux.count_ones().into(),
        Opcode::Clz => i128::from(ux.leading_zeros()) - 128 + i128::from(ty.bits()),
        Opcode::Ctz => ux.trailing_zeros().min(ty.bits()).into(),
        Opcode::Bswap => ux.swap_bytes() >> (128 - ty.bits()),
        Opcode::UmulHigh => ((ux.cast_unsigned() * uy.cast_unsigned()) >> ty.bits()).cast_signed(),
        Opcode::Sdiv => x / y,
        Opcode::Srem => x % y,
        Opcode::Udiv => ux / uy,
        Opcode::Urem => ux % uy,
        Opcode::Shl if count >= 64 => 0,
        Opcode::Shl => ux << count,
        Opcode::Sshr => x >> count,
        Opcode::Ushr => ux >> count,
        Opcode::SaddOvf => return i64::from(exact(x + y)),
        Opcode::SsubOvf => return i64::from(exact(x - y)),
        Opcode::SmulOvf => return i64::from(exact(x * y)),
        Opcode::Ieq => truth(x == y),
        Opcode::Ine => truth(x != y),
        Opcode::Slt => truth(x < y),
        Opcode::Sle => truth(x <= y),
        Opcode::Sgt => truth(x > y),
        Opcode::Sge => truth(x >= y),
        Opcode::Ult => truth(ux < uy),
        Opcode::Ule => truth(ux <= uy),
        Opcode::Ugt => truth(ux > uy),
        Opcode::Uge => truth(ux >= uy),
        Opcode::Sext | Opcode::Itrunc => x,
        Opcode::Zext => unsigned(from.expect("an operand"), args[0]),
        Opcode::Select => {
            if x != 0 {
                y
            } else {
                wide(2)
            }
        }
        Opcode::DynFromInt => i128::from(word::from_int(x as i64) as i64),
        Opcode::DynToInt => i128::from(word::to_int(x as u64)),
        Opcode::DynIsInt => truth(word::is_int(x as u64)),
        other => unreachable!("{other:?} is not evaluated"),
    };
    wrap(ty, value)
}
