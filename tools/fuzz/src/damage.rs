//! Damaged data: what readers of a format get from someone who means them harm, or from a bad line. This
//! module knows no format; the caller brings samples of it and the tokens that mean something in it.

use crate::rng::Rng;

/// Samples of one format, and pieces of text that mean something in it.
#[derive(Clone, Default)]
pub struct Samples {
    pub whole: Vec<Vec<u8>>,
    pub tokens: Vec<Vec<u8>>,
}

/// How far the damage may go.
#[derive(Clone, Copy)]
pub struct Extent {
    pub rounds: usize,
    /// The most repetitions of one token in a row.
    pub repeats: usize,
    pub length: usize,
}

/// The damage for arguments of calls, which stand in the text of a program.
pub const SMALL: Extent = Extent { rounds: 3, repeats: 6, length: 2000 };

/// The damage for data that a program reads.
pub const LARGE: Extent = Extent { rounds: 8, repeats: 20_000, length: 1 << 18 };

/// Numbers at which the size of a field ends.
const EDGES: &[u64] = &[
    0,
    1,
    0x7f,
    0x80,
    0xff,
    0x7fff,
    0x8000,
    0xffff,
    0x7fff_ffff,
    0x8000_0000,
    0xffff_ffff,
    1 << 40,
    0x7fff_ffff_ffff_ffff,
    0x8000_0000_0000_0000,
    0xffff_ffff_ffff_ffff,
];

impl Samples {
    /// A sample; three times in ten as it is.
    pub fn draw(&self, rng: &mut Rng, extent: Extent) -> Vec<u8> {
        if self.whole.is_empty() {
            return vec![];
        }
        let bytes = rng.pick(&self.whole).clone();
        if rng.chance(30) { bytes } else { self.damaged(rng, bytes, extent) }
    }

    /// A damaged copy, never longer than `extent.length`.
    pub fn damaged(&self, rng: &mut Rng, mut bytes: Vec<u8>, extent: Extent) -> Vec<u8> {
        for _ in 0..1 + rng.below(extent.rounds) {
            match rng.below(12) {
                0 => flip(rng, &mut bytes),
                1 => bytes.truncate(rng.below(bytes.len() + 1)),
                2 => {
                    let range = range(rng, &bytes);
                    bytes.drain(range);
                }
                3 => {
                    let copy = bytes[range(rng, &bytes)].to_vec();
                    insert(rng, &mut bytes, &copy);
                }
                4 => edge(rng, &mut bytes),
                5 => number(rng, &mut bytes),
                6 => {
                    let other = rng.pick(&self.whole);
                    let part = other[range(rng, other)].to_vec();
                    insert(rng, &mut bytes, &part);
                }
                7 if rng.chance(25) => {
                    let token = self.token(rng);
                    let times = 1 + rng.below(extent.repeats);
                    insert(rng, &mut bytes, &token.repeat(times));
                }
                8 => {
                    let to = rng.next() as u8;
                    replace(rng, &mut bytes, to);
                }
                _ => {
                    let token = self.token(rng);
                    insert(rng, &mut bytes, &token);
                }
            }
            bytes.truncate(extent.length);
        }
        bytes
    }

    fn token(&self, rng: &mut Rng) -> Vec<u8> {
        const ANY: &[&[u8]] =
            &[b"\0", b"\xff", b"\n", b" ", b"\xc3\xa9", b"\xef\xbf\xbd", b"-1", b"\xed\xa0\x80"];
        if self.tokens.is_empty() || rng.chance(15) {
            return rng.pick(ANY).to_vec();
        }
        rng.pick(&self.tokens).clone()
    }
}

fn range(rng: &mut Rng, bytes: &[u8]) -> std::ops::Range<usize> {
    let from = rng.below(bytes.len() + 1);
    let most = *rng.pick(&[1, 2, 8, 64, usize::MAX]);
    from..from + rng.below((bytes.len() - from).min(most) + 1)
}

fn insert(rng: &mut Rng, bytes: &mut Vec<u8>, part: &[u8]) {
    let at = rng.below(bytes.len() + 1);
    bytes.splice(at..at, part.iter().copied());
}

fn flip(rng: &mut Rng, bytes: &mut [u8]) {
    for _ in 0..1 + rng.below(4) {
        let at = rng.below(bytes.len());
        if let Some(byte) = bytes.get_mut(at) {
            *byte ^= 1 << rng.below(8);
        }
    }
}

fn replace(rng: &mut Rng, bytes: &mut [u8], to: u8) {
    let at = rng.below(bytes.len());
    if let Some(byte) = bytes.get_mut(at) {
        *byte = to;
    }
}

/// Overwrites a field of one to eight bytes, of either byte order.
fn edge(rng: &mut Rng, bytes: &mut [u8]) {
    let size = *rng.pick(&[1, 2, 4, 8]);
    if bytes.len() < size {
        return;
    }
    let at = rng.below(bytes.len() - size + 1);
    let number = *rng.pick(EDGES);
    let field = if rng.chance(50) {
        number.to_le_bytes()
    } else {
        number.rotate_right(size as u32 * 8).to_be_bytes()
    };
    bytes[at..at + size].copy_from_slice(&field[..size]);
}

/// Replaces a run of digits, if there is one, by another number.
fn number(rng: &mut Rng, bytes: &mut Vec<u8>) {
    let digits: Vec<usize> = (0..bytes.len()).filter(|at| bytes[*at].is_ascii_digit()).collect();
    if digits.is_empty() {
        return;
    }
    let at = *rng.pick(&digits);
    let end = (at..bytes.len()).find(|at| !bytes[*at].is_ascii_digit()).unwrap_or(bytes.len());
    let number = if rng.chance(50) { rng.pick(EDGES).to_string() } else { rng.below(1000).to_string() };
    bytes.splice(at..end, number.bytes());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn damage_is_bounded_and_the_same_again() {
        let samples = Samples { whole: vec![b"{\"a\": [1, 22]}".to_vec()], tokens: vec![b"[".to_vec()] };
        let all = |seed| -> Vec<Vec<u8>> {
            let mut rng = Rng::new(seed);
            (0..2000).map(|_| samples.draw(&mut rng, SMALL)).collect()
        };
        let drawn = all(1);
        assert_eq!(drawn, all(1));
        assert_ne!(drawn, all(2));
        assert!(drawn.iter().all(|bytes| bytes.len() <= SMALL.length));
        assert!(drawn.iter().filter(|bytes| **bytes != samples.whole[0]).count() > 1000);
        assert!(Samples::default().draw(&mut Rng::new(1), LARGE).is_empty());
    }
}
