//! Reads IR text: what [`crate::print`] writes, and what people write by hand.
//!
//! Hand-written text may have comments (`; ...` to the end of the line) and free numbers for values, blocks
//! and table entries, in any order; blocks and functions may be used before they stand there. Whether the
//! module makes sense is for [`crate::verify`] to say: here only the form is checked, and that every name
//! means something. No input makes this panic, and memory stays linear in the length of the text.

use purlin_base::map::HashMap;
use std::fmt;

use purlin_base::{EntityRef, Pos, TrapCode};
use smallvec::SmallVec;

use crate::builder::{callee_results, truncate};
use crate::func::*;
use crate::ids::*;
use crate::imm::Imm;
use crate::inst::*;
use crate::module::*;
use crate::op::{Attr, Opcode, TypeClass, Yield};
use crate::types::{Signature, Type};

/// The longest text that is read, in bytes.
pub(crate) const MAX_TEXT: usize = 64 << 20;

/// The most run-time types a module may have: tables of the runtime are as large as that.
pub(crate) const MAX_TYPES: u32 = 1 << 20;

/// What is wrong with a text, and where. Lines and columns count from 1, columns in bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    pub line: u32,
    pub col: u32,
    pub message: String,
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.col, self.message)
    }
}

impl std::error::Error for ParseError {}

/// Reads a module.
pub fn module(text: &str) -> Result<Module, ParseError> {
    read(text).map_err(|e| e.place(text))
}

fn read(text: &str) -> Result<Module, Error> {
    if text.len() > MAX_TEXT {
        return Err(Error { at: 0, message: format!("the text is longer than {MAX_TEXT} bytes") });
    }
    let tokens = lex(text)?;
    let mut reader = Reader { tokens: &tokens, next: 0 };
    let mut parser = Parser { module: Module::new(), names: Names::default() };
    let bodies = parser.items(&mut reader)?;
    for (id, at) in bodies {
        reader.next = at;
        let func = Body::read(&parser.module, &parser.names, id, &mut reader)?;
        parser.module.funcs[id].body = Some(func.into());
    }
    Ok(parser.module)
}

/// An error at a byte offset; line and column are computed when it leaves.
struct Error {
    at: usize,
    message: String,
}

impl Error {
    fn place(self, text: &str) -> ParseError {
        let before = &text.as_bytes()[..self.at.min(text.len())];
        let line = before.iter().filter(|b| **b == b'\n').count() + 1;
        let start = before.iter().rposition(|b| *b == b'\n').map_or(0, |n| n + 1);
        ParseError { line: line as u32, col: (before.len() - start + 1) as u32, message: self.message }
    }
}

type Parse<T> = Result<T, Error>;

// --- tokens

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum TokenKind {
    Word,
    Number,
    /// With its quotes and escapes.
    String,
    /// One character, or `->`.
    Punct,
    End,
}

#[derive(Clone, Copy)]
struct Token<'t> {
    kind: TokenKind,
    text: &'t str,
    at: usize,
    /// Whether it is the first one on its line.
    fresh: bool,
}

fn lex(text: &str) -> Parse<Vec<Token<'_>>> {
    let bytes = text.as_bytes();
    let mut tokens = Vec::with_capacity(text.len() / 4);
    let (mut at, mut fresh) = (0, true);
    while let Some(byte) = bytes.get(at).copied() {
        let rest = &bytes[at..];
        let (kind, len) = match byte {
            b' ' | b'\t' | b'\r' | b'\n' => {
                fresh |= byte == b'\n';
                at += 1;
                continue;
            }
            b';' => {
                at += rest.iter().position(|b| *b == b'\n').unwrap_or(rest.len());
                continue;
            }
            b'"' => {
                (TokenKind::String, string_len(rest).ok_or_else(|| error(at, "a string without its end"))?)
            }
            b'a'..=b'z' | b'A'..=b'Z' | b'_' => {
                let more = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'.');
                (TokenKind::Word, rest.iter().take_while(|b| more(b)).count())
            }
            b'0'..=b'9' => (TokenKind::Number, number_len(rest)),
            b'-' if rest.get(1).is_some_and(u8::is_ascii_digit) => (TokenKind::Number, number_len(rest)),
            b'-' if rest.get(1) == Some(&b'>') => (TokenKind::Punct, 2),
            b'(' | b')' | b'[' | b']' | b'{' | b'}' | b',' | b':' | b'=' => (TokenKind::Punct, 1),
            _ => {
                let c = text[at..].chars().next().unwrap_or('?');
                return Err(error(at, format!("the character {c:?} means nothing here")));
            }
        };
        tokens.push(Token { kind, text: &text[at..at + len], at, fresh: std::mem::take(&mut fresh) });
        at += len;
    }
    tokens.push(Token { kind: TokenKind::End, text: "", at, fresh: true });
    Ok(tokens)
}

/// The length of the string that `bytes` begin with, quotes included; `None` if it does not end on its line.
fn string_len(bytes: &[u8]) -> Option<usize> {
    let mut n = 1;
    loop {
        match bytes.get(n)? {
            b'"' => return Some(n + 1),
            b'\n' => return None,
            // What is escaped is ASCII, so that a token never ends inside a character.
            b'\\' if bytes.get(n + 1)?.is_ascii() => n += 2,
            _ => n += 1,
        }
    }
}

fn number_len(bytes: &[u8]) -> usize {
    let mut n = 1;
    while let Some(b) = bytes.get(n) {
        let exponent = matches!(b, b'+' | b'-') && matches!(bytes[n - 1], b'e' | b'E');
        if !(b.is_ascii_alphanumeric() || matches!(b, b'.' | b'_') || exponent) {
            break;
        }
        n += 1;
    }
    n
}

fn error(at: usize, message: impl Into<String>) -> Error {
    Error { at, message: message.into() }
}

/// `block12` as `("block", 12)`.
fn numbered(word: &str) -> Option<(&str, u32)> {
    let digits = word.bytes().rev().take_while(u8::is_ascii_digit).count();
    let (prefix, number) = word.split_at(word.len() - digits);
    Some((prefix, number.parse().ok()?))
}

struct Reader<'a, 't> {
    tokens: &'a [Token<'t>],
    next: usize,
}

impl<'t> Reader<'_, 't> {
    fn peek(&self) -> Token<'t> {
        self.ahead(0)
    }

    fn ahead(&self, n: usize) -> Token<'t> {
        let last = self.tokens.len() - 1;
        self.tokens[(self.next + n).min(last)]
    }

    fn fail<T>(&self, message: impl Into<String>) -> Parse<T> {
        Err(error(self.peek().at, message))
    }

    fn expected<T>(&self, what: &str) -> Parse<T> {
        match self.peek().kind {
            TokenKind::End => self.fail(format!("expected {what}, found the end of the text")),
            _ => {
                let found: String = self.peek().text.chars().take(40).collect();
                self.fail(format!("expected {what}, found `{found}`"))
            }
        }
    }

    fn is(&self, text: &str) -> bool {
        let token = self.peek();
        matches!(token.kind, TokenKind::Punct | TokenKind::Word) && token.text == text
    }

    fn accept(&mut self, text: &str) -> bool {
        let found = self.is(text);
        self.next += usize::from(found);
        found
    }

    fn expect(&mut self, text: &str) -> Parse<()> {
        if self.accept(text) { Ok(()) } else { self.expected(&format!("`{text}`")) }
    }

    /// A word like `block12` with that prefix, if one is next.
    fn is_id(&self, prefix: &str) -> bool {
        id_of(self.peek(), prefix).is_some()
    }

    fn id(&mut self, prefix: &str) -> Parse<u32> {
        match id_of(self.peek(), prefix) {
            Some(n) => {
                self.next += 1;
                Ok(n)
            }
            None => self.expected(&format!("`{prefix}` and a number")),
        }
    }

    fn string(&mut self) -> Parse<Vec<u8>> {
        let token = self.peek();
        if token.kind != TokenKind::String {
            return self.expected("a string in quotes");
        }
        self.next += 1;
        unquote(token)
    }

    fn name(&mut self) -> Parse<String> {
        let at = self.peek().at;
        String::from_utf8(self.string()?).map_err(|_| error(at, "a name that is not UTF-8"))
    }

    /// An integer: decimal, or `0x` and `0b` with up to 64 bits.
    fn int(&mut self) -> Parse<i64> {
        let token = self.peek();
        if token.kind != TokenKind::Number {
            return self.expected("an integer");
        }
        let radix = |digits: &str, radix: u32| u64::from_str_radix(digits, radix).ok().map(|n| n as i64);
        let value = if let Some(digits) = token.text.strip_prefix("0x") {
            radix(digits, 16)
        } else if let Some(digits) = token.text.strip_prefix("0b") {
            radix(digits, 2)
        } else {
            token.text.parse().ok()
        };
        let Some(value) = value else { return self.expected("an integer of 64 bits") };
        self.next += 1;
        Ok(value)
    }

    fn u32(&mut self, what: &str) -> Parse<u32> {
        let at = self.peek().at;
        u32::try_from(self.int()?).map_err(|_| error(at, format!("{what} is not a number of 32 bits")))
    }

    /// A float's bits: a decimal number, or `bits` and an integer.
    fn float(&mut self, ty: Type) -> Parse<u64> {
        let at = self.peek().at;
        if self.accept("bits") {
            let bits = self.int()?;
            let fits = ty == Type::F64 || u32::try_from(bits).is_ok();
            return if fits { Ok(bits as u64) } else { Err(error(at, "more than 32 bits for an f32")) };
        }
        let token = self.peek();
        if token.kind != TokenKind::Number {
            return self.expected("a float");
        }
        let bits = if ty == Type::F32 {
            token.text.parse::<f32>().ok().map(|x| u64::from(x.to_bits()))
        } else {
            token.text.parse::<f64>().ok().map(f64::to_bits)
        };
        let Some(bits) = bits else { return self.expected("a float") };
        self.next += 1;
        Ok(bits)
    }

    fn ty(&mut self) -> Parse<Type> {
        let token = self.peek();
        let Some(ty) = Type::from_text(token.text) else { return self.expected("a type") };
        self.next += 1;
        Ok(ty)
    }

    /// What `each` reads, between commas, up to `close`, which is read too.
    fn list(&mut self, close: &str, mut each: impl FnMut(&mut Self) -> Parse<()>) -> Parse<()> {
        if self.accept(close) {
            return Ok(());
        }
        loop {
            each(self)?;
            if self.accept(close) {
                return Ok(());
            }
            if !self.accept(",") {
                return self.expected(&format!("`,` or `{close}`"));
            }
        }
    }

    fn types(&mut self) -> Parse<Vec<Type>> {
        let mut types = Vec::new();
        self.expect("(")?;
        self.list(")", |r| {
            types.push(r.ty()?);
            Ok(())
        })?;
        Ok(types)
    }

    fn sig(&mut self) -> Parse<Signature> {
        let params = self.types()?;
        self.expect("->")?;
        let results = self.types()?;
        Ok(Signature { params, results })
    }
}

fn id_of(token: Token<'_>, prefix: &str) -> Option<u32> {
    let (p, n) = numbered(token.text)?;
    (token.kind == TokenKind::Word && p == prefix).then_some(n)
}

fn unquote(token: Token<'_>) -> Parse<Vec<u8>> {
    let inside = &token.text.as_bytes()[1..token.text.len() - 1];
    let mut out = Vec::with_capacity(inside.len());
    let mut n = 0;
    while let Some(byte) = inside.get(n).copied() {
        if byte != b'\\' {
            out.push(byte);
            n += 1;
            continue;
        }
        let (byte, len) = match inside.get(n + 1).copied() {
            Some(b'n') => (Some(b'\n'), 2),
            Some(c @ (b'"' | b'\\')) => (Some(c), 2),
            Some(b'x') => {
                let digits = inside.get(n + 2..n + 4).and_then(|d| std::str::from_utf8(d).ok());
                (digits.and_then(|d| u8::from_str_radix(d, 16).ok()), 4)
            }
            Some(_) | None => (None, 2),
        };
        out.push(byte.ok_or_else(|| error(token.at + 1 + n, "an escape other than \\n \\\\ \\\" \\xHH"))?);
        n += len;
    }
    Ok(out)
}

// --- the module's tables

/// What the numbers in the text stand for.
#[derive(Default)]
struct Names {
    funcs: HashMap<u32, FuncId>,
    sigs: HashMap<u32, SigId>,
    natives: HashMap<u32, NativeId>,
    classes: HashMap<u32, ClassId>,
    globals: HashMap<u32, GlobalId>,
    data: HashMap<u32, DataId>,
    selectors: HashMap<u32, SelectorId>,
    interfaces: HashMap<u32, InterfaceId>,
}

fn find<T: Copy>(reader: &mut Reader<'_, '_>, names: &HashMap<u32, T>, prefix: &str) -> Parse<T> {
    let at = reader.peek().at;
    let number = reader.id(prefix)?;
    names.get(&number).copied().ok_or_else(|| error(at, format!("{prefix}{number} is not declared")))
}

struct Parser {
    module: Module,
    names: Names,
}

impl Parser {
    /// Reads everything but the bodies, which may refer to what stands below them; yields where those begin.
    fn items(&mut self, r: &mut Reader<'_, '_>) -> Parse<Vec<(FuncId, usize)>> {
        let mut bodies = Vec::new();
        // Selectors and `main` may name functions that are declared further on.
        let mut later = Vec::new();
        while r.peek().kind != TokenKind::End {
            let token = r.peek();
            if r.accept("types") {
                self.module.type_count = r.u32("the number of types")?;
                if self.module.type_count > MAX_TYPES {
                    return Err(error(token.at, format!("more than {MAX_TYPES} types")));
                }
                self.module.open_types = r.accept("open");
            } else if r.is("main") {
                later.push(r.next);
                r.next += 1;
                r.id("fn")?;
            } else if r.is_id("fn") {
                bodies.extend(self.func(r)?);
            } else {
                self.entry(r, &mut later)?;
            }
        }
        for at in later {
            r.next = at;
            self.resolve(r)?;
        }
        Ok(bodies)
    }

    /// One `prefixN = ...` of a table.
    fn entry(&mut self, r: &mut Reader<'_, '_>, later: &mut Vec<usize>) -> Parse<()> {
        let (start, token) = (r.next, r.peek());
        let Some((prefix, number)) = numbered(token.text).filter(|_| token.kind == TokenKind::Word) else {
            return r.expected("a declaration");
        };
        r.next += 1;
        r.expect("=")?;
        let (m, names) = (&mut self.module, &mut self.names);
        let fresh = match prefix {
            "class" => {
                let class = class(r)?;
                names.classes.insert(number, m.class(class)).is_none()
            }
            "global" => {
                let name = r.name()?;
                r.expect("size")?;
                let size = r.u32("a size")?;
                names.globals.insert(number, m.globals.push(GlobalDecl { name, size })).is_none()
            }
            "data" => {
                let bytes = r.string()?;
                names.data.insert(number, m.bytes(&bytes)).is_none()
            }
            "sig" => {
                let sig = r.sig()?;
                names.sigs.insert(number, m.sig(&sig)).is_none()
            }
            "native" => {
                let name = r.name()?;
                let sig = r.sig()?;
                let id = m.native(&name, &sig.params, &sig.results);
                if m.sigs[m.natives[id].sig] != sig {
                    return Err(error(token.at, "that native was declared with another signature"));
                }
                names.natives.insert(number, id).is_none()
            }
            "selector" => {
                let name = r.name()?;
                later.push(start);
                skip_brackets(r)?;
                let decl = SelectorDecl { name, methods: Vec::new() };
                names.selectors.insert(number, m.selectors.push(decl)).is_none()
            }
            "iface" => {
                let name = r.name()?;
                let mut types = Vec::new();
                r.expect("[")?;
                r.list("]", |r| {
                    types.push(r.u32("a type")?);
                    Ok(())
                })?;
                names.interfaces.insert(number, m.interfaces.push(InterfaceDecl { name, types })).is_none()
            }
            _ => return Err(error(token.at, format!("`{prefix}` is no kind of declaration"))),
        };
        if fresh { Ok(()) } else { Err(error(token.at, format!("{} is declared twice", token.text))) }
    }

    /// The second look at what names functions: `main`, and a selector's methods.
    fn resolve(&mut self, r: &mut Reader<'_, '_>) -> Parse<()> {
        if r.accept("main") {
            self.module.main = Some(find(r, &self.names.funcs, "fn")?);
            return Ok(());
        }
        let id = find(r, &self.names.selectors, "selector")?;
        r.expect("=")?;
        r.name()?;
        r.expect("[")?;
        let mut methods = Vec::new();
        r.list("]", |r| {
            let ty = r.u32("a type")?;
            r.expect(":")?;
            methods.push((ty, find(r, &self.names.funcs, "fn")?));
            Ok(())
        })?;
        self.module.selectors[id].methods = methods;
        Ok(())
    }

    /// A function's first line; its body is skipped, and where it begins is yielded.
    fn func(&mut self, r: &mut Reader<'_, '_>) -> Parse<Option<(FuncId, usize)>> {
        let at = r.peek().at;
        let number = r.id("fn")?;
        let wrapper = r.accept("wrapper");
        let name = r.name()?;
        let sig = r.sig()?;
        let id = self.module.declare(name, &sig);
        self.module.funcs[id].wrapper = wrapper;
        if self.names.funcs.insert(number, id).is_some() {
            return Err(error(at, format!("fn{number} is declared twice")));
        }
        if !r.accept("{") {
            return Ok(None);
        }
        let body = r.next;
        while !r.is("}") {
            if r.peek().kind == TokenKind::End {
                return r.expected("`}`");
            }
            r.next += 1;
        }
        r.next += 1;
        Ok(Some((id, body)))
    }
}

fn class(r: &mut Reader<'_, '_>) -> Parse<ClassDecl> {
    r.expect("size")?;
    let size = r.u32("a size")?;
    r.expect("pointers")?;
    let pointers = if r.accept("none") {
        Pointers::None
    } else if r.accept("all") {
        Pointers::All
    } else {
        Pointers::Words(r.int()? as u64)
    };
    Ok(ClassDecl { size, pointers })
}

fn skip_brackets(r: &mut Reader<'_, '_>) -> Parse<()> {
    r.expect("[")?;
    while !r.accept("]") {
        if r.peek().kind == TokenKind::End {
            return r.expected("`]`");
        }
        r.next += 1;
    }
    Ok(())
}

// --- bodies

/// Maps the numbers of one kind of id in one body. Numbers stay as they are while that costs no more memory
/// than the text itself; otherwise they are counted in the order of their appearance.
struct Ids {
    prefix: &'static str,
    count: u32,
    renumbered: Option<HashMap<u32, u32>>,
}

impl Ids {
    fn scan(prefix: &'static str, tokens: &[Token<'_>], bytes: usize) -> Ids {
        let numbers = || tokens.iter().filter_map(|t| id_of(*t, prefix));
        let count = numbers().max().map_or(0, |n| u64::from(n) + 1);
        if count <= 64 + 4 * bytes as u64 {
            return Ids { prefix, count: count as u32, renumbered: None };
        }
        let mut map = HashMap::default();
        for number in numbers() {
            let next = map.len() as u32;
            map.entry(number).or_insert(next);
        }
        Ids { prefix, count: map.len() as u32, renumbered: Some(map) }
    }

    fn next(&self, r: &mut Reader<'_, '_>) -> Parse<u32> {
        let number = r.id(self.prefix)?;
        match &self.renumbered {
            None => Ok(number),
            Some(map) => Ok(map[&number]),
        }
    }
}

struct Body<'a> {
    module: &'a Module,
    names: &'a Names,
    func: Function,
    values: Ids,
    blocks: Ids,
    frames: Ids,
    slots: HashMap<u32, SlotId>,
    defined: Vec<bool>,
    /// Where each value is first used.
    used: Vec<Option<usize>>,
    placed: Vec<bool>,
}

impl<'a> Body<'a> {
    /// Reads a body up to and with its `}`, which is known to be there.
    fn read(module: &'a Module, names: &'a Names, id: FuncId, r: &mut Reader<'_, '_>) -> Parse<Function> {
        let tokens = &r.tokens[r.next..];
        let len = tokens.iter().take_while(|t| t.text != "}").count();
        let bytes = tokens[len].at - tokens[0].at;
        let scan = |prefix| Ids::scan(prefix, &tokens[..len], bytes);
        let mut body = Body {
            module,
            names,
            func: Function::default(),
            values: scan("v"),
            blocks: scan("block"),
            frames: scan("fs"),
            slots: HashMap::default(),
            defined: Vec::new(),
            used: Vec::new(),
            placed: Vec::new(),
        };
        body.make_tables(id);
        body.head(r)?;
        while !r.accept("}") {
            body.block(r)?;
        }
        let undefined =
            body.used.iter().zip(&body.defined).position(|(used, defined)| used.is_some() && !defined);
        if let Some(n) = undefined {
            let at = body.used[n].unwrap_or(0);
            return Err(error(at, "a value that nothing in this function defines"));
        }
        Ok(body.func)
    }

    fn make_tables(&mut self, id: FuncId) {
        let f = &mut self.func;
        f.locs.push(Loc { pos: Pos::NONE, func: id, inlined_at: None });
        for _ in 0..self.values.count {
            // No definition yet; numbers that do not occur keep this and are never used.
            f.add_value(Type::I64, Def::Param(Block::from_u32(0), u32::MAX));
        }
        for _ in 0..self.blocks.count {
            f.blocks.push(BlockData::default());
        }
        for n in 0..self.frames.count {
            f.frame_states.push(FrameStateData { func: id, origin: FrameStateId::from_u32(n) });
        }
        self.defined = vec![false; self.values.count as usize];
        self.used = vec![None; self.values.count as usize];
        self.placed = vec![false; self.blocks.count as usize];
    }

    /// Slots and handler.
    fn head(&mut self, r: &mut Reader<'_, '_>) -> Parse<()> {
        loop {
            let at = r.peek().at;
            if r.is_id("slot") {
                let number = r.id("slot")?;
                r.expect("=")?;
                r.expect("size")?;
                let slot = self.func.slots.push(SlotData { size: r.u32("a size")? });
                if self.slots.insert(number, slot).is_some() {
                    return Err(error(at, format!("slot{number} is declared twice")));
                }
            } else if r.accept("handler") {
                self.func.handler = Some(Block::from_u32(self.blocks.next(r)?));
            } else {
                return Ok(());
            }
        }
    }

    fn block(&mut self, r: &mut Reader<'_, '_>) -> Parse<()> {
        let at = r.peek().at;
        let block = Block::from_u32(self.blocks.next(r)?);
        if std::mem::replace(&mut self.placed[block.index()], true) {
            return Err(error(at, "a block of that number is there already"));
        }
        self.func.layout.push(block);
        if r.accept("(") {
            r.list(")", |r| {
                let value = self.define(r)?;
                r.expect(":")?;
                let data = &mut self.func.blocks[block];
                let def = Def::Param(block, data.params.len() as u32);
                data.params.push(value);
                self.func.values[value] = ValueData { ty: r.ty()?, def };
                Ok(())
            })?;
        }
        self.func.blocks[block].cold = r.accept("cold");
        r.expect(":")?;
        while !r.is_id("block") && !r.is("}") {
            self.inst(block, r)?;
        }
        Ok(())
    }

    fn define(&mut self, r: &mut Reader<'_, '_>) -> Parse<Value> {
        let at = r.peek().at;
        let value = Value::from_u32(self.values.next(r)?);
        if std::mem::replace(&mut self.defined[value.index()], true) {
            return Err(error(at, "a value of that number is defined already"));
        }
        Ok(value)
    }

    fn value(&mut self, r: &mut Reader<'_, '_>) -> Parse<Value> {
        let at = r.peek().at;
        let value = Value::from_u32(self.values.next(r)?);
        self.used[value.index()].get_or_insert(at);
        Ok(value)
    }

    fn inst(&mut self, block: Block, r: &mut Reader<'_, '_>) -> Parse<()> {
        let mut results: SmallVec<[Value; 2]> = SmallVec::new();
        if r.is_id("v") {
            results.push(self.define(r)?);
            while r.accept(",") {
                results.push(self.define(r)?);
            }
            r.expect("=")?;
        }
        let (op, ty) = op_and_type(r)?;
        let mut data = InstData { results, ..InstData::new(op, ty, &[], LocId::from_u32(0)) };
        data.imm = self.attr(&mut data, r)?;
        let types: SmallVec<[Type; 4]> = match op.row().yields {
            Yield::Nothing => SmallVec::new(),
            Yield::T => SmallVec::from_slice(&[ty]),
            Yield::Is(t) => SmallVec::from_slice(&[t]),
            Yield::Callee => callee_results(self.module, data.imm),
        };
        let inst = self.func.insts.next_key();
        for (n, value) in data.results.iter().enumerate() {
            let ty = types.get(n).copied().unwrap_or(Type::I64);
            self.func.values[*value] = ValueData { ty, def: Def::Result(inst, n as u32) };
        }
        self.func.insts.push(data);
        self.func.blocks[block].insts.push(inst);
        Ok(())
    }

    /// Operands and targets, as the printer writes them; yields the immediate.
    fn attr(&mut self, data: &mut InstData, r: &mut Reader<'_, '_>) -> Parse<Imm> {
        let names = self.names;
        Ok(match data.op.row().attr {
            Attr::None => {
                self.operands(data, r)?;
                Imm::None
            }
            Attr::Int => {
                self.operands_comma(data, r)?;
                Imm::Int(truncate(data.ty, r.int()?))
            }
            Attr::Offset => {
                self.operands_comma(data, r)?;
                Imm::Offset(r.int()?)
            }
            Attr::Units => {
                self.operands_comma(data, r)?;
                Imm::Units(r.int()?)
            }
            Attr::Probe => Imm::Probe(r.u32("a probe")?),
            Attr::Float => Imm::Float(r.float(data.ty)?),
            Attr::Mem => {
                self.operands_comma(data, r)?;
                let offset = r.int()?;
                let region = if r.accept("region") { r.u32("a region")? } else { 0 };
                Imm::Mem { offset, region }
            }
            Attr::Scaled => {
                self.operands_comma(data, r)?;
                let scale = r.u32("a scale")?;
                Imm::Scaled { scale, offset: offset(r)? }
            }
            Attr::Func => Imm::Func(self.callee(find(r, &names.funcs, "fn")?, data, r)?),
            Attr::Sig => Imm::Sig(self.callee(find(r, &names.sigs, "sig")?, data, r)?),
            Attr::Native => Imm::Native(self.callee(find(r, &names.natives, "native")?, data, r)?),
            Attr::Class => Imm::Class(self.callee(find(r, &names.classes, "class")?, data, r)?),
            Attr::Selector => Imm::Selector(self.callee(find(r, &names.selectors, "selector")?, data, r)?),
            Attr::Interface => Imm::Interface(self.callee(find(r, &names.interfaces, "iface")?, data, r)?),
            Attr::Slot => Imm::Slot(find(r, &self.slots, "slot")?),
            Attr::Global => Imm::Global { global: find(r, &names.globals, "global")?, offset: offset(r)? },
            Attr::Data => Imm::Data { data: find(r, &names.data, "data")?, offset: offset(r)? },
            Attr::Trap => {
                let code = trap_code(r)?;
                self.operands(data, r)?;
                Imm::Trap(code)
            }
            Attr::Frame => {
                let state = FrameStateId::from_u32(self.frames.next(r)?);
                self.bracketed(data, r)?;
                Imm::State(state)
            }
            Attr::Targets => {
                self.operands_comma(data, r)?;
                self.targets(data, r)?;
                Imm::None
            }
            Attr::Switch => self.switch(data, r)?,
            Attr::Guard => self.guard(data, r)?,
        })
    }

    fn guard(&mut self, data: &mut InstData, r: &mut Reader<'_, '_>) -> Parse<Imm> {
        let cond = self.value(r)?;
        data.args.push(cond);
        let state = FrameStateId::from_u32(self.frames.next(r)?);
        self.bracketed(data, r)?;
        r.expect(",")?;
        self.targets(data, r)?;
        Ok(Imm::State(state))
    }

    /// Values between commas; a comma before something else is left alone.
    fn operands(&mut self, data: &mut InstData, r: &mut Reader<'_, '_>) -> Parse<()> {
        // A result of the next line is no operand.
        if !r.is_id("v") || r.peek().fresh {
            return Ok(());
        }
        data.args.push(self.value(r)?);
        while r.is(",") && id_of(r.ahead(1), "v").is_some() {
            r.next += 1;
            data.args.push(self.value(r)?);
        }
        Ok(())
    }

    fn operands_comma(&mut self, data: &mut InstData, r: &mut Reader<'_, '_>) -> Parse<()> {
        self.operands(data, r)?;
        if data.args.is_empty() { Ok(()) } else { r.expect(",") }
    }

    fn bracketed(&mut self, data: &mut InstData, r: &mut Reader<'_, '_>) -> Parse<()> {
        r.expect("[")?;
        r.list("]", |r| {
            data.args.push(self.value(r)?);
            Ok(())
        })
    }

    /// The operands in parentheses after what is called, which is yielded. None at all may be left out.
    fn callee<T>(&mut self, id: T, data: &mut InstData, r: &mut Reader<'_, '_>) -> Parse<T> {
        if r.accept("(") {
            r.list(")", |r| {
                data.args.push(self.value(r)?);
                Ok(())
            })?;
        }
        Ok(id)
    }

    fn target(&mut self, r: &mut Reader<'_, '_>) -> Parse<Target> {
        let block = Block::from_u32(self.blocks.next(r)?);
        let mut args = Values::new();
        if r.accept("(") {
            r.list(")", |r| {
                args.push(self.value(r)?);
                Ok(())
            })?;
        }
        Ok(Target { block, args })
    }

    fn targets(&mut self, data: &mut InstData, r: &mut Reader<'_, '_>) -> Parse<()> {
        data.targets.push(self.target(r)?);
        while r.accept(",") {
            data.targets.push(self.target(r)?);
        }
        Ok(())
    }

    fn switch(&mut self, data: &mut InstData, r: &mut Reader<'_, '_>) -> Parse<Imm> {
        self.operands_comma(data, r)?;
        data.targets.push(self.target(r)?);
        let mut cases = Vec::new();
        while r.accept(",") {
            cases.push(truncate(data.ty, r.int()?));
            r.expect(":")?;
            data.targets.push(self.target(r)?);
        }
        Ok(Imm::Switch(self.func.switches.push(cases)))
    }
}

/// A comma and a byte offset.
fn offset(r: &mut Reader<'_, '_>) -> Parse<i64> {
    r.expect(",")?;
    r.int()
}

fn op_and_type(r: &mut Reader<'_, '_>) -> Parse<(Opcode, Type)> {
    let token = r.peek();
    if token.kind != TokenKind::Word {
        return r.expected("an op");
    }
    let (name, ty) = match token.text.split_once('.') {
        Some((name, ty)) => (name, Some(ty)),
        None => (token.text, None),
    };
    let Some(op) = Opcode::from_text(name) else { return r.expected("an op") };
    let ty = match (op.row().class, ty) {
        (TypeClass::None, None) => Type::I64,
        (TypeClass::None, Some(_)) => return r.fail(format!("{name} has no type")),
        (_, None) => return r.fail(format!("{name} needs a type, as in {name}.i64")),
        (_, Some(ty)) => match Type::from_text(ty) {
            Some(ty) => ty,
            None => return r.fail(format!("{ty} is not a type")),
        },
    };
    r.next += 1;
    Ok((op, ty))
}

fn trap_code(r: &mut Reader<'_, '_>) -> Parse<TrapCode> {
    let token = r.peek();
    match TrapCode::ALL.into_iter().find(|c| c.name() == token.text && token.kind == TokenKind::Word) {
        Some(code) => {
            r.next += 1;
            Ok(code)
        }
        None => r.expected("the name of a trap"),
    }
}
