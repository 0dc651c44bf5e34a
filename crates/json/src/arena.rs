//! Memory for the strings of a tree: chunks that never move and are freed together. Knows bytes only.

use std::mem::MaybeUninit;

/// The size of the first chunk; each one after it doubles, up to the largest.
const FIRST: usize = 4 << 10;
const LARGEST: usize = 1 << 20;

#[derive(Default)]
pub(crate) struct Arena {
    chunks: Vec<Box<[MaybeUninit<u8>]>>,
    /// The free part of the last chunk.
    free: usize,
    /// Its end.
    end: usize,
}

impl Arena {
    /// `size` writable bytes that stay where they are. Only what is then taken is used up.
    #[inline(always)]
    pub(crate) fn room(&mut self, size: usize) -> *mut u8 {
        if self.end - self.free < size {
            self.grow(size);
        }
        match self.chunks.last_mut() {
            // SAFETY: `free` is within the last chunk.
            Some(chunk) => unsafe { chunk.as_mut_ptr().cast::<u8>().add(self.free) },
            None => std::ptr::NonNull::dangling().as_ptr(),
        }
    }

    /// The first `size` bytes of the last `room` stay.
    #[inline(always)]
    pub(crate) fn take(&mut self, size: usize) {
        self.free += size;
    }

    #[cold]
    fn grow(&mut self, size: usize) {
        let usual = FIRST << self.chunks.len().min(8);
        let size = size.max(usual.min(LARGEST));
        self.chunks.push(Box::new_uninit_slice(size));
        (self.free, self.end) = (0, size);
    }

    /// A copy that lives as long as the arena.
    #[inline(always)]
    pub(crate) fn copy(&mut self, text: &str) -> *const u8 {
        let to = self.room(text.len());
        // SAFETY: as many bytes as `room` was asked for.
        unsafe { std::ptr::copy_nonoverlapping(text.as_ptr(), to, text.len()) };
        self.take(text.len());
        to
    }

    /// Gives the bytes of all strings back, but keeps the last chunk.
    pub(crate) fn reset(&mut self) {
        if self.chunks.len() > 1 {
            self.chunks.drain(..self.chunks.len() - 1);
        }
        self.free = 0;
    }
}

impl Arena {
    /// How many bytes its chunks take.
    pub(crate) fn size(&self) -> usize {
        self.chunks.iter().map(|c| c.len()).sum()
    }
}
