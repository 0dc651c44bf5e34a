//! Change points of a series: where its distribution changed, by E-divisive (Matteson and James, "A
//! Nonparametric Approach for Multiple Change Point Analysis of Multivariate Data", JASA 109, 2014, with the
//! exponent 1). A series is divided where the energy distance of its two parts is greatest, as long as hardly
//! any permutation of the series shows as much, and then its parts are.
//!
//! Knows nothing of what the numbers are.

/// Permutations of each test: 199 and the series itself are two hundred.
const PERMUTATIONS: usize = 199;
/// Points of a part at least.
const LEAST: usize = 3;

/// A change of a series.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ChangePoint {
    /// The first point after the change.
    pub at: usize,
    pub before: f64,
    pub after: f64,
}

impl ChangePoint {
    pub fn ratio(&self) -> f64 {
        self.after / self.before
    }
}

/// The changes of a series, in its order: those that at most `significance` of the permutations show by
/// chance, and that change the mean by at least the share `least`.
pub fn change_points(series: &[f64], significance: f64, least: f64) -> Vec<ChangePoint> {
    let mut bounds = vec![0, series.len()];
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let mut open = vec![(0, series.len())];
    while let Some((from, to)) = open.pop() {
        if let Some(at) = divide(&series[from..to], significance, &mut random) {
            let at = from + at;
            bounds.push(at);
            open.extend([(from, at), (at, to)]);
        }
    }
    bounds.sort_unstable();
    let mean = |from: usize, to: usize| series[from..to].iter().sum::<f64>() / (to - from) as f64;
    let changes = bounds.windows(3).map(|w| ChangePoint {
        at: w[1],
        before: mean(w[0], w[1]),
        after: mean(w[1], w[2]),
    });
    changes.filter(|c| (c.ratio() - 1.0).abs() >= least).collect()
}

/// Where the series is best divided, if that is not by chance.
fn divide(series: &[f64], significance: f64, random: &mut Random) -> Option<usize> {
    let (at, found) = best(series)?;
    let mut shuffled = series.to_vec();
    let as_great = (0..PERMUTATIONS).filter(|_| {
        random.shuffle(&mut shuffled);
        best(&shuffled).is_some_and(|(_, statistic)| statistic >= found)
    });
    let share = (as_great.count() + 1) as f64 / (PERMUTATIONS + 1) as f64;
    (found > 0.0 && share <= significance).then_some(at)
}

/// The division with the greatest scaled energy distance. Sums of distances within both parts and between
/// them follow from those of the division before in linear time.
fn best(series: &[f64]) -> Option<(usize, f64)> {
    let n = series.len();
    if n < 2 * LEAST {
        return None;
    }
    let to_all = |x: f64, part: &[f64]| part.iter().map(|y| (x - y).abs()).sum::<f64>();
    let (mut left, mut between) = (0.0, 0.0);
    let mut right: f64 = (0..n).map(|k| to_all(series[k], &series[k + 1..])).sum();
    let mut greatest: Option<(usize, f64)> = None;
    for at in 1..n {
        // The point `at - 1` moves from the right part to the left one.
        let x = series[at - 1];
        let (to_left, to_right) = (to_all(x, &series[..at - 1]), to_all(x, &series[at..]));
        left += to_left;
        right -= to_right;
        between += to_right - to_left;
        if at < LEAST || n - at < LEAST {
            continue;
        }
        let (a, b) = (at as f64, (n - at) as f64);
        let within = left / (a * (a - 1.0) / 2.0) + right / (b * (b - 1.0) / 2.0);
        let statistic = a * b / (a + b) * (2.0 * between / (a * b) - within);
        if greatest.is_none_or(|(_, most)| statistic > most) {
            greatest = Some((at, statistic));
        }
    }
    greatest
}

/// Marsaglia's xorshift64: permutations that are the same in each run.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 32) as usize % n
    }

    fn shuffle(&mut self, list: &mut [f64]) {
        for k in (1..list.len()).rev() {
            let other = self.below(k + 1);
            list.swap(k, other);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn noise(n: usize, mean: f64, random: &mut Random) -> Vec<f64> {
        (0..n).map(|_| mean + random.below(1000) as f64 / 1000.0).collect()
    }

    #[test]
    fn steps_are_found_and_noise_is_not() {
        let mut random = Random(7);
        assert!(change_points(&noise(40, 100.0, &mut random), 0.05, 0.01).is_empty());
        let steps =
            [noise(20, 100.0, &mut random), noise(15, 103.0, &mut random), noise(25, 90.0, &mut random)];
        let found = change_points(&steps.concat(), 0.05, 0.01);
        assert_eq!(found.iter().map(|c| c.at).collect::<Vec<_>>(), [20, 35]);
        assert!(found[0].ratio() > 1.02 && found[1].ratio() < 0.9);
    }

    #[test]
    fn small_changes_and_short_series_are_not_told() {
        let exact: Vec<f64> = [1000.0; 10].into_iter().chain([1004.0; 10]).collect();
        assert!(change_points(&exact, 0.05, 0.01).is_empty());
        assert_eq!(change_points(&exact, 0.05, 0.001).len(), 1);
        assert!(change_points(&[1.0, 2.0, 3.0], 0.05, 0.0).is_empty());
        assert!(change_points(&[], 0.05, 0.0).is_empty());
        assert!(change_points(&[5.0; 30], 0.05, 0.0).is_empty());
    }

    /// The statistic by its definition.
    fn by_definition(series: &[f64], at: usize) -> f64 {
        let pairs = |part: &[f64]| -> f64 {
            let n = part.len() as f64;
            part.iter().flat_map(|x| part.iter().map(move |y| (x - y).abs())).sum::<f64>() / (n * (n - 1.0))
        };
        let (x, y) = series.split_at(at);
        let (a, b) = (x.len() as f64, y.len() as f64);
        let between: f64 = x.iter().flat_map(|x| y.iter().map(move |y| (x - y).abs())).sum::<f64>() / (a * b);
        a * b / (a + b) * (2.0 * between - pairs(x) - pairs(y))
    }

    #[test]
    fn sums_that_follow_from_each_other_are_those_of_the_definition() {
        let series = [3.0, 1.0, 4.0, 1.5, 9.0, 12.0, 8.0, 10.0, 11.0];
        let (at, statistic) = best(&series).unwrap();
        assert_eq!(at, 4);
        assert!((statistic - by_definition(&series, 4)).abs() < 1e-9);
        assert!((3..=6).all(|at| by_definition(&series, at) <= statistic + 1e-9));
    }
}
