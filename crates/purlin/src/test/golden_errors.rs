//! Golden files that must not compile: on a line with `ERROR "expression" …` in a comment there are errors
//! that all of its expressions match, each error is matched by one of them, and no other line has an error.
//! Reads the comments and compares; compiles nothing.

use std::collections::BTreeMap;

use regex_lite::Regex;

/// What stands between the mark of a comment and the expressions.
const WORD: &str = "ERROR";

/// The expressions by lines, from 1.
pub(super) type Expected = BTreeMap<usize, Vec<String>>;

/// What the lines of a program expect whose line comments begin with `mark`.
pub(super) fn expected(text: &str, mark: &str) -> Expected {
    let begin = format!("{mark} {WORD} \"");
    let line = |(n, line): (usize, &str)| {
        let (_, rest) = line.split_once(&begin)?;
        // What stands outside the quotes is for people.
        let quoted = rest.split('"').step_by(2).filter(|text| !text.is_empty());
        Some((n + 1, quoted.map(str::to_string).collect()))
    };
    text.lines().enumerate().filter_map(line).collect()
}

/// The messages of errors by lines of the file of this name. Those of other files stand at line 0.
fn by_lines(errors: &str, name: &str) -> BTreeMap<usize, Vec<String>> {
    let base = name.rsplit('/').next().unwrap_or(name);
    let mut found: BTreeMap<usize, Vec<String>> = BTreeMap::new();
    let mut last = 0;
    for text in errors.lines() {
        // A line directive names the file without its folder.
        let rest =
            text.strip_prefix(name).or_else(|| text.strip_prefix(base)).and_then(|r| r.strip_prefix(':'));
        let place = rest.and_then(|rest| rest.split_once(':'));
        match place.and_then(|(line, message)| Some((line.parse().ok()?, message))) {
            Some((line, message)) => {
                last = line;
                found.entry(line).or_default().push(message.to_string());
            }
            // The line continues the message before it.
            None => {
                let messages = found.entry(last).or_default();
                match messages.last_mut() {
                    Some(message) => *message = format!("{message}\n{text}"),
                    None => messages.push(text.to_string()),
                }
            }
        }
    }
    found
}

/// How errors differ from what a file expects: texts for people, none if they do not.
pub(super) fn differences(expected: &Expected, errors: Option<&str>, name: &str) -> Vec<String> {
    let Some(errors) = errors else { return vec!["it compiles, although lines expect errors".to_string()] };
    let mut found = by_lines(errors, name);
    let mut all = Vec::new();
    for (line, expressions) in expected {
        let Some(messages) = found.remove(line) else {
            all.push(format!("line {line}: no error"));
            continue;
        };
        let text = messages.join("\n");
        let mut others: Vec<&String> = messages.iter().collect();
        for expression in expressions {
            match Regex::new(expression) {
                Ok(regex) if regex.is_match(&text) => others.retain(|message| !regex.is_match(message)),
                Ok(_) => all.push(format!("line {line}: {expression:?} does not match\n{text}")),
                Err(error) => all.push(format!("line {line}: {expression:?} is no expression: {error}")),
            }
        }
        all.extend(others.into_iter().map(|message| format!("line {line}: not expected\n{message}")));
    }
    let others = found
        .into_iter()
        .map(|(line, messages)| format!("line {line}: not expected\n{}", messages.join("\n")));
    all.extend(others);
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_line_has_its_errors_and_no_other_has_one() {
        let text = "a\nb // ERROR \"x y\" \"z\"\nc\nd // ERROR \"q\"\n// ERROR: prose\n";
        let wanted = expected(text, "//");
        assert_eq!(wanted, BTreeMap::from([(2, vec!["x y".into(), "z".into()]), (4, vec!["q".into()])]));
        let differ = |errors| differences(&wanted, errors, "f/a.go").join("; ");
        assert_eq!(differ(Some("f/a.go:2:1: x y\n\tz\na.go:4:2: qq")), "");
        assert_eq!(differ(Some("f/a.go:2:1: x y z")), "line 4: no error");
        assert_eq!(differ(Some("a.go:2:1: x y\na.go:4:1: q")), "line 2: \"z\" does not match\n1: x y");
        let more = "a.go:2:1: x y z\na.go:2:9: w\na.go:4:1: q";
        assert_eq!(differ(Some(more)), "line 2: not expected\n9: w");
        assert_eq!(differ(Some("a.go:2:1: x y z\na.go:4:1: q\na.go:3:1: w")), "line 3: not expected\n1: w");
        assert!(differ(None).starts_with("it compiles"));
    }
}
