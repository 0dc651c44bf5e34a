//! A machine that executes resolved programs by walking them: slow, and simple enough to be right by
//! inspection.
//!
//! The machine checks the library and the front end, and is what the outputs of programs are compared with.
//! Objects are counted references; a block copies the variables that resolution says it may copy, so that a
//! wrong answer there is seen.

mod eval;
mod json;
mod objects;
mod primitives;
mod som;

use std::collections::HashMap;
use std::rc::Rc;

use purlin_base::{Diagnostics, EntityRef, Interner, Name, SourceMap};
use purlin_lang_smalltalk::resolve::code::{Method, Program, Step};
use purlin_lang_smalltalk::resolve::{ClassId, Resolver, Rules, Shape};
use purlin_lang_smalltalk::{Syntax, library, parse_file};

pub use eval::Unwind;
pub use objects::{Class, Closure, Data, Elements, Home, Object, Value};

/// Sends within sends that are executed: far more than programs of the tests need.
const MAX_DEPTH: usize = 20_000;

/// The state of a program.
pub struct Machine {
    /// The text of every name of the program.
    texts: Vec<&'static str>,
    /// Classes at even places, each followed by its metaclass.
    pub classes: Vec<Class>,
    /// The place of each class of the resolved program.
    places: HashMap<ClassId, usize>,
    globals: HashMap<String, Value>,
    symbols: HashMap<String, Rc<Object>>,
    shared: HashMap<(ClassId, Name), Value>,
    constants: HashMap<*const Method, Value>,
    handler: Value,
    pub output: Vec<u8>,
    /// Whether programs are SOM's, with its library and its primitives.
    pub is_som: bool,
    depth: usize,
    /// Objects made so far: their identities.
    made: i64,
}

/// A program that was read: its steps, the texts of its names, and what is wrong with it.
pub struct Loaded {
    pub program: &'static Program,
    pub texts: Vec<&'static str>,
    pub errors: Vec<String>,
}

/// Reads a SOM program that begins with the class of the first word. What is read stays for the whole
/// process.
pub fn load_som(tree: &dyn purlin_base::SourceTree, folders: &[String], words: &[&str]) -> Loaded {
    let (mut sources, mut names, mut diags) = (SourceMap::new(), Interner::new(), Diagnostics::default());
    let path = purlin_lang_smalltalk::classpath::ClassPath { tree, folders };
    let units = path.load(words, &mut sources, &mut names, &mut diags);
    let mut resolver = Resolver::new(&mut names, &mut diags);
    units.iter().for_each(|unit| resolver.unit(unit, Rules::Som));
    let program = resolver.finish();
    loaded(program, names, diags, &sources)
}

/// Reads the library and a program. What is read stays for the whole process, which is that of a test.
pub fn load(files: &[(&str, &str)]) -> Loaded {
    let (mut sources, mut names, mut diags) = (SourceMap::new(), Interner::new(), Diagnostics::default());
    let mut units = Vec::new();
    for (name, text) in library::SOURCES.iter().chain(files) {
        let file = sources.add(*name, *text).expect("little source");
        let syntax = Syntax::of(name, text);
        units.push((parse_file(&sources, file, syntax, &mut names, &mut diags), syntax));
    }
    let mut resolver = Resolver::new(&mut names, &mut diags);
    for (n, (unit, syntax)) in units.iter().enumerate() {
        if n == library::SOURCES.len() {
            resolver.seal();
        }
        let rules = if *syntax == Syntax::Som { Rules::Som } else { Rules::Smalltalk80 };
        resolver.unit(unit, rules);
    }
    let program = resolver.finish();
    loaded(program, names, diags, &sources)
}

fn loaded(program: Program, mut names: Interner, diags: Diagnostics, sources: &SourceMap) -> Loaded {
    let program: &'static Program = Box::leak(Box::new(program));
    let errors = diags.finish().iter().map(|d| d.render(sources)).collect();
    // Names are dense: the text of the next one that is interned would be that of the first that is not
    // there.
    let count = names.intern("a name that no program has\0").index();
    let texts = (0..count).map(|n| &*Box::leak(names.text(Name::new(n)).to_owned().into_boxed_str()));
    Loaded { program, texts: texts.collect(), errors }
}

impl Machine {
    pub fn new(loaded: &Loaded) -> Machine {
        let mut machine = Machine {
            texts: loaded.texts.clone(),
            classes: Vec::new(),
            places: HashMap::new(),
            globals: HashMap::new(),
            symbols: HashMap::new(),
            shared: HashMap::new(),
            constants: HashMap::new(),
            handler: Value::Nil,
            output: Vec::new(),
            is_som: false,
            depth: 0,
            made: 0,
        };
        machine.globals.insert("Smalltalk".into(), Value::Nil);
        machine
    }

    fn text(&self, name: Name) -> &'static str {
        self.texts[name.index()]
    }

    /// Executes the steps of a program.
    pub fn run(&mut self, program: &'static Program) -> Result<(), String> {
        for step in &program.steps {
            match step {
                Step::Define { class, initialisers } => {
                    let place = self.define(program, *class);
                    for (name, method) in initialisers {
                        let receiver = Value::Object(self.classes[place].object.clone());
                        let value = self.call(receiver, method, place + 1, vec![]).map_err(stopped)?;
                        self.shared.insert((*class, *name), value);
                    }
                }
                Step::Method { class, meta, method } => {
                    let place = self.places[class] + usize::from(*meta);
                    let selector = self.text(method.selector).to_owned();
                    if self.classes[place].methods.insert(selector.clone(), method).is_none() {
                        self.classes[place].order.push(selector);
                    }
                }
                Step::Run(method) => {
                    self.prepare();
                    let block = self.statement(method);
                    // A block that returns from the statement ends it.
                    match self.send(Value::Nil, "runStatement:", vec![block]) {
                        Ok(_) | Err(Unwind::Leave(..)) => {}
                        Err(unwind) => return Err(stopped(unwind)),
                    }
                }
            }
        }
        Ok(())
    }

    /// The globals that are instances, and the names of classes that were defined before String.
    fn prepare(&mut self) {
        for place in (0..self.classes.len()).step_by(2) {
            let object = self.classes[place].object.clone();
            if matches!(object.data.borrow().fields[4], Value::Nil) {
                let name = self.classes[place].name.clone();
                let name = self.string(&name);
                object.data.borrow_mut().fields[4] = name;
            }
        }
        for (global, class) in [
            ("Smalltalk", "SystemDictionary"),
            ("Transcript", "TextCollector"),
            ("Processor", "ProcessorScheduler"),
            ("stdout", "StandardOutput"),
        ] {
            if let Some(place) = self.class_named(class)
                && !matches!(self.globals.get(global), Some(Value::Object(_)))
            {
                let value = self.instance(place, 0);
                self.globals.insert(global.into(), value);
            }
        }
    }

    pub fn class_named(&self, name: &str) -> Option<usize> {
        self.classes.iter().step_by(2).position(|c| c.name == name).map(|n| 2 * n)
    }

    /// Makes a class and its metaclass, or gives them new superclasses and fields: its place.
    fn define(&mut self, program: &Program, id: ClassId) -> usize {
        let class = &program.classes[id];
        let name = self.text(class.name);
        // SOM's files do not say so.
        let shape = match name {
            "Array" | "Method" | "Primitive" if self.is_som => Shape::Pointers,
            "String" | "Symbol" if self.is_som => Shape::Characters,
            _ => above_shape(class, |id| self.classes[self.places[&id]].shape),
        };
        let above = class.superclass.map(|above| self.places[&above]);
        let own = |names: &[Name], texts: &[&'static str]| -> Vec<String> {
            names.iter().map(|n| texts[n.index()].to_owned()).collect()
        };
        let fields = own(&class.fields, &self.texts);
        let class_fields = own(&class.class_fields, &self.texts);
        let place = self.define_named(name, above, fields, class_fields, shape);
        self.places.insert(id, place);
        place
    }

    pub fn define_named(
        &mut self,
        name: &str,
        above: Option<usize>,
        fields: Vec<String>,
        class_fields: Vec<String>,
        shape: Shape,
    ) -> usize {
        let inherited = |place: Option<usize>, all: &[Class]| place.map_or(vec![], |p| all[p].fields.clone());
        let of_classes = self.class_named("Class");
        let meta_above = above.map(|p| p + 1).or(of_classes);
        let fields = [inherited(above, &self.classes), fields].concat();
        let meta_fields = [inherited(meta_above, &self.classes), class_fields].concat();
        let place = match self.class_named(name) {
            Some(place) => place,
            None => {
                let place = self.classes.len();
                // Before there is a class Class its instances have the fields that the library gives it
                // first.
                for (n, class) in [place + 1, usize::MAX].into_iter().enumerate() {
                    let object = self.object(class, Data::with_fields(16));
                    self.classes.push(Class::new(name, n == 1, object));
                }
                place
            }
        };
        if !self.is_som {
            self.fill_class(place, above, meta_above);
        }
        let object = self.classes[place].object.clone();
        let class = &mut self.classes[place];
        (class.above, class.fields, class.shape) = (above, fields, shape);
        let class = &mut self.classes[place + 1];
        (class.above, class.fields, class.shape) = (meta_above, meta_fields, Shape::Fields);
        self.globals.insert(name.to_owned(), Value::Object(object));
        if name == "Class" {
            self.close_metaclasses(place);
        }
        place
    }

    /// The fields of a class as the library declares them.
    fn fill_class(&mut self, place: usize, above: Option<usize>, meta_above: Option<usize>) {
        let superclass = above.map_or(Value::Nil, |p| Value::Object(self.classes[p].object.clone()));
        let name = self.classes[place].name.clone();
        let title = self.string(&name);
        let object = self.classes[place].object.clone();
        object.data.borrow_mut().fields[1] = superclass;
        object.data.borrow_mut().fields[4] = title;
        let meta = self.classes[place + 1].object.clone();
        // The superclass of a root's metaclass is Class.
        let meta_superclass =
            meta_above.map_or(Value::Nil, |p| Value::Object(self.classes[p].object.clone()));
        meta.data.borrow_mut().fields[1] = meta_superclass;
        meta.data.borrow_mut().fields[5] = Value::Object(object);
    }

    /// Metaclasses that were defined before Class inherit from it, too.
    fn close_metaclasses(&mut self, of_classes: usize) {
        let (fields, object) =
            (self.classes[of_classes].fields.clone(), self.classes[of_classes].object.clone());
        for class in self.classes.iter_mut().filter(|c| c.is_meta) {
            if class.above.is_none() {
                class.above = Some(of_classes);
                if !self.is_som {
                    class.object.data.borrow_mut().fields[1] = Value::Object(object.clone());
                }
            }
            if class.fields.is_empty() {
                class.fields.clone_from(&fields);
            }
        }
    }
}

/// The shape of a class: its own, or that of its superclass.
fn above_shape(class: &purlin_lang_smalltalk::resolve::Class, above: impl Fn(ClassId) -> Shape) -> Shape {
    match (class.shape, class.superclass) {
        (Shape::Fields, Some(id)) => above(id),
        (shape, _) => shape,
    }
}

fn stopped(unwind: Unwind) -> String {
    match unwind {
        Unwind::Stop(why) => why,
        Unwind::Restart => "nothing to restart".into(),
        Unwind::Leave(..) => "a block left a method that is not active".into(),
    }
}
