//! Which kernel writes strings on this machine.

use super::escape::{Dialect, Kernels, scalar_kernels};
use crate::level::Level;

/// The kernels for a dialect on this machine.
pub(crate) fn kernels(level: Level, dialect: &Dialect) -> Kernels {
    let standard = dialect.is_standard();
    match level {
        #[cfg(target_arch = "x86_64")]
        Level::Sse2 | Level::Avx2 | Level::Avx512 => super::vectors_x86::kernels(level, standard),
        #[cfg(target_arch = "aarch64")]
        Level::Neon => super::vectors_neon::kernels(standard),
        _ => scalar_kernels(standard),
    }
}
