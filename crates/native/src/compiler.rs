//! One module's native code: compiles functions, places and publishes them. Shared by all isolates of the
//! module, on any number of threads.

use purlin_base::map::HashMap;
use std::fmt;
use std::io;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use cranelift_codegen::Context;
use cranelift_codegen::isa::{self, OwnedTargetIsa};
use cranelift_codegen::settings::{self, Configurable as _};
use cranelift_frontend::FunctionBuilderContext;
use purlin_base::{EntityRef as _, Pos};
use purlin_ir::{FrameStateId, FuncId, LazyModule, floats, ints};
use purlin_runtime::cpu::thread_time;
use purlin_runtime::hooks::CodeSite;
use purlin_runtime::table::Table;
use purlin_runtime::tables::MOST_FUNCTIONS;

use crate::arch::{self, ReturnAddresses, Stub, Target};
use crate::arena::Arena;
use crate::code_map::{CodeMap, Piece};
use crate::config::Config;
use crate::disassemble;
use crate::emit;
use crate::error::CompileError;
use crate::link::{self, Fixup, MachineCode, Patch, Symbol};
use crate::lower::{self, Mode, Request};

/// Code that was compiled and placed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CodeRef {
    pub func: FuncId,
    /// Where it begins; valid as long as the compiler lives.
    pub address: usize,
    pub bytes: usize,
}

/// What compilation has cost so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Stats {
    /// Functions compiled, OSR functions included.
    pub functions: u64,
    /// Bytes of their code.
    pub bytes: u64,
    /// Functions that were declined.
    pub failures: u64,
    /// Functions that two threads compiled at once, so that one piece of code was thrown away.
    pub repeated: u64,
    /// Wall time, all threads together. Not deterministic.
    pub time: Duration,
}

/// A piece of code that was made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PieceStats {
    pub func: FuncId,
    pub kind: CodeKind,
    /// Ops of IR that it was made of.
    pub ops: usize,
    /// Processor time; zero where it is not measured.
    pub time: Duration,
    /// When its generation began, and how long it took by the clock.
    pub began: Instant,
    pub took: Duration,
    /// Where it runs.
    pub code: CodeRef,
}

/// What a piece of code is of its function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CodeKind {
    Entry,
    /// A second version, without speculation.
    Careful,
    /// An OSR function, which starts after a poll.
    Loop,
}

impl CodeKind {
    /// What stands after the function's name.
    pub fn suffix(self) -> &'static str {
        match self {
            CodeKind::Entry => "",
            CodeKind::Careful => " (careful)",
            CodeKind::Loop => " (loop)",
        }
    }
}

mod saved;

pub use saved::RestoreError;

/// Generates a module's code for one target, not necessarily this machine, and places none of it.
pub struct Generator {
    module: Arc<LazyModule>,
    config: Config,
    target: Target,
    isa: OwnedTargetIsa,
    /// What compilations have left: one for each that ran at the same time.
    scratch: Mutex<Vec<Box<Scratch>>>,
}

/// Memory that one compilation takes over from the one before: to allocate it anew took some five per cent of
/// the time.
struct Scratch {
    context: Context,
    builders: FunctionBuilderContext,
    registers: regalloc2::Ctx,
}

impl Default for Scratch {
    fn default() -> Scratch {
        Scratch {
            context: Context::new(),
            builders: FunctionBuilderContext::new(),
            registers: regalloc2::Ctx::default(),
        }
    }
}

/// The native code of a module.
pub struct Compiler {
    code: Generator,
    return_addresses: ReturnAddresses,
    map: CodeMap,
    /// Thunks of stubs and library calls, by number.
    thunks: usize,
    /// Where calls of a function go, and its code or 0.
    entries: Table<AtomicUsize>,
    compiled: Table<AtomicUsize>,
    inner: Mutex<Inner>,
}

struct Inner {
    arena: Arena,
    stats: Stats,
    done: HashMap<Unit, Result<CodeRef, CompileError>>,
    pieces: Vec<PieceStats>,
    /// What was placed, in that order.
    placed: Vec<Placed>,
}

/// What is known of a piece of code besides its entry in the code map.
struct Placed {
    unit: Unit,
    address: usize,
    /// Where addresses stand in it that are not relative to the code.
    absolute: Box<[Fixup]>,
}

/// What is compiled once.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Unit {
    Entry(FuncId),
    /// The second version, after the first gave up too often.
    Careful(FuncId),
    Osr(FuncId, FrameStateId),
}

impl Unit {
    fn func(self) -> FuncId {
        match self {
            Unit::Entry(func) | Unit::Careful(func) | Unit::Osr(func, _) => func,
        }
    }

    fn kind(self) -> CodeKind {
        match self {
            Unit::Entry(_) => CodeKind::Entry,
            Unit::Careful(_) => CodeKind::Careful,
            Unit::Osr(..) => CodeKind::Loop,
        }
    }
}

impl Generator {
    /// For a verified module. An error says that this build knows nothing of the target.
    pub fn new(module: Arc<LazyModule>, config: Config, target: Target) -> Result<Generator, CompileError> {
        let isa = isa(config.verify, target)?;
        Ok(Generator { module, config, target, isa, scratch: Mutex::default() })
    }

    fn make(&self, unit: Unit, slots: &[Vec<u16>]) -> Result<MachineCode, CompileError> {
        guarded(|| {
            let mut scratch = self.lock_scratch().pop().unwrap_or_default();
            self.lower(unit, slots, &mut scratch)?;
            let body = self.module.body(unit.func()).map_err(|_| CompileError::NoBody)?;
            let has_words = floats::insts(body).any(|data| ints::asks(data.op));
            let Scratch { context, registers, .. } = &mut *scratch;
            let made = link::make(context, registers, &*self.isa, self.target, has_words);
            scratch.context.clear();
            self.lock_scratch().push(scratch);
            made
        })
    }

    fn lock_scratch(&self) -> MutexGuard<'_, Vec<Box<Scratch>>> {
        self.scratch.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn lower(&self, unit: Unit, slots: &[Vec<u16>], scratch: &mut Scratch) -> Result<(), CompileError> {
        let func = unit.func();
        let request = Request {
            module: self.module.view(func),
            config: &self.config,
            target: self.target,
            func,
            body: self.module.body(func).map_err(|_| CompileError::NoBody)?,
            mode: match unit {
                Unit::Entry(_) | Unit::Careful(_) => Mode::Entry,
                Unit::Osr(_, state) => Mode::Osr { state, slots },
            },
            no_speculation: matches!(unit, Unit::Careful(_)),
        };
        let Scratch { context, builders, .. } = scratch;
        lower::lower(&request, &mut context.func, builders, self.isa.frontend_config())
    }

    /// The CLIF of a function, for people.
    pub fn clif(&self, func: FuncId) -> Result<String, CompileError> {
        guarded(|| {
            let mut scratch = Scratch::default();
            self.lower(Unit::Entry(func), &[], &mut scratch)?;
            Ok(scratch.context.func.display().to_string())
        })
    }

    /// A function's machine code for a GNU assembler, as the global symbol `label`. What it calls in the
    /// runtime are the symbols `purlin_` and a stub's name.
    pub fn assembler(&self, func: FuncId, label: &str) -> Result<String, CompileError> {
        Ok(emit::assembler(&self.make(Unit::Entry(func), &[])?, label))
    }

    /// Generates a function's code and throws it away: its bytes.
    pub fn generate(&self, func: FuncId) -> Result<usize, CompileError> {
        Ok(self.make(Unit::Entry(func), &[])?.bytes.len())
    }

    /// The machine code of a function, for people; `describe` says where a position is.
    pub fn asm(&self, func: FuncId, describe: &dyn Fn(Pos) -> String) -> Result<String, CompileError> {
        let made = self.make(Unit::Entry(func), &[])?;
        Ok(disassemble::listing(&self.module, func, self.target, &made, describe))
    }
}

impl Compiler {
    /// A compiler for a verified module. Code memory is reserved, nothing is compiled.
    pub fn new(module: Arc<LazyModule>, config: Config) -> Result<Compiler, CompileError> {
        let target = Target::host().ok_or(CompileError::Unsupported)?;
        let code = Generator::new(module, config, target)?;
        let module = &code.module;
        let stubs = module.funcs.len() * arch::ENTRY_STUB;
        let room = code.config.code_bytes.saturating_add(stubs);
        let mut arena = Arena::new(room).map_err(|e| CompileError::NoMemory(e.to_string()))?;
        let targets: Vec<usize> = Stub::ALL
            .into_iter()
            .map(arch::address)
            .chain(link::LIB_CALLS.into_iter().map(|c| link::lib_call(c).unwrap_or(0)))
            .collect();
        let full = |_| CompileError::ArenaFull;
        let thunks = arena
            .place(targets.len() * arch::THUNK, |bytes, _| {
                for (code, target) in bytes.chunks_exact_mut(arch::THUNK).zip(&targets) {
                    code.copy_from_slice(&arch::thunk(*target));
                }
            })
            .map_err(full)?;
        let entries = place_stubs(&mut arena, thunks, 0..module.funcs.len())?;
        let nothing = module.funcs.keys().map(|_| AtomicUsize::new(0));
        let no_memory = |e: io::Error| CompileError::NoMemory(e.to_string());
        Ok(Compiler {
            compiled: Table::new(MOST_FUNCTIONS, nothing).map_err(no_memory)?,
            entries: Table::new(MOST_FUNCTIONS, entries).map_err(no_memory)?,
            code,
            return_addresses: arch::return_addresses(),
            map: CodeMap::default(),
            thunks,
            inner: Mutex::new(Inner {
                arena,
                stats: Stats::default(),
                done: HashMap::default(),
                pieces: Vec::new(),
                placed: Vec::new(),
            }),
        })
    }

    /// Makes entries for the functions that the module has gained. Nothing may name them before. The caller
    /// makes sure that there is only one such call at a time.
    ///
    /// # Errors
    /// There is no room for them; then there are no entries for some.
    pub fn grow(&self) -> Result<(), CompileError> {
        let new = self.entries.len()..self.code.module.funcs.len();
        let stubs = place_stubs(&mut self.inner().arena, self.thunks, new)?;
        for stub in stubs {
            let compiled = self.compiled.push(AtomicUsize::new(0));
            compiled.and_then(|_| self.entries.push(stub)).map_err(|_| CompileError::TooManyFunctions)?;
        }
        Ok(())
    }

    pub fn module(&self) -> &Arc<LazyModule> {
        &self.code.module
    }

    /// What generates its code.
    pub fn generator(&self) -> &Generator {
        &self.code
    }

    fn inner(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Compiles a function and publishes its code: calls go there from now on. Each function is compiled
    /// once, and a failure is remembered. Needs a stack of a few hundred KiB.
    pub fn compile(&self, func: FuncId) -> Result<CodeRef, CompileError> {
        self.compile_unit(Unit::Entry(func), &[])
    }

    /// Compiles a function again, so that its guards are branches and it never leaves for the interpreter.
    pub fn compile_without_speculation(&self, func: FuncId) -> Result<CodeRef, CompileError> {
        self.compile_unit(Unit::Careful(func), &[])
    }

    /// Compiles the function that resumes after the poll `state` of `func`, as `osr(ctx, slots, mem_base) ->
    /// status`: 0, and the results are in the first slots; 2, and it left at `VmCtx::deopt_state`.
    /// `slots[state][n]` is the slot of the n-th value of each frame state, for a guard of its own values and
    /// then of its second target's arguments; [`crate::NO_SLOT`] for constants that have none.
    pub fn compile_osr(
        &self,
        func: FuncId,
        state: FrameStateId,
        slots: &[Vec<u16>],
    ) -> Result<CodeRef, CompileError> {
        self.compile_unit(Unit::Osr(func, state), slots)
    }

    fn compile_unit(&self, unit: Unit, slots: &[Vec<u16>]) -> Result<CodeRef, CompileError> {
        if let Some(done) = self.inner().done.get(&unit) {
            return done.clone();
        }
        // The mid-end may have to make the body first; that is its own time.
        let body = self.code.module.body(unit.func());
        let start = Instant::now();
        let before = self.code.config.measure.then(thread_time);
        let made = self.code.make(unit, slots);
        let time = before.map_or(Duration::ZERO, |before| thread_time() - before);
        let mut inner = self.inner();
        let took = start.elapsed();
        inner.stats.time += took;
        // Another thread may have been faster.
        if let Some(done) = inner.done.get(&unit).cloned() {
            inner.stats.repeated += 1;
            return done;
        }
        let result = made.and_then(|made| self.place(&mut inner, unit, made));
        match &result {
            Ok(code) => {
                inner.stats.functions += 1;
                inner.stats.bytes += code.bytes as u64;
                let ops =
                    body.map_or(0, |body| body.layout.iter().map(|b| body.blocks[*b].insts.len()).sum());
                let (func, kind) = (unit.func(), unit.kind());
                inner.pieces.push(PieceStats { func, kind, ops, time, began: start, took, code: *code });
                self.publish(unit, code.address);
            }
            Err(_) => inner.stats.failures += 1,
        }
        inner.done.insert(unit, result.clone());
        result
    }

    fn publish(&self, unit: Unit, address: usize) {
        match unit {
            Unit::Entry(func) | Unit::Careful(func) => {
                self.entries[func.index()].store(address, Ordering::Release);
                self.compiled[func.index()].store(address, Ordering::Release);
            }
            Unit::Osr(..) => {}
        }
    }

    fn place(&self, inner: &mut Inner, unit: Unit, made: MachineCode) -> Result<CodeRef, CompileError> {
        let func = unit.func();
        debug_assert!(made.align <= crate::arena::ALIGN);
        let len = made.bytes.len();
        let address = inner
            .arena
            .place_in_line(len, made.offset_in_line, |bytes, address| {
                bytes.copy_from_slice(&made.bytes);
                link::fix(bytes, address, &made.fixups, |symbol| self.resolve(symbol, address));
            })
            .map_err(|_| CompileError::ArenaFull)?;
        self.map.add(Piece { func, start: address, len, sites: made.sites.into() });
        let absolute = made.fixups.into_iter().filter(|fixup| fixup.patch == Patch::Absolute).collect();
        inner.placed.push(Placed { unit, address, absolute });
        Ok(CodeRef { func, address, bytes: len })
    }

    fn resolve(&self, symbol: Symbol, start: usize) -> usize {
        match symbol {
            Symbol::Here(offset) => start + offset as usize,
            // Functions name themselves only.
            Symbol::Func(_) => start,
            Symbol::Stub(n) => self.thunks + n as usize * arch::THUNK,
            Symbol::LibCall(call) => {
                let n = link::LIB_CALLS.iter().position(|c| *c == call).unwrap_or(0);
                self.thunks + (Stub::ALL.len() + n) * arch::THUNK
            }
        }
    }

    /// For `VmCtx::entries`. Valid as long as the compiler lives.
    pub fn entries_ptr(&self) -> *const usize {
        self.entries.base().cast()
    }

    /// For `VmCtx::compiled`. Valid as long as the compiler lives.
    pub fn compiled_ptr(&self) -> *const usize {
        self.compiled.base().cast()
    }

    /// The published code of a function, or 0.
    pub fn code_of(&self, func: FuncId) -> usize {
        self.compiled.get(func.index()).map_or(0, |code| code.load(Ordering::Acquire))
    }

    /// For `Hooks::find_code`.
    pub fn find_code(&self, pc: usize) -> CodeSite {
        self.map.find(&self.code.module, &self.return_addresses, pc)
    }

    pub fn stats(&self) -> Stats {
        self.inner().stats
    }

    /// The machine code of a piece.
    pub fn bytes_of(&self, code: CodeRef) -> Vec<u8> {
        self.inner().arena.bytes(code.address, code.bytes).to_vec()
    }

    /// What each piece of code took, in the order in which they were made.
    pub fn pieces(&self) -> Vec<PieceStats> {
        self.inner().pieces.clone()
    }
}

/// Places the stubs that functions have as entries before they have code; their addresses.
fn place_stubs(
    arena: &mut Arena,
    thunks: usize,
    funcs: Range<usize>,
) -> Result<Vec<AtomicUsize>, CompileError> {
    let leave = thunks + Stub::Leave as usize * arch::THUNK;
    let place = |n: usize| n * arch::ENTRY_STUB;
    let first = arena
        .place(place(funcs.len()), |bytes, at| {
            for (n, code) in bytes.chunks_exact_mut(arch::ENTRY_STUB).enumerate() {
                let func = (funcs.start + n) as u32;
                code.copy_from_slice(&arch::entry_stub(func, at + place(n), leave));
            }
        })
        .map_err(|_| CompileError::ArenaFull)?;
    Ok((0..funcs.len()).map(|n| AtomicUsize::new(first + place(n))).collect())
}

/// A defect in the code generator must not take the program down.
fn guarded<T>(work: impl FnOnce() -> Result<T, CompileError>) -> Result<T, CompileError> {
    catch_unwind(AssertUnwindSafe(work))
        .unwrap_or_else(|_| Err(CompileError::Codegen("the code generator panicked".into())))
}

fn isa(verify: bool, target: Target) -> Result<OwnedTargetIsa, CompileError> {
    let failed = |e: &dyn fmt::Display| CompileError::Codegen(e.to_string());
    let mut flags = settings::builder();
    let values = [
        // Our own passes ran before. Cranelift's would take a fifth of the time that compiling takes, make
        // values again that are used in a branch and after it, and put what a loop computes last first, where
        // it is in the way of what it came from.
        ("opt_level", "none"),
        ("regalloc_algorithm", "backtracking"),
        ("enable_verifier", if verify { "true" } else { "false" }),
        ("preserve_frame_pointers", "true"),
        ("enable_probestack", "false"),
        ("enable_heap_access_spectre_mitigation", "false"),
        ("enable_table_access_spectre_mitigation", "false"),
        ("unwind_info", "false"),
        ("is_pic", "false"),
        ("machine_code_cfg_info", "true"),
    ];
    for (name, value) in values {
        flags.set(name, value).map_err(|e| failed(&e))?;
    }
    // Another machine is supposed to have no more than every one of its kind.
    let builder = if Some(target) == Target::host() {
        cranelift_native::builder().map_err(|_| CompileError::Unsupported)?
    } else {
        let name = format!("{}-unknown-linux-gnu", target.name());
        isa::lookup_by_name(&name).map_err(|_| CompileError::UnknownTarget(target))?
    };
    builder.finish(settings::Flags::new(flags)).map_err(|e| failed(&e))
}
