//! The corpus format of tests/go (see tests/README.md): a program, and after it a block of comments that says
//! what it expects. Knows how to read and to rewrite that block, not how to run anything.

use std::path::{Path, PathBuf};

/// What a program states about its own run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Expectation {
    pub output: Vec<String>,
    /// Each must be a substring of some line of standard error.
    pub stderr: Vec<String>,
    pub exit: i32,
    pub args: Vec<String>,
    pub stdin: Vec<String>,
    /// Switches for `purlin run`; only limits need them.
    pub flags: Vec<String>,
    /// The kind of the trap that ends the program.
    pub trap: Option<String>,
    /// Units of gas that the whole run takes.
    pub gas: Option<u64>,
}

/// A program's text, cut where the expectation begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    pub code: String,
    pub expected: Expectation,
}

const SECTIONS: [&str; 8] = ["Output", "Stderr", "Exit", "Args", "Stdin", "Flags", "Trap", "Gas"];

fn section(line: &str) -> Option<(&'static str, &str)> {
    let text = line.strip_prefix("// ")?;
    let (name, rest) = text.split_once(':')?;
    let name = SECTIONS.iter().find(|s| **s == name)?;
    // A section with a list has nothing after its colon, so ordinary prose is not taken for one.
    let is_list = matches!(*name, "Output" | "Stderr" | "Stdin");
    (is_list == rest.trim().is_empty()).then_some((*name, rest.trim()))
}

/// Cuts `text` at the first line of its expectation block and reads the block.
pub fn parse(text: &str) -> Result<Case, String> {
    let lines: Vec<&str> = text.lines().collect();
    // The block is the last run of comment lines in the file.
    let tail = lines.iter().rposition(|l| !l.starts_with("//") && !l.is_empty()).map_or(0, |i| i + 1);
    let start = (tail..lines.len()).find(|&i| section(lines[i]).is_some()).unwrap_or(lines.len());
    let mut expected = Expectation::default();
    let mut current = "";
    for line in &lines[start..] {
        if let Some((name, rest)) = section(line) {
            current = name;
            let words = || rest.split_whitespace().map(str::to_owned).collect();
            match name {
                "Exit" => expected.exit = rest.parse().map_err(|_| format!("`{line}`: not a number"))?,
                "Args" => expected.args = words(),
                "Flags" => expected.flags = words(),
                "Trap" => expected.trap = Some(rest.to_owned()),
                "Gas" => expected.gas = Some(rest.parse().map_err(|_| format!("`{line}`: not a number"))?),
                _ => {}
            }
            continue;
        }
        if line.is_empty() {
            continue;
        }
        let list = match current {
            "Output" => &mut expected.output,
            "Stderr" => &mut expected.stderr,
            "Stdin" => &mut expected.stdin,
            _ => return Err(format!("`{line}`: belongs to no section")),
        };
        list.push(line.strip_prefix("// ").or(line.strip_prefix("//")).unwrap_or(line).to_owned());
    }
    let code = lines[..start].join("\n").trim_end().to_owned() + "\n";
    Ok(Case { code, expected })
}

/// The program, then its expectation, as `parse` reads it.
pub fn print(case: &Case) -> String {
    let mut out = case.code.clone();
    out.push('\n');
    let e = &case.expected;
    for (name, words) in [("Args", &e.args), ("Flags", &e.flags)] {
        if !words.is_empty() {
            out.push_str(&format!("// {name}: {}\n", words.join(" ")));
        }
    }
    print_list(&mut out, "Stdin", &e.stdin);
    if !e.stdin.is_empty() {
        out.push('\n');
    }
    if let Some(trap) = &e.trap {
        out.push_str(&format!("// Trap: {trap}\n"));
    }
    if let Some(gas) = e.gas {
        out.push_str(&format!("// Gas: {gas}\n"));
    }
    if e.exit != 0 {
        out.push_str(&format!("// Exit: {}\n", e.exit));
    }
    print_list(&mut out, "Stderr", &e.stderr);
    if !e.output.is_empty() || (e.stderr.is_empty() && e.trap.is_none()) {
        if !e.stderr.is_empty() {
            out.push('\n');
        }
        out.push_str("// Output:\n");
        print_lines(&mut out, &e.output);
    }
    out
}

fn print_list(out: &mut String, name: &str, lines: &[String]) {
    if !lines.is_empty() {
        out.push_str(&format!("// {name}:\n"));
        print_lines(out, lines);
    }
}

fn print_lines(out: &mut String, lines: &[String]) {
    for line in lines {
        out.push_str(if line.is_empty() { "//" } else { "// " });
        out.push_str(line);
        out.push('\n');
    }
}

/// The patterns of the `// ERROR "regex" "regex"` comments, with their 1-based lines.
pub fn error_patterns(text: &str) -> Vec<(usize, Vec<String>)> {
    let mut found = Vec::new();
    for (i, line) in text.lines().enumerate() {
        if let Some((_, rest)) = line.split_once("// ERROR ") {
            let quoted = rest.split('"').skip(1).step_by(2).map(str::to_owned).collect();
            found.push((i + 1, quoted));
        }
    }
    found
}

/// Whether what the program costs is written down with it: everything of it stands in the file, so only a
/// change of the schedule, or of how Go is lowered, can change it. What the library costs may change with
/// each better library.
pub fn is_gas_golden(case: &Case) -> bool {
    case.expected.trap.is_none()
        && case.expected.exit == 0
        && !case.code.lines().any(|l| l.starts_with("import"))
}

/// Every `.go` file below `dir`, sorted.
pub fn go_files(dir: &Path) -> Result<Vec<PathBuf>, String> {
    let mut files = Vec::new();
    collect(dir, &mut files).map_err(|e| format!("cannot read {}: {e}", dir.display()))?;
    files.sort();
    Ok(files)
}

fn collect(dir: &Path, files: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in std::fs::read_dir(dir)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, files)?;
        } else if path.extension().is_some_and(|e| e == "go") {
            files.push(path);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "package main\n\n// Output: is prose here, not a section.\nfunc main() {}\n\n\
                        // Args: a b\n// Stdin:\n// x\n//\n\n// Gas: 70\n// Exit: 2\n// Stderr:\n// boom\n\n\
                        // Output:\n// one\n//\n// two\n";

    #[test]
    fn a_case_is_read_and_printed_back() {
        let case = parse(TEXT).unwrap();
        assert_eq!(case.expected.args, ["a", "b"]);
        assert_eq!(case.expected.stdin, ["x", ""]);
        assert_eq!(case.expected.exit, 2);
        assert_eq!(case.expected.gas, Some(70));
        assert_eq!(case.expected.stderr, ["boom"]);
        assert_eq!(case.expected.output, ["one", "", "two"]);
        assert!(case.code.ends_with("func main() {}\n"));
        assert_eq!(print(&case), TEXT);
    }

    #[test]
    fn a_program_without_a_block_expects_nothing() {
        let case = parse("package main\n\nfunc main() {}\n").unwrap();
        assert_eq!(case.expected, Expectation::default());
    }

    /// The kinds of endings that a limit can bring about; `purlin run` names them.
    const TRAPS: [&str; 5] = ["OutOfGas", "StackOverflow", "OutOfMemory", "OutputLimit", "Deadline"];

    #[test]
    fn every_program_of_the_corpus_is_well_formed() {
        let dir = crate::root().join("tests/go");
        let files = go_files(&dir).unwrap();
        assert!(files.len() > 100);
        for file in files {
            let text = std::fs::read_to_string(&file).unwrap();
            let name = file.strip_prefix(&dir).unwrap().display().to_string();
            if name.starts_with("errors/") {
                let patterns = error_patterns(&text);
                assert!(!patterns.is_empty(), "{name}: no // ERROR");
                for (line, list) in patterns {
                    assert!(!list.is_empty(), "{name}:{line}: no pattern");
                    assert!(
                        list.iter().all(|p| regex_lite::Regex::new(p).is_ok()),
                        "{name}:{line}: bad pattern"
                    );
                }
                continue;
            }
            let case = parse(&text).unwrap_or_else(|e| panic!("{name}: {e}"));
            let e = &case.expected;
            if name.ends_with("main.go") || !name.contains(['/', '\\']) {
                let limited = !e.flags.iter().all(|flag| flag.ends_with("=TMPDIR"));
                assert!(e.trap.is_none() && !limited, "{name}: limits belong below limits/");
                assert_eq!(print(&case), text, "{name}: not as bless-go writes it");
                let pinned = is_gas_golden(&case);
                assert!(!pinned || e.gas.is_some(), "{name}: no // Gas, which bless-gas writes");
            }
            if let Some(trap) = &e.trap {
                assert!(TRAPS.contains(&trap.as_str()), "{name}: no trap is named {trap}");
                assert!(!e.flags.is_empty(), "{name}: a trap without a limit");
            }
        }
    }

    #[test]
    fn error_comments_carry_their_line() {
        let found = error_patterns("a\nb // ERROR \"x y\" \"z\"\n");
        assert_eq!(found, [(2, vec!["x y".to_owned(), "z".to_owned()])]);
    }
}
