//! Tonel: a header of metadata, then methods, each after a header of its own.

use purlin_base::{Name, Pos};

use super::{Failed, Parsed, Parser};
use crate::ast::{
    Class, ClassVariable, Expr, ExprKind, Extension, Ident, Item, Literal, Members, Path, Pragma, Superclass,
    Unit,
};
use crate::lex::{self, Tok};

/// The words that begin a file.
const KINDS: [&str; 4] = ["Class", "Extension", "Trait", "Package"];

/// Whether a text begins as Tonel does: a comment, a word, a brace.
pub(super) fn begins(text: &str) -> bool {
    let mut rest = text.trim_start_matches('\u{feff}').trim_start();
    while let Some(comment) = rest.strip_prefix('"') {
        let Some(end) = comment.find('"') else { return false };
        rest = comment[end + 1..].trim_start();
    }
    let kind = KINDS.iter().find_map(|kind| rest.strip_prefix(kind));
    kind.is_some_and(|after| after.trim_start().starts_with('{'))
}

/// A value of the metadata.
enum Value {
    Text(Ident),
    List(Vec<Value>),
    Other,
}

impl Value {
    /// The names in a list, or the only name.
    fn idents(self) -> Vec<Ident> {
        match self {
            Value::Text(ident) => vec![ident],
            Value::List(values) => values.into_iter().flat_map(Value::idents).collect(),
            Value::Other => vec![],
        }
    }
}

/// The metadata that is understood, of a class.
#[derive(Default)]
struct Header {
    name: Option<Ident>,
    superclass: Option<Ident>,
    members: Members,
}

impl Parser<'_> {
    /// Definitions as Tonel has them, one after the other; what follows them is read as bracket syntax.
    pub(super) fn tonel_file(&mut self) -> Unit {
        let mut unit = Unit::default();
        while KINDS.contains(&self.word()) && self.ahead(1) == Tok::Lbrace {
            unit.items.append(&mut self.tonel_definition().items);
        }
        unit.items.append(&mut self.bracket_file().items);
        unit
    }

    fn tonel_definition(&mut self) -> Unit {
        let mut unit = Unit::default();
        let (pos, kind) = (self.pos(), self.word());
        self.next();
        let header = match self.within(Self::header) {
            Ok(header) => header,
            Err(Failed) => return unit,
        };
        let Some(name) = header.name else {
            if kind != "Package" {
                self.error_at(pos.0 - self.base.0, "the metadata has no #name");
            }
            return unit;
        };
        let mut body = header.members;
        let mut others = Vec::new();
        if kind != "Package" {
            self.tonel_methods(name.name, &mut body, &mut others);
        }
        let path = Path { parts: vec![name] };
        match kind {
            "Extension" => {
                unit.items.push(Item::Extension(Extension { class: path, pos, meta: false, body }));
            }
            "Class" => {
                let superclass = match header.superclass {
                    Some(ident) if self.names.text(ident.name) == "nil" => Superclass::Nil,
                    Some(ident) => Superclass::Named(Path { parts: vec![ident] }),
                    None => Superclass::Default,
                };
                unit.items.push(Item::Class(Class { name: path, pos, superclass, body }));
            }
            "Trait" => self.error_at(pos.0 - self.base.0, "there are no traits"),
            _ => {}
        }
        unit.items.extend(others.into_iter().map(Item::Extension));
        unit
    }

    fn tonel_methods(&mut self, class: Name, members: &mut Members, others: &mut Vec<Extension>) {
        while !self.at_end() && self.tonel_method_ahead() {
            if self.tonel_method(class, members, others).is_err() {
                self.skip_member(Tok::Lbrack);
            }
        }
    }

    /// Whether a method follows: its metadata, or its class and `>>`. What is damaged is taken for one, as
    /// long as it begins no definition and no statement.
    fn tonel_method_ahead(&self) -> bool {
        if self.tok() != Tok::Name {
            return true;
        }
        let meta = usize::from(matches!(self.text_ahead(1), "class" | "classSide"));
        let defines = KINDS.contains(&self.word()) && self.ahead(1) == Tok::Lbrace;
        let sends = match self.ahead(1) {
            Tok::Keyword => true,
            Tok::Name => self.ahead(2) != Tok::Lbrack,
            _ => false,
        };
        !defines && (self.is_binary(1 + meta, ">>") || !sends)
    }

    fn tonel_method(
        &mut self,
        class: Name,
        members: &mut Members,
        others: &mut Vec<Extension>,
    ) -> Parsed<()> {
        let pos = self.pos();
        let mut category = None;
        if self.tok() == Tok::Lbrace {
            category = self.within(Self::category)?;
        }
        let owner = self.name("the class of a method")?;
        let meta = self.tok() == Tok::Name && matches!(self.word(), "class" | "classSide");
        if meta {
            self.next();
        }
        if !self.is_binary(0, ">>") {
            return self.expected(">> and a method");
        }
        self.next();
        let mut method = self.bracket_method(meta)?;
        method.pragmas.splice(0..0, category);
        if owner.name == class {
            members.methods.push(method);
        } else {
            let body = Members { methods: vec![method], ..Members::default() };
            others.push(Extension { class: Path { parts: vec![owner] }, pos, meta, body });
        }
        Ok(())
    }

    fn header(&mut self) -> Parsed<Header> {
        let mut header = Header::default();
        self.entries(|parser, key, pos, value| {
            let members = &mut header.members;
            match key {
                "name" => header.name = value.idents().first().copied(),
                "superclass" => header.superclass = value.idents().first().copied(),
                "instVars" => members.fields = value.idents(),
                "classInstVars" => members.class_fields = value.idents(),
                "classVars" => {
                    let idents = value.idents().into_iter();
                    members.class_variables =
                        idents.map(|ident| ClassVariable { ident, value: None }).collect();
                }
                "category" => members.pragmas.extend(parser.text_pragma("category:", pos, value)),
                _ => {}
            }
        })?;
        Ok(header)
    }

    fn category(&mut self) -> Parsed<Option<Pragma>> {
        let mut category = None;
        self.entries(|parser, key, pos, value| {
            if key == "category" {
                category = parser.text_pragma("category:", pos, value);
            }
        })?;
        Ok(category)
    }

    /// A pragma with a string, as bracket syntax has it for what Tonel writes as metadata.
    fn text_pragma(&mut self, selector: &str, pos: Pos, value: Value) -> Option<Pragma> {
        let ident = value.idents().first().copied()?;
        let text = self.names.text(ident.name).to_owned();
        let argument = Expr { kind: ExprKind::Literal(Literal::String(text)), pos: ident.pos, depth: 1 };
        Some(Pragma { selector: self.intern(selector), pos, arguments: vec![argument] })
    }

    /// `#key : value, …`
    fn entries(&mut self, mut each: impl FnMut(&mut Self, &str, Pos, Value)) -> Parsed<()> {
        while !self.at_end() {
            if self.is_binary(0, ",") {
                self.next();
                continue;
            }
            if !matches!(self.tok(), Tok::Symbol | Tok::String) {
                return self.expected("a key of the metadata");
            }
            let pos = self.pos();
            let key = self.metadata_text()?;
            let key = self.names.text(key.name).to_owned();
            let has_colon = key.ends_with(':');
            if !has_colon && !self.eat(Tok::Colon) {
                return self.expected(": after the key");
            }
            let value = self.metadata_value()?;
            each(self, key.trim_end_matches(':'), pos, value);
        }
        Ok(())
    }

    fn metadata_text(&mut self) -> Parsed<Ident> {
        let pos = self.pos();
        let text = match self.tok() {
            Tok::String => lex::string(self.word(), self.dialect),
            _ => lex::symbol(self.word(), self.dialect).map(|text| text.into_owned()),
        };
        let text = match text {
            Ok(text) => text,
            Err((_, message)) => return self.fail(message),
        };
        self.next();
        Ok(Ident { name: self.intern(&text), pos })
    }

    fn metadata_value(&mut self) -> Parsed<Value> {
        match self.tok() {
            Tok::Symbol | Tok::String => self.metadata_text().map(Value::Text),
            Tok::Name => Ok(Value::Text(self.ident())),
            Tok::Number => {
                self.next();
                Ok(Value::Other)
            }
            Tok::Lbrack => self.within(|parser| {
                let mut values = Vec::new();
                while !parser.at_end() {
                    values.push(parser.metadata_value()?);
                    if parser.is_binary(0, ",") {
                        parser.next();
                    }
                }
                Ok(Value::List(values))
            }),
            Tok::Lbrace => self.within(|parser| parser.entries(|_, _, _, _| {})).map(|()| Value::Other),
            _ => self.expected("a value of the metadata"),
        }
    }
}
