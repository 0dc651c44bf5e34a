//! Tokens to IR in one pass: types are checked where code is emitted. Headers of functions are read first, so
//! that functions may be called before their definition. Each function is compiled up to its first error.

use std::collections::BTreeMap;

use purlin::substrate::base::{Budget, budget};
use purlin::substrate::ir::{FuncBuilder, Var};
use purlin::substrate::ir::{FuncId, Module, Opcode, Signature, Type, Value};
use purlin::substrate::text::TextNatives;
use purlin::{Diagnostic, Pos};

use crate::lex::{Tok, Token};

/// How deep expressions and blocks may nest.
const MAX_DEPTH: u32 = 200;
const MAX_PARAMS: usize = 50;

/// The ops of operators, for integers and for floats. Booleans compare as integers, and so do answers about
/// strings.
#[rustfmt::skip]
const OPS: [(&str, Opcode, Option<Opcode>); 11] = [
    ("+", Opcode::Iadd, Some(Opcode::Fadd)), ("-", Opcode::Isub, Some(Opcode::Fsub)),
    ("*", Opcode::Imul, Some(Opcode::Fmul)), ("/", Opcode::Sdiv, Some(Opcode::Fdiv)),
    ("%", Opcode::Srem, None),
    ("==", Opcode::Ieq, Some(Opcode::Feq)), ("!=", Opcode::Ine, Some(Opcode::Fne)),
    ("<", Opcode::Slt, Some(Opcode::Flt)), ("<=", Opcode::Sle, Some(Opcode::Fle)),
    (">", Opcode::Sgt, Some(Opcode::Fgt)), (">=", Opcode::Sge, Some(Opcode::Fge)),
];

type Parse<T> = Result<T, Diagnostic>;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Ty {
    Int,
    Float,
    Str,
    Bool,
}

impl Ty {
    const ALL: [Ty; 4] = [Ty::Int, Ty::Float, Ty::Str, Ty::Bool];

    fn name(self) -> &'static str {
        ["int", "float", "str", "bool"][self as usize]
    }

    /// The IR types of a value; a string is the address of its bytes and their number.
    fn words(self) -> &'static [Type] {
        match self {
            Ty::Int => &[Type::I64],
            Ty::Float => &[Type::F64],
            Ty::Str => &[Type::Ref, Type::I64],
            Ty::Bool => &[Type::I8],
        }
    }
}

/// A value of the program.
#[derive(Clone)]
struct Val {
    ty: Ty,
    words: Vec<Value>,
}

fn val(ty: Ty, word: Value) -> Val {
    Val { ty, words: vec![word] }
}

struct Func {
    id: FuncId,
    params: Vec<(String, Ty)>,
    result: Option<Ty>,
    /// The tokens of the body begin at the first index, and end before the second.
    body: (usize, usize),
}

/// The tokens and what was read of them.
struct Parser<'t> {
    tokens: &'t [Token],
    at: usize,
    depth: u32,
}

/// The module of a program; of no use if there are errors.
pub(crate) fn program(tokens: &[Token], budget: &mut Budget, errors: &mut Vec<Diagnostic>) -> Module {
    let mut module = Module::new();
    let text = TextNatives::declare(&mut module);
    let main = module.declare("main", &Signature::default());
    module.main = Some(main);
    let end = tokens.len().saturating_sub(1);
    let mut funcs = BTreeMap::new();
    let mut parser = Parser { tokens, at: 0, depth: 0 };
    errors.extend(parser.headers(&mut module, &mut funcs).err());
    if !errors.is_empty() || budget.exceeded().is_some() {
        return module;
    }
    let main = Func { id: main, params: Vec::new(), result: None, body: (0, end) };
    for func in funcs.values().chain([&main]) {
        let p = Parser { tokens, at: func.body.0, depth: 0 };
        let b = FuncBuilder::new(&mut module, func.id);
        let body = Body { p, b, vars: Vec::new(), func, funcs: &funcs, text };
        errors.extend(body.function(budget).err());
    }
    module
}

impl Parser<'_> {
    /// Whether the next token is the first one on its line.
    fn first(&self) -> bool {
        self.tokens[self.at].first
    }

    fn peek(&self) -> &Tok {
        &self.tokens[self.at].tok
    }

    fn pos(&self) -> Pos {
        self.tokens[self.at].pos
    }

    fn fail<T>(&self, pos: Pos, message: impl Into<String>) -> Parse<T> {
        Err(Diagnostic::error(pos, message))
    }

    fn is(&self, symbol: &str) -> bool {
        matches!(self.peek(), Tok::Sym(s) if *s == symbol)
    }

    fn eat(&mut self, symbol: &str) -> bool {
        let found = self.is(symbol);
        self.at += usize::from(found);
        found
    }

    fn expect(&mut self, symbol: &str) -> Parse<()> {
        if self.eat(symbol) { Ok(()) } else { self.fail(self.pos(), format!("expected `{symbol}`")) }
    }

    fn name(&mut self) -> Parse<String> {
        let Tok::Name(name) = self.peek().clone() else { return self.fail(self.pos(), "expected a name") };
        self.at += 1;
        Ok(name)
    }

    fn ty(&mut self) -> Parse<Ty> {
        let (pos, name) = (self.pos(), self.name()?);
        let found = Ty::ALL.into_iter().find(|ty| ty.name() == name);
        found.map_or_else(|| self.fail(pos, format!("there is no type {name}")), Ok)
    }

    /// Reads all headers, wherever they stand.
    fn headers(&mut self, module: &mut Module, funcs: &mut BTreeMap<String, Func>) -> Parse<()> {
        while *self.peek() != Tok::End {
            match self.eat("fn") {
                true => self.header(module, funcs)?,
                false => self.at += 1,
            }
        }
        Ok(())
    }

    /// `name(a: int, b: str) -> float { … }`
    fn header(&mut self, module: &mut Module, funcs: &mut BTreeMap<String, Func>) -> Parse<()> {
        let (pos, name) = (self.pos(), self.name()?);
        self.expect("(")?;
        let mut params = Vec::new();
        while !self.eat(")") {
            let param = self.name()?;
            self.expect(":")?;
            params.push((param, self.ty()?));
            if !self.is(")") {
                self.expect(",")?;
            }
        }
        let result = if self.eat("->") { Some(self.ty()?) } else { None };
        if params.len() > MAX_PARAMS || funcs.contains_key(&name) {
            let message = format!("{name} is defined twice, or has more than {MAX_PARAMS} parameters");
            return self.fail(pos, message);
        }
        let start = self.at;
        self.expect("{")?;
        let mut open = 1;
        while open > 0 && *self.peek() != Tok::End {
            open += i32::from(self.is("{")) - i32::from(self.is("}"));
            self.at += 1;
        }
        let types: Vec<Type> = params.iter().flat_map(|(_, ty)| ty.words().to_vec()).collect();
        let results = result.map_or_else(Vec::new, |ty| ty.words().to_vec());
        let id = module.declare(name.as_str(), &Signature::new(types, results));
        funcs.insert(name, Func { id, params, result, body: (start, self.at) });
        Ok(())
    }
}

/// The code of one function.
struct Body<'a, 't> {
    p: Parser<'t>,
    b: FuncBuilder<'a>,
    vars: Vec<(String, Ty, Vec<Var>)>,
    func: &'a Func,
    funcs: &'a BTreeMap<String, Func>,
    text: TextNatives,
}

impl Body<'_, '_> {
    fn function(mut self, budget: &mut Budget) -> Parse<()> {
        let pos = self.p.pos();
        self.b.set_pos(pos);
        let mut n = 0;
        for (name, ty) in &self.func.params {
            let words = ty.words().iter().enumerate().map(|(k, _)| self.b.param(n + k)).collect();
            n += ty.words().len();
            self.define(name.clone(), &Val { ty: *ty, words });
        }
        while self.p.at < self.func.body.1 {
            self.statement()?;
        }
        // A function that ends without `return` gives zero.
        let types = self.func.result.map_or(&[][..], Ty::words);
        let unset: Vec<Var> = types.iter().map(|word| self.b.var(*word)).collect();
        let zeros: Vec<Value> = unset.into_iter().map(|var| self.b.use_var(var)).collect();
        self.b.ret(&zeros);
        budget.take(budget::function(self.b.func.insts.len()), pos);
        self.b.finish();
        Ok(())
    }

    fn define(&mut self, name: String, value: &Val) {
        let vars: Vec<Var> = value.ty.words().iter().map(|word| self.b.var(*word)).collect();
        vars.iter().zip(&value.words).for_each(|(var, word)| self.b.def_var(*var, *word));
        self.vars.push((name, value.ty, vars));
    }

    fn variable(&self, name: &str, pos: Pos) -> Parse<(Ty, Vec<Var>)> {
        let found = self.vars.iter().rev().find(|v| v.0 == name);
        found.map_or_else(|| self.p.fail(pos, format!("undefined: {name}")), |v| Ok((v.1, v.2.clone())))
    }

    fn nested<T>(&mut self, f: impl FnOnce(&mut Self) -> Parse<T>) -> Parse<T> {
        self.p.depth += 1;
        if self.p.depth > MAX_DEPTH {
            return self.p.fail(self.p.pos(), format!("nested more than {MAX_DEPTH} deep"));
        }
        let result = f(self);
        self.p.depth -= 1;
        result
    }

    // --- statements

    fn block(&mut self) -> Parse<()> {
        self.nested(|body| {
            let scope = body.vars.len();
            body.p.expect("{")?;
            while !body.p.eat("}") {
                body.statement()?;
            }
            body.vars.truncate(scope);
            Ok(())
        })
    }

    fn statement(&mut self) -> Parse<()> {
        let pos = self.p.pos();
        self.b.set_pos(pos);
        let next = self.p.tokens.get(self.p.at + 1).map(|t| &t.tok);
        if self.p.is("{") {
            self.block()?;
        } else if self.p.eat("fn") {
            // Read before, with the headers; the body is compiled as a function of its own.
            let nested = self.p.depth > 0 || self.func.body.0 > 0;
            let func = self.p.name().ok().and_then(|name| self.funcs.get(&name)).filter(|_| !nested);
            let Some(func) = func else { return self.p.fail(pos, "functions are defined at the top level") };
            self.p.at = func.body.1;
        } else if self.p.eat("let") {
            let name = self.p.name()?;
            self.p.expect("=")?;
            let value = self.expr(0)?;
            self.define(name, &value);
        } else if matches!((self.p.peek(), next), (Tok::Name(_), Some(Tok::Sym("=")))) {
            self.assign()?;
        } else if self.p.eat("if") {
            self.if_else()?;
        } else if self.p.eat("while") {
            self.while_loop()?;
        } else if self.p.eat("return") {
            let words = match self.func.result {
                Some(ty) => self.of_type(ty)?.words,
                None => Vec::new(),
            };
            self.b.ret(&words);
        } else {
            self.operand()?;
        }
        let ended = self.p.eat(";") || self.p.is("}") || self.p.first();
        if ended { Ok(()) } else { self.p.fail(self.p.pos(), "expected a new line or `;`") }
    }

    fn assign(&mut self) -> Parse<()> {
        let (pos, name) = (self.p.pos(), self.p.name()?);
        self.p.expect("=")?;
        let (ty, vars) = self.variable(&name, pos)?;
        let value = self.of_type(ty)?;
        vars.iter().zip(&value.words).for_each(|(var, word)| self.b.def_var(*var, *word));
        Ok(())
    }

    fn if_else(&mut self) -> Parse<()> {
        let (yes, no, after) = (self.b.block(), self.b.block(), self.b.block());
        let cond = self.of_type(Ty::Bool)?.words[0];
        self.b.brif(cond, yes, no);
        self.b.switch_to(yes);
        self.block()?;
        self.b.jump(after, &[]);
        self.b.switch_to(no);
        if self.p.eat("else") {
            if self.p.eat("if") { self.nested(Self::if_else)? } else { self.block()? }
        }
        self.b.jump(after, &[]);
        self.b.switch_to(after);
        Ok(())
    }

    fn while_loop(&mut self) -> Parse<()> {
        let (head, inside, after) = (self.b.block(), self.b.block(), self.b.block());
        self.b.jump(head, &[]);
        self.b.switch_to(head);
        let cond = self.of_type(Ty::Bool)?.words[0];
        self.b.brif(cond, inside, after);
        self.b.switch_to(inside);
        self.block()?;
        self.b.jump(head, &[]);
        self.b.seal(head);
        self.b.switch_to(after);
        Ok(())
    }

    // --- expressions

    /// An expression of type `ty`.
    fn of_type(&mut self, ty: Ty) -> Parse<Val> {
        let (pos, value) = (self.p.pos(), self.expr(0)?);
        self.checked(value, ty, pos)
    }

    fn checked(&self, value: Val, ty: Ty, pos: Pos) -> Parse<Val> {
        if value.ty == ty {
            return Ok(value);
        }
        self.p.fail(pos, format!("expected {}, found {}", ty.name(), value.ty.name()))
    }

    /// Operators that bind tighter than `power`, by precedence climbing.
    fn expr(&mut self, power: usize) -> Parse<Val> {
        /// From the loosest to the tightest.
        const LEVELS: [&[&str]; 5] =
            [&["or"], &["and"], &["==", "!=", "<", "<=", ">", ">="], &["+", "-"], &["*", "/", "%"]];
        if power == LEVELS.len() {
            return self.unary();
        }
        let mut left = self.expr(power + 1)?;
        while let Some(op) = LEVELS[power].iter().copied().find(|op| self.p.is(op) && !self.p.first()) {
            let pos = self.p.pos();
            self.p.at += 1;
            left = match op {
                "and" | "or" => self.short_circuit(op == "and", left, power, pos)?,
                _ => {
                    let right = self.expr(power + 1)?;
                    self.b.set_pos(pos);
                    self.binary(op, &left, &right, pos)?
                }
            };
        }
        Ok(left)
    }

    fn short_circuit(&mut self, and: bool, left: Val, power: usize, pos: Pos) -> Parse<Val> {
        let (more, after) = (self.b.block(), self.b.block());
        let result = self.b.var(Type::I8);
        let left = self.checked(left, Ty::Bool, pos)?.words[0];
        self.b.def_var(result, left);
        let (yes, no) = if and { (more, after) } else { (after, more) };
        self.b.brif(left, yes, no);
        self.b.switch_to(more);
        let (start, right) = (self.p.pos(), self.expr(power + 1)?);
        let right = self.checked(right, Ty::Bool, start)?.words[0];
        self.b.def_var(result, right);
        self.b.jump(after, &[]);
        self.b.switch_to(after);
        Ok(val(Ty::Bool, self.b.use_var(result)))
    }

    fn binary(&mut self, op: &str, left: &Val, right: &Val, pos: Pos) -> Parse<Val> {
        let row = OPS.iter().find(|row| row.0 == op && left.ty == right.ty);
        let opcode = row.and_then(|(_, int, float)| match left.ty {
            Ty::Int => Some(*int),
            Ty::Float => *float,
            Ty::Str => ["+", "==", "!=", "<", "<=", ">", ">="].contains(&op).then_some(*int),
            Ty::Bool => ["==", "!="].contains(&op).then_some(*int),
        });
        let wrong = || format!("{op} cannot take {} and {}", left.ty.name(), right.ty.name());
        let Some(opcode) = opcode else { return self.p.fail(pos, wrong()) };
        let words = [left.words.as_slice(), &right.words].concat();
        let ty = if "+-*/%".contains(op) { left.ty } else { Ty::Bool };
        if (op, left.ty) == ("+", Ty::Str) {
            return Ok(Val { ty, words: self.b.call_native(self.text.concat, &words).to_vec() });
        }
        let (a, b) = match left.ty {
            // Strings are ordered by a native, whose answer is compared with zero.
            Ty::Str => (self.b.call_native(self.text.compare, &words)[0], self.b.iconst(Type::I64, 0)),
            Ty::Int | Ty::Float | Ty::Bool => (words[0], words[1]),
        };
        Ok(val(ty, self.b.binary(opcode, a, b)))
    }

    fn unary(&mut self) -> Parse<Val> {
        let pos = self.p.pos();
        if let Some(op) = ["not", "-"].into_iter().find(|op| self.p.eat(op)) {
            let Val { ty, words } = self.nested(|body| body.unary())?;
            let no = self.b.iconst(Type::I8, 0);
            let word = match (op, ty) {
                ("not", Ty::Bool) => self.b.binary(Opcode::Ieq, words[0], no),
                ("-", Ty::Int) => self.b.unary(Opcode::Ineg, words[0]),
                ("-", Ty::Float) => self.b.unary(Opcode::Fneg, words[0]),
                _ => return self.p.fail(pos, format!("{op} cannot take {}", ty.name())),
            };
            return Ok(val(ty, word));
        }
        self.operand()?.map_or_else(|| self.p.fail(pos, "this call gives no value"), Ok)
    }

    /// `None` for a call without a result.
    fn operand(&mut self) -> Parse<Option<Val>> {
        let pos = self.p.pos();
        let tok = self.p.peek().clone();
        self.p.at += usize::from(tok != Tok::End);
        Ok(Some(match tok {
            Tok::Int(n) => val(Ty::Int, self.b.iconst(Type::I64, n)),
            Tok::Float(x) => val(Ty::Float, self.b.f64const(x)),
            Tok::Sym(truth @ ("true" | "false")) => {
                val(Ty::Bool, self.b.iconst(Type::I8, i64::from(truth == "true")))
            }
            Tok::Str(text) => {
                let data = self.b.module.bytes(text.as_bytes());
                let words = vec![self.b.data_addr(data, 0), self.b.iconst(Type::I64, text.len() as i64)];
                Val { ty: Ty::Str, words }
            }
            Tok::Sym("(") => {
                let value = self.nested(|body| body.expr(0))?;
                self.p.expect(")")?;
                value
            }
            Tok::Name(name) if self.p.is("(") && !self.p.first() => return self.call(&name, pos),
            Tok::Name(name) => {
                let (ty, vars) = self.variable(&name, pos)?;
                Val { ty, words: vars.into_iter().map(|var| self.b.use_var(var)).collect() }
            }
            Tok::Sym(_) | Tok::End => return self.p.fail(pos, "expected an expression"),
        }))
    }

    fn call(&mut self, name: &str, pos: Pos) -> Parse<Option<Val>> {
        self.p.expect("(")?;
        let mut args = Vec::new();
        while !self.p.eat(")") {
            args.push(self.nested(|body| body.expr(0))?);
            if !self.p.is(")") {
                self.p.expect(",")?;
            }
        }
        self.b.set_pos(pos);
        let given: Vec<Ty> = args.iter().map(|a| a.ty).collect();
        let names = |types: &[Ty]| types.iter().map(|ty| ty.name()).collect::<Vec<_>>().join(", ");
        let Some(func) = self.funcs.get(name) else {
            let unknown = format!("there is no {name}({})", names(&given));
            return self.built_in(name, &args).map_or_else(|| self.p.fail(pos, unknown), Ok);
        };
        let wanted: Vec<Ty> = func.params.iter().map(|p| p.1).collect();
        if wanted != given {
            let (wanted, given) = (names(&wanted), names(&given));
            return self.p.fail(pos, format!("{name} takes ({wanted}), not ({given})"));
        }
        let words: Vec<Value> = args.into_iter().flat_map(|a| a.words).collect();
        let words = self.b.call(func.id, &words).to_vec();
        Ok(func.result.map(|ty| Val { ty, words }))
    }

    /// A call of what every program finds defined; `None` if there is nothing of that name for such
    /// arguments.
    fn built_in(&mut self, name: &str, args: &[Val]) -> Option<Option<Val>> {
        let [arg] = args else { return None };
        let (text, word) = (self.text, arg.words[0]);
        Some(Some(match (name, arg.ty) {
            ("print" | "fail", _) => {
                let string = self.built_in("str", args)??.words;
                self.b.call_native(if name == "print" { text.print } else { text.fail }, &string);
                return Some(None);
            }
            ("str", Ty::Str) => arg.clone(),
            ("str", Ty::Int | Ty::Float) => {
                let native = if arg.ty == Ty::Int { text.from_int } else { text.from_float };
                Val { ty: Ty::Str, words: self.b.call_native(native, &[word]).to_vec() }
            }
            ("len", Ty::Str) => val(Ty::Int, arg.words[1]),
            ("float", Ty::Int) => val(Ty::Float, self.b.op(Opcode::SintToFloat, Type::F64, &[word])),
            ("int", Ty::Float) => val(Ty::Int, self.b.op(Opcode::FloatToSint, Type::I64, &[word])),
            _ => return None,
        }))
    }
}
