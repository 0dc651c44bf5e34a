//! The binding for Python: its wheel in an environment of its own, as `pip install ./bindings/python` makes
//! it, the cases, the examples of the documentation, and mypy over the package and its tests.

use std::path::{Path, PathBuf};
use std::process::Command;

use super::{Bench, Judged, Verdict, fetched, succeed};
use crate::{Outcome, test};

const FOLDER: &str = "bindings/python";

/// What checks and tests need beside the package.
const TOOLS: [&str; 3] = ["maturin>=1.7,<2", "mypy", "numpy"];

/// An environment with the package.
struct Environment {
    bin: PathBuf,
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
    let environment = Environment { bin: venv.join("bin"), folder: bench.root.join(FOLDER) };
    let mut tools = environment.command("python");
    tools.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]).args(TOOLS);
    if let Err(why) = fetched(&mut tools) {
        return Ok(Err(format!("packages cannot be installed: {why}")));
    }
    let mut crates = Command::new("cargo");
    crates.args(["fetch", "--quiet", "--manifest-path"]).arg(environment.folder.join("Cargo.toml"));
    if let Err(why) = fetched(&mut crates) {
        return Ok(Err(format!("crates cannot be fetched: {why}")));
    }
    let mut pip = environment.command("python");
    pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--force-reinstall"]);
    pip.args(["--no-deps", "--no-build-isolation"]).arg(&environment.folder);
    // In the short form with what the workspace's tests have built of others' crates.
    pip.env("CARGO_TARGET_DIR", test::target_dir(bench.root));
    if bench.short {
        pip.env("MATURIN_PEP517_ARGS", "--features purlin/all-targets");
    }
    succeed(&mut pip)?;
    Ok(Ok(environment))
}

pub fn test(bench: &Bench<'_>) -> Judged {
    let environment = match installed(bench)? {
        Ok(environment) => environment,
        Err(missing) => return Ok(Verdict::Skipped(missing)),
    };
    ["cases.py", "values.py", "documents.py"].iter().try_for_each(|file| environment.run(file))?;
    let mypy = |args: &[&str]| {
        let mut command = environment.command("python");
        command.args(["-m", "mypy", "--strict", "--cache-dir"]).arg(bench.scratch.join("mypy")).args(args);
        succeed(&mut command)
    };
    mypy(&["-p", "purlin"])?;
    ["cases.py", "values.py", "documents.py", "figures.py"]
        .iter()
        .try_for_each(|file| mypy(&[&format!("tests/{file}")]))?;
    Ok(Verdict::Passed)
}

/// What a call takes, and what threads gain.
pub fn figures(bench: &Bench<'_>) -> Judged {
    match installed(bench)? {
        Ok(environment) => environment.run("figures.py").map(|()| Verdict::Passed),
        Err(missing) => Ok(Verdict::Skipped(missing)),
    }
}
