//! Packages `sync` and `time`: misuse that ends the run, and the virtual clock. Waiting is done by channels.

use purlin_base::gas;
use purlin_runtime::native::{Answer, Call, Native, Stop};
use purlin_runtime::trap::{Trap, TrapKind};

pub const NATIVES: super::Table =
    &[("internal/rt.Fatal", Native::Heavy(fatal)), ("time.now", Native::Light(now))];

/// Ends the run: an error that cannot be recovered from.
fn fatal(call: &mut Call<'_>) -> Answer {
    let text = String::from_utf8_lossy(call.bytes(0));
    let frames = call.vm.traceback();
    Err(Stop::End(Trap { kind: TrapKind::Uncaught, message: format!("fatal error: {text}"), frames }))
}

/// Virtual nanoseconds since the program began.
fn now(call: &mut Call<'_>) -> Answer {
    let nanos = (call.vm.gas_used() as i64).wrapping_mul(gas::NANOS_PER_UNIT);
    call.ret_int(0, nanos);
    Ok(())
}
