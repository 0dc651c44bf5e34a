//! The binding for Python: its wheel in an environment of its own, as `pip install ./bindings/python` makes
//! it, the cases, the examples of the documentation, and mypy over the package and its tests. The short form
//! makes no wheel: it puts the package together with what the workspace's tests have built.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::{Bench, Judged, Verdict, fetched, succeed};
use crate::{Outcome, toolchain};

const FOLDER: &str = "bindings/python";

/// The tests, by their files.
const TESTS: [&str; 6] =
    ["cases.py", "values.py", "columns.py", "aggregates.py", "ray_rules.py", "documents.py"];

/// What is checked only: figures, and what needs Ray, which is far larger than all else here together.
const UNTESTED: [&str; 3] = ["figures.py", "ray_jobs.py", "ray_figures.py"];

/// What checks and tests need beside the package.
const TOOLS: [&str; 3] = ["mypy", "numpy", "pyarrow"];

/// What makes the wheel.
const BUILDER: &str = "maturin>=1.7,<2";

/// An environment with the package.
struct Environment {
    bin: PathBuf,
    /// Where the package is found if it is not installed.
    site: Option<PathBuf>,
    /// The folder of the binding.
    folder: PathBuf,
}

impl Environment {
    /// A command that knows the environment's programs.
    fn command(&self, program: &str) -> Command {
        let mut command = Command::new(self.bin.join(program));
        let others = std::env::var_os("PATH").unwrap_or_default();
        let paths = [self.bin.clone()].into_iter().chain(std::env::split_paths(&others));
        if let Ok(paths) = std::env::join_paths(paths) {
            command.env("PATH", paths);
        }
        if let Some(site) = &self.site {
            command.env("PYTHONPATH", site).env("MYPYPATH", site);
        }
        command.current_dir(&self.folder);
        command
    }

    fn run(&self, file: &str) -> Outcome {
        succeed(self.command("python").arg(Path::new("tests").join(file)))
    }
}

/// The interpreter: `PYTHON`, or the first that is there and is new enough.
fn interpreter() -> Option<String> {
    let named = std::env::var("PYTHON").ok();
    named.into_iter().chain(["python3", "python"].map(String::from)).find(|program| {
        let check = "import sys, venv; sys.exit(sys.version_info < (3, 10))";
        Command::new(program).args(["-c", check]).output().is_ok_and(|output| output.status.success())
    })
}

/// Makes the environment and installs the package there; what is missing, if something is.
fn installed(bench: &Bench<'_>) -> Result<Result<Environment, String>, String> {
    let Some(python) = interpreter() else { return Ok(Err("there is no Python 3.10 or newer".into())) };
    let venv = bench.scratch.join("venv");
    if let Err(why) = fetched(Command::new(python).args(["-m", "venv"]).arg(&venv)) {
        return Ok(Err(format!("no environment can be made: {why}")));
    }
    let site = bench.short.then(|| bench.scratch.join("site"));
    let environment = Environment { bin: venv.join("bin"), site, folder: bench.root.join(FOLDER) };
    let mut tools = environment.command("python");
    tools.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]).args(TOOLS);
    if !bench.short {
        tools.arg(BUILDER);
    }
    if let Err(why) = fetched(&mut tools) {
        return Ok(Err(format!("packages cannot be installed: {why}")));
    }
    match &environment.site {
        Some(site) => assemble(bench, &environment.folder, &site.join("purlin"))?,
        None => install(bench, &environment)?,
    }
    Ok(Ok(environment))
}

/// Puts the package together: its Python and the module in Rust, as the wheel has them.
fn assemble(bench: &Bench<'_>, folder: &Path, package: &Path) -> Outcome {
    bench.build("purlin-python")?;
    let failed = |e: io::Error| format!("{}: {e}", package.display());
    if package.exists() {
        fs::remove_dir_all(package).map_err(failed)?;
    }
    fs::create_dir_all(package).map_err(failed)?;
    for file in fs::read_dir(folder.join("python/purlin")).map_err(failed)? {
        let path = file.map_err(failed)?.path();
        if let (true, Some(name)) = (path.is_file(), path.file_name()) {
            fs::copy(&path, package.join(name)).map_err(failed)?;
        }
    }
    let module = if cfg!(target_os = "macos") { "lib_purlin.dylib" } else { "lib_purlin.so" };
    fs::copy(bench.target().join(module), package.join("_purlin.abi3.so")).map_err(failed)?;
    Ok(())
}

/// Installs the package as its users do.
fn install(bench: &Bench<'_>, environment: &Environment) -> Outcome {
    let mut pip = environment.command("python");
    pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--force-reinstall"]);
    pip.args(["--no-deps", "--no-build-isolation"]).arg(&environment.folder);
    pip.env("CARGO_TARGET_DIR", toolchain::target_dir(bench.root));
    succeed(&mut pip)
}

pub fn test(bench: &Bench<'_>) -> Judged {
    let environment = match installed(bench)? {
        Ok(environment) => environment,
        Err(missing) => return Ok(Verdict::Skipped(missing)),
    };
    TESTS.iter().try_for_each(|file| environment.run(file))?;
    let mypy = |args: &[&str]| {
        let mut command = environment.command("python");
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
        Ok(environment) => environment.run("figures.py").map(|()| Verdict::Passed),
        Err(missing) => Ok(Verdict::Skipped(missing)),
    }
}
