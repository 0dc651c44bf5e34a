//! Go programs of the repository are in the form that Go's own tool gives them.

use std::path::{Path, PathBuf};
use std::process::Command;

use super::files::SourceFile;
use super::tables::UNFORMATTED;

/// Go programs are written as Go's own tool would. Skipped, loudly, where Go is not installed.
pub fn check(root: &Path, files: &[SourceFile]) -> Result<Vec<String>, String> {
    let is_ours = |f: &&SourceFile| {
        let place =
            f.name.starts_with("bench/") || f.name.starts_with("tests/") || f.name.starts_with("examples/");
        // What must not compile need not parse either.
        place
            && f.name.ends_with(".go")
            && !f.name.starts_with("tests/go/errors/")
            && !UNFORMATTED.contains(&f.name.as_str())
    };
    let paths: Vec<PathBuf> = files.iter().filter(is_ours).map(|f| root.join(&f.name)).collect();
    if paths.is_empty() {
        return Ok(vec![]);
    }
    let Ok(output) = Command::new("gofmt").arg("-l").args(&paths).output() else {
        println!("tidy: NO gofmt ON THE PATH: the form of {} Go programs was not checked", paths.len());
        return Ok(vec![]);
    };
    let mut broken: Vec<String> = String::from_utf8_lossy(&output.stdout)
        .lines()
        .map(|path| {
            let name = Path::new(path).strip_prefix(root).unwrap_or(Path::new(path));
            format!("{}: not as gofmt writes it", name.display())
        })
        .collect();
    broken.extend(String::from_utf8_lossy(&output.stderr).lines().map(str::to_owned));
    Ok(broken)
}
