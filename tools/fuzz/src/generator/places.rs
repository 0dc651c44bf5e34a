//! Places: paths from variables in scope to the values within them, for reading, writing and taking
//! addresses. This module knows nothing of the expressions that are built around them.

use super::Generator;
use super::types::Ty;

/// One step of a path into a variable.
#[derive(Clone, Debug)]
pub(super) enum Step {
    Field(String),
    Array(usize),
    /// A slice's element, with the length that is certain.
    Slice(usize),
    Map(Ty),
    Deref,
}

/// A path from a variable to a value within it.
#[derive(Clone, Debug)]
pub(super) struct Place {
    pub(super) root: String,
    pub(super) steps: Vec<Step>,
    pub ty: Ty,
    bounds: Option<(i64, i64)>,
    pub constant: bool,
    pub panics: bool,
    /// The root itself, a growing slice.
    pub own: bool,
}

/// Where to search for places.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Access {
    Read,
    Write,
    /// `&place` may be written.
    Address,
}

impl Place {
    /// The place one step further.
    fn then(&self, step: Step, ty: &Ty, panics: bool) -> Place {
        let mut next = self.clone();
        next.steps.push(step);
        next.ty = ty.clone();
        next.panics |= panics;
        next.bounds = None;
        next.own = false;
        next
    }
}

/// A search for places.
struct Query<'a> {
    access: Access,
    want: &'a dyn Fn(&Ty) -> bool,
}

/// A place that a search has reached.
struct Visit {
    place: Place,
    /// Whether the place itself may be found, and not only its parts.
    whole: bool,
    addressable: bool,
    /// The least length that the place has for certain, and whether it is certainly not nil.
    certain: (usize, bool),
}

impl Visit {
    fn of_part(place: Place, addressable: bool) -> Visit {
        Visit { place, whole: true, addressable, certain: (0, false) }
    }
}

impl Generator {
    /// All places of types that `want` accepts.
    pub(super) fn places(&self, access: Access, want: &dyn Fn(&Ty) -> bool) -> Vec<Place> {
        let mut found = Vec::new();
        for var in self.visible() {
            if var.constant && access != Access::Read {
                continue;
            }
            let start = Place {
                root: var.name.clone(),
                steps: Vec::new(),
                ty: var.ty.clone(),
                bounds: var.bounds,
                constant: var.constant,
                panics: false,
                own: var.own,
            };
            let whole = access == Access::Read || (var.mutable && !var.own);
            let certain = (var.min_len, var.nonnil);
            let start = Visit { place: start, whole, addressable: true, certain };
            self.explore(start, &Query { access, want }, &mut found);
            if found.len() > 96 {
                break;
            }
        }
        found
    }

    fn explore(&self, at: Visit, query: &Query<'_>, found: &mut Vec<Place>) {
        let Visit { place, whole, addressable, certain } = at;
        if whole && (query.want)(&place.ty) && (query.access == Access::Read || addressable) {
            found.push(place.clone());
        }
        if place.steps.len() >= 3 || found.len() > 128 {
            return;
        }
        if let Some(fields) = self.types.fields(&place.ty) {
            for field in fields {
                let next = place.then(Step::Field(field.name.clone()), &field.ty, false);
                self.explore(Visit::of_part(next, addressable), query, found);
                if field.embedded {
                    for promoted in self.types.fields(&field.ty).unwrap_or_default() {
                        let next = place.then(Step::Field(promoted.name.clone()), &promoted.ty, false);
                        self.explore(Visit::of_part(next, addressable), query, found);
                    }
                }
            }
            return;
        }
        if let Some(next) = self.element(&place, addressable, certain, query.access) {
            self.explore(next, query, found);
        }
    }

    /// The element of an array, a slice or a map, or what a pointer points to. `certain` says which length
    /// the place has at least, and whether it is not nil.
    fn element(
        &self,
        place: &Place,
        addressable: bool,
        certain: (usize, bool),
        access: Access,
    ) -> Option<Visit> {
        let (min_len, nonnil) = certain;
        let may_panic = !place.panics && self.panics_left > 0;
        match self.types.plain(&place.ty) {
            Ty::Array(len, of) => Some(Visit::of_part(place.then(Step::Array(*len), of, false), addressable)),
            Ty::Slice(of) if min_len > 0 || may_panic => {
                let is_shared = !(access == Access::Address && place.own);
                let next = place.then(Step::Slice(min_len), of, min_len == 0);
                is_shared.then(|| Visit::of_part(next, true))
            }
            Ty::Ptr(to) if nonnil || may_panic => {
                Some(Visit::of_part(place.then(Step::Deref, to, !nonnil), true))
            }
            Ty::Map(key, of)
                if access == Access::Read || (access == Access::Write && (nonnil || may_panic)) =>
            {
                let next = place.then(Step::Map((**key).clone()), of, access == Access::Write && !nonnil);
                // An element of a map is assigned as a whole or not at all.
                Some(Visit::of_part(next, access == Access::Write))
            }
            _ => None,
        }
    }

    /// Whether a place can be written: it does not pass through a map's element.
    fn writable(place: &Place) -> bool {
        let inner = place.steps.len().saturating_sub(1);
        let mut through_map = false;
        for (i, step) in place.steps.iter().enumerate() {
            match step {
                Step::Map(_) => through_map = i < inner,
                Step::Slice(_) | Step::Deref => through_map = false,
                Step::Field(_) | Step::Array(_) => {}
            }
        }
        !through_map
    }

    pub(super) fn place(&mut self, access: Access, want: &dyn Fn(&Ty) -> bool) -> Option<Place> {
        let mut found = self.places(access, want);
        if access != Access::Read {
            found.retain(Generator::writable);
        }
        if found.is_empty() { None } else { Some(self.rng.pick(&found).clone()) }
    }

    /// The text of a place; its indices are drawn here.
    pub(super) fn place_text(&mut self, place: &Place) -> String {
        if place.panics {
            self.panics_left = 0;
        }
        self.nesting += 1;
        let text = self.path_text(place);
        self.nesting -= 1;
        text
    }

    fn path_text(&mut self, place: &Place) -> String {
        let mut text = place.root.clone();
        let mut pointer = false;
        for step in &place.steps {
            match step {
                Step::Field(name) => {
                    text = format!("{text}.{name}");
                    pointer = false;
                    continue;
                }
                Step::Array(_) | Step::Slice(_) | Step::Map(_) | Step::Deref => {}
            }
            if pointer {
                text = format!("(*{text})");
                pointer = false;
            }
            match step {
                Step::Field(_) => {}
                Step::Array(len) => text = format!("{text}[{}]", self.index(*len)),
                Step::Slice(0) => {
                    self.uses("panic_index");
                    let index = self.loose_index();
                    text = format!("{text}[{index}]");
                }
                Step::Slice(len) => text = format!("{text}[{}]", self.index(*len)),
                Step::Map(key) => {
                    let key =
                        if self.nesting > 2 { self.key_literal(key, 1) } else { self.expr(key, 0).text };
                    text = format!("{text}[{key}]");
                }
                Step::Deref => pointer = true,
            }
        }
        if pointer { format!("(*{text})") } else { text }
    }

    /// An index that is certainly below `len`.
    pub(super) fn index(&mut self, len: usize) -> String {
        let len = len.max(1);
        let kinds = if self.nesting > 2 { 3 } else { 5 };
        match self.rng.below(kinds) {
            0 => self.rng.below(len).to_string(),
            1 | 2 => {
                let bounded: Vec<String> = self
                    .visible()
                    .iter()
                    .filter(|v| v.bounds.is_some_and(|(lo, hi)| lo >= 0 && hi < len as i64))
                    .map(|v| v.name.clone())
                    .collect();
                if bounded.is_empty() {
                    self.rng.below(len).to_string()
                } else {
                    self.rng.pick(&bounded).clone()
                }
            }
            3 => {
                let mask = (len + 1).next_power_of_two() / 2 - 1;
                let of = self.int_type();
                let e = self.variable_expr(&of, 1);
                if mask == 0 { "0".to_string() } else { format!("{}&{mask}", e.text) }
            }
            _ => {
                let of = Ty::Int(5 + self.rng.below(5));
                let e = self.variable_expr(&of, 1);
                format!("{}%{len}", e.text)
            }
        }
    }

    /// An index that may be out of range, though not by much.
    pub(super) fn loose_index(&mut self) -> String {
        if self.nesting > 2 {
            return self.rng.below(4).to_string();
        }
        let of = self.int_type();
        let e = self.variable_expr(&of, 1);
        match self.rng.below(4) {
            0 => self.rng.below(4).to_string(),
            1 if self.types.int_kind(&of).is_some_and(|k| k.signed) => format!("{}%5", e.text),
            _ => format!("{}&{}", e.text, self.rng.pick(&[1, 3, 7])),
        }
    }
}
