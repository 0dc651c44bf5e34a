//! Purlin runs other people's source code inside your program: near-native speed, metered, bounded,
//! deterministic.
//!
//! ```text
//! Engine ──compile──> Module ──isolate──> Isolate ──run / call──> result or Trap
//! ```
//!
//! An [`Engine`] holds what is configured once: the tier, the guests, the host packages. A [`Module`] is
//! compiled code, immutable and shared between threads. An [`Isolate`] is one running program with its own
//! memory, limits, streams and host state; it can be moved to another thread, but runs on one at a time.
//!
#![cfg_attr(feature = "go", doc = "```")]
#![cfg_attr(not(feature = "go"), doc = "```ignore")]
//! use purlin::{Config, Engine, Limits, SourceFile, Streams};
//!
//! let engine = Engine::new(Config::default());
//! let text = "package main\nfunc Add(a, b int64) int64 { return a + b }\nfunc main() {}";
//! let module = engine.compile(&[SourceFile { name: "add.go".into(), text: text.into() }])?;
//! let limits = Limits { gas: Some(1_000_000), ..Limits::default() };
//! let mut isolate = module.isolate((), limits, Streams::default())?;
//! assert_eq!(isolate.call::<_, i64>("Add", (40i64, 2i64))?, 42);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Functions that a host gives to its guests are a [`HostPackage`], values that cross are
//! [`trait@HostData`], and every ending but a result is a [`Trap`]. A [`Pool`] and a [`Snapshot`] are for
//! many short runs, [`Module::serialize`] and a [`Cache`] for programs that are compiled once. The guide is
//! `docs/embedding.md` in the repository.
//!
//! This crate is the only one that sees guests and tiers together. The feature `go` brings the guest Go,
//! `native` the native tier, `async` runs as futures and asynchronous host functions, `serde` values that
//! serde describes, `json` the crate for JSON as the module `json`, `arrow` functions over columns.
//!
//! Imports lead one way: `config`, `stage`, `timings`, `measure`, `guest` and `substrate` know none of the
//! others; `reexports` names items of other crates; `link`, `native_tier` and `tiers` follow each other;
//! `module`, `extend` and `isolate` are what comes of a compilation, and `columns` runs them over columns;
//! `registry`, `compile`, `engine` and `inspect` lead there; `repl` and `test` use them all.

#![forbid(unsafe_code)]
#![warn(missing_docs)]
#![warn(unreachable_pub)]

/// The programs of the guide and of the README, as tests.
#[cfg(all(doctest, feature = "go"))]
mod documents {
    #[doc = include_str!("../../../docs/embedding.md")]
    mod embedding {}
    #[doc = include_str!("../../../README.md")]
    mod readme {}
    #[cfg(feature = "async")]
    #[doc = include_str!("../../../docs/async.md")]
    mod asynchronous {}
    #[cfg(feature = "smalltalk")]
    #[doc = include_str!("../../../docs/smalltalk.md")]
    mod smalltalk {}
    #[cfg(feature = "arrow")]
    #[doc = include_str!("../../../docs/columns.md")]
    mod columns {}
}

#[cfg(feature = "native")]
mod background;
mod cache;
#[cfg(feature = "arrow")]
pub mod columns;
mod compile;
mod config;
mod engine;
pub mod error;
#[doc(hidden)]
pub mod extend;
mod form;
#[cfg(feature = "go")]
pub mod go;
pub mod guest;
pub mod host;
pub mod inspect;
mod ir_text;
pub mod isolate;
mod link;
mod measure;
mod middle;
mod module;
#[cfg(feature = "native")]
mod native_tier;
#[cfg(not(feature = "native"))]
#[path = "no_native.rs"]
mod native_tier;
mod pool;
pub mod profile;
pub mod program;
mod races;
mod reexports;
mod registry;
pub mod repl;
mod saved;
#[cfg(feature = "serde")]
mod serde_data;
mod slot;
#[cfg(feature = "smalltalk")]
pub mod smalltalk;
mod snapshot;
mod stage;
pub mod substrate;
pub mod test;
mod tiers;
mod timings;
mod values;

pub use cache::{Cache, Cached};
pub use config::{Config, Tier};
pub use engine::Engine;
pub use error::{CompileError, Findings};
pub use guest::{Compiled, Guest, GuestTables, HostDeclaration, Input, Project, SourceFile};
pub use host::{HostPackage, ObjectMethods};
pub use isolate::{Isolate, Stats};
pub use measure::{Compilation, CompiledFunction, Counts};
pub use module::{Function, Module};
pub use pool::{Pool, PoolConfig};
pub use program::{DiskTree, Program};
pub use reexports::*;
pub use registry::built_in_guests;
pub use saved::{DeserializeError, SerializeError};
#[cfg(feature = "serde")]
pub use serde_data::Serde;
pub use snapshot::{Snapshot, SnapshotConfig, SnapshotError};
pub use timings::Timings;
pub use values::ValueFunction;

#[cfg(feature = "json")]
pub use purlin_json as json;

/// The code in the guide to host functions, as tests.
#[cfg(all(doctest, feature = "go"))]
#[doc = include_str!("../../../docs/host-functions.md")]
struct HostFunctionsGuide;
