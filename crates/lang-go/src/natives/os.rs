//! Package `os`: the three streams, arguments, exit.

use std::io::{ErrorKind, Read as _, Write as _};

use purlin_runtime::native::{Answer, Call, Native, Stop};
use purlin_runtime::trap::{Trap, TrapKind};

pub const NATIVES: super::Table = &[
    ("os.write", Native::Heavy(write)),
    ("os.writeString", Native::Heavy(write)),
    ("os.read", Native::Heavy(read)),
    ("os.args", Native::Heavy(args)),
    ("os.Exit", Native::Light(exit)),
];

fn failed(what: &str, error: &std::io::Error) -> Stop {
    Stop::End(Trap::new(TrapKind::Io, format!("{what}: {error}")))
}

/// Writes to stream 1 or 2, as much as the limit allows.
pub fn write_stream(call: &mut Call<'_>, stream: i64, bytes: &[u8]) -> Answer {
    call.charge_bytes(bytes.len());
    let vm = &mut *call.vm;
    let room =
        vm.limits.output_bytes.map_or(u64::MAX, |limit| limit.saturating_sub(vm.counters.output_bytes));
    let fits = bytes.len().min(usize::try_from(room).unwrap_or(usize::MAX));
    vm.counters.output_bytes += fits as u64;
    let (name, out) = match stream {
        1 => ("standard output", &mut vm.streams.output),
        _ => ("standard error", &mut vm.streams.errors),
    };
    out.write_all(&bytes[..fits]).map_err(|e| failed(name, &e))?;
    if fits < bytes.len() {
        return Err(Stop::End(Trap::new(TrapKind::OutputLimit, "the program wrote more than it may")));
    }
    Ok(())
}

/// `(stream int, b []byte)`, or the same with a string.
fn write(call: &mut Call<'_>) -> Answer {
    let (stream, bytes) = (call.int(0), call.bytes(1));
    write_stream(call, stream, bytes)
}

/// `(b []byte) int`: 0 at the end.
fn read(call: &mut Call<'_>) -> Answer {
    let buffer = call.bytes_mut(0);
    let n = loop {
        match call.vm.streams.input.read(buffer) {
            Ok(n) => break n,
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(failed("standard input", &error)),
        }
    };
    call.charge_bytes(n);
    call.ret_int(0, n as i64);
    Ok(())
}

fn args(call: &mut Call<'_>) -> Answer {
    let args = call.vm.args.clone();
    call.charge_bytes(args.iter().map(String::len).sum());
    call.ret_strings(0, &args)
}

fn exit(call: &mut Call<'_>) -> Answer {
    let code = call.int(0) as i32;
    Err(Stop::End(Trap::new(TrapKind::Exit(code), format!("exit status {code}"))))
}
