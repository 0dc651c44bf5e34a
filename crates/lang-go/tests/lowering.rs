//! Every program of the corpus and of the benchmarks becomes well-formed IR.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use purlin_base::SourceMap;
use purlin_lang_go::Program;

fn go_files(dir: &Path, out: &mut Vec<PathBuf>) {
    let mut paths: Vec<PathBuf> =
        std::fs::read_dir(dir).into_iter().flatten().flatten().map(|e| e.path()).collect();
    paths.sort();
    for path in paths {
        if path.extension().is_some_and(|e| e == "go") {
            out.push(path);
        }
    }
}

fn check(files: &[PathBuf]) -> Result<(), String> {
    let read = |p: &PathBuf| {
        let text = std::fs::read_to_string(p).map_err(|e| format!("{}: {e}", p.display()))?;
        Ok((p.display().to_string(), Arc::from(text)))
    };
    let files = files.iter().map(read).collect::<Result<Vec<_>, String>>()?;
    let mut sources = SourceMap::new();
    let out = purlin_lang_go::compile(&mut sources, &Program { files: &files, ..Default::default() }, &[])
        .map_err(|errors| errors.iter().take(3).map(|e| e.render(&sources)).collect::<String>())?;
    purlin_ir::verify::module(&out.module).map_err(|e| format!("{}: {e}", files[0].0))
}

#[test]
fn programs_become_well_formed_ir() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut programs = Vec::new();
    for dir in ["tests/go", "tests/go/limits", "tests/go/purlin", "bench/go"] {
        let mut files = Vec::new();
        go_files(&root.join(dir), &mut files);
        programs.extend(files.into_iter().map(|f| vec![f]));
    }
    assert!(programs.len() > 100, "the corpus is missing");
    let mut parts = Vec::new();
    go_files(&root.join("tests/go/multi_file"), &mut parts);
    programs.push(parts);
    let failures: Vec<String> = programs.iter().filter_map(|p| check(p).err()).collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
