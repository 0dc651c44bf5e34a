//! Our Go library checks without errors, all of it, and each function without body is a native that exists.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use purlin_base::SourceMap;

use crate::budget::Budget;
use crate::check::{Checker, Reached};
use crate::load::{Importer, Loader, PackageSource};
use crate::syntax::{PackageKind, Syntax};
use crate::universe::ObjectKind;
use crate::{driver, natives};
use purlin_base::on_deep_stack;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("std")
}

/// The library's folder.
struct Folder;

impl Importer for Folder {
    fn import(&mut self, path: &str) -> Option<PackageSource> {
        let mut files = Vec::new();
        for entry in std::fs::read_dir(root().join(path)).ok()? {
            let file = entry.ok()?.path();
            if file.extension().is_some_and(|e| e == "go") {
                let text = std::fs::read_to_string(&file).ok()?;
                files.push((format!("{path}/{}", file.file_name()?.to_string_lossy()), text.into()));
            }
        }
        files.sort();
        (!files.is_empty()).then_some(PackageSource { kind: PackageKind::Std, files })
    }
}

fn packages(at: &Path, out: &mut BTreeSet<String>) {
    for entry in std::fs::read_dir(at).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            packages(&path, out);
        } else if path.extension().is_some_and(|e| e == "go") {
            out.insert(at.strip_prefix(root()).unwrap().to_string_lossy().into_owned());
        }
    }
}

/// Without a body, and nothing at run time: their results are their arguments.
const VIEWS: [&str; 2] = ["internal/rt.ViewString", "internal/rt.ViewBytes"];

#[test]
fn everything_checks_and_natives_exist() {
    let mut paths = BTreeSet::new();
    packages(&root(), &mut paths);
    let mut folder = Folder;
    let mut loader = Loader::new(SourceMap::new(), Budget::default(), &mut folder);
    for path in &paths {
        assert!(loader.package(path), "no package {path}");
    }
    let syntax = loader.finish();
    on_deep_stack(move || check_all(syntax, &paths));
}

fn check_all(mut syntax: Syntax, paths: &BTreeSet<String>) {
    let (mut u, mut reached) = (driver::universe(&mut syntax), Reached::default());
    let mut missing = Vec::new();
    let mut declared = BTreeSet::new();
    for path in paths {
        let mut checker = Checker::new(&mut u, &mut reached);
        let package = checker.package(&syntax, path).unwrap_or_else(|| panic!("no package {path}"));
        checker.resolve_package(package);
        let objects = u.packages[package].objects.clone();
        let mut functions = Vec::new();
        for object in objects {
            let ObjectKind::Func(func) = &u.objects[object].kind else { continue };
            if !func.native {
                functions.push(object);
            } else {
                let name = format!("{path}.{}", u.names.text(u.objects[object].name));
                let function = u.names.text(u.objects[object].name);
                let operation = match &**path {
                    "internal/raw" => crate::lower::is_raw_operation(function),
                    "math/bits" => crate::lower::is_bits_operation(function),
                    _ => false,
                };
                if natives::lookup(&name).is_none() && !VIEWS.contains(&&*name) && !operation {
                    missing.push(name.clone());
                }
                declared.insert(name);
            }
        }
        driver::check_functions(&mut u, &mut reached, &functions);
    }
    let diagnostics = std::mem::take(&mut u.diagnostics).finish();
    let errors: Vec<String> = diagnostics.iter().map(|d| d.render(&u.sources)).collect();
    assert!(errors.is_empty(), "{}", errors.join("\n"));
    assert!(missing.is_empty(), "no such natives: {missing:?}");
    let unused: Vec<_> = natives::all()
        .map(|row| row.name())
        .filter(|n| !n.starts_with("rt.") && !declared.contains(*n))
        .collect();
    assert!(unused.is_empty(), "natives without declaration: {unused:?}");
}
