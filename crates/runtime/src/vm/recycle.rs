//! One Vm for many isolates, one after the other. What belonged to the one before is taken out, and whatever
//! it wrote is made zero: globals, heap, stacks, slots, and the words of the context that the collector looks
//! at.

use std::any::Any;

use super::{Limits, Streams, Vm};
use crate::abi::SPILL;
use crate::grants::Grants;
use crate::vmctx::DEOPT_VALUES;

/// What a host gave to an isolate, which it is to be told that it can go.
pub struct Leftovers {
    _host: Box<dyn Any + Send>,
    _streams: Streams,
}

impl Vm {
    /// Brings a Vm back to the state of a fresh one, without limits, streams and state of the host, and with
    /// at most about `keep` bytes of heap. Nothing that its program wrote is left in it.
    ///
    /// What the host gave to the isolate is returned, so that its destructors run when the Vm is in order.
    pub fn recycle(&mut self, keep: usize) -> Leftovers {
        let host = std::mem::replace(&mut self.world.host, Box::new(()));
        let streams = std::mem::take(&mut self.world.streams);
        self.world.args = Vec::new();
        self.world.grants = Grants::none();
        self.clear(keep);
        self.scheduler.scrub();
        // SAFETY: the context is owned, nothing runs, and no reference to it is ever held.
        unsafe {
            (*self.ctx()).spill = [0; SPILL];
            (*self.ctx()).deopt_values = [0; DEOPT_VALUES];
        }
        Leftovers { _host: host, _streams: streams }
    }

    /// Whether an isolate with these limits can be made of this Vm by [`Vm::renew`].
    pub fn fits(&self, limits: &Limits) -> bool {
        self.limits.heap_bytes == limits.heap_bytes
    }

    /// Makes a fresh isolate of a recycled Vm of the same form of a module, which fits these limits.
    pub fn renew(&mut self, limits: Limits, streams: Streams, host: Box<dyn Any + Send>) {
        debug_assert!(self.fits(&limits));
        self.limits = limits;
        self.world.streams = streams;
        self.world.host = host;
        self.set_usual_args();
        self.refuel_all();
        self.go_to_start();
    }
}
