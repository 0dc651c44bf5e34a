//! `cargo xtask json`: the checks of the JSON crate that take longer than a test may, each one command. Knows
//! the names of that crate's tests and of the variables they read, nothing else of it.

use std::path::Path;
use std::process::Command;

use crate::Outcome;

pub fn run(root: &Path, args: &[String]) -> Outcome {
    let (mut rounds, mut seconds, mut check) = (10_000_000u64, 60u64, None);
    let mut args = args.iter();
    while let Some(arg) = args.next() {
        let number = match arg.as_str() {
            "--rounds" => &mut rounds,
            "--seconds" => &mut seconds,
            name if check.is_none() => {
                check = Some(name);
                continue;
            }
            other => return Err(format!("json does not take `{other}`")),
        };
        let text = args.next().ok_or_else(|| format!("{arg} wants a number"))?;
        *number = text.parse().map_err(|_| format!("{arg} wants a number, not `{text}`"))?;
    }
    match check {
        Some("kernels") => test(root, "writing", "kernels_agree", &[("PURLIN_JSON_ROUNDS", rounds)]),
        Some("splits") => test(root, "reading", "every_split_of_every_file", &[("PURLIN_JSON_WINDOW", 1024)]),
        Some("fuzz") => {
            test(root, "fuzz", "reader", &[("PURLIN_JSON_FUZZ", seconds)])?;
            test(root, "fuzz", "writer", &[("PURLIN_JSON_FUZZ", seconds)])
        }
        Some("arm") => arm(root),
        _ => Err("json wants one of kernels, splits, fuzz, arm".to_owned()),
    }
}

/// Cargo with the tests of the crate, as a release.
fn tests() -> Command {
    let mut command = Command::new("cargo");
    command.args(["test", "--release", "-p", "purlin-json", "--features", "serde"]);
    command
}

fn test(root: &Path, file: &str, name: &str, variables: &[(&str, u64)]) -> Outcome {
    let mut command = tests();
    command.args(["--test", file, "--", "--nocapture", name]).current_dir(root);
    command.envs(variables.iter().map(|(name, value)| (name, value.to_string())));
    ended(command)
}

fn ended(mut command: Command) -> Outcome {
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("the tests of purlin-json: {status}")),
        Err(error) => Err(format!("cargo: {error}")),
    }
}

/// The tests as 64-bit Arm's, with its vectors.
fn arm(root: &Path) -> Outcome {
    const TARGET: &str = "aarch64-unknown-linux-gnu";
    let linker = "aarch64-linux-gnu-gcc";
    let native = cfg!(target_arch = "aarch64");
    let mut command = tests();
    if !native {
        let installed = Command::new("rustup").args(["target", "list", "--installed"]).output();
        let has_target = installed.is_ok_and(|o| String::from_utf8_lossy(&o.stdout).contains(TARGET));
        let runs =
            |program: &str| Command::new(program).arg("--version").output().is_ok_and(|o| o.status.success());
        let missing: Vec<&str> = [
            (has_target, "rustup target add aarch64-unknown-linux-gnu"),
            (runs(linker), "Debian's gcc-aarch64-linux-gnu"),
            (runs("qemu-aarch64"), "Debian's qemu-user"),
        ]
        .into_iter()
        .filter_map(|(there, name)| (!there).then_some(name))
        .collect();
        if !missing.is_empty() {
            println!("json arm: SKIPPED: NEON was not tested, for want of {}", missing.join(", "));
            return Ok(());
        }
        command
            .args(["--target", TARGET])
            .env("CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER", linker)
            .env("CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_RUNNER", "qemu-aarch64 -L /usr/aarch64-linux-gnu")
            // Resident memory would be the emulator's, and a test's child processes would not run in it.
            .args(["--", "--skip", "a_tree_takes_three_times_its_text_at_most"]);
        println!("json arm: SKIPPED: resident memory, which cannot be told under an emulator");
    }
    command.current_dir(root);
    ended(command)
}
