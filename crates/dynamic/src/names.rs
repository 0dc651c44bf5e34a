//! What names stand for in nested functions whose variables are set once: a variable of a function around is
//! captured, by each function on the way. Knows nothing of the language's top level: a name that no function
//! has is the front end's to find.

use std::collections::HashMap;

/// Where the value of a name is, seen from the function that uses it. `F` is what needs no capture, such as a
/// global.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Place<F> {
    /// A local of the running function.
    Local(u32),
    /// What the running function captured.
    Capture(u32),
    /// The running function itself.
    Own,
    /// What is the same in every function.
    Fixed(F),
}

/// What a name stands for: its place, and what else the front end knows of it.
type Binding<F, K> = (Place<F>, K);

/// A function that is being resolved.
struct Frame<F, K> {
    /// The bindings of each name, the innermost last.
    names: HashMap<String, Vec<Binding<F, K>>>,
    locals: u32,
    captures: Vec<Place<F>>,
}

impl<F: Copy + PartialEq, K> Frame<F, K> {
    /// The place here of what has a place in the function around.
    fn capture(&mut self, outer: Place<F>) -> Place<F> {
        if let Place::Fixed(_) = outer {
            return outer;
        }
        let known = self.captures.iter().position(|place| *place == outer);
        let n = known.unwrap_or_else(|| {
            self.captures.push(outer);
            self.captures.len() - 1
        });
        Place::Capture(n as u32)
    }
}

/// The names of the functions around a place in the text, from the outside in.
pub struct Names<F, K> {
    frames: Vec<Frame<F, K>>,
}

impl<F: Copy + PartialEq, K: Copy> Names<F, K> {
    /// The names of a text before its first, in what is like a function: the top level.
    pub fn new() -> Names<F, K> {
        let mut names = Names { frames: Vec::new() };
        names.begin();
        names
    }

    /// Begins a function.
    pub fn begin(&mut self) {
        self.frames.push(Frame { names: HashMap::new(), locals: 0, captures: Vec::new() });
    }

    /// Ends the function begun last: the places of what it captures, in the function around it.
    pub fn end(&mut self) -> Vec<Place<F>> {
        self.frames.pop().map(|frame| frame.captures).unwrap_or_default()
    }

    /// Gives a name a new local of the running function: its place.
    pub fn local(&mut self, name: &str, known: K) -> Place<F> {
        let Some(frame) = self.frames.last_mut() else { return Place::Own };
        let place = Place::Local(frame.locals);
        frame.locals += 1;
        self.bind(name, place, known)
    }

    /// Lets a name stand for what has a place in the running function: the place.
    pub fn bind(&mut self, name: &str, place: Place<F>, known: K) -> Place<F> {
        if let Some(frame) = self.frames.last_mut() {
            frame.names.entry(name.to_owned()).or_default().push((place, known));
        }
        place
    }

    /// The name stands again for what it did before it was bound last, as where a block ends.
    pub fn unbind(&mut self, name: &str) {
        self.frames.last_mut().and_then(|frame| frame.names.get_mut(name)?.pop());
    }

    /// What a name stands for, captured by the functions on the way; `None` if no function has it.
    pub fn find(&mut self, name: &str) -> Option<(Place<F>, K)> {
        let bound = |frame: &Frame<F, K>| frame.names.get(name)?.last().copied();
        let (at, (place, known)) =
            self.frames.iter().enumerate().rev().find_map(|(at, frame)| Some((at, bound(frame)?)))?;
        let inner = self.frames[at + 1..].iter_mut();
        Some((inner.fold(place, |place, frame| frame.capture(place)), known))
    }
}

impl<F: Copy + PartialEq, K: Copy> Default for Names<F, K> {
    fn default() -> Names<F, K> {
        Names::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_on_the_way_capture() {
        let mut names: Names<char, u8> = Names::new();
        names.local("a", 1);
        names.bind("f", Place::Fixed('f'), 2);
        names.begin();
        names.bind("self", Place::Own, 3);
        names.local("b", 4);
        names.begin();
        assert_eq!(names.find("b"), Some((Place::Capture(0), 4)));
        assert_eq!(names.find("a"), Some((Place::Capture(1), 1)));
        assert_eq!(names.find("b"), Some((Place::Capture(0), 4)));
        assert_eq!(names.find("self"), Some((Place::Capture(2), 3)));
        assert_eq!((names.find("f"), names.find("c")), (Some((Place::Fixed('f'), 2)), None));
        assert_eq!(names.end(), [Place::Local(0), Place::Capture(0), Place::Own]);
        assert_eq!(names.end(), [Place::Local(0)]);
        assert_eq!(names.find("a"), Some((Place::Local(0), 1)));
    }

    #[test]
    fn a_name_may_be_hidden_for_a_while() {
        let mut names: Names<(), ()> = Names::default();
        let outer = names.local("a", ());
        let inner = names.local("a", ());
        assert_ne!(outer, inner);
        assert_eq!(names.find("a"), Some((inner, ())));
        names.unbind("a");
        assert_eq!(names.find("a"), Some((outer, ())));
        names.unbind("a");
        assert_eq!(names.find("a"), None);
    }
}
