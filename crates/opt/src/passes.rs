//! The ordered list of passes, as data, and what runs it.
//!
//! Knows of each pass only its row.

use std::collections::BTreeSet;
use std::fmt;
use std::sync::LazyLock;
use std::time::{Duration, Instant};

use purlin_ir::verify::{self, VerifyError};
use purlin_ir::{Attr, Body, FuncId, Function, Module, frame_state};

use crate::counts::Counts;
use crate::{
    bytes, charges, clean, dce, devirtualise, fold, frames, gvn, idioms, inline, kinds, licm, lookups,
    pipeline, polls, promote, ranges, scalars, strength, strings, thread, unroll, versions,
};

/// One pass.
#[derive(Clone, Copy, Debug)]
pub struct Pass {
    /// The pass's name, for `Config::disabled_passes` of the crate `purlin`.
    pub name: &'static str,
    /// What it does, in one line.
    pub doc: &'static str,
    /// Changes the function with that id; true if it did. Other functions are as the front end made them.
    pub run: fn(&mut Function, &Module, FuncId) -> bool,
    /// Passes that must have run before.
    pub after: &'static [&'static str],
    /// The pass from which the list is repeated if this one changed something, at most [`MOST_REPEATS`] times
    /// in all: what it did is work for those passes.
    pub again: Option<&'static str>,
    /// Whether it can be switched off.
    pub optional: bool,
}

/// How often a part of the list may be repeated for one function.
pub const MOST_REPEATS: usize = 8;

/// The passes, in the order in which they run on each function.
pub const PASSES: &[Pass] = &[
    Pass {
        name: "inline",
        doc: "inlines small functions",
        run: inline::run,
        after: &[],
        again: None,
        optional: true,
    },
    Pass {
        name: "fold",
        doc: "computes what is constant, simplifies by identities",
        run: fold::run,
        after: &["inline"],
        again: None,
        optional: true,
    },
    Pass {
        name: "clean",
        doc: "threads and merges blocks, drops parameters that always get the same value",
        run: clean::run,
        after: &["fold"],
        again: None,
        optional: true,
    },
    Pass {
        name: "gvn",
        doc: "computes equal values once, checks once",
        run: gvn::run,
        after: &["fold", "clean"],
        again: None,
        optional: true,
    },
    Pass {
        name: "devirtualise",
        doc: "turns indirect calls with known target into direct ones",
        run: devirtualise::run,
        after: &["gvn"],
        again: Some("inline"),
        optional: true,
    },
    Pass {
        name: "unroll",
        doc: "unrolls loops with a known number of iterations",
        run: unroll::run,
        after: &["fold", "gvn", "devirtualise"],
        again: Some("fold"),
        optional: true,
    },
    Pass {
        name: "polls",
        doc: "drops polls that come soon after others",
        run: polls::run,
        after: &["unroll"],
        again: Some("gvn"),
        optional: true,
    },
    Pass {
        name: "scalars",
        doc: "replaces non-escaping objects and frame slots by values",
        run: scalars::run,
        after: &["gvn", "devirtualise"],
        again: Some("fold"),
        optional: true,
    },
    Pass {
        name: "frames",
        doc: "stack-allocates non-escaping objects",
        run: frames::run,
        after: &["devirtualise", "scalars"],
        again: None,
        optional: true,
    },
    Pass {
        name: "strings",
        doc: "compares strings with short constants by words",
        run: strings::run,
        after: &["fold", "polls", "frames"],
        again: None,
        optional: true,
    },
    Pass {
        name: "thread",
        doc: "leads edges that decide a branch past it",
        run: thread::run,
        after: &["fold", "polls", "strings"],
        again: None,
        optional: true,
    },
    Pass {
        name: "kinds",
        doc: "asks first whether words are floats where that is likely",
        run: kinds::run,
        after: &["clean", "gvn", "thread"],
        again: None,
        optional: true,
    },
    Pass {
        name: "versions",
        doc: "gives loops a version in which words are integers",
        run: versions::run,
        after: &["thread", "kinds"],
        again: None,
        optional: true,
    },
    Pass {
        name: "ranges",
        doc: "drops checks that cannot fail and branches that always go one way",
        run: ranges::run,
        after: &["gvn", "scalars"],
        again: None,
        optional: true,
    },
    Pass {
        name: "licm",
        doc: "computes loop-invariant values before the loop",
        run: licm::run,
        after: &["gvn", "scalars", "ranges"],
        again: None,
        optional: true,
    },
    Pass {
        name: "promote",
        doc: "promotes memory that a loop reads and writes to values",
        run: promote::run,
        after: &["clean", "licm"],
        again: None,
        optional: true,
    },
    Pass {
        name: "strength",
        doc: "carries the product of a remainder around a loop instead of the remainder",
        run: strength::run,
        after: &["licm", "promote"],
        again: None,
        optional: true,
    },
    Pass {
        name: "pipeline",
        doc: "software-pipelines recurrences that a loop decides by",
        run: pipeline::run,
        after: &["licm", "promote", "strength"],
        again: None,
        optional: true,
    },
    Pass {
        name: "lookups",
        doc: "assigns to keys of maps where they were just found",
        run: lookups::run,
        after: &["gvn", "licm"],
        again: None,
        optional: true,
    },
    Pass {
        name: "bytes",
        doc: "loads and stores the bytes of a number as a word",
        run: bytes::run,
        after: &["scalars", "ranges", "promote"],
        again: None,
        optional: true,
    },
    Pass {
        name: "idioms",
        doc: "fills memory, looks for bytes and looks bytes up many at a time",
        run: idioms::run,
        after: &["ranges", "licm", "promote"],
        again: None,
        optional: true,
    },
    Pass {
        name: "charges",
        doc: "takes gas where it is taken least often",
        run: charges::run,
        after: &["clean", "promote", "strength", "pipeline", "lookups", "bytes", "idioms"],
        again: None,
        optional: true,
    },
    Pass {
        name: "frame_states",
        doc: "gives each poll and guard the values that are live there now",
        run: frame_states,
        after: &[
            "fold", "clean", "gvn", "ranges", "promote", "strength", "pipeline", "lookups", "bytes",
            "idioms", "charges",
        ],
        again: None,
        optional: false,
    },
    // Only takes away, so that frame states stay right after it.
    Pass {
        name: "dce",
        doc: "drops what computes unused values",
        run: dce::run,
        after: &["gvn", "frame_states"],
        again: None,
        optional: true,
    },
];

/// Passes may make a value live at a poll where it was not. The bytecode is lowered from what comes out of
/// the list, so the frame states are taken from there as well.
fn frame_states(func: &mut Function, _: &Module, _: FuncId) -> bool {
    let has_state = |attr: Attr| attr == Attr::Frame || attr == Attr::Guard;
    let mut insts = func.layout.iter().flat_map(|b| &func.blocks[*b].insts);
    if insts.any(|i| has_state(func.insts[*i].op.row().attr)) {
        frame_state::attach(func);
        return true;
    }
    false
}

/// What to run, and whether to check it.
#[derive(Clone, Debug)]
pub struct Options {
    disabled: BTreeSet<&'static str>,
    /// The verifier runs after each pass that changed something.
    pub verify_each: bool,
    /// Functions stay as they are after the last run of this pass.
    after: Option<&'static str>,
}

impl Default for Options {
    /// Everything on; checked in debug builds.
    fn default() -> Options {
        Options { disabled: BTreeSet::new(), verify_each: cfg!(debug_assertions), after: None }
    }
}

/// There is no pass of that name, or it cannot be switched off.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownPass(pub String);

impl fmt::Display for UnknownPass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = PASSES.iter().filter(|p| p.optional).map(|p| p.name).collect::<Vec<_>>().join(", ");
        write!(f, "no pass `{}` to switch off; there are {names}", self.0)
    }
}

impl std::error::Error for UnknownPass {}

impl Options {
    /// Switches a pass off.
    pub fn disable(&mut self, name: &str) -> Result<(), UnknownPass> {
        let pass = PASSES.iter().find(|p| p.optional && p.name == name);
        let pass = pass.ok_or_else(|| UnknownPass(name.to_string()))?;
        self.disabled.insert(pass.name);
        Ok(())
    }

    /// Leaves functions as they are after the last run of a pass: what comes after it in the list has had all
    /// its runs but the last.
    pub fn stop_after(&mut self, name: &str) -> Result<(), NotAfter> {
        let pass = PASSES.iter().find(|p| p.name == name);
        let pass = pass.ok_or_else(|| NotAfter::Unknown(name.to_string()))?;
        if self.disabled.contains(pass.name) {
            return Err(NotAfter::Disabled(pass.name));
        }
        self.after = Some(pass.name);
        Ok(())
    }
}

/// There is nothing to see after a pass of that name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotAfter {
    Unknown(String),
    Disabled(&'static str),
}

impl fmt::Display for NotAfter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = PASSES.iter().map(|p| p.name).collect::<Vec<_>>().join(", ");
        match self {
            NotAfter::Unknown(name) => write!(f, "there is no pass `{name}`; there are {names}"),
            NotAfter::Disabled(name) => write!(f, "the pass `{name}` is switched off"),
        }
    }
}

impl std::error::Error for NotAfter {}

/// A pass made a function that the verifier rejects: a bug of the pass.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PassError {
    pub pass: &'static str,
    pub error: VerifyError,
}

impl fmt::Display for PassError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "after pass {}: {}", self.pass, self.error)
    }
}

impl std::error::Error for PassError {}

/// What the passes took and did, over all functions.
#[derive(Clone, Debug)]
pub struct Report {
    /// In the order of the list.
    pub times: Vec<(&'static str, Duration)>,
    pub counts: Counts,
}

impl Report {
    pub fn add(&mut self, other: &Report) {
        self.times.iter_mut().zip(&other.times).for_each(|((_, sum), (_, time))| *sum += *time);
        self.counts.add(&other.counts);
    }
}

impl Default for Report {
    fn default() -> Report {
        Report { times: PASSES.iter().map(|p| (p.name, Duration::ZERO)).collect(), counts: Counts::default() }
    }
}

/// Runs the list on every function of a verified module.
pub fn optimise(module: &mut Module, options: &Options) -> Result<Report, PassError> {
    let mut report = Report::default();
    let mut bodies = Vec::with_capacity(module.funcs.len());
    for (id, decl) in module.funcs.iter() {
        let mut body = decl.body.as_deref().cloned();
        if let Some(body) = &mut body {
            function(module, id, body, options, &mut report)?;
        }
        bodies.push(body);
    }
    for (decl, body) in module.funcs.values_mut().zip(bodies) {
        decl.body = body.map(Body::from);
    }
    Ok(report)
}

/// Runs the list on `body`, that of one function of a verified module.
pub fn function(
    module: &Module,
    id: FuncId,
    body: &mut Function,
    options: &Options,
    report: &mut Report,
) -> Result<(), PassError> {
    LazyLock::force(&ORDER_IS_CHECKED);
    let (mut at, mut repeats) = (0, 0);
    let mut seen = None;
    Counts::start();
    while let Some(pass) = PASSES.get(at) {
        at += 1;
        if options.disabled.contains(pass.name) {
            continue;
        }
        let start = Instant::now();
        let changed = (pass.run)(body, module, id);
        report.times[at - 1].1 += start.elapsed();
        if changed && options.verify_each {
            verify::body(module, id, body).map_err(|error| PassError { pass: pass.name, error })?;
        }
        if options.after == Some(pass.name) {
            seen = Some(body.clone());
        }
        let again = pass.again.filter(|_| changed && repeats < MOST_REPEATS);
        if let Some(first) = again.and_then(|name| PASSES.iter().position(|p| p.name == name)) {
            at = first;
            repeats += 1;
        }
    }
    report.counts.collect();
    if let Some(seen) = seen {
        *body = seen;
    }
    Ok(())
}

static ORDER_IS_CHECKED: LazyLock<()> = LazyLock::new(|| {
    if let Err(why) = check_order(PASSES) {
        panic!("the list of passes: {why}");
    }
});

/// Whether every pass comes after those it asks for, and no name comes twice.
fn check_order(passes: &[Pass]) -> Result<(), String> {
    let mut seen = BTreeSet::new();
    for pass in passes {
        if let Some(missing) = pass.after.iter().find(|name| !seen.contains(*name)) {
            return Err(format!("{} comes before {missing}", pass.name));
        }
        if !seen.insert(pass.name) {
            return Err(format!("{} is there twice", pass.name));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_is_in_order() {
        assert_eq!(check_order(PASSES), Ok(()));
        let mut wrong = PASSES.to_vec();
        wrong.reverse();
        assert_eq!(check_order(&wrong), Err("dce comes before gvn".to_string()));
        let twice = [PASSES[0], PASSES[0]];
        assert_eq!(check_order(&twice), Err("inline is there twice".to_string()));
    }

    #[test]
    fn only_what_is_optional_can_be_switched_off() {
        let mut options = Options::default();
        assert_eq!(options.disable("gvn"), Ok(()));
        let error = options.disable("frame_states").unwrap_err();
        assert_eq!(
            error.to_string(),
            "no pass `frame_states` to switch off; there are inline, fold, clean, gvn, devirtualise, unroll, polls, scalars, frames, strings, thread, kinds, versions, ranges, licm, promote, strength, pipeline, lookups, bytes, idioms, charges, dce"
        );
    }

    #[test]
    fn one_can_look_after_each_pass_that_runs() {
        let mut options = Options::default();
        PASSES.iter().for_each(|p| assert_eq!(options.stop_after(p.name), Ok(())));
        options.disable("gvn").unwrap();
        assert_eq!(options.stop_after("gvn"), Err(NotAfter::Disabled("gvn")));
        let error = options.stop_after("licm2").unwrap_err().to_string();
        assert!(error.starts_with("there is no pass `licm2`; there are inline, fold, "), "{error}");
    }
}
