//! SOM on the machine: the primitives of its library, by class and selector, and the messages that its
//! machine sends.

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{FromPrimitive, Signed, ToPrimitive, Zero};

use super::{Elements, Machine, Unwind, Value};

type Result<T> = std::result::Result<T, Unwind>;

impl Machine {
    /// Starts a program of SOM: `system` gets the words of the command line.
    pub fn start_som(&mut self, words: &[&str]) -> std::result::Result<(), String> {
        let system = self.class_named("System").ok_or("there is no class System")?;
        let system = self.instance(system, 0);
        self.globals.insert("system".into(), system.clone());
        let words = words.iter().map(|word| self.string(word)).collect();
        let words = self.array(words);
        match self.send(system, "initialize:", vec![words]) {
            Err(Unwind::Stop(why)) if why.is_empty() => Ok(()),
            Err(unwind) => Err(super::stopped(unwind)),
            Ok(_) => Ok(()),
        }
    }

    /// What the primitive `selector` of a class answers.
    pub fn som_primitive(
        &mut self,
        class: &str,
        selector: &str,
        receiver: &Value,
        arguments: &[Value],
    ) -> Result<Value> {
        let answer = match class {
            "Integer" => self.som_integer(selector, receiver, arguments),
            "Integer class" | "Double class" => self.som_parse(class, selector, arguments),
            "Double" => self.som_double(selector, receiver, arguments),
            "String" | "Symbol" => self.som_string(selector, receiver, arguments),
            "Array" | "Array class" => self.som_array(selector, receiver, arguments),
            "System" => return self.som_system(selector, receiver, arguments),
            "Class" | "Method" | "Primitive" => return self.som_class(selector, receiver, arguments),
            "Object" => return self.som_object(selector, receiver, arguments),
            _ if class.starts_with("Block") => return self.som_block(selector, receiver, arguments),
            _ => None,
        };
        let arguments: Vec<String> = arguments.iter().map(|a| format!("{:?}", a.as_int())).collect();
        answer.ok_or_else(|| Unwind::Stop(format!("{class}>>{selector} does not answer {arguments:?}")))
    }

    fn som_block(&mut self, selector: &str, receiver: &Value, arguments: &[Value]) -> Result<Value> {
        if selector == "restart" {
            return Err(Unwind::Restart);
        }
        let closure = self.as_closure(receiver).ok_or_else(|| Unwind::Stop("no block".into()))?;
        let value = self.value(receiver, &closure, arguments.to_vec())?;
        value.ok_or_else(|| Unwind::Stop("a block has another number of parameters".into()))
    }

    fn som_object(&mut self, selector: &str, receiver: &Value, arguments: &[Value]) -> Result<Value> {
        let text = |n: usize| self.text_of(&arguments[n]).unwrap_or_default();
        Ok(match selector {
            "objectSize" => Value::Small(8),
            "==" => Value::Bool(receiver.is(&arguments[0])),
            "hashcode" => {
                return self.primitive("identityHash", receiver, &[]).map(|v| v.unwrap_or(Value::Nil));
            }
            "class" => return self.primitive("classOf", receiver, &[]).map(|v| v.unwrap_or(Value::Nil)),
            "inspect" | "halt" => receiver.clone(),
            "perform:" => return self.send(receiver.clone(), &text(0), vec![]),
            "perform:withArguments:" => {
                return self.send(receiver.clone(), &text(0), elements(&arguments[1]));
            }
            "perform:inSuperclass:" => {
                let class = self.place_of(&arguments[1]).unwrap_or(0);
                return self.send_from(class, receiver.clone(), &text(0), vec![]);
            }
            "perform:withArguments:inSuperclass:" => {
                let class = self.place_of(&arguments[2]).unwrap_or(0);
                return self.send_from(class, receiver.clone(), &text(0), elements(&arguments[1]));
            }
            "instVarAt:" => {
                return self.primitive("fieldAt", receiver, arguments).map(|v| v.unwrap_or(Value::Nil));
            }
            "instVarAt:put:" => {
                return self.primitive("fieldAtPut", receiver, arguments).map(|v| v.unwrap_or(Value::Nil));
            }
            _ => {
                let class = self.class_of(receiver);
                let at = self.classes[class].fields.iter().position(|f| *f == text(0));
                match (at, receiver) {
                    (Some(at), Value::Object(object)) => object.data.borrow().fields[at].clone(),
                    _ => Value::Nil,
                }
            }
        })
    }

    /// Classes, and methods, which are objects with their class and selector as elements.
    fn som_class(&mut self, selector: &str, receiver: &Value, arguments: &[Value]) -> Result<Value> {
        if matches!(selector, "signature" | "holder" | "invokeOn:with:") {
            let parts = elements(receiver);
            return match selector {
                "signature" => Ok(parts[0].clone()),
                "holder" => Ok(parts[1].clone()),
                _ => {
                    let name = self.text_of(&parts[0]).unwrap_or_default();
                    let class = self.place_of(&parts[1]).unwrap_or(0);
                    self.send_from(class, arguments[0].clone(), &name, elements(&arguments[1]))
                }
            };
        }
        let place = self.place_of(receiver).ok_or_else(|| Unwind::Stop("no class".into()))?;
        Ok(match selector {
            "name" => {
                let title = self.title(place);
                self.symbol(&title)
            }
            "new" => self.instance(place, 0),
            "superclass" => match self.classes[place].above {
                Some(above) => Value::Object(self.classes[above].object.clone()),
                None => Value::Nil,
            },
            "fields" => {
                let names = self.classes[place].fields.clone();
                let names = names.iter().map(|n| self.symbol(n)).collect();
                self.array(names)
            }
            _ => {
                let order = self.classes[place].order.clone();
                let methods = order.iter().map(|name| {
                    let kind = if self.classes[place].methods[name].primitive.is_some() {
                        "Primitive"
                    } else {
                        "Method"
                    };
                    let parts = vec![self.symbol(name), receiver.clone()];
                    self.with_elements(kind, Elements::Pointers(parts))
                });
                let methods = methods.collect();
                self.array(methods)
            }
        })
    }

    /// The name of a class as SOM shows it.
    fn title(&self, place: usize) -> String {
        let class = &self.classes[place];
        if class.is_meta { format!("{} class", class.name) } else { class.name.clone() }
    }

    fn som_system(&mut self, selector: &str, receiver: &Value, arguments: &[Value]) -> Result<Value> {
        let text = arguments.first().and_then(|a| self.text_of(a)).unwrap_or_default();
        Ok(match selector {
            "global:" | "load:" => self.globals.get(&text).cloned().unwrap_or(Value::Nil),
            "global:put:" => {
                self.globals.insert(text, arguments[1].clone());
                arguments[1].clone()
            }
            "hasGlobal:" => Value::Bool(self.globals.contains_key(&text)),
            "exit:" => {
                let code = arguments[0].as_small().unwrap_or(-1);
                let why = if code == 0 { String::new() } else { format!("exit {code}") };
                return Err(Unwind::Stop(why));
            }
            "printString:" => {
                self.output.extend(text.bytes());
                receiver.clone()
            }
            "printNewline" => {
                self.output.push(b'\n');
                receiver.clone()
            }
            // Time goes by with objects.
            "time" | "ticks" => Value::Small(self.made),
            "loadFile:" => Value::Nil,
            "fullGC" => Value::Bool(true),
            _ => receiver.clone(),
        })
    }

    fn som_array(&mut self, selector: &str, receiver: &Value, arguments: &[Value]) -> Option<Value> {
        match selector {
            "new:" => {
                let place = self.place_of(receiver)?;
                let size = arguments[0].as_small().and_then(|n| usize::try_from(n).ok())?;
                Some(self.instance(place, size))
            }
            "length" => self.primitive("elementCount", receiver, &[]).ok()?,
            "at:" => self.primitive("elementAt", receiver, arguments).ok()?,
            _ => self.primitive("elementAtPut", receiver, arguments).ok()?,
        }
    }

    fn som_string(&mut self, selector: &str, receiver: &Value, arguments: &[Value]) -> Option<Value> {
        let own = self.text_of(receiver)?;
        let all = |is: fn(char) -> bool| Value::Bool(!own.is_empty() && own.chars().all(is));
        Some(match selector {
            "concatenate:" => {
                let other = self.text_of(&arguments[0])?;
                self.string(&(own + &other))
            }
            "asSymbol" => self.symbol(&own),
            "asString" => self.string(&own),
            "hashcode" => self.primitive("stringHash", receiver, &[]).ok()??,
            "length" => Value::Small(own.len() as i64),
            "isWhiteSpace" => all(char::is_whitespace),
            "isLetters" => all(char::is_alphabetic),
            "isDigits" => all(|c| c.is_ascii_digit()),
            // Texts are equal whatever their class; symbols ask for identity beforehand.
            "=" => Value::Bool(self.text_of(&arguments[0]).is_some_and(|other| other == own)),
            _ => {
                let at = |n: usize| arguments[n].as_small().and_then(|n| usize::try_from(n).ok());
                let part = own.get(at(0)? - 1..at(1)?).unwrap_or_default().to_owned();
                self.string(&part)
            }
        })
    }

    fn som_parse(&mut self, class: &str, selector: &str, arguments: &[Value]) -> Option<Value> {
        if selector == "PositiveInfinity" {
            return Some(Value::Float(f64::INFINITY));
        }
        let text = self.text_of(&arguments[0])?;
        Some(match class {
            "Integer class" => {
                let digits = text.trim();
                let end =
                    digits.char_indices().find(|(at, c)| !(c.is_ascii_digit() || *at == 0 && *c == '-'));
                let digits = &digits[..end.map_or(digits.len(), |(at, _)| at)];
                BigInt::parse_bytes(digits.as_bytes(), 10).map_or(Value::Nil, Value::int)
            }
            _ => Value::Float(text.trim().parse().unwrap_or(f64::NAN)),
        })
    }

    fn som_integer(&mut self, selector: &str, receiver: &Value, arguments: &[Value]) -> Option<Value> {
        let a = receiver.as_int()?;
        let wrapped = |bits: &BigInt| (bits & BigInt::from(u32::MAX)).to_u32().unwrap_or(0);
        match selector {
            "sqrt" => {
                let root = a.to_f64()?.sqrt();
                let is_whole = root.fract() == 0.0;
                return Some(if is_whole { Value::int(BigInt::from_f64(root)?) } else { Value::Float(root) });
            }
            "atRandom" => return Some(Value::int(a / 2)),
            "asString" => return Some(self.string(&a.to_string())),
            "as32BitSignedValue" => return Some(Value::Small(i64::from(wrapped(&a) as i32))),
            "as32BitUnsignedValue" => return Some(Value::Small(i64::from(wrapped(&a)))),
            "asDouble" => return a.to_f64().map(Value::Float),
            _ => {}
        }
        let Some(b) = arguments[0].as_int() else {
            return match arguments[0].as_float() {
                Some(_) => self.som_double(selector, &Value::Float(a.to_f64()?), arguments),
                None if selector == "=" => Some(Value::Bool(false)),
                None => None,
            };
        };
        let divides = !b.is_zero();
        Some(Value::int(match selector {
            "+" => a + b,
            "-" => a - b,
            "*" => a * b,
            "/" => divides.then(|| a.div_floor(&b))?,
            "//" => return divides.then(|| Some(Value::Float(a.to_f64()? / b.to_f64()?)))?,
            "%" => divides.then(|| a.mod_floor(&b))?,
            "rem:" => divides.then(|| a % b)?,
            "&" => a & b,
            "bitXor:" => a ^ b,
            "<<" => a << b.to_u32()?,
            ">>>" => logical_shift(&a, b.to_u32()?)?,
            "=" => return Some(Value::Bool(a == b)),
            "<" => return Some(Value::Bool(a < b)),
            ">" => return Some(Value::Bool(a > b)),
            _ => return None,
        }))
    }

    fn som_double(&mut self, selector: &str, receiver: &Value, arguments: &[Value]) -> Option<Value> {
        let a = receiver.as_float()?;
        let b = arguments.first().map(|v| v.as_float().or_else(|| v.as_int()?.to_f64()));
        Some(match selector {
            "sqrt" => Value::Float(a.sqrt()),
            "round" => Value::int(BigInt::from_f64((a + 0.5).floor())?),
            "asInteger" => Value::int(BigInt::from_f64(a.trunc())?),
            "cos" => Value::Float(a.cos()),
            "sin" => Value::Float(a.sin()),
            "asString" => self.string(&format!("{a:?}")),
            "=" => Value::Bool(b? == Some(a)),
            "+" => Value::Float(a + b??),
            "-" => Value::Float(a - b??),
            "*" => Value::Float(a * b??),
            "//" | "/" => Value::Float(a / b??),
            "%" => Value::Float(a % b??),
            "<" => Value::Bool(a < b??),
            ">" => Value::Bool(a > b??),
            _ => return None,
        })
    }
}

/// A shift to the right without sign, of 64 bits.
fn logical_shift(a: &BigInt, by: u32) -> Option<BigInt> {
    let bits = if a.is_negative() { a.to_i64()? as u64 } else { a.to_u64()? };
    Some(BigInt::from(bits.checked_shr(by).unwrap_or(0)))
}

fn elements(value: &Value) -> Vec<Value> {
    match value {
        Value::Object(object) => match &object.data.borrow().elements {
            Elements::Pointers(values) => values.clone(),
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}
