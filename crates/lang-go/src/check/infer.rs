//! Inference of type arguments: unification of parameter types with the types of arguments, of type
//! parameters with their constraints, and defaults of untyped constants, in the order of Go's specification.

use purlin_base::map::HashMap;

use purlin_base::Pos;

use super::Checker;
use super::operand::Operand;
use crate::types::{Basic, Found, Lookup, Subst, Type, TypeId};
use crate::universe::ObjId;

/// Types are unified no deeper than this.
const MAX_DEPTH: u32 = 100;

/// How far two types have to be equal to unify.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Match {
    /// Both become the same type.
    Exact,
    /// A value of one can be assigned to the other: a defined type matches its underlying type, channels of
    /// any direction match, and an interface what has its methods. Types in them become the same.
    Assigned,
    /// That holds for the types in them too.
    Loose,
}

impl Match {
    fn of_parts(self) -> Match {
        if self == Match::Loose { Match::Loose } else { Match::Exact }
    }
}

/// What is known of the type parameters to be inferred.
#[derive(Default)]
struct Unifier {
    /// The slot of each parameter; parameters that must be equal share one.
    slots: HashMap<TypeId, usize>,
    types: Vec<Option<TypeId>>,
    depth: u32,
}

impl Unifier {
    fn new(params: &[TypeId], args: &[TypeId]) -> Unifier {
        let mut u = Unifier::default();
        for (i, param) in params.iter().enumerate() {
            u.slots.insert(*param, i);
            u.types.push(args.get(i).copied());
        }
        u
    }

    fn at(&self, param: TypeId) -> Option<TypeId> {
        self.types[*self.slots.get(&param)?]
    }

    fn set(&mut self, param: TypeId, ty: TypeId) {
        if let Some(slot) = self.slots.get(&param) {
            self.types[*slot] = Some(ty);
        }
    }

    fn join(&mut self, a: usize, b: usize) {
        let known = self.types[a].or(self.types[b]);
        self.types[a] = known;
        for slot in self.slots.values_mut() {
            if *slot == b {
                *slot = a;
            }
        }
    }

    fn unknown(&self) -> usize {
        self.slots.values().filter(|s| self.types[**s].is_none()).count()
    }
}

/// The parameters whose argument is known, and those arguments.
fn known(params: &[TypeId], args: impl IntoIterator<Item = Option<TypeId>>) -> (Vec<TypeId>, Vec<TypeId>) {
    params.iter().zip(args).filter_map(|(param, arg)| Some((*param, arg?))).unzip()
}

/// How an inference went wrong: where and why.
pub(super) type Failure = (Pos, String);

impl<'u> Checker<'u> {
    /// Type parameters under new names, and `types` with them. Needed where a function's own parameters occur
    /// in what it is called with.
    fn rename(&mut self, params: &[TypeId], types: &[TypeId], pos: Pos) -> (Vec<TypeId>, Vec<TypeId>) {
        let fresh: Vec<TypeId> = params
            .iter()
            .map(|p| {
                let (name, at) =
                    self.u.types.param(*p).map_or((self.u.words.blank, pos), |p| (p.name, p.pos));
                self.u.types.new_param(name, at)
            })
            .collect();
        let mut s = Subst::new(params, &fresh);
        for (old, new) in params.iter().zip(&fresh) {
            if let Some(constraint) = self.u.types.param(*old).and_then(|p| p.constraint) {
                let constraint = self.subst(constraint, &mut s, pos);
                self.u.types.set_constraint(*new, constraint);
            }
        }
        let types = types.iter().map(|t| self.subst(*t, &mut s, pos)).collect();
        (fresh, types)
    }

    /// Infers the type arguments of a generic function from the types that its parameters are given. `wanted`
    /// has the parameter's type for each argument.
    pub(super) fn infer_call(
        &mut self,
        obj: ObjId,
        known: &[TypeId],
        wanted: &[TypeId],
        args: &mut [Operand<'_>],
        pos: Pos,
    ) -> Result<Vec<TypeId>, Failure> {
        let params = self.u.generics.get(&obj).cloned().unwrap_or_default();
        let (mut all, wanted) = self.rename(&params, wanted, pos);
        let own = all.len();
        // Generic functions as arguments: what they lack is inferred along.
        let mut generic = Vec::new();
        let mut given: Vec<TypeId> = args.iter().map(|x| x.ty).collect();
        for (i, x) in args.iter().enumerate() {
            let Some((f, f_args)) = self.as_generic(x) else { continue };
            self.require(21, x.pos(), "implicitly instantiated function as argument");
            let f_params = self.u.generics.get(&f).cloned().unwrap_or_default();
            let sig = self.u.objects[f].ty;
            let (fresh, sig) = self.rename(&f_params, &[sig], pos);
            given[i] = self.subst(sig[0], &mut Subst::new(&fresh, &f_args), pos);
            generic.push((i, f, all.len(), f_args));
            all.extend(fresh);
        }
        let mut fixed: Vec<Option<TypeId>> = (0..own).map(|i| known.get(i).copied()).collect();
        for (_, f, _, f_args) in &generic {
            let n = self.u.generics.get(f).map_or(0, |p| p.len());
            fixed.extend((0..n).map(|i| f_args.get(i).copied()));
        }
        let inferred = self.infer_types(&all, &fixed, &wanted, &given, args, pos, own)?;
        for (i, f, from, _) in generic {
            let n = self.u.generics.get(&f).map_or(0, |p| p.len());
            let f_args: Vec<TypeId> = inferred[from..from + n].to_vec();
            self.instantiate_func(&mut args[i], f, &f_args, pos);
        }
        Ok(inferred[..own].to_vec())
    }

    /// The type arguments of a generic function that is given to something of the function type `target`.
    pub(super) fn infer_value(&mut self, x: &mut Operand<'_>, target: TypeId, context: &str) {
        let Some((obj, known)) = self.as_generic(x) else { return };
        if !matches!(self.u.types.under(target), Type::Signature(_)) || self.u.types.is_param(target) {
            self.exclude_generic(x);
            return;
        }
        let pos = x.pos();
        let place = if context == "parameter" { "as argument" } else { "in assignment" };
        self.require(21, pos, format!("implicitly instantiated function {place}"));
        let params = self.u.generics.get(&obj).cloned().unwrap_or_default();
        let sig = self.u.objects[obj].ty;
        let (all, wanted) = self.rename(&params, &[sig], pos);
        let mut wanted = wanted;
        wanted[0] = self.subst(wanted[0], &mut Subst::new(&all, &known), pos);
        let fixed: Vec<Option<TypeId>> = (0..all.len()).map(|i| known.get(i).copied()).collect();
        let mut u = Unifier::new(&all, &known);
        let under = self.u.types.underlying(target);
        if !self.unify(&mut u, wanted[0], under, Match::Assigned) {
            let what = x.expr.map(|e| self.source(e)).unwrap_or_default();
            let names = self.param_names(&all);
            let message = if fixed.iter().all(Option::is_none) && u.types.iter().all(Option::is_none) {
                format!(
                    "type {} of {context} does not match {} (cannot infer {names})",
                    self.ty(target),
                    self.ty(wanted[0])
                )
            } else {
                format!(
                    "inferred type {} for {} does not match type {} of {context}",
                    self.ty(wanted[0]),
                    what,
                    self.ty(target)
                )
            };
            self.error(pos, message);
            x.fail();
            return;
        }
        self.instantiate_solved(x, obj, u, &all, &fixed);
    }

    /// The type arguments of a generic function of which some are given and nothing but constraints tells the
    /// others.
    pub(super) fn infer_rest(&mut self, x: &mut Operand<'_>, obj: ObjId, known: &[TypeId]) {
        let params = self.u.generics.get(&obj).cloned().unwrap_or_default();
        let (all, _) = self.rename(&params, &[], x.pos());
        let fixed: Vec<Option<TypeId>> = (0..all.len()).map(|i| known.get(i).copied()).collect();
        self.instantiate_solved(x, obj, Unifier::new(&all, known), &all, &fixed);
    }

    /// Makes a generic function that is used as a value its instance with the arguments that `u` leads to.
    fn instantiate_solved(
        &mut self,
        x: &mut Operand<'_>,
        obj: ObjId,
        u: Unifier,
        all: &[TypeId],
        fixed: &[Option<TypeId>],
    ) {
        let pos = x.expr.map_or(x.pos(), |e| e.pos);
        match self.solve(u, all, fixed, &[], &[], &[], pos) {
            Ok(args) => self.instantiate_func(x, obj, &args, pos),
            Err((pos, message)) => {
                self.error(pos, message);
                x.fail();
            }
        }
    }

    fn param_names(&self, params: &[TypeId]) -> String {
        let names: Vec<String> = params.iter().map(|p| self.ty(*p)).collect();
        match names.as_slice() {
            [] => String::new(),
            [one] => one.clone(),
            [a, b] => format!("{a} and {b}"),
            [most @ .., last] => format!("{}, and {last}", most.join(", ")),
        }
    }

    #[allow(clippy::too_many_arguments)]
    fn infer_types(
        &mut self,
        params: &[TypeId],
        fixed: &[Option<TypeId>],
        wanted: &[TypeId],
        given: &[TypeId],
        args: &[Operand<'_>],
        pos: Pos,
        own: usize,
    ) -> Result<Vec<TypeId>, Failure> {
        let mut u = Unifier::new(params, &[]);
        let (have, with) = known(params, fixed.iter().copied());
        have.iter().zip(&with).for_each(|(param, arg)| u.set(*param, *arg));
        let mut s = Subst::new(&have, &with);
        let wanted: Vec<TypeId> = wanted.iter().map(|t| self.subst(*t, &mut s, pos)).collect();
        for ((want, give), x) in wanted.iter().zip(given).zip(args) {
            let relevant = self.u.types.mentions(*want, params) || self.u.types.mentions(*give, params);
            if x.is_invalid() || !relevant || self.u.types.is_untyped(x.ty) {
                continue;
            }
            if !self.unify(&mut u, *want, *give, Match::Assigned) {
                return Err((x.pos(), self.mismatch_text(&u, params, own, *want, *give, x)));
            }
        }
        self.solve(u, params, fixed, &wanted, given, args, pos)
    }

    fn mismatch_text(
        &mut self,
        u: &Unifier,
        params: &[TypeId],
        own: usize,
        want: TypeId,
        give: TypeId,
        x: &Operand<'_>,
    ) -> String {
        let what = x.expr.map(|e| self.source(e)).unwrap_or_default();
        let (known, types) = known(params, params.iter().map(|p| u.at(*p)));
        let named = if give == x.ty { self.with_names(x) } else { None };
        let give_text = named.unwrap_or_else(|| self.ty(give));
        if known.is_empty() {
            let names = self.param_names(&params[..own]);
            return format!(
                "type {give_text} of {what} does not match {} (cannot infer {names})",
                self.ty(want)
            );
        }
        let inferred = self.subst(want, &mut Subst::new(&known, &types), x.pos());
        if inferred != want {
            let (inferred, want) = (self.ty(inferred), self.ty(want));
            return format!("type {give_text} of {what} does not match inferred type {inferred} for {want}");
        }
        format!("type {give_text} of {what} does not match {}", self.ty(want))
    }

    /// What constraints and untyped constants say about parameters that the typed arguments left open.
    #[allow(clippy::too_many_arguments)]
    fn solve(
        &mut self,
        mut u: Unifier,
        params: &[TypeId],
        fixed: &[Option<TypeId>],
        wanted: &[TypeId],
        given: &[TypeId],
        args: &[Operand<'_>],
        pos: Pos,
    ) -> Result<Vec<TypeId>, Failure> {
        loop {
            let before = u.unknown();
            for param in params {
                self.unify_constraint(&mut u, params, *param, pos)?;
            }
            if u.unknown() == before {
                break;
            }
        }
        let mut untyped: Vec<(TypeId, TypeId)> = Vec::new();
        for ((want, give), x) in wanted.iter().zip(given).zip(args) {
            let open = u.slots.contains_key(want) && u.at(*want).is_none();
            if !open || x.is_invalid() || x.is_nil() || !self.u.types.is_untyped(x.ty) {
                continue;
            }
            match untyped.iter_mut().find(|(p, _)| u.slots[p] == u.slots[want]) {
                None => untyped.push((*want, *give)),
                Some((_, have)) => {
                    let (a, b) = (self.u.types.basic(*have), self.u.types.basic(*give));
                    let Some(max) = super::untyped::larger_untyped(a, b) else {
                        let text = format!(
                            "mismatched types {} and {} (cannot infer {})",
                            self.ty(*have),
                            self.ty(*give),
                            self.ty(*want)
                        );
                        return Err((x.pos(), text));
                    };
                    *have = max.ty();
                }
            }
        }
        for (param, ty) in untyped {
            let ty = self.u.types.default_type(ty);
            u.set(param, ty);
        }
        self.simplify(&u, params, fixed, pos)
    }

    fn unify_constraint(
        &mut self,
        u: &mut Unifier,
        params: &[TypeId],
        param: TypeId,
        pos: Pos,
    ) -> Result<(), Failure> {
        let Some(constraint) = self.u.types.param(param).and_then(|p| p.constraint) else { return Ok(()) };
        let terms = self.u.types.terms(param).map(<[_]>::to_vec).unwrap_or_default();
        let known = u.at(param);
        if let Some(core) = self.u.types.core(param).filter(|_| !terms.is_empty()) {
            let single = terms.len() == 1;
            let tilde = terms.iter().any(|t| t.tilde);
            match known {
                Some(ty) => {
                    let want = if single && !tilde { terms[0].ty } else { core };
                    if !self.unify(u, ty, want, Match::Loose) {
                        let text = format!(
                            "{} (type {}) does not satisfy {}",
                            self.ty(param),
                            self.ty(ty),
                            self.ty(constraint)
                        );
                        return Err((pos, text));
                    }
                }
                None if single && !tilde => u.set(param, terms[0].ty),
                None => {}
            }
        }
        let Some(ty) = u.at(param).filter(|t| !self.u.types.mentions(*t, params)) else { return Ok(()) };
        let methods = self.u.types.interface(constraint).map(|i| i.methods.clone()).unwrap_or_default();
        for m in &methods {
            let Some((have, want)) = self.method_of(ty, m.name, m.pkg).map(|have| (have, m.sig)) else {
                if let Some(missing) = self.missing_method(ty, constraint) {
                    let declared = !self.u.types.is_interface(ty)
                        && matches!(
                            self.u.types.lookup(ty, m.name, m.pkg),
                            Lookup::Found { found: Found::Method { .. }, .. }
                        );
                    // What `ty` itself has not is a method of its pointers.
                    let missing = match declared {
                        true => crate::types::Missing::PointerReceiver { name: m.name },
                        false => missing,
                    };
                    let cause = self.missing_cause(ty, &missing);
                    let (p, t, c) = (self.ty(param), self.ty(ty), self.ty(constraint));
                    return Err((pos, format!("{p} (type {t}) does not satisfy {c} {cause}")));
                }
                continue;
            };
            if !self.unify(u, have, want, Match::Exact) {
                let missing = crate::types::Missing::WrongType { name: m.name, have, want };
                let cause = self.missing_cause(ty, &missing);
                let (p, t, c) = (self.ty(param), self.ty(ty), self.ty(constraint));
                return Err((pos, format!("{p} (type {t}) does not satisfy {c} {cause}")));
            }
        }
        Ok(())
    }

    /// The signature of a method in the method set of `ty`.
    fn method_of(
        &mut self,
        ty: TypeId,
        name: purlin_base::Name,
        pkg: Option<crate::universe::PackageId>,
    ) -> Option<TypeId> {
        let Lookup::Found { found, indirect, .. } = self.u.types.lookup(ty, name, pkg) else { return None };
        if !self.u.types.in_method_set(ty, &found, indirect) {
            return None;
        }
        if let Found::Method { obj, .. } = found {
            self.resolve(obj);
        }
        self.u.types.method_sig(&found)
    }

    /// Replaces parameters in what was inferred until none is left.
    fn simplify(
        &mut self,
        u: &Unifier,
        params: &[TypeId],
        fixed: &[Option<TypeId>],
        pos: Pos,
    ) -> Result<Vec<TypeId>, Failure> {
        let mut inferred: Vec<Option<TypeId>> = params.iter().map(|p| u.at(*p)).collect();
        // A type that contains its own parameter never ends: each iteration may make them larger, so
        // iterations are few.
        for _ in 0..params.len() + 1 {
            let (known, types): (Vec<TypeId>, Vec<TypeId>) = params
                .iter()
                .zip(&inferred)
                .filter_map(|(p, t)| Some((*p, (*t)?)))
                .filter(|(p, t)| p == t || !self.u.types.mentions(*t, &[*p]))
                .unzip();
            let mut s = Subst::new(&known, &types);
            let mut changed = false;
            for (i, slot) in inferred.iter_mut().enumerate() {
                let Some(ty) = *slot else { continue };
                if fixed.get(i).copied().flatten().is_some() {
                    continue;
                }
                let new = self.u.types.subst(ty, &mut s);
                changed |= new != ty;
                *slot = Some(new);
            }
            self.complete_instances(pos);
            if !changed {
                break;
            }
        }
        for (param, ty) in params.iter().zip(&inferred) {
            let fine = ty.is_some_and(|t| !self.u.types.mentions(t, params));
            if !fine {
                let declared = self.declared_at(*param);
                return Err((pos, format!("cannot infer {}{declared}", self.ty(*param))));
            }
        }
        Ok(inferred.into_iter().flatten().collect())
    }

    /// ` (declared at …)`, for a parameter or one that was renamed.
    fn declared_at(&self, param: TypeId) -> String {
        let pos = self.u.types.param(param).map(|p| p.pos);
        pos.map_or_else(String::new, |p| format!(" (declared at {})", self.at(p)))
    }

    // Unification ----------------------------------------------------------------------------------------

    /// Makes two types equal, as far as they have to be, by giving parameters types.
    fn unify(&mut self, u: &mut Unifier, x: TypeId, y: TypeId, how: Match) -> bool {
        if x == y {
            return true;
        }
        if u.depth > MAX_DEPTH {
            return false;
        }
        u.depth += 1;
        let result = self.unify_inner(u, x, y, how);
        u.depth -= 1;
        result
    }

    fn unify_inner(&mut self, u: &mut Unifier, x: TypeId, y: TypeId, how: Match) -> bool {
        match (u.slots.get(&x).copied(), u.slots.get(&y).copied()) {
            (Some(a), Some(b)) => {
                if a == b {
                    return true;
                }
                if let (Some(s), Some(t)) = (u.types[a], u.types[b]) {
                    return self.unify(u, s, t, how);
                }
                u.join(a, b);
                return true;
            }
            (Some(slot), None) => return self.unify_param(u, slot, y, how),
            (None, Some(slot)) => return self.unify_param(u, slot, x, how),
            (None, None) => {}
        }
        let (mut x, mut y) = (x, y);
        if how != Match::Exact {
            let named = |c: &Self, t: TypeId| c.u.types.as_named(t).is_some();
            let literal = |c: &Self, t: TypeId| !named(c, t) && !c.u.types.is_param(t);
            if named(self, x) && literal(self, y) && !self.u.types.is_interface(y) {
                x = self.u.types.underlying(x);
            } else if named(self, y) && literal(self, x) && !self.u.types.is_interface(x) {
                y = self.u.types.underlying(y);
            }
            if x == y {
                return true;
            }
            if let Some(result) = self.unify_interfaces(u, x, y) {
                return result;
            }
            for (a, b) in [(x, y), (y, x)] {
                if self.u.types.is_param(a) {
                    // A type parameter of the function around: only its core type can match.
                    return match self.u.types.core(a) {
                        Some(core) if !self.u.types.is_param(b) => self.unify(u, core, b, how),
                        _ => false,
                    };
                }
            }
        }
        self.unify_parts(u, x, y, how)
    }

    /// A parameter that may have a type already, and a type.
    fn unify_param(&mut self, u: &mut Unifier, slot: usize, ty: TypeId, how: Match) -> bool {
        let Some(have) = u.types[slot] else {
            u.types[slot] = Some(ty);
            return true;
        };
        if !self.unify(u, have, ty, how) {
            return false;
        }
        let types = &self.u.types;
        let (have_named, named) = (types.as_named(have).is_some(), types.as_named(ty).is_some());
        let methods = |t: TypeId| types.interface(t).filter(|_| !types.is_param(t)).map(|i| i.methods.len());
        match (methods(have), methods(ty)) {
            (None, None) => {}
            // Which of two names is meant is not known.
            (Some(_), Some(_)) if have_named && named => return have == ty,
            (Some(a), Some(b)) if a == b => {}
            // Either type would do, so that the order of arguments would decide.
            _ => return false,
        }
        // The defined type, or the channel that has a direction, is the more specific one.
        let directed =
            matches!(types.under(ty), Type::Chan { dir, .. } if *dir != crate::types::ChanDir::Both);
        if how != Match::Exact && !have_named && (named || directed) {
            u.types[slot] = Some(ty);
        }
        true
    }

    /// An interface and a type with its methods; `None` if neither is an interface.
    fn unify_interfaces(&mut self, u: &mut Unifier, x: TypeId, y: TypeId) -> Option<bool> {
        let iface = |c: &Self, t: TypeId| {
            (!c.u.types.is_param(t)).then(|| c.u.types.interface(t).map(|i| i.methods.clone())).flatten()
        };
        let same_origin = match (self.u.types.as_named(x), self.u.types.as_named(y)) {
            (Some(a), Some(b)) => self.u.types.origin(a) == self.u.types.origin(b),
            _ => false,
        };
        if same_origin {
            return None;
        }
        let (wanted, from) = match (iface(self, x), iface(self, y)) {
            (None, None) => return None,
            (Some(a), Some(b)) => {
                if a.len() <= b.len() {
                    (a, y)
                } else {
                    (b, x)
                }
            }
            (Some(a), None) => (a, y),
            (None, Some(b)) => (b, x),
        };
        for m in wanted {
            let Some(have) = self.method_of(from, m.name, m.pkg) else { return Some(false) };
            if !self.unify(u, have, m.sig, Match::Exact) {
                return Some(false);
            }
        }
        Some(true)
    }

    fn unify_lists(&mut self, u: &mut Unifier, a: &[TypeId], b: &[TypeId], how: Match) -> bool {
        a.len() == b.len() && a.iter().zip(b).all(|(x, y)| self.unify(u, *x, *y, how))
    }

    fn unify_parts(&mut self, u: &mut Unifier, x: TypeId, y: TypeId, how: Match) -> bool {
        let parts = how.of_parts();
        match (self.u.types.get(x).clone(), self.u.types.get(y).clone()) {
            (Type::Array { elem: a, len: m }, Type::Array { elem: b, len: n }) => {
                m == n && self.unify(u, a, b, parts)
            }
            (Type::Slice(a), Type::Slice(b)) | (Type::Pointer(a), Type::Pointer(b)) => {
                self.unify(u, a, b, parts)
            }
            (Type::Map { key: ka, elem: a }, Type::Map { key: kb, elem: b }) => {
                self.unify(u, ka, kb, parts) && self.unify(u, a, b, parts)
            }
            (Type::Chan { dir: da, elem: a }, Type::Chan { dir: db, elem: b }) => {
                (how != Match::Exact || da == db) && self.unify(u, a, b, parts)
            }
            (Type::Signature(a), Type::Signature(b)) => {
                a.variadic == b.variadic
                    && self.unify_lists(u, &a.params, &b.params, parts)
                    && self.unify_lists(u, &a.results, &b.results, parts)
            }
            (Type::Struct(a), Type::Struct(b)) => {
                a.len() == b.len()
                    && a.iter().zip(&b).all(|(f, g)| {
                        f.name == g.name
                            && f.pkg == g.pkg
                            && f.embedded == g.embedded
                            && f.tag == g.tag
                            && self.unify(u, f.ty, g.ty, parts)
                    })
            }
            (Type::Interface(a), Type::Interface(b)) => {
                a.methods.len() == b.methods.len()
                    && a.terms == b.terms
                    && a.comparable == b.comparable
                    && a.methods.iter().zip(&b.methods).all(|(f, g)| {
                        f.name == g.name && f.pkg == g.pkg && self.unify(u, f.sig, g.sig, Match::Exact)
                    })
            }
            (Type::Named(a), Type::Named(b)) => {
                if self.u.types.origin(a) != self.u.types.origin(b) {
                    return false;
                }
                let (a, b) = (self.u.types.named(a).args.clone(), self.u.types.named(b).args.clone());
                self.unify_lists(u, &a, &b, how)
            }
            (Type::Basic(Basic::Invalid), _) | (_, Type::Basic(Basic::Invalid)) => true,
            _ => false,
        }
    }
}
