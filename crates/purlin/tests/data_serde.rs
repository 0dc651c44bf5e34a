//! Values of serde's across the border.

use std::collections::{BTreeMap, HashMap};

use purlin::{
    Config, Engine, HostPackage, Isolate, Limits, Serde, SourceFile, Streams, Stress, Tier, TrapKind,
};
use serde::{Deserialize, Serialize};

fn isolates(packages: &[HostPackage], text: &str, mut f: impl FnMut(&mut Isolate<()>)) {
    for tier in [Tier::Interp, Tier::Native, Tier::Auto] {
        let mut engine = Engine::new(Config { tier, ..Config::default() });
        packages.iter().for_each(|package| engine.host_package(package.clone()));
        let text = format!("package main\n{text}\nfunc main() {{}}\n");
        let source = SourceFile { name: "main.go".into(), text: text.into() };
        let module = engine.compile(&[source]).unwrap_or_else(|e| panic!("{e}"));
        for gc in [false, true] {
            let stress = Stress { gc, poison: gc, ..Stress::default() };
            f(&mut module.isolate_under(stress, (), Limits::default(), Streams::default()).unwrap());
        }
    }
}

#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Debug)]
enum Side {
    Buy,
    Sell,
}

#[derive(Serialize, Deserialize, Clone, PartialEq, Debug)]
struct Order {
    unit_price: u8,
    item: String,
    side: Side,
    place: Side,
    tags: Vec<String>,
    next: Option<Box<Order>>,
    by_name: BTreeMap<String, (i16, f32)>,
    letter: char,
    raw: [u8; 3],
    wrapped: Wrapped,
    nothing: (),
}

#[derive(Serialize, Deserialize, Clone, PartialEq, Debug)]
struct Wrapped(Option<f64>);

const TYPES: &str = "type Order struct {\n\tItem string\n\tSide string\n\tPlace int8\n\tUnitPrice int64\n\tTags []string\n\tNext *Order\n\tByName map[string]struct{ A int64; B float64 }\n\tLetter rune\n\tRaw [3]byte\n\tWrapped *float32\n\tNothing struct{}\n\tMore []int64\n}";

fn order(next: Option<Order>) -> Order {
    Order {
        unit_price: 120,
        item: "pen".into(),
        side: Side::Sell,
        place: Side::Sell,
        tags: vec!["a".into(), String::new()],
        next: next.map(Box::new),
        by_name: BTreeMap::from([("x".into(), (-1, 0.5))]),
        letter: 'ß',
        raw: [1, 2, 255],
        wrapped: Wrapped(Some(0.25)),
        nothing: (),
    }
}

#[test]
fn values_fit_the_types_of_the_guest() {
    let text = format!(
        "import \"host/orders\"\n{}\nfunc Same(o Order) Order {{ o.UnitPrice++; return o }}\n\
         func All(o []*orders.Order) (map[string]*orders.Order, error) {{ all := map[string]*orders.Order{{}}; for _, o := range o {{ o.Item += o.Side; all[o.Item] = o; if err := orders.Check(*o); err != nil {{ return nil, err }} }}; return all, nil }}",
        TYPES
    );
    let package =
        HostPackage::declared("host/orders", format!("package orders\n{TYPES}\nfunc Check(o Order) error\n"))
            .function("Check", |Serde(order): Serde<Order>| match order.next {
                Some(next) => Err(format!("{} has a next one, {}", order.item, next.item)),
                None => Ok(()),
            });
    isolates(&[package], &text, |isolate| {
        let value = order(Some(order(None)));
        let (Serde(same),): (Serde<Order>,) = isolate.call("Same", (Serde(&value),)).unwrap();
        assert_eq!(same, Order { unit_price: 121, ..value.clone() });
        type All = Result<Serde<HashMap<String, Option<Order>>>, String>;
        let all = isolate.call::<_, All>("All", (Serde([Some(order(None))]),)).unwrap().unwrap().0;
        assert_eq!(all["penSell"], Some(Order { item: "penSell".into(), ..order(None) }));
        let failed = isolate.call::<_, All>("All", (Serde([Some(&value)]),)).unwrap();
        assert_eq!(failed.unwrap_err(), "penSell has a next one, pen");
    });
}

#[test]
fn values_that_do_not_fit_are_errors() {
    #[derive(Serialize)]
    struct Odd {
        size: i64,
    }
    let text = "type Odd struct { Other int64 }\nfunc Take(o Odd) {}\nfunc Small(n int8) int8 { return n }\nfunc Give() (int64, string) { return 300, \"Hold\" }";
    isolates(&[], text, |isolate| {
        let trap = isolate.call::<_, ()>("Take", (Serde(Odd { size: 1 }),)).unwrap_err();
        assert_eq!((trap.kind, trap.message.as_str()), (TrapKind::Host, "the guest has no field for size"));
        let trap = isolate.call::<_, i8>("Small", (Serde(200),)).unwrap_err();
        assert_eq!(trap.message, "200 is no i8");
        let trap = isolate.call::<_, i8>("Small", (Serde("x"),)).unwrap_err();
        assert_eq!(trap.message, "String crosses where the guest has int8");
        assert_eq!(isolate.call::<_, Serde<u64>>("Small", (Serde(100u64),)).unwrap().0, 100);
        let trap = isolate.call::<_, (Serde<u8>, String)>("Give", ()).unwrap_err();
        assert_eq!(trap.message, "invalid value: integer `300`, expected u8");
        let trap = isolate.call::<_, (Serde<u16>, Serde<Side>)>("Give", ()).unwrap_err();
        assert_eq!(trap.message, "unknown variant `Hold`, expected `Buy` or `Sell`");
    });
}

#[test]
fn functions_of_values_without_types_must_be_declared() {
    let mut engine = Engine::new(Config::default());
    engine.host_package(HostPackage::new("host/any").function("F", |_: Serde<Side>| ()));
    let error = engine.declarations("go", "host/any").unwrap_err().to_string();
    assert!(error.contains("a value tells its type only when it crosses: declare the package"), "{error}");
}
