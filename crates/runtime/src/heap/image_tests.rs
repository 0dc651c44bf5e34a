//! Images in heaps: what is relocated, what is repaired, and that memory beside them is zero.

use std::sync::Arc;

use super::*;

const GLOBALS: usize = 0x7000_0000;

fn heap(stress: HeapStress, table: &Arc<LayoutTable>) -> Heap {
    Heap::new(HeapConfig { limit: 64 << 20, stress }, table.clone()).expect("address space")
}

fn table() -> (Arc<LayoutTable>, ClassId) {
    let mut builder = LayoutTableBuilder::new();
    let class = builder.class(40, Layout::new(5, [0, 2]));
    (Arc::new(builder.finish()), class)
}

fn load(object: usize, word: usize) -> usize {
    // SAFETY: the tests load words of objects that they have made.
    unsafe { *(object as *const usize).add(word) }
}

fn store(object: usize, word: usize, value: usize) {
    // SAFETY: the tests store into objects that they have made.
    unsafe { *(object as *mut usize).add(word) = value }
}

fn alloc(heap: &mut Heap, f: impl Fn(&mut Heap) -> Result<*mut u8, HeapError>, keep: &[usize]) -> usize {
    loop {
        match f(heap) {
            Ok(at) => return at as usize,
            Err(_) => heap.collect(|marker| keep.iter().for_each(|word| marker.word(*word))),
        }
    }
}

/// A list of objects with numbers, addresses in the heap and in globals, and a large array; what is allocated
/// in between is garbage. The list's head, and a word that depends on addresses otherwise.
fn fill(heap: &mut Heap, class: ClassId, globals: usize) -> (usize, usize) {
    let (mut head, mut array) = (0, 0);
    for n in 0..5000 {
        let garbage = alloc(heap, |heap| heap.alloc_bytes(200 + n), &[head, array]);
        store(garbage, 0, n);
        let object = alloc(heap, |heap| heap.alloc(class), &[head, array]);
        [head, n, globals + n, 3 * n, 5].iter().enumerate().for_each(|(i, word)| store(object, i, *word));
        head = object;
        if n == 2500 {
            array = alloc(heap, |heap| heap.alloc_sized(LayoutId::ALL, 300_000), &[head, array]);
            (0..30_000).for_each(|n| store(array, n, if n % 3 == 0 { head } else { n }));
        }
    }
    store(array, 1, array.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    store(array, 2, head);
    (head, array)
}

/// The words of what [`fill`] has made, with addresses as offsets.
fn words(heap: &Heap, head: usize, array: usize, globals: usize) -> Vec<usize> {
    let relative = |word: usize| match word {
        _ if heap.contains(word) => word - heap.zero_size_address(),
        _ if word >= globals && word < globals + 5000 => word - globals,
        _ => word,
    };
    let mut words = Vec::new();
    let mut object = head;
    while object != 0 {
        words.extend((0..5).map(|n| relative(load(object, n))));
        object = load(object, 0);
    }
    words.extend((2..37_500).map(|n| relative(load(array, n))));
    words
}

fn check(stress: HeapStress) {
    let (table, class) = table();
    let [(a, roots), (mut b, _)] = [GLOBALS, GLOBALS + (1 << 20)].map(|globals| {
        let mut heap = heap(stress, &table);
        let (head, array) = fill(&mut heap, class, globals);
        (heap, (head, array))
    });
    let bases = |heap: &Heap, globals| Bases { heap: heap.zero_size_address(), globals };
    let (a_bases, b_bases) = (bases(&a, GLOBALS), bases(&b, GLOBALS + (1 << 20)));
    let mut odd = Vec::new();
    // SAFETY: nothing runs in these heaps.
    let image = unsafe { Image::of((&a, a_bases), (&b, b_bases), &mut odd) }.expect("the same has happened");
    let offset = |address: usize| address - a_bases.heap;
    assert_eq!(odd, [offset(roots.1) + 8]);
    let expected = words(&a, roots.0, roots.1, GLOBALS);
    let image = Arc::new(image);
    let globals = GLOBALS + (5 << 20);
    let mut heap = heap(stress, &table);
    // Whatever was there before.
    fill(&mut heap, class, 0);
    heap.reset();
    heap.install(&image, globals, |heap| store(heap.zero_size_address() + odd[0], 0, 4711)).expect("memory");
    let at = |address: usize, heap: &Heap| heap.zero_size_address() + offset(address);
    let (head, array) = (at(roots.0, &heap), at(roots.1, &heap));
    let mut next: Option<Vec<usize>> = None;
    for round in 0..6 {
        assert_eq!(words(&heap, head, array, globals), expected, "round {round}");
        assert_eq!(load(array, 1), 4711);
        assert_eq!(heap.allocated_bytes(), a.allocated_bytes());
        assert_eq!(heap.stats().collections, a.stats().collections);
        let mut now = Vec::new();
        for n in 0..400 * round {
            let size = 16 << (n % 11);
            let object = alloc(&mut heap, |heap| heap.alloc_bytes(size), &[head, array]);
            (0..size / 8).for_each(|n| assert_eq!(load(object, n), 0));
            (0..size / 8).for_each(|n| store(object, n, usize::MAX));
            now.push(object);
        }
        (0..37_500).step_by(1 + 5000 / (round + 1)).for_each(|n| store(array, n, head));
        store(load(head, 0), 3, 1);
        if round % 2 == 1 {
            heap.collect(|marker| marker.word(array));
            heap.collect(|_| {});
        }
        let before = next.get_or_insert_with(Vec::new);
        let common = before.len().min(now.len());
        assert!(round == 5 || before[..common] == now[..common], "the same addresses again");
        *before = now;
        assert!(heap.restore(if round < 3 { 0 } else { 1 << 20 }));
    }
    heap.uninstall();
    assert_eq!((heap.used_bytes(), heap.allocated_bytes()), (0, 0));
    let (head, array) = fill(&mut heap, class, globals);
    assert_eq!(words(&heap, head, array, globals), expected);
    // The second heap is still what it was.
    b.collect(|_| {});
}

#[test]
fn heaps_come_back_to_their_image() {
    check(HeapStress::default());
}

#[test]
fn heaps_come_back_to_their_image_under_stress() {
    check(HeapStress { gc: false, poison: true });
}

#[test]
fn addresses_are_told_apart_where_both_regions_have_moved_as_far() {
    let word = |a: (usize, usize), b: (usize, usize), words: (u64, u64)| {
        let bases = |(heap, globals)| Bases { heap, globals };
        Comparison::new(bases(a), bases(b)).map(|c| c.word(words.0, words.1))
    };
    let (low, high) = ((0x1000, 0x9000), (0x11000, 0x19000));
    for (from, to, words, is) in [
        (low, high, (0x1008, 0x11008), Word::InHeap),
        (low, high, (0x9008, 0x19008), Word::InGlobals),
        ((0x9000, 0x1000), (0x19000, 0x11000), (0x9000, 0x19000), Word::InHeap),
        ((0x9000, 0x1000), (0x19000, 0x11000), (0x8ff8, 0x18ff8), Word::InGlobals),
        (low, (0x11000, 0x1a000), (0x9008, 0x1a008), Word::InGlobals),
        (low, high, (5, 5), Word::Plain),
        (low, high, (5, 6), Word::Odd),
    ] {
        assert_eq!(word(from, to, words), Some(is), "{from:x?} {to:x?} {words:x?}");
    }
    assert_eq!(word(low, low, (0, 0)), None);
}

#[test]
fn pages_that_were_written_to_are_found() {
    if !pages::is_original_process() {
        return;
    }
    let mut region = region::Region::reserve(64 * pages::PAGE).expect("address space");
    let Some(file) = pages::MemoryFile::new(64 * pages::PAGE) else { return };
    let (first, place) = (file.take().expect("a place"), file.take().expect("a place"));
    file.write(&[7; 64 * pages::PAGE], place).expect("memory");
    region.map_file(0, 64 * pages::PAGE, file.descriptor(), place).expect("mapped");
    let base = region.base() as usize;
    assert_eq!((load(base, 0), load(base, 512 * 20)), (0x0707_0707_0707_0707, 0x0707_0707_0707_0707));
    [3, 40, 41].iter().for_each(|page| store(base, 512 * page, 1));
    let mut found = Vec::new();
    if pages::written(base, 64, |page| found.push(page)) {
        assert_eq!(found, [3, 40, 41]);
    }
    drop(region);
    file.give(place);
    assert_eq!(file.take().expect("a place"), place);
    assert_ne!(first, place);
}
