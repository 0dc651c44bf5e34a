//! Sends: from a receiver and a site to the function that is called.
//!
//! A site is 64 bytes of the isolate, in a global or in an object without references. The code in line asks
//! it for the receiver's behaviour; where it has none, `dyn.miss_of` looks up and lets the site learn, as
//! much as the isolate's rung of the ladder says. Knows no selector's meaning.

use purlin_base::EntityRef as _;
use purlin_ir::{
    Block, FuncBuilder, FuncId, GlobalDecl, GlobalId, Imm, Module, Opcode, Signature, Type, Value,
};
use purlin_runtime::dynamic::Dispatch;

use crate::{leave, word};

/// Bytes of a site.
pub const SITE_BYTES: i64 = 64;

/// Where the sites of a module lie: one global that is as large as they are many.
#[derive(Debug)]
pub struct Sites {
    global: GlobalId,
    count: u32,
}

impl Sites {
    /// No sites yet, in a module that has no global of that name.
    pub fn new(module: &mut Module) -> Sites {
        let global = module.globals.push(GlobalDecl { name: "dyn.sites".into(), size: 0 });
        Sites { global, count: 0 }
    }

    /// The sites of a module that has so many in a global already.
    pub fn with(module: &mut Module, global: GlobalId, count: usize) -> Sites {
        let count = count as u32;
        module.globals[global].size = count * SITE_BYTES as u32;
        Sites { global, count }
    }

    /// A new site: its place. Sites cannot be made once the module is linked; units have theirs in objects.
    pub fn add(&mut self, b: &mut FuncBuilder<'_>) -> Place {
        let offset = i64::from(self.count) * SITE_BYTES;
        self.count += 1;
        b.module.globals[self.global].size = self.count * SITE_BYTES as u32;
        Place::Global(self.global, offset)
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.count as usize
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }
}

/// What a send uses where it needs it: a value, or a place in a global that costs nothing before.
#[derive(Clone, Copy, Debug)]
pub enum Place {
    Value(Value),
    /// An offset in a global.
    Global(GlobalId, i64),
}

impl From<Value> for Place {
    fn from(value: Value) -> Place {
        Place::Value(value)
    }
}

impl Place {
    /// The value, or the place's address.
    fn address(self, b: &mut FuncBuilder<'_>) -> Value {
        match self {
            Place::Value(value) => value,
            Place::Global(global, offset) => b.global_addr(global, offset),
        }
    }

    /// The value, or the word that is in the place.
    fn word(self, b: &mut FuncBuilder<'_>) -> Value {
        let at = self.address(b);
        match self {
            Place::Value(value) => value,
            Place::Global(..) => b.load(Type::Dyn, at, 0),
        }
    }
}

/// What a send needs to know of its place.
#[derive(Clone, Copy, Debug)]
pub struct Site {
    /// Where its record is.
    pub at: Place,
    /// The selector, a symbol, or where that is.
    pub selector: Place,
    /// What is called with the send's operands where the lookup fails.
    pub fallback: FuncId,
}

/// The signature of functions that take so many words, the receiver included, and give one.
pub fn signature(words: usize) -> Signature {
    Signature::new(vec![Type::Dyn; words], [Type::Dyn])
}

/// What a site likely has. Which functions these are changes nothing that a program sees.
#[derive(Clone, Debug, Default)]
pub struct Likely {
    /// Functions that are called directly where the site has them, and may be inlined.
    pub functions: Vec<LikelyFunction>,
    /// Whether a site hardly ever has others.
    pub others_are_rare: bool,
}

/// A function that a site likely has.
#[derive(Clone, Copy, Debug)]
pub struct LikelyFunction {
    /// Which one.
    pub id: FuncId,
    /// Whether it always returns and is never left ([`leave`]): its result need not be asked.
    pub stays: bool,
    /// What is called in its place, where more is known of the operands.
    pub variant: Option<Variant>,
}

/// A function that does what another one does with certain operands: the same effects, gas and polls.
#[derive(Clone, Copy, Debug)]
pub struct Variant {
    /// Which one. It takes the same operands.
    pub id: FuncId,
    /// The offset of a word of the receiver, and the integer that is there where the variant may be called;
    /// `None` if it always may. All receivers of the other function have that word.
    pub where_word: Option<(i64, i64)>,
}

/// A message that is sent.
#[derive(Clone, Copy, Debug)]
pub struct Message<'a> {
    pub site: Site,
    /// The receiver, then the arguments.
    pub operands: &'a [Value],
    /// The number of the behaviour from which on the method is looked up; `None` for the receiver's own.
    pub from: Option<Value>,
    /// What its site likely has.
    pub likely: &'a Likely,
}

/// Sends a message: what the function gives.
pub fn send(b: &mut FuncBuilder<'_>, message: Message<'_>) -> Value {
    let join = b.block();
    let result = b.block_param(join, Type::Dyn);
    call_what_it_has(b, message, [join; 2], None);
    b.switch_to(join);
    result
}

/// Sends as [`send`] does, and goes to `leaving` if what was called has been left.
pub fn send_or_leave(b: &mut FuncBuilder<'_>, message: Message<'_>, leaving: Block) -> Value {
    let likely = message.likely;
    if likely.functions.iter().all(|guess| !guess.stays) {
        let result = send(b, message);
        leave::check(b, result, leaving);
        return result;
    }
    let [asked, join] = [(); 2].map(|()| b.block());
    let (called, result) = (b.block_param(asked, Type::Dyn), b.block_param(join, Type::Dyn));
    call_what_it_has(b, message, [join, asked], None);
    if likely.others_are_rare && likely.functions.iter().all(|guess| guess.stays) {
        b.cold(asked);
    }
    b.switch_to(asked);
    leave::check(b, called, leaving);
    b.jump(join, &[called]);
    b.switch_to(join);
    result
}

/// Sends as [`send`] does, but goes to `unknown` where no method is found.
pub fn send_if_known(b: &mut FuncBuilder<'_>, message: Message<'_>, unknown: Block) -> Value {
    let join = b.block();
    let result = b.block_param(join, Type::Dyn);
    call_what_it_has(b, message, [join; 2], Some(unknown));
    b.switch_to(join);
    result
}

/// Asks a message's site for its behaviour.
fn ask_site(b: &mut FuncBuilder<'_>, message: Message<'_>) -> (Asked, Value) {
    let (asked, class) = match message.from {
        Some(class) => (Asked::Class(class), class),
        None => (Asked::Word(message.operands[0]), class_of(b, message.operands[0])),
    };
    (asked, ask(b, message.site, class))
}

/// Calls what a site has, and jumps with the result: to the first block after functions that always return,
/// to the second after all others. Jumps to `unknown`, if there is that, where no method is found.
fn call_what_it_has(
    b: &mut FuncBuilder<'_>,
    message: Message<'_>,
    [returned, join]: [Block; 2],
    unknown: Option<Block>,
) {
    let Message { site, operands, likely, .. } = message;
    let (asked, known) = ask_site(b, message);
    for (n, guess) in likely.functions.iter().enumerate() {
        let [hit, next] = [(); 2].map(|()| b.block());
        let number = b.func_ref(guess.id);
        let is_it = b.binary(Opcode::Ieq, known, number);
        b.brif(is_it, hit, next);
        if likely.others_are_rare && n + 1 == likely.functions.len() {
            b.cold(next);
        }
        b.switch_to(hit);
        call_likely(b, guess, operands, if guess.stays { returned } else { join });
        b.switch_to(next);
    }
    let function = function(b, site, asked, known);
    if let Some(unknown) = unknown {
        let fallback = b.iconst(Type::I64, site.fallback.index() as i64);
        let is_found = b.binary(Opcode::Ine, function, fallback);
        let found = b.block();
        b.brif(is_found, found, unknown);
        b.switch_to(found);
    }
    let sig = b.module.sig(&signature(operands.len()));
    let value = b.call_indirect(sig, function, operands)[0];
    b.jump(join, &[value]);
}

/// Calls a likely function, or its variant where that may be, and jumps with the result.
fn call_likely(b: &mut FuncBuilder<'_>, guess: &LikelyFunction, operands: &[Value], to: Block) {
    let mut callee = guess.id;
    if let Some(variant) = guess.variant {
        if let Some((offset, integer)) = variant.where_word {
            let [good, other] = [(); 2].map(|()| b.block());
            let receiver = word::as_ref(b, operands[0]);
            let found = b.load(Type::Dyn, receiver, offset);
            let wanted = b.iconst(Type::I64, integer);
            let wanted = b.op(Opcode::DynFromInt, Type::I64, &[wanted]);
            let is_it = b.binary(Opcode::Ieq, found, wanted);
            b.brif(is_it, good, other);
            b.cold(other);
            b.switch_to(other);
            let value = b.call(guess.id, operands)[0];
            b.jump(to, &[value]);
            b.switch_to(good);
        }
        callee = variant.id;
    }
    let value = b.call(callee, operands)[0];
    b.jump(to, &[value]);
}

/// The number of a word's behaviour.
pub fn class_of(b: &mut FuncBuilder<'_>, word: Value) -> Value {
    b.op(Opcode::ClassOf, Type::I64, &[word])
}

/// The function that a site has for a behaviour, or 0.
fn ask(b: &mut FuncBuilder<'_>, site: Site, class: Value) -> Value {
    let at = site.at.address(b);
    b.with_imm(Opcode::Find, Type::I64, &[at, class], Imm::Offset(0))
}

/// Whose behaviour a site is asked for.
#[derive(Clone, Copy)]
enum Asked {
    /// The behaviour of a word: its number is not kept for the lookup, which finds it again.
    Word(Value),
    /// The behaviour with a number.
    Class(Value),
}

/// The function that a site has for a behaviour, which is `known`, looked up where it has none.
fn function(b: &mut FuncBuilder<'_>, site: Site, asked: Asked, known: Value) -> Value {
    let [missed, join] = [(); 2].map(|()| b.block());
    let function = b.block_param(join, Type::I64);
    let zero = b.iconst(Type::I64, 0);
    let is_known = b.binary(Opcode::Ine, known, zero);
    b.brif_args(is_known, (join, &[known]), (missed, &[]));
    b.cold(missed);
    b.switch_to(missed);
    let fallback = b.iconst(Type::I64, site.fallback.index() as i64);
    let (at, selector) = (site.at.address(b), site.selector.word(b));
    let words = b.iconst(Type::I64, SITE_BYTES / 8);
    let (name, ty, of) = match asked {
        Asked::Word(word) => ("dyn.miss_of", Type::Dyn, word),
        Asked::Class(class) => ("dyn.miss", Type::I64, class),
    };
    let types = [Type::Ref, Type::I64, ty, Type::Dyn, Type::I64];
    let native = b.module.native(name, &types, &[Type::I64]);
    let found = b.call_native(native, &[at, words, of, selector, fallback])[0];
    b.jump(join, &[found]);
    b.switch_to(join);
    function
}

/// Makes the function by which a send of so many words looks up by the guest's own code, at one of the rungs
/// that keep nothing. `find` takes the behaviour's object and the symbol, and gives what [`answer`] gives of
/// the method. Neither costs anything: see [`FuncBuilder::free`]. `None` for the other rungs.
pub fn asker(module: &mut Module, rung: Dispatch, words: usize, find: FuncId) -> Option<FuncId> {
    let id = module.declare(format!("{}{words}", rung.askers()?), &signature(words));
    module.funcs[id].wrapper = true;
    let mut b = FuncBuilder::new(module, id);
    b.free();
    let operands: Vec<Value> = (0..words).map(|n| b.param(n)).collect();
    let [behaviour, selector] = ["dyn.asked_behaviour", "dyn.asked_selector"].map(|name| {
        let native = b.module.native(name, &[], &[Type::Dyn]);
        b.call_native(native, &[])[0]
    });
    let function = b.call(find, &[behaviour, selector])[0];
    let function = b.op(Opcode::DynToInt, Type::I64, &[function]);
    let sig = b.module.sig(&signature(words));
    b.tail_call_indirect(sig, function, &operands);
    b.finish();
    Some(id)
}

/// Ends the search of a function that looks up for [`asker`]: the number of the function that the send calls,
/// as a word.
pub fn answer(b: &mut FuncBuilder<'_>, method: Value, depth: Value) -> Value {
    let native = b.module.native("dyn.answered", &[Type::Dyn, Type::I64], &[Type::I64]);
    let function = b.call_native(native, &[method, depth])[0];
    b.op(Opcode::DynFromInt, Type::Dyn, &[function])
}
