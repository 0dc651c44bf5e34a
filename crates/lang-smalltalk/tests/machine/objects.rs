//! Values, objects, classes and closures of the machine.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::rc::Rc;

use num_bigint::BigInt;
use num_traits::ToPrimitive;
use purlin_lang_smalltalk::resolve::Shape;
use purlin_lang_smalltalk::resolve::code::{Code, Method};

use super::Machine;

/// A value. Integers are small where they have at most 62 bits.
#[derive(Clone)]
pub enum Value {
    Nil,
    Bool(bool),
    Small(i64),
    Large(Rc<BigInt>),
    Float(f64),
    Char(char),
    Object(Rc<Object>),
}

impl Value {
    pub fn int(value: BigInt) -> Value {
        match value.to_i64() {
            Some(n) if (-(1i64 << 61)..1 << 61).contains(&n) => Value::Small(n),
            _ => Value::Large(Rc::new(value)),
        }
    }

    pub fn as_int(&self) -> Option<BigInt> {
        match self {
            Value::Small(n) => Some((*n).into()),
            Value::Large(n) => Some((**n).clone()),
            _ => None,
        }
    }

    pub fn as_small(&self) -> Option<i64> {
        if let Value::Small(n) = self { Some(*n) } else { None }
    }

    pub fn as_float(&self) -> Option<f64> {
        if let Value::Float(x) = self { Some(*x) } else { None }
    }

    pub fn is(&self, other: &Value) -> bool {
        match (self, other) {
            (Value::Nil, Value::Nil) => true,
            (Value::Bool(a), Value::Bool(b)) => a == b,
            (Value::Small(a), Value::Small(b)) => a == b,
            (Value::Float(a), Value::Float(b)) => a.to_bits() == b.to_bits(),
            (Value::Char(a), Value::Char(b)) => a == b,
            (Value::Object(a), Value::Object(b)) => Rc::ptr_eq(a, b),
            (Value::Large(a), Value::Large(b)) => Rc::ptr_eq(a, b),
            _ => false,
        }
    }
}

pub struct Object {
    pub class: Cell<usize>,
    pub identity: i64,
    pub data: RefCell<Data>,
}

#[derive(Clone)]
pub struct Data {
    pub fields: Vec<Value>,
    pub elements: Elements,
}

impl Data {
    pub fn with_fields(count: usize) -> Data {
        Data { fields: vec![Value::Nil; count], elements: Elements::None }
    }
}

#[derive(Clone)]
pub enum Elements {
    None,
    Pointers(Vec<Value>),
    Bytes(Vec<u8>),
    Block(Rc<Closure>),
}

impl Elements {
    pub fn len(&self) -> usize {
        match self {
            Elements::Pointers(all) => all.len(),
            Elements::Bytes(all) => all.len(),
            Elements::None | Elements::Block(_) => 0,
        }
    }
}

/// An activation that blocks can leave.
pub struct Home {
    pub is_active: Cell<bool>,
}

pub struct Closure {
    pub code: &'static Code,
    pub method: &'static Method,
    /// The class whose superclass `super` means.
    pub class: usize,
    pub receiver: Value,
    pub captured: Vec<Rc<RefCell<Value>>>,
    pub home: Rc<Home>,
}

pub struct Class {
    pub name: String,
    pub is_meta: bool,
    pub above: Option<usize>,
    /// With those of superclasses.
    pub fields: Vec<String>,
    pub shape: Shape,
    pub methods: HashMap<String, &'static Method>,
    /// The selectors in the order of the text.
    pub order: Vec<String>,
    pub object: Rc<Object>,
}

impl Class {
    pub fn new(name: &str, is_meta: bool, object: Rc<Object>) -> Class {
        Class {
            name: name.to_owned(),
            is_meta,
            above: None,
            fields: Vec::new(),
            shape: Shape::Fields,
            methods: HashMap::new(),
            order: Vec::new(),
            object,
        }
    }
}

impl Machine {
    pub fn object(&mut self, class: usize, data: Data) -> Rc<Object> {
        self.made += 1;
        Rc::new(Object { class: Cell::new(class), identity: self.made, data: RefCell::new(data) })
    }

    /// A new instance with so many elements.
    pub fn instance(&mut self, class: usize, size: usize) -> Value {
        let mut data = Data::with_fields(self.classes[class].fields.len());
        data.elements = match self.classes[class].shape {
            Shape::Fields => Elements::None,
            Shape::Pointers => Elements::Pointers(vec![Value::Nil; size]),
            Shape::Bytes => Elements::Bytes(vec![0; size]),
            Shape::Characters => Elements::Bytes(vec![b' '; size]),
        };
        Value::Object(self.object(class, data))
    }

    pub fn with_elements(&mut self, class: &str, elements: Elements) -> Value {
        let class = self.class_named(class).unwrap_or_else(|| panic!("the library has a class {class}"));
        let value = self.instance(class, 0);
        if let Value::Object(object) = &value {
            object.data.borrow_mut().elements = elements;
        }
        value
    }

    pub fn string(&mut self, text: &str) -> Value {
        self.bytes("String", text.as_bytes().to_vec())
    }

    pub fn bytes(&mut self, class: &str, bytes: Vec<u8>) -> Value {
        // Classes that are defined before String have names, too.
        if self.class_named(class).is_none() {
            return Value::Nil;
        }
        self.with_elements(class, Elements::Bytes(bytes))
    }

    pub fn array(&mut self, values: Vec<Value>) -> Value {
        self.with_elements("Array", Elements::Pointers(values))
    }

    pub fn block(&mut self, closure: Closure) -> Value {
        let class = match (self.is_som, closure.code.parameters.len()) {
            (false, _) => "BlockClosure",
            (true, 0) => "Block1",
            (true, 1) => "Block2",
            (true, _) => "Block3",
        };
        self.with_elements(class, Elements::Block(Rc::new(closure)))
    }

    pub fn symbol(&mut self, text: &str) -> Value {
        if let Some(object) = self.symbols.get(text) {
            return Value::Object(object.clone());
        }
        let value = self.bytes("Symbol", text.as_bytes().to_vec());
        if let Value::Object(object) = &value {
            self.symbols.insert(text.to_owned(), object.clone());
        }
        value
    }

    pub fn class_of(&self, value: &Value) -> usize {
        let name = match value {
            Value::Object(object) => {
                let class = object.class.get();
                // Metaclasses are instances of Metaclass.
                return if class == usize::MAX { self.class_named("Metaclass").unwrap_or(0) } else { class };
            }
            Value::Nil => "UndefinedObject",
            Value::Bool(true) => "True",
            Value::Bool(false) => "False",
            Value::Small(_) => "SmallInteger",
            Value::Large(n) if n.sign() == num_bigint::Sign::Minus => "LargeNegativeInteger",
            Value::Large(_) => "LargePositiveInteger",
            Value::Float(_) => "FloatD",
            Value::Char(_) => "Character",
        };
        let name = match name {
            "UndefinedObject" if self.is_som => "Nil",
            "FloatD" if self.is_som => "Double",
            "SmallInteger" | "LargePositiveInteger" | "LargeNegativeInteger" if self.is_som => "Integer",
            name => name,
        };
        self.class_named(name).unwrap_or_else(|| panic!("the library has a class {name}"))
    }

    /// The place of the class that an object is.
    pub fn place_of(&self, value: &Value) -> Option<usize> {
        let Value::Object(object) = value else { return None };
        self.classes.iter().position(|class| Rc::ptr_eq(&class.object, object))
    }
}
