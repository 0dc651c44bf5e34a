//! Expressions of infix operators, by precedence climbing over a table. Knows no operator.

use purlin_base::Pos;

use crate::tokens::{Parse, fail};

/// How operators of one power group that follow each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Group {
    /// `a - b - c` is `(a - b) - c`.
    Left,
    /// `a :: b :: c` is `a :: (b :: c)`.
    Right,
    /// Not at all: `a < b < c` is an error.
    Never,
}

/// A row of the table.
#[derive(Clone, Copy, Debug)]
pub struct Operator<O> {
    pub text: &'static str,
    /// How tightly it binds.
    pub power: u8,
    pub group: Group,
    pub op: O,
}

impl<O> Operator<O> {
    /// A row of these columns.
    pub const fn new(text: &'static str, power: u8, group: Group, op: O) -> Operator<O> {
        Operator { text, power, group, op }
    }
}

/// A parser whose language has infix operators.
pub trait Infix {
    type Op: Copy + 'static;
    type Expr;
    /// The table.
    const OPERATORS: &'static [Operator<Self::Op>];
    /// What is said where two of [`Group::Never`] follow each other.
    const CHAINED: &'static str;

    /// The symbol that is next, and where; an empty text if no expression continues with it.
    fn symbol(&self) -> (&'static str, Pos);

    /// Goes past the symbol.
    fn next(&mut self);

    /// Begins an expression inside of those that have begun.
    ///
    /// # Errors
    /// So many have begun that there is no room for another one.
    fn begin(&mut self) -> Parse<()>;

    /// Ends the expression that was begun last.
    fn end(&mut self);

    /// What stands between operators.
    ///
    /// # Errors
    /// There is none, or it is wrong.
    fn operand(&mut self) -> Parse<Self::Expr>;

    /// The expression of an operator and its operands.
    ///
    /// # Errors
    /// It is nested too deeply.
    fn pair(&mut self, op: Self::Op, pos: Pos, both: [Self::Expr; 2]) -> Parse<Self::Expr>;

    /// An expression of operators that bind at least as tightly as `least`.
    ///
    /// # Errors
    /// Something in it is wrong, or operators follow each other that must not.
    fn infix(&mut self, least: u8) -> Parse<Self::Expr> {
        self.begin()?;
        let mut left = self.operand()?;
        loop {
            let (symbol, pos) = self.symbol();
            let row = Self::OPERATORS.iter().find(|row| row.text == symbol && row.power >= least);
            let Some(row) = row else {
                self.end();
                return Ok(left);
            };
            self.next();
            let right = self.infix(row.power + u8::from(row.group != Group::Right))?;
            left = self.pair(row.op, pos, [left, right])?;
            let (symbol, pos) = self.symbol();
            let follows = |other: &Operator<Self::Op>| other.text == symbol && other.power == row.power;
            if row.group == Group::Never && Self::OPERATORS.iter().any(follows) {
                return fail(pos, Self::CHAINED);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Texts of one letter or symbol each, and expressions as texts with brackets.
    struct Letters {
        all: Vec<&'static str>,
        at: usize,
        open: usize,
    }

    impl Infix for Letters {
        type Op = &'static str;
        type Expr = String;
        const OPERATORS: &'static [Operator<&'static str>] = &[
            Operator { text: "<", power: 1, group: Group::Never, op: "lt" },
            Operator { text: "=", power: 1, group: Group::Never, op: "eq" },
            Operator { text: ":", power: 2, group: Group::Right, op: "cons" },
            Operator { text: "-", power: 3, group: Group::Left, op: "sub" },
            Operator { text: "*", power: 4, group: Group::Left, op: "mul" },
        ];
        const CHAINED: &'static str = "they chain";

        fn symbol(&self) -> (&'static str, Pos) {
            (self.all.get(self.at).copied().unwrap_or_default(), Pos(self.at as u32))
        }

        fn next(&mut self) {
            self.at += 1;
        }

        fn begin(&mut self) -> Parse<()> {
            self.open += 1;
            if self.open > 9 { fail(Pos(99), "too deep") } else { Ok(()) }
        }

        fn end(&mut self) {
            self.open -= 1;
        }

        fn operand(&mut self) -> Parse<String> {
            let (letter, _) = self.symbol();
            self.next();
            Ok(letter.to_owned())
        }

        fn pair(&mut self, op: &'static str, _: Pos, both: [String; 2]) -> Parse<String> {
            Ok(format!("({op} {})", both.join(" ")))
        }
    }

    fn read(text: &'static str) -> Parse<String> {
        let mut letters = Letters { all: text.split(' ').collect(), at: 0, open: 0 };
        let read = letters.infix(0)?;
        assert_eq!(letters.open, 0);
        Ok(read)
    }

    #[test]
    fn operators_group_as_the_table_says() {
        for (text, expected) in [
            ("a", "a"),
            ("a - b - c", "(sub (sub a b) c)"),
            ("a : b : c", "(cons a (cons b c))"),
            ("a - b * c - d", "(sub (sub a (mul b c)) d)"),
            ("a : b - c < d : e", "(lt (cons a (sub b c)) (cons d e))"),
            ("a ) b", "a"),
        ] {
            assert_eq!(read(text).ok().as_deref(), Some(expected), "{text}");
        }
        let error = read("a < b = c").expect_err("they chain");
        assert_eq!((error.pos, error.message.contains("chain")), (Pos(3), true));
        assert!(read("a : a : a : a : a : a : a : a : a : a").is_err_and(|error| error.pos == Pos(99)));
    }
}
