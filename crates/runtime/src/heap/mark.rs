//! Marking: from words that may be pointers to every object reachable from them.
//!
//! A word is a pointer if it lies in a block in use, in a cell of it; interior pointers count. The mark stack
//! is bounded: when it is full, the object's block is noted and scanned again later, so that marking needs
//! no memory in proportion to the heap. Knows nothing of who holds the roots.

use super::blocks::{BLOCK, BLOCK_SHIFT, Block, BlockUse, Blocks, Scan};
use super::layout::{Layout, WORD};
use super::poison;

/// Words of a large object that are scanned at a time, so that their children do not fill the stack.
const CHUNK: usize = 512;

/// What remains to be scanned of a large object.
struct Remainder {
    next: usize,
    end: usize,
    layout: Layout,
    /// Position of `next` in the layout's period.
    phase: u32,
}

/// Takes the roots of a collection; see [`super::Heap::collect`].
pub struct Marker<'h> {
    base: usize,
    /// Bytes from `base` to the end of the blocks that were ever used.
    extent: usize,
    blocks: &'h mut Blocks,
    layouts: &'h [Layout],
    stack: Vec<usize>,
    stack_limit: usize,
    large: Vec<Remainder>,
    overflowed: bool,
}

/// Asks for the cache line at an address that will be read soon.
#[inline(always)]
fn prefetch(address: usize) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: a prefetch reads nothing and cannot fault.
    unsafe {
        std::arch::x86_64::_mm_prefetch::<{ std::arch::x86_64::_MM_HINT_T0 }>(address as *const i8);
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = address;
}

impl<'h> Marker<'h> {
    pub(super) fn new(
        blocks: &'h mut Blocks,
        layouts: &'h [Layout],
        stack: Vec<usize>,
        stack_limit: usize,
    ) -> Self {
        let extent = (blocks.top() as usize) << BLOCK_SHIFT;
        Marker {
            base: blocks.base(),
            extent,
            blocks,
            layouts,
            stack,
            stack_limit,
            large: Vec::new(),
            overflowed: false,
        }
    }

    /// Marks what `word` points to, if it is a pointer at all.
    pub fn word(&mut self, word: usize) {
        self.visit(word);
    }

    /// `word`, for the loops that must have it in line.
    #[inline(always)]
    fn visit(&mut self, word: usize) {
        let offset = word.wrapping_sub(self.base);
        if offset >= self.extent {
            return;
        }
        let index = offset >> BLOCK_SHIFT;
        // SAFETY: offset < extent, so the index is below `top` and its row exists; `blocks` is borrowed
        // exclusively, and no other reference to a row is alive here.
        let row: &Block = unsafe { &*self.blocks.rows().add(index) };
        if row.kind != BlockUse::Small {
            return self.visit_large(index as u32);
        }
        let cell = (((offset & (BLOCK - 1)) as u64 * u64::from(row.reciprocal)) >> 32) as usize;
        if cell >= row.cells as usize {
            return;
        }
        // SAFETY: each row of the block table has a row of marks; cell < cells <= 64 * MARK_WORDS.
        let marks: &mut u64 = unsafe { (*self.blocks.mark_rows().add(index)).get_unchecked_mut(cell / 64) };
        let bit = 1u64 << (cell % 64);
        if *marks & bit != 0 {
            return;
        }
        *marks |= bit;
        if row.scan != Scan::None {
            let object = self.base + (index << BLOCK_SHIFT) + cell * row.cell as usize;
            if self.stack.len() == self.stack.capacity() && !self.grow_stack() {
                self.blocks.get_mut(index as u32).rescan = true;
                self.overflowed = true;
                return;
            }
            prefetch(object);
            self.stack.push(object);
        }
    }

    /// Doubles the mark stack, unless it is as large as it may get.
    #[cold]
    #[inline(never)]
    fn grow_stack(&mut self) -> bool {
        let capacity = self.stack.capacity();
        if capacity >= self.stack_limit {
            return false;
        }
        self.stack.reserve_exact(capacity.max(256).min(self.stack_limit - capacity.min(self.stack_limit)));
        true
    }

    #[cold]
    #[inline(never)]
    fn visit_large(&mut self, index: u32) {
        let row = *self.blocks.get(index);
        match row.kind {
            BlockUse::Head => self.large_object(index),
            BlockUse::Tail => self.large_object(row.owner),
            BlockUse::Free | BlockUse::Small => {}
        }
    }

    /// Marks what the aligned words of `low..high` point to, if they are pointers at all.
    ///
    /// # Safety
    /// The memory of the range is readable.
    pub unsafe fn range(&mut self, low: usize, high: usize) {
        let mut at = low.next_multiple_of(WORD);
        while at + WORD <= high {
            // SAFETY: the caller vouches for the range.
            self.word(unsafe { poison::load(at) });
            at += WORD;
        }
    }

    fn large_object(&mut self, head: u32) {
        let row = self.blocks.get_mut(head);
        if row.marked != 0 {
            return;
        }
        row.marked = 1;
        if row.scan == Scan::None {
            return;
        }
        let (span, layout) = (row.span as usize, self.layouts[row.layout.0 as usize]);
        let next = self.blocks.address(head);
        // Large objects have at least one block each, so this list stays small beside the heap.
        self.large.push(Remainder { next, end: next + span * BLOCK, layout, phase: 0 });
    }

    /// Scans until nothing is left to scan, and answers the empty stack for another time.
    pub(super) fn finish(mut self) -> Vec<usize> {
        loop {
            while let Some(object) = self.stack.pop() {
                self.scan_small(object);
            }
            if let Some(remainder) = self.large.pop() {
                self.scan_chunk(remainder);
            } else if self.overflowed {
                self.overflowed = false;
                self.rescan();
            } else {
                return self.stack;
            }
        }
    }

    #[inline(always)]
    fn scan_small(&mut self, object: usize) {
        let index = (object - self.base) >> BLOCK_SHIFT;
        let row = self.blocks.get(index as u32);
        let (scan, end, layout) = (row.scan, object + row.cell as usize, row.layout);
        match scan {
            Scan::None => {}
            Scan::All => self.scan_all(object, end),
            Scan::Pattern => {
                let layout = self.layouts[layout.0 as usize];
                self.scan_pattern(object, end, layout, 0);
            }
        }
    }

    /// Scans every word, the last first, so that what the first points to is scanned next: objects mostly lie
    /// in memory in the order in which a program goes through them.
    #[inline(always)]
    fn scan_all(&mut self, start: usize, end: usize) {
        let mut at = end;
        while at > start {
            at -= WORD;
            // SAFETY: the words of a cell or span of this heap are readable, aligned and initialised (cells
            // are zeroed before they are handed out).
            self.visit(unsafe { poison::load(at) });
        }
    }

    /// Scans `start..end`, whose first word stands at `phase` of the period.
    fn scan_pattern(&mut self, start: usize, end: usize, layout: Layout, phase: u32) {
        let mut origin = start.wrapping_sub(phase as usize * WORD);
        let mut bits = layout.pointers() >> phase << phase;
        loop {
            while bits != 0 {
                let at = origin.wrapping_add(bits.trailing_zeros() as usize * WORD);
                if at >= end {
                    return;
                }
                // SAFETY: the words of a cell or span of this heap are readable, aligned and initialised
                // (cells are zeroed before they are handed out).
                self.visit(unsafe { poison::load(at) });
                bits &= bits - 1;
            }
            origin = origin.wrapping_add(layout.period() as usize * WORD);
            if origin >= end {
                return;
            }
            bits = layout.pointers();
        }
    }

    fn scan_chunk(&mut self, mut remainder: Remainder) {
        let end = remainder.end.min(remainder.next + CHUNK * WORD);
        let start = remainder.next;
        let (layout, phase) = (remainder.layout, remainder.phase);
        if end < remainder.end {
            remainder.next = end;
            remainder.phase = ((phase as usize + CHUNK) % layout.period() as usize) as u32;
            self.large.push(remainder);
        }
        match Scan::of(layout) {
            Scan::None => {}
            Scan::All => self.scan_all(start, end),
            Scan::Pattern => self.scan_pattern(start, end, layout, phase),
        }
    }

    /// Scans the marked objects of the blocks that lost some to a full stack.
    #[cold]
    fn rescan(&mut self) {
        for index in 1..self.blocks.top() {
            let row = self.blocks.get_mut(index);
            if !row.rescan {
                continue;
            }
            row.rescan = false;
            let (cell, cells) = (row.cell as usize, row.cells as usize);
            let start = self.blocks.address(index);
            for i in 0..cells {
                if self.blocks.marks(index)[i / 64] & (1 << (i % 64)) != 0 {
                    self.scan_small(start + i * cell);
                    while let Some(object) = self.stack.pop() {
                        self.scan_small(object);
                    }
                }
            }
        }
    }
}
