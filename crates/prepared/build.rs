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
        std::fs::write(out.join("smalltalk"), smalltalk().to_bytes())
            .expect("the output folder can be written");
    }
    let _ = out;
}

/// The library of Smalltalk, with the final forms of its functions.
#[cfg(feature = "smalltalk")]
fn smalltalk() -> purlin_lang_smalltalk::Library {
    let made = purlin_lang_smalltalk::Library::from_sources().and_then(|mut library| {
        let options = purlin_opt::passes::Options::default();
        library.finish(|module, id, body| {
            purlin_ir::verify::body(module, id, body).map_err(|e| e.to_string())?;
            let (mut body, mut report) = (body.clone(), purlin_opt::passes::Report::default());
            purlin_opt::passes::function(module, id, &mut body, &options, &mut report)
                .map_err(|e| e.to_string())?;
            Ok(body)
        })?;
        Ok(library)
    });
    made.unwrap_or_else(|e| panic!("Smalltalk's library does not compile:\n{e}"))
}
