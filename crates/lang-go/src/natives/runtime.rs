//! Package `runtime`: panics that nobody recovers, and what `print` and `println` become.

use purlin_base::{TrapCode, gas};
use purlin_kernels::float::format::{Form, format as format_float};
use purlin_runtime::native::{Answer, Call, Native, Stop};
use purlin_runtime::trap::{Raised, Trap, TrapKind};
use purlin_runtime::types::Kind;
use purlin_runtime::vm::describe_trap;

pub const NATIVES: super::Table = &[
    ("runtime.raiseCount", Native::Light(raise_count)),
    ("runtime.raiseState", Native::Light(raise_state)),
    ("runtime.raiseText", Native::Heavy(raise_text)),
    ("runtime.raiseValue", Native::Light(raise_value)),
    ("runtime.valueText", Native::Heavy(value_text)),
    ("runtime.uncaught", Native::Heavy(uncaught)),
    ("runtime.collect", Native::Heavy(collect)),
    ("runtime.allocated", Native::Light(allocated)),
    ("runtime.Gosched", Native::Light(yield_now)),
    ("runtime.Goexit", Native::Light(goexit)),
    ("runtime.leave", Native::Light(leave)),
    ("runtime.NumGoroutine", Native::Light(num_goroutine)),
    ("runtime.printString", Native::Heavy(print_string)),
    ("runtime.printInt", Native::Heavy(print_int)),
    ("runtime.printUint", Native::Heavy(print_uint)),
    ("runtime.printFloat", Native::Heavy(print_float)),
    ("runtime.printFloat32", Native::Heavy(print_float32)),
    ("runtime.printComplex", Native::Heavy(print_complex)),
    ("runtime.printComplex64", Native::Heavy(print_complex64)),
    ("runtime.printBool", Native::Heavy(print_bool)),
    ("runtime.printPointer", Native::Heavy(print_pointer)),
    ("runtime.printSpace", Native::Heavy(print_space)),
    ("runtime.printNewline", Native::Heavy(print_newline)),
];

fn raise_count(call: &mut Call<'_>) -> Answer {
    let n = call.vm.fiber().raises.len();
    call.ret_int(0, n as i64);
    Ok(())
}

/// 1: recovered; 2: a trap of the machine's instead of a value; 4: the next one is of the same value, panicked with
/// again; 8: a nil dereference; 16: no panic, but a goroutine that ends.
fn raise_state(call: &mut Call<'_>) -> Answer {
    let n = call.int(0) as usize;
    let raises = &call.vm.fiber().raises;
    let state = raises.get(n).map_or(0, |r| {
        let again = r.recovered && raises.get(n + 1).is_some_and(|next| next.what == r.what);
        i64::from(r.recovered)
            | if matches!(r.what, Raised::Trap { .. }) { 2 } else { 0 }
            | if again { 4 } else { 0 }
            | if matches!(r.what, Raised::Trap { code: TrapCode::NilDereference, .. }) { 8 } else { 0 }
            | if r.what == Raised::Leave { 16 } else { 0 }
    });
    call.ret_int(0, state);
    Ok(())
}

fn raise_text(call: &mut Call<'_>) -> Answer {
    let n = call.int(0) as usize;
    let text = match call.vm.fiber().raises.get(n).map(|r| r.what) {
        Some(Raised::Trap { code, a, b }) => format!("runtime error: {}", describe_trap(code, a, b)),
        Some(Raised::Value { .. } | Raised::Leave) | None => String::new(),
    };
    call.ret_string(0, text.as_bytes())
}

fn raise_value(call: &mut Call<'_>) -> Answer {
    let n = call.int(0) as usize;
    let (ty, data) = match call.vm.fiber().raises.get(n).map(|r| r.what) {
        Some(Raised::Value { a, b }) => (a, b),
        Some(Raised::Trap { .. } | Raised::Leave) | None => (0, 0),
    };
    call.ret(0, ty);
    call.ret(1, data);
    Ok(())
}

/// A value as Go's run time prints it: basic values bare, or with the name of their type around them; others as the
/// type and an address.
fn value_text(call: &mut Call<'_>) -> Answer {
    let types = call.vm.shared.types.clone();
    let value = call.value(0);
    let desc = types.desc(value.ty());
    let word = value.word();
    let text: Option<Vec<u8>> = match desc.kind {
        Kind::Nil => Some(b"nil".to_vec()),
        Kind::Bool => Some((word & 1 != 0).to_string().into()),
        Kind::Int(_, true) => Some((word as i64).to_string().into()),
        Kind::Int(_, false) | Kind::Uintptr => Some(word.to_string().into()),
        Kind::F32 => Some(print_form(f64::from(f32::from_bits(word as u32)), true)),
        Kind::F64 => Some(print_form(f64::from_bits(word), false)),
        Kind::C64 | Kind::C128 => {
            value.complex(&types).map(|parts| complex_form(parts, desc.kind == Kind::C64))
        }
        Kind::String => call
            .guest_value_bytes(value, &types)
            .map(|b| String::from_utf8_lossy(b).replace('\n', "\n\t").into()),
        Kind::Pointer(_) | Kind::Slice(_) | Kind::Array(..) | Kind::Struct(_) | Kind::Interface { .. } => {
            None
        }
        Kind::Map { .. } | Kind::Chan(_) | Kind::Func | Kind::UnsafePointer => None,
    };
    let name = desc.name.as_bytes();
    let text = match text {
        None => [b"(", name, b") ", format!("{word:#x}").as_bytes()].concat(),
        Some(text) if !desc.named => text,
        Some(text) if desc.kind == Kind::String => [name, b"(\"", &text, b"\")"].concat(),
        Some(text) if matches!(desc.kind, Kind::C64 | Kind::C128) => [name, &text].concat(),
        Some(text) => [name, b"(", &text, b")"].concat(),
    };
    call.charge_bytes(text.len() * 4);
    call.ret_string(0, &text)
}

fn print_form(value: f64, single: bool) -> Vec<u8> {
    format_float(value, Form { letter: b'g', precision: -1, single })
}

/// Ends the run with this text and the frames of the first `n` raises' last.
fn uncaught(call: &mut Call<'_>) -> Answer {
    let message = String::from_utf8_lossy(call.bytes(0)).into_owned();
    let n = call.int(2) as usize;
    let raises = &mut call.vm.fiber().raises;
    let frames = match n.checked_sub(1).and_then(|n| raises.get_mut(n)) {
        Some(raise) => std::mem::take(&mut raise.frames),
        None => call.vm.traceback(),
    };
    Err(Stop::End(Trap { frames, ..Trap::new(TrapKind::Uncaught, message) }))
}

fn collect(call: &mut Call<'_>) -> Answer {
    // What is alive is not the same in all tiers; it is at most what was allocated and what fits.
    let alive = call.vm.heap.allocated_bytes().min(call.vm.limits.heap_bytes as u64);
    call.vm.charge(gas::COLLECT + gas::bytes_allocated(alive));
    call.vm.collect();
    Ok(())
}

fn allocated(call: &mut Call<'_>) -> Answer {
    let bytes = call.vm.heap.allocated_bytes();
    call.ret(0, bytes);
    Ok(())
}

/// Deferred work, then the end of the goroutine.
fn goexit(call: &mut Call<'_>) -> Answer {
    Err(call.vm.raise_leave())
}

fn leave(_: &mut Call<'_>) -> Answer {
    Err(Stop::Leave)
}

fn yield_now(_: &mut Call<'_>) -> Answer {
    Err(Stop::Yield)
}

fn num_goroutine(call: &mut Call<'_>) -> Answer {
    let n = call.vm.fiber_count();
    call.ret_int(0, n as i64);
    Ok(())
}

fn print(call: &mut Call<'_>, text: &[u8]) -> Answer {
    purlin_runtime::natives::write_output(call, 2, text)
}

fn print_string(call: &mut Call<'_>) -> Answer {
    let text = call.bytes(0);
    print(call, text)
}

fn print_int(call: &mut Call<'_>) -> Answer {
    let text = call.int(0).to_string();
    print(call, text.as_bytes())
}

fn print_uint(call: &mut Call<'_>) -> Answer {
    let text = call.word(0).to_string();
    print(call, text.as_bytes())
}

fn print_float(call: &mut Call<'_>) -> Answer {
    let text = print_form(call.float(0), false);
    print(call, &text)
}

fn print_float32(call: &mut Call<'_>) -> Answer {
    let value = f64::from(f32::from_bits(call.word(0) as u32));
    let text = print_form(value, true);
    print(call, &text)
}

fn complex_form([re, im]: [f64; 2], single: bool) -> Vec<u8> {
    let (re, mut im) = (print_form(re, single), print_form(im, single));
    if !matches!(im.first(), Some(b'-' | b'+')) {
        im.insert(0, b'+');
    }
    [b"(".as_slice(), &re, &im, b"i)"].concat()
}

fn print_complex(call: &mut Call<'_>) -> Answer {
    let text = complex_form([call.float(0), call.float(1)], false);
    print(call, &text)
}

fn print_complex64(call: &mut Call<'_>) -> Answer {
    let text = complex_form([call.float(0), call.float(1)], true);
    print(call, &text)
}

fn print_bool(call: &mut Call<'_>) -> Answer {
    let text: &[u8] = if call.bool(0) { b"true" } else { b"false" };
    print(call, text)
}

fn print_pointer(call: &mut Call<'_>) -> Answer {
    let text = format!("{:#x}", call.vm.shown_address(call.word(0)));
    print(call, text.as_bytes())
}

fn print_space(call: &mut Call<'_>) -> Answer {
    print(call, b" ")
}

fn print_newline(call: &mut Call<'_>) -> Answer {
    print(call, b"\n")
}
