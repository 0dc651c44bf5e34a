//! `cargo xtask engines`: builds and tests the crates that bring guests into query engines. They stand apart
//! from the workspace, in `engines/`, and from `.ci/run`: an engine takes longer to build than all else.

use std::path::Path;
use std::process::Command;

use crate::Outcome;

/// The crates, by their folders in `engines/`.
const ENGINES: [&str; 1] = ["datafusion"];

pub fn run(root: &Path, args: &[String]) -> Outcome {
    if let Some(unknown) = args.iter().find(|arg| !ENGINES.contains(&arg.as_str())) {
        return Err(format!("engines: unknown engine `{unknown}` (there is {})", ENGINES.join(", ")));
    }
    for engine in ENGINES.iter().filter(|name| args.is_empty() || args.iter().any(|arg| arg == *name)) {
        let folder = root.join("engines").join(engine);
        let status = Command::new("cargo")
            .args(["test", "--release", "--locked"])
            .current_dir(&folder)
            .status()
            .map_err(|e| format!("cargo: {e}"))?;
        if !status.success() {
            return Err(format!("engines: the tests of {engine} have failed"));
        }
    }
    Ok(())
}
