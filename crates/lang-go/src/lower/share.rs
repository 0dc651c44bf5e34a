//! Instances of generic functions that came out alike become one. Two functions are alike if their IR is,
//! position for position, once functions that they refer to are taken for one if those are alike: the
//! coarsest such partition, found as states of an automaton are merged (Hopcroft 1971). Knows nothing of
//! types: what a type changes shows in the IR.
//!
//! Functions alike do the same for the same gas, and are called the same in tracebacks: see
//! `docs/decisions/0008-instances-that-are-alike-are-one.md`.

use std::hash::{BuildHasher, Hash, Hasher};

use purlin_base::map::{HashMap, HashSet};
use purlin_base::{SecondaryMap, filled};
use purlin_ir::{DataDecl, DataId, FuncId, Function, Imm, InstData, Module};

use crate::prepared::PreparedPackage;

/// What may turn out to be alike.
#[derive(Default)]
pub(super) struct Candidates {
    /// Functions lowered for an instance, and generated ones.
    pub funcs: Vec<FuncId>,
    /// Closures without captures, by what they call. Their bytes are used for nothing else.
    pub closures: HashMap<FuncId, DataId>,
}

impl Candidates {
    /// The closure without captures of a function.
    pub(super) fn closure(&mut self, module: &mut Module, func: FuncId) -> DataId {
        let new = || module.data.push(DataDecl { bytes: closure_bytes(func).into() });
        *self.closures.entry(func).or_insert_with(new)
    }
}

/// Lets what refers to a function that has its like refer to that, and drops its body.
///
/// Prepared bodies are not looked at: what refers to functions in them are symbols of their packages.
pub(super) fn share<'i>(
    module: &mut Module,
    candidates: &Candidates,
    packages_read: impl Iterator<Item = &'i PreparedPackage>,
) {
    let replaced = Sharing::new(module, candidates).replaced();
    if replaced.is_empty() {
        return;
    }
    let to = |id: &mut FuncId| *id = replaced.get(id).copied().unwrap_or(*id);
    for (id, func) in module.funcs.iter_mut() {
        if replaced.contains_key(&id) {
            func.body = None;
        }
        let body = func.body.iter_mut().filter(|body| !body.is_prepared());
        for inst in body.flat_map(|f| f.insts.values_mut()) {
            if let Imm::Func(callee) = &mut inst.imm {
                to(callee);
            }
        }
    }
    for prepared in packages_read {
        for symbol in prepared.functions_among_symbols() {
            let number = prepared.table.get(symbol).and_then(|func| replaced.get(&FuncId::from_u32(func)));
            number.into_iter().for_each(|func| prepared.table.set(symbol, func.as_u32()));
        }
    }
    for row in module.selectors.values_mut() {
        row.methods.iter_mut().for_each(|(_, func)| to(func));
    }
    for (func, data) in &candidates.closures {
        if let Some(to) = replaced.get(func) {
            module.data[*data].bytes = closure_bytes(*to).into();
        }
    }
}

/// What a closure without captures holds.
pub(super) fn closure_bytes(func: FuncId) -> Vec<u8> {
    u64::from(func.as_u32()).to_le_bytes().to_vec()
}

struct Sharing<'m> {
    module: &'m Module,
    /// What a closure's bytes stand for.
    closure_of: HashMap<DataId, FuncId>,
    /// Which functions are taken for alike; those with the same number are.
    class: SecondaryMap<FuncId, u32>,
    members: HashMap<u32, Vec<FuncId>>,
}

impl<'m> Sharing<'m> {
    /// Functions whose IR is the same if it does not matter which functions it refers to are alike to begin
    /// with.
    fn new(module: &'m Module, candidates: &'m Candidates) -> Sharing<'m> {
        let closure_of = candidates.closures.iter().map(|(func, data)| (*data, *func)).collect();
        let mut class = filled(module.funcs.len());
        for id in module.funcs.keys() {
            class[id] = id.as_u32();
        }
        let mut sharing = Sharing { module, closure_of, class, members: HashMap::default() };
        // Different functions with one hash are told from each other by comparing with the first of each
        // kind.
        let mut kinds: HashMap<u64, Vec<FuncId>> = HashMap::default();
        let hasher = kinds.hasher().clone();
        for id in &candidates.funcs {
            let Some(body) = &module.funcs[*id].body else { continue };
            let kinds = kinds.entry(sharing.hash(*id, body, &hasher)).or_default();
            match kinds.iter().find(|kind| sharing.same(*id, **kind)) {
                Some(kind) => {
                    sharing.class[*id] = kind.as_u32();
                    sharing.members.entry(kind.as_u32()).or_insert_with(|| vec![*kind]).push(*id);
                }
                None => kinds.push(*id),
            }
        }
        sharing
    }

    /// Functions that are not needed, and the one that stands for each.
    fn replaced(mut self) -> HashMap<FuncId, FuncId> {
        self.refine();
        let mut replaced = HashMap::default();
        for alike in self.members.values() {
            let first = alike.iter().min().copied();
            replaced.extend(alike.iter().filter_map(|id| Some((*id, first?))).filter(|(id, to)| id != to));
        }
        replaced
    }

    /// Splits classes until members of one refer to members of the same.
    fn refine(&mut self) {
        let shared: Vec<FuncId> = self.members.values().flatten().copied().collect();
        let mut users: HashMap<FuncId, Vec<FuncId>> = HashMap::default();
        let mut refers: HashMap<FuncId, Vec<FuncId>> = HashMap::default();
        for id in &shared {
            let to = self.references(*id);
            to.iter().for_each(|callee| users.entry(*callee).or_default().push(*id));
            refers.insert(*id, to);
        }
        let mut fresh = self.module.funcs.len() as u32;
        let mut stale: Vec<u32> = self.members.keys().copied().collect();
        let mut is_stale: HashSet<u32> = stale.iter().copied().collect();
        while let Some(class) = stale.pop() {
            is_stale.remove(&class);
            let mut parts: HashMap<Vec<u32>, Vec<FuncId>> = HashMap::default();
            for id in self.members.remove(&class).unwrap_or_default() {
                parts.entry(refers[&id].iter().map(|to| self.class[*to]).collect()).or_default().push(id);
            }
            let mut parts: Vec<Vec<FuncId>> = parts.into_values().collect();
            // The largest part keeps the number: so each function changes its class only so often.
            parts.sort_by_key(Vec::len);
            self.members.extend(parts.pop().map(|largest| (class, largest)));
            for part in parts {
                for id in &part {
                    self.class[*id] = fresh;
                    for user in users.get(id).into_iter().flatten() {
                        let class = self.class[*user];
                        if is_stale.insert(class) {
                            stale.push(class);
                        }
                    }
                }
                self.members.insert(fresh, part);
                fresh += 1;
            }
        }
    }

    /// The functions that a body refers to, in order.
    fn references(&self, id: FuncId) -> Vec<FuncId> {
        let insts = self.module.funcs[id].body.iter().flat_map(|f| f.insts.values());
        insts.filter_map(|inst| self.reference(inst)).collect()
    }

    fn reference(&self, inst: &InstData) -> Option<FuncId> {
        match inst.imm {
            Imm::Func(func) => Some(func),
            Imm::Data { data, .. } => self.closure_of.get(&data).copied(),
            _ => None,
        }
    }

    /// A function's name, unless no traceback shows it.
    fn name(&self, id: FuncId) -> &str {
        let func = &self.module.funcs[id];
        if func.wrapper { "" } else { &func.name }
    }

    fn hash(&self, id: FuncId, body: &Function, hasher: &impl BuildHasher) -> u64 {
        let mut hash = hasher.build_hasher();
        (self.module.funcs[id].sig, self.name(id), body.values.len()).hash(&mut hash);
        for inst in body.insts.values() {
            (inst.op, inst.ty, &inst.args[..]).hash(&mut hash);
            match self.reference(inst) {
                Some(_) => inst.imm.as_offset().hash(&mut hash),
                None => inst.imm.hash(&mut hash),
            }
        }
        hash.finish()
    }

    /// Whether two functions are the same but for the functions they refer to.
    fn same(&self, a: FuncId, b: FuncId) -> bool {
        let (f, g) = (&self.module.funcs[a], &self.module.funcs[b]);
        if (f.sig, f.wrapper, self.name(a)) != (g.sig, g.wrapper, self.name(b)) {
            return false;
        }
        let (Some(f), Some(g)) = (&f.body, &g.body) else { return false };
        let own = |func: FuncId, id: FuncId| (func != id).then_some(func);
        f.values.len() == g.values.len()
            && f.insts.len() == g.insts.len()
            && (&f.layout, &f.slots, &f.switches, f.handler) == (&g.layout, &g.slots, &g.switches, g.handler)
            && f.values.values().zip(g.values.values()).all(|(v, w)| (v.ty, v.def) == (w.ty, w.def))
            && f.insts.values().zip(g.insts.values()).all(|(i, j)| self.same_inst(i, j))
            && f.blocks.len() == g.blocks.len()
            && f.blocks
                .values()
                .zip(g.blocks.values())
                .all(|(x, y)| (&x.params, &x.insts, x.cold) == (&y.params, &y.insts, y.cold))
            && f.locs.len() == g.locs.len()
            && f.locs
                .values()
                .zip(g.locs.values())
                .all(|(x, y)| (x.pos, own(x.func, a), x.inlined_at) == (y.pos, own(y.func, b), y.inlined_at))
            && f.frame_states.len() == g.frame_states.len()
            && f.frame_states
                .values()
                .zip(g.frame_states.values())
                .all(|(x, y)| (own(x.func, a), x.origin) == (own(y.func, b), y.origin))
    }

    fn same_inst(&self, i: &InstData, j: &InstData) -> bool {
        let refers = match (self.reference(i), self.reference(j)) {
            (None, None) => i.imm == j.imm,
            (Some(_), Some(_)) => i.imm.as_offset() == j.imm.as_offset(),
            (Some(_), None) | (None, Some(_)) => false,
        };
        refers
            && (i.op, i.ty, i.loc) == (j.op, j.ty, j.loc)
            && (&i.args, &i.results, &i.targets) == (&j.args, &j.results, &j.targets)
    }
}
