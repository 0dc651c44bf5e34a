//! Copies of a few bytes, which are too short for a call of `memmove`.

/// Moves `n` bytes, which may overlap: a few of them as two words that do, both loaded before anything is
/// stored.
///
/// # Safety
/// Both areas have that size.
#[inline]
pub(crate) unsafe fn move_bytes(to: *mut u8, from: *const u8, n: usize) {
    /// # Safety
    /// Both areas have `n` bytes, at least as many as a `T`.
    #[inline]
    unsafe fn ends<T>(to: *mut u8, from: *const u8, n: usize) {
        let last = n - size_of::<T>();
        // SAFETY: the caller's promise.
        unsafe {
            let (a, b) = (from.cast::<T>().read_unaligned(), from.add(last).cast::<T>().read_unaligned());
            to.cast::<T>().write_unaligned(a);
            to.add(last).cast::<T>().write_unaligned(b);
        }
    }
    // SAFETY: the caller's promise.
    unsafe {
        match n {
            8..=16 => ends::<u64>(to, from, n),
            4..=7 => ends::<u32>(to, from, n),
            17..=32 => ends::<u128>(to, from, n),
            2..=3 => ends::<u16>(to, from, n),
            1 => *to = *from,
            _ => std::ptr::copy(from, to, n),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::move_bytes;

    #[test]
    fn bytes_are_moved_whatever_their_number_and_overlap() {
        for n in 0..50 {
            for (from, to) in [(0, 60), (10, 13), (13, 10), (10, 10), (3, 11), (11, 3), (2, 18), (18, 2)] {
                let mut bytes: Vec<u8> = (0..120).collect();
                let mut want = bytes.clone();
                want.copy_within(from..from + n, to);
                let at = bytes.as_mut_ptr();
                // SAFETY: both areas lie in the vector.
                unsafe { move_bytes(at.add(to), at.add(from), n) };
                assert_eq!(bytes, want, "{n} from {from} to {to}");
            }
        }
    }
}
