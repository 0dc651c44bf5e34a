//! The Go source of a function: what `CREATE FUNCTION` says becomes a program with one exported function.

use datafusion::arrow::datatypes::{DataType, TimeUnit};

use crate::program::plan_error;

/// The type of Go's for a column, if it can be written down.
fn go_type(ty: &DataType) -> Option<String> {
    let name = match ty {
        DataType::Boolean => "bool",
        DataType::Int8 => "int8",
        DataType::Int16 => "int16",
        DataType::Int32 | DataType::Date32 | DataType::Time32(_) => "int32",
        DataType::Int64
        | DataType::Date64
        | DataType::Timestamp(TimeUnit::Second | TimeUnit::Millisecond | TimeUnit::Microsecond, _)
        | DataType::Timestamp(TimeUnit::Nanosecond, _)
        | DataType::Time64(_)
        | DataType::Duration(_) => "int64",
        DataType::UInt8 => "uint8",
        DataType::UInt16 => "uint16",
        DataType::UInt32 => "uint32",
        DataType::UInt64 => "uint64",
        DataType::Float32 => "float32",
        DataType::Float64 => "float64",
        DataType::Utf8 | DataType::LargeUtf8 => "string",
        DataType::Binary | DataType::LargeBinary => "[]byte",
        DataType::List(item) | DataType::LargeList(item) if item.data_type().is_numeric() => {
            return Some(format!("[]{}", go_type(item.data_type())?));
        }
        _ => return None,
    };
    Some(name.to_string())
}

/// Arrow's type by which a column of this one crosses: query engines have several for texts.
pub(crate) fn crossing(ty: &DataType) -> DataType {
    match ty {
        DataType::Utf8View => DataType::Utf8,
        DataType::BinaryView => DataType::Binary,
        other => other.clone(),
    }
}

/// The exported name of a function of SQL: `unit_price` is `UnitPrice`.
pub(crate) fn exported(name: &str) -> String {
    let word = |word: &str| {
        let mut letters = word.chars();
        letters
            .next()
            .map(|first| first.to_uppercase().chain(letters).collect::<String>())
            .unwrap_or_default()
    };
    name.split('_').map(word).collect()
}

/// Whether a source seems to declare a type of this name, which tells what its author meant.
pub(crate) fn declares_type(text: &str, name: &str) -> bool {
    let words: Vec<&str> = text.split_whitespace().collect();
    words.windows(2).any(|two| two == ["type", name])
}

/// What a body is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Form {
    /// A whole file, which begins with its package clause.
    File,
    /// Declarations, of which one is the function.
    Declarations,
    /// The statements of the function.
    Statements,
}

fn form(body: &str) -> Form {
    let mut lines = body.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with("//"));
    match lines.next() {
        Some(first) if first.starts_with("package ") => Form::File,
        _ if body
            .lines()
            .any(|line| line.starts_with("func ") || line.trim_start().starts_with("func (")) =>
        {
            Form::Declarations
        }
        _ if body.trim_start().starts_with("func ") => Form::Declarations,
        _ => Form::Statements,
    }
}

/// The program for a function of SQL with these parameters and this result. Lines of `body` that begin with
/// `import` come first in it. The error is what cannot be written down.
pub(crate) fn program(
    name: &str,
    params: &[(Option<String>, DataType)],
    result: &DataType,
    body: &str,
) -> Result<String, String> {
    let form = form(body);
    if form == Form::File {
        return Ok(body.to_string());
    }
    let is_import = |line: &&str| line.trim_start().starts_with("import \"");
    let imports: Vec<&str> = body.lines().filter(is_import).map(str::trim).collect();
    let rest: Vec<&str> = body.lines().map(|line| if is_import(&line) { "" } else { line }).collect();
    let (imports, rest) = (imports.join("; "), rest.join("\n"));
    let head =
        if imports.is_empty() { "package main".to_string() } else { format!("package main; {imports}") };
    if form == Form::Declarations {
        return Ok(format!("{head}; {rest}\nfunc main() {{}}\n"));
    }
    let written =
        |ty: &DataType| go_type(ty).ok_or(format!("{ty} has no type in Go that could be written for it"));
    let mut list = Vec::new();
    for (n, (name, ty)) in params.iter().enumerate() {
        let name = name.clone().unwrap_or_else(|| format!("arg{}", n + 1));
        list.push(format!("{name} {}", written(ty)?));
    }
    let (params, result) = (list.join(", "), written(result)?);
    Ok(format!("{head}; func {}({params}) {result} {{{rest}\n}}\nfunc main() {{}}\n", exported(name)))
}

/// The program that `CREATE FUNCTION` makes of a body: a file, declarations, or the statements of a function
/// that has these parameters, of which one without a name is `arg1`, `arg2` and so on.
///
/// # Errors
/// The body is statements, and a type has none in Go that could be written for it.
///
/// ```
/// use datafusion::arrow::datatypes::DataType::{Int64, Utf8};
///
/// let text = purlin_datafusion::source_of("size_of", &[(Some("s"), Utf8)], &Int64, "return int64(len(s))")?;
/// assert!(text.contains("func SizeOf(s string) int64 {return int64(len(s))"));
/// # Ok::<(), datafusion::error::DataFusionError>(())
/// ```
pub fn source_of(
    name: &str,
    params: &[(Option<&str>, DataType)],
    result: &DataType,
    body: &str,
) -> datafusion::error::Result<String> {
    let named = params.iter().map(|(name, ty)| (name.map(String::from), crossing(ty)));
    program(name, &named.collect::<Vec<_>>(), &crossing(result), body).map_err(|why| plan_error(name, why))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bodies_become_programs_whose_lines_stay() {
        let params = [(Some("a".to_string()), DataType::Float64), (None, DataType::Int64)];
        let text =
            program("unit_price", &params, &DataType::Utf8, "\n  import \"fmt\"\n  return fmt.Sprint(a)")
                .unwrap();
        let expected = "package main; import \"fmt\"; func UnitPrice(a float64, arg2 int64) string {\n\n  \
                        return fmt.Sprint(a)\n}\nfunc main() {}\n";
        assert_eq!(text, expected);
        let whole =
            program("f", &params, &DataType::Utf8, "\nfunc F(a float64, n int64) string { return \"\" }");
        assert_eq!(
            whole.unwrap(),
            "package main; \nfunc F(a float64, n int64) string { return \"\" }\nfunc main() {}\n"
        );
        assert_eq!(program("f", &[], &DataType::Null, "package main").unwrap(), "package main");
        assert!(program("f", &[], &DataType::Null, "return 1").unwrap_err().contains("Null"));
    }
}
