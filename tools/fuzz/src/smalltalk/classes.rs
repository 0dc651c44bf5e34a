//! Classes of the program: fields, methods on both sides, recursion that ends, and what answers messages that
//! are not understood.

use super::{Class, Generator, Kind, Method, Variable, parameter};

impl Generator {
    pub(super) fn classes(&mut self) {
        for n in 0..1 + self.rng.below(4) {
            let superclass = match n {
                0 => "Object".to_string(),
                _ if self.rng.chance(60) => {
                    let at = self.rng.below(n);
                    self.classes[at].name.clone()
                }
                _ => "Object".to_string(),
            };
            self.class(format!("C{n}{}", self.suffix), superclass);
        }
    }

    /// The fields of a class, with those of its superclasses.
    fn fields_of(&self, name: &str) -> Vec<Variable> {
        let Some(class) = self.classes.iter().find(|class| class.name == name) else { return Vec::new() };
        let mut all = self.fields_of(&class.superclass);
        all.extend(class.fields.iter().cloned());
        all
    }

    fn class(&mut self, name: String, superclass: String) {
        let mut fields = Vec::new();
        for _ in 0..self.rng.below(4) {
            let (field, kind) = (self.fresh("f"), self.kind());
            fields.push(Variable { name: field, kind, assigned: true });
        }
        self.line(&format!("{superclass} subclass: {name} ["));
        self.indent += 1;
        let names: Vec<&str> = fields.iter().map(|field| &*field.name).collect();
        if !names.is_empty() {
            let line = format!("| {} |", names.join(" "));
            self.line(&line);
        }
        self.classes.push(Class { name: name.clone(), superclass, fields });
        self.line(&format!("{name} class >> thisClass [ ^self ]"));
        let fields = self.fields_of(&name);
        self.set_up(&name, &fields);
        self.within(fields, |g| {
            for _ in 0..1 + g.rng.below(5) {
                g.method(&name);
            }
            if g.rng.chance(50) {
                g.recursive();
            }
        });
        if self.rng.chance(25) {
            self.line("doesNotUnderstand: aMessage [ ^aMessage selector size + aMessage arguments size ]");
        }
        if self.rng.chance(30) {
            self.line(&format!("= other [ ^(other isKindOf: {name}) and: [true] ]"));
            self.line("hash [ ^7 ]");
        }
        if self.rng.chance(30) {
            self.line(&format!(
                "printOn: aStream [ super printOn: aStream. aStream nextPutAll: '<{name}>' ]"
            ));
        }
        self.indent -= 1;
        self.line("]");
        self.line("");
    }

    /// `new` sets the fields of an object.
    fn set_up(&mut self, name: &str, fields: &[Variable]) {
        if fields.is_empty() || self.rng.chance(20) {
            return;
        }
        self.line(&format!("{name} class >> new [ ^super new setUp; yourself ]"));
        self.line("setUp [");
        for field in fields {
            let value = match field.kind {
                Kind::Object => "nil".to_string(),
                kind => self.leaf(kind),
            };
            self.line(&format!("    {} := {value}.", field.name));
        }
        self.line("]");
    }

    /// A method that calls those before it.
    fn method(&mut self, class: &str) {
        let on_class = self.rng.chance(12);
        let redefined: Vec<Method> = self.methods.iter().filter(|m| !m.on_class).cloned().collect();
        let method = match redefined.is_empty() || self.rng.chance(70) {
            true => self.new_method(on_class),
            false => self.rng.pick(&redefined).clone(),
        };
        let names: Vec<String> = (0..method.parameters.len()).map(|_| self.fresh("q")).collect();
        let head: Vec<String> = (method.parts.iter().enumerate())
            .map(|(n, part)| names.get(n).map_or(part.clone(), |name| format!("{part} {name}")))
            .collect();
        let side = if method.on_class { format!("{class} class >> ") } else { String::new() };
        self.line(&format!("{side}{} [", head.join(" ")));
        let parameters = names.iter().zip(&method.parameters).map(|(name, kind)| parameter(name, *kind));
        let (fields, before) = (self.scope.len(), self.methods.len());
        // Class methods see no fields; a method that is defined anew calls only those before the first one.
        let hidden = if method.on_class { std::mem::take(&mut self.scope) } else { Vec::new() };
        let kept = self.methods.iter().position(|m| m.parts == method.parts).unwrap_or(before);
        let later = self.methods.split_off(kept);
        let temporary = self.fresh("t");
        let mut scope: Vec<Variable> = parameters.collect();
        scope.push(Variable { name: temporary.clone(), kind: Kind::Int, assigned: true });
        self.in_method = true;
        self.within(scope, |g| {
            g.line(&format!("    | {temporary} |"));
            g.line(&format!("    {temporary} := 0."));
            let count = g.rng.below(4);
            g.statements(count, 2);
            let value = g.expr(method.result, 3);
            g.line(&format!("    ^{value}"));
        });
        self.in_method = false;
        self.line("]");
        self.methods.extend(later);
        if method.on_class {
            self.scope = hidden;
        }
        debug_assert_eq!(self.scope.len(), fields);
        if self.methods.len() == before && !self.methods.iter().any(|m| m.parts == method.parts) {
            self.methods.push(method);
        }
    }

    fn new_method(&mut self, on_class: bool) -> Method {
        let parameters: Vec<Kind> = (0..self.rng.weighted(&[4, 4, 2, 1])).map(|_| self.kind()).collect();
        let name = self.fresh("m");
        let parts = match parameters.len() {
            0 => vec![name],
            n => (0..n).map(|k| if k == 0 { format!("{name}:") } else { format!("with{k}:") }).collect(),
        };
        Method { parts, parameters, result: self.kind(), on_class }
    }

    /// A method that calls itself with less, on objects of all classes.
    fn recursive(&mut self) {
        let name = self.fresh("r");
        self.line(&format!("{name}: n ["));
        let value = self.within(vec![parameter("n", Kind::Int)], |g| g.expr(Kind::Int, 2));
        self.line("    n < 1 ifTrue: [^0].");
        self.line("    n > 12 ifTrue: [^n].");
        let op = *self.rng.pick(&["+", "-", "bitXor:", "max:"]);
        self.line(&format!("    ^(self {name}: n - 1) {op} {value}"));
        self.line("]");
        let method = Method {
            parts: vec![format!("{name}:")],
            parameters: vec![Kind::Int],
            result: Kind::Int,
            on_class: false,
        };
        self.methods.push(method);
    }
}
