//! Values and types of hosts that know them only when they run.

/// A value that says itself what it is; it is fitted to what the guest has where it crosses.
///
/// - Integers fit every integer type that holds them, and floats that hold them exactly.
/// - A map with keys that are text is also a structure, and the other way round; a list is also a structure,
///   with its fields in order. Names of fields may differ in style. Fields that are not named are zero.
/// - A pointer is `Null` or what it leads to.
/// - What is read is: `Int` for all integers that it holds, else `Uint`; `Bytes` for slices and arrays of
///   bytes; `Struct` with the guest's names of fields; `Map` in the order in which the program sees it.
///
#[cfg_attr(feature = "go", doc = "```")]
#[cfg_attr(not(feature = "go"), doc = "```ignore")]
/// use purlin::{Config, Engine, Limits, SourceFile, Streams, Value};
///
/// let text = r#"package main
/// type Line struct {
///     UnitPrice uint8
///     Tags      []string
///     Note      *string
/// }
/// func Same(l Line) Line { return l }
/// func main() {}"#;
/// let source = SourceFile { name: "main.go".into(), text: text.into() };
/// let module = Engine::new(Config::default()).compile(&[source])?;
/// let mut isolate = module.isolate((), Limits::default(), Streams::default())?;
/// let text = |text: &str| Value::Str(text.into());
/// let line = |price| Value::Map(vec![(text("unit_price"), price), (text("tags"), Value::List(vec![]))]);
/// let same: Value = isolate.call("Same", (line(Value::Int(120)),))?;
/// let Value::Struct(fields) = &same else { panic!("{}", same.kind()) };
/// assert_eq!(fields[0], ("UnitPrice".into(), Value::Int(120)));
/// assert_eq!(fields[2], ("Note".into(), Value::Null));
/// let trap = isolate.call::<_, Value>("Same", (line(Value::Int(300)),)).unwrap_err();
/// assert_eq!(trap.message, "300 is no u8");
///
/// // Numbers and booleans have a word, as `ValueFunction::call_words` takes it.
/// let ty = purlin::type_of::<f64>();
/// assert_eq!(Value::of_word(Value::Int(2).to_word(&ty)?, &ty), Value::Float(2.0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub use purlin_runtime::border::Value;

/// The types of a host function as text: what [`HostType`](crate::HostType) displays, with names of
/// parameters where there are some, and structures written out.
///
/// | text | Go |
/// |---|---|
/// | `bool`, `i8` … `i64`, `u8` … `u64`, `f32`, `f64` | the same types |
/// | `String`, `Vec<u8>` | `string`, `[]byte` |
/// | `Vec<T>`, `[T; 3]`, `Option<T>`, `HashMap<K, V>` | `[]T`, `[3]T`, `*T`, `map[K]V` |
/// | `Line{item: String, n: i64}` | a structure `Line` of the package with these fields |
/// | `() -> ()`, `-> T`, `-> (T, U)`, `-> Result<T, Error>` | no result, `T`, `(T, U)`, `(T, error)` |
/// | `_` | what the package's declarations say |
///
/// ```
/// use purlin::{HostSignature, HostType};
///
/// let signature: HostSignature = "(item: String, n: i64) -> Result<f64, Error>".parse()?;
/// assert_eq!(signature.names, ["item", "n"]);
/// assert_eq!(signature.params[0], HostType::Str);
/// assert!(signature.fails());
/// let error = "(item: text)".parse::<HostSignature>().unwrap_err();
/// assert_eq!(error.to_string(), "signature, byte 7: there is no type text");
/// # Ok::<(), purlin::SignatureError>(())
/// ```
pub use purlin_runtime::border::HostSignature;

/// Why a text is no [`HostSignature`].
///
/// The example of [`HostSignature`] shows one.
pub use purlin_runtime::border::SignatureError;

/// Why a host function over values gives none.
///
/// The example of [`HostPackage::value_function`](crate::HostPackage::value_function) gives one.
pub use purlin_runtime::border::Failure;

/// What a function that is called with values returned: its results, or the error that is the last of them.
///
/// The example of [`Module::value_function`](crate::Module::value_function) gets both.
pub use purlin_runtime::border::Returned;

#[cfg(feature = "async")]
/// The future of an asynchronous host function over values.
///
/// The example of [`HostPackage::async_value_function`](crate::HostPackage::async_value_function) makes one.
pub use purlin_runtime::border::ValuesFuture;
