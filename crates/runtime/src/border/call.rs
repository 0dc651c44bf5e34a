//! What a host's function sees of the isolate that calls it. It names neither guest memory nor types or
//! functions of the guest's, so nothing that a host does with it can break what guest code relies on.

use std::any::Any;
use std::marker::PhantomData;

use purlin_base::{TrapCode, gas};

use crate::grants::Grants;
use crate::native::{Answer, Stop};
use crate::trap::Frame;
use crate::vm::Vm;

/// One call of a host's function by guest code.
pub struct Call<'a> {
    vm: &'a mut Vm,
    /// Keeps the value on the thread that runs the isolate: so it is never taken for the state of an isolate.
    on_this_thread: PhantomData<*mut Vm>,
}

impl<'a> Call<'a> {
    pub(super) fn new(vm: &'a mut Vm) -> Call<'a> {
        Call { vm, on_this_thread: PhantomData }
    }

    /// The host's own state, if it is a `T`: what the isolate was made with.
    pub fn host<T: Any>(&mut self) -> Option<&mut T> {
        self.vm.world.host.downcast_mut()
    }

    /// Takes units of gas for the function's own work. The guest's next poll notices if none is left.
    pub fn charge(&mut self, units: u64) {
        self.vm.charge(i64::try_from(units).unwrap_or(i64::MAX));
    }

    /// Units of gas that are left, if there is a limit; negative after work that was not stopped in time.
    pub fn gas_left(&self) -> Option<i64> {
        self.vm.gas_left()
    }

    /// Whether the run is to end, as it was cancelled or its deadline has passed: a function that takes long
    /// can return early. What it returns is then given up.
    pub fn is_called_off(&self) -> bool {
        self.vm.called_off().is_some()
    }

    /// The arguments of the program, its own name first.
    pub fn args(&self) -> &[String] {
        &self.vm.world.args
    }

    /// What the program may see of the world outside.
    pub fn grants(&self) -> &Grants {
        &self.vm.world.grants
    }

    /// The number of the running fiber: it counts up, the first of a run is 1.
    pub fn fiber_number(&self) -> u64 {
        let scheduler = &self.vm.scheduler;
        scheduler.fibers[scheduler.fiber_id()].number
    }

    /// The guest frames of the running fiber, innermost first.
    pub fn traceback(&mut self) -> Vec<Frame> {
        self.vm.traceback()
    }

    /// Writes to the program's standard output, and charges for it as for what the program writes.
    ///
    /// # Errors
    /// Ends the run when the limit of output is reached or the stream fails.
    pub fn write_output(&mut self, bytes: &[u8]) -> Answer {
        self.write(1, bytes)
    }

    /// [`Call::write_output`] for standard error.
    ///
    /// # Errors
    /// See there.
    pub fn write_errors(&mut self, bytes: &[u8]) -> Answer {
        self.write(2, bytes)
    }

    fn write(&mut self, stream: i64, bytes: &[u8]) -> Answer {
        self.vm.charge(gas::bytes_touched(bytes.len() as u64) + gas::TRANSFER);
        self.vm.write_output(stream, bytes)
    }

    /// Begins to raise in the guest as a trapping op does, with its operands where it has any. To be returned
    /// by the function at once: a raise that is not returned is given up, and of several the last one counts.
    pub fn raise_trap(&mut self, code: TrapCode, a: i64, b: i64) -> Stop {
        self.vm.begin_host_raise();
        self.vm.raise_trap(code, a, b)
    }
}
