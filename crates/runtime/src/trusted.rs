//! Compiled modules as bytes, with the promise that they come from where machine code may come from.
//!
//! Knows nothing of what is in them. The promise is made at one place, so that reading a module
//! (`Engine::deserialize`) is a safe function: what it takes cannot be had without it. Of files the system
//! tells whose they are.

use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, Read as _};
use std::os::unix::fs::{MetadataExt as _, OpenOptionsExt as _};
use std::path::Path;
use std::sync::Arc;

/// The bytes of a compiled module, from a source that is trusted as the host's own code is.
///
/// A compiled module holds machine code and bytecode, which run without further checks: who can choose these
/// bytes can do in the process whatever the process can. The digest in them shows accidents, no intent.
#[derive(Clone, Debug)]
pub struct Trusted(Arc<Vec<u8>>);

/// A file as large as this is no compiled module.
const LARGEST: u64 = 1 << 30;

impl Trusted {
    /// Bytes that the caller vouches for. They are not copied.
    ///
    /// # Safety
    /// What chose the bytes is trusted to run code in this process: they are what `Module::serialize`
    /// returned, here or in another process, or else they are so by accident (cut short, damaged, of another
    /// build), which is noticed when they are read.
    pub unsafe fn new(bytes: Vec<u8>) -> Trusted {
        Trusted(Arc::new(bytes))
    }

    /// The bytes of a file that no other user can have written: file and folder belong to the user of this
    /// process, and no one else may write there. Processes of the same user could as well write into the
    /// memory of this one, as `/proc/self/mem` lets them.
    ///
    /// # Errors
    /// The file cannot be read, is larger than 1 GiB, or others may write it or in its folder.
    pub fn read(path: impl AsRef<Path>) -> io::Result<Trusted> {
        let path = path.as_ref();
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        own_folder(folder.unwrap_or(Path::new(".")))?;
        own_file(path).map(|(trusted, _)| trusted)
    }

    /// The bytes themselves.
    pub fn bytes(&self) -> &Arc<Vec<u8>> {
        &self.0
    }
}

/// Whether only this user (and root) can write.
fn private(found: &Metadata) -> bool {
    // SAFETY: takes nothing and always succeeds.
    let user = unsafe { libc::geteuid() };
    found.uid() == user && found.mode() & 0o022 == 0
}

/// Makes sure that no other user can write in a folder.
pub(crate) fn own_folder(path: &Path) -> io::Result<()> {
    let found = fs::metadata(path)?;
    if !found.is_dir() {
        return Err(io::ErrorKind::NotADirectory.into());
    }
    if !private(&found) {
        return Err(denied("the folder belongs to another user, or others may write in it"));
    }
    Ok(())
}

fn denied(why: &str) -> io::Error {
    io::Error::new(io::ErrorKind::PermissionDenied, why)
}

/// The bytes of a file in a folder of this user's that no other user can have written, and the file.
pub(crate) fn own_file(path: &Path) -> io::Result<(Trusted, File)> {
    let mut open = OpenOptions::new();
    // What is no file is not waited for.
    let mut file = open.read(true).custom_flags(libc::O_NOFOLLOW | libc::O_NONBLOCK).open(path)?;
    let found = file.metadata()?;
    if !found.is_file() || found.len() > LARGEST {
        return Err(io::Error::other("not a file of a compiled module"));
    }
    if !private(&found) {
        return Err(denied("the file belongs to another user, or others may write it"));
    }
    let mut bytes = Vec::with_capacity(found.len() as usize);
    (&mut file).take(LARGEST).read_to_end(&mut bytes)?;
    // SAFETY: file and folder belong to this user, and no other user can write there. Processes of this user
    // are trusted as this one is.
    Ok((unsafe { Trusted::new(bytes) }, file))
}
