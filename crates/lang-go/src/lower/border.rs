//! The types of data that crosses between host and guest, and the functions that a host may call.
//!
//! Numbers, strings, slices, arrays, pointers, maps and structs of such cross; an `error` does as the last
//! result of a function. What can be reached in a type is described once, with its place in memory.

use purlin_ir::{FuncId, Module, Signature, Type as Ir};
use purlin_runtime::border::{DataNo, Export, GuestField, GuestType, Inner, Shape};
use purlin_runtime::heap::ClassId;

use super::state::{Cx, FuncKey, HostCall, LiteralNames, Lower, Vals};
use crate::types::{Basic, Type, TypeId};
use crate::universe::{ObjId, PackageId, Universe, is_exported};

/// Larger types do not cross.
const MAX_SIZE: u64 = 1 << 30;

/// The methods that make a type an aggregate, which a host may call as functions of the receiver.
const OF_AGGREGATES: [&str; 3] = ["Update", "Merge", "Result"];

/// Parameters and results of a function that crosses.
type Crossing = (Vec<DataNo>, Vec<DataNo>);

/// The function that tells a host of an error.
pub(super) fn error_text_function(u: &Universe) -> Option<ObjId> {
    u.package("runtime").and_then(|p| u.lookup(p, "errorText"))
}

/// What a host needs to call the function that an export wraps from a function of its own.
pub(super) fn inner_of(func: FuncId, uncaught: Option<FuncId>, error_text: Option<FuncId>) -> Inner {
    let (uncaught, error_text) = (uncaught.map(FuncId::as_u32), error_text.map(FuncId::as_u32));
    Inner { func: func.as_u32(), uncaught, error_text }
}

impl Cx<'_> {
    /// Whether values of a type cross. `seen` are types that are being looked at.
    pub(super) fn crosses(&self, ty: TypeId, seen: &mut Vec<TypeId>) -> bool {
        if self.data.numbers.contains_key(&ty) || seen.contains(&ty) {
            return true;
        }
        let size = self.u.types.size_of(ty);
        if size.is_ok_and(|size| size > MAX_SIZE) || size.is_err() || seen.len() > 1000 {
            return false;
        }
        seen.push(ty);
        match self.u.types.under(ty) {
            Type::Basic(Basic::Bool | Basic::Float32 | Basic::Float64 | Basic::String) => true,
            Type::Basic(b) => b.int_width().is_some(),
            Type::Slice(elem) | Type::Pointer(elem) => self.crosses(*elem, seen),
            Type::Array { elem, .. } => self.crosses(*elem, seen),
            Type::Map { key, elem } => self.crosses(*key, seen) && self.crosses(*elem, seen),
            Type::Struct(fields) => fields.iter().all(|f| self.crosses(f.ty, seen)),
            Type::Interface(_) | Type::Signature(_) | Type::Chan { .. } | Type::Tuple(_) => false,
            Type::Named(_) | Type::TypeParam(_) | Type::Generic { .. } => false,
        }
    }

    /// The description of a type that crosses.
    pub(super) fn data_type(&mut self, module: &mut Module, ty: TypeId) -> DataNo {
        if let Some(no) = self.data.numbers.get(&ty) {
            return *no;
        }
        let layout = self.layout(ty);
        let components = layout.comps.iter().map(|c| (c.ty, c.off as u32)).collect();
        let in_memory = layout.mem.then(|| self.class_of(module, ty));
        let (name, size) = (self.u.type_string(ty), layout.size as u32);
        let mut described = GuestType { name, shape: Shape::Unfinished, size, components, in_memory };
        // It may be part of itself.
        let no = self.data.types.add(described.clone());
        self.data.numbers.insert(ty, no);
        described.shape = self.shape(module, ty);
        self.data.types.set(no, described);
        no
    }

    fn class_of(&mut self, module: &mut Module, ty: TypeId) -> ClassId {
        ClassId(self.class(module, ty).as_u32())
    }

    fn shape(&mut self, module: &mut Module, ty: TypeId) -> Shape {
        match self.u.types.under(ty).clone() {
            Type::Basic(Basic::Bool) => Shape::Bool,
            Type::Basic(Basic::Float32) => Shape::F32,
            Type::Basic(Basic::Float64) => Shape::F64,
            Type::Basic(Basic::String) => Shape::Str,
            Type::Basic(b) => b.int_width().map_or(Shape::Unfinished, |(bits, signed)| {
                let bytes = (bits / 8) as u8;
                Shape::Int(bytes, signed)
            }),
            Type::Slice(elem) => {
                let class = self.class_of(module, elem);
                Shape::Slice { element: self.data_type(module, elem), class }
            }
            Type::Array { elem, len } => Shape::Array { element: self.data_type(module, elem), len },
            Type::Pointer(elem) => {
                let class = self.class_of(module, elem);
                Shape::Pointer { target: self.data_type(module, elem), class }
            }
            Type::Map { key, elem } => {
                let (key, value) = (self.data_type(module, key), self.data_type(module, elem));
                Shape::Map { key, value, map: self.map_number(ty) }
            }
            Type::Struct(fields) => {
                let offsets = self.u.types.field_offsets(ty).unwrap_or_default();
                let described = fields.iter().zip(offsets).map(|(field, offset)| GuestField {
                    name: self.u.name(field.name).to_string(),
                    offset: offset as u32,
                    ty: self.data_type(module, field.ty),
                });
                Shape::Struct(described.collect())
            }
            Type::Interface(_) | Type::Signature(_) | Type::Chan { .. } | Type::Tuple(_) => Shape::Unfinished,
            Type::Named(_) | Type::TypeParam(_) | Type::Generic { .. } => Shape::Unfinished,
        }
    }

    /// Whether the last of the results is an error.
    pub(super) fn ends_in_error(&self, results: &[TypeId]) -> bool {
        results.last().is_some_and(|last| *last == self.u.error_type)
    }

    /// The description of an error that functions of the host return.
    fn host_error(&mut self, module: &mut Module) -> DataNo {
        if let Some(no) = self.data.error {
            return no;
        }
        let runtime = self.u.package("runtime");
        let error = runtime.and_then(|p| self.u.lookup(p, "hostError"));
        let ty = error.map_or(Basic::String.ty(), |obj| self.u.objects[obj].ty);
        let shape = Shape::Error { ty: self.number(ty), class: self.class_of(module, ty) };
        let components = [(Ir::I64, 0), (Ir::Ref, 8)].into_iter().collect();
        let described = GuestType { name: "error".into(), shape, size: 16, components, in_memory: None };
        let no = self.data.types.add(described);
        self.data.error = Some(no);
        no
    }

    /// The description of what becomes of an error that an exported function returns.
    pub(super) fn error_text(&mut self) -> DataNo {
        if let Some(no) = self.data.error_text {
            return no;
        }
        let components = [(Ir::I8, 0), (Ir::Ref, 8), (Ir::I64, 16)].into_iter().collect();
        let (name, shape) = ("error".into(), Shape::ErrorText);
        let no = self.data.types.add(GuestType { name, shape, size: 24, components, in_memory: None });
        self.data.error_text = Some(no);
        no
    }

    /// Parameters and results of a function, whose last result is described by `error` if it is one; or the
    /// type that does not cross, and whether it is one of the results.
    fn crossing(
        &mut self,
        module: &mut Module,
        (params, results): (&[TypeId], &[TypeId]),
        error: fn(&mut Self, &mut Module) -> DataNo,
    ) -> Result<Crossing, (TypeId, bool)> {
        let fails = self.ends_in_error(results);
        let values = &results[..results.len() - usize::from(fails)];
        for (list, is_result) in [(params, false), (values, true)] {
            if let Some(ty) = list.iter().find(|ty| !self.crosses(**ty, &mut Vec::new())) {
                return Err((*ty, is_result));
            }
        }
        let params = params.iter().map(|ty| self.data_type(module, *ty)).collect();
        let mut results: Vec<DataNo> = values.iter().map(|ty| self.data_type(module, *ty)).collect();
        if fails {
            results.push(error(self, module));
        }
        Ok((params, results))
    }

    /// The program calls a function of the host's, or a method with this receiver.
    pub(super) fn note_host_call(
        &mut self,
        module: &mut Module,
        name: &str,
        recv: Option<TypeId>,
        ty: TypeId,
    ) {
        let Some(sig) = self.u.types.signature(ty).cloned() else { return };
        let params: Vec<TypeId> = recv.into_iter().chain(sig.params.iter().copied()).collect();
        let types = self.crossing(module, (&params, &sig.results), Cx::host_error);
        let types = types.map_err(|(ty, _)| self.u.type_string(ty));
        if self.data.types.has_handles() {
            // What is wrong with a handle is raised as an error.
            self.host_error(module);
        }
        self.host_calls.push(HostCall { name: name.to_string(), types });
    }

    /// The functions of a package that a host may call, each with a wrapper, and why it may not call others.
    pub(super) fn exports(
        &mut self,
        module: &mut Module,
        pkg: PackageId,
        fatal: Option<FuncId>,
        init_all: FuncId,
    ) -> (Vec<Export>, Vec<(String, String)>) {
        let (mut out, mut uncallable) = (Vec::new(), Vec::new());
        for obj in self.u.packages[pkg].objects.clone() {
            let object = &self.u.objects[obj];
            let (mut name, ty) = (self.u.name(object.name).to_string(), object.ty);
            let is_plain = object.as_func().is_some_and(|f| f.recv.is_none() && !f.native);
            let recv = self.aggregate_of(obj);
            let called = is_plain || recv.is_some();
            let Some(sig) = self.u.types.signature(ty).filter(|_| called).cloned() else { continue };
            out.extend(self.export_of_rows(module, obj, &name, (fatal, init_all)));
            let mut takes = sig.params.to_vec();
            if let Some((of, recv)) = recv {
                name = format!("{of}.{name}");
                takes.insert(0, recv);
            }
            let (params, results) = match self.exported(module, obj, &name, (&takes, &sig.results)) {
                Ok(types) => types,
                Err(why) => {
                    uncallable.push((name, why));
                    continue;
                }
            };
            let fails = self.ends_in_error(&sig.results);
            let inner = self.func(module, FuncKey::Decl(obj));
            let error_text = self.error_text_of(module, fails);
            let first: &[Ir] = if is_plain { &[] } else { &[Ir::Ref] };
            let types = self.signature(first, ty);
            let func = self.export_wrapper(module, (inner, types, &name), error_text, (fatal, init_all));
            let inner = inner_of(inner, fatal, error_text);
            let signature = self.u.type_string(ty);
            out.push(Export { name, func: func.as_u32(), params, results, signature, inner: Some(inner) });
        }
        (out, uncallable)
    }

    /// The name of the type whose method a function is, and the type of its receiver, if that type is an
    /// aggregate: exported, not generic, with the methods [`OF_AGGREGATES`] on its pointers.
    fn aggregate_of(&mut self, obj: ObjId) -> Option<(String, TypeId)> {
        let named = self.u.objects[obj].as_func().filter(|f| f.ptr_recv && !f.native)?.recv?;
        let name_of = |obj: ObjId| self.u.name(self.u.objects[obj].name);
        let name = name_of(obj).to_string();
        if !OF_AGGREGATES.contains(&name.as_str()) {
            return None;
        }
        let defined = self.u.types.named(named);
        let (of, has) = (defined.obj, defined.methods.iter().map(|m| m.obj).collect::<Vec<_>>());
        let is_generic = !defined.args.is_empty();
        let is_pointers = |obj: &ObjId| self.u.objects[*obj].as_func().is_some_and(|f| f.ptr_recv);
        let found = |name: &str| has.iter().any(|m| *name_of(*m) == *name && is_pointers(m));
        let type_name = name_of(of).to_string();
        if is_generic || !is_exported(&type_name) || !OF_AGGREGATES.iter().all(|name| found(name)) {
            return None;
        }
        let ty = self.u.objects[of].ty;
        Some((type_name, self.u.types.pointer_to(ty)))
    }

    /// Parameters and results of a function as a host knows them, or why a host cannot call it.
    fn exported(
        &mut self,
        module: &mut Module,
        obj: ObjId,
        name: &str,
        types: (&[TypeId], &[TypeId]),
    ) -> Result<Crossing, String> {
        if !is_exported(name) {
            return Err(format!("{name} is not exported"));
        }
        if self.u.generics.contains_key(&obj) {
            return Err(format!("{name} is generic"));
        }
        self.crossing(module, types, |cx, _| cx.error_text()).map_err(|(ty, is_result)| {
            let (what, ty) = (if is_result { "returns" } else { "takes" }, self.u.type_string(ty));
            format!("{name} {what} {ty}, which cannot cross between host and guest")
        })
    }

    /// What makes the text of the error that a function may return as its last result.
    pub(super) fn error_text_of(&mut self, module: &mut Module, fails: bool) -> Option<FuncId> {
        let obj = error_text_function(self.u).filter(|_| fails)?;
        Some(self.func(module, FuncKey::Decl(obj)))
    }

    /// What a host calls for a function of this signature: it initialises the packages, and tells an error by
    /// its text.
    pub(super) fn export_wrapper(
        &mut self,
        module: &mut Module,
        (inner, signature, name): (FuncId, Signature, &str),
        to_text: Option<FuncId>,
        (fatal, init_all): (Option<FuncId>, FuncId),
    ) -> FuncId {
        let Signature { params, mut results, .. } = signature;
        let values = results.len() - if to_text.is_some() { 2 } else { 0 };
        if to_text.is_some() {
            results.truncate(values);
            results.extend([Ir::I8, Ir::Ref, Ir::I64]);
        }
        let arity = params.len();
        let func = module.declare(format!("export {name}"), &Signature::new(params, results));
        module.funcs[func].wrapper = true;
        let mut lower = Lower::new(self, module, func, LiteralNames::new("", false));
        lower.guarded(fatal, |lower| {
            lower.b.call(init_all, &[]);
            let args: Vals = (0..arity).map(|n| lower.b.param(n)).collect();
            let mut results: Vals = lower.b.call(inner, &args).into_iter().collect();
            if let Some(to_text) = to_text {
                let text = lower.b.call(to_text, &results[values..]);
                results.truncate(values);
                results.extend(text);
            }
            lower.b.ret(&results);
        });
        lower.b.finish();
        func
    }
}
