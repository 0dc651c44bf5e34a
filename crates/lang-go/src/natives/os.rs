//! Packages `os` and `internal/stdio`: the three streams, arguments, exit, the environment, files to read.
//! Files and variables only as far as the isolate's grants go.

use std::fs::{File, Metadata};
use std::io::{self, Read as _, Seek as _, SeekFrom};
use std::path::{Path, PathBuf};

use purlin_base::gas;
use purlin_kernels::files::failure::{self, code};
use purlin_kernels::files::{self, Kind};
use purlin_runtime::native::{Answer, Caller, Slice, SliceRef, Stop, Str, StrRef};
use purlin_runtime::natives;
use purlin_runtime::trap::{Trap, TrapKind};

natives! {
    /// The three streams.
    pub(super) STDIO in "internal/stdio" {
        /// Writes bytes to stream 1 (output) or 2 (errors).
        heavy "Write"(stream: i64, b: Slice<u8>) = write; [READS ENDS OUTSIDE] "a transfer, 1 a 16 bytes";
        /// Writes a string to stream 1 (output) or 2 (errors).
        heavy "WriteString"(stream: i64, s: Str) = write_string; [READS ENDS OUTSIDE] "a transfer, 1 a 16 bytes";
        /// One read of standard input: how many bytes, 0 at the end.
        heavy "Read"(b: Slice<u8>) -> (i64) = read; [WRITES ENDS OUTSIDE] "a transfer, 1 a 16 bytes";
    }
}

natives! {
    /// Arguments, the environment, files. Failures are the system's numbers, or -1 for what was not granted.
    pub(super) OS in "os" {
        /// The arguments of the program.
        heavy "args"() -> (Slice<Str>) = args; [ALLOCATES OUTSIDE] "1 a 16 bytes, allocations";
        /// Ends the run with a code.
        light "Exit"(code: i64) = exit; [ENDS] "nothing more";
        /// The granted variables: names and values in turn.
        heavy "environ"() -> (Slice<Str>) = environ; [ALLOCATES OUTSIDE] "1 a 16 bytes, allocations";
        /// A variable that is not there. If it was not granted, that is told to the host.
        heavy "noteEnv"(key: Str) = note_env; [READS OUTSIDE] "1 a 16 bytes";
        /// The working folder; empty if it is not below a granted one.
        heavy "workingDir"() -> (Str) = working_dir; [ALLOCATES OUTSIDE] "FILE_REQUEST, an allocation";
        /// Failure, size, mode, seconds and nanoseconds of the last change.
        heavy "stat"(path: Str, follow: bool) -> (i64, i64, i64, i64, i64) = stat; [READS OUTSIDE] "FILE_REQUEST, 4 a byte of the path";
        /// `stat` of an open file.
        heavy "statOpen"(handle: i64) -> (i64, i64, i64, i64, i64) = stat_open; [OUTSIDE] "FILE_REQUEST";
        /// Opens a file or folder to read: failure and handle. Nothing else, as that could wait for ever.
        heavy "open"(path: Str) -> (i64, i64) = open; [READS OUTSIDE] "FILE_REQUEST, 4 a byte of the path";
        /// Reads from a place: failure, and how many bytes: fewer than there is room for, and 0 at the end.
        heavy "readAt"(handle: i64, b: Slice<u8>, offset: i64) -> (i64, i64) = read_at; [WRITES OUTSIDE] "FILE_REQUEST, 1 a 4 bytes";
        /// Closes a file.
        heavy "close"(handle: i64) = close; [OUTSIDE] "FILE_REQUEST";
        /// The entries of a folder by name, each after a letter for its kind: d folder, l link, f file, o
        /// anything else. Names that are not UTF-8 are left out.
        heavy "readNames"(path: Str) -> (i64, Slice<Str>) = read_names; [READS ALLOCATES OUTSIDE] "FILE_REQUEST, FOLDER_ENTRY an entry, allocations";
        /// Where a link leads.
        heavy "readLink"(path: Str) -> (i64, Str) = read_link; [READS ALLOCATES OUTSIDE] "FILE_REQUEST, an allocation";
    }
}

fn write<'c>(caller: &mut Caller<'c>, stream: i64, b: SliceRef<'c, u8>) -> Answer {
    let bytes = caller.as_str(b);
    caller.write(stream, bytes)
}

fn write_string<'c>(caller: &mut Caller<'c>, stream: i64, s: StrRef<'c>) -> Answer {
    caller.write(stream, s)
}

fn read<'c>(caller: &mut Caller<'c>, b: SliceRef<'c, u8>) -> Result<i64, Stop> {
    Ok(caller.read(b)? as i64)
}

/// Strings of the host's, charged.
fn strings<'c>(caller: &mut Caller<'c>, strings: &[String]) -> Result<SliceRef<'c, Str>, Stop> {
    caller.charge_bytes(strings.iter().map(String::len).sum());
    caller.new_strings(strings.iter())
}

fn args<'c>(caller: &mut Caller<'c>) -> Result<SliceRef<'c, Str>, Stop> {
    let args = caller.args().to_vec();
    strings(caller, &args)
}

fn exit(_: &mut Caller<'_>, code: i64) -> Answer {
    let code = code as i32;
    Err(Stop::end(Trap::new(TrapKind::Exit(code), format!("exit status {code}"))))
}

fn environ<'c>(caller: &mut Caller<'c>) -> Result<SliceRef<'c, Str>, Stop> {
    let pairs = caller.grants().variables().flat_map(|(n, v)| [n.to_owned(), v.to_owned()]);
    let pairs: Vec<String> = pairs.collect();
    strings(caller, &pairs)
}

fn note_env<'c>(caller: &mut Caller<'c>, key: StrRef<'c>) -> Answer {
    caller.charge_bytes(key.len());
    if let Ok(name) = String::from_utf8(caller.bytes(key).to_vec()) {
        caller.grants().env(&name);
    }
    Ok(())
}

/// Files that a program may have open at once.
const MAX_OPEN: usize = 256;
/// Bytes that one call reads at most.
const MAX_READ: usize = 1 << 20;
/// Entries of a folder that are read.
const MAX_ENTRIES: usize = 1 << 20;

/// The open files of an isolate, by their handles.
#[derive(Default)]
struct Files(Vec<Option<File>>);

/// A path of the program's.
fn path(caller: &mut Caller<'_>, text: &[u8]) -> Result<PathBuf, io::Error> {
    caller.charge_bytes(64 * text.len());
    caller.charge(gas::FILE_REQUEST);
    files::path(text).map(Path::to_path_buf)
}

/// Where a path leads, links followed.
fn granted<'c>(caller: &mut Caller<'c>, text: StrRef<'c>) -> Result<PathBuf, io::Error> {
    let text = caller.bytes(text).to_vec();
    let path = path(caller, &text)?;
    caller.grants().readable(&path)
}

/// Where a path leads, a link at the end not followed.
fn granted_itself<'c>(caller: &mut Caller<'c>, text: StrRef<'c>) -> Result<PathBuf, io::Error> {
    let text = caller.bytes(text).to_vec();
    let path = path(caller, &text)?;
    let grants = caller.grants();
    let Some((parent, name)) = files::folder_and_name(&path) else { return grants.readable(&path) };
    match grants.readable(parent) {
        Ok(folder) => Ok(folder.join(name)),
        // It may be a granted folder itself, whose parent is not.
        Err(_) => grants.readable(&path),
    }
}

fn working_dir<'c>(caller: &mut Caller<'c>) -> Result<StrRef<'c>, Stop> {
    caller.charge(gas::FILE_REQUEST);
    let here = caller.grants().readable(Path::new(".")).unwrap_or_default();
    caller.new_string(here.to_string_lossy().as_bytes())
}

/// Failure, size, mode, seconds and nanoseconds of the last change.
type Facts = (i64, i64, i64, i64, i64);

fn facts(meta: Result<Metadata, i64>) -> Facts {
    match meta {
        Err(code) => (code, 0, 0, 0, 0),
        Ok(meta) => {
            let mode = files::go_mode(Kind::of(meta.file_type()), files::unix_mode(&meta));
            let since = files::modified(&meta);
            let (seconds, nanos) = (since.as_secs() as i64, i64::from(since.subsec_nanos()));
            (0, meta.len() as i64, i64::from(mode), seconds, nanos)
        }
    }
}

fn stat<'c>(caller: &mut Caller<'c>, path: StrRef<'c>, follow: bool) -> Result<Facts, Stop> {
    let at = if follow { granted(caller, path) } else { granted_itself(caller, path) };
    Ok(facts(at.and_then(|at| at.symlink_metadata()).map_err(|e| code(&e))))
}

fn stat_open(caller: &mut Caller<'_>, handle: i64) -> Result<Facts, Stop> {
    caller.charge(gas::FILE_REQUEST);
    Ok(facts(match caller.state::<Files>().0.get(handle as usize) {
        Some(Some(file)) => file.metadata().map_err(|e| code(&e)),
        Some(None) | None => Err(failure::BAD_FILE),
    }))
}

fn open<'c>(caller: &mut Caller<'c>, path: StrRef<'c>) -> Result<(i64, i64), Stop> {
    let opened = granted(caller, path).map_err(|e| code(&e)).and_then(|at| {
        let meta = at.symlink_metadata().map_err(|e| code(&e))?;
        if !meta.is_file() && !meta.is_dir() {
            return Err(failure::DENIED);
        }
        File::open(&at).map_err(|e| code(&e))
    });
    let files = &mut caller.state::<Files>().0;
    let handle = opened.and_then(|file| {
        let free = files.iter().position(Option::is_none).unwrap_or(files.len());
        if free == MAX_OPEN {
            return Err(failure::TOO_MANY_FILES);
        }
        if free == files.len() {
            files.push(None);
        }
        files[free] = Some(file);
        Ok(free as i64)
    });
    Ok((handle.err().unwrap_or(0), handle.unwrap_or(-1)))
}

fn read_at<'c>(
    caller: &mut Caller<'c>,
    handle: i64,
    b: SliceRef<'c, u8>,
    offset: i64,
) -> Result<(i64, i64), Stop> {
    caller.charge(gas::FILE_REQUEST);
    // The state of natives is borrowed together with guest memory: the file is taken out of it meanwhile.
    let place =
        |caller: &mut Caller<'c>| caller.state::<Files>().0.get_mut(handle as usize).map(Option::take);
    let Some(Some(mut file)) = place(caller) else { return Ok((failure::BAD_FILE, 0)) };
    let room = b.len().min(MAX_READ);
    let result = match file.metadata() {
        Ok(meta) if meta.is_dir() => Err(failure::IS_DIR),
        Ok(_) | Err(_) => file
            .seek(SeekFrom::Start(offset as u64))
            .and_then(|_| file.read(&mut caller.slice_mut(b)[..room]))
            .map_err(|e| code(&e)),
    };
    if let Some(place) = caller.state::<Files>().0.get_mut(handle as usize) {
        *place = Some(file);
    }
    caller.charge_bytes(4 * result.unwrap_or(0));
    Ok((result.err().unwrap_or(0), result.unwrap_or(0) as i64))
}

fn close(caller: &mut Caller<'_>, handle: i64) -> Answer {
    caller.charge(gas::FILE_REQUEST);
    if let Some(file) = caller.state::<Files>().0.get_mut(handle as usize) {
        *file = None;
    }
    Ok(())
}

fn read_names<'c>(caller: &mut Caller<'c>, path: StrRef<'c>) -> Result<(i64, SliceRef<'c, Str>), Stop> {
    let mut names: Vec<String> = Vec::new();
    let listed = granted(caller, path).and_then(|at| {
        for entry in at.read_dir()?.take(MAX_ENTRIES) {
            let entry = entry?;
            let letter = Kind::of(entry.file_type()?).letter();
            if let Some(name) = entry.file_name().to_str() {
                names.push(format!("{letter}{name}"));
            }
        }
        Ok(())
    });
    names.sort_unstable_by(|a, b| a[1..].cmp(&b[1..]));
    caller.charge(gas::FOLDER_ENTRY * names.len() as i64);
    let names = caller.new_strings(names.iter())?;
    Ok((listed.map_or_else(|e| code(&e), |()| 0), names))
}

fn read_link<'c>(caller: &mut Caller<'c>, path: StrRef<'c>) -> Result<(i64, StrRef<'c>), Stop> {
    let target = granted_itself(caller, path).and_then(|at| at.read_link());
    let text = target.as_ref().map_or_else(|_| String::new(), |t| t.to_string_lossy().into_owned());
    let text = caller.new_string(text.as_bytes())?;
    Ok((target.map_or_else(|e| code(&e), |_| 0), text))
}
