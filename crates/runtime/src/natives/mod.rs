//! The natives that front ends of statically typed languages call themselves: strings, maps, channels, views,
//! loops over memory. Each file has a table; `docs/natives.md` lists them all. What is one language's own
//! (its panics, how its slices grow) is in that language's crate.

mod bulk;
mod chans;
mod dynamic;
mod headers;
mod maps;
mod numbers;
pub(crate) mod races;
mod raw;
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
        select::SELECTS,
        numbers::NUMBERS,
        headers::HEADERS,
        raw::RAW,
        views::VIEWS,
        races::RACES,
        dynamic::DYNAMIC,
    ];
    tables.into_iter().flatten()
}

pub use headers::HeaderOf;
pub use maps::ITER_BYTES;
pub use select::CASE_BYTES;
pub use strings::decode;
pub use waiters::{QueuePtr, QueueRef};

/// The rows that front ends name when they lower a call.
pub mod rows {
    pub use super::chans::{CHAN_CAP, CHAN_CLOSE, CHAN_LEN, CHAN_MAKE, CHAN_OF, CHAN_RECV, CHAN_SEND};
    pub use super::dynamic::{
        ANSWERED, ASKED_BEHAVIOUR, ASKED_SELECTOR, BEHAVIOUR, BEHAVIOUR_AT, CHANGED, DICTIONARY, FIND, FIXED,
        INTERN, INTERN_ALL, LOCAL, LOOKUP, MISS, MISS_OF, PUT, PUT_ALL, REMOVE, SET_LOCAL, SYMBOL_CLASS,
    };
    pub use super::headers::{HEADER_OF, HEADER_READ, HEADER_SOURCE, HEADER_WRITTEN};
    pub use super::maps::{
        EQ, IFACE_EQ, MAP_ASSIGN, MAP_ASSIGN_WORD, MAP_CLEAR, MAP_DELETE, MAP_FIND, MAP_FIND_WORD, MAP_ITER,
        MAP_NEW, MAP_NEXT,
    };
    pub use super::numbers::COMPLEX_DIV;
    pub use super::raw::{MADE_MAP, MAKE_TYPE, NEW_ARRAY_OF, NEW_OF, NEW_WORDS, ROOM, SHOWN};
    pub use super::select::SELECT;
    pub use super::strings::{
        BYTES_TO_STRING, CONCAT, CONCAT_N, DECODE_RUNE, RUNE_TO_STRING, RUNES_TO_STRING, STRING_CMP,
        STRING_EQ, STRING_TO_BYTES, STRING_TO_RUNES,
    };
}
