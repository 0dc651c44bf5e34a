//! Modules that gain functions, types and natives while isolates run, in every tier.

use std::sync::{Arc, Mutex, OnceLock};

use purlin::extend::Unit;
use purlin::{
    Call, Config, Engine, HostPackage, Isolate, Limits, Module, SourceFile, Streams, Stress, Tier, TrapKind,
};
use purlin_ir::{FuncBuilder, FuncId, InterfaceId, Opcode, SelectorId, Signature, Type};
use purlin_runtime::heap::ClassId;
use purlin_runtime::types::{Desc, TypeKind};

/// `shapes` asks a type's method for each of n numbers, and whether the type is a shape.
/// `main_loop` asks the host for a further type in the middle of its run, `by_number` for a function.
const PROGRAM: &str = r#"
types 3 open
sig0 = (i64) -> (i64)
sig1 = (i64, i64) -> (i64)
native0 = "host.grow" (i64) -> (i64)
selector0 = "Area" [1: fn0, 2: fn1]
selector1 = "Only" [2: fn1]
iface0 = "Shape" [1, 2]
iface1 = "None" []

fn0 "square" (i64) -> (i64) {
block0(v0: i64):
    charge 3
    v1 = imul.i64 v0, v0
    return v1
}

fn1 "dot" (i64) -> (i64) {
block0(v0: i64):
    charge 1
    v1 = iconst.i64 0
    return v1
}

fn2 "shapes" (i64, i64) -> (i64) {
block0(v0: i64, v1: i64):
    charge 1
    poll fs0 [v0, v1]
    v2 = iconst.i64 0
    jump block1(v1, v2)
block1(v3: i64, v4: i64):
    charge 9
    poll fs1 [v0, v3, v4]
    v5 = iface_method selector0(v0)
    v6 = call_indirect sig0(v5, v3)
    v7 = implements iface0(v0)
    v8 = zext.i64 v7
    v9 = iadd.i64 v6, v8
    v10 = iadd.i64 v4, v9
    v11 = implements iface1(v0)
    v12 = zext.i64 v11
    v13 = iadd.i64 v10, v12
    v14 = iconst.i64 1
    v15 = isub.i64 v3, v14
    brif v7, block2, block2
block2:
    v16 = iconst.i64 0
    v17 = sgt.i64 v15, v16
    brif v17, block1(v15, v13), block3
block3:
    return v13
}

fn3 "main_loop" (i64, i64) -> (i64) {
block0(v0: i64, v1: i64):
    charge 1
    poll fs0 [v0, v1]
    v2 = iconst.i64 0
    v3 = iconst.i64 1
    jump block1(v0, v2, v3)
block1(v4: i64, v5: i64, v6: i64):
    charge 9
    poll fs1 [v1, v4, v5, v6]
    v7 = call fn2(v6, v1)
    v8 = iadd.i64 v5, v7
    v9 = iface_method selector1(v6)
    v10 = call_native native0(v4)
    v11 = iconst.i64 1
    v12 = isub.i64 v4, v11
    v13 = sgt.i64 v12, v2
    brif v13, block1(v12, v8, v10), block2
block2:
    return v8
}

fn4 "by_number" (i64, i64) -> (i64) {
block0(v0: i64, v1: i64):
    charge 5
    poll fs0 [v0, v1]
    v2 = call_native native0(v0)
    v3 = call_indirect sig0(v2, v1)
    return v3
}
"#;

const TIERS: [Tier; 3] = [Tier::Interp, Tier::Native, Tier::Auto];

fn desc(name: &str) -> Desc {
    Desc {
        name: name.into(),
        long_name: name.into(),
        kind: TypeKind::Int(8, true),
        size: 8,
        named: true,
        word: true,
        comparable: true,
        class: ClassId(0),
        detail: None,
        methods: vec!["Area".into()],
    }
}

/// A module whose guests can ask it to grow.
struct Growing {
    module: Module,
    /// Types and functions that were added.
    added: Mutex<Vec<(u32, u32)>>,
}

impl Growing {
    fn new(config: Config) -> Arc<Growing> {
        let this: Arc<OnceLock<Arc<Growing>>> = Arc::default();
        let mut engine = Engine::new(config);
        let own = this.clone();
        engine.host_package(HostPackage::new("host").function("grow", move |_: &mut Call<'_>, n: i64| {
            own.get().expect("the module is there").grow(n)
        }));
        let source = SourceFile { name: "growth.ir".into(), text: PROGRAM.into() };
        let module = engine.compile(&[source]).unwrap_or_else(|e| panic!("{e}"));
        this.get_or_init(|| Arc::new(Growing { module, added: Mutex::default() })).clone()
    }

    /// Adds a type with a method that multiplies by `n` natively: the type's number, or the method's if `n`
    /// is negative.
    fn grow(&self, n: i64) -> i64 {
        let add = |unit: &mut Unit| add_type(unit, n.abs());
        let added = self.module.extend(add).unwrap_or_else(|e| panic!("{e}"));
        self.added.lock().unwrap().push(added);
        i64::from(if n < 0 { added.1 } else { added.0 })
    }

    fn isolate(&self) -> Isolate<()> {
        self.module.isolate((), Limits::default(), Streams::default()).unwrap()
    }
}

/// A type, and its method `n * x + 1`. The product is a host function of its own, and the sum goes through a
/// native of the runtime, which machine code calls by its register form.
fn add_type(unit: &mut Unit, n: i64) -> (u32, u32) {
    let times = move |_: &mut Call<'_>, x: i64| n * x;
    let name = format!("times{}", unit.module.natives.len());
    let native = unit.module.native(&format!("more.{name}"), &[Type::I64], &[Type::I64]);
    unit.host.push(HostPackage::new("more").function(name, times));
    let sig = Signature::new([Type::I64], [Type::I64]);
    let float = Type::F64;
    let divide = unit.module.native("rt.complex_div", &[float; 4], &[float; 2]);
    let plus = define(unit, "plus", &sig, |b| {
        let (x, zero, unit) = (b.param(0), b.f64const(0.0), b.f64const(1.0));
        let x = b.op(Opcode::SintToFloat, float, &[x]);
        let x = b.call_native(divide, &[x, zero, unit, zero])[0];
        let x = b.op(Opcode::FloatToSint, Type::I64, &[x]);
        let one = b.iconst(Type::I64, 1);
        let sum = b.op(Opcode::Iadd, Type::I64, &[x, one]);
        b.ret(&[sum]);
    });
    let method = define(unit, "Area", &sig, |b| {
        let x = b.param(0);
        let product = b.call_native(native, &[x])[0];
        let sum = b.call(plus, &[product])[0];
        b.ret(&[sum]);
    });
    let ty = unit.add_type(desc("main.Added")).expect("there are numbers");
    for selector in [0, 1] {
        unit.module.selectors[SelectorId::from_u32(selector)].methods.push((ty, method));
    }
    unit.module.interfaces[InterfaceId::from_u32(0)].types.push(ty);
    (ty, method.as_u32())
}

fn define(unit: &mut Unit, name: &str, sig: &Signature, body: impl FnOnce(&mut FuncBuilder<'_>)) -> FuncId {
    let func = unit.module.declare(name, sig);
    let mut b = FuncBuilder::new(&mut unit.module, func);
    body(&mut b);
    b.finish();
    func
}

/// What `main_loop` gives: `rounds` rounds of `n` numbers, the first with squares.
fn expected(rounds: i64, n: i64) -> i64 {
    let squares: i64 = (1..=n).map(|x| x * x + 1).sum();
    let further = (2..=rounds).map(|times| (1..=n).map(|x| times * x + 2).sum::<i64>());
    squares + further.sum::<i64>()
}

#[test]
fn a_running_isolate_uses_what_its_module_gains() {
    for tier in TIERS {
        let stresses = [Stress::default(), Stress { osr: true, deopt: true, ..Stress::default() }];
        for (stress, verify) in stresses.into_iter().flat_map(|s| [(s, false), (s, true)]) {
            let growing = Growing::new(Config { tier, stress, verify, ..Config::default() });
            let mut isolate = growing.isolate();
            let mut before = growing.isolate();
            let call = |isolate: &mut Isolate<()>, func, a: i64, b: i64| -> i64 {
                isolate.call_added(func, (a, b)).unwrap_or_else(|e| panic!("{tier:?}: {e}"))
            };
            assert_eq!(call(&mut isolate, 3, 7, 300), expected(7, 300), "{tier:?} {stress:?}");
            // A function by its number, in the isolate that added it and in one that was there before.
            assert_eq!(call(&mut isolate, 4, -5, 10), 51);
            let (ty, func) = growing.added.lock().unwrap()[0];
            assert_eq!(call(&mut before, 2, i64::from(ty), 2), (7 * 2 + 2) + (7 + 2));
            let one: i64 = before.call_added(func, (6_i64,)).unwrap();
            assert_eq!(one, 43);
            assert_eq!(call(&mut before, 4, -9, 2), 19);
            before.reset();
            assert_eq!(call(&mut before, 3, 3, 4), expected(3, 4));
            // What is linked is as it was.
            assert_eq!(call(&mut before, 2, 1, 3), 9 + 4 + 1 + 3);
        }
    }
}

#[test]
fn gas_does_not_depend_on_the_tier() {
    let gas = TIERS.map(|tier| {
        let mut isolate = Growing::new(Config { tier, ..Config::default() }).isolate();
        let _: i64 = isolate.call_added(3, (6_i64, 100_i64)).unwrap();
        isolate.stats().gas
    });
    assert!(gas[0] > 0 && gas.iter().all(|g| *g == gas[0]), "{gas:?}");
}

#[test]
fn isolates_whose_code_counts_use_what_is_added() {
    for (tier, eager) in TIERS.into_iter().flat_map(|tier| [(tier, false), (tier, true)]) {
        let growing = Growing::new(Config { tier, eager, ..Config::default() });
        let isolate = |calls: u64| {
            let limits = Limits { call_depth: Some(calls), alloc_bytes: Some(1 << 30), ..Limits::default() };
            growing.module.isolate((), limits, Streams::default()).unwrap()
        };
        let sum = |isolate: &mut Isolate<()>| isolate.call_added::<_, i64>(3, (5_i64, 40_i64));
        let mut before = isolate(100);
        assert_eq!(growing.grow(2), 4096);
        assert_eq!(sum(&mut before).unwrap(), expected(5, 40), "{tier:?} {eager}");
        // A form of the module that is made after the addition, and one in which nothing is counted.
        assert_eq!(sum(&mut growing.isolate()).unwrap(), expected(5, 40));
        let limits = Limits { call_depth: Some(100), ..Limits::default() };
        let mut after = growing.module.isolate((), limits, Streams::default()).unwrap();
        let of_type: i64 = after.call_added(2, (4096_i64, 2_i64)).unwrap();
        assert_eq!(of_type, (2 * 2 + 2) + (2 + 2));
        // Nested in the outermost function: the one that it calls, the method, and what that calls.
        assert!(sum(&mut isolate(3)).is_ok());
        assert_eq!(sum(&mut isolate(2)).unwrap_err().kind, TrapKind::CallDepth);
    }
}

#[test]
fn isolates_grow_one_module_on_several_threads() {
    for tier in TIERS {
        let growing = Growing::new(Config { tier, ..Config::default() });
        std::thread::scope(|threads| {
            for rounds in [9, 12, 15] {
                let growing = &growing;
                threads.spawn(move || {
                    let mut isolate = growing.isolate();
                    let sum: i64 = isolate.call_added(3, (rounds, 50_i64)).unwrap();
                    assert_eq!(sum, expected(rounds, 50));
                });
            }
        });
        // Others' types and functions can be used, too.
        let mut isolate = growing.isolate();
        for (ty, func) in growing.added.lock().unwrap().iter() {
            let of_type: i64 = isolate.call_added(2, (i64::from(*ty), 1_i64)).unwrap();
            let of_number: i64 = isolate.call_added(*func, (1_i64,)).unwrap();
            assert_eq!(of_type, of_number + 1);
        }
    }
}

#[test]
fn a_unit_that_does_not_fit_changes_nothing() {
    let growing = Growing::new(Config::default());
    let refused =
        |build: &dyn Fn(&mut Unit)| growing.module.extend(|unit| build(unit)).unwrap_err().to_string();
    let why = refused(&|unit| {
        unit.module.declare("nothing", &Signature::default());
    });
    assert!(why.contains("nothing has no body"), "{why}");
    let why = refused(&|unit| {
        unit.module.native("more.missing", &[], &[]);
    });
    assert!(why.contains("more.missing: no such native"), "{why}");
    let why = refused(&|unit| {
        unit.module.bytes(b"text");
    });
    assert!(why.contains("data of its own"), "{why}");
    let why = refused(&|unit| {
        unit.module.selectors[SelectorId::from_u32(1)].methods.insert(0, (1, FuncId::from_u32(0)))
    });
    assert!(why.contains("types that were there"), "{why}");
    let why = refused(&|unit| {
        while unit.add_type(desc("many")).is_some_and(|ty| ty < 3 << 28) {}
    });
    assert!(why.contains("too many types"), "{why}");
    let why = refused(&|unit| {
        let sig = Signature::default();
        (0..1 << 20).for_each(|_| {
            define(unit, "many", &sig, |b| b.ret(&[]));
        });
    });
    assert!(why.contains("too many functions"), "{why}");
    let closed = PROGRAM.replace(" open", "");
    let source = SourceFile { name: "closed.ir".into(), text: closed.into() };
    let mut engine = Engine::new(Config::default());
    engine.host_package(HostPackage::new("host").function("grow", |_: &mut Call<'_>, n: i64| n));
    let module = engine.compile(&[source]).unwrap();
    let why = module.extend(|unit| add_type(unit, 1)).unwrap_err().to_string();
    assert!(why.contains("types of the module are closed"), "{why}");
    // None of that is in the way of what fits.
    assert_eq!(growing.grow(3), 4096);
}
