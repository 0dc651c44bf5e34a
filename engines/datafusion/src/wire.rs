//! Functions in Go as bytes: their source and what is said of it. Knows no plans.

use datafusion::arrow::datatypes::DataType;
use datafusion::error::{DataFusionError, Result};
use datafusion::logical_expr::Volatility;
use datafusion_proto::protobuf::{self, ArrowType};
use prost::Message as _;

use crate::definition::Definition;
use crate::options::Bounds;
use crate::program::{digest, plan_error};

/// What a function's bytes begin with, with the version of what follows.
pub(crate) const FORMAT: &str = "purlin-datafusion/1";

/// Limits as bytes.
#[derive(Clone, PartialEq, prost::Message)]
pub(crate) struct WireBounds {
    #[prost(uint64, tag = "1")]
    pub gas: u64,
    #[prost(uint64, tag = "2")]
    pub memory: u64,
    #[prost(uint64, tag = "3")]
    pub time_ms: u64,
    #[prost(bool, tag = "4")]
    pub nulls_bad_rows: bool,
}

/// A function as bytes.
#[derive(Clone, PartialEq, prost::Message)]
pub(crate) struct Wire {
    #[prost(string, tag = "1")]
    pub format: String,
    #[prost(string, tag = "2")]
    pub name: String,
    #[prost(string, tag = "3")]
    pub text: String,
    /// The SHA-256 of the text.
    #[prost(bytes = "vec", tag = "4")]
    pub digest: Vec<u8>,
    #[prost(message, repeated, tag = "5")]
    pub params: Vec<ArrowType>,
    #[prost(message, optional, tag = "6")]
    pub result: Option<ArrowType>,
    /// 0 is immutable, 1 stable, 2 volatile.
    #[prost(uint32, tag = "7")]
    pub volatility: u32,
    #[prost(message, optional, tag = "8")]
    pub bounds: Option<WireBounds>,
}

/// A call of a table function as bytes, in a logical plan or in a physical one.
#[derive(Clone, PartialEq, prost::Message)]
pub(crate) struct WireCall {
    #[prost(string, tag = "1")]
    pub format: String,
    #[prost(message, optional, tag = "2")]
    pub function: Option<Wire>,
    #[prost(message, repeated, tag = "3")]
    pub arguments: Vec<protobuf::ScalarValue>,
    /// The columns that a scan wants, if it does not want all.
    #[prost(message, optional, tag = "4")]
    pub projection: Option<WireColumns>,
    /// The most rows that a scan wants.
    #[prost(uint64, optional, tag = "5")]
    pub fetch: Option<u64>,
}

/// Columns by their numbers, as bytes.
#[derive(Clone, PartialEq, prost::Message)]
pub(crate) struct WireColumns {
    #[prost(uint64, repeated, tag = "1")]
    pub columns: Vec<u64>,
}

/// What a function's bytes say, once they are known to be sound.
pub(crate) struct Read {
    pub name: String,
    pub text: String,
    pub params: Vec<DataType>,
    pub result: DataType,
    pub volatility: Volatility,
    pub bounds: Bounds,
}

impl Wire {
    pub(crate) fn new(definition: &Definition, bounds: Bounds) -> Result<Wire> {
        let Bounds { gas, memory, time_ms, nulls_bad_rows } = bounds;
        let params = definition.params.iter().map(ArrowType::try_from);
        Ok(Wire {
            format: FORMAT.into(),
            name: definition.name.clone(),
            text: definition.program.text().into(),
            digest: definition.program.digest().to_vec(),
            params: params.collect::<Result<_, _>>()?,
            result: Some(ArrowType::try_from(&definition.result)?),
            volatility: match definition.volatility() {
                Volatility::Immutable => 0,
                Volatility::Stable => 1,
                Volatility::Volatile => 2,
            },
            bounds: Some(WireBounds { gas, memory, time_ms, nulls_bad_rows }),
        })
    }

    /// What the bytes of a function say.
    ///
    /// # Errors
    /// The bytes are no function in Go, or the source is not the one whose digest they have.
    pub(crate) fn decoded(name: &str, bytes: &[u8]) -> Result<Read> {
        Wire::decode(bytes).map_err(|_| refused(name, "are no function in Go"))?.read(name)
    }

    /// What it says, once it is known to be sound.
    pub(crate) fn read(self, name: &str) -> Result<Read> {
        let (wire, refused) = (self, |why: &str| refused(name, why));
        if wire.format != FORMAT {
            return Err(refused("are no function in Go of this version"));
        }
        if wire.digest != digest(&wire.text) {
            return Err(refused("have a source with another digest than the one that they state"));
        }
        let (Some(result), Some(bounds)) = (&wire.result, wire.bounds) else {
            return Err(refused("lack the type of its result or its limits"));
        };
        let volatility = match wire.volatility {
            0 => Volatility::Immutable,
            1 => Volatility::Stable,
            2 => Volatility::Volatile,
            _ => return Err(refused("do not say how volatile it is")),
        };
        let WireBounds { gas, memory, time_ms, nulls_bad_rows } = bounds;
        let params = wire.params.iter().map(DataType::try_from);
        Ok(Read {
            params: params.collect::<Result<_, _>>()?,
            result: DataType::try_from(result)?,
            name: wire.name,
            text: wire.text,
            volatility,
            bounds: Bounds { gas, memory, time_ms, nulls_bad_rows },
        })
    }
}

/// An error of the bytes of a function.
pub(crate) fn refused(name: &str, why: &str) -> DataFusionError {
    plan_error(name, format!("its bytes in the plan {why}"))
}

/// Whether bytes are those of a function in Go: the first field is the format.
pub(crate) fn is_ours(buf: &[u8]) -> bool {
    buf.get(2..2 + FORMAT.len() - 1).is_some_and(|start| start == &FORMAT.as_bytes()[..FORMAT.len() - 1])
}
