//! A cache of compiled programs in a folder: [`Engine::compile_cached`] compiles nothing that was compiled
//! before.
//!
//! An entry is named by what shapes code: this build, the engine's configuration, guest and host packages,
//! and the program's own files. It begins with what compiling it asked of the program's tree, with digests of
//! the answers, so that a changed import is noticed without parsing anything; a serialised module follows.
//! What does not fit, for whatever reason, is as if it were not there.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use purlin_base::SourceTree;
use purlin_base::wire::{self, Malformed, Packed, Reader, Wire, Writer};
use purlin_base::wire_structs;
use purlin_runtime::cache::Folder;
use purlin_runtime::trusted::Trusted;
use sha2::{Digest as _, Sha256};

use crate::engine::Engine;
use crate::error::CompileError;
use crate::module::Module;
use crate::program::Program;
use crate::saved::{self, Amounts};
use crate::timings::Timings;

const MAGIC: &[u8; 8] = b"purlin\0c";

/// A folder with compiled programs, for [`Engine::compile_cached`]. Any number of processes may use it at
/// once.
///
/// What is in it is trusted as this program itself is, since it holds machine code. So it is used only if it
/// belongs to the user of the process, and no one else may write there.
///
#[cfg_attr(feature = "go", doc = "```")]
#[cfg_attr(not(feature = "go"), doc = "```ignore")]
/// use purlin::{Cache, Config, Engine, Limits, SourceFile, Streams, Timings};
///
/// # let folder = std::env::temp_dir().join(format!("purlin-doc-cache-{}", std::process::id()));
/// // At most 64 MiB of compiled programs.
/// let cache = Cache::open(&folder, 64 << 20)?;
/// assert_eq!(cache.path(), folder);
/// let text = "package main\nfunc main() {}";
/// let program = [SourceFile { name: "main.go".into(), text: text.into() }];
/// for turn in 0..2 {
///     let engine = Engine::new(Config::default());
///     let cached = engine.compile_cached(&program, &cache, &mut Timings::default())?;
///     assert_eq!(cached.was_found(), turn == 1);
///     cached.module().isolate((), Limits::default(), Streams::default())?.run()?;
///     // Now the code is there that the run has needed.
///     cached.store()?;
/// }
/// # std::fs::remove_dir_all(&folder)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Cache(Folder);

impl Cache {
    /// The cache in a folder, which is created if it does not exist. It may grow to `most` bytes; then the
    /// programs go that were not used for the longest time.
    ///
    /// # Errors
    /// The folder cannot be created, belongs to another user, or others may write in it.
    pub fn open(path: impl Into<PathBuf>, most: u64) -> io::Result<Cache> {
        Folder::open(path, most).map(Cache)
    }

    /// The folder, for other entries than programs.
    pub(crate) fn folder(&self) -> &Folder {
        &self.0
    }

    /// The folder, as it was given to [`Cache::open`].
    pub fn path(&self) -> &Path {
        self.0.path()
    }
}

/// A program that was compiled, or found in a cache.
///
/// The example of [`Cache`] shows its use.
pub struct Cached {
    module: Module,
    folder: Folder,
    name: String,
    manifest: Manifest,
    /// What the entry of the cache has of what was made; `None` if there is no entry.
    stored: Option<Amounts>,
}

impl Cached {
    /// The program, ready to run.
    pub fn module(&self) -> &Module {
        &self.module
    }

    /// Whether it was found.
    pub fn was_found(&self) -> bool {
        self.stored.is_some()
    }

    /// A name for what the program does: another one if anything is different that compiling it has read.
    pub(crate) fn key(&self) -> Vec<u8> {
        let mut key = Writer::new();
        self.name.put(&mut key);
        self.manifest.put(&mut key);
        key.into_bytes()
    }

    /// Stores the program with all that was made of it so far, unless the cache has that already: to be
    /// called when it has run, so that what was compiled for the run is there for the next. Whether it stored
    /// anything.
    ///
    /// # Errors
    /// The module cannot be serialised, or the folder cannot be written.
    pub fn store(&self) -> io::Result<bool> {
        if self.stored == Some(saved::made(&self.module)) {
            return Ok(false);
        }
        let module = self.module.serialize().map_err(io::Error::other)?;
        let mut manifest = Writer::new();
        self.manifest.put(&mut manifest);
        let manifest = manifest.into_bytes();
        let mut bytes = MAGIC.to_vec();
        bytes.extend_from_slice(&(manifest.len() as u32).to_le_bytes());
        bytes.extend_from_slice(&wire::digest(&manifest).to_le_bytes());
        bytes.extend_from_slice(&manifest);
        bytes.extend_from_slice(&module);
        self.folder.store(&self.name, &bytes).map(|()| true)
    }
}

/// The parts of an entry: what was asked, and the module. `None` if they are damaged.
fn parts(entry: &Trusted) -> Option<(Manifest, Packed)> {
    let (magic, rest) = entry.bytes().split_first_chunk::<8>()?;
    let (len, rest) = rest.split_first_chunk::<4>()?;
    let (digest, rest) = rest.split_first_chunk::<8>()?;
    let len = u32::from_le_bytes(*len) as usize;
    let manifest = rest.get(..len)?;
    if magic != MAGIC || wire::digest(manifest) != u64::from_le_bytes(*digest) {
        return None;
    }
    let begin = entry.bytes().len() - rest.len();
    let manifest = Packed::all(entry.bytes().clone(), begin).decode().ok()?;
    Some((manifest, Packed::all(entry.bytes().clone(), begin + len)))
}

type Sum = [u8; 32];

/// What compiling a program asked of its tree, and digests of the answers.
#[derive(Default)]
struct Manifest {
    folders: Vec<Question>,
    files: Vec<Question>,
    /// Folders whose folders were asked for, and files whose bytes were: what is embedded.
    above: Vec<Question>,
    embedded: Vec<Question>,
}

struct Question {
    path: String,
    /// What diagnostics and tracebacks call it.
    name: String,
    answer: Sum,
}

wire_structs! { Manifest { folders, files, above, embedded } }

impl Wire for Question {
    fn put(&self, out: &mut Writer) {
        let Question { path, name, answer } = self;
        path.put(out);
        name.put(out);
        out.raw(answer);
    }

    fn take(from: &mut Reader<'_>) -> Result<Question, Malformed> {
        let (path, name) = (Wire::take(from)?, Wire::take(from)?);
        Ok(Question { path, name, answer: from.raw(32)?.try_into().map_err(|_| Malformed)? })
    }
}

/// A digest of texts in a row.
#[derive(Default)]
struct Summing(Sha256);

impl Summing {
    fn add(&mut self, text: impl AsRef<[u8]>) -> &mut Summing {
        let text = text.as_ref();
        self.0.update((text.len() as u64).to_le_bytes());
        self.0.update(text);
        self
    }

    fn finish(&mut self) -> Sum {
        self.0.finalize_reset().into()
    }
}

/// A tree that reads everything once, and remembers what compiling has asked.
struct Recorder<'a> {
    tree: Option<&'a dyn SourceTree>,
    seen: Mutex<Seen>,
}

#[derive(Default)]
struct Seen {
    folders: BTreeMap<String, Option<Vec<String>>>,
    files: BTreeMap<String, Result<Arc<str>, String>>,
    asked_folders: BTreeSet<String>,
    asked_files: BTreeSet<String>,
    above: BTreeMap<String, Vec<String>>,
    embedded: BTreeMap<String, Result<Arc<[u8]>, String>>,
}

impl Recorder<'_> {
    fn seen(&self) -> MutexGuard<'_, Seen> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn folder(&self, path: &str) -> Option<Vec<String>> {
        let tree = self.tree?;
        let known = self.seen().folders.get(path).cloned();
        known.unwrap_or_else(|| {
            let found = tree.files(path);
            self.seen().folders.insert(path.to_string(), found.clone());
            found
        })
    }

    fn file(&self, path: &str) -> Result<Arc<str>, String> {
        let tree = self.tree.ok_or("there is no tree")?;
        let known = self.seen().files.get(path).cloned();
        known.unwrap_or_else(|| {
            let found = tree.read(path);
            self.seen().files.insert(path.to_string(), found.clone());
            found
        })
    }

    fn folder_question(&self, path: &str) -> Question {
        let mut sum = Summing::default();
        let answer = match self.folder(path) {
            Some(mut names) => {
                names.sort();
                names.iter().fold(sum.add("folder"), |sum, name| sum.add(name)).finish()
            }
            None => sum.add("no folder").finish(),
        };
        Question { path: path.to_string(), name: self.name(path), answer }
    }

    fn file_question(&self, path: &str) -> Question {
        let mut sum = Summing::default();
        let answer = match self.file(path) {
            Ok(text) => sum.add("file").add(&*text).finish(),
            Err(error) => sum.add("no file").add(error).finish(),
        };
        Question { path: path.to_string(), name: self.name(path), answer }
    }

    fn above_question(&self, path: &str) -> Question {
        let mut sum = Summing::default();
        let mut names = self.folders(path);
        names.sort();
        let answer = names.iter().fold(sum.add("folders"), |sum, name| sum.add(name)).finish();
        Question { path: path.to_string(), name: self.name(path), answer }
    }

    fn embedded_question(&self, path: &str) -> Question {
        let mut sum = Summing::default();
        let answer = match self.bytes(path) {
            Ok(bytes) => sum.add("bytes").add(&*bytes).finish(),
            Err(error) => sum.add("no bytes").add(error).finish(),
        };
        Question { path: path.to_string(), name: self.name(path), answer }
    }

    fn manifest(&self) -> Manifest {
        let (folders, files) = {
            let seen = self.seen();
            (seen.asked_folders.clone(), seen.asked_files.clone())
        };
        let (above, embedded): (Vec<String>, Vec<String>) = {
            let seen = self.seen();
            (seen.above.keys().cloned().collect(), seen.embedded.keys().cloned().collect())
        };
        Manifest {
            above: above.iter().map(|path| self.above_question(path)).collect(),
            embedded: embedded.iter().map(|path| self.embedded_question(path)).collect(),
            folders: folders.iter().map(|path| self.folder_question(path)).collect(),
            files: files.iter().map(|path| self.file_question(path)).collect(),
        }
    }

    /// Whether the tree would give the same answers now.
    fn agrees(&self, manifest: &Manifest) -> bool {
        let same = |then: &Question, now: Question| then.name == now.name && then.answer == now.answer;
        manifest.folders.iter().all(|question| same(question, self.folder_question(&question.path)))
            && manifest.files.iter().all(|question| same(question, self.file_question(&question.path)))
            && manifest.above.iter().all(|question| same(question, self.above_question(&question.path)))
            && manifest.embedded.iter().all(|question| same(question, self.embedded_question(&question.path)))
    }
}

impl SourceTree for Recorder<'_> {
    fn files(&self, dir: &str) -> Option<Vec<String>> {
        self.seen().asked_folders.insert(dir.to_string());
        self.folder(dir)
    }

    fn read(&self, path: &str) -> Result<Arc<str>, String> {
        self.seen().asked_files.insert(path.to_string());
        self.file(path)
    }

    fn has_file(&self, path: &str) -> bool {
        // A folder may have many files of which none matters here.
        self.read(path).is_ok()
    }

    fn folders(&self, dir: &str) -> Vec<String> {
        let Some(tree) = self.tree else { return Vec::new() };
        let known = self.seen().above.get(dir).cloned();
        known.unwrap_or_else(|| {
            let found = tree.folders(dir);
            self.seen().above.insert(dir.to_string(), found.clone());
            found
        })
    }

    fn bytes(&self, path: &str) -> Result<Arc<[u8]>, String> {
        let tree = self.tree.ok_or("there is no tree")?;
        let known = self.seen().embedded.get(path).cloned();
        known.unwrap_or_else(|| {
            let found = tree.bytes(path);
            self.seen().embedded.insert(path.to_string(), found.clone());
            found
        })
    }

    fn name(&self, path: &str) -> String {
        self.tree.map_or_else(|| path.to_string(), |tree| tree.name(path))
    }
}

impl Engine {
    /// Compiles a program as [`Engine::compile_timed`] does, or takes it from the cache: then nothing of it
    /// is parsed, checked, optimised or compiled that was so when it was stored ([`Cached::store`]). A cache
    /// that cannot be read is as good as an empty one. A program that was found behaves as one that was just
    /// compiled, to the unit of gas.
    ///
    /// # Errors
    /// Why the program does not compile.
    pub fn compile_cached<'a>(
        &self,
        program: impl Into<Program<'a>>,
        cache: &Cache,
        timings: &mut Timings,
    ) -> Result<Cached, CompileError> {
        let program: Program<'_> = program.into();
        let recorder = Recorder { tree: program.tree, seen: Mutex::default() };
        let name = self.entry_name(&program, &recorder)?;
        let folder = cache.0.clone();
        let found = timings.time("cache", || {
            // Where the guest's library is read from files, it is no part of the build.
            if cfg!(feature = "library-from-disk") {
                return None;
            }
            let (manifest, module) = parts(&folder.load(&name)?)?;
            let module = if recorder.agrees(&manifest) { self.restore(&module).ok()? } else { return None };
            Some((manifest, module))
        });
        if let Some((manifest, module)) = found {
            let stored = Some(saved::made(&module));
            return Ok(Cached { module, folder, name, manifest, stored });
        }
        let tree = program.tree.map(|_| &recorder as &dyn SourceTree);
        let module = self.compile_timed(Program { tree, ..program }, timings)?;
        Ok(Cached { module, folder, name, manifest: recorder.manifest(), stored: None })
    }

    /// The name of the entry for a program.
    fn entry_name(&self, program: &Program<'_>, recorder: &Recorder<'_>) -> Result<String, CompileError> {
        let guest = self.guest_for(*program)?;
        let mut sum = Summing::default();
        for (what, value) in saved::circumstances(self.config()) {
            sum.add(what).add(value);
        }
        sum.add(format!("{} {:?}", self.config().tier, self.config().compile_bytes)).add(guest.name());
        for package in self.host_packages() {
            sum.add(&package.path).add(format!("{:?}", package.declarations()));
            for (name, params, results) in package.functions() {
                sum.add(name).add(format!("{params:?} {results:?}"));
            }
        }
        for file in program.files {
            sum.add(&file.name).add(&*file.text);
        }
        sum.add(if program.tests { "tests" } else { "program" }).add(format!("{:?}", program.build));
        sum.add(program.dir).add(recorder.name(program.dir));
        if program.files.is_empty() {
            // Many programs are in a folder that is called `.`; so what is in it belongs to the name.
            let mut names = recorder.folder(program.dir).unwrap_or_default();
            names.sort();
            let marker = guest.project().map(|project| project.marker);
            let extension = |name: &str| name.rsplit_once('.').map_or("", |(_, ext)| ext).to_string();
            let is_source = |name: &str| guest.extensions().contains(&&*extension(name));
            for name in names.iter().filter(|name| is_source(name) || marker == Some(&***name)) {
                let path =
                    if program.dir.is_empty() { name.clone() } else { format!("{}/{name}", program.dir) };
                sum.add(name).add(recorder.file_question(&path).answer);
            }
        }
        Ok(sum.finish().iter().take(20).map(|byte| format!("{byte:02x}")).collect())
    }
}
