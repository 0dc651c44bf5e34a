//! Package `runtime`: panics that are not recovered, and what `print` and `println` become.

use purlin_base::{TrapCode, gas};
use purlin_kernels::float::format::{Form, format as format_float};
use purlin_runtime::native::{Answer, Any, AnyRef, Caller, Stop, Str, StrRef, What};
use purlin_runtime::natives;
use purlin_runtime::trap::{Frame, Trap, TrapKind};
use purlin_runtime::types::TypeKind;
use purlin_runtime::vm::TRACE_FRAMES;

use crate::rt::trap_text;

natives! {
    /// What a panic shows that nothing recovers.
    pub(super) DEBUG in "runtime/debug" {
        /// Whether it shows all goroutines.
        light "showAll"(all: bool) = show_all; [OUTSIDE] "nothing more";
    }
}

natives! {
    /// Panics, the scheduler and the collector as programs see them, and the predeclared print functions.
    pub(super) RUNTIME in "runtime" {
        /// How many panics are in flight.
        light "raiseCount"() -> (i64) = raise_count; [OUTSIDE] "nothing more";
        /// What became of panic `n`: 1 recovered; 2 a trap of the machine's instead of a value; 4 the next
        /// one is of the same value, panicked with again; 8 a nil dereference; 16 no panic, but a goroutine
        /// that ends.
        light "raiseState"(n: i64) -> (i64) = raise_state; [OUTSIDE] "nothing more";
        /// The text of panic `n` if it is a trap, else empty.
        heavy "raiseText"(n: i64) -> (Str) = raise_text; [ALLOCATES OUTSIDE] "an allocation";
        /// The value of panic `n`, nil if it is none of a value.
        light "raiseValue"(n: i64) -> (Any) = raise_value; [OUTSIDE] "nothing more";
        /// A value as a panic prints it: basic values bare, or with the name of their type around them;
        /// others as the type and an address.
        heavy "valueText"(v: Any) -> (Str) = value_text; [READS ALLOCATES] "1 a 4 bytes, an allocation";
        /// Ends the run with a text and the frames of the first `n` panics, the last one's first.
        heavy "uncaught"(message: Str, n: i64) = uncaught; [READS ENDS OUTSIDE] "nothing more";
        /// Collects.
        heavy "collect"() = collect; [OUTSIDE] "COLLECT, and what there may be to mark";
        /// Bytes allocated so far.
        light "allocated"() -> (u64) = allocated; [OUTSIDE] "nothing more";
        /// Lets other goroutines go first.
        light "Gosched"() = yield_now; [PARKS] "nothing more";
        /// Ends the goroutine after its deferred calls.
        light "Goexit"() = goexit; [RAISES] "a raise";
        /// Ends the goroutine here.
        light "leave"() = leave; [ENDS] "nothing more";
        /// Goroutines that have not ended.
        light "NumGoroutine"() -> (i64) = num_goroutine; [OUTSIDE] "nothing more";
        /// Writes to standard error; so for all below.
        heavy PRINT_STRING "printString"(s: Str) = print_string; [READS ENDS OUTSIDE] "a transfer, 1 a 16 bytes";
        /// An integer.
        heavy PRINT_INT "printInt"(n: i64) = print_int; [ENDS OUTSIDE] "a transfer";
        /// An unsigned integer.
        heavy PRINT_UINT "printUint"(n: u64) = print_uint; [ENDS OUTSIDE] "a transfer";
        /// A float.
        heavy PRINT_FLOAT "printFloat"(x: f64) = print_float; [ENDS OUTSIDE] "a transfer";
        /// A float of 32 bits.
        heavy PRINT_FLOAT32 "printFloat32"(x: f32) = print_float32; [ENDS OUTSIDE] "a transfer";
        /// A complex number.
        heavy PRINT_COMPLEX "printComplex"(re: f64, im: f64) = print_complex; [ENDS OUTSIDE] "a transfer";
        /// A complex number of two floats of 32 bits.
        heavy PRINT_COMPLEX64 "printComplex64"(re: f64, im: f64) = print_complex64; [ENDS OUTSIDE] "a transfer";
        /// A boolean.
        heavy PRINT_BOOL "printBool"(b: bool) = print_bool; [ENDS OUTSIDE] "a transfer";
        /// An address, as the program may see it.
        heavy PRINT_POINTER "printPointer"(p: u64) = print_pointer; [ALLOCATES ENDS OUTSIDE] "a transfer";
        /// A space.
        heavy PRINT_SPACE "printSpace"() = print_space; [ENDS OUTSIDE] "a transfer";
        /// A newline.
        heavy PRINT_NEWLINE "printNewline"() = print_newline; [ENDS OUTSIDE] "a transfer";
    }
}

fn raise_count(caller: &mut Caller<'_>) -> Result<i64, Stop> {
    Ok(caller.raise_count() as i64)
}

fn raise_state(caller: &mut Caller<'_>, n: i64) -> Result<i64, Stop> {
    let Some(raise) = caller.raise_in_flight(n as usize) else { return Ok(0) };
    let kind = match raise.what {
        What::Trap { code: TrapCode::NilDereference, .. } => 2 | 8,
        What::Trap { .. } => 2,
        What::Value(_) => 0,
        What::Leave => 16,
    };
    let again = raise.recovered && raise.raised_again;
    Ok(i64::from(raise.recovered) | kind | if again { 4 } else { 0 })
}

fn raise_text<'c>(caller: &mut Caller<'c>, n: i64) -> Result<StrRef<'c>, Stop> {
    let text = match caller.raise_in_flight(n as usize).map(|r| r.what) {
        Some(What::Trap { code, a, b }) => format!("runtime error: {}", trap_text(code, a, b)),
        Some(What::Value(_) | What::Leave) | None => String::new(),
    };
    caller.new_string(text.as_bytes())
}

fn raise_value<'c>(caller: &mut Caller<'c>, n: i64) -> Result<AnyRef<'c>, Stop> {
    Ok(match caller.raise_in_flight(n as usize).map(|r| r.what) {
        Some(What::Value(value)) => value,
        Some(What::Trap { .. } | What::Leave) | None => AnyRef::nil(),
    })
}

fn value_text<'c>(caller: &mut Caller<'c>, value: AnyRef<'c>) -> Result<StrRef<'c>, Stop> {
    let text = value_form(caller, value)?;
    caller.charge_bytes(text.len() * 4);
    caller.new_string(&text)
}

fn value_form<'c>(caller: &mut Caller<'c>, value: AnyRef<'c>) -> Result<Vec<u8>, Stop> {
    let types = caller.types();
    let desc = types.desc(value.type_number());
    let word = value.bits();
    let text: Option<Vec<u8>> = match desc.kind {
        TypeKind::Nil => Some(b"nil".to_vec()),
        TypeKind::Bool => Some((word & 1 != 0).to_string().into()),
        TypeKind::Int(_, true) => Some((word as i64).to_string().into()),
        TypeKind::Int(_, false) | TypeKind::Uintptr => Some(word.to_string().into()),
        TypeKind::F32 => Some(print_form(f64::from(f32::from_bits(word as u32)), true)),
        TypeKind::F64 => Some(print_form(f64::from_bits(word), false)),
        TypeKind::C64 | TypeKind::C128 => {
            caller.complex_of(value).map(|parts| complex_form(parts, desc.kind == TypeKind::C64))
        }
        TypeKind::String => caller.bytes_of(value).map(|text| caller.text(text).replace('\n', "\n\t").into()),
        TypeKind::Pointer(_)
        | TypeKind::Slice(_)
        | TypeKind::Array(..)
        | TypeKind::Struct(_)
        | TypeKind::Interface { .. } => None,
        TypeKind::Map { .. } | TypeKind::Chan(_) | TypeKind::Func | TypeKind::UnsafePointer => None,
    };
    let name = desc.name.as_bytes();
    Ok(match text {
        None => [b"(", name, b") ", format!("{:#x}", caller.shown_address(word)?).as_bytes()].concat(),
        Some(text) if !desc.named => text,
        Some(text) if desc.kind == TypeKind::String => [name, b"(\"", &text, b"\")"].concat(),
        Some(text) if matches!(desc.kind, TypeKind::C64 | TypeKind::C128) => [name, &text].concat(),
        Some(text) => [name, b"(", &text, b")"].concat(),
    })
}

fn print_form(value: f64, single: bool) -> Vec<u8> {
    format_float(value, Form { letter: b'g', precision: -1, single })
}

fn uncaught<'c>(caller: &mut Caller<'c>, message: StrRef<'c>, n: i64) -> Answer {
    let message = caller.text(message).into_owned();
    // What was recovered is in the report as well: the panic after it came from its deferred call.
    let raises = (0..n as usize).rev().filter_map(|n| caller.take_raise_frames(n)).filter(|f| !f.is_empty());
    let joined = raises.reduce(|mut later, earlier| {
        Frame::join(&mut later, earlier, TRACE_FRAMES);
        later
    });
    let frames = joined.unwrap_or_else(|| caller.traceback());
    let waiting = caller.other_fibers();
    Err(Stop::end(Trap { frames, waiting, ..Trap::new(TrapKind::Uncaught, message) }))
}

fn show_all(caller: &mut Caller<'_>, all: bool) -> Answer {
    caller.show_all_fibers(all);
    Ok(())
}

fn collect(caller: &mut Caller<'_>) -> Answer {
    // What is alive is not the same in all tiers; it is at most what was allocated and what fits.
    let alive = caller.allocated_bytes().min(caller.heap_limit());
    caller.charge(gas::COLLECT + gas::bytes_allocated(alive));
    caller.collect();
    Ok(())
}

fn allocated(caller: &mut Caller<'_>) -> Result<u64, Stop> {
    Ok(caller.allocated_bytes())
}

fn goexit(caller: &mut Caller<'_>) -> Answer {
    Err(caller.raise_leave())
}

fn leave(_: &mut Caller<'_>) -> Answer {
    Err(Stop::Leave)
}

fn yield_now(_: &mut Caller<'_>) -> Answer {
    Err(Stop::Yield)
}

fn num_goroutine(caller: &mut Caller<'_>) -> Result<i64, Stop> {
    Ok(caller.fiber_count() as i64)
}

fn print(caller: &mut Caller<'_>, text: &[u8]) -> Answer {
    caller.write_bytes(2, text)
}

fn print_string<'c>(caller: &mut Caller<'c>, s: StrRef<'c>) -> Answer {
    caller.write(2, s)
}

fn print_int(caller: &mut Caller<'_>, n: i64) -> Answer {
    print(caller, n.to_string().as_bytes())
}

fn print_uint(caller: &mut Caller<'_>, n: u64) -> Answer {
    print(caller, n.to_string().as_bytes())
}

fn print_float(caller: &mut Caller<'_>, x: f64) -> Answer {
    print(caller, &print_form(x, false))
}

fn print_float32(caller: &mut Caller<'_>, x: f32) -> Answer {
    print(caller, &print_form(f64::from(x), true))
}

fn complex_form([re, im]: [f64; 2], single: bool) -> Vec<u8> {
    let (re, mut im) = (print_form(re, single), print_form(im, single));
    if !matches!(im.first(), Some(b'-' | b'+')) {
        im.insert(0, b'+');
    }
    [b"(".as_slice(), &re, &im, b"i)"].concat()
}

fn print_complex(caller: &mut Caller<'_>, re: f64, im: f64) -> Answer {
    print(caller, &complex_form([re, im], false))
}

fn print_complex64(caller: &mut Caller<'_>, re: f64, im: f64) -> Answer {
    print(caller, &complex_form([re, im], true))
}

fn print_bool(caller: &mut Caller<'_>, b: bool) -> Answer {
    print(caller, if b { b"true" } else { b"false" })
}

fn print_pointer(caller: &mut Caller<'_>, p: u64) -> Answer {
    let text = format!("{:#x}", caller.shown_address(p)?);
    print(caller, text.as_bytes())
}

fn print_space(caller: &mut Caller<'_>) -> Answer {
    print(caller, b" ")
}

fn print_newline(caller: &mut Caller<'_>) -> Answer {
    print(caller, b"\n")
}
