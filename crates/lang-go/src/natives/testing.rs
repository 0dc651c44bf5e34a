//! Package `testing`: what it tells the host that runs the tests, if one does.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use purlin_base::gas;
use purlin_runtime::native::{Answer, Caller, Stop, Str, StrRef};
use purlin_runtime::natives;
use purlin_runtime::tests_host::{CoverMode, CoveredFile, Fuzzer, Moment, RunsTests, Tried};

use crate::rt::GoData;

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
        /// What coverage counts in: `set`, `count`, `atomic`, or nothing; and what is said of what it covers.
        heavy "coverage"() -> (Str, Str) = coverage; [OUTSIDE ALLOCATES] "TRANSFER, allocations";
        /// How many statements have run, and how many there are, of what is covered. The host is told of each
        /// block if the tests are done.
        heavy "covered"(done: bool) -> (i64, i64) = covered; [OUTSIDE READS] "TRANSFER, 1 a block";
        /// A fuzz test begins: its name, the kinds of its arguments, its seeds. The answer is whether the
        /// host makes inputs.
        heavy "fuzzBegins"(name: Str, kinds: Str, seeds: Str) -> (bool) = fuzz_begins; [READS OUTSIDE] "TRANSFER, 1 a 16 bytes, 1 a block";
        /// How the last input went; the answer is what to do next, and with what.
        heavy "fuzzNext"(failed: bool, log: Str, nanos: i64) -> (i64, Str) = fuzz_next; [READS OUTSIDE ALLOCATES] "TRANSFER, 1 a 16 bytes, 1 a block, allocations";
        /// Hands over an input as the text of a file; the answer is where it was written.
        heavy "fuzzDescribed"(text: Str) -> (Str) = fuzz_described; [READS OUTSIDE ALLOCATES] "TRANSFER, 1 a 16 bytes, allocations";
        /// How many data races were found since it was asked last, and whether those are a test's.
        light "newRaces"(of_test: bool) -> (i64) = new_races; [OUTSIDE] "nothing more";
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

fn new_races(caller: &mut Caller<'_>, of_test: bool) -> Result<i64, Stop> {
    Ok(caller.new_races(of_test) as i64)
}

fn resources(caller: &mut Caller<'_>) -> Result<(i64, i64, bool), Stop> {
    caller.charge(gas::TRANSFER);
    let gas = caller.gas_used() as i64;
    Ok(caller.host::<RunsTests>().map_or((gas, 0, false), |host| (gas, host.0.cpu_time(), true)))
}

fn coverage<'c>(caller: &mut Caller<'c>) -> Result<(StrRef<'c>, StrRef<'c>), Stop> {
    caller.charge(gas::TRANSFER);
    let data = caller.guest::<GoData>();
    let covered = data.as_ref().and_then(|data| data.covered.as_ref());
    let covered = covered.filter(|covered| covered.mode != CoverMode::Guide);
    let (mode, note) = covered.map_or(("", ""), |c| (c.mode.name(), &*c.note));
    Ok((caller.new_string(mode.as_bytes())?, caller.new_string(note.as_bytes())?))
}

fn covered(caller: &mut Caller<'_>, done: bool) -> Result<(i64, i64), Stop> {
    caller.charge(gas::TRANSFER);
    let data = caller.guest::<GoData>();
    let covered = data.as_ref().and_then(|data| data.covered.as_ref());
    let Some(covered) = covered.filter(|covered| covered.mode != CoverMode::Guide) else { return Ok((0, 0)) };
    let globals = caller.globals();
    let files: Vec<CoveredFile> = covered.files.iter().map(|file| file.read(globals)).collect();
    caller.charge(files.iter().map(|file| file.blocks.len() as i64).sum());
    let (mut run, mut all) = (0, 0);
    for block in files.iter().flat_map(|file| &file.blocks) {
        all += i64::from(block.statements);
        run += i64::from(if block.count > 0 { block.statements } else { 0 });
    }
    if let Some(host) = caller.host::<RunsTests>().filter(|_| done) {
        host.0.covered(files);
    }
    Ok((run, all))
}

/// The host's maker of inputs.
type Shared = Arc<Mutex<dyn Fuzzer>>;

fn fuzzer(caller: &mut Caller<'_>) -> Option<Shared> {
    caller.host::<RunsTests>().and_then(|host| host.0.fuzzer())
}

/// The maker of inputs, with how often each block has run by now.
fn with_counters<'f>(caller: &mut Caller<'_>, fuzzer: &'f Shared) -> MutexGuard<'f, dyn Fuzzer + 'static> {
    let mut guard = fuzzer.lock().unwrap_or_else(PoisonError::into_inner);
    let counters = guard.counters();
    counters.clear();
    let data = caller.guest::<GoData>();
    if let Some(covered) = data.as_ref().and_then(|data| data.covered.as_ref()) {
        let globals = caller.globals();
        covered.files.iter().for_each(|file| file.counts(globals, counters));
    }
    let blocks = counters.len() as i64;
    caller.charge(blocks);
    guard
}

fn fuzz_begins<'c>(
    caller: &mut Caller<'c>,
    name: StrRef<'c>,
    kinds: StrRef<'c>,
    seeds: StrRef<'c>,
) -> Result<bool, Stop> {
    caller.charge(gas::TRANSFER);
    let Some(fuzzer) = fuzzer(caller) else { return Ok(false) };
    let name = text(caller, name);
    caller.charge_bytes(seeds.len());
    let (kinds, seeds) = (caller.bytes(kinds).to_vec(), caller.bytes(seeds).to_vec());
    let data = caller.guest::<GoData>();
    if let Some(covered) = data.as_ref().and_then(|data| data.covered.as_ref()) {
        fuzzer.lock().unwrap_or_else(PoisonError::into_inner).hints(&covered.hints);
    }
    with_counters(caller, &fuzzer).begins(&name, &kinds, &seeds);
    Ok(true)
}

fn fuzz_next<'c>(
    caller: &mut Caller<'c>,
    failed: bool,
    log: StrRef<'c>,
    nanos: i64,
) -> Result<(i64, StrRef<'c>), Stop> {
    caller.charge(gas::TRANSFER);
    let Some(fuzzer) = fuzzer(caller) else { return Ok((0, caller.new_string(&[])?)) };
    let log = text(caller, log);
    let step = with_counters(caller, &fuzzer).next(Tried { failed, log: &log, nanos });
    caller.charge_bytes(step.bytes().len());
    Ok((step.number(), caller.new_string(step.bytes())?))
}

fn fuzz_described<'c>(caller: &mut Caller<'c>, described: StrRef<'c>) -> Result<StrRef<'c>, Stop> {
    caller.charge(gas::TRANSFER);
    let described = text(caller, described);
    let fuzzer = fuzzer(caller);
    let path = fuzzer.map(|f| f.lock().unwrap_or_else(PoisonError::into_inner).described(&described));
    caller.new_string(path.unwrap_or_default().as_bytes())
}
