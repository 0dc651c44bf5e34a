//! Packages `os` and `internal/stdio`: the three streams, arguments, exit, the environment, files.
//! Files and variables only as far as the isolate's grants go.

use std::fs::File;
use std::io::Write as _;
use std::os::fd::AsFd as _;
use std::os::unix::fs::FileExt as _;
use std::path::{Path, PathBuf};

use purlin_base::gas;
use purlin_kernels::files::failure::{self, code};
use purlin_kernels::files::{self, FileKind};
use purlin_runtime::grants::Access;
use purlin_runtime::native::{Answer, Caller, Slice, SliceRef, Stop, Str, StrRef};
use purlin_runtime::natives;
use purlin_runtime::trap::{Trap, TrapKind};
use rustix::fs::{FileType, OFlags, Stat};

use super::beneath::{self, Failure, ResolvedPath};

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
        /// Makes a folder the one that relative paths begin at, for this isolate.
        heavy "changeDir"(path: Str) -> (i64) = change_dir; [READS OUTSIDE] "2 FILE_REQUEST, 4 a byte of the path";
        /// Failure, size, mode, seconds and nanoseconds of the last change. A root is the handle of an
        /// open folder, or
        /// -1: then grants are looked at.
        heavy "stat"(root: i64, path: Str, follow: bool) -> (i64, i64, i64, i64, i64) = stat;
            [READS OUTSIDE] "FILE_REQUEST, 4 a byte of the path";
        /// `stat` of an open file.
        heavy "statOpen"(handle: i64) -> (i64, i64, i64, i64, i64) = stat_open; [OUTSIDE] "FILE_REQUEST";
        /// Opens a file or folder as flags say, and makes it with a mode: failure and handle. Nothing
        /// else is opened, as that could wait for ever.
        heavy "open"(root: i64, path: Str, flags: i64, mode: i64) -> (i64, i64) = open;
            [READS OUTSIDE] "FILE_REQUEST, 4 a byte of the path";
        /// Reads from a place: failure, and how many bytes: fewer than there is room for, and 0 at the end.
        heavy "readAt"(handle: i64, b: Slice<u8>, offset: i64) -> (i64, i64) = read_at; [WRITES OUTSIDE] "FILE_REQUEST, 1 a 4 bytes";
        /// Writes to a place, or at the end if that is -1: failure, and how many bytes.
        heavy "writeAt"(handle: i64, b: Slice<u8>, offset: i64) -> (i64, i64) = write_at; [READS OUTSIDE] "FILE_REQUEST, 1 a 4 bytes";
        /// Closes a file.
        heavy "close"(handle: i64) = close; [OUTSIDE] "FILE_REQUEST";
        /// Changes an open file: 0 writes it to the disk, 1 sets its length, 2 its mode.
        heavy "changeOpen"(handle: i64, what: i64, value: i64) -> (i64) = change_open; [OUTSIDE] "FILE_REQUEST";
        /// Changes a file or folder: 0 makes a folder with a mode, 1 removes, 2 sets the mode, 3 the
        /// length, 4 the times of access and change in nanoseconds, where the least number leaves one as
        /// it is.
        heavy "change"(root: i64, path: Str, what: i64, value: i64, more: i64) -> (i64) = change;
            [READS OUTSIDE] "FILE_REQUEST, 4 a byte of the path";
        /// Gives a file or folder another path: 0 renames it, 1 is a second name, 2 a link that leads to
        /// the old path.
        heavy "relate"(root: i64, what: i64, old: Str, new: Str) -> (i64) = relate;
            [READS OUTSIDE] "FILE_REQUEST, 4 a byte of the paths";
        /// The entries of a folder by name, each after a letter for its kind: d folder, l link, f file, o
        /// anything else. Names that are not UTF-8 are left out.
        heavy "readNames"(root: i64, path: Str) -> (i64, Slice<Str>) = read_names;
            [READS ALLOCATES OUTSIDE] "FILE_REQUEST, FOLDER_ENTRY an entry, allocations";
        /// Where a link leads.
        heavy "readLink"(root: i64, path: Str) -> (i64, Str) = read_link; [READS ALLOCATES OUTSIDE] "FILE_REQUEST, an allocation";
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
/// Bytes that one call reads or writes at most.
const MAX_TRANSFER: usize = 1 << 20;
/// Entries of a folder that are read.
const MAX_ENTRIES: usize = 1 << 20;

/// What is open, and whether what it leads to may be changed.
struct Open {
    file: File,
    writable: bool,
}

/// The open files of an isolate, by their handles.
#[derive(Default)]
struct Files(Vec<Option<Open>>);

impl Files {
    fn get(&self, handle: i64) -> Result<&Open, i64> {
        self.0.get(handle as usize).and_then(Option::as_ref).ok_or(failure::BAD_FILE)
    }

    fn add(&mut self, open: Open) -> Result<i64, i64> {
        let free = self.0.iter().position(Option::is_none).unwrap_or(self.0.len());
        if free == MAX_OPEN {
            return Err(failure::TOO_MANY_FILES);
        }
        if free == self.0.len() {
            self.0.push(None);
        }
        self.0[free] = Some(open);
        Ok(free as i64)
    }
}

/// The folder that relative paths begin at, if the program has chosen one.
#[derive(Default)]
struct WorkingFolder(Option<PathBuf>);

/// A path of the program's as the host has it.
fn resolved(caller: &mut Caller<'_>, path: &Path) -> PathBuf {
    match &caller.state::<WorkingFolder>().0 {
        Some(folder) => folder.join(path),
        None => caller.grants().working_folder().map_or_else(|| path.to_path_buf(), |f| f.join(path)),
    }
}

/// The number of a failure.
fn number(failure: &Failure) -> i64 {
    match failure {
        Failure::Escapes => failure::ESCAPES,
        Failure::System(error) => code(error),
    }
}

/// Where a path leads, from an open folder or as far as grants go.
fn place<'c>(
    caller: &mut Caller<'c>,
    root: i64,
    text: StrRef<'c>,
    access: Access,
    follow: bool,
) -> Result<ResolvedPath, i64> {
    let text = caller.bytes(text).to_vec();
    caller.charge_bytes(64 * text.len());
    caller.charge(gas::FILE_REQUEST);
    let path = files::path(&text).map_err(|e| code(&e))?;
    let denied = if access == Access::Write { failure::NOT_WRITABLE } else { failure::DENIED };
    if root >= 0 {
        caller.grants().ask(None);
        let open = caller.state::<Files>().get(root)?;
        if access == Access::Write && !open.writable {
            return Err(failure::NOT_WRITABLE);
        }
        return beneath::walk(open.file.as_fd(), path, follow).map_err(|e| number(&e));
    }
    let path = resolved(caller, path);
    let (folder, way) = caller.grants().beneath(&path, access, follow).map_err(|e| match code(&e) {
        failure::DENIED => denied,
        code => code,
    })?;
    let walked = beneath::root(folder).and_then(|root| beneath::walk(root.as_fd(), &way, follow));
    walked.map_err(|e| match e {
        Failure::Escapes => denied,
        Failure::System(error) => code(&error),
    })
}

fn working_dir<'c>(caller: &mut Caller<'c>) -> Result<StrRef<'c>, Stop> {
    caller.charge(gas::FILE_REQUEST);
    let here = resolved(caller, Path::new(""));
    let here = if here.as_os_str().is_empty() { Path::new(".") } else { &here };
    let here = caller.grants().readable(here).unwrap_or_default();
    caller.new_string(here.to_string_lossy().as_bytes())
}

fn change_dir<'c>(caller: &mut Caller<'c>, path: StrRef<'c>) -> Result<i64, Stop> {
    caller.charge(gas::FILE_REQUEST);
    let found = place(caller, -1, path, Access::Read, true)
        .and_then(|place| place.stat().map_err(|e| number(&e)))
        .and_then(|stat| match kind_of(FileType::from_raw_mode(stat.st_mode)) {
            FileKind::Folder => Ok(()),
            FileKind::Link | FileKind::File | FileKind::Other => Err(failure::NOT_DIR),
        });
    let text = caller.bytes(path).to_vec();
    let folder = found.and_then(|()| {
        let path = resolved(caller, files::path(&text).map_err(|e| code(&e))?);
        caller.grants().readable(&path).map_err(|e| code(&e))
    });
    Ok(match folder {
        Ok(folder) => {
            caller.state::<WorkingFolder>().0 = Some(folder);
            0
        }
        Err(code) => code,
    })
}

/// Failure, size, mode, seconds and nanoseconds of the last change.
type Facts = (i64, i64, i64, i64, i64);

// The widths of the fields differ from system to system.
#[allow(clippy::unnecessary_cast)]
fn facts(stat: Result<Stat, i64>) -> Facts {
    match stat {
        Err(code) => (code, 0, 0, 0, 0),
        Ok(stat) => {
            let kind = kind_of(FileType::from_raw_mode(stat.st_mode));
            let mode = files::go_mode(kind, stat.st_mode as u32);
            (0, stat.st_size as i64, i64::from(mode), stat.st_mtime as i64, stat.st_mtime_nsec as i64)
        }
    }
}

fn kind_of(kind: FileType) -> FileKind {
    match kind {
        FileType::Directory => FileKind::Folder,
        FileType::Symlink => FileKind::Link,
        FileType::RegularFile => FileKind::File,
        _ => FileKind::Other,
    }
}

fn stat<'c>(caller: &mut Caller<'c>, root: i64, path: StrRef<'c>, follow: bool) -> Result<Facts, Stop> {
    let place = place(caller, root, path, Access::Read, follow);
    Ok(facts(place.and_then(|place| place.stat().map_err(|e| number(&e)))))
}

fn stat_open(caller: &mut Caller<'_>, handle: i64) -> Result<Facts, Stop> {
    caller.charge(gas::FILE_REQUEST);
    let open = caller.state::<Files>().get(handle);
    Ok(facts(open.and_then(|open| rustix::fs::fstat(&open.file).map_err(|e| code(&e.into())))))
}

/// Flags as programs know them: those of Linux for x86-64.
fn open_flags(flags: i64) -> OFlags {
    let mut out = match flags & 3 {
        0 => OFlags::RDONLY,
        1 => OFlags::WRONLY,
        _ => OFlags::RDWR,
    };
    for (bit, flag) in [
        (0x40, OFlags::CREATE),
        (0x80, OFlags::EXCL),
        (0x200, OFlags::TRUNC),
        (0x400, OFlags::APPEND),
        (0x101000, OFlags::SYNC),
        (0x10000, OFlags::DIRECTORY),
    ] {
        if flags & bit == bit {
            out |= flag;
        }
    }
    out
}

fn open<'c>(
    caller: &mut Caller<'c>,
    root: i64,
    path: StrRef<'c>,
    flags: i64,
    mode: i64,
) -> Result<(i64, i64), Stop> {
    let flags = open_flags(flags);
    let changes = OFlags::WRONLY | OFlags::RDWR | OFlags::CREATE | OFlags::TRUNC | OFlags::APPEND;
    let writes = flags.intersects(changes);
    let follow = !flags.contains(OFlags::CREATE | OFlags::EXCL);
    let access = if writes { Access::Write } else { Access::Read };
    let opened = place(caller, root, path, access, follow).and_then(|place| {
        // What is neither file nor folder is not even opened, if it is there.
        let there = place.stat().map(|stat| kind_of(FileType::from_raw_mode(stat.st_mode)));
        if matches!(there, Ok(FileKind::Other)) {
            return Err(failure::DENIED);
        }
        place.open(flags, mode as u32).map_err(|e| number(&e))
    });
    let writable = writes || opened.is_ok() && may_write(caller, root, path);
    let handle = opened.and_then(|file| caller.state::<Files>().add(Open { file, writable }));
    Ok((handle.err().unwrap_or(0), handle.unwrap_or(-1)))
}

/// Whether what was opened to be read may also be changed through its handle. Asking is no denial.
fn may_write<'c>(caller: &mut Caller<'c>, root: i64, path: StrRef<'c>) -> bool {
    if root >= 0 {
        return caller.state::<Files>().get(root).is_ok_and(|open| open.writable);
    }
    let text = caller.bytes(path).to_vec();
    files::path(&text).is_ok_and(|path| {
        let path = resolved(caller, path);
        caller.grants().may_write(&path)
    })
}

/// Takes an open file out of the state of natives, which is borrowed together with guest memory, while
/// it is used.
fn with_file<'c, T>(
    caller: &mut Caller<'c>,
    handle: i64,
    f: impl FnOnce(&mut Caller<'c>, &mut Open) -> Result<T, i64>,
) -> Result<T, i64> {
    let place = caller.state::<Files>().0.get_mut(handle as usize);
    let mut open = place.and_then(Option::take).ok_or(failure::BAD_FILE)?;
    let result = f(caller, &mut open);
    if let Some(place) = caller.state::<Files>().0.get_mut(handle as usize) {
        *place = Some(open);
    }
    result
}

fn read_at<'c>(
    caller: &mut Caller<'c>,
    handle: i64,
    b: SliceRef<'c, u8>,
    offset: i64,
) -> Result<(i64, i64), Stop> {
    caller.charge(gas::FILE_REQUEST);
    let room = b.len().min(MAX_TRANSFER);
    let result = with_file(caller, handle, |caller, open| match open.file.metadata() {
        Ok(meta) if meta.is_dir() => Err(failure::IS_DIR),
        Ok(_) | Err(_) => {
            open.file.read_at(&mut caller.slice_mut(b)[..room], offset as u64).map_err(|e| code(&e))
        }
    });
    caller.charge_bytes(4 * result.unwrap_or(0));
    Ok((result.err().unwrap_or(0), result.unwrap_or(0) as i64))
}

fn write_at<'c>(
    caller: &mut Caller<'c>,
    handle: i64,
    b: SliceRef<'c, u8>,
    offset: i64,
) -> Result<(i64, i64), Stop> {
    caller.charge(gas::FILE_REQUEST);
    let n = b.len().min(MAX_TRANSFER);
    let result = with_file(caller, handle, |caller, open| {
        let text = caller.as_str(b);
        let bytes = &caller.bytes(text)[..n];
        let written =
            if offset < 0 { open.file.write(bytes) } else { open.file.write_at(bytes, offset as u64) };
        written.map_err(|e| code(&e))
    });
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

/// The answer of what only succeeds or fails.
fn done(result: Result<(), i64>) -> Result<i64, Stop> {
    Ok(result.err().unwrap_or(0))
}

fn change_open(caller: &mut Caller<'_>, handle: i64, what: i64, value: i64) -> Result<i64, Stop> {
    caller.charge(gas::FILE_REQUEST);
    done(with_file(caller, handle, |_, open| {
        if what == 0 {
            return open.file.sync_all().map_err(|e| code(&e));
        }
        if !open.writable {
            return Err(failure::NOT_WRITABLE);
        }
        if what == 1 {
            return open.file.set_len(value as u64).map_err(|e| code(&e));
        }
        let mode = rustix::fs::Mode::from_raw_mode(value as rustix::fs::RawMode & 0o7777);
        rustix::fs::fchmod(&open.file, mode).map_err(|e| code(&e.into()))
    }))
}

fn change<'c>(
    caller: &mut Caller<'c>,
    root: i64,
    path: StrRef<'c>,
    what: i64,
    value: i64,
    more: i64,
) -> Result<i64, Stop> {
    let follow = what >= 2;
    let at = place(caller, root, path, Access::Write, follow);
    done(at.and_then(|place| {
        let time = |nanos: i64| (nanos != i64::MIN).then_some(nanos);
        let changed = match what {
            0 => place.make_folder(value as u32),
            1 => place.remove(),
            2 => place.set_mode(value as u32),
            3 => place.truncate(value as u64),
            _ => place.set_times(time(value), time(more)),
        };
        changed.map_err(|e| number(&e))
    }))
}

fn relate<'c>(
    caller: &mut Caller<'c>,
    root: i64,
    what: i64,
    old: StrRef<'c>,
    new: StrRef<'c>,
) -> Result<i64, Stop> {
    let to = place(caller, root, new, Access::Write, false);
    let changed = match what {
        2 => {
            let target = caller.bytes(old).to_vec();
            to.and_then(|to| {
                let target = files::path(&target).map_err(|e| code(&e))?;
                to.symbolic_link(target).map_err(|e| number(&e))
            })
        }
        _ => to.and_then(|to| {
            let from = place(caller, root, old, Access::Write, false)?;
            let changed = if what == 0 { from.rename(&to) } else { from.hard_link(&to) };
            changed.map_err(|e| number(&e))
        }),
    };
    done(changed)
}

/// The names in a folder, each after the letter of its kind.
fn names_in(place: &ResolvedPath) -> Result<Vec<String>, Failure> {
    let folder = place.open(OFlags::RDONLY | OFlags::DIRECTORY, 0)?;
    let mut names = Vec::new();
    for entry in rustix::fs::Dir::read_from(&folder)?.take(MAX_ENTRIES) {
        let entry = entry?;
        let Ok(name) = entry.file_name().to_str() else { continue };
        if name == "." || name == ".." {
            continue;
        }
        let kind = match entry.file_type() {
            FileType::Unknown => {
                let flags = rustix::fs::AtFlags::SYMLINK_NOFOLLOW;
                FileType::from_raw_mode(rustix::fs::statat(&folder, entry.file_name(), flags)?.st_mode)
            }
            kind => kind,
        };
        names.push(format!("{}{name}", kind_of(kind).letter()));
    }
    names.sort_unstable_by(|a, b| a[1..].cmp(&b[1..]));
    Ok(names)
}

fn read_names<'c>(
    caller: &mut Caller<'c>,
    root: i64,
    path: StrRef<'c>,
) -> Result<(i64, SliceRef<'c, Str>), Stop> {
    let place = place(caller, root, path, Access::Read, true);
    let listed = place.and_then(|place| names_in(&place).map_err(|e| number(&e)));
    let (failure, names) = listed.map_or_else(|e| (e, Vec::new()), |names| (0, names));
    caller.charge(gas::FOLDER_ENTRY * names.len() as i64);
    Ok((failure, caller.new_strings(names.iter())?))
}

fn read_link<'c>(caller: &mut Caller<'c>, root: i64, path: StrRef<'c>) -> Result<(i64, StrRef<'c>), Stop> {
    let place = place(caller, root, path, Access::Read, false);
    let target = place.and_then(|place| place.read_link().map_err(|e| number(&e)));
    let (failure, text) = target.map_or_else(|e| (e, Vec::new()), |text| (0, text));
    Ok((failure, caller.new_string(&text)?))
}
