//! Finding repetitions, and writing blocks of DEFLATE.
//!
//! The state is one slice: chains of earlier positions, the tokens of the block that is being made, its bytes
//! once it is made, and the window. [`find`] turns bytes of the window into tokens, at most so much work a
//! call; [`emit`] makes a block of them. Positions are kept modulo 65,536: an old one may alias a new one, so
//! each is compared before it is believed, and no table has to be adjusted when the window moves.

use super::huffman;
use super::{distance_symbol, length_symbol};

const HASH_BITS: u32 = 15;
/// How far back a match may reach.
const REACH: usize = 32_767;
const CHAIN: usize = 1 << 15;
/// The most tokens of a block.
const TOKENS: usize = 1 << 15;
/// The most bytes of a block.
pub const BLOCK: usize = 65_535;
const HEAD_AT: usize = 0;
const PREVIOUS_AT: usize = HEAD_AT + 2 * CHAIN;
const TOKENS_AT: usize = PREVIOUS_AT + 2 * CHAIN;
/// Where a finished block lies in the state.
pub const OUTPUT: usize = TOKENS_AT + 4 * TOKENS;
/// The most bytes of a finished block, with room for the bits before it.
const OUTPUT_ROOM: usize = BLOCK + 32;
/// Where the window begins in the state. It holds 32 KiB of history and [`BLOCK`] bytes.
pub const WINDOW: usize = OUTPUT + OUTPUT_ROOM + 1;
/// Bytes of the state.
pub const STATE: usize = WINDOW + 32_768 + BLOCK;
const MIN_MATCH: usize = 4;
const MAX_MATCH: usize = 258;

/// How hard to look: the tuning of zlib's levels.
#[derive(Clone, Copy)]
struct Effort {
    /// From this length on, fewer earlier positions are tried for a longer match.
    good: usize,
    /// Matches shorter than this are compared with one that begins a byte later; 0: none are.
    lazy: usize,
    /// A match of this length is long enough.
    nice: usize,
    /// How many earlier positions are tried.
    chain: u32,
}

const EFFORTS: [Effort; 10] = {
    const fn row(good: usize, lazy: usize, nice: usize, chain: u32) -> Effort {
        Effort { good, lazy, nice, chain }
    }
    [
        row(0, 0, 0, 0),
        row(4, 0, 8, 2),
        row(4, 0, 16, 6),
        row(4, 0, 32, 24),
        row(4, 4, 16, 16),
        row(8, 16, 32, 32),
        row(8, 16, 128, 128),
        row(8, 32, 128, 256),
        row(32, 128, 258, 1024),
        row(32, 258, 258, 4096),
    ]
};

/// Where the search is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Progress {
    /// The next position of the window.
    pub at: usize,
    /// Tokens so far.
    pub tokens: usize,
    /// The match at the position before this one that waits for a better one, as a token; 1 for a literal
    /// that waits; 0 if nothing waits.
    pub waiting: u32,
}

// A token is a literal, or a match: its length above 24 bits, 2 less, and its distance, of at most 15 bits.
const LITERAL_WAITS: u32 = 1;

fn match_token(length: usize, distance: usize) -> u32 {
    ((length - 2) as u32) << 16 | distance as u32
}

/// Length and distance of a token that is a match.
fn token_match(token: u32) -> Option<(usize, usize)> {
    (token >= 1 << 16).then_some(((token >> 16) as usize + 2, (token & 0xffff) as usize))
}

type Word = [u8; 2];

struct Finder<'a> {
    head: &'a mut [Word],
    previous: &'a mut [Word],
    tokens: &'a mut [[u8; 4]],
    window: &'a [u8],
    /// The position of the window's start in the stream, modulo 65,536.
    base: u16,
    effort: Effort,
    progress: Progress,
    work: u32,
}

/// The state's parts.
struct Parts<'a> {
    tables: &'a mut [u8],
    tokens: &'a mut [u8],
    output: &'a mut [u8],
    window: &'a mut [u8],
}

fn parts(state: &mut [u8]) -> Option<Parts<'_>> {
    let (tables, rest) = state.split_at_mut_checked(TOKENS_AT)?;
    let (tokens, rest) = rest.split_at_mut_checked(OUTPUT - TOKENS_AT)?;
    let (output, window) = rest.split_at_mut_checked(WINDOW - OUTPUT)?;
    Some(Parts { tables, tokens, output, window })
}

/// Turns bytes of the window from `progress.at` up to `end` into tokens, until all are done, the tokens of a
/// block are full, or `budget` steps were made. Gives the progress, the steps, and whether all are done.
///
/// `base` is the position of the window's first byte in the stream, modulo 65,536; all bytes before
/// `progress.at` are history, of which the last 32,767 are used. Level 0 finds nothing: all are literals.
pub fn find(
    state: &mut [u8],
    level: usize,
    base: u16,
    end: usize,
    progress: Progress,
    budget: u32,
) -> (Progress, u32, bool) {
    let none = (progress, 0, true);
    let Some(Parts { tables, tokens, window, .. }) = parts(state) else { return none };
    let Some(window) = window.get(..end) else { return none };
    if progress.at > end || progress.tokens > TOKENS {
        return none;
    }
    let (tables, _) = tables.as_chunks_mut();
    let (head, previous) = tables.split_at_mut(CHAIN);
    let tokens = tokens.as_chunks_mut().0;
    let effort = EFFORTS[level.min(9)];
    let mut finder = Finder { head, previous, tokens, window, base, effort, progress, work: 0 };
    let done = if level == 0 {
        finder.literals()
    } else if effort.lazy == 0 {
        finder.greedy(budget)
    } else {
        finder.lazily(budget)
    };
    (finder.progress, finder.work, done)
}

/// Puts all positions of the window below `end` into the tables: the history that a dictionary gives.
pub fn learn(state: &mut [u8], base: u16, end: usize) {
    let Some(Parts { tables, window, .. }) = parts(state) else { return };
    let Some(window) = window.get(..end) else { return };
    let (tables, _) = tables.as_chunks_mut();
    let (head, previous) = tables.split_at_mut(CHAIN);
    let (effort, progress) = (EFFORTS[0], Progress::default());
    let mut finder = Finder { head, previous, tokens: &mut [], window, base, effort, progress, work: 0 };
    (0..end).for_each(|at| {
        finder.insert(at);
    });
}

impl Finder<'_> {
    fn push(&mut self, token: u32) {
        if let Some(place) = self.tokens.get_mut(self.progress.tokens) {
            *place = token.to_le_bytes();
            self.progress.tokens += 1;
        }
    }

    /// Whether there is room for two more tokens.
    fn has_room(&self) -> bool {
        self.progress.tokens + 2 <= TOKENS
    }

    fn literals(&mut self) -> bool {
        while self.progress.at < self.window.len() && self.has_room() {
            self.push(u32::from(self.window[self.progress.at]));
            self.progress.at += 1;
            self.work += 1;
        }
        self.progress.at == self.window.len()
    }

    /// Takes the first match at each position.
    fn greedy(&mut self, budget: u32) -> bool {
        self.catch_up();
        let mut misses = 0;
        while self.progress.at < self.window.len() {
            if self.work >= budget || !self.has_room() {
                return false;
            }
            let at = self.progress.at;
            match self.best(at, MIN_MATCH - 1) {
                Some((length, distance)) => {
                    self.push(match_token(length, distance));
                    self.pass(at + 1, at + length);
                    self.progress.at = at + length;
                    misses = 0;
                }
                None => {
                    // What has not repeated for long is passed in ever larger steps.
                    misses += 1;
                    for _ in 0..=misses >> 6 {
                        if self.progress.at < self.window.len() && self.progress.tokens < TOKENS {
                            self.push(u32::from(self.window[self.progress.at]));
                            self.progress.at += 1;
                        }
                    }
                }
            }
        }
        true
    }

    /// Looks at each match whether the one a byte later is longer.
    fn lazily(&mut self, budget: u32) -> bool {
        self.catch_up();
        while self.progress.at < self.window.len() {
            if self.work >= budget || !self.has_room() {
                return false;
            }
            let Progress { at, waiting, .. } = self.progress;
            let before = token_match(waiting);
            let held = before.map_or(MIN_MATCH - 1, |m| m.0);
            let found = match before {
                Some((length, _)) if length >= self.effort.lazy => {
                    self.insert(at);
                    None
                }
                _ => self.best(at, held),
            };
            self.progress.at = at + 1;
            match (found, before) {
                (None, Some((length, distance))) => {
                    self.push(match_token(length, distance));
                    self.pass(at + 1, at - 1 + length);
                    self.progress.at = at - 1 + length;
                    self.progress.waiting = 0;
                }
                (found, _) => {
                    if waiting != 0 {
                        self.push(u32::from(self.window[at - 1]));
                    }
                    self.progress.waiting = found.map_or(LITERAL_WAITS, |(l, d)| match_token(l, d));
                }
            }
        }
        // No match begins at the last byte, so what waits at the end is a literal.
        if self.progress.waiting != 0 {
            self.push(u32::from(self.window[self.progress.at - 1]));
            self.progress.waiting = 0;
        }
        true
    }

    /// Puts the last positions before this one into the tables, which lacked the bytes after them.
    fn catch_up(&mut self) {
        if self.progress.waiting == 0 && self.progress.tokens == 0 {
            let at = self.progress.at;
            self.pass(at.saturating_sub(MIN_MATCH - 1), at);
        }
    }

    /// Puts positions into the tables without looking for matches.
    fn pass(&mut self, from: usize, to: usize) {
        for at in from..to {
            self.insert(at);
        }
        self.work += (to.saturating_sub(from) / 4) as u32;
    }

    fn insert(&mut self, at: usize) -> Option<u16> {
        let bytes = self.window.get(at..)?.first_chunk()?;
        let hash = u32::from_le_bytes(*bytes).wrapping_mul(0x9e37_79b1) >> (32 - HASH_BITS);
        let here = self.base.wrapping_add(at as u16);
        let before = std::mem::replace(&mut self.head[hash as usize], here.to_le_bytes());
        // A position is inserted again where a block begins anew: its chain stays what it was.
        if before != here.to_le_bytes() {
            self.previous[usize::from(here) % CHAIN] = before;
        }
        Some(u16::from_le_bytes(before))
    }

    /// The longest match at a position that is longer than `held`, among the positions that are tried.
    fn best(&mut self, at: usize, held: usize) -> Option<(usize, usize)> {
        self.work += 1;
        let mut candidate = self.insert(at)?;
        let here = self.base.wrapping_add(at as u16);
        let rest = &self.window[at..self.window.len().min(at + MAX_MATCH)];
        let mut tries = if held >= self.effort.good { self.effort.chain >> 2 } else { self.effort.chain };
        let reach = at.min(REACH);
        let (mut best, mut found, mut last) = (held, None, 0);
        while tries > 0 && best < rest.len() {
            tries -= 1;
            let distance = usize::from(here.wrapping_sub(candidate));
            if distance <= last || distance > reach {
                break;
            }
            self.work += 1;
            last = distance;
            let earlier = &self.window[at - distance..];
            if earlier[best] == rest[best] {
                let length = common(rest, earlier);
                self.work += length as u32 / 16;
                if length > best {
                    (best, found) = (length, Some((length, distance)));
                    if length >= self.effort.nice {
                        break;
                    }
                }
            }
            candidate = u16::from_le_bytes(self.previous[usize::from(candidate) % CHAIN]);
        }
        found
    }
}

/// How many bytes of `a` stand at the start of `b` too.
fn common(a: &[u8], b: &[u8]) -> usize {
    let ((a8, _), (b8, _)) = (a.as_chunks::<8>(), b.as_chunks::<8>());
    for (i, (x, y)) in a8.iter().zip(b8).enumerate() {
        let differs = u64::from_le_bytes(*x) ^ u64::from_le_bytes(*y);
        if differs != 0 {
            return 8 * i + differs.trailing_zeros() as usize / 8;
        }
    }
    let done = 8 * a8.len().min(b8.len());
    done + a[done..].iter().zip(&b[done..]).take_while(|(x, y)| x == y).count()
}

/// Bits that go to the output.
struct Writer<'a> {
    out: &'a mut [u8],
    at: usize,
    bits: u64,
    count: u32,
}

impl Writer<'_> {
    /// At most 56 bits, after which fewer than 8 are held.
    #[inline(always)]
    fn put(&mut self, bits: u64, count: u32) {
        self.bits |= bits << self.count;
        self.count += count;
        if let Some(place) = self.out.get_mut(self.at..self.at + 8) {
            place.copy_from_slice(&self.bits.to_le_bytes());
        }
        self.at += (self.count / 8) as usize;
        self.bits = if self.count < 64 { self.bits >> (self.count & !7) } else { 0 };
        self.count &= 7;
    }
}

const LITERALS: usize = 286;
const DISTANCES: usize = 30;
const LENGTHS: usize = 19;
/// The order in which the lengths of the code for lengths are written.
const ORDER: [usize; LENGTHS] = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

/// The two codes of a block: lengths and codes of each symbol, literals before distances.
struct Codes {
    lengths: [u8; LITERALS + DISTANCES + 2],
    codes: [u16; LITERALS + DISTANCES + 2],
}

impl Codes {
    /// `split` is where the distances begin in `lengths`.
    fn new(lengths: [u8; LITERALS + DISTANCES + 2], split: usize) -> Codes {
        let mut codes = [0; LITERALS + DISTANCES + 2];
        huffman::codes(&lengths[..split], &mut codes[..split]);
        huffman::codes(&lengths[split..], &mut codes[split..]);
        Codes { lengths, codes }
    }
}

/// Where distances begin in the codes of a block: 286 and 287 are symbols of the fixed code alone.
const SPLIT: usize = 288;

fn fixed() -> Codes {
    Codes::new(
        std::array::from_fn(|i| match i {
            0..144 | 280..SPLIT => 8,
            144..256 => 9,
            256..280 => 7,
            _ => 5,
        }),
        SPLIT,
    )
}

/// Bits of the tokens by a code, with the end of the block, besides extra bits.
fn coded_bits(frequencies: &[u32], codes: &Codes) -> u64 {
    frequencies.iter().zip(&codes.lengths).map(|(f, l)| u64::from(*f) * u64::from(*l)).sum()
}

/// The lengths of both codes as symbols of the code for lengths: symbol, extra value, extra bits.
fn run_lengths(lengths: &[u8], out: &mut [(u8, u8, u8); LITERALS + DISTANCES]) -> usize {
    let (mut n, mut at) = (0, 0);
    while at < lengths.len() {
        let run = lengths[at..].iter().take_while(|l| **l == lengths[at]).count();
        let (step, symbol) = match (lengths[at], run) {
            (0, 11..) => (run.min(138), (18, (run.min(138) - 11) as u8, 7)),
            (0, 3..11) => (run, (17, (run - 3) as u8, 3)),
            (l, 4..) => {
                out[n] = (l, 0, 0);
                n += 1;
                let again = (run - 1).min(6);
                (again + 1, (16, (again - 3) as u8, 2))
            }
            (l, _) => (1, (l, 0, 0)),
        };
        out[n] = symbol;
        n += 1;
        at += step;
    }
    n
}

/// The header of a block with codes of its own.
struct Header {
    symbols: [(u8, u8, u8); LITERALS + DISTANCES],
    count: usize,
    literals: usize,
    distances: usize,
    lengths: [u8; LENGTHS],
    codes: [u16; LENGTHS],
    /// How many lengths of the code for lengths are written.
    written: usize,
    bits: u64,
}

impl Header {
    fn new(codes: &Codes) -> Header {
        let last =
            |part: &[u8], least: usize| part.iter().rposition(|l| *l > 0).map_or(least, |i| i + 1).max(least);
        let literals = last(&codes.lengths[..LITERALS], 257);
        let distances = last(&codes.lengths[SPLIT..], 1);
        let mut joined = [0; LITERALS + DISTANCES];
        joined[..literals].copy_from_slice(&codes.lengths[..literals]);
        joined[literals..][..distances].copy_from_slice(&codes.lengths[SPLIT..][..distances]);
        let mut symbols = [(0, 0, 0); LITERALS + DISTANCES];
        let count = run_lengths(&joined[..literals + distances], &mut symbols);
        let mut frequencies = [0; LENGTHS];
        symbols[..count].iter().for_each(|s| frequencies[usize::from(s.0)] += 1);
        let (mut lengths, mut codes) = ([0; LENGTHS], [0; LENGTHS]);
        huffman::lengths(&frequencies, 7, &mut lengths);
        huffman::codes(&lengths, &mut codes);
        let written = ORDER.iter().rposition(|&i| lengths[i] > 0).map_or(4, |i| i + 1).max(4);
        let symbol_bits = |s: &(u8, u8, u8)| u64::from(lengths[usize::from(s.0)] + s.2);
        let bits = 14 + 3 * written as u64 + symbols[..count].iter().map(symbol_bits).sum::<u64>();
        Header { symbols, count, literals, distances, lengths, codes, written, bits }
    }

    fn write(&self, to: &mut Writer<'_>) {
        to.put((self.literals - 257) as u64, 5);
        to.put((self.distances - 1) as u64, 5);
        to.put((self.written - 4) as u64, 4);
        ORDER[..self.written].iter().for_each(|&i| to.put(u64::from(self.lengths[i]), 3));
        for &(symbol, value, bits) in &self.symbols[..self.count] {
            let (length, code) = (self.lengths[usize::from(symbol)], self.codes[usize::from(symbol)]);
            to.put(u64::from(code) | u64::from(value) << length, u32::from(length + bits));
        }
    }
}

/// Makes a block of the tokens, which stand for the bytes of the window from `start` to `end`: the shortest
/// of the three kinds. `bits` are those of the last byte before it that are written already, `count` of them,
/// fewer than 8. Gives how many bytes of output there are, and the bits that are left.
pub fn emit(
    state: &mut [u8],
    tokens: usize,
    start: usize,
    end: usize,
    bits: u64,
    count: u32,
) -> (usize, u64, u32) {
    let Some(Parts { tokens: all, output: out, window, .. }) = parts(state) else { return (0, 0, 0) };
    let (all, _) = all.as_chunks();
    let (Some(tokens), Some(bytes)) = (all.get(..tokens), window.get(start..end)) else { return (0, 0, 0) };
    if bytes.len() > BLOCK || count > 7 {
        return (0, 0, 0);
    }
    let mut frequencies = [0u32; SPLIT + DISTANCES];
    let mut extra = 0;
    frequencies[256] = 1;
    for token in tokens {
        let token = u32::from_le_bytes(*token);
        match token_match(token) {
            None => frequencies[token as usize & 255] += 1,
            Some((length, distance)) => {
                let (length, length_bits) = length_symbol(length.clamp(3, MAX_MATCH));
                let (distance, distance_bits) = distance_symbol(distance.clamp(1, CHAIN));
                frequencies[length] += 1;
                frequencies[SPLIT + distance] += 1;
                extra += u64::from(length_bits + distance_bits);
            }
        }
    }
    let mut lengths = [0; LITERALS + DISTANCES + 2];
    huffman::lengths(&frequencies[..LITERALS], 15, &mut lengths[..LITERALS]);
    huffman::lengths(&frequencies[SPLIT..], 15, &mut lengths[SPLIT..]);
    let (own, fixed) = (Codes::new(lengths, SPLIT), fixed());
    let header = Header::new(&own);
    let own_bits = header.bits + coded_bits(&frequencies, &own) + extra;
    let fixed_bits = coded_bits(&frequencies, &fixed) + extra;
    let stored_bits = 8 * bytes.len() as u64 + 32 + 7;
    let mut to = Writer { out, at: 0, bits, count };
    if stored_bits <= own_bits.min(fixed_bits) {
        stored(&mut to, bytes);
    } else if fixed_bits <= own_bits {
        to.put(1 << 1, 3);
        coded(&mut to, tokens, &fixed);
    } else {
        to.put(2 << 1, 3);
        header.write(&mut to);
        coded(&mut to, tokens, &own);
    }
    (to.at, to.bits, to.count)
}

fn stored(to: &mut Writer<'_>, bytes: &[u8]) {
    to.put(0, 3);
    to.put(0, (8 - to.count) % 8);
    let size = bytes.len() as u64;
    to.put(size | (!size & 0xffff) << 16, 32);
    if let Some(place) = to.out.get_mut(to.at..to.at + bytes.len()) {
        place.copy_from_slice(bytes);
        to.at += bytes.len();
    }
}

fn coded(to: &mut Writer<'_>, tokens: &[[u8; 4]], codes: &Codes) {
    for token in tokens {
        let token = u32::from_le_bytes(*token);
        let Some((length, distance)) = token_match(token) else {
            let symbol = token as usize & 255;
            to.put(u64::from(codes.codes[symbol]), u32::from(codes.lengths[symbol]));
            continue;
        };
        let (length, distance) = (length.clamp(3, MAX_MATCH), distance.clamp(1, CHAIN));
        let ((l, l_extra), (d, d_extra)) = (length_symbol(length), distance_symbol(distance));
        let mut bits = u64::from(codes.codes[l]);
        let mut count = u32::from(codes.lengths[l]);
        bits |= (((length - 3) & ((1 << l_extra) - 1)) as u64) << count;
        count += l_extra;
        bits |= u64::from(codes.codes[SPLIT + d]) << count;
        count += u32::from(codes.lengths[SPLIT + d]);
        bits |= (((distance - 1) & ((1 << d_extra) - 1)) as u64) << count;
        to.put(bits, count + d_extra);
    }
    to.put(u64::from(codes.codes[256]), u32::from(codes.lengths[256]));
}

#[cfg(test)]
mod tests {
    use super::super::inflate;
    use super::*;

    /// All blocks of some data, at a level, which fit a window.
    fn deflate(data: &[u8], level: usize, budget: u32) -> Vec<u8> {
        let mut state = vec![0; STATE];
        state[WINDOW..][..data.len()].copy_from_slice(data);
        let (mut out, mut bits, mut count) = (Vec::new(), 0, 0);
        let (mut progress, mut start) = (Progress::default(), 0);
        loop {
            let (next, _, done) = find(&mut state, level, 7, data.len(), progress, budget);
            progress = next;
            let full = progress.tokens + 2 > TOKENS;
            if done || full {
                // What waits belongs to the next block.
                let end = progress.at - usize::from(progress.waiting != 0);
                let made = emit(&mut state, progress.tokens, start, end, bits, count);
                out.extend_from_slice(&state[OUTPUT..][..made.0]);
                (bits, count, start, progress.tokens) = (made.1, made.2, end, 0);
            }
            if done {
                out.extend_from_slice(&bits.to_le_bytes());
                return out;
            }
        }
    }

    /// Reads bits of some data.
    fn bits(data: &[u8], from: &mut inflate::Position, n: u32) -> usize {
        while from.count < n {
            from.bits |= u64::from(data[from.taken]) << from.count;
            from.taken += 1;
            from.count += 8;
        }
        let value = from.bits & ((1 << n) - 1);
        from.bits >>= n;
        from.count -= n;
        value as usize
    }

    /// Reads the codes of a block, bit by bit.
    fn read_codes(data: &[u8], state: &mut [u8], from: &mut inflate::Position) {
        let mut bits = |n| bits(data, from, n);
        let (l, d, c) = (bits(5) + 257, bits(5) + 1, bits(4) + 4);
        let (mut lengths, mut codes) = ([0; LENGTHS], [0; LENGTHS]);
        ORDER[..c].iter().for_each(|&i| lengths[i] = bits(3) as u8);
        huffman::codes(&lengths, &mut codes);
        let mut all: Vec<u8> = Vec::new();
        while all.len() < l + d {
            let (mut code, mut n) = (0, 0);
            let symbol = loop {
                code |= bits(1) << n;
                n += 1;
                let same = |i: &usize| usize::from(lengths[*i]) == n && usize::from(codes[*i]) == code;
                if let Some(found) = (0..LENGTHS).find(same) {
                    break found;
                }
            };
            let (value, times) = match symbol {
                16 => (all[all.len() - 1], 3 + bits(2)),
                17 => (0, 3 + bits(3)),
                18 => (0, 11 + bits(7)),
                l => (l as u8, 1),
            };
            all.resize(all.len() + times, value);
        }
        inflate::build(state, inflate::Table::Literals, &all[..l]).unwrap();
        inflate::build(state, inflate::Table::Distances, &all[l..]).unwrap();
    }

    /// Reads blocks of all kinds as a stream's reader would.
    fn inflate_all(data: &[u8], size: usize) -> Vec<u8> {
        let mut state = vec![0; inflate::WINDOW + size + inflate::SLACK];
        let mut from = inflate::Position { taken: 0, bits: 0, count: 0, at: 0 };
        while from.at < size {
            let _last = bits(data, &mut from, 1);
            match bits(data, &mut from, 2) {
                0 => {
                    (from.bits, from.count) = (0, 0);
                    let n = bits(data, &mut from, 16);
                    assert_eq!(bits(data, &mut from, 16), !n & 0xffff);
                    state[inflate::WINDOW + from.at..][..n].copy_from_slice(&data[from.taken..][..n]);
                    from.at += n;
                    from.taken += n;
                    continue;
                }
                1 => {
                    inflate::build(&mut state, inflate::Table::Literals, &fixed().lengths[..SPLIT]).unwrap();
                    inflate::build(&mut state, inflate::Table::Distances, &[5; 32]).unwrap();
                }
                _ => read_codes(data, &mut state, &mut from),
            }
            let (next, stop) = inflate::decode(&mut state, data, from, from.at, size, (0, 0));
            from = next;
            assert!(stop == inflate::Stop::End || from.at == size, "{stop:?} at {}", from.at);
            if stop == inflate::Stop::Full {
                break;
            }
        }
        state[inflate::WINDOW..][..size].to_vec()
    }

    fn samples() -> Vec<Vec<u8>> {
        let mut x = 1u32;
        let mut next = move || {
            x = x.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            x >> 24
        };
        let noise: Vec<u8> = (0..40_000).map(|_| next() as u8).collect();
        let letters: Vec<u8> = (0..60_000).map(|_| b"etaoin shrdlu"[next() as usize * 13 / 256]).collect();
        let skewed: Vec<u8> = (0..65_535).map(|_| (next() & next() & next()) as u8).collect();
        let words: Vec<u8> = (0..9000).flat_map(|_| format!("{} ", next() % 50).into_bytes()).collect();
        vec![b"a".to_vec(), b"abcabcabcabcabcabc".to_vec(), vec![0; 65_535], noise, letters, skewed, words]
    }

    #[test]
    fn what_is_written_reads_as_it_was() {
        for data in samples() {
            for level in 0..10 {
                for budget in [500, u32::MAX] {
                    let made = deflate(&data, level, budget);
                    assert!(inflate_all(&made, data.len()) == data, "{} bytes, level {level}", data.len());
                }
            }
        }
    }

    #[test]
    fn repetitions_are_found() {
        assert!(deflate(&vec![0; 65_535], 6, u32::MAX).len() < 200);
        let twice: Vec<u8> = samples()[3][..20_000].repeat(2);
        assert!(deflate(&twice, 6, u32::MAX).len() < 20_600);
        assert!(deflate(&samples()[6], 9, u32::MAX).len() < samples()[6].len() / 2);
    }
}
