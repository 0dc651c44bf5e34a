//! From command-line arguments to a program: one file, several files, a folder, or standard input.

use std::io::{self, Read};
use std::path::{Path, PathBuf};

use purlin::guest::Build;
use purlin::program::DiskFolders;
use purlin::{DiskTree, Engine, Program, SourceFile, SourceTree};

/// Splits leading arguments that are files of one language from the program's own arguments.
pub(crate) fn split(mut args: Vec<String>) -> (Vec<String>, Vec<String>) {
    let extension = |arg: &String| Path::new(arg).extension().map(|e| e.to_os_string());
    let first = args.first().filter(|a| !Path::new(a).is_dir()).and_then(extension);
    let files = match &first {
        // A folder is a program by itself.
        None => 1,
        Some(_) => args.iter().take_while(|a| extension(a) == first).count(),
    };
    let rest = args.split_off(files.min(args.len()));
    (args, rest)
}

/// The argument that stands for standard input.
pub(crate) const STDIN: &str = "-";

/// What the arguments name: files, and the tree in which the program and its imports are.
pub(crate) struct Sources {
    files: Vec<SourceFile>,
    tree: Option<(DiskTree, String)>,
    /// The folders of a class path, which are the tree then.
    folders: Option<DiskFolders>,
    build: Build,
    /// The language of the program, if its files do not tell.
    language: Option<String>,
}

impl Sources {
    pub(crate) fn program(&self) -> Program<'_> {
        let (tree, dir): (Option<&dyn SourceTree>, &str) = match (&self.folders, &self.tree) {
            (Some(folders), _) => (Some(folders), ""),
            (None, Some((tree, dir))) => (Some(tree), dir.as_str()),
            (None, None) => (None, ""),
        };
        let language = self.language.as_deref();
        Program { files: &self.files, tree, dir, language, build: Some(&self.build), ..Program::default() }
    }
}

/// Reads the program of a name from the first folder of a class path that has it; `words` are what it gets.
pub(crate) fn on_path(
    name: &str,
    words: &[String],
    path: &str,
    most: u64,
    engine: &Engine,
) -> Result<Sources, String> {
    let folders: Vec<PathBuf> =
        path.split(':').map(|part| PathBuf::from(if part.is_empty() { "." } else { part })).collect();
    let has_extension = Path::new(name).extension().is_some();
    let candidates = |folder: &PathBuf| {
        let extensions = engine.guests().flat_map(|guest| guest.extensions());
        extensions.map(|e| folder.join(format!("{name}.{e}"))).find(|file| file.is_file())
    };
    let file = match has_extension {
        true => Some(PathBuf::from(name)),
        false => folders.iter().find_map(candidates),
    };
    let Some(file) = file else { return Err(format!("there is no {name} on the class path {path}")) };
    let (file, _) = read_one(file.display().to_string(), most)?;
    let folders = DiskFolders::open(&folders).map_err(|e| e.to_string())?;
    let folders = folders.at_most(most.saturating_sub(file.text.len() as u64));
    let build = Build { search: folders.names(), mentions: words.to_vec(), ..Build::default() };
    Ok(Sources { files: vec![file], tree: None, folders: Some(folders), build, language: None })
}

/// Reads the files; a folder is read when it is compiled. In all no more than `most` bytes are read. The tree
/// begins where the guest that takes the program says that its projects do. `words` are what the program
/// gets.
pub(crate) fn read(
    paths: &[String],
    words: &[String],
    most: u64,
    engine: &Engine,
    language: Option<&str>,
) -> Result<Sources, String> {
    let first = paths.first().map(Path::new).unwrap_or(Path::new(""));
    if first.is_dir() {
        let io = |e| format!("{}: {e}", first.display());
        let (tree, dir) = DiskTree::around(first, None).map_err(io)?;
        let marker = marker(engine, Program { language, ..Program::in_tree(&tree, &dir) });
        let (tree, dir) = DiskTree::around(first, marker).map_err(io)?;
        let language = language.map(str::to_owned);
        let (folders, build) = (None, Build::default());
        return Ok(Sources {
            files: Vec::new(),
            tree: Some((tree.at_most(most), dir)),
            folders,
            build,
            language,
        });
    }
    let mut left = most;
    let (mut files, mut is_script) = (Vec::new(), false);
    for path in paths {
        let (file, script) = read_one(path.clone(), left)?;
        left = left.saturating_sub(file.text.len() as u64);
        is_script |= files.is_empty() && (path == STDIN || script && Path::new(path).extension().is_none());
        files.push(file);
    }
    // What has no name that tells is in the language that comes first.
    let first_of_all = engine.guests().next().filter(|_| is_script).map(|guest| guest.name());
    let language = language.or(first_of_all);
    let dir = first.parent().unwrap_or(Path::new(""));
    let marker = marker(engine, Program { language, ..Program::from(&files) });
    let tree = DiskTree::around(dir, marker).ok();
    let tree = tree.map(|(tree, dir)| (tree.at_most(left), dir));
    let build = Build { mentions: words.to_vec(), ..Build::default() };
    Ok(Sources { files, tree, folders: None, build, language: language.map(str::to_owned) })
}

/// The file that marks the top of a project; `None` also where no guest takes the program, which compiling it
/// will say.
fn marker(engine: &Engine, program: Program<'_>) -> Option<&'static str> {
    engine.guest_for(program).ok()?.project().map(|project| project.marker)
}

/// A file's text, and whether it began with a line for the shell, which is left out.
fn read_one(name: String, most: u64) -> Result<(SourceFile, bool), String> {
    let wrong = |e: io::Error| format!("{name}: {e}");
    let input: Box<dyn Read> = match &*name {
        STDIN => Box::new(io::stdin().lock()),
        path => Box::new(std::fs::File::open(path).map_err(wrong)?),
    };
    let mut bytes = Vec::new();
    input.take(most.saturating_add(1)).read_to_end(&mut bytes).map_err(wrong)?;
    if bytes.len() as u64 > most {
        return Err(format!("{name}: the program is too large for its memory limit (--memory)"));
    }
    let is_script = bytes.starts_with(b"#!");
    if is_script {
        // The newline stays, so that lines keep their numbers.
        bytes.drain(..bytes.iter().position(|b| *b == b'\n').unwrap_or(bytes.len()));
    }
    let text = purlin::program::text(&name, bytes)?;
    Ok((SourceFile { name, text }, is_script))
}
