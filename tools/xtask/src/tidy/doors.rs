//! Which crate may depend on which, from the manifests' own text; and that the document's picture shows all
//! of them with their dependencies, and nothing else.

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
                let here = Dependency { line: n + 1, dev, optional };
                let entry = uses.entry(key.to_owned()).or_insert(here);
                // What tests depend on as well is no dependency of tests only.
                *entry = if entry.dev { here } else { *entry };
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

/// Where the document's picture, its first block of text, differs from the manifests below `crates/`: a crate
/// or a dependency that it does not show, one that is not there, and one that is dotted and not optional or
/// the other way round. And crates that have no row of doors.
pub fn picture(files: &[SourceFile]) -> Vec<Finding> {
    let Some(document) = files.iter().find(|f| f.name == PICTURE) else { return Vec::new() };
    let picture = document.text.split("```").nth(1).unwrap_or("");
    let manifests: Vec<(&str, String, BTreeMap<String, Dependency>)> = files
        .iter()
        .filter_map(|f| {
            let folder = f.name.strip_prefix("crates/")?.strip_suffix("/Cargo.toml")?;
            let (name, uses) = read(&f.text);
            Some((folder, name, uses))
        })
        .collect();
    let folder_of = |krate: &str| manifests.iter().find(|(_, name, _)| name == krate).map(|(f, ..)| *f);
    let mut there = Edges::new();
    for (folder, _, uses) in &manifests {
        let uses = uses.iter().filter(|(_, d)| !d.dev);
        let uses = uses.filter_map(|(krate, d)| Some((folder_of(krate)?, d.optional)));
        there.extend(uses.map(|(to, optional)| ((*folder, to), optional)));
    }
    let shown = edges(picture);
    let words: Vec<&str> = picture.split(|c: char| !(c.is_alphanumeric() || c == '-')).collect();
    let mut found = Vec::new();
    let mut report = |what: String| found.push(Finding::new(document, 1, what));
    for (folder, name, _) in &manifests {
        if !words.contains(folder) {
            report(format!("the picture does not show the crate {folder}"));
        }
        if !DOORS.iter().any(|(owner, _)| owner == name) {
            report(format!("no row of doors says what {name} may depend on"));
        }
    }
    for ((from, to), optional) in &there {
        let kind = |optional: bool| if optional { "optional" } else { "not optional" };
        match shown.get(&(*from, *to)) {
            None => report(format!("the picture does not show that {from} depends on {to}")),
            Some(dotted) if dotted != optional => {
                report(format!("the picture shows {from}'s dependency on {to} as {}", kind(*dotted)));
            }
            Some(_) => {}
        }
    }
    for (from, to) in shown.keys().filter(|edge| !there.contains_key(*edge)) {
        report(format!("the picture shows that {from} depends on {to}, which it does not"));
    }
    found
}

/// Which crate depends on which, and whether that is optional.
type Edges<'a> = BTreeMap<(&'a str, &'a str), bool>;

/// The arrows of a picture: `A & B --> C`, or dotted `A -.->|feature x| C`.
fn edges(picture: &str) -> Edges<'_> {
    let mut edges = Edges::new();
    for line in picture.lines() {
        let dotted = line.contains("-.->");
        let Some((from, to)) = line.split_once(if dotted { "-.->" } else { "-->" }) else { continue };
        let to = to.rsplit('|').next().unwrap_or(to);
        for from in from.split('&').map(str::trim) {
            edges.extend(to.split('&').map(|to| ((from, to.trim()), dotted)));
        }
    }
    edges
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

/// Crates have the compiler find what is public and not reached from outside, or say why not.
pub fn finds_unreachable(file: &SourceFile) -> Vec<Finding> {
    let Some(folder) = file.crate_folder().filter(|f| f.starts_with("crates/")) else { return Vec::new() };
    if file.name == format!("{folder}/src/lib.rs") && !file.text.contains("(unreachable_pub)]") {
        return vec![Finding::new(file, 1, "does not say `#![warn(unreachable_pub)]`")];
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
        assert_eq!(ir("purlin-opt = \"1\"\n[dev-dependencies]\npurlin-opt = \"1\"\n"), 1);
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
    fn the_picture_is_what_the_manifests_say() {
        let found = |picture: &str| {
            let manifest = |folder: &str, name: &str, uses: &str| {
                let text = format!("[package]\nname = \"{name}\"\n[dependencies]\n{uses}");
                file(&format!("crates/{folder}/Cargo.toml"), &text)
            };
            let files = [
                manifest("base", "purlin-base", ""),
                manifest("ir", "purlin-ir", "purlin-base = \"1\"\nsmallvec = \"1\"\n"),
                manifest("purlin", "purlin", "purlin-ir = { path = \"\", optional = true }\n"),
                file(PICTURE, &format!("# X\n\n```mermaid\ngraph TD\n{picture}\n```\njson --> ir\n")),
            ];
            picture_findings(&files)
        };
        assert_eq!(found("    purlin -.->|feature x| ir\n    ir --> base"), Vec::<String>::new());
        let solid = ["the picture shows purlin's dependency on ir as not optional"];
        assert_eq!(found("purlin --> ir\nir --> base"), solid);
        let more = ["the picture shows that purlin depends on base, which it does not"];
        assert_eq!(found("purlin -.->|feature x| ir & base\nir --> base"), more);
        let less =
            ["the picture does not show the crate base", "the picture does not show that ir depends on base"];
        assert_eq!(found("purlin -.->|feature x| ir"), less);
    }

    fn picture_findings(files: &[SourceFile]) -> Vec<String> {
        picture(files).into_iter().map(|f| f.what).collect()
    }

    #[test]
    fn crates_have_rows() {
        let files = [manifest("purlin-new", ""), file(PICTURE, "```\nx\n```\n")];
        assert_eq!(picture_findings(&files), ["no row of doors says what purlin-new may depend on"]);
    }

    #[test]
    fn the_compiler_holds_what_is_safe() {
        assert_eq!(forbids_unsafe(&file("crates/ir/src/lib.rs", "//! IR.\n")).len(), 1);
        assert_eq!(forbids_unsafe(&file("crates/ir/src/lib.rs", "#![forbid(unsafe_code)]\n")).len(), 0);
        assert_eq!(forbids_unsafe(&file("crates/runtime/src/lib.rs", "//! Run time.\n")).len(), 0);
        assert_eq!(forbids_unsafe(&file("crates/ir/src/op.rs", "//! Ops.\n")).len(), 0);
        assert_eq!(finds_unreachable(&file("crates/ir/src/lib.rs", "//! IR.\n")).len(), 1);
        assert_eq!(finds_unreachable(&file("crates/ir/src/lib.rs", "#![warn(unreachable_pub)]\n")).len(), 0);
    }
}
