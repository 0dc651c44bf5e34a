//! What the benchmarks of the border share: loops of the guest that call the host, and how they are timed.

use std::error::Error;
use std::time::Instant;

use purlin::{Config, Engine, HostPackage, Isolate, Limits, SourceFile, Streams, Tier};

/// A function of the guest's with a loop.
pub struct Loop {
    pub name: &'static str,
    /// What is told of it.
    pub what: &'static str,
    /// The statement before the loop.
    pub before: &'static str,
    /// The statement that is repeated, `i` times up to now; `s` is the result.
    pub body: &'static str,
}

/// The loop whose time is taken off that of others.
pub const EMPTY: Loop = Loop::new("Nothing", "an empty loop", "", "s += i ^ s");

impl Loop {
    pub const fn new(
        name: &'static str,
        what: &'static str,
        before: &'static str,
        body: &'static str,
    ) -> Loop {
        Loop { name, what, before, body }
    }

    fn text(&self) -> String {
        let Loop { name, before, body, .. } = self;
        format!(
            "func {name}(n int64) (s int64) {{\n\t{before}\n\tfor i := int64(0); i < n; i++ {{\n\t\t{body}\n\t}}\n\
             \treturn\n}}\n\n"
        )
    }
}

/// The best of several rounds of `n` calls, in nanoseconds a call.
pub fn best(rounds: u32, n: u64, mut round: impl FnMut()) -> f64 {
    let mut best = f64::MAX;
    for _ in 0..rounds {
        let begun = Instant::now();
        round();
        best = best.min(begun.elapsed().as_nanos() as f64 / n as f64);
    }
    best
}

/// Measures in both tiers a program with these declarations, the loops, and the empty one.
pub fn in_tiers<T: Clone + Send + 'static>(
    package: &HostPackage,
    declarations: &str,
    loops: &[Loop],
    host: T,
    measure: impl Fn(&mut Isolate<T>) -> Result<(), Box<dyn Error>>,
) -> Result<(), Box<dyn Error>> {
    let loops: String = loops.iter().chain([&EMPTY]).map(Loop::text).collect();
    let text =
        format!("package main\n\nimport \"host/bench\"\n\n{declarations}\n{loops}\nfunc main() {{}}\n");
    for tier in [Tier::Native, Tier::Interp] {
        let mut engine = Engine::new(Config { tier, ..Config::default() });
        engine.host_package(package.clone());
        let module = engine.compile(&[SourceFile { name: "main.go".into(), text: text.clone().into() }])?;
        let mut isolate = module.isolate(host.clone(), Limits::default(), Streams::default())?;
        println!("tier {tier}");
        measure(&mut isolate)?;
    }
    Ok(())
}
