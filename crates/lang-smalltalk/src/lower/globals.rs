//! Globals: objects that hold a value each, which lowered code reaches directly, and programs by name through
//! a method dictionary that belongs to no class.

use purlin_dynamic::{leave, prices, word};
use purlin_ir::{Block, ClassDecl, FuncBuilder, FuncId, Module, Pointers, Signature, Type, Value};

use super::func::Func;
use super::layout::NONE;
use super::start::class_at;
use super::{Lasting, Shared};
use crate::resolve::ClassId;
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
            let global = self.shared.variable(self.b.module, Lasting::Top(name));
            let at = self.b.global_addr(global, 0);
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
        let id = register(self.b.module, self.shared);
        let [missing, join] = [(); 2].map(|()| self.b.block());
        let at = self.b.global_addr(self.shared.by_name, 0);
        let (number, zero) = (self.b.load(Type::I64, at, 0), self.b.iconst(Type::I64, 0));
        let is_there = self.b.binary(purlin_ir::Opcode::Ine, number, zero);
        self.b.brif(is_there, join, missing);
        self.b.cold(missing);
        self.b.switch_to(missing);
        self.b.call(id, &[]);
        self.b.jump(join, &[]);
        self.b.switch_to(join);
        let at = self.b.global_addr(self.shared.by_name, 0);
        self.b.load(Type::I64, at, 0)
    }

    /// A reference to the global of a symbol; one that there is not goes to `missing`.
    fn cell(&mut self, symbol: Value, missing: Block) -> Value {
        self.b.price(prices::SEND);
        let number = self.globals();
        let cell = self.native("dyn.lookup", &[number, symbol]);
        let null = leave::null(&mut self.b);
        let is_there = self.b.binary(purlin_ir::Opcode::Ine, cell, null);
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

/// The function that makes the globals known by name.
pub(super) fn register(module: &mut Module, shared: &mut Shared<'_>) -> FuncId {
    *shared.register.get_or_insert_with(|| module.declare("st.register", &Signature::default()))
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

/// The body of [`register`]'s function, in parts.
pub(super) fn registering(module: &mut Module, shared: &mut Shared<'_>, id: FuncId) {
    let classes: Vec<ClassId> = shared.program.classes.keys().collect();
    let of_classes = super::start::chunks(module, "known", &classes, |b, class| {
        let name = shared.program.classes[*class].name;
        let object = class_at(b, shared, *class, false);
        let cell = new_cell(b, object);
        let behaviour = behaviour(b, shared);
        let symbol = super::expr::symbol(b, shared, name);
        put(b, behaviour, symbol, cell);
    });
    let mut globals: Vec<(Name, purlin_ir::GlobalId)> = shared
        .variables
        .iter()
        .filter_map(|(of, global)| match of {
            Lasting::Global(name) => Some((*name, *global)),
            Lasting::Top(_) | Lasting::Shared(..) | Lasting::Literal(_) => None,
        })
        .collect();
    globals.sort_by_key(|(_, global)| *global);
    let of_others = super::start::chunks(module, "named", &globals, |b, (name, global)| {
        let at = b.global_addr(*global, 0);
        let cell = b.load(Type::Dyn, at, 0);
        let behaviour = behaviour(b, shared);
        let symbol = super::expr::symbol(b, shared, *name);
        put(b, behaviour, symbol, cell);
    });
    let mut b = FuncBuilder::new(module, id);
    let class_id = b.module.class(ClassDecl { size: 48, pointers: Pointers::All });
    let object = b.alloc(class_id);
    let object = word::as_dyn(&mut b, object);
    let native = b.module.native("dyn.behaviour", &[Type::Dyn], &[Type::I64]);
    let number = b.call_native(native, &[object])[0];
    let at = b.global_addr(shared.by_name, 0);
    b.store(at, 0, number);
    for id in of_classes.into_iter().chain(of_others) {
        b.call(id, &[]);
    }
    b.ret(&[]);
    b.finish();
}

/// The behaviour that has the globals, once its number is known.
fn behaviour(b: &mut FuncBuilder<'_>, shared: &Shared<'_>) -> Value {
    let at = b.global_addr(shared.by_name, 0);
    let number = b.load(Type::I64, at, 0);
    let native = b.module.native("dyn.behaviour_at", &[Type::I64], &[Type::Dyn]);
    b.call_native(native, &[number])[0]
}
