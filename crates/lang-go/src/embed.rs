//! `//go:embed` comments: which variable each is for, and which files its patterns name. The contents become
//! the variable's value before anything else of the package is initialised from it.

use purlin_base::Pos;

use crate::ast::{Decl, Directive, File, VarSpec};
use crate::module::embed::Files;
use crate::syntax::Syntax;
use crate::types::{Basic, Type, TypeId};
use crate::universe::Universe;

/// Says of a pattern which files it names, by adding them.
pub(crate) type Resolve<'r> = &'r mut dyn FnMut(&str, &mut Files) -> Result<(), String>;

/// Takes in what the comments of a file of the program say.
pub(crate) fn collect(syntax: &mut Syntax, file: &File, resolve: Resolve<'_>) {
    let imports_embed = file.decls.iter().any(|decl| match decl {
        Decl::Import(specs) => specs.iter().any(|spec| syntax.names.text(spec.path) == "embed"),
        Decl::Const(_) | Decl::Type(_) | Decl::Var(_) | Decl::Func(_) => false,
    });
    for directive in &file.directives {
        let Some(rest) = directive.text.strip_prefix("go:embed") else { continue };
        if !rest.is_empty() && !rest.starts_with([' ', '\t']) {
            continue;
        }
        // The parser says what is wrong with a comment that has no variable, or no import.
        let Some(name) = variable(syntax, file, directive).filter(|_| imports_embed) else { continue };
        let mut files = Files::new();
        // The first one that is wrong is told, as by Go, which sorts them.
        let mut patterns = patterns(syntax, directive, rest);
        patterns.sort_by(|(_, a), (_, b)| a.cmp(b));
        let refused = patterns
            .into_iter()
            .find_map(|(at, pattern)| resolve(&pattern, &mut files).err().map(|why| (at, pattern, why)));
        if let Some((at, pattern, why)) = &refused {
            let at = directive.pos.offset(*at as u32);
            syntax.diagnostics.error(at, format!("pattern {pattern}: {why}"));
        }
        let bytes = files.values().map(|bytes| bytes.len() as u64).sum();
        if refused.is_none() && syntax.ids.budget.take(bytes, directive.pos) {
            syntax.embeds.entry(name).or_default().extend(files);
        }
    }
}

/// The patterns of a comment, and where in it they begin.
fn patterns(syntax: &mut Syntax, directive: &Directive, rest: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    let mut left = rest;
    loop {
        left = left.trim_start();
        let at = directive.text.len() - left.len();
        let Some(first) = left.chars().next() else { break };
        let end = match first {
            '"' => quoted_end(left),
            '`' => left[1..].find('`').map(|end| end + 2),
            _ => Some(left.find(char::is_whitespace).unwrap_or(left.len())),
        };
        let word = end.map(|end| &left[..end]);
        let pattern = word.and_then(|word| match first {
            '"' => unquoted(word),
            '`' => Some(word[1..word.len() - 1].to_string()),
            _ => Some(word.to_string()),
        });
        let follows =
            end.is_none_or(|end| left[end..].is_empty() || left[end..].starts_with(char::is_whitespace));
        let (Some(end), Some(pattern), true) = (end, pattern, follows) else {
            let bad = if follows { left } else { &left[end.unwrap_or(0)..] };
            let text = format!("invalid quoted string in //go:embed: {bad}");
            syntax.diagnostics.error(directive.pos, text);
            found.clear();
            break;
        };
        found.push((at, pattern));
        left = &left[end..];
    }
    if found.is_empty() {
        syntax.diagnostics.error(directive.pos, "usage: //go:embed pattern...");
    }
    found
}

/// Where a quoted string ends.
fn quoted_end(text: &str) -> Option<usize> {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            '"' if !escaped => return Some(at + 1),
            _ => escaped = c == '\\' && !escaped,
        }
    }
    None
}

/// The text of a string literal.
fn unquoted(word: &str) -> Option<String> {
    let mut lexer = crate::lex::Lexer::new(word.as_bytes());
    lexer.next();
    if !lexer.errors.is_empty() || lexer.end != word.len() {
        return None;
    }
    String::from_utf8(crate::lex::string_value(word.as_bytes())).ok()
}

/// What kind of variable a comment is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum EmbedKind {
    /// A string has the contents of one file.
    Text,
    /// A slice of bytes has them too.
    Bytes,
    /// An `embed.FS` has any number of files.
    Tree,
}

impl Universe {
    /// How a type takes files, if it does.
    pub(crate) fn embed_kind(&self, ty: TypeId) -> Option<EmbedKind> {
        if let Some(named) = self.types.as_named(ty) {
            let object = &self.objects[self.types.named(named).obj];
            let is_library = object.pkg.is_some_and(|pkg| &*self.packages[pkg].path == "embed");
            if is_library && self.names.text(object.name) == "FS" {
                return Some(EmbedKind::Tree);
            }
        }
        match *self.types.under(ty) {
            Type::Basic(Basic::String) => Some(EmbedKind::Text),
            Type::Slice(elem) if self.types.basic(elem) == Basic::Uint8 => Some(EmbedKind::Bytes),
            _ => None,
        }
    }
}

/// The name of the variable that a comment is for: one of the package's, declared alone and without a value.
fn variable(syntax: &Syntax, file: &File, directive: &Directive) -> Option<Pos> {
    let base = syntax.sources.pos(file.file, 0).0;
    let text = syntax.sources.text(file.file);
    let end = (directive.pos.0 - base) as usize + directive.text.len();
    let mut at = next_token(text, end);
    if text[at..].strip_prefix("var").is_some_and(|rest| rest.starts_with(char::is_whitespace)) {
        at = next_token(text, at + "var".len());
    }
    let pos = syntax.sources.pos(file.file, at);
    let specs = file.decls.iter().filter_map(|decl| match decl {
        Decl::Var(specs) => Some(specs),
        Decl::Import(_) | Decl::Const(_) | Decl::Type(_) | Decl::Func(_) => None,
    });
    let spec: &VarSpec = specs.flatten().find(|spec| spec.pos == pos)?;
    (spec.names.len() == 1 && spec.values.is_empty()).then(|| spec.names[0].pos)
}

/// Where the first token begins that is no comment.
fn next_token(text: &str, from: usize) -> usize {
    let mut rest = &text[from..];
    loop {
        rest = rest.trim_start();
        if rest.starts_with("//") {
            rest = &rest[rest.find('\n').unwrap_or(rest.len())..];
        } else if let Some(inside) = rest.strip_prefix("/*") {
            rest = inside.find("*/").map_or("", |end| &inside[end + 2..]);
        } else {
            return text.len() - rest.len();
        }
    }
}
