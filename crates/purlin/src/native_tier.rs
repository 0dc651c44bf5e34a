//! The native tier of one module: which functions have code, which wait for it, and which failed guards too
//! often. Knows nothing of when code is worth having; `no_native.rs` has the same functions where the tier is
//! not built in.

use purlin_base::map::{HashMap, HashSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use purlin_base::EntityRef as _;
use purlin_base::grow::GrowingList;
use purlin_base::wire::{Packed, Writer};
use purlin_bytecode::program::Program;
use purlin_ir as ir;
use purlin_native::CodeKind;
use purlin_runtime::hooks::CodeSite;
use purlin_runtime::native::Native;
use purlin_runtime::vm::Vm;

use crate::background::{Background, Job};
use crate::config::Config;
use crate::link::{self, LinkParts};
use crate::measure::{CodeStats, Compilation, CompiledFunction, Ledger};
use crate::stage::{Stage, Target};

/// Guard failures of a function after which it is compiled again without speculation.
const MAX_DEOPTS: u32 = 50;
/// Calls by native code after which a function is compiled: about as long as compilation takes, at a fraction
/// of a microsecond for each way from native code to the interpreter and back.
const MAX_COLD_ENTRIES: u32 = 500;

pub(crate) use purlin_native::enter;
pub(crate) use purlin_native::jitdump::{mark, now};

pub(crate) struct NativeTier {
    compiler: Arc<purlin_native::Compiler>,
    background: Background,
    /// Whether code is compiled where it is asked for, instead of in the background.
    at_once: bool,
    /// What the compiler knows of natives.
    direct: Arc<GrowingList<bool>>,
    /// Guard failures by function.
    deopts: GrowingList<AtomicU32>,
    /// Calls by native code of functions without code, by function.
    cold_entries: GrowingList<AtomicU32>,
}

impl NativeTier {
    /// `None` where this machine has no native tier: then everything is interpreted.
    pub(crate) fn new(
        config: &Config,
        module: &Arc<ir::LazyModule>,
        layout: &ir::layout::Layout,
        parts: &LinkParts,
        program: &Arc<Program>,
    ) -> Option<NativeTier> {
        let mut native = native_config(module, layout, parts.layouts.clone());
        let direct: Arc<GrowingList<bool>> = Arc::new(direct(&parts.tables.direct).collect());
        native.direct = direct.clone();
        native.stress_deopt = config.stress.deopt;
        native.verify = config.verify;
        native.measure = config.measure;
        native.code_bytes = config.code_bytes.unwrap_or(native.code_bytes);
        let compiler = Arc::new(purlin_native::Compiler::new(module.clone(), native).ok()?);
        let background = Background::new(compiler.clone(), program.clone());
        let zeros = || module.funcs.keys().map(|_| AtomicU32::new(0)).collect();
        Some(NativeTier {
            compiler,
            background,
            at_once: config.deterministic,
            direct,
            deopts: zeros(),
            cold_entries: zeros(),
        })
    }

    /// Takes in machine code that was read, before anything is compiled.
    pub(crate) fn restore(&self, code: &Packed) -> Result<(), String> {
        self.compiler.restore(code).map_err(|e| e.to_string())?;
        self.background.know(self.compiler.loops().into_iter());
        Ok(())
    }

    /// Writes all machine code that there is.
    pub(crate) fn put_code(&self, out: &mut Writer) {
        self.compiler.put_code(out);
    }

    /// How many pieces of machine code there are, those included that were read.
    pub(crate) fn code_count(&self) -> usize {
        self.compiler.code_count()
    }

    pub(crate) fn compile_all(&self, module: &ir::Module) {
        for (func, decl) in module.funcs.iter() {
            if decl.body.is_some() {
                // A failure is remembered and counted; the function is interpreted.
                let _ = self.compiler.compile(func);
            }
        }
    }

    /// Takes in the functions and natives that the module has gained; `natives` are the addresses of their
    /// register forms.
    pub(crate) fn grow(&self, module: &ir::Module, natives: &[usize]) -> Result<(), String> {
        self.compiler.grow().map_err(|e| e.to_string())?;
        let new = direct(&natives[self.direct.len()..]);
        new.map(|known| self.direct.push(known)).collect::<Result<Vec<_>, _>>().map_err(|e| e.to_string())?;
        let grow = |counts: &GrowingList<AtomicU32>| {
            (counts.len()..module.funcs.len()).try_for_each(|_| counts.push(AtomicU32::new(0)).map(drop))
        };
        grow(&self.deopts).and(grow(&self.cold_entries)).map_err(|full| full.to_string())
    }

    /// The addresses of two tables: entries, and which functions have code.
    pub(crate) fn tables(&self) -> (*const usize, *const usize) {
        (self.compiler.entries_ptr(), self.compiler.compiled_ptr())
    }

    pub(crate) fn stats(&self) -> CodeStats {
        let stats = self.compiler.stats();
        CodeStats { functions: stats.functions, failures: stats.failures, bytes: stats.bytes }
    }

    pub(crate) fn compilation(&self, module: &ir::Module, ledger: &Ledger) -> Compilation {
        let optimising: HashMap<ir::FuncId, Duration> = ledger.times().into_iter().collect();
        let mut asked = HashSet::default();
        let pieces = self.compiler.pieces();
        let functions = pieces.iter().map(|piece| CompiledFunction {
            name: format!("{}{}", module.funcs[piece.func].name, piece.kind.suffix()),
            ops: piece.ops as u64,
            optimising: match asked.insert(piece.func) {
                true => optimising.get(&piece.func).copied().unwrap_or_default(),
                false => Duration::ZERO,
            },
            generating: piece.time,
            address: piece.code.address,
            bytes: piece.code.bytes,
            began: piece.began,
            took: piece.took,
        });
        let entries = pieces.iter().filter(|p| p.kind == CodeKind::Entry);
        let distinct: HashSet<ir::FuncId> = entries.clone().map(|p| p.func).collect();
        let again = entries.count() - distinct.len();
        Compilation {
            functions: functions.collect(),
            repeated: self.compiler.stats().repeated + again as u64,
            ..Compilation::default()
        }
    }

    /// The machine code of each piece that [`NativeTier::compilation`] tells of.
    pub(crate) fn code(&self) -> Vec<Vec<u8>> {
        let pieces = self.compiler.pieces().into_iter();
        pieces.map(|piece| self.compiler.bytes_of(piece.code)).collect()
    }

    /// The code of a function, compiled on this thread if it has none; 0 if it cannot be compiled.
    pub(crate) fn code_now(&self, vm: &mut Vm, func: ir::FuncId) -> usize {
        match self.compiler.code_of(func) {
            0 => vm.with_host_stack(|_| self.compiler.compile(func).map_or(0, |code| code.address)),
            code => code,
        }
    }

    /// The code of a function; if it has none, 0, and the function is queued.
    fn code_soon(&self, vm: &mut Vm, func: ir::FuncId) -> usize {
        match self.compiler.code_of(func) {
            0 if self.at_once => self.code_now(vm, func),
            0 => {
                self.background.ask(Job::Entry(func));
                0
            }
            code => code,
        }
    }

    /// A sample has met `func`. Its code, if there is some by now; it is queued once the function is hot.
    pub(crate) fn sampled(&self, vm: &mut Vm, func: ir::FuncId) -> usize {
        self.background.note_sample(func);
        if self.at_once || self.background.is_hot(func) {
            return self.code_soon(vm, func);
        }
        self.compiler.code_of(func)
    }

    /// Native code called a function that has none. After [`MAX_COLD_ENTRIES`] calls the function is queued.
    pub(crate) fn entered_cold(&self, vm: &mut Vm, func: ir::FuncId) -> usize {
        let count = self.cold_entries.get(func.index());
        let entries = count.map_or(0, |count| count.fetch_add(1, Ordering::Relaxed) + 1);
        if entries < MAX_COLD_ENTRIES { 0 } else { self.code_soon(vm, func) }
    }

    pub(crate) fn loop_now(&self, vm: &mut Vm, func: ir::FuncId, state: ir::FrameStateId) -> usize {
        vm.with_host_stack(|_| self.background.now(Job::Loop(func, state)))
    }

    pub(crate) fn loop_soon(&self, vm: &mut Vm, func: ir::FuncId, state: ir::FrameStateId) -> usize {
        if self.at_once {
            return self.loop_now(vm, func, state);
        }
        self.background.ask(Job::Loop(func, state))
    }

    /// A guard of `func` failed. After [`MAX_DEOPTS`] failures the function is compiled without speculation,
    /// on this thread if `now`, else in the background.
    pub(crate) fn guard_failed(&self, vm: &mut Vm, func: ir::FuncId, now: bool) {
        let count = self.deopts.get(func.index());
        let failures = count.map_or(0, |count| count.fetch_add(1, Ordering::Relaxed) + 1);
        if failures != MAX_DEOPTS {
            return;
        }
        if now || self.at_once {
            // If that fails, the speculating code stays, which is slow and correct.
            let _ = vm.with_host_stack(|_| self.compiler.compile_without_speculation(func).is_ok());
        } else {
            self.background.ask(Job::Careful(func));
        }
    }

    pub(crate) fn find_code(&self, pc: usize) -> CodeSite {
        self.compiler.find_code(pc)
    }
}

pub(crate) fn print_function(
    module: &Arc<ir::LazyModule>,
    layout: &ir::layout::Layout,
    natives: &[Native],
    id: ir::FuncId,
    stage: Stage,
    target: Target,
) -> Result<String, String> {
    let target = match target {
        Target::Host => purlin_native::Target::host().ok_or("there is no native tier on this machine")?,
        Target::X86_64 => purlin_native::Target::X86_64,
        Target::Aarch64 => purlin_native::Target::Aarch64,
    };
    let layouts = Arc::new(link::layouts(module).finish());
    let mut config = native_config(module, layout, layouts);
    let direct: GrowingList<bool> = natives.iter().map(|n| n.direct_address() != 0).collect();
    config.direct = Arc::new(direct);
    let code = purlin_native::Generator::new(module.clone(), config, target).map_err(|e| e.to_string())?;
    let text = match stage {
        Stage::Clif(_) => code.clif(id),
        Stage::Asm(_) | Stage::Ast | Stage::Ir | Stage::IrOpt | Stage::Bytecode => {
            code.asm(id, &|pos| format!("{pos:?}"))
        }
    };
    text.map_err(|e| e.to_string())
}

/// Which natives have a register form, given its addresses.
fn direct(addresses: &[usize]) -> impl Iterator<Item = bool> {
    addresses.iter().map(|address| *address != 0)
}

/// The configuration that a module's tables ask for.
fn native_config(
    module: &Arc<ir::LazyModule>,
    layout: &ir::layout::Layout,
    layouts: Arc<purlin_runtime::heap::LayoutTable>,
) -> purlin_native::Config {
    purlin_native::Config::laid_out(module, layout, layouts)
}
