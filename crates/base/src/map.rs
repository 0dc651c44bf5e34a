//! Hash tables for compilers: std's, with a hasher that is quick on ids and short names. It is seeded anew in
//! each process, so that no program can prepare keys that collide. Nothing may depend on the order of
//! iteration.

/// A map whose order of iteration differs from process to process.
pub type HashMap<K, V> = std::collections::HashMap<K, V, foldhash::fast::RandomState>;
/// A set whose order of iteration differs from process to process.
pub type HashSet<K> = std::collections::HashSet<K, foldhash::fast::RandomState>;
