//! What package reflect stands on: functions of `internal/raw` that are operations, and the functions that
//! are generated for it, which it finds by the number of a type.
//!
//! A *frame* is memory of the arguments of a call, and of its results after them; each begins at a multiple
//! of eight bytes. Nothing here knows what reflection does with types; natives tell what a type is made of.

use purlin_ir::{FuncId, Module, Opcode, SelectorDecl, SelectorId, Signature, Type as Ir, Value};
use purlin_runtime::native::Row;
use purlin_runtime::natives::{ITER_BYTES, rows};
use smallvec::smallvec;

use super::state::{Cx, FuncKey, HOOKS, Hook, Location, Lower, Vals};
use crate::rt;
use crate::types::{Type, TypeId};
use crate::universe::is_exported;

/// Words of `raw.MapIter`.
const _: () = assert!(ITER_BYTES <= 4 * 8, "the guest's iterators have room");

/// A function of `internal/raw` without a body that is no native of its own.
#[derive(Clone, Copy, Debug)]
pub(super) enum Raw {
    /// The number of the type in an interface.
    TypeOf,
    /// The data word in an interface.
    WordOf,
    /// An interface of these two.
    Any,
    /// An address, so many bytes from another one.
    Add,
    /// What is at an address, as the type that the function returns.
    Load,
    /// Writes its second argument at an address.
    Store,
    /// Copies bytes.
    Move,
    /// Makes bytes zero.
    Clear,
    /// The bits of a word that may be an address.
    Bits,
    /// A word of these bits, which is no address that anything follows.
    Word,
    /// The number of the function that is generated for a type.
    Hook(Hook),
    /// The number of a type's exported method.
    Method,
    /// Calls by the adapter of a function type.
    Apply,
    /// A closure whose function has that number, and which holds a function.
    Closure,
    /// The number of a closure's function.
    FuncOf,
    /// A native of the runtime.
    Native(&'static Row),
}

/// The operation that a function of `internal/raw` is.
pub(super) fn operation(name: &str) -> Option<Raw> {
    Some(match name {
        "TypeOf" => Raw::TypeOf,
        "WordOf" => Raw::WordOf,
        "Any" => Raw::Any,
        "Add" => Raw::Add,
        "Move" => Raw::Move,
        "Clear" => Raw::Clear,
        "Bits" => Raw::Bits,
        "Word" => Raw::Word,
        "Adapter" => Raw::Hook(Hook::Adapter),
        "Maker" => Raw::Hook(Hook::Maker),
        "Method" => Raw::Method,
        "Apply" => Raw::Apply,
        "Closure" => Raw::Closure,
        "FuncOf" => Raw::FuncOf,
        "New" => Raw::Native(rows::NEW_OF),
        "NewArray" => Raw::Native(rows::NEW_ARRAY_OF),
        "NewWords" => Raw::Native(rows::NEW_WORDS),
        "Grow" => Raw::Native(rt::GROW),
        "Equal" => Raw::Native(rows::EQ),
        "MapNew" => Raw::Native(rows::MAP_NEW),
        "MapFind" => Raw::Native(rows::MAP_FIND),
        "MapAssign" => Raw::Native(rows::MAP_ASSIGN),
        "MapDelete" => Raw::Native(rows::MAP_DELETE),
        "MapClear" => Raw::Native(rows::MAP_CLEAR),
        "MapBegin" => Raw::Native(rows::MAP_ITER),
        "MapNext" => Raw::Native(rows::MAP_NEXT),
        "MakeType" => Raw::Native(rows::MAKE_TYPE),
        "MadeMap" => Raw::Native(rows::MADE_MAP),
        "ChanOf" => Raw::Native(rows::CHAN_OF),
        "ChanMake" => Raw::Native(rows::CHAN_MAKE),
        "ChanSend" => Raw::Native(rows::CHAN_SEND),
        "ChanRecv" => Raw::Native(rows::CHAN_RECV),
        "ChanClose" => Raw::Native(rows::CHAN_CLOSE),
        "ChanLen" => Raw::Native(rows::CHAN_LEN),
        "ChanCap" => Raw::Native(rows::CHAN_CAP),
        "Select" => Raw::Native(rows::SELECT),
        "TakeDeferring" => Raw::Native(rt::TAKE_DEFERRING),
        "SetDeferring" => Raw::Native(rt::SET_DEFERRING),
        _ if name.starts_with("Load") => Raw::Load,
        _ if name.starts_with("Store") => Raw::Store,
        _ => return None,
    })
}

/// Whether there is such an operation.
#[cfg(test)]
pub(crate) fn is_operation(name: &str) -> bool {
    operation(name).is_some()
}

impl<'a> Lower<'_, 'a> {
    /// A call of an operation of `internal/raw`, whose type is `sig`.
    pub(super) fn raw_call(&mut self, raw: Raw, sig: TypeId, args: &[Vals]) -> Vals {
        // Formatting takes values of functions apart, and asks nothing of their types.
        if !matches!(raw, Raw::WordOf | Raw::FuncOf) {
            self.cx.describe_types();
        }
        let flat: Vals = args.iter().flatten().copied().collect();
        match raw {
            Raw::TypeOf => smallvec![flat[0]],
            Raw::WordOf => smallvec![flat[1]],
            Raw::Any => flat,
            Raw::Add => smallvec![self.b.elem_addr(flat[0], flat[1], 1, 0)],
            Raw::Load | Raw::Store => self.raw_access(sig, &flat),
            Raw::Move => {
                self.b.effect(Opcode::Copy, &flat);
                Vals::new()
            }
            Raw::Clear => {
                self.b.effect(Opcode::Zero, &flat);
                Vals::new()
            }
            Raw::Bits => smallvec![self.b.op(Opcode::Bitcast, Ir::I64, &flat)],
            Raw::Word => smallvec![self.b.op(Opcode::Bitcast, Ir::Ref, &flat)],
            Raw::Hook(hook) => smallvec![self.hooked(hook, flat[0])],
            Raw::Method => {
                let table = self.hooked(Hook::Methods, flat[0]);
                let sig = self.b.module.sig(&methods_signature());
                self.b.call_indirect(sig, table, &[flat[1]]).into_iter().collect()
            }
            Raw::Apply => {
                let sig = self.b.module.sig(&adapter_signature());
                self.b.call_indirect(sig, flat[0], &flat[1..]).into_iter().collect()
            }
            Raw::Closure => {
                let pointers = purlin_ir::Pointers::Words(2);
                let class = self.b.module.class(purlin_ir::ClassDecl { size: 16, pointers });
                let closure = self.b.alloc(class);
                self.b.store_fixed(closure, 0, flat[0]);
                self.b.store_fixed(closure, 8, flat[1]);
                smallvec![closure]
            }
            Raw::FuncOf => smallvec![self.closure_func(flat[0])],
            Raw::Native(row) => self.call_rt(row, &flat),
        }
    }

    /// Reads what is at an address, or writes it.
    fn raw_access(&mut self, sig: TypeId, args: &[Value]) -> Vals {
        let place = Location::mem(args[0]);
        let sig = self.cx.u.types.signature(sig).cloned().unwrap_or_default();
        match (&*sig.params, &*sig.results) {
            ([_], [ty]) => self.load_stable(&place, *ty),
            ([_, ty], _) => {
                self.store(&place, *ty, &args[1..]);
                Vals::new()
            }
            _ => Vals::new(),
        }
    }

    fn hooked(&mut self, hook: Hook, ty: Value) -> Value {
        let row = self.cx.hook_row(self.b.module, hook);
        self.b.iface_method(row, ty)
    }

    /// The body of an adapter: takes the number of a function, what comes before its arguments, and a frame.
    pub(super) fn adapter(&mut self, sig: TypeId, params: &[Value]) {
        let [number, first, frame] = params else { return };
        let (tys, results) = self.frame_types(sig);
        let mut at = 0;
        let mut args: Vals = smallvec![*first];
        for ty in &tys {
            let place = Location::Mem { base: *frame, off: at, stable: true };
            args.extend(self.load(&place, *ty));
            at += self.frame_bytes(*ty);
        }
        let sig = self.cx.signature(&[Ir::Ref], sig);
        let sig = self.b.module.sig(&sig);
        let values: Vals = self.b.call_indirect(sig, *number, &args).into_iter().collect();
        for (ty, vals) in results.iter().zip(self.split(&values, &results)) {
            let place = Location::Mem { base: *frame, off: at, stable: false };
            self.store(&place, *ty, &vals);
            at += self.frame_bytes(*ty);
        }
        self.b.ret(&[]);
    }

    /// The body of a function that hands a frame to the function in its closure.
    pub(super) fn made_function(&mut self, sig: TypeId, params: &[Value]) {
        let (tys, results) = self.frame_types(sig);
        let bytes: i64 = tys.iter().chain(&results).map(|ty| self.frame_bytes(*ty)).sum();
        let class = purlin_ir::ClassDecl { size: bytes.max(8) as u32, pointers: purlin_ir::Pointers::All };
        let class = self.b.module.class(class);
        let frame = self.b.alloc(class);
        let mut at = 0;
        for (ty, vals) in tys.iter().zip(self.split(&params[1..], &tys)) {
            self.store(&Location::Mem { base: frame, off: at, stable: false }, *ty, &vals);
            at += self.frame_bytes(*ty);
        }
        let handler = self.held(params[0], &[Ir::Ref], 0)[0];
        let number = self.closure_func(handler);
        let sig = self.b.module.sig(&Signature::new([Ir::Ref, Ir::Ref], []));
        self.b.call_indirect(sig, number, &[handler, frame]);
        let mut values = Vals::new();
        for ty in &results {
            let place = Location::Mem { base: frame, off: at, stable: true };
            values.extend(self.load(&place, *ty));
            at += self.frame_bytes(*ty);
        }
        self.b.ret(&values);
    }

    /// The body of a function that tells the numbers of a type's exported methods.
    pub(super) fn method_numbers(&mut self, ty: TypeId, params: &[Value]) {
        let methods: Vec<FuncId> = self.cx.exported_entries(self.b.module, ty);
        let blocks: Vec<_> = methods.iter().map(|_| self.b.block()).collect();
        let none = self.b.block();
        let table: Vec<_> = blocks.iter().enumerate().map(|(n, block)| (n as i64, *block)).collect();
        self.b.switch(params[0], &table, none);
        for (block, func) in blocks.iter().zip(methods) {
            self.b.seal(*block);
            self.b.switch_to(*block);
            let number = self.b.func_ref(func);
            self.b.ret(&[number]);
        }
        self.b.seal(none);
        self.b.switch_to(none);
        self.b.trap(purlin_base::TrapCode::Unreachable);
    }

    fn frame_types(&self, sig: TypeId) -> (Box<[TypeId]>, Box<[TypeId]>) {
        let sig = self.cx.u.types.signature(sig).cloned().unwrap_or_default();
        (sig.params, sig.results)
    }

    fn frame_bytes(&mut self, ty: TypeId) -> i64 {
        self.layout(ty).size.next_multiple_of(8) as i64
    }
}

/// Number of a function, its closure or receiver, frame.
pub(super) fn adapter_signature() -> Signature {
    Signature::new([Ir::I64, Ir::Ref, Ir::Ref], [])
}

pub(super) fn methods_signature() -> Signature {
    Signature::new([Ir::I64], [Ir::I64])
}

impl Cx<'_> {
    /// From now on all types are described in full, those before too.
    pub(super) fn describe_types(&mut self) {
        self.noted.described = true;
        if !self.rtypes.hooks.described {
            self.rtypes.hooks.described = true;
            self.rtypes.closed = 0;
        }
    }

    /// Which kind of hook a row is of.
    pub(super) fn hook_of(&self, row: SelectorId) -> Option<u8> {
        let n = self.rtypes.hooks.rows.iter().position(|known| *known == Some(row))?;
        Some(n as u8)
    }

    /// The row of a kind of hook, by what [`Cx::hook_of`] says.
    pub(super) fn numbered_hook(&mut self, module: &mut Module, hook: u8) -> Option<SelectorId> {
        Some(self.hook_row(module, *HOOKS.get(usize::from(hook))?))
    }

    fn hook_row(&mut self, module: &mut Module, hook: Hook) -> SelectorId {
        if let Some(row) = self.rtypes.hooks.rows[hook as usize] {
            return row;
        }
        let row =
            module.selectors.push(SelectorDecl { name: format!("reflect {hook:?}"), methods: Vec::new() });
        self.rtypes.hooks.rows[hook as usize] = Some(row);
        self.rtypes.closed = 0;
        row
    }

    /// Numbers what only reflection sees of a type.
    pub(super) fn close_described(&mut self, ty: TypeId) {
        if !self.rtypes.hooks.described {
            return;
        }
        if !matches!(self.u.types.get(ty), Type::Pointer(_)) {
            let pointer = self.u.types.pointer_to(ty);
            self.number(pointer);
        }
        if let Type::Signature(sig) = self.u.types.under(ty).clone() {
            for part in sig.params.iter().chain(&sig.results) {
                self.number(*part);
            }
        }
        if self.rtypes.hooks.calls_methods() {
            let all = self.u.types.is_interface(ty);
            for (_, _, sig) in self.all_methods(ty).into_iter().filter(|m| all || m.1.is_none()) {
                self.number(sig);
            }
        }
    }

    /// Names and signatures of the exported methods of a type, as reflection numbers them.
    fn exported_methods(&mut self, ty: TypeId) -> Vec<(purlin_base::Name, TypeId)> {
        let mut methods: Vec<_> = self.all_methods(ty).into_iter().filter(|m| m.1.is_none()).collect();
        methods.sort_by_key(|m| self.u.name(m.0).to_string());
        methods.into_iter().map(|(name, _, sig)| (name, sig)).collect()
    }

    /// Names, the packages of names that are not exported, and signatures of all methods of a type.
    pub(super) fn all_methods(
        &mut self,
        ty: TypeId,
    ) -> Vec<(purlin_base::Name, Option<crate::universe::PackageId>, TypeId)> {
        let private = |cx: &Self, name, pkg: Option<_>| pkg.filter(|_| !is_exported(cx.u.name(name)));
        if let Some(iface) = self.u.types.interface(ty) {
            let methods = iface.methods.clone();
            return methods.iter().map(|m| (m.name, private(self, m.name, m.pkg), m.sig)).collect();
        }
        let set = self.u.types.method_set(ty);
        let sigs = set.iter().filter_map(|m| {
            let sig = self.u.types.method_sig(&m.found)?;
            Some((m.name, private(self, m.name, m.pkg), sig))
        });
        sigs.collect()
    }

    /// The functions that are called for the exported methods of a type.
    fn exported_entries(&mut self, module: &mut Module, ty: TypeId) -> Vec<FuncId> {
        let mut funcs = Vec::new();
        for (name, sig) in self.exported_methods(ty) {
            let method = crate::types::IfaceMethod { name, pkg: None, sig };
            if let Some(found) = self.implementing(ty, name, None) {
                funcs.push(self.entry(module, ty, &method, &found));
            }
        }
        funcs
    }

    /// Generates what types need that are new to a row.
    pub(super) fn queue_hooks(&mut self, module: &mut Module) -> bool {
        let mut found_any = false;
        for hook in HOOKS {
            let Some(row) = self.rtypes.hooks.rows[hook as usize] else { continue };
            while self.rtypes.hooks.done[hook as usize] < self.rtypes.list.len() {
                let n = self.rtypes.hooks.done[hook as usize];
                self.rtypes.hooks.done[hook as usize] += 1;
                let ty = self.rtypes.list[n];
                let is_func = matches!(self.u.types.under(ty), Type::Signature(_));
                let key = match hook {
                    Hook::Adapter if is_func => FuncKey::Adapter(self.u.types.underlying(ty)),
                    Hook::Maker if is_func => FuncKey::Maker(self.u.types.underlying(ty)),
                    Hook::Methods if !self.u.types.is_interface(ty) => {
                        if self.exported_methods(ty).is_empty() {
                            continue;
                        }
                        FuncKey::Methods(ty)
                    }
                    Hook::Adapter | Hook::Maker | Hook::Methods => continue,
                };
                let func = self.func(module, key);
                module.selectors[row].methods.push((n as u32 + 1, func));
                found_any = true;
            }
        }
        found_any
    }
}
