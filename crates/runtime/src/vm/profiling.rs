//! An isolate that is profiled: when samples are taken, and of which stack. Knows nothing of what becomes of
//! them.

use super::{TRACE_FRAMES, Vm};
use crate::profile::{Measure, Profiling, Sampler, Samples, Sight};
use crate::timeline::Event;

/// Different stacks that the guest's own profile keeps whole: at most about 15 MB. Of others the innermost
/// frame is kept.
const MOST_OWN_STACKS: usize = 8_192;

impl Vm {
    /// Takes samples from now on. The isolate runs the profiled form of its module, unless the profile is of
    /// memory.
    pub fn profile(&mut self, profiling: Profiling) {
        let sampler = Sampler::new(profiling, self.meter.used());
        self.heap.sampling.begin(if profiling.measure == Measure::Memory {
            profiling.bytes.max(1)
        } else {
            0
        });
        self.sampler = Some(Box::new(sampler));
        self.plan_look();
    }

    /// Takes samples for the guest itself, one in `units` of gas, at polls alone, so that they are the same
    /// whether the isolate runs the profiled form or not. False if such samples are taken already.
    pub(crate) fn begin_own_profile(&mut self, units: u64) -> bool {
        if self.own_sampler.is_some() {
            return false;
        }
        self.world.note("takes a profile of itself");
        let profiling = Profiling { units: units.max(1), ..Profiling::default() };
        let sampler = Sampler::new(profiling, self.meter.used()).with_stacks(MOST_OWN_STACKS);
        self.own_sampler = Some(Box::new(sampler));
        self.plan_look();
        true
    }

    /// Ends the profile that the guest takes of itself; what was sampled, or `None` if there was none.
    pub(crate) fn end_own_profile(&mut self) -> Option<Samples> {
        let sampler = self.own_sampler.take()?;
        self.plan_look();
        Some(sampler.samples())
    }

    /// Has polls look where the next sample is due.
    fn plan_look(&mut self) {
        let next = |sampler: &Option<Box<Sampler>>| sampler.as_ref().map_or(u64::MAX, |s| s.next());
        self.meter.look_at(next(&self.sampler).min(next(&self.own_sampler)));
    }

    /// Takes the samples of the guest's own profile that are due at a poll, or where a fiber gives up its
    /// turn.
    #[inline]
    pub(super) fn look_for_guest(&mut self) {
        if self.own_sampler.is_some() {
            self.take_own_samples();
        }
    }

    #[cold]
    fn take_own_samples(&mut self) {
        let Some(mut sampler) = self.own_sampler.take() else { return };
        let used = self.meter.used();
        if sampler.is_due(used) {
            sampler.sample(used, None, Some(self.traceback()));
        }
        self.own_sampler = Some(sampler);
        self.plan_look();
    }

    /// Keeps a timeline from now on: what happens, and when by the clock.
    pub fn keep_timeline(&mut self) {
        self.timeline = Some(Box::default());
        self.world.notes_calls = true;
    }

    /// Takes the sample of an allocation that is due, if one is: then the heap need not be collected.
    ///
    /// # Safety
    /// As for [`Vm::collect_in`].
    #[cold]
    pub(super) unsafe fn sample_allocation(vm: *mut Vm) -> bool {
        // SAFETY: the caller's promise; the sampler is borrowed nowhere else, and all parts are disjoint.
        let (heap, scheduler, shared, sampler, ctx) = unsafe {
            (&mut (*vm).heap, &(*vm).scheduler, &(*vm).shared, &mut (*vm).sampler, Vm::context(vm))
        };
        let Some(sampler) = sampler else { return false };
        if let Some(at) = heap.sampling.take_large() {
            sampler.locate(at);
        }
        let Some(claim) = heap.sampling.take_due() else { return false };
        // SAFETY: the context lives as long as the Vm, and no reference to it is held.
        let exit = unsafe { ((*ctx).exit_fp, (*ctx).exit_pc) };
        let frames = |id| Vm::frames_in(scheduler, shared, id, exit, TRACE_FRAMES);
        let stack = scheduler.current.map_or_else(Vec::new, frames);
        sampler.allocated(claim, stack);
        true
    }

    /// Whether samples are taken.
    pub fn is_profiled(&self) -> bool {
        self.sampler.is_some()
    }

    /// All samples that were taken so far; `None` if there is no profile.
    pub fn samples(&self) -> Option<Samples> {
        self.sampler.as_ref().map(|sampler| sampler.samples())
    }

    /// Looks at what was charged: at a probe or poll of profiled code, or where a fiber gives up its turn.
    #[cold]
    pub(crate) fn look(&mut self, sight: Option<Sight>) {
        let Some(mut sampler) = self.sampler.take() else { return };
        let used = self.meter.used();
        if sampler.is_due(used) {
            let stack = sampler.wants_stack(sight).then(|| self.traceback());
            sampler.sample(used, sight, stack);
            if let Some(timeline) = &mut self.timeline {
                timeline.moment(Event::Used { gas: used, heap: self.heap.used_bytes() as u64 });
            }
        }
        self.sampler = Some(sampler);
        self.plan_look();
    }

    /// What the slow path of polls does in profiled code; true if it was called by a probe, so that this was
    /// all.
    #[cold]
    pub(super) fn probed(&mut self) -> bool {
        // SAFETY: the context is owned, and no reference to it is ever held.
        let word = unsafe { std::mem::take(&mut (*self.ctx).sight) };
        let Some(sight) = Sight::of_word(word) else { return false };
        self.look(Some(sight));
        if !sight.is_poll {
            self.meter.resume_after_look();
        }
        !sight.is_poll
    }
}
