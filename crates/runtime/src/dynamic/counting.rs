//! Counters of single sites. Where they are kept, the records that the code in line reads stay empty, so that
//! every send comes to the runtime; what the sites have learnt is here.

use std::collections::BTreeMap;

use super::site::{self, Key, STATE, WORDS};
use super::{Dispatch, SendCounts};
use crate::trap::Frame;

/// What is counted of a site.
#[derive(Clone, Debug)]
pub struct SiteCounts {
    /// The text of the selector.
    pub selector: String,
    /// Where the first send was that came by it; `None` if nothing of the guest's was running.
    pub place: Option<Frame>,
    /// Whether it is empty, or knows one behaviour, or several, or is open, which never learns another one.
    pub state: &'static str,
    /// Behaviours that it has an answer for.
    pub behaviours: usize,
    /// Sends that it had an answer for.
    pub hits: u64,
    /// Sends that it had no answer for.
    pub misses: u64,
    /// Of those, lookups through method dictionaries.
    pub lookups: u64,
    /// How often it went from one behaviour to several, or from those to open.
    pub transitions: u64,
}

/// A site whose sends are counted.
struct Counted {
    record: [u64; WORDS],
    selector: u32,
    place: Option<Frame>,
    hits: u64,
    lookups: u64,
    transitions: u64,
}

/// All sites whose sends are counted, by their addresses.
#[derive(Default)]
pub(crate) struct Counting {
    sites: BTreeMap<usize, Counted>,
}

impl Counting {
    /// What a site has learnt; `None` if no send has come by it.
    pub(crate) fn record(&self, at: usize) -> Option<[u64; WORDS]> {
        self.sites.get(&at).map(|site| site.record)
    }

    /// Begins to count a site.
    pub(crate) fn begin(&mut self, at: usize, selector: u32, place: Option<Frame>) {
        let (record, hits, lookups, transitions) = ([0; WORDS], 0, 0, 0);
        self.sites.insert(at, Counted { record, selector, place, hits, lookups, transitions });
    }

    pub(super) fn hit(&mut self, at: usize) {
        if let Some(site) = self.sites.get_mut(&at) {
            site.hits += 1;
        }
    }

    /// A miss has happened, after which a site has learnt that: what all counters were before, and are now.
    pub(crate) fn missed(&mut self, at: usize, record: [u64; WORDS], before: &SendCounts, now: &SendCounts) {
        if let Some(site) = self.sites.get_mut(&at) {
            site.record = record;
            site.lookups += now.lookups - before.lookups;
            site.transitions += now.transitions - before.transitions;
        }
    }

    pub(super) fn empty(&mut self, at: usize) {
        if let Some(site) = self.sites.get_mut(&at) {
            site::empty(&mut site.record);
        }
    }

    /// The counters, in the order of the addresses. `texts` has those of selectors, by their serials.
    pub(super) fn report(&self, texts: &[&[u8]], dispatch: Dispatch) -> Vec<SiteCounts> {
        let report = |site: &Counted| {
            let text = texts.get(site.selector as usize).copied().unwrap_or_default();
            let pairs = site.record[..site::PAIRS].iter();
            SiteCounts {
                selector: String::from_utf8_lossy(text).into_owned(),
                place: site.place.clone(),
                state: ["empty", "one", "several", "open"][(site.record[STATE] >> 32) as usize % 4],
                behaviours: pairs.take(dispatch.pairs().max(1)).filter(|pair| **pair != 0).count(),
                hits: site.hits,
                misses: u64::from(site.record[STATE] as u32),
                lookups: site.lookups,
                transitions: site.transitions,
            }
        };
        self.sites.values().map(report).collect()
    }
}

/// The function that the code in line would find in a record.
pub(super) fn pair_of(record: &[u64; WORDS], key: Key) -> Option<u32> {
    let pairs = record[..site::PAIRS].iter();
    let function = pairs.copied().find(|pair| *pair as u32 == key.behaviour).map(|pair| (pair >> 32) as u32);
    function.filter(|function| *function != 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_site_counts_what_it_has_learnt() {
        let mut counting = Counting::default();
        assert_eq!(counting.record(64), None);
        counting.begin(64, 1, None);
        let mut record = counting.record(64).unwrap();
        (record[0], record[STATE]) = (5 | 9 << 32, 1 | 1 << 32);
        let now = SendCounts { lookups: 3, ..SendCounts::default() };
        counting.missed(64, record, &SendCounts::default(), &now);
        let key = |behaviour| Key { selector: 1, behaviour, fallback: 0 };
        assert_eq!((pair_of(&record, key(5)), pair_of(&record, key(6))), (Some(9), None));
        counting.hit(64);
        let report = counting.report(&[b"", b"name"], Dispatch::Poly);
        let site = &report[0];
        assert_eq!((&*site.selector, site.state, site.behaviours), ("name", "one", 1));
        assert_eq!((site.hits, site.misses, site.lookups, site.transitions), (1, 1, 3, 0));
        counting.empty(64);
        assert_eq!(counting.report(&[], Dispatch::Poly)[0].state, "empty");
    }
}
