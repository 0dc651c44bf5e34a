//! Random programs give the same results, gas, polls, calls and traps before and after each pass, and after
//! all of them; and every pass leaves well-formed functions.

mod machine;
mod nests;
#[path = "../../ir/tests/random/mod.rs"]
mod random;

use machine::{End, Event};
use purlin_ir::{FuncId, Module, frame_state, print, verify};
use purlin_opt::{Options, PASSES, Pass, optimise};

fn program(seed: u64) -> Module {
    let mut module = random::module(seed);
    if seed.is_multiple_of(2) {
        random::drop_charges(&mut module, seed);
    }
    module
}

const ARGS: [[i64; 3]; 4] = [[0, 0, 0], [1, -1, 1], [i64::MIN, 7, -128], [12345, i32::MAX as i64, 2]];

fn apply(module: &Module, pass: &Pass) -> Module {
    let mut after = module.clone();
    for (id, decl) in after.funcs.iter_mut() {
        if let Some(body) = &mut decl.body {
            (pass.run)(body, module, id);
        }
    }
    after
}

/// Frame states are right only after the pass of that name; the evaluator insists on them.
fn attach(module: &mut Module) {
    for decl in module.funcs.values_mut() {
        decl.body.as_deref_mut().into_iter().for_each(frame_state::attach);
    }
}

fn compare(seed: u64, what: &str, before: &Module, after: &Module) {
    let show = || format!("seed {seed}, {what}\n{}\n==>\n{}", print::module(before), print::module(after));
    verify::module(after).unwrap_or_else(|e| panic!("{e}\n{}", show()));
    let func = FuncId::from_u32(before.funcs.len() as u32 - 1);
    for args in ARGS {
        let (old, new) = (machine::run(before, func, &args), machine::run(after, func, &args));
        // Only one pass drops polls.
        let near = if ["polls", "all", "all twice"].contains(&what) { purlin_opt::polls::NEAR } else { -1 };
        let same = if near < 0 { old == new } else { old.is_but_for_polls(&new, near) };
        assert!(same, "{args:?}: {old:?}\n{new:?}\n{}", show());
    }
}

#[test]
fn each_pass_keeps_what_can_be_seen() {
    for seed in 1..=2000 {
        let module = program(seed);
        for pass in PASSES {
            let mut after = apply(&module, pass);
            verify::module(&after).unwrap_or_else(|e| panic!("seed {seed}, {}: {e}", pass.name));
            attach(&mut after);
            compare(seed, pass.name, &module, &after);
        }
    }
}

#[test]
fn the_list_keeps_what_can_be_seen() {
    let mut options = Options::default();
    options.verify_each = true;
    for seed in 1..=3000 {
        let module = program(seed);
        let mut once = module.clone();
        optimise(&mut once, &options)
            .unwrap_or_else(|e| panic!("seed {seed}: {e}\n{}", print::module(&module)));
        compare(seed, "all", &module, &once);
        // What became small enough to be inlined would poll under its caller's name.
        let mut again = options.clone();
        again.disable("inline").unwrap();
        let mut twice = once.clone();
        optimise(&mut twice, &again).unwrap_or_else(|e| panic!("seed {seed}: {e}\n{}", print::module(&once)));
        compare(seed, "all twice", &once, &twice);
    }
}

/// Places that nests of loops keep going.
#[test]
fn loops_around_loops_keep_what_can_be_seen() {
    let mut options = Options::default();
    options.verify_each = true;
    let promote = PASSES.iter().find(|pass| pass.name == "promote").unwrap();
    for seed in 1..=6000 {
        let module = nests::module(seed);
        verify::module(&module).unwrap_or_else(|e| panic!("seed {seed}: {e}"));
        let mut after = apply(&module, promote);
        attach(&mut after);
        compare(seed, "promote", &module, &after);
        let mut all = module.clone();
        optimise(&mut all, &options)
            .unwrap_or_else(|e| panic!("seed {seed}: {e}\n{}", print::module(&module)));
        compare(seed, "all", &module, &all);
    }
}

/// What the builder makes of variables does what the same program does with its variables in memory.
#[test]
fn variables_become_the_right_values() {
    for seed in 1..=3000 {
        let (values, memory) = (random::module(seed), random::module_in_memory(seed));
        verify::module(&memory).unwrap_or_else(|e| panic!("seed {seed}: {e}"));
        let func = FuncId::from_u32(values.funcs.len() as u32 - 1);
        for args in ARGS {
            let (a, b) = (machine::run(&values, func, &args), machine::run(&memory, func, &args));
            let show =
                || format!("seed {seed}, {args:?}\n{}\n{}", print::module(&values), print::module(&memory));
            // Loads and stores cost gas, so one may run out before the other.
            let out = a.end == End::OutOfGas || b.end == End::OutOfGas;
            assert!(out || a.end == b.end, "{:?} {:?} {}", a.end, b.end, show());
            let seen = |run: &machine::Run| run.events.iter().filter_map(what).collect::<Vec<_>>();
            let (a, b) = (seen(&a), seen(&b));
            let common = if out { a.len().min(b.len()) } else { a.len().max(b.len()) };
            assert!(a.get(..common) == b.get(..common), "{a:?}\n{b:?}\n{}", show());
        }
    }
}

/// An event without its gas.
fn what(event: &Event) -> Option<Event> {
    Some(match event.clone() {
        Event::Native { args, .. } => Event::Native { args, gas: 0 },
        Event::Poll { state, func, .. } => Event::Poll { state, func, gas: 0 },
        Event::Raise { code, .. } => Event::Raise { code, gas: 0 },
        Event::OutOfGas { .. } => return None,
    })
}

/// The evaluator would notice: a run is long enough to mean something.
#[test]
fn programs_do_something() {
    let mut events = 0;
    for seed in 1..=200 {
        let module = program(seed);
        let func = FuncId::from_u32(module.funcs.len() as u32 - 1);
        events += ARGS.iter().map(|args| machine::run(&module, func, args).events.len()).sum::<usize>();
    }
    assert!(events > 2000, "{events} events");
}
