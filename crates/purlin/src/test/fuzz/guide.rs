//! What has run so far, by how often each block did: whether an input makes something run that no other one
//! did. Knows nothing of inputs.

/// The blocks of a program, and in which ranges the times lie that one input has run them.
#[derive(Default)]
pub(super) struct Guide {
    /// The counters before the input.
    before: Vec<u32>,
    /// A bit for each range of counts that was seen.
    seen: Vec<u8>,
}

/// The range that a count lies in, as a bit: so a loop that runs once more is not always something new.
fn range(count: u32) -> u8 {
    match count {
        0 => 0,
        1 => 1,
        2 => 2,
        3 => 4,
        4..=7 => 8,
        8..=15 => 16,
        16..=31 => 32,
        32..=127 => 64,
        128.. => 128,
    }
}

impl Guide {
    /// An isolate has begun, and its counters are these.
    pub(super) fn begin(&mut self, counters: &[u32]) {
        self.before = counters.to_vec();
    }

    /// Whether what has run since the last look has not run so often before.
    pub(super) fn look(&mut self, counters: &[u32]) -> bool {
        self.seen.resize(counters.len(), 0);
        self.before.resize(counters.len(), 0);
        let mut is_new = false;
        for ((before, now), seen) in self.before.iter_mut().zip(counters).zip(&mut self.seen) {
            if before != now {
                let bit = range(now.wrapping_sub(*before));
                is_new |= *seen & bit == 0;
                *seen |= bit;
                *before = *now;
            }
        }
        is_new
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn new_ranges_of_counts_are_news() {
        let mut guide = Guide::default();
        guide.begin(&[5, 0]);
        assert!(guide.look(&[6, 0]));
        assert!(!guide.look(&[7, 0]), "once as before");
        assert!(guide.look(&[9, 0]) && guide.look(&[13, 0]));
        assert!(!guide.look(&[18, 0]), "4 and 5 are in one range");
        assert!(guide.look(&[18, 1]));
        guide.begin(&[0, 0]);
        assert!(!guide.look(&[1, 1]));
    }
}
