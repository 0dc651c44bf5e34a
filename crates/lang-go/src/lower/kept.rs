//! Pointers to headers that are kept, `h := (*reflect.SliceHeader)(unsafe.Pointer(&s))`. Each leads to an
//! object with the words of the header, which natives keep in step with what it stands for. Reading a field
//! through such a pointer renews the words, assigning to one is carried over where the words describe memory
//! that the program has. So whatever else follows the pointer (reflection, a pointer to a field) finds plain
//! words.

use purlin_ir::{Type as Ir, Value};
use purlin_runtime::natives::{HeaderOf, rows};

use super::headers::Header;
use super::state::{Location, Lower};
use crate::types::{Basic, TypeId};

impl Lower<'_, '_> {
    /// Whether a pointer to this struct may be one that was made by [`Lower::kept_header`].
    pub(super) fn may_stand_for_words(&self, ty: TypeId) -> bool {
        self.cx.u.info.headers.contains(&ty) && matches!(self.header(ty), Header::Words(..) | Header::Pair)
    }

    /// A pointer to a header, a `new`, of the `old` that `pointer` leads to; none if it has no such header.
    pub(super) fn kept_header(&mut self, old: TypeId, new: TypeId, pointer: Value) -> Option<Value> {
        let is_string = self.cx.u.types.basic(old) == Basic::String;
        let new = self.header(new);
        let shows_number = matches!(new, Header::Words(_, true));
        let of = match (self.header(old), new) {
            (Header::String, Header::Words(2, _)) if is_string => HeaderOf::String,
            (Header::Slice(elem), Header::Words(3, _)) => match self.layout(elem).size {
                size if size == 0 || self.cx.has_pointers(elem) => HeaderOf::References,
                size => HeaderOf::Slice(size as u32),
            },
            (_, Header::Pair) if self.cx.u.types.is_interface(old) => HeaderOf::Interface,
            _ => return None,
        };
        let of = self.int(of.number());
        let shows_number = self.b.iconst(Ir::I8, i64::from(shows_number));
        Some(self.call_rt(rows::HEADER_OF, &[pointer, of, shows_number])[0])
    }

    /// The number of an address, `uintptr(unsafe.Pointer(p))`, which may be assigned to a header.
    pub(super) fn number_of(&mut self, pointer: Value) -> Value {
        let number = self.call_rt(rows::SHOWN, &[pointer])[0];
        if self.cx.u.info.headers.iter().any(|ty| matches!(self.header(*ty), Header::Words(_, true))) {
            self.call_rt(rows::HEADER_SOURCE, &[pointer]);
        }
        number
    }

    /// The memory of a header, once its words are those of what it stands for.
    pub(super) fn header_as_it_is(&mut self, base: Value, off: i64) -> Location {
        self.call_rt(rows::HEADER_READ, &[base]);
        Location::Mem { base, off, stable: false }
    }

    /// What follows an assignment to a header.
    pub(super) fn header_written(&mut self, base: Value) {
        let refused = self.call_rt(rows::HEADER_WRITTEN, &[base])[0];
        self.cold_if(refused, |lower| {
            lower.raise_text("runtime error: a header does not lead to memory of the type that it stands for")
        });
    }
}
