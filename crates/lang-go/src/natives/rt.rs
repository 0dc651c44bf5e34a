//! Package `internal/rt`: values taken apart by their types.

use purlin_runtime::native::{Answer, Call, Native};
use purlin_runtime::reflect::Value;
use purlin_runtime::types::{Desc, Field, Kind, TypeNo, Types};
use std::sync::Arc;

pub const NATIVES: super::Table = &[
    ("internal/rt.TypeOf", Native::Light(type_of)),
    ("internal/rt.Kind", Native::Light(kind)),
    ("internal/rt.TypeName", Native::Heavy(type_name)),
    ("internal/rt.Named", Native::Light(named)),
    ("internal/rt.Elem", Native::Light(elem)),
    ("internal/rt.Key", Native::Light(key)),
    ("internal/rt.NumField", Native::Light(num_field)),
    ("internal/rt.FieldName", Native::Heavy(field_name)),
    ("internal/rt.FieldType", Native::Light(field_type)),
    ("internal/rt.FieldExported", Native::Light(field_exported)),
    ("internal/rt.FieldEmbedded", Native::Light(field_embedded)),
    ("internal/rt.FieldTag", Native::Heavy(field_tag)),
    ("internal/rt.Word", Native::Light(word_sized)),
    ("internal/rt.Size", Native::Light(size)),
    ("internal/rt.TypeLen", Native::Light(type_len)),
    ("internal/rt.Methods", Native::Heavy(methods)),
    ("internal/rt.Copy", Native::Heavy(copy)),
    ("internal/rt.Comparable", Native::Light(comparable)),
    ("internal/rt.Implements", Native::Heavy(implements)),
    ("internal/rt.Field", Native::Light(field)),
    ("internal/rt.Index", Native::Light(index)),
    ("internal/rt.Deref", Native::Light(deref)),
    ("internal/rt.Zero", Native::Heavy(zero)),
    ("internal/rt.Store", Native::Light(store)),
    ("internal/rt.StoreBits", Native::Light(store_bits)),
    ("internal/rt.StoreFloat", Native::Light(store_float)),
    ("internal/rt.StoreComplex", Native::Light(store_complex)),
    ("internal/rt.StoreString", Native::Light(store_string)),
    ("internal/rt.Swap", Native::Light(swap)),
    ("internal/rt.Len", Native::Light(len)),
    ("internal/rt.Cap", Native::Light(cap)),
    ("internal/rt.Entries", Native::Heavy(entries)),
    ("internal/rt.SortedEntries", Native::Heavy(sorted_entries)),
    ("internal/rt.Pointer", Native::Light(pointer)),
    ("internal/rt.IsNil", Native::Light(is_nil)),
    ("internal/rt.Int", Native::Light(word)),
    ("internal/rt.Uint", Native::Light(word)),
    ("internal/rt.Float", Native::Light(float)),
    ("internal/rt.Complex", Native::Light(complex)),
    ("internal/rt.String", Native::Light(string)),
    ("internal/rt.Bytes", Native::Light(bytes)),
];

fn types(call: &Call<'_>) -> Arc<Types> {
    call.vm.shared.types.clone()
}

/// Runs `f` with the description of the type in argument 0.
fn with_desc<R>(call: &Call<'_>, f: impl FnOnce(&Desc) -> R) -> R {
    f(call.vm.shared.types.desc(call.word(0) as TypeNo))
}

/// `(v any) any`: the zero value of v's type; of a pointer's, one to a new zero value.
fn zero(call: &mut Call<'_>) -> Answer {
    let types = types(call);
    let ty = call.word(0) as TypeNo;
    let desc = types.desc(ty);
    let data = match desc.kind {
        Kind::Pointer(elem) => call.vm.new_object(types.desc(elem).class)?,
        _ if desc.is_direct() => 0,
        _ => call.vm.new_object(desc.class)?,
    };
    call.ret(0, ty as u64);
    call.ret(1, data as u64);
    Ok(())
}

fn type_of(_: &mut Call<'_>) -> Answer {
    // The type number is the first word, where the result goes.
    Ok(())
}

/// The numbers of package `reflect`.
fn kind_number(kind: &Kind) -> i64 {
    match kind {
        Kind::Nil => 0,
        Kind::Bool => 1,
        Kind::Int(1, true) => 3,
        Kind::Int(2, true) => 4,
        Kind::Int(4, true) => 5,
        Kind::Int(_, true) => 6,
        Kind::Int(1, false) => 8,
        Kind::Int(2, false) => 9,
        Kind::Int(4, false) => 10,
        Kind::Int(_, false) => 11,
        Kind::Uintptr => 12,
        Kind::F32 => 13,
        Kind::F64 => 14,
        Kind::C64 => 15,
        Kind::C128 => 16,
        Kind::Array(..) => 17,
        Kind::Chan(_) => 18,
        Kind::Func => 19,
        Kind::Interface { .. } => 20,
        Kind::Map { .. } => 21,
        Kind::Pointer(_) => 22,
        Kind::Slice(_) => 23,
        Kind::String => 24,
        Kind::Struct(_) => 25,
        Kind::UnsafePointer => 26,
    }
}

fn kind(call: &mut Call<'_>) -> Answer {
    let n = with_desc(call, |d| kind_number(&d.kind));
    call.ret_int(0, n);
    Ok(())
}

fn type_name(call: &mut Call<'_>) -> Answer {
    let types = types(call);
    let desc = types.desc(call.word(0) as TypeNo);
    let name = if desc.kind == Kind::Nil { "<nil>" } else { &desc.name };
    call.charge_bytes(name.len());
    call.ret_string(0, name.as_bytes())
}

fn named(call: &mut Call<'_>) -> Answer {
    let named = with_desc(call, |d| d.named);
    call.ret_bool(0, named);
    Ok(())
}

fn elem(call: &mut Call<'_>) -> Answer {
    let elem = with_desc(call, |d| match d.kind {
        Kind::Pointer(t) | Kind::Slice(t) | Kind::Array(t, _) | Kind::Chan(t) => t,
        Kind::Map { value, .. } => value,
        _ => 0,
    });
    call.ret(0, u64::from(elem));
    Ok(())
}

fn key(call: &mut Call<'_>) -> Answer {
    let key = with_desc(call, |d| if let Kind::Map { key, .. } = d.kind { key } else { 0 });
    call.ret(0, u64::from(key));
    Ok(())
}

/// Runs `f` with field (argument 1) of a struct type (argument 0), if it is one.
fn with_field<R>(call: &Call<'_>, f: impl FnOnce(Option<&Field>) -> R) -> R {
    let n = call.int(1);
    with_desc(call, |d| match &d.kind {
        Kind::Struct(fields) => f(usize::try_from(n).ok().and_then(|n| fields.get(n))),
        _ => f(None),
    })
}

fn num_field(call: &mut Call<'_>) -> Answer {
    let n = with_desc(call, |d| if let Kind::Struct(fields) = &d.kind { fields.len() } else { 0 });
    call.ret_int(0, n as i64);
    Ok(())
}

fn field_name(call: &mut Call<'_>) -> Answer {
    let name = with_field(call, |f| f.map(|f| f.name.clone()).unwrap_or_default());
    call.charge_bytes(name.len());
    call.ret_string(0, name.as_bytes())
}

fn field_type(call: &mut Call<'_>) -> Answer {
    let ty = with_field(call, |f| f.map_or(0, |f| f.ty));
    call.ret(0, u64::from(ty));
    Ok(())
}

fn field_exported(call: &mut Call<'_>) -> Answer {
    let exported = with_field(call, |f| f.is_some_and(|f| f.exported));
    call.ret_bool(0, exported);
    Ok(())
}

fn field_embedded(call: &mut Call<'_>) -> Answer {
    let embedded = with_field(call, |f| f.is_some_and(|f| f.embedded));
    call.ret_bool(0, embedded);
    Ok(())
}

fn field_tag(call: &mut Call<'_>) -> Answer {
    let tag = with_field(call, |f| f.map(|f| f.tag.clone()).unwrap_or_default());
    call.charge_bytes(tag.len());
    call.ret_string(0, &tag)
}

fn word_sized(call: &mut Call<'_>) -> Answer {
    let word = with_desc(call, |d| d.word);
    call.ret_bool(0, word);
    Ok(())
}

fn size(call: &mut Call<'_>) -> Answer {
    let size = with_desc(call, |d| d.size);
    call.ret(0, size);
    Ok(())
}

/// The length of an array type.
fn type_len(call: &mut Call<'_>) -> Answer {
    let len = with_desc(call, |d| if let Kind::Array(_, len) = d.kind { len } else { 0 });
    call.ret(0, len);
    Ok(())
}

/// The names of the exported methods of a type.
fn methods(call: &mut Call<'_>) -> Answer {
    let types = types(call);
    let all = types.desc(call.word(0) as TypeNo).methods.iter();
    let names: Vec<&String> = all.filter(|m| m.starts_with(char::is_uppercase)).collect();
    call.charge_bytes(names.len() * 32);
    call.ret_strings(0, &names)
}

/// A value that is seen where it lies becomes one of its own, as interfaces hold it.
fn copy(call: &mut Call<'_>) -> Answer {
    let value = call.value(0);
    let types = types(call);
    let copy = call.copy_value(&types, value)?;
    call.ret_value(0, copy);
    Ok(())
}

fn comparable(call: &mut Call<'_>) -> Answer {
    let comparable = with_desc(call, |d| d.comparable);
    call.ret_bool(0, comparable);
    Ok(())
}

/// `(t, iface int) bool`. By the names of methods.
fn implements(call: &mut Call<'_>) -> Answer {
    let types = types(call);
    let (have, want) = (types.desc(call.word(0) as TypeNo), types.desc(call.word(1) as TypeNo));
    call.charge_bytes(16 * want.methods.len() * (have.methods.len() + 1));
    let all = want.methods.iter().all(|m| have.methods.contains(m));
    call.ret_bool(0, all && have.kind != Kind::Nil);
    Ok(())
}

/// Answers the value that `part` finds in the value of arguments 0 and 1, or nil.
fn part(call: &mut Call<'_>, part: impl FnOnce(Value, &Types) -> Option<Value>) -> Answer {
    let found = part(call.value(0), &call.vm.shared.types);
    match found {
        Some(value) => call.ret_value(0, value),
        None => {
            call.ret(0, 0);
            call.ret(1, 0);
        }
    }
    Ok(())
}

fn field(call: &mut Call<'_>) -> Answer {
    let n = call.int(2);
    part(call, |v, types| v.field(types, usize::try_from(n).ok()?))
}

fn index(call: &mut Call<'_>) -> Answer {
    let n = call.int(2);
    part(call, |v, types| v.index(types, usize::try_from(n).ok()?))
}

fn deref(call: &mut Call<'_>) -> Answer {
    part(call, |v, types| v.deref(types))
}

fn store(call: &mut Call<'_>) -> Answer {
    let stored = call.value(0).store(&call.vm.shared.types, call.value(2));
    call.ret_bool(0, stored);
    Ok(())
}

fn store_bits(call: &mut Call<'_>) -> Answer {
    let _ = call.value(0).store_words(&call.vm.shared.types, &[call.word(2)]);
    Ok(())
}

fn store_float(call: &mut Call<'_>) -> Answer {
    let value = call.float(2);
    let single = call.value(0).elem(&call.vm.shared.types).is_some_and(|d| d.kind == Kind::F32);
    let bits = if single { u64::from((value as f32).to_bits()) } else { value.to_bits() };
    let _ = call.value(0).store_words(&call.vm.shared.types, &[bits]);
    Ok(())
}

fn store_complex(call: &mut Call<'_>) -> Answer {
    let parts = [call.float(2), call.float(3)];
    let words = match call.value(0).elem(&call.vm.shared.types).is_some_and(|d| d.kind == Kind::C64) {
        true => {
            let [re, im] = parts.map(|x| u64::from((x as f32).to_bits()));
            vec![re | im << 32]
        }
        false => parts.map(f64::to_bits).to_vec(),
    };
    let _ = call.value(0).store_words(&call.vm.shared.types, &words);
    Ok(())
}

fn store_string(call: &mut Call<'_>) -> Answer {
    let _ = call.value(0).store_words(&call.vm.shared.types, &[call.word(2), call.word(3)]);
    Ok(())
}

fn swap(call: &mut Call<'_>) -> Answer {
    let _ = call.value(0).swap(&call.vm.shared.types, call.int(2), call.int(3));
    Ok(())
}

fn len(call: &mut Call<'_>) -> Answer {
    let len = call.value(0).len(&call.vm.shared.types).unwrap_or(0);
    call.ret(0, len);
    Ok(())
}

fn cap(call: &mut Call<'_>) -> Answer {
    let cap = call.value(0).cap(&call.vm.shared.types).unwrap_or(0);
    call.ret(0, cap);
    Ok(())
}

fn entries(call: &mut Call<'_>) -> Answer {
    let map = call.value(0);
    call.ret_entries(map, false)
}

fn sorted_entries(call: &mut Call<'_>) -> Answer {
    let map = call.value(0);
    call.ret_entries(map, true)
}

fn pointer(call: &mut Call<'_>) -> Answer {
    let at = call.value(0).pointer(&call.vm.shared.types).unwrap_or(0);
    let shown = call.vm.shown_address(at);
    call.ret(0, shown);
    Ok(())
}

fn is_nil(call: &mut Call<'_>) -> Answer {
    let value = call.value(0);
    let nil = value.ty() == 0 || value.pointer(&call.vm.shared.types) == Some(0);
    call.ret_bool(0, nil);
    Ok(())
}

fn word(call: &mut Call<'_>) -> Answer {
    call.ret(0, call.word(1));
    Ok(())
}

fn float(call: &mut Call<'_>) -> Answer {
    let bits = call.word(1);
    let value = with_desc(call, |d| match d.kind {
        Kind::F32 => f64::from(f32::from_bits(bits as u32)),
        _ => f64::from_bits(bits),
    });
    call.ret_float(0, value);
    Ok(())
}

fn complex(call: &mut Call<'_>) -> Answer {
    let [re, im] = call.value(0).complex(&call.vm.shared.types).unwrap_or_default();
    call.ret_float(0, re);
    call.ret_float(1, im);
    Ok(())
}

fn string(call: &mut Call<'_>) -> Answer {
    let (at, len) = call.value(0).byte_range(&call.vm.shared.types).unwrap_or((0, 0));
    call.ret(0, at);
    call.ret(1, len);
    Ok(())
}

fn bytes(call: &mut Call<'_>) -> Answer {
    string(call)?;
    call.ret(2, call.word(1));
    Ok(())
}
