//! The types of a host function as text: how hosts in other languages than Rust say them. The text is what
//! [`HostType`] displays, with structures written out and names of parameters allowed:
//! `(order: Order{item: String, amount: i64}, n: i64) -> Result<f64, Error>`.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use super::types::{HostType, StructType};

/// How deep types may be nested in the text.
const DEEPEST: usize = 50;

/// The types of a host function, and the names of its parameters.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct HostSignature {
    /// Types of the parameters.
    pub params: Vec<HostType>,
    /// Names of the parameters; empty unless all have one.
    pub names: Vec<String>,
    /// Types of the results; the last may be [`HostType::Error`].
    pub results: Vec<HostType>,
}

/// Why a text is no signature: what is wrong, and where, in bytes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SignatureError {
    /// Bytes before the place.
    pub at: usize,
    /// One sentence.
    pub message: String,
}

impl fmt::Display for SignatureError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "signature, byte {}: {}", self.at, self.message)
    }
}

impl std::error::Error for SignatureError {}

impl FromStr for HostSignature {
    type Err = SignatureError;

    fn from_str(text: &str) -> Result<HostSignature, SignatureError> {
        let mut parser = Parser { text, at: 0, depth: 0 };
        let mut signature = HostSignature::default();
        parser.expect("(")?;
        while !parser.take(")") {
            let (name, ty) = parser.parameter()?;
            signature.names.extend(name);
            signature.params.push(ty);
            if !parser.take(",") {
                parser.expect(")")?;
                break;
            }
        }
        if signature.names.len() < signature.params.len() {
            signature.names.clear();
        }
        if parser.take("->") {
            signature.results = parser.results()?;
        }
        parser.end()?;
        Ok(signature)
    }
}

struct Parser<'t> {
    text: &'t str,
    at: usize,
    depth: usize,
}

impl<'t> Parser<'t> {
    fn rest(&mut self) -> &'t str {
        let rest = &self.text[self.at..];
        let trimmed = rest.trim_start();
        self.at += rest.len() - trimmed.len();
        trimmed
    }

    fn take(&mut self, token: &str) -> bool {
        let found = self.rest().starts_with(token);
        if found {
            self.at += token.len();
        }
        found
    }

    fn error<T>(&self, message: impl Into<String>) -> Result<T, SignatureError> {
        Err(SignatureError { at: self.at, message: message.into() })
    }

    fn expect(&mut self, token: &str) -> Result<(), SignatureError> {
        if self.take(token) { Ok(()) } else { self.error(format!("`{token}` is missing")) }
    }

    fn end(&mut self) -> Result<(), SignatureError> {
        if self.rest().is_empty() { Ok(()) } else { self.error("this is not expected after the results") }
    }

    fn name(&mut self) -> Result<&'t str, SignatureError> {
        let rest = self.rest();
        let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
        if end == 0 {
            return self.error("a type is missing");
        }
        self.at += end;
        Ok(&rest[..end])
    }

    /// A parameter or a field, with its name if it has one.
    fn parameter(&mut self) -> Result<(Option<String>, HostType), SignatureError> {
        let before = self.at;
        if let Ok(name) = self.name()
            && self.take(":")
        {
            return Ok((Some(name.to_string()), self.ty()?));
        }
        self.at = before;
        Ok((None, self.ty()?))
    }

    fn results(&mut self) -> Result<Vec<HostType>, SignatureError> {
        let before = self.at;
        if self.name().is_ok_and(|name| name == "Result") {
            self.expect("<")?;
            let mut results = self.values()?;
            self.expect(",")?;
            if self.name()? != "Error" {
                return self.error("the second type of `Result` is `Error`");
            }
            self.expect(">")?;
            results.push(HostType::Error);
            return Ok(results);
        }
        self.at = before;
        self.values()
    }

    /// One type, or several in parentheses.
    fn values(&mut self) -> Result<Vec<HostType>, SignatureError> {
        if !self.take("(") {
            return Ok(vec![self.ty()?]);
        }
        let mut all = Vec::new();
        while !self.take(")") {
            all.push(self.ty()?);
            if !self.take(",") {
                self.expect(")")?;
                break;
            }
        }
        Ok(all)
    }

    fn ty(&mut self) -> Result<HostType, SignatureError> {
        if self.depth >= DEEPEST {
            return self.error(format!("types are nested deeper than {DEEPEST}"));
        }
        self.depth += 1;
        let ty = self.nested();
        self.depth -= 1;
        ty
    }

    fn nested(&mut self) -> Result<HostType, SignatureError> {
        if self.take("[") {
            let element = self.ty()?;
            self.expect(";")?;
            let Ok(len) = self.name()?.parse() else {
                return self.error("the length of an array is missing");
            };
            self.expect("]")?;
            return Ok(HostType::Array(element.into(), len));
        }
        let before = self.at;
        let name = self.name()?;
        if let Some(ty) = plain(name) {
            return Ok(ty);
        }
        if self.take("{") {
            return self.structure(name);
        }
        let ty = match name {
            "Vec" => HostType::Slice(self.argument()?.into()),
            "Option" => HostType::Option(self.argument()?.into()),
            "HashMap" => {
                self.expect("<")?;
                let key = self.ty()?;
                self.expect(",")?;
                let value = self.ty()?;
                self.expect(">")?;
                HostType::Map((key, value).into())
            }
            other => {
                self.at = before;
                return self.error(format!("there is no type {other}"));
            }
        };
        Ok(ty)
    }

    fn argument(&mut self) -> Result<HostType, SignatureError> {
        self.expect("<")?;
        let ty = self.ty()?;
        self.expect(">")?;
        Ok(ty)
    }

    fn structure(&mut self, name: &str) -> Result<HostType, SignatureError> {
        let mut fields = Vec::new();
        while !self.take("}") {
            let (Some(field), ty) = self.parameter()? else { return self.error("a field has no name") };
            fields.push((field, ty));
            if !self.take(",") {
                self.expect("}")?;
                break;
            }
        }
        // Structures of the same name with the same fields are one type.
        let key: Arc<str> = format!("{name} {fields:?}").into();
        Ok(HostType::Struct(StructType { key, name: name.to_string(), fields }.into()))
    }
}

/// Types without arguments.
fn plain(name: &str) -> Option<HostType> {
    Some(match name {
        "bool" => HostType::Bool,
        "i8" => HostType::Int(1, true),
        "i16" => HostType::Int(2, true),
        "i32" => HostType::Int(4, true),
        "i64" => HostType::Int(8, true),
        "u8" => HostType::Int(1, false),
        "u16" => HostType::Int(2, false),
        "u32" => HostType::Int(4, false),
        "u64" => HostType::Int(8, false),
        "f32" => HostType::F32,
        "f64" => HostType::F64,
        "String" => HostType::Str,
        "_" => HostType::Any,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::border::signature_text;

    #[test]
    fn what_types_display_is_read() {
        for text in [
            "() -> ()",
            "(bool,) -> i64",
            "(String, Vec<u8>) -> Result<f64, Error>",
            "([u16; 4], HashMap<String, Vec<i32>>, Option<u64>) -> (i8, f32)",
            "(_,) -> Result<(), Error>",
        ] {
            let signature: HostSignature = text.parse().unwrap();
            assert_eq!(signature_text(&signature.params, &signature.results), text);
        }
    }

    #[test]
    fn parameters_and_fields_have_names() {
        let text = "( item : String, line: Line{ n: i64, tags: Vec<String>, } )";
        let signature: HostSignature = text.parse().unwrap();
        assert_eq!(signature.names, ["item", "line"]);
        let HostType::Struct(line) = &signature.params[1] else { panic!("{signature:?}") };
        assert_eq!((line.name.as_str(), line.fields.len()), ("Line", 2));
        assert!(signature.results.is_empty());
    }

    #[test]
    fn errors_say_where() {
        let at = |text: &str| text.parse::<HostSignature>().unwrap_err();
        assert_eq!(at("(String, Strin)").to_string(), "signature, byte 9: there is no type Strin");
        assert_eq!(at("String").to_string(), "signature, byte 0: `(` is missing");
        assert_eq!(at("(i64) -> i64 i64").at, 13);
        for text in
            ["", "(", "(i64", "([i64])", "(Vec<i64)", "() ->", "(A{i64})", "() -> Result<i64, i64>", "(é"]
        {
            assert!(text.parse::<HostSignature>().is_err(), "{text:?}");
        }
        let deep = format!("({}i64{})", "Vec<".repeat(10_000), ">".repeat(10_000));
        assert!(at(&deep).message.contains("nested deeper"));
    }
}
