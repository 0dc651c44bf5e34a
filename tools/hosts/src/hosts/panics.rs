//! Panics: of functions, with any payload, while the guest unwinds, in destructors, and while values cross.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use purlin::{
    DataError, FromGuest, HostData, HostPackage, HostType, Limits, Reader, Streams, ToGuest, TrapKind,
    TypeBuilder, Writer, Written,
};

use crate::common::{Outcome, compile, ends, holds, in_tiers, isolate, panics, same, well};

/// Panics when it is dropped, but not while another panic unwinds, which would end any Rust program.
struct Bomb;

impl Drop for Bomb {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            panic!("dropped");
        }
    }
}

/// Panics whenever it is dropped.
struct BadPayload;

impl Drop for BadPayload {
    fn drop(&mut self) {
        panic!("a payload was dropped");
    }
}

const CALLS: &str = "import \"host/bad\"\n\
    func Panic(n int64) int64 { return bad.Panic(n) }\n\
    func Guarded(n int64) (r int64) { defer func() { recover(); r = -1 }(); return bad.Panic(n) }\n\
    func Add(a, b int64) int64 { return a + b }";

pub(crate) fn payloads() -> Outcome {
    let package = HostPackage::new("host/bad").function("Panic", |n: i64| -> i64 {
        match n {
            0 => panic!("plain"),
            1 => panic!("formatted {n}"),
            2 => std::panic::panic_any(42i32),
            3 => std::panic::panic_any(Box::new("boxed")),
            4 => std::panic::panic_any(BadPayload),
            5 => std::panic::resume_unwind(Box::new("silent")),
            6 => i64::from([1u8, 2][n as usize]),
            7 => [1i64].get(n as usize).copied().expect("nothing there"),
            _ => std::panic::panic_any(vec![BadPayload]),
        }
    });
    in_tiers(|tier| {
        let mut i = isolate(&compile(tier, std::slice::from_ref(&package), CALLS)?)?;
        for n in 0..9i64 {
            for name in ["Panic", "Guarded"] {
                let trap = ends(i.call::<_, i64>(name, (n,)), TrapKind::Host)?;
                holds(trap.message.contains("panicked"), trap.message.clone())?;
                holds(i.traceback(&trap).contains(name), "no traceback")?;
                same(well(i.call::<_, i64>("Add", (n, 1i64)))?, n + 1)?;
            }
        }
        Ok(())
    })
}

const UNWINDING: &str = "import (\"fmt\"; \"host/bad\"; \"sort\")\n\
    type Text struct{}\n\
    func (Text) String() string { bad.Panic(); return \"\" }\n\
    func Deferred() { defer func() { defer bad.Panic(); recover() }(); panic(1) }\n\
    func Nested() { defer bad.Panic(); defer func() { panic(2) }(); panic(1) }\n\
    func InRecover() { defer func() { if r := recover(); r != nil { bad.Panic() } }(); var m map[string]int; m[\"a\"] = 1 }\n\
    func InFiber() { go func() { defer func() { recover() }(); bad.Panic() }(); select {} }\n\
    func InLess() { s := []int{3, 1, 2}; sort.Slice(s, func(a, b int) bool { bad.Panic(); return s[a] < s[b] }) }\n\
    func InPrint() { fmt.Println(Text{}) }\n\
    func InPrintOf() { defer func() { recover() }(); panic(fmt.Sprint(Text{})) }\n\
    func Deep() { deep(100) }\n\
    func deep(n int) { defer func() { recover() }(); if n == 0 { bad.Panic() }; deep(n - 1) }\n\
    func Sum(n int64) (s int64) { for i := int64(0); i < n; i++ { s += i }; return }";

pub(crate) fn while_recovering() -> Outcome {
    let package = HostPackage::new("host/bad").function("Panic", || -> () { panic!("in the middle") });
    in_tiers(|tier| {
        let module = compile(tier, std::slice::from_ref(&package), UNWINDING)?;
        let mut i = isolate(&module)?;
        for round in 0..3 {
            for name in
                ["Deferred", "Nested", "InRecover", "InFiber", "InLess", "InPrint", "InPrintOf", "Deep"]
            {
                let trap =
                    ends(i.call::<_, ()>(name, ()), TrapKind::Host).map_err(|e| format!("{name}: {e}"))?;
                holds(trap.message.contains("in the middle"), trap.message)?;
                same(well(i.call::<_, i64>("Sum", (100i64,)))?, 4_950)?;
            }
            if round == 1 {
                i.reset();
            }
        }
        let init = "import \"host/bad\"\nvar x = f()\nfunc f() int64 { bad.Panic(); return 1 }\nfunc Get() int64 { return x }";
        let mut i = isolate(&compile(tier, std::slice::from_ref(&package), init)?)?;
        ends(i.call::<_, i64>("Get", ()), TrapKind::Host)?;
        ends(i.call::<_, i64>("Get", ()), TrapKind::Host)?;
        i.reset();
        ends(i.run(), TrapKind::Host).map(|_| ())
    })
}

/// An integer whose value on the host's side panics when it is dropped.
struct Armed(i64, #[allow(dead_code)] Bomb);

impl HostData for Armed {
    fn host_type(types: &mut TypeBuilder) -> HostType {
        i64::host_type(types)
    }
}

impl ToGuest for Armed {
    fn write(&self, to: Writer<'_>) -> Result<Written, DataError> {
        self.0.write(to)
    }
}

impl FromGuest for Armed {
    fn read(from: Reader<'_>) -> Result<Armed, DataError> {
        Ok(Armed(i64::read(from)?, Bomb))
    }
}

/// Counts when it is dropped, and panics then.
struct Counted(Arc<AtomicUsize>);

impl Drop for Counted {
    fn drop(&mut self) {
        self.0.fetch_add(1, Ordering::Relaxed);
        if !std::thread::panicking() {
            panic!("a state was dropped");
        }
    }
}

struct BadStream(#[allow(dead_code)] Counted);

impl std::io::Write for BadStream {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

pub(crate) fn in_drop() -> Outcome {
    let package = HostPackage::new("host/bad")
        .function("Take", |_: Armed| 1i64)
        .function("Give", |n: i64| Armed(n, Bomb))
        .function("Lists", |all: Vec<Armed>| all.len() as i64)
        .function("Fails", |_: i64| -> Result<i64, Armed2> { Err(Armed2(Bomb)) });
    let text = "import \"host/bad\"\n\
        func Take() int64 { return bad.Take(1) }\nfunc Give() int64 { return bad.Give(1) }\n\
        func Lists() int64 { return bad.Lists([]int64{1}) }\n\
        func Fails() int64 { n, _ := bad.Fails(1); return n }\n\
        func Add(a, b int64) int64 { return a + b }\n\
        func Stop() { for {} }";
    in_tiers(|tier| {
        let module = compile(tier, std::slice::from_ref(&package), text)?;
        let dropped = Arc::new(AtomicUsize::new(0));
        let counted = || Counted(dropped.clone());
        for round in 0..4 {
            let streams = Streams { errors: Box::new(BadStream(counted())), ..Streams::default() };
            let limits = Limits { gas: Some(50_000), ..Limits::default() };
            let mut i = module.isolate(counted(), limits, streams).map_err(|e| e.to_string())?;
            for name in ["Take", "Give", "Lists", "Fails"] {
                ends(i.call::<_, i64>(name, ()), TrapKind::Host).map_err(|e| format!("{name}: {e}"))?;
            }
            // On the host's own side, a destructor that panics is the host's panic.
            panics(|| i.call::<_, i64>("Add", (Armed(1, Bomb), 2i64)))?;
            same(well(i.call::<_, i64>("Add", (1i64, 2i64)))?, 3)?;
            panics(|| drop(std::mem::replace(i.host(), counted())))?;
            panics(|| i.set_streams(Streams::default()))?;
            if round % 2 == 0 {
                ends(i.call::<_, ()>("Stop", ()), TrapKind::OutOfGas)?;
            }
            panics(|| drop(i))?;
            same(dropped.load(Ordering::Relaxed), 3 * (round + 1))?;
        }
        Ok(())
    })
}

/// An error with a text, which panics when it is dropped.
struct Armed2(#[allow(dead_code)] Bomb);

impl std::fmt::Display for Armed2 {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("an error")
    }
}

/// A text that panics while it crosses, after some of it has.
struct Fragile(bool);

impl HostData for Fragile {
    fn host_type(types: &mut TypeBuilder) -> HostType {
        types.structure("fragile", "T", |types| {
            vec![("L".into(), Vec::<String>::host_type(types)), ("N".into(), i64::host_type(types))]
        })
    }
}

impl ToGuest for Fragile {
    fn write(&self, to: Writer<'_>) -> Result<Written, DataError> {
        let mut fields = to.structure()?;
        fields.field(|to| vec!["a".repeat(1_000); 100].write(to))?;
        fields.field(|to| if self.0 { panic!("while it was written") } else { 1i64.write(to) })?;
        fields.end()
    }
}

impl FromGuest for Fragile {
    fn read(from: Reader<'_>) -> Result<Fragile, DataError> {
        let mut fields = from.structure()?;
        let list = Vec::<String>::read(fields.field()?)?;
        if i64::read(fields.field()?)? != 0 {
            panic!("while it was read");
        }
        Ok(Fragile(list.len() > 1))
    }
}

pub(crate) fn while_crossing() -> Outcome {
    let package = HostPackage::declared(
        "host/bad",
        "package bad\ntype T struct { L []string; N int64 }\nfunc Take(t T) int64\nfunc Give(n int64) T\n",
    )
    .function("Take", |_: Fragile| 1i64)
    .function("Give", |n: i64| Fragile(n != 0));
    let text = "import \"host/bad\"\n\
        func Make(n int64) bad.T { return bad.T{L: []string{\"x\"}, N: n} }\n\
        func Take(n int64) int64 { return bad.Take(Make(n)) }\n\
        func Give(n int64) int64 { return bad.Give(n).N }\n\
        func Len(t bad.T) int64 { return int64(len(t.L)) }";
    in_tiers(|tier| {
        let mut i = isolate(&compile(tier, std::slice::from_ref(&package), text)?)?;
        for _ in 0..20 {
            ends(i.call::<_, i64>("Take", (1i64,)), TrapKind::Host)?;
            ends(i.call::<_, i64>("Give", (1i64,)), TrapKind::Host)?;
            same(panics(|| i.call::<_, i64>("Len", (Fragile(true),)))?, "while it was written")?;
            same(panics(|| i.call::<_, Fragile>("Make", (1i64,)).is_ok())?, "while it was read")?;
            same(well(i.call::<_, i64>("Take", (0i64,)))?, 1)?;
            same(well(i.call::<_, i64>("Give", (0i64,)))?, 1)?;
            same(well(i.call::<_, i64>("Len", (Fragile(false),)))?, 100)?;
            same(well(i.call::<_, Fragile>("Make", (0i64,)))?.0, false)?;
        }
        Ok(())
    })
}
