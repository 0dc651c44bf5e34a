//! Loops of random IR that the passes for loops look for: that access the same words in every iteration,
//! after checks and with other accesses that may go to the same word; that have a loop-carried remainder;
//! that call methods.
//!
//! A word is accessed as one type throughout, which is what passes trust: each type has its own objects.

use purlin::TrapCode;
use purlin_ir::{Block, Opcode, Type, Value};

use super::{FLOATS, INTS, Writer};

/// Where an access of a loop goes: a word of an object of eight.
struct Cell {
    ty: Type,
    base: Value,
    /// The base may be null, and is checked first.
    is_checked: bool,
    /// A field, an element with an index that stays, or one that moves with the loop's counter.
    index: Index,
}

#[derive(Clone, Copy)]
enum Index {
    Field(i64),
    /// The index, and the length that it is checked against.
    Stays(Value, Option<Value>),
    Moves(Option<Value>),
}

impl Writer<'_, '_> {
    /// Loads values that earlier runs left in memory.
    pub(super) fn remembered(&mut self) {
        for _ in 0..2 {
            let n = self.rng.below(self.declared.cells.len());
            let (ty, global) = self.declared.cells[n];
            let base = self.b.global_addr(global, 0);
            let value = self.b.load(ty, base, 8 * self.rng.range(0, 7));
            let value = self.as_number(ty, value);
            self.values.push(value);
        }
    }

    /// A loop that reads and writes a few words, some of them in every iteration.
    pub(super) fn memory_loop(&mut self) {
        let cells = self.cells();
        let outer = self.values.clone();
        let last = self.trip_count();
        let (head, out) = (self.b.block(), self.b.block());
        let (i, sum) = (self.b.block_param(head, Type::I64), self.b.block_param(head, Type::I64));
        let result = self.b.block_param(out, Type::I64);
        let (first, start) = (self.b.iconst(Type::I64, 0), self.value(Type::I64));
        self.b.jump(head, &[first, start]);
        self.b.switch_to(head);
        let is_tested_first = self.rng.chance(30);
        if is_tested_first {
            let body = self.b.block();
            let more = self.b.binary(Opcode::Slt, i, last);
            self.b.brif_args(more, (body, &[]), (out, &[sum]));
            self.b.seal(body);
            self.b.switch_to(body);
        }
        self.values.extend([i, sum, sum]);
        for _ in 0..2 + self.rng.below(4) {
            self.iteration(&cells, i, (out, sum), true);
        }
        let (sum, one) = (self.value(Type::I64), self.b.iconst(Type::I64, 1));
        let next = self.b.binary(Opcode::Iadd, i, one);
        if is_tested_first {
            self.b.jump(head, &[next, sum]);
        } else {
            let more = self.b.binary(Opcode::Slt, next, last);
            self.b.brif_args(more, (head, &[next, sum]), (out, &[sum]));
        }
        self.b.seal(head);
        self.b.seal(out);
        self.b.switch_to(out);
        self.values = outer;
        self.values.push(result);
        let four = self.b.iconst(Type::I64, 4);
        for cell in &cells {
            let value = self.load_cell(cell, four);
            self.values.push(value);
        }
    }

    /// The trip count of a loop, mostly unknown at compile time, as the loop would be unrolled otherwise.
    fn trip_count(&mut self) -> Value {
        if self.rng.chance(20) {
            let trips = self.rng.range(1, 6);
            return self.b.iconst(Type::I64, trips);
        }
        let (any, mask, one) =
            (self.value(Type::I64), self.b.iconst(Type::I64, 6), self.b.iconst(Type::I64, 1));
        let trips = self.b.binary(Opcode::Iand, any, mask);
        self.b.binary(Opcode::Iadd, trips, one)
    }

    /// A few words of one type or two.
    fn cells(&mut self) -> Vec<Cell> {
        let types = [self.rng.below(self.declared.cells.len()), self.rng.below(self.declared.cells.len())];
        let bases = types.map(|n| {
            let named = self.b.global_addr(self.declared.cells[n].1, 0);
            [named, self.b.alloc(self.declared.class)]
        });
        let mut cells = Vec::new();
        for _ in 0..1 + self.rng.below(4) {
            let n = self.rng.below(2);
            let [named, made] = bases[n];
            let (base, is_checked) = match self.rng.below(6) {
                0 => (named, false),
                1 => (made, self.rng.chance(30)),
                2 | 3 => {
                    let (cond, null) = (self.condition(), self.b.null());
                    let base = if self.rng.chance(50) { named } else { made };
                    let other = if self.rng.chance(25) { null } else { made };
                    (self.b.select(cond, base, other), true)
                }
                _ => {
                    let cond = self.condition();
                    (self.b.select(cond, named, made), self.rng.chance(50))
                }
            };
            let index = self.index();
            cells.push(Cell { ty: self.declared.cells[types[n]].0, base, is_checked, index });
        }
        cells
    }

    fn index(&mut self) -> Index {
        let (any, mask) = (self.value(Type::I64), self.b.iconst(Type::I64, 7));
        let length = match self.rng.chance(70) {
            true => self.b.iconst(Type::I64, 8),
            false => {
                let (one, length) = (self.b.iconst(Type::I64, 1), self.b.binary(Opcode::Iand, any, mask));
                self.b.binary(Opcode::Iadd, length, one)
            }
        };
        let length = self.rng.chance(70).then_some(length);
        match self.rng.below(5) {
            0 | 1 => Index::Field(8 * self.rng.range(0, 7)),
            2 | 3 => {
                let any = self.value(Type::I64);
                Index::Stays(self.b.binary(Opcode::Iand, any, mask), length)
            }
            _ => Index::Moves(length),
        }
    }

    /// The address of a word, after its checks, and the offset to it.
    fn address(&mut self, cell: &Cell, i: Value) -> (Value, i64) {
        if cell.is_checked {
            self.b.effect(Opcode::NilCheck, &[cell.base]);
        }
        let (index, length) = match cell.index {
            Index::Field(offset) => return (cell.base, offset),
            Index::Stays(index, length) => (index, length),
            Index::Moves(length) => (i, length),
        };
        if let Some(length) = length {
            self.b.effect(Opcode::Bounds, &[index, length]);
        }
        (self.b.elem_addr(cell.base, index, 8, 0), 0)
    }

    fn load_cell(&mut self, cell: &Cell, i: Value) -> Value {
        let (address, offset) = self.address(cell, i);
        let value = self.b.load(cell.ty, address, offset);
        self.as_number(cell.ty, value)
    }

    fn store_cell(&mut self, cell: &Cell, i: Value, value: Value) {
        let (address, offset) = self.address(cell, i);
        self.b.store(address, offset, value);
    }

    /// The value, or a number instead of a NaN.
    fn as_number(&mut self, ty: Type, value: Value) -> Value {
        if ty.is_float() { self.number(value) } else { value }
    }

    /// Something that an iteration of such a loop does; it may leave for `out` with a number.
    fn iteration(&mut self, cells: &[Cell], i: Value, out: (Block, Value), may_branch: bool) {
        let cell = self.rng.pick(cells);
        match self.rng.below(12) {
            0..4 => {
                let value = self.load_cell(cell, i);
                self.values.push(value);
            }
            4..6 => {
                let value = self.value(cell.ty);
                self.store_cell(cell, i, value);
            }
            6..9 => {
                let (old, by) = (self.load_cell(cell, i), self.value(cell.ty));
                let ops = [Opcode::Iadd, Opcode::Imul, Opcode::Isub, Opcode::Ixor];
                let op = if cell.ty.is_float() { Opcode::Fadd } else { *self.rng.pick(&ops) };
                let new = self.b.binary(op, old, by);
                self.store_cell(cell, i, new);
                self.values.push(new);
            }
            9 if may_branch => {
                let (cond, yes, join) = (self.condition(), self.b.block(), self.b.block());
                let outer = self.values.clone();
                self.b.brif(cond, yes, join);
                self.b.seal(yes);
                self.b.switch_to(yes);
                self.iteration(cells, i, out, false);
                self.b.jump(join, &[]);
                self.b.seal(join);
                self.b.switch_to(join);
                self.values = outer;
            }
            10 => {
                let (cond, inside) = (self.condition(), self.b.block());
                self.b.brif_args(cond, (out.0, &[out.1]), (inside, &[]));
                self.b.seal(inside);
                self.b.switch_to(inside);
            }
            11 if self.rng.chance(25) => {
                let cond = self.condition();
                self.b.trap_if(cond, TrapCode::User);
            }
            _ => {
                let ty = self.rng.pick(cells).ty;
                let op =
                    if ty.is_float() { Opcode::Fmul } else { *self.rng.pick(&[Opcode::Iadd, Opcode::Ior]) };
                let (a, b) = (self.value(ty), self.value(ty));
                let value = self.b.binary(op, a, b);
                self.values.push(value);
            }
        }
    }

    /// Branches on the number that was drawn, or on it as a fraction of something.
    fn decide_by(&mut self, drawn: Value) {
        let ty = self.b.func.ty(drawn);
        let (drawn, with) = if self.rng.chance(50) {
            let whole = self.b.f64const(1000.0);
            let share = self.b.op(Opcode::SintToFloat, Type::F64, &[drawn]);
            let share = self.b.binary(Opcode::Fdiv, share, whole);
            (share, self.value(Type::F64))
        } else {
            (drawn, self.value(ty))
        };
        let less = if self.b.func.ty(drawn) == Type::F64 { Opcode::Flt } else { Opcode::Slt };
        let less = self.b.binary(less, drawn, with);
        let (search, found) = (self.b.block(), self.b.block());
        let result = self.b.block_param(found, ty);
        let other = self.value(ty);
        self.b.brif_args(less, (search, &[]), (found, &[other]));
        self.b.seal(search);
        self.b.switch_to(search);
        let value = self.value(ty);
        self.b.jump(found, &[value]);
        self.b.seal(found);
        self.b.switch_to(found);
        self.values.extend([drawn, result]);
    }

    /// A loop with a loop-carried remainder of a division by a constant, which may branch on it and call
    /// methods.
    pub(super) fn recurrence(&mut self) {
        let ty = if self.rng.chance(85) { *self.rng.pick(&[Type::I32, Type::I64]) } else { self.int_type() };
        let outer = self.values.clone();
        let (last, one) = (self.trip_count(), self.b.iconst(Type::I64, 1));
        let numbers =
            [super::interesting_word(self.rng), self.rng.range(2, 4000), self.rng.range(2, 140_000)];
        let [more, by, modulus] = numbers.map(|n| self.b.iconst(ty, n));
        let by = if self.rng.chance(15) { self.constant(ty) } else { by };
        let (head, out) = (self.b.block(), self.b.block());
        let (i, seed) = (self.b.block_param(head, Type::I64), self.b.block_param(head, ty));
        let result = self.b.block_param(out, ty);
        let (first, start) = (self.b.iconst(Type::I64, 0), self.value(ty));
        self.b.jump(head, &[first, start]);
        self.b.switch_to(head);
        let product = self.b.binary(Opcode::Imul, seed, by);
        let sum = self.b.binary(Opcode::Iadd, product, more);
        let op = *self.rng.pick(&[Opcode::Srem, Opcode::Urem, Opcode::Srem, Opcode::Urem, Opcode::Sdiv]);
        let rest = self.b.binary(op, sum, modulus);
        self.values.extend([i, rest, rest]);
        match self.rng.below(10) {
            0 => self.values.push(seed),
            // Wanted for two products.
            1 | 2 => {
                let other = self.constant(ty);
                let product = self.b.binary(Opcode::Imul, seed, other);
                self.values.push(product);
            }
            _ => {}
        }
        if self.rng.chance(30) {
            let (number, arg) = (self.method(), self.value(Type::I64));
            let result = self.b.call_indirect(self.declared.sig, number, &[arg])[0];
            self.values.push(result);
        }
        if self.rng.chance(50) {
            self.decide_by(rest);
        }
        let count = self.rng.below(4);
        self.steps(count, 0);
        if self.rng.chance(20) {
            let (cond, inside) = (self.condition(), self.b.block());
            self.b.brif_args(cond, (out, &[rest]), (inside, &[]));
            self.b.seal(inside);
            self.b.switch_to(inside);
        }
        let next = self.b.binary(Opcode::Iadd, i, one);
        let again = self.b.binary(Opcode::Slt, next, last);
        self.b.brif_args(again, (head, &[next, rest]), (out, &[rest]));
        self.b.seal(head);
        self.b.seal(out);
        self.b.switch_to(out);
        self.values = outer;
        self.values.push(result);
    }
}

/// The types that words of objects have.
pub(super) fn types() -> impl Iterator<Item = Type> {
    INTS.into_iter().chain(FLOATS)
}
