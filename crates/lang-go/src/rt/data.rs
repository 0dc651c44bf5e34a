//! What Go's natives find at run time of the program that calls them.

use std::any::Any;

use purlin_base::source::LineCol;
use purlin_base::{Pos, SourceMap};
use purlin_ir::Module;
use purlin_runtime::tests_host::CoveredFile;
use purlin_runtime::types::TypeNo;

use crate::cover::Covered;

/// The types whose values run-time errors are; 0 for those that the program has none of. Each value is one
/// box with a string.
#[derive(Clone, Copy, Default)]
pub(crate) struct ErrorTypes {
    /// Of most errors.
    pub(crate) text: TypeNo,
    /// Of indices and bounds that are out of range.
    pub(crate) bounds: TypeNo,
    /// Of errors whose texts do not begin with `runtime error`.
    pub(crate) plain: TypeNo,
    /// Of assertions that do not hold: pointers.
    pub(crate) assertion: TypeNo,
    /// Of panics with nil: pointers.
    pub(crate) nil_panic: TypeNo,
}

impl ErrorTypes {
    /// All of them, in one order.
    pub(crate) fn each(&mut self) -> [&mut TypeNo; 5] {
        let ErrorTypes { text, bounds, plain, assertion, nil_panic } = self;
        [text, bounds, plain, assertion, nil_panic]
    }
}

/// What Go's natives find at run time, attached to each module.
pub(crate) struct GoData {
    pub(crate) errors: ErrorTypes,
    /// Names and places, if the program asks where it is.
    pub(crate) symbols: Option<Symbols>,
    /// What coverage counts, if it does.
    pub(crate) covered: Option<Covered>,
}

/// The files that a program covers, with [`crate::Output::guest`] `guest`; nothing of them has run.
pub fn covered(guest: &(dyn Any + Send + Sync)) -> Vec<CoveredFile> {
    let covered = guest.downcast_ref::<GoData>().and_then(|data| data.covered.as_ref());
    covered.map_or_else(Vec::new, |covered| covered.files.iter().map(|file| file.file.clone()).collect())
}

/// The functions of Go's run time that programs see among their callers. They are none of the module's, so
/// their program counters have upper halves that no function's number reaches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum RuntimeFunc {
    /// What runs deferred functions because of a panic.
    Panic,
    /// What runs them because the goroutine ends itself.
    LeaveFiber,
    /// What calls the functions that initialise a package.
    InitOne,
    /// What has one package initialised after the other.
    Init,
    /// What calls `main.main`.
    Main,
    /// What calls the outermost function of each goroutine.
    Bottom,
}

impl RuntimeFunc {
    const ALL: [RuntimeFunc; 6] = [
        RuntimeFunc::Panic,
        RuntimeFunc::LeaveFiber,
        RuntimeFunc::InitOne,
        RuntimeFunc::Init,
        RuntimeFunc::Main,
        RuntimeFunc::Bottom,
    ];

    /// The program counter that stands for the function.
    pub(crate) fn pc(self) -> u64 {
        u64::from(u32::MAX - self as u32) << 32 | 1
    }

    /// The function that a program counter is in.
    pub(crate) fn of(pc: u64) -> Option<RuntimeFunc> {
        RuntimeFunc::ALL.into_iter().find(|func| func.pc() >> 32 == pc >> 32)
    }

    fn name(self) -> &'static str {
        match self {
            RuntimeFunc::Panic => "runtime.gopanic",
            RuntimeFunc::LeaveFiber => "runtime.Goexit",
            RuntimeFunc::InitOne => "runtime.doInit1",
            RuntimeFunc::Init => "runtime.doInit",
            RuntimeFunc::Main => "runtime.main",
            RuntimeFunc::Bottom => "runtime.goexit",
        }
    }

    fn file(self) -> &'static str {
        match self {
            RuntimeFunc::Panic | RuntimeFunc::LeaveFiber => "$std/runtime/panic.go",
            RuntimeFunc::InitOne | RuntimeFunc::Init | RuntimeFunc::Main => "$std/runtime/proc.go",
            RuntimeFunc::Bottom => "$std/runtime/asm_amd64.s",
        }
    }
}

/// The names of a program's functions, and its sources: what a program counter stands for.
pub(crate) struct Symbols {
    /// Name by function, and whether it is generated.
    names: Vec<(String, bool)>,
    sources: SourceMap,
}

impl Symbols {
    pub(crate) fn of_module(module: &Module, sources: &SourceMap) -> Symbols {
        let names = module.funcs.values().map(|f| (f.name.to_string(), f.wrapper)).collect();
        Symbols { names, sources: sources.clone() }
    }

    /// The name of the function that a program counter is in; none for generated ones.
    pub(crate) fn name(&self, pc: u64) -> Option<&str> {
        if let Some(func) = RuntimeFunc::of(pc) {
            return Some(func.name());
        }
        self.entry(pc).filter(|(_, generated)| !generated).map(|(name, _)| name.as_str())
    }

    /// The name of the function that a value of a function type stands for, by its number alone: what is
    /// generated has the name of what it calls.
    pub(crate) fn function(&self, pc: u64) -> Option<&str> {
        if let Some(func) = RuntimeFunc::of(pc) {
            return Some(func.name());
        }
        self.entry(pc).map(|(name, _)| name.as_str())
    }

    fn entry(&self, pc: u64) -> Option<&(String, bool)> {
        self.names.get(((pc >> 32) as usize).checked_sub(1)?)
    }

    /// The file, line and column of a program counter.
    pub(crate) fn place(&self, pc: u64) -> Option<LineCol> {
        if let Some(func) = RuntimeFunc::of(pc) {
            return Some(LineCol { file: func.file().into(), line: 1, col: 1 });
        }
        let mut at = self.sources.line_col(Pos(pc as u32))?;
        if at.file.is_empty() {
            // A line directive may leave out the name.
            at.file = "??".into();
        }
        Some(at)
    }
}
