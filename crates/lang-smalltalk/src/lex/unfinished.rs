//! Whether a text may become a whole one by more lines: what was typed up to now, in a session.

use super::{Dialect, OPEN_COMMENT, OPEN_STRING, Tok, lex};

/// Whether the text ends in a comment, a string or a bracket. A bracket that closes none, or another kind, is
/// wrong whatever follows.
pub(crate) fn is_unfinished(text: &str) -> bool {
    let (tokens, errors) = lex(text, Dialect::Smalltalk80);
    if errors.iter().any(|(_, why)| why == OPEN_COMMENT || why == OPEN_STRING) {
        return true;
    }
    let mut open: Vec<Tok> = Vec::new();
    for token in tokens {
        if let Some(closer) = token.tok.closer() {
            open.push(closer);
        } else if token.tok.is_closer() && open.pop() != Some(token.tok) {
            return false;
        }
    }
    !open.is_empty()
}

#[cfg(test)]
mod tests {
    use super::is_unfinished;

    #[test]
    fn open_brackets_strings_and_comments() {
        for text in
            ["(1", "[:x |", "{1. 2", "#(a b", "#[1", "#{Foo", "##(1", "Object subclass: Foo [\n  bar [ ^1 ]"]
        {
            assert!(is_unfinished(text), "{text}");
        }
        for text in ["'abc", "\"a comment", "#'abc", "'it''s", "x foo: 'a' bar: '"] {
            assert!(is_unfinished(text), "{text}");
        }
        for text in ["", "1 + 2", "(1)", "[:x | x]", "'a ( b'", "\"(\"", "$(", "#(1 $) 2)", "1 +", "(]", "1)"]
        {
            assert!(!is_unfinished(text), "{text}");
        }
    }
}
