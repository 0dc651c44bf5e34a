//! Fibers that wait in queues, as they lie in guest memory: for channels, locks and the like. A statement
//! that waits has a *group* of waiters, one in each queue that it waits in; who wakes one takes all of them
//! out of their queues, so that a queue never holds a fiber that has resumed. Knows neither what the queues
//! stand for nor how fibers run.

use purlin_base::EntityRef as _;

use crate::fiber::FiberId;

/// Fibers that wait, first come first served. Null when no fiber waits.
#[repr(C)]
pub struct Queue {
    first: *mut Waiter,
    last: *mut Waiter,
}

/// One place in a queue.
#[repr(C)]
pub struct Waiter {
    next: *mut Waiter,
    prev: *mut Waiter,
    /// The queue that it is in, or null.
    queue: *mut Queue,
    pub(crate) group: *mut Group,
    /// Where a value is taken from or put: memory of the waiting fiber.
    pub value: *mut u8,
    /// Which case of the statement it is.
    pub(crate) index: usize,
}

/// What one statement waits with; its waiters follow in memory. Kept alive by its fiber and the queues.
#[repr(C)]
pub(crate) struct Group {
    pub(crate) fiber: usize,
    /// Waiters in use, and room for them.
    pub(crate) len: usize,
    pub(crate) room: usize,
    pub(crate) outcome: Outcome,
    /// The case that was chosen.
    pub(crate) chosen: usize,
}

/// What became of a wait.
#[repr(usize)]
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Outcome {
    Waiting = 0,
    Done = 1,
    /// The channel was closed.
    Closed = 2,
}

impl Queue {
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.first.is_null()
    }

    /// Who waits longest.
    #[inline]
    pub fn first(&self) -> Option<*mut Waiter> {
        (!self.first.is_null()).then_some(self.first)
    }

    /// # Safety
    /// The queue lives, and `waiter` is one of a live group and in no queue.
    #[inline]
    pub unsafe fn push(queue: *mut Queue, waiter: *mut Waiter) {
        // SAFETY: the caller's promise; queues hold live waiters only.
        unsafe {
            (*waiter).queue = queue;
            (*waiter).prev = (*queue).last;
            (*waiter).next = std::ptr::null_mut();
            match (*queue).last.as_mut() {
                Some(last) => last.next = waiter,
                None => (*queue).first = waiter,
            }
            (*queue).last = waiter;
        }
    }
}

impl Waiter {
    /// Takes it out of its queue, if it is in one.
    ///
    /// # Safety
    /// `waiter` lives, and so does its queue.
    #[inline]
    pub(crate) unsafe fn unlink(waiter: *mut Waiter) {
        // SAFETY: the caller's promise; neighbours in a queue live as long as they are in it.
        unsafe {
            let queue = std::mem::replace(&mut (*waiter).queue, std::ptr::null_mut());
            if queue.is_null() {
                return;
            }
            let (prev, next) = ((*waiter).prev, (*waiter).next);
            match prev.as_mut() {
                Some(prev) => prev.next = next,
                None => (*queue).first = next,
            }
            match next.as_mut() {
                Some(next) => next.prev = prev,
                None => (*queue).last = prev,
            }
            ((*waiter).prev, (*waiter).next) = (std::ptr::null_mut(), std::ptr::null_mut());
            (*waiter).value = std::ptr::null_mut();
        }
    }

    /// The fiber that waits.
    ///
    /// # Safety
    /// `waiter` is in a queue.
    #[inline]
    pub unsafe fn fiber(waiter: *const Waiter) -> FiberId {
        // SAFETY: the caller's promise; a group lives as long as one of its waiters is in a queue.
        FiberId::new(unsafe { (*(*waiter).group).fiber })
    }
}

impl Group {
    /// # Safety
    /// `n` is below the room of a live group.
    #[inline]
    pub(crate) unsafe fn waiter(group: *mut Group, n: usize) -> *mut Waiter {
        // SAFETY: waiters follow the group in the same object.
        unsafe { group.add(1).cast::<Waiter>().add(n) }
    }
}

/// Takes a fiber that is given up out of the queues that it waits in. They may outlive it, as globals of the
/// program do that run again, and must lead to no fiber and no stack that is gone.
///
/// # Safety
/// `queued` is [`crate::fiber::Fiber::queued`] of a fiber of an isolate whose heap is as the fiber knew it.
pub(crate) unsafe fn give_up(queued: u64) {
    let group = queued as *mut Group;
    if group.is_null() {
        return;
    }
    // SAFETY: the caller's promise: the group lives, as its fiber keeps it alive; and so do the queues that
    // its waiters are in, as the waiters keep them alive.
    unsafe {
        for n in 0..(*group).len {
            Waiter::unlink(Group::waiter(group, n));
        }
    }
}
