//! The heap against a shadow model.

use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

use super::*;

/// A small deterministic generator, so that a failure can be repeated.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        let x = self.0 ^ (self.0 >> 29);
        x.wrapping_mul(0xbf58476d1ce4e5b9) >> 17
    }

    fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }
}

fn heap(limit: usize, stress: HeapStress, table: LayoutTable) -> Heap {
    Heap::new(HeapConfig { limit, stress }, Arc::new(table)).expect("address space")
}

fn plain(limit: usize) -> Heap {
    heap(limit, HeapStress::default(), LayoutTable::empty())
}

fn store(object: usize, word: usize, value: usize) {
    // SAFETY: tests only store inside objects they have just been given.
    unsafe { *(object as *mut usize).add(word) = value }
}

fn load(object: usize, word: usize) -> usize {
    // SAFETY: tests only load from objects that they keep alive.
    unsafe { *(object as *const usize).add(word) }
}

fn is_marked(heap: &Heap, address: usize) -> bool {
    let (start, size) = heap.object_start(address).expect("an object");
    let block = ((start - heap.blocks.base()) / BLOCK) as u32;
    if heap.blocks.get(block).kind == BlockUse::Head {
        return heap.blocks.get(block).marked != 0;
    }
    let cell = ((start - heap.blocks.base()) % BLOCK) / size;
    heap.blocks.marks(block)[cell / 64] & (1 << (cell % 64)) != 0
}

/// An object of the model: its words are either a link to another object (by number, with an offset in bytes
/// into it) or a number of no meaning.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Word {
    Zero,
    Number(usize),
    Link(usize, usize),
}

struct Model {
    heap: Heap,
    random: Random,
    classes: Vec<(ClassId, usize, Vec<u32>)>,
    arrays: Vec<(LayoutId, usize, Vec<u32>)>,
    objects: BTreeMap<usize, (usize, Vec<Word>)>,
    next: usize,
    roots: Vec<usize>,
    interior: bool,
    collections: usize,
}

impl Model {
    fn new(seed: u64, stress: HeapStress) -> Model {
        let mut builder = LayoutTableBuilder::new();
        let shapes: [(usize, &[u32]); 8] = [
            (2, &[0, 1]),
            (2, &[1]),
            (3, &[0]),
            (1, &[]),
            (5, &[1, 2, 4]),
            (40, &[0, 39]),
            (300, &[0, 120, 299]),
            (3000, &[7]),
        ];
        let mut classes = Vec::new();
        let mut arrays = Vec::new();
        for (words, pointers) in shapes {
            let layout = Layout::new(words as u32, pointers.iter().copied());
            classes.push((builder.class(words * 8, layout), words, pointers.to_vec()));
            arrays.push((builder.layout(layout), words, pointers.to_vec()));
        }
        let heap = heap(256 << 20, stress, builder.finish());
        let (random, interior) = (Random(seed), seed % 2 == 1);
        let objects = BTreeMap::new();
        Model { heap, random, classes, arrays, objects, next: 1, roots: Vec::new(), interior, collections: 0 }
    }

    fn allocate(&mut self) -> usize {
        let fixed = self.random.below(2) == 0;
        let which = if self.random.below(50) == 0 { self.random.below(8) } else { self.random.below(6) };
        let count = match (fixed, self.random.below(200)) {
            (true, _) => 1,
            (false, 0) => self.random.below(3000),
            (false, _) => self.random.below(12) + 1,
        };
        let (layout, words, pointers) = self.arrays[which].clone();
        let class = self.classes[which].0;
        let address = loop {
            let result =
                if fixed { self.heap.alloc(class) } else { self.heap.alloc_array(layout, words * 8, count) };
            match result {
                Ok(object) => break object as usize,
                Err(HeapError::NeedsCollection) => self.collect(),
                Err(HeapError::OutOfMemory) => panic!("out of memory"),
            }
        };
        for word in 0..words * count {
            assert_eq!(load(address, word), 0, "fresh memory is zero");
        }
        let links: Vec<usize> = self.objects.keys().copied().collect();
        let mut contents = vec![Word::Zero; words * count];
        for (i, slot) in contents.iter_mut().enumerate() {
            let is_pointer = pointers.contains(&((i % words) as u32));
            if is_pointer && !links.is_empty() && self.random.below(3) != 0 {
                let target = links[self.random.below(links.len())];
                let size = self.objects[&target].1.len() * 8;
                let offset = if self.interior && size > 0 { self.random.below(size) } else { 0 };
                *slot = Word::Link(target, offset);
            } else if self.random.below(2) == 0 {
                *slot = Word::Number(self.random.below(1 << 20));
            }
        }
        for (i, word) in contents.iter().enumerate() {
            store(address, i, self.value(*word));
        }
        let name = self.next;
        self.next += 1;
        self.objects.insert(name, (address, contents));
        name
    }

    fn value(&self, word: Word) -> usize {
        match word {
            Word::Zero => 0,
            Word::Number(n) => n,
            Word::Link(target, offset) => self.objects[&target].0 + offset,
        }
    }

    fn reachable(&self) -> HashSet<usize> {
        let mut seen: HashSet<usize> = HashSet::new();
        let mut work = self.roots.clone();
        while let Some(name) = work.pop() {
            if seen.insert(name) {
                work.extend(self.objects[&name].1.iter().filter_map(|word| match word {
                    Word::Link(target, _) => Some(*target),
                    Word::Zero | Word::Number(_) => None,
                }));
            }
        }
        seen
    }

    fn collect(&mut self) {
        let live = self.reachable();
        self.objects.retain(|name, _| live.contains(name));
        let words: Vec<usize> = self.roots.iter().map(|name| self.objects[name].0).collect();
        self.heap.collect(|marker| {
            let range = words.as_ptr_range();
            // SAFETY: the range of a live vector.
            unsafe { marker.range(range.start as usize, range.end as usize) };
        });
        self.collections += 1;
        self.check();
    }

    /// Every reachable object has its contents, and nothing else is alive (objects of size zero aside).
    fn check(&self) {
        let mut expected = 0;
        for (address, contents) in self.objects.values() {
            if contents.is_empty() {
                continue;
            }
            for (i, word) in contents.iter().enumerate() {
                assert_eq!(load(*address, i), self.value(*word));
            }
            let (start, size) = self.heap.object_start(*address).expect("an object");
            assert_eq!(start, *address);
            assert!(size >= contents.len() * 8);
            let inside = address + contents.len() * 8 - 1;
            assert_eq!(self.heap.object_start(inside), Some((start, size)));
            assert!(is_marked(&self.heap, start));
            expected += size;
        }
        assert_eq!(self.heap.stats().live_bytes, expected);
    }

    fn run(&mut self, steps: usize) {
        for _ in 0..steps {
            let name = self.allocate();
            if self.random.below(4) == 0 {
                if self.roots.len() < 40 {
                    self.roots.push(name);
                } else {
                    let at = self.random.below(40);
                    self.roots[at] = name;
                }
            }
            if self.random.below(60) == 0 {
                self.roots.clear();
            }
            if self.random.below(100) == 0 {
                self.collect();
            }
        }
        self.collect();
    }
}

#[test]
fn reachable_objects_keep_their_contents() {
    for seed in 0..6 {
        Model::new(seed, HeapStress::default()).run(3000);
    }
}

#[test]
fn stress_modes_agree_with_the_model() {
    for (seed, gc, poison) in [(0, true, false), (1, true, true), (2, false, true), (3, true, true)] {
        let mut model = Model::new(seed, HeapStress { gc, poison });
        model.run(600);
        assert!(model.collections > if gc { 100 } else { 3 });
    }
}

#[test]
fn hopeless_requests_are_refused_at_once() {
    let mut heap = plain(16 << 20);
    assert_eq!(heap.alloc_bytes(1 << 60), Err(HeapError::OutOfMemory));
    assert_eq!(heap.alloc_bytes(usize::MAX), Err(HeapError::OutOfMemory));
    assert_eq!(heap.alloc_array(LayoutId::ALL, 1 << 40, 1 << 40), Err(HeapError::OutOfMemory));
    assert_eq!(heap.alloc_bytes(17 << 20), Err(HeapError::OutOfMemory));
    assert!(heap.alloc_bytes(10 << 20).is_ok());
    assert_eq!(heap.stats().collections, 0);
}

/// Allocates, collecting with `roots` alone when asked to.
fn bytes(heap: &mut Heap, n: usize, roots: &[usize]) -> Result<usize, HeapError> {
    match heap.alloc_bytes(n) {
        Err(HeapError::NeedsCollection) => {
            heap.collect(|marker| roots.iter().for_each(|root| marker.word(*root)));
            heap.alloc_bytes(n).map(|object| object as usize)
        }
        result => result.map(|object| object as usize),
    }
}

#[test]
fn garbage_does_not_count_against_the_limit() {
    for size in [16, 1000, 10_000, 40_000, 3 << 20] {
        let mut heap = plain(8 << 20);
        let mut allocated = 0;
        while allocated < 100 << 20 {
            let object = bytes(&mut heap, size, &[]).expect("all else is garbage");
            store(object, 0, usize::MAX);
            allocated += size;
        }
        let stats = heap.stats();
        assert!(stats.collections >= 10 && stats.peak_bytes <= 8 << 20, "{size}: {stats:?}");
    }
}

#[test]
fn what_is_alive_is_held_to_the_limit() {
    for size in [16, 1000, 60_000, 1 << 20] {
        let mut heap = plain(8 << 20);
        let mut roots = Vec::new();
        let error = loop {
            match bytes(&mut heap, size, &roots) {
                Ok(object) => roots.push(object),
                Err(error) => break error,
            }
        };
        assert_eq!(error, HeapError::OutOfMemory);
        let stats = heap.stats();
        let least = if poison::GUARDED { 2 << 20 } else { 5 << 20 };
        assert!(roots.len() * size > least, "{size}: {} objects", roots.len());
        assert!(stats.peak_bytes <= 8 << 20 && stats.collections < 40, "{size}: {stats:?}");
        // Once something has become garbage, there is room again.
        roots.truncate(roots.len() / 2);
        heap.collect(|marker| roots.iter().for_each(|root| marker.word(*root)));
        assert!(bytes(&mut heap, size, &roots).is_ok());
    }
}

#[test]
fn a_request_is_only_refused_after_a_collection() {
    let mut heap = plain(8 << 20);
    let first = bytes(&mut heap, 5 << 20, &[]).expect("fits");
    heap.collect(|marker| marker.word(first));
    // Nothing was claimed since the last collection, but `first` may have died since.
    assert_eq!(heap.alloc_bytes(5 << 20), Err(HeapError::NeedsCollection));
    heap.collect(|_| {});
    let second = heap.alloc_bytes(5 << 20).expect("fits again") as usize;
    assert_eq!(heap.alloc_bytes(5 << 20), Err(HeapError::NeedsCollection));
    heap.collect(|marker| marker.word(second));
    assert_eq!(heap.alloc_bytes(5 << 20), Err(HeapError::OutOfMemory));
}

#[test]
fn interior_pointers_keep_large_objects() {
    let mut heap = plain(64 << 20);
    let leaf = heap.alloc_bytes(24).expect("room") as usize;
    let array = heap.alloc_array(LayoutId::ALL, 8, 100_000).expect("room") as usize;
    store(array, 99_999, leaf + 23);
    store(leaf, 1, 42);
    let other = heap.alloc_bytes(200_000).expect("room") as usize;
    heap.collect(|marker| marker.word(array + 700_001));
    assert!(is_marked(&heap, leaf) && is_marked(&heap, array) && heap.object_start(other).is_none());
    assert_eq!((load(array, 99_999), load(leaf, 1)), (leaf + 23, 42));
    assert_eq!(heap.object_start(array + 799_999), Some((array, 25 * BLOCK)));
    heap.collect(|_| {});
    assert_eq!(heap.stats().live_bytes, 0);
    assert_eq!(heap.stats().used_bytes, 0);
}

#[test]
fn large_patterned_arrays_are_scanned_in_phase() {
    let mut builder = LayoutTableBuilder::new();
    let layout = builder.layout(Layout::new(3, [1]));
    let mut heap = heap(64 << 20, HeapStress::default(), builder.finish());
    let array = heap.alloc_array(layout, 24, 5000).expect("room") as usize;
    let mut kept = Vec::new();
    let mut lost = Vec::new();
    for i in 0..15000 {
        let object = heap.alloc_bytes(16).expect("room") as usize;
        store(array, i, object);
        if i % 3 == 1 { kept.push(object) } else { lost.push(object) }
    }
    heap.collect(|marker| marker.word(array));
    assert!(kept.iter().all(|object| is_marked(&heap, *object)));
    assert!(lost.iter().all(|object| heap.object_start(*object).is_none() || !is_marked(&heap, *object)));
}

#[test]
fn marking_needs_little_memory_whatever_the_shape() {
    // A list whose every node has a child, scanned so that each child waits on the stack: far more than it
    // holds.
    let mut builder = LayoutTableBuilder::new();
    let class = builder.class(16, Layout::ALL);
    let mut heap = heap(64 << 20, HeapStress::default(), builder.finish());
    let node = |heap: &mut Heap, roots: [usize; 2]| loop {
        match heap.alloc(class) {
            Ok(node) => break node as usize,
            Err(HeapError::NeedsCollection) => {
                heap.collect(|marker| roots.iter().for_each(|w| marker.word(*w)))
            }
            Err(HeapError::OutOfMemory) => panic!("out of memory"),
        }
    };
    for flip in [0, 1] {
        let (mut list, count) = (0, 500_000);
        for _ in 0..count {
            let child = node(&mut heap, [list, 0]);
            let next = node(&mut heap, [list, child]);
            store(next, flip, list);
            store(next, 1 - flip, child);
            list = next;
        }
        heap.collect(|marker| marker.word(list));
        assert_eq!(heap.stats().live_bytes, count * 32);
        assert!(heap.mark_stack.capacity() <= 64 << 10);
    }
}

#[test]
fn accounting_is_exact_and_independent_of_collections() {
    let run = |stress: HeapStress, limit: usize| {
        let mut builder = LayoutTableBuilder::new();
        let classes = [
            (builder.class(16, Layout::ALL), 16),
            (builder.class(20, Layout::new(3, [0])), 24),
            (builder.class(0, Layout::ALL), 0),
            (builder.class(100_000, Layout::NO_POINTERS), 100_000),
            (builder.class(16, Layout::NO_POINTERS), 16),
        ];
        let mut heap = heap(limit, stress, builder.finish());
        let mut random = Random(3);
        let (mut expected, mut roots) = (0, Vec::new());
        for step in 0..20_000 {
            let (bytes, which) = (random.below(400), random.below(60));
            let attempt = |heap: &mut Heap| match classes.get(which) {
                Some((class, size)) => heap.alloc(*class).map(|object| (object, *size)),
                None => {
                    let cell = if bytes == 0 { 0 } else { SIZE_CLASSES[size_class(bytes)] };
                    heap.alloc_bytes(bytes).map(|object| (object, cell))
                }
            };
            let (object, size) = attempt(&mut heap).unwrap_or_else(|_| {
                heap.collect(|marker| roots.iter().for_each(|root| marker.word(*root)));
                attempt(&mut heap).expect("room")
            });
            expected += size as u64;
            if step % 7 == 0 {
                roots.push(object as usize);
                roots.truncate(500);
            }
            if step % 1000 == 0 {
                assert_eq!(heap.allocated_bytes(), expected);
            }
        }
        assert_eq!(heap.stats().allocated_bytes, expected);
        heap.collect(|_| {});
        assert_eq!(heap.allocated_bytes(), expected);
        (expected, heap.stats().collections)
    };
    let relaxed = run(HeapStress::default(), 1 << 30);
    let tight = run(HeapStress::default(), 4 << 20);
    let stressed = run(HeapStress { gc: true, poison: true }, 1 << 30);
    assert!(relaxed.0 == tight.0 && tight.0 == stressed.0);
    assert!(relaxed.1 < tight.1 && tight.1 < stressed.1);
}

#[test]
fn cells_beyond_the_bump_are_free_after_a_collection() {
    let mut builder = LayoutTableBuilder::new();
    let class = builder.class(16, Layout::ALL);
    let mut heap = heap(64 << 20, HeapStress::default(), builder.finish());
    let bumps = heap.bumps_ptr();
    let first = heap.alloc(class).expect("room") as usize;
    // SAFETY: one class, and the heap lives.
    let bump = unsafe { *bumps };
    assert_eq!(bump.cur, first + 16);
    assert!(bump.end - bump.cur >= 16 * 100 || poison::GUARDED);
    heap.collect(|marker| marker.word(first));
    // SAFETY: one class, and the heap lives.
    let bump = unsafe { *bumps };
    assert_eq!(bump.cur, bump.end);
    assert_eq!(heap.stats().live_bytes, 16);
    let mut seen = HashSet::from([first]);
    for _ in 0..5000 {
        assert!(seen.insert(heap.alloc(class).expect("room") as usize), "handed out twice");
    }
    assert!(seen.contains(&(first + if poison::GUARDED { 32 } else { 16 })));
}

#[test]
fn zero_size_objects_share_an_address_that_is_never_collected() {
    let mut builder = LayoutTableBuilder::new();
    let class = builder.class(0, Layout::NO_POINTERS);
    let mut heap = heap(1 << 20, HeapStress::default(), builder.finish());
    let address = heap.zero_size_address();
    let bump = heap.bumps_ptr();
    for _ in 0..3 {
        assert_eq!(heap.alloc(class), Ok(address as *mut u8));
        assert_eq!(heap.alloc_bytes(0), Ok(address as *mut u8));
        assert_eq!(heap.alloc_array(LayoutId::ALL, 0, usize::MAX), Ok(address as *mut u8));
        // SAFETY: one class, and the heap lives.
        assert_eq!(unsafe { (*bump).cur }, address, "inline allocation finds it, too");
        assert!(heap.contains(address) && heap.object_start(address) == Some((address, 0)));
        heap.collect(|marker| marker.word(address));
        heap.reset();
    }
    assert_eq!(heap.allocated_bytes(), 0);
}

#[test]
#[should_panic(expected = "was written to")]
#[cfg_attr(purlin_asan, ignore = "AddressSanitizer finds the write")]
fn poison_finds_writes_to_freed_cells() {
    let mut heap = heap(1 << 20, HeapStress { gc: false, poison: true }, LayoutTable::empty());
    let kept = heap.alloc_bytes(16).expect("room") as usize;
    let freed = heap.alloc_bytes(16).expect("room") as usize;
    heap.collect(|marker| marker.word(kept));
    store(freed, 0, 1);
    let _ = heap.alloc_bytes(16);
}

#[test]
fn a_reset_heap_is_like_a_new_one() {
    let mut builder = LayoutTableBuilder::new();
    let class = builder.class(48, Layout::new(6, [1, 2]));
    let mut heap = heap(64 << 20, HeapStress::default(), builder.finish());
    let mut addresses: Option<Vec<usize>> = None;
    for _ in 0..4 {
        let mut now = Vec::new();
        for i in 0..20_000 {
            let object = if i % 50 == 0 { heap.alloc_bytes(i * 3 + 8) } else { heap.alloc(class) };
            let object = object.unwrap_or_else(|_| {
                heap.collect(|_| {});
                heap.alloc(class).expect("room")
            }) as usize;
            assert_eq!(load(object, 0), 0);
            store(object, 0, usize::MAX);
            now.push(object);
        }
        let stats = heap.stats();
        heap.reset();
        let empty = HeapStats { resident_bytes: heap.stats().resident_bytes, ..HeapStats::default() };
        assert_eq!(heap.stats(), empty);
        assert!(empty.resident_bytes <= MIN_BUDGET + MIN_BUDGET / 4 && stats.collections > 0);
        assert!(addresses.get_or_insert_with(|| now.clone()) == &now, "the same addresses again");
    }
}

/// Resident pages of this process, where the system tells.
fn resident() -> Option<usize> {
    let text = std::fs::read_to_string("/proc/self/statm").ok()?;
    Some(text.split(' ').nth(1)?.parse::<usize>().ok()? * 4096)
}

#[test]
fn slicing_to_the_end_keeps_the_base_and_not_the_neighbour() {
    let mut heap = plain(1 << 20);
    let object = heap.alloc_bytes(16).expect("room") as usize;
    let neighbour = heap.alloc_bytes(16).expect("room") as usize;
    assert_eq!(neighbour, object + if poison::GUARDED { 32 } else { 16 });
    assert_eq!(slice_pointer(object, 8, 8), object + 8);
    heap.collect(|marker| marker.word(slice_pointer(object, 16, 0)));
    assert!(is_marked(&heap, object) && !is_marked(&heap, neighbour));
}

#[test]
fn a_thousand_heaps_leave_memory_flat() {
    let table = Arc::new(LayoutTable::empty());
    let mut alive = Vec::new();
    let mut before = None;
    for i in 0..1100 {
        let mut heap =
            Heap::new(HeapConfig { limit: 64 << 20, ..Default::default() }, table.clone()).expect("room");
        for size in [16, 100, 5000, 100_000] {
            let object = heap.alloc_bytes(size).expect("room");
            // SAFETY: a fresh object of `size` bytes.
            unsafe { object.write_bytes(1, size) };
        }
        // Some at the same time.
        alive.push(heap);
        if alive.len() > 50 {
            alive.remove(i % 50);
        }
        if i == 100 {
            before = resident();
        }
    }
    if let (Some(before), Some(after)) = (before, resident()) {
        // Other tests run at the same time; 1,000 heaps that leaked would take 100 MB.
        assert!(after < before + (80 << 20), "{before} -> {after}");
    }
}

#[test]
fn memory_goes_back_to_the_system_when_the_heap_shrinks() {
    let mut heap = plain(256 << 20);
    let object = heap.alloc_bytes(100 << 20).expect("room") as usize;
    // SAFETY: a fresh object of that size.
    unsafe { (object as *mut u8).write_bytes(1, 100 << 20) };
    heap.collect(|marker| marker.word(object));
    assert!(heap.stats().resident_bytes >= 100 << 20);
    heap.collect(|_| {});
    assert!(heap.stats().resident_bytes <= 2 * MIN_BUDGET);
    assert!(heap.blocks.top() as usize * BLOCK <= 2 * MIN_BUDGET, "nor are the blocks walked over any more");
    let again = heap.alloc_bytes(100 << 20).expect("room") as usize;
    assert!((0..100 << 17).step_by(511).all(|word| load(again, word) == 0));
}

#[test]
#[cfg_attr(purlin_asan, ignore = "AddressSanitizer finds the read")]
fn memory_behind_an_object_can_be_read() {
    let mut heap = plain(1 << 20);
    let mut last = 0;
    while let Ok(object) = heap.alloc_bytes(BLOCK) {
        last = last.max(object as usize);
    }
    assert_eq!((0..8).map(|word| load(last + BLOCK, word)).sum::<usize>(), 0);
}

/// A list of 32 MiB stays alive while four times as much becomes garbage.
#[test]
fn work_on_collections_is_at_most_allocation() {
    let mut builder = LayoutTableBuilder::new();
    let (node, pair) = (builder.class(32, Layout::ALL), builder.class(16, Layout::NO_POINTERS));
    let mut heap = heap(1 << 30, HeapStress::default(), builder.finish());
    let (mut head, mut marked, mut collections) = (0, 0, 0);
    for n in 0..(1 << 20) + (8 << 20) {
        let class = if n < 1 << 20 { node } else { pair };
        let object = heap.alloc(class).unwrap_or_else(|_| {
            heap.collect(|marker| marker.word(head));
            marked += heap.stats().live_bytes as u64;
            collections += 1;
            heap.alloc(class).expect("there is room")
        }) as usize;
        if class == node {
            store(object, 0, head);
            head = object;
        }
    }
    assert!(collections > 5, "{collections}");
    assert!(marked <= heap.allocated_bytes(), "{marked} bytes marked for {}", heap.allocated_bytes());
}

/// What a run claims before it collects stays in memory over a reset.
#[test]
fn a_reset_keeps_what_the_next_run_claims() {
    let mut heap = plain(64 << 20);
    for _ in 0..3 {
        while heap.alloc_bytes(48).is_ok() {}
        let before = heap.stats().resident_bytes;
        assert!(before >= MIN_BUDGET);
        heap.reset();
        // With redzones it is twice as much as the heap counts on.
        assert!(heap.stats().resident_bytes == before || poison::GUARDED);
    }
}
