//! Writes files that are there whole or not at all, whatever happens meanwhile. Knows nothing of tests.
//!
//! A file has no name until all of it is on disk, where the system can do that: a process that is killed then
//! leaves nothing. A file that takes the place of another one needs a name for the moment between two
//! requests; it is locked meanwhile, so that the next process knows whether it was left there.

use std::fs::File;
use std::io::{self, Write as _};
use std::path::Path;

use super::leftovers;

/// What the names of files begin with until they are in their place.
const PREFIX: &str = ".purlin-";

/// Writes a file so that it is the old one or the new one, whole, whatever happens.
pub(super) fn replace(path: &Path, text: &str) -> io::Result<()> {
    let folder = path.parent().ok_or_else(|| io::Error::other("it has no folder"))?;
    leftovers::remove(folder, PREFIX);
    let permissions = std::fs::metadata(path)?.permissions();
    write(folder, path, text, &permissions)
}

/// Writes a new file so that it is there whole or not at all, in folders that are made for it.
pub(super) fn write_whole(path: &Path, text: &str) -> io::Result<()> {
    let folder = path.parent().ok_or_else(|| io::Error::other("it has no folder"))?;
    std::fs::create_dir_all(folder)?;
    // Other programs take every file of the folder for one of its kind.
    let beside = folder.parent().unwrap_or(folder);
    leftovers::remove(beside, PREFIX);
    #[cfg(unix)]
    let permissions = std::os::unix::fs::PermissionsExt::from_mode(0o644);
    #[cfg(not(unix))]
    let permissions = std::fs::metadata(beside)?.permissions();
    write(beside, path, text, &permissions)
}

/// Writes a file by way of one without a name in a folder, or with a name where that is not possible.
fn write(folder: &Path, path: &Path, text: &str, permissions: &std::fs::Permissions) -> io::Result<()> {
    if let Some(file) = nameless::file(folder) {
        fill(&file, text, permissions)?;
        if nameless::name(&file, path) {
            return Ok(());
        }
        // Something is there, whose place the file takes.
        file.lock()?;
        let name = leftovers::name(PREFIX, 0);
        let beside = folder.join(name);
        if nameless::name(&file, &beside) {
            return std::fs::rename(&beside, path).inspect_err(|_| _ = std::fs::remove_file(&beside));
        }
    }
    let file = leftovers::builder(&leftovers::name(PREFIX, 1)).tempfile_in(folder)?;
    // Without a lock age decides whether it was left behind.
    let _ = file.as_file().try_lock();
    fill(file.as_file(), text, permissions)?;
    file.persist(path).map_err(|e| e.error)?;
    Ok(())
}

/// Writes all of a file to the disk.
fn fill(mut file: &File, text: &str, permissions: &std::fs::Permissions) -> io::Result<()> {
    file.write_all(text.as_bytes())?;
    file.set_permissions(permissions.clone())?;
    file.sync_all()
}

#[cfg(target_os = "linux")]
mod nameless {
    //! Files that get their name when they are finished.

    use std::fs::File;
    use std::os::fd::AsRawFd as _;
    use std::path::Path;

    use rustix::fs::{AtFlags, CWD, Mode, OFlags, linkat, open};

    /// A file without a name in a folder, if its file system has such files.
    pub(super) fn file(folder: &Path) -> Option<File> {
        let flags = OFlags::TMPFILE | OFlags::WRONLY | OFlags::CLOEXEC;
        open(folder, flags, Mode::RUSR | Mode::WUSR).ok().map(File::from)
    }

    /// Gives the file a name that nothing has; whether it has got it.
    pub(super) fn name(file: &File, path: &Path) -> bool {
        let own = format!("/proc/self/fd/{}", file.as_raw_fd());
        linkat(CWD, own, CWD, path, AtFlags::SYMLINK_FOLLOW).is_ok()
    }
}

#[cfg(not(target_os = "linux"))]
mod nameless {
    //! There are no files without names.

    use std::fs::File;
    use std::path::Path;

    pub(super) fn file(_folder: &Path) -> Option<File> {
        None
    }

    pub(super) fn name(_file: &File, _path: &Path) -> bool {
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_new_or_take_the_place_of_others_and_nothing_else_is_there() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("below/x/file");
        write_whole(&path, "one").expect("it is written");
        write_whole(&path, "two").expect("it takes the place of the first");
        replace(&path, "three").expect("it takes the place of the second");
        assert_eq!(std::fs::read_to_string(&path).expect("it is there"), "three");
        let names = |path: &Path| std::fs::read_dir(path).expect("a folder").count();
        assert_eq!((names(&folder.path().join("below/x")), names(&folder.path().join("below"))), (1, 1));
        assert!(replace(&folder.path().join("none"), "x").is_err());
    }
}
