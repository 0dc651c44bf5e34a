//! Sets of code points: what a character class of a pattern stands for.

use std::sync::LazyLock;

use crate::unicode::tables;

pub(super) const MAX_RUNE: u32 = 0x10_ffff;

/// Ranges, first and last; in order and disjoint after [`Class::clean`].
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Class(pub(super) Vec<(u32, u32)>);

/// Code points that differ from others only in case. Found once, when a pattern first asks for many.
static FOLDING: LazyLock<Vec<u32>> =
    LazyLock::new(|| (0..0x1_f000).filter(|r| tables::next_in_orbit(*r) != *r).collect());

/// From how many code points on the list of those that fold is worth making.
const MANY: u32 = 1000;

impl Class {
    pub(super) fn push(&mut self, first: u32, last: u32) {
        self.0.push((first, last));
    }

    /// Adds all that differ from `rune` only in case, itself included.
    pub(super) fn push_folded(&mut self, rune: u32) {
        self.push(rune, rune);
        let mut next = tables::next_in_orbit(rune);
        while next != rune {
            self.push(next, next);
            next = tables::next_in_orbit(next);
        }
    }

    /// Adds a range and what differs from it only in case; how many code points were looked at.
    pub(super) fn push_folded_range(&mut self, first: u32, last: u32) -> usize {
        self.push(first, last);
        if last - first < MANY {
            (first..=last).for_each(|r| self.push_folded(r));
            return (last - first) as usize + 1;
        }
        let from = FOLDING.partition_point(|r| *r < first);
        let to = FOLDING.partition_point(|r| *r <= last);
        FOLDING[from..to].iter().for_each(|r| self.push_folded(*r));
        to - from + 1
    }

    pub(super) fn extend(&mut self, other: &Class) {
        self.0.extend(&other.0);
    }

    /// Sorts the ranges, and joins those that touch.
    pub(super) fn clean(&mut self) {
        self.0.sort_unstable();
        let mut out: Vec<(u32, u32)> = Vec::with_capacity(self.0.len());
        for (first, last) in self.0.drain(..) {
            match out.last_mut() {
                Some(before) if first <= before.1.saturating_add(1) => before.1 = before.1.max(last),
                _ => out.push((first, last)),
            }
        }
        self.0 = out;
    }

    /// Everything that is not in the class.
    pub(super) fn negated(mut self) -> Class {
        self.clean();
        let mut out = Class::default();
        let mut next = 0;
        for (first, last) in self.0 {
            if first > next {
                out.push(next, first - 1);
            }
            next = last + 1;
        }
        if next <= MAX_RUNE {
            out.push(next, MAX_RUNE);
        }
        out
    }

    fn of(ranges: &[(char, char)]) -> Class {
        Class(ranges.iter().map(|(a, b)| (*a as u32, *b as u32)).collect())
    }
}

/// `\d` and the like, by their lower-case letter.
pub(super) fn perl(letter: u8) -> Option<Class> {
    Some(match letter {
        b'd' => Class::of(&[('0', '9')]),
        b's' => Class::of(&[('\t', '\n'), ('\x0c', '\r'), (' ', ' ')]),
        b'w' => Class::of(&[('0', '9'), ('A', 'Z'), ('_', '_'), ('a', 'z')]),
        _ => return None,
    })
}

/// `[:alpha:]` and the like.
pub(super) fn posix(name: &[u8]) -> Option<Class> {
    Some(match name {
        b"alnum" => Class::of(&[('0', '9'), ('A', 'Z'), ('a', 'z')]),
        b"alpha" => Class::of(&[('A', 'Z'), ('a', 'z')]),
        b"ascii" => Class::of(&[('\0', '\x7f')]),
        b"blank" => Class::of(&[('\t', '\t'), (' ', ' ')]),
        b"cntrl" => Class::of(&[('\0', '\x1f'), ('\x7f', '\x7f')]),
        b"digit" => Class::of(&[('0', '9')]),
        b"graph" => Class::of(&[('!', '~')]),
        b"lower" => Class::of(&[('a', 'z')]),
        b"print" => Class::of(&[(' ', '~')]),
        b"punct" => Class::of(&[('!', '/'), (':', '@'), ('[', '`'), ('{', '~')]),
        b"space" => Class::of(&[('\t', '\r'), (' ', ' ')]),
        b"upper" => Class::of(&[('A', 'Z')]),
        b"word" => Class::of(&[('0', '9'), ('A', 'Z'), ('_', '_'), ('a', 'z')]),
        b"xdigit" => Class::of(&[('0', '9'), ('A', 'F'), ('a', 'f')]),
        _ => return None,
    })
}

/// Long names of categories.
const ALIASES: &[(&str, &str)] = &[
    ("Casedletter", "LC"),
    ("Closepunctuation", "Pe"),
    ("Combiningmark", "M"),
    ("Connectorpunctuation", "Pc"),
    ("Control", "Cc"),
    ("Currencysymbol", "Sc"),
    ("Dashpunctuation", "Pd"),
    ("Decimalnumber", "Nd"),
    ("Enclosingmark", "Me"),
    ("Finalpunctuation", "Pf"),
    ("Format", "Cf"),
    ("Initialpunctuation", "Pi"),
    ("Letter", "L"),
    ("Letternumber", "Nl"),
    ("Lineseparator", "Zl"),
    ("Lowercaseletter", "Ll"),
    ("Mark", "M"),
    ("Mathsymbol", "Sm"),
    ("Modifierletter", "Lm"),
    ("Modifiersymbol", "Sk"),
    ("Nonspacingmark", "Mn"),
    ("Number", "N"),
    ("Openpunctuation", "Ps"),
    ("Other", "C"),
    ("Otherletter", "Lo"),
    ("Othernumber", "No"),
    ("Otherpunctuation", "Po"),
    ("Othersymbol", "So"),
    ("Paragraphseparator", "Zp"),
    ("Privateuse", "Co"),
    ("Punctuation", "P"),
    ("Separator", "Z"),
    ("Spaceseparator", "Zs"),
    ("Spacingmark", "Mc"),
    ("Surrogate", "Cs"),
    ("Symbol", "S"),
    ("Titlecaseletter", "Lt"),
    ("Unassigned", "Cn"),
    ("Uppercaseletter", "Lu"),
    ("Cntrl", "Cc"),
    ("Digit", "Nd"),
    ("Punct", "P"),
];

/// The class of `\p{name}`. As in Go, names are compared with one capital at the head and nothing between
/// words, so that scripts of more than one word are not found.
pub(super) fn unicode(name: &str) -> Option<Class> {
    let mut canonical = String::new();
    for c in name.chars().filter(|c| !matches!(c, '_' | '-' | ' ')) {
        canonical.push(if canonical.is_empty() { c.to_ascii_uppercase() } else { c.to_ascii_lowercase() });
    }
    let table = |kind: &str, name: &str| tables::table(&format!("{kind}.{name}")).map(Class);
    match canonical.as_str() {
        "Any" => return Some(Class(vec![(0, MAX_RUNE)])),
        "Assigned" => return table("c", "Cn").map(Class::negated),
        "Ascii" => return Some(Class(vec![(0, 0x7f)])),
        "Lc" => return table("c", "LC"),
        _ => {}
    }
    table("c", &canonical).or_else(|| table("s", &canonical)).or_else(|| {
        let (_, short) = ALIASES.iter().find(|(long, _)| *long == canonical)?;
        table("c", short)
    })
}
