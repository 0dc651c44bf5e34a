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

/// A charge in front of a poll sets the flags that the poll's branch asks for.
#[test]
fn a_charge_and_its_poll_are_one_test() {
    let text = code("sieve");
    let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with(';')).collect();
    let polls = count(&text, "poll_slow");
    let fused = lines.windows(2).filter(|pair| pair[0].contains("sub ") && pair[1].contains("jl ")).count();
    assert_eq!((polls, fused), (3, 3), "{text}");
}

/// What a loop passes back is computed in its own register: no move stands in a loop that goes back by its branch.
#[test]
fn loops_keep_their_values_in_their_registers() {
    let text = code("sieve");
    let lines: Vec<Vec<&str>> = text.lines().map(|line| line.split_whitespace().collect()).collect();
    let number = |text: &str| u64::from_str_radix(text.trim_end_matches('h'), 16).ok();
    let at = |line: &[&str]| line.first().and_then(|at| number(at));
    let mut loops = 0;
    for (n, line) in lines.iter().enumerate() {
        let [here, "jl", "near", to] = line[..] else { continue };
        let Some(start) = lines[..n].iter().position(|l| at(l).is_some() && at(l) == number(to)) else {
            continue;
        };
        loops += 1;
        let body = &lines[start..n];
        let moves = body.iter().filter(|l| l.get(1) == Some(&"mov") && !l.iter().any(|w| w.contains('[')));
        // The outer one of the two in each other makes copies for the inner one, if it makes any.
        let inner = body.iter().all(|l| l.get(1).is_none_or(|op| *op != "jge"));
        assert!(!inner || moves.count() == 0, "from {here}:\n{text}");
    }
    assert_eq!(loops, 3, "{text}");
}
