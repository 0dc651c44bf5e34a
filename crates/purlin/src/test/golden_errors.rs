//! Golden files that must not compile: on a line with `ERROR "expression" …` in a comment there are errors
//! that all of its expressions match, each error is matched by one of them, and no other line has an error.
//! Reads the comments and compares; compiles nothing.

use std::collections::BTreeMap;

use regex_lite::Regex;

/// What stands between the mark of a comment and the expressions.
const WORD: &str = "ERROR";

/// A line of a file, from 1, as errors call the file. What stands in none has an empty name.
type SourceLine = (String, usize);

/// The expressions by places.
pub(super) type Expected = BTreeMap<SourceLine, Vec<String>>;

/// What the lines of a file expect whose line comments begin with `mark`; `name` is what errors call it.
pub(super) fn expected(name: &str, text: &str, mark: &str) -> Expected {
    let begin = format!("{mark} {WORD} \"");
    let line = |(n, line): (usize, &str)| {
        let (_, rest) = line.split_once(&begin)?;
        // What stands outside the quotes is for people.
        let quoted = rest.split('"').step_by(2).filter(|text| !text.is_empty());
        Some(((name.to_string(), n + 1), quoted.map(str::to_string).collect()))
    };
    text.lines().enumerate().filter_map(line).collect()
}

/// Whether lines of a text expect errors.
pub(super) fn is_expecting(text: &str, mark: &str) -> bool {
    text.contains(WORD) && !expected("", text, mark).is_empty()
}

/// A file's name without its folders.
fn base(name: &str) -> &str {
    name.rsplit('/').next().unwrap_or(name)
}

/// The messages of errors by places in files of these names.
fn by_places(errors: &str, names: &[String]) -> BTreeMap<SourceLine, Vec<String>> {
    let mut found: BTreeMap<SourceLine, Vec<String>> = BTreeMap::new();
    let mut last = (String::new(), 0);
    let place = |text: &str| {
        names.iter().find_map(|name| {
            // A line directive names the file without its folder.
            let rest = text.strip_prefix(&**name).or_else(|| text.strip_prefix(base(name)))?;
            let (line, message) = rest.strip_prefix(':')?.split_once(':')?;
            Some(((name.clone(), line.parse().ok()?), message.to_string()))
        })
    };
    // So are files called in messages.
    let plain =
        |text: &str| names.iter().fold(text.to_string(), |text, name| text.replace(&**name, base(name)));
    for text in errors.lines() {
        match place(text) {
            Some((place, message)) => {
                last.clone_from(&place);
                found.entry(place).or_default().push(plain(&message));
            }
            // The line continues the message before it.
            None => {
                let messages = found.entry(last.clone()).or_default();
                match messages.last_mut() {
                    Some(message) => *message = format!("{message}\n{}", plain(text)),
                    None => messages.push(plain(text)),
                }
            }
        }
    }
    found
}

/// How errors differ from what the files of these names expect: texts for people, none if they do not.
pub(super) fn differences(expected: &Expected, errors: Option<&str>, names: &[String]) -> Vec<String> {
    let Some(errors) = errors else { return vec!["it compiles, although lines expect errors".to_string()] };
    let shown = |(name, line): &SourceLine| match names.len() {
        0 | 1 => format!("line {line}"),
        _ => format!("{}: line {line}", base(name)),
    };
    let mut found = by_places(errors, names);
    let mut all = Vec::new();
    for (place, expressions) in expected {
        let line = shown(place);
        let Some(messages) = found.remove(place) else {
            all.push(format!("{line}: no error"));
            continue;
        };
        let text = messages.join("\n");
        let mut others: Vec<&String> = messages.iter().collect();
        for expression in expressions {
            match Regex::new(expression) {
                Ok(regex) if regex.is_match(&text) => others.retain(|message| !regex.is_match(message)),
                Ok(_) => all.push(format!("{line}: {expression:?} does not match\n{text}")),
                Err(error) => all.push(format!("{line}: {expression:?} is no expression: {error}")),
            }
        }
        all.extend(others.into_iter().map(|message| format!("{line}: not expected\n{message}")));
    }
    let others = found
        .into_iter()
        .map(|(place, messages)| format!("{}: not expected\n{}", shown(&place), messages.join("\n")));
    all.extend(others);
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_line_has_its_errors_and_no_other_has_one() {
        let text = "a\nb // ERROR \"x y\" \"z\"\nc\nd // ERROR \"q\"\n// ERROR: prose\n";
        let name = "f/a.go".to_string();
        let wanted = expected(&name, text, "//");
        let at = |line| (name.clone(), line);
        assert_eq!(
            wanted,
            BTreeMap::from([(at(2), vec!["x y".into(), "z".into()]), (at(4), vec!["q".into()])])
        );
        let differ = |errors| differences(&wanted, errors, std::slice::from_ref(&name)).join("; ");
        assert_eq!(differ(Some("f/a.go:2:1: x y\n\tz\na.go:4:2: qq")), "");
        assert_eq!(
            differ(Some("f/a.go:2:1: x y\n\tz\na.go:4:2: w f/a.go:1")),
            "line 4: \"q\" does not match\n2: w a.go:1; line 4: not expected\n2: w a.go:1"
        );
        assert_eq!(differ(Some("f/a.go:2:1: x y z")), "line 4: no error");
        assert_eq!(differ(Some("a.go:2:1: x y\na.go:4:1: q")), "line 2: \"z\" does not match\n1: x y");
        let more = "a.go:2:1: x y z\na.go:2:9: w\na.go:4:1: q";
        assert_eq!(differ(Some(more)), "line 2: not expected\n9: w");
        assert_eq!(differ(Some("a.go:2:1: x y z\na.go:4:1: q\na.go:3:1: w")), "line 3: not expected\n1: w");
        assert!(differ(None).starts_with("it compiles"));
    }

    #[test]
    fn each_file_of_a_program_expects_its_own() {
        let names = ["f/main.go".to_string(), "f/b.go".to_string()];
        let mut wanted = expected(&names[0], "a // ERROR \"x\"\n", "//");
        wanted.extend(expected(&names[1], "\nb // ERROR \"y\"\n", "//"));
        let differ = |errors| differences(&wanted, Some(errors), &names).join("; ");
        assert_eq!(differ("f/main.go:1:1: x\nf/b.go:2:1: y"), "");
        assert_eq!(differ("f/main.go:1:1: x"), "b.go: line 2: no error");
        assert_eq!(
            differ("f/main.go:1:1: x\nf/b.go:2:1: y\nf/b.go:3:1: z"),
            "b.go: line 3: not expected\n1: z"
        );
    }
}
