//! The fuzzer's random numbers: splitmix64, so that a seed gives the same text on every machine and in every
//! version of every library. This module knows nothing of what is drawn from it, and it is no good for
//! secrets.

/// A stream of pseudo-random numbers.
#[derive(Clone, Debug)]
pub struct Rng {
    state: u64,
}

impl Rng {
    pub fn new(seed: u64) -> Rng {
        Rng { state: seed }
    }

    /// A stream for part `part` of seed `seed`, independent of all other parts.
    pub fn part(seed: u64, part: u64) -> Rng {
        let mut rng = Rng::new(seed ^ part.wrapping_mul(0xd605_1f26_9a3b_71c5));
        let state = rng.next() ^ part;
        Rng::new(state)
    }

    pub fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `n`; zero if `n` is zero.
    pub fn below(&mut self, n: usize) -> usize {
        if n == 0 { 0 } else { ((u128::from(self.next()) * n as u128) >> 64) as usize }
    }

    /// A number from `lo` to `hi`, both included.
    pub fn range(&mut self, lo: i64, hi: i64) -> i64 {
        lo.wrapping_add(self.below((hi.wrapping_sub(lo)) as usize + 1) as i64)
    }

    /// True in `percent` of 100 draws.
    pub fn chance(&mut self, percent: u32) -> bool {
        self.below(100) < percent as usize
    }

    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len())]
    }

    /// An index drawn by weight.
    pub fn weighted(&mut self, weights: &[u32]) -> usize {
        let total: usize = weights.iter().map(|w| *w as usize).sum();
        let mut at = self.below(total);
        for (i, w) in weights.iter().enumerate() {
            if at < *w as usize {
                return i;
            }
            at -= *w as usize;
        }
        weights.len() - 1
    }
}

#[cfg(test)]
mod tests {
    use super::Rng;

    #[test]
    fn the_stream_is_fixed() {
        let mut rng = Rng::new(1);
        assert_eq!(rng.next(), 0x910a_2dec_8902_5cc1);
        let mut part = Rng::part(7, 3);
        assert_ne!(part.next(), Rng::part(7, 4).next());
        assert!((0..1000).all(|_| (-3..=9).contains(&rng.range(-3, 9))));
    }
}
