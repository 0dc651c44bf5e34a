//! Environments of Python, in which packages are built and tested. Knows nothing of what is tested there.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::{Outcome, toolchain};

/// An environment with packages.
pub struct Environment {
    bin: PathBuf,
    /// Where a package is found that is not installed.
    site: Option<PathBuf>,
}

/// The interpreter: `PYTHON`, or the first that is there and is new enough.
fn interpreter() -> Option<String> {
    let named = std::env::var("PYTHON").ok();
    named.into_iter().chain(["python3", "python"].map(String::from)).find(|program| {
        let check = "import sys, venv; sys.exit(sys.version_info < (3, 10))";
        Command::new(program).args(["-c", check]).output().is_ok_and(|output| output.status.success())
    })
}

impl Environment {
    /// Makes an environment in a folder, or takes the one that is there, and installs packages. The error is
    /// what is missing on this machine.
    pub fn new(folder: &Path, packages: &[&str]) -> Result<Environment, String> {
        let python = interpreter().ok_or("there is no Python 3.10 or newer")?;
        toolchain::fetched(Command::new(python).args(["-m", "venv"]).arg(folder))
            .map_err(|why| format!("no environment can be made: {why}"))?;
        let environment = Environment { bin: folder.join("bin"), site: None };
        let mut install = environment.command("python");
        install.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]).args(packages);
        toolchain::fetched(&mut install).map_err(|why| format!("packages cannot be installed: {why}"))?;
        Ok(environment)
    }

    /// The environment with another folder in which packages are found.
    pub fn with_site(self, site: PathBuf) -> Environment {
        Environment { site: Some(site), ..self }
    }

    /// A command that knows the environment's programs.
    pub fn command(&self, program: &str) -> Command {
        let mut command = Command::new(self.bin.join(program));
        let others = std::env::var_os("PATH").unwrap_or_default();
        let paths = [self.bin.clone()].into_iter().chain(std::env::split_paths(&others));
        if let Ok(paths) = std::env::join_paths(paths) {
            command.env("PATH", paths);
        }
        if let Some(site) = &self.site {
            command.env("PYTHONPATH", site).env("MYPYPATH", site);
        }
        command
    }
}

/// Puts a package together as its wheel has it: its Python, and the module in Rust under the name `module`.
pub fn assemble(sources: &Path, library: &Path, package: &Path, module: &str) -> Outcome {
    let failed = |e: std::io::Error| format!("{}: {e}", package.display());
    if package.exists() {
        fs::remove_dir_all(package).map_err(failed)?;
    }
    fs::create_dir_all(package).map_err(failed)?;
    for file in fs::read_dir(sources).map_err(failed)? {
        let path = file.map_err(failed)?.path();
        if let (true, Some(name)) = (path.is_file(), path.file_name()) {
            fs::copy(&path, package.join(name)).map_err(failed)?;
        }
    }
    fs::copy(library, package.join(format!("{module}.abi3.so"))).map_err(failed)?;
    Ok(())
}

/// The file of a shared library.
pub fn library(name: &str) -> String {
    if cfg!(target_os = "macos") { format!("lib{name}.dylib") } else { format!("lib{name}.so") }
}
