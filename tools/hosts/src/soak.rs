//! The soak: isolates are made, called and dropped, every seventh of them ends badly, and the process must
//! keep no more of the system at the end than after the first of them.

use std::time::{Duration, Instant};

use purlin::{Call, Engine, HostPackage, Isolate, Limits, Module, Streams, Tier, Trap, TrapKind};

use crate::common::{Capture, Outcome, compile_with, engine, holds, program, same};
use crate::kept::Kept;

/// Isolates before what is kept is first looked at: pages, arenas and code that are used again have been
/// touched by then.
const WARM: u64 = 10_000;

/// By how many bytes resident memory may grow later, at any time: the background threads of tier `auto` and
/// the C library's allocator come and go by that much. A leak of three bytes an isolate is more.
const TOLERANCE: u64 = 2 << 20;

/// How many maps more there may be: an arena of a thread's, the heap of an isolate.
const MAPS: usize = 8;

const PROGRAM: &str = "import (\"fmt\"; \"host/soak\"; \"os\"; \"strings\")\n\
    type Node struct { Left, Right *Node; Name string }\n\
    var table = map[string]*Node{}\n\
    func init() { for i := 0; i < 20; i++ { name := strings.Repeat(\"n\", i); table[name] = &Node{Name: name} } }\n\
    func Well(n int64, names []string) (map[string]int64, error) {\n\
    \tout := map[string]int64{}\n\
    \tc := make(chan int64)\n\
    \tfor i := range 4 { go func() { c <- soak.Twice(n + int64(i)) }() }\n\
    \tfor range 4 { out[\"sum\"] += <-c }\n\
    \tfor _, name := range names { out[name] = int64(len(table[name].Name)) }\n\
    \tif n < 0 { return nil, fmt.Errorf(\"%d is negative\", n) }\n\
    \tfmt.Println(n)\n\
    \treturn out, nil\n\
    }\n\
    func Bad(how int64) int64 {\n\
    \tdefer func() { table = nil }()\n\
    \tgo func() { select {} }()\n\
    \tswitch how {\n\
    \tcase 0: var none []int64; return none[how]\n\
    \tcase 1: os.Exit(3)\n\
    \tcase 2: for { how++ }\n\
    \tcase 3: var all [][]byte; for { all = append(all, make([]byte, 64<<10)) }\n\
    \tcase 4: return down(0)\n\
    \tcase 5: for { fmt.Println(\"more and more\") }\n\
    \tcase 6: return soak.Cancel()\n\
    \tcase 7: return soak.Panic()\n\
    \tcase 8: c := make(chan int64); return <-c\n\
    \tcase 9: for { go func() { select {} }() }\n\
    \t}\n\
    \treturn how\n\
    }\n\
    func down(n int64) int64 { return down(n+1) + 1 }";

/// How each way of ending is told.
const WAYS: i64 = 10;

/// The state of an isolate: bytes that are its own, and what cancels it.
struct State {
    canceller: Option<purlin::Canceller>,
    own: Vec<u8>,
}

fn package() -> HostPackage {
    HostPackage::new("host/soak")
        .function("Twice", |state: &mut State, n: i64| {
            state.own.extend_from_slice(&n.to_le_bytes());
            n * 2
        })
        .function("Cancel", |call: &mut Call<'_>| -> i64 {
            if let Some(state) = call.host::<State>() {
                state.canceller.iter().for_each(purlin::Canceller::cancel);
            }
            1
        })
        .function("Panic", || -> i64 { panic!("every seventh") })
}

fn fresh(module: &Module, output: &Capture) -> Result<Isolate<State>, String> {
    let limits = Limits {
        gas: Some(100_000),
        heap_bytes: 1 << 20,
        stack_bytes: 256 << 10,
        output_bytes: Some(200),
        ..Limits::default()
    };
    let streams = Streams { output: Box::new(output.clone()), ..Streams::default() };
    let state = State { canceller: None, own: Vec::with_capacity(1_000) };
    let mut isolate = module.isolate(state, limits, streams).map_err(|e| format!("no isolate: {e}"))?;
    isolate.host().canceller = Some(isolate.canceller());
    Ok(isolate)
}

/// Whether a way to end badly has ended so.
fn ended(way: i64, trap: &Trap) -> bool {
    match way {
        0 => trap.kind == TrapKind::Uncaught,
        1 => trap.kind == TrapKind::Exit(3),
        2 => trap.kind == TrapKind::OutOfGas,
        3 => matches!(trap.kind, TrapKind::OutOfMemory | TrapKind::OutOfGas),
        4 => matches!(trap.kind, TrapKind::StackOverflow | TrapKind::OutOfGas),
        5 => trap.kind == TrapKind::OutputLimit,
        6 => trap.kind == TrapKind::Cancelled,
        7 => trap.kind == TrapKind::Host,
        8 => trap.kind == TrapKind::Deadlock,
        _ => matches!(trap.kind, TrapKind::OutOfGas | TrapKind::OutOfMemory),
    }
}

/// One isolate: made, called, dropped.
fn one(module: &Module, n: u64) -> Outcome {
    let output = Capture::default();
    let mut isolate = fresh(module, &output)?;
    let number = n as i64;
    if !n.is_multiple_of(7) {
        let result = isolate.call::<_, Result<std::collections::BTreeMap<String, i64>, String>>(
            "Well",
            (number, vec!["n".to_string(), "nnn".to_string()]),
        );
        let map = result.map_err(|trap| format!("isolate {n}: {trap:?}"))??;
        same(map.values().copied().collect::<Vec<_>>(), vec![1, 3, 8 * number + 12])?;
        same(output.text(), format!("{n}\n"))?;
        return same(isolate.host().own.len(), 32);
    }
    let way = (n / 7) as i64 % WAYS;
    match isolate.call::<_, i64>("Bad", (way,)) {
        Err(trap) if ended(way, &trap) => Ok(()),
        other => Err(format!("isolate {n}, way {way}: {other:?}")),
    }
}

fn isolates(args: &[&str]) -> Result<u64, String> {
    match args {
        [] => Ok(1_000_000),
        ["--isolates", count] => {
            let count = count.parse().map_err(|_| format!("--isolates takes a number, not `{count}`"))?;
            if count < 2 * WARM {
                Err(format!("fewer than {} isolates show nothing", 2 * WARM))
            } else {
                Ok(count)
            }
        }
        _ => Err(format!("soak takes --isolates N\n{}", crate::USAGE)),
    }
}

/// Runs the soak, and prints what was kept on the way.
pub(crate) fn run(args: &[&str]) -> Outcome {
    let count = isolates(args)?;
    std::panic::set_hook(Box::new(|_| {}));
    let engine: Engine = engine(Tier::Auto, &[package()]);
    let module = compile_with(&engine, &program(PROGRAM))?;
    let (begun, mut shown) = (Instant::now(), Instant::now());
    let mut warm = None;
    let mut most = 0;
    for n in 0..count {
        one(&module, n)?;
        if n + 1 == WARM {
            // What is still being compiled in the background is not the isolates'.
            std::thread::sleep(Duration::from_millis(500));
            warm = Some(Kept::now()?);
        }
        if n % 1_000 == 0 && warm.is_some() {
            most = most.max(Kept::now()?.resident);
        }
        if shown.elapsed() > Duration::from_secs(30) {
            shown = Instant::now();
            println!("soak: {:>9} isolates, {:4} s, {:?}", n + 1, begun.elapsed().as_secs(), Kept::now()?);
        }
    }
    let (before, after) = (warm.ok_or("too few isolates")?, Kept::now()?);
    println!(
        "soak: after {WARM} isolates: {before:?}; after {count}: {after:?}; at most {most} bytes resident"
    );
    println!(
        "soak: {} s, {:.1} µs an isolate",
        begun.elapsed().as_secs(),
        begun.elapsed().as_secs_f64() * 1e6 / count as f64
    );
    flat(before, after, most)
}

/// Whether nothing was leaked.
fn flat(before: Kept, after: Kept, most: u64) -> Outcome {
    holds(after.files <= before.files, format!("{} files became {}", before.files, after.files))?;
    holds(after.maps <= before.maps + MAPS, format!("{} maps became {}", before.maps, after.maps))?;
    let grown = most.max(after.resident).saturating_sub(before.resident);
    holds(grown <= TOLERANCE, format!("resident memory grew by {grown} bytes, more than {TOLERANCE}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn twenty_thousand_isolates_leave_nothing() {
        assert_eq!(run(&["--isolates", "20000"]), Ok(()));
    }

    #[test]
    fn what_is_leaked_is_noticed() {
        let kept = Kept { files: 4, maps: 100, resident: 64 << 20 };
        assert_eq!(flat(kept, Kept { maps: 108, ..kept }, kept.resident + TOLERANCE), Ok(()));
        assert!(flat(kept, Kept { files: 5, ..kept }, kept.resident).is_err());
        assert!(flat(kept, Kept { maps: 109, ..kept }, kept.resident).is_err());
        assert!(flat(kept, kept, kept.resident + TOLERANCE + 1).is_err());
        assert!(flat(kept, Kept { resident: 67 << 20, ..kept }, kept.resident).is_err());
        assert!(isolates(&["--isolates", "100"]).is_err() && isolates(&["--many"]).is_err());
    }
}
