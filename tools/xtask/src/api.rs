//! `cargo xtask api`: the exported names of our Go library held against those of the installed Go (its
//! `api/*.txt`). What is missing is written into docs/go.md, so that every name is either there or listed.
//! Knows Go's syntax only so far as gofmt lays it out: declarations begin at the start of a line.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use crate::Outcome;
use crate::corpus;

const BEGIN: &str = "<!-- written by `cargo xtask api` -->";
const END: &str = "<!-- end -->";

/// Names by package; a method is `Type.Method`.
type Names = BTreeMap<String, BTreeSet<String>>;

pub fn run(root: &Path, args: &[String]) -> Outcome {
    let check = args.iter().any(|a| a == "--check");
    let Some(api) = api_folder() else {
        println!("SKIPPED: api: there is no installed Go to hold the library against");
        return Ok(());
    };
    let wanted = read_api(&api)?;
    let ours = read_library(&root.join("crates/lang-go/std"))?;
    let path = root.join("docs/go.md");
    let text = fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
    let (before, rest) = text.split_once(BEGIN).ok_or_else(|| format!("docs/go.md: there is no {BEGIN}"))?;
    let (_, after) = rest.split_once(END).ok_or_else(|| format!("docs/go.md: there is no {END}"))?;
    let now = format!("{before}{BEGIN}\n\n{}\n{END}{after}", table(&wanted, &ours));
    if now == text {
        println!("docs/go.md lists what is missing");
        return Ok(());
    }
    if check {
        return Err("docs/go.md does not list what is missing now: run `cargo xtask api`".to_owned());
    }
    fs::write(&path, now).map_err(|e| e.to_string())?;
    println!("wrote docs/go.md");
    Ok(())
}

fn api_folder() -> Option<PathBuf> {
    let path = crate::toolchain::go_root()?.join("api");
    path.is_dir().then_some(path)
}

/// Lines such as `pkg bufio, method (*Reader) Read([]uint8) (int, error)`.
fn read_api(dir: &Path) -> Result<Names, String> {
    let mut names = Names::new();
    for entry in fs::read_dir(dir).map_err(|e| e.to_string())? {
        let path = entry.map_err(|e| e.to_string())?.path();
        let file = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if !file.starts_with("go1") || !file.ends_with(".txt") {
            continue;
        }
        for line in fs::read_to_string(&path).map_err(|e| e.to_string())?.lines() {
            let Some((package, item)) = line.strip_prefix("pkg ").and_then(|l| l.split_once(", ")) else {
                continue;
            };
            // What only some systems have is no portable name.
            if !package.contains(' ')
                && let Some(name) = item_name(item)
            {
                names.entry(package.to_owned()).or_default().insert(name);
            }
        }
    }
    Ok(names)
}

fn item_name(item: &str) -> Option<String> {
    let (kind, rest) = item.split_once(' ')?;
    let word = |text: &str| {
        let end = text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len());
        text[..end].to_owned()
    };
    match kind {
        "func" | "var" | "const" => Some(word(rest)),
        "type" => {
            // Fields and methods of interfaces are lines of their own; only the type itself counts.
            (!rest.contains(", ")
                || !rest.split(", ").next()?.contains(' ')
                || !rest.starts_with(char::is_lowercase))
            .then(|| word(rest))
        }
        "method" => {
            let (receiver, rest) = rest.strip_prefix('(')?.split_once(") ")?;
            Some(format!("{}.{}", word(receiver.trim_start_matches('*')), word(rest)))
        }
        _ => None,
    }
}

/// What the packages below `std` export.
fn read_library(dir: &Path) -> Result<Names, String> {
    let mut names = Names::new();
    for path in corpus::go_files(dir)? {
        let inside = path.strip_prefix(dir).unwrap_or(&path).parent().unwrap_or(Path::new(""));
        let package = inside.to_string_lossy().replace('\\', "/");
        let text = fs::read_to_string(&path).map_err(|e| e.to_string())?;
        read_file(&text, names.entry(package).or_default());
    }
    follow_aliases(&mut names);
    names.retain(|package, _| !package.split('/').any(|part| part == "internal"));
    for package in names.values_mut() {
        promote(package);
    }
    Ok(names)
}

/// Methods of types that are others' by another name: `Type=package.Other`.
fn follow_aliases(names: &mut Names) {
    let all = names.clone();
    for package in names.values_mut() {
        let mut more = Vec::new();
        for (name, (of, other)) in package
            .iter()
            .filter_map(|n| n.split_once('='))
            .filter_map(|(n, o)| Some((n, o.split_once('.')?)))
        {
            let prefix = format!("{other}.");
            let there = all.iter().filter(|(path, _)| path.rsplit('/').next() == Some(of));
            let methods = there.flat_map(|(_, names)| names).filter_map(|n| n.strip_prefix(&prefix));
            more.extend(methods.map(|m| format!("{name}.{m}")));
        }
        package.extend(more);
    }
}

/// Notes `Name = package.Other` as `Name=package.Other`.
fn alias(text: &str, names: &mut BTreeSet<String>) {
    let Some((name, other)) = text.split_once('=') else { return };
    let plain = |s: &str| !s.is_empty() && s.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '.');
    let (name, other) = (name.trim(), other.trim());
    if plain(name) && plain(other) && other.contains('.') {
        names.insert(format!("{name}={other}"));
    }
}

fn exported(word: &str) -> bool {
    word.starts_with(char::is_uppercase)
}

/// Declarations of a file. Aliases are noted as `alias` says; an embedded type is noted as `Type<Embedded`.
fn read_file(text: &str, names: &mut BTreeSet<String>) {
    let word = |text: &str| {
        let end = text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len());
        text[..end].to_owned()
    };
    let (mut group, mut of_type) = (false, None::<String>);
    for line in text.lines().filter(|l| !l.is_empty()) {
        if let Some(inside) = line.strip_prefix('\t') {
            if inside.starts_with(['\t', '/', '}']) {
                continue;
            }
            if let Some(name) = &of_type {
                let field = inside.split(" //").next().unwrap_or(inside).trim().trim_start_matches('*');
                if !field.is_empty() && field.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '.') {
                    let embedded = field.rsplit('.').next().unwrap_or(field);
                    names.insert(format!("{name}<{embedded}"));
                }
            } else if group {
                alias(inside, names);
                let list = inside.split(['=', '/']).next().unwrap_or(inside);
                names.extend(list.split(',').map(|n| word(n.trim())).filter(|n| exported(n)));
            }
            continue;
        }
        (group, of_type) = (false, None);
        let Some((kind, rest)) = line.split_once(' ') else { continue };
        match kind {
            "func" => {
                if let Some((receiver, rest)) = rest.strip_prefix('(').and_then(|r| r.split_once(") ")) {
                    let ty = receiver.rsplit(' ').next().unwrap_or(receiver);
                    let ty =
                        if receiver.contains('[') { receiver.split('[').next().unwrap_or(ty) } else { ty };
                    let ty = word(ty.rsplit(' ').next().unwrap_or(ty).trim_start_matches('*'));
                    names.insert(format!("{ty}.{}", word(rest)));
                } else if exported(rest) {
                    names.insert(word(rest));
                }
            }
            "type" | "var" | "const" if rest == "(" => group = true,
            "type" => {
                names.insert(word(rest));
                alias(rest, names);
                of_type = rest.contains("struct {").then(|| word(rest));
                if let Some((_, inner)) = rest.split_once("struct{ ")
                    && let Some(inner) = inner.strip_suffix(" }")
                    && !inner.contains([' ', ';'])
                {
                    names.insert(format!("{}<{inner}", word(rest)));
                }
            }
            "var" | "const" => {
                let list = rest.split('=').next().unwrap_or(rest);
                names.extend(list.split(',').map(|n| word(n.trim())).filter(|n| exported(n)));
            }
            _ => {}
        }
    }
}

/// Methods that a type has from what it embeds, one level a round.
fn promote(names: &mut BTreeSet<String>) {
    for _ in 0..3 {
        let mut more = Vec::new();
        for (outer, inner) in names.iter().filter_map(|n| n.split_once('<')) {
            let prefix = format!("{inner}.");
            let methods = names.iter().filter_map(|n| n.strip_prefix(&prefix));
            more.extend(methods.map(|m| format!("{outer}.{m}")));
        }
        names.extend(more);
    }
}

/// A row a package: how much of it is there, and what is not.
fn table(wanted: &Names, ours: &Names) -> String {
    let mut out = String::from("| package | names | of Go's | missing |\n|---|---|---|---|\n");
    let mut absent = Vec::new();
    for (package, names) in wanted {
        let Some(have) = ours.get(package) else {
            absent.push(format!("`{package}`"));
            continue;
        };
        let missing: Vec<&String> = names.iter().filter(|n| !have.contains(*n)).collect();
        let list: Vec<String> = missing.iter().map(|n| format!("`{n}`")).collect();
        let _ = writeln!(
            out,
            "| {package} | {} | {} | {} |",
            names.len() - missing.len(),
            names.len(),
            list.join(" ")
        );
    }
    let _ = write!(out, "\nPackages of Go that are not there: {}.\n", absent.join(", "));
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_both_sides() {
        assert_eq!(item_name("func Println(...interface{}) (int, error)").as_deref(), Some("Println"));
        assert_eq!(item_name("method (*Reader) Read([]uint8) (int, error)").as_deref(), Some("Reader.Read"));
        assert_eq!(item_name("method (*Map[$0, $1]) Load($0)").as_deref(), Some("Map.Load"));
        assert_eq!(item_name("type Reader interface, Read([]uint8)").as_deref(), Some("Reader"));
        let mut names = BTreeSet::new();
        read_file(
            "package p\n\nconst (\n\tA, B = iota, 2\n\n\tc\n)\n\ntype T struct {\n\t*U\n\tx int\n}\n\nfunc (u *U) M() {}\n\
             func (p *List[T]) Len() int {\n\tX := 1\n}\nfunc F[T any]() {}\nvar V = 1\n",
            &mut names,
        );
        promote(&mut names);
        for name in ["A", "B", "T", "T.M", "U.M", "List.Len", "F", "V"] {
            assert!(names.contains(name), "{name}: {names:?}");
        }
        assert!(!names.contains("X") && !names.contains("c"));
    }
}
