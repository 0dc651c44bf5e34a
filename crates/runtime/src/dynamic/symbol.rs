//! Symbols by text: one for each text and isolate. Each is an object of the guest's heap, named here by its
//! address; serials count from 1 in the order in which symbols are made.

use purlin_base::map::HashMap;

/// The symbols of an isolate.
#[derive(Default)]
pub(crate) struct Symbols {
    /// Addresses by serial less 1.
    all: Vec<u64>,
    /// Serials by text.
    serials: HashMap<Box<[u8]>, u32>,
    /// What the first word of new symbols is.
    pub(crate) class_word: u64,
    /// Bytes that the texts and the tables take.
    bytes: usize,
}

/// Bytes that a symbol takes in the tables beside its text, at most: the tables grow by doubling.
const ENTRY_BYTES: usize = 64;

impl Symbols {
    pub(crate) fn all(&self) -> &[u64] {
        &self.all
    }

    /// Bytes outside the heap, which count against the memory limit.
    pub(crate) fn bytes(&self) -> usize {
        self.bytes
    }

    /// The symbol of a text, if there is one.
    pub(crate) fn get(&self, text: &[u8]) -> Option<u64> {
        self.serials.get(text).map(|serial| self.all[*serial as usize - 1])
    }

    /// The texts by serial; none has the serial 0.
    pub(crate) fn texts(&self) -> Vec<&[u8]> {
        let mut texts: Vec<&[u8]> = vec![&[]; self.all.len() + 1];
        for (text, serial) in &self.serials {
            texts[*serial as usize] = text;
        }
        texts
    }

    /// The serial of the next symbol; `None` if there are no more.
    pub(crate) fn next(&self) -> Option<u32> {
        u32::try_from(self.all.len() + 1).ok()
    }

    /// Makes room for so many symbols more, so that few are moved when they are added.
    pub(crate) fn reserve(&mut self, more: usize) {
        self.all.reserve(more);
        self.serials.reserve(more);
    }

    /// Adds the next symbol.
    pub(crate) fn add(&mut self, text: &[u8], object: u64) {
        self.all.push(object);
        self.bytes += text.len() + ENTRY_BYTES;
        self.serials.insert(text.into(), self.all.len() as u32);
    }
}
