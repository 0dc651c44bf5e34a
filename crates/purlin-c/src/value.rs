//! Values: made and taken apart by the host. Knows nothing of what they are passed to.

use std::ffi::c_char;

use purlin::Value;

use crate::guard::{alone, entry, list, plain, put, put_handle, put_text, shared, taken, text, usage};
use crate::status::{Failed, PURLIN_USAGE, purlin_error};
use crate::wire;

/// Nothing: a null pointer.
pub const PURLIN_VALUE_NULL: i32 = 0;
/// A boolean.
pub const PURLIN_VALUE_BOOL: i32 = 1;
/// An integer of 64 bits.
pub const PURLIN_VALUE_INT: i32 = 2;
/// An integer above the range of signed ones.
pub const PURLIN_VALUE_UINT: i32 = 3;
/// A float.
pub const PURLIN_VALUE_FLOAT: i32 = 4;
/// Text in UTF-8.
pub const PURLIN_VALUE_STRING: i32 = 5;
/// Bytes.
pub const PURLIN_VALUE_BYTES: i32 = 6;
/// A list of values.
pub const PURLIN_VALUE_LIST: i32 = 7;
/// Keys and values.
pub const PURLIN_VALUE_MAP: i32 = 8;
/// Fields by name.
pub const PURLIN_VALUE_STRUCT: i32 = 9;

/// A value. The functions that make one give its ownership to the caller, who frees it or passes it on to a
/// function that takes it. What is a part of another value is borrowed from it.
#[repr(transparent)]
pub struct purlin_value(pub(crate) Value);

pub(crate) fn handle(value: Value) -> *mut purlin_value {
    Box::into_raw(Box::new(purlin_value(value)))
}

/// A part of a value as a borrowed handle.
fn part(value: &Value) -> *const purlin_value {
    std::ptr::from_ref(value).cast()
}

/// What a function returned: nothing, one value, or a list of several.
pub(crate) unsafe fn put_results(out: *mut *mut purlin_value, mut values: Vec<Value>) {
    if out.is_null() {
        return;
    }
    let value = match values.len() {
        0 => std::ptr::null_mut(),
        1 => values.pop().map_or(std::ptr::null_mut(), handle),
        _ => handle(Value::List(values)),
    };
    // SAFETY: the pointer leads to room for one, by the contract of the border.
    unsafe { out.write(value) };
}

/// The values of borrowed handles.
pub(crate) unsafe fn values(at: *const *const purlin_value, len: usize) -> Result<Vec<Value>, Failed> {
    // SAFETY: so many handles lie there, which are null or alive, by the contract of the border.
    let handles = unsafe { list(at, len)? };
    // SAFETY: each handle is null or alive, by the contract of the border.
    handles.iter().map(|value| unsafe { shared(*value, "argument") }.map(|value| value.0.clone())).collect()
}

/// Nothing: a null pointer of the guest's.
#[unsafe(no_mangle)]
pub extern "C" fn purlin_value_null() -> *mut purlin_value {
    handle(Value::Null)
}

/// A boolean.
#[unsafe(no_mangle)]
pub extern "C" fn purlin_value_bool(value: bool) -> *mut purlin_value {
    handle(Value::Bool(value))
}

/// An integer. It fits every integer type that holds it, and floats that hold it exactly.
#[unsafe(no_mangle)]
pub extern "C" fn purlin_value_int(value: i64) -> *mut purlin_value {
    handle(Value::Int(value))
}

/// An integer without a sign.
#[unsafe(no_mangle)]
pub extern "C" fn purlin_value_uint(value: u64) -> *mut purlin_value {
    handle(i64::try_from(value).map_or(Value::Uint(value), Value::Int))
}

/// A float.
#[unsafe(no_mangle)]
pub extern "C" fn purlin_value_float(value: f64) -> *mut purlin_value {
    handle(Value::Float(value))
}

/// Text, which is copied; null if it is no UTF-8.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn purlin_value_string(at: *const c_char, len: usize) -> *mut purlin_value {
    // SAFETY: so many bytes lie there, by the contract of the border.
    let text = plain(None, || unsafe { text(at, len) }.ok().map(String::from));
    text.map_or(std::ptr::null_mut(), |text| handle(Value::Str(text)))
}

/// Bytes, which are copied.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn purlin_value_bytes(at: *const u8, len: usize) -> *mut purlin_value {
    // SAFETY: so many bytes lie there, by the contract of the border.
    let bytes = plain(None, || unsafe { list(at, len) }.ok().map(<[u8]>::to_vec));
    bytes.map_or(std::ptr::null_mut(), |bytes| handle(Value::Bytes(bytes)))
}

/// An empty list, for slices, arrays, and structures by the order of their fields.
#[unsafe(no_mangle)]
pub extern "C" fn purlin_value_list() -> *mut purlin_value {
    handle(Value::List(Vec::new()))
}

/// An empty map, also for structures by the names of their fields.
#[unsafe(no_mangle)]
pub extern "C" fn purlin_value_map() -> *mut purlin_value {
    handle(Value::Map(Vec::new()))
}

/// A structure without fields; those that are not set are zero in the guest.
#[unsafe(no_mangle)]
pub extern "C" fn purlin_value_struct() -> *mut purlin_value {
    handle(Value::Struct(Vec::new()))
}

/// A copy.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn purlin_value_clone(value: *const purlin_value) -> *mut purlin_value {
    // SAFETY: the value is null or alive, by the contract of the border.
    let copy = plain(None, || unsafe { value.as_ref() }.map(|value| value.0.clone()));
    copy.map_or(std::ptr::null_mut(), handle)
}

/// Frees a value that the caller owns. Null is good.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn purlin_value_free(value: *mut purlin_value) {
    // SAFETY: the caller gives the value up.
    drop(unsafe { taken(value) });
}

/// An entry that changes a value by others, which it takes in any case.
fn changed(body: impl FnOnce() -> Result<(), Failed>) -> i32 {
    // SAFETY: null is good for an error that is not wanted.
    unsafe { entry(std::ptr::null_mut(), body) }
}

/// Appends a value to a list, and takes it. `PURLIN_USAGE` if the first is no list or the second is null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn purlin_value_push(to: *mut purlin_value, value: *mut purlin_value) -> i32 {
    changed(|| {
        // SAFETY: the caller gives the value up.
        let value = unsafe { taken(value) }.ok_or_else(|| usage("the value is null"))?;
        // SAFETY: the list is null or alive, and used by this thread alone.
        match unsafe { alone(to, "list")? } {
            purlin_value(Value::List(values)) => values.push(value.0),
            _ => return Err(usage("the value is no list")),
        }
        Ok(())
    })
}

/// Adds an entry to a map, and takes key and value. `PURLIN_USAGE` if the first is no map or one is null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn purlin_value_insert(
    to: *mut purlin_value,
    key: *mut purlin_value,
    value: *mut purlin_value,
) -> i32 {
    changed(|| {
        // SAFETY: the caller gives both up.
        let (key, value) = unsafe { (taken(key), taken(value)) };
        let (Some(key), Some(value)) = (key, value) else { return Err(usage("key or value is null")) };
        // SAFETY: the map is null or alive, and used by this thread alone.
        match unsafe { alone(to, "map")? } {
            purlin_value(Value::Map(entries)) => entries.push((key.0, value.0)),
            _ => return Err(usage("the value is no map")),
        }
        Ok(())
    })
}

/// Adds a field to a structure, and takes the value. `PURLIN_USAGE` if the first is no structure.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn purlin_value_set(
    to: *mut purlin_value,
    name: *const c_char,
    name_len: usize,
    value: *mut purlin_value,
) -> i32 {
    changed(|| {
        // SAFETY: the caller gives the value up.
        let value = unsafe { taken(value) }.ok_or_else(|| usage("the value is null"))?;
        // SAFETY: so many bytes lie there; the structure is null or alive, and used by this thread alone.
        let (name, to) = unsafe { (text(name, name_len)?, alone(to, "structure")?) };
        match to {
            purlin_value(Value::Struct(fields)) => fields.push((name.to_string(), value.0)),
            _ => return Err(usage("the value is no structure")),
        }
        Ok(())
    })
}

/// What is found in a value that is alive.
fn of<T>(value: *const purlin_value, otherwise: T, f: impl FnOnce(&Value) -> T) -> T {
    // SAFETY: the value is null or alive, by the contract of the border.
    match unsafe { value.as_ref() } {
        Some(value) => f(&value.0),
        None => otherwise,
    }
}

/// The kind of a value: `PURLIN_VALUE_NULL` and so on, also for a null handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn purlin_value_kind(value: *const purlin_value) -> i32 {
    of(value, PURLIN_VALUE_NULL, |value| match value {
        Value::Null => PURLIN_VALUE_NULL,
        Value::Bool(_) => PURLIN_VALUE_BOOL,
        Value::Int(_) => PURLIN_VALUE_INT,
        Value::Uint(_) => PURLIN_VALUE_UINT,
        Value::Float(_) => PURLIN_VALUE_FLOAT,
        Value::Str(_) => PURLIN_VALUE_STRING,
        Value::Bytes(_) => PURLIN_VALUE_BYTES,
        Value::List(_) => PURLIN_VALUE_LIST,
        Value::Map(_) => PURLIN_VALUE_MAP,
        Value::Struct(_) => PURLIN_VALUE_STRUCT,
    })
}

/// The boolean; false for other values.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn purlin_value_as_bool(value: *const purlin_value) -> bool {
    of(value, false, |value| matches!(value, Value::Bool(true)))
}

/// The integer; 0 for other values, and for integers above the range.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn purlin_value_as_int(value: *const purlin_value) -> i64 {
    of(value, 0, |value| if let Value::Int(n) = value { *n } else { 0 })
}

/// The integer without a sign; 0 for other values, and for negative ones.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn purlin_value_as_uint(value: *const purlin_value) -> u64 {
    of(value, 0, |value| match value {
        Value::Int(n) => u64::try_from(*n).unwrap_or(0),
        Value::Uint(n) => *n,
        _ => 0,
    })
}

/// The float, or the integer as one; 0 for other values.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn purlin_value_as_float(value: *const purlin_value) -> f64 {
    of(value, 0.0, |value| match value {
        Value::Float(f) => *f,
        Value::Int(n) => *n as f64,
        Value::Uint(n) => *n as f64,
        _ => 0.0,
    })
}

/// Text or bytes, which live as long as the value and are not changed by others; empty for other values.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn purlin_value_as_bytes(
    value: *const purlin_value,
    at: *mut *const c_char,
    len: *mut usize,
) {
    of(value, (), |value| {
        let bytes: &[u8] = match value {
            Value::Str(text) => text.as_bytes(),
            Value::Bytes(bytes) => bytes,
            _ => &[],
        };
        // SAFETY: the pointers are null or lead to room for one, by the contract of the border.
        unsafe { put_text(bytes, at, len) };
    });
}

/// How many elements, entries or fields there are; the bytes of text; 0 for other values.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn purlin_value_len(value: *const purlin_value) -> usize {
    of(value, 0, |value| match value {
        Value::Str(text) => text.len(),
        Value::Bytes(bytes) => bytes.len(),
        Value::List(values) => values.len(),
        Value::Map(entries) => entries.len(),
        Value::Struct(fields) => fields.len(),
        _ => 0,
    })
}

/// The element, value or field at a place, borrowed; null if there is none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn purlin_value_at(value: *const purlin_value, n: usize) -> *const purlin_value {
    of(value, std::ptr::null(), |value| {
        let found = match value {
            Value::List(values) => values.get(n),
            Value::Map(entries) => entries.get(n).map(|entry| &entry.1),
            Value::Struct(fields) => fields.get(n).map(|field| &field.1),
            _ => None,
        };
        found.map_or(std::ptr::null(), part)
    })
}

/// The key of the entry at a place of a map, borrowed; null if there is none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn purlin_value_key(value: *const purlin_value, n: usize) -> *const purlin_value {
    of(value, std::ptr::null(), |value| match value {
        Value::Map(entries) => entries.get(n).map_or(std::ptr::null(), |entry| part(&entry.0)),
        _ => std::ptr::null(),
    })
}

/// The name of the field at a place of a structure, which lives as long as the value; empty if there is none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn purlin_value_field_name(
    value: *const purlin_value,
    n: usize,
    at: *mut *const c_char,
    len: *mut usize,
) {
    of(value, (), |value| {
        let name = match value {
            Value::Struct(fields) => fields.get(n).map_or("", |field| &field.0),
            _ => "",
        };
        // SAFETY: the pointers are null or lead to room for one, by the contract of the border.
        unsafe { put_text(name.as_bytes(), at, len) };
    });
}

/// The field of this name, borrowed; null if there is none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn purlin_value_field(
    value: *const purlin_value,
    name: *const c_char,
    name_len: usize,
) -> *const purlin_value {
    // SAFETY: so many bytes lie there, by the contract of the border.
    let Ok(name) = (unsafe { text(name, name_len) }) else { return std::ptr::null() };
    of(value, std::ptr::null(), |value| match value {
        Value::Struct(fields) => {
            fields.iter().find(|field| field.0 == name).map_or(std::ptr::null(), |field| part(&field.1))
        }
        _ => std::ptr::null(),
    })
}

/// Whether two values are equal, their kinds included. The order of the entries of maps counts; a float that
/// is no number equals none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn purlin_value_equal(a: *const purlin_value, b: *const purlin_value) -> bool {
    of(a, b.is_null(), |a| of(b, false, |b| a == b))
}

/// A value as bytes: a new value of kind `PURLIN_VALUE_BYTES`. For languages in which a call of C costs more
/// than the bytes; their form is described in `src/wire.rs`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn purlin_value_encode(value: *const purlin_value) -> *mut purlin_value {
    plain(std::ptr::null_mut(), || {
        let mut bytes = Vec::new();
        of(value, (), |value| wire::encode(value, &mut bytes));
        handle(Value::Bytes(bytes))
    })
}

/// The value of bytes that `purlin_value_encode` made, or a host in the same form. Damaged bytes are
/// `PURLIN_USAGE`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn purlin_value_decode(
    at: *const u8,
    len: usize,
    value: *mut *mut purlin_value,
    error: *mut *mut purlin_error,
) -> i32 {
    let body = || {
        // SAFETY: so many bytes lie there, by the contract of the border.
        let bytes = unsafe { list(at, len)? };
        let decoded = wire::decode(bytes).map_err(|why| purlin_error::new(PURLIN_USAGE, why))?;
        // SAFETY: the pointer is null or leads to room for a handle.
        unsafe { put_handle(value, purlin_value(decoded)) }
    };
    // SAFETY: the pointers are null or good, by the contract of the border.
    unsafe {
        put(value, std::ptr::null_mut());
        entry(error, body)
    }
}
