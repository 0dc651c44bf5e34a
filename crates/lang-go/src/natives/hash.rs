//! Packages `hash/…` and `crypto/…`: checksums and digests over bytes. Their state lies in guest memory; what is
//! buffered, padded or chunked on the way there is Go code in `std/`, so no call here is long.

use purlin_runtime::native::{Answer, Call, Native};
use purlin_runtime::natives::hash_value;
use sha2::digest::generic_array::GenericArray;

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
    let (mut hash, bytes, form) = (call.word(0), call.bytes(1), call.int(4));
    charge(call, bytes.len());
    let step = |hash: u64, prime: u64, byte: u8| match form & 1 {
        1 => (hash ^ u64::from(byte)).wrapping_mul(prime),
        _ => hash.wrapping_mul(prime) ^ u64::from(byte),
    };
    if form & 64 != 0 {
        hash = bytes.iter().fold(hash, |h, b| step(h, 0x100_0000_01b3, *b));
    } else {
        hash = bytes.iter().fold(hash, |h, b| step(h, 0x0100_0193, *b) & 0xffff_ffff);
    }
    call.ret(0, hash);
    Ok(())
}

/// `(high, low uint64, p []byte, byteFirst bool) (high, low uint64)`
fn fnv_128(call: &mut Call<'_>) -> Answer {
    const PRIME: u128 = 1 << 88 | 0x13b;
    let start = u128::from(call.word(0)) << 64 | u128::from(call.word(1));
    let (bytes, byte_first) = (call.bytes(2), call.bool(5));
    charge(call, 2 * bytes.len());
    let hash = bytes.iter().fold(start, |h, b| match byte_first {
        true => (h ^ u128::from(*b)).wrapping_mul(PRIME),
        false => h.wrapping_mul(PRIME) ^ u128::from(*b),
    });
    call.ret(0, (hash >> 64) as u64);
    call.ret(1, hash as u64);
    Ok(())
}

/// What remains of each byte, by the reversed polynomial.
fn remainder(polynomial: u64, byte: u64) -> u64 {
    (0..8).fold(byte, |r, _| r >> 1 ^ if r & 1 == 1 { polynomial } else { 0 })
}

/// `(table *Table, polynomial uint32)`
fn crc32_fill(call: &mut Call<'_>) -> Answer {
    let (table, polynomial) = (call.word(0), call.word(1) & 0xffff_ffff);
    call.vm.charge(1024);
    for (byte, entry) in call.view_mut(table, 1024).as_chunks_mut::<4>().0.iter_mut().enumerate() {
        *entry = (remainder(polynomial, byte as u64) as u32).to_le_bytes();
    }
    Ok(())
}

/// `(crc uint32, table *Table, p []byte) uint32`
fn crc32_update(call: &mut Call<'_>) -> Answer {
    let (crc, bytes) = (!(call.word(0) as u32), call.bytes(2));
    charge(call, bytes.len());
    let (table, _) = call.view(call.word(1), 1024).as_chunks::<4>();
    let crc = bytes.iter().fold(crc, |c, b| u32::from_le_bytes(table[usize::from(c as u8 ^ b)]) ^ c >> 8);
    call.ret(0, u64::from(!crc));
    Ok(())
}

/// `(crc uint32, p []byte) uint32`
fn crc32_ieee(call: &mut Call<'_>) -> Answer {
    let bytes = call.bytes(1);
    call.charge_bytes(bytes.len());
    let mut hasher = crc32fast::Hasher::new_with_initial(call.word(0) as u32);
    hasher.update(bytes);
    call.ret(0, u64::from(hasher.finalize()));
    Ok(())
}

/// `(table *Table, polynomial uint64)`
fn crc64_fill(call: &mut Call<'_>) -> Answer {
    let (table, polynomial) = (call.word(0), call.word(1));
    call.vm.charge(1024);
    for (byte, entry) in call.view_mut(table, 2048).as_chunks_mut::<8>().0.iter_mut().enumerate() {
        *entry = remainder(polynomial, byte as u64).to_le_bytes();
    }
    Ok(())
}

/// `(crc uint64, table *Table, p []byte) uint64`
fn crc64_update(call: &mut Call<'_>) -> Answer {
    let (crc, bytes) = (!call.word(0), call.bytes(2));
    charge(call, bytes.len());
    let (table, _) = call.view(call.word(1), 2048).as_chunks::<8>();
    let crc = bytes.iter().fold(crc, |c, b| u64::from_le_bytes(table[usize::from(c as u8 ^ b)]) ^ c >> 8);
    call.ret(0, !crc);
    Ok(())
}

/// `(sum uint32, p []byte) uint32`: two sums modulo 65521, one of the other.
fn adler32(call: &mut Call<'_>) -> Answer {
    const MODULUS: u32 = 65521;
    /// So many bytes cannot overflow 32 bits.
    const CHUNK: usize = 5552;
    let (sum, bytes) = (call.word(0) as u32, call.bytes(1));
    call.charge_bytes(2 * bytes.len());
    let (mut a, mut b) = (sum & 0xffff, sum >> 16);
    for chunk in bytes.chunks(CHUNK) {
        for byte in chunk {
            a += u32::from(*byte);
            b += a;
        }
        (a, b) = (a % MODULUS, b % MODULUS);
    }
    call.ret(0, u64::from(b << 16 | a));
    Ok(())
}

/// `(seed uint64, p string) uint64`: folded products of 8 bytes at a time, the rest with the length last.
fn mix(call: &mut Call<'_>) -> Answer {
    fn fold(a: u64, b: u64) -> u64 {
        let product = u128::from(a ^ 0x9e37_79b9_7f4a_7c15) * u128::from(b ^ 0xd1b5_4a32_d192_ed03);
        product as u64 ^ (product >> 64) as u64
    }
    let (seed, bytes) = (call.word(0), call.bytes(1));
    call.charge_bytes(4 * bytes.len());
    let (words, rest) = bytes.as_chunks::<8>();
    let hash = words.iter().fold(seed, |h, w| fold(h, u64::from_le_bytes(*w)));
    let mut last = [0; 8];
    last[..rest.len()].copy_from_slice(rest);
    let hash = fold(fold(hash, u64::from_le_bytes(last)), bytes.len() as u64);
    call.ret(0, hash);
    Ok(())
}

/// `(form int, state []byte, blocks []byte)`: whole blocks into a state of little-endian words. Forms: 0 MD5, 1 SHA-1,
/// 2 SHA-256, 3 SHA-512.
fn compress(call: &mut Call<'_>) -> Answer {
    let (form, blocks) = (call.int(0), call.bytes(4));
    let state = call.bytes_mut(1);
    charge(call, blocks.len());
    match form {
        0 => with_words(state, |words| md5(words, blocks)),
        1 => with_words(state, |words| {
            for block in blocks.as_chunks::<64>().0 {
                sha1::compress(words, std::slice::from_ref(GenericArray::from_slice(block)));
            }
        }),
        2 => with_words(state, |words| {
            for block in blocks.as_chunks::<64>().0 {
                sha2::compress256(words, std::slice::from_ref(GenericArray::from_slice(block)));
            }
        }),
        _ => {
            let mut words = [0u64; 8];
            let (parts, _) = state.as_chunks_mut::<8>();
            words.iter_mut().zip(&*parts).for_each(|(w, p)| *w = u64::from_le_bytes(*p));
            for block in blocks.as_chunks::<128>().0 {
                sha2::compress512(&mut words, std::slice::from_ref(GenericArray::from_slice(block)));
            }
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

/// MD5 (RFC 1321): the crate md-5 does not offer its block function.
fn md5(state: &mut [u32; 4], blocks: &[u8]) {
    const SHIFTS: [[u32; 4]; 4] = [[7, 12, 17, 22], [5, 9, 14, 20], [4, 11, 16, 23], [6, 10, 15, 21]];
    static SINES: std::sync::LazyLock<[u32; 64]> = std::sync::LazyLock::new(|| {
        std::array::from_fn(|i| (libm::sin((i + 1) as f64).abs() * (1u64 << 32) as f64) as u32)
    });
    let sines = &*SINES;
    for block in blocks.as_chunks::<64>().0 {
        let (parts, _) = block.as_chunks::<4>();
        let [mut a, mut b, mut c, mut d] = *state;
        for i in 0..64 {
            let (mixed, word) = match i / 16 {
                0 => (b & c | !b & d, i),
                1 => (b & d | c & !d, 5 * i + 1),
                2 => (b ^ c ^ d, 3 * i + 5),
                _ => (c ^ (b | !d), 7 * i),
            };
            let sum = a
                .wrapping_add(mixed)
                .wrapping_add(sines[i])
                .wrapping_add(u32::from_le_bytes(parts[word % 16]));
            (a, d, c) = (d, c, b);
            b = b.wrapping_add(sum.rotate_left(SHIFTS[i / 16][i % 4]));
        }
        for (word, add) in state.iter_mut().zip([a, b, c, d]) {
            *word = word.wrapping_add(add);
        }
    }
}
