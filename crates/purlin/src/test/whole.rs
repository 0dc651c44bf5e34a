//! Writes files that are there whole or not at all, whatever happens meanwhile. Knows nothing of tests.

use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use super::leftovers;

/// What the names of files begin with until they are in their place.
const PREFIX: &str = ".purlin-";

/// Writes a file so that it is the old one or the new one, whole, whatever happens.
pub(super) fn replace(path: &PathBuf, text: &str) -> io::Result<()> {
    let folder = path.parent().ok_or_else(|| io::Error::other("it has no folder"))?;
    leftovers::remove(folder, PREFIX);
    let mut file = leftovers::builder(&leftovers::name(PREFIX, 0)).tempfile_in(folder)?;
    file.write_all(text.as_bytes())?;
    file.as_file().set_permissions(std::fs::metadata(path)?.permissions())?;
    file.as_file().sync_all()?;
    file.persist(path).map_err(|e| e.error)?;
    Ok(())
}

/// Writes a new file so that it is there whole or not at all, in folders that are made for it.
pub(super) fn write_whole(path: &Path, text: &str) -> io::Result<()> {
    let folder = path.parent().ok_or_else(|| io::Error::other("it has no folder"))?;
    std::fs::create_dir_all(folder)?;
    // Other programs take every file of the folder for one of its kind.
    let beside = folder.parent().unwrap_or(folder);
    leftovers::remove(beside, PREFIX);
    let mut file = leftovers::builder(&leftovers::name(PREFIX, 0)).tempfile_in(beside)?;
    file.write_all(text.as_bytes())?;
    #[cfg(unix)]
    file.as_file().set_permissions(std::os::unix::fs::PermissionsExt::from_mode(0o644))?;
    file.as_file().sync_all()?;
    file.persist(path).map_err(|e| e.error)?;
    Ok(())
}
