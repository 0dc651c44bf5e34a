//! `package`: makes the packages of all crates of the product, in the order in which they can be published,
//! and builds each from its package alone. Publishes nothing.

use std::fs;
use std::path::Path;

use crate::Outcome;
use crate::toolchain;

pub fn run(root: &Path, args: &[String]) -> Outcome {
    let mut rest: Vec<String> = vec!["package".into(), "--quiet".into()];
    for arg in args {
        match arg.as_str() {
            "--no-verify" | "--allow-dirty" | "--offline" => rest.push(arg.clone()),
            other => return Err(format!("package: unknown option `{other}`")),
        }
    }
    for name in names(root)? {
        rest.extend(["--package".into(), name]);
    }
    let count = rest.iter().filter(|arg| *arg == "--package").count();
    toolchain::cargo(root, &rest.iter().map(String::as_str).collect::<Vec<_>>())?;
    let dir = toolchain::target_dir(root).join("package");
    println!("{count} packages in {}", dir.display());
    Ok(())
}

/// The names of the crates below `crates/`, each of which is published. What a registry asks for is there.
fn names(root: &Path) -> Result<Vec<String>, String> {
    let dir = root.join("crates");
    let entries = fs::read_dir(&dir).map_err(|e| format!("{}: {e}", dir.display()))?;
    let mut names = Vec::new();
    for entry in entries.flatten() {
        let path = entry.path().join("Cargo.toml");
        let text = fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
        names.push(published(&text).map_err(|why| format!("{}: {why}", path.display()))?);
    }
    names.sort();
    Ok(names)
}

/// The name of a package that can be published, by the text of its manifest.
fn published(manifest: &str) -> Result<String, String> {
    let package = manifest.split("\n[").next().unwrap_or_default();
    let value = |key: &str| {
        let of_line = |line: &str| {
            let (found, value) = line.split_once('=')?;
            (found.trim().trim_end_matches(".workspace") == key)
                .then(|| value.trim().trim_matches('"').to_string())
        };
        package.lines().find_map(of_line)
    };
    if value("publish").is_some() {
        return Err("a crate of the product is published".into());
    }
    for key in
        ["version", "license", "description", "documentation", "keywords", "categories", "rust-version"]
    {
        value(key).filter(|text| !text.is_empty()).ok_or_else(|| format!("the package has no {key}"))?;
    }
    value("name").ok_or_else(|| "the package has no name".into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_registry_asks_for_is_there() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let names = names(&root).unwrap();
        assert!(
            names.contains(&"purlin".to_string()) && names.contains(&"purlin-cli".to_string()),
            "{names:?}"
        );
        let manifest = "[package]\nname = \"x\"\nversion.workspace = true\nlicense.workspace = true\n";
        assert_eq!(published(manifest).unwrap_err(), "the package has no description");
        assert!(published("[package]\nname = \"x\"\npublish = false\n").is_err());
    }
}
