//! Source files that belong together, by path: a folder of the host's, or texts in memory. Knows nothing of
//! what the files mean.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::diagnostic::Diagnostic;
use crate::source::SourceMap;

/// A tree of source files. Paths have `/` between their parts and neither begin nor end with one; the top is
/// the empty path. They never contain `.` or `..` as a part.
pub trait SourceTree: Send + Sync {
    /// The names of the files that stand directly in a folder, in any order; nothing if there is no such
    /// folder.
    fn files(&self, dir: &str) -> Option<Vec<String>>;

    /// Whether there is a file at a path. To ask this may cost less than to list its folder.
    fn has_file(&self, path: &str) -> bool {
        let (dir, name) = path.rsplit_once('/').unwrap_or(("", path));
        self.files(dir).is_some_and(|names| names.iter().any(|n| n == name))
    }

    /// A file's text. The error is a sentence for the person who wrote it, without the file's name; it may
    /// begin with `line:column: `. [`read_error`] adds the name.
    ///
    /// # Errors
    /// There is no such file, or it cannot be read.
    fn read(&self, path: &str) -> Result<Arc<str>, String>;

    /// The names of the folders that stand directly in a folder, in any order. Of a tree that does not tell,
    /// files can be embedded by their names only.
    fn folders(&self, _dir: &str) -> Vec<String> {
        Vec::new()
    }

    /// A file's bytes, which need not be text. The error is a sentence, without the file's name.
    ///
    /// # Errors
    /// There is no such file, or it cannot be read.
    fn bytes(&self, path: &str) -> Result<Arc<[u8]>, String> {
        self.read(path).map(|text| text.as_bytes().into())
    }

    /// What diagnostics and tracebacks call a file, or a folder.
    fn name(&self, path: &str) -> String {
        path.to_string()
    }
}

/// The whole message for an error of [`SourceTree::read`] about the file called `name`.
pub fn read_error(name: &str, error: &str) -> String {
    let has_place = error.starts_with(|c: char| c.is_ascii_digit());
    format!("{name}:{}{error}", if has_place { "" } else { " " })
}

/// Bytes as the text of the file called `name`.
///
/// # Errors
/// A message with the place of the first byte that is not UTF-8, its line, and a caret.
pub fn text(name: &str, bytes: Vec<u8>) -> Result<Arc<str>, String> {
    String::from_utf8(bytes).map(Arc::from).map_err(|error| {
        let (at, message) = (error.utf8_error().valid_up_to(), "invalid UTF-8 encoding");
        // Up to there the text is what the file has.
        let lossy = String::from_utf8_lossy(error.as_bytes());
        let mut sources = SourceMap::new();
        match sources.add(name, &*lossy) {
            Ok(file) => Diagnostic::error(sources.pos(file, at), message).render(&sources).trim_end().into(),
            Err(_) => format!("{name}: {message}"),
        }
    })
}

/// A tree in memory.
#[derive(Clone, Debug, Default)]
pub struct MemoryTree {
    files: BTreeMap<String, Arc<str>>,
}

impl MemoryTree {
    /// A tree without files.
    pub fn new() -> MemoryTree {
        MemoryTree::default()
    }

    /// The tree with one file more; a file of the same path is replaced.
    pub fn with(mut self, path: impl Into<String>, text: impl Into<Arc<str>>) -> MemoryTree {
        self.insert(path, text);
        self
    }

    /// Adds a file, or replaces it.
    pub fn insert(&mut self, path: impl Into<String>, text: impl Into<Arc<str>>) {
        self.files.insert(path.into(), text.into());
    }
}

impl SourceTree for MemoryTree {
    fn files(&self, dir: &str) -> Option<Vec<String>> {
        let prefix = if dir.is_empty() { String::new() } else { format!("{dir}/") };
        let below = self.files.range(prefix.clone()..).map_while(|(p, _)| p.strip_prefix(prefix.as_str()));
        let mut exists = dir.is_empty();
        let mut names = Vec::new();
        for path in below {
            exists = true;
            if !path.contains('/') {
                names.push(path.to_string());
            }
        }
        exists.then_some(names)
    }

    fn folders(&self, dir: &str) -> Vec<String> {
        let prefix = if dir.is_empty() { String::new() } else { format!("{dir}/") };
        let below = self.files.range(prefix.clone()..).map_while(|(p, _)| p.strip_prefix(prefix.as_str()));
        let mut names: Vec<String> =
            below.filter_map(|path| path.split_once('/')).map(|(name, _)| name.to_string()).collect();
        names.dedup();
        names
    }

    fn read(&self, path: &str) -> Result<Arc<str>, String> {
        self.files.get(path).cloned().ok_or_else(|| "no such file".to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_of_a_tree_in_memory() {
        let tree =
            MemoryTree::new().with("go.mod", "").with("a/x.go", "1").with("a/b/y.go", "2").with("a2/z", "");
        assert_eq!(tree.files(""), Some(vec!["go.mod".to_string()]));
        assert_eq!(tree.files("a"), Some(vec!["x.go".to_string()]));
        assert_eq!(tree.files("a/b"), Some(vec!["y.go".to_string()]));
        assert_eq!(tree.files("c"), None);
        assert_eq!(tree.read("a/x.go").as_deref(), Ok("1"));
        assert!(tree.read("a").is_err());
    }
}
