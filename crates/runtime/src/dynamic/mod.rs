//! What the isolate of a dynamic guest knows beyond its heap: behaviours by number, symbols by text, the
//! sites that have answers, and the table for all sites. `docs/dynamic.md` describes the objects.
//!
//! Behaviours, method dictionaries and symbols are objects of the guest's heap; here are their addresses,
//! which are roots, and indices over them. Knows no guest language and no tier.

mod behaviour;
mod dictionary;
mod lookup;
mod site;
mod symbol;

pub(crate) use behaviour::Behaviours;
pub(crate) use dictionary::{CAPACITY, HEADER, TALLY, capacity_for, insert, places};
pub(crate) use lookup::{BEHAVIOUR_WORDS, DICTIONARY, Found, Memory, NUMBER, function_of, look_up, serial};
pub(crate) use site::{FREE_DEPTH, Sites, Target, WORDS as SITE_WORDS, empty};
pub(crate) use symbol::Symbols;

use crate::heap::Marker;

/// See the file's header. Empty in isolates of other guests.
#[derive(Default)]
pub(crate) struct Dynamic {
    pub(crate) behaviours: Behaviours,
    pub(crate) symbols: Symbols,
    pub(crate) sites: Sites,
}

impl Dynamic {
    /// Marks everything that the isolate's dynamic part names.
    pub(crate) fn mark(&self, marker: &mut Marker<'_>) {
        let words = self.behaviours.all().iter().chain(self.symbols.all());
        words.for_each(|word| marker.word(*word as usize));
        self.sites.addresses().for_each(|at| marker.word(at));
    }

    /// Bytes outside the heap that grow with what the program makes.
    pub(crate) fn bytes(&self) -> usize {
        self.symbols.bytes() + size_of_val(self.behaviours.all())
    }

    /// Whether nothing was made yet.
    pub(crate) fn is_empty(&self) -> bool {
        self.behaviours.all().is_empty() && self.symbols.all().is_empty()
    }
}

/// The counters of an isolate's sends.
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq)]
pub struct SendCounts {
    /// Sends that their site had no answer for.
    pub misses: u64,
    /// Of those, the ones that the table behind the sites answered.
    pub table_hits: u64,
    /// Lookups through dictionaries.
    pub lookups: u64,
    /// Sites that went from one behaviour to several, and from those to open.
    pub transitions: u64,
    /// Sites that were emptied because a method, a superclass or a shape changed.
    pub invalidated: u64,
}
