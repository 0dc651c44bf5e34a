//! Which types implement which interfaces, and why not; assignability of operands.

use purlin_base::map::HashSet;

use super::Checker;
use super::operand::Operand;
use crate::syntax::PackageKind;
use crate::types::{ChanDir, Found, Lookup, Missing, Type, TypeId};
use crate::universe::{ObjId, ObjectKind, Progress};

impl<'u> Checker<'u> {
    /// Resolves the signatures of the methods of `ty` that `iface` asks for.
    fn complete_methods(&mut self, ty: TypeId, iface: TypeId) {
        let Some(interface) = self.u.types.interface(iface) else { return };
        let wanted: Vec<_> = interface.methods.iter().map(|m| (m.name, m.pkg)).collect();
        for (name, pkg) in wanted {
            if let Lookup::Found { found: Found::Method { obj, .. }, .. } = self.u.types.lookup(ty, name, pkg)
                && self.u.objects[obj].progress == Progress::Unresolved
            {
                self.resolve(obj);
            }
        }
    }

    /// The first method of `iface` that `ty` lacks.
    pub(super) fn missing_method(&mut self, ty: TypeId, iface: TypeId) -> Option<Missing> {
        self.complete_methods(ty, iface);
        self.u.types.missing_method(ty, iface, true)
    }

    pub(super) fn missing_cause(&self, ty: TypeId, missing: &Missing) -> String {
        let method = |name, sig| self.u.printer(Some(self.env.pkg)).print_method(name, sig);
        match missing {
            Missing::Method { name, want } => {
                let text = self.u.name(*name);
                match self.other_case(ty, text) {
                    Some((alt, have)) => {
                        let (have, want) = (method(alt, have), method(*name, *want));
                        format!("(missing method {text})\n\t\thave {have}\n\t\twant {want}")
                    }
                    None => match self.u.types.lookup(ty, *name, self.pkg_of(*name)) {
                        Lookup::Ambiguous => format!("(ambiguous selector {}.{text})", self.ty(ty)),
                        Lookup::Found { .. } | Lookup::NotFound => format!("(missing method {text})"),
                    },
                }
            }
            Missing::WrongType { name, have, want } => format!(
                "(wrong type for method {})\n\t\thave {}\n\t\twant {}",
                self.u.name(*name),
                method(*name, *have),
                method(*name, *want)
            ),
            Missing::PointerReceiver { name } => {
                format!("(method {} has pointer receiver)", self.u.name(*name))
            }
            Missing::IsField { name } => {
                format!("({}.{} is a field, not a method)", self.ty(ty), self.u.name(*name))
            }
            Missing::PointerToInterface => {
                format!("(type {} is pointer to interface, not interface)", self.ty(ty))
            }
        }
    }

    /// A method of `ty` whose name differs from `name` in case only.
    fn other_case(&self, ty: TypeId, name: &str) -> Option<(purlin_base::Name, TypeId)> {
        let lower = name.to_lowercase();
        self.u.types.method_set(ty).into_iter().find_map(|m| {
            let sig = self.u.types.method_sig(&m.found)?;
            (self.u.name(m.name).to_lowercase() == lower).then_some((m.name, sig))
        })
    }

    /// Why `ty` does not implement `target`, an interface or a pointer to one.
    fn implements(&mut self, ty: TypeId, target: TypeId) -> Result<(), String> {
        let cause = if self.u.types.is_interface(target) {
            match self.missing_method(ty, target) {
                None => return Ok(()),
                Some(missing) => self.missing_cause(ty, &missing),
            }
        } else {
            format!("(type {} is pointer to interface, not interface)", self.ty(target))
        };
        Err(format!("{} does not implement {} {cause}", self.ty(ty), self.ty(target)))
    }

    /// Whether `x` can be assigned to a variable of type `target`, and if not perhaps why.
    pub(super) fn assignable_to(&mut self, x: &Operand<'_>, target: TypeId) -> Result<(), Option<String>> {
        let from = x.ty;
        if x.is_invalid() || !self.is_valid(target) || !self.is_valid(from) || from == target {
            return Ok(());
        }
        if self.u.types.is_untyped(from) {
            return self.implicit_type(x, target).map(|_| ()).map_err(|_| None);
        }
        let types = &self.u.types;
        if types.is_param(from) || types.is_param(target) {
            if types.is_interface(target) && !types.is_param(target) {
                return self.implements(from, target).map_err(Some);
            }
            if types.assignable(from, target) {
                return Ok(());
            }
            return Err(self.assignment_cause(x, target));
        }
        let (fu, tu) = (types.underlying(from), types.underlying(target));
        if !self.is_valid(fu) || !self.is_valid(tu) {
            // What is wrong with the declaration of the type has been said.
            return Ok(());
        }
        if fu == tu && (!types.has_name(from) || !types.has_name(target)) {
            return Ok(());
        }
        let to_iface_ptr = matches!(types.get(tu), Type::Pointer(e) if types.is_interface(*e));
        if types.is_interface(target) || to_iface_ptr {
            return self.implements(from, target).map_err(Some);
        }
        if types.is_interface(from) && self.missing_method(target, from).is_none() {
            return Err(Some("need type assertion".into()));
        }
        let types = &self.u.types;
        if let (Type::Chan { dir: ChanDir::Both, elem: fe }, Type::Chan { elem: te, .. }) =
            (types.get(fu), types.get(tu))
            && fe == te
            && (!types.has_name(from) || !types.has_name(target))
        {
            return Ok(());
        }
        Err(None)
    }

    // What is reached ------------------------------------------------------------------------------------

    /// A function is used: if it is one of a library, its body has to be checked.
    pub(crate) fn reach(&mut self, obj: ObjId) {
        let obj = self.u.origin(obj);
        let object = &self.u.objects[obj];
        let (Some(pkg), ObjectKind::Func(func)) = (object.pkg, &object.kind) else { return };
        if self.u.packages[pkg].kind == PackageKind::Std && !func.native {
            self.reached.add(obj);
        }
    }

    /// A value of type `ty` becomes an interface: every method it has may be called from now on.
    pub(super) fn reach_methods(&mut self, ty: TypeId) {
        if self.u.types.is_interface(ty) || !self.reached_types.insert(ty) {
            return;
        }
        let mut objects = HashSet::default();
        for entry in self.u.types.method_set(ty) {
            if let Found::Method { obj, .. } = entry.found
                && objects.insert(obj)
            {
                self.resolve(obj);
                self.reach(obj);
            }
        }
    }

    /// A comparison of an interface with something else converts that to the interface.
    pub(super) fn reach_comparison(&mut self, x: TypeId, y: TypeId) {
        if self.u.types.is_interface(x) != self.u.types.is_interface(y) {
            self.reach_methods(x);
            self.reach_methods(y);
        }
    }
}
