//! Packages `os` and `internal/stdio`: the three streams, arguments, exit, the environment, files to read. Files and
//! variables only as far as the isolate's grants go.

use std::fs::{File, Metadata};
use std::io::{self, Read as _, Seek as _, SeekFrom};
use std::path::{Path, PathBuf};

use purlin_kernels::files::failure::{self, code};
use purlin_kernels::files::{self, Kind};
use purlin_runtime::native::{Answer, Call, Native, Stop};
use purlin_runtime::natives::{read_input, write_output};
use purlin_runtime::trap::{Trap, TrapKind};

pub const NATIVES: super::Table = &[
    ("internal/stdio.Write", Native::Heavy(write)),
    ("internal/stdio.WriteString", Native::Heavy(write)),
    ("internal/stdio.Read", Native::Heavy(read)),
    ("os.args", Native::Heavy(args)),
    ("os.Exit", Native::Light(exit)),
    ("os.environ", Native::Heavy(environ)),
    ("os.noteEnv", Native::Heavy(note_env)),
    ("os.workingDir", Native::Heavy(working_dir)),
    ("os.stat", Native::Heavy(stat)),
    ("os.statOpen", Native::Heavy(stat_open)),
    ("os.open", Native::Heavy(open)),
    ("os.readAt", Native::Heavy(read_at)),
    ("os.close", Native::Heavy(close)),
    ("os.readNames", Native::Heavy(read_names)),
    ("os.readLink", Native::Heavy(read_link)),
];

/// `(stream int, b []byte)`, or the same with a string.
fn write(call: &mut Call<'_>) -> Answer {
    let (stream, bytes) = (call.int(0), call.bytes(1));
    write_output(call, stream, bytes)
}

/// `(b []byte) int`: 0 at the end.
fn read(call: &mut Call<'_>) -> Answer {
    let buffer = call.bytes_mut(0);
    let n = read_input(call, buffer)?;
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

/// `() []string`: names and values alternate.
fn environ(call: &mut Call<'_>) -> Answer {
    let pairs = call.vm.grants.variables().flat_map(|(n, v)| [n.to_owned(), v.to_owned()]);
    let pairs: Vec<String> = pairs.collect();
    call.charge_bytes(pairs.iter().map(String::len).sum());
    call.ret_strings(0, &pairs)
}

/// `(key string)`: a variable that is not there. If it was not granted, that is noted for the host.
fn note_env(call: &mut Call<'_>) -> Answer {
    let name = call.bytes(0);
    call.charge_bytes(name.len());
    if let Ok(name) = std::str::from_utf8(name) {
        let name = name.to_owned();
        call.vm.grants.env(&name);
    }
    Ok(())
}

/// Gas for a request to the system.
const REQUEST: i64 = 1000;

/// Files that a program may have open at once.
const MAX_OPEN: usize = 256;
/// Bytes that one call reads at most.
const MAX_READ: usize = 1 << 20;
/// Entries of a folder that are read.
const MAX_ENTRIES: usize = 1 << 20;

/// The open files of an isolate, by their handles.
#[derive(Default)]
struct Files(Vec<Option<File>>);

/// A path of the program's, from arguments 0 and 1.
fn path(call: &mut Call<'_>) -> Result<PathBuf, io::Error> {
    let bytes = call.bytes(0);
    call.charge_bytes(64 * bytes.len());
    call.vm.charge(REQUEST);
    files::path(bytes).map(Path::to_path_buf)
}

/// Where it is, links followed.
fn granted(call: &mut Call<'_>) -> Result<PathBuf, io::Error> {
    let path = path(call)?;
    call.vm.grants.readable(&path)
}

/// Where it is, a link at the end not followed.
fn granted_itself(call: &mut Call<'_>) -> Result<PathBuf, io::Error> {
    let path = path(call)?;
    let grants = &call.vm.grants;
    let Some((parent, name)) = files::folder_and_name(&path) else { return grants.readable(&path) };
    match grants.readable(parent) {
        Ok(folder) => Ok(folder.join(name)),
        // It may be a granted folder itself, whose parent is not.
        Err(_) => grants.readable(&path),
    }
}

/// `() string`: empty if it is not below a granted folder.
fn working_dir(call: &mut Call<'_>) -> Answer {
    call.vm.charge(REQUEST);
    let here = call.vm.grants.readable(Path::new(".")).unwrap_or_default();
    let text = here.to_string_lossy().into_owned();
    call.ret_string(0, text.as_bytes())
}

/// Results from 0 on: failure, size, mode, seconds and nanoseconds of the last change.
fn ret_meta(call: &mut Call<'_>, meta: Result<Metadata, i64>) -> Answer {
    let results = match meta {
        Err(code) => [code, 0, 0, 0, 0],
        Ok(meta) => {
            let mode = files::go_mode(Kind::of(meta.file_type()), files::unix_mode(&meta));
            let since = files::modified(&meta);
            let (seconds, nanos) = (since.as_secs() as i64, i64::from(since.subsec_nanos()));
            [0, meta.len() as i64, i64::from(mode), seconds, nanos]
        }
    };
    for (n, result) in results.into_iter().enumerate() {
        call.ret_int(n, result);
    }
    Ok(())
}

/// `(path string, follow bool) (failure, size, mode, seconds, nanos int)`
fn stat(call: &mut Call<'_>) -> Answer {
    let follow = call.bool(2);
    let at = if follow { granted(call) } else { granted_itself(call) };
    let meta = at.and_then(|at| at.symlink_metadata()).map_err(|e| code(&e));
    ret_meta(call, meta)
}

/// `(handle int) (failure, size, mode, seconds, nanos int)`
fn stat_open(call: &mut Call<'_>) -> Answer {
    let handle = call.int(0) as usize;
    call.vm.charge(REQUEST);
    let files = call.vm.native_state.get::<Files>();
    let meta = match files.0.get(handle) {
        Some(Some(file)) => file.metadata().map_err(|e| code(&e)),
        _ => Err(failure::BAD_FILE),
    };
    ret_meta(call, meta)
}

/// `(path string) (failure, handle int)`. Only files and folders are opened, as anything else could wait for ever.
fn open(call: &mut Call<'_>) -> Answer {
    let opened = granted(call).map_err(|e| code(&e)).and_then(|at| {
        let meta = at.symlink_metadata().map_err(|e| code(&e))?;
        if !meta.is_file() && !meta.is_dir() {
            return Err(failure::DENIED);
        }
        File::open(&at).map_err(|e| code(&e))
    });
    let files = &mut call.vm.native_state.get::<Files>().0;
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
    call.ret_int(0, handle.err().unwrap_or(0));
    call.ret_int(1, handle.unwrap_or(-1));
    Ok(())
}

/// `(handle int, b []byte, offset int64) (failure, n int)`: fewer than there is room for, and 0 at the end.
fn read_at(call: &mut Call<'_>) -> Answer {
    let (handle, offset) = (call.int(0) as usize, call.int(4) as u64);
    let buffer = call.bytes_mut(1);
    let len = buffer.len().min(MAX_READ);
    call.vm.charge(REQUEST);
    let result = match call.vm.native_state.get::<Files>().0.get_mut(handle) {
        Some(Some(file)) => match file.metadata() {
            Ok(meta) if meta.is_dir() => Err(failure::IS_DIR),
            _ => file
                .seek(SeekFrom::Start(offset))
                .and_then(|_| file.read(&mut buffer[..len]))
                .map_err(|e| code(&e)),
        },
        _ => Err(failure::BAD_FILE),
    };
    call.charge_bytes(4 * result.unwrap_or(0));
    call.ret_int(0, result.err().unwrap_or(0));
    call.ret_int(1, result.unwrap_or(0) as i64);
    Ok(())
}

/// `(handle int)`
fn close(call: &mut Call<'_>) -> Answer {
    let handle = call.int(0) as usize;
    call.vm.charge(REQUEST);
    if let Some(file) = call.vm.native_state.get::<Files>().0.get_mut(handle) {
        *file = None;
    }
    Ok(())
}

/// `(path string) (failure int, names []string)`: the entries of a folder by name, each after a letter for its kind:
/// d folder, l link, f file, o anything else. Names that are no UTF-8 are left out.
fn read_names(call: &mut Call<'_>) -> Answer {
    let mut names: Vec<String> = Vec::new();
    let listed = granted(call).and_then(|at| {
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
    call.vm.charge(100 * names.len() as i64);
    call.ret_strings(1, &names)?;
    call.ret_int(0, listed.map_or_else(|e| code(&e), |()| 0));
    Ok(())
}

/// `(path string) (failure int, target string)`
fn read_link(call: &mut Call<'_>) -> Answer {
    let target = granted_itself(call).and_then(|at| at.read_link());
    let text = target.as_ref().map_or_else(|_| String::new(), |t| t.to_string_lossy().into_owned());
    call.ret_string(1, text.as_bytes())?;
    call.ret_int(0, target.map_or_else(|e| code(&e), |_| 0));
    Ok(())
}
