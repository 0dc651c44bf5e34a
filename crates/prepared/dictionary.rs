//! Chooses what the parts of the prepared library have in common, as a dictionary that each is compressed
//! with: a part is a few thousand bytes, which is too little to learn from. Part of the build script.

use std::collections::{BinaryHeap, HashMap, HashSet};

/// Bytes of the dictionary: how far back a match of DEFLATE reaches.
const LENGTH: usize = 32 << 10;
/// Bytes of what it consists of.
const PIECE: usize = 48;
/// Bytes in a row that are counted.
const GRAM: usize = 8;
/// One part in so many is looked at.
const EVERY: usize = 3;

/// The pieces of some of the parts that have most in common with all of those, the best one last, as it can
/// be reached longest.
pub fn of(parts: &[&[u8]]) -> Vec<u8> {
    let sample: Vec<&[u8]> = parts.iter().copied().step_by(EVERY).collect();
    // In how many parts of the sample, and the last one of them.
    let mut counts: HashMap<[u8; GRAM], (u32, usize)> = HashMap::new();
    for (number, part) in sample.iter().enumerate() {
        for gram in part.windows(GRAM).filter_map(|gram| gram.try_into().ok()) {
            let (count, last) = counts.entry(gram).or_insert((0, usize::MAX));
            *count += u32::from(*last != number);
            *last = number;
        }
    }
    let mut known: HashSet<[u8; GRAM]> = HashSet::new();
    let score = |piece: &[u8], known: &HashSet<[u8; GRAM]>| {
        let mut own = HashSet::new();
        let grams = piece.windows(GRAM).filter_map(|gram| <[u8; GRAM]>::try_from(gram).ok());
        let new = grams.filter(|gram| !known.contains(gram) && own.insert(*gram));
        // What only this part has helps no other.
        new.map(|gram| counts.get(&gram).map_or(0, |(count, _)| count - 1)).sum::<u32>()
    };
    let pieces = sample.iter().flat_map(|part| part.windows(PIECE).step_by(PIECE / 2));
    let mut waiting: BinaryHeap<(u32, &[u8])> = pieces.map(|piece| (score(piece, &known), piece)).collect();
    let mut chosen = Vec::new();
    while let Some((before, piece)) = waiting.pop()
        && (chosen.len() + 1) * PIECE <= LENGTH
    {
        let now = score(piece, &known);
        if now < before {
            // Pieces that were chosen since have some of it.
            waiting.push((now, piece));
            continue;
        }
        known.extend(piece.windows(GRAM).filter_map(|gram| <[u8; GRAM]>::try_from(gram).ok()));
        chosen.push(piece);
    }
    chosen.reverse();
    chosen.concat()
}
