//! What the builder makes of random structured programs is well formed, and survives the text form; the
//! graph algorithms agree with brute force.

mod random;

use purlin_ir::cfg::{self, Dominators, Liveness};
use purlin_ir::{Block, Def, Function, Module, Opcode, Value, frame_state, parse, print, verify};

/// (What only programs for passes want.)
#[test]
fn other_kinds_of_programs_verify() {
    for seed in 1..=200 {
        verify::module(&random::module_in_memory(seed)).unwrap();
        let mut module = random::module(seed);
        random::drop_charges(&mut module, seed);
        verify::module(&module).unwrap();
    }
}

fn each(count: u64, mut check: impl FnMut(&Module, &Function)) {
    for seed in 1..=count {
        let module = random::module(seed);
        for decl in module.funcs.values() {
            check(&module, decl.body.as_ref().unwrap());
        }
    }
}

#[test]
fn random_programs_verify_and_round_trip() {
    for seed in 1..=2000 {
        let module = random::module(seed);
        let text = print::module(&module);
        verify::module(&module).unwrap_or_else(|e| panic!("seed {seed}: {e}\n{text}"));
        let again = parse::module(&text).unwrap_or_else(|e| panic!("seed {seed}: {e}\n{text}"));
        assert_eq!(print::module(&again), text, "seed {seed}");
        verify::module(&again).unwrap_or_else(|e| panic!("seed {seed}: {e}\n{text}"));
    }
}

/// Whether `to` can be reached from the roots without going through `without`.
fn reaches(func: &Function, to: Block, without: Option<Block>) -> bool {
    let mut seen = vec![false; func.blocks.len()];
    let mut work: Vec<Block> = func.handler.into_iter().chain([func.entry()]).collect();
    while let Some(block) = work.pop() {
        if Some(block) == without || std::mem::replace(&mut seen[block.as_u32() as usize], true) {
            continue;
        }
        if block == to {
            return true;
        }
        work.extend(func.successors(block));
    }
    false
}

#[test]
fn dominators_are_what_cannot_be_gone_around() {
    each(80, |_, func| {
        let dominators = Dominators::new(func);
        for a in &func.layout {
            for b in &func.layout {
                let brute = !reaches(func, *b, Some(*a));
                assert_eq!(dominators.dominates(*a, *b), brute, "{a} {b}");
            }
            assert!(dominators.idom(*a).is_none_or(|up| up != *a && dominators.dominates(up, *a)));
        }
        let preorder = dominators.preorder();
        assert_eq!(preorder.len(), func.layout.len());
        for (n, block) in preorder.iter().enumerate() {
            assert!(
                preorder[n..].iter().all(|later| later == block || !dominators.dominates(*later, *block))
            );
        }
    });
}

/// Whether a value is read before it could be defined again, on some way from an instruction onward.
fn live_brute(func: &Function, value: Value, block: Block, from: usize) -> bool {
    let mut seen = vec![false; func.blocks.len()];
    let mut work = vec![(block, from)];
    while let Some((block, from)) = work.pop() {
        if from == 0 && std::mem::replace(&mut seen[block.as_u32() as usize], true) {
            continue;
        }
        let mut insts = func.blocks[block].insts[from..].iter().map(|i| &func.insts[*i]);
        match insts.find(|data| data.uses().any(|v| v == value) || data.results.contains(&value)) {
            Some(data) if data.uses().any(|v| v == value) => return true,
            Some(_) => continue,
            None => {}
        }
        let defined_by = |b: Block| matches!(func.values[value].def, Def::Param(home, _) if home == b);
        work.extend(func.successors(block).filter(|b| !defined_by(*b)).map(|b| (b, 0)));
    }
    false
}

#[test]
fn liveness_is_what_some_way_reads() {
    each(30, |_, func| {
        let live = Liveness::new(func);
        for block in &func.layout {
            for value in func.values.keys() {
                let own = matches!(func.values[value].def, Def::Param(home, _) if home == *block);
                let brute = !own && live_brute(func, value, *block, 0);
                assert_eq!(live.live_in(*block).binary_search(&value).is_ok(), brute, "{value} into {block}");
            }
        }
    });
}

#[test]
fn frame_states_hold_what_is_read_after_them() {
    each(80, |_, func| {
        for block in &func.layout {
            for (n, inst) in func.blocks[*block].insts.iter().enumerate() {
                let data = &func.insts[*inst];
                let Some((_, values)) = data.frame_state() else { continue };
                let (at, from) =
                    if data.op == Opcode::Guard { (data.targets[1].block, 0) } else { (*block, n + 1) };
                assert!(values.windows(2).all(|w| w[0] < w[1]), "in the order of their numbers");
                for value in func.values.keys() {
                    if values.contains(&value) {
                        continue;
                    }
                    let passed =
                        matches!(func.values[value].def, Def::Param(home, _) if home == at && from == 0);
                    assert!(passed || !live_brute(func, value, at, from), "{value} at {block}");
                }
            }
        }
    });
}

#[test]
fn every_cycle_has_a_header() {
    each(80, |_, func| {
        let headers = cfg::loop_headers(func);
        assert_eq!(cfg::cycle_outside(func, &headers), None);
        // And a header is on a cycle.
        for header in func.layout.iter().filter(|b| headers[**b]) {
            let mut seen = vec![false; func.blocks.len()];
            let mut work: Vec<Block> = func.successors(*header).collect();
            while let Some(block) = work.pop() {
                if !std::mem::replace(&mut seen[block.as_u32() as usize], true) {
                    work.extend(func.successors(block));
                }
            }
            assert!(seen[header.as_u32() as usize]);
        }
    });
}

#[test]
fn no_parameter_always_gets_the_same() {
    each(300, |_, func| {
        let mut again = func.clone();
        assert!(!cfg::simplify_params(&mut again), "the builder has done that");
        frame_state::attach(&mut again);
        for block in &func.layout {
            for (a, b) in func.blocks[*block].insts.iter().zip(&again.blocks[*block].insts) {
                assert_eq!(func.insts[*a].args, again.insts[*b].args, "attaching again changes nothing");
            }
        }
    });
}
