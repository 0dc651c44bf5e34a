//! The table of kernels: their groups, their sizes, what they read, and what is asked of each. The programs
//! themselves are in bench/go.

/// Groups are judged one by one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Group {
    Numeric,
    Allocation,
    Text,
    Small,
}

impl Group {
    pub const ALL: [Group; 4] = [Group::Numeric, Group::Allocation, Group::Text, Group::Small];

    pub fn name(self) -> &'static str {
        match self {
            Group::Numeric => "numeric",
            Group::Allocation => "allocation",
            Group::Text => "text",
            Group::Small => "small",
        }
    }

    pub fn parse(name: &str) -> Result<Self, String> {
        let found = Group::ALL.into_iter().find(|g| g.name() == name);
        found.ok_or_else(|| format!("no group `{name}`: numeric, allocation, text or small"))
    }
}

/// The standard input of a kernel: nothing, or the output of fasta with an argument by size.
#[derive(Clone, Copy, Debug)]
pub enum Input {
    None,
    Fasta([u64; 5]),
}

/// How much work a run does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Size {
    /// Does it work, and do the results agree?
    Quick,
    /// So that an emulated machine takes seconds.
    Tiny,
    /// So that an interpreter takes seconds.
    Small,
    /// About a second of compiled Go (0.8 to 1.5), so that starting up does not count.
    Second,
    /// The Benchmarks Game's own, where it has one.
    Full,
}

pub struct Kernel {
    pub name: &'static str,
    /// The program's file, without its ending.
    pub program: &'static str,
    pub group: Group,
    /// Words on the command line, by [`Size`].
    pub args: [&'static str; 5],
    pub input: Input,
    /// A program that is written for speed and prints the same. The plain one is judged against itself in Go,
    /// this one against the faster of both.
    pub best: Option<&'static str>,
}

impl Kernel {
    pub fn args(&self, size: Size) -> &'static str {
        self.args[size as usize]
    }

    /// The programs that do this kernel's work.
    pub fn sources(&self) -> impl Iterator<Item = &'static str> {
        std::iter::once(self.program).chain(self.best)
    }

    const fn best(mut self, best: &'static str) -> Kernel {
        self.best = Some(best);
        self
    }

    const fn reads(mut self, sizes: [u64; 5]) -> Kernel {
        self.input = Input::Fasta(sizes);
        self
    }

    const fn called(mut self, name: &'static str) -> Kernel {
        self.name = name;
        self
    }
}

/// Sizes: quick, tiny, small, a second of compiled Go, full.
const fn kernel(name: &'static str, group: Group, args: [&'static str; 5]) -> Kernel {
    Kernel { name, program: name, group, args, input: Input::None, best: None }
}

pub const KERNELS: &[Kernel] = &[
    kernel("spectral_norm", Group::Numeric, ["100", "700", "1000", "4500", "5500"])
        .best("spectral_norm_best"),
    kernel("n_body", Group::Numeric, ["10000", "400000", "1000000", "12000000", "50000000"])
        .best("n_body_best"),
    kernel("mandelbrot", Group::Numeric, ["100", "800", "1500", "5000", "16000"]).best("mandelbrot_best"),
    kernel("fannkuch_redux", Group::Numeric, ["7", "9", "9", "10 4", "12"]).best("fannkuch_redux_best"),
    kernel("nsieve", Group::Numeric, ["10000", "300000", "600000", "6000000", "6000000"]),
    kernel("fib", Group::Numeric, ["20", "32", "36", "41", "41"]),
    kernel(
        "window_match",
        Group::Numeric,
        ["10000 3", "10000 600", "10000 1000", "10000 18000", "10000 18000"],
    ),
    kernel("binary_trees", Group::Allocation, ["8", "12", "12", "16 2", "21"]),
    kernel(
        "pair_throughput",
        Group::Allocation,
        ["1000 10", "1000 4000", "1000 4000", "1000 40000", "1000 40000"],
    ),
    kernel("pair_swap", Group::Allocation, ["1000 10", "1000 6000", "1000 6000", "1000 60000", "1000 60000"]),
    kernel("pair_walk", Group::Allocation, ["1000 10", "1000 4000", "1000 4000", "1000 40000", "1000 40000"]),
    kernel("binary_trees_pair", Group::Allocation, ["8 10", "12 400", "12 400", "12 4000", "12 4000"]),
    kernel("binary_trees_pair", Group::Allocation, ["8 10", "8 6400", "8 6400", "8 64000", "8 64000"])
        .called("binary_trees_pair_8"),
    kernel("reverse_complement", Group::Text, [""; 5])
        .reads([1000, 500_000, 1_000_000, 20_000_000, 10_000_000])
        .best("reverse_complement_best"),
    kernel("fasta", Group::Text, ["1000", "200000", "200000", "8000000", "25000000"]).best("fasta_best"),
    kernel("k_nucleotide", Group::Text, [""; 5])
        .reads([1000, 50_000, 100_000, 2_500_000, 25_000_000])
        .best("k_nucleotide_best"),
    kernel("pidigits", Group::Text, ["100", "1500", "1500", "9000", "10000"]),
    kernel("sort", Group::Small, ["1000 2", "100000 2", "100000 2", "100000 40", "100000 40"]),
    kernel("maps", Group::Small, ["1000 2", "50000 4", "50000 4", "50000 60", "50000 60"]),
    kernel("string_building", Group::Small, ["100 2", "20000 24", "20000 24", "20000 480", "20000 480"]),
    kernel("interface_calls", Group::Small, ["20", "6000", "6000", "120000", "120000"]),
    kernel("closures", Group::Small, ["1000", "5000000", "5000000", "150000000", "150000000"]),
    kernel("defer_calls", Group::Small, ["1000", "1000000", "1000000", "35000000", "35000000"]),
    kernel("channel_pingpong", Group::Small, ["1000", "200000", "200000", "2500000", "2500000"]),
];
