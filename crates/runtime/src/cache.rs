//! A folder in which compiled modules wait for the next process that wants them.
//!
//! What is read from the folder is [`Trusted`], as only processes of this user can have written it: the
//! folder and each file in it belong to the user and are writable by no one else, and both are looked at
//! before anything is read. Those processes could as well write into the memory of this one. Knows nothing of
//! what the entries mean: who reads one must make sure that it is undamaged and the right one.
//!
//! Entries appear by renaming, so that a reader sees all of one or nothing. No lock is taken; of two writers
//! of one entry the later one has it.

use std::fs::{self, DirBuilder, File, OpenOptions, TryLockError};
use std::io::{self, Write as _};
use std::os::unix::fs::{DirBuilderExt as _, OpenOptionsExt as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, SystemTime};

use crate::trusted::{Trusted, own_file, own_folder};

/// The end of the name of every entry.
const SUFFIX: &str = ".purlin";
/// The end of the name of a file that is being written.
const UNFINISHED: &str = ".tmp";
/// A file that is this old, still not finished, and locked by no process was left by one that was killed.
const ABANDONED: Duration = Duration::from_secs(2);
/// The age at which it was where the file system has no locks.
const ABANDONED_WITHOUT_LOCKS: Duration = Duration::from_secs(3600);

/// See the file's header.
#[derive(Clone, Debug)]
pub struct Folder {
    path: PathBuf,
    /// Bytes that all entries may have.
    most: u64,
}

impl Folder {
    /// The folder at a path, which is created (for this user alone) if it does not exist. When more than
    /// `most` bytes are stored, the entries that were not used for the longest time are removed.
    ///
    /// # Errors
    /// It cannot be created, is no folder, belongs to another user, or others may write in it.
    pub fn open(path: impl Into<PathBuf>, most: u64) -> io::Result<Folder> {
        let path = path.into();
        DirBuilder::new().recursive(true).mode(0o700).create(&path)?;
        own_folder(&path)?;
        Ok(Folder { path, most })
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    fn file(&self, name: &str) -> PathBuf {
        self.path.join(format!("{name}{SUFFIX}"))
    }

    /// The entry of that name, of letters and digits, if there is one that only this user can have written.
    pub fn load(&self, name: &str) -> Option<Trusted> {
        let (trusted, file) = own_file(&self.file(name)).ok()?;
        // Used last now; a file system on which that cannot be noted removes entries in another order.
        let _ = file.set_modified(SystemTime::now());
        Some(trusted)
    }

    /// Stores an entry, in the place of one of that name.
    ///
    /// # Errors
    /// It cannot be written. Then nothing has changed.
    pub fn store(&self, name: &str, bytes: &[u8]) -> io::Result<()> {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        if bytes.len() as u64 > self.most {
            return Err(io::Error::other("the entry is larger than the folder may be"));
        }
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let unfinished = self.path.join(format!("{name}-{}-{number}{UNFINISHED}", std::process::id()));
        let written = write_new(&unfinished, bytes);
        // The file stays open, and so locked, until it has its name.
        let written = written.and_then(|_file| fs::rename(&unfinished, self.file(name)));
        if written.is_err() {
            let _ = fs::remove_file(&unfinished);
        }
        written?;
        self.evict();
        Ok(())
    }

    /// Removes what is too much, and what was left behind. Other processes may do so at the same time.
    fn evict(&self) {
        let Ok(list) = fs::read_dir(&self.path) else { return };
        let mut entries = Vec::new();
        for entry in list.flatten() {
            let (Ok(name), Ok(found)) = (entry.file_name().into_string(), entry.metadata()) else { continue };
            let used = found.modified().unwrap_or(SystemTime::UNIX_EPOCH);
            let is_abandoned = || used.elapsed().is_ok_and(|age| is_abandoned(&entry.path(), age));
            if name.ends_with(SUFFIX) {
                entries.push((used, found.len(), entry.path()));
            } else if name.ends_with(UNFINISHED) && is_abandoned() {
                let _ = fs::remove_file(entry.path());
            }
        }
        let mut sum: u64 = entries.iter().map(|(_, len, _)| *len).sum();
        entries.sort();
        for (_, len, path) in entries {
            if sum <= self.most {
                break;
            }
            let _ = fs::remove_file(path);
            sum -= len;
        }
    }
}

/// Writes a file that did not exist, for this user alone, and locks it.
fn write_new(path: &Path, bytes: &[u8]) -> io::Result<File> {
    let mut file: File = OpenOptions::new().write(true).create_new(true).mode(0o600).open(path)?;
    // Where there are no locks, age decides what was left behind.
    let _ = file.try_lock();
    file.write_all(bytes)?;
    Ok(file)
}

/// Whether a file that is not finished will never be.
fn is_abandoned(path: &Path, age: Duration) -> bool {
    match File::open(path).map(|file| file.try_lock()) {
        Ok(Ok(())) => age > ABANDONED,
        Ok(Err(TryLockError::WouldBlock)) => false,
        Ok(Err(TryLockError::Error(_))) | Err(_) => age > ABANDONED_WITHOUT_LOCKS,
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};

    use super::*;

    fn scratch(name: &str) -> PathBuf {
        let path = std::env::temp_dir().join(format!("purlin-cache-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        path
    }

    fn load(folder: &Folder, name: &str) -> Option<Vec<u8>> {
        folder.load(name).map(|found| found.bytes().to_vec())
    }

    #[test]
    fn what_is_stored_is_found_and_is_private() {
        let path = scratch("stored").join("below");
        let folder = Folder::open(&path, 1 << 20).unwrap();
        assert_eq!(fs::metadata(&path).unwrap().mode() & 0o777, 0o700);
        assert_eq!(load(&folder, "a"), None);
        folder.store("a", b"one").unwrap();
        folder.store("a", b"two").unwrap();
        assert_eq!(load(&folder, "a").as_deref(), Some(&b"two"[..]));
        assert_eq!(fs::read_dir(&path).unwrap().count(), 1);
        let file = path.join("a.purlin");
        assert_eq!(fs::metadata(&file).unwrap().mode() & 0o777, 0o600);
        // A file that others may write, and one that is none.
        fs::set_permissions(&file, fs::Permissions::from_mode(0o666)).unwrap();
        assert_eq!(load(&folder, "a"), None);
        std::os::unix::fs::symlink("/etc/hostname", path.join("b.purlin")).unwrap();
        fs::create_dir(path.join("c.purlin")).unwrap();
        assert_eq!((load(&folder, "b"), load(&folder, "c")), (None, None));
        assert!(Trusted::read(&file).is_err() && Trusted::read(path.join("c.purlin")).is_err());
        fs::set_permissions(&file, fs::Permissions::from_mode(0o600)).unwrap();
        assert_eq!(Trusted::read(&file).unwrap().bytes()[..], *b"two");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o777)).unwrap();
        assert!(Trusted::read(&file).is_err());
        fs::remove_dir_all(path.parent().unwrap()).unwrap();
    }

    #[test]
    fn folders_that_others_may_write_in_are_refused() {
        let path = scratch("refused");
        fs::create_dir(&path).unwrap();
        for mode in [0o777, 0o770, 0o702] {
            fs::set_permissions(&path, fs::Permissions::from_mode(mode)).unwrap();
            assert_eq!(
                Folder::open(&path, 9).unwrap_err().kind(),
                io::ErrorKind::PermissionDenied,
                "{mode:o}"
            );
        }
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        assert!(Folder::open(&path, 9).is_ok());
        fs::write(path.join("file"), "").unwrap();
        assert!(Folder::open(path.join("file"), 9).is_err());
        assert!(Folder::open("/tmp", 9).is_err());
        fs::remove_dir_all(&path).unwrap();
    }

    #[test]
    fn the_entries_that_were_used_last_stay() {
        let path = scratch("evicted");
        let folder = Folder::open(&path, 250).unwrap();
        let age = |name: &str, seconds: u64| {
            let file = File::options().write(true).open(path.join(name)).unwrap();
            file.set_modified(SystemTime::now() - Duration::from_secs(seconds)).unwrap();
        };
        for (name, seconds) in [("a", 300), ("b", 200)] {
            folder.store(name, &[0; 100]).unwrap();
            age(&format!("{name}{SUFFIX}"), seconds);
        }
        for (name, seconds) in [("old.tmp", 7200), ("held.tmp", 7200), ("new.tmp", 0)] {
            fs::write(path.join(name), "").unwrap();
            age(name, seconds);
        }
        let held = File::open(path.join("held.tmp")).unwrap();
        held.lock().unwrap();
        assert!(load(&folder, "a").is_some());
        folder.store("c", &[0; 100]).unwrap();
        let found = ["a", "b", "c"].map(|name| load(&folder, name).is_some());
        assert_eq!(found, [true, false, true]);
        assert!(!path.join("old.tmp").exists());
        assert!(path.join("held.tmp").exists() && path.join("new.tmp").exists());
        assert!(folder.store("d", &[0; 251]).is_err());
        fs::remove_dir_all(&path).unwrap();
    }

    #[test]
    fn many_write_one_entry_at_once() {
        let path = scratch("many");
        let folder = Folder::open(&path, 1 << 20).unwrap();
        std::thread::scope(|threads| {
            for n in 0..4u8 {
                let folder = &folder;
                threads.spawn(move || {
                    for _ in 0..50 {
                        folder.store("a", &[n; 3000]).unwrap();
                        let found = load(folder, "a").unwrap();
                        assert!(found.len() == 3000 && found.iter().all(|byte| *byte == found[0]));
                    }
                });
            }
        });
        assert_eq!(fs::read_dir(&path).unwrap().count(), 1);
        fs::remove_dir_all(&path).unwrap();
    }
}
