//! Package `testing`: what it tells the host that runs the tests, if one does.

use purlin_base::gas;
use purlin_runtime::native::{Answer, Caller, Stop, Str, StrRef};
use purlin_runtime::natives;
use purlin_runtime::tests_host::{Moment, RunsTests};

natives! {
    /// What the host that runs tests is told and asked.
    pub(super) TESTING in "testing" {
        /// Whether a test of a file is to run.
        heavy "admits"(name: Str) -> (bool) = admits; [READS OUTSIDE] "TRANSFER, 1 a 16 bytes";
        /// A test has begun (0), paused (1), passed (2), was skipped (3), has failed (4), or is going to run
        /// (5): its name, what it has logged, and how many nanoseconds it took.
        heavy "tell"(moment: i64, name: Str, log: Str, nanos: i64) = tell; [READS OUTSIDE] "TRANSFER, 1 a 16 bytes";
        /// How everything went; the answer is whether a line is to say so.
        heavy "verdict"(ok: bool) -> (bool) = verdict; [OUTSIDE] "TRANSFER";
        /// For benchmarks: units of gas, nanoseconds of CPU, and whether the host measures those.
        heavy "resources"() -> (i64, i64, bool) = resources; [OUTSIDE] "TRANSFER";
    }
}

/// A text of the guest's, charged.
fn text<'c>(caller: &mut Caller<'c>, s: StrRef<'c>) -> String {
    caller.charge_bytes(s.len());
    String::from_utf8_lossy(caller.bytes(s)).into_owned()
}

fn admits<'c>(caller: &mut Caller<'c>, name: StrRef<'c>) -> Result<bool, Stop> {
    caller.charge(gas::TRANSFER);
    let name = text(caller, name);
    Ok(caller.host::<RunsTests>().is_none_or(|host| host.0.admits(&name)))
}

fn tell<'c>(caller: &mut Caller<'c>, moment: i64, name: StrRef<'c>, log: StrRef<'c>, nanos: i64) -> Answer {
    caller.charge(gas::TRANSFER);
    let (name, log) = (text(caller, name), text(caller, log));
    if let Some((host, moment)) = caller.host::<RunsTests>().zip(Moment::from_number(moment)) {
        host.0.told(moment, &name, &log, nanos);
    }
    Ok(())
}

fn verdict(caller: &mut Caller<'_>, ok: bool) -> Result<bool, Stop> {
    caller.charge(gas::TRANSFER);
    Ok(caller.host::<RunsTests>().is_none_or(|host| host.0.verdict(ok)))
}

fn resources(caller: &mut Caller<'_>) -> Result<(i64, i64, bool), Stop> {
    caller.charge(gas::TRANSFER);
    let gas = caller.gas_used() as i64;
    Ok(caller.host::<RunsTests>().map_or((gas, 0, false), |host| (gas, host.0.cpu_time(), true)))
}
