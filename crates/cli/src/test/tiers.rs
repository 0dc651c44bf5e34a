//! `purlin test -tier LIST`: every tier of a list runs everything, each under the stress that is said for it,
//! and what packages print, use and come to has to be the same in each.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hasher as _};

use purlin::test::{Outcome, PackageReport, TestReport};
use purlin::{Stress, Tier};

/// What stands for all tiers.
const ALL: &str = "auto,interp,native";

/// A tier, and the stress it is under if that is another one than elsewhere.
#[derive(Clone, Debug)]
pub(super) struct Mode {
    pub tier: Tier,
    pub stress: Option<Stress>,
    /// As it was given.
    name: String,
}

/// The modes that everything runs in; the results of the first are printed, the others are compared with it.
#[derive(Clone, Debug)]
pub(super) struct Tiers(pub Vec<Mode>);

/// Reads tiers with commas between, each with stress after pluses (`native+gc+poison`), or `all`.
pub(super) fn tiers(text: &str) -> Result<Tiers, String> {
    let list = if text == "all" { ALL } else { text };
    list.split(',').map(mode).collect::<Result<_, _>>().map(Tiers)
}

fn mode(text: &str) -> Result<Mode, String> {
    let (tier, stress) = match text.split_once('+') {
        Some((_, "")) => return Err(format!("no stress mode follows `{text}`")),
        Some((tier, stress)) => {
            (tier, Some(Stress::parse(&stress.replace('+', ",")).map_err(|e| e.to_string())?))
        }
        None => (text, None),
    };
    let tier = tier.parse().map_err(|e: String| e.replace("auto)", "auto, all)"))?;
    Ok(Mode { tier, stress, name: text.to_string() })
}

/// What came of a package.
#[derive(PartialEq)]
struct Digest {
    outcome: Outcome,
    gas: u64,
    output: u64,
    /// The tests of the package, in the order in which they have ended.
    tests: Vec<TestReport>,
}

/// What came of the packages in the first mode.
#[derive(Default)]
pub(super) struct Compared {
    first: BTreeMap<String, Digest>,
    name: String,
}

impl Compared {
    /// Notes what came of a package in the first mode; in another one, how it differs from that.
    pub(super) fn add(&mut self, mode: &Mode, report: &PackageReport) -> Vec<String> {
        let mut hasher = DefaultHasher::new();
        // What cannot be read is not the same in all tiers either.
        let read = report.output.read(|_, bytes| {
            hasher.write(bytes);
            Ok(())
        });
        hasher.write(&[u8::from(read.is_err())]);
        let output = hasher.finish();
        let digest = Digest { outcome: report.outcome, gas: report.gas, output, tests: report.tests.clone() };
        let path = &report.package.path;
        let Some(first) = self.first.get(path) else {
            self.first.insert(path.clone(), digest);
            self.name.clone_from(&mode.name);
            return Vec::new();
        };
        let texts = differences(first, &digest);
        let name = |test: &str| if test.is_empty() { path.clone() } else { format!("{path}/{test}") };
        let line = |(test, text): (String, String)| {
            format!("{}: in {}, unlike in {}: {text}", name(&test), mode.name, self.name)
        };
        texts.into_iter().map(line).collect()
    }
}

/// How a package went in another mode than in the first: of each test that differs its name and what it came
/// to, and without such a test that of the package, under no name.
fn differences(first: &Digest, other: &Digest) -> Vec<(String, String)> {
    let mut all = Vec::new();
    for (a, b) in first.tests.iter().zip(&other.tests) {
        let text = if a.name != b.name {
            format!("{} has ended here", b.name)
        } else if a.outcome != b.outcome {
            format!("{:?}, not {:?}\n{}", b.outcome, a.outcome, b.log.trim_end())
        } else if a.printed != b.printed {
            "other output".to_string()
        } else if a.elapsed != b.elapsed {
            format!("{:?} of virtual time, not {:?}", b.elapsed, a.elapsed)
        } else {
            continue;
        };
        all.push((a.name.clone(), text));
    }
    if !all.is_empty() {
        return all;
    }
    let text = if first.outcome != other.outcome {
        format!("{:?}, not {:?}", other.outcome, first.outcome)
    } else if first.output != other.output || first.tests.len() != other.tests.len() {
        "other output".to_string()
    } else if first.gas != other.gas {
        format!("{} units of gas, not {}", other.gas, first.gas)
    } else {
        return Vec::new();
    };
    vec![(String::new(), text)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modes_are_tiers_with_stress() {
        let Tiers(all) = tiers("interp,auto+osr+deopt").expect("they are good");
        assert!(all[0].tier == Tier::Interp && all[0].stress.is_none());
        assert!(all[1].tier == Tier::Auto && all[1].stress == Stress::parse("osr,deopt").ok());
        assert_eq!(tiers("all").map(|all| all.0.len()), Ok(3));
        assert!(["", "fast", "interp,", "native+"].iter().all(|text| tiers(text).is_err()));
    }
}
