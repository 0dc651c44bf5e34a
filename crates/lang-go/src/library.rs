//! Where imported packages come from: our Go library, embedded in the binary, and the packages of the host.

use crate::check::{Importer, PackageSource};
use crate::compile::HostSource;
use crate::universe::PackageKind;

/// Import path, file name, text.
const SOURCES: &[(&str, &str, &str)] = include!(concat!(env!("OUT_DIR"), "/library.rs"));

/// The library and some packages of a host.
pub struct Library<'a> {
    pub host: &'a [HostSource],
}

impl Importer for Library<'_> {
    fn import(&mut self, path: &str) -> Option<PackageSource> {
        if let Some(host) = self.host.iter().find(|h| h.path == path) {
            let files = vec![(format!("{path}.go"), host.declarations.as_str().into())];
            return Some(PackageSource { kind: PackageKind::Host, files });
        }
        let files = library_files(path);
        (!files.is_empty()).then_some(PackageSource { kind: PackageKind::Std, files })
    }
}

/// The files of a package of the library: names for diagnostics, and texts.
#[cfg(not(feature = "library-from-disk"))]
fn library_files(path: &str) -> Vec<(String, std::sync::Arc<str>)> {
    let of_package = SOURCES.iter().filter(|(p, _, _)| *p == path);
    of_package.map(|(_, name, text)| (format!("$std/{name}"), (*text).into())).collect()
}

/// The same, from the folder that `PURLIN_LIBRARY` names, so that who works on the library need not rebuild after
/// each change. Never part of a release: where it is unset, the embedded files are used.
#[cfg(feature = "library-from-disk")]
fn library_files(path: &str) -> Vec<(String, std::sync::Arc<str>)> {
    let Some(root) = std::env::var_os("PURLIN_LIBRARY") else {
        let of_package = SOURCES.iter().filter(|(p, _, _)| *p == path);
        return of_package.map(|(_, name, text)| (format!("$std/{name}"), (*text).into())).collect();
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
