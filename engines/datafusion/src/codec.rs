//! Plans that travel: a function in Go as bytes, which are its source and what is said of it, and back by
//! compiling it.
//!
//! The digest finds a program that the process has compiled already, and tells a source that was damaged on
//! its way. It is no signature: the transport decides where plans may come from, and a function is bounded
//! wherever its plan comes from.

use std::any::Any;
use std::fmt;
use std::sync::Arc;

use datafusion::arrow::datatypes::SchemaRef;
use datafusion::catalog::TableProvider;
use datafusion::common::TableReference;
use datafusion::config::ConfigOptions;
use datafusion::datasource::file_format::FileFormatFactory;
use datafusion::error::{DataFusionError, Result};
use datafusion::execution::TaskContext;
use datafusion::logical_expr::{AggregateUDF, Extension, HigherOrderUDF, LogicalPlan, ScalarUDF, WindowUDF};
use datafusion::physical_expr::PhysicalExpr;
use datafusion::physical_expr_common::physical_expr::proto_decode::PhysicalExprDecodeCtx;
use datafusion::physical_expr_common::physical_expr::proto_encode::PhysicalExprEncodeCtx;
use datafusion::physical_plan::ExecutionPlan;
use datafusion::scalar::ScalarValue;
use datafusion_proto::logical_plan::{DefaultLogicalExtensionCodec, LogicalExtensionCodec};
use datafusion_proto::physical_plan::{
    DefaultPhysicalExtensionCodec, PhysicalExtensionCodec, PhysicalProtoConverterExtension,
};
use datafusion_proto::protobuf;
use prost::Message as _;

use crate::aggregate::Aggregate;
use crate::definition::Instance;
use crate::function::Function;
use crate::options::{Bounds, Options};
use crate::table::{Call, Table};
use crate::table_exec::TableExec;
use crate::wire::{FORMAT, Read, Wire, WireCall, WireColumns, is_ours, refused};

/// Writes functions in Go into plans, logical and physical, and reads them from there.
///
/// Limits travel with a function: those of the session for which this codec writes a plan, unless the
/// function has smaller ones. Where the plan is read, they hold within those of the codec that reads it. All
/// else is left to other codecs.
///
/// ```
/// use datafusion_proto::bytes::{
///     logical_plan_from_bytes_with_extension_codec, logical_plan_to_bytes_with_extension_codec,
/// };
/// use purlin_datafusion::{Codec, Options, context};
///
/// # #[tokio::main]
/// # async fn main() -> datafusion::error::Result<()> {
/// let here = context(Options::default());
/// here.sql("CREATE FUNCTION twice(n BIGINT) RETURNS BIGINT LANGUAGE go AS $$ return 2 * n $$").await?;
/// let plan = here.sql("SELECT twice(n) AS t FROM (VALUES (4), (5)) AS v(n)").await?.into_optimized_plan()?;
/// let codec = Codec::of(here.state().config_options())?;
/// let bytes = logical_plan_to_bytes_with_extension_codec(&plan, &codec)?;
///
/// // Another process knows nothing of the function.
/// let there = context(Options::default());
/// let codec = Codec::of(there.state().config_options())?;
/// let plan = logical_plan_from_bytes_with_extension_codec(&bytes, &there.task_ctx(), &codec)?;
/// let rows = there.execute_logical_plan(plan).await?.collect().await?;
/// assert_eq!(rows[0].num_rows(), 2);
/// # Ok(())
/// # }
/// ```
#[derive(Clone)]
pub struct Codec {
    bounds: Bounds,
    logical: Arc<dyn LogicalExtensionCodec>,
    physical: Arc<dyn PhysicalExtensionCodec>,
}

impl fmt::Debug for Codec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Codec").field("bounds", &self.bounds).finish_non_exhaustive()
    }
}

impl Codec {
    /// A codec for a session with these limits.
    ///
    /// # Errors
    /// An option has no value that there is.
    pub fn new(options: &Options) -> Result<Codec> {
        Ok(Codec {
            bounds: Bounds::try_from(options)?,
            logical: Arc::new(DefaultLogicalExtensionCodec {}),
            physical: Arc::new(DefaultPhysicalExtensionCodec {}),
        })
    }

    /// A codec for a session with this configuration, as it is now.
    ///
    /// # Errors
    /// An option has no value that there is.
    pub fn of(config: &ConfigOptions) -> Result<Codec> {
        match config.extensions.get::<Options>() {
            Some(options) => Codec::new(options),
            None => Codec::new(&Options::default()),
        }
    }

    /// The codec with another one for what else is in logical plans, such as tables.
    pub fn with_logical(self, logical: Arc<dyn LogicalExtensionCodec>) -> Codec {
        Codec { logical, ..self }
    }

    /// The codec with another one for what else is in physical plans.
    pub fn with_physical(self, physical: Arc<dyn PhysicalExtensionCodec>) -> Codec {
        Codec { physical, ..self }
    }

    fn wire(&self, instance: &Instance) -> Result<Wire> {
        Wire::new(&instance.definition, instance.bounds_in(Some(self.bounds)))
    }

    fn write(&self, instance: &Instance, buf: &mut Vec<u8>) -> Result<()> {
        self.wire(instance)?.encode(buf).map_err(|error| DataFusionError::External(Box::new(error)))
    }

    /// Writes a call of a table function; a scan of it wants columns and has a limit.
    fn write_call(
        &self,
        call: &Call,
        projection: Option<&Vec<usize>>,
        fetch: Option<usize>,
        buf: &mut Vec<u8>,
    ) -> Result<()> {
        let arguments = call.arguments.iter().map(|value| protobuf::ScalarValue::try_from(value));
        let columns = |all: &Vec<usize>| WireColumns { columns: all.iter().map(|n| *n as u64).collect() };
        let wire = WireCall {
            format: FORMAT.into(),
            function: Some(self.wire(&call.function.instance)?),
            arguments: arguments.collect::<Result<_, _>>()?,
            projection: projection.map(columns),
            fetch: fetch.map(|rows| rows as u64),
        };
        wire.encode(buf).map_err(|error| DataFusionError::External(Box::new(error)))
    }

    /// The scan of a table function that was written so.
    fn scan(&self, buf: &[u8]) -> Result<TableExec> {
        let of_none = |why: &str| refused("of a table", why);
        let wire = WireCall::decode(buf).map_err(|_| of_none("are no call of a function in Go"))?;
        let WireCall { function: Some(function), arguments, projection, fetch, .. } = wire else {
            return Err(of_none("lack the function"));
        };
        let name = function.name.clone();
        let Read { name, text, params, result, volatility, bounds } = function.read(&name)?;
        let table = Table::new(&name, &text, &params, &result, volatility)?;
        let table = table.with(self.limited(&table.instance, bounds));
        let arguments = arguments.iter().map(ScalarValue::try_from).collect::<Result<Vec<_>, _>>()?;
        let columns = table.schema.fields().len() as u64;
        let projection = projection.map(|wanted| {
            let known = |n: u64| (n < columns).then_some(n as usize);
            let wanted = wanted.columns.into_iter().map(known).collect::<Option<Vec<_>>>();
            wanted.ok_or_else(|| refused(&name, "want columns that it does not have"))
        });
        let fetch = fetch.map(|rows| usize::try_from(rows).unwrap_or(usize::MAX));
        TableExec::new(table.call_of(&arguments)?, projection.transpose()?, fetch)
    }

    /// The function with the limits that hold where it is read.
    fn limited(&self, instance: &Instance, bounds: Bounds) -> Instance {
        Instance { bounds: Some(bounds.within(self.bounds)), ..instance.clone() }
    }

    /// The scalar function that was written so, if it is one in Go.
    fn scalar(&self, name: &str, buf: &[u8]) -> Result<Arc<ScalarUDF>> {
        let Read { name, text, params, result, volatility, bounds } = Wire::decoded(name, buf)?;
        let function = Function::new(&name, &text, &params, &result, volatility)?;
        let instance = self.limited(&function.instance, bounds);
        Ok(Arc::new(function.with(instance).into_udf()))
    }

    /// The aggregate that was written so, if it is one in Go.
    fn aggregate(&self, name: &str, buf: &[u8]) -> Result<Arc<AggregateUDF>> {
        let Read { name, text, params, result, volatility, bounds } = Wire::decoded(name, buf)?;
        let aggregate = Aggregate::new(&name, &text, &params, &result, volatility)?;
        let instance = self.limited(&aggregate.instance, bounds);
        Ok(Arc::new(aggregate.with(instance).into_udaf()))
    }
}

impl LogicalExtensionCodec for Codec {
    fn try_decode(&self, buf: &[u8], inputs: &[LogicalPlan], ctx: &TaskContext) -> Result<Extension> {
        self.logical.try_decode(buf, inputs, ctx)
    }

    fn try_encode(&self, node: &Extension, buf: &mut Vec<u8>) -> Result<()> {
        self.logical.try_encode(node, buf)
    }

    fn try_decode_table_provider(
        &self,
        buf: &[u8],
        table_ref: &TableReference,
        schema: SchemaRef,
        ctx: &TaskContext,
    ) -> Result<Arc<dyn TableProvider>> {
        match is_ours(buf) {
            true => Ok(Arc::new(self.scan(buf)?.call)),
            false => self.logical.try_decode_table_provider(buf, table_ref, schema, ctx),
        }
    }

    fn try_encode_table_provider(
        &self,
        table_ref: &TableReference,
        node: Arc<dyn TableProvider>,
        buf: &mut Vec<u8>,
    ) -> Result<()> {
        match (node.as_ref() as &dyn Any).downcast_ref::<Call>() {
            Some(call) => self.write_call(call, None, None, buf),
            None => self.logical.try_encode_table_provider(table_ref, node, buf),
        }
    }

    fn try_decode_file_format(&self, buf: &[u8], ctx: &TaskContext) -> Result<Arc<dyn FileFormatFactory>> {
        self.logical.try_decode_file_format(buf, ctx)
    }

    fn try_encode_file_format(&self, buf: &mut Vec<u8>, node: Arc<dyn FileFormatFactory>) -> Result<()> {
        self.logical.try_encode_file_format(buf, node)
    }

    fn try_decode_udf(&self, name: &str, buf: &[u8]) -> Result<Arc<ScalarUDF>> {
        if is_ours(buf) { self.scalar(name, buf) } else { self.logical.try_decode_udf(name, buf) }
    }

    fn try_encode_udf(&self, node: &ScalarUDF, buf: &mut Vec<u8>) -> Result<()> {
        match node.inner().downcast_ref::<Function>() {
            Some(function) => self.write(&function.instance, buf),
            None => self.logical.try_encode_udf(node, buf),
        }
    }

    fn try_decode_higher_order_function(&self, name: &str, buf: &[u8]) -> Result<Arc<HigherOrderUDF>> {
        self.logical.try_decode_higher_order_function(name, buf)
    }

    fn try_encode_higher_order_function(&self, node: &HigherOrderUDF, buf: &mut Vec<u8>) -> Result<()> {
        self.logical.try_encode_higher_order_function(node, buf)
    }

    fn try_decode_udaf(&self, name: &str, buf: &[u8]) -> Result<Arc<AggregateUDF>> {
        if is_ours(buf) { self.aggregate(name, buf) } else { self.logical.try_decode_udaf(name, buf) }
    }

    fn try_encode_udaf(&self, node: &AggregateUDF, buf: &mut Vec<u8>) -> Result<()> {
        match node.inner().downcast_ref::<Aggregate>() {
            Some(aggregate) => self.write(&aggregate.instance, buf),
            None => self.logical.try_encode_udaf(node, buf),
        }
    }

    fn try_decode_udwf(&self, name: &str, buf: &[u8]) -> Result<Arc<WindowUDF>> {
        self.logical.try_decode_udwf(name, buf)
    }

    fn try_encode_udwf(&self, node: &WindowUDF, buf: &mut Vec<u8>) -> Result<()> {
        self.logical.try_encode_udwf(node, buf)
    }
}

impl PhysicalExtensionCodec for Codec {
    fn try_decode(
        &self,
        buf: &[u8],
        inputs: &[Arc<dyn ExecutionPlan>],
        ctx: &TaskContext,
        proto_converter: &dyn PhysicalProtoConverterExtension,
    ) -> Result<Arc<dyn ExecutionPlan>> {
        match is_ours(buf) {
            true => Ok(Arc::new(self.scan(buf)?)),
            false => self.physical.try_decode(buf, inputs, ctx, proto_converter),
        }
    }

    fn try_encode(
        &self,
        node: Arc<dyn ExecutionPlan>,
        buf: &mut Vec<u8>,
        proto_converter: &dyn PhysicalProtoConverterExtension,
    ) -> Result<()> {
        match node.downcast_ref::<TableExec>() {
            Some(scan) => self.write_call(&scan.call, scan.projection.as_ref(), scan.fetch, buf),
            None => self.physical.try_encode(node, buf, proto_converter),
        }
    }

    fn try_decode_udf(&self, name: &str, buf: &[u8]) -> Result<Arc<ScalarUDF>> {
        if is_ours(buf) { self.scalar(name, buf) } else { self.physical.try_decode_udf(name, buf) }
    }

    fn try_encode_udf(&self, node: &ScalarUDF, buf: &mut Vec<u8>) -> Result<()> {
        match node.inner().downcast_ref::<Function>() {
            Some(function) => self.write(&function.instance, buf),
            None => self.physical.try_encode_udf(node, buf),
        }
    }

    fn try_decode_higher_order_function(&self, name: &str, buf: &[u8]) -> Result<Arc<HigherOrderUDF>> {
        self.physical.try_decode_higher_order_function(name, buf)
    }

    fn try_encode_higher_order_function(&self, node: &HigherOrderUDF, buf: &mut Vec<u8>) -> Result<()> {
        self.physical.try_encode_higher_order_function(node, buf)
    }

    fn try_decode_expr(
        &self,
        buf: &[u8],
        inputs: &[Arc<dyn PhysicalExpr>],
        ctx: &PhysicalExprDecodeCtx<'_>,
    ) -> Result<Arc<dyn PhysicalExpr>> {
        self.physical.try_decode_expr(buf, inputs, ctx)
    }

    fn try_encode_expr(
        &self,
        node: &Arc<dyn PhysicalExpr>,
        buf: &mut Vec<u8>,
        ctx: &PhysicalExprEncodeCtx<'_>,
    ) -> Result<()> {
        self.physical.try_encode_expr(node, buf, ctx)
    }

    fn try_decode_udaf(&self, name: &str, buf: &[u8]) -> Result<Arc<AggregateUDF>> {
        if is_ours(buf) { self.aggregate(name, buf) } else { self.physical.try_decode_udaf(name, buf) }
    }

    fn try_encode_udaf(&self, node: &AggregateUDF, buf: &mut Vec<u8>) -> Result<()> {
        match node.inner().downcast_ref::<Aggregate>() {
            Some(aggregate) => self.write(&aggregate.instance, buf),
            None => self.physical.try_encode_udaf(node, buf),
        }
    }

    fn try_decode_udwf(&self, name: &str, buf: &[u8]) -> Result<Arc<WindowUDF>> {
        self.physical.try_decode_udwf(name, buf)
    }

    fn try_encode_udwf(&self, node: &WindowUDF, buf: &mut Vec<u8>) -> Result<()> {
        self.physical.try_encode_udwf(node, buf)
    }
}
