//! Programs of Mini by the command, in every tier and under stress: output, errors with excerpts, tracebacks.

use std::path::Path;
use std::process::{Command, Output};

fn command(args: &[&str], stress: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_guest-mini"));
    command.current_dir(env!("CARGO_MANIFEST_DIR")).env("PURLIN_STRESS", stress).env("NO_COLOR", "1");
    command.args(args).output().expect("the command starts")
}

/// The comment lines after `# Output:` or `# Errors:`.
fn expected(text: &str, heading: &str) -> String {
    let Some((_, lines)) = text.split_once(&format!("\n# {heading}:\n")) else { return String::new() };
    let lines = lines.lines().take_while(|line| *line != "# Errors:");
    lines.map(|line| format!("{}\n", line.strip_prefix("# ").unwrap_or(""))).collect()
}

#[test]
fn programs_do_the_same_in_every_tier() {
    for name in ["tour", "fault", "fail", "wrong"] {
        let file = format!("programs/{name}.mini");
        let text = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(&file)).unwrap();
        for (tier, stress) in
            [("interp", "gc"), ("native", ""), ("native", "deopt"), ("auto", ""), ("auto", "osr")]
        {
            let ran = command(&["run", "--tier", tier, &file], stress);
            let seen = [ran.stdout, ran.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
            assert_eq!(seen[0], expected(&text, "Output"), "{name} in {tier} {stress}: {}", seen[1]);
            assert_eq!(seen[1], expected(&text, "Errors"), "{name} in {tier} {stress}");
        }
    }
}

#[test]
fn the_command_names_its_languages_and_limits() {
    let version = command(&["--version"], "").stdout;
    assert!(version.ends_with(b"languages: mini (.mini), ir (.ir)\n"));
    let ran = command(&["run", "--gas=1000", "--lang=mini", "programs/tour.mini"], "");
    let said = String::from_utf8(ran.stderr).unwrap();
    assert!(
        said.starts_with("purlin: out of gas (OutOfGas: --gas=1000) in fib, programs/tour.mini:"),
        "{said}"
    );
    assert_eq!(ran.status.code(), Some(3));
}
