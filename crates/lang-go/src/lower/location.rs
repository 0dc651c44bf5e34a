//! Locations: where a value is, before it is read or written.

use purlin_ir::{Opcode, Type as Ir, Value};
use smallvec::SmallVec;

use super::state::{Location, Lower, Vals};
use crate::types::TypeId;

impl<'a> Lower<'_, 'a> {
    /// Reads a value. One in memory may be the place itself: to be used at once.
    pub(super) fn load(&mut self, place: &Location, ty: TypeId) -> Vals {
        match place {
            Location::Vals(vals) => Vals::from_slice(vals),
            Location::Vars(vars) => match vars.as_slice() {
                // The usual case, worth its own line: collecting costs more than reading the variable.
                [var] => Vals::from_slice(&[self.b.use_var(*var)]),
                vars => vars.iter().map(|v| self.b.use_var(*v)).collect(),
            },
            Location::Mem { base, off, .. } => {
                let layout = self.layout(ty);
                if layout.mem {
                    return SmallVec::from_slice(&[self.b.field_addr(*base, *off)]);
                }
                layout.comps.iter().map(|c| self.b.load(c.ty, *base, off + c.off)).collect()
            }
            Location::Header { base, off } => {
                let place = self.header_as_it_is(*base, *off);
                self.load(&place, ty)
            }
        }
    }

    /// Reads a value that stays as it is while the rest of the expression is evaluated.
    pub(super) fn load_stable(&mut self, place: &Location, ty: TypeId) -> Vals {
        let vals = self.load(place, ty);
        if matches!(place, Location::Mem { stable: false, .. }) && self.layout(ty).mem {
            let temp = self.temp(ty);
            self.copy_value(temp, 0, vals[0], ty);
            return SmallVec::from_slice(&[temp]);
        }
        vals
    }

    /// Writes a value.
    pub(super) fn store(&mut self, place: &Location, ty: TypeId, vals: &[Value]) {
        match place {
            Location::Vals(_) => {}
            Location::Vars(vars) => {
                for (var, val) in vars.iter().zip(vals) {
                    self.b.def_var(*var, *val);
                }
            }
            Location::Mem { base, off, .. } => {
                let layout = self.layout(ty);
                if layout.mem {
                    self.copy_value(*base, *off, vals[0], ty);
                    return;
                }
                for (c, val) in layout.comps.iter().zip(vals) {
                    self.b.store(*base, off + c.off, *val);
                }
            }
            Location::Header { base, off } => {
                self.store(&Location::Mem { base: *base, off: *off, stable: false }, ty, vals);
                self.header_written(*base);
            }
        }
    }

    /// Copies a value in memory.
    pub(super) fn copy_value(&mut self, to: Value, off: i64, from: Value, ty: TypeId) {
        if let Some(leaves) = self.cx.leaves(ty) {
            let vals: Vals = leaves.iter().map(|c| self.b.load(c.ty, from, c.off)).collect();
            for (c, val) in leaves.iter().zip(vals) {
                self.b.store(to, off + c.off, val);
            }
            return;
        }
        let size = self.layout(ty).size as i64;
        let (to, size) = (self.b.field_addr(to, off), self.int(size));
        self.b.effect(Opcode::Copy, &[to, from, size]);
    }

    /// Writes the zero value.
    pub(super) fn store_zero(&mut self, place: &Location, ty: TypeId) {
        let Location::Mem { base, off, .. } = place else {
            let zero = self.zero(ty);
            self.store(place, ty, &zero);
            return;
        };
        if let Some(leaves) = self.cx.leaves(ty) {
            for c in leaves {
                let zero = self.zero_of(c.ty);
                self.b.store(*base, off + c.off, zero);
            }
            return;
        }
        let size = self.layout(ty).size as i64;
        let (at, size) = (self.b.field_addr(*base, *off), self.int(size));
        self.b.effect(Opcode::Zero, &[at, size]);
    }

    /// The place of the n-th field of the struct at `place`, and the field's type.
    pub(super) fn field(&mut self, place: &Location, ty: TypeId, n: usize) -> (Location, TypeId) {
        let layout = self.layout(ty);
        let field = layout.fields[n];
        let count = self.layout(field.ty).comps.len();
        let place = match place {
            // A value in memory as an expression's result.
            Location::Vals(vals) if layout.mem => {
                Location::Mem { base: vals[0], off: field.off, stable: true }
            }
            Location::Vals(vals) => Location::Vals(vals[field.first..field.first + count].into()),
            Location::Vars(vars) => Location::Vars(vars[field.first..field.first + count].into()),
            Location::Mem { base, off, stable } => {
                Location::Mem { base: *base, off: off + field.off, stable: *stable }
            }
            Location::Header { base, off } => Location::Header { base: *base, off: off + field.off },
        };
        (place, field.ty)
    }

    /// The memory that a pointer leads to; traps on nil.
    pub(super) fn deref(&mut self, pointer: Value) -> Location {
        self.b.effect(Opcode::NilCheck, &[pointer]);
        Location::mem(pointer)
    }

    /// The memory of a `ty` that a pointer leads to; traps on nil.
    pub(super) fn deref_as(&mut self, pointer: Value, ty: TypeId) -> Location {
        self.b.effect(Opcode::NilCheck, &[pointer]);
        match self.may_stand_for_words(ty) {
            true => Location::Header { base: pointer, off: 0 },
            false => Location::mem(pointer),
        }
    }

    /// The address of a place; one that is not in memory is copied to the heap.
    pub(super) fn address(&mut self, place: &Location, ty: TypeId) -> Value {
        match place {
            Location::Mem { base, off, .. } | Location::Header { base, off } => {
                self.b.field_addr(*base, *off)
            }
            Location::Vals(_) | Location::Vars(_) => {
                let vals = self.load(place, ty);
                let at = self.new_object(ty);
                self.store(&Location::mem(at), ty, &vals);
                at
            }
        }
    }

    /// The place of a value in memory of a sequence, `index` having been checked.
    pub(super) fn element(&mut self, data: Value, index: Value, elem: TypeId) -> Location {
        let size = self.layout(elem).size;
        Location::mem(self.elem_addr(data, index, size))
    }

    pub(super) fn elem_addr(&mut self, data: Value, index: Value, size: u64) -> Value {
        match (size, self.b.func.as_iconst(index)) {
            (0, _) => data,
            (_, Some(n)) if (0..1 << 20).contains(&n) => self.b.field_addr(data, n * size as i64),
            _ => self.b.elem_addr(data, index, size as u32, 0),
        }
    }

    /// Sign- or zero-extends an integer to 64 bits.
    pub(super) fn widen(&mut self, value: Value, unsigned: bool) -> Value {
        if self.b.func.ty(value) == Ir::I64 {
            return value;
        }
        let op = if unsigned { Opcode::Zext } else { Opcode::Sext };
        self.b.op(op, Ir::I64, &[value])
    }
}
