//! Checks and lowers the Go library, and writes the table of its packages in that form.

use std::fmt::Write as _;
use std::path::PathBuf;
use std::{env, fs};

fn main() {
    // What this is made from is in the crate that makes it: when that changes, this program is built anew.
    println!("cargo::rerun-if-changed=build.rs");
    let out = PathBuf::from(env::var("OUT_DIR").expect("cargo sets it"));
    let packages = purlin_lang_go::prepare().unwrap_or_else(|e| panic!("the library does not compile:\n{e}"));
    let mut table = String::from("&[\n");
    let mut all = Vec::new();
    for package in &packages {
        let mut ranges = Vec::new();
        for bytes in &package.parts {
            let from = all.len();
            let compressed = miniz_oxide::deflate::compress_to_vec(bytes, 10);
            let is_plain = purlin_lang_go::is_usual(&package.path) || compressed.len() >= bytes.len();
            all.extend(if is_plain { bytes } else { &compressed });
            ranges.push((bytes.len(), from..all.len()));
        }
        let _ = writeln!(table, "({:?}, &{ranges:?}),", package.path);
    }
    fs::write(out.join("packages"), all).expect("the output folder can be written");
    table.push(']');
    fs::write(out.join("packages.rs"), table).expect("the output folder can be written");
}
