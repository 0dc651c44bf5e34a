//! Programs in Smalltalk and their hosts: packages of functions are classes, methods of classes are called by
//! their selectors, and data crosses in both directions.
#![cfg(feature = "smalltalk")]

use std::collections::BTreeMap;

use purlin::{
    Config, Engine, Failure, HostData, HostPackage, HostSignature, Isolate, Limits, Module, SourceFile,
    Stats, Streams, Tier, TrapKind, Value,
};

const TIERS: [Tier; 3] = [Tier::Interp, Tier::Native, Tier::Auto];

#[derive(Debug, Clone, PartialEq, HostData)]
struct Order {
    item: String,
    unit_price: f64,
    tags: Vec<String>,
}

/// What the host has seen.
#[derive(Default)]
struct Ledger(Vec<(String, i64)>);

fn package() -> HostPackage {
    HostPackage::new("host/ledger")
        .doc("Ledger keeps what is owed.")
        .function("Record", |ledger: &mut Ledger, who: &str, amount: i64| {
            ledger.0.push((who.to_owned(), amount));
        })
        .parameters(["who", "amount"])
        .function("Count", |ledger: &mut Ledger| ledger.0.len() as u64)
        .function("Half", |n: i64| if n % 2 == 0 { Ok(n / 2) } else { Err(format!("{n} is odd")) })
        .parameters(["n"])
        .function("Both", |n: i64| (n, n.to_string()))
        .function("Sum", |all: Vec<f64>| all.iter().sum::<f64>())
        .function("Longer", |bytes: &[u8], by: u8| [bytes, &[by]].concat())
        .function("Invert", |map: BTreeMap<String, i64>| {
            map.into_iter().map(|(key, value)| (value, key)).collect::<BTreeMap<i64, String>>()
        })
        .function("Raise", |order: Order, by: f64| Order { unit_price: order.unit_price + by, ..order })
        .function("Maybe", |some: Option<bool>| some.map(|yes| !yes))
        .function("Next", |c: char| char::from_u32(c as u32 + 1).unwrap_or(c))
}

fn compile(text: &str, tier: Tier) -> Module {
    let mut engine = Engine::new(Config { tier, ..Config::default() });
    engine.host_package(package());
    let source = SourceFile { name: "main.st".into(), text: text.into() };
    engine.compile(&[source]).unwrap_or_else(|error| panic!("{error}"))
}

fn isolate(module: &Module) -> Isolate<Ledger> {
    module.isolate(Ledger::default(), Limits::default(), Streams::default()).expect("an isolate")
}

/// What a program prints, and what it leaves with the host; all tiers agree.
fn printed(text: &str) -> (String, Vec<(String, i64)>, Stats) {
    let mut all = TIERS.map(|tier| {
        let output = Captured::default();
        let streams = Streams { output: Box::new(output.clone()), ..Streams::default() };
        let module = compile(text, tier);
        let mut isolate = module.isolate(Ledger::default(), Limits::default(), streams).expect("an isolate");
        isolate.run().unwrap_or_else(|trap| panic!("{trap}"));
        let stats = Stats { gas: isolate.stats().gas, ..Stats::default() };
        (output.text(), isolate.host().0.clone(), stats)
    });
    let last = all[2].clone();
    assert!(all.iter_mut().all(|one| *one == last), "{all:?}");
    last
}

#[derive(Clone, Default)]
struct Captured(std::sync::Arc<std::sync::Mutex<Vec<u8>>>);

impl Captured {
    fn text(&self) -> String {
        String::from_utf8_lossy(&self.0.lock().unwrap()).into_owned()
    }
}

impl std::io::Write for Captured {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[test]
fn functions_of_the_host_are_methods_of_a_class() {
    let text = "
        (Ledger record: 'ann' amount: 40) printNl.
        Ledger record: #ben amount: 2.
        Ledger count printNl.
        (Ledger half: 42) printNl.
        (Ledger half: 43) printNl.
        ([Ledger half: 5] on: SystemExceptions.HostError do: [:e | e messageText]) printNl.
        (Ledger both: 7) printNl.
        (Ledger sum: #(1 2.5 1.5)) printNl.
        (Ledger sum: {1. 3/2. 2.5}) printNl.
        (Ledger longer: #[1 2] with: 255) printNl.
        (Ledger longer: #(1 2) with: 3) printNl.
        (Ledger invert: (Dictionary new at: 'a' put: 1; at: 'b' put: 2; yourself)) printNl.
        (Ledger maybe: nil) printNl.
        (Ledger maybe: true) printNl.
        (Ledger next: $a) printNl.
        (Ledger raise: (Dictionary new at: #item put: 'pen'; at: #unitPrice put: 1; at: #tags put: #('x' #y); yourself) with: 0.5) printNl.
    ";
    let (output, kept, _) = printed(text);
    assert_eq!(kept, [("ann".to_owned(), 40), ("ben".to_owned(), 2)]);
    let lines: Vec<&str> = output.lines().collect();
    assert_eq!(lines[0], "nil");
    assert_eq!(lines[1], "2");
    assert_eq!(lines[2], "21");
    assert!(lines.iter().any(|line| line.contains("43 is odd")), "{output}");
    assert!(lines.contains(&"'5 is odd'"), "{output}");
    for line in ["(7 '7' )", "5.0", "(1 2 255 )", "(1 2 3 )", "nil", "false", "98"] {
        assert!(lines.contains(&line), "{line}: {output}");
    }
    assert!(output.contains("1->'a'") && output.contains("#unitPrice->1.5"), "{output}");
}

#[test]
fn what_does_not_fit_ends_the_run() {
    for (text, why) in [
        ("Ledger half: 'x'", "text crosses where the host has i64"),
        ("Ledger half: 1.5", "a float crosses where the host has i64"),
        ("Ledger half: 1 bitShift: 80. Ledger half: (1 bitShift: 80)", "1208925819614629174706176 is no i64"),
        ("Ledger longer: #[1] with: 256", "256 is no u8"),
        ("Ledger sum: 3", "an integer crosses where the host has a list"),
        ("Ledger hostCall0: 'junk' with: 'i5;'", "bytes cross that are no packed value"),
        ("Ledger hostCall0: nil with: 'i5;'", "nothing crosses where the host has"),
    ] {
        for tier in TIERS {
            let trap = isolate(&compile(text, tier)).run().unwrap_err();
            assert_eq!(trap.kind, TrapKind::Host, "{text}: {trap}");
            assert!(trap.message.contains(why), "{text}: {trap}");
        }
    }
}

const BANK: &str = "
    Object subclass: Account [
        | owner sum |
        Account class [ | all | ]
        Account class >> open: name for: amount [
            amount < 0 ifTrue: [^self error: 'nobody owes us'].
            all isNil ifTrue: [all := Dictionary new].
            all at: name put: amount.
            ^all size
        ]
        Account class >> total [ ^all isNil ifTrue: [0] ifFalse: [all inject: 0 into: [:a :b | a + b]] ]
        Account class >> names [ ^all keys asSortedCollection asArray ]
        Account class >> echo: anything [ ^anything ]
        Account class >> price: order times: n [ ^(order at: #unitPrice) * n ]
        Account class >> forEver [ [true] whileTrue ]
        Account class >> later [ | x | x := 0. [x := 5] fork. Processor yield. ^x ]
        Account class >> self [ ^self ]
        Account class >> point [ ^3 @ 4 ]
    ]
    Account class extend [ twice: n [ ^n * 2 ] ].
    Account open: 'first' for: 1.
";

#[test]
fn methods_of_classes_are_called_by_selector() {
    for tier in TIERS {
        let module = compile(BANK, tier);
        let mut isolate = isolate(&module);
        // The statements at top level run before.
        assert_eq!(isolate.call::<_, i64>("Account open:for:", ("ann", 40)), Ok(2));
        assert_eq!(isolate.call::<_, i64>("Account total", ()), Ok(41));
        assert_eq!(
            isolate.call::<_, Vec<String>>("Account names", ()),
            Ok(vec!["ann".into(), "first".into()])
        );
        assert_eq!(isolate.call::<_, i64>("Account twice:", (21,)), Ok(42));
        assert_eq!(isolate.call::<_, i64>("Account twice:", 21), Ok(42));
        let failed = isolate.call::<_, Result<i64, String>>("Account open:for:", ("x", -1));
        assert_eq!(failed, Ok(Err("nobody owes us".into())));
        assert_eq!(isolate.call::<_, Result<(), String>>("Account open:for:", ("y", 1)), Ok(Ok(())));
        assert_eq!(isolate.call::<_, ()>("Account total", ()), Ok(()));
        let trap = isolate.call::<_, i64>("Account open:for:", ("x", -1)).unwrap_err();
        assert_eq!((trap.kind, &*trap.message), (TrapKind::Uncaught, "nobody owes us"));
        let trap = isolate.call::<_, String>("Account total", ()).unwrap_err();
        assert_eq!(trap.message, "an integer crosses where the host has String");
        let order = Order { item: "pen".into(), unit_price: 1.5, tags: vec!["a".into()] };
        assert_eq!(isolate.call::<_, f64>("Account price:times:", (order.clone(), 4)), Ok(6.0));
        assert_eq!(isolate.call::<_, Order>("Account echo:", (order.clone(),)), Ok(order));
        assert_eq!(isolate.call::<_, i64>("Account later", ()), Ok(5));
        assert_eq!(isolate.call::<_, String>("Account self", ()), Ok("Account".into()));
        assert_eq!(isolate.call::<_, (i64, i64)>("Account point", ()), Ok((3, 4)));
        let missing = isolate.call::<_, i64>("Account nothing", ()).unwrap_err();
        assert_eq!(missing.kind, TrapKind::Host);
        let few = isolate.call::<_, i64>("Account twice:", ()).unwrap_err();
        assert!(few.message.contains("1 parameter in the guest, 0 in the host"), "{few}");
    }
}

#[test]
fn all_data_comes_back_as_it_was() {
    let module = compile(BANK, Tier::Auto);
    let mut isolate = isolate(&module);
    macro_rules! same {
        ($($value:expr => $t:ty),* $(,)?) => { $({
            let value: $t = $value;
            assert_eq!(isolate.call::<_, $t>("Account echo:", (value.clone(),)), Ok(value));
        })* };
    }
    same!(
        true => bool, i64::MIN => i64, i64::MAX => i64, u64::MAX => u64, -128 => i8, 255 => u8, 65_535 => u16,
        0.1 => f64, -0.0 => f64, 1e300 => f64, 1e-300 => f64, f64::INFINITY => f64, 1.5 => f32,
        "text; with: ] brackets)".into() => String, "".into() => String, "Grüße".into() => String,
        vec![0, 59, 255] => Vec<u8>, vec![vec![1, 2], vec![]] => Vec<Vec<i64>>, [1, 2, 3] => [i64; 3],
        Some(3) => Option<i64>, None => Option<i64>, 'é' => char, (1, "a".into()) => (i64, String),
        BTreeMap::from([(1, "a".into()), (2, "b".into())]) => BTreeMap<i64, String>,
        vec![Some(Order { item: "p".into(), unit_price: 2.0, tags: vec![] }), None] => Vec<Option<Order>>,
    );
    assert!(isolate.call::<_, f64>("Account echo:", (f64::NAN,)).unwrap().is_nan());
}

#[test]
fn values_cross_without_types() {
    let module = compile(BANK, Tier::Auto);
    let mut isolate = isolate(&module);
    let echo = module.value_function("Account echo:").expect("it is exported");
    assert_eq!(echo.export().signature, "(an object) -> an object");
    for value in [
        Value::Null,
        Value::Bool(true),
        Value::Int(-5),
        Value::Uint(u64::MAX),
        Value::Float(0.5),
        Value::Str("x".into()),
        Value::Bytes(vec![1, 2]),
        Value::List(vec![Value::Int(1), Value::Str("two".into()), Value::Null]),
        Value::Map(vec![(Value::Str("a".into()), Value::Int(1))]),
    ] {
        assert_eq!(echo.call(&mut isolate, std::slice::from_ref(&value)).unwrap(), Ok(vec![value]));
    }
    let open = module.value_function("Account open:for:").expect("it is exported");
    let args = [Value::Str("x".into()), Value::Int(-3)];
    assert_eq!(open.call(&mut isolate, &args).unwrap().unwrap_err().to_string(), "nobody owes us");

    let signature: HostSignature = "(item: String, n: i64) -> Result<f64, Error>".parse().unwrap();
    let stock =
        HostPackage::new("host/stock").value_function("Price", &signature, |_, args| match &args[..] {
            [Value::Str(item), Value::Int(n)] if item == "pen" => Ok(vec![Value::Float(*n as f64 / 2.0)]),
            _ => Err(Failure::Error("no price".into())),
        });
    let mut engine = Engine::new(Config::default());
    engine.host_package(stock);
    let declared = engine.declarations("smalltalk", "host/stock").unwrap();
    assert_eq!(declared, "Object subclass: Stock [\n    Stock class >> price: item n: n [ ]\n]\n");
    let text = "Object subclass: Shop [ Shop class >> ask: item [ ^Stock price: item n: 3 ] ]";
    let module = engine.compile(&[SourceFile { name: "a.st".into(), text: text.into() }]).unwrap();
    let mut isolate = module.isolate((), Limits::default(), Streams::default()).unwrap();
    assert_eq!(isolate.call::<_, f64>("Shop ask:", ("pen",)), Ok(1.5));
    assert_eq!(isolate.call::<_, Result<f64, String>>("Shop ask:", ("ink",)), Ok(Err("no price".into())));
}

#[test]
fn limits_hold_for_calls() {
    for tier in TIERS {
        let module = compile(BANK, tier);
        let limits = Limits { gas: Some(5_000_000), ..Limits::default() };
        let mut isolate = module.isolate(Ledger::default(), limits, Streams::default()).unwrap();
        let trap = isolate.call::<_, ()>("Account forEver", ()).unwrap_err();
        assert_eq!(trap.kind, TrapKind::OutOfGas);
        isolate.refuel(5_000_000);
        assert_eq!(isolate.resume_values().unwrap_err().kind, TrapKind::OutOfGas);
    }
}

#[test]
fn a_package_with_the_name_of_a_class_gets_another() {
    let mut engine = Engine::new(Config::default());
    engine.host_package(HostPackage::new("host/date").function("Today", || 7_i64));
    let source = SourceFile { name: "a.st".into(), text: "HostDate today printNl. Date printNl".into() };
    let output = Captured::default();
    let streams = Streams { output: Box::new(output.clone()), ..Streams::default() };
    let module = engine.compile(&[source]).unwrap();
    module.isolate((), Limits::default(), streams).unwrap().run().unwrap();
    assert_eq!(output.text(), "7\nDate\n");
}
