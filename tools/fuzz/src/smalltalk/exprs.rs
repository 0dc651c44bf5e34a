//! Expressions by kind. What has parts stands in parentheses, so that it can be a part of anything.

use super::{Generator, Kind, Method, parameter};

impl Generator {
    /// An expression that is meant to have this kind; one in forty has another one.
    pub(super) fn expr(&mut self, kind: Kind, depth: usize) -> String {
        let kind = if self.rng.below(40) == 0 { self.kind() } else { kind };
        if depth == 0 || !self.spend() {
            return self.leaf(kind);
        }
        match self.rng.below(10) {
            0..=1 => self.leaf(kind),
            2 => self.call(kind, depth).unwrap_or_else(|| self.leaf(kind)),
            3 => self.any(kind, depth),
            _ => match kind {
                Kind::Int => self.int(depth - 1),
                Kind::Float => self.float(depth - 1),
                Kind::Bool => self.bool(depth - 1),
                Kind::Text => self.words(depth - 1),
                Kind::List => self.list(depth - 1),
                Kind::Object => self.object(depth - 1),
                Kind::Block => self.block(depth - 1),
            },
        }
    }

    fn int(&mut self, depth: usize) -> String {
        match self.rng.below(20) {
            0..=5 => {
                let op =
                    *self.rng.pick(&["+", "-", "*", "//", "\\\\", "rem:", "quo:", "max:", "min:", "gcd:"]);
                self.binary(Kind::Int, op, Kind::Int, depth)
            }
            6..=7 => {
                let op = *self.rng.pick(&["bitAnd:", "bitOr:", "bitXor:"]);
                self.binary(Kind::Int, op, Kind::Int, depth)
            }
            8 => format!("({} bitShift: {})", self.expr(Kind::Int, depth), self.rng.range(-70, 70)),
            9 => {
                let op = *self.rng.pick(&["abs", "negated", "sign", "squared", "even printString size"]);
                format!("({} {op})", self.expr(Kind::Int, depth))
            }
            10 => format!(
                "({} {})",
                self.expr(Kind::Float, depth),
                self.rng.pick(&["truncated", "rounded", "floor"])
            ),
            11 => format!("({} size)", self.expr(Kind::Text, depth)),
            12 => format!("({} size)", self.expr(Kind::List, depth)),
            13 => self.inject(depth),
            14 => format!("({} value: {})", self.expr(Kind::Block, depth), self.expr(Kind::Int, depth)),
            15 => {
                let op = *self.rng.pick(&["#+", "#-", "#max:", "#*", "#bogus:"]);
                format!(
                    "({} perform: {op} with: {})",
                    self.expr(Kind::Int, depth),
                    self.expr(Kind::Int, depth)
                )
            }
            16 => format!("(({} \\\\ 30) factorial)", self.expr(Kind::Int, depth)),
            17 => format!(
                "({} at: {} ifAbsent: [{}])",
                self.expr(Kind::List, depth),
                self.expr(Kind::Int, 0),
                self.expr(Kind::Int, 0)
            ),
            18 => format!("(({} / {}) numerator)", self.expr(Kind::Int, depth), self.expr(Kind::Int, depth)),
            _ => format!("({} raisedTo: ({} \\\\ 9))", self.expr(Kind::Int, depth), self.expr(Kind::Int, 0)),
        }
    }

    fn binary(&mut self, left: Kind, op: &str, right: Kind, depth: usize) -> String {
        format!("({} {op} {})", self.expr(left, depth), self.expr(right, depth))
    }

    fn float(&mut self, depth: usize) -> String {
        match self.rng.below(8) {
            0..=3 => {
                let op = *self.rng.pick(&["+", "-", "*", "/", "max:", "min:"]);
                let right = if self.rng.chance(25) { Kind::Int } else { Kind::Float };
                self.binary(Kind::Float, op, right, depth)
            }
            4 => format!("({} asFloat)", self.expr(Kind::Int, depth)),
            5 => format!(
                "({} {})",
                self.expr(Kind::Float, depth),
                self.rng.pick(&["sqrt", "negated", "abs", "sin", "fractionPart"])
            ),
            6 => format!("({} * {})", self.expr(Kind::Int, depth), self.expr(Kind::Float, depth)),
            _ => format!("({} + (1/3))", self.expr(Kind::Float, depth)),
        }
    }

    fn bool(&mut self, depth: usize) -> String {
        match self.rng.below(12) {
            0..=3 => {
                let op = *self.rng.pick(&["<", "<=", ">", ">=", "=", "~=", "=="]);
                self.binary(Kind::Int, op, Kind::Int, depth)
            }
            4 => {
                let op = *self.rng.pick(&["<", "<=", ">", ">=", "=", "~="]);
                let right = if self.rng.chance(30) { Kind::Int } else { Kind::Float };
                self.binary(Kind::Float, op, right, depth)
            }
            5 => {
                let op = *self.rng.pick(&["=", "<", "~=", "startsWith:"]);
                self.binary(Kind::Text, op, Kind::Text, depth)
            }
            6 => format!("({} not)", self.expr(Kind::Bool, depth)),
            7 => {
                let op = *self.rng.pick(&["and:", "or:"]);
                format!("({} {op} [{}])", self.expr(Kind::Bool, depth), self.expr(Kind::Bool, depth))
            }
            8 => {
                let op = *self.rng.pick(&["&", "|"]);
                self.binary(Kind::Bool, op, Kind::Bool, depth)
            }
            9 => format!("({} includes: {})", self.expr(Kind::List, depth), self.expr(Kind::Int, depth)),
            10 => {
                let kind = self.kind();
                let op = *self.rng.pick(&[
                    "isNil",
                    "notNil",
                    "isString",
                    "isInteger",
                    "isKindOf: Number",
                    "isMemberOf: Array",
                ]);
                format!("({} {op})", self.expr(kind, depth))
            }
            _ => {
                let selector = *self.rng.pick(&["#size", "#foo", "#value:", "#+", "#do:"]);
                let kind = self.kind();
                format!("({} respondsTo: {selector})", self.expr(kind, depth))
            }
        }
    }

    fn words(&mut self, depth: usize) -> String {
        match self.rng.below(10) {
            0..=2 => self.binary(Kind::Text, ",", Kind::Text, depth),
            3..=4 => {
                let kind = self.kind();
                let op = *self.rng.pick(&["printString", "displayString", "printString", "class name"]);
                format!("({} {op})", self.expr(kind, depth))
            }
            5 => format!(
                "({} {})",
                self.expr(Kind::Text, depth),
                self.rng.pick(&["reverse", "asUppercase", "asSymbol", "copy", "asBag printString"])
            ),
            6 => format!(
                "({} copyFrom: {} to: {})",
                self.expr(Kind::Text, depth),
                self.rng.range(0, 4),
                self.rng.range(0, 6)
            ),
            7 => format!(
                "({} bindWith: {} with: {})",
                self.expr(Kind::Text, depth),
                self.expr(Kind::Int, depth),
                self.expr(Kind::Text, 0)
            ),
            8 => format!("({} printString: {})", self.expr(Kind::Int, depth), self.rng.range(1, 37)),
            _ => format!(
                "({} copyReplaceAll: 'a' with: {})",
                self.expr(Kind::Text, depth),
                self.expr(Kind::Text, 0)
            ),
        }
    }

    fn list(&mut self, depth: usize) -> String {
        match self.rng.below(12) {
            0 => format!(
                "{{{}. {}. {}}}",
                self.expr(Kind::Int, depth),
                self.expr(Kind::Int, 0),
                self.expr(Kind::Int, 0)
            ),
            1..=2 => format!("({} collect: {})", self.expr(Kind::List, depth), self.expr(Kind::Block, depth)),
            3..=4 => {
                let x = self.fresh("x");
                let test = self.within(vec![parameter(&x, Kind::Int)], |g| g.expr(Kind::Bool, depth));
                let op = *self.rng.pick(&["select:", "reject:"]);
                format!("({} {op} [:{x} | {test}])", self.expr(Kind::List, depth))
            }
            5 => format!("({} reverse)", self.expr(Kind::List, depth)),
            6 => format!("({} asSortedCollection asArray)", self.expr(Kind::List, depth)),
            7 => format!("({} asSortedCollection: [:p :q | p >= q])", self.expr(Kind::List, depth)),
            8 => self.binary(Kind::List, ",", Kind::List, depth),
            9 => format!("({} to: {})", self.expr(Kind::Int, 0), self.rng.range(0, 12)),
            10 => format!(
                "({} asOrderedCollection addFirst: {}; yourself)",
                self.expr(Kind::List, depth),
                self.expr(Kind::Int, depth)
            ),
            _ => format!("({} copyWith: {})", self.expr(Kind::List, depth), self.expr(Kind::Int, depth)),
        }
    }

    fn object(&mut self, depth: usize) -> String {
        match self.rng.below(4) {
            0 => format!("({} yourself)", self.expr(Kind::Object, depth)),
            1 => format!("({} copy)", self.expr(Kind::Object, depth)),
            2 => format!("({} ifNil: [{}])", self.expr(Kind::Object, depth), self.leaf(Kind::Object)),
            _ => self.leaf(Kind::Object),
        }
    }

    fn block(&mut self, depth: usize) -> String {
        let x = self.fresh("x");
        let mut body = self.within(vec![parameter(&x, Kind::Int)], |g| g.expr(Kind::Int, depth));
        if let Some(name) = self.variable(Kind::Int, true)
            && self.rng.chance(30)
        {
            // The block writes a variable of its surroundings.
            body = format!("{name} := {name} + {x}. {body}");
        }
        if self.in_method && self.rng.chance(15) {
            body = format!("{x} > 5 ifTrue: [^{}]. {body}", self.leaf(Kind::Int));
        }
        format!("[:{x} | {body}]")
    }

    fn inject(&mut self, depth: usize) -> String {
        let (a, b) = (self.fresh("a"), self.fresh("b"));
        let names = vec![parameter(&a, Kind::Int), parameter(&b, Kind::Int)];
        let body = self.within(names, |g| g.expr(Kind::Int, depth));
        format!(
            "({} inject: {} into: [:{a} :{b} | {body}])",
            self.expr(Kind::List, depth),
            self.expr(Kind::Int, 0)
        )
    }

    /// What gives any kind: conditions, handlers, calls of blocks.
    fn any(&mut self, kind: Kind, depth: usize) -> String {
        let depth = depth - 1;
        let first = self.expr(kind, depth);
        match self.rng.below(8) {
            0..=2 => {
                let other = self.expr(kind, depth);
                format!("({} ifTrue: [{first}] ifFalse: [{other}])", self.expr(Kind::Bool, depth))
            }
            3 => {
                let both = "ZeroDivide, MessageNotUnderstood";
                let class =
                    *self.rng.pick(&["ZeroDivide", "Error", "MessageNotUnderstood", both, "Exception"]);
                let other = self.expr(kind, 0);
                let answer = match self.rng.below(4) {
                    0 => format!("e return: {other}"),
                    1 => format!("e messageText size. {other}"),
                    2 => format!("e retryUsing: [{other}]"),
                    _ => other,
                };
                format!("([{first}] on: {class} do: [:e | {answer}])")
            }
            4 => format!("([{first}] ensure: [{}])", self.effect()),
            5 => format!("([{first}] ifCurtailed: [{}])", self.effect()),
            6 => format!("([{first}] value)"),
            _ => format!("([:k | {first}] value: {})", self.leaf(Kind::Int)),
        }
    }

    /// A statement that is seen: of a block that is evaluated whatever happens.
    fn effect(&mut self) -> String {
        match self.variable(Kind::Int, true) {
            Some(name) if self.rng.chance(50) => format!("{name} := {name} + 1"),
            _ => format!("'e{}' displayNl", self.rng.below(9)),
        }
    }

    /// A call of one of the program's methods.
    fn call(&mut self, kind: Kind, depth: usize) -> Option<String> {
        let fits: Vec<Method> = self.methods.iter().filter(|method| method.result == kind).cloned().collect();
        if fits.is_empty() {
            return None;
        }
        let method = self.rng.pick(&fits).clone();
        Some(self.sent(&method, depth - 1))
    }

    /// A message to an object that is meant to understand it.
    pub(super) fn sent(&mut self, method: &Method, depth: usize) -> String {
        let receiver = match method.on_class {
            true => {
                let classes: Vec<String> = self.classes.iter().map(|class| class.name.clone()).collect();
                self.rng.pick(&classes).clone()
            }
            false if self.in_method && self.rng.chance(40) => {
                (*self.rng.pick(&["self", "self", "super"])).into()
            }
            false => self.expr(Kind::Object, depth),
        };
        let mut text = format!("({receiver}");
        for (n, part) in method.parts.iter().enumerate() {
            text.push_str(&format!(" {part}"));
            if let Some(kind) = method.parameters.get(n) {
                text.push_str(&format!(" {}", self.expr(*kind, depth)));
            }
        }
        text.push(')');
        text
    }
}
