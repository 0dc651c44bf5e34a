//! Engines and modules. Knows how programs are compiled, and nothing of how they run.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use purlin::{Config, Engine, HostPackage, HostSignature, Limits, MemoryTree, Program, SourceFile};
use pyo3::exceptions::{PyOSError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use pyo3_arrow::PyDataType;

use crate::aggregates::Aggregate;
use crate::columns::{self, Columnar};
use crate::endings::Ending;
use crate::host::Callable;
use crate::isolate::Isolate;
use crate::tables::Table;

/// A function of a host package.
#[derive(Clone)]
struct HostFunction {
    name: String,
    signature: HostSignature,
    callable: Callable,
    is_async: bool,
}

/// A host package as it is put together.
#[derive(Clone)]
struct Package {
    path: String,
    functions: Vec<HostFunction>,
}

impl Package {
    fn finished(&self) -> HostPackage {
        self.functions.iter().cloned().fold(HostPackage::new(self.path.clone()), |package, function| {
            let HostFunction { name, signature, callable, is_async } = function;
            match is_async {
                true => package.async_value_function(name, &signature, move |args| callable.start(&args)),
                false => {
                    package.value_function(name, &signature, move |call, args| callable.call(call, &args))
                }
            }
        })
    }
}

/// An engine beneath the package's own class.
#[pyclass(frozen)]
pub(crate) struct CoreEngine {
    config: Config,
    packages: Mutex<Vec<Package>>,
}

#[pymethods]
impl CoreEngine {
    #[new]
    fn new(tier: &str, races: bool, compile_bytes: Option<u64>) -> PyResult<CoreEngine> {
        let tier = tier.parse().map_err(PyValueError::new_err)?;
        let config = Config { tier, races, compile_bytes, ..Config::default() };
        Ok(CoreEngine { config, packages: Mutex::default() })
    }

    /// Adds a function to a host package, for programs that are compiled from now on.
    fn add_function(
        &self,
        package: &str,
        name: &str,
        signature: &str,
        callable: Py<PyAny>,
        is_async: bool,
    ) -> PyResult<()> {
        let parsed = signature.parse::<HostSignature>();
        let signature = parsed.map_err(|e| PyValueError::new_err(format!("{name}: {e}")))?;
        let results = signature.results.len() - usize::from(signature.fails());
        let callable = Callable { callable: callable.into(), results };
        let function = HostFunction { name: name.into(), signature, callable, is_async };
        let mut packages = self.packages.lock().unwrap_or_else(PoisonError::into_inner);
        match packages.iter_mut().find(|there| there.path == package) {
            Some(there) => there.functions.push(function),
            None => packages.push(Package { path: package.into(), functions: vec![function] }),
        }
        Ok(())
    }

    /// Compiles files, names and texts. Those in folders, or with a `go.mod`, are a program of packages.
    fn compile(&self, py: Python<'_>, files: Vec<(String, String)>) -> PyResult<Module> {
        let packages = self.packages.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let compiled = py.detach(|| {
            let mut engine = Engine::new(self.config.clone());
            packages.iter().for_each(|package| engine.host_package(package.finished()));
            let is_tree = files.iter().any(|(name, _)| name.contains('/') || name == "go.mod");
            if is_tree {
                let with = |tree: MemoryTree, (name, text)| tree.with(name, text);
                let tree = files.into_iter().fold(MemoryTree::new(), with);
                return engine.compile(Program::in_tree(&tree, "")).map_err(|e| Ending::of_compilation(&e));
            }
            let source = |(name, text): (String, String)| SourceFile { name, text: text.into() };
            let files: Vec<SourceFile> = files.into_iter().map(source).collect();
            engine.compile(&files[..]).map_err(|failed| Ending::of_compilation(&failed))
        });
        compiled.map(Module).map_err(|ending| ending.raised(py))
    }
}

/// A compiled program: immutable, and used from any threads. Made by `Engine.compile`.
///
/// >>> text = "package main\nfunc Twice(n int) int { return 2 * n }\nfunc main() {}"
/// >>> purlin.Engine().compile(text).exports()
/// {'Twice': 'func(int) int'}
#[pyclass(frozen, module = "purlin")]
pub(crate) struct Module(pub(crate) purlin::Module);

/// The limits of the package's class.
fn limits(given: &Bound<'_, PyAny>) -> PyResult<Limits> {
    let usual = Limits::default();
    let field = |name: &str| given.getattr(name)?.extract::<Option<u64>>();
    let size = |name: &str, usual: usize| {
        given.getattr(name)?.extract::<Option<usize>>().map(|n| n.unwrap_or(usual))
    };
    Ok(Limits {
        gas: field("gas")?,
        alloc_bytes: field("alloc_bytes")?,
        heap_bytes: size("heap_bytes", usual.heap_bytes)?,
        stack_bytes: size("stack_bytes", usual.stack_bytes)?,
        call_depth: field("call_depth")?,
        output_bytes: field("output_bytes")?,
        deadline: after(field("time_ms")?),
        host_objects: usual.host_objects,
    })
}

/// The moment after so many milliseconds. One that no clock can tell is never.
pub(crate) fn after(ms: Option<u64>) -> Option<Instant> {
    Instant::now().checked_add(Duration::from_millis(ms?))
}

#[pymethods]
impl Module {
    /// Makes an isolate: one running instance of the program, with its own memory and limits.
    ///
    /// >>> module = purlin.Engine().compile("package main\nfunc Spin() { for {} }\nfunc main() {}")
    /// >>> isolate = module.isolate(purlin.Limits(gas=10_000))
    /// >>> isolate.call("Spin")
    /// Traceback (most recent call last):
    /// ...
    /// purlin.OutOfGas: out of gas
    #[pyo3(signature = (limits=None))]
    fn isolate(&self, limits: Option<&Bound<'_, PyAny>>) -> PyResult<Isolate> {
        let limits = limits.filter(|given| !given.is_none()).map(self::limits).transpose()?;
        Isolate::new(&self.0, limits.unwrap_or_default())
            .map_err(|e| PyOSError::new_err(format!("no address space: {e}")))
    }

    /// An exported function over scalars as one over columns in Arrow's format. `results` has types of
    /// results that say more than the guest's, as a timestamp for an integer: whatever has
    /// `__arrow_c_schema__`.
    ///
    /// >>> import pyarrow as pa
    /// >>> text = "package main\nfunc Later(ms int64) int64 { return ms + 1000 }\nfunc main() {}"
    /// >>> module = purlin.Engine().compile(text)
    /// >>> later = module.columnar("Later", results=[pa.timestamp("ms")])
    /// >>> pa.array(later(module.isolate(), pa.array([1, None])).columns[0]).type
    /// TimestampType(timestamp[ms])
    #[pyo3(signature = (name, *, results=None))]
    fn columnar(&self, py: Python<'_>, name: &str, results: Option<Vec<PyDataType>>) -> PyResult<Columnar> {
        let results = columns::types(results);
        py.detach(|| Columnar::new(&self.0, name, results)).map_err(|error| columns::refused(&error))
    }

    /// An exported type with the methods `Update`, `Merge` and `Result` on its pointers as an aggregate,
    /// which takes in rows by groups. `results` is as for `columnar`.
    ///
    /// >>> import pyarrow as pa
    /// >>> text = '''
    /// ... package main
    /// ... type Total struct{ Sum int64 }
    /// ... func (t *Total) Update(x int64)     { t.Sum += x }
    /// ... func (t *Total) Merge(other *Total) { t.Sum += other.Sum }
    /// ... func (t *Total) Result() int64      { return t.Sum }
    /// ... func main() {}
    /// ... '''
    /// >>> module = purlin.Engine().compile(text)
    /// >>> states = module.aggregate("Total").begin(module.isolate())
    /// >>> states.update(pa.array([0, 1, 0]), pa.array([1, 2, 3])).gas > 0
    /// True
    /// >>> pa.array(states.results().columns[0]).to_pylist()
    /// [4, 2]
    #[pyo3(signature = (name, *, results=None))]
    fn aggregate(&self, py: Python<'_>, name: &str, results: Option<Vec<PyDataType>>) -> PyResult<Aggregate> {
        let results = columns::types(results);
        py.detach(|| Aggregate::new(&self.0, name, results)).map_err(|error| columns::refused(&error))
    }

    /// An exported function that returns an `iter.Seq`, or any function that takes a `yield`, as one that
    /// gives a table. `columns` is as `results` for `columnar`.
    ///
    /// >>> import pyarrow as pa
    /// >>> text = '''
    /// ... package main
    /// ... func Every(ms int64) func(yield func(int64) bool) {
    /// ...     return func(yield func(int64) bool) {
    /// ...         for at := int64(0); yield(at); at += ms {
    /// ...         }
    /// ...     }
    /// ... }
    /// ... func main() {}
    /// ... '''
    /// >>> module = purlin.Engine().compile(text)
    /// >>> every = module.table("Every", columns=[pa.duration("ms")])
    /// >>> (batch,) = every(module.isolate(), 50, most=3)
    /// >>> pa.array(batch.columns[0]).cast(pa.int64()).to_pylist()
    /// [0, 50, 100]
    #[pyo3(signature = (name, *, columns=None))]
    fn table(&self, py: Python<'_>, name: &str, columns: Option<Vec<PyDataType>>) -> PyResult<Table> {
        let columns = columns::types(columns);
        py.detach(|| Table::new(&self.0, name, columns)).map_err(|error| columns::refused(&error))
    }

    /// The functions that a host may call, by name, with their signatures in the guest's language.
    fn exports<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let mut exports: Vec<_> = self.0.exports().collect();
        exports.sort_by(|a, b| a.name.cmp(&b.name));
        let dict = PyDict::new(py);
        exports.iter().try_for_each(|export| dict.set_item(&export.name, &export.signature))?;
        Ok(dict)
    }
}
