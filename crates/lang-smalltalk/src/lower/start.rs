//! The program's main function: classes, symbols and literals are made, and then the steps are taken in the
//! order of the text.

use purlin_base::EntityRef as _;
use purlin_base::Name;
use purlin_dynamic::send::{self, Rung, Site};
use purlin_dynamic::word;
use purlin_ir::{ClassDecl, FuncBuilder, FuncId, Module, Pointers, Signature, Type, Value};

use super::expr::{constant, symbol};
use super::func::function;
use super::layout::CLOSURE_HEAD;
use super::{Lasting, Shared, Work};
use crate::ast::Literal;
use crate::resolve::ClassId;
use crate::resolve::code::{Method, Step};

/// Things that one function makes or does at the start: functions of a bounded size compile in a time that
/// is.
const CHUNK: usize = 64;

pub(super) fn program<'p>(module: &mut Module, shared: &mut Shared<'p>) {
    let main = module.declare("main", &Signature::default());
    module.main = Some(main);
    let steps: Vec<(usize, &'p Step)> = shared.program.steps.iter().enumerate().collect();
    let mut steps = chunks(module, "step", &steps, |b, step| take(b, shared, step));
    if shared.is_som() {
        steps.push(super::som::beginning(module, shared));
    }
    functions(module, shared);
    let first = first(module, shared);
    let mut b = FuncBuilder::new(module, main);
    for id in first.into_iter().chain(steps) {
        b.call(id, &[]);
    }
    b.ret(&[]);
    b.finish();
}

/// Makes the bodies of all functions that were declared, and of those that these need.
fn functions<'p>(module: &mut Module, shared: &mut Shared<'p>) {
    loop {
        while let Some(work) = shared.queue.pop() {
            function(module, shared, work);
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

/// Functions that do something with each of a list, in parts.
pub(super) fn chunks<T>(
    module: &mut Module,
    title: &str,
    all: &[T],
    mut each: impl FnMut(&mut FuncBuilder<'_>, &T),
) -> Vec<FuncId> {
    let mut ids = Vec::new();
    for (n, part) in all.chunks(CHUNK).enumerate() {
        let id = module.declare(format!("st.{title}{n}"), &Signature::default());
        let mut b = FuncBuilder::new(module, id);
        part.iter().for_each(|item| each(&mut b, item));
        b.ret(&[]);
        b.finish();
        ids.push(id);
    }
    ids
}

/// What is made before the first step.
fn first(module: &mut Module, shared: &mut Shared<'_>) -> Vec<FuncId> {
    let classes: Vec<ClassId> = shared.program.classes.keys().collect();
    module.globals[shared.classes].size = 16 * classes.len().max(1) as u32;
    let mut ids = chunks(module, "class", &classes, |b, class| make_class(b, shared, *class));
    ids.extend(chunks(module, "link", &classes, |b, class| link_class(b, shared, *class)));
    ids.extend(chunks(module, "number", &classes, |b, class| number_class(b, shared, *class, false)));
    ids.extend(chunks(module, "meta", &classes, |b, class| number_class(b, shared, *class, true)));
    if shared.is_som() {
        // SOM's classes are called by symbols, which come later.
        for name in shared.program.classes.values().map(|class| class.name).collect::<Vec<_>>() {
            let title = shared.meta_names[&name];
            shared.symbol(module, name);
            shared.symbol(module, title);
        }
        super::globals::register(module, shared);
    }
    let registering = shared.register;
    if let Some(id) = registering {
        super::globals::registering(module, shared, id);
    }
    if let Some(id) = shared.field_names {
        naming(module, shared, id);
    }
    let symbol_class = i64::from(shared.layouts.number_named("Symbol"));
    let symbols: Vec<(usize, Name)> = shared.symbols.all.iter().copied().enumerate().collect();
    ids.extend(chunks(module, "symbol", &symbols, |b, (n, name)| {
        if *n == 0 {
            let native = b.module.native("dyn.symbol_class", &[Type::I64], &[]);
            let class = b.iconst(Type::I64, symbol_class);
            b.call_native(native, &[class]);
        }
        let text = shared.text(*name);
        let data = b.module.bytes(text.as_bytes());
        let (at, length) = (b.data_addr(data, 0), b.iconst(Type::I64, text.len() as i64));
        let native = b.module.native("dyn.intern", &[Type::Ref, Type::I64], &[Type::Dyn]);
        let made = b.call_native(native, &[at, length])[0];
        let at = b.global_addr(shared.symbols.global, 8 * *n as i64);
        b.store(at, 0, made);
    }));
    let mut variables: Vec<(Lasting, purlin_ir::GlobalId)> =
        shared.variables.iter().map(|(of, global)| (*of, *global)).collect();
    variables.sort_by_key(|(_, global)| *global);
    ids.extend(chunks(module, "variable", &variables, |b, (of, global)| {
        let value = initial(b, shared, *of);
        let at = b.global_addr(*global, 0);
        b.store(at, 0, value);
    }));
    if shared.is_som() {
        ids.extend(chunks(module, "name", &classes, |b, class| name_class(b, shared, *class)));
        ids.extend(registering);
    }
    let literals = shared.literals.clone();
    ids.extend(chunks(module, "literal", &literals, |b, (global, literal)| {
        let value = lasting(b, shared, literal);
        let at = b.global_addr(*global, 0);
        b.store(at, 0, value);
    }));
    ids
}

/// What a variable is before the program begins.
fn initial(b: &mut FuncBuilder<'_>, shared: &Shared<'_>, of: Lasting) -> Value {
    let Lasting::Global(name) = of else { return word::nil(b) };
    let class = match shared.text(name) {
        "Smalltalk" => shared.layouts.named("SystemDictionary"),
        "Transcript" => shared.layouts.named("TextCollector"),
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

/// A new object of these words.
pub(super) fn object_of(b: &mut FuncBuilder<'_>, words: &[Value]) -> Value {
    let class = b.module.class(ClassDecl { size: 8 * words.len() as u32, pointers: Pointers::All });
    let object = b.alloc(class);
    for (n, value) in words.iter().enumerate() {
        b.store(object, 8 * n as i64, *value);
    }
    word::as_dyn(b, object)
}

/// The function that gives an array of the names of the fields that instances of a class have.
pub(super) fn field_names(module: &mut Module, shared: &mut Shared<'_>) -> FuncId {
    *shared.field_names.get_or_insert_with(|| module.declare("st.fields", &send::signature(1)))
}

/// The body of [`field_names`]'s function: the names of each class are copied to the end of those of its
/// superclasses.
fn naming<'p>(module: &mut Module, shared: &mut Shared<'p>, id: FuncId) {
    let own = module.declare("st.own", &send::signature(1));
    super::func::bare(module, shared, id, |func| func.all_field_names(own));
    super::func::bare(module, shared, own, |func| func.own_field_names());
}

/// The name of a class and of its metaclass, which are symbols.
fn name_class(b: &mut FuncBuilder<'_>, shared: &mut Shared<'_>, class: ClassId) {
    let name = shared.program.classes[class].name;
    for (meta, name) in [(false, name), (true, shared.meta_names[&name])] {
        let object = class_at(b, shared, class, meta);
        let object = word::as_ref(b, object);
        let name = symbol(b, shared, name);
        b.store(object, 40, name);
    }
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

pub(super) fn class_at(b: &mut FuncBuilder<'_>, shared: &Shared<'_>, class: ClassId, meta: bool) -> Value {
    let at = b.global_addr(shared.classes, 8 * (2 * class.index() as i64 + i64::from(meta)));
    b.load(Type::Dyn, at, 0)
}

/// Makes the objects of a class and its metaclass.
fn make_class(b: &mut FuncBuilder<'_>, shared: &Shared<'_>, class: ClassId) {
    let layouts = &shared.layouts;
    let metaclass = layouts.named("Metaclass");
    let of_meta = metaclass.map_or(0, |id| i64::from(layouts.number(id, false)));
    let meta = new_object(b, of_meta, metaclass.map_or(6, |id| layouts.fields(id)).max(6));
    let object = new_object(b, i64::from(layouts.number(class, true)), layouts.class_fields(class).max(6));
    for (value, place) in [(object, 0), (meta, 1)] {
        let at = b.global_addr(shared.classes, 8 * (2 * class.index() as i64 + place));
        b.store(at, 0, value);
    }
}

/// Sets the superclass, format and name of a class and its metaclass.
fn link_class(b: &mut FuncBuilder<'_>, shared: &Shared<'_>, class: ClassId) {
    let layouts = &shared.layouts;
    let name = shared.text(shared.program.classes[class].name);
    let superclass = shared.program.classes[class].superclass;
    for meta in [false, true] {
        let object = class_at(b, shared, class, meta);
        let object = word::as_ref(b, object);
        let above = match (superclass, meta) {
            (Some(above), meta) => Some((above, meta)),
            // The superclass of a root's metaclass is Class.
            (None, true) => layouts.named("Class").map(|class| (class, false)),
            (None, false) => None,
        };
        let above = match above {
            Some((above, meta)) => class_at(b, shared, above, meta),
            None => word::nil(b),
        };
        b.store(object, 16, above);
        let format = if meta { -1 } else { layouts.format(class) };
        let format = word::int(b, format).expect("formats are small");
        b.store(object, 32, format);
        if meta {
            let of = class_at(b, shared, class, false);
            b.store(object, 48, of);
        } else {
            let number = i64::from(layouts.number_named("String"));
            let length = purlin_base::word::from_int(name.len() as i64) as i64;
            let name = constant(b, &[number, length], name.as_bytes());
            b.store(object, 40, name);
        }
    }
}

/// Makes a class a behaviour. Numbers are given in the order of the calls.
fn number_class(b: &mut FuncBuilder<'_>, shared: &Shared<'_>, class: ClassId, meta: bool) {
    let object = class_at(b, shared, class, meta);
    if !meta && shared.is_som() {
        for number in super::som::fixed(shared, class) {
            let native = b.module.native("dyn.fixed", &[Type::Dyn, Type::I64], &[Type::I64]);
            let number = b.iconst(Type::I64, number);
            b.call_native(native, &[object, number]);
        }
    }
    let number = i64::from(shared.layouts.number(class, meta));
    if number < 35 {
        let native = b.module.native("dyn.fixed", &[Type::Dyn, Type::I64], &[Type::I64]);
        let number = b.iconst(Type::I64, number);
        b.call_native(native, &[object, number]);
    } else {
        let native = b.module.native("dyn.behaviour", &[Type::Dyn], &[Type::I64]);
        b.call_native(native, &[object]);
    }
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
            let decl = ClassDecl { size: 8 * (2 + values.len()) as u32, pointers: Pointers::All };
            let class_id = b.module.class(decl);
            let object = b.alloc(class_id);
            let class = b.iconst(Type::I64, i64::from(shared.layouts.number_named("Array")));
            b.store(object, 0, class);
            let length = word::int(b, values.len() as i64).expect("lengths are small");
            b.store(object, 8, length);
            for (n, value) in values.into_iter().enumerate() {
                b.store(object, 8 * (2 + n) as i64, value);
            }
            word::as_dyn(b, object)
        }
        // A scaled decimal is made by sends, which nothing does here.
        Literal::Nil | Literal::Scaled(_) | Literal::Binding(_) => word::nil(b),
    }
}

/// Takes a step.
fn take<'p>(b: &mut FuncBuilder<'_>, shared: &mut Shared<'p>, (n, step): &(usize, &'p Step)) {
    match step {
        Step::Define { class, initialisers } => {
            for (name, method) in initialisers {
                let receiver = class_at(b, shared, *class, false);
                // An error in a program's ends the evaluation as it ends a statement; the library has none.
                let is_library = *n < shared.program.library_steps;
                let how = if is_library { "value" } else { "runStatement:" };
                let value = run(b, shared, method, Some((*class, true)), receiver, how);
                let global = shared.variable(b.module, Lasting::Shared(*class, *name));
                let at = b.global_addr(global, 0);
                b.store(at, 0, value);
            }
        }
        Step::Method { class, meta, method } => {
            let title = shared.text(method.selector).to_owned();
            let of = Some((*class, *meta));
            let make = |id| Work { id, method, code: &method.code, class: of, is_method: true };
            let id = shared.declare(b.module, title, make);
            let behaviour = class_at(b, shared, *class, *meta);
            let name = symbol(b, shared, method.selector);
            let function = word::int(b, id.index() as i64).expect("functions are few");
            let function = match shared.is_som() {
                true => super::som::method_object(b, shared, method, function, (*class, *meta)),
                false => function,
            };
            let native = b.module.native("dyn.put", &[Type::Dyn; 3], &[]);
            b.call_native(native, &[behaviour, name, function]);
        }
        Step::Run(method) => {
            let nil = word::nil(b);
            run(b, shared, method, None, nil, "runStatement:");
        }
    }
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
    let make = |id| Work { id, method, code: &method.code, class, is_method: false };
    let id = shared.declare(b.module, "statement".into(), make);
    let decl = ClassDecl { size: 8 * CLOSURE_HEAD as u32, pointers: Pointers::All };
    let class_id = b.module.class(decl);
    let object = b.alloc(class_id);
    let class = b.iconst(Type::I64, i64::from(shared.layouts.number_named("BlockClosure")));
    let function = word::int(b, id.index() as i64).expect("functions are few");
    let (parameters, nil) = (word::int(b, 0).expect("0 fits"), word::nil(b));
    for (n, value) in [class, function, parameters, receiver, nil].into_iter().enumerate() {
        b.store(object, 8 * n as i64, value);
    }
    let closure = word::as_dyn(b, object);
    let (selector, operands) = match how {
        "value" => (shared.selectors.value, vec![closure]),
        _ => (shared.selectors.run_statement, vec![nil, closure]),
    };
    plain_send(b, shared, selector, &operands)
}

/// Sends a message, and takes no notice of being left.
pub(super) fn plain_send(
    b: &mut FuncBuilder<'_>,
    shared: &mut Shared<'_>,
    selector: Name,
    operands: &[Value],
) -> Value {
    let fallback = super::expr::not_understood(b.module, shared, selector, operands.len());
    let name = symbol(b, shared, selector);
    let at = shared.sites.add(b);
    let site = Site { at, selector: name, fallback, rung: Rung::Poly, hook: None };
    send::send(b, site, operands)
}

/// Makes the body of the function that is called where a lookup fails.
fn not_understood(module: &mut Module, shared: &mut Shared<'_>, selector: Name, words: usize, id: FuncId) {
    let mut b = FuncBuilder::new(module, id);
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
    let arguments = object_of(&mut b, &all);
    let operands = match message.filter(|_| !shared.is_som()) {
        None => vec![receiver, name, arguments],
        Some(class) => {
            let message = class_at(&mut b, shared, class, false);
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
