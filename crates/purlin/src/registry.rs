//! The guests of an engine, and which of them takes a program: by the language that is named, by the
//! extension of the first file, or by what a folder holds. Knows no guest but the reader of IR text and those
//! that are built in.

use std::path::Path;
use std::sync::Arc;

use crate::error::CompileError;
use crate::guest::Guest;
use crate::ir_text::IrText;
use crate::program::Program;

/// The languages that this build of the crate brings, by its features. The reader of IR text is not among
/// them: every engine has it.
///
#[cfg_attr(feature = "go", doc = "```")]
#[cfg_attr(not(feature = "go"), doc = "```ignore")]
/// let names: Vec<&str> = purlin::built_in_guests().iter().map(|guest| guest.name()).collect();
/// assert_eq!(names[0], "go");
/// ```
pub fn built_in_guests() -> Vec<Box<dyn Guest>> {
    vec![
        #[cfg(feature = "go")]
        Box::new(crate::go::Go),
        #[cfg(feature = "smalltalk")]
        Box::new(crate::smalltalk::Smalltalk),
    ]
}

/// Guests in the order in which they were added.
pub(crate) struct Registry(Vec<Arc<dyn Guest>>);

impl Registry {
    /// The reader of IR text alone.
    pub(crate) fn new() -> Registry {
        Registry(vec![Arc::new(IrText)])
    }

    /// Adds a guest. The reader of IR text stays the last one in listings.
    pub(crate) fn add(&mut self, guest: Arc<dyn Guest>) {
        self.0.insert(self.0.len() - 1, guest);
    }

    pub(crate) fn iter(&self) -> impl DoubleEndedIterator<Item = &Arc<dyn Guest>> {
        self.0.iter()
    }

    /// The guest that takes a program.
    pub(crate) fn choose(&self, program: &Program<'_>) -> Result<&Arc<dyn Guest>, CompileError> {
        if let Some(name) = program.language {
            return self.named(name);
        }
        match program.files.first() {
            Some(first) => self.for_file(&first.name),
            None => self.for_folder(program),
        }
    }

    pub(crate) fn named(&self, name: &str) -> Result<&Arc<dyn Guest>, CompileError> {
        let known = || self.iter().map(|g| g.name()).collect::<Vec<_>>().join(", ");
        let found = self.iter().rev().find(|g| g.name() == name);
        found.ok_or_else(|| {
            CompileError::message(format!("no guest for the language {name:?} (there are {})", known()))
        })
    }

    /// Of two guests with one extension the later one has it.
    fn for_file(&self, name: &str) -> Result<&Arc<dyn Guest>, CompileError> {
        let found = self.iter().rev().find(|g| takes(g, name));
        found.ok_or_else(|| {
            let known: Vec<&str> = self.iter().flat_map(|g| g.extensions()).copied().collect();
            CompileError::message(format!(
                "{name}: no guest for this file (there are .{})",
                known.join(", .")
            ))
        })
    }

    /// The first guest whose programs may be folders and that has a file there: so a guest that is added
    /// takes no folder away from another.
    fn for_folder(&self, program: &Program<'_>) -> Result<&Arc<dyn Guest>, CompileError> {
        let Some(tree) = program.tree else {
            return Err(CompileError::message("there is no file to compile"));
        };
        let shown = tree.name(program.dir);
        let Some(names) = tree.files(program.dir) else {
            return Err(CompileError::message(format!("{shown}: no such folder")));
        };
        let of_projects: Vec<&Arc<dyn Guest>> = self.iter().filter(|g| g.project().is_some()).collect();
        let found = of_projects.iter().find(|g| names.iter().any(|name| takes(g, name)));
        found.copied().ok_or_else(|| {
            let titles: Vec<&str> = of_projects.iter().map(|g| g.title()).collect();
            CompileError::message(match &titles[..] {
                [] => format!("{shown} is a folder, and there is no guest whose programs are folders"),
                titles => format!("no {} files in {shown}", titles.join(" or ")),
            })
        })
    }
}

fn takes(guest: &Arc<dyn Guest>, file: &str) -> bool {
    let extension = Path::new(file).extension().and_then(|e| e.to_str());
    extension.is_some_and(|e| guest.extensions().contains(&e))
}
