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
//! | a global | class word, its value |
//! | a method of SOM's | class word, function, signature, holder, the method before it |
//!
//! The low half of a class word is the number of the class, the high half an identity hash that was asked
//! for.

use purlin_base::map::HashMap;
use purlin_base::{EntityRef as _, Interner, Name, PrimaryMap};

use crate::resolve::code::Program;
use crate::resolve::{Class, ClassId, Shape};

/// The kind of immediate that stands for no answer of a native, and for a global that there is not.
pub(crate) const NONE: i64 = 4;
/// The kind of immediate that SOM's `restart` answers to the method that begins again.
pub(crate) const RESTART: i64 = 5;

/// Where a class has its superclass.
pub(crate) const SUPERCLASS: i64 = 16;
/// Where a class has its number.
pub(crate) const NUMBER: i64 = 24;
/// Where a class has the format of its instances.
pub(crate) const FORMAT: i64 = 32;

/// The number of the first class that is not one of the fixed ones.
pub(crate) const FIRST: u32 = 35;

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

/// The numbers of large integers of SOM, whose class is that of all integers: kinds of immediates that no
/// word has stand for it, too.
pub(crate) const SOM_LARGE: [(i64, &str); 2] = [(30, "LargePositiveInteger"), (29, "LargeNegativeInteger")];

/// Words of a class of SOM's before its own fields, the class word not counted.
const SOM_CLASS_WORDS: usize = 6;

/// What is known of a class, its superclasses included.
#[derive(Clone, Copy, Default)]
struct Facts {
    /// Fields of an instance.
    fields: usize,
    /// Fields of the class itself beside those of all classes.
    class_fields: usize,
    /// Whether it has a superclass, or is a class, whose instances the runtime lays out itself.
    is_special: bool,
}

/// Classes whose instances, and those of their subclasses, are made by the runtime or by lowered code only.
const SPECIAL: [&str; 5] =
    ["Behavior", "BlockClosure", "LargePositiveInteger", "LargeNegativeInteger", "Baton"];
const SOM_SPECIAL: [&str; 8] =
    ["Class", "Metaclass", "Block", "Block1", "Block2", "Block3", "Method", "Primitive"];

/// The layouts of the classes of a program.
pub(crate) struct Layouts<'p> {
    classes: &'p PrimaryMap<ClassId, Class>,
    names: &'p Interner,
    /// Of each class its number and that of its metaclass.
    numbers: Vec<[u32; 2]>,
    by_name: HashMap<Name, ClassId>,
    by_text: HashMap<&'p str, ClassId>,
    facts: Vec<Facts>,
    pub(crate) is_som: bool,
}

/// What is known of each class.
fn facts(classes: &PrimaryMap<ClassId, Class>, is_special: impl Fn(&Class) -> bool) -> Vec<Facts> {
    let mut all: Vec<Option<Facts>> = vec![None; classes.len()];
    for id in classes.keys() {
        // The class and those of its superclasses of which nothing is known yet, from the inside out.
        let mut chain = Vec::new();
        let mut next = Some(id);
        while let Some(class) = next.filter(|class| all[class.index()].is_none()) {
            chain.push(class);
            next = classes[class].superclass.filter(|_| chain.len() <= classes.len());
        }
        for id in chain.into_iter().rev() {
            let class = &classes[id];
            let above = class.superclass.and_then(|above| all[above.index()]).unwrap_or_default();
            all[id.index()] = Some(Facts {
                fields: above.fields + class.fields.len(),
                class_fields: above.class_fields + class.class_fields.len(),
                is_special: above.is_special || is_special(class),
            });
        }
    }
    all.into_iter().map(Option::unwrap_or_default).collect()
}

/// The number of each class and of its metaclass. They do not depend on classes that come later, so that a
/// library has the same ones in all programs. SOM's metaclasses come after all classes.
fn numbers(classes: &PrimaryMap<ClassId, Class>, names: &Interner, is_som: bool) -> Vec<[u32; 2]> {
    let mut next = FIRST;
    let mut new = || {
        next += 1;
        next - 1
    };
    let mut all: Vec<[u32; 2]> = Vec::new();
    for class in classes.values() {
        let own = match (names.text(class.name), is_som) {
            ("UndefinedObject", false) | ("Nil", true) => 1,
            ("False", _) => 2,
            ("True", _) => 3,
            ("Character", false) => 4,
            ("SmallInteger", false) | ("Integer", true) => 33,
            ("FloatD", false) | ("Double", true) => Numbers::FLOAT,
            _ => new(),
        };
        all.push([own, if is_som { 0 } else { new() }]);
    }
    all.iter_mut().filter(|_| is_som).for_each(|both| both[1] = new());
    all
}

impl<'p> Layouts<'p> {
    pub(crate) fn new(program: &'p Program, names: &'p Interner) -> Layouts<'p> {
        let (classes, is_som) = (&program.classes, program.is_som);
        let numbers = numbers(classes, names, is_som);
        let by_name = classes.iter().map(|(id, class)| (class.name, id)).collect();
        let by_text = classes.iter().map(|(id, class)| (names.text(class.name), id)).collect();
        let special: &[&str] = if is_som { &SOM_SPECIAL } else { &SPECIAL };
        let facts = facts(classes, |class| special.contains(&names.text(class.name)));
        Layouts { classes, names, numbers, by_name, by_text, facts, is_som }
    }

    /// A class by its name in the library of Smalltalk-80; SOM has other names for some.
    pub(crate) fn named(&self, name: &str) -> Option<ClassId> {
        let name = match name {
            "UndefinedObject" if self.is_som => "Nil",
            "BlockClosure" if self.is_som => "Block",
            _ => name,
        };
        self.by_text.get(name).copied()
    }

    pub(crate) fn of_name(&self, name: Name) -> Option<ClassId> {
        self.by_name.get(&name).copied()
    }

    /// The numbers of the classes whose instances are classes, in a program of SOM's.
    pub(crate) fn metaclass_numbers(&self) -> std::ops::Range<u32> {
        let first = self.numbers.first().map_or(FIRST, |both| both[1]);
        first..first + self.classes.len() as u32
    }

    /// The number of the class of blocks with so many parameters.
    pub(crate) fn block_number(&self, parameters: usize) -> u32 {
        let name = match (self.is_som, parameters) {
            (true, 0) => "Block1",
            (true, 1) => "Block2",
            (true, 2) => "Block3",
            _ => "BlockClosure",
        };
        self.number_named(name)
    }

    /// The number of a class, and of its metaclass.
    pub(crate) fn number(&self, class: ClassId, meta: bool) -> u32 {
        self.numbers[class.index()][usize::from(meta)]
    }

    /// The highest number of a class or metaclass.
    pub(crate) fn last_number(&self) -> u32 {
        self.numbers.iter().flatten().copied().max().unwrap_or_default()
    }

    pub(crate) fn number_named(&self, name: &str) -> u32 {
        if let Some((number, _)) = SOM_LARGE.iter().find(|large| self.is_som && large.1 == name) {
            return *number as u32;
        }
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

    /// Fields of an instance.
    pub(crate) fn fields(&self, class: ClassId) -> usize {
        self.facts[class.index()].fields
    }

    /// Fields of the class itself.
    pub(crate) fn class_fields(&self, class: ClassId) -> usize {
        let all = if self.is_som {
            SOM_CLASS_WORDS
        } else {
            self.named("Class").map_or(0, |id| self.fields(id)).max(SOM_CLASS_WORDS)
        };
        all + self.facts[class.index()].class_fields
    }

    pub(crate) fn shape(&self, class: ClassId) -> Shape {
        self.classes[class].shape
    }

    /// The word where the fields of an instance begin.
    pub(crate) fn first_field(&self, class: ClassId, meta: bool) -> i64 {
        match meta {
            true if self.is_som => 1 + SOM_CLASS_WORDS as i64,
            true => 1,
            false if self.shape(class) == Shape::Fields => 1,
            false => 2,
        }
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
        let is_special = self.facts[class.index()].is_special;
        let is_immediate = self.number(class, false) < FIRST;
        if is_immediate || is_special { -1 } else { (self.fields(class) as i64) << 3 | shape }
    }
}
