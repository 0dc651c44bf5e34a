//! What becomes of a heap's memory between two programs: nothing of the first can be read by the second, and
//! what the first used is at hand for it.
//!
//! A block that the first program has only begun to fill is zeroed at once as far as it was filled, since
//! that is little, and is then as good as new. What was used whole is zeroed when it is claimed again. A
//! system call is made only where so much was used that it is given back. Knows nothing of when programs
//! begin and end.

use super::blocks::{BLOCK_SHIFT, BlockUse, Blocks, Contents, MARK_WORDS};
use super::{BLOCK, Bump, Heap, HeapStats, MIN_BUDGET, poison};

/// Bytes of a block up to which it is zeroed at once. Measured: 4 KiB takes 60 ns, and fresh memory ten times
/// as long.
const ZEROED_AT_ONCE: u32 = 16 << 10;

/// Bytes that a heap keeps when it is reset: what is claimed before the first collection, and some for
/// intervals that were cut short.
pub(crate) const KEPT: usize = (MIN_BUDGET + MIN_BUDGET / 4) / BLOCK * BLOCK;

impl Blocks {
    /// Notes how far the interval that `bump` stands in was used, if its block was zero when it was claimed:
    /// it is then zero from there on.
    fn note_used(&mut self, bump: Bump) {
        let block = (bump.end.wrapping_sub(1).wrapping_sub(self.base()) >> BLOCK_SHIFT) as u32;
        if block == 0 || block >= self.top() {
            return;
        }
        let used = (bump.cur - self.address(block)) as u32;
        let row = self.get_mut(block);
        if row.kind == BlockUse::Small && row.contents == Contents::Zero {
            // No list of blocks with free cells has this one: they are made by collections, after which a
            // block counts as used whole.
            row.next = row.next.max(used);
        }
    }

    /// Frees all blocks from `from` on: those are then beyond the top. Answers how many bytes were zeroed.
    fn free_from(&mut self, from: u32, contents: Contents) -> usize {
        let mut zeroed = 0;
        for block in from..self.top() {
            let row = *self.get(block);
            if row.marked != 0 {
                *self.marks_mut(block) = [0; MARK_WORDS];
            }
            if row.kind == BlockUse::Free {
                continue;
            }
            let begun = row.kind == BlockUse::Small && row.contents == Contents::Zero && row.next != 0;
            if begun && row.next <= ZEROED_AT_ONCE && !poison::GUARDED && contents == Contents::Stale {
                // SAFETY: the block belongs to this heap, and none of its objects is alive.
                unsafe { std::ptr::write_bytes(self.address(block) as *mut u8, 0, row.next as usize) };
                self.free_zero_row(block);
                zeroed += row.next as usize;
            } else {
                self.free_row(block, contents);
            }
        }
        self.cut(from);
        zeroed
    }
}

impl Blocks {
    /// Counts the free blocks from `from` on that may occupy memory, where no other does.
    pub(super) fn count_stale(&mut self, from: u32) {
        let stale = (from..self.high).filter(|block| self.get(*block).contents != Contents::Zero);
        self.stale = stale.count() as u32;
    }
}

impl Heap {
    /// Frees all objects and starts the counters again, but keeps some memory for the next program.
    pub fn reset(&mut self) {
        self.recycle(KEPT);
    }

    /// [`Heap::reset`], keeping at most `keep` bytes of memory, by about.
    pub fn recycle(&mut self, keep: usize) {
        self.free_above(1, keep);
        self.bumps.fill(Bump::default());
        self.starts.fill(0);
        self.point_zero_sized();
        for pool in &mut self.pools {
            (pool.current, pool.cursor) = (0, 0);
            (pool.bump, pool.bump_start) = (Bump::default(), 0);
        }
        self.closed_bytes = 0;
        self.claimed = 0;
        self.budget = MIN_BUDGET;
        self.refills = 0;
        self.live_objects = 0;
        self.refused_at = None;
        self.vain_collections = 0;
        self.stats = HeapStats::default();
    }

    /// Frees the blocks from `from` on, and keeps at most `keep` bytes of them, by about. Intervals may lead
    /// there afterwards.
    pub(super) fn free_above(&mut self, from: u32, keep: usize) {
        self.note_intervals();
        let contents = if self.stress.poison { Contents::Poison } else { Contents::Stale };
        let zeroed = self.blocks.free_from(from, contents);
        self.trim_memory(from, zeroed, keep);
    }

    /// Gives back what blocks from `from` on hold, all of which are free, as far as it is more than `keep`
    /// bytes. The program before has left `zeroed` bytes in blocks that are zero again.
    fn trim_memory(&mut self, from: u32, zeroed: usize, keep: usize) {
        self.zeroed = self.zeroed.max(zeroed);
        if self.blocks.stale() as usize * BLOCK + self.zeroed > keep {
            self.blocks.release((keep.saturating_sub(self.zeroed) / BLOCK) as u32);
            let from = from.max(self.blocks.fixed);
            if self.zeroed > keep && self.blocks.release_run(from, self.blocks.high()) {
                self.zeroed = 0;
            }
        }
    }

    fn note_intervals(&mut self) {
        let (blocks, bumps, pools) = (&mut self.blocks, &self.bumps, &self.pools);
        let intervals = bumps.iter().copied().chain(pools.iter().map(|pool| pool.bump));
        intervals.filter(|bump| bump.end != 0).for_each(|bump| blocks.note_used(bump));
    }
}
