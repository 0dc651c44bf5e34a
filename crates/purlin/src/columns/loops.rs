//! Builds the loop over rows around a guest's function, in IR. Knows neither Arrow nor any guest:
//! `purlin_runtime::border`'s `columns.rs` says what such a loop is, `plan.rs` what the function takes.

use purlin_base::TrapCode;
use purlin_ir as ir;
use purlin_ir::{Block, FuncBuilder, FuncId, Opcode, Signature, Type, Value};
use purlin_runtime::border::{Access, DONE, FAILED, FULL};

use super::plan::{Item, Number, Plan, Work};

/// Adds the loop to a module: the number of the function that a host calls.
pub(super) fn add(module: &mut ir::Module, name: &str, plan: &Plan, masked: bool) -> FuncId {
    let accesses = plan.accesses(masked);
    let appends = accesses.iter().filter(|access| matches!(access, Access::Append(_))).count().max(1);
    let mut results = vec![Type::I64];
    results.extend((0..appends).flat_map(|_| [Type::Ref, Type::I64]));
    let sig = Signature::new([Type::Ref, Type::I64, Type::I64], results);
    let rows = module.declare(format!("rows of {name}"), &sig);
    module.funcs[rows].wrapper = true;
    RowLoop::new(module, rows, plan, &accesses, appends).build(masked);
    let guarded = module.declare(format!("columns of {name}"), &sig);
    module.funcs[guarded].wrapper = true;
    guard(module, guarded, rows, plan.inner.uncaught.map(FuncId::from_u32));
    guarded
}

/// A function that calls `rows`, and ends the run as the guest has it when a raise was not caught. It is one
/// of its own because a function with a handler keeps more in memory.
fn guard(module: &mut ir::Module, id: FuncId, rows: FuncId, uncaught: Option<FuncId>) {
    let mut b = FuncBuilder::new(module, id);
    let handler = uncaught.map(|uncaught| (b.block(), uncaught));
    let params = [b.param(0), b.param(1), b.param(2)];
    let results = b.call(rows, &params);
    b.ret(&results);
    if let Some((handler, uncaught)) = handler {
        b.cold(handler);
        b.switch_to(handler);
        b.call(uncaught, &[]);
        b.trap(TrapCode::Unreachable);
        b.func.handler = Some(handler);
    }
    b.finish();
}

/// A text or list on its way out, and where it goes.
struct Text {
    address: Value,
    bytes: Value,
    /// Bytes of an element.
    scale: u32,
    /// The first of its words in the record.
    word: usize,
}

struct RowLoop<'a> {
    b: FuncBuilder<'a>,
    plan: &'a Plan,
    record: Value,
    accesses: &'a [Access],
    /// The number of the first word of each column.
    words: Vec<usize>,
    /// Where the rows, elements or bits of each column are; the record for what is appended, which moves.
    bases: Vec<Value>,
    /// The next column.
    at: usize,
    appends: usize,
    /// Where all rows are done.
    end: Block,
}

/// Where word `n` of a record is.
fn word(n: usize) -> i64 {
    n as i64 * 8
}

impl<'a> RowLoop<'a> {
    fn new(
        module: &'a mut ir::Module,
        id: FuncId,
        plan: &'a Plan,
        accesses: &'a [Access],
        appends: usize,
    ) -> RowLoop<'a> {
        let mut b = FuncBuilder::new(module, id);
        let record = b.param(0);
        let (mut words, mut bases, mut next) = (Vec::new(), Vec::new(), 1);
        for access in accesses {
            let base = match access {
                Access::Texts(_) | Access::Groups => Some(next + 1),
                Access::Read(_) | Access::Own(_) | Access::Write(_) | Access::Bits => Some(next),
                Access::States | Access::Elements(_) => Some(next),
                Access::Append(_) => None,
            };
            bases.push(base.map_or(record, |n| b.load_fixed(Type::Ref, record, word(n))));
            words.push(next);
            next += access.words();
        }
        let end = b.block();
        RowLoop { b, plan, record, accesses, words, bases, at: 0, appends, end }
    }

    fn build(mut self, masked: bool) {
        let from = self.b.param(1);
        let body = self.b.block();
        let row = self.b.block_param(body, Type::I64);
        self.go_on(from, body);
        self.b.switch_to(body);
        if masked {
            self.skip(row, body);
        }
        self.b.store(self.record, 0, row);
        self.row(row, body);
        self.b.switch_to(self.end);
        let done = self.b.iconst(Type::I64, DONE);
        self.leave(done, &[]);
        self.b.finish();
    }

    /// Returns a status, and texts.
    fn leave(&mut self, status: Value, texts: &[(Value, Value)]) {
        let (null, zero) = (self.b.null(), self.b.iconst(Type::I64, 0));
        let mut results = vec![status];
        for n in 0..self.appends {
            let (address, bytes) = texts.get(n).copied().unwrap_or((null, zero));
            results.extend([address, bytes]);
        }
        self.b.ret(&results);
    }

    /// Resumes with the next row.
    fn next(&mut self, row: Value, body: Block) {
        let one = self.b.iconst(Type::I64, 1);
        let next = self.b.binary(Opcode::Iadd, row, one);
        self.go_on(next, body);
    }

    /// Goes to the loop's body with a row, if there is one. This stands before the loop and at its ends, so
    /// that an iteration has one test, one charge and one poll.
    fn go_on(&mut self, row: Value, body: Block) {
        let more = self.b.binary(Opcode::Slt, row, self.b.param(2));
        self.b.brif_args(more, (body, &[row]), (self.end, &[]));
    }

    /// The next column: its first word and its base.
    fn column(&mut self) -> (usize, Value) {
        let at = self.at;
        self.at += 1;
        (self.words[at], self.bases[at])
    }

    /// Goes past the function for a row that the mask leaves out: its texts are empty.
    fn skip(&mut self, row: Value, body: Block) {
        let (_, mask) = self.column();
        let [work, skip] = [self.b.block(), self.b.block()];
        let mask = self.element(mask, row, 1, Type::I8);
        self.b.brif(mask, work, skip);
        self.b.switch_to(skip);
        for (word, scale) in self.appended() {
            self.end_text(word, scale, row);
        }
        self.next(row, body);
        self.b.switch_to(work);
    }

    /// The texts among the results: their first words, and the bytes of an element.
    fn appended(&self) -> Vec<(usize, u32)> {
        let appends = self.accesses.iter().zip(&self.words).filter_map(|(access, word)| match access {
            Access::Append(scale) => Some((*word, *scale)),
            Access::Read(_) | Access::Own(_) | Access::Texts(_) | Access::Write(_) | Access::Bits => None,
            Access::Groups | Access::States | Access::Elements(_) => None,
        });
        appends.collect()
    }

    /// What is read only, from the host's memory.
    fn element(&mut self, base: Value, row: Value, bytes: u32, ty: Type) -> Value {
        let address = self.b.elem_addr(base, row, bytes, 0);
        self.b.load_fixed(ty, address, 0)
    }

    /// Does the work of one row.
    fn row(&mut self, row: Value, body: Block) {
        let mut args = Vec::new();
        let plan = self.plan;
        if let Some(access) = plan.work.state() {
            args.push(self.state(access, row));
        }
        for item in &plan.params {
            self.argument(item, row, &mut args);
        }
        let results = self.work(args);
        let mut results: &[Value] = &results;
        if let Some(to_text) = plan.inner.error_text.filter(|_| plan.fails) {
            let (values, error) = results.split_at(results.len() - 2);
            results = values;
            self.fail(FuncId::from_u32(to_text), error);
        }
        let mut texts = Vec::new();
        for item in &plan.results {
            self.result(item, row, &mut results, &mut texts);
        }
        if !texts.is_empty() {
            self.append(row, &texts);
        }
        self.next(row, body);
    }

    /// What comes of what a row has.
    fn work(&mut self, args: Vec<Value>) -> Vec<Value> {
        let callee = FuncId::from_u32(self.plan.inner.func);
        match &self.plan.work {
            Work::Call | Work::CallOn(_) => self.b.call(callee, &args).to_vec(),
            Work::Merge { class, fields } => {
                let other = self.b.alloc(ir::ClassId::from_u32(class.0));
                for ((_, offset), value) in fields.iter().zip(&args[1..]) {
                    self.b.store(other, i64::from(*offset), *value);
                }
                self.b.call(callee, &[args[0], other]).to_vec()
            }
            Work::Fields(fields) | Work::Elements(_, fields) => {
                let load = |(ty, offset): &(Type, u32)| self.b.load(*ty, args[0], i64::from(*offset));
                fields.iter().map(load).collect()
            }
        }
    }

    /// The state that a row belongs to, or the element that it is.
    fn state(&mut self, access: Access, row: Value) -> Value {
        let (word_of, base) = self.column();
        let number = match access {
            Access::Elements(bytes) => return self.b.elem_addr(base, row, bytes, 0),
            Access::Groups => {
                let groups = self.b.load_fixed(Type::Ref, self.record, word(word_of));
                let group = self.element(groups, row, 4, Type::I32);
                self.b.op(Opcode::Zext, Type::I64, &[group])
            }
            Access::Read(_) | Access::Own(_) | Access::Texts(_) | Access::Write(_) | Access::Bits => row,
            Access::Append(_) | Access::States => row,
        };
        self.element(base, number, 8, Type::Ref)
    }

    /// Leaves the loop with the text of an error, if there is one.
    fn fail(&mut self, to_text: FuncId, error: &[Value]) {
        let text = self.b.call(to_text, error);
        let [bad, good] = [self.b.block(), self.b.block()];
        self.b.cold(bad);
        self.b.brif(text[0], bad, good);
        self.b.switch_to(bad);
        let failed = self.b.iconst(Type::I64, FAILED);
        self.leave(failed, &[(text[1], text[2])]);
        self.b.switch_to(good);
    }

    fn argument(&mut self, item: &Item, row: Value, args: &mut Vec<Value>) {
        match item {
            Item::Number(number) => {
                let (_, base) = self.column();
                args.push(self.element(base, row, number.bytes(), number.ir()));
            }
            Item::Optional(number) => {
                let ((_, base), (_, mask)) = (self.column(), self.column());
                let valid = self.element(mask, row, 1, Type::I8);
                let (address, null) = (self.b.elem_addr(base, row, number.bytes(), 0), self.b.null());
                args.push(self.b.select(valid, address, null));
            }
            Item::Str => self.text(row, 1, false, args),
            Item::Bytes => self.text(row, 1, true, args),
            Item::List(number) => self.text(row, number.bytes(), true, args),
            Item::Wide => {
                let (_, base) = self.column();
                let address = self.b.elem_addr(base, row, 16, 0);
                args.extend([0, 8].map(|offset| self.b.load_fixed(Type::I64, address, offset)));
            }
            Item::Struct(fields) => {
                fields.iter().for_each(|(_, item)| self.argument(item, row, args));
            }
        }
    }

    /// Address and length, and as capacity the same length: what a slice appends goes elsewhere.
    fn text(&mut self, row: Value, scale: u32, is_slice: bool, args: &mut Vec<Value>) {
        let (word_of, base) = self.column();
        let offsets = self.b.load_fixed(Type::Ref, self.record, word(word_of));
        let at = self.b.elem_addr(offsets, row, 4, 0);
        let [from, to] = [0, 4].map(|offset| {
            let offset = self.b.load_fixed(Type::I32, at, offset);
            self.b.op(Opcode::Sext, Type::I64, &[offset])
        });
        let address = self.b.elem_addr(base, from, scale, 0);
        let len = self.b.binary(Opcode::Isub, to, from);
        args.extend([address, len]);
        if is_slice {
            args.push(len);
        }
    }

    /// Writes one result, but for texts, which are gathered.
    fn result(&mut self, item: &Item, row: Value, values: &mut &[Value], texts: &mut Vec<Text>) {
        let mut take = |n: usize| {
            let (taken, rest) = values.split_at(n);
            *values = rest;
            taken
        };
        match item {
            Item::Number(number) => {
                let value = take(1)[0];
                let (_, base) = self.column();
                self.write(*number, base, row, value);
            }
            Item::Optional(number) => {
                let value = take(1)[0];
                let ((_, base), (_, valid)) = (self.column(), self.column());
                self.write_optional(*number, (base, valid), row, value);
            }
            Item::Str => self.gather(take(2), 1, texts),
            Item::Bytes => self.gather(take(3), 1, texts),
            Item::List(number) => self.gather(take(3), number.bytes(), texts),
            Item::Wide => {
                let words = take(2);
                let (_, base) = self.column();
                let address = self.b.elem_addr(base, row, 16, 0);
                self.b.store(address, 0, words[0]);
                self.b.store(address, 8, words[1]);
            }
            Item::Struct(fields) => {
                fields.iter().for_each(|(_, item)| self.result(item, row, values, texts));
            }
        }
    }

    fn write(&mut self, number: Number, base: Value, row: Value, value: Value) {
        if number == Number::Bool {
            return self.set_bit(base, row, value);
        }
        let address = self.b.elem_addr(base, row, number.bytes(), 0);
        self.b.store(address, 0, value);
    }

    /// Sets the bit of a row to a truth value; it was 0.
    fn set_bit(&mut self, base: Value, row: Value, value: Value) {
        let (three, seven) = (self.b.iconst(Type::I64, 3), self.b.iconst(Type::I64, 7));
        let byte = self.b.binary(Opcode::Ushr, row, three);
        let bit = self.b.binary(Opcode::Iand, row, seven);
        let address = self.b.elem_addr(base, byte, 1, 0);
        let before = self.b.load(Type::I8, address, 0);
        let bit = self.b.op(Opcode::Shl, Type::I8, &[value, bit]);
        let after = self.b.binary(Opcode::Ior, before, bit);
        self.b.store(address, 0, after);
    }

    /// Writes what a pointer leads to, and that the row is valid, unless the pointer is null.
    fn write_optional(&mut self, number: Number, to: (Value, Value), row: Value, pointer: Value) {
        let [there, rest] = [self.b.block(), self.b.block()];
        let null = self.b.null();
        let is_there = self.b.binary(Opcode::Ine, pointer, null);
        self.b.brif(is_there, there, rest);
        self.b.switch_to(there);
        let value = self.b.load(number.ir(), pointer, 0);
        self.write(number, to.0, row, value);
        let one = self.b.iconst(Type::I8, 1);
        self.set_bit(to.1, row, one);
        self.b.jump(rest, &[]);
        self.b.switch_to(rest);
    }

    fn gather(&mut self, values: &[Value], scale: u32, texts: &mut Vec<Text>) {
        let (word, _) = self.column();
        let bytes = self.scaled(values[1], scale);
        texts.push(Text { address: values[0], bytes, scale, word });
    }

    fn scaled(&mut self, n: Value, scale: u32) -> Value {
        if scale == 1 {
            return n;
        }
        let scale = self.b.iconst(Type::I64, i64::from(scale));
        self.b.binary(Opcode::Imul, n, scale)
    }

    /// Appends the texts of a row if there is room for all of them, else leaves the loop with them.
    fn append(&mut self, row: Value, texts: &[Text]) {
        let [room, full] = [self.b.block(), self.b.block()];
        let mut fit = None;
        for text in texts {
            let (len, most) = self.lengths(text.word);
            let len = self.b.binary(Opcode::Iadd, len, text.bytes);
            let fits = self.b.binary(Opcode::Ule, len, most);
            fit = Some(fit.map_or(fits, |others| self.b.binary(Opcode::Iand, others, fits)));
        }
        self.b.cold(full);
        if let Some(fit) = fit {
            self.b.brif(fit, room, full);
        }
        self.b.switch_to(full);
        let status = self.b.iconst(Type::I64, FULL);
        let handed: Vec<(Value, Value)> = texts.iter().map(|text| (text.address, text.bytes)).collect();
        self.leave(status, &handed);
        self.b.switch_to(room);
        for text in texts {
            let (len, _) = self.lengths(text.word);
            let bytes = self.b.load(Type::Ref, self.record, word(text.word + 1));
            let to = self.b.elem_addr(bytes, len, 1, 0);
            self.b.effect(Opcode::Copy, &[to, text.address, text.bytes]);
            let len = self.b.binary(Opcode::Iadd, len, text.bytes);
            self.b.store(self.record, word(text.word + 2), len);
            self.end_text(text.word, text.scale, row);
        }
    }

    /// How many bytes of texts there are, and how many there may be.
    fn lengths(&mut self, first: usize) -> (Value, Value) {
        let [len, most] = [2, 3].map(|n| self.b.load(Type::I64, self.record, word(first + n)));
        (len, most)
    }

    /// Notes that the text of a row ends where all bytes end.
    fn end_text(&mut self, first: usize, scale: u32, row: Value) {
        let (len, _) = self.lengths(first);
        let shift = self.b.iconst(Type::I64, i64::from(scale.trailing_zeros()));
        let elements = if scale == 1 { len } else { self.b.binary(Opcode::Ushr, len, shift) };
        let offset = self.b.op(Opcode::Itrunc, Type::I32, &[elements]);
        let offsets = self.b.load_fixed(Type::Ref, self.record, word(first));
        let address = self.b.elem_addr(offsets, row, 4, 0);
        self.b.store(address, 4, offset);
    }
}
