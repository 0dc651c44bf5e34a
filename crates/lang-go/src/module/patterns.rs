//! Which packages of a module a pattern of the command line names: a folder (`.`, `./a`), an import path, or
//! either with `...` for anything.

use purlin_base::SourceTree;

use super::{GoModule, Missing, below, constraint, join};

/// A package that has been named.
pub struct TestedPackage {
    /// The folder where it is, in the tree.
    pub dir: String,
    pub path: String,
    /// Whether there are test files in it.
    pub has_tests: bool,
    /// Why there is no package, if there is none.
    pub missing: Option<String>,
}

impl TestedPackage {
    /// What stands for the package that `path` should have named.
    fn missing(path: &str, why: String) -> TestedPackage {
        TestedPackage { dir: String::new(), path: path.to_string(), has_tests: true, missing: Some(why) }
    }
}

/// Folders below each other are followed so deep.
const MAX_DEPTH: usize = 100;

/// The packages of the tree that a pattern names, in the order of their folders. Folders that are named
/// `testdata` or `vendor`, or whose names begin with a dot or an underscore, have none that `...` finds. A
/// pattern that should name a package and names none gives one that is missing.
///
/// # Errors
/// The module cannot be read.
pub fn packages(
    tree: &dyn SourceTree,
    dir: &str,
    pattern: &str,
    tags: &[String],
) -> Result<Vec<TestedPackage>, String> {
    let module = GoModule::new(tree, dir, tags)?;
    let folder = match module.named(dir, pattern) {
        Ok(folder) => folder,
        Err(why) => return Ok(vec![TestedPackage::missing(pattern, why)]),
    };
    if !folder.contains("...") {
        return Ok(vec![module.only(&folder, pattern)]);
    }
    let fixed = folder.split("...").next().unwrap_or("");
    let top = fixed.rsplit_once('/').map_or("", |(top, _)| top);
    if tree.files(top).is_none() {
        let start = pattern.split("...").next().unwrap_or("");
        let why = format!("pattern {pattern}: lstat {start}: no such file or directory");
        return Ok(vec![TestedPackage::missing(pattern, why)]);
    }
    let mut found = Vec::new();
    module.walk(top, &folder, MAX_DEPTH, &mut found);
    found.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(found)
}

/// The folder that a relative path names, seen from another one; `None` outside of the tree.
fn beside(dir: &str, path: &str) -> Option<String> {
    let mut parts: Vec<&str> = dir.split('/').filter(|p| !p.is_empty()).collect();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => _ = parts.pop()?,
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

/// Whether a folder is one that a pattern with `...` names. A last `/...` stands for nothing as well.
fn matches(pattern: &str, folder: &str) -> bool {
    if pattern.strip_suffix("/...").is_some_and(|start| wild(start, folder)) {
        return true;
    }
    wild(pattern, folder)
}

fn wild(pattern: &str, text: &str) -> bool {
    let mut parts = pattern.split("...");
    let Some(mut rest) = parts.next().and_then(|first| text.strip_prefix(first)) else { return false };
    let mut parts: Vec<&str> = parts.collect();
    let Some(last) = parts.pop() else { return rest.is_empty() };
    for part in parts {
        let Some((_, after)) = rest.split_once(part) else { return false };
        rest = after;
    }
    rest.ends_with(last)
}

impl GoModule<'_> {
    /// The folder that a pattern names, which may contain `...`, seen from another one.
    fn named(&self, dir: &str, pattern: &str) -> Result<String, String> {
        let is_local =
            pattern.starts_with("./") || pattern.starts_with("../") || matches!(pattern, "." | "..");
        if is_local {
            return beside(dir, pattern)
                .ok_or_else(|| format!("pattern {pattern}: it leads out of the module"));
        }
        match below(pattern, &self.path).filter(|_| self.is_module()) {
            Some(folder) if folder.contains("...") || self.tree.files(folder).is_some() => {
                Ok(folder.to_string())
            }
            Some(_) => Err(self.not_found(pattern).unwrap_or_default()),
            // A pattern may match the module's own path.
            None if pattern == "..." || pattern == "all" => Ok("...".to_string()),
            None => Err(format!("package {pattern} is not in the module; folders begin with ./")),
        }
    }

    /// The package in a folder, or why there is none.
    fn only(&self, dir: &str, pattern: &str) -> TestedPackage {
        if let Some(package) = self.tested(dir) {
            return package;
        }
        let shown = self.shown(dir);
        if self.tree.files(dir).is_none() {
            return TestedPackage::missing(pattern, format!("stat {shown}: directory not found"));
        }
        match self.select(dir, constraint::name_fits) {
            Err(Missing::Broken(why)) => {
                let path = self.path_of(dir);
                TestedPackage::missing(&path, format!("package {path}: {why}"))
            }
            Ok(_) | Err(Missing::NotFound) => {
                TestedPackage::missing(pattern, format!("no Go files in {shown}"))
            }
        }
    }

    /// The package in a folder, if there are Go files for it.
    fn tested(&self, dir: &str) -> Option<TestedPackage> {
        let has_tests = self.select(dir, constraint::test_name_fits).is_ok();
        let is_package = has_tests || self.select(dir, constraint::name_fits).is_ok();
        let (dir, path) = (dir.to_string(), self.path_of(dir));
        is_package.then_some(TestedPackage { dir, path, has_tests, missing: None })
    }

    /// Adds the packages in a folder and below that a pattern names.
    fn walk(&self, dir: &str, pattern: &str, depth: usize, found: &mut Vec<TestedPackage>) {
        if matches(pattern, dir) {
            found.extend(self.tested(dir));
        }
        for name in self.tree.folders(dir) {
            if depth == 0 || matches!(&*name, "testdata" | "vendor") || name.starts_with(['.', '_']) {
                continue;
            }
            let folder = join(dir, &name);
            let is_module = self.tree.has_file(&join(&folder, "go.mod"));
            if !is_module {
                self.walk(&folder, pattern, depth - 1, found);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use purlin_base::MemoryTree;

    use super::*;

    fn found(dir: &str, pattern: &str) -> String {
        let tree = MemoryTree::new()
            .with("go.mod", "module example.com/m\n")
            .with("m.go", "package m\n")
            .with("a/a.go", "package a\n")
            .with("a/a_test.go", "package a\n")
            .with("a/b/x_test.go", "package b_test\n")
            .with("a/testdata/x.go", "package x\n")
            .with("a/_old/x.go", "package x\n")
            .with("ab/ab.go", "package ab\n")
            .with("w/w_windows.go", "package w\n")
            .with("vendor/y.org/y/y.go", "package y\n")
            .with("other/go.mod", "module other\n")
            .with("other/o.go", "package o\n");
        match packages(&tree, dir, pattern, &[]) {
            Ok(all) => {
                let shown = |p: &TestedPackage| match &p.missing {
                    Some(why) => format!("[{}: {why}]", p.path),
                    None => format!("{}{}", p.path, if p.has_tests { "*" } else { "" }),
                };
                all.iter().map(shown).collect::<Vec<_>>().join(" ").replace("example.com/m", "M")
            }
            Err(error) => error,
        }
    }

    #[test]
    fn patterns_name_packages() {
        assert_eq!(found("", "./..."), "M M/a* M/a/b* M/ab");
        assert_eq!(found("a", "./..."), "M/a* M/a/b*");
        assert_eq!(found("a", "."), "M/a*");
        assert_eq!(found("a", "../ab"), "M/ab");
        assert_eq!(found("", "./a..."), "M/a* M/a/b* M/ab");
        assert_eq!(found("", "./a/..."), "M/a* M/a/b*");
        assert_eq!(found("", "./.../b"), "M/a/b*");
        assert_eq!(found("", "example.com/m/a"), "M/a*");
        assert_eq!(found("", "example.com/m/..."), "M M/a* M/a/b* M/ab");
        assert_eq!(found("", "./a/testdata/..."), "M/a/testdata");
        assert_eq!(found("", "./vendor/y.org/y/z..."), "");
    }

    #[test]
    fn patterns_without_packages_say_why() {
        let excluded = "[M/w: package M/w: build constraints exclude all Go files in w]";
        assert_eq!(found("", "./w"), excluded);
        assert_eq!(found("", "./vendor"), "[./vendor: no Go files in vendor]");
        assert_eq!(found("a", "../none"), "[../none: stat none: directory not found]");
        assert_eq!(
            found("", "./none/..."),
            "[./none/...: pattern ./none/...: lstat ./none/: no such file or directory]"
        );
        assert_eq!(found("", "../x"), "[../x: pattern ../x: it leads out of the module]");
        assert_eq!(found("", "fmt"), "[fmt: package fmt is not in the module; folders begin with ./]");
        assert!(found("", "example.com/m/none").starts_with("[M/none: no required module provides"));
    }
}
