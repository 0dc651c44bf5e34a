//! Switches over values and over types.

use purlin_base::map::HashMap;

use purlin_base::Pos;

use super::Checker;
use super::operand::{Operand, start};
use crate::ast::{BinaryOp, CaseClause, Expr, TypeSwitch};
use crate::constant::{Const, Identity};
use crate::types::{Basic, TypeId};
use crate::universe::{Mode, ObjectKind, VarKind};

impl<'u> Checker<'u> {
    fn check_defaults(&mut self, clauses: &[CaseClause]) {
        let mut first: Option<Pos> = None;
        for clause in clauses.iter().filter(|c| c.cases.is_none()) {
            match first {
                None => first = Some(clause.pos),
                Some(pos) => {
                    let at = self.at(pos);
                    self.error(clause.pos, format!("multiple defaults (first at {at})"));
                }
            }
        }
    }

    /// An expression switch; without a tag it is `true`.
    pub(super) fn switch(&mut self, tag: Option<&Expr>, clauses: &[CaseClause]) {
        let x = match tag {
            Some(tag) => self.switch_tag(tag),
            None => Operand {
                mode: Mode::Constant,
                ty: Basic::Bool.ty(),
                value: Some(Const::Bool(true)),
                expr: None,
            },
        };
        self.check_defaults(clauses);
        let mut seen: HashMap<(TypeId, Identity), Pos> = HashMap::default();
        for clause in clauses {
            for case in clause.cases.iter().flatten() {
                self.case_value(case, &x, &mut seen);
            }
            self.open_scope();
            self.stmts(&clause.body);
            self.close_scope();
        }
    }

    fn switch_tag<'e>(&mut self, tag: &'e Expr) -> Operand<'e> {
        let mut x = self.expr(tag);
        self.assignment(&mut x, None, "switch expression");
        if !x.is_invalid() && !self.u.types.comparable(x.ty) && !self.u.types.has_nil(x.ty) {
            let ty = self.ty(x.ty);
            let message = format!("cannot switch on {} ({ty} is not comparable)", self.describe(&x));
            self.error(x.pos(), message);
            x.fail();
        }
        x
    }

    fn case_value(&mut self, case: &Expr, tag: &Operand<'_>, seen: &mut HashMap<(TypeId, Identity), Pos>) {
        let mut v = self.expr(case);
        if v.is_invalid() || tag.is_invalid() {
            return;
        }
        let mut tag = tag.clone();
        self.convert_untyped(&mut v, tag.ty);
        if v.is_invalid() {
            return;
        }
        let mut result = v.clone();
        self.comparison(&mut result, &mut tag, BinaryOp::Eq, true);
        if result.is_invalid() || !v.is_const() {
            return;
        }
        let Some(value) = v.value.as_ref().filter(|v| !matches!(v, Const::Bool(_) | Const::Complex(..)))
        else {
            return;
        };
        let ty = self.u.types.default_type(v.ty);
        let (key, pos) = ((ty, value.identity()), v.pos());
        let own = case.pos;
        if let Some(previous) = seen.get(&key) {
            let rest = self.line_at(*previous, "previous case");
            let message = format!("duplicate case {} in expression switch{rest}", self.describe(&v));
            self.error(pos, message);
            return;
        }
        seen.insert(key, own);
    }

    pub(super) fn type_switch(&mut self, switch: &TypeSwitch) {
        let mut bind = switch.bind.as_ref();
        if let Some(id) = bind.filter(|id| id.name == self.u.words.blank) {
            self.error(id.pos, "no new variable on left side of :=");
            bind = None;
        }
        let x = self.expr(&switch.x);
        let mut tag = (!x.is_invalid()).then_some(&x);
        if !x.is_invalid() && !self.u.types.is_interface(x.ty) {
            let message = if self.u.types.is_param(x.ty) {
                format!("cannot use type switch on type parameter value {}", self.describe(&x))
            } else {
                format!("{} is not an interface", self.describe(&x))
            };
            self.error(x.pos(), message);
            tag = None;
        }
        self.check_defaults(&switch.clauses);
        let mut seen: HashMap<Option<TypeId>, Pos> = HashMap::default();
        let mut bound = Vec::new();
        for clause in &switch.clauses {
            let ty = self.case_types(clause.cases.as_deref().unwrap_or_default(), tag, &mut seen);
            self.open_scope();
            if let Some(id) = bind {
                // Not one of the locals: it is used if it is in any clause.
                let obj = self.new_var(id.name, id.pos, ty, VarKind::Local);
                self.env.locals.pop();
                self.declare(obj);
                self.u.info.implicits[clause.id] = Some(obj);
                bound.push(obj);
            }
            self.stmts(&clause.body);
            self.close_scope();
        }
        if let Some(id) = bind
            && !bound.iter().any(|o| self.u.objects[*o].as_var().is_some_and(|v| v.used))
        {
            let message = format!("{} declared and not used", self.u.name(id.name));
            self.minor_error(id.pos, message);
        }
    }

    /// Checks the types of a clause. The type of the variable that it binds: its own if it lists one.
    fn case_types(
        &mut self,
        cases: &[Expr],
        tag: Option<&Operand<'_>>,
        seen: &mut HashMap<Option<TypeId>, Pos>,
    ) -> TypeId {
        let mut last = None;
        for case in cases {
            let ty = if self.is_nil_name(case) {
                self.expr(case);
                None
            } else {
                let ty = self.var_type(case);
                if !self.is_valid(ty) {
                    last = Some(ty);
                    continue;
                }
                Some(ty)
            };
            last = ty;
            if let Some(previous) = seen.get(&ty) {
                let rest = self.line_at(*previous, "previous case");
                let what = ty.map_or_else(|| "nil".to_string(), |t| self.ty(t));
                self.error(start(case), format!("duplicate case {what} in type switch{rest}"));
                continue;
            }
            seen.insert(ty, start(case));
            if let (Some(x), Some(ty)) = (tag, ty)
                && let Some(cause) = self.impossible_assertion(x.ty, ty)
            {
                let message = format!(
                    "impossible type switch case: {}\n\t{} cannot have dynamic type {} {cause}",
                    self.source(case),
                    self.describe(x),
                    self.ty(ty)
                );
                self.error(case.start, message);
            }
        }
        match (cases, last) {
            ([_], Some(ty)) => ty,
            _ => tag.map_or(Basic::Invalid.ty(), |x| x.ty),
        }
    }

    fn is_nil_name(&self, e: &Expr) -> bool {
        let Some(id) = e.unparen().as_ident() else { return false };
        self.lookup(id.name).is_some_and(|o| matches!(self.u.objects[o].kind, ObjectKind::Nil))
    }
}
