//! The syntax tree to IR. Values are of type `dyn`; functions take the closure and then their parameters.
//!
//! What programs mostly do is inlined, under guards: integers that stay integers, calls of functions with as
//! many arguments as they take. A guard's other way is a native, and machine code leaves for the interpreter
//! before it gets there. Functions are lowered when something refers to them.

use purlin::Pos;
use purlin::substrate::base::TrapCode;
use purlin::substrate::ir::builder::FuncBuilder;
use purlin::substrate::ir::{
    Block, FuncId, GlobalDecl, GlobalId, Module, Opcode, Pointers, Signature, Type, Value,
};
use purlin_dynamic::arith::{self, Compare};
use purlin_dynamic::function::Functions;
use purlin_dynamic::{condition, function, number, object, send, word};

use crate::ast::*;
use crate::natives::{How, KINDS, PAIR, PRIMS, function_kind};
use crate::resolve::arguments;

/// The module of a program that has been resolved without errors.
pub fn lower(program: &Program) -> Module {
    let mut module = Module::new();
    let mut shared = Shared {
        program,
        functions: Functions::default(),
        globals: Vec::new(),
        equal: program.fns.iter().position(|f| f.prelude && f.name == "equal").unwrap_or(0),
    };
    for name in &program.globals {
        shared.globals.push(module.globals.push(GlobalDecl { name: name.clone(), size: 8 }));
    }
    let main = module.declare("main", &Signature::default());
    module.main = Some(main);
    let mut body = Body::new(&mut module, &mut shared, main, None);
    program.items.iter().for_each(|item| body.item(item));
    body.b.ret(&[]);
    body.b.finish();
    while let Some((func, id)) = shared.functions.next_waiting() {
        Body::new(&mut module, &mut shared, id, Some(func)).function();
    }
    module
}

/// What the bodies of all functions share.
struct Shared<'p> {
    program: &'p Program,
    functions: Functions,
    globals: Vec<GlobalId>,
    /// The prelude's `equal`.
    equal: FnId,
}

fn func_id(module: &mut Module, shared: &mut Shared<'_>, func: FnId) -> FuncId {
    let source = &shared.program.fns[func];
    shared.functions.id(func, || {
        let id = module.declare(source.name.as_str(), &send::signature(1 + source.params.len()));
        module.funcs[id].wrapper = source.prelude;
        id
    })
}

/// The body of one function on its way.
struct Body<'m, 'p> {
    b: FuncBuilder<'m>,
    shared: &'m mut Shared<'p>,
    func: Option<FnId>,
    locals: Vec<Value>,
    /// Where a call of the function by itself in tail position goes, with the arguments.
    head: Option<Block>,
}

impl<'m, 'p> Body<'m, 'p> {
    fn new(module: &'m mut Module, shared: &'m mut Shared<'p>, id: FuncId, func: Option<FnId>) -> Self {
        Body { b: FuncBuilder::new(module, id), shared, func, locals: Vec::new(), head: None }
    }

    fn function(mut self) {
        let program = self.shared.program;
        let func = &program.fns[self.func.expect("main is lowered elsewhere")];
        self.b.set_pos(func.pos);
        let head = self.b.block();
        let params: Vec<Value> = (0..func.params.len()).map(|n| self.b.param(1 + n)).collect();
        self.locals = params.iter().map(|_| self.b.block_param(head, Type::Dyn)).collect();
        self.head = Some(head);
        self.b.jump(head, &params);
        self.b.switch_to(head);
        self.tail(&func.body);
        self.b.finish();
    }

    fn item(&mut self, item: &'p Item) {
        match item {
            Item::Let { place: Some(Place::Fixed(Fixed::Func(_))), .. } => {}
            Item::Let { value, place: Some(Place::Fixed(Fixed::Global(n))), .. } => {
                let value = self.expr(value);
                let at = self.b.global_addr(self.shared.globals[*n as usize], 0);
                self.b.store(at, 0, value);
            }
            Item::Let { value, .. } => {
                // Locals are numbered in the order of their items.
                let value = self.expr(value);
                self.locals.push(value);
            }
            Item::Expr(e) => {
                self.expr(e);
            }
        }
    }

    /// All items of a block but the last, which is its value.
    fn block(&mut self, items: &'p [Item]) -> &'p Expr {
        let Some((Item::Expr(last), before)) = items.split_last() else {
            unreachable!("the parser asks for an expression at the end");
        };
        before.iter().for_each(|item| self.item(item));
        last
    }

    // --- constants

    fn string(&mut self, text: &str) -> Value {
        object::text(&mut self.b, i64::from(KINDS.text), text.as_bytes())
    }

    fn int(&mut self, n: i64) -> Value {
        word::int(&mut self.b, n).expect("the lexer takes only what fits")
    }

    // --- natives and faults

    fn native(&mut self, name: &str, args: &[Value], result: Type) -> Value {
        let params: Vec<Type> = args.iter().map(|a| self.b.func.ty(*a)).collect();
        let native = self.b.module.native(&format!("calc.{name}"), &params, &[result]);
        self.b.call_native(native, args)[0]
    }

    /// Continues if `cond` holds, else ends the program with the message, to which natives append what
    /// `culprit` is.
    fn check(&mut self, cond: Value, message: &str, culprit: Option<Value>) {
        let (good, bad) = (self.b.block(), self.b.block());
        self.b.guard(cond, (good, &[]), (bad, &[]));
        self.b.cold(bad);
        self.b.switch_to(bad);
        self.fault(message, culprit);
        self.b.switch_to(good);
    }

    /// Ends the program with the message, to which natives append what `culprit` is.
    fn fault(&mut self, message: &str, culprit: Option<Value>) {
        let message = self.string(message);
        match culprit {
            Some(culprit) => self.native("fault", &[message, culprit], Type::Dyn),
            None => self.native("fail", &[message], Type::Dyn),
        };
        self.b.trap(TrapCode::Unreachable);
    }

    /// Continues if a value is an object of this kind; anything else ends the program.
    fn check_kind(&mut self, value: Value, kind: i64, message: &str) {
        let is_object = self.b.op(Opcode::DynIsRef, Type::I64, &[value]);
        self.check(is_object, message, Some(value));
        let same = object::is_of(&mut self.b, value, kind);
        self.check(same, message, Some(value));
    }

    // --- expressions

    /// Ends the block with the value of `e` as the function's.
    fn tail(&mut self, e: &'p Expr) {
        self.b.set_pos(e.pos);
        match &e.kind {
            ExprKind::If(all) => self.ways(all, Self::tail),
            ExprKind::Block(items) => {
                let last = self.block(items);
                self.tail(last);
            }
            ExprKind::Call(callee, args) => {
                if let Some(value) = self.call(callee, args, e.pos, true) {
                    self.b.ret(&[value]);
                }
            }
            _ => {
                let value = self.expr(e);
                self.b.ret(&[value]);
            }
        }
    }

    fn expr(&mut self, e: &'p Expr) -> Value {
        self.b.set_pos(e.pos);
        match &e.kind {
            ExprKind::Nil => word::nil(&mut self.b),
            ExprKind::Bool(value) => word::boolean(&mut self.b, *value),
            ExprKind::Int(n) => self.int(*n),
            ExprKind::Float(x) => object::float(&mut self.b, i64::from(KINDS.float), *x),
            ExprKind::Str(s) => self.string(s),
            ExprKind::Name(name) => self.name(name),
            ExprKind::List(list) => {
                let values: Vec<Value> = list.iter().map(|x| self.expr(x)).collect();
                let nil = word::nil(&mut self.b);
                values.iter().rev().fold(nil, |tail, head| self.pair(*head, tail))
            }
            ExprKind::Binary(Op::Number(op), both) => self.arithmetic(*op, both, e.pos),
            ExprKind::Binary(Op::Cons, both) => self.cons(both, e.pos),
            ExprKind::Binary(Op::Or | Op::And | Op::Equal(_) | Op::Order(_), _) => {
                self.truth(|body, yes, no| body.branch(e, yes, no))
            }
            ExprKind::If(all) => {
                let join = self.b.block();
                let result = self.b.block_param(join, Type::Dyn);
                self.ways(all, |body, e| {
                    let value = body.expr(e);
                    body.b.jump(join, &[value]);
                });
                self.b.switch_to(join);
                result
            }
            ExprKind::Call(callee, args) => {
                self.call(callee, args, e.pos, false).expect("only tail calls have no value")
            }
            ExprKind::Prim(row, args) => self.primitive(*row, args, e.pos),
            ExprKind::Block(items) => {
                let last = self.block(items);
                self.expr(last)
            }
            ExprKind::Fn(func) => self.closure(*func),
        }
    }

    fn name(&mut self, name: &Name) -> Value {
        let place = name.place.expect("the resolver has found all names");
        let Place::Fixed(Fixed::Global(n)) = place else { return self.place(place) };
        let at = self.b.global_addr(self.shared.globals[n as usize], 0);
        let value = self.b.load(Type::Dyn, at, 0);
        // The top level runs from top to bottom; here may be too early.
        let (bits, null) = (word::as_ref(&mut self.b, value), self.b.null());
        let set = self.b.binary(Opcode::Ine, bits, null);
        self.check(set, &format!("{} is used before its definition", name.text), None);
        value
    }

    /// What is at a place that is no global.
    fn place(&mut self, place: Place) -> Value {
        match place {
            Place::Local(n) => self.locals[n as usize],
            Place::Capture(n) => {
                let own = self.b.param(0);
                function::captured(&mut self.b, own, n as usize)
            }
            Place::Own => self.b.param(0),
            Place::Fixed(Fixed::Func(func)) => self.closure(func),
            Place::Fixed(Fixed::Global(_)) => unreachable!("globals are loaded by their names"),
        }
    }

    fn closure(&mut self, func: FnId) -> Value {
        let source = &self.shared.program.fns[func];
        let captures: Vec<Value> = source.captures.iter().map(|place| self.place(*place)).collect();
        let id = func_id(self.b.module, self.shared, func);
        function::closure(&mut self.b, function_kind(source.params.len()), id, &captures)
    }

    fn pair(&mut self, head: Value, tail: Value) -> Value {
        let kind = self.b.iconst(Type::I64, i64::from(PAIR));
        object::new(&mut self.b, Pointers::Words(0b110), &[kind, head, tail])
    }

    // --- conditions

    /// Goes to `yes` or `no` as `e` is true or false; anything else is a fault.
    fn branch(&mut self, e: &'p Expr, yes: Block, no: Block) {
        self.b.set_pos(e.pos);
        match &e.kind {
            ExprKind::Bool(value) => self.b.jump(if *value { yes } else { no }, &[]),
            ExprKind::If(all) => self.ways(all, |body, e| body.branch(e, yes, no)),
            ExprKind::Binary(Op::Equal(true), both) => self.equality(both, e.pos, yes, no),
            ExprKind::Binary(Op::Equal(false), both) => self.equality(both, e.pos, no, yes),
            ExprKind::Binary(Op::Order(order), both) => self.comparison(*order, both, e.pos, yes, no),
            ExprKind::Prim(row, args) if PRIMS[*row].1 == How::Truth => {
                let args: Vec<Value> = args.iter().map(|x| self.expr(x)).collect();
                self.ask(PRIMS[*row].0, &args, yes, no);
            }
            _ => {
                let value = self.expr(e);
                self.b.set_pos(e.pos);
                condition::branch(&mut self.b, value, yes, no);
                self.fault("a condition is true or false, not ", Some(value));
            }
        }
    }

    /// Goes one of the two ways behind a condition.
    fn ways(&mut self, all: &'p [Expr; 3], way: impl Fn(&mut Self, &'p Expr)) {
        let (yes, no) = (self.b.block(), self.b.block());
        self.branch(&all[0], yes, no);
        for (block, e) in [(yes, &all[1]), (no, &all[2])] {
            self.b.switch_to(block);
            way(self, e);
        }
    }

    fn both(&mut self, both: &'p [Expr; 2], pos: Pos) -> [Value; 2] {
        let values = [self.expr(&both[0]), self.expr(&both[1])];
        self.b.set_pos(pos);
        values
    }

    fn equality(&mut self, both: &'p [Expr; 2], pos: Pos, yes: Block, no: Block) {
        let [a, b] = self.both(both, pos);
        if both.iter().any(|e| matches!(e.kind, ExprKind::Nil | ExprKind::Bool(_))) {
            let same = self.b.binary(Opcode::Ieq, a, b);
            return self.b.brif(same, yes, no);
        }
        arith::equal(&mut self.b, a, b, yes, no);
        let equal = func_id(self.b.module, self.shared, self.shared.equal);
        let own = self.int(0);
        let result = self.b.call(equal, &[own, a, b])[0];
        let is_true = condition::is(&mut self.b, result, true);
        self.b.brif(is_true, yes, no);
    }

    fn comparison(&mut self, order: Compare, both: &'p [Expr; 2], pos: Pos, yes: Block, no: Block) {
        let [a, b] = self.both(both, pos);
        arith::compare(&mut self.b, order, a, b, yes, no);
        let row = self.row(Op::Order(order));
        self.ask("order", &[row, a, b], yes, no);
    }

    /// Goes by the answer of a native.
    fn ask(&mut self, native: &str, args: &[Value], yes: Block, no: Block) {
        let truth = self.native(native, args, Type::I8);
        self.b.brif(truth, yes, no);
    }

    // --- operators

    /// True or false, as `test` goes to the first or the second block.
    fn truth(&mut self, test: impl FnOnce(&mut Self, Block, Block)) -> Value {
        let (yes, no) = (self.b.block(), self.b.block());
        test(self, yes, no);
        condition::joined(&mut self.b, yes, no)
    }

    /// The row of an operator, for natives.
    fn row(&mut self, op: Op) -> Value {
        let row = OPS.iter().position(|row| row.op == op).expect("all operators are rows");
        self.b.iconst(Type::I64, row as i64)
    }

    fn arithmetic(&mut self, op: number::Op, both: &'p [Expr; 2], pos: Pos) -> Value {
        let [a, b] = self.both(both, pos);
        let pending = arith::number(&mut self.b, op, a, b);
        let row = self.row(Op::Number(op));
        let slow = self.native("arithmetic", &[row, a, b], Type::Dyn);
        pending.end(&mut self.b, slow)
    }

    fn cons(&mut self, both: &'p [Expr; 2], pos: Pos) -> Value {
        let [head, tail] = self.both(both, pos);
        if !matches!(both[1].kind, ExprKind::List(_) | ExprKind::Nil) {
            let (good, other) = (self.b.block(), self.b.block());
            let nil = word::nil(&mut self.b);
            let is_nil = self.b.binary(Opcode::Ieq, tail, nil);
            self.b.brif(is_nil, good, other);
            self.b.switch_to(other);
            self.check_kind(tail, i64::from(PAIR), "a list goes on with a list, not ");
            self.b.jump(good, &[]);
            self.b.switch_to(good);
        }
        self.pair(head, tail)
    }

    fn primitive(&mut self, row: usize, args: &'p [Expr], pos: Pos) -> Value {
        let args = self.arguments(args, pos);
        let (name, how) = PRIMS[row];
        match how {
            How::Head | How::Tail => {
                self.check_kind(args[0], i64::from(PAIR), "only lists have head and tail, not ");
                object::field(&mut self.b, args[0], if how == How::Head { 1 } else { 2 })
            }
            How::Truth => self.truth(|body, yes, no| body.ask(name, &args, yes, no)),
            How::Value => self.native(name, &args, Type::Dyn),
        }
    }

    // --- calls

    /// The call's value; none if it is a tail call, which ends the block.
    fn call(&mut self, callee: &'p Expr, args: &'p [Expr], pos: Pos, tail: bool) -> Option<Value> {
        let program = self.shared.program;
        let ExprKind::Name(Name { place: Some(place), known: Some(func), .. }) = callee.kind else {
            let function = self.expr(callee);
            let args = self.arguments(args, pos);
            let message = format!("called with {}: ", arguments(args.len()));
            self.check_kind(function, function_kind(args.len()), &message);
            return function::call(&mut self.b, function, &args, tail);
        };
        if let Some(row) = program.fns[func].alias() {
            return Some(self.primitive(row, args, pos));
        }
        let function = match place {
            // Functions of the top level never look at their closure.
            Place::Fixed(_) if program.fns[func].top => self.int(0),
            place => self.place(place),
        };
        let mut values = vec![function];
        values.extend(self.arguments(args, pos));
        let itself = self.func == Some(func) && matches!(place, Place::Own | Place::Fixed(_));
        if let (true, true, Some(head)) = (tail, itself, self.head) {
            self.b.jump(head, &values[1..]);
            return None;
        }
        let id = func_id(self.b.module, self.shared, func);
        if tail {
            self.b.tail_call(id, &values);
            return None;
        }
        Some(self.b.call(id, &values)[0])
    }

    fn arguments(&mut self, args: &'p [Expr], pos: Pos) -> Vec<Value> {
        let values = args.iter().map(|x| self.expr(x)).collect();
        self.b.set_pos(pos);
        values
    }
}
