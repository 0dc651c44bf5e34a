//! The primitives of the library on the machine.

use std::rc::Rc;

use num_bigint::{BigInt, Sign};
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{FromPrimitive, Signed, ToPrimitive, Zero};
use purlin_lang_smalltalk::resolve::Shape;

use super::{Elements, Machine, Object, Unwind, Value};

type Result<T> = std::result::Result<T, Unwind>;

impl Machine {
    /// What a primitive answers, if it does.
    pub fn primitive(&mut self, name: &str, receiver: &Value, arguments: &[Value]) -> Result<Option<Value>> {
        if let Some(rest) = name.strip_prefix("integer") {
            return Ok(self.on_integers(rest, receiver, arguments));
        }
        if let Some(rest) = name.strip_prefix("json") {
            return Ok(bytes_of(receiver).and_then(|text| self.on_json(rest, &text, arguments)));
        }
        if let Some(rest) = name.strip_prefix("float") {
            return Ok(self.on_floats(rest, receiver, arguments));
        }
        let sends = name == "perform" || name.starts_with("performWith");
        if sends || name.starts_with("block") || matches!(name, "ensure" | "ifCurtailed") {
            return self.control_primitive(name, receiver, arguments);
        }
        Ok(match name {
            n if n.starts_with("string") || matches!(n, "intern" | "transcriptShow") => {
                self.on_text(name, receiver, arguments)
            }
            "basicNew" | "basicNewSized" | "classIsVariable" | "includesSelector" | "selectors"
            | "fieldNames" | "subclass" => self.on_classes(name, receiver, arguments),
            "globalAt" => {
                let name = self.text_of(&arguments[0]);
                name.and_then(|name| self.globals.get(&name).cloned())
            }
            "globalAtPut" => {
                let name = self.text_of(&arguments[0]);
                name.map(|name| {
                    self.globals.insert(name, arguments[1].clone());
                    arguments[1].clone()
                })
            }
            // What the programs here compile while they run names no class variables.
            "sharedAt" | "sharedAtPut" => None,
            "arguments" => Some(self.array(vec![])),
            "millisecondClock" => Some(Value::Small(0)),
            "activeHandler" => Some(self.handler.clone()),
            "setActiveHandler" => {
                self.handler = arguments[0].clone();
                Some(arguments[0].clone())
            }
            "characterOf" => {
                let code = arguments[0].as_small().and_then(|n| u32::try_from(n).ok());
                code.and_then(char::from_u32).map(Value::Char)
            }
            "characterCode" => match receiver {
                Value::Char(c) => Some(Value::Small(i64::from(u32::from(*c)))),
                _ => None,
            },
            "ratioAsFloat" => ratio(&arguments[0], &arguments[1]),
            _ => self.on_objects(name, receiver, arguments),
        })
    }

    fn control_primitive(
        &mut self,
        name: &str,
        receiver: &Value,
        arguments: &[Value],
    ) -> Result<Option<Value>> {
        if name.starts_with("perform") {
            let values = match name {
                "perform" => elements_of(&arguments[1]),
                _ => Some(arguments[1..].to_vec()),
            };
            let (Some(selector), Some(values)) = (self.text_of(&arguments[0]), values) else {
                return Ok(None);
            };
            if purlin_lang_smalltalk::ast::arity(&selector) != values.len() {
                return Ok(None);
            }
            return self.send(receiver.clone(), &selector, values).map(Some);
        }
        let Some(closure) = self.as_closure(receiver) else { return Ok(None) };
        match name {
            "blockParameters" => Ok(Some(Value::Small(closure.code.parameters.len() as i64))),
            "blockValueWithArguments" => match elements_of(&arguments[0]) {
                Some(values) => self.value(receiver, &closure, values),
                None => Ok(None),
            },
            "ensure" | "ifCurtailed" => {
                let result = self.value(receiver, &closure, vec![]);
                let ends = matches!(&result, Err(Unwind::Stop(_)));
                let leaves = matches!(&result, Err(Unwind::Leave(..)));
                if !ends && (leaves || name == "ensure") {
                    self.send(arguments[0].clone(), "value", vec![])?;
                }
                result
            }
            _ => self.value(receiver, &closure, arguments.to_vec()),
        }
    }

    fn on_objects(&mut self, name: &str, receiver: &Value, arguments: &[Value]) -> Option<Value> {
        match name {
            "identical" => return Some(Value::Bool(receiver.is(&arguments[0]))),
            "classOf" => {
                let class = self.class_of(receiver);
                return Some(Value::Object(self.classes[class].object.clone()));
            }
            "identityHash" => {
                return Some(Value::Small(match receiver {
                    Value::Object(object) => object.identity,
                    Value::Small(n) => *n,
                    Value::Char(c) => i64::from(u32::from(*c)),
                    Value::Float(x) => (x.to_bits() >> 3) as i64,
                    Value::Bool(b) => i64::from(*b) + 1,
                    Value::Nil | Value::Large(_) => 0,
                }));
            }
            _ => {}
        }
        let Value::Object(object) = receiver else { return None };
        let at = arguments.first().and_then(Value::as_small).and_then(|n| usize::try_from(n - 1).ok());
        match name {
            "shallowCopy" => {
                let data = object.data.borrow().clone();
                Some(Value::Object(self.object(object.class.get(), data)))
            }
            "become" => {
                let Value::Object(other) = &arguments[0] else { return None };
                if Rc::ptr_eq(object, other) {
                    return Some(receiver.clone());
                }
                let size = |data: &super::objects::Data| {
                    (data.fields.len(), matches!(data.elements, Elements::None))
                };
                let (mine, theirs) = (size(&object.data.borrow()), size(&other.data.borrow()));
                if mine != theirs || !mine.1 {
                    return None;
                }
                object.class.swap(&other.class);
                object.data.swap(&other.data);
                Some(receiver.clone())
            }
            "fieldAt" => object.data.borrow().fields.get(at?).cloned(),
            "fieldAtPut" => {
                *object.data.borrow_mut().fields.get_mut(at?)? = arguments[1].clone();
                Some(arguments[1].clone())
            }
            _ => self.on_elements(name, receiver, object, arguments),
        }
    }

    fn on_elements(
        &mut self,
        name: &str,
        receiver: &Value,
        object: &Object,
        arguments: &[Value],
    ) -> Option<Value> {
        let is_text = self.classes[object.class.get()].shape == Shape::Characters;
        let at = arguments.first().and_then(Value::as_small).and_then(|n| usize::try_from(n - 1).ok());
        match name {
            "elementCount" => Some(Value::Small(object.data.borrow().elements.len() as i64)),
            "elementAt" => match &object.data.borrow().elements {
                Elements::Pointers(all) => all.get(at?).cloned(),
                Elements::Bytes(all) if is_text => all.get(at?).map(|b| Value::Char(char::from(*b))),
                Elements::Bytes(all) => all.get(at?).map(|b| Value::Small(i64::from(*b))),
                Elements::None | Elements::Block(_) => None,
            },
            "elementAtPut" => {
                let value = &arguments[1];
                match &mut object.data.borrow_mut().elements {
                    Elements::Pointers(all) => *all.get_mut(at?)? = value.clone(),
                    Elements::Bytes(all) => {
                        *all.get_mut(at?)? = match value {
                            Value::Char(c) if is_text => u8::try_from(u32::from(*c)).ok()?,
                            Value::Small(n) if !is_text => u8::try_from(*n).ok()?,
                            _ => return None,
                        }
                    }
                    Elements::None | Elements::Block(_) => return None,
                }
                Some(value.clone())
            }
            "replaceElements" => replace(receiver, arguments),
            _ => panic!("the machine has no primitive {name}"),
        }
    }

    fn on_classes(&mut self, name: &str, receiver: &Value, arguments: &[Value]) -> Option<Value> {
        let class = self.place_of(receiver)?;
        let shape = self.classes[class].shape;
        match name {
            "basicNew" => {
                let immediate = ["SmallInteger", "Character", "True", "False", "UndefinedObject", "FloatD"];
                let is_immediate = immediate.contains(&&*self.classes[class].name);
                (!is_immediate && !self.classes[class].is_meta).then(|| self.instance(class, 0))
            }
            "basicNewSized" => {
                let size = arguments[0].as_small().and_then(|n| usize::try_from(n).ok());
                let size = size.filter(|n| shape != Shape::Fields && *n < 1 << 24)?;
                Some(self.instance(class, size))
            }
            "classIsVariable" => Some(Value::Bool(shape != Shape::Fields)),
            "includesSelector" => {
                let selector = self.text_of(&arguments[0])?;
                Some(Value::Bool(self.classes[class].methods.contains_key(&selector)))
            }
            "selectors" => {
                let mut names: Vec<String> = self.classes[class].methods.keys().cloned().collect();
                names.sort();
                let names = names.iter().map(|n| self.symbol(n)).collect();
                Some(self.array(names))
            }
            "fieldNames" => {
                let names = self.classes[class].fields.clone();
                let names = names.iter().map(|n| self.symbol(n)).collect();
                Some(self.array(names))
            }
            _ => {
                let (name, fields) = (self.text_of(&arguments[0])?, self.text_of(&arguments[1])?);
                let fields = fields.split_whitespace().map(str::to_owned).collect();
                let place = self.define_named(&name, Some(class), fields, vec![], shape);
                Some(Value::Object(self.classes[place].object.clone()))
            }
        }
    }

    /// The text of a string or symbol.
    pub fn text_of(&self, value: &Value) -> Option<String> {
        bytes_of(value).map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
    }

    fn on_text(&mut self, name: &str, receiver: &Value, arguments: &[Value]) -> Option<Value> {
        if name == "transcriptShow" {
            self.output.extend(bytes_of(&arguments[0])?);
            return Some(receiver.clone());
        }
        let own = bytes_of(receiver)?;
        match name {
            "intern" => {
                let text = self.text_of(receiver)?;
                Some(self.symbol(&text))
            }
            "stringEqual" => {
                let equal = self.class_of(receiver) == self.class_of(&arguments[0]);
                Some(Value::Bool(equal && bytes_of(&arguments[0]).is_some_and(|other| other == own)))
            }
            "stringCompare" => {
                let other = bytes_of(&arguments[0])?;
                Some(Value::Small(own.cmp(&other) as i64))
            }
            "stringHash" => {
                let hash = own.iter().fold(0u32, |h, b| h.wrapping_mul(31).wrapping_add(u32::from(*b)));
                Some(Value::Small(i64::from(hash >> 2)))
            }
            _ => number_at_start(&String::from_utf8_lossy(&own)),
        }
    }

    fn on_integers(&mut self, name: &str, receiver: &Value, arguments: &[Value]) -> Option<Value> {
        let a = receiver.as_int()?;
        match name {
            "AsFloat" => return Some(Value::Float(a.to_f64()?)),
            "Hash" => return Some(Value::int(a & BigInt::from(0x3fff_ffff))),
            _ => {}
        }
        let b = arguments[0].as_int()?;
        let value = match name {
            "Add" => a + b,
            "Subtract" => a - b,
            "Multiply" => a * b,
            "And" => a & b,
            "Or" => a | b,
            "Xor" => a ^ b,
            "DivideExactly" => {
                let (q, r) = (!b.is_zero()).then(|| a.div_rem(&b))?;
                r.is_zero().then_some(q)?
            }
            "DivideFloor" => (!b.is_zero()).then(|| a.div_floor(&b))?,
            "Modulo" => (!b.is_zero()).then(|| a.mod_floor(&b))?,
            "Gcd" => a.gcd(&b),
            "Quotient" => (!b.is_zero()).then(|| a / b)?,
            "Shift" => {
                let n = b.to_i64().filter(|n| n.abs() < 1 << 20)?;
                if n >= 0 { a << n } else { a >> -n }
            }
            "Print" => {
                let radix = b.to_u32().filter(|r| (2..=36).contains(r))?;
                let text = a.to_str_radix(radix).to_uppercase();
                return Some(self.string(&text));
            }
            _ => {
                return Some(Value::Bool(match name {
                    "Less" => a < b,
                    "Greater" => a > b,
                    "LessOrEqual" => a <= b,
                    "GreaterOrEqual" => a >= b,
                    "Equal" => a == b,
                    _ => panic!("the machine has no primitive integer{name}"),
                }));
            }
        };
        Some(Value::int(value))
    }

    fn on_floats(&mut self, name: &str, receiver: &Value, arguments: &[Value]) -> Option<Value> {
        let a = receiver.as_float()?;
        let value = match name {
            "Truncated" => {
                return a.is_finite().then(|| BigInt::from_f64(a.trunc())).flatten().map(Value::int);
            }
            "Hash" => return Some(Value::Small((a.to_bits() >> 4) as i64)),
            "Print" => {
                let text = float_text(a);
                return Some(self.string(&text));
            }
            "FractionPart" => a.fract(),
            "Sqrt" => a.sqrt(),
            "Sin" => a.sin(),
            "Cos" => a.cos(),
            "Tan" => a.tan(),
            "ArcTan" => a.atan(),
            "Exp" => a.exp(),
            "Ln" => a.ln(),
            "LogTen" => a.log10(),
            "ArcSin" => a.asin(),
            "ArcCos" => a.acos(),
            "Sinh" => a.sinh(),
            "Cosh" => a.cosh(),
            "Tanh" => a.tanh(),
            "ArcSinh" => a.asinh(),
            "ArcCosh" => a.acosh(),
            "ArcTanh" => a.atanh(),
            _ => return on_two_floats(name, a, arguments[0].as_float()?),
        };
        Some(Value::Float(value))
    }
}

fn on_two_floats(name: &str, a: f64, b: f64) -> Option<Value> {
    Some(match name {
        "Add" => Value::Float(a + b),
        "Subtract" => Value::Float(a - b),
        "Multiply" => Value::Float(a * b),
        "Power" => Value::Float(a.powf(b)),
        "ArcTanOver" => Value::Float(a.atan2(b)),
        "Divide" => Value::Float((b != 0.0).then(|| a / b)?),
        "Less" => Value::Bool(a < b),
        "Greater" => Value::Bool(a > b),
        "LessOrEqual" => Value::Bool(a <= b),
        "GreaterOrEqual" => Value::Bool(a >= b),
        "Equal" => Value::Bool(a == b),
        _ => panic!("the machine has no primitive float{name}"),
    })
}

/// Shortest digits, as GNU Smalltalk prints a FloatD.
fn float_text(x: f64) -> String {
    if x.is_nan() {
        return "nan".into();
    }
    if x.is_infinite() {
        return if x > 0.0 { "inf".into() } else { "-inf".into() };
    }
    let text = format!("{x:?}");
    if text.contains('e') || x.abs() >= 1e16 {
        let text = format!("{x:e}");
        let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
        let point = if mantissa.contains('.') { "" } else { ".0" };
        return format!("{mantissa}{point}e{exponent}");
    }
    text
}

/// The float nearest to a fraction.
fn ratio(above: &Value, below: &Value) -> Option<Value> {
    let (above, below) = (above.as_int()?, below.as_int()?);
    if below.is_zero() {
        return None;
    }
    BigRational::new(above, below).to_f64().map(Value::Float)
}

fn bytes_of(value: &Value) -> Option<Vec<u8>> {
    match value {
        Value::Object(object) => match &object.data.borrow().elements {
            Elements::Bytes(bytes) => Some(bytes.clone()),
            _ => None,
        },
        _ => None,
    }
}

fn elements_of(value: &Value) -> Option<Vec<Value>> {
    match value {
        Value::Object(object) => match &object.data.borrow().elements {
            Elements::Pointers(values) => Some(values.clone()),
            _ => None,
        },
        _ => None,
    }
}

fn replace(receiver: &Value, arguments: &[Value]) -> Option<Value> {
    let (Value::Object(to), Value::Object(from)) = (receiver, &arguments[2]) else { return None };
    let number = |n: usize| arguments[n].as_small().and_then(|n| usize::try_from(n).ok());
    let (first, last, start) = (number(0)?, number(1)?, number(3)?);
    if first == 0 || start == 0 {
        return None;
    }
    let count = (last + 1).checked_sub(first)?;
    let elements = from.data.borrow().elements.clone();
    match (&mut to.data.borrow_mut().elements, &elements) {
        (Elements::Pointers(to), Elements::Pointers(from)) => {
            let part = from.get(start - 1..start - 1 + count)?;
            to.get_mut(first - 1..last)?.clone_from_slice(part);
        }
        (Elements::Bytes(to), Elements::Bytes(from)) => {
            let part = from.get(start - 1..start - 1 + count)?;
            to.get_mut(first - 1..last)?.copy_from_slice(part);
        }
        _ => return None,
    }
    Some(receiver.clone())
}

/// The number that a text begins with.
fn number_at_start(text: &str) -> Option<Value> {
    let text = text.trim_start();
    let unsigned = text.strip_prefix('-').unwrap_or(text);
    let digits = |t: &str| t.bytes().take_while(u8::is_ascii_digit).count();
    let integer = digits(unsigned);
    if integer == 0 {
        return None;
    }
    let sign = text.len() - unsigned.len();
    let after = unsigned[integer..].strip_prefix('.').map_or(0, digits);
    if after == 0 {
        let value = BigInt::parse_bytes(&unsigned.as_bytes()[..integer], 10)?;
        let value = if sign == 1 { -value } else { value };
        return Some(Value::int(value));
    }
    let mut end = sign + integer + 1 + after;
    if let Some(exponent) = text[end..].strip_prefix('e') {
        let unsigned = exponent.strip_prefix('-').unwrap_or(exponent);
        let length = digits(unsigned);
        end += if length > 0 { 1 + exponent.len() - unsigned.len() + length } else { 0 };
    }
    text[..end].parse().ok().map(Value::Float)
}

#[test]
fn numbers_at_the_start_of_texts() {
    let shown = |text: &str| match number_at_start(text) {
        Some(Value::Float(x)) => format!("{x:?}"),
        Some(other) => other.as_int().map_or("?".into(), |n| n.to_string()),
        None => "none".into(),
    };
    let found: Vec<String> = ["12", "-3 x", "1.5e3", "-0.25", "2.", "x", "1e5"].map(shown).into();
    assert_eq!(found, ["12", "-3", "1500.0", "-0.25", "2", "none", "1"]);
    assert_eq!(BigInt::from(-3).sign(), Sign::Minus);
    assert!(BigInt::from(-3).is_negative());
}
