//! Gas: units used, units left, and where the running fiber's slice ends. Knows nothing of fibers or of what
//! work costs.

use purlin_base::gas;

use crate::vmctx::VmCtx;

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
}

impl Meter {
    /// # Safety
    /// The context lives as long as the meter, and is only ever reached through raw pointers.
    pub(super) unsafe fn new(ctx: *mut VmCtx) -> Meter {
        Meter { ctx, reserve: None, withheld: 0, samples: None, filled: 0, used: 0, checked: 0 }
    }

    pub(super) fn reset(&mut self, limit: Option<u64>) {
        self.reserve = limit.map(|g| i64::try_from(g).unwrap_or(i64::MAX));
        (self.withheld, self.filled, self.used, self.checked) = (0, 0, 0, 0);
        self.set_slice(0);
    }

    /// Units until a poll has something to do: while there are some, none does. Negative if the next one has.
    pub fn slice_left(&self) -> i64 {
        // SAFETY: `new`'s promise.
        unsafe { (*self.ctx).gas }
    }

    fn set_slice(&mut self, units: i64) {
        // SAFETY: `new`'s promise.
        unsafe { (*self.ctx).gas = units };
    }

    /// Puts the slice back to what it was: what was charged since is not counted.
    pub(crate) fn restore(&mut self, slice: i64) {
        self.set_slice(slice);
    }

    /// Takes gas; the next poll notices.
    pub fn charge(&mut self, units: i64) {
        self.set_slice(self.slice_left().saturating_sub(units));
    }

    /// Units used so far.
    pub fn used(&self) -> u64 {
        self.used.wrapping_add((self.filled - self.slice_left()) as u64)
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
        self.reserve.map(|r| r.saturating_add(self.slice_left()))
    }

    /// Sets what is left, while nothing runs.
    pub(super) fn set_left(&mut self, limit: Option<u64>) {
        self.settle();
        self.reserve = limit.map(|g| i64::try_from(g).unwrap_or(i64::MAX));
    }

    /// Adds to what is left.
    pub fn refuel(&mut self, units: u64) {
        if let Some(reserve) = &mut self.reserve {
            *reserve = reserve.saturating_add(i64::try_from(units).unwrap_or(i64::MAX));
        }
    }

    /// Ends the slice's account: what was used is used, what is left goes back.
    pub(crate) fn settle(&mut self) {
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

    /// Limits are looked at now.
    pub(super) fn note_check(&mut self) {
        self.checked = self.used;
    }

    /// Gives `units` of slice to run on, or as much as there is, or until a sample is to be taken; the rest
    /// is withheld. Where a slice ends, and whether gas is left, does not depend on how it is given.
    pub(super) fn fill(&mut self, units: i64) {
        let wanted = units.min(self.until_sample());
        let given = self.reserve.map_or(wanted, |r| r.clamp(0, wanted));
        if let Some(reserve) = &mut self.reserve {
            *reserve -= given;
        }
        self.withheld = units - given;
        self.filled = given;
        self.set_slice(given);
    }

    /// Half a slice to a whole one.
    fn until_sample(&mut self) -> i64 {
        let Some(state) = &mut self.samples else { return i64::MAX };
        *state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        gas::SLICE / 2 + i64::from(*state >> 8) % (gas::SLICE / 2)
    }
}
