//! Deferred and spawned calls, and `recover`. The protocol is in `docs/go-lowering.md`.

use purlin_ir::{Block, ClassDecl, Opcode, Pointers, SlotId, Type as Ir, Value};
use smallvec::smallvec;

use super::call::{Callee, Prepared};
use super::func::{Defers, Lower, Vals};
use super::{FuncKey, ThunkTarget};
use crate::ast::{Expr, ExprKind};
use crate::types::{Type, TypeId};
use crate::universe::{Builtin, Mode};

/// A deferred call: next, closure, and the number of the function that may recover.
const RECORD: ClassDecl = ClassDecl { size: 24, pointers: Pointers::Words(0b011) };

/// Where a list of deferred calls begins that others add to.
const LIST: ClassDecl = ClassDecl { size: 8, pointers: Pointers::Words(1) };

/// The number of no function.
const NOBODY: i64 = u32::MAX as i64;

impl<'a> Lower<'_, 'a> {
    pub fn begin_defers(&mut self, shared: bool) {
        let (list, raise) = (self.b.slot(8), self.b.slot(8));
        let runner = self.b.block();
        if shared {
            let class = self.b.module.class(LIST);
            let head = self.b.alloc(class);
            let at = self.b.stack_addr(list);
            self.b.store(at, 0, head);
        }
        self.defers = Some(Defers { list, raise, runner, shared });
    }

    /// The address of the list of deferred calls, if there can be any.
    pub fn defer_list(&mut self) -> Option<Value> {
        if let Some(list) = self.body.as_ref().and_then(|body| body.defers) {
            return Some(self.b.use_var(list));
        }
        let Defers { list, shared, .. } = *self.defers.as_ref()?;
        let at = self.b.stack_addr(list);
        Some(if shared { self.b.load(Ir::Ref, at, 0) } else { at })
    }

    /// The runner of deferred calls, and the handler.
    pub fn finish_defers(&mut self) {
        let Some(Defers { raise, runner, .. }) = self.defers else { return };
        let [run, done, again, leave, handler] = [(); 5].map(|()| self.b.block());
        self.b.cold(again);
        self.b.cold(handler);

        self.b.switch_to(runner);
        let Some(at) = self.defer_list() else { return };
        self.defers = None;
        let head = self.b.load(Ir::Ref, at, 0);
        let null = self.b.null();
        let more = self.op(Opcode::Ine, head, null);
        self.b.brif(more, run, done);

        self.b.switch_to(run);
        let next = self.b.load(Ir::Ref, head, 0);
        self.b.store(at, 0, next);
        self.run_record(head, raise, runner);

        self.b.switch_to(done);
        self.if_handling(raise, again, leave);

        self.b.switch_to(again);
        // From another function in this one's place, so that this one's handler is not asked again.
        let results: Vec<Ir> = self.b.module.func_sig(self.b.id()).results.clone();
        let raise_again = self.func_of(FuncKey::RaiseAgain(results));
        self.b.tail_call(raise_again, &[]);

        self.b.switch_to(leave);
        let vals = self.load_results();
        self.b.ret(&vals);

        self.b.switch_to(handler);
        let at = self.b.stack_addr(raise);
        let before = self.b.load(Ir::I64, at, 0);
        let now = self.call_rt("rt.caught", &[before], &[Ir::I64])[0];
        self.b.store(at, 0, now);
        self.b.jump(runner, &[]);
        self.b.func.handler = Some(handler);
    }

    /// Goes to `yes` if a raise is being handled, else to `no`; its number.
    fn if_handling(&mut self, raise: SlotId, yes: Block, no: Block) -> Value {
        let at = self.b.stack_addr(raise);
        let raised = self.b.load(Ir::I64, at, 0);
        let zero = self.int(0);
        let handling = self.op(Opcode::Ine, raised, zero);
        self.b.brif(handling, yes, no);
        raised
    }

    /// Makes one deferred call, and looks whether it recovered the raise.
    fn run_record(&mut self, head: Value, raise: SlotId, runner: Block) {
        let [number, call, check, clear] = [(); 4].map(|()| self.b.block());
        for block in [number, check, clear] {
            self.b.cold(block);
        }
        self.if_handling(raise, number, call);

        self.b.switch_to(number);
        let target = self.b.load(Ir::I64, head, 16);
        self.call_rt("rt.set_deferring", &[target], &[]);
        self.b.jump(call, &[]);

        self.b.switch_to(call);
        let closure = self.b.load(Ir::Ref, head, 8);
        self.b.effect(Opcode::NilCheck, &[closure]);
        let func = self.closure_func(closure);
        let sig = self.b.module.sig(&purlin_ir::Signature::new([Ir::Ref], []));
        self.b.call_indirect(sig, func, &[closure]);
        let raised = self.if_handling(raise, check, runner);

        self.b.switch_to(check);
        let recovered = self.call_rt("rt.recovered", &[raised], &[Ir::I8])[0];
        self.b.brif(recovered, clear, runner);

        self.b.switch_to(clear);
        let at = self.b.stack_addr(raise);
        let zero = self.int(0);
        self.b.store(at, 0, zero);
        self.b.jump(runner, &[]);
    }

    pub fn defer_stmt(&mut self, e: &'a Expr) {
        let Some((closure, target)) = self.suspended(e) else { return };
        let class = self.b.module.class(RECORD);
        let record = self.b.alloc(class);
        let Some(at) = self.defer_list() else { return };
        let head = self.b.load(Ir::Ref, at, 0);
        self.b.store(record, 0, head);
        self.b.store(record, 8, closure);
        self.b.store(record, 16, target);
        self.b.store(at, 0, record);
    }

    pub fn go_stmt(&mut self, e: &'a Expr) {
        let Some((closure, _)) = self.suspended(e) else { return };
        let null = self.b.null();
        let nil = self.op(Opcode::Ieq, closure, null);
        self.cold_if(nil, |lower| lower.raise_text("go of nil func value"));
        self.call_rt("rt.spawn", &[closure], &[]);
    }

    /// A closure that makes the call later, and the number of the function that it calls.
    fn suspended(&mut self, e: &'a Expr) -> Option<(Value, Value)> {
        let e = e.unparen();
        let ExprKind::Call { func, args, dots, .. } = &e.kind else { return None };
        if let Mode::Builtin(builtin) = self.cx.u.info.types[func.id].mode {
            let closure = self.suspended_builtin(builtin, args)?;
            return Some((closure, self.int(NOBODY)));
        }
        let mut call = self.prepare_call(func, args, *dots);
        self.at(e.pos);
        let sig = self.cx.u.types.signature(call.sig).cloned().unwrap_or_default();
        for (vals, ty) in call.args.iter_mut().zip(&*sig.params) {
            *vals = self.keep(std::mem::take(vals), *ty);
        }
        let plain = sig.params.is_empty() && sig.results.is_empty();
        Some(self.suspended_call(&call, plain))
    }

    fn suspended_call(&mut self, call: &Prepared, plain: bool) -> (Value, Value) {
        let args = || call.args.iter().flatten().copied();
        let closure_sig = |lower: &mut Self| {
            let sig = lower.cx.signature(&[Ir::Ref], call.sig);
            lower.b.module.sig(&sig)
        };
        match &call.callee {
            Callee::Literal { func, closure } => {
                let number = self.b.func_ref(*func);
                if plain {
                    return (*closure, number);
                }
                let held: Vals = std::iter::once(*closure).chain(args()).collect();
                (self.thunk_closure(ThunkTarget::Func(*func), &held), number)
            }
            Callee::Func { func, first } => {
                let held: Vals = first.iter().copied().chain(args()).collect();
                (self.thunk_closure(ThunkTarget::Func(*func), &held), self.b.func_ref(*func))
            }
            Callee::Native(native) => {
                let held: Vals = args().collect();
                (self.thunk_closure(ThunkTarget::Native(*native), &held), self.int(NOBODY))
            }
            Callee::Op { obj, .. } => {
                let func = self.func_of(FuncKey::Value(*obj));
                let held: Vals = std::iter::once(self.b.null()).chain(args()).collect();
                (self.thunk_closure(ThunkTarget::Func(func), &held), self.int(NOBODY))
            }
            Callee::Closure(closure) => {
                let null = self.b.null();
                let there = self.op(Opcode::Ine, *closure, null);
                let int = crate::types::Basic::Int.ty();
                let number = self.either(there, int, |lower| smallvec![lower.closure_func(*closure)])[0];
                if plain {
                    return (*closure, number);
                }
                let sig = closure_sig(self);
                let held: Vals = std::iter::once(*closure).chain(args()).collect();
                (self.thunk_closure(ThunkTarget::Closure(sig), &held), number)
            }
            Callee::Method { iface, ty, index } => {
                self.check_iface(iface[0]);
                let number = self.iface_method(iface[0], *ty, *index);
                let sig = closure_sig(self);
                let held: Vals = [number, iface[1]].into_iter().chain(args()).collect();
                (self.thunk_closure(ThunkTarget::Number(sig), &held), number)
            }
        }
    }

    fn thunk_closure(&mut self, target: ThunkTarget, held: &[Value]) -> Value {
        let params = held.iter().map(|v| self.b.func.ty(*v)).collect();
        let func = self.func_of(FuncKey::Thunk { target, params });
        self.new_closure(func, held)
    }

    fn native_thunk(&mut self, name: &str, held: &[Value]) -> Value {
        let params: Vec<Ir> = held.iter().map(|v| self.b.func.ty(*v)).collect();
        let native = self.rt(name, &params, &[]);
        self.thunk_closure(ThunkTarget::Native(native), held)
    }

    fn suspended_builtin(&mut self, builtin: Builtin, args: &'a [Expr]) -> Option<Value> {
        self.prepare(args);
        match builtin {
            Builtin::Close => {
                let chan = self.scalar(&args[0]);
                Some(self.native_thunk("rt.chan_close", &[chan]))
            }
            Builtin::Panic => {
                let any = self.cx.u.types.empty_interface();
                let value = self.expr_as(&args[0], any);
                Some(self.native_thunk("rt.panic", &value))
            }
            Builtin::Delete => {
                let vals = self.builtin_args(args, |_| None);
                let [(map, ty), (key, from)] = vals.as_slice() else { return None };
                let (key_ty, _) = self.map_parts(*ty);
                let key = self.assignable(key.clone(), *from, key_ty);
                let [k0, k1] = self.kept_key(&key, key_ty);
                let number = self.map_number(*ty);
                Some(self.native_thunk("rt.map_delete", &[number, map[0], k0, k1]))
            }
            // Called by no function that was deferred, it does nothing.
            Builtin::Recover => {
                let token = self.b.iconst(Ir::I8, 0);
                let native = self.rt("rt.recover", &[Ir::I8], &[Ir::I64, Ir::Ref]);
                Some(self.thunk_closure(ThunkTarget::Native(native), &[token]))
            }
            _ => {
                let mut held = Vals::new();
                let mut types = Vec::new();
                for arg in args {
                    let ty = self.typ(arg);
                    held.extend(self.expr_as(arg, ty));
                    types.push(ty);
                }
                let func = self.func_of(FuncKey::BuiltinThunk { builtin, types });
                Some(self.new_closure(func, &held))
            }
        }
    }

    /// A map key that stays until a later call.
    fn kept_key(&mut self, key: &[Value], ty: TypeId) -> [Value; 2] {
        match self.cx.u.types.under(ty) {
            Type::Basic(b) if !b.is_complex() => self.map_key(key, ty),
            Type::Pointer(_) | Type::Chan { .. } => self.map_key(key, ty),
            _ => {
                let at = self.new_object(ty);
                self.store(&super::place::Place::mem(at), ty, key);
                [self.b.op(Opcode::Bitcast, Ir::I64, &[at]), self.int(0)]
            }
        }
    }

    /// `recover()`
    pub fn recover(&mut self) -> Vals {
        let token = self.token.unwrap_or_else(|| self.b.iconst(Ir::I8, 0));
        self.call_rt("rt.recover", &[token], &[Ir::I64, Ir::Ref])
    }
}
