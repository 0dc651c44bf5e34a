//! A rule engine: untrusted Go prices orders, in 10,000 isolates on two threads.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::sync::{Arc, Mutex, mpsc};
use std::thread;
use std::time::Duration;

use purlin::{Config, Engine, HostData, HostPackage, Limits, Module, SourceFile, Streams};

#[derive(HostData)]
struct Order {
    customer: String,
    items: Vec<String>,
    stock: BTreeMap<String, i64>,
}

#[derive(HostData, Debug, PartialEq)]
struct Quote {
    total: i64,
    missing: Vec<String>,
    left: BTreeMap<String, i64>,
}

/// What a program prints, for its host to read.
#[derive(Clone, Default)]
struct Output(Arc<Mutex<Vec<u8>>>);

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().expect("no writer panics").write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// One order, priced in an isolate of its own.
fn price(rules: &Module, n: i64) -> Result<Quote, Box<dyn std::error::Error>> {
    let price = rules.function::<(Order, i64), Result<Quote, String>>("Price")?;
    let output = Output::default();
    let streams = Streams { output: Box::new(output.clone()), ..Streams::default() };
    let limits = Limits { gas: Some(100_000), heap_bytes: 8 << 20, ..Limits::default() };
    let mut isolate = rules.isolate((), limits, streams)?;
    let items = ["pen", "ink", "pen", "map"].map(String::from).to_vec();
    let stock = BTreeMap::from([("pen".to_string(), 5), ("ink".to_string(), n)]);
    let quote = price.call(&mut isolate, (Order { customer: "ann".into(), items, stock }, n))??;
    assert_eq!(*output.0.lock().expect("no writer panics"), format!("ann: {}\n", quote.total).as_bytes());
    Ok(quote)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // Another thread knows the prices; a call of `catalog.Price` asks it and waits.
    let (ask, asked) = mpsc::channel::<(String, mpsc::Sender<i64>)>();
    thread::spawn(move || asked.iter().all(|(item, answer)| answer.send(item.len() as i64 * 40).is_ok()));
    let mut engine = Engine::new(Config::default());
    engine.host_package(HostPackage::new("host/catalog").function("Price", move |item: String| {
        let (answer, answered) = mpsc::channel();
        ask.send((item, answer)).map_err(|e| e.to_string())?;
        answered.recv().map_err(|e| e.to_string())
    }));
    let rules =
        engine.compile(&[SourceFile { name: "rules.go".into(), text: include_str!("rules.go").into() }])?;
    thread::scope(|scope| {
        let half = || (0..5_000).for_each(|n| assert!(price(&rules, n % 3).is_ok(), "order {n}"));
        scope.spawn(half);
        half();
    });
    println!("10,000 orders like {:?}", price(&rules, 2)?);

    // A rule that never ends is cancelled, one that fails says where; the isolate can be used again.
    let mut isolate = rules.isolate((), Limits::default(), Streams::default())?;
    let canceller = isolate.canceller();
    thread::spawn(move || {
        thread::sleep(Duration::from_millis(20));
        canceller.cancel();
    });
    println!("{}", isolate.call::<_, ()>("Forever", ()).expect_err("it never ends"));
    isolate.reset();
    let trap = isolate.call::<_, i64>("Share", (120i64, 0i64)).expect_err("it divides by zero");
    print!("{}", isolate.report(&isolate.headline(&trap), &trap));
    println!("each gets {}", isolate.call::<_, i64>("Share", (120i64, 3i64))?);
    Ok(())
}

#[test]
fn every_order_has_its_price() -> Result<(), Box<dyn std::error::Error>> {
    main()
}
