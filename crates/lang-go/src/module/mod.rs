//! Programs of several packages: a tree of source files with `go.mod`, whose packages are found below its own
//! path and in `vendor/`. Knows nothing of types; what a package means is the checker's business.

pub(crate) mod constraint;
pub(crate) mod embed;
pub(crate) mod imports;
pub(crate) mod patterns;

use std::sync::Arc;

use purlin_base::map::HashMap;

use purlin_base::{SourceTree, read_error};

use crate::language;

/// A file: what diagnostics call it, and its text.
pub(crate) type Source = (String, Arc<str>);

/// The module that a tree is.
pub(crate) struct GoModule<'a> {
    tree: &'a dyn SourceTree,
    /// The module's path in `go.mod`; empty where there is no such file.
    path: String,
    /// The folder of the program.
    dir: String,
    /// Build tags that are set besides those of all programs.
    tags: &'a [String],
    /// `replace` directives that point into the tree: a module's path, and the folder.
    replaced: Vec<(String, String)>,
    /// The version of Go that `go.mod` says.
    language: Option<u32>,
    vendored: Vendored,
}

/// What `vendor/` holds.
enum Vendored {
    /// There is no such folder.
    None,
    /// There is no `modules.txt` that says so: whatever is there.
    Anything,
    /// By import path, each with the version of Go of its module.
    Packages(HashMap<String, u32>),
}

/// Why a package has no source.
pub(crate) enum Missing {
    /// There is none of this path here.
    NotFound,
    /// There is something, but no package.
    Broken(String),
}

impl<'a> GoModule<'a> {
    /// Reads `go.mod` and `vendor/modules.txt` at the top of the tree; the program is the package in `dir`.
    /// `tags` are build tags that are set besides those of all programs.
    pub(crate) fn new(
        tree: &'a dyn SourceTree,
        dir: &str,
        tags: &'a [String],
    ) -> Result<GoModule<'a>, String> {
        let mut module = GoModule {
            tree,
            path: String::new(),
            dir: dir.to_string(),
            tags,
            replaced: Vec::new(),
            language: None,
            vendored: Vendored::None,
        };
        if tree.has_file("go.mod") {
            let read = tree.read("go.mod").and_then(|text| module.read_go_mod(&text));
            read.map_err(|e| read_error(&tree.name("go.mod"), &e))?;
        }
        if let Ok(text) = tree.read("vendor/modules.txt") {
            module.vendored = Vendored::Packages(vendored_packages(&text));
        } else if tree.files("vendor").is_some() {
            module.vendored = Vendored::Anything;
        }
        Ok(module)
    }

    fn read_go_mod(&mut self, text: &str) -> Result<(), String> {
        let mut block = String::new();
        for line in text.lines() {
            let line = line.split("//").next().unwrap_or_default().trim();
            let mut words: Vec<&str> = line.split_whitespace().map(|w| w.trim_matches(['"', '`'])).collect();
            match words[..] {
                [] => continue,
                [")"] => {
                    block.clear();
                    continue;
                }
                [verb, "("] => {
                    block = verb.to_string();
                    continue;
                }
                _ if !block.is_empty() => words.insert(0, &block),
                _ => {}
            }
            match words[..] {
                ["module", path] => self.path = path.to_string(),
                ["go", version] => self.language = language::minor_of(version),
                ["replace", path, "=>", to] | ["replace", path, _, "=>", to] => {
                    if let Some(dir) = to.strip_prefix("./") {
                        self.replaced.push((path.to_string(), dir.trim_end_matches('/').to_string()));
                    }
                }
                _ => {}
            }
        }
        if self.path.is_empty() { Err("there is no module directive".to_string()) } else { Ok(()) }
    }

    /// The import path of the program's own package, as messages call it.
    pub(crate) fn main_path(&self) -> String {
        self.path_of(&self.dir)
    }

    /// The import path of the module's package in a folder, as messages call it.
    fn path_of(&self, dir: &str) -> String {
        match (self.path.as_str(), dir) {
            ("", "") => "command-line-arguments".to_string(),
            ("", dir) => dir.to_string(),
            (path, "") => path.to_string(),
            (path, dir) => format!("{path}/{dir}"),
        }
    }

    /// The version of Go of the program's own package, if `path` is `main`, or of the package with this path.
    /// What the go command writes always says one; a module that was written by hand and does not is new.
    pub(crate) fn language(&self, path: &str) -> u32 {
        let own = self.language.unwrap_or(language::NEWEST);
        if path == "main" || below(path, &self.path).is_some() {
            return own;
        }
        if let Vendored::Packages(packages) = &self.vendored
            && let Some(version) = packages.get(path)
        {
            return *version;
        }
        let replaced = self.replaced.iter().find(|(module, _)| below(path, module).is_some());
        match replaced.and_then(|(_, dir)| self.tree.read(&join(dir, "go.mod")).ok()) {
            Some(text) => go_directive(&text).unwrap_or(language::UNSAID),
            None => own,
        }
    }

    /// Whether there is a `go.mod`.
    pub(crate) fn is_module(&self) -> bool {
        !self.path.is_empty()
    }

    /// Whether a path is that of a package of the module, if there is one.
    pub(crate) fn has(&self, path: &str) -> bool {
        self.is_module() && below(path, &self.path).is_some()
    }

    pub(crate) fn has_vendor(&self) -> bool {
        !matches!(self.vendored, Vendored::None)
    }

    /// The files of the program's own package, if there are any.
    pub(crate) fn own_files(&self) -> Result<Vec<Source>, Missing> {
        self.select(&self.dir, constraint::name_fits)
    }

    /// The test files in the folder of the program's own package.
    pub(crate) fn test_files(&self) -> Result<Vec<Source>, Missing> {
        self.select(&self.dir, constraint::test_name_fits)
    }

    /// The files of the program's own package.
    pub(crate) fn main_files(&self) -> Result<Vec<Source>, String> {
        self.own_files().map_err(|missing| match missing {
            Missing::NotFound => format!("no Go files in {}", self.shown(&self.dir)),
            Missing::Broken(text) => text,
        })
    }

    /// Adds the files that a pattern in the package with this import path names.
    pub(crate) fn embedded(&self, path: &str, pattern: &str, files: &mut embed::Files) -> Result<(), String> {
        let dir = if path == "main" { Some(self.dir.clone()) } else { self.folder(path).ok() };
        let dir = dir.ok_or("no matching files found")?;
        embed::Folder { tree: self.tree, dir: &dir }.add(pattern, files)
    }

    /// The files of the package with this import path.
    pub(crate) fn package(&self, path: &str) -> Result<Vec<Source>, Missing> {
        self.select(&self.folder(path)?, constraint::name_fits)
    }

    /// The folder of the package with this import path.
    fn folder(&self, path: &str) -> Result<String, Missing> {
        let well_formed =
            path.split('/').all(|part| !matches!(part, "" | "." | "..")) && !path.contains('\\');
        if !well_formed || !self.is_module() {
            return Err(Missing::NotFound);
        }
        let listed = match &self.vendored {
            Vendored::None => false,
            Vendored::Anything => true,
            Vendored::Packages(packages) => packages.contains_key(path),
        };
        if let Some(dir) = below(path, &self.path) {
            return self.own(dir, "");
        }
        if listed {
            return Ok(format!("vendor/{path}"));
        }
        for (module, to) in &self.replaced {
            if let Some(rest) = below(path, module) {
                return self.own(rest, to);
            }
        }
        Err(Missing::NotFound)
    }

    /// The folder `dir` of the module at `top`; a folder with a `go.mod` of its own is another
    /// module.
    fn own(&self, dir: &str, top: &str) -> Result<String, Missing> {
        let mut at = top.to_string();
        for part in dir.split('/').filter(|p| !p.is_empty()) {
            at = join(&at, part);
            if self.tree.has_file(&join(&at, "go.mod")) {
                return Err(Missing::NotFound);
            }
        }
        Ok(at)
    }

    /// The files of a folder that are of the program, or those that are its tests, as `fits` says by their
    /// names; in the order of those.
    fn select(&self, dir: &str, fits: impl Fn(&str) -> bool) -> Result<Vec<Source>, Missing> {
        let mut names = self.tree.files(dir).ok_or(Missing::NotFound)?;
        let of_tests = fits("x_test.go");
        let is_source = |n: &String| n.ends_with(".go") && !n.starts_with(['_', '.']);
        names.retain(|n| is_source(n) && n.ends_with("_test.go") == of_tests);
        if names.is_empty() {
            return Err(Missing::NotFound);
        }
        names.sort();
        let mut files = Vec::new();
        for name in names.iter().filter(|n| fits(n)) {
            let path = join(dir, name);
            let shown = self.tree.name(&path);
            let text = self.tree.read(&path).map_err(|e| Missing::Broken(read_error(&shown, &e)))?;
            if constraint::text_fits(&text, self.tags) {
                files.push((shown, text));
            }
        }
        if files.is_empty() {
            let text = format!("build constraints exclude all Go files in {}", self.shown(dir));
            return Err(Missing::Broken(text));
        }
        Ok(files)
    }

    fn shown(&self, dir: &str) -> String {
        let name = self.tree.name(dir);
        if name.is_empty() { ".".to_string() } else { name }
    }

    /// Why the package at `importer` may not import `path`, if it may not.
    pub(crate) fn objection(&self, path: &str, importer: &str) -> Option<String> {
        let importer = if importer == "main" { self.main_path() } else { importer.to_string() };
        if path.starts_with("./") || path.starts_with("../") || matches!(path, "." | "..") {
            let text = "is relative, but relative import paths are not supported in module mode";
            return Some(format!("{path:?} {text}"));
        }
        if path.starts_with('/') {
            return Some(format!("{path:?} is not a package path"));
        }
        let parent = internal_parent(path)?;
        let allowed = below(&importer, parent).is_some();
        (!allowed).then(|| format!("use of internal package {path} not allowed"))
    }

    /// What to say of a package that is not found.
    pub(crate) fn not_found(&self, path: &str) -> Option<String> {
        if !self.is_module() {
            return None;
        }
        let has_domain = path.split('/').next().is_some_and(|first| first.contains('.'));
        if !has_domain && below(path, &self.path).is_none() {
            return Some(format!("package {path} is not in std"));
        }
        Some(if self.has_vendor() && below(path, &self.path).is_none() {
            format!(
                "cannot find module providing package {path}: it is not in the module's vendor folder (go mod vendor)"
            )
        } else {
            format!(
                "no required module provides package {path}; to add it:\n\tgo get {path} && go mod vendor"
            )
        })
    }
}

/// What `vendor/modules.txt` lists: the packages, each with the version of Go of the module above it.
fn vendored_packages(text: &str) -> HashMap<String, u32> {
    let mut packages = HashMap::default();
    let mut version = language::UNSAID;
    for line in text.lines().map(str::trim) {
        if let Some(notes) = line.strip_prefix("## ") {
            let says = notes.split(';').find_map(|note| note.trim().strip_prefix("go "));
            version = says.and_then(language::minor_of).unwrap_or(version);
        } else if line.starts_with('#') {
            version = language::UNSAID;
        } else if !line.is_empty() {
            packages.insert(line.to_string(), version);
        }
    }
    packages
}

/// The version of Go that a `go.mod` says.
fn go_directive(text: &str) -> Option<u32> {
    let versions = text.lines().filter_map(|line| line.split("//").next()?.trim().strip_prefix("go "));
    versions.map(str::trim).find_map(language::minor_of)
}

/// What of `path` lies below `top`, if it does; the empty path if they are the same.
fn below<'p>(path: &'p str, top: &str) -> Option<&'p str> {
    let rest = path.strip_prefix(top)?;
    if rest.is_empty() { Some(rest) } else { rest.strip_prefix('/') }
}

pub(super) fn join(dir: &str, name: &str) -> String {
    if name.is_empty() {
        dir.to_string()
    } else if dir.is_empty() {
        name.to_string()
    } else {
        format!("{dir}/{name}")
    }
}

/// The folder below which an internal package may be imported.
fn internal_parent(path: &str) -> Option<&str> {
    let end = match path.rfind("/internal/") {
        Some(at) => at,
        None => match path.strip_suffix("/internal") {
            Some(parent) => parent.len(),
            None => return None,
        },
    };
    Some(&path[..end])
}

#[cfg(test)]
mod tests {
    use purlin_base::MemoryTree;

    use super::*;

    fn names(found: Result<Vec<Source>, Missing>) -> Vec<String> {
        match found {
            Ok(files) => files.into_iter().map(|(n, _)| n).collect(),
            Err(Missing::NotFound) => vec!["not found".to_string()],
            Err(Missing::Broken(text)) => vec![text],
        }
    }

    #[test]
    fn packages_are_found_in_the_module_and_in_vendor() {
        let go_mod =
            "// x\nmodule example.com/m // y\n\ngo 1.26\n\nreplace (\n\tz.org/z v1.0.0 => ./third/z\n)\n";
        let tree = MemoryTree::new()
            .with("go.mod", go_mod)
            .with("main.go", "package main\n")
            .with("a/a.go", "package a\n")
            .with("a/a_test.go", "package a\n")
            .with("a/a_windows.go", "package a\n")
            .with("w/w.go", "//go:build windows\n\npackage w\n")
            .with("other/go.mod", "module other\n")
            .with("other/o.go", "package other\n")
            .with("third/z/z.go", "package z\n")
            .with("vendor/modules.txt", "# y.org/y v1.0.0\n## explicit\ny.org/y/sub\n")
            .with("vendor/y.org/y/sub/s.go", "package sub\n")
            .with("vendor/y.org/y/more/s.go", "package more\n");
        let module = GoModule::new(&tree, "", &[]).ok().unwrap();
        assert_eq!(names(module.package("example.com/m/a")), ["a/a.go"]);
        assert_eq!(names(module.package("example.com/m/other")), ["not found"]);
        assert_eq!(names(module.package("example.com/mm/a")), ["not found"]);
        assert_eq!(names(module.package("example.com/m/../m/a")), ["not found"]);
        assert_eq!(names(module.package("example.com/m/w")), ["build constraints exclude all Go files in w"]);
        assert_eq!(names(module.package("y.org/y/sub")), ["vendor/y.org/y/sub/s.go"]);
        assert_eq!(names(module.package("y.org/y/more")), ["not found"]);
        assert_eq!(names(module.package("z.org/z")), ["third/z/z.go"]);
        assert_eq!(module.main_files().map(|f| f.len()), Ok(1));
    }

    #[test]
    fn packages_have_the_version_of_their_module() {
        let listed = "# old.org/o v1.0.0\n## explicit; go 1.13\nold.org/o\n# u.org/u v1.0.0\nu.org/u\n";
        let tree = MemoryTree::new()
            .with("go.mod", "module m\n\ngo 1.20.3 // x\n\nreplace r.org/r => ./r\n")
            .with("r/go.mod", "module r.org/r\n\ngo 1.18\n")
            .with("vendor/modules.txt", listed);
        let module = GoModule::new(&tree, "", &[]).ok().unwrap();
        let paths = ["main", "m/sub", "old.org/o", "u.org/u", "r.org/r/sub"];
        assert_eq!(paths.map(|path| module.language(path)), [20, 20, 13, 16, 18]);
        let unsaid = MemoryTree::new().with("go.mod", "module m\n");
        assert_eq!(GoModule::new(&unsaid, "", &[]).ok().unwrap().language("main"), language::NEWEST);
    }

    #[test]
    fn internal_packages_are_for_their_parent() {
        let tree = MemoryTree::new().with("go.mod", "module m\n");
        let module = GoModule::new(&tree, "cmd/x", &[]).ok().unwrap();
        assert_eq!(module.objection("m/internal/q", "main"), None);
        assert_eq!(module.objection("m/cmd/x/internal", "main"), None);
        assert_eq!(module.objection("m/a/internal/q", "m/a/b"), None);
        let text = "use of internal package m/a/internal/q not allowed";
        assert_eq!(module.objection("m/a/internal/q", "main").as_deref(), Some(text));
        assert!(module.objection("m/a/internal/q", "m/ab").is_some());
        assert!(GoModule::new(&MemoryTree::new().with("go.mod", "go 1.26\n"), "", &[]).is_err());
    }
}
