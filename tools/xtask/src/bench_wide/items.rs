//! The set of programs and benchmarks: how its file is written and read, and which of it are told by name.

use std::fmt::Write as _;

/// Where something of the set comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum From {
    /// A package of Go's library.
    Std,
    /// A public library.
    Library,
    /// A program of Go's own tests.
    Test,
}

impl From {
    const ALL: [(From, &'static str); 3] = [(From::Std, "std"), (From::Library, "lib"), (From::Test, "test")];

    pub fn word(self) -> &'static str {
        From::ALL.iter().find(|(from, _)| *from == self).map_or("", |(_, word)| word)
    }
}

/// A `Benchmark` function, or a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    pub from: From,
    /// The package's path, or the program's file below Go's folder of tests.
    pub package: String,
    /// The function's name; empty for a program.
    pub function: String,
}

/// Packages whose work is done by assembly in compiled Go; what ends with a slash stands for all below.
const ASSEMBLY: [&str; 8] =
    ["bytes", "crypto/", "hash/crc32", "hash/maphash", "math", "math/big", "strings", "golang.org/x/crypto/"];

impl Item {
    pub fn new(from: From, package: &str, function: &str) -> Item {
        Item { from, package: package.into(), function: function.into() }
    }

    pub fn name(&self) -> String {
        if self.function.is_empty() {
            self.package.clone()
        } else {
            format!("{} {}", self.package, self.function)
        }
    }

    /// A number that depends on the name alone (FNV-1a).
    fn hash(&self) -> u64 {
        let mix = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        self.name().bytes().fold(0xcbf2_9ce4_8422_2325, mix)
    }

    /// Whether it is in the half that is told by name.
    pub fn is_open(&self) -> bool {
        self.hash() >> 40 & 1 == 0
    }

    /// Whether it is one of the `1 / share` of the set that a run takes.
    pub fn is_taken(&self, share: u64) -> bool {
        (self.hash() >> 8).is_multiple_of(share)
    }

    /// Whether compiled Go does its work by assembly.
    pub fn is_assembly(&self) -> bool {
        let covers = |rule: &str| match rule.strip_suffix('/') {
            Some(_) => self.package.starts_with(rule) || format!("{}/", self.package) == *rule,
            None => self.package == *rule,
        };
        self.from != From::Test && ASSEMBLY.iter().any(|rule| covers(rule))
    }
}

const HEAD: &str = "# Programs and benchmarks that others wrote, for `xtask bench wide`; made by `--list`.\n\
                    # Nothing is taken out because of a result.\n";

pub fn print(items: &[Item]) -> String {
    let mut text = HEAD.to_owned();
    for Item { from, package, function } in items {
        let _ = writeln!(text, "{}", format!("{} {package} {function}", from.word()).trim_end());
    }
    text
}

pub fn read(text: &str) -> Result<Vec<Item>, String> {
    let line = |line: &str| {
        let mut words = line.split(' ');
        let from = words.next().and_then(|word| From::ALL.iter().find(|(_, w)| *w == word));
        let package = words.next().ok_or(format!("bench/wide.txt: `{line}` names no package"))?;
        let (from, _) = from.ok_or(format!("bench/wide.txt: `{line}` does not say where it is from"))?;
        Ok(Item::new(*from, package, words.next().unwrap_or_default()))
    };
    text.lines().filter(|line| !line.starts_with('#')).map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_is_read_as_it_was_written() {
        let items = [
            Item::new(From::Std, "strings", "BenchmarkFields"),
            Item::new(From::Library, "github.com/a/b", "BenchmarkX"),
            Item::new(From::Test, "peano.go", ""),
        ];
        assert_eq!(read(&print(&items)), Ok(items.to_vec()));
        assert!(read("net x").is_err());
        assert_eq!(items.clone().map(|item| item.is_assembly()), [true, false, false]);
    }

    #[test]
    fn the_set_is_large_and_half_of_it_is_open() {
        let Ok(text) = std::fs::read_to_string(crate::root().join(super::super::LIST)) else { return };
        let items = read(&text).expect("it is well formed");
        let open = items.iter().filter(|item| item.is_open()).count();
        assert!(items.len() >= 150 && (items.len() * 2 / 5..=items.len() * 3 / 5).contains(&open), "{open}");
    }
}
