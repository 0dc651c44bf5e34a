//! What a run has and how it ends: limits, streams, grants, cancelling, traps; and trusted bytes.

/// Bounds on what an isolate may use.
///
/// `docs/limits.md` in the repository has a table with what each limit counts and how a run ends at it.
///
#[cfg_attr(feature = "go", doc = "```")]
#[cfg_attr(not(feature = "go"), doc = "```ignore")]
/// use std::time::{Duration, Instant};
/// use purlin::{Config, Engine, Limits, SourceFile, Streams, TrapKind};
///
/// let text = "package main\nfunc main() { list := []int{}; for { list = append(list, 1) } }";
/// let source = SourceFile { name: "main.go".into(), text: text.into() };
/// let module = Engine::new(Config::default()).compile(&[source])?;
/// let limits = Limits {
///     gas: Some(1_000_000_000),
///     heap_bytes: 16 << 20,
///     output_bytes: Some(64 << 10),
///     deadline: Some(Instant::now() + Duration::from_secs(60)),
///     ..Limits::default()
/// };
/// let trap = module.isolate((), limits, Streams::default())?.run().unwrap_err();
/// assert_eq!(trap.kind, TrapKind::OutOfMemory);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub use purlin_runtime::vm::Limits;

/// What a program reads and writes.
///
/// Nothing to read, and what is written is dropped, unless a host gives others. `docs/embedding.md` in the
/// repository shows how output is captured.
///
#[cfg_attr(feature = "go", doc = "```")]
#[cfg_attr(not(feature = "go"), doc = "```ignore")]
/// use purlin::{Config, Engine, Limits, SourceFile, Streams};
///
/// let text = "package main\nimport \"fmt\"\nfunc main() { var n int; fmt.Scan(&n); fmt.Println(2 * n) }";
/// let source = SourceFile { name: "main.go".into(), text: text.into() };
/// let module = Engine::new(Config::default()).compile(&[source])?;
/// let streams = Streams {
///     input: Box::new(&b"21\n"[..]),
///     output: Box::new(std::io::stdout()),
///     errors: Box::new(std::io::stderr()),
/// };
/// module.isolate((), Limits::default(), streams)?.run()?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub use purlin_runtime::vm::Streams;

/// A handle that stops an isolate from any thread.
///
#[cfg_attr(feature = "go", doc = "```")]
#[cfg_attr(not(feature = "go"), doc = "```ignore")]
/// use purlin::{Config, Engine, Limits, SourceFile, Streams, TrapKind};
///
/// let text = "package main\nfunc main() { for {} }";
/// let source = SourceFile { name: "main.go".into(), text: text.into() };
/// let module = Engine::new(Config::default()).compile(&[source])?;
/// let mut isolate = module.isolate((), Limits::default(), Streams::default())?;
/// let canceller = isolate.canceller();
/// let watcher = std::thread::spawn(move || {
///     canceller.cancel();
///     canceller.is_cancelled()
/// });
/// assert_eq!(isolate.run().unwrap_err().kind, TrapKind::Cancelled);
/// assert!(watcher.join().unwrap());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub use purlin_runtime::vm::Canceller;

/// Why a run or a call has no result.
///
#[cfg_attr(feature = "go", doc = "```")]
#[cfg_attr(not(feature = "go"), doc = "```ignore")]
/// use purlin::{Config, Engine, Limits, SourceFile, Streams, Trap, TrapKind};
///
/// /// What a service answers for a run that ended otherwise than it should.
/// fn status(trap: &Trap) -> u16 {
///     match trap.kind {
///         TrapKind::OutOfGas | TrapKind::Deadline | TrapKind::OutOfMemory => 429,
///         TrapKind::Cancelled => 499,
///         TrapKind::Host | TrapKind::Io | TrapKind::Internal => 500,
///         _ => 422,
///     }
/// }
///
/// let text = "package main\nfunc At(i int) int { return []int{1, 2}[i] }\nfunc main() {}";
/// let source = SourceFile { name: "main.go".into(), text: text.into() };
/// let module = Engine::new(Config::default()).compile(&[source])?;
/// let mut isolate = module.isolate((), Limits::default(), Streams::default())?;
/// let trap = isolate.call::<_, i64>("At", (2i64,)).unwrap_err();
/// assert_eq!((trap.kind.name(), status(&trap)), ("Uncaught", 422));
/// assert!(trap.to_string().contains("index out of range"));
/// assert!(trap.fiber > 0 && !trap.frames.is_empty());
/// // A host has traps of its own too.
/// assert_eq!(status(&Trap::new(TrapKind::Host, "the ledger is closed")), 500);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub use purlin_runtime::trap::Trap;

pub use purlin_runtime::trap::TrapKind;

/// A part of a [`Trap`] that says where it happened.
///
#[cfg_attr(feature = "go", doc = "```")]
#[cfg_attr(not(feature = "go"), doc = "```ignore")]
/// use purlin::{Config, Created, Engine, Frame, Limits, SourceFile, Streams, TrapKind, Waiting};
///
/// let text = r#"package main
/// func wait(c chan int) { <-c }
/// func main() {
///     c := make(chan int)
///     go wait(c)
///     wait(c)
/// }"#;
/// let source = SourceFile { name: "main.go".into(), text: text.into() };
/// let module = Engine::new(Config::default()).compile(&[source])?;
/// let trap = module.isolate((), Limits::default(), Streams::default())?.run().unwrap_err();
/// assert_eq!(trap.kind, TrapKind::Deadlock);
/// let waiting: &Waiting = &trap.waiting[1];
/// assert_eq!((waiting.fiber, waiting.what), (2, "chan receive"));
/// let frame: &Frame = &waiting.frames[0];
/// assert_eq!(module.func_name(frame.func), "main.wait");
/// let Some(Created { at, fiber }) = waiting.created.clone() else { unreachable!() };
/// assert_eq!((module.func_name(at.func), fiber), ("main.main", 1));
/// assert_eq!(module.line_col(at.pos).unwrap().line, 5);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub use purlin_runtime::trap::{Created, Frame, Waiting};

/// Files that a program may read, or read and change, variables of the environment that it may see, and what
/// its random bytes follow from.
///
/// ```
/// use purlin::{Denial, Grants};
///
/// # let folder = std::env::temp_dir().join(format!("purlin-doc-grants-{}", std::process::id()));
/// # std::fs::create_dir_all(&folder)?;
/// # std::fs::write(folder.join("data.txt"), "1 2 3")?;
/// let grants = Grants::none().allow_read(&folder)?.set_env("MODE", "quick").allow_env("NOT_SET_HERE");
/// assert!(grants.readable(&folder.join("data.txt")).is_ok());
/// assert!(grants.readable(&folder.join("..")).is_err());
/// assert_eq!(grants.env("MODE"), Some(Some("quick")));
/// assert_eq!((grants.env("NOT_SET_HERE"), grants.env("HOME")), (Some(None), None));
/// assert_eq!(grants.variables().collect::<Vec<_>>(), [("MODE", "quick")]);
/// // What was asked for in vain.
/// assert_eq!(grants.denials(), [Denial::Read(folder.join("..")), Denial::Env("HOME".into())]);
/// // What random bytes follow from. A host takes it from its system; without it, everyone knows the key.
/// let key = [7; 32];
/// assert_eq!(Grants::none().allow_entropy(key).entropy(), Some(&key));
/// assert_eq!(Grants::none().entropy(), None);
/// // What may be changed may be read, too.
/// assert!(Grants::none().allow_write(&folder)?.readable(&folder.join("data.txt")).is_ok());
/// # std::fs::remove_dir_all(&folder)?;
/// # Ok::<(), std::io::Error>(())
/// ```
pub use purlin_runtime::grants::Grants;

/// A request of a program that was denied.
///
/// ```
/// let denial = purlin::Denial::Env("HOME".into());
/// assert_eq!(denial.to_string(), "reading $HOME was denied; --allow-env=HOME would allow it");
/// ```
pub use purlin_runtime::grants::Denial;

/// Bytes of a compiled module that a host vouches for.
///
#[cfg_attr(feature = "go", doc = "```")]
#[cfg_attr(not(feature = "go"), doc = "```ignore")]
/// use purlin::{Config, Engine, SourceFile, Trusted};
///
/// # let folder = std::env::temp_dir().join(format!("purlin-doc-trusted-{}", std::process::id()));
/// # std::fs::create_dir_all(&folder)?;
/// # use std::os::unix::fs::PermissionsExt;
/// # std::fs::set_permissions(&folder, std::fs::Permissions::from_mode(0o700))?;
/// let source = SourceFile { name: "main.go".into(), text: "package main\nfunc main() {}".into() };
/// let engine = Engine::new(Config::default());
/// let bytes = engine.compile(&[source])?.serialize()?;
///
/// // A file that no other user can write needs no promise.
/// let file = folder.join("main.module");
/// std::fs::write(&file, &bytes)?;
/// # std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o600))?;
/// let trusted = Trusted::read(&file)?;
/// assert_eq!(**trusted.bytes(), bytes);
/// assert!(engine.deserialize(&trusted)?.has_main());
///
/// // SAFETY: the bytes were written by this very program.
/// let trusted = unsafe { Trusted::new(bytes) };
/// assert!(engine.deserialize(&trusted)?.has_main());
/// # std::fs::remove_dir_all(&folder)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub use purlin_runtime::trusted::Trusted;

/// The end of a process whose work is done.
///
/// ```no_run
/// # fn run_all() -> bool { true }
/// let code = if run_all() { 0 } else { 1 };
/// // Large modules and isolates need not be freed one by one.
/// purlin::end_at_once(code);
/// ```
pub use purlin_runtime::process::end_at_once;
