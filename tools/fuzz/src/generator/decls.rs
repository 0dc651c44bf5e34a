//! Declarations of one function group: types with their methods, globals, helper functions, recursion with
//! fuel, and the test function itself. This module knows nothing of single statements and expressions.

use super::types::{Field, INT, Method, Named, Sig, Ty, UINT64, Under, array, map, pointer, slice};
use super::{Body, Callee, Generator, Var};

impl Generator {
    /// Writes one test function and everything that it alone needs.
    pub(super) fn group(&mut self, number: usize) {
        self.scopes.push(Vec::new());
        self.declare_types();
        self.methods();
        self.generic_methods();
        for _ in 0..self.some_of(3) {
            self.pure_function();
        }
        let recursive = if self.config.small { 15 } else { 45 };
        if self.rng.chance(recursive) && self.allows("recursion") {
            self.recursive_function();
        }
        self.globals();
        for _ in 0..self.some_of(3) {
            self.impure_function();
        }
        self.test_function(number);
        self.scopes.pop();
        let lines = std::mem::take(&mut self.package_lines);
        self.out.extend(lines);
    }

    fn test_function(&mut self, number: usize) {
        let style = self.rng.below(3);
        let hash = if style == 0 { format!("gh{}", self.suffix) } else { "h".to_string() };
        if style == 0 {
            self.line(format!("var {hash} uint64"));
            self.line("");
        }
        let result = if style == 1 { "(h uint64)" } else { "uint64" };
        let mut body = Body::new(&hash, self.config.steps);
        body.returns_hash = true;
        body.results = vec![UINT64];
        body.panicky = if self.rng.chance(4) { 50 } else { 0 };
        self.nested(body, |g| {
            g.open(format!("func t{number:04}() {result} {{"));
            let start = g.rng.next() >> 1;
            let assign = if style == 2 { ":=" } else { "=" };
            g.line(format!("{hash} {assign} uint64({start})"));
            g.call_everything();
            let count = g.config.size / 2 + g.rng.below(g.config.size + 1);
            for _ in 0..count {
                g.statement();
            }
            g.fold_scope();
            g.line(format!("return {hash}"));
            g.close();
        });
        self.line("");
    }

    /// How many declarations of a kind there are: fewer than `most`, in a small program often none.
    pub(super) fn some_of(&mut self, most: usize) -> usize {
        let drawn = self.rng.below(most);
        if drawn > 0 && self.config.small && self.rng.chance(55) { 0 } else { drawn }
    }

    /// Folds what the innermost scope declared.
    pub(super) fn fold_scope(&mut self) {
        let vars: Vec<Var> = self.scopes.last().cloned().unwrap_or_default();
        let mut names = std::collections::BTreeSet::new();
        for var in vars.iter().rev() {
            let left_out = self.config.small && self.rng.chance(40);
            if var.call_cost.is_none() && !var.constant && names.insert(var.name.clone()) && !left_out {
                self.fold(&var.ty, &var.name, if self.config.small { 1 } else { 2 });
            }
        }
    }

    // ---- types --------------------------------------------------------------------------------------

    fn declare_types(&mut self) {
        for i in 0..self.some_of(3) {
            let chosen = self.basic_type();
            let under = self.types.plain(&chosen).clone();
            if under == Ty::Bool {
                continue;
            }
            self.uses("type_named_basic");
            let name = format!("N{i}_{}", self.suffix);
            self.line(format!("type {name} {}", self.types.name(&under)));
            self.types.named.push(Named {
                name,
                under: Under::Plain(under),
                methods: Vec::new(),
                origin: None,
                parameter: false,
            });
        }
        let structs = 1 + self.some_of(3);
        for i in 0..structs {
            self.declare_struct(i);
        }
        self.declare_generic_types();
        if !self.types.generics.is_empty() && self.rng.chance(40) {
            self.declare_struct(structs);
        }
        if self.rng.chance(60) && self.allows("type_interface") {
            self.declare_interface();
        }
        self.line("");
    }

    fn declare_struct(&mut self, i: usize) {
        self.uses("type_struct");
        let name = format!("S{i}_{}", self.suffix);
        let mut fields = Vec::new();
        let earlier: Vec<usize> =
            (0..self.types.named.len()).filter(|id| self.types.fields(&Ty::Named(*id)).is_some()).collect();
        let mut lines = Vec::new();
        for k in 0..1 + self.rng.below(4) {
            if k == 1 && !earlier.is_empty() && self.rng.chance(30) && self.uses("struct_embedded") {
                let id = *self.rng.pick(&earlier);
                let embedded = self.types.named[id].name.clone();
                lines.push(embedded.clone());
                let short = embedded.split('[').next().unwrap_or(&embedded).to_string();
                fields.push(Field { name: short, ty: Ty::Named(id), embedded: true });
                continue;
            }
            let ty = if k == 0 { self.key_basic() } else { self.field_type() };
            let field = format!("f{i}{k}");
            lines.push(format!("{field} {}", self.types.name(&ty)));
            fields.push(Field { name: field, ty, embedded: false });
        }
        let id = self.types.named.len();
        if self.rng.chance(25) && self.uses("struct_recursive") {
            let field = format!("f{i}next");
            lines.push(format!("{field} *{name}"));
            fields.push(Field { name: field, ty: pointer(Ty::Named(id)), embedded: false });
        }
        self.line(format!("type {name} struct {{"));
        for line in lines {
            self.line(format!("\t{line}"));
        }
        self.line("}");
        self.types.named.push(Named {
            name,
            under: Under::Struct(fields),
            methods: Vec::new(),
            origin: None,
            parameter: false,
        });
    }

    fn declare_interface(&mut self) {
        self.uses("type_interface");
        let name = format!("I_{}", self.suffix);
        let mut methods = Vec::new();
        for k in 0..1 + self.rng.below(2) {
            let params = (0..self.rng.below(3)).map(|_| self.basic_type()).collect();
            let results = vec![self.basic_type()];
            methods.push((format!("Do{k}"), Sig { params, results, variadic: false }));
        }
        self.line(format!("type {name} interface {{"));
        for (method, sig) in &methods {
            let params: Vec<String> = sig.params.iter().map(|p| self.types.name(p)).collect();
            let text = format!("\t{method}({}){}", params.join(", "), self.types.results(&sig.results));
            self.line(text);
        }
        self.line("}");
        // Its methods are declared on several types.
        for id in 0..self.types.named.len() {
            if !self.rng.chance(75) || self.types.named[id].origin.is_some() {
                continue;
            }
            let pointer = self.types.fields(&Ty::Named(id)).is_some() && self.rng.chance(50);
            for (method, sig) in &methods {
                self.types.named[id].methods.push(Method {
                    name: method.clone(),
                    sig: sig.clone(),
                    pointer,
                    pure: false,
                    cost: 200,
                });
            }
        }
        self.types.named.push(Named {
            name,
            under: Under::Interface(methods),
            methods: Vec::new(),
            origin: None,
            parameter: false,
        });
    }

    pub(super) fn key_basic(&mut self) -> Ty {
        match self.rng.below(4) {
            0 => Ty::Str,
            _ => self.int_type(),
        }
    }

    pub(super) fn field_type(&mut self) -> Ty {
        match self.rng.below(16) {
            0 => slice(self.basic_type()),
            1 => {
                let len = 1 + self.rng.below(5);
                array(len, self.basic_type())
            }
            2 => map(self.key_basic(), self.basic_type()),
            3 => Ty::Any,
            4 if !self.types.named.is_empty() => Ty::Named(self.rng.below(self.types.named.len())),
            5 if !self.types.named.is_empty() => pointer(Ty::Named(self.rng.below(self.types.named.len()))),
            6 => pointer(self.basic_type()),
            _ => self.basic_type(),
        }
    }

    fn concrete_named(&mut self) -> Option<Ty> {
        let ids: Vec<usize> = (0..self.types.named.len())
            .filter(|id| self.types.interface(&Ty::Named(*id)).is_none())
            .collect();
        if ids.is_empty() { None } else { Some(Ty::Named(*self.rng.pick(&ids))) }
    }

    pub(super) fn key_type(&mut self) -> Ty {
        match self.rng.below(10) {
            0..=3 => self.int_type(),
            4 | 5 => Ty::Str,
            6 => array(2, self.key_basic()),
            7 if self.uses("map_interface_key") => Ty::Any,
            8 => match self.concrete_named() {
                Some(ty) if self.types.strictly_comparable(&ty) && !self.types.holds_opaque(&ty) => ty,
                _ => INT,
            },
            _ => INT,
        }
    }

    /// A type whose values share no memory.
    pub(super) fn value_type(&mut self) -> Ty {
        match self.rng.below(10) {
            0 => array(1 + self.rng.below(4), Ty::Int(0)),
            1 | 2 => match self.concrete_named() {
                Some(ty) if self.types.is_value(&ty) => ty,
                _ => self.basic_type(),
            },
            _ => self.basic_type(),
        }
    }

    /// Any type a variable may have; slices and maps among them.
    pub(super) fn any_type(&mut self, depth: u32) -> Ty {
        let simple = depth == 0;
        match self.rng.below(24) {
            0 | 1 if !simple => {
                let len = 1 + self.rng.below(7);
                array(len, self.any_type(depth - 1))
            }
            2 | 3 if !simple => slice(self.any_type(depth - 1)),
            4 if !simple => map(self.key_type(), self.any_type(0)),
            5 if !simple => pointer(self.any_type(0)),
            6 => Ty::Any,
            7 if !simple => {
                let params = (0..self.rng.below(3)).map(|_| self.basic_type()).collect();
                let results = vec![self.basic_type()];
                Ty::Func(std::rc::Rc::new(Sig { params, results, variadic: false }))
            }
            8 if self.types.named.iter().any(|n| matches!(n.under, Under::Interface(_))) => {
                let id = self.types.named.iter().position(|n| matches!(n.under, Under::Interface(_)));
                Ty::Named(id.unwrap_or_default())
            }
            9..=13 => self.concrete_named().unwrap_or(INT),
            _ => self.basic_type(),
        }
    }

    // ---- functions ----------------------------------------------------------------------------------

    fn globals(&mut self) {
        for i in 0..self.some_of(3) {
            self.uses("global");
            let ty = self.any_type(1);
            let name = format!("g{i}_{}", self.suffix);
            let panics = std::mem::take(&mut self.panics_left);
            let mark = self.start_statement();
            let var = Var::new(&name, ty.clone());
            if self.rng.chance(30) {
                self.line(format!("var {name} {}", self.types.name(&ty)));
            } else {
                let calls = (std::mem::take(&mut self.pure_calls), self.types.clone());
                for named in &mut self.types.named {
                    named.methods.iter_mut().for_each(|m| m.pure = false);
                }
                self.body = Body::new("h", 1000);
                let e = self.expr(&ty, 1);
                (self.pure_calls, self.types) = calls;
                self.line(format!("var {name} {} = {}", self.types.name(&ty), e.text));
            }
            self.pending = mark.1;
            self.panics_left = panics;
            self.bind(var);
        }
        self.line("");
    }

    pub(super) fn parameters(&mut self, count: usize, value_only: bool) -> Vec<Ty> {
        (0..count).map(|_| if value_only { self.value_type() } else { self.any_type(2) }).collect()
    }

    fn parameter_list(&self, params: &[Ty], variadic: bool) -> String {
        let texts: Vec<String> = params
            .iter()
            .enumerate()
            .map(|(i, p)| match p {
                Ty::Slice(of) if variadic && i + 1 == params.len() => {
                    format!("p{i} ...{}", self.types.name(of))
                }
                _ => format!("p{i} {}", self.types.name(p)),
            })
            .collect();
        texts.join(", ")
    }

    fn bind_parameters(&mut self, params: &[Ty]) {
        for (i, p) in params.iter().enumerate() {
            self.bind(Var::new(&format!("p{i}"), p.clone()));
        }
    }

    /// A body that ends in a return of `results`, mixed with its own checksum.
    fn finish_body(&mut self, statements: usize) {
        for _ in 0..statements {
            self.statement();
        }
        let results = self.body.results.clone();
        let texts: Vec<String> = results.iter().map(|r| self.mixed_result(r)).collect();
        if !texts.is_empty() {
            self.line(format!("return {}", texts.join(", ")));
        }
    }

    pub(super) fn mixed_result(&mut self, ty: &Ty) -> String {
        let e = self.variable_expr(ty, 2);
        let hash = self.body.hash.clone();
        let name = self.types.name(ty);
        if self.types.int_kind(ty).is_some() {
            return format!("{} ^ {name}({hash})", e.text);
        }
        match self.types.plain(ty) {
            Ty::F32 | Ty::F64 => format!("{} + {name}({hash}&7)", e.text),
            Ty::C64 => format!("{} + {name}(complex(1, float32({hash}&7)))", e.text),
            Ty::C128 => format!("{} + {name}(complex(1, float64({hash}&7)))", e.text),
            Ty::Bool => format!("{} != ({hash}&1 == 0)", e.text),
            _ => e.text,
        }
    }

    fn pure_function(&mut self) {
        self.uses("function_pure");
        let name = format!("{}_{}", self.fresh("p"), self.suffix);
        let variadic = self.rng.chance(20) && self.uses("variadic_function");
        let generic = self.function_parameters();
        let count = self.rng.below(4);
        let mut params: Vec<Ty> = generic.types();
        params.extend(self.parameters(count, true));
        if variadic {
            params.push(slice(self.basic_type()));
        }
        let sig = Sig { params, results: vec![self.value_type()], variadic };
        let header = format!(
            "func {name}{}({}){} {{",
            generic.text,
            self.parameter_list(&sig.params, variadic),
            self.types.results(&sig.results)
        );
        let mut body = Body::new("h", 300);
        body.results = sig.results.clone();
        let cost = self.nested(body, |g| {
            g.open(header);
            g.line("h := uint64(5)");
            g.line("_ = h");
            g.bind_parameters(&sig.params);
            let n = g.rng.below(4);
            // What a variadic slice aliases belongs to the caller: it is read, never written.
            let shared = if variadic { g.hide_last() } else { None };
            g.finish_variadic(shared, &sig);
            g.finish_body(n);
            g.close();
        });
        self.line("");
        let callee = Callee { name, sig, cost, takes_hash: false, inferred: None };
        self.finish_function(&generic, callee);
    }

    fn hide_last(&mut self) -> Option<Var> {
        self.scopes.last_mut().and_then(Vec::pop)
    }

    /// Folds a variadic parameter once, at the start.
    fn finish_variadic(&mut self, shared: Option<Var>, sig: &Sig) {
        if let (Some(var), Some(ty)) = (shared, sig.params.last()) {
            self.fold(ty, &var.name, 1);
        }
    }

    /// A function that calls itself (or a twin that calls it back) until its fuel is used up.
    fn recursive_function(&mut self) {
        self.uses("recursion");
        let name = format!("{}_{}", self.fresh("r"), self.suffix);
        let mutual = self.rng.chance(30) && self.uses("recursion_mutual");
        let twin = if mutual { format!("{name}b") } else { name.clone() };
        let count = 1 + self.rng.below(2);
        let params = self.parameters(count, true);
        let result = self.basic_type();
        let branches = 1 + self.rng.below(2);
        let list = self.parameter_list(&params, false);
        let result_name = self.types.name(&result);
        let mut cost = 0;
        for (this, other) in [(&name, &twin), (&twin, &name)] {
            if cost > 0 && !mutual {
                break;
            }
            let mut body = Body::new("h", 60);
            body.results = vec![result.clone()];
            cost = cost.max(self.nested(body, |g| {
                g.open(format!("func {this}(fuel int, {list}) {result_name} {{"));
                g.line("h := uint64(fuel)");
                g.line("_ = h");
                g.bind_parameters(&params);
                let base = g.mixed_result(&result);
                g.line(format!("if fuel <= 0 {{ return {base} }}"));
                g.statement();
                for branch in 0..branches {
                    let args: Vec<String> = params.iter().map(|p| g.expr(p, 2).text).collect();
                    g.line(format!("x{branch} := {other}(fuel-1, {})", args.join(", ")));
                    g.declare(Var::new(&format!("x{branch}"), result.clone()));
                }
                let e = g.mixed_result(&result);
                g.line(format!("return {e}"));
                g.close();
            }));
            self.line("");
        }
        let fuel = if branches == 2 {
            self.rng.range(2, 6) as u64
        } else if self.rng.chance(12) {
            self.uses("recursion_deep");
            200 + self.rng.below(800) as u64
        } else {
            self.rng.range(3, 30) as u64
        };
        let total = cost * if branches == 2 { 1 << (fuel + 1) } else { fuel + 1 };
        let entry = format!("{name}go");
        let args: Vec<String> = (0..params.len()).map(|i| format!("p{i}")).collect();
        self.line(format!(
            "func {entry}({list}) {result_name} {{ return {name}({fuel}, {}) }}",
            args.join(", ")
        ));
        self.line("");
        let sig = Sig { params, results: vec![result], variadic: false };
        let callee = Callee { name: entry, sig, cost: total, takes_hash: false, inferred: None };
        self.pure_calls.push(callee);
    }

    fn impure_function(&mut self) {
        self.uses("function_impure");
        let name = format!("{}_{}", self.fresh("f"), self.suffix);
        let generic = self.function_parameters();
        let count = self.rng.below(4);
        let mut params: Vec<Ty> = generic.types();
        params.extend(self.parameters(count, false));
        let results: Vec<Ty> = (0..self.rng.below(4)).map(|_| self.any_type(1)).collect();
        let sig = Sig { params, results, variadic: false };
        let named = !sig.results.is_empty() && self.rng.chance(45) && self.uses("named_results");
        let recovers = named && self.rng.chance(60);
        let mut body = Body::new("*hp", 1500);
        body.results = sig.results.clone();
        body.panicky = if recovers { 50 } else { 0 };
        let mut result_text = self.types.results(&sig.results);
        if named {
            body.result_names = (0..sig.results.len()).map(|i| format!("res{i}")).collect();
            let items: Vec<String> = sig
                .results
                .iter()
                .enumerate()
                .map(|(i, r)| format!("res{i} {}", self.types.name(r)))
                .collect();
            result_text = format!(" ({})", items.join(", "));
        }
        let comma = if sig.params.is_empty() { "" } else { ", " };
        let header = format!(
            "func {name}{}(hp *uint64{comma}{}){result_text} {{",
            generic.text,
            self.parameter_list(&sig.params, false)
        );
        let cost = self.nested(body, |g| {
            g.open(header);
            g.bind_parameters(&sig.params);
            if named {
                for (i, r) in sig.results.iter().enumerate() {
                    g.bind(Var::new(&format!("res{i}"), r.clone()));
                }
            }
            if recovers {
                g.recovering_defer();
            }
            let n = 1 + g.rng.below(5);
            g.finish_body(n);
            g.close();
        });
        self.line("");
        let callee = Callee { name, sig, cost, takes_hash: true, inferred: None };
        self.finish_function(&generic, callee);
    }

    // ---- methods ------------------------------------------------------------------------------------

    fn methods(&mut self) {
        for id in 0..self.types.named.len() {
            let named = &self.types.named[id];
            if matches!(named.under, Under::Interface(_)) || named.origin.is_some() {
                continue;
            }
            for k in 0..self.some_of(3) {
                let receiver = Ty::Named(id);
                let pointer = self.rng.chance(45);
                let pure = !pointer && self.types.is_value(&receiver);
                let count = self.rng.below(3);
                let params = self.parameters(count, pure);
                let results = vec![if pure { self.value_type() } else { self.basic_type() }];
                let sig = Sig { params, results, variadic: false };
                let name = format!("M{id}{k}");
                let mut method = Method { name, sig, pointer, pure, cost: 0 };
                method.cost = self.method_body(id, &method);
                self.types.named[id].methods.push(method);
            }
            for i in 0..self.types.named[id].methods.len() {
                let method = self.types.named[id].methods[i].clone();
                if method.name.starts_with("Do") {
                    self.method_body(id, &method);
                }
            }
        }
    }

    pub(super) fn method_body(&mut self, id: usize, method: &Method) -> u64 {
        self.uses(if method.pointer { "method_pointer_receiver" } else { "method_value_receiver" });
        let receiver = Ty::Named(id);
        let star = if method.pointer { "*" } else { "" };
        let header = format!(
            "func (r {star}{}) {}({}){} {{",
            self.types.name(&receiver),
            method.name,
            self.parameter_list(&method.sig.params, false),
            self.types.results(&method.sig.results)
        );
        let mut body = Body::new("h", 120);
        body.results = method.sig.results.clone();
        let method = method.clone();
        let cost = self.nested(body, |g| {
            g.open(header);
            g.line("h := uint64(11)");
            g.line("_ = h");
            if method.pointer {
                g.line("if r == nil { panic(\"nil receiver\") }");
                let mut var = Var::new("r", pointer(receiver)).fixed();
                var.nonnil = true;
                g.bind(var);
            } else {
                g.bind(Var::new("r", receiver));
            }
            g.bind_parameters(&method.sig.params);
            let n = 1 + g.rng.below(3);
            g.finish_body(n);
            g.close();
        });
        self.line("");
        cost
    }
}
