//! Expressions without parts: literals at the borders of representations, and variables.

use super::{Generator, Kind};

/// Integers at which the representation, or what a message may take, changes.
const INTEGERS: &[&str] = &[
    "0",
    "1",
    "-1",
    "2",
    "3",
    "7",
    "10",
    "63",
    "64",
    "255",
    "-128",
    "1000",
    "65535",
    "-65536",
    "1073741823",
    "1073741824",
    "-1073741824",
    "4294967296",
    "1152921504606846975",
    "1152921504606846976",
    "-1152921504606846976",
    "-1152921504606846977",
    "2305843009213693951",
    "2305843009213693952",
    "4611686018427387903",
    "4611686018427387904",
    "-4611686018427387904",
    "-4611686018427387905",
    "9223372036854775807",
    "9223372036854775808",
    "-9223372036854775808",
    "18446744073709551616",
    "100000000000000000000000000000",
];

const FLOATS: &[&str] = &[
    "0.0",
    "1.0",
    "-1.0",
    "0.5",
    "0.1",
    "3.75",
    "-2.25",
    "1.0e10",
    "1.0e16",
    "1.0e100",
    "1.0e-5",
    "123456.789",
    "4611686018427387904.0",
    "1.7976931348623157e308",
    "2.2250738585072014e-308",
];

const TEXTS: &[&str] =
    &["''", "'a'", "'abc'", "'Zebra'", "'it''s'", "'hello world'", "'12'", "'-7x'", "'aaaa'", "'#%1 %2'"];

const LISTS: &[&str] = &[
    "#()",
    "#(1)",
    "#(3 1 2)",
    "#(5 5 -5 0)",
    "(1 to: 5)",
    "(10 to: 1 by: -3)",
    "{4. 2. 9. 2}",
    "#[1 2 255]",
    "(OrderedCollection new add: 3; add: 8; yourself)",
    "#(9 8 7 6 5 4 3 2 1) asOrderedCollection",
    "#(2 4 6) asBag",
    "#(1 2 2 3) asSet",
    "(Array new: 3)",
];

impl Generator {
    /// A variable or a literal.
    pub(super) fn leaf(&mut self, kind: Kind) -> String {
        if self.rng.chance(65)
            && let Some(name) = self.variable(kind, false)
        {
            return name;
        }
        match kind {
            Kind::Int if self.rng.chance(60) => self.rng.range(-20, 40).to_string(),
            Kind::Int => (*self.rng.pick(INTEGERS)).to_string(),
            Kind::Float => (*self.rng.pick(FLOATS)).to_string(),
            Kind::Bool => (*self.rng.pick(&["true", "false"])).to_string(),
            Kind::Text => (*self.rng.pick(TEXTS)).to_string(),
            Kind::List => (*self.rng.pick(LISTS)).to_string(),
            Kind::Object => match self.rng.below(10) {
                0 => "nil".to_string(),
                1 => "Object new".to_string(),
                _ => self.new_object(),
            },
            Kind::Block => "[:x | x + 1]".to_string(),
        }
    }

    fn new_object(&mut self) -> String {
        let classes: Vec<String> = self.classes.iter().map(|class| class.name.clone()).collect();
        if classes.is_empty() { "Object new".into() } else { format!("{} new", self.rng.pick(&classes)) }
    }
}
