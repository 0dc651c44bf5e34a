//! Functions whose types a host knows only when it runs, as hosts in other languages than Rust do: exported
//! functions that are called with a list of values, and host functions that get one.

use purlin_runtime::border::{
    Bound, Call, Export, Failure, HostSignature, HostType, Returned, Untyped, Value,
};
use purlin_runtime::trap::Trap;

use crate::host::HostPackage;
use crate::isolate::Isolate;
use crate::module::Module;

/// An exported function of a module that is called with a [`Value`] for each parameter: see
/// [`Module::value_function`].
///
/// The example of [`Module::value_function`] calls one.
#[derive(Clone)]
pub struct ValueFunction(Untyped);

impl Module {
    /// The exported function of that name, to be called with values that are fitted to its types when they
    /// cross.
    ///
    /// # Errors
    /// A trap of kind `Host` if there is no such function, or the host cannot call it.
    ///
    #[cfg_attr(feature = "go", doc = "```")]
    #[cfg_attr(not(feature = "go"), doc = "```ignore")]
    /// use purlin::{Config, Engine, Limits, SourceFile, Streams, Value};
    ///
    /// let text = r#"package main
    /// import "errors"
    /// type Order struct {
    ///     Item   string
    ///     Amount int32
    /// }
    /// func Total(orders []Order, prices map[string]float64) (total float64, err error) {
    ///     for _, o := range orders {
    ///         if prices[o.Item] == 0 {
    ///             return 0, errors.New("no price for " + o.Item)
    ///         }
    ///         total += float64(o.Amount) * prices[o.Item]
    ///     }
    ///     return total, nil
    /// }
    /// func main() {}"#;
    /// let source = SourceFile { name: "main.go".into(), text: text.into() };
    /// let module = Engine::new(Config::default()).compile(&[source])?;
    /// let mut isolate = module.isolate((), Limits::default(), Streams::default())?;
    /// let total = module.value_function("Total")?;
    /// assert_eq!(total.export().signature, "func([]main.Order, map[string]float64) (float64, error)");
    ///
    /// let order = |item: &str| {
    ///     let fields = vec![("item".into(), Value::Str(item.into())), ("amount".into(), Value::Int(3))];
    ///     Value::List(vec![Value::Struct(fields)])
    /// };
    /// let prices = Value::Map(vec![(Value::Str("pen".into()), Value::Float(0.5))]);
    /// let sum = total.call(&mut isolate, &[order("pen"), prices.clone()])?;
    /// assert_eq!(sum.unwrap(), [Value::Float(1.5)]);
    /// let error = total.call(&mut isolate, &[order("ink"), prices])?.unwrap_err();
    /// assert_eq!(error.to_string(), "no price for ink");
    ///
    /// // What does not fit is a trap, and nothing runs.
    /// let trap = total.call(&mut isolate, &[Value::Int(1), Value::Null]).unwrap_err();
    /// assert_eq!(trap.message, "argument 1 of Total: 1 crosses where the guest has a list");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn value_function(&self, name: &str) -> Result<ValueFunction, Trap> {
        Ok(ValueFunction(self.callee(name)?.untyped()))
    }
}

impl ValueFunction {
    /// What the program exports.
    pub fn export(&self) -> &Export {
        self.0.callee().export()
    }

    /// Calls the function in an isolate of its module, as [`Isolate::call`] does.
    ///
    /// # Errors
    /// A trap of kind `Host` if a value does not cross, the isolate is one of another module, or the packages
    /// are not initialised; else as from [`Isolate::call`].
    pub fn call<T: Send + 'static>(
        &self,
        isolate: &mut Isolate<T>,
        args: &[Value],
    ) -> Result<Returned, Trap> {
        isolate.vm_mut().call_values(&self.0, args)
    }

    /// The types of parameters and results, if the function can be called by
    /// [`call_words`](ValueFunction::call_words): if all are numbers and booleans, eight at most.
    pub fn words(&self) -> Option<(&[HostType], &[HostType])> {
        self.0.words()
    }

    /// Calls a function of numbers and booleans with words, as quickly as a function whose types Rust knows.
    /// The first words are the parameters, and afterwards the results: integers of 64 bits, signed or not as
    /// their type is; the bits of floats; 0 or 1. Of a word for a narrower type only its low bits count.
    ///
    /// # Errors
    /// A trap of kind `Host` if the function has other types; else as from [`ValueFunction::call`].
    ///
    #[cfg_attr(feature = "go", doc = "```")]
    #[cfg_attr(not(feature = "go"), doc = "```ignore")]
    /// use purlin::{Config, Engine, HostType, Limits, SourceFile, Streams};
    ///
    /// let text = r#"package main
    /// func Half(n int64, up bool) (float64, int8) { return float64(n) / 2, -1 }
    /// func main() {}"#;
    /// let source = SourceFile { name: "main.go".into(), text: text.into() };
    /// let module = Engine::new(Config::default()).compile(&[source])?;
    /// let mut isolate = module.isolate((), Limits::default(), Streams::default())?;
    /// let half = module.value_function("Half")?;
    /// let (params, _) = half.words().unwrap();
    /// assert_eq!(params, [HostType::Int(8, true), HostType::Bool]);
    /// let mut words = [-3i64 as u64, 1, 0, 0, 0, 0, 0, 0];
    /// half.call_words(&mut isolate, &mut words)?;
    /// assert_eq!((f64::from_bits(words[0]), words[1] as i64), (-1.5, -1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn call_words<T: Send + 'static>(
        &self,
        isolate: &mut Isolate<T>,
        words: &mut [u64; 8],
    ) -> Result<(), Trap> {
        isolate.vm_mut().call_words(&self.0, words)
    }

    /// The function, for runs as futures.
    #[cfg(feature = "async")]
    pub(crate) fn untyped(&self) -> &Untyped {
        &self.0
    }
}

impl<T: Send + 'static> Isolate<T> {
    /// [`Isolate::resume`] for an interrupted call or run of which the results are not known: they are
    /// values, and none for a run.
    ///
    /// # Errors
    /// As from [`Isolate::resume`].
    ///
    #[cfg_attr(feature = "go", doc = "```")]
    #[cfg_attr(not(feature = "go"), doc = "```ignore")]
    /// use purlin::{Config, Engine, Limits, SourceFile, Streams, TrapKind, Value};
    ///
    /// let text = r#"package main
    /// func Sum(n int64) (s int64) { for i := range n { s += i }; return }
    /// func main() {}"#;
    /// let source = SourceFile { name: "main.go".into(), text: text.into() };
    /// let module = Engine::new(Config::default()).compile(&[source])?;
    /// let limits = Limits { gas: Some(1_000), ..Limits::default() };
    /// let mut isolate = module.isolate((), limits, Streams::default())?;
    /// let ended = module.value_function("Sum")?.call(&mut isolate, &[Value::Int(10_000)]);
    /// assert_eq!(ended.unwrap_err().kind, TrapKind::OutOfGas);
    /// isolate.refuel(1_000_000);
    /// assert_eq!(isolate.resume_values()?, Ok(vec![Value::Int(49_995_000)]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn resume_values(&mut self) -> Result<Returned, Trap> {
        self.vm_mut().resume_values()
    }
}

impl HostPackage {
    /// Binds a function with types that are data: the closure gets a value for each parameter, and gives one
    /// for each result that is no error. What does not fit the types ends the guest's run with a trap of kind
    /// `Host`, as a panic does. Names of parameters are taken from the signature.
    ///
    /// Crossing costs gas as for [`HostPackage::function`].
    ///
    #[cfg_attr(feature = "go", doc = "```")]
    #[cfg_attr(not(feature = "go"), doc = "```ignore")]
    /// use purlin::{Config, Engine, Failure, HostPackage, HostSignature, Limits, SourceFile, Streams, Value};
    ///
    /// let signature: HostSignature = "(item: String, n: i64) -> Result<f64, Error>".parse()?;
    /// let package = HostPackage::new("host/stock").value_function("Price", &signature, |_call, args| {
    ///     match &args[..] {
    ///         [Value::Str(item), Value::Int(n)] if item == "pen" => Ok(vec![Value::Float(*n as f64 / 2.0)]),
    ///         _ => Err(Failure::Error("no price".into())),
    ///     }
    /// });
    /// let mut engine = Engine::new(Config::default());
    /// engine.host_package(package);
    /// let declared = engine.declarations("go", "host/stock")?;
    /// assert!(declared.ends_with("Price(item string, n int64) (float64, error)\n"));
    /// let text = r#"package main
    /// import "host/stock"
    /// func Quote(item string) (float64, error) { return stock.Price(item, 3) }
    /// func main() {}"#;
    /// let module = engine.compile(&[SourceFile { name: "main.go".into(), text: text.into() }])?;
    /// let mut isolate = module.isolate((), Limits::default(), Streams::default())?;
    /// assert_eq!(isolate.call::<_, Result<f64, String>>("Quote", ("pen",))?, Ok(1.5));
    /// assert_eq!(isolate.call::<_, Result<f64, String>>("Quote", ("ink",))?, Err("no price".into()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn value_function(
        self,
        name: impl Into<String>,
        signature: &HostSignature,
        f: impl Fn(&mut Call<'_>, Vec<Value>) -> Result<Vec<Value>, Failure> + Send + Sync + 'static,
    ) -> HostPackage {
        self.bound(name.into(), signature, Bound::of_values(signature, f))
    }

    /// Adds a function, and names its parameters.
    pub(crate) fn bound(mut self, name: String, signature: &HostSignature, bound: Bound) -> HostPackage {
        self.functions.push((format!("{}.{name}", self.path), bound));
        match signature.names.is_empty() {
            true => self,
            false => self.parameters(signature.names.iter().cloned()),
        }
    }
}
