//! `cargo xtask hosts` and `cargo xtask soak`: builds the small hosts of `tools/hosts` and runs them, each in
//! a process of its own. Knows nothing of what they do.

use std::path::Path;
use std::process::Command;

use crate::{Outcome, limits, release, sanitize, toolchain};

/// Builds and runs all hosts, or has them run under both sanitizers.
pub fn run(root: &Path, args: &[String]) -> Outcome {
    if let Some(at) = args.iter().position(|arg| arg == "--sanitize") {
        let mut rest = args.to_vec();
        rest.remove(at);
        return sanitize::hosts(root, &rest);
    }
    start(root, &[], args)
}

/// Makes and drops many isolates: what the process keeps must stay the same.
pub fn soak(root: &Path, args: &[String]) -> Outcome {
    start(root, &["soak"], args)
}

fn start(root: &Path, first: &[&str], args: &[String]) -> Outcome {
    let debug = args.iter().any(|arg| arg == "--debug");
    let program = if debug {
        toolchain::cargo(root, &["build", "--quiet", "--package", "purlin-hosts"])?;
        toolchain::target_dir(root).join("debug/purlin-hosts")
    } else {
        release::program(root, "purlin-hosts")?
    };
    let limit = limits::by_the_clock("hosts")?.as_secs().to_string();
    let limit = if first.is_empty() { vec!["--limit", &limit] } else { Vec::new() };
    let status = Command::new(&program)
        .args(first)
        .args(limit)
        .args(args.iter().filter(|arg| *arg != "--debug"))
        .status()
        .map_err(|e| format!("cannot run {}: {e}", program.display()))?;
    if status.success() { Ok(()) } else { Err("a host found something wrong".into()) }
}
