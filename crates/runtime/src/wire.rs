//! Run-time types and what a host calls, as bytes ([`purlin_base::wire`]).

use purlin_base::wire::{Malformed, Reader, Wire, Writer, put_bytes, take_bytes};
use purlin_base::{wire_enum, wire_structs};

use crate::border::{Export, GuestField, Inner, Shape};
use crate::heap::ClassId;
use crate::types::{Desc, Detail, Field, Map, Method, TypeKind};

wire_enum!(TypeKind {
    0 Nil {}
    1 Bool {}
    2 Int { 0: bytes, 1: signed }
    3 Uintptr {}
    4 F32 {}
    5 F64 {}
    6 C64 {}
    7 C128 {}
    8 String {}
    9 Pointer { 0: target }
    10 Slice { 0: element }
    11 Array { 0: element, 1: len }
    12 Struct { 0: fields }
    13 Interface { empty: empty }
    14 Map { key: key, value: value, map: map }
    15 Chan { 0: element }
    16 Func {}
    17 UnsafePointer {}
});

wire_enum!(Shape {
    0 Bool {}
    1 Int { 0: bytes, 1: signed }
    2 F32 {}
    3 F64 {}
    4 Str {}
    5 Slice { element: element, class: class }
    6 Array { element: element, len: len }
    7 Pointer { target: target, class: class }
    8 Map { key: key, value: value, map: map }
    9 Struct { 0: fields }
    10 Error { ty: ty, class: class }
    11 ErrorText {}
    12 Unfinished {}
    13 Packed {}
});

wire_structs! {
    Desc { name, long_name, kind, size, named, word, comparable, class, methods, detail }
    Detail { package, params, results, variadic, direction, methods }
    Method { name, package, signature, ty }
    GuestField { name, offset, ty }
    Export { name, func, params, results, signature, inner }
    Inner { func, uncaught, error_text }
}

impl Wire for ClassId {
    fn put(&self, out: &mut Writer) {
        self.0.put(out);
    }

    fn take(from: &mut Reader<'_>) -> Result<ClassId, Malformed> {
        u32::take(from).map(ClassId)
    }
}

impl Wire for Field {
    fn put(&self, out: &mut Writer) {
        let Field { name, offset, ty, exported, embedded, tag } = self;
        name.put(out);
        offset.put(out);
        ty.put(out);
        exported.put(out);
        embedded.put(out);
        put_bytes(tag, out);
    }

    fn take(from: &mut Reader<'_>) -> Result<Field, Malformed> {
        let (name, offset, ty) = (Wire::take(from)?, Wire::take(from)?, Wire::take(from)?);
        let (exported, embedded) = (Wire::take(from)?, Wire::take(from)?);
        Ok(Field { name, offset, ty, exported, embedded, tag: take_bytes(from)?.into() })
    }
}

/// Without the layout, which linking decides.
impl Wire for Map {
    fn put(&self, out: &mut Writer) {
        let Map { key, value, .. } = self;
        key.put(out);
        value.put(out);
    }

    fn take(from: &mut Reader<'_>) -> Result<Map, Malformed> {
        Ok(Map::new(Wire::take(from)?, Wire::take(from)?))
    }
}
