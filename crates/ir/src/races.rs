//! What code tells of its accesses to memory where data races are looked for: what a guest says of its
//! functions and natives, and the natives that are told. `purlin_opt::races` adds the calls. Knows neither
//! how races are found nor any guest.

use crate::ids::NativeId;
use crate::module::Module;
use crate::types::Type;

/// An instant at which memory is accessed, or fibers synchronise, as a native of the runtime is told it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Event {
    /// Bytes are read, or written.
    Read,
    Write,
    /// Bytes are read by a synchronising operation, which acquires there; or written by one, which releases.
    Load,
    Store,
    /// Bytes are accessed by a synchronising operation that says itself what it orders.
    Touch,
    /// What was released at an address happens before what follows.
    Acquire,
    /// What was done, and nothing else, happens before what follows an acquire there.
    Release,
    /// What was done happens before what follows an acquire there, as does what was released before.
    ReleaseMore,
    /// Something goes out of the program, as into a file, or comes in, which may be what went out before.
    Out,
    In,
    /// All that any fiber has done happens before what follows.
    AcquireAll,
}

impl Event {
    /// All of them.
    pub const ALL: [Event; 11] = [
        Event::Read,
        Event::Write,
        Event::Load,
        Event::Store,
        Event::Touch,
        Event::Acquire,
        Event::Release,
        Event::ReleaseMore,
        Event::Out,
        Event::In,
        Event::AcquireAll,
    ];

    /// Whether an address says where it happens.
    pub fn has_place(self) -> bool {
        !matches!(self, Event::Out | Event::In | Event::AcquireAll)
    }

    /// The native that is told: it takes an address, an offset from it, and a number of bytes. A null address
    /// tells nothing.
    pub fn native(self) -> &'static str {
        match self {
            Event::Read => "rt.race_read",
            Event::Write => "rt.race_write",
            Event::Load => "rt.race_load",
            Event::Store => "rt.race_store",
            Event::Touch => "rt.race_touch",
            Event::Acquire => "rt.race_acquire",
            Event::Release => "rt.race_release",
            Event::ReleaseMore => "rt.race_release_more",
            Event::Out => "rt.race_out",
            Event::In => "rt.race_in",
            Event::AcquireAll => "rt.race_acquire_all",
        }
    }

    /// Declares the native.
    pub fn declare(self, module: &mut Module) -> NativeId {
        module.native(self.native(), &[Type::Ref, Type::I64, Type::I64], &[])
    }
}

/// A value that a function, or a call, has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Operand {
    /// The n-th parameter: a word in the sense of the IR.
    Param(usize),
    /// The n-th result, where there are results.
    Result(usize),
}

/// When something is told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum When {
    Always,
    /// A value is not zero.
    NotZero(Operand),
    /// A value, as a signed number, is negative.
    Negative(Operand),
    /// The word so many bytes from a parameter, which is an address, is zero, or is not.
    WordIsZero(usize, i64),
    WordIsNotZero(usize, i64),
}

/// Something that a function tells when it is entered or left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step {
    pub event: Event,
    /// An address, and how far from it.
    pub at: Operand,
    pub offset: i64,
    pub when: When,
}

/// Which of its own accesses a function tells.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Accesses {
    #[default]
    All,
    /// Accesses of the natives that it calls.
    Natives,
    /// None: what it accesses is its own business, as no two fibers are ever in the midst of it.
    None,
}

/// What a function tells.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Rule {
    pub accesses: Accesses,
    /// What it tells when it is entered, and when it returns.
    pub enter: &'static [Step],
    pub leave: &'static [Step],
    /// A function that it calls when it is entered, with as many of its parameters as that takes.
    pub calls: Option<&'static str>,
}

/// How many bytes a native accesses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bytes {
    /// So many.
    Is(i64),
    /// Elements of so many bytes, whose number is a parameter.
    Elements { count: usize, each: i64 },
    /// Objects of the class whose number is the parameter `class`, a constant.
    Objects { count: usize, class: usize },
}

/// Memory that a native accesses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NativeAccess {
    /// The name of the native.
    pub native: &'static str,
    /// The parameter that is the address, and how far from it the access is.
    pub at: usize,
    pub offset: i64,
    pub bytes: Bytes,
    pub writes: bool,
}

/// What a guest says of its functions and natives.
#[derive(Clone, Copy)]
pub struct Rules {
    /// What a function of that name tells.
    pub rule: fn(&str) -> Rule,
    /// What natives access, besides those of every guest.
    pub natives: &'static [NativeAccess],
}

impl Rules {
    /// Every function tells all its accesses.
    pub const PLAIN: Rules = Rules { rule: |_| Rule::default(), natives: &[] };
}
