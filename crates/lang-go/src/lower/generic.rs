//! Instances of generic functions: the types that stand for type parameters while one is lowered.
//!
//! A generic body is checked once, so what the checker recorded of it mentions type parameters. Before an
//! instance is lowered, all types that occur in the records of its declaration are replaced, so that looking
//! one up needs no more than a table.

use purlin_base::map::{HashMap, HashSet};
use std::rc::Rc;

use purlin_base::EntityRef;

use super::state::{Cx, Env, Facts, Lower};
use crate::ast::{ClauseId, Expr, ExprId, FuncId, IdentId};
use crate::budget;
use crate::types::{Found, Lookup, Subst, TypeId};
use crate::universe::{Instance, ObjId, Selection, SelectionKind, is_exported};

/// A program with more instances of functions than this is taken for one that has no end.
const MAX_INSTANCES: usize = 50_000;

impl Cx<'_> {
    /// Lowers the instance `obj`, or a literal in it, from now on. The functions that only this instance
    /// reaches and that have to be checked before.
    pub(super) fn enter(&mut self, obj: Option<ObjId>) -> Vec<ObjId> {
        let mut unchecked = Vec::new();
        let Some((obj, instance)) = obj.and_then(|o| Some((o, self.u.instances.get(&o)?.clone()))) else {
            self.env = Env::default();
            return unchecked;
        };
        self.env = match self.envs.saved.remove(&obj) {
            Some(env) => env,
            None => self.environment(obj, &instance, &mut unchecked),
        };
        unchecked
    }

    /// The instance that is being lowered.
    pub(super) fn instance(&self) -> Option<ObjId> {
        self.env.instance
    }

    pub(super) fn leave(&mut self) {
        if let Some(obj) = self.env.instance {
            let env = std::mem::take(&mut self.env);
            self.envs.saved.insert(obj, env);
        }
    }

    fn environment(&mut self, obj: ObjId, instance: &Instance, unchecked: &mut Vec<ObjId>) -> Env {
        if self.envs.saved.len() == MAX_INSTANCES {
            self.error(self.u.objects[obj].pos, "too many instances of generic functions");
        }
        let pos = self.u.objects[obj].pos;
        let affordable = self.u.ids.budget.take(budget::INSTANCE, pos);
        let params = self.u.type_params(instance.origin);
        let mut subst = Subst::new(&params, &instance.args);
        if !affordable || self.envs.saved.len() >= MAX_INSTANCES {
            return Env { instance: Some(obj), subst, ..Env::default() };
        }
        let facts = self.facts(instance.origin);
        let types = facts.types.iter().map(|ty| (*ty, self.u.subst(*ty, &mut subst))).collect();
        let mut uses = HashMap::default();
        for (id, obj, args) in &facts.uses {
            let args: Vec<TypeId> = args.iter().map(|ty| self.u.subst(*ty, &mut subst)).collect();
            uses.insert(*id, self.u.instance(*obj, &args));
        }
        let mut methods = HashMap::default();
        for id in &facts.methods {
            let selection = self.concrete_method(*id, &mut subst);
            if let Some(method) = selection.as_ref().and_then(|s| s.obj) {
                self.u.resolve_instance(method);
                unchecked.extend(Some(method).filter(|m| !self.is_checked(*m)));
            }
            methods.extend(selection.map(|s| (*id, s)));
        }
        if self.u.types.runaway.take().is_some() {
            self.error(self.u.objects[obj].pos, "instantiation cycle");
        }
        Env { instance: Some(obj), types, uses, methods, subst }
    }

    /// Whether the checker has seen the body of a function, if it has one.
    fn is_checked(&self, obj: ObjId) -> bool {
        self.u.objects[self.u.origin(obj)].as_func().is_none_or(|f| f.checked || f.native)
    }

    /// What the selector of a method denotes in an instance.
    fn concrete_method(&mut self, id: ExprId, subst: &mut Subst) -> Option<Selection> {
        let mut selection = self.u.info.selections.get(&id)?.clone();
        selection.recv = self.u.subst(selection.recv, subst);
        selection.ty = self.u.subst(selection.ty, subst);
        let (name, pkg) = match (selection.obj, selection.iface) {
            (Some(obj), _) => {
                let object = &self.u.objects[obj];
                let exported = is_exported(self.u.name(object.name));
                (object.name, object.pkg.filter(|_| !exported))
            }
            (None, Some((iface, index))) => {
                let method = &self.u.types.interface(iface)?.methods[index as usize];
                (method.name, method.pkg)
            }
            (None, None) => return Some(selection),
        };
        let Lookup::Found { found, path, indirect } = self.u.types.lookup(selection.recv, name, pkg) else {
            return Some(selection);
        };
        (selection.path, selection.indirect) = (path, indirect);
        match found {
            Found::Method { obj, .. } => (selection.obj, selection.iface) = (Some(obj), None),
            Found::IfaceMethod { iface, index, .. } => {
                (selection.obj, selection.iface) = (None, Some((iface, index)));
            }
            Found::Field(_) => {}
        }
        Some(selection)
    }

    fn facts(&mut self, origin: ObjId) -> Rc<Facts> {
        if let Some(facts) = self.envs.facts.get(&origin) {
            return facts.clone();
        }
        let mut types = HashSet::default();
        let (mut uses, mut methods) = (Vec::new(), Vec::new());
        if let Some(f) = self.func_decl(origin) {
            let info = &self.u.info;
            let body = info.bodies.get(&f.ty.id);
            for (from, to) in std::iter::once(&f.ids).chain(body) {
                for id in (from.exprs..to.exprs).map(|n| ExprId::new(n as usize)) {
                    types.insert(info.types[id].ty);
                    let selection = info.selections.get(&id).filter(|s| s.kind != SelectionKind::Field);
                    let depends = selection.is_some_and(|s| self.u.types.is_parameterized(s.recv));
                    methods.extend(depends.then_some(id));
                }
                for id in (from.idents..to.idents).map(|n| IdentId::new(n as usize)) {
                    types.extend(info.defs[id].map(|obj| self.u.objects[obj].ty));
                    if let (Some(obj), Some(args)) = (info.uses[id], info.instances.get(&id)) {
                        uses.push((id, obj, args.clone()));
                    }
                }
                for id in (from.clauses..to.clauses).map(|n| ClauseId::new(n as usize)) {
                    types.extend(info.implicits[id].map(|obj| self.u.objects[obj].ty));
                }
                for id in (from.funcs..to.funcs).map(|n| FuncId::new(n as usize)) {
                    let func = &info.funcs[id];
                    types.extend(func.ty);
                    let vars = func.recv.iter().chain(&func.params).chain(&func.results);
                    types.extend(vars.map(|obj| self.u.objects[*obj].ty));
                }
            }
        }
        types.retain(|ty| self.u.types.is_parameterized(*ty));
        let mut types: Vec<TypeId> = types.into_iter().collect();
        types.sort_unstable();
        let facts = Rc::new(Facts { types, uses, methods });
        self.envs.facts.insert(origin, facts.clone());
        facts
    }

    /// What stands for a type that was recorded.
    pub(super) fn concrete(&self, ty: TypeId) -> TypeId {
        if self.env.instance.is_none() { ty } else { self.env.types.get(&ty).copied().unwrap_or(ty) }
    }

    /// The instance that a use of a generic function in the body of one denotes.
    pub(super) fn used_instance(&self, id: IdentId) -> Option<ObjId> {
        self.env.instance.and_then(|_| self.env.uses.get(&id).copied())
    }

    pub(super) fn var_type(&self, obj: ObjId) -> TypeId {
        self.concrete(self.u.objects[obj].ty)
    }
}

impl Lower<'_, '_> {
    /// What a selector denotes, if it is not qualified by a package.
    pub(super) fn selection(&mut self, e: &Expr) -> Option<Selection> {
        if let Some(method) = self.cx.env.methods.get(&e.id) {
            return Some(method.clone());
        }
        let mut selection = self.cx.u.info.selections.get(&e.id)?.clone();
        if self.cx.instance().is_none() {
            if let Some(obj) = selection.obj {
                self.cx.u.resolve_instance(obj);
            }
            return Some(selection);
        }
        let mut subst = std::mem::take(&mut self.cx.env.subst);
        selection.recv = self.cx.u.subst(selection.recv, &mut subst);
        selection.ty = self.cx.u.subst(selection.ty, &mut subst);
        self.cx.env.subst = subst;
        Some(selection)
    }
}
