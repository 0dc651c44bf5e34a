//! Generic functions and types with random bodies. While a body is written, its type parameters stand among
//! the declared types, modelled by what all types of their constraint have in common; afterwards what is kept
//! of the declaration is instantiated, and instances are called and used like any other function and type.
//! This module knows nothing of what bodies say.

use std::rc::Rc;

use super::types::{
    Class, Field, Generic, INTS, Method, Named, Sig, Ty, Types, Under, array, map, pointer, slice,
};
use super::{Callee, Generator};

/// The types of a constraint, drawn once for each group.
#[derive(Clone, Debug)]
pub(super) struct Union {
    text: String,
    members: Vec<Ty>,
    tilde: bool,
}

/// A generic function that may be instantiated.
#[derive(Clone, Debug)]
pub(super) struct GenericFunction {
    name: String,
    sig: Sig,
    classes: Vec<Class>,
    cost: u64,
    takes_hash: bool,
}

/// Type parameters that are in scope.
pub(super) struct Parameters {
    classes: Vec<Class>,
    /// The first of them among the declared types; what follows goes when the scope is left.
    base: usize,
    calls: (usize, usize),
    /// `[T0 C, T1 D]`, empty if there are none.
    pub text: String,
}

impl Parameters {
    pub fn types(&self) -> Vec<Ty> {
        (0..self.classes.len()).map(|i| Ty::Named(self.base + i)).collect()
    }
}

impl Types {
    pub fn instance_name(&self, generic: usize, args: &[Ty]) -> String {
        let args: Vec<String> = args.iter().map(|a| self.name(a)).collect();
        format!("{}[{}]", self.generics[generic].name, args.join(", "))
    }

    /// A generic type for these arguments, declared when it is first asked for.
    pub fn instantiate(&mut self, generic: usize, args: &[Ty]) -> Ty {
        let origin = Some((generic, args.to_vec()));
        if let Some(id) = self.named.iter().position(|n| n.origin == origin) {
            return Ty::Named(id);
        }
        let id = self.named.len();
        let name = self.instance_name(generic, args);
        let under = Under::Struct(Vec::new());
        self.named.push(Named { name, under, methods: Vec::new(), origin, parameter: false });
        let Generic { fields, .. } = self.generics[generic].clone();
        let fields = fields.into_iter().map(|f| Field { ty: self.resolved(&f.ty, args), ..f }).collect();
        self.named[id].under = Under::Struct(fields);
        self.give_methods(id);
        Ty::Named(id)
    }

    /// Gives an instance the methods of its generic type.
    pub fn give_methods(&mut self, id: usize) {
        let Some((generic, args)) = self.named[id].origin.clone() else { return };
        let methods = self.generics[generic].methods.clone();
        let methods = methods
            .into_iter()
            .map(|m| Method { sig: self.resolved_signature(&m.sig, &args), ..m })
            .collect();
        self.named[id].methods = methods;
    }

    /// A kept type with arguments for its parameters.
    pub fn resolved(&mut self, ty: &Ty, args: &[Ty]) -> Ty {
        match ty {
            Ty::Param(number) => args[*number].clone(),
            Ty::Inst(generic, of) => {
                let of: Vec<Ty> = of.iter().map(|t| self.resolved(t, args)).collect();
                self.instantiate(*generic, &of)
            }
            _ => self.mapped(ty, &mut |types, t| types.resolved(t, args)),
        }
    }

    pub fn resolved_signature(&mut self, sig: &Sig, args: &[Ty]) -> Sig {
        self.mapped_signature(sig, &mut |types, t| types.resolved(t, args))
    }

    /// A type as it is kept: nothing declared from `base` on is in it.
    pub fn kept(&mut self, ty: &Ty, base: usize) -> Ty {
        match ty {
            Ty::Named(id) if *id >= base => match self.named[*id].origin.clone() {
                Some((generic, args)) => {
                    Ty::Inst(generic, Rc::new(args.iter().map(|t| self.kept(t, base)).collect()))
                }
                None => Ty::Param(*id - base),
            },
            _ => self.mapped(ty, &mut |types, t| types.kept(t, base)),
        }
    }

    pub fn kept_signature(&mut self, sig: &Sig, base: usize) -> Sig {
        self.mapped_signature(sig, &mut |types, t| types.kept(t, base))
    }

    fn mapped(&mut self, ty: &Ty, change: &mut dyn FnMut(&mut Types, &Ty) -> Ty) -> Ty {
        match ty {
            Ty::Array(len, of) => array(*len, change(self, of)),
            Ty::Slice(of) => slice(change(self, of)),
            Ty::Map(key, value) => map(change(self, key), change(self, value)),
            Ty::Ptr(to) => pointer(change(self, to)),
            Ty::Func(sig) => Ty::Func(Rc::new(self.mapped_signature(sig, change))),
            other => other.clone(),
        }
    }

    fn mapped_signature(&mut self, sig: &Sig, change: &mut dyn FnMut(&mut Types, &Ty) -> Ty) -> Sig {
        Sig {
            params: sig.params.iter().map(|t| change(self, t)).collect(),
            results: sig.results.iter().map(|t| change(self, t)).collect(),
            variadic: sig.variadic,
        }
    }
}

impl Generator {
    // ---- constraints --------------------------------------------------------------------------------

    fn class(&mut self) -> Class {
        // One that other declarations have, so that they may be given its parameter.
        let known: Vec<Class> = self.unions.keys().copied().collect();
        if !known.is_empty() && self.rng.chance(50) {
            return *self.rng.pick(&known);
        }
        match self.rng.below(10) {
            0 | 1 => Class::Signed,
            2 => Class::Unsigned,
            3 | 4 => Class::Integer,
            5 => Class::Float,
            6 => Class::Text,
            7 => Class::Any,
            8 => Class::Comparable,
            _ if self.methods_arguments().is_empty() => Class::Signed,
            _ => Class::Methods,
        }
    }

    /// The types whose values have the methods of the group's interface.
    fn methods_arguments(&self) -> Vec<Ty> {
        let Some((_, methods)) = self.group_interface() else { return Vec::new() };
        (0..self.types.named.len())
            .map(Ty::Named)
            .filter(|ty| {
                let Ty::Named(id) = ty else { return false };
                !self.types.is_interface(ty)
                    && !self.types.is_parameter(ty)
                    && self.types.implements(*id, false, &methods)
            })
            .collect()
    }

    fn group_interface(&self) -> Option<(String, Vec<(String, Sig)>)> {
        self.types.named.iter().find_map(|n| match &n.under {
            Under::Interface(methods) => Some((n.name.clone(), methods.clone())),
            Under::Plain(_) | Under::Struct(_) | Under::Opaque { .. } => None,
        })
    }

    fn union_of(&mut self, class: Class) -> Union {
        if let Some(union) = self.unions.get(&class) {
            return union.clone();
        }
        let mut members: Vec<Ty> = match class {
            Class::Signed => (0..5).map(Ty::Int).collect(),
            Class::Unsigned => (5..10).map(Ty::Int).collect(),
            Class::Integer => (0..10).map(Ty::Int).collect(),
            Class::Float => vec![Ty::F32, Ty::F64],
            Class::Text => vec![Ty::Str],
            Class::Any | Class::Comparable | Class::Methods => Vec::new(),
        };
        let least = members.len().min(2);
        while members.len() > least && self.rng.chance(60) {
            let gone = self.rng.below(members.len());
            members.remove(gone);
        }
        let tilde = self.rng.chance(70);
        let mark = if tilde { "~" } else { "" };
        let terms: Vec<String> = members.iter().map(|m| format!("{mark}{}", self.types.name(m))).collect();
        let mut text = terms.join(" | ");
        if !members.is_empty() && self.rng.chance(40) && self.uses("generic_constraint") {
            let name = format!("C{}_{}", self.unions.len(), self.suffix);
            self.package_lines.push(format!("type {name} interface {{ {text} }}"));
            text = name;
        }
        let union = Union { text, members, tilde };
        self.unions.insert(class, union.clone());
        union
    }

    fn constraint(&mut self, class: Class) -> String {
        match class {
            Class::Any => "any".to_string(),
            Class::Comparable => "comparable".to_string(),
            Class::Methods => self.group_interface().map_or("any".to_string(), |(name, _)| name),
            Class::Signed | Class::Unsigned | Class::Integer | Class::Float | Class::Text => {
                self.union_of(class).text
            }
        }
    }

    /// A type of this group that satisfies the constraint.
    fn argument(&mut self, class: Class) -> Ty {
        match class {
            Class::Any => {
                let ty = self.any_type(2);
                if self.types.holds_opaque(&ty) { Ty::Str } else { ty }
            }
            Class::Comparable => {
                let ty = self.value_type();
                if self.types.strictly_comparable(&ty) { ty } else { Ty::Str }
            }
            Class::Methods => {
                let found = self.methods_arguments();
                if found.is_empty() { Ty::Any } else { self.rng.pick(&found).clone() }
            }
            Class::Signed | Class::Unsigned | Class::Integer | Class::Float | Class::Text => {
                let union = self.union_of(class);
                let member = self.rng.pick(&union.members).clone();
                let named: Vec<Ty> = (0..self.types.named.len())
                    .map(Ty::Named)
                    .filter(|t| *self.types.plain(t) == member && !self.types.is_parameter(t))
                    .collect();
                if union.tilde && !named.is_empty() && self.rng.chance(40) {
                    return self.rng.pick(&named).clone();
                }
                member
            }
        }
    }

    fn parameter(&mut self, number: usize, class: Class) -> Named {
        let mut methods = Vec::new();
        let under = match class {
            Class::Signed => Under::Plain(Ty::Int(1)),
            Class::Unsigned => Under::Plain(Ty::Int(6)),
            Class::Integer => Under::Plain(Ty::Int(INTS.len() - 1)),
            Class::Float => Under::Plain(Ty::F32),
            Class::Text => Under::Plain(Ty::Str),
            Class::Any => Under::Opaque { comparable: false },
            Class::Comparable => Under::Opaque { comparable: true },
            Class::Methods => {
                for (name, sig) in self.group_interface().map_or(Vec::new(), |i| i.1) {
                    methods.push(Method { name, sig, pointer: false, pure: false, cost: 200 });
                }
                Under::Opaque { comparable: false }
            }
        };
        Named { name: format!("T{number}"), under, methods, origin: None, parameter: true }
    }

    // ---- scopes -------------------------------------------------------------------------------------

    /// Puts type parameters in scope, with the generic functions and types that they may be given to.
    pub(super) fn open_parameters(&mut self, classes: Vec<Class>) -> Parameters {
        let base = self.types.named.len();
        let mut texts = Vec::new();
        for (i, class) in classes.iter().enumerate() {
            texts.push(format!("T{i} {}", self.constraint(*class)));
        }
        for (i, class) in classes.iter().enumerate() {
            let parameter = self.parameter(i, *class);
            self.types.named.push(parameter);
        }
        let text = if texts.is_empty() { String::new() } else { format!("[{}]", texts.join(", ")) };
        let calls = (self.pure_calls.len(), self.impure_calls.len());
        let parameters = Parameters { classes, base, calls, text };
        if !parameters.classes.is_empty() {
            self.reach_generics(&parameters);
        }
        parameters
    }

    /// Generic types and functions for the type parameters themselves.
    fn reach_generics(&mut self, parameters: &Parameters) {
        let types = parameters.types();
        let fitting = |classes: &[Class]| -> Option<Vec<Ty>> {
            classes
                .iter()
                .map(|c| parameters.classes.iter().position(|p| p == c).map(|i| types[i].clone()))
                .collect()
        };
        for generic in 0..self.types.generics.len() {
            if let Some(args) = fitting(&self.types.generics[generic].classes.clone()) {
                self.types.instantiate(generic, &args);
            }
        }
        for function in self.generic_functions.clone() {
            if let Some(args) = fitting(&function.classes) {
                self.uses("generic_calls_generic");
                self.instance(&function, &args);
            }
        }
    }

    pub(super) fn close_parameters(&mut self, parameters: &Parameters) {
        self.types.named.truncate(parameters.base);
        self.pure_calls.truncate(parameters.calls.0);
        self.impure_calls.truncate(parameters.calls.1);
    }

    /// The parameters of a new function, mostly none.
    pub(super) fn function_parameters(&mut self) -> Parameters {
        let mut classes = Vec::new();
        if self.rng.chance(40) && self.uses("generic_function") {
            for _ in 0..1 + self.rng.below(2) {
                classes.push(self.class());
            }
        }
        self.open_parameters(classes)
    }

    // ---- functions ----------------------------------------------------------------------------------

    /// Leaves the scope of a function's type parameters, and makes the function known.
    pub(super) fn finish_function(&mut self, parameters: &Parameters, callee: Callee) {
        if parameters.classes.is_empty() {
            let list = if callee.takes_hash { &mut self.impure_calls } else { &mut self.pure_calls };
            return list.push(callee);
        }
        let function = GenericFunction {
            name: callee.name,
            sig: self.types.kept_signature(&callee.sig, parameters.base),
            classes: parameters.classes.clone(),
            cost: callee.cost,
            takes_hash: callee.takes_hash,
        };
        self.close_parameters(parameters);
        for _ in 0..1 + self.rng.below(3) {
            let args: Vec<Ty> = function.classes.clone().iter().map(|c| self.argument(*c)).collect();
            self.uses("generic_instance");
            self.instance(&function, &args);
        }
        self.generic_functions.push(function);
    }

    fn instance(&mut self, function: &GenericFunction, args: &[Ty]) {
        let names: Vec<String> = args.iter().map(|a| self.types.name(a)).collect();
        let sig = self.types.resolved_signature(&function.sig, args);
        let inferable = (0..args.len()).all(|i| function.sig.params.contains(&Ty::Param(i)));
        let callee = Callee {
            name: format!("{}[{}]", function.name, names.join(", ")),
            sig,
            cost: function.cost,
            takes_hash: function.takes_hash,
            inferred: (inferable && !function.sig.variadic).then(|| function.name.clone()),
        };
        let list = if function.takes_hash { &mut self.impure_calls } else { &mut self.pure_calls };
        if !list.iter().any(|c| c.name == callee.name) {
            list.push(callee);
        }
    }

    /// What a call names, and its arguments: with type arguments, or so that they are inferred.
    pub(super) fn call_of(&mut self, callee: &Callee, depth: u32) -> (String, String) {
        if let Some(name) = &callee.inferred
            && self.rng.chance(60)
            && self.uses("generic_inference")
        {
            let panics = std::mem::take(&mut self.panics_left);
            let mut args = Vec::new();
            for param in &callee.sig.params {
                let e = self.expr(param, depth.min(2));
                args.push(format!("{}({})", self.conversion(param), e.text));
            }
            self.panics_left = panics;
            return (name.clone(), args.join(", "));
        }
        (callee.name.clone(), self.arguments(&callee.sig.params, callee.sig.variadic, depth))
    }

    /// A type's name as it may stand before a conversion's parenthesis.
    fn conversion(&self, ty: &Ty) -> String {
        let name = self.types.name(ty);
        if matches!(ty, Ty::Ptr(_) | Ty::Func(_)) { format!("({name})") } else { name }
    }

    // ---- types --------------------------------------------------------------------------------------

    pub(super) fn declare_generic_types(&mut self) {
        for i in 0..self.some_of(3) {
            if self.rng.chance(60) && self.uses("generic_type") {
                self.declare_generic_type(i);
            }
        }
    }

    fn declare_generic_type(&mut self, i: usize) {
        let mut classes = Vec::new();
        for _ in 0..1 + self.rng.below(2) {
            classes.push(self.class());
        }
        let parameters = self.open_parameters(classes.clone());
        let name = format!("G{i}_{}", self.suffix);
        let generic = self.types.generics.len();
        let args = parameters.types();
        let (base, mut fields) = (parameters.base, Vec::new());
        let mut lines = vec![format!("type {name}{} struct {{", parameters.text)];
        for k in 0..1 + self.rng.below(4) {
            let earlier: Vec<usize> =
                (base..self.types.named.len()).filter(|id| self.types.named[*id].origin.is_some()).collect();
            if k == 1 && !earlier.is_empty() && self.rng.chance(40) && self.uses("generic_embedded") {
                let id = *self.rng.pick(&earlier);
                let full = self.types.named[id].name.clone();
                let short = full.split('[').next().unwrap_or(&full).to_string();
                lines.push(format!("\t{full}"));
                let ty = self.types.kept(&Ty::Named(id), base);
                fields.push(Field { name: short, ty, embedded: true });
                continue;
            }
            let ty = if k == 0 { self.key_basic() } else { self.generic_field(&args) };
            let field = format!("e{i}{k}");
            lines.push(format!("\t{field} {}", self.types.name(&ty)));
            fields.push(Field { name: field, ty: self.types.kept(&ty, base), embedded: false });
        }
        if self.rng.chance(40) && self.uses("generic_recursive") {
            let field = format!("e{i}next");
            let names: Vec<String> = (0..args.len()).map(|i| format!("T{i}")).collect();
            lines.push(format!("\t{field} *{name}[{}]", names.join(", ")));
            let own = (0..args.len()).map(Ty::Param).collect();
            fields.push(Field { name: field, ty: pointer(Ty::Inst(generic, Rc::new(own))), embedded: false });
        }
        lines.push("}".to_string());
        for line in lines {
            self.line(line);
        }
        self.close_parameters(&parameters);
        self.types.generics.push(Generic { name, classes: classes.clone(), fields, methods: Vec::new() });
        for _ in 0..1 + self.rng.below(2) {
            let args: Vec<Ty> = classes.iter().map(|c| self.argument(*c)).collect();
            self.uses("generic_instance");
            self.types.instantiate(generic, &args);
        }
    }

    fn generic_field(&mut self, args: &[Ty]) -> Ty {
        let of = self.rng.pick(args).clone();
        match self.rng.below(8) {
            0..=2 => of,
            3 => slice(of),
            4 => array(1 + self.rng.below(4), of),
            5 => map(Ty::Str, of),
            6 => pointer(of),
            _ => self.field_type(),
        }
    }

    /// Methods of the generic types, and with them of their instances.
    pub(super) fn generic_methods(&mut self) {
        let interface = self.group_interface().map_or(Vec::new(), |i| i.1);
        for generic in 0..self.types.generics.len() {
            let classes = self.types.generics[generic].classes.clone();
            let parameters = self.open_parameters(classes);
            let Ty::Named(id) = self.types.instantiate(generic, &parameters.types()) else { continue };
            let implements = self.rng.chance(60);
            for (name, sig) in interface.iter().filter(|_| implements) {
                self.uses("generic_implements");
                let pointer = self.rng.chance(40);
                let method = Method { name: name.clone(), sig: sig.clone(), pointer, pure: false, cost: 200 };
                self.generic_method(generic, id, method, parameters.base);
            }
            for k in 0..1 + self.rng.below(2) {
                let pointer = self.rng.chance(45);
                let pure = !pointer && self.types.is_value(&Ty::Named(id));
                let count = self.rng.below(3);
                let params = self.parameters(count, pure);
                let results = vec![if pure { self.value_type() } else { self.basic_type() }];
                let sig = Sig { params, results, variadic: false };
                let method = Method { name: format!("Q{generic}{k}"), sig, pointer, pure, cost: 0 };
                self.generic_method(generic, id, method, parameters.base);
            }
            self.close_parameters(&parameters);
            for id in 0..self.types.named.len() {
                self.types.give_methods(id);
            }
        }
    }

    fn generic_method(&mut self, generic: usize, id: usize, mut method: Method, base: usize) {
        self.uses("generic_method");
        let cost = self.method_body(id, &method);
        method.cost = method.cost.max(cost);
        self.types.named[id].methods.push(method.clone());
        method.sig = self.types.kept_signature(&method.sig, base);
        self.types.generics[generic].methods.push(method);
    }
}
