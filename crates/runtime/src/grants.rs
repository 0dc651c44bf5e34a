//! What a program may see of the world outside, and change in it: folders to read below, folders to
//! write below, and variables of the environment. Nothing by default. Checks paths; opens nothing.

use std::any::Any;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

/// The authority of an isolate.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Grants {
    /// Canonical paths of folders (or single files).
    read: Vec<PathBuf>,
    /// Canonical paths that may be written as well.
    write: Vec<PathBuf>,
    env: BTreeMap<String, Option<String>>,
    entropy: Option<Key>,
    working_folder: Option<PathBuf>,
    denied: Denied,
    asked: Option<Asked>,
}

/// The paths that were asked for; `None` once more was than can be told by paths. Clones share it.
#[derive(Clone, Debug)]
struct Asked(Arc<Mutex<Option<BTreeSet<PathBuf>>>>);

/// What random bytes follow from. It is a secret, so it is not printed.
#[derive(Clone, PartialEq, Eq)]
struct Key([u8; 32]);

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Key(..)")
    }
}

/// What was asked for is no part of what is granted.
impl PartialEq for Asked {
    fn eq(&self, _: &Asked) -> bool {
        true
    }
}

impl Eq for Asked {}

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
    /// A file or folder that the program wanted to change.
    Write(PathBuf),
    /// A variable of the environment.
    Env(String),
}

/// What a program wants of a file.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// To see it.
    Read,
    /// To change it, or what is in a folder.
    Write,
}

impl fmt::Display for Denial {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Denial::Read(path) | Denial::Write(path) => {
                let verb = if matches!(self, Denial::Read(_)) { "read" } else { "write" };
                let doing = if verb == "read" { "reading" } else { "writing" };
                let parent = path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
                let (path, parent) = (path.display(), parent.display());
                write!(f, "{doing} {path} was denied; --allow-{verb}={parent} would allow it")
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

    /// Everything in and below a folder may be read and changed: files made, written and removed. Links
    /// that lead out of it are not followed.
    ///
    /// # Errors
    /// If there is no such folder, or the host itself cannot see it.
    pub fn allow_write(mut self, folder: impl AsRef<Path>) -> io::Result<Grants> {
        self.write.push(folder.as_ref().canonicalize()?);
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

    /// Bytes for keys and the like follow from this key, 32 random bytes that the host has from its system or
    /// wherever its own secrets come from. The same key gives the same bytes in every isolate that has it, so
    /// a run can be repeated; give each isolate a key of its own, and keep it as secret as what the program
    /// makes of it. Without this grant the bytes follow from a key that everyone knows: programs run as they
    /// would, and their secrets are none.
    #[must_use]
    pub fn allow_entropy(mut self, key: [u8; 32]) -> Grants {
        self.entropy = Some(Key(key));
        self
    }

    /// The key of [`Grants::allow_entropy`], if it was granted.
    pub fn entropy(&self) -> Option<&[u8; 32]> {
        self.entropy.as_ref().map(|key| &key.0)
    }

    /// Relative paths of the program's begin at a folder, in the place of that of the host's process. It is
    /// not granted by this.
    ///
    /// # Errors
    /// If there is no such folder, or the host itself cannot see it.
    pub fn set_working_folder(mut self, folder: impl AsRef<Path>) -> io::Result<Grants> {
        self.working_folder = Some(folder.as_ref().canonicalize()?);
        Ok(self)
    }

    /// Where relative paths begin, if [`Grants::set_working_folder`] has said so.
    pub fn working_folder(&self) -> Option<&Path> {
        self.working_folder.as_deref()
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

    /// Remembers from now on which paths are asked for, outside of what may be written.
    #[doc(hidden)]
    pub fn note_asked(self) -> Grants {
        let asked = Some(Asked(Arc::new(Mutex::new(Some(BTreeSet::new())))));
        Grants { asked, ..self }
    }

    /// The paths that were asked for since [`Grants::note_asked`], by this and its clones; `None` if that was
    /// not called, or if something was asked for that no path tells, as beneath an open folder.
    #[doc(hidden)]
    pub fn asked(&self) -> Option<BTreeSet<PathBuf>> {
        self.asked.as_ref()?.0.lock().ok()?.clone()
    }

    /// Notes that a path is asked for, or with `None` something that no path tells.
    #[doc(hidden)]
    pub fn ask(&self, path: Option<&Path>) {
        let Some(Ok(mut asked)) = self.asked.as_ref().map(|asked| asked.0.lock()) else { return };
        let Some(path) = path else {
            *asked = None;
            return;
        };
        let path = std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf());
        if let Some(paths) = asked.as_mut().filter(|_| !self.write.iter().any(|own| path.starts_with(own))) {
            paths.insert(path);
        }
    }

    /// The granted folder that a canonical path lies in.
    fn covering(&self, canonical: &Path, access: Access) -> Option<&Path> {
        let readable = self.read.iter().filter(|_| access == Access::Read);
        readable.chain(&self.write).find(|folder| canonical.starts_with(folder)).map(PathBuf::as_path)
    }

    fn covers(&self, canonical: &Path) -> bool {
        self.covering(canonical, Access::Read).is_some()
    }

    fn deny(&self, path: &Path, access: Access) -> io::Error {
        if path.as_os_str().len() <= MAX_NAME {
            self.denied.note(match access {
                Access::Read => Denial::Read(path.to_path_buf()),
                Access::Write => Denial::Write(path.to_path_buf()),
            });
        }
        io::ErrorKind::PermissionDenied.into()
    }

    /// The granted folder that a path leads to, and the way from there. Who walks it has to see to it
    /// that it does not lead out, since links may change meanwhile. With `follow`, a link at the end is
    /// followed.
    ///
    /// # Errors
    /// `PermissionDenied` if the path leads to no folder that is granted.
    #[doc(hidden)]
    pub fn beneath(&self, path: &Path, access: Access, follow: bool) -> io::Result<(&Path, PathBuf)> {
        self.ask(Some(path));
        if self.write.is_empty() && (access == Access::Write || self.read.is_empty()) {
            return Err(self.deny(path, access));
        }
        let slash = path.as_os_str().as_encoded_bytes().ends_with(b"/");
        let whole = follow || slash || path.file_name().is_none();
        // The deepest folder that there is on the way is canonical; what follows is not there, or is a
        // link at the end.
        let mut ancestor = std::path::absolute(path)?;
        let mut rest: Vec<std::ffi::OsString> = Vec::new();
        if !whole {
            rest.extend(path.file_name().map(Into::into));
            ancestor.pop();
        }
        loop {
            if let Ok(canonical) = ancestor.canonicalize() {
                let found = self.covering(&canonical, access);
                let Some(root) = found else {
                    // It may be a granted folder itself, whose parent is not.
                    let itself = if whole { None } else { path.canonicalize().ok() };
                    let root = itself.as_deref().and_then(|path| self.covering(path, access));
                    let Some((root, itself)) = root.zip(itself.as_deref()) else {
                        return Err(self.deny(path, access));
                    };
                    return Ok(from_folder(root, itself));
                };
                let (root, mut way) = from_folder(root, &canonical);
                way.extend(rest.iter().rev());
                if slash {
                    way.push("");
                }
                return Ok((root, way));
            }
            let last = ancestor.components().next_back().map(|part| part.as_os_str().to_os_string());
            match last {
                Some(last) if ancestor.parent().is_some() => {
                    rest.push(last);
                    ancestor = ancestor.parent().unwrap_or(Path::new("/")).to_path_buf();
                }
                _ => return Err(self.deny(path, access)),
            }
        }
    }

    /// Whether what a path leads to may be changed. Asking is no denial.
    #[doc(hidden)]
    pub fn may_write(&self, path: &Path) -> bool {
        self.ask(Some(path));
        !self.write.is_empty()
            && path.canonicalize().is_ok_and(|path| self.covering(&path, Access::Write).is_some())
    }

    /// The canonical path of what may be read: links resolved, `..` gone.
    ///
    /// # Errors
    /// `PermissionDenied` for whatever is not granted, whether it exists or not; else what the system says.
    pub fn readable(&self, path: &Path) -> io::Result<PathBuf> {
        self.ask(Some(path));
        let denied = || self.deny(path, Access::Read);
        if self.read.is_empty() && self.write.is_empty() {
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

/// The way to a canonical path from what was granted, or from the folder of a single file that was.
fn from_folder<'a>(root: &'a Path, canonical: &Path) -> (&'a Path, PathBuf) {
    let root = if canonical == root && !root.is_dir() { root.parent().unwrap_or(root) } else { root };
    (root, Path::new(".").join(canonical.strip_prefix(root).unwrap_or(Path::new(""))))
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
        let written = Grants::none().allow_write(&inside).unwrap();
        for grants in [&grants, &written] {
            let beneath = |path: &str, access| {
                let found = grants.beneath(&inside.join(path), access, true);
                found.map(|(_, way)| way.to_string_lossy().into_owned()).map_err(|e| e.kind())
            };
            let denied = Err(io::ErrorKind::PermissionDenied);
            assert_eq!(beneath("a.txt", Access::Read).as_deref(), Ok("./a.txt"));
            assert_eq!(beneath("deep/../new/x", Access::Read).as_deref(), Ok("./new/x"));
            for path in
                ["../secret.txt", "link", "up/secret.txt", "up/none.txt", "../none.txt", "deep/../../x"]
            {
                assert_eq!(beneath(path, Access::Read), denied, "{path}");
                assert_eq!(beneath(path, Access::Write), denied, "{path}");
            }
            let wanted = if grants == &written { Ok("./new".to_owned()) } else { denied };
            assert_eq!(beneath("new", Access::Write), wanted);
        }
        let file = Grants::none().allow_read(inside.join("a.txt")).unwrap();
        let found = file.beneath(&inside.join("deep/../a.txt"), Access::Read, true).map_err(|e| e.kind());
        assert_eq!(found.map(|(_, way)| way), Ok(PathBuf::from("./a.txt")));
        assert!(file.beneath(&inside.join("deep"), Access::Read, true).is_err());
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

    #[test]
    fn a_key_is_told_to_programs_and_not_printed() {
        let grants = Grants::none().allow_entropy([77; 32]);
        assert_eq!((grants.entropy(), Grants::none().entropy()), (Some(&[77; 32]), None));
        assert!(!format!("{grants:?}").contains("77"));
        assert_ne!(grants, Grants::none().allow_entropy([78; 32]));
    }
}
