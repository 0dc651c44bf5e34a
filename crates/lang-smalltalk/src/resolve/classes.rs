//! The classes that a program defines or extends: what their methods see. Knows nothing of code.

use purlin_base::map::HashMap;
use purlin_base::wire::{Malformed, Reader, Wire, Writer};
use purlin_base::{Interner, Name, Pos, PrimaryMap, entity_impl, wire_enum, wire_structs};

/// A class of a program.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ClassId(u32);
entity_impl!(ClassId, "class");

/// A class, as far as the text defines it.
#[derive(Clone)]
pub struct Class {
    /// With its namespaces, but for `Smalltalk`.
    pub name: Name,
    pub pos: Pos,
    pub superclass: Option<ClassId>,
    /// The fields that the class adds to those of its superclass.
    pub fields: Vec<Name>,
    /// The fields that the metaclass adds.
    pub class_fields: Vec<Name>,
    pub class_variables: Vec<Name>,
    pub shape: Shape,
}

/// What the instances of a class have besides their fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    Fields,
    /// Elements that are objects: `<shape: #pointer>`.
    Pointers,
    /// Elements from 0 to 255: `<shape: #byte>`.
    Bytes,
    /// Elements that are characters: `<shape: #character>`.
    Characters,
}

/// What the name of a program's class begins with, if the library has one of that name, too.
pub(super) const BESIDE: &str = "Smalltalk.";

impl Class {
    /// The name as it prints, and as globals are looked up.
    pub(crate) fn plain_name<'a>(&self, names: &'a Interner) -> &'a str {
        let name = names.text(self.name);
        name.strip_prefix(BESIDE).unwrap_or(name)
    }
}

impl Wire for ClassId {
    fn put(&self, out: &mut Writer) {
        self.0.put(out);
    }

    fn take(from: &mut Reader<'_>) -> Result<ClassId, Malformed> {
        Wire::take(from).map(ClassId)
    }
}

wire_structs! {
    Class { name, pos, superclass, fields, class_fields, class_variables, shape }
}

wire_enum!(Shape {
    0 Fields {}
    1 Pointers {}
    2 Bytes {}
    3 Characters {}
});

/// All classes, by name.
#[derive(Clone, Default)]
pub(super) struct Classes {
    pub(super) all: PrimaryMap<ClassId, Class>,
    by_name: HashMap<Name, ClassId>,
}

/// Superclasses of a class that are looked at: more are a cycle, which a redefinition can make.
const MAX_CHAIN: usize = 65_536;

impl Classes {
    pub(super) fn get(&self, name: Name) -> Option<ClassId> {
        self.by_name.get(&name).copied()
    }

    /// Defines a class, or redefines it. A class that is redefined keeps the fields of its own that it had:
    /// methods name them by their places.
    pub(super) fn define(&mut self, mut class: Class) -> ClassId {
        match self.get(class.name) {
            Some(id) => {
                let mut fields = std::mem::take(&mut self.all[id].class_fields);
                let more = class.class_fields.iter().filter(|name| !fields.contains(name));
                let more: Vec<Name> = more.copied().collect();
                fields.extend(more);
                class.class_fields = fields;
                self.all[id] = class;
                id
            }
            None => {
                let name = class.name;
                let id = self.all.push(class);
                self.by_name.insert(name, id);
                id
            }
        }
    }

    /// Lets another class take the name of one. Whatever refers to that one by its number still does.
    pub(super) fn forget(&mut self, name: Name) {
        self.by_name.remove(&name);
    }

    /// The class and its superclasses, from the inside out.
    pub(super) fn chain(&self, class: ClassId) -> impl Iterator<Item = ClassId> {
        std::iter::successors(Some(class), |id| self.all[*id].superclass).take(MAX_CHAIN)
    }

    /// Whether making `above` the superclass of `class` would close a circle.
    pub(super) fn is_above(&self, above: ClassId, class: ClassId) -> bool {
        self.chain(above).any(|id| id == class)
    }

    /// The place of a field in the instances of the class; the innermost of several of that name.
    pub(super) fn field(&self, class: ClassId, name: Name) -> Option<u32> {
        let owner = self.chain(class).find(|id| self.all[*id].fields.contains(&name))?;
        let own = self.all[owner].fields.iter().rposition(|f| *f == name)?;
        let before = self.all[owner].superclass.map_or(0, |above| self.instance_size(above));
        Some((before + own) as u32)
    }

    /// How many fields the instances of a class have.
    pub(super) fn instance_size(&self, class: ClassId) -> usize {
        self.chain(class).map(|id| self.all[id].fields.len()).sum()
    }

    /// The place of a field in the class itself, after the fields that all classes have.
    pub(super) fn class_field(&self, class: ClassId, name: Name, names: &mut Interner) -> Option<u32> {
        let of_classes = self.get(names.intern("Class"));
        let owner = self.chain(class).find(|id| self.all[*id].class_fields.contains(&name));
        let Some(owner) = owner else { return self.field(of_classes?, name) };
        let own = self.all[owner].class_fields.iter().rposition(|f| *f == name)?;
        let above = self.all[owner].superclass;
        let inherited: usize =
            above.map_or(0, |above| self.chain(above).map(|id| self.all[id].class_fields.len()).sum());
        Some((of_classes.map_or(0, |id| self.instance_size(id)) + inherited + own) as u32)
    }

    /// The class that declares a class variable, which subclasses see too.
    pub(super) fn class_variable(&self, class: ClassId, name: Name) -> Option<ClassId> {
        self.chain(class).find(|id| self.all[*id].class_variables.contains(&name))
    }
}
