//! Statements: each keeps the promises of the module (it ends, it is deterministic, it compiles) by what it
//! draws from the expressions. Longer shapes that are not one statement live in `patterns` and `tasks`.

use super::places::{Access, Place};
use super::types::{BYTE, INT, Ty, pointer, slice};
use super::{Breakable, Generator, Var};

/// Name, weight, how deep it may nest, the room (steps) that it asks for, what writes it.
type Row = (&'static str, u32, u32, u64, fn(&mut Generator));

const STATEMENTS: &[Row] = &[
    ("declare", 12, 9, 0, Generator::declare_variable),
    ("assign", 14, 9, 0, Generator::assign),
    ("operate_assign", 10, 9, 0, Generator::operate_assign),
    ("multi_assign", 4, 9, 0, Generator::multi_assign),
    ("fold", 8, 9, 0, Generator::fold_place),
    ("if", 8, 4, 20, Generator::if_statement),
    ("guard", 4, 4, 20, Generator::guarded_place),
    ("for", 14, 4, 60, Generator::for_statement),
    ("switch", 5, 4, 30, Generator::switch_statement),
    ("type_switch", 4, 4, 30, Generator::type_switch),
    ("call", 12, 9, 0, Generator::call_statement),
    ("closure", 5, 4, 60, Generator::closure),
    ("defer", 3, 5, 20, Generator::defer_statement),
    ("protected_call", 6, 3, 60, Generator::protected),
    ("append", 12, 9, 0, Generator::append_statement),
    ("make_slice", 5, 9, 0, Generator::new_slice),
    ("map", 7, 9, 0, Generator::map_statement),
    ("jump", 4, 9, 0, Generator::jump),
    ("goto", 2, 4, 20, Generator::forward_goto),
    ("address_of", 3, 9, 0, Generator::pointer_variable),
    ("constant", 2, 9, 0, Generator::constant_variable),
    ("comma_ok", 3, 4, 20, Generator::comma_ok),
    ("block", 3, 4, 20, Generator::block),
    ("method_value", 2, 9, 0, Generator::method_value),
    ("call_interface_method", 4, 9, 0, Generator::interface_call),
    ("pattern", 7, 3, 120, Generator::pattern),
    ("shape", 12, 3, 250, Generator::shape),
    ("memory_loop", 16, 3, 240, Generator::memory_loop),
    ("recurrence", 8, 3, 160, Generator::recurrence),
    ("dispatch_loop", 7, 3, 180, Generator::dispatch_loop),
    ("both_ends", 6, 3, 160, Generator::both_ends),
    ("bulk_fill", 8, 3, 180, Generator::bulk_fill),
    ("bulk_search", 15, 3, 180, Generator::bulk_search),
    ("bulk_translation", 16, 3, 380, Generator::bulk_translation),
    ("map_update", 12, 3, 180, Generator::map_update),
    ("channel", 5, 2, 200, Generator::task),
    ("wait", 4, 2, 200, Generator::wait),
];

impl Generator {
    /// Writes one random statement.
    pub(super) fn statement(&mut self) {
        self.panics_left = u32::from(self.body.panicky > 0);
        self.spend(1);
        let (depth, room) = (self.body.depth as u32, self.room());
        let weights: Vec<u32> = STATEMENTS
            .iter()
            .map(
                |(name, weight, deepest, asks, _)| {
                    if depth <= *deepest && room > *asks && self.allows(name) { *weight } else { 0 }
                },
            )
            .collect();
        let chosen = self.rng.weighted(&weights);
        let mark = self.start_statement();
        STATEMENTS[chosen].4(self);
        self.end_statement(mark);
        self.panics_left = 0;
    }

    pub(super) fn statements(&mut self, most: usize) {
        for _ in 0..1 + self.rng.below(most) {
            self.statement();
        }
    }

    // ---- declarations -------------------------------------------------------------------------------

    fn name_for_variable(&mut self) -> String {
        // Now and then a name that hides another.
        if self.body.depth > 1 && self.rng.chance(8) {
            let outer: Vec<String> = self
                .visible()
                .iter()
                .filter(|v| v.name.starts_with('v') && !self.in_this_scope(&v.name))
                .map(|v| v.name.clone())
                .collect();
            if !outer.is_empty() && self.uses("shadowing") {
                return self.rng.pick(&outer).clone();
            }
        }
        self.fresh("v")
    }

    fn in_this_scope(&self, name: &str) -> bool {
        self.scopes.last().is_some_and(|s| s.iter().any(|v| v.name == name))
    }

    pub(super) fn declare_variable(&mut self) {
        let ty = self.any_type(2);
        let name = self.name_for_variable();
        self.uses("declare");
        let type_name = self.types.name(&ty);
        match self.rng.below(10) {
            0 | 1 => self.line(format!("var {name} {type_name}")),
            2..=5 => {
                let e = self.expr(&ty, 3);
                self.line(format!("var {name} {type_name} = {}", e.text));
            }
            6 => {
                let other = self.fresh("v");
                let (a, b) = (self.expr(&ty, 2), self.expr(&ty, 2));
                self.line(format!("var {name}, {other} {type_name} = {}, {}", a.text, b.text));
                self.declare(Var::new(&other, ty.clone()));
            }
            _ => {
                let e = self.expr(&ty, 3);
                // A comparison alone would have the type bool, a shift of a constant could not.
                let text = self.typed(&ty, e);
                self.line(format!("{name} := {text}"));
            }
        }
        self.declare(Var::new(&name, ty));
    }

    fn constant_variable(&mut self) {
        self.uses("constant");
        let ty = self.concrete_int_type();
        let (min, max) = self.types.int_kind(&ty).map_or((0, 0), |k| (k.min(), k.max()));
        let name = self.fresh("c");
        let (a, b) = (i128::from(self.rng.range(1, 40)), i128::from(self.rng.range(1, 90)));
        let (text, n) = match self.rng.below(6) {
            0 => (format!("{a}<<{} - {b}", a % 9), (a << (a % 9)) - b),
            1 => (format!("({a} + {b}) * {a} / {b} % 97"), (a + b) * a / b % 97),
            2 => (format!("1<<80>>{} | {a}", 80 - a % 6), 1 << (a % 6) | a),
            3 => (format!("{a} + {a} | 1 &^ {a}"), (a + a) | (1 & !a)),
            4 => (format!("-{a} + 'a'"), 97 - a),
            _ => (format!("{a}.0 * 2"), 2 * a),
        };
        if n < min || n > max {
            self.line(format!("const {name} {} = {}", self.types.name(&ty), a.min(max)));
        } else if self.rng.chance(50) {
            self.line(format!("const {name} {} = {text}", self.types.name(&ty)));
        } else if self.uses("constant_iota") {
            let (x, y) = (self.fresh("c"), self.fresh("c"));
            self.line(format!("const ({x} {} = iota; {y}; {name})", self.types.name(&ty)));
            self.bind(Var { constant: true, ..Var::new(&y, ty.clone()).fixed() });
        } else {
            self.line(format!("const {name} {} = {a}", self.types.name(&ty)));
        }
        self.bind(Var { constant: true, ..Var::new(&name, ty).fixed() });
    }

    fn pointer_variable(&mut self) {
        let Some(place) = self.place(Access::Address, &|t| !matches!(t, Ty::Func(_))) else {
            return self.declare_variable();
        };
        if place.panics {
            return self.fold_place();
        }
        self.uses("address_of");
        let name = self.fresh("v");
        let text = self.place_text(&place);
        self.line(format!("{name} := &{text}"));
        let mut var = Var::new(&name, pointer(place.ty.clone())).fixed();
        var.nonnil = true;
        self.declare(var);
    }

    fn new_slice(&mut self) {
        let name = self.fresh("v");
        // A slice of an array in scope, which stays an alias of it.
        if self.rng.chance(35)
            && let Some(place) = self.place(Access::Address, &|t| matches!(t, Ty::Array(..)))
            && let Ty::Array(len, of) = place.ty.clone()
            && !place.panics
        {
            self.uses("slice_of_array");
            let text = self.place_text(&place);
            let lo = self.rng.below(len);
            let hi = lo + 1 + self.rng.below(len - lo);
            let bounds = match self.rng.below(4) {
                0 => format!("{lo}:{hi}:{len}"),
                1 => format!("{lo}:{hi}"),
                2 => format!(":{hi}"),
                _ => format!("{lo}:"),
            };
            let min_len = if bounds.starts_with(':') {
                hi
            } else if bounds.ends_with(':') {
                len - lo
            } else {
                hi - lo
            };
            self.line(format!("{name} := {text}[{bounds}]"));
            let var = Var { min_len, fixed_cap: true, ..Var::new(&name, Ty::Slice(of)).fixed() };
            return self.declare(var);
        }
        let of = self.any_type(1);
        let ty = slice(of.clone());
        let type_name = self.types.name(&ty);
        match self.rng.below(4) {
            0 | 1 => {
                self.uses("make_slice");
                let len = 1 + self.rng.below(10);
                let more = self.rng.below(5);
                let text = if more > 0 {
                    format!("make({type_name}, {len}, {})", len + more)
                } else {
                    format!("make({type_name}, {len})")
                };
                self.line(format!("{name} := {text}"));
                self.declare(Var { min_len: len, fixed_cap: true, ..Var::new(&name, ty).fixed() });
            }
            2 => {
                self.uses("make_slice");
                let cap = self.rng.below(6);
                self.line(format!("{name} := make({type_name}, 0, {cap})"));
                self.declare(Var { own: true, ..Var::new(&name, ty).fixed() });
            }
            _ => {
                let n = 1 + self.rng.below(4);
                let items: Vec<String> = (0..n).map(|_| self.expr(&of, 2).text).collect();
                self.line(format!("{name} := {type_name}{{{}}}", items.join(", ")));
                let own = self.rng.chance(75);
                self.declare(Var { min_len: n, own, fixed_cap: !own, ..Var::new(&name, ty).fixed() });
            }
        }
    }

    // ---- assignments --------------------------------------------------------------------------------

    fn any_place(&mut self) -> Option<Place> {
        self.place(Access::Write, &|t| !matches!(t, Ty::Func(_)))
    }

    pub(super) fn assign(&mut self) {
        let Some(place) = self.any_place() else { return self.declare_variable() };
        self.uses("assign");
        let ty = place.ty.clone();
        let text = self.place_text(&place);
        let e = self.expr(&ty, 3);
        self.line(format!("{text} = {}", e.text));
    }

    fn operate_assign(&mut self) {
        let types = self.types.clone();
        let number = |t: &Ty| types.int_kind(t).is_some() || types.is_float(t) || *t == Ty::Str;
        let Some(place) = self.place(Access::Write, &number) else { return self.declare_variable() };
        self.uses("operate_assign");
        let ty = place.ty.clone();
        let text = self.place_text(&place);
        if ty == Ty::Str {
            let e = self.expr(&ty, 2);
            return self.line(format!("if len({text}) < 80 {{ {text} += {} }}", e.text));
        }
        if self.types.is_float(&ty) {
            let op = *self.rng.pick(&["+=", "-=", "*="]);
            let e = self.expr(&ty, 3);
            return self.line(format!("{text} {op} {}", e.text));
        }
        match self.rng.below(10) {
            0..=2 => {
                self.uses("increment");
                let op = *self.rng.pick(&["++", "--"]);
                self.line(format!("{text}{op}"));
            }
            3 => {
                let op = *self.rng.pick(&["<<=", ">>="]);
                let n = self.rng.below(40);
                self.line(format!("{text} {op} {n}"));
            }
            4 => {
                let op = *self.rng.pick(&["/=", "%="]);
                let n = self.rng.range(1, 90);
                self.line(format!("{text} {op} {n}"));
            }
            _ => {
                let op = *self.rng.pick(&["+=", "-=", "*=", "&=", "|=", "^=", "&^="]);
                let e = self.expr(&ty, 3);
                self.line(format!("{text} {op} {}", e.text));
            }
        }
    }

    /// `a, b = b, a` and its kin: all operands are read before anything is assigned.
    fn multi_assign(&mut self) {
        self.panics_left = 0;
        let Some(first) = self.any_place() else { return self.declare_variable() };
        let ty = first.ty.clone();
        let Some(second) = self.place(Access::Write, &|t| *t == ty) else { return self.assign() };
        self.uses("multi_assign");
        let (a, b) = (self.place_text(&first), self.place_text(&second));
        if self.rng.chance(50) {
            self.line(format!("{a}, {b} = {b}, {a}"));
        } else {
            let (x, y) = (self.expr(&ty, 2), self.expr(&ty, 2));
            self.line(format!("{a}, {b} = {}, {}", x.text, y.text));
        }
    }

    fn append_statement(&mut self) {
        let own: Vec<Var> = self.visible().iter().filter(|v| v.own).map(|v| (*v).clone()).collect();
        if own.is_empty() {
            return self.new_slice();
        }
        let var = self.rng.pick(&own).clone();
        let Ty::Slice(of) = var.ty.clone() else { return };
        let name = &var.name;
        match self.rng.below(8) {
            0..=3 => {
                self.uses("append");
                let items: Vec<String> = (0..1 + self.rng.below(3)).map(|_| self.expr(&of, 2).text).collect();
                self.line(format!("if len({name}) < 48 {{ {name} = append({name}, {}) }}", items.join(", ")));
            }
            4 => {
                self.uses("append_spread");
                let e = self.expr(&var.ty, 2);
                self.line(format!("if len({name}) < 32 {{ {name} = append({name}, {}...) }}", e.text));
            }
            5 if *of == BYTE => {
                self.uses("append_string");
                let e = self.expr(&Ty::Str, 2);
                self.line(format!("if len({name}) < 32 {{ {name} = append({name}, {}...) }}", e.text));
            }
            5 if var.min_len == 0 => {
                self.uses("reslice");
                self.line(format!("{name} = {name}[:len({name})/2]"));
            }
            6 => {
                self.uses("copy");
                let n = self.fresh("v");
                self.line(format!("{n} := copy({name}, {name}[len({name})/2:])"));
                self.declare(Var::new(&n, INT));
            }
            _ => {
                // A full slice has no room: its append is always a new array.
                self.uses("append_full_slice");
                let e = self.expr(&of, 2);
                let other = self.fresh("v");
                self.line(format!("{other} := append({name}[:len({name}):len({name})], {})", e.text));
                self.declare(Var { own: true, min_len: 1, ..Var::new(&other, var.ty.clone()).fixed() });
            }
        }
    }

    // ---- maps ---------------------------------------------------------------------------------------

    fn map_statement(&mut self) {
        let maps: Vec<Var> = self
            .visible()
            .iter()
            .filter(|v| matches!(v.ty, Ty::Map(..)) && v.nonnil)
            .map(|v| (*v).clone())
            .collect();
        if maps.is_empty() || self.rng.chance(15) {
            let key = self.key_type();
            let ty = super::types::map(key, self.any_type(1));
            let name = self.fresh("v");
            self.uses("make_map");
            let text = if self.rng.chance(50) {
                let hint = if self.rng.chance(50) { ", 8" } else { "" };
                format!("make({}{hint})", self.types.name(&ty))
            } else {
                let e = self.composite(&ty, 1);
                e.text
            };
            self.line(format!("{name} := {text}"));
            return self.declare(Var { nonnil: true, ..Var::new(&name, ty).fixed() });
        }
        let var = self.rng.pick(&maps).clone();
        let Ty::Map(key, of) = var.ty.clone() else { return };
        let name = var.name;
        let key = self.small_key(&key);
        match self.rng.below(6) {
            0..=2 => {
                self.uses("map_assign");
                let e = self.expr(&of, 2);
                self.line(format!("{name}[{key}] = {}", e.text));
            }
            3 => {
                self.uses("map_delete");
                self.line(format!("delete({name}, {key})"));
            }
            4 if self.types.int_kind(&of).is_some() => {
                self.uses("map_operate_assign");
                let e = self.expr(&of, 2);
                self.line(format!("{name}[{key}] += {}", e.text));
            }
            5 if self.rng.chance(20) && self.uses("clear") => self.line(format!("clear({name})")),
            _ => {
                self.uses("map_len");
                let hash = self.body.hash.clone();
                self.line(format!("{hash} = mix({hash}, uint64(len({name})))"));
            }
        }
    }

    /// One of few keys, so that maps stay small and keys meet.
    pub(super) fn small_key(&mut self, key: &Ty) -> String {
        if self.types.int_kind(key).is_some() && self.rng.chance(60) {
            let e = self.variable_expr(key, 2);
            return format!("{}&7", e.text);
        }
        let i = self.rng.range(0, 9);
        self.key_literal(key, i)
    }

    fn comma_ok(&mut self) {
        let types = self.types.clone();
        let found = self.place(Access::Read, &|t| matches!(t, Ty::Map(..)) || types.is_interface(t));
        let Some(place) = found.filter(|p| !p.panics) else { return self.map_statement() };
        let (ty, text) = (place.ty.clone(), self.place_text(&place));
        let (v, ok) = (self.fresh("v"), self.fresh("ok"));
        let (result, question) = match &ty {
            Ty::Map(key, of) => {
                self.uses("map_comma_ok");
                let key = self.small_key(key);
                ((**of).clone(), format!("{text}[{key}]"))
            }
            _ => {
                self.uses("assertion_comma_ok");
                let to = self.assertion_target(&ty);
                let name = self.types.name(&to);
                (to, format!("{text}.({name})"))
            }
        };
        if self.rng.chance(50) {
            self.line(format!("{v}, {ok} := {question}"));
            self.declare(Var::new(&v, result));
            self.declare(Var::new(&ok, Ty::Bool));
        } else {
            self.open(format!("if {v}, {ok} := {question}; {ok} {{"));
            self.declare(Var::new(&v, result));
            self.statements(2);
            if self.rng.chance(50) {
                self.next_block("} else {");
                self.line(format!("_ = {v}"));
                self.statements(2);
            }
            self.close();
        }
    }

    /// A type that a value of an interface type may be asserted to be.
    pub(super) fn assertion_target(&mut self, interface: &Ty) -> Ty {
        let Some(methods) = self.types.interface(interface).map(<[_]>::to_vec) else {
            let concrete: Vec<Ty> = (0..self.types.named.len()).map(Ty::Named).collect();
            if !concrete.is_empty() && self.rng.chance(40) {
                return self.rng.pick(&concrete).clone();
            }
            return self.basic_type();
        };
        let mut choices = vec![Ty::Any];
        for id in 0..self.types.named.len() {
            if self.types.implements(id, false, &methods) {
                choices.push(Ty::Named(id));
            }
            if self.types.implements(id, true, &methods) {
                choices.push(pointer(Ty::Named(id)));
            }
        }
        self.rng.pick(&choices).clone()
    }

    // ---- folding ------------------------------------------------------------------------------------

    fn fold_place(&mut self) {
        let found = self.place(Access::Read, &|t| !matches!(t, Ty::Func(_)));
        let Some(place) = found.filter(|p| !p.constant) else { return self.declare_variable() };
        let text = self.place_text(&place);
        self.uses("fold");
        if place.panics {
            // Once only: the text may panic.
            let name = self.fresh("v");
            self.line(format!("{name} := {text}"));
            self.declare(Var::new(&name, place.ty.clone()));
            return self.fold(&place.ty, &name, 1);
        }
        self.fold(&place.ty, &text, 2);
    }

    /// Mixes a value into the checksum. `text` must be free of side effects.
    pub(super) fn fold(&mut self, ty: &Ty, text: &str, depth: u32) {
        self.spend(2);
        let h = self.body.hash.clone();
        if self.types.is_opaque(ty) {
            return self.line(format!("{h} = mixAny({h}, any({text}))"));
        }
        if self.types.int_kind(ty).is_some() {
            let word = self.as_word(ty, text);
            return self.line(format!("{h} = mix({h}, {word})"));
        }
        if let Some(fields) = self.types.fields(ty).map(<[_]>::to_vec) {
            if depth > 0 {
                for field in fields {
                    self.fold(&field.ty, &format!("{text}.{}", field.name), depth - 1);
                }
            }
            return;
        }
        if self.types.interface(ty).is_some() {
            return self.line(format!("{h} = mixAny({h}, {text})"));
        }
        match self.types.plain(ty).clone() {
            Ty::F32 | Ty::F64 => self.line(format!("{h} = mixF({h}, float64({text}))")),
            Ty::C64 | Ty::C128 => self.line(format!("{h} = mixC({h}, complex128({text}))")),
            Ty::Bool => self.line(format!("{h} = mixB({h}, {text})")),
            Ty::Str => self.line(format!("{h} = mixS({h}, string({text}))")),
            Ty::Any => self.line(format!("{h} = mixAny({h}, {text})")),
            Ty::Func(_) => self.line(format!("{h} = mixB({h}, {text} == nil)")),
            Ty::Ptr(to) => {
                if depth == 0 {
                    return self.line(format!("{h} = mixB({h}, {text} == nil)"));
                }
                self.open(format!("if {text} != nil {{"));
                let target =
                    if self.types.fields(&to).is_some() { text.to_string() } else { format!("(*{text})") };
                self.fold(&to, &target, depth - 1);
                self.close();
            }
            Ty::Array(len, of) if len <= 3 => {
                for i in 0..len {
                    self.fold(&of, &format!("{text}[{i}]"), depth.saturating_sub(1));
                }
            }
            Ty::Array(_, of) | Ty::Slice(of) => self.fold_elements(&of, text, depth),
            Ty::Map(key, of) => self.fold_map(&key, &of, text, depth),
            Ty::Int(_) | Ty::Named(_) | Ty::Param(_) | Ty::Inst(..) => {}
        }
    }

    fn fold_elements(&mut self, of: &Ty, text: &str, depth: u32) {
        let h = self.body.hash.clone();
        self.line(format!("{h} = mix({h}, uint64(len({text})))"));
        if depth == 0 || self.room() < 60 {
            return;
        }
        let x = self.fresh("x");
        self.open(format!("for _, {x} := range {text} {{"));
        self.line(format!("_ = {x}"));
        self.body.times *= 8;
        self.fold(of, &x, depth - 1);
        self.body.times /= 8;
        self.close();
    }

    /// Maps are folded by a sum over their entries, which no order can change.
    fn fold_map(&mut self, key: &Ty, of: &Ty, text: &str, depth: u32) {
        let h = self.body.hash.clone();
        if depth == 0 || self.room() < 80 {
            return self.line(format!("{h} = mix({h}, uint64(len({text})))"));
        }
        self.uses("range_map");
        let (sum, k, x, e) = (self.fresh("sum"), self.fresh("k"), self.fresh("x"), self.fresh("e"));
        self.line(format!("var {sum} uint64"));
        self.open(format!("for {k}, {x} := range {text} {{"));
        self.line(format!("_ = {x}"));
        self.line(format!("{e} := uint64(29)"));
        self.body.times *= 8;
        self.body.hash = e.clone();
        self.fold(key, &k, 1);
        self.fold(of, &x, depth - 1);
        self.body.hash = h.clone();
        self.body.times /= 8;
        self.line(format!("{sum} += {e}"));
        self.close();
        self.line(format!("{h} = mix({h}, {sum})"));
    }

    // ---- branches -----------------------------------------------------------------------------------

    pub(super) fn condition(&mut self) -> String {
        let e = self.bool_expr(2);
        self.nonconstant(&Ty::Bool, e).text
    }

    fn if_statement(&mut self) {
        self.uses("if");
        let condition = if self.rng.chance(20) {
            let name = self.fresh("v");
            let ty = self.int_type();
            let e = self.variable_expr(&ty, 2);
            let op = *self.rng.pick(&["<", ">", "==", "!="]);
            let limit = self.rng.range(0, 100);
            format!("{name} := {}; {name} {op} {limit}", e.text)
        } else {
            self.condition()
        };
        self.open(format!("if {condition} {{"));
        self.statements(3);
        while self.rng.chance(25) {
            self.forget_scope();
            let condition = self.condition_without_panics();
            self.next_block(format!("}} else if {condition} {{"));
            self.statements(2);
        }
        if self.rng.chance(40) {
            self.next_block("} else {");
            self.statements(2);
        }
        self.close();
    }

    /// What the innermost scope declared is out of reach of the next branch's condition.
    fn forget_scope(&mut self) {
        if let Some(scope) = self.scopes.last_mut() {
            scope.clear();
        }
    }

    pub(super) fn condition_without_panics(&mut self) -> String {
        self.panics_left = 0;
        self.condition()
    }

    /// `if p := place; p != nil {`: in the block the pointer, map or slice is known to be usable.
    fn guarded_place(&mut self) {
        let types = self.types.clone();
        let found = self.place(Access::Read, &|t| {
            matches!(t, Ty::Ptr(_) | Ty::Map(..) | Ty::Slice(_)) || types.interface(t).is_some()
        });
        let Some(place) = found.filter(|p| !p.panics) else { return self.pointer_variable() };
        self.uses("guard");
        let ty = place.ty.clone();
        let name = self.fresh("v");
        let mut var = Var::new(&name, ty.clone()).fixed();
        let text = match self.read_place_again(&place) {
            Some(text) => text,
            None => return self.fold_place(),
        };
        if matches!(ty, Ty::Slice(_)) {
            var.min_len = 1 + self.rng.below(3);
            self.open(format!("if {name} := {text}; len({name}) >= {} {{", var.min_len));
        } else {
            var.nonnil = true;
            self.open(format!("if {name} := {text}; {name} != nil {{"));
        }
        self.declare(var);
        self.statements(3);
        self.close();
    }

    /// The text of a place for reading as a whole; none for a slice that must not be shared.
    fn read_place_again(&mut self, place: &Place) -> Option<String> {
        if place.own { None } else { Some(self.place_text(place)) }
    }

    fn block(&mut self) {
        self.uses("block");
        self.open("{");
        self.statements(3);
        self.fold_scope();
        self.close();
    }

    fn switch_statement(&mut self) {
        let tagless = self.rng.chance(35);
        let ty = if self.rng.chance(75) { self.int_type() } else { Ty::Str };
        self.uses(if tagless { "switch_tagless" } else { "switch_tag" });
        let mut header = "switch ".to_string();
        if !tagless {
            let e = self.variable_expr(&ty, 3);
            let e = if self.types.int_kind(&ty).is_some() { format!("{} & 7", e.text) } else { e.text };
            if self.rng.chance(25) {
                let name = self.fresh("v");
                header.push_str(&format!("{name} := {e}; {name} "));
            } else {
                header.push_str(&format!("{e} "));
            }
        }
        self.panics_left = 0;
        self.line(format!("{header}{{"));
        self.body.breakables.push(Breakable { label: String::new(), used: false, is_loop: false });
        let count = 1 + self.rng.below(4);
        let default_at = if self.rng.chance(70) { self.rng.below(count + 1) } else { usize::MAX };
        let mut next = 0;
        for i in 0..count {
            if i == default_at {
                self.clause("default:", i + 1 < count);
            }
            let text = if tagless {
                self.condition()
            } else {
                let n = 1 + self.rng.below(2) as i64;
                let keys: Vec<String> = (next..next + n).map(|k| self.key_literal(&ty, k)).collect();
                next += n;
                keys.join(", ")
            };
            self.clause(&format!("case {text}:"), i + 1 < count);
        }
        self.body.breakables.pop();
        self.line("}");
    }

    fn clause(&mut self, header: &str, may_fall: bool) {
        self.open(header);
        self.statements(2);
        let falls = may_fall && self.rng.chance(15) && self.uses("fallthrough");
        if falls {
            self.line("fallthrough");
        }
        self.scopes.pop();
        self.indent -= 1;
        self.body.depth -= 1;
    }

    fn type_switch(&mut self) {
        let types = self.types.clone();
        let found = self.place(Access::Read, &|t| types.is_interface(t));
        let (of, text) = match found.filter(|p| !p.panics) {
            Some(place) if self.rng.chance(80) => (place.ty.clone(), self.place_text(&place)),
            _ => (Ty::Any, self.expr(&Ty::Any, 1).text),
        };
        self.uses("type_switch");
        self.panics_left = 0;
        let name = self.fresh("v");
        self.line(format!("switch {name} := {text}.(type) {{"));
        self.body.breakables.push(Breakable { label: String::new(), used: false, is_loop: false });
        let mut seen = Vec::new();
        for _ in 0..1 + self.rng.below(4) {
            let target = self.assertion_target(&of);
            if seen.contains(&target) {
                continue;
            }
            seen.push(target.clone());
            let mut header = self.types.name(&target);
            let mut bound = target;
            if self.rng.chance(20) {
                let other = self.assertion_target(&of);
                if !seen.contains(&other) {
                    header = format!("{header}, {}", self.types.name(&other));
                    seen.push(other);
                    bound = of.clone();
                }
            }
            self.type_clause(&format!("case {header}:"), &name, bound);
        }
        if self.rng.chance(20) {
            self.type_clause("case nil:", &name, of.clone());
        }
        self.type_clause("default:", &name, of);
        self.body.breakables.pop();
        self.line("}");
    }

    fn type_clause(&mut self, header: &str, name: &str, ty: Ty) {
        self.open(header);
        self.declare(Var::new(name, ty.clone()));
        if self.rng.chance(50) {
            self.fold(&ty, name, 1);
        }
        self.statements(2);
        self.scopes.pop();
        self.indent -= 1;
        self.body.depth -= 1;
    }
}
