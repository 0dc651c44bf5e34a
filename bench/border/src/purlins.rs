//! Purlin's side: Go in tier native, by the public API.

use purlin::{
    Config, Engine, Function, HostPackage, Isolate, Limits, Module, Pool, SourceFile, Streams, Tier,
};

use crate::measure::Outcome;

pub const TEXT: &str = r#"package main

import "host/bench"

func GuestAdds(n int64) (s int64) {
	for i := int64(0); i < n; i++ {
		s = bench.Add(s, i)
	}
	return
}

func GuestPasses(n int64) (s int64) {
	text := "twenty bytes of text"
	for i := int64(0); i < n; i++ {
		s += bench.Len(text)
	}
	return
}

func Add(a, b int64) int64 { return a + b }

func Len(s string) int64 { return int64(len(s)) }

func Echo(s string) string { return s }

func main() {}
"#;

pub fn module() -> Outcome<Module> {
    let package = HostPackage::new("host/bench")
        .function("Add", |a: i64, b: i64| a.wrapping_add(b))
        .function("Len", |text: &str| text.len() as i64);
    let mut engine = Engine::new(Config { tier: Tier::Native, ..Config::default() });
    engine.host_package(package);
    compile(&engine, TEXT)
}

pub fn compile(engine: &Engine, text: &str) -> Outcome<Module> {
    let source = SourceFile { name: "main.go".into(), text: text.into() };
    engine.compile(&[source]).map_err(|error| error.to_string().into())
}

/// Metered, as a host of untrusted programs runs them.
pub fn limits() -> Limits {
    Limits { gas: Some(u64::MAX), heap_bytes: 64 << 20, ..Limits::default() }
}

/// An isolate, and its functions.
pub struct Calls {
    isolate: Isolate<()>,
    guest_adds: Function<(i64,), i64>,
    guest_passes: Function<(i64,), i64>,
    add: Function<(i64, i64), i64>,
    len: Function<(&'static str,), i64>,
    echo: Function<(&'static str,), String>,
}

impl Calls {
    pub fn new() -> Outcome<Calls> {
        let module = module()?;
        Ok(Calls {
            isolate: module.isolate((), limits(), Streams::default())?,
            guest_adds: module.function("GuestAdds")?,
            guest_passes: module.function("GuestPasses")?,
            add: module.function("Add")?,
            len: module.function("Len")?,
            echo: module.function("Echo")?,
        })
    }

    pub fn guest_adds(&mut self, n: u64) -> Outcome<i64> {
        Ok(self.guest_adds.call(&mut self.isolate, (n as i64,))?)
    }

    pub fn guest_passes(&mut self, n: u64) -> Outcome<i64> {
        Ok(self.guest_passes.call(&mut self.isolate, (n as i64,))?)
    }

    pub fn host_adds(&mut self, n: u64) -> Outcome<i64> {
        (0..n as i64).try_fold(0, |sum, i| Ok(self.add.call(&mut self.isolate, (sum, i))?))
    }

    pub fn host_passes(&mut self, n: u64) -> Outcome<i64> {
        (0..n).try_fold(0, |sum, _| Ok(sum + self.len.call(&mut self.isolate, (crate::TWENTY,))?))
    }

    pub fn host_echoes(&mut self, n: u64) -> Outcome<i64> {
        (0..n)
            .try_fold(0, |sum, _| Ok(sum + self.echo.call(&mut self.isolate, (crate::TWENTY,))?.len() as i64))
    }
}

/// One isolate of a pool: made, called, dropped.
pub fn pooled(pool: &Pool, add: &Function<(i64, i64), i64>) -> Outcome<i64> {
    let mut isolate = pool.isolate((), limits(), Streams::default())?;
    Ok(add.call(&mut isolate, (1, 2))?)
}

/// One isolate: made, called, dropped.
pub fn fresh(module: &Module, add: &Function<(i64, i64), i64>) -> Outcome<i64> {
    let mut isolate = module.isolate((), limits(), Streams::default())?;
    Ok(add.call(&mut isolate, (1, 2))?)
}
