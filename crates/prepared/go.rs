//! Checks and lowers the Go library, and writes the table of its packages in that form. Part of the build
//! script.

#[path = "dictionary.rs"]
mod dictionary;

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use miniz_oxide::deflate::core::{
    CompressorOxide, TDEFLFlush, TDEFLStatus, compress, create_comp_flags_from_zip_params,
};

use purlin_ir::final_form::Form;
use purlin_ir::{FuncId, Module};
use purlin_opt::any_program;

/// The highest level that looks for the best of all matches.
const LEVEL: i32 = 10;

/// `bytes` compressed, as what follows the dictionary in one stream.
fn compressed(dictionary: &[u8], bytes: &[u8]) -> Vec<u8> {
    let mut state = CompressorOxide::new(create_comp_flags_from_zip_params(LEVEL, 0, 0));
    let mut out = vec![0; 2 * (dictionary.len() + bytes.len()) + 1024];
    // A flush ends what is written with a whole byte, so that it can be left out.
    let (status, read, _) = compress(&mut state, dictionary, &mut out, TDEFLFlush::Sync);
    assert!(status == TDEFLStatus::Okay && read == dictionary.len(), "the dictionary is not compressed");
    let (status, _, written) = compress(&mut state, bytes, &mut out, TDEFLFlush::Finish);
    assert_eq!(status, TDEFLStatus::Done, "a part is not compressed");
    out.truncate(written);
    out
}

/// What the mid-end makes of a function in any program.
fn finished(module: &Module, id: FuncId) -> Option<Form> {
    let form = any_program::form(module, id, module.funcs[id].body.as_deref()?);
    let form = form.unwrap_or_else(|e| panic!("{}: {e}", module.funcs[id].name));
    form.map(|(function, asked)| Form { function, asked })
}

/// Writes all packages, and the table of them.
pub fn write(out: &Path) {
    let packages =
        purlin_lang_go::prepare(&finished).unwrap_or_else(|e| panic!("the library does not compile:\n{e}"));
    let parts: Vec<&[u8]> =
        packages.iter().flat_map(|package| package.parts.iter().map(Vec::as_slice)).collect();
    let dictionary = dictionary::of(&parts);
    let mut table = String::from("&[\n");
    let mut all = Vec::new();
    for package in &packages {
        let mut ranges = Vec::new();
        for bytes in &package.parts {
            let from = all.len();
            let compressed = compressed(&dictionary, bytes);
            let is_plain = purlin_lang_go::is_usual(&package.path) || compressed.len() >= bytes.len();
            all.extend(if is_plain { bytes } else { &compressed });
            ranges.push((bytes.len(), from..all.len()));
        }
        let _ = writeln!(table, "({:?}, &{ranges:?}),", package.path);
    }
    fs::write(out.join("dictionary"), dictionary).expect("the output folder can be written");
    fs::write(out.join("packages"), all).expect("the output folder can be written");
    table.push(']');
    fs::write(out.join("packages.rs"), table).expect("the output folder can be written");
}
