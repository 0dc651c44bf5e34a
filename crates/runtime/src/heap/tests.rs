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
    if heap.blocks.get(block).kind == Kind::Head {
        return heap.blocks.get(block).marked != 0;
    }
    let cell = (start % BLOCK) / size;
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
