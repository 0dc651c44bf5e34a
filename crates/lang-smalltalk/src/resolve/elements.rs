//! Classes whose instances have fields as well as elements: `variableSubclass:` with names of variables.
//! Methods reach fields by their places whatever the receiver is, so such an instance is a row of fields, the
//! last of which holds an array of the elements. The library finds it through messages that such a class gets
//! here (`Behavior>>elementsField`), where a primitive has no answer for want of elements.
//!
//! Knows nothing of how the library uses them.

use purlin_base::Name;

use super::classes::{ClassId, Shape};
use super::{Resolver, Rules};
use crate::ast::{ExprKind, Literal};

/// The name of the field, which no text can name.
const FIELD: &str = "(elements)";

impl Resolver<'_> {
    /// Adds the field for the elements, if instances are to have both; the shape is then that of a row of
    /// fields. Whatever has characters for elements stays as it is, and so does the library.
    pub(super) fn with_field_for_elements(
        &mut self,
        superclass: Option<ClassId>,
        fields: &mut Vec<Name>,
        shape: Shape,
    ) -> Shape {
        let inherited = superclass.map_or(0, |above| self.classes.instance_size(above));
        let has_both = inherited + fields.len() > 0 && matches!(shape, Shape::Pointers | Shape::Bytes);
        if !has_both || self.library.is_none() || self.rules == Rules::Som {
            return shape;
        }
        fields.push(self.names.intern(FIELD));
        Shape::Fields
    }

    /// Adds the methods that tell the library about the field, if the class has declared it.
    pub(super) fn tell_of_elements(&mut self, class: ClassId, shape: Shape) {
        let field = self.names.intern(FIELD);
        let there = &self.classes.all[class];
        if !there.fields.contains(&field) {
            return;
        }
        let (pos, superclass) = (there.pos, there.superclass);
        let place = self.classes.field(class, field).map_or(0, |place| place + 1);
        self.answering(class, true, "elementsField", ExprKind::Literal(Literal::Integer(place.into())), pos);
        if shape == Shape::Bytes {
            let bytes = self.named_expr("ByteArray", pos);
            self.answering(class, true, "elementsClass", bytes, pos);
        }
        let copy = self.sent_to("self", "indexedCopy", pos);
        self.answering(class, false, "shallowCopy", copy, pos);
        if superclass.is_some_and(|above| self.classes.all[above].shape != Shape::Fields) {
            let size = self.sent_to("self", "basicSize", pos);
            self.answering(class, false, "size", size, pos);
        }
    }
}
