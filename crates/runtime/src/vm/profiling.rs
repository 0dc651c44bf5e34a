//! An isolate that is profiled: when samples are taken, and of which stack. Knows nothing of what becomes of
//! them.

use super::Vm;
use crate::profile::{Profiling, Sampler, Samples, Sight};

impl Vm {
    /// Takes samples from now on. The isolate runs the profiled form of its module, unless the profile is of
    /// memory.
    pub fn profile(&mut self, profiling: Profiling) {
        let sampler = Sampler::new(profiling, self.meter.used());
        self.meter.look_at(sampler.next());
        self.sampler = Some(Box::new(sampler));
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
            self.meter.look_at(sampler.next());
        }
        self.sampler = Some(sampler);
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
            self.meter.go_on_after_look();
        }
        !sight.is_poll
    }
}
