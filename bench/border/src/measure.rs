//! Times of alternated rounds, and tables of them.

use std::fmt;
use std::time::{Duration, Instant};

pub type Outcome<T> = Result<T, Box<dyn std::error::Error>>;

/// One round of a job: a number that all engines must agree on.
pub type Job<'a> = &'a mut dyn FnMut() -> Outcome<i64>;

/// Rounds of each job at least; the fastest counts.
const ROUNDS: usize = 9;

/// How long rounds are repeated beyond that: what else the machine does lasts longer than a round, and the
/// fastest is one that nothing has disturbed.
const REPEATED: Duration = Duration::from_secs(4);

/// CPU time of the process so far, user and system, in nanoseconds.
pub fn cpu_nanos() -> u64 {
    cpu_time::ProcessTime::now().as_duration().as_nanos() as u64
}

/// Bytes of resident memory.
pub fn resident() -> u64 {
    let statm = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    statm.split(' ').nth(1).and_then(|word| word.parse::<u64>().ok()).unwrap_or(0) * 4096
}

/// A figure, or why there is none.
#[derive(Clone, Copy)]
pub enum Cell {
    Figure(f64),
    /// The engine has nothing of the kind, or the job says nothing of it.
    None,
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match self {
            Cell::Figure(figure) if *figure >= 1_000.0 => format!("{figure:.0}"),
            Cell::Figure(figure) => format!("{figure:.1}"),
            Cell::None => "-".into(),
        };
        f.pad(&text)
    }
}

/// Figures of engines by job.
pub struct Table {
    title: &'static str,
    engines: [&'static str; 5],
    pub rows: Vec<(String, [Cell; 5])>,
}

impl Table {
    pub fn new(title: &'static str, engines: [&'static str; 5]) -> Table {
        Table { title, engines, rows: Vec::new() }
    }

    /// Compares the results of a job in all engines, then times rounds of it that alternate. A round has `n`
    /// operations.
    pub fn alternate(&mut self, name: &str, n: u64, mut jobs: [Option<Job<'_>>; 5]) -> Outcome<()> {
        let mut agreed = None;
        for (job, engine) in jobs.iter_mut().zip(self.engines) {
            if let Some(job) = job {
                let result = job().map_err(|e| format!("{name}, {engine}: {e}"))?;
                if *agreed.get_or_insert(result) != result {
                    return Err(format!("{name}: {engine} gives {result}, others {agreed:?}").into());
                }
            }
        }
        let mut best = [f64::MAX; 5];
        let begun = Instant::now();
        let mut rounds = 0;
        while rounds < ROUNDS || begun.elapsed() < REPEATED {
            rounds += 1;
            for (job, best) in jobs.iter_mut().zip(&mut best) {
                if let Some(job) = job {
                    let begun = cpu_nanos();
                    job()?;
                    *best = best.min((cpu_nanos() - begun) as f64 / n as f64);
                }
            }
        }
        let cells = std::array::from_fn(|n| match jobs[n] {
            Some(_) => Cell::Figure(best[n]),
            None => Cell::None,
        });
        self.rows.push((name.into(), cells));
        Ok(())
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:44}", self.title)?;
        for engine in self.engines {
            write!(f, " {engine:>17}")?;
        }
        for (name, cells) in &self.rows {
            write!(f, "\n{name:44}")?;
            for cell in cells {
                write!(f, " {cell:>17}")?;
            }
        }
        writeln!(f)
    }
}
