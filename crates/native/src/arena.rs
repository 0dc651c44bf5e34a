//! Memory for machine code: one reservation a module, mapped twice, once to write and once to run, so that no
//! address is ever both. What is written stays until the arena is dropped; nothing is given back piece by
//! piece.
//!
//! Knows nothing of what the bytes mean.

use std::io;

use crate::arch;

/// Bytes that a piece is aligned to.
pub(crate) const ALIGN: usize = 16;

/// Bytes that a processor fetches together.
pub(crate) const LINE: usize = 64;

/// The two views of one memory.
pub(crate) struct Arena {
    write: *mut u8,
    run: *const u8,
    capacity: usize,
    used: usize,
}

// SAFETY: the arena owns both mappings, and writing goes through `&mut self`.
unsafe impl Send for Arena {}
// SAFETY: through a shared reference only bytes are read that `place` has written before, and writing
// takes `&mut self`.
unsafe impl Sync for Arena {}

/// The arena has no room for so many bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Full;

impl Arena {
    /// Reserves `capacity` bytes (at most so many that code reaches code). Pages cost memory once they are
    /// used.
    pub(crate) fn new(capacity: usize) -> io::Result<Arena> {
        let capacity = capacity.clamp(1 << 16, arch::REACH).next_multiple_of(1 << 16);
        let file = memory_file(capacity)?;
        let write = map(file, capacity, libc::PROT_READ | libc::PROT_WRITE);
        let run = map(file, capacity, libc::PROT_READ | libc::PROT_EXEC);
        // SAFETY: the descriptor is ours; the mappings keep the memory alive.
        unsafe { libc::close(file) };
        match (write, run) {
            (Ok(write), Ok(run)) => Ok(Arena { write, run, capacity, used: 0 }),
            (Err(error), Ok(other)) | (Ok(other), Err(error)) => {
                // SAFETY: just mapped, and no reference to it exists.
                unsafe { libc::munmap(other.cast(), capacity) };
                Err(error)
            }
            (Err(error), Err(_)) => Err(error),
        }
    }

    /// Takes `len` bytes, lets `fill` write them knowing the address they will run at, and returns that
    /// address.
    pub(crate) fn place(&mut self, len: usize, fill: impl FnOnce(&mut [u8], usize)) -> Result<usize, Full> {
        self.place_in_line(len, self.used % LINE, fill)
    }

    /// Places code as [`Arena::place`] does, `offset` bytes after the beginning of a [`LINE`]: a multiple of
    /// [`ALIGN`].
    pub(crate) fn place_in_line(
        &mut self,
        len: usize,
        offset: usize,
        fill: impl FnOnce(&mut [u8], usize),
    ) -> Result<usize, Full> {
        debug_assert!(offset < LINE && offset.is_multiple_of(ALIGN));
        // The mapping begins with a line, and what is used ends at a multiple of the alignment.
        let skipped = (offset + LINE - self.used % LINE) % LINE;
        let taken = len.next_multiple_of(ALIGN);
        if skipped + taken > self.capacity - self.used {
            return Err(Full);
        }
        let at = self.used + skipped;
        self.used = at + taken;
        let address = self.run as usize + at;
        // SAFETY: inside the writable mapping, in a part that nothing was placed in and nothing runs yet.
        let bytes = unsafe { std::slice::from_raw_parts_mut(self.write.add(at), len) };
        fill(bytes, address);
        arch::synchronise(bytes.as_ptr(), address, len);
        Ok(address)
    }

    /// Bytes that are taken.
    pub(crate) fn used(&self) -> usize {
        self.used
    }

    /// Where code begins to run that was placed first.
    pub(crate) fn start(&self) -> usize {
        self.run as usize
    }

    /// The bytes that run at `address`.
    pub(crate) fn bytes(&self, address: usize, len: usize) -> &[u8] {
        let at = address - self.run as usize;
        assert!(at + len <= self.used);
        // SAFETY: inside the mapping, in a part that is not written any more.
        unsafe { std::slice::from_raw_parts(self.run.add(at), len) }
    }
}

impl Drop for Arena {
    fn drop(&mut self) {
        // SAFETY: both mappings are ours; the owner drops the arena only when no code of it runs.
        unsafe {
            libc::munmap(self.write.cast(), self.capacity);
            libc::munmap(self.run.cast_mut().cast(), self.capacity);
        }
    }
}

#[cfg(target_os = "linux")]
fn memory_file(bytes: usize) -> io::Result<libc::c_int> {
    // SAFETY: a constant name; the descriptor is closed by the caller or here.
    unsafe {
        let file = libc::memfd_create(c"purlin-code".as_ptr(), libc::MFD_CLOEXEC);
        if file < 0 {
            return Err(io::Error::last_os_error());
        }
        if libc::ftruncate(file, bytes as libc::off_t) != 0 {
            let error = io::Error::last_os_error();
            libc::close(file);
            return Err(error);
        }
        Ok(file)
    }
}

#[cfg(not(target_os = "linux"))]
fn memory_file(_: usize) -> io::Result<libc::c_int> {
    Err(io::Error::new(io::ErrorKind::Unsupported, "no memory that is mapped twice on this system"))
}

fn map(file: libc::c_int, bytes: usize, protection: libc::c_int) -> io::Result<*mut u8> {
    // SAFETY: a fresh mapping of our own file touches no memory of ours.
    let p = unsafe {
        libc::mmap(purlin_runtime::place::wish(bytes), bytes, protection, libc::MAP_SHARED, file, 0)
    };
    if p == libc::MAP_FAILED { Err(io::Error::last_os_error()) } else { Ok(p.cast()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_until_full() {
        let mut arena = Arena::new(1 << 16).unwrap();
        let a = arena.place(3, |bytes, _| bytes.copy_from_slice(&[1, 2, 3])).unwrap();
        let b = arena.place(16, |bytes, at| bytes[..8].copy_from_slice(&at.to_le_bytes())).unwrap();
        assert_eq!(b - a, 16);
        assert_eq!(arena.bytes(a, 3), [1, 2, 3]);
        assert_eq!(arena.bytes(b, 8), b.to_le_bytes());
        let c = arena.place_in_line(5, 48, |_, _| ()).unwrap();
        assert!(c > b && c % LINE == 48);
        assert_eq!(arena.place(1 << 16, |_, _| ()), Err(Full));
        assert!(arena.place((1 << 16) - 64, |_, _| ()).is_ok());
        assert_eq!(arena.place(1, |_, _| ()), Err(Full));
    }
}
