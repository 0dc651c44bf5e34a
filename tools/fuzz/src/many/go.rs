//! Small programs against compiled Go, many in one build: each becomes a package of one module, whose `main`
//! calls the one that it is asked for. Purlin runs the same packages, so that even names of types in messages
//! are equal.

use std::path::Path;
use std::process::Command;
use std::time::Duration;

use purlin::{Input, MemoryTree};

use super::machine::{Front, How, Machine, Seen, Verdict};
use super::tally::Tally;
use crate::child::{self, Ending};
use crate::oracle::{self, MODULE, Mode};

/// Whether a program is one package.
pub fn fits(text: &str) -> bool {
    !text.contains("\n-- ")
}

/// The program as a package with an exported `Main`.
fn package(seed: u64, text: &str) -> String {
    text.replacen("package main\n", &format!("package p{seed}\n"), 1).replacen(
        "\nfunc main() {",
        "\nfunc Main() {",
        1,
    )
}

/// Seeds whose programs Go and Purlin disagree about, and how.
pub fn compare(go: &str, scratch: &Path, programs: &[(u64, String)]) -> Result<Vec<(u64, String)>, String> {
    let text = |e: std::io::Error| format!("{}: {e}", scratch.display());
    let folder = scratch.join("batch");
    if folder.exists() {
        std::fs::remove_dir_all(&folder).map_err(text)?;
    }
    let (mut imports, mut cases) = (String::new(), String::new());
    for (seed, program) in programs {
        let dir = folder.join(format!("p{seed}"));
        std::fs::create_dir_all(&dir).map_err(text)?;
        std::fs::write(dir.join("p.go"), package(*seed, program)).map_err(text)?;
        imports.push_str(&format!("\t\"program/p{seed}\"\n"));
        cases.push_str(&format!("\tcase \"p{seed}\":\n\t\tp{seed}.Main()\n"));
    }
    let main = format!(
        "package main\n\nimport (\n\t\"os\"\n{imports})\n\nfunc main() {{\n\tswitch os.Args[1] {{\n{cases}\t}}\n}}\n"
    );
    std::fs::write(folder.join("main.go"), main).map_err(text)?;
    let binary = scratch.join("batch.bin");
    let built = oracle::build_go(go, &folder, Path::new("."), &binary).map_err(text)?;
    if let Err(message) = built {
        // Of all of them; the message names the package.
        return Ok(vec![(programs[0].0, format!("go refuses a program of this batch: {message}"))]);
    }
    let machine = Machine::new(&Mode::parse_list("interp,native")?, None)?;
    let mut found = Vec::new();
    for (seed, program) in programs {
        let mut command = Command::new(&binary);
        let ran = child::run(command.arg(format!("p{seed}")).env("TZ", ""), Duration::from_secs(60))
            .map_err(text)?;
        let front = match front(*seed, program) {
            Ok(front) => front,
            Err(why) => {
                found.push((*seed, format!("go takes it, but: {why}")));
                continue;
            }
        };
        match machine.check(front, How::default(), &mut Tally::default()) {
            Verdict::Same(seen) => found.extend(difference(&ran, &seen).map(|how| (*seed, how))),
            Verdict::Differ(how) => found.push((*seed, how)),
            Verdict::Environment(_) => {}
        }
    }
    Ok(found)
}

fn front(seed: u64, program: &str) -> Result<Front, String> {
    let main =
        format!("package main\n\nimport \"program/p{seed}\"\n\nfunc main() {{\n\tp{seed}.Main()\n}}\n");
    let tree = MemoryTree::new()
        .with("go.mod", MODULE)
        .with("main.go", main)
        .with(format!("p{seed}/p.go"), package(seed, program));
    Front::of_input(&Input {
        files: &[],
        tree: Some((&tree, "")),
        tests: false,
        build: purlin::guest::Build::USUAL,
        races: false,
        host: &[],
        budget: None,
    })
}

/// In what Go's run differs from ours.
fn difference(go: &child::Outcome, ours: &Seen) -> Option<String> {
    let (stdout, stderr) = (String::from_utf8_lossy(&go.stdout), go.stderr_text());
    if go.ending != Ending::Exit(ours.code) {
        return Some(format!("go against interp: {:?} and {}", go.ending, ours.code));
    }
    if stdout != ours.stdout {
        return Some(format!(
            "go against interp: output: {}",
            oracle::first_difference(&stdout, &ours.stdout)
        ));
    }
    // Go says there what ended a program; with us that is the host's to say.
    let rest = stderr.strip_prefix(ours.stderr.as_str());
    let ends =
        |rest: &str| rest.is_empty() || rest.starts_with("panic: ") || rest.starts_with("fatal error: ");
    match rest.is_some_and(ends) {
        true => None,
        false => {
            Some(format!("go against interp: errors: {}", oracle::first_difference(&stderr, &ours.stderr)))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(stderr: &str, code: i32) -> Seen {
        Seen { stderr: stderr.into(), code, ..Seen::default() }
    }

    #[test]
    fn what_ends_a_program_is_not_its_output() {
        let go = |stderr: &str, code| child::Outcome {
            ending: Ending::Exit(code),
            stdout: Vec::new(),
            stderr: stderr.into(),
            peak: 0,
        };
        assert_eq!(difference(&go("t0000 5\npanic: x\n\ngoroutine 1", 2), &seen("t0000 5\n", 2)), None);
        assert!(difference(&go("t0000 5\nt0001 6\n", 0), &seen("t0000 5\n", 0)).is_some());
        assert!(difference(&go("t0000 5\n", 0), &seen("t0000 5\n", 1)).is_some());
        assert!(difference(&go("", 0), &seen("t0000 5\n", 0)).is_some());
    }

    #[test]
    fn a_program_becomes_a_package() {
        let text = package(7, "package main\n\nimport \"os\"\n\nfunc main() {\n}\n");
        assert_eq!(text, "package p7\n\nimport \"os\"\n\nfunc Main() {\n}\n");
        assert!(front(7, "package main\n\nfunc main() {\n}\n").is_ok());
    }
}
