//! Expressions that make new values of types with parts: literals of structs, arrays, slices and maps,
//! pointers, function literals, interface values. This module knows nothing of operators.

use super::Generator;
use super::exprs::{Expr, value};
use super::types::{Sig, Ty};

impl Generator {
    /// A new value of a type that has parts.
    pub(super) fn composite(&mut self, ty: &Ty, depth: u32) -> Expr {
        let name = self.types.name(ty);
        if self.types.fields(ty).is_some() {
            self.uses("struct_literal");
            let body = self.struct_body(ty, depth);
            return value(format!("({name}{body})"));
        }
        if let Some(methods) = self.types.interface(ty).map(<[_]>::to_vec) {
            return self.interface_value(ty, &methods, depth);
        }
        match self.types.plain(ty).clone() {
            Ty::Any => self.any_value(depth),
            Ty::Array(len, of) => {
                self.uses("array_literal");
                let n = self.rng.below(len.min(4) + 1);
                let items = self.elements(&of, n, depth);
                let n = items.len();
                if n > 0 && n < len && self.rng.chance(20) {
                    return value(format!("({name}{{{}: {}}})", len - 1, items[0]));
                }
                value(format!("({name}{{{}}})", items.join(", ")))
            }
            Ty::Slice(of) => {
                self.uses("slice_literal");
                if self.rng.chance(10) {
                    return value(format!("{name}(nil)"));
                }
                let n = self.rng.below(4);
                let items = self.elements(&of, n, depth);
                value(format!("({name}{{{}}})", items.join(", ")))
            }
            Ty::Map(key, of) => {
                self.uses("map_literal");
                let keys = self.distinct_keys(&key);
                let items: Vec<String> =
                    keys.iter().map(|k| format!("{k}: {}", self.expr(&of, depth.min(1)).text)).collect();
                value(format!("({name}{{{}}})", items.join(", ")))
            }
            Ty::Ptr(to) => self.pointer(&to, &name, depth),
            Ty::Func(sig) => self.function_literal(&sig, depth),
            _ if self.types.is_opaque(ty) => {
                self.uses("generic_zero");
                value(format!("*new({name})"))
            }
            _ => self.literal(ty),
        }
    }

    /// A pointer to a new value of type `to`, or nil; `name` is the pointer's type.
    fn pointer(&mut self, to: &Ty, name: &str, depth: u32) -> Expr {
        if depth > 0 && self.types.fields(to).is_some() && self.rng.chance(75) {
            self.uses("pointer_to_literal");
            let body = self.struct_body(to, depth);
            return value(format!("(&{}{body})", self.types.name(to)));
        }
        if self.rng.chance(60) {
            self.uses("new");
            return value(format!("new({})", self.types.name(to)));
        }
        value(format!("({name})(nil)"))
    }

    /// A function literal that returns pure expressions.
    fn function_literal(&mut self, sig: &Sig, depth: u32) -> Expr {
        let parameter = |(i, p): (usize, &Ty)| format!("a{i} {}", self.types.name(p));
        let params: Vec<String> = sig.params.iter().enumerate().map(parameter).collect();
        let results: Vec<String> = sig.results.iter().map(|r| self.expr(r, depth.min(2)).text).collect();
        self.uses("func_literal");
        let header = self.types.results(&sig.results);
        value(format!("func({}){header} {{ return {} }}", params.join(", "), results.join(", ")))
    }

    fn elements(&mut self, of: &Ty, count: usize, depth: u32) -> Vec<String> {
        let mut items = Vec::new();
        for _ in 0..count {
            if self.types.fields(of).is_some() && self.rng.chance(40) {
                self.uses("elided_literal");
                items.push(self.struct_body(of, depth.min(1)));
            } else {
                items.push(self.expr(of, depth.min(2)).text);
            }
        }
        items
    }

    pub(super) fn struct_body(&mut self, ty: &Ty, depth: u32) -> String {
        let fields = self.types.fields(ty).unwrap_or_default().to_vec();
        let d = depth.saturating_sub(1);
        if self.rng.chance(40) {
            let items: Vec<String> = fields.iter().map(|f| self.expr(&f.ty, d).text).collect();
            return format!("{{{}}}", items.join(", "));
        }
        let mut items = Vec::new();
        for f in &fields {
            if self.rng.chance(75) {
                items.push(format!("{}: {}", f.name, self.expr(&f.ty, d).text));
            }
        }
        format!("{{{}}}", items.join(", "))
    }

    fn distinct_keys(&mut self, key: &Ty) -> Vec<String> {
        let n = self.rng.below(4) as i64;
        let start = self.rng.range(0, 5);
        (start..start + n).map(|i| self.key_literal(key, i)).collect()
    }

    /// The `i`th key of a type: different numbers give different keys.
    pub(super) fn key_literal(&mut self, key: &Ty, i: i64) -> String {
        if self.types.int_kind(key).is_some() {
            return i.to_string();
        }
        if let Some(fields) = self.types.fields(key) {
            let first = fields[0].clone();
            return format!("{}{{{}: {}}}", self.types.name(key), first.name, self.key_literal(&first.ty, i));
        }
        match self.types.plain(key) {
            Ty::Str => format!("\"k{i}\""),
            Ty::Bool => format!("{}", i % 2 == 0),
            Ty::F32 | Ty::F64 => format!("{i}.5"),
            Ty::C64 | Ty::C128 => format!("{i}.5i"),
            Ty::Array(_, of) => {
                let of = (**of).clone();
                format!("{}{{{}}}", self.types.name(key), self.key_literal(&of, i))
            }
            Ty::Any => match i % 3 {
                0 => format!("{i}"),
                1 => format!("\"i{i}\""),
                _ => format!("uint8({i})"),
            },
            _ => i.to_string(),
        }
    }

    fn any_value(&mut self, depth: u32) -> Expr {
        self.uses("any_value");
        if self.rng.chance(6) {
            return value("any(nil)".to_string());
        }
        let structs: Vec<usize> = (0..self.types.named.len())
            .filter(|id| {
                let ty = Ty::Named(*id);
                self.types.strictly_comparable(&ty) && self.types.interface(&ty).is_none()
            })
            .collect();
        let of = if !structs.is_empty() && self.rng.chance(30) {
            Ty::Named(*self.rng.pick(&structs))
        } else {
            self.basic_type()
        };
        let e = self.expr(&of, depth.min(1));
        value(format!("any({})", self.typed(&of, e)))
    }

    fn interface_value(&mut self, ty: &Ty, methods: &[(String, Sig)], depth: u32) -> Expr {
        self.uses("interface_value");
        let name = self.types.name(ty);
        let mut choices = Vec::new();
        for id in 0..self.types.named.len() {
            let of = Ty::Named(id);
            if self.types.interface(&of).is_some() {
                continue;
            }
            if self.types.implements(id, true, methods) && self.types.fields(&of).is_some() {
                choices.push((id, true));
            }
            if self.types.implements(id, false, methods) && self.types.strictly_comparable(&of) {
                choices.push((id, false));
            }
        }
        if choices.is_empty() {
            return value(format!("{name}(nil)"));
        }
        let (id, pointer) = *self.rng.pick(&choices);
        let of = Ty::Named(id);
        if pointer {
            let body = self.struct_body(&of, depth.min(1));
            return value(format!("{name}(&{}{body})", self.types.name(&of)));
        }
        let e = self.expr(&of, depth.min(1));
        value(format!("{name}({})", self.typed(&of, e)))
    }
}
