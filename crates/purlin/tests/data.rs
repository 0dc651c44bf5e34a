//! Typed data across the border: every kind in and out, nested, empty and large; types that do not match;
//! implementations of the traits that are wrong; all of it while the collector runs at every chance.

use std::collections::{BTreeMap, HashMap};
use std::sync::Mutex;

use purlin::{
    Call, Config, DataError, Engine, FromGuest, HostData, HostPackage, HostType, Isolate, Limits, Module,
    Params, Reader, Results, SourceFile, Stop, Streams, Stress, Tier, ToGuest, Trap, TrapKind, TypeBuilder,
    Writer, Written, type_of,
};

const TIERS: [Tier; 3] = [Tier::Interp, Tier::Native, Tier::Auto];

fn compile_with(tier: Tier, packages: &[HostPackage], text: &str) -> Result<Module, String> {
    let mut engine = Engine::new(Config { tier, ..Config::default() });
    packages.iter().for_each(|package| engine.host_package(package.clone()));
    let main = if text.contains("func main()") { "" } else { "func main() {}" };
    let text = format!("package main\n{text}\n{main}\n");
    engine.compile(&[SourceFile { name: "main.go".into(), text: text.into() }]).map_err(|e| e.to_string())
}

fn compile(tier: Tier, packages: &[HostPackage], text: &str) -> Module {
    compile_with(tier, packages, text).unwrap_or_else(|e| panic!("{e}"))
}

/// Isolates of a program in each tier: as they are, and with a collection at every chance.
fn isolates(packages: &[HostPackage], text: &str, mut f: impl FnMut(&mut Isolate<()>, &str)) {
    for tier in TIERS {
        let module = compile(tier, packages, text);
        for gc in [false, true] {
            let stress = Stress { gc, poison: gc, ..Stress::default() };
            let mut isolate =
                module.isolate_under(stress, (), Limits::default(), Streams::default()).unwrap();
            f(&mut isolate, &format!("{tier}, gc {gc}"));
        }
    }
}

/// A value that goes into the guest and comes back.
fn there_and_back<T>(ty: &str, declarations: &str, values: &[T])
where
    T: ToGuest + FromGuest + PartialEq + std::fmt::Debug + Clone + Send + Sync + 'static,
{
    // Types with names of their own are those of the package.
    let ty = ty.replace("Data", "back.Data");
    let text = format!(
        "import \"host/back\"\nvar keep []byte\n\
         func Here(x {ty}) {ty} {{ return x }}\n\
         func Pair(n int8, x {ty}, s string) (string, {ty}, int8) {{ return s, x, n }}\n\
         func There(x {ty}) {ty} {{\n\tkeep = make([]byte, 100)\n\treturn back.Same(x)\n}}"
    );
    let ty = ty.replace("back.", "");
    let packages = [HostPackage::declared(
        "host/back",
        format!("package back\n{declarations}\nfunc Same(x {ty}) {ty}\n"),
    )
    .function("Same", |value: T| (value,))];
    isolates(&packages, &text, |isolate, what| {
        for value in values {
            for name in ["Here", "There"] {
                let same: (T,) =
                    isolate.call(name, (value.clone(),)).unwrap_or_else(|t| panic!("{what}: {t}"));
                assert_eq!(same.0, *value, "{what}");
            }
            let pair: (String, T, i8) = isolate.call("Pair", (-7i8, value, "text")).unwrap();
            assert_eq!(pair, ("text".to_string(), value.clone(), -7), "{what}");
        }
    });
}

#[test]
fn scalars_keep_their_values() {
    there_and_back("bool", "", &[true, false]);
    there_and_back("int8", "", &[i8::MIN, -1, 0, i8::MAX]);
    there_and_back("uint8", "", &[0u8, 200, 255]);
    there_and_back("int16", "", &[i16::MIN, -1, i16::MAX]);
    there_and_back("uint16", "", &[0u16, 40_000, u16::MAX]);
    there_and_back("int32", "", &[i32::MIN, -1, i32::MAX]);
    there_and_back("uint32", "", &[0u32, u32::MAX]);
    there_and_back("int64", "", &[i64::MIN, -1, i64::MAX]);
    there_and_back("uint64", "", &[0u64, u64::MAX]);
    there_and_back("int", "", &[isize::MIN, isize::MAX]);
    there_and_back("uint", "", &[usize::MAX]);
    there_and_back("float32", "", &[0.5f32, -0.0, f32::INFINITY]);
    there_and_back("float64", "", &[0.1f64, f64::MIN, f64::INFINITY]);
    there_and_back("rune", "", &['x', '\u{10ffff}']);
}

#[test]
fn strings_lists_and_options_keep_their_values() {
    let text = |s: &str| s.to_string();
    there_and_back("string", "", &[text(""), text("grüße"), text(&"long ".repeat(2000))]);
    there_and_back("[]byte", "", &[vec![], vec![0u8, 255, 7], vec![9; 100_000]]);
    there_and_back("[]int64", "", &[vec![], vec![1i64, -1], (0..3000).collect()]);
    there_and_back("[]bool", "", &[vec![true, false, true]]);
    there_and_back("[]string", "", &[vec![], vec![text("a"), text(""), text("ccc")]]);
    there_and_back("[][]uint16", "", &[vec![vec![1u16], vec![], vec![2, 3]]]);
    there_and_back("*int64", "", &[None, Some(5i64)]);
    there_and_back("**string", "", &[None, Some(None), Some(Some(text("deep")))]);
    there_and_back("[3]int32", "", &[[1i32, -2, 3]]);
    there_and_back("[2]string", "", &[[text("x"), text("")]]);
    there_and_back("struct{ A int8; B string }", "", &[(1i8, text("b"))]);
    there_and_back("[]struct{ A int8; B float64 }", "", &[vec![], vec![(1i8, 2.5f64), (-1, -0.5)]]);
    there_and_back("[]struct{}", "", &[vec![(), ()], vec![]]);
}

#[test]
fn maps_keep_their_entries() {
    let text = |s: &str| s.to_string();
    there_and_back(
        "map[string]int64",
        "",
        &[BTreeMap::new(), BTreeMap::from([(text("a"), 1i64), (text(""), -2)])],
    );
    there_and_back(
        "map[int8]bool",
        "",
        &[(-60..60).map(|n| (n as i8, n % 2 == 0)).collect::<HashMap<_, _>>()],
    );
    there_and_back("map[uint16]string", "", &[HashMap::from([(65_535u16, text("max")), (0, text(""))])]);
    there_and_back("map[bool][]string", "", &[BTreeMap::from([(true, vec![text("t")]), (false, vec![])])]);
    there_and_back(
        "map[struct{ A int64; B string }]map[int32]string",
        "",
        &[(0i64..40)
            .map(|n| ((n, format!("k{n}")), BTreeMap::from([(n as i32, format!("v{n}"))])))
            .collect::<BTreeMap<_, _>>()],
    );
    there_and_back("map[[2]int64]float32", "", &[BTreeMap::from([([1i64, 2], 0.5f32), ([2, 1], -0.5)])]);
}

#[test]
fn a_map_is_written_in_the_order_of_its_keys() {
    let text = "func Keys(m map[string]int64) (all string) { for k := range m { all += k }; return }";
    let map: HashMap<String, i64> = ["d", "a", "c", "b"].map(|k| (k.to_string(), 1)).into();
    isolates(&[], text, |isolate, what| {
        assert_eq!(isolate.call::<_, String>("Keys", (&map,)).unwrap(), "abcd", "{what}");
    });
}

#[derive(HostData, Clone, PartialEq, Debug, Default)]
struct Data {
    id: i64,
    unit_price: f64,
    name: String,
    tags: Vec<String>,
    parts: Vec<Data>,
    next: Option<Box<Data>>,
    scores: BTreeMap<String, i32>,
    flag: bool,
    point: (i8, u16),
    raw: Vec<u8>,
}

const DATA: &str = "type Data struct {\n\tID int64\n\tUnitPrice float64\n\tName string\n\tTags []string\n\tParts []Data\n\tNext *Data\n\tScores map[string]int32\n\tFlag bool\n\tPoint struct { X int8; Y uint16 }\n\tRaw []byte\n}";

fn data() -> Data {
    let leaf = Data { id: 2, name: "leaf".into(), point: (-1, 7), ..Data::default() };
    Data {
        id: -1,
        unit_price: 1.25,
        name: "root".into(),
        tags: vec!["a".into(), "b".into()],
        parts: vec![leaf.clone(), Data { parts: vec![leaf.clone()], ..leaf.clone() }],
        next: Some(Box::new(Data { next: Some(Box::new(leaf)), ..Data::default() })),
        scores: BTreeMap::from([("x".into(), 1), ("y".into(), -1)]),
        flag: true,
        point: (1, 65_535),
        raw: vec![1, 2, 3],
    }
}

#[test]
fn structures_keep_their_fields() {
    there_and_back("Data", DATA, &[Data::default(), data()]);
    there_and_back("[]Data", DATA, &[vec![data(), Data::default()]]);
    there_and_back("*Data", DATA, &[None, Some(data())]);
    there_and_back("map[string]Data", DATA, &[BTreeMap::from([("k".to_string(), data())])]);
}

#[test]
fn the_guest_sees_what_the_host_wrote() {
    let text = format!(
        "{DATA}\nfunc Sum(d Data) (n int64) {{\n\tn = d.ID + int64(len(d.Name)) + int64(d.Scores[\"x\"]) + int64(d.Point.Y)\n\tfor _, p := range d.Parts {{ n += Sum(p) }}\n\tif d.Next != nil {{ n += Sum(*d.Next) }}\n\treturn\n}}\n\
         func Grow(d *Data) *Data {{ d.Parts = append(d.Parts, Data{{ID: 9}}); d.Scores[\"new\"] = 3; d.Name += \"!\"; return d }}"
    );
    isolates(&[], &text, |isolate, what| {
        assert_eq!(isolate.call::<_, i64>("Sum", (data(),)).unwrap(), 65_591, "{what}");
        let grown: Option<Data> = isolate.call("Grow", (Some(data()),)).unwrap();
        let mut wanted = data();
        wanted.parts.push(Data { id: 9, ..Data::default() });
        wanted.scores.insert("new".into(), 3);
        wanted.name.push('!');
        assert_eq!(grown, Some(wanted), "{what}");
    });
}

#[derive(HostData, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Side {
    Buy,
    Sell,
}

#[derive(HostData, Clone, PartialEq, Debug)]
enum Event {
    Started,
    Moved { x: i64, y: i64 },
    Said(String),
    Both(i8, Side),
}

#[derive(HostData, Clone, PartialEq, Debug)]
struct Wrapped(i64);

#[derive(HostData, Clone, PartialEq, Debug)]
struct Page<T> {
    items: Vec<T>,
    total: i64,
}

#[test]
fn enumerations_and_wrappers_cross() {
    there_and_back("int64", "", &[Side::Buy, Side::Sell]);
    there_and_back("int64", "", &[Wrapped(5)]);
    let event = "type Data struct {\n\tKind int64\n\tMoved *struct { X, Y int64 }\n\tSaid *string\n\tBoth *struct { F0 int8; F1 int64 }\n}";
    let events =
        [Event::Started, Event::Moved { x: 1, y: -1 }, Event::Said("hi".into()), Event::Both(3, Side::Sell)];
    there_and_back("Data", event, &events);
    let page = "type Data struct {\n\tItems []int64\n\tTotal int64\n}";
    there_and_back("Data", page, &[Page { items: vec![1i64, 2], total: 2 }]);
    let text = "func Bad() int64 { return 2 }\nfunc Worse() rune { return -1 }";
    isolates(&[], text, |isolate, _| {
        assert_eq!(isolate.call::<_, Side>("Bad", ()).unwrap_err().message, "2 is no Side");
        assert_eq!(isolate.call::<_, char>("Worse", ()).unwrap_err().message, "-1 is no character");
    });
}

#[test]
fn declarations_are_derived_and_programs_use_them() {
    let package = HostPackage::new("host/desk")
        .function("Trade", |side: Side, page: Page<(String, i64)>| -> Result<Option<Wrapped>, String> {
            match side {
                Side::Buy => Ok(Some(Wrapped(page.total + page.items[0].1))),
                Side::Sell => Err(format!("cannot sell {}", page.items[0].0)),
            }
        })
        .function("Log", |event: Event| format!("{event:?}"));
    let mut engine = Engine::new(Config::default());
    engine.host_package(package.clone());
    let text = engine.declarations("go", "host/desk").unwrap();
    assert_eq!(
        text,
        "package desk\n\ntype Side int64\n\nconst (\n\tSideBuy Side = iota\n\tSideSell\n)\n\n\
         type Page struct {\n\tItems []struct{ F0 string; F1 int64 }\n\tTotal int64\n}\n\n\
         type Event struct {\n\tKind  EventKind\n\tMoved *EventMoved\n\tSaid  *string\n\tBoth  *EventBoth\n}\n\n\
         type EventKind int64\n\nconst (\n\tEventKindStarted EventKind = iota\n\tEventKindMoved\n\tEventKindSaid\n\tEventKindBoth\n)\n\n\
         type EventMoved struct {\n\tX int64\n\tY int64\n}\n\n\
         type EventBoth struct {\n\tF0 int8\n\tF1 Side\n}\n\n\
         func Trade(Side, Page) (*int64, error)\n\nfunc Log(Event) string\n"
    );
    let text = r#"import "host/desk"
type item = struct{ F0 string; F1 int64 }
func Buy() int64 {
    n, err := desk.Trade(desk.SideBuy, desk.Page{Items: []item{{"pen", 4}}, Total: 10})
    if err != nil { return -1 }
    return *n
}
func Sell() string {
    n, err := desk.Trade(desk.SideSell, desk.Page{Items: []item{{"pen", 4}}})
    if n != nil { return "a value" }
    return err.Error()
}
func Log() string { return desk.Log(desk.Event{Kind: desk.EventKindMoved, Moved: &desk.EventMoved{X: 3}}) }
func Lie() string { return desk.Log(desk.Event{Kind: desk.EventKindMoved}) }"#;
    isolates(&[package], text, |isolate, what| {
        assert_eq!(isolate.call::<_, i64>("Buy", ()).unwrap(), 14, "{what}");
        assert_eq!(isolate.call::<_, String>("Sell", ()).unwrap(), "cannot sell pen", "{what}");
        assert_eq!(isolate.call::<_, String>("Log", ()).unwrap(), "Moved { x: 3, y: 0 }");
        let trap = isolate.call::<_, String>("Lie", ()).unwrap_err();
        assert_eq!(trap.message, "a Event has no data for its kind");
    });
}

#[derive(Default)]
struct Ledger {
    entries: Vec<(String, i64)>,
}

#[test]
fn functions_take_state_or_a_call_or_neither() {
    let package = HostPackage::new("host/ledger")
        .function("Record", |ledger: &mut Ledger, who: &str, amount: i64| {
            ledger.entries.push((who.to_string(), amount));
        })
        .function("Sum", |ledger: &mut Ledger| ledger.entries.iter().map(|e| e.1).sum::<i64>())
        .function("Bytes", |call: &mut Call<'_>, bytes: &[u8], text: &str| {
            call.charge(1);
            format!("{bytes:?}{text}")
        })
        .function("Count", |bytes: &[u8], text: &str| (bytes.len() as i64, text.chars().count() as i64));
    let text = r#"import "host/ledger"
func Use() (int64, string, int64, int64) {
    ledger.Record("ann", 3)
    ledger.Record("b\xff", 4)
    text := "x" + string([]byte{0xe4})
    a, b := ledger.Count([]byte{1, 2, 3}, "gr" + text)
    return ledger.Sum(), ledger.Bytes([]byte{1, 255}, text), a, b
}"#;
    for tier in TIERS {
        let module = compile(tier, std::slice::from_ref(&package), text);
        let mut isolate = module.isolate(Ledger::default(), Limits::default(), Streams::default()).unwrap();
        let result: (i64, String, i64, i64) = isolate.call("Use", ()).unwrap();
        assert_eq!(result, (7, "[1, 255]x\u{fffd}".to_string(), 3, 4), "{tier}");
        assert_eq!(isolate.host().entries, [("ann".to_string(), 3), ("b\u{fffd}".to_string(), 4)]);
        let mut stateless = module.isolate((), Limits::default(), Streams::default()).unwrap();
        let trap = stateless.call::<_, (i64, String, i64, i64)>("Use", ()).unwrap_err();
        assert_eq!(trap.kind, TrapKind::Host);
        assert_eq!(trap.message, "a host function needs an isolate with a data::Ledger");
    }
}

#[test]
fn errors_are_the_last_result() {
    let package = HostPackage::new("host/may")
        .function("Fail", |n: i64| if n < 0 { Err(format!("{n} is negative")) } else { Ok(()) })
        .function("Big", |n: i64| -> Result<[i64; 3], DataError> {
            if n < 0 { Err(DataError::new("no")) } else { Ok([n; 3]) }
        })
        .function("Yields", |_: &mut Call<'_>| -> Result<[i64; 3], Stop> { Err(Stop::Yield) });
    let text = r#"import (
    "errors"
    "host/may"
)
type own struct{ n int64 }
func (o *own) Error() string { if o.n == 3 { panic("in Error") }; return "own" }
func Check(n int64) error { return may.Fail(n) }
func Text(n int64) string { if err := may.Fail(n); err != nil { return "error: " + err.Error() }; return "fine" }
func Sum(n int64) (int64, error) { a, err := may.Big(n); return a[0] + a[1] + a[2], err }
func Two(n int64) (string, []int64, error) {
    if n == 1 { return "", nil, errors.New("one") }
    if n >= 2 { return "x", nil, &own{n} }
    return "two", []int64{n}, nil
}
func Yields() int64 { a := may.Yields(); return a[0] + a[2] }"#;
    isolates(&[package], text, |isolate, what| {
        assert_eq!(isolate.call::<_, Result<(), String>>("Check", (1i64,)).unwrap(), Ok(()), "{what}");
        let failed = isolate.call::<_, Result<(), String>>("Check", (-1i64,)).unwrap();
        assert_eq!(failed, Err("-1 is negative".to_string()), "{what}");
        assert_eq!(isolate.call::<_, String>("Text", (-3i64,)).unwrap(), "error: -3 is negative");
        assert_eq!(isolate.call::<_, String>("Text", (3i64,)).unwrap(), "fine");
        assert_eq!(isolate.call::<_, Result<i64, String>>("Sum", (2i64,)).unwrap(), Ok(6));
        assert_eq!(isolate.call::<_, Result<i64, String>>("Sum", (-2i64,)).unwrap(), Err("no".into()));
        type Two = Result<(String, Vec<i64>), Box<dyn std::error::Error>>;
        let two = |isolate: &mut Isolate<()>, n: i64| isolate.call::<_, Two>("Two", (n,));
        assert_eq!(two(isolate, 0).unwrap().unwrap(), ("two".to_string(), vec![0]));
        assert_eq!(two(isolate, 1).unwrap().unwrap_err().to_string(), "one");
        assert_eq!(two(isolate, 2).unwrap().unwrap_err().to_string(), "own");
        assert_eq!(two(isolate, 3).unwrap_err().kind, TrapKind::Uncaught, "{what}");
        assert_eq!(isolate.call::<_, i64>("Yields", ()).unwrap(), 0, "{what}");
    });
}

#[derive(HostData, Debug)]
struct Order {
    item: String,
    amount: i32,
}

#[derive(HostData, Debug)]
struct Quote {
    total: i64,
}

fn refused<P: Params, R: Results>(module: &Module, name: &str) -> String {
    let trap = module.function::<P, R>(name).err().expect("the types differ");
    assert_eq!(trap.kind, TrapKind::Host);
    trap.message
}

#[test]
fn mismatches_say_both_types() {
    let text = "type Order struct {\n\tItem string\n\tAmount int64\n}\ntype Quote struct {\n\tSum int64\n}\n\
        func Price(o Order, n int64) (Quote, error) { return Quote{n}, nil }\n\
        func All(list []map[string]*Order) {}\nfunc One() Quote { return Quote{} }";
    let module = compile(Tier::Interp, &[], text);
    assert_eq!(
        refused::<(Order, i64), Result<Quote, String>>(&module, "Price"),
        "Price is (main.Order, int64) (main.Quote, error) in the guest and (Order, i64) -> Result<Quote, Error> in the \
         host: field amount of parameter 1 is int64 in the guest and i32 in the host"
    );
    assert_eq!(
        refused::<(Vec<HashMap<String, Option<Order>>>,), ()>(&module, "All"),
        "All is ([]map[string]*main.Order) in the guest and (Vec<HashMap<String, Option<Order>>>,) -> () in the host: \
         field amount of target of value of element of parameter 1 is int64 in the guest and i32 in the host"
    );
    assert_eq!(
        refused::<(), Quote>(&module, "One"),
        "One is () main.Quote in the guest and () -> Quote in the host: result 1 is main.Quote with fields {Sum} in \
         the guest and Quote with {total} in the host"
    );
    assert_eq!(
        refused::<(), (i64, i64)>(&module, "One"),
        "One is () main.Quote in the guest and () -> (i64, i64) in the host: 1 result in the guest, 2 in the host"
    );
    assert_eq!(
        refused::<((String, i64), i64), (i64,)>(&module, "Price"),
        "Price is (main.Order, int64) (main.Quote, error) in the guest and ((String, i64), i64) -> i64 in the host: \
         2 results in the guest, 1 in the host"
    );
    assert_eq!(refused::<(), ()>(&module, "None"), "there is no function None that a host can call");
    let package = HostPackage::declared("host/h", "package h\nfunc F(s []string) error\n")
        .function("F", |_: Vec<i64>| Ok::<_, String>(()));
    let error = compile_with(Tier::Interp, &[package], "import \"host/h\"\nfunc main() { h.F(nil) }");
    let error = error.err().unwrap();
    let wanted = "host/h.F is ([]string) error in the guest and (Vec<i64>,) -> Result<(), Error> in the host: element \
                  of parameter 1 is string in the guest and i64 in the host";
    assert!(error.contains(wanted), "{error}");
}

#[test]
fn a_function_is_for_isolates_of_its_module() {
    let text = "func Add(a, b int64) int64 { return a + b }";
    let (one, other) = (compile(Tier::Interp, &[], text), compile(Tier::Interp, &[], text));
    let add = one.function::<(i64, i64), i64>("Add").unwrap();
    let isolate = |module: &Module| module.isolate((), Limits::default(), Streams::default()).unwrap();
    assert_eq!(add.call(&mut isolate(&one), (1, 2)), Ok(3));
    assert_eq!(add.clone().call(&mut isolate(&one), (i64::MAX, 1)), Ok(i64::MIN));
    let trap = add.call(&mut isolate(&other), (1, 2)).unwrap_err();
    assert_eq!((trap.kind, trap.message.as_str()), (TrapKind::Host, "Add is a function of another module"));
    // Where calls are counted, code is another.
    let counted = Limits { call_depth: Some(100), ..Limits::default() };
    assert_eq!(add.call(&mut one.isolate((), counted, Streams::default()).unwrap(), (1, 2)), Ok(3));
    assert_eq!(add.export().signature, "func(int64, int64) int64");
}

#[test]
fn an_interrupted_call_resumes_with_its_data() {
    let text = "var table []int64\nfunc init() { for i := int64(0); i < 20000; i++ { table = append(table, i) } }\n\
        func Sum(names []string, by map[string]int64) (n []int64, err error) { for _, k := range names { n = append(n, by[k]+table[5]) }; return }";
    for tier in TIERS {
        let module = compile(tier, &[], text);
        let limits = Limits { gas: Some(5_000), ..Limits::default() };
        let stress = Stress { gc: true, ..Stress::default() };
        let mut isolate = module.isolate_under(stress, (), limits, Streams::default()).unwrap();
        let names: Vec<String> = (0..50).map(|n| format!("name {n}")).collect();
        let by: HashMap<String, i64> = names.iter().cloned().zip(0..).collect();
        type Answer = Result<Vec<i64>, String>;
        let mut result = isolate.call::<_, Answer>("Sum", (&names, &by));
        while let Err(trap) = &result {
            assert_eq!(trap.kind, TrapKind::OutOfGas, "{trap}");
            isolate.refuel(100_000);
            result = isolate.resume_call();
        }
        assert_eq!(result.unwrap().unwrap(), (5..55).collect::<Vec<i64>>(), "{tier}");
    }
}

#[test]
fn what_is_nil_or_not_text_has_a_value() {
    let text = "type Node struct { Next *Node }\nfunc Nothing() ([]string, map[string]int64, *int64, []byte) { return nil, nil, nil, nil }\n\
        func Odd() (string, []string) { return \"a\\xffb\", []string{\"\\xc3\"} }\nfunc Len(a []int64, m map[string]int64) (bool, bool) { return a == nil, m == nil }";
    isolates(&[], text, |isolate, what| {
        type All = (Vec<String>, HashMap<String, i64>, Option<i64>, Vec<u8>);
        assert_eq!(isolate.call::<_, All>("Nothing", ()).unwrap(), All::default(), "{what}");
        let odd: (String, Vec<String>) = isolate.call("Odd", ()).unwrap();
        assert_eq!(odd, ("a\u{fffd}b".to_string(), vec!["\u{fffd}".to_string()]));
        let empty = (Vec::<i64>::new(), BTreeMap::<String, i64>::new());
        assert_eq!(isolate.call::<_, (bool, bool)>("Len", empty).unwrap(), (false, false));
    });
}

#[derive(HostData, Debug, Default)]
struct Node {
    value: i64,
    next: Option<Box<Node>>,
}

#[test]
fn cycles_depth_and_size_are_bounded() {
    let text = "type Node struct {\n\tValue int64\n\tNext *Node\n}\n\
        func Ring() *Node { n := &Node{}; n.Next = n; return n }\n\
        func Chain(n int64) (all *Node) { for i := int64(0); i < n; i++ { all = &Node{i, all} }; return }\n\
        func Depth(n *Node) (d int64) { for ; n != nil; n = n.Next { d++ }; return }\n\
        func Wide() [][]int64 { row := make([]int64, 1<<16); all := make([][]int64, 1<<16); for i := range all { all[i] = row }; return all }\n\
        func Empty() []struct{} { return make([]struct{}, 1<<50) }\n\
        func Big(n int64) []byte { return make([]byte, n) }\nfunc Take(b []byte) int64 { return int64(len(b)) }";
    let deep = |n: usize| (0..n).fold(None, |next, _| Some(Box::new(Node { value: 0, next })));
    for tier in TIERS {
        let module = compile(tier, &[], text);
        let limits = Limits { heap_bytes: 64 << 20, ..Limits::default() };
        let mut isolate = module.isolate((), limits, Streams::default()).unwrap();
        let too_deep = "data that crosses is nested deeper than 256";
        let trap = isolate.call::<_, Option<Node>>("Ring", ()).unwrap_err();
        assert_eq!((trap.kind, trap.message.as_str()), (TrapKind::Host, too_deep));
        assert!(isolate.call::<_, Option<Node>>("Chain", (256i64,)).unwrap().is_some());
        assert_eq!(isolate.call::<_, Option<Node>>("Chain", (257i64,)).unwrap_err().message, too_deep);
        assert_eq!(isolate.call::<_, i64>("Depth", (deep(256),)).unwrap(), 256);
        assert_eq!(isolate.call::<_, i64>("Depth", (deep(257),)).unwrap_err().message, too_deep);
        // Shared in the guest, 32 GiB for the host.
        let trap = isolate.call::<_, Vec<Vec<i64>>>("Wide", ()).unwrap_err();
        assert_eq!(trap.kind, TrapKind::OutOfMemory, "{trap}");
        assert_eq!(isolate.call::<_, Vec<()>>("Empty", ()).unwrap_err().kind, TrapKind::OutOfMemory);
        assert_eq!(isolate.call::<_, Vec<u8>>("Big", (20i64 << 20,)).unwrap().len(), 20 << 20);
        let trap = isolate.call::<_, i64>("Take", (vec![0u8; 80 << 20],)).unwrap_err();
        assert_eq!(trap.kind, TrapKind::OutOfMemory, "{trap}");
        assert_eq!(isolate.call::<_, i64>("Take", (vec![0u8; 8 << 20],)).unwrap(), 8 << 20, "{tier}");
    }
}

/// Implementations of the traits that say one thing and do another.
struct Lies(fn(Writer<'_>) -> Result<Written, DataError>);

impl HostData for Lies {
    fn host_type(types: &mut TypeBuilder) -> HostType {
        <(String, i64)>::host_type(types)
    }
}

impl ToGuest for Lies {
    fn write(&self, to: Writer<'_>) -> Result<Written, DataError> {
        (self.0)(to)
    }
}

struct Inner(fn(Writer<'_>) -> Result<Written, DataError>);

impl HostData for Inner {
    fn host_type(types: &mut TypeBuilder) -> HostType {
        <Option<String>>::host_type(types)
    }
}

impl ToGuest for Inner {
    fn write(&self, to: Writer<'_>) -> Result<Written, DataError> {
        (self.0)(to)
    }
}

#[test]
fn implementations_that_lie_get_errors() {
    let text = "func Take(s string, n int64) int64 { return int64(len(s)) + n }\n\
        func Maybe(all []*string) (n int64) { for _, s := range all { if s != nil { n += int64(len(*s)) } }; return }\n\
        func Array(a [4]string) int64 { return int64(len(a[0])) }";
    isolates(&[], text, |isolate, what| {
        let mut take = |f| isolate.call::<_, i64>("Take", Lies(f)).map_err(|t: Trap| t.message);
        let wrong =
            |result: Result<i64, String>, why: &str| assert_eq!(result, Err(why.to_string()), "{what}");
        wrong(take(|to| 5i64.write(to)), "one value crosses where the guest has a list of them");
        wrong(take(|to| (5i64, 5i64).write(to)), "i64 crosses where the guest has string");
        wrong(take(|to| ("x", 5i64, 6i64).write(to)), "more than 2 fields cross");
        wrong(take(|to| ("x",).write(to)), "1 fields of 2 cross");
        wrong(take(|to| ("x", u64::MAX).write(to)), "u64 crosses where the guest has int64");
        wrong(
            take(|to| (vec![1u8], 1i64).write(to)),
            "a list of 1 values crosses where the guest has string",
        );
        assert_eq!(take(|to| ("xyz", 5i64).write(to)), Ok(8));

        let mut maybe = |f| isolate.call::<_, i64>("Maybe", (vec![Inner(f)],)).map_err(|t: Trap| t.message);
        wrong(maybe(|to| "x".write(to)), "String crosses where the guest has *string");
        wrong(maybe(|to| to.some(|to| Some("x").write(to))), "Option crosses where the guest has string");
        wrong(maybe(|to| to.structure()?.end()), "a structure crosses where the guest has *string");
        wrong(maybe(|to| to.map(3)?.end()), "a map crosses where the guest has *string");
        assert_eq!(maybe(|to| to.some(|to| to.str("four"))), Ok(4));
    });
}

/// Says that it was written by writing elsewhere.
struct Absent;

impl HostData for Absent {
    fn host_type(types: &mut TypeBuilder) -> HostType {
        <([String; 4],)>::host_type(types)
    }
}

impl ToGuest for Absent {
    fn write(&self, to: Writer<'_>) -> Result<Written, DataError> {
        let mut stolen = None;
        let _ = to.structure()?.field(|to| {
            let mut elements = to.slice(4)?;
            elements.element(|to| "a".write(to))?;
            let mut steal = |place: &mut Option<Written>| {
                let _ = elements.element(|to| {
                    *place = Some("b".write(to)?);
                    Err(DataError::new("not told"))
                });
            };
            steal(&mut stolen);
            steal(&mut STOLEN.lock().unwrap());
            Err(DataError::new("not told"))
        });
        stolen.ok_or_else(|| DataError::new("nothing to steal"))
    }
}

#[test]
fn what_was_not_written_is_zero_or_an_error() {
    let text = "import \"host/odd\"\nfunc Take(a [4]string) int64 { return int64(len(a[0])) }\n\
        func Get() int64 { a := odd.Get(); return int64(len(a[0]) + len(a[3])) }";
    let package =
        HostPackage::declared("host/odd", "package odd\nfunc Get() [4]string\n").function("Get", || Nowhere);
    isolates(&[package], text, |isolate, _| {
        assert_eq!(isolate.call::<_, i64>("Take", Absent), Ok(1));
        let trap = isolate.call::<_, i64>("Get", ()).unwrap_err();
        assert_eq!(trap.message, "a host function wrote no value for a result");
    });
}

/// A token that says that a value was written, of another value.
static STOLEN: Mutex<Option<Written>> = Mutex::new(None);

/// A result that is never written, although a token says so.
struct Nowhere;

impl HostData for Nowhere {
    fn host_type(_: &mut TypeBuilder) -> HostType {
        HostType::Tuple([type_of::<[String; 4]>()].into())
    }
}

impl ToGuest for Nowhere {
    fn write(&self, _: Writer<'_>) -> Result<Written, DataError> {
        STOLEN.lock().unwrap().take().ok_or_else(|| DataError::new("nothing was stolen"))
    }
}

struct Peeks(Vec<String>);

impl HostData for Peeks {
    fn host_type(types: &mut TypeBuilder) -> HostType {
        <Vec<String>>::host_type(types)
    }
}

impl FromGuest for Peeks {
    fn read(from: Reader<'_>) -> Result<Peeks, DataError> {
        let mut seen = Vec::new();
        let mut note =
            |what: Result<(), DataError>| seen.push(what.err().map_or("fine".into(), |e| e.to_string()));
        note(i64::read(from).map(|_| ()));
        note(String::read(from).map(|_| ()));
        note(from.option().map(|_| ()));
        note(from.map().map(|_| ()));
        note(from.structure().map(|_| ()));
        note(<[String; 9]>::read(from).map(|_| ()));
        note(<Vec<u64>>::read(from).map(|_| ()));
        note(from.slice().map(|mut s| s.by_ref().for_each(drop)));
        note(<(String,)>::read(from).map(|_| ()));
        Ok(Peeks(seen))
    }
}

#[test]
fn readers_that_lie_get_errors() {
    let text = "func Give() []string { return []string{\"a\", \"b\"} }";
    isolates(&[], text, |isolate, _| {
        let Peeks(seen) = isolate.call("Give", ()).unwrap();
        let has = |what: &str| format!("{what} crosses where the guest has []string");
        let element = "Vec<u64> crosses where the guest has []string".to_string();
        let wanted = [
            has("i64"),
            has("String"),
            has("Option"),
            has("a map"),
            has("a structure"),
            "2 elements cross instead of 9".into(),
            element,
            "fine".into(),
            has("a structure"),
        ];
        assert_eq!(seen, wanted);
    });
}

#[test]
fn gas_for_data_is_the_same_in_every_tier_and_under_stress() {
    let package = HostPackage::new("host/sum")
        .function("Sum", |all: Vec<i64>, names: BTreeMap<String, i64>| {
            (all.iter().sum::<i64>() + names.len() as i64, names)
        });
    let text = "import \"host/sum\"\nfunc Run(n []int64, m map[string]int64) (int64, map[string]int64) { return sum.Sum(n, m) }";
    let mut seen = Vec::new();
    let m: HashMap<String, i64> = (0..100).map(|n| (format!("{n}"), n)).collect();
    isolates(&[package], text, |isolate, _| {
        let (n, back): (i64, HashMap<String, i64>) = isolate.call("Run", (vec![1i64; 1000], &m)).unwrap();
        assert_eq!((n, &back), (1100, &m));
        seen.push(isolate.stats().gas);
    });
    assert!(seen.iter().all(|gas| *gas == seen[0]), "{seen:?}");
    assert!(seen[0] > 5_000, "{seen:?}");
}
