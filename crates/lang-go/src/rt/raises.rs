//! Panics, deferred calls and `recover`: the natives that lowering calls for them. The runtime keeps the
//! raises in flight; what Go's programs see of them is made here.

use purlin_base::TrapCode;
use purlin_runtime::native::{Answer, Any, AnyRef, Caller, Opaque, OpaqueRef, Stop, Str, StrRef, What};
use purlin_runtime::natives;
use purlin_runtime::types::{Desc, TypeKind, TypeNo};

use super::data::{ErrorTypes, GoData};
use super::trap_text::trap_text;

natives! {
    /// Raising, deferred calls and recovering.
    pub(crate) RAISES in "rt" {
        /// Panics with a value; nil becomes a `*runtime.PanicNilError`.
        light PANIC "panic"(value: Any) = panic; [RAISES] "a raise";
        /// Panics with a run-time error of that text.
        light PANIC_TEXT "panic_text"(text: Str) = panic_text; [RAISES] "a raise, two allocations";
        /// Panics for bounds that do not fit: `kind` says which.
        light PANIC_SLICE "panic_slice"(kind: i64, a: i64, b: i64) = panic_slice; [RAISES] "a raise, two allocations";
        /// Panics for an assertion that does not hold: the static interface type, the type it has, the type
        /// it should have.
        light PANIC_ASSERT "panic_assert"(interface: i64, have: i64, want: i64) = panic_assert; [RAISES] "a raise, two allocations";
        /// Panics for a loop over a function that did not treat its body well.
        light PANIC_RANGE "panic_range"(state: i64) = panic_range; [RAISES] "a raise, two allocations";
        /// The runner of deferred calls is about to call this function because of a panic.
        light SET_DEFERRING "set_deferring"(function: u64) = set_deferring; [OUTSIDE] "nothing more";
        /// At entry of functions that contain `recover`: whether this one was called so.
        light TAKE_DEFERRING "take_deferring"(function: u64) -> (bool) = take_deferring; [OUTSIDE] "nothing more";
        /// The innermost panic's value, recovered, if `token` allows it; else nil.
        light RECOVER "recover"(token: bool) -> (Any) = recover; [ALLOCATES OUTSIDE] "two allocations for a trap";
        /// What `defer recover()` calls: works as in the function that has it, unless a panic there runs it.
        light DEFERRED_RECOVER "deferred_recover"(token: bool) -> (Any) = deferred_recover; [ALLOCATES OUTSIDE] "two allocations for a trap";
        /// At entry of a handler: the number of the raise. `before` is what it got the last time, or 0.
        light CAUGHT "caught"(before: u64) -> (u64) = caught; [OUTSIDE] "nothing more";
        /// After a deferred call: whether the raise of that number was recovered; then it is gone.
        light RECOVERED "recovered"(raise: u64) -> (bool) = recovered; [OUTSIDE] "nothing more";
        /// Unwinds further.
        light RAISE_AGAIN "raise_again"() = raise_again; [RAISES] "nothing more";
        /// Starts a goroutine.
        light SPAWN "spawn"(closure: Opaque) = spawn; [OUTSIDE] "the start of a fiber";
    }
}

/// The types whose values run-time errors are.
fn errors(caller: &mut Caller<'_>) -> ErrorTypes {
    caller.guest::<GoData>().expect("lowering attached it").errors
}

/// A run-time error of that text, as the program sees it: of type `ty`, unless that is 0.
fn error_value<'c>(caller: &mut Caller<'c>, ty: TypeNo, text: &str) -> Result<AnyRef<'c>, Stop> {
    let usual = errors(caller).text;
    caller.new_boxed_text(if ty == 0 { usual } else { ty }, text, usual)
}

/// Begins to raise a run-time error, whose text begins with `runtime error` or is plain.
pub(crate) fn runtime_error(caller: &mut Caller<'_>, text: &str) -> Stop {
    let errors = errors(caller);
    let ty = if text.starts_with("runtime error: ") { errors.text } else { errors.plain };
    raise(caller, ty, text)
}

fn raise(caller: &mut Caller<'_>, ty: TypeNo, text: &str) -> Stop {
    match error_value(caller, ty, text) {
        Ok(value) => caller.raise_value(value),
        Err(stop) => stop,
    }
}

fn panic<'c>(caller: &mut Caller<'c>, value: AnyRef<'c>) -> Answer {
    if value.is_nil() {
        let nil_panic = errors(caller).nil_panic;
        return Err(raise(caller, nil_panic, "panic called with nil argument"));
    }
    Err(caller.raise_value(value))
}

fn panic_text<'c>(caller: &mut Caller<'c>, text: StrRef<'c>) -> Answer {
    let text = caller.text(text).into_owned();
    Err(runtime_error(caller, &text))
}

/// Added to the kind of [`PANIC_SLICE`] where the bound has an unsigned type of 64 bits: a large one is no
/// negative one in the text.
pub(crate) const UNSIGNED_BOUND: i64 = 16;

fn panic_slice(caller: &mut Caller<'_>, kind: i64, bound: i64, b: i64) -> Answer {
    let is_unsigned = kind & UNSIGNED_BOUND != 0;
    let a = if is_unsigned { i128::from(bound as u64) } else { i128::from(bound) };
    let text = match kind & !UNSIGNED_BOUND {
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
        8 => format!("index out of range [{a}] with length {b}"),
        _ => format!("cannot convert slice with length {a} to array or pointer to array with length {b}"),
    };
    let bounds = errors(caller).bounds;
    Err(raise(caller, bounds, &format!("runtime error: {text}")))
}

fn panic_range(caller: &mut Caller<'_>, state: i64) -> Answer {
    let text = match state {
        0 => "continued iteration after function for loop body returned false",
        2 => "continued iteration after loop body panic",
        3 => "continued iteration after whole loop exit",
        _ => "recovered a loop body panic and did not resume panicking",
    };
    Err(runtime_error(caller, &format!("runtime error: range function {text}")))
}

fn panic_assert(caller: &mut Caller<'_>, interface: i64, have: i64, want: i64) -> Answer {
    let types = caller.types();
    let desc = |ty: i64| types.desc(ty as TypeNo);
    let text = assertion(desc(interface), desc(have), desc(want));
    let assertion = errors(caller).assertion;
    Err(raise(caller, assertion, &format!("interface conversion: {text}")))
}

/// The name in an entry of [`Desc::methods`].
pub(crate) fn method_name(method: &str) -> &str {
    method.split('\0').next().unwrap_or(method)
}

/// Whether a type has a method of an interface; one whose signature was never asked for has a name only.
pub(crate) fn has_method(have: &Desc, method: &String) -> bool {
    have.methods.iter().any(|m| m == method || m == method_name(method))
}

fn assertion(interface: &Desc, have: &Desc, want: &Desc) -> String {
    let to_interface = matches!(want.kind, TypeKind::Interface { .. });
    let other = |what: &str| format!("{} is {}, not {}{what}", interface.name, have.name, want.name);
    match have.kind {
        TypeKind::Nil if to_interface => format!("interface is nil, not {}", want.name),
        TypeKind::Nil => format!("{} is nil, not {}", interface.name, want.name),
        _ if to_interface => {
            let missing = want.methods.iter().find(|m| !has_method(have, m)).map_or("", |m| method_name(m));
            format!("{} is not {}: missing method {missing}", have.name, want.name)
        }
        TypeKind::Struct(_) if have.name == want.name && have.long_name != want.long_name => {
            other(" (types from different packages)")
        }
        _ if have.name == want.name && have.long_name != want.long_name => format!(
            "{} is {}, not {} (types from different packages)",
            interface.name, have.long_name, want.long_name
        ),
        _ if have.name == want.name => other(" (types from different scopes)"),
        _ => other(""),
    }
}

/// Stands for a deferred call in which `recover` cannot work.
pub(crate) const NO_FUNCTION: u64 = u32::MAX as u64;

fn set_deferring(caller: &mut Caller<'_>, function: u64) -> Answer {
    caller.set_recovering(function);
    Ok(())
}

fn take_deferring(caller: &mut Caller<'_>, function: u64) -> Result<bool, Stop> {
    Ok(caller.take_recovering(function))
}

fn recover<'c>(caller: &mut Caller<'c>, token: bool) -> Result<AnyRef<'c>, Stop> {
    if !token {
        return Ok(AnyRef::nil());
    }
    match caller.recover() {
        None | Some(What::Leave) => Ok(AnyRef::nil()),
        Some(What::Value(value)) => Ok(value),
        Some(What::Trap { code, a, b }) => {
            let ty = if code == TrapCode::IndexOutOfRange { errors(caller).bounds } else { 0 };
            let value = error_value(caller, ty, &format!("runtime error: {}", trap_text(code, a, b)))?;
            // What is recovered and panicked with again is the same value.
            caller.set_raised(value);
            Ok(value)
        }
    }
}

fn caught(caller: &mut Caller<'_>, before: u64) -> Result<u64, Stop> {
    Ok(caller.enter_handler(before))
}

fn deferred_recover<'c>(caller: &mut Caller<'c>, token: bool) -> Result<AnyRef<'c>, Stop> {
    // The runner of deferred calls says so before a call that a panic makes.
    let panicking = caller.take_recovering(NO_FUNCTION);
    recover(caller, token && !panicking)
}

fn recovered(caller: &mut Caller<'_>, raise: u64) -> Result<bool, Stop> {
    Ok(caller.leave_handler(raise))
}

fn raise_again(_: &mut Caller<'_>) -> Answer {
    Err(Stop::Raise)
}

fn spawn<'c>(caller: &mut Caller<'c>, closure: OpaqueRef<'c>) -> Answer {
    caller.spawn(closure);
    Ok(())
}
