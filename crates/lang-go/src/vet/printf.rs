//! Calls of the functions that format: whether verbs, flags and arguments fit each other.

use purlin_base::Pos;
use purlin_base::map::HashSet;

use super::format::{Directive, offset_in_literal, parse, possible_directive};
use super::{Callee, Vet};
use crate::ast::{Expr, ExprKind};
use crate::types::{Basic, Type, TypeId};
use crate::universe::Mode;

/// Functions that take a format: path, name, the number of the parameter.
const FORMATTING: &[(&str, &str, usize)] = &[
    ("fmt", "Appendf", 1),
    ("fmt", "Errorf", 0),
    ("fmt", "Fprintf", 1),
    ("fmt", "Printf", 0),
    ("fmt", "Sprintf", 0),
    ("log", "Fatalf", 0),
    ("log", "Panicf", 0),
    ("log", "Printf", 0),
    ("testing", "Errorf", 0),
    ("testing", "Fatalf", 0),
    ("testing", "Logf", 0),
    ("testing", "Skipf", 0),
];

/// Functions that print their arguments as they are: path, name, the number of the first.
const PRINTING: &[(&str, &str, usize)] = &[
    ("fmt", "Append", 1),
    ("fmt", "Appendln", 1),
    ("fmt", "Fprint", 1),
    ("fmt", "Fprintln", 1),
    ("fmt", "Print", 0),
    ("fmt", "Println", 0),
    ("fmt", "Sprint", 0),
    ("fmt", "Sprintln", 0),
    ("log", "Fatal", 0),
    ("log", "Fatalln", 0),
    ("log", "Panic", 0),
    ("log", "Panicln", 0),
    ("log", "Print", 0),
    ("log", "Println", 0),
    ("testing", "Error", 0),
    ("testing", "Fatal", 0),
    ("testing", "Log", 0),
    ("testing", "Skip", 0),
];

/// Kinds of arguments, as bits.
const BOOL: u8 = 1;
const INT: u8 = 2;
const STRING: u8 = 4;
const FLOAT: u8 = 8;
const COMPLEX: u8 = 16;
const POINTER: u8 = 32;
const ERROR: u8 = 64;
/// Integers that are characters: runes and bytes.
const CHARACTER: u8 = 128;
const ANY: u8 = 255;

/// The flags of a verb, and the kinds of its arguments.
fn verb(verb: char) -> Option<(&'static str, u8)> {
    Some(match verb {
        '%' => ("", 0),
        'b' => (" -+.0#'", INT | FLOAT | COMPLEX | POINTER),
        'c' => ("-", INT),
        'd' => (" -+.0'", INT | POINTER),
        'e' | 'E' | 'f' | 'F' | 'g' | 'G' => (" -+.0#'", FLOAT | COMPLEX),
        'o' | 'O' => (" -+.0#'", INT | POINTER),
        'p' => ("-#", POINTER),
        'q' => (" -+.0#", CHARACTER | STRING),
        's' => (" -+.0", STRING),
        't' => ("-", BOOL),
        'T' => ("-", ANY),
        'U' => ("-#", INT),
        'v' => (" -+.0#'", ANY),
        'w' => (" -+.0#'", ERROR),
        'x' | 'X' => (" -+.0#'", INT | STRING | POINTER | FLOAT | COMPLEX),
        _ => return None,
    })
}

fn number_of_args(n: usize) -> String {
    if n == 1 { "1 arg".into() } else { format!("{n} args") }
}

/// A call of a function that formats.
struct Call<'a> {
    name: String,
    /// The format, and the arguments after it.
    format: &'a Expr,
    args: &'a [Expr],
    /// The last of which is a slice of arguments.
    dots: bool,
}

impl Vet<'_> {
    /// What is wrong with a call, if it is one of a function that formats or prints.
    pub(super) fn print_call(&mut self, x: &Expr, callee: &Callee, args: &[Expr], dots: bool) {
        let known = |(path, name, _): &&(&str, &str, usize)| {
            let logs = match *path {
                "log" => callee.recv.as_deref() == Some("Logger"),
                // Tests, benchmarks and fuzz tests, and what they have in common.
                "testing" => callee.recv.is_some(),
                _ => false,
            };
            (callee.recv.is_none() || logs) && *path == &*callee.path && *name == callee.name
        };
        if let [arg] = args
            && matches!(self.u.types.get(self.ty(arg)), Type::Tuple(_))
        {
            return;
        }
        if let Some((_, _, first)) = FORMATTING.iter().find(known) {
            let Some((format, args)) = args.get(*first..).and_then(<[Expr]>::split_first) else { return };
            self.formatting(x, &Call { name: callee.shown(), format, args, dots });
        } else if let Some((_, _, first)) = PRINTING.iter().find(known) {
            let ends_line = callee.name.ends_with("ln");
            self.printing(x, &callee.shown(), ends_line, args.get(*first..).unwrap_or_default());
        }
    }

    fn printing(&mut self, x: &Expr, name: &str, ends_line: bool, args: &[Expr]) {
        let text = |arg: Option<&Expr>| arg.and_then(|arg| self.text(arg));
        let first = text(args.first());
        let first = first.as_deref().map(String::from_utf8_lossy);
        if let Some(found) = first.as_deref().and_then(possible_directive) {
            let message = format!("{name} call has possible Printf formatting directive {found}");
            return self.report(x.start, message);
        }
        if ends_line && text(args.last()).is_some_and(|text| text.ends_with(b"\n")) {
            return self.report(x.start, format!("{name} arg list ends with redundant newline"));
        }
        if let Some(arg) = args.iter().find(|arg| self.is_function(arg)) {
            let arg = self.shown(arg);
            self.report(x.start, format!("{name} arg {arg} is a func value, not called"));
        }
    }

    fn formatting(&mut self, x: &Expr, call: &Call<'_>) {
        let Call { name, format, args, dots } = call;
        let Some(text) = self.text(format) else {
            if args.is_empty() {
                self.report(format.start, format!("non-constant format string in call to {name}"));
            }
            return;
        };
        // Bytes that are no text are no part of a directive; replaced, they would move what follows.
        let Ok(text) = std::str::from_utf8(&text) else { return };
        let parsed = parse(text);
        if let (true, Some(arg)) = (!text.contains('%'), args.first()) {
            let message = format!("{name} call has arguments but no formatting directives");
            return self.report(arg.start, message);
        }
        let mut used = 0;
        for directive in &parsed.directives {
            if let Err((pos, what)) = self.directive(call, directive) {
                return self.report(pos, format!("{name} {what}"));
            }
            let last = directive.arg + usize::from(directive.verb != '%');
            used = directive.stars.iter().map(|n| n + 1).chain([used, last]).max().unwrap_or(used);
        }
        if parsed.ends_early {
            let message = format!("{name} format % is missing verb at end of string");
            return self.report(format.start, message);
        }
        if !parsed.is_indexed && !dots && used != args.len() {
            let (needs, has) = (number_of_args(used), number_of_args(args.len()));
            self.report(x.start, format!("{name} call needs {needs} but has {has}"));
        }
    }

    /// Whether the arguments of one directive fit it: where it is, and what is wrong.
    fn directive(&self, call: &Call<'_>, directive: &Directive) -> Result<(), (Pos, String)> {
        let Directive { text, flags, stars, arg, verb: letter, .. } = directive;
        let pos = self.place(call.format, directive.at);
        let wrong = |what: String| Err((pos, what));
        let Some((allowed, kinds)) = verb(*letter) else {
            return wrong(format!("format {text} has unknown verb {letter}"));
        };
        // Nothing pads with zeros what has no digits; that is allowed everywhere all the same.
        if let Some(flag) = flags.chars().find(|flag| *flag != '0' && !allowed.contains(*flag)) {
            return wrong(format!("format {text} has unrecognized flag {flag}"));
        }
        let checked = |n: usize| !(call.dots && n + 1 >= call.args.len());
        let missing = |n: usize| {
            let has = number_of_args(call.args.len());
            wrong(format!("format {text} reads arg #{}, but call has {has}", n + 1))
        };
        for n in stars.iter().filter(|n| checked(**n)) {
            let Some(arg) = call.args.get(*n) else { return missing(*n) };
            if !self.matches(self.ty(arg), INT) {
                return wrong(format!("format {text} uses non-int {} as argument of *", self.shown(arg)));
            }
        }
        if *letter == '%' {
            return Ok(());
        }
        if *letter == 'w' && call.name != "fmt.Errorf" {
            return wrong("does not support error-wrapping directive %w".into());
        }
        if !checked(*arg) {
            return Ok(());
        }
        let Some(arg) = call.args.get(*arg) else { return missing(*arg) };
        if !matches!(letter, 'p' | 'T') && self.is_function(arg) {
            return wrong(format!("format {text} arg {} is a func value, not called", self.shown(arg)));
        }
        if self.mode(arg) != Mode::Nil && !self.matches(self.ty(arg), kinds) {
            let (arg, ty) = (self.shown(arg), self.u.type_string(self.ty(arg)));
            return wrong(format!("format {text} has arg {arg} of wrong type {ty}"));
        }
        Ok(())
    }

    /// The position of a byte of a format: in the literal, if it is one.
    fn place(&self, format: &Expr, at: usize) -> Pos {
        let ExprKind::Literal(literal) = &format.kind else { return format.start };
        let offset = offset_in_literal(self.u.name(literal.text), at);
        offset.map_or(format.start, |offset| literal.pos.offset(offset as u32))
    }

    /// Whether an expression is a function that was hardly meant to be printed.
    fn is_function(&self, x: &Expr) -> bool {
        let ty = self.ty(x);
        let is_func = matches!(self.u.types.under(ty), Type::Signature(_)) && self.mode(x) != Mode::Nil;
        is_func && !self.formats_itself(ty) && !self.is_text(ty)
    }

    fn formats_itself(&self, ty: TypeId) -> bool {
        self.method(ty, self.names.format, 2, &[])
    }

    /// Whether values of a type have a text of their own.
    fn is_text(&self, ty: TypeId) -> bool {
        let string = [Basic::String.ty()];
        self.method(ty, self.names.error, 0, &string) || self.method(ty, self.names.string, 0, &string)
    }

    fn matches(&self, ty: TypeId, kinds: u8) -> bool {
        match kinds {
            ANY => true,
            ERROR => {
                self.u.types.is_interface(ty) || self.method(ty, self.names.error, 0, &[Basic::String.ty()])
            }
            _ => self.fits(ty, kinds, true, &mut HashSet::default()),
        }
    }

    /// Whether a value, or what it consists of, is of one of the kinds.
    fn fits(&self, ty: TypeId, kinds: u8, outermost: bool, seen: &mut HashSet<TypeId>) -> bool {
        let types = &self.u.types;
        let has = |kind: u8| kinds & kind != 0;
        if !seen.insert(ty) || types.is_param(ty) || self.formats_itself(ty) {
            return true;
        }
        if has(STRING) && self.is_text(ty) {
            return true;
        }
        let only_pointers = kinds == POINTER;
        match types.under(ty) {
            Type::Basic(basic) => basic_fits(*basic, kinds),
            Type::Signature(_) => only_pointers,
            Type::Chan { .. } => has(POINTER),
            Type::Map { key, elem } => {
                only_pointers || self.fits(*key, kinds, false, seen) && self.fits(*elem, kinds, false, seen)
            }
            Type::Array { elem, .. } => {
                is_byte(types.basic(*elem)) && has(STRING) || self.fits(*elem, kinds, false, seen)
            }
            Type::Slice(elem) => {
                let bytes = is_byte(types.basic(*elem)) && has(STRING);
                only_pointers || bytes || self.fits(*elem, kinds, false, seen)
            }
            Type::Pointer(elem) => {
                let shown_whole = matches!(
                    types.under(*elem),
                    Type::Struct(_) | Type::Array { .. } | Type::Slice(_) | Type::Map { .. }
                );
                has(POINTER) || outermost && shown_whole && self.fits(*elem, kinds, false, seen)
            }
            Type::Struct(fields) => fields.iter().all(|field| self.fits(field.ty, kinds, false, seen)),
            // What a value is there is known when the program runs.
            Type::Interface(_) | Type::Named(_) | Type::TypeParam(_) => true,
            Type::Tuple(_) | Type::Generic { .. } => true,
        }
    }
}

fn is_byte(basic: Basic) -> bool {
    basic == Basic::Uint8
}

fn basic_fits(basic: Basic, kinds: u8) -> bool {
    let kind = match basic {
        Basic::Invalid => return true,
        Basic::UnsafePointer => POINTER | INT,
        Basic::UntypedNil => 0,
        _ if basic.is_boolean() => BOOL,
        Basic::Int32 | Basic::Uint8 | Basic::UntypedRune => INT | CHARACTER,
        _ if basic.is_integer() => INT,
        _ if basic.is_float() => FLOAT,
        _ if basic.is_complex() => COMPLEX,
        _ => STRING,
    };
    kinds & kind != 0
}
