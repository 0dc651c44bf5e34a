//! What a campaign has counted: programs, runs, rewrites, ops. Workers print it as lines that the parent
//! process reads. Knows the names from the tables of the crates that count.

use std::collections::BTreeMap;

/// The tables of counts by name.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Table {
    Rewrites,
    IrOps,
    Bytecode,
}

impl Table {
    pub const ALL: [Table; 3] = [Table::Rewrites, Table::IrOps, Table::Bytecode];

    pub fn name(self) -> &'static str {
        match self {
            Table::Rewrites => "rewrite",
            Table::IrOps => "ir_op",
            Table::Bytecode => "bytecode",
        }
    }

    pub fn title(self) -> &'static str {
        match self {
            Table::Rewrites => "rewrites made in functions that ran",
            Table::IrOps => "ops of IR in functions that ran",
            Table::Bytecode => "bytecode of functions that ran",
        }
    }
}

/// Names that need not occur, and why. A `*` at the end stands for any rest.
const EXCUSED: &[(&str, &str)] =
    &[("exit", PLACED), ("far_return", PLACED), ("lower", PLACED), ("native", PLACED)];

const PLACED: &str = "the interpreter places it itself, in every run";

pub fn excuse(name: &str) -> Option<&'static str> {
    let matches = |pattern: &str| match pattern.strip_suffix('*') {
        Some(start) => name.starts_with(start),
        None => name == pattern,
    };
    EXCUSED.iter().find(|(pattern, _)| matches(pattern)).map(|(_, why)| *why)
}

#[derive(Clone, Default, Debug, PartialEq, Eq)]
pub struct Tally {
    pub programs: u64,
    /// Of the programs, those in IR.
    pub in_ir: u64,
    pub runs: u64,
    pub mismatches: u64,
    /// Programs that the machine's limits ended.
    pub ended: u64,
    /// Programs also compared with compiled Go.
    pub with_go: u64,
    counts: BTreeMap<(Table, String), u64>,
}

impl Tally {
    pub fn add(&mut self, table: Table, name: &str, n: u64) {
        match self.counts.get_mut(&(table, name.to_string())) {
            Some(sum) => *sum += n,
            None => {
                self.counts.insert((table, name.to_string()), n);
            }
        }
    }

    pub fn add_all(&mut self, table: Table, rows: &[(&'static str, u64)]) {
        rows.iter().for_each(|(name, n)| self.add(table, name, *n));
    }

    pub fn merge(&mut self, other: &Tally) {
        self.programs += other.programs;
        self.in_ir += other.in_ir;
        self.runs += other.runs;
        self.mismatches += other.mismatches;
        self.ended += other.ended;
        self.with_go += other.with_go;
        other.counts.iter().for_each(|((table, name), n)| self.add(*table, name, *n));
    }

    /// As one line, for [`Tally::read`].
    pub fn line(&self) -> String {
        let Tally { programs, in_ir, runs, mismatches, ended, with_go, counts } = self;
        let mut line = format!("tally {programs} {in_ir} {runs} {mismatches} {ended} {with_go}");
        for ((table, name), n) in counts {
            line.push_str(&format!(" {}={name}={n}", table.name()));
        }
        line
    }

    pub fn read(line: &str) -> Option<Tally> {
        let mut words = line.strip_prefix("tally ")?.split(' ');
        let mut number = || words.next()?.parse::<u64>().ok();
        let mut tally = Tally {
            programs: number()?,
            in_ir: number()?,
            runs: number()?,
            mismatches: number()?,
            ended: number()?,
            with_go: number()?,
            counts: BTreeMap::new(),
        };
        for word in words {
            let mut parts = word.split('=');
            let (table, name, n) = (parts.next()?, parts.next()?, parts.next()?);
            let table = Table::ALL.into_iter().find(|t| t.name() == table)?;
            tally.add(table, name, n.parse().ok()?);
        }
        Some(tally)
    }

    /// Names and counts of a table, the rarest first.
    pub fn rows(&self, table: Table) -> Vec<(&str, u64)> {
        let mut rows: Vec<(&str, u64)> = self
            .counts
            .iter()
            .filter(|((t, _), _)| *t == table)
            .map(|((_, name), n)| (&**name, *n))
            .collect();
        rows.sort_by_key(|(_, n)| *n);
        rows
    }

    /// What occurs fewer than `least` times and has no excuse.
    pub fn rare(&self, least: u64) -> Vec<(Table, &str, u64)> {
        let all =
            Table::ALL.into_iter().flat_map(|t| self.rows(t).into_iter().map(move |(name, n)| (t, name, n)));
        all.filter(|(_, name, n)| *n < least && excuse(name).is_none()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tally_is_read_as_it_was_printed() {
        let mut tally = Tally {
            programs: 3,
            in_ir: 1,
            runs: 30,
            mismatches: 2,
            ended: 1,
            with_go: 1,
            ..Tally::default()
        };
        tally.add_all(Table::Rewrites, &[("gvn.load", 7), ("gvn.check", 0)]);
        tally.add(Table::Bytecode, "exit", 0);
        tally.add(Table::IrOps, "iadd", 5);
        let again = Tally::read(&tally.line()).unwrap();
        assert_eq!(again, tally);
        let mut twice = again;
        twice.merge(&tally);
        assert_eq!((twice.runs, twice.rows(Table::IrOps)), (60, vec![("iadd", 10)]));
        assert_eq!(twice.rare(12), [(Table::Rewrites, "gvn.check", 0), (Table::IrOps, "iadd", 10)]);
        assert_eq!(Tally::read("tally 1 2 x"), None);
    }
}
