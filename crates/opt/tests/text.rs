//! Passes as text: each file of `tests/text` is IR before the pass that its first line names (or `all`), and,
//! below a line of dashes, the functions after it. `BLESS=1 cargo test -p purlin-opt` writes what came out.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use purlin_ir::races::{Accesses, Event, Operand, Rule, Rules, Step, When};
use purlin_ir::{Module, parse, print, verify};
use purlin_opt::{Options, PASSES, count_calls, optimise, races, unmeter};

const LINE: &str = "; --------\n";

/// What a lock tells that may fail.
fn rule_of(function: &str) -> Rule {
    const RECEIVER: Operand = Operand::Param(0);
    const ENTER: &[Step] = &[
        Step { event: Event::Touch, at: RECEIVER, offset: 0, when: When::Always },
        Step { event: Event::ReleaseMore, at: RECEIVER, offset: 8, when: When::Negative(Operand::Param(1)) },
    ];
    const LEAVE: &[Step] =
        &[Step { event: Event::Acquire, at: RECEIVER, offset: 0, when: When::NotZero(Operand::Result(0)) }];
    match function {
        "lock" => Rule { accesses: Accesses::None, enter: ENTER, leave: LEAVE, calls: None },
        _ => Rule::default(),
    }
}

fn run_one(module: &mut Module, name: &str) {
    if name == "all" {
        let mut options = Options::default();
        options.verify_each = true;
        optimise(module, &options).unwrap();
        return;
    }
    // None of these is a pass: one changes gas, one signatures, and one asks the guest.
    if name == "unmeter" {
        return unmeter::module(module);
    }
    if name == "count_calls" {
        return count_calls::module(module);
    }
    if name == "races" {
        return races::module(module, &Rules { rule: rule_of, natives: &[] }, 0);
    }
    let pass = PASSES.iter().find(|p| p.name == name).unwrap_or_else(|| panic!("no pass {name}"));
    let before = module.clone();
    for (id, decl) in module.funcs.iter_mut() {
        if let Some(body) = &mut decl.body {
            (pass.run)(body, &before, id);
        }
    }
}

/// The file as it should be.
fn expected(path: &Path, text: &str) -> String {
    let before = text.split(LINE).next().unwrap_or_default();
    let first = before.lines().next().unwrap_or_default();
    let name = first.strip_prefix("; pass ").unwrap_or_else(|| panic!("{}: no pass", path.display()));
    let fail = |e: &dyn std::fmt::Display| -> ! { panic!("{}: {e}", path.display()) };
    let mut module = parse::module(before).unwrap_or_else(|e| fail(&e));
    verify::module(&module).unwrap_or_else(|e| fail(&e));
    run_one(&mut module, name);
    let mut out = format!("{before}{LINE}");
    verify::module(&module)
        .unwrap_or_else(|e| fail(&format!("after the pass: {e}\n{}", print::module(&module))));
    for id in module.funcs.keys().filter(|id| module.funcs[*id].body.is_some()) {
        writeln!(out, "\n{}", print::function(&module, id).trim_end()).unwrap();
    }
    out
}

#[test]
fn before_and_after() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/text");
    let bless = std::env::var_os("BLESS").is_some();
    let mut count = 0;
    for entry in fs::read_dir(&folder).unwrap() {
        let path = entry.unwrap().path();
        let text = fs::read_to_string(&path).unwrap();
        let want = expected(&path, &text);
        if bless {
            fs::write(&path, want).unwrap();
        } else {
            assert!(want == text, "{}: now\n{want}\n(BLESS=1 accepts it)", path.display());
        }
        count += 1;
    }
    assert!(count >= 4, "the texts are missing");
}
