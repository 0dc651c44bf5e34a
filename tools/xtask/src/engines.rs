//! `cargo xtask engines`: builds and tests what brings guests into query engines and clusters, and measures
//! what it costs there. It stands apart from the workspace's tests and from `.ci/run`: an engine takes longer
//! to build, or to install, than all else.

use std::path::Path;
use std::process::Command;

use crate::python::{self, Environment};
use crate::toolchain::{self, succeed};
use crate::{Outcome, release};

/// Tests an engine, or measures it.
type Engine = fn(&Path, bool) -> Outcome;

/// The engines, by their names.
const ENGINES: [(&str, Engine); 2] = [("datafusion", datafusion), ("ray", ray)];

/// What the tests of DataFusion in Python need beside the package.
const DATAFUSION: [&str; 3] = ["datafusion>=55,<56", "pyarrow", "mypy"];

/// What jobs on Ray need beside the package.
const RAY: [&str; 2] = ["ray[data]>=2.60,<3", "pyarrow"];

pub fn run(root: &Path, args: &[String]) -> Outcome {
    let is_known = |arg: &&String| *arg == "--figures" || ENGINES.iter().any(|(name, _)| arg == name);
    if let Some(unknown) = args.iter().find(|arg| !is_known(arg)) {
        return Err(format!("engines: unknown engine `{unknown}` (there are datafusion and ray)"));
    }
    let figures = args.iter().any(|arg| arg == "--figures");
    let is_asked =
        |name: &str| args.iter().all(|arg| arg == "--figures") || args.iter().any(|arg| arg == name);
    ENGINES.iter().filter(|(name, _)| is_asked(name)).try_for_each(|(_, engine)| engine(root, figures))
}

/// Jobs of the package `purlin` on a cluster of Ray on this machine.
fn ray(root: &Path, figures: bool) -> Outcome {
    let target = toolchain::target_dir(root);
    // As the workspace's tests are built, so that what those have built is used.
    release::build(root, &["--lib"])?;
    let environment = match Environment::new(&target.join("engines/ray-venv"), &RAY) {
        Ok(environment) => environment,
        Err(missing) => {
            println!("engine ray: SKIPPED, {missing}");
            return Ok(());
        }
    };
    let (folder, site) = (root.join("bindings/python"), target.join("engines/ray-site"));
    let library = target.join("release").join(python::library("_purlin"));
    python::assemble(&folder.join("python/purlin"), &library, &site.join("purlin"), "_purlin")?;
    let file = if figures { "tests/ray_figures.py" } else { "tests/ray_jobs.py" };
    succeed(environment.with_site(site).command("python").arg(file).current_dir(&folder))
}

/// The crate, then the package for DataFusion's own Python.
fn datafusion(root: &Path, figures: bool) -> Outcome {
    let folder = root.join("engines/datafusion");
    let target = toolchain::target_dir(root).join("engines");
    let place = target.display().to_string();
    let built = ["--release", "--locked", "--workspace", "--target-dir", &place];
    // With the tests, whose dependencies ask for more of crates: without, DataFusion would be built again.
    toolchain::cargo(&folder, &[&["build", "--all-targets"], &built[..]].concat())?;
    if figures {
        return succeed(&mut Command::new(target.join("release/examples/price")));
    }
    toolchain::cargo(&folder, &[&["test"], &built[..]].concat())?;
    let environment = match Environment::new(&target.join("venv"), &DATAFUSION) {
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
