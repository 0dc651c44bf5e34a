//! Type parameters, constraints, and instances of generic types and functions.

use purlin_base::map::{HashMap, HashSet};

use purlin_base::Pos;

use super::operand::{Operand, start};
use super::{Checker, Later, Verification};
use crate::ast::{self, BinaryOp, Expr, ExprKind, Ident, UnaryOp};
use crate::types::{Basic, Interface, NamedId, Subst, Term, Type, TypeId, includes, intersect};
use crate::universe::{Mode, ObjId, ObjectKind};

const INVALID: TypeId = Basic::Invalid.ty();
/// More terms than this a union may not have.
const MAX_TERMS: usize = 100;

impl<'u> Checker<'u> {
    // Type parameters ------------------------------------------------------------------------------------

    /// Declares type parameters in the innermost scope, without their constraints.
    pub(super) fn declare_type_params(&mut self, list: &[ast::TypeParam]) -> Vec<TypeId> {
        let mut params = Vec::new();
        if let Some(first) = list.iter().flat_map(|p| &p.names).next() {
            self.require(18, first.pos, "type parameter");
        }
        for id in list.iter().flat_map(|p| &p.names) {
            let ty = self.u.types.new_param(id.name, id.pos);
            self.declare_type_param(id, ty);
            params.push(ty);
        }
        params
    }

    fn declare_type_param(&mut self, id: &Ident, ty: TypeId) {
        let obj = self.new_object(id.name, id.pos, ty, ObjectKind::TypeName { alias: false });
        self.u.info.defs[id.id] = Some(obj);
        self.declare(obj);
        self.env.type_params.push(ty);
    }

    /// Evaluates the constraints of type parameters that are declared.
    pub(super) fn resolve_constraints(&mut self, list: &[ast::TypeParam], params: &[TypeId]) {
        let mut at = 0;
        for param in list {
            let constraint = self.constraint(&param.constraint);
            for _ in &param.names {
                self.u.types.set_constraint(params[at], constraint);
                at += 1;
            }
        }
    }

    /// Brings type parameters that were declared before into scope again.
    pub(super) fn reopen_type_params(&mut self, list: &[ast::TypeParam]) {
        for id in list.iter().flat_map(|p| &p.names) {
            self.reopen_type_param(id);
        }
    }

    fn reopen_type_param(&mut self, id: &Ident) {
        let Some(obj) = self.u.info.defs[id.id] else { return };
        self.env.type_params.push(self.u.objects[obj].ty);
        if id.name != self.u.words.blank
            && let Some(scope) = self.env.scopes.last_mut()
        {
            scope.names.insert(id.name, obj);
        }
    }

    /// The operands of the index expression that the receiver of a method of a generic type is.
    pub(super) fn receiver_params(recv: &ast::Param) -> Option<(&Expr, &[Expr])> {
        let base = match &recv.ty.unparen().kind {
            ExprKind::Star(inner) => inner.unparen(),
            _ => recv.ty.unparen(),
        };
        match &base.kind {
            ExprKind::Index { x, indices } => Some((x, indices)),
            _ => None,
        }
    }

    pub(super) fn reopen_receiver_params(&mut self, recv: &ast::Param) {
        let Some((_, indices)) = Self::receiver_params(recv) else { return };
        for id in indices.iter().filter_map(Expr::as_ident) {
            self.reopen_type_param(id);
        }
    }

    /// Declares the names that a generic receiver gives the parameters of its type, and gives the receiver
    /// its type. False if there was an error.
    pub(super) fn generic_receiver(&mut self, recv: &ast::Param) -> bool {
        let Some((base, indices)) = Self::receiver_params(recv) else { return true };
        self.require(18, base.start, "type instantiation");
        self.allow_generic = true;
        let x = self.raw_expr(base, None);
        self.allow_generic = false;
        if x.is_invalid() {
            return false;
        }
        let Some((named, obj)) =
            self.u.types.as_named(x.ty).zip(self.generic_obj(base)).filter(|_| x.mode == Mode::Type)
        else {
            let message = format!("{} is not a generic type", self.source(base));
            self.error(base.start, message);
            return false;
        };
        let params = self.u.generics.get(&obj).cloned().unwrap_or_default();
        if params.len() != indices.len() {
            let n = indices.len();
            let s = if n == 1 { "" } else { "s" };
            let message = format!(
                "receiver declares {n} type parameter{s}, but receiver base type declares {}",
                params.len()
            );
            self.error(base.start, message);
            return false;
        }
        for (index, ty) in indices.iter().zip(&params) {
            let Some(id) = index.as_ident() else {
                let message = format!("receiver type parameter {} must be an identifier", self.source(index));
                self.error(index.start, message);
                return false;
            };
            self.declare_type_param(id, *ty);
            self.record(index, Mode::Type, *ty, None);
        }
        let mut ty = self.u.types.named(named).ty;
        let mut e = &recv.ty;
        if matches!(e.unparen().kind, ExprKind::Star(_)) {
            ty = self.u.types.pointer_to(ty);
        }
        loop {
            self.record(e, Mode::Type, ty, None);
            match &e.kind {
                ExprKind::Paren(inner) => e = inner,
                _ => return true,
            }
        }
    }

    // Constraints ----------------------------------------------------------------------------------------

    fn constraint(&mut self, e: &Expr) -> TypeId {
        let union = matches!(
            e.kind,
            ExprKind::Binary { op: BinaryOp::Or, .. } | ExprKind::Unary { op: UnaryOp::Tilde, .. }
        );
        if !union {
            let ty = self.type_expr(e);
            if !self.is_valid(ty) {
                return INVALID;
            }
            if self.u.types.is_param(ty) {
                self.error(e.start, "cannot use a type parameter as constraint");
                return INVALID;
            }
            let incomplete =
                self.u.types.as_named(ty).is_some_and(|n| self.u.types.named(n).underlying.is_none());
            if incomplete || self.u.types.is_interface(ty) {
                return ty;
            }
        }
        let Some(terms) = self.union(e) else { return INVALID };
        let interface = Interface { terms: terms.map(Into::into), implicit: true, ..Interface::default() };
        self.u.types.intern(Type::Interface(interface))
    }

    /// The terms of a union; `Some(None)` if it allows all types, `None` after an error.
    #[allow(clippy::option_option)]
    pub(super) fn union(&mut self, e: &Expr) -> Option<Option<Vec<Term>>> {
        let mut parts = Vec::new();
        let mut left = e;
        while let ExprKind::Binary { op: BinaryOp::Or, x, y } = &left.kind {
            parts.push(&**y);
            left = x;
        }
        parts.push(left);
        parts.reverse();
        if parts.len() > MAX_TERMS {
            let message =
                format!("cannot handle more than {MAX_TERMS} union terms (implementation limitation)");
            self.error(e.start, message);
            return None;
        }
        let (mut all, mut universe, single) = (Vec::new(), false, parts.len() == 1);
        let mut own: Vec<Term> = Vec::new();
        let mut seen = HashSet::default();
        for part in parts {
            let terms = self.union_part(part, single, &mut own)?;
            match terms {
                Some(terms) => all.extend(terms.into_iter().filter(|t| seen.insert(t.clone()))),
                None => universe = true,
            }
        }
        Some((!universe).then_some(all))
    }

    /// One operand of a union; `own` are the terms before it that are no interfaces.
    #[allow(clippy::option_option)]
    fn union_part(&mut self, e: &Expr, single: bool, own: &mut Vec<Term>) -> Option<Option<Vec<Term>>> {
        let (tilde, inner) = match &e.kind {
            ExprKind::Unary { op: UnaryOp::Tilde, x } => (true, &**x),
            _ => (false, e),
        };
        let ty = self.embedded_type(inner);
        if !self.is_valid(ty) || !self.embeddable(ty, inner.start) {
            return None;
        }
        if self.u.types.is_param(ty) {
            let message = match tilde {
                true => format!("type in term {} cannot be a type parameter", self.source(e)),
                false => "term cannot be a type parameter".to_string(),
            };
            self.error(inner.start, message);
            return None;
        }
        if let Some(i) = self.u.types.interface(ty).cloned() {
            let message = if tilde {
                format!("invalid use of ~ ({} is an interface)", self.ty(ty))
            } else if !single && !i.methods.is_empty() {
                let what = self.u.printer(None).print(ty);
                format!("cannot use {what} in union ({what} contains methods)")
            } else if !single && i.comparable {
                let what = self.u.printer(None).print(ty);
                if self.u.types.as_named(ty).is_some_and(|n| self.u.types.named(n).pkg.is_none()) {
                    "cannot use comparable in union".to_string()
                } else {
                    format!("cannot use {what} in union ({what} embeds comparable)")
                }
            } else {
                return Some(i.terms.map(|t| t.to_vec()));
            };
            self.error(e.start, message);
            return None;
        }
        let under = self.u.types.underlying(ty);
        if tilde && under != ty {
            let message =
                format!("invalid use of ~ (underlying type of {} is {})", self.ty(ty), self.ty(under));
            self.error(e.start, message);
            return None;
        }
        let term = Term { tilde, ty };
        let types = &self.u.types;
        if let Some(other) = own.iter().find(|t| includes(types, t, &term) || includes(types, &term, t)) {
            let text = |c: &Self, t: &Term| c.u.printer(None).print_terms(std::slice::from_ref(t));
            let message = format!("overlapping terms {} and {}", text(self, &term), text(self, other));
            self.error(e.start, message);
        }
        own.push(term.clone());
        Some(Some(vec![term]))
    }

    /// Adds what an interface embeds to its terms.
    pub(super) fn narrow(&self, terms: Option<Vec<Term>>, by: Option<Vec<Term>>) -> Option<Vec<Term>> {
        intersect(&self.u.types, terms, by)
    }

    // Instances ------------------------------------------------------------------------------------------

    /// The generic function or type that an expression names.
    pub(super) fn generic_obj(&self, e: &Expr) -> Option<ObjId> {
        let id = match &e.unparen().kind {
            ExprKind::Ident(id) => id,
            ExprKind::Selector { sel, .. } => sel,
            _ => return None,
        };
        self.u.info.uses[id.id].filter(|o| self.u.generics.contains_key(o))
    }

    pub(super) fn subst(&mut self, ty: TypeId, s: &mut Subst, pos: Pos) -> TypeId {
        let ty = self.u.types.subst(ty, s);
        self.complete_instances(pos);
        ty
    }

    /// Completes new instances of types.
    pub(super) fn complete_instances(&mut self, pos: Pos) {
        if !self.u.types.pending.is_empty() {
            for named in self.u.settle() {
                self.check_finite(named);
            }
        }
        if let Some(named) = self.u.types.runaway.take() {
            let declared = self.u.objects[self.u.types.named(named).obj].pos;
            self.runaway.get_or_insert(if pos.is_some() { pos } else { declared });
        }
    }

    /// The types in a list of type arguments; none if one is wrong.
    pub(super) fn type_args(&mut self, indices: &[Expr]) -> Option<Vec<TypeId>> {
        let args: Vec<TypeId> = indices.iter().map(|e| self.var_type(e)).collect();
        args.iter().all(|t| self.is_valid(*t)).then_some(args)
    }

    /// `x[indices]` as a type, `x` being generic.
    pub(super) fn instantiate_type(&mut self, e: &Expr, x: &Expr, obj: ObjId, indices: &[Expr]) -> TypeId {
        let Some(args) = self.type_args(indices) else { return INVALID };
        let params = self.u.generics.get(&obj).cloned().unwrap_or_default();
        if params.len() != args.len() {
            let (at, qualifier) =
                if args.len() < params.len() { (x.start, "not enough") } else { (x.start, "too many") };
            let name = self.text(self.u.objects[obj].name);
            let message = format!(
                "{qualifier} type arguments for type {name}: have {}, want {}",
                args.len(),
                params.len()
            );
            self.error(at, message);
            return INVALID;
        }
        let generic = self.u.objects[obj].ty;
        let alias = matches!(self.u.objects[obj].kind, ObjectKind::TypeName { alias: true });
        let ty = match self.u.types.as_named(generic).filter(|_| !alias) {
            Some(named) => {
                let named: NamedId = named;
                let generic = self.u.types.named(named);
                let mut all = generic.args[..generic.hidden].to_vec();
                all.extend(&args);
                self.u.types.instance(named, &all)
            }
            None => self.u.types.subst(generic, &mut Subst::new(&params, &args)),
        };
        if let Some(instance) = self.u.types.as_named(ty) {
            self.instance_pos.entry(instance).or_insert(x.pos);
        }
        self.complete_instances(e.start);
        let args_at = indices.iter().map(start).collect();
        self.verify_later(x.start, args_at, params, args.into());
        ty
    }

    pub(super) fn verify_later(
        &mut self,
        pos: Pos,
        args_at: Vec<Pos>,
        params: Box<[TypeId]>,
        args: Box<[TypeId]>,
    ) {
        let program = self.u.packages[self.env.pkg].kind == crate::syntax::PackageKind::Program;
        if program {
            let at = |i: usize| args_at.get(i).copied().unwrap_or(pos);
            let at = (0..params.len()).map(at).collect();
            self.instantiations.push((at, params.clone(), args.clone()));
        }
        self.do_later(Later::Verify(Verification { pos, args_at, params, args }));
    }

    pub(super) fn verify(&mut self, v: &Verification) {
        let mut s = Subst::new(&v.params, &v.args);
        for (i, (param, arg)) in v.params.iter().zip(&v.args).enumerate() {
            let Some(constraint) = self.u.types.param(*param).and_then(|p| p.constraint) else { continue };
            let pos = v.args_at.get(i).copied().unwrap_or(v.pos);
            let bound = self.subst(constraint, &mut s, pos);
            if let Err(cause) = self.satisfies(*arg, bound) {
                self.error(pos, cause);
                return;
            }
        }
    }

    /// Why `ty` does not satisfy the constraint `bound`.
    pub(super) fn satisfies(&mut self, ty: TypeId, bound: TypeId) -> Result<(), String> {
        let Some(want) = self.u.types.interface(bound).cloned() else { return Ok(()) };
        if !self.is_valid(self.u.types.underlying(ty)) && !self.u.types.is_param(ty) {
            return Ok(());
        }
        if want.terms.as_ref().is_some_and(|t| t.is_empty()) {
            return Err(format!("cannot satisfy {} (empty type set)", self.ty(bound)));
        }
        if let Some(missing) = self.missing_method(ty, bound) {
            let cause = self.missing_cause(ty, &missing);
            return Err(format!("{} does not satisfy {} {cause}", self.ty(ty), self.ty(bound)));
        }
        if let Some(terms) = &want.terms {
            self.in_type_set(ty, bound, terms)?;
        }
        if want.comparable && want.terms.is_some() && !self.is_strictly_comparable(ty) {
            let (text, bound) = (self.ty(ty), self.ty(bound));
            let cause = match self.u.types.is_param(ty) || self.u.types.is_interface(ty) {
                true => String::new(),
                false => format!(" ({bound} mentions {text}, but {text} is not in the type set of {bound})"),
            };
            return Err(format!("{text} does not satisfy {bound}{cause}"));
        }
        let strictly = !self.u.types.is_param(ty) || self.is_strictly_comparable(ty);
        if want.comparable && !(self.u.types.comparable(ty) && strictly) {
            return Err(format!("{} does not satisfy comparable", self.ty(ty)));
        }
        if want.comparable && self.is_before(20) && self.may_panic_compared(ty) {
            let text = self.ty(ty);
            let language = self.language();
            return Err(format!("{text} to satisfy comparable requires go1.20 or later {language}"));
        }
        Ok(())
    }

    /// Whether `==` on values of `ty`, or of all types of its type set, is defined and never panics.
    fn is_strictly_comparable(&self, ty: TypeId) -> bool {
        if !self.u.types.is_param(ty) {
            return self.u.types.comparable(ty) && !self.may_panic_compared(ty);
        }
        let declared = self.u.types.constraint(ty).is_some_and(|c| c.comparable);
        let terms = self.u.types.terms(ty).unwrap_or_default();
        declared
            || !terms.is_empty()
                && terms.iter().all(|t| self.u.types.comparable(t.ty) && !self.may_panic_compared(t.ty))
    }

    /// Whether `==` on values of a type that is comparable may panic: it is or contains an interface.
    fn may_panic_compared(&self, ty: TypeId) -> bool {
        if self.u.types.is_param(ty) {
            return false;
        }
        match self.u.types.under(ty) {
            Type::Interface(_) => true,
            Type::Array { elem, .. } => self.may_panic_compared(*elem),
            Type::Struct(fields) => fields.iter().any(|f| self.may_panic_compared(f.ty)),
            _ => false,
        }
    }

    fn in_type_set(&self, ty: TypeId, bound: TypeId, terms: &[Term]) -> Result<(), String> {
        let types = &self.u.types;
        let set = |t: &Term| terms.iter().any(|w| includes(types, w, t));
        let own = types.is_param(ty) || types.is_interface(ty);
        if own {
            let mine = if types.is_param(ty) {
                types.terms(ty)
            } else {
                types.interface(ty).and_then(|i| i.terms.as_deref())
            };
            if mine.is_some_and(|mine| mine.iter().all(set)) {
                return Ok(());
            }
            return Err(format!("{} does not satisfy {}", self.ty(ty), self.ty(bound)));
        }
        if set(&Term { tilde: false, ty }) {
            return Ok(());
        }
        let under = types.underlying(ty);
        let alt = terms.iter().find(|t| !t.tilde && t.ty == under);
        let detail = match alt {
            Some(alt) => format!("possibly missing ~ for {} in {}", self.ty(alt.ty), self.ty(bound)),
            None => {
                // Go prints the terms of a type set with their packages.
                let list = self.u.printer(None).print_terms(terms);
                format!("{} missing in {list}", self.ty(ty))
            }
        };
        Err(format!("{} does not satisfy {} ({detail})", self.ty(ty), self.ty(bound)))
    }

    /// The operand that a use of a generic function is.
    pub(super) fn generic_func<'e>(&mut self, e: &'e Expr, obj: ObjId) -> Operand<'e> {
        let ty = self.u.types.intern(Type::Generic { obj, args: Box::default() });
        Operand::new(Mode::Value, ty, e)
    }

    /// The generic function that an operand is, with the type arguments that are known.
    pub(super) fn as_generic(&self, x: &Operand<'_>) -> Option<(ObjId, Box<[TypeId]>)> {
        match self.u.types.get(x.ty) {
            Type::Generic { obj, args } if x.mode == Mode::Value => Some((*obj, args.clone())),
            _ => None,
        }
    }

    /// `f[indices]`
    pub(super) fn index_generic<'e>(
        &mut self,
        e: &'e Expr,
        x: &Operand<'e>,
        indices: &'e [Expr],
    ) -> Operand<'e> {
        let Some((obj, _)) = self.as_generic(x) else { return Operand::invalid(e) };
        self.require(18, e.start, "function instantiation");
        let Some(args) = self.type_args(indices) else { return Operand::invalid(e) };
        let params = self.u.generics.get(&obj).cloned().unwrap_or_default();
        if args.len() > params.len() {
            let message = format!("got {} type arguments but want {}", args.len(), params.len());
            let at = indices.last().map_or(e.start, |i| i.start);
            self.error(at, message);
            return Operand::invalid(e);
        }
        if args.len() < params.len() {
            let ty = self.u.types.intern(Type::Generic { obj, args: args.into() });
            return Operand::new(Mode::Value, ty, e);
        }
        let mut x = Operand::new(Mode::Value, x.ty, e);
        self.instantiate_func(&mut x, obj, &args, e.pos);
        x
    }

    /// Makes the generic function that `x` is its instance with these arguments.
    pub(super) fn instantiate_func(&mut self, x: &mut Operand<'_>, obj: ObjId, args: &[TypeId], pos: Pos) {
        let params = self.u.generics.get(&obj).cloned().unwrap_or_default();
        let sig = self.u.objects[obj].ty;
        let sig = self.subst(sig, &mut Subst::new(&params, args), pos);
        x.ty = sig;
        let closed = !args.iter().any(|t| self.u.types.is_parameterized(*t));
        let instance = closed.then(|| self.u.instance(obj, args));
        let mut args_at = Vec::new();
        let Some(mut e) = x.expr else { return };
        loop {
            self.record(e, Mode::Value, sig, None);
            match &e.kind {
                ExprKind::Paren(inner) => e = inner,
                ExprKind::Index { x, indices } => {
                    args_at = indices.iter().map(start).collect();
                    e = x;
                }
                ExprKind::Ident(id) | ExprKind::Selector { sel: id, .. } => {
                    match instance {
                        Some(instance) => self.u.info.uses[id.id] = Some(instance),
                        None => {
                            self.u.info.instances.insert(id.id, args.into());
                        }
                    }
                    break;
                }
                _ => break,
            }
        }
        self.verify_later(pos, args_at, params, args.into());
    }

    /// Reports a generic function that is used as a value, unless its constraints tell the type arguments
    /// that are not given.
    pub(super) fn exclude_generic(&mut self, x: &mut Operand<'_>) {
        if let Some((obj, known)) = self.as_generic(x) {
            if !known.is_empty() {
                self.infer_rest(x, obj, &known);
                return;
            }
            let what = x.expr.map(|e| self.source(e)).unwrap_or_default();
            self.error(x.pos(), format!("cannot use generic function {what} without instantiation"));
            x.fail();
        }
    }

    /// `List[T any]`, as messages name a generic type.
    pub(super) fn generic_text(&self, obj: ObjId) -> String {
        let params = self.u.generics.get(&obj).cloned().unwrap_or_default();
        let object = &self.u.objects[obj];
        let name = self.u.name(object.name);
        let mut printer = self.u.printer(Some(self.env.pkg));
        printer.spelling.interface_literal = false;
        let params = printer.print_params(&params);
        match object.pkg.filter(|p| *p != self.env.pkg) {
            Some(pkg) => format!("{}.{name}{params}", self.u.name(self.u.packages[pkg].name)),
            None => format!("{name}{params}"),
        }
    }

    // Endless instantiation ------------------------------------------------------------------------------

    /// Reports type parameters that are instantiated with ever larger types that contain themselves: a cycle
    /// of parameters given to parameters on which one is given as part of a larger type (the algorithm is
    /// that of Go's compiler).
    pub(super) fn report_instantiation_cycles(&mut self) {
        let list = std::mem::take(&mut self.instantiations);
        // From the parameter that is given to that which receives it.
        let mut edges: Vec<(TypeId, TypeId, TypeId, Pos)> = Vec::new();
        for (at, params, args) in &list {
            for ((param, arg), pos) in params.iter().zip(args).zip(at) {
                self.u.types.visit_params(*arg, &mut |p| edges.push((p, *param, *arg, *pos)));
            }
        }
        let mut next: HashMap<TypeId, Vec<TypeId>> = HashMap::default();
        for (from, to, ..) in &edges {
            let list = next.entry(*from).or_default();
            if !list.contains(to) {
                list.push(*to);
            }
        }
        let group = components(&next);
        for (from, to, arg, pos) in edges {
            // As in Go, a cycle through types that are in error is not one of instances too.
            let fine = !self.u.diagnostics.has_errors();
            if fine && arg != from && group.get(&from) == group.get(&to) && group.contains_key(&from) {
                let text = format!("{} instantiated as {}", self.ty(to), self.ty(arg));
                let rest = self.line_at(pos, &text);
                let declared = self.u.types.param(to).map_or(pos, |p| p.pos);
                self.error(declared, format!("instantiation cycle:{rest}"));
                return;
            }
        }
        if let Some(pos) = self.runaway {
            self.error(pos, "instantiation cycle");
        }
    }
}

/// The strongly connected component of each node (Tarjan's algorithm, with a stack of its own).
fn components(next: &HashMap<TypeId, Vec<TypeId>>) -> HashMap<TypeId, usize> {
    #[derive(Default)]
    struct State {
        order: HashMap<TypeId, usize>,
        low: HashMap<TypeId, usize>,
        open: Vec<TypeId>,
        group: HashMap<TypeId, usize>,
    }
    let mut s = State::default();
    let mut roots: Vec<TypeId> = next.keys().copied().collect();
    roots.sort_unstable();
    for root in roots {
        if s.order.contains_key(&root) {
            continue;
        }
        let mut work: Vec<(TypeId, usize)> = vec![(root, 0)];
        while let Some((node, at)) = work.pop() {
            if at == 0 {
                let n = s.order.len();
                s.order.insert(node, n);
                s.low.insert(node, n);
                s.open.push(node);
            }
            let successors = next.get(&node).map_or(&[][..], Vec::as_slice);
            if at > 0 {
                let done = successors[at - 1];
                if !s.group.contains_key(&done) {
                    let low = s.low[&done].min(s.low[&node]);
                    s.low.insert(node, low);
                }
            }
            if let Some(to) = successors.get(at) {
                work.push((node, at + 1));
                if !s.order.contains_key(to) {
                    work.push((*to, 0));
                }
                continue;
            }
            if s.low[&node] == s.order[&node] {
                while let Some(member) = s.open.pop() {
                    s.group.insert(member, s.order[&node]);
                    if member == node {
                        break;
                    }
                }
            }
        }
    }
    s.group
}
