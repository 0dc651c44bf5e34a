//! The tiers of one module, and when code moves between them: the hooks that interpreter, native code and
//! runtime call. Everything here is shared by the module's isolates.

use std::io;
use std::sync::Arc;
use std::time::Instant;

use purlin_base::EntityRef as _;
use purlin_base::wire::{Packed, PackedList, Wire as _, Writer};
use purlin_bytecode::lower::Options as BytecodeOptions;
use purlin_bytecode::program::Program;
use purlin_ir as ir;
use purlin_runtime::hooks::{CodeSite, Stress};
use purlin_runtime::timeline::Event;
use purlin_runtime::vm::Hooks;
use purlin_runtime::vm::{Shared, Vm};

use crate::config::{Config, Tier};
use crate::error::CompileError;
use crate::link::{self, LinkParts};
use crate::measure::{CodeStats, Compilation, Ledger};
use crate::native_tier::{self, NativeTier};
use crate::stage::Stage;

/// What tiers of a module that was read begin with.
#[derive(Default)]
pub(crate) struct Kept {
    /// By function.
    pub(crate) bytecode: PackedList,
    pub(crate) code: Option<Packed>,
    /// What was made when Purlin was built.
    pub(crate) prepared: ir::Prepared,
}

/// The tiers of one module.
pub(crate) struct Tiers {
    tier: Tier,
    stress: Stress,
    /// Whether the instance of the interpreter runs that counts what it executes.
    counts: bool,
    program: Arc<Program>,
    native: Option<NativeTier>,
}

impl Tiers {
    pub(crate) fn new(
        config: &Config,
        module: &Arc<ir::LazyModule>,
        layout: &Arc<ir::layout::Layout>,
        parts: &LinkParts,
        kept: Kept,
    ) -> Result<Arc<Tiers>, CompileError> {
        let options = BytecodeOptions { ask: config.stress.osr && config.tier != Tier::Interp };
        let program = Program::restored(module.clone(), layout.clone(), options, kept.bytecode);
        let program = Arc::new(program.with_prepared(&kept.prepared));
        let native = match config.tier {
            Tier::Interp => None,
            Tier::Native | Tier::Auto => NativeTier::new(config, module, layout, parts, &program),
        };
        if let Some((native, code)) = native.as_ref().zip(kept.code) {
            native.restore(&code).map_err(CompileError::message)?;
        }
        if let Some(native) = native.as_ref().filter(|_| config.stress.eager) {
            native.compile_all(module);
        }
        let counts = config.count_bytecodes;
        Ok(Arc::new(Tiers { tier: config.tier, stress: config.stress, counts, program, native }))
    }

    /// Writes what the tiers have made: machine code where there is a native tier, and bytecode. It is read
    /// as [`Kept`].
    pub(crate) fn put(&self, out: &mut Writer) {
        self.native.is_some().put(out);
        if let Some(native) = &self.native {
            out.packed(|out| native.put_code(out));
        }
        // Code that is entered in loops has been made with the bytecode, so that comes later.
        self.program.put_lowered(out);
    }

    /// How many functions have bytecode, and how many pieces of machine code there are.
    pub(crate) fn made(&self) -> (usize, usize) {
        (self.program.lowered_count(), self.native.as_ref().map_or(0, NativeTier::code_count))
    }

    /// The first function that cannot be lowered because its frame is too large. Only functions with more
    /// values than a frame has slots are tried.
    pub(crate) fn unlowerable(&self) -> Option<(ir::FuncId, String)> {
        let module = self.program.module();
        let large = |body: &ir::Body| body.size().1 >= purlin_bytecode::lower::MAX_SLOTS as usize;
        let anew = module.funcs.iter().filter(|(id, _)| !self.program.is_prepared(id.as_u32()));
        let giants = anew.filter(|(_, f)| f.body.as_ref().is_some_and(large));
        giants.map(|(id, _)| id).find_map(|id| {
            let why = self.program.func(id.as_u32())?.err()?;
            Some((id, why.to_string()))
        })
    }

    /// What the isolates of the module share: `parts` and the tiers.
    pub(crate) fn share(
        self: &Arc<Tiers>,
        parts: LinkParts,
        module: &ir::Module,
        stress: Stress,
    ) -> Result<Shared, CompileError> {
        let (entries, compiled) = self.tables();
        Ok(Shared {
            layouts: parts.layouts,
            data: parts.data,
            tables: parts.tables,
            shapes: link::shapes(module)?,
            counts_calls: module.counted.calls,
            globals_bytes: parts.globals_bytes,
            hooks: self.hooks(),
            stress,
            types: parts.types,
            start_func: parts.start_func,
            words: parts.words,
            guest: parts.guest,
            tiers: self.clone(),
            entries,
            compiled,
        })
    }

    fn tables(&self) -> (*const usize, *const usize) {
        self.native.as_ref().map_or((std::ptr::null(), std::ptr::null()), NativeTier::tables)
    }

    fn hooks(&self) -> Hooks {
        let (interp_call, interp_resume) = purlin_interp::entry_points(self.counts);
        Hooks {
            interp_call,
            interp_resume,
            catch_up: purlin_interp::catch_up,
            interp_frames: purlin_interp::interp_frames,
            enter: native_tier::enter,
            on_cold_entry,
            on_hot_call,
            on_hot_loop,
            on_deopt,
            find_code,
        }
    }

    /// Sets the state of the tiers in a fresh or reset isolate.
    ///
    /// # Errors
    /// The system gives no address space. What the isolate runs then ends with a trap.
    pub(crate) fn prepare(&self, vm: &mut Vm) -> io::Result<()> {
        let auto = self.tier != Tier::Interp;
        vm.meter.samples = (auto && self.tier == Tier::Auto).then_some(1);
        vm.set_compiled(self.tables().1);
        if let Some(state) = vm.tier_state.downcast_ref::<purlin_interp::State>() {
            state.forget_executed();
        }
        // What was lowered for a run is right for the next, too.
        let kept = vm.tier_state.downcast_ref::<purlin_interp::State>().is_some_and(|s| s.is_auto() == auto);
        if !kept {
            vm.tier_state = Box::new(());
            let state = purlin_interp::State::new(self.program.clone(), &vm.shared.layouts, auto)?;
            vm.tier_state = Box::new(state);
        }
        Ok(())
    }

    /// Takes in the functions and natives that the module has gained; `natives` are the addresses of their
    /// register forms. The caller makes sure that there is only one such call at a time.
    pub(crate) fn grow(&self, natives: &[usize]) -> Result<(), CompileError> {
        if let Some(native) = &self.native {
            native.grow(self.program.module(), natives).map_err(CompileError::message)?;
        }
        self.program.grow().map_err(|full| CompileError::message(full.to_string()))
    }

    /// What native compilation has taken up to now.
    pub(crate) fn compilation(&self, module: &ir::Module, ledger: &Ledger) -> Compilation {
        self.native.as_ref().map_or_else(Compilation::default, |native| native.compilation(module, ledger))
    }

    /// The machine code of each piece that [`Tiers::compilation`] tells of.
    pub(crate) fn code(&self) -> Vec<Vec<u8>> {
        self.native.as_ref().map_or_else(Vec::new, NativeTier::code)
    }

    /// The functions that exist as bytecode.
    pub(crate) fn lowered(&self) -> impl Iterator<Item = &purlin_bytecode::func::Func> {
        self.program.lowered()
    }

    pub(crate) fn code_stats(&self) -> CodeStats {
        self.native.as_ref().map_or_else(CodeStats::default, NativeTier::stats)
    }
}

/// What the interpreter has executed in an isolate, if that is counted.
pub(crate) fn executed(vm: &Vm) -> purlin_interp::Executed {
    let state = vm.tier_state.downcast_ref::<purlin_interp::State>();
    state.map(purlin_interp::State::executed).unwrap_or_default()
}

/// The tiers of the isolate's module, if it may run native code.
fn tiers(vm: &Vm) -> Option<Arc<Tiers>> {
    vm.shared.tiers.clone().downcast::<Tiers>().ok().filter(|t| t.native.is_some())
}

/// Native code, or the runtime, is about to run a function that has no code. In tier `native` the function is
/// compiled now, in tier `auto` once that has happened often: a function without loops is not sampled,
/// however often hot loops call it.
fn on_cold_entry(vm: &mut Vm, func: u32) -> usize {
    let Some(tiers) = tiers(vm) else { return 0 };
    let Some(native) = &tiers.native else { return 0 };
    let func = ir::FuncId::new(func as usize);
    if tiers.tier == Tier::Native { code_now(native, vm, func) } else { native.entered_cold(vm, func) }
}

/// Compiles a function while the run waits.
fn code_now(native: &NativeTier, vm: &mut Vm, func: ir::FuncId) -> usize {
    let began = vm.timeline.as_ref().map(|_| Instant::now());
    let code = native.code_now(vm, func);
    if let Some((timeline, began)) = vm.timeline.as_mut().zip(began) {
        timeline.note(Event::Compilation { func: func.as_u32() }, began);
    }
    code
}

/// The interpreter calls `func` often.
fn on_hot_call(vm: &mut Vm, func: u32) -> usize {
    let Some(tiers) = tiers(vm) else { return 0 };
    let Some(native) = &tiers.native else { return 0 };
    let func = ir::FuncId::new(func as usize);
    if tiers.tier == Tier::Native { code_now(native, vm, func) } else { native.sampled(vm, func) }
}

/// The interpreter passes a poll often: the code to continue in, or 0.
fn on_hot_loop(vm: &mut Vm, func: u32, state: u32) -> usize {
    let Some(tiers) = tiers(vm) else { return 0 };
    let Some(native) = &tiers.native else { return 0 };
    let (func, state) = (ir::FuncId::new(func as usize), ir::FrameStateId::new(state as usize));
    if tiers.stress.osr || tiers.tier == Tier::Native {
        native.loop_now(vm, func, state)
    } else {
        native.loop_soon(vm, func, state)
    }
}

/// A guard in the native code of `func` failed.
fn on_deopt(vm: &mut Vm, func: u32, _state: u32) {
    vm.counters.deopts += 1;
    let Some(tiers) = tiers(vm).filter(|t| !t.stress.deopt) else { return };
    let Some(native) = &tiers.native else { return };
    native.guard_failed(vm, ir::FuncId::new(func as usize), tiers.tier == Tier::Native);
}

fn find_code(shared: &Shared, pc: usize) -> CodeSite {
    let native = shared.tiers.downcast_ref::<Tiers>().and_then(|t| t.native.as_ref());
    native.map_or(CodeSite::Unknown, |native| native.find_code(pc))
}

/// One function at a stage after the mid-end.
pub(crate) fn print_function(
    module: &Arc<ir::LazyModule>,
    natives: &[purlin_runtime::native::Native],
    id: ir::FuncId,
    stage: Stage,
) -> Result<String, String> {
    let layout = ir::layout::Layout::new(module);
    match stage {
        Stage::Bytecode => {
            purlin_bytecode::lower::lower_function(module, &layout, id, BytecodeOptions::default())
                .map(|f| purlin_bytecode::disassemble(&f))
                .map_err(|e| e.to_string())
        }
        Stage::Clif(target) | Stage::Asm(target) => {
            native_tier::print_function(module, &layout, natives, id, stage, target)
        }
        Stage::Ast | Stage::Ir | Stage::IrOpt => Err("this stage comes before the tiers".into()),
    }
}
