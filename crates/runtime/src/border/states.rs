//! States of aggregates: objects of the guest's that an isolate keeps for a host, by number, between the
//! batches of a loop over rows. Knows neither what is in them nor which loops there are.

use std::sync::atomic::{AtomicU64, Ordering};

use purlin_base::gas;

use super::error::DataError;
use crate::heap::ClassId;
use crate::trap::{Trap, TrapKind};
use crate::vm::Vm;

/// Which states of which isolate: no two of a process have the same, so those of another isolate, or of
/// before a reset, are not taken for these.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct StatesId(u64);

/// States that a host keeps.
#[derive(Debug)]
pub(crate) struct States {
    id: StatesId,
    /// The addresses of the objects.
    pub objects: Vec<u64>,
}

static NEXT: AtomicU64 = AtomicU64::new(0);

/// Why there are no such states.
fn gone() -> Trap {
    Trap::new(TrapKind::Host, "the states are those of another isolate, or it was reset since they began")
}

impl Vm {
    /// Begins to keep states; there are none yet. They are kept until they are dropped or the isolate is
    /// reset.
    pub fn new_states(&mut self) -> StatesId {
        let id = StatesId(NEXT.fetch_add(1, Ordering::Relaxed));
        self.roots.states.push(States { id, objects: Vec::new() });
        id
    }

    /// The addresses of the objects.
    pub(super) fn states(&self, id: StatesId) -> Result<&[u64], Trap> {
        self.roots
            .states
            .iter()
            .find(|states| states.id == id)
            .map(|states| &states.objects[..])
            .ok_or_else(gone)
    }

    /// How many states there are.
    ///
    /// # Errors
    /// A trap of kind `Host` if the isolate keeps no such states.
    pub fn count_states(&self, id: StatesId) -> Result<usize, Trap> {
        self.states(id).map(<[u64]>::len)
    }

    /// Makes states until there are so many: fresh objects of the class, charged.
    ///
    /// # Errors
    /// The isolate keeps no such states, or has no memory for them; those that there was room for are there.
    pub(super) fn make_states(&mut self, id: StatesId, class: ClassId, count: usize) -> Result<(), Trap> {
        let at = self.roots.states.iter().position(|states| states.id == id).ok_or_else(gone)?;
        let size = self.heap.class_size(class) as u64;
        while self.roots.states[at].objects.len() < count {
            self.charge(gas::ALLOC + gas::bytes_allocated(size));
            let object = self.allocate(|heap| heap.alloc(class));
            let object = object.map_err(|stop| DataError::from(stop).trap())?;
            self.roots.states[at].objects.push(object as u64);
        }
        Ok(())
    }

    /// Drops the first states; the others have lower numbers then.
    ///
    /// # Errors
    /// The isolate keeps no such states.
    pub fn drop_first_states(&mut self, id: StatesId, count: usize) -> Result<(), Trap> {
        let found = self.roots.states.iter_mut().find(|states| states.id == id).ok_or_else(gone)?;
        found.objects.drain(..count.min(found.objects.len()));
        Ok(())
    }

    /// Keeps these states no longer.
    pub fn drop_states(&mut self, id: StatesId) {
        self.roots.states.retain(|states| states.id != id);
    }
}
