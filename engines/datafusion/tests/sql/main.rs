//! Queries with functions in Go. One program, since each would be linked with all of DataFusion.

mod aggregates;
mod functions;
mod hostile;
mod metering;
mod plans;
mod support;
mod tables;
