//! The order in which package variables are initialised, and cycles in it.
//!
//! Repeatedly the variable comes next that is the earliest in declaration order among those that depend on no
//! variable that is not initialised yet. Functions pass dependencies on; they are not initialised themselves.

use purlin_base::map::{HashMap, HashSet};
use std::collections::{BTreeMap, BTreeSet, BinaryHeap};

use super::Checker;
use crate::ast::Decl;
use crate::budget;
use crate::syntax::PackageKind;
use crate::universe::{DeclRef, Init, ObjId, ObjectKind, PackageId};

impl<'u> Checker<'u> {
    /// Sets the initialisation order of every package that was loaded.
    pub(crate) fn order_all_initialisations(&mut self) {
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
            for on in self.values_behind(*var) {
                if let Some(j) = order.get(&on).copied().filter(|j| *j != i) {
                    waits[i] += 1;
                    dependents.entry(j).or_default().push(i);
                }
            }
        }
        let mut ready: BinaryHeap<std::cmp::Reverse<usize>> =
            (0..vars.len()).filter(|i| waits[*i] == 0).map(std::cmp::Reverse).collect();
        let mut done = HashSet::default();
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
            0 if self.u.embeds.contains_key(&self.u.objects[var].pos) => Some((0, decl, false)),
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

    /// Reports constants and variables that cannot be initialised because they need themselves.
    fn report_init_cycles(&mut self, objects: &[ObjId]) {
        let is_value =
            |o: &ObjId| matches!(self.u.objects[*o].kind, ObjectKind::Var(_) | ObjectKind::Const { .. });
        let values: Vec<ObjId> = objects.iter().copied().filter(is_value).collect();
        let index: HashMap<ObjId, usize> = values.iter().enumerate().map(|(i, o)| (*o, i)).collect();
        let mut waits = vec![0usize; values.len()];
        let mut dependents: Vec<Vec<usize>> = vec![Vec::new(); values.len()];
        for (i, value) in values.iter().enumerate() {
            for on in self.values_behind(*value) {
                if let Some(j) = index.get(&on) {
                    waits[i] += 1;
                    dependents[*j].push(i);
                }
            }
        }
        // The one that waits for the fewest comes next; if it waits at all, it may be in a cycle.
        let mut queue: BTreeSet<(usize, usize)> = waits.iter().enumerate().map(|(i, n)| (*n, i)).collect();
        let mut cycles = Vec::new();
        while let Some((n, i)) = queue.pop_first() {
            if n > 0
                && let Some(cycle) = self.path_back(values[i])
            {
                cycles.push(cycle);
            }
            for j in std::mem::take(&mut dependents[i]) {
                if queue.remove(&(waits[j], j)) {
                    waits[j] -= 1;
                    queue.insert((waits[j], j));
                }
            }
        }
        for cycle in cycles {
            self.report_init_cycle(&cycle);
        }
    }

    /// The constants and variables that `from` needs, through functions too.
    fn values_behind(&mut self, from: ObjId) -> BTreeSet<ObjId> {
        let (mut found, mut seen) = (BTreeSet::new(), HashSet::default());
        if self.u.ids.budget.exceeded().is_some() {
            return found;
        }
        let mut work = self.roots_of(from);
        while let Some(obj) = work.pop() {
            if !seen.insert(obj) {
                continue;
            }
            match &self.u.objects[obj].kind {
                ObjectKind::Func(_) => work.extend(self.u.deps.get(&obj).into_iter().flatten()),
                _ => {
                    found.insert(obj);
                }
            }
        }
        let steps = seen.len() as u64 * budget::INIT_STEP;
        if self.u.packages[self.env.pkg].kind == PackageKind::Program {
            let pos = self.u.objects[from].pos;
            self.u.ids.budget.take(steps, pos);
        }
        found
    }

    /// A way from `from` back to itself, the one that takes the earliest declaration at each step.
    fn path_back(&self, from: ObjId) -> Option<Vec<ObjId>> {
        let sorted = |obj| {
            let mut deps = self.roots_of(obj);
            deps.sort_unstable();
            deps.into_iter()
        };
        let mut seen = HashSet::from_iter([from]);
        let mut path = vec![(from, sorted(from))];
        while let Some((_, deps)) = path.last_mut() {
            match deps.next() {
                None => {
                    path.pop();
                }
                Some(dep) if dep == from => return Some(path.into_iter().map(|(o, _)| o).collect()),
                Some(dep) => {
                    if seen.insert(dep) {
                        path.push((dep, sorted(dep)));
                    }
                }
            }
        }
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
