//! Which vector instructions this machine has, asked once, and the forms of kernels that follow from it.

use std::sync::atomic::{AtomicU8, Ordering};

/// A set of vector instructions that kernels are compiled for.
///
/// Nothing has to be done to use the best: [`Level::force`] is for measurements and tests.
///
/// ```
/// use purlin_json::{Document, Level};
///
/// for level in Level::available() {
///     Level::force(level);
///     assert_eq!(Level::get(), level);
///     assert_eq!(Document::parse(b"[1, 2]").unwrap().root().at(1).unwrap().as_i64(), Some(2));
/// }
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum Level {
    /// No vectors: the oracle of the others, and what runs everywhere.
    Scalar = 1,
    /// Every x86-64 has it.
    Sse2 = 2,
    /// AVX2 with BMI1, BMI2 and carry-less multiplication.
    Avx2 = 3,
    /// AVX-512 F, BW, VL and VBMI2.
    Avx512 = 4,
    /// Every 64-bit Arm has it.
    Neon = 5,
}

static CHOSEN: AtomicU8 = AtomicU8::new(0);

impl Level {
    /// The best that this machine has.
    #[inline]
    pub fn get() -> Level {
        match CHOSEN.load(Ordering::Relaxed) {
            1 => Level::Scalar,
            2 => Level::Sse2,
            3 => Level::Avx2,
            4 => Level::Avx512,
            5 => Level::Neon,
            _ => Level::detect(),
        }
    }

    #[cold]
    fn detect() -> Level {
        let level = *Level::available().last().unwrap_or(&Level::Scalar);
        CHOSEN.store(level as u8, Ordering::Relaxed);
        level
    }

    /// Makes every later call use `level`, which must be available; for measurements and tests of one
    /// process.
    ///
    /// # Panics
    /// If the machine does not have the level.
    pub fn force(level: Level) {
        assert!(Level::available().contains(&level), "{level:?} is not available here");
        CHOSEN.store(level as u8, Ordering::Relaxed);
    }

    /// All that this machine has, the best last.
    pub fn available() -> Vec<Level> {
        let mut levels = vec![Level::Scalar];
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::is_x86_feature_detected as has;
            levels.push(Level::Sse2);
            if has!("avx2")
                && has!("bmi1")
                && has!("bmi2")
                && has!("pclmulqdq")
                && has!("popcnt")
                && has!("lzcnt")
            {
                levels.push(Level::Avx2);
                if has!("avx512f") && has!("avx512bw") && has!("avx512vl") && has!("avx512vbmi2") {
                    levels.push(Level::Avx512);
                }
            }
        }
        #[cfg(target_arch = "aarch64")]
        levels.push(Level::Neon);
        levels
    }
}
