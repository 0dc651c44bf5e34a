//! A lookup that a guest's own code makes finds in the runtime's dictionaries what was put there: both go by
//! one layout and one way to compute places. A dictionary is grown symbol by symbol, and after each every
//! symbol of it is looked for.

use purlin::guest::Compiled;
use purlin::substrate::base::TrapCode;
use purlin::substrate::ir::{
    ClassDecl, FuncBuilder, FuncId, Module, Opcode, Pointers, Signature, Type, Value,
};
use purlin::{Config, Diagnostic, Engine, Guest, Input, Limits, SourceFile, SourceMap, Streams, Tier};
use purlin_dynamic::lookup::{self, Place};
use purlin_dynamic::{send, word};

/// Symbols of the program: the dictionary grows five times.
const SYMBOLS: usize = 70;

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

/// `find(behaviour, symbol)`: the method that the behaviour's own dictionary has, by the ops of a front end;
/// nil if there is none.
fn find(module: &mut Module) -> FuncId {
    let id = module.declare("find", &send::signature(2));
    let mut b = FuncBuilder::new(module, id);
    let (behaviour, symbol) = (b.param(0), b.param(1));
    let behaviour = word::as_ref(&mut b, behaviour);
    let dictionary = b.load(Type::Dyn, behaviour, 8);
    for which in [Place::First, Place::Second] {
        let [found, next] = [(); 2].map(|()| b.block());
        let place = lookup::place(&mut b, dictionary, symbol, which);
        let key = lookup::key(&mut b, dictionary, place);
        let is_it = b.binary(Opcode::Ieq, key, symbol);
        b.brif(is_it, found, next);
        b.switch_to(found);
        let method = lookup::method(&mut b, dictionary, place);
        b.ret(&[method]);
        b.switch_to(next);
    }
    let nil = word::nil(&mut b);
    b.ret(&[nil]);
    b.finish();
    id
}

fn symbol(b: &mut FuncBuilder<'_>, text: &str) -> Value {
    let data = b.module.bytes(text.as_bytes());
    let (at, length) = (b.data_addr(data, 0), b.iconst(Type::I64, text.len() as i64));
    let native = b.module.native("dyn.intern", &[Type::Ref, Type::I64], &[Type::Dyn]);
    b.call_native(native, &[at, length])[0]
}

fn trap_unless_equal(b: &mut FuncBuilder<'_>, found: Value, wanted: Value) {
    let differs = b.binary(Opcode::Ine, found, wanted);
    b.trap_if(differs, TrapCode::Unreachable);
}

/// Puts the symbols into the dictionary of one behaviour, in turn, and looks for all after each.
fn module() -> Module {
    let mut module = Module::new();
    let find = find(&mut module);
    let main = module.declare("main", &Signature::default());
    module.main = Some(main);
    let mut b = FuncBuilder::new(&mut module, main);
    let class = b.module.class(ClassDecl { size: 48, pointers: Pointers::All });
    let behaviour = b.alloc(class);
    let behaviour = word::as_dyn(&mut b, behaviour);
    let native = b.module.native("dyn.behaviour", &[Type::Dyn], &[Type::I64]);
    b.call_native(native, &[behaviour]);
    let symbols: Vec<Value> = (0..SYMBOLS).map(|n| symbol(&mut b, &format!("symbol{n}"))).collect();
    let methods: Vec<Value> =
        (0..SYMBOLS).map(|n| word::int(&mut b, 1000 + n as i64).expect("it fits")).collect();
    for n in 0..SYMBOLS {
        let native = b.module.native("dyn.put", &[Type::Dyn; 3], &[]);
        b.call_native(native, &[behaviour, symbols[n], methods[n]]);
        for (symbol, method) in symbols.iter().zip(&methods).take(n + 1) {
            let found = b.call(find, &[behaviour, *symbol])[0];
            trap_unless_equal(&mut b, found, *method);
        }
        if let Some(absent) = symbols.get(n + 1) {
            let (found, nil) = (b.call(find, &[behaviour, *absent])[0], word::nil(&mut b));
            trap_unless_equal(&mut b, found, nil);
        }
    }
    // What the runtime finds in the place of the guest's code is the same.
    let found = lookup::by_runtime(&mut b, behaviour, symbols[SYMBOLS / 2]);
    trap_unless_equal(&mut b, found, methods[SYMBOLS / 2]);
    b.ret(&[]);
    b.finish();
    module
}

#[test]
fn code_finds_what_the_runtime_has_put() {
    for tier in [Tier::Interp, Tier::Native] {
        let config = Config { tier, verify: true, ..Config::default() };
        let engine = Engine::bare(config).with_guest(Box::new(Fixed));
        let file = SourceFile { name: "t.fixed".into(), text: "".into() };
        let module = engine.compile(&[file]).unwrap_or_else(|error| panic!("{error}"));
        let mut isolate = module.isolate((), Limits::default(), Streams::default()).expect("an isolate");
        isolate.run().unwrap_or_else(|trap| panic!("{tier}: {trap:?}"));
    }
}
