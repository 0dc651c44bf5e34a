//! The primitives: what the prelude is written with. One row each; see [`crate::natives`] for those that are natives.

/// How a primitive is lowered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum How {
    /// In place.
    Head,
    Tail,
    /// A native that gives a value.
    Value,
    /// A native that gives 1 or 0.
    Truth,
    /// A native that gives nothing; the primitive's value is nil.
    Nothing,
}

/// What stands in the prelude behind `@`, and in the native's name behind `calc.`. `text` and `same` leave lists to the
/// prelude, as the size of those is not bounded.
pub const PRIMS: [(&str, How); 11] = [
    ("head", How::Head),
    ("tail", How::Tail),
    ("is_pair", How::Truth),
    ("text", How::Value),
    ("same", How::Truth),
    ("print", How::Nothing),
    ("length", How::Value),
    ("floor", How::Value),
    ("sqrt", How::Value),
    ("type", How::Value),
    ("fail", How::Value),
];
