//! Random programs in Smalltalk's bracket syntax: classes with methods that call those before them, and
//! statements that print what comes of it. Expressions have a kind, so that most of what is sent is
//! understood, and now and then another one, so that not all is.
//!
//! Knows the language and its library, and nothing of how programs are run.

mod classes;
mod exprs;
mod statements;
mod values;

use crate::rng::Rng;

/// What an expression is meant to give.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Int,
    Float,
    Bool,
    Text,
    /// A collection of integers that is read by index.
    List,
    /// An instance of one of the program's classes.
    Object,
    /// A block of one parameter, an integer, that gives an integer.
    Block,
}

const KINDS: [Kind; 7] =
    [Kind::Int, Kind::Float, Kind::Bool, Kind::Text, Kind::List, Kind::Object, Kind::Block];

/// A name that an expression may read.
#[derive(Clone, Debug)]
struct Variable {
    name: String,
    kind: Kind,
    /// Whether it may be assigned to: no parameter, and no counter of a loop.
    assigned: bool,
}

/// A method that expressions may call.
#[derive(Clone, Debug)]
struct Method {
    /// The parts of its selector, each with a colon if it takes arguments.
    parts: Vec<String>,
    parameters: Vec<Kind>,
    result: Kind,
    on_class: bool,
}

#[derive(Clone, Debug)]
struct Class {
    name: String,
    superclass: String,
    fields: Vec<Variable>,
}

struct Generator {
    rng: Rng,
    text: String,
    indent: usize,
    classes: Vec<Class>,
    methods: Vec<Method>,
    scope: Vec<Variable>,
    /// Whether `^` leaves a method here.
    in_method: bool,
    /// Names that were given out.
    names: usize,
    /// What names of the program end with.
    suffix: String,
    /// Expressions and statements that may still be made, so that programs end.
    budget: usize,
}

/// The program of a seed.
pub fn program(seed: u64) -> String {
    named(seed, String::new())
}

/// The programs of several seeds as one source. Names end with the seed, so that no program meets the
/// classes, messages and variables of another; and each says first that the output that follows is its own.
pub fn together(seeds: &[u64]) -> String {
    let program = |seed: &u64| format!("'seed {seed}' displayNl.\n{}\n", named(*seed, format!("s{seed}")));
    seeds.iter().map(program).collect()
}

/// The program of a seed, whose names end with the suffix. It says nothing of what is drawn.
fn named(seed: u64, suffix: String) -> String {
    let mut rng = Rng::part(seed, 77);
    let budget = 60 + rng.below(240);
    let mut generator = Generator {
        rng,
        text: String::new(),
        indent: 0,
        classes: Vec::new(),
        methods: Vec::new(),
        scope: Vec::new(),
        in_method: false,
        names: 0,
        suffix,
        budget,
    };
    generator.classes();
    generator.main();
    generator.text
}

impl Generator {
    fn line(&mut self, text: &str) {
        self.text.push_str(&"    ".repeat(self.indent));
        self.text.push_str(text);
        self.text.push('\n');
    }

    fn fresh(&mut self, prefix: &str) -> String {
        self.names += 1;
        format!("{prefix}{}{}", self.names, self.suffix)
    }

    /// Whether something is left to be spent.
    fn spend(&mut self) -> bool {
        let left = self.budget > 0;
        self.budget = self.budget.saturating_sub(1);
        left
    }

    /// What `f` makes, with more names in scope.
    fn within<R>(&mut self, names: Vec<Variable>, f: impl FnOnce(&mut Generator) -> R) -> R {
        let before = self.scope.len();
        self.scope.extend(names);
        let made = f(self);
        self.scope.truncate(before);
        made
    }

    /// A variable of a kind, if there is one.
    fn variable(&mut self, kind: Kind, assigned: bool) -> Option<String> {
        let fits = |v: &&Variable| v.kind == kind && (v.assigned || !assigned);
        let names: Vec<String> = self.scope.iter().filter(fits).map(|v| v.name.clone()).collect();
        (!names.is_empty()).then(|| self.rng.pick(&names).clone())
    }

    fn kind(&mut self) -> Kind {
        KINDS[self.rng.weighted(&[8, 3, 3, 4, 4, 4, 1])]
    }
}

fn parameter(name: &str, kind: Kind) -> Variable {
    Variable { name: name.into(), kind, assigned: false }
}

#[cfg(test)]
mod tests {
    use super::{program, together};

    #[test]
    fn a_seed_is_one_program() {
        assert_eq!(program(5), program(5));
        assert_ne!(program(5), program(6));
    }

    #[test]
    fn programs_together_share_no_names() {
        let text = together(&[5, 6]);
        let names = |suffix: &str| {
            let words = text.split(|c: char| !c.is_ascii_alphanumeric());
            let ours = words.filter_map(|word| word.strip_suffix(suffix));
            ours.map(str::to_string).collect::<std::collections::BTreeSet<_>>()
        };
        // Without the suffix the two have names in common, so that it is needed.
        assert!(names("s5").intersection(&names("s6")).any(|name| name == "C0"));
        assert!(!text.contains("subclass: C0 ["));
        let alone = text.lines().filter(|line| !line.starts_with("'seed ")).collect::<Vec<_>>().join("\n");
        let both = format!("{}\n{}", program(5), program(6));
        assert_eq!(alone.replace("s5", "").replace("s6", "").trim_end(), both.trim_end());
    }

    #[test]
    fn programs_have_what_the_language_has() {
        let all: String = (1..400).map(program).collect();
        let wanted = [
            "ensure:",
            "ifCurtailed:",
            "on: ZeroDivide do:",
            "retry",
            "return:",
            "resume:",
            "pass",
            "signal:",
            "outer",
            "perform:",
            "inject:",
            "whileTrue",
            "to: ",
            "timesRepeat:",
            "become:",
            "compile:",
            "fork",
            "Semaphore",
            "super ",
            "class >> ",
            "doesNotUnderstand:",
            "^",
            "; yourself",
            "thisClass",
            "Generator",
            "removeSelector:",
            "subclass: #",
            "bitShift:",
            "asSortedCollection",
            "Dictionary new",
        ];
        let missing: Vec<_> = wanted.iter().filter(|word| !all.contains(**word)).collect();
        assert!(missing.is_empty(), "{missing:?}");
    }
}
