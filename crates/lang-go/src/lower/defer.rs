//! Deferred and spawned calls, and `recover`. The protocol is in `docs/go-lowering.md`.

use crate::rt;
use purlin_base::Pos;
use purlin_ir::{Block, ClassDecl, Def, FuncId, Opcode, Pointers, SigId, SlotId, Type as Ir, Value};
use purlin_runtime::native::Row;
use purlin_runtime::natives::rows;
use smallvec::smallvec;

use super::call::{Callee, Prepared};
use super::rangefunc::walk;
use super::state::{
    DeferSite, DeferredCallee, Defers, FuncKey, Location, Lower, Pending, Recoverer, ThunkTarget, Vals,
};
use crate::ast::{Expr, ExprKind, Stmt, StmtKind};
use crate::types::{Type, TypeId};
use crate::universe::{Builtin, Mode};

/// A deferred call: next, closure, and the number of the function that may recover.
const RECORD: ClassDecl = ClassDecl { size: 24, pointers: Pointers::Words(0b011) };

/// Where a list of deferred calls begins that others add to.
const LIST: ClassDecl = ClassDecl { size: 8, pointers: Pointers::Words(1) };

/// The number of no function.
const NO_FUNCTION: i64 = rt::NO_FUNCTION as i64;

/// So many deferred calls of a function are kept in frame slots.
const MAX_SITES: usize = 8;
/// Words that one of them may hold there.
const MAX_HELD: usize = 8;

/// A call that is made later.
struct Suspended {
    target: DeferredCallee,
    held: Vals,
    /// The number of the function that may recover.
    number: Value,
}

/// Whether each `defer` of these statements runs at most once, and there are not many.
fn runs_once(stmts: &[Stmt]) -> bool {
    let (mut count, mut repeated) = (0, false);
    walk(stmts, &mut |stmt| match &stmt.kind {
        StmtKind::Defer(_) => count += 1,
        StmtKind::For { body, .. } => repeated |= defers(&body.stmts),
        StmtKind::Range(range) => repeated |= defers(&range.body.stmts),
        StmtKind::Labeled { .. } => repeated = true,
        _ => {}
    });
    !repeated && count <= MAX_SITES
}

fn defers(stmts: &[Stmt]) -> bool {
    let mut found = false;
    walk(stmts, &mut |stmt| found |= matches!(stmt.kind, StmtKind::Defer(_)));
    found
}

impl<'a> Lower<'_, 'a> {
    /// Makes place for deferred calls, those of `stmts` among them.
    pub(super) fn begin_defers(&mut self, shared: bool, stmts: &[Stmt]) {
        let raise = self.b.slot(8);
        let runner = self.b.block();
        if !shared && runs_once(stmts) {
            self.defers = Some(Defers { pending: Pending::Sites(Vec::new()), raise, runner });
            return;
        }
        let head = self.b.slot(8);
        if shared {
            let class = self.b.module.class(LIST);
            let list = self.b.alloc(class);
            let at = self.b.stack_addr(head);
            self.b.store(at, 0, list);
        }
        self.defers = Some(Defers { pending: Pending::List { head, shared }, raise, runner });
    }

    /// The address of the list of deferred calls, if they are in one.
    pub(super) fn defer_list(&mut self) -> Option<Value> {
        if let Some(list) = self.body.as_ref().and_then(|body| body.defers) {
            return Some(self.b.use_var(list));
        }
        let Pending::List { head, shared } = self.defers.as_ref()?.pending else { return None };
        let at = self.b.stack_addr(head);
        Some(if shared { self.b.load(Ir::Ref, at, 0) } else { at })
    }

    /// The runner of deferred calls, and the handler.
    pub(super) fn finish_defers(&mut self) {
        let Some(Defers { pending, raise, runner }) = self.defers.take() else { return };
        let [done, next_call, leave, handler] = [(); 4].map(|()| self.b.block());
        self.b.cold(next_call);
        self.b.cold(handler);
        let handling = match pending {
            Pending::List { head, shared } => {
                self.run_list(head, shared, raise, runner, done);
                runner
            }
            Pending::Sites(sites) => {
                self.run_sites(&sites, runner, leave);
                self.run_sites_handling(&sites, raise, done)
            }
        };

        self.b.switch_to(done);
        self.if_handling(raise, next_call, leave);

        self.b.switch_to(next_call);
        // From another function in this one's place, so that this one's handler is not asked next_call.
        let results: Vec<Ir> = self.b.module.func_sig(self.b.id()).results.clone();
        let raise_again = self.func_of(FuncKey::RaiseAgain(results));
        self.b.tail_call(raise_again, &[]);

        self.b.switch_to(leave);
        let vals = self.load_results();
        self.b.ret(&vals);

        self.b.switch_to(handler);
        let at = self.b.stack_addr(raise);
        let before = self.b.load(Ir::I64, at, 0);
        let now = self.call_rt(rt::CAUGHT, &[before])[0];
        self.b.store(at, 0, now);
        self.b.jump(handling, &[]);
        self.b.func.handler = Some(handler);
    }

    /// Makes the calls of a list, the last one first.
    fn run_list(&mut self, head: SlotId, shared: bool, raise: SlotId, runner: Block, done: Block) {
        let run = self.b.block();
        self.b.switch_to(runner);
        let at = self.b.stack_addr(head);
        let at = if shared { self.b.load(Ir::Ref, at, 0) } else { at };
        let first = self.b.load(Ir::Ref, at, 0);
        let null = self.b.null();
        let more = self.op(Opcode::Ine, first, null);
        self.b.brif(more, run, done);

        self.b.switch_to(run);
        let next = self.b.load(Ir::Ref, first, 0);
        self.b.store(at, 0, next);
        self.run_record(first, raise, runner);
    }

    /// Makes the pending calls, the last one first, while nothing is raised: if one of them raises, the
    /// handler resumes.
    fn run_sites(&mut self, sites: &[DeferSite], runner: Block, leave: Block) {
        self.b.switch_to(runner);
        for site in sites.iter().rev() {
            let [run, next] = [(); 2].map(|()| self.b.block());
            self.if_pending(site, run, next);
            self.b.switch_to(run);
            self.call_site(site);
            self.b.jump(next, &[]);
            self.b.switch_to(next);
        }
        self.b.jump(leave, &[]);
    }

    /// Makes the pending calls while a raise is handled; where that begins.
    fn run_sites_handling(&mut self, sites: &[DeferSite], raise: SlotId, done: Block) -> Block {
        let start = self.b.block();
        self.b.cold(start);
        self.b.switch_to(start);
        for site in sites.iter().rev() {
            let [run, number, call, check, clear, next] = [(); 6].map(|()| self.b.block());
            for block in [run, number, call, check, clear, next] {
                self.b.cold(block);
            }
            self.if_pending(site, run, next);

            self.b.switch_to(run);
            self.if_handling(raise, number, call);
            self.b.switch_to(number);
            let may_recover = match site.number {
                Recoverer::Fixed(func) => self.b.func_ref(func),
                Recoverer::None => self.int(NO_FUNCTION),
                Recoverer::InSlot(slot) => {
                    let at = self.b.stack_addr(slot);
                    self.b.load(Ir::I64, at, 0)
                }
            };
            self.call_rt(rt::SET_DEFERRING, &[may_recover]);
            self.b.jump(call, &[]);

            self.b.switch_to(call);
            self.call_site(site);
            self.check_recovered(raise, check, clear, next);
            self.b.switch_to(next);
        }
        self.b.jump(done, &[]);
        start
    }

    /// Goes to `run` if a call is to be made, and it is not any more; else to `next`.
    fn if_pending(&mut self, site: &DeferSite, run: Block, next: Block) {
        let at = self.b.stack_addr(site.pending);
        let pending = self.b.load(Ir::I64, at, 0);
        let zero = self.int(0);
        let is = self.op(Opcode::Ine, pending, zero);
        self.b.store(at, 0, zero);
        self.b.brif(is, run, next);
    }

    fn call_site(&mut self, site: &DeferSite) {
        let mut held = Vals::new();
        for (slot, ty) in &site.held {
            let at = self.b.stack_addr(*slot);
            held.push(self.b.load(*ty, at, 0));
        }
        match site.target {
            DeferredCallee::Thunk(target) => self.call_target(target, &held),
            DeferredCallee::Literal(func, captures) => {
                let closure = self.new_closure(func, &held[..captures]);
                let args: Vals = std::iter::once(closure).chain(held[captures..].iter().copied()).collect();
                self.b.call(func, &args);
            }
        }
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
        self.call_rt(rt::SET_DEFERRING, &[target]);
        self.b.jump(call, &[]);

        self.b.switch_to(call);
        let closure = self.b.load(Ir::Ref, head, 8);
        self.b.effect(Opcode::NilCheck, &[closure]);
        let func = self.closure_func(closure);
        let sig = self.b.module.sig(&purlin_ir::Signature::new([Ir::Ref], []));
        self.b.call_indirect(sig, func, &[closure]);
        self.check_recovered(raise, check, clear, runner);
    }

    /// Behind a deferred call: if a raise is handled, was it recovered?
    fn check_recovered(&mut self, raise: SlotId, check: Block, clear: Block, next: Block) {
        let raised = self.if_handling(raise, check, next);

        self.b.switch_to(check);
        let recovered = self.call_rt(rt::RECOVERED, &[raised])[0];
        self.b.brif(recovered, clear, next);

        self.b.switch_to(clear);
        let at = self.b.stack_addr(raise);
        let zero = self.int(0);
        self.b.store(at, 0, zero);
        self.b.jump(next, &[]);
    }

    pub(super) fn defer_stmt(&mut self, e: &'a Expr) {
        let Some(call) = self.suspended(e) else { return };
        let in_slots = matches!(&self.defers, Some(Defers { pending: Pending::Sites(_), .. }));
        if in_slots && self.body.is_none() {
            return self.keep_in_slots(call);
        }
        let number = call.number;
        let closure = self.closure_of(call);
        let class = self.b.module.class(RECORD);
        let record = self.b.alloc(class);
        let Some(at) = self.defer_list() else { return };
        let head = self.b.load(Ir::Ref, at, 0);
        self.b.store(record, 0, head);
        self.b.store(record, 8, closure);
        self.b.store(record, 16, number);
        self.b.store(at, 0, record);
    }

    fn keep_in_slots(&mut self, mut call: Suspended) {
        if call.held.len() > MAX_HELD {
            let number = call.number;
            let closure = self.closure_of(call);
            let sig = self.b.module.sig(&purlin_ir::Signature::new([Ir::Ref], []));
            let target = DeferredCallee::Thunk(ThunkTarget::Closure(sig));
            call = Suspended { target, held: smallvec![closure], number };
        }
        let Suspended { target, held, number } = call;
        let held: Vec<(SlotId, Ir)> =
            held.iter().map(|value| (self.keep_in_slot(*value), self.b.func.ty(*value))).collect();
        let number = match self.b.func.values[number].def {
            Def::Result(inst, _) if self.b.func.insts[inst].op == Opcode::FuncRef => {
                Recoverer::Fixed(self.b.func.insts[inst].func())
            }
            Def::Result(inst, _) if self.b.func.insts[inst].op == Opcode::Iconst => Recoverer::None,
            Def::Result(..) | Def::Param(..) => Recoverer::InSlot(self.keep_in_slot(number)),
        };
        let one = self.int(1);
        let pending = self.keep_in_slot(one);
        if let Some(Defers { pending: Pending::Sites(sites), .. }) = &mut self.defers {
            sites.push(DeferSite { pending, held, target, number });
        }
    }

    fn keep_in_slot(&mut self, value: Value) -> SlotId {
        let slot = self.b.slot(8);
        let at = self.b.stack_addr(slot);
        self.b.store(at, 0, value);
        slot
    }

    pub(super) fn go_stmt(&mut self, at: Pos, e: &'a Expr) {
        let Some(call) = self.suspended(e) else { return };
        let closure = self.closure_of(call);
        let null = self.b.null();
        let nil = self.op(Opcode::Ieq, closure, null);
        self.cold_if(nil, |lower| lower.raise_text("go of nil func value"));
        // Tracebacks name the statement as what created the goroutine.
        self.at(at);
        self.call_rt(rt::SPAWN, &[closure]);
    }

    /// A call with what it needs evaluated, to be made later.
    fn suspended(&mut self, e: &'a Expr) -> Option<Suspended> {
        let e = e.unparen();
        let ExprKind::Call { func, args, dots, .. } = &e.kind else { return None };
        if let Mode::Builtin(builtin) = self.cx.u.info.types[func.id].mode {
            let closure = self.suspended_builtin(builtin, args)?;
            let sig = self.b.module.sig(&purlin_ir::Signature::new([Ir::Ref], []));
            let (target, number) = (DeferredCallee::Thunk(ThunkTarget::Closure(sig)), self.int(NO_FUNCTION));
            return Some(Suspended { target, held: smallvec![closure], number });
        }
        let mut call = self.prepare_call(func, args, *dots);
        self.at(e.pos);
        let sig = self.cx.u.types.signature(call.sig).cloned().unwrap_or_default();
        for (vals, ty) in call.args.iter_mut().zip(&*sig.params) {
            *vals = self.keep(std::mem::take(vals), *ty);
        }
        Some(self.suspended_call(&call))
    }

    fn suspended_call(&mut self, call: &Prepared) -> Suspended {
        let args = || call.args.iter().flatten().copied();
        let closure_sig = |lower: &mut Self| {
            let sig = lower.cx.signature(&[Ir::Ref], call.sig);
            lower.b.module.sig(&sig)
        };
        let to = |func: FuncId| DeferredCallee::Thunk(ThunkTarget::Func(func));
        let (target, held, number): (DeferredCallee, Vals, Value) = match &call.callee {
            Callee::Literal { func, captures } => {
                let held = captures.iter().copied().chain(args()).collect();
                (DeferredCallee::Literal(*func, captures.len()), held, self.b.func_ref(*func))
            }
            Callee::Func { func, first } => {
                (to(*func), first.iter().copied().chain(args()).collect(), self.b.func_ref(*func))
            }
            Callee::Native(native) => {
                (DeferredCallee::Thunk(ThunkTarget::Native(*native)), args().collect(), self.int(NO_FUNCTION))
            }
            Callee::Op { obj, .. } | Callee::View { obj } | Callee::Raw { obj, .. } => {
                let func = self.func_of(FuncKey::Value(*obj));
                let held = std::iter::once(self.b.null()).chain(args()).collect();
                (to(func), held, self.int(NO_FUNCTION))
            }
            Callee::Closure(closure) => {
                let null = self.b.null();
                let there = self.op(Opcode::Ine, *closure, null);
                let int = crate::types::Basic::Int.ty();
                let number = self.either(there, int, |lower| smallvec![lower.closure_func(*closure)])[0];
                let target = DeferredCallee::Thunk(ThunkTarget::Closure(closure_sig(self)));
                (target, std::iter::once(*closure).chain(args()).collect(), number)
            }
            Callee::Method { iface, ty, index } => {
                self.check_iface(iface[0]);
                let number = self.iface_method(iface[0], *ty, *index);
                let target = DeferredCallee::Thunk(ThunkTarget::Number(closure_sig(self)));
                (target, [number, iface[1]].into_iter().chain(args()).collect(), number)
            }
        };
        Suspended { target, held, number }
    }

    /// A closure without parameters that makes a call.
    fn closure_of(&mut self, call: Suspended) -> Value {
        let Suspended { target, held, .. } = call;
        match target {
            DeferredCallee::Thunk(ThunkTarget::Closure(sig)) if held.len() == 1 && self.is_plain(sig) => {
                held[0]
            }
            DeferredCallee::Thunk(target) => self.thunk_closure(target, &held),
            DeferredCallee::Literal(func, captures) => {
                let closure = self.new_closure(func, &held[..captures]);
                let plain = self.b.module.func_sig(func).results.is_empty() && held.len() == captures;
                if plain {
                    return closure;
                }
                let held: Vals = std::iter::once(closure).chain(held[captures..].iter().copied()).collect();
                self.thunk_closure(ThunkTarget::Func(func), &held)
            }
        }
    }

    /// Whether functions of a signature take their closure only, and give nothing.
    fn is_plain(&self, sig: SigId) -> bool {
        let sig = &self.b.module.sigs[sig];
        sig.params.len() == 1 && sig.results.is_empty()
    }

    fn thunk_closure(&mut self, target: ThunkTarget, held: &[Value]) -> Value {
        let params = held.iter().map(|v| self.b.func.ty(*v)).collect();
        let func = self.func_of(FuncKey::Thunk { target, params });
        self.new_closure(func, held)
    }

    fn native_thunk(&mut self, row: &Row, held: &[Value]) -> Value {
        let native = self.rt(row);
        self.thunk_closure(ThunkTarget::Native(native), held)
    }

    fn suspended_builtin(&mut self, builtin: Builtin, args: &'a [Expr]) -> Option<Value> {
        self.prepare(args);
        match builtin {
            Builtin::Close => {
                let chan = self.scalar(&args[0]);
                Some(self.native_thunk(rows::CHAN_CLOSE, &[chan]))
            }
            Builtin::Panic => {
                let any = self.cx.u.types.empty_interface();
                let value = self.expr_as(&args[0], any);
                Some(self.native_thunk(rt::PANIC, &value))
            }
            Builtin::Delete => {
                let vals = self.builtin_args(args, |_| None);
                let [(map, ty), (key, from)] = vals.as_slice() else { return None };
                let (key_ty, _) = self.map_parts(*ty);
                let key = self.assignable(key.clone(), *from, key_ty);
                let [k0, k1] = self.kept_key(&key, key_ty);
                let number = self.map_number(*ty);
                Some(self.native_thunk(rows::MAP_DELETE, &[number, map[0], k0, k1]))
            }
            // Like a call in the function that defers it, when that returns.
            Builtin::Recover => {
                let token = self.token.unwrap_or_else(|| self.b.iconst(Ir::I8, 0));
                let native = self.rt(rt::DEFERRED_RECOVER);
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
                self.store(&Location::mem(at), ty, key);
                [self.b.op(Opcode::Bitcast, Ir::I64, &[at]), self.int(0)]
            }
        }
    }

    /// `recover()`
    pub(super) fn recover(&mut self) -> Vals {
        let token = self.token.unwrap_or_else(|| self.b.iconst(Ir::I8, 0));
        self.call_rt(rt::RECOVER, &[token])
    }
}
