//! Method dictionaries: open tables in which a symbol has two places (after Pagh and Rodler, "Cuckoo
//! Hashing", 2004), so that a lookup looks at two pairs at most. Works on the words of the object; knows no
//! heap.

use super::layout::FACTORS;

/// Pairs, at most.
const MOST_PAIRS: usize = 1 << 22;
/// Pairs that may be moved to make room for one.
const MOVES: usize = 64;

/// How far a product is shifted to the right for a place in a table of so many pairs, a power of two.
pub(crate) fn shift(capacity: usize) -> u32 {
    64 - capacity.trailing_zeros().max(1)
}

/// The two places of a symbol's serial in a table of so many pairs, a power of two.
pub(crate) fn places(serial: u64, capacity: usize) -> [usize; 2] {
    let shift = shift(capacity);
    FACTORS.map(|factor| (serial.wrapping_mul(factor) >> shift) as usize & (capacity - 1))
}

/// The capacity of a table that is to hold so many pairs; `None` if that is too many.
pub(crate) fn capacity_for(pairs: usize) -> Option<usize> {
    let capacity = pairs.checked_mul(2)?.max(4).checked_next_power_of_two()?;
    (capacity <= MOST_PAIRS).then_some(capacity)
}

/// Puts a pair into a table, moving others to their other places. `serial` gives the serial of a key. If
/// there is no room, the pair that has none is answered: the table is to be made anew, larger.
pub(crate) fn insert(
    pairs: &mut [u64],
    key: u64,
    value: u64,
    serial: impl Fn(u64) -> u64,
) -> Result<(), (u64, u64)> {
    let capacity = pairs.len() / 2;
    if !capacity.is_power_of_two() {
        return Err((key, value));
    }
    let (mut key, mut value) = (key, value);
    let mut at = places(serial(key), capacity)[0];
    for _ in 0..MOVES {
        let both = places(serial(key), capacity);
        if let Some(free) = both.into_iter().find(|n| pairs[2 * n] == 0 || pairs[2 * n] == key) {
            (pairs[2 * free], pairs[2 * free + 1]) = (key, value);
            return Ok(());
        }
        (pairs[2 * at], key) = (key, pairs[2 * at]);
        (pairs[2 * at + 1], value) = (value, pairs[2 * at + 1]);
        let [first, second] = places(serial(key), capacity);
        at = if first == at { second } else { first };
    }
    Err((key, value))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_put_is_in_one_of_its_two_places() {
        for count in [1usize, 2, 3, 10, 100, 5000] {
            let mut capacity = capacity_for(count).unwrap();
            let table = loop {
                let mut pairs = vec![0; 2 * capacity];
                // Keys are eight times their serials.
                let all = (1..=count as u64).all(|n| insert(&mut pairs, 8 * n, n, |key| key / 8).is_ok());
                if all {
                    break pairs;
                }
                capacity *= 2;
                assert!(capacity < 64 * count.max(4), "{count}");
            };
            for n in 1..=count as u64 {
                let found = places(n, capacity).into_iter().find(|at| table[2 * at] == 8 * n).unwrap();
                assert_eq!(table[2 * found + 1], n);
            }
        }
    }

    #[test]
    fn a_table_of_one_pair_has_one_place() {
        assert_eq!(places(7, 1), [0, 0]);
        assert_eq!(capacity_for(MOST_PAIRS), None);
    }
}
