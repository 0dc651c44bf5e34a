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

/// Bytes of a slice: address, length and capacity.
const SLICE_BYTES: usize = 24;

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

    /// How many elements the slice has that the first of the states is.
    ///
    /// # Errors
    /// A trap of kind `Host` if the isolate keeps no such states, or the first is no slice.
    pub fn count_elements(&self, id: StatesId) -> Result<usize, Trap> {
        Ok(self.slice(id)?[1] as usize)
    }

    /// Address and length of the slice that the first of the states is.
    fn slice(&self, id: StatesId) -> Result<[u64; 2], Trap> {
        let first = self.states(id)?.first().map(|at| *at as usize);
        let is_slice = |at: &usize| {
            let object = self.heap.object_start(*at);
            object.is_some_and(|(start, bytes)| start == *at && bytes >= SLICE_BYTES)
        };
        let at = first.filter(is_slice).ok_or_else(|| Trap::new(TrapKind::Host, "the state is no slice"))?;
        // SAFETY: a live object of the heap that has as many bytes, all initialised, begins there, and
        // nothing of the guest's runs while the isolate is borrowed.
        Ok(unsafe { *(at as *const [u64; 2]) })
    }

    /// The address of an element of the slice that the first of the states is, if there are so many from that
    /// one on, in one object.
    pub(super) fn elements(
        &self,
        id: StatesId,
        bytes: u32,
        from: usize,
        rows: usize,
    ) -> Result<Option<u64>, Trap> {
        let [address, len] = self.slice(id)?;
        let end = from.checked_add(rows).filter(|end| *end as u64 <= len);
        let Some(end) = end.and_then(|end| end.checked_mul(bytes as usize)) else { return Ok(None) };
        if rows == 0 || bytes == 0 {
            return Ok(Some(address));
        }
        let object = self.heap.object_start(address as usize);
        let is_inside = object.is_some_and(|(start, size)| end <= start + size - address as usize);
        Ok(is_inside.then(|| address + from as u64 * u64::from(bytes)))
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
