//! Interned names: equal text, equal id, four bytes.

use std::hash::BuildHasher as _;

use cranelift_entity::{PrimaryMap, entity_impl};
use hashbrown::HashTable;

use crate::map::Seed;
use crate::wire::{Malformed, Reader, Wire, Writer};

/// An interned string of one [`Interner`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Name(u32);
entity_impl!(Name, "name");

impl Wire for Name {
    fn put(&self, out: &mut Writer) {
        self.0.put(out);
    }

    fn take(from: &mut Reader<'_>) -> Result<Name, Malformed> {
        Wire::take(from).map(Name)
    }
}

/// Hands out [`Name`]s.
///
/// Texts stand one after the other in one piece of memory, and the table has their names only: a library's
/// thousands of names are interned whenever a program is compiled.
#[derive(Default)]
pub struct Interner {
    table: HashTable<Known>,
    seed: Seed,
    /// Where each text ends in `all`.
    ends: PrimaryMap<Name, u32>,
    all: String,
}

/// A name and the hash of its text, so that a table that grows reads no texts.
#[derive(Clone, Copy)]
struct Known {
    hash: u32,
    name: Name,
}

impl Known {
    /// The hash as the table wants it: positions are taken from its lower bits, and tags from the upper ones.
    fn hash(&self) -> u64 {
        spread(self.hash)
    }
}

fn spread(hash: u32) -> u64 {
    u64::from(hash) << 32 | u64::from(hash)
}

/// Names of a small program and what it imports, and bytes of each.
const USUAL: (usize, usize) = (1500, 12);

impl Interner {
    /// An interner without names.
    pub fn new() -> Interner {
        Interner::with_capacity(USUAL.0, USUAL.0 * USUAL.1)
    }

    /// An interner with these names, in their order, and room for others.
    pub fn with_texts<'t>(texts: impl ExactSizeIterator<Item = &'t str> + Clone) -> Interner {
        let bytes: usize = texts.clone().map(str::len).sum();
        let mut names = Interner::with_capacity(texts.len() + USUAL.0, bytes + USUAL.0 * USUAL.1);
        texts.for_each(|text| {
            names.intern(text);
        });
        names
    }

    fn with_capacity(count: usize, bytes: usize) -> Interner {
        Interner {
            table: HashTable::with_capacity(count),
            seed: Seed::default(),
            ends: PrimaryMap::with_capacity(count),
            all: String::with_capacity(bytes),
        }
    }

    /// The name of `text`.
    ///
    /// # Panics
    /// All texts together have 4 GiB.
    pub fn intern(&mut self, text: &str) -> Name {
        let hash = self.hash(text);
        if let Some(name) = self.find(hash, text) {
            return name;
        }
        self.all.push_str(text);
        let name = self.ends.push(u32::try_from(self.all.len()).expect("names have less than 4 GiB"));
        self.table.insert_unique(spread(hash), Known { hash, name }, Known::hash);
        name
    }

    /// The name of `text`, if it has been interned.
    pub fn known(&self, text: &str) -> Option<Name> {
        self.find(self.hash(text), text)
    }

    fn hash(&self, text: &str) -> u32 {
        let hash = self.seed.hash_one(text);
        (hash >> 32) as u32 ^ hash as u32
    }

    fn find(&self, hash: u32, text: &str) -> Option<Name> {
        let is_it = |known: &Known| known.hash == hash && self.text(known.name) == text;
        self.table.find(spread(hash), is_it).map(|known| known.name)
    }

    /// All texts, in the order in which they were first interned.
    pub fn texts(&self) -> impl Iterator<Item = &str> {
        self.ends.keys().map(|name| self.text(name))
    }

    /// The text of `name`, which must come from this interner.
    pub fn text(&self, name: Name) -> &str {
        text_of(&self.ends, &self.all, name)
    }
}

fn text_of<'t>(ends: &PrimaryMap<Name, u32>, all: &'t str, name: Name) -> &'t str {
    let from = if name.0 == 0 { 0 } else { ends[Name(name.0 - 1)] };
    &all[from as usize..ends[name] as usize]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_texts_have_one_name() {
        let mut names = Interner::with_texts(["", "one", "two"].into_iter());
        let ids: Vec<Name> = ["one", "", "three", "two", "three"].map(|text| names.intern(text)).into();
        assert_eq!(ids.iter().map(|name| name.0).collect::<Vec<_>>(), [1, 0, 3, 2, 3]);
        assert_eq!(names.texts().collect::<Vec<_>>(), ["", "one", "two", "three"]);
        assert_eq!((names.known("two"), names.known("t")), (Some(Name(2)), None));
        // The table grows, and all are found again.
        let many: Vec<Name> = (0..20_000).map(|n| names.intern(&n.to_string())).collect();
        assert!((0..20_000).zip(&many).all(|(n, name)| names.text(*name) == n.to_string()));
        assert!((0..20_000).zip(&many).all(|(n, name)| names.known(&n.to_string()) == Some(*name)));
    }
}
