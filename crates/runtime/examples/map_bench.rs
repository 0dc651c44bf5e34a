//! What map operations cost: nanoseconds per lookup, assignment and step of an iteration, by kind of key and
//! size.
//!
//! `cargo run --release -p purlin-runtime --example map_bench`. Keys are visited in a scrambled order.

use std::hint::black_box;
use std::sync::Arc;
use std::time::Instant;

use purlin_runtime::heap::{Heap, HeapConfig, LayoutTableBuilder};
use purlin_runtime::map::{
    KeyKind, MapKey, MapType, NoKeyOps, StrKey, WordKey, map_assign, map_find, map_iter, map_new, map_next,
};

fn measure<K: MapKey>(
    name: &str,
    kind: KeyKind,
    pointers: &[u32],
    n: usize,
    key: impl Fn(&mut Heap, usize) -> K,
) {
    let mut builder = LayoutTableBuilder::new();
    let ty = MapType::new(&mut builder, kind, 0, pointers, 8, &[]).expect("a small entry");
    let mut heap = Heap::new(HeapConfig::default(), Arc::new(builder.finish())).expect("address space");
    let keys: Vec<K> = (0..n).map(|i| key(&mut heap, i)).collect();
    let rounds = (4_000_000 / n).max(1);
    let mut cost = 0;

    let began = Instant::now();
    let mut map = std::ptr::null_mut();
    for _ in 0..(rounds / 8).max(1) {
        map = filled(&mut heap, &ty, &keys, &mut cost);
    }
    let insert = began.elapsed().as_nanos() as f64 / ((rounds / 8).max(1) * n) as f64;

    let began = Instant::now();
    let (mut sum, mut at) = (0, 0);
    for _ in 0..rounds * n {
        at = (at + 7919) % n;
        // SAFETY: a map of this type, whose values are words.
        sum += unsafe { *map_find(&ty, map, black_box(keys[at])).expect("hashable").cast::<u64>() };
    }
    let find = began.elapsed().as_nanos() as f64 / (rounds * n) as f64;

    let began = Instant::now();
    for _ in 0..rounds {
        // SAFETY: a map of this type, whose values are words.
        unsafe {
            let mut iter = map_iter(map);
            while let Some((_, value)) = map_next(&ty, &mut iter, &NoKeyOps, &mut cost) {
                sum += *value.cast::<u64>();
            }
        }
    }
    let step = began.elapsed().as_nanos() as f64 / (rounds * n) as f64;
    assert_eq!(sum, 2 * (rounds * n) as u64);
    println!("{name:8} {n:8} entries: insert {insert:6.1} ns, find {find:6.1} ns, step {step:5.1} ns");
}

/// A map with all the keys.
fn filled<K: MapKey>(heap: &mut Heap, ty: &MapType, keys: &[K], cost: &mut u64) -> *mut u8 {
    // Nothing is rooted: what is alive is not collected before it is used for the last time.
    let map = loop {
        match map_new(heap, 0) {
            Ok(map) => break map,
            Err(_) => heap.collect(|marker| keys_roots(keys, marker)),
        }
    };
    for key in keys {
        loop {
            // SAFETY: a map of this type.
            match unsafe { map_assign(heap, ty, map, *key, cost) } {
                // SAFETY: values are words.
                Ok(slot) => break unsafe { *slot.cast::<u64>() = 1 },
                Err(_) => heap.collect(|marker| {
                    marker.word(map as usize);
                    keys_roots(keys, marker);
                }),
            }
        }
    }
    map
}

/// Keys may point to bytes in the heap: keep whatever they are made of.
fn keys_roots<K>(keys: &[K], marker: &mut purlin_runtime::heap::Marker<'_>) {
    let range = keys.as_ptr_range();
    // SAFETY: the range of a live slice.
    unsafe { marker.range(range.start as usize, range.end as usize) };
}

fn text(heap: &mut Heap, text: &str) -> StrKey {
    let bytes = heap.alloc_bytes(text.len()).expect("few keys");
    // SAFETY: a fresh object of as many bytes.
    unsafe {
        bytes.copy_from_nonoverlapping(text.as_ptr(), text.len());
        StrKey::new(bytes, text.len())
    }
}

fn main() {
    for n in [5, 100, 10_000, 1_000_000] {
        measure("words", KeyKind::Word, &[], n, |_, i| WordKey(i as u64));
    }
    for n in [5, 100, 10_000] {
        measure("short", KeyKind::Str, &[0], n, |heap, i| text(heap, &format!("key{i}")));
        measure("long", KeyKind::Str, &[0], n, |heap, i| text(heap, &format!("{:40}{i}", "a longer key")));
    }
}
