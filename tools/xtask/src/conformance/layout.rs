//! Lays Go's own tests out as golden files: programs that print, packages that only compile, and such with
//! errors; a test of several packages is a module. Runs nothing but programs that print a test.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::Test;
use super::judge::{Bench, copy, short};
use super::recipe::{self, Recipe};
use crate::toolchain::measure;

/// The suite whose limit a program has that prints a test.
const SUITE: &str = "conformance.generator";
/// Words that begin a directive of golden files.
const DIRECTIVES: [&str; 14] = [
    "Output",
    "Error",
    "TypeCheckError",
    "Stderr",
    "Printed",
    "Stdin",
    "Gas",
    "Exit",
    "Trap",
    "Args",
    "ARGS",
    "Flags",
    "GASLIMIT",
    "MAXALLOC",
];

/// A test, laid out.
#[derive(Debug, Default)]
pub struct Laid {
    /// The golden files, below the folder of all. The test passes if they do.
    pub goldens: Vec<String>,
    /// Whether it is to run in every tier.
    pub runs: bool,
}

/// What a package of a test is to do.
#[derive(Clone, Copy)]
enum Task<'a> {
    Prints { expected: &'a str, recipe: &'a Recipe },
    Compiles,
    Fails,
}

/// Lays tests out below a folder. What is to run in every tier stands apart from what only compiles.
pub struct Layout<'a> {
    pub bench: &'a Bench,
    pub dir: &'a Path,
}

impl Layout<'_> {
    /// Writes the files of a test. The error is why it cannot be run.
    pub fn lay_out(&self, test: &Test) -> Result<Laid, String> {
        let Test { name, text, recipe } = test;
        let path = self.bench.tests.join(name);
        let expected = fs::read(path.with_extension("out")).unwrap_or_default();
        let expected = &*String::from_utf8_lossy(&expected);
        let prints = Task::Prints { expected, recipe };
        let error_task = match recipe.flags.iter().any(|f| f == "-0") {
            true => Task::Compiles,
            false => Task::Fails,
        };
        let is_word = |arg: &String| !arg.is_empty() && !arg.contains(char::is_whitespace);
        if !recipe.args.iter().all(is_word) {
            return Err("its arguments are no words".to_owned());
        }
        match recipe.kind.as_str() {
            "run" | "buildrun" if recipe.args.iter().any(|arg| arg.ends_with(".go")) => {
                self.of_files(test, &path, expected)
            }
            "run" | "buildrun" => self.single(name, text, prints),
            "runoutput" => self.single(&generated(name), &self.generate(&path, recipe)?, prints),
            "errorcheckoutput" => self.single(&generated(name), &self.generate(&path, recipe)?, Task::Fails),
            "compile" | "build" => self.single(name, text, Task::Compiles),
            "errorcheck" => self.of_version(test, error_task),
            "rundir" | "compiledir" | "errorcheckdir" | "errorcheckandrundir" => {
                self.packages(name, &path, error_task, prints)
            }
            "runindir" => self.module(name, &path, prints),
            other => Err(format!("{other} is not supported")),
        }
    }

    /// A test of one file.
    fn single(&self, name: &str, text: &str, task: Task<'_>) -> Result<Laid, String> {
        let name = name.replace("_test.go", "_tests.go");
        self.write(task.runs(), &name, &golden(&name, text, task)?)?;
        Ok(Laid { goldens: vec![name], runs: task.runs() })
    }

    /// A test of one file that is of some version of Go, which makes it a module.
    fn of_version(&self, test: &Test, task: Task<'_>) -> Result<Laid, String> {
        let version = test.recipe.flags.iter().find_map(|f| f.strip_prefix("-lang=go"));
        let Some(version) = version else { return self.single(&test.name, &test.text, task) };
        let folder = folder(&test.name);
        self.write(task.runs(), &format!("{folder}/go.mod"), &format!("module test\n\ngo {version}\n"))?;
        let file = test.name.rsplit('/').next().unwrap_or(&test.name);
        self.single(&format!("{folder}/{file}"), &test.text, task)
    }

    /// A program of several files, those after the first named by its arguments.
    fn of_files(&self, test: &Test, path: &Path, expected: &str) -> Result<Laid, String> {
        let above = path.parent().unwrap_or(path);
        let (files, args): (Vec<String>, _) =
            test.recipe.args.iter().cloned().partition(|arg| arg.ends_with(".go"));
        let recipe = Recipe { args, ..test.recipe.clone() };
        let paths = [path.to_owned()].into_iter().chain(files.iter().map(|f| above.join(f)));
        let task = Task::Prints { expected, recipe: &recipe };
        let golden = self.package(&folder(&test.name), &paths.collect::<Vec<_>>(), task, true)?;
        Ok(Laid { goldens: vec![golden], runs: true })
    }

    /// A package of some files in a folder of its own; its golden file. That is the first of several files,
    /// and called `main.go` then; the others keep their names.
    fn package(&self, folder: &str, files: &[PathBuf], task: Task<'_>, runs: bool) -> Result<String, String> {
        let mut golden_file = String::new();
        for (i, path) in files.iter().enumerate() {
            let text = fs::read(path).map_err(|e| format!("{}: {e}", path.display()))?;
            let text = String::from_utf8_lossy(&text).replace("\"./", "\"test/");
            let name =
                path.file_name().unwrap_or_default().to_string_lossy().replace("_test.go", "_tests.go");
            let name = if i == 0 && files.len() > 1 { "main.go".to_owned() } else { name };
            let text = match (i, task) {
                (0, Task::Fails) if files.len() > 1 => {
                    format!("{}\n\n// TypeCheckError:\n", with_errors(&name, &text, false)?.trim_end())
                }
                (0, _) => golden(&name, &text, task)?,
                (_, Task::Fails) => with_errors(&name, &text, false)?,
                (_, Task::Compiles) => as_package(&plain(&text)),
                (_, Task::Prints { .. }) => plain(&text),
            };
            let place = format!("{folder}/{name}");
            self.write(runs, &place, &text)?;
            if i == 0 {
                golden_file = place;
            }
        }
        Ok(golden_file)
    }

    /// A folder of single packages that import each other as `./name`: a module called `test`, in which each
    /// has the folder that its first file is called after.
    fn packages(&self, name: &str, path: &Path, errors: Task<'_>, prints: Task<'_>) -> Result<Laid, String> {
        let Task::Prints { recipe, .. } = prints else { return Err("it does not run".to_owned()) };
        let kind = recipe.kind.as_str();
        let packages = grouped(&path.with_extension("dir"), recipe.flags.iter().any(|f| f == "-s"))?;
        let last = packages.len().checked_sub(1).ok_or("an empty folder")?;
        let runs = kind.ends_with("rundir");
        // Of a test that fails, the last package has errors; of one that also runs, the one before it.
        let failing = kind.starts_with("errorcheck").then(|| last - usize::from(runs && last > 0));
        let mut laid = Laid { runs, ..Laid::default() };
        let top = folder(name);
        self.write(runs, &format!("{top}/go.mod"), "module test\n\ngo 1.26\n")?;
        for (i, files) in packages.iter().enumerate() {
            let task = match i {
                _ if runs && i == last => prints,
                _ if Some(i) == failing => errors,
                _ => Task::Compiles,
            };
            let stem = files[0].file_stem().unwrap_or_default().to_string_lossy().into_owned();
            let golden = self.package(&format!("{top}/{stem}"), files, task, runs)?;
            // What a program imports is compiled with it.
            if kind != "rundir" || i == last {
                laid.goldens.push(golden);
            }
        }
        Ok(laid)
    }

    /// A folder that becomes a module of its own name.
    fn module(&self, name: &str, path: &Path, task: Task<'_>) -> Result<Laid, String> {
        let source = path.with_extension("dir");
        let (runs, top) = (task.runs(), folder(name));
        let target = self.place(runs).join(&top);
        copy(&source, &target)?;
        let module = source.file_name().unwrap_or_default().to_string_lossy().into_owned();
        self.write(runs, &format!("{top}/go.mod"), &format!("module {module}\n\ngo 1.26\n"))?;
        let is_main = |path: &&PathBuf| {
            let text = fs::read_to_string(path).unwrap_or_default();
            text.lines().any(|line| line.starts_with("func main("))
        };
        let files = go_files(&target)?;
        let main = files.iter().find(is_main).ok_or("there is no function main")?;
        let text = fs::read_to_string(main).map_err(|e| e.to_string())?;
        let file = match files.len() {
            1 => main.file_name().unwrap_or_default().to_string_lossy().into_owned(),
            _ => "main.go".to_owned(),
        };
        fs::remove_file(main).map_err(|e| e.to_string())?;
        let place = format!("{top}/{file}");
        self.write(runs, &place, &golden(&file, &text, task)?)?;
        Ok(Laid { goldens: vec![place], runs })
    }

    /// The program that a program prints.
    fn generate(&self, path: &Path, recipe: &Recipe) -> Result<String, String> {
        if recipe.args.len() > 1 {
            return Err("a generator of several files".to_owned());
        }
        let scratch = self.dir.join("made").join(path.file_name().unwrap_or_default());
        fs::create_dir_all(&scratch).map_err(|e| e.to_string())?;
        let (out, err) = (scratch.join("out"), scratch.join("err"));
        let mut command = Command::new(&self.bench.purlin);
        command.args(["run", "--memory=512M", "--tier=auto", "--gas=100G"]).arg(path);
        command.args(recipe.args.iter().map(|arg| self.bench.tests.join(arg)));
        command.current_dir(&self.bench.tests).env_remove("PURLIN_STRESS");
        let usage = measure(&mut command, None, &out, &err, SUITE)?;
        if usage.exit != Some(0) {
            let said = fs::read(&err).map_err(|e| e.to_string())?;
            let said = String::from_utf8_lossy(&said);
            return Err(format!("the generator: {}", short(said.lines().next().unwrap_or("takes too long"))));
        }
        let text = fs::read(&out).map_err(|e| e.to_string())?;
        String::from_utf8(text).map_err(|_| "prints a program that is no UTF-8".to_owned())
    }

    /// The folder of tests that run, or of those that only compile.
    pub fn place(&self, runs: bool) -> PathBuf {
        self.dir.join(if runs { "run" } else { "check" })
    }

    fn write(&self, runs: bool, name: &str, text: &str) -> Result<(), String> {
        let path = self.place(runs).join(name);
        let failed = |e: std::io::Error| format!("{}: {e}", path.display());
        fs::create_dir_all(path.parent().unwrap_or(&path)).map_err(failed)?;
        fs::write(&path, text).map_err(failed)
    }
}

impl Task<'_> {
    fn runs(&self) -> bool {
        matches!(self, Task::Prints { .. })
    }
}

/// The folder of a test that is more than one file.
fn folder(name: &str) -> String {
    format!("{}.d", name.strip_suffix(".go").unwrap_or(name))
}

/// The file that a test prints, by the name that Go's driver gives it: what is expected may contain it.
fn generated(name: &str) -> String {
    format!("{}/tmp__.go", folder(name))
}

/// The files of a folder, by name.
fn go_files(dir: &Path) -> Result<Vec<PathBuf>, String> {
    let entries = fs::read_dir(dir).map_err(|e| format!("{}: {e}", dir.display()))?;
    let mut files: Vec<PathBuf> = entries.filter_map(|e| Some(e.ok()?.path())).collect();
    files.retain(|path| path.extension().is_some_and(|e| e == "go"));
    files.sort();
    Ok(files)
}

/// The files of a folder by packages, in the order of their first files.
fn grouped(source: &Path, one_file_each: bool) -> Result<Vec<Vec<PathBuf>>, String> {
    let mut packages: Vec<(String, Vec<PathBuf>)> = Vec::new();
    for path in go_files(source)? {
        let text = fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
        let clause = text.lines().find_map(|l| l.strip_prefix("package ")).unwrap_or_default();
        let clause = clause.split([' ', ';', '/']).next().unwrap_or_default().to_owned();
        match packages.iter_mut().find(|(name, _)| *name == clause && !one_file_each) {
            Some((_, files)) => files.push(path),
            None => packages.push((clause, vec![path])),
        }
    }
    Ok(packages.into_iter().map(|(_, files)| files).collect())
}

/// A file as a golden file.
fn golden(name: &str, text: &str, task: Task<'_>) -> Result<String, String> {
    match task {
        Task::Prints { expected, recipe } => Ok(prints(&plain(text), recipe, expected)),
        Task::Compiles => Ok(format!("{}\n\n// TypeCheckError:\n", as_package(&plain(text)).trim_end())),
        Task::Fails => {
            let text = with_errors(name, text, true)?;
            match text.contains("// ERROR \"") {
                true => Ok(text),
                false => Err("names no error that it expects".to_owned()),
            }
        }
    }
}

/// A text in which nothing is a directive of golden files, and no line expects an error. Lines stay where
/// they are.
fn plain(text: &str) -> String {
    let text = text.replace("// ERROR", "// error").replace("// GC_ERROR", "// error");
    without_directives(&text)
}

fn without_directives(text: &str) -> String {
    let line = |line: &str| {
        let rest = line.strip_prefix("//").map(str::trim_start);
        let is_one = rest.and_then(|r| r.split_once(':')).is_some_and(|(word, _)| DIRECTIVES.contains(&word));
        match rest {
            Some(rest) if is_one => format!("//  {rest}"),
            Some(_) | None => line.to_owned(),
        }
    };
    text.split('\n').map(line).collect::<Vec<_>>().join("\n")
}

/// A program with what it prints.
fn prints(text: &str, recipe: &Recipe, expected: &str) -> String {
    let mut text = format!("{}\n\n", text.trim_end());
    if !recipe.args.is_empty() {
        text += &format!("// Args: {}\n", recipe.args.join(" "));
    }
    text += "// Printed:\n";
    expected.lines().for_each(|line| text += &format!("// {line}\n"));
    text
}

/// The text as one of package `p` instead of `main`, so that it need not be a program. Go's driver compiles
/// such packages only, and links nothing.
fn as_package(text: &str) -> String {
    let Some(at) = text.lines().position(|line| line.starts_with("package main")) else {
        return text.to_owned();
    };
    let rename = |(n, line): (usize, &str)| match n == at {
        true => line.replacen("package main", "package p", 1),
        false => line.to_owned(),
    };
    text.split('\n').enumerate().map(rename).collect::<Vec<_>>().join("\n")
}

/// A file with errors, in the form of golden files. Where it is a package alone, it need not be a program.
fn with_errors(name: &str, text: &str, is_alone: bool) -> Result<String, String> {
    let text = &without_directives(text);
    let wanted = recipe::wanted(Path::new(name), text)?;
    if wanted.iter().any(|w| w.pattern == "stack frame too large") {
        return Err("asks for a limit of Go's compiler on the size of frames".to_owned());
    }
    // Whatever is declared as `main` is an error that only a package of this name has.
    let declares = ["func main(", "var main ", "const main ", "type main "];
    let declared = text.lines().any(|line| declares.iter().any(|start| line.starts_with(start)));
    let text = if declared || !is_alone { text.to_owned() } else { as_package(text) };
    let line = |(n, line): (usize, &str)| {
        let here: Vec<_> = wanted.iter().filter(|w| w.line == n + 1).collect();
        if here.is_empty() {
            return line.replace("// ERROR", "// error");
        }
        let comment = line.find("// ERROR ").or_else(|| line.find("// GC_ERROR "));
        let (code, comment) = line.split_at(comment.unwrap_or(line.len()));
        // What a comment of the other form has after it is code as well.
        let rest = comment.find("*/").map_or("", |at| &comment[at..]);
        format!("{code}// ERROR{} {rest}", here.iter().map(|w| quoted(w.regex.as_str())).collect::<String>())
            .trim_end()
            .to_owned()
    };
    Ok(text.split('\n').enumerate().map(line).collect::<Vec<_>>().join("\n"))
}

/// An expression as it stands in a golden file, where an empty one is none.
fn quoted(expression: &str) -> String {
    format!(" \"{}\"", if expression.is_empty() { ".*" } else { expression })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tests_become_golden_files() {
        let made = golden("x.go", "// compile\n\npackage main\n\nfunc main() {}\n", Task::Compiles);
        assert_eq!(made.as_deref(), Ok("// compile\n\npackage p\n\nfunc main() {}\n\n// TypeCheckError:\n"));
        let text = "// errorcheck\n\npackage main\n\nvar a b // ERROR \"b|LINE\" \"{\"\n";
        let made = golden("d/x.go", text, Task::Fails);
        let expected = "// errorcheck\n\npackage p\n\nvar a b // ERROR \"b|x.go:5\" \"\\{\"\n";
        assert_eq!(made.as_deref(), Ok(expected));
        assert!(golden("x.go", "package p\n", Task::Fails).is_err());
        let made = golden("x.go", "import /* // ERROR \"a\" */ `\n`\n\"\" // ERROR `\"\"`\n", Task::Fails);
        assert_eq!(made.as_deref(), Ok("import /* // ERROR \"a\" */ `\n`\n\"\" // ERROR \".*\"\n"));
        let recipe = recipe::recipe("// run a b\n").expect("a recipe");
        let task = Task::Prints { expected: "x\n", recipe: &recipe };
        let made = golden("x.go", "// run a b\n\n// Output:\npackage main // ERROR \"\"\n", task);
        let expected =
            "// run a b\n\n//  Output:\npackage main // error \"\"\n\n// Args: a b\n// Printed:\n// x\n";
        assert_eq!(made.as_deref(), Ok(expected));
    }
}
