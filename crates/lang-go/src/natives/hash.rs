//! Packages `hash/…` and `crypto/…`: checksums and digests over bytes, by the kernels. Their state lies in
//! guest memory; what is buffered, padded or chunked on the way there is Go code in `std/`, so no call here
//! is long.

use purlin_base::gas;
use purlin_kernels::hash as kernel;
use purlin_kernels::hash::{checksum, digest};
use purlin_runtime::native::{
    Answer, Any, AnyRef, Caller, Ptr, PtrRef, Row, Slice, SliceRef, Stop, Str, StrRef,
};
use purlin_runtime::natives;

/// The tables of all these packages.
pub(super) const HASHES: [&[Row]; 6] = [FNV, CRC32, CRC64, ADLER32, MAPHASH, BLOCK];

natives! {
    /// The hash of Fowler, Noll and Vo.
    FNV in "hash/fnv" {
        /// A hash of 32 or 64 bits continued over bytes: `form` has its size, and 1 more where the byte comes
        /// before the product.
        light "update"(hash: u64, bytes: Slice<u8>, form: i64) -> (u64) = fnv; [READS] "1 a 4 bytes";
        /// A hash of 128 bits, upper half first, continued over bytes.
        light "update128"(high: u64, low: u64, bytes: Slice<u8>, byte_first: bool) -> (u64, u64) = fnv_128;
            [READS] "1 a 2 bytes";
    }
}

natives! {
    /// Cyclic redundancy checks of 32 bits.
    CRC32 in "hash/crc32" {
        /// Writes the table of a reversed polynomial.
        light "fill"(table: Ptr<[u32; 256]>, polynomial: u32) = crc32_fill; [WRITES RAISES] "1,024 units";
        /// A checksum continued over bytes, by a table. Raises where there is none.
        light "update"(crc: u32, table: Ptr<[u32; 256]>, bytes: Slice<u8>) -> (u32) = crc32_update;
            [READS RAISES] "1 a 4 bytes";
        /// A checksum by the polynomial of IEEE 802.3 continued over bytes.
        heavy "updateIEEE"(crc: u32, bytes: Slice<u8>) -> (u32) = crc32_ieee; [READS] "1 a 16 bytes";
    }
}

natives! {
    /// Cyclic redundancy checks of 64 bits.
    CRC64 in "hash/crc64" {
        /// Writes the table of a reversed polynomial.
        light "fill"(table: Ptr<[u64; 256]>, polynomial: u64) = crc64_fill; [WRITES RAISES] "1,024 units";
        /// A checksum continued over bytes, by a table. Raises where there is none.
        light "update"(crc: u64, table: Ptr<[u64; 256]>, bytes: Slice<u8>) -> (u64) = crc64_update;
            [READS RAISES] "1 a 4 bytes";
    }
}

natives! {
    /// Adler-32.
    ADLER32 in "hash/adler32" {
        /// A checksum continued over bytes.
        light "update"(sum: u32, bytes: Slice<u8>) -> (u32) = adler32; [READS] "1 an 8 bytes";
    }
}

natives! {
    /// Hashes for tables.
    MAPHASH in "hash/maphash" {
        /// The hash of bytes by a seed.
        light "mix"(seed: u64, bytes: Str) -> (u64) = mix; [READS] "1 a 4 bytes";
        /// The hash of a value by its type. Raises where a type has none.
        light "hashAny"(value: Any) -> (u64) = hash_any; [READS RAISES ENDS OUTSIDE] "the parts hashed";
    }
}

natives! {
    /// Block functions of digests.
    BLOCK in "crypto/internal/block" {
        /// Takes whole blocks into a state of little-endian words. Forms: 0 MD5, 1 SHA-1, 2 SHA-256, 3
        /// SHA-512.
        heavy "compress"(form: i64, state: Slice<u8>, blocks: Slice<u8>) = compress; [READS WRITES] "1 a 4 bytes";
        /// Writes the digest of a message: its state after the blocks before, the bytes since then, and the
        /// length of all. The state stays as it is.
        heavy "finish"(form: i64, state: Slice<u8>, rest: Slice<u8>, length: u64, out: Slice<u8>) = finish;
            [READS WRITES] "1 a 4 bytes, and for a block more";
    }
}

/// Gas for bytes of which each takes a multiplication or a look-up.
fn charge(caller: &Caller<'_>, bytes: usize) {
    caller.charge(gas::bytes_hashed(bytes as u64));
}

fn fnv<'c>(caller: &mut Caller<'c>, hash: u64, bytes: SliceRef<'c, u8>, form: i64) -> Result<u64, Stop> {
    charge(caller, bytes.len());
    let (bytes, byte_first) = (caller.slice(bytes), form & 1 == 1);
    Ok(match form & 64 {
        0 => u64::from(kernel::fnv32(hash as u32, bytes, byte_first)),
        _ => kernel::fnv64(hash, bytes, byte_first),
    })
}

fn fnv_128<'c>(
    caller: &mut Caller<'c>,
    high: u64,
    low: u64,
    bytes: SliceRef<'c, u8>,
    byte_first: bool,
) -> Result<(u64, u64), Stop> {
    charge(caller, 2 * bytes.len());
    let start = u128::from(high) << 64 | u128::from(low);
    let hash = kernel::fnv128(start, caller.slice(bytes), byte_first);
    Ok(((hash >> 64) as u64, hash as u64))
}

fn crc32_fill<'c>(caller: &mut Caller<'c>, table: PtrRef<'c, [u32; 256]>, polynomial: u32) -> Answer {
    caller.charge(gas::CHECKSUM_TABLE);
    let Some(table) = caller.get_mut(table) else { return Err(caller.raise_null()) };
    *table = checksum::crc32_table(polynomial);
    Ok(())
}

fn crc32_update<'c>(
    caller: &mut Caller<'c>,
    crc: u32,
    table: PtrRef<'c, [u32; 256]>,
    bytes: SliceRef<'c, u8>,
) -> Result<u32, Stop> {
    charge(caller, bytes.len());
    let Some(table) = caller.get(table) else { return Err(caller.raise_null()) };
    Ok(checksum::crc32(crc, table, caller.slice(bytes)))
}

fn crc32_ieee<'c>(caller: &mut Caller<'c>, crc: u32, bytes: SliceRef<'c, u8>) -> Result<u32, Stop> {
    caller.charge_bytes(bytes.len());
    Ok(checksum::crc32_ieee(crc, caller.slice(bytes)))
}

fn crc64_fill<'c>(caller: &mut Caller<'c>, table: PtrRef<'c, [u64; 256]>, polynomial: u64) -> Answer {
    caller.charge(gas::CHECKSUM_TABLE);
    let Some(table) = caller.get_mut(table) else { return Err(caller.raise_null()) };
    *table = checksum::crc64_table(polynomial);
    Ok(())
}

fn crc64_update<'c>(
    caller: &mut Caller<'c>,
    crc: u64,
    table: PtrRef<'c, [u64; 256]>,
    bytes: SliceRef<'c, u8>,
) -> Result<u64, Stop> {
    charge(caller, bytes.len());
    let Some(table) = caller.get(table) else { return Err(caller.raise_null()) };
    Ok(checksum::crc64(crc, table, caller.slice(bytes)))
}

fn adler32<'c>(caller: &mut Caller<'c>, sum: u32, bytes: SliceRef<'c, u8>) -> Result<u32, Stop> {
    caller.charge_bytes(2 * bytes.len());
    Ok(checksum::adler32(sum, caller.slice(bytes)))
}

fn mix<'c>(caller: &mut Caller<'c>, seed: u64, bytes: StrRef<'c>) -> Result<u64, Stop> {
    caller.charge_bytes(4 * bytes.len());
    Ok(kernel::mix(seed, caller.bytes(bytes)))
}

fn hash_any<'c>(caller: &mut Caller<'c>, value: AnyRef<'c>) -> Result<u64, Stop> {
    caller.hash(value)
}

fn compress<'c>(
    caller: &mut Caller<'c>,
    form: i64,
    state: SliceRef<'c, u8>,
    blocks: SliceRef<'c, u8>,
) -> Answer {
    charge(caller, blocks.len());
    caller.write_from(state, blocks, |state, blocks| match form {
        0 => with_words(state, |words| digest::md5(words, blocks.as_chunks().0)),
        1 => with_words(state, |words| digest::sha1(words, blocks.as_chunks().0)),
        2 => with_words(state, |words| digest::sha256(words, blocks.as_chunks().0)),
        _ => {
            let mut words = [0u64; 8];
            let (parts, _) = state.as_chunks_mut::<8>();
            words.iter_mut().zip(&*parts).for_each(|(w, p)| *w = u64::from_le_bytes(*p));
            digest::sha512(&mut words, blocks.as_chunks().0);
            parts.iter_mut().zip(&words).for_each(|(p, w)| *p = w.to_le_bytes());
        }
    });
    Ok(())
}

fn finish<'c>(
    caller: &mut Caller<'c>,
    form: i64,
    state: SliceRef<'c, u8>,
    rest: SliceRef<'c, u8>,
    length: u64,
    out: SliceRef<'c, u8>,
) -> Answer {
    charge(caller, rest.len() + if form == 3 { 128 } else { 64 });
    let (state, rest) = (caller.slice(state), caller.slice(rest));
    let digest = match form {
        0 => ended(state, u32::to_le_bytes, |words| {
            digest::last_blocks(rest, length, true, |blocks| digest::md5(words, blocks));
        }),
        1 => ended(state, u32::to_be_bytes, |words| {
            digest::last_blocks(rest, length, false, |blocks| digest::sha1(words, blocks));
        }),
        2 => ended(state, u32::to_be_bytes, |words| {
            digest::last_blocks(rest, length, false, |blocks| digest::sha256(words, blocks));
        }),
        _ => ended_512(state, rest, length),
    };
    let out = caller.slice_mut(out);
    let len = out.len().min(digest.len());
    out[..len].copy_from_slice(&digest[..len]);
    Ok(())
}

/// The bytes of a state of `N` words after what `f` does to a copy of it.
#[inline(always)]
fn ended<const N: usize>(state: &[u8], order: fn(u32) -> [u8; 4], f: impl FnOnce(&mut [u32; N])) -> [u8; 64] {
    let mut words = [0; N];
    words.iter_mut().zip(state.as_chunks().0).for_each(|(w, p)| *w = u32::from_le_bytes(*p));
    f(&mut words);
    let mut bytes = [0; 64];
    bytes.as_chunks_mut().0.iter_mut().zip(words).for_each(|(p, w)| *p = order(w));
    bytes
}

fn ended_512(state: &[u8], rest: &[u8], length: u64) -> [u8; 64] {
    let mut words = [0; 8];
    words.iter_mut().zip(state.as_chunks().0).for_each(|(w, p)| *w = u64::from_le_bytes(*p));
    digest::last_blocks(rest, length, false, |blocks| digest::sha512(&mut words, blocks));
    let mut bytes = [0; 64];
    bytes.as_chunks_mut().0.iter_mut().zip(words).for_each(|(p, w)| *p = w.to_be_bytes());
    bytes
}

fn with_words<const N: usize>(state: &mut [u8], f: impl FnOnce(&mut [u32; N])) {
    let mut words = [0; N];
    let (parts, _) = state.as_chunks_mut::<4>();
    words.iter_mut().zip(&*parts).for_each(|(w, p)| *w = u32::from_le_bytes(*p));
    f(&mut words);
    parts.iter_mut().zip(&words).for_each(|(p, w)| *p = w.to_le_bytes());
}
