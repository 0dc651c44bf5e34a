//! Format strings of package `fmt`, taken apart. Knows nothing of what is formatted.

/// What one directive asks for.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Directive {
    /// Where it stands in the string, in bytes.
    pub at: usize,
    /// The directive as it is written.
    pub text: String,
    pub flags: String,
    /// Width and precision that are arguments: the number of the argument, from 0, for each.
    pub stars: Vec<usize>,
    /// The number of the argument that is formatted, from 0.
    pub arg: usize,
    pub verb: char,
}

/// A format string.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Format {
    pub directives: Vec<Directive>,
    /// The string ends within a directive.
    pub ends_early: bool,
    /// Arguments are named by number.
    pub is_indexed: bool,
}

/// Reads a directive.
struct Reader<'a> {
    text: &'a str,
    at: usize,
    /// The number of the argument that is next.
    next: usize,
    is_indexed: bool,
}

impl Reader<'_> {
    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    fn digits(&mut self) -> Option<usize> {
        let rest = &self.text[self.at..];
        let len = rest.bytes().take_while(u8::is_ascii_digit).count();
        self.at += len;
        rest[..len].parse().ok()
    }

    /// `[n]`; a number that makes no sense is left for the program to fail with.
    fn index(&mut self) {
        if self.peek() != Some('[') {
            return;
        }
        let before = self.at;
        self.at += 1;
        let number = self.digits();
        match number.filter(|n| *n > 0 && self.peek() == Some(']')) {
            Some(n) => {
                self.at += 1;
                self.next = n - 1;
                self.is_indexed = true;
            }
            None => self.at = before,
        }
    }

    /// A width or a precision.
    fn number(&mut self, stars: &mut Vec<usize>) {
        self.index();
        if self.peek() == Some('*') {
            self.at += 1;
            stars.push(self.next);
            self.next += 1;
        } else {
            self.digits();
        }
    }

    /// The directive whose `%` is next; `None` if the string ends within it.
    fn directive(&mut self) -> Option<Directive> {
        let at = self.at;
        self.at += 1;
        let mut flags = String::new();
        while let Some(flag) = self.peek().filter(|c| "+-# 0'".contains(*c)) {
            flags.push(flag);
            self.at += 1;
        }
        let mut stars = Vec::new();
        self.number(&mut stars);
        if self.peek() == Some('.') {
            self.at += 1;
            self.number(&mut stars);
        }
        self.index();
        let verb = self.peek()?;
        self.at += verb.len_utf8();
        let arg = self.next;
        self.next += usize::from(verb != '%');
        Some(Directive { at, text: self.text[at..self.at].to_owned(), flags, stars, arg, verb })
    }
}

/// Takes a format string apart.
pub(super) fn parse(text: &str) -> Format {
    let mut reader = Reader { text, at: 0, next: 0, is_indexed: false };
    let mut format = Format::default();
    while let Some(percent) = text[reader.at..].find('%') {
        reader.at += percent;
        match reader.directive() {
            Some(directive) => format.directives.push(directive),
            None => {
                format.ends_early = true;
                break;
            }
        }
    }
    format.is_indexed = reader.is_indexed;
    format
}

/// What in a string that is printed as it is looks like a directive.
pub(super) fn possible_directive(text: &str) -> Option<&str> {
    let text = text.strip_suffix('%').unwrap_or(text);
    text.match_indices('%').find_map(|(at, _)| {
        let rest = &text[at + 1..];
        let number = |text: &str| -> usize { text.bytes().take_while(u8::is_ascii_digit).count() };
        let index = |text: &str| match text.strip_prefix('[').map(number) {
            Some(n) if n > 0 && text[1 + n..].starts_with(']') => n + 2,
            _ => 0,
        };
        let mut end = rest.bytes().take_while(|b| b"+-#".contains(b)).count();
        let width = number(&rest[end..]);
        end += if width > 0 { width } else { index(&rest[end..]) };
        if rest[end..].starts_with('.') {
            end += 1 + number(&rest[end + 1..]);
        }
        end += index(&rest[end..]);
        let verb = rest[end..].chars().next().filter(|c| "bcdefgopqstvxEFGTUX".contains(*c))?;
        Some(&text[at..at + 1 + end + verb.len_utf8()])
    })
}

/// The offset in the source text of a string literal of byte `at` of its value.
pub(super) fn offset_in_literal(source: &str, at: usize) -> Option<usize> {
    if source.starts_with('`') {
        // Carriage returns are no part of the value; without them it is as long as its source.
        return (!source.contains('\r')).then_some(at + 1);
    }
    let (mut value, mut offset) = (0, 1);
    while value < at {
        let rest = source.get(offset..)?;
        let first = rest.chars().next()?;
        let (taken, given) = match rest.as_bytes().get(1) {
            _ if first != '\\' => (first.len_utf8(), first.len_utf8()),
            Some(b'x' | b'0'..=b'7') => (4, 1),
            Some(b'u') => (6, char_len(rest.get(2..6)?)?),
            Some(b'U') => (10, char_len(rest.get(2..10)?)?),
            Some(_) => (2, 1),
            None => return None,
        };
        value += given;
        offset += taken;
    }
    Some(offset)
}

fn char_len(hex: &str) -> Option<usize> {
    u32::from_str_radix(hex, 16).ok().and_then(char::from_u32).map(char::len_utf8)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(text: &str) -> Vec<(usize, String, Vec<usize>, usize, char)> {
        let one = |d: Directive| (d.at, d.flags, d.stars, d.arg, d.verb);
        parse(text).directives.into_iter().map(one).collect()
    }

    #[test]
    fn directives_and_their_arguments() {
        assert_eq!(
            seen("a%d%%%s"),
            [
                (1, String::new(), vec![], 0, 'd'),
                (3, String::new(), vec![], 1, '%'),
                (5, String::new(), vec![], 1, 's')
            ]
        );
        assert_eq!(seen("%-+0*.*f"), [(0, "-+0".into(), vec![0, 1], 2, 'f')]);
        assert_eq!(
            seen("%[2]d%d%[1]*.[3]x"),
            [
                (0, String::new(), vec![], 1, 'd'),
                (5, String::new(), vec![], 2, 'd'),
                (7, String::new(), vec![0], 2, 'x')
            ]
        );
        assert_eq!(seen("%é"), [(0, String::new(), vec![], 0, 'é')]);
        assert_eq!(seen("%[x]d")[0].4, '[');
        for early in ["%", "a%-", "%5.", "%[1]"] {
            assert!(parse(early).ends_early, "{early}");
        }
    }

    #[test]
    fn what_looks_like_a_directive() {
        for (text, found) in [
            ("a %d", Some("%d")),
            ("100%", None),
            ("5 % of", None),
            ("%+5.2f!", Some("%+5.2f")),
            ("%[1]s", Some("%[1]s")),
            ("%é %z %%d", Some("%d")),
            ("", None),
        ] {
            assert_eq!(possible_directive(text), found, "{text}");
        }
    }

    #[test]
    fn offsets_pass_over_escapes() {
        assert_eq!(offset_in_literal("\"ab%d\"", 2), Some(3));
        assert_eq!(offset_in_literal("\"\\n\\x41\\101\\u00e9é%d\"", 7), Some(1 + 2 + 4 + 4 + 6 + 2));
        assert_eq!(offset_in_literal("`a\\n%d`", 3), Some(4));
        assert_eq!(offset_in_literal("\"\\", 1), None);
    }
}
