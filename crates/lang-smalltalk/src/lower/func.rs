//! Functions of methods and blocks: parameters, variables, returns and leaving.

use purlin_base::map::HashMap;
use purlin_base::{EntityRef as _, Pos};
use purlin_dynamic::{leave, object, prices, word};
use purlin_ir::{Block, FuncBuilder, Module, Opcode, Pointers, Type, Value, Var};

use super::layout::CLOSURE_HEAD;
use super::{Binding, MethodPart, Shared, Work};
use crate::resolve::code::{Body, Code, Method, Statement, Storage, VarId};

/// A function on its way.
pub(super) struct Func<'m, 's, 'p> {
    pub(super) b: FuncBuilder<'m>,
    pub(super) shared: &'s mut Shared<'p>,
    pub(super) work: Work<'p>,
    pub(super) vars: HashMap<VarId, Var>,
    pub(super) receiver: Value,
    /// The home of the method: an object, or nil where nothing leaves it.
    pub(super) home: Value,
    /// Where the function goes when what it has called was left.
    leaving: Option<Block>,
    /// Where a method of SOM's begins again.
    pub(super) again: Option<Block>,
}

/// Lowers the function of a method or block.
pub(super) fn function<'p>(module: &mut Module, shared: &mut Shared<'p>, work: Work<'p>) {
    let mut b = FuncBuilder::new(module, work.id);
    b.set_pos(work.code.pos);
    match work.binding {
        Binding::Sites => b.priced(),
        Binding::Objects | Binding::Direct => b.free(),
    }
    if work.part != MethodPart::Rest {
        b.price(prices::CALL);
    }
    let first = b.param(0);
    let nil = word::nil(&mut b);
    let vars = HashMap::default();
    let mut func = Func { b, shared, work, vars, receiver: first, home: nil, leaving: None, again: None };
    if let (MethodPart::First(rest), Some(class)) = (work.part, work.class)
        && let Some(part) = func.shared.first_part(work.method, class)
    {
        func.first_part(part, rest);
        return func.b.finish();
    }
    if !work.is_method {
        let closure = word::as_ref(&mut func.b, first);
        func.receiver = func.b.load_fixed(Type::Dyn, closure, 24);
        func.home = func.b.load_fixed(Type::Dyn, closure, 32);
        for (n, var) in work.code.captures.iter().enumerate() {
            let value = func.b.load_fixed(Type::Dyn, closure, 8 * (CLOSURE_HEAD + n as i64));
            let place = func.b.var(Type::Dyn);
            func.b.def_var(place, value);
            func.vars.insert(*var, place);
        }
    }
    if func.owns_home() {
        let yes = word::boolean(&mut func.b, true);
        let class = func.b.iconst(Type::I64, 0);
        func.home = func.object(&[class, yes]);
    }
    if func.shared.is_som() && work.is_method {
        let again = func.b.block();
        func.b.jump(again, &[]);
        func.b.switch_to(again);
        func.again = Some(again);
    }
    for (n, var) in work.code.parameters.iter().enumerate() {
        let value = func.b.param(1 + n);
        func.declare(*var, value);
    }
    if let Some(name) = work.method.primitive.filter(|_| work.is_method) {
        let name = func.shared.text(name);
        if func.shared.is_som() { func.som_primitive(name) } else { func.primitive(name) }
    }
    let value = func.body(&work.code.body);
    let value = if work.is_method { func.receiver } else { value };
    func.end(value);
    func.leaving_block();
    func.b.finish();
}

/// Makes the body of a function of no method, which is at a place in the source if it stands for one: `body`
/// ends it by an answer.
pub(super) fn bare<'p>(
    module: &mut Module,
    shared: &mut Shared<'p>,
    (id, pos): (purlin_ir::FuncId, Pos),
    body: impl FnOnce(&mut Func<'_, '_, 'p>),
) {
    let (method, code) = (shared.nothing, &shared.nothing.code);
    let work = Work {
        id,
        method,
        code,
        class: None,
        is_method: true,
        binding: Binding::Sites,
        part: MethodPart::Whole,
    };
    let mut b = FuncBuilder::new(module, id);
    b.set_pos(pos);
    b.priced();
    let (receiver, home) = (b.param(0), word::nil(&mut b));
    let vars = HashMap::default();
    let mut func = Func { b, shared, work, vars, receiver, home, leaving: None, again: None };
    body(&mut func);
    let nil = word::nil(&mut func.b);
    func.b.ret(&[nil]);
    func.leaving_block();
    func.b.finish();
}

impl<'p> Func<'_, '_, 'p> {
    /// A new object of these words.
    pub(super) fn object(&mut self, words: &[Value]) -> Value {
        object::new(&mut self.b, Pointers::All, words)
    }

    fn is_cell(&self, var: VarId) -> bool {
        self.work.method.variables[var].storage == Storage::Cell
    }

    /// A variable begins with a value.
    pub(super) fn declare(&mut self, var: VarId, value: Value) {
        let value = if self.is_cell(var) {
            self.b.price(prices::CLOSURE);
            let class = self.b.iconst(Type::I64, 0);
            self.object(&[class, value])
        } else {
            value
        };
        let place = match self.vars.get(&var) {
            Some(place) => *place,
            None => self.b.var(Type::Dyn),
        };
        self.vars.insert(var, place);
        self.b.def_var(place, value);
    }

    /// The word that a closure captures of a variable: the cell, where there is one.
    pub(super) fn captured(&mut self, var: VarId) -> Value {
        let place = self.vars[&var];
        self.b.use_var(place)
    }

    pub(super) fn read(&mut self, var: VarId) -> Value {
        let value = self.captured(var);
        if !self.is_cell(var) {
            return value;
        }
        let cell = word::as_ref(&mut self.b, value);
        self.b.load(Type::Dyn, cell, 8)
    }

    pub(super) fn write(&mut self, var: VarId, value: Value) {
        if self.is_cell(var) {
            let cell = self.captured(var);
            let cell = word::as_ref(&mut self.b, cell);
            self.b.store(cell, 8, value);
        } else {
            let place = self.vars[&var];
            self.b.def_var(place, value);
        }
    }

    /// Statements with their temporaries; the value of the last.
    pub(super) fn body(&mut self, body: &'p Body) -> Value {
        self.begin(body);
        self.statements(&body.statements).unwrap_or_else(|| word::nil(&mut self.b))
    }

    /// Gives the variables of a body their first value.
    pub(super) fn begin(&mut self, body: &'p Body) {
        for var in &body.temporaries {
            let nil = word::nil(&mut self.b);
            self.declare(*var, nil);
        }
    }

    /// Executes statements; the value of the last one.
    pub(super) fn statements(&mut self, statements: &'p [Statement]) -> Option<Value> {
        let mut last = None;
        for statement in statements {
            let value = self.expr(&statement.expr);
            if statement.returns {
                self.return_from_method(value);
            }
            last = Some(value);
        }
        last
    }

    /// Ends the function with a value.
    fn end(&mut self, value: Value) {
        if self.owns_home() {
            self.kill_home();
        }
        self.b.ret(&[value]);
    }

    fn kill_home(&mut self) {
        let home = word::as_ref(&mut self.b, self.home);
        let no = word::boolean(&mut self.b, false);
        self.b.store(home, 8, no);
    }

    /// What comes next is reached by no path.
    pub(super) fn after_end(&mut self) {
        let rest = self.b.block();
        self.b.switch_to(rest);
    }

    /// `^ value`
    fn return_from_method(&mut self, value: Value) {
        if self.work.is_method || !self.work.code.leaves || self.is_statement() {
            self.end(value);
            return self.after_end();
        }
        let [alive, dead] = [(); 2].map(|()| self.b.block());
        let home = word::as_ref(&mut self.b, self.home);
        let flag = self.b.load(Type::Dyn, home, 8);
        let yes = word::boolean(&mut self.b, true);
        let is_alive = self.b.binary(Opcode::Ieq, flag, yes);
        self.b.brif(is_alive, alive, dead);
        self.b.switch_to(alive);
        leave::begin(&mut self.b, self.home, value);
        self.b.cold(dead);
        self.b.switch_to(dead);
        let receiver = self.receiver;
        let result = if self.shared.is_som() {
            let (escaped, block) = (self.shared.selectors.escaped_block, self.b.param(0));
            self.send(escaped, &[receiver, block])
        } else {
            let text = self.string("return from a dead method context");
            let error = self.shared.selectors.error;
            self.send(error, &[receiver, text])
        };
        self.b.ret(&[result]);
        self.after_end();
    }

    /// Whether blocks leave this function.
    fn owns_home(&self) -> bool {
        self.work.method.has_home && (self.work.is_method || self.is_statement())
    }

    /// Whether the function is a statement at top level.
    fn is_statement(&self) -> bool {
        std::ptr::eq(self.work.code, &self.work.method.code) && !self.work.is_method
    }

    /// The block that continues where what was called has been left: the function is left, too.
    pub(super) fn leaving(&mut self) -> Block {
        if let Some(block) = self.leaving {
            return block;
        }
        let block = self.b.block();
        self.b.cold(block);
        self.leaving = Some(block);
        block
    }

    fn leaving_block(&mut self) {
        let Some(leaving) = self.leaving else { return };
        self.b.switch_to(leaving);
        if self.owns_home() {
            self.kill_home();
            leave::arrive(&mut self.b, self.home);
        } else {
            leave::leave_too(&mut self.b);
        }
    }

    /// A closure of a block of this function.
    pub(super) fn closure(&mut self, code: &'p Code) -> Value {
        self.closure_of(self.work.method, code)
    }

    /// A closure of code that belongs to a method, which is another one where a constant expression is.
    pub(super) fn closure_of(&mut self, method: &'p Method, code: &'p Code) -> Value {
        self.b.price(prices::CLOSURE);
        let class = self.work.class;
        let title = match self.b.module.funcs[self.work.id].name.as_ref() {
            name if name.starts_with("[] in ") => name.to_owned(),
            name => format!("[] in {name}"),
        };
        let make = |id| Work {
            id,
            method,
            code,
            class,
            is_method: false,
            binding: Binding::Sites,
            part: MethodPart::Whole,
        };
        let id = self.shared.declare(self.b.module, title, make);
        let captured: Vec<Value> = code.captures.iter().map(|var| self.captured(*var)).collect();
        let number = i64::from(self.shared.layouts.block_number(code.parameters.len()));
        let class = self.b.iconst(Type::I64, number);
        let function = self.int(id.index() as i64);
        let parameters = self.int(code.parameters.len() as i64);
        let mut words = vec![class, function, parameters, self.receiver, self.home];
        words.extend(captured);
        object::new_fixed(&mut self.b, Pointers::All, &words)
    }
}
