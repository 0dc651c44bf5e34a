//! The limits of functions, as options of a session.

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
        /// Bytes of memory that a batch may use at once.
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
    /// The options of a session, or the usual ones.
    pub(crate) fn of(config: &ConfigOptions) -> Options {
        config.extensions.get::<Options>().cloned().unwrap_or_default()
    }

    pub(crate) fn gas_limit(&self) -> Option<u64> {
        (self.gas > 0).then_some(self.gas)
    }

    /// When a batch that begins now must have ended.
    pub(crate) fn deadline(&self) -> Option<Instant> {
        let millis = (self.time_ms > 0).then_some(self.time_ms)?;
        Instant::now().checked_add(Duration::from_millis(millis))
    }

    pub(crate) fn policy(&self) -> Result<BadRows> {
        match self.bad_rows.as_str() {
            "fail" => Ok(BadRows::Fail),
            "null" => Ok(BadRows::Null),
            other => Err(DataFusionError::Configuration(format!("purlin.bad_rows is fail or null, not {other}"))),
        }
    }
}
