//! Files of programs, as far as the isolate's grants go, for the libraries of guests. A path is walked from
//! the folder that was granted, part by part and without following links, as [`Grants::beneath`] has resolved
//! them: what another process changes meanwhile leads nowhere else. Knows no guest.
//!
//! [`Grants::beneath`]: crate::grants::Grants::beneath

use std::ffi::OsString;
use std::fmt;
use std::fs::File;
use std::io::{self, ErrorKind, Write as _};
use std::os::fd::OwnedFd;
use std::os::unix::fs::FileExt as _;
use std::path::{Component, Path};

use purlin_base::gas;
use rustix::fs::{AtFlags, CWD, FileType, Mode as Permissions, OFlags, Stat};

use crate::grants::Access;
use crate::native::Caller;

/// Files that a program may have open at once.
const MAX_OPEN: usize = 256;
/// Bytes that one call reads or writes at most.
pub const MAX_TRANSFER: usize = 1 << 20;

/// What a file is opened for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    /// Reading a file that is there.
    Read,
    /// Writing a file, which is made or emptied.
    Write,
    /// Writing at the end of a file, which is made if it is not there.
    Append,
    /// Reading and writing a file that is there.
    Update,
    /// Reading and writing a file, which is made or emptied.
    Create,
}

impl Mode {
    fn flags(self) -> OFlags {
        match self {
            Mode::Read => OFlags::RDONLY,
            Mode::Write => OFlags::WRONLY | OFlags::CREATE | OFlags::TRUNC,
            Mode::Append => OFlags::WRONLY | OFlags::CREATE | OFlags::APPEND,
            Mode::Update => OFlags::RDWR,
            Mode::Create => OFlags::RDWR | OFlags::CREATE | OFlags::TRUNC,
        }
    }

    fn access(self) -> Access {
        if self == Mode::Read { Access::Read } else { Access::Write }
    }
}

/// What a path leads to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FileKind {
    /// A file with bytes.
    File,
    Folder,
    /// A device, a pipe, a socket.
    Other,
}

/// What is known of a file or folder.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Status {
    pub kind: FileKind,
    /// The size of a file.
    pub bytes: u64,
}

/// Why something was not done. As text it is the reason, for a sentence that names the file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FileError {
    /// The program may not see it, whether it exists or not.
    NotReadable,
    /// The program may not change it, whether it exists or not.
    NotWritable,
    /// The path leads to a folder, or to what is neither a file nor a folder.
    NoFile(FileKind),
    /// The program has as many files open as it may.
    TooMany,
    /// No file is open by this handle.
    NotOpen,
    /// What the system says.
    System(ErrorKind),
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FileError::NotReadable => f.write_str("reading it is not granted"),
            FileError::NotWritable => f.write_str("writing it is not granted"),
            FileError::NoFile(FileKind::Folder) => f.write_str("it is a folder"),
            FileError::NoFile(FileKind::File | FileKind::Other) => f.write_str("it is no file"),
            FileError::TooMany => write!(f, "{MAX_OPEN} files are open already"),
            FileError::NotOpen => f.write_str("it is not open"),
            FileError::System(ErrorKind::NotFound) => f.write_str("there is no such file"),
            FileError::System(kind) => write!(f, "{kind}"),
        }
    }
}

impl std::error::Error for FileError {}

impl From<io::Error> for FileError {
    fn from(error: io::Error) -> FileError {
        FileError::System(error.kind())
    }
}

impl From<rustix::io::Errno> for FileError {
    fn from(error: rustix::io::Errno) -> FileError {
        io::Error::from(error).into()
    }
}

/// The open files of an isolate, by their handles.
#[derive(Default)]
struct OpenFiles(Vec<Option<File>>);

impl OpenFiles {
    fn get(&self, handle: i64) -> Result<&File, FileError> {
        let file = usize::try_from(handle).ok().and_then(|n| self.0.get(n)?.as_ref());
        file.ok_or(FileError::NotOpen)
    }

    /// The handle of the next file.
    fn free(&self) -> Result<usize, FileError> {
        let free = self.0.iter().position(Option::is_none).unwrap_or(self.0.len());
        if free < MAX_OPEN { Ok(free) } else { Err(FileError::TooMany) }
    }

    fn set(&mut self, handle: usize, file: File) {
        self.0.resize_with(self.0.len().max(handle + 1), || None);
        self.0[handle] = Some(file);
    }
}

/// The folder that a path of the program's leads to and the name in it, `.` for the folder itself.
fn place(caller: &mut Caller<'_>, path: &str, access: Access) -> Result<(OwnedFd, OsString), FileError> {
    caller.charge_bytes(64 * path.len());
    caller.charge(gas::FILE_REQUEST);
    if path.is_empty() {
        return Err(FileError::System(ErrorKind::NotFound));
    }
    let denied = if access == Access::Write { FileError::NotWritable } else { FileError::NotReadable };
    let grants = caller.grants();
    let path = grants.working_folder().map_or_else(|| path.into(), |folder| folder.join(path));
    let (root, way) = grants.beneath(&path, access, true).map_err(|error| match error.kind() {
        ErrorKind::PermissionDenied => denied,
        kind => FileError::System(kind),
    })?;
    walk(root, &way, denied)
}

fn walk(root: &Path, way: &Path, denied: FileError) -> Result<(OwnedFd, OsString), FileError> {
    let flags = OFlags::DIRECTORY | OFlags::RDONLY | OFlags::CLOEXEC;
    let mut folder = rustix::fs::openat(CWD, root, flags, Permissions::empty())?;
    let mut name: Option<OsString> = None;
    for part in way.components() {
        let next = match part {
            Component::CurDir => continue,
            Component::Normal(next) => next.to_os_string(),
            Component::ParentDir | Component::RootDir | Component::Prefix(_) => return Err(denied),
        };
        if let Some(inner) = name.replace(next) {
            folder = rustix::fs::openat(&folder, inner, flags | OFlags::NOFOLLOW, Permissions::empty())?;
        }
    }
    Ok((folder, name.unwrap_or_else(|| ".".into())))
}

// The widths of the fields differ from system to system.
#[allow(clippy::unnecessary_cast)]
fn status_from(stat: &Stat) -> Status {
    let kind = match FileType::from_raw_mode(stat.st_mode) {
        FileType::RegularFile => FileKind::File,
        FileType::Directory => FileKind::Folder,
        _ => FileKind::Other,
    };
    Status { kind, bytes: stat.st_size as u64 }
}

/// Opens a file: its handle. What is no file is not opened, as that could wait for ever.
///
/// # Errors
/// If it is not granted, not there or no file, if there are too many, or what the system says.
pub fn open(caller: &mut Caller<'_>, path: &str, mode: Mode) -> Result<i64, FileError> {
    let (folder, name) = place(caller, path, mode.access())?;
    let handle = caller.state::<OpenFiles>().free()?;
    let there = rustix::fs::statat(&folder, &name, AtFlags::SYMLINK_NOFOLLOW).map(|stat| status_from(&stat));
    if let Ok(Status { kind: kind @ (FileKind::Folder | FileKind::Other), .. }) = there {
        return Err(FileError::NoFile(kind));
    }
    let flags = mode.flags() | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
    let file = rustix::fs::openat(&folder, &name, flags, Permissions::from_raw_mode(0o666))?;
    let opened = status_from(&rustix::fs::fstat(&file)?);
    if opened.kind != FileKind::File {
        return Err(FileError::NoFile(opened.kind));
    }
    caller.state::<OpenFiles>().set(handle, file.into());
    Ok(handle as i64)
}

/// Some bytes of an open file from a place on: up to `most`, and none at its end.
///
/// # Errors
/// If it is not open for reading, or what the system says.
pub fn read(caller: &mut Caller<'_>, handle: i64, from: u64, most: usize) -> Result<Vec<u8>, FileError> {
    caller.charge(gas::FILE_REQUEST);
    let mut bytes = vec![0; most.min(MAX_TRANSFER)];
    let count = caller.state::<OpenFiles>().get(handle)?.read_at(&mut bytes, from)?;
    bytes.truncate(count);
    caller.charge_bytes(4 * count);
    Ok(bytes)
}

/// Writes bytes to an open file, at a place or where the file's mode says: how many, up to
/// [`MAX_TRANSFER`].
///
/// # Errors
/// If it is not open for writing, or what the system says.
pub fn write(
    caller: &mut Caller<'_>,
    handle: i64,
    bytes: &[u8],
    to: Option<u64>,
) -> Result<usize, FileError> {
    caller.charge(gas::FILE_REQUEST);
    let bytes = &bytes[..bytes.len().min(MAX_TRANSFER)];
    let mut file = caller.state::<OpenFiles>().get(handle)?;
    let count = match to {
        Some(place) => file.write_at(bytes, place)?,
        None => file.write(bytes)?,
    };
    caller.charge_bytes(4 * count);
    Ok(count)
}

/// Closes a file; nothing if it is not open.
pub fn close(caller: &mut Caller<'_>, handle: i64) {
    caller.charge(gas::FILE_REQUEST);
    let place = usize::try_from(handle).ok().and_then(|n| caller.state::<OpenFiles>().0.get_mut(n));
    if let Some(place) = place {
        *place = None;
    }
}

/// What is known of an open file.
///
/// # Errors
/// If it is not open, or what the system says.
pub fn status_of(caller: &mut Caller<'_>, handle: i64) -> Result<Status, FileError> {
    caller.charge(gas::FILE_REQUEST);
    let file = caller.state::<OpenFiles>().get(handle)?;
    Ok(status_from(&rustix::fs::fstat(file)?))
}

/// What a path leads to.
///
/// # Errors
/// If it is not granted or not there, or what the system says.
pub fn status(caller: &mut Caller<'_>, path: &str) -> Result<Status, FileError> {
    let (folder, name) = place(caller, path, Access::Read)?;
    let stat = rustix::fs::statat(&folder, &name, AtFlags::SYMLINK_NOFOLLOW)?;
    Ok(status_from(&stat))
}

/// Removes a file.
///
/// # Errors
/// If it is not granted, not there or a folder, or what the system says.
pub fn remove(caller: &mut Caller<'_>, path: &str) -> Result<(), FileError> {
    let (folder, name) = place(caller, path, Access::Write)?;
    let stat = rustix::fs::statat(&folder, &name, AtFlags::SYMLINK_NOFOLLOW)?;
    match status_from(&stat).kind {
        FileKind::Folder => Err(FileError::NoFile(FileKind::Folder)),
        FileKind::File | FileKind::Other => Ok(rustix::fs::unlinkat(&folder, &name, AtFlags::empty())?),
    }
}
