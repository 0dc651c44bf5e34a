//! Runs IR text in the interpreter, in an isolate put together by hand.

#![allow(dead_code)]

use std::sync::Arc;

use purlin_base::EntityRef as _;
use purlin_bytecode::{Options, Program};
use purlin_interp::State;
use purlin_ir::layout::Layout;
use purlin_ir::{Module, Pointers, Signature, Type, parse, verify};
use purlin_runtime::abi::{Class, RegFile, Shape};
use purlin_runtime::heap::{self, LayoutTableBuilder};
use purlin_runtime::hooks::{CodeSite, Stress};
use purlin_runtime::native::Native;
use purlin_runtime::table::Table;
use purlin_runtime::tables::{Rows, Tables};
use purlin_runtime::vm::Hooks;
use purlin_runtime::vm::{Outcome, Shared, Streams};
use purlin_runtime::{Limits, Vm, VmCtx};

pub fn parse(text: &str) -> Module {
    let module = parse::module(text).unwrap_or_else(|e| panic!("{e}\n{text}"));
    verify::module(&module).unwrap_or_else(|e| panic!("{e}\n{text}"));
    module
}

fn class(ty: Type) -> Class {
    match ty {
        Type::I8 | Type::I16 | Type::I32 | Type::I64 => Class::Int(ty.bytes() as u8),
        Type::Ref | Type::Dyn => Class::Int(8),
        Type::F32 => Class::F32,
        Type::F64 => Class::F64,
    }
}

fn shape(sig: &Signature) -> Shape {
    let list = |types: &[Type]| types.iter().map(|t| class(*t)).collect();
    Shape::new(list(&sig.params), list(&sig.results))
}

unsafe extern "C" fn no_enter(_: *mut VmCtx, _: usize, _: *mut RegFile) -> u32 {
    panic!("there is no native code")
}

pub const HOOKS: Hooks = Hooks {
    interp_call: purlin_interp::interp_call,
    interp_resume: purlin_interp::interp_resume,
    enter: no_enter,
    on_cold_entry: |_, _| 0,
    on_hot_call: |_, _| 0,
    on_hot_loop: |_, _, _| 0,
    on_deopt: |_, _, _| (),
    catch_up: purlin_interp::catch_up,
    interp_frames: purlin_interp::interp_frames,
    find_code: |_, _| CodeSite::Unknown,
};

/// How an isolate is set up.
#[derive(Default)]
pub struct Setup {
    pub limits: Limits,
    pub stress: Stress,
    pub natives: Vec<(&'static str, Native)>,
    pub hooks: Option<Hooks>,
    pub auto: bool,
}

pub fn isolate(module: Module, setup: Setup) -> Box<Vm> {
    isolate_with_program(module, setup).0
}

pub fn isolate_with_program(module: Module, setup: Setup) -> (Box<Vm>, Arc<Program>) {
    let layout = Arc::new(Layout::new(&module));
    let mut table = LayoutTableBuilder::new();
    for class in module.classes.values() {
        let words = class.size.div_ceil(8);
        let pointers = match class.pointers {
            Pointers::None => heap::Layout::NO_POINTERS,
            Pointers::Words(bits) => {
                heap::Layout::new(words, (0..words.min(64)).filter(|n| bits >> n & 1 == 1))
            }
            Pointers::All => heap::Layout::ALL,
        };
        table.push_class(class.size as usize, pointers);
    }
    let layouts = Arc::new(table.finish());
    let natives: Vec<Native> = module
        .natives
        .values()
        .map(|decl| {
            let found = setup.natives.iter().find(|n| n.0 == decl.name);
            found.unwrap_or_else(|| panic!("no native {}", decl.name)).1.clone()
        })
        .collect();
    let rows = Rows::new(&layout.dispatch, &layout.implements, layout.stride).expect("the rows");
    let shapes = module.funcs.values().map(|f| shape(&module.sigs[f.sig]));
    let shared = Shared {
        layouts: layouts.clone(),
        types: Arc::default(),
        counts_calls: false,
        start_func: 0,
        words: purlin_runtime::words::Words::PLAIN,
        data: layout.data_image.clone(),
        tables: Tables::new(natives, rows).expect("the tables").into(),
        shapes: Table::new(0, shapes).expect("the shapes").into(),
        globals_bytes: layout.globals_bytes as usize,
        hooks: setup.hooks.unwrap_or(HOOKS),
        stress: setup.stress,
        guest: Arc::new(()),
        tiers: Arc::new(()),
        entries: std::ptr::null(),
        compiled: std::ptr::null(),
    };
    let options = Options { ask: setup.stress.osr };
    let program = Arc::new(Program::new(Arc::new(module.into()), layout, options));
    let mut vm = Vm::new(shared, setup.limits, Streams::default(), Box::new(())).expect("an isolate");
    vm.tier_state = Box::new(State::new(program.clone(), &layouts, setup.auto).expect("a state"));
    (vm, program)
}

/// Runs the function with that name.
pub fn run_with(text: &str, name: &str, args: &[u64], setup: Setup) -> Outcome {
    let module = parse(text);
    let func = module.funcs.iter().find(|f| f.1.name == name).expect("the function").0.index();
    run_words(&mut isolate(module, setup), func as u32, args.to_vec())
}

/// Runs a function of a text of IR: its results. Panics if the run ends otherwise.
pub fn run(text: &str, name: &str, args: &[u64]) -> Vec<u64> {
    match run_with(text, name, args, Setup::default()) {
        Outcome::Done(values) => values,
        Outcome::Trap(trap) => panic!("{trap:?}"),
    }
}

/// Runs a function on words that the test vouches for: see [`Vm::run`].
pub fn run_words(vm: &mut Vm, func: u32, args: Vec<u64>) -> Outcome {
    // SAFETY: the tests pass arguments of the function's signature, integers wherever it takes references.
    unsafe { vm.run(func, args) }
}
