//! The Go declarations of a package of the host's, from the types of its functions.

use std::fmt::Write;

use purlin_runtime::border::{EnumType, HostType, StructType};

/// A function of the host's: its name, parameters and results.
pub type HostSignature<'a> = (&'a str, &'a [HostType], &'a [HostType]);

/// The declarations of the package with this import path.
///
/// # Errors
/// If two types have the same name, a name is none in Go, or a type has no counterpart in Go.
pub fn declare<'a>(
    path: &str,
    functions: impl IntoIterator<Item = HostSignature<'a>>,
) -> Result<String, String> {
    let mut writer = Declarations::default();
    let mut text = String::new();
    for (name, params, results) in functions {
        let params = writer.list(params)?;
        let results = match results {
            [] => String::new(),
            [one] => format!(" {}", writer.text(one)?),
            more => format!(" ({})", writer.list(more)?),
        };
        let name = identifier(name)?;
        writeln!(text, "\nfunc {name}({params}){results}").map_err(|e| e.to_string())?;
    }
    let package = path.rsplit('/').next().unwrap_or(path).replace(['-', '.'], "_");
    identifier(&package)?;
    let types: String = writer.types.iter().map(|(_, text, _)| text.as_str()).collect();
    Ok(format!("package {package}\n{types}{text}"))
}

/// The named types that were declared so far.
#[derive(Default)]
struct Declarations {
    /// Name, text and the type.
    types: Vec<(String, String, HostType)>,
    /// Key and name of the structures that are being declared.
    open: Vec<(String, String)>,
}

impl Declarations {
    fn list(&mut self, types: &[HostType]) -> Result<String, String> {
        let texts: Result<Vec<String>, String> = types.iter().map(|ty| self.text(ty)).collect();
        Ok(texts?.join(", "))
    }

    /// A type as Go writes it.
    fn text(&mut self, ty: &HostType) -> Result<String, String> {
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
            Some((_, _, other)) if other == ty => return Ok(shown),
            Some(_) => return Err(format!("two different types are called {shown}")),
            None => {}
        }
        let place = self.types.len();
        self.types.push((shown.clone(), String::new(), ty.clone()));
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

/// The name, if it is one in Go: letters, digits and `_`, no digit first.
fn identifier(name: &str) -> Result<&str, String> {
    let is_part = |(n, c): (usize, char)| c == '_' || c.is_alphabetic() || n > 0 && c.is_numeric();
    if name.is_empty() || !name.char_indices().all(is_part) {
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

    #[test]
    fn types_are_declared_once_and_before_the_functions() {
        let fields = vec![("unit_price".to_string(), HostType::Int(8, true)), ("tags".into(), HostType::Str)];
        let (key, name) = ("Line".into(), "Line".to_string());
        let line = HostType::Struct(StructType { key, name, fields }.into());
        let variants = vec!["Red".to_string(), "Green".into()];
        let color = HostType::Enum(EnumType { name: "Color".into(), variants }.into());
        let params = [line.clone(), HostType::Option(line.clone().into()), color];
        let results = [HostType::Map((HostType::Str, line).into()), HostType::Error];
        let text = declare("host/shop", [("Price", &params[..], &results[..]), ("Close", &[], &[])]).unwrap();
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
            let error = declare("host/odd", [(name, &[][..], &[][..])]).unwrap_err();
            assert_eq!(error, format!("{name:?} is no name in Go"));
            let variants = vec!["Red".to_string(), name.to_string()];
            let color = [HostType::Enum(EnumType { name: "Color".into(), variants }.into())];
            assert!(declare("host/odd", [("F", &color[..], &[][..])]).is_err(), "{name:?}");
            let fields = vec![(name.to_string(), HostType::Bool)];
            let (key, of) = ("k".into(), "Line".to_string());
            let line = [HostType::Struct(StructType { key, name: of, fields }.into())];
            assert!(declare("host/odd", [("F", &line[..], &[][..])]).is_err(), "{name:?}");
        }
        assert!(declare("host/", [("F", &[][..], &[][..])]).is_err());
        assert!(declare("host/odd-1.x", [("Größe2_", &[][..], &[][..])]).is_ok());
    }

    #[test]
    fn two_types_of_one_name_are_refused() {
        let named = |fields: Vec<(String, HostType)>| {
            HostType::Struct(StructType { key: "k".into(), name: "Same".into(), fields }.into())
        };
        let params = [named(Vec::new()), named(vec![("n".into(), HostType::Bool)])];
        let error = declare("host/odd", [("F", &params[..], &[][..])]).unwrap_err();
        assert_eq!(error, "two different types are called Same");
    }
}
