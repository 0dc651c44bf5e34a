//! Line directives: comments in generated source (`//line a.y:10`, `/*line a.y:10:5*/`) that say where the
//! text after them comes from.

use std::sync::Arc;

use purlin_base::Mark;

use super::{LexError, Lexer, Tok};

/// Lines and columns beyond this are no numbers.
const MAX: u64 = 1 << 30;

/// The marks that the line directives of `src` make, and what is wrong with them. `file` is the name by which
/// the source is known itself.
pub(crate) fn line_marks(src: &[u8], file: &Arc<str>) -> (Vec<Mark>, Vec<LexError>) {
    let (mut marks, mut errors) = (Vec::new(), Vec::new());
    let possible = |start: &[u8]| memchr::memmem::find(src, start).is_some();
    if !possible(b"//line ") && !possible(b"/*line ") {
        return (marks, errors);
    }
    let mut lexer = Lexer::new(src);
    lexer.lines = Some(Vec::new());
    lexer.next();
    while lexer.tok != Tok::Eof {
        lexer.errors.clear();
        lexer.next();
    }
    let mut name = file.clone();
    for (from, to, next) in lexer.lines.unwrap_or_default() {
        match directive(&src[from..to], from) {
            Some(Ok((text, line, col))) => {
                // Only with a column does an empty name stand for the one before.
                if !text.is_empty() || col == 0 {
                    name = String::from_utf8_lossy(text).into();
                }
                marks.push(Mark { offset: next as u32, name: name.clone(), line, col });
            }
            Some(Err(error)) => errors.push(error),
            None => {}
        }
    }
    (marks, errors)
}

/// The file's name, the line, and the column or 0 in the text of a directive, which begins at `offset`; none
/// if it is none.
#[allow(clippy::type_complexity)]
fn directive(text: &[u8], offset: usize) -> Option<Result<(&[u8], u32, u32), LexError>> {
    let last = text.iter().rposition(|b| *b == b':')?;
    let wrong = |what: &str, at: usize, to: usize| {
        let number = String::from_utf8_lossy(&text[at..to]);
        Some(Err(LexError { offset: offset + at, message: format!("invalid {what} number: {number}") }))
    };
    let Some(n) = number(&text[last + 1..]) else { return wrong("line", last + 1, text.len()) };
    let first = text[..last].iter().rposition(|b| *b == b':');
    let with_column = first.and_then(|first| Some((first, number(&text[first + 1..last])?)));
    let (colon, end, line) = with_column.map_or((last, text.len(), n), |(first, line)| (first, last, line));
    let within = |n: u64| (1..=MAX).contains(&n);
    if with_column.is_some() && !within(n) {
        return wrong("column", last + 1, text.len());
    }
    if !within(line) {
        return wrong("line", colon + 1, end);
    }
    let col = if with_column.is_some() { n as u32 } else { 0 };
    Some(Ok((&text[..colon], line as u32, col)))
}

/// Digits as a number; one too large to be any is still one.
fn number(digits: &[u8]) -> Option<u64> {
    let all = !digits.is_empty() && digits.iter().all(u8::is_ascii_digit);
    all.then(|| digits.iter().fold(0u64, |n, d| n.saturating_mul(10).saturating_add(u64::from(d - b'0'))))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each mark and error of a text, as text.
    fn marks(src: &str) -> Vec<String> {
        let (marks, errors) = line_marks(src.as_bytes(), &"a.go".into());
        let marks = marks.iter().map(|m| format!("{} {}:{}:{}", m.offset, m.name, m.line, m.col));
        marks.chain(errors.iter().map(|e| format!("{} {}", e.offset, e.message))).collect()
    }

    #[test]
    fn directives_are_read_from_their_ends() {
        assert_eq!(marks("//line b.go:7\nx"), ["14 b.go:7:0"]);
        assert_eq!(marks("//line b.go:7:3\r\nx"), ["17 b.go:7:3"]);
        assert_eq!(marks("x /*line :30:7*/ y"), ["16 a.go:30:7"]);
        assert_eq!(marks("//line :30\n//line :4:5\n"), ["11 :30:0", "23 :4:5"]);
        assert_eq!(marks("//line  a:100 :10\n"), ["18  a:100 :10:0"]);
        assert_eq!(marks("//line a.go:1:2:3\n"), ["18 a.go:1:2:3"]);
        assert_eq!(marks("//line x\n //line a:5\n`\n//line a:5\n`\n\"//line a:5\""), [] as [&str; 0]);
    }

    #[test]
    fn numbers_that_are_none_are_errors() {
        assert_eq!(marks("//line foo.go:a\n"), ["14 invalid line number: a"]);
        assert_eq!(marks("//line foo.go:10:0\n"), ["17 invalid column number: 0"]);
        assert_eq!(marks("//line a:99999999999:1\n"), ["9 invalid line number: 99999999999"]);
        assert_eq!(marks("/*line foo: 10 */"), ["11 invalid line number:  10 "]);
        assert_eq!(marks("//line :\n"), ["8 invalid line number: "]);
    }
}
