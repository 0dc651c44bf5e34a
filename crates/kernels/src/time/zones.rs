//! The time zones of the IANA database, by name, each as a TZif file (RFC 9636). They lie compressed in
//! the binary, and all are decompressed when one is first asked for.

use std::sync::OnceLock;

use crate::compress::inflate::{self, Position, SLACK, Stop, Table, WINDOW};

/// Lengths of the names, of the plain form and of the compressed one; then the compressed form.
static PACKED: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/zones.bin"));

struct Database {
    plain: Vec<u8>,
    names: usize,
}

/// The TZif data of a zone. Names are those of the database, links included, in their letters.
pub fn find(name: &[u8]) -> Option<&'static [u8]> {
    static DATABASE: OnceLock<Database> = OnceLock::new();
    let database = DATABASE.get_or_init(|| unpack(PACKED).expect("the database was packed by build.rs"));
    let (names, data) = database.plain.split_at_checked(database.names)?;
    let lines = names.split(|c| *c == b'\n');
    let line = lines
        .into_iter()
        .find(|line| line.strip_prefix(name).is_some_and(|rest| rest.first() == Some(&b' ')))?;
    let mut numbers = std::str::from_utf8(line).ok()?.split(' ').skip(1).map(str::parse::<usize>);
    let (at, len) = (numbers.next()?.ok()?, numbers.next()?.ok()?);
    data.get(at..at.checked_add(len)?)
}

fn unpack(packed: &[u8]) -> Option<Database> {
    let (head, packed) = packed.split_first_chunk::<12>()?;
    let (numbers, _) = head.as_chunks::<4>();
    let [names, plain, len] = [0, 1, 2].map(|n| u32::from_le_bytes(numbers[n]) as usize);
    Some(Database { plain: inflated(packed.get(..len)?, plain)?, names })
}

/// Lengths of the code for lengths come in this order.
const ORDER: [usize; 19] = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

/// What blocks of DEFLATE, none of them stored, decompress to, if that is `len` bytes.
fn inflated(input: &[u8], len: usize) -> Option<Vec<u8>> {
    let mut state = vec![0; WINDOW + len + SLACK];
    let mut position = Position { taken: 0, bits: 0, count: 0, at: 0 };
    loop {
        let last = take(input, &mut position, 1)? == 1;
        let least = match take(input, &mut position, 2)? {
            1 => {
                let literals: Vec<u8> = (0..288)
                    .map(|symbol| match symbol {
                        144..256 => 9,
                        256..280 => 7,
                        _ => 8,
                    })
                    .collect();
                build(&mut state, &literals, &[5; 30])?
            }
            2 => codes(input, &mut position, &mut state)?,
            _ => return None,
        };
        let (to, stop) = inflate::decode(&mut state, input, position, position.at, len, least);
        position = to;
        // A block that fills the window exactly still has to end.
        let full = stop == Stop::Full && position.at == len;
        if stop != Stop::End && !full {
            return None;
        }
        if last {
            state.drain(..WINDOW);
            state.truncate(len);
            return (position.at == len).then_some(state);
        }
    }
}

/// The next bits, which are few.
fn take(input: &[u8], position: &mut Position, n: u32) -> Option<usize> {
    while position.count < n {
        position.bits |= u64::from(*input.get(position.taken)?) << position.count;
        position.taken += 1;
        position.count += 8;
    }
    let value = position.bits & ((1 << n) - 1);
    position.bits >>= n;
    position.count -= n;
    Some(value as usize)
}

fn build(state: &mut [u8], literals: &[u8], distances: &[u8]) -> Option<(u32, u32)> {
    Some((
        inflate::build(state, Table::Literals, literals)?,
        inflate::build(state, Table::Distances, distances)?,
    ))
}

/// Reads the codes of a block.
fn codes(input: &[u8], position: &mut Position, state: &mut [u8]) -> Option<(u32, u32)> {
    let literals = 257 + take(input, position, 5)?;
    let distances = 1 + take(input, position, 5)?;
    let given = 4 + take(input, position, 4)?;
    let mut of_lengths = [0u8; 19];
    for symbol in &ORDER[..given] {
        of_lengths[*symbol] = take(input, position, 3)? as u8;
    }
    let mut lengths = Vec::with_capacity(literals + distances);
    while lengths.len() < literals + distances {
        let (length, times) = match symbol(input, position, &of_lengths)? {
            16 => (*lengths.last()?, 3 + take(input, position, 2)?),
            17 => (0, 3 + take(input, position, 3)?),
            18 => (0, 11 + take(input, position, 7)?),
            length => (length as u8, 1),
        };
        lengths.resize(lengths.len() + times, length);
    }
    let (literals, distances) = lengths.split_at_checked(literals)?;
    build(state, literals, distances)
}

/// A symbol of the code for lengths, found bit by bit.
fn symbol(input: &[u8], position: &mut Position, lengths: &[u8; 19]) -> Option<usize> {
    let (mut code, mut first) = (0, 0);
    for length in 1..=7 {
        code = code << 1 | take(input, position, 1)?;
        first <<= 1;
        let mut symbols = (0..19).filter(|symbol| lengths[*symbol] == length);
        let count = symbols.clone().count();
        if code < first + count {
            return symbols.nth(code - first);
        }
        first += count;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zones_are_there() {
        for name in tzdb_data::TZ_NAMES {
            let data = tzdb_data::find_raw(name.as_bytes()).unwrap();
            assert_eq!(find(name.as_bytes()), Some(data), "{name}");
        }
        for name in ["", "Europe", "europe/berlin", "Europe/Berlin ", "Europe/Berlin 1", "x"] {
            assert_eq!(find(name.as_bytes()), None, "{name}");
        }
        assert!(PACKED.len() < 64_000, "{}", PACKED.len());
    }
}
