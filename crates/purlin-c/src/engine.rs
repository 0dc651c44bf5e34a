//! Engines: a configuration and host functions, and what compiles programs with them.

use std::ffi::{c_char, c_void};
use std::sync::{Arc, Mutex, PoisonError};

use purlin::{Config, Engine, HostPackage, HostSignature, SourceFile, Tier};

use crate::guard::{entry, list, plain, put, put_handle, shared, taken, text, usage};
use crate::host::{AsyncCallback, Callback, User, purlin_free_user, purlin_host_function, purlin_host_start};
use crate::limits::limit;
use crate::module::purlin_module;
use crate::status::{Failed, PURLIN_USAGE, purlin_error};

/// Starts in the interpreter and compiles what is hot, in the background.
pub const PURLIN_TIER_AUTO: i32 = 0;
/// No machine code.
pub const PURLIN_TIER_INTERP: i32 = 1;
/// Everything is compiled before it runs first.
pub const PURLIN_TIER_NATIVE: i32 = 2;

/// How programs are compiled. `purlin_config_default` fills one; each field may then be changed.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct purlin_config {
    /// Bytes of this structure, as the program was compiled.
    pub size: usize,
    /// `PURLIN_TIER_AUTO` and so on. Results and gas are the same in all.
    pub tier: i32,
    /// Whether data races are looked for, which takes several times as long.
    pub races: bool,
    /// Bytes that compiling a program may take; no limit by default.
    pub compile_bytes: u64,
}

/// A file of a program: name and text.
#[repr(C)]
pub struct purlin_source {
    /// The name, whose ending tells the language.
    pub name: *const c_char,
    /// Bytes of the name.
    pub name_len: usize,
    /// The text, in UTF-8.
    pub text: *const c_char,
    /// Bytes of the text.
    pub text_len: usize,
}

#[derive(Clone)]
enum Function {
    Plain(Callback),
    Async(AsyncCallback),
}

/// A host package as it is put together.
#[derive(Clone)]
struct Package {
    path: String,
    declarations: Option<String>,
    functions: Vec<(String, HostSignature, Function)>,
}

impl Package {
    fn finished(&self) -> HostPackage {
        let package = match &self.declarations {
            Some(text) => HostPackage::declared(self.path.clone(), text.clone()),
            None => HostPackage::new(self.path.clone()),
        };
        self.functions.iter().fold(package, |package, (name, signature, function)| match function.clone() {
            Function::Plain(callback) => {
                package.value_function(name, signature, move |call, args| callback.call(call, &args))
            }
            Function::Async(callback) => {
                package.async_value_function(name, signature, move |args| callback.call(&args))
            }
        })
    }
}

/// What compiles programs. May be used from any threads, and freed before what it has compiled.
pub struct purlin_engine {
    config: Config,
    packages: Mutex<Vec<Package>>,
}

impl purlin_engine {
    fn package<T>(&self, path: &str, f: impl FnOnce(&mut Package) -> T) -> T {
        let mut packages = self.packages.lock().unwrap_or_else(PoisonError::into_inner);
        let n = packages.iter().position(|package| package.path == path).unwrap_or_else(|| {
            packages.push(Package { path: path.to_string(), declarations: None, functions: Vec::new() });
            packages.len() - 1
        });
        f(&mut packages[n])
    }

    /// An engine of the crate's, with the host packages that there are.
    fn engine(&self) -> Engine {
        let packages = self.packages.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let mut engine = Engine::new(self.config.clone());
        packages.iter().for_each(|package| engine.host_package(package.finished()));
        engine
    }
}

/// Fills in the defaults.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn purlin_config_default(config: *mut purlin_config) {
    let usual = purlin_config {
        size: size_of::<purlin_config>(),
        tier: PURLIN_TIER_AUTO,
        races: false,
        compile_bytes: crate::limits::PURLIN_UNLIMITED,
    };
    // SAFETY: the pointer is null or leads to room for one, by the contract of the border.
    unsafe { put(config, usual) };
}

fn config_of(given: Option<&purlin_config>) -> Result<Config, Failed> {
    let Some(given) = given else { return Ok(Config::default()) };
    if given.size != size_of::<purlin_config>() {
        return Err(usage("a configuration is made by purlin_config_default"));
    }
    let tier = match given.tier {
        PURLIN_TIER_AUTO => Tier::Auto,
        PURLIN_TIER_INTERP => Tier::Interp,
        PURLIN_TIER_NATIVE => Tier::Native,
        other => return Err(usage(format!("there is no tier {other}"))),
    };
    let compile_bytes = limit(given.compile_bytes);
    Ok(Config { tier, races: given.races, compile_bytes, ..Config::default() })
}

/// Makes an engine. Null for the configuration is the defaults.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn purlin_engine_new(
    config: *const purlin_config,
    engine: *mut *mut purlin_engine,
    error: *mut *mut purlin_error,
) -> i32 {
    // SAFETY: the pointers are null or good, by the contract of the border.
    unsafe {
        put(engine, std::ptr::null_mut());
        entry(error, || {
            let config = config_of(config.as_ref())?;
            put_handle(engine, purlin_engine { config, packages: Mutex::default() })
        })
    }
}

/// Frees an engine. Null is good.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn purlin_engine_free(engine: *mut purlin_engine) {
    // SAFETY: the caller gives the engine up.
    let engine = unsafe { taken(engine) };
    plain((), || drop(engine));
}

/// Gives a host package declarations in the guest's language, in the place of those that are derived from the
/// signatures of its functions, whose types may then be `_`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn purlin_engine_declare(
    engine: *const purlin_engine,
    package: *const c_char,
    package_len: usize,
    declarations: *const c_char,
    declarations_len: usize,
    error: *mut *mut purlin_error,
) -> i32 {
    // SAFETY: the pointers are null or good, and so many bytes lie there, by the contract of the border.
    unsafe {
        entry(error, || {
            let engine = shared(engine, "engine")?;
            let (path, given) = (text(package, package_len)?, text(declarations, declarations_len)?);
            engine.package(path, |package| package.declarations = Some(given.to_string()));
            Ok(())
        })
    }
}

/// Adds a function to a host package, for programs that are compiled from now on. The signature is such as
/// `(item: String, n: i64) -> Result<f64, Error>`: names of types as in Rust, and `_` where declarations are
/// given. `free_user` is called with `user` when nothing can call the function any more, also if this fails.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn purlin_engine_function(
    engine: *const purlin_engine,
    package: *const c_char,
    package_len: usize,
    name: *const c_char,
    name_len: usize,
    signature: *const c_char,
    signature_len: usize,
    function: purlin_host_function,
    user: *mut c_void,
    free_user: purlin_free_user,
    error: *mut *mut purlin_error,
) -> i32 {
    let user = Arc::new(User { user, free: free_user });
    // SAFETY: the pointers are null or good, and so many bytes lie there, by the contract of the border.
    unsafe {
        entry(error, || {
            let function = function.ok_or_else(|| usage("the function is null"))?;
            let place = (text(package, package_len)?, text(name, name_len)?);
            let signature = text(signature, signature_len)?;
            let make = |results| Function::Plain(Callback { function, user, results });
            add(shared(engine, "engine")?, place, signature, make)
        })
    }
}

/// `purlin_engine_function` for an asynchronous function: other goroutines run until its answer is there.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn purlin_engine_async_function(
    engine: *const purlin_engine,
    package: *const c_char,
    package_len: usize,
    name: *const c_char,
    name_len: usize,
    signature: *const c_char,
    signature_len: usize,
    start: purlin_host_start,
    user: *mut c_void,
    free_user: purlin_free_user,
    error: *mut *mut purlin_error,
) -> i32 {
    let user = Arc::new(User { user, free: free_user });
    // SAFETY: the pointers are null or good, and so many bytes lie there, by the contract of the border.
    unsafe {
        entry(error, || {
            let start = start.ok_or_else(|| usage("the function is null"))?;
            let place = (text(package, package_len)?, text(name, name_len)?);
            let signature = text(signature, signature_len)?;
            let make = |results| Function::Async(AsyncCallback { start, user, results });
            add(shared(engine, "engine")?, place, signature, make)
        })
    }
}

/// Adds a function, which is made for the number of its results that are no error.
fn add(
    engine: &purlin_engine,
    (path, name): (&str, &str),
    signature: &str,
    make: impl FnOnce(usize) -> Function,
) -> Result<(), Failed> {
    let signature: HostSignature =
        signature.parse().map_err(|e| purlin_error::new(PURLIN_USAGE, format!("{name}: {e}")))?;
    let function = make(signature.results.len() - usize::from(signature.fails()));
    engine.package(path, |package| package.functions.push((name.to_string(), signature, function)));
    Ok(())
}

/// Compiles a program of so many files. `PURLIN_COMPILE` if it does not compile; then the message has a line
/// for each thing that is wrong, `file:line:col: message`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn purlin_engine_compile(
    engine: *const purlin_engine,
    files: *const purlin_source,
    count: usize,
    module: *mut *mut purlin_module,
    error: *mut *mut purlin_error,
) -> i32 {
    // SAFETY: the pointers are null or good, and so many files lie there, by the contract of the border.
    unsafe {
        put(module, std::ptr::null_mut());
        entry(error, || {
            let source = |file: &purlin_source| {
                let (name, text) = (text(file.name, file.name_len)?, text(file.text, file.text_len)?);
                Ok(SourceFile { name: name.into(), text: text.into() })
            };
            let files = list(files, count)?.iter().map(source).collect::<Result<Vec<_>, Failed>>()?;
            let compiled = shared(engine, "engine")?.engine().compile(&files[..]);
            let compiled = compiled.map_err(|failed| purlin_error::of_compilation(&failed))?;
            put_handle(module, purlin_module(compiled))
        })
    }
}
