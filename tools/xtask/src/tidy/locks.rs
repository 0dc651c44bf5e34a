//! Workspaces of their own (`bench/border` and its like) lock the crates of this one too. What such a lock
//! file says of them is what their manifests say, or `--locked` refuses to build there.

use super::doors;
use super::files::SourceFile;

/// Lock files below the root whose packages of this repository lack a dependency that is not optional.
pub fn stale(files: &[SourceFile]) -> Vec<String> {
    let locks = files.iter().filter(|f| f.name.ends_with("/Cargo.lock"));
    locks.flat_map(|lock| lacking(lock, files)).collect()
}

fn lacking(lock: &SourceFile, files: &[SourceFile]) -> Vec<String> {
    let mut broken = Vec::new();
    for package in lock.text.split("[[package]]").skip(1) {
        let name = package.lines().find_map(|line| line.strip_prefix("name = \"")?.strip_suffix('"'));
        let (Some(name), false) = (name, package.contains("\nsource = ")) else { continue };
        let wanted =
            files.iter().filter(|f| f.name.starts_with("crates/") && f.name.ends_with("/Cargo.toml"));
        let Some(needed) = wanted.map(|f| doors::needed(&f.text)).find(|(owner, _)| owner == name) else {
            continue;
        };
        let has = |dependency: &String| {
            // A name that is there in two versions is followed by one of them.
            package.contains(&format!("\n \"{dependency}\""))
                || package.contains(&format!("\n \"{dependency} "))
        };
        broken.extend(needed.1.iter().filter(|d| !has(d)).map(|dependency| {
            format!("{}: {name} without `{dependency}`: run cargo update --workspace there", lock.name)
        }));
    }
    broken
}

#[cfg(test)]
mod tests {
    use super::super::file;
    use super::*;

    #[test]
    fn a_dependency_that_the_lock_file_lacks_is_found() {
        let manifest = "[package]\nname = \"purlin\"\n[dependencies]\na.workspace = true\nb = \"1\"\n\
                        c = { version = \"1\", optional = true }\n[dev-dependencies]\nd = \"1\"\n";
        let lock = |text: &str| file("bench/border/Cargo.lock", text);
        let manifest = || file("crates/purlin/Cargo.toml", manifest);
        let all = "[[package]]\nname = \"purlin\"\ndependencies = [\n \"a\",\n \"b 1.2.0\",\n]\n";
        assert_eq!(stale(&[lock(all), manifest()]), Vec::<String>::new());
        let without = all.replace(" \"a\",\n", "");
        assert_eq!(stale(&[lock(&without), manifest()]).len(), 1);
        // A package of a registry that has the same name is not ours.
        let other = without.replace("dependencies", "source = \"registry\"\ndependencies");
        assert_eq!(stale(&[lock(&other), manifest()]), Vec::<String>::new());
    }
}
