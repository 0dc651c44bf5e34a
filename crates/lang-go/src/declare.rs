//! The Go declarations of a package of the host's, from the types of its functions.

use std::collections::BTreeSet;
use std::fmt::Write;

use purlin_runtime::border::{EnumType, HostType, ObjectType, StructType};

use crate::lex::is_keyword;

/// A package of the host's.
pub struct HostInterface<'a> {
    /// The import path.
    pub path: &'a str,
    /// What its comment says; empty if there is none.
    pub doc: &'a str,
    pub objects: Vec<HostObject<'a>>,
    pub functions: Vec<HostSignature<'a>>,
}

/// A type of objects of the host's.
pub struct HostObject<'a> {
    pub name: &'a str,
    pub doc: &'a str,
}

/// A function of the host's, or a method of an object.
#[derive(Clone, Copy)]
pub struct HostSignature<'a> {
    /// `F`, or `T.M` for a method, whose first parameter is the object.
    pub name: &'a str,
    pub params: &'a [HostType],
    pub results: &'a [HostType],
    pub doc: &'a str,
    /// The names of the parameters, without the object; empty if they are not known.
    pub names: &'a [String],
}

/// The declarations of a package.
///
/// # Errors
/// If two types have the same name, a name is none in Go, or a type has no counterpart in Go.
pub fn declare(host: &HostInterface<'_>) -> Result<String, String> {
    let mut writer = Declarations { path: host.path, ..Declarations::default() };
    for object in &host.objects {
        let name = identifier(object.name)?;
        if writer.types.iter().any(|(other, _, _)| other == name) {
            return Err(format!("two objects are called {name}"));
        }
        let doc = comment(object.doc);
        let text = format!("\n{doc}type {name} struct {{\n\thandle int64\n}}\n");
        // Its methods and uses tell which type it is.
        writer.types.push((name.to_string(), text, None));
    }
    let mut text = String::new();
    for function in &host.functions {
        text.push('\n');
        text.push_str(&comment(function.doc));
        writer.function(function, &mut text)?;
    }
    let types: String = writer.types.iter().map(|(_, text, _)| text.as_str()).collect();
    let imports: String = writer.imports.iter().map(|path| format!("\nimport {path:?}\n")).collect();
    let (doc, package) = (comment(host.doc), package_name(host.path));
    identifier(&package)?;
    Ok(format!("{doc}package {package}\n{imports}{types}{text}"))
}

/// The name of the package with this import path.
fn package_name(path: &str) -> String {
    path.rsplit('/').next().unwrap_or(path).replace(['-', '.'], "_")
}

/// Text as a comment.
fn comment(text: &str) -> String {
    let line = |line: &str| format!("//{}{line}\n", if line.is_empty() { "" } else { " " });
    text.trim_end().lines().map(|text| line(text.trim_end())).collect()
}

/// How deep types may be nested.
const DEEPEST: usize = 100;

/// The name of a parameter in Go's style: `unit_price` as `unitPrice`.
fn parameter(name: &str) -> String {
    let name = exported(name);
    let mut chars = name.chars();
    let name: String = chars.next().into_iter().flat_map(char::to_lowercase).chain(chars).collect();
    match name.as_str() {
        "" => "_".to_string(),
        name if is_keyword(name) => format!("{name}_"),
        _ => name,
    }
}

/// The named types that were declared so far.
#[derive(Default)]
struct Declarations<'a> {
    /// The import path of the package.
    path: &'a str,
    /// Paths of the packages that it imports.
    imports: BTreeSet<String>,
    /// Name, text and the type; none for objects of the host's.
    types: Vec<(String, String, Option<HostType>)>,
    /// Key and name of the structures that are being declared.
    open: Vec<(String, String)>,
    /// How many types the present one is nested in.
    depth: usize,
}

impl Declarations<'_> {
    /// Appends the declaration of a function or method.
    fn function(&mut self, function: &HostSignature<'_>, text: &mut String) -> Result<(), String> {
        let HostSignature { name, params, results, names, .. } = *function;
        let (receiver, name, params) = match (name.split_once('.'), params) {
            (Some((object, method)), [HostType::Object(ty), rest @ ..]) if ty.name == object => {
                (Some(object), method, rest)
            }
            (Some(_), _) => return Err(format!("{name} is a method of an object with another name")),
            (None, _) => (None, name, params),
        };
        let names: Vec<String> = names.iter().map(|name| parameter(name)).collect();
        let receiver = receiver.map_or(String::new(), |object| {
            let letter: String = object.chars().take(1).flat_map(char::to_lowercase).collect();
            let letter = if names.contains(&letter) { "_".to_string() } else { letter };
            format!("({letter} *{object}) ")
        });
        let types = params.iter().map(|ty| self.text(ty)).collect::<Result<Vec<String>, String>>()?;
        let distinct = names.iter().filter(|name| *name != "_").collect::<BTreeSet<_>>();
        let named =
            names.len() == types.len() && distinct.len() == names.iter().filter(|name| *name != "_").count();
        let params = match named {
            true => names.iter().zip(&types).map(|(name, ty)| format!("{name} {ty}")).collect(),
            false => types,
        };
        let results = match results {
            [] => String::new(),
            [one] => format!(" {}", self.text(one)?),
            more => format!(" ({})", self.list(more)?),
        };
        let name = identifier(name)?;
        writeln!(text, "func {receiver}{name}({}){results}", params.join(", ")).map_err(|e| e.to_string())
    }

    /// The type of handles of an object, which may be one of another package.
    fn object(&mut self, object: &ObjectType) -> Result<String, String> {
        let ObjectType { name, package, .. } = object;
        if package.is_empty() {
            return Err(format!("{name} is an object of no package"));
        }
        if *package == self.path {
            return Ok(format!("*{name}"));
        }
        let (path, own) = (package.clone(), package_name(package));
        if let Some(other) = self.imports.iter().find(|p| **p != path && package_name(p) == own) {
            return Err(format!("the packages {other} and {path} have one name"));
        }
        self.imports.insert(path);
        Ok(format!("*{own}.{name}"))
    }

    fn list(&mut self, types: &[HostType]) -> Result<String, String> {
        let texts: Result<Vec<String>, String> = types.iter().map(|ty| self.text(ty)).collect();
        Ok(texts?.join(", "))
    }

    /// A type as Go writes it.
    fn text(&mut self, ty: &HostType) -> Result<String, String> {
        if self.depth >= DEEPEST {
            return Err(format!("a type of the host's is nested deeper than {DEEPEST}"));
        }
        self.depth += 1;
        let text = self.text_of(ty);
        self.depth -= 1;
        text
    }

    fn text_of(&mut self, ty: &HostType) -> Result<String, String> {
        Ok(match ty {
            HostType::Bool => "bool".into(),
            HostType::Int(bytes, signed) => {
                format!("{}int{}", if *signed { "" } else { "u" }, u32::from(*bytes) * 8)
            }
            HostType::F32 => "float32".into(),
            HostType::F64 => "float64".into(),
            HostType::Str => "string".into(),
            HostType::Slice(element) if **element == HostType::Int(1, false) => "[]byte".into(),
            HostType::Slice(element) => format!("[]{}", self.text(element)?),
            HostType::Array(element, len) => format!("[{len}]{}", self.text(element)?),
            HostType::Map(entry) => format!("map[{}]{}", self.text(&entry.0)?, self.text(&entry.1)?),
            HostType::Option(inner) => format!("*{}", self.text(inner)?),
            HostType::Tuple(items) => {
                let fields: Result<Vec<String>, String> = items.iter().map(|ty| self.text(ty)).collect();
                let fields = fields?.into_iter().enumerate().map(|(n, ty)| format!("F{n} {ty}"));
                format!("struct{{ {} }}", fields.collect::<Vec<_>>().join("; "))
            }
            HostType::Struct(structure) => self.named(&structure.name, ty, |w| w.structure(structure))?,
            HostType::Enum(enumeration) => {
                for variant in &enumeration.variants {
                    identifier(&exported(variant))?;
                }
                self.named(&enumeration.name, ty, |_| Ok(enumeration_text(enumeration)))?
            }
            HostType::Inside(key) => {
                let open = self.open.iter().find(|(k, _)| **k == **key);
                open.map(|(_, name)| name.clone()).ok_or_else(|| format!("{ty} is used outside of itself"))?
            }
            HostType::Object(object) => self.object(object)?,
            HostType::Error => "error".into(),
            HostType::Any => {
                return Err("a value tells its type only when it crosses: declare the package".into());
            }
        })
    }

    /// The name of a type, which is declared when it is first met.
    fn named(
        &mut self,
        name: &str,
        ty: &HostType,
        declare: impl FnOnce(&mut Self) -> Result<String, String>,
    ) -> Result<String, String> {
        let shown = exported(name);
        identifier(&shown)?;
        match self.types.iter().find(|(other, _, _)| *other == shown) {
            Some((_, _, Some(other))) if other == ty => return Ok(shown),
            Some(_) => return Err(format!("two different types are called {shown}")),
            None => {}
        }
        let place = self.types.len();
        self.types.push((shown.clone(), String::new(), Some(ty.clone())));
        self.types[place].1 = declare(self)?;
        Ok(shown)
    }

    fn structure(&mut self, structure: &StructType) -> Result<String, String> {
        let name = exported(&structure.name);
        self.open.push((structure.key.to_string(), name.clone()));
        let mut fields = Vec::new();
        for (field, ty) in &structure.fields {
            let text = self.text(ty)?;
            fields.push((exported(field), text));
            identifier(&exported(field))?;
        }
        self.open.pop();
        let width = fields.iter().map(|(field, _)| field.chars().count()).max().unwrap_or(0);
        let lines: String = fields.iter().map(|(field, ty)| format!("\t{field:width$} {ty}\n")).collect();
        let body = if lines.is_empty() { String::new() } else { format!("\n{lines}") };
        Ok(format!("\ntype {name} struct {{{body}}}\n"))
    }
}

fn enumeration_text(enumeration: &EnumType) -> String {
    let name = exported(&enumeration.name);
    let mut text = format!("\ntype {name} int64\n\nconst (\n");
    for (n, variant) in enumeration.variants.iter().enumerate() {
        let value = if n == 0 { format!(" {name} = iota") } else { String::new() };
        text += &format!("\t{name}{}{value}\n", exported(variant));
    }
    text + ")\n"
}

/// The name, if it is one in Go: letters, digits and `_`, no digit first, and no word of the language.
fn identifier(name: &str) -> Result<&str, String> {
    let is_part = |(n, c): (usize, char)| c == '_' || c.is_alphabetic() || n > 0 && c.is_numeric();
    if name.is_empty() || is_keyword(name) || !name.char_indices().all(is_part) {
        return Err(format!("{name:?} is no name in Go"));
    }
    Ok(name)
}

/// A name in the style of exported names of Go: `unit_price` as `UnitPrice`.
fn exported(name: &str) -> String {
    let words = name.split('_').filter(|word| !word.is_empty());
    words
        .flat_map(|word| {
            let mut chars = word.chars();
            chars.next().into_iter().flat_map(char::to_uppercase).chain(chars)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain<'a>(name: &'a str, params: &'a [HostType], results: &'a [HostType]) -> HostSignature<'a> {
        HostSignature { name, params, results, doc: "", names: &[] }
    }

    fn declared(path: &str, functions: Vec<HostSignature<'_>>) -> Result<String, String> {
        declare(&HostInterface { path, doc: "", objects: Vec::new(), functions })
    }

    #[test]
    fn types_are_declared_once_and_before_the_functions() {
        let fields = vec![("unit_price".to_string(), HostType::Int(8, true)), ("tags".into(), HostType::Str)];
        let (key, name) = ("Line".into(), "Line".to_string());
        let line = HostType::Struct(StructType { key, name, fields }.into());
        let variants = vec!["Red".to_string(), "Green".into()];
        let color = HostType::Enum(EnumType { name: "Color".into(), variants }.into());
        let params = [line.clone(), HostType::Option(line.clone().into()), color];
        let results = [HostType::Map((HostType::Str, line).into()), HostType::Error];
        let text = declared("host/shop", vec![plain("Price", &params, &results), plain("Close", &[], &[])]);
        let text = text.unwrap();
        assert_eq!(
            text,
            "package shop\n\ntype Line struct {\n\tUnitPrice int64\n\tTags      string\n}\n\n\
             type Color int64\n\nconst (\n\tColorRed Color = iota\n\tColorGreen\n)\n\n\
             func Price(Line, *Line, Color) (map[string]Line, error)\n\nfunc Close()\n"
        );
    }

    #[test]
    fn what_is_no_name_is_refused() {
        for name in ["", " ", "F()", "F\nfunc G", "F G", "1F", "F.G", "\u{0}", "F\u{202e}"] {
            let error = declared("host/odd", vec![plain(name, &[], &[])]).unwrap_err();
            let method = "F.G is a method of an object with another name";
            assert!(
                error == format!("{name:?} is no name in Go") || name == "F.G" && error == method,
                "{error}"
            );
            let variants = vec!["Red".to_string(), name.to_string()];
            let color = [HostType::Enum(EnumType { name: "Color".into(), variants }.into())];
            assert!(declared("host/odd", vec![plain("F", &color, &[])]).is_err(), "{name:?}");
            let fields = vec![(name.to_string(), HostType::Bool)];
            let (key, of) = ("k".into(), "Line".to_string());
            let line = [HostType::Struct(StructType { key, name: of, fields }.into())];
            assert!(declared("host/odd", vec![plain("F", &line, &[])]).is_err(), "{name:?}");
        }
        assert!(declared("host/", vec![plain("F", &[], &[])]).is_err());
        assert!(declared("host/odd-1.x", vec![plain("Größe2_", &[], &[])]).is_ok());
    }

    #[test]
    fn two_types_of_one_name_are_refused() {
        let named = |fields: Vec<(String, HostType)>| {
            HostType::Struct(StructType { key: "k".into(), name: "Same".into(), fields }.into())
        };
        let params = [named(Vec::new()), named(vec![("n".into(), HostType::Bool)])];
        let error = declared("host/odd", vec![plain("F", &params, &[])]).unwrap_err();
        assert_eq!(error, "two different types are called Same");
    }

    #[test]
    fn objects_are_opaque_types_with_methods() {
        let object = |name: &str, package: &str| {
            let (id, name, package) = (std::any::TypeId::of::<()>(), name.to_string(), package.to_string());
            HostType::Object(ObjectType { id, name, package }.into())
        };
        let ledger = object("Ledger", "host/ledger");
        let names: Vec<String> = ["who", "unit_price"].map(String::from).into();
        let params = [ledger.clone(), HostType::Str, HostType::Int(8, true)];
        let given = [HostType::Option(HostType::Str.into()), object("File", "host/my-files")];
        let clash: Vec<String> = ["l", "type"].map(String::from).into();
        let text = declare(&HostInterface {
            path: "host/ledger",
            doc: "Package ledger keeps accounts.",
            objects: vec![HostObject { name: "Ledger", doc: "Ledger is a list of entries.\n\nIt grows." }],
            functions: vec![
                HostSignature { doc: "Open opens one.", ..plain("Open", &[], &params[..1]) },
                HostSignature { names: &names, ..plain("Ledger.Record", &params, &[]) },
                HostSignature { names: &clash, ..plain("Ledger.Add", &params, &given) },
            ],
        });
        assert_eq!(
            text.unwrap(),
            "// Package ledger keeps accounts.\npackage ledger\n\nimport \"host/my-files\"\n\n\
             // Ledger is a list of entries.\n//\n// It grows.\ntype Ledger struct {\n\thandle int64\n}\n\n\
             // Open opens one.\nfunc Open() *Ledger\n\n\
             func (l *Ledger) Record(who string, unitPrice int64)\n\n\
             func (_ *Ledger) Add(l string, type_ int64) (*string, *my_files.File)\n"
        );
        let other = [object("Book", "host/ledger")];
        assert!(declared("host/ledger", vec![plain("Ledger.Record", &other, &[])]).is_err());
        let unknown = [object("Book", "")];
        let error = declared("host/ledger", vec![plain("F", &unknown, &[])]).unwrap_err();
        assert_eq!(error, "Book is an object of no package");
    }
}
