//! Cancelling and deadlines, at any moment.

use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, mpsc};
use std::time::{Duration, Instant};

use purlin::{Canceller, HostPackage, Limits, Tier, TrapKind};

use crate::common::{
    Chance, Outcome, compile, ends, holds, in_tiers, isolate, isolate_of, same, text_of, well,
};
use crate::hosts::dropped::{BUSY, busy_package};

/// Moments at which a call is cancelled, in all tiers together.
const MOMENTS: u64 = 1_000;

/// Waits for about that many iterations, without asking the system.
fn spin(turns: u64) {
    for _ in 0..turns {
        std::hint::spin_loop();
    }
}

pub(crate) fn random() -> Outcome {
    let counts: [AtomicU64; 2] = Default::default();
    let moments = |tier| if tier == Tier::Native { MOMENTS - 2 * (MOMENTS / 3) } else { MOMENTS / 3 };
    in_tiers(|tier| {
        let text = format!("{BUSY}\nfunc Endless(n int64) int64 {{ for {{ Busy(n) }} }}");
        let module = compile(tier, &[busy_package()], &text)?;
        let mut i = isolate(&module)?;
        // The longest wait is about a call.
        same(well(i.call::<_, i64>("Busy", (30i64,)))?, 435)?;
        let mut call = Duration::MAX;
        let mut hundred_thousand = Duration::MAX;
        // The least of several: another program's turn in between would make every wait as long.
        for _ in 0..10 {
            let begun = Instant::now();
            i.reset();
            well(i.call::<_, i64>("Busy", (30i64,)))?;
            call = call.min(begun.elapsed());
            let begun = Instant::now();
            spin(100_000);
            hundred_thousand = hundred_thousand.min(begun.elapsed());
        }
        let turns = 100_000 * call.as_nanos() as u64 / hundred_thousand.as_nanos().max(1) as u64;
        let (send, cancellers) = mpsc::channel::<(Canceller, u64)>();
        let other = std::thread::spawn(move || {
            for (canceller, turns) in cancellers {
                spin(turns);
                canceller.cancel();
            }
        });
        let mut chance = Chance(7);
        for round in 0..moments(tier) {
            let turns = chance.below(turns);
            send.send((i.canceller(), turns)).map_err(|e| e.to_string())?;
            // Every second call ends by that alone.
            let endless = round % 2 == 1;
            match i.call::<_, i64>(if endless { "Endless" } else { "Busy" }, (30i64,)) {
                Ok(435) if !endless => counts[0].fetch_add(1, Ordering::Relaxed),
                Err(trap) if trap.kind == TrapKind::Cancelled => counts[1].fetch_add(1, Ordering::Relaxed),
                other => return Err(format!("moment {round}: {other:?}")),
            };
            i.reset();
            if round % 8 == 0 {
                same(well(i.call::<_, i64>("Busy", (20i64,)))?, 190)?;
                i.reset();
            }
        }
        drop(send);
        other.join().map_err(text_of)
    })?;
    let [done, cancelled] = counts.map(AtomicU64::into_inner);
    same(done + cancelled, MOMENTS)?;
    holds(cancelled >= MOMENTS / 2 - 3, format!("only {cancelled} of {MOMENTS} were cancelled"))
}

pub(crate) fn by_functions() -> Outcome {
    in_tiers(|tier| {
        let (at, calls) = (Arc::new(AtomicI64::new(i64::MAX)), Arc::new(AtomicI64::new(0)));
        let place: Arc<Mutex<Option<Canceller>>> = Arc::default();
        let (a, c, p) = (at.clone(), calls.clone(), place.clone());
        let package = HostPackage::declared("host/busy", "package busy\nfunc Note(n int64)\n").function(
            "Note",
            move |_: i64| {
                if c.fetch_add(1, Ordering::Relaxed) == a.load(Ordering::Relaxed)
                    && let Ok(place) = p.lock()
                {
                    place.iter().for_each(Canceller::cancel);
                }
            },
        );
        let module = compile(tier, &[package], BUSY)?;
        let mut i = isolate(&module)?;
        for n in 0..20 {
            *place.lock().map_err(|e| e.to_string())? = Some(i.canceller());
            calls.store(0, Ordering::Relaxed);
            at.store(n, Ordering::Relaxed);
            ends(i.call::<_, i64>("Busy", (20i64,)), TrapKind::Cancelled)?;
            same(calls.load(Ordering::Relaxed), n + 1)?;
            // It stays so.
            ends(i.call::<_, i64>("Busy", (1i64,)), TrapKind::Cancelled)?;
            ends(i.run(), TrapKind::Cancelled)?;
            holds(i.resume().is_err(), "a cancelled run was resumed")?;
            i.clear_cancellation();
            calls.store(100, Ordering::Relaxed);
            let again = i.call::<_, i64>("Busy", (20i64,));
            same(well(again)?, 190)?;
            i.reset();
        }
        Ok(())
    })
}

pub(crate) fn deadlines() -> Outcome {
    in_tiers(|tier| {
        let module = compile(tier, &[busy_package()], &format!("{BUSY}\nfunc Forever() {{ for {{}} }}"))?;
        let now = Instant::now();
        let past = now.checked_sub(Duration::from_secs(1));
        for deadline in [past, Some(now)] {
            let limits = Limits { deadline, ..Limits::default() };
            let mut i = isolate_of(&module, (), limits)?;
            for _ in 0..3 {
                if deadline.is_some() {
                    ends(i.call::<_, i64>("Busy", (20i64,)), TrapKind::Deadline)?;
                    ends(i.run(), TrapKind::Deadline)?;
                }
                i.reset();
            }
            i.set_deadline(None);
            same(well(i.call::<_, i64>("Busy", (20i64,)))?, 190)?;
        }
        let mut i = isolate(&module)?;
        let mut chance = Chance(3);
        for _ in 0..30 {
            i.set_deadline(Some(Instant::now() + Duration::from_micros(chance.below(3_000))));
            let begun = Instant::now();
            ends(i.call::<_, ()>("Forever", ()), TrapKind::Deadline)?;
            holds(begun.elapsed() < Duration::from_secs(5), "a deadline was noticed late")?;
            ends(i.call::<_, i64>("Busy", (3i64,)), TrapKind::Deadline)?;
            i.set_deadline(now.checked_add(Duration::from_secs(u64::from(u32::MAX))));
            if i.call::<_, i64>("Busy", (20i64,)).is_err() {
                // The deadline has passed within the initialisation.
                i.reset();
                same(well(i.call::<_, i64>("Busy", (20i64,)))?, 190)?;
            }
        }
        Ok(())
    })
}
