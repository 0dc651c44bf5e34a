//! What code looks like where that decides its speed, for x86-64 on any machine.

use std::sync::Arc;

use purlin_ir::LazyModule;
use purlin_native::{Config, Generator, Target};
use purlin_runtime::heap::LayoutTableBuilder;

/// The code of the function with that name of the kernels.
fn code(name: &str) -> String {
    let module =
        purlin_ir::parse::module(include_str!("aarch64/kernels.ir")).unwrap_or_else(|e| panic!("{e}"));
    let module = Arc::new(LazyModule::from(module));
    let config = Config::new(&module, Arc::new(LayoutTableBuilder::new().finish()));
    let func = module.funcs.iter().find(|f| f.1.name == name).unwrap().0;
    let code = Generator::new(module, config, Target::X86_64).unwrap();
    code.asm(func, &|_| String::new()).unwrap()
}

fn count(text: &str, what: &str) -> usize {
    text.lines().filter(|l| l.contains(what)).count()
}

/// What a branch asks for and what lies behind it use the same products.
#[test]
fn a_value_on_two_ways_is_computed_once() {
    let text = code("window_match");
    // Each of the two divisions takes one to divide, and the remainder one to multiply back; and the generator's own.
    assert_eq!(count(&text, "imul"), 4, "{text}");
}

/// Constants of floats are loaded, and before the loop.
#[test]
fn float_constants_are_not_made_of_integers() {
    for name in ["escape_count", "eval_a", "times"] {
        let text = code(name);
        assert_eq!(count(&text, "movq"), 0, "{name}:\n{text}");
    }
}

/// Only what comes back from a poll jumps backward: the loop ends with the branch that asks whether to go on.
#[test]
fn a_loop_goes_back_by_its_branch() {
    let text = code("escape_count");
    let back = text.lines().filter(|line| {
        let number = |text: &str| u64::from_str_radix(text.trim_end_matches('h'), 16).ok();
        let words: Vec<&str> = line.split_whitespace().collect();
        let [at, "jmp", to] = words[..] else { return false };
        number(to) < number(at)
    });
    assert_eq!(back.count(), count(&text, "poll_slow"), "{text}");
}
