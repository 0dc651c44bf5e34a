//! Function values: literals and what they capture, method values and expressions.

use purlin_ir::{ClassDecl, FuncId, Pointers, Type as Ir, Value};

use super::state::{FuncKey, Location, Lower, Storage, Vals};
use crate::ast::{Expr, FuncLit, Ident};
use crate::types::{Type, TypeId};
use crate::universe::{ObjId, Selection};

impl<'a> Lower<'_, 'a> {
    /// A closure without captures: read-only data that holds the function's number.
    pub(super) fn static_closure(&mut self, func: FuncId) -> Value {
        let data = self.cx.candidates.closure(self.b.module, func);
        self.b.data_addr(data, 0)
    }

    /// A closure that holds these values, a word each.
    pub(super) fn new_closure(&mut self, func: FuncId, held: &[Value]) -> Value {
        self.closure_with_state(func, held, 0)
    }

    /// A closure whose first `changing` words are not only read.
    pub(super) fn closure_with_state(&mut self, func: FuncId, held: &[Value], changing: usize) -> Value {
        if held.is_empty() {
            return self.static_closure(func);
        }
        let mut words = 0u64;
        let mut many = held.len() >= 63;
        for (n, value) in held.iter().enumerate() {
            if self.b.func.ty(*value) == Ir::Ref {
                if n < 63 { words |= 1 << (n + 1) } else { many = true }
            }
        }
        let pointers = match words {
            _ if many => Pointers::All,
            0 => Pointers::None,
            words => Pointers::Words(words),
        };
        let class = self.b.module.class(ClassDecl { size: 8 * (held.len() as u32 + 1), pointers });
        let closure = self.b.alloc(class);
        let number = self.b.func_ref(func);
        self.b.store_fixed(closure, 0, number);
        for (n, value) in held.iter().enumerate() {
            let at = 8 * (n as i64 + 1);
            if n < changing {
                self.b.store(closure, at, *value)
            } else {
                self.b.store_fixed(closure, at, *value)
            }
        }
        closure
    }

    /// What a closure holds, read from its words.
    pub(super) fn held(&mut self, closure: Value, types: &[Ir], first: usize) -> Vals {
        types
            .iter()
            .enumerate()
            .map(|(n, ty)| self.b.load_fixed(*ty, closure, 8 * (first + n + 1) as i64))
            .collect()
    }

    /// The number of a closure's function.
    pub(super) fn closure_func(&mut self, closure: Value) -> Value {
        self.b.load_fixed(Ir::I64, closure, 0)
    }

    /// A literal's function, and a closure of it.
    pub(super) fn func_literal(&mut self, lit: &'a FuncLit) -> (FuncId, Value) {
        let (func, held) = self.literal_captures(lit);
        (func, self.new_closure(func, &held))
    }

    /// A literal's function, and what a closure of it holds.
    pub(super) fn literal_captures(&mut self, lit: &'a FuncLit) -> (FuncId, Vals) {
        let func = self.literal_func(lit);
        let captures = self.cx.u.info.funcs[lit.ty.id].captures.clone();
        (func, self.captures(&captures))
    }

    /// What a closure holds of a variable.
    fn capture(&mut self, obj: ObjId) -> Vals {
        let ty = self.obj_type(obj);
        let place = self.variable(obj);
        if Self::by_value(self.cx, obj) {
            return self.load(&place, ty);
        }
        [self.address(&place, ty)].into_iter().collect()
    }

    /// What a closure holds of these variables.
    pub(super) fn captures(&mut self, captures: &[ObjId]) -> Vals {
        captures.iter().flat_map(|obj| self.capture(*obj)).collect()
    }

    /// Finds the captured variables in the closure, which is the first parameter and holds something else in
    /// its first `at` words.
    pub(super) fn bind_captures(&mut self, captures: &[ObjId], mut at: usize) {
        let closure = self.b.param(0);
        for obj in captures {
            let ty = self.obj_type(*obj);
            if Self::by_value(self.cx, *obj) {
                let irs: Vec<Ir> = self.layout(ty).irs().collect();
                let vals = self.held(closure, &irs, at);
                at += irs.len();
                let vars = vals
                    .iter()
                    .map(|v| {
                        let var = self.b.var(self.b.func.ty(*v));
                        self.b.def_var(var, *v);
                        var
                    })
                    .collect();
                self.storage.insert(*obj, Storage::Vars(vars));
            } else {
                let cell = self.held(closure, &[Ir::Ref], at)[0];
                at += 1;
                let var = self.b.var(Ir::Ref);
                self.b.def_var(var, cell);
                self.storage.insert(*obj, Storage::Cell(var));
            }
        }
    }

    /// `x.m` as a value.
    pub(super) fn method_value(&mut self, e: &'a Expr, x: &'a Expr, selection: &Selection) -> Value {
        let place = self.operand(x);
        self.at(e.pos);
        let (place, ty) = self.walk(place, selection.recv, &selection.path);
        match (selection.obj, selection.iface) {
            (Some(obj), _) => {
                let recv = self.receiver_of(&place, ty, obj);
                let recv = self.keep_receiver(recv, obj);
                let func = self.func_of(FuncKey::Bound(obj));
                self.new_closure(func, &recv)
            }
            (None, Some((iface, index))) => {
                let vals = self.load(&place, ty);
                self.check_iface(vals[0]);
                let number = self.iface_method(vals[0], iface, index);
                let func = self.func_of(FuncKey::BoundIface(selection.ty));
                self.new_closure(func, &[vals[1], number])
            }
            (None, None) => self.b.null(),
        }
    }

    /// A receiver in memory as one that stays.
    pub(super) fn keep_receiver(&mut self, recv: Vals, obj: ObjId) -> Vals {
        let Some(ty) = self.cx.receiver(obj) else { return recv };
        self.keep(recv, ty)
    }

    /// A value in memory as a fresh object; others as they are.
    pub(super) fn keep(&mut self, vals: Vals, ty: TypeId) -> Vals {
        if !self.layout(ty).mem {
            return vals;
        }
        let at = self.new_object(ty);
        self.store(&Location::mem(at), ty, &vals);
        [at].into_iter().collect()
    }

    /// The function for `T.m`.
    pub(super) fn method_expr(&mut self, sel: &Ident, selection: &Selection) -> FuncId {
        let pkg = match (selection.obj, selection.iface) {
            (Some(obj), _) => self.cx.u.objects[obj].pkg,
            (None, Some((iface, index))) => {
                self.cx.u.types.interface(iface).and_then(|i| i.methods[index as usize].pkg)
            }
            (None, None) => None,
        };
        let exported = crate::universe::is_exported(self.cx.u.name(sel.name));
        let pkg = pkg.filter(|_| !exported);
        self.func_of(FuncKey::MethodExpr { recv: selection.recv, name: sel.name, pkg })
    }

    /// The number of the function that implements the `index`-th method of `iface` for a type word.
    pub(super) fn iface_method(&mut self, word: Value, iface: TypeId, index: u32) -> Value {
        let method = match self.cx.u.types.interface(iface) {
            Some(i) => i.methods[index as usize].clone(),
            None => return self.int(0),
        };
        let row = self.cx.selector(self.b.module, &method);
        self.b.iface_method(row, word)
    }

    /// Whether a type is a pointer, not a defined one.
    pub(super) fn is_pointer(&self, ty: TypeId) -> bool {
        matches!(self.cx.u.types.get(ty), Type::Pointer(_))
    }
}
