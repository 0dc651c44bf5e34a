//! The block table: which 32 KiB blocks are in use, for what, and which of their cells are marked.
//!
//! A block is free, holds cells of one size and layout, or belongs to the span of one large object.
//! Invariant: the mark bits of a free block are all zero. Knows nothing of roots, budgets or limits.

use std::collections::{BTreeMap, BTreeSet};
use std::io;

use super::layout::{Layout, LayoutId};
use super::poison;
use super::region::Region;

pub(super) const BLOCK_SHIFT: u32 = 15;
/// Bytes of a block.
pub const BLOCK: usize = 1 << BLOCK_SHIFT;
/// What freed memory is filled with in stress mode; as a word, no address of a user process.
pub(super) const POISON: u8 = 0xDB;
/// Smallest cell, which bounds the mark bits of a block.
const MIN_CELL: usize = 16;
/// Words of 64 mark bits per block.
pub(super) const MARK_WORDS: usize = BLOCK / MIN_CELL / 64;

/// What a block is used for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(super) enum BlockUse {
    /// Zero, so that fresh pages of the table describe free blocks.
    Free = 0,
    /// Cells of one size and layout.
    Small,
    /// First block of a large object.
    Head,
    /// Any other block of a large object.
    Tail,
}

/// What free memory in a block holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(super) enum Contents {
    /// Never touched, or given back to the system.
    Zero = 0,
    /// Whatever was there; must be zeroed before it is handed out.
    Stale,
    /// The poison pattern (stress mode).
    Poison,
}

/// How the words of an object are looked at: the common layouts have a loop of their own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(super) enum Scan {
    None = 0,
    All,
    Pattern,
}

impl Scan {
    pub(super) fn of(layout: Layout) -> Scan {
        match layout {
            Layout::NO_POINTERS => Scan::None,
            Layout::ALL => Scan::All,
            _ => Scan::Pattern,
        }
    }
}

/// One row of the table. All zero is a free, clean block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C, align(32))]
pub(super) struct Block {
    pub kind: BlockUse,
    pub contents: Contents,
    pub scan: Scan,
    /// Marked objects of this block were not scanned because the mark stack was full.
    pub rescan: bool,
    /// Small: bytes of a cell.
    pub cell: u32,
    /// Small: 2^32 / cell, rounded up; offset * reciprocal >> 32 is the cell's index.
    pub reciprocal: u32,
    /// Small: number of cells.
    pub cells: u16,
    /// Cells marked by the last collection, counted when it ended; for a head 0 or 1.
    pub marked: u16,
    pub layout: LayoutId,
    /// Small: the next block with free cells of the same pool (0: none).
    pub next: u32,
    /// Small: the pool. Tail: the head's block index.
    pub owner: u32,
    /// Head: the number of blocks of the span.
    pub span: u32,
}

/// The blocks of one heap, and their memory.
pub(super) struct Blocks {
    pub(super) memory: Region,
    /// Rows of [`Block`], then rows of mark words.
    table: Region,
    marks_offset: usize,
    /// Blocks from here on are free. Those below `high` may hold something, as their rows say.
    pub(super) top: u32,
    /// Blocks from here on have never been used.
    pub(super) high: u32,
    /// The memory of blocks before this is not given back: it may be mapped from a file, and then would not
    /// be zero afterwards.
    pub(super) fixed: u32,
    /// Number of blocks that may ever be used. Block 0 and the block behind the last are never handed out, so
    /// that there is readable memory on both sides of every object.
    pub(super) max: u32,
    pub(super) free: FreeRuns,
    /// Blocks in use.
    pub(super) used: u32,
    /// Free blocks that still occupy memory.
    pub(super) stale: u32,
}

/// Bytes of a large page.
const LARGE_PAGE: usize = 2 << 20;

/// Runs of free blocks below `top`, coalesced.
#[derive(Default, Clone, PartialEq, Eq)]
pub(super) struct FreeRuns {
    by_start: BTreeMap<u32, u32>,
    by_length: BTreeSet<(u32, u32)>,
}

impl FreeRuns {
    fn insert(&mut self, start: u32, len: u32) {
        self.by_start.insert(start, len);
        self.by_length.insert((len, start));
    }

    fn remove(&mut self, start: u32, len: u32) {
        self.by_start.remove(&start);
        self.by_length.remove(&(len, start));
    }

    /// The lowest address for single blocks, the best fit for spans.
    fn take(&mut self, n: u32) -> Option<u32> {
        let (start, len) = if n == 1 {
            self.by_start.iter().next().map(|(start, len)| (*start, *len))?
        } else {
            self.by_length.range((n, 0)..).next().map(|(len, start)| (*start, *len))?
        };
        self.remove(start, len);
        if len > n {
            self.insert(start + n, len - n);
        }
        Some(start)
    }

    fn clear(&mut self) {
        self.by_start.clear();
        self.by_length.clear();
    }
}

impl Blocks {
    /// Reserves address space for `max` usable blocks.
    pub(super) fn reserve(max: u32) -> io::Result<Blocks> {
        let all = max as usize + 2;
        let memory = Region::reserve(all * BLOCK)?;
        let marks_offset = (all * size_of::<Block>()).next_multiple_of(64);
        let table = Region::reserve(marks_offset + all * MARK_WORDS * 8)?;
        Ok(Blocks {
            memory,
            table,
            marks_offset,
            top: 1,
            high: 1,
            fixed: 1,
            max,
            free: FreeRuns::default(),
            used: 0,
            stale: 0,
        })
    }

    #[inline]
    pub(super) fn base(&self) -> usize {
        self.memory.base() as usize
    }

    #[inline]
    pub(super) fn top(&self) -> u32 {
        self.top
    }

    pub(super) fn used(&self) -> u32 {
        self.used
    }

    /// Free blocks that still occupy memory.
    pub(super) fn stale(&self) -> u32 {
        self.stale
    }

    /// The whole reserved range, guard blocks included.
    pub(super) fn range(&self) -> (usize, usize) {
        (self.base(), self.base() + (self.max as usize + 2) * BLOCK)
    }

    #[inline]
    pub(super) fn address(&self, block: u32) -> usize {
        self.base() + ((block as usize) << BLOCK_SHIFT)
    }

    #[inline]
    pub(super) fn rows(&self) -> *mut Block {
        self.table.base().cast()
    }

    #[inline]
    pub(super) fn mark_rows(&self) -> *mut [u64; MARK_WORDS] {
        // SAFETY: `marks_offset` lies inside the table and is a multiple of 64.
        unsafe { self.table.base().add(self.marks_offset).cast() }
    }

    #[inline]
    pub(super) fn get(&self, block: u32) -> &Block {
        debug_assert!(block <= self.max);
        // SAFETY: the table has max + 2 rows; fresh pages are zero, which is a valid row; rows are only
        // changed through `&mut self` or by a marker that borrows the heap exclusively.
        unsafe { &*self.rows().add(block as usize) }
    }

    #[inline]
    pub(super) fn get_mut(&mut self, block: u32) -> &mut Block {
        debug_assert!(block <= self.max);
        // SAFETY: the table has max + 2 rows, each a valid one, and the borrow is exclusive.
        unsafe { &mut *self.rows().add(block as usize) }
    }

    #[inline]
    pub(super) fn marks(&self, block: u32) -> &[u64; MARK_WORDS] {
        debug_assert!(block <= self.max);
        // SAFETY: max + 2 mark rows follow the blocks' rows; any bits are a valid one, and they are only
        // changed through `&mut self` or by a marker that borrows the heap exclusively.
        unsafe { &*self.mark_rows().add(block as usize) }
    }

    #[inline]
    pub(super) fn marks_mut(&mut self, block: u32) -> &mut [u64; MARK_WORDS] {
        debug_assert!(block <= self.max);
        // SAFETY: max + 2 mark rows follow the blocks' rows; any bits are a valid one, and the borrow is
        // exclusive.
        unsafe { &mut *self.mark_rows().add(block as usize) }
    }

    /// Takes `n` neighbouring free blocks. Their rows are `Free` until the caller describes them; `contents`
    /// says block by block what is in them. `None`: no run is long enough.
    pub(super) fn take(&mut self, n: u32) -> Option<u32> {
        let start = match self.free.take(n) {
            Some(start) => start,
            None => self.take_fresh(n)?,
        };
        self.used += n;
        for block in start..start + n {
            if self.get(block).contents != Contents::Zero {
                self.stale -= 1;
            }
        }
        Some(start)
    }

    /// Large pages for those that lie in `n` blocks from `start` as a whole.
    pub(super) fn prefer_large_pages(&mut self, start: u32, n: u32) {
        let from = self.address(start).next_multiple_of(LARGE_PAGE);
        let to = self.address(start + n) / LARGE_PAGE * LARGE_PAGE;
        if from < to {
            let base = self.base();
            self.memory.prefer_large_pages(from - base, to - from);
        }
    }

    /// Extends the used part of the region, beginning with a free run at its end.
    fn take_fresh(&mut self, n: u32) -> Option<u32> {
        let mut start = self.top;
        let last = self.free.by_start.last_key_value().map(|(start, len)| (*start, *len));
        let last = last.filter(|(run, len)| run + len == self.top);
        if let Some((run, _)) = last {
            start = run;
        }
        let end = start.checked_add(n).filter(|end| *end <= self.max + 1)?;
        if let Some((run, len)) = last {
            self.free.remove(run, len);
        }
        self.top = end;
        self.high = self.high.max(end);
        Some(start)
    }

    /// Describes a block of small cells.
    pub(super) fn set_small(&mut self, block: u32, cell: u32, layout: LayoutId, scan: Scan, pool: u32) {
        let row = self.get_mut(block);
        row.kind = BlockUse::Small;
        row.scan = scan;
        row.cell = cell;
        row.reciprocal = ((1u64 << 32).div_ceil(u64::from(cell))) as u32;
        row.cells = (BLOCK / cell as usize) as u16;
        row.marked = 0;
        row.layout = layout;
        row.next = 0;
        row.owner = pool;
        poison::poison(self.address(block), BLOCK);
    }

    /// The first cell at or after `cell` that may hold an object: in guarded builds the cell before it is a
    /// redzone.
    #[inline]
    pub(super) fn next_usable(&self, block: u32, cell: u32) -> u32 {
        if poison::GUARDED && self.get(block).cells > 1 { cell | 1 } else { cell }
    }

    /// Describes the span of a large object.
    pub(super) fn set_large(&mut self, head: u32, span: u32, layout: LayoutId, scan: Scan) {
        for block in head + 1..head + span {
            let row = self.get_mut(block);
            row.kind = BlockUse::Tail;
            row.owner = head;
            row.scan = scan;
        }
        let row = self.get_mut(head);
        row.kind = BlockUse::Head;
        row.scan = scan;
        row.marked = 0;
        row.layout = layout;
        row.span = span;
    }

    /// After marking: frees every unmarked block and span, rebuilding the free runs in address order, and
    /// calls `visit` for each block of small cells that stays, from the highest address to the lowest.
    /// `contents` is what freed memory holds. Answers the bytes of marked objects.
    pub(super) fn free_unmarked(
        &mut self,
        contents: Contents,
        mut visit: impl FnMut(&mut Blocks, u32),
    ) -> usize {
        self.free.clear();
        let mut live = 0;
        // End of the free run that the walk is in (exclusive); the walk goes downwards.
        let mut run_end = self.top;
        let mut block = self.top;
        while block > 1 {
            block -= 1;
            if self.get(block).kind == BlockUse::Small {
                let marked: u32 = self.marks(block).iter().map(|word| word.count_ones()).sum();
                self.get_mut(block).marked = marked as u16;
            }
            let row = *self.get(block);
            let keep = match row.kind {
                BlockUse::Free => None,
                BlockUse::Small if row.marked == 0 => None,
                BlockUse::Small => {
                    live += row.marked as usize * row.cell as usize;
                    Some(block)
                }
                BlockUse::Head | BlockUse::Tail => {
                    let head = if row.kind == BlockUse::Tail { row.owner } else { block };
                    let keep = self.get(head).marked != 0;
                    if keep {
                        live += self.get(head).span as usize * BLOCK;
                        block = head;
                    }
                    keep.then_some(head)
                }
            };
            match keep {
                Some(start) => {
                    let end =
                        if row.kind == BlockUse::Small { start + 1 } else { start + self.get(start).span };
                    if end < run_end {
                        self.free.insert(end, run_end - end);
                    }
                    run_end = start;
                    if row.kind == BlockUse::Small {
                        visit(self, start);
                    }
                }
                None if row.kind != BlockUse::Free => {
                    // A dead span is freed from its tail to its head; the head's mark is still there to ask.
                    self.free_row(block, contents);
                }
                None => {}
            }
        }
        if run_end > 1 {
            self.free.insert(1, run_end - 1);
        }
        live
    }

    pub(super) fn free_row(&mut self, block: u32, contents: Contents) {
        if contents == Contents::Poison {
            self.poison(block, 0, BLOCK);
        }
        poison::poison(self.address(block), BLOCK);
        let row = self.get_mut(block);
        row.kind = BlockUse::Free;
        row.contents = contents;
        row.rescan = false;
        row.marked = 0;
        self.used -= 1;
        self.stale += 1;
    }

    /// Frees a block whose memory is zero.
    pub(super) fn free_zero_row(&mut self, block: u32) {
        poison::poison(self.address(block), BLOCK);
        let row = self.get_mut(block);
        row.kind = BlockUse::Free;
        row.rescan = false;
        row.marked = 0;
        self.used -= 1;
    }

    /// All blocks from `from` on are free, and from now on beyond the top.
    pub(super) fn cut(&mut self, from: u32) {
        debug_assert!((from..self.top).all(|block| self.get(block).kind == BlockUse::Free));
        self.free.clear();
        self.top = from;
    }

    /// One past the highest block that may have been touched.
    pub(super) fn high(&self) -> u32 {
        self.high
    }

    fn poison(&mut self, block: u32, offset: usize, len: usize) {
        poison::unpoison(self.address(block) + offset, len);
        // SAFETY: the range lies in a block of this heap, and its cells are free.
        unsafe { std::ptr::write_bytes((self.address(block) + offset) as *mut u8, POISON, len) };
    }

    /// Forbids accesses to the unmarked cells of a block of small cells, which may hold the poison pattern
    /// from now on.
    pub(super) fn close_free_cells(&mut self, block: u32, contents: Contents) {
        let (cell, cells) = (self.get(block).cell as usize, self.get(block).cells as usize);
        for i in 0..cells {
            if self.marks(block)[i / 64] & (1 << (i % 64)) == 0 {
                if contents == Contents::Poison {
                    self.poison(block, i * cell, cell);
                }
                poison::poison(self.address(block) + i * cell, cell);
            }
        }
    }

    /// Gives free memory back to the system until at most `keep` free blocks occupy any. What lies highest
    /// goes first, because the lowest addresses are reused first.
    pub(super) fn release(&mut self, keep: u32) {
        if self.stale <= keep {
            return;
        }
        let above = (self.top, self.high - self.top);
        let below = self.free.by_start.iter().rev().map(|(start, len)| (*start, *len));
        let runs: Vec<(u32, u32)> = std::iter::once(above).chain(below).collect();
        for (start, len) in runs {
            let excess = self.stale.saturating_sub(keep);
            if excess == 0 {
                return;
            }
            // Only the part of the run that is worth it: the highest blocks first.
            let (start, end) = (start.max(self.fixed), start + len);
            let mut from = end;
            let mut stale = 0;
            while from > start && stale < excess {
                from -= 1;
                stale += u32::from(self.get(from).contents != Contents::Zero);
            }
            if stale > 0 {
                self.release_run(from, end);
            }
        }
    }

    /// Gives the memory of free blocks back to the system. Answers whether the system agreed.
    pub(super) fn release_run(&mut self, from: u32, to: u32) -> bool {
        debug_assert!(from >= self.fixed);
        let bytes = (to - from) as usize * BLOCK;
        if !self.memory.release((from as usize) << BLOCK_SHIFT, bytes) {
            return false;
        }
        for block in from..to {
            let row = self.get_mut(block);
            if std::mem::replace(&mut row.contents, Contents::Zero) != Contents::Zero {
                self.stale -= 1;
            }
        }
        true
    }

    /// Forgets the blocks at the end that are free and clean, so that collections no longer walk over them.
    pub(super) fn trim(&mut self) {
        let Some((start, len)) = self.free.by_start.last_key_value().map(|(start, len)| (*start, *len))
        else {
            return;
        };
        if start + len != self.top {
            return;
        }
        while self.top > start && self.get(self.top - 1).contents == Contents::Zero {
            self.top -= 1;
        }
        self.free.remove(start, len);
        if self.top > start {
            self.free.insert(start, self.top - start);
        }
    }
}
