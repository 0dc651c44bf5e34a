//! The cache of compiled programs: where its folder is, and that a folder which cannot be used is no reason
//! not to run a program.

use std::path::PathBuf;

use purlin::Cache;

/// The variable that says where the cache is, where no option does.
const VARIABLE: &str = "PURLIN_CACHE";
/// What stands for no cache.
const OFF: &str = "off";
/// Bytes that the cache may have.
const CACHE_BYTES: u64 = 256 << 20;

/// The cache that `--cache` names, or the environment, or else the user's. `None` if there is to be none, or
/// if its folder cannot be used; a person who named it is told why.
pub(crate) fn open(option: Option<&str>) -> Option<Cache> {
    let variable = std::env::var(VARIABLE).ok().filter(|value| !value.is_empty());
    let named = option.map(str::to_owned).or(variable);
    let path = match named.as_deref() {
        Some(OFF) => return None,
        Some(path) => PathBuf::from(path),
        None => usual()?,
    };
    match Cache::open(&path, CACHE_BYTES) {
        Ok(cache) => Some(cache),
        Err(error) => {
            if named.is_some() {
                say!("purlin: no cache in {}: {error}", path.display());
            }
            None
        }
    }
}

/// The folder of the user's that is for such things.
fn usual() -> Option<PathBuf> {
    let folder = |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let caches = folder("XDG_CACHE_HOME").or_else(|| Some(folder("HOME")?.join(".cache")));
    caches.map(|caches| caches.join("purlin"))
}
