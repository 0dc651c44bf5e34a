//! Go's portable sources in place of its assembly, where the two give different last bits. A package says by
//! build constraints which files are which; this makes an overlay for `go build` out of them, in which those
//! for the machine are gone and those for other machines are there. Nothing of Go's is kept: the overlay is
//! made from the installed Go.

use std::path::{Path, PathBuf};
use std::process::Command;

/// Writes the overlay of a package; answers its path.
pub fn overlay(go: &str, package: &str, scratch: &Path) -> Result<PathBuf, String> {
    let output = Command::new(go).args(["env", "GOROOT", "GOARCH"]).output().map_err(|e| e.to_string())?;
    let output = String::from_utf8_lossy(&output.stdout).into_owned();
    let (root, machine) = output.trim().split_once('\n').ok_or("go env says neither GOROOT nor GOARCH")?;
    let folder = Path::new(root).join("src").join(package);
    let mut replace = serde_json::Map::new();
    for entry in std::fs::read_dir(&folder).map_err(|e| format!("{}: {e}", folder.display()))? {
        let path = entry.map_err(|e| e.to_string())?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let put = if name.ends_with(&format!("_{machine}.s")) || name.ends_with(&format!("_{machine}.go")) {
            String::new()
        } else if name.ends_with(".go") && !name.ends_with("_test.go") {
            let text = std::fs::read_to_string(&path).map_err(|e| e.to_string())?;
            match text.lines().find(|line| line.starts_with("//go:build ")) {
                Some(constraint) if constraint.contains(&format!("!{machine}")) => {
                    let copy = scratch.join(format!("portable-{name}"));
                    std::fs::write(&copy, text.replacen(constraint, "", 1)).map_err(|e| e.to_string())?;
                    copy.display().to_string()
                }
                Some(constraint) if constraint.contains(machine) => String::new(),
                _ => continue,
            }
        } else {
            continue;
        };
        replace.insert(path.display().to_string(), put.into());
    }
    let path = scratch.join("overlay.json");
    let text = serde_json::json!({ "Replace": replace }).to_string();
    std::fs::write(&path, text).map_err(|e| e.to_string())?;
    Ok(path)
}
