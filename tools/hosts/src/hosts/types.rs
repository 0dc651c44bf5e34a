//! Types that do not fit: of calls, of packages, and types that no value has.

use std::collections::HashMap;
use std::fmt::Debug;
use std::sync::Arc;

use purlin::{
    DataError, EnumType, FromGuest, HostData, HostPackage, HostType, Module, Params, Reader, Results,
    StructType, Tier, ToGuest, TypeBuilder, Writer, Written, type_of,
};

use crate::common::{Outcome, compile, engine, holds, in_tiers, isolate, panics, refused, same, well};

const TEXT: &str = "type Pair struct { A int64; B string }\n\
    func F(a int64, s string) (bool, error) { return a == int64(len(s)), nil }\n\
    func G(p Pair, m map[string]int32) []byte { return []byte(p.B) }\n\
    func None() {}\n\
    func hidden() {}\n\
    func Any(x any) {}";

/// Whether a look-up is refused with a message that has both types, or says why nothing can be called.
fn other<P: Params, R: Results + Debug>(module: &Module, name: &str) -> Outcome {
    match module.function::<P, R>(name) {
        Ok(_) => Err(format!("{name} was linked with types that it does not have")),
        Err(trap) => {
            let says = trap.message.contains(name) && trap.message.len() > name.len() + 8;
            holds(says, format!("the message says little: {}", trap.message))
        }
    }
}

pub(crate) fn calls() -> Outcome {
    in_tiers(|tier| {
        let module = compile(tier, &[], TEXT)?;
        other::<(i64,), bool>(&module, "F")?;
        other::<(i64, &str), bool>(&module, "F")?;
        other::<(i64, &str), Result<(), String>>(&module, "F")?;
        other::<(i64, &str), (bool, String)>(&module, "F")?;
        other::<(i32, &str), Result<bool, String>>(&module, "F")?;
        other::<(u64, &str), Result<bool, String>>(&module, "F")?;
        other::<(f64, &str), Result<bool, String>>(&module, "F")?;
        other::<(i64, Vec<u8>), Result<bool, String>>(&module, "F")?;
        other::<((i64, String),), Result<bool, String>>(&module, "F")?;
        other::<Vec<i64>, Result<bool, String>>(&module, "F")?;
        other::<(i64, &str, i64), Result<bool, String>>(&module, "F")?;
        other::<(Option<i64>, &str), Result<bool, String>>(&module, "F")?;
        other::<((i64, String), HashMap<String, i64>), Vec<u8>>(&module, "G")?;
        other::<((String, i64), HashMap<String, i32>), Vec<u8>>(&module, "G")?;
        other::<((i64, String), HashMap<String, i32>), Vec<i8>>(&module, "G")?;
        other::<((i64, String), HashMap<String, i32>), [u8; 1]>(&module, "G")?;
        other::<(), i64>(&module, "None")?;
        other::<(), Result<(), String>>(&module, "None")?;
        other::<(i64,), ()>(&module, "None")?;
        other::<(), ()>(&module, "hidden")?;
        other::<(i64,), ()>(&module, "Any")?;
        for name in ["nothing", "", "\0", "main", "main.F", "F ", "init", "🦀"] {
            let trap = module.function::<(), ()>(name).err();
            holds(trap.is_some(), format!("{name:?} was found"))?;
        }
        // What fits still works.
        let mut i = isolate(&module)?;
        same(well(i.call::<_, Result<bool, String>>("F", (3i64, "abc")))?, Ok(true))?;
        let map = HashMap::from([("x".to_string(), 1i32)]);
        same(well(i.call::<_, Vec<u8>>("G", ((1i64, "y"), map)))?, b"y".to_vec())?;
        refused(i.call::<_, ()>("hidden", ()), "not exported")
    })
}

/// Whether a program that uses a package is an error with this text.
fn wrong(package: HostPackage, program: &str, text: &str) -> Outcome {
    let declared = package.declarations().map(|text| text.chars().take(100).collect::<String>());
    match compile(Tier::Interp, &[package], program) {
        Ok(_) => Err(format!("{declared:?} compiled, without {text:?}")),
        Err(why) => holds(why.contains(text), format!("no {text:?} in {why:?}")),
    }
}

pub(crate) fn packages() -> Outcome {
    let declared = |text: &str| HostPackage::declared("host/p", format!("package p\n{text}\n"));
    let uses = "import \"host/p\"\nfunc Use() { p.F(1) }";
    wrong(declared("func F(n int64)").function("F", |_: i32| {}), uses, "F")?;
    wrong(declared("func F(n int64)").function("F", |_: &str| {}), uses, "F")?;
    wrong(declared("func F(n int64)").function("F", |_: i64| 1i64), uses, "F")?;
    wrong(declared("func F(n int64) int64").function("F", |_: i64| {}), uses, "F")?;
    wrong(declared("func F(n int64)").function("F", |_: i64, _: i64| {}), uses, "F")?;
    wrong(declared("func F(n int64)").function("F", || {}), uses, "F")?;
    wrong(declared("func F(n int64)").function("G", |_: i64| {}), uses, "F")?;
    wrong(declared("func G(n int64)").function("F", |_: i64| {}), uses, "F")?;
    wrong(declared("func F(n int64) chan int").function("F", |_: i64| 1i64), uses, "F")?;
    wrong(declared("func F(n int64"), uses, "")?;
    wrong(HostPackage::declared("host/p", "\0\u{feff}package"), uses, "")?;
    wrong(HostPackage::declared("host/p", "(".repeat(100_000)), uses, "")?;
    wrong(HostPackage::new("host/q").function("F", |_: i64| {}), uses, "host/p")?;
    // The same closure, declared truly.
    let package = declared("func F(n int64)").function("F", |_: i64| {});
    let mut i = isolate(&compile(Tier::Interp, &[package], uses)?)?;
    well(i.call::<_, ()>("Use", ()))
}

pub(crate) fn names() -> Outcome {
    let uses = "import \"host/p\"\nfunc Use() { p.F() }";
    let names = ["", " ", "f", "F()", "F\nfunc G()", "func", "F.G", "F\0", "é", "🦀", "_", "main", "init"];
    for name in names {
        let package = HostPackage::new("host/p").function(name, || {});
        holds(
            compile(Tier::Interp, std::slice::from_ref(&package), uses).is_err(),
            format!("{name:?} is F"),
        )?;
        // Either it is a name of Go's or there is an error that says that it is none.
        let said = engine(Tier::Interp, &[package]).declarations("go", "host/p");
        holds(
            said.is_err() || !name.contains([' ', '\n', '(', '\0']),
            format!("{name:?} is declared: {said:?}"),
        )?;
    }
    let twice = HostPackage::new("host/p").function("F", || {}).function("F", || 1i64);
    holds(compile(Tier::Interp, &[twice], uses).is_err(), "a function is there twice")?;
    for path in
        ["", "/", "host/", "host/p\"\nimport \"os", "a b", "../p", "\0", "main", "host/func", "host/1"]
    {
        let mut package = HostPackage::new(path).function("F", || {});
        let engine_of = |package: &HostPackage| engine(Tier::Interp, std::slice::from_ref(package));
        let _ = engine_of(&package).declarations("go", path);
        let text = format!("import \"{path}\"\nfunc Use() {{}}");
        let refused = compile(Tier::Interp, &[package.clone()], &text).is_err();
        holds(refused, format!("a package of the path {path:?} was imported"))?;
        // The path is public: the functions then belong to another package.
        package.path = "host/p".into();
        let _ = compile(Tier::Interp, &[package.clone()], "func Use() {}");
        let _ = package.functions().count();
        let _ = compile(Tier::Interp, &[package], uses);
    }
    Ok(())
}

/// A type of a name alone: what its values are is said in `N` ways that none has.
struct Odd<const N: usize>;

const ODD: usize = 12;

fn odd_type(n: usize, types: &mut TypeBuilder) -> HostType {
    let structure = |key: &str, name: &str, fields: Vec<(String, HostType)>| {
        HostType::Struct(Arc::new(StructType { key: key.into(), name: name.into(), fields }))
    };
    match n {
        0 => HostType::Int(200, true),
        1 => HostType::Int(0, false),
        2 => HostType::Array(HostType::Bool.into(), u64::MAX),
        3 => HostType::Inside("nowhere".into()),
        4 => HostType::Slice(HostType::Error.into()),
        5 => structure("k", "", vec![(String::new(), HostType::Bool), (String::new(), HostType::Bool)]),
        6 => structure("k", "int64", vec![("a b\n}".into(), HostType::Inside("k".into()))]),
        7 => HostType::Enum(Arc::new(EnumType { name: "1".into(), variants: vec![String::new(); 3] })),
        8 => (0..1_000).fold(HostType::Bool, |inner, _| HostType::Option(inner.into())),
        9 => (0..1_000).fold(HostType::Bool, |inner, _| HostType::Tuple([inner].into())),
        10 => HostType::Map((HostType::Slice(HostType::Bool.into()), HostType::Any).into()),
        _ => types.structure("k", "K", |types| {
            let inside = types.structure("k", "K", |_| Vec::new());
            (0..300).map(|n| (format!("f{n}"), inside.clone())).collect()
        }),
    }
}

impl<const N: usize> HostData for Odd<N> {
    fn host_type(types: &mut TypeBuilder) -> HostType {
        odd_type(N, types)
    }
}

impl<const N: usize> ToGuest for Odd<N> {
    fn write(&self, to: Writer<'_>) -> Result<Written, DataError> {
        7i64.write(to)
    }
}

impl<const N: usize> FromGuest for Odd<N> {
    fn read(from: Reader<'_>) -> Result<Odd<N>, DataError> {
        i64::read(from).map(|_| Odd)
    }
}

fn odd<const N: usize>(module: &Module) -> Outcome {
    let text = type_of::<Odd<N>>().to_string();
    holds(text.len() < 1 << 20, "the name of a type has no end")?;
    for name in ["I", "S", "L", "P"] {
        holds(module.function::<(Odd<N>,), ()>(name).is_err(), format!("{name} takes {text}"))?;
    }
    holds(module.function::<(), Odd<N>>("R").is_err(), format!("R returns {text}"))?;
    let package = HostPackage::new("host/p").function("F", |odd: Odd<N>| odd);
    // An error, or a package that no program here can use wrongly.
    let declared = engine(Tier::Interp, std::slice::from_ref(&package)).declarations("go", "host/p");
    let uses = "import \"host/p\"\nvar X int64\nfunc Use() int64 { return p.F(X) }";
    holds(compile(Tier::Interp, &[package], uses).is_err(), format!("{text} is an int64: {declared:?}"))?;
    let package = HostPackage::declared("host/p", "package p\nfunc F(n int64) int64\n");
    let package = package.function("F", |odd: Odd<N>| odd);
    holds(compile(Tier::Interp, &[package], uses).is_err(), format!("{text} was taken for int64"))
}

pub(crate) fn impossible() -> Outcome {
    let text = "type K struct { A int64 }\nfunc I(n int64) {}\nfunc S(s string) {}\nfunc L(l []bool) {}\n\
        func P(p *K) {}\nfunc R() int64 { return 1 }";
    let module = compile(Tier::Interp, &[], text)?;
    odd::<0>(&module)?;
    odd::<1>(&module)?;
    odd::<2>(&module)?;
    odd::<3>(&module)?;
    odd::<4>(&module)?;
    odd::<5>(&module)?;
    odd::<6>(&module)?;
    odd::<7>(&module).or_else(|why| {
        // An enumeration is an int64 whatever its variants are called.
        holds(why.contains("I takes 1"), why)
    })?;
    odd::<8>(&module)?;
    odd::<9>(&module)?;
    odd::<10>(&module)?;
    odd::<11>(&module)?;
    same(ODD, 12)?;
    // A type that is made anew for ever is the host's own endless recursion: not tried. One that panics is
    // not caught either, as nothing of the guest's is under way.
    struct Panics;
    impl HostData for Panics {
        fn host_type(_: &mut TypeBuilder) -> HostType {
            panic!("no type")
        }
    }
    impl FromGuest for Panics {
        fn read(_: Reader<'_>) -> Result<Panics, DataError> {
            Ok(Panics)
        }
    }
    same(panics(|| module.function::<(), Panics>("R").is_ok())?, "no type")?;
    same(well(isolate(&module)?.call::<_, i64>("R", ()))?, 1)
}
