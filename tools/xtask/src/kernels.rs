//! The table of kernels: their groups, the sizes that take about a second of compiled Go, small sizes for a
//! quick look, and what they read. The programs themselves are in bench/go.

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

/// What a kernel reads from standard input.
#[derive(Clone, Copy, Debug)]
pub enum Input {
    None,
    /// The output of fasta with this argument; `quick` is the one for a quick look.
    Fasta {
        n: u64,
        quick: u64,
    },
}

pub struct Kernel {
    pub name: &'static str,
    pub group: Group,
    /// Words on the command line: the program's own defaults where empty.
    pub args: &'static str,
    pub quick: &'static str,
    pub input: Input,
}

const fn kernel(name: &'static str, group: Group, args: &'static str, quick: &'static str) -> Kernel {
    Kernel { name, group, args, quick, input: Input::None }
}

pub const KERNELS: &[Kernel] = &[
    kernel("spectral_norm", Group::Numeric, "3000", "100"),
    kernel("n_body", Group::Numeric, "8000000", "10000"),
    kernel("mandelbrot", Group::Numeric, "4000", "100"),
    kernel("fannkuch_redux", Group::Numeric, "10", "7"),
    kernel("nsieve", Group::Numeric, "3000000", "10000"),
    kernel("fib", Group::Numeric, "40", "20"),
    kernel("window_match", Group::Numeric, "10000 8000", "10000 3"),
    kernel("binary_trees", Group::Allocation, "16", "8"),
    kernel("pair_throughput", Group::Allocation, "1000 40000", "1000 10"),
    kernel("pair_swap", Group::Allocation, "1000 60000", "1000 10"),
    kernel("pair_walk", Group::Allocation, "1000 40000", "1000 10"),
    kernel("binary_trees_pair", Group::Allocation, "12 4000", "8 10"),
    Kernel {
        name: "reverse_complement",
        group: Group::Text,
        args: "",
        quick: "",
        input: Input::Fasta { n: 10_000_000, quick: 1000 },
    },
    kernel("fasta", Group::Text, "2500000", "1000"),
    Kernel {
        name: "k_nucleotide",
        group: Group::Text,
        args: "",
        quick: "",
        input: Input::Fasta { n: 1_000_000, quick: 1000 },
    },
    kernel("pidigits", Group::Text, "9000", "100"),
    kernel("sort", Group::Small, "100000 20", "1000 2"),
    kernel("maps", Group::Small, "50000 40", "1000 2"),
    kernel("string_building", Group::Small, "20000 240", "100 2"),
    kernel("interface_calls", Group::Small, "60000", "20"),
    kernel("closures", Group::Small, "50000000", "1000"),
    kernel("defer_calls", Group::Small, "10000000", "1000"),
    kernel("channel_pingpong", Group::Small, "1000000", "1000"),
];
