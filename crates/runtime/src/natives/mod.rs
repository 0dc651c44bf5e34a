//! The natives that front ends of statically typed languages call themselves: strings, maps, channels, views, loops over memory.
//! Each file has a table; `docs/natives.md` lists them all. What is one language's own (its panics, how its slices grow) is in
//! that language's crate.

mod bulk;
mod chans;
mod maps;
mod numbers;
mod select;
mod strings;
mod views;
mod waiters;

use crate::native::Row;

/// All of them.
pub fn all() -> impl Iterator<Item = &'static Row> {
    let tables = [
        bulk::BULK,
        strings::STRINGS,
        maps::MAPS,
        maps::SEARCHES,
        chans::CHANNELS,
        select::SELECT,
        numbers::NUMBERS,
        views::VIEWS,
    ];
    tables.into_iter().flatten()
}

pub use maps::ITER_BYTES;
pub use select::CASE_BYTES;
pub use strings::decode;
pub use waiters::{QueuePtr, QueueRef};
