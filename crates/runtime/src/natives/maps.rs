//! Maps and equality by type.

use std::cell::{Cell, RefCell};
use std::marker::PhantomData;

use purlin_base::gas;

use crate::heap::HeapError;
use crate::map::{self, GeneralKey, KeyKind, MapError, MapIter, MapType, StrKey, WordKey};
use crate::native::{Answer, Any, AnyRef, Caller, Opaque, OpaqueRef, Ptr, PtrRef, Row, Stop};
use crate::natives;
use crate::trap::{Fault, Trap, TrapKind};
use crate::types::{Incomparable, Map, TOO_DEEP, TypeNo, Work};

natives! {
    /// Equality by type, and maps. A map's type is its number in the module; a key is two words: its bits, an
    /// address and a length for strings, or the address of a key of another kind.
    pub(super) MAPS in "rt" {
        /// Whether two values of a type, in memory, are equal. Raises where a type has no equality.
        light EQ "eq"(ty: i64, a: Opaque, b: Opaque) -> (bool) = eq; [READS RAISES ENDS] "1 a 16 bytes, and the parts compared";
        /// Whether two values with their types are equal. Raises where a type has no equality.
        light IFACE_EQ "iface_eq"(a: Any, b: Any) -> (bool) = iface_eq; [READS RAISES ENDS] "1 a 16 bytes, and the parts compared";
        /// A map with room for about so many entries.
        light MAP_NEW "map_new"(ty: i64, hint: i64) -> (Opaque) = map_new; [ALLOCATES] "an allocation of 64 bytes";
        /// Takes all entries away.
        light MAP_CLEAR "map_clear"(ty: i64, map: Opaque) = map_clear; [WRITES] "1 a 16 bytes";
        /// Takes an entry away, if it is there.
        light MAP_DELETE "map_delete"(ty: i64, map: Opaque, k0: u64, k1: u64) = map_delete; [READS WRITES RAISES] "1 a 16 bytes of the key";
        /// Begins to go through a map: fills an iterator of `ITER_BYTES`.
        light MAP_ITER "map_iter"(iterator: Ptr<MapIter>, ty: i64, map: Opaque) = map_iter; [READS WRITES] "nothing more";
    }
}

/// Searches and steps of iterations, whose register forms are their own.
pub(super) const SEARCHES: &[Row] = &[
    // SAFETY: `quick::find` does what `map_find` does, and calls its register form where it cannot.
    unsafe { GENERAL[0].with_register_form(quick::find) },
    // SAFETY: `quick::assign` does what `map_assign` does, and calls its register form where it cannot.
    unsafe { GENERAL[1].with_register_form(quick::assign) },
    // SAFETY: `quick::find_word` does what `map_find` does of keys that are words.
    unsafe { GENERAL[2].with_register_form(quick::find_word) },
    // SAFETY: `quick::assign_word` does what `map_assign` does of keys that are words.
    unsafe { GENERAL[3].with_register_form(quick::assign_word) },
    // SAFETY: `quick::next` does what `map_next` does, and calls its register form where it cannot.
    unsafe { GENERAL[4].with_register_form(quick::next) },
];

natives! {
    GENERAL in "rt" {
        /// The place of a key's value, or null. It is good until a map is assigned to or deleted from.
        light MAP_FIND "map_find"(ty: i64, map: Opaque, k0: u64, k1: u64) -> (Opaque) = map_find; [READS RAISES] "1 a 16 bytes of the key";
        /// The place of a key's value, made if there is none. Raises if there is no map.
        light MAP_ASSIGN "map_assign"(ty: i64, map: Opaque, k0: u64, k1: u64) -> (Opaque) = map_assign;
            [READS WRITES ALLOCATES RAISES] "1 a 16 bytes of the key and of what is moved";
        /// `map_find` for keys that are words.
        light MAP_FIND_WORD "map_find_word"(ty: i64, map: Opaque, k0: u64, k1: u64) -> (Opaque) = map_find; [READS] "nothing more";
        /// `map_assign` for keys that are words.
        light MAP_ASSIGN_WORD "map_assign_word"(ty: i64, map: Opaque, k0: u64, k1: u64) -> (Opaque) = map_assign_word;
            [READS WRITES ALLOCATES RAISES] "1 a 16 bytes of what is moved";
        /// Key and value of the next entry, in the order of insertion; null at the end.
        light MAP_NEXT "map_next"(iterator: Ptr<MapIter>, ty: i64) -> (Opaque, Opaque) = map_next; [READS WRITES RAISES] "the entries passed";
    }
}

/// Iterations, and the searches of compiled code for keys that are words or strings, in so few instructions
/// that the processor works on the next one while memory is awaited. Everything else goes the ordinary way.
mod quick {
    use purlin_base::gas;

    use crate::map::{self, KeyKind, MapIter, MapType, StrKey, WordKey};
    use crate::native::{Direct, DirectAnswer};
    use crate::vmctx::VmCtx;

    const FIND: Direct = super::GENERAL[0].direct.unwrap();
    const ASSIGN: Direct = super::GENERAL[1].direct.unwrap();
    const ASSIGN_WORD: Direct = super::GENERAL[3].direct.unwrap();
    const NEXT: Direct = super::GENERAL[4].direct.unwrap();

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
    /// On a fiber's stack, with `ctx` its isolate's; the arguments are those of the native.
    pub(super) unsafe extern "C" fn find(
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

    /// `map_find` for keys that are words.
    ///
    /// # Safety
    /// See [`find`].
    #[inline(never)]
    pub(super) unsafe extern "C" fn find_word(
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
    /// See [`find`]; the keys are strings.
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
    /// See [`find`].
    pub(super) unsafe extern "C" fn assign(
        ctx: *mut VmCtx,
        native: u64,
        ty: u64,
        map: u64,
        k0: u64,
        k1: u64,
    ) -> DirectAnswer {
        // SAFETY: the caller's promise; null or a map of this type, and a string that the arguments keep
        // alive.
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

    /// `map_next` for registers: the key is the first result, the value the second.
    ///
    /// # Safety
    /// See [`find`].
    pub(super) unsafe extern "C" fn next(
        ctx: *mut VmCtx,
        native: u64,
        iterator: u64,
        ty: u64,
        c: u64,
        d: u64,
    ) -> DirectAnswer {
        // SAFETY: the caller's promise; an iterator over a map of this type.
        unsafe {
            let next =
                map_type(ctx, ty).and_then(|layout| map::map_next_quickly(layout, iterator as *mut MapIter));
            let Some([key, value]) = next else { return NEXT(ctx, native, iterator, ty, c, d) };
            (*ctx).spill[0] = value as u64;
            DirectAnswer { word: key as u64, status: 0 }
        }
    }

    /// `map_assign` for keys that are words.
    ///
    /// # Safety
    /// See [`find`].
    pub(super) unsafe extern "C" fn assign_word(
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
                None => ASSIGN_WORD(ctx, native, ty, map, k0, k1),
            }
        }
    }
}

/// Bytes of guest memory that an iteration needs.
pub const ITER_BYTES: usize = size_of::<MapIter>();

/// What becomes of values that cannot be compared or hashed.
#[cold]
fn incomparable(caller: &mut Caller<'_>, error: Incomparable, fault: fn(TypeNo) -> Fault) -> Stop {
    match error {
        Incomparable::Type(ty) => caller.fault(fault(ty)),
        Incomparable::TooDeep => Stop::end(Trap::new(
            TrapKind::StackOverflow,
            "stack overflow: values nested too deeply, or too large, to compare",
        )),
    }
}

fn eq<'c>(caller: &mut Caller<'c>, ty: i64, a: OpaqueRef<'c>, b: OpaqueRef<'c>) -> Result<bool, Stop> {
    let (types, ty) = (caller.types(), ty as TypeNo);
    caller.charge_bytes(types.desc(ty).size as usize);
    let work = Work::default();
    // SAFETY: the addresses of two values of the type, by the front end's promise.
    let equal = unsafe { types.equal(ty, a.word as *const u8, b.word as *const u8, &work) };
    caller.charge(work.units());
    equal.map_err(|error| incomparable(caller, error, Fault::Incomparable))
}

fn iface_eq<'c>(caller: &mut Caller<'c>, a: AnyRef<'c>, b: AnyRef<'c>) -> Result<bool, Stop> {
    let types = caller.types();
    if a.type_number() == b.type_number() {
        caller.charge_bytes(types.desc(a.type_number()).size as usize);
    }
    let work = Work::default();
    // SAFETY: handles of values lead to live values of their types.
    let equal = unsafe { types.interfaces_equal(a.type_number(), a.word, b.type_number(), b.word, &work) };
    caller.charge(work.units());
    equal.map_err(|error| incomparable(caller, error, Fault::Incomparable))
}

impl<'c> Caller<'c> {
    /// A hash of a value, equal for equal ones, which does not depend on where the host's memory lies.
    ///
    /// # Errors
    /// Raises where a type has no hash.
    pub fn hash(&mut self, value: AnyRef<'c>) -> Result<u64, Stop> {
        let work = Work::default();
        let types = self.types();
        let vm = RefCell::new(self.vm());
        let stopped = Cell::new(None);
        let number = |at| {
            vm.borrow_mut().shown_address(at).unwrap_or_else(|stop| {
                stopped.set(Some(stop));
                0
            })
        };
        // SAFETY: the handle of a value leads to a live value of its type.
        let hash = unsafe { types.hash_interface(value.type_number(), value.word, &number, &work) };
        if let Some(stop) = stopped.take() {
            return Err(stop);
        }
        self.charge(work.units());
        hash.map_err(|error| incomparable(self, error, Fault::Unhashable))
    }
}

/// The layout of a map's entries, and its type.
#[inline(always)]
fn map_type<'c>(caller: &Caller<'c>, ty: i64) -> Result<(&'c MapType, &'c Map), Stop> {
    let map = caller.types().map(ty as u32);
    let Some(layout) = &map.layout else { return Err(too_large()) };
    Ok((layout, map))
}

#[cold]
#[inline(never)]
fn too_large() -> Stop {
    HeapError::OutOfMemory.into()
}

fn map_new<'c>(caller: &mut Caller<'c>, ty: i64, hint: i64) -> Result<OpaqueRef<'c>, Stop> {
    // A hint beyond reason is ignored.
    let hint = usize::try_from(hint).ok().filter(|n| *n < 1 << 28).unwrap_or(0);
    caller.charge(gas::ALLOC + gas::bytes_allocated(64));
    let map = caller.allocate(|heap| map::map_new(heap, hint))?;
    caller.note_map(map, ty as u32);
    Ok(OpaqueRef { word: map as u64, brand: PhantomData })
}

/// Runs `$body` with `$key` as the map's own kind of key, from its two words.
macro_rules! with_key {
    ($caller:ident, $ty:ident, $map_type:ident, $k0:ident, $k1:ident, $key:ident => $body:expr) => {{
        match $ty.key {
            KeyKind::Word => {
                let $key = WordKey($k0);
                $body
            }
            KeyKind::F64 => {
                let $key = map::F64Key(f64::from_bits($k0));
                $body
            }
            KeyKind::F32 => {
                let $key = map::F32Key(f32::from_bits($k0 as u32));
                $body
            }
            KeyKind::Str => {
                $caller.charge_bytes($k1 as usize);
                // SAFETY: a string that the arguments keep alive.
                let $key = unsafe { StrKey::new($k0 as *const u8, $k1 as usize) };
                $body
            }
            KeyKind::General => {
                $caller.charge_bytes($ty.key_size as usize);
                let ops = $caller.types().keys($map_type);
                // SAFETY: the address of a key of the map's type.
                let $key = unsafe { GeneralKey::new($k0 as *const u8, &ops) };
                let result = $body;
                $caller.charge(2 * ops.work.units());
                result
            }
        }
    }};
}

#[cold]
#[inline(never)]
fn failed(caller: &mut Caller<'_>, error: MapError) -> Stop {
    match error {
        MapError::NeedsCollection | MapError::OutOfMemory => HeapError::OutOfMemory.into(),
        MapError::NilMap => caller.fault(Fault::NullMap),
        MapError::Unhashable(TOO_DEEP) => incomparable(caller, Incomparable::TooDeep, Fault::Unhashable),
        MapError::Unhashable(ty) => caller.fault(Fault::Unhashable(ty as TypeNo)),
    }
}

/// The failure of a look-up. A language may tell of one where there is no key to compare with in words of its
/// own.
#[cold]
#[inline(never)]
fn failed_lookup(caller: &mut Caller<'_>, map: *const u8, error: MapError) -> Stop {
    // SAFETY: null or a map.
    let is_empty = unsafe { map::map_len(map) } == 0;
    match error {
        MapError::Unhashable(ty) if is_empty && ty != TOO_DEEP => {
            caller.fault(Fault::UnhashableSought(ty as TypeNo))
        }
        error => failed(caller, error),
    }
}

#[inline(always)]
fn map_find<'c>(
    caller: &mut Caller<'c>,
    ty: i64,
    map: OpaqueRef<'c>,
    k0: u64,
    k1: u64,
) -> Result<OpaqueRef<'c>, Stop> {
    let (ty, described) = map_type(caller, ty)?;
    let map = map.word as *const u8;
    let found = with_key!(caller, ty, described, k0, k1, key => {
        // SAFETY: null or a map of this type.
        unsafe { map::map_find(ty, map, key) }
    });
    match found {
        Ok(at) => Ok(OpaqueRef { word: at as u64, brand: PhantomData }),
        Err(error) => Err(failed_lookup(caller, map, error)),
    }
}

/// One attempt to find or make the entry of a key, and what it costs beside the key.
#[inline(always)]
fn try_assign<'c>(
    caller: &mut Caller<'c>,
    (ty, described): (&MapType, &Map),
    map: *mut u8,
    k0: u64,
    k1: u64,
) -> (Result<*mut u8, MapError>, u64) {
    let mut cost = 0;
    let heap = &raw mut caller.vm().heap;
    let found = with_key!(caller, ty, described, k0, k1, key => {
        // SAFETY: null or a map of this type; the heap is not otherwise in use.
        unsafe { map::map_assign(&mut *heap, ty, map, key, &mut cost) }
    });
    (found, cost)
}

/// [`try_assign`] after a collection. The attempt that succeeds is the one that counts: when collections
/// happen is not part of the price. Apart from the first attempt, as a loop around both makes keys of each
/// kind ready in advance, whatever kind the map has.
#[cold]
#[inline(never)]
fn assign_after_collection<'c>(
    caller: &mut Caller<'c>,
    types: (&MapType, &Map),
    map: *mut u8,
    k0: u64,
    k1: u64,
    slice: i64,
) -> (Result<*mut u8, MapError>, u64) {
    loop {
        caller.collect();
        caller.vm().meter.restore(slice);
        match try_assign(caller, types, map, k0, k1) {
            (Err(MapError::NeedsCollection), _) => {}
            other => return other,
        }
    }
}

#[inline(always)]
fn map_assign<'c>(
    caller: &mut Caller<'c>,
    ty: i64,
    map: OpaqueRef<'c>,
    k0: u64,
    k1: u64,
) -> Result<OpaqueRef<'c>, Stop> {
    let types = map_type(caller, ty)?;
    let map = map.word as *mut u8;
    let slice = caller.slice_left();
    let attempt = try_assign(caller, types, map, k0, k1);
    assigned(caller, types, map, (k0, k1), slice, attempt)
}

/// [`map_assign`] without the kinds of keys that are no words: fewer instructions for each entry that is
/// made.
#[inline(always)]
fn map_assign_word<'c>(
    caller: &mut Caller<'c>,
    ty: i64,
    map: OpaqueRef<'c>,
    k0: u64,
    k1: u64,
) -> Result<OpaqueRef<'c>, Stop> {
    let types = map_type(caller, ty)?;
    if types.0.key != KeyKind::Word {
        return assign_any(caller, ty, map, k0, k1);
    }
    let map = map.word as *mut u8;
    let slice = caller.slice_left();
    let mut cost = 0;
    let heap = &raw mut caller.vm().heap;
    // SAFETY: null or a map of this type, whose keys are words; the heap is not otherwise in use.
    let found = unsafe { map::map_assign_inlined(&mut *heap, types.0, map, WordKey(k0), &mut cost) };
    assigned(caller, types, map, (k0, k1), slice, (found, cost))
}

#[cold]
#[inline(never)]
fn assign_any<'c>(
    caller: &mut Caller<'c>,
    ty: i64,
    map: OpaqueRef<'c>,
    k0: u64,
    k1: u64,
) -> Result<OpaqueRef<'c>, Stop> {
    map_assign(caller, ty, map, k0, k1)
}

/// What follows the first attempt.
#[inline(always)]
fn assigned<'c>(
    caller: &mut Caller<'c>,
    types: (&MapType, &Map),
    map: *mut u8,
    (k0, k1): (u64, u64),
    slice: i64,
    (mut found, mut cost): (Result<*mut u8, MapError>, u64),
) -> Result<OpaqueRef<'c>, Stop> {
    if let Err(MapError::NeedsCollection) = found {
        (found, cost) = assign_after_collection(caller, types, map, k0, k1, slice);
    }
    if cost > 0 {
        caller.charge_bytes(cost as usize);
    }
    match found {
        Ok(at) => Ok(OpaqueRef { word: at as u64, brand: PhantomData }),
        // That there is no map comes before what is wrong with the key.
        Err(_) if map.is_null() => Err(failed(caller, MapError::NilMap)),
        Err(error) => Err(failed(caller, error)),
    }
}

#[inline(always)]
fn map_delete<'c>(caller: &mut Caller<'c>, ty: i64, map: OpaqueRef<'c>, k0: u64, k1: u64) -> Answer {
    let (ty, described) = map_type(caller, ty)?;
    let map = map.word as *mut u8;
    let mut cost = 0;
    let done = with_key!(caller, ty, described, k0, k1, key => {
        // SAFETY: null or a map of this type.
        unsafe { map::map_delete(ty, map, key, &mut cost) }
    });
    caller.charge_bytes(cost as usize);
    done.map(|_| ()).map_err(|error| failed_lookup(caller, map, error))
}

fn map_clear<'c>(caller: &mut Caller<'c>, ty: i64, map: OpaqueRef<'c>) -> Answer {
    let (ty, _) = map_type(caller, ty)?;
    let mut cost = 0;
    // SAFETY: null or a map of this type.
    unsafe { map::map_clear(ty, map.word as *mut u8, &mut cost) };
    caller.charge_bytes(cost as usize);
    Ok(())
}

#[inline(always)]
fn map_iter<'c>(_: &mut Caller<'c>, iterator: PtrRef<'c, MapIter>, _ty: i64, map: OpaqueRef<'c>) -> Answer {
    // SAFETY: null or a map, and memory for an iterator.
    unsafe { *iterator.at = map::map_iter(map.word as *const u8) };
    Ok(())
}

#[inline(always)]
fn map_next<'c>(
    caller: &mut Caller<'c>,
    iterator: PtrRef<'c, MapIter>,
    ty: i64,
) -> Result<(OpaqueRef<'c>, OpaqueRef<'c>), Stop> {
    let (ty, described) = map_type(caller, ty)?;
    let mut cost = 0;
    let keys = caller.types().keys(described);
    // SAFETY: an iterator over a map of this type.
    let next = unsafe { map::map_next(ty, &mut *iterator.at, &keys, &mut cost) };
    caller.charge_bytes(cost as usize);
    caller.charge(2 * keys.work.units());
    let (key, value) = next.unwrap_or((std::ptr::null_mut(), std::ptr::null_mut()));
    let handle = |at: *mut u8| OpaqueRef { word: at as u64, brand: PhantomData };
    Ok((handle(key), handle(value)))
}
