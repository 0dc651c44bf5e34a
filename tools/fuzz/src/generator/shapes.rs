//! Shapes: templates like those of `patterns` that bring declarations of the package with them (generic types
//! and functions, methods, package variables), read from the text files in `shapes/`. In a file a line
//! `### name steps` begins a shape; what stands before its `====` is declared, what follows are statements.
//! A line `-- path --` begins a file of another package. This module knows nothing of what the templates say.

use std::sync::LazyLock;

use super::Generator;

const FILES: [&str; 5] = [
    include_str!("shapes/generic.txt"),
    include_str!("shapes/iter.txt"),
    include_str!("shapes/lang.txt"),
    include_str!("shapes/lib.txt"),
    include_str!("shapes/packages.txt"),
];

/// Constructs that shapes use that may be left out.
const WORDS: [(&str, &str); 7] = [
    ("fmt.", "lib"),
    ("chan ", "channel"),
    ("iter.Pull", "channel"),
    ("goto ", "goto"),
    ("min(", "min_max"),
    ("max(", "min_max"),
    ("defer ", "defer"),
];

struct Shape {
    name: &'static str,
    cost: u64,
    declarations: &'static str,
    statements: &'static str,
}

static SHAPES: LazyLock<Vec<Shape>> = LazyLock::new(|| {
    let sections = FILES.iter().flat_map(|text| text.split("### ").skip(1));
    sections.filter_map(shape).collect()
});

fn shape(section: &'static str) -> Option<Shape> {
    let (head, text) = section.split_once('\n')?;
    let (name, cost) = head.split_once(' ')?;
    let (declarations, statements) = text.split_once("====\n")?;
    Some(Shape { name, cost: cost.trim().parse().ok()?, declarations, statements: statements.trim_end() })
}

/// The packages among `files` that `text` names, as lines of an import declaration.
pub(super) fn imports(text: &str, files: &[String]) -> String {
    let mut packages: Vec<&str> =
        files.iter().filter_map(|l| l.strip_prefix("-- ")?.split('/').next()).collect();
    packages.dedup();
    packages
        .into_iter()
        .filter(|name| text.contains(&format!("{name}.")))
        .map(|name| format!("\t\"program/{name}\"\n"))
        .collect()
}

impl Generator {
    pub(super) fn shape(&mut self) {
        let shape = &SHAPES[self.rng.below(SHAPES.len())];
        let leaves_out = WORDS.iter().any(|(word, construct)| {
            !self.allows(construct) && (shape.declarations.contains(word) || shape.statements.contains(word))
        });
        if leaves_out || !self.affordable(shape.cost) || !self.uses(shape.name) {
            return self.pattern();
        }
        self.spend(shape.cost);
        // Declarations of the package know no type parameter.
        let apart = shape.declarations.starts_with("-- ");
        let ty = if apart { self.plain_int_type() } else { self.concrete_int_type() };
        let prefix = format!("{}_{}", self.fresh("q"), self.suffix);
        let lines = self.filled(shape.declarations, shape.statements, ty, &prefix);
        if apart {
            self.uses("packages");
            self.package_files.extend(lines.0);
        } else {
            self.package_lines.extend(lines.0);
        }
        for line in lines.1 {
            self.line(line);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{FILES, SHAPES};

    #[test]
    fn every_section_is_a_shape() {
        let sections: usize = FILES.iter().map(|text| text.matches("### ").count()).sum();
        assert_eq!(SHAPES.len(), sections);
        assert!(SHAPES.iter().all(|s| !s.statements.is_empty()));
    }
}
