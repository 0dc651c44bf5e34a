//! `cargo xtask engines`: builds and tests what brings guests into query engines. It stands apart from the
//! workspace, in `engines/`, and from `.ci/run`: an engine takes longer to build than all else.

use std::path::Path;

use crate::Outcome;
use crate::python::{self, Environment};
use crate::toolchain::{self, succeed};

/// The engines, by their folders in `engines/`.
const ENGINES: [&str; 1] = ["datafusion"];

/// What the tests in Python need beside the package.
const PACKAGES: [&str; 3] = ["datafusion>=55,<56", "pyarrow", "mypy"];

pub fn run(root: &Path, args: &[String]) -> Outcome {
    if let Some(unknown) = args.iter().find(|arg| !ENGINES.contains(&arg.as_str())) {
        return Err(format!("engines: unknown engine `{unknown}` (there is {})", ENGINES.join(", ")));
    }
    datafusion(root)
}

/// The crate, then the package for DataFusion's own Python.
fn datafusion(root: &Path) -> Outcome {
    let folder = root.join("engines/datafusion");
    let target = toolchain::target_dir(root).join("engines");
    let place = target.display().to_string();
    let built = ["--release", "--locked", "--workspace", "--target-dir", &place];
    toolchain::cargo(&folder, &[&["test"], &built[..]].concat())?;
    toolchain::cargo(&folder, &[&["build", "--lib"], &built[..]].concat())?;
    let environment = match Environment::new(&target.join("venv"), &PACKAGES) {
        Ok(environment) => environment,
        Err(missing) => {
            println!("engine datafusion in Python: SKIPPED, {missing}");
            return Ok(());
        }
    };
    let (package, site, module) = (folder.join("python"), target.join("site"), "_purlin_datafusion");
    let library = target.join("release").join(python::library(module));
    python::assemble(
        &package.join("python/purlin_datafusion"),
        &library,
        &site.join("purlin_datafusion"),
        module,
    )?;
    let environment = environment.with_site(site);
    let in_package = |args: &[&str]| succeed(environment.command("python").args(args).current_dir(&package));
    in_package(&["tests/queries.py"])?;
    in_package(&["-m", "mypy", "--strict", "-p", "purlin_datafusion"])
}
