//! Values of Python's as values that cross, and back. Knows neither guests nor calls.

use purlin::Value;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBool, PyByteArray, PyBytes, PyDict, PyFloat, PyInt, PyList, PyString, PyTuple};

/// How deep values may be nested: what is deeper is a circle.
const DEEPEST: usize = 500;

/// A value of Python's, by its type.
pub(crate) fn from_python(object: &Bound<'_, PyAny>) -> PyResult<Value> {
    value(object, 0)
}

fn value(object: &Bound<'_, PyAny>, depth: usize) -> PyResult<Value> {
    if depth > DEEPEST {
        return Err(PyValueError::new_err(format!("values are nested deeper than {DEEPEST}")));
    }
    if object.is_none() {
        return Ok(Value::Null);
    }
    if let Ok(value) = object.cast::<PyBool>() {
        return Ok(Value::Bool(value.is_true()));
    }
    if object.is_instance_of::<PyInt>() {
        return match object.extract::<i64>() {
            Ok(value) => Ok(Value::Int(value)),
            Err(_) => object.extract::<u64>().map(Value::Uint),
        };
    }
    if let Ok(value) = object.cast::<PyFloat>() {
        return Ok(Value::Float(value.value()));
    }
    if let Ok(text) = object.cast::<PyString>() {
        return Ok(Value::Str(text.to_cow()?.into_owned()));
    }
    if let Ok(bytes) = object.cast::<PyBytes>() {
        return Ok(Value::Bytes(bytes.as_bytes().to_vec()));
    }
    parts(object, depth + 1)
}

/// A value of several parts.
fn parts(object: &Bound<'_, PyAny>, inner: usize) -> PyResult<Value> {
    if let Ok(list) = object.cast::<PyList>() {
        return list.iter().map(|part| value(&part, inner)).collect::<PyResult<_>>().map(Value::List);
    }
    if let Ok(tuple) = object.cast::<PyTuple>() {
        return tuple.iter().map(|part| value(&part, inner)).collect::<PyResult<_>>().map(Value::List);
    }
    if let Ok(dict) = object.cast::<PyDict>() {
        let entry =
            |(key, part): (Bound<'_, _>, Bound<'_, _>)| Ok((value(&key, inner)?, value(&part, inner)?));
        return dict.iter().map(entry).collect::<PyResult<_>>().map(Value::Map);
    }
    if let Ok(bytes) = object.cast::<PyByteArray>() {
        return Ok(Value::Bytes(bytes.to_vec()));
    }
    let py = object.py();
    if let Ok(fields) = object.get_type().getattr(intern!(py, "__dataclass_fields__")) {
        let field = |name: Bound<'_, PyAny>| {
            let name = name.cast_into::<PyString>()?;
            Ok((name.to_cow()?.into_owned(), value(&object.getattr(&name)?, inner)?))
        };
        return fields.try_iter()?.map(|name| field(name?)).collect::<PyResult<_>>().map(Value::Struct);
    }
    // Scalars and arrays of numpy, and views of memory.
    let has = |name| object.hasattr(name).unwrap_or(false);
    if has(intern!(py, "dtype")) && has(intern!(py, "tolist")) {
        return value(&object.call_method0(intern!(py, "tolist"))?, inner);
    }
    if has(intern!(py, "tobytes")) {
        return value(&object.call_method0(intern!(py, "tobytes"))?, inner);
    }
    let class = object.get_type().name()?;
    Err(PyTypeError::new_err(format!("an object of type {class} does not cross")))
}

/// A value as an object of Python's.
pub(crate) fn to_python<'py>(py: Python<'py>, value: &Value) -> PyResult<Bound<'py, PyAny>> {
    Ok(match value {
        Value::Null => py.None().into_bound(py),
        Value::Bool(value) => PyBool::new(py, *value).to_owned().into_any(),
        Value::Int(value) => value.into_pyobject(py)?.into_any(),
        Value::Uint(value) => value.into_pyobject(py)?.into_any(),
        Value::Float(value) => PyFloat::new(py, *value).into_any(),
        Value::Str(text) => PyString::new(py, text).into_any(),
        Value::Bytes(bytes) => PyBytes::new(py, bytes).into_any(),
        Value::List(values) => {
            let parts = values.iter().map(|value| to_python(py, value)).collect::<PyResult<Vec<_>>>()?;
            PyList::new(py, parts)?.into_any()
        }
        Value::Map(entries) => {
            let dict = PyDict::new(py);
            for (key, value) in entries {
                dict.set_item(key_to_python(py, key)?, to_python(py, value)?)?;
            }
            dict.into_any()
        }
        Value::Struct(fields) => {
            let dict = PyDict::new(py);
            for (name, value) in fields {
                dict.set_item(name, to_python(py, value)?)?;
            }
            static STRUCT: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
            STRUCT.import(py, "purlin._values", "Struct")?.call1((dict,))?
        }
    })
}

/// The key of a map: lists and structures are tuples there, which have a hash.
fn key_to_python<'py>(py: Python<'py>, key: &Value) -> PyResult<Bound<'py, PyAny>> {
    let parts: Vec<&Value> = match key {
        Value::List(values) => values.iter().collect(),
        Value::Struct(fields) => fields.iter().map(|(_, value)| value).collect(),
        other => return to_python(py, other),
    };
    let parts = parts.into_iter().map(|part| key_to_python(py, part)).collect::<PyResult<Vec<_>>>()?;
    Ok(PyTuple::new(py, parts)?.into_any())
}

/// What a function returned: nothing, its result, or a tuple of several.
pub(crate) fn results<'py>(py: Python<'py>, values: &[Value]) -> PyResult<Bound<'py, PyAny>> {
    match values {
        [] => Ok(py.None().into_bound(py)),
        [one] => to_python(py, one),
        several => {
            let parts = several.iter().map(|value| to_python(py, value)).collect::<PyResult<Vec<_>>>()?;
            Ok(PyTuple::new(py, parts)?.into_any())
        }
    }
}

/// The values that a host function returned, as many as its signature has.
pub(crate) fn returned(object: &Bound<'_, PyAny>, count: usize) -> PyResult<Vec<Value>> {
    match count {
        0 => Ok(Vec::new()),
        1 => Ok(vec![from_python(object)?]),
        _ => match from_python(object)? {
            Value::List(values) => Ok(values),
            other => Ok(vec![other]),
        },
    }
}
