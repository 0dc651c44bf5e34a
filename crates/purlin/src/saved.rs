//! Compiled modules as bytes, and back: [`Module::serialize`], [`Engine::deserialize`].
//!
//! A module is written as it is: what the front end made, and of that what was optimised, lowered and
//! compiled so far. When it is read, tables are put together as by the linker, and functions stay packed
//! until they are used. Only the build that wrote a module reads it; `docs/compiled-modules.md` says what is
//! compared.

use std::fmt;
use std::sync::Arc;

use purlin_base::wire::{self, Malformed, Packed, PackedList, Reader, Wire, Writer};
use purlin_base::{SourceMap, wire_structs};
use purlin_ir as ir;
use purlin_runtime::border::Export;
use purlin_runtime::build;
use purlin_runtime::trusted::Trusted;
use purlin_runtime::types::Types;

use crate::compile::{self, Parts};
use crate::config::Config;
use crate::engine::Engine;
use crate::guest::{GuestTables, HostDeclaration};
use crate::measure::Ledger;
use crate::middle::{self, When};
use crate::module::Module;
use crate::tiers::Kept;

const MAGIC: &[u8; 8] = b"purlin\0m";
/// Raised whenever what follows the header means something else.
const FORMAT: u32 = 5;
/// Magic, format, length of all bytes, digest of those after the header.
const HEADER: usize = 8 + 4 + 8 + 8;

/// Why a module cannot be serialised. The example of [`Guest`](crate::Guest) gets one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SerializeError(String);

impl fmt::Display for SerializeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for SerializeError {}

/// Why bytes are not read as a module.
///
/// ```
/// use purlin::{Config, DeserializeError, Engine, Trusted};
///
/// // SAFETY: these bytes are no module, as is noticed.
/// let bytes = unsafe { Trusted::new(b"something else".to_vec()) };
/// let error = Engine::new(Config::default()).deserialize(&bytes).err();
/// assert_eq!(error, Some(DeserializeError::NotAModule));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DeserializeError {
    /// The bytes do not begin as a compiled module does.
    NotAModule,
    /// The bytes have another format, which this build does not know.
    Format(u32),
    /// The bytes are cut short, or their digest is another one.
    Damaged,
    /// The module was compiled by another build, for another machine, or by an engine that is configured
    /// otherwise.
    Differs {
        /// What differs: `version`, `build`, `machine`, `configuration`.
        what: String,
        /// What it was when the module was compiled.
        module: String,
        /// What it is here.
        here: String,
    },
    /// The engine does not fit the module: a guest or a host function that it needs is missing or has another
    /// signature, or the processor lacks instructions. A sentence without a full stop.
    Refused(String),
}

impl fmt::Display for DeserializeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DeserializeError::NotAModule => f.write_str("these bytes are no compiled module"),
            DeserializeError::Format(format) => {
                write!(f, "the compiled module has format {format}, and this build reads format {FORMAT}")
            }
            DeserializeError::Damaged => f.write_str("the compiled module is damaged"),
            DeserializeError::Differs { what, module, here } => {
                write!(f, "the module was compiled with {what} {module}; here it is {here}")
            }
            DeserializeError::Refused(why) => write!(f, "the compiled module cannot be used here: {why}"),
        }
    }
}

impl std::error::Error for DeserializeError {}

impl From<Malformed> for DeserializeError {
    fn from(_: Malformed) -> DeserializeError {
        DeserializeError::Damaged
    }
}

/// What must be the same where a module is written and where it is read, by name.
pub(crate) fn circumstances(config: &Config) -> Vec<(String, String)> {
    let Config { stress, disabled_passes, verify, eager, unmetered, races, code_bytes, .. } = config;
    let configuration = format!(
        "{stress:?}, without {disabled_passes:?}, verify {verify}, eager {eager}, unmetered {unmetered}, races {races}, {code_bytes:?}"
    );
    let machine = format!("{} {}", std::env::consts::ARCH, std::env::consts::OS);
    let all = [
        ("version", env!("CARGO_PKG_VERSION").to_string()),
        ("build", build::identity().to_string()),
        ("machine", machine),
        ("configuration", configuration),
    ];
    all.map(|(what, value)| (what.to_string(), value)).into()
}

/// What of a module exists beyond what the front end made: functions that are optimised, that have bytecode,
/// and pieces of machine code.
pub(crate) type Amounts = (usize, usize, usize);

pub(crate) fn made(module: &Module) -> Amounts {
    let plain = &module.0.forms.plain;
    let (lowered, code) = plain.tiers.made();
    (plain.ir.finished_count(), lowered, code)
}

wire_structs! { HostDeclaration { name, types } }

/// Everything but the functions' final forms.
struct Tables {
    prepared: ir::Prepared,
    saved: Packed,
    sources: SourceMap,
    module: ir::Module,
    start_func: u32,
    host_functions: Vec<HostDeclaration>,
    types: Types,
    exports: Vec<Export>,
    uncallable: Vec<(String, String)>,
    init: Option<ir::FuncId>,
}

impl Tables {
    fn take(from: &mut Reader<'_>) -> Result<Tables, Malformed> {
        Ok(Tables {
            prepared: Wire::take(from)?,
            saved: from.packed()?,
            sources: Wire::take(from)?,
            module: Wire::take(from)?,
            start_func: Wire::take(from)?,
            host_functions: Wire::take(from)?,
            types: Wire::take(from)?,
            exports: Wire::take(from)?,
            uncallable: Wire::take(from)?,
            init: Wire::take(from)?,
        })
    }
}

impl Module {
    /// The module as bytes: what [`Engine::deserialize`] of the same build of Purlin makes the same module
    /// of, with the bytecode and machine code that exist by now. A module that has run contains what was
    /// compiled for that run; nothing that an isolate has done is in it.
    ///
    /// # Errors
    /// The guest does not say how ([`Guest::save`](crate::Guest::save)), or functions were added to the
    /// module.
    ///
    #[cfg_attr(feature = "go", doc = "```")]
    #[cfg_attr(not(feature = "go"), doc = "```ignore")]
    /// use purlin::{Config, Engine, Limits, SourceFile, Streams, Trusted};
    ///
    /// let text = "package main\nfunc Double(n int64) int64 { return 2 * n }\nfunc main() {}";
    /// let source = SourceFile { name: "main.go".into(), text: text.into() };
    /// let engine = Engine::new(Config::default());
    /// let bytes = engine.compile(&[source])?.serialize()?;
    ///
    /// // SAFETY: the bytes were written by this very program.
    /// let trusted = unsafe { Trusted::new(bytes) };
    /// let module = engine.deserialize(&trusted)?;
    /// let mut isolate = module.isolate((), Limits::default(), Streams::default())?;
    /// let double = module.function::<i64, i64>("Double")?;
    /// assert_eq!(double.call(&mut isolate, 21)?, 42);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn serialize(&self) -> Result<Vec<u8>, SerializeError> {
        let inner = &*self.0;
        let (recipe, plain) = (&inner.forms.recipe, &inner.forms.plain);
        let parts = &recipe.parts;
        let saved = inner.guest.save(&*parts.guest).map_err(SerializeError)?;
        // Others may compile meanwhile. What code was made of must be there where the code is, or tracebacks
        // would have to make it: so code is written before bytecode, and that before final forms.
        let mut tiers = Writer::beside(inner.guest.embedded());
        plain.tiers.put(&mut tiers);
        let mut out = Writer::beside(inner.guest.embedded());
        out.raw(&[0; HEADER]);
        circumstances(&recipe.config).put(&mut out);
        inner.guest.name().to_string().put(&mut out);
        recipe.prepared.put(&mut out);
        out.packed(|out| out.raw(&saved));
        inner.sources.put(&mut out);
        let growth = inner.forms.growth.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        growth.source.as_ref().unwrap_or(&plain.ir).put(&mut out);
        parts.start_func.put(&mut out);
        recipe.host_functions.put(&mut out);
        parts.types.put(&mut out);
        let mut exports: Vec<Export> = inner.exports.values().map(|callee| callee.export().clone()).collect();
        exports.sort_by(|a, b| a.name.cmp(&b.name));
        exports.put(&mut out);
        let uncallable = inner.uncallable.iter().map(|(name, why)| (name.clone(), why.clone()));
        let mut uncallable: Vec<(String, String)> = uncallable.collect();
        uncallable.sort();
        uncallable.put(&mut out);
        inner.init.put(&mut out);
        let whole = plain.ir.put_finished(&mut out);
        whole.ok_or_else(|| SerializeError("functions were added to the module".into()))?;
        out.raw(&tiers.into_bytes());
        Ok(sealed(out))
    }
}

/// The bytes with their header.
fn sealed(out: Writer) -> Vec<u8> {
    let mut bytes = out.into_bytes();
    let digest = wire::digest(&bytes[HEADER..]);
    let len = bytes.len() as u64;
    bytes[..8].copy_from_slice(MAGIC);
    bytes[8..12].copy_from_slice(&FORMAT.to_le_bytes());
    bytes[12..20].copy_from_slice(&len.to_le_bytes());
    bytes[20..28].copy_from_slice(&digest.to_le_bytes());
    bytes
}

/// What follows the header, if that is right and the rest undamaged.
fn opened(all: &Packed) -> Result<Reader<'_>, DeserializeError> {
    let bytes = all.bytes();
    let (magic, rest) = bytes.split_first_chunk::<8>().ok_or(DeserializeError::NotAModule)?;
    if magic != MAGIC {
        return Err(DeserializeError::NotAModule);
    }
    let (format, rest) = rest.split_first_chunk::<4>().ok_or(DeserializeError::Damaged)?;
    let format = u32::from_le_bytes(*format);
    if format != FORMAT {
        return Err(DeserializeError::Format(format));
    }
    let (len, rest) = rest.split_first_chunk::<8>().ok_or(DeserializeError::Damaged)?;
    let (digest, rest) = rest.split_first_chunk::<8>().ok_or(DeserializeError::Damaged)?;
    let whole = u64::from_le_bytes(*len) == bytes.len() as u64;
    if !whole || u64::from_le_bytes(*digest) != wire::digest(rest) {
        return Err(DeserializeError::Damaged);
    }
    let mut from = all.reader();
    from.raw(HEADER)?;
    Ok(from)
}

impl Engine {
    /// The module that [`Module::serialize`] wrote. Nothing is parsed, optimised or compiled again; functions
    /// that were not used yet are prepared at their first use, as in a module that was just compiled.
    ///
    /// Guests, host packages and all of the configuration that shapes code must be the same. The tier may be
    /// another one: an engine of tier `interp` leaves machine code aside.
    ///
    /// The bytes are *trusted input*: they hold machine code, so who chose them could do what this
    /// process can. [`Trusted::new`] is where a host vouches for them.
    ///
    /// # Errors
    /// What is wrong with the bytes, or what differs here. Bytes that are damaged are refused, whatever the
    /// damage.
    pub fn deserialize(&self, module: &Trusted) -> Result<Module, DeserializeError> {
        self.restore(&Packed::all(module.bytes().clone(), 0))
    }

    /// Reads a module from bytes whose origin is trusted.
    pub(crate) fn restore(&self, all: &Packed) -> Result<Module, DeserializeError> {
        let config = self.config();
        let mut from = opened(all)?;
        let there = Vec::<(String, String)>::take(&mut from)?;
        let here = circumstances(config);
        if there.len() != here.len() {
            return Err(DeserializeError::Damaged);
        }
        if let Some(((what, module), (_, here))) = there.into_iter().zip(here).find(|(a, b)| a != b) {
            return Err(DeserializeError::Differs { what, module, here });
        }
        let refused = |why: &dyn fmt::Display| DeserializeError::Refused(why.to_string().trim_end().into());
        let guest = self.guest_named(&String::take(&mut from)?).map_err(|e| refused(&e))?.clone();
        let rest = from.rest().beside(guest.embedded());
        let mut from = rest.reader();
        let tables = Tables::take(&mut from)?;
        let finished = PackedList::take(&mut from)?;
        let code = if bool::take(&mut from)? { Some(from.packed()?) } else { None };
        let bytecode = PackedList::take(&mut from)?;
        let Tables { prepared, saved, sources, module, start_func, host_functions, types, .. } = tables;
        let restored = guest.restore(saved.bytes(), &module, &sources).map_err(|why| refused(&why))?;
        let ledger = Arc::new(Ledger::default());
        let when = When::new(config, &*guest);
        let ir = middle::restored(config, when, module, finished, &ledger).map_err(|e| refused(&e))?;
        let parts = Parts {
            guest,
            sources,
            ir: Arc::new(ir),
            ledger,
            when,
            tables: GuestTables { types, host_functions, start_func, ..restored },
            exports: tables.exports,
            uncallable: tables.uncallable,
            init: tables.init,
            source: None,
            kept: Kept { bytecode, code, prepared },
        };
        let made = compile::assemble(config, parts, self.host_packages()).map_err(|e| refused(&e))?;
        Ok(Module(Arc::new(made)))
    }
}

#[cfg(test)]
mod tests;
