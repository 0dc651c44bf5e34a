//! Changes inputs by chance. One seed makes one sequence of changes.

use purlin_runtime::tests_host::Hint;

use super::value::{Input, InputKind, Value};

/// Bytes that a mutation makes a value grow to at most.
const LONGEST: usize = 1 << 20;
/// Bytes that one insertion adds at most.
const LONGEST_INSERTION: u64 = 32;
/// Numbers at which much goes wrong.
const EDGES: [u64; 18] = [
    0,
    1,
    2,
    7,
    8,
    10,
    16,
    32,
    64,
    100,
    127,
    128,
    255,
    256,
    0x7fff,
    0xffff,
    0x7fff_ffff,
    0x7fff_ffff_ffff_ffff,
];

/// A generator of numbers: Steele, Lea and Flood's SplitMix64.
#[derive(Clone, Debug)]
pub(super) struct Chance(u64);

impl Chance {
    pub(super) fn new(seed: u64) -> Chance {
        Chance(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `n`, which is not 0.
    pub(super) fn below(&mut self, n: u64) -> u64 {
        ((u128::from(self.next()) * u128::from(n)) >> 64) as u64
    }

    /// A place in something that is so long, which is not 0.
    pub(super) fn place(&mut self, length: usize) -> usize {
        self.below(length as u64) as usize
    }

    /// How many of up to `most`, small numbers more often; at least 1.
    fn few(&mut self, most: u64) -> u64 {
        let bound = 1 << self.below(u64::from(most.max(1).ilog2()) + 1);
        1 + self.below(bound.min(most.max(1)))
    }
}

/// Literals of the program, which inputs may be compared with.
#[derive(Clone, Debug, Default)]
pub(super) struct Hints {
    numbers: Vec<u64>,
    texts: Vec<Vec<u8>>,
}

impl Hints {
    pub(super) fn new(hints: &[Hint]) -> Hints {
        let mut all = Hints::default();
        for hint in hints {
            match hint {
                Hint::Number(number) => all.numbers.push(*number),
                Hint::Bytes(bytes) => all.texts.push(bytes.clone()),
            }
        }
        all
    }

    /// A number, or one beside it.
    fn number(&self, chance: &mut Chance) -> Option<u64> {
        if self.numbers.is_empty() {
            return None;
        }
        let number = self.numbers[chance.place(self.numbers.len())];
        Some(match chance.below(8) {
            0 => number.wrapping_add(1),
            1 => number.wrapping_sub(1),
            2 => number.wrapping_neg(),
            _ => number,
        })
    }

    /// A text, or a number as bytes: as few as it fits in, as 2, 4 or 8 in either order, or in digits.
    fn bytes(&self, chance: &mut Chance) -> Option<Vec<u8>> {
        let count = self.texts.len() + self.numbers.len();
        if count == 0 {
            return None;
        }
        let at = chance.place(count);
        if let Some(text) = self.texts.get(at) {
            return Some(text.clone());
        }
        let number = self.numbers[at - self.texts.len()];
        let least = (64 - number.leading_zeros()).div_ceil(8).max(1) as usize;
        let size = match chance.below(4) {
            0 => return Some(number.to_string().into_bytes()),
            1 => (2usize << chance.below(3)).max(least),
            _ => least,
        };
        let mut bytes = number.to_le_bytes()[..size].to_vec();
        if chance.below(2) == 0 {
            bytes.reverse();
        }
        Some(bytes)
    }
}

/// Puts a literal into bytes: in place of some, between them, or in place of all.
fn put(bytes: &mut Vec<u8>, hint: Vec<u8>, chance: &mut Chance) {
    let at = chance.place(bytes.len() + 1);
    match chance.below(8) {
        0 => *bytes = hint,
        1..=3 if bytes.len() < LONGEST => _ = bytes.splice(at..at, hint),
        _ => {
            let end = bytes.len().min(at + hint.len());
            bytes.splice(at..end, hint);
        }
    }
}

/// Changes one argument or several. `other` is an input that has proved interesting, whose parts may go in.
pub(super) fn mutate(
    input: &mut Input,
    kinds: &[InputKind],
    other: &Input,
    hints: &Hints,
    chance: &mut Chance,
) {
    if input.is_empty() {
        return;
    }
    for _ in 0..chance.few(8) {
        let at = chance.place(input.len());
        let by_hint = chance.below(4) == 0;
        match &mut input[at] {
            Value::Bytes(bytes) => {
                if let Some(hint) = by_hint.then(|| hints.bytes(chance)).flatten() {
                    put(bytes, hint, chance);
                    continue;
                }
                let peer = match other.get(at) {
                    Some(Value::Bytes(peer)) => peer.as_slice(),
                    Some(Value::Word(_)) | None => &[],
                };
                change_bytes(bytes, peer, kinds[at] == InputKind::Text, chance);
            }
            Value::Word(word) => {
                let hint = by_hint.then(|| hints.number(chance)).flatten();
                let new = match (hint, kinds[at]) {
                    (Some(number), InputKind::Integer { .. }) => number,
                    (Some(number), InputKind::Float(32)) => u64::from((number as f32).to_bits()),
                    (Some(number), InputKind::Float(_)) => (number as f64).to_bits(),
                    (_, kind) => changed_word(*word, kind, chance),
                };
                *word = kinds[at].fitted(new);
            }
        }
    }
}

/// A range of something that is not empty.
fn range(length: usize, most: u64, chance: &mut Chance) -> std::ops::Range<usize> {
    let from = chance.place(length);
    from..from + (chance.few(most) as usize).min(length - from)
}

/// One byte, of text more often a character that can be printed.
fn byte(is_text: bool, chance: &mut Chance) -> u8 {
    if is_text && chance.below(4) > 0 { 0x20 + chance.below(95) as u8 } else { chance.next() as u8 }
}

fn change_bytes(bytes: &mut Vec<u8>, peer: &[u8], is_text: bool, chance: &mut Chance) {
    let grows = bytes.is_empty() || bytes.len() < LONGEST && chance.below(5) < 2;
    if grows {
        insert(bytes, peer, is_text, chance);
        return;
    }
    let at = chance.place(bytes.len());
    match chance.below(9) {
        0 | 1 => _ = bytes.drain(range(bytes.len(), 64, chance)),
        2 => bytes[at] ^= 1 << chance.below(8),
        3 => bytes[at] = byte(is_text, chance),
        4 => bytes[at] = bytes[at].wrapping_add(chance.few(16) as u8),
        5 => bytes[at] = bytes[at].wrapping_sub(chance.few(16) as u8),
        6 => {
            let with = chance.place(bytes.len());
            bytes.swap(at, with);
        }
        7 => change_number(bytes, at, chance),
        _ => {
            let from = range(bytes.len(), 64, chance);
            let piece = bytes[from].to_vec();
            let end = bytes.len().min(at + piece.len());
            bytes[at..end].copy_from_slice(&piece[..end - at]);
        }
    }
}

/// Puts in chance bytes, one byte several times, a part of the same value, or one of another input's.
fn insert(bytes: &mut Vec<u8>, peer: &[u8], is_text: bool, chance: &mut Chance) {
    let at = chance.place(bytes.len() + 1);
    let count = chance.few(LONGEST_INSERTION) as usize;
    let piece: Vec<u8> = match chance.below(5) {
        0 if !bytes.is_empty() => bytes[range(bytes.len(), 64, chance)].to_vec(),
        1 if !peer.is_empty() => peer[range(peer.len(), 64, chance)].to_vec(),
        2 => vec![byte(is_text, chance); count],
        3 if is_text => EDGES[chance.place(EDGES.len())].to_string().into_bytes(),
        _ => (0..count).map(|_| byte(is_text, chance)).collect(),
    };
    bytes.splice(at..at, piece);
}

/// Changes bytes as if they were a number of 2, 4 or 8 bytes, in either order.
fn change_number(bytes: &mut [u8], at: usize, chance: &mut Chance) {
    let size = 2 << chance.below(3);
    let Some(place) = bytes.get_mut(at..at + size) else { return };
    if chance.below(2) == 0 {
        place.reverse();
    }
    let mut word = [0; 8];
    word[..size].copy_from_slice(place);
    let old = u64::from_le_bytes(word);
    let new = if chance.below(2) == 0 { edge(chance) } else { near(old, chance) };
    place.copy_from_slice(&new.to_le_bytes()[..size]);
    if chance.below(2) == 0 {
        place.reverse();
    }
}

/// One of the edges, or its negative, or beside it.
fn edge(chance: &mut Chance) -> u64 {
    let edge = EDGES[chance.place(EDGES.len())];
    match chance.below(4) {
        0 => edge.wrapping_neg(),
        1 => edge.wrapping_add(1),
        _ => edge,
    }
}

/// A number that is a little more or less.
fn near(word: u64, chance: &mut Chance) -> u64 {
    let step = chance.few(1000);
    if chance.below(2) == 0 { word.wrapping_add(step) } else { word.wrapping_sub(step) }
}

fn changed_word(word: u64, kind: InputKind, chance: &mut Chance) -> u64 {
    match kind {
        InputKind::Bool => word ^ 1,
        InputKind::Float(32) => {
            u64::from((changed_float(f64::from(f32::from_bits(word as u32)), chance) as f32).to_bits())
        }
        InputKind::Float(_) => changed_float(f64::from_bits(word), chance).to_bits(),
        InputKind::Bytes | InputKind::Text | InputKind::Integer { .. } => match chance.below(6) {
            0 => edge(chance),
            1 => word ^ (1 << chance.below(64)),
            2 => word.wrapping_neg(),
            3 => chance.next() >> chance.below(64),
            4 => word.wrapping_mul(2),
            _ => near(word, chance),
        },
    }
}

fn changed_float(x: f64, chance: &mut Chance) -> f64 {
    let step = chance.few(1000) as f64;
    match chance.below(8) {
        0 => x + step,
        1 => x - step,
        2 => x * step,
        3 => x / step,
        4 => -x,
        5 => f64::from_bits(chance.next()),
        6 => {
            let odd = [0.0, f64::NAN, f64::INFINITY, f64::MIN_POSITIVE, f64::MAX, f64::EPSILON, 0.5, 1.0];
            odd[chance.place(odd.len())]
        }
        _ => x.trunc(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_makes_one_sequence_and_words_stay_in_their_kinds() {
        let kinds: Vec<InputKind> = (1..=13).filter_map(InputKind::from_number).collect();
        let run = |seed| {
            let mut chance = Chance::new(seed);
            let mut input: Input = kinds.iter().map(|kind| kind.least()).collect();
            for _ in 0..2000 {
                let other = input.clone();
                mutate(&mut input, &kinds, &other, &Hints::default(), &mut chance);
                for (value, kind) in input.iter().zip(&kinds) {
                    assert!(!matches!(value, Value::Word(word) if kind.fitted(*word) != *word), "{input:?}");
                }
            }
            input
        };
        assert_eq!(run(1), run(1));
        assert_ne!(run(1), run(2));
    }

    #[test]
    fn every_byte_can_come_about() {
        let (mut chance, mut seen) = (Chance::new(3), std::collections::BTreeSet::new());
        for _ in 0..20_000 {
            let mut input = vec![Value::Bytes(vec![b'a'; 2])];
            mutate(&mut input, &[InputKind::Bytes], &Vec::new(), &Hints::default(), &mut chance);
            if let Value::Bytes(bytes) = &input[0] {
                seen.extend(bytes.first().copied());
            }
        }
        assert_eq!(seen.len(), 256);
    }
}
