//! Calls of the built-in functions.

use purlin_base::Pos;

use super::Checker;
use super::operand::Operand;
use crate::ast::{BinaryOp, Expr, ExprKind};
use crate::constant::{self, Const};
use crate::types::{Basic, ChanDir, Signature, Type, TypeId};
use crate::universe::{Builtin, Mode};

/// How many arguments a function takes, and whether it takes more.
fn arity(builtin: Builtin) -> (usize, bool) {
    match builtin {
        Builtin::Append | Builtin::Make | Builtin::Max | Builtin::Min => (1, true),
        Builtin::Print | Builtin::Println => (0, true),
        Builtin::Recover => (0, false),
        Builtin::Complex | Builtin::Copy | Builtin::Delete => (2, false),
        Builtin::UnsafeAdd | Builtin::UnsafeSlice | Builtin::UnsafeString => (2, false),
        Builtin::Cap
        | Builtin::Clear
        | Builtin::Close
        | Builtin::Imag
        | Builtin::Len
        | Builtin::New
        | Builtin::Panic
        | Builtin::Real
        | Builtin::UnsafeAlignof
        | Builtin::UnsafeOffsetof
        | Builtin::UnsafeSizeof
        | Builtin::UnsafeSliceData
        | Builtin::UnsafeStringData => (1, false),
    }
}

impl<'u> Checker<'u> {
    pub(super) fn builtin<'e>(
        &mut self,
        e: &'e Expr,
        builtin: Builtin,
        args: &'e [Expr],
        dots: bool,
        _rparen: Pos,
    ) -> Operand<'e> {
        if dots && builtin != Builtin::Append {
            let name = builtin.name().trim_start_matches("unsafe.");
            self.invalid_op(e.start, format!("invalid use of ... with built-in {name}"));
            self.use_exprs(args);
            return Operand::invalid(e);
        }
        let outer_call = self.has_call;
        if matches!(builtin, Builtin::Len | Builtin::Cap) {
            self.has_call = false;
        }
        let lazily = matches!(builtin, Builtin::Make | Builtin::New | Builtin::UnsafeOffsetof);
        let operands = if lazily { Vec::new() } else { self.operand_list(args) };
        let called = self.has_call;
        if matches!(builtin, Builtin::Len | Builtin::Cap) {
            self.has_call |= outer_call;
        }
        if operands.iter().any(Operand::is_invalid) {
            return Operand::invalid(e);
        }
        let given = if lazily { args.len() } else { operands.len() };
        if !self.builtin_arity(e, builtin, given) {
            return Operand::invalid(e);
        }
        let since = match builtin {
            Builtin::UnsafeAdd | Builtin::UnsafeSlice => 17,
            Builtin::UnsafeSliceData | Builtin::UnsafeString | Builtin::UnsafeStringData => 20,
            Builtin::Clear | Builtin::Max | Builtin::Min => 21,
            _ => 0,
        };
        if self.is_before(since) {
            let kind = if matches!(builtin, Builtin::Max | Builtin::Min) { "built-in " } else { "" };
            self.require(since, e.start, format!("{kind}{}", builtin.name()));
            return Operand::invalid(e);
        }
        self.builtin_call(e, builtin, args, operands, dots, called)
    }

    /// Whether a built-in function can have so many arguments; if not, that has been reported.
    fn builtin_arity(&mut self, e: &Expr, builtin: Builtin, given: usize) -> bool {
        let (wanted, variadic) = arity(builtin);
        let fits = given == wanted || given > wanted && variadic;
        if !fits {
            let qualifier = if given < wanted { "not enough" } else { "too many" };
            let call = self.source(e);
            let message = format!("{qualifier} arguments for {call} (expected {wanted}, found {given})");
            self.invalid_op(e.start, message);
        }
        fits
    }

    /// `called` says whether the arguments contain a call or a receive.
    fn builtin_call<'e>(
        &mut self,
        e: &'e Expr,
        builtin: Builtin,
        args: &'e [Expr],
        mut operands: Vec<Operand<'e>>,
        dots: bool,
        called: bool,
    ) -> Operand<'e> {
        match builtin {
            Builtin::Append => self.append(e, args, operands, dots),
            Builtin::Cap | Builtin::Len => self.length(e, builtin, operands.remove(0), called),
            Builtin::Clear => self.clear(e, &operands[0]),
            Builtin::Close => self.close(e, &operands[0]),
            Builtin::Complex => {
                let y = operands.remove(1);
                self.complex(e, operands.remove(0), y)
            }
            Builtin::Copy => self.copy(e, &operands[0], &operands[1]),
            Builtin::Delete => self.delete(e, operands),
            Builtin::Imag | Builtin::Real => self.complex_part(e, builtin, operands.remove(0)),
            Builtin::Make => self.make(e, args),
            Builtin::Max | Builtin::Min => self.extremum(e, builtin, operands),
            Builtin::New => self.new_value(e, &args[0]),
            Builtin::Panic => {
                let any = self.u.types.empty_interface();
                self.assignment(&mut operands[0], Some(any), "argument to panic");
                self.no_value(e, operands[0].is_invalid())
            }
            Builtin::Print | Builtin::Println => {
                let context = format!("argument to built-in {}", builtin.name());
                for x in &mut operands {
                    self.assignment(x, None, &context);
                }
                self.no_value(e, operands.iter().any(Operand::is_invalid))
            }
            Builtin::Recover => {
                if let Some(info) = self.func_info() {
                    info.has_recover = true;
                }
                Operand::new(Mode::Value, self.u.types.empty_interface(), e)
            }
            Builtin::UnsafeAlignof | Builtin::UnsafeSizeof => self.size(e, builtin, operands.remove(0)),
            Builtin::UnsafeOffsetof => self.offset(e, &args[0]),
            Builtin::UnsafeAdd
            | Builtin::UnsafeSlice
            | Builtin::UnsafeSliceData
            | Builtin::UnsafeString
            | Builtin::UnsafeStringData => self.pointer_function(e, builtin, operands),
        }
    }

    fn no_value<'e>(&self, e: &'e Expr, failed: bool) -> Operand<'e> {
        if failed { Operand::invalid(e) } else { Operand::new(Mode::NoValue, self.u.types.empty_tuple(), e) }
    }

    /// The element type of the slice `x`, or what to say.
    fn slice_elem(&self, x: &Operand<'_>) -> Result<TypeId, String> {
        match self.u.types.under(x.ty) {
            // A string or bytes, whichever it is.
            Type::TypeParam(_)
                if self.u.types.all(x.ty, |t, ty| t.basic(ty).is_string() || t.is_bytes(ty))
                    && self
                        .u
                        .types
                        .terms(x.ty)
                        .is_some_and(|t| !t.iter().all(|t| self.u.types.is_string(t.ty))) =>
            {
                Ok(Basic::Uint8.ty())
            }
            Type::Slice(elem) => Ok(*elem),
            _ if x.is_nil() => Err("argument must be a slice; have untyped nil".into()),
            _ => Err(format!("argument must be a slice; have {}", self.describe(x))),
        }
    }

    fn append<'e>(
        &mut self,
        e: &'e Expr,
        args: &'e [Expr],
        operands: Vec<Operand<'e>>,
        dots: bool,
    ) -> Operand<'e> {
        let ty = operands[0].ty;
        let elem = match self.slice_elem(&operands[0]) {
            Ok(elem) => elem,
            Err(fault) => {
                self.error(operands[0].pos(), format!("invalid append: {fault}"));
                return Operand::invalid(e);
            }
        };
        let text = |t: &crate::types::TypeTable, ty| t.basic(ty).is_string() || t.is_bytes(ty);
        let string = dots
            && operands.len() == 2
            && !operands[1].is_nil()
            && (self.u.types.is_string(operands[1].ty)
                || self.u.types.is_param(operands[1].ty) && self.u.types.all(operands[1].ty, text));
        if string && self.u.types.basic(elem) == Basic::Uint8 {
            let mut y = operands[1].clone();
            self.default_operand(&mut y);
            return Operand::new(Mode::Value, ty, e);
        }
        let rest = self.u.types.slice_of(elem);
        let sig = Signature { params: [ty, rest].into(), results: [ty].into(), variadic: true };
        if let crate::ast::ExprKind::Call { func, .. } = &e.kind {
            self.arguments(e, func, &sig, args, operands, dots);
        }
        Operand::new(Mode::Value, ty, e)
    }

    fn length<'e>(&mut self, e: &'e Expr, builtin: Builtin, mut x: Operand<'e>, called: bool) -> Operand<'e> {
        let len = builtin == Builtin::Len;
        if self.u.types.is_param(x.ty) {
            let fine = self.u.types.all(x.ty, |t, ty| match t.under(ty) {
                Type::Basic(b) => b.is_string() && len,
                Type::Map { .. } => len,
                Type::Array { .. } | Type::Slice(_) | Type::Chan { .. } => true,
                Type::Pointer(elem) => matches!(t.under(*elem), Type::Array { .. }),
                _ => false,
            });
            if !fine {
                let message = format!("{} for built-in {}", self.describe(&x), builtin.name());
                self.invalid_arg(x.pos(), message);
                return Operand::invalid(e);
            }
            return Operand::new(Mode::Value, Basic::Int.ty(), e);
        }
        let array = match self.u.types.under(x.ty) {
            Type::Pointer(elem) if matches!(self.u.types.under(*elem), Type::Array { .. }) => *elem,
            _ => x.ty,
        };
        let value = match self.u.types.under(array) {
            Type::Basic(b) if b.is_string() && len => match &x.value {
                Some(Const::Str(s)) if x.is_const() => Some(Const::from(s.len() as i64)),
                _ => None,
            },
            Type::Array { len, .. } => (!called).then(|| Const::Int((*len).into())),
            Type::Slice(_) | Type::Chan { .. } => None,
            Type::Map { .. } if len => None,
            _ => {
                if self.is_valid(self.u.types.underlying(x.ty)) {
                    let message = format!("{} for built-in {}", self.describe(&x), builtin.name());
                    self.invalid_arg(x.pos(), message);
                }
                return Operand::invalid(e);
            }
        };
        self.default_operand(&mut x);
        match value {
            Some(value) => Operand::constant(value, Basic::Int.ty(), e),
            None => Operand::new(Mode::Value, Basic::Int.ty(), e),
        }
    }

    fn clear<'e>(&mut self, e: &'e Expr, x: &Operand<'e>) -> Operand<'e> {
        let ok = self.u.types.all(x.ty, |t, ty| matches!(t.under(ty), Type::Map { .. } | Type::Slice(_)));
        if !ok {
            let message = format!(
                "cannot clear {}: argument must be (or constrained by) map or slice",
                self.describe(x)
            );
            self.invalid_arg(x.pos(), message);
        }
        self.no_value(e, !ok)
    }

    fn close<'e>(&mut self, e: &'e Expr, x: &Operand<'e>) -> Operand<'e> {
        let types = &self.u.types;
        let fault = |ty: TypeId| match types.under(ty) {
            Type::Chan { dir: ChanDir::Recv, .. } => Some("receive-only channel"),
            Type::Chan { .. } => None,
            _ => Some("non-channel"),
        };
        let fault = match types.is_param(x.ty).then(|| types.terms(x.ty)) {
            Some(Some(terms)) if !terms.is_empty() => terms.iter().find_map(|t| fault(t.ty)),
            Some(_) | None => fault(x.ty),
        };
        let Some(fault) = fault else { return self.no_value(e, false) };
        let message = format!("cannot close {fault} {}", self.describe(x));
        self.invalid_op(x.pos(), message);
        Operand::invalid(e)
    }

    fn complex<'e>(&mut self, e: &'e Expr, mut x: Operand<'e>, mut y: Operand<'e>) -> Operand<'e> {
        match (self.u.types.is_untyped(x.ty), self.u.types.is_untyped(y.ty)) {
            (false, false) => {}
            (true, false) => self.convert_untyped(&mut x, y.ty),
            (false, true) => self.convert_untyped(&mut y, x.ty),
            (true, true) if x.is_const() && y.is_const() => {
                for side in [&mut x, &mut y] {
                    if self.u.types.is_numeric(side.ty)
                        && let Some(real) = side.value.as_ref().and_then(Const::to_real)
                    {
                        side.ty = Basic::UntypedFloat.ty();
                        side.value = Some(Const::float(real));
                    }
                }
            }
            (true, true) => {
                self.convert_untyped(&mut x, Basic::Float64.ty());
                self.convert_untyped(&mut y, Basic::Float64.ty());
            }
        }
        if x.is_invalid() || y.is_invalid() || self.refuse_param(&x, "complex") {
            return Operand::invalid(e);
        }
        if x.ty != y.ty {
            let message =
                format!("{} (mismatched types {} and {})", self.source(e), self.ty(x.ty), self.ty(y.ty));
            self.invalid_op(x.pos(), message);
            return Operand::invalid(e);
        }
        let result = match self.u.types.basic(x.ty) {
            Basic::Float32 => Basic::Complex64,
            Basic::Float64 => Basic::Complex128,
            Basic::UntypedFloat => Basic::UntypedComplex,
            _ => {
                let message = format!("arguments have type {}, expected floating-point", self.ty(x.ty));
                self.invalid_arg(x.pos(), message);
                return Operand::invalid(e);
            }
        };
        let parts = (
            x.value.as_ref().filter(|_| x.is_const()).and_then(Const::to_real),
            y.value.as_ref().filter(|_| y.is_const()).and_then(Const::to_real),
        );
        match parts {
            (Some(re), Some(im)) => Operand::constant(Const::complex(re, im), result.ty(), e),
            _ => Operand::new(Mode::Value, result.ty(), e),
        }
    }

    fn complex_part<'e>(&mut self, e: &'e Expr, builtin: Builtin, mut x: Operand<'e>) -> Operand<'e> {
        if self.u.types.is_untyped(x.ty) {
            if x.is_const() {
                if self.u.types.is_numeric(x.ty) {
                    x.ty = Basic::UntypedComplex.ty();
                }
            } else {
                self.convert_untyped(&mut x, Basic::Complex128.ty());
            }
        }
        if x.is_invalid() || self.refuse_param(&x, builtin.name()) {
            return Operand::invalid(e);
        }
        let result = match self.u.types.basic(x.ty) {
            Basic::Complex64 => Basic::Float32,
            Basic::Complex128 => Basic::Float64,
            Basic::UntypedComplex => Basic::UntypedFloat,
            _ => {
                let message = format!("argument has type {}, expected complex type", self.ty(x.ty));
                self.invalid_arg(x.pos(), message);
                return Operand::invalid(e);
            }
        };
        match x.value.as_ref().filter(|_| x.is_const()).and_then(Const::to_complex) {
            Some((re, im)) => {
                let part = if builtin == Builtin::Real { re } else { im };
                Operand::constant(Const::float(part), result.ty(), e)
            }
            None => Operand::new(Mode::Value, result.ty(), e),
        }
    }

    fn copy<'e>(&mut self, e: &'e Expr, x: &Operand<'e>, y: &Operand<'e>) -> Operand<'e> {
        let dst = match self.slice_elem(x) {
            Ok(elem) => elem,
            Err(fault) => {
                self.error(x.pos(), format!("invalid copy: {fault}"));
                return Operand::invalid(e);
            }
        };
        let src = match self.slice_elem(y) {
            Ok(elem) => elem,
            Err(_) if self.u.types.is_string(y.ty) => {
                let mut y = y.clone();
                self.default_operand(&mut y);
                if self.u.types.basic(dst) == Basic::Uint8 { dst } else { Basic::Uint8.ty() }
            }
            Err(fault) => {
                self.error(y.pos(), format!("invalid copy: {fault}"));
                return Operand::invalid(e);
            }
        };
        if dst != src {
            let message = format!(
                "invalid copy: arguments {} and {} have different element types {} and {}",
                self.describe(x),
                self.describe(y),
                self.ty(dst),
                self.ty(src)
            );
            self.error(x.pos(), message);
            return Operand::invalid(e);
        }
        Operand::new(Mode::Value, Basic::Int.ty(), e)
    }

    fn delete<'e>(&mut self, e: &'e Expr, mut operands: Vec<Operand<'e>>) -> Operand<'e> {
        let types = &self.u.types;
        let key_of = |ty: TypeId| match types.under(ty) {
            Type::Map { key, .. } => Some(*key),
            _ => None,
        };
        let map = operands[0].ty;
        let keys: Vec<Option<TypeId>> = match types.is_param(map).then(|| types.terms(map)) {
            Some(Some(terms)) if !terms.is_empty() => terms.iter().map(|t| key_of(t.ty)).collect(),
            Some(_) | None => vec![key_of(map)],
        };
        let Some(Some(key)) = keys.first().copied().filter(|_| keys.iter().all(Option::is_some)) else {
            let message = format!("{} is not a map", self.describe(&operands[0]));
            self.invalid_arg(operands[0].pos(), message);
            return Operand::invalid(e);
        };
        if keys.iter().any(|other| *other != Some(key)) {
            let message = format!("maps of {} must have identical key types", self.describe(&operands[0]));
            self.invalid_arg(operands[0].pos(), message);
            return Operand::invalid(e);
        }
        self.assignment(&mut operands[1], Some(key), "argument to delete");
        self.no_value(e, operands[1].is_invalid())
    }

    fn make<'e>(&mut self, e: &'e Expr, args: &'e [Expr]) -> Operand<'e> {
        let ty = self.var_type(&args[0]);
        if !self.is_valid(ty) {
            // Go knows that a slice of something unknown is a slice.
            let is_known = matches!(
                args[0].unparen().kind,
                ExprKind::SliceType(_) | ExprKind::MapType { .. } | ExprKind::ChanType { .. }
            );
            self.use_exprs(if is_known { &args[1..] } else { &[] });
            return Operand::invalid(e);
        }
        let fault = self.no_common_type(ty, &|c, part| match c.u.types.get(part?.1) {
            Type::Slice(_) | Type::Map { .. } | Type::Chan { .. } => None,
            _ => Some("type must be slice, map, or channel".to_string()),
        });
        if let Some(cause) = fault {
            let message = format!("cannot make {}: {cause}", self.source(&args[0]));
            self.invalid_arg(args[0].start, message);
            return Operand::invalid(e);
        }
        let least = if matches!(self.u.types.under(ty), Type::Slice(_)) { 2 } else { 1 };
        if args.len() < least || args.len() > least + 1 {
            let message = format!(
                "{} expects {least} or {} arguments; found {}",
                self.source(e),
                least + 1,
                args.len()
            );
            self.invalid_op(e.start, message);
            return Operand::invalid(e);
        }
        let sizes: Vec<i64> =
            args[1..].iter().filter_map(|a| self.index(a, None).and_then(|(_, v)| v)).collect();
        if let [len, cap] = sizes[..]
            && len > cap
        {
            self.invalid_arg(args[1].start, "length and capacity swapped");
        }
        Operand::new(Mode::Value, ty, e)
    }

    fn extremum<'e>(&mut self, e: &'e Expr, builtin: Builtin, operands: Vec<Operand<'e>>) -> Operand<'e> {
        let op = if builtin == Builtin::Max { BinaryOp::Gt } else { BinaryOp::Lt };
        let mut best: Option<Operand<'e>> = None;
        for mut a in operands.iter().cloned() {
            if !self.u.types.is_ordered(a.ty) {
                let message = format!("{} cannot be ordered", self.describe(&a));
                self.invalid_arg(a.pos(), message);
                return Operand::invalid(e);
            }
            let Some(mut x) = best.take() else {
                best = Some(a);
                continue;
            };
            self.match_types(&mut x, &mut a);
            if x.is_invalid() {
                return Operand::invalid(e);
            }
            if x.ty != a.ty {
                let message = format!(
                    "mismatched types {} (previous argument) and {} (type of {})",
                    self.ty(x.ty),
                    self.ty(a.ty),
                    a.expr.map(|e| self.source(e)).unwrap_or_default()
                );
                self.invalid_arg(a.pos(), message);
                return Operand::invalid(e);
            }
            match (&x.value, &a.value) {
                (Some(xv), Some(av)) if x.is_const() && a.is_const() => {
                    if constant::compare(op, av, xv) {
                        x = a;
                    }
                }
                _ => {
                    x.mode = Mode::Value;
                    x.value = None;
                }
            }
            best = Some(x);
        }
        let Some(mut x) = best else { return Operand::invalid(e) };
        if !x.is_const() {
            x.mode = Mode::Value;
            self.default_operand(&mut x);
        }
        for a in &operands {
            if let Some(a) = a.expr {
                self.update_type(a, x.ty, !x.is_const());
            }
        }
        x.expr = Some(e);
        x
    }

    /// `new(T)`, or `new(x)`: a pointer to a new variable with the value `x`.
    fn new_value<'e>(&mut self, e: &'e Expr, arg: &'e Expr) -> Operand<'e> {
        let mut x = self.expr_or_type(arg);
        if x.is_invalid() {
            return Operand::invalid(e);
        }
        if x.mode != Mode::Type && self.is_before(26) {
            let what = format!("new({})", self.source(arg));
            self.require(26, e.start, what);
            return Operand::invalid(e);
        }
        if x.mode == Mode::Type {
            self.check_var_type(x.ty, arg.start);
        } else if self.u.types.is_untyped(x.ty) {
            self.assignment(&mut x, None, "argument to new");
            if x.is_invalid() {
                return Operand::invalid(e);
            }
        }
        let ty = self.u.types.pointer_to(x.ty);
        Operand::new(Mode::Value, ty, e)
    }

    /// The functions of package unsafe that take or give pointers.
    fn pointer_function<'e>(
        &mut self,
        e: &'e Expr,
        builtin: Builtin,
        mut operands: Vec<Operand<'e>>,
    ) -> Operand<'e> {
        let (first, rest) = operands.split_at_mut(1);
        let x = &mut first[0];
        let bytes = self.u.types.pointer_to(Basic::Uint8.ty());
        let (wanted, result) = match (builtin, self.u.types.under(x.ty).clone()) {
            (Builtin::UnsafeAdd, _) => (Some(Basic::UnsafePointer.ty()), Basic::UnsafePointer.ty()),
            (Builtin::UnsafeString, _) => (Some(bytes), Basic::String.ty()),
            (Builtin::UnsafeStringData, _) => (Some(Basic::String.ty()), bytes),
            (Builtin::UnsafeSlice, Type::Pointer(elem)) => (None, self.u.types.slice_of(elem)),
            (Builtin::UnsafeSliceData, Type::Slice(elem)) => (None, self.u.types.pointer_to(elem)),
            _ => {
                let what = if builtin == Builtin::UnsafeSlice { "pointer" } else { "slice" };
                let message = format!("{} is not a {what}", self.describe(x));
                self.invalid_arg(x.pos(), message);
                return Operand::invalid(e);
            }
        };
        if wanted.is_some() {
            self.assignment(x, wanted, &format!("argument to {}", builtin.name()));
        }
        if x.is_invalid()
            || rest.iter_mut().any(|n| !self.valid_index(n, "length", builtin == Builtin::UnsafeAdd))
        {
            return Operand::invalid(e);
        }
        Operand::new(Mode::Value, result, e)
    }

    fn size<'e>(&mut self, e: &'e Expr, builtin: Builtin, mut x: Operand<'e>) -> Operand<'e> {
        let context = format!("argument to {}", builtin.name());
        self.assignment(&mut x, None, &context);
        if x.is_invalid() {
            return Operand::invalid(e);
        }
        if self.u.types.has_variable_size(x.ty) {
            return Operand::new(Mode::Value, Basic::Uintptr.ty(), e);
        }
        let size = match builtin {
            Builtin::UnsafeAlignof => Ok(self.u.types.align_of(x.ty)),
            _ => self.u.types.size_of(x.ty),
        };
        match size {
            Ok(size) => Operand::constant(Const::Int(size.into()), Basic::Uintptr.ty(), e),
            Err(_) => {
                let message = format!("{} is too large", self.describe(&x));
                self.error(x.pos(), message);
                Operand::invalid(e)
            }
        }
    }

    fn offset<'e>(&mut self, e: &'e Expr, arg: &'e Expr) -> Operand<'e> {
        let selector = arg.unparen();
        let crate::ast::ExprKind::Selector { x: inner, sel } = &selector.kind else {
            let message = format!("{} is not a selector expression", self.source(arg));
            self.invalid_arg(arg.start, message);
            return Operand::invalid(e);
        };
        self.expr(arg);
        let Some(selection) = self.u.info.selections.get(&selector.id).cloned() else {
            return Operand::invalid(e);
        };
        if selection.kind != crate::universe::SelectionKind::Field {
            let message = format!("{} is a method value", self.source(arg));
            self.invalid_arg(arg.start, message);
            return Operand::invalid(e);
        }
        let mut ty = self.u.info.types[inner.id].ty;
        if let Some(elem) = self.u.types.pointee(ty) {
            ty = elem;
        }
        if self.u.types.has_variable_size(ty) {
            return Operand::new(Mode::Value, Basic::Uintptr.ty(), e);
        }
        let base = ty;
        let mut total = 0u64;
        for index in &selection.path {
            let at = self.u.types.field_offsets(ty).ok().and_then(|o| o.get(*index as usize).copied());
            let field = self.u.types.fields(ty).and_then(|f| f.get(*index as usize)).map(|f| f.ty);
            let (Some(at), Some(field)) = (at, field) else {
                let name = self.u.name(sel.name);
                if self.u.types.size_of(ty).is_err() {
                    let known = &self.u.info.types[inner.id];
                    let of = Operand::new(known.mode, known.ty, inner);
                    let message = format!("{} is too large", self.describe(&of));
                    self.error(of.pos(), message);
                } else {
                    let message = format!("field {name} is embedded via a pointer in {}", self.ty(base));
                    self.invalid_arg(arg.start, message);
                }
                return Operand::invalid(e);
            };
            total += at;
            ty = field;
        }
        Operand::constant(Const::Int(total.into()), Basic::Uintptr.ty(), e)
    }
}
