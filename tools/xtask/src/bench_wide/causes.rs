//! Why a benchmark takes longer than compiled Go: what valgrind counts of its iterations on both sides.
//! Counts are of a run with more iterations less counts of a run with one, in tier native, so that starting
//! and compiling are in neither.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::toolchain;

/// The suite whose limit a process under valgrind has.
const SUITE: &str = "bench.wide.causes";

/// What a process did.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Counts {
    instructions: f64,
    reads: f64,
    writes: f64,
    branches: f64,
    mispredicted: f64,
    /// Instructions in code that is of no file: machine code that was made for the guest.
    made: f64,
}

impl Counts {
    fn values(&self) -> [f64; 6] {
        [self.instructions, self.reads, self.writes, self.branches, self.mispredicted, self.made]
    }

    /// What this took more than another.
    pub fn less(&self, other: &Counts) -> Counts {
        let (a, b) = (self.values(), other.values());
        let [instructions, reads, writes, branches, mispredicted, made] =
            std::array::from_fn(|n| (a[n] - b[n]).max(0.0));
        Counts { instructions, reads, writes, branches, mispredicted, made }
    }
}

/// What the iterations of a benchmark did on both sides, and the bytes that each allocates.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Causes {
    pub ours: Counts,
    pub go: Counts,
    pub bytes: f64,
    pub go_bytes: f64,
}

/// The titles of what [`Causes::text`] tells.
pub const TITLES: &str = "instructions, reads, writes, branches, mispredictions and bytes allocated over \
                          Go's; % of ours outside the guest's machine code";

impl Causes {
    pub fn text(&self) -> String {
        let over = |ours: f64, go: f64| match go > 0.0 {
            true => format!("{:6.2}", ours / go),
            false if ours > 0.0 => "   new".into(),
            false => "     -".into(),
        };
        let (ours, go) = (self.ours.values(), self.go.values());
        let mut columns: Vec<String> = (0..5).map(|n| over(ours[n], go[n])).collect();
        columns.push(over(self.bytes, self.go_bytes));
        let outside = 1.0 - self.ours.made / self.ours.instructions.max(1.0);
        columns.push(format!("{:6.0}", outside.max(0.0) * 100.0));
        columns.join(" ")
    }
}

/// Runs a command under valgrind; what it counted, and what the command printed.
pub fn count(command: &Command, notes: &Path) -> Result<(Counts, String), String> {
    let [out, err, profile] = ["out", "err", "profile"].map(|name| notes.join(name));
    let _ = fs::remove_file(&profile);
    let mut valgrind = Command::new("valgrind");
    // A command may begin by replacing itself.
    valgrind.args(["--tool=callgrind", "--trace-children=yes", "--cache-sim=yes", "--branch-sim=yes"]);
    valgrind.args(["--compress-strings=no", "--compress-pos=no"]);
    valgrind.arg(format!("--callgrind-out-file={}", profile.display()));
    valgrind.arg(command.get_program()).args(command.get_args());
    // Valgrind does not know the signals by which Go's scheduler interrupts threads.
    valgrind.env("GODEBUG", "asyncpreemptoff=1");
    for (name, value) in command.get_envs() {
        value.map(|value| valgrind.env(name, value));
    }
    if let Some(folder) = command.get_current_dir() {
        valgrind.current_dir(folder);
    }
    let usage = toolchain::measure(&mut valgrind, None, &out, &err, SUITE)?;
    let [said, complaint] = [&out, &err].map(|path| fs::read_to_string(path).unwrap_or_default());
    if usage.exit != Some(0) {
        return Err(complaint.lines().last().unwrap_or("valgrind has failed").to_owned());
    }
    let profile = fs::read_to_string(&profile).map_err(|e| format!("{}: {e}", profile.display()))?;
    Ok((read(&profile)?, said))
}

/// Reads what callgrind has written.
fn read(profile: &str) -> Result<Counts, String> {
    let field = |name: &str| profile.lines().find_map(|line| line.strip_prefix(name));
    let events: Vec<&str> = field("events: ").ok_or("no events")?.split_whitespace().collect();
    let totals = field("totals: ").or(field("summary: ")).ok_or("no totals")?;
    let totals: Vec<f64> = totals.split_whitespace().map(|n| n.parse().unwrap_or_default()).collect();
    let of = |name: &str| {
        let at = events.iter().position(|event| *event == name);
        at.and_then(|at| totals.get(at)).copied().unwrap_or_default()
    };
    Ok(Counts {
        instructions: of("Ir"),
        reads: of("Dr"),
        writes: of("Dw"),
        branches: of("Bc") + of("Bi"),
        mispredicted: of("Bcm") + of("Bim"),
        made: made(profile),
    })
}

/// The instructions in objects without a name.
fn made(profile: &str) -> f64 {
    let (mut of_no_file, mut is_of_call, mut sum) = (false, false, 0.0);
    for line in profile.lines() {
        if let Some(object) = line.strip_prefix("ob=") {
            of_no_file = object == "???";
        } else if line.starts_with("calls=") {
            is_of_call = true;
        } else if line.starts_with(|c: char| c.is_ascii_digit() || c == '+' || c == '-' || c == '*') {
            // The line after that of a call says what the callee took.
            if of_no_file && !is_of_call {
                let own = line.split_whitespace().nth(1).and_then(|n| n.parse::<f64>().ok());
                sum += own.unwrap_or_default();
            }
            is_of_call = false;
        }
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    const PROFILE: &str = "events: Ir Dr Dw Bc Bcm Bi Bim\nob=/bin/x\nfn=a\n3 100 10 5\ncalls=1 0\n4 900\n\
                           ob=???\nfn=b\n0 50 1\n+2 7\ncalls=2 0\n5 600\n\ntotals: 157 20 10 8 2 1 1\n";

    #[test]
    fn profiles_are_read() {
        let counts = read(PROFILE).expect("it is whole");
        assert_eq!(counts.values(), [157.0, 20.0, 10.0, 9.0, 3.0, 57.0]);
        assert!(read("events: Ir\n").is_err());
    }

    #[test]
    fn causes_are_ratios() {
        let counts = read(PROFILE).expect("it is whole");
        let causes = Causes { ours: counts, go: counts.less(&Counts::default()), bytes: 8.0, go_bytes: 0.0 };
        let columns: Vec<String> = causes.text().split_whitespace().map(str::to_owned).collect();
        assert_eq!(columns, ["1.00", "1.00", "1.00", "1.00", "1.00", "new", "64"]);
        assert_eq!(counts.less(&counts), Counts::default());
    }
}
