//! Building the harness, of this tree or of another commit's: that is checked out below `target/perf`, with a
//! folder for builds of its own, and what was built is kept by commit.
//!
//! Knows nothing of what the harness does.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::release;
use crate::toolchain::target_dir;

/// The program and the package.
const NAME: &str = "purlin-perf";

/// A tree of its own, for other commits and for patches.
pub struct Scratch {
    root: PathBuf,
    pub tree: PathBuf,
    target: PathBuf,
}

impl Scratch {
    /// Checks out `revision`; what was changed there before is thrown away. One tree serves all, as the
    /// compiler takes the sources of another folder for other crates.
    pub fn new(root: &Path, revision: &str) -> Result<Scratch, String> {
        let folder = target_dir(root).join("perf");
        let tree = folder.join("tree");
        let scratch = Scratch { root: root.to_owned(), tree, target: folder.join("build") };
        if !scratch.tree.join(".git").exists() {
            // A clone that shares the objects, and not a work tree, which the repository would know of.
            let (from, to) = (root.display().to_string(), scratch.tree.display().to_string());
            git(root, &["clone", "--quiet", "--shared", "--no-checkout", &from, &to])?;
        }
        let full = git(&scratch.root, &["rev-parse", revision])?;
        git(&scratch.tree, &["reset", "--quiet", "--hard", &full])?;
        git(&scratch.tree, &["clean", "-fdq"])?;
        Ok(scratch)
    }

    /// Builds the harness of the tree as it is now.
    pub fn build(&self) -> Result<PathBuf, String> {
        release::program_into(&self.tree, NAME, Some(&self.target))
    }
}

/// The harness of a commit, from the cache or built. The program stays there.
pub fn of_revision(root: &Path, revision: &str) -> Result<PathBuf, String> {
    let full = git(root, &["rev-parse", &format!("{}^{{commit}}", revision.trim_end_matches('+'))])?;
    kept_as(root, &sources(root, &full)?, &full, |_| Ok(()))
}

/// What the harness of a commit is made of, as a name: commits that change something else share a build.
pub fn sources(root: &Path, revision: &str) -> Result<String, String> {
    let parts = [".cargo", "crates", "tools/perf", "Cargo.lock", "Cargo.toml", "rust-toolchain.toml"];
    let hash =
        |part: &&str| Some(git(root, &["rev-parse", &format!("{revision}:{part}")]).ok()?[..8].to_owned());
    let hashes: Vec<String> = parts.iter().filter_map(hash).collect();
    if hashes.is_empty() {
        Err(format!("{revision} has no sources of a harness"))
    } else {
        Ok(hashes.join("-"))
    }
}

/// The harness of a commit with a change of the tree, from the cache, where it has that name, or built.
pub fn kept_as(
    root: &Path,
    name: &str,
    revision: &str,
    change: impl FnOnce(&Path) -> Result<(), String>,
) -> Result<PathBuf, String> {
    let kept = kept(root, name);
    if !kept.exists() {
        println!("perf: the harness of {name} is built, for the first time");
        let scratch = Scratch::new(root, revision)?;
        change(&scratch.tree)?;
        let built = scratch.build()?;
        std::fs::create_dir_all(kept.parent().expect("it is in a folder")).map_err(|e| e.to_string())?;
        std::fs::copy(&built, &kept).map_err(|e| format!("{}: {e}", kept.display()))?;
    }
    Ok(kept)
}

/// The harness of a commit, if it was built before.
pub fn cached(root: &Path, revision: &str) -> Option<PathBuf> {
    let name = sources(root, revision.trim_end_matches('+')).ok()?;
    Some(kept(root, &name)).filter(|path| path.exists())
}

/// Whether there is a build with that name.
pub fn is_kept(root: &Path, name: &str) -> bool {
    kept(root, name).exists()
}

fn kept(root: &Path, name: &str) -> PathBuf {
    target_dir(root).join("perf/kept").join(format!("{NAME}-{name}"))
}

/// The harness of this tree.
pub fn here(root: &Path) -> Result<PathBuf, String> {
    release::program(root, NAME)
}

/// What git says, trimmed.
pub fn git(root: &Path, args: &[&str]) -> Result<String, String> {
    let output = Command::new("git")
        .args(args)
        .current_dir(root)
        .output()
        .map_err(|e| format!("cannot run git: {e}"))?;
    if !output.status.success() {
        return Err(format!("git {}: {}", args.join(" "), String::from_utf8_lossy(&output.stderr).trim()));
    }
    Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}
