//! The limits of functions: as options of a session, and as what a function carries with it in a plan.

use std::time::{Duration, Instant};

use datafusion::common::extensions_options;
use datafusion::config::{ConfigExtension, ConfigOptions};
use datafusion::error::{DataFusionError, Result};
use purlin::columns::BadRows;

extensions_options! {
    /// What a batch of rows may use, and what becomes of rows that fail: `SET purlin.gas = 1000000`.
    pub struct Options {
        /// Units of gas for a batch; 0 for as many as it takes.
        pub gas: u64, default = 10_000_000_000
        /// Bytes of memory that a batch may use at once, or the states of one accumulator.
        pub memory: u64, default = 64 << 20
        /// Milliseconds that a batch may take by the clock; 0 for as many as it takes.
        pub time_ms: u64, default = 0
        /// What becomes of a row whose function panics or returns an error: `fail` or `null`.
        pub bad_rows: String, default = "fail".to_string()
    }
}

impl ConfigExtension for Options {
    const PREFIX: &'static str = "purlin";
}

impl Options {
    /// The options with another limit of gas for a batch, in units; 0 for as many as it takes.
    ///
    /// ```
    /// use purlin_datafusion::Options;
    ///
    /// let options = Options::default().with_gas(1_000_000).with_memory(16 << 20);
    /// let options = options.with_time_ms(500).with_bad_rows("null");
    /// assert_eq!((options.gas, options.memory, options.time_ms), (1_000_000, 16 << 20, 500));
    /// assert_eq!(options.bad_rows, "null");
    /// ```
    pub fn with_gas(self, gas: u64) -> Options {
        Options { gas, ..self }
    }

    /// The options with another limit of memory, in bytes. The example of [`Options::with_gas`] sets it.
    pub fn with_memory(self, memory: u64) -> Options {
        Options { memory, ..self }
    }

    /// The options with another limit of time for a batch, in milliseconds; 0 for as many as it takes. The
    /// example of [`Options::with_gas`] sets it.
    pub fn with_time_ms(self, time_ms: u64) -> Options {
        Options { time_ms, ..self }
    }

    /// The options with another word for what becomes of bad rows, `fail` or `null`. The example of
    /// [`Options::with_gas`] sets it.
    pub fn with_bad_rows(self, bad_rows: &str) -> Options {
        Options { bad_rows: bad_rows.into(), ..self }
    }
}

/// The options of a session as a function obeys them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Bounds {
    /// Units of gas for a batch; 0 for as many as it takes.
    pub gas: u64,
    /// Bytes of memory at once.
    pub memory: u64,
    /// Milliseconds for a batch; 0 for as many as it takes.
    pub time_ms: u64,
    /// Whether rows that fail are null, or else fail the query.
    pub nulls_bad_rows: bool,
}

/// The smaller limit, of which 0 is none.
fn smaller(a: u64, b: u64) -> u64 {
    match (a, b) {
        (0, limit) | (limit, 0) => limit,
        (a, b) => a.min(b),
    }
}

impl Bounds {
    /// What the options of a session say; `None` if it has none of these.
    pub(crate) fn of(config: &ConfigOptions) -> Result<Option<Bounds>> {
        config.extensions.get::<Options>().map(Bounds::try_from).transpose()
    }

    /// The bounds where others hold too: the smaller of each pair of limits. What becomes of bad rows is part
    /// of what a query means, so `self`, which came with the plan, decides it.
    pub(crate) fn within(self, other: Bounds) -> Bounds {
        Bounds {
            gas: smaller(self.gas, other.gas),
            memory: self.memory.min(other.memory),
            time_ms: smaller(self.time_ms, other.time_ms),
            nulls_bad_rows: self.nulls_bad_rows,
        }
    }

    pub(crate) fn gas_limit(self) -> Option<u64> {
        (self.gas > 0).then_some(self.gas)
    }

    pub(crate) fn heap_bytes(self) -> usize {
        usize::try_from(self.memory).unwrap_or(usize::MAX)
    }

    /// When a batch that begins now must have ended.
    pub(crate) fn deadline(self) -> Option<Instant> {
        let millis = (self.time_ms > 0).then_some(self.time_ms)?;
        Instant::now().checked_add(Duration::from_millis(millis))
    }

    pub(crate) fn bad_rows(self) -> BadRows {
        if self.nulls_bad_rows { BadRows::Null } else { BadRows::Fail }
    }
}

/// The bounds that the options have by default.
impl Default for Bounds {
    fn default() -> Bounds {
        let Options { gas, memory, time_ms, .. } = Options::default();
        Bounds { gas, memory, time_ms, nulls_bad_rows: false }
    }
}

impl TryFrom<&Options> for Bounds {
    type Error = DataFusionError;

    fn try_from(options: &Options) -> Result<Bounds> {
        let Options { gas, memory, time_ms, ref bad_rows } = *options;
        let nulls_bad_rows = match bad_rows.as_str() {
            "fail" => false,
            "null" => true,
            other => {
                let why = format!("purlin.bad_rows is fail or null, not {other}");
                return Err(DataFusionError::Configuration(why));
            }
        };
        Ok(Bounds { gas, memory, time_ms, nulls_bad_rows })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_smaller_limit_holds_and_zero_is_none() {
        let plan = Bounds { gas: 0, memory: 100, time_ms: 7, nulls_bad_rows: true };
        let session = Bounds { gas: 5, memory: 50, time_ms: 0, nulls_bad_rows: false };
        let both = Bounds { gas: 5, memory: 50, time_ms: 7, nulls_bad_rows: true };
        assert_eq!(plan.within(session), both);
        assert_eq!(session.within(plan), Bounds { nulls_bad_rows: false, ..both });
        assert_eq!(Bounds::try_from(&Options::default()).unwrap(), Bounds::default());
    }
}
