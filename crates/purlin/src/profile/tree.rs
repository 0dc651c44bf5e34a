//! The samples of a profile as a tree of calls: what flame graphs show. Knows nothing of pictures.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::Profile;

/// A function in the calls that led to it.
#[derive(Clone, Debug, Default)]
pub(super) struct Node {
    /// What it and its callees took.
    pub total: i64,
    /// What it took itself.
    pub own: i64,
    pub calls: BTreeMap<Arc<str>, Node>,
}

impl Node {
    /// The tree of a profile; its root stands for the whole run.
    pub(super) fn of(profile: &Profile) -> Node {
        let mut root = Node::default();
        for sample in profile.samples.iter().filter(|sample| sample.value > 0) {
            let mut at = &mut root;
            at.total += sample.value;
            for site in sample.stack.iter().rev() {
                at = at.calls.entry(profile.sites[*site as usize].function.clone()).or_default();
                at.total += sample.value;
            }
            at.own += sample.value;
        }
        root
    }

    /// How many calls are nested at most, the root not counted, where nodes below `least` are left out.
    pub(super) fn depth(&self, least: i64) -> usize {
        let shown = self.calls.values().filter(|call| call.total >= least);
        shown.map(|call| 1 + call.depth(least)).max().unwrap_or(0)
    }
}

/// A line a stack, outermost function first, and its value: what tools for flame graphs read.
pub(super) fn folded(profile: &Profile) -> String {
    let mut lines = BTreeMap::new();
    for sample in profile.samples.iter().filter(|sample| sample.value > 0) {
        let names: Vec<&str> =
            sample.stack.iter().rev().map(|site| &*profile.sites[*site as usize].function).collect();
        let name = if names.is_empty() { "(no guest code)".to_owned() } else { names.join(";") };
        *lines.entry(name).or_insert(0) += sample.value;
    }
    lines.into_iter().map(|(stack, value)| format!("{stack} {value}\n")).collect()
}
