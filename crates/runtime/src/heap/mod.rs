//! The heap of one isolate: non-moving, headerless, collected by mark and lazy sweep.
//!
//! Memory is divided into 32 KiB [blocks](BLOCK). A block holds cells of one size and one [`Layout`], so
//! objects need no header; objects above [`MAX_SMALL`] have blocks of their own. A program allocates by
//! bumping through *intervals* of free cells, one per class, which native code does inline (see
//! [`Heap::bumps_ptr`]); the slow path claims the next hole of unmarked cells and zeroes it. Marks lie in a
//! side table, and the object that an interior pointer belongs to is found by the block's cell size.
//!
//! **Who collects.** The heap never collects by itself, because it does not know the roots. It answers
//! [`HeapError::NeedsCollection`]; the caller calls [`Heap::collect`] with all roots and asks again. The
//! second answer is an object or [`HeapError::OutOfMemory`]. A step that needs two objects roots the first
//! before it asks for the second; it does not begin again from the first, which might never come to an end
//! under stress.
//!
//! **Pointers to the end.** An object of exactly the size of its cell has no slack: a pointer one past its
//! end belongs to the next cell, keeps that alive, and does not keep its own object alive. So lowering never
//! stores one: where slicing leaves a capacity (or a string a length) of zero, the pointer does not advance;
//! see [`slice_pointer`]. At least 64 readable bytes follow every object.
//!
//! **Zero-size objects** all have one address, which belongs to the heap and is never collected.
//!
//! Knows nothing of types, stacks, globals or guests.

mod blocks;
mod image;
#[cfg(test)]
mod image_tests;
mod layout;
mod mark;
mod pages;
mod poison;
mod recycle;
mod region;
pub(crate) mod sampling;
#[cfg(test)]
mod tests;

use std::io;
use std::sync::Arc;
use std::time::{Duration, Instant};

pub use blocks::BLOCK;
pub use image::{Bases, Comparison, Image, Word};
pub use layout::{ClassId, Layout, LayoutId, LayoutTable, LayoutTableBuilder, MAX_PERIOD, MAX_SMALL, WORD};
pub use mark::Marker;
pub(crate) use pages::{MemoryFile, PAGE, written};
pub(crate) use recycle::KEPT;
pub(crate) use region::Region;

use blocks::{BlockUse, Blocks, Contents, MARK_WORDS, POISON, Scan};
use layout::{PoolShape, SIZE_CLASSES, size_class};

/// The most address space that one heap reserves.
const MAX_REGION: usize = 64 << 30;
/// Bytes claimed between collections while little is alive. Measured: 8 MiB is slower for small programs
/// (page faults) and no faster for large ones.
const MIN_BUDGET: usize = 4 << 20;
/// Bytes alive from which on budgets grow faster than they.
const LARGE: usize = 16 << 20;
/// Collections in a row, each forced by the limit and each gaining next to nothing, before memory counts as
/// out.
const MAX_VAIN_COLLECTIONS: u32 = 16;

/// A bump interval: cells in `cur..end` are zeroed and free. Native code allocates a cell of `size` bytes by
/// `p = cur; if p + size > end { slow path } cur = p + size`.
#[repr(C)]
#[derive(Clone, Copy, Default, Debug)]
pub struct Bump {
    pub cur: usize,
    pub end: usize,
}

/// Why there is no object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HeapError {
    /// Nothing happened. Call [`Heap::collect`], then ask again.
    NeedsCollection,
    /// The request cannot be met within the limit, even after a collection.
    OutOfMemory,
}

impl std::fmt::Display for HeapError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            HeapError::NeedsCollection => "the heap must be collected first",
            HeapError::OutOfMemory => "out of memory",
        })
    }
}

impl std::error::Error for HeapError {}

/// Modes that make mistakes in rooting and layouts visible. Both cost time, not correctness.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct HeapStress {
    /// Intervals hold one cell, and a collection is asked for at every allocation while little is alive
    /// (at every `1 + live / 64`-th in general, so that a run's cost stays proportional to its allocations).
    pub gc: bool,
    /// Freed cells are filled with 0xDB; a cell that was written to after it was freed panics when it is
    /// claimed again.
    pub poison: bool,
}

/// What a heap may use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HeapConfig {
    /// Bytes of blocks in use, at most. Rounded down to blocks; less than a few MiB starves programs of many
    /// classes, as each has a block of its own.
    pub limit: usize,
    pub stress: HeapStress,
}

impl Default for HeapConfig {
    fn default() -> Self {
        HeapConfig { limit: 4 << 30, stress: HeapStress::default() }
    }
}

/// Counters of one heap since it was made or reset.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct HeapStats {
    /// Bytes of all cells ever handed to the program: exact, and independent of collections.
    pub allocated_bytes: u64,
    pub collections: u64,
    /// Bytes of cells that the last collection found alive.
    pub live_bytes: usize,
    /// Bytes of blocks in use now.
    pub used_bytes: usize,
    /// Bytes of blocks that may occupy memory now: in use, or free and not given back.
    pub resident_bytes: usize,
    /// The most that `resident_bytes` has been.
    pub peak_bytes: usize,
    /// Wall time spent in collections, roots included. Not deterministic.
    pub collection_time: Duration,
}

/// The blocks of one cell size and layout.
struct Pool {
    cell: u32,
    layout: LayoutId,
    scan: Scan,
    /// The block that holes come from, and by its `next` the others that have free cells; 0: none.
    current: u32,
    /// First cell of `current` that has not been looked at.
    cursor: u32,
    /// Interval of arrays of this size class; fixed-size classes have theirs in the exported table.
    bump: Bump,
    bump_start: usize,
}

/// Where an interval's bump stands.
#[derive(Clone, Copy)]
enum Owner {
    Class(usize),
    Pool(usize),
}

/// The heap of one isolate.
pub struct Heap {
    blocks: Blocks,
    table: Arc<LayoutTable>,
    stress: HeapStress,
    limit_blocks: u32,
    /// Blocks' worth of memory that others have taken of the limit.
    outside: u32,
    /// Which intervals a profiler is told of.
    pub(crate) sampling: sampling::Sampling,
    /// One per class, at an address that never changes.
    bumps: Box<[Bump]>,
    /// Where each class's current interval began.
    starts: Box<[usize]>,
    /// The pool of each (layout, size class) plus one; 0 as long as there is none, which costs no memory.
    array_pools: Box<[u32]>,
    pools: Vec<Pool>,
    /// Bytes handed out in intervals that are closed, and in large objects.
    closed_bytes: u64,
    /// Bytes claimed since the last collection, and the most before the next.
    claimed: usize,
    budget: usize,
    /// Intervals and large objects claimed since the last collection (for stress).
    refills: usize,
    live_objects: usize,
    /// The number of collections when a request was last sent back to collect first; none since one was met.
    refused_at: Option<u64>,
    vain_collections: u32,
    mark_stack: Vec<usize>,
    /// Bytes of blocks that are zero and may occupy memory, as programs before have used them.
    zeroed: usize,
    /// The image that the heap is restored to.
    installed: Option<image::Installed>,
    stats: HeapStats,
}

// SAFETY: a heap owns its memory alone; the raw addresses in it point into that memory or are plain data.
unsafe impl Send for Heap {}

impl Heap {
    /// Reserves the address space of a heap. Fails only if the system refuses that.
    pub fn new(config: HeapConfig, table: Arc<LayoutTable>) -> io::Result<Heap> {
        let limit_blocks = (config.limit.min(MAX_REGION - 2 * BLOCK) / BLOCK).max(1) as u32;
        let blocks = reserve(limit_blocks)?;
        let classes = table.class_count();
        let mut heap = Heap {
            blocks,
            stress: config.stress,
            limit_blocks,
            outside: 0,
            bumps: vec![Bump::default(); classes].into(),
            starts: vec![0; classes].into(),
            array_pools: vec![0; table.layouts().len() * SIZE_CLASSES.len()].into(),
            pools: Vec::new(),
            closed_bytes: 0,
            claimed: 0,
            budget: MIN_BUDGET,
            refills: 0,
            sampling: sampling::Sampling::default(),
            live_objects: 0,
            refused_at: None,
            vain_collections: 0,
            mark_stack: Vec::new(),
            zeroed: 0,
            installed: None,
            stats: HeapStats::default(),
            table,
        };
        heap.make_class_pools();
        Ok(heap)
    }

    /// Makes the pools of the table's classes, and points classes of size zero to their address.
    fn make_class_pools(&mut self) {
        let table = self.table.clone();
        for shape in table.pools() {
            let pool = self.add_pool(*shape);
            if let Ok(class) = SIZE_CLASSES.binary_search(&shape.cell) {
                self.array_pools[shape.layout.0 as usize * SIZE_CLASSES.len() + class] = pool + 1;
            }
        }
        self.point_zero_sized();
    }

    /// The intervals of classes of size zero: empty, at the one address, so that `cur + 0 > end` never holds.
    fn point_zero_sized(&mut self) {
        let zero = self.zero_size_address();
        for (i, class) in self.table.classes().iter().enumerate() {
            if class.cell == 0 {
                self.bumps[i] = Bump { cur: zero, end: zero };
                self.starts[i] = zero;
            }
        }
    }

    fn add_pool(&mut self, shape: PoolShape) -> u32 {
        self.pools.push(Pool {
            cell: shape.cell as u32,
            layout: shape.layout,
            scan: Scan::of(self.table.layout(shape.layout)),
            current: 0,
            cursor: 0,
            bump: Bump::default(),
            bump_start: 0,
        });
        self.pools.len() as u32 - 1
    }

    /// The pool of arrays of a size class.
    fn array_pool(&mut self, layout: LayoutId, class: usize) -> u32 {
        let slot = layout.0 as usize * SIZE_CLASSES.len() + class;
        if self.array_pools[slot] == 0 {
            self.array_pools[slot] = self.add_pool(PoolShape { cell: SIZE_CLASSES[class], layout }) + 1;
        }
        self.array_pools[slot] - 1
    }

    /// The table of bump intervals, indexed by [`ClassId`]; its address stays the same as long as the heap
    /// lives.
    pub fn bumps_ptr(&mut self) -> *mut Bump {
        self.bumps.as_mut_ptr()
    }

    pub fn layout_table(&self) -> &Arc<LayoutTable> {
        &self.table
    }

    /// The bytes of a cell of this class; see [`LayoutTable::class_cell_size`].
    pub fn class_cell_size(&self, class: ClassId) -> usize {
        self.table.class_cell_size(class)
    }

    /// The bytes of one object of this class, or of one element of an array.
    pub fn class_size(&self, class: ClassId) -> usize {
        self.table.class_size(class)
    }

    /// Whether objects of this class may hold pointers.
    pub fn class_has_pointers(&self, class: ClassId) -> bool {
        self.table.layout(self.table.class_layout(class)).has_pointers()
    }

    /// A zeroed array of `count` objects of a class.
    pub fn alloc_array_of(&mut self, class: ClassId, count: usize) -> Result<*mut u8, HeapError> {
        self.alloc_array(self.table.class_layout(class), self.table.class_size(class), count)
    }

    /// What [`Heap::alloc_array_of`] gives, and its bytes, if it is small and there is room in the interval
    /// at hand.
    #[inline(always)]
    pub fn alloc_array_at_hand(&mut self, class: ClassId, count: u64) -> Option<(*mut u8, usize)> {
        let class = self.table.classes().get(class.0 as usize)?;
        // Both are below 2^32: the product does not overflow.
        let bytes = count.min(u64::from(u32::MAX)) * u64::from(u32::try_from(class.size).ok()?);
        if bytes == 0 || bytes > MAX_SMALL as u64 {
            return None;
        }
        let bytes = bytes as usize;
        let size = size_class(bytes);
        let pool = *self.array_pools.get(class.layout.0 as usize * SIZE_CLASSES.len() + size)?;
        let bump = &mut self.pools.get_mut(pool.wrapping_sub(1) as usize)?.bump;
        let object = bump.cur;
        if object + SIZE_CLASSES[size] > bump.end {
            return None;
        }
        bump.cur = object + SIZE_CLASSES[size];
        Some((object as *mut u8, bytes))
    }

    /// The address of every object of size zero.
    pub fn zero_size_address(&self) -> usize {
        // Block 0 is never handed out.
        self.blocks.base()
    }

    /// A zeroed object of a class.
    #[inline]
    pub fn alloc(&mut self, class: ClassId) -> Result<*mut u8, HeapError> {
        let index = class.0 as usize;
        let cell = self.table.classes()[index].cell;
        let bump = &mut self.bumps[index];
        let object = bump.cur;
        if object + cell <= bump.end {
            bump.cur = object + cell;
            return Ok(object as *mut u8);
        }
        self.alloc_slow(class)
    }

    /// The slow path of inline allocation: `alloc` for a caller that has found the interval too short.
    #[cold]
    #[inline(never)]
    pub fn alloc_slow(&mut self, class: ClassId) -> Result<*mut u8, HeapError> {
        let index = class.0 as usize;
        let description = self.table.classes()[index];
        if description.cell > MAX_SMALL {
            return self.alloc_large(description.layout, description.size, 0);
        }
        let Some(pool) = description.pool else { return Ok(self.zero_size_address() as *mut u8) };
        let (start, end) = self.refill(pool as usize)?;
        self.close(Owner::Class(index));
        self.starts[index] = start;
        self.bumps[index] = Bump { cur: start + description.cell, end };
        poison::poison(start + description.size, description.cell - description.size);
        Ok(start as *mut u8)
    }

    /// A zeroed array of `count` elements of `elem_size` bytes, each with this layout.
    #[inline]
    pub fn alloc_array(
        &mut self,
        layout: LayoutId,
        elem_size: usize,
        count: usize,
    ) -> Result<*mut u8, HeapError> {
        match elem_size.checked_mul(count) {
            Some(bytes) => self.alloc_sized(layout, bytes),
            None => Err(HeapError::OutOfMemory),
        }
    }

    /// `n` zeroed bytes that are never looked into.
    #[inline]
    pub fn alloc_bytes(&mut self, n: usize) -> Result<*mut u8, HeapError> {
        self.alloc_sized(LayoutId::NO_POINTERS, n)
    }

    /// `n` bytes that are never looked into. The caller writes the first `filled` at once; until then they
    /// are those of an object that was there before. The rest is zero.
    #[inline]
    pub fn alloc_bytes_to_fill(&mut self, n: usize, filled: usize) -> Result<*mut u8, HeapError> {
        if n > MAX_SMALL {
            return self.alloc_large(LayoutId::NO_POINTERS, n, filled);
        }
        self.alloc_bytes(n)
    }

    /// A zeroed object of `bytes` bytes, scanned by `layout`.
    #[inline]
    pub fn alloc_sized(&mut self, layout: LayoutId, bytes: usize) -> Result<*mut u8, HeapError> {
        if bytes > MAX_SMALL {
            return self.alloc_large(layout, bytes, 0);
        }
        let class = size_class(bytes);
        let cell = SIZE_CLASSES[class];
        let pool = self.array_pools[layout.0 as usize * SIZE_CLASSES.len() + class];
        if let Some(pool) = self.pools.get_mut(pool.wrapping_sub(1) as usize) {
            let object = pool.bump.cur;
            if object + cell <= pool.bump.end && bytes != 0 {
                pool.bump.cur = object + cell;
                return Ok(object as *mut u8);
            }
        }
        self.alloc_sized_slow(layout, bytes, class)
    }

    #[cold]
    #[inline(never)]
    fn alloc_sized_slow(
        &mut self,
        layout: LayoutId,
        bytes: usize,
        class: usize,
    ) -> Result<*mut u8, HeapError> {
        if bytes == 0 {
            return Ok(self.zero_size_address() as *mut u8);
        }
        let pool = self.array_pool(layout, class) as usize;
        let (start, end) = self.refill(pool)?;
        self.close(Owner::Pool(pool));
        self.pools[pool].bump_start = start;
        self.pools[pool].bump = Bump { cur: start + SIZE_CLASSES[class], end };
        poison::poison(start + bytes, SIZE_CLASSES[class] - bytes);
        Ok(start as *mut u8)
    }

    /// Asks for large pages for an object that will be read here and there: each look-up in a large map would
    /// miss the processor's table of pages. What is written and read in order gains nothing, and zeroing a
    /// large page takes long where it is read once.
    pub fn prefer_large_pages(&mut self, object: usize, bytes: usize) {
        let (base, end) = self.blocks.range();
        if object >= base && bytes <= end - object {
            let first = ((object - base) / BLOCK) as u32;
            self.blocks.prefer_large_pages(first, (bytes / BLOCK) as u32);
        }
    }

    #[cold]
    #[inline(never)]
    fn alloc_large(&mut self, layout: LayoutId, bytes: usize, filled: usize) -> Result<*mut u8, HeapError> {
        let span = bytes.saturating_add(poison::LARGE_REDZONE).div_ceil(BLOCK);
        if span > self.room() as usize {
            return Err(HeapError::OutOfMemory);
        }
        self.check_stress()?;
        if self.sampling.claims_large(bytes) {
            return Err(HeapError::NeedsCollection);
        }
        let head = self.obtain(span as u32)?;
        let start = self.blocks.address(head);
        for block in head..head + span as u32 {
            let at = self.blocks.address(block);
            self.prepare(block, at, at + BLOCK, start + filled);
        }
        let scan = Scan::of(self.table.layout(layout));
        self.blocks.set_large(head, span as u32, layout, scan);
        self.claimed += span * BLOCK;
        self.refills += 1;
        self.closed_bytes += bytes.next_multiple_of(WORD) as u64;
        poison::poison(start + bytes, span * BLOCK - bytes);
        self.sampling.has_large(start);
        Ok(start as *mut u8)
    }

    /// Accounts for what was handed out of an interval and forgets the rest of it.
    fn close(&mut self, owner: Owner) {
        let (bump, start) = match owner {
            Owner::Class(class) => (&mut self.bumps[class], &mut self.starts[class]),
            Owner::Pool(pool) => {
                let pool = &mut self.pools[pool];
                (&mut pool.bump, &mut pool.bump_start)
            }
        };
        self.closed_bytes += (bump.cur - *start) as u64;
        // For classes of size zero this keeps the one address that they hand out.
        bump.end = bump.cur;
        *start = bump.cur;
    }

    fn close_all(&mut self) {
        for class in 0..self.bumps.len() {
            self.close(Owner::Class(class));
        }
        for pool in 0..self.pools.len() {
            self.close(Owner::Pool(pool));
        }
    }

    /// The next interval of a pool, zeroed.
    fn refill(&mut self, pool: usize) -> Result<(usize, usize), HeapError> {
        self.check_stress()?;
        if let Some(held) = self.sampling.take_held(pool) {
            return Ok(held);
        }
        let (block, first, last) = match self.next_hole(pool) {
            Some(hole) => hole,
            None => {
                let block = self.obtain(1)?;
                let p = &mut self.pools[pool];
                self.blocks.set_small(block, p.cell, p.layout, p.scan, pool as u32);
                p.current = block;
                p.cursor = 0;
                // A fresh block has at least one free cell.
                self.next_hole(pool).ok_or(HeapError::OutOfMemory)?
            }
        };
        let cell = self.pools[pool].cell as usize;
        let start = self.blocks.address(block) + first as usize * cell;
        let end = self.blocks.address(block) + last as usize * cell;
        self.prepare(block, start, end, start);
        self.claimed += end - start;
        self.refills += 1;
        self.refused_at = None;
        if self.sampling.claimed(end - start, cell) {
            self.sampling.hold(pool, start, end);
            return Err(HeapError::NeedsCollection);
        }
        Ok((start, end))
    }

    /// The next run of unmarked cells of a pool: block, first cell, one past the last. Sweeping is only this.
    fn next_hole(&mut self, pool: usize) -> Option<(u32, u32, u32)> {
        let pool = &mut self.pools[pool];
        let longest = if self.stress.gc || poison::GUARDED { 1 } else { u32::MAX };
        while pool.current != 0 {
            let row = self.blocks.get(pool.current);
            let marks = self.blocks.marks(pool.current);
            let cells = u32::from(row.cells);
            let mut first = next_bit(marks, self.blocks.next_usable(pool.current, pool.cursor), cells, false);
            while first < cells && first != self.blocks.next_usable(pool.current, first) {
                first = next_bit(marks, first + 1, cells, false);
            }
            if first < cells {
                let last = next_bit(marks, first, cells.min(first.saturating_add(longest)), true);
                pool.cursor = last;
                return Some((pool.current, first, last));
            }
            pool.current = row.next;
            pool.cursor = 0;
        }
        None
    }

    /// Makes free memory of a block zero from an address on, whatever is in it; what lies before, the caller
    /// is going to write.
    fn prepare(&mut self, block: u32, start: usize, end: usize, from: usize) {
        poison::unpoison(start, end - start);
        match self.blocks.get(block).contents {
            Contents::Zero => return,
            Contents::Stale => {}
            Contents::Poison => {
                // SAFETY: the range lies in a block of this heap, and nothing refers to it: its cells are
                // free.
                let cells = unsafe { std::slice::from_raw_parts(start as *const u8, end - start) };
                if let Some(at) = cells.iter().position(|byte| *byte != POISON) {
                    panic!("heap stress: freed memory at {:#x} was written to", start + at);
                }
            }
        }
        let from = from.clamp(start, end);
        // SAFETY: the range lies in a block of this heap, whose free cells belong to the heap until they are
        // handed out.
        unsafe { std::ptr::write_bytes(from as *mut u8, 0, end - from) };
    }

    /// Says how many bytes of the limit are taken by what is not in the heap.
    #[inline]
    pub fn set_outside(&mut self, bytes: usize) {
        self.outside = (bytes / BLOCK).min(self.limit_blocks as usize) as u32;
    }

    /// Whether the limit leaves so many bytes for what is not in the heap.
    pub fn has_room_for_bytes(&self, bytes: usize) -> bool {
        self.blocks.used() as usize + bytes.div_ceil(BLOCK) <= self.room() as usize
    }

    /// Blocks that may be in use now.
    fn room(&self) -> u32 {
        self.limit_blocks - self.outside
    }

    /// Takes free blocks, unless it is time to collect or the limit stands against it.
    fn obtain(&mut self, n: u32) -> Result<u32, HeapError> {
        if self.claimed >= self.budget {
            return Err(self.ask_for_collection());
        }
        if self.blocks.used() + n > self.room() {
            return Err(self.refuse());
        }
        let Some(block) = self.blocks.take(n) else { return Err(self.refuse()) };
        // Nothing of the new blocks has been touched yet: free ones must not occupy memory on top of them.
        self.blocks.release(self.room().saturating_sub(self.blocks.used()));
        self.refused_at = None;
        let resident = (self.blocks.used() + self.blocks.stale()) as usize * BLOCK;
        self.stats.peak_bytes = self.stats.peak_bytes.max(resident);
        Ok(block)
    }

    /// The answer to a request that does not fit: collect first; if that has been done, give up. A program at
    /// its limit could run for long with a collection for every few objects; that counts as out of memory,
    /// too.
    fn refuse(&mut self) -> HeapError {
        if self.refused_at.is_some_and(|collections| collections < self.stats.collections) {
            self.refused_at = None;
            return HeapError::OutOfMemory;
        }
        let vain = self.claimed < (self.limit_blocks as usize * BLOCK) / 32;
        self.vain_collections = if vain { self.vain_collections + 1 } else { 0 };
        if self.vain_collections > MAX_VAIN_COLLECTIONS {
            self.vain_collections = 0;
            return HeapError::OutOfMemory;
        }
        self.ask_for_collection()
    }

    fn check_stress(&mut self) -> Result<(), HeapError> {
        if self.stress_due() { Err(self.ask_for_collection()) } else { Ok(()) }
    }

    fn stress_due(&self) -> bool {
        self.stress.gc && self.refills > self.live_objects / 64
    }

    fn ask_for_collection(&mut self) -> HeapError {
        self.refused_at = Some(self.stats.collections);
        HeapError::NeedsCollection
    }

    /// Whether so much has been claimed that a collection is worth its while.
    pub fn needs_collection(&self) -> bool {
        self.claimed >= self.budget || self.stress_due()
    }

    /// Frees what cannot be reached from the roots that `roots` gives to the marker: *all* of them, stacks
    /// and saved registers included. Objects do not move.
    pub fn collect(&mut self, roots: impl FnOnce(&mut Marker<'_>)) {
        let began = Instant::now();
        self.close_all();
        self.clear_marks();
        let stack_limit = (self.limit_blocks as usize * (BLOCK / 256)).clamp(16 << 10, 4 << 20);
        let stack = std::mem::take(&mut self.mark_stack);
        let mut marker = Marker::new(&mut self.blocks, self.table.layouts(), stack, stack_limit);
        roots(&mut marker);
        self.mark_stack = marker.finish();
        self.mark_stack.shrink_to(64 << 10);
        self.sweep();
        self.stats.collections += 1;
        self.stats.collection_time += began.elapsed();
    }

    fn clear_marks(&mut self) {
        for block in 1..self.blocks.top() {
            let row = self.blocks.get_mut(block);
            if row.marked != 0 {
                row.marked = 0;
                *self.blocks.marks_mut(block) = [0; MARK_WORDS];
            }
        }
    }

    /// Frees empty blocks and lists the others by pool; their cells are found later, when they are claimed.
    fn sweep(&mut self) {
        for pool in &mut self.pools {
            pool.current = 0;
            pool.cursor = 0;
        }
        let freed = if self.stress.poison { Contents::Poison } else { Contents::Stale };
        let pools = &mut self.pools;
        let mut live_objects = 0;
        let live = self.blocks.free_unmarked(freed, |blocks, block| {
            let row = blocks.get_mut(block);
            live_objects += row.marked as usize;
            row.contents = freed;
            if row.marked < row.cells {
                let pool = &mut pools[row.owner as usize];
                row.next = pool.current;
                pool.current = block;
                if freed == Contents::Poison || poison::GUARDED {
                    blocks.close_free_cells(block, freed);
                }
            }
        });
        self.live_objects = live_objects;
        self.stats.live_bytes = live;
        self.claimed = 0;
        self.refills = 0;
        self.budget = budget(live);
        self.blocks.release(spare_blocks(self.budget));
        self.blocks.trim();
    }

    /// Bytes of all cells handed to the program so far: exact, the same whatever was collected when.
    pub fn allocated_bytes(&self) -> u64 {
        let classes = self.bumps.iter().zip(&self.starts).map(|(bump, start)| bump.cur - start);
        let pools = self.pools.iter().map(|pool| pool.bump.cur - pool.bump_start);
        self.closed_bytes + classes.chain(pools).map(|bytes| bytes as u64).sum::<u64>()
    }

    pub fn stats(&self) -> HeapStats {
        let (used, stale) = (self.blocks.used() as usize, self.blocks.stale() as usize);
        HeapStats {
            allocated_bytes: self.allocated_bytes(),
            used_bytes: used * BLOCK,
            resident_bytes: (used + stale) * BLOCK,
            ..self.stats
        }
    }

    /// Whether an address lies in the address space of this heap.
    #[inline]
    pub fn contains(&self, address: usize) -> bool {
        let (low, high) = self.blocks.range();
        low <= address && address < high
    }

    /// Bytes of blocks in use: what counts against the limit.
    #[inline]
    pub fn used_bytes(&self) -> usize {
        self.blocks.used() as usize * BLOCK
    }

    /// The cell that an address lies in: its start and its size. A cell may be free; the heap does not know
    /// which of the unmarked ones are.
    pub fn object_start(&self, address: usize) -> Option<(usize, usize)> {
        let zero = self.zero_size_address();
        let offset = address.wrapping_sub(zero);
        let index = offset / BLOCK;
        if index >= self.blocks.top() as usize {
            return None;
        }
        if address == zero {
            return Some((zero, 0));
        }
        let row = self.blocks.get(index as u32);
        match row.kind {
            BlockUse::Free => None,
            BlockUse::Small => {
                let cell = row.cell as usize;
                // Divisions of 32 bits are quicker.
                let number = ((offset % BLOCK) as u32 / row.cell) as usize;
                let start = self.blocks.address(index as u32) + number * cell;
                (number < row.cells as usize).then_some((start, cell))
            }
            BlockUse::Head => Some((self.blocks.address(index as u32), row.span as usize * BLOCK)),
            BlockUse::Tail => {
                let head = self.blocks.get(row.owner);
                Some((self.blocks.address(row.owner), head.span as usize * BLOCK))
            }
        }
    }

    /// The cell that an address lies in, if nothing in it may be a pointer: its start and its size.
    pub fn plain_object(&self, address: usize) -> Option<(usize, usize)> {
        let found = self.object_start(address)?;
        let row = self.blocks.get(((address - self.blocks.base()) / BLOCK) as u32);
        (row.scan == Scan::None).then_some(found)
    }

    /// Whether an object that the natives of headers made begins at an address.
    pub(crate) fn is_header(&self, address: usize) -> bool {
        let Some((start, _)) = self.object_start(address) else { return false };
        let row = self.blocks.get(((address - self.blocks.base()) / BLOCK) as u32);
        start == address && row.layout == LayoutId::HEADER
    }
}

/// Bytes to claim before the next collection, while `live` are alive: as many as those, so that a program
/// peaks at about the memory that Go takes by default; of a large heap half as many again, as collecting it
/// takes long. Work on collections so stays proportional to allocation: at most one byte is marked for each
/// that is allocated.
fn budget(live: usize) -> usize {
    live.max(MIN_BUDGET) + live.saturating_sub(LARGE) / 2
}

/// Free blocks that may keep their memory: what is claimed before the next collection, and some for intervals
/// that were cut short.
fn spare_blocks(budget: usize) -> u32 {
    ((budget + budget / 4) / BLOCK) as u32
}

/// The pointer of a slice or string that begins `delta` bytes into one at `base` and has `remaining` elements
/// of capacity (of a string: bytes) left. It never points past the end of the object; lowering emits the
/// same.
#[inline]
pub fn slice_pointer(base: usize, delta: usize, remaining: usize) -> usize {
    base + (delta & usize::from(remaining != 0).wrapping_neg())
}

/// Address space for four times the limit, so that spans find room between others; less where the system
/// does not grant it, down to the limit itself.
fn reserve(limit_blocks: u32) -> io::Result<Blocks> {
    let most = (MAX_REGION / BLOCK) as u32 - 2;
    let mut max = limit_blocks.saturating_mul(4).saturating_add(512).min(most);
    loop {
        match Blocks::reserve(max) {
            Ok(blocks) => return Ok(blocks),
            Err(error) if max == limit_blocks => return Err(error),
            Err(_) => max = (max / 2).max(limit_blocks),
        }
    }
}

/// The first cell in `from..end` whose mark is `value`, or `end`.
#[inline]
fn next_bit(marks: &[u64; MARK_WORDS], from: u32, end: u32, value: bool) -> u32 {
    let flip = if value { 0 } else { u64::MAX };
    let mut at = from;
    while at < end {
        let word = (marks[at as usize / 64] ^ flip) >> (at % 64);
        if word != 0 {
            return (at + word.trailing_zeros()).min(end);
        }
        at = (at / 64 + 1) * 64;
    }
    end
}
