//! `purlin test -watch`: waits until files change that tests could depend on, so that they are run again.
//! What has changed is seen by looking at sizes and times every now and then; which packages depend on it is
//! the business of the cache of results.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

/// The folders are looked through this often.
const PAUSE: Duration = Duration::from_millis(250);
/// Once something has changed, more may follow within this time, as when a whole tree is checked out.
const SETTLES: Duration = Duration::from_millis(50);

/// The size and the time of each file.
type Files = BTreeMap<PathBuf, (u64, Option<SystemTime>)>;

/// Folders, and what was in them when they were last looked at.
pub(super) struct Watched {
    folders: Vec<PathBuf>,
    /// Files that the command itself writes.
    written: Vec<PathBuf>,
    files: Files,
}

impl Watched {
    /// Looks at folders and all below but what is hidden, and but files that are written.
    pub(super) fn new<'p>(folders: Vec<PathBuf>, written: impl Iterator<Item = &'p PathBuf>) -> Watched {
        let absolute = |path: &PathBuf| -> PathBuf {
            // The file need not be there yet.
            let folder = path.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."));
            let folder = folder.canonicalize().unwrap_or_default();
            folder.join(path.file_name().unwrap_or_default())
        };
        let written = written.map(absolute).collect();
        let mut watched = Watched { folders, written, files: Files::new() };
        watched.files = watched.look();
        watched
    }

    fn look(&self) -> Files {
        let mut files = Files::new();
        self.folders.iter().for_each(|folder| look_in(folder, &mut files));
        self.written.iter().for_each(|path| _ = files.remove(path));
        files
    }

    /// Waits until something is different from when it was last looked at; false if `ends` says so before.
    pub(super) fn wait(&mut self, ends: impl Fn() -> bool) -> bool {
        loop {
            if ends() {
                return false;
            }
            let mut files = self.look();
            if files != self.files {
                while !ends() {
                    std::thread::sleep(SETTLES);
                    let later = self.look();
                    if later == files {
                        break;
                    }
                    files = later;
                }
                self.files = files;
                return true;
            }
            std::thread::sleep(PAUSE);
        }
    }
}

fn look_in(folder: &Path, files: &mut Files) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        if entry.file_name().as_encoded_bytes().starts_with(b".") {
            continue;
        }
        match entry.file_type() {
            Ok(kind) if kind.is_dir() => look_in(&entry.path(), files),
            // What a link leads to counts, not the link.
            Ok(_) => {
                let state = fs::metadata(entry.path()).map(|m| (m.len(), m.modified().ok()));
                files.insert(entry.path(), state.unwrap_or_default());
            }
            Err(_) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_are_seen() {
        let folder = std::env::temp_dir().join(format!("purlin-watch-{}", std::process::id()));
        fs::create_dir_all(folder.join("a/.git")).unwrap();
        fs::write(folder.join("a/x"), "1").unwrap();
        let folder = folder.canonicalize().unwrap();
        let written = [folder.join("a/out")];
        let mut watched = Watched::new(vec![folder.clone()], written.iter());
        fs::write(folder.join("a/.git/x"), "1").unwrap();
        fs::write(&written[0], "1").unwrap();
        assert!(watched.look() == watched.files, "what is hidden, or of the command, does not count");
        assert!(!watched.wait(|| true));
        fs::write(folder.join("a/y"), "").unwrap();
        assert!(watched.wait(|| false));
        fs::write(folder.join("a/x"), "22").unwrap();
        assert!(watched.wait(|| false));
        fs::remove_file(folder.join("a/x")).unwrap();
        assert!(watched.wait(|| false));
        fs::remove_dir_all(&folder).unwrap();
    }
}
