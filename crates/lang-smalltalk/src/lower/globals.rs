//! Globals: objects that hold a value each, which lowered code reaches directly, and programs by name through
//! a method dictionary that belongs to no class.

use purlin_dynamic::{leave, prices, word};
use purlin_ir::{Block, ClassDecl, FuncBuilder, Module, Opcode, Pointers, Type, Value};

use super::func::Func;
use super::layout::NONE;
use super::tables::{entry, repeat, table};
use super::{About, ModuleGlobal};
use super::{Lasting, Shared};
use purlin_base::Name;

/// What variables of statements at top level are called.
const TOP: &str = "Undeclared.";

impl Func<'_, '_, '_> {
    /// The value of a global.
    pub(super) fn global(&mut self, name: Name) -> Value {
        if let Some(class) = self.shared.layouts.of_name(name) {
            return self.class(class, false);
        }
        if self.shared.text(name).starts_with(TOP) {
            return self.lasting(Lasting::Top(name));
        }
        let cell = self.lasting(Lasting::Global(name));
        let cell = word::as_ref(&mut self.b, cell);
        let value = self.b.load(Type::Dyn, cell, 8);
        let is_none = word::is_immediate(&mut self.b, NONE, value);
        if !self.shared.is_som() {
            let nil = word::nil(&mut self.b);
            return self.b.select(is_none, nil, value);
        }
        let [missing, join] = [(); 2].map(|()| self.b.block());
        let result = self.b.block_param(join, Type::Dyn);
        self.b.brif_args(is_none, (missing, &[]), (join, &[value]));
        self.b.cold(missing);
        self.b.switch_to(missing);
        let (receiver, symbol) = (self.receiver, self.symbol(name));
        let unknown = self.shared.selectors.unknown_global;
        let other = self.send(unknown, &[receiver, symbol]);
        self.b.jump(join, &[other]);
        self.b.switch_to(join);
        result
    }

    pub(super) fn set_global(&mut self, name: Name, value: Value) {
        if self.shared.text(name).starts_with(TOP) {
            let at = self.shared.variable(&mut self.b, Lasting::Top(name));
            return self.b.store(at, 0, value);
        }
        let cell = self.lasting(Lasting::Global(name));
        let cell = word::as_ref(&mut self.b, cell);
        self.b.store(cell, 8, value);
    }

    /// The symbol of a text; what is none goes to `fail`.
    fn symbol_of(&mut self, text: Value, fail: Block) -> Value {
        let join = self.b.block();
        let symbol = self.b.block_param(join, Type::Dyn);
        for (shape, block) in (1..).zip(self.by_shape(text, fail)) {
            self.b.switch_to(block);
            match shape {
                3 => {
                    let made = self.interned(text);
                    self.b.jump(join, &[made]);
                }
                4 => self.b.jump(join, &[text]),
                _ => self.b.jump(fail, &[]),
            }
        }
        self.b.switch_to(join);
        symbol
    }

    /// The behaviour that has the globals.
    fn globals(&mut self) -> Value {
        let [missing, join] = [(); 2].map(|()| self.b.block());
        let at = self.b.global_addr(ModuleGlobal::ByName.id(), 0);
        let (number, zero) = (self.b.load(Type::I64, at, 0), self.b.iconst(Type::I64, 0));
        let is_there = self.b.binary(Opcode::Ine, number, zero);
        self.b.brif(is_there, join, missing);
        self.b.cold(missing);
        self.b.switch_to(missing);
        self.b.call(About::Register.id(), &[]);
        self.b.jump(join, &[]);
        self.b.switch_to(join);
        let at = self.b.global_addr(ModuleGlobal::ByName.id(), 0);
        self.b.load(Type::I64, at, 0)
    }

    /// A reference to the global of a symbol; one that there is not goes to `missing`.
    fn cell(&mut self, symbol: Value, missing: Block) -> Value {
        self.b.price(prices::SEND);
        let number = self.globals();
        let cell = self.native("dyn.lookup", &[number, symbol]);
        let null = leave::null(&mut self.b);
        let is_there = self.b.binary(Opcode::Ine, cell, null);
        self.ask(is_there, missing);
        word::as_ref(&mut self.b, cell)
    }

    /// Answers the value of the global that the first argument names. The builder is then where there is
    /// none.
    pub(super) fn global_at(&mut self) {
        let [there, missing] = [(); 2].map(|()| self.b.block());
        let value = self.find_global(there, missing);
        self.b.switch_to(there);
        self.b.ret(&[value]);
        self.b.switch_to(missing);
    }

    /// Answers the class variable of the receiver that the first argument names, or sets it. The builder is
    /// then where there is none.
    pub(super) fn on_class_variable(&mut self, is_set: bool) {
        let missing = self.b.block();
        let (class, name) = (self.receiver, self.argument(0));
        let place = self.b.call(About::ClassVariable.id(), &[class, name])[0];
        let is_there = self.b.op(Opcode::DynIsInt, Type::I64, &[place]);
        self.ask(is_there, missing);
        let place = self.b.op(Opcode::DynToInt, Type::I64, &[place]);
        let all = self.b.global_addr(ModuleGlobal::Variables.id(), 0);
        let at = self.b.elem_addr(all, place, 8, 0);
        let value = match is_set {
            true => self.argument(1),
            false => self.b.load(Type::Dyn, at, 0),
        };
        if is_set {
            self.b.store(at, 0, value);
        }
        self.b.ret(&[value]);
        self.b.switch_to(missing);
    }

    /// The value of the global that the first argument names, in `there`; goes to `missing` if there is none.
    pub(super) fn find_global(&mut self, there: Block, missing: Block) -> Value {
        let symbol = self.symbol_of(self.argument(0), missing);
        let cell = self.cell(symbol, missing);
        let value = self.b.load(Type::Dyn, cell, 8);
        let is_none = word::is_immediate(&mut self.b, NONE, value);
        self.b.brif(is_none, missing, there);
        value
    }

    /// Sets the global that the first argument names, making it if need be.
    pub(super) fn global_at_put(&mut self) {
        let [fail, missing] = [(); 2].map(|()| self.b.block());
        let (symbol, value) = (self.symbol_of(self.argument(0), fail), self.argument(1));
        let cell = self.cell(symbol, missing);
        self.b.store(cell, 8, value);
        self.b.ret(&[value]);
        self.b.switch_to(missing);
        let class = self.b.iconst(Type::I64, 0);
        let cell = self.object(&[class, value]);
        let number = self.globals();
        let behaviour = self.native("dyn.behaviour_at", &[number]);
        put(&mut self.b, behaviour, symbol, cell);
        self.b.ret(&[value]);
        self.b.switch_to(fail);
    }
}

fn put(b: &mut FuncBuilder<'_>, behaviour: Value, symbol: Value, method: Value) {
    let native = b.module.native("dyn.put", &[Type::Dyn; 3], &[]);
    b.call_native(native, &[behaviour, symbol, method]);
}

/// A new object for a global.
pub(super) fn new_cell(b: &mut FuncBuilder<'_>, value: Value) -> Value {
    let class_id = b.module.class(ClassDecl { size: 16, pointers: Pointers::All });
    let object = b.alloc(class_id);
    b.store(object, 8, value);
    word::as_dyn(b, object)
}

/// The body of the function that makes the classes and all other globals known by name.
pub(super) fn registering(module: &mut Module, shared: &mut Shared<'_>) {
    let mut rows: Vec<[u32; 3]> = Vec::new();
    let mut row = |module: &mut Module, shared: &mut Shared<'_>, name: Name, what: [u32; 2]| {
        let symbol = shared.symbol(module, name) as u32 / 8;
        rows.push([symbol, what[0], what[1]]);
    };
    for (id, class) in shared.program.classes.iter() {
        // A program's class that has the name of one of the library's comes after it, and takes its place.
        let name = shared.names.known(class.plain_name(shared.names)).unwrap_or(class.name);
        row(module, shared, name, [OF_CLASS, 2 * id.as_u32()]);
    }
    let globals = shared.variables.iter().filter_map(|(of, place)| match of {
        Lasting::Global(name) => Some((*place, *name)),
        Lasting::Top(_) | Lasting::Shared(..) | Lasting::Literal(_) => None,
    });
    let mut globals: Vec<(u32, Name)> = globals.collect();
    globals.sort_unstable();
    globals.into_iter().for_each(|(place, name)| row(module, shared, name, [OF_VARIABLE, place]));
    let count = rows.len();
    let mut b = FuncBuilder::new(module, About::Register.id());
    let rows = table(&mut b, rows.as_flattened());
    let behaviour = new_behaviour(&mut b);
    let [symbols, classes, variables] =
        [ModuleGlobal::Symbols.id(), ModuleGlobal::Classes.id(), ModuleGlobal::Variables.id()]
            .map(|global| b.global_addr(global, 0));
    repeat(&mut b, count, |b, n| {
        let [symbol, kind, place] = [0, 4, 8].map(|offset| entry(b, rows, n, 12, offset));
        let [of_class, of_variable, join] = [(); 3].map(|()| b.block());
        let cell = b.block_param(join, Type::Dyn);
        let zero = b.iconst(Type::I64, 0);
        let is_variable = b.binary(Opcode::Ine, kind, zero);
        b.brif(is_variable, of_variable, of_class);
        b.switch_to(of_class);
        let at = b.elem_addr(classes, place, 8, 0);
        let class = b.load(Type::Dyn, at, 0);
        let made = new_cell(b, class);
        b.jump(join, &[made]);
        b.switch_to(of_variable);
        let at = b.elem_addr(variables, place, 8, 0);
        let known = b.load(Type::Dyn, at, 0);
        b.jump(join, &[known]);
        b.switch_to(join);
        let at = b.elem_addr(symbols, symbol, 8, 0);
        let symbol = b.load(Type::Dyn, at, 0);
        put(b, behaviour, symbol, cell);
    });
    b.ret(&[]);
    b.finish();
}

/// The body of the function that gives, of a class and a symbol, the place of the class variable that the
/// program's text declares in this class, as a number; nil if there is none. Variables of the library's
/// classes are not a program's, and a session keeps those of its classes itself.
pub(super) fn class_variables(module: &mut Module, shared: &mut Shared<'_>) {
    let program = shared.program;
    let mut rows: Vec<[u32; 3]> = Vec::new();
    let kept = if shared.is_session { program.classes.len() } else { shared.library_classes };
    for (id, class) in program.classes.iter().skip(kept) {
        for name in &class.class_variables {
            let place = shared.place(module, Lasting::Shared(id, *name)) as u32 / 8;
            rows.push([2 * id.as_u32(), shared.symbol(module, *name) as u32 / 8, place]);
        }
    }
    let mut b = FuncBuilder::new(module, About::ClassVariable.id());
    let [class, name] = [0, 1].map(|n| b.param(n));
    let (count, rows) = (rows.len(), table(&mut b, rows.as_flattened()));
    let [classes, symbols] =
        [ModuleGlobal::Classes.id(), ModuleGlobal::Symbols.id()].map(|global| b.global_addr(global, 0));
    repeat(&mut b, count, |b, n| {
        let [of_class, found, next] = [(); 3].map(|()| b.block());
        for (all, offset, wanted, then) in [(classes, 0, class, of_class), (symbols, 4, name, found)] {
            let place = entry(b, rows, n, 12, offset);
            let at = b.elem_addr(all, place, 8, 0);
            let known = b.load(Type::Dyn, at, 0);
            let is_it = b.binary(Opcode::Ieq, known, wanted);
            b.brif(is_it, then, next);
            b.switch_to(then);
        }
        let place = entry(b, rows, n, 12, 8);
        let place = b.op(Opcode::DynFromInt, Type::Dyn, &[place]);
        b.ret(&[place]);
        b.switch_to(next);
    });
    let nil = word::nil(&mut b);
    b.ret(&[nil]);
    b.finish();
}

/// What a row of the table of globals is about: a class, or a variable that has its object already.
const OF_CLASS: u32 = 0;
const OF_VARIABLE: u32 = 1;

/// A new behaviour, which has the globals as its methods.
fn new_behaviour(b: &mut FuncBuilder<'_>) -> Value {
    let class_id = b.module.class(ClassDecl { size: 48, pointers: Pointers::All });
    let object = b.alloc(class_id);
    let object = word::as_dyn(b, object);
    let native = b.module.native("dyn.behaviour", &[Type::Dyn], &[Type::I64]);
    let number = b.call_native(native, &[object])[0];
    let at = b.global_addr(ModuleGlobal::ByName.id(), 0);
    b.store(at, 0, number);
    object
}
