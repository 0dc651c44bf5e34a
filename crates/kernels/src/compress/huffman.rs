//! Prefix codes: lengths from frequencies, and the codes that follow from lengths. Knows no format.

/// The most symbols of an alphabet here.
pub(super) const MAX_SYMBOLS: usize = 288;
/// Bits of the longest code.
pub(super) const MAX_BITS: usize = 15;

/// How many codes have each length.
pub(super) type Counts = [u16; MAX_BITS + 1];

/// The lengths of an optimal prefix code whose lengths are at most `max` (nearly optimal where that limit
/// matters). Symbols of frequency 0 get none; a single symbol gets one bit.
pub(super) fn lengths(frequencies: &[u32], max: usize, lengths: &mut [u8]) {
    lengths.fill(0);
    let mut order = [(0u32, 0u16); MAX_SYMBOLS];
    let mut n = 0;
    for (symbol, &frequency) in frequencies.iter().enumerate() {
        if frequency > 0 {
            order[n] = (frequency, symbol as u16);
            n += 1;
        }
    }
    let order = &mut order[..n];
    order.sort_unstable();
    if let [(_, symbol)] = order {
        lengths[*symbol as usize] = 1;
        return;
    }
    let mut weights = [0u32; MAX_SYMBOLS];
    weights.iter_mut().zip(&*order).for_each(|(w, (frequency, _))| *w = *frequency);
    depths(&mut weights[..n]);
    let mut counts = [0u32; 33];
    weights[..n].iter().for_each(|&depth| counts[(depth as usize).min(32)] += 1);
    limit(&mut counts, max);
    // The rarest symbols come first, and get the longest codes.
    let mut symbols = order.iter();
    for length in (1..=max).rev() {
        for (_, symbol) in symbols.by_ref().take(counts[length] as usize) {
            lengths[*symbol as usize] = length as u8;
        }
    }
}

/// Replaces ascending weights by the depths of their leaves in a minimal tree, in place (Moffat and
/// Katajainen, 1995).
fn depths(a: &mut [u32]) {
    let n = a.len();
    if n < 2 {
        return;
    }
    a[0] += a[1];
    let (mut root, mut leaf) = (0, 2);
    for next in 1..n - 1 {
        let mut take = |a: &mut [u32], root: &mut usize| {
            if leaf >= n || (*root < next && a[*root] < a[leaf]) {
                let weight = a[*root];
                a[*root] = next as u32;
                *root += 1;
                weight
            } else {
                leaf += 1;
                a[leaf - 1]
            }
        };
        let first = take(a, &mut root);
        let second = take(a, &mut root);
        a[next] = first + second;
    }
    a[n - 2] = 0;
    for next in (0..n - 2).rev() {
        a[next] = a[a[next] as usize] + 1;
    }
    let (mut available, mut depth) = (1usize, 0u32);
    let (mut root, mut next) = (n as isize - 2, n as isize - 1);
    while available > 0 {
        let mut used = 0;
        while root >= 0 && a[root as usize] == depth {
            used += 1;
            root -= 1;
        }
        while available > used {
            a[next as usize] = depth;
            next -= 1;
            available -= 1;
        }
        available = 2 * used;
        depth += 1;
    }
}

/// Moves codes that are longer than `max` bits to that length, and lengthens others until all fit.
fn limit(counts: &mut [u32; 33], max: usize) {
    let long: u32 = counts[max + 1..].iter().sum();
    counts[max + 1..].fill(0);
    counts[max] += long;
    let mut total: u32 = (1..=max).map(|l| counts[l] << (max - l)).sum();
    while total > 1 << max {
        counts[max] -= 1;
        if let Some(l) = (1..max).rev().find(|&l| counts[l] > 0) {
            counts[l] -= 1;
            counts[l + 1] += 2;
        }
        total -= 1;
    }
}

/// How many of these codes have each length.
pub(super) fn counts(lengths: &[u8]) -> Counts {
    let mut counts = [0; MAX_BITS + 1];
    lengths.iter().for_each(|&l| counts[usize::from(l) & MAX_BITS] += 1);
    counts[0] = 0;
    counts
}

/// The first code of each length, and one past the last code of the greatest length.
pub(super) fn first_codes(counts: &Counts) -> ([u32; MAX_BITS + 1], u32) {
    let mut first = [0; MAX_BITS + 1];
    let mut code = 0;
    for length in 1..=MAX_BITS {
        code <<= 1;
        first[length] = code;
        code += u32::from(counts[length]);
    }
    (first, code)
}

/// The codes of symbols with these lengths, their first bit lowest, as DEFLATE writes them.
pub(super) fn codes(lengths: &[u8], codes: &mut [u16]) {
    let (mut next, _) = first_codes(&counts(lengths));
    for (&length, code) in lengths.iter().zip(codes) {
        if length > 0 {
            let n = usize::from(length) & MAX_BITS;
            *code = (next[n] as u16).reverse_bits() >> (16 - n);
            next[n] += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The sum of two to the power of minus each length, in units of the smallest such power.
    fn kraft(lengths: &[u8], max: usize) -> u32 {
        lengths.iter().filter(|l| **l > 0).map(|l| 1 << (max - usize::from(*l))).sum()
    }

    #[test]
    fn lengths_fill_the_space_of_codes() {
        let fibonacci: Vec<u32> = (0..30)
            .scan((1, 1), |s, _| {
                *s = (s.1, s.0 + s.1);
                Some(s.0)
            })
            .collect();
        let flat = vec![7u32; 286];
        let two = vec![0, 3, 0, 5];
        for frequencies in [fibonacci, flat, two] {
            for max in [9, 15] {
                let mut found = vec![0; frequencies.len()];
                lengths(&frequencies, max, &mut found);
                assert_eq!(kraft(&found, max), 1 << max);
                assert!(frequencies.iter().zip(&found).all(|(f, l)| (*f > 0) == (*l > 0)));
            }
        }
    }

    #[test]
    fn a_single_symbol_has_one_bit() {
        let mut found = [9; 3];
        lengths(&[0, 8, 0], 15, &mut found);
        assert_eq!(found, [0, 1, 0]);
    }
}
