//! Data races that an isolate finds, as people are told of them. Knows nothing of how they are found.

use std::fmt::Write as _;

use purlin_runtime::races::{Race, Racing};
use purlin_runtime::trap::Frame;

use crate::module::Module;
use crate::slot::Slot;

/// What stands around a report.
const LINE: &str = "==================";

/// Lets an isolate of a module whose code tells of its accesses find races, and report them on its stream for
/// errors.
pub(crate) fn find(vm: &mut Slot) {
    if vm.module().0.forms.recipe.config.races {
        let module = vm.module().clone();
        vm.find_races(Box::new(printed(module)));
    }
}

fn printed(module: Module) -> impl FnMut(&Race) -> String + Send {
    move |race| report(&module, race)
}

/// Lets `tell` have the reports of such an isolate.
pub(crate) fn tell(vm: &mut Slot, mut tell: impl FnMut(&str) + Send + 'static) {
    if vm.module().0.forms.recipe.config.races {
        let module = vm.module().clone();
        vm.find_races(Box::new(move |race| {
            tell(&report(&module, race));
            String::new()
        }));
    }
}

/// The report on a race, in the form that Go's have.
fn report(module: &Module, race: &Race) -> String {
    let mut out = format!("{LINE}\nWARNING: DATA RACE\n");
    let [later, earlier] = &race.accesses;
    access(module, &mut out, race, later, what(later, ["Read", "Write", "Atomic read", "Atomic write"]));
    out.push('\n');
    let names = ["Previous read", "Previous write", "Previous atomic read", "Previous atomic write"];
    access(module, &mut out, race, earlier, what(earlier, names));
    let mut told = Vec::new();
    for racing in [later, earlier] {
        if !racing.created.is_empty() && !told.contains(&racing.fiber) {
            told.push(racing.fiber);
            let state = if racing.ended { "finished" } else { "running" };
            let fiber = capitalised(module.guest().fiber());
            let _ = write!(out, "\n{fiber} {} ({state}) created at:\n", racing.fiber);
            frames(module, &mut out, &racing.created);
        }
    }
    out + LINE + "\n"
}

fn what(racing: &Racing, names: [&'static str; 4]) -> &'static str {
    names[usize::from(racing.kind.write) + 2 * usize::from(racing.kind.atomic)]
}

fn capitalised(word: &str) -> String {
    let mut chars = word.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

fn access(module: &Module, out: &mut String, race: &Race, racing: &Racing, what: &str) {
    let fiber = module.guest().fiber();
    let who = if racing.fiber == 1 { format!("main {fiber}") } else { format!("{fiber} {}", racing.fiber) };
    let _ = writeln!(out, "{what} at {:#014x} by {who}:", race.address);
    frames(module, out, &racing.frames);
}

fn frames(module: &Module, out: &mut String, frames: &[Frame]) {
    for frame in module.shown_frames(frames).filter(|frame| frame.func != Frame::RAISE) {
        let _ = writeln!(out, "  {}()", module.func_name(frame.func));
        if let Some(at) = module.line_col(frame.pos) {
            let _ = writeln!(out, "      {}:{}", at.file, at.line);
        }
    }
}
