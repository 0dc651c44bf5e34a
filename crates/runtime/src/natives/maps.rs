//! Maps and equality by type.

use std::sync::Arc;

use purlin_base::gas;

use super::raises::raise_text;
use super::{DirectEntry, Entry};
use crate::heap::HeapError;
use crate::map::{self, GeneralKey, KeyKind, MapError, MapIter, MapType, StrKey, WordKey};
use crate::native::{Answer, Call, Stop, direct};
use crate::trap::{Trap, TrapKind};
use crate::types::{Incomparable, TOO_DEEP, TypeNo, Types, Work};

pub const NATIVES: &[Entry] =
    &[("rt.eq", eq), ("rt.iface_eq", iface_eq), ("rt.map_new", map_new), ("rt.map_clear", map_clear)];

pub const DIRECT: &[DirectEntry] = &[
    ("rt.map_find", map_find, quick::find),
    ("rt.map_assign", map_assign, quick::assign),
    ("rt.map_find_word", map_find, quick::find_word),
    ("rt.map_assign_word", map_assign, quick::assign_word),
    ("rt.map_delete", map_delete, direct(map_delete)),
    ("rt.map_iter", map_iter, direct(map_iter)),
    ("rt.map_next", map_next, direct(map_next)),
];

/// The searches of compiled code for keys that are words or strings, in so few instructions that the processor works on the
/// next one while memory is awaited. Everything else goes the ordinary way.
mod quick {
    use purlin_base::gas;

    use crate::map::{self, KeyKind, MapType, StrKey, WordKey};
    use crate::native::{Direct, DirectAnswer, direct};
    use crate::vmctx::VmCtx;

    const FIND: Direct = direct(super::map_find);
    const ASSIGN: Direct = direct(super::map_assign);

    /// A map type, unless there is something wrong with it.
    ///
    /// # Safety
    /// The context is that of a running isolate.
    #[inline(always)]
    unsafe fn map_type<'a>(ctx: *mut VmCtx, ty: u64) -> Option<&'a MapType> {
        // SAFETY: the caller's promise; the table has so many types, and lives as long as the isolate.
        unsafe {
            let there = ty < (*ctx).map_count;
            if there { (*(*ctx).maps.add(ty as usize)).layout.as_ref() } else { None }
        }
    }

    /// `map_find` for registers.
    ///
    /// # Safety
    /// As for [`Direct`]; the arguments are those of the native.
    pub unsafe extern "C" fn find(
        ctx: *mut VmCtx,
        native: u64,
        ty: u64,
        map: u64,
        k0: u64,
        k1: u64,
    ) -> DirectAnswer {
        // SAFETY: the caller's promise.
        unsafe {
            match map_type(ctx, ty) {
                Some(MapType { key: KeyKind::Word, .. }) => find_word(ctx, native, ty, map, k0, k1),
                Some(MapType { key: KeyKind::Str, .. }) => find_string(ctx, native, ty, map, k0, k1),
                _ => FIND(ctx, native, ty, map, k0, k1),
            }
        }
    }

    /// The same for keys that are words.
    ///
    /// # Safety
    /// As for [`find`].
    #[inline(never)]
    pub unsafe extern "C" fn find_word(
        ctx: *mut VmCtx,
        native: u64,
        ty: u64,
        map: u64,
        k0: u64,
        k1: u64,
    ) -> DirectAnswer {
        // SAFETY: the caller's promise; null or a map of this type.
        unsafe {
            let Some(layout @ MapType { key: KeyKind::Word, .. }) = map_type(ctx, ty) else {
                return FIND(ctx, native, ty, map, k0, k1);
            };
            DirectAnswer { word: map::map_find_word(layout, map as *mut u8, k0) as u64, status: 0 }
        }
    }

    /// # Safety
    /// As for [`find`], and the keys are strings.
    #[inline(never)]
    unsafe extern "C" fn find_string(
        ctx: *mut VmCtx,
        native: u64,
        ty: u64,
        map: u64,
        k0: u64,
        k1: u64,
    ) -> DirectAnswer {
        // SAFETY: the caller's promise; null or a map of this type, a string that the arguments keep alive.
        unsafe {
            let Some(layout) = map_type(ctx, ty) else { return FIND(ctx, native, ty, map, k0, k1) };
            match map::map_find(layout, map as *const u8, StrKey::new(k0 as *const u8, k1 as usize)) {
                Ok(at) => {
                    (*ctx).gas -= gas::bytes_touched(k1);
                    DirectAnswer { word: at as u64, status: 0 }
                }
                Err(_) => FIND(ctx, native, ty, map, k0, k1),
            }
        }
    }

    /// `map_assign` for registers: of the key that was found last.
    ///
    /// # Safety
    /// As for [`find`].
    pub unsafe extern "C" fn assign(
        ctx: *mut VmCtx,
        native: u64,
        ty: u64,
        map: u64,
        k0: u64,
        k1: u64,
    ) -> DirectAnswer {
        // SAFETY: the caller's promise; null or a map of this type, and a string that the arguments keep alive.
        unsafe {
            match map_type(ctx, ty) {
                Some(MapType { key: KeyKind::Word, .. }) => assign_word(ctx, native, ty, map, k0, k1),
                Some(layout @ MapType { key: KeyKind::Str, .. }) => {
                    let key = StrKey::new(k0 as *const u8, k1 as usize);
                    match map::map_found_last(layout, map as *mut u8, key) {
                        Some(at) => {
                            (*ctx).gas -= gas::bytes_touched(k1);
                            DirectAnswer { word: at as u64, status: 0 }
                        }
                        None => ASSIGN(ctx, native, ty, map, k0, k1),
                    }
                }
                _ => ASSIGN(ctx, native, ty, map, k0, k1),
            }
        }
    }

    /// The same for keys that are words.
    ///
    /// # Safety
    /// As for [`find`].
    pub unsafe extern "C" fn assign_word(
        ctx: *mut VmCtx,
        native: u64,
        ty: u64,
        map: u64,
        k0: u64,
        k1: u64,
    ) -> DirectAnswer {
        // SAFETY: the caller's promise; null or a map of this type.
        unsafe {
            let Some(layout @ MapType { key: KeyKind::Word, .. }) = map_type(ctx, ty) else {
                return ASSIGN(ctx, native, ty, map, k0, k1);
            };
            match map::map_found_last(layout, map as *mut u8, WordKey(k0)) {
                Some(at) => DirectAnswer { word: at as u64, status: 0 },
                None => ASSIGN(ctx, native, ty, map, k0, k1),
            }
        }
    }
}

/// Bytes of guest memory that an iteration needs.
pub const ITER_BYTES: usize = size_of::<MapIter>();

fn incomparable(call: &mut Call<'_>, error: Incomparable, what: &str) -> Stop {
    let Incomparable::Type(ty) = error else {
        return Stop::End(Trap::new(
            TrapKind::StackOverflow,
            "stack overflow: values nested too deeply, or too large, to compare",
        ));
    };
    let name = call.vm.shared.types.desc(ty).name.clone();
    raise_text(call, &format!("{what}{name}"))
}

const COMPARING: &str = "runtime error: comparing uncomparable type ";
const HASHING: &str = "runtime error: hash of unhashable type ";

fn eq(call: &mut Call<'_>) -> Answer {
    let ty = call.word(0) as TypeNo;
    call.charge_bytes(call.vm.shared.types.desc(ty).size as usize);
    let (a, b) = (call.word(1) as *const u8, call.word(2) as *const u8);
    let work = Work::default();
    // SAFETY: two values of the type, by the front end's promise.
    let equal = unsafe { call.vm.shared.types.equal(ty, a, b, &work) };
    call.vm.charge(work.units());
    match equal {
        Ok(equal) => call.ret_bool(0, equal),
        Err(error) => return Err(incomparable(call, error, COMPARING)),
    }
    Ok(())
}

/// `(type, data word) -> hash`: of an interface value, for guests. It does not depend on where the host's memory lies.
pub fn hash_value(call: &mut Call<'_>) -> Answer {
    let types = &call.vm.shared.types;
    let (ty, word) = (call.word(0) as TypeNo, call.word(1));
    let work = Work::default();
    // SAFETY: an interface value, by the front end's promise.
    let hash = unsafe { types.hash_interface(ty, word, &|at| call.vm.shown_address(at), &work) };
    call.vm.charge(work.units());
    match hash {
        Ok(hash) => call.ret(0, hash),
        Err(error) => return Err(incomparable(call, error, HASHING)),
    }
    Ok(())
}

fn iface_eq(call: &mut Call<'_>) -> Answer {
    let (t, u) = (call.word(0) as TypeNo, call.word(2) as TypeNo);
    if t == u {
        call.charge_bytes(call.vm.shared.types.desc(t).size as usize);
    }
    let (x, y) = (call.word(1), call.word(3));
    let work = Work::default();
    // SAFETY: two interface values.
    let equal = unsafe { call.vm.shared.types.interfaces_equal(t, x, u, y, &work) };
    call.vm.charge(work.units());
    match equal {
        Ok(equal) => call.ret_bool(0, equal),
        Err(error) => return Err(incomparable(call, error, COMPARING)),
    }
    Ok(())
}

/// The module's types, without counting another owner: that is an access to memory which threads share, and costs as much
/// as a search.
#[inline]
fn types_of<'a>(call: &Call<'_>) -> &'a Types {
    // SAFETY: `shared` is never changed, so the types live as long as the isolate, and nothing else here does longer.
    unsafe { &*Arc::as_ptr(&call.vm.shared.types) }
}

/// A map type, and the type of its keys.
#[inline]
fn map_type<'a>(call: &Call<'_>, n: usize) -> Result<(&'a MapType, TypeNo), Stop> {
    let map = &types_of(call).maps[call.word(n) as usize];
    let Some(layout) = &map.layout else { return Err(too_large()) };
    Ok((layout, map.key))
}

#[cold]
#[inline(never)]
fn too_large() -> Stop {
    HeapError::OutOfMemory.into()
}

fn map_new(call: &mut Call<'_>) -> Answer {
    // A hint beyond reason is ignored, as Go's run time does it.
    let hint = usize::try_from(call.int(1)).ok().filter(|n| *n < 1 << 28).unwrap_or(0);
    call.vm.charge(gas::ALLOC + gas::bytes_allocated(64));
    let map = call.vm.allocate(|heap| map::map_new(heap, hint))?;
    call.ret(0, map as u64);
    Ok(())
}

/// Runs `$body` with `$key` as the map's own kind of key, from arguments 2 and 3.
macro_rules! with_key {
    ($call:ident, $ty:ident, $key_type:ident, $key:ident => $body:expr) => {{
        let (k0, k1) = ($call.word(2), $call.word(3));
        match $ty.key {
            KeyKind::Word => {
                let $key = WordKey(k0);
                $body
            }
            KeyKind::F64 => {
                let $key = map::F64Key(f64::from_bits(k0));
                $body
            }
            KeyKind::F32 => {
                let $key = map::F32Key(f32::from_bits(k0 as u32));
                $body
            }
            KeyKind::Str => {
                $call.charge_bytes(k1 as usize);
                // SAFETY: a string that the arguments keep alive.
                let $key = unsafe { StrKey::new(k0 as *const u8, k1 as usize) };
                $body
            }
            KeyKind::General => {
                $call.charge_bytes($ty.key_size as usize);
                let ops = types_of($call).keys($key_type);
                // SAFETY: the address of a key of the map's type.
                let $key = unsafe { GeneralKey::new(k0 as *const u8, &ops) };
                let result = $body;
                $call.vm.charge(2 * ops.work.units());
                result
            }
        }
    }};
}

#[cold]
#[inline(never)]
fn failed(call: &mut Call<'_>, error: MapError) -> Stop {
    match error {
        MapError::NeedsCollection | MapError::OutOfMemory => HeapError::OutOfMemory.into(),
        MapError::NilMap => raise_text(call, "assignment to entry in nil map"),
        MapError::Unhashable(TOO_DEEP) => incomparable(call, Incomparable::TooDeep, HASHING),
        MapError::Unhashable(ty) => incomparable(call, Incomparable::Type(ty as TypeNo), HASHING),
    }
}

#[inline]
fn map_find(call: &mut Call<'_>) -> Answer {
    let (ty, key_type) = map_type(call, 0)?;
    let map = call.word(1) as *const u8;
    // SAFETY: null or a map of this type.
    let found = with_key!(call, ty, key_type, key => {
        // SAFETY: null or a map of this type.
        unsafe { map::map_find(ty, map, key) }
    });
    match found {
        Ok(at) => call.ret(0, at as u64),
        Err(error) => return Err(failed(call, error)),
    }
    Ok(())
}

#[inline]
fn map_assign(call: &mut Call<'_>) -> Answer {
    let (ty, key_type) = map_type(call, 0)?;
    let map = call.word(1) as *mut u8;
    let (mut cost, gas) = (0, call.vm.ctx.gas);
    let found = loop {
        let heap = &raw mut call.vm.heap;
        let found = with_key!(call, ty, key_type, key => {
            // SAFETY: null or a map of this type; the heap is not otherwise in use.
            unsafe { map::map_assign(&mut *heap, ty, map, key, &mut cost) }
        });
        match found {
            Err(MapError::NeedsCollection) => {
                call.vm.collect();
                // The second attempt is the one that counts: when collections happen is nobody's gas.
                (cost, call.vm.ctx.gas) = (0, gas);
            }
            other => break other,
        }
    };
    if cost > 0 {
        call.charge_bytes(cost as usize);
    }
    match found {
        Ok(at) => call.ret(0, at as u64),
        Err(error) => return Err(failed(call, error)),
    }
    Ok(())
}

#[inline]
fn map_delete(call: &mut Call<'_>) -> Answer {
    let (ty, key_type) = map_type(call, 0)?;
    let map = call.word(1) as *mut u8;
    let mut cost = 0;
    // SAFETY: null or a map of this type.
    let done = with_key!(call, ty, key_type, key => {
        // SAFETY: null or a map of this type.
        unsafe { map::map_delete(ty, map, key, &mut cost) }
    });
    call.charge_bytes(cost as usize);
    done.map(|_| ()).map_err(|error| failed(call, error))
}

fn map_clear(call: &mut Call<'_>) -> Answer {
    let (ty, _) = map_type(call, 0)?;
    let mut cost = 0;
    // SAFETY: null or a map of this type.
    unsafe { map::map_clear(ty, call.word(1) as *mut u8, &mut cost) };
    call.charge_bytes(cost as usize);
    Ok(())
}

#[inline]
fn map_iter(call: &mut Call<'_>) -> Answer {
    // SAFETY: null or a map, and memory for an iterator.
    unsafe { *(call.word(0) as *mut MapIter) = map::map_iter(call.word(2) as *const u8) };
    Ok(())
}

#[inline]
fn map_next(call: &mut Call<'_>) -> Answer {
    let iter = call.word(0) as *mut MapIter;
    let (ty, key_type) = map_type(call, 1)?;
    let mut cost = 0;
    let keys = types_of(call).keys(key_type);
    // SAFETY: an iterator over a map of this type.
    let next = unsafe { map::map_next(ty, &mut *iter, &keys, &mut cost) };
    call.charge_bytes(cost as usize);
    call.vm.charge(2 * keys.work.units());
    let (key, value) = next.unwrap_or((std::ptr::null_mut(), std::ptr::null_mut()));
    call.ret(0, key as u64);
    call.ret(1, value as u64);
    Ok(())
}
