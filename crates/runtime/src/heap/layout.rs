//! Where pointers may stand in an object, and which cell sizes there are.
//!
//! A layout is an optimisation and never a matter of soundness: a word that a layout calls a pointer is still
//! only *perhaps* one (the data word of an interface may hold a number), so the collector checks every word
//! against the block table. Knows nothing of blocks.

use purlin_base::map::HashMap;

/// Bytes of one word.
pub const WORD: usize = 8;

/// The longest period, in words, that a [`Layout`] describes; objects of a longer one are scanned whole.
pub const MAX_PERIOD: u32 = 64;

/// Which words of an object may hold pointers. The pattern repeats over the whole cell, so the layout of an
/// element is also the layout of an array of it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Layout {
    words: u32,
    pointers: u64,
}

impl Layout {
    /// Never looked into: text, numbers.
    pub const NO_POINTERS: Layout = Layout { words: 1, pointers: 0 };
    /// Each word may be a pointer.
    pub const ALL: Layout = Layout { words: 1, pointers: 1 };
    /// Each word may be a pointer, of objects that only the natives of headers make: no type of a guest's has
    /// this layout, since [`Layout::new`] gives patterns with their shortest period.
    pub const HEADER: Layout = Layout { words: 2, pointers: 0b11 };

    /// The layout of an object (or array element) of `words` words, of which those listed may be pointers.
    /// A word that is listed but lies outside the object is ignored.
    pub fn new(words: u32, pointer_words: impl IntoIterator<Item = u32>) -> Layout {
        let mut pointers = 0u64;
        let mut any = false;
        for word in pointer_words {
            if word >= words {
                continue;
            }
            any = true;
            if word < MAX_PERIOD {
                pointers |= 1 << word;
            }
        }
        if !any || words == 0 {
            Layout::NO_POINTERS
        } else if words > MAX_PERIOD {
            Layout::ALL
        } else {
            Layout { words, pointers }.shortest()
        }
    }

    /// This pattern with its shortest period, so that equal patterns are equal values.
    fn shortest(self) -> Layout {
        for period in (1..self.words).filter(|p| self.words.is_multiple_of(*p)) {
            let low = self.pointers & ((1u64 << period) - 1);
            if (0..self.words / period)
                .all(|i| (self.pointers >> (i * period)) & ((1u64 << period) - 1) == low)
            {
                return Layout { words: period, pointers: low };
            }
        }
        self
    }

    /// The period in words, 1 to 64.
    pub fn period(self) -> u32 {
        self.words
    }

    /// Bit `i` says that word `i` of each period may be a pointer.
    pub fn pointers(self) -> u64 {
        self.pointers
    }

    pub fn has_pointers(self) -> bool {
        self.pointers != 0
    }
}

/// Names a [`Layout`] in a [`LayoutTable`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct LayoutId(pub u32);

impl LayoutId {
    /// In every table: [`Layout::NO_POINTERS`].
    pub const NO_POINTERS: LayoutId = LayoutId(0);
    /// In every table: [`Layout::ALL`].
    pub const ALL: LayoutId = LayoutId(1);
    /// In every table: [`Layout::HEADER`].
    pub const HEADER: LayoutId = LayoutId(2);
}

/// Names an allocation class of fixed size in a [`LayoutTable`]; also the index of its bump interval.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct ClassId(pub u32);

/// What objects of one class look like.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Class {
    /// Bytes asked for.
    pub size: usize,
    /// Bytes of a cell: `size` rounded up; 0 for objects of size zero.
    pub cell: usize,
    pub layout: LayoutId,
    /// Index in the table's pools; none for classes of size zero or with blocks of their own.
    pub pool: Option<u32>,
}

/// The cell size and layout that the blocks of a pool have in common.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct PoolShape {
    pub cell: usize,
    pub layout: LayoutId,
}

/// The layouts and allocation classes of a compiled module: immutable, shared by the heaps of all its
/// isolates.
#[derive(Clone, Debug)]
pub struct LayoutTable {
    layouts: Vec<Layout>,
    classes: Vec<Class>,
    /// What the classes need, each shape once; heaps add those of arrays as they meet them.
    pools: Vec<PoolShape>,
}

/// Collects layouts and classes, giving equal ones the same id.
#[derive(Clone, Debug)]
pub struct LayoutTableBuilder {
    table: LayoutTable,
    layout_ids: HashMap<Layout, LayoutId>,
    class_ids: HashMap<(usize, LayoutId), ClassId>,
    pool_ids: HashMap<PoolShape, u32>,
}

impl Default for LayoutTableBuilder {
    fn default() -> Self {
        LayoutTableBuilder::new()
    }
}

impl LayoutTableBuilder {
    pub fn new() -> LayoutTableBuilder {
        let mut builder = LayoutTableBuilder {
            table: LayoutTable { layouts: Vec::new(), classes: Vec::new(), pools: Vec::new() },
            layout_ids: HashMap::default(),
            class_ids: HashMap::default(),
            pool_ids: HashMap::default(),
        };
        // In the order of the ids that `LayoutId` promises.
        builder.layout(Layout::NO_POINTERS);
        builder.layout(Layout::ALL);
        builder.layout(Layout::HEADER);
        builder
    }

    pub fn layout(&mut self, layout: Layout) -> LayoutId {
        let layouts = &mut self.table.layouts;
        *self.layout_ids.entry(layout).or_insert_with(|| {
            layouts.push(layout);
            LayoutId(layouts.len() as u32 - 1)
        })
    }

    /// The class of objects of `size` bytes and this layout.
    pub fn class(&mut self, size: usize, layout: Layout) -> ClassId {
        let id = self.layout(layout);
        if let Some(class) = self.class_ids.get(&(size, id)) {
            return *class;
        }
        let class = self.push_class(size, layout);
        self.class_ids.insert((size, id), class);
        class
    }

    /// A class of its own, even if an equal one exists: its id counts up from 0.
    pub fn push_class(&mut self, size: usize, layout: Layout) -> ClassId {
        let layout = self.layout(layout);
        let cell = fixed_cell_size(size, layout);
        let shape = PoolShape { cell, layout };
        let pools = &mut self.table.pools;
        let pool = (1..=MAX_SMALL).contains(&cell).then(|| {
            *self.pool_ids.entry(shape).or_insert_with(|| {
                pools.push(shape);
                pools.len() as u32 - 1
            })
        });
        self.table.classes.push(Class { size, cell, layout, pool });
        ClassId(self.table.classes.len() as u32 - 1)
    }

    pub fn finish(self) -> LayoutTable {
        self.table
    }
}

impl LayoutTable {
    /// A table without classes; arrays of the two standard layouts can be allocated.
    pub fn empty() -> LayoutTable {
        LayoutTableBuilder::new().finish()
    }

    pub fn layout(&self, id: LayoutId) -> Layout {
        self.layouts[id.0 as usize]
    }

    /// The bytes that native code adds to a bump interval's `cur` for one object of this class. Zero for
    /// objects of size zero. Larger than any interval for classes beyond [`MAX_SMALL`].
    pub fn class_cell_size(&self, id: ClassId) -> usize {
        self.classes[id.0 as usize].cell
    }

    /// The bytes of one object, or of one element of an array.
    pub fn class_size(&self, id: ClassId) -> usize {
        self.classes[id.0 as usize].size
    }

    /// The layout of a class's objects.
    pub fn class_layout(&self, id: ClassId) -> LayoutId {
        self.classes[id.0 as usize].layout
    }

    pub fn class_count(&self) -> usize {
        self.classes.len()
    }

    pub(super) fn layouts(&self) -> &[Layout] {
        &self.layouts
    }

    pub(super) fn pools(&self) -> &[PoolShape] {
        &self.pools
    }

    pub(super) fn classes(&self) -> &[Class] {
        &self.classes
    }
}

/// The largest cell that shares a block with others; what is larger has blocks of its own.
pub const MAX_SMALL: usize = 16384;

/// Cell sizes of arrays. The first two thirds are Go's size classes, so that a capacity Go would report
/// wastes nothing; the rest divide a block evenly, which Go's, made for other spans, do not.
#[rustfmt::skip]
pub(super) const SIZE_CLASSES: [usize; 47] = [
    16, 24, 32, 48, 64, 80, 96, 112, 128, 144, 160, 176, 192, 208, 224, 240, 256, 288, 320, 352, 384, 416, 448,
    480, 512, 576, 640, 704, 768, 896, 1024, 1152, 1280, 1408, 1536, 1792, 2048, 2336, 2728, 3272, 4096, 4680,
    5456, 6552, 8192, 10920, 16384,
];

const SMALL_TABLE: [u8; 129] = {
    let mut table = [0u8; 129];
    let mut class = 0;
    let mut units = 0;
    while units <= 128 {
        while SIZE_CLASSES[class] < units * 8 {
            class += 1;
        }
        table[units] = class as u8;
        units += 1;
    }
    table
};

/// The index in [`SIZE_CLASSES`] of the smallest class that holds `size` bytes (at most [`MAX_SMALL`]).
#[inline]
pub(super) fn size_class(size: usize) -> usize {
    debug_assert!(size <= MAX_SMALL);
    if size <= 1024 {
        SMALL_TABLE[size.div_ceil(8)] as usize
    } else {
        SIZE_CLASSES.partition_point(|class| *class < size)
    }
}

/// Cells of fixed-size objects: exact to a word where there is something to save, except that pointer-free
/// ones of different sizes share the array classes and so their blocks.
fn fixed_cell_size(size: usize, layout: LayoutId) -> usize {
    if size == 0 {
        0
    } else if size > MAX_SMALL {
        // No interval is ever this long, so that inline allocation always takes the slow path.
        size.saturating_add(WORD - 1) & !(WORD - 1)
    } else if layout == LayoutId::NO_POINTERS && size > 64 {
        SIZE_CLASSES[size_class(size)]
    } else {
        size.next_multiple_of(WORD).max(16)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_patterns_share_one_id() {
        let mut builder = LayoutTableBuilder::new();
        assert_eq!(builder.layout(Layout::new(4, [0, 2])), builder.layout(Layout::new(2, [0])));
        assert_eq!(builder.layout(Layout::new(3, [0, 1, 2])), LayoutId::ALL);
        assert_eq!(builder.layout(Layout::new(3, [])), LayoutId::NO_POINTERS);
        assert_eq!(builder.layout(Layout::HEADER), LayoutId::HEADER);
        assert_eq!(
            builder.layout(Layout::new(2, [0, 1])),
            LayoutId::ALL,
            "no type has the layout of headers"
        );
        assert_eq!(builder.layout(Layout::new(100, [70])), LayoutId::ALL);
        assert_eq!(builder.class(24, Layout::new(3, [0])), builder.class(24, Layout::new(3, [0])));
        assert_ne!(builder.class(24, Layout::new(3, [0])), builder.class(24, Layout::new(3, [1])));
    }

    #[test]
    fn size_classes_hold_what_they_are_asked_for() {
        for size in 1..=MAX_SMALL {
            let class = size_class(size);
            assert!(SIZE_CLASSES[class] >= size);
            assert!(class == 0 || SIZE_CLASSES[class - 1] < size);
        }
        assert!(SIZE_CLASSES.iter().all(|c| c.is_multiple_of(WORD)));
    }

    #[test]
    fn fixed_cells_are_exact_to_a_word() {
        let mut builder = LayoutTableBuilder::new();
        let pairs = [(0, 0), (1, 16), (16, 16), (17, 24), (24, 24), (72, 72), (1000, 1000)];
        let ids: Vec<_> = pairs.iter().map(|(size, _)| builder.class(*size, Layout::new(3, [0]))).collect();
        let table = builder.finish();
        for (id, (_, cell)) in ids.into_iter().zip(pairs) {
            assert_eq!(table.class_cell_size(id), cell);
        }
    }
}
