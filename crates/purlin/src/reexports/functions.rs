//! Functions at the border: those that a host gives to guests, with their objects and asynchronous answers,
//! and those that it calls.

/// Makes a package for guests of a module in Rust.
///
#[cfg_attr(feature = "go", doc = "```")]
#[cfg_attr(not(feature = "go"), doc = "```ignore")]
/// use purlin::{Config, Engine, Limits, SourceFile, Streams};
///
/// /// Package bank has accounts.
/// #[purlin::host_package("host/bank")]
/// mod bank {
///     /// Account is where money lies.
///     #[host(object)]
///     pub struct Account {
///         cents: i64,
///     }
///
///     impl Account {
///         pub fn open(cents: i64) -> Account {
///             Account { cents }
///         }
///
///         /// Deposit adds an amount, and returns the sum.
///         pub fn deposit(&mut self, amount: i64) -> i64 {
///             self.cents += amount;
///             self.cents
///         }
///     }
///
///     /// Limit is what one transfer may have.
///     pub fn limit() -> i64 {
///         1_000
///     }
/// }
///
/// let mut engine = Engine::new(Config::default());
/// engine.host_package(bank::package());
/// let text = r#"package main
/// import "host/bank"
/// func Sum() int64 { return bank.OpenAccount(40).Deposit(bank.Limit()) }
/// func main() {}"#;
/// let module = engine.compile(&[SourceFile { name: "main.go".into(), text: text.into() }])?;
/// let mut isolate = module.isolate((), Limits::default(), Streams::default())?;
/// assert_eq!(isolate.call::<_, i64>("Sum", ())?, 1_040);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub use purlin_macros::host_package;

/// The isolate, as a host function sees it that takes `&mut Call<'_>`.
///
#[cfg_attr(feature = "go", doc = "```")]
#[cfg_attr(not(feature = "go"), doc = "```ignore")]
/// use purlin::{Call, Config, Engine, HostPackage, Limits, SourceFile, Stop, Streams, TrapCode};
///
/// let package = HostPackage::new("host/disk")
///     .function("Hash", |call: &mut Call<'_>, data: &[u8]| -> Result<i64, Stop> {
///         // Work that grows with an argument is charged, and can be cancelled.
///         call.charge(data.len() as u64);
///         let mut sum = 0;
///         for block in data.chunks(1 << 20) {
///             if call.is_called_off() || call.gas_left().is_some_and(|units| units < 0) {
///                 break;
///             }
///             sum += block.iter().map(|byte| i64::from(*byte)).sum::<i64>();
///         }
///         *call.host::<u64>().expect("the isolate is made with a u64") += 1;
///         Ok(sum)
///     })
///     .function("Read", |call: &mut Call<'_>, name: &str| -> Result<(), Stop> {
///         if call.grants().readable(name.as_ref()).is_err() {
///             call.write_errors(format!("{name} is not for {}\n", call.args()[0]).as_bytes())?;
///             // A panic of the guest's, which it may recover from.
///             return Err(call.raise_trap(TrapCode::User, 0, 0));
///         }
///         call.write_output(b"...")
///     })
///     .function("Depth", |call: &mut Call<'_>| call.traceback().len() as i64)
///     .function("Fiber", |call: &mut Call<'_>| call.fiber_number());
/// let mut engine = Engine::new(Config::default());
/// engine.host_package(package);
/// let text = r#"package main
/// import "host/disk"
/// func Hash() int64 { return disk.Hash([]byte("abc")) }
/// func Read() (denied bool) {
///     defer func() { denied = recover() != nil }()
///     disk.Read("/etc/passwd")
///     return
/// }
/// func Where() (int64, uint64) { return disk.Depth(), disk.Fiber() }
/// func main() {}"#;
/// let module = engine.compile(&[SourceFile { name: "main.go".into(), text: text.into() }])?;
/// let mut isolate = module.isolate(0u64, Limits::default(), Streams::default())?;
/// isolate.set_args(vec!["guests".into()]);
/// assert_eq!(isolate.call::<_, i64>("Hash", ())?, 294);
/// assert_eq!(*isolate.host(), 1);
/// assert!(isolate.call::<_, bool>("Read", ())?);
/// let (depth, fiber) = isolate.call::<_, (i64, u64)>("Where", ())?;
/// assert!(depth == 1 && fiber > 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub use purlin_runtime::border::Call;

/// A part of what makes a Rust function one that guests call.
///
/// A host seldom names the traits of functions: closures and `fn` items implement them. It does where it
/// takes a function to pass it on:
///
/// ```
/// use purlin::{Argument, HostAnswer, HostFn, HostPackage, HostState};
///
/// /// Adds a function under two names.
/// fn twice<Marker>(to: HostPackage, names: [&str; 2], f: impl HostFn<Marker> + Clone) -> HostPackage {
///     to.function(names[0], f.clone()).function(names[1], f)
/// }
///
/// fn is_argument<T: Argument>() {}
/// fn is_answer<T: HostAnswer>() {}
/// fn is_state<T: HostState>() {}
///
/// let package = twice(HostPackage::new("host/math"), ["Abs", "Magnitude"], |n: i64| n.wrapping_abs());
/// assert_eq!(package.functions().count(), 2);
/// is_argument::<&str>();
/// is_answer::<Result<(i64, String), std::num::ParseIntError>>();
/// is_state::<Vec<String>>();
/// ```
pub use purlin_runtime::border::{Argument, HostAnswer, HostFn, HostState};

/// Functions that are methods of objects of the host.
///
/// ```
/// use purlin::{HostMethod, HostPackage, ObjectMethods};
///
/// /// Adds a method that all objects of the host's have.
/// fn with_close<T: Send + 'static, Marker>(
///     to: ObjectMethods<T>,
///     close: impl HostMethod<T, Marker>,
/// ) -> ObjectMethods<T> {
///     to.method("Close", close).doc("Close gives the object back.")
/// }
///
/// let package = HostPackage::new("host/io")
///     .object::<std::fs::File>("File", |file| with_close(file, |_: std::fs::File| ()));
/// assert_eq!(package.functions().next().unwrap().0, "File.Close");
/// ```
pub use purlin_runtime::border::HostMethod;

/// An object of the host, in the signature of a host function.
///
#[cfg_attr(feature = "go", doc = "```")]
#[cfg_attr(not(feature = "go"), doc = "```ignore")]
/// use purlin::{Config, Engine, HostPackage, Limits, Object, ObjectMut, ObjectRef, SourceFile, Streams};
///
/// struct Purse(i64);
///
/// let package = HostPackage::new("host/purse")
///     .object::<Purse>("Purse", |purse| purse.method("Count", |purse: &Purse| purse.0))
///     .function("New", |cents: i64| Object::new(Purse(cents)))
///     .function("Move", |from: ObjectMut<'_, Purse>, mut to: ObjectMut<'_, Purse>| {
///         let mut from = from;
///         to.0 += std::mem::take(&mut from.0);
///     })
///     .function("Richer", |a: ObjectRef<'_, Purse>, b: Option<ObjectRef<'_, Purse>>| {
///         b.is_none_or(|b| a.0 > b.0)
///     })
///     .function("Empty", |purse: Object<Purse>| purse.into_inner().map_or(0, |purse| purse.0));
/// let mut engine = Engine::new(Config::default());
/// engine.host_package(package);
/// let text = r#"package main
/// import "host/purse"
/// func Use() (bool, int64) {
///     a, b := purse.New(40), purse.New(2)
///     purse.Move(b, a)
///     return purse.Richer(a, b) && purse.Richer(b, nil), purse.Empty(a)
/// }
/// func Lend() *purse.Purse { return purse.New(7) }
/// func main() {}"#;
/// let module = engine.compile(&[SourceFile { name: "main.go".into(), text: text.into() }])?;
/// let mut isolate = module.isolate((), Limits::default(), Streams::default())?;
/// assert_eq!(isolate.call::<_, (bool, i64)>("Use", ())?, (true, 42));
/// // Of a result, the object leaves the isolate.
/// let lent: Object<Purse> = isolate.call("Lend", ())?;
/// assert_eq!(lent.into_inner().map(|purse| purse.0), Some(7));
/// assert_eq!(isolate.host_objects(), 1, "b is there until the isolate is reset");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub use purlin_runtime::border::{Object, ObjectMut, ObjectRef};

/// A function of a program that a host may call.
///
#[cfg_attr(feature = "go", doc = "```")]
#[cfg_attr(not(feature = "go"), doc = "```ignore")]
/// use purlin::{Config, Engine, SourceFile};
///
/// let text = r#"package main
/// func Scale(list []float64, by float64) []float64 { return nil }
/// func main() {}"#;
/// let source = SourceFile { name: "main.go".into(), text: text.into() };
/// let module = Engine::new(Config::default()).compile(&[source])?;
/// let export: &purlin::Export = module.exports().next().unwrap();
/// assert_eq!((&*export.name, &*export.signature), ("Scale", "func([]float64, float64) []float64"));
/// assert_eq!((export.params.len(), export.results.len()), (2, 1));
/// # Ok::<(), purlin::CompileError>(())
/// ```
pub use purlin_runtime::border::Export;

/// Types that calls of a guest's functions take or return.
///
/// What a host's own function takes to call any function of a guest's:
///
#[cfg_attr(feature = "go", doc = "```")]
#[cfg_attr(not(feature = "go"), doc = "```ignore")]
/// use purlin::{Config, Engine, Isolate, Limits, Params, Results, SourceFile, Streams, Trap};
///
/// /// Calls a function with so much gas, and says how much it took.
/// fn measured<P: Params, R: Results>(
///     isolate: &mut Isolate<()>,
///     name: &str,
///     params: P,
/// ) -> Result<(R, u64), Trap> {
///     let before = isolate.stats().gas;
///     let result = isolate.call(name, params)?;
///     Ok((result, isolate.stats().gas - before))
/// }
///
/// let text = "package main\nfunc Double(n int64) int64 { return 2 * n }\nfunc main() {}";
/// let source = SourceFile { name: "main.go".into(), text: text.into() };
/// let module = Engine::new(Config::default()).compile(&[source])?;
/// let mut isolate = module.isolate((), Limits::default(), Streams::default())?;
/// let (doubled, gas) = measured::<_, i64>(&mut isolate, "Double", (21i64,))?;
/// assert!(doubled == 42 && gas > 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub use purlin_runtime::border::{Params, Results};

/// An error that a guest's function returned.
///
#[cfg_attr(feature = "go", doc = "```")]
#[cfg_attr(not(feature = "go"), doc = "```ignore")]
/// use purlin::{Config, Engine, GuestError, Limits, SourceFile, Streams};
///
/// /// What the host makes of errors of guests.
/// #[derive(Debug, PartialEq)]
/// enum Refusal {
///     NoStock,
///     Other(String),
/// }
///
/// impl From<GuestError> for Refusal {
///     fn from(error: GuestError) -> Refusal {
///         match error.to_string().as_str() {
///             "no stock" => Refusal::NoStock,
///             other => Refusal::Other(other.to_string()),
///         }
///     }
/// }
///
/// let text = r#"package main
/// import "errors"
/// func Order() error { return errors.New("no stock") }
/// func main() {}"#;
/// let source = SourceFile { name: "main.go".into(), text: text.into() };
/// let module = Engine::new(Config::default()).compile(&[source])?;
/// let mut isolate = module.isolate((), Limits::default(), Streams::default())?;
/// assert_eq!(isolate.call::<_, Result<(), Refusal>>("Order", ())?, Err(Refusal::NoStock));
/// assert_eq!(String::from(GuestError::new("no such account")), "no such account");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub use purlin_runtime::border::GuestError;

/// Asynchronous functions that guests call.
///
/// ```
/// use purlin::{AsyncHostFn, HostPackage};
///
/// /// Adds a function of a service under a name that tells where it is.
/// fn remote<Marker>(to: HostPackage, name: &str, f: impl AsyncHostFn<Marker>) -> HostPackage {
///     to.async_function(format!("Remote{name}"), f)
/// }
///
/// let package = HostPackage::new("host/store");
/// let package = remote(package, "Get", |key: String| async move { key.len() as i64 });
/// assert_eq!(package.functions().next().unwrap().0, "RemoteGet");
/// ```
#[cfg(feature = "async")]
pub use purlin_runtime::border::AsyncHostFn;

/// Recorded answers of asynchronous host functions, for a replay.
///
#[cfg_attr(feature = "go", doc = "```")]
#[cfg_attr(not(feature = "go"), doc = "```ignore")]
/// use purlin::{Config, Engine, HostPackage, Limits, SourceFile, Streams};
/// use purlin::{RecordedAnswer, Recording, RecordingError};
///
/// let package = HostPackage::new("host/store")
///     .async_function("Get", |key: String| async move { key.to_uppercase() });
/// let mut engine = Engine::new(Config::default());
/// engine.host_package(package);
/// let text = "package main\nimport \"host/store\"\nfunc main() { println(store.Get(\"pen\")) }";
/// let module = engine.compile(&[SourceFile { name: "main.go".into(), text: text.into() }])?;
/// let mut isolate = module.isolate((), Limits::default(), Streams::default())?;
/// isolate.record_answers()?;
/// isolate.run()?;
/// let bytes = isolate.take_recording().to_bytes();
///
/// // Elsewhere, later: bytes may come from anywhere, and those of no recording are refused.
/// let recording = Recording::from_bytes(&bytes)?;
/// let refused: RecordingError = Recording::from_bytes(b"anything else").unwrap_err();
/// assert!(!refused.to_string().is_empty());
/// assert_eq!(recording.calls(), 1);
/// let answer: RecordedAnswer<'_> = recording.answers().next().unwrap();
/// assert_eq!((answer.function, answer.waited), ("host/store.Get", false));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[cfg(feature = "async")]
pub use purlin_runtime::border::Recording;

#[cfg(feature = "async")]
pub use purlin_runtime::border::{RecordedAnswer, RecordingError};
