//! A function of DataFusion's whose rows a guest computes: a module, a pool of isolates, and an account.

use std::any::Any;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use datafusion::arrow::array::ArrayRef;
use datafusion::arrow::datatypes::DataType;
use datafusion::error::{DataFusionError, Result};
use datafusion::logical_expr::{
    ColumnarValue, ScalarFunctionArgs, ScalarUDF, ScalarUDFImpl, Signature, Volatility,
};
use datafusion::scalar::ScalarValue;
use purlin::columns::{Batch, Batching, ColumnError, Columnar};
use purlin::{Config, Engine, Isolate, Limits, Module, SourceFile, Streams};

use crate::options::Options;
use crate::source::{crossing, exported};

/// Isolates that are kept for later batches; more may be in use at once.
const MOST_KEPT: usize = 64;

/// What a function has used since it was made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Account {
    /// Rows of all batches.
    pub rows: u64,
    /// Batches, also those that failed.
    pub batches: u64,
    /// Units of gas of the batches that ended well.
    pub gas: u64,
}

/// A scalar function in Go.
pub struct Function {
    name: String,
    text: Arc<str>,
    module: Module,
    columnar: Columnar,
    signature: Signature,
    result: DataType,
    waiting: Mutex<Vec<Isolate<()>>>,
    rows: AtomicU64,
    batches: AtomicU64,
    gas: AtomicU64,
}

impl Function {
    /// A function of the exported function that has the name in Go's form: `unit_price` is `UnitPrice`.
    ///
    /// # Errors
    /// What is wrong with the program, with lines and carets, or with the types.
    pub fn new(
        name: &str,
        text: &str,
        params: &[DataType],
        result: &DataType,
        volatility: Volatility,
    ) -> Result<Function> {
        let plan = |why: String| DataFusionError::Plan(format!("function {name}: {why}"));
        if params.is_empty() {
            return Err(plan("it takes no arguments, so it has no rows".into()));
        }
        let source = SourceFile { name: format!("{name}.go"), text: text.into() };
        let module = Engine::new(Config::default()).compile(&[source]).map_err(|e| plan(format!("\n{e}")))?;
        let result = crossing(result);
        let columnar = module.columnar(&exported(name)).map_err(|e| plan(e.to_string()))?;
        let columnar = columnar.with_results(vec![result.clone()]).map_err(|e| plan(e.to_string()))?;
        let params: Vec<DataType> = params.iter().map(crossing).collect();
        columnar.check_columns(&params).map_err(|e| plan(e.to_string()))?;
        Ok(Function {
            name: name.into(),
            text: text.into(),
            module,
            columnar,
            signature: Signature::exact(params, volatility),
            result,
            waiting: Mutex::default(),
            rows: AtomicU64::new(0),
            batches: AtomicU64::new(0),
            gas: AtomicU64::new(0),
        })
    }

    /// The function as DataFusion registers it.
    pub fn into_udf(self) -> ScalarUDF {
        ScalarUDF::new_from_impl(self)
    }

    /// What a registered function has used, if it is one of these.
    pub fn account_of(udf: &ScalarUDF) -> Option<Account> {
        let inner: &dyn Any = udf.inner().as_ref();
        inner.downcast_ref::<Function>().map(Function::account)
    }

    /// What the function has used since it was made.
    pub fn account(&self) -> Account {
        Account {
            rows: self.rows.load(Ordering::Relaxed),
            batches: self.batches.load(Ordering::Relaxed),
            gas: self.gas.load(Ordering::Relaxed),
        }
    }

    /// An isolate with the session's limits: one that waits, or a new one.
    fn isolate(&self, options: &Options) -> Result<Isolate<()>> {
        let waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let heap_bytes = usize::try_from(options.memory).unwrap_or(usize::MAX);
        let mut isolate = match waiting.filter(|isolate| isolate.limits().heap_bytes == heap_bytes) {
            Some(isolate) => isolate,
            None => {
                let limits = Limits { heap_bytes, ..Limits::default() };
                self.module.isolate((), limits, Streams::default())?
            }
        };
        isolate.set_gas(options.gas_limit());
        isolate.set_deadline(options.deadline());
        Ok(isolate)
    }

    fn give_back(&self, isolate: Isolate<()>) {
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        if waiting.len() < MOST_KEPT {
            waiting.push(isolate);
        }
    }

    /// Runs a batch in an isolate of the pool.
    fn batch(&self, columns: &[ArrayRef], options: &Options) -> Result<Batch> {
        let batching = Batching { bad_rows: options.policy()?, ..Batching::default() };
        let mut isolate = self.isolate(options)?;
        let outcome = self.columnar.call(&mut isolate, columns, batching);
        self.batches.fetch_add(1, Ordering::Relaxed);
        let outcome = outcome.map_err(|error| self.failed(&isolate, &error));
        self.give_back(isolate);
        let batch = outcome?;
        self.rows.fetch_add(columns.first().map_or(0, |column| column.len()) as u64, Ordering::Relaxed);
        self.gas.fetch_add(batch.gas, Ordering::Relaxed);
        Ok(batch)
    }

    /// The error of the query: the function, the kind of ending, and the place in the source.
    fn failed(&self, isolate: &Isolate<()>, error: &ColumnError) -> DataFusionError {
        let trap = match error {
            ColumnError::Row { trap, .. } => trap.as_deref(),
            ColumnError::Ended(trap) => Some(&**trap),
            _ => None,
        };
        let (kind, frames) = match trap {
            Some(trap) => (format!(" ({})", trap.kind.name()), format!("\n{}", isolate.traceback(trap))),
            None => Default::default(),
        };
        let text = format!("function {}: {error}{kind}{frames}", self.name);
        DataFusionError::Execution(text.trim_end().to_string())
    }
}

impl fmt::Debug for Function {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Function").field("name", &self.name).finish_non_exhaustive()
    }
}

impl PartialEq for Function {
    fn eq(&self, other: &Function) -> bool {
        (&self.name, &self.text, &self.signature) == (&other.name, &other.text, &other.signature)
    }
}

impl Eq for Function {}

impl Hash for Function {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (&self.name, &self.text).hash(state);
    }
}

impl ScalarUDFImpl for Function {
    fn name(&self) -> &str {
        &self.name
    }

    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn return_type(&self, _: &[DataType]) -> Result<DataType> {
        Ok(self.result.clone())
    }

    fn invoke_with_args(&self, args: ScalarFunctionArgs) -> Result<ColumnarValue> {
        let is_scalar = args.args.iter().all(|arg| matches!(arg, ColumnarValue::Scalar(_)));
        let columns = ColumnarValue::values_to_arrays(&args.args)?;
        let batch = self.batch(&columns, &Options::of(&args.config_options))?;
        let missing = || DataFusionError::Internal(format!("function {} gave no column", self.name));
        let column = batch.columns.into_iter().next().ok_or_else(missing)?;
        Ok(match is_scalar {
            true => ColumnarValue::Scalar(ScalarValue::try_from_array(&column, 0)?),
            false => ColumnarValue::Array(column),
        })
    }
}
