//! Whole programs in IR text: loops, calls, recursion, raises, fibers, gas, tracebacks.

mod common;

use common::{Setup, isolate, parse, run, run_with, run_words};
use purlin_base::TrapCode;
use purlin_runtime::Limits;
use purlin_runtime::hooks::Stress;
use purlin_runtime::native::{Answer, Caller, Native, Stop};
use purlin_runtime::natives;
use purlin_runtime::trap::TrapKind;
use purlin_runtime::vm::Outcome;

const FIB: &str = include_str!("../examples/fib.ir");

fn trap_of(outcome: Outcome) -> purlin_runtime::trap::Trap {
    match outcome {
        Outcome::Trap(trap) => trap,
        Outcome::Done(values) => panic!("it returned {values:?}"),
    }
}

#[test]
fn fib() {
    assert_eq!(run(FIB, "fib", &[20]), [6765]);
}

#[test]
fn loops() {
    assert_eq!(run(include_str!("../examples/sieve.ir"), "sieve", &[1000]), [168]);
    let sum = (0..10u64).fold(0, |s: u64, i| s.wrapping_add(i) ^ i);
    assert_eq!(run(include_str!("../examples/sum.ir"), "sum", &[10]), [sum]);
    let float = run(include_str!("../examples/float.ir"), "float", &[10]);
    let mut want = 0.0;
    (0..10).for_each(|_| (0..10).for_each(|i| want = f64::from(i) * 0.5 + want * 0.5));
    assert_eq!(f64::from_bits(float[0]), want);
}

/// `depth(n) = n == 0 ? 0 : depth(n - 1) + 1`, with more live values than that needs.
const DEPTH: &str = r#"
fn0 "depth" (i64) -> (i64) {
block0(v0: i64):
    charge 3
    poll fs0 [v0]
    v1 = iconst.i64 0
    v2 = ieq.i64 v0, v1
    brif v2, block1, block2
block1:
    return v1
block2:
    v3 = iconst.i64 1
    v4 = isub.i64 v0, v3
    v7 = imul.i64 v0, v0
    v5 = call fn0(v4)
    v6 = iadd.i64 v5, v3
    v8 = ixor.i64 v7, v7
    v9 = iadd.i64 v6, v8
    return v9
}
"#;

#[test]
fn recursion_uses_segments() {
    assert_eq!(run(DEPTH, "depth", &[0]), [0]);
    assert_eq!(run(DEPTH, "depth", &[1_000_000]), [1_000_000]);
}

#[test]
fn endless_recursion_overflows_the_stack() {
    let limits = Limits { stack_bytes: 1 << 20, ..Limits::default() };
    let trap = trap_of(run_with(DEPTH, "depth", &[1 << 40], Setup { limits, ..Setup::default() }));
    assert_eq!(trap.kind, TrapKind::StackOverflow);
    assert_eq!(trap.frames.len(), 100);
}

#[test]
fn out_of_gas_can_be_resumed() {
    let want = run(FIB, "fib", &[18]);
    let total = {
        let mut vm = isolate(parse(FIB), Setup::default());
        assert!(matches!(run_words(&mut vm, 0, vec![18]), Outcome::Done(v) if v == want));
        vm.gas_used()
    };
    let limits = Limits { gas: Some(10), ..Limits::default() };
    let mut vm = isolate(parse(FIB), Setup { limits, ..Setup::default() });
    let mut outcome = run_words(&mut vm, 0, vec![18]);
    let mut stops = 0;
    while let Outcome::Trap(trap) = outcome {
        assert_eq!(trap.kind, TrapKind::OutOfGas, "{trap:?}");
        assert!(!trap.frames.is_empty());
        stops += 1;
        vm.refuel(97);
        outcome = vm.resume();
    }
    assert!(matches!(outcome, Outcome::Done(v) if v == want));
    assert_eq!(vm.gas_used(), total);
    assert!(stops as u64 > total / 200, "{stops} stops for {total} units");
}

#[test]
fn exactly_enough_gas_is_enough() {
    let total = {
        let mut vm = isolate(parse(FIB), Setup::default());
        run_words(&mut vm, 0, vec![10]);
        vm.gas_used()
    };
    let with = |gas| {
        let limits = Limits { gas: Some(gas), ..Limits::default() };
        run_with(FIB, "fib", &[10], Setup { limits, ..Setup::default() })
    };
    assert!(matches!(with(total), Outcome::Done(_)));
    assert_eq!(trap_of(with(total / 2)).kind, TrapKind::OutOfGas);
}

/// `guarded(n)` catches what `thrower` raises some calls below and says how far the slot was written.
const RAISES: &str = r#"
fn0 "thrower" (i64, i64) -> (i64) {
block0(v0: i64, v1: i64):
    poll fs0 [v0, v1]
    v2 = iconst.i64 0
    v3 = ieq.i64 v0, v2
    brif v3, block1, block2
block1:
    v4 = sdiv.i64 v1, v0
    return v4
block2:
    v5 = iconst.i64 -1
    v6 = iadd.i64 v0, v5
    v7 = call fn0(v6, v1)
    v8 = iadd.i64 v7, v0
    return v8
}

fn1 "guarded" (i64) -> (i64) {
    slot0 = size 16
    handler block9
block0(v0: i64):
    poll fs0 [v0]
    v1 = stack slot0
    v2 = iconst.i64 42
    store.i64 v1, v2, 8
    v3 = call fn0(v0, v2)
    store.i64 v1, v3, 0
    return v3
block9:
    v4 = stack slot0
    v5 = load.i64 v4, 8
    v6 = load.i64 v4, 0
    v7 = iadd.i64 v5, v6
    return v7
}

fn2 "sum" (i64) -> (i64) {
block0(v0: i64):
    poll fs0 [v0]
    v1 = call fn1(v0)
    v2 = call fn1(v1)
    v3 = iadd.i64 v1, v2
    return v3
}
"#;

#[test]
fn raises_go_to_the_nearest_handler() {
    assert_eq!(run(RAISES, "guarded", &[0]), [42]);
    assert_eq!(run(RAISES, "guarded", &[100_000]), [42]);
    assert_eq!(run(RAISES, "sum", &[7]), [84]);
    let trap = trap_of(run_with(RAISES, "thrower", &[3, 1], Setup::default()));
    assert_eq!((trap.kind, &*trap.message), (TrapKind::Uncaught, "integer divide by zero"));
    assert_eq!(trap.frames.iter().map(|f| f.func).collect::<Vec<_>>(), [0, 0, 0, 0]);
}

const SWITCHES: &str = r#"
fn0 "dense" (i64) -> (i64) {
block0(v0: i64):
    v1 = iconst.i64 100
    v2 = iconst.i64 200
    switch.i64 v0, block1(v0), -1: block1(v1), 1: block1(v2), 2: block2, 5: block3(v1)
block1(v3: i64):
    return v3
block2:
    v4 = iconst.i64 7
    jump block3(v4)
block3(v5: i64):
    v6 = iadd.i64 v5, v5
    return v6
}
fn1 "sparse" (i32) -> (i64) {
block0(v0: i32):
    switch.i32 v0, block1, -2147483648: block2, 0: block3, 2147483647: block4
block1:
    v1 = iconst.i64 1
    return v1
block2:
    v2 = iconst.i64 2
    return v2
block3:
    v3 = iconst.i64 3
    return v3
block4:
    v4 = iconst.i64 4
    return v4
}
"#;

#[test]
fn switches() {
    let dense = |n: i64| run(SWITCHES, "dense", &[n as u64])[0] as i64;
    assert_eq!(
        [-2, -1, 0, 1, 2, 3, 5, 6, i64::MIN, i64::MAX].map(dense),
        [-2, 100, 0, 200, 14, 3, 200, 6, i64::MIN, i64::MAX]
    );
    let sparse = |n: i32| run(SWITCHES, "sparse", &[i64::from(n) as u64])[0];
    assert_eq!([i32::MIN, 0, i32::MAX, 5, -1].map(sparse), [2, 3, 4, 1, 1]);
}

const CALLS: &str = r#"
types 3
sig0 = (i64, i64) -> (i64, i64)
selector0 = "swap" [1: fn0, 2: fn1]
fn0 "swap" (i64, i64) -> (i64, i64) {
block0(v0: i64, v1: i64):
    return v1, v0
}
fn1 "rotate" (i64, i64) -> (i64, i64) {
block0(v0: i64, v1: i64):
    poll fs0 [v0, v1]
    tail_call fn0(v1, v0)
}
fn2 "main" (i64, i64) -> (i64) {
block0(v0: i64, v1: i64):
    poll fs0 [v0, v1]
    v2, v3 = call fn0(v0, v1)
    v4, v5 = call fn1(v2, v3)
    v6 = func fn0
    v7, v8 = call_indirect sig0(v6, v5, v4)
    v9 = iconst.i64 1
    v10 = iface_method selector0(v9)
    v11, v12 = call_indirect sig0(v10, v7, v8)
    v13 = isub.i64 v11, v12
    return v13
}
fn3 "count" (i64, i64) -> (i64) {
block0(v0: i64, v1: i64):
    poll fs0 [v0, v1]
    v2 = iconst.i64 0
    v3 = ieq.i64 v0, v2
    brif v3, block1, block2
block1:
    return v1
block2:
    v4 = iconst.i64 1
    v5 = isub.i64 v0, v4
    v6 = iadd.i64 v1, v4
    v7 = func fn3
    tail_call_indirect sig1(v7, v5, v6)
}
sig1 = (i64, i64) -> (i64)
"#;

#[test]
fn calls_of_every_kind() {
    // (5, 3) swapped, rotated (two swaps), its results given in the other order to a swap, then a swap.
    let (a, b) = (5i64, 3i64);
    let (v2, v3) = (b, a);
    let (v4, v5) = (v2, v3);
    let (v7, v8) = (v4, v5);
    assert_eq!(run(CALLS, "main", &[a as u64, b as u64]), [(v8 - v7) as u64]);
    let limits = Limits { stack_bytes: 100_000, ..Limits::default() };
    let outcome = run_with(CALLS, "count", &[1_000_000, 1], Setup { limits, ..Setup::default() });
    assert!(matches!(outcome, Outcome::Done(v) if v == [1_000_001]));
}

/// A list of `n` nodes, summed after other lists have been made and dropped.
const LISTS: &str = r#"
class0 = size 16 pointers 0b10
class1 = size 8 pointers all
fn0 "list" (i64) -> (ref) {
block0(v0: i64):
    charge 2
    v1 = null
    v2 = iconst.i64 0
    jump block1(v2, v1)
block1(v3: i64, v4: ref):
    charge 3
    poll fs0 [v0, v3, v4]
    v5 = slt.i64 v3, v0
    brif v5, block2, block3
block2:
    charge 10
    v6 = alloc class0
    store.i64 v6, v3, 0
    store.ref v6, v4, 8
    v7 = iconst.i64 1
    v8 = iadd.i64 v3, v7
    jump block1(v8, v6)
block3:
    return v4
}
fn1 "main" (i64) -> (i64) {
block0(v0: i64):
    poll fs0 [v0]
    v1 = call fn0(v0)
    v20 = iconst.i64 10
    v2 = alloc_array class1(v20)
    v21 = elem v2, v20, 8, -8
    store.ref v21, v1, 0
    v3 = call fn0(v0)
    v4 = call fn0(v0)
    v5 = load.ref v2, 72
    v6 = iconst.i64 0
    jump block1(v5, v6)
block1(v7: ref, v8: i64):
    charge 3
    poll fs1 [v7, v8]
    v9 = null
    v10 = ieq.ref v7, v9
    brif v10, block3, block2
block2:
    nil_check v7
    v11 = load.i64 v7, 0
    v12 = iadd.i64 v8, v11
    v13 = load.ref v7, 8
    jump block1(v13, v12)
block3:
    return v8
}
"#;

#[test]
fn the_collector_finds_what_is_alive() {
    for gc in [false, true] {
        let stress = Stress { gc, poison: true, ..Stress::default() };
        let n = if gc { 500 } else { 200_000 };
        let outcome = run_with(LISTS, "main", &[n], Setup { stress, ..Setup::default() });
        assert!(matches!(outcome, Outcome::Done(ref v) if *v == [n * (n - 1) / 2]), "{outcome:?}");
    }
}

#[test]
fn arrays_of_impossible_length_raise() {
    let text = r#"
class0 = size 8 pointers none
fn0 "f" (i64) -> (ref) {
block0(v0: i64):
    v1 = alloc_array class0(v0)
    return v1
}
"#;
    for n in [-1i64, i64::MIN, i64::MAX, 1 << 60] {
        let trap = trap_of(run_with(text, "f", &[n as u64], Setup::default()));
        assert_eq!(trap.message, "length out of range", "{n}");
    }
    let limits = Limits { heap_bytes: 16 << 20, ..Limits::default() };
    let trap = trap_of(run_with(text, "f", &[1 << 30], Setup { limits, ..Setup::default() }));
    assert_eq!(trap.kind, TrapKind::OutOfMemory);
}

const NATIVES: &str = r#"
native0 = "twice" (i64) -> (i64)
native1 = "spawn" (i64) -> ()
native2 = "wait" () -> (i64)
native3 = "fail" (i64) -> ()
native4 = "pass" () -> ()
native5 = "narrow" () -> (i8, i32, f32)
global0 = "count" size 16
fn0 "main" (i64) -> (i64) {
block0(v0: i64):
    poll fs0 [v0]
    v1 = call_native native0(v0)
    v2 = iconst.i64 3
    call_native native1(v2)
    call_native native1(v1)
    v3 = call_native native2()
    v4 = global global0, 8
    v5 = load.i64 v4, 0
    v6 = iadd.i64 v3, v5
    return v6
}
fn1 "fiber" (i64) -> () {
block0(v0: i64):
    poll fs0 [v0]
    v1 = global global0, 8
    v2 = load.i64 v1, 0
    v3 = iadd.i64 v2, v0
    store.i64 v1, v3, 0
    call_native native4()
    v9 = load.i64 v1, 0
    v10 = iadd.i64 v9, v0
    store.i64 v1, v10, 0
    return
}
fn2 "failing" (i64) -> (i64) {
    handler block1
block0(v0: i64):
    poll fs0 [v0]
    call_native native3(v0)
    return v0
block1:
    v1 = iconst.i64 99
    return v1
}
fn3 "narrow" () -> (i64) {
block0:
    v0, v1, v2 = call_native native5()
    v3 = sext.i64 v0
    v4 = sext.i64 v1
    v5 = bitcast.i32 v2
    v6 = sext.i64 v5
    v7 = iadd.i64 v3, v4
    v8 = iadd.i64 v7, v6
    return v8
}
"#;

natives! {
    TABLE in "test" {
        /// Twice its argument.
        heavy "twice"(x: i64) -> (i64) = twice; [] "";
        /// Starts a fiber.
        light "spawn"(x: i64) = spawn; [OUTSIDE] "";
        /// Parks until all other fibers are done: each time it is called it lets them run.
        heavy "wait"() -> (i64) = wait; [PARKS] "";
        /// Raises if its argument is negative.
        light "fail"(x: i64) = fail; [RAISES] "";
        /// Lets others go first.
        light "pass"() = pass; [PARKS] "";
        /// Results that are narrower than slots.
        light "narrow"() -> (u8, u32, f32) = narrow; [] "";
    }
}

fn twice(_: &mut Caller<'_>, x: i64) -> Result<i64, Stop> {
    Ok(2 * x)
}

fn spawn(caller: &mut Caller<'_>, x: i64) -> Answer {
    // SAFETY: the function takes an integer.
    unsafe { caller.isolate() }.spawn(1, vec![x as u64]);
    Ok(())
}

fn wait(caller: &mut Caller<'_>) -> Result<i64, Stop> {
    // SAFETY: the collector looks at what a fiber waits for, and finds no address; the function takes an
    // integer.
    let vm = unsafe { caller.isolate() };
    let fiber = vm.fiber();
    fiber.wait += 1;
    let (id, tries) = (fiber.id, fiber.wait);
    if tries < 4 {
        vm.spawn(1, vec![0]);
        // Another fiber would do this later.
        vm.fiber().state = purlin_runtime::fiber::State::Parked;
        vm.scheduler.ready(id);
        return Err(Stop::Park);
    }
    Ok(tries as i64 * 1000)
}

fn fail(caller: &mut Caller<'_>, x: i64) -> Answer {
    if x < 0 { Err(caller.raise_trap(TrapCode::User, 0, 0)) } else { Ok(()) }
}

fn pass(_: &mut Caller<'_>) -> Answer {
    Err(Stop::Yield)
}

fn narrow(_: &mut Caller<'_>) -> Result<(u8, u32, f32), Stop> {
    Ok((0xff, 0xffff_fff0, f32::from_bits(1)))
}

fn natives() -> Vec<(&'static str, Native)> {
    TABLE.iter().map(|row| (row.name().trim_start_matches("test."), Native::Row(row))).collect()
}

#[test]
fn natives_return_raise_park_and_are_normalised() {
    let setup = || Setup { natives: natives(), ..Setup::default() };
    let failing = |n: i64| match run_with(NATIVES, "failing", &[n as u64], setup()) {
        Outcome::Done(values) => values[0],
        Outcome::Trap(trap) => panic!("{trap:?}"),
    };
    assert_eq!((failing(5), failing(-5)), (5, 99));
    let outcome = run_with(NATIVES, "narrow", &[], setup());
    assert!(matches!(&outcome, Outcome::Done(v) if *v == [(-1i64 - 16 + 1) as u64]), "{outcome:?}");
}

#[test]
fn fibers_take_turns() {
    let outcome = run_with(NATIVES, "main", &[10], Setup { natives: natives(), ..Setup::default() });
    assert!(matches!(&outcome, Outcome::Done(v) if *v == [4000 + 2 * 23]), "{outcome:?}");
}

#[test]
fn a_slice_that_is_over_switches_fibers() {
    // Two endless counters and a main that waits for neither: all are interleaved by gas alone.
    let text = r#"
native0 = "spawn" (i64) -> ()
global0 = "counts" size 16
fn0 "main" (i64) -> (i64) {
block0(v0: i64):
    poll fs0 [v0]
    call_native native0(v0)
    v1 = iconst.i64 0
    jump block1(v1)
block1(v2: i64):
    charge 7
    poll fs1 [v0, v2]
    v3 = iconst.i64 100000
    v4 = slt.i64 v2, v3
    v5 = iconst.i64 1
    v6 = iadd.i64 v2, v5
    brif v4, block1(v6), block2
block2:
    v7 = global global0, 0
    v8 = load.i64 v7, 0
    return v8
}
fn1 "count" (i64) -> () {
block0(v0: i64):
    jump block1
block1:
    charge 7
    poll fs0 []
    v1 = global global0, 0
    v2 = load.i64 v1, 0
    v3 = iconst.i64 1
    v4 = iadd.i64 v2, v3
    store.i64 v1, v4, 0
    jump block1
}
"#;
    let go = || {
        let setup = Setup { natives: natives(), ..Setup::default() };
        match run_with(text, "main", &[0], setup) {
            Outcome::Done(values) => values[0],
            Outcome::Trap(trap) => panic!("{trap:?}"),
        }
    };
    let count = go();
    assert!((80_000..120_000).contains(&count), "{count}");
    assert_eq!(go(), count);
}

#[test]
fn a_declared_function_is_an_internal_error() {
    let text =
        "fn0 \"f\" () -> () {\nblock0:\n    poll fs0 []\n    call fn1()\n    return\n}\nfn1 \"g\" () -> ()\n";
    let trap = trap_of(run_with(text, "f", &[], Setup::default()));
    assert_eq!((trap.kind, &*trap.message), (TrapKind::Internal, "g: the function has no body"));
}

#[test]
fn index_traps_carry_index_and_length() {
    let text = r#"
fn0 "f" (i64, i64) -> () {
block0(v0: i64, v1: i64):
    bounds v0, v1
    return
}
"#;
    assert_eq!(run(text, "f", &[0, 1]), []);
    for (i, n) in [(1i64, 1i64), (-1, 5), (i64::MAX, 0), (0, 0)] {
        let mut vm = isolate(parse(text), Setup::default());
        let trap = trap_of(run_words(&mut vm, 0, vec![i as u64, n as u64]));
        let want = if i < 0 { format!("[{i}]") } else { format!("[{i}] with length {n}") };
        assert_eq!(trap.message, format!("index out of range {want}"));
    }
}
