//! Parallel moves: several slots get their new values at once, whatever overlaps.

/// An order of single moves (to, from) that does what `wanted` asks for at once. Cycles go through `temp`.
pub(super) fn sequence(wanted: impl IntoIterator<Item = (u32, u32)>, temp: u32) -> Vec<(u32, u32)> {
    let mut todo: Vec<(u32, u32)> = wanted.into_iter().filter(|(to, from)| to != from).collect();
    todo.sort_unstable();
    todo.dedup();
    // How many moves still read each slot.
    let mut readers: purlin_base::map::HashMap<u32, u32> = purlin_base::map::HashMap::default();
    todo.iter().for_each(|(_, from)| *readers.entry(*from).or_default() += 1);
    let by_target: purlin_base::map::HashMap<u32, u32> = todo.iter().copied().collect();
    let mut ready: Vec<u32> = todo.iter().map(|m| m.0).filter(|to| !readers.contains_key(to)).collect();
    let mut done: purlin_base::map::HashSet<u32> = purlin_base::map::HashSet::default();
    let mut out = Vec::with_capacity(todo.len());
    let mut next = 0;
    loop {
        while let Some(to) = ready.pop() {
            let from = by_target[&to];
            out.push((to, from));
            done.insert(to);
            let left = readers.entry(from).or_default();
            *left -= 1;
            if *left == 0 && by_target.contains_key(&from) && !done.contains(&from) {
                ready.push(from);
            }
        }
        // Only cycles are left, each slot of which is read once.
        while next < todo.len() && done.contains(&todo[next].0) {
            next += 1;
        }
        let Some((first, _)) = todo.get(next).copied() else { return out };
        out.push((temp, first));
        let mut to = first;
        loop {
            let from = by_target[&to];
            done.insert(to);
            if from == first {
                out.push((to, temp));
                break;
            }
            out.push((to, from));
            to = from;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(wanted: &[(u32, u32)]) {
        let mut slots: Vec<u32> = (0..20).collect();
        for (to, from) in sequence(wanted.iter().copied(), 19) {
            slots[to as usize] = slots[from as usize];
        }
        for (to, from) in wanted {
            assert_eq!(slots[*to as usize], *from, "{wanted:?}");
        }
    }

    #[test]
    fn moves_happen_at_once() {
        check(&[]);
        check(&[(1, 2), (2, 3), (3, 4)]);
        check(&[(4, 3), (3, 2), (2, 1)]);
        check(&[(1, 2), (2, 1)]);
        check(&[(1, 2), (2, 3), (3, 1), (4, 1), (5, 5)]);
        check(&[(1, 2), (2, 1), (3, 4), (4, 3), (6, 1)]);
        check(&[(1, 0), (2, 0), (3, 0)]);
    }

    #[test]
    fn every_permutation_and_copy_of_four() {
        for code in 0..256u32 {
            let wanted: Vec<(u32, u32)> = (0..4).map(|n| (n, code >> (2 * n) & 3)).collect();
            check(&wanted);
        }
    }
}
