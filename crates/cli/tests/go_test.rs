//! `purlin test` against `go test`: on the packages of `tests/cli/suite` and `tests/cli/setup` both print the
//! same, but for times, for the order of what runs in parallel, and for what goes to standard error. Without
//! Go nothing is compared, which is said.

mod parallel;

use std::path::Path;
use std::process::{Command, Stdio};

/// Flags and packages whose tests end by themselves and print to standard output only.
const CASES: &[&str] = &[
    "./fails",
    "-v ./fails",
    "-v ./examples",
    "./examples ./fails ./none",
    "-v -run Bad/sub/fine ./fails",
    "-v -skip Bad/sub ./fails",
    "-v -count 2 ./fails",
    "-v -shuffle 7 ./fails",
    "-v -short -run Double ./passes",
    "-v -run Par|Skip|Fuzz|Example ./passes",
    "-run NoSuch ./passes ./setup",
    "-list . ./passes",
    "-list Double ./passes ./fails",
    "./exits",
    "./nobuild ./fails",
    "-json ./fails",
    "-json ./examples ./none",
    "-json -run Par|Skip|Fuzz ./passes",
    "-json -run NoSuch ./passes",
    "-json ./exits",
    "-json ./nobuild",
    "-fullpath=false -failfast ./fails",
    "-fullpath -v -run Skip|Double ./passes",
    "-v -run Names ./parts",
    "-v -run Names/a_b/c ./parts",
    "-json ./parts",
    "-json -run C|D ./parts",
    "-v -run Leave|Late ./odd",
    "-v -run Outer ./odd",
    "-v -run Nothing ./odd",
    "-v -run Seeds ./odd",
    "-list . ./benches ./odd ./parts",
];

/// Flags and packages that cannot be read, or that are refused before they are run. Events of what compiling
/// them prints are left out, as is what goes to standard error.
const REFUSED: &[&str] = &[
    "./absent",
    "./below",
    "./broken",
    "./cyclic",
    "./syntax",
    "./named",
    "-vet=off ./named",
    "./empty ./nowhere ./nowhere/... ../outside example.com/setup/nosuch ./fine",
    "./excluded",
    "-json ./absent ./below ./cyclic",
    "-json ./syntax ./empty ./nowhere",
];

/// Lines without times, and without what compilers print.
fn normalised(text: &str) -> Vec<String> {
    let is_kept = |line: &String| !line.is_empty() && !line.contains("\"Action\":\"build-output\"");
    text.lines().map(without_times).filter(is_kept).collect()
}

/// A line with `0.000` for each number of seconds, and without the time of an event.
fn without_times(line: &str) -> String {
    let line = match (line.find("\"Time\":\""), line.find("\",\"Action\"")) {
        (Some(from), Some(to)) => format!("{}{}", &line[..from], &line[to + 2..]),
        (_, _) => line.to_string(),
    };
    let mut out = String::new();
    let mut rest = &line[..];
    while let Some(at) = rest.find(|c: char| c.is_ascii_digit()) {
        let digits = rest[at..].find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(rest.len() - at);
        let (before, number, after) = (&rest[..at], &rest[at..at + digits], &rest[at + digits..]);
        let is_time = number.contains('.') && after.starts_with('s') || before.ends_with("\"Elapsed\":");
        out += before;
        out += if is_time { "0.000" } else { number };
        rest = after;
    }
    out + rest
}

/// What a command prints to standard output, and the code that it ends with.
fn output(program: &str, folder: &str, case: &str, count: &str) -> (String, Option<i32>) {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/cli").join(folder);
    let mut command = Command::new(program);
    command.arg("test").args((!case.contains("-count")).then_some(count)).args(case.split(' '));
    command.current_dir(dir).stdin(Stdio::null()).env_remove("PURLIN_STRESS").env("PURLIN_CACHE", "off");
    command.env("GOFLAGS", "").env("GOWORK", "off").env("CGO_ENABLED", "0");
    let output = command.output().expect("the command starts");
    (String::from_utf8_lossy(&output.stdout).into_owned(), output.status.code())
}

#[test]
fn both_print_the_same() {
    if Command::new("go").arg("version").output().is_err() {
        eprintln!("SKIPPED: there is no Go to compare with");
        return;
    }
    let cases = CASES.iter().map(|case| ("suite", case)).chain(REFUSED.iter().map(|case| ("setup", case)));
    let mut wrong = String::new();
    for (folder, case) in cases {
        let (go, go_code) = output("go", folder, case, "-count=1");
        let (ours, code) = output(env!("CARGO_BIN_EXE_purlin"), folder, case, "-count=1");
        let is_json = case.contains("-json");
        let order = if is_json { parallel::events_in_one_order } else { parallel::in_one_order };
        let (a, b) = (order(&normalised(&go)), order(&normalised(&ours)));
        // What does not compile is a failure with a code of its own.
        let unbuilt = a.iter().any(|line| line.contains(" failed]") || line.contains("\"FailedBuild\""));
        let go_code = if unbuilt && go_code == Some(1) { Some(2) } else { go_code };
        if a != b || go_code != code {
            let shown = |lines: Vec<String>| lines.join("\n");
            wrong +=
                &format!("{case}\n--- go: {go_code:?}\n{}\n--- purlin: {code:?}\n{}\n", shown(a), shown(b));
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

/// Flags and packages that are covered.
const COVERED: &[&str] = &[
    "./...",
    "-covermode=count ./...",
    "-covermode=atomic -v ./sub",
    "-coverpkg=./... -covermode=count ./...",
    "-coverpkg=./sub,./none -tags=slow . ./sub",
    "-run NoSuch ./sub",
    "-json ./sub ./fails",
];

#[test]
fn coverage_is_the_same() {
    if Command::new("go").arg("version").output().is_err() {
        eprintln!("SKIPPED: there is no Go to compare with");
        return;
    }
    let mut wrong = String::new();
    for case in COVERED {
        let of = |program: &str, name: &str| {
            let profile = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
            let given = format!("-coverprofile={} {case}", profile.display());
            let (text, code) = output(program, "cover", &given, "-count=1");
            // Packages that run at once come as they are done.
            let sorted = |text: &str| {
                let mut lines = normalised(text);
                lines.sort();
                lines.join("\n")
            };
            let profile = sorted(&std::fs::read_to_string(profile).unwrap_or_default());
            format!("{}\n{profile}\n{code:?}\n", sorted(&text))
        };
        let (go, ours) = (of("go", "go.out"), of(env!("CARGO_BIN_EXE_purlin"), "ours.out"));
        assert!(go.contains("cover/sub/s.go:3.19,4.11 1 "), "{go}");
        if go != ours {
            wrong += &format!("{case}\n--- go\n{go}--- purlin\n{ours}");
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn times_are_taken_out() {
    assert_eq!(without_times("--- FAIL: TestA1 (0.25s)"), "--- FAIL: TestA1 (0.000s)");
    assert_eq!(
        without_times("{\"Time\":\"2009\",\"Action\":\"x\",\"Elapsed\":1.5}"),
        "{\"Action\":\"x\",\"Elapsed\":0.000}"
    );
    assert_eq!(without_times("a.go:12: 3.5 apples"), "a.go:12: 3.5 apples");
}
