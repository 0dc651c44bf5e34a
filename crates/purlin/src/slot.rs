//! The inside of an isolate, and where it goes when the isolate is dropped. Knows nothing of pools.

use std::ops::{Deref, DerefMut};
use std::sync::Arc;

use purlin_runtime::vm::Vm;

use crate::module::Module;

/// Where insides of isolates come from and go to.
pub(crate) trait Home: Send + Sync {
    /// What its isolates run.
    fn module(&self) -> &Module;

    /// The isolate has been dropped.
    fn take_back(&self, vm: Box<Vm>);
}

/// Who keeps the module of an isolate.
enum Keeper {
    Isolate(Module),
    /// The isolate counts no reference to the module itself: threads that make isolates of one module would
    /// wait for each other's count.
    Home(Arc<dyn Home>),
}

/// The inside of an isolate.
pub(crate) struct Slot {
    /// There until the slot is dropped.
    vm: Option<Box<Vm>>,
    keeper: Keeper,
}

impl Slot {
    /// A slot that ends with its isolate.
    pub(crate) fn alone(vm: Box<Vm>, module: Module) -> Slot {
        Slot { vm: Some(vm), keeper: Keeper::Isolate(module) }
    }

    /// A slot that goes home when its isolate ends.
    pub(crate) fn of(vm: Box<Vm>, home: Arc<dyn Home>) -> Slot {
        Slot { vm: Some(vm), keeper: Keeper::Home(home) }
    }

    /// What the isolate runs.
    #[inline]
    pub(crate) fn module(&self) -> &Module {
        match &self.keeper {
            Keeper::Isolate(module) => module,
            Keeper::Home(home) => home.module(),
        }
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
        if let (Some(vm), Keeper::Home(home)) = (self.vm.take(), &self.keeper) {
            home.take_back(vm);
        }
    }
}
