//! What inputs of a session leave for those after it, and the resolution of one input.
//!
//! An input that is wrong leaves nothing: it is resolved on a copy of what is known. Knows nothing of how
//! inputs are evaluated.

use purlin_base::map::{HashMap, HashSet};
use purlin_base::{Diagnostics, EntityRef as _, Interner, Name};

use super::classes::{Class, ClassId, Classes};
use super::code::{Program, Step};
use super::{Resolver, Rules};
use crate::ast::{Item, Unit};

/// The classes and the variables at top level that there are.
#[derive(Clone, Default)]
pub(crate) struct Known {
    classes: Classes,
    /// Variables at top level, and the globals that they are.
    top: HashMap<Name, Name>,
    /// Names with a small letter of globals that inputs have made.
    named: HashSet<Name>,
    /// Classes that define themselves what `new` does.
    with_new: HashSet<ClassId>,
    /// How many of the classes are the library's.
    sealed: usize,
}

/// An input that was resolved.
pub(crate) struct Input {
    pub(crate) steps: Vec<Step>,
    /// Whether the last step is a statement whose value is shown.
    pub(crate) shows: bool,
    /// The classes that the input makes, in an order in which each comes after its superclass.
    pub(crate) made: Vec<ClassId>,
    /// What is known after it.
    pub(crate) known: Known,
}

/// Where a field is, for what evaluates a method.
pub(crate) enum Place {
    /// In the receiver, by a number from 1.
    Field(u32),
    /// In a class that was made by an input, beside the object: by its number.
    OfClass(u32),
    /// In a class, which tells it by a message of this name.
    Told(Name),
    /// In a class, which does not tell it.
    Hidden,
}

impl Resolver<'_> {
    /// The program that a library and a unit below it are. The unit may do what the library may; after it the
    /// library is whole.
    pub(crate) fn with_unit(
        names: &mut Interner,
        diags: &mut Diagnostics,
        library: Vec<Class>,
        unit: &Unit,
    ) -> Program {
        let mut resolver = Resolver::new(names, diags);
        for class in library {
            resolver.classes.define(class);
        }
        resolver.unit(unit, Rules::Smalltalk80);
        resolver.seal();
        resolver.finish()
    }
}

impl Known {
    /// What is known before the first input: the classes of a library.
    pub(crate) fn of(library: &Program) -> Known {
        let mut known = Known { sealed: library.classes.len(), ..Known::default() };
        for class in library.classes.values() {
            known.classes.define(class.clone());
        }
        known
    }

    /// Resolves an input. Callers run on a [deep stack](purlin_base::on_deep_stack).
    pub(crate) fn resolve(&self, unit: &Unit, names: &mut Interner, diags: &mut Diagnostics) -> Input {
        let earlier = self.classes.all.len();
        let mut resolver = Resolver::new(names, diags);
        resolver.rules = Rules::Smalltalk80;
        resolver.classes = self.classes.clone();
        resolver.library = Some(self.sealed);
        resolver.earlier = earlier;
        resolver.top = self.top.clone();
        resolver.named = self.named.clone();
        resolver.with_new = self.with_new.clone();
        resolver.find_named(&unit.items);
        let mut shows = false;
        if let Some((last, others)) = unit.items.split_last() {
            resolver.items(others);
            let before = resolver.steps.len();
            resolver.items(std::slice::from_ref(last));
            // A statement that makes a class is no step of this kind.
            let is_one = matches!(&resolver.steps[before..], [Step::Run(_)]);
            shows = is_one && matches!(last, Item::Statement(_) | Item::Eval(_));
        }
        resolver.check_layouts();
        let Resolver { classes, steps, top, named, with_new, .. } = resolver;
        let made: Vec<ClassId> = classes.all.keys().skip(earlier).collect();
        let known = Known { classes, top, named, with_new, sealed: self.sealed };
        known.check_made(&made, diags);
        Input { steps, shows, made, known }
    }

    /// Reports classes that the library cannot make while a program runs.
    fn check_made(&self, made: &[ClassId], diags: &mut Diagnostics) {
        for id in made {
            let class = &self.classes.all[*id];
            match class.superclass.map(|above| self.classes.all[above].shape) {
                None => diags.error(class.pos, "a class of a session has a superclass"),
                Some(shape) if shape != class.shape => {
                    diags.error(class.pos, "a class of a session has the shape of its superclass");
                }
                Some(_) => {}
            }
        }
    }

    pub(crate) fn class(&self, id: ClassId) -> &Class {
        &self.classes.all[id]
    }

    /// Whether a class is the library's.
    pub(crate) fn is_sealed(&self, id: ClassId) -> bool {
        id.index() < self.sealed
    }

    /// The names of the classes and of the variables at top level.
    pub(crate) fn names(&self) -> impl Iterator<Item = Name> {
        self.classes
            .all
            .values()
            .map(|class| class.name)
            .chain(self.top.keys().copied())
            .chain(self.named.iter().copied())
    }

    /// Where a field is of those that methods of a class, or of its metaclass, see.
    pub(crate) fn place(&self, (class, meta): (ClassId, bool), field: u32, names: &Interner) -> Place {
        let named = |name: &str| self.classes.get(names.known(name)?);
        let of_classes = named("Class").map_or(0, |id| self.classes.instance_size(id) as u32);
        if !meta && !named("Behavior").is_some_and(|id| self.classes.is_above(class, id)) {
            return Place::Field(field + 1);
        }
        let holder = if meta { named("Class") } else { Some(class) };
        if !meta || field < of_classes {
            let name = holder.and_then(|id| self.field_names(id).get(field as usize).copied());
            let is_told = |name: &Name| {
                ["superclass", "name", "comment", "category", "instanceClass"].contains(&names.text(*name))
            };
            return name.filter(is_told).map_or(Place::Hidden, Place::Told);
        }
        // Variables of metaclasses of the library are in the class, which does not tell them.
        let sealed = self.classes.chain(class).filter(|id| self.is_sealed(*id));
        let hidden: usize = sealed.map(|id| self.classes.all[id].class_fields.len()).sum();
        match (field - of_classes) as usize >= hidden {
            true => Place::OfClass(field - of_classes),
            false => Place::Hidden,
        }
    }

    /// The names of the fields of a class's instances, in order.
    fn field_names(&self, class: ClassId) -> Vec<Name> {
        let chain: Vec<ClassId> = self.classes.chain(class).collect();
        chain.into_iter().rev().flat_map(|id| self.classes.all[id].fields.iter().copied()).collect()
    }
}
