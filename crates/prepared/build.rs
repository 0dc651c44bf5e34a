//! Lowers the libraries of the guests, and writes them in that form.

#[cfg(feature = "go")]
mod go;

use std::env;
use std::path::PathBuf;

fn main() {
    // What this is made from is in the crates that make it: when they change, this program is built anew.
    for file in ["build.rs", "go.rs", "dictionary.rs"] {
        println!("cargo::rerun-if-changed={file}");
    }
    let out = PathBuf::from(env::var("OUT_DIR").expect("cargo sets it"));
    #[cfg(feature = "go")]
    go::write(&out);
    #[cfg(feature = "smalltalk")]
    {
        let library = purlin_lang_smalltalk::Library::from_sources();
        let library = library.unwrap_or_else(|e| panic!("Smalltalk's library does not compile:\n{e}"));
        std::fs::write(out.join("smalltalk"), library.to_bytes()).expect("the output folder can be written");
    }
    let _ = out;
}
