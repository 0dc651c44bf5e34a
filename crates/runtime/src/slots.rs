//! Interpreter frames' memory: segments of `u64` slots that never move.

use smallvec::SmallVec;

/// Slots of a further segment, at least.
const SEGMENT: usize = 8 << 10;

/// A run of slots.
pub struct SlotSegment {
    base: *mut u64,
    len: usize,
    /// How far it was used when the next one was begun.
    used: *mut u64,
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

impl SlotStack {
    /// Begins with memory that the caller keeps alive.
    ///
    /// # Safety
    /// `base..base + len` is writable and stays so until the stack is cleared.
    pub unsafe fn start(&mut self, base: *mut u64, len: usize) {
        self.segments.clear();
        self.segments.push(SlotSegment { base, len, used: base, _memory: None });
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
        if let Some(first) = self.segments.first() {
            self.top = first.base;
            self.end = first.base.wrapping_add(first.len);
        }
    }

    /// Continues in a new segment of at least `slots`; its base. `None` if that would exceed `limit` bytes in
    /// all.
    pub fn push(&mut self, slots: usize, limit: usize) -> Option<*mut u64> {
        let segment = match self.spare.take() {
            Some(spare) if spare.len >= slots => spare,
            Some(_) | None => {
                let len = slots.max(SEGMENT).max(self.total.min(1 << 20));
                if (self.total + len) * 8 > limit {
                    return None;
                }
                let mut memory = vec![0u64; len].into_boxed_slice();
                SlotSegment {
                    base: memory.as_mut_ptr(),
                    len,
                    used: memory.as_mut_ptr(),
                    _memory: Some(memory),
                }
            }
        };
        if let Some(last) = self.segments.last_mut() {
            last.used = self.top;
        }
        self.total += segment.len;
        self.top = segment.base;
        self.end = segment.base.wrapping_add(segment.len);
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
            self.end = last.base.wrapping_add(last.len);
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
