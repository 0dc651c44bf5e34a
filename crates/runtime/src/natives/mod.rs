//! The natives that front ends of statically typed languages call themselves: strings, bytes, maps, channels, raising.
//! `docs/go-lowering.md` has their signatures.

mod bulk;
mod chans;
mod maps;
mod numbers;
mod raises;
mod select;
mod strings;
mod views;
mod waiters;

use crate::native::{Answer, Call, Direct, Native};

/// All of them by name.
pub fn all() -> impl Iterator<Item = (&'static str, Native)> {
    let parts = [
        bulk::NATIVES,
        strings::NATIVES,
        maps::NATIVES,
        chans::NATIVES,
        select::NATIVES,
        raises::NATIVES,
        numbers::NATIVES,
    ];
    let light = parts.into_iter().flatten().map(|(name, f)| (*name, Native::Light(*f)));
    let direct =
        [bulk::DIRECT, strings::DIRECT, maps::DIRECT, views::DIRECT, raises::DIRECT].into_iter().flatten();
    let direct = direct.map(|(name, f, direct)| (*name, Native::Direct(*f, *direct)));
    let heavy = views::HEAVY.iter().map(|(name, f)| (*name, Native::Heavy(*f)));
    light.chain(direct).chain(heavy)
}

pub use maps::{ITER_BYTES, hash_value};
pub use raises::raise_text;
pub use select::CASE_BYTES;
pub use strings::decode;
pub use views::{read_input, view_bytes, write_output};
pub use waiters::{wait_in_queue, wake_in_queue};

type Entry = (&'static str, fn(&mut Call<'_>) -> Answer);
/// With its form for registers: hot natives with few arguments.
type DirectEntry = (&'static str, fn(&mut Call<'_>) -> Answer, Direct);
