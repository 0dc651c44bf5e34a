//! `purlin test -tier all`: every tier runs everything, and what packages print, use and come to has to be
//! the same in each.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hasher as _};

use purlin::Tier;
use purlin::test::{Outcome, PackageReport};

/// The tiers that are compared; the results of the first are printed.
const ALL: [Tier; 3] = [Tier::Auto, Tier::Interp, Tier::Native];

/// One tier or all of them.
#[derive(Clone, Copy, Debug)]
pub(super) enum Tiers {
    One(Tier),
    All,
}

impl Tiers {
    pub(super) fn list(self) -> Vec<Tier> {
        match self {
            Tiers::One(tier) => vec![tier],
            Tiers::All => ALL.to_vec(),
        }
    }
}

/// Reads a tier, or `all`.
pub(super) fn tiers(text: &str) -> Result<Tiers, String> {
    match text {
        "all" => Ok(Tiers::All),
        one => one.parse().map(Tiers::One).map_err(|e: String| e.replace("auto)", "auto, all)")),
    }
}

/// What came of a package.
#[derive(PartialEq)]
struct Digest {
    outcome: Outcome,
    gas: u64,
    output: u64,
}

/// What came of the packages in the first tier.
#[derive(Default)]
pub(super) struct Compared {
    first: BTreeMap<String, Digest>,
}

impl Compared {
    /// Notes what came of a package in the first tier; in another one, how it differs from that.
    pub(super) fn add(&mut self, tier: Tier, report: &PackageReport) -> Option<String> {
        let mut hasher = DefaultHasher::new();
        // What cannot be read is not the same in all tiers either.
        let read = report.output.read(|_, bytes| {
            hasher.write(bytes);
            Ok(())
        });
        hasher.write(&[u8::from(read.is_err())]);
        let digest = Digest { outcome: report.outcome, gas: report.gas, output: hasher.finish() };
        let path = &report.package.path;
        let Some(first) = self.first.get(path) else {
            self.first.insert(path.clone(), digest);
            return None;
        };
        let text = if first.outcome != digest.outcome {
            format!("{:?}, not {:?}", digest.outcome, first.outcome)
        } else if first.output != digest.output {
            "other output".to_string()
        } else if first.gas != digest.gas {
            format!("{} units of gas, not {}", digest.gas, first.gas)
        } else {
            return None;
        };
        Some(format!("{path}: in {tier} {text} as in {}", ALL[0]))
    }
}
