//! Packages `compress/…` and the ciphers of `crypto/…`: what takes bytes in bulk, by the kernels. All state
//! is in guest memory, so a call is bounded, holds nothing after it returned, and streams cost the isolate's
//! own memory. Headers, modes, tags and all errors are Go code in `std/`.

use purlin_base::gas;
use purlin_kernels::cipher::{aes, edwards, ghash, keccak};
use purlin_kernels::compress::{deflate, inflate};
use purlin_runtime::native::{Answer, Caller, Ptr, PtrRef, Row, Slice, SliceRef, Stop};
use purlin_runtime::natives;

/// The tables of all these packages.
pub(super) const CODECS: [&[Row]; 4] = [FLATE, AES, SHA3, EDWARDS];

natives! {
    /// Blocks of DEFLATE. A state is one slice, whose layout is that of the kernels.
    FLATE in "compress/flate" {
        /// Makes a table in the state from the lengths of codes; of distances if `distances`. The length of
        /// the shortest code, 0 if there is none, -1 if the lengths are of no code.
        heavy "inflateTable"(state: Slice<u8>, lengths: Slice<u8>, distances: bool) -> (i64) = inflate_table;
            [READS WRITES] "2,000 units";
        /// Decodes symbols of a block: from the window's position `at`, before which all is history, to
        /// `limit` or a little further. `held` has the number of bits that `bits` holds, and above 8 and 16
        /// bits the shortest codes of literals and distances. Gives bytes taken, bits and their number, the
        /// position in the window, and why it stopped.
        heavy "inflate"(state: Slice<u8>, input: Slice<u8>, bits: u64, held: i64, at: i64, limit: i64)
            -> (i64, u64, i64, i64, i64) = inflate_symbols; [READS WRITES] "1 a 4 bytes taken, 1 a 8 bytes written";
        /// Turns bytes of the window up to `end` into tokens. Position, tokens, what waits; and whether all
        /// are done.
        heavy "deflateFind"(state: Slice<u8>, level: i64, base: i64, end: i64, at: i64, tokens: i64, waiting: i64)
            -> (i64, i64, i64, bool) = deflate_find; [WRITES] "1 a step of the search";
        /// Puts the window below `end` into the tables.
        heavy "deflateLearn"(state: Slice<u8>, base: i64, end: i64) = deflate_learn; [WRITES] "1 a 2 bytes";
        /// Makes a block of tokens. Bytes of output, and the bits that are left and their number.
        heavy "deflateEmit"(state: Slice<u8>, tokens: i64, start: i64, end: i64, bits: u64, held: i64)
            -> (i64, u64, i64) = deflate_emit; [WRITES] "4,000 units, 1 a token, 1 a 4 bytes";
    }
}

natives! {
    /// AES and GHASH.
    AES in "crypto/internal/blocks" {
        /// Encrypts or decrypts whole blocks in place, each by itself.
        heavy "Each"(key: Slice<u8>, data: Slice<u8>, decrypt: bool) = aes_each;
            [READS WRITES] "100 units, 1 a byte";
        /// Cipher block chaining of whole blocks in place.
        heavy "Chain"(key: Slice<u8>, before: Slice<u8>, data: Slice<u8>, decrypt: bool) = aes_chain;
            [READS WRITES] "100 units, 1 a byte";
        /// Adds the key stream from a block's counter on, without its first `skip` bytes, to data in place.
        /// If `short`, only the last 32 bits count.
        heavy "Count"(key: Slice<u8>, high: u64, low: u64, skip: i64, short: bool, data: Slice<u8>) = aes_count;
            [READS WRITES] "100 units, 1 a byte";
        /// Continues GHASH over data that is filled up to whole blocks.
        heavy "Hash"(key: Slice<u8>, state: Slice<u8>, data: Slice<u8>) = aes_hash;
            [READS WRITES] "100 units, 1 a byte";
    }
}

natives! {
    /// Keccak.
    SHA3 in "crypto/sha3" {
        /// Permutes a sponge.
        heavy "permute"(state: Ptr<keccak::State>) = sha3_permute; [WRITES RAISES] "200 units";
        /// Takes in whole blocks of `rate` bytes.
        heavy "absorb"(state: Ptr<keccak::State>, rate: i64, data: Slice<u8>) = sha3_absorb;
            [READS WRITES RAISES] "200 units a block";
    }
}

natives! {
    /// The group of Ed25519. Words have 32 bytes.
    EDWARDS in "crypto/internal/edwards" {
        /// The base point times a scalar.
        heavy "Base"(out: Slice<u8>, scalar: Slice<u8>) = edwards_base; [READS WRITES] "50,000 units";
        /// A number of 64 bytes modulo the order.
        heavy "Reduce"(out: Slice<u8>, wide: Slice<u8>) = edwards_reduce; [READS WRITES] "500 units";
        /// The scalar `abc[0:32] * abc[32:64] + abc[64:96]`.
        heavy "MultiplyAdd"(out: Slice<u8>, abc: Slice<u8>) = edwards_multiply_add; [READS WRITES] "500 units";
        /// The base point times `s` less a point times `k`; false if there is no such point, or `s` is too
        /// large.
        heavy "Difference"(out: Slice<u8>, point: Slice<u8>, k: Slice<u8>, s: Slice<u8>) -> (bool) =
            edwards_difference; [READS WRITES] "150,000 units";
    }
}

// --- DEFLATE

fn inflate_table<'c>(
    caller: &mut Caller<'c>,
    state: SliceRef<'c, u8>,
    lengths: SliceRef<'c, u8>,
    distances: bool,
) -> Result<i64, Stop> {
    caller.charge(gas::INFLATE_TABLE);
    let mut all = [0; 288];
    let lengths = caller.slice(lengths);
    let n = lengths.len().min(all.len());
    all[..n].copy_from_slice(&lengths[..n]);
    let table = if distances { inflate::Table::Distances } else { inflate::Table::Literals };
    Ok(inflate::build(caller.slice_mut(state), table, &all[..n]).map_or(-1, i64::from))
}

fn inflate_symbols<'c>(
    caller: &mut Caller<'c>,
    state: SliceRef<'c, u8>,
    input: SliceRef<'c, u8>,
    bits: u64,
    held: i64,
    at: i64,
    limit: i64,
) -> Result<(i64, u64, i64, i64, i64), Stop> {
    let start = at.max(0) as usize;
    let from = inflate::Position { taken: 0, bits, count: held as u8 as u32, at: start };
    let least = ((held >> 8) as u8 as u32, (held >> 16) as u8 as u32);
    let (to, stop) = caller.write_from(state, input, |state, input| {
        inflate::decode(state, input, from, start, limit.max(0) as usize, least)
    });
    let written = to.at.saturating_sub(start);
    caller.charge(gas::bytes_hashed((to.taken + written / 2) as u64));
    Ok((to.taken as i64, to.bits, to.count as i64, to.at as i64, stop as i64))
}

/// Steps of a search between two looks at the limits.
const STEPS: u32 = 50_000;

fn deflate_find<'c>(
    caller: &mut Caller<'c>,
    state: SliceRef<'c, u8>,
    level: i64,
    base: i64,
    end: i64,
    at: i64,
    tokens: i64,
    waiting: i64,
) -> Result<(i64, i64, i64, bool), Stop> {
    let progress =
        deflate::Progress { at: at.max(0) as usize, tokens: tokens.max(0) as usize, waiting: waiting as u32 };
    let (level, end) = (level.max(0) as usize, end.max(0) as usize);
    let (to, work, done) = deflate::find(caller.slice_mut(state), level, base as u16, end, progress, STEPS);
    caller.charge(i64::from(work));
    Ok((to.at as i64, to.tokens as i64, i64::from(to.waiting), done))
}

fn deflate_learn<'c>(caller: &mut Caller<'c>, state: SliceRef<'c, u8>, base: i64, end: i64) -> Answer {
    let end = (end.max(0) as usize).min(deflate::STATE - deflate::WINDOW);
    caller.charge(end as i64 / 2);
    deflate::learn(caller.slice_mut(state), base as u16, end);
    Ok(())
}

fn deflate_emit<'c>(
    caller: &mut Caller<'c>,
    state: SliceRef<'c, u8>,
    tokens: i64,
    start: i64,
    end: i64,
    bits: u64,
    held: i64,
) -> Result<(i64, u64, i64), Stop> {
    let [tokens, start, end, held] = [tokens, start, end, held].map(|n| n.max(0) as usize);
    let bytes = end.saturating_sub(start).min(deflate::BLOCK) as u64;
    caller.charge(gas::DEFLATE_BLOCK + tokens.min(deflate::BLOCK) as i64 + gas::bytes_hashed(bytes));
    let (n, bits, count) =
        deflate::emit(caller.slice_mut(state), tokens, start, end, bits, held.min(64) as u32);
    Ok((n as i64, bits, i64::from(count)))
}

// --- AES and GHASH

/// A key as the guest gave it.
struct Key {
    bytes: [u8; 32],
    len: usize,
}

impl Key {
    fn read<'c>(caller: &Caller<'c>, key: SliceRef<'c, u8>) -> Key {
        let mut bytes = [0; 32];
        let key = caller.slice(key);
        let len = key.len().min(32);
        bytes[..len].copy_from_slice(&key[..len]);
        Key { bytes, len }
    }

    fn get(&self) -> &[u8] {
        &self.bytes[..self.len]
    }
}

/// The first bytes of a slice; zeros where it has fewer.
fn word<'c, const N: usize>(caller: &Caller<'c>, slice: SliceRef<'c, u8>) -> [u8; N] {
    let mut word = [0; N];
    word.iter_mut().zip(caller.slice(slice)).for_each(|(w, b)| *w = *b);
    word
}

fn set<'c>(caller: &mut Caller<'c>, slice: SliceRef<'c, u8>, bytes: &[u8]) {
    caller.slice_mut(slice).iter_mut().zip(bytes).for_each(|(b, w)| *b = *w);
}

/// Gas for bytes that a cipher works on, at the speed of processors without instructions for it.
fn charge(caller: &Caller<'_>, bytes: usize) {
    caller.charge(gas::CIPHER_KEY.saturating_add(bytes as i64));
}

fn aes_each<'c>(
    caller: &mut Caller<'c>,
    key: SliceRef<'c, u8>,
    data: SliceRef<'c, u8>,
    decrypt: bool,
) -> Answer {
    charge(caller, data.len());
    let key = Key::read(caller, key);
    aes::blocks(key.get(), caller.slice_mut(data).as_chunks_mut().0, decrypt);
    Ok(())
}

fn aes_chain<'c>(
    caller: &mut Caller<'c>,
    key: SliceRef<'c, u8>,
    before: SliceRef<'c, u8>,
    data: SliceRef<'c, u8>,
    decrypt: bool,
) -> Answer {
    charge(caller, data.len());
    let (key, before) = (Key::read(caller, key), word(caller, before));
    aes::chained(key.get(), before, caller.slice_mut(data).as_chunks_mut().0, decrypt);
    Ok(())
}

fn aes_count<'c>(
    caller: &mut Caller<'c>,
    key: SliceRef<'c, u8>,
    high: u64,
    low: u64,
    skip: i64,
    short: bool,
    data: SliceRef<'c, u8>,
) -> Answer {
    charge(caller, data.len());
    let key = Key::read(caller, key);
    let counter = u128::from(high) << 64 | u128::from(low);
    aes::counted(key.get(), counter, (skip & 15) as usize, short, caller.slice_mut(data));
    Ok(())
}

fn aes_hash<'c>(
    caller: &mut Caller<'c>,
    key: SliceRef<'c, u8>,
    state: SliceRef<'c, u8>,
    data: SliceRef<'c, u8>,
) -> Answer {
    charge(caller, data.len());
    let (key, mut sum) = (word(caller, key), word(caller, state));
    ghash::update(&key, &mut sum, caller.slice(data));
    set(caller, state, &sum);
    Ok(())
}

// --- Keccak

fn sha3_permute<'c>(caller: &mut Caller<'c>, state: PtrRef<'c, keccak::State>) -> Answer {
    caller.charge(gas::KECCAK);
    let Some(state) = caller.get_mut(state) else { return Err(caller.raise_null()) };
    keccak::permute(state);
    Ok(())
}

fn sha3_absorb<'c>(
    caller: &mut Caller<'c>,
    state: PtrRef<'c, keccak::State>,
    rate: i64,
    data: SliceRef<'c, u8>,
) -> Answer {
    let rate = usize::try_from(rate).unwrap_or(0).max(1);
    caller.charge(gas::KECCAK.saturating_mul((data.len() / rate) as i64));
    let Some(sponge) = caller.get(state) else { return Err(caller.raise_null()) };
    let mut sponge = *sponge;
    keccak::absorb(&mut sponge, rate, caller.slice(data));
    let Some(state) = caller.get_mut(state) else { return Err(caller.raise_null()) };
    *state = sponge;
    Ok(())
}

// --- Ed25519

fn edwards_base<'c>(caller: &mut Caller<'c>, out: SliceRef<'c, u8>, scalar: SliceRef<'c, u8>) -> Answer {
    caller.charge(gas::CURVE_BASE);
    let product = edwards::multiply_base(word(caller, scalar));
    set(caller, out, &product);
    Ok(())
}

fn edwards_reduce<'c>(caller: &mut Caller<'c>, out: SliceRef<'c, u8>, wide: SliceRef<'c, u8>) -> Answer {
    caller.charge(gas::CURVE_SCALAR);
    let reduced = edwards::reduce(&word(caller, wide));
    set(caller, out, &reduced);
    Ok(())
}

fn edwards_multiply_add<'c>(caller: &mut Caller<'c>, out: SliceRef<'c, u8>, abc: SliceRef<'c, u8>) -> Answer {
    caller.charge(gas::CURVE_SCALAR);
    let abc: [u8; 96] = word(caller, abc);
    let part = |i: usize| std::array::from_fn(|j| abc[32 * i + j]);
    set(caller, out, &edwards::multiply_add(part(0), part(1), part(2)));
    Ok(())
}

fn edwards_difference<'c>(
    caller: &mut Caller<'c>,
    out: SliceRef<'c, u8>,
    point: SliceRef<'c, u8>,
    k: SliceRef<'c, u8>,
    s: SliceRef<'c, u8>,
) -> Result<bool, Stop> {
    caller.charge(gas::CURVE_DIFFERENCE);
    let found = edwards::difference(&word(caller, point), word(caller, k), word(caller, s));
    if let Some(found) = found {
        set(caller, out, &found);
    }
    Ok(found.is_some())
}
