//! Results that a host does not give, or gives otherwise than it says.

use std::sync::{Arc, Mutex, PoisonError};

use purlin::{
    Call, DataError, FromGuest, HostData, HostPackage, HostType, Reader, Stop, ToGuest, Trap, TrapCode,
    TrapKind, TypeBuilder, Writer, Written, type_of,
};

use crate::common::{
    Outcome, compile, ends, holds, in_tiers, isolate, isolate_of, refused, same, some_trap, well, with_gas,
};

/// A `Written` of another value, taken from a structure that was begun and given up.
static STOLEN: Mutex<Vec<Written>> = Mutex::new(Vec::new());

fn stolen() -> Option<Written> {
    STOLEN.lock().unwrap_or_else(PoisonError::into_inner).pop()
}

/// A structure of one integer, whose writing steals.
struct Thief;

impl HostData for Thief {
    fn host_type(types: &mut TypeBuilder) -> HostType {
        types.structure("thief", "Thief", |types| vec![("A".into(), i64::host_type(types))])
    }
}

impl ToGuest for Thief {
    fn write(&self, to: Writer<'_>) -> Result<Written, DataError> {
        let mut fields = to.structure()?;
        for _ in 0..4 {
            let _ = fields.field_named("A", |to| {
                STOLEN.lock().unwrap_or_else(PoisonError::into_inner).push(1i64.write(to)?);
                Err(DataError::new("given up"))
            });
        }
        fields.field_named("A", |to| 5i64.write(to))?;
        fields.end()
    }
}

/// Says that it is a `T`, and writes nothing.
struct Lazy<T>(std::marker::PhantomData<T>);

fn lazy<T>() -> Lazy<T> {
    Lazy(std::marker::PhantomData)
}

impl<T: HostData> HostData for Lazy<T> {
    fn host_type(_: &mut TypeBuilder) -> HostType {
        type_of::<T>()
    }
}

impl<T: HostData> ToGuest for Lazy<T> {
    fn write(&self, _: Writer<'_>) -> Result<Written, DataError> {
        stolen().ok_or_else(|| DataError::new("nothing was stolen"))
    }
}

const ZEROS: &str = "import \"host/lazy\"\n\
    type T struct { A int64 }\n\
    func All(n int64, s string, list []int64) (string, bool) {\n\
    \ttext, numbers := lazy.One(n, s, list)\n\
    \tm, p := lazy.Two(n, s, list)\n\
    \tm2 := map[string]int64{}\n\
    \tfor k, v := range m { m2[k] = v }\n\
    \treturn text, text == \"\" && numbers == nil && len(numbers) == 0 && m == nil && p == nil && len(m2) == 0\n\
    }\n\
    func Take(t T, s string, list []string) int64 { return t.A + int64(len(s)) + int64(len(list)) }";

pub(crate) fn not_written() -> Outcome {
    let package = HostPackage::declared(
        "host/lazy",
        "package lazy\nfunc One(n int64, s string, list []int64) (string, []int64)\n\
         func Two(n int64, s string, list []int64) (map[string]int64, *int64)\n",
    )
    .function("One", |_: i64, _: &str, _: Vec<i64>| (lazy::<String>(), lazy::<Vec<i64>>()))
    .function("Two", |_: i64, _: &str, _: Vec<i64>| {
        (lazy::<std::collections::BTreeMap<String, i64>>(), lazy::<Option<i64>>())
    });
    in_tiers(|tier| {
        let mut i = isolate(&compile(tier, std::slice::from_ref(&package), ZEROS)?)?;
        // The thief is a parameter too, and what is lazy beside it is zero.
        let steal = |i: &mut purlin::Isolate<()>| {
            i.call::<_, i64>("Take", (Thief, lazy::<String>(), lazy::<Vec<String>>()))
        };
        same(well(steal(&mut i))?, 5)?;
        let kept = STOLEN.lock().unwrap_or_else(PoisonError::into_inner).len();
        holds(kept == 2, format!("{kept} of 4 were left"))?;
        well(steal(&mut i))?;
        let all = i.call::<_, (String, bool)>("All", (0x41_4141_4141i64, "secret", vec![1i64; 100]));
        same(well(all)?, (String::new(), true))?;
        STOLEN.lock().unwrap_or_else(PoisonError::into_inner).clear();
        refused(i.call::<_, (String, bool)>("All", (1i64, "s", vec![1i64])), "nothing was stolen")
    })
}

/// A list that says another length than it has.
#[derive(Clone, Copy)]
struct Lengths {
    said: usize,
    given: usize,
}

impl HostData for Lengths {
    fn host_type(_: &mut TypeBuilder) -> HostType {
        type_of::<Vec<String>>()
    }
}

impl ToGuest for Lengths {
    fn write(&self, to: Writer<'_>) -> Result<Written, DataError> {
        let mut list = to.slice(self.said)?;
        for _ in 0..self.given {
            list.element(|to| to.str("element"))?;
        }
        list.end()
    }
}

/// A list of structures without fields.
struct Nothings(usize);

impl HostData for Nothings {
    fn host_type(_: &mut TypeBuilder) -> HostType {
        type_of::<Vec<()>>()
    }
}

impl ToGuest for Nothings {
    fn write(&self, to: Writer<'_>) -> Result<Written, DataError> {
        let mut list = to.slice(self.0)?;
        (0..self.0.min(1 << 20)).try_for_each(|_| list.element(|to| ().write(to)))?;
        list.end()
    }
}

/// A map for another number of entries than it gets.
struct Entries(usize, i64);

impl HostData for Entries {
    fn host_type(_: &mut TypeBuilder) -> HostType {
        type_of::<std::collections::BTreeMap<i64, i64>>()
    }
}

impl ToGuest for Entries {
    fn write(&self, to: Writer<'_>) -> Result<Written, DataError> {
        let mut map = to.map(self.0)?;
        for n in 0..self.1 {
            map.entry(|to| (n % 1_000).write(to), |to| n.write(to))?;
        }
        map.end()
    }
}

pub(crate) fn other_lengths() -> Outcome {
    let text = "func Len(list []string) int64 { return int64(len(list)) }\n\
        func Nothings(list []struct{}) int64 { return int64(len(list)) }\n\
        func Map(m map[int64]int64) int64 { return int64(len(m)) }\n\
        func Pair(a [2]string) string { return a[0] + a[1] }";
    in_tiers(|tier| {
        let limits = purlin::Limits { heap_bytes: 64 << 20, ..purlin::Limits::default() };
        let mut i = isolate_of(&compile(tier, &[], text)?, (), limits)?;
        let mut len = |said: usize, given: usize| i.call::<_, i64>("Len", (Lengths { said, given },));
        same(well(len(3, 3))?, 3)?;
        refused(len(3, 2), "1 elements fewer")?;
        refused(len(2, 3), "more elements")?;
        refused(len(0, 1), "more elements")?;
        for said in [usize::MAX, usize::MAX / 8, usize::MAX / 16, 1 << 62, 1 << 40, 1 << 32] {
            ends(len(said, 1), TrapKind::OutOfMemory)?;
        }
        same(well(len(0, 0))?, 0)?;
        for n in [0, 1, 1 << 20] {
            same(well(i.call::<_, i64>("Nothings", (Nothings(n),)))?, n as i64)?;
        }
        for n in [usize::MAX, usize::MAX - 1, 1 << 63, (1 << 63) - 1] {
            some_trap(i.call::<_, i64>("Nothings", (Nothings(n),)))?;
        }
        same(well(i.call::<_, i64>("Map", (Entries(0, 5_000),)))?, 1_000)?;
        same(well(i.call::<_, i64>("Map", (Entries(100, 0),)))?, 0)?;
        for n in [usize::MAX, usize::MAX / 2, 1 << 40] {
            // The number is no more than a hint.
            let result = i.call::<_, i64>("Map", (Entries(n, 1),));
            holds(matches!(result, Ok(1)) || some_trap(result).is_ok(), "a map of one entry is another")?;
        }
        same(well(i.call::<_, String>("Pair", (["a", "b"],)))?, "ab".to_string())?;
        holds(i.call::<_, i64>("Len", (Lengths { said: 5, given: 5 },)) == Ok(5), "the isolate is not whole")
    })
}

/// What a function answers with next.
type Next = Arc<Mutex<Option<Stop>>>;

const STOPPED: &str = "import \"host/stop\"\n\
    func Plain(n int64) int64 { return stop.Number(n) + 1 }\n\
    func Texts(s string) string { return stop.Text(s) + \".\" }\n\
    func Recovers(n int64) (r int64) { defer func() { if recover() != nil { r = -1 } }(); return stop.Number(n) }\n\
    func Defers(n int64) (r int64) { defer func() { r = stop.Number(n) }(); panic(\"p\") }\n\
    func Fiber(n int64) int64 { c := make(chan int64); go func() { c <- stop.Number(n) }(); return <-c }\n\
    func Sum(n int64) (s int64) { for i := int64(0); i < n; i++ { s += i }; return }";

fn all_stops() -> Vec<Stop> {
    use TrapKind::*;
    let kinds = [
        Uncaught,
        Exit(0),
        Exit(-1),
        Deadlock,
        OutOfGas,
        AllocBytes,
        CallDepth,
        OutOfMemory,
        StackOverflow,
        OutputLimit,
        Deadline,
        Cancelled,
        Host,
        Io,
        Internal,
    ];
    let ends = kinds.into_iter().map(|kind| Stop::end(Trap::new(kind, "forged")));
    ends.chain([Stop::Raise, Stop::Park, Stop::Yield, Stop::Leave]).collect()
}

pub(crate) fn forged_stops() -> Outcome {
    in_tiers(|tier| {
        let next: Next = Arc::default();
        let take = |next: &Next| next.lock().unwrap_or_else(PoisonError::into_inner).take();
        let (a, b) = (next.clone(), next.clone());
        let package = HostPackage::declared(
            "host/stop",
            "package stop\nfunc Number(n int64) int64\nfunc Text(s string) string\n",
        )
        .function("Number", move |n: i64| -> Result<i64, Stop> { take(&a).map_or(Ok(n), Err) })
        .function("Text", move |s: String| -> Result<String, Stop> { take(&b).map_or(Ok(s), Err) });
        let module = compile(tier, &[package], STOPPED)?;
        for gas in [None, Some(10_000_000)] {
            let mut i = isolate_of(&module, (), purlin::Limits { gas, ..purlin::Limits::default() })?;
            for name in ["Plain", "Texts", "Recovers", "Defers", "Fiber"] {
                for stop in all_stops() {
                    let what = format!("{name} {stop:?}");
                    *next.lock().unwrap_or_else(PoisonError::into_inner) = Some(stop);
                    forged(&mut i, name).map_err(|why| format!("{what}: {why}"))?;
                    take(&next);
                    well(i.call::<_, i64>("Sum", (1_000i64,)))
                        .map_err(|why| format!("after {what}: {why}"))?;
                }
            }
        }
        Ok(())
    })
}

/// A call in which the host's function stops; then what a host might do who believes the kind of its end.
fn forged(i: &mut purlin::Isolate<()>, name: &str) -> Outcome {
    let ended = match name {
        "Texts" => i.call::<_, String>(name, ("text",)).map(|_| ()),
        _ => i.call::<_, i64>(name, (7i64,)).map(|_| ()),
    };
    i.refuel(1_000_000);
    let resumed = i.resume();
    holds(
        resumed.is_err() || ended.as_ref().is_err_and(|trap| trap.kind == TrapKind::OutOfGas),
        format!("{ended:?} was resumed: {resumed:?}"),
    )?;
    i.refuel(1_000_000);
    let _ = i.resume_call::<i64>();
    let _ = i.resume_call::<String>();
    Ok(())
}

/// A value that stops while it crosses.
struct Stopping(i64);

impl Stopping {
    fn stop(n: i64) -> DataError {
        let end = |kind| Stop::end(Trap::new(kind, "a value stopped"));
        match n {
            0 => Stop::Raise.into(),
            1 => Stop::Park.into(),
            2 => Stop::Yield.into(),
            3 => Stop::Leave.into(),
            4 => end(TrapKind::OutOfGas).into(),
            5 => end(TrapKind::Exit(0)).into(),
            6 => end(TrapKind::Internal).into(),
            _ => DataError::new("a value stopped"),
        }
    }
}

impl HostData for Stopping {
    fn host_type(types: &mut TypeBuilder) -> HostType {
        i64::host_type(types)
    }
}

impl ToGuest for Stopping {
    fn write(&self, _: Writer<'_>) -> Result<Written, DataError> {
        Err(Stopping::stop(self.0))
    }
}

impl FromGuest for Stopping {
    fn read(from: Reader<'_>) -> Result<Stopping, DataError> {
        Err(Stopping::stop(i64::read(from)?))
    }
}

pub(crate) fn stops_in_values() -> Outcome {
    let package = HostPackage::new("host/stop")
        .function("Give", Stopping)
        .function("Take", |n: Stopping| n.0)
        .function("Lists", |n: i64| vec![Stopping(n), Stopping(n)])
        .function("Charged", |call: &mut Call<'_>, n: i64| {
            let _ = call.raise_trap(TrapCode::User, n, n);
            n
        });
    let text = "import \"host/stop\"\n\
        func Give(n int64) int64 { return stop.Give(n) }\n\
        func Take(n int64) int64 { return stop.Take(n) }\n\
        func Lists(n int64) int64 { return int64(len(stop.Lists(n))) }\n\
        func Guarded(n int64) (r int64) { defer func() { recover() }(); return stop.Take(n) }\n\
        func Same(n int64) int64 { return n }\n\
        func Raised(n int64) (r int64) { defer func() { if recover() != nil { r = 9 } }(); return stop.Charged(n) }";
    in_tiers(|tier| {
        let module = compile(tier, std::slice::from_ref(&package), text)?;
        let mut i = isolate_of(&module, (), with_gas(10_000_000))?;
        for n in 0..8i64 {
            for name in ["Give", "Take", "Lists", "Guarded"] {
                let ended = i.call::<_, i64>(name, (n,));
                // To yield counts as done, with zeros.
                holds(ended.is_err() || n == 2 || name == "Guarded", format!("{name} {n} gave {ended:?}"))?;
                let _ = i.resume();
                same(well(i.call::<_, i64>("Same", (n,)))?, n)?;
            }
            holds(i.call::<_, i64>("Same", (Stopping(n),)).is_err(), "a value that stopped was passed")?;
            holds(i.call::<_, Stopping>("Same", (n,)).is_err(), "a value that stopped was read")?;
            let _ = i.resume();
            same(well(i.call::<_, i64>("Same", (n,)))?, n)?;
        }
        // A raise that was begun and not returned is no raise.
        let raised = i.call::<_, i64>("Raised", (4i64,));
        holds(matches!(raised, Ok(4 | 9) | Err(_)), format!("{raised:?}"))?;
        same(well(i.call::<_, i64>("Same", (3i64,)))?, 3)
    })
}
