//! Run-time types: numbers, descriptors, which functions implement what.
//!
//! A type has a number from when it is first converted to an interface or asserted to; what such a type is
//! made of gets one in the end.

use purlin_base::Name;
use purlin_base::map::HashMap;
use purlin_ir::{InterfaceDecl, InterfaceId, Module, SelectorDecl, SelectorId};
use purlin_runtime::heap::ClassId;
use purlin_runtime::types::{Desc, Detail, Field, Map, Method, TypeKind, Types};

use super::state::{Cx, FuncKey, Numbered};
use crate::rt::ErrorTypes;
use crate::types::{Basic, ChanDir, Found, IfaceMethod, Lookup, NamedId, Type, TypeId};
use crate::universe::{ObjId, Object, ObjectKind, PackageId, is_exported};

/// How much a type's name says.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Naming {
    /// As package reflect prints it, with the names of packages.
    Name,
    /// With their paths.
    Path,
    /// As a type argument: with paths, and with numbers that tell types of functions apart.
    Argument,
}

/// The types of the module in the form that the runtime takes.
pub(crate) struct RuntimeTypes {
    pub types: Types,
    /// The function that every goroutine begins with.
    pub start_func: u32,
    pub errors: ErrorTypes,
}

impl Cx<'_> {
    /// The number of a type.
    pub(crate) fn number(&mut self, ty: TypeId) -> u32 {
        if let Some(n) = self.rtypes.numbers.get(&ty) {
            return *n;
        }
        self.rtypes.list.push(ty);
        let n = self.rtypes.list.len() as u32;
        self.rtypes.numbers.insert(ty, n);
        n
    }

    /// The constant that stands for a number in code: the number, but while the library is recorded.
    pub(super) fn constant(&self, of: Numbered, number: u32) -> i64 {
        if self.recorder.is_none() {
            return i64::from(number);
        }
        super::record::constant(of, number)
    }

    /// The number of a type, as code has it.
    pub(super) fn type_constant(&mut self, ty: TypeId) -> i64 {
        let number = self.number(ty);
        self.constant(Numbered::Type, number)
    }

    /// The run-time error of failed type assertions is needed.
    pub(super) fn want_assertion_error(&mut self) {
        self.noted.assertion = true;
        if self.rtypes.errors.assertion == 0 {
            self.rtypes.errors.assertion = self.runtime_error("TypeAssertionError");
        }
    }

    /// The run-time error of `panic(nil)` is needed.
    pub(super) fn want_nil_panic_error(&mut self) {
        self.noted.nil_panic = true;
        if self.rtypes.errors.nil_panic == 0 {
            self.rtypes.errors.nil_panic = self.runtime_error("PanicNilError");
        }
    }

    /// The index of a map type.
    pub(crate) fn map_number(&mut self, map: TypeId) -> u32 {
        let under = self.u.types.underlying(map);
        if let Some(n) = self.rtypes.map_numbers.get(&under) {
            return *n;
        }
        let n = self.rtypes.maps.len() as u32;
        self.rtypes.maps.push(under);
        self.rtypes.map_numbers.insert(under, n);
        if let Type::Map { key, elem } = *self.u.types.get(under) {
            self.number(key);
            self.number(elem);
        }
        n
    }

    /// The row of a method that is called through interfaces.
    pub(crate) fn selector(&mut self, module: &mut Module, method: &IfaceMethod) -> SelectorId {
        if let Some(n) = self.rtypes.by_method.get(method) {
            return self.rtypes.selectors[*n].1;
        }
        let name = self.u.name(method.name).to_string();
        let id = module.selectors.push(SelectorDecl { name, methods: Vec::new() });
        self.rtypes.by_method.insert(method.clone(), self.rtypes.selectors.len());
        self.rtypes.selectors.push((method.clone(), id));
        self.rtypes.done.push(0);
        id
    }

    /// The row of an interface that is asserted to.
    pub(crate) fn interface_row(&mut self, module: &mut Module, iface: TypeId) -> InterfaceId {
        let under = self.u.types.underlying(iface);
        if let Some(id) = self.rtypes.by_interface.get(&under) {
            return *id;
        }
        let name = self.u.type_string(iface);
        let id = module.interfaces.push(InterfaceDecl { name, types: Vec::new() });
        self.rtypes.by_interface.insert(under, id);
        self.rtypes.interfaces.push((under, id));
        id
    }

    /// Numbers what the numbered types are made of.
    fn close_types(&mut self) {
        while self.rtypes.closed < self.rtypes.list.len() {
            let ty = self.rtypes.list[self.rtypes.closed];
            self.rtypes.closed += 1;
            self.close_described(ty);
            match self.u.types.under(ty).clone() {
                Type::Array { elem, .. } | Type::Slice(elem) | Type::Pointer(elem) => {
                    self.number(elem);
                }
                Type::Chan { elem, .. } => {
                    self.number(elem);
                }
                Type::Map { .. } => {
                    self.map_number(ty);
                }
                Type::Struct(fields) => {
                    for field in &fields {
                        self.number(field.ty);
                    }
                }
                Type::Basic(_) | Type::Tuple(_) | Type::Signature(_) | Type::Interface(_) => {}
                Type::Named(_) | Type::TypeParam(_) | Type::Generic { .. } => {}
            }
        }
    }

    /// The declared method that a type has for a method of interfaces.
    pub(super) fn implementing(&self, ty: TypeId, name: Name, pkg: Option<PackageId>) -> Option<Found> {
        match self.u.types.lookup(ty, name, pkg) {
            Lookup::Found { found, indirect, .. } => {
                self.u.types.in_method_set(ty, &found, indirect).then_some(found)
            }
            Lookup::Ambiguous | Lookup::NotFound => None,
        }
    }

    /// Methods of numbered types whose bodies the checker has not seen.
    pub(super) fn unchecked_methods(&mut self) -> Vec<ObjId> {
        self.close_types();
        let mut out = Vec::new();
        for n in self.rtypes.checked..self.rtypes.list.len() {
            let ty = self.rtypes.list[n];
            if self.u.types.is_interface(ty) {
                continue;
            }
            for entry in self.u.types.method_set(ty) {
                let Found::Method { obj, .. } = entry.found else { continue };
                let origin = self.u.origin(obj);
                if self.u.objects[origin].as_func().is_some_and(|f| !f.checked) {
                    out.push(obj);
                }
                self.u.resolve_instance(obj);
            }
        }
        self.rtypes.checked = self.rtypes.list.len();
        out
    }

    /// Brings the names of the methods of all types up to date: most types have none of a given name, which
    /// is known so without looking it up in what the type embeds.
    fn name_methods(&mut self) {
        for n in self.rtypes.method_names.len()..self.rtypes.list.len() {
            let ty = self.rtypes.list[n];
            let mut names: Vec<Name> = match self.u.types.is_interface(ty) {
                true => Vec::new(),
                false => self.u.types.method_set(ty).iter().map(|entry| entry.name).collect(),
            };
            names.sort_unstable();
            names.dedup();
            self.rtypes.method_names.push(names.into());
        }
    }

    /// Finds the functions for new pairs of selector and type, and queues them.
    pub(super) fn queue_methods(&mut self, module: &mut Module) -> bool {
        let mut found_any = self.queue_hooks(module);
        self.name_methods();
        for s in 0..self.rtypes.selectors.len() {
            let (method, id) = self.rtypes.selectors[s].clone();
            while self.rtypes.done[s] < self.rtypes.list.len() {
                let n = self.rtypes.done[s];
                self.rtypes.done[s] += 1;
                let ty = self.rtypes.list[n];
                let named = self
                    .rtypes
                    .method_names
                    .get(n)
                    .is_none_or(|names| names.binary_search(&method.name).is_ok());
                if !named || self.u.types.is_interface(ty) {
                    continue;
                }
                let Some(found) = self.implementing(ty, method.name, method.pkg) else { continue };
                if self.u.types.method_sig(&found) != Some(method.sig) {
                    continue;
                }
                let func = self.entry(module, ty, &method, &found);
                module.selectors[id].methods.push((n as u32 + 1, func));
                found_any = true;
            }
        }
        found_any
    }

    /// What is called for a method of a dynamic type: a method of a pointer itself, else a wrapper.
    pub(super) fn entry(
        &mut self,
        module: &mut Module,
        ty: TypeId,
        method: &IfaceMethod,
        found: &Found,
    ) -> purlin_ir::FuncId {
        if let Found::Method { obj, ptr_recv: true, .. } = found
            && self.receiver(*obj) == Some(ty)
        {
            return self.func(module, FuncKey::Decl(*obj));
        }
        self.func(module, FuncKey::Entry { recv: ty, name: method.name, pkg: method.pkg })
    }

    /// The number of the type of pointers to a type of package `runtime`; 0 if that has no such type.
    pub(crate) fn runtime_error(&mut self, name: &str) -> u32 {
        let Some(obj) = self.u.package("runtime").and_then(|p| self.u.lookup(p, name)) else { return 0 };
        let ty = self.u.objects[obj].ty;
        let pointer = self.u.types.pointer_to(ty);
        self.number(pointer)
    }

    /// Fills the rows of interfaces, and describes all types.
    pub(super) fn finish_types(&mut self, module: &mut Module, start: purlin_ir::FuncId) -> RuntimeTypes {
        let list = self.rtypes.list.clone();
        self.name_methods();
        for (iface, id) in self.rtypes.interfaces.clone() {
            let wanted: Vec<Name> = match self.u.types.interface(iface) {
                Some(i) => i.methods.iter().map(|m| m.name).collect(),
                None => Vec::new(),
            };
            for (n, ty) in list.iter().enumerate() {
                let names = &self.rtypes.method_names[n];
                let named = wanted.iter().all(|name| names.binary_search(name).is_ok());
                if named && !self.u.types.is_interface(*ty) && self.u.types.implements(*ty, iface) {
                    module.interfaces[id].types.push(n as u32 + 1);
                }
            }
        }
        let nil = module.class(purlin_ir::ClassDecl { size: 8, pointers: purlin_ir::Pointers::None });
        let mut types = Types::default();
        types.data = std::mem::take(&mut self.data.types);
        types.descs.push(Desc {
            name: "nil".into(),
            long_name: "nil".into(),
            kind: TypeKind::Nil,
            size: 0,
            named: false,
            word: false,
            comparable: true,
            class: ClassId(nil.as_u32()),
            methods: Vec::new(),
            detail: None,
        });
        for ty in &list {
            let desc = self.descriptor(module, *ty);
            types.descs.push(desc);
        }
        for map in self.rtypes.maps.clone() {
            if let Type::Map { key, elem } = *self.u.types.get(map) {
                let (key, value) = (self.number(key), self.number(elem));
                types.maps.push(Map::new(key, value));
            }
        }
        module.type_count = types.descs.len() as u32;
        RuntimeTypes { types, start_func: start.as_u32(), errors: self.rtypes.errors }
    }

    /// The type's name with paths of packages. Structs without a name are told apart by whose their fields
    /// are.
    fn long_name(&self, ty: TypeId) -> String {
        let name = self.type_name(ty, Naming::Path);
        let Type::Struct(fields) = self.u.types.get(ty) else { return name };
        match fields.iter().find_map(|f| f.pkg) {
            Some(pkg) => format!("{name} of {}", self.u.packages[pkg].path),
            None => name,
        }
    }

    fn descriptor(&mut self, module: &mut Module, ty: TypeId) -> Desc {
        let kind = self.kind(ty);
        let class = self.heap_class(module, ty);
        let methods = self.method_keys(ty);
        let detail = self.rtypes.hooks.described.then(|| self.detail(ty));
        Desc {
            name: self.type_name(ty, Naming::Name),
            long_name: self.long_name(ty),
            kind,
            size: self.layout(ty).size,
            named: self.u.types.as_named(ty).is_some(),
            word: matches!(self.u.types.under(ty), Type::Basic(Basic::Int | Basic::Uint)),
            comparable: self.u.types.comparable(ty),
            class,
            methods,
            detail,
        }
    }

    /// The methods of a type: the name of each and, after a zero, what tells it from others of that name.
    fn method_keys(&mut self, ty: TypeId) -> Vec<String> {
        let mut keys = Vec::new();
        let private = |cx: &Self, name: &str, pkg: Option<PackageId>| {
            let pkg = pkg.filter(|_| !is_exported(name));
            pkg.map_or(String::new(), |p| cx.u.packages[p].path.to_string())
        };
        if let Some(i) = self.u.types.interface(ty) {
            for m in i.methods.clone() {
                let name = self.u.name(m.name);
                keys.push(format!("{name}\0{}:{}", private(self, name, m.pkg), m.sig.as_u32()));
            }
        } else {
            for m in self.u.types.method_set(ty) {
                let name = self.u.name(m.name);
                keys.push(match self.u.types.method_sig(&m.found) {
                    Some(sig) => format!("{name}\0{}:{}", private(self, name, m.pkg), sig.as_u32()),
                    None => name.to_string(),
                });
            }
        }
        keys.sort();
        keys
    }

    /// What only reflection asks of a type.
    fn detail(&mut self, ty: TypeId) -> Detail {
        let mut detail = Detail::default();
        let package = match self.u.types.under(ty) {
            _ if self.u.types.as_named(ty).is_some() => {
                self.u.types.as_named(ty).and_then(|id| self.u.types.named(id).pkg)
            }
            Type::Struct(fields) => fields.iter().find_map(|f| f.pkg),
            _ => None,
        };
        detail.package = package.map_or(String::new(), |p| self.u.packages[p].path.to_string());
        match self.u.types.under(ty).clone() {
            Type::Signature(sig) => {
                detail.params = sig.params.iter().map(|ty| self.number(*ty)).collect();
                detail.results = sig.results.iter().map(|ty| self.number(*ty)).collect();
                detail.variadic = sig.variadic;
            }
            Type::Chan { dir, .. } => {
                detail.direction = match dir {
                    ChanDir::Recv => 1,
                    ChanDir::Send => 2,
                    ChanDir::Both => 3,
                };
            }
            _ => {}
        }
        for (name, pkg, sig) in self.all_methods(ty) {
            let package = pkg.map_or(String::new(), |p| self.u.packages[p].path.to_string());
            let name = self.u.name(name).to_string();
            let numbered = self.rtypes.numbers.get(&sig).copied().unwrap_or(0);
            detail.methods.push(Method { name, package, signature: sig.as_u32(), ty: numbered });
        }
        detail.methods.sort_by(|a, b| (&a.name, &a.package).cmp(&(&b.name, &b.package)));
        detail
    }

    fn heap_class(&mut self, module: &mut Module, ty: TypeId) -> ClassId {
        ClassId(self.class(module, ty).as_u32())
    }

    fn kind(&mut self, ty: TypeId) -> TypeKind {
        match self.u.types.under(ty).clone() {
            Type::Basic(b) => match b {
                Basic::Bool => TypeKind::Bool,
                Basic::Float32 => TypeKind::F32,
                Basic::Float64 => TypeKind::F64,
                Basic::Complex64 => TypeKind::C64,
                Basic::Complex128 => TypeKind::C128,
                Basic::String => TypeKind::String,
                Basic::UnsafePointer => TypeKind::UnsafePointer,
                Basic::Uintptr => TypeKind::Uintptr,
                _ => match b.int_width() {
                    Some((bits, signed)) => TypeKind::Int((bits / 8) as u8, signed),
                    None => TypeKind::Nil,
                },
            },
            Type::Array { elem, len } => TypeKind::Array(self.number(elem), len),
            Type::Slice(elem) => TypeKind::Slice(self.number(elem)),
            Type::Pointer(elem) => TypeKind::Pointer(self.number(elem)),
            Type::Chan { elem, .. } => TypeKind::Chan(self.number(elem)),
            Type::Map { key, elem } => {
                let map = self.map_number(ty);
                TypeKind::Map { key: self.number(key), value: self.number(elem), map }
            }
            Type::Struct(fields) => {
                let offsets: Vec<i64> = self.layout(ty).fields.iter().map(|f| f.off).collect();
                let mut out = Vec::new();
                for (f, offset) in fields.iter().zip(offsets) {
                    let name = self.u.name(f.name).to_string();
                    let exported = is_exported(&name);
                    let ty = self.number(f.ty);
                    let (offset, embedded, tag) = (offset as u64, f.embedded, f.tag.clone());
                    out.push(Field { name, offset, ty, exported, embedded, tag });
                }
                TypeKind::Struct(out)
            }
            Type::Interface(i) => TypeKind::Interface { empty: i.methods.is_empty() },
            Type::Signature(_) => TypeKind::Func,
            Type::Tuple(_) | Type::Named(_) | Type::TypeParam(_) | Type::Generic { .. } => TypeKind::Nil,
        }
    }

    // Names ----------------------------------------------------------------------------------------------

    /// A type as package reflect prints it, or as `naming` says.
    fn type_name(&self, ty: TypeId, naming: Naming) -> String {
        let mut out = String::new();
        self.write_type(&mut out, ty, naming, 0);
        out
    }

    fn write_type(&self, out: &mut String, ty: TypeId, naming: Naming, depth: u32) {
        if depth > 50 || out.len() > 2000 {
            out.push_str("...");
            return;
        }
        let next = |out: &mut String, ty: TypeId| self.write_type(out, ty, naming, depth + 1);
        match self.u.types.get(ty) {
            Type::Basic(b) => out.push_str(b.name()),
            Type::Named(id) => self.write_named(out, *id, naming, depth),
            Type::Array { elem, len } => {
                out.push_str(&format!("[{len}]"));
                next(out, *elem);
            }
            Type::Slice(elem) => {
                out.push_str("[]");
                next(out, *elem);
            }
            Type::Pointer(elem) => {
                out.push('*');
                next(out, *elem);
            }
            Type::Map { key, elem } => {
                out.push_str("map[");
                next(out, *key);
                out.push(']');
                next(out, *elem);
            }
            Type::Chan { dir, elem } => self.write_chan(out, *dir, *elem, naming, depth),
            Type::Signature(_) => {
                out.push_str("func");
                self.write_signature(out, ty, naming, depth);
            }
            Type::Struct(fields) => self.write_struct(out, fields, naming, depth),
            Type::Interface(i) => {
                out.push_str("interface {");
                for (n, m) in i.methods.iter().enumerate() {
                    out.push_str(if n > 0 { "; " } else { " " });
                    if let Some(pkg) = m.pkg.filter(|_| !is_exported(self.u.name(m.name))) {
                        let package = &self.u.packages[pkg];
                        out.push_str(if naming != Naming::Name {
                            &package.path
                        } else {
                            self.u.name(package.name)
                        });
                        out.push('.');
                    }
                    out.push_str(self.u.name(m.name));
                    self.write_signature(out, m.sig, naming, depth);
                }
                out.push_str(if i.methods.is_empty() { "}" } else { " }" });
            }
            Type::Tuple(_) | Type::TypeParam(_) | Type::Generic { .. } => out.push('?'),
        }
    }

    fn write_named(&self, out: &mut String, id: NamedId, naming: Naming, depth: u32) {
        let named = self.u.types.named(id);
        if let Some(pkg) = named.pkg {
            let package = &self.u.packages[pkg];
            out.push_str(if naming != Naming::Name { &package.path } else { self.u.name(package.name) });
            out.push('.');
        }
        out.push_str(self.u.name(named.name));
        for (n, arg) in named.args.iter().enumerate() {
            // Arguments have paths, not names, of packages; hidden ones end with a semicolon.
            out.push(match n {
                0 => '[',
                _ if n == named.hidden => ';',
                _ => ',',
            });
            self.write_type(out, *arg, Naming::Argument, depth + 1);
        }
        out.push_str(if named.args.is_empty() { "" } else { "]" });
        if naming == Naming::Argument
            && let Some(n) = self.local_number(named.obj)
        {
            out.push_str(&format!("·{n}"));
        }
    }

    /// The place of a type among those that the functions of its package declare, from 1.
    fn local_number(&self, obj: ObjId) -> Option<usize> {
        let numbers = self.rtypes.locals.get_or_init(|| {
            let local = |(id, o): &(ObjId, &Object)| {
                let named = self.u.types.as_named(o.ty).map(|named| self.u.types.named(named));
                // Predeclared types are of no package.
                o.pkg.is_some()
                    && o.decl.is_none()
                    && matches!(o.kind, ObjectKind::TypeName { alias: false })
                    && named.is_some_and(|n| n.obj == *id)
            };
            let mut all: Vec<_> =
                self.u.objects.iter().filter(local).map(|(id, o)| (o.pkg, o.pos, id)).collect();
            all.sort();
            let mut numbers = HashMap::default();
            let (mut package, mut n) = (None, 0);
            for (pkg, _, obj) in all {
                n = if pkg == package { n + 1 } else { 1 };
                package = pkg;
                numbers.insert(obj, n);
            }
            numbers
        });
        numbers.get(&obj).copied()
    }

    fn write_chan(&self, out: &mut String, dir: ChanDir, elem: TypeId, naming: Naming, depth: u32) {
        out.push_str(match dir {
            ChanDir::Both => "chan ",
            ChanDir::Send => "chan<- ",
            ChanDir::Recv => "<-chan ",
        });
        let receives = matches!(self.u.types.get(elem), Type::Chan { dir: ChanDir::Recv, .. });
        let paren = receives && dir == ChanDir::Both;
        out.push_str(if paren { "(" } else { "" });
        self.write_type(out, elem, naming, depth + 1);
        out.push_str(if paren { ")" } else { "" });
    }

    fn write_struct(&self, out: &mut String, fields: &[crate::types::Field], naming: Naming, depth: u32) {
        out.push_str("struct {");
        for (i, f) in fields.iter().enumerate() {
            out.push_str(if i > 0 { "; " } else { " " });
            if !f.embedded {
                out.push_str(self.u.name(f.name));
                out.push(' ');
            }
            self.write_type(out, f.ty, naming, depth + 1);
            if !f.tag.is_empty() {
                out.push_str(&format!(" {}", crate::constant::quote(&f.tag)));
            }
        }
        out.push_str(if fields.is_empty() { "}" } else { " }" });
    }

    fn write_signature(&self, out: &mut String, sig: TypeId, naming: Naming, depth: u32) {
        let Some(sig) = self.u.types.signature(sig) else { return };
        out.push('(');
        for (i, ty) in sig.params.iter().enumerate() {
            out.push_str(if i > 0 { ", " } else { "" });
            match self.u.types.get(*ty) {
                Type::Slice(elem) if sig.variadic && i + 1 == sig.params.len() => {
                    out.push_str("...");
                    self.write_type(out, *elem, naming, depth + 1);
                }
                _ => self.write_type(out, *ty, naming, depth + 1),
            }
        }
        out.push(')');
        match &*sig.results {
            [] => {}
            [one] => {
                out.push(' ');
                self.write_type(out, *one, naming, depth + 1);
            }
            many => {
                out.push_str(" (");
                for (i, ty) in many.iter().enumerate() {
                    out.push_str(if i > 0 { ", " } else { "" });
                    self.write_type(out, *ty, naming, depth + 1);
                }
                out.push(')');
            }
        }
    }
}
