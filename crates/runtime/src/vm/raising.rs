//! Raises: what a native or a trapping op begins, and the frames that it names.

use purlin_base::{TrapCode, gas};

use super::{Scheduler, Shared, Vm};
use crate::fiber::{FiberId, Origin, Raise};
use crate::hooks::CodeSite;
use crate::native::Stop;
use crate::trap::{Created, Frame, Raised, Trap, TrapKind};

/// Frames that a trap keeps.
pub const TRACE_FRAMES: usize = 100;
/// Raises of a fiber that are on their way at once.
const RAISES: usize = 1 << 16;

impl Vm {
    /// Begins to raise a value of the guest's. To be returned by the native at once.
    pub fn raise_value(&mut self, a: u64, b: u64) -> Stop {
        self.begin_raise(Raised::Value { a, b })
    }

    /// Begins to end the running fiber after its deferred work.
    pub fn raise_leave(&mut self) -> Stop {
        self.begin_raise(Raised::Leave)
    }

    /// Begins to raise as a trapping op does.
    pub fn raise_trap(&mut self, code: TrapCode, a: i64, b: i64) -> Stop {
        self.begin_raise(Raised::Trap { code, a, b })
    }

    pub(crate) fn begin_raise(&mut self, what: Raised) -> Stop {
        if let Raised::Trap { code: TrapCode::CallDepth, .. } = what {
            return Stop::end(Trap::new(TrapKind::CallDepth, "too many nested calls"));
        }
        let frames = self.traceback();
        self.charge(gas::RAISE + gas::FRAME * frames.len() as i64);
        let raises = &mut self.fiber().raises;
        if raises.len() >= RAISES {
            return Stop::end(Trap::new(TrapKind::StackOverflow, "too many raises within raises"));
        }
        raises.push(Raise { what, recovered: false, aborted: false, frames });
        Stop::Raise
    }

    /// The guest frames of the running fiber, innermost first.
    pub fn traceback(&mut self) -> Vec<Frame> {
        let Some(id) = self.scheduler.current else { return Vec::new() };
        self.frames_from(id, self.exit(), TRACE_FRAMES)
    }

    /// At most `most` of the guest frames of the running fiber, innermost first.
    pub(super) fn innermost_frames(&self, most: usize) -> Vec<Frame> {
        let Some(id) = self.scheduler.current else { return Vec::new() };
        self.frames_from(id, self.exit(), most)
    }

    /// The guest frames of a fiber that does not run, innermost first.
    pub(super) fn frames_of(&self, id: FiberId) -> Vec<Frame> {
        let fiber = &self.scheduler.fibers[id];
        if fiber.sp == 0 { Vec::new() } else { self.frames_from(id, fiber.exit, TRACE_FRAMES) }
    }

    /// Where the running fiber has left machine code: its frame pointer and return address, or 0 if it was in
    /// the interpreter.
    fn exit(&self) -> (usize, usize) {
        let ctx = self.ctx();
        // SAFETY: the context lives as long as the Vm, and no reference to it is held.
        unsafe { ((*ctx).exit_fp, (*ctx).exit_pc) }
    }

    fn frames_from(&self, id: FiberId, exit: (usize, usize), most: usize) -> Vec<Frame> {
        Vm::frames_in(&self.scheduler, &self.shared, id, exit, most)
    }

    /// The frames of a fiber that has left machine code at `exit`, innermost first, and no more than `most`.
    pub(super) fn frames_in(
        scheduler: &Scheduler,
        shared: &Shared,
        id: FiberId,
        (mut fp, mut pc): (usize, usize),
        most: usize,
    ) -> Vec<Frame> {
        let mut out = Vec::new();
        let mut activation = scheduler.fibers[id].activation;
        while out.len() < most {
            if fp != 0 && !walk_native(shared, fp, pc, &mut out, most) {
                break;
            }
            if activation.is_null() {
                break;
            }
            // SAFETY: activations are linked while their interpreter frames are on the fiber's stack.
            unsafe {
                (shared.hooks.interp_frames)(activation, &mut out, most);
                (fp, pc) = ((*activation).caller_fp, (*activation).caller_pc);
                activation = (*activation).prev;
            }
        }
        out.truncate(most);
        out
    }

    /// The place where the running fiber is, noted for a fiber that it starts.
    pub(super) fn origin(&self) -> Origin {
        let Some(id) = self.scheduler.current else { return Origin::Host };
        let (fiber, activation) = (self.scheduler.fibers[id].number, self.scheduler.fibers[id].activation);
        let (fp, pc) = self.exit();
        if fp != 0 {
            return Origin::Code { fiber, pc };
        }
        if activation.is_null() {
            return Origin::Host;
        }
        let mut frames = Vec::with_capacity(1);
        // SAFETY: activations are linked while their interpreter frames are on the fiber's stack.
        unsafe { (self.shared.hooks.interp_frames)(activation, &mut frames, 1) };
        frames.pop().map_or(Origin::Host, |frame| Origin::Frame { fiber, frame })
    }

    /// Where a fiber was started, if another one did.
    pub(super) fn created(&self, id: FiberId) -> Option<Created> {
        match &self.scheduler.fibers[id].origin {
            Origin::Host => None,
            Origin::Frame { fiber, frame } => Some(Created { at: frame.clone(), fiber: *fiber }),
            Origin::Code { fiber, pc } => match (self.shared.hooks.find_code)(&self.shared, *pc) {
                CodeSite::Guest { frames, .. } => {
                    frames.into_iter().next().map(|at| Created { at, fiber: *fiber })
                }
                CodeSite::Unknown | CodeSite::Enter { .. } | CodeSite::Leave | CodeSite::MoreStack => None,
            },
        }
    }
}

/// Appends native frames outward, from the one at `fp` that called out at `pc`; false if nothing comes
/// after.
fn walk_native(shared: &Shared, mut fp: usize, mut pc: usize, out: &mut Vec<Frame>, most: usize) -> bool {
    while out.len() < most {
        match (shared.hooks.find_code)(shared, pc) {
            CodeSite::Guest { frames, .. } => out.extend(frames),
            CodeSite::Enter { .. } => return true,
            CodeSite::Leave | CodeSite::MoreStack => {}
            CodeSite::Unknown => return false,
        }
        if fp == 0 {
            return false;
        }
        // SAFETY: frame pointers are kept in all our code: at `fp` lies the caller's, above it the return
        // address.
        (fp, pc) = unsafe { (*(fp as *const usize), *((fp + 8) as *const usize)) };
    }
    true
}
