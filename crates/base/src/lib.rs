//! What all crates share: source positions and trees, interned names, diagnostics, the budget of a
//! compilation, and the words for typed ids.
//!
//! Knows nothing of any language, of the IR, or of how a program runs.

#![forbid(unsafe_code)]
#![warn(unreachable_pub)]

// Every other crate depends on this one, so that this is what a build says first.
#[cfg(not(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64"))))]
compile_error!(
    "Purlin builds for Linux on x86-64 and AArch64 only: its stack switches and memory mappings are written for those"
);

pub mod budget;
pub mod deep;
pub mod diagnostic;
pub mod gas;
pub mod grow;
pub mod literal;
pub mod machine;
pub mod map;
pub mod name;
pub mod nan;
pub mod source;
pub mod traceback;
pub mod trap;
pub mod tree;
pub mod wire;
pub mod word;

pub use cranelift_entity::{EntityRef, PrimaryMap, SecondaryMap, entity_impl};

pub use budget::Budget;
pub use deep::on_deep_stack;
pub use diagnostic::{Diagnostic, Diagnostics, Excerpt, Severity};
pub use name::{Interner, Name};
pub use source::{FileId, LineCol, Mark, Pos, SourceMap, TooMuchSource};
pub use trap::TrapCode;
pub use tree::{MemoryTree, SourceTree, read_error, text};

/// A map that has room for the first `len` keys and the default for each: it grows once, not key by key.
pub fn filled<K: EntityRef, V: Clone + Default>(len: usize) -> SecondaryMap<K, V> {
    let mut map = SecondaryMap::new();
    map.resize(len);
    map
}
