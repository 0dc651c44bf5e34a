//! Files and folders for a while, by names that tell whose they are, and the removal of what a killed process
//! has left. Knows nothing of tests.
//!
//! The process that owns one holds a lock on it, which the system drops with the process: what nothing has
//! locked belongs to no process, wherever that ran.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::Path;
use std::time::{Duration, SystemTime};

use tempfile::{Builder, TempDir};

/// What the names of folders for the files of programs under test begin with.
pub(super) const TESTS: &str = "purlin-test-";
/// The variable that says where temporary files go.
pub(super) const TEMPORARY: &str = "TMPDIR";
/// What is younger is left alone: its process may be about to lock it.
const AGE: Duration = Duration::from_secs(2);
/// What is younger is left alone where the file system has no locks.
const AGE_WITHOUT_LOCKS: Duration = Duration::from_secs(3600);

/// A name that begins with `prefix`, and as long in all processes.
pub(super) fn name(prefix: &str, number: usize) -> String {
    format!("{prefix}{:010}-{number:06}", std::process::id())
}

/// What makes a file or folder of a name, and removes it when its owner is gone.
pub(super) fn builder<'a>(name: &'a str) -> Builder<'a, 'static> {
    let mut builder = Builder::new();
    builder.prefix(name);
    builder
}

/// A folder that is removed when it is dropped, or by a later process if this one is killed.
pub(super) struct Folder {
    folder: TempDir,
    /// Keeps the lock. The system gives no lock on some folders; then age decides.
    _lock: Option<File>,
}

impl Folder {
    pub(super) fn new(folder: TempDir) -> Folder {
        let lock = File::open(folder.path()).ok().filter(|file| file.try_lock().is_ok());
        Folder { folder, _lock: lock }
    }

    pub(super) fn path(&self) -> &Path {
        self.folder.path()
    }
}

/// A folder for the files of the package with a number. Its path is the same in each run of the process, and
/// as long in all processes: what programs do with it costs gas.
pub(super) fn temporary(number: usize) -> io::Result<Folder> {
    let name = name(TESTS, number);
    let fixed = builder(&name).rand_bytes(0).tempdir();
    // Something that was left there is not touched.
    fixed.or_else(|_| builder(&name).tempdir()).map(Folder::new)
}

/// Removes what processes that are no longer there have left in a folder by names that begin with `prefix`.
pub(super) fn remove(folder: &Path, prefix: &str) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let name = entry.file_name();
        let process =
            name.to_str().and_then(|name| name.strip_prefix(prefix)?.get(..10)?.parse::<u32>().ok());
        let Some(process) = process else { continue };
        let changed = entry.metadata().and_then(|m| m.modified());
        let age = changed.ok().and_then(|at| SystemTime::now().duration_since(at).ok()).unwrap_or_default();
        let is_left = match locked(&entry.path()) {
            Ok(locked) => !locked && age > AGE,
            Err(_) => age > AGE_WITHOUT_LOCKS && !Path::new("/proc").join(process.to_string()).exists(),
        };
        if is_left {
            // What belongs to another user stays.
            let _ = fs::remove_dir_all(entry.path()).or_else(|_| fs::remove_file(entry.path()));
        }
    }
}

/// Whether a process holds the lock of a file or folder.
fn locked(path: &Path) -> io::Result<bool> {
    match File::open(path)?.try_lock() {
        Ok(()) => Ok(false),
        Err(TryLockError::WouldBlock) => Ok(true),
        Err(TryLockError::Error(error)) => Err(error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_processes_have_left_is_removed() {
        let folder = tempfile::tempdir().expect("a folder");
        let old = SystemTime::now() - 2 * AGE;
        let make = |name: &str, at: SystemTime| {
            let file = File::create(folder.path().join(name)).expect("a file");
            file.set_modified(at).expect("a time");
            file
        };
        make("x-4000000000-000001", old);
        make("x-4000000000-000002", SystemTime::now());
        let mine = make(&name("x-", 3), old);
        mine.try_lock().expect("nothing else has it");
        make("x-else", old);
        make("y-4000000000-000001", old);
        remove(folder.path(), "x-");
        let left = || fs::read_dir(folder.path()).expect("the folder").count();
        assert_eq!(left(), 4, "only the first is old and of no process");
        drop(mine);
        remove(folder.path(), "x-");
        assert_eq!(left(), 3, "its process no longer holds the lock");
    }

    #[test]
    fn folders_are_locked_while_they_are_used() {
        let above = tempfile::tempdir().expect("a folder");
        let name = name("z-", 1);
        let folder = Folder::new(builder(&name).tempdir_in(above.path()).expect("a folder"));
        assert!(locked(folder.path()).expect("it can be asked"));
        let path = folder.path().to_path_buf();
        drop(folder);
        assert!(!path.exists());
    }
}
