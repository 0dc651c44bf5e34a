//! Fields and methods by name, through embedded structs; method sets; which method an interface misses.
//!
//! Go's rule: the shallowest depth at which the name occurs decides, and there it must occur once.

use purlin_base::map::HashSet;

use purlin_base::Name;
use smallvec::SmallVec;

use super::{Field, NamedId, Type, TypeId, TypeTable};
use crate::ids::{ObjId, PackageId};

/// What a selector denotes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Found {
    /// A struct field of this type.
    Field(TypeId),
    /// A method that a defined type declares.
    Method { named: NamedId, index: u32, obj: ObjId, ptr_recv: bool },
    /// A method of an interface: that interface and the index in its sorted methods.
    IfaceMethod { iface: TypeId, index: u32, sig: TypeId },
}

/// The answer to a selector `x.name`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Lookup {
    Found {
        found: Found,
        /// Field indices from the operand's struct; for a field the last is the field itself, for a
        /// method these are the embedded fields that lead to its receiver.
        path: SmallVec<[u32; 4]>,
        /// A pointer was followed on the way, that of the operand included.
        indirect: bool,
    },
    /// Several at the shallowest depth.
    Ambiguous,
    /// The operand is a pointer to an interface, or a defined pointer type, which has no methods.
    NotFound,
}

/// Why a type does not implement an interface.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Missing {
    /// No such method.
    Method { name: Name, want: TypeId },
    /// There is one of a different type.
    WrongType { name: Name, have: TypeId, want: TypeId },
    /// There is one, but only on the pointer.
    PointerReceiver { name: Name },
    /// A field has the method's name.
    IsField { name: Name },
    /// The type is a pointer to an interface.
    PointerToInterface,
}

/// One method of a method set.
#[derive(Clone, Debug)]
pub(crate) struct MethodSetEntry {
    pub name: Name,
    pub pkg: Option<PackageId>,
    pub found: Found,
}

struct Embedded {
    ty: TypeId,
    path: SmallVec<[u32; 4]>,
    indirect: bool,
    /// This type occurs more than once at this depth.
    multiples: bool,
}

/// Whether a field or method `(name, pkg)` is what `name` means in package `from`.
fn same_name(name: Name, pkg: Option<PackageId>, wanted: Name, from: Option<PackageId>) -> bool {
    name == wanted && (pkg.is_none() || pkg == from)
}

impl TypeTable {
    /// Looks up `name` in `ty`; `pkg` is the package of the selector if the name is not exported, and `None`
    /// if it is. The operand's addressability is the caller's affair.
    pub(crate) fn lookup(&self, ty: TypeId, name: Name, pkg: Option<PackageId>) -> Lookup {
        // A defined pointer type has no methods, but the fields of its struct can be selected.
        if self.as_named(ty).is_some()
            && let Some(elem) = self.pointee(ty)
        {
            let ptr = Embedded { ty: elem, path: SmallVec::new(), indirect: true, multiples: false };
            return match self.search(ptr, name, pkg) {
                Lookup::Found { found: Found::Field(f), path, indirect } => {
                    Lookup::Found { found: Found::Field(f), path, indirect }
                }
                _ => Lookup::NotFound,
            };
        }
        let (start, indirect) = match self.get(ty) {
            Type::Pointer(elem) if self.is_interface(*elem) || self.is_param(*elem) => {
                return Lookup::NotFound;
            }
            Type::Pointer(elem) => (*elem, true),
            _ => (ty, false),
        };
        self.search(Embedded { ty: start, path: SmallVec::new(), indirect, multiples: false }, name, pkg)
    }

    fn search(&self, start: Embedded, name: Name, pkg: Option<PackageId>) -> Lookup {
        if let Some((found, field)) = self.member(start.ty, name, pkg) {
            return Lookup::Found { found, path: field.into_iter().collect(), indirect: start.indirect };
        }
        let mut next: Vec<Embedded> = Vec::new();
        self.push_all_embedded(&mut next, &start);
        if next.is_empty() {
            return Lookup::NotFound;
        }
        let mut seen: HashSet<NamedId> = self.as_named(start.ty).into_iter().collect();
        while !next.is_empty() {
            let current = self.consolidate(std::mem::take(&mut next));
            let mut result: Option<Lookup> = None;
            for e in &current {
                if matches!(self.get(e.ty), Type::Named(id) if seen.contains(id)) {
                    continue;
                }
                match self.member(e.ty, name, pkg) {
                    Some(_) if result.is_some() || e.multiples => return Lookup::Ambiguous,
                    Some((found, field)) => {
                        let mut path = e.path.clone();
                        path.extend(field);
                        result = Some(Lookup::Found { found, path, indirect: e.indirect });
                    }
                    None if result.is_none() => self.push_all_embedded(&mut next, e),
                    None => {}
                }
            }
            if let Some(result) = result {
                return result;
            }
            seen.extend(current.iter().filter_map(|e| self.as_named(e.ty)));
        }
        Lookup::NotFound
    }

    /// The field, with its index, or method that a type itself has, without what it embeds.
    fn member(&self, ty: TypeId, name: Name, pkg: Option<PackageId>) -> Option<(Found, Option<u32>)> {
        if let Type::Named(id) = self.get(ty) {
            let methods = &self.named(*id).methods;
            if let Some(index) = methods.iter().position(|m| same_name(m.name, m.pkg, name, pkg)) {
                let (m, index) = (&methods[index], index as u32);
                let found = Found::Method { named: *id, index, obj: m.obj, ptr_recv: m.ptr_recv };
                return Some((found, None));
            }
        }
        // What a type parameter has are the methods of its constraint.
        let iface = self.param(ty).map_or(ty, |param| param.constraint.unwrap_or(self.empty_interface));
        match self.under(iface) {
            Type::Struct(fields) => {
                let index = fields.iter().position(|f| same_name(f.name, f.pkg, name, pkg))?;
                Some((Found::Field(fields[index].ty), Some(index as u32)))
            }
            Type::Interface(i) => {
                let index = i.methods.iter().position(|m| same_name(m.name, m.pkg, name, pkg))?;
                let sig = i.methods[index].sig;
                Some((Found::IfaceMethod { iface, index: index as u32, sig }, None))
            }
            _ => None,
        }
    }

    fn push_all_embedded(&self, next: &mut Vec<Embedded>, e: &Embedded) {
        if self.is_param(e.ty) {
            return;
        }
        let Type::Struct(fields) = self.under(e.ty) else { return };
        for (i, field) in fields.iter().enumerate().filter(|(_, f)| f.embedded) {
            let mut path = e.path.clone();
            path.push(i as u32);
            self.push_embedded(next, field, path, e);
        }
    }

    fn push_embedded(&self, next: &mut Vec<Embedded>, field: &Field, path: SmallVec<[u32; 4]>, e: &Embedded) {
        let (ty, pointer) = match self.get(field.ty) {
            Type::Pointer(elem) => (*elem, true),
            _ => (field.ty, false),
        };
        if matches!(self.get(ty), Type::Named(_) | Type::Struct(_) | Type::Interface(_)) {
            next.push(Embedded { ty, path, indirect: e.indirect || pointer, multiples: e.multiples });
        }
    }

    /// A type that occurs several times at one depth is one entry that makes its names ambiguous.
    fn consolidate(&self, list: Vec<Embedded>) -> Vec<Embedded> {
        let mut out: Vec<Embedded> = Vec::with_capacity(list.len());
        let mut at = purlin_base::map::HashMap::default();
        for e in list {
            match at.entry(e.ty) {
                std::collections::hash_map::Entry::Vacant(v) => {
                    v.insert(out.len());
                    out.push(e);
                }
                std::collections::hash_map::Entry::Occupied(o) => out[*o.get()].multiples = true,
            }
        }
        out
    }

    /// Whether a value of `ty` (not just an addressable one) has the method that `found` denotes.
    pub(crate) fn in_method_set(&self, ty: TypeId, found: &Found, indirect: bool) -> bool {
        match found {
            Found::Method { ptr_recv, .. } => {
                !*ptr_recv || indirect || matches!(self.get(ty), Type::Pointer(_))
            }
            Found::IfaceMethod { .. } => true,
            Found::Field(_) => false,
        }
    }

    /// Every method in the method set of `ty`, in no particular order but the same in every run.
    pub(crate) fn method_set(&self, ty: TypeId) -> Vec<MethodSetEntry> {
        let mut names: Vec<(Name, Option<PackageId>)> = Vec::new();
        let mut seen_types = HashSet::default();
        let mut seen_names = HashSet::default();
        let mut work = vec![match self.get(ty) {
            Type::Pointer(elem) => *elem,
            _ => ty,
        }];
        while let Some(t) = work.pop() {
            if !seen_types.insert(t) {
                continue;
            }
            if let Type::Named(id) = self.get(t) {
                let named = self.named(*id);
                names.extend(
                    named.methods.iter().map(|m| (m.name, named.pkg)).filter(|n| seen_names.insert(*n)),
                );
            }
            let t = self.param(t).and_then(|p| p.constraint).unwrap_or(t);
            match self.under(t) {
                Type::Struct(fields) => {
                    work.extend(fields.iter().filter(|f| f.embedded).map(|f| match self.get(f.ty) {
                        Type::Pointer(elem) => *elem,
                        _ => f.ty,
                    }))
                }
                Type::Interface(iface) => {
                    names.extend(
                        iface.methods.iter().map(|m| (m.name, m.pkg)).filter(|n| seen_names.insert(*n)),
                    );
                }
                _ => {}
            }
        }
        let mut out: Vec<MethodSetEntry> = Vec::new();
        for (name, pkg) in names {
            if let Lookup::Found { found, indirect, .. } = self.lookup(ty, name, pkg)
                && self.in_method_set(ty, &found, indirect)
                && !out.iter().any(|e| e.name == name && e.found == found)
            {
                out.push(MethodSetEntry { name, pkg, found });
            }
        }
        out
    }

    /// The signature of a method that was found; `None` if it has not been resolved.
    pub(crate) fn method_sig(&self, found: &Found) -> Option<TypeId> {
        match found {
            Found::Method { named, index, .. } => self.named(*named).methods[*index as usize].sig,
            Found::IfaceMethod { sig, .. } => Some(*sig),
            Found::Field(_) => None,
        }
    }

    /// The first method of `iface` that `ty` lacks. Signatures of the methods of `ty` must have been
    /// resolved. If `static_only` is false and `ty` is an interface, methods that it does not mention are no
    /// reason, because its dynamic type may have them.
    pub(crate) fn missing_method(&self, ty: TypeId, iface: TypeId, static_only: bool) -> Option<Missing> {
        let wanted = self.interface(iface)?;
        let dynamic = !static_only && self.is_interface(ty);
        for m in &wanted.methods {
            match self.lookup(ty, m.name, m.pkg) {
                Lookup::Found { found: Found::Field(_), .. } => {
                    return Some(Missing::IsField { name: m.name });
                }
                Lookup::Found { found, indirect, .. } => {
                    let have = self.method_sig(&found).unwrap_or(m.sig);
                    if have != m.sig {
                        return Some(Missing::WrongType { name: m.name, have, want: m.sig });
                    }
                    if !self.in_method_set(ty, &found, indirect) {
                        return Some(Missing::PointerReceiver { name: m.name });
                    }
                }
                Lookup::Ambiguous | Lookup::NotFound if dynamic => {}
                Lookup::Ambiguous | Lookup::NotFound => {
                    let to_iface = matches!(self.get(ty), Type::Pointer(e) if self.is_interface(*e));
                    return Some(if to_iface {
                        Missing::PointerToInterface
                    } else {
                        Missing::Method { name: m.name, want: m.sig }
                    });
                }
            }
        }
        None
    }

    /// Whether a value of type `ty` implements the interface `iface`.
    pub(crate) fn implements(&self, ty: TypeId, iface: TypeId) -> bool {
        self.missing_method(ty, iface, true).is_none()
    }
}
