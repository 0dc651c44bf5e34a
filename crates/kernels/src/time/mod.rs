//! The calendar, and texts of times by layouts as Go writes them. Times are seconds since 1970 in the zone at
//! hand; what zones there are, the caller knows.

pub mod calendar;
pub mod format;
mod layout;
pub mod parse;
pub mod planned;
#[cfg(feature = "zones")]
pub mod zones;
