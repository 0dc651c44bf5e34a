//! How the words and bytes of keys are mixed. The maps of a process mix with secret numbers of its own: no
//! program can make keys that collide, so how long a search takes need not be charged, and gas depends
//! neither on them nor on addresses. A host that wants equal work in each process has them fixed instead.

use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};
use std::sync::Once;
use std::sync::atomic::{AtomicU64, Ordering};

/// The numbers that everything is mixed with. Atomic, because the secret ones are made when the first map is,
/// and cost nothing to read.
pub struct Mix {
    seed: AtomicU64,
    k1: AtomicU64,
    k2: AtomicU64,
}

/// For hashes that programs see.
pub static FIXED: Mix = Mix::new(0x243f_6a88_85a3_08d3, 0x9e37_79b9_7f4a_7c15, 0xa409_3822_299f_31d1);

/// For maps. Nothing that a program can see depends on it: maps are walked in order of insertion.
/// [`keep_secret`] comes first: the code that makes a map calls it.
pub static SECRET: Mix = Mix::new(0, 0, 0);

/// Fills [`SECRET`], once a process.
pub fn keep_secret() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let random = || RandomState::new().build_hasher().finish();
        let (seed, k1, k2) = match purlin_base::map::is_fixed() {
            true => (FIXED.seed(), FIXED.k1(), FIXED.k2()),
            // Odd, so that a product with them loses nothing.
            false => (random(), random() | 1, random() | 1),
        };
        let numbers = [(&SECRET.seed, seed), (&SECRET.k1, k1), (&SECRET.k2, k2)];
        numbers.iter().for_each(|(to, number)| to.store(*number, Ordering::Relaxed));
    });
}

/// The two halves of a full product, folded: wyhash's mixing step.
#[inline]
fn fold(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    (product as u64) ^ ((product >> 64) as u64)
}

impl Mix {
    const fn new(seed: u64, k1: u64, k2: u64) -> Mix {
        Mix { seed: AtomicU64::new(seed), k1: AtomicU64::new(k1), k2: AtomicU64::new(k2) }
    }

    #[inline]
    fn seed(&self) -> u64 {
        self.seed.load(Ordering::Relaxed)
    }

    #[inline]
    fn k1(&self) -> u64 {
        self.k1.load(Ordering::Relaxed)
    }

    #[inline]
    fn k2(&self) -> u64 {
        self.k2.load(Ordering::Relaxed)
    }

    /// The hash of a 64-bit word.
    #[inline]
    pub fn word(&self, word: u64) -> u64 {
        fold(word ^ self.seed(), self.k1())
    }

    /// Continues a hash with that of a further part of a key.
    #[inline]
    pub fn combine(&self, hash: u64, part: u64) -> u64 {
        fold(hash ^ self.k2(), part ^ self.k1())
    }

    /// The hash of a string of bytes.
    #[inline(always)]
    pub fn bytes(&self, bytes: &[u8]) -> u64 {
        let len = bytes.len();
        let at = bytes.as_ptr();
        // SAFETY: it is called with places only that have eight bytes before the end.
        let word = |n: usize| unsafe { u64::from_le(at.add(n).cast::<u64>().read_unaligned()) };
        // SAFETY: it is called with places only that have four bytes before the end.
        let half = |n: usize| unsafe { u64::from(u32::from_le(at.add(n).cast::<u32>().read_unaligned())) };
        let seed = self.seed() ^ (len as u64).wrapping_mul(self.k1());
        if len >= 8 {
            let mut hash = seed;
            let mut at = 0;
            while at + 16 < len {
                hash = fold(word(at) ^ self.k1() ^ hash, word(at + 8) ^ self.k2());
                at += 16;
            }
            // The last 16 bytes, which overlap what has been hashed, or less than 16 in two overlapping
            // words.
            fold(fold(word(len.saturating_sub(16)) ^ hash, word(len - 8) ^ self.k2()), self.k1())
        } else if len >= 4 {
            fold(fold(half(0) ^ seed, half(len - 4) ^ self.k2()), self.k1())
        } else if len > 0 {
            let bytes =
                u64::from(bytes[0]) | u64::from(bytes[len / 2]) << 8 | u64::from(bytes[len - 1]) << 16;
            fold(bytes ^ seed, self.k2())
        } else {
            seed
        }
    }
}
