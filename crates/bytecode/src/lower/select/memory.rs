//! Addresses, loads, stores and allocations.

use purlin_base::EntityRef as _;
use purlin_ir::{Imm, Inst, InstData, Opcode, Type, Value};

use super::{Reg, Regs, SEVERAL, Selector, by_width};
use crate::table::Op;

impl<'a> Selector<'a> {
    pub(super) fn address_of(&mut self, data: &InstData, def: Reg) {
        let (op, at) = match data.imm {
            Imm::Data { data, offset } => (Op::Data, self.layout.data[data] as i64 + offset),
            Imm::Global { global, offset } => (Op::Global, self.layout.globals[global] as i64 + offset),
            _ => (Op::Stack, self.frame.offset(data.slot()) as i64),
        };
        self.offset(op, def, at);
    }

    pub(super) fn field(&mut self, data: &InstData, def: Reg) {
        let base = self.reg(data.args[0]);
        self.add_offset(def, base, data.offset());
    }

    pub(super) fn allocate(&mut self, data: &InstData) {
        let def = Some(self.reg(data.results[0]));
        if data.op == Opcode::Alloc {
            self.push_imm(Op::Alloc, def, &[], i64::from(data.class().as_u32()));
        } else {
            let n = self.reg(data.args[0]);
            self.push(Op::AllocArray, def, &[n]).word = u64::from(data.class().as_u32());
        }
    }

    /// Where in the globals an address is, if that is known.
    pub(super) fn global_at(&mut self, address: Value, offset: i64) -> Option<i64> {
        let (_, data) = self.def_inst(address)?;
        let own = data.imm.as_offset()?;
        (data.op == Opcode::GlobalAddr).then(|| self.layout.globals[data.global()] as i64 + own + offset)
    }

    fn offset(&mut self, op: Op, def: Reg, at: i64) {
        match i32::try_from(at) {
            Ok(_) => self.push_imm(op, Some(def), &[], at),
            Err(_) => self.error = Some("an offset into globals, data or the frame"),
        }
    }

    fn add_offset(&mut self, def: Reg, base: Reg, offset: i64) {
        if i16::try_from(offset).is_ok() {
            self.push_imm(Op::AddI64, Some(def), &[base], offset);
        } else {
            let k = self.temp();
            self.push(Op::Add64, Some(def), &[base, k]);
            self.constant(k, offset);
        }
    }

    pub(super) fn element(&mut self, data: &InstData, def: Reg) {
        let (base, index) = (data.args[0], data.args[1]);
        let uses = [self.reg(base), self.reg(index)];
        let (scale, offset) = (u64::from(data.scale()), data.offset());
        if scale == 1 && offset == 0 {
            self.push(Op::Add64, Some(def), &uses);
        } else if i32::try_from(offset).is_ok() {
            self.push(Op::Elem, Some(def), &uses).word = scale | (offset as u64) << 32;
        } else {
            let at = self.temp();
            self.add_offset(def, at, offset);
            self.push(Op::Elem, Some(at), &uses).word = scale;
        }
    }

    fn address(&mut self, at: Value, ty: Type, offset: i64, ops: &Access) -> Address {
        let (mut at, mut offset) = (self.root(at), offset);
        while let Some((inst, data)) = self.def_inst(at) {
            let own = data.imm.as_offset().unwrap_or(0);
            let sum = |start: i64| i32::try_from(start.saturating_add(own).saturating_add(offset)).ok();
            // What folds must not need other values than the frame state of a poll between names.
            let here = self.place[inst].is_some_and(|p| (p.0, p.2) == (self.block, self.polls));
            if data.op == Opcode::FieldAddr && here && i16::try_from(offset.saturating_add(own)).is_ok() {
                offset += own;
                at = self.root(data.args[0]);
                continue;
            }
            if data.op == Opcode::GlobalAddr
                && ty.bytes() == 8
                && let Some(at) = sum(self.layout.globals[data.global()] as i64)
            {
                return Address::Global(at);
            }
            // An address that several want is better in a register: accesses of neighbours become one.
            if data.op == Opcode::StackAddr
                && ty.bytes() == 8
                && self.uses[at] < SEVERAL
                && !self.demanded[at.index()]
                && let Some(at) = sum(self.frame.offset(data.slot()) as i64)
            {
                return Address::Stack(at);
            }
            if data.op == Opcode::ElemAddr && here && data.scale() == ty.bytes() && own == 0 && offset == 0 {
                return self.indexed(data, ops);
            }
            break;
        }
        let base = self.reg(at);
        match i16::try_from(offset) {
            Ok(offset) => Address::Base(base, offset),
            Err(_) => {
                let sum = self.temp();
                self.far = Some((sum, base, offset));
                Address::Base(sum, 0)
            }
        }
    }

    /// An element's address, with the check of its index right before, if there is one and an op that does
    /// both.
    fn indexed(&mut self, elem: &InstData, ops: &Access) -> Address {
        let (base, index) = (self.reg(elem.args[0]), self.reg(elem.args[1]));
        let checked = ops.checked.is_some();
        let insts = &self.func.blocks[self.block].insts;
        for n in (self.index.saturating_sub(8)..self.index).rev().filter(|_| checked) {
            let data = &self.func.insts[insts[n]];
            if data.op == Opcode::Bounds && !self.folded[insts[n]] {
                if self.root(data.args[0]).as_u32() != index {
                    break;
                }
                self.folded[insts[n]] = true;
                let length = self.reg(data.args[1]);
                return Address::Checked(base, index, length);
            }
            // Not past another access, which may rely on the same check.
            if !data.op.is_pure() && !self.folded[insts[n]] {
                break;
            }
        }
        Address::Index(base, index)
    }

    /// An access whose first field is `value`, to be written or read.
    fn access(&mut self, ops: Access, def: Option<Reg>, value: Option<Reg>, address: Address) {
        let with = |rest: &[Reg]| value.iter().chain(rest).copied().collect::<Regs>();
        let checked_or = |op: Option<Op>| op.unwrap_or(ops.indexed);
        match address {
            Address::Base(base, offset) => self.push_imm(ops.plain, def, &with(&[base]), i64::from(offset)),
            Address::Index(base, index) => {
                self.push(ops.indexed, def, &with(&[base, index]));
            }
            Address::Checked(base, index, length) => {
                self.push(checked_or(ops.checked), def, &with(&[base, index, length]));
            }
            Address::Global(at) => self.push_imm(ops.global, def, &with(&[]), i64::from(at)),
            Address::Stack(at) => self.push_imm(ops.stack, def, &with(&[]), i64::from(at)),
        }
        if let Some((sum, base, offset)) = self.far.take() {
            self.add_offset(sum, base, offset);
        }
    }

    pub(super) fn load(&mut self, data: &InstData, def: Reg) {
        self.load_as(data, def, load_ops(data.ty));
    }

    fn load_as(&mut self, data: &InstData, def: Reg, ops: Access) {
        let address = self.address(data.args[0], data.ty, data.offset(), &ops);
        self.access(ops, Some(def), None, address);
    }

    pub(super) fn store(&mut self, data: &InstData) {
        let value = self.reg(data.args[1]);
        let ops = store_ops(data.ty);
        let address = self.address(data.args[0], data.ty, data.offset(), &ops);
        self.access(ops, None, Some(value), address);
    }

    pub(super) fn zero_extend(&mut self, data: &'a InstData, def: Reg) {
        let from = self.func.ty(data.args[0]);
        if let Some((inst, load)) = self.only_here(data.args[0])
            && load.op == Opcode::Load
            // After a sign extension the load is a narrower one.
            && load.ty == from
            && self.quiet_since(inst)
        {
            let ops = by_width(
                from,
                [
                    loads(Op::LdU8, Op::LdXU8, Some(Op::LdCU8)),
                    loads(Op::LdU16, Op::LdXU16, None),
                    loads(Op::LdU32, Op::LdXU32, None),
                    load_ops(from),
                ],
            );
            self.folded[inst] = true;
            return self.load_as(load, def, ops);
        }
        self.plain(by_width(from, [Op::Zext8, Op::Zext16, Op::Zext32, Op::Mov]), def, data);
    }

    /// Whether nothing between `inst` and here writes, traps or calls. Looks a few instructions far.
    pub(super) fn quiet_since(&self, inst: Inst) -> bool {
        let Some((block, n, _)) = self.place[inst] else { return false };
        let n = n as usize;
        block == self.block
            && self.index - n <= 8
            && self.func.blocks[block].insts[n + 1..self.index].iter().all(|i| self.is_quiet(*i))
    }

    fn is_quiet(&self, inst: Inst) -> bool {
        self.func.insts[inst].op.is_value() || self.folded[inst]
    }
}

/// Where a load or store goes.
enum Address {
    Base(Reg, i16),
    Index(Reg, Reg),
    /// Base, index, and the length that the index is checked against.
    Checked(Reg, Reg, Reg),
    Global(i32),
    Stack(i32),
}

/// The forms of one access.
#[derive(Clone, Copy)]
struct Access {
    plain: Op,
    indexed: Op,
    checked: Option<Op>,
    /// Of eight bytes only.
    global: Op,
    stack: Op,
}

const fn loads(plain: Op, indexed: Op, checked: Option<Op>) -> Access {
    Access { plain, indexed, checked, global: Op::LdG64, stack: Op::LdS64 }
}

const fn stores(plain: Op, indexed: Op, checked: Option<Op>) -> Access {
    Access { plain, indexed, checked, global: Op::StG64, stack: Op::StS64 }
}

fn load_ops(ty: Type) -> Access {
    match ty {
        Type::I8 => loads(Op::Ld8, Op::LdX8, Some(Op::LdC8)),
        Type::I16 => loads(Op::Ld16, Op::LdX16, None),
        Type::I32 => loads(Op::Ld32, Op::LdX32, Some(Op::LdC32)),
        Type::F32 => loads(Op::LdU32, Op::LdXU32, None),
        Type::I64 | Type::F64 | Type::Ref | Type::Dyn => loads(Op::Ld64, Op::LdX64, Some(Op::LdC64)),
    }
}

fn store_ops(ty: Type) -> Access {
    match ty {
        Type::I8 => stores(Op::St8, Op::StX8, Some(Op::StC8)),
        Type::I16 => stores(Op::St16, Op::StX16, None),
        Type::I32 => stores(Op::St32, Op::StX32, Some(Op::StC32)),
        Type::F32 => stores(Op::St32, Op::StX32, None),
        Type::I64 | Type::F64 | Type::Ref | Type::Dyn => stores(Op::St64, Op::StX64, Some(Op::StC64)),
    }
}
