//! Which crate may depend on which, from the manifests' own text; and that the document's picture shows all
//! of them.

use std::collections::BTreeMap;

use super::baseline::Finding;
use super::files::SourceFile;
use super::tables::{DOORS, ONLY_OPTIONAL};

/// Where the picture is.
const PICTURE: &str = "docs/architecture.md";

/// A dependency as a manifest states it.
#[derive(Clone, Copy, Default)]
struct Dependency {
    line: usize,
    /// Of tests only.
    dev: bool,
    optional: bool,
}

/// A manifest's package, and what it depends on.
fn read(text: &str) -> (String, BTreeMap<String, Dependency>) {
    let mut name = String::new();
    let mut section = String::new();
    let mut uses: BTreeMap<String, Dependency> = BTreeMap::new();
    for (n, line) in text.lines().map(str::trim).enumerate() {
        if let Some(inner) = line.strip_prefix('[').and_then(|l| l.strip_suffix(']')) {
            section = inner.to_owned();
            // `[dependencies.purlin-ir]`, also below a `[target.…]`.
            if let Some((kind, dependency)) = section.rsplit_once('.')
                && kind.ends_with("dependencies")
            {
                let dev = kind.ends_with("dev-dependencies");
                uses.insert(dependency.to_owned(), Dependency { line: n + 1, dev, optional: false });
            }
        } else if let Some((key, value)) = line.split_once('=') {
            let key = key.trim().split('.').next().unwrap_or("").trim_matches('"');
            if section == "package" && key == "name" {
                name = value.trim().trim_matches('"').to_owned();
            }
            if section.ends_with("dependencies") && !section.starts_with("workspace") {
                let dev = section.ends_with("dev-dependencies");
                let optional = value.replace(' ', "").contains("optional=true");
                uses.insert(key.to_owned(), Dependency { line: n + 1, dev, optional });
            } else if let Some((_, dependency)) = section.rsplit_once("dependencies.")
                && key == "optional"
                && let Some(entry) = uses.get_mut(dependency)
            {
                entry.optional = value.trim() == "true";
            }
        }
    }
    (name, uses)
}

/// A manifest's package, and the names of what it cannot be built without.
pub fn needed(text: &str) -> (String, Vec<String>) {
    let (name, uses) = read(text);
    let needed = uses.into_iter().filter(|(_, d)| !d.dev && !d.optional).map(|(name, _)| name);
    (name, needed.collect())
}

/// One-way doors: the dependencies on crates of the workspace.
pub fn check(file: &SourceFile) -> Vec<Finding> {
    let (name, uses) = read(&file.text);
    let is_ours = |krate: &str| krate == "purlin" || krate.starts_with("purlin-");
    let mut found = Vec::new();
    // Tests may look through any door but one back to themselves, which cargo forbids anyway.
    for (krate, dependency) in uses.iter().filter(|(_, d)| !d.dev) {
        let mut report = |what: String| found.push(Finding::new(file, dependency.line, what));
        let Some((_, allowed)) = DOORS.iter().find(|(owner, _)| *owner == name) else { continue };
        if is_ours(krate) && !allowed.contains(&krate.as_str()) {
            report(format!("{name} must not depend on {krate}"));
        }
        let only_optional =
            ONLY_OPTIONAL.iter().any(|(owner, begin)| *owner == name && krate.starts_with(begin));
        if only_optional && !dependency.optional {
            report(format!("{name} may depend on {krate} only as `optional = true`"));
        }
    }
    found
}

/// Crates below `crates/` that the document's picture, its first block of text, does not show.
pub fn picture(files: &[SourceFile]) -> Vec<Finding> {
    let Some(document) = files.iter().find(|f| f.name == PICTURE) else { return Vec::new() };
    let picture = document.text.split("```").nth(1).unwrap_or("");
    let shown: Vec<&str> = picture.split(|c: char| !(c.is_alphanumeric() || c == '-')).collect();
    let crates = files.iter().filter_map(|f| f.name.strip_prefix("crates/")?.strip_suffix("/Cargo.toml"));
    crates
        .filter(|name| !shown.contains(name))
        .map(|name| Finding::new(document, 1, format!("the picture does not show the crate {name}")))
        .collect()
}

/// Crates that may have no unsafe code have the compiler hold it.
pub fn forbids_unsafe(file: &SourceFile) -> Vec<Finding> {
    let Some(folder) = file.crate_folder().filter(|f| f.starts_with("crates/")) else { return Vec::new() };
    let is_root = ["src/lib.rs", "src/main.rs"].iter().any(|end| file.name == format!("{folder}/{end}"));
    let may = super::tables::UNSAFE_CRATES.contains(&format!("{folder}/").as_str());
    if is_root && !may && !file.text.contains("#![forbid(unsafe_code)]") {
        return vec![Finding::new(file, 1, "does not say `#![forbid(unsafe_code)]`")];
    }
    Vec::new()
}

#[cfg(test)]
mod tests {
    use super::super::file;
    use super::*;

    fn manifest(name: &str, rest: &str) -> SourceFile {
        file("crates/x/Cargo.toml", &format!("[package]\nname = \"{name}\"\n\n[dependencies]\n{rest}"))
    }

    #[test]
    fn doors_open_one_way() {
        let ir = |deps: &str| check(&manifest("purlin-ir", deps)).len();
        assert_eq!(ir("purlin-base.workspace = true\nsmallvec = \"1\"\n"), 0);
        assert_eq!(ir("purlin-opt = { workspace = true }\n"), 1);
        assert_eq!(ir("\n[dependencies.purlin-runtime]\npath = \"..\"\n"), 1);
        assert_eq!(ir("\n[dev-dependencies]\npurlin-opt.workspace = true\n"), 0);
        assert_eq!(check(&manifest("xtask", "purlin = \"1\"\n")).len(), 0);
        assert_eq!(check(&manifest("purlin-cli", "purlin = \"1\"\nclap = \"4\"\n")).len(), 0);
        assert_eq!(check(&manifest("purlin-cli", "purlin-json = \"1\"\n")).len(), 1);
        assert_eq!(check(&manifest("purlin-kernels", "libm = \"1\"\n")).len(), 0);
        assert_eq!(check(&manifest("purlin-kernels", "purlin-base = \"1\"\n")).len(), 1);
    }

    #[test]
    fn guests_are_optional() {
        let purlin = |deps: &str| check(&manifest("purlin", deps)).len();
        assert_eq!(purlin("purlin-lang-go.workspace = true\n"), 1);
        assert_eq!(purlin("purlin-lang-go = { workspace = true, optional = true }\n"), 0);
        assert_eq!(purlin("\n[dependencies.purlin-lang-go]\npath = \"..\"\noptional = true\n"), 0);
    }

    #[test]
    fn the_picture_shows_every_crate() {
        let document = file(PICTURE, "# X\n\n```text\nbase <── ir\nlang-go\n```\njson\n");
        let names = ["base", "ir", "json", "lang-go"];
        let mut files: Vec<SourceFile> =
            names.iter().map(|n| file(&format!("crates/{n}/Cargo.toml"), "")).collect();
        files.push(document);
        let found: Vec<String> = picture(&files).into_iter().map(|f| f.what).collect();
        assert_eq!(found, ["the picture does not show the crate json"]);
    }

    #[test]
    fn the_compiler_holds_what_is_safe() {
        assert_eq!(forbids_unsafe(&file("crates/ir/src/lib.rs", "//! IR.\n")).len(), 1);
        assert_eq!(forbids_unsafe(&file("crates/ir/src/lib.rs", "#![forbid(unsafe_code)]\n")).len(), 0);
        assert_eq!(forbids_unsafe(&file("crates/runtime/src/lib.rs", "//! Run time.\n")).len(), 0);
        assert_eq!(forbids_unsafe(&file("crates/ir/src/op.rs", "//! Ops.\n")).len(), 0);
    }
}
