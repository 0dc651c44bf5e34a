//! The inside of an isolate, and where it goes when the isolate is dropped. Knows nothing of pools.

use std::ops::{Deref, DerefMut};
use std::sync::Arc;

use purlin_runtime::vm::Vm;

/// Where insides of isolates come from and go to.
pub(crate) trait Home: Send + Sync {
    /// The isolate has been dropped.
    fn take_back(&self, vm: Box<Vm>);
}

/// The inside of an isolate.
pub(crate) struct Slot {
    /// There until the slot is dropped.
    vm: Option<Box<Vm>>,
    home: Option<Arc<dyn Home>>,
}

impl Slot {
    pub(crate) fn new(vm: Box<Vm>, home: Option<Arc<dyn Home>>) -> Slot {
        Slot { vm: Some(vm), home }
    }
}

impl Deref for Slot {
    type Target = Vm;

    #[inline]
    fn deref(&self) -> &Vm {
        self.vm.as_ref().expect("the slot is not dropped")
    }
}

impl DerefMut for Slot {
    #[inline]
    fn deref_mut(&mut self) -> &mut Vm {
        self.vm.as_mut().expect("the slot is not dropped")
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        if let (Some(vm), Some(home)) = (self.vm.take(), self.home.take()) {
            home.take_back(vm);
        }
    }
}
