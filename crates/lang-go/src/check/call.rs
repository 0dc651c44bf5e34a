//! Calls: conversions, built-in functions, and arguments of functions.

use purlin_base::Pos;

use super::Checker;
use super::operand::{Operand, start};
use crate::ast::{Expr, ExprKind};
use crate::types::{Basic, Type, TypeId};
use crate::universe::{Mode, ObjectKind, func_decl};

/// How the arguments of a call (or what a return statement lists) are described: `(int, number)`.
pub(super) fn summary(checker: &Checker<'_>, types: &[TypeId], variadic: bool, dots: bool) -> String {
    let last = types.len().wrapping_sub(1);
    let mut out = Vec::new();
    for (i, ty) in types.iter().enumerate() {
        let table = &checker.u.types;
        let mut text = if !checker.is_valid(*ty) {
            "unknown type".to_string()
        } else if table.is_untyped(*ty) {
            let basic = table.basic(*ty);
            if basic.is_numeric() { "number".into() } else { basic.name().replace("untyped ", "") }
        } else {
            checker.ty(*ty)
        };
        if i == last && variadic {
            if let Type::Slice(elem) = table.get(*ty) {
                text = checker.ty(*elem);
            }
            text = format!("...{text}");
        } else if i == last && dots {
            text += "...";
        }
        out.push(text);
    }
    format!("({})", out.join(", "))
}

impl<'u> Checker<'u> {
    pub(super) fn call<'e>(
        &mut self,
        e: &'e Expr,
        func: &'e Expr,
        args: &'e [Expr],
        dots: bool,
        rparen: Pos,
    ) -> Operand<'e> {
        let f = self.callee(func);
        match f.mode {
            Mode::Invalid => {
                self.use_exprs(args);
                return Operand::invalid(e);
            }
            Mode::Type => return self.conversion_call(e, f.ty, args, dots),
            Mode::Builtin(builtin) => {
                let x = self.builtin(e, builtin, args, dots, rparen);
                if !x.is_const() && !x.is_invalid() {
                    self.has_call = true;
                }
                return x;
            }
            _ => {}
        }
        if self.as_generic(&f).is_some() {
            let Some(sig) = self.generic_call(e, func, &f, args, dots) else {
                return Operand::invalid(e);
            };
            return self.call_result(e, &sig);
        }
        let Some(sig) = self.u.types.signature(f.ty).cloned() else {
            let cause = self.no_common_type(f.ty, &|c, part| {
                let (ty, under) = part?;
                let callable = c.u.types.signature(under).is_some();
                (!callable).then(|| format!("{} is not a function", c.ty(ty)))
            });
            let message = format!("cannot call {}: {}", self.describe(&f), cause.unwrap_or_default());
            self.invalid_op(f.pos(), message);
            return Operand::invalid(e);
        };
        let operands = self.operand_list(args);
        self.arguments(e, func, &sig, args, operands, dots);
        self.call_result(e, &sig)
    }

    fn call_result<'e>(&mut self, e: &'e Expr, sig: &crate::types::Signature) -> Operand<'e> {
        self.has_call = true;
        match &*sig.results {
            [] => Operand::new(Mode::NoValue, self.u.types.empty_tuple(), e),
            [one] => Operand::new(Mode::Value, *one, e),
            several => {
                let ty = self.u.types.tuple(several);
                Operand::new(Mode::Value, ty, e)
            }
        }
    }

    /// Infers what type arguments are missing in the call of a generic function, and checks the arguments
    /// against its instance.
    fn generic_call<'e>(
        &mut self,
        e: &'e Expr,
        func: &'e Expr,
        f: &Operand<'e>,
        args: &'e [Expr],
        dots: bool,
    ) -> Option<crate::types::Signature> {
        let (obj, known) = self.as_generic(f)?;
        self.require(18, e.start, "implicit function instantiation");
        let generic = self.u.types.signature(self.u.objects[obj].ty).cloned()?;
        let mut operands = self.operand_list(args);
        if operands.iter().any(Operand::is_invalid) {
            return None;
        }
        let Some(wanted) = self.wanted_types(&generic, operands.len(), dots) else {
            // The number is wrong, which is reported as for other functions.
            self.arguments(e, func, &generic, args, operands, dots);
            return None;
        };
        match self.infer_call(obj, &known, &wanted, &mut operands, e.pos) {
            Ok(all) => {
                let mut callee = f.clone();
                self.instantiate_func(&mut callee, obj, &all, e.pos);
                let sig = self.u.types.signature(callee.ty).cloned()?;
                self.arguments(e, func, &sig, args, operands, dots);
                Some(sig)
            }
            Err((pos, text)) => {
                let message = format!("in call to {}, {text}", self.source(func));
                self.error(pos, message);
                None
            }
        }
    }

    /// The type that each of `given` arguments is for; `None` if there are not as many parameters.
    fn wanted_types(&self, sig: &crate::types::Signature, given: usize, dots: bool) -> Option<Vec<TypeId>> {
        if !sig.variadic || dots {
            return (sig.params.len() == given && (sig.variadic || !dots)).then(|| sig.params.to_vec());
        }
        let (last, fixed) = sig.params.split_last()?;
        let Type::Slice(elem) = *self.u.types.get(*last) else { return None };
        let rest = given.checked_sub(fixed.len())?;
        Some(fixed.iter().copied().chain(std::iter::repeat_n(elem, rest)).collect())
    }

    /// Gives arguments that are generic functions the type arguments that the parameters' types imply.
    fn infer_generic_args(
        &mut self,
        operands: &mut [Operand<'_>],
        sig: &crate::types::Signature,
        dots: bool,
        what: &str,
    ) {
        let Some(wanted) = self.wanted_types(sig, operands.len(), dots) else { return };
        for (x, ty) in operands.iter_mut().zip(wanted) {
            self.infer_value(x, ty, what);
        }
    }

    /// What is called: a value, a type, or a built-in function.
    fn callee<'e>(&mut self, func: &'e Expr) -> Operand<'e> {
        let mut x = self.raw_expr(func, None);
        if x.mode == Mode::NoValue {
            let message = format!("{} used as value or type", self.describe(&x));
            self.error(x.pos(), message);
            x.fail();
        }
        self.single_value(&mut x);
        x
    }

    fn conversion_call<'e>(&mut self, e: &'e Expr, ty: TypeId, args: &'e [Expr], dots: bool) -> Operand<'e> {
        match args {
            [] => {
                let message = format!("missing argument in conversion to {}", self.ty(ty));
                self.error(e.start, message);
            }
            [arg] => {
                let mut x = self.expr_hint(arg, None);
                if x.is_invalid() {
                    return Operand::invalid(e);
                }
                if self.u.types.interface(ty).is_some_and(|i| !i.is_basic()) {
                    let message = format!(
                        "cannot use interface {} in conversion (contains specific type constraints or is comparable)",
                        self.ty(ty)
                    );
                    self.error(e.start, message);
                } else if dots {
                    let message = format!("invalid use of ... in conversion to {}", self.ty(ty));
                    self.error(arg.start, message);
                } else {
                    let from = x.ty;
                    self.conversion(&mut x, ty);
                    if x.mode == Mode::Invalid {
                        return Operand::invalid(e);
                    }
                    self.note_header(from, ty);
                    x.expr = Some(e);
                    return x;
                }
            }
            [.., last] => {
                self.use_exprs(args);
                let message = format!("too many arguments in conversion to {}", self.ty(ty));
                self.error(last.start, message);
            }
        }
        Operand::invalid(e)
    }

    /// Notes what a conversion from an `unsafe.Pointer` says that a pointer leads to.
    fn note_header(&mut self, from: TypeId, to: TypeId) {
        if self.u.types.basic(from) == Basic::UnsafePointer
            && let Some(struct_type) = self.u.types.pointee(to)
            && matches!(self.u.types.under(struct_type), Type::Struct(_))
        {
            self.u.info.headers.insert(struct_type);
        }
    }

    /// The values of a list of expressions; a single call may give several.
    pub(super) fn operand_list<'e>(&mut self, list: &'e [Expr]) -> Vec<Operand<'e>> {
        if let [one] = list {
            let x = self.multi_expr(one);
            if x.mode == Mode::Value
                && let Type::Tuple(types) = self.u.types.get(x.ty)
            {
                return types.iter().map(|ty| Operand::new(Mode::Value, *ty, one)).collect();
            }
            return vec![x];
        }
        list.iter().map(|e| self.expr_or_generic(e)).collect()
    }

    pub(super) fn arguments<'e>(
        &mut self,
        e: &'e Expr,
        func: &'e Expr,
        sig: &crate::types::Signature,
        args: &'e [Expr],
        mut operands: Vec<Operand<'e>>,
        dots: bool,
    ) {
        let (given, mut wanted) = (operands.len(), sig.params.len());
        let mut spread = None;
        if sig.variadic {
            if dots {
                if args.len() == 1 && given > 1 {
                    let message = format!("cannot use ... with {given}-valued {}", self.source(&args[0]));
                    self.error(e.start, message);
                    return;
                }
            } else if given + 1 >= wanted {
                if let Some(Type::Slice(elem)) = sig.params.last().map(|t| self.u.types.get(*t)) {
                    spread = Some((wanted - 1, *elem));
                }
                wanted = given;
            } else {
                wanted -= 1;
            }
        } else if dots {
            let message = format!("cannot use ... in call to non-variadic {}", self.source(func));
            self.error(e.start, message);
            return;
        }
        if given != wanted {
            self.wrong_argument_count(e, func, sig, &operands, wanted, dots);
            return;
        }
        let context = format!("argument to {}", self.source(func));
        let callee = match &func.unparen().kind {
            ExprKind::Ident(id) | ExprKind::Selector { sel: id, .. } => self.u.info.uses[id.id],
            _ => None,
        };
        self.infer_generic_args(&mut operands, sig, dots, "parameter");
        for (i, x) in operands.iter_mut().enumerate() {
            let ty = match spread {
                Some((from, elem)) if i >= from => elem,
                _ => sig.params[i],
            };
            self.argument = callee.map(|obj| (obj, i, ty));
            self.assignment(x, Some(ty), &context);
        }
        self.argument = None;
    }

    /// The type that a value is used as, as messages name it: by the alias by which a parameter has it.
    pub(super) fn target_text(&self, ty: TypeId) -> String {
        let alias = || {
            let (callee, n, _) = self.argument.filter(|(_, _, of)| *of == ty)?;
            let (file, decl) = self.u.decl_of(callee)?;
            let params = &func_decl(&file, decl)?.ty.params;
            let mut each = params.iter().flat_map(|p| std::iter::repeat_n(p, p.names.len().max(1)));
            let param = each.nth(n).or(params.last().filter(|p| p.variadic.is_some()))?;
            if let (ExprKind::FuncType(declared), Some(sig)) = (&param.ty.kind, self.u.types.signature(ty)) {
                return self.signature_text(sig, declared);
            }
            self.alias_text(&param.ty)
        };
        alias().unwrap_or_else(|| self.ty(ty))
    }

    /// The text of a type expression, if it names an alias of this package, or one of Go's own.
    pub(super) fn alias_text(&self, e: &Expr) -> Option<String> {
        let id = e.unparen().as_ident()?;
        let object = &self.u.objects[self.u.info.uses[id.id]?];
        let words = self.u.words;
        let alias = match object.pkg {
            None => [words.byte, words.uint8, words.rune, words.int32].contains(&id.name),
            pkg => pkg == Some(self.env.pkg) && matches!(object.kind, ObjectKind::TypeName { alias: true }),
        };
        alias.then(|| self.text(id.name))
    }

    /// Reports a call with more or fewer arguments than the `wanted` ones.
    fn wrong_argument_count(
        &mut self,
        e: &Expr,
        func: &Expr,
        sig: &crate::types::Signature,
        operands: &[Operand<'_>],
        wanted: usize,
        dots: bool,
    ) {
        let given = operands.len();
        let (at, qualifier) = if given > wanted {
            (operands[wanted].pos(), "too many")
        } else if given > 0 {
            (operands[given - 1].pos(), "not enough")
        } else {
            (start(e), "not enough")
        };
        if operands.iter().any(Operand::is_invalid) && given == 1 {
            return;
        }
        let have: Vec<TypeId> = operands.iter().map(|x| x.ty).collect();
        let message = format!(
            "{qualifier} arguments in call to {}\n\thave {}\n\twant {}",
            self.source(func),
            summary(self, &have, false, dots),
            summary(self, &sig.params, sig.variadic, false)
        );
        self.error(at, message);
    }
}
