//! Calls of functions, methods, closures and natives.

use purlin_ir::{FuncId, NativeId, Opcode, Type as Ir, Value};
use smallvec::smallvec;

use super::state::{FuncKey, Lower, Vals};
use crate::ast::{Expr, ExprKind};
use crate::types::{Signature, Type, TypeId};
use crate::universe::{Mode, ObjId, SelectionKind};

/// What is called.
pub(super) enum Callee {
    /// A function, with what comes before its arguments.
    Func {
        func: FuncId,
        first: Vals,
    },
    /// A literal called where it stands.
    Literal {
        func: FuncId,
        captures: Vals,
    },
    Native(NativeId),
    Closure(Value),
    /// A method of an interface value, with the type that has it.
    Method {
        iface: Vals,
        ty: TypeId,
        index: u32,
    },
    /// A function that is an op, and costs more units than that.
    Op {
        op: Opcode,
        ty: Option<Ir>,
        units: i64,
        obj: ObjId,
    },
    /// A function that is nothing at run time: its results are the words of its argument, with the length
    /// once more as the capacity if those are of a slice.
    View {
        obj: ObjId,
    },
    /// An operation of `internal/raw`.
    Raw {
        raw: super::raw::Raw,
        obj: ObjId,
    },
}

/// A call that is ready to be made.
pub(super) struct Prepared {
    pub callee: Callee,
    pub sig: TypeId,
    /// A value per parameter.
    pub args: Vec<Vals>,
}

/// Functions of package math that are ops.
fn math_op(name: &str) -> Option<(Opcode, Option<Ir>, i64)> {
    let (op, ty) = match name {
        "Sqrt" => (Opcode::Fsqrt, None),
        "Abs" => (Opcode::Fabs, None),
        "Floor" => (Opcode::Ffloor, None),
        "Ceil" => (Opcode::Fceil, None),
        "Trunc" => (Opcode::Ftrunc, None),
        "RoundToEven" => (Opcode::Fround, None),
        "Copysign" => (Opcode::Fcopysign, None),
        "Float64bits" => (Opcode::Bitcast, Some(Ir::I64)),
        "Float64frombits" => (Opcode::Bitcast, Some(Ir::F64)),
        "Float32bits" => (Opcode::Bitcast, Some(Ir::I32)),
        "Float32frombits" => (Opcode::Bitcast, Some(Ir::F32)),
        _ => return None,
    };
    Some((op, ty, 0))
}

/// Functions of package math/bits that are ops, and the units that they cost besides: those of the sequence
/// of simpler ops that computes the same, which is what programs paid before there were such ops.
fn bits_op(name: &str) -> Option<(Opcode, Option<Ir>, i64)> {
    let (op, units) = match name {
        "onesCount64" => (Opcode::Popcnt, 12),
        "leadingZeros64" => (Opcode::Clz, 28),
        "trailingZeros64" => (Opcode::Ctz, 20),
        "reverseBytes16" => (Opcode::Bswap, 2),
        "reverseBytes32" => (Opcode::Bswap, 7),
        "reverseBytes64" => (Opcode::Bswap, 12),
        "mulHigh64" => (Opcode::UmulHigh, 18),
        _ => return None,
    };
    Some((op, None, units))
}

/// Whether there is such an operation of package math/bits.
#[cfg(test)]
pub(crate) fn is_bits_operation(name: &str) -> bool {
    bits_op(name).is_some()
}

impl<'a> Lower<'_, 'a> {
    /// The values that a call gives, all results in a row.
    pub(super) fn call(&mut self, e: &'a Expr, func: &'a Expr, args: &'a [Expr], dots: bool) -> Vals {
        match self.cx.u.info.types[func.id].mode {
            Mode::Type => return self.conversion(e, &args[0]),
            Mode::Builtin(builtin) => return self.builtin(e, builtin, args, dots),
            _ => {}
        }
        let prepared = self.prepare_call(func, args, dots);
        self.at(e.pos);
        self.make_call(&prepared)
    }

    pub(super) fn prepare_call(&mut self, func: &'a Expr, args: &'a [Expr], dots: bool) -> Prepared {
        let mut func = func.unparen();
        // An instance of a generic function.
        if let ExprKind::Index { x, .. } = &func.kind
            && self.is_function(x)
        {
            func = x.unparen();
        }
        let first = match &func.kind {
            ExprKind::Selector { x, .. } if self.cx.u.info.selections.contains_key(&func.id) => Some(&**x),
            ExprKind::Selector { .. } | ExprKind::Ident(_) | ExprKind::Func(_) => None,
            _ => Some(func),
        };
        self.prepare(first.into_iter().filter(|x| !self.is_type(x)).chain(args).collect::<Vec<_>>());
        let callee = self.callee(func);
        let sig_ty = self.typ(func);
        let sig = self.cx.u.types.signature(sig_ty).cloned().unwrap_or_default();
        let args = self.arguments(&sig, args, dots);
        Prepared { callee, sig: sig_ty, args }
    }

    fn is_type(&self, e: &Expr) -> bool {
        self.cx.u.info.types[e.id].mode == Mode::Type
    }

    pub(super) fn callee(&mut self, func: &'a Expr) -> Callee {
        match &func.kind {
            ExprKind::Ident(id) => {
                if let Some(obj) = self.object_of(id).filter(|o| self.cx.is_func(*o)) {
                    return self.declared(obj);
                }
            }
            ExprKind::Func(lit) => {
                let (func, captures) = self.literal_captures(lit);
                return Callee::Literal { func, captures };
            }
            ExprKind::Selector { x, sel } => match self.selection(func) {
                None => {
                    if let Some(obj) = self.object_of(sel).filter(|o| self.cx.is_func(*o)) {
                        return self.declared(obj);
                    }
                }
                Some(selection) => match selection.kind {
                    SelectionKind::Field => {}
                    SelectionKind::MethodExpr => {
                        let func = self.method_expr(sel, &selection);
                        return Callee::Func { func, first: smallvec![self.b.null()] };
                    }
                    SelectionKind::MethodVal => {
                        let place = self.operand(x);
                        self.at(func.pos);
                        let (place, ty) = self.walk(place, selection.recv, &selection.path);
                        return match (selection.obj, selection.iface) {
                            (Some(obj), _) => {
                                let first = self.receiver_of(&place, ty, obj);
                                Callee::Func { func: self.func_of(FuncKey::Decl(obj)), first }
                            }
                            (None, Some((ty, index))) => {
                                Callee::Method { iface: self.load(&place, ty), ty, index }
                            }
                            (None, None) => Callee::Closure(self.b.null()),
                        };
                    }
                },
            },
            _ => {}
        }
        Callee::Closure(self.scalar(func))
    }

    /// A declared function, which may be a native or an op.
    fn declared(&mut self, obj: ObjId) -> Callee {
        let object = &self.cx.u.objects[obj];
        let package = object.pkg.map_or("", |p| &*self.cx.u.packages[p].path);
        match (package, self.cx.u.name(object.name)) {
            ("math", name) => {
                if let Some((op, ty, units)) = math_op(name) {
                    return Callee::Op { op, ty, units, obj };
                }
            }
            ("math/bits", name) => {
                if let Some((op, ty, units)) = bits_op(name) {
                    return Callee::Op { op, ty, units, obj };
                }
            }
            ("internal/rt", "ViewString" | "ViewBytes") => return Callee::View { obj },
            ("internal/raw", name) => {
                if let Some(raw) = super::raw::operation(name) {
                    return Callee::Raw { raw, obj };
                }
            }
            _ => {}
        }
        match self.cx.native_name(obj) {
            Some(name) => Callee::Native(self.cx.native(self.b.module, obj, &name)),
            None => Callee::Func { func: self.func_of(FuncKey::Decl(obj)), first: Vals::new() },
        }
    }

    /// The values of a list of arguments: one call may give all of them.
    pub(super) fn list_values(&mut self, list: &'a [Expr]) -> Vec<(Vals, TypeId)> {
        if let [one] = list
            && let Type::Tuple(tys) = self.cx.u.types.get(self.typ(one)).clone()
        {
            let vals = self.expr_multi(one);
            return self.split(&vals, &tys).into_iter().zip(tys.iter().copied()).collect();
        }
        list.iter().map(|e| (self.expr(e), self.typ(e))).collect()
    }

    /// All values of a call.
    pub(super) fn expr_multi(&mut self, e: &'a Expr) -> Vals {
        let e = e.unparen();
        match &e.kind {
            ExprKind::Call { func, args, dots, .. } => self.call(e, func, args, *dots),
            _ => self.expr(e),
        }
    }

    fn arguments(&mut self, sig: &Signature, args: &'a [Expr], dots: bool) -> Vec<Vals> {
        let spread = match sig.params.last() {
            Some(last) if sig.variadic && !dots => Some((sig.params.len() - 1, self.elem_type(*last))),
            _ => None,
        };
        let param = |i: usize| match spread {
            Some((from, elem)) if i >= from => elem,
            _ => sig.params[i],
        };
        let tuple = matches!(args, [one] if matches!(self.cx.u.types.get(self.typ(one)), Type::Tuple(_)));
        let mut vals: Vec<Vals> = if tuple {
            let list = self.list_values(args);
            list.into_iter().enumerate().map(|(i, (v, from))| self.assignable(v, from, param(i))).collect()
        } else {
            args.iter().enumerate().map(|(i, a)| self.expr_as(a, param(i))).collect()
        };
        if let Some((from, elem)) = spread {
            let rest = vals.split_off(from.min(vals.len()));
            let slice = self.slice_of(elem, &rest);
            vals.push(slice);
        }
        vals
    }

    /// Makes a call; its results in a row.
    pub(super) fn make_call(&mut self, call: &Prepared) -> Vals {
        let mut vals = Vals::new();
        let args = call.args.iter().flatten().copied();
        let results = match &call.callee {
            Callee::Func { func, first } => {
                vals.extend(first.iter().copied().chain(args));
                self.b.call(*func, &vals)
            }
            Callee::Literal { func, captures } => {
                let closure = self.new_closure(*func, captures);
                vals.extend(std::iter::once(closure).chain(args));
                self.b.call(*func, &vals)
            }
            Callee::Native(native) => {
                vals.extend(args);
                self.b.call_native(*native, &vals)
            }
            Callee::Op { op, ty, units, .. } => {
                if *units > 0 {
                    self.b.charge(*units);
                }
                vals.extend(args);
                let ty = ty.unwrap_or_else(|| self.b.func.ty(vals[0]));
                smallvec![self.b.op(*op, ty, &vals)]
            }
            Callee::View { .. } => {
                let words: Vals = args.collect();
                let is_slice = words.len() == 3;
                return if is_slice {
                    smallvec![words[0], words[1]]
                } else {
                    smallvec![words[0], words[1], words[1]]
                };
            }
            Callee::Raw { raw, .. } => return self.raw_call(*raw, call.sig, &call.args),
            Callee::Closure(closure) => {
                self.b.effect(Opcode::NilCheck, &[*closure]);
                let number = self.closure_func(*closure);
                vals.extend(std::iter::once(*closure).chain(args));
                let sig = self.cx.signature(&[Ir::Ref], call.sig);
                let sig = self.b.module.sig(&sig);
                self.b.call_indirect(sig, number, &vals)
            }
            Callee::Method { iface, ty, index } => {
                self.check_iface(iface[0]);
                let number = self.iface_method(iface[0], *ty, *index);
                vals.extend(std::iter::once(iface[1]).chain(args));
                let sig = self.cx.signature(&[Ir::Ref], call.sig);
                let sig = self.b.module.sig(&sig);
                self.b.call_indirect(sig, number, &vals)
            }
        };
        results.into_iter().collect()
    }
}
