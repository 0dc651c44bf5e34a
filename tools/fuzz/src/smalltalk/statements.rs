//! Statements: of methods, of blocks, and at top level, where each runs by itself and an error ends it alone.

use super::{Generator, Kind, Variable, parameter};

impl Generator {
    /// What the program does: declares variables, and prints what comes of statements.
    pub(super) fn main(&mut self) {
        let mut names = Vec::new();
        for kind in [Kind::Int, Kind::Int, Kind::Float, Kind::Text, Kind::List, Kind::Object, Kind::Object] {
            let name = self.fresh("v");
            let value = self.expr(kind, 2);
            self.line(&format!("{name} := {value}."));
            names.push(Variable { name, kind, assigned: true });
        }
        self.scope.extend(names);
        for _ in 0..6 + self.rng.below(14) {
            match self.rng.below(14) {
                0 => self.process(),
                1 => self.changed_class(),
                2 => self.library(),
                _ => self.statement(3),
            }
        }
        for variable in self.scope.clone() {
            self.line(&format!("{} printNl.", variable.name));
        }
    }

    /// `count` statements, which may be fewer once the budget is spent.
    pub(super) fn statements(&mut self, count: usize, depth: usize) {
        self.indent += 1;
        for _ in 0..count {
            if self.spend() {
                self.statement(depth);
            }
        }
        self.indent -= 1;
    }

    pub(super) fn statement(&mut self, depth: usize) {
        let kind = self.kind();
        match self.rng.below(if depth == 0 { 5 } else { 12 }) {
            0..=1 => {
                let value = self.expr(kind, 3);
                let op = *self.rng.pick(&["printNl", "printNl", "displayNl", "displayString size printNl"]);
                self.line(&format!("{value} {op}."));
            }
            2..=3 => self.assignment(kind),
            4 => {
                let value = self.expr(Kind::Object, 1);
                let first = self.expr(Kind::Int, 1);
                self.line(&format!("({value} -> {first}; yourself) class printNl."));
            }
            5 => self.conditional(depth),
            6..=8 => self.repeated(depth),
            9..=10 => self.handled(depth),
            _ => self.ensured(depth),
        }
    }

    fn assignment(&mut self, kind: Kind) {
        let value = self.expr(kind, 3);
        match self.variable(kind, true) {
            Some(name) => self.line(&format!("{name} := {value}.")),
            None => self.line(&format!("{value} printNl.")),
        }
    }

    fn conditional(&mut self, depth: usize) {
        let test = self.expr(Kind::Bool, 2);
        let op = *self.rng.pick(&["ifTrue:", "ifFalse:"]);
        self.line(&format!("{test} {op} ["));
        self.statements(2, depth - 1);
        self.line("].");
    }

    fn repeated(&mut self, depth: usize) {
        let name = self.fresh("i");
        let mut names = vec![parameter(&name, Kind::Int)];
        let (head, end) = match self.rng.below(7) {
            0..=1 => (format!("1 to: {} do: [:{name} |", self.rng.range(0, 25)), "]."),
            2 => (format!("{} to: 1 by: -3 do: [:{name} |", self.highest()), "]."),
            3 => (format!("{} do: [:{name} |", self.expr(Kind::List, 2)), "]."),
            4 => {
                names.clear();
                (format!("{} timesRepeat: [", self.rng.range(0, 12)), "].")
            }
            5 => (format!("{} keysAndValuesDo: [:k :{name} |", self.expr(Kind::List, 1)), "]."),
            _ => {
                self.line(&format!("[:{name} |"));
                self.line("    | n |");
                let n = self.rng.range(0, 30);
                self.line(&format!("    n := {n}."));
                self.line("    [n > 0] whileTrue: [ n := n - 1.");
                (String::new(), "    ]")
            }
        };
        if !head.is_empty() {
            self.line(&head);
        }
        self.within(names, |g| g.statements(2, depth - 1));
        self.line(end);
        if head.is_empty() {
            let value = self.expr(Kind::Int, 1);
            self.line(&format!("] value: {value}."));
        }
    }

    /// Where a loop downwards begins. From one of the large numbers it would take all the gas, and nothing
    /// that follows would run.
    fn highest(&mut self) -> String {
        let value = self.expr(Kind::Int, 0);
        let is_low = value.parse::<i64>().is_ok_and(|n| n <= 60);
        if is_low { value } else { format!("({value} min: 60)") }
    }

    fn handled(&mut self, depth: usize) {
        self.line("[");
        self.statements(2, depth - 1);
        self.indent += 1;
        let raised = match self.rng.below(6) {
            0 => "(Error new signal: 'raised') printNl.".to_string(),
            1 => "(Warning signal: 'warned') printNl.".to_string(),
            2 => format!("({} / 0) printNl.", self.expr(Kind::Int, 1)),
            3 => "nil foo.".to_string(),
            4 => format!("(#(1 2 3) at: {}) printNl.", self.expr(Kind::Int, 1)),
            _ => format!("{} printNl.", self.expr(Kind::Int, 2)),
        };
        self.line(&raised);
        self.indent -= 1;
        let class = *self.rng.pick(&["Error", "ZeroDivide", "Exception", "Warning", "MessageNotUnderstood"]);
        self.line(&format!("] on: {class} do: [:e |"));
        self.indent += 1;
        self.line("e messageText displayNl. e class printNl.");
        self.statements(1, 0);
        let value = self.expr(Kind::Int, 1);
        let counter = self.variable(Kind::Int, true);
        let ending = match (self.rng.below(9), counter) {
            (0, Some(name)) => {
                self.line(&format!("{name} isInteger ifFalse: [{name} := 0]. {name} := {name} abs + 1."));
                format!("{name} < 5 ifTrue: [e retry]")
            }
            (1, _) => format!("e return: {value}"),
            (2, _) => format!("e resume: {value}"),
            (3, _) => "e pass".to_string(),
            (4, _) => "e signal".to_string(),
            (5, _) => "e outer. 'after outer' displayNl".to_string(),
            (6, _) => format!("e retryUsing: [{value}]"),
            (7, _) => "e signal: 'again'".to_string(),
            _ => value,
        };
        self.line(&ending);
        self.indent -= 1;
        self.line("].");
    }

    fn ensured(&mut self, depth: usize) {
        self.line("[");
        self.statements(2, depth - 1);
        if self.in_method && self.rng.chance(40) {
            let (value, given) = (self.expr(Kind::Int, 1), self.leaf(Kind::Int));
            self.line(&format!("    {value} > 3 ifTrue: [^{given}]."));
        }
        let op = *self.rng.pick(&["ensure:", "ensure:", "ifCurtailed:"]);
        self.line(&format!("] {op} ["));
        self.statements(1, 0);
        self.line(&format!("    'last {}' displayNl", self.names));
        self.line("].");
    }

    /// Processes that take turns, at top level.
    fn process(&mut self) {
        let (a, b) = (self.fresh("p"), self.fresh("s"));
        self.line(&format!("{b} := Semaphore new."));
        self.line(&format!("{a} := ["));
        self.statements(2, 1);
        match self.rng.below(3) {
            0 => self.line(&format!("    Processor yield. 'yielded' displayNl. {b} signal")),
            1 => {
                let ms = self.rng.range(0, 50);
                self.line(&format!("    (Delay forMilliseconds: {ms}) wait. {b} signal"));
            }
            _ => self.line(&format!("    {b} signal. self bogus. 'on' displayNl")),
        }
        match self.rng.below(3) {
            0 => self.line("] fork."),
            1 => {
                let more = self.rng.range(-1, 1);
                self.line(&format!("] forkAt: Processor activePriority + {more}."));
            }
            _ => self.line("] newProcess resume; yourself."),
        }
        self.statement(1);
        if self.rng.chance(70) {
            self.line(&format!("{b} wait. 'waited' displayNl."));
        }
    }

    /// The program's classes change while it runs.
    fn changed_class(&mut self) {
        let Some(method) = self.methods.last().cloned() else { return };
        let classes: Vec<String> = self.classes.iter().map(|class| class.name.clone()).collect();
        let class = self.rng.pick(&classes).clone();
        let selector: String = method.parts.concat();
        match self.rng.below(5) {
            0 if method.parameters.is_empty() => {
                let value = self.rng.range(0, 99);
                self.line(&format!("{class} compile: '{} ^{value}'.", method.parts[0]));
            }
            1 => self.line(&format!("{class} removeSelector: #{selector}.")),
            2 => {
                let (a, b) = (self.variable(Kind::Object, true), self.variable(Kind::Object, true));
                if let (Some(a), Some(b)) = (a, b) {
                    self.line(&format!("{a} become: {b}."));
                }
            }
            3 => {
                let name = self.fresh("Late");
                self.line(&format!("({class} subclass: #{name}) new printNl."));
            }
            _ => self.line(&format!("({class} includesSelector: #{selector}) printNl.")),
        }
        if !method.on_class {
            let call = self.sent(&method, 1);
            self.line(&format!("{call} printNl."));
        }
    }

    /// Parts of the library that keep much state.
    fn library(&mut self) {
        match self.rng.below(4) {
            0 => {
                let name = self.fresh("d");
                self.line(&format!("{name} := Dictionary new."));
                for _ in 0..4 {
                    let (key, value) = (self.expr(Kind::Int, 1), self.expr(Kind::Text, 1));
                    self.line(&format!("{name} at: {key} put: {value}."));
                }
                let key = self.expr(Kind::Int, 0);
                self.line(&format!("({name} at: {key} ifAbsent: ['none']) printNl. {name} printNl."));
                self.line(&format!("({name} removeKey: {key}) printNl."));
            }
            1 => {
                let body = self.within(vec![parameter("n", Kind::Int)], |g| g.expr(Kind::Int, 2));
                let name = self.fresh("g");
                self.line(&format!("{name} := Generator on: [:g | 1 to: 4 do: [:n | g yield: {body}]]."));
                self.line(&format!("{name} next printNl. ({name} next: 2) printNl. {name} atEnd printNl."));
            }
            2 => {
                let value = self.expr(Kind::Text, 2);
                self.line(&format!("(String new: 2) printNl. (ReadStream on: {value}) upToEnd printNl."));
                let stream = "(WriteStream on: String new)";
                self.line(&format!("({stream} nextPutAll: {value}; print: 3; contents) displayNl."));
            }
            _ => {
                let value = self.expr(Kind::List, 2);
                self.line(&format!("({value} asBag occurrencesOf: 1) printNl."));
                self.line(&format!("{value} asOrderedCollection removeFirst printNl."));
            }
        }
    }
}
