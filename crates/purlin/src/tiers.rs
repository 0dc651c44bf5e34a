//! The tiers of one module, and when code moves between them: the hooks that interpreter, native code and runtime
//! call. Everything here is shared by the module's isolates.

use std::sync::Arc;
#[cfg(feature = "native")]
use std::sync::atomic::{AtomicU32, Ordering};

#[cfg(feature = "native")]
use purlin_base::EntityRef as _;
use purlin_bytecode::lower::Options as BytecodeOptions;
use purlin_bytecode::program::Program;
use purlin_ir as ir;
use purlin_runtime::hooks::{CodeSite, Hooks, Stress};
use purlin_runtime::vm::{Shared, Vm};
use purlin_runtime::vmctx::VmCtx;

#[cfg(feature = "native")]
use crate::background::{Background, Job};
use crate::engine::{Config, LinkParts, Tier};
use crate::error::CompileError;
use crate::inspect::Stage;

/// Guard failures of a function after which it is compiled again without speculation.
#[cfg(feature = "native")]
const MAX_DEOPTS: u32 = 50;

/// The tiers of one module.
pub(crate) struct Tiers {
    tier: Tier,
    #[cfg(feature = "native")]
    stress: Stress,
    program: Arc<Program>,
    #[cfg(feature = "native")]
    native: Option<NativeTier>,
}

#[cfg(feature = "native")]
struct NativeTier {
    compiler: Arc<purlin_native::Compiler>,
    background: Background,
    /// Guard failures by function.
    deopts: Box<[AtomicU32]>,
}

/// What native code there is.
#[derive(Clone, Copy, Default)]
pub(crate) struct CodeStats {
    pub functions: u64,
    pub failures: u64,
    pub bytes: u64,
}

impl Tiers {
    pub fn new(
        config: &Config,
        module: &Arc<ir::Module>,
        layout: &Arc<ir::layout::Layout>,
        parts: &LinkParts,
    ) -> Result<Arc<Tiers>, CompileError> {
        let options = BytecodeOptions { ask: config.stress.osr && config.tier != Tier::Interp };
        let program = Arc::new(Program::new(module.clone(), layout.clone(), options));
        #[cfg(feature = "native")]
        let native = match config.tier {
            Tier::Interp => None,
            Tier::Native | Tier::Auto => native_tier(config, module, layout, parts, &program),
        };
        #[cfg(not(feature = "native"))]
        let _ = parts;
        let tiers = Tiers {
            tier: config.tier,
            #[cfg(feature = "native")]
            stress: config.stress,
            program,
            #[cfg(feature = "native")]
            native,
        };
        tiers.compile_eagerly(module);
        Ok(Arc::new(tiers))
    }

    /// Under stress `eager`, everything is compiled before anything runs.
    fn compile_eagerly(&self, module: &ir::Module) {
        #[cfg(feature = "native")]
        if let Some(native) = self.native.as_ref().filter(|_| self.stress.eager) {
            for (func, decl) in module.funcs.iter() {
                if decl.body.is_some() {
                    // A failure is remembered and counted; the function is interpreted.
                    let _ = native.compiler.compile(func);
                }
            }
        }
        #[cfg(not(feature = "native"))]
        let _ = module;
    }

    /// Completes what isolates share.
    pub fn share(self: &Arc<Tiers>, parts: LinkParts, stress: Stress) -> Shared {
        let (entries, compiled) = self.tables();
        Shared {
            layouts: parts.layouts,
            data: parts.data,
            dispatch: parts.dispatch,
            implements: parts.implements,
            natives: parts.natives,
            shapes: parts.shapes,
            globals_bytes: parts.globals_bytes,
            hooks: self.hooks(),
            stress,
            types: parts.types,
            guest: parts.guest,
            tiers: self.clone(),
            entries,
            compiled,
        }
    }

    fn tables(&self) -> (*const usize, *const usize) {
        #[cfg(feature = "native")]
        if let Some(native) = &self.native {
            return (native.compiler.entries_ptr(), native.compiler.compiled_ptr());
        }
        (std::ptr::null(), std::ptr::null())
    }

    fn hooks(&self) -> Hooks {
        Hooks {
            interp_call: purlin_interp::interp_call,
            interp_resume: purlin_interp::interp_resume,
            interp_frames: purlin_interp::interp_frames,
            #[cfg(feature = "native")]
            enter: purlin_native::enter,
            #[cfg(not(feature = "native"))]
            enter: purlin_runtime::hooks::no_enter,
            on_cold_entry,
            on_hot_call,
            on_hot_loop,
            on_deopt,
            find_code,
        }
    }

    /// Gives a fresh or reset isolate its state of the tiers.
    pub fn prepare(&self, vm: &mut Vm) {
        // Native code does not count the depth of calls; where it is limited, everything is interpreted.
        let counted = vm.limits.call_depth.is_some();
        let auto = self.tier != Tier::Interp && !counted;
        vm.ctx.compiled = if counted { std::ptr::null() } else { self.tables().1 };
        vm.tier_state = Box::new(purlin_interp::State::new(self.program.clone(), &vm.shared.layouts, auto));
    }

    pub fn code_stats(&self) -> CodeStats {
        #[cfg(feature = "native")]
        if let Some(native) = &self.native {
            let stats = native.compiler.stats();
            return CodeStats { functions: stats.functions, failures: stats.failures, bytes: stats.bytes };
        }
        CodeStats::default()
    }
}

#[cfg(feature = "native")]
fn native_tier(
    config: &Config,
    module: &Arc<ir::Module>,
    layout: &ir::layout::Layout,
    parts: &LinkParts,
    program: &Arc<Program>,
) -> Option<NativeTier> {
    let mut native = native_config(module, layout, parts.layouts.clone());
    native.stress_deopt = config.stress.deopt;
    native.verify = config.verify;
    // Without a native tier on this machine everything is interpreted.
    let compiler = Arc::new(purlin_native::Compiler::new(module.clone(), native).ok()?);
    let background = Background::new(compiler.clone(), program.clone());
    Some(NativeTier {
        compiler,
        background,
        deopts: module.funcs.keys().map(|_| AtomicU32::new(0)).collect(),
    })
}

/// The tiers of the isolate's module, if it may run native code.
#[cfg(feature = "native")]
fn tiers(vm: &Vm) -> Option<Arc<Tiers>> {
    if vm.limits.call_depth.is_some() {
        return None;
    }
    vm.shared.tiers.clone().downcast().ok()
}

/// Native code, or the runtime, is about to run a function that has no code: in tier `native` it gets some now.
#[allow(clippy::needless_return, reason = "without the feature another block follows")]
fn on_cold_entry(ctx: &mut VmCtx, func: u32) -> usize {
    #[cfg(feature = "native")]
    {
        let vm = purlin_runtime::vm::of(ctx);
        let Some(tiers) = tiers(vm) else { return 0 };
        if tiers.tier != Tier::Native {
            return 0;
        }
        let Some(native) = &tiers.native else { return 0 };
        let id = ir::FuncId::new(func as usize);
        let code = native.compiler.code_of(id);
        if code != 0 {
            return code;
        }
        return vm.with_host_stack(|_| native.compiler.compile(id).map_or(0, |code| code.address));
    }
    #[cfg(not(feature = "native"))]
    {
        let _ = (ctx, func);
        0
    }
}

/// The interpreter calls `func` often.
#[allow(clippy::needless_return, reason = "without the feature another block follows")]
fn on_hot_call(ctx: &mut VmCtx, func: u32) -> usize {
    #[cfg(feature = "native")]
    {
        let vm = purlin_runtime::vm::of(ctx);
        let Some(tiers) = tiers(vm) else { return 0 };
        let Some(native) = &tiers.native else { return 0 };
        let id = ir::FuncId::new(func as usize);
        let code = native.compiler.code_of(id);
        if code != 0 {
            return code;
        }
        if tiers.tier == Tier::Native {
            return vm.with_host_stack(|_| native.compiler.compile(id).map_or(0, |code| code.address));
        }
        native.background.ask(Job::Entry(id));
        return 0;
    }
    #[cfg(not(feature = "native"))]
    {
        let _ = (ctx, func);
        0
    }
}

/// The interpreter passes a poll often: is there code to go on in?
#[allow(clippy::needless_return, reason = "without the feature another block follows")]
fn on_hot_loop(ctx: &mut VmCtx, func: u32, state: u32) -> usize {
    #[cfg(feature = "native")]
    {
        let vm = purlin_runtime::vm::of(ctx);
        let Some(tiers) = tiers(vm) else { return 0 };
        let Some(native) = &tiers.native else { return 0 };
        let job = Job::Loop(ir::FuncId::new(func as usize), ir::FrameStateId::new(state as usize));
        let code = if tiers.stress.osr || tiers.tier == Tier::Native {
            vm.with_host_stack(|_| native.background.now(job))
        } else {
            native.background.ask(job)
        };
        if code != 0 {
            vm.counters.osr_entries += 1;
        }
        return code;
    }
    #[cfg(not(feature = "native"))]
    {
        let _ = (ctx, func, state);
        0
    }
}

/// Native code of `func` gave up. Too often, and it gets code that never does.
fn on_deopt(ctx: &mut VmCtx, func: u32, _state: u32) {
    let vm = purlin_runtime::vm::of(ctx);
    vm.counters.deopts += 1;
    #[cfg(feature = "native")]
    {
        let Some(tiers) = tiers(vm).filter(|t| !t.stress.deopt) else { return };
        let Some(native) = &tiers.native else { return };
        let failures = native.deopts[func as usize].fetch_add(1, Ordering::Relaxed) + 1;
        if failures == MAX_DEOPTS {
            let id = ir::FuncId::new(func as usize);
            if tiers.tier == Tier::Native {
                // A failure leaves the speculating code in place, which is right if slow.
                let _ = vm.with_host_stack(|_| native.compiler.compile_without_speculation(id).is_ok());
            } else {
                native.background.ask(Job::Careful(id));
            }
        }
    }
    #[cfg(not(feature = "native"))]
    let _ = func;
}

fn find_code(ctx: &VmCtx, pc: usize) -> CodeSite {
    #[cfg(feature = "native")]
    {
        let found = tiers(purlin_runtime::vm::of_ref(ctx));
        if let Some(native) = found.as_ref().and_then(|t| t.native.as_ref()) {
            return native.compiler.find_code(pc);
        }
    }
    let _ = (ctx, pc);
    CodeSite::Unknown
}

/// One function at a stage behind the mid-end.
pub(crate) fn print_function(
    module: &Arc<ir::Module>,
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
        #[cfg(feature = "native")]
        Stage::Clif | Stage::Asm => print_native(module, &layout, id, stage).map_err(|e| e.to_string()),
        _ => Err("this stage is not built in".into()),
    }
}

#[cfg(feature = "native")]
fn print_native(
    module: &Arc<ir::Module>,
    layout: &ir::layout::Layout,
    id: ir::FuncId,
    stage: Stage,
) -> Result<String, purlin_native::CompileError> {
    let layouts = Arc::new(crate::engine::layouts(module).finish());
    let config = native_config(module, layout, layouts);
    let compiler = purlin_native::Compiler::new(module.clone(), config)?;
    if stage == Stage::Clif { compiler.clif(id) } else { compiler.asm(id, &|pos| format!("{pos:?}")) }
}

/// The configuration that a module's tables ask for.
#[cfg(feature = "native")]
fn native_config(
    module: &Arc<ir::Module>,
    layout: &ir::layout::Layout,
    layouts: Arc<purlin_runtime::heap::LayoutTable>,
) -> purlin_native::Config {
    let mut native = purlin_native::Config::new(module, layouts);
    native.data_offsets = module.data.keys().map(|d| layout.data[d] as u32).collect();
    native.global_offsets = module.globals.keys().map(|g| layout.globals[g] as u32).collect();
    native.dispatch_rows = module.selectors.keys().map(|s| layout.rows[s]).collect();
    native
}
