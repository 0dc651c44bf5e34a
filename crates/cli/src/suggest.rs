//! "Did you mean": the command or switch that is nearest to what was typed.

/// The candidate that differs from `typed` in the fewest letters, if that is few enough to be a slip.
pub(crate) fn nearest<'a>(typed: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let allowed = 1 + typed.len() / 4;
    let near = candidates.into_iter().map(|c| (distance(typed, c), c));
    near.filter(|(d, _)| *d <= allowed).min().map(|(_, c)| c)
}

/// Letters to insert, remove, replace or swap with their neighbour to make `b` of `a`.
fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let mut rows = vec![(0..=b.len()).collect::<Vec<usize>>()];
    for i in 1..=a.len() {
        let mut row = vec![i];
        for j in 1..=b.len() {
            let replaced = rows[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let mut best = replaced.min(rows[i - 1][j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                best = best.min(rows[i - 2][j - 2] + 1);
            }
            row.push(best);
        }
        rows.push(row);
    }
    rows[a.len()][b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_are_seen_and_strangers_are_not() {
        let commands = ["run", "check", "inspect", "version"];
        assert_eq!(nearest("rnu", commands), Some("run"));
        assert_eq!(nearest("chekc", commands), Some("check"));
        assert_eq!(nearest("inspct", commands), Some("inspect"));
        assert_eq!(nearest("build", commands), None);
        assert_eq!(nearest("--gass", ["--gas", "--stats"]), Some("--gas"));
    }
}
