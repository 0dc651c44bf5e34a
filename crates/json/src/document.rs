//! The tree for hosts that want one: a tape of 16-byte nodes in the order of the text, each container followed by what it holds,
//! so that building is appending and walking is reading on. Strings are borrowed from the text, or lie in the document's arena.

use std::marker::PhantomData;

use crate::arena::Arena;
use crate::error::{Error, WriteError};
use crate::options::{DuplicateKeys, ReadOptions, WriteOptions};
use crate::read::fast::{self, Handler};
use crate::read::reader::Number;
use crate::write::generate;

/// What a node is. The values are part of no interface.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Tag {
    Null,
    False,
    True,
    Signed,
    Unsigned,
    Float,
    /// Digits of an integer beyond 64 bits.
    Digits,
    String,
    Array,
    Object,
}

/// One value, or one key. `meta` holds the tag in its low byte and, above it, the length of a string in bytes or the count of a
/// container's elements or members; `data` the number's bits, the string's address, or the index past a container's end.
#[derive(Clone, Copy)]
pub(crate) struct Node {
    meta: u64,
    data: u64,
}

impl Node {
    #[inline(always)]
    fn new(tag: Tag, length: usize, data: u64) -> Node {
        Node { meta: tag as u64 | (length as u64) << 8, data }
    }

    #[inline(always)]
    pub(crate) fn tag(self) -> Tag {
        const TAGS: [Tag; 16] = [
            Tag::Null,
            Tag::False,
            Tag::True,
            Tag::Signed,
            Tag::Unsigned,
            Tag::Float,
            Tag::Digits,
            Tag::String,
            Tag::Array,
            Tag::Object,
            Tag::Null,
            Tag::Null,
            Tag::Null,
            Tag::Null,
            Tag::Null,
            Tag::Null,
        ];
        TAGS[(self.meta & 15) as usize]
    }

    #[inline(always)]
    pub(crate) fn length(self) -> usize {
        (self.meta >> 8) as usize
    }

    #[inline(always)]
    pub(crate) fn data(self) -> u64 {
        self.data
    }

    /// The text of a string, key or big integer.
    ///
    /// # Safety
    /// The tag says so, and the document that owns the node lives for `'t`.
    #[inline(always)]
    pub(crate) unsafe fn text<'t>(self) -> &'t str {
        // SAFETY: such a node is made from a `&str` only, whose bytes stay where they are for as long as the document lives.
        unsafe {
            let bytes = std::slice::from_raw_parts(
                std::ptr::with_exposed_provenance::<u8>(self.data as usize),
                self.length(),
            );
            std::str::from_utf8_unchecked(bytes)
        }
    }
}

/// A JSON value with all that it holds. `'t` is the text that its strings may be borrowed from.
pub struct Document<'t> {
    nodes: Vec<Node>,
    arena: Arena,
    text: PhantomData<&'t [u8]>,
}

// SAFETY: nodes hold addresses of immutable bytes, of the text or of the document's own arena; nothing is shared or changed.
unsafe impl Send for Document<'_> {}
// SAFETY: as above.
unsafe impl Sync for Document<'_> {}

impl<'t> Document<'t> {
    /// The one value of a text, by JSON's own rules.
    pub fn parse(text: &'t [u8]) -> Result<Document<'t>, Error> {
        Document::parse_with(text, &ReadOptions::default())
    }

    /// The one value of a text. (`options.many` is not looked at; see [`documents`](crate::documents) for several.)
    pub fn parse_with(text: &'t [u8], options: &ReadOptions) -> Result<Document<'t>, Error> {
        if text.len() >= OUTSIDE as usize {
            return Err(fast::too_long());
        }
        let mut builder = Builder::for_text(text.len());
        let arena = fast::walk::<_, true>(text, options, &mut builder)?;
        let mut document = Document { nodes: builder.nodes, arena, text: PhantomData };
        match options.duplicate_keys {
            // An error has been found by the reader, which knows its place.
            DuplicateKeys::Keep | DuplicateKeys::Error => {}
            DuplicateKeys::Last => document.remove_duplicates(true),
            DuplicateKeys::First => document.remove_duplicates(false),
        }
        Ok(document)
    }

    /// The outermost value.
    #[inline(always)]
    pub fn root(&self) -> Value<'_> {
        Value { nodes: &self.nodes, at: 0, document: PhantomData }
    }

    /// How many bytes the tree takes beside the text it borrows from.
    pub fn memory(&self) -> usize {
        self.nodes.capacity() * size_of::<Node>() + self.arena.size()
    }

    /// Appends the value as text.
    pub fn write_onto(&self, out: &mut Vec<u8>, options: &WriteOptions) -> Result<(), WriteError> {
        generate::document(&self.nodes, out, options)
    }

    /// The value as text, compact.
    pub fn to_text(&self) -> Result<String, WriteError> {
        let mut out = Vec::new();
        self.write_onto(&mut out, &WriteOptions::compact())?;
        // SAFETY: the writer writes strings, which are UTF-8, and ASCII.
        Ok(unsafe { String::from_utf8_unchecked(out) })
    }

    /// Of members with the same key, one stays, at the first one's place: the last value or the first.
    fn remove_duplicates(&mut self, keep_last: bool) {
        let mut out = Vec::with_capacity(self.nodes.len());
        // For each open container: its index in `out`, its end in the old nodes, and the members that stay, in reverse.
        let mut open: Vec<(usize, Pending)> = Vec::new();
        let mut at = 0;
        loop {
            while let Some((head, pending)) = open.last_mut() {
                match pending.next(at) {
                    Some(next) => {
                        at = next;
                        break;
                    }
                    None => {
                        let (tag, count) = (out_tag(&out, *head), pending.count);
                        at = pending.end;
                        let end = out.len() as u64;
                        out[*head] = Node::new(tag, count, end);
                        open.pop();
                    }
                }
            }
            if at >= self.nodes.len() {
                break;
            }
            let node = self.nodes[at];
            if let Some((_, pending)) = open.last()
                && pending.object
            {
                out.push(node);
                at += 1;
            }
            let node = self.nodes[at];
            out.push(node);
            let head = out.len() - 1;
            match node.tag() {
                Tag::Object => open.push((head, Pending::members(&self.nodes, at, keep_last))),
                Tag::Array => {
                    let (count, end) = (node.length(), node.data() as usize);
                    open.push((head, Pending { object: false, end, count, members: Vec::new() }));
                    at += 1;
                    continue;
                }
                _ => at += 1,
            }
        }
        self.nodes = out;
    }
}

fn out_tag(nodes: &[Node], at: usize) -> Tag {
    nodes[at].tag()
}

/// What of a container is still to be copied.
struct Pending {
    object: bool,
    end: usize,
    count: usize,
    /// Where the keys are, for an object, the next one last.
    members: Vec<usize>,
}

impl Pending {
    fn members(nodes: &[Node], object: usize, keep_last: bool) -> Pending {
        let node = nodes[object];
        let end = node.data() as usize;
        let mut places = std::collections::HashMap::new();
        let mut members: Vec<usize> = Vec::with_capacity(node.length());
        let mut at = object + 1;
        while at < end {
            // SAFETY: an object's nodes alternate between keys, which are strings, and values.
            let key: &str = unsafe { nodes[at].text() };
            match places.entry(key) {
                std::collections::hash_map::Entry::Vacant(place) => {
                    place.insert(members.len());
                    members.push(at);
                }
                std::collections::hash_map::Entry::Occupied(place) if keep_last => members[*place.get()] = at,
                std::collections::hash_map::Entry::Occupied(_) => {}
            }
            at = after(nodes, at + 1);
        }
        let count = members.len();
        members.reverse();
        Pending { object: true, end, count, members }
    }

    /// Where to go on after `at`; nothing at the end.
    fn next(&mut self, at: usize) -> Option<usize> {
        if self.object { self.members.pop() } else { (at < self.end).then_some(at) }
    }
}

/// The index past the value at `at`.
#[inline(always)]
fn after(nodes: &[Node], at: usize) -> usize {
    let node = nodes[at];
    match node.tag() {
        Tag::Array | Tag::Object => node.data as usize,
        _ => at + 1,
    }
}

/// A value of a document.
#[derive(Clone, Copy)]
pub struct Value<'d> {
    nodes: &'d [Node],
    at: usize,
    document: PhantomData<&'d str>,
}

/// What a value is.
#[derive(Clone)]
pub enum Kind<'d> {
    Null,
    Bool(bool),
    Number(Number<'d>),
    String(&'d str),
    Array(Elements<'d>),
    Object(Members<'d>),
}

impl<'d> Value<'d> {
    #[inline(always)]
    pub fn kind(self) -> Kind<'d> {
        let node = self.nodes[self.at];
        match node.tag() {
            Tag::Null => Kind::Null,
            Tag::False => Kind::Bool(false),
            Tag::True => Kind::Bool(true),
            Tag::Signed => Kind::Number(Number::Signed(node.data as i64)),
            Tag::Unsigned => Kind::Number(Number::Unsigned(node.data)),
            Tag::Float => Kind::Number(Number::Float(f64::from_bits(node.data))),
            // SAFETY: the tag says that it has a text; the document is borrowed for `'d`.
            Tag::Digits => Kind::Number(Number::Digits(unsafe { node.text() })),
            // SAFETY: as above.
            Tag::String => Kind::String(unsafe { node.text() }),
            Tag::Array => Kind::Array(Elements { nodes: self.nodes, at: self.at + 1, left: node.length() }),
            Tag::Object => Kind::Object(Members { nodes: self.nodes, at: self.at + 1, left: node.length() }),
        }
    }

    pub fn as_str(self) -> Option<&'d str> {
        if let Kind::String(text) = self.kind() { Some(text) } else { None }
    }

    pub fn as_i64(self) -> Option<i64> {
        if let Kind::Number(Number::Signed(value)) = self.kind() { Some(value) } else { None }
    }

    /// Any number as the nearest float.
    pub fn as_f64(self) -> Option<f64> {
        match self.kind() {
            Kind::Number(Number::Signed(value)) => Some(value as f64),
            Kind::Number(Number::Unsigned(value)) => Some(value as f64),
            Kind::Number(Number::Float(value)) => Some(value),
            Kind::Number(Number::Digits(text)) => text.parse().ok(),
            _ => None,
        }
    }

    pub fn as_bool(self) -> Option<bool> {
        if let Kind::Bool(value) = self.kind() { Some(value) } else { None }
    }

    pub fn is_null(self) -> bool {
        matches!(self.kind(), Kind::Null)
    }

    /// The element at an index, or nothing. Walks over those before it.
    pub fn at(self, index: usize) -> Option<Value<'d>> {
        if let Kind::Array(mut elements) = self.kind() { elements.nth(index) } else { None }
    }

    /// The value of a key, or nothing; the last one, if the key comes more than once. Walks over the members.
    pub fn get(self, key: &str) -> Option<Value<'d>> {
        let Kind::Object(members) = self.kind() else { return None };
        members.filter(|(k, _)| *k == key).last().map(|(_, value)| value)
    }

    /// The value as text.
    pub fn write_onto(self, out: &mut Vec<u8>, options: &WriteOptions) -> Result<(), WriteError> {
        generate::value(self.nodes, self.at, out, options)
    }
}

/// The elements of an array, in order.
#[derive(Clone)]
pub struct Elements<'d> {
    nodes: &'d [Node],
    at: usize,
    left: usize,
}

impl<'d> Iterator for Elements<'d> {
    type Item = Value<'d>;

    #[inline(always)]
    fn next(&mut self) -> Option<Value<'d>> {
        self.left = self.left.checked_sub(1)?;
        let value = Value { nodes: self.nodes, at: self.at, document: PhantomData };
        self.at = after(self.nodes, self.at);
        Some(value)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }
}

impl ExactSizeIterator for Elements<'_> {}

/// The members of an object, in order.
#[derive(Clone)]
pub struct Members<'d> {
    nodes: &'d [Node],
    at: usize,
    left: usize,
}

impl<'d> Iterator for Members<'d> {
    type Item = (&'d str, Value<'d>);

    #[inline(always)]
    fn next(&mut self) -> Option<(&'d str, Value<'d>)> {
        self.left = self.left.checked_sub(1)?;
        // SAFETY: an object's nodes alternate between keys, which are strings, and values; the document is borrowed for `'d`.
        let key = unsafe { self.nodes[self.at].text() };
        let value = Value { nodes: self.nodes, at: self.at + 1, document: PhantomData };
        self.at = after(self.nodes, self.at + 1);
        Some((key, value))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }
}

impl ExactSizeIterator for Members<'_> {}

/// Makes a document from values. Strings are copied, keys once each while they are remembered, unless given as borrowed.
pub struct Builder<'t> {
    nodes: Vec<Node>,
    arena: Arena,
    /// The open containers: where their nodes are, and how many nodes of their own they hold (two a member).
    open: Vec<(u32, u32)>,
    /// Where the innermost open container is, and how many nodes of its own it holds.
    current: (u32, u32),
    interned: Interner,
    text: PhantomData<&'t [u8]>,
}

/// No container.
const OUTSIDE: u32 = u32::MAX;

impl<'t> Builder<'t> {
    pub fn new() -> Builder<'t> {
        Builder::for_text(0)
    }

    fn for_text(length: usize) -> Builder<'t> {
        Builder {
            // Texts have a node for every 8 to 20 bytes, and pages that are not written to cost nothing. But about 128 KB is where
            // allocators give memory back to the system, and pages that are new each time cost more than a tree: so somewhat
            // less there, which is enough for most texts.
            nodes: Vec::with_capacity(
                length / if (32 << 10..256 << 10).contains(&length) { 16 } else { 8 } + 8,
            ),
            arena: Arena::default(),
            open: Vec::new(),
            current: (OUTSIDE, 0),
            interned: Interner::default(),
            text: PhantomData,
        }
    }

    #[inline(always)]
    fn push(&mut self, node: Node) {
        self.current.1 += 1;
        self.nodes.push(node);
    }

    #[inline(always)]
    fn begin(&mut self, tag: Tag) {
        self.open.push((self.current.0, self.current.1 + 1));
        self.current = (self.nodes.len() as u32, 0);
        self.nodes.push(Node::new(tag, 0, 0));
    }

    #[inline(always)]
    fn end(&mut self, tag: Tag, nodes_each: usize) {
        let end = self.nodes.len() as u64;
        let (head, count) = self.current;
        if let Some(node) = self.nodes.get_mut(head as usize) {
            *node = Node::new(tag, count as usize / nodes_each, end);
        }
        self.current = self.open.pop().unwrap_or((OUTSIDE, 0));
    }

    /// Whether a key, and not a value, must come next.
    fn wants_key(&self) -> bool {
        let (head, count) = self.current;
        self.nodes.get(head as usize).is_some_and(|n| n.tag() == Tag::Object) && count % 2 == 0
    }

    fn place(&self, key: bool) -> Result<(), WriteError> {
        if self.nodes.len() >= (OUTSIDE - 2) as usize {
            return Err(WriteError::Misuse("a document holds fewer than four thousand million values"));
        }
        match (self.wants_key(), key) {
            (true, false) => Err(WriteError::Misuse("a value without a key")),
            (false, true) => Err(WriteError::Misuse("a key where none may stand")),
            (false, false) if self.current.0 == OUTSIDE && !self.nodes.is_empty() => {
                Err(WriteError::Misuse("a document has one outermost value"))
            }
            _ => Ok(()),
        }
    }

    pub fn begin_object(&mut self) -> Result<(), WriteError> {
        self.place(false)?;
        self.begin(Tag::Object);
        Ok(())
    }

    pub fn begin_array(&mut self) -> Result<(), WriteError> {
        self.place(false)?;
        self.begin(Tag::Array);
        Ok(())
    }

    pub fn end_object(&mut self) -> Result<(), WriteError> {
        if !self.wants_key() {
            return Err(WriteError::Misuse("the end of an object that is not open, or lacks a value"));
        }
        self.end(Tag::Object, 2);
        Ok(())
    }

    pub fn end_array(&mut self) -> Result<(), WriteError> {
        if self.nodes.get(self.current.0 as usize).is_none_or(|n| n.tag() != Tag::Array) {
            return Err(WriteError::Misuse("the end of an array that is not open"));
        }
        self.end(Tag::Array, 1);
        Ok(())
    }

    pub fn key(&mut self, key: &str) -> Result<(), WriteError> {
        self.place(true)?;
        let address = self.interned.address(key, &mut self.arena);
        self.push(Node::new(Tag::String, key.len(), address));
        Ok(())
    }

    pub fn string(&mut self, text: &str) -> Result<(), WriteError> {
        self.place(false)?;
        let address = self.arena.copy(text).expose_provenance() as u64;
        self.push(Node::new(Tag::String, text.len(), address));
        Ok(())
    }

    /// A string that the document does not copy.
    pub fn borrowed_string(&mut self, text: &'t str) -> Result<(), WriteError> {
        self.place(false)?;
        self.push(Node::new(Tag::String, text.len(), text.as_ptr().expose_provenance() as u64));
        Ok(())
    }

    /// A key that the document does not copy.
    pub fn borrowed_key(&mut self, text: &'t str) -> Result<(), WriteError> {
        self.place(true)?;
        self.push(Node::new(Tag::String, text.len(), text.as_ptr().expose_provenance() as u64));
        Ok(())
    }

    pub fn number(&mut self, number: Number<'_>) -> Result<(), WriteError> {
        self.place(false)?;
        match number {
            Number::Signed(value) => self.push(Node::new(Tag::Signed, 0, value as u64)),
            Number::Unsigned(value) => match i64::try_from(value) {
                Ok(value) => self.push(Node::new(Tag::Signed, 0, value as u64)),
                Err(_) => self.push(Node::new(Tag::Unsigned, 0, value)),
            },
            Number::Float(value) => self.push(Node::new(Tag::Float, 0, value.to_bits())),
            Number::Digits(text) => {
                if !crate::read::reader::is_number(text.as_bytes()) {
                    return Err(WriteError::Misuse("digits that are no number"));
                }
                let address = self.arena.copy(text).expose_provenance() as u64;
                self.push(Node::new(Tag::Digits, text.len(), address));
            }
        }
        Ok(())
    }

    pub fn bool(&mut self, value: bool) -> Result<(), WriteError> {
        self.place(false)?;
        self.push(Node::new(if value { Tag::True } else { Tag::False }, 0, 0));
        Ok(())
    }

    pub fn null(&mut self) -> Result<(), WriteError> {
        self.place(false)?;
        self.push(Node::new(Tag::Null, 0, 0));
        Ok(())
    }

    /// The document, if its one value is complete.
    pub fn finish(self) -> Result<Document<'t>, WriteError> {
        if self.current.0 != OUTSIDE || self.nodes.is_empty() {
            return Err(WriteError::Misuse("the document's value is not complete"));
        }
        Ok(Document { nodes: self.nodes, arena: self.arena, text: PhantomData })
    }
}

impl Default for Builder<'_> {
    fn default() -> Self {
        Builder::new()
    }
}

/// What [`fast::walk`] sees: it keeps the grammar, so nothing is checked again here. The strings it passes stay where they are for
/// as long as the text and the arena that it returns.
impl Handler for Builder<'_> {
    #[inline(always)]
    fn begin_object(&mut self) {
        self.begin(Tag::Object);
    }
    #[inline(always)]
    fn end_object(&mut self) {
        self.end(Tag::Object, 2);
    }
    #[inline(always)]
    fn begin_array(&mut self) {
        self.begin(Tag::Array);
    }
    #[inline(always)]
    fn end_array(&mut self) {
        self.end(Tag::Array, 1);
    }
    #[inline(always)]
    fn key(&mut self, key: &str) {
        self.push(Node::new(Tag::String, key.len(), key.as_ptr().expose_provenance() as u64));
    }
    #[inline(always)]
    fn string(&mut self, text: &str) {
        self.push(Node::new(Tag::String, text.len(), text.as_ptr().expose_provenance() as u64));
    }
    #[inline(always)]
    fn number(&mut self, number: Number<'_>) {
        self.push(match number {
            Number::Signed(value) => Node::new(Tag::Signed, 0, value as u64),
            Number::Unsigned(value) => Node::new(Tag::Unsigned, 0, value),
            Number::Float(value) => Node::new(Tag::Float, 0, value.to_bits()),
            Number::Digits(text) => {
                Node::new(Tag::Digits, text.len(), text.as_ptr().expose_provenance() as u64)
            }
        });
    }
    #[inline(always)]
    fn bool(&mut self, value: bool) {
        self.push(Node::new(if value { Tag::True } else { Tag::False }, 0, 0));
    }
    #[inline(always)]
    fn null(&mut self) {
        self.push(Node::new(Tag::Null, 0, 0));
    }
    fn restart(&mut self) {
        self.nodes.clear();
        self.open.clear();
        self.current = (OUTSIDE, 0);
    }
}

/// Remembers where keys have been copied to, each in a place of its own by length and ends; a key that finds its place taken is
/// copied again and takes it over.
#[derive(Default)]
struct Interner {
    places: Vec<(u64, usize)>,
}

impl Interner {
    const PLACES: usize = 256;

    fn address(&mut self, key: &str, arena: &mut Arena) -> u64 {
        if self.places.is_empty() {
            self.places = vec![(0, 0); Self::PLACES];
        }
        let bytes = key.as_bytes();
        let (first, last) = (bytes.first().copied().unwrap_or(0), bytes.last().copied().unwrap_or(0));
        let mixed = (bytes.len() as u32).wrapping_mul(0x9E37)
            ^ (first as u32) << 3
            ^ (last as u32).wrapping_mul(0x85);
        let place = &mut self.places[mixed as usize % Self::PLACES];
        if place.1 == key.len() && place.0 != 0 {
            // SAFETY: it is the address of a key of this length in the same arena.
            let known = unsafe { Node::new(Tag::String, place.1, place.0).text() };
            if key == known {
                return place.0;
            }
        }
        *place = (arena.copy(key).expose_provenance() as u64, key.len());
        place.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ErrorKind;

    #[test]
    fn a_node_takes_sixteen_bytes() {
        assert_eq!(size_of::<Node>(), 16);
    }

    #[test]
    fn duplicates_go_where_asked() {
        let text = br#"{"a":1,"b":{"x":1,"x":[2,{"y":1,"y":2}]},"a":{"c":3},"b2":[],"a":[7,8]}"#;
        let of = |duplicate_keys| {
            let options = ReadOptions { duplicate_keys, ..ReadOptions::default() };
            Document::parse_with(text, &options).map(|d| d.to_text().unwrap())
        };
        assert_eq!(of(DuplicateKeys::Keep).unwrap().as_bytes(), text);
        assert_eq!(of(DuplicateKeys::Last).unwrap(), r#"{"a":[7,8],"b":{"x":[2,{"y":2}]},"b2":[]}"#);
        assert_eq!(of(DuplicateKeys::First).unwrap(), r#"{"a":1,"b":{"x":1},"b2":[]}"#);
        let error = of(DuplicateKeys::Error).unwrap_err();
        assert_eq!((error.kind, error.offset), (ErrorKind::DuplicateKey, 18));
    }

    #[test]
    fn the_builder_keeps_order() {
        let mut builder = Builder::new();
        assert!(builder.key("a").is_err());
        builder.begin_object().unwrap();
        assert!(builder.null().is_err());
        builder.key("a").unwrap();
        assert!(builder.end_object().is_err());
        assert!(builder.key("b").is_err());
        builder.begin_array().unwrap();
        builder.number(Number::Signed(-5)).unwrap();
        builder.number(Number::Digits("123456789012345678901234567890")).unwrap();
        assert!(builder.number(Number::Digits("1x")).is_err());
        builder.string("x\ny").unwrap();
        assert!(builder.end_object().is_err());
        builder.end_array().unwrap();
        for _ in 0..2 {
            builder.key("again").unwrap();
            builder.bool(true).unwrap();
        }
        builder.end_object().unwrap();
        assert!(builder.null().is_err());
        let document = builder.finish().unwrap();
        let text = r#"{"a":[-5,123456789012345678901234567890,"x\ny"],"again":true,"again":true}"#;
        assert_eq!(document.to_text().unwrap(), text);
        assert_eq!(document.root().get("a").unwrap().at(0).unwrap().as_i64(), Some(-5));
        assert_eq!(document.root().get("a").unwrap().at(2).unwrap().as_str(), Some("x\ny"));
    }
}
