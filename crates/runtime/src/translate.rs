//! Bytes through a table: `to[i] = table[from[i]]` for many bytes at once, with what the loop would leave
//! wherever the areas overlap.
//!
//! A byte at a time is a byte a cycle at best, as each takes two loads and a store. Vectors look up sixteen
//! bytes in a row of sixteen entries, or with VBMI 64 bytes in half a table.

/// Entries of a table.
pub(crate) const ENTRIES: usize = 256;

/// Writes the entry of each of `n` bytes.
///
/// # Safety
/// `n` bytes at `from` and [`ENTRIES`] at `table` can be read, `n` at `to` be written; no other thread uses
/// those meanwhile.
pub(crate) unsafe fn translate(to: *mut u8, from: *const u8, n: usize, table: *const u8) {
    let ahead = to.addr().wrapping_sub(from.addr());
    let rewrites_bytes = (1..n).contains(&ahead);
    let rewrites_table =
        to.addr() < table.addr().wrapping_add(ENTRIES) && table.addr() < to.addr().wrapping_add(n);
    // SAFETY: the caller's promise; `done` is at most `n`.
    unsafe {
        let done = if rewrites_bytes || rewrites_table { 0 } else { in_vectors(to, from, n, table) };
        one_by_one(to.add(done), from.add(done), n - done, table);
    }
}

/// # Safety
/// As for [`translate`].
unsafe fn one_by_one(to: *mut u8, from: *const u8, n: usize, table: *const u8) {
    for at in 0..n {
        // SAFETY: the caller's promise; a byte is below `ENTRIES`.
        unsafe { *to.add(at) = *table.add(usize::from(*from.add(at))) };
    }
}

/// As many bytes as whole vectors hold; how many those are.
///
/// # Safety
/// As for [`translate`]; `to` overlaps neither the table nor what lies behind `from` unless it lies in front
/// of it.
#[cfg(target_arch = "x86_64")]
unsafe fn in_vectors(to: *mut u8, from: *const u8, n: usize, table: *const u8) -> usize {
    use std::arch::is_x86_feature_detected as has;
    if n >= x86::VBMI_BYTES && has!("avx512f") && has!("avx512bw") && has!("avx512vbmi") {
        // SAFETY: the caller's promise, and this processor has what it takes.
        unsafe { x86::by_halves(to, from, n, table) }
    } else if n >= x86::WORTH_ROWS && has!("avx2") {
        // SAFETY: the caller's promise of the lengths, and this processor has AVX2.
        unsafe { x86::by_rows(to, from, n, table) }
    } else {
        0
    }
}

#[cfg(not(target_arch = "x86_64"))]
unsafe fn in_vectors(_: *mut u8, _: *const u8, _: usize, _: *const u8) -> usize {
    0
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use std::arch::x86_64::*;

    /// Bytes of a vector.
    pub(super) const VBMI_BYTES: usize = 64;
    const AVX2_BYTES: usize = 32;
    /// Bytes that the differences of rows are worth making for.
    pub(super) const WORTH_ROWS: usize = 64;

    /// A permutation of two vectors looks up half the table; the byte's highest bit says which half.
    ///
    /// # Safety
    /// As for `in_vectors`.
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
    pub(super) unsafe fn by_halves(to: *mut u8, from: *const u8, n: usize, table: *const u8) -> usize {
        // SAFETY: inside the table.
        let [a, b, c, d] = [0, 1, 2, 3].map(|n| unsafe { _mm512_loadu_si512(table.add(64 * n).cast()) });
        let whole = n - n % VBMI_BYTES;
        for at in (0..whole).step_by(VBMI_BYTES) {
            // SAFETY: a whole vector is left.
            let bytes = unsafe { _mm512_loadu_si512(from.add(at).cast()) };
            let low = _mm512_permutex2var_epi8(a, bytes, b);
            let high = _mm512_permutex2var_epi8(c, bytes, d);
            let entries = _mm512_mask_blend_epi8(_mm512_movepi8_mask(bytes), low, high);
            // SAFETY: `at` is below `whole`, so the 64 bytes that are written are among the first `n`.
            unsafe { _mm512_storeu_si512(to.add(at).cast(), entries) };
        }
        whole
    }

    /// A shuffle looks up a row of 16 by a byte's low half, or gives 0 if the byte is negative. Rows are kept
    /// as what they differ in from the row before: a byte that is lowered by 16 for each row takes part until
    /// it is below zero.
    ///
    /// # Safety
    /// As for `in_vectors`.
    #[target_feature(enable = "avx2")]
    pub(super) unsafe fn by_rows(to: *mut u8, from: *const u8, n: usize, table: *const u8) -> usize {
        let mut rows = [_mm256_setzero_si256(); 16];
        for (n, row) in rows.iter_mut().enumerate() {
            // SAFETY: inside the table.
            let entries =
                |n: usize| _mm256_broadcastsi128_si256(unsafe { _mm_loadu_si128(table.add(16 * n).cast()) });
            // Each half begins anew.
            *row = if n % 8 == 0 { entries(n) } else { _mm256_xor_si256(entries(n), entries(n - 1)) };
        }
        let (step, sign) = (_mm256_set1_epi8(16), _mm256_set1_epi8(i8::MIN));
        let whole = n - n % AVX2_BYTES;
        for at in (0..whole).step_by(AVX2_BYTES) {
            // SAFETY: a whole vector is left.
            let bytes = unsafe { _mm256_loadu_si256(from.add(at).cast()) };
            let mut entries = _mm256_setzero_si256();
            for (half, mut left) in [(0, bytes), (8, _mm256_xor_si256(bytes, sign))] {
                for row in &rows[half..half + 8] {
                    entries = _mm256_xor_si256(entries, _mm256_shuffle_epi8(*row, left));
                    left = _mm256_subs_epi8(left, step);
                }
            }
            // SAFETY: `at` is below `whole`, so the 32 bytes that are written are among the first `n`.
            unsafe { _mm256_storeu_si256(to.add(at).cast(), entries) };
        }
        whole
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> [u8; ENTRIES] {
        std::array::from_fn(|n| (n as u8).wrapping_mul(167).wrapping_add(n as u8 >> 3) ^ 0x5a)
    }

    fn bytes(n: usize) -> Vec<u8> {
        (0..n).map(|n| (n as u32).wrapping_mul(2654435761).to_le_bytes()[2]).collect()
    }

    #[test]
    fn all_lengths() {
        let table = table();
        for n in 0..400 {
            let from = bytes(n);
            let mut to = vec![0xee; n + 1];
            // SAFETY: both have room for `n`.
            unsafe { translate(to.as_mut_ptr(), from.as_ptr(), n, table.as_ptr()) };
            let want: Vec<u8> = from.iter().map(|b| table[usize::from(*b)]).chain([0xee]).collect();
            assert_eq!(to, want);
        }
    }

    #[test]
    fn areas_that_overlap() {
        const N: usize = 300;
        for (to, from, table_at) in [
            (0, 0, 900),
            (0, 1, 900),
            (1, 0, 900),
            (64, 0, 900),
            (0, 64, 900),
            (0, 400, 200),
            (400, 0, 400),
            (10, 900, 0),
            (380, 800, 200),
        ] {
            let mut memory = bytes(1200);
            memory[table_at..table_at + ENTRIES].copy_from_slice(&table());
            let mut want = memory.clone();
            for at in 0..N {
                want[to + at] = want[table_at + usize::from(want[from + at])];
            }
            let base = memory.as_mut_ptr();
            // SAFETY: all lies in the vector.
            unsafe { translate(base.add(to), base.add(from), N, base.add(table_at)) };
            assert_eq!(memory, want, "{to} {from} {table_at}");
        }
    }

    #[cfg(target_arch = "x86_64")]
    #[test]
    fn each_way_is_right() {
        type Way = unsafe fn(*mut u8, *const u8, usize, *const u8) -> usize;
        use std::arch::is_x86_feature_detected as has;
        let vbmi = has!("avx512f") && has!("avx512bw") && has!("avx512vbmi");
        let ways: [(bool, Way); 2] = [(vbmi, x86::by_halves), (has!("avx2"), x86::by_rows)];
        for (_, way) in ways.into_iter().filter(|(has, _)| *has) {
            let (from, table) = (bytes(1000), table());
            let mut to = vec![0; 1000];
            // SAFETY: both have room, and the processor has what it takes.
            let done = unsafe { way(to.as_mut_ptr(), from.as_ptr(), 1000, table.as_ptr()) };
            assert!(done > 900);
            assert!(to.iter().zip(&from).take(done).all(|(to, from)| *to == table[usize::from(*from)]));
        }
    }
}
