//! What a library tells of files: kinds, modes, and numbers of failures. Opens nothing, and knows no
//! permissions but what the system says.

use std::io::{self, ErrorKind};
use std::path::Path;

/// What a path leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
    /// A folder.
    Folder,
    /// A symbolic link that was not followed.
    Link,
    /// A file with bytes.
    File,
    /// A device, a pipe, a socket.
    Other,
}

impl FileKind {
    /// A letter for each kind: d, l, f, o.
    pub fn letter(self) -> char {
        match self {
            FileKind::Folder => 'd',
            FileKind::Link => 'l',
            FileKind::File => 'f',
            FileKind::Other => 'o',
        }
    }
}

/// A mode in the bits of Go's `io/fs.FileMode`, from a kind and the permission bits of Unix, of which the
/// lowest 12 count.
pub fn go_mode(kind: FileKind, unix: u32) -> u32 {
    let kind = match kind {
        FileKind::Folder => 1 << 31,
        FileKind::Link => 1 << 27,
        FileKind::File => 0,
        FileKind::Other => 1 << 19,
    };
    kind | unix & 0o777 | (unix & 0o4000) << 12 | (unix & 0o2000) << 12 | (unix & 0o1000) << 11
}

/// Numbers of failures: the system's `errno`, and one for what was not granted.
pub mod failure {
    /// The program may not see it, whether it exists or not.
    pub const DENIED: i64 = -1;
    /// The path leads out of the folder that it is to stay in.
    pub const ESCAPES: i64 = -2;
    /// The program may not change it, whether it exists or not.
    pub const NOT_WRITABLE: i64 = -3;
    /// There is no such file or folder.
    pub const NOT_FOUND: i64 = 2;
    /// Reading or writing failed.
    pub const IO: i64 = 5;
    /// There is no such open file.
    pub const BAD_FILE: i64 = 9;
    /// A folder is not read as a file is.
    pub const IS_DIR: i64 = 21;
    /// A folder has to be there.
    pub const NOT_DIR: i64 = 20;
    /// The argument means nothing.
    pub const INVALID: i64 = 22;
    /// Too many files are open.
    pub const TOO_MANY_FILES: i64 = 24;

    /// The number of an error: the system's own, if it came from there.
    pub fn code(error: &std::io::Error) -> i64 {
        match (error.kind(), error.raw_os_error()) {
            (_, Some(code)) => i64::from(code),
            (std::io::ErrorKind::PermissionDenied, None) => DENIED,
            (std::io::ErrorKind::InvalidInput, None) => INVALID,
            _ => IO,
        }
    }
}

/// A path from the bytes of a program.
///
/// # Errors
/// As the system's: the empty path leads nowhere, and one that is no UTF-8 is invalid.
pub fn path(bytes: &[u8]) -> io::Result<&Path> {
    match std::str::from_utf8(bytes) {
        Err(_) => Err(ErrorKind::InvalidInput.into()),
        Ok("") => Err(io::Error::from_raw_os_error(failure::NOT_FOUND as i32)),
        Ok(text) => Ok(Path::new(text)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modes_are_gos() {
        assert_eq!(go_mode(FileKind::Folder, 0o41777), 1 << 31 | 1 << 20 | 0o777);
        assert_eq!(go_mode(FileKind::File, 0o106755), 1 << 23 | 1 << 22 | 0o755);
        assert_eq!(go_mode(FileKind::Link, 0o777), 1 << 27 | 0o777);
        assert_eq!(go_mode(FileKind::Other, 0), 1 << 19);
    }

    #[test]
    fn paths() {
        assert_eq!(path(b"").map_err(|e| failure::code(&e)), Err(failure::NOT_FOUND));
        assert_eq!(path(b"\xff").map_err(|e| failure::code(&e)), Err(failure::INVALID));
        let denied = io::Error::from(ErrorKind::PermissionDenied);
        assert_eq!(
            (failure::code(&denied), failure::code(&io::Error::other("x"))),
            (failure::DENIED, failure::IO)
        );
    }
}
