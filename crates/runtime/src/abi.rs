//! Where arguments and results of guest functions travel in the native calling convention.
//!
//! The gas that is left travels in the first integer register, both ways: kept in memory, each call would
//! wait for the store of the one before.

use std::sync::Arc;

/// Values that a call passes beyond its registers, and frame states in flight, at most.
pub const SPILL: usize = 256;

/// Integer arguments in registers, the context and the gas not counted.
pub const INT_ARGS: usize = 4;
const _: () = assert!(INT_ARGS == 4, "`pack_args` names each");
/// Float arguments in registers.
pub const FLOAT_ARGS: usize = 8;
/// Integer results in registers on x86-64, the gas not counted.
pub const INT_RESULTS_X86_64: usize = 7;
/// Integer results in registers on AArch64, where two registers stay free.
pub const INT_RESULTS_AARCH64: usize = 5;
/// Integer results in registers on this machine.
pub const INT_RESULTS: usize =
    if cfg!(target_arch = "aarch64") { INT_RESULTS_AARCH64 } else { INT_RESULTS_X86_64 };
/// Float results in registers.
pub const FLOAT_RESULTS: usize = 8;

/// Which registers a value travels in.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Class {
    /// An integer of that many bytes, a `ref` or a `dyn` (8).
    Int(u8),
    F32,
    F64,
}

/// Where one value travels.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Location {
    Int(usize),
    Float(usize),
    /// An index into [`VmCtx::spill`](crate::VmCtx::spill).
    Spill(usize),
}

/// Parameters and results of a function by class.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Shape {
    pub params: Arc<[Class]>,
    pub results: Arc<[Class]>,
    /// Whether all of them travel in integer registers.
    ints: bool,
}

impl Shape {
    pub fn new(params: Vec<Class>, results: Vec<Class>) -> Shape {
        let fit =
            |list: &[Class], most| list.len() <= most && list.iter().all(|c| matches!(c, Class::Int(_)));
        let ints = fit(&params, INT_ARGS) && fit(&results, INT_RESULTS);
        Shape { params: params.into(), results: results.into(), ints }
    }
}

/// The places of `classes` in order, given how many registers there are of each kind.
pub fn places(classes: &[Class], ints: usize, floats: usize) -> impl Iterator<Item = Location> + '_ {
    let (mut int, mut float, mut spill) = (0, 0, 0);
    classes.iter().map(move |class| {
        let (next, limit) = match class {
            Class::Int(_) => (&mut int, ints),
            Class::F32 | Class::F64 => (&mut float, floats),
        };
        if *next < limit {
            *next += 1;
            match class {
                Class::Int(_) => Location::Int(*next - 1),
                Class::F32 | Class::F64 => Location::Float(*next - 1),
            }
        } else {
            spill += 1;
            Location::Spill(spill - 1)
        }
    })
}

/// The places of parameters.
pub fn param_places(classes: &[Class]) -> impl Iterator<Item = Location> + '_ {
    places(classes, INT_ARGS, FLOAT_ARGS)
}

/// The places of results.
pub fn result_places(classes: &[Class]) -> impl Iterator<Item = Location> + '_ {
    places(classes, INT_RESULTS, FLOAT_RESULTS)
}

/// Whether a signature can be passed at all.
pub fn fits(shape: &Shape) -> bool {
    shape.params.len() <= SPILL && shape.results.len() <= SPILL
}

/// All registers that carry arguments or results. Among guest functions the first integer is the gas.
#[repr(C, align(16))]
#[derive(Clone, Copy, Default, Debug)]
pub struct RegFile {
    pub int: [u64; 8],
    pub float: [u64; FLOAT_RESULTS],
    /// Whether floats are passed to or from the function that is entered; else theirs are not looked at.
    floats: u64,
}

impl RegFile {
    /// Begins anew, for [`pack_args`]; what else there is stays and is not looked at.
    #[cfg(not(any(purlin_asan, purlin_tsan)))]
    #[inline(always)]
    pub(crate) fn renew(&mut self) {
        self.floats = 0;
    }
}

/// Byte offset of `RegFile::floats`, for the code that enters functions.
pub const REGS_FLOATS: usize = std::mem::offset_of!(RegFile, floats);

/// A value in the form that slots hold: narrow integers sign-extended.
pub fn canonical(class: Class, bits: u64) -> u64 {
    match class {
        Class::Int(1) => bits as i8 as u64,
        Class::Int(2) => bits as i16 as u64,
        Class::Int(4) => bits as i32 as u64,
        Class::Int(_) | Class::F64 => bits,
        Class::F32 => u64::from(bits as u32),
    }
}

fn put(spill: &mut [u64; SPILL], regs: &mut RegFile, place: Location, value: u64) {
    match place {
        Location::Int(n) => regs.int[1 + n] = value,
        Location::Float(n) => regs.float[n] = value,
        Location::Spill(n) => spill[n] = value,
    }
}

fn get(spill: &[u64; SPILL], regs: &RegFile, place: Location) -> u64 {
    match place {
        Location::Int(n) => regs.int[1 + n],
        Location::Float(n) => regs.float[n],
        Location::Spill(n) => spill[n],
    }
}

/// Slots to registers, and the gas that is left, before a call of native code.
#[inline(always)]
pub fn pack_args(gas: i64, spill: &mut [u64; SPILL], regs: &mut RegFile, shape: &Shape, slots: &[u64]) {
    regs.int[0] = gas as u64;
    if shape.ints {
        // Written out, as a loop over so few would become a call that copies memory.
        match *slots {
            [] => (),
            [a] => regs.int[1] = a,
            [a, b] => (regs.int[1], regs.int[2]) = (a, b),
            [a, b, c] => (regs.int[1], regs.int[2], regs.int[3]) = (a, b, c),
            [a, b, c, d, ..] => (regs.int[1], regs.int[2], regs.int[3], regs.int[4]) = (a, b, c, d),
        }
        return;
    }
    regs.floats = 1;
    for (place, value) in param_places(&shape.params).zip(slots) {
        put(spill, regs, place, *value);
    }
}

/// Registers to slots, when native code calls out: the gas that is left.
#[must_use = "the gas that is left is the context's from here on"]
pub fn unpack_args(spill: &[u64; SPILL], regs: &RegFile, shape: &Shape, slots: &mut [u64]) -> i64 {
    for ((place, class), slot) in param_places(&shape.params).zip(&*shape.params).zip(slots) {
        *slot = canonical(*class, get(spill, regs, place));
    }
    regs.int[0] as i64
}

/// Slots to registers, and the gas that is left, when native code's call returns.
pub fn pack_results(gas: i64, spill: &mut [u64; SPILL], regs: &mut RegFile, shape: &Shape, slots: &[u64]) {
    regs.int[0] = gas as u64;
    for (place, value) in result_places(&shape.results).zip(slots) {
        put(spill, regs, place, *value);
    }
}

/// Registers to slots, after a call of native code: the gas that is left.
#[must_use = "the gas that is left is the context's from here on"]
#[inline(always)]
pub fn unpack_results(spill: &[u64; SPILL], regs: &RegFile, shape: &Shape, slots: &mut [u64]) -> i64 {
    if shape.ints {
        for ((class, word), slot) in shape.results.iter().zip(&regs.int[1..]).zip(slots) {
            *slot = canonical(*class, *word);
        }
        return regs.int[0] as i64;
    }
    unpack_any_results(spill, regs, shape, slots)
}

/// [`unpack_results`] wherever they are.
fn unpack_any_results(spill: &[u64; SPILL], regs: &RegFile, shape: &Shape, slots: &mut [u64]) -> i64 {
    for ((place, class), slot) in result_places(&shape.results).zip(&*shape.results).zip(slots) {
        *slot = canonical(*class, get(spill, regs, place));
    }
    regs.int[0] as i64
}
