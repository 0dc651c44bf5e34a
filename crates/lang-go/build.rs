//! Writes the table of the Go library's sources, which the crate embeds: every `.go` file under `std/`, its
//! directory being the import path.

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

fn main() {
    let root = Path::new(&env::var("CARGO_MANIFEST_DIR").expect("cargo sets it")).join("std");
    let mut files = Vec::new();
    go_files(&root, &mut files);
    let mut table = String::from("&[\n");
    for file in &files {
        let inside = file.strip_prefix(&root).unwrap_or(file);
        let path = inside.parent().unwrap_or(Path::new("")).to_string_lossy().replace('\\', "/");
        let name = inside.to_string_lossy().replace('\\', "/");
        let _ = writeln!(table, "    ({path:?}, {name:?}, include_str!({:?})),", file.display().to_string());
    }
    table.push(']');
    let out = Path::new(&env::var("OUT_DIR").expect("cargo sets it")).join("library.rs");
    fs::write(out, table).expect("the output folder can be written");
}
