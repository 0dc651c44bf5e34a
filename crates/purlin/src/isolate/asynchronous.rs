//! Runs and calls as futures, asynchronous host functions, and recordings of their answers. Knows no
//! executor: what drives a run is whatever polls its future.

use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll};

use purlin_runtime::border::{
    AsyncHostFn, Bound, HostSignature, Params, Recording, Results, Returned, Value, ValuesFuture,
};
use purlin_runtime::trap::{Trap, TrapKind};
use purlin_runtime::vm::{Outcome, Vm};

use super::Isolate;
use crate::host::HostPackage;
use crate::module::Function;
use crate::values::ValueFunction;

/// A run that has begun. Dropped before its end, it ends the run.
struct Driven<'a> {
    vm: &'a mut Vm,
    ended: bool,
}

impl<'a> Driven<'a> {
    fn new(vm: &'a mut Vm) -> Driven<'a> {
        Driven { vm, ended: false }
    }
}

impl Future for Driven<'_> {
    type Output = Outcome;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Outcome> {
        let outcome = self.vm.drive_run(cx.waker());
        self.ended = outcome.is_ready();
        outcome
    }
}

impl Drop for Driven<'_> {
    fn drop(&mut self) {
        if !self.ended {
            self.vm.abandon();
        }
    }
}

impl HostPackage {
    /// Binds an asynchronous function: a closure that gives a future, with parameters that implement
    /// [`FromGuest`](crate::FromGuest) each; the future gives a [`HostAnswer`](crate::HostAnswer). While it
    /// waits, its goroutine does, and others run. It is polled on the thread that runs the isolate. What
    /// calls share is for the closure to capture, in an `Arc`.
    ///
    /// A panic in the closure or in the future ends the guest's run with a `Host` trap.
    ///
    /// Crossing costs gas as for [`HostPackage::function`], and waiting none.
    ///
    /// The example of [`Isolate::call_async`] binds one.
    pub fn async_function<Marker>(
        mut self,
        name: impl Into<String>,
        f: impl AsyncHostFn<Marker>,
    ) -> HostPackage {
        self.functions.push((format!("{}.{}", self.path, name.into()), f.bind_async()));
        self
    }
}

impl HostPackage {
    /// [`HostPackage::async_function`] with types that are data, as [`HostPackage::value_function`] has them.
    ///
    #[cfg_attr(feature = "go", doc = "```")]
    #[cfg_attr(not(feature = "go"), doc = "```ignore")]
    /// use purlin::{Config, Engine, HostPackage, Limits, SourceFile, Streams, Value};
    ///
    /// let signature = "(String) -> i64".parse()?;
    /// let package = HostPackage::new("host/store").async_value_function("Size", &signature, |args| {
    ///     Box::pin(async move {
    ///         let Value::Str(key) = &args[0] else { unreachable!("the type is a string") };
    ///         Ok(vec![Value::Int(key.len() as i64)])
    ///     })
    /// });
    /// let mut engine = Engine::new(Config::default());
    /// engine.host_package(package);
    /// let text = r#"package main
    /// import "host/store"
    /// func Look(key string) int64 { return store.Size(key) }
    /// func main() {}"#;
    /// let module = engine.compile(&[SourceFile { name: "main.go".into(), text: text.into() }])?;
    /// let mut isolate = module.isolate((), Limits::default(), Streams::default())?;
    /// # let runtime = tokio::runtime::Builder::new_current_thread().build()?;
    /// # runtime.block_on(async {
    /// let look = module.value_function("Look")?;
    /// let found = look.call_async(&mut isolate, vec![Value::Str("pen".into())]).await?;
    /// assert_eq!(found, Ok(vec![Value::Int(3)]));
    /// # Ok::<(), purlin::Trap>(()) })?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn async_value_function(
        self,
        name: impl Into<String>,
        signature: &HostSignature,
        f: impl Fn(Vec<Value>) -> ValuesFuture + Send + Sync + 'static,
    ) -> HostPackage {
        self.bound(name.into(), signature, Bound::of_values_async(signature, f))
    }
}

impl ValueFunction {
    /// [`ValueFunction::call`] as a future: see [`Isolate::call_async`].
    ///
    /// The example of [`HostPackage::async_value_function`] calls one.
    ///
    /// # Errors
    /// See [`ValueFunction::call`].
    pub async fn call_async<T: Send + 'static>(
        &self,
        isolate: &mut Isolate<T>,
        args: Vec<Value>,
    ) -> Result<Returned, Trap> {
        isolate.vm.begin_values(self.untyped(), &args)?;
        let outcome = Driven::new(&mut isolate.vm).await;
        isolate.vm.end_values(self.untyped(), outcome)
    }
}

impl<P: Params, R: Results> Function<P, R> {
    /// [`Function::call`] as a future: see [`Isolate::call_async`].
    ///
    /// # Errors
    /// See [`Function::call`].
    ///
    #[cfg_attr(feature = "go", doc = "```")]
    #[cfg_attr(not(feature = "go"), doc = "```ignore")]
    /// use purlin::{Config, Engine, Limits, SourceFile, Streams};
    ///
    /// let text = "package main\nfunc Double(n int64) int64 { return 2 * n }\nfunc main() {}";
    /// let source = SourceFile { name: "main.go".into(), text: text.into() };
    /// let module = Engine::new(Config::default()).compile(&[source])?;
    /// let mut isolate = module.isolate((), Limits::default(), Streams::default())?;
    /// # let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build()?;
    /// # runtime.block_on(async {
    /// let double = module.function::<(i64,), i64>("Double")?;
    /// assert_eq!(double.call_async(&mut isolate, (21,)).await?, 42);
    /// # Ok::<(), purlin::Trap>(()) })?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub async fn call_async<T: Send + 'static>(
        &self,
        isolate: &mut Isolate<T>,
        params: P,
    ) -> Result<R, Trap> {
        isolate.vm.begin_linked(&self.0, params)?;
        let outcome = Driven::new(&mut isolate.vm).await;
        let result = isolate.vm.end_linked(&self.0, outcome);
        isolate.vm.flush_output()?;
        result
    }
}

impl<T: Send + 'static> Isolate<T> {
    /// [`Isolate::call`] as a future, for any executor. Nothing begins before it is polled first. It returns
    /// to its executor while all goroutines wait for asynchronous host functions, and whenever it has used as
    /// much gas as [`Isolate::set_yield_interval`] says.
    ///
    /// Dropping it ends the call as a trap would: goroutines and the futures that they wait for are dropped.
    /// The isolate can run again, unless the call was to initialise the packages and had not done so: then it
    /// refuses to, before [`Isolate::reset`].
    ///
    /// [`Isolate::call`] calls the same functions, and blocks its thread where this waits.
    ///
    /// # Errors
    /// See [`Isolate::call`]. A call that ran out of gas keeps what it waits for, and is resumed by
    /// [`Isolate::resume_call_async`] or [`Isolate::resume_call`].
    ///
    #[cfg_attr(feature = "go", doc = "```")]
    #[cfg_attr(not(feature = "go"), doc = "```ignore")]
    /// use purlin::{Config, Engine, HostPackage, Limits, SourceFile, Streams};
    ///
    /// let package = HostPackage::new("host/store").async_function("Get", |key: String| async move {
    ///     // Requests to other services are awaited here.
    ///     if key.is_empty() { Err("no key") } else { Ok(key.to_uppercase()) }
    /// });
    /// let mut engine = Engine::new(Config::default());
    /// engine.host_package(package);
    /// let text = r#"package main
    /// import "host/store"
    /// func Look(key string) (string, error) { return store.Get(key) }
    /// func main() {}"#;
    /// let module = engine.compile(&[SourceFile { name: "main.go".into(), text: text.into() }])?;
    /// let mut isolate = module.isolate((), Limits::default(), Streams::default())?;
    /// # let runtime = tokio::runtime::Builder::new_current_thread().build()?;
    /// # runtime.block_on(async {
    /// let found: Result<String, String> = isolate.call_async("Look", ("pen",)).await?;
    /// assert_eq!(found, Ok("PEN".into()));
    /// # Ok::<(), purlin::Trap>(()) })?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub async fn call_async<P: Params, R: Results>(&mut self, name: &str, params: P) -> Result<R, Trap> {
        let function = self.vm.module().function::<P, R>(name)?;
        function.call_async(self, params).await
    }

    /// [`Isolate::run`] as a future: see [`Isolate::call_async`].
    ///
    /// # Errors
    /// See [`Isolate::run`].
    ///
    #[cfg_attr(feature = "go", doc = "```")]
    #[cfg_attr(not(feature = "go"), doc = "```ignore")]
    /// use purlin::{Config, Engine, Limits, SourceFile, Streams};
    ///
    /// let text = r#"package main
    /// func main() {
    ///     for i := 0; i < 1_000_000; i++ {
    ///     }
    /// }"#;
    /// let source = SourceFile { name: "main.go".into(), text: text.into() };
    /// let module = Engine::new(Config::default()).compile(&[source])?;
    /// let mut isolate = module.isolate((), Limits::default(), Streams::default())?;
    /// # let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build()?;
    /// # runtime.block_on(async {
    /// isolate.set_yield_interval(Some(100_000));
    /// isolate.run_async().await?;
    /// # Ok::<(), purlin::Trap>(()) })?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub async fn run_async(&mut self) -> Result<(), Trap> {
        let Some(main) = self.vm.module().0.ir().main else {
            return Err(Trap::new(TrapKind::Internal, "the program has no main function"));
        };
        let initialises = self.vm.module().0.init.is_some();
        self.vm.begin_program(main.as_u32(), initialises)?;
        let outcome = Driven::new(&mut self.vm).await;
        self.finish(outcome)
    }

    /// [`Isolate::resume`] as a future: see [`Isolate::call_async`].
    ///
    /// # Errors
    /// See [`Isolate::resume`].
    ///
    #[cfg_attr(feature = "go", doc = "```")]
    #[cfg_attr(not(feature = "go"), doc = "```ignore")]
    /// use purlin::{Config, Engine, Limits, SourceFile, Streams, TrapKind};
    ///
    /// let text = r#"package main
    /// func main() {
    ///     for i := 0; i < 1_000_000; i++ {
    ///     }
    /// }"#;
    /// let source = SourceFile { name: "main.go".into(), text: text.into() };
    /// let module = Engine::new(Config::default()).compile(&[source])?;
    /// let mut isolate = module.isolate((), Limits::default(), Streams::default())?;
    /// # let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build()?;
    /// # runtime.block_on(async {
    /// isolate.set_gas(Some(1_000));
    /// assert_eq!(isolate.run_async().await.unwrap_err().kind, TrapKind::OutOfGas);
    /// isolate.refuel(10_000_000);
    /// isolate.resume_async().await?;
    /// # Ok::<(), purlin::Trap>(()) })?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub async fn resume_async(&mut self) -> Result<(), Trap> {
        self.vm.begin_resumed_run()?;
        let outcome = Driven::new(&mut self.vm).await;
        self.finish(outcome)
    }

    /// [`Isolate::resume_call`] as a future: see [`Isolate::call_async`].
    ///
    /// # Errors
    /// See [`Isolate::resume_call`].
    ///
    #[cfg_attr(feature = "go", doc = "```")]
    #[cfg_attr(not(feature = "go"), doc = "```ignore")]
    /// use purlin::{Config, Engine, HostPackage, Limits, SourceFile, Streams, TrapKind};
    ///
    /// let package = HostPackage::new("host/store")
    ///     .async_function("Get", |key: String| async move { key.to_uppercase() });
    /// let mut engine = Engine::new(Config::default());
    /// engine.host_package(package);
    /// let text = r#"package main
    /// import "host/store"
    /// func Look(key string) string {
    ///     for i := 0; i < 1_000_000; i++ {
    ///     }
    ///     return store.Get(key)
    /// }
    /// func main() {}"#;
    /// let source = SourceFile { name: "main.go".into(), text: text.into() };
    /// let module = engine.compile(&[source])?;
    /// let mut isolate = module.isolate((), Limits::default(), Streams::default())?;
    /// # let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build()?;
    /// # runtime.block_on(async {
    /// isolate.set_gas(Some(1_000));
    /// let ended = isolate.call_async::<_, String>("Look", ("pen",)).await;
    /// assert_eq!(ended.unwrap_err().kind, TrapKind::OutOfGas);
    /// isolate.refuel(10_000_000);
    /// assert_eq!(isolate.resume_call_async::<String>().await?, "PEN");
    /// # Ok::<(), purlin::Trap>(()) })?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub async fn resume_call_async<R: Results>(&mut self) -> Result<R, Trap> {
        let resumed = self.vm.begin_resumed::<R>()?;
        let outcome = Driven::new(&mut self.vm).await;
        let result = self.vm.end_resumed(&resumed, outcome);
        self.vm.flush_output()?;
        result
    }

    /// Sets after how many units of gas a run that is a future returns to its executor, so that others have a
    /// turn; `None` is never. It does so at the end of a time slice, every 100,000 units. A million units if
    /// this is not called, which is less than a millisecond of most programs in the native tier.
    /// [`Isolate::reset`] keeps it. When it returns is no input of the guest's: results and gas do not depend
    /// on it.
    ///
    /// The example of [`Isolate::run_async`] sets it.
    pub fn set_yield_interval(&mut self, units: Option<u64>) {
        self.vm.set_yield_interval(units);
    }

    /// Begins to record the answers of asynchronous host functions, until [`Isolate::take_recording`] or
    /// [`Isolate::reset`]: their values, in which order the guest saw them, and when. They are inputs of the
    /// run, as arguments are: [`Isolate::replay`] gives them to it again, and it does the same, gas included,
    /// in every tier. A recording that takes more memory than the isolate's heap may ends the run with a trap
    /// of kind `OutOfMemory`.
    ///
    /// # Errors
    /// A trap of kind `Host` if a run is interrupted.
    ///
    #[cfg_attr(feature = "go", doc = "```")]
    #[cfg_attr(not(feature = "go"), doc = "```ignore")]
    /// use purlin::{Config, Engine, HostPackage, Limits, SourceFile, Streams};
    ///
    /// let package = HostPackage::new("host/store")
    ///     .async_function("Get", |key: String| async move { key.to_uppercase() });
    /// let mut engine = Engine::new(Config::default());
    /// engine.host_package(package);
    /// let text = r#"package main
    /// import "host/store"
    /// func Look(key string) string { return store.Get(key) }
    /// func main() {}"#;
    /// let source = SourceFile { name: "main.go".into(), text: text.into() };
    /// let module = engine.compile(&[source])?;
    /// let mut isolate = module.isolate((), Limits::default(), Streams::default())?;
    /// # let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build()?;
    /// # runtime.block_on(async {
    /// isolate.record_answers()?;
    /// let found: String = isolate.call_async("Look", ("pen",)).await?;
    /// let recording = isolate.take_recording();
    /// assert_eq!((recording.calls(), found.as_str()), (1, "PEN"));
    ///
    /// // The same run again, without the host.
    /// isolate.reset();
    /// isolate.replay(recording)?;
    /// assert_eq!(isolate.call::<_, String>("Look", ("pen",))?, "PEN");
    /// assert!(isolate.end_replay()?);
    /// # Ok::<(), purlin::Trap>(()) })?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn record_answers(&mut self) -> Result<(), Trap> {
        self.vm.record_answers()
    }

    /// Ends the recording, and returns what was recorded; an empty recording if there was none.
    ///
    /// The example of [`Isolate::record_answers`] shows a recording and its replay.
    pub fn take_recording(&mut self) -> Recording {
        self.vm.take_recording()
    }

    /// Lets runs and calls have the answers of a recording, until [`Isolate::end_replay`] or
    /// [`Isolate::reset`]: asynchronous host functions are not called. The isolate must be in the state that
    /// the recorded one was in, and the same runs and calls have to follow; other functions of the host's are
    /// called as ever.
    ///
    /// Where what follows is not what was recorded (a call of another function, with other arguments or at
    /// another time, an answer of another type, an answer that is missing), the run ends with a trap of kind
    /// `Host` that says so.
    ///
    /// # Errors
    /// A trap of kind `Host` if a run is interrupted.
    ///
    /// The example of [`Isolate::record_answers`] shows a recording and its replay.
    pub fn replay(&mut self, recording: Recording) -> Result<(), Trap> {
        self.vm.replay(recording)
    }

    /// Ends a replay: whether all recorded calls and answers came. False if there was none.
    ///
    /// # Errors
    /// A trap of kind `Host` if a run is interrupted.
    ///
    /// The example of [`Isolate::record_answers`] shows a recording and its replay.
    pub fn end_replay(&mut self) -> Result<bool, Trap> {
        self.vm.end_replay()
    }
}
