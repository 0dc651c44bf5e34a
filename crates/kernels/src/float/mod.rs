//! Text of floats, both ways, in one place: the nearest float of a text ([`parse`], and [`literal`] with Go's
//! syntax), and the text of a float by its shortest digits ([`shortest`]) or in the forms of `printf`
//! ([`mod@format`]).

pub mod format;
pub mod literal;
pub mod parse;
mod powers;
pub mod shortest;
