//! Prints the C header of the crate in a folder: what its sources say, by cbindgen. Knows nothing of Purlin.

#![forbid(unsafe_code)]

use std::path::PathBuf;
use std::process::ExitCode;

fn main() -> ExitCode {
    let Some(folder) = std::env::args_os().nth(1).map(PathBuf::from) else {
        eprintln!("usage: purlin-header FOLDER");
        return ExitCode::FAILURE;
    };
    let header = cbindgen::Config::from_file(folder.join("cbindgen.toml")).and_then(|config| {
        let source = folder.join("src/lib.rs");
        let builder = cbindgen::Builder::new().with_config(config);
        // The files of the crate alone: what it depends on has no part in the border.
        builder.with_src(source).generate().map_err(|e| e.to_string())
    });
    match header {
        Ok(header) => {
            header.write(std::io::stdout());
            ExitCode::SUCCESS
        }
        Err(why) => {
            eprintln!("purlin-header: {why}");
            ExitCode::FAILURE
        }
    }
}
