//! docs/dispatch.md, and what is printed meanwhile.

use std::fmt::Write as _;

use super::{BARS, Found, RUNGS, SMOPSTONE, TIERS};

/// What was published of a ladder of this kind, in multiples of a host's time: full lookup, with a
/// monomorphic cache, and with a global cache besides.
const PUBLISHED: [(&str, [f64; 3]); 2] =
    [("Slopstone", [679.0, 131.0, 20.3]), (SMOPSTONE, [2057.0, 400.0, 49.0])];
/// The rungs of ours that these correspond to.
const LIKE: [usize; 3] = [0, 2, 3];

const HEAD: &str = "\
# What a send costs at each rung

`cargo xtask bench dispatch` writes this page. `docs/dynamic.md` says what the rungs keep. Times are the CPU time of a large run less that of a
small one, so that neither starting nor compiling counts, in nanoseconds a thousand units of gas: gas is the same at every rung, and says how much of
the program a run has done. Rungs take turns. In Smopstone, whose rungs are to be told apart, they do so twice a round, of which the faster counts.
*Before* is the factor over the rung before it, *best* over the fastest rung.
";

/// The rungs of a workload in a tier, to be printed.
pub fn lines(found: &Found) -> String {
    let mut text = format!("{} in {}\n", found.workload.name, found.tier);
    let means = found.means();
    for (n, rung) in RUNGS.iter().enumerate() {
        let (time, half) = means[n];
        let _ = writeln!(text, "  {rung:12} {time:9.1} ns ±{half:.1}  lookups {:8.3} %", found.share(n));
    }
    text
}

/// The whole page.
pub fn text(all: &[Found], runs: usize) -> String {
    let mut text = format!(
        "{HEAD}{runs} rounds; ± is half of the interval of 95 % of a mean, without\nwhat makes all rungs of a round slower or faster (Cousineau, 2005; Morey, 2008).\n"
    );
    for tier in TIERS {
        let _ = writeln!(text, "\n## {}\n", if tier == "interp" { "Interpreted" } else { "Machine code" });
        text += "| program | rung | ns | ± | before | best |\n|---|---|---|---|---|---|\n";
        all.iter().filter(|found| found.tier == tier).for_each(|found| rows(&mut text, found));
    }
    shares(&mut text, all);
    published(&mut text, all);
    text
}

fn rows(text: &mut String, found: &Found) {
    let means = found.means();
    let best = means.iter().map(|(time, _)| *time).fold(f64::INFINITY, f64::min);
    for (n, rung) in RUNGS.iter().enumerate() {
        let (time, half) = means[n];
        let name = if n == 0 { found.workload.name } else { "" };
        let before = match n {
            0 => "–".into(),
            n => format!("{:.2}", means[n - 1].0 / time),
        };
        let best = time / best;
        let _ = writeln!(text, "| {name} | `{rung}` | {time:.1} | {half:.1} | {before} | {best:.2} |");
    }
}

/// How many sends are full lookups.
fn shares(text: &mut String, all: &[Found]) {
    *text +=
        "\n## Full lookups\n\nThe share of sends that look through method dictionaries, in per cent.\n\n";
    *text += "| program | `mono` | `mono+global` | `mono-site` | `poly` |\n|---|---|---|---|---|\n";
    for found in all.iter().filter(|found| found.tier == TIERS[0]) {
        let shares: Vec<String> = (2..RUNGS.len()).map(|n| format!("{:.3}", found.share(n))).collect();
        let _ = writeln!(text, "| {} | {} |", found.workload.name, shares.join(" | "));
    }
    let bars: Vec<String> = BARS.iter().map(|(rung, bar)| format!("`{rung}` {bar} %")).collect();
    let _ = writeln!(text, "\nAsked of {SMOPSTONE}, at most: {}.", bars.join(", "));
}

/// The published factors beside ours.
fn published(text: &mut String, all: &[Found]) {
    *text += "\n## Beside what was published\n\nBee's ladder: full lookup in Smalltalk, then with a monomorphic cache, then with a global cache as well, as factors of each over the next.\n\n";
    *text += "| program | step | published | interpreted | machine code |\n|---|---|---|---|---|\n";
    for (name, times) in PUBLISHED {
        for (step, title) in ["`lookup` to `mono`", "`mono` to `mono+global`"].into_iter().enumerate() {
            let ours = TIERS.map(|tier| {
                let found = all.iter().find(|f| f.workload.name == name && f.tier == tier);
                let of = |f: &Found| f.means()[LIKE[step]].0 / f.means()[LIKE[step + 1]].0;
                found.map_or("–".into(), |f| format!("{:.2}", of(f)))
            });
            let theirs = times[step] / times[step + 1];
            let _ = writeln!(text, "| {name} | {title} | {theirs:.1} | {} | {} |", ours[0], ours[1]);
        }
    }
    *text += REASONS;
}

/// Why the factors are others.
const REASONS: &str = "
- The step to `mono` is larger here: a lookup by our lowest rung is code without types in the middle of a program that has them, and is never inlined, while a send
  that hits asks the runtime once.
- The step to `mono+global` is far smaller. Where `mono` misses, the published system looked up in Smalltalk again; ours looks up in the runtime, with at most two probes a superclass,
  which takes hardly longer than its table. What is left of the difference is the share of misses, at the top of the table above.
- A `mono` send that hits is dearer here than it need be: the class check that stands with the method is made by the runtime and not by the method's first
  instruction, since the latter would cost the default rung something (decision 0066). `mono-site` shows what that is worth.
- `mono-site` and `poly` differ only where sites see several classes: in Smopstone hardly any do.
";

#[cfg(test)]
mod tests {
    use super::super::{Found, WORKLOADS};
    use super::*;

    #[test]
    fn a_page_has_all_tiers_and_factors() {
        let found = |tier| Found {
            workload: WORKLOADS.iter().find(|w| w.name == SMOPSTONE).unwrap(),
            tier,
            times: [8.0, 4.0, 2.0, 1.0, 0.5, 0.5].map(|s| vec![s, s]),
            lookups: [1000.0, 1000.0, 200.0, 10.0, 5.0, 1.0],
        };
        let text = text(&[found("interp"), found("native")], 2);
        assert!(text.contains("| Smopstone | `lookup` | 8.0 | 0.0 | – | 16.00 |"), "{text}");
        assert!(text.contains("|  | `mono` | 2.0 | 0.0 | 2.00 | 4.00 |"), "{text}");
        assert!(text.contains("| Smopstone | 20.000 | 1.000 | 0.500 | 0.100 |"), "{text}");
        assert!(text.contains("| Smopstone | `lookup` to `mono` | 5.1 | 4.00 | 4.00 |"), "{text}");
        assert!(lines(&found("native")).contains("mono+global        1.0 ns"));
    }
}
