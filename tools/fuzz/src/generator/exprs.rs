//! Expressions: for a type, a random expression of that type. All of them are pure, and at most one operation
//! per statement may panic ([`Generator::may_panic`]), so that Go's freedom in the order of evaluation does
//! not show. Paths into variables are in `places`, literals with parts in `composites`. This module knows
//! nothing of statements.

use super::places::{Access, Place};
use super::types::{BYTE, INT, INT_TYPES, Ty, UINT64};
use super::{Callee, Generator};

/// A Go expression; `constant` if the Go compiler would fold it.
#[derive(Clone, Debug)]
pub(super) struct Expr {
    pub text: String,
    pub constant: bool,
}

fn constant(text: String) -> Expr {
    Expr { text, constant: true }
}

pub(super) fn value(text: String) -> Expr {
    Expr { text, constant: false }
}

impl Generator {
    // ---- helpers ------------------------------------------------------------------------------------

    pub(super) fn may_panic(&mut self) -> bool {
        if self.panics_left == 0 || !self.rng.chance(self.body.panicky) {
            return false;
        }
        self.panics_left = 0;
        true
    }

    /// The expression as one that the compiler cannot fold.
    pub(super) fn nonconstant(&self, ty: &Ty, e: Expr) -> Expr {
        if !e.constant {
            return e;
        }
        let plain = self.types.plain(ty);
        let base = self.types.name(plain);
        let mut name = base.clone();
        name[..1].make_ascii_uppercase();
        if plain == ty {
            return value(format!("k{name}({})", e.text));
        }
        value(format!("{}(k{name}({base}({})))", self.types.name(ty), e.text))
    }

    /// The expression with its type said, for places that would choose a default type.
    pub(super) fn typed(&self, ty: &Ty, e: Expr) -> String {
        if e.constant { format!("{}({})", self.types.name(ty), e.text) } else { e.text }
    }

    pub(super) fn variable_expr(&mut self, ty: &Ty, depth: u32) -> Expr {
        let e = self.expr(ty, depth);
        self.nonconstant(ty, e)
    }

    pub(super) fn int_type(&mut self) -> Ty {
        if self.rng.chance(8)
            && let Some(ty) = self.named_basic(&|types, t| types.int_kind(t).is_some())
        {
            return ty;
        }
        self.plain_int_type()
    }

    pub(super) fn plain_int_type(&mut self) -> Ty {
        Ty::Int(if self.rng.chance(35) { 0 } else { self.rng.below(INT_TYPES) })
    }

    /// An integer type that is no type parameter.
    pub(super) fn concrete_int_type(&mut self) -> Ty {
        let ty = self.int_type();
        if self.types.is_parameter(&ty) { self.plain_int_type() } else { ty }
    }

    fn named_basic(&mut self, want: &dyn Fn(&super::Types, &Ty) -> bool) -> Option<Ty> {
        let types = &self.types;
        let fitting: Vec<Ty> =
            (0..types.named.len()).map(Ty::Named).filter(|t| types.is_basic(t) && want(types, t)).collect();
        if fitting.is_empty() { None } else { Some(self.rng.pick(&fitting).clone()) }
    }

    pub(super) fn basic_type(&mut self) -> Ty {
        if self.rng.chance(10)
            && let Some(ty) = self.named_basic(&|_, _| true)
        {
            return ty;
        }
        match self.rng.below(26) {
            0..=14 => self.int_type(),
            15 | 16 => Ty::F32,
            17 | 18 => Ty::F64,
            19 | 20 => Ty::Bool,
            21 if self.uses("complex") => self.rng.pick(&[Ty::C64, Ty::C128]).clone(),
            _ => Ty::Str,
        }
    }

    /// `uint64(…)` of an integer expression, for folding.
    pub(super) fn as_word(&self, ty: &Ty, text: &str) -> String {
        if *ty == UINT64 { text.to_string() } else { format!("uint64({text})") }
    }

    // ---- literals -----------------------------------------------------------------------------------

    pub(super) fn literal(&mut self, ty: &Ty) -> Expr {
        if let Some(kind) = self.types.int_kind(ty) {
            let n = self.int_in(kind.min(), kind.max());
            return constant(self.int_text(n));
        }
        match self.types.plain(ty) {
            Ty::C64 | Ty::C128 => {
                let texts =
                    ["0.5", "1i", "(2 - 3i)", "(-0.25 + 1e10i)", "(7 + 0i)", "(-1i)", "(0.1 - 0.3333i)"];
                constant(self.rng.pick(&texts).to_string())
            }
            Ty::F32 | Ty::F64 => {
                let texts = [
                    "0.5",
                    "1.25",
                    "-3.75",
                    "100.0",
                    "1e10",
                    "-1e-3",
                    "2.718281828",
                    "0.1",
                    "7.0",
                    "-0.3333",
                ];
                let text = *self.rng.pick(&texts);
                constant(if text.starts_with('-') { format!("({text})") } else { text.to_string() })
            }
            Ty::Bool => constant(if self.rng.chance(50) { "true" } else { "false" }.to_string()),
            _ => {
                let texts = [
                    "\"\"",
                    "\"a\"",
                    "\"go\"",
                    "\"hello\"",
                    "\"héé\"",
                    "\"日本\"",
                    "`raw\\n`",
                    "\"x\\ty\\n\"",
                    "\"\\x00\\xff\"",
                    "\"\\u00e9z\"",
                    "\"purlin\"",
                    "\"0123456789\"",
                ];
                let text = *self.rng.pick(&texts);
                constant(text.to_string())
            }
        }
    }

    fn int_in(&mut self, min: i128, max: i128) -> i128 {
        let n = match self.rng.below(10) {
            0..=4 => i128::from(self.rng.range(-8, 24)),
            5 => i128::from(self.rng.range(-200, 70_000)),
            6 => (1i128 << self.rng.below(64)) - i128::from(self.rng.range(0, 1)),
            7 => -(1i128 << self.rng.below(64)),
            8 => {
                if self.rng.chance(50) {
                    max
                } else {
                    min
                }
            }
            _ => i128::from(self.rng.next()),
        };
        if n < min || n > max { i128::from(self.rng.range(0, 100)) } else { n }
    }

    fn int_text(&mut self, n: i128) -> String {
        let text = match self.rng.below(14) {
            0 if n >= 0 => format!("0x{n:x}"),
            1 if n >= 0 => format!("0b{n:b}"),
            2 if n >= 0 => format!("0o{n:o}"),
            3 if n >= 1000 => format!("{}_{:03}", n / 1000, n % 1000),
            4 if (97..123).contains(&n) => format!("'{}'", n as u8 as char),
            _ => n.to_string(),
        };
        if n < 0 { format!("({text})") } else { text }
    }

    // ---- expressions --------------------------------------------------------------------------------

    /// A pure expression of type `ty`.
    pub(super) fn expr(&mut self, ty: &Ty, depth: u32) -> Expr {
        self.spend(1);
        if depth == 0 || self.room() < 8 {
            return self.leaf(ty);
        }
        if self.rng.chance(12)
            && let Some(call) = self.pure_call(ty, depth)
        {
            return call;
        }
        if self.rng.chance(4) && self.uses("func_literal_call") {
            let (c, a, b) = (self.expr(&Ty::Bool, 1), self.expr(ty, depth - 1), self.expr(ty, depth - 1));
            let name = self.types.name(ty);
            return value(format!(
                "func() {name} {{ if {} {{ return {} }}; return {} }}()",
                c.text, a.text, b.text
            ));
        }
        if self.may_assert()
            && let Some(e) = self.assertion(ty)
        {
            return e;
        }
        if self.types.int_kind(ty).is_some() {
            return self.int_expr(ty, depth);
        }
        match self.types.plain(ty) {
            Ty::F32 | Ty::F64 => self.float_expr(ty, depth),
            Ty::C64 | Ty::C128 => self.complex_expr(ty, depth),
            Ty::Bool => self.bool_expr(depth),
            Ty::Str => self.string_expr(ty, depth),
            _ => {
                if self.rng.chance(55)
                    && let Some(e) = self.read_place(ty)
                {
                    return e;
                }
                self.composite(ty, depth)
            }
        }
    }

    fn may_assert(&self) -> bool {
        self.panics_left > 0 && self.body.panicky > 0
    }

    fn assertion(&mut self, ty: &Ty) -> Option<Expr> {
        if !self.rng.chance(6) || !self.types.strictly_comparable(ty) || !self.allows("panic_assertion") {
            return None;
        }
        let place = self.place(Access::Read, &|t| *t == Ty::Any)?;
        if place.panics {
            return None;
        }
        let text = self.place_text(&place);
        self.panics_left = 0;
        self.uses("panic_assertion");
        Some(value(format!("{text}.({})", self.types.name(ty))))
    }

    pub(super) fn leaf(&mut self, ty: &Ty) -> Expr {
        if self.rng.chance(80)
            && let Some(e) = self.read_place(ty)
        {
            return e;
        }
        if self.types.is_basic(ty) { self.literal(ty) } else { self.composite(ty, 0) }
    }

    pub(super) fn read_place(&mut self, ty: &Ty) -> Option<Expr> {
        let found = self.places(Access::Read, &|t| t == ty);
        let usable: Vec<&Place> = found.iter().filter(|p| !p.panics || self.body.panicky > 0).collect();
        if usable.is_empty() {
            return None;
        }
        let place = (*self.rng.pick(&usable)).clone();
        let text = self.place_text(&place);
        if place.own {
            self.uses("slice_clone");
            return Some(value(format!("append({}(nil), {text}...)", self.types.name(ty))));
        }
        Some(Expr { text, constant: place.constant })
    }

    fn pure_call(&mut self, ty: &Ty, depth: u32) -> Option<Expr> {
        if self.rng.chance(35)
            && let Some(call) = self.pure_method_call(ty, depth)
        {
            return Some(call);
        }
        let fitting: Vec<Callee> = self
            .pure_calls
            .iter()
            .filter(|c| c.sig.results.len() == 1 && c.sig.results[0] == *ty && self.affordable(c.cost))
            .cloned()
            .collect();
        if fitting.is_empty() {
            return None;
        }
        let callee = self.rng.pick(&fitting).clone();
        self.uses("call_pure");
        self.spend(callee.cost);
        let (name, args) = self.call_of(&callee, depth - 1);
        Some(value(format!("{name}({args})")))
    }

    fn pure_method_call(&mut self, ty: &Ty, depth: u32) -> Option<Expr> {
        let mut fitting = Vec::new();
        for (id, named) in self.types.named.iter().enumerate() {
            for m in &named.methods {
                let fits = m.sig.results.len() == 1 && m.sig.results[0] == *ty;
                if m.pure && !m.pointer && fits && self.affordable(m.cost) {
                    fitting.push((id, m.clone()));
                }
            }
        }
        if fitting.is_empty() {
            return None;
        }
        let (id, method) = self.rng.pick(&fitting).clone();
        let receiver = Ty::Named(id);
        self.uses("call_method_value_receiver");
        self.spend(method.cost);
        let on = if self.rng.chance(75) { self.read_place(&receiver) } else { None };
        let on = match on {
            Some(e) if !e.constant => e,
            _ => self.variable_expr(&receiver, depth - 1),
        };
        let args = self.arguments(&method.sig.params, method.sig.variadic, depth - 1);
        if self.rng.chance(15) && self.uses("method_expression") {
            let comma = if args.is_empty() { "" } else { ", " };
            return Some(value(format!(
                "{}.{}({}{comma}{args})",
                self.types.name(&receiver),
                method.name,
                on.text
            )));
        }
        Some(value(format!("{}.{}({args})", on.text, method.name)))
    }

    /// Arguments for a call, without what may panic.
    pub(super) fn arguments(&mut self, params: &[Ty], variadic: bool, depth: u32) -> String {
        let panics = std::mem::take(&mut self.panics_left);
        let mut args = Vec::new();
        for (i, param) in params.iter().enumerate() {
            if variadic
                && i + 1 == params.len()
                && let Ty::Slice(of) = param
            {
                if self.rng.chance(25) {
                    self.uses("variadic_spread");
                    let e = self.expr(param, depth.min(2));
                    args.push(format!("{}...", e.text));
                } else {
                    for _ in 0..self.rng.below(4) {
                        args.push(self.expr(of, depth.min(2)).text);
                    }
                }
                continue;
            }
            args.push(self.expr(param, depth.min(2)).text);
        }
        self.panics_left = panics;
        args.join(", ")
    }

    fn int_expr(&mut self, ty: &Ty, depth: u32) -> Expr {
        let Some(kind) = self.types.int_kind(ty) else { return self.leaf(ty) };
        let name = self.types.name(ty);
        match self.rng.below(30) {
            0..=4 => self.leaf(ty),
            5..=13 => {
                let op = *self.rng.pick(&["+", "-", "*", "&", "|", "^", "&^"]);
                self.binary(ty, op, depth)
            }
            14 | 15 => self.division(ty, depth),
            16..=18 => self.shift(ty, kind.bits, depth),
            19 | 20 => {
                let op = *self.rng.pick(&["-", "^", "+"]);
                let e = self.variable_expr(ty, depth - 1);
                value(format!("({op}{})", e.text))
            }
            21..=24 => {
                let from = self.int_type();
                self.uses("convert_int_int");
                let e = self.variable_expr(&from, depth - 1);
                value(format!("{name}({})", e.text))
            }
            25 => self.float_to_int(ty, depth),
            26 => match self.length_of() {
                Some(text) => value(format!("{name}({text})")),
                None => self.leaf(ty),
            },
            27 => {
                self.uses("string_index");
                let s = self.place(Access::Read, &|t| *t == Ty::Str).filter(|p| !p.panics && !p.constant);
                let Some(s) = s else { return self.leaf(ty) };
                let text = self.place_text(&s);
                if self.may_panic() && self.uses("panic_string_index") {
                    return value(format!("{name}({text}[{}])", self.loose_index()));
                }
                let at = self.index(5);
                value(format!("{name}(({text} + \"\\x07seed\")[{at}])"))
            }
            28 if self.uses("min_max") => {
                let function = *self.rng.pick(&["min", "max"]);
                let (a, b) = (self.variable_expr(ty, depth - 1), self.expr(ty, depth - 1));
                value(format!("{function}({}, {})", a.text, b.text))
            }
            _ => self.conditional(ty, depth),
        }
    }

    /// A choice written with a function literal.
    fn conditional(&mut self, ty: &Ty, depth: u32) -> Expr {
        let (a, b) = (self.expr(ty, depth - 1), self.expr(ty, 0));
        let c = self.expr(&Ty::Bool, depth - 1);
        let name = self.types.name(ty);
        self.uses("func_literal_call");
        value(format!(
            "func(a, b {name}) {name} {{ if {} {{ a = b }}; return a }}({}, {})",
            c.text, a.text, b.text
        ))
    }

    fn binary(&mut self, ty: &Ty, op: &str, depth: u32) -> Expr {
        let (a, b) = (self.expr(ty, depth - 1), self.expr(ty, depth - 1));
        let a = if a.constant && b.constant { self.nonconstant(ty, a) } else { a };
        value(format!("({} {op} {})", a.text, b.text))
    }

    fn division(&mut self, ty: &Ty, depth: u32) -> Expr {
        let Some(kind) = self.types.int_kind(ty) else { return self.leaf(ty) };
        let op = *self.rng.pick(&["/", "%"]);
        if self.may_panic() && self.uses("panic_divide") {
            let (a, b) = (self.variable_expr(ty, depth - 1), self.variable_expr(ty, depth - 1));
            let mask = self.rng.pick(&[1, 3]);
            return value(format!("({} {op} ({} & {mask}))", a.text, b.text));
        }
        self.uses("divide");
        let a = self.variable_expr(ty, depth - 1);
        match self.rng.below(4) {
            0 | 1 => {
                let mut n = self.int_in(kind.min(), kind.max());
                if n == 0 {
                    n = 3;
                }
                let divisor = if n < 0 { format!("({n})") } else { n.to_string() };
                value(format!("({} {op} {divisor})", a.text))
            }
            2 if kind.signed => {
                // The one quotient that does not fit.
                self.uses("divide_min_by_minus_one");
                let min = constant(format!("({})", kind.min()));
                let low = self.nonconstant(ty, min);
                let one = self.nonconstant(ty, constant("(-1)".to_string()));
                if self.rng.chance(50) {
                    value(format!("({} {op} {})", low.text, one.text))
                } else {
                    value(format!("({} {op} {})", a.text, one.text))
                }
            }
            _ => {
                let b = self.variable_expr(ty, depth - 1);
                value(format!("({} {op} ({} | 1))", a.text, b.text))
            }
        }
    }

    fn shift(&mut self, ty: &Ty, bits: u32, depth: u32) -> Expr {
        let op = *self.rng.pick(&["<<", ">>"]);
        let a = self.variable_expr(ty, depth - 1);
        match self.rng.below(6) {
            0 | 1 => {
                self.uses("shift_constant");
                let n = self.rng.below(bits as usize + 4);
                value(format!("({} {op} {n})", a.text))
            }
            2 => {
                self.uses("shift_wide");
                let of = Ty::Int(5 + self.rng.below(5));
                let n = self.variable_expr(&of, depth - 1);
                value(format!("({} {op} {})", a.text, n.text))
            }
            3 if self.may_panic() && self.uses("panic_negative_shift") => {
                let n = self.variable_expr(&INT, depth - 1);
                value(format!("({} {op} ({} % 7))", a.text, n.text))
            }
            _ => {
                self.uses("shift_variable");
                let of = self.int_type();
                let n = self.variable_expr(&of, depth - 1);
                let mask = *self.rng.pick(&[7, 15, 31, 63, 127]);
                value(format!("({} {op} ({} & {mask}))", a.text, n.text))
            }
        }
    }

    fn float_to_int(&mut self, ty: &Ty, depth: u32) -> Expr {
        let Some(kind) = self.types.int_kind(ty) else { return self.leaf(ty) };
        self.uses("convert_float_int");
        // Bounds a little inside the type's, exact in a float64.
        let hi =
            if kind.bits >= 64 { 9.0e18 * if kind.signed { 1.0 } else { 2.0 } } else { kind.max() as f64 };
        let lo = if kind.signed { -hi } else { 0.0 };
        let from = if self.rng.chance(70) { Ty::F64 } else { Ty::F32 };
        let e = self.variable_expr(&from, depth - 1);
        let wide = if from == Ty::F64 { e.text } else { format!("float64({})", e.text) };
        value(format!("{}(toRange({wide}, {lo:e}, {hi:e}))", self.types.name(ty)))
    }

    /// `len` or `cap` of something in scope.
    pub(super) fn length_of(&mut self) -> Option<String> {
        let place = self.place(Access::Read, &|t| matches!(t, Ty::Slice(_) | Ty::Map(..) | Ty::Str))?;
        if place.panics || place.constant {
            return None;
        }
        let fixed = place.steps.is_empty()
            && matches!(place.ty, Ty::Slice(_))
            && self.visible().iter().any(|v| v.name == place.root && v.fixed_cap);
        let text = self.place_text(&place);
        if fixed && self.rng.chance(50) {
            self.uses("cap");
            return Some(format!("cap({text})"));
        }
        self.uses("len");
        Some(format!("len({text})"))
    }

    fn float_expr(&mut self, ty: &Ty, depth: u32) -> Expr {
        let name = self.types.name(ty);
        match self.rng.below(14) {
            0..=2 => self.leaf(ty),
            3..=8 => {
                self.uses("float_arithmetic");
                let op = *self.rng.pick(&["+", "-", "*", "/"]);
                if op == "/" {
                    let (a, b) = (self.variable_expr(ty, depth - 1), self.variable_expr(ty, depth - 1));
                    return value(format!("({} / {})", a.text, b.text));
                }
                self.binary(ty, op, depth)
            }
            9 | 10 => {
                self.uses("convert_int_float");
                let from = self.int_type();
                let e = self.variable_expr(&from, depth - 1);
                value(format!("{name}({})", e.text))
            }
            11 => {
                self.uses("convert_float_float");
                let from = if self.rng.chance(50) { Ty::F32 } else { Ty::F64 };
                let e = self.variable_expr(&from, depth - 1);
                value(format!("{name}({})", e.text))
            }
            13 if self.rng.chance(20) && self.uses("complex") => {
                let part = *self.rng.pick(&["real", "imag"]);
                let from = self.rng.pick(&[Ty::C64, Ty::C128]).clone();
                let e = self.variable_expr(&from, depth - 1);
                value(format!("{name}({part}({}))", e.text))
            }
            12 if self.uses("math_function") => {
                let f = *self.rng.pick(&["Sqrt", "Floor", "Ceil", "Abs", "Trunc"]);
                let e = self.variable_expr(&Ty::F64, depth - 1);
                let call = format!("math.{f}({})", e.text);
                value(if *ty == Ty::F64 { call } else { format!("{name}({call})") })
            }
            _ => {
                let e = self.variable_expr(ty, depth - 1);
                value(format!("(-{})", e.text))
            }
        }
    }

    fn complex_expr(&mut self, ty: &Ty, depth: u32) -> Expr {
        let name = self.types.name(ty);
        match self.rng.below(10) {
            0 | 1 => self.leaf(ty),
            2 => {
                let (a, b) = (self.variable_expr(ty, depth - 1), self.variable_expr(ty, depth - 1));
                value(format!("({} / {})", a.text, b.text))
            }
            3..=5 => {
                let op = *self.rng.pick(&["+", "-", "*"]);
                self.binary(ty, op, depth)
            }
            6 | 7 => {
                let part = if *self.types.plain(ty) == Ty::C128 { Ty::F64 } else { Ty::F32 };
                let (re, im) = (self.variable_expr(&part, depth - 1), self.variable_expr(&part, depth - 1));
                value(format!("{name}(complex({}, {}))", re.text, im.text))
            }
            8 => {
                let from = self.rng.pick(&[Ty::C64, Ty::C128]).clone();
                let e = self.variable_expr(&from, depth - 1);
                value(format!("{name}({})", e.text))
            }
            _ => {
                let e = self.variable_expr(ty, depth - 1);
                value(format!("(-{})", e.text))
            }
        }
    }

    pub(super) fn bool_expr(&mut self, depth: u32) -> Expr {
        match self.rng.below(12) {
            0 => self.leaf(&Ty::Bool),
            1 | 2 => {
                let op = *self.rng.pick(&["&&", "||"]);
                self.uses("short_circuit");
                self.binary(&Ty::Bool, op, depth)
            }
            3 => {
                let e = self.variable_expr(&Ty::Bool, depth - 1);
                value(format!("(!{})", e.text))
            }
            4 => self.equality(depth),
            _ => {
                let ty = match self.rng.below(8) {
                    0 => Ty::Str,
                    1 => Ty::F64,
                    2 => Ty::F32,
                    _ => self.int_type(),
                };
                self.uses(if self.types.is_float(&ty) { "compare_float" } else { "compare" });
                let op = *self.rng.pick(&["<", "<=", ">", ">=", "==", "!="]);
                self.binary(&ty, op, depth)
            }
        }
    }

    /// `==` on any comparable type of something in scope.
    fn equality(&mut self, depth: u32) -> Expr {
        let op = *self.rng.pick(&["==", "!="]);
        let types = self.types.clone();
        let Some(place) = self.place(Access::Read, &|t| types.comparable(t)) else {
            return self.leaf(&Ty::Bool);
        };
        if place.panics {
            return self.leaf(&Ty::Bool);
        }
        let ty = place.ty.clone();
        let text = self.place_text(&place);
        let left = self.nonconstant(&ty, Expr { text, constant: place.constant });
        if matches!(ty, Ty::Ptr(_)) || self.types.is_interface(&ty) {
            self.uses("compare_pointer_or_interface");
            if self.rng.chance(50) {
                return value(format!("({} {op} nil)", left.text));
            }
        } else if !self.types.is_basic(&ty) {
            self.uses("compare_composite");
        }
        let right = self.expr(&ty, depth.min(2) - 1);
        value(format!("({} {op} {})", left.text, right.text))
    }

    pub(super) fn string_expr(&mut self, ty: &Ty, depth: u32) -> Expr {
        let name = self.types.name(ty);
        let e = match self.rng.below(11) {
            0..=3 => return self.leaf(ty),
            4..=6 => {
                self.uses("string_concat");
                let (a, b) = (self.variable_expr(ty, depth - 1), self.expr(ty, depth - 1));
                let text = format!("{} + {}", a.text, b.text);
                return value(if *ty == Ty::Str {
                    format!("clip({text})")
                } else {
                    format!("{name}(clip(string({text})))")
                });
            }
            7 => {
                self.uses("convert_rune_string");
                let e = self.variable_expr(&Ty::Int(3), depth - 1);
                format!("string({})", e.text)
            }
            8 => {
                let of = if self.rng.chance(60) { BYTE } else { Ty::Int(3) };
                self.uses("convert_slice_string");
                let e = self.expr(&super::types::slice(of), depth - 1);
                format!("clip(string({}))", e.text)
            }
            9 => {
                self.uses("string_slice");
                let s = self.variable_expr(&Ty::Str, depth - 1);
                let (lo, hi) = (self.rng.below(4), self.rng.range(4, 7));
                return self.string_slice(ty, &s.text, lo, hi);
            }
            _ => {
                self.uses("string_slice");
                let s = self.variable_expr(&Ty::Str, depth - 1);
                return self.string_slice(ty, &s.text, 0, self.fresh as i64 % 5);
            }
        };
        value(if *ty == Ty::Str { e } else { format!("{name}({e})") })
    }

    fn string_slice(&mut self, ty: &Ty, s: &str, lo: usize, hi: i64) -> Expr {
        let text = if self.may_panic() && self.uses("panic_slice_bounds") {
            let base = format!("clip({s})");
            match self.rng.below(3) {
                0 => format!("{base}[kInt({lo}):kInt({hi})]"),
                1 => format!("{base}[{lo}:]"),
                _ => format!("{base}[:{}]", self.loose_index()),
            }
        } else {
            // Seven certain bytes at the end keep the bounds in range.
            format!("({s} + \"0aé12é\")[{lo}:{hi}]")
        };
        value(if *ty == Ty::Str { text } else { format!("{}({text})", self.types.name(ty)) })
    }
}
