//! Raising, deferred calls and recovering.

use purlin_base::gas;

use super::{DirectEntry, Entry};
use crate::native::{Answer, Call, Stop, direct};
use crate::trap::Raised;
use crate::types::{Kind, TypeNo};
use crate::vm::describe_trap;

pub const NATIVES: &[Entry] = &[
    ("rt.panic", panic),
    ("rt.panic_text", panic_text),
    ("rt.panic_slice", panic_slice),
    ("rt.panic_assert", panic_assert),
    ("rt.panic_range", panic_range),
    ("rt.set_deferring", set_deferring),
    ("rt.caught", caught),
    ("rt.recovered", recovered),
    ("rt.raise_again", raise_again),
    ("rt.spawn", spawn),
];

/// What deferred calls do each time, whether there was a raise or not.
pub const DIRECT: &[DirectEntry] = &[
    ("rt.take_deferring", take_deferring, direct(take_deferring)),
    ("rt.recover", recover, direct(recover)),
];

fn panic(call: &mut Call<'_>) -> Answer {
    let (ty, data) = (call.word(0), call.word(1));
    if ty == 0 {
        let error = call.vm.shared.types.nil_panic_type;
        return Err(raise(call, error, "panic called with nil argument"));
    }
    Err(call.vm.raise_value(ty, data))
}

/// A run-time error of that text, as the guest sees it: of type `ty`, unless that is 0.
fn error_value(call: &mut Call<'_>, ty: TypeNo, text: &str) -> Result<(u64, u64), Stop> {
    let at = call.vm.new_bytes(text.as_bytes())?;
    let error_type = call.vm.shared.types.error_type;
    let class = call.vm.shared.types.desc(error_type).class;
    let boxed = call.vm.new_object(class)?;
    // SAFETY: a fresh object of a string's size.
    unsafe { *(boxed as *mut [u64; 2]) = [at as u64, text.len() as u64] };
    Ok((u64::from(if ty == 0 { error_type } else { ty }), boxed as u64))
}

/// Raises a run-time error.
pub fn raise_text(call: &mut Call<'_>, text: &str) -> Stop {
    raise(call, 0, text)
}

fn raise(call: &mut Call<'_>, ty: TypeNo, text: &str) -> Stop {
    match error_value(call, ty, text) {
        Ok((ty, data)) => call.vm.raise_value(ty, data),
        Err(stop) => stop,
    }
}

fn panic_text(call: &mut Call<'_>) -> Answer {
    let text = String::from_utf8_lossy(call.bytes(0)).into_owned();
    Err(raise_text(call, &text))
}

fn panic_slice(call: &mut Call<'_>) -> Answer {
    let (kind, a, b) = (call.int(0), call.int(1), call.int(2));
    let text = match kind {
        0 | 1 if a < 0 => format!("slice bounds out of range [:{a}]"),
        0 => format!("slice bounds out of range [:{a}] with length {b}"),
        1 => format!("slice bounds out of range [:{a}] with capacity {b}"),
        2 if a < 0 => format!("slice bounds out of range [{a}:]"),
        2 => format!("slice bounds out of range [{a}:{b}]"),
        3 | 4 if a < 0 => format!("slice bounds out of range [::{a}]"),
        3 => format!("slice bounds out of range [::{a}] with length {b}"),
        4 => format!("slice bounds out of range [::{a}] with capacity {b}"),
        5 if a < 0 => format!("slice bounds out of range [:{a}:]"),
        5 => format!("slice bounds out of range [:{a}:{b}]"),
        6 if a < 0 => format!("slice bounds out of range [{a}::]"),
        6 => format!("slice bounds out of range [{a}:{b}:]"),
        8 => format!("index out of range [{}] with length {b}", a as u64),
        _ => format!("cannot convert slice with length {a} to array or pointer to array with length {b}"),
    };
    Err(raise_text(call, &format!("runtime error: {text}")))
}

/// A function that is ranged over did not treat its body well.
fn panic_range(call: &mut Call<'_>) -> Answer {
    let text = match call.int(0) {
        0 => "continued iteration after function for loop body returned false",
        2 => "continued iteration after loop body panic",
        3 => "continued iteration after whole loop exit",
        _ => "recovered a loop body panic and did not resume panicking",
    };
    Err(raise_text(call, &format!("runtime error: range function {text}")))
}

fn panic_assert(call: &mut Call<'_>) -> Answer {
    let types = call.vm.shared.types.clone();
    let desc = |n: usize| types.desc(call.word(n) as TypeNo);
    let (iface, have, want) = (desc(0), desc(1), desc(2));
    let to_interface = matches!(want.kind, Kind::Interface { .. });
    let text = match have.kind {
        Kind::Nil if to_interface => format!("interface is nil, not {}", want.name),
        Kind::Nil => format!("{} is nil, not {}", iface.name, want.name),
        _ if to_interface => {
            let missing = want.methods.iter().find(|m| !have.methods.contains(m)).map_or("", |m| m.as_str());
            format!("{} is not {}: missing method {missing}", have.name, want.name)
        }
        _ if have.name == want.name && have.long_name != want.long_name => format!(
            "{} is {}, not {} (types from different packages)",
            iface.name, have.long_name, want.long_name
        ),
        _ if have.name == want.name => {
            format!("{} is {}, not {} (types from different scopes)", iface.name, have.name, want.name)
        }
        _ => format!("{} is {}, not {}", iface.name, have.name, want.name),
    };
    Err(raise(call, types.assertion_type, &format!("interface conversion: {text}")))
}

fn set_deferring(call: &mut Call<'_>) -> Answer {
    let target = call.word(0);
    call.vm.fiber().recovering = target + 1;
    Ok(())
}

fn take_deferring(call: &mut Call<'_>) -> Answer {
    let me = call.word(0) + 1;
    let fiber = call.vm.fiber();
    let taken = fiber.recovering == me;
    if taken {
        fiber.recovering = 0;
    }
    call.ret_bool(0, taken);
    Ok(())
}

fn recover(call: &mut Call<'_>) -> Answer {
    let token = call.bool(0);
    let raises = &mut call.vm.fiber().raises;
    let raise = raises.last_mut().filter(|r| token && !r.recovered && r.what != Raised::Leave);
    let (a, b) = match raise.map(|r| {
        r.recovered = true;
        r.what
    }) {
        None | Some(Raised::Leave) => (0, 0),
        Some(Raised::Value { a, b }) => (a, b),
        Some(Raised::Trap { code, a, b }) => {
            let text = format!("runtime error: {}", describe_trap(code, a, b));
            let (a, b) = error_value(call, 0, &text)?;
            // Who raises it again raises the same value.
            if let Some(raise) = call.vm.fiber().raises.last_mut() {
                raise.what = Raised::Value { a, b };
            }
            (a, b)
        }
    };
    call.ret(0, a);
    call.ret(1, b);
    Ok(())
}

fn caught(call: &mut Call<'_>) -> Answer {
    let before = call.word(0) as usize;
    let raises = &mut call.vm.fiber().raises;
    // The number is too high where a recovery has uncovered an earlier raise.
    let before = before.min(raises.len().saturating_sub(1));
    if let Some(old) = before.checked_sub(1).and_then(|n| raises.get_mut(n)) {
        old.aborted = true;
    }
    let number = raises.len() as u64;
    call.ret(0, number);
    Ok(())
}

fn recovered(call: &mut Call<'_>) -> Answer {
    let number = call.word(0) as usize;
    let raises = &mut call.vm.fiber().raises;
    let mut done = number.checked_sub(1).and_then(|n| raises.get(n)).is_some_and(|r| r.recovered);
    if done {
        raises.truncate(number - 1);
        while raises.last().is_some_and(|r| r.aborted && r.what != Raised::Leave) {
            raises.pop();
        }
        if let Some(leave) = raises.last_mut().filter(|r| r.aborted) {
            // The fiber goes on ending, from here.
            leave.aborted = false;
            done = false;
        }
    }
    call.ret_bool(0, done);
    Ok(())
}

fn raise_again(_: &mut Call<'_>) -> Answer {
    Err(Stop::Raise)
}

fn spawn(call: &mut Call<'_>) -> Answer {
    let closure = call.word(0);
    call.vm.charge(gas::SPAWN);
    let start = call.vm.shared.types.start_func;
    call.vm.spawn(start, vec![closure]);
    Ok(())
}
