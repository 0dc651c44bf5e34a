//! What rules need to know of Rust's text: which of it is code, which comments, and where braces match.

use std::ops::Range;

/// Whether a word occurs as a whole.
pub fn has_word(line: &str, word: &str) -> bool {
    line.match_indices(word).any(|(at, _)| is_whole(line, at, word))
}

/// Whether the word at `at` is not a part of a longer one.
fn is_whole(text: &str, at: usize, word: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let before = text[..at].chars().next_back().is_some_and(is_part);
    let after = text[at + word.len()..].chars().next().is_some_and(is_part);
    !before && !after
}

/// The lines of a Rust file without comments and without what stands in string literals. It knows nested
/// block comments, raw strings and character literals, and nothing else of the language.
pub fn code_lines(text: &str) -> Vec<String> {
    let chars: Vec<char> = text.chars().collect();
    let mut lines = vec![String::new()];
    let mut i = 0;
    while i < chars.len() {
        let end = literal_end(&chars, i);
        if end == i {
            match chars[i] {
                '\n' => lines.push(String::new()),
                c => lines.last_mut().expect("one line at least").push(c),
            }
            i += 1;
            continue;
        }
        for c in &chars[i..end] {
            if *c == '\n' {
                lines.push(String::new());
            }
        }
        lines.last_mut().expect("one line at least").push(' ');
        i = end;
    }
    lines
}

/// Where the comment or literal that starts at `i` ends; `i` itself if none starts there.
fn literal_end(chars: &[char], i: usize) -> usize {
    let at = |k: usize| chars.get(k).copied().unwrap_or('\0');
    let find =
        |from: usize, f: &dyn Fn(usize) -> bool| (from..chars.len()).find(|k| f(*k)).unwrap_or(chars.len());
    let part_of_name = i > 0 && (at(i - 1).is_alphanumeric() || at(i - 1) == '_');
    match (at(i), at(i + 1)) {
        ('/', '/') => find(i, &|k| at(k) == '\n'),
        ('/', '*') => block_comment_end(chars, i),
        ('"', _) => quoted_end(chars, i + 1),
        ('r', '"' | '#') if !part_of_name || at(i - 1) == 'b' => {
            let hashes = chars[i + 1..].iter().take_while(|c| **c == '#').count();
            if at(i + 1 + hashes) != '"' {
                return i;
            }
            let closes = |k: usize| at(k) == '"' && (1..=hashes).all(|h| at(k + h) == '#');
            (find(i + 2 + hashes, &closes) + 1 + hashes).min(chars.len())
        }
        ('\'', '\\') => (find(i + 3, &|k| at(k) == '\'') + 1).min(chars.len()),
        ('\'', _) if at(i + 2) == '\'' => i + 3,
        _ => i,
    }
}

fn block_comment_end(chars: &[char], start: usize) -> usize {
    let (mut depth, mut k) = (0, start);
    while k < chars.len() {
        match (chars[k], chars.get(k + 1)) {
            ('/', Some('*')) => (depth, k) = (depth + 1, k + 2),
            ('*', Some('/')) => (depth, k) = (depth - 1, k + 2),
            _ => k += 1,
        }
        if depth == 0 {
            return k;
        }
    }
    chars.len()
}

fn quoted_end(chars: &[char], start: usize) -> usize {
    let mut k = start;
    while k < chars.len() {
        match chars[k] {
            '\\' => k += 2,
            '"' => return k + 1,
            _ => k += 1,
        }
    }
    chars.len()
}

/// The code of a Rust file: its text without comments and literals, line by line as it was.
pub struct Code {
    pub text: String,
    line_starts: Vec<usize>,
    /// Code that is compiled into tests only.
    tests: Vec<Range<usize>>,
}

impl Code {
    pub fn of(text: &str) -> Code {
        let text = code_lines(text).join("\n");
        let breaks = text.match_indices('\n').map(|(at, _)| at + 1);
        let line_starts = std::iter::once(0).chain(breaks).collect();
        let mut code = Code { text, line_starts, tests: Vec::new() };
        let marks: Vec<usize> = code.text.match_indices("#[cfg(test)]").map(|(at, _)| at).collect();
        code.tests = marks.into_iter().filter_map(|at| Some(at..code.item_end(at)?)).collect();
        code
    }

    /// The number of the line that a place lies in, from 1.
    pub fn line(&self, at: usize) -> usize {
        self.line_starts.partition_point(|start| *start <= at)
    }

    pub fn is_test(&self, at: usize) -> bool {
        self.tests.iter().any(|range| range.contains(&at))
    }

    /// The lines of code, from the first.
    pub fn lines(&self) -> impl Iterator<Item = (usize, &str)> {
        self.text.lines().enumerate().map(|(n, line)| (n + 1, line))
    }

    /// Where the item that begins at `at` ends: at its first semicolon, or at the end of its braces.
    fn item_end(&self, at: usize) -> Option<usize> {
        let first = self.text[at..].find(['{', ';'])? + at;
        if self.text.as_bytes()[first] == b';' { Some(first) } else { self.closing(first) }
    }

    /// The bracket that closes the one at `open`, whatever its kind.
    pub fn closing(&self, open: usize) -> Option<usize> {
        let mut depth = 0usize;
        for (at, byte) in self.text.bytes().enumerate().skip(open) {
            match byte {
                b'{' | b'(' | b'[' => depth += 1,
                b'}' | b')' | b']' => {
                    depth = depth.checked_sub(1)?;
                    if depth == 0 {
                        return Some(at);
                    }
                }
                _ => {}
            }
        }
        None
    }

    /// Where a word of the language stands.
    pub fn words<'a>(&'a self, word: &'a str) -> impl Iterator<Item = usize> + 'a {
        self.text.match_indices(word).map(|(at, _)| at).filter(move |at| is_whole(&self.text, *at, word))
    }
}

/// The comment lines of a Rust file with their numbers, without indentation.
pub fn comment_lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let lines = text.lines().enumerate().map(|(n, line)| (n + 1, line.trim_start()));
    lines.filter(|(_, line)| line.starts_with("//"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_braces_and_tests_are_known() {
        let code = Code::of(
            "fn a() {\n    b(\"}\"); // }\n}\n#[cfg(test)]\nmod tests {\n    fn c() {}\n}\nfn d() {}\n",
        );
        let open = code.text.find('{').expect("a brace");
        assert_eq!(code.closing(open).map(|at| code.line(at)), Some(3));
        let functions: Vec<(usize, bool)> =
            code.words("fn").map(|at| (code.line(at), code.is_test(at))).collect();
        assert_eq!(functions, [(1, false), (6, true), (8, false)]);
    }

    #[test]
    fn literals_and_comments_are_no_code() {
        let text = "a /* x /* y */ z */ b\nr#\"raw \" // \"# c // d\n'\\'' \"s\\\"t\" 'l: e\n";
        let lines = code_lines(text);
        let words: Vec<Vec<&str>> = lines.iter().map(|l| l.split_whitespace().collect()).collect();
        assert_eq!(words, [vec!["a", "b"], vec!["c"], vec!["'l:", "e"], vec![]]);
    }
}
