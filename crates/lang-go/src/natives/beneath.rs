//! Paths beneath an open folder, walked part by part, so that neither `..` nor links lead out of it,
//! even if another process changes the folders meanwhile. Nothing here follows a link by itself: what is
//! opened last is opened without following.

use std::collections::VecDeque;
use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::ffi::{OsStrExt as _, OsStringExt as _};
use std::path::{Component, Path};

use rustix::fs::{AtFlags, CWD, Mode, OFlags, Stat};
use rustix::io::Errno;

/// Links that are followed on one way.
const MAX_LINKS: usize = 40;
/// Parts of a path, those of links included.
const MAX_PARTS: usize = 4096;

/// Why a path leads nowhere.
#[derive(Debug)]
pub(super) enum Failure {
    /// The path leads out of the folder.
    Escapes,
    /// What the system says.
    System(io::Error),
}

impl From<Errno> for Failure {
    fn from(errno: Errno) -> Failure {
        Failure::System(errno.into())
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure::System(error)
    }
}

type Result<T> = std::result::Result<T, Failure>;

/// Opens a folder to begin at; links on the way are followed.
pub(super) fn root(path: &Path) -> Result<OwnedFd> {
    Ok(rustix::fs::openat(CWD, path, OFlags::DIRECTORY | OFlags::RDONLY | OFlags::CLOEXEC, Mode::empty())?)
}

/// Where a path leads: the folder, and the name in it, `.` for the folder itself. What has this name is
/// no link, if links were to be followed, and perhaps is not there.
#[derive(Debug)]
pub(super) struct ResolvedPath {
    folder: OwnedFd,
    name: OsString,
    /// The path ended in a slash, or in `.` or `..`.
    must_be_folder: bool,
}

fn parts_of(path: &Path) -> impl DoubleEndedIterator<Item = OsString> {
    path.components().map(|part| part.as_os_str().to_os_string())
}

fn has_slash_at_end(path: &Path) -> bool {
    let bytes = path.as_os_str().as_bytes();
    bytes.ends_with(b"/") || bytes.ends_with(b"/.") || bytes == b"."
}

/// Walks from a folder.
pub(super) fn walk(root: BorrowedFd<'_>, path: &Path, follow: bool) -> Result<ResolvedPath> {
    if path.as_os_str().is_empty() {
        return Err(Errno::NOENT.into());
    }
    let mut parts: VecDeque<OsString> = parts_of(path).collect();
    let mut must_be_folder = has_slash_at_end(path);
    let mut above: Vec<OwnedFd> = vec![root.try_clone_to_owned()?];
    let (mut links, mut seen) = (0, 0);
    while let Some(part) = parts.pop_front() {
        seen += 1;
        if seen > MAX_PARTS {
            return Err(Errno::NAMETOOLONG.into());
        }
        let here = above.last().ok_or(Failure::Escapes)?;
        match Path::new(&part).components().next() {
            None | Some(Component::CurDir) => continue,
            Some(Component::RootDir | Component::Prefix(_)) => return Err(Failure::Escapes),
            Some(Component::ParentDir) => {
                above.pop();
                if above.is_empty() {
                    return Err(Failure::Escapes);
                }
                continue;
            }
            Some(Component::Normal(_)) => {}
        }
        let last = parts.is_empty();
        let target = if !last || follow || must_be_folder { link(here.as_fd(), &part)? } else { None };
        if let Some(target) = target {
            links += 1;
            if links > MAX_LINKS {
                return Err(Errno::LOOP.into());
            }
            must_be_folder |= last && has_slash_at_end(&target);
            for part in parts_of(&target).rev() {
                parts.push_front(part);
            }
            continue;
        }
        if last {
            let folder = above.pop().ok_or(Failure::Escapes)?;
            return Ok(ResolvedPath { folder, name: part, must_be_folder });
        }
        let flags = OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC | SEARCH;
        let next = rustix::fs::openat(here, &part, flags, Mode::empty()).map_err(|e| match e {
            // Another program made it a link just now.
            Errno::LOOP => Errno::NOTDIR,
            e => e,
        })?;
        above.push(next);
    }
    let folder = above.pop().ok_or(Failure::Escapes)?;
    Ok(ResolvedPath { folder, name: ".".into(), must_be_folder: true })
}

/// Folders on the way need not be readable.
#[cfg(any(target_os = "linux", target_os = "android"))]
const SEARCH: OFlags = OFlags::PATH;
#[cfg(not(any(target_os = "linux", target_os = "android")))]
const SEARCH: OFlags = OFlags::RDONLY;

/// Where a name leads, if it is a link.
fn link(folder: BorrowedFd<'_>, name: &OsStr) -> Result<Option<std::path::PathBuf>> {
    match rustix::fs::readlinkat(folder, name, Vec::new()) {
        Ok(target) => Ok(Some(OsString::from_vec(target.into_bytes()).into())),
        Err(Errno::INVAL | Errno::NOENT) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

fn mode(bits: u32) -> Mode {
    Mode::from_raw_mode(bits as rustix::fs::RawMode & 0o7777)
}

impl ResolvedPath {
    /// Opens what is there, or makes it, as the flags say.
    pub(super) fn open(&self, flags: OFlags, bits: u32) -> Result<File> {
        let mut flags = flags | OFlags::NOFOLLOW | OFlags::CLOEXEC | OFlags::NONBLOCK | OFlags::NOCTTY;
        if self.must_be_folder {
            if flags.contains(OFlags::CREATE) {
                return Err(Errno::ISDIR.into());
            }
            flags |= OFlags::DIRECTORY;
        }
        Ok(File::from(rustix::fs::openat(&self.folder, &self.name, flags, mode(bits))?))
    }

    pub(super) fn stat(&self) -> Result<Stat> {
        let stat = rustix::fs::statat(&self.folder, &self.name, AtFlags::SYMLINK_NOFOLLOW)?;
        if self.must_be_folder && !rustix::fs::FileType::from_raw_mode(stat.st_mode).is_dir() {
            return Err(Errno::NOTDIR.into());
        }
        Ok(stat)
    }

    pub(super) fn make_folder(&self, bits: u32) -> Result<()> {
        Ok(rustix::fs::mkdirat(&self.folder, &self.name, mode(bits))?)
    }

    /// Removes a file or an empty folder.
    pub(super) fn remove(&self) -> Result<()> {
        let file = if self.must_be_folder {
            Err(Errno::NOTDIR)
        } else {
            rustix::fs::unlinkat(&self.folder, &self.name, AtFlags::empty())
        };
        let Err(error) = file else { return Ok(()) };
        match rustix::fs::unlinkat(&self.folder, &self.name, AtFlags::REMOVEDIR) {
            Ok(()) => Ok(()),
            Err(Errno::NOTDIR) => Err(error.into()),
            Err(other) => Err(other.into()),
        }
    }

    /// What is opened to be changed: for writing if that is allowed, else for reading.
    fn open_to_change(&self) -> Result<File> {
        match self.open(OFlags::RDONLY, 0) {
            Err(Failure::System(e)) if e.raw_os_error() == Some(Errno::ACCESS.raw_os_error()) => {
                self.open(OFlags::WRONLY, 0)
            }
            other => other,
        }
    }

    pub(super) fn set_mode(&self, bits: u32) -> Result<()> {
        Ok(rustix::fs::fchmod(self.open_to_change()?, mode(bits))?)
    }

    /// Sets the times of access and change, in nanoseconds since 1970; `None` leaves one as it is.
    pub(super) fn set_times(&self, access: Option<i64>, change: Option<i64>) -> Result<()> {
        let spec = |nanos: Option<i64>| match nanos {
            Some(n) => rustix::fs::Timespec {
                tv_sec: n.div_euclid(1_000_000_000),
                tv_nsec: n.rem_euclid(1_000_000_000) as _,
            },
            None => rustix::fs::Timespec { tv_sec: 0, tv_nsec: rustix::fs::UTIME_OMIT as _ },
        };
        if self.must_be_folder {
            self.stat()?;
        }
        let times = rustix::fs::Timestamps { last_access: spec(access), last_modification: spec(change) };
        Ok(rustix::fs::utimensat(&self.folder, &self.name, &times, AtFlags::SYMLINK_NOFOLLOW)?)
    }

    pub(super) fn truncate(&self, size: u64) -> Result<()> {
        Ok(self.open(OFlags::WRONLY, 0)?.set_len(size)?)
    }

    pub(super) fn read_link(&self) -> Result<Vec<u8>> {
        if self.must_be_folder {
            self.stat()?;
        }
        Ok(rustix::fs::readlinkat(&self.folder, &self.name, Vec::new())?.into_bytes())
    }

    pub(super) fn rename(&self, to: &ResolvedPath) -> Result<()> {
        Ok(rustix::fs::renameat(&self.folder, &self.name, &to.folder, &to.name)?)
    }

    pub(super) fn hard_link(&self, to: &ResolvedPath) -> Result<()> {
        Ok(rustix::fs::linkat(&self.folder, &self.name, &to.folder, &to.name, AtFlags::empty())?)
    }

    pub(super) fn symbolic_link(&self, target: &Path) -> Result<()> {
        Ok(rustix::fs::symlinkat(target, &self.folder, &self.name)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::symlink;

    #[test]
    fn nothing_leads_out() {
        let base = std::env::temp_dir().join(format!("purlin-beneath-{}", std::process::id()));
        let inside = base.join("inside");
        std::fs::create_dir_all(inside.join("a/b")).unwrap();
        std::fs::write(inside.join("a/file"), "x").unwrap();
        std::fs::write(base.join("secret"), "s").unwrap();
        for (target, name) in [
            ("../..", "a/out"),
            ("/etc/passwd", "absolute"),
            ("b/../file", "a/ok"),
            ("../secret", "secret"),
            ("loop", "loop"),
            ("../new", "dangling"),
            ("a", "folder"),
        ] {
            symlink(target, inside.join(name)).unwrap();
        }
        let root = root(&inside).unwrap();
        let text = |path: &str, follow| match walk(root.as_fd(), Path::new(path), follow) {
            Ok(place) => match place.stat() {
                Ok(stat) => format!("{} {}", place.name.display(), stat.st_mode >> 12),
                Err(Failure::System(e)) => format!("{} error {:?}", place.name.display(), e.raw_os_error()),
                Err(Failure::Escapes) => unreachable!(),
            },
            Err(Failure::Escapes) => "escapes".into(),
            Err(Failure::System(e)) => format!("error {:?}", e.raw_os_error()),
        };
        for (path, follow, want) in [
            ("a/file", true, "file 8"),
            ("a/b/../file", true, "file 8"),
            ("a/ok", true, "file 8"),
            ("a/ok", false, "ok 10"),
            ("folder/file", true, "file 8"),
            ("folder/", false, "a 4"),
            (".", true, ". 4"),
            ("a/..", true, ". 4"),
            ("a/../..", true, "escapes"),
            ("..", true, "escapes"),
            ("/etc", true, "escapes"),
            ("absolute", true, "escapes"),
            ("absolute", false, "absolute 10"),
            ("a/out/secret", true, "escapes"),
            ("secret", true, "escapes"),
            ("dangling", true, "escapes"),
            ("loop", true, "error Some(40)"),
            ("a/file/x", true, "error Some(20)"),
            ("none/x", true, "error Some(2)"),
            ("none", true, "none error Some(2)"),
            ("", true, "error Some(2)"),
        ] {
            assert_eq!(text(path, follow), want, "{path}");
        }
        std::fs::remove_dir_all(&base).unwrap();
    }
}
