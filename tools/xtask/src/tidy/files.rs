//! The files that rules look at: what git tracks, or everything below the root where git cannot tell.

use std::path::Path;
use std::process::Command;

/// A text file of the repository.
pub struct SourceFile {
    /// From the root of the repository, with forward slashes.
    pub name: String,
    pub text: String,
}

impl SourceFile {
    pub fn is_rust(&self) -> bool {
        self.name.ends_with(".rs")
    }

    /// The folder of the crate that it belongs to, as `crates/ir`.
    pub fn crate_folder(&self) -> Option<&str> {
        let mut slashes = self.name.match_indices('/').map(|(at, _)| at);
        let room = slashes.next()?;
        let folder = &self.name[..slashes.next()?];
        matches!(&self.name[..room], "crates" | "tools" | "examples").then_some(folder)
    }
}

/// Everything that belongs to the repository, but for files that are not UTF-8 text.
pub fn tracked(root: &Path) -> Result<Vec<SourceFile>, String> {
    let mut files = Vec::new();
    for name in names(root)? {
        // A deleted file is still listed until its deletion is staged.
        let Ok(bytes) = std::fs::read(root.join(&name)) else { continue };
        if let Ok(text) = String::from_utf8(bytes) {
            files.push(SourceFile { name, text });
        }
    }
    Ok(files)
}

/// The names of all files of the repository: what git tracks, or, where git cannot tell (an exported tree, a
/// checkout of another user), every file below the root.
pub fn names(root: &Path) -> Result<Vec<String>, String> {
    if let Some(names) = names_from_git(root) {
        return Ok(names);
    }
    println!("tidy: git does not list this tree: every file below its root is checked");
    let mut names = Vec::new();
    walk(root, root, &mut names).map_err(|e| format!("cannot list {}: {e}", root.display()))?;
    Ok(names)
}

fn names_from_git(root: &Path) -> Option<Vec<String>> {
    // Listing runs no hook and trusts no configuration of the tree, so whose checkout it is does not matter.
    let output = Command::new("git")
        .args(["-c", "safe.directory=*", "ls-files", "-z", "--cached"])
        .current_dir(root)
        .output()
        .ok()
        .filter(|o| o.status.success())?;
    let names = String::from_utf8_lossy(&output.stdout).into_owned();
    Some(names.split('\0').filter(|n| !n.is_empty()).map(str::to_owned).collect())
}

/// The files below `dir`, named from `root`, without what builds and runs leave and what hides behind a dot.
fn walk(root: &Path, dir: &Path, names: &mut Vec<String>) -> std::io::Result<()> {
    for entry in std::fs::read_dir(dir)? {
        let entry = entry?;
        let name = entry.file_name();
        let kind = entry.file_type()?;
        if kind.is_dir() {
            if name != "target" && !name.to_string_lossy().starts_with('.') {
                walk(root, &entry.path(), names)?;
            }
        } else if kind.is_file()
            && !name.to_string_lossy().ends_with(".log")
            && let Ok(path) = entry.path().strip_prefix(root)
        {
            names.push(path.to_string_lossy().replace('\\', "/"));
        }
    }
    Ok(())
}
