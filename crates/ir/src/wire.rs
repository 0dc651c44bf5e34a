//! Modules and functions as bytes ([`purlin_base::wire`]).
//!
//! A function is written compactly, as most of the bytes of a compiled module are functions: numbers of
//! values, instructions and places relative to those before, and what follows from the rest (where a value
//! comes from) only where it does not.

use purlin_base::wire::{Malformed, Reader, Wire, Writer};
use purlin_base::{EntityRef, PrimaryMap, wire_enum, wire_structs};
use smallvec::SmallVec;

use crate::func::*;
use crate::ids::*;
use crate::imm::Imm;
use crate::inst::{InstData, Target, Values};
use crate::module::*;
use crate::op::Opcode;
use crate::types::Type;

macro_rules! ids {
    ($($id:ident)*) => {
        $(impl Wire for $id {
            fn put(&self, out: &mut Writer) {
                self.as_u32().put(out);
            }

            fn take(from: &mut Reader<'_>) -> Result<$id, Malformed> {
                // The highest number stands for none.
                u32::take(from).and_then(|n| if n < u32::MAX { Ok($id::from_u32(n)) } else { Err(Malformed) })
            }
        })*
    };
}

ids! {
    Value Block Inst SlotId FrameStateId SwitchId LocId FuncId SigId NativeId ClassId GlobalId DataId SelectorId
    InterfaceId
}

wire_enum!(Imm {
    0 None {}
    1 Int { 0: value }
    2 Float { 0: bits }
    3 Mem { offset: offset, region: region }
    4 Offset { 0: offset }
    5 Scaled { scale: scale, offset: offset }
    6 Units { 0: units }
    7 Func { 0: func }
    8 Sig { 0: sig }
    9 Native { 0: native }
    10 Class { 0: class }
    11 Slot { 0: slot }
    12 Global { global: global, offset: offset }
    13 Data { data: data, offset: offset }
    14 Trap { 0: code }
    15 Selector { 0: selector }
    16 Interface { 0: interface }
    17 State { 0: state }
    18 Switch { 0: switch }
    19 Probe { 0: number }
});

wire_enum!(Pointers { 0 None {} 1 Words { 0: bits } 2 All {} });

wire_structs! {
    SlotData { size }
    FrameStateData { func, origin }
    NativeDecl { name, sig }
    ClassDecl { size, pointers }
    GlobalDecl { name, size }
    SelectorDecl { name, methods }
    InterfaceDecl { name, types }
    AddedTypes { stride, count }
    Counted { calls, allocations, gas }
}

/// Functions without their bodies, which are a list by themselves: most of them are never used.
impl Wire for FuncDecl {
    fn put(&self, out: &mut Writer) {
        let FuncDecl { name, sig, body: _, wrapper } = self;
        name.put(out);
        sig.put(out);
        wrapper.put(out);
    }

    fn take(from: &mut Reader<'_>) -> Result<FuncDecl, Malformed> {
        let (name, sig, wrapper) = (Wire::take(from)?, Wire::take(from)?, Wire::take(from)?);
        Ok(FuncDecl { name, sig, body: None, wrapper })
    }
}

impl Wire for DataDecl {
    fn put(&self, out: &mut Writer) {
        self.bytes.put(out);
    }

    fn take(from: &mut Reader<'_>) -> Result<DataDecl, Malformed> {
        Ok(DataDecl { bytes: Wire::take(from)? })
    }
}

impl Wire for Opcode {
    fn put(&self, out: &mut Writer) {
        out.byte(*self as u8);
    }

    fn take(from: &mut Reader<'_>) -> Result<Opcode, Malformed> {
        Opcode::ALL.get(usize::from(from.byte()?)).copied().ok_or(Malformed)
    }
}

/// The last number in a row of numbers that are close to each other.
#[derive(Default)]
struct Near(u32);

impl Near {
    fn put(&mut self, number: u32, out: &mut Writer) {
        out.signed(i64::from(number) - i64::from(self.0));
        self.0 = number;
    }

    fn take(&mut self, from: &mut Reader<'_>) -> Result<u32, Malformed> {
        let number = from.signed()?.checked_add(i64::from(self.0)).ok_or(Malformed)?;
        self.0 = u32::try_from(number).ok().filter(|n| *n < u32::MAX).ok_or(Malformed)?;
        Ok(self.0)
    }
}

/// Takes the next number of a row.
fn id<T: EntityRef>(near: &mut Near, from: &mut Reader<'_>) -> Result<T, Malformed> {
    near.take(from).map(|n| T::new(n as usize))
}

impl Wire for Function {
    fn put(&self, out: &mut Writer) {
        // The sizes first: see `Body::size`.
        out.number(self.insts.len() as u64);
        out.number(self.values.len() as u64);
        put_locs(&self.locs, out);
        self.slots.put(out);
        self.frame_states.put(out);
        self.switches.put(out);
        self.handler.put(out);
        self.layout.put(out);
        let mut values = Near::default();
        put_blocks(&self.blocks, &mut values, out);
        let mut values = Near::default();
        let mut locs = Near::default();
        self.insts.values().for_each(|inst| put_inst(inst, &mut values, &mut locs, out));
        self.values.values().for_each(|value| value.ty.put(out));
        let origins = origins(self);
        let other =
            self.values.iter().zip(&origins).filter(|((_, value), origin)| Some(value.def) != **origin);
        let other: Vec<(Value, Def)> = other.map(|((id, value), _)| (id, value.def)).collect();
        other.put(out);
    }

    fn take(from: &mut Reader<'_>) -> Result<Function, Malformed> {
        let (insts, values) = (from.number()? as usize, from.number()? as usize);
        let mut function = Function {
            locs: take_locs(from)?,
            slots: Wire::take(from)?,
            frame_states: Wire::take(from)?,
            switches: Wire::take(from)?,
            handler: Wire::take(from)?,
            layout: Wire::take(from)?,
            ..Function::default()
        };
        function.blocks = take_blocks(&mut Near::default(), from)?;
        let (mut near, mut locs) = (Near::default(), Near::default());
        function.insts.reserve(insts.min(1 << 20));
        for _ in 0..insts {
            function.insts.push(take_inst(&mut near, &mut locs, from)?);
        }
        function.values.reserve(values.min(1 << 20));
        for _ in 0..values {
            let ty = Type::take(from)?;
            function.values.push(ValueData { ty, def: Def::Result(Inst::from_u32(0), 0) });
        }
        let origins = origins(&function);
        for (value, origin) in function.values.values_mut().zip(origins) {
            value.def = origin.unwrap_or(value.def);
        }
        for (value, def) in Vec::<(Value, Def)>::take(from)? {
            function.values.get_mut(value).ok_or(Malformed)?.def = def;
        }
        Ok(function)
    }
}

wire_enum!(Def { 0 Result { 0: inst, 1: n } 1 Param { 0: block, 1: n } });

/// Where values come from, as the lists of results and parameters say.
fn origins(function: &Function) -> Vec<Option<Def>> {
    let mut origins = vec![None; function.values.len()];
    let results = function.insts.iter().flat_map(|(inst, data)| {
        let def = move |n: usize| Def::Result(inst, n as u32);
        data.results.iter().enumerate().map(move |(n, value)| (*value, def(n)))
    });
    let params = function.blocks.iter().flat_map(|(block, data)| {
        let def = move |n: usize| Def::Param(block, n as u32);
        data.params.iter().enumerate().map(move |(n, value)| (*value, def(n)))
    });
    for (value, def) in results.chain(params) {
        if let Some(origin) = origins.get_mut(value.index()) {
            *origin = Some(def);
        }
    }
    origins
}

fn put_locs(locs: &PrimaryMap<LocId, Loc>, out: &mut Writer) {
    out.number(locs.len() as u64);
    let (mut pos, mut func) = (Near::default(), Near::default());
    for loc in locs.values() {
        pos.put(loc.pos.0, out);
        func.put(loc.func.as_u32(), out);
        loc.inlined_at.map_or(0, |at| at.as_u32() + 1).put(out);
    }
}

fn take_locs(from: &mut Reader<'_>) -> Result<PrimaryMap<LocId, Loc>, Malformed> {
    let count = from.count()?;
    let mut locs = PrimaryMap::with_capacity(count);
    let (mut pos, mut func) = (Near::default(), Near::default());
    for _ in 0..count {
        let (pos, func) = (purlin_base::Pos(pos.take(from)?), id(&mut func, from)?);
        let inlined_at = u32::take(from)?.checked_sub(1).map(LocId::from_u32);
        locs.push(Loc { pos, func, inlined_at });
    }
    Ok(locs)
}

fn put_blocks(blocks: &PrimaryMap<Block, BlockData>, values: &mut Near, out: &mut Writer) {
    out.number(blocks.len() as u64);
    let mut insts = Near::default();
    for block in blocks.values() {
        let BlockData { params, insts: list, cold } = block;
        cold.put(out);
        out.number(params.len() as u64);
        params.iter().for_each(|value| values.put(value.as_u32(), out));
        out.number(list.len() as u64);
        list.iter().for_each(|inst| insts.put(inst.as_u32(), out));
    }
}

fn take_blocks(values: &mut Near, from: &mut Reader<'_>) -> Result<PrimaryMap<Block, BlockData>, Malformed> {
    let count = from.count()?;
    let mut blocks = PrimaryMap::with_capacity(count);
    let mut near = Near::default();
    for _ in 0..count {
        let cold = bool::take(from)?;
        let params = (0..from.count()?).map(|_| id(values, from)).collect::<Result<_, _>>()?;
        let insts = (0..from.count()?).map(|_| id(&mut near, from)).collect::<Result<_, _>>()?;
        blocks.push(BlockData { params, insts, cold });
    }
    Ok(blocks)
}

/// Lengths up to these are in the first byte of an instruction.
const ARGS: usize = 7;
const RESULTS: usize = 3;
const TARGETS: usize = 7;

/// A length, after the part of it that is in the first byte.
fn put_rest(len: usize, most: usize, out: &mut Writer) {
    if len >= most {
        out.number((len - most) as u64);
    }
}

fn take_rest(part: usize, most: usize, from: &mut Reader<'_>) -> Result<usize, Malformed> {
    if part < most { Ok(part) } else { Ok(from.count()? + most) }
}

/// `values` has the last result.
fn put_inst(inst: &InstData, values: &mut Near, locs: &mut Near, out: &mut Writer) {
    let InstData { op, ty, args, results, imm, targets, loc } = inst;
    let (a, r, t) = (args.len(), results.len(), targets.len());
    out.byte((a.min(ARGS) | r.min(RESULTS) << 3 | t.min(TARGETS) << 5) as u8);
    put_rest(a, ARGS, out);
    put_rest(r, RESULTS, out);
    put_rest(t, TARGETS, out);
    op.put(out);
    ty.put(out);
    imm.put(out);
    locs.put(loc.as_u32(), out);
    put_values(args, values, out);
    for target in targets {
        target.block.put(out);
        out.number(target.args.len() as u64);
        put_values(&target.args, values, out);
    }
    results.iter().for_each(|value| values.put(value.as_u32(), out));
}

/// Values that are used, which are not far from the last result.
fn put_values(list: &[Value], values: &Near, out: &mut Writer) {
    list.iter().for_each(|value| out.signed(i64::from(values.0) - i64::from(value.as_u32())));
}

fn take_values(len: usize, values: &Near, from: &mut Reader<'_>) -> Result<Values, Malformed> {
    let mut list = Values::with_capacity(len);
    for _ in 0..len {
        let number = i64::from(values.0).checked_sub(from.signed()?).and_then(|n| u32::try_from(n).ok());
        list.push(number.filter(|n| *n < u32::MAX).map(Value::from_u32).ok_or(Malformed)?);
    }
    Ok(list)
}

fn take_inst(values: &mut Near, locs: &mut Near, from: &mut Reader<'_>) -> Result<InstData, Malformed> {
    let shape = usize::from(from.byte()?);
    let a = take_rest(shape & 7, ARGS, from)?;
    let r = take_rest(shape >> 3 & 3, RESULTS, from)?;
    let t = take_rest(shape >> 5, TARGETS, from)?;
    let (op, ty, imm) = (Opcode::take(from)?, Type::take(from)?, Imm::take(from)?);
    let loc = id(locs, from)?;
    if !imm.fits(op.row().attr) {
        return Err(Malformed);
    }
    let args = take_values(a, values, from)?;
    let mut targets = Vec::with_capacity(t);
    for _ in 0..t {
        let block = Block::take(from)?;
        let len = from.count()?;
        targets.push(Target { block, args: take_values(len, values, from)? });
    }
    let mut results = SmallVec::with_capacity(r);
    for _ in 0..r {
        results.push(id(values, from)?);
    }
    Ok(InstData { op, ty, args, results, imm, targets, loc })
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use purlin_base::wire::Packed;

    use super::*;

    #[test]
    fn a_module_is_read_as_it_was() {
        let text = "types 5\nglobal0 = \"a\" size 3\ndata0 = \"abc\"\nselector0 = \"s\" [2: fn0, 4: fn1]\niface0 = \"i\" [2, 4]\n\
             fn0 \"f\" (i64, f64) -> (i64) {\nblock0(v0: i64, v1: f64):\n    v2 = iconst.i64 -7\n    v3 = iadd.i64 v0, v2\n    \
             v4 = fconst.f64 1.5\n    v5 = slt.i64 v3, v0\n    brif v5, block1(v3), block1(v0)\n\
             block1(v6: i64):\n    return v6\n}\n\nfn1 \"g\" () -> ()\n";
        let module =
            crate::parse::module(text).unwrap_or_else(|e| panic!("{}:{}: {}", e.line, e.col, e.message));
        let mut out = Writer::new();
        module.put(&mut out);
        let bytes = out.into_bytes();
        let mut read: Module = Packed::all(Arc::new(bytes.clone()), 0).decode().unwrap();
        let sizes = |m: &Module| m.funcs.values().find_map(|f| Some(f.body.as_ref()?.size()));
        assert_eq!(sizes(&read), sizes(&module));
        // Written again before anything is decoded, and after.
        let again = |module: &Module| {
            let mut out = Writer::new();
            module.put(&mut out);
            out.into_bytes()
        };
        assert_eq!(again(&read), bytes);
        assert_eq!(crate::print::module(&read), crate::print::module(&module));
        assert_eq!(again(&read), bytes);
        assert!(crate::verify::module(&read).is_ok());
        // What is interned is found again.
        let sig = module.sigs.values().next().unwrap().clone();
        let count = read.sigs.len();
        read.sig(&sig);
        read.bytes(b"abc");
        assert_eq!((read.sigs.len(), read.data.len()), (count, module.data.len()));
    }

    #[test]
    fn what_is_damaged_is_refused_or_read_but_never_a_panic() {
        let text = "fn0 \"f\" (i64) -> (i64) {\nblock0(v0: i64):\n    v1 = iconst.i64 -7\n    v2 = iadd.i64 v0, v1\n    return v2\n}\n";
        let module = crate::parse::module(text).unwrap_or_else(|e| panic!("{}", e.message));
        let mut out = Writer::new();
        Function::put(module.funcs.values().next().unwrap().body.as_ref().unwrap(), &mut out);
        let bytes = out.into_bytes();
        for at in 0..bytes.len() {
            for byte in 0..=255 {
                let mut bad = bytes.clone();
                bad[at] = byte;
                let _ = Packed::all(Arc::new(bad), 0).decode::<Function>();
            }
            assert!(Packed::all(Arc::new(bytes[..at].to_vec()), 0).decode::<Function>().is_err());
        }
    }
}
