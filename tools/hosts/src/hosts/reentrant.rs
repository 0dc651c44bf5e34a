//! Isolates inside of isolates: functions that reach for their own isolate, run others, or hold them.

use std::sync::{Arc, Mutex, OnceLock, TryLockError};

use purlin::{HostPackage, Isolate, Module, Tier, TrapKind};

use crate::common::{
    Outcome, compile, compile_with, ends, engine, holds, in_tiers, isolate, isolate_of, program, same,
    text_of, well, with_gas,
};

pub(crate) fn locked() -> Outcome {
    in_tiers(|tier| {
        let place: Arc<Mutex<Option<Isolate<()>>>> = Arc::default();
        let (seen, within) = (Arc::new(Mutex::new(Vec::new())), place.clone());
        let notes = seen.clone();
        let package = HostPackage::new("host/self").function("Again", move |n: i64| -> i64 {
            let found = match within.try_lock() {
                Ok(mut isolate) => match isolate.as_mut() {
                    Some(isolate) => format!("{:?}", isolate.call::<_, i64>("Call", (n - 1,))),
                    None => "gone".into(),
                },
                Err(TryLockError::WouldBlock) => "locked".into(),
                Err(TryLockError::Poisoned(_)) => "poisoned".into(),
            };
            notes.lock().map(|mut notes| notes.push(found)).is_ok().into()
        });
        let text = "import \"host/self\"\nfunc Call(n int64) int64 { return self.Again(n) }";
        let module = compile(tier, &[package], text)?;
        *place.lock().map_err(|e| e.to_string())? = Some(isolate(&module)?);
        for _ in 0..3 {
            let mut own = place.lock().map_err(|e| e.to_string())?;
            let own = own.as_mut().ok_or("it is gone")?;
            same(well(own.call::<_, i64>("Call", (5i64,)))?, 1)?;
        }
        let seen = seen.lock().map_err(|e| e.to_string())?.clone();
        same(seen, vec!["locked".to_string(); 3])?;
        // The package holds the isolate, and the isolate's module the package: a circle, taken apart here.
        *place.lock().map_err(|e| e.to_string())? = None;
        Ok(())
    })
}

static NESTED: OnceLock<Mutex<Option<Module>>> = OnceLock::new();

fn nested_module() -> Option<Module> {
    NESTED.get_or_init(Mutex::default).lock().ok()?.clone()
}

/// Calls `Down` in an isolate of its own, with little gas at a time.
fn down(n: i64) -> Result<i64, String> {
    let module = nested_module().ok_or("no module")?;
    let mut inner = isolate_of(&module, (), with_gas(400))?;
    let mut result = inner.call::<_, i64>("Down", (n,));
    while let Err(trap) = &result {
        if trap.kind != TrapKind::OutOfGas {
            return Err(trap.message.clone());
        }
        inner.refuel(400);
        result = inner.resume_call();
    }
    result.map_err(|trap| trap.message)
}

pub(crate) fn nested() -> Outcome {
    let package = HostPackage::new("host/down").function("Down", down);
    let text = "import \"host/down\"\n\
        func Down(n int64) int64 {\n\
        \tif n == 0 { return 0 }\n\
        \ts := int64(0)\n\
        \tfor i := int64(0); i < 200; i++ { s += i % 2 }\n\
        \tr, err := down.Down(n - 1)\n\
        \tif err != nil { panic(err) }\n\
        \treturn r + s\n\
        }";
    in_tiers(|tier| {
        let module = compile(tier, std::slice::from_ref(&package), text)?;
        *NESTED.get_or_init(Mutex::default).lock().map_err(|e| e.to_string())? = Some(module.clone());
        // On a thread with as much stack as a main thread has: each level is a run of its own on it.
        let thread = std::thread::Builder::new().stack_size(8 << 20).spawn(|| down(40));
        let result = thread.map_err(|e| e.to_string())?.join().map_err(text_of)?;
        *NESTED.get_or_init(Mutex::default).lock().map_err(|e| e.to_string())? = None;
        same(result?, 4_000)
    })
}

/// A state that has an isolate of another module.
#[derive(Default)]
struct Inside {
    inner: Option<Isolate<Vec<i64>>>,
    compiled: usize,
}

impl Inside {
    fn step(&mut self, n: i64) -> Result<i64, String> {
        match n % 5 {
            0 => {
                let text = "var kept []int64\nfunc Work(n int64) int64 { for i := int64(0); i < n; i++ { kept = append(kept, i) }; return int64(len(kept)) }";
                self.compiled += 1;
                let module = compile_with(&engine(Tier::Auto, &[]), &program(text))?;
                self.inner = Some(isolate_of(&module, vec![n], with_gas(2_000))?);
                Ok(0)
            }
            1 => {
                let inner = self.inner.as_mut().ok_or("nothing inside")?;
                ends(inner.call::<_, i64>("Work", (10_000i64,)), TrapKind::OutOfGas).map(|_| 1)
            }
            2 => {
                let inner = self.inner.as_mut().ok_or("nothing inside")?;
                inner.refuel(1_000_000);
                well(inner.resume_call::<i64>())
            }
            3 => {
                let inner = self.inner.as_mut().ok_or("nothing inside")?;
                inner.set_gas(Some(500));
                ends(inner.call::<_, i64>("Work", (10_000i64,)), TrapKind::OutOfGas).map(|_| 3)
            }
            // Dropped while its call is interrupted.
            _ => Ok(i64::from(self.inner.take().is_some())),
        }
    }
}

pub(crate) fn in_state() -> Outcome {
    let package = HostPackage::new("host/inside").function("Step", Inside::step);
    let text = "import \"host/inside\"\n\
        func Steps(from, to int64) (s int64, err error) {\n\
        \tfor n := from; n < to; n++ { v, err := inside.Step(n); if err != nil { return 0, err }; s += v }\n\
        \treturn s, nil\n\
        }";
    in_tiers(|tier| {
        let module = compile(tier, std::slice::from_ref(&package), text)?;
        let mut i = isolate_of(&module, Inside::default(), with_gas(10_000_000))?;
        let round = 1 + 10_000 + 3 + 1;
        same(well(i.call::<_, Result<i64, String>>("Steps", (0i64, 10i64)))?, Ok(2 * round))?;
        same(well(i.call::<_, Result<i64, String>>("Steps", (1i64, 2i64)))?, Err("nothing inside".into()))?;
        // Left with an isolate inside whose call is interrupted, moved elsewhere, and dropped with its host.
        same(well(i.call::<_, Result<i64, String>>("Steps", (10i64, 12i64)))?, Ok(1))?;
        let taken = std::mem::take(i.host());
        same(taken.compiled, 3)?;
        let mut other = isolate_of(&module, taken, with_gas(10_000_000))?;
        same(well(other.call::<_, Result<i64, String>>("Steps", (12i64, 14i64)))?, Ok(10_003))?;
        holds(other.host().inner.is_some(), "the inner isolate is gone")
    })
}
