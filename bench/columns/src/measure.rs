//! CPU times of alternated rounds.

use std::time::{Duration, Instant};

use arrow_array::{ArrayRef, RecordBatch};

pub type Outcome<T> = Result<T, Box<dyn std::error::Error>>;

/// One batch of a function in an engine: the column that it gives.
pub type Job<'a> = Box<dyn FnMut() -> Outcome<ArrayRef> + 'a>;

/// CPU time of a round at least: reading the clock of CPU time takes microseconds, as long as a batch in
/// Rust.
const ROUND: Duration = Duration::from_millis(2);

/// Rounds of each engine at least; the fastest counts.
const ROUNDS: usize = 9;

/// How long rounds are repeated beyond that: what else the machine does lasts longer than a round, and the
/// fastest is one that nothing has disturbed.
const REPEATED: Duration = Duration::from_secs(8);

/// The column of a batch of results. A second one would be that of rows that failed.
pub fn only(batch: &RecordBatch) -> Outcome<ArrayRef> {
    match batch.columns() {
        [column] => Ok(column.clone()),
        columns => Err(format!("{} columns of results", columns.len()).into()),
    }
}

/// CPU time of the process so far, user and system.
fn cpu() -> Duration {
    cpu_time::ProcessTime::now().as_duration()
}

/// The CPU time of so many batches, and the column that the last one gives.
fn round(job: &mut Job<'_>, batches: u32) -> Outcome<(Duration, ArrayRef)> {
    let begun = cpu();
    for _ in 1..batches {
        std::hint::black_box(job()?);
    }
    let column = job()?;
    Ok((cpu() - begun, column))
}

/// How many batches make a round.
fn batches(job: &mut Job<'_>) -> Outcome<u32> {
    let mut batches = 1;
    while round(job, batches)?.0 < ROUND {
        batches *= 2;
    }
    Ok(batches)
}

/// Nanoseconds a row of each engine, in rounds that alternate. The first engine says what is right: after a
/// round the columns of the others are compared with its column.
pub fn alternate<'a>(
    function: &str,
    rows: usize,
    jobs: Vec<(&'a str, Job<'_>)>,
) -> Outcome<Vec<(&'a str, f64)>> {
    let mut right = None;
    let mut engines = Vec::new();
    for (engine, mut job) in jobs {
        let batches = batches(&mut job).map_err(|e| format!("{function}, {engine}: {e}"))?;
        engines.push((engine, job, batches, f64::MAX));
    }
    let begun = Instant::now();
    let mut rounds = 0;
    while rounds < ROUNDS || begun.elapsed() < REPEATED {
        rounds += 1;
        for (engine, job, batches, best) in &mut engines {
            let (time, column) = round(job, *batches)?;
            if **right.get_or_insert_with(|| column.clone()) != *column {
                return Err(format!("{function}: {engine} gives another column than Rust").into());
            }
            *best = best.min(time.as_nanos() as f64 / f64::from(*batches) / rows as f64);
        }
    }
    Ok(engines.into_iter().map(|(engine, _, _, best)| (engine, best)).collect())
}
