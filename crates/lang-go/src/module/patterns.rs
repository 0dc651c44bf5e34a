//! Which packages of a module a pattern of the command line names: a folder (`.`, `./a`), an import path, or
//! either with `...` for anything.

use purlin_base::SourceTree;

use super::{GoModule, below, constraint, join};

/// A package that has been named.
pub struct TestedPackage {
    /// The folder where it is, in the tree.
    pub dir: String,
    pub path: String,
    /// Whether there are test files in it.
    pub has_tests: bool,
}

/// Folders below each other are followed so deep.
const MAX_DEPTH: usize = 100;

/// The packages of the tree that a pattern names, in the order of their folders. Folders that are named
/// `testdata` or `vendor`, or whose names begin with a dot or an underscore, have none that `...` finds.
///
/// # Errors
/// There is no such folder, it is outside of the tree, or there are no Go files in it.
pub fn packages(
    tree: &dyn SourceTree,
    dir: &str,
    pattern: &str,
    tags: &[String],
) -> Result<Vec<TestedPackage>, String> {
    let module = GoModule::new(tree, dir, tags)?;
    let is_local = pattern.starts_with("./") || pattern.starts_with("../") || matches!(pattern, "." | "..");
    let folder = if is_local {
        beside(dir, pattern).ok_or_else(|| format!("pattern {pattern}: it leads out of the module"))?
    } else {
        let inside = below(pattern, &module.path).filter(|_| module.is_module());
        match inside {
            Some(folder) => folder.to_string(),
            // A pattern may match the module's own path.
            None if pattern == "..." || pattern == "all" => "...".to_string(),
            None => return Err(format!("package {pattern} is not in the module; folders begin with ./")),
        }
    };
    if !folder.contains("...") {
        return module.tested(&folder).map_or_else(
            || Err(format!("no Go files in {}", module.shown(&folder))),
            |package| Ok(vec![package]),
        );
    }
    let mut found = Vec::new();
    let fixed = folder.split("...").next().unwrap_or("");
    let top = fixed.rsplit_once('/').map_or("", |(top, _)| top);
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
    /// The package in a folder, if there are Go files for it.
    fn tested(&self, dir: &str) -> Option<TestedPackage> {
        let has_tests = self.select(dir, constraint::test_name_fits).is_ok();
        let is_package = has_tests || self.select(dir, constraint::name_fits).is_ok();
        is_package.then(|| TestedPackage { dir: dir.to_string(), path: self.path_of(dir), has_tests })
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
                let shown = |p: &TestedPackage| format!("{}{}", p.path, if p.has_tests { "*" } else { "" });
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
        assert_eq!(found("", "./none/..."), "");
        assert_eq!(found("", "./w"), "no Go files in w");
        assert_eq!(found("", "../x"), "pattern ../x: it leads out of the module");
        assert_eq!(found("", "fmt"), "package fmt is not in the module; folders begin with ./");
    }
}
