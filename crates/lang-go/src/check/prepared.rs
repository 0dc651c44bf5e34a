//! Prepared functions of the library in the place of checked bodies: what their symbols stand for in this
//! program, and so what they reach. Lowering then finds every symbol known. See `crate::prepared`.

use std::collections::BTreeSet;

use super::Checker;
use crate::ast::FuncId;
use crate::prepared::{FieldSymbol, MethodSymbol, No, PreparedPackage, Seen, Symbol, Template};
use crate::syntax::PackageKind;
use crate::types::{Basic, ChanDir, Field, Found, IfaceMethod, Interface, Lookup, Signature, Type, TypeId};
use crate::universe::{ObjId, ObjectKind, func_decl};

impl Checker<'_> {
    /// Reaches what a library function reaches if it is prepared, in the place of checking its body. False if
    /// it is not, or mentions what this program does not have.
    pub(crate) fn check_prepared(&mut self, obj: ObjId) -> bool {
        let object = &self.u.objects[obj];
        let (Some(pkg), Some(decl)) = (object.pkg, object.decl) else { return false };
        let package = &self.u.packages[pkg];
        if package.kind != PackageKind::Std || object.as_func().is_none_or(|f| f.checked) {
            return false;
        }
        let path = package.path.clone();
        let Some(mut prepared) = self.u.prepared.take(pkg, &path) else { return false };
        let template = prepared.template((decl.file, decl.decl));
        let known = template.is_some_and(|template| self.reach_template(&mut prepared, obj, &template));
        self.u.prepared.put(pkg, prepared);
        if known {
            self.u.prepared.functions.insert(obj);
            self.reach_inits(obj);
            self.run_later();
        }
        known
    }

    /// All functions of library packages that have no type parameters.
    pub(crate) fn library_functions(&mut self) -> Vec<ObjId> {
        let library = self.u.packages.values().filter(|p| p.kind == PackageKind::Std);
        let objects: Vec<ObjId> = library.flat_map(|p| p.objects.iter().copied()).collect();
        for obj in &objects {
            self.resolve(*obj);
        }
        let plain = |obj: &ObjId| {
            let object = &self.u.objects[*obj];
            let named = object.name != self.u.words.blank;
            named && object.as_func().is_some_and(|f| !f.native) && self.u.type_params(*obj).is_empty()
        };
        objects.into_iter().filter(plain).collect()
    }

    fn reach_template(&mut self, prepared: &mut PreparedPackage, obj: ObjId, template: &Template) -> bool {
        self.resolve(obj);
        let symbols = template.uses.iter().chain(&template.deps);
        if !symbols.copied().all(|symbol| self.reach_symbol(prepared, symbol)) {
            return false;
        }
        let deps: BTreeSet<ObjId> =
            template.deps.iter().filter_map(|symbol| prepared.objects.get(symbol).copied()).collect();
        self.u.deps.insert(obj, deps);
        let id = self.declared_as_func(obj);
        if let Some(id) = id.filter(|_| template.facts.has_recover) {
            self.u.info.funcs[id].has_recover = true;
        }
        if let ObjectKind::Func(func) = &mut self.u.objects[obj].kind {
            func.checked = true;
        }
        true
    }

    fn declared_as_func(&self, obj: ObjId) -> Option<FuncId> {
        let (file, decl) = self.u.decl_of(obj)?;
        func_decl(&file, decl).map(|f| f.ty.id)
    }

    /// Finds what a symbol stands for, and reaches it; false if that does not exist.
    fn reach_symbol(&mut self, prepared: &mut PreparedPackage, symbol: No) -> bool {
        match prepared.seen.get(symbol as usize) {
            None | Some(Seen::Unknown) => return false,
            Some(Seen::Known) => return true,
            Some(Seen::Not) => {}
        }
        // A type that contains itself does so through a name, which is an object and not its parts.
        let known = self.find_symbol(prepared, symbol).is_some();
        prepared.seen[symbol as usize] = if known { Seen::Known } else { Seen::Unknown };
        known
    }

    fn find_symbol(&mut self, prepared: &mut PreparedPackage, symbol: No) -> Option<()> {
        let what = prepared.symbols.get(symbol as usize)?.clone();
        match what {
            Symbol::Object { .. } | Symbol::Method { .. } | Symbol::Instance { .. } => {
                let obj = self.symbol_object(prepared, &what)?;
                prepared.objects.insert(symbol, obj);
                self.reach_object(obj);
            }
            Symbol::Basic { .. } | Symbol::Named { .. } | Symbol::Array { .. } | Symbol::Slice { .. } => {
                return self.enter_type(prepared, symbol, &what);
            }
            Symbol::Struct { .. } | Symbol::Pointer { .. } | Symbol::Tuple { .. } | Symbol::Chan { .. } => {
                return self.enter_type(prepared, symbol, &what);
            }
            Symbol::FuncType { .. } | Symbol::InterfaceType { .. } | Symbol::MapType { .. } => {
                return self.enter_type(prepared, symbol, &what);
            }
            Symbol::Decl { object } | Symbol::Value { object } | Symbol::Bound { object } => {
                self.part(prepared, object)?;
            }
            Symbol::Global { object } => self.part(prepared, object)?,
            Symbol::Entry { recv, name, package } | Symbol::MethodExpr { recv, name, package } => {
                let ty = self.symbol_type(prepared, recv)?;
                let (name, pkg) = (self.u.names.intern(&name), self.u.package_of_path(package.as_deref())?);
                let Lookup::Found { found, .. } = self.u.types.lookup(ty, name, pkg) else { return None };
                if let Found::Method { obj, .. } = found {
                    self.resolve(obj);
                    self.reach(obj);
                }
            }
            Symbol::TypeNumber { ty } => {
                let ty = self.symbol_type(prepared, ty)?;
                self.reach_methods(ty);
            }
            Symbol::BoundIface { sig: ty } | Symbol::Interface { ty } | Symbol::MapNumber { ty } => {
                self.part(prepared, ty)?;
            }
            Symbol::Selector { method } => self.part(prepared, method.sig)?,
            Symbol::BuiltinThunk { types, .. } => self.parts(prepared, &types)?,
            Symbol::ThunkOfFunc { func: part, .. } | Symbol::ThunkOfNative { native: part, .. } => {
                self.part(prepared, part)?;
            }
            Symbol::ThunkOfClosure { sig: part, .. } | Symbol::ThunkOfNumber { sig: part, .. } => {
                self.part(prepared, part)?;
            }
            Symbol::Closure { func: part } | Symbol::ClassNumber { class: part } => {
                self.part(prepared, part)?
            }
            Symbol::RaiseAgain { .. } | Symbol::Inner { .. } | Symbol::Init { .. } | Symbol::Hook { .. } => {}
            Symbol::Sig { .. }
            | Symbol::Native { .. }
            | Symbol::Class { .. }
            | Symbol::Data { .. }
            | Symbol::Text { .. } => {}
        }
        Some(())
    }

    fn part(&mut self, prepared: &mut PreparedPackage, symbol: No) -> Option<()> {
        self.reach_symbol(prepared, symbol).then_some(())
    }

    fn parts(&mut self, prepared: &mut PreparedPackage, symbols: &[No]) -> Option<()> {
        symbols.iter().all(|symbol| self.reach_symbol(prepared, *symbol)).then_some(())
    }

    /// A program that uses the object reaches it.
    fn reach_object(&mut self, obj: ObjId) {
        self.resolve(obj);
        match self.u.objects[obj].kind {
            ObjectKind::Func(_) => self.reach(obj),
            ObjectKind::Var(_) => self.reach_inits(obj),
            _ => {}
        }
    }

    fn symbol_object(&mut self, prepared: &mut PreparedPackage, symbol: &Symbol) -> Option<ObjId> {
        match symbol {
            Symbol::Object { package: None, name } => {
                let name = self.u.names.intern(name);
                self.u.predeclared.get(&name).copied()
            }
            Symbol::Object { package: Some(path), name } => {
                let pkg = self.u.package(path)?;
                let package = &self.u.packages[pkg];
                // A package of the host's may stand in the place of one of the library.
                let name = self.u.names.intern(name);
                if package.kind == PackageKind::Std { package.scope.get(&name).copied() } else { None }
            }
            Symbol::Method { on, name } => {
                self.part(prepared, *on)?;
                let (on, name) = (*prepared.objects.get(on)?, self.u.names.intern(name));
                let methods = self.u.methods.get(&on)?;
                methods.iter().copied().find(|method| self.u.objects[*method].name == name)
            }
            Symbol::Instance { origin, args } => {
                self.part(prepared, *origin)?;
                let args = self.symbol_types(prepared, args)?;
                let instance = self.u.instance(*prepared.objects.get(origin)?, &args);
                self.complete_instances(purlin_base::Pos::NONE);
                Some(instance)
            }
            _ => None,
        }
    }

    fn symbol_type(&mut self, prepared: &mut PreparedPackage, symbol: No) -> Option<TypeId> {
        self.part(prepared, symbol)?;
        prepared.types.get(&symbol).copied()
    }

    fn symbol_types(&mut self, prepared: &mut PreparedPackage, symbols: &[No]) -> Option<Vec<TypeId>> {
        symbols.iter().map(|symbol| self.symbol_type(prepared, *symbol)).collect()
    }

    fn enter_type(&mut self, prepared: &mut PreparedPackage, symbol: No, what: &Symbol) -> Option<()> {
        let ty = match what {
            Symbol::Basic { basic } => Basic::ALL.get(usize::from(*basic))?.ty(),
            Symbol::Named { object, args } => {
                self.part(prepared, *object)?;
                let ty = self.u.objects[*prepared.objects.get(object)?].ty;
                let args = self.symbol_types(prepared, args)?;
                if args.is_empty() { ty } else { self.named_instance(ty, &args)? }
            }
            _ => {
                let ty = self.composite_type(prepared, what)?;
                self.u.types.intern(ty)
            }
        };
        if !self.is_valid(ty) {
            return None;
        }
        prepared.types.insert(symbol, ty);
        Some(())
    }

    fn named_instance(&mut self, generic: TypeId, args: &[TypeId]) -> Option<TypeId> {
        let named = self.u.types.as_named(generic)?;
        let ty = self.u.types.instance(named, args);
        self.complete_instances(purlin_base::Pos::NONE);
        Some(ty)
    }

    /// A type that is made of others.
    fn composite_type(&mut self, prepared: &mut PreparedPackage, what: &Symbol) -> Option<Type> {
        Some(match what {
            Symbol::Array { elem, len } => {
                Type::Array { elem: self.symbol_type(prepared, *elem)?, len: *len }
            }
            Symbol::Slice { elem } => Type::Slice(self.symbol_type(prepared, *elem)?),
            Symbol::Pointer { elem } => Type::Pointer(self.symbol_type(prepared, *elem)?),
            Symbol::Struct { fields } => {
                let fields: Option<Vec<_>> = fields.iter().map(|f| self.symbol_field(prepared, f)).collect();
                Type::Struct(fields?.into())
            }
            Symbol::Tuple { types } => Type::Tuple(self.symbol_types(prepared, types)?.into()),
            Symbol::FuncType { params, results, variadic } => Type::Signature(Signature {
                params: self.symbol_types(prepared, params)?.into(),
                results: self.symbol_types(prepared, results)?.into(),
                variadic: *variadic,
            }),
            Symbol::InterfaceType { methods } => {
                let methods: Option<Vec<_>> =
                    methods.iter().map(|m| self.symbol_method(prepared, m)).collect();
                Type::Interface(Interface { methods: methods?.into(), ..Interface::default() })
            }
            Symbol::MapType { key, elem } => {
                Type::Map { key: self.symbol_type(prepared, *key)?, elem: self.symbol_type(prepared, *elem)? }
            }
            Symbol::Chan { dir, elem } => {
                let dir = [ChanDir::Both, ChanDir::Send, ChanDir::Recv][usize::from(*dir % 3)];
                Type::Chan { dir, elem: self.symbol_type(prepared, *elem)? }
            }
            _ => return None,
        })
    }

    fn symbol_field(&mut self, prepared: &mut PreparedPackage, field: &FieldSymbol) -> Option<Field> {
        let ty = self.symbol_type(prepared, field.ty)?;
        let (name, pkg) =
            (self.u.names.intern(&field.name), self.u.package_of_path(field.package.as_deref())?);
        Some(Field { name, pkg, ty, embedded: field.embedded, tag: field.tag.0.clone().into() })
    }

    fn symbol_method(
        &mut self,
        prepared: &mut PreparedPackage,
        method: &MethodSymbol,
    ) -> Option<IfaceMethod> {
        let sig = self.symbol_type(prepared, method.sig)?;
        let (name, pkg) =
            (self.u.names.intern(&method.name), self.u.package_of_path(method.package.as_deref())?);
        Some(IfaceMethod { name, pkg, sig })
    }
}
