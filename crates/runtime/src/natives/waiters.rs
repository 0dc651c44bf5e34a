//! How natives wait in queues and wake fibers.

use purlin_base::EntityRef as _;

use crate::fiber::FiberId;
use crate::heap::LayoutId;
use crate::native::{Caller, Ptr, PtrRef, Stop};
use crate::queue::Group;
pub(super) use crate::queue::{Outcome, Queue, Waiter};
use crate::vm::Vm;

impl Waiter {
    /// Ends the wait of its whole group and readies the fiber.
    ///
    /// # Safety
    /// `waiter` is in a queue.
    #[inline]
    pub unsafe fn wake(waiter: *mut Waiter, vm: &mut Vm, outcome: Outcome) {
        // SAFETY: the caller's promise; a group lives as long as one of its waiters is in a queue.
        let fiber = unsafe {
            let group = (*waiter).group;
            (*group).outcome = outcome;
            (*group).chosen = (*waiter).index;
            for n in 0..(*group).len {
                Waiter::unlink(Group::waiter(group, n));
            }
            (*group).fiber
        };
        let fiber = FiberId::new(fiber);
        vm.note_hand_over(fiber);
        vm.scheduler.ready(fiber);
    }
}

impl Group {
    /// A group of the running fiber with room for `n`: the last one, if that is large enough.
    #[inline(always)]
    fn for_fiber(vm: &mut Vm, n: usize) -> Result<*mut Group, Stop> {
        let idle = std::mem::take(&mut vm.fiber().idle_wait) as *mut Group;
        // SAFETY: null or a group of this fiber's that waits nowhere.
        if let Some(group) = unsafe { idle.as_mut() }
            && group.room >= n
        {
            (group.outcome, group.len) = (Outcome::Waiting, 0);
            return Ok(idle);
        }
        Group::new(vm, n)
    }

    #[cold]
    #[inline(never)]
    fn new(vm: &mut Vm, n: usize) -> Result<*mut Group, Stop> {
        let id = vm.scheduler.fiber_id().index();
        let size = size_of::<Group>() + n.max(1) * size_of::<Waiter>();
        // One waiter is in the price of the native.
        vm.charge(purlin_base::gas::bytes_allocated(
            (size - size_of::<Group>() - size_of::<Waiter>()) as u64,
        ));
        let group = vm.allocate(|heap| heap.alloc_sized(LayoutId::ALL, size))? as *mut Group;
        // SAFETY: a fresh object of that size; zero is right for the rest.
        unsafe { ((*group).fiber, (*group).room) = (id, n) };
        Ok(group)
    }
}

/// What became of the running fiber's own wait, if it has been waiting, and the case that was chosen.
pub(super) fn outcome(vm: &mut Vm) -> Option<(Outcome, usize)> {
    let fiber = vm.fiber();
    let group = fiber.wait as *const Group;
    // SAFETY: `wait` is null or the group that this fiber made, which it keeps alive.
    let group = unsafe { group.as_ref() }?;
    if group.outcome != Outcome::Waiting {
        (fiber.idle_wait, fiber.wait, fiber.queued) = (fiber.wait, 0, 0);
    }
    Some((group.outcome, group.chosen))
}

/// Parks the running fiber until another fiber wakes one of its waiters: a queue, a value and a case for
/// each.
///
/// # Safety
/// The queues live as long as they have waiters, and values as long as the fiber waits.
#[inline]
pub(super) unsafe fn wait(
    caller: &mut Caller<'_>,
    n: usize,
    cases: impl Iterator<Item = (*mut Queue, *mut u8, usize)>,
    what: &'static str,
) -> Stop {
    let group = match Group::for_fiber(caller.vm(), n) {
        Ok(group) => group,
        Err(stop) => return stop,
    };
    for (queue, value, index) in cases.take(n) {
        // SAFETY: the group has room for `n`, and no queue leads to its waiters since they were taken out.
        unsafe {
            let waiter = Group::waiter(group, (*group).len);
            (*group).len += 1;
            ((*waiter).group, (*waiter).value, (*waiter).index) = (group, value, index);
            Queue::push(queue, waiter);
        }
    }
    let fiber = caller.vm().fiber();
    (fiber.wait, fiber.queued) = (group as u64, group as u64);
    park(caller, what)
}

/// Parks without a queue.
pub(super) fn park(caller: &mut Caller<'_>, what: &'static str) -> Stop {
    caller.vm().fiber().waits_for = what;
    Stop::Park
}

/// A queue of a guest's own: two words, zero at first, which nothing but these methods writes.
pub type QueueRef<'c> = PtrRef<'c, Queue>;

/// For the tables of natives: a pointer to a queue of the guest's own.
pub type QueuePtr = Ptr<Queue>;

impl<'c> Caller<'c> {
    /// Waits once in a queue, for natives of a guest's locks: to be asked again when the fiber is readied.
    /// `what` is told when everything waits.
    ///
    /// # Errors
    /// [`Stop::Park`] while the fiber waits; raises on null.
    pub fn wait_in_queue(&mut self, queue: QueueRef<'c>, what: &'static str) -> Result<(), Stop> {
        match outcome(self.vm()) {
            Some((Outcome::Waiting, _)) => Err(Stop::Park),
            Some((Outcome::Done | Outcome::Closed, _)) => Ok(()),
            None if queue.at.is_null() => Err(self.raise_trap(purlin_base::TrapCode::NilDereference, 0, 0)),
            None => {
                let place = (queue.at, std::ptr::null_mut(), 0);
                // SAFETY: the guest's memory of two words, which the waiter keeps alive.
                Err(unsafe { wait(self, 1, std::iter::once(place), what) })
            }
        }
    }

    /// Wakes the fiber that has waited longest in a queue; false if none does.
    pub fn wake_in_queue(&mut self, queue: QueueRef<'c>) -> bool {
        // SAFETY: null, or the guest's memory of two words; waiters in it live.
        unsafe {
            let Some(waiter) = queue.at.as_ref().and_then(Queue::first) else { return false };
            Waiter::wake(waiter, self.vm(), Outcome::Done);
        }
        true
    }

    /// Parks the running fiber without a queue: nothing in this run readies it. `what` is told when
    /// everything waits.
    pub fn wait_for_ever(&mut self, what: &'static str) -> Stop {
        park(self, what)
    }
}
