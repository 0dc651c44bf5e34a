//! Slices that grow.

use purlin_base::TrapCode;
use purlin_runtime::native::{Caller, Class, ClassRef, Element, Opaque, OpaqueRef, Slice, SliceRef, Stop};
use purlin_runtime::natives;

use super::growth::grow_array_capacity;

natives! {
    /// What `append` calls when the array is full.
    pub(crate) SLICES in "rt" {
        /// A larger array with the elements of the old one, and its capacity. `need` is the new length,
        /// `class` that of an element.
        light GROW "grow"(old: Slice<Element>, need: i64, class: Class) -> (Opaque, i64) = grow;
            [READS ALLOCATES RAISES] "the bytes copied and allocated";
    }
}

fn grow<'c>(
    caller: &mut Caller<'c>,
    old: SliceRef<'c, Element>,
    need: i64,
    class: ClassRef<'c>,
) -> Result<(OpaqueRef<'c>, i64), Stop> {
    let (size, has_pointers) = caller.class_facts(class);
    let room = usize::try_from(need).ok();
    match room.and_then(|need| grow_array_capacity(size, has_pointers, old.capacity(), need)) {
        Some(room) => {
            let grown = caller.grown(old, class, room)?;
            Ok((grown.memory(), room as i64))
        }
        None => Err(caller.raise_trap(TrapCode::BadLength, need, 0)),
    }
}
