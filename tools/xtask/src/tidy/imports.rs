//! Circles of imports between the files of one crate: strongly connected components over the paths that begin
//! with `crate` or `super`, in `use` and wherever code writes them out. What a module hands on (`pub use`)
//! counts as imported from where it is.

use std::collections::{BTreeMap, BTreeSet};

use super::baseline::Finding;
use super::files::SourceFile;
use super::tables::CIRCLES;
use super::text::{Code, has_word};

/// The path of a module in its crate: empty for the root.
type Module = Vec<String>;

struct Unit<'a> {
    file: &'a SourceFile,
    /// The paths of its imports, from the crate's root.
    imports: Vec<Vec<String>>,
    /// Names that it hands on, and the paths that they come from.
    handed_on: BTreeMap<String, Vec<String>>,
}

/// Each file of a circle that is not excused.
pub fn circles(files: &[SourceFile]) -> Vec<Finding> {
    let excused =
        |members: &[&SourceFile]| members.iter().any(|f| CIRCLES.iter().any(|(name, _)| *name == f.name));
    let mut found = Vec::new();
    for members in all_circles(files).iter().filter(|members| !excused(members)) {
        let names: Vec<&str> = members.iter().map(|f| short(&f.name)).collect();
        let what = format!("in a circle of imports: {}", names.join(", "));
        found.extend(members.iter().map(|f| Finding::new(f, 1, what.clone())));
    }
    found
}

/// Excuses that name no file of a circle.
pub fn stale_exceptions(files: &[SourceFile]) -> Vec<String> {
    let circles = all_circles(files);
    let needed = |name: &str| circles.iter().flatten().any(|f| f.name == name);
    let stale = CIRCLES.iter().filter(|(name, _)| !needed(name));
    stale.map(|(name, _)| format!("{name}: its circle of imports is excused but there is none")).collect()
}

fn short(name: &str) -> &str {
    name.split_once("/src/").map_or(name, |(_, rest)| rest)
}

fn all_circles(files: &[SourceFile]) -> Vec<Vec<&SourceFile>> {
    let mut crates: BTreeMap<&str, BTreeMap<Module, Unit<'_>>> = BTreeMap::new();
    for file in files.iter().filter(|f| f.is_rust() && f.name.contains("/src/")) {
        let Some(folder) =
            file.crate_folder().filter(|f| f.starts_with("crates/") || f.starts_with("tools/"))
        else {
            continue;
        };
        let Some(module) =
            file.name.strip_prefix(folder).and_then(|n| n.strip_prefix("/src/")).map(module_of)
        else {
            continue;
        };
        if module.last().is_some_and(|last| last == "tests") {
            continue;
        }
        let unit = read(file, &module);
        crates.entry(folder).or_default().insert(module, unit);
    }
    crates.values().flat_map(circles_of_crate).collect()
}

fn module_of(name: &str) -> Module {
    let name = name.strip_suffix(".rs").unwrap_or(name);
    let mut path: Module = name.split('/').map(str::to_owned).collect();
    if path.last().is_some_and(|last| matches!(last.as_str(), "mod" | "lib" | "main")) {
        path.pop();
    }
    path
}

fn read<'a>(file: &'a SourceFile, module: &Module) -> Unit<'a> {
    let code = Code::of(&file.text);
    let mut unit = Unit { file, imports: Vec::new(), handed_on: BTreeMap::new() };
    for at in code.words("use").filter(|at| !code.is_test(*at)) {
        let Some(end) = code.text[at..].find(';') else { continue };
        let tree: String = code.text[at + 3..at + end].split_whitespace().collect::<Vec<_>>().join(" ");
        let line = code.text[..at].rsplit('\n').next().unwrap_or("").trim();
        for path in expand(&tree) {
            let relative = !matches!(path.first().map(String::as_str), Some("crate" | "super" | "self"));
            if line.starts_with("pub") {
                let absolute =
                    if relative { [module.clone(), path.clone()].concat() } else { from_root(module, &path) };
                if let Some(name) = path.last() {
                    unit.handed_on.insert(name.clone(), absolute);
                }
            }
            if !relative && path[0] != "self" {
                unit.imports.push(from_root(module, &path));
            }
        }
    }
    unit.imports.extend(written_out(&code).map(|path| from_root(module, &path)));
    unit
}

/// The paths from the root or from a parent that code names without importing them.
fn written_out(code: &Code) -> impl Iterator<Item = Vec<String>> {
    let begins = code.words("crate").chain(code.words("super")).filter(|at| !code.is_test(*at));
    begins.filter_map(|at| {
        let before = code.text[..at].trim_end();
        let statement = &before[before.rfind([';', '}']).map_or(0, |end| end + 1)..];
        // A macro's own crate, the middle of a longer path, or a `use`, which is read by itself.
        if before.ends_with('$') || before.ends_with("::") || has_word(statement, "use") {
            return None;
        }
        let path = code.text[at..].split("::").map_while(|part| {
            let name = part.trim_start();
            let end = name.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(name.len());
            (end > 0).then(|| (name[..end].to_owned(), end == name.len()))
        });
        let mut names = Vec::new();
        for (name, continues) in path {
            names.push(name);
            if !continues {
                break;
            }
        }
        (names.len() > 1).then_some(names)
    })
}

/// The paths of a `use` tree, without new names.
fn expand(tree: &str) -> Vec<Vec<String>> {
    let tree = tree.trim();
    let Some(open) = tree.find('{') else {
        let path = tree.split(" as ").next().unwrap_or(tree);
        return vec![path.split("::").map(|part| part.trim().to_owned()).filter(|p| !p.is_empty()).collect()];
    };
    let prefix: Vec<String> =
        tree[..open].split("::").map(|part| part.trim().to_owned()).filter(|p| !p.is_empty()).collect();
    let inner = tree[open + 1..].strip_suffix('}').unwrap_or(&tree[open + 1..]);
    let mut paths = Vec::new();
    let (mut depth, mut start) = (0, 0);
    for (at, c) in inner.char_indices().chain([(inner.len(), ',')]) {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                let rest = expand(&inner[start..at]);
                paths
                    .extend(rest.into_iter().filter(|p| !p.is_empty()).map(|p| [prefix.clone(), p].concat()));
                start = at + 1;
            }
            _ => {}
        }
    }
    paths
}

/// A path that begins with `crate`, `super` or `self`, from the crate's root.
fn from_root(module: &Module, path: &[String]) -> Vec<String> {
    let mut base = module.clone();
    let mut rest = path;
    while let Some((first, others)) = rest.split_first() {
        match first.as_str() {
            "crate" => base.clear(),
            "super" => {
                base.pop();
            }
            "self" => {}
            _ => break,
        }
        rest = others;
    }
    [base, rest.to_vec()].concat()
}

/// The module that a path leads to: the longest beginning that is one, and on from there where it hands the
/// name on.
fn target(units: &BTreeMap<Module, Unit<'_>>, path: &[String], steps: usize) -> Option<Module> {
    let n = (0..=path.len()).rev().find(|n| units.contains_key(&path[..*n]))?;
    let found = path[..n].to_vec();
    let handed_on = path.get(n).and_then(|name| units[&found].handed_on.get(name));
    match handed_on {
        Some(from) if steps > 0 && from != path => target(units, from, steps - 1).or(Some(found)),
        _ => Some(found),
    }
}

fn circles_of_crate<'a>(units: &BTreeMap<Module, Unit<'a>>) -> Vec<Vec<&'a SourceFile>> {
    let modules: Vec<&Module> = units.keys().collect();
    let number: BTreeMap<&Module, usize> = modules.iter().enumerate().map(|(n, m)| (*m, n)).collect();
    let mut edges = vec![BTreeSet::new(); modules.len()];
    for (module, unit) in units {
        let from = number[module];
        let targets = unit.imports.iter().filter_map(|path| target(units, path, 8));
        edges[from].extend(targets.map(|to| number[&to]).filter(|to| *to != from));
    }
    let circles = components(&edges).into_iter().filter(|c| c.len() > 1);
    circles.map(|c| c.into_iter().map(|n| units[modules[n]].file).collect()).collect()
}

/// Strongly connected components: what reaches each other. Quadratic, for graphs of a hundred files.
fn components(edges: &[BTreeSet<usize>]) -> Vec<Vec<usize>> {
    let reach = |from: usize| {
        let mut seen = BTreeSet::new();
        let mut work = vec![from];
        while let Some(n) = work.pop() {
            work.extend(edges[n].iter().copied().filter(|to| seen.insert(*to)));
        }
        seen
    };
    let reached: Vec<BTreeSet<usize>> = (0..edges.len()).map(reach).collect();
    let mut done = BTreeSet::new();
    let mut components = Vec::new();
    for n in 0..edges.len() {
        if done.contains(&n) {
            continue;
        }
        let others = (n + 1..edges.len()).filter(|m| reached[n].contains(m) && reached[*m].contains(&n));
        let component: Vec<usize> = std::iter::once(n).chain(others).collect();
        done.extend(component.iter().copied());
        components.push(component);
    }
    components
}

#[cfg(test)]
mod tests {
    use super::super::file;
    use super::*;

    fn found(files: &[(&str, &str)]) -> Vec<String> {
        let files: Vec<SourceFile> =
            files.iter().map(|(n, t)| file(&format!("crates/x/src/{n}"), t)).collect();
        circles(&files).into_iter().map(|f| short(&f.file).to_owned()).collect()
    }

    #[test]
    fn circles_are_found() {
        let a = ("a.rs", "use crate::b::{c, d};\n");
        assert_eq!(
            found(&[("lib.rs", "mod a;\nmod b;\n"), a, ("b.rs", "use super::a;\n")]),
            ["a.rs", "b.rs"]
        );
        assert!(found(&[("lib.rs", "mod a;\nmod b;\n"), a, ("b.rs", "use std::a;\n")]).is_empty());
        let three = [a, ("b.rs", "use crate::c::x;\n"), ("c.rs", "use crate::{a::y, d};\n"), ("d.rs", "")];
        assert_eq!(found(&three), ["a.rs", "b.rs", "c.rs"]);
    }

    #[test]
    fn paths_that_are_written_out_count() {
        let a = ("a.rs", "use crate::b::B;\n");
        let circle = |b: &str| found(&[("lib.rs", "mod a;\nmod b;\n"), a, ("b.rs", b)]).len();
        assert_eq!(circle("fn f(x: crate::a::A) {}\n"), 2);
        assert_eq!(circle("fn f() { g(); super::a::f(&1) }\n"), 2);
        assert_eq!(circle("pub(crate) fn f() {}\n// crate::a::A\nfn g() { $crate::a::f() }\n"), 0);
        assert_eq!(circle("#[cfg(test)]\nmod tests {\n    fn f() { crate::a::f() }\n}\n"), 0);
    }

    #[test]
    fn what_is_handed_on_counts_where_it_is() {
        let root = ("lib.rs", "mod a;\nmod b;\npub use a::{A, Other};\n");
        let files = [root, ("a.rs", "use crate::b::B;\n"), ("b.rs", "use crate::A;\n")];
        assert_eq!(found(&files), ["a.rs", "b.rs"]);
    }

    #[test]
    fn tests_may_look_back() {
        let tests = "#[cfg(test)]\nmod tests {\n    use crate::a::x;\n}\n";
        assert!(found(&[("a.rs", "use crate::b::x;\n"), ("b.rs", tests)]).is_empty());
        assert!(
            found(&[("a.rs", "use crate::a::tests::x;\n"), ("a/tests.rs", "use super::x;\n")]).is_empty()
        );
    }

    #[test]
    fn trees_are_expanded() {
        let paths = expand("crate::{a, b::{self, c as d}, e::*}");
        let paths: Vec<String> = paths.iter().map(|p| p.join("::")).collect();
        assert_eq!(paths, ["crate::a", "crate::b::self", "crate::b::c", "crate::e::*"]);
    }
}
