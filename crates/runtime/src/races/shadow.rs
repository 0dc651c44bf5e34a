//! What is remembered of the accesses to a word of memory: those that a later one may race with.

use smallvec::SmallVec;

use super::clock::Clock;

/// Bytes of a word.
pub(super) const WORD: usize = 8;

/// How memory is accessed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AccessKind {
    /// Whether it is written.
    pub write: bool,
    /// Whether the access is part of a synchronising operation: two of these never race.
    pub atomic: bool,
}

impl AccessKind {
    /// A plain read.
    pub const READ: AccessKind = AccessKind { write: false, atomic: false };
    /// A plain write.
    pub const WRITE: AccessKind = AccessKind { write: true, atomic: false };

    /// Whether accesses of both kinds, to the same bytes and unordered, are a data race.
    fn conflicts(self, other: AccessKind) -> bool {
        (self.write || other.write) && !(self.atomic && other.atomic)
    }

    /// Whether all that conflicts with `earlier` conflicts with this one too.
    fn covers(self, earlier: AccessKind) -> bool {
        (self.write || !earlier.write) && (!self.atomic || earlier.atomic)
    }
}

/// An access to bytes of one word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Access {
    /// The bytes of the word, as a mask.
    pub bytes: u8,
    pub kind: AccessKind,
    /// The thread, and how far it had come.
    pub thread: u32,
    pub moment: u32,
    /// The number of the fiber, and of the stack of its calls.
    pub fiber: u32,
    pub stack: u32,
}

/// The accesses to a word that nothing later covers.
#[derive(Clone, Debug, Default)]
pub(super) struct Word(SmallVec<[Access; 2]>);

impl Word {
    /// Whether the same thread has made such an access at the same moment of its clock: nothing new.
    pub(super) fn knows(&self, bytes: u8, kind: AccessKind, thread: u32, moment: u32) -> bool {
        let is_it = |a: &Access| (a.thread, a.moment) == (thread, moment) && a.bytes & bytes == bytes;
        self.0.iter().any(|a| is_it(a) && a.kind.covers(kind))
    }

    /// How many accesses are remembered.
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// Adds an access by a thread whose clock is `clock`: an earlier access that it races with, if there is
    /// one.
    pub(super) fn add(&mut self, access: Access, clock: &Clock) -> Option<Access> {
        let mut race = None;
        self.0.retain(|earlier| {
            let is_ordered = earlier.thread == access.thread || clock.of(earlier.thread) >= earlier.moment;
            if !is_ordered && earlier.bytes & access.bytes != 0 && access.kind.conflicts(earlier.kind) {
                race.get_or_insert(*earlier);
            }
            !(is_ordered && earlier.bytes & !access.bytes == 0 && access.kind.covers(earlier.kind))
        });
        self.0.push(access);
        race
    }
}
