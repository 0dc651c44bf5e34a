//! Tags of struct fields that package `reflect` cannot read.

use purlin_base::Pos;

use super::Vet;
use crate::ast::{Expr, ExprKind, LitKind, StructField};
use crate::universe::is_exported;

/// Keys whose values name fields, which must be exported and differ.
const NAMING: [&str; 2] = ["json", "xml"];

impl Vet<'_> {
    pub(super) fn struct_tags(&mut self, x: &Expr) {
        let ExprKind::StructType(fields) = &x.kind else { return };
        // Key and name of what was seen, and where.
        let mut seen: Vec<(&str, String, Pos)> = Vec::new();
        for field in fields {
            let Some(tag) = field.tag.as_ref() else { continue };
            let LitKind::String(bytes) = &tag.kind else { continue };
            let at = field.names.first().map_or(field.ty.start, |name| name.pos);
            let pairs = match pairs(&String::from_utf8_lossy(bytes)) {
                Ok(pairs) => pairs,
                Err(why) => {
                    let text = self.u.name(tag.text).to_owned();
                    let message = "not compatible with reflect.StructTag.Get";
                    self.report(at, format!("struct field tag {text} {message}: {why}"));
                    continue;
                }
            };
            for key in NAMING {
                let value = pairs.iter().find(|(k, _)| k == key).map(|(_, value)| value.as_str());
                if let Some(value) = value {
                    self.naming_tag(field, at, key, value, &mut seen);
                }
            }
        }
    }

    fn naming_tag(
        &mut self,
        field: &StructField,
        at: Pos,
        key: &'static str,
        value: &str,
        seen: &mut Vec<(&str, String, Pos)>,
    ) {
        let Some(name) = field.names.first().map(|name| self.u.name(name.name).to_owned()) else { return };
        if !is_exported(&name) && value != "-" {
            return self.report(at, format!("struct field {name} has {key} tag but is not exported"));
        }
        let chosen = value.split(',').next().unwrap_or_default();
        // Of XML, names also depend on the kind of node.
        if key != "json" || chosen.is_empty() || value == "-" {
            return;
        }
        match seen.iter().find(|(k, n, _)| *k == key && n == chosen) {
            Some((_, _, before)) => {
                let place = self.u.sources.line_col(*before);
                let place = place.map_or(String::new(), |at| format!(" also at {}:{}", at.file, at.line));
                self.report(at, format!("struct field {name} repeats {key} tag {chosen:?}{place}"));
            }
            None => seen.push((key, chosen.to_owned(), at)),
        }
    }
}

/// The pairs of a tag, or why it is none.
fn pairs(tag: &str) -> Result<Vec<(String, String)>, &'static str> {
    let mut pairs = Vec::new();
    let mut rest = tag;
    while !rest.is_empty() {
        let trimmed = rest.trim_start_matches(' ');
        if !pairs.is_empty() && !trimmed.is_empty() && trimmed.len() == rest.len() {
            return Err("key:\"value\" pairs not separated by spaces");
        }
        rest = trimmed;
        if rest.is_empty() {
            break;
        }
        let end = rest.find(|c: char| c <= ' ' || c == ':' || c == '"' || c == '\x7f').unwrap_or(rest.len());
        let (key, after) = rest.split_at(end);
        if key.is_empty() {
            return Err("bad syntax for struct tag key");
        }
        let Some(value) = after.strip_prefix(':') else { return Err("bad syntax for struct tag pair") };
        let Some(value) = value.strip_prefix('"') else { return Err("bad syntax for struct tag value") };
        let end = end_of_string(value).ok_or("bad syntax for struct tag value")?;
        pairs.push((key.to_owned(), value[..end].to_owned()));
        rest = &value[end + 1..];
    }
    Ok(pairs)
}

/// Where the closing quote is.
fn end_of_string(text: &str) -> Option<usize> {
    let mut escaped = false;
    text.bytes().position(|b| {
        let closes = b == b'"' && !escaped;
        escaped = b == b'\\' && !escaped;
        closes
    })
}
