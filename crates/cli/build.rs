//! Asks the linker for relocations in their short form, a bit for each instead of 24 bytes, where the system
//! that this is built on has a loader that reads them. A program that is built there does not start on one
//! that has not; a program that is built elsewhere has the long form.

use std::env;
use std::process::Command;

/// The first version of the GNU C library whose loader reads them.
const LOADER: (u32, u32) = (2, 36);

/// The version of the GNU C library of this system, if it has that.
fn library() -> Option<(u32, u32)> {
    let output = Command::new("getconf").arg("GNU_LIBC_VERSION").output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    let (major, minor) = text.trim().strip_prefix("glibc ")?.split_once('.')?;
    Some((major.parse().ok()?, minor.split('.').next()?.parse().ok()?))
}

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let is = |name: &str, value: &str| env::var(name).is_ok_and(|set| set == value);
    // Of linkers for AArch64 some do not know the option.
    let known = is("CARGO_CFG_TARGET_OS", "linux") && is("CARGO_CFG_TARGET_ENV", "gnu");
    let known = known && is("CARGO_CFG_TARGET_ARCH", "x86_64") && env::var("HOST") == env::var("TARGET");
    if known && library().is_some_and(|version| version >= LOADER) {
        println!("cargo::rustc-link-arg-bins=-Wl,-z,pack-relative-relocs");
    }
}
