//! Gas: units used, units left, and where the running fiber's slice ends. Knows nothing of fibers or of what
//! work costs.

use purlin_base::gas;

use crate::vmctx::VmCtx;

/// The most units that are left to an isolate with a limit, and one less than are taken within a slice: so
/// that neither sum is beyond its type, also after what running code takes without looking.
const MOST_UNITS: i64 = i64::MAX / 2;

/// More units than any work takes that must not be stopped.
const LENT: i64 = 1 << 40;

/// So many units as what is left.
fn reserve_of(units: u64) -> i64 {
    i64::try_from(units).map_or(MOST_UNITS, |units| units.min(MOST_UNITS))
}

/// The account of an isolate's gas. What is left of the current slice lies in the context, where running code
/// counts it down.
pub struct Meter {
    ctx: *mut VmCtx,
    /// Units left beyond the current slice; `None` without a limit.
    reserve: Option<i64>,
    /// Units of the current slice that were not given to the context, because there was not so much left, or
    /// so that a sample is taken before its end.
    withheld: i64,
    /// Where polls that find no gas are samples of what is hot (tier `auto`): what the next distance is drawn
    /// from. At a fixed distance, loops whose iterations cost the same could be sampled in the same few
    /// places for ever.
    pub samples: Option<u32>,
    /// What the context was given when it was last filled, and what was used before.
    filled: i64,
    used: u64,
    /// What was used when limits were last looked at.
    checked: u64,
    /// What must have been used before a profiler looks; `u64::MAX` without one.
    look_at: u64,
    /// Where the next sample of what is hot is taken while there is a profiler.
    sample_at: u64,
    /// The slice was cut short for the profiler alone.
    is_cut: bool,
    /// Units that the context was lent beyond the slice, so that no poll has anything to do: 0 or [`LENT`].
    lent: i64,
}

impl Meter {
    /// # Safety
    /// The context lives as long as the meter, and is only ever reached through raw pointers.
    pub(super) unsafe fn new(ctx: *mut VmCtx) -> Meter {
        Meter {
            ctx,
            reserve: None,
            withheld: 0,
            samples: None,
            filled: 0,
            used: 0,
            checked: 0,
            look_at: u64::MAX,
            sample_at: 0,
            is_cut: false,
            lent: 0,
        }
    }

    pub(super) fn reset(&mut self, limit: Option<u64>) {
        self.reserve = limit.map(reserve_of);
        (self.withheld, self.filled, self.used, self.checked, self.lent) = (0, 0, 0, 0, 0);
        self.set_slice(0);
    }

    /// Units until a poll has something to do: while there are some, none does. Negative if the next one has.
    #[inline]
    pub fn slice_left(&self) -> i64 {
        // SAFETY: `new`'s promise.
        unsafe { (*self.ctx).gas }
    }

    #[inline]
    fn set_slice(&mut self, units: i64) {
        // SAFETY: `new`'s promise.
        unsafe { (*self.ctx).gas = units };
    }

    /// Puts the slice back to what it was: what was charged since is not counted.
    pub(crate) fn restore(&mut self, slice: i64) {
        self.set_slice(slice);
    }

    /// Takes gas; the next poll notices. Running code takes more until then, without looking whether the
    /// number is at its end: so that is not reached here.
    pub fn charge(&mut self, units: i64) {
        self.set_slice(self.slice_left().saturating_sub(units).max(-MOST_UNITS - 1));
    }

    /// Lets polls find gas, whatever is left, until [`Meter::give_back`].
    pub(crate) fn lend(&mut self) {
        self.give_back();
        self.lent = LENT;
        self.set_slice(self.slice_left().saturating_add(LENT));
    }

    /// Takes back what was lent, if anything was.
    #[inline]
    pub(crate) fn give_back(&mut self) {
        if self.lent != 0 {
            self.set_slice(self.slice_left() - self.lent);
            self.lent = 0;
        }
    }

    /// Units used so far.
    #[inline]
    pub fn used(&self) -> u64 {
        self.used.wrapping_add(self.filled.wrapping_sub(self.slice_left() - self.lent) as u64)
    }

    /// Counts on as if so many units had been used, and limits been looked at after `checked`, of a limit
    /// that is not smaller. To be called after [`Meter::reset`].
    pub(super) fn continue_at(&mut self, used: u64, checked: u64) {
        (self.used, self.checked) = (used, checked);
        if let Some(reserve) = &mut self.reserve {
            *reserve = reserve.saturating_sub(i64::try_from(used).unwrap_or(i64::MAX));
        }
    }

    /// What was used when limits were last looked at.
    pub(super) fn checked(&self) -> u64 {
        self.checked
    }

    /// Units left, if there is a limit; negative after work that was not stopped in time.
    pub fn left(&self) -> Option<i64> {
        self.reserve.map(|r| r.saturating_add(self.slice_left() - self.lent))
    }

    /// Sets what is left, while nothing runs.
    pub(super) fn set_left(&mut self, limit: Option<u64>) {
        self.settle();
        self.reserve = limit.map(reserve_of);
    }

    /// Adds to what is left.
    pub fn refuel(&mut self, units: u64) {
        if let Some(reserve) = &mut self.reserve {
            *reserve = reserve.saturating_add(reserve_of(units)).min(MOST_UNITS);
        }
    }

    /// Ends the slice's account: what was used is used, what is left goes back.
    #[inline]
    pub(crate) fn settle(&mut self) {
        self.give_back();
        self.used = self.used();
        let slice = self.slice_left();
        if let Some(reserve) = &mut self.reserve {
            *reserve = reserve.saturating_add(slice);
        }
        self.filled = 0;
        self.set_slice(0);
    }

    /// What would be left of the slice had it not been cut short for want of gas.
    pub(super) fn rest(&self) -> i64 {
        self.withheld + self.slice_left()
    }

    /// Whether more was used than there was.
    pub(super) fn is_overdrawn(&self) -> bool {
        self.reserve.is_some_and(|r| r < 0)
    }

    /// Whether a slice has gone by since limits were last looked at; if so they count as looked at.
    pub(super) fn is_check_due(&mut self) -> bool {
        let due = self.used.wrapping_sub(self.checked) >= gas::SLICE as u64;
        if due {
            self.checked = self.used;
        }
        due
    }

    /// Ends the slice's account and begins a new slice of `units`; not if limits are to be looked at before.
    #[inline]
    pub(super) fn begin_slice(&mut self, units: i64) -> bool {
        if self.filled != 0 || self.slice_left() != 0 {
            self.settle();
        }
        let begins = self.used.wrapping_sub(self.checked) < gas::SLICE as u64;
        if begins {
            self.fill(units);
        }
        begins
    }

    /// Limits are looked at now.
    pub(super) fn note_check(&mut self) {
        self.checked = self.used;
    }

    /// Gives `units` of slice to run on, or as much as there is, or until a sample is to be taken; the rest
    /// is withheld. Where a slice ends, and whether gas is left, does not depend on how it is given.
    #[inline]
    pub(super) fn fill(&mut self, units: i64) {
        let until = if self.look_at == u64::MAX { self.until_sample() } else { self.until_look(units) };
        let wanted = units.min(until);
        let given = self.reserve.map_or(wanted, |r| r.clamp(0, wanted));
        if let Some(reserve) = &mut self.reserve {
            *reserve -= given;
        }
        self.withheld = units - given;
        self.filled = given;
        self.set_slice(given);
    }

    /// [`Meter::until_sample`] where a profiler looks, too: the samples of what is hot stay where they were,
    /// however often that is.
    #[cold]
    fn until_look(&mut self, units: i64) -> i64 {
        if self.used >= self.sample_at {
            self.sample_at = self.used.saturating_add(self.until_sample() as u64);
        }
        let sample = i64::try_from(self.sample_at - self.used).unwrap_or(i64::MAX);
        let look = i64::try_from(self.look_at.saturating_sub(self.used)).unwrap_or(i64::MAX);
        self.is_cut = look < sample.min(units);
        look.min(sample)
    }

    /// Sets what must have been used before a profiler looks; `u64::MAX` is never.
    pub(crate) fn look_at(&mut self, used: u64) {
        self.look_at = used;
    }

    /// Resumes the slice after a profiler has looked, outside of a poll. A slice that has ended, or that was
    /// not cut short for the profiler alone, is left to the next poll.
    pub(super) fn resume_after_look(&mut self) {
        let is_short = self.left().is_some_and(|left| left < 0);
        let rest = self.rest();
        if self.is_cut && !is_short && rest >= 0 {
            self.settle();
            self.fill(rest);
        }
    }

    /// Half a slice to a whole one.
    #[inline]
    fn until_sample(&mut self) -> i64 {
        let Some(state) = &mut self.samples else { return i64::MAX };
        *state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        gas::SLICE / 2 + i64::from(*state >> 8) % (gas::SLICE / 2)
    }
}
