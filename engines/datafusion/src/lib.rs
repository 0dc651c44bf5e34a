//! Functions in Go for DataFusion, from source text: metered, bounded, and without authority.
//!
//! ```
//! use purlin_datafusion::{Options, context};
//!
//! # #[tokio::main]
//! # async fn main() -> datafusion::error::Result<()> {
//! let context = context(Options::default());
//! context
//!     .sql(
//!         "CREATE FUNCTION price(a DOUBLE, b BIGINT) RETURNS DOUBLE LANGUAGE go AS $$
//!              if b >= 10 {
//!                  return a * float64(b) * 0.9
//!              }
//!              return a * float64(b)
//!          $$",
//!     )
//!     .await?;
//! let rows = context.sql("SELECT price(2.0, 10) AS p").await?.collect().await?;
//! let shown = datafusion::arrow::util::pretty::pretty_format_batches(&rows)?.to_string();
//! assert!(shown.contains("18.0"));
//! # Ok(())
//! # }
//! ```
//!
//! A source is compiled once. A scalar function runs over whole batches by the crate `purlin`'s columns, each
//! in an isolate of a pool that partitions share, with fresh globals and the limits that `SET purlin.gas = …`
//! and its kin say ([`Options`]). A type with the methods `Update`, `Merge` and `Result` is an aggregate
//! ([`Aggregate`]), whose accumulators have an isolate each, and a function that returns an `iter.Seq` gives
//! a table ([`Table`]). [`Metering`] shows gas in `EXPLAIN ANALYZE`, and [`Codec`] lets plans with such
//! functions travel.

#![forbid(unsafe_code)]

mod account;
mod accumulator;
mod aggregate;
mod codec;
mod definition;
mod factory;
mod function;
mod limiting;
mod metering;
mod nodes;
mod options;
mod program;
mod source;
mod table;
mod table_exec;
mod wire;

use std::sync::Arc;

use datafusion::execution::SessionStateBuilder;
use datafusion::prelude::{SessionConfig, SessionContext};

pub use account::Account;
pub use aggregate::Aggregate;
pub use codec::Codec;
pub use factory::Factory;
pub use function::Function;
pub use limiting::Limiting;
pub use metering::Metering;
pub use options::Options;
pub use source::source_of;
pub use table::Table;

/// A context that makes functions of `CREATE FUNCTION … LANGUAGE go`, with these limits unless a session sets
/// others.
pub fn context(options: Options) -> SessionContext {
    let config = SessionConfig::new().with_option_extension(options);
    let state = SessionStateBuilder::new().with_config(config).with_default_features();
    SessionContext::new_with_state(extended(state).build())
}

/// A session whose configuration has [`Options`], with all that functions in Go need of it: the factory, the
/// rule that gives them its limits, and the one that shows what they use.
///
/// ```
/// use datafusion::execution::SessionStateBuilder;
/// use datafusion::prelude::{SessionConfig, SessionContext};
/// use purlin_datafusion::{Options, extended};
///
/// let config = SessionConfig::new().with_target_partitions(2).with_option_extension(Options::default());
/// let state = SessionStateBuilder::new().with_config(config).with_default_features();
/// let context = SessionContext::new_with_state(extended(state).build());
/// assert!(context.state().function_factory().is_some());
/// ```
pub fn extended(state: SessionStateBuilder) -> SessionStateBuilder {
    state
        .with_function_factory(Some(Arc::new(Factory)))
        .with_analyzer_rule(Arc::new(Limiting))
        .with_physical_optimizer_rule(Arc::new(Metering))
}
