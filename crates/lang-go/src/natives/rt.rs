//! Package `internal/rt`: values taken apart by their types. Types are known by their numbers.

use purlin_runtime::native::{Answer, Any, AnyRef, Caller, Slice, SliceRef, Stop, Str, StrRef};
use purlin_runtime::natives;
use purlin_runtime::types::{Desc, Field, TypeKind, TypeNo};

use crate::rt::{by_type, has_method, method_name};

natives! {
    /// Types, and values by their types.
    pub(super) RT in "internal/rt" {
        /// The number of a value's type; 0 for nil.
        light "TypeOf"(v: Any) -> (i64) = type_of; [] "nothing more";
        /// The kind of a type, as package `reflect` numbers it.
        light "Kind"(t: i64) -> (i64) = kind; [] "nothing more";
        /// The name of a type, as `%T` prints it.
        heavy "TypeName"(t: i64) -> (Str) = type_name; [ALLOCATES] "1 a 16 bytes, an allocation";
        /// Whether it is a defined type.
        light "Named"(t: i64) -> (bool) = named; [] "nothing more";
        /// The type of elements, or of what a pointer points to; 0 if there is none.
        light "Elem"(t: i64) -> (i64) = elem; [] "nothing more";
        /// The type of a map's keys; 0 if it is no map.
        light "Key"(t: i64) -> (i64) = key; [] "nothing more";
        /// How many fields a struct has.
        light "NumField"(t: i64) -> (i64) = num_field; [] "nothing more";
        /// The name of a field.
        heavy "FieldName"(t: i64, i: i64) -> (Str) = field_name; [ALLOCATES] "1 a 16 bytes, an allocation";
        /// The type of a field; 0 if there is no such field.
        light "FieldType"(t: i64, i: i64) -> (i64) = field_type; [] "nothing more";
        /// Whether a field is exported.
        light "FieldExported"(t: i64, i: i64) -> (bool) = field_exported; [] "nothing more";
        /// Whether a field is embedded.
        light "FieldEmbedded"(t: i64, i: i64) -> (bool) = field_embedded; [] "nothing more";
        /// The tag of a field.
        heavy "FieldTag"(t: i64, i: i64) -> (Str) = field_tag; [ALLOCATES] "1 a 16 bytes, an allocation";
        /// Whether it is an integer of the machine's size rather than one that happens to be as large.
        light "Word"(t: i64) -> (bool) = word_sized; [] "nothing more";
        /// Bytes of a value.
        light "Size"(t: i64) -> (i64) = size; [] "nothing more";
        /// The length of an array type.
        light "TypeLen"(t: i64) -> (i64) = type_len; [] "nothing more";
        /// The names of the exported methods of a type.
        heavy "Methods"(t: i64) -> (Slice<Str>) = methods; [ALLOCATES] "2 a method, allocations";
        /// A value that is seen where it lies becomes one of its own, as interfaces hold it.
        heavy "Copy"(v: Any) -> (Any) = copy; [READS ALLOCATES] "1 a 16 bytes";
        /// Whether values of a type can be compared.
        light "Comparable"(t: i64) -> (bool) = comparable; [] "nothing more";
        /// Whether a type has all methods of an interface, by their names.
        heavy "Implements"(t: i64, iface: i64) -> (bool) = implements; [] "1 a pair of methods";
        /// The value of a field, nil if there is none.
        light "Field"(v: Any, i: i64) -> (Any) = field; [READS] "nothing more";
        /// An element of an array or slice, nil if there is none.
        light "Index"(v: Any, i: i64) -> (Any) = index; [READS] "nothing more";
        /// What a pointer points to, nil for null.
        light "Deref"(v: Any) -> (Any) = deref; [READS] "nothing more";
        /// The zero value of a value's type; of a pointer's, a pointer to a new zero value.
        heavy "Zero"(v: Any) -> (Any) = zero; [ALLOCATES] "nothing more";
        /// Stores a value where a pointer points to; false if the types do not allow it.
        light "Store"(p: Any, v: Any) -> (bool) = store; [WRITES] "nothing more";
        /// Stores the bits of a number or boolean where a pointer points to.
        light "StoreBits"(p: Any, bits: u64) = store_bits; [WRITES] "nothing more";
        /// Stores a float, rounded to the type that a pointer points to.
        light "StoreFloat"(p: Any, f: f64) = store_float; [WRITES] "nothing more";
        /// Stores a complex number, rounded to the type that a pointer points to.
        light "StoreComplex"(p: Any, re: f64, im: f64) = store_complex; [WRITES] "nothing more";
        /// Stores a string where a pointer points to.
        light "StoreString"(p: Any, s: Str) = store_string; [WRITES] "nothing more";
        /// Exchanges two elements of a slice.
        light "Swap"(slice: Any, i: i64, j: i64) = swap; [WRITES] "nothing more";
        /// Length of a string, array, slice or map.
        light "Len"(v: Any) -> (i64) = len; [READS] "nothing more";
        /// Capacity of an array or slice.
        light "Cap"(v: Any) -> (i64) = cap; [READS] "nothing more";
        /// Keys and values of a map in turn.
        heavy "Entries"(m: Any) -> (Slice<Any>) = entries; [READS ALLOCATES] "the entries passed";
        /// `Entries` in the order in which fmt prints them.
        heavy "SortedEntries"(m: Any) -> (Slice<Any>) = sorted_entries; [READS ALLOCATES] "the entries passed and compared";
        /// What identifies a pointer, map, channel, function or slice, as `%p` prints it.
        light "Pointer"(v: Any) -> (u64) = pointer; [READS ALLOCATES OUTSIDE] "nothing more";
        /// Whether a value is nil, or of a type that has nil and is it.
        light "IsNil"(v: Any) -> (bool) = is_nil; [READS] "nothing more";
        /// The bits of an integer or boolean.
        light "Int"(v: Any) -> (i64) = int; [] "nothing more";
        /// The bits of an integer or boolean.
        light "Uint"(v: Any) -> (u64) = uint; [] "nothing more";
        /// The value of a float.
        light "Float"(v: Any) -> (f64) = float; [] "nothing more";
        /// Real and imaginary part of a complex number.
        light "Complex"(v: Any) -> (f64, f64) = complex; [READS] "nothing more";
        /// A string, or the bytes of an array or slice as one.
        light "String"(v: Any) -> (Str) = string; [READS] "nothing more";
        /// The bytes of an array or slice, or of a string.
        light "Bytes"(v: Any) -> (Slice<u8>) = bytes; [READS] "nothing more";
    }
}

fn desc<'c>(caller: &Caller<'c>, ty: i64) -> &'c Desc {
    caller.types().desc(ty as TypeNo)
}

fn zero<'c>(caller: &mut Caller<'c>, v: AnyRef<'c>) -> Result<AnyRef<'c>, Stop> {
    caller.zero_value(v.type_number())
}

fn type_of<'c>(_: &mut Caller<'c>, v: AnyRef<'c>) -> Result<i64, Stop> {
    Ok(i64::from(v.type_number()))
}

/// The numbers of package `reflect`.
fn kind_number(kind: &TypeKind) -> i64 {
    match kind {
        TypeKind::Nil => 0,
        TypeKind::Bool => 1,
        TypeKind::Int(1, true) => 3,
        TypeKind::Int(2, true) => 4,
        TypeKind::Int(4, true) => 5,
        TypeKind::Int(_, true) => 6,
        TypeKind::Int(1, false) => 8,
        TypeKind::Int(2, false) => 9,
        TypeKind::Int(4, false) => 10,
        TypeKind::Int(_, false) => 11,
        TypeKind::Uintptr => 12,
        TypeKind::F32 => 13,
        TypeKind::F64 => 14,
        TypeKind::C64 => 15,
        TypeKind::C128 => 16,
        TypeKind::Array(..) => 17,
        TypeKind::Chan(_) => 18,
        TypeKind::Func => 19,
        TypeKind::Interface { .. } => 20,
        TypeKind::Map { .. } => 21,
        TypeKind::Pointer(_) => 22,
        TypeKind::Slice(_) => 23,
        TypeKind::String => 24,
        TypeKind::Struct(_) => 25,
        TypeKind::UnsafePointer => 26,
    }
}

fn kind(caller: &mut Caller<'_>, t: i64) -> Result<i64, Stop> {
    Ok(kind_number(&desc(caller, t).kind))
}

/// A text of a descriptor as a string of the program.
fn text<'c>(caller: &mut Caller<'c>, text: &[u8]) -> Result<StrRef<'c>, Stop> {
    caller.charge_bytes(text.len());
    caller.new_string(text)
}

fn type_name<'c>(caller: &mut Caller<'c>, t: i64) -> Result<StrRef<'c>, Stop> {
    let desc = desc(caller, t);
    let name = if desc.kind == TypeKind::Nil { "<nil>" } else { &desc.name };
    text(caller, name.as_bytes())
}

fn named(caller: &mut Caller<'_>, t: i64) -> Result<bool, Stop> {
    Ok(desc(caller, t).named)
}

fn elem(caller: &mut Caller<'_>, t: i64) -> Result<i64, Stop> {
    Ok(match desc(caller, t).kind {
        TypeKind::Pointer(t) | TypeKind::Slice(t) | TypeKind::Array(t, _) | TypeKind::Chan(t) => i64::from(t),
        TypeKind::Map { value, .. } => i64::from(value),
        _ => 0,
    })
}

fn key(caller: &mut Caller<'_>, t: i64) -> Result<i64, Stop> {
    Ok(if let TypeKind::Map { key, .. } = desc(caller, t).kind { i64::from(key) } else { 0 })
}

/// Field `i` of a struct type, if it is one and has so many.
fn field_at<'c>(caller: &Caller<'c>, t: i64, i: i64) -> Option<&'c Field> {
    match &desc(caller, t).kind {
        TypeKind::Struct(fields) => fields.get(usize::try_from(i).ok()?),
        _ => None,
    }
}

fn num_field(caller: &mut Caller<'_>, t: i64) -> Result<i64, Stop> {
    Ok(if let TypeKind::Struct(fields) = &desc(caller, t).kind { fields.len() as i64 } else { 0 })
}

fn field_name<'c>(caller: &mut Caller<'c>, t: i64, i: i64) -> Result<StrRef<'c>, Stop> {
    let name = field_at(caller, t, i).map_or("", |f| f.name.as_str());
    text(caller, name.as_bytes())
}

fn field_type(caller: &mut Caller<'_>, t: i64, i: i64) -> Result<i64, Stop> {
    Ok(field_at(caller, t, i).map_or(0, |f| i64::from(f.ty)))
}

fn field_exported(caller: &mut Caller<'_>, t: i64, i: i64) -> Result<bool, Stop> {
    Ok(field_at(caller, t, i).is_some_and(|f| f.exported))
}

fn field_embedded(caller: &mut Caller<'_>, t: i64, i: i64) -> Result<bool, Stop> {
    Ok(field_at(caller, t, i).is_some_and(|f| f.embedded))
}

fn field_tag<'c>(caller: &mut Caller<'c>, t: i64, i: i64) -> Result<StrRef<'c>, Stop> {
    let tag = field_at(caller, t, i).map_or(&[][..], |f| &f.tag);
    text(caller, tag)
}

fn word_sized(caller: &mut Caller<'_>, t: i64) -> Result<bool, Stop> {
    Ok(desc(caller, t).word)
}

fn size(caller: &mut Caller<'_>, t: i64) -> Result<i64, Stop> {
    Ok(desc(caller, t).size as i64)
}

fn type_len(caller: &mut Caller<'_>, t: i64) -> Result<i64, Stop> {
    Ok(if let TypeKind::Array(_, len) = desc(caller, t).kind { len as i64 } else { 0 })
}

fn methods<'c>(caller: &mut Caller<'c>, t: i64) -> Result<SliceRef<'c, Str>, Stop> {
    let all = desc(caller, t).methods.iter();
    let names: Vec<&str> =
        all.map(|m| method_name(m)).filter(|m| m.starts_with(char::is_uppercase)).collect();
    caller.charge_bytes(names.len() * 32);
    caller.new_strings(names.iter())
}

fn copy<'c>(caller: &mut Caller<'c>, v: AnyRef<'c>) -> Result<AnyRef<'c>, Stop> {
    caller.copy_value(v)
}

fn comparable(caller: &mut Caller<'_>, t: i64) -> Result<bool, Stop> {
    Ok(desc(caller, t).comparable)
}

fn implements(caller: &mut Caller<'_>, t: i64, iface: i64) -> Result<bool, Stop> {
    let (have, want) = (desc(caller, t), desc(caller, iface));
    caller.charge_bytes(16 * want.methods.len() * (have.methods.len() + 1));
    let all = want.methods.iter().all(|m| has_method(have, m));
    Ok(all && have.kind != TypeKind::Nil)
}

fn field<'c>(caller: &mut Caller<'c>, v: AnyRef<'c>, i: i64) -> Result<AnyRef<'c>, Stop> {
    let field = usize::try_from(i).ok().and_then(|i| caller.field(v, i));
    Ok(field.unwrap_or(AnyRef::nil()))
}

fn index<'c>(caller: &mut Caller<'c>, v: AnyRef<'c>, i: i64) -> Result<AnyRef<'c>, Stop> {
    let element = usize::try_from(i).ok().and_then(|i| caller.index(v, i));
    Ok(element.unwrap_or(AnyRef::nil()))
}

fn deref<'c>(caller: &mut Caller<'c>, v: AnyRef<'c>) -> Result<AnyRef<'c>, Stop> {
    Ok(caller.deref(v).unwrap_or(AnyRef::nil()))
}

fn store<'c>(caller: &mut Caller<'c>, p: AnyRef<'c>, v: AnyRef<'c>) -> Result<bool, Stop> {
    Ok(caller.store(p, v))
}

fn store_bits<'c>(caller: &mut Caller<'c>, p: AnyRef<'c>, bits: u64) -> Answer {
    caller.store_bits(p, &[bits]);
    Ok(())
}

/// Whether a pointer points to a value of this kind.
fn points_to(caller: &Caller<'_>, p: AnyRef<'_>, kind: &TypeKind) -> bool {
    match caller.types().desc(p.type_number()).kind {
        TypeKind::Pointer(elem) => caller.types().desc(elem).kind == *kind,
        _ => false,
    }
}

fn store_float<'c>(caller: &mut Caller<'c>, p: AnyRef<'c>, f: f64) -> Answer {
    let single = points_to(caller, p, &TypeKind::F32);
    let bits = if single { u64::from((f as f32).to_bits()) } else { f.to_bits() };
    caller.store_bits(p, &[bits]);
    Ok(())
}

fn store_complex<'c>(caller: &mut Caller<'c>, p: AnyRef<'c>, re: f64, im: f64) -> Answer {
    if points_to(caller, p, &TypeKind::C64) {
        let [re, im] = [re, im].map(|x| u64::from((x as f32).to_bits()));
        caller.store_bits(p, &[re | im << 32]);
    } else {
        caller.store_bits(p, &[re, im].map(f64::to_bits));
    }
    Ok(())
}

fn store_string<'c>(caller: &mut Caller<'c>, p: AnyRef<'c>, s: StrRef<'c>) -> Answer {
    caller.store_text(p, s);
    Ok(())
}

fn swap<'c>(caller: &mut Caller<'c>, slice: AnyRef<'c>, i: i64, j: i64) -> Answer {
    caller.swap(slice, i, j);
    Ok(())
}

fn len<'c>(caller: &mut Caller<'c>, v: AnyRef<'c>) -> Result<i64, Stop> {
    Ok(caller.len_of(v).unwrap_or(0) as i64)
}

fn cap<'c>(caller: &mut Caller<'c>, v: AnyRef<'c>) -> Result<i64, Stop> {
    Ok(caller.cap_of(v).unwrap_or(0) as i64)
}

fn entries<'c>(caller: &mut Caller<'c>, m: AnyRef<'c>) -> Result<SliceRef<'c, Any>, Stop> {
    caller.entries(m, None)
}

fn sorted_entries<'c>(caller: &mut Caller<'c>, m: AnyRef<'c>) -> Result<SliceRef<'c, Any>, Stop> {
    caller.entries(m, Some(by_type))
}

fn pointer<'c>(caller: &mut Caller<'c>, v: AnyRef<'c>) -> Result<u64, Stop> {
    let at = caller.pointer_of(v).unwrap_or(0);
    caller.shown_address(at)
}

fn is_nil<'c>(caller: &mut Caller<'c>, v: AnyRef<'c>) -> Result<bool, Stop> {
    Ok(v.is_nil() || caller.pointer_of(v) == Some(0))
}

fn int<'c>(_: &mut Caller<'c>, v: AnyRef<'c>) -> Result<i64, Stop> {
    Ok(v.bits() as i64)
}

fn uint<'c>(_: &mut Caller<'c>, v: AnyRef<'c>) -> Result<u64, Stop> {
    Ok(v.bits())
}

fn float<'c>(caller: &mut Caller<'c>, v: AnyRef<'c>) -> Result<f64, Stop> {
    Ok(match caller.types().desc(v.type_number()).kind {
        TypeKind::F32 => f64::from(f32::from_bits(v.bits() as u32)),
        _ => f64::from_bits(v.bits()),
    })
}

fn complex<'c>(caller: &mut Caller<'c>, v: AnyRef<'c>) -> Result<(f64, f64), Stop> {
    let [re, im] = caller.complex_of(v).unwrap_or_default();
    Ok((re, im))
}

fn string<'c>(caller: &mut Caller<'c>, v: AnyRef<'c>) -> Result<StrRef<'c>, Stop> {
    Ok(caller.bytes_of(v).unwrap_or(StrRef::empty()))
}

fn bytes<'c>(caller: &mut Caller<'c>, v: AnyRef<'c>) -> Result<SliceRef<'c, u8>, Stop> {
    Ok(caller.byte_slice_of(v).unwrap_or(SliceRef::empty()))
}
