//! Limits of nothing and of everything, and limits that change in each state of an isolate.

use std::time::{Duration, Instant};

use purlin::{Isolate, Limits, Module, Streams, TrapKind};

use crate::common::{Chance, Outcome, compile, ends, holds, in_tiers, isolate_of, same, well};

const USES: &str = "import \"os\"\n\
    var kept [][]byte\n\
    var table = map[int64]string{1: \"a\", 2: \"b\"}\n\
    func Add(a, b int64) int64 { return a + b + int64(len(table)) - 2 }\n\
    func Spin(n int64) int64 { s := int64(0); for i := int64(0); i < n; i++ { s += i }; return s }\n\
    func Down(n int64) int64 { if n == 0 { return 0 }; return Down(n-1) + 1 }\n\
    func Keep(n int64) int64 { for i := int64(0); i < n; i++ { kept = append(kept, make([]byte, 1000)) }; return n }\n\
    func Print(n int64) int64 { for i := int64(0); i < n; i++ { os.Stdout.WriteString(\"line\\n\") }; return n }\n\
    func Fibers(n int64) int64 { c := make(chan int64); for i := int64(0); i < n; i++ { go func() { c <- 1 }() }; s := int64(0); for i := int64(0); i < n; i++ { s += <-c }; return s }\n\
    func Panic(n int64) int64 { defer func() { recover() }(); var none []int64; return none[n] }\n\
    func Exit(n int64) int64 { os.Exit(int(n)); return 0 }";

const NAMES: [&str; 8] = ["Spin", "Down", "Keep", "Print", "Fibers", "Panic", "Exit", "Spin"];

/// Calls whatever there is, which may end by any limit and by nothing else.
fn use_all(i: &mut Isolate<()>, what: &str) -> Outcome {
    for name in NAMES {
        match i.call::<_, i64>(name, (200i64,)) {
            Ok(_) => {}
            Err(trap) => {
                let expected =
                    !matches!(trap.kind, TrapKind::Internal | TrapKind::Uncaught | TrapKind::Deadlock);
                holds(expected, format!("{what}: {name} ended by {trap:?}"))?;
            }
        }
    }
    Ok(())
}

fn extremes(module: &Module) -> Outcome {
    let mut chance = Chance(5);
    let words = [None, Some(0), Some(1), Some(1_000), Some(i64::MAX as u64), Some(u64::MAX)];
    let sizes = [0, 1, 4_095, 64 << 10, 1 << 20, 1 << 40, usize::MAX / 2, usize::MAX];
    for round in 0..160 {
        let mut word = || words[chance.below(words.len() as u64) as usize];
        let (gas, alloc_bytes, call_depth, output_bytes) = (word(), word(), word(), word());
        let host_objects = word().map_or(1 << 20, |n| n as usize);
        let mut size = || sizes[chance.below(sizes.len() as u64) as usize];
        let (heap_bytes, stack_bytes) = (size(), size());
        let deadline = (round % 11 == 0).then(Instant::now);
        let limits = Limits {
            gas,
            alloc_bytes,
            call_depth,
            output_bytes,
            heap_bytes,
            stack_bytes,
            deadline,
            host_objects,
        };
        let what = format!("{limits:?}");
        // The system may give no address space for so much; then it is an error, and no isolate.
        let Ok(mut i) = module.isolate((), limits, Streams::default()) else {
            holds(heap_bytes > 1 << 32 || stack_bytes > 1 << 32, format!("no isolate for {what}"))?;
            continue;
        };
        use_all(&mut i, &what)?;
        i.reset();
        use_all(&mut i, &what)?;
    }
    Ok(())
}

pub(crate) fn of_nothing() -> Outcome {
    in_tiers(|tier| {
        let module = compile(tier, &[], USES)?;
        let nothing = Limits {
            gas: Some(0),
            alloc_bytes: Some(0),
            heap_bytes: 0,
            stack_bytes: 0,
            call_depth: Some(0),
            output_bytes: Some(0),
            deadline: None,
            host_objects: 0,
        };
        let mut i = isolate_of(&module, (), nothing.clone())?;
        use_all(&mut i, "nothing")?;
        holds(i.call::<_, i64>("Spin", (1i64,)).is_err(), "something ran on nothing")?;
        // Each one of nothing, by itself.
        let only = |change: fn(&mut Limits)| {
            let mut limits = Limits::default();
            change(&mut limits);
            isolate_of(&module, (), limits)
        };
        ends(only(|l| l.gas = Some(0))?.call::<_, i64>("Spin", (9i64,)), TrapKind::OutOfGas)?;
        ends(only(|l| l.heap_bytes = 0)?.call::<_, i64>("Keep", (9i64,)), TrapKind::OutOfMemory)?;
        ends(only(|l| l.call_depth = Some(0))?.call::<_, i64>("Down", (9i64,)), TrapKind::CallDepth)?;
        ends(only(|l| l.output_bytes = Some(0))?.call::<_, i64>("Print", (9i64,)), TrapKind::OutputLimit)?;
        let overflow = only(|l| l.stack_bytes = 0)?.call::<_, i64>("Down", (1i64 << 40,));
        ends(overflow, TrapKind::StackOverflow)?;
        let spent = only(|l| l.alloc_bytes = Some(0))?.call::<_, i64>("Keep", (1i64 << 20,));
        ends(spent, TrapKind::AllocBytes).map(|_| ())
    })
}

pub(crate) fn of_everything() -> Outcome {
    in_tiers(|tier| extremes(&compile(tier, &[], USES)?))
}

/// The states that an isolate can be brought to.
const STATES: [&str; 8] =
    ["fresh", "done", "interrupted", "interrupted in init", "trapped", "exited", "cancelled", "late"];

fn bring(module: &Module, state: &str) -> Result<Isolate<()>, String> {
    let gas = if state == "interrupted in init" { 20 } else { 100_000 };
    let limits = Limits { gas: Some(gas), heap_bytes: 16 << 20, ..Limits::default() };
    let mut i = isolate_of(module, (), limits)?;
    match state {
        "done" => drop(well(i.call::<_, i64>("Add", (1i64, 2i64)))?),
        "interrupted" => drop(ends(i.call::<_, i64>("Spin", (1_000_000i64,)), TrapKind::OutOfGas)?),
        "interrupted in init" => drop(ends(i.call::<_, i64>("Spin", (1_000i64,)), TrapKind::OutOfGas)?),
        "trapped" => {
            well(i.call::<_, i64>("Add", (1i64, 2i64)))?;
            i.set_output_bytes(Some(3));
            ends(i.call::<_, i64>("Print", (9i64,)), TrapKind::OutputLimit)?;
        }
        "exited" => drop(ends(i.call::<_, i64>("Exit", (9i64,)), TrapKind::Exit(9))?),
        "cancelled" => {
            i.canceller().cancel();
            ends(i.call::<_, i64>("Spin", (1_000i64,)), TrapKind::Cancelled)?;
        }
        "late" => {
            i.set_deadline(Some(Instant::now()));
            ends(i.call::<_, i64>("Spin", (1_000i64,)), TrapKind::Deadline)?;
        }
        _ => {}
    }
    Ok(i)
}

/// Changes one of what can be changed, by number.
fn change(i: &mut Isolate<()>, what: usize) {
    match what {
        0 => i.set_gas(None),
        1 => i.set_gas(Some(0)),
        2 => i.set_gas(Some(u64::MAX)),
        3 => i.refuel(u64::MAX),
        4 => i.set_output_bytes(Some(0)),
        5 => i.set_output_bytes(None),
        6 => i.set_deadline(Instant::now().checked_sub(Duration::from_millis(1))),
        7 => i.set_deadline(None),
        8 => i.canceller().cancel(),
        9 => i.clear_cancellation(),
        10 => i.set_streams(Streams::default()),
        11 => i.set_args(vec!["\0".into(); 3]),
        12 => i.set_grants(purlin::Grants::none()),
        _ => i.reset(),
    }
}

pub(crate) fn in_each_state() -> Outcome {
    in_tiers(|tier| {
        let module = compile(tier, &[], USES)?;
        for state in STATES {
            for first in 0..14 {
                for second in 0..14 {
                    let mut i = bring(&module, state)?;
                    change(&mut i, first);
                    change(&mut i, second);
                    let what = format!("{state}, {first}, {second}");
                    match i.resume_call::<i64>() {
                        Ok(sum) => {
                            let interrupted = state.starts_with("interrupted") && sum > 0;
                            holds(interrupted, format!("{what}: {sum} came of nothing"))?;
                        }
                        Err(trap) if trap.kind == TrapKind::Internal => {
                            holds(trap.message.contains("nothing to resume"), format!("{what}: {trap:?}"))?;
                        }
                        Err(_) => {}
                    }
                    if (first + second) % 5 == 0 {
                        use_all(&mut i, &what)?;
                    }
                    // Whatever it was, this makes it whole.
                    i.reset();
                    i.set_gas(None);
                    i.set_output_bytes(None);
                    i.set_deadline(None);
                    same(
                        well(i.call::<_, i64>("Add", (1i64, 2i64))).map_err(|e| format!("{what}: {e}"))?,
                        3,
                    )?;
                }
            }
        }
        Ok(())
    })
}
