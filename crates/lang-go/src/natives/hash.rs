//! Packages `hash/…` and `crypto/…`: checksums and digests over bytes, by the kernels. Their state lies in guest memory;
//! what is buffered, padded or chunked on the way there is Go code in `std/`, so no call here is long.

use purlin_kernels::hash as kernel;
use purlin_kernels::hash::{checksum, digest};
use purlin_runtime::native::{Answer, Call, Native};
use purlin_runtime::natives::hash_value;

pub const NATIVES: super::Table = &[
    ("hash/fnv.update", Native::Light(fnv)),
    ("hash/fnv.update128", Native::Light(fnv_128)),
    ("hash/crc32.fill", Native::Light(crc32_fill)),
    ("hash/crc32.update", Native::Light(crc32_update)),
    ("hash/crc32.updateIEEE", Native::Heavy(crc32_ieee)),
    ("hash/crc64.fill", Native::Light(crc64_fill)),
    ("hash/crc64.update", Native::Light(crc64_update)),
    ("hash/adler32.update", Native::Light(adler32)),
    ("hash/maphash.mix", Native::Light(mix)),
    ("hash/maphash.hashAny", Native::Light(hash_value)),
    ("crypto/internal/block.compress", Native::Heavy(compress)),
];

/// Bytes that cost one unit where each takes a multiplication or a look-up.
const SLOW_BYTES: usize = 4;

fn charge(call: &mut Call<'_>, bytes: usize) {
    call.vm.charge((bytes / SLOW_BYTES) as i64);
}

/// `(h uint64, p []byte, form int) uint64`: 32 or 64 bits, and 1 more where the byte comes before the product.
fn fnv(call: &mut Call<'_>) -> Answer {
    let (hash, bytes, form) = (call.word(0), call.bytes(1), call.int(4));
    charge(call, bytes.len());
    let byte_first = form & 1 == 1;
    let hash = match form & 64 {
        0 => u64::from(kernel::fnv32(hash as u32, bytes, byte_first)),
        _ => kernel::fnv64(hash, bytes, byte_first),
    };
    call.ret(0, hash);
    Ok(())
}

/// `(high, low uint64, p []byte, byteFirst bool) (high, low uint64)`
fn fnv_128(call: &mut Call<'_>) -> Answer {
    let start = u128::from(call.word(0)) << 64 | u128::from(call.word(1));
    let (bytes, byte_first) = (call.bytes(2), call.bool(5));
    charge(call, 2 * bytes.len());
    let hash = kernel::fnv128(start, bytes, byte_first);
    call.ret(0, (hash >> 64) as u64);
    call.ret(1, hash as u64);
    Ok(())
}

/// `(table *Table, polynomial uint32)`
fn crc32_fill(call: &mut Call<'_>) -> Answer {
    let (table, polynomial) = (call.word(0), call.word(1) as u32);
    call.vm.charge(1024);
    call.view_mut(table, 1024).copy_from_slice(checksum::crc32_table(polynomial).as_flattened());
    Ok(())
}

/// `(crc uint32, table *Table, p []byte) uint32`
fn crc32_update(call: &mut Call<'_>) -> Answer {
    let (crc, bytes) = (call.word(0) as u32, call.bytes(2));
    charge(call, bytes.len());
    let table = call.view(call.word(1), 1024).as_chunks().0.as_array().expect("the size of a table");
    call.ret(0, u64::from(checksum::crc32(crc, table, bytes)));
    Ok(())
}

/// `(crc uint32, p []byte) uint32`
fn crc32_ieee(call: &mut Call<'_>) -> Answer {
    let bytes = call.bytes(1);
    call.charge_bytes(bytes.len());
    let crc = checksum::crc32_ieee(call.word(0) as u32, bytes);
    call.ret(0, u64::from(crc));
    Ok(())
}

/// `(table *Table, polynomial uint64)`
fn crc64_fill(call: &mut Call<'_>) -> Answer {
    let (table, polynomial) = (call.word(0), call.word(1));
    call.vm.charge(1024);
    call.view_mut(table, 2048).copy_from_slice(checksum::crc64_table(polynomial).as_flattened());
    Ok(())
}

/// `(crc uint64, table *Table, p []byte) uint64`
fn crc64_update(call: &mut Call<'_>) -> Answer {
    let (crc, bytes) = (call.word(0), call.bytes(2));
    charge(call, bytes.len());
    let table = call.view(call.word(1), 2048).as_chunks().0.as_array().expect("the size of a table");
    call.ret(0, checksum::crc64(crc, table, bytes));
    Ok(())
}

/// `(sum uint32, p []byte) uint32`
fn adler32(call: &mut Call<'_>) -> Answer {
    let (sum, bytes) = (call.word(0) as u32, call.bytes(1));
    call.charge_bytes(2 * bytes.len());
    call.ret(0, u64::from(checksum::adler32(sum, bytes)));
    Ok(())
}

/// `(seed uint64, p string) uint64`
fn mix(call: &mut Call<'_>) -> Answer {
    let (seed, bytes) = (call.word(0), call.bytes(1));
    call.charge_bytes(4 * bytes.len());
    call.ret(0, kernel::mix(seed, bytes));
    Ok(())
}

/// `(form int, state []byte, blocks []byte)`: whole blocks into a state of little-endian words. Forms: 0 MD5, 1 SHA-1,
/// 2 SHA-256, 3 SHA-512.
fn compress(call: &mut Call<'_>) -> Answer {
    let (form, blocks) = (call.int(0), call.bytes(4));
    let state = call.bytes_mut(1);
    charge(call, blocks.len());
    match form {
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
    }
    Ok(())
}

fn with_words<const N: usize>(state: &mut [u8], f: impl FnOnce(&mut [u32; N])) {
    let mut words = [0; N];
    let (parts, _) = state.as_chunks_mut::<4>();
    words.iter_mut().zip(&*parts).for_each(|(w, p)| *w = u32::from_le_bytes(*p));
    f(&mut words);
    parts.iter_mut().zip(&words).for_each(|(p, w)| *p = w.to_le_bytes());
}
