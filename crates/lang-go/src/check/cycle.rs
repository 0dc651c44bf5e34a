//! Cycles of declarations: which are allowed, and types that would have to contain themselves.

use purlin_base::map::HashMap;

use super::Checker;
use crate::types::{Basic, NamedId, Type, TypeId};
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
        let name = |c: &Self, o: ObjId| c.text(c.u.objects[o].name);
        let start = cycle[first];
        let is_type = matches!(self.u.objects[start].kind, ObjectKind::TypeName { .. });
        let pos = self.u.objects[start].pos;
        if let [one] = cycle {
            let what = if is_type { "invalid recursive type" } else { "invalid cycle in declaration" };
            let message = format!("{what}: {} refers to itself", name(self, *one));
            self.error(pos, message);
            return;
        }
        let what = if is_type { "invalid recursive type" } else { "invalid cycle in declaration of" };
        let mut message = format!("{what} {}", name(self, start));
        for i in 0..cycle.len() {
            let from = cycle[(first + i) % cycle.len()];
            let to = cycle[(first + i + 1) % cycle.len()];
            let text = format!("{} refers to {}", name(self, from), name(self, to));
            message += &self.line_at(self.u.objects[from].pos, &text);
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
                path.push(id);
                let extent = self.extent(under, path, known);
                path.pop();
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
            _ => Extent::Finite,
        }
    }

    fn report_infinite(&mut self, cycle: &[NamedId]) {
        let objs: Vec<ObjId> = cycle.iter().map(|n| self.u.types.named(*n).obj).collect();
        self.report_cycle(&objs);
        for named in cycle {
            self.u.types.named_mut(*named).underlying = Some(Basic::Invalid.ty());
            self.finite.insert(*named);
        }
    }
}
