//! Calls of `Fuzz` and `Add` in fuzz tests that fail whatever they are given, as `go vet`'s analyzer `tests`
//! finds them.

use super::Vet;
use super::walk::{self, Node};
use crate::ast::{Expr, ExprKind, FuncDecl};
use crate::types::{Basic, Type, TypeId};

/// The types that parameters of fuzz targets may have, besides `[]byte`, in the order of messages.
const BASIC: [Basic; 14] = [
    Basic::String,
    Basic::Bool,
    Basic::Float32,
    Basic::Float64,
    Basic::Int,
    Basic::Int8,
    Basic::Int16,
    Basic::Int32,
    Basic::Int64,
    Basic::Uint,
    Basic::Uint8,
    Basic::Uint16,
    Basic::Uint32,
    Basic::Uint64,
];

impl Vet<'_> {
    /// Looks at the calls in a fuzz test.
    pub(super) fn fuzz_calls(&mut self, f: &FuncDecl) {
        let Some(body) = f.body.as_ref().and_then(|body| body.parsed()) else { return };
        let (mut targets, mut adds) = (Vec::new(), Vec::new());
        walk::block(body, |node| {
            if let Node::Expr(x) = node
                && let ExprKind::Call { func, args, .. } = &x.kind
            {
                match self.method_of_f(func) {
                    Some("Fuzz") if args.len() == 1 => targets.push(&args[0]),
                    Some("Add") => adds.push((x, args)),
                    Some(_) | None => {}
                }
            }
        });
        let mut params = None;
        for target in targets {
            let of_target = self.fuzz_target(target);
            params = params.or(of_target);
        }
        let Some(params) = params else { return };
        for (call, args) in adds {
            self.fuzz_add(call, args, &params);
        }
    }

    /// The name of a method of `*testing.F` that an expression selects.
    fn method_of_f(&self, func: &Expr) -> Option<&str> {
        let ExprKind::Selector { x, sel } = &func.kind else { return None };
        self.is_testing(self.ty(x), "F").then(|| self.u.name(sel.name))
    }

    /// Whether a type is a pointer to the type of package testing that has this name.
    fn is_testing(&self, ty: TypeId, name: &str) -> bool {
        let Type::Pointer(elem) = self.u.types.get(ty) else { return false };
        self.u.types.as_named(*elem).is_some_and(|named| {
            let named = self.u.types.named(named);
            let path = named.pkg.map(|pkg| &*self.u.packages[pkg].path);
            path == Some("testing") && self.u.name(named.name) == name
        })
    }

    /// Looks at the argument of `Fuzz`; the types of its parameters, if they may be those of a target.
    fn fuzz_target(&mut self, target: &Expr) -> Option<Vec<TypeId>> {
        let signature = self.u.types.signature(self.u.types.underlying(self.ty(target)));
        let Some((params, results)) = signature.map(|s| (s.params.to_vec(), s.results.len())) else {
            self.report(target.start, "argument to Fuzz must be a function");
            return None;
        };
        if results != 0 {
            self.report(target.start, "fuzz target must not return any value");
        }
        let Some((first, rest)) = params.split_first() else {
            self.report(target.start, "fuzz target must have 1 or more argument");
            return None;
        };
        // Where the literal writes each parameter's type.
        let mut places = Vec::new();
        if let ExprKind::Func(literal) = &target.kind {
            for param in &literal.ty.params {
                places.resize(places.len() + param.names.len().max(1), param.ty.start);
            }
        }
        let place = |n: usize| places.get(n).copied().unwrap_or(target.start);
        let mut fits = self.is_testing(*first, "T");
        if !fits {
            self.report(place(0), "the first parameter of a fuzz target must be *testing.T");
        }
        for (n, ty) in rest.iter().enumerate() {
            if !self.is_fuzzed(*ty) {
                let names = BASIC.map(Basic::name).join(", ");
                let message = format!("fuzzing arguments can only have the following types: {names}, []byte");
                self.report(place(n + 1), message);
                fits = false;
            }
        }
        self.calls_of_f(target);
        fits.then_some(params)
    }

    fn is_fuzzed(&self, ty: TypeId) -> bool {
        match self.u.types.get(ty) {
            Type::Basic(basic) => BASIC.contains(basic),
            Type::Slice(elem) => *elem == Basic::Uint8.ty(),
            _ => false,
        }
    }

    /// A target must leave the test around it alone.
    fn calls_of_f(&mut self, target: &Expr) {
        let mut found = Vec::new();
        walk::expr(target, |x| {
            if let ExprKind::Call { func, .. } = &x.kind
                && self.method_of_f(func).is_some_and(|name| !matches!(name, "Name" | "Failed"))
            {
                found.push(x.start);
            }
        });
        for pos in found {
            self.report(pos, "fuzz target must not call any *F methods");
        }
    }

    /// Values that are added must be those that the target takes, after its first parameter.
    fn fuzz_add(&mut self, call: &Expr, args: &[Expr], params: &[TypeId]) {
        let wanted = params.get(1..).unwrap_or_default();
        if args.len() != wanted.len() {
            let message = format!(
                "wrong number of values in call to (*testing.F).Add: {}, fuzz target expects {}",
                args.len(),
                wanted.len()
            );
            return self.report(call.start, message);
        }
        let given: Vec<TypeId> = args.iter().map(|x| self.ty(x)).collect();
        let mut wrong = (0..args.len()).filter(|n| given[*n] != wanted[*n]);
        let (first, more) = (wrong.next(), wrong.next());
        match (first, more) {
            (None, _) => {}
            (Some(n), None) => {
                let (of, to) = (self.u.type_string(given[n]), self.u.type_string(wanted[n]));
                let message =
                    format!("mismatched type in call to (*testing.F).Add: {of}, fuzz target expects {to}");
                self.report(args[n].start, message);
            }
            (Some(_), Some(_)) => {
                let list = |types: &[TypeId]| {
                    types.iter().map(|ty| self.u.type_string(*ty)).collect::<Vec<_>>().join(" ")
                };
                let (of, to) = (list(&given), list(wanted));
                let message = format!(
                    "mismatched types in call to (*testing.F).Add: [{of}], fuzz target expects [{to}]"
                );
                self.report(call.start, message);
            }
        }
    }
}
