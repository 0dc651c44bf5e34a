//! Images: the state of a heap that others can begin from.
//!
//! Addresses in a heap are absolute, and a heap does not know of every word whether it is one: layouts only
//! say which words may be. So an image is made of two heaps in which the same program has run. A word that
//! differs by the distance of the two heaps, or by that of the two isolates' globals, is an address (or
//! behaves as one: what a third isolate would have there is what both have, moved along); one that is equal
//! is none. Words that differ otherwise are hashes of addresses, or remains in memory that is free; the
//! caller is told where they are.
//!
//! A heap in which an image is *installed* has those blocks at its bottom, relocated, and mapped privately
//! from a file in memory. [`Heap::restore`] brings the heap back to the image: the pages that were written to
//! are known from the kernel (`pages.rs`) and are written again. They stay in memory, so that the next
//! program that writes to them causes no fault.
//!
//! Knows nothing of roots, and of globals only where they lie.

use std::io;
use std::sync::Arc;

use purlin_base::map::HashMap;

use super::blocks::{BLOCK_SHIFT, Block, BlockUse, Contents, FreeRuns, MARK_WORDS};
use super::layout::LayoutTable;
use super::pages::{self, MemoryFile, PAGE};
use super::{BLOCK, Bump, Heap, HeapStats, Pool, poison};

const WORDS: usize = PAGE / 8;
const PAGES: u32 = (BLOCK / PAGE) as u32;

type Words = [u64; WORDS];

/// A page that is not zero, and which of its words are addresses.
struct Page {
    words: Words,
    in_heap: [u64; WORDS / 64],
    in_globals: [u64; WORDS / 64],
}

/// Where a heap and the globals of its isolate begin.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bases {
    pub heap: usize,
    pub globals: usize,
}

impl Bases {
    /// How far `to` is from here.
    fn distance(self, to: Bases) -> Distance {
        Distance {
            heap: to.heap.wrapping_sub(self.heap) as u64,
            globals: to.globals.wrapping_sub(self.globals) as u64,
        }
    }
}

#[derive(Clone, Copy)]
struct Distance {
    heap: u64,
    globals: u64,
}

/// What a word is, of which there are two examples.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Word {
    Plain,
    InHeap,
    InGlobals,
    /// Neither equal nor moved along.
    Odd,
}

/// Tells addresses from other words by the same words of two isolates.
#[derive(Clone, Copy)]
pub struct Comparison {
    distance: Distance,
    /// Where the first of the two lies.
    from: Bases,
}

impl Comparison {
    /// `None` if the isolates lie so that nothing can be told.
    pub fn new(a: Bases, b: Bases) -> Option<Comparison> {
        let distance = a.distance(b);
        (distance.heap != 0).then_some(Comparison { distance, from: a })
    }

    pub fn word(self, a: u64, b: u64) -> Word {
        let Distance { heap, globals } = self.distance;
        match b.wrapping_sub(a) {
            0 => Word::Plain,
            // Both regions are moved by as much, as where isolates are made in a row in fresh memory. They
            // begin at their bases and do not overlap, so that the higher base divides them.
            d if d == heap && d == globals => {
                let (upper, below, above) = if self.from.heap < self.from.globals {
                    (self.from.globals, Word::InHeap, Word::InGlobals)
                } else {
                    (self.from.heap, Word::InGlobals, Word::InHeap)
                };
                if a < upper as u64 { below } else { above }
            }
            d if d == heap => Word::InHeap,
            d if d == globals => Word::InGlobals,
            _ => Word::Odd,
        }
    }
}

/// Why two heaps make no image: they differ in more than their addresses.
#[derive(Debug)]
pub struct Differ;

/// What a heap counts besides its blocks and intervals.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Numbers {
    closed_bytes: u64,
    claimed: usize,
    budget: usize,
    refills: usize,
    live_objects: usize,
    refused_at: Option<u64>,
    vain_collections: u32,
}

/// See the file's header.
pub struct Image {
    bases: Bases,
    layouts: Arc<LayoutTable>,
    top: u32,
    /// Of the blocks from 1 to the top.
    rows: Vec<Block>,
    marks: Vec<[u64; MARK_WORDS]>,
    free: FreeRuns,
    used: u32,
    /// Of the same blocks; `None` where all words are zero.
    pages: Vec<Option<Box<Page>>>,
    bumps: Box<[Bump]>,
    starts: Box<[usize]>,
    pools: Vec<Pool>,
    array_pools: Box<[u32]>,
    numbers: Numbers,
    stats: HeapStats,
    file: Option<MemoryFile>,
}

/// An image as it is in one heap.
pub(super) struct Installed {
    image: Arc<Image>,
    distance: Distance,
    bumps: Box<[Bump]>,
    starts: Box<[usize]>,
    /// The place in the image's file that is mapped, if there is one.
    place: Option<u64>,
    /// Pages that are not just relocated.
    patched: HashMap<usize, Box<Words>>,
}

impl Drop for Installed {
    fn drop(&mut self) {
        if let (Some(place), Some(file)) = (self.place, &self.image.file) {
            file.give(place);
        }
    }
}

fn moved(address: usize, by: Distance) -> usize {
    // Intervals that were never used are at 0.
    if address == 0 { 0 } else { address.wrapping_add(by.heap as usize) }
}

fn moved_bump(bump: Bump, by: Distance) -> Bump {
    Bump { cur: moved(bump.cur, by), end: moved(bump.end, by) }
}

fn moved_pool(pool: &Pool, by: Distance) -> Pool {
    let (bump, bump_start) = (moved_bump(pool.bump, by), moved(pool.bump_start, by));
    Pool { bump, bump_start, ..*pool }
}

fn same_pool(a: &Pool, b: &Pool, by: Distance) -> bool {
    let fixed = |p: &Pool| (p.cell, p.layout, p.scan, p.current, p.cursor);
    let place = |p: &Pool| (p.bump.cur, p.bump.end, p.bump_start);
    fixed(a) == fixed(b) && place(&moved_pool(a, by)) == place(b)
}

impl Page {
    /// The page as it is at a distance.
    fn relocated(&self, by: Distance, to: &mut Words) {
        *to = self.words;
        for (bits, distance) in [(&self.in_heap, by.heap), (&self.in_globals, by.globals)] {
            for (n, bits) in bits.iter().enumerate() {
                let mut bits = *bits;
                while bits != 0 {
                    let word = &mut to[n * 64 + bits.trailing_zeros() as usize];
                    *word = word.wrapping_add(distance);
                    bits &= bits - 1;
                }
            }
        }
    }
}

impl Image {
    /// The image of two heaps in which the same has happened. `odd` gets the offsets of words of blocks in
    /// use that are neither equal nor addresses; in the image they are as in `a`.
    ///
    /// # Safety
    /// Nothing of both isolates runs, and both heaps' bases are those of the comparison.
    pub unsafe fn of(
        (a, a_bases): (&Heap, Bases),
        (b, b_bases): (&Heap, Bases),
        odd: &mut Vec<usize>,
    ) -> Result<Image, Differ> {
        let by = a_bases.distance(b_bases);
        let comparison = Comparison::new(a_bases, b_bases).ok_or(Differ)?;
        if !a.is_like(b, by) {
            return Err(Differ);
        }
        let top = a.blocks.top();
        let mut rows: Vec<Block> = (1..top).map(|block| *a.blocks.get(block)).collect();
        for block in 1..top {
            // All of a block is read, free cells and redzones as well.
            [a, b].iter().for_each(|heap| poison::unpoison(heap.blocks.address(block), BLOCK));
        }
        let mut pages = Vec::with_capacity(rows.len() * PAGES as usize);
        for (n, row) in rows.iter_mut().enumerate() {
            if row.kind == BlockUse::Free {
                // Whatever is left there, an image has zeros.
                row.contents = Contents::Zero;
                pages.extend((0..PAGES).map(|_| None));
                continue;
            }
            for page in 0..PAGES as usize {
                let offset = ((n + 1) << BLOCK_SHIFT) + page * PAGE;
                let [a, b] = [a, b].map(|heap| (heap.blocks.base() + offset) as *const Words);
                // SAFETY: pages of the heaps' memory, which nothing writes meanwhile.
                let (a, b) = unsafe { (&*a, &*b) };
                pages.push(page_of(comparison, a, b, offset, odd));
            }
        }
        let bytes = pages.len() * PAGE;
        Ok(Image {
            bases: a_bases,
            layouts: a.table.clone(),
            top,
            rows,
            marks: (1..top).map(|block| *a.blocks.marks(block)).collect(),
            free: a.blocks.free.clone(),
            used: a.blocks.used(),
            pages,
            bumps: a.bumps.clone(),
            starts: a.starts.clone(),
            pools: a.pools.iter().map(|pool| Pool { ..*pool }).collect(),
            array_pools: a.array_pools.clone(),
            numbers: a.numbers(),
            stats: a.stats,
            file: MemoryFile::new(bytes),
        })
    }

    /// Bytes of blocks that the image covers.
    pub fn bytes(&self) -> usize {
        self.pages.len() * PAGE
    }

    /// The bases that the image's own words are of.
    pub fn bases(&self) -> Bases {
        self.bases
    }

    /// Counters of the heap that the image is of.
    pub fn stats(&self) -> HeapStats {
        self.stats
    }
}

fn page_of(
    comparison: Comparison,
    a: &Words,
    b: &Words,
    offset: usize,
    odd: &mut Vec<usize>,
) -> Option<Box<Page>> {
    if a == b && a.iter().all(|word| *word == 0) {
        return None;
    }
    let mut page = Box::new(Page { words: *a, in_heap: [0; WORDS / 64], in_globals: [0; WORDS / 64] });
    for n in 0..WORDS {
        match comparison.word(a[n], b[n]) {
            Word::Plain => {}
            Word::InHeap => page.in_heap[n / 64] |= 1 << (n % 64),
            Word::InGlobals => page.in_globals[n / 64] |= 1 << (n % 64),
            Word::Odd => odd.push(offset + n * 8),
        }
    }
    Some(page)
}

impl Heap {
    fn numbers(&self) -> Numbers {
        Numbers {
            closed_bytes: self.closed_bytes,
            claimed: self.claimed,
            budget: self.budget,
            refills: self.refills,
            live_objects: self.live_objects,
            refused_at: self.refused_at,
            vain_collections: self.vain_collections,
        }
    }

    fn set_numbers(&mut self, numbers: Numbers) {
        self.closed_bytes = numbers.closed_bytes;
        self.claimed = numbers.claimed;
        self.budget = numbers.budget;
        self.refills = numbers.refills;
        self.live_objects = numbers.live_objects;
        self.refused_at = numbers.refused_at;
        self.vain_collections = numbers.vain_collections;
    }

    /// Whether two heaps are the same but for the distance between them and what their objects hold.
    fn is_like(&self, other: &Heap, by: Distance) -> bool {
        let (a, b) = (self, other);
        let rows = |heap: &Heap, block| *heap.blocks.get(block) == *b.blocks.get(block);
        let intervals = |a: &[Bump], b: &[Bump]| {
            a.iter().zip(b).all(|(a, b)| {
                let a = moved_bump(*a, by);
                (a.cur, a.end) == (b.cur, b.end)
            })
        };
        Arc::ptr_eq(&a.table, &b.table)
            && a.stress == b.stress
            && (a.blocks.top(), a.blocks.used()) == (b.blocks.top(), b.blocks.used())
            && (1..a.blocks.top())
                .all(|block| rows(a, block) && a.blocks.marks(block) == b.blocks.marks(block))
            && a.blocks.free == b.blocks.free
            && a.pools.len() == b.pools.len()
            && a.pools.iter().zip(&b.pools).all(|(a, b)| same_pool(a, b, by))
            && a.array_pools == b.array_pools
            && intervals(&a.bumps, &b.bumps)
            && a.starts.iter().zip(&b.starts).all(|(a, b)| moved(*a, by) == *b)
            && a.numbers() == b.numbers()
    }

    /// Whether the object at an address was alive at the last collection.
    pub fn was_alive(&self, address: usize) -> bool {
        let Some((start, size)) = self.object_start(address) else { return false };
        let block = ((start - self.blocks.base()) >> BLOCK_SHIFT) as u32;
        let row = self.blocks.get(block);
        if row.kind != BlockUse::Small {
            return size != 0 && row.marked != 0;
        }
        let cell = (start - self.blocks.address(block)) / row.cell as usize;
        self.blocks.marks(block)[cell / 64] & (1 << (cell % 64)) != 0
    }

    /// Whether an image can be installed.
    pub fn has_room_for(&self, image: &Image) -> bool {
        Arc::ptr_eq(&self.table, &image.layouts) && image.top <= self.blocks.max + 1
    }

    /// Installs an image in a heap without objects, which has room for it, in an isolate whose globals are at
    /// `globals`; `finish` may change words of objects before the heap counts as restored.
    ///
    /// # Errors
    /// The heap has no room for it. It is then as it was.
    pub fn install(
        &mut self,
        image: &Arc<Image>,
        globals: usize,
        finish: impl FnOnce(&mut Heap),
    ) -> io::Result<()> {
        if self.installed.is_some() || self.blocks.used() != 0 || !self.has_room_for(image) {
            return Err(io::Error::other("the heap has no room for the image"));
        }
        self.blocks.cut(1);
        if self.blocks.high > 1 && !self.blocks.release_run(1, self.blocks.high) {
            return Err(io::Error::last_os_error());
        }
        let distance = image.bases.distance(Bases { heap: self.blocks.base(), globals });
        let installed = Installed {
            distance,
            bumps: image.bumps.iter().map(|bump| moved_bump(*bump, distance)).collect(),
            starts: image.starts.iter().map(|start| moved(*start, distance)).collect(),
            place: None,
            patched: HashMap::default(),
            image: image.clone(),
        };
        self.blocks.fixed = image.top;
        self.blocks.high = self.blocks.high.max(image.top);
        self.pools = image.pools.iter().map(|pool| Pool { ..*pool }).collect();
        self.array_pools = image.array_pools.clone();
        self.put_tables(&installed, true);
        for n in 0..image.pages.len() {
            self.put_page(&installed, n);
        }
        self.installed = Some(installed);
        finish(self);
        self.map_image();
        Ok(())
    }

    /// Takes an image out of a heap: what is left is a fresh one.
    pub fn uninstall(&mut self) {
        self.recycle(0);
        let Some(mut installed) = self.installed.take() else { return };
        let fresh = self.blocks.memory.map_anew(BLOCK, installed.image.bytes()).is_ok();
        if fresh {
            self.blocks.fixed = 1;
        } else {
            // The file stays mapped, and its place is not used again. What is there is zeroed when it is
            // claimed.
            installed.place = None;
        }
        for block in 1..installed.image.top {
            self.blocks.get_mut(block).contents = if fresh { Contents::Zero } else { Contents::Stale };
        }
        self.blocks.count_stale(1);
    }

    /// Brings the heap back to the image that is installed in it, keeping at most `keep` bytes of memory
    /// beside it, by about. Without an image, all objects are freed. Answers false, with a fresh heap, if
    /// there was an image and the system does not allow it.
    pub fn restore(&mut self, keep: usize) -> bool {
        let Some(installed) = self.installed.take() else {
            self.recycle(keep);
            return true;
        };
        self.free_above(installed.image.top, keep);
        let collected = self.stats.collections != installed.image.stats.collections;
        self.put_tables(&installed, collected);
        let repaired = self.repair(&installed);
        self.installed = Some(installed);
        if !repaired {
            self.uninstall();
        }
        repaired
    }

    /// Rows, marks (if they may be others), intervals and numbers of an image, where no block above it is in
    /// use.
    fn put_tables(&mut self, installed: &Installed, marks: bool) {
        let Installed { image, distance, .. } = installed;
        for (n, row) in image.rows.iter().enumerate() {
            let block = n as u32 + 1;
            *self.blocks.get_mut(block) = *row;
            if marks {
                *self.blocks.marks_mut(block) = image.marks[n];
            }
            // Slack and redzones are not known any more, and pages of free blocks may be written.
            poison::unpoison(self.blocks.address(block), BLOCK);
        }
        self.blocks.count_stale(image.top);
        self.blocks.top = image.top;
        self.blocks.free.clone_from(&image.free);
        self.blocks.used = image.used;
        self.bumps.copy_from_slice(&installed.bumps);
        self.starts.copy_from_slice(&installed.starts);
        for (pool, like) in self.pools.iter_mut().zip(&image.pools) {
            *pool = moved_pool(like, *distance);
        }
        for pool in &mut self.pools[image.pools.len()..] {
            *pool = Pool { current: 0, cursor: 0, bump: Bump::default(), bump_start: 0, ..*pool };
        }
        self.set_numbers(image.numbers);
        self.stats = image.stats;
    }

    /// Writes one page of an image, which is zero where the image has none.
    fn put_page(&mut self, installed: &Installed, n: usize) {
        let at = (self.blocks.base() + BLOCK + n * PAGE) as *mut Words;
        // SAFETY: a page of blocks of this heap, to which the exclusive borrow gives the only reference.
        let words = unsafe { &mut *at };
        match (installed.patched.get(&n), &installed.image.pages[n]) {
            (Some(patched), _) => *words = **patched,
            (None, Some(page)) => page.relocated(installed.distance, words),
            (None, None) if words.iter().all(|word| *word == 0) => {}
            (None, None) => words.fill(0),
        }
    }

    /// Maps the image's blocks, as they are now, from its file. Where that is not possible, all of them are
    /// written again each time that the heap is restored.
    fn map_image(&mut self) {
        let Some(mut installed) = self.installed.take() else { return };
        self.note_patched(&mut installed);
        if let Some(file) = &installed.image.file
            && let Ok(place) = file.take()
        {
            let mapped = self.fill_place(&installed, file, place).and_then(|()| {
                let (bytes, fd) = (installed.image.bytes(), file.descriptor());
                self.blocks.memory.map_file(BLOCK, bytes, fd, place)
            });
            match mapped {
                Ok(()) => installed.place = Some(place),
                Err(_) => file.give(place),
            }
        }
        self.installed = Some(installed);
    }

    /// Notes the pages that are other than relocated ones.
    fn note_patched(&self, installed: &mut Installed) {
        let mut expected: Words = [0; WORDS];
        for (n, page) in installed.image.pages.iter().enumerate() {
            let Some(page) = page else { continue };
            page.relocated(installed.distance, &mut expected);
            // SAFETY: a page of blocks of this heap, which nothing writes meanwhile.
            let words = unsafe { &*((self.blocks.base() + BLOCK + n * PAGE) as *const Words) };
            if *words != expected {
                installed.patched.insert(n, Box::new(*words));
            }
        }
    }

    /// Writes the image's blocks as they are to a place of its file, which is zero.
    fn fill_place(&self, installed: &Installed, file: &MemoryFile, place: u64) -> io::Result<()> {
        let pages = &installed.image.pages;
        let mut n = 0;
        while n < pages.len() {
            let count = pages[n..].iter().take_while(|page| page.is_some()).count();
            if count > 0 {
                let at = (self.blocks.base() + BLOCK + n * PAGE) as *const u8;
                // SAFETY: pages of blocks of this heap, which nothing writes meanwhile.
                let bytes = unsafe { std::slice::from_raw_parts(at, count * PAGE) };
                file.write(bytes, place + (n * PAGE) as u64)?;
            }
            n += count.max(1);
        }
        Ok(())
    }

    /// Undoes what was written to the image's pages. Answers whether the system has allowed it.
    fn repair(&mut self, installed: &Installed) -> bool {
        let (start, pages) = (self.blocks.base() + BLOCK, installed.image.pages.len());
        if installed.place.is_none() {
            (0..pages).for_each(|n| self.put_page(installed, n));
            return true;
        }
        pages::written(start, pages, |n| self.put_page(installed, n))
            || self.blocks.memory.release(BLOCK, pages * PAGE)
    }
}
