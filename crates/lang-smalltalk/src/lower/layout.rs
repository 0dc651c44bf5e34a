//! How objects of Smalltalk lie in memory, and the numbers of their classes.
//!
//! | object | words |
//! |---|---|
//! | with fields | class word, fields |
//! | with elements that are objects | class word, how many, fields, elements |
//! | with bytes | class word, how many, bytes |
//! | a symbol | class word, serial, how many bytes, bytes: the runtime's |
//! | a float that is no word | class word, bits |
//! | a class | class word, then its fields, of which the runtime knows the first five |
//! | a block | class word, function, parameters, receiver, home, captured values |
//! | a home | class word, whether its activation has not returned |
//!
//! The low half of a class word is the number of the class, the high half an identity hash that was asked
//! for.

use purlin_base::{EntityRef as _, Interner, PrimaryMap};

use crate::resolve::{Class, ClassId, Shape};

/// The kind of immediate that stands for no answer of a native.
pub(crate) const NONE: i64 = 4;

/// The number of the first class that is not one of the fixed ones.
const FIRST: u32 = 35;

/// Words of a closure before what it captures.
pub(crate) const CLOSURE_HEAD: i64 = 5;

/// The numbers of classes that natives know.
#[derive(Clone, Copy)]
pub(crate) struct Numbers {
    pub(crate) string: u32,
    pub(crate) symbol: u32,
    pub(crate) positive: u32,
    pub(crate) negative: u32,
}

impl Numbers {
    /// The number of floats.
    pub(crate) const FLOAT: u32 = 34;

    /// In one word, as natives get them.
    pub(crate) fn pack(self) -> i64 {
        let part = |n: u32, place: u32| i64::from(n & 0xffff) << (16 * place);
        part(self.string, 0) | part(self.symbol, 1) | part(self.positive, 2) | part(self.negative, 3)
    }

    pub(crate) fn unpack(word: i64) -> Numbers {
        let part = |place: u32| (word >> (16 * place)) as u32 & 0xffff;
        Numbers { string: part(0), symbol: part(1), positive: part(2), negative: part(3) }
    }
}

/// The layouts of the classes of a program.
pub(crate) struct Layouts<'p> {
    classes: &'p PrimaryMap<ClassId, Class>,
    names: &'p Interner,
    numbers: Vec<u32>,
}

impl<'p> Layouts<'p> {
    pub(crate) fn new(classes: &'p PrimaryMap<ClassId, Class>, names: &'p Interner) -> Layouts<'p> {
        let mut next = FIRST;
        let numbers = classes.values().map(|class| match names.text(class.name) {
            "UndefinedObject" => 1,
            "False" => 2,
            "True" => 3,
            "Character" => 4,
            "SmallInteger" => 33,
            "FloatD" => Numbers::FLOAT,
            _ => {
                next += 1;
                next - 1
            }
        });
        let numbers: Vec<u32> = numbers.collect();
        // Metaclasses come after all classes.
        Layouts { classes, names, numbers }
    }

    pub(crate) fn named(&self, name: &str) -> Option<ClassId> {
        self.classes.iter().find(|(_, class)| self.names.text(class.name) == name).map(|(id, _)| id)
    }

    /// How many classes have numbers of their own.
    fn own(&self) -> u32 {
        self.numbers.iter().filter(|n| **n >= FIRST).count() as u32
    }

    /// The number of a class, and of its metaclass.
    pub(crate) fn number(&self, class: ClassId, meta: bool) -> u32 {
        if meta { FIRST + self.own() + class.index() as u32 } else { self.numbers[class.index()] }
    }

    pub(crate) fn number_named(&self, name: &str) -> u32 {
        self.named(name).map_or(0, |class| self.number(class, false))
    }

    pub(crate) fn for_natives(&self) -> Numbers {
        Numbers {
            string: self.number_named("String"),
            symbol: self.number_named("Symbol"),
            positive: self.number_named("LargePositiveInteger"),
            negative: self.number_named("LargeNegativeInteger"),
        }
    }

    fn chain(&self, class: ClassId) -> impl Iterator<Item = &Class> {
        std::iter::successors(Some(class), |id| self.classes[*id].superclass).map(|id| &self.classes[id])
    }

    /// Fields of an instance.
    pub(crate) fn fields(&self, class: ClassId) -> usize {
        self.chain(class).map(|class| class.fields.len()).sum()
    }

    /// Fields of the class itself.
    pub(crate) fn class_fields(&self, class: ClassId) -> usize {
        let all = self.named("Metaclass").map_or(0, |id| self.fields(id));
        let own: usize = self.chain(class).map(|class| class.class_fields.len()).sum();
        all + own
    }

    pub(crate) fn shape(&self, class: ClassId) -> Shape {
        self.classes[class].shape
    }

    /// The word where the fields of an instance begin.
    pub(crate) fn first_field(&self, class: ClassId, meta: bool) -> i64 {
        if meta || self.shape(class) == Shape::Fields { 1 } else { 2 }
    }

    /// What a class says of its instances: their fields, and their shape in the low three bits.
    pub(crate) fn format(&self, class: ClassId) -> i64 {
        let shape = match self.shape(class) {
            Shape::Fields => 0,
            Shape::Pointers => 1,
            Shape::Bytes => 2,
            Shape::Characters if self.names.text(self.classes[class].name) == "Symbol" => 4,
            Shape::Characters => 3,
        };
        // The runtime lays these out itself.
        let is_special = self.chain(class).any(|c| {
            ["Behavior", "BlockClosure", "LargePositiveInteger", "LargeNegativeInteger"]
                .contains(&self.names.text(c.name))
        });
        let is_immediate = (1..=4).contains(&self.number(class, false))
            || [33, Numbers::FLOAT].contains(&self.number(class, false));
        if is_immediate || is_special { -1 } else { (self.fields(class) as i64) << 3 | shape }
    }
}
