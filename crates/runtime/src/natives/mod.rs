//! The natives that front ends of statically typed languages call themselves: strings, maps, channels, raising.
//! `docs/go-lowering.md` has their signatures.

mod chans;
mod maps;
mod numbers;
mod raises;
mod select;
mod strings;
mod waiters;

use crate::native::{Answer, Call, Native};

/// All of them by name.
pub fn all() -> impl Iterator<Item = (&'static str, Native)> {
    let parts =
        [strings::NATIVES, maps::NATIVES, chans::NATIVES, select::NATIVES, raises::NATIVES, numbers::NATIVES];
    parts.into_iter().flatten().map(|(name, f)| (*name, Native::Light(*f)))
}

pub use maps::{ITER_BYTES, hash_value};
pub use raises::raise_text;
pub use select::CASE_BYTES;
pub use strings::decode;
pub use waiters::{wait_in_queue, wake_in_queue};

type Entry = (&'static str, fn(&mut Call<'_>) -> Answer);
