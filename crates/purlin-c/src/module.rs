//! Compiled programs, and what they export.

use std::ffi::c_char;

use purlin::{HostType, Module, Value, ValueFunction};

use crate::guard::{entry, plain, put, put_handle, put_text, shared, taken, text};
use crate::status::purlin_error;
use crate::value::{handle, purlin_value};

/// A compiled program: immutable, used from any threads, alive as long as one of its handles, functions or
/// isolates is.
pub struct purlin_module(pub(crate) Module);

/// An exported function of a module, for calls in its isolates.
pub struct purlin_function {
    pub(crate) function: ValueFunction,
    /// The types of words: see `purlin_function_words`.
    words: Option<String>,
}

/// Frees a module. Its isolates and functions stay good. Null is good.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn purlin_module_free(module: *mut purlin_module) {
    // SAFETY: the caller gives the module up.
    let module = unsafe { taken(module) };
    plain((), || drop(module));
}

/// The functions that a host may call, by name: a list of lists of a name and a signature in the guest's
/// language.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn purlin_module_exports(module: *const purlin_module) -> *mut purlin_value {
    plain(std::ptr::null_mut(), || {
        // SAFETY: the module is null or alive, by the contract of the border.
        let Some(module) = (unsafe { module.as_ref() }) else { return std::ptr::null_mut() };
        let mut exports: Vec<_> = module.0.exports().collect();
        exports.sort_by(|a, b| a.name.cmp(&b.name));
        let text = |text: &str| Value::Str(text.to_string());
        let pair = |name: &str, signature: &str| Value::List(vec![text(name), text(signature)]);
        handle(Value::List(exports.iter().map(|e| pair(&e.name, &e.signature)).collect()))
    })
}

/// The letter of a type, as Python's module `struct` has it.
fn letter(ty: &HostType) -> char {
    match ty {
        HostType::Bool => '?',
        HostType::Int(1, true) => 'b',
        HostType::Int(1, false) => 'B',
        HostType::Int(2, true) => 'h',
        HostType::Int(2, false) => 'H',
        HostType::Int(4, true) => 'i',
        HostType::Int(4, false) => 'I',
        HostType::Int(_, true) => 'q',
        HostType::F32 => 'f',
        HostType::F64 => 'd',
        _ => 'Q',
    }
}

/// Looks an exported function up. `PURLIN_HOST` if there is none of that name, or a host cannot call it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn purlin_module_function(
    module: *const purlin_module,
    name: *const c_char,
    name_len: usize,
    function: *mut *mut purlin_function,
    error: *mut *mut purlin_error,
) -> i32 {
    let body = || {
        // SAFETY: the module is null or alive, and so many bytes lie there, by the contract of the border.
        let (module, name) = unsafe { (shared(module, "module")?, text(name, name_len)?) };
        let found = module.0.value_function(name).map_err(|trap| purlin_error::of_plain_trap(&trap))?;
        let letters = |types: &[HostType]| types.iter().map(letter).collect::<String>();
        let words = found.words().map(|(params, results)| letters(params) + ">" + &letters(results));
        // SAFETY: the pointer is null or leads to room for a handle.
        unsafe { put_handle(function, purlin_function { function: found, words }) }
    };
    // SAFETY: the pointers are null or good, by the contract of the border.
    unsafe {
        put(function, std::ptr::null_mut());
        entry(error, body)
    }
}

/// The signature of a function in the guest's language, which lives as long as the function.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn purlin_function_signature(
    function: *const purlin_function,
    at: *mut *const c_char,
    len: *mut usize,
) {
    // SAFETY: the function is null or alive, and the pointers null or good, by the contract of the border.
    unsafe {
        let text = function.as_ref().map_or("", |function| &function.function.export().signature);
        put_text(text.as_bytes(), at, len);
    }
}

/// The types of parameters and results of a function that `purlin_call_words` calls, such as `qd>?`: the
/// letters b h i q are signed integers of 1 to 8 bytes, B H I Q unsigned ones, f and d floats, ? a boolean.
/// Empty for other functions. The text lives as long as the function.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn purlin_function_words(
    function: *const purlin_function,
    at: *mut *const c_char,
    len: *mut usize,
) {
    // SAFETY: the function is null or alive, and the pointers null or good, by the contract of the border.
    unsafe {
        let text = function.as_ref().and_then(|function| function.words.as_deref()).unwrap_or("");
        put_text(text.as_bytes(), at, len);
    }
}

/// Frees a function. Null is good.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn purlin_function_free(function: *mut purlin_function) {
    // SAFETY: the caller gives the function up.
    drop(unsafe { taken(function) });
}
