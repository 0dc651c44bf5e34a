//! Objects of the host's: handles with methods in every tier, what a guest may do with them and what it may
//! not, when they are dropped, and how many there may be.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex};

use purlin::{
    Call, Config, Engine, HostPackage, Isolate, Limits, Module, Object, ObjectMut, ObjectRef, SourceFile,
    Streams, Stress, Tier, TrapKind,
};

const TIERS: [Tier; 3] = [Tier::Interp, Tier::Native, Tier::Auto];

/// Lists what is dropped, in order.
type Dropped = Arc<Mutex<Vec<String>>>;

/// An object: it tells when it is dropped, and panics then if it is called so.
struct Ledger {
    name: String,
    entries: Vec<(String, i64)>,
    dropped: Dropped,
}

impl Drop for Ledger {
    fn drop(&mut self) {
        self.dropped.lock().unwrap().push(self.name.clone());
        if self.name == "bomb" {
            panic!("dropped");
        }
    }
}

/// An object without bytes, of another type.
struct Token;

/// What a panic may carry: it panics once more.
struct Bomb;

impl Drop for Bomb {
    fn drop(&mut self) {
        panic!("what a panic carries");
    }
}

/// The state of an isolate.
#[derive(Default)]
struct State {
    opened: i64,
    dropped: Dropped,
}

impl Drop for State {
    fn drop(&mut self) {
        self.dropped.lock().unwrap().push("state".into());
    }
}

fn package() -> HostPackage {
    functions(objects(HostPackage::new("host/ledger")))
}

fn objects(package: HostPackage) -> HostPackage {
    package
        .object::<Ledger>("Ledger", |object| {
            object
                .method("Record", |ledger: &mut Ledger, who: &str, amount: i64| {
                    ledger.entries.push((who.to_string(), amount));
                })
                .method("Add", |ledger: &mut Ledger, a: i64, b: i64| -> i64 {
                    ledger.entries.push((String::new(), a + b));
                    ledger.entries.len() as i64
                })
                .method("Total", |ledger: &Ledger| -> i64 { ledger.entries.iter().map(|e| e.1).sum() })
                .method("Name", |ledger: &Ledger| ledger.name.clone())
                .method("Same", |a: &Ledger, b: ObjectRef<'_, Ledger>| std::ptr::eq(a, &*b))
                .method("Absorb", |to: &mut Ledger, mut from: ObjectMut<'_, Ledger>| {
                    to.entries.append(&mut from.entries);
                })
                .method("Swallow", |to: &mut Ledger, from: Object<Ledger>| {
                    to.entries.append(&mut from.into_inner().unwrap().entries);
                })
                .method("Count", |ledger: &Ledger, state: &mut State| {
                    ledger.entries.len() as i64 + state.opened
                })
                .method("Charge", |_: &Ledger, call: &mut Call<'_>, units: u64| call.charge(units))
                .method("Fail", |ledger: &mut Ledger| -> () { panic!("{} fails", ledger.name) })
                .method("Try", |ledger: &mut Ledger, n: i64| -> Result<i64, String> {
                    if n < 0 { Err(format!("{} takes no {n}", ledger.name)) } else { Ok(n + 1) }
                })
                .method("Close", |_: Ledger| ())
        })
        .object::<Token>("Token", |object| object.method("Use", |_: &mut Token| 7i64))
}

fn functions(package: HostPackage) -> HostPackage {
    package
        .function("Open", |state: &mut State, name: &str| {
            state.opened += 1;
            let dropped = state.dropped.clone();
            Object::new(Ledger { name: name.to_string(), entries: Vec::new(), dropped })
        })
        .function("Try", |state: &mut State, name: &str| match name {
            "" => Err("no name"),
            name => {
                let dropped = state.dropped.clone();
                Ok(Object::new(Ledger { name: name.to_string(), entries: Vec::new(), dropped }))
            }
        })
        .function("PanicOddly", || -> () { std::panic::panic_any(Bomb) })
        .function("NewToken", || Object::new(Token))
        .function("Tokens", |n: i64| (0..n).map(|_| Object::new(Token)).collect::<Vec<_>>())
        .function("Transfer", |mut from: ObjectMut<'_, Ledger>, mut to: ObjectMut<'_, Ledger>, n: i64| {
            from.entries.push(("out".into(), -n));
            to.entries.push(("in".into(), n));
        })
        .function("Both", |a: ObjectRef<'_, Ledger>, b: ObjectRef<'_, Ledger>| {
            (a.entries.len() + b.entries.len()) as i64
        })
        .function("Find", |n: i64| (n > 0).then(|| Object::new(Token)))
        .function("IsThere", |token: Option<ObjectRef<'_, Token>>| token.is_some())
        .function("Change", |token: Option<ObjectMut<'_, Ledger>>| match token {
            None => -1,
            Some(mut ledger) => {
                ledger.entries.push(("changed".into(), 1));
                ledger.entries.len() as i64
            }
        })
        .function("Drain", |all: Vec<Option<Object<Token>>>| all.iter().flatten().count() as i64)
        .function("Mixed", |_: ObjectRef<'_, Ledger>, _: ObjectMut<'_, Ledger>| ())
        .function("Eat", |_: ObjectRef<'_, Ledger>, _: Object<Ledger>| ())
}

fn compile_with(tier: Tier, packages: &[HostPackage], text: &str) -> Result<Module, String> {
    let mut engine = Engine::new(Config { tier, ..Config::default() });
    packages.iter().for_each(|package| engine.host_package(package.clone()));
    let main = if text.contains("func main()") { "" } else { "func main() {}" };
    let text = format!("package main\n{text}\n{main}\n");
    engine.compile(&[SourceFile { name: "main.go".into(), text: text.into() }]).map_err(|e| e.to_string())
}

/// Isolates of a program in each tier: as they are, and with a collection at every chance. What `f` gives is
/// the same in all of them, and so is the gas.
fn isolates<R: PartialEq + std::fmt::Debug>(
    text: &str,
    mut f: impl FnMut(&mut Isolate<State>, &str) -> R,
) -> R {
    let mut seen: Option<(R, u64)> = None;
    for tier in TIERS {
        let module = compile_with(tier, &[package()], text).unwrap_or_else(|e| panic!("{e}"));
        for gc in [false, true] {
            let stress = Stress { gc, poison: gc, ..Stress::default() };
            let streams = Streams::default();
            let mut isolate =
                module.isolate_under(stress, State::default(), Limits::default(), streams).unwrap();
            let what = format!("{tier}, gc {gc}");
            let result = (f(&mut isolate, &what), isolate.stats().gas);
            match &seen {
                Some(first) => assert_eq!(*first, result, "{what}"),
                None => seen = Some(result),
            }
        }
    }
    seen.unwrap().0
}

#[test]
fn methods_reach_their_object() {
    let text = "import \"host/ledger\"\n\
        type named interface { Name() string }\n\
        type book struct { *ledger.Ledger; pages int }\n\
        func Run() (int64, int64, string) {\n\
            a, b := ledger.Open(\"a\"), ledger.Open(\"b\")\n\
            for i := int64(0); i < 100; i++ {\n\t\ta.Record(\"ann\", i)\n\t\tb.Add(i, i)\n\t}\n\
            ledger.Transfer(a, b, 50)\n\
            return a.Total(), b.Total(), a.Name() + b.Name()\n}\n\
        func Values() string {\n\
            a := ledger.Open(\"a\")\n\
            var n named = a\n\
            f, g, bk := a.Name, (*ledger.Ledger).Name, book{a, 3}\n\
            names := map[*ledger.Ledger]string{a: \"first\", ledger.Open(\"b\"): \"second\"}\n\
            same := any(a) == any(bk.Ledger) && a != ledger.Open(\"a\")\n\
            if !same { return \"other\" }\n\
            defer bk.Close()\n\
            return n.Name() + f() + g(a) + bk.Name() + names[bk.Ledger]\n}\n\
        func Shared() (bool, bool, int64) {\n\
            a, b := ledger.Open(\"a\"), ledger.Open(\"b\")\n\
            a.Record(\"x\", 1)\n\
            b.Absorb(a)\n\
            return a.Same(a), a.Same(b), ledger.Both(b, b) + a.Count()\n}\n\
        func Fails(n int64) (int64, error) { a, err := ledger.Try(\"t\"); if err != nil { return 0, err }; return a.Try(n) }\n\
        func NoName() bool { a, err := ledger.Try(\"\"); return a == nil && err.Error() == \"no name\" }\n\
        func Many() (sum int64) { for _, t := range ledger.Tokens(20) { sum += t.Use() }; return }\n\
        func Charges() { ledger.Open(\"c\").Charge(1000000) }\n";
    isolates(text, |isolate, what| {
        let totals: (i64, i64, String) = isolate.call("Run", ()).unwrap_or_else(|t| panic!("{what}: {t}"));
        assert_eq!(totals, (4900, 9950, "ab".into()), "{what}");
        assert_eq!(isolate.call::<_, String>("Values", ()).unwrap(), "aaaafirst", "{what}");
        assert_eq!(isolate.call::<_, (bool, bool, i64)>("Shared", ()).unwrap(), (true, false, 9), "{what}");
        assert_eq!(isolate.call::<_, Result<i64, String>>("Fails", 4i64).unwrap(), Ok(5));
        let failed = isolate.call::<_, Result<i64, String>>("Fails", -4i64).unwrap();
        assert_eq!(failed, Err("t takes no -4".into()));
        assert!(isolate.call::<_, bool>("NoName", ()).unwrap());
        assert_eq!(isolate.call::<_, i64>("Many", ()).unwrap(), 140);
        let before = isolate.stats().gas;
        isolate.call::<_, ()>("Charges", ()).unwrap();
        assert!(isolate.stats().gas - before > 1_000_000);
        isolate.host_objects()
    });
}

/// A function that gives what a guest's misuse says, as an error that it recovers from.
fn misuse(body: &str) -> String {
    let more = match body.contains("reflect.") {
        true => "import (\n\"fmt\"\n\"reflect\"\n)\n",
        false => "",
    };
    let text = format!(
        "import \"host/ledger\"\n{more}\
         func Misuse() (text string) {{\n\
             a, b := ledger.Open(\"a\"), ledger.Open(\"b\")\n\
             _, _ = a, b\n\
             defer func() {{\n\
                 r := recover()\n\
                 switch v := r.(type) {{ case nil: text = \"nothing\"; case error: text = v.Error(); case string: text = v }}\n\
                 // The others are as they were.\n\
                 if ledger.Open(\"c\").Total() != 0 || b.Total() != 5 {{ text = \"broken\" }}\n\
             }}()\n\
             b.Record(\"x\", 5)\n\
             {body}\n\
             return \"not reached\"\n}}\n"
    );
    isolates(&text, |isolate, what| {
        isolate.call::<_, String>("Misuse", ()).unwrap_or_else(|t| panic!("{what}: {t}"))
    })
}

#[test]
fn a_guest_cannot_forge_a_handle() {
    let copied =
        "*ledger.Ledger is a copy: an object of the host is only known by the pointer that the host gave";
    let zero = "*ledger.Ledger is a zero value, which the host did not make";
    let closed = "*ledger.Ledger is closed";
    let in_use = "*ledger.Ledger is passed twice to a function of the host that changes or closes it";
    let null = "runtime error: invalid memory address or nil pointer dereference";
    for (body, wanted) in [
        ("var l *ledger.Ledger; l.Total()", null),
        ("var l *ledger.Ledger; l.Record(\"x\", 1)", null),
        ("ledger.Both(a, nil)", null),
        ("var l ledger.Ledger; l.Total()", zero),
        ("new(ledger.Ledger).Record(\"x\", 1)", zero),
        ("(&ledger.Ledger{}).Close()", zero),
        ("c := *b; c.Record(\"x\", 1)", copied),
        ("c := new(ledger.Ledger); *c = *b; ledger.Transfer(a, c, 1)", copied),
        ("*a = *b; a.Record(\"x\", 1)", copied),
        ("*a, *b = *b, *a; defer func() { *a, *b = *b, *a }(); a.Total()", copied),
        ("*a = ledger.Ledger{}; a.Total()", zero),
        ("a.Close(); a.Total()", closed),
        ("a.Close(); a.Close()", closed),
        ("a.Close(); a.Record(\"late\", 1)", closed),
        ("c := *a; a.Close(); c.Total()", closed),
        ("a.Close(); d := ledger.Open(\"d\"); _ = d; a.Record(\"late\", 1)", closed),
        ("c := *a; a.Close(); d := ledger.Open(\"d\"); _ = d; c.Record(\"late\", 1)", closed),
        ("b.Swallow(a); a.Total()", closed),
        ("b.Absorb(b)", in_use),
        ("b.Swallow(b)", in_use),
        ("ledger.Transfer(b, b, 3)", in_use),
        ("ledger.Mixed(b, b)", in_use),
        ("ledger.Eat(b, b)", in_use),
        ("((*ledger.Ledger)(ledger.NewToken())).Total()", "is a handle of an object of another type"),
        ("((*ledger.Token)(b)).Use()", "*ledger.Token is a handle of an object of another type"),
        ("type fake ledger.Ledger; f := fake{}; (*ledger.Ledger)(&f).Total()", zero),
        ("type fake ledger.Ledger; f := (*fake)(a); g := *f; (*ledger.Ledger)(&g).Total()", copied),
        ("list := []ledger.Ledger{*a, *b}; list[1].Record(\"x\", 1)", copied),
        ("f := a.Total; a.Close(); f()", closed),
        ("defer a.Total(); a.Close(); a = nil", closed),
    ] {
        let seen = misuse(body);
        assert!(seen == wanted || seen.ends_with(wanted) && wanted.starts_with("is"), "{body}: {seen}");
    }
}

#[test]
fn reflection_and_formats_forge_nothing() {
    for body in [
        "v := reflect.ValueOf(*b).Interface().(ledger.Ledger); v.Record(fmt.Sprint(a), 1)",
        "list := []ledger.Ledger{*a, *b}; reflect.Swapper(list)(0, 1); list[0].Record(fmt.Sprintf(\"%v %+v\", b, list), 1)",
        "n := reflect.ValueOf(b).Elem().Field(0).Int(); c := *a; _ = fmt.Sprint(n); c.Total()",
    ] {
        let seen = misuse(body);
        assert!(seen.contains("is a copy"), "{body}: {seen}");
    }
    let wanted = "reflect: call of reflect.Value.Interface on";
    let seen = misuse("_ = fmt.Sprint(reflect.ValueOf(b).Elem().Field(0).Interface())");
    assert!(seen.contains(wanted) || seen.contains("unexported"), "{seen}");
}

#[test]
fn an_uncaught_misuse_is_an_uncaught_panic() {
    let text = "import \"host/ledger\"\nfunc Bad() { a := ledger.Open(\"a\"); a.Close(); a.Total() }\n";
    isolates(text, |isolate, what| {
        let trap = isolate.call::<_, ()>("Bad", ()).unwrap_err();
        assert_eq!(trap.kind, TrapKind::Uncaught, "{what}");
        assert!(trap.message.contains("*ledger.Ledger is closed"), "{}", trap.message);
        assert!(
            isolate.traceback(&trap).contains("main.Bad(...)\n\tmain.go:"),
            "{}",
            isolate.traceback(&trap)
        );
    });
}

fn names(isolate: &mut Isolate<State>) -> Vec<String> {
    std::mem::take(&mut *isolate.host().dropped.lock().unwrap())
}

#[test]
fn objects_are_dropped_in_order() {
    let text = "import \"host/ledger\"\nvar kept []*ledger.Ledger\n\
        func Open(names []string) { for _, n := range names { kept = append(kept, ledger.Open(n)) } }\n\
        func Close(n int64) { kept[n].Close() }\n\
        func Lose() { kept = nil; for i := 0; i < 1000; i++ { _ = make([]byte, 1000) } }\n";
    for tier in TIERS {
        let module = compile_with(tier, &[package()], text).unwrap();
        let streams = Streams::default();
        let mut isolate = module.isolate(State::default(), Limits::default(), streams).unwrap();
        let dropped = isolate.host().dropped.clone();
        let open = |isolate: &mut Isolate<State>, list: &[&str]| {
            isolate.call::<_, ()>("Open", (list.iter().map(|n| n.to_string()).collect::<Vec<_>>(),)).unwrap();
        };
        open(&mut isolate, &["a", "b", "c"]);
        isolate.call::<_, ()>("Close", 1i64).unwrap();
        assert_eq!(names(&mut isolate), ["b"], "{tier}");
        // The place of a closed object is used again; the order is still that of their opening.
        open(&mut isolate, &["d", "e"]);
        assert_eq!(isolate.host_objects(), 4);
        isolate.call::<_, ()>("Lose", ()).unwrap();
        assert_eq!(isolate.host_objects(), 4, "a lost handle keeps its object");
        isolate.reset();
        assert_eq!(isolate.host_objects(), 0);
        assert_eq!(names(&mut isolate), ["e", "d", "c", "a"], "{tier}");

        // A panic in one keeps no other from being dropped, on reset and in the end.
        open(&mut isolate, &["a", "bomb", "b"]);
        isolate.reset();
        assert_eq!(names(&mut isolate), ["b", "bomb", "a"]);
        open(&mut isolate, &["bomb", "a"]);
        drop(isolate);
        assert_eq!(*dropped.lock().unwrap(), ["a", "bomb", "state"], "before the state: {tier}");
    }
}

#[test]
fn panics_of_objects_are_contained() {
    let text = "import \"host/ledger\"\nvar kept *ledger.Ledger\n\
        func Open(name string) { kept = ledger.Open(name) }\nfunc Fail() { kept.Fail() }\n\
        func Close() { kept.Close() }\nfunc Odd() { ledger.PanicOddly() }\nfunc Total() int64 { kept.Record(\"x\", 1); return kept.Total() }\n";
    isolates(text, |isolate, what| {
        isolate.call::<_, ()>("Open", "a").unwrap();
        let trap = isolate.call::<_, ()>("Fail", ()).unwrap_err();
        assert_eq!(
            (trap.kind, &*trap.message),
            (TrapKind::Host, "a host function panicked: a fails"),
            "{what}"
        );
        // It is not lent any more.
        assert_eq!(isolate.call::<_, i64>("Total", ()).unwrap(), 1, "{what}");
        // A panic in what closes it: it is gone all the same.
        isolate.call::<_, ()>("Open", "bomb").unwrap();
        let trap = isolate.call::<_, ()>("Close", ()).unwrap_err();
        assert_eq!(
            (trap.kind, &*trap.message),
            (TrapKind::Host, "a host function panicked: dropped"),
            "{what}"
        );
        let trap = isolate.call::<_, i64>("Total", ()).unwrap_err();
        assert!(trap.message.contains("is closed"), "{what}: {trap}");
        let trap = isolate.call::<_, ()>("Odd", ()).unwrap_err();
        assert_eq!(
            (trap.kind, &*trap.message),
            (TrapKind::Host, "a host function panicked: no message"),
            "{what}"
        );
    });
}

#[test]
fn an_isolate_with_objects_may_be_dropped_while_its_thread_panics() {
    let text = "import \"host/ledger\"\nvar kept = ledger.Open(\"bomb\")\nfunc Total() int64 { return kept.Total() }\n";
    let module = compile_with(Tier::Interp, &[package()], text).unwrap();
    let mut isolate = module.isolate(State::default(), Limits::default(), Streams::default()).unwrap();
    assert_eq!(isolate.call::<_, i64>("Total", ()).unwrap(), 0);
    let dropped = isolate.host().dropped.clone();
    let result = catch_unwind(AssertUnwindSafe(move || {
        let _isolate = isolate;
        panic!("the host");
    }));
    assert_eq!(result.unwrap_err().downcast_ref::<&str>(), Some(&"the host"));
    assert_eq!(*dropped.lock().unwrap(), ["bomb", "state"]);
}

#[test]
fn a_guest_opens_no_more_objects_than_it_may() {
    let text = "import \"host/ledger\"\nvar kept []*ledger.Token\n\
        func Open(n int64) { for i := int64(0); i < n; i++ { kept = append(kept, ledger.NewToken()) } }\n\
        func Lists(n int64) { for { ledger.Tokens(n) } }\n\
        func Cycle(n int64) { for i := int64(0); i < n; i++ { l := ledger.Open(\"x\"); l.Close() } }\n\
        func Catch() { defer func() { recover() }(); Open(2000000) }\n";
    isolates(text, |isolate, what| {
        isolate.set_host_objects(300);
        let trap = isolate.call::<_, ()>("Catch", ()).unwrap_err();
        assert_eq!(trap.kind, TrapKind::HostObjects, "{what}");
        assert_eq!(trap.message, "the program has as many objects of the host as it may: 300");
        assert_eq!((isolate.host_objects(), isolate.limits().host_objects), (300, 300));
        isolate.reset();
        isolate.set_host_objects(8);
        assert_eq!(isolate.call::<_, ()>("Cycle", 2_000i64), Ok(()), "{what}");
        assert_eq!(isolate.host_objects(), 0);
        assert_eq!(isolate.call::<_, ()>("Lists", 3i64).unwrap_err().kind, TrapKind::HostObjects, "{what}");
        assert_eq!(isolate.host_objects(), 8);
        isolate.set_host_objects(0);
        isolate.reset();
        assert_eq!(isolate.call::<_, ()>("Open", 1i64).unwrap_err().kind, TrapKind::HostObjects, "{what}");
    });
}

#[test]
fn there_is_a_limit_by_default() {
    let text = "import \"host/ledger\"\nfunc Open() { for { ledger.NewToken() } }\n";
    for tier in TIERS {
        let module = compile_with(tier, &[package()], text).unwrap();
        let mut isolate = module.isolate(State::default(), Limits::default(), Streams::default()).unwrap();
        assert_eq!(isolate.call::<_, ()>("Open", ()).unwrap_err().kind, TrapKind::HostObjects, "{tier}");
        assert_eq!(isolate.host_objects(), 10_000);
    }
}

#[test]
fn a_host_passes_objects_and_gets_them_back() {
    let text = "import \"host/ledger\"\nvar kept *ledger.Token\n\
        func Take(l *ledger.Ledger, n int64) *ledger.Ledger { l.Record(\"host\", n); return l }\n\
        func Same(l *ledger.Ledger) *ledger.Ledger { return l }\n\
        func None() *ledger.Ledger { return nil }\n\
        func Pair(l *ledger.Ledger) (*ledger.Ledger, *ledger.Ledger) { return l, l }\n\
        func Keep(t *ledger.Token) int64 { kept = t; return t.Use() }\n\
        func Back() *ledger.Token { return kept }\n";
    isolates(text, |isolate, what| {
        let ledger =
            |name: &str| Ledger { name: name.into(), entries: Vec::new(), dropped: Dropped::default() };
        let given = Object::new(ledger("given"));
        let back: Object<Ledger> =
            isolate.call("Take", (given, 3i64)).unwrap_or_else(|t| panic!("{what}: {t}"));
        let back = back.into_inner().unwrap();
        assert_eq!((&*back.name, &*back.entries), ("given", &[("host".to_string(), 3)][..]));
        assert_eq!(isolate.host_objects(), 0, "{what}");

        let refused = |isolate: &mut Isolate<State>, name: &str, why: &str| {
            let trap = isolate.call::<_, Object<Ledger>>(name, ()).unwrap_err();
            assert_eq!(trap.kind, TrapKind::Host, "{what}");
            assert!(trap.message.contains(why), "{what}: {trap}");
        };
        refused(isolate, "None", "*ledger.Ledger is null");
        let twice = isolate.call::<_, (Object<Ledger>, Object<Ledger>)>("Pair", Object::new(ledger("p")));
        assert!(twice.unwrap_err().message.contains("*ledger.Ledger is closed"), "{what}");

        // An object is moved: it does not cross twice.
        let once = Object::new(Token);
        assert_eq!(isolate.call::<_, i64>("Keep", &once).unwrap(), 7);
        assert!(isolate.call::<_, i64>("Keep", &once).unwrap_err().message.contains("crosses twice"));
        assert!(once.into_inner().is_none());
        assert!(isolate.call::<_, Object<Token>>("Back", ()).unwrap().into_inner().is_some());

        // Another Rust type, where the guest has a handle: it is in the isolate, and no method takes it.
        assert!(isolate.call::<_, Object<Ledger>>("Same", Object::new(Token)).is_err(), "{what}");
        let error = isolate.call::<_, i64>("Keep", 5i64).unwrap_err();
        assert!(error.message.contains("parameter 1 is *ledger.Token in the guest and i64"), "{error}");
    });
}

#[test]
fn handles_may_be_null_where_the_host_says_so() {
    let text = "import \"host/ledger\"\n\
        func Run() (bool, bool, bool, int64, int64) {\n\
            a := ledger.Open(\"a\")\n\
            n := ledger.Change(a) + ledger.Change(a) + ledger.Change(nil)\n\
            list := []*ledger.Token{ledger.Find(1), nil, ledger.Find(2)}\n\
            return ledger.Find(0) == nil, ledger.IsThere(ledger.Find(1)), ledger.IsThere(nil), n, ledger.Drain(list)\n}\n\
        func Closed() bool { return ledger.IsThere(new(ledger.Token)) }\n\
        func Or(t *ledger.Token) *ledger.Token { return t }\n";
    isolates(text, |isolate, what| {
        let seen: (bool, bool, bool, i64, i64) =
            isolate.call("Run", ()).unwrap_or_else(|t| panic!("{what}: {t}"));
        assert_eq!(seen, (true, true, false, 2, 2), "{what}");
        assert!(isolate.call::<_, bool>("Closed", ()).unwrap_err().message.contains("zero value"), "{what}");
        assert!(isolate.call::<_, Option<Object<Token>>>("Or", (None::<Object<Token>>,)).unwrap().is_none());
        let token = Some(Object::new(Token));
        assert!(isolate.call::<_, Option<Object<Token>>>("Or", (token,)).unwrap().is_some(), "{what}");
    });
}

#[test]
fn handles_of_one_isolate_are_none_in_another() {
    let text = "import \"host/ledger\"\nvar kept *ledger.Ledger\n\
        func Open(name string) { kept = ledger.Open(name) }\nfunc Name() string { return kept.Name() }\n";
    for tier in TIERS {
        let module = compile_with(tier, &[package()], text).unwrap();
        let isolate = || module.isolate(State::default(), Limits::default(), Streams::default()).unwrap();
        let (mut one, mut other) = (isolate(), isolate());
        one.call::<_, ()>("Open", "one").unwrap();
        assert!(other.call::<_, String>("Name", ()).unwrap_err().message.contains("nil pointer"));
        other.call::<_, ()>("Open", "other").unwrap();
        assert_eq!(one.call::<_, String>("Name", ()).unwrap(), "one", "{tier}");
        // An isolate moves to another thread with its objects.
        let name = std::thread::spawn(move || other.call::<_, String>("Name", ()).unwrap()).join();
        assert_eq!(name.unwrap(), "other");
    }
}

#[test]
fn a_method_needs_the_state_that_it_takes() {
    let text = "import \"host/ledger\"\nfunc Count(l *ledger.Ledger) int64 { return l.Count() }\n";
    let module = compile_with(Tier::Auto, &[package()], text).unwrap();
    let mut isolate = module.isolate((), Limits::default(), Streams::default()).unwrap();
    let dropped = Dropped::default();
    let ledger = Ledger { name: "a".into(), entries: Vec::new(), dropped: dropped.clone() };
    let trap = isolate.call::<_, i64>("Count", Object::new(ledger)).unwrap_err();
    assert_eq!(trap.kind, TrapKind::Host);
    assert!(trap.message.contains("a host function needs an isolate with a objects::State"), "{trap}");
    assert_eq!((isolate.host_objects(), dropped.lock().unwrap().len()), (1, 0));
    drop(isolate);
    assert_eq!(*dropped.lock().unwrap(), ["a"]);
}

#[test]
fn objects_survive_collections_and_fibers() {
    let text = "import \"host/ledger\"\n\
        func Run(n int64) (sum int64) {\n\
            c := make(chan *ledger.Ledger)\n\
            done := make(chan int64)\n\
            go func() { var s int64; for l := range c { s += l.Total(); l.Close() }; done <- s }()\n\
            for i := int64(0); i < n; i++ {\n\
                l := ledger.Open(\"l\")\n\t\tl.Record(string(make([]byte, 100)), i)\n\t\tc <- l\n\t}\n\
            close(c)\n\treturn <-done\n}\n";
    isolates(text, |isolate, what| {
        assert_eq!(isolate.call::<_, i64>("Run", 300i64).unwrap(), 44_850, "{what}");
        isolate.host_objects()
    });
}

#[test]
fn objects_of_other_packages_are_imported() {
    struct File(String);
    let files = HostPackage::new("host/files")
        .object::<File>("File", |object| object.method("Name", |file: &File| file.0.clone()))
        .function("Open", |name: String| Object::new(File(name)));
    let index = HostPackage::new("host/index").function("Length", |file: ObjectRef<'_, File>| file.0.len());
    let mut engine = Engine::new(Config::default());
    // The order does not matter.
    engine.host_package(index.clone());
    assert!(engine.declarations("go", "host/index").unwrap_err().to_string().contains("of no package"));
    engine.host_package(files.clone());
    assert_eq!(
        engine.declarations("go", "host/index").unwrap(),
        "package index\n\nimport \"host/files\"\n\nfunc Length(*files.File) uint64\n"
    );
    let text = "import (\n\"host/files\"\n\"host/index\"\n)\n\
        func Length() uint64 { return index.Length(files.Open(\"name\")) }\n";
    let module = compile_with(Tier::Auto, &[index, files], text).unwrap();
    let mut isolate = module.isolate((), Limits::default(), Streams::default()).unwrap();
    assert_eq!(isolate.call::<_, u64>("Length", ()).unwrap(), 4);
}

#[test]
fn declarations_may_be_given_and_are_checked() {
    let declared = |text: &str| {
        HostPackage::declared("host/tokens", format!("package tokens\n{text}"))
            .object::<Token>("Token", |object| {
                object.method("Use", |_: &Token, n: i64| n + 1).method("End", |_: Token| ())
            })
            .function("New", || Object::new(Token))
    };
    let uses = "import \"host/tokens\"\nfunc Use() int64 { t := tokens.New(); defer t.End(); return int64(t.Use(41)) }\n";
    let good = "type Token struct { handle int64 }\nfunc New() *Token\nfunc (t *Token) Use(n int64) int64\n\
                func (*Token) End()\n";
    let module = compile_with(Tier::Interp, &[declared(good)], uses).unwrap();
    let mut isolate = module.isolate((), Limits::default(), Streams::default()).unwrap();
    assert_eq!(isolate.call::<_, i64>("Use", ()).unwrap(), 42);
    for (from, to, wanted) in [
        (
            "handle int64",
            "handle int64; more int64",
            "*tokens.Token in the guest and Object<Token> in the host",
        ),
        ("handle int64", "handle *int64", "*tokens.Token in the guest and Object<Token> in the host"),
        ("Use(n int64) int64", "Use(n int64) int32", "result 1 is int32 in the guest and i64 in the host"),
        ("New() *Token", "New() Token", "in the guest"),
        ("(t *Token) Use", "(t Token) Use", "host/tokens.Token.Use is (tokens.Token, int64)"),
        ("(*Token) End()", "(*Token) End(); func (*Token) Other()", ""),
    ] {
        let result = compile_with(Tier::Interp, &[declared(&good.replace(from, to))], uses);
        match wanted {
            "" => assert!(result.is_ok(), "what is not called need not be there"),
            wanted => {
                let error = result.err().unwrap_or_else(|| panic!("{to} compiles"));
                assert!(error.contains(wanted), "{to}: {error}");
            }
        }
    }
}
