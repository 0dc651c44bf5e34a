//! What an example should print: the last comment in its body says it, as `// Output:` or
//! `// Unordered output:`.

use super::Parsed;
use crate::ast::{File, FuncDecl};
use crate::lex::{Lexer, Tok};

/// What a function should print, and whether in any order; `None` if its last comment does not say that.
pub(super) fn expected(parsed: &Parsed, file: &File, f: &FuncDecl) -> Option<(String, bool)> {
    let body = f.body.as_ref()?;
    let end = body.parsed()?.rbrace;
    let base = parsed.sources.pos(file.file, 0).0;
    let text = parsed.sources.text(file.file);
    directive(&plain_text(&last_group(text, (body.pos.0 - base) as usize, (end.0 - base) as usize)))
}

/// The comments in a part of a text, each with its offset.
fn comments(text: &str, from: usize, to: usize) -> Vec<(usize, &str)> {
    let mut lexer = Lexer::inside(text.as_bytes(), from);
    let (mut found, mut end) = (Vec::new(), from);
    loop {
        lexer.next();
        // What ends a statement may be a comment of several lines.
        let is_comment = lexer.tok == Tok::Semi && text[lexer.start..].starts_with("/*");
        let mut at = end;
        let gap_end = if is_comment { lexer.end } else { lexer.start }.min(to);
        while let Some(begin) = text.get(at..gap_end).and_then(|gap| gap.find('/')).map(|n| at + n) {
            let rest = &text[begin..gap_end];
            let len = if rest.starts_with("//") { rest.find('\n') } else { rest.find("*/").map(|n| n + 2) };
            at = begin + len.unwrap_or(rest.len());
            found.push((begin, &text[begin..at]));
        }
        end = lexer.end.max(end);
        if lexer.tok == Tok::Eof || lexer.start >= to {
            return found;
        }
    }
}

/// The comments in a part of a text, each with its offset, in groups of those that belong together: no code
/// and no empty line is between them, and none but the last follows code in its line.
pub(crate) fn groups(text: &str, from: usize, to: usize) -> Vec<Vec<(usize, &str)>> {
    let mut groups: Vec<Vec<(usize, &str)>> = Vec::new();
    for (at, comment) in comments(text, from, to) {
        let last = groups.last().and_then(|group| group.last());
        let belongs = last.is_some_and(|(before, last)| {
            let between = &text[before + last.len()..at];
            let line = text[..*before].rsplit('\n').next().unwrap_or("");
            let newlines = between.bytes().filter(|b| *b == b'\n').count();
            between.trim().is_empty() && newlines <= 1 && (newlines == 0 || line.trim().is_empty())
        });
        match groups.last_mut() {
            Some(group) if belongs => group.push((at, comment)),
            Some(_) | None => groups.push(vec![(at, comment)]),
        }
    }
    groups
}

/// The last group of comments in a part of a text.
fn last_group(text: &str, from: usize, to: usize) -> Vec<&str> {
    let last = groups(text, from, to).pop().unwrap_or_default();
    last.into_iter().map(|(_, comment)| comment).collect()
}

/// Whether a group of comments says what an example prints.
pub(crate) fn says_output(group: &[(usize, &str)]) -> bool {
    let comments: Vec<&str> = group.iter().map(|(_, comment)| *comment).collect();
    directive(&plain_text(&comments)).is_some()
}

/// The text of comments as documentation has it: without their marks, directives, and superfluous white
/// space.
fn plain_text(group: &[&str]) -> String {
    let mut lines: Vec<&str> = Vec::new();
    for comment in group {
        if let Some(line) = comment.strip_prefix("//") {
            if !is_directive(line) {
                lines.push(line.strip_prefix(' ').unwrap_or(line).trim_end());
            }
        } else {
            let inside = comment.trim_start_matches("/*").trim_end_matches("*/");
            lines.extend(inside.split('\n').map(str::trim_end));
        }
    }
    let mut text = String::new();
    let mut was_empty = true;
    for line in lines {
        if !line.is_empty() || !was_empty {
            text.push_str(line);
            text.push('\n');
        }
        was_empty = line.is_empty();
    }
    if was_empty {
        text.truncate(text.trim_end_matches('\n').len() + usize::from(!text.is_empty()));
    }
    text
}

/// Whether a line comment, without its slashes, is for a tool: `go:build`, `line a.go:1`, `export f`.
fn is_directive(line: &str) -> bool {
    if line.starts_with("line ") || line.starts_with("extern ") || line.starts_with("export ") {
        return true;
    }
    let small = |part: &str| part.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit());
    line.split_once(':').is_some_and(|(word, rest)| {
        !word.is_empty()
            && small(word)
            && rest.bytes().next().is_some_and(|b| small(str::from_utf8(&[b]).unwrap_or(" ")))
    })
}

/// What follows `Output:` at the beginning of a text, in any case of letters.
fn directive(text: &str) -> Option<(String, bool)> {
    let text = text.trim_start_matches(|c: char| c.is_ascii_whitespace() || c == '\u{b}');
    let cut = |text: &str, word: &str| {
        let head = text.get(..word.len())?;
        head.eq_ignore_ascii_case(word).then(|| text[word.len()..].to_string())
    };
    let (rest, unordered) = match cut(text, "unordered ") {
        Some(rest) => (rest, true),
        None => (text.to_string(), false),
    };
    let rest = cut(&rest, "output:")?;
    let rest = rest.trim_start_matches(' ');
    Some((rest.strip_prefix('\n').unwrap_or(rest).to_string(), unordered))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn expected(body: &str) -> Option<(String, bool)> {
        directive(&plain_text(&last_group(body, 0, body.len())))
    }

    #[test]
    fn the_last_comment_says_what_is_printed() {
        let text = |text: &str| Some((text.to_string(), false));
        assert_eq!(expected("{\n\tf()\n\t// Output: a\n}"), text("a\n"));
        assert_eq!(
            expected("{\n\tf()\n\t// Output:\n\t// a\n\t//   b\n\t//\n\t// c\n}"),
            text("a\n  b\n\nc\n")
        );
        assert_eq!(expected("{\n\tf()\n\t// output:\n}"), text(""));
        assert_eq!(expected("{\n\tf()\n\t// Unordered OUTPUT: x\n}"), Some(("x\n".into(), true)));
        assert_eq!(expected("{\n\tf() // Output: no\n\t// Output: yes\n}"), text("yes\n"));
        assert_eq!(expected("{\n\tf()\n\t// Output: no\n\n\t// but this\n}"), None);
        assert_eq!(expected("{\n\tf(\"// Output: x\", '/')\n\t_ = 1 / 2\n}"), None);
        assert_eq!(expected("{\n\tf() /* Output: a\nb */\n}"), text("a\nb\n"));
        assert_eq!(expected("{\n\t// Output: a\n\tf()\n}"), text("a\n"));
        assert_eq!(expected("{ /* Output: */ }"), text(""));
        assert_eq!(expected("{ }"), None);
    }
}
