//! From command-line arguments to source files: a program is one file, several files, or a folder.

use std::path::Path;

use purlin::SourceFile;

/// Splits leading arguments that are files of one language from the program's own arguments, as `go run` does.
pub fn split(mut args: Vec<String>) -> (Vec<String>, Vec<String>) {
    let extension = |arg: &String| Path::new(arg).extension().map(|e| e.to_os_string());
    let first = args.first().and_then(extension);
    let files = match &first {
        // A folder is a program by itself.
        None => 1,
        Some(_) => args.iter().take_while(|a| extension(a) == first).count(),
    };
    let rest = args.split_off(files.min(args.len()));
    (args, rest)
}

/// Reads the files, or the `.go` files of a folder in the order of their names, tests left out.
pub fn read(paths: &[String]) -> Result<Vec<SourceFile>, String> {
    let mut names: Vec<String> = Vec::new();
    for path in paths {
        if Path::new(path).is_dir() {
            let entries = std::fs::read_dir(path).map_err(|e| format!("{path}: {e}"))?;
            let mut found: Vec<String> = entries
                .filter_map(|e| e.ok()?.path().to_str().map(String::from))
                .filter(|p| p.ends_with(".go") && !p.ends_with("_test.go"))
                .collect();
            if found.is_empty() {
                return Err(format!("{path}: no Go files in this folder"));
            }
            found.sort();
            names.extend(found);
        } else {
            names.push(path.clone());
        }
    }
    names.into_iter().map(read_one).collect()
}

fn read_one(name: String) -> Result<SourceFile, String> {
    let bytes = std::fs::read(&name).map_err(|e| format!("{name}: {e}"))?;
    match String::from_utf8(bytes) {
        Ok(text) => Ok(SourceFile { name, text: text.into() }),
        Err(error) => {
            let valid = error.utf8_error().valid_up_to();
            let before = &error.as_bytes()[..valid];
            let line = before.iter().filter(|b| **b == b'\n').count() + 1;
            let col = valid - before.iter().rposition(|b| *b == b'\n').map_or(0, |n| n + 1) + 1;
            Err(format!("{name}:{line}:{col}: invalid UTF-8 encoding"))
        }
    }
}
