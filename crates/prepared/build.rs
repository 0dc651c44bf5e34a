//! Lowers the libraries of the guests, and writes them in that form.

#[cfg(feature = "go")]
mod go;
#[cfg(feature = "smalltalk")]
mod smalltalk;

use std::env;
use std::path::PathBuf;

fn main() {
    // What this is made from is in the crates that make it: when they change, this program is built anew.
    for file in ["build.rs", "go.rs", "smalltalk.rs", "dictionary.rs"] {
        println!("cargo::rerun-if-changed={file}");
    }
    let out = PathBuf::from(env::var("OUT_DIR").expect("cargo sets it"));
    #[cfg(feature = "go")]
    go::write(&out);
    #[cfg(feature = "smalltalk")]
    {
        std::fs::write(out.join("smalltalk"), smalltalk::library().to_bytes())
            .expect("the output folder can be written");
    }
    let _ = out;
}
