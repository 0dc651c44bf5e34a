//! What allocation and collection cost: binary trees of 16-byte nodes, as the kernel `binary_trees` makes
//! them.
//!
//! `cargo run --release -p purlin-runtime --example heap_bench [depth]`. Prints nanoseconds per node,
//! collections included; the interval is bumped as native code does it.

use std::sync::Arc;
use std::time::Instant;

use purlin_runtime::heap::{Bump, ClassId, Heap, HeapConfig, HeapError, Layout, LayoutTableBuilder};

struct Trees {
    heap: Heap,
    bumps: *mut Bump,
    class: ClassId,
    /// What native code would have on its stack.
    roots: Vec<usize>,
    nodes: u64,
}

impl Trees {
    #[inline]
    fn node(&mut self) -> usize {
        self.nodes += 1;
        // SAFETY: the table has one class, and lives as long as the heap.
        let bump = unsafe { &mut *self.bumps };
        let node = bump.cur;
        if node + 16 <= bump.end {
            bump.cur = node + 16;
            return node;
        }
        self.slow()
    }

    #[cold]
    #[inline(never)]
    fn slow(&mut self) -> usize {
        loop {
            match self.heap.alloc_slow(self.class) {
                Ok(node) => return node as usize,
                Err(HeapError::NeedsCollection) => {
                    let roots = &self.roots;
                    self.heap.collect(|marker| roots.iter().for_each(|root| marker.word(*root)));
                }
                Err(HeapError::OutOfMemory) => panic!("out of memory"),
            }
        }
    }

    fn make(&mut self, depth: u32) -> usize {
        let node = self.node();
        if depth > 0 {
            self.roots.push(node);
            let left = self.make(depth - 1);
            // SAFETY: a node has two words and is rooted.
            unsafe { *(node as *mut usize) = left };
            let right = self.make(depth - 1);
            // SAFETY: a node has two words, of which this is the second, and is rooted.
            unsafe { *(node as *mut usize).add(1) = right };
            self.roots.pop();
        }
        node
    }
}

fn check(node: usize) -> u64 {
    // SAFETY: nodes have two words, which are zero or nodes.
    let (left, right) = unsafe { (*(node as *const usize), *(node as *const usize).add(1)) };
    if left == 0 { 1 } else { 1 + check(left) + check(right) }
}

fn main() {
    heaps();
    let depth: u32 = std::env::args().nth(1).and_then(|arg| arg.parse().ok()).unwrap_or(18);
    let mut builder = LayoutTableBuilder::new();
    let class = builder.class(16, Layout::ALL);
    let mut heap = Heap::new(HeapConfig::default(), Arc::new(builder.finish())).expect("address space");
    let bumps = heap.bumps_ptr();
    let mut trees = Trees { heap, bumps, class, roots: Vec::new(), nodes: 0 };
    let began = Instant::now();
    let stretch = trees.make(depth + 1);
    assert_eq!(check(stretch), (1 << (depth + 2)) - 1);
    let long_lived = trees.make(depth);
    trees.roots.push(long_lived);
    let mut sum = 0;
    for d in (4..=depth).step_by(4) {
        for _ in 0..1u64 << (depth - d + 4) {
            let tree = trees.make(d);
            sum += check(tree);
        }
    }
    let total = began.elapsed().as_secs_f64();
    let stats = trees.heap.stats();
    assert_eq!(stats.allocated_bytes, trees.nodes * 16);
    assert_eq!(check(long_lived), (1 << (depth + 1)) - 1);
    println!(
        "{} nodes, sum {sum}, {total:.3} s: {:.2} ns per node",
        trees.nodes,
        total * 1e9 / trees.nodes as f64
    );
    let gc = stats.collection_time.as_secs_f64();
    println!(
        "{} collections {gc:.3} s, live {} KiB, peak {} KiB",
        stats.collections,
        stats.live_bytes >> 10,
        stats.peak_bytes >> 10
    );
}

/// What an isolate costs before it runs: microseconds to make, use once and drop a heap.
fn heaps() {
    let mut builder = LayoutTableBuilder::new();
    let classes: Vec<_> =
        (1..500).map(|n| builder.class(n * 8, Layout::new(n as u32, [n as u32 / 2]))).collect();
    let table = Arc::new(builder.finish());
    let began = Instant::now();
    for _ in 0..1000 {
        let mut heap = Heap::new(HeapConfig::default(), table.clone()).expect("address space");
        for class in &classes[..5] {
            heap.alloc(*class).expect("room");
        }
    }
    println!("{:.1} us per heap of {} classes", began.elapsed().as_secs_f64() * 1e3, classes.len());
    let mut heap = Heap::new(HeapConfig::default(), table.clone()).expect("address space");
    let began = Instant::now();
    for _ in 0..1000 {
        for class in &classes[..5] {
            heap.alloc(*class).expect("room");
        }
        heap.reset();
    }
    println!("{:.1} us per reset", began.elapsed().as_secs_f64() * 1e3);
}
