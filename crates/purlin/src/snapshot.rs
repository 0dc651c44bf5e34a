//! Snapshots of a module whose packages are initialised: isolates begin from one instead of initialising
//! themselves. What a snapshot consists of is the business of the run time.

use std::fmt;
use std::io;
use std::sync::Arc;

use purlin_runtime::trap::Trap;
use purlin_runtime::vm::{self, Limits, NoSnapshot, Streams, Vm};

use crate::isolate::Isolate;
use crate::module::Module;
use crate::slot::Slot;

/// What the initialisation runs with that makes a snapshot.
///
/// ```
/// use purlin::{Limits, SnapshotConfig};
///
/// // An initialisation that takes more gas than this makes no snapshot.
/// let limits = Limits { gas: Some(100_000_000), ..Limits::default() };
/// let config = SnapshotConfig { limits, args: vec!["program".into()] };
/// assert_eq!(config.args.len(), 1);
/// ```
#[derive(Clone, Debug, Default)]
pub struct SnapshotConfig {
    /// What the initialisation may use. Isolates that limit call depth or bytes allocated can begin from a
    /// snapshot only if its limits have the same two, none of them larger than theirs.
    pub limits: Limits,
    /// The arguments that the program sees, its own name first, also in the isolates that begin from the
    /// snapshot. One that is given others by [`Isolate::set_args`] initialises itself, if the initialisation
    /// looks at them.
    pub args: Vec<String>,
}

/// The state of a module whose packages are initialised, as it is before anything else runs. Cheap to clone.
///
/// An isolate that begins from a snapshot continues as if it had initialised itself: gas, virtual time, the
/// sequence of random numbers, the counters of [`Isolate::stats`] and what counts against its limits are the
/// same, and so are traps and output. Where its own initialisation would not have gone the same way (it has
/// less gas than that takes, say), it is a fresh isolate, which initialises itself; so does each on which
/// [`Isolate::run`] is called first, as `main` and the initialisation then are one run.
///
#[cfg_attr(feature = "go", doc = "```")]
#[cfg_attr(not(feature = "go"), doc = "```ignore")]
/// use purlin::{Config, Engine, Limits, PoolConfig, SnapshotConfig, SourceFile, Streams};
///
/// let text = r#"package main
/// var squares = map[int64]int64{}
/// func init() {
///     for i := int64(0); i < 10_000; i++ {
///         squares[i] = i * i
///     }
/// }
/// func Square(n int64) int64 { return squares[n] }
/// func main() {}"#;
/// let source = SourceFile { name: "main.go".into(), text: text.into() };
/// let module = Engine::new(Config::default()).compile(&[source])?;
/// let snapshot = module.snapshot(SnapshotConfig::default())?;
/// let pool = snapshot.pool(PoolConfig::default());
/// let mut isolate = pool.isolate((), Limits::default(), Streams::default())?;
/// assert_eq!(isolate.stats().gas, snapshot.gas());
/// assert_eq!(isolate.call::<_, i64>("Square", (12i64,))?, 144);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Snapshot {
    module: Module,
    state: Arc<vm::Snapshot>,
}

/// Pairs of isolates that are compared before a module has no snapshot.
const ATTEMPTS: usize = 4;

/// Why a module has no snapshot.
///
#[cfg_attr(feature = "go", doc = "```")]
#[cfg_attr(not(feature = "go"), doc = "```ignore")]
/// use purlin::{Config, Engine, SnapshotConfig, SnapshotError, SourceFile};
///
/// let text = r#"package main
/// import "fmt"
/// func init() { fmt.Println("ready") }
/// func main() {}"#;
/// let source = SourceFile { name: "main.go".into(), text: text.into() };
/// let module = Engine::new(Config::default()).compile(&[source])?;
/// let error = module.snapshot(SnapshotConfig::default()).err().unwrap();
/// assert!(matches!(error, SnapshotError::Does(_)));
/// assert!(error.to_string().starts_with("no snapshot: the initialisation "));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub enum SnapshotError {
    /// The initialisation ended by this trap.
    Ended(Trap),
    /// The initialisation does something that isolates cannot have in common: what, to follow "the
    /// initialisation".
    Does(String),
    /// The system gives no memory, or the limits ask for code that cannot be made.
    System(io::Error),
}

impl fmt::Display for SnapshotError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SnapshotError::Ended(trap) => {
                write!(f, "no snapshot: the initialisation ended by a trap: {trap}")
            }
            SnapshotError::Does(what) => write!(f, "no snapshot: the initialisation {what}"),
            SnapshotError::System(error) => write!(f, "no snapshot: {error}"),
        }
    }
}

impl std::error::Error for SnapshotError {}

impl From<NoSnapshot> for SnapshotError {
    fn from(why: NoSnapshot) -> SnapshotError {
        match why {
            NoSnapshot::Ended(trap) => SnapshotError::Ended(trap),
            NoSnapshot::Does(what) => SnapshotError::Does(what),
        }
    }
}

impl From<io::Error> for SnapshotError {
    fn from(error: io::Error) -> SnapshotError {
        SnapshotError::System(error)
    }
}

impl Module {
    /// Initialises the packages, twice, and keeps their state for isolates to begin from.
    ///
    /// # Errors
    /// The initialisation ends by a trap; or it writes or reads streams, asks for files, variables of the
    /// environment or entropy, calls the host, or leaves fibers or timers behind; or its state depends on
    /// addresses.
    ///
    /// The example of [`Snapshot`] makes one.
    pub fn snapshot(&self, config: SnapshotConfig) -> Result<Snapshot, SnapshotError> {
        let mut first = self.initialised(&config)?;
        let mut refused = None;
        // What the collector takes for an address is not the same in all tiers; with time the code is.
        for _ in 0..ATTEMPTS {
            let mut second = self.initialised(&config)?;
            match vm::Snapshot::of(&first, &mut second) {
                Ok(state) => return Ok(Snapshot { module: self.clone(), state: Arc::new(state) }),
                Err(why) => refused = Some(why),
            }
            // The second was collected to find out more.
            drop(second);
            first = self.initialised(&config)?;
        }
        Err(refused.map_or_else(|| SnapshotError::Does("has no results".into()), SnapshotError::from))
    }

    fn initialised(&self, config: &SnapshotConfig) -> Result<Box<Vm>, SnapshotError> {
        let form = self.0.forms.for_limits(&config.limits, false)?;
        let shared = form.shared.clone();
        let mut vm = Vm::new(shared, config.limits.clone(), Streams::default(), Box::new(()))?;
        form.tiers.prepare(&mut vm)?;
        vm.world.args = config.args.clone();
        vm.initialise(self.0.init.map(|init| init.as_u32()))?;
        Ok(vm)
    }
}

impl Snapshot {
    /// An isolate that begins from the snapshot, in no pool: that takes about as long as copying the state.
    ///
    /// # Errors
    /// As from [`Module::isolate`].
    ///
    #[cfg_attr(feature = "go", doc = "```")]
    #[cfg_attr(not(feature = "go"), doc = "```ignore")]
    /// use purlin::{Config, Engine, Limits, SnapshotConfig, SourceFile, Streams};
    ///
    /// let text = r#"package main
    /// var list = make([]int64, 1000)
    /// func Len() int64 { return int64(len(list)) }
    /// func main() {}"#;
    /// let source = SourceFile { name: "main.go".into(), text: text.into() };
    /// let module = Engine::new(Config::default()).compile(&[source])?;
    /// let snapshot = module.snapshot(SnapshotConfig::default())?;
    /// assert!(snapshot.gas() > 0 && snapshot.bytes() >= 8000);
    /// assert!(snapshot.module().has_main());
    /// let mut isolate = snapshot.isolate((), Limits::default(), Streams::default())?;
    /// assert_eq!(isolate.call::<_, i64>("Len", ())?, 1000);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn isolate<T: Send + 'static>(
        &self,
        host: T,
        limits: Limits,
        streams: Streams,
    ) -> io::Result<Isolate<T>> {
        let form = self.module.0.forms.for_limits(&limits, false)?;
        let mut vm = Vm::new(form.shared.clone(), limits, streams, Box::new(host))?;
        form.tiers.prepare(&mut vm)?;
        self.begin(&mut vm)?;
        Ok(Isolate::in_slot(Slot::alone(vm, self.module.clone())))
    }

    /// Lets a fresh isolate of the module begin from the snapshot, if it can.
    pub(crate) fn begin(&self, vm: &mut Vm) -> io::Result<()> {
        vm.begin_from(&self.state)
    }

    /// The module whose state this is.
    pub fn module(&self) -> &Module {
        &self.module
    }

    /// Units of gas that the initialisation takes, which each isolate that begins from the snapshot has used.
    pub fn gas(&self) -> u64 {
        self.state.gas()
    }

    /// Bytes of heap that the state takes in each isolate.
    pub fn bytes(&self) -> usize {
        self.state.bytes()
    }
}
