//! Data that crosses between host and guest: the traits that a type implements for it, and the cursors by
//! which values are written and read.

/// Lets values of a structure or an enumeration cross between host and guest.
///
#[cfg_attr(feature = "go", doc = "```")]
#[cfg_attr(not(feature = "go"), doc = "```ignore")]
/// use purlin::{Config, Engine, HostData, Limits, SourceFile, Streams};
///
/// #[derive(HostData, PartialEq, Debug)]
/// enum Shape {
///     Empty,
///     Circle(f64),
/// }
///
/// #[derive(HostData)]
/// struct Picture {
///     main_shape: Shape,
///     copies: u8,
/// }
///
/// let text = r#"package main
/// type Shape struct {
///     Kind   int64
///     Circle *float64
/// }
/// type Picture struct {
///     MainShape Shape
///     Copies    uint8
/// }
/// func Grow(p Picture) Shape {
///     if c := p.MainShape.Circle; c != nil {
///         *c *= float64(p.Copies)
///     }
///     return p.MainShape
/// }
/// func main() {}"#;
/// let source = SourceFile { name: "main.go".into(), text: text.into() };
/// let module = Engine::new(Config::default()).compile(&[source])?;
/// let mut isolate = module.isolate((), Limits::default(), Streams::default())?;
/// let grow = module.function::<(Picture,), Shape>("Grow")?;
/// let picture = |main_shape| Picture { main_shape, copies: 3 };
/// let grown = grow.call(&mut isolate, (picture(Shape::Circle(2.0)),))?;
/// assert_eq!(grown, Shape::Circle(6.0));
/// assert_eq!(grow.call(&mut isolate, (picture(Shape::Empty),))?, Shape::Empty);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub use purlin_macros::HostData;

/// Types whose values cross between host and guest. Hosts derive it for their own, or implement it by hand.
/// A structure is written and read field by field:
///
#[cfg_attr(feature = "go", doc = "```")]
#[cfg_attr(not(feature = "go"), doc = "```ignore")]
/// use purlin::{Config, Engine, HostData, Limits, SourceFile, Streams};
/// use purlin::{DataError, FromGuest, HostType, Reader, ToGuest, TypeBuilder, Writer, Written};
/// use purlin::{StructReader, StructWriter};
///
/// /// A length, which guests have as a structure of metres and centimetres.
/// #[derive(PartialEq, Debug)]
/// struct Centimetres(i64);
///
/// impl HostData for Centimetres {
///     fn host_type(types: &mut TypeBuilder) -> HostType {
///         types.structure("example::Centimetres", "Length", |types| {
///             vec![("metres".into(), i64::host_type(types)), ("rest".into(), i64::host_type(types))]
///         })
///     }
/// }
///
/// impl ToGuest for Centimetres {
///     fn write(&self, to: Writer<'_>) -> Result<Written, DataError> {
///         let mut fields: StructWriter<'_> = to.structure()?;
///         fields.named("metres", |to| (self.0 / 100).write(to))?;
///         fields.field(|to| (self.0 % 100).write(to))?;
///         fields.end()
///     }
/// }
///
/// impl FromGuest for Centimetres {
///     fn read(from: Reader<'_>) -> Result<Centimetres, DataError> {
///         let mut fields: StructReader<'_> = from.structure()?;
///         let (metres, rest) = (i64::read(fields.named("metres")?)?, i64::read(fields.field()?)?);
///         let sum = metres.checked_mul(100).and_then(|sum| sum.checked_add(rest));
///         sum.map(Centimetres).ok_or_else(|| DataError::new(format!("{metres} metres are too long")))
///     }
/// }
///
/// let text = r#"package main
/// type Length struct{ Metres, Rest int64 }
/// func Next(l Length) Length { return Length{l.Metres + 1, l.Rest} }
/// func main() {}"#;
/// let source = SourceFile { name: "main.go".into(), text: text.into() };
/// let module = Engine::new(Config::default()).compile(&[source])?;
/// let mut isolate = module.isolate((), Limits::default(), Streams::default())?;
/// let next = module.function::<(Centimetres,), Centimetres>("Next")?;
/// assert_eq!(next.call(&mut isolate, (Centimetres(142),))?, Centimetres(242));
/// let error = next.call(&mut isolate, (Centimetres(i64::MAX),)).unwrap_err();
/// assert!(error.message.contains("metres are too long"), "{error}");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub use purlin_runtime::border::HostData;

pub use purlin_runtime::border::{DataError, FromGuest, Reader, StructReader, StructWriter, ToGuest};
pub use purlin_runtime::border::{TypeBuilder, Writer, Written};

/// The type of a value that crosses, as the host knows it.
///
/// ```
/// use purlin::{HostType, type_of};
///
/// assert_eq!(type_of::<Vec<Option<i64>>>().to_string(), "Vec<Option<i64>>");
/// assert_eq!(type_of::<Vec<u8>>(), HostType::Slice(HostType::Int(1, false).into()));
/// ```
///
/// A guest derives declarations from the types of a package's functions, which
/// [`HostType::with_objects`] gives the names of its objects:
///
/// ```
/// use purlin::{HostType, Object, ObjectType, type_of};
///
/// let ty = type_of::<Vec<Object<u64>>>();
/// let named = ty.with_objects(&|object| ObjectType { name: "Counter".into(), ..object.clone() });
/// assert_eq!(named.to_string(), "Vec<Object<Counter>>");
/// ```
pub use purlin_runtime::border::HostType;

/// A part of a [`HostType`].
///
/// ```
/// use purlin::{EnumType, HostData, HostType, StructType, type_of};
///
/// #[derive(HostData)]
/// enum Colour {
///     Red,
///     Green,
/// }
///
/// #[derive(HostData)]
/// struct Dot {
///     colour: Colour,
///     size: f32,
/// }
///
/// let HostType::Struct(dot) = type_of::<Dot>() else { unreachable!() };
/// let StructType { name, fields, .. } = &*dot;
/// assert_eq!((name.as_str(), fields[1].clone()), ("Dot", ("size".to_string(), HostType::F32)));
/// let HostType::Enum(colour) = &fields[0].1 else { unreachable!() };
/// assert_eq!(colour.variants, ["Red", "Green"]);
/// ```
///
/// [`TypeBuilder::enumeration`] makes such a type:
///
/// ```
/// use purlin::{HostType, TypeBuilder};
///
/// let ty = TypeBuilder::default().enumeration("Colour", &["Red", "Green"]);
/// assert!(matches!(ty, HostType::Enum(_)));
/// ```
pub use purlin_runtime::border::{EnumType, StructType};

pub use purlin_runtime::border::ObjectType;

pub use purlin_runtime::border::type_of;

/// The deepest nesting of data that crosses.
///
#[cfg_attr(feature = "go", doc = "```")]
#[cfg_attr(not(feature = "go"), doc = "```ignore")]
/// use purlin::{Config, Engine, Limits, MAX_DEPTH, SourceFile, Streams};
///
/// let text = r#"package main
/// type Node struct{ Next *Node }
/// func List(n int) (list *Node) {
///     for range n {
///         list = &Node{list}
///     }
///     return
/// }
/// func main() {}"#;
/// #[derive(purlin::HostData)]
/// struct Node {
///     next: Option<Box<Node>>,
/// }
/// let source = SourceFile { name: "main.go".into(), text: text.into() };
/// let module = Engine::new(Config::default()).compile(&[source])?;
/// let mut isolate = module.isolate((), Limits::default(), Streams::default())?;
/// let list = module.function::<(i64,), Option<Box<Node>>>("List")?;
/// assert!(list.call(&mut isolate, (i64::from(MAX_DEPTH),)).is_ok());
/// let error = list.call(&mut isolate, (i64::from(MAX_DEPTH) + 1,)).err().unwrap();
/// assert_eq!(error.message, "data that crosses is nested deeper than 256");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub use purlin_runtime::border::MAX_DEPTH;

/// A cursor for lists: slices and arrays of the guest.
///
/// A type of the host's that crosses as a list:
///
#[cfg_attr(feature = "go", doc = "```")]
#[cfg_attr(not(feature = "go"), doc = "```ignore")]
/// use std::collections::BTreeSet;
/// use purlin::{Config, Engine, HostData, HostPackage, Limits, SourceFile, Streams};
/// use purlin::{DataError, FromGuest, HostType, Reader, ToGuest, TypeBuilder, Writer, Written};
///
/// /// Words, each once, in order. Guests have them as `[]string`.
/// struct Words(BTreeSet<String>);
///
/// impl HostData for Words {
///     fn host_type(types: &mut TypeBuilder) -> HostType {
///         Vec::<String>::host_type(types)
///     }
/// }
///
/// impl ToGuest for Words {
///     fn write(&self, to: Writer<'_>) -> Result<Written, DataError> {
///         let mut elements = to.slice(self.0.len())?;
///         self.0.iter().try_for_each(|word| elements.element(|to| to.str(word)))?;
///         elements.end()
///     }
/// }
///
/// impl FromGuest for Words {
///     fn read(from: Reader<'_>) -> Result<Words, DataError> {
///         let words = from.slice()?.map(|from| Ok(from.str()?.into_owned()));
///         words.collect::<Result<_, DataError>>().map(Words)
///     }
/// }
///
/// let text = r#"package main
/// import "host/words"
/// func Count(text []string) int { return len(words.Sorted(text)) }
/// func main() {}"#;
/// let mut engine = Engine::new(Config::default());
/// engine.host_package(HostPackage::new("host/words").function("Sorted", |words: Words| words));
/// let module = engine.compile(&[SourceFile { name: "main.go".into(), text: text.into() }])?;
/// let mut isolate = module.isolate((), Limits::default(), Streams::default())?;
/// assert_eq!(isolate.call::<_, i64>("Count", (vec!["b", "a", "b"],))?, 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub use purlin_runtime::border::{SliceReader, SliceWriter};

/// A cursor for maps.
///
/// A type of the host's that crosses as a map:
///
#[cfg_attr(feature = "go", doc = "```")]
#[cfg_attr(not(feature = "go"), doc = "```ignore")]
/// use purlin::{Config, Engine, HostData, HostPackage, Limits, SourceFile, Streams};
/// use purlin::{DataError, FromGuest, HostType, MapReader, Reader, ToGuest, TypeBuilder, Writer, Written};
///
/// /// Pairs in an order of their own. Guests have them as `map[string]int64`.
/// struct Pairs(Vec<(String, i64)>);
///
/// impl HostData for Pairs {
///     fn host_type(types: &mut TypeBuilder) -> HostType {
///         HostType::Map((String::host_type(types), i64::host_type(types)).into())
///     }
/// }
///
/// impl ToGuest for Pairs {
///     fn write(&self, to: Writer<'_>) -> Result<Written, DataError> {
///         let mut entries = to.map(self.0.len())?;
///         self.0.iter().try_for_each(|(key, n)| entries.entry(|to| to.str(key), |to| n.write(to)))?;
///         entries.end()
///     }
/// }
///
/// impl FromGuest for Pairs {
///     fn read(from: Reader<'_>) -> Result<Pairs, DataError> {
///         let entries: MapReader<'_> = from.map()?;
///         let read = |(key, n): (Reader<'_>, Reader<'_>)| Ok((String::read(key)?, i64::read(n)?));
///         entries.map(read).collect::<Result<_, DataError>>().map(Pairs)
///     }
/// }
///
/// let text = r#"package main
/// import "host/pairs"
/// func Sum() (sum int64) {
///     for _, n := range pairs.Doubled(map[string]int64{"a": 1, "b": 2}) {
///         sum += n
///     }
///     return
/// }
/// func main() {}"#;
/// let doubled = |pairs: Pairs| Pairs(pairs.0.into_iter().map(|(key, n)| (key, 2 * n)).collect());
/// let mut engine = Engine::new(Config::default());
/// engine.host_package(HostPackage::new("host/pairs").function("Doubled", doubled));
/// let module = engine.compile(&[SourceFile { name: "main.go".into(), text: text.into() }])?;
/// let mut isolate = module.isolate((), Limits::default(), Streams::default())?;
/// assert_eq!(isolate.call::<_, i64>("Sum", ())?, 6);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub use purlin_runtime::border::{MapReader, MapWriter};

/// What tells an implementation which types the guest has.
///
/// A type of the host's that takes whatever the guest has ([`HostType::Any`]), and looks what that is:
///
#[cfg_attr(feature = "go", doc = "```")]
#[cfg_attr(not(feature = "go"), doc = "```ignore")]
/// use purlin::{Config, Engine, HostData, Limits, SourceFile, Streams};
/// use purlin::{DataError, DataKind, FromGuest, HostType, Reader, ToGuest, TypeBuilder, Writer, Written};
///
/// #[derive(Clone, PartialEq, Debug)]
/// enum Value {
///     Nothing,
///     Int(i64),
///     Text(String),
///     List(Vec<Value>),
///     Fields(Vec<(String, Value)>),
/// }
///
/// impl HostData for Value {
///     fn host_type(_: &mut TypeBuilder) -> HostType {
///         HostType::Any
///     }
/// }
///
/// impl FromGuest for Value {
///     fn read(from: Reader<'_>) -> Result<Value, DataError> {
///         Ok(match from.kind() {
///             DataKind::Int(8, true) => Value::Int(i64::read(from)?),
///             DataKind::Str => Value::Text(from.str()?.into_owned()),
///             DataKind::List => Value::List(from.slice()?.map(Value::read).collect::<Result<_, _>>()?),
///             DataKind::Option => from.option()?.map_or(Ok(Value::Nothing), Value::read)?,
///             DataKind::Struct(fields) => {
///                 let mut values = from.structure()?;
///                 let read = |field: &purlin::GuestField| {
///                     Ok((field.name.clone(), Value::read(values.field()?)?))
///                 };
///                 Value::Fields(fields.iter().map(read).collect::<Result<_, DataError>>()?)
///             }
///             other => return Err(DataError::new(format!("{other:?} is not expected"))),
///         })
///     }
/// }
///
/// impl ToGuest for Value {
///     fn write(&self, to: Writer<'_>) -> Result<Written, DataError> {
///         match (to.kind(), self) {
///             (DataKind::Option, Value::Nothing) => to.none(),
///             (DataKind::Option, value) => to.some(|to| value.write(to)),
///             (_, Value::Int(n)) => n.write(to),
///             (_, Value::Text(text)) => to.str(text),
///             (_, Value::List(list)) => list.write(to),
///             (_, Value::Fields(fields)) => {
///                 let mut to = to.structure()?;
///                 fields.iter().try_for_each(|(name, value)| to.field_named(name, |to| value.write(to)))?;
///                 to.end_of_named()
///             }
///             (kind, Value::Nothing) => Err(DataError::new(format!("nothing crosses as {kind:?}"))),
///         }
///     }
/// }
///
/// let text = r#"package main
/// type Order struct {
///     Item string
///     Note *string
///     Size []int64
/// }
/// func Same(o Order) Order { return o }
/// func main() {}"#;
/// let source = SourceFile { name: "main.go".into(), text: text.into() };
/// let module = Engine::new(Config::default()).compile(&[source])?;
/// let mut isolate = module.isolate((), Limits::default(), Streams::default())?;
/// let order = |size: &str, note| {
///     let list = Value::List(vec![Value::Int(2), Value::Int(3)]);
///     let item = ("Item".to_string(), Value::Text("pen".into()));
///     Value::Fields(vec![item, ("Note".into(), note), (size.into(), list)])
/// };
/// let same: Value = isolate.call("Same", (order("size", Value::Nothing),))?;
/// assert_eq!(same, order("Size", Value::Nothing));
/// let note = Value::Text("blue".into());
/// let same: Value = isolate.call("Same", (order("Size", note.clone()),))?;
/// assert_eq!(same, order("Size", note));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub use purlin_runtime::border::{DataKind, GuestField};
