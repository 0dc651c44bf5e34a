//! What the isolate of a dynamic guest knows beyond its heap: behaviours by number, symbols by text, the
//! sites that have answers, and the table for all sites. `docs/dynamic.md` describes the objects.
//!
//! Behaviours, method dictionaries and symbols are objects of the guest's heap; here are their addresses,
//! which are roots, and indices over them. Knows no guest language and no tier.

mod behaviour;
mod counting;
mod dictionary;
mod dispatch;
pub mod layout;
mod lookup;
mod site;
mod symbol;

pub(crate) use behaviour::Behaviours;
pub(crate) use counting::Counting;
pub use counting::SiteCounts;
pub(crate) use dictionary::{capacity_for, insert, places, shift};
pub use dispatch::Dispatch;
pub(crate) use dispatch::Recent;
pub(crate) use layout::{CAPACITY, HEADER, NUMBER, SHIFT, TALLY};
pub(crate) use lookup::{BEHAVIOUR_WORDS, DICTIONARY, Found, Memory, function_of, look_up, serial};
pub(crate) use site::{FREE_DEPTH, Key, Sites, Target, WORDS as SITE_WORDS, empty};
pub(crate) use symbol::Symbols;

use crate::heap::Marker;
use crate::table::Table;

/// See the file's header. Empty in isolates of other guests.
#[derive(Default)]
pub(crate) struct Dynamic {
    pub(crate) behaviours: Behaviours,
    pub(crate) symbols: Symbols,
    pub(crate) sites: Sites,
    pub(crate) recent: Recent,
    pub(crate) dispatch: Dispatch,
    /// The functions by which sends ask the guest's own code to look up, each for sends of other operands.
    askers: Vec<u32>,
    /// Of those, the one for each fallback, by the fallback's number; `None` where that was not needed yet.
    askers_for: Vec<Option<u32>>,
    /// Counters of single sites, if they are kept.
    pub(crate) counting: Option<Counting>,
    /// The send that the guest's code looks up for.
    pub(crate) asked: Option<Asked>,
}

/// A send for which the guest's own code is looking.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Asked {
    pub(crate) key: Key,
    pub(crate) symbol: u64,
}

impl Dynamic {
    /// The dynamic part of the isolate when it begins anew, with what its host has set.
    pub(crate) fn renewed(&self) -> Dynamic {
        let counting = self.counting.as_ref().map(|_| Counting::default());
        Dynamic { dispatch: self.dispatch, askers: self.askers.clone(), counting, ..Dynamic::default() }
    }

    /// Sets the rung, and the functions of the guest that look up there.
    pub(crate) fn set_dispatch(&mut self, dispatch: Dispatch, askers: Vec<u32>) {
        (self.dispatch, self.askers, self.askers_for) = (dispatch, askers, Vec::new());
    }

    /// What the site at an address has for a send that the code in line does not find in its record.
    pub(crate) fn known_at(&mut self, at: usize, record: &[u64; SITE_WORDS], key: Key) -> Option<u32> {
        let known = match self.dispatch {
            Dispatch::Lookup | Dispatch::Invoke => None,
            Dispatch::Mono | Dispatch::MonoGlobal => self.recent.known(record, key),
            Dispatch::MonoSite | Dispatch::Poly if self.counting.is_none() => None,
            Dispatch::MonoSite | Dispatch::Poly => counting::pair_of(record, key),
        }?;
        self.sites.counts.hits += 1;
        if let Some(counting) = &mut self.counting {
            counting.hit(at);
        }
        Some(known)
    }

    /// Whether a site would keep what was found for it. What costs by its depth at each send is never kept
    /// where a send would not come to the runtime.
    pub(crate) fn learns(&self, record: &[u64; SITE_WORDS], target: Target) -> bool {
        self.dispatch >= Dispatch::Mono && target.depth as usize <= FREE_DEPTH && !site::is_open(record)
    }

    /// Lets the site at an address keep what was found for it.
    pub(crate) fn learn(&mut self, at: usize, record: &mut [u64; SITE_WORDS], key: Key, target: Target) {
        match self.dispatch.pairs() {
            0 => self.recent.keep(&mut self.sites, at, record, (key, target)),
            most => self.sites.fill(at, record, key, target.function, most),
        }
    }

    /// The function of the guest that looks up for a send, if there is one and the rung says so.
    pub(crate) fn looks_up_by<S: PartialEq>(&mut self, key: Key, shapes: &Table<S>) -> Option<u32> {
        if self.askers.is_empty() || key.selector == 0 || self.dispatch > Dispatch::Invoke {
            return None;
        }
        let fallback = key.fallback as usize;
        if let Some(Some(known)) = self.askers_for.get(fallback) {
            return Some(*known);
        }
        let wanted = shapes.get(fallback)?;
        let fits = |function: &u32| shapes.get(*function as usize) == Some(wanted);
        let found = self.askers.iter().copied().find(fits)?;
        if self.askers_for.len() <= fallback {
            self.askers_for.resize(fallback + 1, None);
        }
        self.askers_for[fallback] = Some(found);
        Some(found)
    }

    /// Forgets all answers for a selector, or all for all; the sites to be emptied by [`empty`].
    pub(crate) fn forget(&mut self, selector: Option<u32>) -> Vec<usize> {
        self.recent.forget(selector);
        let forgotten = self.sites.forget(selector);
        if let Some(counting) = &mut self.counting {
            forgotten.iter().for_each(|at| counting.empty(*at));
        }
        forgotten
    }

    /// The counters of single sites; none if they are not kept.
    pub(crate) fn site_counts(&self) -> Vec<SiteCounts> {
        let texts = self.symbols.texts();
        self.counting.as_ref().map(|counting| counting.report(&texts, self.dispatch)).unwrap_or_default()
    }

    /// Marks everything that the isolate's dynamic part names.
    pub(crate) fn mark(&self, marker: &mut Marker<'_>) {
        let asked = self.asked.as_ref().map(|asked| &asked.symbol);
        let words = self.behaviours.all().iter().chain(self.symbols.all()).chain(asked);
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

/// Counters of an isolate's sends since it was made or reset last.
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq)]
pub struct SendCounts {
    /// Sends that their site had an answer for, as far as the runtime sees them: at [`Dispatch::MonoSite`]
    /// and [`Dispatch::Poly`] it sees them only if sends are counted.
    pub hits: u64,
    /// Sends that their site had no answer for.
    pub misses: u64,
    /// Of those, and of messages that are sent by their names, the ones that the table behind the sites
    /// answered.
    pub table_hits: u64,
    /// Lookups through method dictionaries.
    pub lookups: u64,
    /// Sites that went from one behaviour to several, and from those to open.
    pub transitions: u64,
    /// Sites that were emptied because a method, a superclass or a shape changed.
    pub invalidated: u64,
}
