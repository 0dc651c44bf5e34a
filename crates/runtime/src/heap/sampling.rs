//! Which allocations a profiler is told of: one in so many bytes that are claimed from the heap. It costs
//! nothing where objects are allocated, since only the claiming of an interval or of a large object is looked
//! at.
//!
//! The interval in which a sample falls is held back, and the allocator says that the heap must be collected;
//! who would collect takes the sample instead, and asks again. Knows nothing of stacks.

/// What is to be sampled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Claim {
    /// The first object; 0 for a large one, whose address is not known yet.
    pub at: usize,
    /// Bytes of one object.
    pub size: usize,
    /// Bytes that were claimed since the last sample.
    pub bytes: u64,
}

/// The state of sampling; the default one samples nothing.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sampling {
    /// Bytes of which one is sampled; 0 for none.
    every: u64,
    /// Bytes until the next sample, and since the last.
    left: u64,
    since: u64,
    due: Option<Claim>,
    /// The pool whose interval is held back, and the interval.
    held: Option<(usize, usize, usize)>,
    /// A large object was counted, and has yet to be allocated.
    large_counted: bool,
    /// The last large object, if it was sampled.
    last_large: Option<usize>,
    is_large_sampled: bool,
    random: u64,
}

impl Sampling {
    /// Samples one in `every` bytes from now on; none if that is 0.
    pub(crate) fn begin(&mut self, every: u64) {
        *self = Sampling { every, left: every, random: 0x2545_f491_4f6c_dd1d, ..Sampling::default() };
    }

    /// Counts bytes; whether a sample falls in them.
    fn count(&mut self, bytes: usize, claim: Claim) -> bool {
        self.since += bytes as u64;
        if (bytes as u64) < self.left {
            self.left -= bytes as u64;
            return false;
        }
        self.random =
            self.random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        // Half the distance to one and a half.
        self.left = self.every / 2 + (self.random >> 33) % self.every.max(1) + 1;
        self.due = Some(Claim { bytes: std::mem::take(&mut self.since), ..claim });
        true
    }

    /// Counts an interval that was claimed for objects of `size` bytes; whether a sample falls in it.
    pub(crate) fn claimed(&mut self, bytes: usize, size: usize) -> bool {
        self.every != 0 && self.count(bytes, Claim { at: 0, size, bytes: 0 })
    }

    /// Keeps an interval for who asks again.
    pub(crate) fn hold(&mut self, pool: usize, start: usize, end: usize) {
        self.held = Some((pool, start, end));
        if let Some(claim) = &mut self.due {
            claim.at = start;
        }
    }

    /// The interval that was held back, if it is this pool's.
    pub(crate) fn take_held(&mut self, pool: usize) -> Option<(usize, usize)> {
        self.held.take_if(|(of, _, _)| *of == pool).map(|(_, start, end)| (start, end))
    }

    /// Counts a large object that is about to be allocated; whether it is sampled, and asked for again.
    pub(crate) fn claims_large(&mut self, bytes: usize) -> bool {
        if self.every == 0 || self.large_counted {
            return false;
        }
        self.large_counted = true;
        self.is_large_sampled = self.count(bytes, Claim { at: 0, size: bytes, bytes: 0 });
        self.is_large_sampled
    }

    /// Notes where a large object is.
    pub(crate) fn has_large(&mut self, at: usize) {
        self.large_counted = false;
        if std::mem::take(&mut self.is_large_sampled) {
            self.last_large = Some(at);
        }
    }

    /// The claim that is to be sampled now.
    pub(crate) fn take_due(&mut self) -> Option<Claim> {
        self.due.take()
    }

    /// Where the large object is that was sampled last, once.
    pub(crate) fn take_large(&mut self) -> Option<usize> {
        self.last_large.take()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_is_in_one_sample() {
        let mut sampling = Sampling::default();
        sampling.begin(1000);
        let (mut sum, mut samples) = (0, 0);
        for n in 0..1000_usize {
            if sampling.claimed(64 + n % 7, 16) {
                let claim = sampling.take_due().unwrap();
                (sum, samples) = (sum + claim.bytes, samples + 1);
                sampling.hold(3, 64, 128);
                assert_eq!((sampling.take_held(4), sampling.take_held(3)), (None, Some((64, 128))));
            }
        }
        assert!((50..90).contains(&samples), "{samples}");
        assert_eq!(sum + sampling.since, (0..1000).map(|n| 64 + n % 7).sum::<u64>());
    }
}
