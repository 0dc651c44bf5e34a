//! Threads: many that share a module, isolates that move between them, threads with little stack.

use std::sync::Barrier;
use std::thread;

use purlin::{Isolate, TrapKind};

use crate::common::{
    Outcome, compile, compile_with, engine, in_tiers, isolate, isolate_of, program, same, text_of, well,
    with_gas,
};
use crate::hosts::dropped::{BUSY, busy_package};

const MANY: &str = "import \"fmt\"\n\
    type Shape interface{ Area(n int64) int64 }\n\
    type A struct{ k int64 }\ntype B struct{ k int64 }\n\
    func (a A) Area(n int64) int64 { return a.k * n }\n\
    func (b B) Area(n int64) int64 { s := int64(0); for i := int64(0); i < b.k; i++ { s += n }; return s }\n\
    func Work(n int64) string {\n\
    \tall := map[string]Shape{}\n\
    \tfor i := int64(0); i < 30; i++ { if i%2 == 0 { all[fmt.Sprint(i)] = A{i} } else { all[fmt.Sprint(i)] = B{i} } }\n\
    \ts, c := int64(0), make(chan int64)\n\
    \tfor i := int64(0); i < 30; i++ { go func() { defer func() { recover() }(); c <- all[fmt.Sprint(i)].Area(n); panic(i) }() }\n\
    \tfor range 30 { s += <-c }\n\
    \treturn fmt.Sprint(s)\n\
    }";

pub(crate) fn share_a_module() -> Outcome {
    in_tiers(|tier| {
        let engine = engine(tier, &[]);
        let module = compile_with(&engine, &program(MANY))?;
        drop(engine);
        let start = Barrier::new(12);
        let mut gas = thread::scope(|scope| {
            let threads: Vec<_> = (0..12i64)
                .map(|n| {
                    let (module, start) = (module.clone(), &start);
                    scope.spawn(move || -> Result<Vec<u64>, String> {
                        start.wait();
                        let mut gas = Vec::new();
                        for _ in 0..6 {
                            let mut i = isolate(&module)?;
                            for _ in 0..10 {
                                same(
                                    well(i.call::<_, String>("Work", (n + 1,)))?,
                                    (435 * (n + 1)).to_string(),
                                )?;
                            }
                            i.reset();
                            well(i.call::<_, String>("Work", (7i64,)))?;
                            gas.push(i.stats().gas);
                        }
                        Ok(gas)
                    })
                })
                .collect();
            let all: Result<Vec<Vec<u64>>, String> =
                threads.into_iter().map(|thread| thread.join().map_err(text_of)?).collect();
            all
        })?
        .concat();
        gas.dedup();
        same(gas.len(), 1)
    })
}

pub(crate) fn move_isolates() -> Outcome {
    in_tiers(|tier| {
        let module = compile(tier, &[busy_package()], BUSY)?;
        let mut whole = isolate(&module)?;
        same(well(whole.call::<_, i64>("Busy", (20i64,)))?, 190)?;
        let mut i = isolate_of(&module, (), with_gas(500))?;
        let mut result = i.call::<_, i64>("Busy", (20i64,));
        let mut moves = 0;
        while let Err(trap) = &result {
            same(trap.kind, TrapKind::OutOfGas)?;
            let step = move || -> (Isolate<()>, Result<i64, purlin::Trap>) {
                i.refuel(700);
                let result = i.resume_call();
                (i, result)
            };
            // On a thread of its own, which ends before the next piece.
            (i, result) = thread::spawn(step).join().map_err(text_of)?;
            moves += 1;
        }
        same(result.ok(), Some(190))?;
        same(i.stats().gas, whole.stats().gas)?;
        crate::common::holds(moves > 10, format!("only {moves} moves"))
    })
}

pub(crate) fn little_stack() -> Outcome {
    in_tiers(|tier| {
        // Compiling needs more than such a thread has; running and compiling functions as they are called
        // does not.
        for bytes in [256 << 10, 512 << 10, 2 << 20] {
            let thread = thread::Builder::new().stack_size(bytes).spawn(move || -> Outcome {
                let module = compile(tier, &[], MANY)?;
                let mut i = isolate(&module)?;
                same(well(i.call::<_, String>("Work", (2i64,)))?, "870".to_string())?;
                i.reset();
                same(well(i.call::<_, String>("Work", (2i64,)))?, "870".to_string())
            });
            thread.map_err(|e| e.to_string())?.join().map_err(text_of)??;
        }
        Ok(())
    })
}
