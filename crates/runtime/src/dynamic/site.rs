//! The records of sites and the table that they share: which function a behaviour has for a selector.
//!
//! A record has 64 bytes: six pairs of a behaviour (low half) and a function (high half), in the order in
//! which they came; then selector and fallback, misses, and its state. Code reads the pairs, nothing but this
//! file writes them. A failed lookup is kept like one that found something, with the fallback as function.
//!
//! A method further than [`FREE_DEPTH`] behaviours away costs gas by its depth at each send, so no pair has
//! it.

use std::collections::HashMap;

use super::SendCounts;

/// Words of a record.
pub(crate) const WORDS: usize = 8;
/// Pairs of a record.
pub(super) const PAIRS: usize = 6;
/// The word of selector (low half) and fallback (high half).
pub(super) const SELECTOR: usize = 6;
/// The word of misses (low half), and the state: 0 empty, 1 one behaviour, 2 several, 3 open.
pub(super) const STATE: usize = 7;
/// The state of a record that has no room for another pair.
const OPEN: u64 = 3;
/// Behaviours that a lookup looks at without charging for them.
pub(crate) const FREE_DEPTH: usize = 16;
/// Entries of the table, a power of two.
const ENTRIES: usize = 4096;
/// Entries that are looked at for one key.
const PROBES: usize = 3;

/// What a send calls.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Target {
    pub function: u32,
    /// Behaviours that the lookup looked at.
    pub depth: u32,
}

/// What a send asks for: by serial numbers, never by addresses.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Key {
    /// 0 where an entry is free.
    pub selector: u32,
    pub behaviour: u32,
    pub fallback: u32,
}

#[derive(Clone, Copy)]
struct Entry {
    key: Key,
    target: Target,
}

/// The sites that have pairs, and the table.
#[derive(Default)]
pub(crate) struct Sites {
    /// Addresses of records that may have pairs, by selector.
    filled: HashMap<u32, Vec<usize>>,
    /// Empty before the first miss.
    table: Vec<Entry>,
    pub(crate) counts: SendCounts,
}

fn slot(key: Key) -> usize {
    let both = u64::from(key.selector) << 32 | u64::from(key.behaviour);
    (both.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40) as usize
}

impl Sites {
    /// The records that may have pairs.
    pub(crate) fn addresses(&self) -> impl Iterator<Item = usize> + '_ {
        self.filled.values().flatten().copied()
    }

    /// What the table has for a send.
    pub(crate) fn known(&mut self, key: Key) -> Option<Target> {
        let first = slot(key);
        let found = (0..PROBES).find_map(|n| {
            let entry = self.table.get((first + n) % ENTRIES)?;
            (entry.key == key).then_some(entry.target)
        });
        self.counts.table_hits += u64::from(found.is_some());
        found
    }

    /// Keeps an answer in the table: in a free place of the three, or in the first, whose answer moves on.
    pub(crate) fn keep(&mut self, key: Key, target: Target) {
        if self.table.is_empty() {
            let none = Entry { key: Key::default(), target: Target { function: 0, depth: 0 } };
            self.table = vec![none; ENTRIES];
        }
        let entry = Entry { key, target };
        let first = slot(key);
        let free = (0..PROBES).map(|n| (first + n) % ENTRIES).find(|n| self.table[*n].key.selector == 0);
        if let Some(free) = free {
            self.table[free] = entry;
            return;
        }
        let [a, b, c] = [0, 1, 2].map(|n| (first + n) % ENTRIES);
        (self.table[c], self.table[b], self.table[a]) = (self.table[b], self.table[a], entry);
    }

    /// Adds a pair to a record, which lies at `at`, and has room for `most` pairs (1 to 6). A record of which
    /// all are taken is open from then on, unless there is only one: that one is replaced.
    pub(crate) fn fill(
        &mut self,
        at: usize,
        record: &mut [u64; WORDS],
        key: Key,
        function: u32,
        most: usize,
    ) {
        let most = most.clamp(1, PAIRS);
        record[SELECTOR] = u64::from(key.selector) | u64::from(key.fallback) << 32;
        let state = record[STATE] >> 32;
        let used = record[..most].iter().take_while(|pair| **pair != 0).count();
        let pair = u64::from(key.behaviour) | u64::from(function) << 32;
        let new_state = match (used, state) {
            (_, OPEN) => OPEN,
            (0, _) => {
                record[0] = pair;
                1
            }
            (_, _) if most == 1 => {
                record[0] = pair;
                1
            }
            (n, _) if n < most => {
                record[n] = pair;
                2
            }
            (_, _) => OPEN,
        };
        if used == 0 && new_state != OPEN {
            self.note(key.selector, at);
        }
        self.counts.transitions += u64::from(state != 0 && new_state != state);
        record[STATE] = (record[STATE] & 0xffff_ffff) | new_state << 32;
    }

    /// Notes that a record has learnt something by a selector.
    pub(super) fn note(&mut self, selector: u32, at: usize) {
        self.filled.entry(selector).or_default().push(at);
    }

    /// Counts a miss of a record.
    pub(crate) fn count_miss(&mut self, record: &mut [u64; WORDS]) {
        self.counts.misses += 1;
        let misses = (record[STATE] as u32).saturating_add(1);
        record[STATE] = (record[STATE] & !0xffff_ffff) | u64::from(misses);
    }

    /// Forgets all answers for a selector, or all for all; the records to be emptied by [`empty`].
    pub(crate) fn forget(&mut self, selector: Option<u32>) -> Vec<usize> {
        let forgotten = match selector {
            // A program begins with thousands of methods, and no answers.
            Some(_) if self.filled.is_empty() && self.table.is_empty() => Vec::new(),
            Some(selector) => {
                let entries = self.table.iter_mut().filter(|entry| entry.key.selector == selector);
                entries.for_each(|entry| entry.key = Key::default());
                self.filled.remove(&selector).unwrap_or_default()
            }
            None => {
                self.table.clear();
                std::mem::take(&mut self.filled).into_values().flatten().collect()
            }
        };
        self.counts.invalidated += forgotten.len() as u64;
        forgotten
    }
}

/// Whether a record learns nothing more.
pub(super) fn is_open(record: &[u64; WORDS]) -> bool {
    record[STATE] >> 32 == OPEN
}

/// Empties a record: it has no pairs, and is as it was before the first.
pub(crate) fn empty(record: &mut [u64; WORDS]) {
    record[..PAIRS].fill(0);
    record[STATE] &= 0xffff_ffff;
}

#[cfg(test)]
mod tests {
    use super::*;

    fn states(sites: &mut Sites, most: usize, behaviours: &[u32]) -> ([u64; WORDS], Vec<u64>) {
        let mut record = [0; WORDS];
        let mut fill = |b: &u32| {
            sites.fill(64, &mut record, Key { selector: 7, behaviour: *b, fallback: 9 }, 100 + b, most);
            record[STATE] >> 32
        };
        let states = behaviours.iter().map(&mut fill).collect();
        (record, states)
    }

    #[test]
    fn a_site_goes_from_one_to_several_to_open_and_never_back() {
        let mut sites = Sites::default();
        let (record, all) = states(&mut sites, 6, &[1, 2, 3, 4, 5, 6, 7, 8]);
        assert_eq!(all, [1, 2, 2, 2, 2, 2, 3, 3]);
        assert_eq!(record[5], 6 | 106 << 32);
        assert_eq!(record[SELECTOR], 7 | 9 << 32);
        assert_eq!((sites.counts.transitions, sites.addresses().count()), (2, 1));
        assert_eq!(sites.forget(Some(7)), [64]);
        assert_eq!(sites.forget(Some(7)), [0usize; 0]);
        let mut record = record;
        empty(&mut record);
        assert_eq!((record[0], record[STATE] >> 32), (0, 0));
    }

    #[test]
    fn one_pair_is_rewritten() {
        let (record, all) = states(&mut Sites::default(), 1, &[1, 2, 1]);
        assert_eq!((all, record[0], record[1]), (vec![1, 1, 1], 1 | 101 << 32, 0));
    }

    #[test]
    fn the_table_has_what_was_kept_until_it_is_forgotten() {
        let mut sites = Sites::default();
        let target = |function| Target { function, depth: 1 };
        let key = |selector, behaviour, fallback| Key { selector, behaviour, fallback };
        for n in 1..=1000 {
            sites.keep(key(n, 40, 5), target(n));
        }
        let known = (1..=1000).filter(|n| sites.known(key(*n, 40, 5)) == Some(target(*n))).count();
        assert!(known > 950, "{known}");
        assert_eq!(sites.known(key(1000, 41, 5)), None);
        assert_eq!(sites.known(key(1000, 40, 6)), None);
        sites.forget(Some(1000));
        assert_eq!(sites.known(key(1000, 40, 5)), None);
        sites.forget(None);
        assert_eq!(sites.known(key(1, 40, 5)), None);
    }
}
