//! Assignments: to variables old and new, of one value or several, and of results.

use purlin_base::map::HashSet;

use purlin_base::Pos;

use super::Checker;
use super::call::summary;
use super::operand::Operand;
use crate::ast::{BinaryOp, Expr, ExprKind, Ident};
use crate::types::{Basic, Type, TypeId};
use crate::universe::{Mode, ObjId, ObjectKind, Progress, VarKind};

const INVALID: TypeId = Basic::Invalid.ty();

/// What a value is given to.
#[derive(Clone, Copy, Debug)]
pub(super) enum Target {
    /// A variable whose type the value decides.
    Infer(ObjId),
    /// A variable of this type.
    Var(TypeId),
    /// A result of this type.
    Result(TypeId),
}

impl Target {
    /// The target's type, if the value does not decide it.
    fn ty(self) -> Option<TypeId> {
        match self {
            Target::Infer(_) => None,
            Target::Var(ty) | Target::Result(ty) => Some(ty),
        }
    }

    pub(super) fn var(obj: ObjId, ty: Option<TypeId>) -> Target {
        ty.map_or(Target::Infer(obj), Target::Var)
    }
}

fn measure(n: usize, unit: &str) -> String {
    if n == 1 { format!("1 {unit}") } else { format!("{n} {unit}s") }
}

fn is_call(e: &Expr) -> bool {
    matches!(e.unparen().kind, ExprKind::Call { .. })
}

impl<'u> Checker<'u> {
    /// Checks that `x` can be assigned to a variable of type `ty`, giving it a type if it is untyped; without
    /// `ty` to the blank identifier. `x` fails if not.
    pub(super) fn assignment(&mut self, x: &mut Operand<'_>, ty: Option<TypeId>, context: &str) {
        self.single_value(x);
        self.exclude_generic(x);
        match x.mode {
            Mode::Invalid => return,
            Mode::Constant | Mode::Variable | Mode::MapIndex | Mode::Value | Mode::Nil | Mode::CommaOk => {}
            Mode::NoValue | Mode::Builtin(_) | Mode::Type => {
                let target = ty.map(|t| self.ty(t)).unwrap_or_default();
                let message = format!("cannot assign {} to {target} in {context}", self.describe(x));
                self.error(x.pos(), message);
                x.fail();
                return;
            }
        }
        if self.u.types.is_untyped(x.ty) && !self.settle(x, ty, context) {
            x.fail();
            return;
        }
        let Some(ty) = ty else { return };
        if let Err(cause) = self.assignable_to(x, ty) {
            let mut message =
                format!("cannot use {} as {} value in {context}", self.describe(x), self.target_text(ty));
            if let Some(cause) = cause {
                message += &format!(": {cause}");
            }
            self.error(x.pos(), message);
            x.fail();
            return;
        }
        if self.u.types.is_interface(ty) {
            self.reach_methods(x.ty);
        }
    }

    /// Gives an untyped value the type that it has as a `ty`.
    fn settle(&mut self, x: &mut Operand<'_>, ty: Option<TypeId>, context: &str) -> bool {
        let target = match ty {
            None if x.is_nil() => {
                self.error(x.pos(), format!("use of untyped nil in {context}"));
                return false;
            }
            None => self.u.types.default_type(x.ty),
            Some(ty) if self.u.types.is_interface(ty) && !x.is_nil() => self.u.types.default_type(x.ty),
            Some(ty) => ty,
        };
        match self.implicit_type(x, target) {
            Ok((ty, value)) => {
                self.adopt(x, ty, value);
                !x.is_invalid()
            }
            Err(misfit) => {
                let mut message = format!(
                    "cannot use {} as {} value in {context}",
                    self.describe(x),
                    self.target_text(target)
                );
                match misfit {
                    super::untyped::Misfit::Truncated => message += " (truncated)",
                    super::untyped::Misfit::Overflows => message += " (overflows)",
                    super::untyped::Misfit::Other => {}
                }
                self.error(x.pos(), message);
                false
            }
        }
    }

    /// Gives `target` the value `x`.
    fn give(&mut self, target: Target, mut x: Operand<'_>, context: &str) {
        match target {
            Target::Result(ty) => self.assignment(&mut x, Some(ty), context),
            Target::Var(ty) => {
                if !x.is_invalid() && self.is_valid(ty) {
                    self.assignment(&mut x, Some(ty), context);
                }
            }
            Target::Infer(obj) => self.infer(obj, x, context),
        }
    }

    fn infer(&mut self, obj: ObjId, mut x: Operand<'_>, context: &str) {
        let mut ty = x.ty;
        if !x.is_invalid() && self.u.types.is_untyped(ty) {
            if x.is_nil() {
                self.error(x.pos(), format!("use of untyped nil in {context}"));
                x.fail();
            }
            ty = self.u.types.default_type(ty);
        }
        if x.is_invalid() {
            return;
        }
        self.assignment(&mut x, Some(ty), context);
        self.u.objects[obj].ty = ty;
    }

    /// Gives variables that a `var` declares their values.
    pub(super) fn declare_vars(&mut self, targets: &[Target], rhs: &[Expr]) {
        if targets.len() != rhs.len() {
            self.init(targets, rhs, None, "assignment");
            return;
        }
        for (target, e) in targets.iter().zip(rhs) {
            let x = self.expr_for(e, target.ty(), "variable declaration");
            self.give(*target, x, "variable declaration");
        }
    }

    /// Gives the targets the values of `rhs`. With `returning` this is a return statement at that position.
    pub(super) fn init_vars(&mut self, targets: &[Target], rhs: &[Expr], returning: Option<Pos>) {
        let context = if returning.is_some() { "return statement" } else { "assignment" };
        self.init(targets, rhs, returning, context);
    }

    fn init(&mut self, targets: &[Target], rhs: &[Expr], returning: Option<Pos>, context: &str) {
        if targets.len() == rhs.len() && !(rhs.len() == 1 && is_call(&rhs[0])) {
            for (target, e) in targets.iter().zip(rhs) {
                let x = self.expr_for(e, target.ty(), context);
                self.give(*target, x, context);
            }
            return;
        }
        if rhs.len() != 1 {
            let values: Vec<Operand<'_>> = rhs.iter().map(|e| self.expr(e)).collect();
            if values.iter().all(|x| !x.is_invalid()) {
                self.count_error(targets, rhs, &values, returning);
            }
            return;
        }
        let values = self.values_of(&rhs[0], targets.len() == 2 && returning.is_none());
        if values.len() != targets.len() {
            if !values[0].is_invalid() {
                self.count_error(targets, rhs, &values, returning);
            }
            return;
        }
        let comma_ok = values.len() == 2 && !is_call(&rhs[0]);
        for (target, x) in targets.iter().zip(values) {
            self.give(*target, x, context);
        }
        if comma_ok {
            let ok = match targets[1] {
                Target::Infer(_) => Basic::Bool.ty(),
                Target::Var(ty) | Target::Result(ty) => ty,
            };
            self.record_comma_ok(&rhs[0], ok);
        }
    }

    /// The values of one expression: those of a call with several results, or value and ok if `comma_ok`
    /// allows it.
    fn values_of<'e>(&mut self, e: &'e Expr, comma_ok: bool) -> Vec<Operand<'e>> {
        let mut x = self.multi_expr(e);
        if x.mode == Mode::Value
            && let Type::Tuple(types) = self.u.types.get(x.ty)
        {
            return types.iter().map(|ty| Operand::new(Mode::Value, *ty, e)).collect();
        }
        if comma_ok && matches!(x.mode, Mode::MapIndex | Mode::CommaOk) {
            x.mode = Mode::Value;
            let ok = Operand::new(Mode::Value, Basic::UntypedBool.ty(), e);
            return vec![x, ok];
        }
        vec![x]
    }

    /// Records that a map index, receive or type assertion gives a second value.
    fn record_comma_ok(&mut self, e: &Expr, ok: TypeId) {
        let ok = if self.u.types.is_boolean(ok) { ok } else { Basic::Bool.ty() };
        let mut e = e;
        loop {
            let ty = self.u.info.types[e.id].ty;
            if !self.is_valid(ty) {
                return;
            }
            let pair = self.u.types.tuple(&[ty, ok]);
            self.u.info.types[e.id].ty = pair;
            match &e.kind {
                ExprKind::Paren(inner) => e = inner,
                _ => return,
            }
        }
    }

    fn count_error(
        &mut self,
        targets: &[Target],
        rhs: &[Expr],
        values: &[Operand<'_>],
        returning: Option<Pos>,
    ) {
        if let Some(pos) = returning {
            let want: Vec<TypeId> = targets
                .iter()
                .map(|t| match t {
                    Target::Result(ty) | Target::Var(ty) => *ty,
                    Target::Infer(_) => INVALID,
                })
                .collect();
            self.return_count(pos, &want, values);
            return;
        }
        self.mismatch(targets.len(), rhs, values.len());
    }

    fn mismatch(&mut self, left: usize, rhs: &[Expr], right: usize) {
        let (vars, vals) = (measure(left, "variable"), measure(right, "value"));
        let message = match &rhs[0].unparen().kind {
            ExprKind::Call { func, .. } if rhs.len() == 1 => {
                format!("assignment mismatch: {vars} but {} returns {vals}", self.source(func))
            }
            _ => format!("assignment mismatch: {vars} but {vals}"),
        };
        self.error(rhs[0].start, message);
    }

    pub(super) fn return_count(&mut self, pos: Pos, want: &[TypeId], values: &[Operand<'_>]) {
        let (at, qualifier) = match values {
            _ if values.len() > want.len() => (values[want.len()].pos(), "too many"),
            [.., last] => (last.pos(), "not enough"),
            [] => (pos, "not enough"),
        };
        let have: Vec<TypeId> = values.iter().map(|x| x.ty).collect();
        let message = format!(
            "{qualifier} return values\n\thave {}\n\twant {}",
            summary(self, &have, false, false),
            summary(self, want, false, false)
        );
        self.error(at, message);
    }

    // Old variables --------------------------------------------------------------------------------------

    /// The type of the variable that is assigned to; none for the blank identifier.
    fn lhs_var(&mut self, lhs: &Expr) -> Option<TypeId> {
        let ident = lhs.unparen().as_ident();
        if let Some(id) = ident
            && id.name == self.u.words.blank
        {
            return None;
        }
        // To assign to a variable is not to use it.
        let local = ident
            .and_then(|id| self.lookup(id.name))
            .filter(|o| self.u.objects[*o].as_var().is_some_and(|v| v.kind != VarKind::Package));
        let used = local.and_then(|o| self.u.objects[o].as_var()).map(|v| v.used);
        let x = self.expr(lhs);
        if let (Some(obj), Some(used)) = (local, used)
            && let Some(var) = self.var_mut(obj)
        {
            var.used = used;
        }
        match x.mode {
            Mode::Invalid => return Some(INVALID),
            Mode::Variable | Mode::MapIndex => {}
            _ => {
                self.not_assignable(lhs, &x);
                return Some(INVALID);
            }
        }
        self.mark_base(lhs, |var| var.reassigned = true);
        Some(x.ty)
    }

    fn not_assignable(&mut self, lhs: &Expr, x: &Operand<'_>) {
        if let ExprKind::Selector { x: base, .. } = &lhs.unparen().kind
            && self.u.info.types[base.id].mode == Mode::MapIndex
        {
            let message = format!("cannot assign to struct field {} in map", self.source(lhs));
            self.error(x.pos(), message);
            return;
        }
        let what = self.source(lhs);
        self.error(
            x.pos(),
            format!("cannot assign to {what} (neither addressable nor a map index expression)"),
        );
    }

    /// Assigns the operand `x` to `lhs`.
    pub(super) fn assign_operand(&mut self, lhs: &Expr, mut x: Operand<'_>, context: &str) {
        let ty = self.lhs_var(lhs);
        if ty == Some(INVALID) || x.is_invalid() {
            return;
        }
        self.assignment(&mut x, ty, context);
    }

    /// `lhs = rhs`
    pub(super) fn assign_vars(&mut self, lhs: &[Expr], rhs: &[Expr]) {
        if lhs.len() == rhs.len() && !(rhs.len() == 1 && is_call(&rhs[0])) {
            for (l, r) in lhs.iter().zip(rhs) {
                let ty = self.lhs_var(l);
                let mut x = self.expr_for(r, ty, "assignment");
                if ty == Some(INVALID) || x.is_invalid() {
                    continue;
                }
                let context = if ty.is_none() { "assignment to _ identifier" } else { "assignment" };
                self.assignment(&mut x, ty, context);
            }
            return;
        }
        if rhs.len() != 1 {
            for l in lhs {
                self.lhs_var(l);
            }
            let mut valid = true;
            for r in rhs {
                valid &= !self.expr(r).is_invalid();
            }
            if valid {
                self.mismatch(lhs.len(), rhs, rhs.len());
            }
            return;
        }
        let values = self.values_of(&rhs[0], lhs.len() == 2);
        if values.len() != lhs.len() {
            for l in lhs {
                self.lhs_var(l);
            }
            if !values[0].is_invalid() {
                self.mismatch(lhs.len(), rhs, values.len());
            }
            return;
        }
        let comma_ok = values.len() == 2 && !is_call(&rhs[0]);
        let mut ok = Basic::Bool.ty();
        for (i, (l, mut x)) in lhs.iter().zip(values).enumerate() {
            let ty = self.lhs_var(l);
            if ty == Some(INVALID) || x.is_invalid() {
                continue;
            }
            let context = if ty.is_none() { "assignment to _ identifier" } else { "assignment" };
            self.assignment(&mut x, ty, context);
            if i == 1 {
                ok = ty.unwrap_or(ok);
            }
        }
        if comma_ok {
            self.record_comma_ok(&rhs[0], ok);
        }
    }

    /// `lhs op= rhs`, and `x++` with the constant one as `rhs`.
    pub(super) fn assign_op(&mut self, op: BinaryOp, lhs: &Expr, y: Operand<'_>) {
        let x = self.expr(lhs);
        self.assign_op_to(op, lhs, x, y);
    }

    /// Checks an assignment whose `lhs` has been checked already: that is not done twice, because it may hold
    /// function literals.
    pub(super) fn assign_op_to(&mut self, op: BinaryOp, lhs: &Expr, x: Operand<'_>, y: Operand<'_>) {
        if x.is_invalid() || y.is_invalid() {
            return;
        }
        let mut result = self.binary(None, x.clone(), y, op);
        if result.is_invalid() {
            return;
        }
        if !matches!(x.mode, Mode::Variable | Mode::MapIndex) {
            self.not_assignable(lhs, &x);
            return;
        }
        self.mark_base(lhs, |var| var.reassigned = true);
        self.assignment(&mut result, Some(x.ty), "assignment operation");
    }

    // New variables --------------------------------------------------------------------------------------

    /// `lhs := rhs`
    pub(super) fn define(&mut self, pos: Pos, lhs: &[Expr], rhs: &[Expr]) {
        let Some((targets, new, failed)) = self.defined(lhs) else {
            self.use_exprs(rhs);
            return;
        };
        self.init_vars(&targets, rhs, None);
        for obj in &new {
            self.u.objects[*obj].progress = Progress::Resolved;
            self.declare(*obj);
        }
        if new.is_empty() && !failed {
            self.error(pos, "no new variables on left side of :=");
        }
    }

    /// The variables on the left of `:=`: all, those that are new and not blank, and whether there was an
    /// error.
    pub(super) fn defined(&mut self, lhs: &[Expr]) -> Option<(Vec<Target>, Vec<ObjId>, bool)> {
        let (mut targets, mut new, mut failed) = (Vec::new(), Vec::new(), false);
        let mut seen: HashSet<purlin_base::Name> = HashSet::default();
        for e in lhs {
            let Some(id) = e.as_ident() else {
                let message = format!("non-name {} on left side of :=", self.source(e));
                self.error(e.start, message);
                self.raw_expr(e, None);
                failed = true;
                targets.push(self.dummy(e.start));
                continue;
            };
            if id.name != self.u.words.blank && !seen.insert(id.name) {
                let message = format!("{} repeated on left side of :=", self.u.name(id.name));
                self.error(id.pos, message);
                failed = true;
                targets.push(self.dummy(id.pos));
                continue;
            }
            match self.in_this_scope(id) {
                Some(obj) => targets.push(self.redefined(id, obj, &mut failed)),
                None => {
                    let obj = self.new_var(id.name, id.pos, INVALID, VarKind::Local);
                    self.u.info.defs[id.id] = Some(obj);
                    if id.name != self.u.words.blank {
                        new.push(obj);
                    }
                    targets.push(Target::Infer(obj));
                }
            }
        }
        Some((targets, new, failed))
    }

    fn in_this_scope(&self, id: &Ident) -> Option<ObjId> {
        self.env.scopes.last().and_then(|s| s.names.get(&id.name)).copied()
    }

    /// A variable that takes the place of one that cannot be declared.
    fn dummy(&mut self, pos: Pos) -> Target {
        Target::Infer(self.new_var(self.u.words.blank, pos, INVALID, VarKind::Local))
    }

    fn redefined(&mut self, id: &Ident, obj: ObjId, failed: &mut bool) -> Target {
        self.u.info.uses[id.id] = Some(obj);
        let ty = self.u.objects[obj].ty;
        if !matches!(self.u.objects[obj].kind, ObjectKind::Var(_)) {
            let message = format!("cannot assign to {}", self.u.name(id.name));
            self.error(id.pos, message);
            *failed = true;
            return self.dummy(id.pos);
        }
        if let Some(var) = self.var_mut(obj) {
            var.reassigned = true;
        }
        Target::Var(ty)
    }
}
