//! Memory by the number of a type, for what front ends generate or write of reflection.

use std::marker::PhantomData;

use purlin_base::gas;

use crate::heap::{ClassId, LayoutId};
use crate::native::{Caller, Opaque, OpaqueRef, Slice, SliceRef, Stop, Str, StrRef};
use crate::natives;
use crate::types::{Desc, Field, TypeKind, TypeNo};

natives! {
    /// Memory by the number of a type.
    pub(super) RAW in "rt" {
        /// A zeroed object of a type.
        light NEW_OF "new_of"(ty: i64) -> (Opaque) = new_of; [ALLOCATES] "an allocation of its size";
        /// So many zeroed values of a type in a row. `n` is not negative.
        light NEW_ARRAY_OF "new_array_of"(ty: i64, n: i64) -> (Opaque) = new_array_of;
            [ALLOCATES] "an allocation of their size";
        /// So many zeroed words, each of which may be a pointer. `n` is not negative.
        light NEW_WORDS "new_words"(n: i64) -> (Opaque) = new_words; [ALLOCATES] "an allocation of their size";
        /// Bytes from an address to the end of its object, if the object has no pointers: what may be taken
        /// for values of any type without pointers. Of the module's constants too, if they are only read;
        /// else 0.
        light ROOM "room"(at: Opaque, reads: bool) -> (i64) = room; [READS OUTSIDE] "nothing more";
        /// An address as programs see it: a number that tells nothing of the machine's memory.
        light SHOWN "shown"(at: Opaque) -> (u64) = shown; [ALLOCATES OUTSIDE] "nothing more";
        /// Makes a type of the isolate's own: its number, or 0 if it has as many as it may. `kind` is a
        /// number of `MadeKind`; `elem` and `more` are the element, and the key or the length. A field has
        /// its type, its offset and 1 if it is exported, 2 if it is embedded, in `parts`, its name and its
        /// tag in `names`.
        heavy MAKE_TYPE "make_type"(kind: i64, name: Str, size: i64, comparable: bool, elem: i64, more: i64, parts: Slice<i64>, names: Slice<Str>) -> (i64) = make_type;
            [READS OUTSIDE] "an allocation of 256 bytes, 1 a 16 bytes of names, 4 a part";
        /// The number by which natives know a map type that was made.
        light MADE_MAP "made_map"(ty: i64) -> (i64) = made_map; [] "nothing more";
    }
}

fn new_of<'c>(caller: &mut Caller<'c>, ty: i64) -> Result<OpaqueRef<'c>, Stop> {
    let desc = caller.types().desc(ty as TypeNo);
    caller.charge(gas::ALLOC + gas::bytes_allocated(desc.size));
    let at = caller.new_value(ty as TypeNo)?;
    Ok(OpaqueRef { word: at as u64, brand: PhantomData })
}

fn new_array_of<'c>(caller: &mut Caller<'c>, ty: i64, n: i64) -> Result<OpaqueRef<'c>, Stop> {
    let desc = caller.types().desc(ty as TypeNo);
    caller.charge(gas::ALLOC);
    let n = n.max(0) as usize;
    if caller.types().is_made(ty as TypeNo) {
        let bytes = n.saturating_mul(desc.size as usize);
        caller.charge(gas::bytes_allocated(bytes as u64));
        let at = caller.allocate(|heap| heap.alloc_sized(LayoutId::ALL, bytes))?;
        return Ok(OpaqueRef { word: at as u64, brand: PhantomData });
    }
    let at = caller.vm().new_array(desc.class, n)?;
    Ok(OpaqueRef { word: at as u64, brand: PhantomData })
}

fn new_words<'c>(caller: &mut Caller<'c>, n: i64) -> Result<OpaqueRef<'c>, Stop> {
    let bytes = (n.max(0) as usize).saturating_mul(8);
    caller.charge(gas::ALLOC + gas::bytes_allocated(bytes as u64));
    let at = caller.allocate(|heap| heap.alloc_sized(LayoutId::ALL, bytes))?;
    Ok(OpaqueRef { word: at as u64, brand: PhantomData })
}

fn room<'c>(caller: &mut Caller<'c>, at: OpaqueRef<'c>, reads: bool) -> Result<i64, Stop> {
    Ok(super::headers::room(caller, at.word, reads) as i64)
}

fn shown<'c>(caller: &mut Caller<'c>, at: OpaqueRef<'c>) -> Result<u64, Stop> {
    caller.shown_address(at.word)
}

/// The numbers of kinds that types can be made of.
enum MadeKind {
    Array = 17,
    Chan = 18,
    Func = 19,
    Map = 21,
    Pointer = 22,
    Slice = 23,
    Struct = 25,
}

/// Bytes of a name that a descriptor keeps: types made of types can have names of any length.
const NAME_BYTES: usize = 2000;
/// Bytes of names and tags of fields, and of parts, that a type can have.
const PART_BYTES: usize = 1 << 16;

fn make_type<'c>(
    caller: &mut Caller<'c>,
    kind: i64,
    name: StrRef<'c>,
    size: i64,
    comparable: bool,
    elem: i64,
    more: i64,
    parts: SliceRef<'c, i64>,
    names: SliceRef<'c, Str>,
) -> Result<i64, Stop> {
    if parts.len() > PART_BYTES / 64 || names.len() > parts.len() {
        // Nothing of the host's is as large as what a guest says a type has.
        caller.charge_bytes(PART_BYTES);
        return Ok(0);
    }
    let texts = texts(names);
    let bytes = texts.iter().map(|text| text.len).sum::<usize>().saturating_add(64 * parts.len());
    caller.charge(gas::ALLOC + gas::bytes_allocated(256) + 4 * parts.len() as i64);
    caller.charge_bytes(bytes.min(PART_BYTES) + name.len().min(NAME_BYTES));
    if bytes > PART_BYTES || caller.vm().shared.tables.rows.open_made().is_err() {
        return Ok(0);
    }
    let texts: Vec<Vec<u8>> = texts.iter().map(|text| caller.bytes(*text).to_vec()).collect();
    let own = caller.own_types();
    let elem = elem as TypeNo;
    let map = |types: &crate::types::Types| types.make_map(more as TypeNo, elem).ok();
    let kind = match kind {
        k if k == MadeKind::Array as i64 => Some(TypeKind::Array(elem, more as u64)),
        k if k == MadeKind::Chan as i64 => Some(TypeKind::Chan(elem)),
        k if k == MadeKind::Func as i64 => Some(TypeKind::Func),
        k if k == MadeKind::Map as i64 => {
            map(own).map(|map| TypeKind::Map { key: more as TypeNo, value: elem, map })
        }
        k if k == MadeKind::Pointer as i64 => Some(TypeKind::Pointer(elem)),
        k if k == MadeKind::Slice as i64 => Some(TypeKind::Slice(elem)),
        k if k == MadeKind::Struct as i64 => Some(TypeKind::Struct(fields(caller.slice(parts), &texts))),
        _ => None,
    };
    let Some(kind) = kind else { return Ok(0) };
    let end = name.len().min(NAME_BYTES);
    let name = String::from_utf8_lossy(&caller.bytes(name)[..end]).into_owned();
    let desc = Desc {
        long_name: name.clone(),
        name,
        kind,
        size: size as u64,
        named: false,
        word: false,
        comparable,
        class: ClassId(0),
        methods: Vec::new(),
        detail: None,
    };
    Ok(own.make(desc).map_or(0, i64::from))
}

/// Several strings.
fn texts<'c>(strings: SliceRef<'c, Str>) -> Vec<StrRef<'c>> {
    let at = strings.at.cast::<[usize; 2]>();
    let text = |n| {
        // SAFETY: a handle names live guest memory with so many strings, each an address and a length.
        let [at, len] = unsafe { *at.add(n) };
        StrRef { at: at as *const u8, len, brand: PhantomData }
    };
    (0..strings.len).map(text).collect()
}

fn fields(parts: &[i64], names: &[Vec<u8>]) -> Vec<Field> {
    let fields = parts.chunks_exact(3).zip(names.chunks_exact(2));
    let field = |(part, text): (&[i64], &[Vec<u8>])| Field {
        name: String::from_utf8_lossy(&text[0]).into_owned(),
        offset: part[1] as u64,
        ty: part[0] as TypeNo,
        exported: part[2] & 1 != 0,
        embedded: part[2] & 2 != 0,
        tag: text[1].clone().into(),
    };
    fields.map(field).collect()
}

fn made_map(caller: &mut Caller<'_>, ty: i64) -> Result<i64, Stop> {
    Ok(match caller.types().desc(ty as TypeNo).kind {
        TypeKind::Map { map, .. } => i64::from(map),
        _ => -1,
    })
}
