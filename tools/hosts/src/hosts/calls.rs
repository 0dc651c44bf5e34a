//! A host function's `Call`, used wrongly.

use purlin::{Call, HostPackage, Limits, Stop, TrapCode, TrapKind};

use crate::common::{Capture, Outcome, compile, ends, holds, in_tiers, isolate_of, same, well, with_gas};

const CALLS: &str = "import \"host/call\"\n\
    func Raise(code int64) (s string) { defer func() { r := recover(); if e, ok := r.(error); ok { s = e.Error() } else { s = \"other\" } }(); call.Raise(code); return \"none\" }\n\
    func Uncaught(code int64) { call.Raise(code) }\n\
    func Twice(code int64) (s string) { defer func() { recover(); s = \"caught\" }(); call.Twice(code); return \"none\" }\n\
    func Forgotten(code int64) (n int64) { defer func() { if recover() != nil { n = -1 } }(); n = call.Forgotten(code); return n + 1 }\n\
    func Nested(code int64) (s string) { defer func() { s = Raise(code); recover() }(); call.Forgotten(code); var none []int; none[0]++; return }\n\
    func Write(n int64) int64 { return call.Write(n) }\n\
    func State() int64 { return call.State() }\n\
    func Add(a, b int64) int64 { return a + b }";

fn package() -> HostPackage {
    let code = |n: i64| TrapCode::ALL[n as usize % TrapCode::ALL.len()];
    HostPackage::declared(
        "host/call",
        "package call\nfunc Raise(n int64)\nfunc Twice(n int64)\nfunc Forgotten(n int64) int64\n\
         func Write(n int64) int64\nfunc State() int64\n",
    )
    .function("Raise", move |call: &mut Call<'_>, n: i64| -> Result<(), Stop> {
        Err(call.raise_trap(code(n), i64::MIN, i64::MAX))
    })
    .function("Twice", move |call: &mut Call<'_>, n: i64| -> Result<(), Stop> {
        let first = call.raise_trap(code(n), 1, 2);
        let _ = call.raise_trap(TrapCode::User, 3, 4);
        Err(first)
    })
    .function("Forgotten", move |call: &mut Call<'_>, n: i64| {
        (0..100).for_each(|_| drop(call.raise_trap(code(n), 1, 2)));
        n
    })
    .function("Write", |call: &mut Call<'_>, n: i64| -> Result<i64, Stop> {
        for _ in 0..n {
            // An error that is not passed on: what was written counts all the same.
            let _ = call.write_output(&[b'x'; 1_000]);
            let _ = call.write_errors(&[]);
        }
        call.write_output(b"")?;
        Ok(n)
    })
    .function("State", |state: &mut Capture| state.text().len() as i64)
}

pub(crate) fn raises() -> Outcome {
    in_tiers(|tier| {
        let module = compile(tier, &[package()], CALLS)?;
        let mut i = isolate_of(&module, (), with_gas(1 << 40))?;
        for (n, code) in TrapCode::ALL.into_iter().enumerate() {
            let n = n as i64;
            let what = code.name();
            if code == TrapCode::CallDepth {
                ends(i.call::<_, String>("Raise", (n,)), TrapKind::CallDepth)?;
                continue;
            }
            let text = well(i.call::<_, String>("Raise", (n,)))?;
            holds(text != "none", format!("{what} was not raised"))?;
            let trap = ends(i.call::<_, ()>("Uncaught", (n,)), TrapKind::Uncaught)?;
            holds(!trap.message.is_empty(), "no message")?;
            same(well(i.call::<_, String>("Twice", (n,)))?, "caught".to_string())?;
            same(well(i.call::<_, i64>("Forgotten", (n,)))?, n + 1).map_err(|e| format!("{what}: {e}"))?;
            same(well(i.call::<_, String>("Nested", (n,)))?, text)?;
            same(well(i.call::<_, i64>("Add", (n, 1i64)))?, n + 1)?;
        }
        Ok(())
    })
}

pub(crate) fn outputs() -> Outcome {
    in_tiers(|tier| {
        let module = compile(tier, &[package()], CALLS)?;
        for limit in [0u64, 1, 999, 1_000, 5_000, u64::MAX] {
            let limits = Limits { output_bytes: Some(limit), ..Limits::default() };
            let output = Capture::default();
            let mut i = module.isolate((), limits, output.streams()).map_err(|e| e.to_string())?;
            let result = i.call::<_, i64>("Write", (5i64,));
            holds(result.is_ok(), format!("errors that are not passed on end nothing: {result:?}"))?;
            same(output.text().len() as u64, limit.min(5_000))?;
            same(i.stats().output_bytes, limit.min(5_000))?;
            // A state of another type than the function needs.
            let trap = ends(i.call::<_, i64>("State", ()), TrapKind::Host)?;
            holds(trap.message.contains("needs an isolate with a"), trap.message)?;
        }
        Ok(())
    })
}
