//! Cycles of declarations: which are allowed, and types that would have to contain themselves.

use purlin_base::Pos;
use purlin_base::map::HashMap;

use super::Checker;
use crate::types::{Basic, Interface, NamedId, Type, TypeId};
use crate::universe::{ObjId, ObjectKind};

/// What a walk through the parts of a type by value found.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Extent {
    Finite,
    /// Something in it is not declared to the end yet.
    Unknown,
    Infinite,
}

impl<'u> Checker<'u> {
    /// Whether the underlying type of `from` is known when that of `to` is, or is the same type.
    pub(super) fn awaits(&self, from: NamedId, to: NamedId) -> bool {
        let mut at = from;
        while at != to {
            match self.awaiting.iter().find(|a| a.named == at) {
                Some(next) => at = next.on,
                None => return false,
            }
        }
        true
    }

    /// Reports that `named`, the type that is being declared, refers to `on`, which awaits `named`. As Go
    /// does, an instance of a generic type is reported where it stands, and the cycle does not begin at a
    /// generic type but at the first instance.
    pub(super) fn report_awaited_cycle(&mut self, named: NamedId, on: NamedId, instance_at: Option<Pos>) {
        let mut cycle = vec![self.type_node(on, instance_at)];
        let mut at = on;
        while at != named {
            let Some(next) = self.awaiting.iter().find(|a| a.named == at) else { break };
            at = next.on;
            cycle.push(self.type_node(at, next.instance_at));
        }
        // What closes the cycle is `named`. It is also what the walk began at, unless it is generic.
        if cycle.last().is_some_and(|(obj, pos)| self.u.objects[*obj].pos == *pos) {
            cycle.rotate_right(1);
        }
        self.report_cycle_at(&cycle, 0);
    }

    fn type_node(&self, named: NamedId, instance_at: Option<Pos>) -> (ObjId, Pos) {
        let obj = self.u.types.named(named).obj;
        (obj, instance_at.unwrap_or(self.u.objects[obj].pos))
    }

    /// An object is used while it is being resolved. Types may refer to themselves; a cycle of values only is
    /// reported with the order of initialisation. The rest is reported here.
    pub(super) fn allow_cycle(&mut self, obj: ObjId) -> bool {
        let Some(start) = self.path.iter().position(|(o, _)| *o == obj) else { return false };
        let cycle: Vec<ObjId> = self.path[start..].iter().map(|(o, _)| *o).collect();
        // Whether somewhere on the way the length of an array was computed.
        let in_length = self.path[start + 1..].iter().any(|(_, l)| *l) || self.env.array_len > 0;
        let (mut values, mut types) = (0, 0);
        for o in &cycle {
            match &self.u.objects[*o].kind {
                ObjectKind::Const { .. } | ObjectKind::Var(_) => values += 1,
                ObjectKind::TypeName { alias: false } => types += 1,
                _ => {}
            }
        }
        if values == cycle.len() {
            return false;
        }
        let known = self.u.objects[obj].ty != Basic::Invalid.ty();
        if values == 0 && types > 0 && !in_length && known {
            return true;
        }
        self.report_cycle(&cycle);
        false
    }

    /// Reports the cycle of declarations that began with `obj`.
    pub(super) fn report_cycle_from(&mut self, obj: ObjId) {
        if let Some(start) = self.path.iter().position(|(o, _)| *o == obj) {
            let cycle: Vec<ObjId> = self.path[start..].iter().map(|(o, _)| *o).collect();
            self.report_cycle(&cycle);
        }
    }

    pub(super) fn report_cycle(&mut self, cycle: &[ObjId]) {
        let first = (0..cycle.len()).min_by_key(|i| self.u.objects[cycle[*i]].pos).unwrap_or(0);
        let cycle: Vec<_> = cycle.iter().map(|o| (*o, self.u.objects[*o].pos)).collect();
        self.report_cycle_at(&cycle, first);
    }

    /// Reports a cycle of objects, each with where it is said to stand, that begins with the one numbered
    /// `first`.
    fn report_cycle_at(&mut self, cycle: &[(ObjId, Pos)], first: usize) {
        let name = |c: &Self, o: ObjId| {
            let (name, pkg) = (c.u.objects[o].name, c.u.objects[o].pkg.filter(|p| *p != c.env.pkg));
            pkg.map_or(String::new(), |p| c.text(c.u.packages[p].name) + ".") + &c.text(name)
        };
        let (start, pos) = cycle[first];
        let is_type = matches!(self.u.objects[start].kind, ObjectKind::TypeName { .. });
        if cycle.len() == 1 {
            let what = if is_type { "invalid recursive type" } else { "invalid cycle in declaration" };
            let message = format!("{what}: {} refers to itself", name(self, start));
            self.error(pos, message);
            return;
        }
        let what = if is_type { "invalid recursive type" } else { "invalid cycle in declaration of" };
        let mut message = format!("{what} {}", name(self, start));
        for i in 0..cycle.len() {
            let (from, at) = cycle[(first + i) % cycle.len()];
            let (to, _) = cycle[(first + i + 1) % cycle.len()];
            let text = format!("{} refers to {}", name(self, from), name(self, to));
            message += &self.line_at(at, &text);
        }
        self.error(pos, message);
    }

    /// Reports a type that contains itself by value, and makes it invalid.
    pub(super) fn check_finite(&mut self, named: NamedId) {
        let ty = self.u.types.named(named).ty;
        self.extent(ty, &mut Vec::new(), &mut HashMap::default());
    }

    /// `known` are parts that were looked at before.
    fn extent(&mut self, ty: TypeId, path: &mut Vec<NamedId>, known: &mut HashMap<TypeId, Extent>) -> Extent {
        if let Some(extent) = known.get(&ty) {
            return *extent;
        }
        let extent = self.extent_inner(ty, path, known);
        known.insert(ty, extent);
        extent
    }

    fn extent_inner(
        &mut self,
        ty: TypeId,
        path: &mut Vec<NamedId>,
        known: &mut HashMap<TypeId, Extent>,
    ) -> Extent {
        match self.u.types.get(ty) {
            Type::Named(id) => {
                let id = *id;
                if self.finite.contains(&id) {
                    return Extent::Finite;
                }
                if let Some(at) = path.iter().position(|n| *n == id) {
                    self.report_infinite(&path[at..]);
                    return Extent::Infinite;
                }
                let Some(under) = self.u.types.named(id).underlying else { return Extent::Unknown };
                let len = path.len();
                path.push(id);
                // What the type is declared as is on the way to its parts.
                let mut last = id;
                while let Some(next) = self.declared_as.get(&last).filter(|next| !path.contains(next)) {
                    last = *next;
                    path.push(last);
                }
                let extent = self.extent(under, path, known);
                path.truncate(len);
                if extent == Extent::Finite {
                    self.finite.insert(id);
                }
                extent
            }
            Type::Array { elem, .. } => {
                let elem = *elem;
                self.extent(elem, path, known)
            }
            Type::Struct(fields) => {
                let types: Vec<TypeId> = fields.iter().map(|f| f.ty).collect();
                self.extent_of_all(types, path, known)
            }
            // What a constraint lists is part of it as fields are of a struct.
            Type::Interface(Interface { terms: Some(terms), .. }) => {
                let types: Vec<TypeId> = terms.iter().map(|t| t.ty).collect();
                self.extent_of_all(types, path, known)
            }
            _ => Extent::Finite,
        }
    }

    fn extent_of_all(
        &mut self,
        types: Vec<TypeId>,
        path: &mut Vec<NamedId>,
        known: &mut HashMap<TypeId, Extent>,
    ) -> Extent {
        let mut extent = Extent::Finite;
        for ty in types {
            match self.extent(ty, path, known) {
                Extent::Infinite => return Extent::Infinite,
                Extent::Unknown => extent = Extent::Unknown,
                Extent::Finite => {}
            }
        }
        extent
    }

    fn report_infinite(&mut self, cycle: &[NamedId]) {
        // An instance stands where it is written.
        let at = |n: &NamedId| self.type_node(*n, self.instance_pos.get(n).copied());
        let nodes: Vec<_> = cycle.iter().map(at).collect();
        let first = (0..nodes.len()).min_by_key(|i| nodes[*i].1).unwrap_or(0);
        self.report_cycle_at(&nodes, first);
        for named in cycle {
            self.u.types.named_mut(*named).underlying = Some(Basic::Invalid.ty());
            self.finite.insert(*named);
        }
    }
}
