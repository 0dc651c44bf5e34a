//! Behaviours, sites, methods that change, fibers' own words and leaving, in every rung, tier and stress
//! mode: results and gas are the same in all.

use purlin::guest::Compiled;
use purlin::substrate::base::TrapCode;
use purlin::substrate::ir::{
    ClassDecl, FuncBuilder, FuncId, Module, Opcode, Pointers, Signature, Type, Value,
};
use purlin::{
    Config, Diagnostic, Dispatch, Engine, Guest, Input, Limits, SourceFile, SourceMap, Streams, Stress, Tier,
};
use purlin_dynamic::send::{self, Likely, Message, Site, Sites};
use purlin_dynamic::{leave, word};

/// A guest of which every program is the same module.
struct Fixed;

impl Guest for Fixed {
    fn name(&self) -> &'static str {
        "fixed"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["fixed"]
    }

    fn compile(&self, _: &mut SourceMap, _: &Input<'_>) -> Result<Compiled, Vec<Diagnostic>> {
        Ok(Compiled::new(module()))
    }

    fn dump_ast(&self, _: &mut SourceMap, _: &Input<'_>) -> Result<String, Vec<Diagnostic>> {
        Ok(String::new())
    }
}

const TURNS: i64 = 3000;

/// A method that takes a receiver and answers a constant.
fn constant(module: &mut Module, name: &str, n: i64) -> FuncId {
    let id = module.declare(name, &send::signature(1));
    let mut b = FuncBuilder::new(module, id);
    b.priced();
    let n = word::int(&mut b, n).unwrap();
    b.ret(&[n]);
    b.finish();
    id
}

/// The guest's own lookup at the lowest rungs, which is the runtime's again, and what sends ask it by.
fn asked(module: &mut Module) -> FuncId {
    let id = module.declare("find", &send::signature(2));
    let mut b = FuncBuilder::new(module, id);
    b.free();
    let (behaviour, selector) = (b.param(0), b.param(1));
    let behaviour = word::as_ref(&mut b, behaviour);
    let number = b.load(Type::Dyn, behaviour, 24);
    let number = b.op(Opcode::DynToInt, Type::I64, &[number]);
    let native = b.module.native("dyn.lookup", &[Type::I64, Type::Dyn], &[Type::Dyn]);
    let found = b.call_native(native, &[number, selector])[0];
    let depth = b.iconst(Type::I64, 0);
    let function = send::answer(&mut b, found, depth);
    b.ret(&[function]);
    b.finish();
    for rung in [Dispatch::Lookup, Dispatch::Invoke] {
        send::asker(module, rung, 1, id).unwrap();
    }
    assert!(send::asker(module, Dispatch::Poly, 1, id).is_none());
    id
}

/// `turns(a, b, symbol)`: what all sends to `a`, `b` and an integer in turn answer, summed up, through one
/// site.
fn turns(module: &mut Module, sites: &mut Sites, fallback: FuncId) -> FuncId {
    let id = module.declare("turns", &Signature::new([Type::Dyn; 3], [Type::I64]));
    let mut b = FuncBuilder::new(module, id);
    b.priced();
    let (a, other, selector) = (b.param(0), b.param(1), b.param(2));
    let [head, body, exit, odd, third, meet] = [(); 6].map(|()| b.block());
    let (i, sum) = (b.block_param(head, Type::I64), b.block_param(head, Type::I64));
    let receiver = b.block_param(meet, Type::Dyn);
    let (zero, one) = (b.iconst(Type::I64, 0), b.iconst(Type::I64, 1));
    b.jump(head, &[zero, zero]);
    b.switch_to(head);
    let end = b.iconst(Type::I64, TURNS);
    let more = b.binary(Opcode::Slt, i, end);
    b.brif(more, body, exit);
    b.switch_to(body);
    b.price(3);
    let three = b.iconst(Type::I64, 3);
    let which = b.binary(Opcode::Srem, i, three);
    let is_first = b.binary(Opcode::Ieq, which, zero);
    b.brif_args(is_first, (meet, &[a]), (odd, &[]));
    b.switch_to(odd);
    let is_second = b.binary(Opcode::Ieq, which, one);
    b.brif_args(is_second, (meet, &[other]), (third, &[]));
    b.switch_to(third);
    let seven = word::int(&mut b, 7).unwrap();
    b.jump(meet, &[seven]);
    b.switch_to(meet);
    let at = sites.add(&mut b);
    let site = Site { at, selector: selector.into(), fallback };
    let likely = Likely::default();
    let answer = send::send(&mut b, Message { site, operands: &[receiver], from: None, likely: &likely });
    let answer = b.op(Opcode::DynToInt, Type::I64, &[answer]);
    let next_sum = b.binary(Opcode::Iadd, sum, answer);
    let next = b.binary(Opcode::Iadd, i, one);
    b.jump(head, &[next, next_sum]);
    b.switch_to(exit);
    b.ret(&[sum]);
    b.finish();
    id
}

/// A function that is left for the home that it gets, and one that calls it and is not the home.
fn leavers(module: &mut Module) -> FuncId {
    let inner = module.declare("inner", &send::signature(1));
    let mut b = FuncBuilder::new(module, inner);
    b.priced();
    let (home, value) = (b.param(0), word::int(&mut b, 99).unwrap());
    leave::begin(&mut b, home, value);
    b.finish();
    let middle = module.declare("middle", &send::signature(1));
    let mut b = FuncBuilder::new(module, middle);
    b.priced();
    let home = b.param(0);
    let leaving = b.block();
    let result = b.call(inner, &[home])[0];
    leave::check(&mut b, result, leaving);
    b.ret(&[result]);
    b.switch_to(leaving);
    let own = word::nil(&mut b);
    leave::arrive(&mut b, own);
    b.finish();
    let outer = module.declare("outer", &send::signature(1));
    let mut b = FuncBuilder::new(module, outer);
    b.priced();
    let home = b.param(0);
    let leaving = b.block();
    let result = b.call(middle, &[home])[0];
    leave::check(&mut b, result, leaving);
    b.trap(TrapCode::Unreachable);
    b.switch_to(leaving);
    leave::arrive(&mut b, home);
    b.finish();
    outer
}

/// The body of `main` on its way.
struct Main<'m> {
    b: FuncBuilder<'m>,
}

impl Main<'_> {
    fn native(&mut self, name: &str, args: &[Value], results: &[Type]) -> Option<Value> {
        let params: Vec<Type> = args.iter().map(|a| self.b.func.ty(*a)).collect();
        let native = self.b.module.native(name, &params, results);
        self.b.call_native(native, args).first().copied()
    }

    fn object(&mut self, words: u32) -> Value {
        let class = self.b.module.class(ClassDecl { size: 8 * words, pointers: Pointers::All });
        let object = self.b.alloc(class);
        word::as_dyn(&mut self.b, object)
    }

    /// A behaviour, and its number.
    fn behaviour(&mut self, parent: Option<Value>) -> (Value, Value) {
        let object = self.object(6);
        if let Some(parent) = parent {
            let at = word::as_ref(&mut self.b, object);
            self.b.store(at, 16, parent);
        }
        let number = self.native("dyn.behaviour", &[object], &[Type::I64]).unwrap();
        (object, number)
    }

    fn instance(&mut self, number: Value) -> Value {
        let object = self.object(2);
        let at = word::as_ref(&mut self.b, object);
        self.b.store(at, 0, number);
        object
    }

    fn symbol(&mut self, text: &str) -> Value {
        let data = self.b.module.bytes(text.as_bytes());
        let (at, len) = (self.b.data_addr(data, 0), self.b.iconst(Type::I64, text.len() as i64));
        self.native("dyn.intern", &[at, len], &[Type::Dyn]).unwrap()
    }

    fn put(&mut self, behaviour: Value, symbol: Value, method: FuncId) {
        let method = word::int(&mut self.b, i64::from(method.as_u32())).unwrap();
        self.native("dyn.put", &[behaviour, symbol, method], &[]);
    }

    /// Ends with a trap unless the two are equal.
    fn expect(&mut self, found: Value, wanted: i64) {
        let wanted = self.b.iconst(Type::I64, wanted);
        let differs = self.b.binary(Opcode::Ine, found, wanted);
        self.b.trap_if(differs, TrapCode::Unreachable);
    }
}

fn module() -> Module {
    let mut module = Module::new();
    let mut sites = Sites::new(&mut module);
    let [one, two, ten, five] = [1, 2, 10, 5].map(|n| constant(&mut module, &format!("m{n}"), n));
    let fallback = constant(&mut module, "fallback", -1);
    let other_shape = asked(&mut module);
    let turns = turns(&mut module, &mut sites, fallback);
    let outer = leavers(&mut module);
    let main = module.declare("main", &Signature::default());
    module.main = Some(main);
    let mut b = FuncBuilder::new(&mut module, main);
    b.priced();
    let mut m = Main { b };
    let (a_class, a_number) = m.behaviour(None);
    let (b_class, b_number) = m.behaviour(Some(a_class));
    let (int_class, _) = m.behaviour(None);
    let ints = m.b.iconst(Type::I64, 33);
    m.native("dyn.fixed", &[int_class, ints], &[Type::I64]);
    let (name, other) = (m.symbol("name"), m.symbol("other"));
    let (a, b) = (m.instance(a_number), m.instance(b_number));
    let check = |m: &mut Main<'_>, symbol: Value, each: i64| {
        let sum = m.b.call(turns, &[a, b, symbol])[0];
        m.expect(sum, each * TURNS / 3);
    };
    // Nothing is understood, then by the first class only, which the second inherits from.
    check(&mut m, name, -3);
    m.put(a_class, name, one);
    check(&mut m, name, 1 + 1 - 1);
    m.put(int_class, name, five);
    check(&mut m, name, 1 + 1 + 5);
    m.put(b_class, name, two);
    check(&mut m, name, 1 + 2 + 5);
    m.put(a_class, name, ten);
    check(&mut m, name, 10 + 2 + 5);
    let removed = m.native("dyn.remove", &[b_class, name], &[Type::I8]).unwrap();
    let removed = m.b.op(Opcode::Zext, Type::I64, &[removed]);
    m.expect(removed, 1);
    check(&mut m, name, 10 + 10 + 5);
    // A function with other parameters is no method of this send.
    m.put(a_class, name, other_shape);
    check(&mut m, name, -1 - 1 + 5);
    m.put(a_class, name, one);
    check(&mut m, name, 1 + 1 + 5);
    // A superclass that changes.
    let nil = word::nil(&mut m.b);
    let at = word::as_ref(&mut m.b, b_class);
    m.b.store(at, 16, nil);
    m.native("dyn.changed", &[], &[]);
    check(&mut m, name, 5);
    many_methods(&mut m, b_class, b, other, two, turns);
    deep_chain(&mut m, a_class, one, turns, name);
    let home = m.object(1);
    let left = m.b.call(outer, &[home])[0];
    let left = m.b.op(Opcode::DynToInt, Type::I64, &[left]);
    m.expect(left, 99);
    m.b.ret(&[]);
    m.b.finish();
    module
}

/// A dictionary that grows keeps what it has.
fn many_methods(
    m: &mut Main<'_>,
    class: Value,
    instance: Value,
    symbol: Value,
    method: FuncId,
    turns: FuncId,
) {
    m.put(class, symbol, method);
    for n in 0..60 {
        let more = m.symbol(&format!("more{n}"));
        m.put(class, more, method);
    }
    let sum = m.b.call(turns, &[instance, instance, symbol])[0];
    m.expect(sum, (2 + 2 - 1) * TURNS / 3);
}

/// Beyond sixteen behaviours each send pays for the depth, whatever is kept where.
fn deep_chain(m: &mut Main<'_>, top: Value, method: FuncId, turns: FuncId, symbol: Value) {
    m.put(top, symbol, method);
    let mut class = top;
    let mut number = None;
    for _ in 0..40 {
        let (next, n) = m.behaviour(Some(class));
        (class, number) = (next, Some(n));
    }
    let deep = m.instance(number.unwrap());
    let sum = m.b.call(turns, &[deep, deep, symbol])[0];
    m.expect(sum, (1 + 1 + 5) * TURNS / 3);
}

fn run(rung: Dispatch, tier: Tier, stress: &str) -> Option<i64> {
    let config = Config { tier, stress: Stress::parse(stress).unwrap(), verify: true, ..Config::default() };
    let engine = Engine::bare(config).with_guest(Box::new(Fixed));
    let file = SourceFile { name: "t.fixed".into(), text: "".into() };
    let module = engine.compile(&[file]).unwrap_or_else(|e| panic!("{e}"));
    let limits = Limits { gas: Some(100_000_000), ..Limits::default() };
    let mut isolate = module.isolate((), limits, Streams::default()).unwrap();
    isolate.set_dispatch(rung);
    isolate.run().unwrap_or_else(|e| panic!("{rung:?} {tier} {stress}: {e:?}"));
    let left = isolate.gas_left();
    // Another run in the same isolate begins anew.
    isolate.reset();
    isolate.refuel(100_000_000);
    isolate.run().unwrap_or_else(|e| panic!("{rung:?} {tier} {stress}, again: {e:?}"));
    left
}

#[test]
fn every_rung_tier_and_stress_mode_agrees() {
    let expected = run(Dispatch::Poly, Tier::Interp, "");
    for rung in Dispatch::ALL {
        for (tier, stress) in [
            (Tier::Interp, ""),
            (Tier::Interp, "gc,poison"),
            (Tier::Native, ""),
            (Tier::Native, "gc,poison,deopt"),
            (Tier::Auto, ""),
            (Tier::Auto, "osr,eager"),
        ] {
            assert_eq!(run(rung, tier, stress), expected, "{rung:?} {tier} {stress}");
        }
    }
}

#[test]
fn counters_say_what_each_rung_keeps() {
    let engine = Engine::bare(Config { tier: Tier::Interp, ..Config::default() }).with_guest(Box::new(Fixed));
    let module = engine.compile(&[SourceFile { name: "t.fixed".into(), text: "".into() }]).unwrap();
    let mut lookups = Vec::new();
    for rung in Dispatch::ALL {
        let mut isolate = module.isolate((), Limits::default(), Streams::default()).unwrap();
        isolate.set_dispatch(rung);
        isolate.run().unwrap();
        let counts = isolate.send_counts();
        assert_eq!(counts.table_hits > 0, rung >= Dispatch::MonoGlobal, "{rung} {counts:?}");
        assert_eq!(counts.transitions > 0, rung == Dispatch::Poly, "{rung} {counts:?}");
        lookups.push(counts.lookups);
    }
    // One for each send; fewer, where sends to one class follow each other; a few, where there is a table.
    assert!(lookups[0] == lookups[1] && lookups[1] > lookups[2], "{lookups:?}");
    // Invalidation makes some of them again, more where a site keeps less.
    assert!(lookups[3..].iter().all(|few| lookups[2] > 100 * few), "{lookups:?}");
}
