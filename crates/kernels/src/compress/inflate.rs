//! Decoding the symbols of DEFLATE's compressed blocks.
//!
//! The state is one slice: the table of literals and lengths, the table of distances, and the window, whose
//! bytes before the write position are the history. [`decode`] stops where input ends, where the block ends,
//! where the window has reached its soft limit, and at the first symbol that is not allowed. Bits that it
//! took and did not need are given back by whole bytes, so a caller knows exactly how far the data reach.

use super::huffman::{MAX_BITS, counts, first_codes};
use super::{distance_base, length_base};

const LITERAL_BITS: usize = 10;
const DISTANCE_BITS: usize = 8;
/// Entries that complete codes of 288 symbols with 10 direct bits need at most (zlib's `enough`).
const LITERAL_ENTRIES: usize = 1334;
/// Entries that complete codes of 32 symbols with 8 direct bits need at most.
const DISTANCE_ENTRIES: usize = 402;
/// Where the window begins in the state.
pub const WINDOW: usize = 4 * (LITERAL_ENTRIES + DISTANCE_ENTRIES + 8);
/// Bytes of the window past the soft limit that a match may write.
pub const SLACK: usize = MAX_MATCH + 16;
const MAX_MATCH: usize = 258;
/// The most bits that a code and its extra bits take in a table.
const MOST_BITS: u32 = 30;

// An entry of a table: bits of the code in the lowest 8, extra bits (or bits of a second table's index) in
// the next 4, what it is in the next 4, and a value above.
type Entry = [u8; 4];
const INVALID: u32 = 0;
const LITERAL: u32 = 1 << 12;
const BASE: u32 = 2 << 12;
const END: u32 = 3 << 12;
const SECOND: u32 = 4 << 12;
const KIND: u32 = 7 << 12;

/// Which table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Table {
    /// Literals, the end of a block, and lengths.
    Literals,
    /// Distances.
    Distances,
}

/// Why decoding stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stop {
    /// The next symbol needs more input; all of it was taken.
    Input = 0,
    /// The soft limit of the window is reached.
    Full = 1,
    /// The end of the block.
    End = 2,
    /// A symbol, or a distance, that is not allowed.
    Corrupt = 3,
}

/// Where a stream is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    /// Bytes of the input that were taken.
    pub taken: usize,
    /// Bits that were taken and not used yet, the next one lowest.
    pub bits: u64,
    /// How many there are: fewer than 8 unless the stop is [`Stop::Input`].
    pub count: u32,
    /// Where the window is written next.
    pub at: usize,
}

fn entry(length: usize, rest: u32) -> u32 {
    length as u32 | rest
}

/// What a symbol stands for, without the length of its code.
fn meaning(table: Table, symbol: usize) -> u32 {
    let based = |(base, extra): (u32, u32)| BASE | extra << 8 | base << 16;
    match (table, symbol) {
        (Table::Literals, 0..256) => LITERAL | (symbol as u32) << 16,
        (Table::Literals, 256) => END,
        (Table::Literals, 257..286) => based(length_base(symbol)),
        (Table::Distances, 0..30) => based(distance_base(symbol)),
        (Table::Literals | Table::Distances, _) => INVALID,
    }
}

/// Makes a table in the state from the lengths of codes, of which there are at most 288. `None` if the
/// lengths are of no prefix code, or of an incomplete one; but one code of one bit alone, and no code at all,
/// are allowed. Otherwise the length of the shortest code, 0 if there is none.
pub fn build(state: &mut [u8], table: Table, lengths: &[u8]) -> Option<u32> {
    let (tables, _) = state.as_chunks_mut::<4>();
    let (entries, direct): (&mut [Entry], usize) = match table {
        Table::Literals => (tables.get_mut(..LITERAL_ENTRIES)?, LITERAL_BITS),
        Table::Distances => {
            (tables.get_mut(LITERAL_ENTRIES..LITERAL_ENTRIES + DISTANCE_ENTRIES)?, DISTANCE_BITS)
        }
    };
    entries.fill([0; 4]);
    if lengths.iter().any(|l| usize::from(*l) > MAX_BITS) {
        return None;
    }
    let counts = counts(lengths);
    let Some(min) = (1..=MAX_BITS).find(|&l| counts[l] > 0) else { return Some(0) };
    let max = (1..=MAX_BITS).rev().find(|&l| counts[l] > 0).unwrap_or(min);
    let (first, end) = first_codes(&counts);
    let complete = end == 1 << MAX_BITS && (1..=max).all(|l| first[l] + u32::from(counts[l]) <= 1 << l);
    let single = max == 1 && counts[1] == 1;
    if !complete && !single {
        return None;
    }
    let symbols = || {
        let mut next = first;
        lengths.iter().enumerate().filter(|(_, l)| **l > 0).map(move |(symbol, &l)| {
            let code = next[usize::from(l)];
            next[usize::from(l)] += 1;
            (symbol, usize::from(l), (code.reverse_bits() >> (32 - u32::from(l))) as usize)
        })
    };
    let seconds = second_tables(entries, direct, symbols())?;
    debug_assert!(seconds <= entries.len());
    for (symbol, length, code) in symbols() {
        let value = entry(length, meaning(table, symbol)).to_le_bytes();
        if length <= direct {
            entries[code..1 << direct].iter_mut().step_by(1 << length).for_each(|e| *e = value);
        } else {
            let (at, bits) = second(u32::from_le_bytes(entries[code & ((1 << direct) - 1)]));
            let part = entries.get_mut(at..at + (1 << bits))?;
            part[code >> direct..].iter_mut().step_by(1 << (length - direct)).for_each(|e| *e = value);
        }
    }
    Some(min as u32)
}

/// The place of a second table, and the bits of its index.
fn second(entry: u32) -> (usize, u32) {
    ((entry >> 16) as usize, entry >> 8 & 15)
}

/// Lays out the second tables for codes that are longer than the direct bits: each is as large as the longest
/// code with its prefix needs. Gives where they end.
fn second_tables(
    entries: &mut [Entry],
    direct: usize,
    symbols: impl Iterator<Item = (usize, usize, usize)>,
) -> Option<usize> {
    let mut longest = [0u8; 1 << LITERAL_BITS];
    for (_, length, code) in symbols.filter(|s| s.1 > direct) {
        let prefix = &mut longest[code & ((1 << direct) - 1)];
        *prefix = (*prefix).max((length - direct) as u8);
    }
    let mut at = 1 << direct;
    for (prefix, &bits) in longest.iter().enumerate().filter(|(_, bits)| **bits > 0) {
        entries[prefix] = (SECOND | u32::from(bits) << 8 | (at as u32) << 16).to_le_bytes();
        at += 1 << bits;
    }
    (at <= entries.len()).then_some(at)
}

/// The bits of the input that were taken and not used.
struct Bits<'a> {
    input: &'a [u8],
    taken: usize,
    bits: u64,
    count: u32,
}

impl Bits<'_> {
    /// Takes bytes while they fit.
    fn refill(&mut self) {
        while self.count <= 56 && self.taken < self.input.len() {
            self.bits |= u64::from(self.input[self.taken]) << self.count;
            self.taken += 1;
            self.count += 8;
        }
    }

    /// Takes bytes while they fit, eight of which are there.
    #[inline(always)]
    fn refill_word(&mut self, word: [u8; 8]) {
        self.bits |= u64::from_le_bytes(word) << self.count;
        self.taken += ((63 - self.count) >> 3) as usize;
        self.count |= 56;
    }

    #[inline(always)]
    fn skip(&mut self, n: u32) {
        self.bits >>= n;
        self.count -= n;
    }

    /// Gives whole bytes back, as far as no more than `needed` bits from here on were needed.
    fn give_back(&mut self, needed: u32) {
        let back = self.count.saturating_sub(needed) / 8;
        self.count -= 8 * back;
        self.taken = self.taken.saturating_sub(back as usize);
        self.bits &= (1 << self.count) - 1;
    }
}

/// The entry that the next bits lead to.
#[inline(always)]
fn look_up<const N: usize>(entries: &[Entry; N], direct: usize, bits: u64) -> u32 {
    let entry = u32::from_le_bytes(entries[bits as usize & ((1 << direct) - 1)]);
    if entry & KIND != SECOND {
        return entry;
    }
    let (at, width) = second(entry);
    let index = (bits >> direct) as usize & ((1 << width) - 1);
    entries.get(at + index).map_or(INVALID, |e| u32::from_le_bytes(*e))
}

/// A length or distance: its base, and the extra bits that follow a code in `bits`.
#[inline(always)]
fn based(entry: u32, bits: u64) -> usize {
    let (length, extra) = (code_bits(entry), entry >> 8 & 15);
    (entry >> 16) as usize + ((bits >> length) as usize & ((1 << extra) - 1))
}

/// Bits of a code together with its extra bits.
#[inline(always)]
fn whole(entry: u32) -> u32 {
    code_bits(entry) + (entry >> 8 & 15)
}

/// Bits of a code.
#[inline(always)]
fn code_bits(entry: u32) -> u32 {
    entry & 15
}

/// Copies `length` bytes from `distance` bytes before `at`, which may reach into what is copied. There are 16
/// bytes after the last one that are free to write.
#[inline(always)]
fn copy_match(window: &mut [u8], at: usize, distance: usize, length: usize) {
    let from = at - distance;
    if distance >= 16 {
        let mut done = 0;
        while done < length {
            window.copy_within(from + done..from + done + 16, at + done);
            done += 16;
        }
    } else if distance == 1 {
        let byte = window[from];
        window[at..at + length].fill(byte);
    } else {
        let region = &mut window[from..at + length];
        for i in distance..region.len() {
            region[i] = region[i - distance];
        }
    }
}

/// Decodes symbols of a block.
///
/// `state` has the tables of the block and the window; the position's `at` counts from the window's start, of
/// which `history` bytes before it are data. The bytes of the window up to [`SLACK`] past `limit` are there,
/// otherwise nothing is decoded. `least` are the shortest codes of literals and distances, by which it is
/// told how many bytes a decoder needs that reads a byte at a time: each symbol is given at least so many
/// bits.
pub fn decode(
    state: &mut [u8],
    input: &[u8],
    from: Position,
    history: usize,
    limit: usize,
    least: (u32, u32),
) -> (Position, Stop) {
    let full = (from, Stop::Full);
    let Some((head, window)) = state.split_at_mut_checked(WINDOW) else { return full };
    let (entries, _) = head.as_chunks::<4>();
    let Some((literals, rest)) = entries.split_first_chunk::<LITERAL_ENTRIES>() else { return full };
    let Some(distances) = rest.first_chunk::<DISTANCE_ENTRIES>() else { return full };
    if from.count > 63 || from.taken > input.len() || limit > window.len() || window.len() - limit < SLACK {
        return full;
    }
    let bits = Bits { input, taken: from.taken, bits: from.bits, count: from.count };
    let first = from.at.saturating_sub(history);
    let mut decoder = Decoder { literals, distances, window, bits, first, at: from.at, limit, least };
    let stop = decoder.run();
    let Bits { taken, bits, count, .. } = decoder.bits;
    (Position { taken, bits, count, at: decoder.at }, stop)
}

struct Decoder<'a> {
    literals: &'a [Entry; LITERAL_ENTRIES],
    distances: &'a [Entry; DISTANCE_ENTRIES],
    window: &'a mut [u8],
    bits: Bits<'a>,
    /// Where the history begins in the window.
    first: usize,
    at: usize,
    limit: usize,
    least: (u32, u32),
}

impl Decoder<'_> {
    fn run(&mut self) -> Stop {
        loop {
            self.many();
            match self.one() {
                Ok(()) => {}
                // A refused symbol has already been given its bits back.
                Err(Stop::Input) => return Stop::Input,
                Err(Stop::Corrupt) => return Stop::Corrupt,
                Err(stop) => {
                    self.bits.give_back(0);
                    return stop;
                }
            }
        }
    }

    /// Decodes while eight bytes of input are left, and leaves all that is special to [`Decoder::one`].
    fn many(&mut self) {
        while self.at < self.limit {
            let bits = &mut self.bits;
            let Some(word) = bits.input.get(bits.taken..).and_then(|rest| rest.first_chunk()) else { break };
            bits.refill_word(*word);
            let mut entry = look_up(self.literals, LITERAL_BITS, bits.bits);
            // Two literals take 30 bits at most, and a length after them 20: the distance is looked up anew.
            for _ in 0..2 {
                if entry & KIND != LITERAL {
                    break;
                }
                bits.skip(code_bits(entry));
                self.window[self.at] = (entry >> 16) as u8;
                self.at += 1;
                entry = look_up(self.literals, LITERAL_BITS, bits.bits);
            }
            if entry & KIND == LITERAL {
                continue;
            }
            if entry & KIND != BASE || whole(entry) > bits.count {
                break;
            }
            let length = based(entry, bits.bits).min(MAX_MATCH);
            let mut ahead = bits.bits >> whole(entry);
            let mut left = bits.count - whole(entry);
            if left < MOST_BITS
                && let Some(word) = bits.input.get(bits.taken..).and_then(|rest| rest.first_chunk())
            {
                ahead |= u64::from_le_bytes(*word) << left;
                left |= 56;
            } else if left < MOST_BITS {
                break;
            }
            let distance = look_up(self.distances, DISTANCE_BITS, ahead);
            let reach = based(distance, ahead);
            if distance & KIND != BASE || reach > self.at - self.first {
                break;
            }
            if left >= 56 {
                // The second refill took the bytes that the first one left.
                let before = bits.count - whole(entry);
                bits.taken += ((63 - before) >> 3) as usize;
            }
            bits.bits = ahead >> whole(distance);
            bits.count = left - whole(distance);
            copy_match(self.window, self.at, reach, length);
            self.at += length;
        }
        // What lies above the bits that are counted is the input's next byte, read in advance.
        self.bits.bits &= (1 << self.bits.count) - 1;
    }

    /// Decodes one symbol, or says why that cannot be.
    fn one(&mut self) -> Result<(), Stop> {
        if self.at >= self.limit {
            return Err(Stop::Full);
        }
        self.bits.refill();
        let (bits, count) = (self.bits.bits, self.bits.count);
        let entry = look_up(self.literals, LITERAL_BITS, bits);
        let used = code_bits(entry).max(self.least.0);
        if used > count {
            return Err(Stop::Input);
        }
        match entry & KIND {
            LITERAL => {
                self.window[self.at] = (entry >> 16) as u8;
                self.at += 1;
                self.bits.skip(code_bits(entry));
                return Ok(());
            }
            END => {
                self.bits.skip(code_bits(entry));
                return Err(Stop::End);
            }
            BASE => {}
            _ => return Err(self.corrupt(used)),
        }
        if whole(entry) > count {
            return Err(Stop::Input);
        }
        let (length, ahead) = (based(entry, bits).min(MAX_MATCH), bits >> whole(entry));
        let distance = look_up(self.distances, DISTANCE_BITS, ahead);
        let used = used.max(whole(entry) + code_bits(distance).max(self.least.1));
        if used > count {
            return Err(Stop::Input);
        }
        if distance & KIND != BASE {
            return Err(self.corrupt(used));
        }
        let all = whole(entry) + whole(distance);
        if all > count {
            return Err(Stop::Input);
        }
        let reach = based(distance, ahead);
        if reach > self.at - self.first {
            return Err(self.corrupt(used.max(all)));
        }
        self.bits.skip(all);
        copy_match(self.window, self.at, reach, length);
        self.at += length;
        Ok(())
    }

    /// The symbol from here on is refused after so many bits.
    fn corrupt(&mut self, needed: u32) -> Stop {
        self.bits.give_back(needed);
        Stop::Corrupt
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fixed_state(window: usize) -> Vec<u8> {
        let mut state = vec![0; WINDOW + window + SLACK];
        let lengths: Vec<u8> = (0..288)
            .map(|i| match i {
                0..144 | 280..288 => 8,
                144..256 => 9,
                _ => 7,
            })
            .collect();
        assert_eq!(build(&mut state, Table::Literals, &lengths), Some(7));
        assert_eq!(build(&mut state, Table::Distances, &[5; 32]), Some(5));
        state
    }

    const START: Position = Position { taken: 0, bits: 0, count: 0, at: 0 };

    #[test]
    fn tables_refuse_what_is_no_code() {
        let mut state = vec![0; WINDOW];
        for (lengths, least) in [
            (&[0, 0][..], Some(0)),
            (&[1][..], Some(1)),
            (&[1, 1][..], Some(1)),
            (&[2, 1, 2][..], Some(1)),
            (&[1, 1, 1][..], None),
            (&[2, 2][..], None),
            (&[2][..], None),
            (&[16, 1][..], None),
        ] {
            assert_eq!(build(&mut state, Table::Distances, lengths), least, "{lengths:?}");
        }
        assert_eq!(build(&mut [], Table::Literals, &[1, 1]), None);
    }

    /// Bytes that come one at a time, as from a reader of single bytes, are decoded as all at once are.
    #[test]
    fn input_may_end_anywhere() {
        // "aaaaaaaa" as a literal, a length of 7 and a distance of 1, and the end; two bytes of more.
        let data = [0x4b, 0x84, 0x00, 0x00, 0xff, 0xff];
        let begin = Position { taken: 1, bits: u64::from(data[0] >> 3), count: 5, at: 0 };
        let mut state = fixed_state(64);
        let (whole, stop) = decode(&mut state, &data, begin, 0, 64, (7, 5));
        assert_eq!((stop, whole.at, whole.taken, whole.count), (Stop::End, 7, 4, 2));
        assert_eq!(state[WINDOW..][..8], *b"aaaaaaa\0");
        let mut at = Position { taken: 0, ..begin };
        let mut state = fixed_state(64);
        for byte in &data[1..] {
            let (next, stop) = decode(&mut state, std::slice::from_ref(byte), at, at.at, 64, (7, 5));
            at = Position { taken: 0, ..next };
            if stop == Stop::End {
                break;
            }
            assert_eq!((stop, next.taken), (Stop::Input, 1));
        }
        assert_eq!(at.at, 7);
        assert_eq!(state[WINDOW..][..8], *b"aaaaaaa\0");
    }

    /// Whatever the input, what is written stays in the window, and each call ends.
    #[test]
    fn noise_is_harmless() {
        let mut x = 7u32;
        let mut next = move || {
            x = x.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (x >> 24) as u8
        };
        for round in 0..300 {
            let data: Vec<u8> = (0..200).map(|_| next()).collect();
            let mut state = fixed_state(100);
            if round % 3 == 0 {
                // Tables of noise, as a guest could make them.
                state[..WINDOW].iter_mut().for_each(|b| *b = next());
            }
            let (to, _) = decode(&mut state, &data, START, round % 7, 100, (7, 5));
            assert!(to.at <= 100 + SLACK && to.taken <= data.len());
            let odd = Position { taken: 999, bits: u64::MAX, count: 77, at: usize::MAX };
            assert_eq!(decode(&mut state, &data, odd, 3, 100, (7, 5)), (odd, Stop::Full));
            assert_eq!(decode(&mut [1, 2], &data, START, 0, 0, (0, 0)), (START, Stop::Full));
        }
    }
}
