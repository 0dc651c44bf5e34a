//! The call of a native from the code of either tier.

use super::direct::{DirectAnswer, stopped};
use super::row::Code;
use super::{Answer, HostFunction, Native, Stop, Weight, host_stack};
use crate::trap::{Trap, TrapKind};
use crate::vm::Vm;
use crate::vmctx::VmCtx;

/// Whether the run may continue after work of the host's, which may have taken any time: the host may have
/// called it off meanwhile.
///
/// # Safety
/// `vm` leads to a live Vm, and no reference to it is in use.
#[cold]
unsafe fn in_time(vm: *mut Vm) -> Answer {
    // SAFETY: the caller's promise.
    unsafe { (*vm).called_off() }.map_or(Ok(()), |trap| Err(Stop::end(trap)))
}

impl Vm {
    /// The answer of a host function, made to be one that it can give: what it answers is any value of its
    /// type, and the scheduler relies on there being a raise. ([`Vm::end`] sees to ends for want of gas,
    /// which only polls find.)
    #[cold]
    fn truthful(&mut self, answer: Answer) -> Answer {
        match (answer, self.scheduler.host_raise.take()) {
            (Ok(()), None) => Ok(()),
            (Err(Stop::Raise), before) => {
                if before.is_some_and(|before| self.fiber().raises.len() > before) {
                    return Err(Stop::Raise);
                }
                let message = "a host function said that it raised, and did not";
                Err(Stop::end(Trap::new(TrapKind::Host, message)))
            }
            (answer, Some(before)) => {
                self.fiber().raises.truncate(before);
                answer
            }
            (answer, None) => answer,
        }
    }
}

/// Lets the tiers know what a native may have added to the module, whatever it answered. A light native adds
/// nothing, and tells of nothing that was added: this would take longer than many of them.
///
/// # Safety
/// `vm` leads to a live Vm of which the state of the tiers is not borrowed mutably.
#[inline]
unsafe fn catch_up(vm: *mut Vm) -> Answer {
    // SAFETY: the caller's promise; the borrow ends with the call.
    let (growths, caught_up) = unsafe { ((*vm).shared.tables.growths(), (*vm).caught_up) };
    // SAFETY: the caller's promise.
    if growths == caught_up { Ok(()) } else { unsafe { tell_tiers(vm, growths) } }
}

/// # Safety
/// As for [`catch_up`].
#[cold]
unsafe fn tell_tiers(vm: *mut Vm, growths: usize) -> Answer {
    // SAFETY: the caller's promise; the borrow ends with the call.
    let caught_up = unsafe { ((*vm).shared.hooks.catch_up)(&*(*vm).tier_state) };
    caught_up.map_err(|_| {
        let message = "there is no address space for further functions";
        Stop::end(Trap::new(TrapKind::OutOfMemory, message))
    })?;
    // SAFETY: the caller's promise.
    unsafe { (*vm).caught_up = growths };
    Ok(())
}

/// Runs a function of the host's, after which the run may have been called off.
///
/// # Safety
/// As for [`call`]; no reference to the Vm of `vm` is in use, other than to the function.
#[inline(always)]
pub(super) unsafe fn call_host(vm: *mut Vm, host: &HostFunction, slots: *mut u64) -> Answer {
    // SAFETY: the caller's promise.
    unsafe {
        let mut answer = host_stack::run(vm, host, slots);
        if answer.is_err() || (*vm).scheduler.host_raise.is_some() {
            answer = (*vm).truthful(answer);
        }
        catch_up(vm)?;
        answer?;
        if (*vm).is_called_off() { in_time(vm) } else { Ok(()) }
    }
}

/// Runs a native for either tier: arguments in `slots`, results in `slots`. Status 0, or 1 if it raised.
///
/// What is light and does not wait ends here; a function of its own has the rest, whose registers this one
/// would otherwise save and restore at each call.
///
/// # Safety
/// On a fiber's stack of the isolate of `ctx`, with no reference to its Vm in use; `native` exists; `slots`
/// has room for arguments and results, and holds arguments of the native's signature.
pub unsafe extern "C" fn call(ctx: *mut VmCtx, native: u32, slots: *mut u64) -> u32 {
    // SAFETY: the scheduler stored a pointer to the live Vm; the table of natives outlives the run, and what
    // is in it never changes.
    let (vm, at) = unsafe {
        let natives = (*ctx).natives.cast::<Native>();
        ((*ctx).vm.get(), &*natives.add(native as usize))
    };
    if let Native::Row(row) = at
        && row.weight() == Weight::Light
    {
        // SAFETY: the caller's promise.
        return match unsafe { (row.code)(vm, slots) } {
            Ok(()) => 0,
            // SAFETY: the caller's promise; nothing borrowed from the Vm is used after it.
            Err(stop) => unsafe { stopped_light(ctx, row.code, slots, stop) },
        };
    }
    // SAFETY: the caller's promise.
    unsafe { call_any(ctx, native, slots) }
}

/// A light native did not end: it waits, and is called again, or it raises.
///
/// # Safety
/// As for [`call`], of a native that is light; nothing borrowed from the Vm is used after it.
#[inline(never)]
unsafe fn stopped_light(ctx: *mut VmCtx, code: Code, slots: *mut u64, mut stop: Stop) -> u32 {
    // This is how fibers take turns: what waits does not look for its native again.
    while matches!(stop, Stop::Park) {
        // SAFETY: the caller's promise; the fiber resumes with its stack and slots as they were, and the
        // scheduler stored a pointer to the live Vm.
        let answer = unsafe {
            Vm::park(ctx);
            code((*ctx).vm.get(), slots)
        };
        match answer {
            Ok(()) => return 0,
            Err(next) => stop = next,
        }
    }
    // SAFETY: the caller's promise.
    unsafe { Vm::stop(ctx, stop) }
}

/// Runs a native of any weight, as often as it asks for.
///
/// # Safety
/// As for [`call`].
#[inline(never)]
unsafe fn call_any(ctx: *mut VmCtx, native: u32, slots: *mut u64) -> u32 {
    loop {
        // SAFETY: the scheduler stored a pointer to the live Vm; the table of natives outlives the run, and
        // what is in it never changes.
        let (vm, native) = unsafe {
            let natives = (*ctx).natives.cast::<Native>();
            ((*ctx).vm.get(), &*natives.add(native as usize))
        };
        let answer = match native {
            // SAFETY: the caller's promise.
            Native::Row(row) if row.weight() == Weight::Light => unsafe { (row.code)(vm, slots) },
            // SAFETY: the caller's promise.
            Native::Row(row) => unsafe {
                let answer = host_stack::run(vm, *row, slots);
                match catch_up(vm) {
                    Ok(()) => answer,
                    Err(stop) => Err(stop),
                }
            },
            // SAFETY: the caller's promise.
            Native::Host(host) => unsafe { call_host(vm, host, slots) },
        };
        match answer {
            Ok(()) => return 0,
            // The native is called again. Apart from the other answers, as this is how fibers take turns.
            // SAFETY: the caller's promise; nothing borrowed from the Vm is used after it.
            Err(Stop::Park) => unsafe { Vm::park(ctx) },
            // SAFETY: the caller's promise; nothing borrowed from the Vm is used after it.
            Err(stop) => return unsafe { Vm::stop(ctx, stop) },
        }
    }
}

/// The register form of the host's functions.
///
/// # Safety
/// As for `run_direct`; `native` is the number of a function of the host's, whose words fit the registers,
/// and the words are its arguments.
pub(super) unsafe extern "C" fn run_host_direct(
    ctx: *mut VmCtx,
    native: u64,
    a: u64,
    b: u64,
    c: u64,
    d: u64,
) -> DirectAnswer {
    let mut slots = [a, b, c, d];
    // SAFETY: the scheduler stored a pointer to the live Vm; the table of natives outlives the run, and what
    // is in it never changes.
    let (vm, native_at) = unsafe {
        let natives = (*ctx).natives.cast::<Native>();
        ((*ctx).vm.get(), &*natives.add(native as usize))
    };
    let Native::Host(host) = native_at else { unreachable!("the register form is one of the host's") };
    // SAFETY: the caller's promise; `Native::direct_address` makes sure that the slots are enough.
    let answer = unsafe { call_host(vm, host, slots.as_mut_ptr()) };
    if let Err(stop) = answer {
        // SAFETY: the caller's promise. Where the function asks to be called again, the words are still the
        // arguments.
        return unsafe { stopped(ctx, native, slots, stop) };
    }
    if host.signature.results.len() > 1 {
        // SAFETY: the context lives as long as the isolate, and no reference to it is in use.
        unsafe { (*ctx).spill[0] = slots[1] };
    }
    DirectAnswer { word: slots[0], status: 0 }
}
