//! Fibers: goroutines, coroutines, processes. A stack and what is in flight on it.

use purlin_base::entity_impl;
use smallvec::SmallVec;

use crate::hooks::Activation;
use crate::slots::SlotStack;
use crate::stack::Segment;
use crate::trap::{Frame, Raised};

/// A fiber of a Vm. Numbers are used again.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FiberId(u32);
entity_impl!(FiberId, "fiber");

/// What a fiber is doing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum State {
    /// In the run queue, or running.
    Runnable,
    /// Waits until another fiber or the host calls `Vm::ready`.
    Parked,
    /// The fiber's function has returned or raised.
    Done,
}

/// A raise in flight or being handled, in the order they began. Its words are roots.
#[derive(Clone, Debug)]
pub struct Raise {
    pub what: Raised,
    /// The guest recovered from it; it goes when the deferred call returns.
    pub recovered: bool,
    /// A later raise has left the frame that was handling this one.
    pub aborted: bool,
    /// The frames where it began, innermost first.
    pub frames: Vec<Frame>,
}

/// Where a fiber was started, as it is cheap to note; [`crate::vm::Vm`] finds the frame where it is needed.
#[derive(Clone, Debug, Default)]
pub(crate) enum Origin {
    /// By no other fiber.
    #[default]
    Host,
    /// By the fiber of that number, in machine code that called out at `pc`.
    Code { fiber: u64, pc: usize },
    /// By the fiber of that number, in this frame of the interpreter.
    Frame { fiber: u64, frame: Frame },
}

/// A fiber.
pub struct Fiber {
    pub id: FiberId,
    /// For people: counts up, the first is 1.
    pub number: u64,
    pub state: State,
    /// Stack pointer while it does not run; 0 before it has run.
    pub(crate) sp: usize,
    /// Machine stack, innermost segment last; empty before it has run.
    pub segments: SmallVec<[Segment; 1]>,
    /// A segment that was just left, kept for the next overflow.
    pub(crate) spare: Option<Segment>,
    pub slots: SlotStack,
    /// Bytes of its first stack that it has touched, as of the last time that it was measured.
    touched: usize,
    /// Bytes of stacks that are accounted for it, beside further segments.
    pub(crate) held: usize,
    /// The innermost run of the interpreter on this fiber.
    pub activation: *const Activation,
    pub raises: Vec<Raise>,
    /// The function that the fiber runs, with its arguments before and its results after. Roots.
    pub func: u32,
    pub values: Vec<u64>,
    /// Whether its function ended by raising.
    pub raised: bool,
    /// Whether it ended without a result, on its own account.
    pub left: bool,
    /// Free for the native that parks the fiber. A root.
    pub wait: u64,
    /// The group of waiters that it waits with, if it waits in queues: `wait`, or 0.
    pub(crate) queued: u64,
    /// What it waited with last, to be used again. A root.
    pub(crate) idle_wait: u64,
    /// What it waits for while it is parked, for people.
    pub waits_for: &'static str,
    /// Where it was started, for people.
    pub(crate) origin: Origin,
    /// While it does not run: `VmCtx::exit_fp` and `exit_pc` as they were when it last did.
    pub(crate) exit: (usize, usize),
    /// The deferred function that the deferral runner is calling right now because of a raise, plus one.
    pub recovering: u64,
    /// The fiber's own words, of dynamic guests, once one was written. Roots.
    pub(crate) locals: Option<Box<[u64; OWN_WORDS]>>,
}

/// Words that each fiber of a dynamic guest has for itself.
pub(crate) const OWN_WORDS: usize = 8;

/// A fiber's share of the tables, in bytes.
const TABLES: usize = 2 << 10;

/// Bytes that a fiber occupies when it begins: [`Fiber::occupied`] of one that has touched a page.
pub(crate) const FIRST_BYTES: usize = 4096 + TABLES;

impl Fiber {
    pub(crate) fn new(id: FiberId, number: u64, func: u32, values: Vec<u64>) -> Fiber {
        Fiber {
            id,
            number,
            state: State::Runnable,
            sp: 0,
            segments: SmallVec::new(),
            spare: None,
            slots: SlotStack::default(),
            touched: 0,
            held: 0,
            activation: std::ptr::null(),
            raises: Vec::new(),
            func,
            values,
            raised: false,
            left: false,
            wait: 0,
            queued: 0,
            idle_wait: 0,
            waits_for: "waiting",
            origin: Origin::Host,
            exit: (0, 0),
            recovering: 0,
            locals: None,
        }
    }

    /// Whether nothing is left of what its function did but the first stack.
    #[inline]
    pub(crate) fn is_clean(&self) -> bool {
        self.segments.len() == 1
            && self.spare.is_none()
            && self.slots.is_first_only()
            && self.raises.is_empty()
            && self.activation.is_null()
            && !(self.raised | self.left)
    }

    /// Begins to run a function, on the stack whose machine frames begin at `sp`. What it then occupies is
    /// [`FIRST_BYTES`].
    #[inline]
    pub(crate) fn begin_again(&mut self, number: u64, func: u32, sp: usize) {
        (self.number, self.func, self.sp) = (number, func, sp);
        self.state = State::Runnable;
        (self.touched, self.held) = (FIRST_BYTES, FIRST_BYTES);
    }

    /// Makes a clean fiber that has ended as good as new, but for its function and what it then has.
    pub(crate) fn renew(&mut self) {
        self.values.clear();
        self.exit = (0, 0);
        self.waits_for = "waiting";
        self.renew_unswitched();
    }

    /// [`Fiber::renew`] for one that was renewed before, and has not switched since.
    #[inline]
    pub(crate) fn renew_unswitched(&mut self) {
        (self.wait, self.queued, self.idle_wait, self.recovering) = (0, 0, 0, 0);
        (self.sp, self.touched, self.held) = (0, 0, 0);
        self.slots.clear_first();
        self.locals = None;
    }

    /// Bytes of machine stack it has.
    pub fn stack_bytes(&self) -> usize {
        self.segments.iter().map(|s| s.hi - s.lo).sum()
    }

    /// Bytes that it occupies, beside further segments of the machine stack. `sp` is its stack pointer, where
    /// that is known. Pages that were touched once stay.
    pub(crate) fn occupied(&mut self, sp: Option<usize>) -> usize {
        let Some(first) = self.segments.first() else { return 0 };
        let touched = match sp {
            Some(sp) if first.contains(sp) => first.hi - sp,
            Some(_) => first.hi - first.lo,
            None => 0,
        };
        self.touched = self.touched.max(touched.next_multiple_of(4096) + TABLES);
        self.slots.further_bytes() + self.touched
    }

    /// Leaves machine stack segments until the one that holds `sp` is the current one; what it left.
    pub(crate) fn pop_segments_to(&mut self, sp: usize) -> Vec<Segment> {
        let mut left = Vec::new();
        while self.segments.len() > 1 && !self.segments[self.segments.len() - 1].contains(sp) {
            left.extend(self.segments.pop());
        }
        left
    }
}

// SAFETY: a fiber moves between threads only together with its whole isolate, while it does not run.
unsafe impl Send for Fiber {}
