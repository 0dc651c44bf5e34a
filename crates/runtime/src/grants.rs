//! What a program may see of the world outside: folders to read below, and variables of the environment.
//! Nothing by default. Checks paths; opens nothing.

use std::any::Any;
use std::collections::BTreeMap;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

/// The authority of an isolate.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Grants {
    /// Canonical paths of folders (or single files).
    read: Vec<PathBuf>,
    env: BTreeMap<String, Option<String>>,
    denied: Denied,
}

/// What was asked for and not granted: the first few, for who runs the program. Clones share it.
#[derive(Clone, Debug, Default)]
struct Denied(Arc<Mutex<Vec<Denial>>>);

/// Denials are no part of what is granted.
impl PartialEq for Denied {
    fn eq(&self, _: &Denied) -> bool {
        true
    }
}

impl Eq for Denied {}

/// More denials than these are not remembered, nor longer names.
const MAX_DENIALS: usize = 8;
const MAX_NAME: usize = 1000;

/// Something that a program asked for and was not granted. As text it names the switch of `purlin run` that
/// would.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Denial {
    /// A file or folder, by the path that the program named.
    Read(PathBuf),
    /// A variable of the environment.
    Env(String),
}

impl fmt::Display for Denial {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Denial::Read(path) => {
                let parent = path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
                let (path, parent) = (path.display(), parent.display());
                write!(f, "reading {path} was denied; --allow-read={parent} would allow it")
            }
            Denial::Env(name) => write!(f, "reading ${name} was denied; --allow-env={name} would allow it"),
        }
    }
}

impl Denied {
    fn note(&self, denial: Denial) {
        let Ok(mut all) = self.0.lock() else { return };
        if all.len() < MAX_DENIALS && !all.contains(&denial) {
            all.push(denial);
        }
    }
}

impl Grants {
    /// No authority.
    pub fn none() -> Grants {
        Grants::default()
    }

    /// Everything in and below a folder may be read. Links that lead out of it are not followed.
    ///
    /// # Errors
    /// If there is no such folder, or the host itself cannot see it.
    pub fn allow_read(mut self, folder: impl AsRef<Path>) -> io::Result<Grants> {
        self.read.push(folder.as_ref().canonicalize()?);
        Ok(self)
    }

    /// A variable of the host's environment may be seen, with the value that it has now.
    #[must_use]
    pub fn allow_env(self, name: &str) -> Grants {
        let value = std::env::var_os(name).map(|v| v.to_string_lossy().into_owned());
        self.with(name, value)
    }

    /// A variable may be seen, with a value of the host's choice.
    #[must_use]
    pub fn set_env(self, name: &str, value: &str) -> Grants {
        self.with(name, Some(value.into()))
    }

    fn with(mut self, name: &str, value: Option<String>) -> Grants {
        self.env.insert(name.into(), value);
        self
    }

    /// The value of a granted variable: `None` if it is not granted, `Some(None)` if it is not set.
    pub fn env(&self, name: &str) -> Option<Option<&str>> {
        let found = self.env.get(name).map(|v| v.as_deref());
        if found.is_none() && name.len() <= MAX_NAME {
            self.denied.note(Denial::Env(name.into()));
        }
        found
    }

    /// What was asked for and not granted so far: the first eight. Clones share it.
    pub fn denials(&self) -> Vec<Denial> {
        self.denied.0.lock().map(|all| all.clone()).unwrap_or_default()
    }

    /// The granted variables that are set, by name.
    pub fn variables(&self) -> impl Iterator<Item = (&str, &str)> {
        self.env.iter().filter_map(|(name, value)| Some((name.as_str(), value.as_deref()?)))
    }

    fn covers(&self, canonical: &Path) -> bool {
        self.read.iter().any(|folder| canonical.starts_with(folder))
    }

    /// The canonical path of what may be read: links resolved, `..` gone.
    ///
    /// # Errors
    /// `PermissionDenied` for whatever is not granted, whether it exists or not; else what the system says.
    pub fn readable(&self, path: &Path) -> io::Result<PathBuf> {
        let denied = || {
            if path.as_os_str().len() <= MAX_NAME {
                self.denied.note(Denial::Read(path.to_path_buf()));
            }
            io::Error::from(io::ErrorKind::PermissionDenied)
        };
        if self.read.is_empty() {
            return Err(denied());
        }
        match path.canonicalize() {
            Ok(canonical) if self.covers(&canonical) => Ok(canonical),
            Ok(_) => Err(denied()),
            // What the system says of it may be told if the deepest folder that there is on the way is
            // granted.
            Err(error) => {
                let mut ancestor = std::path::absolute(path)?;
                while ancestor.pop() {
                    if let Ok(canonical) = ancestor.canonicalize() {
                        return Err(if self.covers(&canonical) { error } else { denied() });
                    }
                }
                Err(denied())
            }
        }
    }
}

/// State of natives that lives as long as a run: one value of each type, made when it is first asked for.
#[derive(Default)]
pub struct NativeState(Vec<Box<dyn Any + Send>>);

impl NativeState {
    /// The isolate's `T`.
    pub fn get<T: Any + Send + Default>(&mut self) -> &mut T {
        let at = self.0.iter().position(|state| state.is::<T>()).unwrap_or_else(|| {
            self.0.push(Box::new(T::default()));
            self.0.len() - 1
        });
        self.0[at].downcast_mut().expect("found by its type")
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(crate) fn clear(&mut self) {
        self.0.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_are_refused() {
        let root = std::env::temp_dir().join(format!("purlin-grants-{}", std::process::id()));
        let inside = root.join("inside");
        std::fs::create_dir_all(inside.join("deep")).unwrap();
        std::fs::write(inside.join("a.txt"), "a").unwrap();
        std::fs::write(root.join("secret.txt"), "s").unwrap();
        #[cfg(unix)]
        std::os::unix::fs::symlink(root.join("secret.txt"), inside.join("link")).unwrap();
        #[cfg(unix)]
        std::os::unix::fs::symlink(&root, inside.join("up")).unwrap();
        let grants = Grants::none().allow_read(&inside).unwrap();
        let kind = |path: PathBuf| grants.readable(&path).map_err(|e| e.kind());
        assert!(kind(inside.join("a.txt")).is_ok());
        assert!(kind(inside.join("deep/../a.txt")).is_ok());
        assert_eq!(kind(inside.join("none.txt")), Err(io::ErrorKind::NotFound));
        for path in ["../secret.txt", "link", "up/secret.txt", "up/none.txt", "../none.txt", "deep/../../x"] {
            assert_eq!(kind(inside.join(path)), Err(io::ErrorKind::PermissionDenied), "{path}");
        }
        assert_eq!(kind(root.clone()), Err(io::ErrorKind::PermissionDenied));
        let inside_twin = root.join("inside-not");
        std::fs::write(&inside_twin, "t").unwrap();
        assert_eq!(kind(inside_twin), Err(io::ErrorKind::PermissionDenied));
        assert_eq!(
            Grants::none().readable(&inside).map_err(|e| e.kind()),
            Err(io::ErrorKind::PermissionDenied)
        );
        std::fs::remove_dir_all(&root).unwrap();
    }

    #[test]
    fn the_environment_is_what_was_granted() {
        let grants = Grants::none().set_env("A", "1").allow_env("PURLIN_SURELY_NOT_SET");
        assert_eq!(grants.env("A"), Some(Some("1")));
        assert_eq!(grants.env("PATH"), None);
        assert_eq!(grants.env("PURLIN_SURELY_NOT_SET"), Some(None));
        assert_eq!(grants.variables().collect::<Vec<_>>(), [("A", "1")]);
    }
}
