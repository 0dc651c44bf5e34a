//! Fuzz tests as a host runs them: what they find, and that a run is the same whenever it is repeated.

use purlin::guest::{Build, Coverage};
use purlin::test::{CoverMode, Effort, Event, FoundInput, Fuzz, Options, Outcome, PackageReport, Suite};
use purlin::{Config, Engine, MemoryTree, Tier};

/// A test that fails on a text which chance alone would not find: each letter is a branch of its own.
const DEEP: &str = "package m

import \"testing\"

func deep(s string) bool {
	if len(s) < 5 { return false }
	if s[0] != 'p' { return false }
	if s[1] != 'u' { return false }
	if s[2] != 'r' { return false }
	if s[3] != 'l' { return false }
	return true
}

func FuzzDeep(f *testing.F) {
	f.Add(\"seed\", int8(3))
	f.Fuzz(func(t *testing.T, s string, n int8) {
		if deep(s) && n < -3 { t.Error(\"found\", s) }
	})
}
";

/// Tests that end their isolate: by a panic, by time, by a code.
const ENDS: &str = "package m

import (\"os\"; \"testing\"; \"time\")

func FuzzPanic(f *testing.F) {
	f.Fuzz(func(t *testing.T, b []byte) { if len(b) > 3 { _ = b[len(b)] } })
}

func FuzzSpin(f *testing.F) {
	f.Fuzz(func(t *testing.T, n uint16) { for n > 255 { time.Sleep(time.Second) } })
}

func FuzzExit(f *testing.F) {
	f.Fuzz(func(t *testing.T, x float64, ok bool) { if x > 1 && ok { os.Exit(7) } })
}

func FuzzNone(f *testing.F) {
	f.Fuzz(func(t *testing.T, r rune) { t.Log(r) })
}
";

/// What came of fuzzing the test of a name.
struct Ran {
    outcome: Outcome,
    found: Option<FoundInput>,
    output: String,
    gas: u64,
}

fn run(text: &str, test: &str, fuzz: Fuzz, tier: Tier, guided: bool) -> Ran {
    let tree = MemoryTree::new().with("go.mod", "module m\n").with("m_test.go", "package m\n");
    // Blocks of test files are not counted.
    let tree = match text.split_once("\nfunc FuzzDeep") {
        Some((code, rest)) => tree
            .with("m.go", code.replace("import \"testing\"\n", ""))
            .with("m_test.go", format!("package m\n\nimport \"testing\"\n\nfunc FuzzDeep{rest}")),
        None => tree.with("m_test.go", text),
    };
    let engine = Engine::new(Config { tier, ..Config::default() });
    let coverage = Coverage { mode: CoverMode::Guide, packages: vec!["m".into()], note: String::new() };
    let build = Build { coverage: guided.then_some(coverage), ..Build::default() };
    let suite = Suite::in_tree(&engine, &tree).built_as(build);
    let packages = suite.packages("", &["."]).expect("a package");
    let args = vec![format!("-test.fuzz=^{test}$"), "-test.run=^$".into()];
    let options = Options { fuzz: Some(fuzz), args, ..Options::default() };
    let mut ran = None;
    suite.run(&packages, &options, |event| {
        if let Event::PackageDone(report) = event {
            ran = Some(seen(report));
        }
    });
    ran.expect("the package is done")
}

fn seen(report: &PackageReport) -> Ran {
    assert!(report.coverage.is_none(), "what guides is not told");
    let output = String::from_utf8(report.output.to_bytes().expect("it can be read")).expect("it is text");
    Ran { outcome: report.outcome, found: report.found.clone(), output, gas: report.gas }
}

fn runs(most: u64) -> Fuzz {
    Fuzz { effort: Effort::Runs(most), ..Fuzz::default() }
}

/// Conditions that chance alone does not meet: one after the other, a text, a number.
const CONDITIONS: &str = "package m

import \"testing\"

type flag bool

func joined(b []byte) flag {
	is := func(at int, c byte) flag { return b[at] == c }
	return len(b) == 4 && is(0, 'f') && (false || is(1, 'u') && is(2, 'z')) && !(len(b) < 4 || is(3, 'a'))
}

func FuzzJoined(f *testing.F) {
	f.Fuzz(func(t *testing.T, b []byte) { if joined(b) { t.Error(\"found\") } })
}

func FuzzText(f *testing.F) {
	f.Fuzz(func(t *testing.T, s string) { switch s { case \"Accept-Encoding\": t.Error(\"found\") } })
}

func FuzzNumber(f *testing.F) {
	f.Fuzz(func(t *testing.T, n uint32, ok bool) { if n == 0xfeed_beef && ok { t.Error(\"found\") } })
}
";

#[test]
fn conditions_and_literals_guide() {
    let least = |test: &str| {
        let ran = run(CONDITIONS, test, runs(100_000), Tier::Auto, true);
        ran.found.unwrap_or_else(|| panic!("{test}: {}", ran.output)).text
    };
    assert_eq!(least("FuzzJoined"), "go test fuzz v1\n[]byte(\"fuz0\")\n");
    assert_eq!(least("FuzzText"), "go test fuzz v1\nstring(\"Accept-Encoding\")\n");
    assert_eq!(least("FuzzNumber"), "go test fuzz v1\nuint32(4276993775)\nbool(true)\n");
    for test in ["FuzzJoined", "FuzzText", "FuzzNumber"] {
        let blind = run(CONDITIONS, test, runs(100_000), Tier::Auto, false);
        assert_eq!((blind.outcome, blind.found), (Outcome::Passed, None));
    }
}

#[test]
fn coverage_leads_to_what_fails() {
    let ran = run(DEEP, "FuzzDeep", runs(300_000), Tier::Auto, true);
    let found = ran.found.expect("it was found");
    assert_eq!(found.text, "go test fuzz v1\nstring(\"purl0\")\nint8(-4)\n", "{}", ran.output);
    assert_eq!(found.path.to_string_lossy(), "testdata/fuzz/FuzzDeep/7cd70f82382bda82");
    assert_eq!(ran.outcome, Outcome::Failed);
    for line in [
        "fuzz: elapsed: 0s, gathering baseline coverage: 0/1 completed\n",
        "completed, now fuzzing with 1 workers\n",
        "-byte failing input file\n",
        "        m_test.go:8: found purl0\n    \n    Failing input written to testdata/fuzz/FuzzDeep/",
        "    To re-run:\n    go test -run=FuzzDeep/",
    ] {
        assert!(ran.output.contains(line), "{line:?} is not in {}", ran.output);
    }
    // Chance alone does not get there.
    let blind = run(DEEP, "FuzzDeep", runs(300_000), Tier::Auto, false);
    assert_eq!((blind.outcome, blind.found), (Outcome::Passed, None));
}

#[test]
fn a_seed_repeats_a_run_in_every_tier() {
    let again = |seed, tier| run(DEEP, "FuzzDeep", Fuzz { seed, ..runs(200) }, tier, true);
    let first = again(1, Tier::Interp);
    assert!(first.output.contains("fuzz: elapsed: 0s, execs: 201 ("), "{}", first.output);
    for tier in [Tier::Interp, Tier::Native, Tier::Auto] {
        let other = again(1, tier);
        assert_eq!((&other.output, other.gas), (&first.output, first.gas));
    }
    assert_ne!(again(2, Tier::Auto).gas, first.gas);
}

#[test]
fn inputs_that_end_an_isolate_are_found_and_made_small() {
    let least = |test: &str, says: &str| {
        let ran = run(ENDS, test, runs(10_000), Tier::Auto, true);
        assert!(ran.output.contains(says), "{says:?} is not in {}", ran.output);
        assert!(ran.output.ends_with("FAIL\n"), "{}", ran.output);
        ran.found.expect("it was found").text
    };
    assert_eq!(
        least("FuzzPanic", "panic: runtime error: index out of range [4] with length 4"),
        "go test fuzz v1\n[]byte(\"0000\")\n"
    );
    assert_eq!(least("FuzzSpin", "an input takes more than 10s"), "go test fuzz v1\nuint16(256)\n");
    let text = least("FuzzExit", "fuzzing process hung or terminated unexpectedly: exit status 7");
    assert!(text.ends_with(")\nbool(true)\n"), "{text}");
    let none = run(ENDS, "FuzzNone", runs(1000), Tier::Auto, true);
    assert!(none.outcome == Outcome::Passed && none.output.ends_with("PASS\n"), "{}", none.output);
    let time = Fuzz { effort: Effort::Time(std::time::Duration::from_secs(4)), ..Fuzz::default() };
    let none = run(ENDS, "FuzzNone", time, Tier::Auto, true);
    assert!(none.output.contains("fuzz: elapsed: 3s, execs: "), "{}", none.output);
    assert!(none.output.contains("fuzz: elapsed: 4s, execs: "), "{}", none.output);
}

#[test]
fn a_seed_that_fails_is_named() {
    let text = "package m\n\nimport \"testing\"\n\nfunc FuzzA(f *testing.F) {\n\tf.Add(1)\n\tf.Add(2)\n\
                \tf.Fuzz(func(t *testing.T, n int) { if n == 2 { t.Fatal(\"two\") } })\n}\n";
    let ran = run(text, "FuzzA", runs(10), Tier::Auto, true);
    assert!(
        ran.output
            .contains("\nfailure while testing seed corpus entry: FuzzA/seed#1\nfuzz: elapsed: 0s, gath"),
        "{}",
        ran.output
    );
    assert_eq!((ran.outcome, ran.found), (Outcome::Failed, None));
}
