//! Loops in all forms, with a bound on their iterations, and jumps: break, continue, return, goto. This
//! module knows nothing of what else stands in a loop's body.

use super::places::Access;
use super::types::{INT, RUNE, Ty};
use super::{Breakable, Generator, Var};

impl Generator {
    // ---- loops --------------------------------------------------------------------------------------

    /// How many iterations a loop may make here.
    pub(super) fn trips(&mut self) -> u64 {
        let most = (self.room() / 14).max(1);
        let wish = match self.rng.below(20) {
            0..=3 => 200 + self.rng.below(2800) as u64,
            4..=10 => 8 + self.rng.below(60) as u64,
            _ => self.rng.below(8) as u64,
        };
        wish.min(most)
    }

    /// A loop around random statements; `header` is written as it is, `write` may add to the body's start.
    pub(super) fn loop_around(&mut self, header: String, trips: u64, write: impl FnOnce(&mut Generator)) {
        let at = self.out.len();
        let label = self.fresh("L");
        self.panics_left = 0;
        let times = self.body.times;
        self.body.times = times.saturating_mul(trips.max(1));
        self.body.breakables.push(Breakable { label: label.clone(), used: false, is_loop: true });
        self.open(header);
        write(self);
        self.statements(3);
        self.close();
        self.body.times = times;
        if self.body.breakables.pop().is_some_and(|b| b.used) {
            self.out.insert(at, format!("{label}:"));
        }
    }

    pub(super) fn for_statement(&mut self) {
        match self.rng.below(15) {
            12.. if self.room() > 300 => self.range_function(),
            0..=3 => self.for_clause(),
            4 => self.for_condition(),
            5 => self.for_ever(),
            6 => self.range_int(),
            7 | 8 => self.range_slice(),
            9 => self.range_array(),
            10 => self.range_string(),
            _ => self.for_two_variables(),
        }
    }

    pub(super) fn for_clause(&mut self) {
        self.uses("for_clause");
        let trips = self.trips() as i64;
        let ty = if self.rng.chance(60) { INT } else { self.int_type() };
        let step = if self.rng.chance(70) { 1 } else { self.rng.range(1, 4) };
        let (min, max) = self.types.int_kind(&ty).map_or((0, 0), |k| (k.min(), k.max()));
        let trips = trips.min(((max.min(100_000) as i64) - 8) / step - 8).max(0);
        let name = self.fresh("i");
        let type_name = self.types.name(&ty);
        let lo = if self.rng.chance(70) { 0 } else { self.rng.range(if min < 0 { -5 } else { 0 }, 5) };
        let hi = lo + trips * step;
        let header = if self.rng.chance(25) && lo > min as i64 {
            format!("for {name} := {type_name}({hi}); {name} > {lo}; {name} -= {step} {{")
        } else if step == 1 {
            format!("for {name} := {type_name}({lo}); {name} < {hi}; {name}++ {{")
        } else {
            format!("for {name} := {type_name}({lo}); {name} < {hi}; {name} += {step} {{")
        };
        let var = Var { bounds: Some((lo, hi)), ..Var::new(&name, ty).fixed() };
        self.loop_around(header, trips as u64, |g| g.bind(var));
    }

    pub(super) fn for_two_variables(&mut self) {
        self.uses("for_two_variables");
        let n = (self.trips() as i64).min(40);
        let (i, j) = (self.fresh("i"), self.fresh("j"));
        let header = format!("for {i}, {j} := 0, {n}; {i} < {j}; {i}, {j} = {i}+1, {j}-1 {{");
        let bounds = Some((0, n));
        self.loop_around(header, n as u64 / 2, |g| {
            g.bind(Var { bounds, ..Var::new(&i, INT).fixed() });
            g.bind(Var { bounds, ..Var::new(&j, INT).fixed() });
        });
    }

    pub(super) fn for_condition(&mut self) {
        self.uses("for_condition");
        let trips = self.trips();
        let w = self.fresh("w");
        self.line(format!("{w} := {trips}"));
        let condition = self.condition_without_panics();
        let header = format!("for {w} > 0 && ({w} > {} || {condition}) {{", trips / 2);
        self.loop_around(header, trips, |g| g.line(format!("{w}--")));
    }

    pub(super) fn for_ever(&mut self) {
        self.uses("for_ever");
        let trips = self.trips();
        let w = self.fresh("w");
        self.line(format!("{w} := 0"));
        self.loop_around("for {".to_string(), trips, |g| {
            g.line(format!("if {w} >= {trips} {{ break }}"));
            g.line(format!("{w}++"));
        });
    }

    pub(super) fn range_int(&mut self) {
        self.uses("range_int");
        let trips = self.trips().min(100);
        let ty = self.concrete_int_type();
        let type_name = self.types.name(&ty);
        if self.rng.chance(20) {
            return self.loop_around(format!("for range {trips} {{"), trips, |_| {});
        }
        let name = self.fresh("i");
        let bounds = Some((0, trips.saturating_sub(1) as i64));
        self.loop_around(format!("for {name} := range {type_name}({trips}) {{"), trips, |g| {
            g.line(format!("_ = {name}"));
            g.bind(Var { bounds, ..Var::new(&name, ty).fixed() });
        });
    }

    pub(super) fn range_slice(&mut self) {
        let found = self.place(Access::Read, &|t| matches!(t, Ty::Slice(_)));
        let Some(place) = found.filter(|p| !p.panics) else { return self.for_clause() };
        let Ty::Slice(of) = place.ty.clone() else { return };
        if self.room() < 400 {
            return self.for_clause();
        }
        self.uses("range_slice");
        let text = self.place_text(&place);
        let (i, x) = (self.fresh("i"), self.fresh("v"));
        if place.own {
            let header = format!("for {i} := range {text} {{");
            return self.loop_around(header, 20, |g| g.declare(Var::new(&i, INT).fixed()));
        }
        self.loop_around(format!("for {i}, {x} := range {text} {{"), 12, |g| {
            g.declare(Var::new(&i, INT));
            g.declare(Var::new(&x, (*of).clone()));
        });
    }

    pub(super) fn range_array(&mut self) {
        let found = self.place(Access::Address, &|t| matches!(t, Ty::Array(..)));
        let Some(place) = found.filter(|p| !p.panics) else { return self.for_clause() };
        let Ty::Array(len, of) = place.ty.clone() else { return };
        self.uses("range_array");
        let text = self.place_text(&place);
        let text =
            if self.rng.chance(40) && self.uses("range_array_pointer") { format!("&{text}") } else { text };
        let (i, x) = (self.fresh("i"), self.fresh("v"));
        self.loop_around(format!("for {i}, {x} := range {text} {{"), len as u64, |g| {
            g.line(format!("_ = {i}"));
            g.bind(Var { bounds: Some((0, len as i64 - 1)), ..Var::new(&i, INT).fixed() });
            g.declare(Var::new(&x, (*of).clone()));
        });
    }

    pub(super) fn range_string(&mut self) {
        if self.room() < 800 {
            return self.for_clause();
        }
        self.uses("range_string");
        let e = self.expr(&Ty::Str, 2);
        let (i, x) = (self.fresh("i"), self.fresh("v"));
        self.loop_around(format!("for {i}, {x} := range {} {{", e.text), 30, |g| {
            g.declare(Var::new(&i, INT));
            g.declare(Var::new(&x, RUNE));
        });
    }

    /// `range` over a function that is written here: the body crosses it with jumps, returns, defers and
    /// panics.
    pub(super) fn range_function(&mut self) {
        self.uses("range_function");
        let trips = self.trips().min(40);
        let (seq, i, h) = (self.fresh("seq"), self.fresh("i"), self.body.hash.clone());
        let count = self.rng.below(3);
        let types: Vec<Ty> = (0..count).map(|_| self.value_type()).collect();
        let names: Vec<String> = types.iter().map(|t| self.types.name(t)).collect();
        self.panics_left = 0;
        self.open(format!("{seq} := func(yield func({}) bool) {{", names.join(", ")));
        if self.rng.chance(40) && self.uses("range_function_defer") {
            self.line(format!("defer func() {{ {h} = mix({h}, {}) }}()", self.fresh));
        }
        self.bind(Var { bounds: Some((0, trips as i64)), ..Var::new(&i, INT).fixed() });
        let items: Vec<String> = types.iter().map(|t| self.variable_expr(t, 2).text).collect();
        self.line(format!("for {i} := 0; {i} < {trips}; {i}++ {{"));
        let stopped = *self.rng.pick(&["return", "break", "#H = mix(#H, 41); return"]);
        self.line(format!("\tif !yield({}) {{ {} }}", items.join(", "), stopped.replace("#H", &h)));
        self.line("}");
        self.close();
        if self.rng.chance(30) && self.uses("range_function_filter") {
            let other = self.fresh("seq");
            let list: Vec<String> = names.iter().enumerate().map(|(k, n)| format!("a{k} {n}")).collect();
            let args: Vec<String> = (0..count).map(|k| format!("a{k}")).collect();
            let drop = self.rng.range(2, 5);
            self.line(format!("{other}n := 0"));
            self.line(format!("{other} := func(yield func({}) bool) {{", names.join(", ")));
            self.line(format!("\t{seq}(func({}) bool {{", list.join(", ")));
            self.line(format!("\t\t{other}n++"));
            self.line(format!("\t\treturn {other}n%{drop} == 1 || yield({})", args.join(", ")));
            self.line("\t})");
            self.line("}");
            return self.range_over(&other, types, trips);
        }
        self.range_over(&seq, types, trips);
    }

    fn range_over(&mut self, seq: &str, types: Vec<Ty>, trips: u64) {
        let names: Vec<String> = types.iter().map(|_| self.fresh("v")).collect();
        let defined = if names.is_empty() { String::new() } else { format!("{} := ", names.join(", ")) };
        self.loop_around(format!("for {defined}range {seq} {{"), trips * 2, |g| {
            for (name, ty) in names.iter().zip(types) {
                g.declare(Var::new(name, ty));
            }
        });
    }

    // ---- jumps --------------------------------------------------------------------------------------

    pub(super) fn jump(&mut self) {
        let loops: Vec<usize> =
            (0..self.body.breakables.len()).filter(|i| self.body.breakables[*i].is_loop).collect();
        if loops.is_empty() || self.rng.chance(15) {
            if loops.is_empty() && self.rng.chance(80) {
                return self.assign();
            }
            self.uses("early_return");
            let condition = self.condition();
            self.panics_left = 0;
            let text = self.return_text();
            return self.line(format!("if {condition} {{ {text} }}"));
        }
        let condition = self.condition();
        let innermost = self.body.breakables.len() - 1;
        let target = *self.rng.pick(&loops);
        let word = if self.rng.chance(50) { "break" } else { "continue" };
        let plain = target == innermost || (word == "continue" && Some(&target) == loops.last());
        if plain && self.rng.chance(70) {
            self.uses(if word == "break" { "break" } else { "continue" });
            return self.line(format!("if {condition} {{ {word} }}"));
        }
        self.uses(if word == "break" { "break_label" } else { "continue_label" });
        self.body.breakables[target].used = true;
        let label = self.body.breakables[target].label.clone();
        self.line(format!("if {condition} {{ {word} {label} }}"));
    }

    pub(super) fn return_text(&mut self) -> String {
        if self.body.returns_hash {
            return format!("return {}", self.body.hash);
        }
        if !self.body.result_names.is_empty() && self.rng.chance(50) {
            self.uses("naked_return");
            return "return".to_string();
        }
        let results = self.body.results.clone();
        let texts: Vec<String> = results.iter().map(|r| self.expr(r, 2).text).collect();
        format!("return {}", texts.join(", "))
    }

    pub(super) fn forward_goto(&mut self) {
        self.uses("goto");
        let label = self.fresh("G");
        let condition = self.condition();
        self.line(format!("if {condition} {{ goto {label} }}"));
        self.open("{");
        self.statements(2);
        self.close();
        self.line(format!("{label}:"));
        let h = self.body.hash.clone();
        self.line(format!("{h} ^= 77"));
    }
}
