//! Evaluation: sends, blocks, control structures.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use purlin_lang_smalltalk::ast::{Literal, Scaled};
use purlin_lang_smalltalk::resolve::code::{
    Body, Code, Control, ControlKind, Expr, Message, Method, ResolvedKind, Storage, VarId,
};

use super::{Closure, Elements, Home, MAX_DEPTH, Machine, Value};

/// Why an expression has no value.
pub enum Unwind {
    /// A block's `^` leaves the method of this activation.
    Leave(Rc<Home>, Value),
    /// The program ends.
    Stop(String),
    /// SOM: the method that has sent `restart` begins again.
    Restart,
}

type Result<T> = std::result::Result<T, Unwind>;

/// How statements end.
enum Flow {
    Value(Value),
    Return(Value),
}

/// An activation of a method or block.
struct Frame {
    receiver: Value,
    method: &'static Method,
    class: usize,
    variables: Vec<Option<Rc<RefCell<Value>>>>,
    home: Rc<Home>,
    is_block: bool,
    /// What `^` in a control structure returns.
    returned: Option<Value>,
}

/// A return from within an expression: `returned` of the frame has the value.
const RETURNS: &str = "returns";

impl Machine {
    pub fn lookup(&self, mut class: usize, selector: &str) -> Option<(&'static Method, usize)> {
        loop {
            if let Some(method) = self.classes[class].methods.get(selector) {
                return Some((method, class));
            }
            class = self.classes[class].above?;
        }
    }

    pub fn send(&mut self, receiver: Value, selector: &str, arguments: Vec<Value>) -> Result<Value> {
        let class = self.class_of(&receiver);
        self.send_from(class, receiver, selector, arguments)
    }

    /// Sends a message whose lookup begins at a class.
    pub fn send_from(
        &mut self,
        class: usize,
        receiver: Value,
        selector: &str,
        arguments: Vec<Value>,
    ) -> Result<Value> {
        if let Some((method, class)) = self.lookup(class, selector) {
            return self.call(receiver, method, class, arguments);
        }
        if self.is_som {
            let (name, arguments) = (self.symbol(selector), self.array(arguments));
            return self.send(receiver, "doesNotUnderstand:arguments:", vec![name, arguments]);
        }
        if selector == "doesNotUnderstand:" {
            return Err(Unwind::Stop("doesNotUnderstand: is not understood".into()));
        }
        let (name, arguments) = (self.symbol(selector), self.array(arguments));
        let class = Value::Object(self.classes[self.class_named("Message").expect("a class")].object.clone());
        let message = self.send(class, "selector:arguments:", vec![name, arguments])?;
        self.send(receiver, "doesNotUnderstand:", vec![message])
    }

    pub fn call(
        &mut self,
        receiver: Value,
        method: &'static Method,
        class: usize,
        arguments: Vec<Value>,
    ) -> Result<Value> {
        if let Some(name) = method.primitive {
            let name = self.text(name);
            if self.is_som {
                let is_meta = self.classes[class].is_meta;
                let owner = format!("{}{}", self.classes[class].name, if is_meta { " class" } else { "" });
                return self.som_primitive(&owner, name, &receiver, &arguments);
            }
            if let Some(value) = self.primitive(name, &receiver, &arguments)? {
                return Ok(value);
            }
        }
        if self.depth >= MAX_DEPTH {
            let text = self.text(method.selector);
            let name = &self.classes[class].name;
            return Err(Unwind::Stop(format!("call stack depth exceeded in {name}>>{text}")));
        }
        let home = Rc::new(Home { is_active: Cell::new(true) });
        let variables = vec![None; method.variables.len()];
        let mut frame =
            Frame { receiver, method, class, variables, home: home.clone(), is_block: false, returned: None };
        self.depth += 1;
        let result = loop {
            bind(&mut frame, &method.code, arguments.clone());
            match self.body(&mut frame, &method.code.body) {
                Err(Unwind::Restart) => {}
                result => break result,
            }
        };
        self.depth -= 1;
        home.is_active.set(false);
        match result {
            Ok(Flow::Return(value)) => Ok(value),
            Ok(Flow::Value(_)) => Ok(frame.receiver),
            Err(Unwind::Leave(left, value)) if Rc::ptr_eq(&left, &home) => Ok(value),
            Err(unwind) => Err(unwind),
        }
    }

    /// A statement at top level, as a block.
    pub fn statement(&mut self, method: &'static Method) -> Value {
        let home = Rc::new(Home { is_active: Cell::new(true) });
        let (code, captured) = (&method.code, vec![]);
        let class = self.class_named("UndefinedObject").expect("a class");
        self.block(Closure { code, method, class, receiver: Value::Nil, captured, home })
    }

    /// Evaluates a block; `None` if it has another number of parameters.
    pub fn value(
        &mut self,
        block: &Value,
        closure: &Closure,
        arguments: Vec<Value>,
    ) -> Result<Option<Value>> {
        if closure.code.parameters.len() != arguments.len() {
            return Ok(None);
        }
        if self.depth >= MAX_DEPTH {
            return Err(Unwind::Stop("call stack depth exceeded".into()));
        }
        let mut frame = Frame {
            receiver: closure.receiver.clone(),
            method: closure.method,
            class: closure.class,
            variables: vec![None; closure.method.variables.len()],
            home: closure.home.clone(),
            is_block: !std::ptr::eq(closure.code, &closure.method.code),
            returned: None,
        };
        for (var, cell) in closure.code.captures.iter().zip(&closure.captured) {
            frame.variables[index(*var)] = Some(cell.clone());
        }
        bind(&mut frame, closure.code, arguments);
        self.depth += 1;
        let result = self.body(&mut frame, &closure.code.body);
        self.depth -= 1;
        match result? {
            Flow::Value(value) => Ok(Some(value)),
            Flow::Return(value) if !frame.is_block => Ok(Some(value)),
            Flow::Return(value) if frame.home.is_active.get() => Err(Unwind::Leave(frame.home, value)),
            Flow::Return(_) => {
                if self.is_som {
                    return self.send(frame.receiver, "escapedBlock:", vec![block.clone()]).map(Some);
                }
                let text = self.string("return from a dead method context");
                self.send(frame.receiver, "error:", vec![text]).map(Some)
            }
        }
    }

    /// Executes statements; the value is that of the last.
    fn body(&mut self, frame: &mut Frame, body: &'static Body) -> Result<Flow> {
        for var in &body.temporaries {
            frame.variables[index(*var)] = Some(Rc::new(RefCell::new(Value::Nil)));
        }
        let mut last = Value::Nil;
        for statement in &body.statements {
            last = match self.expr(frame, &statement.expr) {
                Ok(value) => value,
                Err(unwind) => {
                    return match frame.returned.take() {
                        Some(value) if matches!(&unwind, Unwind::Stop(why) if why == RETURNS) => {
                            Ok(Flow::Return(value))
                        }
                        _ => Err(unwind),
                    };
                }
            };
            if statement.returns {
                return Ok(Flow::Return(last));
            }
        }
        Ok(Flow::Value(last))
    }

    /// The value of statements that are executed in place.
    fn in_place(&mut self, frame: &mut Frame, body: &'static Body) -> Result<Value> {
        match self.body(frame, body)? {
            Flow::Value(value) => Ok(value),
            Flow::Return(value) => {
                frame.returned = Some(value);
                Err(Unwind::Stop(RETURNS.into()))
            }
        }
    }

    fn optional(&mut self, frame: &mut Frame, body: &'static Option<Body>) -> Result<Value> {
        body.as_ref().map_or(Ok(Value::Nil), |body| self.in_place(frame, body))
    }

    fn exprs(&mut self, frame: &mut Frame, exprs: &'static [Expr]) -> Result<Vec<Value>> {
        exprs.iter().map(|e| self.expr(frame, e)).collect()
    }

    fn expr(&mut self, frame: &mut Frame, expr: &'static Expr) -> Result<Value> {
        Ok(match &expr.kind {
            ResolvedKind::Receiver => frame.receiver.clone(),
            ResolvedKind::ThisContext => Value::Nil,
            ResolvedKind::Literal(literal) => self.literal(literal),
            ResolvedKind::Var(var) => cell(frame, *var).borrow().clone(),
            ResolvedKind::Field(n) => match &frame.receiver {
                Value::Object(object) => object.data.borrow().fields[*n as usize].clone(),
                _ => Value::Nil,
            },
            ResolvedKind::Shared(class, name) => {
                self.shared.get(&(*class, *name)).cloned().unwrap_or(Value::Nil)
            }
            ResolvedKind::Global(name) => match self.globals.get(self.text(*name)) {
                Some(value) => value.clone(),
                None if self.is_som => {
                    let name = self.symbol(self.text(*name));
                    self.send(frame.receiver.clone(), "unknownGlobal:", vec![name])?
                }
                None => Value::Nil,
            },
            ResolvedKind::SetVar(_, value)
            | ResolvedKind::SetField(_, value)
            | ResolvedKind::SetShared(_, _, value)
            | ResolvedKind::SetGlobal(_, value) => {
                let value = self.expr(frame, value)?;
                self.assign(frame, &expr.kind, value.clone());
                value
            }
            ResolvedKind::Send { receiver, message, above } => {
                let receiver = self.expr(frame, receiver)?;
                self.message(frame, receiver, message, *above)?
            }
            ResolvedKind::Cascade { receiver, messages, above } => {
                let receiver = self.expr(frame, receiver)?;
                let mut last = Value::Nil;
                for message in messages {
                    last = self.message(frame, receiver.clone(), message, *above)?;
                }
                last
            }
            ResolvedKind::Block(code) => self.closure(frame, code),
            ResolvedKind::Array(values) => {
                let values = self.exprs(frame, values)?;
                self.array(values)
            }
            ResolvedKind::Constant(method) => {
                let key: *const Method = &**method;
                if let Some(value) = self.constants.get(&key) {
                    return Ok(value.clone());
                }
                let value = self.call(Value::Nil, method, frame.class, vec![])?;
                self.constants.insert(key, value.clone());
                value
            }
            ResolvedKind::Control(control) => self.control(frame, control)?,
        })
    }

    fn assign(&mut self, frame: &mut Frame, to: &ResolvedKind, value: Value) {
        match to {
            ResolvedKind::SetVar(var, _) => *cell(frame, *var).borrow_mut() = value,
            ResolvedKind::SetField(n, _) => {
                if let Value::Object(object) = &frame.receiver {
                    object.data.borrow_mut().fields[*n as usize] = value;
                }
            }
            ResolvedKind::SetShared(class, name, _) => drop(self.shared.insert((*class, *name), value)),
            ResolvedKind::SetGlobal(name, _) => drop(self.globals.insert(self.text(*name).into(), value)),
            _ => panic!("this is no assignment"),
        }
    }

    fn message(
        &mut self,
        frame: &mut Frame,
        receiver: Value,
        message: &'static Message,
        above: bool,
    ) -> Result<Value> {
        let arguments = self.exprs(frame, &message.arguments)?;
        let selector = self.text(message.selector);
        match self.classes[frame.class].above.filter(|_| above) {
            Some(class) => self.send_from(class, receiver, selector, arguments),
            None => self.send(receiver, selector, arguments),
        }
    }

    fn closure(&mut self, frame: &mut Frame, code: &'static Code) -> Value {
        let captured = code.captures.iter().map(|var| {
            let cell = cell(frame, *var);
            match frame.method.variables[*var].storage {
                Storage::Copied => Rc::new(RefCell::new(cell.borrow().clone())),
                Storage::Cell => cell,
                Storage::Local => panic!("a captured variable is not local"),
            }
        });
        let captured = captured.collect();
        let receiver = if code.captures_self || code.leaves { frame.receiver.clone() } else { Value::Nil };
        let (method, class, home) = (frame.method, frame.class, frame.home.clone());
        self.block(Closure { code, method, class, receiver, captured, home })
    }

    /// What a control structure is if its receiver is of another kind.
    fn not_understood(&mut self, receiver: Value, control: &Control) -> Result<Value> {
        let selector = self.symbol(self.text(control.selector));
        if self.is_som {
            let nothing = self.array(vec![]);
            return self.send(receiver, "doesNotUnderstand:arguments:", vec![selector, nothing]);
        }
        self.send(receiver, "mustBeBoolean:", vec![selector])
    }

    fn control(&mut self, frame: &mut Frame, control: &'static Control) -> Result<Value> {
        match &control.kind {
            ControlKind::If { condition, then, otherwise } => match self.expr(frame, condition)? {
                Value::Bool(true) => self.optional(frame, then),
                Value::Bool(false) => self.optional(frame, otherwise),
                other => self.not_understood(other, control),
            },
            ControlKind::Both { left, right, stops_at } => match self.expr(frame, left)? {
                Value::Bool(b) if b == *stops_at => Ok(Value::Bool(b)),
                Value::Bool(_) => self.in_place(frame, right),
                other => self.not_understood(other, control),
            },
            ControlKind::IfNil { receiver, absent, present } => {
                let receiver = self.expr(frame, receiver)?;
                match (&receiver, absent, present) {
                    (Value::Nil, Some(body), _) => self.in_place(frame, body),
                    (Value::Nil, None, _) => Ok(Value::Nil),
                    (_, _, Some((var, body))) => {
                        if let Some(var) = var {
                            frame.variables[index(*var)] = Some(Rc::new(RefCell::new(receiver)));
                        }
                        self.in_place(frame, body)
                    }
                    (_, _, None) => Ok(receiver),
                }
            }
            ControlKind::While { condition, body, until } => loop {
                match self.in_place(frame, condition)? {
                    Value::Bool(b) if b != *until => drop(self.optional(frame, body)?),
                    Value::Bool(_) => return Ok(Value::Nil),
                    other => return self.not_understood(other, control),
                }
            },
            ControlKind::Repeat(body) => loop {
                self.in_place(frame, body)?;
            },
            ControlKind::ToDo { from, to, step, var, body } => {
                let (first, last) = (self.expr(frame, from)?, self.expr(frame, to)?);
                let step = self.literal(step);
                match self.count(frame, first.clone(), last, step, *var, body)? {
                    Value::Bool(_) => Ok(first),
                    other => self.not_understood(other, control),
                }
            }
            ControlKind::Times { count, body } => {
                let value = self.expr(frame, count)?;
                let Some(count) = value.as_small() else { return self.not_understood(value, control) };
                for _ in 0..count {
                    self.in_place(frame, body)?;
                }
                Ok(value)
            }
        }
    }

    /// The iterations of a counting loop: false, or what a comparison has answered that is no Boolean.
    fn count(
        &mut self,
        frame: &mut Frame,
        mut value: Value,
        last: Value,
        step: Value,
        var: VarId,
        body: &'static Body,
    ) -> Result<Value> {
        let is_down =
            matches!(&step, Value::Small(n) if *n < 0) || matches!(&step, Value::Float(x) if *x < 0.0);
        let compare = if is_down { ">=" } else { "<=" };
        loop {
            match self.send(value.clone(), compare, vec![last.clone()])? {
                Value::Bool(true) => {}
                ended => return Ok(ended),
            }
            frame.variables[index(var)] = Some(Rc::new(RefCell::new(value.clone())));
            self.in_place(frame, body)?;
            value = self.send(value, "+", vec![step.clone()])?;
        }
    }

    fn literal(&mut self, literal: &Literal) -> Value {
        match literal {
            Literal::Nil => Value::Nil,
            Literal::True => Value::Bool(true),
            Literal::False => Value::Bool(false),
            Literal::Integer(value) => Value::int(value.clone()),
            Literal::Float(float) => Value::Float(float.value),
            Literal::Scaled(scaled) => self.scaled(scaled),
            Literal::Char(c) => Value::Char(*c),
            Literal::String(text) => self.string(text),
            Literal::Symbol(name) => self.symbol(self.text(*name)),
            Literal::Array(elements) => {
                let values = elements.iter().map(|e| self.literal(e)).collect();
                self.array(values)
            }
            Literal::Bytes(bytes) => self.bytes("ByteArray", bytes.clone()),
            Literal::Binding(_) => Value::Nil,
        }
    }

    fn scaled(&mut self, scaled: &Scaled) -> Value {
        let class = |machine: &Machine, name: &str| {
            Value::Object(machine.classes[machine.class_named(name).expect("a class")].object.clone())
        };
        let unscaled = num_bigint::BigInt::from(scaled.unscaled.clone());
        let over = Value::int(num_bigint::BigInt::from(10).pow(scaled.decimals));
        let unscaled = Value::int(if scaled.negative { -unscaled } else { unscaled });
        let (fraction, decimal) = (class(self, "Fraction"), class(self, "ScaledDecimal"));
        let made = self.send(fraction, "reduced:over:", vec![unscaled, over]).and_then(|value| {
            let scale = Value::Small(scaled.scale.into());
            self.send(decimal, "newFromNumber:scale:", vec![value, scale])
        });
        made.unwrap_or(Value::Nil)
    }

    /// The closure that an object is.
    pub fn as_closure(&self, value: &Value) -> Option<Rc<Closure>> {
        match value {
            Value::Object(object) => match &object.data.borrow().elements {
                Elements::Block(closure) => Some(closure.clone()),
                _ => None,
            },
            _ => None,
        }
    }
}

fn index(var: VarId) -> usize {
    var.as_u32() as usize
}

fn bind(frame: &mut Frame, code: &Code, arguments: Vec<Value>) {
    for (var, value) in code.parameters.iter().zip(arguments) {
        frame.variables[index(*var)] = Some(Rc::new(RefCell::new(value)));
    }
}

/// The cell of a variable; one that is not there shows that resolution has left out a capture.
fn cell(frame: &Frame, var: VarId) -> Rc<RefCell<Value>> {
    let cell = frame.variables[index(var)].clone();
    cell.unwrap_or_else(|| panic!("variable {} is not declared or captured here", var.as_u32()))
}
