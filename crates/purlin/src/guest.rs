//! What a guest language gives to the engine.

use std::any::Any;
use std::sync::Arc;

use purlin_base::{Diagnostic, SourceMap, SourceTree};
use purlin_ir as ir;
use purlin_runtime::native::Native;
use purlin_runtime::types::Types;

use crate::host::HostPackage;
use crate::value::HostType;

/// A source file in memory.
#[derive(Clone, Debug)]
pub struct SourceFile {
    /// What diagnostics and tracebacks call it.
    pub name: String,
    pub text: Arc<str>,
}

/// What is to be compiled.
pub struct Input<'a> {
    /// The files of the program's own package; if there are none, it is in the tree.
    pub files: &'a [SourceFile],
    /// Where the program's other packages are, and the folder of its own.
    pub tree: Option<(&'a dyn SourceTree, &'a str)>,
    /// Packages of the host's that the program may import.
    pub host: &'a [HostPackage],
    /// Bytes that compiling may take, by the guest's own estimate; an error says that it would take more.
    pub budget: Option<u64>,
}

/// A function that the host may call by name.
#[derive(Clone, Debug)]
pub struct Export {
    pub name: String,
    pub func: ir::FuncId,
    pub params: Vec<HostType>,
    pub results: Vec<HostType>,
}

/// A front end's output.
pub struct Compiled {
    pub module: ir::Module,
    /// Run-time types; empty for guests without.
    pub types: Types,
    /// The natives that the module may call, by name. The runtime's own (`rt.…`) need not be listed.
    pub natives: Vec<(String, Native)>,
    /// What the guest's natives find with [`purlin_runtime::native::Call::guest`].
    pub guest: Arc<dyn Any + Send + Sync>,
    pub exports: Vec<Export>,
    /// Runs before the first export of an isolate is called; `main` does it by itself.
    pub init: Option<ir::FuncId>,
}

/// A guest language.
pub trait Guest: Send + Sync {
    /// As `--lang` and messages call it.
    fn name(&self) -> &'static str;

    /// The file extensions it takes, without dot.
    fn extensions(&self) -> &'static [&'static str];

    /// Source to IR. Never panics and always ends, whatever the source.
    fn compile(&self, sources: &mut SourceMap, input: &Input<'_>) -> Result<Compiled, Vec<Diagnostic>>;

    /// The syntax tree as text, for `purlin inspect --stage=ast`.
    fn dump_ast(&self, sources: &mut SourceMap, input: &Input<'_>) -> Result<String, Vec<Diagnostic>>;
}
