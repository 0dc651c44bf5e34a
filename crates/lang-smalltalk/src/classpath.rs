//! The class files of a SOM program: the class that it begins with, and all that these files name, from a
//! list of folders.
//!
//! SOM looks a class up when its name is first used as a global. Here the files of all names that a file
//! mentions are read beforehand, which a program can tell apart only by files that are wrong. Knows nothing
//! of what classes mean.

use std::sync::Arc;

use purlin_base::map::HashMap;
use purlin_base::{Diagnostics, Interner, Name, Pos, SourceMap, SourceTree, read_error};

use crate::ast::{Item, Superclass, Unit};
use crate::parse::{Syntax, parse_file};

/// The classes that the language itself makes instances of.
pub(crate) const CORE: [&str; 19] = [
    "Object",
    "Class",
    "Metaclass",
    "Nil",
    "Boolean",
    "True",
    "False",
    "Integer",
    "Double",
    "String",
    "Symbol",
    "Array",
    "Method",
    "Primitive",
    "Block",
    "Block1",
    "Block2",
    "Block3",
    "System",
];

/// Where classes are looked for.
#[derive(Clone, Copy)]
pub struct ClassPath<'a> {
    pub tree: &'a dyn SourceTree,
    /// Folders of the tree, in the order in which they are searched.
    pub folders: &'a [String],
}

/// The folder of a program's own files in a [`SomTree`].
const OWN: &str = "program:";
/// The folder of the library in a [`SomTree`].
const LIBRARY: &str = "library:";

/// A tree with a program's own files before all folders, and the library after them.
pub struct SomTree<'a> {
    /// The names and texts of the program's files.
    pub files: &'a [(String, Arc<str>)],
    pub tree: Option<&'a dyn SourceTree>,
}

impl<'a> SomTree<'a> {
    /// The folders of a class path, in the order in which they are searched.
    pub fn folders(&self, between: &[String]) -> Vec<String> {
        let between = between.iter().filter(|_| self.tree.is_some()).cloned();
        [OWN.to_owned()].into_iter().chain(between).chain([LIBRARY.to_owned()]).collect()
    }

    fn own(&self, path: &str) -> Option<&'a (String, Arc<str>)> {
        let wanted = path.strip_prefix(OWN)?.strip_prefix('/')?;
        self.files.iter().find(|(name, _)| name.rsplit('/').next() == Some(wanted))
    }

    fn library(path: &str) -> Option<&'static str> {
        let wanted = path.strip_prefix(LIBRARY)?.strip_prefix('/')?;
        crate::library::SOM.iter().find(|(name, _)| *name == wanted).map(|(_, text)| *text)
    }
}

impl SourceTree for SomTree<'_> {
    fn files(&self, dir: &str) -> Option<Vec<String>> {
        self.tree?.files(dir)
    }

    fn has_file(&self, path: &str) -> bool {
        self.own(path).is_some()
            || SomTree::library(path).is_some()
            || self.tree.is_some_and(|tree| tree.has_file(path))
    }

    fn read(&self, path: &str) -> Result<Arc<str>, String> {
        match (self.own(path), SomTree::library(path), self.tree) {
            (Some((_, text)), _, _) => Ok(text.clone()),
            (None, Some(text), _) => Ok(text.into()),
            (None, None, Some(tree)) => tree.read(path),
            (None, None, None) => Err("there is no such file".into()),
        }
    }

    fn name(&self, path: &str) -> String {
        match (self.own(path), path.strip_prefix(LIBRARY), self.tree) {
            (Some((name, _)), _, _) => name.clone(),
            (None, Some(rest), _) => format!("som{rest}"),
            (None, None, Some(tree)) => tree.name(path),
            (None, None, None) => path.to_owned(),
        }
    }
}

impl ClassPath<'_> {
    /// The path of a class's file.
    fn file(&self, class: &str) -> Option<String> {
        let path = |dir: &String| match &**dir {
            "" => format!("{class}.som"),
            dir => format!("{dir}/{class}.som"),
        };
        self.folders.iter().map(path).find(|path| self.tree.has_file(path))
    }

    /// Reads the classes that a program needs whose command line these words are: the first is the class
    /// that it begins with, and others may name classes, too. Superclasses come before their subclasses. A
    /// class without file is left out; that the program names it may be no error.
    ///
    /// Callers run on a [deep stack](purlin_base::on_deep_stack).
    pub fn load(
        &self,
        words: &[&str],
        sources: &mut SourceMap,
        names: &mut Interner,
        diags: &mut Diagnostics,
    ) -> Vec<Unit> {
        let first = words.first().copied().unwrap_or_default();
        if self.file(first).is_none() {
            diags.error(Pos::NONE, format!("there is no class {first} on the class path"));
            return Vec::new();
        }
        let mut wanted: Vec<String> = CORE.iter().map(|name| name.to_string()).collect();
        wanted.extend(words.iter().map(|word| word.to_string()));
        let mut read: HashMap<String, Option<Unit>> = HashMap::default();
        let mut order: Vec<String> = Vec::new();
        let mut next = 0;
        while let Some(class) = wanted.get(next).cloned() {
            next += 1;
            if read.contains_key(&class) {
                continue;
            }
            let unit = self.file(&class).and_then(|path| {
                let text = match self.tree.read(&path) {
                    Ok(text) => text,
                    Err(error) => {
                        diags.error(Pos::NONE, read_error(&self.tree.name(&path), &error));
                        return None;
                    }
                };
                let Ok(file) = sources.add(self.tree.name(&path), text.clone()) else {
                    diags.error(Pos::NONE, "there is too much source");
                    return None;
                };
                wanted.extend(capitalised(&text).map(str::to_owned));
                let unit = parse_file(sources, file, Syntax::Som, names, diags);
                check_name(&unit, &class, names, diags);
                Some(unit)
            });
            read.insert(class.clone(), unit);
            order.push(class);
        }
        by_superclass(&order, read, names)
    }
}

/// The words of a text that may name classes.
fn capitalised(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(|c: char| !c.is_alphanumeric() && c != '_');
    words.filter(|word| word.starts_with(char::is_uppercase))
}

/// A file defines the class of its name.
fn check_name(unit: &Unit, class: &str, names: &Interner, diags: &mut Diagnostics) {
    for item in &unit.items {
        if let Item::Class(found) = item
            && found.name.single().is_none_or(|name| names.text(name) != class)
        {
            diags.error(found.pos, format!("this file defines {class}"));
        }
    }
}

/// The superclass that a unit names, or the default one.
fn superclass(unit: &Unit, names: &Interner) -> Option<String> {
    let Some(Item::Class(class)) = unit.items.first() else { return None };
    let text = |name: Name| names.text(name).to_owned();
    match &class.superclass {
        Superclass::Nil => None,
        Superclass::Default => Some("Object".into()),
        Superclass::Named(path) => path.single().map(text),
    }
}

/// Units in an order in which superclasses come first; in a circle of them the one that is reached first
/// comes last.
fn by_superclass(order: &[String], mut read: HashMap<String, Option<Unit>>, names: &Interner) -> Vec<Unit> {
    let mut sorted = Vec::new();
    for class in order {
        let mut chain = Vec::new();
        let mut above = Some(class.clone());
        while let Some(class) = above {
            let Some(unit) = read.get_mut(&class).and_then(Option::take) else { break };
            above = superclass(&unit, names);
            chain.push(unit);
        }
        sorted.extend(chain.into_iter().rev());
    }
    sorted
}

#[cfg(test)]
mod tests {
    use purlin_base::{MemoryTree, on_deep_stack};

    use super::*;

    /// The names of the classes that are read, in order, and the errors.
    fn load(tree: &MemoryTree, folders: &[&str], first: &str) -> (Vec<String>, Vec<String>) {
        on_deep_stack(|| {
            let (mut sources, mut names, mut diags) =
                (SourceMap::new(), Interner::new(), Diagnostics::default());
            let folders: Vec<String> = folders.iter().map(|f| f.to_string()).collect();
            let path = ClassPath { tree, folders: &folders };
            let units = path.load(&[first], &mut sources, &mut names, &mut diags);
            let classes = units.iter().flat_map(|u| &u.items).filter_map(|item| match item {
                Item::Class(class) => class.name.single().map(|name| names.text(name).to_owned()),
                _ => None,
            });
            let classes = classes.collect();
            let errors = diags.finish();
            (classes, errors.iter().map(|d| d.parts(&sources).to_string()).collect())
        })
    }

    #[test]
    fn superclasses_come_first_and_only_what_is_named_is_read() {
        let tree = MemoryTree::new()
            .with("app/Main.som", "Main = Middle ( run = ( Helper new. #Other. 'Third' println ) )")
            .with("app/Middle.som", "Middle = Base ( )")
            .with("lib/Base.som", "Base = ( )")
            .with("lib/Object.som", "Object = nil ( )")
            .with("lib/Helper.som", "Helper = Base ( )")
            .with("lib/Other.som", "Other = ( )")
            .with("lib/Unused.som", "Unused = ( wrong")
            .with("old/Base.som", "Base = ( wrong");
        let (classes, errors) = load(&tree, &["app", "lib", "old"], "Main");
        assert_eq!(classes, ["Object", "Base", "Middle", "Main", "Helper", "Other"]);
        assert_eq!(errors, Vec::<String>::new());
    }

    #[test]
    fn what_is_wrong_has_a_place() {
        let tree = MemoryTree::new()
            .with("Main.som", "Main = Other ( )")
            .with("Other.som", "Another = Main ( )")
            .with("Bad.som", "Bad = ( foo");
        assert_eq!(load(&tree, &[""], "Missing").1, ["there is no class Missing on the class path\n"]);
        let (classes, errors) = load(&tree, &[""], "Main");
        assert_eq!(classes, ["Another", "Main"]);
        assert!(errors[0].starts_with("Other.som:1:1: this file defines Other"), "{errors:?}");
        assert!(load(&tree, &[""], "Bad").1[0].starts_with("Bad.som:1:7: ( is not closed"));
    }
}
