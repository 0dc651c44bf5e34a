//! Calls with effects, closures, and deferred, panicking and recovering code. A call with effects is the only
//! impure part of its statement.

use std::collections::BTreeSet;

use super::places::Access;
use super::types::{Field, Method, Sig, Ty};
use super::{Body, Callee, Generator, Var};

impl Generator {
    // ---- calls --------------------------------------------------------------------------------------

    /// A call with effects: the only impure part of its statement, its results into variables.
    pub(super) fn call_statement(&mut self) {
        let mut choices: Vec<Callee> = self.impure_calls.clone();
        for var in self.visible() {
            if let (Some(cost), Ty::Func(sig)) = (var.call_cost, &var.ty) {
                let (name, sig) = (var.name.clone(), (**sig).clone());
                choices.push(Callee { name, sig, cost, takes_hash: false, inferred: None });
            }
        }
        choices.retain(|c| self.affordable(c.cost));
        if choices.is_empty() || self.rng.chance(25) {
            return self.method_call_statement();
        }
        let callee = self.rng.pick(&choices).clone();
        self.uses(if callee.takes_hash { "call_impure" } else { "call_closure" });
        self.spend(callee.cost);
        let (name, args) = self.call_of(&callee, 2);
        let args = if callee.takes_hash {
            let hash = self.hash_pointer();
            if args.is_empty() { hash } else { format!("{hash}, {args}") }
        } else {
            args
        };
        self.take_results(&format!("{name}({args})"), &callee.sig.results);
    }

    pub(super) fn hash_pointer(&self) -> String {
        match self.body.hash.strip_prefix('*') {
            Some(pointer) => pointer.to_string(),
            None => format!("&{}", self.body.hash),
        }
    }

    /// Writes a call and puts its results into variables, new ones or old ones.
    pub(super) fn take_results(&mut self, call: &str, results: &[Ty]) {
        if results.is_empty() {
            return self.line(call);
        }
        if self.rng.chance(12) {
            self.uses("discard_results");
            return self.line(call);
        }
        if results.len() > 1 {
            self.uses("multi_results");
        }
        if results.len() == 1 && self.rng.chance(30) {
            let ty = results[0].clone();
            let old: Vec<String> = self
                .visible()
                .iter()
                .filter(|v| v.ty == ty && v.mutable && !v.own && !v.constant)
                .map(|v| v.name.clone())
                .collect();
            if !old.is_empty() {
                let name = self.rng.pick(&old).clone();
                return self.line(format!("{name} = {call}"));
            }
        }
        let names: Vec<String> = results.iter().map(|_| self.fresh("v")).collect();
        let blank = results.len() > 1 && self.rng.chance(25);
        let mut shown = names.clone();
        if blank {
            shown[0] = "_".to_string();
        }
        self.line(format!("{} := {call}", shown.join(", ")));
        for (i, (name, ty)) in names.iter().zip(results).enumerate() {
            if !(blank && i == 0) {
                self.declare(Var::new(name, ty.clone()));
            }
        }
    }

    /// A method with a pointer receiver, or any other that may have effects.
    pub(super) fn method_call_statement(&mut self) {
        let types = self.types.clone();
        let has_methods = |t: &Ty| match t {
            Ty::Named(id) => !types.named[*id].methods.is_empty(),
            _ => false,
        };
        let Some(place) = self.place(Access::Address, &has_methods) else { return self.assign() };
        let Ty::Named(id) = place.ty else { return };
        let method = self.rng.pick(&types.named[id].methods).clone();
        if place.panics || !self.affordable(method.cost) {
            return self.assign();
        }
        self.uses(if method.pointer { "call_method_pointer_receiver" } else { "call_method_value_receiver" });
        self.spend(method.cost);
        let text = self.place_text(&place);
        let args = self.arguments(&method.sig.params, false, 2);
        self.take_results(&format!("{text}.{}({args})", method.name), &method.sig.results);
    }

    pub(super) fn interface_call(&mut self) {
        let types = self.types.clone();
        let Some(place) = self.place(Access::Read, &|t| types.interface(t).is_some()) else {
            return self.method_call_statement();
        };
        if place.panics || !self.affordable(300) {
            return self.assign();
        }
        let Some(methods) = types.interface(&place.ty) else { return };
        let (name, sig) = self.rng.pick(methods).clone();
        self.spend(300);
        let text = self.place_text(&place);
        let args = self.arguments(&sig.params, false, 1);
        let x = self.fresh("x");
        if self.may_panic() && self.uses("panic_nil_interface_call") {
            return self.take_results(&format!("{text}.{name}({args})"), &sig.results);
        }
        self.uses("call_interface_method");
        self.open(format!("if {x} := {text}; {x} != nil {{"));
        self.take_results(&format!("{x}.{name}({args})"), &sig.results);
        self.fold_scope();
        self.close();
    }

    /// A method bound to its receiver, called later.
    pub(super) fn method_value(&mut self) {
        let types = self.types.clone();
        let has_methods = |t: &Ty| match t {
            Ty::Named(id) => !types.named[*id].methods.is_empty(),
            _ => false,
        };
        let Some(place) = self.place(Access::Address, &has_methods) else { return self.declare_variable() };
        let Ty::Named(id) = place.ty else { return };
        if place.panics {
            return self.declare_variable();
        }
        self.uses("method_value");
        let method = self.rng.pick(&types.named[id].methods).clone();
        let text = self.place_text(&place);
        let name = self.fresh("v");
        self.line(format!("{name} := {text}.{}", method.name));
        let mut var = Var::new(&name, Ty::Func(std::rc::Rc::new(method.sig))).fixed();
        var.call_cost = Some(method.cost);
        self.declare(var);
    }

    /// A function literal in a variable, which reads and writes what is around it.
    pub(super) fn closure(&mut self) {
        self.uses("closure");
        let name = self.fresh("v");
        let params: Vec<Ty> = (0..self.rng.below(3)).map(|_| self.any_type(1)).collect();
        let results: Vec<Ty> = (0..self.rng.below(3)).map(|_| self.basic_type()).collect();
        let names: Vec<String> = params.iter().map(|_| self.fresh("v")).collect();
        let list: Vec<String> =
            names.iter().zip(&params).map(|(n, p)| format!("{n} {}", self.types.name(p))).collect();
        let header = format!("{name} := func({}){} {{", list.join(", "), self.types.results(&results));
        let mut body = self.inner_body(500);
        body.results = results.clone();
        let cost = self.nested(body, |g| {
            g.open(header);
            for (n, p) in names.iter().zip(&params) {
                g.bind(Var::new(n, p.clone()));
            }
            g.statements(4);
            let texts: Vec<String> = results.iter().map(|r| g.mixed_result(r)).collect();
            if !texts.is_empty() {
                g.line(format!("return {}", texts.join(", ")));
            }
            g.close();
        });
        let sig = Sig { params, results, variadic: false };
        let mut var = Var::new(&name, Ty::Func(std::rc::Rc::new(sig.clone()))).fixed();
        var.call_cost = Some(cost);
        self.declare(var);
        if self.rng.chance(70) && self.affordable(cost) {
            self.uses("call_closure");
            self.spend(cost);
            let args = self.arguments(&sig.params, false, 2);
            self.take_results(&format!("{name}({args})"), &sig.results);
        }
    }

    /// Calls what the group has declared and the random statements may have left out.
    pub(super) fn call_everything(&mut self) {
        for callee in self.impure_calls.clone() {
            if self.affordable(callee.cost) {
                self.spend(callee.cost);
                let mark = self.start_statement();
                self.uses("call_impure");
                let (name, args) = self.call_of(&callee, 2);
                let comma = if args.is_empty() { "" } else { ", " };
                let hash = self.hash_pointer();
                self.take_results(&format!("{name}({hash}{comma}{args})"), &callee.sig.results);
                self.end_statement(mark);
            }
        }
        for callee in self.pure_calls.clone() {
            if self.affordable(callee.cost) {
                self.spend(callee.cost);
                let mark = self.start_statement();
                self.uses("call_pure");
                let (name, args) = self.call_of(&callee, 2);
                self.take_results(&format!("{name}({args})"), &callee.sig.results);
                self.end_statement(mark);
            }
        }
        for id in 0..self.types.named.len() {
            let ty = Ty::Named(id);
            if self.types.interface(&ty).is_none() {
                self.call_methods(ty, id);
            }
        }
    }

    fn call_methods(&mut self, ty: Ty, id: usize) {
        let name = self.fresh("v");
        let e = self.expr(&ty, 2);
        self.line(format!("var {name} {} = {}", self.types.name(&ty), e.text));
        self.declare(Var::new(&name, ty));
        let promoted = self.promoted(id);
        let methods = self.types.named[id].methods.clone().into_iter().map(|m| (m, false));
        for (method, promoted) in methods.chain(promoted.into_iter().map(|m| (m, true))).collect::<Vec<_>>() {
            if !self.affordable(method.cost) || (promoted && !self.uses("call_method_promoted")) {
                continue;
            }
            self.spend(method.cost);
            let mark = self.start_statement();
            self.uses(if method.pointer {
                "call_method_pointer_receiver"
            } else {
                "call_method_value_receiver"
            });
            let args = self.arguments(&method.sig.params, false, 2);
            self.take_results(&format!("{name}.{}({args})", method.name), &method.sig.results);
            self.end_statement(mark);
        }
    }

    /// The methods that a struct has from what it embeds, at any depth.
    fn promoted(&self, id: usize) -> Vec<Method> {
        let mut found: Vec<Method> = Vec::new();
        let mut own: BTreeSet<String> = self.types.named[id].methods.iter().map(|m| m.name.clone()).collect();
        let mut outer = id;
        while let Some(Field { ty: Ty::Named(inner), .. }) =
            self.types.fields(&Ty::Named(outer)).and_then(|fields| fields.iter().find(|f| f.embedded))
        {
            outer = *inner;
            for method in &self.types.named[outer].methods {
                if own.insert(method.name.clone()) {
                    found.push(method.clone());
                }
            }
        }
        found
    }

    /// The body of a function literal here: the same checksum, a share of the steps.
    pub(super) fn inner_body(&self, most: u64) -> Body {
        let mut body = Body::new(&self.body.hash, most.min(self.room() / 3));
        body.panicky = self.body.panicky;
        body.depth = self.body.depth.min(3);
        body
    }

    // ---- defer, panic, recover ----------------------------------------------------------------------

    pub(super) fn defer_statement(&mut self) {
        self.uses("defer");
        let closures: Vec<Callee> = self
            .visible()
            .iter()
            .filter_map(|v| match (&v.ty, v.call_cost) {
                (Ty::Func(sig), Some(cost)) => Some(Callee {
                    name: v.name.clone(),
                    sig: (**sig).clone(),
                    cost,
                    takes_hash: false,
                    inferred: None,
                }),
                _ => None,
            })
            .filter(|c| self.affordable(c.cost))
            .collect();
        if !closures.is_empty() && self.rng.chance(30) {
            let callee = self.rng.pick(&closures).clone();
            self.spend(callee.cost);
            let args = self.arguments(&callee.sig.params, false, 2);
            return self.line(format!("defer {}({args})", callee.name));
        }
        let ty = self.basic_type();
        let argument = self.expr(&ty, 2);
        let param = self.fresh("v");
        let header = format!("defer func({param} {}) {{", self.types.name(&ty));
        let body = self.inner_body(60);
        let cost = self.nested(body, |g| {
            g.open(header);
            g.bind(Var::new(&param, ty.clone()));
            g.fold(&ty, &param, 1);
            g.statements(2);
            g.close_with(&format!("}}({})", argument.text));
        });
        self.spend(cost);
    }

    /// `defer` of a function that recovers, folds what it finds, and may change a named result.
    pub(super) fn recovering_defer(&mut self) {
        self.uses("recover");
        let r = self.fresh("r");
        let h = self.body.hash.clone();
        let names = self.body.result_names.clone();
        let results = self.body.results.clone();
        self.line("defer func() {");
        self.line(format!("\tif {r} := recover(); {r} != nil {{"));
        self.line(format!("\t\t{h} = mixAny({h}, {r})"));
        if !names.is_empty() && self.rng.chance(70) {
            let i = self.rng.below(names.len());
            self.uses("recover_named_result");
            let panics = std::mem::take(&mut self.panics_left);
            let e = self.expr(&results[i], 1);
            self.panics_left = panics;
            self.line(format!("\t\t{} = {}", names[i], e.text));
        }
        self.line("\t}");
        self.line("}()");
    }

    /// A function literal, called at once, in which operations may panic and that recovers.
    pub(super) fn protected(&mut self) {
        self.uses("protected_call");
        let result = if self.rng.chance(50) { Some(self.basic_type()) } else { None };
        let (v, res) = (self.fresh("v"), self.fresh("res"));
        let mut body = self.inner_body(400);
        body.panicky = 60;
        let mut header = "func() {".to_string();
        if let Some(ty) = &result {
            self.uses("named_results");
            body.results = vec![ty.clone()];
            body.result_names = vec![res.clone()];
            header = format!("{v} := func() ({res} {}) {{", self.types.name(ty));
        }
        let cost = self.nested(body, |g| {
            g.open(header);
            if let Some(ty) = &result {
                g.bind(Var::new(&res, ty.clone()));
            }
            g.recovering_defer();
            g.statements(4);
            if g.rng.chance(35) {
                g.panic_statement();
            }
            if result.is_some() {
                g.panics_left = u32::from(g.rng.chance(50));
                let text = g.return_text();
                g.line(text);
            }
            g.close_with("}()");
        });
        self.spend(cost);
        if let Some(ty) = result {
            self.declare(Var::new(&v, ty));
        }
    }

    pub(super) fn panic_statement(&mut self) {
        self.uses("panic");
        let ty = if self.rng.chance(30) { Ty::Any } else { self.basic_type() };
        let e = self.expr(&ty, 2);
        let text = self.typed(&ty, e);
        if self.rng.chance(50) {
            self.panics_left = 0;
            let condition = self.condition();
            return self.line(format!("if {condition} {{ panic({text}) }}"));
        }
        self.line(format!("if kBool(true) {{ panic({text}) }}"));
    }
}
