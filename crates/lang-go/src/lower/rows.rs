//! Exported functions that return a sequence: a host calls them for the rows of a table. What is exported
//! beside such a function, as `Name.rows`, lets the sequence run and appends what it yields to a slice.

use purlin_ir::{FuncId, Module, Signature, Type as Ir};
use purlin_runtime::border::Export;

use super::border::{error_text_function, inner_of};
use super::state::{Cx, FuncKey, LiteralNames, Lower, Vals};
use crate::types::{Basic, Type, TypeId};
use crate::universe::{ObjId, PackageId, Universe, is_exported};

/// The element of what a function returns if that is a sequence, `func(yield func(T) bool)` by whatever name,
/// and an error besides or not.
fn element_of_rows(u: &Universe, results: &[TypeId]) -> Option<TypeId> {
    let sequence = match results {
        [sequence] => *sequence,
        [sequence, last] if *last == u.error_type => *sequence,
        _ => return None,
    };
    let under = |ty| match u.types.under(ty) {
        Type::Signature(_) => u.types.signature(ty).filter(|sig| !sig.variadic),
        _ => None,
    };
    let takes_yield = under(sequence).filter(|sig| sig.results.is_empty())?;
    let [takes] = takes_yield.params[..] else { return None };
    let yields = under(takes)?;
    let is_bool = |ty: &TypeId| matches!(u.types.under(*ty), Type::Basic(Basic::Bool));
    match (&yields.params[..], &yields.results[..]) {
        ([element], [more]) if is_bool(more) => Some(*element),
        _ => None,
    }
}

/// The function of the library that lets a sequence run.
fn gather_function(u: &Universe) -> Option<ObjId> {
    u.package("runtime").and_then(|p| u.lookup(p, "gatherRows"))
}

/// The functions of the library that the wrappers of exported functions of a package call.
pub(crate) fn wanted_by_exports(u: &Universe, pkg: PackageId) -> Vec<ObjId> {
    let exported = |obj: &ObjId| {
        let object = &u.objects[*obj];
        let sig = object.as_func().and_then(|_| u.types.signature(object.ty));
        sig.filter(|_| is_exported(u.name(object.name)))
    };
    let signatures: Vec<_> = u.packages[pkg].objects.iter().filter_map(exported).collect();
    let gives_rows = signatures.iter().any(|sig| element_of_rows(u, &sig.results).is_some());
    let fails = signatures.iter().any(|sig| sig.results.last() == Some(&u.error_type));
    let gather = gives_rows.then(|| gather_function(u)).flatten();
    let to_text = (fails || gives_rows).then(|| error_text_function(u)).flatten();
    gather.into_iter().chain(to_text).collect()
}

impl Cx<'_> {
    /// The export by which a host gets the rows of a function that returns a sequence, if it is one. It takes
    /// a pointer to a slice, the most rows that are wanted, and what the function takes; it returns an error.
    pub(super) fn export_of_rows(
        &mut self,
        module: &mut Module,
        obj: ObjId,
        name: &str,
        (fatal, init_all): (Option<FuncId>, FuncId),
    ) -> Option<Export> {
        let object = &self.u.objects[obj];
        let (ty, is_plain) = (object.ty, object.as_func().is_some_and(|f| f.recv.is_none() && !f.native));
        let is_called = is_plain && is_exported(name) && !self.u.generics.contains_key(&obj);
        let sig = self.u.types.signature(ty).filter(|sig| is_called && !sig.variadic).cloned()?;
        let element = element_of_rows(self.u, &sig.results)?;
        let crosses = |ty: &TypeId| self.crosses(*ty, &mut Vec::new());
        if !crosses(&element) || !sig.params.iter().all(crosses) {
            return None;
        }
        let slice = self.u.types.slice_of(element);
        let rows = self.u.types.pointer_to(slice);
        let takes = [rows, Basic::Int.ty()].into_iter().chain(sig.params.iter().copied());
        let params = takes.map(|ty| self.data_type(module, ty)).collect();
        let results = vec![self.error_text()];
        let (func, types) = self.rows_function(module, obj, name, element)?;
        let error_text = self.error_text_of(module, true);
        let name = format!("{name}.rows");
        let wrapper = self.export_wrapper(module, (func, types, &name), error_text, (fatal, init_all));
        let inner = Some(inner_of(func, fatal, error_text));
        let signature = self.u.type_string(ty);
        Some(Export { name, func: wrapper.as_u32(), params, results, signature, inner })
    }

    /// A function that calls `obj`, and lets the sequence run that this returns.
    fn rows_function(
        &mut self,
        module: &mut Module,
        obj: ObjId,
        name: &str,
        element: TypeId,
    ) -> Option<(FuncId, Signature)> {
        let gather = gather_function(self.u)?;
        let gather = self.u.instance(gather, &[element]);
        let gather = self.func(module, FuncKey::Decl(gather));
        let callee = self.func(module, FuncKey::Decl(obj));
        let ty = self.u.objects[obj].ty;
        let signature =
            Signature::new(self.signature(&[Ir::Ref, Ir::I64], ty).params, self.irs(&[self.u.error_type]));
        let func = module.declare(format!("rows of {name}"), &signature);
        module.funcs[func].wrapper = true;
        let arity = signature.params.len();
        let mut lower = Lower::new(self, module, func, LiteralNames::new("", false));
        let params: Vals = (0..arity).map(|n| lower.b.param(n)).collect();
        let mut returned: Vals = lower.b.call(callee, &params[2..]).into_iter().collect();
        if returned.len() == 1 {
            let no_error = [lower.int(0), lower.b.null()];
            returned.extend(no_error);
        }
        let args: Vals = params[..2].iter().copied().chain(returned).collect();
        let results = lower.b.call(gather, &args);
        lower.b.ret(&results);
        lower.b.finish();
        Some((func, signature))
    }
}
