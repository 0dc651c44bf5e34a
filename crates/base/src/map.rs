//! Hash tables for compilers: std's, with a hasher that is quick on ids and short names. It is seeded anew in
//! each process, so that no program can prepare keys that collide, unless a host asks for equal work in each
//! ([`fix`]). Nothing may depend on the order of iteration.

use std::hash::BuildHasher;
use std::sync::atomic::{AtomicBool, Ordering};

use foldhash::fast::{FoldHasher, SeedableRandomState};

/// A map whose order of iteration differs from process to process.
pub type HashMap<K, V> = std::collections::HashMap<K, V, Seed>;
/// A set whose order of iteration differs from process to process.
pub type HashSet<K> = std::collections::HashSet<K, Seed>;

static FIXED: AtomicBool = AtomicBool::new(false);

/// Gives the tables that are made from now on, in the whole process, the seed that they have in every
/// process: how long a look-up takes then no longer differs between processes, and can be foreseen.
pub fn fix() {
    FIXED.store(true, Ordering::Relaxed);
}

/// Whether [`fix`] was called.
pub fn is_fixed() -> bool {
    FIXED.load(Ordering::Relaxed)
}

/// The seed of one table.
#[derive(Clone)]
pub struct Seed(SeedableRandomState);

impl Default for Seed {
    #[inline]
    fn default() -> Seed {
        Seed(if is_fixed() { SeedableRandomState::fixed() } else { SeedableRandomState::random() })
    }
}

impl BuildHasher for Seed {
    type Hasher = FoldHasher<'static>;

    #[inline(always)]
    fn build_hasher(&self) -> FoldHasher<'static> {
        self.0.build_hasher()
    }
}
