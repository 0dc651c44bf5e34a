//! `cargo xtask bench border`: builds `bench/border`, a workspace of its own whose peers are large, and runs
//! it. Knows nothing of its tables.

use std::path::Path;

use crate::{Outcome, toolchain};

pub fn run(root: &Path, args: &[String]) -> Outcome {
    if let Some(other) = args.first() {
        return Err(format!("bench border takes no option `{other}`"));
    }
    let manifest = root.join("bench/border/Cargo.toml").display().to_string();
    let target = toolchain::target_dir(root).join("border").display().to_string();
    let place = ["--manifest-path", &manifest, "--target-dir", &target];
    toolchain::cargo(root, &[&["run", "--release", "--quiet", "--locked"], &place[..]].concat())
}
