//! Hostile sources: each asks the compiler or the run time for more than a limit should allow. They are
//! made by code, as most of them are one line many times over. This module knows nothing of what they must
//! lead to: that is in `mutate`.

mod bulk;
mod chains;
mod constants;
mod giants;
mod library;
mod nested;
mod running;
mod types;

/// A program of one file, or of a module when there are several.
pub struct Hostile {
    pub name: &'static str,
    /// File name and text; the first is the one with `main`.
    pub files: Vec<(&'static str, String)>,
}

fn one(name: &'static str, text: String) -> Hostile {
    Hostile { name, files: vec![("main.go", text)] }
}

/// `package main` with these declarations.
fn declared(name: &'static str, declarations: &str) -> Hostile {
    one(name, format!("package main\n\n{declarations}\n"))
}

/// A `main` with this body; what it imports comes first.
fn body(name: &'static str, imports: &[&str], statements: &str) -> Hostile {
    let imports: String = imports.iter().map(|i| format!("import \"{i}\"\n")).collect();
    one(name, format!("package main\n\n{imports}\nfunc main() {{\n{statements}\n}}\n"))
}

/// A part for each number below `n`.
fn each(n: usize, part: impl Fn(usize) -> String) -> String {
    (0..n).map(part).collect()
}

/// All sources. Their order is fixed, as campaigns count by it.
pub fn all() -> Vec<Hostile> {
    let families = [
        nested::all,
        constants::all,
        types::all,
        bulk::all,
        chains::all,
        giants::all,
        running::all,
        library::all,
    ];
    families.into_iter().flat_map(|family| family()).collect()
}

#[cfg(test)]
mod tests {
    #[test]
    fn names_differ_and_programs_have_a_main() {
        let all = super::all();
        let mut names: Vec<&str> = all.iter().map(|h| h.name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), all.len());
        assert!(all.iter().all(|h| h.files[0].0 == "main.go" && !h.files[0].1.is_empty()));
    }
}
