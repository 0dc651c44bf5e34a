//! Purlin runs other people's source code inside your program: near-native speed, metered, bounded, deterministic.
//!
//! ```text
//! Engine ──compile──> Module ──isolate──> Isolate ──run / call──> result or Trap
//! ```
//!
//! An [`Engine`] holds what is configured once: the tier, the guests, the host packages. A [`Module`] is compiled code,
//! immutable and shared between threads. An [`Isolate`] is one running world with its own memory, limits, streams and
//! host state; it can be moved to another thread, but runs on one at a time.
//!
//! This crate is the only one that sees guests and tiers together.

#![forbid(unsafe_code)]

#[cfg(feature = "native")]
mod background;
pub mod engine;
pub mod error;
pub mod go;
pub mod guest;
pub mod host;
pub mod inspect;
pub mod isolate;
mod measure;
#[cfg(feature = "native")]
mod native_tier;
#[cfg(not(feature = "native"))]
#[path = "no_native.rs"]
mod native_tier;
pub mod pipeline;
pub mod program;
mod tiers;
pub mod value;

pub use engine::{Config, Engine, Module, Tier};
pub use error::CompileError;
pub use guest::{Compiled, Export, Guest, Input, SourceFile};
pub use host::HostPackage;
pub use isolate::{Isolate, Stats};
pub use measure::{Compilation, CompiledFunction, Counts};
pub use program::{DiskTree, Program};
pub use value::{Argument, HostType, Params, Results, Returned};

pub use purlin_base::{Diagnostic, MemoryTree, Pos, Severity, SourceMap, SourceTree, TrapCode, gas};
pub use purlin_lang_go::deep::on_deep_stack;
pub use purlin_opt::{PASSES, Pass, Rewrite};
pub use purlin_runtime::grants::{Denial, Grants};
pub use purlin_runtime::hooks::Stress;
pub use purlin_runtime::native::{Answer, Call, Native, Stop};
pub use purlin_runtime::process::end_at_once;
pub use purlin_runtime::trap::{Frame, Trap, TrapKind};
pub use purlin_runtime::vm::{Canceller, Limits, Streams};

/// What guests are built with: the IR and the run-time side of natives.
pub mod substrate {
    pub use purlin_base as base;
    pub use purlin_ir as ir;
    pub use purlin_runtime as runtime;
}
