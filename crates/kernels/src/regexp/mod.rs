//! Regular expressions with the syntax and semantics of Go's package `regexp` (RE2): parsed, compiled, and
//! searched for in time that is linear in the text.
//!
//! Programs and paused searches are words that the caller keeps, so that a guest's memory may hold them, and
//! one call does a bounded amount of work.

mod class;
mod parse;
mod program;
mod search;

pub use parse::{Code, Error, Parsed, parse};
pub use program::{Compiled, compile};
pub use search::{Outcome, Program, Scratch, Search};

#[cfg(test)]
mod tests {
    use super::*;

    /// Slots of the first match, or nothing; `None` if the pattern is wrong.
    fn run(pattern: &str, text: &[u8], longest: bool) -> Option<Vec<i64>> {
        let parsed = parse(pattern.as_bytes(), true).0.ok()?;
        let compiled = compile(&parsed);
        let words: Vec<[u8; 4]> = compiled.words.iter().map(|w| w.to_le_bytes()).collect();
        let mut slots = vec![0; 2 * parsed.names.len()];
        let mut scratch = Scratch::default();
        let mut state = vec![];
        loop {
            let mut search = Search {
                program: Program::new(&words),
                text,
                longest,
                surrogates: true,
                slots: &mut slots,
                scratch: &mut scratch,
                steps: 0,
            };
            match search.run(0, &state) {
                Outcome::Match => return Some(slots.iter().map(|s| *s as i64).collect()),
                Outcome::None => return Some(vec![]),
                Outcome::Pause(words) => state = words,
            }
        }
    }

    #[test]
    fn matches() {
        assert_eq!(run("a(b*)c", b"xabbc", false), Some(vec![1, 5, 2, 4]));
        assert_eq!(run("a|ab", b"ab", false), Some(vec![0, 1]));
        assert_eq!(run("a|ab", b"ab", true), Some(vec![0, 2]));
        assert_eq!(run("(?i)straSSe", "STRASSE".as_bytes(), false), Some(vec![0, 7]));
        assert_eq!(run(".", b"\xff", false), Some(vec![0, 1]));
        assert_eq!(run("^$", b"", false), Some(vec![0, 0]));
        assert_eq!(run(r"\x{d800}", b"a\xed\xa0\x80", false), Some(vec![1, 4]));
        assert_eq!(run(r"[\x{d900}-\x{dfff}]", b"\xed\xa0\x80\xed\xbf\xbf", false), Some(vec![3, 6]));
        assert_eq!(run(r"\x{fffd}", b"\xed\xa0\x80\xed\xa0", false), Some(vec![3, 4]));
        assert_eq!(run("a**", b"", false), None);
    }

    /// A text that is too short is not looked at, and one that is just long enough is.
    #[test]
    fn texts_of_the_least_length() {
        let found = |pattern, text: &[u8]| run(pattern, text, false).map(|slots| !slots.is_empty());
        for (pattern, short, enough) in [
            ("^.*def$", &b"af"[..], &b"def"[..]),
            ("(?:ab|c){3}", b"cc", b"ccc"),
            ("(ab)+|[x-z]{2,}", b"x", b"zz"),
            (r"é\x{fffd}$", b"\xff", "é\u{fffd}".as_bytes()),
            ("x*(?:)y?", b"", b""),
        ] {
            assert_eq!(found(pattern, enough), Some(true), "{pattern}");
            assert_eq!(found(pattern, short), Some(short == enough), "{pattern}");
        }
        assert_eq!(found(r"^\x{fffd}{2}$", b"\xff\xfe"), Some(true), "bytes that are no UTF-8");
    }

    #[test]
    fn what_is_no_utf8_is_shown_from_the_first_bad_byte() {
        for (pattern, from) in [
            (&b"(?P<f\xff>a)"[..], 5),
            (b"(?P<f\xff", 5),
            (b"(?<ab\x80c>x)", 5),
            (b"\\p{G\xffr}", 4),
            (b"\\p{Gr\xff", 5),
        ] {
            let error = parse(pattern, true).0.err().map(|e| (e.code, e.from));
            assert_eq!(error, Some((Code::Utf8, from)), "{pattern:?}");
        }
    }

    /// Both machines, and a search that pauses, give the same.
    #[test]
    fn long_texts() {
        let mut text = vec![b'a'; 400_000];
        text.extend(b"b!");
        assert_eq!(run("a*b", &text, false), Some(vec![0, 400_001]));
        assert_eq!(run("(a+)+c", &text, false), Some(vec![]));
        assert_eq!(run("(a+)(b)!", &text, false), Some(vec![0, 400_002, 0, 400_000, 400_000, 400_001]));
        assert_eq!(run("[^a]!", &text, true), Some(vec![400_000, 400_002]));
    }

    #[test]
    fn hostile_patterns_are_errors() {
        for pattern in
            ["(".repeat(100_000), "a*".repeat(400_000), "[^a]{1000}".repeat(1000), "(a{9}){9}".repeat(90_000)]
        {
            let _ = parse(pattern.as_bytes(), true);
        }
        let nested = format!("{}a{}", "(".repeat(2000), ")".repeat(2000));
        assert_eq!(parse(nested.as_bytes(), true).0.err().map(|e| e.code), Some(Code::NestingDepth));
        assert!(parse("(((((a{100}){100}){100}){100}){100})".as_bytes(), true).0.is_err());
    }
}
