//! A lowered function: code and the tables beside it. Immutable, shared by all isolates.

use purlin_base::Pos;

/// Slots right before a callee's first: its frame header.
///
/// From the lowest: address of the frame's memory, return address, caller's frame, the callee.
pub const HEADER: u32 = 4;

/// A function's code.
#[derive(Clone, Debug)]
pub struct Func {
    /// The function's number in the module.
    pub id: u32,
    pub name: String,
    /// Left out of tracebacks.
    pub wrapper: bool,
    pub code: Box<[u64]>,
    /// Slots that a frame uses, the windows of its calls included.
    pub frame_slots: u32,
    pub params: u32,
    pub results: u32,
    /// First slot and number of slots of the frame's memory.
    pub memory: Option<(u16, u32)>,
    /// Where control continues after a raise.
    pub handler: Option<u32>,
    /// Code offset from which on instructions come from this place in `locs`; sorted.
    pub positions: Vec<(u32, u32)>,
    pub locs: Vec<FuncLoc>,
    /// Frame states by number; those of code that is never reached have no slots and the pc `u32::MAX`.
    pub states: Vec<State>,
    /// The frame state of each polling instruction, by its code offset; sorted.
    pub polls: Vec<(u32, u32)>,
}

/// A source position with the call that it was inlined at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FuncLoc {
    pub func: u32,
    pub pos: Pos,
    /// The function is left out of tracebacks.
    pub wrapper: bool,
    /// Another index in [`Func::locs`].
    pub inlined_at: Option<u32>,
}

/// Where the interpreter resumes for a frame state, and the slots of the state's values in their order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    pub pc: u32,
    pub slots: Vec<u16>,
    /// What the code there expects in further slots; who resumes there stores it.
    pub constants: Vec<(u16, u64)>,
}

impl Func {
    /// The frames that the code at `pc` stands for, innermost first: function and position.
    pub fn frames_at(&self, pc: u32) -> impl Iterator<Item = FuncLoc> + '_ {
        let after = self.positions.partition_point(|(start, _)| *start <= pc);
        let mut next = after.checked_sub(1).map(|n| self.positions[n].1);
        std::iter::from_fn(move || {
            let loc = self.locs[next? as usize];
            next = loc.inlined_at;
            Some(loc)
        })
        .filter(|loc| !loc.wrapper)
    }

    /// The frame state of the polling instruction at `pc`.
    pub fn poll_state(&self, pc: u32) -> Option<u32> {
        self.polls.binary_search_by_key(&pc, |p| p.0).ok().map(|n| self.polls[n].1)
    }
}
