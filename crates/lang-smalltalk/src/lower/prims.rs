//! Primitives: at the beginning of a method, code that returns if the primitive has an answer.

use purlin_dynamic::send::{self, Rung, Site};
use purlin_dynamic::{condition, leave, word};
use purlin_ir::{ClassDecl, Opcode, Pointers, Type, Value};

use super::func::Func;
use super::layout::NONE;
use crate::natives::{FLOAT_OPS, INTEGER_OPS, TEXT_OPS};

/// The fiber's own word that is the innermost handler.
const HANDLER: i64 = leave::FIRST_FREE;

impl Func<'_, '_, '_> {
    /// Emits a primitive; the builder is then where it has no answer.
    pub(super) fn primitive(&mut self, name: &str) {
        let place = |all: &[&str], name: &str| all.iter().position(|n| *n == name).map(|n| n as i64);
        for (prefix, native, all) in [
            ("integer", "st.integer", INTEGER_OPS),
            ("float", "st.float", FLOAT_OPS),
            ("string", "st.text", TEXT_OPS),
        ] {
            if let Some(op) = name.strip_prefix(prefix).and_then(|rest| place(all, rest)) {
                return self.numbered(native, op);
            }
        }
        match name {
            "identical" => {
                let same = self.b.binary(Opcode::Ieq, self.receiver, self.argument(0));
                let value = condition::truth(&mut self.b, same);
                self.answer(value);
            }
            "classOf" => {
                let class = self.class_object(self.receiver);
                self.answer(class);
            }
            "identityHash" => self.identity_hash(),
            "elementCount" | "elementAt" | "elementAtPut" | "replaceElements" | "shallowCopy" => {
                self.on_elements(name);
            }
            "fieldAt" | "fieldAtPut" => self.on_field(name == "fieldAtPut"),
            "basicNew" | "basicNewSized" => self.new_instance(name == "basicNewSized"),
            "classIsVariable" => {
                let format = self.format_of(self.receiver);
                let seven = self.b.iconst(Type::I64, 7);
                let (shape, zero) = (self.b.binary(Opcode::Iand, format, seven), self.b.iconst(Type::I64, 0));
                let varies = self.b.binary(Opcode::Ine, shape, zero);
                let value = condition::truth(&mut self.b, varies);
                self.answer(value);
            }
            _ => self.other_primitive(name),
        }
    }

    /// Primitives of classes, text, characters, handlers and blocks.
    fn other_primitive(&mut self, name: &str) {
        match name {
            "includesSelector" => self.includes_selector(),
            "selectors" => self.selectors(),
            "become" => self.exchange(),
            "intern" => self.intern(),
            "transcriptShow" => {
                let text = self.argument(0);
                let pack = self.pack();
                let value = self.native("st.write", &[text, pack]);
                let receiver = self.receiver;
                self.answer_if_some(value, receiver);
            }
            "ratioAsFloat" => {
                let (x, y, pack) = (self.argument(0), self.argument(1), self.pack());
                let value = self.native("st.ratio", &[x, y, pack]);
                self.answer_if_some(value, value);
            }
            "characterOf" => self.character(),
            "characterCode" => {
                let code = self.b.op(Opcode::DynToImm, Type::I64, &[self.receiver]);
                let value = self.b.op(Opcode::DynFromInt, Type::I64, &[code]);
                self.answer(value);
            }
            "millisecondClock" => {
                let value = self.int(0);
                self.answer(value);
            }
            "activeHandler" => self.active_handler(),
            "setActiveHandler" => {
                let handler = self.argument(0);
                leave::set_local(&mut self.b, HANDLER, handler);
                self.answer(handler);
            }
            "ensure" | "ifCurtailed" => self.protected(name == "ensure"),
            _ => self.on_blocks(name),
        }
    }

    fn argument(&self, n: usize) -> Value {
        self.b.param(1 + n)
    }

    fn pack(&mut self) -> Value {
        let pack = self.shared.layouts.for_natives().pack();
        self.b.iconst(Type::I64, pack)
    }

    fn native(&mut self, name: &str, args: &[Value]) -> Value {
        let types: Vec<Type> = args.iter().map(|a| self.b.func.ty(*a)).collect();
        let native = self.b.module.native(name, &types, &[Type::Dyn]);
        self.b.call_native(native, args)[0]
    }

    /// Returns a value; what is emitted next is reached by no path.
    fn answer(&mut self, value: Value) {
        self.b.ret(&[value]);
        let rest = self.b.block();
        self.b.switch_to(rest);
    }

    /// Returns a value if a native has given one.
    fn answer_if_some(&mut self, given: Value, value: Value) {
        let is_none = word::is_immediate(&mut self.b, NONE, given);
        self.answer_unless(is_none, value);
    }

    fn answer_unless(&mut self, condition: Value, value: Value) {
        let (rest, good) = (self.b.block(), self.b.block());
        self.b.brif(condition, rest, good);
        self.b.switch_to(good);
        self.b.ret(&[value]);
        self.b.switch_to(rest);
    }

    /// Continues if a condition holds; the path where it does not goes to `fail`.
    fn ask(&mut self, condition: Value, fail: purlin_ir::Block) {
        let good = self.b.block();
        self.b.brif(condition, good, fail);
        self.b.switch_to(good);
    }

    fn numbered(&mut self, native: &str, op: i64) {
        let op = self.b.iconst(Type::I64, op);
        let other = if self.work.code.parameters.is_empty() { self.receiver } else { self.argument(0) };
        let pack = self.pack();
        let value = self.native(native, &[op, self.receiver, other, pack]);
        self.answer_if_some(value, value);
    }

    /// The class object of a word.
    fn class_object(&mut self, value: Value) -> Value {
        let number = send::class_of(&mut self.b, value);
        self.native("dyn.behaviour_at", &[number])
    }

    /// The format that a class has of its instances.
    fn format_of(&mut self, class: Value) -> Value {
        let class = word::as_ref(&mut self.b, class);
        let format = self.b.load(Type::Dyn, class, 32);
        self.b.op(Opcode::DynToInt, Type::I64, &[format])
    }

    fn identity_hash(&mut self) {
        let [object, other, new, known] = [(); 4].map(|()| self.b.block());
        let is_ref = self.b.op(Opcode::DynIsRef, Type::I64, &[self.receiver]);
        self.b.brif(is_ref, object, other);
        self.b.switch_to(object);
        let at = word::as_ref(&mut self.b, self.receiver);
        let class = self.b.load(Type::I64, at, 0);
        let (width, zero) = (self.b.iconst(Type::I64, 32), self.b.iconst(Type::I64, 0));
        let hash = self.b.binary(Opcode::Ushr, class, width);
        let is_new = self.b.binary(Opcode::Ieq, hash, zero);
        self.b.brif(is_new, new, known);
        self.b.switch_to(known);
        let value = self.b.op(Opcode::DynFromInt, Type::I64, &[hash]);
        self.b.ret(&[value]);
        self.b.switch_to(new);
        let counter = self.b.global_addr(self.shared.hashes, 0);
        let (last, two, mask) = (
            self.b.load(Type::I64, counter, 0),
            self.b.iconst(Type::I64, 2),
            self.b.iconst(Type::I64, 0x7fff_fffe),
        );
        // Even and not zero, so that no counter looks like a reference that matters: constants have 1.
        let next = self.b.binary(Opcode::Iadd, last, two);
        let next = self.b.binary(Opcode::Iand, next, mask);
        self.b.store(counter, 0, next);
        let high = self.b.binary(Opcode::Shl, next, width);
        let word0 = self.b.binary(Opcode::Ior, class, high);
        self.b.store(at, 0, word0);
        let value = self.b.op(Opcode::DynFromInt, Type::I64, &[next]);
        self.b.ret(&[value]);
        self.b.switch_to(other);
        let is_int = self.b.op(Opcode::DynIsInt, Type::I64, &[self.receiver]);
        let not_int = condition::not(&mut self.b, is_int);
        let receiver = self.receiver;
        self.answer_unless(not_int, receiver);
        let payload = self.b.op(Opcode::DynToImm, Type::I64, &[self.receiver]);
        let value = self.b.op(Opcode::DynFromInt, Type::I64, &[payload]);
        self.answer(value);
    }

    /// An index that is an integer from 1 to `count`, from 0; other words go to `fail`.
    fn index(&mut self, word: Value, count: Value, fail: purlin_ir::Block) -> Value {
        let is_int = self.b.op(Opcode::DynIsInt, Type::I64, &[word]);
        self.ask(is_int, fail);
        let (n, one) = (self.b.op(Opcode::DynToInt, Type::I64, &[word]), self.b.iconst(Type::I64, 1));
        let n = self.b.binary(Opcode::Isub, n, one);
        let inside = self.b.binary(Opcode::Ult, n, count);
        self.ask(inside, fail);
        n
    }

    fn on_field(&mut self, put: bool) {
        let fail = self.b.block();
        let is_ref = self.b.op(Opcode::DynIsRef, Type::I64, &[self.receiver]);
        self.ask(is_ref, fail);
        let class = self.class_object(self.receiver);
        let format = self.format_of(class);
        let (seven, three, zero) =
            (self.b.iconst(Type::I64, 7), self.b.iconst(Type::I64, 3), self.b.iconst(Type::I64, 0));
        let shape = self.b.binary(Opcode::Iand, format, seven);
        let is_plain = self.b.binary(Opcode::Ieq, shape, zero);
        self.ask(is_plain, fail);
        let count = self.b.binary(Opcode::Sshr, format, three);
        let n = self.index(self.argument(0), count, fail);
        let object = word::as_ref(&mut self.b, self.receiver);
        let at = self.b.elem_addr(object, n, 8, 8);
        let value = if put {
            let value = self.argument(1);
            self.b.store(at, 0, value);
            value
        } else {
            self.b.load(Type::Dyn, at, 0)
        };
        self.b.ret(&[value]);
        self.b.switch_to(fail);
    }

    /// Goes to the block of the shape of an object's elements: none, objects, bytes, characters, a
    /// symbol's. The builder is in a block of objects without.
    fn by_shape(&mut self, object: Value, fail: purlin_ir::Block) -> [purlin_ir::Block; 4] {
        let is_ref = self.b.op(Opcode::DynIsRef, Type::I64, &[object]);
        self.ask(is_ref, fail);
        let class = self.class_object(object);
        let format = self.format_of(class);
        let seven = self.b.iconst(Type::I64, 7);
        let shape = self.b.binary(Opcode::Iand, format, seven);
        let blocks = [(); 4].map(|()| self.b.block());
        let cases: Vec<(i64, purlin_ir::Block)> = (1..).zip(blocks).collect();
        self.b.switch(shape, &cases, fail);
        blocks
    }

    /// How many elements an object has whose count is in that word.
    fn count(&mut self, object: Value, at: i64) -> Value {
        let count = self.b.load(Type::Dyn, object, at);
        self.b.op(Opcode::DynToInt, Type::I64, &[count])
    }

    fn on_elements(&mut self, name: &str) {
        let fail = self.b.block();
        if name == "replaceElements" {
            self.replace(fail);
            return self.b.switch_to(fail);
        }
        let blocks = self.by_shape(self.receiver, fail);
        for (shape, block) in (1..).zip(blocks) {
            self.b.switch_to(block);
            let object = word::as_ref(&mut self.b, self.receiver);
            let (counted, first) = if shape == 4 { (16, 24) } else { (8, 16) };
            match name {
                "elementCount" => {
                    let value = self.b.load(Type::Dyn, object, counted);
                    self.b.ret(&[value]);
                }
                "shallowCopy" => self.copy(shape, object),
                _ => {
                    let count = self.count(object, counted);
                    let n = self.index(self.argument(0), count, fail);
                    match name {
                        "elementAt" => self.element(shape, object, n, first),
                        _ => self.put_element(shape, object, n, first, fail),
                    }
                }
            }
        }
        self.b.switch_to(fail);
        match name {
            "elementCount" => {
                let value = self.int(0);
                self.answer(value);
            }
            "shallowCopy" => self.copy_fields(),
            _ => {}
        }
    }

    fn element(&mut self, shape: i64, object: Value, n: Value, first: i64) {
        let value = if shape == 1 {
            let at = self.b.elem_addr(object, n, 8, first);
            self.b.load(Type::Dyn, at, 0)
        } else {
            let at = self.b.elem_addr(object, n, 1, first);
            let byte = self.b.load(Type::I8, at, 0);
            let byte = self.b.op(Opcode::Zext, Type::I64, &[byte]);
            if shape == 2 {
                self.b.op(Opcode::DynFromInt, Type::I64, &[byte])
            } else {
                word::with_payload(&mut self.b, word::CHARACTER, byte)
            }
        };
        self.b.ret(&[value]);
    }

    fn put_element(&mut self, shape: i64, object: Value, n: Value, first: i64, fail: purlin_ir::Block) {
        let value = self.argument(1);
        // Symbols do not change, nor do literals, which have the hash 1.
        let class = self.b.load(Type::I64, object, 0);
        let (width, one) = (self.b.iconst(Type::I64, 32), self.b.iconst(Type::I64, 1));
        let hash = self.b.binary(Opcode::Ushr, class, width);
        let may_change = self.b.binary(Opcode::Ine, hash, one);
        if shape != 1 {
            self.ask(may_change, fail);
        }
        match shape {
            1 => {
                let at = self.b.elem_addr(object, n, 8, first);
                self.b.store(at, 0, value);
            }
            4 => return self.b.jump(fail, &[]),
            _ => {
                let byte = if shape == 2 {
                    let is_int = self.b.op(Opcode::DynIsInt, Type::I64, &[value]);
                    self.ask(is_int, fail);
                    self.b.op(Opcode::DynToInt, Type::I64, &[value])
                } else {
                    let is_char = word::is_immediate(&mut self.b, word::CHARACTER, value);
                    self.ask(is_char, fail);
                    self.b.op(Opcode::DynToImm, Type::I64, &[value])
                };
                let limit = self.b.iconst(Type::I64, 256);
                let fits = self.b.binary(Opcode::Ult, byte, limit);
                self.ask(fits, fail);
                let at = self.b.elem_addr(object, n, 1, first);
                let byte = self.b.op(Opcode::Itrunc, Type::I8, &[byte]);
                self.b.store(at, 0, byte);
            }
        }
        self.b.ret(&[value]);
    }

    /// New words that are nil from `first` on.
    fn words(&mut self, count: Value) -> Value {
        let class = self.b.module.class(ClassDecl { size: 8, pointers: Pointers::All });
        self.b.alloc_array(class, count)
    }

    /// Does something for numbers from `from` to below `to`.
    fn each(&mut self, from: Value, to: Value, mut inside: impl FnMut(&mut Self, Value)) {
        let [head, body, done] = [(); 3].map(|()| self.b.block());
        let counter = self.b.var(Type::I64);
        self.b.def_var(counter, from);
        self.b.jump(head, &[]);
        self.b.switch_to(head);
        let n = self.b.use_var(counter);
        let goes_on = self.b.binary(Opcode::Slt, n, to);
        self.b.brif(goes_on, body, done);
        self.b.switch_to(body);
        self.b.price(1);
        inside(self, n);
        let one = self.b.iconst(Type::I64, 1);
        let next = self.b.binary(Opcode::Iadd, n, one);
        self.b.def_var(counter, next);
        self.b.jump(head, &[]);
        self.b.switch_to(done);
    }

    /// Returns a copy of so many words of an object.
    fn copy_words(&mut self, object: Value, count: Value) {
        let new = self.words(count);
        let one = self.b.iconst(Type::I64, 1);
        let class = self.b.load(Type::I64, object, 0);
        let mask = self.b.iconst(Type::I64, 0xffff_ffff);
        let class = self.b.binary(Opcode::Iand, class, mask);
        self.b.store(new, 0, class);
        self.each(one, count, |func, n| {
            let from = func.b.elem_addr(object, n, 8, 0);
            let value = func.b.load(Type::Dyn, from, 0);
            let to = func.b.elem_addr(new, n, 8, 0);
            func.b.store(to, 0, value);
        });
        let value = word::as_dyn(&mut self.b, new);
        self.b.ret(&[value]);
    }

    fn copy(&mut self, shape: i64, object: Value) {
        if shape == 1 {
            let (count, two) = (self.count(object, 8), self.b.iconst(Type::I64, 2));
            let count = self.b.binary(Opcode::Iadd, count, two);
            return self.copy_words(object, count);
        }
        let pack = self.pack();
        let value = self.native("st.copy", &[self.receiver, pack]);
        self.b.ret(&[value]);
    }

    fn copy_fields(&mut self) {
        let [object, other] = [(); 2].map(|()| self.b.block());
        let is_ref = self.b.op(Opcode::DynIsRef, Type::I64, &[self.receiver]);
        self.b.brif(is_ref, object, other);
        self.b.switch_to(other);
        let receiver = self.receiver;
        self.b.ret(&[receiver]);
        self.b.switch_to(object);
        let class = self.class_object(self.receiver);
        let format = self.format_of(class);
        let zero = self.b.iconst(Type::I64, 0);
        // Classes, blocks and floats are their own copies.
        let has_format = self.b.binary(Opcode::Sge, format, zero);
        self.ask(has_format, other);
        let (three, one) = (self.b.iconst(Type::I64, 3), self.b.iconst(Type::I64, 1));
        let count = self.b.binary(Opcode::Sshr, format, three);
        let count = self.b.binary(Opcode::Iadd, count, one);
        let at = word::as_ref(&mut self.b, self.receiver);
        self.copy_words(at, count);
        let rest = self.b.block();
        self.b.switch_to(rest);
    }

    fn replace(&mut self, fail: purlin_ir::Block) {
        let blocks = self.by_shape(self.receiver, fail);
        let other = self.argument(2);
        for (shape, block) in (1..).zip(blocks) {
            self.b.switch_to(block);
            if shape == 4 {
                self.b.jump(fail, &[]);
                continue;
            }
            let sources = self.by_shape(other, fail);
            for (from_shape, from_block) in (1..).zip(sources) {
                self.b.switch_to(from_block);
                let is_text = |shape: i64| shape == 3 || shape == 4;
                if shape != from_shape && !(is_text(shape) && is_text(from_shape)) {
                    self.b.jump(fail, &[]);
                    continue;
                }
                self.replace_from(shape, from_shape, other, fail);
            }
        }
    }

    fn replace_from(&mut self, shape: i64, from_shape: i64, other: Value, fail: purlin_ir::Block) {
        let to = word::as_ref(&mut self.b, self.receiver);
        let from = word::as_ref(&mut self.b, other);
        let (from_count_at, from_first) = if from_shape == 4 { (16, 24) } else { (8, 16) };
        let to_count = self.count(to, 8);
        let from_count = self.count(from, from_count_at);
        let all = [self.argument(0), self.argument(1), self.argument(3)];
        let mut ints = Vec::new();
        for word in all {
            let is_int = self.b.op(Opcode::DynIsInt, Type::I64, &[word]);
            self.ask(is_int, fail);
            ints.push(self.b.op(Opcode::DynToInt, Type::I64, &[word]));
        }
        let one = self.b.iconst(Type::I64, 1);
        let zero = self.b.iconst(Type::I64, 0);
        let first = self.b.binary(Opcode::Isub, ints[0], one);
        let start = self.b.binary(Opcode::Isub, ints[2], one);
        let count = self.b.binary(Opcode::Isub, ints[1], first);
        let end = self.b.binary(Opcode::Iadd, start, count);
        for (low, high) in
            [(zero, first), (zero, start), (zero, count), (ints[1], to_count), (end, from_count)]
        {
            let fits = self.b.binary(Opcode::Sle, low, high);
            self.ask(fits, fail);
        }
        // Within one object the copy goes backwards where it would overwrite what it has to read: left to
        // the method.
        let same = self.b.binary(Opcode::Ieq, self.receiver, other);
        let differs = condition::not(&mut self.b, same);
        self.ask(differs, fail);
        let (scale, ty) = if shape == 1 { (8, Type::Dyn) } else { (1, Type::I8) };
        self.each(zero, count, |func, n| {
            let (i, k) = (func.b.binary(Opcode::Iadd, start, n), func.b.binary(Opcode::Iadd, first, n));
            let source = func.b.elem_addr(from, i, scale, from_first);
            let value = func.b.load(ty, source, 0);
            let target = func.b.elem_addr(to, k, scale, 16);
            func.b.store(target, 0, value);
        });
        let receiver = self.receiver;
        self.b.ret(&[receiver]);
    }

    fn new_instance(&mut self, sized: bool) {
        let fail = self.b.block();
        let [fields, elements, bytes] = [(); 3].map(|()| self.b.block());
        let format = self.format_of(self.receiver);
        let zero = self.b.iconst(Type::I64, 0);
        let may = self.b.binary(Opcode::Sge, format, zero);
        self.ask(may, fail);
        let class = word::as_ref(&mut self.b, self.receiver);
        let number = self.b.load(Type::Dyn, class, 24);
        let number = self.b.op(Opcode::DynToInt, Type::I64, &[number]);
        let size = if sized { self.argument(0) } else { self.int(0) };
        let (seven, three) = (self.b.iconst(Type::I64, 7), self.b.iconst(Type::I64, 3));
        let shape = self.b.binary(Opcode::Iand, format, seven);
        let plain = if sized { fail } else { fields };
        self.b.switch(shape, &[(0, plain), (1, elements), (2, bytes), (3, bytes)], fail);
        let own = |func: &mut Self| func.b.binary(Opcode::Sshr, format, three);
        if !sized {
            self.b.switch_to(fields);
            let (own, one) = (own(self), self.b.iconst(Type::I64, 1));
            let count = self.b.binary(Opcode::Iadd, own, one);
            self.nil_words(number, count, one, None);
        }
        self.b.switch_to(elements);
        let limit = self.b.iconst(Type::I64, 1 << 28);
        let is_int = self.b.op(Opcode::DynIsInt, Type::I64, &[size]);
        self.ask(is_int, fail);
        let n = self.b.op(Opcode::DynToInt, Type::I64, &[size]);
        let fits = self.b.binary(Opcode::Ult, n, limit);
        self.ask(fits, fail);
        let (own, two) = (own(self), self.b.iconst(Type::I64, 2));
        let count = self.b.binary(Opcode::Iadd, own, two);
        let count = self.b.binary(Opcode::Iadd, count, n);
        self.nil_words(number, count, two, Some(size));
        self.b.switch_to(bytes);
        let (three, space) = (self.b.iconst(Type::I64, 3), self.b.iconst(Type::I64, 32));
        let is_text = self.b.binary(Opcode::Ieq, shape, three);
        let fill = self.b.select(is_text, space, zero);
        let value = self.native("st.bytes", &[number, size, fill]);
        let is_none = word::is_immediate(&mut self.b, NONE, value);
        let good = self.b.block();
        self.b.brif(is_none, fail, good);
        self.b.switch_to(good);
        self.b.ret(&[value]);
        self.b.switch_to(fail);
    }

    /// Returns a new object of so many words, which are nil from `first` on.
    fn nil_words(&mut self, number: Value, count: Value, first: Value, size: Option<Value>) {
        let object = self.words(count);
        self.b.store(object, 0, number);
        if let Some(size) = size {
            self.b.store(object, 8, size);
        }
        self.each(first, count, |func, n| {
            let at = func.b.elem_addr(object, n, 8, 0);
            let nil = word::nil(&mut func.b);
            func.b.store(at, 0, nil);
        });
        let value = word::as_dyn(&mut self.b, object);
        self.b.ret(&[value]);
    }

    /// Whether a class itself has a method: it has another one than its superclass.
    fn includes_selector(&mut self) {
        let class = word::as_ref(&mut self.b, self.receiver);
        let number = self.b.load(Type::Dyn, class, 24);
        let number = self.b.op(Opcode::DynToInt, Type::I64, &[number]);
        let selector = self.argument(0);
        let own = self.native("dyn.lookup", &[number, selector]);
        let null = leave::null(&mut self.b);
        let is_missing = self.b.binary(Opcode::Ieq, own, null);
        let [missing, there, root, above] = [(); 4].map(|()| self.b.block());
        self.b.brif(is_missing, missing, there);
        self.b.switch_to(missing);
        let no = word::boolean(&mut self.b, false);
        self.b.ret(&[no]);
        self.b.switch_to(there);
        let superclass = self.b.load(Type::Dyn, class, 16);
        let nil = word::nil(&mut self.b);
        let is_root = self.b.binary(Opcode::Ieq, superclass, nil);
        self.b.brif(is_root, root, above);
        self.b.switch_to(root);
        let yes = word::boolean(&mut self.b, true);
        self.b.ret(&[yes]);
        self.b.switch_to(above);
        let superclass = word::as_ref(&mut self.b, superclass);
        let number = self.b.load(Type::Dyn, superclass, 24);
        let number = self.b.op(Opcode::DynToInt, Type::I64, &[number]);
        let inherited = self.native("dyn.lookup", &[number, selector]);
        let differs = self.b.binary(Opcode::Ine, own, inherited);
        let value = condition::truth(&mut self.b, differs);
        self.answer(value);
    }

    /// The symbols of a method dictionary, in the order in which they lie there.
    fn selectors(&mut self) {
        let fail = self.b.block();
        let class = word::as_ref(&mut self.b, self.receiver);
        let dictionary = self.b.load(Type::Dyn, class, 8);
        let is_ref = self.b.op(Opcode::DynIsRef, Type::I64, &[dictionary]);
        let there = self.b.block();
        let empty = self.b.block();
        self.b.brif(is_ref, there, empty);
        self.b.switch_to(empty);
        let none = self.array(&[]);
        self.b.ret(&[none]);
        self.b.switch_to(there);
        let dictionary = word::as_ref(&mut self.b, dictionary);
        let tally = self.b.load(Type::Dyn, dictionary, 8);
        let capacity = self.count(dictionary, 16);
        let (two, zero) = (self.b.iconst(Type::I64, 2), self.b.iconst(Type::I64, 0));
        let count = self.b.op(Opcode::DynToInt, Type::I64, &[tally]);
        let words = self.b.binary(Opcode::Iadd, count, two);
        let array = self.words(words);
        let number = i64::from(self.shared.layouts.number_named("Array"));
        let number = self.b.iconst(Type::I64, number);
        self.b.store(array, 0, number);
        self.b.store(array, 8, tally);
        let place = self.b.var(Type::I64);
        self.b.def_var(place, two);
        self.each(zero, capacity, |func, n| {
            let [used, next] = [(); 2].map(|()| func.b.block());
            let pair = func.b.elem_addr(dictionary, n, 16, 32);
            let key = func.b.load(Type::Dyn, pair, 0);
            let null = leave::null(&mut func.b);
            let is_used = func.b.binary(Opcode::Ine, key, null);
            func.b.brif(is_used, used, next);
            func.b.switch_to(used);
            let at = func.b.use_var(place);
            let to = func.b.elem_addr(array, at, 8, 0);
            func.b.store(to, 0, key);
            let one = func.b.iconst(Type::I64, 1);
            let more = func.b.binary(Opcode::Iadd, at, one);
            func.b.def_var(place, more);
            func.b.jump(next, &[]);
            func.b.switch_to(next);
        });
        let value = word::as_dyn(&mut self.b, array);
        self.b.ret(&[value]);
        self.b.switch_to(fail);
    }

    /// Exchanges the words of two objects with fields, of classes of one format.
    fn exchange(&mut self) {
        let fail = self.b.block();
        let other = self.argument(0);
        for value in [self.receiver, other] {
            let is_ref = self.b.op(Opcode::DynIsRef, Type::I64, &[value]);
            self.ask(is_ref, fail);
        }
        let (mine, theirs) = (self.class_object(self.receiver), self.class_object(other));
        let (format, second) = (self.format_of(mine), self.format_of(theirs));
        let same = self.b.binary(Opcode::Ieq, format, second);
        self.ask(same, fail);
        let (seven, three) = (self.b.iconst(Type::I64, 7), self.b.iconst(Type::I64, 3));
        let (zero, one) = (self.b.iconst(Type::I64, 0), self.b.iconst(Type::I64, 1));
        let shape = self.b.binary(Opcode::Iand, format, seven);
        let is_plain = self.b.binary(Opcode::Ieq, shape, zero);
        self.ask(is_plain, fail);
        let count = self.b.binary(Opcode::Sshr, format, three);
        let count = self.b.binary(Opcode::Iadd, count, one);
        let (a, b) = (word::as_ref(&mut self.b, self.receiver), word::as_ref(&mut self.b, other));
        self.each(zero, count, |func, n| {
            let (x, y) = (func.b.elem_addr(a, n, 8, 0), func.b.elem_addr(b, n, 8, 0));
            let (v, w) = (func.b.load(Type::Dyn, x, 0), func.b.load(Type::Dyn, y, 0));
            func.b.store(x, 0, w);
            func.b.store(y, 0, v);
        });
        let receiver = self.receiver;
        self.b.ret(&[receiver]);
        self.b.switch_to(fail);
    }

    fn intern(&mut self) {
        let fail = self.b.block();
        let blocks = self.by_shape(self.receiver, fail);
        for (shape, block) in (1..).zip(blocks) {
            self.b.switch_to(block);
            let receiver = self.receiver;
            match shape {
                3 => {
                    let object = word::as_ref(&mut self.b, receiver);
                    let count = self.count(object, 8);
                    let at = self.b.field_addr(object, 16);
                    let value = self.native("dyn.intern", &[at, count]);
                    self.b.ret(&[value]);
                }
                4 => self.b.ret(&[receiver]),
                _ => self.b.jump(fail, &[]),
            }
        }
        self.b.switch_to(fail);
    }

    fn character(&mut self) {
        let fail = self.b.block();
        let word = self.argument(0);
        let is_int = self.b.op(Opcode::DynIsInt, Type::I64, &[word]);
        self.ask(is_int, fail);
        let (n, limit) =
            (self.b.op(Opcode::DynToInt, Type::I64, &[word]), self.b.iconst(Type::I64, 0x11_0000));
        let fits = self.b.binary(Opcode::Ult, n, limit);
        self.ask(fits, fail);
        let value = word::with_payload(&mut self.b, word::CHARACTER, n);
        self.b.ret(&[value]);
        self.b.switch_to(fail);
    }

    fn active_handler(&mut self) {
        let handler = leave::local(&mut self.b, HANDLER);
        let null = leave::null(&mut self.b);
        let is_null = self.b.binary(Opcode::Ieq, handler, null);
        let nil = word::nil(&mut self.b);
        let value = self.b.select(is_null, nil, handler);
        self.answer(value);
    }

    /// `ensure:` and `ifCurtailed:`, which see that the block was left.
    fn protected(&mut self, always: bool) {
        let value = self.shared.selectors.value;
        let fallback = super::expr::not_understood(self.b.module, self.shared, value);
        let symbol = self.symbol(value);
        let at = self.shared.sites.add(&mut self.b);
        let site = Site { at, selector: symbol, fallback, rung: Rung::Poly, hook: None };
        let result = send::send(&mut self.b, site, &[self.receiver]);
        let [left, good] = [(); 2].map(|()| self.b.block());
        let null = leave::null(&mut self.b);
        let is_left = self.b.binary(Opcode::Ieq, result, null);
        self.b.brif(is_left, left, good);
        self.b.switch_to(left);
        let home = leave::local(&mut self.b, leave::HOME);
        let returned = leave::local(&mut self.b, leave::RESULT);
        let block = self.argument(0);
        self.send(value, &[block]);
        leave::set_local(&mut self.b, leave::HOME, home);
        leave::set_local(&mut self.b, leave::RESULT, returned);
        leave::leave_too(&mut self.b);
        self.b.switch_to(good);
        if always {
            self.send(value, &[block]);
        }
        self.answer(result);
    }

    fn on_blocks(&mut self, name: &str) {
        if name == "perform" {
            return self.perform();
        }
        if !name.starts_with("block") {
            // The rest is the method's own.
            return;
        }
        let closure = word::as_ref(&mut self.b, self.receiver);
        let count = match name {
            "blockParameters" => {
                let value = self.b.load(Type::Dyn, closure, 16);
                return self.answer(value);
            }
            "blockValue0" => 0,
            "blockValue1" => 1,
            "blockValue2" => 2,
            "blockValue3" => 3,
            "blockValue4" => 4,
            "blockValueWithArguments" => return self.apply(closure),
            _ => return,
        };
        let fail = self.b.block();
        let arguments: Vec<Value> = (0..count).map(|n| self.argument(n)).collect();
        self.call_block(closure, &arguments, fail);
        self.b.switch_to(fail);
    }

    /// Returns what a block gives, if it has so many parameters.
    fn call_block(&mut self, closure: Value, arguments: &[Value], fail: purlin_ir::Block) {
        let parameters = self.b.load(Type::Dyn, closure, 16);
        let wanted = self.int(arguments.len() as i64);
        let fits = self.b.binary(Opcode::Ieq, parameters, wanted);
        self.ask(fits, fail);
        let function = self.b.load(Type::Dyn, closure, 8);
        let function = self.b.op(Opcode::DynToInt, Type::I64, &[function]);
        let operands = [&[self.receiver], arguments].concat();
        let sig = self.b.module.sig(&send::signature(operands.len()));
        let result = self.b.call_indirect(sig, function, &operands)[0];
        self.b.ret(&[result]);
    }

    /// An array and the number of its elements; what is none goes to `fail`.
    fn array_operand(&mut self, all: Value, fail: purlin_ir::Block) -> (Value, Value) {
        let [elements, others @ ..] = self.by_shape(all, fail);
        for block in others {
            self.b.switch_to(block);
            self.b.jump(fail, &[]);
        }
        self.b.switch_to(elements);
        let array = word::as_ref(&mut self.b, all);
        let count = self.count(array, 8);
        (array, count)
    }

    /// Sends the message of a selector with up to two arguments.
    fn perform(&mut self) {
        let fail = self.b.block();
        let (selector, all) = (self.argument(0), self.argument(1));
        let [a, b, c, symbols] = self.by_shape(selector, fail);
        for block in [a, b, c] {
            self.b.switch_to(block);
            self.b.jump(fail, &[]);
        }
        self.b.switch_to(symbols);
        let (array, count) = self.array_operand(all, fail);
        let selectors = &self.shared.selectors;
        let like = [selectors.value, selectors.error, selectors.message];
        let cases: Vec<(i64, purlin_ir::Block)> = (0..=2).map(|n| (n, self.b.block())).collect();
        self.b.switch(count, &cases, fail);
        for ((n, block), like) in cases.into_iter().zip(like) {
            self.b.switch_to(block);
            let fallback = super::expr::not_understood(self.b.module, self.shared, like);
            let fallback = self.b.iconst(Type::I64, i64::from(fallback.as_u32()));
            let number = send::class_of(&mut self.b, self.receiver);
            let types = [Type::I64, Type::Dyn, Type::I64];
            let native = self.b.module.native("dyn.find", &types, &[Type::I64]);
            let function = self.b.call_native(native, &[number, selector, fallback])[0];
            let is_found = self.b.binary(Opcode::Ine, function, fallback);
            self.ask(is_found, fail);
            let mut operands = vec![self.receiver];
            operands.extend((0..n).map(|i| self.b.load(Type::Dyn, array, 16 + 8 * i)));
            let sig = self.b.module.sig(&send::signature(operands.len()));
            let result = self.b.call_indirect(sig, function, &operands)[0];
            self.b.ret(&[result]);
        }
        self.b.switch_to(fail);
    }

    fn apply(&mut self, closure: Value) {
        let fail = self.b.block();
        let all = self.argument(0);
        let (array, count) = self.array_operand(all, fail);
        let cases: Vec<(i64, purlin_ir::Block)> = (0..=4).map(|n| (n, self.b.block())).collect();
        self.b.switch(count, &cases, fail);
        for (n, block) in cases {
            self.b.switch_to(block);
            let arguments: Vec<Value> = (0..n).map(|i| self.b.load(Type::Dyn, array, 16 + 8 * i)).collect();
            self.call_block(closure, &arguments, fail);
        }
        self.b.switch_to(fail);
    }
}
