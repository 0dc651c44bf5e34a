//! Isolates that are dropped wherever they are, in any order with what they came from.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use purlin::{HostPackage, Isolate, Limits, TrapKind};

use crate::common::{
    Chance, Outcome, compile, compile_with, ends, engine, holds, in_tiers, isolate, isolate_of, program,
    same, text_of, well, with_gas,
};
use crate::kept::Kept;

/// A state that counts when it is dropped.
struct Counted(Arc<AtomicUsize>);

impl Drop for Counted {
    fn drop(&mut self) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }
}

/// Everything that can be under way at once: goroutines, timers, deferred calls, locks, maps, host calls.
pub(crate) const BUSY: &str = "import (\"host/busy\"; \"strings\"; \"sync\"; \"time\")\n\
    var table = map[string][]int64{}\n\
    func init() { for i := 0; i < 50; i++ { table[strings.Repeat(\"k\", i)] = make([]int64, i) } }\n\
    func work(c chan int64, mu *sync.Mutex, n int64) {\n\
    \tdefer func() { if r := recover(); r != nil { mu.Lock(); defer mu.Unlock(); table[\"r\"] = nil; c <- n } }()\n\
    \ttime.Sleep(time.Duration(n) * time.Microsecond)\n\
    \tbusy.Note(n)\n\
    \tvar none []int64\n\
    \tc <- none[n]\n\
    }\n\
    func Busy(n int64) (s int64) {\n\
    \tc, mu := make(chan int64), &sync.Mutex{}\n\
    \tfor i := int64(0); i < n; i++ { go work(c, mu, i); defer func() { s += deep(i % 30) }() }\n\
    \tfor i := int64(0); i < n; i++ { s += <-c }\n\
    \treturn s\n\
    }\n\
    func deep(n int64) int64 { if n == 0 { return 0 }; return deep(n-1) + 0 }";

pub(crate) fn busy_package() -> HostPackage {
    HostPackage::declared("host/busy", "package busy\nfunc Note(n int64)\n").function("Note", |_: i64| {})
}

pub(crate) fn in_a_call() -> Outcome {
    in_tiers(|tier| {
        let module = compile(tier, &[busy_package()], BUSY)?;
        let mut whole = isolate(&module)?;
        let expected = well(whole.call::<_, i64>("Busy", (20i64,)))?;
        same(expected, 190)?;
        let all = whole.stats().gas;
        let dropped = Arc::new(AtomicUsize::new(0));
        let mut chance = Chance(19);
        for round in 0..150 {
            let mut i = isolate_of(&module, Counted(dropped.clone()), with_gas(chance.below(all)))?;
            ends(i.call::<_, i64>("Busy", (20i64,)), TrapKind::OutOfGas)?;
            if round % 3 == 0 {
                i.refuel(chance.below(all / 4));
                let _ = i.resume_call::<i64>();
            }
            if round % 5 == 0 {
                std::thread::spawn(move || drop(i)).join().map_err(text_of)?;
            } else {
                drop(i);
            }
            same(dropped.load(Ordering::Relaxed), round + 1)?;
        }
        Ok(())
    })
}

pub(crate) fn any_order() -> Outcome {
    in_tiers(|tier| {
        for order in 0..6 {
            let engine = engine(tier, &[busy_package()]);
            let module = compile_with(&engine, &program(BUSY))?;
            let handle = module.function::<(i64,), i64>("Busy").map_err(|t| t.message)?;
            let mut isolates: Vec<Isolate<()>> = Vec::new();
            for gas in [0, 5_000, 20_000, 10_000_000] {
                isolates.push(isolate_of(&module, (), with_gas(gas))?);
            }
            for i in &mut isolates {
                let _ = handle.call(i, (20,));
            }
            let canceller = isolates[0].canceller();
            let mut engine = Some(engine);
            let mut module = Some(module);
            let mut handle = Some(handle);
            for step in 0..3 {
                match (order + step * (1 + order / 3)) % 3 {
                    0 => drop(engine.take()),
                    1 => drop(module.take()),
                    _ => drop(handle.take()),
                }
            }
            for mut i in isolates.drain(1..) {
                i.refuel(10_000_000);
                if order % 2 == 0 {
                    let _ = i.resume_call::<i64>();
                } else {
                    i.reset();
                }
                i.set_gas(None);
                same(well(i.call::<_, i64>("Busy", (20i64,)))?, 190)?;
                let again = i.module().clone();
                drop(i);
                holds(again.has_main(), "the module is gone")?;
            }
            drop(isolates);
            canceller.cancel();
            holds(canceller.is_cancelled(), "a canceller of a dropped isolate")?;
        }
        Ok(())
    })
}

pub(crate) fn never_run() -> Outcome {
    in_tiers(|tier| {
        let module = compile(tier, &[busy_package()], BUSY)?;
        // So many at once that what the runtime keeps for later isolates is as much as it ever keeps.
        let first: Result<Vec<_>, _> = (0..16).map(|_| isolate(&module)).collect();
        drop(first?);
        let before = Kept::now()?;
        for n in 0..500 {
            let mut i = isolate_of(&module, vec![n; 10], Limits::default())?;
            match n % 5 {
                0 => i.reset(),
                1 => i.canceller().cancel(),
                2 => i.refuel(u64::MAX),
                3 => holds(i.resume().is_err(), "something was resumed")?,
                _ => {}
            }
            same(i.stats().gas, 0)?;
        }
        let mut many = Vec::new();
        for _ in 0..200 {
            many.push(isolate(&module)?);
        }
        drop(many);
        let after = Kept::now()?;
        holds(after.maps <= before.maps + 4, format!("{before:?} became {after:?}"))?;
        same(after.files, before.files)
    })
}
