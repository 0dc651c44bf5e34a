//! Primitives: at the beginning of a method, code that returns if the primitive has an answer.

use purlin_dynamic::send;
use purlin_dynamic::{condition, leave, word};
use purlin_ir::{ClassDecl, Opcode, Pointers, Type, Value};

use super::func::Func;
use super::layout::{FORMAT, NONE, NUMBER, SUPERCLASS};
use super::tables::{entry, table};
use super::{About, ModuleGlobal};
use crate::natives::{FILE_OPS, FloatOp, IntegerOp, JSON_OPS, TextOp};

/// The fiber's own word that is the innermost handler.
const HANDLER: i64 = leave::FIRST_FREE;

impl Func<'_, '_, '_> {
    /// Emits a primitive; the builder is then where it has no answer.
    pub(super) fn primitive(&mut self, name: &str) {
        if name == "stringEqual" {
            self.short_strings_equal();
        }
        let place = |all: &[&str], name: &str| all.iter().position(|n| *n == name).map(|n| n as i64);
        for (prefix, native, all) in [
            ("integer", "st.integer", IntegerOp::NAMES),
            ("float", "st.float", FloatOp::NAMES),
            ("string", "st.text", TextOp::NAMES),
            ("json", "st.json", JSON_OPS),
        ] {
            if let Some(op) = name.strip_prefix(prefix).and_then(|rest| place(all, rest)) {
                return self.numbered(native, op);
            }
        }
        if let Some(op) = name.strip_prefix("file").and_then(|rest| place(FILE_OPS, rest)) {
            return self.on_file(op);
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
        if let Some(number) = name.strip_prefix("hostCall").and_then(|number| number.parse().ok()) {
            return self.host_call(number);
        }
        match name {
            "includesSelector" => self.includes_selector(),
            "selectors" => self.dictionary_part(0),
            "fieldNames" => self.names_of_fields(),
            "globalAt" => self.global_at(),
            "globalAtPut" => self.global_at_put(),
            "sharedAt" | "sharedAtPut" => self.on_class_variable(name == "sharedAtPut"),
            "arguments" => self.words_of_command(1),
            "become" => self.exchange(),
            "intern" => self.intern(),
            "transcriptShow" | "errorShow" => {
                let text = self.argument(0);
                let pack = self.pack();
                let stream = self.b.iconst(Type::I64, if name == "errorShow" { 2 } else { 1 });
                let value = self.native("st.write", &[text, stream, pack]);
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
                let fail = self.b.block();
                let is_char = word::is_immediate(&mut self.b, word::CHARACTER, self.receiver);
                self.ask(is_char, fail);
                let code = self.b.op(Opcode::DynToImm, Type::I64, &[self.receiver]);
                let value = self.b.op(Opcode::DynFromInt, Type::I64, &[code]);
                self.b.ret(&[value]);
                self.b.switch_to(fail);
            }
            "millisecondClock" => self.clock(1_000_000),
            "activeHandler" => self.active_handler(),
            "setActiveHandler" => {
                let handler = self.argument(0);
                leave::set_local(&mut self.b, HANDLER, handler);
                self.answer(handler);
            }
            "ensure" | "ifCurtailed" => self.protected(name == "ensure"),
            _ => {
                self.lookup_primitive(name);
                self.on_running(name);
                self.on_blocks(name);
            }
        }
    }

    pub(super) fn argument(&self, n: usize) -> Value {
        self.b.param(1 + n)
    }

    pub(super) fn pack(&mut self) -> Value {
        let pack = self.shared.layouts.for_natives().pack();
        self.b.iconst(Type::I64, pack)
    }

    pub(super) fn native(&mut self, name: &str, args: &[Value]) -> Value {
        let types: Vec<Type> = args.iter().map(|a| self.b.func.ty(*a)).collect();
        let native = self.b.module.native(name, &types, &[Type::Dyn]);
        self.b.call_native(native, args)[0]
    }

    /// Returns a value; what is emitted next is reached by no path.
    pub(super) fn answer(&mut self, value: Value) {
        self.b.ret(&[value]);
        let rest = self.b.block();
        self.b.switch_to(rest);
    }

    /// Returns a value if a native has given one.
    pub(super) fn answer_if_some(&mut self, given: Value, value: Value) {
        let is_none = word::is_immediate(&mut self.b, NONE, given);
        self.answer_unless(is_none, value);
    }

    pub(super) fn answer_unless(&mut self, condition: Value, value: Value) {
        let (rest, good) = (self.b.block(), self.b.block());
        self.b.brif(condition, rest, good);
        self.b.switch_to(good);
        self.b.ret(&[value]);
        self.b.switch_to(rest);
    }

    /// Continues if a condition holds; the path where it does not goes to `fail`.
    pub(super) fn ask(&mut self, condition: Value, fail: purlin_ir::Block) {
        let good = self.b.block();
        self.b.brif(condition, good, fail);
        self.b.switch_to(good);
    }

    pub(super) fn numbered(&mut self, native: &str, op: i64) {
        let op = self.b.iconst(Type::I64, op);
        let other = if self.work.code.parameters.is_empty() { self.receiver } else { self.argument(0) };
        let pack = self.pack();
        let value = self.native(native, &[op, self.receiver, other, pack]);
        self.answer_if_some(value, value);
    }

    /// An operation on files, with the method's arguments.
    fn on_file(&mut self, op: i64) {
        let mut operands = vec![self.b.iconst(Type::I64, op)];
        let count = self.work.code.parameters.len();
        operands.extend((0..3).map(|n| if n < count { self.argument(n) } else { self.receiver }));
        operands.push(self.pack());
        let value = self.native("st.file", &operands);
        self.answer_if_some(value, value);
    }

    /// The class object of a word: the runtime is asked only for classes that are made while the program
    /// runs.
    pub(super) fn class_object(&mut self, value: Value) -> Value {
        let number = send::class_of(&mut self.b, value);
        let [listed, other, join] = [(); 3].map(|()| self.b.block());
        let class = self.b.block_param(join, Type::Dyn);
        let all = self.b.global_addr(ModuleGlobal::Behaviours.id(), 0);
        let count = self.count(all, 0);
        let is_listed = self.b.binary(Opcode::Ult, number, count);
        self.b.brif(is_listed, listed, other);
        self.b.cold(other);
        self.b.switch_to(other);
        let asked = self.native("dyn.behaviour_at", &[number]);
        self.b.jump(join, &[asked]);
        self.b.switch_to(listed);
        let at = self.b.elem_addr(all, number, 8, 8);
        let known = self.b.load(Type::Dyn, at, 0);
        self.b.jump(join, &[known]);
        self.b.switch_to(join);
        class
    }

    /// The format that a class has of its instances.
    pub(super) fn format_of(&mut self, class: Value) -> Value {
        let class = word::as_ref(&mut self.b, class);
        let format = self.b.load(Type::Dyn, class, FORMAT);
        self.b.op(Opcode::DynToInt, Type::I64, &[format])
    }

    pub(super) fn identity_hash(&mut self) {
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
        let counter = self.b.global_addr(ModuleGlobal::Hashes.id(), 0);
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
    pub(super) fn index(&mut self, word: Value, count: Value, fail: purlin_ir::Block) -> Value {
        let is_int = self.b.op(Opcode::DynIsInt, Type::I64, &[word]);
        self.ask(is_int, fail);
        let (n, one) = (self.b.op(Opcode::DynToInt, Type::I64, &[word]), self.b.iconst(Type::I64, 1));
        let n = self.b.binary(Opcode::Isub, n, one);
        let inside = self.b.binary(Opcode::Ult, n, count);
        self.ask(inside, fail);
        n
    }

    pub(super) fn on_field(&mut self, put: bool) {
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
    pub(super) fn by_shape(&mut self, object: Value, fail: purlin_ir::Block) -> [purlin_ir::Block; 4] {
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

    /// As [`Func::by_shape`] of the receiver, where arrays and strings come first, without asking their
    /// classes.
    fn arrays_first(&mut self, fail: purlin_ir::Block) -> [purlin_ir::Block; 4] {
        let number = send::class_of(&mut self.b, self.receiver);
        let [elements, text] = ["Array", "String"].map(|name| {
            let wanted = i64::from(self.shared.layouts.number_named(name));
            let wanted = self.b.iconst(Type::I64, wanted);
            let is_one = self.b.binary(Opcode::Ieq, number, wanted);
            let [one, other] = [(); 2].map(|()| self.b.block());
            self.b.brif(is_one, one, other);
            self.b.switch_to(other);
            one
        });
        let [pointers, bytes, characters, symbol] = self.by_shape(self.receiver, fail);
        for (block, to) in [(pointers, elements), (characters, text)] {
            self.b.switch_to(block);
            self.b.jump(to, &[]);
        }
        [elements, bytes, text, symbol]
    }

    /// How many elements an object has whose count is in that word.
    pub(super) fn count(&mut self, object: Value, at: i64) -> Value {
        let count = self.b.load(Type::Dyn, object, at);
        self.b.op(Opcode::DynToInt, Type::I64, &[count])
    }

    pub(super) fn on_elements(&mut self, name: &str) {
        let fail = self.b.block();
        if name == "replaceElements" {
            self.replace(fail);
            return self.b.switch_to(fail);
        }
        let blocks = match name {
            "shallowCopy" => self.by_shape(self.receiver, fail),
            _ => self.arrays_first(fail),
        };
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

    pub(super) fn element(&mut self, shape: i64, object: Value, n: Value, first: i64) {
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

    pub(super) fn put_element(
        &mut self,
        shape: i64,
        object: Value,
        n: Value,
        first: i64,
        fail: purlin_ir::Block,
    ) {
        let value = self.argument(1);
        if shape != 1 {
            self.ask_changeable(object, fail);
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

    /// Continues if an object of bytes is not in the module's data, where literals are, which have the hash
    /// 1.
    pub(super) fn ask_changeable(&mut self, object: Value, fail: purlin_ir::Block) {
        let class = self.b.load(Type::I64, object, 0);
        let (width, one) = (self.b.iconst(Type::I64, 32), self.b.iconst(Type::I64, 1));
        let hash = self.b.binary(Opcode::Ushr, class, width);
        let may_change = self.b.binary(Opcode::Ine, hash, one);
        self.ask(may_change, fail);
    }

    /// New words that are nil from `first` on.
    pub(super) fn words(&mut self, count: Value) -> Value {
        let class = self.b.module.class(ClassDecl { size: 8, pointers: Pointers::All });
        self.b.alloc_array(class, count)
    }

    /// Does something for numbers from `from` to below `to`.
    pub(super) fn each(&mut self, from: Value, to: Value, mut inside: impl FnMut(&mut Self, Value)) {
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
    pub(super) fn copy_words(&mut self, object: Value, count: Value) {
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
        if shape != 1 {
            self.ask_changeable(to, fail);
        }
        let (scale, ty) = if shape == 1 { (8, Type::Dyn) } else { (1, Type::I8) };
        let copy = |func: &mut Self, n: Value| {
            let (i, k) = (func.b.binary(Opcode::Iadd, start, n), func.b.binary(Opcode::Iadd, first, n));
            let source = func.b.elem_addr(from, i, scale, from_first);
            let value = func.b.load(ty, source, 0);
            let target = func.b.elem_addr(to, k, scale, 16);
            func.b.store(target, 0, value);
        };
        let receiver = self.receiver;
        if shape == from_shape {
            // Within one object the copy goes backwards where it would overwrite what it has to read.
            let [forwards, backwards] = [(); 2].map(|()| self.b.block());
            let is_one = self.b.binary(Opcode::Ieq, receiver, other);
            let is_upwards = self.b.binary(Opcode::Sgt, first, start);
            let overlaps = self.b.binary(Opcode::Iand, is_one, is_upwards);
            self.b.brif(overlaps, backwards, forwards);
            self.b.switch_to(backwards);
            let last = self.b.binary(Opcode::Isub, count, one);
            self.each(zero, count, |func, n| {
                let n = func.b.binary(Opcode::Isub, last, n);
                copy(func, n);
            });
            self.b.ret(&[receiver]);
            self.b.switch_to(forwards);
        }
        self.each(zero, count, copy);
        self.b.ret(&[receiver]);
    }

    pub(super) fn new_instance(&mut self, sized: bool) {
        let fail = self.b.block();
        let [fields, elements, bytes] = [(); 3].map(|()| self.b.block());
        let format = self.format_of(self.receiver);
        let zero = self.b.iconst(Type::I64, 0);
        let may = self.b.binary(Opcode::Sge, format, zero);
        self.ask(may, fail);
        let class = word::as_ref(&mut self.b, self.receiver);
        let number = self.b.load(Type::Dyn, class, NUMBER);
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
        let number = self.b.load(Type::Dyn, class, NUMBER);
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
        let superclass = self.b.load(Type::Dyn, class, SUPERCLASS);
        let nil = word::nil(&mut self.b);
        let is_root = self.b.binary(Opcode::Ieq, superclass, nil);
        self.b.brif(is_root, root, above);
        self.b.switch_to(root);
        let yes = word::boolean(&mut self.b, true);
        self.b.ret(&[yes]);
        self.b.switch_to(above);
        let superclass = word::as_ref(&mut self.b, superclass);
        let number = self.b.load(Type::Dyn, superclass, NUMBER);
        let number = self.b.op(Opcode::DynToInt, Type::I64, &[number]);
        let inherited = self.native("dyn.lookup", &[number, selector]);
        let differs = self.b.binary(Opcode::Ine, own, inherited);
        let value = condition::truth(&mut self.b, differs);
        self.answer(value);
    }

    /// Answers the symbols of a class's method dictionary, or the methods, in the order in which they lie
    /// there: the word of each pair at that offset.
    pub(super) fn dictionary_part(&mut self, part: i64) {
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
            let key = func.b.load(Type::Dyn, pair, part);
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
        self.answer(value);
    }

    /// Exchanges the words of two objects of one size, of classes of one format.
    fn exchange(&mut self) {
        let [fail, fields, pointers, bytes] = [(); 4].map(|()| self.b.block());
        let other = self.argument(0);
        for value in [self.receiver, other] {
            let is_ref = self.b.op(Opcode::DynIsRef, Type::I64, &[value]);
            self.ask(is_ref, fail);
        }
        let (mine, theirs) = (self.class_object(self.receiver), self.class_object(other));
        let (format, second) = (self.format_of(mine), self.format_of(theirs));
        let same = self.b.binary(Opcode::Ieq, format, second);
        self.ask(same, fail);
        let zero = self.b.iconst(Type::I64, 0);
        let is_known = self.b.binary(Opcode::Sge, format, zero);
        self.ask(is_known, fail);
        let [one, two, three, seven] = [1, 2, 3, 7].map(|n| self.b.iconst(Type::I64, n));
        let shape = self.b.binary(Opcode::Iand, format, seven);
        let own = self.b.binary(Opcode::Sshr, format, three);
        let both = [self.receiver, other].map(|value| word::as_ref(&mut self.b, value));
        self.b.switch(shape, &[(0, fields), (1, pointers), (2, bytes), (3, bytes)], fail);
        self.b.switch_to(fields);
        let words = self.b.binary(Opcode::Iadd, own, one);
        self.exchange_words(both, words, Type::Dyn);
        self.b.switch_to(pointers);
        let count = self.equal_counts(both, fail);
        let head = self.b.binary(Opcode::Iadd, own, two);
        let words = self.b.binary(Opcode::Iadd, head, count);
        self.exchange_words(both, words, Type::Dyn);
        self.b.switch_to(bytes);
        let count = self.equal_counts(both, fail);
        both.iter().for_each(|object| self.ask_changeable(*object, fail));
        let rounded = self.b.binary(Opcode::Iadd, count, seven);
        let words = self.b.binary(Opcode::Sshr, rounded, three);
        let words = self.b.binary(Opcode::Iadd, words, two);
        self.exchange_words(both, words, Type::I64);
        self.b.switch_to(fail);
    }

    /// How many elements two objects have; continues if these are equally many.
    fn equal_counts(&mut self, both: [Value; 2], fail: purlin_ir::Block) -> Value {
        let [mine, theirs] = both.map(|object| self.count(object, 8));
        let is_equal = self.b.binary(Opcode::Ieq, mine, theirs);
        self.ask(is_equal, fail);
        mine
    }

    /// Exchanges the first words of two objects, and answers the receiver.
    fn exchange_words(&mut self, both: [Value; 2], words: Value, ty: Type) {
        let zero = self.b.iconst(Type::I64, 0);
        self.each(zero, words, |func, n| {
            let [x, y] = both.map(|object| func.b.elem_addr(object, n, 8, 0));
            let [v, w] = [x, y].map(|at| func.b.load(ty, at, 0));
            func.b.store(x, 0, w);
            func.b.store(y, 0, v);
        });
        let receiver = self.receiver;
        self.b.ret(&[receiver]);
    }

    /// The symbol of a string.
    pub(super) fn interned(&mut self, string: Value) -> Value {
        let object = word::as_ref(&mut self.b, string);
        let count = self.count(object, 8);
        let at = self.b.field_addr(object, 16);
        self.native("dyn.intern", &[at, count])
    }

    /// Answers the words of the command line from a number on.
    pub(super) fn words_of_command(&mut self, from: i64) {
        let first = self.b.iconst(Type::I64, from);
        let value = self.command_line(first);
        self.answer(value);
    }

    /// An array of the words of the command line from a number on. The first one is the program's name.
    pub(super) fn command_line(&mut self, first: Value) -> Value {
        let (zero, one) = (self.b.iconst(Type::I64, 0), self.b.iconst(Type::I64, 1));
        let [head, more, done] = [(); 3].map(|()| self.b.block());
        let (count, pack) = (self.b.var(Type::I64), self.pack());
        self.b.def_var(count, first);
        self.b.jump(head, &[]);
        self.b.switch_to(head);
        self.b.price(1);
        let n = self.b.use_var(count);
        let word = self.native("st.argument", &[n, pack]);
        let is_none = word::is_immediate(&mut self.b, NONE, word);
        self.b.brif(is_none, done, more);
        self.b.switch_to(more);
        let next = self.b.binary(Opcode::Iadd, n, one);
        self.b.def_var(count, next);
        self.b.jump(head, &[]);
        self.b.switch_to(done);
        let count = self.b.use_var(count);
        let count = self.b.binary(Opcode::Isub, count, first);
        let array = self.empty_array(count);
        self.each(zero, count, |func, n| {
            let place = func.b.binary(Opcode::Iadd, n, first);
            let word = func.native("st.argument", &[place, pack]);
            let to = func.b.elem_addr(array, n, 8, 16);
            func.b.store(to, 0, word);
        });
        word::as_dyn(&mut self.b, array)
    }

    /// A new array of so many elements, which are null: to be stored before anything sees them.
    pub(super) fn empty_array(&mut self, count: Value) -> Value {
        let two = self.b.iconst(Type::I64, 2);
        let words = self.b.binary(Opcode::Iadd, count, two);
        let array = self.words(words);
        let number = i64::from(self.shared.layouts.number_named("Array"));
        let (number, length) = (self.b.iconst(Type::I64, number), count);
        self.b.store(array, 0, number);
        let length = self.b.op(Opcode::DynFromInt, Type::I64, &[length]);
        self.b.store(array, 8, length);
        array
    }

    /// Answers the virtual clock, in units of so many nanoseconds.
    pub(super) fn clock(&mut self, unit: i64) {
        let native = self.b.module.native("st.clock", &[], &[Type::I64]);
        let (now, unit) = (self.b.call_native(native, &[])[0], self.b.iconst(Type::I64, unit));
        let value = self.b.binary(Opcode::Sdiv, now, unit);
        let value = self.b.op(Opcode::DynFromInt, Type::I64, &[value]);
        self.answer(value);
    }

    /// Answers the names of the fields of the class's instances.
    pub(super) fn names_of_fields(&mut self) {
        let value = self.b.call(About::Fields.id(), &[self.receiver])[0];
        self.answer(value);
    }

    /// Answers the names of the fields of a class, the first parameter, and of its superclasses before them.
    pub(super) fn all_field_names(&mut self) {
        let (format, three) = (self.format_of(self.receiver), self.b.iconst(Type::I64, 3));
        let zero = self.b.iconst(Type::I64, 0);
        let count = self.b.binary(Opcode::Sshr, format, three);
        let is_plain = self.b.binary(Opcode::Sgt, count, zero);
        let count = self.b.select(is_plain, count, zero);
        let array = self.empty_array(count);
        let nil = word::nil(&mut self.b);
        self.each(zero, count, |func, n| {
            let to = func.b.elem_addr(array, n, 8, 16);
            func.b.store(to, 0, nil);
        });
        let (class, end) = (self.b.var(Type::Dyn), self.b.var(Type::I64));
        self.b.def_var(class, self.receiver);
        self.b.def_var(end, count);
        let [head, next, done] = [(); 3].map(|()| self.b.block());
        self.b.jump(head, &[]);
        self.b.switch_to(head);
        self.b.price(1);
        let here = self.b.use_var(class);
        let left = self.b.use_var(end);
        let is_class = self.b.op(Opcode::DynIsRef, Type::I64, &[here]);
        self.ask(is_class, done);
        let names = self.b.call(About::OwnFields.id(), &[here])[0];
        let names = word::as_ref(&mut self.b, names);
        let size = self.count(names, 8);
        let start = self.b.binary(Opcode::Isub, left, size);
        let fits = self.b.binary(Opcode::Sge, start, zero);
        self.b.brif(fits, next, done);
        self.b.switch_to(next);
        self.each(zero, size, |func, n| {
            let from = func.b.elem_addr(names, n, 8, 16);
            let name = func.b.load(Type::Dyn, from, 0);
            let place = func.b.binary(Opcode::Iadd, start, n);
            let to = func.b.elem_addr(array, place, 8, 16);
            func.b.store(to, 0, name);
        });
        let object = word::as_ref(&mut self.b, here);
        let above = self.b.load(Type::Dyn, object, SUPERCLASS);
        self.b.def_var(class, above);
        self.b.def_var(end, start);
        self.b.jump(head, &[]);
        self.b.switch_to(done);
        let value = word::as_dyn(&mut self.b, array);
        self.answer(value);
    }

    /// Answers the names of the fields that a class, the first parameter, adds.
    pub(super) fn own_field_names(&mut self) {
        let (mut rows, mut fields): (Vec<[u32; 3]>, Vec<u32>) = (Vec::new(), Vec::new());
        for (id, class) in self.shared.program.classes.iter().filter(|(_, class)| !class.fields.is_empty()) {
            let first = fields.len() as u32;
            fields.extend(class.fields.iter().map(|n| self.shared.symbol(self.b.module, *n) as u32 / 8));
            rows.push([self.shared.layouts.number(id, false), first, class.fields.len() as u32]);
        }
        let count = self.b.iconst(Type::I64, rows.len() as i64);
        let (rows, fields) = (table(&mut self.b, rows.as_flattened()), table(&mut self.b, &fields));
        let symbols = self.b.global_addr(ModuleGlobal::Symbols.id(), 0);
        let class = word::as_ref(&mut self.b, self.receiver);
        let number = self.b.load(Type::Dyn, class, NUMBER);
        let number = self.b.op(Opcode::DynToInt, Type::I64, &[number]);
        let zero = self.b.iconst(Type::I64, 0);
        self.each(zero, count, |func, n| {
            let [found, next] = [(); 2].map(|()| func.b.block());
            let [known, first, size] = [0, 4, 8].map(|offset| entry(&mut func.b, rows, n, 12, offset));
            let is_it = func.b.binary(Opcode::Ieq, known, number);
            func.b.brif(is_it, found, next);
            func.b.switch_to(found);
            let array = func.empty_array(size);
            func.each(zero, size, |func, k| {
                let place = func.b.binary(Opcode::Iadd, first, k);
                let place = entry(&mut func.b, fields, place, 4, 0);
                let (from, to) = (func.b.elem_addr(symbols, place, 8, 0), func.b.elem_addr(array, k, 8, 16));
                let symbol = func.b.load(Type::Dyn, from, 0);
                func.b.store(to, 0, symbol);
            });
            let value = word::as_dyn(&mut func.b, array);
            func.b.ret(&[value]);
            func.b.switch_to(next);
        });
        self.names_of_made();
        let value = self.array(&[]);
        self.answer(value);
    }

    /// Answers the symbol of the receiver's text.
    pub(super) fn intern(&mut self) {
        let fail = self.b.block();
        let blocks = self.by_shape(self.receiver, fail);
        for (shape, block) in (1..).zip(blocks) {
            self.b.switch_to(block);
            let receiver = self.receiver;
            match shape {
                3 => {
                    let value = self.interned(receiver);
                    self.b.ret(&[value]);
                }
                4 => self.b.ret(&[receiver]),
                _ => self.b.jump(fail, &[]),
            }
        }
        self.b.switch_to(fail);
    }

    pub(super) fn character(&mut self) {
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
        let site = self.site(value, 1);
        let likely = self.shared.guesses.of(value);
        let operands = [self.receiver];
        let message = send::Message { site, operands: &operands, from: None, likely: &likely };
        let result = send::send(&mut self.b, message);
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
}
