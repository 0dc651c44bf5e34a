//! The arguments that make the linker put functions of `crates/runtime/src/arch/std_locks.rs` in place of
//! those of the standard library which ThreadSanitizer does not see. The library's names have the compiler's
//! hash in them, so they are looked up in the library. Knows its file, not what the functions do.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Our name for a function, and how its name in the library ends.
const WRAPPED: &[(&str, &str)] = &[
    ("mutex_lock", "5mutex5futexNtB2_5Mutex14lock_contended"),
    ("rwlock_read", "6rwlock5futexNtB2_6RwLock14read_contended"),
    ("rwlock_write", "6rwlock5futexNtB2_6RwLock15write_contended"),
    ("once_call", "4once5futexNtB5_4Once4call"),
];

pub fn link_args() -> Result<String, String> {
    let path = library()?;
    let bytes = fs::read(&path).map_err(|e| format!("{}: {e}", path.display()))?;
    let mut args = Vec::new();
    for (name, end) in WRAPPED {
        let symbol = symbol(&bytes, end).ok_or(format!("{}: no function *{end}", path.display()))?;
        args.push(format!("-Clink-arg=-Wl,--wrap={symbol}"));
        args.push(format!("-Clink-arg=-Wl,--defsym=__wrap_{symbol}=purlin_tsan_{name}"));
        args.push(format!("-Clink-arg=-Wl,--defsym=purlin_std_{name}=__real_{symbol}"));
    }
    Ok(args.join(" "))
}

/// The library that programs are linked with.
fn library() -> Result<PathBuf, String> {
    let output = Command::new("rustc")
        .args(["--print", "target-libdir"])
        .output()
        .map_err(|e| format!("cannot run rustc: {e}"))?;
    let folder = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    let entries = fs::read_dir(Path::new(&folder)).map_err(|e| format!("{folder}: {e}"))?;
    let mut paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
    let is_std = |path: &PathBuf| {
        let name = path.file_name().and_then(|n| n.to_str()).unwrap_or("");
        name.starts_with("libstd-") && name.ends_with(".rlib")
    };
    paths.find(is_std).ok_or(format!("{folder}: no libstd"))
}

/// The name that ends so, in the archive's index, where each name ends with a zero.
fn symbol(bytes: &[u8], end: &str) -> Option<String> {
    let last = [end.as_bytes(), b"\0"].concat();
    let at = bytes.windows(last.len()).position(|window| window == last)?;
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    let begin = bytes[..at].iter().rposition(|byte| !is_part(byte)).map_or(0, |n| n + 1);
    String::from_utf8(bytes[begin..at + end.len()].to_vec()).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_whole() {
        let bytes = b"\x00\x01_RNv3stdB2_4call_more\0\x02_RNv3stdB2_4call\0x";
        assert_eq!(symbol(bytes, "B2_4call").as_deref(), Some("_RNv3stdB2_4call"));
        assert_eq!(symbol(bytes, "B2_4cal"), None);
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn the_library_has_all_of_them() {
        let args = link_args().expect("they are found");
        assert_eq!(args.split(' ').count(), 3 * WRAPPED.len());
    }
}
