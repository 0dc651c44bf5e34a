//! Files for the library, as far as the isolate's grants go. The runtime opens and reads them; here is what
//! its answers are in Smalltalk: integers, strings, and a string that says why for what could not be done.

use purlin_runtime::files::{self, FileError, FileKind, Mode};
use purlin_runtime::native::{Caller, DynRef};

use super::{Given, boolean, new_bytes, none, text};
use crate::lower::layout::Numbers;

/// The operations of the native `file`, by number; the names are those of primitives after `file`.
pub(crate) const FILE_OPS: &[&str] = &["Open", "Read", "Write", "Close", "Status", "Remove"];

/// Bytes of a piece of a file that is read.
const PIECE: usize = 4096;

/// The modes of the primitive `fileOpen`, the first of which is 1.
const MODES: [Mode; 5] = [Mode::Read, Mode::Write, Mode::Append, Mode::Update, Mode::Create];

/// The status of a folder, and of what is neither that nor a file.
const FOLDER: i64 = -1;
const OTHER: i64 = -2;

pub(super) fn operate<'c>(
    caller: &mut Caller<'c>,
    op: i64,
    a: DynRef<'c>,
    b: DynRef<'c>,
    c: DynRef<'c>,
    numbers: i64,
) -> Given<'c> {
    let numbers = Numbers::unpack(numbers);
    match FILE_OPS.get(op as usize).copied().unwrap_or_default() {
        "Open" => open(caller, a, b, numbers),
        "Read" => read(caller, a, b, numbers),
        "Write" => write(caller, a, b, c, numbers),
        "Close" => {
            let Some(handle) = a.as_int() else { return Ok(none()) };
            files::close(caller, handle);
            Ok(a)
        }
        "Status" => status(caller, a, numbers),
        "Remove" => {
            let Some(path) = path(caller, a, numbers) else { return Ok(none()) };
            let done = files::remove(caller, &path).map(|()| boolean(true));
            done.or_else(|error| reason(caller, &error, numbers))
        }
        _ => Ok(none()),
    }
}

/// A path of the program's; bytes that are no UTF-8 are none.
fn path<'c>(caller: &Caller<'c>, value: DynRef<'c>, numbers: Numbers) -> Option<String> {
    text(caller, value, numbers).and_then(|bytes| String::from_utf8(bytes.to_vec()).ok())
}

/// Why something was not done, as a string.
fn reason<'c>(caller: &Caller<'c>, error: &FileError, numbers: Numbers) -> Given<'c> {
    new_bytes(caller, numbers.string, error.to_string().as_bytes())
}

fn integer<'c>(value: i64) -> DynRef<'c> {
    DynRef::int(value).unwrap_or(none())
}

fn open<'c>(caller: &mut Caller<'c>, a: DynRef<'c>, mode: DynRef<'c>, numbers: Numbers) -> Given<'c> {
    let mode = mode.as_int().and_then(|n| MODES.get(usize::try_from(n - 1).ok()?).copied());
    let Some((path, mode)) = path(caller, a, numbers).zip(mode) else { return Ok(none()) };
    files::open(caller, &path, mode).map(integer).or_else(|error| reason(caller, &error, numbers))
}

fn read<'c>(caller: &mut Caller<'c>, file: DynRef<'c>, from: DynRef<'c>, numbers: Numbers) -> Given<'c> {
    let from = from.as_int().and_then(|n| u64::try_from(n).ok());
    let Some((handle, from)) = file.as_int().zip(from) else { return Ok(none()) };
    match files::read(caller, handle, from, PIECE) {
        Ok(bytes) => new_bytes(caller, numbers.string, &bytes),
        Err(_) => Ok(none()),
    }
}

fn write<'c>(
    caller: &mut Caller<'c>,
    value: DynRef<'c>,
    file: DynRef<'c>,
    to: DynRef<'c>,
    numbers: Numbers,
) -> Given<'c> {
    let bytes =
        text(caller, value, numbers).map(|bytes| bytes[..bytes.len().min(files::MAX_TRANSFER)].to_vec());
    let Some(((bytes, handle), to)) = bytes.zip(file.as_int()).zip(to.as_int()) else { return Ok(none()) };
    let written = files::write(caller, handle, &bytes, u64::try_from(to).ok());
    Ok(written.map_or(none(), |count| integer(count as i64)))
}

/// Bytes of an open file or of what a path leads to.
fn status<'c>(caller: &mut Caller<'c>, of: DynRef<'c>, numbers: Numbers) -> Given<'c> {
    let status = match (of.as_int(), path(caller, of, numbers)) {
        (Some(handle), _) => files::status_of(caller, handle),
        (None, Some(path)) => files::status(caller, &path),
        (None, None) => return Ok(none()),
    };
    Ok(match status.map(|status| (status.kind, status.bytes)) {
        Ok((FileKind::File, bytes)) => integer(bytes as i64),
        Ok((FileKind::Folder, _)) => integer(FOLDER),
        Ok((FileKind::Other, _)) => integer(OTHER),
        Err(_) => none(),
    })
}
