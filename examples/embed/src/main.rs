//! A host that runs untrusted Go: host functions with state, typed calls, a program that runs out of gas and
//! resumes after refuelling, one that is cancelled, one that panics, one that does not compile. CI runs it.

use std::error::Error;
use std::io::{self, Write};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use purlin::{Config, Engine, HostPackage, Isolate, Limits, Module, SourceFile, Streams, TrapKind};

/// What the host keeps for each isolate.
#[derive(Default)]
struct Ledger {
    entries: Vec<(String, i64)>,
}

/// An output stream that a host can read afterwards.
#[derive(Clone, Default)]
struct Capture(Arc<Mutex<Vec<u8>>>);

impl Write for Capture {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().map_err(|_| io::Error::other("poisoned"))?.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Capture {
    fn text(&self) -> String {
        self.0.lock().map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).unwrap_or_default()
    }
}

/// The functions `ledger.Record`, `ledger.Total` and `ledger.Break`. Their signatures in the guest's language
/// are derived from those of the closures.
fn ledger() -> HostPackage {
    HostPackage::new("host/ledger")
        .function("Record", |ledger: &mut Ledger, who: &str, amount: i64| {
            ledger.entries.push((who.to_string(), amount));
        })
        .function("Total", |ledger: &mut Ledger, who: &str| -> i64 {
            ledger.entries.iter().filter(|(name, _)| name == who).map(|(_, amount)| amount).sum()
        })
        .function("Break", || -> () { panic!("a defect of the host") })
}

const RULES: &str = r#"package main

import (
	"fmt"
	"host/ledger"
)

var runs int

func Fee(who string, amount int64) int64 {
	runs++
	fee := amount / 100
	if ledger.Total(who) > 1000 {
		fee /= 2
	}
	ledger.Record(who, amount)
	return fee
}

func Greet(name string) string { return fmt.Sprintf("hello, %s (%d runs)", name, runs) }

func Spin(n int64) int64 {
	var sum int64
	for i := int64(0); i < n; i++ {
		sum += i
	}
	return sum
}

func Forever() {
	for {
	}
}

func Fail(i int64) int64 {
	table := []int64{1, 2, 3}
	return table[i]
}

func BreakHost() { ledger.Break() }

func main() { fmt.Println("rules are loaded") }
"#;

fn compile(engine: &Engine, name: &str, text: &str) -> Result<Module, purlin::CompileError> {
    engine.compile(&[SourceFile { name: name.into(), text: text.into() }])
}

fn isolate(module: &Module, limits: Limits, output: &Capture) -> io::Result<Isolate<Ledger>> {
    let streams = Streams { output: Box::new(output.clone()), ..Streams::default() };
    module.isolate(Ledger::default(), limits, streams)
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut engine = Engine::new(Config::default());
    engine.host_package(ledger());
    let module = compile(&engine, "rules.go", RULES)?;
    let output = Capture::default();

    // Typed functions, called again and again, with state on both sides.
    let mut rules = isolate(&module, Limits::default(), &output)?;
    rules.run()?;
    let fees: Vec<i64> = (0..3).map(|_| rules.call("Fee", ("ann", 800i64))).collect::<Result<_, _>>()?;
    println!("fees {fees:?}, entries {:?}", rules.host().entries);
    let greeting: String = rules.call("Greet", ("ann",))?;
    println!("{greeting}; printed {:?}", output.text());

    // Out of gas at the same poll everywhere; after refuelling the call resumes as if it had not stopped.
    let mut metered = isolate(&module, Limits { gas: Some(10_000), ..Limits::default() }, &output)?;
    let mut result = metered.call::<_, i64>("Spin", (100_000i64,));
    let mut refuels = 0;
    while let Err(trap) = &result {
        assert_eq!(trap.kind, TrapKind::OutOfGas, "{trap}");
        metered.refuel(200_000);
        refuels += 1;
        result = metered.resume_call();
    }
    println!("sum {} after {refuels} refuels", result?);

    // Another thread ends a run.
    let mut endless = isolate(&module, Limits::default(), &output)?;
    let canceller = endless.canceller();
    let watcher = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(50));
        canceller.cancel();
    });
    let ended = endless.call::<_, ()>("Forever", ());
    watcher.join().map_err(|_| "the watcher failed")?;
    println!("endless: {}", ended.err().map_or("finished", |t| t.kind.name()));

    // A panic of the guest, with its frames; a panic of the host, which ends only the run.
    endless.reset();
    if let Err(trap) = endless.call::<_, i64>("Fail", (7i64,)) {
        println!(
            "{}: {}\n{}",
            trap.kind.name(),
            trap.message.trim_end(),
            endless.traceback(&trap).trim_end()
        );
    }
    std::panic::set_hook(Box::new(|_| {}));
    if let Err(trap) = endless.call::<_, ()>("BreakHost", ()) {
        println!("{}: {}", trap.kind.name(), trap.message);
    }

    // What does not fit its host is found when it is compiled.
    let wrong = "package main\nimport \"host/ledger\"\nfunc main() { ledger.Record(1, \"ann\") }\n";
    if let Err(error) = compile(&engine, "wrong.go", wrong) {
        print!("{error}");
    }
    Ok(())
}
