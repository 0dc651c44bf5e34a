//! What functions use, counted where they run. Knows neither functions nor plans.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// What a function has used since it was made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Account {
    /// Rows that were given to the function: of a scalar function those of batches that ended well, of an
    /// aggregate also the intermediate states that it merged.
    pub rows: u64,
    /// Batches, also those that failed.
    pub batches: u64,
    /// Units of gas of all batches.
    pub gas: u64,
}

/// The counters of an account, to which any thread adds.
#[derive(Debug, Default)]
pub(crate) struct Meter {
    rows: AtomicU64,
    batches: AtomicU64,
    gas: AtomicU64,
    /// The meter of the function that this one is an instance of: what an instance uses counts there too.
    whole: Option<Arc<Meter>>,
}

impl Meter {
    /// A meter of a part of what this one measures, such as one node of a plan.
    pub(crate) fn part(self: &Arc<Meter>) -> Arc<Meter> {
        let whole = self.whole.as_ref().unwrap_or(self).clone();
        Arc::new(Meter { whole: Some(whole), ..Meter::default() })
    }

    /// Counts one batch.
    pub(crate) fn count(&self, rows: usize, gas: u64) {
        self.rows.fetch_add(rows as u64, Ordering::Relaxed);
        self.batches.fetch_add(1, Ordering::Relaxed);
        self.gas.fetch_add(gas, Ordering::Relaxed);
        if let Some(whole) = &self.whole {
            whole.count(rows, gas);
        }
    }

    pub(crate) fn read(&self) -> Account {
        Account {
            rows: self.rows.load(Ordering::Relaxed),
            batches: self.batches.load(Ordering::Relaxed),
            gas: self.gas.load(Ordering::Relaxed),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_count_for_the_whole_once() {
        let whole = Arc::new(Meter::default());
        let (one, two) = (whole.part(), whole.part().part());
        one.count(3, 10);
        two.count(4, 20);
        assert_eq!(whole.read(), Account { rows: 7, batches: 2, gas: 30 });
        assert_eq!(two.read(), Account { rows: 4, batches: 1, gas: 20 });
    }
}
