//! A typed generator of random Go programs that compile, end, and print the same on every run.
//!
//! What it promises of each program, and how:
//! - *It compiles*: every expression is built for a known type; constants never meet constants (a `k…` call
//!   stands between), so nothing overflows at compile time; each variable is used.
//! - *It ends soon*: each function has a budget of steps; a loop multiplies the cost of its body, a call adds
//!   the callee's cost, and recursion carries fuel.
//! - *It is deterministic*: expressions are pure; a statement holds at most one impure call or one operation
//!   that may panic; loops over maps only add to sums; slices that grow by an unspecified capacity are not shared.
//!
//! This module knows nothing of how programs are run or compared.

mod both_ends;
mod bulk_fills;
mod bulk_searches;
mod bulk_translations;
mod calls;
mod composites;
mod decls;
mod dispatch_loops;
mod exprs;
mod generics;
mod loops;
mod map_updates;
mod memory_loops;
mod patterns;
mod places;
mod recurrences;
mod shapes;
mod statements;
mod tasks;
#[cfg(test)]
mod tests;
mod types;
mod waits;

use std::collections::{BTreeMap, BTreeSet};

use crate::rng::Rng;
use generics::{GenericFunction, Union};
use types::{Class, Sig, Ty, Types};

pub const PRELUDE: &str = include_str!("prelude.go.txt");

/// The program to generate.
#[derive(Clone, Debug)]
pub struct Config {
    pub seed: u64,
    pub functions: usize,
    /// Only this function of the program, if set: function groups do not depend on each other.
    pub only: Option<usize>,
    /// Statements at the top level of a test function, on average.
    pub size: usize,
    /// Steps that a test function may take, about.
    pub steps: u64,
    /// Constructs that are left out, by the names that `stats` prints.
    pub without: BTreeSet<String>,
    /// Count each construct as it is executed, and print the counts on stderr.
    pub instrument: bool,
    /// Results go to standard error by `println`, so that a program need not import what prints.
    pub small: bool,
}

/// A program's text and how often it uses each construct. Files of other packages stand at the end of the
/// text, each after a line `-- path --`.
#[derive(Clone, Debug)]
pub struct Program {
    pub text: String,
    pub emitted: BTreeMap<&'static str, u64>,
}

/// A variable in scope.
#[derive(Clone, Debug)]
struct Var {
    name: String,
    ty: Ty,
    /// May be assigned as a whole.
    mutable: bool,
    /// A slice that grows by `append`: nothing else refers to its array.
    own: bool,
    /// A slice whose capacity the language fixes.
    fixed_cap: bool,
    /// A slice's length is at least this for as long as the variable lives.
    min_len: usize,
    /// Never nil for as long as the variable lives.
    nonnil: bool,
    /// An integer that stays within these bounds, both included.
    bounds: Option<(i64, i64)>,
    /// A declared constant.
    constant: bool,
    /// A closure that may be called, and what a call costs.
    call_cost: Option<u64>,
}

impl Var {
    fn new(name: &str, ty: Ty) -> Var {
        Var {
            name: name.to_string(),
            ty,
            mutable: true,
            own: false,
            fixed_cap: false,
            min_len: 0,
            nonnil: false,
            bounds: None,
            constant: false,
            call_cost: None,
        }
    }

    fn fixed(mut self) -> Var {
        self.mutable = false;
        self
    }
}

/// A function that may be called.
#[derive(Clone, Debug)]
struct Callee {
    name: String,
    sig: Sig,
    cost: u64,
    /// The first parameter is `hp *uint64`, the caller's checksum.
    takes_hash: bool,
    /// A generic function's name, if its arguments may say the rest.
    inferred: Option<String>,
}

/// Something that `break` leaves.
#[derive(Clone, Debug)]
struct Breakable {
    label: String,
    used: bool,
    is_loop: bool,
}

/// The limits of the body that is being written.
#[derive(Clone, Debug)]
struct Body {
    /// The variable that holds the checksum.
    hash: String,
    results: Vec<Ty>,
    /// The names of the results, if they have names.
    result_names: Vec<String>,
    breakables: Vec<Breakable>,
    /// Steps taken so far, and how many there may be.
    cost: u64,
    cap: u64,
    /// How often the code being written runs in one call.
    times: u64,
    /// How likely (percent) an operation may panic where one could.
    panicky: u32,
    /// Blocks open in this body.
    depth: usize,
    /// `return` gives back the checksum itself.
    returns_hash: bool,
}

pub struct Generator {
    config: Config,
    rng: Rng,
    types: Types,
    out: Vec<String>,
    indent: usize,
    suffix: String,
    fresh: usize,
    scopes: Vec<Vec<Var>>,
    pure_calls: Vec<Callee>,
    impure_calls: Vec<Callee>,
    generic_functions: Vec<GenericFunction>,
    unions: BTreeMap<Class, Union>,
    /// Declarations of the package that statements asked for.
    package_lines: Vec<String>,
    /// Files of other packages, each after a line `-- path --`.
    package_files: Vec<String>,
    body: Body,
    /// Operations that may panic which the current statement may still contain.
    panics_left: u32,
    /// Indices within indices, which would otherwise have no end.
    nesting: u32,
    emitted: BTreeMap<&'static str, u64>,
    pending: BTreeSet<&'static str>,
    /// Every construct in this run, in order of first use: the indices of the instrumented counters.
    seen: Vec<&'static str>,
}

/// Generates the program of a configuration.
pub fn program(config: &Config) -> Program {
    let mut text = String::new();
    let (mut calls, mut files) = (Vec::new(), Vec::new());
    let mut emitted = BTreeMap::new();
    let mut seen = Vec::new();
    for number in 0..config.functions {
        if config.only.is_some_and(|only| only != number) {
            continue;
        }
        let mut generator = Generator::new(config.clone(), number, seen);
        generator.group(number);
        for (name, count) in &generator.emitted {
            *emitted.entry(*name).or_insert(0) += count;
        }
        seen = generator.seen;
        files.extend(generator.package_files);
        text.push('\n');
        for line in &generator.out {
            text.push_str(line);
            text.push('\n');
        }
        calls.push(match config.small {
            true => format!("\tprintln(\"t{number:04}\", guard(t{number:04}))\n"),
            false => format!("\ttest(\"t{number:04}\", t{number:04})\n"),
        });
    }
    let ending = ending(config, &mut emitted);
    let main = format!("\nfunc main() {{\n{}{ending}}}\n", calls.concat());
    let imports = format!("import (\n{}{}", waits::imports(&text), shapes::imports(&text, &files));
    let prelude = if config.small { small_prelude(&text) } else { PRELUDE.to_string() };
    let mut whole = prelude.replacen("import (\n", &imports, 1);
    if config.instrument {
        whole.push_str(&counters(&seen));
    }
    whole.push_str(&text);
    whole.push_str(&main);
    for line in files {
        whole.push_str(&line);
        whole.push('\n');
    }
    Program { text: whole, emitted }
}

/// The prelude of a program that prints by `println`, with the imports that it has left.
fn small_prelude(text: &str) -> String {
    let printing =
        "func test(name string, f func() uint64) {\n\tfmt.Printf(\"%s %016x\\n\", name, guard(f))\n}\n";
    let mut prelude = PRELUDE.replacen(printing, "", 1);
    if !text.contains("fmt.") {
        prelude = prelude.replacen("\t\"fmt\"\n", "", 1);
    }
    prelude
}

/// How the program ends: most return from main; some exit, panic or deadlock.
fn ending(config: &Config, emitted: &mut BTreeMap<&'static str, u64>) -> String {
    let mut rng = Rng::part(config.seed, u64::MAX);
    let draw = rng.below(32);
    if config.instrument {
        return "\tcounts()\n".to_string();
    }
    let (name, text) = match draw {
        0..=3 => ("end_exit", format!("\tfinish({})\n", rng.range(1, 120))),
        4 => ("end_panic", "\tpanic(\"the end\")\n".to_string()),
        5 => ("end_runtime_panic", "\tvar a []int\n\tprintln(a[kInt(3)])\n".to_string()),
        6 => ("end_deadlock", "\tc := make(chan int)\n\tc <- 1\n".to_string()),
        _ => ("end_return", "\tfinish(0)\n".to_string()),
    };
    if config.without.contains(name) {
        return "\tfinish(0)\n".to_string();
    }
    *emitted.entry(name).or_insert(0) += 1;
    text
}

fn counters(seen: &[&'static str]) -> String {
    let names: Vec<String> = seen.iter().map(|name| format!("{name:?}")).collect();
    format!(
        "\nvar cov [{}]uint64\n\nfunc counts() {{\n\tfor i, name := range []string{{{}}} {{\n\t\t\
         fmt.Fprintln(os.Stderr, name, cov[i])\n\t}}\n}}\n",
        seen.len().max(1),
        names.join(", ")
    )
}

impl Generator {
    fn new(config: Config, number: usize, seen: Vec<&'static str>) -> Generator {
        let rng = Rng::part(config.seed, number as u64);
        Generator {
            config,
            rng,
            types: Types::default(),
            out: Vec::new(),
            indent: 0,
            suffix: format!("{number:04}"),
            fresh: 0,
            scopes: Vec::new(),
            pure_calls: Vec::new(),
            impure_calls: Vec::new(),
            generic_functions: Vec::new(),
            unions: BTreeMap::new(),
            package_lines: Vec::new(),
            package_files: Vec::new(),
            body: Body::new("h", 0),
            panics_left: 0,
            nesting: 0,
            emitted: BTreeMap::new(),
            pending: BTreeSet::new(),
            seen,
        }
    }

    /// Whether a construct may be used; counts it if so.
    fn uses(&mut self, construct: &'static str) -> bool {
        if !self.allows(construct) {
            return false;
        }
        *self.emitted.entry(construct).or_insert(0) += 1;
        self.pending.insert(construct);
        true
    }

    /// Whether neither a construct nor its family (the first word of its name) is left out.
    fn allows(&self, construct: &str) -> bool {
        let family = construct.split('_').next().unwrap_or(construct);
        !self.config.without.contains(construct) && !self.config.without.contains(family)
    }

    fn fresh(&mut self, stem: &str) -> String {
        self.fresh += 1;
        format!("{stem}{}", self.fresh)
    }

    fn line(&mut self, text: impl AsRef<str>) {
        self.out.push(format!("{}{}", "\t".repeat(self.indent), text.as_ref()));
    }

    fn open(&mut self, text: impl AsRef<str>) {
        self.line(text);
        self.indent += 1;
        self.body.depth += 1;
        self.scopes.push(Vec::new());
    }

    /// Closes one block and opens the next: `} else {`, `case …:`.
    fn next_block(&mut self, text: impl AsRef<str>) {
        self.close_with(text.as_ref());
        self.indent += 1;
        self.body.depth += 1;
        self.scopes.push(Vec::new());
    }

    fn close(&mut self) {
        self.close_with("}");
    }

    fn close_with(&mut self, text: &str) {
        self.scopes.pop();
        self.indent -= 1;
        self.body.depth -= 1;
        self.line(text);
    }

    /// Puts a variable in scope and writes the use that Go insists on.
    fn declare(&mut self, var: Var) {
        if !var.constant {
            self.line(format!("_ = {}", var.name));
        }
        self.bind(var);
    }

    fn bind(&mut self, var: Var) {
        if let Some(scope) = self.scopes.last_mut() {
            scope.push(var);
        }
    }

    /// Variables in scope, innermost first, without those that others hide.
    fn visible(&self) -> Vec<&Var> {
        let mut names = BTreeSet::new();
        self.scopes
            .iter()
            .rev()
            .flat_map(|scope| scope.iter().rev())
            .filter(|v| names.insert(v.name.as_str()))
            .collect()
    }

    fn spend(&mut self, steps: u64) {
        self.body.cost = self.body.cost.saturating_add(steps.saturating_mul(self.body.times));
    }

    /// Steps that one run of the code being written may still take.
    fn room(&self) -> u64 {
        self.body.cap.saturating_sub(self.body.cost) / self.body.times.max(1)
    }

    fn affordable(&self, cost: u64) -> bool {
        cost.saturating_add(8) < self.room() / 2
    }

    /// Writes a body of its own (a closure, a function) and answers what one call of it costs.
    fn nested(&mut self, body: Body, write: impl FnOnce(&mut Generator)) -> u64 {
        let outer = std::mem::replace(&mut self.body, body);
        let panics = std::mem::take(&mut self.panics_left);
        let pending = std::mem::take(&mut self.pending);
        write(self);
        self.pending = pending;
        self.panics_left = panics;
        let cost = self.body.cost;
        self.body = outer;
        cost
    }

    /// Marks where a statement starts; [`Generator::end_statement`] counts what it used.
    fn start_statement(&mut self) -> (usize, BTreeSet<&'static str>) {
        (self.out.len(), std::mem::take(&mut self.pending))
    }

    fn end_statement(&mut self, (at, outer): (usize, BTreeSet<&'static str>)) {
        let used = std::mem::replace(&mut self.pending, outer);
        if !self.config.instrument || used.is_empty() || at == self.out.len() {
            return;
        }
        let mut counts = String::new();
        for name in used {
            let index = self.seen.iter().position(|s| *s == name).unwrap_or_else(|| {
                self.seen.push(name);
                self.seen.len() - 1
            });
            counts.push_str(&format!("cov[{index}]++; "));
        }
        self.out.insert(at, format!("{}{}", "\t".repeat(self.indent), counts.trim_end_matches("; ")));
    }
}

impl Body {
    fn new(hash: &str, cap: u64) -> Body {
        Body {
            hash: hash.to_string(),
            results: Vec::new(),
            result_names: Vec::new(),
            breakables: Vec::new(),
            cost: 4,
            cap,
            times: 1,
            panicky: 0,
            depth: 0,
            returns_hash: false,
        }
    }
}
