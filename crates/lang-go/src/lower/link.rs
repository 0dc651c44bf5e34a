//! Prepared functions of the library in the place of lowered ones: their symbols get the numbers that they
//! have in this module, and their bodies are decoded when they are first used. See `crate::prepared`.

use purlin_ir::{FuncId, Module, Type as Ir};

use super::state::{Cx, FuncKey, ThunkTarget};
use crate::prepared::{MethodSymbol, No, PreparedPackage, Symbol, Template};
use crate::types::{IfaceMethod, TypeId};
use crate::universe::{Builtin, ObjId, PackageId};

impl Cx<'_> {
    /// Gives a function its prepared body, if what it reaches was found in it. False if it has to be lowered.
    pub(super) fn link_prepared(&mut self, module: &mut Module, id: FuncId, obj: ObjId) -> bool {
        if !self.u.prepared.functions.contains(&obj) {
            return false;
        }
        let object = &self.u.objects[obj];
        let (Some(pkg), Some(decl)) = (object.pkg, object.decl) else { return false };
        let path = self.u.packages[pkg].path.clone();
        let Some(mut prepared) = self.u.prepared.take(pkg, &path) else { return false };
        let template = prepared.template((decl.file, decl.decl));
        let linked = template.and_then(|template| self.link(module, &mut prepared, id, pkg, template));
        self.u.prepared.put(pkg, prepared);
        if linked.is_none() {
            // Its body was not checked, since all of its symbols were known.
            let text = format!("internal error: {} cannot be linked", module.funcs[id].name);
            self.error(self.u.objects[obj].pos, text);
        }
        true
    }

    fn link(
        &mut self,
        module: &mut Module,
        prepared: &mut PreparedPackage,
        id: FuncId,
        pkg: PackageId,
        template: Template,
    ) -> Option<()> {
        let Template { own, uses, facts, inner, body, .. } = template;
        let base = self.base_of(pkg)?;
        prepared.begins_after(base);
        prepared.table.set(own, id.as_u32());
        let mut bodies = vec![(id, prepared.body(body, base))];
        for function in inner {
            let sig = prepared.symbols.get(function.sig as usize)?;
            let Symbol::Sig { sig } = sig else { return None };
            let id = module.declare(function.name, sig);
            prepared.table.set(function.own, id.as_u32());
            bodies.push((id, prepared.body(function.body, base)));
        }
        for symbol in uses {
            self.number_symbol(module, prepared, symbol)?;
        }
        for (id, body) in bodies {
            module.funcs[id].body = Some(body);
        }
        if facts.described {
            self.describe_types();
        }
        if facts.assertion {
            self.want_assertion_error();
        }
        if facts.nil_panic {
            self.want_nil_panic_error();
        }
        Some(())
    }

    /// The position before the first of a package: its files follow each other.
    pub(super) fn base_of(&self, pkg: PackageId) -> Option<u32> {
        let first = self.u.packages[pkg].files.first()?.file;
        Some(self.u.sources.pos(first, 0).0)
    }

    /// Gives a symbol its number in the module.
    fn number_symbol(
        &mut self,
        module: &mut Module,
        prepared: &mut PreparedPackage,
        symbol: No,
    ) -> Option<u32> {
        if let Some(number) = prepared.table.get(symbol) {
            return Some(number);
        }
        let number = match prepared.symbols.get(symbol as usize)?.clone() {
            Symbol::Sig { sig } => module.sig(&sig).as_u32(),
            Symbol::Native { name, sig } => module.native(&name, &sig.params, &sig.results).as_u32(),
            Symbol::Class { class } => module.class(class).as_u32(),
            Symbol::Data { bytes } => module.bytes(&bytes.0).as_u32(),
            Symbol::Closure { func } => {
                let func = FuncId::from_u32(self.number_symbol(module, prepared, func)?);
                self.candidates.closure(module, func).as_u32()
            }
            Symbol::Global { object } => {
                let obj = *prepared.objects.get(&object)?;
                self.global(module, obj).as_u32()
            }
            Symbol::Text { bytes } => self.string_box(module, &bytes.0).as_u32(),
            Symbol::Selector { method } => {
                let method = self.linked_method(prepared, &method)?;
                self.selector(module, &method).as_u32()
            }
            Symbol::Hook { hook } => self.numbered_hook(module, hook)?.as_u32(),
            Symbol::Interface { ty } => self.interface_row(module, *prepared.types.get(&ty)?).as_u32(),
            Symbol::TypeNumber { ty } => self.number(*prepared.types.get(&ty)?),
            Symbol::MapNumber { ty } => self.map_number(*prepared.types.get(&ty)?),
            Symbol::ClassNumber { class } => self.number_symbol(module, prepared, class)?,
            what => {
                let key = self.linked_key(module, prepared, what)?;
                self.func(module, key).as_u32()
            }
        };
        prepared.table.set(symbol, number);
        Some(number)
    }

    /// The function of the module that a symbol is.
    fn linked_key(
        &mut self,
        module: &mut Module,
        prepared: &mut PreparedPackage,
        what: Symbol,
    ) -> Option<FuncKey> {
        let object = |prepared: &PreparedPackage, symbol: &No| prepared.objects.get(symbol).copied();
        let ty = |prepared: &PreparedPackage, symbol: &No| prepared.types.get(symbol).copied();
        Some(match what {
            Symbol::Decl { object: no } => FuncKey::Decl(object(prepared, &no)?),
            Symbol::Value { object: no } => FuncKey::Value(object(prepared, &no)?),
            Symbol::Bound { object: no } => FuncKey::Bound(object(prepared, &no)?),
            Symbol::Entry { recv, name, package } => {
                let (recv, name) = (ty(prepared, &recv)?, self.u.names.intern(&name));
                FuncKey::Entry { recv, name, pkg: self.u.package_of_path(package.as_deref())? }
            }
            Symbol::MethodExpr { recv, name, package } => {
                let (recv, name) = (ty(prepared, &recv)?, self.u.names.intern(&name));
                FuncKey::MethodExpr { recv, name, pkg: self.u.package_of_path(package.as_deref())? }
            }
            Symbol::BoundIface { sig } => FuncKey::BoundIface(ty(prepared, &sig)?),
            Symbol::ThunkOfFunc { func, params } => {
                let func = FuncId::from_u32(self.number_symbol(module, prepared, func)?);
                thunk(ThunkTarget::Func(func), params)
            }
            Symbol::ThunkOfNative { native, params } => {
                let native = self.number_symbol(module, prepared, native)?;
                thunk(ThunkTarget::Native(purlin_ir::NativeId::from_u32(native)), params)
            }
            Symbol::ThunkOfClosure { sig, params } => {
                let sig = self.number_symbol(module, prepared, sig)?;
                thunk(ThunkTarget::Closure(purlin_ir::SigId::from_u32(sig)), params)
            }
            Symbol::ThunkOfNumber { sig, params } => {
                let sig = self.number_symbol(module, prepared, sig)?;
                thunk(ThunkTarget::Number(purlin_ir::SigId::from_u32(sig)), params)
            }
            Symbol::BuiltinThunk { builtin, types } => {
                let builtin = Builtin::ALL.into_iter().find(|b| b.name() == builtin)?;
                let types: Option<Vec<TypeId>> = types.iter().map(|symbol| ty(prepared, symbol)).collect();
                FuncKey::BuiltinThunk { builtin, types: types? }
            }
            Symbol::RaiseAgain { results } => FuncKey::RaiseAgain(results),
            _ => return None,
        })
    }

    fn linked_method(&mut self, prepared: &PreparedPackage, method: &MethodSymbol) -> Option<IfaceMethod> {
        let (name, sig) = (self.u.names.intern(&method.name), *prepared.types.get(&method.sig)?);
        Some(IfaceMethod { name, pkg: self.u.package_of_path(method.package.as_deref())?, sig })
    }
}

fn thunk(target: ThunkTarget, params: Vec<Ir>) -> FuncKey {
    FuncKey::Thunk { target, params }
}
