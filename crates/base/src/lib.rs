//! What every room shares: source positions and trees, interned names, diagnostics and the words for typed ids.
//!
//! Knows nothing of any language, of the IR, or of how a program runs.

#![forbid(unsafe_code)]

pub mod diagnostic;
pub mod gas;
pub mod machine;
pub mod map;
pub mod name;
pub mod nan;
pub mod source;
pub mod trap;
pub mod tree;

pub use cranelift_entity::{EntityRef, PrimaryMap, SecondaryMap, entity_impl};

/// A map that has room for the first `len` keys and the default for each: it grows once, not key by key.
pub fn filled<K: EntityRef, V: Clone + Default>(len: usize) -> SecondaryMap<K, V> {
    let mut map = SecondaryMap::new();
    map.resize(len);
    map
}
pub use diagnostic::{Diagnostic, Diagnostics, Severity};
pub use name::{Interner, Name};
pub use source::{FileId, LineCol, Pos, SourceMap};
pub use trap::TrapCode;
pub use tree::{MemoryTree, SourceTree};
