//! The order in which package variables are initialised, and cycles in it.
//!
//! Repeatedly the variable comes next that is the earliest in declaration order among those that depend on no
//! variable that is not initialised yet. Functions pass dependencies on; they are not initialised themselves.

use std::collections::{BTreeMap, BTreeSet, BinaryHeap, HashMap, HashSet};

use super::Checker;
use crate::ast::Decl;
use crate::universe::{DeclRef, Init, ObjId, ObjectKind, PackageId, PackageKind};

impl<'u> Checker<'u> {
    /// Sets the initialisation order of every package that was loaded.
    pub(super) fn order_all_initialisations(&mut self) {
        for pkg in self.u.packages.keys().collect::<Vec<_>>() {
            self.env = super::Env::new(pkg, 0);
            self.order_initialisation(pkg);
        }
    }

    fn order_initialisation(&mut self, pkg: PackageId) {
        let whole = self.u.packages[pkg].kind == PackageKind::Program;
        let objects = self.u.packages[pkg].objects.clone();
        if whole {
            self.report_init_cycles(&objects);
        }
        let is_var = |c: &Self, o: ObjId| matches!(c.u.objects[o].kind, ObjectKind::Var(_));
        // Of a library only what was resolved has been reached.
        let vars: Vec<ObjId> = objects
            .iter()
            .copied()
            .filter(|o| is_var(self, *o))
            .filter(|o| self.u.objects[*o].progress == crate::universe::Progress::Resolved)
            .collect();
        let order: HashMap<ObjId, usize> = vars.iter().enumerate().map(|(i, o)| (*o, i)).collect();
        let mut waits: Vec<usize> = vec![0; vars.len()];
        let mut dependents: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for (i, var) in vars.iter().enumerate() {
            for on in self.variables_behind(*var) {
                if let Some(j) = order.get(&on).copied().filter(|j| *j != i) {
                    waits[i] += 1;
                    dependents.entry(j).or_default().push(i);
                }
            }
        }
        let mut ready: BinaryHeap<std::cmp::Reverse<usize>> =
            (0..vars.len()).filter(|i| waits[*i] == 0).map(std::cmp::Reverse).collect();
        let mut done = HashSet::new();
        let mut inits = Vec::new();
        while let Some(std::cmp::Reverse(i)) = ready.pop() {
            self.push_init(vars[i], &mut done, &mut inits);
            for j in dependents.remove(&i).unwrap_or_default() {
                waits[j] -= 1;
                if waits[j] == 0 {
                    ready.push(std::cmp::Reverse(j));
                }
            }
        }
        self.u.packages[pkg].init_order = inits;
    }

    /// The variables that the initialisation of `from` needs, through functions too.
    fn variables_behind(&self, from: ObjId) -> BTreeSet<ObjId> {
        let (mut found, mut seen) = (BTreeSet::new(), HashSet::new());
        let mut work = self.roots_of(from);
        while let Some(obj) = work.pop() {
            if !seen.insert(obj) {
                continue;
            }
            if matches!(self.u.objects[obj].kind, ObjectKind::Var(_)) {
                found.insert(obj);
            } else if let Some(deps) = self.u.deps.get(&obj) {
                work.extend(deps.iter().copied());
            }
        }
        found
    }

    /// What the initialiser of a variable refers to; variables that share a call share it.
    fn roots_of(&self, var: ObjId) -> Vec<ObjId> {
        let mut all = vec![var];
        if let Some((_, decl, true)) = self.initialiser(var) {
            all = self.same_spec(var, decl);
        }
        all.iter().filter_map(|o| self.u.deps.get(o)).flat_map(|d| d.iter().copied()).collect()
    }

    /// Where the value of a variable is, and whether it gives other variables their values too.
    fn initialiser(&self, var: ObjId) -> Option<(usize, DeclRef, bool)> {
        let (file, decl) = self.u.decl_of(var)?;
        let Decl::Var(group) = file.decls.get(decl.decl as usize)? else { return None };
        let spec = group.get(decl.spec as usize)?;
        match spec.values.len() {
            0 => None,
            1 if spec.names.len() > 1 => Some((0, DeclRef { name: 0, ..decl }, true)),
            n if (decl.name as usize) < n => Some((decl.name as usize, decl, false)),
            _ => None,
        }
    }

    fn push_init(&self, var: ObjId, done: &mut HashSet<DeclRef>, inits: &mut Vec<Init>) {
        let Some((_, decl, shared)) = self.initialiser(var) else { return };
        if !done.insert(decl) {
            return;
        }
        let lhs = if shared { self.same_spec(var, decl) } else { vec![var] };
        inits.push(Init { lhs, decl });
    }

    /// Reports constants, variables and functions that cannot be initialised because they need themselves.
    fn report_init_cycles(&mut self, objects: &[ObjId]) {
        let mut state: HashMap<ObjId, bool> = HashMap::new();
        let values: Vec<ObjId> = objects
            .iter()
            .copied()
            .filter(|o| matches!(self.u.objects[*o].kind, ObjectKind::Var(_) | ObjectKind::Const { .. }))
            .collect();
        let mut reported: HashSet<ObjId> = HashSet::new();
        for from in values {
            if state.contains_key(&from) || reported.contains(&from) {
                continue;
            }
            if let Some(cycle) = self.path_back(from, &mut state) {
                if cycle.iter().any(|o| reported.contains(o)) {
                    continue;
                }
                self.report_init_cycle(&cycle);
                reported.extend(cycle);
            }
        }
    }

    /// A way from `from` back to itself.
    fn path_back(&self, from: ObjId, state: &mut HashMap<ObjId, bool>) -> Option<Vec<ObjId>> {
        let mut seen = HashSet::from([from]);
        let mut parents: HashMap<ObjId, ObjId> = HashMap::new();
        let mut work = vec![from];
        while let Some(obj) = work.pop() {
            for dep in self.u.deps.get(&obj).into_iter().flatten() {
                if *dep == from {
                    let mut path = vec![obj];
                    let mut at = obj;
                    while let Some(parent) = parents.get(&at) {
                        path.push(*parent);
                        at = *parent;
                    }
                    path.reverse();
                    return Some(path);
                }
                // What is known to lie on no cycle leads back to nothing.
                if !state.contains_key(dep) && seen.insert(*dep) {
                    parents.insert(*dep, obj);
                    work.push(*dep);
                }
            }
        }
        state.insert(from, true);
        None
    }

    fn report_init_cycle(&mut self, cycle: &[ObjId]) {
        let name = |c: &Self, o: ObjId| c.text(c.u.objects[o].name);
        let first = cycle[0];
        let pos = self.u.objects[first].pos;
        if cycle.len() == 1 {
            let message = format!("initialization cycle: {} refers to itself", name(self, first));
            self.error(pos, message);
            return;
        }
        let mut message = format!("initialization cycle for {}", name(self, first));
        for (i, from) in cycle.iter().enumerate() {
            let to = cycle[(i + 1) % cycle.len()];
            let text = format!("{} refers to {}", name(self, *from), name(self, to));
            message += &self.line_at(self.u.objects[*from].pos, &text);
        }
        self.error(pos, message);
    }
}
