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
        let files: Vec<_> = SOURCES
            .iter()
            .filter(|(p, _, _)| *p == path)
            .map(|(_, name, text)| (format!("$std/{name}"), (*text).into()))
            .collect();
        (!files.is_empty()).then_some(PackageSource { kind: PackageKind::Std, files })
    }
}
