//! The program's main function: classes, symbols and literals are made, and then the steps are taken in the
//! order of the text. What there is many of is a table in the module's data, and made in a loop.

use purlin_base::EntityRef as _;
use purlin_base::{Name, Pos};
use purlin_dynamic::send::{self, Likely, Message, Place, Site};
use purlin_dynamic::{object, prices, word};
use purlin_ir::{ClassDecl, FuncBuilder, FuncId, Module, Opcode, Pointers, Signature, Type, Value};

use super::expr::{constant, symbol};
use super::func::function;
use super::guess;
use super::layout::FIRST;
use super::tables::{between, entry, repeat, table};
use super::{About, Binding, Lasting, MethodPart, ModuleGlobal, Shared, Work};
use crate::ast::Literal;
use crate::resolve::ClassId;
use crate::resolve::code::{Method, Step};

/// Things that one function makes or does at the start: functions of a bounded size compile in a time that
/// is.
const CHUNK: usize = 64;

/// What a stack calls a statement at top level.
pub(super) const STATEMENT: &str = "UndefinedObject>>executeStatements";

/// Makes the main function of a program.
pub(super) fn program<'p>(module: &mut Module, shared: &mut Shared<'p>) {
    let main = module.declare("main", &Signature::default());
    module.main = Some(main);
    let parts = parts(module, shared, true);
    let library = shared.library;
    calling(module, main, library.into_iter().chain(parts));
}

/// Makes the function that makes the classes of a library, without what is about those of a whole program.
pub(super) fn library<'p>(module: &mut Module, shared: &mut Shared<'p>) -> FuncId {
    let start = module.declare("st.library", &Signature::default());
    let parts = parts(module, shared, false);
    calling(module, start, parts);
    start
}

fn calling(module: &mut Module, id: FuncId, parts: impl IntoIterator<Item = FuncId>) {
    let mut b = FuncBuilder::new(module, id);
    for id in parts {
        b.call(id, &[]);
    }
    b.ret(&[]);
    b.finish();
}

/// The functions that do what a program does, in order, and all that these need.
fn parts<'p>(module: &mut Module, shared: &mut Shared<'p>, is_whole: bool) -> Vec<FuncId> {
    let before = Before { symbols: shared.symbols.all.len(), variables: shared.variables.len() };
    let mut steps = steps(module, shared);
    if shared.is_som() {
        steps.push(super::som::beginning(module, shared));
    }
    functions(module, shared);
    super::bound::askers(module, shared);
    if is_whole {
        super::globals::registering(module, shared);
        super::globals::class_variables(module, shared);
        super::made::starting(module, shared);
        functions(module, shared);
        super::made::forwarding(module, shared);
        super::func::bare(module, shared, (About::Fields.id(), Pos::NONE), |func| func.all_field_names());
        super::func::bare(module, shared, (About::OwnFields.id(), Pos::NONE), |func| func.own_field_names());
    }
    let mut all = first(module, shared, before);
    if is_whole {
        super::made::function_names(module, shared);
    }
    all.extend(steps);
    all
}

/// How much there was before what is being lowered.
#[derive(Clone, Copy)]
struct Before {
    symbols: usize,
    variables: usize,
}

/// Makes the bodies of all functions that were declared, and of those that these need.
pub(super) fn functions<'p>(module: &mut Module, shared: &mut Shared<'p>) {
    loop {
        while let Some(work) = shared.queue.pop() {
            function(module, shared, work);
        }
        if super::variant::bodies(module, shared) {
            continue;
        }
        let all = shared.not_understood.iter().map(|((name, words), id)| (*name, *words, *id));
        let mut waiting: Vec<(Name, usize, FuncId)> =
            all.filter(|(_, _, id)| module.funcs[*id].body.is_none()).collect();
        if waiting.is_empty() {
            return;
        }
        waiting.sort_by_key(|(_, _, id)| *id);
        waiting.into_iter().for_each(|(name, words, id)| not_understood(module, shared, name, words, id));
    }
}

/// Functions that do something with each of a list, in parts. They have prices, as all functions with sends:
/// the ops of a send that its site has no answer for are no others' to pay.
fn chunks<T>(
    module: &mut Module,
    title: &str,
    all: &[T],
    mut each: impl FnMut(&mut FuncBuilder<'_>, &T),
) -> Vec<FuncId> {
    let mut ids = Vec::new();
    for (n, part) in all.chunks(CHUNK).enumerate() {
        let id = module.declare(format!("st.{title}{n}"), &Signature::default());
        let mut b = FuncBuilder::new(module, id);
        b.priced();
        for item in part {
            b.price(prices::LITERAL);
            each(&mut b, item);
        }
        b.ret(&[]);
        b.finish();
        ids.push(id);
    }
    ids
}

/// A function without parameters and results.
fn plain(module: &mut Module, title: &str, body: impl FnOnce(&mut FuncBuilder<'_>)) -> FuncId {
    let id = module.declare(title, &Signature::default());
    let mut b = FuncBuilder::new(module, id);
    body(&mut b);
    b.ret(&[]);
    b.finish();
    id
}

/// What is made before the first step.
fn first(module: &mut Module, shared: &mut Shared<'_>, before: Before) -> Vec<FuncId> {
    let classes: Vec<ClassId> = shared.program.classes.keys().skip(shared.library_classes).collect();
    module.globals[ModuleGlobal::Classes.id()].size = 16 * shared.program.classes.len().max(1) as u32;
    let mut ids = Vec::new();
    if !classes.is_empty() {
        ids.push(plain(module, "st.classes", |b| make_classes(b, shared, &classes)));
        ids.push(plain(module, "st.links", |b| link_classes(b, shared, &classes)));
        ids.push(plain(module, "st.numbers", |b| number_classes(b, shared, &classes)));
    }
    if !shared.program.comments.is_empty() {
        ids.push(plain(module, "st.comments", |b| comment_classes(b, shared)));
    }
    let names = if shared.is_som() { names_of_classes(module, shared, &classes) } else { Vec::new() };
    if shared.symbols.all.len() > before.symbols {
        ids.push(plain(module, "st.texts", |b| make_symbols(b, shared, before.symbols)));
    }
    ids.extend(variables(module, shared, before.variables));
    if shared.is_som() {
        ids.push(plain(module, "st.names", |b| name_classes(b, &names)));
        ids.push(About::Register.id());
    }
    let literals = std::mem::take(&mut shared.literals);
    ids.extend(chunks(module, "literal", &literals, |b, (place, literal)| {
        let value = lasting(b, shared, literal);
        let at = b.global_addr(ModuleGlobal::Variables.id(), *place);
        b.store(at, 0, value);
    }));
    ids
}

/// Makes symbols, from a place on.
fn make_symbols(b: &mut FuncBuilder<'_>, shared: &Shared<'_>, first: usize) {
    if first == 0 {
        let native = b.module.native("dyn.symbol_class", &[Type::I64], &[]);
        let class = b.iconst(Type::I64, i64::from(shared.layouts.number_named("Symbol")));
        b.call_native(native, &[class]);
    }
    let names = &shared.symbols.all[first..];
    let mut texts = Vec::new();
    for name in names {
        let text = shared.text(*name);
        texts.extend_from_slice(&(text.len() as u32).to_ne_bytes());
        texts.extend_from_slice(text.as_bytes());
    }
    let data = b.module.bytes(&texts);
    let native = b.module.native("dyn.intern_all", &[Type::Ref, Type::I64, Type::Ref, Type::I64], &[]);
    let (at, length) = (b.data_addr(data, 0), b.iconst(Type::I64, texts.len() as i64));
    let (to, count) = (
        b.global_addr(ModuleGlobal::Symbols.id(), 8 * first as i64),
        b.iconst(Type::I64, names.len() as i64),
    );
    b.call_native(native, &[at, length, to, count]);
}

/// Gives variables, from a place on, what they are before the program begins: nil, and globals their objects.
fn variables(module: &mut Module, shared: &mut Shared<'_>, first: usize) -> Vec<FuncId> {
    let count = shared.variables.len() - first;
    if count == 0 {
        return Vec::new();
    }
    let mut ids = vec![plain(module, "st.variables", |b| {
        let all = b.global_addr(ModuleGlobal::Variables.id(), 8 * first as i64);
        let nil = word::nil(b);
        repeat(b, count, |b, n| {
            let at = b.elem_addr(all, n, 8, 0);
            b.store(at, 0, nil);
        });
    })];
    let new = shared.variables.iter().filter(|(_, place)| **place as usize >= first);
    let globals = new.filter_map(|(of, place)| match of {
        Lasting::Global(name) => Some((*place, *name)),
        Lasting::Top(_) | Lasting::Shared(..) | Lasting::Literal(_) => None,
    });
    let mut globals: Vec<(u32, Name)> = globals.collect();
    globals.sort_unstable();
    ids.extend(chunks(module, "global", &globals, |b, (place, name)| {
        let value = initial(b, shared, *name);
        let at = b.global_addr(ModuleGlobal::Variables.id(), 8 * i64::from(*place));
        b.store(at, 0, value);
    }));
    ids
}

/// The object of a global, before the program begins.
fn initial(b: &mut FuncBuilder<'_>, shared: &Shared<'_>, name: Name) -> Value {
    let class = match shared.text(name) {
        "Smalltalk" => shared.layouts.named("SystemDictionary"),
        "Transcript" => shared.layouts.named("TextCollector"),
        "Processor" => shared.layouts.named("ProcessorScheduler"),
        "stdout" => shared.layouts.named("StandardOutput"),
        "stderr" => shared.layouts.named("StandardError"),
        "stdin" => shared.layouts.named("StandardInput"),
        _ => None,
    };
    let value = match class {
        Some(class) => {
            let number = i64::from(shared.layouts.number(class, false));
            new_object(b, number, shared.layouts.fields(class))
        }
        None => word::immediate(b, super::layout::NONE, 0),
    };
    super::globals::new_cell(b, value)
}

/// The places of SOM's classes and metaclasses, each with that of its name, which is a symbol.
fn names_of_classes(module: &mut Module, shared: &mut Shared<'_>, classes: &[ClassId]) -> Vec<[u32; 2]> {
    let mut rows = Vec::new();
    for id in classes {
        let name = shared.program.classes[*id].name;
        for (meta, name) in [(false, name), (true, shared.meta_names[&name])] {
            rows.push([place(*id, meta), shared.symbol(module, name) as u32 / 8]);
        }
    }
    rows
}

fn name_classes(b: &mut FuncBuilder<'_>, rows: &[[u32; 2]]) {
    let (count, rows) = (rows.len(), table(b, rows.as_flattened()));
    let [symbols, classes] =
        [ModuleGlobal::Symbols.id(), ModuleGlobal::Classes.id()].map(|global| b.global_addr(global, 0));
    repeat(b, count, |b, n| {
        let [place, symbol] = [0, 4].map(|offset| entry(b, rows, n, 8, offset));
        let (at, from) = (b.elem_addr(classes, place, 8, 0), b.elem_addr(symbols, symbol, 8, 0));
        let (object, name) = (b.load(Type::Dyn, at, 0), b.load(Type::Dyn, from, 0));
        let object = word::as_ref(b, object);
        b.store(object, 40, name);
    });
}

/// A new object whose fields are nil.
pub(super) fn new_object(b: &mut FuncBuilder<'_>, class: i64, fields: usize) -> Value {
    let decl = ClassDecl { size: 8 * (1 + fields) as u32, pointers: Pointers::All };
    let class_id = b.module.class(decl);
    let object = b.alloc(class_id);
    let class = b.iconst(Type::I64, class);
    b.store(object, 0, class);
    let nil = word::nil(b);
    for n in 0..fields {
        b.store(object, 8 * (1 + n) as i64, nil);
    }
    word::as_dyn(b, object)
}

/// The place of a class among the class objects.
fn place(class: ClassId, meta: bool) -> u32 {
    2 * class.as_u32() + u32::from(meta)
}

pub(super) fn class_at(b: &mut FuncBuilder<'_>, class: ClassId, meta: bool) -> Value {
    let at = b.global_addr(ModuleGlobal::Classes.id(), 8 * i64::from(place(class, meta)));
    b.load(Type::Dyn, at, 0)
}

/// A new object of so many words, which are nil but for the number of its class.
fn new_words(b: &mut FuncBuilder<'_>, class: Value, count: Value) -> Value {
    let words = b.module.class(ClassDecl { size: 8, pointers: Pointers::All });
    let object = b.alloc_array(words, count);
    b.store(object, 0, class);
    let (one, nil) = (b.iconst(Type::I64, 1), word::nil(b));
    between(b, one, count, |b, n| {
        let at = b.elem_addr(object, n, 8, 0);
        b.store(at, 0, nil);
    });
    word::as_dyn(b, object)
}

/// Makes the objects of classes and their metaclasses. They follow each other in the program.
fn make_classes(b: &mut FuncBuilder<'_>, shared: &Shared<'_>, classes: &[ClassId]) {
    let layouts = &shared.layouts;
    let metaclass = layouts.named("Metaclass");
    let of_meta = metaclass.map_or(0, |id| i64::from(layouts.number(id, false)));
    let size = 1 + metaclass.map_or(6, |id| layouts.fields(id)).max(6);
    let [of_meta, size] = [of_meta, size as i64].map(|n| b.iconst(Type::I64, n));
    let row = |id: &ClassId| [layouts.number(*id, true), 1 + layouts.class_fields(*id).max(6) as u32];
    let is_som = shared.is_som();
    let rows: Vec<[u32; 2]> = classes.iter().map(row).collect();
    let (rows, objects) = (table(b, rows.as_flattened()), objects(b, classes));
    repeat(b, classes.len(), |b, n| {
        let [number, class_words] = [0, 4].map(|offset| entry(b, rows, n, 8, offset));
        for (offset, number, words) in [(0, number, class_words), (8, of_meta, size)] {
            let object = new_words(b, number, words);
            let at = b.elem_addr(objects, n, 16, offset);
            b.store(at, 0, object);
            if offset == 8 && !is_som {
                let meta = word::as_ref(b, object);
                let count = b.op(Opcode::DynFromInt, Type::Dyn, &[class_words]);
                b.store(meta, super::made::SIZE, count);
            }
        }
    });
}

/// Where the class objects of classes lie that follow each other.
fn objects(b: &mut FuncBuilder<'_>, classes: &[ClassId]) -> Value {
    let first = classes.first().map_or(0, |class| place(*class, false));
    b.global_addr(ModuleGlobal::Classes.id(), 8 * i64::from(first))
}

/// Texts as strings of a class, one after the other, and where each begins.
pub(super) fn strings<'a>(class: i64, texts: impl Iterator<Item = &'a str>) -> (Vec<u8>, Vec<u32>) {
    let (mut all, mut places) = (Vec::new(), Vec::new());
    for text in texts {
        let length = purlin_base::word::from_int(text.len() as i64) as i64;
        places.push(all.len() as u32);
        all.extend(super::expr::constant_bytes(&[class, length], text.as_bytes()));
    }
    (all, places)
}

/// Sets the comments of the library's classes.
fn comment_classes(b: &mut FuncBuilder<'_>, shared: &Shared<'_>) {
    let comments = &shared.program.comments;
    let number = i64::from(shared.layouts.number_named("String"));
    let (texts, places) = strings(number, comments.iter().map(|(_, text)| text.as_str()));
    let rows: Vec<[u32; 2]> =
        comments.iter().zip(places).map(|((class, _), text)| [place(*class, false), text]).collect();
    let data = b.module.bytes(&texts);
    let (texts, rows) = (b.data_addr(data, 0), table(b, rows.as_flattened()));
    let classes = b.global_addr(ModuleGlobal::Classes.id(), 0);
    repeat(b, comments.len(), |b, n| {
        let [place, text] = [0, 4].map(|offset| entry(b, rows, n, 8, offset));
        let at = b.elem_addr(classes, place, 8, 0);
        let class = b.load(Type::Dyn, at, 0);
        let (class, text) = (word::as_ref(b, class), b.elem_addr(texts, text, 1, 0));
        let text = word::as_dyn(b, text);
        b.store(class, super::made::COMMENT, text);
    });
}

/// Sets the superclass, format and name of classes and their metaclasses.
fn link_classes(b: &mut FuncBuilder<'_>, shared: &Shared<'_>, classes: &[ClassId]) {
    let layouts = &shared.layouts;
    let number = i64::from(layouts.number_named("String"));
    let names = classes.iter().map(|id| shared.program.classes[*id].plain_name(shared.names));
    let (names, places) = strings(number, names);
    let data = b.module.bytes(&names);
    let names = b.data_addr(data, 0);
    let rows = classes.iter().zip(places).map(|(id, name)| {
        let above = shared.program.classes[*id].superclass;
        // The superclass of a root's metaclass is Class. 0 is no class.
        let of_meta = above.map(|above| place(above, true));
        let of_meta = of_meta.or_else(|| layouts.named("Class").map(|class| place(class, false)));
        let number = |place: Option<u32>| place.map_or(0, |place| place + 1);
        let own = number(above.map(|above| place(above, false)));
        [own, number(of_meta), (layouts.format(*id) + 1) as u32, name]
    });
    let rows: Vec<[u32; 4]> = rows.collect();
    let (rows, objects) = (table(b, rows.as_flattened()), objects(b, classes));
    repeat(b, classes.len(), |b, n| {
        let [above, of_meta, format, name] = [0, 4, 8, 12].map(|offset| entry(b, rows, n, 16, offset));
        let [class, meta] = [0, 8].map(|offset| {
            let at = b.elem_addr(objects, n, 16, offset);
            b.load(Type::Dyn, at, 0)
        });
        let [own, other] = [class, meta].map(|object| word::as_ref(b, object));
        for (object, above) in [(own, above), (other, of_meta)] {
            let above = class_or_nil(b, above);
            b.store(object, 16, above);
        }
        let one = b.iconst(Type::I64, 1);
        let format = b.binary(Opcode::Isub, format, one);
        let format = b.op(Opcode::DynFromInt, Type::Dyn, &[format]);
        let none = word::int(b, -1).expect("-1 fits");
        let name = b.elem_addr(names, name, 1, 0);
        let name = word::as_dyn(b, name);
        for (object, offset, value) in
            [(own, 32, format), (own, 40, name), (other, 32, none), (other, 48, class)]
        {
            b.store(object, offset, value);
        }
    });
}

/// The class object before a place, and nil before the first.
fn class_or_nil(b: &mut FuncBuilder<'_>, place: Value) -> Value {
    let [there, join] = [(); 2].map(|()| b.block());
    let class = b.block_param(join, Type::Dyn);
    let (nil, zero) = (word::nil(b), b.iconst(Type::I64, 0));
    let is_one = b.binary(Opcode::Ine, place, zero);
    b.brif_args(is_one, (there, &[]), (join, &[nil]));
    b.switch_to(there);
    let all = b.global_addr(ModuleGlobal::Classes.id(), 0);
    let at = b.elem_addr(all, place, 8, -8);
    let known = b.load(Type::Dyn, at, 0);
    b.jump(join, &[known]);
    b.switch_to(join);
    class
}

/// Makes classes behaviours, in the order of their numbers, which are given in the order of the calls.
fn number_classes(b: &mut FuncBuilder<'_>, shared: &Shared<'_>, classes: &[ClassId]) {
    let mut rows: Vec<[u32; 2]> = Vec::new();
    for id in classes {
        rows.extend([false, true].map(|meta| [shared.layouts.number(*id, meta), place(*id, meta)]));
    }
    rows.sort_unstable();
    if shared.is_som() {
        // The number that comes last is the one that a class has.
        let others = classes.iter().flat_map(|id| {
            let numbers = super::som::fixed(shared, *id).into_iter();
            numbers.map(|number| [number as u32, place(*id, false)])
        });
        let others: Vec<[u32; 2]> = others.collect();
        rows.splice(0..0, others);
    }
    let most = rows.iter().map(|row| i64::from(row[0]) + 1).max().unwrap_or_default();
    b.module.globals[ModuleGlobal::Behaviours.id()].size = 8 * (1 + most as u32);
    let (count, rows) = (rows.len(), table(b, rows.as_flattened()));
    let all = b.global_addr(ModuleGlobal::Classes.id(), 0);
    let by_number = b.global_addr(ModuleGlobal::Behaviours.id(), 0);
    let first = b.iconst(Type::I64, i64::from(FIRST));
    repeat(b, count, |b, n| {
        let [number, place] = [0, 4].map(|offset| entry(b, rows, n, 8, offset));
        let at = b.elem_addr(all, place, 8, 0);
        let class = b.load(Type::Dyn, at, 0);
        let at = b.elem_addr(by_number, number, 8, 8);
        b.store(at, 0, class);
        let [fixed, new, join] = [(); 3].map(|()| b.block());
        let is_fixed = b.binary(Opcode::Slt, number, first);
        b.brif(is_fixed, fixed, new);
        b.switch_to(fixed);
        let native = b.module.native("dyn.fixed", &[Type::Dyn, Type::I64], &[Type::I64]);
        b.call_native(native, &[class, number]);
        b.jump(join, &[]);
        b.switch_to(new);
        let native = b.module.native("dyn.behaviour", &[Type::Dyn], &[Type::I64]);
        b.call_native(native, &[class]);
        b.jump(join, &[]);
        b.switch_to(join);
    });
    let most = word::int(b, most).expect("classes are few");
    let by_number = b.global_addr(ModuleGlobal::Behaviours.id(), 0);
    b.store(by_number, 0, most);
}

/// A literal as a value that is made once.
fn lasting(b: &mut FuncBuilder<'_>, shared: &mut Shared<'_>, literal: &Literal) -> Value {
    let bytes = |b: &mut FuncBuilder<'_>, class: u32, bytes: &[u8]| {
        let length = purlin_base::word::from_int(bytes.len() as i64) as i64;
        constant(b, &[i64::from(class), length], bytes)
    };
    match literal {
        Literal::True => word::boolean(b, true),
        Literal::False => word::boolean(b, false),
        Literal::Integer(value) => match i64::try_from(value).ok().and_then(|n| word::int(b, n)) {
            Some(value) => value,
            None => {
                let (sign, magnitude) = value.to_bytes_le();
                let is_negative = sign == num_bigint::Sign::Minus;
                let name = if is_negative { "LargeNegativeInteger" } else { "LargePositiveInteger" };
                bytes(b, shared.layouts.number_named(name), &magnitude)
            }
        },
        Literal::Float(x) => match word::float(b, x.value) {
            Some(value) => value,
            None => constant(b, &[i64::from(super::layout::Numbers::FLOAT), x.value.to_bits() as i64], &[]),
        },
        Literal::Char(c) => word::immediate(b, word::CHARACTER, i64::from(u32::from(*c))),
        Literal::String(text) => bytes(b, shared.layouts.number_named("String"), text.as_bytes()),
        Literal::Bytes(all) => bytes(b, shared.layouts.number_named("ByteArray"), all),
        Literal::Symbol(name) => symbol(b, shared, *name),
        Literal::Array(elements) => {
            let values: Vec<Value> = elements.iter().map(|e| lasting(b, shared, e)).collect();
            let class = b.iconst(Type::I64, i64::from(shared.layouts.number_named("Array")));
            let length = word::int(b, values.len() as i64).expect("lengths are small");
            let words: Vec<Value> = [class, length].into_iter().chain(values).collect();
            object::new(b, Pointers::All, &words)
        }
        // A scaled decimal is made by sends, which nothing does here.
        Literal::Nil | Literal::Scaled(_) | Literal::Binding(_) => word::nil(b),
    }
}

/// Steps of one kind that follow each other.
enum Part<'p> {
    /// Methods: the places of behaviour and symbol, the function, and in SOM the class of the method's
    /// object.
    Methods(Vec<[u32; 4]>),
    /// The functions of statements.
    Statements(Vec<u32>),
    /// A class variable with its first value.
    Value(ClassId, Name, &'p Method),
}

/// The functions that take the steps.
fn steps<'p>(module: &mut Module, shared: &mut Shared<'p>) -> Vec<FuncId> {
    let mut parts: Vec<Part<'p>> = Vec::new();
    for step in &shared.program.steps {
        match step {
            Step::Define { class, initialisers } => {
                parts.extend(initialisers.iter().map(|(name, method)| Part::Value(*class, *name, method)));
            }
            Step::Method { class, meta, method } if method.is_bound => {
                super::bound::declare(module, shared, method, (*class, *meta));
            }
            Step::Method { class, meta, method } => {
                let row = install(module, shared, method, (*class, *meta));
                match parts.last_mut() {
                    Some(Part::Methods(rows)) => rows.push(row),
                    _ => parts.push(Part::Methods(vec![row])),
                }
            }
            Step::Run(method) => {
                let (code, binding) = (&method.code, Binding::Sites);
                let make = |id| Work {
                    id,
                    method,
                    code,
                    class: None,
                    is_method: false,
                    binding,
                    part: MethodPart::Whole,
                };
                let id = shared.declare(module, STATEMENT.into(), make).as_u32();
                match parts.last_mut() {
                    Some(Part::Statements(all)) => all.push(id),
                    _ => parts.push(Part::Statements(vec![id])),
                }
            }
        }
    }
    // An error in a program's value ends the evaluation as it ends a statement; the library has none.
    let is_library = shared.program.library_steps > 0;
    chunks(module, "step", &parts, |b, part| match part {
        Part::Methods(rows) if shared.is_som() => super::som::install(b, rows),
        Part::Methods(rows) => put_methods(b, rows),
        Part::Statements(all) => run_statements(b, shared, all),
        Part::Value(class, name, method) => {
            let receiver = class_at(b, *class, false);
            let how = if is_library { "value" } else { "runStatement:" };
            let value = run(b, shared, method, Some((*class, true)), receiver, how);
            let at = shared.variable(b, Lasting::Shared(*class, *name));
            b.store(at, 0, value);
        }
    })
}

/// Declares the function of a method: its row.
fn install<'p>(
    module: &mut Module,
    shared: &mut Shared<'p>,
    method: &'p Method,
    (class, meta): (ClassId, bool),
) -> [u32; 4] {
    let side = if meta { " class" } else { "" };
    let owner = shared.program.classes[class].plain_name(shared.names);
    let title = format!("{owner}{side}>>{}", shared.text(method.selector));
    let (code, class_of, binding) = (&method.code, Some((class, meta)), Binding::Sites);
    let work = |id, part| Work { id, method, code, class: class_of, is_method: true, binding, part };
    let first = shared.first_part(method, (class, meta));
    let part = match first {
        Some(_) => MethodPart::First(shared.declare(module, title.clone(), |id| work(id, MethodPart::Rest))),
        None => MethodPart::Whole,
    };
    let id = shared.declare(module, title, |id| work(id, part));
    let (worth, stays) = match (part, first) {
        (MethodPart::First(rest), Some(first)) => (Some(guess::worth_of_first(first, rest)), false),
        _ => (guess::worth(method, shared), guess::stays(method, shared)),
    };
    if meta && matches!(shared.text(method.selector), "new" | "basicNew") {
        shared.variants.note_maker(class, method.selector);
    }
    let guess = worth.map(|worth| guess::Guess { function: id, worth, stays, pos: method.code.pos });
    shared.guesses.add(method.selector, guess);
    let kind = if method.primitive.is_some() { "Primitive" } else { "Method" };
    let kind = if shared.is_som() { shared.layouts.number_named(kind) } else { 0 };
    [place(class, meta), shared.symbol(module, method.selector) as u32 / 8, id.as_u32(), kind]
}

/// Adds methods to their classes.
fn put_methods(b: &mut FuncBuilder<'_>, rows: &[[u32; 4]]) {
    let most = |n: usize| rows.iter().map(|row| i64::from(row[n]) + 1).max().unwrap_or_default();
    let numbers: Vec<u32> = rows.iter().flat_map(|row| row[..3].to_vec()).collect();
    let mut operands = Vec::new();
    for (global, count) in [(ModuleGlobal::Classes.id(), most(0)), (ModuleGlobal::Symbols.id(), most(1))] {
        operands.extend([b.global_addr(global, 0), b.iconst(Type::I64, count)]);
    }
    operands.extend([table(b, &numbers), b.iconst(Type::I64, numbers.len() as i64)]);
    let native = b.module.native("dyn.put_all", &[Type::Ref, Type::I64].repeat(3), &[]);
    b.call_native(native, &operands);
}

/// Runs statements, each as the argument of a message to nil.
fn run_statements(b: &mut FuncBuilder<'_>, shared: &mut Shared<'_>, functions: &[u32]) {
    let rows = table(b, functions);
    let nil = word::nil(b);
    repeat(b, functions.len(), |b, n| {
        let function = entry(b, rows, n, 4, 0);
        let function = b.op(Opcode::DynFromInt, Type::Dyn, &[function]);
        b.price(prices::CLOSURE);
        let closure = closure(b, shared, function, nil);
        plain_send(b, shared, shared.selectors.run_statement, &[nil, closure]);
    });
}

/// A block without parameters that captures nothing.
fn closure(b: &mut FuncBuilder<'_>, shared: &Shared<'_>, function: Value, receiver: Value) -> Value {
    let class = b.iconst(Type::I64, i64::from(shared.layouts.block_number(0)));
    let (parameters, nil) = (word::int(b, 0).expect("0 fits"), word::nil(b));
    object::new_fixed(b, Pointers::All, &[class, function, parameters, receiver, nil])
}

/// Evaluates the code of a statement as a block: directly, or as the argument of a message to nil.
fn run<'p>(
    b: &mut FuncBuilder<'_>,
    shared: &mut Shared<'p>,
    method: &'p Method,
    class: Option<(ClassId, bool)>,
    receiver: Value,
    how: &str,
) -> Value {
    b.set_pos(method.pos);
    let (code, binding) = (&method.code, Binding::Sites);
    let make = |id| Work { id, method, code, class, is_method: false, binding, part: MethodPart::Whole };
    let id = shared.declare(b.module, STATEMENT.into(), make);
    let function = word::int(b, id.index() as i64).expect("functions are few");
    let closure = closure(b, shared, function, receiver);
    let nil = word::nil(b);
    let (selector, operands) = match how {
        "value" => (shared.selectors.value, vec![closure]),
        _ => (shared.selectors.run_statement, vec![nil, closure]),
    };
    plain_send(b, shared, selector, &operands)
}

/// Sends a message, and takes no notice of being left. The function has prices.
pub(super) fn plain_send(
    b: &mut FuncBuilder<'_>,
    shared: &mut Shared<'_>,
    selector: Name,
    operands: &[Value],
) -> Value {
    let fallback = super::expr::not_understood(b.module, shared, selector, operands.len());
    b.price(prices::SEND);
    let selector = Place::Global(ModuleGlobal::Symbols.id(), shared.symbol(b.module, selector));
    let at = shared.sites.add(b);
    let site = Site { at, selector, fallback };
    send::send(b, Message { site, operands, from: None, likely: &Likely::default() })
}

/// Makes the body of the function that is called where a lookup fails.
fn not_understood(module: &mut Module, shared: &mut Shared<'_>, selector: Name, words: usize, id: FuncId) {
    let mut b = FuncBuilder::new(module, id);
    b.priced();
    b.price(prices::CALL + prices::CLOSURE);
    let (receiver, name) = (b.param(0), symbol(&mut b, shared, selector));
    let selectors = &shared.selectors;
    let asked = if shared.is_som() { selectors.som_not_understood } else { selectors.does_not_understand };
    let message = shared.layouts.named("Message");
    if selector == asked || (message.is_none() && !shared.is_som()) {
        let pack = b.iconst(Type::I64, shared.layouts.for_natives().pack());
        let native = b.module.native("st.lost", &[Type::Dyn, Type::I64], &[Type::Dyn]);
        let value = b.call_native(native, &[name, pack])[0];
        b.ret(&[value]);
        return b.finish();
    }
    let class = b.iconst(Type::I64, i64::from(shared.layouts.number_named("Array")));
    let length = word::int(&mut b, words as i64 - 1).expect("arguments are few");
    let mut all = vec![class, length];
    all.extend((1..words).map(|n| b.param(n)));
    let arguments = object::new(&mut b, Pointers::All, &all);
    let operands = match message.filter(|_| !shared.is_som()) {
        None => vec![receiver, name, arguments],
        Some(class) => {
            let message = class_at(&mut b, class, false);
            let made = shared.selectors.message;
            let message = plain_send(&mut b, shared, made, &[message, name, arguments]);
            // Making a message may be left, too.
            let leaving = b.block();
            purlin_dynamic::leave::check(&mut b, message, leaving);
            let on = b.block();
            b.jump(on, &[]);
            b.switch_to(leaving);
            purlin_dynamic::leave::leave_too(&mut b);
            b.switch_to(on);
            vec![receiver, message]
        }
    };
    let result = plain_send(&mut b, shared, asked, &operands);
    b.ret(&[result]);
    b.finish();
}
