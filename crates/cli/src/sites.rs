//! `purlin inspect --stage=sites`: what the sends of a run did, by their sites.

use std::fmt::Write as _;
use std::str::FromStr;

use purlin::inspect::Stage;
use purlin::{Isolate, SiteCounts};

/// What `purlin inspect` shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Shown {
    Stage(Stage),
    /// Not a stage of compilation: the program runs.
    Sites,
}

impl FromStr for Shown {
    type Err = String;

    fn from_str(text: &str) -> Result<Shown, String> {
        match text {
            "sites" => Ok(Shown::Sites),
            _ => match text.parse() {
                Ok(stage) => Ok(Shown::Stage(stage)),
                Err(why) => Err(why.trim_end_matches(')').to_owned() + ", sites)"),
            },
        }
    }
}

/// A line for each site that a send has come by, in the order of the program's code; only of functions whose
/// name contains `filter`, if there is one.
pub(crate) fn table(isolate: &Isolate<()>, filter: Option<&str>) -> String {
    let mut text = format!(
        "{:>10} {:>9} {:>9} {:>5} {:7} {:>10}  selector, function\n",
        "hits", "misses", "lookups", "moves", "state", "behaviours"
    );
    let mut sums = [0; 4];
    for site in isolate.sites() {
        let place = place(isolate, &site);
        if filter.is_some_and(|part| !place.contains(part)) {
            continue;
        }
        let numbers = [site.hits, site.misses, site.lookups, site.transitions];
        sums.iter_mut().zip(numbers).for_each(|(sum, n)| *sum += n);
        let SiteCounts { selector, state, behaviours, .. } = site;
        let [hits, misses, lookups, moves] = numbers;
        let _ = writeln!(
            text,
            "{hits:>10} {misses:>9} {lookups:>9} {moves:>5} {state:7} {behaviours:>10}  {selector}, {place}"
        );
    }
    let [hits, misses, lookups, moves] = sums;
    let _ = writeln!(text, "{hits:>10} {misses:>9} {lookups:>9} {moves:>5} in all");
    text
}

/// The function of a site, with file and line.
fn place(isolate: &Isolate<()>, site: &SiteCounts) -> String {
    let Some(frame) = &site.place else { return "?".into() };
    let module = isolate.module();
    let name = module.func_name(frame.func);
    match module.line_col(frame.pos) {
        Some(at) => format!("{name}, {}:{}", at.file, at.line),
        None => name.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sites_are_named_beside_the_stages() {
        assert_eq!("sites".parse(), Ok(Shown::Sites));
        assert_eq!("ir".parse(), Ok(Shown::Stage(Stage::Ir)));
        let why = "all".parse::<Shown>().unwrap_err();
        assert!(why.ends_with("clif, asm, sites)"), "{why}");
    }
}
