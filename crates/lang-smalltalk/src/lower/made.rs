//! Primitives that make classes while a program runs, that start and switch processes, and that look at the
//! stack.

use purlin_dynamic::send;
use purlin_dynamic::{prices, word};
use purlin_ir::{Block, FuncBuilder, Module, Opcode, Type, Value};

use super::func::Func;
use super::layout::{FORMAT, NUMBER, SUPERCLASS};
use super::tables::{entry, repeat, table};
use super::{About, ModuleGlobal, Shared};

/// Where a metaclass has its only instance, and how many words that has.
pub(super) const INSTANCE: i64 = 48;
pub(super) const SIZE: i64 = 56;
/// Where a class has its comment.
pub(super) const COMMENT: i64 = 48;
/// Where a class has the names of its fields, if it was made while the program runs.
const OWN_NAMES: i64 = 64;

/// Fields of an instance, at most, where its class is made while the program runs.
const MOST_FIELDS: i64 = 1 << 16;

/// Functions of a stack that are shown.
const SHOWN: i64 = 64;

impl Func<'_, '_, '_> {
    /// Emits one of these primitives; the builder is then where it has no answer.
    pub(super) fn on_running(&mut self, name: &str) {
        match name {
            "newSubclass" => self.new_subclass(),
            "classNumbered" => self.class_numbered(),
            "setSuperclass" => self.set_superclass(),
            "performIn" => self.perform_in(),
            "forwardSelector" => self.forward_selector(),
            "dropSelector" => self.drop_selector(),
            "batonNew" => self.new_baton(),
            "batonPass" | "batonWait" => self.baton(name == "batonPass"),
            "processStart" => self.start_process(),
            "processSleep" => self.sleep(),
            "readInto" => self.read_into(),
            "stackFunctions" => self.stack(),
            "functionName" => self.name_of_function(),
            _ => {}
        }
    }

    /// A new object of so many words, which are nil but for the class word.
    fn nil_object(&mut self, number: Value, count: Value) -> Value {
        let object = self.words(count);
        self.b.store(object, 0, number);
        let one = self.b.iconst(Type::I64, 1);
        self.each(one, count, |func, n| {
            let at = func.b.elem_addr(object, n, 8, 0);
            let nil = word::nil(&mut func.b);
            func.b.store(at, 0, nil);
        });
        object
    }

    /// Answers a new subclass of the receiver: by a name, which is a string, and an array of the names of the
    /// fields that it adds.
    fn new_subclass(&mut self) {
        let fail = self.b.block();
        let name = self.argument(0);
        self.ask_string(name, fail);
        let (names, own) = self.array_operand(self.argument(1), fail);
        let (format, zero) = (self.format_of(self.receiver), self.b.iconst(Type::I64, 0));
        let is_known = self.b.binary(Opcode::Sge, format, zero);
        self.ask(is_known, fail);
        let (seven, three) = (self.b.iconst(Type::I64, 7), self.b.iconst(Type::I64, 3));
        let shape = self.b.binary(Opcode::Iand, format, seven);
        // A class with elements gets no fields.
        let both = self.b.binary(Opcode::Imul, shape, own);
        let fits = self.b.binary(Opcode::Ieq, both, zero);
        self.ask(fits, fail);
        let inherited = self.b.binary(Opcode::Sshr, format, three);
        let (fields, most) =
            (self.b.binary(Opcode::Iadd, inherited, own), self.b.iconst(Type::I64, MOST_FIELDS));
        let few = self.b.binary(Opcode::Sle, fields, most);
        self.ask(few, fail);
        let added = self.b.binary(Opcode::Shl, own, three);
        let format = self.b.binary(Opcode::Iadd, format, added);
        let format = self.b.op(Opcode::DynFromInt, Type::Dyn, &[format]);
        let class = self.class_pair(format);
        self.b.store(class, 40, name);
        let names = word::as_dyn(&mut self.b, names);
        self.b.store(class, OWN_NAMES, names);
        let value = word::as_dyn(&mut self.b, class);
        self.number(value);
        self.b.ret(&[value]);
        self.b.switch_to(fail);
    }

    /// Answers the class of a number; nil if there is none, and 0 for the one that has the globals, which is
    /// no object of a program's.
    fn class_numbered(&mut self) {
        let [fail, hidden] = [(); 2].map(|()| self.b.block());
        let word = self.argument(0);
        let is_int = self.b.op(Opcode::DynIsInt, Type::I64, &[word]);
        self.ask(is_int, fail);
        let number = self.b.op(Opcode::DynToInt, Type::I64, &[word]);
        let class = self.native("dyn.behaviour_at", &[number]);
        let null = purlin_dynamic::leave::null(&mut self.b);
        let is_there = self.b.binary(Opcode::Ine, class, null);
        self.ask(is_there, fail);
        let own = send::class_of(&mut self.b, class);
        let zero = self.b.iconst(Type::I64, 0);
        let is_class = self.b.binary(Opcode::Ine, own, zero);
        self.ask(is_class, hidden);
        self.b.ret(&[class]);
        self.b.switch_to(hidden);
        let none = self.int(0);
        self.b.ret(&[none]);
        self.b.switch_to(fail);
        let nil = word::nil(&mut self.b);
        self.answer(nil);
    }

    /// Makes a behaviour of an object: its number.
    fn number(&mut self, object: Value) -> Value {
        let native = self.b.module.native("dyn.behaviour", &[Type::Dyn], &[Type::I64]);
        self.b.call_native(native, &[object])[0]
    }

    /// A new class below the receiver, and its metaclass. The class has no number yet.
    fn class_pair(&mut self, format: Value) -> Value {
        let receiver = self.receiver;
        let above = self.class_object(receiver);
        let above_ref = word::as_ref(&mut self.b, above);
        let size = self.b.load(Type::Dyn, above_ref, SIZE);
        let metaclass = self.shared.layouts.named("Metaclass");
        let words = 1 + metaclass.map_or(0, |id| self.shared.layouts.fields(id)).max(7) as i64;
        let number = i64::from(self.shared.layouts.number_named("Metaclass"));
        let [number, words] = [number, words].map(|n| self.b.iconst(Type::I64, n));
        let meta = self.nil_object(number, words);
        let none = self.int(-1);
        for (offset, value) in [(SUPERCLASS, above), (FORMAT, none), (SIZE, size)] {
            self.b.store(meta, offset, value);
        }
        let value = word::as_dyn(&mut self.b, meta);
        let number = self.number(value);
        let count = self.b.op(Opcode::DynToInt, Type::I64, &[size]);
        let class = self.nil_object(number, count);
        for (offset, value) in [(SUPERCLASS, receiver), (FORMAT, format)] {
            self.b.store(class, offset, value);
        }
        let value = word::as_dyn(&mut self.b, class);
        self.b.store(meta, INSTANCE, value);
        class
    }

    /// Continues if a word is a string.
    fn ask_string(&mut self, value: Value, fail: Block) {
        let [a, b, strings, c] = self.by_shape(value, fail);
        for block in [a, b, c] {
            self.b.switch_to(block);
            self.b.jump(fail, &[]);
        }
        self.b.switch_to(strings);
    }

    /// Answers the names of the fields that a class adds which was made while the program runs.
    pub(super) fn names_of_made(&mut self) {
        let fail = self.b.block();
        if self.shared.is_som() {
            return;
        }
        let number = send::class_of(&mut self.b, self.receiver);
        let metaclass = i64::from(self.shared.layouts.number_named("Metaclass"));
        let metaclass = self.b.iconst(Type::I64, metaclass);
        let is_class = self.b.binary(Opcode::Ine, number, metaclass);
        self.ask(is_class, fail);
        let class = word::as_ref(&mut self.b, self.receiver);
        let names = self.b.load(Type::Dyn, class, OWN_NAMES);
        let is_there = self.b.op(Opcode::DynIsRef, Type::I64, &[names]);
        self.ask(is_there, fail);
        self.b.ret(&[names]);
        self.b.switch_to(fail);
    }

    /// Continues if a word is a class, and no metaclass: what it is an instance of is one.
    fn ask_class_proper(&mut self, value: Value, fail: Block) {
        let class = self.class_object(value);
        let number = send::class_of(&mut self.b, class);
        let metaclass = i64::from(self.shared.layouts.number_named("Metaclass"));
        let metaclass = self.b.iconst(Type::I64, metaclass);
        let is_class = self.b.binary(Opcode::Ieq, number, metaclass);
        self.ask(is_class, fail);
    }

    /// Gives the receiver another superclass, and its metaclass that one's. Methods of either superclass find
    /// the fields of an object where they are: there are equally many in both, in instances and in classes.
    fn set_superclass(&mut self) {
        let [fail, free] = [(); 2].map(|()| self.b.block());
        let (class, above) = (self.receiver, self.argument(0));
        self.ask_class_proper(class, fail);
        self.ask_class_proper(above, fail);
        // Sends to super in methods of the library know their superclass.
        let object = word::as_ref(&mut self.b, class);
        let number = self.b.load(Type::Dyn, object, NUMBER);
        let number = self.b.op(Opcode::DynToInt, Type::I64, &[number]);
        let last = self.b.iconst(Type::I64, i64::from(self.shared.layouts.last_number()));
        let is_programs = self.b.binary(Opcode::Sgt, number, last);
        self.ask(is_programs, fail);
        let before = self.b.load(Type::Dyn, object, SUPERCLASS);
        self.ask_class_proper(before, fail);
        self.ask_below(above, class, free);
        self.b.jump(fail, &[]);
        self.b.switch_to(free);
        let formats = [before, above].map(|class| self.format_of(class));
        let zero = self.b.iconst(Type::I64, 0);
        let is_known = self.b.binary(Opcode::Sge, formats[0], zero);
        self.ask(is_known, fail);
        let is_equal = self.b.binary(Opcode::Ieq, formats[0], formats[1]);
        self.ask(is_equal, fail);
        let [own, meta_before, meta_above] = [class, before, above].map(|class| {
            let meta = self.class_object(class);
            word::as_ref(&mut self.b, meta)
        });
        let sizes = [meta_before, meta_above].map(|meta| self.b.load(Type::Dyn, meta, SIZE));
        let is_equal = self.b.binary(Opcode::Ieq, sizes[0], sizes[1]);
        self.ask(is_equal, fail);
        self.b.store(object, SUPERCLASS, above);
        let meta = word::as_dyn(&mut self.b, meta_above);
        self.b.store(own, SUPERCLASS, meta);
        let native = self.b.module.native("dyn.changed", &[], &[]);
        self.b.call_native(native, &[]);
        self.b.ret(&[class]);
        self.b.switch_to(fail);
    }

    /// Sends the message of a symbol and an array, looked up from a class on that the receiver is of.
    fn perform_in(&mut self) {
        let fail = self.b.block();
        let class = self.argument(2);
        // What ends the chain of superclasses is no class.
        let is_one = self.b.op(Opcode::DynIsRef, Type::I64, &[class]);
        self.ask(is_one, fail);
        let own = self.class_object(self.receiver);
        self.ask_below(own, class, fail);
        let class = word::as_ref(&mut self.b, class);
        let number = self.b.load(Type::Dyn, class, NUMBER);
        let number = self.b.op(Opcode::DynToInt, Type::I64, &[number]);
        let message = (self.receiver, self.argument(0), self.argument(1));
        self.dispatch(number, message, [fail, fail]);
        self.b.switch_to(fail);
    }

    /// Puts the function that says that a message is not understood in the place of a method.
    fn forward_selector(&mut self) {
        let fail = self.b.block();
        let symbol = self.argument(0);
        let function = self.b.call(About::Forward.id(), &[symbol])[0];
        let is_one = self.b.op(Opcode::DynIsInt, Type::I64, &[function]);
        self.ask(is_one, fail);
        let receiver = self.receiver;
        let native = self.b.module.native("dyn.put", &[Type::Dyn; 3], &[]);
        self.b.call_native(native, &[receiver, symbol, function]);
        self.b.ret(&[receiver]);
        self.b.switch_to(fail);
    }

    /// Takes a method from the receiver.
    fn drop_selector(&mut self) {
        let fail = self.b.block();
        let symbol = self.argument(0);
        let [a, b, c, symbols] = self.by_shape(symbol, fail);
        for block in [a, b, c] {
            self.b.switch_to(block);
            self.b.jump(fail, &[]);
        }
        self.b.switch_to(symbols);
        let receiver = self.receiver;
        let native = self.b.module.native("dyn.remove", &[Type::Dyn; 2], &[Type::I8]);
        let there = self.b.call_native(native, &[receiver, symbol])[0];
        self.ask(there, fail);
        self.b.ret(&[receiver]);
        self.b.switch_to(fail);
    }

    // Processes -----------------------------------------------------------------------------------------

    /// Answers a baton: a channel with room for one word, in an object whose words no program sees.
    fn new_baton(&mut self) {
        let native = self.b.module.native("rt.chan_of", &[Type::I64; 2], &[Type::Ref]);
        let (size, room) = (self.b.iconst(Type::I64, 8), self.b.iconst(Type::I64, 1));
        let channel = self.b.call_native(native, &[size, room])[0];
        let channel = word::as_dyn(&mut self.b, channel);
        let number = i64::from(self.shared.layouts.number_named("Baton"));
        let number = self.b.iconst(Type::I64, number);
        let value = self.object(&[number, channel]);
        self.answer(value);
    }

    /// Gives the receiver's word to who waits for it, or waits for it.
    fn baton(&mut self, pass: bool) {
        let baton = word::as_ref(&mut self.b, self.receiver);
        let channel = self.b.load(Type::Dyn, baton, 8);
        let channel = word::as_ref(&mut self.b, channel);
        let slot = self.b.slot(8);
        let at = self.b.stack_addr(slot);
        let nil = word::nil(&mut self.b);
        self.b.store(at, 0, nil);
        let (name, results): (&str, &[Type]) =
            if pass { ("rt.chan_send", &[]) } else { ("rt.chan_recv", &[Type::I8]) };
        let native = self.b.module.native(name, &[Type::Ref; 2], results);
        self.b.call_native(native, &[channel, at]);
        let receiver = self.receiver;
        self.answer(receiver);
    }

    /// Starts a fiber that evaluates the argument, a block without parameters.
    fn start_process(&mut self) {
        let fail = self.b.block();
        let block = self.argument(0);
        let (number, wanted) =
            (send::class_of(&mut self.b, block), i64::from(self.shared.layouts.block_number(0)));
        let wanted = self.b.iconst(Type::I64, wanted);
        let is_block = self.b.binary(Opcode::Ieq, number, wanted);
        self.ask(is_block, fail);
        let value = self.native("st.spawn", &[block]);
        self.b.ret(&[value]);
        self.b.switch_to(fail);
    }

    /// Lets so many milliseconds of the virtual clock pass.
    fn sleep(&mut self) {
        let fail = self.b.block();
        let word = self.argument(0);
        let is_int = self.b.op(Opcode::DynIsInt, Type::I64, &[word]);
        self.ask(is_int, fail);
        let time = self.b.op(Opcode::DynToInt, Type::I64, &[word]);
        let native = self.b.module.native("st.sleep", &[Type::I64], &[]);
        self.b.call_native(native, &[time]);
        let receiver = self.receiver;
        self.b.ret(&[receiver]);
        self.b.switch_to(fail);
    }

    /// Reads from standard input into a string: how many bytes, 0 at the end.
    fn read_into(&mut self) {
        let fail = self.b.block();
        let text = self.argument(0);
        self.ask_string(text, fail);
        let object = word::as_ref(&mut self.b, text);
        self.ask_changeable(object, fail);
        let (at, count) = (self.b.field_addr(object, 16), self.count(object, 8));
        let native = self.b.module.native("st.read", &[Type::Ref, Type::I64], &[Type::I64]);
        let count = self.b.call_native(native, &[at, count])[0];
        let value = self.b.op(Opcode::DynFromInt, Type::Dyn, &[count]);
        self.b.ret(&[value]);
        self.b.switch_to(fail);
    }

    // The stack -----------------------------------------------------------------------------------------

    /// Answers an array of the functions on the stack by their numbers, innermost first, then nil.
    fn stack(&mut self) {
        let count = self.b.iconst(Type::I64, SHOWN);
        let array = self.empty_array(count);
        let zero = self.b.iconst(Type::I64, 0);
        self.each(zero, count, |func, n| {
            let (at, nil) = (func.b.elem_addr(array, n, 8, 16), word::nil(&mut func.b));
            func.b.store(at, 0, nil);
        });
        let at = self.b.field_addr(array, 16);
        let native = self.b.module.native("st.stack", &[Type::Ref, Type::I64], &[]);
        self.b.call_native(native, &[at, count]);
        let value = word::as_dyn(&mut self.b, array);
        self.answer(value);
    }

    /// Answers the name of a function's number.
    fn name_of_function(&mut self) {
        let value = self.b.call(About::FunctionName.id(), &[self.argument(0)])[0];
        self.answer(value);
    }
}

/// The body of the function that fibers begin with: they evaluate a block.
pub(super) fn starting(module: &mut Module, shared: &mut Shared<'_>) {
    let mut b = FuncBuilder::new(module, About::Start.id());
    b.priced();
    b.price(prices::CALL);
    let block = b.param(0);
    let block = word::as_dyn(&mut b, block);
    super::start::plain_send(&mut b, shared, shared.selectors.value, &[block]);
    b.ret(&[]);
    b.finish();
}

/// The body of the function that gives the names of functions, where the program looks at its stack: else it
/// answers nil.
pub(super) fn function_names(module: &mut Module, shared: &mut Shared<'_>) {
    let names: Vec<String> = match shared.program.uses_stack {
        true => module.funcs.values().map(|decl| decl.name.to_string()).collect(),
        false => Vec::new(),
    };
    let number = i64::from(shared.layouts.number_named("String"));
    let (texts, places) = super::start::strings(number, names.iter().map(String::as_str));
    let mut b = FuncBuilder::new(module, About::FunctionName.id());
    let wanted = b.param(0);
    let data = b.module.bytes(&texts);
    let (texts, rows) = (b.data_addr(data, 0), table(&mut b, &places));
    repeat(&mut b, places.len(), |b, n| {
        let [found, next] = [(); 2].map(|()| b.block());
        let number = b.op(Opcode::DynFromInt, Type::Dyn, &[n]);
        let is_it = b.binary(Opcode::Ieq, number, wanted);
        b.brif(is_it, found, next);
        b.switch_to(found);
        let place = entry(b, rows, n, 4, 0);
        let name = b.elem_addr(texts, place, 1, 0);
        let name = word::as_dyn(b, name);
        b.ret(&[name]);
        b.switch_to(next);
    });
    let nil = word::nil(&mut b);
    b.ret(&[nil]);
    b.finish();
}

/// The body of the function that gives, of a symbol, the function that says that it is not understood, as a
/// number; nil where nothing sends it. `perform:` finds by itself what is not there.
pub(super) fn forwarding(module: &mut Module, shared: &mut Shared<'_>) {
    let all: Vec<(purlin_base::Name, usize, u32)> =
        shared.not_understood.iter().map(|((name, words), id)| (*name, *words, id.as_u32())).collect();
    let of_arity = |name: purlin_base::Name| 1 + crate::ast::arity(shared.text(name));
    let mut all: Vec<_> = all.into_iter().filter(|(name, words, _)| of_arity(*name) == *words).collect();
    all.sort_unstable_by_key(|(_, _, id)| *id);
    let rows = all.into_iter().map(|(name, _, id)| [shared.symbol(module, name) as u32 / 8, id]);
    let rows: Vec<[u32; 2]> = rows.collect();
    let mut b = FuncBuilder::new(module, About::Forward.id());
    let wanted = b.param(0);
    let (count, rows) = (rows.len(), table(&mut b, rows.as_flattened()));
    let symbols = b.global_addr(ModuleGlobal::Symbols.id(), 0);
    repeat(&mut b, count, |b, n| {
        let [found, next] = [(); 2].map(|()| b.block());
        let place = entry(b, rows, n, 8, 0);
        let at = b.elem_addr(symbols, place, 8, 0);
        let symbol = b.load(Type::Dyn, at, 0);
        let is_it = b.binary(Opcode::Ieq, symbol, wanted);
        b.brif(is_it, found, next);
        b.switch_to(found);
        let function = entry(b, rows, n, 8, 4);
        let function = b.op(Opcode::DynFromInt, Type::Dyn, &[function]);
        b.ret(&[function]);
        b.switch_to(next);
    });
    let nil = word::nil(&mut b);
    b.ret(&[nil]);
    b.finish();
}
