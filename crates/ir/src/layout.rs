//! Where a module's globals, read-only bytes and dispatch rows lie: the one place that decides it for all
//! tiers.
//!
//! Knows nothing of isolates: it gives offsets and images, others allocate and copy.

use std::sync::Arc;

use purlin_base::SecondaryMap;
use purlin_base::map::HashSet;

use crate::func::Function;
use crate::ids::{DataId, GlobalId, InterfaceId, SelectorId, SlotId};
use crate::module::Module;

/// Offsets and images of a module's tables.
#[derive(Clone, Debug, Default)]
pub struct Layout {
    /// Byte offset of each global from the start of an isolate's globals.
    pub globals: SecondaryMap<GlobalId, u64>,
    /// Bytes of all globals.
    pub globals_bytes: u64,
    /// Byte offset of each piece of data from the start of the module's read-only bytes.
    pub data: SecondaryMap<DataId, u64>,
    /// The read-only bytes, as words of this machine's byte order, with 64 readable bytes after the last.
    pub data_image: Arc<[u64]>,
    /// The row of each selector in `dispatch`; no two are equal.
    pub rows: SecondaryMap<SelectorId, u32>,
    /// `dispatch[row + type]` is the number of the function, for every type that has the selector.
    pub dispatch: Vec<u32>,
    /// `implements[row + type]` is 1 or 0, where the row is that of an interface.
    pub implements: Vec<u8>,
    /// More than any row and any type's number. Types that are added once the module is linked have the
    /// multiples of the stride as numbers, so that the elements of all rows for one such type lie together,
    /// behind those of the types before. Half of the stride is free for further rows.
    pub stride: u32,
    /// The row of each interface in `implements`; no two are equal.
    pub interfaces: SecondaryMap<InterfaceId, u32>,
}

/// The least stride: a column of `implements` is then a page.
const LEAST_STRIDE: usize = 4096;

/// Twice as many as an isolate can make types of its own (`purlin_runtime::types::MOST_MADE`).
const MADE_TYPES: usize = 2048;

/// Where the frame slots of a function lie in its frame's memory: the same for all tiers, as a frame is
/// handed on.
#[derive(Clone, Debug, Default)]
pub struct FrameLayout {
    offsets: SecondaryMap<SlotId, u64>,
    bytes: u64,
}

impl FrameLayout {
    pub fn new(func: &Function) -> FrameLayout {
        let mut layout = FrameLayout::default();
        for (slot, data) in func.slots.iter() {
            layout.offsets[slot] = layout.bytes;
            layout.bytes += u64::from(data.size).next_multiple_of(8);
        }
        layout
    }

    /// The byte offset of a slot from the start of the frame's memory.
    pub fn offset(&self, slot: SlotId) -> u64 {
        self.offsets[slot]
    }

    /// The bytes of all slots, a multiple of 8.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }
}

/// Bytes after the data that kernels may read.
const PADDING: usize = 64;

impl Layout {
    pub fn new(module: &Module) -> Layout {
        let mut layout = Layout::default();
        for (id, global) in module.globals.iter() {
            layout.globals[id] = layout.globals_bytes;
            layout.globals_bytes += u64::from(global.size).next_multiple_of(8);
        }
        let count: usize = module.data.values().map(|data| data.bytes.len().div_ceil(8)).sum();
        let mut words: Vec<u64> = Vec::with_capacity(count + PADDING / 8);
        for (id, data) in module.data.iter() {
            layout.data[id] = 8 * words.len() as u64;
            let (whole, rest) = data.bytes.as_chunks::<8>();
            words.extend(whole.iter().map(|bytes| u64::from_ne_bytes(*bytes)));
            if !rest.is_empty() {
                let mut last = [0; 8];
                last[..rest.len()].copy_from_slice(rest);
                words.push(u64::from_ne_bytes(last));
            }
        }
        words.resize(words.len() + PADDING / 8, 0);
        layout.data_image = words.into();
        let last_row = layout.lay_out_dispatch(module);
        layout.implements = vec![0; module.interfaces.len() * module.linked_types() as usize];
        for (id, iface) in module.interfaces.iter() {
            layout.interfaces[id] = implements_row(module, id);
            let row = layout.interfaces[id] as usize;
            let linked = iface.types.iter().filter(|ty| **ty < module.type_count);
            linked.for_each(|ty| layout.implements[row + *ty as usize] = 1);
        }
        let used = layout.dispatch.len().max(layout.implements.len()).max(last_row as usize + 1);
        // The upper half of the first stride is for types that isolates make: all rows are zero there.
        layout.stride = (2 * used + MADE_TYPES).next_power_of_two().max(LEAST_STRIDE) as u32;
        layout
    }

    /// Packs the rows of selectors; the highest row.
    fn lay_out_dispatch(&mut self, module: &Module) -> u32 {
        let mut taken = HashSet::default();
        for (id, selector) in module.selectors.iter() {
            // A row covers the linked types from the first that has the selector to the last.
            let linked = selector.methods.partition_point(|(ty, _)| *ty < module.type_count);
            let methods = &selector.methods[..linked];
            let first = methods.first().map_or(0, |(ty, _)| *ty);
            let mut row = (self.dispatch.len() as u32).saturating_sub(first);
            while !taken.insert(row) {
                row += 1;
            }
            self.rows[id] = row;
            let Some(last) = methods.last() else { continue };
            let end = row as usize + last.0 as usize + 1;
            self.dispatch.resize(end.max(self.dispatch.len()), 0);
            for (ty, func) in methods {
                self.dispatch[row as usize + *ty as usize] = func.as_u32();
            }
        }
        taken.into_iter().max().unwrap_or(0)
    }
}

/// The row of an interface in [`Layout::implements`], in a module that is linked.
pub fn implements_row(module: &Module, iface: InterfaceId) -> u32 {
    iface.as_u32() * module.linked_types()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse;

    #[test]
    fn tables_lie_one_after_the_other() {
        let module = parse::module(
            "types 5\nglobal0 = \"a\" size 3\nglobal1 = \"b\" size 16\ndata0 = \"abc\"\ndata1 = \"0123456789\"\n\
             selector0 = \"s\" [2: fn0, 4: fn1]\nselector1 = \"t\" [1: fn1]\niface0 = \"i\" [2, 4]\niface1 = \"j\" [1]\n\
             fn0 \"f\" () -> ()\nfn1 \"g\" () -> ()\n",
        )
        .unwrap();
        let layout = Layout::new(&module);
        assert_eq!(layout.globals[GlobalId::from_u32(1)], 8);
        assert_eq!(layout.globals_bytes, 24);
        assert_eq!(layout.data[DataId::from_u32(1)], 8);
        assert_eq!(layout.data_image[0].to_ne_bytes(), *b"abc\0\0\0\0\0");
        let row = |n: u32, ty: u32| layout.dispatch[(layout.rows[SelectorId::from_u32(n)] + ty) as usize];
        assert_eq!((row(0, 2), row(0, 4), row(1, 1)), (0, 1, 1));
        assert_eq!(layout.implements, [0, 0, 1, 0, 1, 0, 1, 0, 0, 0]);
        assert_eq!(layout.stride, 4096);
    }

    #[test]
    fn every_selector_has_a_row_of_its_own() {
        let module = parse::module(
            "types 9\nselector0 = \"s\" [7: fn0]\nselector1 = \"t\" [8: fn0]\nselector2 = \"none\" []\n\
             selector3 = \"u\" [1: fn0]\nselector4 = \"none\" []\nfn0 \"f\" () -> ()\n",
        )
        .unwrap();
        let layout = Layout::new(&module);
        let mut rows: Vec<u32> = module.selectors.keys().map(|s| layout.rows[s]).collect();
        rows.sort_unstable();
        assert!(rows.windows(2).all(|pair| pair[0] < pair[1]), "{rows:?}");
        assert!(rows.iter().all(|row| *row < layout.stride));
    }
}
