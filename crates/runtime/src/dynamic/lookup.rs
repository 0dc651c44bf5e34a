//! Lookup: from a behaviour and a symbol to a method, through the method dictionaries of the chain. Reads the
//! guest's objects through [`Memory`], which shows as many words as there are, so that malformed ones are
//! failed lookups.

use purlin_base::word;

use super::dictionary::places;
use super::layout::{CAPACITY, HEADER, SERIAL};

/// Words of a behaviour.
pub(crate) const DICTIONARY: usize = 1;
/// The behaviour that it inherits from.
pub(crate) const PARENT: usize = 2;
/// Words that a behaviour has at least.
pub(crate) const BEHAVIOUR_WORDS: usize = 6;
/// Behaviours of a chain that are looked at, at most.
pub(crate) const LONGEST_CHAIN: usize = 1 << 16;

/// Shows the words of objects: from an address to the end of its object, none if there is no object.
pub(crate) trait Memory {
    fn words(&self, at: u64) -> &[u64];
}

/// What a lookup found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Found {
    /// The method's word; `None` if the lookup failed.
    pub method: Option<u64>,
    /// Behaviours that were looked at.
    pub depth: usize,
}

/// The serial of a symbol; 0 if the word is none.
pub(crate) fn serial(memory: &impl Memory, symbol: u64) -> u64 {
    if !word::is_ref(symbol) {
        return 0;
    }
    let serial = memory.words(symbol).get(SERIAL).copied().unwrap_or_default();
    if word::is_int(serial) { word::to_int(serial).max(0) as u64 } else { 0 }
}

/// Looks a symbol up from the behaviour at an address on.
pub(crate) fn look_up(memory: &impl Memory, behaviour: u64, symbol: u64) -> Found {
    let serial = serial(memory, symbol);
    let mut at = behaviour;
    let mut depth = 0;
    while at != 0 && word::is_ref(at) && depth < LONGEST_CHAIN {
        let Some([_, dictionary, parent]) = memory.words(at).first_chunk::<3>() else { break };
        const { assert!(DICTIONARY == 1 && PARENT == 2) };
        depth += 1;
        if let Some(method) = method_in(memory, *dictionary, symbol, serial) {
            return Found { method: Some(method), depth };
        }
        at = *parent;
    }
    Found { method: None, depth }
}

/// The method that a dictionary has for a symbol.
pub(crate) fn method_in(memory: &impl Memory, dictionary: u64, symbol: u64, serial: u64) -> Option<u64> {
    if dictionary == 0 || !word::is_ref(dictionary) {
        return None;
    }
    let words = memory.words(dictionary);
    let capacity = words.get(CAPACITY).copied().filter(|w| word::is_int(*w)).map(word::to_int)?;
    let capacity = usize::try_from(capacity).ok().filter(|c| c.is_power_of_two())?;
    let pairs = words.get(HEADER..HEADER.checked_add(capacity.checked_mul(2)?)?)?;
    let place = places(serial, capacity).into_iter().find(|n| pairs[2 * n] == symbol)?;
    Some(pairs[2 * place + 1])
}

/// The number of the function of a method: an integer, or an object whose second word is one.
pub(crate) fn function_of(memory: &impl Memory, method: u64) -> Option<u32> {
    let number = match method {
        0 => return None,
        method if word::is_ref(method) => memory.words(method).get(1).copied()?,
        method => method,
    };
    if word::is_int(number) { u32::try_from(word::to_int(number)).ok() } else { None }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::super::dictionary::insert;
    use super::*;

    /// Objects by address.
    struct Objects(HashMap<u64, Vec<u64>>);

    impl Memory for Objects {
        fn words(&self, at: u64) -> &[u64] {
            self.0.get(&at).map_or(&[], |words| words)
        }
    }

    fn dictionary(pairs: &[(u64, u64)]) -> Vec<u64> {
        let mut words = vec![0, word::from_int(pairs.len() as i64), word::from_int(8), 0];
        let mut table = [0; 16];
        for (key, value) in pairs {
            insert(&mut table, *key, *value, |key| key / 8).unwrap();
        }
        words.extend(table);
        words
    }

    /// Symbols at 8, 16, …, whose serials are 1, 2, …; a chain of two behaviours at 800 and 880.
    fn chain() -> Objects {
        let mut objects: HashMap<u64, Vec<u64>> =
            (1..=5).map(|n| (8 * n, vec![0, word::from_int(n as i64), word::from_int(0)])).collect();
        objects.insert(800, vec![0, 1600, 880, word::from_int(35), 0, 0]);
        objects.insert(880, vec![0, 1680, 0, word::from_int(36), 0, 0]);
        objects.insert(1600, dictionary(&[(8, word::from_int(100)), (16, 2400)]));
        objects.insert(1680, dictionary(&[(8, word::from_int(300)), (24, word::from_int(301))]));
        objects.insert(2400, vec![0, word::from_int(200)]);
        Objects(objects)
    }

    #[test]
    fn the_first_of_the_chain_wins() {
        let objects = chain();
        let function = |symbol| {
            let found = look_up(&objects, 800, symbol);
            (found.method.and_then(|m| function_of(&objects, m)), found.depth)
        };
        assert_eq!(function(8), (Some(100), 1));
        assert_eq!(function(16), (Some(200), 1));
        assert_eq!(function(24), (Some(301), 2));
        assert_eq!(function(32), (None, 2));
        assert_eq!(look_up(&objects, 880, 8).method, Some(word::from_int(300)));
    }

    #[test]
    fn malformed_objects_are_failed_lookups() {
        let mut objects = chain();
        let failed = |objects: &Objects| look_up(objects, 800, 8).method.is_none();
        objects.0.insert(1600, vec![0, 0, word::from_int(1 << 40), 0]);
        objects.0.insert(880, vec![0]);
        assert!(failed(&objects));
        // A chain that leads back into itself ends.
        objects.0.insert(880, vec![0, 0, 800, 0, 0, 0]);
        assert_eq!(look_up(&objects, 800, 8), Found { method: None, depth: LONGEST_CHAIN });
        objects.0.insert(800, vec![0, word::from_int(3), word::from_float(1.0), 0, 0, 0]);
        assert!(failed(&objects));
        assert_eq!(function_of(&objects, word::from_int(-1)), None);
        assert_eq!(function_of(&objects, 4000), None);
    }
}
