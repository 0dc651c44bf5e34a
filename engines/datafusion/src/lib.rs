//! Functions in Go for DataFusion, from source text: metered, bounded, and without authority.
//!
//! ```
//! use datafusion::prelude::SessionContext;
//!
//! # #[tokio::main]
//! # async fn main() -> datafusion::error::Result<()> {
//! let context = purlin_datafusion::context(Default::default());
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
//! A function is compiled once. It runs over whole batches by the crate `purlin`'s columns, in isolates that
//! wait in a pool: a partition takes one for a batch and gives it back. Each batch begins with fresh globals
//! and has the limits that `SET purlin.gas = …` and its kin say ([`Options`]).

#![forbid(unsafe_code)]

mod factory;
mod function;
mod options;
mod source;

use std::sync::Arc;

use datafusion::execution::SessionStateBuilder;
use datafusion::prelude::{SessionConfig, SessionContext};

pub use factory::Factory;
pub use function::{Account, Function};
pub use options::Options;

/// A context that makes functions of `CREATE FUNCTION … LANGUAGE go`, with these limits unless a session sets
/// others.
pub fn context(options: Options) -> SessionContext {
    let config = SessionConfig::new().with_option_extension(options);
    let state = SessionStateBuilder::new().with_config(config).with_default_features();
    SessionContext::new_with_state(state.with_function_factory(Some(Arc::new(Factory))).build())
}
