//! SOM: the primitives of its library, by class and selector, and how a program begins. Class files of
//! programs may name any of them anywhere, so each looks at its receiver before it takes it for what it
//! should be. A primitive that has no answer sends `error:`.

use purlin_dynamic::send;
use purlin_dynamic::{condition, object, prices, word};
use purlin_ir::{Block, ClassDecl, FuncBuilder, FuncId, Module, Opcode, Pointers, Signature, Type, Value};

use super::func::Func;
use super::layout::{NUMBER, RESTART, SUPERCLASS};
use super::start::new_object;
use super::tables::{entry, repeat, table};
use super::{About, ModuleGlobal};
use super::{Lasting, Shared};
use crate::natives::TextOp;
use crate::natives::som::SOM_OPS;

/// Where a class has the method that was installed last.
const LAST_METHOD: i64 = 48;
/// Where a method has the one that was installed before it.
const BEFORE: i64 = 32;

impl Func<'_, '_, '_> {
    /// Emits a primitive of SOM's.
    pub(super) fn som_primitive(&mut self, selector: &'_ str) {
        let Some((class, meta)) = self.work.class else { return };
        let owner = self.shared.text(self.shared.program.classes[class].name);
        match (owner, meta) {
            ("Integer" | "Double", false) => self.som_operation(selector),
            ("Integer" | "Double", true) if selector == "fromString:" => {
                self.som_operation(&format!("{owner} fromString:"));
            }
            ("Double", true) => self.som_operation(selector),
            ("String" | "Symbol", false) => self.som_text(selector),
            ("Array", false) => match selector {
                "length" => self.on_elements("elementCount"),
                "at:" => self.on_elements("elementAt"),
                "at:put:" => self.on_elements("elementAtPut"),
                _ => {}
            },
            ("Array", true) if selector == "new:" => {
                let fail = self.b.block();
                self.ask_class(self.receiver, fail);
                self.new_instance(true);
                self.b.jump(fail, &[]);
                self.b.switch_to(fail);
            }
            ("Class", false) => self.som_class(selector),
            ("Method" | "Primitive", false) => self.som_method(selector),
            ("Block" | "Block1" | "Block2" | "Block3", false) => self.som_block(selector),
            ("System", false) => self.som_system(selector),
            ("Object", false) => self.som_object(selector),
            _ => {}
        }
        self.som_failed(owner, selector);
    }

    /// A primitive has no answer.
    fn som_failed(&mut self, owner: &str, selector: &str) {
        let text = format!("{owner}>>#{selector} has no answer to its receiver and arguments");
        let (receiver, text) = (self.receiver, self.string(&text));
        let error = self.shared.selectors.error;
        let result = self.send(error, &[receiver, text]);
        self.answer(result);
    }

    /// An operation of the native for numbers and text; the builder is then where it has no answer.
    fn som_operation(&mut self, name: &str) {
        let Some(op) = SOM_OPS.iter().position(|n| *n == name) else { return };
        let op = self.b.iconst(Type::I64, op as i64);
        let nil = word::nil(&mut self.b);
        let count = self.work.code.parameters.len();
        let [b, c] = [0, 1].map(|n| if n < count { self.argument(n) } else { nil });
        let pack = self.pack();
        let value = self.native("st.som", &[op, self.receiver, b, c, pack]);
        self.answer_if_some(value, value);
    }

    fn som_text(&mut self, selector: &str) {
        match selector {
            "=" => {
                self.short_strings_equal();
                self.som_operation("text =");
            }
            "primSubstringFrom:to:" => {
                self.one_character();
                self.som_operation(selector);
            }
            "length" => self.on_elements("elementCount"),
            "hashcode" => {
                let op = TextOp::NAMES.iter().position(|n| *n == "Hash").expect("there is a hash");
                self.numbered("st.text", op as i64);
            }
            "asSymbol" => self.intern(),
            "asString" => {
                let pack = self.pack();
                let value = self.native("st.copy", &[self.receiver, pack]);
                self.answer_if_some(value, value);
            }
            _ => self.som_operation(selector),
        }
    }

    /// Compares strings of different lengths, and of one byte.
    pub(super) fn short_strings_equal(&mut self) {
        let fail = self.b.block();
        let other = self.argument(0);
        self.ask_instance(self.receiver, &["String"], fail);
        self.ask_instance(other, &["String"], fail);
        let objects = [self.receiver, other].map(|string| word::as_ref(&mut self.b, string));
        let [count, other_count] = objects.map(|object| self.b.load(Type::Dyn, object, 8));
        let [same, different] = [(); 2].map(|()| self.b.block());
        let is_same = self.b.binary(Opcode::Ieq, count, other_count);
        self.b.brif(is_same, same, different);
        self.b.switch_to(different);
        let no = word::boolean(&mut self.b, false);
        self.b.ret(&[no]);
        self.b.switch_to(same);
        let one = self.int(1);
        let is_short = self.b.binary(Opcode::Ieq, count, one);
        self.ask(is_short, fail);
        let [x, y] = objects.map(|object| self.b.load(Type::I8, object, 16));
        let is_equal = self.b.binary(Opcode::Ieq, x, y);
        let value = condition::truth(&mut self.b, is_equal);
        self.b.ret(&[value]);
        self.b.switch_to(fail);
    }

    /// A string of one byte of the receiver's.
    fn one_character(&mut self) {
        let fail = self.b.block();
        self.ask_instance(self.receiver, &["String"], fail);
        let (from, to) = (self.argument(0), self.argument(1));
        let is_one = self.b.binary(Opcode::Ieq, from, to);
        self.ask(is_one, fail);
        let object = word::as_ref(&mut self.b, self.receiver);
        let count = self.count(object, 8);
        let n = self.index(from, count, fail);
        let at = self.b.elem_addr(object, n, 1, 16);
        let byte = self.b.load(Type::I8, at, 0);
        let class = self.b.module.class(ClassDecl { size: 24, pointers: Pointers::None });
        let string = self.b.alloc(class);
        let number = i64::from(self.shared.layouts.number_named("String"));
        let (number, one) = (self.b.iconst(Type::I64, number), self.int(1));
        self.b.store(string, 0, number);
        self.b.store(string, 8, one);
        self.b.store(string, 16, byte);
        let value = word::as_dyn(&mut self.b, string);
        self.b.ret(&[value]);
        self.b.switch_to(fail);
    }

    /// Continues if a word is a class.
    pub(super) fn ask_class(&mut self, value: Value, fail: Block) {
        let numbers = self.shared.layouts.metaclass_numbers();
        let metaclass = i64::from(self.shared.layouts.number_named("Metaclass"));
        let number = send::class_of(&mut self.b, value);
        let [first, count, metaclass] =
            [i64::from(numbers.start), numbers.len() as i64, metaclass].map(|n| self.b.iconst(Type::I64, n));
        let [other, good] = [(); 2].map(|()| self.b.block());
        let place = self.b.binary(Opcode::Isub, number, first);
        let is_class = self.b.binary(Opcode::Ult, place, count);
        self.b.brif(is_class, good, other);
        self.b.switch_to(other);
        let is_metaclass = self.b.binary(Opcode::Ieq, number, metaclass);
        self.b.brif(is_metaclass, good, fail);
        self.b.switch_to(good);
    }

    /// Continues if a word is an instance of one of these classes itself.
    fn ask_instance(&mut self, value: Value, names: &[&str], fail: Block) {
        let good = self.b.block();
        let number = send::class_of(&mut self.b, value);
        for name in names {
            let next = self.b.block();
            let wanted = i64::from(self.shared.layouts.number_named(name));
            let wanted = self.b.iconst(Type::I64, wanted);
            let is_one = self.b.binary(Opcode::Ieq, number, wanted);
            self.b.brif(is_one, good, next);
            self.b.switch_to(next);
        }
        self.b.jump(fail, &[]);
        self.b.switch_to(good);
    }

    /// Continues if a class is another one or a subclass of it.
    pub(super) fn ask_below(&mut self, class: Value, above: Value, fail: Block) {
        let [head, next, good] = [(); 3].map(|()| self.b.block());
        let here = self.b.var(Type::Dyn);
        self.b.def_var(here, class);
        self.b.jump(head, &[]);
        self.b.switch_to(head);
        self.b.price(1);
        let value = self.b.use_var(here);
        let is_it = self.b.binary(Opcode::Ieq, value, above);
        self.b.brif(is_it, good, next);
        self.b.switch_to(next);
        let is_ref = self.b.op(Opcode::DynIsRef, Type::I64, &[value]);
        self.ask(is_ref, fail);
        let object = word::as_ref(&mut self.b, value);
        let superclass = self.b.load(Type::Dyn, object, SUPERCLASS);
        self.b.def_var(here, superclass);
        self.b.jump(head, &[]);
        self.b.switch_to(good);
    }

    fn som_class(&mut self, selector: &str) {
        let fail = self.b.block();
        self.ask_class(self.receiver, fail);
        let word_of_class = match selector {
            "name" => Some(40),
            "superclass" => Some(SUPERCLASS),
            _ => None,
        };
        match (selector, word_of_class) {
            (_, Some(offset)) => {
                let class = word::as_ref(&mut self.b, self.receiver);
                let value = self.b.load(Type::Dyn, class, offset);
                self.answer(value);
            }
            ("new", _) => self.new_instance(false),
            ("fields", _) => self.names_of_fields(),
            ("methods", _) => self.methods(),
            _ => {}
        }
        self.b.jump(fail, &[]);
        self.b.switch_to(fail);
    }

    /// Answers the methods of a class in the order of its file: each knows the one before it.
    fn methods(&mut self) {
        let class = word::as_ref(&mut self.b, self.receiver);
        let last = self.b.load(Type::Dyn, class, LAST_METHOD);
        let (zero, one) = (self.b.iconst(Type::I64, 0), self.b.iconst(Type::I64, 1));
        let count = self.walk(last, zero, |func, n, _| func.b.binary(Opcode::Iadd, n, one));
        let array = self.empty_array(count);
        let nil = word::nil(&mut self.b);
        self.each(zero, count, |func, n| {
            let at = func.b.elem_addr(array, n, 8, 16);
            func.b.store(at, 0, nil);
        });
        self.walk(last, count, |func, n, method| {
            let n = func.b.binary(Opcode::Isub, n, one);
            let at = func.b.elem_addr(array, n, 8, 16);
            func.b.store(at, 0, method);
            n
        });
        let value = word::as_dyn(&mut self.b, array);
        self.answer(value);
    }

    /// Does something for a method and all that come before it; a number goes along.
    fn walk(
        &mut self,
        last: Value,
        number: Value,
        mut each: impl FnMut(&mut Self, Value, Value) -> Value,
    ) -> Value {
        let [head, inside, done] = [(); 3].map(|()| self.b.block());
        let (here, count) = (self.b.var(Type::Dyn), self.b.var(Type::I64));
        self.b.def_var(here, last);
        self.b.def_var(count, number);
        self.b.jump(head, &[]);
        self.b.switch_to(head);
        self.b.price(1);
        let (method, n) = (self.b.use_var(here), self.b.use_var(count));
        let is_one = self.b.op(Opcode::DynIsRef, Type::I64, &[method]);
        self.b.brif(is_one, inside, done);
        self.b.switch_to(inside);
        let next = each(self, n, method);
        self.b.def_var(count, next);
        let object = word::as_ref(&mut self.b, method);
        let before = self.b.load(Type::Dyn, object, BEFORE);
        self.b.def_var(here, before);
        self.b.jump(head, &[]);
        self.b.switch_to(done);
        self.b.use_var(count)
    }

    fn som_method(&mut self, selector: &str) {
        let fail = self.b.block();
        self.ask_instance(self.receiver, &["Method", "Primitive"], fail);
        let method = word::as_ref(&mut self.b, self.receiver);
        let [signature, holder] = [16, 24].map(|offset| self.b.load(Type::Dyn, method, offset));
        match selector {
            "signature" => self.answer(signature),
            "holder" => self.answer(holder),
            "invokeOn:with:" => {
                let (receiver, all) = (self.argument(0), self.argument(1));
                self.perform_above(holder, (receiver, signature, all), fail);
            }
            _ => {}
        }
        self.b.jump(fail, &[]);
        self.b.switch_to(fail);
    }

    /// Calls what a class has for a message; the receiver is an instance of it or of a subclass.
    fn perform_above(&mut self, class: Value, message: (Value, Value, Value), fail: Block) {
        let own = self.class_object(message.0);
        self.ask_below(own, class, fail);
        let class = word::as_ref(&mut self.b, class);
        let number = self.b.load(Type::Dyn, class, NUMBER);
        let number = self.b.op(Opcode::DynToInt, Type::I64, &[number]);
        self.perform_from(number, message, fail);
    }

    /// Calls what a behaviour has for a message, or says that there is none. The builder is then nowhere.
    fn perform_from(&mut self, number: Value, message: (Value, Value, Value), fail: Block) {
        let unknown = self.b.block();
        self.dispatch(number, message, [fail, unknown]);
        self.b.switch_to(unknown);
        let not_understood = self.shared.selectors.som_not_understood;
        let (receiver, selector, all) = message;
        let result = self.send(not_understood, &[receiver, selector, all]);
        self.answer(result);
    }

    fn som_block(&mut self, selector: &str) {
        let fail = self.b.block();
        if selector == "restart" {
            let value = word::immediate(&mut self.b, RESTART, 0);
            return self.answer(value);
        }
        self.ask_instance(self.receiver, &["Block1", "Block2", "Block3", "BlockClosure"], fail);
        let closure = word::as_ref(&mut self.b, self.receiver);
        let arguments: Vec<Value> = (0..self.work.code.parameters.len()).map(|n| self.argument(n)).collect();
        self.call_block(closure, &arguments, fail);
        self.b.switch_to(fail);
    }

    fn som_object(&mut self, selector: &str) {
        let fail = self.b.block();
        let empty = |func: &mut Self| func.array(&[]);
        let receiver = self.receiver;
        match selector {
            "class" => {
                let class = self.class_object(receiver);
                self.answer(class);
            }
            "==" => {
                let same = self.b.binary(Opcode::Ieq, receiver, self.argument(0));
                let value = condition::truth(&mut self.b, same);
                self.answer(value);
            }
            "objectSize" => {
                let value = self.int(8);
                self.answer(value);
            }
            "hashcode" => self.identity_hash(),
            "inspect" | "halt" => self.answer(receiver),
            "perform:" | "perform:withArguments:" => {
                let all = if selector == "perform:" { empty(self) } else { self.argument(1) };
                let number = send::class_of(&mut self.b, receiver);
                self.perform_from(number, (receiver, self.argument(0), all), fail);
            }
            "perform:inSuperclass:" | "perform:withArguments:inSuperclass:" => {
                let is_plain = selector == "perform:inSuperclass:";
                let all = if is_plain { empty(self) } else { self.argument(1) };
                let class = self.argument(if is_plain { 1 } else { 2 });
                self.ask_class(class, fail);
                self.perform_above(class, (receiver, self.argument(0), all), fail);
            }
            "instVarAt:" => self.on_field(false),
            "instVarAt:put:" => self.on_field(true),
            "instVarNamed:" => self.field_named(fail),
            _ => {}
        }
        self.b.jump(fail, &[]);
        self.b.switch_to(fail);
    }

    /// Answers the field of a name.
    fn field_named(&mut self, fail: Block) {
        let name = self.argument(0);
        let is_ref = self.b.op(Opcode::DynIsRef, Type::I64, &[self.receiver]);
        self.ask(is_ref, fail);
        let class = self.class_object(self.receiver);
        let format = self.format_of(class);
        let seven = self.b.iconst(Type::I64, 7);
        let shape = self.b.binary(Opcode::Iand, format, seven);
        let zero = self.b.iconst(Type::I64, 0);
        let is_plain = self.b.binary(Opcode::Ieq, shape, zero);
        self.ask(is_plain, fail);
        let names = self.b.call(About::Fields.id(), &[class])[0];
        let names = word::as_ref(&mut self.b, names);
        let count = self.count(names, 8);
        let object = word::as_ref(&mut self.b, self.receiver);
        self.each(zero, count, |func, n| {
            let [found, next] = [(); 2].map(|()| func.b.block());
            let at = func.b.elem_addr(names, n, 8, 16);
            let known = func.b.load(Type::Dyn, at, 0);
            let is_it = func.b.binary(Opcode::Ieq, known, name);
            func.b.brif(is_it, found, next);
            func.b.switch_to(found);
            let at = func.b.elem_addr(object, n, 8, 8);
            let value = func.b.load(Type::Dyn, at, 0);
            func.b.ret(&[value]);
            func.b.switch_to(next);
        });
    }

    fn som_system(&mut self, selector: &str) {
        match selector {
            "global:" | "load:" => {
                self.global_at();
                let nil = word::nil(&mut self.b);
                self.answer(nil);
            }
            "hasGlobal:" => self.has_global(),
            "global:put:" => self.global_at_put(),
            "printString:" | "errorPrint:" => {
                self.som_print(if selector == "printString:" { 1 } else { 2 }, false)
            }
            "errorPrintln:" => self.som_print(2, true),
            "printNewline" => {
                self.newline(1);
                let receiver = self.receiver;
                self.answer(receiver);
            }
            "exit:" => {
                let value = self.native("st.exit", &[self.argument(0)]);
                self.answer(value);
            }
            "time" => self.clock(1_000_000),
            "ticks" => self.clock(1_000),
            "fullGC" => {
                let yes = word::boolean(&mut self.b, true);
                self.answer(yes);
            }
            "loadFile:" => {
                let nil = word::nil(&mut self.b);
                self.answer(nil);
            }
            "printStackTrace" => {
                let receiver = self.receiver;
                self.answer(receiver);
            }
            _ => {}
        }
    }

    fn has_global(&mut self) {
        let [there, missing] = [(); 2].map(|()| self.b.block());
        self.find_global(there, missing);
        for (block, value) in [(there, true), (missing, false)] {
            self.b.switch_to(block);
            let value = word::boolean(&mut self.b, value);
            self.b.ret(&[value]);
        }
        let rest = self.b.block();
        self.b.switch_to(rest);
    }

    fn newline(&mut self, stream: i64) {
        let (text, stream, pack) = (self.string("\n"), self.b.iconst(Type::I64, stream), self.pack());
        self.native("st.write", &[text, stream, pack]);
    }

    fn som_print(&mut self, stream: i64, is_line: bool) {
        let (number, pack) = (self.b.iconst(Type::I64, stream), self.pack());
        let value = self.native("st.write", &[self.argument(0), number, pack]);
        if is_line {
            self.newline(stream);
        }
        let receiver = self.receiver;
        self.answer_if_some(value, receiver);
    }
}

/// The function that makes the global `system` and gives it the words of the command line.
pub(super) fn beginning(module: &mut Module, shared: &mut Shared<'_>) -> FuncId {
    let id = module.declare("st.begin", &Signature::default());
    let mut b = FuncBuilder::new(module, id);
    b.priced();
    b.price(prices::CALL);
    let Some(class) = shared.layouts.named("System") else {
        b.ret(&[]);
        b.finish();
        return id;
    };
    let number = i64::from(shared.layouts.number(class, false));
    let system = new_object(&mut b, number, shared.layouts.fields(class));
    let of = Lasting::Global(shared.selectors.system);
    let at = shared.variable(&mut b, of);
    let cell = b.load(Type::Dyn, at, 0);
    let cell = word::as_ref(&mut b, cell);
    b.store(cell, 8, system);
    let words = command_line(b.module, shared);
    let words = b.call(words, &[system])[0];
    super::start::plain_send(&mut b, shared, shared.selectors.initialize, &[system, words]);
    b.ret(&[]);
    b.finish();
    id
}

/// The function that gives the words of the command line.
fn command_line(module: &mut Module, shared: &mut Shared<'_>) -> FuncId {
    let id = module.declare("st.words", &send::signature(1));
    super::func::bare(module, shared, (id, purlin_base::Pos::NONE), |func| func.words_of_command(0));
    id
}

/// The classes whose words that are no references a SOM program may see, by number.
pub(super) fn fixed(shared: &Shared<'_>, class: crate::resolve::ClassId) -> Vec<i64> {
    let name = shared.text(shared.program.classes[class].name);
    match name {
        "Integer" => super::layout::SOM_LARGE.iter().map(|large| large.0).collect(),
        "Nil" => vec![super::layout::NONE + 1, RESTART + 1],
        _ => Vec::new(),
    }
}

/// Installs methods by their objects: each row has the places of behaviour and symbol, the function, and the
/// number of the class of such objects.
pub(super) fn install(b: &mut FuncBuilder<'_>, rows: &[[u32; 4]]) {
    let (count, rows) = (rows.len(), table(b, rows.as_flattened()));
    let [symbols, classes] =
        [ModuleGlobal::Symbols.id(), ModuleGlobal::Classes.id()].map(|global| b.global_addr(global, 0));
    repeat(b, count, |b, n| {
        let [place, symbol, function, number] = [0, 4, 8, 12].map(|offset| entry(b, rows, n, 16, offset));
        let at = b.elem_addr(classes, place, 8, 0);
        let holder = b.load(Type::Dyn, at, 0);
        let at = b.elem_addr(symbols, symbol, 8, 0);
        let name = b.load(Type::Dyn, at, 0);
        let function = b.op(Opcode::DynFromInt, Type::Dyn, &[function]);
        let class = word::as_ref(b, holder);
        let before = b.load(Type::Dyn, class, LAST_METHOD);
        let made = object::new(b, Pointers::All, &[number, function, name, holder, before]);
        b.store(class, LAST_METHOD, made);
        let native = b.module.native("dyn.put", &[Type::Dyn; 3], &[]);
        b.call_native(native, &[holder, name, made]);
    });
}
