//! What packages of a module import, and what those import.

use std::collections::BTreeSet;

use purlin_base::{Diagnostics, Interner, SourceMap, SourceTree};

use super::GoModule;
use crate::ast::{Decl, Ids};
use crate::parse::{Bodies, parse_file};

/// The packages in the tree that some packages need, and they themselves, by import paths. What is wrong with
/// them is for compilation to say.
///
/// # Errors
/// The module cannot be read.
pub fn dependencies(
    tree: &dyn SourceTree,
    paths: &[String],
    tags: &[String],
) -> Result<BTreeSet<String>, String> {
    let module = GoModule::new(tree, "", tags)?;
    let (mut found, mut open) = (BTreeSet::new(), paths.to_vec());
    while let Some(path) = open.pop() {
        if found.contains(&path) {
            continue;
        }
        // A package may consist of tests; packages of the library are in no tree.
        let Ok(files) = module.package(&path) else { continue };
        open.extend(files.iter().flat_map(|(_, text)| imports(text)));
        found.insert(path);
    }
    Ok(found)
}

/// The paths that a file imports.
fn imports(text: &str) -> Vec<String> {
    let (mut sources, mut names) = (SourceMap::new(), Interner::new());
    let (mut ids, mut ignored) = (Ids::new(), Diagnostics::default());
    let Ok(file) = sources.add("", text) else { return Vec::new() };
    let file = parse_file(&sources, file, &mut names, &mut ids, &mut ignored, Bodies::Now, None);
    let specs = file.decls.iter().filter_map(|decl| match decl {
        Decl::Import(specs) => Some(specs),
        Decl::Const(_) | Decl::Type(_) | Decl::Var(_) | Decl::Func(_) => None,
    });
    specs.flatten().map(|spec| names.text(spec.path).to_string()).collect()
}

#[cfg(test)]
mod tests {
    use purlin_base::MemoryTree;

    use super::*;

    #[test]
    fn packages_that_others_need() {
        let tree = MemoryTree::new()
            .with("go.mod", "module m\n")
            .with("a/a.go", "package a\nimport (\"fmt\"; _ \"m/b\")\n")
            .with("a/a_test.go", "package a\nimport \"m/d\"\n")
            .with("b/b.go", "package b\nimport \"m/c\"\n")
            .with("c/c.go", "package c\nimport \"m/a\"\nfunc broken( {\n")
            .with("d/d.go", "package d\n");
        let of = |path: &str| {
            let found = dependencies(&tree, &[path.to_string()], &[]).unwrap();
            found.into_iter().collect::<Vec<_>>().join(" ")
        };
        assert_eq!(of("m/a"), "m/a m/b m/c");
        assert_eq!(of("m/d"), "m/d");
        assert_eq!(of("m/none"), "");
    }
}
