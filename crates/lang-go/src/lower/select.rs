//! Selectors: fields through embedded structs and pointers, receivers of methods.

use smallvec::smallvec;

use super::state::{Location, Lower, Vals};
use crate::types::{Type, TypeId};
use crate::universe::ObjId;

impl<'a> Lower<'_, 'a> {
    /// Follows field indices from a struct or a pointer to one; pointers on the way are followed.
    pub(super) fn walk(&mut self, mut place: Location, mut ty: TypeId, path: &[u32]) -> (Location, TypeId) {
        for step in path {
            if let Type::Pointer(elem) = *self.cx.u.types.under(ty) {
                let pointer = self.load(&place, ty);
                place = self.deref_as(pointer[0], elem);
                ty = elem;
            }
            (place, ty) = self.field(&place, ty, *step as usize);
        }
        (place, ty)
    }

    /// The receiver's components for the declared method `obj`, called on the value at `place`.
    pub(super) fn receiver_of(&mut self, place: &Location, ty: TypeId, obj: ObjId) -> Vals {
        let wants_pointer = self.cx.u.objects[obj].as_func().is_some_and(|f| f.ptr_recv);
        let Some(recv) = self.cx.receiver(obj) else { return Vals::new() };
        let is_pointer = ty == recv || matches!(self.cx.u.types.get(ty), Type::Pointer(_));
        match (wants_pointer, is_pointer) {
            (true, true) => self.load_stable(place, ty),
            (true, false) => smallvec![self.address(place, ty)],
            (false, _) if ty == recv => self.load_stable(place, ty),
            (false, true) => {
                let pointer = self.load(place, ty);
                let place = self.deref_as(pointer[0], recv);
                self.load_stable(&place, recv)
            }
            (false, false) => self.load_stable(place, ty),
        }
    }
}
