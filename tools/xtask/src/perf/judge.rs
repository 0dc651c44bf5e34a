//! What differs from the references by more than is allowed, in either direction, and what is to be said of
//! it.
//!
//! Knows nothing of how anything was measured.

use super::reference::{Reference, Row, Rows};
use super::registry::{self, Rule};
use super::thresholds;

/// A number that is not what it should be.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    pub benchmark: String,
    pub tier: String,
    pub counter: String,
    pub was: f64,
    pub is: f64,
}

impl Finding {
    fn ratio(&self) -> f64 {
        if self.was == 0.0 { f64::INFINITY } else { self.is / self.was }
    }

    /// How far from equal it is, for the order in which findings are told.
    fn size(&self) -> f64 {
        self.ratio().max(1e-9).ln().abs()
    }

    pub fn text(&self) -> String {
        let direction = if self.is > self.was { "more" } else { "less" };
        let ratio = self.ratio();
        let times = if ratio.is_finite() { format!("x{ratio:.4}") } else { "from nothing".to_owned() };
        let hint = match self.counter.as_str() {
            "slope" => "the steady state takes other instructions",
            "intercept" => "start and compilation take other instructions",
            "cpu" => "time that instructions do not show: caches, pages, layout, locks",
            name => registry::counter(name).map_or("", |c| c.hint),
        };
        format!(
            "{:<18} {:<7} {:<16} {:>14} -> {:>14}  {times} {direction}: {hint}",
            self.benchmark,
            self.tier,
            self.counter,
            shown(self.was),
            shown(self.is)
        )
    }
}

fn shown(n: f64) -> String {
    if n.fract() == 0.0 { format!("{n:.0}") } else { format!("{n:.1}") }
}

/// Compares with the references. `here` says that they are of this toolchain: others can only be compared in
/// what is equal everywhere.
pub fn compare(rows: &Rows, reference: &Reference, here: bool) -> Result<Vec<Finding>, String> {
    let mut found = Vec::new();
    for ((name, tier), row) in rows {
        let finding = |counter: &str, was: f64, is: f64| Finding {
            benchmark: name.clone(),
            tier: tier.clone(),
            counter: counter.to_owned(),
            was,
            is,
        };
        let Some(old) = reference.rows.get(&(name.clone(), tier.clone())).filter(|r| r.sizes == row.sizes)
        else {
            found.push(finding("no reference", 0.0, 0.0));
            continue;
        };
        for (counter, is) in &row.counters {
            let rule = registry::counter(counter).map(|c| c.rule);
            let judged = rule == Some(Rule::Exact) || (here && rule == Some(Rule::ExactHere));
            let was = old.counters.get(counter).copied().unwrap_or_default();
            if judged && was != *is {
                found.push(finding(counter, was as f64, *is as f64));
            }
        }
        if here {
            found.extend(instructions(old, row)?.map(|(counter, was, is)| finding(counter, was, is)));
        }
    }
    found.sort_by(|a, b| b.size().total_cmp(&a.size()));
    Ok(found)
}

/// Slope and intercept that are beyond their budgets.
fn instructions(
    old: &Row,
    new: &Row,
) -> Result<impl Iterator<Item = (&'static str, f64, f64)> + use<>, String> {
    let slope = thresholds::number("slope", "factor")?;
    let (intercept, share) =
        (thresholds::number("intercept", "factor")?, thresholds::number("intercept", "least_share")?);
    let mut found = Vec::new();
    if let Some((was, is)) = old.slope().zip(new.slope())
        && outside(was, is, slope)
    {
        found.push(("slope", was, is));
    }
    if let Some((was, is)) = old.intercept().zip(new.intercept()) {
        let small = old.instructions.map_or(0.0, |[small, _]| small as f64);
        // What start takes for nothing is no measure of itself.
        let base = was.max(small * share);
        if outside(base, base + is - was, intercept) {
            found.push(("intercept", was, is));
        }
    }
    Ok(found.into_iter())
}

/// Whether `is` is more than `factor` of `was`, or less by as much.
pub fn outside(was: f64, is: f64, factor: f64) -> bool {
    is > was * factor || is < was / factor
}

/// Prints findings, the greatest first, and not all of a flood.
pub fn print(found: &[Finding]) {
    const MOST: usize = 40;
    for finding in found.iter().take(MOST) {
        println!("  {}", finding.text());
    }
    if found.len() > MOST {
        println!("  and {} more", found.len() - MOST);
    }
    if !found.is_empty() {
        println!("  {}", culprit(found));
    }
}

/// One sentence on what the findings have in common.
pub fn culprit(found: &[Finding]) -> String {
    let most = |name: fn(&Finding) -> &str| {
        let mut names: Vec<(&str, usize)> = Vec::new();
        for finding in found {
            match names.iter_mut().find(|(n, _)| *n == name(finding)) {
                Some((_, count)) => *count += 1,
                None => names.push((name(finding), 1)),
            }
        }
        names.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        names.iter().take(3).map(|(n, count)| format!("{n} ({count})")).collect::<Vec<_>>().join(", ")
    };
    let worst = &found[0];
    format!(
        "worst: {} of {} in {} ({}); counters: {}; tiers: {}; benchmarks: {}",
        worst.counter,
        worst.benchmark,
        worst.tier,
        registry::failure(&worst.benchmark),
        most(|f| &f.counter),
        most(|f| &f.tier),
        most(|f| &f.benchmark)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(gas: u64, instructions: [u64; 2]) -> Row {
        Row {
            sizes: [100, 1100],
            counters: [("gas".to_owned(), gas)].into(),
            instructions: Some(instructions),
        }
    }

    fn found(new: Row, here: bool) -> Vec<String> {
        let key = ("go/a".to_owned(), "native".to_owned());
        let old = row(10, [1_001_000, 1_011_000]);
        let reference = Reference { commit: String::new(), rows: [(key.clone(), old)].into() };
        let found = compare(&[(key, new)].into(), &reference, here).unwrap();
        found.into_iter().map(|f| f.counter).collect()
    }

    #[test]
    fn counts_are_equal_and_instructions_within_budgets_in_both_directions() {
        assert!(found(row(10, [1_001_000, 1_011_000]), true).is_empty());
        assert_eq!(found(row(11, [1_001_000, 1_011_000]), true), ["gas"]);
        assert_eq!(found(row(9, [1_001_000, 1_011_000]), false), ["gas"]);
        // One per cent of the slope passes, three do not, nor do three fewer.
        assert!(found(row(10, [1_001_000, 1_011_100]), true).is_empty());
        assert_eq!(found(row(10, [1_001_000, 1_011_300]), true), ["slope"]);
        assert_eq!(found(row(10, [1_001_000, 1_010_700]), true), ["slope"]);
        assert!(found(row(10, [1_041_000, 1_051_000]), true).is_empty());
        assert_eq!(found(row(10, [1_061_000, 1_071_000]), true), ["intercept"]);
        assert_eq!(found(row(10, [1_061_000, 1_071_000]), false), Vec::<String>::new());
    }

    #[test]
    fn other_sizes_have_no_reference() {
        let other = Row { sizes: [1, 2], ..row(10, [1, 2]) };
        assert_eq!(found(other, true), ["no reference"]);
    }

    #[test]
    fn the_greatest_difference_is_named() {
        let finding = |counter: &str, is: f64| Finding {
            benchmark: "go/a".into(),
            tier: "native".into(),
            counter: counter.into(),
            was: 10.0,
            is,
        };
        let all = [finding("compiled", 100.0), finding("slope", 11.0)];
        assert!(culprit(&all).starts_with("worst: compiled of go/a in native"));
        assert!(all[0].text().contains("x10.0000 more"), "{}", all[0].text());
        assert!(Finding { was: 0.0, ..finding("deopts", 3.0) }.text().contains("from nothing"));
    }
}
