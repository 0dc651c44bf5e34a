//! A bare isolate with nothing but native code in it, for tests: functions are compiled when they are first
//! called.

#![allow(dead_code)]

use std::sync::Arc;

use purlin_base::PrimaryMap;
use purlin_base::grow::GrowingList;
use purlin_ir::{ClassId, FuncBuilder, FuncId, Module, Pointers, Signature, Type};
use purlin_native::{Compiler, Config};
use purlin_runtime::abi::RegFile;
use purlin_runtime::heap::{Layout, LayoutTable, LayoutTableBuilder};
use purlin_runtime::hooks::{Activation, CodeSite, Stress};
use purlin_runtime::native::Native;
use purlin_runtime::table::Table;
use purlin_runtime::tables::{Rows, Tables};
use purlin_runtime::trap::Frame;
use purlin_runtime::vm::Hooks;
use purlin_runtime::vm::{Outcome, Shared, Streams};
use purlin_runtime::{Limits, Vm, VmCtx};

/// The layout table of a module's classes, under the same numbers.
pub fn layouts(classes: &PrimaryMap<ClassId, purlin_ir::ClassDecl>) -> LayoutTable {
    let mut table = LayoutTableBuilder::new();
    for class in classes.values() {
        let words = class.size.div_ceil(8);
        let layout = match class.pointers {
            Pointers::None => Layout::NO_POINTERS,
            Pointers::Words(bits) => Layout::new(words, (0..64).filter(|n| bits >> n & 1 != 0)),
            Pointers::All => Layout::ALL,
        };
        table.push_class(class.size as usize, layout);
    }
    table.finish()
}

fn on_cold_entry(vm: &mut Vm, func: u32) -> usize {
    vm.with_host_stack(|vm| {
        let compiler: &Compiler = vm.shared.tiers.downcast_ref().expect("the rig put it there");
        let func = FuncId::from_u32(func);
        match compiler.compile(func) {
            Ok(code) => code.address,
            Err(error) => panic!("{error}"),
        }
    })
}

unsafe extern "C" fn no_interpreter(_: *mut VmCtx, _: u32, _: *mut u64) -> u32 {
    1
}

unsafe fn no_frames(_: *const Activation, _: &mut Vec<Frame>, _: usize) {}

fn find_code(shared: &Shared, pc: usize) -> CodeSite {
    let compiler: &Compiler = shared.tiers.downcast_ref().expect("the rig put it there");
    compiler.find_code(pc)
}

pub fn hooks() -> Hooks {
    Hooks {
        interp_call: no_interpreter,
        interp_resume: no_interpreter,
        enter: purlin_native::enter as unsafe extern "C" fn(*mut VmCtx, usize, *mut RegFile) -> u32,
        on_cold_entry,
        on_hot_call: |_, _| 0,
        on_hot_loop: |_, _, _| 0,
        on_deopt: |_, _, _| (),
        catch_up: |_| Ok(()),
        interp_frames: no_frames,
        find_code,
    }
}

/// What to run a module with.
pub struct Rig {
    pub module: Module,
    pub natives: Vec<Native>,
    pub limits: Limits,
    pub stress: Stress,
    pub hooks: Hooks,
    pub tweak: fn(&mut Config),
}

impl Rig {
    pub fn new(module: Module) -> Rig {
        Rig {
            module,
            natives: Vec::new(),
            limits: Limits::default(),
            stress: Stress::default(),
            hooks: hooks(),
            tweak: |_| (),
        }
    }

    pub fn build(self) -> (Box<Vm>, Arc<Compiler>) {
        purlin_ir::verify::module(&self.module)
            .unwrap_or_else(|e| panic!("{e}\n{}", purlin_ir::print::module(&self.module)));
        let layouts = Arc::new(layouts(&self.module.classes));
        let mut config = Config::new(&self.module, layouts.clone());
        config.verify = true;
        let direct: GrowingList<bool> = self.natives.iter().map(|n| n.direct_address() != 0).collect();
        config.direct = Arc::new(direct);
        (self.tweak)(&mut config);
        let m = &self.module;
        let layout = purlin_ir::layout::Layout::new(m);
        let rows = Rows::new(&layout.dispatch, &layout.implements, layout.stride).unwrap();
        let shapes: Vec<_> = m.funcs.values().map(|f| purlin_native::shape(&m.sigs[f.sig])).collect();
        let compiler = Arc::new(Compiler::new(Arc::new(self.module.into()), config).unwrap());
        let shared = Shared {
            layouts,
            data: layout.data_image,
            tables: Tables::new(self.natives, rows).unwrap().into(),
            shapes: Table::new(0, shapes).unwrap().into(),
            types: Arc::default(),
            counts_calls: false,
            start_func: 0,
            words: purlin_runtime::words::Words::PLAIN,
            globals_bytes: layout.globals_bytes as usize,
            hooks: self.hooks,
            stress: self.stress,
            guest: Arc::new(()),
            entries: compiler.entries_ptr(),
            compiled: compiler.compiled_ptr(),
            tiers: compiler.clone(),
        };
        (Vm::new(shared, self.limits, Streams::default(), Box::new(())).unwrap(), compiler)
    }
}

/// A module under construction, function by function.
pub fn define(
    module: &mut Module,
    name: &str,
    params: &[Type],
    results: &[Type],
    body: impl FnOnce(&mut FuncBuilder<'_>),
) -> FuncId {
    let func = module.declare(name, &Signature::new(params, results));
    fill(module, func, body);
    func
}

pub fn fill(module: &mut Module, func: FuncId, body: impl FnOnce(&mut FuncBuilder<'_>)) {
    let mut b = FuncBuilder::new(module, func);
    body(&mut b);
    b.finish();
}

/// The results, or a panic with the trap.
pub fn done(outcome: Outcome) -> Vec<u64> {
    match outcome {
        Outcome::Done(values) => values,
        Outcome::Trap(trap) => panic!("{:?}: {trap}", trap.kind),
    }
}

/// Runs one function of a module.
pub fn run(module: Module, func: FuncId, args: &[u64]) -> Vec<u64> {
    let (mut vm, _) = Rig::new(module).build();
    done(run_words(&mut vm, func.as_u32(), args.to_vec()))
}

/// Runs a function on words that the test vouches for: see [`Vm::run`].
pub fn run_words(vm: &mut Vm, func: u32, args: Vec<u64>) -> Outcome {
    // SAFETY: the tests pass arguments of the function's signature, integers wherever it takes references.
    unsafe { vm.run(func, args) }
}
