//! What was prepared as the final form of a function is what the mid-end makes of it in the program.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use purlin_base::SourceMap;
use purlin_ir::{FuncId, Function, Module, Opcode, verify};
use purlin_lang_go::{Program, compile};
use purlin_opt::{any_program, passes};

/// Programs of the corpus that use much of the library between them.
const PROGRAMS: [&str; 5] = [
    "std_go_parser.go",
    "std_crypto_ciphers.go",
    "http_client_server.go",
    "json_values.go",
    "std_text_template.go",
];

fn module(text: &str) -> Module {
    let files = [("main.go".to_string(), Arc::from(text))];
    let prepared = Some(purlin_prepared::package as purlin_lang_go::PreparedSource);
    let program = Program { files: &files, prepared, ..Program::default() };
    compile(&mut SourceMap::default(), &program, &[]).unwrap_or_else(|e| panic!("{e:?}")).module
}

/// What a function does, block by block. Constants are left out: two that are equal are one value in some
/// programs, where one is a number that the guest gives out.
fn work(form: &Function) -> String {
    let mut text = String::new();
    for block in &form.layout {
        for inst in form.blocks[*block].insts.iter().map(|inst| &form.insts[*inst]) {
            if inst.op != Opcode::Iconst {
                let _ = writeln!(text, "{:?} {:?} {:?}", inst.op, inst.imm, inst.ty);
            }
        }
        text.push('\n');
    }
    text
}

fn shown(module: &Module, id: FuncId, form: Function) -> String {
    let mut module = module.clone();
    module.funcs[id].body = Some(form.into());
    purlin_ir::print::function(&module, id)
}

/// How many functions of a program have a form, and how many of those the program does not take, as its types
/// have methods that are the only ones.
#[derive(Default, Debug)]
struct Count {
    forms: usize,
    others: usize,
}

fn compare(name: &str, module: &Module, count: &mut Count) {
    for (id, decl) in module.funcs.iter() {
        let Some(form) = decl.body.as_ref().and_then(|body| body.prepared_form()) else { continue };
        count.forms += 1;
        if !any_program::is_final(module, &form.asked) {
            count.others += 1;
            continue;
        }
        let form = form.function;
        verify::body(module, id, &form).unwrap_or_else(|e| panic!("{name}: {}: {e}", decl.name));
        let mut made = Function::clone(decl.body.as_deref().expect("it was prepared"));
        passes::function(module, id, &mut made, &passes::Options::default(), &mut passes::Report::default())
            .unwrap_or_else(|e| panic!("{name}: {}: {e}", decl.name));
        let same = work(&form) == work(&made);
        assert!(same, "{name}: prepared\n{}\nmade\n{}", shown(module, id, form), shown(module, id, made));
    }
}

#[test]
fn of_programs() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/go");
    let mut count = Count::default();
    for name in PROGRAMS {
        let text = fs::read_to_string(folder.join(name)).unwrap_or_else(|e| panic!("{name}: {e}"));
        compare(name, &module(&text), &mut count);
    }
    assert!(count.forms > 2000, "{count:?}");
    assert!(count.others < count.forms / 10, "{count:?}");
}

#[test]
fn of_a_program_whose_types_have_the_only_methods() {
    let text = "package main\n\nimport (\n\t\"io\"\n\t\"sort\"\n)\n\ntype list []int\n\nfunc (l list) Len() int { return len(l) }\nfunc (l list) Less(i, j int) bool { return l[i] < l[j] }\nfunc (l list) Swap(i, j int) { l[i], l[j] = l[j], l[i] }\n\nfunc main() {\n\tprintln(sort.IsSorted(list{3, 1, 2}))\n\t_ = io.EOF\n}\n";
    let module = module(text);
    let sorted = module.funcs.values().find(|f| f.name == "sort.IsSorted");
    let form = sorted.and_then(|f| f.body.as_ref()?.prepared_form()).expect("it is prepared");
    assert!(!any_program::is_final(&module, &form.asked), "its calls are direct in this program");
}
