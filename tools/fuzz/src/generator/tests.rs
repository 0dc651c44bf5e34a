//! What the generator promises, checked: the same seed gives the same text, functions stand alone, and, where
//! there is Go, programs compile, end, and print the same twice.

use std::process::Command;

use super::{Config, PRELUDE, program};

fn config(seed: u64, functions: usize) -> Config {
    Config {
        seed,
        functions,
        only: None,
        size: 8,
        steps: 20_000,
        without: Default::default(),
        instrument: false,
        small: false,
    }
}

#[test]
fn a_seed_gives_one_text() {
    for seed in 0..20 {
        assert_eq!(program(&config(seed, 8)).text, program(&config(seed, 8)).text);
    }
    assert_ne!(program(&config(1, 2)).text, program(&config(2, 2)).text);
}

/// Where the prelude ends, whose imports depend on the program.
fn prelude_end(text: &str) -> usize {
    let declarations = &PRELUDE[PRELUDE.find("\n)\n").expect("it imports something")..];
    text.find(declarations).expect("a program begins with the prelude") + declarations.len()
}

#[test]
fn a_function_alone_is_the_same_function() {
    let whole = program(&config(5, 6)).text;
    let alone = program(&Config { only: Some(4), ..config(5, 6) }).text;
    let body = &alone[prelude_end(&alone)..alone.find("\nfunc main()").expect("there is a main")];
    assert!(body.contains("func t0004()"));
    assert!(whole.contains(body));
}

#[test]
fn constructs_can_be_left_out() {
    let mut without = config(9, 40);
    without.without = ["channel", "goto", "min_max"].map(str::to_string).into();
    let program = program(&without);
    for name in ["channel", "goto", "min_max"] {
        assert!(!program.emitted.contains_key(name), "{name}");
    }
    let text = &program.text[prelude_end(&program.text)..];
    for word in ["chan ", "\tgo func", "goto ", "min(", "max("] {
        assert!(!text.contains(word), "{word}");
    }
}

#[test]
fn go_accepts_the_programs_and_they_are_deterministic() {
    if Command::new("go").arg("version").output().map_or(true, |o| !o.status.success()) {
        eprintln!("SKIPPED: no Go here, so generated programs are not compiled by it");
        return;
    }
    let folder = std::env::temp_dir().join(format!("purlin-fuzz-test-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a temporary folder");
    let (source, binary) = (folder.join("p.go"), folder.join("p.bin"));
    // Of one file.
    let config = Config { without: ["packages".to_string()].into(), ..config(77, 12) };
    std::fs::write(&source, program(&config).text).expect("written");
    let built = Command::new("go").args(["build", "-o"]).args([&binary, &source]).output().expect("go runs");
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    let run = || Command::new(&binary).output().expect("it runs").stdout;
    let (first, second) = (run(), run());
    assert!(first.iter().filter(|b| **b == b'\n').count() >= 12);
    assert_eq!(first, second);
    std::fs::remove_dir_all(&folder).expect("removed");
}
