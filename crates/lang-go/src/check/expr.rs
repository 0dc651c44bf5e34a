//! Expressions: the dispatch over their kinds, identifiers, literals, and operators.

use purlin_base::Pos;

use super::Checker;
use super::operand::Operand;
use crate::ast::{BinaryOp, Expr, ExprKind, Ident, LitKind, Literal, UnaryOp};
use crate::constant::{self, Const};
use crate::types::{Basic, ChanDir, Type, TypeId};
use crate::universe::{Mode, ObjId, ObjectKind, Progress};

/// Constant integers may not grow beyond this many bits.
const MAX_INT_BITS: u64 = 512;
/// Constants are not shifted further, so that the smallest double can still be written.
const MAX_SHIFT: i64 = 1023 - 1 + 52;
/// How many bytes the concatenations of constant strings may have in all.
const MAX_STRING_BYTES: usize = 64 << 20;
/// Longer numeric literals are not evaluated.
const MAX_LITERAL: usize = 10_000;

impl<'u> Checker<'u> {
    /// A single value.
    pub(super) fn expr<'e>(&mut self, e: &'e Expr) -> Operand<'e> {
        self.expr_hint(e, None)
    }

    /// A single value; `hint` is the type of composite literals without one.
    pub(super) fn expr_hint<'e>(&mut self, e: &'e Expr, hint: Option<TypeId>) -> Operand<'e> {
        let mut x = self.raw_expr(e, hint);
        self.exclude(&mut x, true);
        self.exclude_generic(&mut x);
        self.single_value(&mut x);
        x
    }

    /// A single value for something of type `target`: a generic function gets its type arguments from that.
    pub(super) fn expr_for<'e>(&mut self, e: &'e Expr, target: Option<TypeId>, context: &str) -> Operand<'e> {
        let mut x = self.raw_expr(e, None);
        self.exclude(&mut x, true);
        match target {
            Some(target) if self.as_generic(&x).is_some() => self.infer_value(&mut x, target, context),
            _ => self.exclude_generic(&mut x),
        }
        self.single_value(&mut x);
        x
    }

    /// A single value, perhaps a generic function.
    pub(super) fn expr_or_generic<'e>(&mut self, e: &'e Expr) -> Operand<'e> {
        let mut x = self.raw_expr(e, None);
        self.exclude(&mut x, true);
        self.single_value(&mut x);
        x
    }

    /// A value, possibly several: a call may have a tuple as its type.
    pub(super) fn multi_expr<'e>(&mut self, e: &'e Expr) -> Operand<'e> {
        let mut x = self.raw_expr(e, None);
        self.exclude(&mut x, true);
        x
    }

    /// A single value or a type.
    pub(super) fn expr_or_type<'e>(&mut self, e: &'e Expr) -> Operand<'e> {
        let mut x = self.raw_expr(e, None);
        self.exclude(&mut x, false);
        self.exclude_generic(&mut x);
        self.single_value(&mut x);
        x
    }

    /// The operand of a selector, index or dereference: what a built-in function is there is for the caller
    /// to say.
    pub(super) fn base_expr<'e>(&mut self, e: &'e Expr) -> Operand<'e> {
        let mut x = self.raw_expr(e, None);
        if !matches!(x.mode, Mode::Builtin(_)) {
            self.exclude(&mut x, false);
            self.exclude_generic(&mut x);
            self.single_value(&mut x);
        }
        x
    }

    pub(super) fn exclude(&mut self, x: &mut Operand<'_>, types: bool) {
        let what = match x.mode {
            Mode::NoValue if types => "used as value",
            Mode::NoValue => "used as value or type",
            Mode::Builtin(_) => "must be called",
            Mode::Type if types => "is not an expression",
            _ => return,
        };
        let message = format!("{} {what}", self.describe(x));
        self.error(x.pos(), message);
        x.fail();
    }

    pub(super) fn single_value(&mut self, x: &mut Operand<'_>) {
        if x.mode == Mode::Value && matches!(self.u.types.get(x.ty), Type::Tuple(_)) {
            let message = format!("multiple-value {} in single-value context", self.describe(x));
            self.error(x.pos(), message);
            x.fail();
        }
    }

    /// Anything: a value, several, none, a type, or a built-in function. Its type is recorded.
    pub(super) fn raw_expr<'e>(&mut self, e: &'e Expr, hint: Option<TypeId>) -> Operand<'e> {
        if !self.enter(e.start) {
            return Operand::invalid(e);
        }
        let x = self.dispatch(e, hint);
        self.leave();
        self.record_operand(e, &x);
        Operand { expr: Some(e), ..x }
    }

    fn record_operand(&mut self, e: &Expr, x: &Operand<'_>) {
        let ty = if x.mode == Mode::NoValue { self.u.types.empty_tuple() } else { x.ty };
        self.record(e, x.mode, ty, x.value.clone());
    }

    fn dispatch<'e>(&mut self, e: &'e Expr, hint: Option<TypeId>) -> Operand<'e> {
        if !matches!(e.kind, ExprKind::Ident(_) | ExprKind::Selector { .. } | ExprKind::Paren(_)) {
            self.allow_generic = false;
        }
        match &e.kind {
            ExprKind::Bad => Operand::invalid(e),
            ExprKind::Ident(id) => self.ident(e, id),
            ExprKind::Literal(lit) => self.literal(e, lit),
            ExprKind::Composite { ty, elems, rbrace } => {
                self.composite(e, ty.as_deref(), elems, *rbrace, hint)
            }
            ExprKind::Func(lit) => self.func_literal(e, lit),
            ExprKind::Paren(x) => self.raw_expr(x, None),
            ExprKind::Selector { x, sel } => self.selector(e, x, sel),
            ExprKind::Index { x, indices } => self.index_expr(e, x, indices),
            ExprKind::Slice { x, lo, hi, max, full } => {
                self.slice_expr(e, x, [lo.as_deref(), hi.as_deref(), max.as_deref()], *full)
            }
            ExprKind::TypeAssert { x, ty } => self.type_assertion(e, x, ty),
            ExprKind::TypeGuard(x) => {
                self.raw_expr(x, None);
                Operand::invalid(e)
            }
            ExprKind::Call { func, args, dots, rparen } => self.call(e, func, args, *dots, *rparen),
            ExprKind::Star(x) => self.star(e, x),
            ExprKind::Unary { op, x } => self.unary(e, *op, x),
            ExprKind::Binary { .. } => self.binary_chain(e),
            ExprKind::ArrayType { .. }
            | ExprKind::SliceType(_)
            | ExprKind::StructType(_)
            | ExprKind::InterfaceType(_)
            | ExprKind::FuncType(_)
            | ExprKind::MapType { .. }
            | ExprKind::ChanType { .. } => {
                let ty = self.type_expr(e);
                self.type_operand(ty, e)
            }
        }
    }

    pub(super) fn type_operand<'e>(&self, ty: TypeId, e: &'e Expr) -> Operand<'e> {
        if self.is_valid(ty) { Operand::new(Mode::Type, ty, e) } else { Operand::invalid(e) }
    }

    // Names and literals ---------------------------------------------------------------------------------

    pub(super) fn ident<'e>(&mut self, e: &'e Expr, id: &Ident) -> Operand<'e> {
        let Some(obj) = self.lookup(id.name) else {
            if id.name == self.u.words.blank {
                self.error(id.pos, "cannot use _ as value or type");
            } else {
                let message = format!("undefined: {}", self.u.name(id.name));
                self.error(id.pos, message);
            }
            return Operand::invalid(e);
        };
        self.u.info.uses[id.id] = Some(obj);
        self.note_spelling(id);
        if let Some(pkg) = self.u.objects[obj].pkg.filter(|p| *p != self.env.pkg) {
            self.dot_used.insert((self.env.file, pkg));
        }
        self.object_operand(e, obj, id.pos)
    }

    /// Messages print `uint8` and `int32` by these names only if the program does.
    fn note_spelling(&mut self, id: &Ident) {
        let (words, spelling) = (self.u.words, &mut self.u.spelling);
        spelling.uint8 |= id.name == words.uint8;
        spelling.byte |= id.name == words.byte;
        spelling.int32 |= id.name == words.int32;
        spelling.rune |= id.name == words.rune;
    }

    /// The operand that a use of `obj` is.
    pub(super) fn object_operand<'e>(&mut self, e: &'e Expr, obj: ObjId, pos: Pos) -> Operand<'e> {
        let allow_generic = std::mem::take(&mut self.allow_generic);
        if !self.resolve_use(obj) {
            self.depend(obj);
            return Operand::invalid(e);
        }
        let object = &self.u.objects[obj];
        let ty = object.ty;
        match &object.kind {
            ObjectKind::PkgName { .. } => {
                let message = format!("use of package {} not in selector", self.u.name(object.name));
                self.error(pos, message);
                Operand::invalid(e)
            }
            ObjectKind::Const { value } => {
                let mut value = value.clone();
                if object.pkg.is_none() && object.name == self.u.words.iota {
                    match self.env.iota {
                        Some(n) => value = Some(Const::from(i64::from(n))),
                        None => {
                            self.error(pos, "cannot use iota outside constant declaration");
                            return Operand::invalid(e);
                        }
                    }
                }
                self.depend(obj);
                if !self.is_valid(ty) {
                    return Operand::invalid(e);
                }
                Operand { mode: Mode::Constant, ty, value, expr: Some(e) }
            }
            ObjectKind::TypeName { .. } => {
                if !allow_generic && self.u.generics.contains_key(&obj) {
                    let message =
                        format!("cannot use generic type {} without instantiation", self.generic_text(obj));
                    self.error(pos, message);
                    return Operand::invalid(e);
                }
                self.type_operand(ty, e)
            }
            ObjectKind::Var(_) => {
                self.use_var(obj);
                self.depend(obj);
                self.reach_inits(obj);
                if self.is_valid(ty) { Operand::new(Mode::Variable, ty, e) } else { Operand::invalid(e) }
            }
            ObjectKind::Func(_) => {
                self.depend(obj);
                self.reach(obj);
                if self.is_valid(ty) && self.u.generics.contains_key(&obj) {
                    return self.generic_func(e, obj);
                }
                if self.is_valid(ty) { Operand::new(Mode::Value, ty, e) } else { Operand::invalid(e) }
            }
            ObjectKind::Builtin(builtin) => Operand::new(Mode::Builtin(*builtin), Basic::Invalid.ty(), e),
            ObjectKind::Nil => Operand::new(Mode::Nil, Basic::UntypedNil.ty(), e),
        }
    }

    /// Resolves an object that is used; false if its type depends on itself.
    pub(super) fn resolve_use(&mut self, obj: ObjId) -> bool {
        if self.u.objects[obj].progress != Progress::Resolved {
            return self.resolve(obj);
        }
        true
    }

    /// Notes that a variable is read here, and by which function literals.
    pub(super) fn use_var(&mut self, obj: ObjId) {
        let here = self.env.funcs.last().map(|f| f.id);
        let Some(var) = self.var_mut(obj) else { return };
        var.used = true;
        let Some(owner) = var.func else { return };
        if Some(owner) == here {
            return;
        }
        var.captured = true;
        let inner: Vec<_> = self.env.funcs.iter().rev().map(|f| f.id).take_while(|id| *id != owner).collect();
        for func in inner {
            if self.captured.insert((func, obj)) {
                self.u.info.funcs[func].captures.push(obj);
            }
        }
    }

    /// Notes that the package-level object being checked refers to `obj`.
    pub(super) fn depend(&mut self, obj: ObjId) {
        let obj = self.u.origin(obj);
        let object = &self.u.objects[obj];
        if let Some(from) = self.env.decl
            && object.decl.is_some()
            && object.pkg == self.u.objects[from].pkg
        {
            self.u.deps.entry(from).or_default().insert(obj);
        }
    }

    fn literal<'e>(&mut self, e: &'e Expr, lit: &Literal) -> Operand<'e> {
        let text = self.u.names.text(lit.text);
        let number = matches!(lit.kind, LitKind::Int | LitKind::Float | LitKind::Imag);
        if number && text.len() > MAX_LITERAL {
            let (head, len): (String, usize) = (text.chars().take(10).collect(), text.len());
            self.error(e.start, format!("excessively long constant: {head}... ({len} chars)"));
            return Operand::invalid(e);
        }
        let (value, basic) = match &lit.kind {
            LitKind::Int => (constant::int_literal(text), Basic::UntypedInt),
            LitKind::Float => (constant::float_literal(text), Basic::UntypedFloat),
            LitKind::Imag => (constant::imag_literal(text), Basic::UntypedComplex),
            LitKind::Char(c) => (Some(Const::from(i64::from(*c))), Basic::UntypedRune),
            LitKind::String(bytes) => (Some(Const::Str(bytes.clone())), Basic::UntypedString),
        };
        if number && self.is_before(13) {
            self.check_literal_version(e, lit);
        }
        let Some(value) = value else {
            self.error(e.start, format!("malformed constant: {}", self.text(lit.text)));
            return Operand::invalid(e);
        };
        let mut x = Operand::constant(value, basic.ty(), e);
        self.check_overflow(&mut x, e);
        x
    }

    /// Checks a number where a value of a numeric type is expected, which is what tables consist of, and
    /// which has that type at once. False, and nothing is done, if it is anything else.
    pub(super) fn number_literal(&mut self, e: &Expr, ty: TypeId) -> bool {
        let ExprKind::Literal(lit) = &e.kind else { return false };
        let Type::Basic(basic) = *self.u.types.under(ty) else { return false };
        let text = self.u.names.text(lit.text);
        if !basic.is_numeric() || text.len() > MAX_LITERAL || self.is_before(13) {
            return false;
        }
        let value = match &lit.kind {
            LitKind::Int => constant::int_literal(text),
            LitKind::Char(c) => Some(Const::from(i64::from(*c))),
            LitKind::Float | LitKind::Imag | LitKind::String(_) => None,
        };
        let Some(value) = value.and_then(|value| value.representable(basic)) else { return false };
        self.record(e, Mode::Constant, ty, Some(value));
        true
    }

    // Operators ------------------------------------------------------------------------------------------

    /// Checks that the constant result of `e` can be represented.
    pub(super) fn check_overflow(&mut self, x: &mut Operand<'_>, e: &Expr) {
        let pos =
            if matches!(e.kind, ExprKind::Unary { .. } | ExprKind::Binary { .. }) { e.pos } else { e.start };
        let Some(value) = &x.value else {
            self.error(pos, "constant result is not representable");
            return;
        };
        if !self.u.types.is_untyped(x.ty) {
            let basic = self.u.types.basic(x.ty);
            self.represent(x, basic);
            return;
        }
        if matches!(value, Const::Int(n) if n.bits() > MAX_INT_BITS) {
            let op = match &e.kind {
                ExprKind::Unary { op: UnaryOp::BitNot, .. } => "bitwise complement ",
                ExprKind::Binary { op, .. } => match op {
                    BinaryOp::Add => "addition ",
                    BinaryOp::Sub => "subtraction ",
                    BinaryOp::Xor => "bitwise XOR ",
                    BinaryOp::Mul => "multiplication ",
                    BinaryOp::Shl => "shift ",
                    _ => "",
                },
                _ => "",
            };
            self.error(pos, format!("constant {op}overflow"));
            x.fail();
        }
    }

    fn star<'e>(&mut self, e: &'e Expr, inner: &'e Expr) -> Operand<'e> {
        let x = self.base_expr(inner);
        match x.mode {
            Mode::Invalid => Operand::invalid(e),
            Mode::Type => {
                let ty = self.u.types.pointer_to(x.ty);
                Operand::new(Mode::Type, ty, e)
            }
            Mode::Nil => {
                self.invalid_op(x.pos(), "cannot indirect nil");
                Operand::invalid(e)
            }
            _ => match self.u.types.pointee(x.ty) {
                Some(elem) => Operand::new(Mode::Variable, elem, e),
                None => {
                    let types = &self.u.types;
                    let pointers = types.is_param(x.ty)
                        && types.all(x.ty, |t, ty| matches!(t.under(ty), Type::Pointer(_)));
                    let message = if pointers {
                        format!("pointers of {} must have identical base types", self.describe(&x))
                    } else {
                        format!("cannot indirect {}", self.describe(&x))
                    };
                    self.invalid_op(x.pos(), message);
                    Operand::invalid(e)
                }
            },
        }
    }

    fn unary<'e>(&mut self, e: &'e Expr, op: UnaryOp, inner: &'e Expr) -> Operand<'e> {
        let mut x = self.expr(inner);
        if x.is_invalid() {
            return Operand::invalid(e);
        }
        match op {
            UnaryOp::Addr => return self.address(e, inner, x),
            UnaryOp::Recv => {
                self.has_call = true;
                return match self.chan_elem(x.pos(), &x, true) {
                    Some(elem) => Operand::new(Mode::CommaOk, elem, e),
                    None => Operand::invalid(e),
                };
            }
            UnaryOp::Tilde => {
                let hint = if self.u.types.is_integer(x.ty) { " (use ^ for bitwise complement)" } else { "" };
                self.error(e.start, format!("cannot use ~ outside of interface or type constraint{hint}"));
                return Operand::invalid(e);
            }
            UnaryOp::Plus | UnaryOp::Neg | UnaryOp::Not | UnaryOp::BitNot => {}
        }
        let types = &self.u.types;
        let defined = match op {
            UnaryOp::Not => types.is_boolean(x.ty),
            UnaryOp::BitNot => types.is_integer(x.ty),
            _ => types.is_numeric(x.ty),
        };
        if !defined {
            let message = format!("operator {} not defined on {}", op.text(), self.describe(&x));
            self.invalid_op(x.pos(), message);
            return Operand::invalid(e);
        }
        x.expr = Some(e);
        if x.is_const() {
            let basic = self.u.types.basic(x.ty);
            if let Some(value) = x.value.take() {
                x.value = constant::unary(op, &value, basic);
                self.check_overflow(&mut x, e);
            }
            return x;
        }
        x.mode = Mode::Value;
        x
    }

    fn address<'e>(&mut self, e: &'e Expr, inner: &'e Expr, x: Operand<'e>) -> Operand<'e> {
        let literal = matches!(inner.unparen().kind, ExprKind::Composite { .. });
        if !literal && x.mode != Mode::Variable {
            let message = format!("cannot take address of {}", self.describe(&x));
            self.invalid_op(x.pos(), message);
            return Operand::invalid(e);
        }
        self.mark_base(inner, |var| var.address_taken = true);
        let ty = self.u.types.pointer_to(x.ty);
        Operand::new(Mode::Value, ty, e)
    }

    /// Applies `mark` to the variable that the storage `e` is part of, if it is part of one: `x`, `x.f`,
    /// `x[i]` of an array, as long as no pointer lies between.
    pub(super) fn mark_base(&mut self, e: &Expr, mark: impl FnOnce(&mut crate::universe::Var)) {
        let mut e = e;
        loop {
            match &e.kind {
                ExprKind::Paren(x) => e = x,
                ExprKind::Selector { x, .. } => {
                    let Some(selection) = self.u.info.selections.get(&e.id) else { return };
                    if selection.indirect {
                        return;
                    }
                    e = x;
                }
                ExprKind::Index { x, .. } => {
                    let ty = self.u.info.types[x.id].ty;
                    if !matches!(self.u.types.under(ty), Type::Array { .. }) {
                        return;
                    }
                    e = x;
                }
                ExprKind::Ident(id) => {
                    if let Some(obj) = self.u.info.uses[id.id]
                        && let Some(var) = self.var_mut(obj)
                    {
                        mark(var);
                    }
                    return;
                }
                _ => return,
            }
        }
    }

    /// The element type of the channel `x`, if one may receive from (or send to) it.
    pub(super) fn chan_elem(&mut self, pos: Pos, x: &Operand<'_>, receive: bool) -> Option<TypeId> {
        let verb = if receive { "receive from" } else { "send to" };
        if self.u.types.is_param(x.ty)
            && let Some(cause) = self.no_channel(x.ty, receive)
        {
            let message = format!("cannot {verb} {}: {cause}", self.describe(x));
            self.invalid_op(pos, message);
            return None;
        }
        let cause = match self.u.types.under(x.ty) {
            Type::Chan { dir: ChanDir::Send, .. } if receive => "send-only channel",
            Type::Chan { dir: ChanDir::Recv, .. } if !receive => "receive-only channel",
            Type::Chan { elem, .. } => return Some(*elem),
            _ => "non-channel",
        };
        let message = format!("cannot {verb} {cause} {} {}", self.ty(x.ty), self.describe(x));
        self.invalid_op(pos, message);
        None
    }

    /// A binary expression. Operators nest to the left without bound, so left operands are walked in a loop.
    fn binary_chain<'e>(&mut self, e: &'e Expr) -> Operand<'e> {
        let mut spine: Vec<(&'e Expr, BinaryOp, &'e Expr)> = Vec::new();
        let mut left = e;
        while let ExprKind::Binary { op, x, y } = &left.kind {
            spine.push((left, *op, y));
            left = x;
        }
        let mut x = self.expr(left);
        while let Some((node, op, right)) = spine.pop() {
            let y = self.expr(right);
            x = self.binary(Some(node), x, y, op);
            x.expr = Some(node);
            if node.id != e.id {
                self.record_operand(node, &x);
            }
        }
        x
    }

    /// `x op y`; without `node` it is an assignment `x op= y`. The result has the expression of `x`.
    pub(super) fn binary<'e>(
        &mut self,
        node: Option<&'e Expr>,
        mut x: Operand<'e>,
        mut y: Operand<'e>,
        op: BinaryOp,
    ) -> Operand<'e> {
        if x.is_invalid() || y.is_invalid() {
            x.fail();
            return x;
        }
        if op.is_shift() {
            self.shift(node, &mut x, &mut y, op);
            return x;
        }
        self.match_types(&mut x, &mut y);
        if x.is_invalid() {
            return x;
        }
        if op.is_comparison() {
            self.comparison(&mut x, &mut y, op, false);
            return x;
        }
        if x.ty != y.ty {
            if self.is_valid(x.ty) && self.is_valid(y.ty) {
                self.mismatched(node, &x, &y, op);
            }
            x.fail();
            return x;
        }
        if !self.operator_defined(&x, op) {
            x.fail();
            return x;
        }
        if matches!(op, BinaryOp::Div | BinaryOp::Rem)
            && (x.is_const() || self.u.types.is_integer(x.ty))
            && y.value.as_ref().is_some_and(|y| y.divides_by_zero(self.u.types.basic(x.ty).is_complex()))
        {
            self.invalid_op(y.pos(), "division by zero");
            x.fail();
            return x;
        }
        if x.is_const() && y.is_const() {
            self.constant_binary(node, &mut x, y, op);
            return x;
        }
        x.mode = Mode::Value;
        x.value = None;
        x
    }

    /// Makes `x` the result of an operator on the constants `x` and `y` of one type.
    fn constant_binary<'e>(
        &mut self,
        node: Option<&'e Expr>,
        x: &mut Operand<'e>,
        y: Operand<'e>,
        op: BinaryOp,
    ) {
        let (Some(a), Some(b)) = (x.value.take(), y.value) else { return };
        if !self.afford_string(&a, &b, y.expr) {
            x.fail();
            return;
        }
        let whole = self.u.types.is_integer(x.ty);
        x.value = constant::binary(op, &a, &b, whole);
        x.value = x.value.take().and_then(|v| self.in_kind(v, x.ty));
        if let Some(node) = node {
            x.expr = Some(node);
            self.check_overflow(x, node);
        }
    }

    /// Constant strings can double at each step; what all of them take together is bounded.
    fn afford_string(&mut self, a: &Const, b: &Const, at: Option<&Expr>) -> bool {
        let (Const::Str(a), Const::Str(b)) = (a, b) else { return true };
        self.string_bytes += a.len() + b.len();
        let pos = at.map_or(Pos::NONE, |e| e.start);
        let bytes = (a.len() + b.len()) as u64;
        if self.string_bytes <= MAX_STRING_BYTES && self.u.ids.budget.take(bytes, pos) {
            return true;
        }
        self.error(pos, "constant strings take too much memory");
        false
    }

    /// An untyped constant in the variant that belongs to its type.
    fn in_kind(&self, value: Const, ty: TypeId) -> Option<Const> {
        if self.u.types.is_untyped(ty) { value.representable(self.u.types.basic(ty)) } else { Some(value) }
    }

    fn mismatched(&mut self, node: Option<&Expr>, x: &Operand<'_>, y: &Operand<'_>, op: BinaryOp) {
        let what = match node {
            Some(node) => self.source(node),
            None => {
                let side = |x: &Operand<'_>| x.expr.map(|e| self.source(e)).unwrap_or_default();
                format!("{} {}= {}", side(x), op.text(), side(y))
            }
        };
        let message = format!("{what} (mismatched types {} and {})", self.ty(x.ty), self.ty(y.ty));
        self.invalid_op(x.pos(), message);
    }

    fn operator_defined(&mut self, x: &Operand<'_>, op: BinaryOp) -> bool {
        let defined = self.u.types.all(x.ty, |types, ty| {
            let basic = types.basic(ty);
            match op {
                BinaryOp::Add => basic.is_numeric() || basic.is_string(),
                BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Div => basic.is_numeric(),
                BinaryOp::Rem | BinaryOp::And | BinaryOp::Or | BinaryOp::Xor | BinaryOp::AndNot => {
                    basic.is_integer()
                }
                BinaryOp::LogAnd | BinaryOp::LogOr => basic.is_boolean(),
                _ => true,
            }
        });
        if !defined {
            let message = format!("operator {} not defined on {}", op.text(), self.describe(x));
            self.invalid_op(x.pos(), message);
        }
        defined
    }

    /// Makes `x` the result of `x op y`. In a switch `x` is the case and `y` the tag.
    pub(super) fn comparison(&mut self, x: &mut Operand<'_>, y: &mut Operand<'_>, op: BinaryOp, case: bool) {
        if !self.is_valid(x.ty) || !self.is_valid(y.ty) {
            x.fail();
            return;
        }
        let fault = self.comparison_fault(x, y, op);
        if let Some((at_y, cause)) = fault {
            let side = |c: &Self, x: &Operand<'_>| x.expr.map(|e| c.source(e)).unwrap_or_default();
            let (xs, mut ys) = (side(self, x), side(self, y));
            if y.expr.is_none() {
                // A switch without a tag.
                ys = "true".into();
            }
            if case {
                self.error(x.pos(), format!("invalid case {xs} in switch on {ys} ({cause})"));
            } else {
                let pos = if at_y { y.pos() } else { x.pos() };
                self.invalid_op(pos, format!("{xs} {} {ys} ({cause})", op.text()));
            }
            x.fail();
            return;
        }
        if let (Some(a), Some(b)) = (&x.value, &y.value)
            && x.is_const()
            && y.is_const()
        {
            x.value = Some(Const::Bool(constant::compare(op, a, b)));
        } else {
            x.mode = Mode::Value;
            x.value = None;
            self.reach_comparison(x.ty, y.ty);
            for side in [&*x, &*y] {
                let ty = self.u.types.default_type(side.ty);
                if let Some(e) = side.expr {
                    self.update_type(e, ty, true);
                }
            }
        }
        x.ty = Basic::UntypedBool.ty();
    }

    /// Why `x op y` is not defined, and whether to say so at `y`.
    fn comparison_fault(&mut self, x: &Operand<'_>, y: &Operand<'_>, op: BinaryOp) -> Option<(bool, String)> {
        if self.assignable_to(x, y.ty).is_err() && self.assignable_to(y, x.ty).is_err() {
            return Some((true, format!("mismatched types {} and {}", self.ty(x.ty), self.ty(y.ty))));
        }
        let types = &self.u.types;
        let undefined = |ty: TypeId| {
            if types.is_param(ty) {
                return format!("type parameter {} cannot use operator {}", self.ty(ty), op.text());
            }
            let what = self.composite_kind(ty).map_or_else(|| self.ty(ty), str::to_string);
            format!("operator {} not defined on {what}", op.text())
        };
        if matches!(op, BinaryOp::Eq | BinaryOp::Ne) {
            if x.is_nil() || y.is_nil() {
                let ty = if x.is_nil() { y.ty } else { x.ty };
                let both = x.is_nil() && y.is_nil() && types.is_untyped(x.ty) && types.is_untyped(y.ty);
                if both {
                    return Some((true, format!("operator {} not defined on untyped nil", op.text())));
                }
                return (!types.has_nil(ty)).then(|| (true, undefined(ty)));
            }
            for (at_y, ty) in [(false, x.ty), (true, y.ty)] {
                if let Some(part) = types.incomparable_part(ty) {
                    return Some((at_y, self.incomparable_cause(ty, part)));
                }
            }
            return None;
        }
        for (at_y, ty) in [(false, x.ty), (true, y.ty)] {
            if !types.is_ordered(ty) {
                return Some((at_y, undefined(ty)));
            }
        }
        None
    }

    /// Why values of `ty` cannot be compared, given the part of it that cannot.
    pub(super) fn incomparable_cause(&self, ty: TypeId, part: TypeId) -> String {
        if self.u.types.is_param(ty) {
            let empty = self.u.types.terms(ty).is_some_and(<[_]>::is_empty);
            return if empty { "empty type set" } else { "incomparable types in type set" }.to_string();
        }
        match self.u.types.under(ty) {
            Type::Slice(_) | Type::Signature(_) | Type::Map { .. } => {
                format!("{} can only be compared to nil", self.composite_kind(ty).unwrap_or_default())
            }
            Type::Struct(fields) => {
                let field = fields.iter().find(|f| !self.u.types.comparable(f.ty)).map_or(part, |f| f.ty);
                format!("struct containing {} cannot be compared", self.ty(field))
            }
            _ => format!("{} cannot be compared", self.ty(ty)),
        }
    }

    fn shift<'e>(&mut self, node: Option<&'e Expr>, x: &mut Operand<'e>, y: &mut Operand<'e>, op: BinaryOp) {
        let left = if x.is_const() { x.value.as_ref().and_then(Const::to_int) } else { None };
        let types = &self.u.types;
        let whole = types.is_integer(x.ty) || types.is_untyped(x.ty) && left.is_some();
        if !whole {
            let message = format!("shifted operand {} must be integer", self.describe(x));
            self.invalid_op(x.pos(), message);
            x.fail();
            return;
        }
        if !self.shift_count(y) {
            x.fail();
            return;
        }
        if x.is_const() {
            if y.is_const() {
                self.constant_shift(node, x, y, left, op);
                return;
            }
            if self.u.types.is_untyped(x.ty) {
                // The type of `x` is that which it would have without the shift.
                if let Some(e) = x.expr {
                    self.shift_lhs.insert(e.id);
                }
                x.mode = Mode::Value;
                x.value = None;
                return;
            }
        }
        if !self.u.types.is_integer(x.ty) {
            let message = format!("shifted operand {} must be integer", self.describe(x));
            self.invalid_op(x.pos(), message);
            x.fail();
            return;
        }
        x.mode = Mode::Value;
        x.value = None;
    }

    fn shift_count(&mut self, y: &mut Operand<'_>) -> bool {
        let untyped = self.u.types.is_untyped(y.ty);
        if y.is_const() {
            let whole = y.value.as_ref().and_then(Const::to_int);
            if whole.is_some() && y.value.as_ref().is_some_and(Const::is_negative) {
                let message = format!("negative shift count {}", self.describe(y));
                self.invalid_op(y.pos(), message);
                return false;
            }
            if untyped {
                self.represent(y, Basic::Uint);
                if y.is_invalid() {
                    return false;
                }
                // Its type, if nothing else decides.
                if let Some(e) = y.expr {
                    self.update_type(e, Basic::Uint.ty(), true);
                }
                return true;
            }
        } else if untyped {
            self.convert_untyped(y, Basic::Uint.ty());
            return !y.is_invalid();
        }
        let count = |y: &Operand<'_>| y.is_const() && y.value.as_ref().and_then(Const::to_int).is_some();
        if !self.u.types.is_integer(y.ty) && !count(y) {
            let message = format!("shift count {} must be integer", self.describe(y));
            self.invalid_op(y.pos(), message);
            return false;
        }
        if !y.is_const() && self.is_before(13) && !self.u.types.basic(y.ty).is_unsigned() {
            let what = format!("invalid operation: signed shift count {}", self.describe(y));
            return self.require(13, y.pos(), what);
        }
        true
    }

    fn constant_shift<'e>(
        &mut self,
        node: Option<&'e Expr>,
        x: &mut Operand<'e>,
        y: &Operand<'e>,
        left: Option<constant::Int>,
        op: BinaryOp,
    ) {
        let (Some(left), Some(count)) = (left, &y.value) else {
            x.value = None;
            return;
        };
        let Some(n) = count.to_i64().filter(|n| *n <= MAX_SHIFT) else {
            let message = format!("invalid shift count {}", self.describe(y));
            self.invalid_op(y.pos(), message);
            x.fail();
            return;
        };
        if !self.u.types.is_integer(x.ty) {
            x.ty = Basic::UntypedInt.ty();
        }
        x.value = constant::shift(op, &Const::Int(left), n as u32);
        if let Some(node) = node {
            x.expr = Some(node);
            self.check_overflow(x, node);
        }
    }

    // Type assertions ------------------------------------------------------------------------------------

    fn type_assertion<'e>(&mut self, e: &'e Expr, inner: &'e Expr, ty: &'e Expr) -> Operand<'e> {
        let x = self.expr(inner);
        if x.is_invalid() {
            return Operand::invalid(e);
        }
        if !self.u.types.is_interface(x.ty) || self.u.types.is_param(x.ty) {
            let message = if self.u.types.is_param(x.ty) {
                format!("cannot use type assertion on type parameter value {}", self.describe(&x))
            } else {
                format!("{} is not an interface", self.describe(&x))
            };
            self.invalid_op(x.pos(), message);
            return Operand::invalid(e);
        }
        let target = self.var_type(ty);
        if !self.is_valid(target) {
            return Operand::invalid(e);
        }
        if let Some(cause) = self.impossible_assertion(x.ty, target) {
            let message = format!(
                "impossible type assertion: {}\n\t{} does not implement {} {cause}",
                self.source(e),
                self.ty(target),
                self.ty(x.ty)
            );
            self.error(e.start, message);
        }
        Operand::new(Mode::CommaOk, target, e)
    }

    /// Why a value of the interface type `iface` can never be a `ty`.
    pub(super) fn impossible_assertion(&mut self, iface: TypeId, ty: TypeId) -> Option<String> {
        // What a type parameter stands for may be an interface.
        if self.u.types.is_interface(ty) || self.u.types.is_param(ty) {
            return None;
        }
        let missing = self.missing_method(ty, iface)?;
        Some(self.missing_cause(ty, &missing))
    }
}
