//! The engine and its modules: what is compiled once and shared.

use purlin_base::map::HashMap;
use std::fmt;
use std::path::Path;
use std::str::FromStr;
use std::sync::Arc;

use purlin_base::{LineCol, Pos, SourceMap};
use purlin_ir as ir;
use purlin_runtime::abi::{Class, Shape};
use purlin_runtime::heap::{Layout as HeapLayout, LayoutTableBuilder};
use purlin_runtime::hooks::Stress;
use purlin_runtime::native::Native;
use purlin_runtime::types::Types;
use purlin_runtime::vm::{Limits, Shared, Streams};

use crate::error::CompileError;
use crate::guest::{Compiled, Export, Guest, Input};
use crate::host::HostPackage;
use crate::isolate::Isolate;
use crate::measure::{self, Compilation, Counts, Ledger};
use crate::pipeline::{self, Timings};
use crate::program::Program;
use crate::tiers::Tiers;

/// How programs run.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Tier {
    /// Bytecode only: no code is generated.
    Interp,
    /// Everything is compiled to machine code before it first runs.
    Native,
    /// Starts in the interpreter and moves hot code to the native tier, compiled in the background.
    #[default]
    Auto,
}

impl FromStr for Tier {
    type Err = String;

    fn from_str(text: &str) -> Result<Tier, String> {
        match text {
            "interp" => Ok(Tier::Interp),
            "native" => Ok(Tier::Native),
            "auto" => Ok(Tier::Auto),
            other => Err(format!("unknown tier {other:?} (there are interp, native, auto)")),
        }
    }
}

impl fmt::Display for Tier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Tier::Interp => "interp",
            Tier::Native => "native",
            Tier::Auto => "auto",
        })
    }
}

/// What is configured once.
#[derive(Clone, Debug, Default)]
pub struct Config {
    pub tier: Tier,
    pub stress: Stress,
    /// Passes of the mid-end that are left out, by name.
    pub disabled_passes: Vec<String>,
    /// Run the verifier after every pass, and Cranelift's on its input.
    pub verify: bool,
    /// Verify and optimise every function before any runs, instead of each before it runs first.
    pub eager: bool,
    /// Bytes that compiling one program may take, by an estimate that is the same everywhere.
    pub compile_bytes: Option<u64>,
    /// Note the processor time of compiling each function, for [`Module::compilation`].
    pub measure: bool,
    /// Leave out what is charged for the program's own work: gas counts the rounds of loops and recursions, and what natives
    /// take. A program can still be cancelled; its gas says little.
    pub unmetered: bool,
    /// Bytes of machine code that one program may have; what no longer fits is interpreted. 64 MiB if not set.
    pub code_bytes: Option<usize>,
}

/// Guests, host packages, configuration.
pub struct Engine {
    config: Config,
    guests: Vec<Box<dyn Guest>>,
    host: Vec<HostPackage>,
}

impl Engine {
    /// An engine with the guest Go; IR text it takes besides.
    pub fn new(config: Config) -> Engine {
        Engine { config, guests: vec![Box::new(crate::go::Go)], host: Vec::new() }
    }

    /// Adds a guest language. A later one takes an extension away from an earlier one.
    pub fn register(&mut self, guest: Box<dyn Guest>) {
        self.guests.push(guest);
    }

    pub(crate) fn host_packages(&self) -> &[HostPackage] {
        &self.host
    }

    /// Adds a host package that programs compiled from now on may import.
    pub fn host_package(&mut self, package: HostPackage) {
        self.host.push(package);
    }

    pub fn config(&self) -> &Config {
        &self.config
    }

    fn guest_for(&self, program: &Program<'_>) -> Result<&dyn Guest, CompileError> {
        let extension = |name: &str| Path::new(name).extension().and_then(|e| e.to_str()).map(str::to_string);
        let takes =
            |g: &dyn Guest, name: &str| extension(name).is_some_and(|e| g.extensions().contains(&&*e));
        let name = program.file_name(|name| self.guests.iter().any(|g| takes(&**g, name)));
        let found = self.guests.iter().rev().find(|g| takes(&***g, &name));
        if let Some(guest) = found {
            return Ok(&**guest);
        }
        if let Some(tree) = program.tree.filter(|_| program.files.is_empty()) {
            let shown = tree.name(program.dir);
            return Err(CompileError::message(match tree.files(program.dir) {
                Some(_) => format!("no Go files in {shown}"),
                None => format!("{shown}: no such folder"),
            }));
        }
        let known: Vec<&str> = self.guests.iter().flat_map(|g| g.extensions()).copied().collect();
        let known = known.join(", .");
        Err(CompileError::message(format!("{name}: no guest for this file (there are .{known})")))
    }

    /// Compiles one program: files, or the package in a folder of a tree ([`Program::in_tree`]). The guest is chosen
    /// by the first file's extension; `.ir` is IR text itself.
    pub fn compile<'a>(&self, program: impl Into<Program<'a>>) -> Result<Module, CompileError> {
        let mut timings = Timings::default();
        self.compile_timed(program, &mut timings)
    }

    /// The same, noting how long each stage took.
    pub fn compile_timed<'a>(
        &self,
        program: impl Into<Program<'a>>,
        timings: &mut Timings,
    ) -> Result<Module, CompileError> {
        let program = program.into();
        let (sources, compiled) = self.front_end(&program, timings)?;
        let when = pipeline::When::new(&self.config, self.is_own(&program));
        pipeline::module(&self.config, when, sources, compiled, &self.host, timings)
    }

    /// Source to IR, not yet optimised.
    pub(crate) fn front_end(
        &self,
        program: &Program<'_>,
        timings: &mut Timings,
    ) -> Result<(SourceMap, Compiled), CompileError> {
        let mut sources = SourceMap::new();
        if let Some(file) = program.files.first().filter(|f| f.name.ends_with(".ir")) {
            let compiled = pipeline::read_ir(file)?;
            return Ok((sources, self.metered(compiled)));
        }
        let guest = self.guest_for(program)?;
        let input = self.input(program);
        let result = timings.time("front end", || guest.compile(&mut sources, &input));
        match result {
            Ok(compiled) => Ok((sources, self.metered(compiled))),
            Err(diagnostics) => Err(CompileError::new(sources, diagnostics)),
        }
    }

    /// With its charges, if they are wanted.
    fn metered(&self, mut compiled: Compiled) -> Compiled {
        if self.config.unmetered {
            pipeline::leave_out_charges(&mut compiled.module);
        }
        compiled
    }

    /// Whether the front end is our own, so that a function that the verifier rejects is a defect of ours.
    fn is_own(&self, program: &Program<'_>) -> bool {
        let is_text = program.files.first().is_some_and(|f| f.name.ends_with(".ir"));
        !is_text && self.guests.len() == 1
    }

    fn input<'a>(&'a self, program: &Program<'a>) -> Input<'a> {
        Input {
            files: program.files,
            tree: program.tree.map(|t| (t, program.dir)),
            host: &self.host,
            budget: self.config.compile_bytes,
        }
    }

    /// The syntax tree as text.
    pub fn dump_ast<'a>(&self, program: impl Into<Program<'a>>) -> Result<String, CompileError> {
        let program = program.into();
        let mut sources = SourceMap::new();
        let result = self.guest_for(&program)?.dump_ast(&mut sources, &self.input(&program));
        result.map_err(|diagnostics| CompileError::new(sources, diagnostics))
    }
}

/// A compiled program: immutable, cheap to clone, shared by any number of isolates on any threads.
#[derive(Clone)]
pub struct Module(pub(crate) Arc<ModuleInner>);

pub(crate) struct ModuleInner {
    pub ir: Arc<ir::LazyModule>,
    pub sources: SourceMap,
    pub shared: Shared,
    pub tiers: Arc<Tiers>,
    pub exports: HashMap<String, Export>,
    pub init: Option<ir::FuncId>,
    pub ledger: Arc<Ledger>,
}

impl Module {
    /// A fresh isolate with state of the host's own, which host functions reach through
    /// [`purlin_runtime::native::Call::host`].
    pub fn isolate<T: Send + 'static>(
        &self,
        host: T,
        limits: Limits,
        streams: Streams,
    ) -> std::io::Result<Isolate<T>> {
        self.isolate_under(self.0.shared.stress, host, limits, streams)
    }

    /// The same with its memory under the stress `gc` and `poison`, or not: code is the same for both, so that a test need
    /// not compile twice.
    pub fn isolate_under<T: Send + 'static>(
        &self,
        memory: Stress,
        host: T,
        limits: Limits,
        streams: Streams,
    ) -> std::io::Result<Isolate<T>> {
        let mut shared = self.0.shared.clone();
        (shared.stress.gc, shared.stress.poison) = (memory.gc, memory.poison);
        Isolate::new(self.clone(), shared, host, limits, streams)
    }

    /// What its IR, bytecode and machine code come to, by an estimate that is the same everywhere.
    pub fn compiled_bytes(&self) -> u64 {
        /// A large instruction of IR, its bytecode, and its share of the machine code.
        const INSTRUCTION: u64 = 250;
        /// What a function takes however small it is: tables of its IR before and after the mid-end, of its bytecode and
        /// of its machine code.
        const FUNCTION: u64 = 5_000;
        let bodies = self.0.ir.funcs.values().filter_map(|f| f.body.as_ref());
        bodies.map(|f| FUNCTION + f.insts.len() as u64 * INSTRUCTION).sum()
    }

    /// What compilation has taken so far.
    pub fn compilation(&self) -> Compilation {
        let preparing = self.0.ledger.times().iter().map(|(_, time)| *time).sum();
        Compilation { preparing, ..self.0.tiers.compilation(&self.0.ir, &self.0.ledger) }
    }

    /// How often each rewrite was made and each op was lowered so far.
    pub fn counts(&self) -> Counts {
        let report = self.0.ledger.report();
        Counts {
            rewrites: report.counts.iter().map(|(rewrite, n)| (rewrite.name(), n)).collect(),
            ir_ops: measure::ir_ops(self.0.ir.finished().map(|(_, body)| body)),
            bytecode_ops: measure::bytecode_ops(self.0.tiers.lowered()),
        }
    }

    /// Whether it is a program: whether [`Isolate::run`] has anything to run.
    pub fn has_main(&self) -> bool {
        self.0.ir.main.is_some()
    }

    /// The functions that a host may call.
    pub fn exports(&self) -> impl Iterator<Item = &Export> {
        self.0.exports.values()
    }

    /// Where a position is.
    pub fn line_col(&self, pos: Pos) -> Option<LineCol> {
        self.0.sources.line_col(pos)
    }

    /// The name of a function in a traceback.
    pub fn func_name(&self, func: u32) -> &str {
        self.0.ir.funcs.get(ir::FuncId::from_u32(func)).map_or("?", |f| f.name.as_str())
    }

    /// Whether a function is generated and left out of tracebacks.
    pub fn is_wrapper(&self, func: u32) -> bool {
        self.0.ir.funcs.get(ir::FuncId::from_u32(func)).is_some_and(|f| f.wrapper)
    }
}

fn class_of(ty: ir::Type) -> Class {
    match ty {
        ir::Type::I8 => Class::Int(1),
        ir::Type::I16 => Class::Int(2),
        ir::Type::I32 => Class::Int(4),
        ir::Type::I64 | ir::Type::Ref | ir::Type::Dyn => Class::Int(8),
        ir::Type::F32 => Class::F32,
        ir::Type::F64 => Class::F64,
    }
}

/// The allocation classes of a module, under the same numbers.
pub(crate) fn layouts(module: &ir::Module) -> LayoutTableBuilder {
    let mut layouts = LayoutTableBuilder::new();
    for class in module.classes.values() {
        let words = class.size.div_ceil(8);
        let pointers = match class.pointers {
            ir::Pointers::None => HeapLayout::NO_POINTERS,
            ir::Pointers::All => HeapLayout::ALL,
            ir::Pointers::Words(bits) => HeapLayout::new(words, (0..64).filter(|n| bits & (1 << n) != 0)),
        };
        layouts.push_class(class.size as usize, pointers);
    }
    layouts
}

/// The natives of a module, in its order: the runtime's, the guest's, the host's.
pub(crate) fn bind_natives(
    module: &ir::Module,
    natives: &[(String, Native)],
    host: &[HostPackage],
) -> Result<Vec<Native>, CompileError> {
    let mut by_name: HashMap<&str, &Native> = HashMap::default();
    let runtime: Vec<(&'static str, Native)> = purlin_runtime::natives::all().collect();
    by_name.extend(runtime.iter().map(|(n, f)| (*n, f)));
    by_name.extend(natives.iter().map(|(n, f)| (n.as_str(), f)));
    by_name.extend(host.iter().flat_map(|p| &p.functions).map(|(n, f)| (n.as_str(), f)));
    let bind = |decl: &ir::NativeDecl| {
        let found = by_name.get(decl.name.as_str()).map(|f| (*f).clone());
        found.ok_or_else(|| CompileError::message(format!("{}: no such native", decl.name)))
    };
    module.natives.values().map(bind).collect()
}

/// What all isolates of a module share, put together from its parts.
pub(crate) fn link(
    module: &Arc<ir::LazyModule>,
    mut types: Types,
    guest: Arc<dyn std::any::Any + Send + Sync>,
    natives: Vec<(String, Native)>,
    host: &[HostPackage],
    layout: &ir::layout::Layout,
) -> Result<LinkParts, CompileError> {
    let mut layouts = layouts(module);
    types.bind(&mut layouts);
    let natives = bind_natives(module, &natives, host)?;
    let shape = |decl: &ir::FuncDecl| {
        let sig = &module.sigs[decl.sig];
        let classes = |types: &[ir::Type]| types.iter().map(|t| class_of(*t)).collect();
        Shape { params: classes(&sig.params), results: classes(&sig.results) }
    };
    Ok(LinkParts {
        layouts: Arc::new(layouts.finish()),
        data: layout.data_image.clone().into(),
        dispatch: layout.dispatch.clone().into(),
        implements: layout.implements.clone().into(),
        natives: natives.into(),
        shapes: module.funcs.values().map(shape).collect(),
        globals_bytes: layout.globals_bytes as usize,
        types: Arc::new(types),
        guest,
    })
}

/// [`Shared`] without what the tiers add.
pub(crate) struct LinkParts {
    pub layouts: Arc<purlin_runtime::heap::LayoutTable>,
    pub data: Arc<[u64]>,
    pub dispatch: Arc<[u32]>,
    pub implements: Arc<[u8]>,
    pub natives: Arc<[Native]>,
    pub shapes: Arc<[Shape]>,
    pub globals_bytes: usize,
    pub types: Arc<Types>,
    pub guest: Arc<dyn std::any::Any + Send + Sync>,
}
