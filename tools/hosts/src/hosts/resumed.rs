//! Gas and resuming at the wrong time, in the wrong way, and by the largest numbers.

use purlin::{Call, HostPackage, Limits, TrapKind};

use crate::common::{
    Outcome, compile, ends, holds, in_tiers, isolate, isolate_of, refused, same, well, with_gas,
};

const WORK: &str = "func Spin(n int64) (string, int64) { s := int64(0); for i := int64(0); i < n; i++ { s += i }; return \"s\", s }\n\
    func Nothing(n int64) { for i := int64(0); i < n; i++ {} }\n\
    func Add(a, b int64) int64 { return a + b }";

/// Does something else with an isolate whose call is interrupted; whether the call can still be resumed.
fn goes_on(i: &mut purlin::Isolate<()>, round: u32) -> Result<bool, String> {
    match round {
        0 => i.refuel(10_000_000),
        1 => i.set_gas(None),
        2 => {
            i.set_gas(Some(0));
            ends(i.resume_call::<(String, i64)>(), TrapKind::OutOfGas)?;
            i.set_gas(Some(u64::MAX));
        }
        3 => (0..10).for_each(|_| i.refuel(u64::MAX)),
        4 => {
            // The results are given up.
            i.refuel(10_000_000);
            well(i.resume())?;
            return Ok(false);
        }
        5 => {
            // Another call takes its place.
            i.refuel(10_000_000);
            same(well(i.call::<_, i64>("Add", (1i64, 2i64)))?, 3)?;
            return Ok(false);
        }
        6 => {
            i.reset();
            return Ok(false);
        }
        _ => {
            i.canceller().cancel();
            i.refuel(10_000_000);
            ends(i.resume_call::<(String, i64)>(), TrapKind::Cancelled)?;
            i.clear_cancellation();
        }
    }
    Ok(true)
}

pub(crate) fn misused() -> Outcome {
    in_tiers(|tier| {
        let module = compile(tier, &[], WORK)?;
        let spin = module.function::<(i64,), (String, i64)>("Spin").map_err(|t| t.message)?;
        let expected = ("s".to_string(), 49_995_000);
        let mut i = isolate_of(&module, (), with_gas(5_000))?;
        let nothing = |i: &mut purlin::Isolate<()>| -> Outcome {
            let resumed = [i.resume().err(), i.resume_call::<()>().err(), i.resume_call::<i64>().err()];
            holds(resumed.iter().all(Option::is_some), "nothing was interrupted, and it was resumed")
        };
        nothing(&mut i)?;
        for round in 0..8 {
            ends(spin.call(&mut i, (10_000,)), TrapKind::OutOfGas)?;
            // Without gas it stays where it is, as often as it is tried.
            for _ in 0..5 {
                ends(i.resume_call::<(String, i64)>(), TrapKind::OutOfGas)?;
            }
            refused(i.resume_call::<i64>(), "returns")?;
            refused(i.resume_call::<()>(), "returns")?;
            refused(i.resume_call::<(String, String)>(), "returns")?;
            refused(i.resume_call::<Result<(String, i64), String>>(), "returns")?;
            if !goes_on(&mut i, round)? {
                nothing(&mut i)?;
                i.set_gas(Some(5_000));
                continue;
            }
            same(well(i.resume_call::<(String, i64)>())?, expected.clone())?;
            nothing(&mut i)?;
            i.set_gas(Some(5_000));
        }
        // A function without results may be resumed by either.
        ends(i.call::<_, ()>("Nothing", (100_000i64,)), TrapKind::OutOfGas)?;
        i.refuel(10_000_000);
        well(i.resume_call::<()>())
    })
}

pub(crate) fn beyond_numbers() -> Outcome {
    let package = HostPackage::new("host/gas").function("Charge", |call: &mut Call<'_>, n: i64| {
        (0..n).for_each(|_| call.charge(u64::MAX));
        call.gas_left().unwrap_or(0)
    });
    let text = format!(
        "import \"host/gas\"\n{WORK}\nfunc Charge(n int64) int64 {{ return gas.Charge(n) }}\n\
        func Charged(n int64) int64 {{ defer func() {{ recover(); gas.Charge(1) }}(); gas.Charge(n); for {{ n++ }} }}"
    );
    in_tiers(|tier| {
        let module = compile(tier, std::slice::from_ref(&package), &text)?;
        for gas in [Some(0), Some(1), Some(1 << 40), Some(i64::MAX as u64), Some(u64::MAX), None] {
            let mut i = isolate_of(&module, (), Limits { gas, ..Limits::default() })?;
            for n in [0i64, 1, 2, 5] {
                i.reset();
                i.set_gas(gas);
                let _ = i.call::<_, i64>("Charge", (n,));
                let stats = i.stats();
                let _ = (stats.gas, i.gas_left());
                if gas.is_some() && n > 0 {
                    i.reset();
                    ends(i.call::<_, i64>("Charged", (n,)), TrapKind::OutOfGas)?;
                    let left = i.gas_left();
                    holds(left.is_some_and(|left| left < 0), format!("{left:?} is left"))?;
                    // So much cannot be added that it counts as there again, nor too much.
                    (0..3).for_each(|_| i.refuel(u64::MAX));
                    holds(i.gas_left().is_some_and(|left| left > 0), "nothing is left after refuelling")?;
                    // It would now run for years.
                    i.canceller().cancel();
                    ends(i.resume_call::<i64>(), TrapKind::Cancelled)?;
                }
            }
            i.reset();
            i.set_gas(Some(u64::MAX));
            same(well(i.call::<_, i64>("Add", (1i64, 2i64)))?, 3)?;
            i.set_gas(Some(0));
            i.refuel(u64::MAX);
            i.refuel(u64::MAX);
            same(well(i.call::<_, i64>("Add", (1i64, 2i64)))?, 3)?;
            i.set_gas(None);
            i.refuel(u64::MAX);
            same(i.gas_left(), None::<i64>)?;
            same(well(i.call::<_, i64>("Add", (1i64, 2i64)))?, 3)?;
            i.reset();
            same(i.gas_left(), None::<i64>)?;
            same(i.stats().gas, 0)?;
        }
        isolate(&module).map(|_| ())
    })
}
