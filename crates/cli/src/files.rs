//! From command-line arguments to a program: one file, several files, or a folder.

use std::io::Read;
use std::path::Path;

use purlin::{DiskTree, Engine, Program, SourceFile};

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

/// What the arguments name: files, and the tree in which the program and its imports are.
pub(crate) struct Sources {
    files: Vec<SourceFile>,
    tree: Option<(DiskTree, String)>,
}

impl Sources {
    pub(crate) fn program(&self) -> Program<'_> {
        let (tree, dir) = match &self.tree {
            Some((tree, dir)) => (Some(tree as _), dir.as_str()),
            None => (None, ""),
        };
        Program { files: &self.files, tree, dir, language: None }
    }
}

/// Reads the files; a folder is read when it is compiled. In all no more than `most` bytes are read. The tree
/// begins where the guest that takes the program says that its projects do.
pub(crate) fn read(
    paths: &[String],
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
        return Ok(Sources { files: Vec::new(), tree: Some((tree.at_most(most), dir)) });
    }
    let mut left = most;
    let mut files = Vec::new();
    for path in paths {
        let file = read_one(path.clone(), left)?;
        left = left.saturating_sub(file.text.len() as u64);
        files.push(file);
    }
    let dir = first.parent().unwrap_or(Path::new(""));
    let marker = marker(engine, Program { language, ..Program::from(&files) });
    let tree = DiskTree::around(dir, marker).ok();
    Ok(Sources { files, tree: tree.map(|(tree, dir)| (tree.at_most(left), dir)) })
}

/// The file that marks the top of a project; `None` also where no guest takes the program, which compiling it
/// will say.
fn marker(engine: &Engine, program: Program<'_>) -> Option<&'static str> {
    engine.guest_for(program).ok()?.project().map(|project| project.marker)
}

fn read_one(name: String, most: u64) -> Result<SourceFile, String> {
    let wrong = |e: std::io::Error| format!("{name}: {e}");
    let mut bytes = Vec::new();
    std::fs::File::open(&name).and_then(|f| f.take(most + 1).read_to_end(&mut bytes)).map_err(wrong)?;
    if bytes.len() as u64 > most {
        return Err(format!("{name}: the program is too large for its memory limit (--memory)"));
    }
    match String::from_utf8(bytes) {
        Ok(text) => Ok(SourceFile { name, text: text.into() }),
        Err(error) => {
            let valid = error.utf8_error().valid_up_to();
            let before = &error.as_bytes()[..valid];
            let line = before.iter().filter(|b| **b == b'\n').count() + 1;
            let col = valid - before.iter().rposition(|b| *b == b'\n').map_or(0, |n| n + 1) + 1;
            Err(format!("{name}:{line}:{col}: invalid UTF-8 encoding"))
        }
    }
}
