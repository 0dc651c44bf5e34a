//! Interpreter frames' memory: segments of `u64` slots that never move.

use smallvec::SmallVec;

/// Slots of a further segment, at least.
const SEGMENT: usize = 8 << 10;

/// After so many crossings into the next segment a segment ends earlier.
const CROSSINGS: u32 = 64;

/// A run of slots.
pub struct SlotSegment {
    base: *mut u64,
    len: usize,
    /// How far it was used when the next one was begun.
    used: *mut u64,
    /// Slots that further frames may lie in.
    usable: usize,
    /// How often the next one was begun.
    crossings: u32,
    /// What backs it; the first segment lies on the fiber's machine stack and has none.
    _memory: Option<Box<[u64]>>,
}

/// A fiber's segments. `top` and `end` are where the current one is used to and ends.
#[derive(Default)]
pub struct SlotStack {
    segments: SmallVec<[SlotSegment; 1]>,
    /// A segment that was just left, kept for the next overflow.
    spare: Option<SlotSegment>,
    /// First unused slot, as of the last time the interpreter left its loop.
    pub top: *mut u64,
    pub end: *mut u64,
    total: usize,
}

// SAFETY: the pointers lead to memory that the stack owns or that its fiber owns.
unsafe impl Send for SlotStack {}

impl SlotSegment {
    fn new(base: *mut u64, len: usize, memory: Option<Box<[u64]>>) -> SlotSegment {
        SlotSegment { base, len, used: base, usable: len, crossings: 0, _memory: memory }
    }

    /// Where further frames have to end.
    fn end(&self) -> *mut u64 {
        self.base.wrapping_add(self.usable)
    }

    /// Makes it as good as new.
    fn renew(&mut self) {
        (self.usable, self.crossings) = (self.len, 0);
    }

    /// Notes that the next segment is begun while this one is used up to `top`. A frame whose calls all do
    /// not fit would pay for that with each call: from time to time the segment ends earlier, so that the
    /// frame that ends at `top` lies in the next one when its function is called again. What crosses then is
    /// the call of that function, and so on, until what crosses is called seldom.
    fn cross(&mut self, top: *mut u64) {
        self.used = top;
        self.crossings = self.crossings.wrapping_add(1);
        if self.crossings.is_multiple_of(CROSSINGS) {
            let used = (top as usize).saturating_sub(self.base as usize) / size_of::<u64>();
            self.usable = used.saturating_sub(1).min(self.usable);
        }
    }
}

impl SlotStack {
    /// Begins with memory that the caller keeps alive.
    ///
    /// # Safety
    /// `base..base + len` is writable and stays so until the stack is cleared.
    pub unsafe fn start(&mut self, base: *mut u64, len: usize) {
        self.segments.clear();
        self.segments.push(SlotSegment::new(base, len, None));
        self.top = base;
        self.end = base.wrapping_add(len);
        self.total = len;
    }

    /// Whether there is no segment but the first.
    #[inline]
    pub(crate) fn is_first_only(&self) -> bool {
        self.segments.len() == 1 && self.spare.is_none()
    }

    /// Empties the first segment, which is the only one.
    #[inline]
    pub(crate) fn clear_first(&mut self) {
        if let Some(first) = self.segments.first_mut() {
            first.renew();
            self.top = first.base;
            self.end = first.end();
        }
    }

    /// Continues in a new segment of at least `slots`; its base. `None` if that would exceed `limit` bytes in
    /// all.
    pub fn push(&mut self, slots: usize, limit: usize) -> Option<*mut u64> {
        let segment = match self.spare.take() {
            Some(mut spare) if spare.len >= slots => {
                spare.renew();
                spare
            }
            Some(_) | None => {
                let len = slots.max(SEGMENT).max(self.total.min(1 << 20));
                if (self.total + len) * 8 > limit {
                    return None;
                }
                let mut memory = vec![0u64; len].into_boxed_slice();
                SlotSegment::new(memory.as_mut_ptr(), len, Some(memory))
            }
        };
        if let Some(last) = self.segments.last_mut() {
            last.cross(self.top);
        }
        self.total += segment.len;
        self.top = segment.base;
        self.end = segment.end();
        self.segments.push(segment);
        Some(self.top)
    }

    /// Bytes of all segments in use.
    pub fn bytes(&self) -> usize {
        self.total * 8
    }

    /// Bytes of the segments in use that do not lie on the machine stack.
    pub fn further_bytes(&self) -> usize {
        self.bytes() - self.segments.first().map_or(0, |s| s.len * 8)
    }

    /// Leaves the current segment for the one before it.
    pub fn pop(&mut self) {
        if let Some(segment) = self.segments.pop() {
            self.total -= segment.len;
            self.spare = Some(segment);
        }
        if let Some(last) = self.segments.last() {
            self.top = last.used;
            self.end = last.end();
        }
    }

    /// Leaves segments until the one that holds `address` is the current one.
    pub fn pop_to(&mut self, address: *const u64) {
        while self.segments.len() > 1 {
            let last = &self.segments[self.segments.len() - 1];
            let range = last.base.cast_const()..=last.base.wrapping_add(last.len).cast_const();
            if range.contains(&address) {
                return;
            }
            self.pop();
        }
    }

    /// The used parts, for the collector: addresses of first and past-the-end slots.
    pub fn used(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        let last = self.segments.len().saturating_sub(1);
        self.segments
            .iter()
            .enumerate()
            .map(move |(n, s)| (s.base as usize, if n == last { self.top as usize } else { s.used as usize }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_frame_that_crosses_often_is_placed_in_the_next_segment() {
        let mut first = vec![0u64; 128];
        let base = first.as_mut_ptr();
        let mut slots = SlotStack::default();
        // SAFETY: `first` outlives the stack.
        unsafe { slots.start(base, 128) };
        // A frame that ends at slot 120 calls what needs twenty slots.
        let top = base.wrapping_add(120);
        for _ in 0..CROSSINGS {
            slots.top = top;
            assert!(slots.push(20, usize::MAX).is_some());
            slots.pop_to(base);
        }
        assert!(slots.end < top, "the frame would still fit");
        assert!(slots.is_at(base), "the caller is still in the first segment");
        slots.clear_first();
        assert_eq!(slots.end, base.wrapping_add(128));
    }

    impl SlotStack {
        /// Whether the current segment is the one that begins at `base`.
        fn is_at(&self, base: *mut u64) -> bool {
            self.segments.last().is_some_and(|last| last.base == base)
        }
    }
}
