//! Interned names: equal text, equal id, four bytes.

use crate::map::HashMap;
use crate::wire::{Malformed, Reader, Wire, Writer};
use std::sync::Arc;

use cranelift_entity::{PrimaryMap, entity_impl};

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
#[derive(Default)]
pub struct Interner {
    ids: HashMap<Arc<str>, Name>,
    texts: PrimaryMap<Name, Arc<str>>,
}

/// Names of a small program and what it imports.
const USUAL: usize = 1500;

impl Interner {
    /// An interner without names.
    pub fn new() -> Interner {
        Interner {
            ids: HashMap::with_capacity_and_hasher(USUAL, Default::default()),
            texts: PrimaryMap::with_capacity(USUAL),
        }
    }

    /// The name of `text`.
    pub fn intern(&mut self, text: &str) -> Name {
        if let Some(name) = self.ids.get(text) {
            return *name;
        }
        let text: Arc<str> = text.into();
        let name = self.texts.push(text.clone());
        self.ids.insert(text, name);
        name
    }

    /// The name of `text`, if it has been interned.
    pub fn known(&self, text: &str) -> Option<Name> {
        self.ids.get(text).copied()
    }

    /// All texts, in the order in which they were first interned.
    pub fn texts(&self) -> impl Iterator<Item = &str> {
        self.texts.values().map(|text| &**text)
    }

    /// The text of `name`, which must come from this interner.
    pub fn text(&self, name: Name) -> &str {
        &self.texts[name]
    }
}
