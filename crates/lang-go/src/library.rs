//! Where imported packages come from: our Go library, embedded in the binary, the packages of the host, and
//! the module of the program.

use std::borrow::Cow;

use miniz_oxide::inflate::decompress_slice_iter_to_slice;
use purlin_runtime::tests_host::{CoverMode, Coverage};

use crate::language::NEWEST;
use crate::load::{Importer, PackageSource};
use crate::module::embed::Files;
use crate::module::{GoModule, Missing};
use crate::syntax::PackageKind;
use crate::testing::Tested;

#[cfg(test)]
mod tests;

/// A package of the library as it is embedded.
struct Packed {
    path: &'static str,
    /// The name of each file, and the length of its text.
    files: &'static [(&'static str, usize)],
    /// Whether the texts are not compressed: almost every program loads these packages.
    plain: bool,
    /// The texts, one after the other.
    bytes: &'static [u8],
}

/// The library, in the order of import paths.
const PACKAGES: &[Packed] = include!(concat!(env!("OUT_DIR"), "/library.rs"));

/// The first parts of the paths of Go's standard packages.
const STANDARD: &[&str] = &[
    "archive",
    "bufio",
    "bytes",
    "cmp",
    "compress",
    "container",
    "context",
    "crypto",
    "database",
    "debug",
    "embed",
    "encoding",
    "errors",
    "expvar",
    "flag",
    "fmt",
    "go",
    "hash",
    "html",
    "image",
    "index",
    "io",
    "iter",
    "log",
    "maps",
    "math",
    "mime",
    "net",
    "os",
    "path",
    "plugin",
    "reflect",
    "regexp",
    "runtime",
    "slices",
    "sort",
    "strconv",
    "strings",
    "structs",
    "sync",
    "syscall",
    "testing",
    "text",
    "time",
    "unicode",
    "unique",
    "weak",
];

/// A package of the host's: declarations without bodies.
pub struct HostSource {
    pub path: String,
    pub declarations: String,
}

/// The library, some packages of a host, and the program's module if it has one.
pub(crate) struct Library<'a> {
    pub host: &'a [HostSource],
    pub module: Option<GoModule<'a>>,
    /// The package whose tests the program runs, if it is such a program.
    pub tested: Option<Tested>,
    /// Which packages are covered.
    pub coverage: Option<&'a Coverage>,
    /// Why a package that is there could not be taken: import path and reason.
    broken: Vec<(String, String)>,
}

impl<'a> Library<'a> {
    pub(crate) fn new(host: &'a [HostSource], module: Option<GoModule<'a>>) -> Library<'a> {
        Library { host, module, tested: None, coverage: None, broken: Vec::new() }
    }
}

impl Library<'_> {
    /// The path of an importer; that of the program itself for the parts of a package under test.
    fn part<'p>(&self, importer: &'p str) -> &'p str {
        if self.tested.as_ref().is_some_and(|tested| tested.is_part(importer)) { "main" } else { importer }
    }
}

impl Importer for Library<'_> {
    fn import(&mut self, path: &str) -> Option<PackageSource> {
        if let Some(source) = self.tested.as_ref().and_then(|tested| tested.import(path)) {
            return Some(source);
        }
        if let Some(host) = self.host.iter().find(|h| h.path == path) {
            let files = vec![(format!("{path}.go"), host.declarations.as_str().into())];
            return Some(PackageSource { kind: PackageKind::Host, files });
        }
        let files = library_files(path);
        if !files.is_empty() {
            return Some(PackageSource { kind: PackageKind::Std, files });
        }
        match self.module.as_ref()?.package(path) {
            Ok(files) => Some(PackageSource { kind: PackageKind::Program, files }),
            Err(Missing::NotFound) => None,
            Err(Missing::Broken(reason)) => {
                self.broken.push((path.to_string(), reason));
                None
            }
        }
    }

    fn language(&self, path: &str) -> u32 {
        self.module.as_ref().map_or(NEWEST, |module| module.language(self.part(path)))
    }

    fn covered(&self, path: &str) -> Option<CoverMode> {
        let coverage = self.coverage?;
        let is_tested = || self.tested.as_ref().is_some_and(|tested| tested.path() == path);
        let is_covered = match &coverage.packages[..] {
            [] => is_tested(),
            // What a fuzz test outside of its package does with an input guides as well.
            packages if coverage.mode == CoverMode::Guide => packages
                .iter()
                .any(|package| Some(&**package) == path.strip_suffix("_test") || package == path),
            packages => packages.iter().any(|package| package == path),
        };
        is_covered.then_some(coverage.mode)
    }

    fn objection(&self, path: &str, importer: &str) -> Option<String> {
        let importer = self.part(importer);
        self.module.as_ref().filter(|m| m.is_module())?.objection(path, importer)
    }

    fn missing(&self, path: &str) -> String {
        if let Some((_, reason)) = self.broken.iter().find(|(p, _)| p == path) {
            return reason.clone();
        }
        let is_standard = path.split('/').next().is_some_and(|first| STANDARD.contains(&first));
        let own = self.module.as_ref().filter(|module| !is_standard || module.has(path));
        if let Some(text) = own.and_then(|module| module.not_found(path)) {
            return text;
        }
        if is_standard {
            return format!("could not import {path} (no such package in Purlin's library)");
        }
        format!("could not import {path} (no such package)")
    }

    fn embedded(&self, importer: &str, pattern: &str, files: &mut Files) -> Result<(), String> {
        let importer = self.part(importer);
        match &self.module {
            Some(module) => module.embedded(importer, pattern, files),
            None => Err("no matching files found".to_string()),
        }
    }

    fn may_import_program(&self, path: &str) -> bool {
        self.tested.as_ref().is_some_and(|tested| tested.is_part(path))
    }

    fn main_path(&self) -> String {
        self.module.as_ref().map_or_else(|| "command-line-arguments".to_string(), GoModule::main_path)
    }
}

/// A program that imports each package of the library, those left out that only the library may import.
pub(crate) fn imports_all() -> String {
    let public = |path: &str| path.split('/').all(|part| part != "internal");
    let imports = PACKAGES.iter().map(|p| p.path).filter(|path| public(path));
    let imports: String = imports.map(|path| format!("import _ {path:?}\n")).collect();
    format!("package main\n{imports}func main() {{}}\n")
}

/// Whether almost every program loads a package of the library, so that it is not worth its size to compress
/// what is embedded of it.
pub fn is_usual(path: &str) -> bool {
    PACKAGES.binary_search_by_key(&path, |p| p.path).is_ok_and(|at| PACKAGES[at].plain)
}

/// The files of a package of the embedded library: names for diagnostics, and texts.
fn embedded_files(path: &str) -> Vec<(String, std::sync::Arc<str>)> {
    let Ok(at) = PACKAGES.binary_search_by_key(&path, |p| p.path) else { return vec![] };
    let package = &PACKAGES[at];
    let mut texts = Cow::Borrowed(package.bytes);
    if !package.plain {
        let mut inflated = vec![0; package.files.iter().map(|(_, length)| length).sum()];
        let written = decompress_slice_iter_to_slice(&mut inflated, [package.bytes].into_iter(), false, true);
        inflated.truncate(written.unwrap_or(0));
        texts = inflated.into();
    }
    let mut rest = str::from_utf8(&texts).unwrap_or_default();
    let files = package.files.iter().map_while(|(name, length)| {
        let (text, after) = rest.split_at_checked(*length)?;
        rest = after;
        Some((format!("$std/{name}"), text.into()))
    });
    files.collect()
}

#[cfg(not(feature = "library-from-disk"))]
use embedded_files as library_files;

/// The files of a package of the library, from the folder that `PURLIN_LIBRARY` names: a change there needs
/// no rebuild after each change. Never part of a release: where it is unset, the embedded files are used.
#[cfg(feature = "library-from-disk")]
fn library_files(path: &str) -> Vec<(String, std::sync::Arc<str>)> {
    let Some(root) = std::env::var_os("PURLIN_LIBRARY") else {
        return embedded_files(path);
    };
    let Ok(entries) = std::fs::read_dir(std::path::Path::new(&root).join(path)) else { return vec![] };
    let mut names: Vec<_> = entries.flatten().map(|e| e.path()).collect();
    names.sort();
    let sources = names.iter().filter(|p| p.extension().is_some_and(|e| e == "go"));
    sources
        .filter_map(|p| {
            Some((
                format!("$std/{path}/{}", p.file_name()?.to_str()?),
                std::fs::read_to_string(p).ok()?.into(),
            ))
        })
        .collect()
}
