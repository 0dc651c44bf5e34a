//! Files and folders for a while, by names that tell whose they are, and the removal of what a killed process
//! has left. Knows nothing of tests.

use std::fs;
use std::path::Path;
use std::time::{Duration, SystemTime};

use tempfile::Builder;

/// What is younger is left alone: its process may be one that this system does not show.
const AGE: Duration = Duration::from_secs(3600);

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

/// Removes what processes that are no longer there have left in a folder by names that begin with `prefix`.
pub(super) fn remove(folder: &Path, prefix: &str) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let name = entry.file_name();
        let process =
            name.to_str().and_then(|name| name.strip_prefix(prefix)?.get(..10)?.parse::<u32>().ok());
        let Some(process) = process else { continue };
        let changed = entry.metadata().and_then(|m| m.modified());
        let is_old = changed.is_ok_and(|at| SystemTime::now().duration_since(at).is_ok_and(|age| age > AGE));
        if is_old && !Path::new("/proc").join(process.to_string()).exists() {
            // What belongs to another user stays.
            let _ = fs::remove_dir_all(entry.path()).or_else(|_| fs::remove_file(entry.path()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_old_processes_have_left_is_removed() {
        let folder = tempfile::tempdir().expect("a folder");
        let old = SystemTime::now() - 2 * AGE;
        let make = |name: &str, at: SystemTime| {
            let file = fs::File::create(folder.path().join(name)).expect("a file");
            file.set_modified(at).expect("a time");
        };
        make("x-4000000000-000001", old);
        make("x-4000000000-000002", SystemTime::now());
        make(&name("x-", 3), old);
        make("x-else", old);
        make("y-4000000000-000001", old);
        remove(folder.path(), "x-");
        let left = fs::read_dir(folder.path()).expect("the folder").count();
        assert_eq!(left, 4, "only the first is old and of no process");
    }
}
