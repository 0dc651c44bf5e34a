//! The binding for Python: its wheel in an environment of its own, as `pip install ./bindings/python` makes
//! it, the cases, the examples of the documentation, and mypy over the package and its tests. The short form
//! makes no wheel: it puts the package together with what the workspace's tests have built.

use std::path::{Path, PathBuf};
use std::process::Command;

use super::{Bench, Judged, Verdict};
use crate::Outcome;
use crate::python::{self, Environment};
use crate::toolchain::{self, succeed};

const FOLDER: &str = "bindings/python";

/// The tests, by their files.
const TESTS: [&str; 7] =
    ["cases.py", "values.py", "columns.py", "aggregates.py", "tables.py", "ray_rules.py", "documents.py"];

/// What is checked only: figures, and what needs Ray, which is far larger than all else here together.
const UNTESTED: [&str; 3] = ["figures.py", "ray_jobs.py", "ray_figures.py"];

/// What checks and tests need beside the package.
const TOOLS: [&str; 3] = ["mypy", "numpy", "pyarrow"];

/// What makes the wheel.
const BUILDER: &str = "maturin>=1.7,<2";

/// An environment with the package.
struct Installed {
    environment: Environment,
    /// The folder of the binding.
    folder: PathBuf,
}

impl Installed {
    fn command(&self, program: &str) -> Command {
        let mut command = self.environment.command(program);
        command.current_dir(&self.folder);
        command
    }

    fn run(&self, file: &str) -> Outcome {
        succeed(self.command("python").arg(Path::new("tests").join(file)))
    }
}

/// Makes the environment and installs the package there; what is missing, if something is.
fn installed(bench: &Bench<'_>) -> Result<Result<Installed, String>, String> {
    let mut tools = TOOLS.to_vec();
    if !bench.short {
        tools.push(BUILDER);
    }
    let environment = match Environment::new(&bench.scratch.join("venv"), &tools) {
        Ok(environment) => environment,
        Err(missing) => return Ok(Err(missing)),
    };
    let folder = bench.root.join(FOLDER);
    if !bench.short {
        let installed = Installed { environment, folder };
        return install(bench, &installed).map(|()| Ok(installed));
    }
    let site = bench.scratch.join("site");
    bench.build("purlin-python")?;
    let library = bench.target().join(python::library("_purlin"));
    python::assemble(&folder.join("python/purlin"), &library, &site.join("purlin"), "_purlin")?;
    Ok(Ok(Installed { environment: environment.with_site(site), folder }))
}

/// Installs the package as its users do.
fn install(bench: &Bench<'_>, installed: &Installed) -> Outcome {
    let mut pip = installed.command("python");
    pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--force-reinstall"]);
    pip.args(["--no-deps", "--no-build-isolation"]).arg(&installed.folder);
    pip.env("CARGO_TARGET_DIR", toolchain::target_dir(bench.root));
    succeed(&mut pip)
}

pub fn test(bench: &Bench<'_>) -> Judged {
    let installed = match installed(bench)? {
        Ok(installed) => installed,
        Err(missing) => return Ok(Verdict::Skipped(missing)),
    };
    TESTS.iter().try_for_each(|file| installed.run(file))?;
    let mypy = |args: &[&str]| {
        let mut command = installed.command("python");
        command.args(["-m", "mypy", "--strict", "--cache-dir"]).arg(bench.scratch.join("mypy")).args(args);
        succeed(&mut command)
    };
    mypy(&["-p", "purlin"])?;
    TESTS.iter().chain(&UNTESTED).try_for_each(|file| mypy(&[&format!("tests/{file}")]))?;
    Ok(Verdict::Passed)
}

/// What a call takes, and what threads gain.
pub fn figures(bench: &Bench<'_>) -> Judged {
    match installed(bench)? {
        Ok(installed) => installed.run("figures.py").map(|()| Verdict::Passed),
        Err(missing) => Ok(Verdict::Skipped(missing)),
    }
}
