//! Maps against a model: a vector in order of insertion.

use std::cell::Cell;
use std::collections::HashSet;
use std::sync::Arc;

use super::*;
use crate::heap::{HeapConfig, HeapStress};

struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        ((self.0 ^ (self.0 >> 29)).wrapping_mul(0xbf58476d1ce4e5b9) >> 17) % n
    }
}

/// A key of three bytes, of which the last does not count; the first must not be 255, and 254 is not equal to
/// itself.
struct ThreeBytes {
    hashed: Cell<u32>,
}

impl KeyOps for ThreeBytes {
    unsafe fn hash(&self, key: *const u8) -> Result<u64, u64> {
        self.hashed.set(self.hashed.get() + 1);
        // SAFETY: keys have three bytes.
        let bytes = unsafe { [*key, *key.add(1)] };
        if bytes[0] == 255 { Err(77) } else { Ok(SECRET.bytes(&bytes)) }
    }

    unsafe fn eq(&self, a: *const u8, b: *const u8) -> bool {
        // SAFETY: keys have three bytes.
        unsafe { *a == *b && *a.add(1) == *b.add(1) && *a != 254 }
    }
}

/// One map with a word as value, and what it should hold.
struct Fixture {
    heap: Heap,
    ty: MapType,
    map: *mut u8,
    ops: ThreeBytes,
    /// Iterators whose arrays must stay alive.
    iters: Vec<MapIter>,
    /// The bytes of the key in hand.
    held: usize,
    cost: u64,
}

fn fixture(key: KeyKind, pointers: &[u32], value_size: usize, stress: HeapStress) -> Fixture {
    let mut builder = LayoutTableBuilder::new();
    let values: &[u32] = if value_size > 0 { &[0] } else { &[] };
    let ty = MapType::new(&mut builder, key, 3, pointers, value_size, values).expect("a small entry");
    let config = HeapConfig { limit: 256 << 20, stress };
    let mut heap = Heap::new(config, Arc::new(builder.finish())).expect("address space");
    let map = loop {
        match map_new(&mut heap, 0) {
            Ok(map) => break map,
            Err(_) => heap.collect(|_| {}),
        }
    };
    Fixture { heap, ty, map, ops: ThreeBytes { hashed: Cell::new(0) }, iters: Vec::new(), held: 0, cost: 0 }
}

fn words(key: KeyKind) -> Fixture {
    fixture(key, &[], 8, HeapStress::default())
}

impl Fixture {
    fn collect(&mut self) {
        let (map, held, iters) = (self.map as usize, self.held, self.iters.clone());
        self.heap.collect(|marker| {
            marker.word(map);
            marker.word(held);
            iters.iter().for_each(|iter| {
                marker.word(iter.map);
                marker.word(iter.entries);
            });
        });
    }

    fn slot<K: MapKey>(&mut self, key: K) -> *mut u8 {
        loop {
            // SAFETY: the fixture's map, of its type.
            match unsafe { map_assign(&mut self.heap, &self.ty, self.map, key, &mut self.cost) } {
                Ok(slot) => return slot,
                Err(MapError::NeedsCollection) => self.collect(),
                Err(error) => panic!("{error:?}"),
            }
        }
    }

    fn set<K: MapKey>(&mut self, key: K, value: u64) {
        // SAFETY: the value slots of this fixture are words.
        unsafe { *self.slot(key).cast::<u64>() = value };
    }

    fn get<K: MapKey>(&mut self, key: K) -> Option<u64> {
        // SAFETY: the fixture's map, of its type; its values are words.
        unsafe {
            let slot = map_find(&self.ty, self.map, key).expect("a key that can be hashed");
            slot.cast::<u64>().as_ref().copied()
        }
    }

    fn delete<K: MapKey>(&mut self, key: K) -> bool {
        // SAFETY: the fixture's map, of its type.
        unsafe { map_delete(&self.ty, self.map, key, &mut self.cost) }.expect("a key that can be hashed")
    }

    fn clear(&mut self) {
        // SAFETY: the fixture's map, of its type.
        unsafe { map_clear(&self.ty, self.map, &mut self.cost) }
    }

    fn len(&self) -> usize {
        // SAFETY: the fixture's map.
        unsafe { map_len(self.map) }
    }

    fn iter(&mut self) -> MapIter {
        // SAFETY: the fixture's map.
        unsafe { map_iter(self.map) }
    }

    /// The first word of the key and the value of the next entry.
    fn next(&mut self, iter: &mut MapIter) -> Option<(u64, u64)> {
        // SAFETY: the fixture's map, of its type; keys have at least a word of room, values are words.
        unsafe {
            let mut quick = *iter;
            let quickly = map_next_quickly(&self.ty, &raw mut quick);
            let next = map_next(&self.ty, iter, &self.ops, &mut self.cost);
            if let Some(answer) = quickly {
                assert_eq!(answer, next.map_or([std::ptr::null_mut(); 2], |(key, value)| [key, value]));
                assert_eq!(quick.next, iter.next);
            }
            let (key, value) = next?;
            Some((*key.cast::<u64>(), *value.cast::<u64>()))
        }
    }

    fn all(&mut self) -> Vec<(u64, u64)> {
        let mut iter = self.iter();
        std::iter::from_fn(|| self.next(&mut iter)).collect()
    }
}

/// A string in the heap of the fixture, kept alive while it is in hand or a key.
fn text(fixture: &mut Fixture, n: u64) -> StrKey {
    let text = format!("{}{n}", "key".repeat((n % 14) as usize));
    let bytes = loop {
        match fixture.heap.alloc_bytes(text.len()) {
            Ok(bytes) => break bytes,
            Err(_) => fixture.collect(),
        }
    };
    fixture.held = bytes as usize;
    // SAFETY: as many bytes as the text has.
    unsafe {
        std::ptr::copy_nonoverlapping(text.as_ptr(), bytes, text.len());
        StrKey::new(bytes, text.len())
    }
}

fn find(model: &[(u64, u64)], key: u64) -> Option<usize> {
    model.iter().position(|(k, _)| *k == key)
}

/// Random operations on keys 0..range; `make` turns a number into a key.
fn compare<K: MapKey>(mut f: Fixture, seed: u64, range: u64, make: impl Fn(&mut Fixture, u64) -> K) {
    let mut random = Random(seed);
    let mut model: Vec<(u64, u64)> = Vec::new();
    for step in 0..6000 {
        let n = random.below(range);
        match random.below(if step % 2000 < 1000 { 8 } else { 14 }) {
            0..=4 => {
                let key = make(&mut f, n);
                f.set(key, step);
                match find(&model, n) {
                    Some(at) => model[at].1 = step,
                    None => model.push((n, step)),
                }
            }
            5..=6 => {
                let key = make(&mut f, n);
                let expected = find(&model, n).map(|at| model[at].1);
                assert_eq!(f.get(key), expected);
            }
            7 if random.below(400) == 0 => {
                f.clear();
                model.clear();
            }
            _ => {
                let key = make(&mut f, n);
                let at = find(&model, n);
                assert_eq!(f.delete(key), at.is_some());
                if let Some(at) = at {
                    model.remove(at);
                }
            }
        }
        assert_eq!(f.len(), model.len());
        if step % 50 == 0 {
            if step % 300 == 0 {
                f.collect();
            }
            let values: Vec<u64> = f.all().into_iter().map(|(_, value)| value).collect();
            assert_eq!(values, model.iter().map(|(_, value)| *value).collect::<Vec<_>>());
        }
    }
}

const STRESS: HeapStress = HeapStress { gc: true, poison: true };

#[test]
fn random_operations_on_words() {
    for (seed, range) in [(1, 6), (2, 20), (3, 300), (4, 4000)] {
        compare(words(KeyKind::Word), seed, range, |_, n| WordKey(n << 13));
    }
    compare(fixture(KeyKind::Word, &[], 8, STRESS), 5, 100, |_, n| WordKey(n));
}

#[test]
fn random_operations_on_floats() {
    compare(words(KeyKind::F64), 1, 200, |_, n| F64Key(n as f64 / 3.0));
    compare(words(KeyKind::F32), 2, 200, |_, n| F32Key(n as f32 / 3.0));
}

#[test]
fn random_operations_on_strings() {
    for (seed, range) in [(1, 6), (2, 20), (3, 1000)] {
        compare(fixture(KeyKind::Str, &[0], 8, HeapStress::default()), seed, range, text);
    }
    compare(fixture(KeyKind::Str, &[0], 8, STRESS), 4, 60, text);
}

#[test]
fn random_operations_on_general_keys() {
    let ops: &'static ThreeBytes = Box::leak(Box::new(ThreeBytes { hashed: Cell::new(0) }));
    for (seed, range) in [(1, 5), (2, 30), (3, 5000)] {
        compare(words(KeyKind::General), seed, range, |_, n| {
            let bytes: &'static [u8; 8] =
                Box::leak(Box::new([(n % 250) as u8, (n / 250) as u8, n as u8, 0, 0, 0, 0, 0]));
            // SAFETY: a leaked key of three bytes and more.
            unsafe { GeneralKey::new(bytes.as_ptr(), ops) }
        });
    }
}

#[test]
fn nil_maps_read_as_empty() {
    let mut f = words(KeyKind::Word);
    f.map = std::ptr::null_mut();
    assert_eq!(f.len(), 0);
    assert_eq!(f.get(WordKey(1)), None);
    assert!(!f.delete(WordKey(1)));
    f.clear();
    assert_eq!(f.all(), []);
    // SAFETY: null is a map.
    let assigned = unsafe { map_assign(&mut f.heap, &f.ty, f.map, WordKey(1), &mut f.cost) };
    assert_eq!(assigned, Err(MapError::NilMap));
}

#[test]
fn nan_is_never_found_and_always_new() {
    let mut f = words(KeyKind::F64);
    for i in 0..20 {
        f.set(F64Key(f64::NAN), i);
        assert_eq!(f.get(F64Key(f64::NAN)), None);
    }
    f.set(F64Key(1.5), 99);
    assert!(!f.delete(F64Key(f64::NAN)));
    assert_eq!(f.len(), 21);
    assert_eq!(f.all().len(), 21);
    // Seen even by an iteration whose array has been replaced since.
    let mut iter = f.iter();
    f.iters.push(iter);
    for i in 0..100 {
        f.set(F64Key(1000.0 + f64::from(i)), 0);
    }
    f.delete(F64Key(1.5));
    assert_eq!(
        std::iter::from_fn(|| f.next(&mut iter)).map(|(_, v)| v).collect::<Vec<_>>(),
        (0..20).collect::<Vec<_>>()
    );
    f.clear();
    assert_eq!(f.len(), 0);
}

#[test]
fn zeros_are_one_key_and_the_last_one_assigned_stays() {
    let mut f = words(KeyKind::F64);
    f.set(F64Key(0.0), 1);
    f.set(F64Key(-0.0), 2);
    assert_eq!(f.all(), [((-0.0f64).to_bits(), 2)]);
    assert_eq!(f.get(F64Key(0.0)), Some(2));
    let mut f = words(KeyKind::F32);
    for i in 0..50 {
        f.set(F32Key(i as f32), i);
    }
    f.set(F32Key(-0.0), 7);
    assert_eq!((f.get(F32Key(0.0)), f.len()), (Some(7), 50));
}

#[test]
fn unhashable_keys_are_errors_even_for_nil() {
    let mut f = words(KeyKind::General);
    let bad = [255u8; 8];
    let ops = ThreeBytes { hashed: Cell::new(0) };
    for map in [std::ptr::null_mut(), f.map] {
        // SAFETY: null, or the fixture's map; keys of three bytes and more.
        unsafe {
            let key = GeneralKey::new(bad.as_ptr(), &ops);
            assert_eq!(map_find(&f.ty, map, key), Err(MapError::Unhashable(77)));
            assert_eq!(map_delete(&f.ty, map, key, &mut 0), Err(MapError::Unhashable(77)));
            assert_eq!(map_assign(&mut f.heap, &f.ty, map, key, &mut 0), Err(MapError::Unhashable(77)));
        }
    }
    // Not equal to itself: each insertion is an entry of its own.
    let odd = [254u8; 8];
    for i in 0..30 {
        // SAFETY: the eight bytes live until the end of the test.
        f.set(unsafe { GeneralKey::new(odd.as_ptr(), &ops) }, i);
    }
    assert_eq!(f.all().len(), 30);
}

#[test]
fn values_of_size_zero_make_a_set() {
    let mut f = fixture(KeyKind::Word, &[], 0, HeapStress::default());
    for n in 0..100 {
        let slot = f.slot(WordKey(n)) as usize;
        let (start, size) = f.heap.object_start(slot).expect("inside the heap");
        assert!(slot < start + size && start == f.heap.object_start(slot - 8).expect("same object").0);
    }
    assert_eq!(f.len(), 100);
}

#[test]
fn iteration_under_mutation() {
    for seed in 0..200 {
        let mut random = Random(seed);
        let mut f = if seed % 4 == 0 { fixture(KeyKind::Word, &[], 8, STRESS) } else { words(KeyKind::Word) };
        let n = random.below(60) + 1;
        for key in 0..n {
            f.set(WordKey(key), key);
        }
        let mut iter = f.iter();
        f.iters.push(iter);
        let (mut seen, mut deleted, mut cleared) = (HashSet::new(), HashSet::new(), false);
        let mut last = None;
        while let Some((key, _)) = f.next(&mut iter) {
            assert!(!cleared, "nothing is seen after a clear");
            assert!(key < n, "what is inserted meanwhile is not seen");
            assert!(seen.insert(key), "{key} seen twice");
            assert!(!deleted.contains(&key), "{key} was deleted before it was reached");
            assert!(last < Some(key), "in order of insertion");
            last = Some(key);
            for _ in 0..random.below(6) {
                let victim = random.below(n);
                match random.below(8) {
                    0..=2 => {
                        f.delete(WordKey(victim));
                        deleted.insert(victim);
                    }
                    3 if seed % 5 == 0 && random.below(20) == 0 => {
                        f.clear();
                        cleared = true;
                    }
                    _ => f.set(WordKey(n + random.below(500)), 0),
                }
            }
        }
        for key in (0..n).filter(|_| !cleared) {
            assert!(seen.contains(&key) || deleted.contains(&key), "{key} was missed");
        }
    }
}

#[test]
fn a_loop_that_inserts_ends() {
    let mut f = words(KeyKind::Word);
    f.set(WordKey(0), 0);
    let mut iter = f.iter();
    let mut steps = 0;
    while let Some((key, _)) = f.next(&mut iter) {
        f.set(WordKey(key + 1), 0);
        steps += 1;
    }
    assert_eq!(steps, 1);
}

#[test]
fn churn_neither_grows_the_map_nor_costs_much() {
    let mut f = words(KeyKind::Word);
    for n in 0..100_000 {
        f.set(WordKey(n), n);
        if n >= 20 {
            assert!(f.delete(WordKey(n - 20)));
        }
    }
    assert_eq!(f.len(), 20);
    assert!(f.cost / 100_000 < 300, "{} bytes an operation", f.cost / 100_000);
    // SAFETY: the fixture's map.
    assert!(unsafe { (*f.map.cast::<Map>()).capacity } <= 64);
}

#[test]
fn taking_the_first_entry_until_none_is_left_is_linear() {
    let mut f = words(KeyKind::Word);
    for n in 0..100_000 {
        f.set(WordKey(n), n);
    }
    f.cost = 0;
    for n in 0..100_000 {
        let mut iter = f.iter();
        assert_eq!(f.next(&mut iter), Some((n, n)));
        assert!(f.delete(WordKey(n)));
    }
    assert_eq!((f.len(), f.cost), (0, 0));
    // Deleted from the other end, the first stays; then the rest is skipped once.
    for n in 0..1000 {
        f.set(WordKey(n), n);
    }
    (1..1000).rev().for_each(|n| assert!(f.delete(WordKey(n))));
    f.set(WordKey(5000), 1);
    f.cost = 0;
    assert!(f.delete(WordKey(0)));
    assert!(f.cost > 900 * SKIP_COST && f.cost < 1100 * SKIP_COST);
    assert_eq!(f.all(), [(5000, 1)]);
}

#[test]
fn hints_reserve_once() {
    let mut f = words(KeyKind::Word);
    f.map = map_new(&mut f.heap, 1000).expect("room");
    for n in 0..1000 {
        f.set(WordKey(n), n);
    }
    // SAFETY: the fixture's map.
    assert_eq!(unsafe { (*f.map.cast::<Map>()).capacity }, 1024);
    assert!(f.cost < 1024 * 24 + 2048 * 4 + 1000, "one rebuild only: {}", f.cost);
    assert!(map_new(&mut f.heap, usize::MAX).is_ok());
}

#[test]
fn what_an_operation_costs_does_not_depend_on_the_keys() {
    let costs = |factor: u64| {
        let mut f = words(KeyKind::Word);
        for n in 0..5000u64 {
            f.set(WordKey(n.wrapping_mul(factor)), n);
        }
        let grown = std::mem::take(&mut f.cost);
        for n in 0..10_000u64 {
            f.get(WordKey(n.wrapping_mul(factor)));
        }
        assert_eq!(f.cost, 0);
        grown
    };
    assert!([8, 1 << 20, 1 << 44, 0x9e37_79b9_7f4a_7c15].into_iter().all(|factor| costs(factor) == costs(1)));
}

#[test]
fn the_length_can_be_read_inline() {
    let mut f = words(KeyKind::Word);
    f.set(WordKey(3), 1);
    // SAFETY: a header begins with its length.
    assert_eq!(unsafe { *f.map.add(LEN_OFFSET).cast::<u64>() }, 1);
}
