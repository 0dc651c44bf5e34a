//! The project that a golden file belongs to. A folder below that of the suite may be one of its own: the
//! nearest above the file that a file of the guest's marks (Go's `go.mod`). It is seen as a tree then, so
//! that a golden program may have packages of its own. Knows no language and compiles nothing.

use std::sync::Arc;

use purlin_base::SourceTree;

/// The nearest folder, `dir` or one above it, that has the file that marks projects; the top of the tree if
/// none has.
pub(super) fn around<'d>(tree: &dyn SourceTree, dir: &'d str, marker: Option<&str>) -> &'d str {
    let Some(marker) = marker else { return "" };
    let mut at = dir;
    while !at.is_empty() && !tree.has_file(&join(at, marker)) {
        at = at.rsplit_once('/').map_or("", |(above, _)| above);
    }
    at
}

/// A path of the tree as it is called below one of its folders.
pub(super) fn inside<'p>(path: &'p str, folder: &str) -> &'p str {
    path.strip_prefix(folder).unwrap_or(path).trim_start_matches('/')
}

fn join(folder: &str, path: &str) -> String {
    match (folder, path) {
        ("", path) => path.to_string(),
        (folder, "") => folder.to_string(),
        (folder, path) => format!("{folder}/{path}"),
    }
}

/// A folder of a tree as a tree. Files are called as in the whole one.
pub(super) struct Below<'a> {
    pub(super) tree: &'a dyn SourceTree,
    pub(super) folder: &'a str,
}

impl Below<'_> {
    fn path(&self, path: &str) -> String {
        join(self.folder, path)
    }
}

impl SourceTree for Below<'_> {
    fn files(&self, dir: &str) -> Option<Vec<String>> {
        self.tree.files(&self.path(dir))
    }

    fn has_file(&self, path: &str) -> bool {
        self.tree.has_file(&self.path(path))
    }

    fn read(&self, path: &str) -> Result<Arc<str>, String> {
        self.tree.read(&self.path(path))
    }

    fn folders(&self, dir: &str) -> Vec<String> {
        self.tree.folders(&self.path(dir))
    }

    fn bytes(&self, path: &str) -> Result<Arc<[u8]>, String> {
        self.tree.bytes(&self.path(path))
    }

    fn name(&self, path: &str) -> String {
        self.tree.name(&self.path(path))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use purlin_base::MemoryTree;

    #[test]
    fn the_nearest_marked_folder_is_the_project() {
        let tree = MemoryTree::new().with("go.mod", "").with("a/b/go.mod", "").with("a/b/c/x.go", "text");
        let of = |dir| around(&tree, dir, Some("go.mod"));
        assert_eq!([of("a/b/c"), of("a/b"), of("a"), of("")], ["a/b", "a/b", "", ""]);
        assert_eq!(around(&tree, "a/b/c", None), "");
        assert_eq!([inside("a/b/c", "a/b"), inside("a/b", "a/b"), inside("a/b", "")], ["c", "", "a/b"]);
        let below = Below { tree: &tree, folder: "a/b" };
        assert!(below.has_file("go.mod") && below.has_file("c/x.go") && !below.has_file("a"));
        assert_eq!(below.read("c/x.go").as_deref(), Ok("text"));
        assert_eq!(below.name("c/x.go"), "a/b/c/x.go");
        assert_eq!(below.files("c"), Some(vec!["x.go".to_string()]));
    }
}
