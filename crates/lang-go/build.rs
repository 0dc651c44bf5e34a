//! Writes the table of the Go library's sources, which the crate embeds: every `.go` file under `std/`, its
//! directory being the import path. What only readers of the source need is left out, and each package is
//! compressed by itself, since a program takes few of them.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn go_files(dir: &Path, out: &mut Vec<PathBuf>) {
    println!("cargo::rerun-if-changed={}", dir.display());
    let Ok(entries) = fs::read_dir(dir) else { return };
    let mut paths: Vec<PathBuf> = entries.flatten().map(|e| e.path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            go_files(&path, out);
        } else if path.extension().is_some_and(|e| e == "go") {
            out.push(path);
        }
    }
}

/// The length of the literal, or of the comment between asterisks, that `text` begins with; at least 1.
fn token(text: &str) -> usize {
    let bytes = text.as_bytes();
    match bytes[0] {
        b'`' => text[1..].find('`').map_or(text.len(), |end| end + 2),
        b'/' if text.starts_with("/*") => text.find("*/").map_or(text.len(), |end| end + 2),
        quote @ (b'"' | b'\'') => {
            let mut at = 1;
            while at < bytes.len() && bytes[at] != quote && bytes[at] != b'\n' {
                at += if bytes[at] == b'\\' { 2 } else { 1 };
            }
            (at + 1).min(bytes.len())
        }
        first => match first.leading_ones() as usize {
            0 => 1,
            length => length,
        },
    }
}

/// A source without the text of its comments, but with directives, and all of its code on the same lines.
fn without_comments(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while !rest.is_empty() {
        if rest.starts_with("//") {
            let (comment, after) = rest.split_at(rest.find('\n').unwrap_or(rest.len()));
            if comment.starts_with("//go:") {
                out.push_str(comment);
            } else {
                out.truncate(out.trim_end_matches([' ', '\t']).len());
            }
            rest = after;
        } else {
            let (code, after) = rest.split_at(token(rest));
            out.push_str(code);
            rest = after;
        }
    }
    out
}

/// A package and those that it imports, by itself or through others.
fn imported_by(path: &str, packages: &BTreeMap<String, Vec<(String, String)>>) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut work = vec![path.to_owned()];
    while let Some(path) = work.pop() {
        let Some(files) = packages.get(&path) else { continue };
        if found.insert(path) {
            work.extend(files.iter().flat_map(|(_, text)| imports(text)));
        }
    }
    found
}

/// The paths that a file imports. The library is formatted as gofmt does.
fn imports(text: &str) -> Vec<String> {
    let mut inside = false;
    let mut found = Vec::new();
    for line in text.lines() {
        let alone = line.starts_with("import ");
        inside = if alone { line.ends_with('(') } else { inside && line != ")" };
        if alone || inside {
            found.extend(line.split('"').nth(1).map(str::to_owned));
        }
    }
    found
}

fn main() {
    let root = Path::new(&env::var("CARGO_MANIFEST_DIR").expect("cargo sets it")).join("std");
    let out = PathBuf::from(env::var("OUT_DIR").expect("cargo sets it"));
    let mut files = Vec::new();
    go_files(&root, &mut files);
    let mut packages: BTreeMap<String, Vec<(String, String)>> = BTreeMap::new();
    for file in &files {
        let inside = file.strip_prefix(&root).unwrap_or(file);
        let path = inside.parent().unwrap_or(Path::new("")).to_string_lossy().replace('\\', "/");
        let name = inside.to_string_lossy().replace('\\', "/");
        let text = fs::read_to_string(file).expect("sources can be read");
        packages.entry(path).or_default().push((name, without_comments(&text)));
    }
    // Each program loads what the front end itself refers to, and almost each prints something.
    let usual: BTreeSet<String> =
        ["runtime", "fmt"].iter().flat_map(|path| imported_by(path, &packages)).collect();
    let mut table = String::from("&[\n");
    for (number, (path, files)) in packages.iter().enumerate() {
        let texts: Vec<&str> = files.iter().map(|(_, text)| &**text).collect();
        let names: Vec<(&str, usize)> = files.iter().map(|(name, text)| (&**name, text.len())).collect();
        let mut bytes = texts.concat().into_bytes();
        if !usual.contains(path) {
            bytes = miniz_oxide::deflate::compress_to_vec(&bytes, 10);
        }
        let file = out.join(format!("package{number}"));
        fs::write(&file, bytes).expect("the output folder can be written");
        let file = file.display().to_string();
        let _ = writeln!(
            table,
            "Packed {{ path: {path:?}, files: &{names:?}, plain: {}, bytes: include_bytes!({file:?}) }},",
            usual.contains(path),
        );
    }
    table.push(']');
    fs::write(out.join("library.rs"), table).expect("the output folder can be written");
}
