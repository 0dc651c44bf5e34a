//! Many goroutines, and what outlives the call that began it.

use purlin::{Limits, Streams, TrapKind};

use crate::common::{
    Outcome, compile, ends, holds, in_tiers, isolate, isolate_of, same, some_trap, well, with_gas,
};

const MANY: &str = "func Many(n int64) int64 {\n\
    \tc, done := make(chan int64), make(chan int64)\n\
    \tfor i := int64(0); i < n; i++ { go func() { done <- <-c + i }() }\n\
    \tfor i := int64(0); i < n; i++ { c <- 1 }\n\
    \ts := int64(0)\n\
    \tfor i := int64(0); i < n; i++ { s += <-done }\n\
    \treturn s\n\
    }\n\
    func Blocked(n int64) int64 { c := make(chan int64); for i := int64(0); i < n; i++ { go func() { <-c }() }; return n }\n\
    func Endless() { for { go func() { select {} }() } }\n\
    func Add(a, b int64) int64 { return a + b }";

pub(crate) fn many() -> Outcome {
    let n = 100_000i64;
    in_tiers(|tier| {
        let module = compile(tier, &[], MANY)?;
        let mut i = isolate(&module)?;
        same(well(i.call::<_, i64>("Many", (n,)))?, n * (n - 1) / 2 + n)?;
        holds(i.stats().fibers as i64 > n, "so many goroutines have run")?;
        // Left blocked, and given up with their call.
        for _ in 0..2 {
            same(well(i.call::<_, i64>("Blocked", (n,)))?, n)?;
        }
        same(well(i.call::<_, i64>("Add", (1i64, 2i64)))?, 3)?;
        let half = i.stats().gas / 8;
        drop(i);
        let mut dropped = isolate_of(&module, (), with_gas(half))?;
        ends(dropped.call::<_, i64>("Many", (n,)), TrapKind::OutOfGas)?;
        drop(dropped);
        let mut little = isolate_of(&module, (), Limits { heap_bytes: 16 << 20, ..Limits::default() })?;
        some_trap(little.call::<_, ()>("Endless", ()))?;
        same(well(little.call::<_, i64>("Add", (1i64, 2i64)))?, 3)
    })
}

const KEPT: &str = "import (\"os\"; \"sync\"; \"time\")\n\
    var kept []func(int64) int64\n\
    var channel = make(chan int64, 1)\n\
    var mu sync.Mutex\n\
    func Keep(n int64) { m := map[int64]int64{}; kept = append(kept, func(k int64) int64 { m[k] += n; return m[k] }) }\n\
    func Call(which, k int64) int64 { return kept[which](k) }\n\
    func Start() { go func() { for { channel <- 1 } }(); time.Sleep(1) }\n\
    func Later() { time.AfterFunc(time.Hour, func() { panic(\"later\") }) }\n\
    func Wait() { time.Sleep(2 * time.Hour) }\n\
    func Lock() { mu.Lock() }\n\
    func Unlock() { mu.Unlock() }\n\
    func Take() int64 { return <-channel }\n\
    func Exits(n int64) (r int64) { defer func() { recover(); os.Exit(int(n)) }(); panic(n) }\n\
    func ExitsDeep(n int64) { defer func() { defer func() { defer os.Exit(int(n)); panic(3) }(); panic(2) }(); panic(1) }\n\
    func ExitsFiber(n int64) { defer println(\"unseen\"); go func() { defer os.Exit(int(n)); panic(1) }(); select {} }";

pub(crate) fn kept() -> Outcome {
    in_tiers(|tier| {
        let mut i = isolate(&compile(tier, &[], KEPT)?)?;
        for n in 0..50i64 {
            well(i.call::<_, ()>("Keep", (n,)))?;
        }
        for round in 1..4i64 {
            for n in 0..50i64 {
                same(well(i.call::<_, i64>("Call", (n, 7i64)))?, n * round)?;
            }
        }
        ends(i.call::<_, i64>("Call", (50i64, 0i64)), TrapKind::Uncaught)?;
        // A goroutine ends with the call that began it, its sends stay sent, and a timer goes with it too.
        well(i.call::<_, ()>("Start", ()))?;
        same(well(i.call::<_, i64>("Take", ()))?, 1)?;
        ends(i.call::<_, i64>("Take", ()), TrapKind::Deadlock)?;
        well(i.call::<_, ()>("Later", ()))?;
        let _ = i.call::<_, ()>("Wait", ());
        // A lock that is held by nothing any more is still locked.
        well(i.call::<_, ()>("Lock", ()))?;
        ends(i.call::<_, ()>("Lock", ()), TrapKind::Deadlock)?;
        well(i.call::<_, ()>("Unlock", ()))?;
        same(well(i.call::<_, i64>("Call", (7i64, 7i64)))?, 28)?;
        i.reset();
        ends(i.call::<_, i64>("Call", (0i64, 0i64)), TrapKind::Uncaught).map(|_| ())
    })
}

pub(crate) fn exits() -> Outcome {
    in_tiers(|tier| {
        let module = compile(tier, &[], KEPT)?;
        let mut i = module.isolate((), Limits::default(), Streams::default()).map_err(|e| e.to_string())?;
        well(i.call::<_, ()>("Keep", (1i64,)))?;
        for code in [0i64, 1, 77, 255, -1, 256, i64::from(i32::MAX), i64::from(i32::MIN)] {
            for name in ["Exits", "ExitsDeep", "ExitsFiber"] {
                let ended = match name {
                    "Exits" => i.call::<_, i64>(name, (code,)).map(|_| ()),
                    _ => i.call::<_, ()>(name, (code,)),
                };
                ends(ended, TrapKind::Exit(code as i32)).map_err(|why| format!("{name} {code}: {why}"))?;
                holds(i.resume().is_err(), "an exit was resumed")?;
                // The program was initialised, so it can be called again, with what it had kept.
                holds(well(i.call::<_, i64>("Call", (0i64, 3i64)))? > 0, "nothing was kept")?;
            }
        }
        same(i.stats().output_bytes, 0)
    })
}

const WAITING: &str = "import (\"runtime\"; \"sync\"; \"time\")\n\
    var plain, buffered = make(chan int64), make(chan int64, 2)\n\
    var mu sync.Mutex\nvar rw sync.RWMutex\nvar group sync.WaitGroup\nvar cmu sync.Mutex\nvar cond = sync.NewCond(&cmu)\n\
    var timer = time.NewTimer(time.Hour)\nvar ticker = time.NewTicker(time.Second)\n\
    var after = time.AfterFunc(time.Minute, func() { panic(\"later\") })\n\
    var timers []*time.Timer\n\
    func Leave(n int64) {\n\
    \tmu.Lock(); rw.Lock(); group.Add(1)\n\
    \tfor i := int64(0); i < n; i++ {\n\
    \t\tgo func() { plain <- i }()\n\
    \t\tgo func() { for { buffered <- i } }()\n\
    \t\tgo func() { mu.Lock() }()\n\
    \t\tgo func() { rw.RLock() }()\n\
    \t\tgo func() { rw.Lock() }()\n\
    \t\tgo func() { group.Wait() }()\n\
    \t\tgo func() { time.Sleep(time.Hour); panic(\"woken\") }()\n\
    \t\tgo func() { select { case plain <- i: case <-timer.C: case buffered <- i: case <-ticker.C: } }()\n\
    \t\ttimers = append(timers, time.AfterFunc(time.Duration(i%7) * time.Hour + time.Minute, func() { panic(\"later\") }))\n\
    \t}\n\
    \tgo func() { cmu.Lock(); cond.Wait() }()\n\
    \ttime.Sleep(2 * time.Second)\n\
    }\n\
    func Fill(n int64) (s int64) { runtime.GC(); for i := int64(0); i < n; i++ { go func() { s += i }() }; for range 10 { runtime.Gosched() }; return s }\n\
    func Plain() int64 { select { case v := <-plain: return v; default: return -1 } }\n\
    func Wait() int64 { return <-plain }\n\
    func Buffered() int64 { n := int64(0); for { select { case <-buffered: n++; default: return n } } }\n\
    func Unlock() { mu.Unlock(); mu.Lock(); cond.Broadcast(); cond.Signal(); mu.Unlock(); rw.Unlock(); rw.Lock(); rw.Unlock(); group.Done(); group.Wait() }\n\
    func Stop() (n int64) { for i, t := range timers { if i%2 == 0 { if t.Stop() { n++ } } else if t.Reset(time.Hour) { n++ } }; if timer.Stop() || after.Stop() { n++ }; ticker.Reset(time.Second); ticker.Stop(); timers = nil; return n }\n\
    func Tick() int64 { t := time.NewTicker(time.Second); defer t.Stop(); <-t.C; timer.Reset(time.Second); <-timer.C; return 2 }\n\
    func Close() { close(plain); plain = make(chan int64) }";

pub(crate) fn waiting() -> Outcome {
    in_tiers(|tier| {
        let module = compile(tier, &[], WAITING)?;
        for n in [1i64, 3, 200] {
            let mut i = isolate(&module)?;
            for round in 0..6 {
                well(i.call::<_, ()>("Leave", (n,)))?;
                same(well(i.call::<_, i64>("Fill", (50i64,)))?, 1_225)?;
                // The goroutines are gone, and so is what they had not sent; what is in a buffer is there.
                same(well(i.call::<_, i64>("Plain", ()))?, -1)?;
                ends(i.call::<_, i64>("Wait", ()), TrapKind::Deadlock)?;
                same(well(i.call::<_, i64>("Buffered", ()))?, 2)?;
                same(well(i.call::<_, i64>("Buffered", ()))?, 0)?;
                well(i.call::<_, ()>("Unlock", ()))?;
                // No timer is set any more, as each call takes them back.
                same(well(i.call::<_, i64>("Stop", ()))?, 0)?;
                same(well(i.call::<_, i64>("Tick", ()))?, 2)?;
                well(i.call::<_, ()>("Close", ()))?;
                same(well(i.call::<_, i64>("Fill", (50i64,)))?, 1_225)?;
                if round == 3 {
                    i.reset();
                }
            }
        }
        Ok(())
    })
}
