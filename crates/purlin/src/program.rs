//! What is given to the engine to compile: files, or a package in a tree of source files. Reads folders of
//! the host that a caller names; knows nothing of any language.

use std::fs;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use purlin_base::SourceTree;
pub use purlin_base::text;

use crate::guest::{Build, SourceFile};

/// A program: some files, or the package in a folder of a tree, or files whose imports are in a tree.
///
#[cfg_attr(feature = "go", doc = "```")]
#[cfg_attr(not(feature = "go"), doc = "```ignore")]
/// use purlin::{Config, Engine, Limits, MemoryTree, Program, Streams};
///
/// let tree = MemoryTree::new()
///     .with("go.mod", "module example.com/m\n")
///     .with(
///         "main.go",
///         "package main\nimport \"example.com/m/half\"\n\
///          func F(n int64) int64 { return half.Of(n) }\nfunc main() {}",
///     )
///     .with("half/half.go", "package half\nfunc Of(n int64) int64 { return n / 2 }");
/// let module = Engine::new(Config::default()).compile(Program::in_tree(&tree, ""))?;
/// let mut isolate = module.isolate((), Limits::default(), Streams::default())?;
/// assert_eq!(isolate.call::<_, i64>("F", (84i64,))?, 42);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Default)]
pub struct Program<'a> {
    /// The files of the program's own package; if there are none, those in `dir` are.
    pub files: &'a [SourceFile],
    /// Where the packages are that it imports.
    pub tree: Option<&'a dyn SourceTree>,
    /// The folder of the program's own package in the tree; the empty path is its top.
    pub dir: &'a str,
    /// Whether the program is the one that runs the tests of the package, for guests that have such.
    pub tests: bool,
    /// In which variant it is compiled; without one, in the usual.
    pub build: Option<&'a Build>,
    /// The name of the guest that takes the program; without one the names of the files decide.
    pub language: Option<&'a str>,
}

impl<'a> Program<'a> {
    /// The package in the folder `dir` of a tree.
    pub fn in_tree(tree: &'a dyn SourceTree, dir: &'a str) -> Program<'a> {
        Program { tree: Some(tree), dir, ..Program::default() }
    }

    /// The program, for the guest of that name.
    ///
    #[cfg_attr(feature = "go", doc = "```")]
    #[cfg_attr(not(feature = "go"), doc = "```ignore")]
    /// use purlin::{Config, Engine, Program, SourceFile};
    ///
    /// let files = [SourceFile { name: "program.txt".into(), text: "package main\nfunc main() {}".into() }];
    /// let engine = Engine::new(Config::default());
    /// assert!(engine.compile(&files).is_err(), "no guest takes this extension");
    /// assert!(engine.compile(Program::from(&files).in_language("go")).is_ok());
    /// ```
    pub fn in_language(self, name: &'a str) -> Program<'a> {
        Program { language: Some(name), ..self }
    }
}

impl<'a> From<&'a [SourceFile]> for Program<'a> {
    fn from(files: &'a [SourceFile]) -> Program<'a> {
        Program { files, ..Program::default() }
    }
}

impl<'a, const N: usize> From<&'a [SourceFile; N]> for Program<'a> {
    fn from(files: &'a [SourceFile; N]) -> Program<'a> {
        Program::from(&files[..])
    }
}

impl<'a> From<&'a Vec<SourceFile>> for Program<'a> {
    fn from(files: &'a Vec<SourceFile>) -> Program<'a> {
        Program::from(&files[..])
    }
}

/// Several folders on disk as one tree, in which the first is called `0`, the next `1`, and so on: the
/// folders of a class path.
///
#[cfg_attr(feature = "smalltalk", doc = "```")]
#[cfg_attr(not(feature = "smalltalk"), doc = "```ignore")]
/// use purlin::program::DiskFolders;
/// use purlin::{Config, Engine, Limits, Program, SourceFile, SourceTree, Streams, guest::Build};
///
/// # let folder = std::env::temp_dir().join(format!("purlin-doc-folders-{}", std::process::id()));
/// # std::fs::create_dir_all(&folder)?;
/// # std::fs::write(folder.join("Half.som"), "Half = ( of: n = ( ^n / 2 ) )")?;
/// let folders = DiskFolders::open(&[folder.clone()])?;
/// assert!(folders.has_file("0/Half.som"));
/// let text = "Main = ( run = ( (Half new of: 84) println ) )".into();
/// let files = [SourceFile { name: "Main.som".into(), text }];
/// let build = Build { search: folders.names(), ..Build::default() };
/// let program = Program { tree: Some(&folders), build: Some(&build), ..Program::from(&files) };
/// let module = Engine::new(Config::default()).compile(program)?;
/// let mut isolate = module.isolate((), Limits::default(), Streams::default())?;
/// isolate.set_args(vec!["Main".into()]);
/// isolate.run()?;
/// assert_eq!(isolate.stats().output_bytes, 3);
/// # std::fs::remove_dir_all(&folder)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct DiskFolders(Vec<DiskTree>);

impl DiskFolders {
    /// The folders.
    ///
    /// # Errors
    /// What the system says if there is no such folder or it cannot be seen, with the folder's name.
    pub fn open(folders: &[PathBuf]) -> std::io::Result<DiskFolders> {
        let open = |folder: &PathBuf| {
            let wrong = |e: std::io::Error| std::io::Error::other(format!("{}: {e}", folder.display()));
            DiskTree::around(folder, None).map(|(tree, _)| tree).map_err(wrong)
        };
        folders.iter().map(open).collect::<std::io::Result<_>>().map(DiskFolders)
    }

    /// The folders with a bound on the bytes that are read from them in all, as [`DiskTree::at_most`] has it.
    #[must_use]
    pub fn at_most(self, bytes: u64) -> DiskFolders {
        let left = Arc::new(AtomicU64::new(bytes.min(MAX_BYTES)));
        let share = |tree: DiskTree| DiskTree { left: left.clone(), ..tree };
        DiskFolders(self.0.into_iter().map(share).collect())
    }

    /// What the folders are called in the tree, in their order.
    pub fn names(&self) -> Vec<String> {
        (0..self.0.len()).map(|n| n.to_string()).collect()
    }

    /// The tree that a path leads into, and the rest of the path.
    fn find<'p>(&self, path: &'p str) -> Option<(&DiskTree, &'p str)> {
        let (number, rest) = path.split_once('/').unwrap_or((path, ""));
        Some((self.0.get(number.parse::<usize>().ok()?)?, rest))
    }
}

impl SourceTree for DiskFolders {
    fn files(&self, dir: &str) -> Option<Vec<String>> {
        let (tree, rest) = self.find(dir)?;
        tree.files(rest)
    }

    fn has_file(&self, path: &str) -> bool {
        self.find(path).is_some_and(|(tree, rest)| tree.has_file(rest))
    }

    fn read(&self, path: &str) -> Result<Arc<str>, String> {
        let (tree, rest) = self.find(path).ok_or("there is no such folder")?;
        tree.read(rest)
    }

    fn name(&self, path: &str) -> String {
        self.find(path).map_or_else(|| path.to_owned(), |(tree, rest)| tree.name(rest))
    }
}

/// The most bytes of source that positions can name.
const MAX_BYTES: u64 = i32::MAX as u64;

/// A folder on disk as a tree, read when something is asked for. Links are followed, as compilers do.
///
#[cfg_attr(feature = "go", doc = "```")]
#[cfg_attr(not(feature = "go"), doc = "```ignore")]
/// use purlin::{Config, DiskTree, Engine, Program};
///
/// # let folder = std::env::temp_dir().join(format!("purlin-doc-tree-{}", std::process::id()));
/// # std::fs::create_dir_all(&folder)?;
/// # std::fs::write(folder.join("main.go"), "package main\nfunc main() {}")?;
/// # std::fs::write(folder.join("go.mod"), "module example.com/m\n")?;
/// let (tree, dir) = DiskTree::around(&folder, Some("go.mod"))?;
/// // No more than 16 MiB of source is read.
/// let tree = tree.at_most(16 << 20);
/// let module = Engine::new(Config::default()).compile(Program::in_tree(&tree, &dir))?;
/// assert!(module.has_main());
/// # std::fs::remove_dir_all(&folder)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct DiskTree {
    root: PathBuf,
    /// The folder that names are shown relative to, below the root, and what it is shown as.
    inside: String,
    shown: PathBuf,
    /// Bytes that may still be read.
    left: Arc<AtomicU64>,
}

impl DiskTree {
    /// The tree that the folder belongs to, and where in it the folder is. The tree begins where a file named
    /// `marker` is found, in the folder or above it, else at the folder itself.
    ///
    /// # Errors
    /// What the system says if there is no such folder or it cannot be seen.
    pub fn around(dir: &Path, marker: Option<&str>) -> std::io::Result<(DiskTree, String)> {
        let full = fs::canonicalize(if dir.as_os_str().is_empty() { Path::new(".") } else { dir })?;
        let is_marked = |folder: &&Path| marker.is_some_and(|name| folder.join(name).is_file());
        let root = full.ancestors().find(is_marked).unwrap_or(&full).to_path_buf();
        let below = full.strip_prefix(&root).unwrap_or(Path::new(""));
        let inside: Vec<String> = below.iter().map(|part| part.to_string_lossy().into_owned()).collect();
        let inside = inside.join("/");
        let left = Arc::new(AtomicU64::new(MAX_BYTES));
        Ok((DiskTree { root, inside: inside.clone(), shown: dir.to_path_buf(), left }, inside))
    }

    /// The tree with a bound on the bytes that are read from it in all: for one compilation. Without this the
    /// bound is what can be compiled at all, 2 GiB.
    pub fn at_most(mut self, bytes: u64) -> DiskTree {
        self.left = Arc::new(AtomicU64::new(bytes.min(MAX_BYTES)));
        self
    }

    /// The folder where the tree begins, as the system calls it.
    ///
    /// ```
    /// use purlin::{DiskTree, Grants};
    ///
    /// let (tree, _) = DiskTree::around(&std::env::temp_dir(), None)?;
    /// // A program of the tree may read all of it, and its relative paths begin there.
    /// let grants = Grants::none().allow_read(tree.root())?.set_working_folder(tree.root())?;
    /// assert_eq!(grants.working_folder(), Some(tree.root()));
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// A file's bytes, if the bound allows that many.
    fn load(&self, path: &Path) -> Result<Vec<u8>, String> {
        let open = || {
            // Opening a pipe would wait for its writer.
            if !fs::metadata(path)?.is_file() {
                return Err(std::io::Error::other("not a regular file"));
            }
            fs::File::open(path)
        };
        let file = open().map_err(|e| e.to_string())?;
        let left = self.left.load(Ordering::Relaxed);
        let mut bytes = Vec::new();
        file.take(left.saturating_add(1)).read_to_end(&mut bytes).map_err(|e| e.to_string())?;
        let read = bytes.len() as u64;
        let left = left.checked_sub(read).ok_or("the program is too large for what compiling it may take")?;
        self.left.store(left, Ordering::Relaxed);
        Ok(bytes)
    }
}

impl SourceTree for DiskTree {
    fn files(&self, dir: &str) -> Option<Vec<String>> {
        let entries = fs::read_dir(self.root.join(dir)).ok()?;
        // The folder's own list saves a question for each file; a link may lead to either.
        let is_file = |e: &fs::DirEntry| match e.file_type() {
            Ok(kind) if !kind.is_symlink() => kind.is_file(),
            Ok(_) | Err(_) => e.path().is_file(),
        };
        let files = entries.flatten().filter(is_file);
        Some(files.filter_map(|e| e.file_name().into_string().ok()).collect())
    }

    fn has_file(&self, path: &str) -> bool {
        self.root.join(path).is_file()
    }

    fn folders(&self, dir: &str) -> Vec<String> {
        let Ok(entries) = fs::read_dir(self.root.join(dir)) else { return Vec::new() };
        // A link to a folder is no folder: what is embedded stays below the package, and has no cycles.
        let folders = entries.flatten().filter(|e| e.file_type().is_ok_and(|kind| kind.is_dir()));
        folders.filter_map(|e| e.file_name().into_string().ok()).collect()
    }

    fn bytes(&self, path: &str) -> Result<Arc<[u8]>, String> {
        self.load(&self.root.join(path)).map(Arc::from)
    }

    fn read(&self, path: &str) -> Result<Arc<str>, String> {
        let bytes = self.load(&self.root.join(path))?;
        let name = self.name(path);
        text(&name, bytes).map_err(|error| {
            let rest = error.strip_prefix(&*name).and_then(|rest| rest.strip_prefix(':'));
            rest.map_or_else(|| error.clone(), |rest| rest.trim_start().to_owned())
        })
    }

    fn name(&self, path: &str) -> String {
        let rest = match path.strip_prefix(self.inside.as_str()) {
            Some(rest) if rest.is_empty() || self.inside.is_empty() => Some(rest),
            Some(rest) => rest.strip_prefix('/'),
            None => None,
        };
        match rest {
            Some("") => self.shown.display().to_string(),
            Some(rest) => self.shown.join(rest).display().to_string(),
            None => {
                let here = std::env::current_dir().and_then(fs::canonicalize).unwrap_or_default();
                let full = self.root.join(path);
                full.strip_prefix(&here).unwrap_or(&full).display().to_string()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tree_reads_no_more_than_it_may() {
        let dir = std::env::temp_dir().join(format!("purlin-tree-{}", std::process::id()));
        fs::create_dir_all(dir.join("folder.x")).unwrap();
        fs::write(dir.join("a.x"), "0123456789").unwrap();
        let (tree, _) = DiskTree::around(&dir, None).unwrap();
        let tree = tree.at_most(25);
        assert_eq!(tree.read("a.x").as_deref(), Ok("0123456789"));
        assert_eq!(tree.read("folder.x").unwrap_err(), "not a regular file");
        assert_eq!(tree.read("a.x").as_deref(), Ok("0123456789"));
        assert!(tree.read("a.x").unwrap_err().contains("too large"));
        fs::write(dir.join("bad.x"), b"one\n t\xc3\xa9\xff two\n").unwrap();
        let (tree, _) = DiskTree::around(&dir, None).unwrap();
        let error = tree.read("bad.x").unwrap_err();
        assert_eq!(error, "2:5: invalid UTF-8 encoding\n     t\u{e9}\u{fffd} two\n       ^");
        assert_eq!(purlin_base::read_error("bad.x", &error).split(' ').next(), Some("bad.x:2:5:"));
        fs::remove_dir_all(&dir).unwrap();
    }
}
