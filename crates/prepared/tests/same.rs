//! A program that is linked with the prepared library has the same functions as one for which the library is
//! lowered.

use std::collections::BTreeMap;
use std::sync::Arc;

use purlin_base::{EntityRef as _, Pos, SourceMap};
use purlin_ir::template::{Reference, Renumber, renumber};
use purlin_ir::{Module, Opcode};
use purlin_lang_go::{Program, compile};

fn module(text: &str, prepared: bool) -> Module {
    let files = [("main.go".to_string(), Arc::from(text))];
    let source = prepared.then_some(purlin_prepared::package as purlin_lang_go::PreparedSource);
    let program = Program { files: &files, prepared: source, ..Program::default() };
    let mut sources = SourceMap::default();
    match compile(&mut sources, &program, &[]) {
        Ok(out) => out.module,
        Err(errors) => panic!("{errors:?}"),
    }
}

/// Numbers by what they stand for, in both modules.
#[derive(Default)]
struct Words(BTreeMap<String, u32>);

impl Words {
    fn number(&mut self, text: String) -> u32 {
        let next = self.0.len() as u32;
        *self.0.entry(text).or_insert(next)
    }
}

struct ByContent<'m> {
    module: &'m Module,
    words: &'m mut Words,
}

impl Renumber for ByContent<'_> {
    fn number(&mut self, kind: Reference, number: u32) -> u32 {
        let (m, at) = (self.module, number as usize);
        let text = match kind {
            Reference::Func => m.funcs[purlin_ir::FuncId::new(at)].name.to_string(),
            Reference::Sig => format!("{:?}", m.sigs[purlin_ir::SigId::new(at)]),
            Reference::Native => m.natives[purlin_ir::NativeId::new(at)].name.clone(),
            Reference::Class => format!("{:?}", m.classes[purlin_ir::ClassId::new(at)]),
            Reference::Global => format!("{:?}", m.globals[purlin_ir::GlobalId::new(at)]),
            // Some bytes are numbers of functions.
            Reference::Data => m.data[purlin_ir::DataId::new(at)].bytes.len().to_string(),
            Reference::Selector => m.selectors[purlin_ir::SelectorId::new(at)].name.clone(),
            // A row has the name of the first interface that was asked for of those with its methods.
            Reference::Interface => m.interfaces[purlin_ir::InterfaceId::new(at)].types.len().to_string(),
            Reference::Number => unreachable!("no constant of a linked module is marked"),
        };
        self.words.number(format!("{kind:?} {text}"))
    }

    fn constant(&mut self, number: u32) -> i64 {
        i64::from(self.number(Reference::Number, number))
    }

    fn pos(&self, _: Pos) -> Pos {
        Pos::NONE
    }
}

/// The functions by name, in no order, with what they refer to by content. Numbers of types, classes and maps
/// look like other constants, and are compared as if equal where both are small.
fn functions(module: &Module, words: &mut Words) -> BTreeMap<String, Vec<String>> {
    let types = i64::from(module.type_count).max(module.classes.len() as i64);
    let mut all: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for decl in module.funcs.values() {
        let Some(body) = &decl.body else { continue };
        let mut body = (**body).clone();
        renumber(&mut body, &mut ByContent { module, words });
        let mut text = format!("{:?} {:?}\n", module.sigs[decl.sig], decl.wrapper);
        for block in &body.layout {
            text += &format!("{block:?}{:?}\n", body.blocks[*block].params);
            for inst in &body.blocks[*block].insts {
                let data = &body.insts[*inst];
                let small = data.op == Opcode::Iconst && (0..types).contains(&data.int());
                if !small {
                    text += &format!("{data:?}\n");
                }
            }
        }
        all.entry(decl.name.to_string()).or_default().push(text);
    }
    all.values_mut().for_each(|same_name| same_name.sort());
    all
}

fn compare(text: &str, least: usize) {
    let (lowered, linked) = (module(text, false), module(text, true));
    let is_prepared = |m: &Module| m.funcs.values().flat_map(|f| &f.body).filter(|b| b.is_prepared()).count();
    assert_eq!(is_prepared(&lowered), 0);
    assert!(is_prepared(&linked) >= least, "{} functions are prepared", is_prepared(&linked));
    purlin_ir::verify::module(&linked).unwrap_or_else(|e| panic!("{e}"));
    let mut words = Words::default();
    let (lowered, linked) = (functions(&lowered, &mut words), functions(&linked, &mut words));
    for (name, bodies) in &lowered {
        let Some(others) = linked.get(name) else { panic!("{name} is missing") };
        assert_eq!(bodies.len(), others.len(), "{name}");
        for (body, other) in bodies.iter().zip(others) {
            assert!(body == other, "{name} lowered:\n{body}\nlinked:\n{other}");
        }
    }
    assert_eq!(lowered.len(), linked.len());
}

#[test]
fn hello() {
    compare("package main\nimport \"fmt\"\nfunc main() { fmt.Println(\"hello\") }", 50);
}

#[test]
fn packages_with_generics_closures_and_initialisation() {
    let text = r#"package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"sort"
	"strings"
	"text/template"
	"time"
)

type point struct{ X, Y int }

func main() {
	b, err := json.Marshal(map[string]point{"a": {1, 2}})
	fmt.Println(string(b), err, errors.Is(err, os.ErrNotExist))
	t := template.Must(template.New("t").Parse("{{range .}}{{.}} {{end}}"))
	t.Execute(os.Stdout, slices.Sorted(maps.Keys(map[string]int{"x": 1, "y": 2})))
	sort.Slice(b, func(i, j int) bool { return b[i] < b[j] })
	fmt.Println(strings.Fields(" a b "), time.Unix(0, 0).UTC())
}
"#;
    compare(text, 500);
}
